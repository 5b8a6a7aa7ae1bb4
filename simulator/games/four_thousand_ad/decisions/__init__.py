"""The decisions of 4000 A.D.: `offer_x` lists the options of a decision, `do_x` applies the chosen option."""
