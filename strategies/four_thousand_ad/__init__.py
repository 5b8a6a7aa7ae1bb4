"""The strategies of 4000 A.D."""
