"""The skill of the players, in games whose data have a file of it: a number for each seat, or drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game

FILE = "skill"  # of data: how it is drawn, and the number of each seat in the order of the set-up
DRAWN = "drawn"
_HOW = (DRAWN, "lowest", "highest", "step")


def with_skill(
    game: Game,
    changes: Mapping[str, Any] | None,
    skill: Sequence[Any] | str | float | None,
    *,
    setup: str | None = None,
    players: int | None = None,
) -> dict[str, Any]:
    """The changes of a run's rules, with the skill of its players among them.

    skill: one number for all players, or one for each in the order of the set-up's homes; `drawn`: drawn for each game
    and seat; None: as the rules have it. Raises BadInput for a game whose players do not differ in skill, a wrong
    number of them, and skill that the changes have, too.
    """
    found = dict(changes or {})
    if skill is None:
        return found
    own = _numbers(game, skill, tables.find_setup(game, setup, players).players)
    for path in own:
        if path in found:
            raise BadInput(f"'{path}' is changed, and skill is given: one of them is enough.")
    return found | own


def _numbers(game: Game, skill: Sequence[Any] | str | float, players: int) -> dict[str, Any]:
    """The values of a game's data that make its players so skilled."""
    data = tables.read(game).get(FILE)
    if data is None:
        raise BadInput(f"The players of {game.title} do not differ in skill: leave it out.")
    given = [skill] if isinstance(skill, str | int | float) else list(skill)
    if given == [DRAWN]:
        return {f"{FILE}.{DRAWN}": True}
    if len(given) not in (1, players):
        raise BadInput(f"Skill takes 1 number, {players} of them, or `{DRAWN}`, not {len(given)}.")
    seats = [name for name in data if name not in _HOW][:players]
    each = given if len(given) == players else given * players
    return {f"{FILE}.{DRAWN}": False} | {f"{FILE}.{name}": one for name, one in zip(seats, each, strict=True)}
