"""The tests of the game. `NUMBA_DISABLE_JIT=1 python -m pytest` on this folder runs them without compilation."""
