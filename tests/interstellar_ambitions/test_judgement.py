"""Positions in which careful play has gone wrong, each with what a strong player does."""

import numpy as np

from starbalance.simulator.engine.strategy import find_strategy
from tests.interstellar_ambitions.table import GAME, Table, bare_table
from tests.interstellar_ambitions.test_ambitions import draw


def scores_of(at: Table, name: str = "sensible") -> np.ndarray:
    """How a strategy scores the options of the pending decision."""
    strategy, options = find_strategy(GAME, name), at._options()
    scores = np.full(len(options), np.nan)
    strategy.score(GAME)(at.state, at.rules, options, np.array(list(strategy.weights.values())), scores)
    assert not np.isnan(scores).any()
    return scores


def preferred(at: Table, name: str = "sensible") -> str:
    """The option that a strategy takes, in words."""
    return at.options[int(scores_of(at, name).argmax())]


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


def test_the_units_of_a_home_world_pay_for_the_best_action():
    """Four ORE lift Titan Quarry to its highest level, though ORE is what is least scarce."""
    at = bare_table("players4").give(0, ore=2).settle(0, "Titan Quarry", 3)
    at.state.siphoned[at.planet("Titan Quarry")] = 1
    at.put(0, "develop strong").turn(0, 5).choose("produce")
    for _ in range(2):
        assert preferred(at) == "take ore"
        at.choose("take ore")


def test_what_is_decided_at_the_first_of_several_decisions_holds_for_the_others():
    """Three tokens are advanced in the order of what they gain, though another one went first."""
    at = bare_table("players4").give(0, food=9, ore=9, science=9, coins=9)
    at.put(0, "develop basic", "colonise basic", "shadow basic").turn(0, 5).choose("advance plans")
    first = preferred(at)
    other = next(each for each in at.options if each not in (first, "done"))
    at.choose(other)
    assert preferred(at) == first


def test_nothing_is_exchanged_at_the_end_of_a_turn_without_need():
    at = (
        bare_table("players4")
        .give(0, food=9)
        .put(0, "develop basic")
        .turn(0, 5)
        .choose("advance plans", "done", "plan", "done")
    )
    assert at.asked == (0, "end")
    assert dict(zip(at.options, scores_of(at), strict=True))["exchange food for ore"] == -np.inf


def test_a_plague_strikes_a_planet_that_scores():
    at = bare_table("players3").settle(1, "Loam", 2).settle(1, "Great Basin", 3).settle(1, "Titan Quarry", 4)
    at.deal(0, "Planetary Plague").deal(1).turn(0, 5).choose("play Planetary Plague", "opponent 1")
    at.settle(1, "Great Basin", 4)
    while at.asked[1] != "object":
        at.choose(at.options[0])
    assert preferred(at) == "planet Great Basin"


def score_of(at: Table, option: str, name: str = "sensible") -> float:
    """How a strategy scores an option in words."""
    return dict(zip(at.options, scores_of(at, name), strict=True))[option]


FAR = ("Shadow Master", "Space Dominator", "Fleet Hunter", "Science Haven", "Pioneers of Science", "Grand Armada")


def in_play(name: str, setup: str = "players4") -> Table:
    """A table with this ambition, and others that are far away or out of reach."""
    return draw(bare_table(setup), name, *[each for each in FAR if each != name][:5])


def set_in_sight(ambition: str, crossways: int = 3) -> Table:
    """Three planets of three types are short of their highest levels, the end is near, and all can be paid."""
    at = in_play(ambition).give(0, food=4, ore=8, science=2).settle(0, "Crossways", crossways)
    at.settle(0, "Wreckfield Halo", 2).settle(0, "Great Basin", 2).settle(0, "Cipher", 2)
    at.player(1).claims = 2
    return at.put(0, "develop ultimate", "build strong").turn(0, 8).choose("advance plans", "done")


def test_three_planets_that_complete_a_set_are_raised_before_the_home_world():
    """The Home World has eight points, any of the three fewer, but together they bring the bonus of the set."""
    at = set_in_sight("Shadow Master").choose("act develop ultimate")
    for _ in range(3):
        assert "Home" not in preferred(at)
        at.choose(preferred(at))
    scored = at.planets(0)
    assert (scored["Wreckfield Halo"], scored["Great Basin"], scored["Cipher"]) == (3, 4, 3)


def test_the_home_world_is_raised_where_a_set_is_out_of_reach():
    at = set_in_sight("Shadow Master", crossways=1).choose("act develop ultimate")
    assert preferred(at) == f"develop {at.home(0)} 5"


def test_three_planets_raised_at_once_are_worth_the_ambition_that_they_meet():
    at, without = set_in_sight("Harmonious Realm"), set_in_sight("Shadow Master")
    assert score_of(at, "act develop ultimate") - score_of(without, "act develop ultimate") > 6.0


def test_a_raid_is_worth_the_ambition_that_its_loot_meets():
    """A RAID at +6 between equal fleets takes six resources as often as not, which Corsair King asks for."""
    at = in_play("Corsair King").muster(0, "Destroyer", "Destroyer").muster(1, "Destroyer", "Destroyer")
    at.give(1, food=9, ore=9).give(0, ore=8)
    at.put(0, "fleet ultimate", "build moderate").turn(0, 5).choose("advance plans", "done")
    assert score_of(at, "act fleet ultimate") > score_of(at, "act build moderate")


def test_in_the_last_turn_a_step_towards_an_ambition_is_worth_nothing():
    at, without = in_play("Star Empire"), in_play("Shadow Master")
    for each in (at, without):
        each.give(0, food=4, ore=4).show_planets("Harvest Reach").put(0, "colonise moderate")
        each.state.trigger_seat, each.state.trigger_round, each.state.turns_left = 1, 7, 4
        each.turn(0, 8).choose("advance plans", "done")
    assert score_of(at, "act colonise moderate") == score_of(without, "act colonise moderate")


def test_a_planet_that_completes_a_set_is_bombarded_first():
    """Its owner loses the bonus with it, though another one has more points."""
    at = bare_table("players3").settle(1, "Loam", 2).settle(1, "Slagfall", 2).settle(1, "Parallax", 2)
    at.settle(1, "Deepshaft", 4).settle(1, "Crossways", 3)
    at.muster(0, "Devastator", "Devastator", "Battleship").act("fleet moderate", "invade 1")
    while at.asked[1] != "spoil":
        at.choose(at.options[0])
    at.choose("bombard")
    assert preferred(at) == "planet Crossways"


def worn_fleet(damage: int) -> Table:
    """Eight ships, each with so much damage, and a token in BUILD."""
    at = bare_table("players3").muster(0, *[("Battleship", damage)] * 8).muster(1, "Devastator", "Devastator")
    return at.give(0, ore=20).put(0, "build moderate").turn(0, 5).choose("advance plans", "done")


def test_a_worn_fleet_is_worth_repairing():
    """There is no room for another ship, but BUILD repairs as well, two points of combat value for an ORE."""
    assert score_of(worn_fleet(2), "act build moderate") > score_of(worn_fleet(0), "act build moderate") + 3.0


def test_a_better_ship_takes_the_place_of_a_weak_one():
    """A full fleet of Destroyers has room for Devastators, one of Devastators has none."""
    at, strong = (bare_table("players3").muster(0, *[ship] * 8) for ship in ("Destroyer", "Devastator"))
    for each in (at, strong):
        each.muster(1, "Devastator", "Devastator").give(0, ore=20).put(0, "build moderate")
        each.turn(0, 5).choose("advance plans", "done")
    assert score_of(at, "act build moderate") > 0.0 > score_of(strong, "act build moderate")


def test_an_action_waits_for_the_purse_that_it_needs():
    """DEVELOP at ULTIMATE raises three planets: not now, when the purse pays for one, but when it has been filled."""
    at = in_play("Shadow Master").settle(0, "Great Basin", 2).settle(0, "Titan Quarry", 2).give(0, food=2)
    at.put(0, "develop ultimate", "colonise basic").show_planets("Slagfall")
    at.turn(0, 5).choose("advance plans", "done")
    assert score_of(at, "act develop ultimate") < 0.0
    assert score_of(at.give(0, food=9, ore=9, science=9, coins=9), "act develop ultimate") > 0.0
