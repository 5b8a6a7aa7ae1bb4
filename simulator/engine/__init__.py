"""The engine that all games share: records, compilation, randomness, decision loop, search, strategies and data."""
