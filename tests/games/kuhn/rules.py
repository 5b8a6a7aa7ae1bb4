"""The switches with their types, and the sizes of the game."""

SEATS = 2
RANKS = ("J", "Q", "K")
CARDS = 3
SWITCHES: dict[str, type] = {"ante": int, "bet": int}
