"""The strategies of A Handful of Stars."""
