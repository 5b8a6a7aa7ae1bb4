"""4000 A.D. (Waddingtons, 1972)."""

from starbalance.simulator.engine.game import Functions, Game, Setup


def _labels(rules):
    homes = tuple(rules.document["setups"][rules.setup.name]["homes"])
    return {
        "home": homes,
        "captor": homes,
        "first_home": homes,
        "ended": ("last_alive", "two_homes", "adjudicated", "conceded"),
    }


GAME = Game(
    package=__name__,
    strategies="starbalance.strategies.four_thousand_ad",
    name="4000-ad",
    title="4000 A.D.",
    factor="home",
    standing="stars",
    setups=(
        Setup("independents4", players=4, seats=4),
        Setup("alliances4", players=4, seats=4, sides=2),
        Setup("independents3", players=3, seats=3),
        Setup("alliances2", players=2, seats=4, sides=2),
    ),
    functions=Functions(
        proceed="moves.proceed",
        redeal="hidden.redeal",
        uses="usage.uses",
        level="victory.level",
        assets="victory.assets",
    ),
    labels=_labels,
    shared_packages=("starbalance.simulator.games.star_field",),
)
