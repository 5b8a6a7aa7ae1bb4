"""Comet Chase, a race of two or three ships: the smallest complete game, to be copied and changed."""

from starbalance.simulator.engine.game import Functions, Game, Setup


def _labels(rules):
    return {"ship": tuple(rules.document["ships"]), "ended": ("goal", "capped")}


GAME = Game(
    package=__name__,
    strategies=f"{__name__}.strategies",
    name="comet-chase",
    title="Comet Chase",
    factor="ship",
    standing="distance",
    setups=(Setup("players2", players=2, seats=2), Setup("players3", players=3, seats=3)),
    functions=Functions(
        go_on="moves.go_on",
        redeal="hidden.redeal",
        uses="usage.uses",
        level="victory.level",
    ),
    labels=_labels,
)
