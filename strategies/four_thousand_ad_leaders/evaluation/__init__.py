"""The evaluation functions that the strategies of 4000 A.D. with leaders share."""
