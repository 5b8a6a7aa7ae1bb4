"""Interstellar Ambitions by Ed Fowler, for 3 to 6 players."""

from starbalance.simulator.engine.game import Functions, Game, Setup


def _labels(rules):
    from starbalance.simulator.games.interstellar_ambitions.rules import DRAWN

    ambitions = tuple(rules.document["ambitions"])
    return {
        "start_technology": tuple(rules.document["technologies"]),
        "colour": tuple(rules.document["home_worlds"]),
        "ended": ("claims", "truncated"),
        **{f"ambition_{k}": ambitions for k in range(1, DRAWN + 1)},
    }


def _flags(rules):
    technologies = tuple(rules.document["technologies"])
    return {
        "claimed": tuple(rules.document["ambitions"]),
        "owned": technologies,
        "known": technologies,
        "played": tuple(rules.document["shadow_cards"]),
    }


def _conditions(rules):
    from starbalance.simulator.games.interstellar_ambitions.name import Names

    names = Names(rules)
    return {f"ambitions.{name}": names.condition(k) for k, name in enumerate(names.ambitions)}


GAME = Game(
    package=__name__,
    strategies="starbalance.strategies.interstellar_ambitions",
    name="interstellar-ambitions",
    title="Interstellar Ambitions",
    factor="start_technology",
    standing="victory points",
    setups=(
        Setup("players4", players=4, seats=4),
        Setup("players3", players=3, seats=3),
        Setup("players5", players=5, seats=5),
        Setup("players6", players=6, seats=6),
    ),
    functions=Functions(
        proceed="moves.proceed",
        redeal="hidden.redeal",
        uses="usage.uses",
        level="victory.level",
        assets="victory.assets",
    ),
    labels=_labels,
    flags=_flags,
    draws="ambition",
    conditions=_conditions,
    compiled_apart=("moves._do_battle",),
)
