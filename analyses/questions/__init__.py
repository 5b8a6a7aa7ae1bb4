"""What is asked of runs: one module a question."""
