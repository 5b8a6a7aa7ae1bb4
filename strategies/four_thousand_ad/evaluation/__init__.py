"""Functions that the strategies of the game share to evaluate a position."""
