"""Long trials of the whole product: many random games, kills, hostile inputs, and the memory of large runs."""

import os

CHECKED = "NUMBA_BOUNDSCHECK"
os.environ[CHECKED] = "1"  # before Numba is imported: an index out of bounds is an error
