"""The questions that can be asked about runs, one module per question."""
