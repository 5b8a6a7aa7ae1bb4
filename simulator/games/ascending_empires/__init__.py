"""Ascending Empires (Z-Man Games, 2011), a game in which players flick discs across a board of planets."""

from starbalance.simulator.engine.game import Functions, Game, Setup

_CORNERS = ("Alpha", "Beta", "Gamma", "Delta")


def _labels(rules):
    return {
        "corner": _CORNERS,
        "ended": ("pool", "truncated"),
        "settled": ("total", "tokens", "technologies", "shared"),
    }


GAME = Game(
    package=__name__,
    strategies="starbalance.strategies.ascending_empires",
    name="ascending-empires",
    title="Ascending Empires",
    factor="corner",
    standing="victory points",
    setups=(
        Setup("four", players=4, seats=4),
        Setup("three", players=3, seats=3),
        Setup("two", players=2, seats=2),
    ),
    functions=Functions(
        proceed="moves.proceed",
        redeal="hidden.redeal",
        uses="usage.uses",
        level="victory.level",
    ),
    labels=_labels,
)
