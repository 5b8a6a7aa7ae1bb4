"""The decisions of players by chapter: `offer_` functions list options, `do_` functions carry one out."""
