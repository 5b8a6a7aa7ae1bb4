"""Comet Chase, a race of two or three ships. It is the smallest complete game: copy it and change it into your own."""

from starbalance.simulator.engine.game import Functions, Game, Setup


def _labels(rules):
    return {"ship": tuple(rules.document["ships"]), "ended": ("goal", "truncated")}


GAME = Game(
    package=__name__,
    strategies=f"{__name__}.strategies",
    name="comet-chase",
    title="Comet Chase",
    factor="ship",
    standing="distance",
    setups=(Setup("players2", players=2, seats=2), Setup("players3", players=3, seats=3)),
    functions=Functions(
        proceed="moves.proceed",
        redeal="hidden.redeal",
        uses="usage.uses",
        level="victory.level",
    ),
    labels=_labels,
)
