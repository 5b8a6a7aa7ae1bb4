"""Analysis of played games: frames, estimates, charts, reports, training and the command line."""
