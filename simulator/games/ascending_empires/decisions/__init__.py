"""Every decision: what it offers, and what the options do."""
