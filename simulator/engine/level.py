"""What the seats of a game are, such as a race or a home: the levels of its factor, and the codes of these."""

from collections.abc import Collection

from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.kernel import LEVELS
from starbalance.simulator.engine.tables import Rules


def levels(game: Game, rules: Rules) -> tuple[str, ...]:
    """The levels of the factor of a game, in the order of their codes; none where they are not named."""
    return tuple(game.labels(rules).get(game.factor, ()))


def level_codes(game: Game, rules: Rules, names: Collection[str]) -> tuple[int, ...]:
    """The codes of levels. Raises BadInput for one that does not exist, and for more of them than fit."""
    known = levels(game, rules)
    for name in names:
        if name not in known:
            raise unknown(game.factor.replace("_", " "), name, known)
    if len(names) > LEVELS:
        raise BadInput(f"A strategy has rows for {LEVELS} levels of a factor at most, not {len(names)}.")
    return tuple(known.index(name) for name in names)
