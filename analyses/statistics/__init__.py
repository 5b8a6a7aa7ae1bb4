"""Statistics of runs: estimates with intervals, verdicts and models. Nothing here is specific to one game."""
