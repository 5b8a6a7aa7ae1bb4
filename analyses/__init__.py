"""Asks questions of games that have been played: frames, estimates, charts, reports, the command line."""
