"""The decisions of players, chapter by chapter: of each what is offered, and what taking it does."""
