"""The decisions of 4000 A.D.: `offer_x` lists what a player may choose, `do_x` carries it out, side by side."""
