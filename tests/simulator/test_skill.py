"""The option `skill`: its changes of the rules and its errors."""

import pytest

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.skill import with_skill

FLICKS = find_game("ascending-empires")


@pytest.mark.parametrize(("skill", "changes"), [
    (None, {}),
    ("drawn", {"skill.drawn": True}),
    (["drawn"], {"skill.drawn": True}),
    (1.5, {"skill.drawn": False, "skill.red": 1.5, "skill.blue": 1.5, "skill.green": 1.5}),
    (["0", "1", "-1"], {"skill.drawn": False, "skill.red": "0", "skill.blue": "1", "skill.green": "-1"}),
])  # fmt: skip
def test_skill_changes_the_numbers_of_the_seats(skill, changes):
    assert with_skill(FLICKS, {"randomness.deal": 3}, skill, players=3) == {"randomness.deal": 3} | changes


@pytest.mark.parametrize(("game", "changes", "skill", "words"), [
    ("4000-ad", {}, 1, "4000 A.D. has no skill of players. Leave out the option skill."),
    ("ascending-empires", {}, [0, 1], "The option skill needs 1 number, 3 numbers, or `drawn`, got 2 numbers."),
    ("ascending-empires", {"skill.blue": 1}, 0,
     "'skill.blue' and the option skill both set the skill of a player. Use only one of them."),
])  # fmt: skip
def test_invalid_skill_is_refused(game, changes, skill, words):
    with pytest.raises(BadInput) as error:
        with_skill(find_game(game), changes, skill, players=3)
    assert str(error.value) == words
