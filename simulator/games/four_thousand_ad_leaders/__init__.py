"""4000 A.D. with leaders and strategic objectives, a redesign of the game of 1972."""

from starbalance.simulator.engine.game import Functions, Game, Setup


def _labels(rules):
    from starbalance.simulator.games.four_thousand_ad_leaders.rules import OPEN

    homes = tuple(rules.document["setups"][rules.setup.name]["homes"])
    objectives = _names(rules, "objectives")
    return {
        "home": homes,
        "first_home": homes,
        "first_objective": objectives,
        "ended": ("objectives", "last_survivor", "adjudicated"),
        **{f"objective_{k}": objectives for k in range(1, OPEN + 1)},
    }


def _flags(rules):
    leaders = _names(rules, "leaders")
    return {"drawn": leaders, "led": leaders, "used": leaders, "claimed": _names(rules, "objectives")}


def _conditions(rules):
    from starbalance.simulator.games.four_thousand_ad_leaders.condition import conditions

    return {f"objectives.{name}": words for name, words in conditions(rules)}


def _names(rules, file):
    return tuple(name.replace("_", " ") for name in rules.document[file])


GAME = Game(
    package=__name__,
    strategies="starbalance.strategies.four_thousand_ad_leaders",
    name="4000-ad-leaders",
    title="4000 A.D. with leaders",
    factor="home",
    standing="claims",
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
        assets="victory.assets",
    ),
    labels=_labels,
    flags=_flags,
    draws="objective",
    conditions=_conditions,
    shared_packages=("starbalance.simulator.games.star_field",),
)
