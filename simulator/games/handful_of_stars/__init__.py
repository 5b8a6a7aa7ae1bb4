"""The game A Handful of Stars (Treefrog)."""

from starbalance.simulator.engine.game import Functions, Game, Setup


def _labels(rules):
    races = tuple(rules.document["races"])
    systems = tuple(rules.document["systems"])
    technologies = tuple(rules.document["technologies"])
    return {
        "race": races,
        "first_race": races,
        "trigger_race": races,
        "ended": ("final_round", "truncated"),
        "home": systems,
        "colony": systems,
        "dealt_one": technologies,
        "dealt_two": technologies,
    }


def _flags(rules):
    technologies = tuple(rules.document["technologies"])
    return {"dealt": technologies, "drafted": technologies, "played": technologies}


GAME = Game(
    package=__name__,
    strategies="starbalance.strategies.handful_of_stars",
    name="handful-of-stars",
    title="A Handful of Stars",
    factor="race",
    standing="victory points",
    setups=(
        Setup("players4", players=4, seats=4),
        Setup("players3", players=3, seats=3),
        Setup("players2", players=2, seats=2),
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
    compiled_apart=("moves._do_effects",),
)
