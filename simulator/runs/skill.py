"""The skill of the players, in games with a data file `skill`: a number for each seat, or random."""

from collections.abc import Mapping, Sequence
from typing import Any

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game

FILE = "skill"  # data file: how skill is drawn, and the skill of each seat in the order of the setup
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
    """Return changes of the rules that include the skill of the players.

    Args:
        game: The game.
        changes: Other changes, by path. `None` means no changes.
        skill: One number for all players, one number for each player in the order of the setup, or `drawn`. `drawn`
            means a random draw for each game and seat. `None` means the skill in the rules.
        setup: The name of the setup. Default: the first setup for the number of players.
        players: The number of players. Default: that of the setup.

    Raises:
        BadInput: If the game has no skill, the number of values is wrong, or `changes` also changes the skill.
    """
    all_changes = dict(changes or {})
    if skill is None:
        return all_changes
    own = _numbers(game, skill, tables.find_setup(game, setup, players).players)
    for path in own:
        if path in all_changes:
            raise BadInput(f"'{path}' and the option skill both set the skill of a player. Use only one of them.")
    return all_changes | own


def _numbers(game: Game, skill: Sequence[Any] | str | float, players: int) -> dict[str, Any]:
    """Return the changes of the data, by path, that give the players a skill."""
    data = tables.read(game).get(FILE)
    if data is None:
        raise BadInput(f"{game.title} has no skill of players. Leave out the option skill.")
    levels = [skill] if isinstance(skill, str | int | float) else list(skill)
    if levels == [DRAWN]:
        return {f"{FILE}.{DRAWN}": True}
    if len(levels) not in (1, players):
        raise BadInput(f"The option skill needs 1 number, {players} numbers, or `{DRAWN}`, got {len(levels)} numbers.")
    seats = [name for name in data if name not in _HOW][:players]
    each = levels if len(levels) == players else levels * players
    return {f"{FILE}.{DRAWN}": False} | {f"{FILE}.{name}": one for name, one in zip(seats, each, strict=True)}
