"""Runs: games by the hundred thousand, in parallel, and what is kept of them."""
