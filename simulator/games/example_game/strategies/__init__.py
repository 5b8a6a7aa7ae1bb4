"""The strategies of the game, one per module."""
