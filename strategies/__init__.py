"""Strategies: how seats play. A module of a game's folder is one strategy; what they share lies in `judgement`."""
