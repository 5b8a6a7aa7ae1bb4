"""The decisions by chapter: what is offered, and beside it what taking it does."""
