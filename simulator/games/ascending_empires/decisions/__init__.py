"""The decisions of the game. For each one, `offer_x` lists the options and `do_x` carries one out."""
