"""`python -m starbalance` is the command line."""

from starbalance.analyses.cli import main

main()
