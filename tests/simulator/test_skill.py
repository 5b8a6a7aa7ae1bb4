"""Skill as an argument: what it changes in the rules, and what is refused."""

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
    assert with_skill(FLICKS, {"luck.deal": 3}, skill, players=3) == {"luck.deal": 3} | changes


@pytest.mark.parametrize(("game", "changes", "skill", "words"), [
    ("4000-ad", {}, 1, "The players of 4000 A.D. do not differ in skill: leave it out."),
    ("ascending-empires", {}, [0, 1], "Skill takes 1 number, 3 of them, or `drawn`, not 2."),
    ("ascending-empires", {"skill.blue": 1}, 0, "'skill.blue' is changed, and skill is given: one of them is enough."),
])  # fmt: skip
def test_skill_that_cannot_be_is_refused(game, changes, skill, words):
    with pytest.raises(BadInput) as error:
        with_skill(find_game(game), changes, skill, players=3)
    assert str(error.value) == words
