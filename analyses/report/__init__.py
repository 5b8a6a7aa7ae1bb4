"""Studies and the balance report."""
