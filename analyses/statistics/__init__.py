"""Estimates, verdicts and models: arrays and frames in, frames out; no game is known here."""
