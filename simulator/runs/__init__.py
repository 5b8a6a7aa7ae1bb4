"""Runs: large numbers of games played in parallel, and the storage of their outcomes."""
