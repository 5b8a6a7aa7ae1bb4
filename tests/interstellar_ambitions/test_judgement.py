"""Positions in which careful play has gone wrong, each with what a strong player does."""

import numpy as np

from starbalance.simulator.strategy import find_strategy
from tests.interstellar_ambitions.table import GAME, Table, bare_table


def preferred(at: Table, name: str = "sensible") -> str:
    """The option that a strategy takes, in words."""
    strategy, options = find_strategy(GAME, name), at._options()
    scores = np.full(len(options), np.nan)
    strategy.score(GAME)(at.state, at.rules, options, np.array(list(strategy.weights.values())), scores)
    assert np.isfinite(scores).all()
    return at.options[int(scores.argmax())]


def test_a_token_climbs_where_the_home_world_can_be_finished():
    """Two levels of planning away, a Home World at 4 of 5 is worth more than the next level of a small technology."""
    at = bare_table("players4").give(0, food=2, ore=2, science=4, coins=2).show_technologies("SHADOW CARTELS")
    at.put(0, "develop basic", "research moderate").turn(0, 5).choose("advance plans")
    assert preferred(at) == "advance develop basic"


def test_plans_are_advanced_on_a_full_purse():
    at = bare_table("players4").give(0, food=9, ore=9, science=9, coins=9)
    at.put(0, "develop basic", "develop basic").turn(0, 5)
    assert preferred(at) == "advance plans"


def test_a_planet_that_scores_is_bombarded():
    """A level less costs its owner all the points of a finished planet, and nothing of one that is unfinished."""
    at = bare_table("players3").settle(1, "Titan Quarry", 4).settle(1, "Great Basin", 4)
    at.muster(0, "Devastator", "Devastator", "Battleship").act("fleet moderate", "invade 1")
    while at.asked[1] != "spoil":
        at.choose(at.options[0])
    at.choose("bombard")
    assert preferred(at) == "planet Great Basin"
