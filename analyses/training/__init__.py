"""Training of strategies, and measures of how strong a strategy is."""
