"""The simulator: the engine that all games share, the games, and runs of many games."""
