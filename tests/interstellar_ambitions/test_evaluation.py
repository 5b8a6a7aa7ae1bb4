"""Positions in which careful play has gone wrong, each with the choice of a strong player."""

import numpy as np

from starbalance.simulator.engine.strategy import find_strategy
from tests.interstellar_ambitions.table import GAME, Table, bare_table
from tests.interstellar_ambitions.test_ambitions import draw


def scores_of(at: Table, name: str = "sensible") -> np.ndarray:
    """Return the scores of a strategy for the options of the pending decision."""
    strategy, options = find_strategy(GAME, name), at._options()
    scores = np.full(len(options), np.nan)
    strategy.score(GAME)(at.state, at.rules, options, np.array(list(strategy.weights.values())), scores)
    assert not np.isnan(scores).any()
    return scores


def preferred(at: Table, name: str = "sensible") -> str:
    """Return the option that a strategy takes, in words."""
    return at.options[int(scores_of(at, name).argmax())]


def test_a_token_climbs_where_the_home_world_can_be_finished():
    """Two planning levels away, a Home World at 4 of 5 has more value than the next level of a small technology."""
    at = bare_table("players4").give(0, food=2, ore=2, science=4, coins=2).show_technologies("SHADOW CARTELS")
    at.put(0, "develop basic", "research moderate").turn(0, 5).choose("advance plans")
    assert preferred(at) == "advance develop basic"


def test_plans_are_advanced_with_full_resources():
    at = bare_table("players4").give(0, food=9, ore=9, science=9, coins=9)
    at.put(0, "develop basic", "develop basic").turn(0, 5)
    assert preferred(at) == "advance plans"


def test_a_planet_that_scores_is_bombarded():
    """One level less costs its owner all points of a finished planet, but no points of an unfinished one."""
    at = bare_table("players3").settle(1, "Titan Quarry", 4).settle(1, "Great Basin", 4)
    at.muster(0, "Devastator", "Devastator", "Battleship").act("fleet moderate", "invade 1")
    while at.prompt[1] != "spoil":
        at.choose(at.options[0])
    at.choose("bombard")
    assert preferred(at) == "planet Great Basin"


def test_the_units_of_a_home_world_pay_for_the_best_action():
    """Four ORE raise Titan Quarry to its highest level, although ORE is the least scarce resource."""
    at = bare_table("players4").give(0, ore=2).settle(0, "Titan Quarry", 3)
    at.state.siphoned[at.planet("Titan Quarry")] = 1
    at.put(0, "develop strong").turn(0, 5).choose("produce")
    for _ in range(2):
        assert preferred(at) == "take ore"
        at.choose("take ore")


def test_the_order_of_advances_does_not_change_the_preferred_token():
    """Three tokens are advanced in the order of their gain, even if another one was advanced first."""
    at = bare_table("players4").give(0, food=9, ore=9, science=9, coins=9)
    at.put(0, "develop basic", "colonise basic", "shadow basic").turn(0, 5).choose("advance plans")
    first = preferred(at)
    second = next(each for each in at.options if each not in (first, "done"))
    at.choose(second)
    assert preferred(at) == first


def test_nothing_is_exchanged_at_the_end_of_a_turn_without_need():
    at = (
        bare_table("players4")
        .give(0, food=9)
        .put(0, "develop basic")
        .turn(0, 5)
        .choose("advance plans", "done", "plan", "done")
    )
    assert at.prompt == (0, "end")
    assert dict(zip(at.options, scores_of(at), strict=True))["exchange food for ore"] == -np.inf


def test_a_plague_strikes_a_planet_that_scores():
    at = bare_table("players3").settle(1, "Loam", 2).settle(1, "Great Basin", 3).settle(1, "Titan Quarry", 4)
    at.deal(0, "Planetary Plague").deal(1).turn(0, 5).choose("play Planetary Plague", "opponent 1")
    at.settle(1, "Great Basin", 4)
    while at.prompt[1] != "object":
        at.choose(at.options[0])
    assert preferred(at) == "planet Great Basin"


def score_of(at: Table, option: str, name: str = "sensible") -> float:
    """Return the score of a strategy for an option in words."""
    return dict(zip(at.options, scores_of(at, name), strict=True))[option]


FAR = ("Shadow Master", "Space Dominator", "Fleet Hunter", "Science Haven", "Pioneers of Science", "Grand Armada")


def in_play(name: str, setup: str = "players4") -> Table:
    """Return a table with this ambition; all other ambitions in play are out of reach."""
    return draw(bare_table(setup), name, *[each for each in FAR if each != name][:5])


def set_in_sight(ambition: str, crossways: int = 3) -> Table:
    """Three planets of three types are short of their highest levels, the end is near, and all can be paid."""
    at = in_play(ambition).give(0, food=4, ore=8, science=2).settle(0, "Crossways", crossways)
    at.settle(0, "Wreckfield Halo", 2).settle(0, "Great Basin", 2).settle(0, "Cipher", 2)
    at.player(1).claims = 2
    return at.put(0, "develop ultimate", "build strong").turn(0, 8).choose("advance plans", "done")


def test_three_planets_that_complete_a_set_are_raised_before_the_home_world():
    """The Home World has eight points, each of the planets fewer, but together they bring the bonus of the set."""
    at = set_in_sight("Shadow Master").choose("act develop ultimate")
    for _ in range(3):
        assert "Home" not in preferred(at)
        at.choose(preferred(at))
    scored = at.planets(0)
    assert (scored["Wreckfield Halo"], scored["Great Basin"], scored["Cipher"]) == (3, 4, 3)


def test_the_home_world_is_raised_if_a_set_is_out_of_reach():
    at = set_in_sight("Shadow Master", crossways=1).choose("act develop ultimate")
    assert preferred(at) == f"develop {at.home(0)} 5"


def test_raising_three_planets_counts_the_ambition_that_it_meets():
    at, without = set_in_sight("Harmonious Realm"), set_in_sight("Shadow Master")
    assert score_of(at, "act develop ultimate") - score_of(without, "act develop ultimate") > 6.0


def test_a_raid_counts_the_ambition_that_its_loot_meets():
    """A RAID at +6 between equal fleets takes six resources half of the time, which meets Corsair King."""
    at = in_play("Corsair King").muster(0, "Destroyer", "Destroyer").muster(1, "Destroyer", "Destroyer")
    at.give(1, food=9, ore=9).give(0, ore=8)
    at.put(0, "fleet ultimate", "build moderate").turn(0, 5).choose("advance plans", "done")
    assert score_of(at, "act fleet ultimate") > score_of(at, "act build moderate")


def test_in_the_last_turn_a_step_towards_an_ambition_has_no_value():
    at, without = in_play("Star Empire"), in_play("Shadow Master")
    for each in (at, without):
        each.give(0, food=4, ore=4).show_planets("Harvest Reach").put(0, "colonise moderate")
        each.state.trigger_seat, each.state.trigger_round, each.state.turns_left = 1, 7, 4
        each.turn(0, 8).choose("advance plans", "done")
    assert score_of(at, "act colonise moderate") == score_of(without, "act colonise moderate")


def test_a_planet_that_completes_a_set_is_bombarded_first():
    """Its owner loses the bonus too, although another planet has more points."""
    at = bare_table("players3").settle(1, "Loam", 2).settle(1, "Slagfall", 2).settle(1, "Parallax", 2)
    at.settle(1, "Deepshaft", 4).settle(1, "Crossways", 3)
    at.muster(0, "Devastator", "Devastator", "Battleship").act("fleet moderate", "invade 1")
    while at.prompt[1] != "spoil":
        at.choose(at.options[0])
    at.choose("bombard")
    assert preferred(at) == "planet Crossways"


def worn_fleet(damage: int) -> Table:
    """Return eight ships with this damage each, and a token in BUILD."""
    at = bare_table("players3").muster(0, *[("Battleship", damage)] * 8).muster(1, "Devastator", "Devastator")
    return at.give(0, ore=20).put(0, "build moderate").turn(0, 5).choose("advance plans", "done")


def test_a_damaged_fleet_is_repaired():
    """There is no room for another ship, but BUILD repairs as well, two points of combat value for an ORE."""
    assert score_of(worn_fleet(2), "act build moderate") > score_of(worn_fleet(0), "act build moderate") + 3.0


def test_a_better_ship_replaces_a_weak_one():
    """A full fleet of Destroyers has room for Devastators, one of Devastators has none."""
    at, strong = (bare_table("players3").muster(0, *[ship] * 8) for ship in ("Destroyer", "Devastator"))
    for table in (at, strong):
        table.muster(1, "Devastator", "Devastator").give(0, ore=20).put(0, "build moderate")
        table.turn(0, 5).choose("advance plans", "done")
    assert score_of(at, "act build moderate") > 0.0 > score_of(strong, "act build moderate")


def test_an_action_waits_for_the_resources_that_it_needs():
    """DEVELOP at ULTIMATE raises three planets.

    It scores low while resources suffice for one planet, and high later.
    """
    at = in_play("Shadow Master").settle(0, "Great Basin", 2).settle(0, "Titan Quarry", 2).give(0, food=2)
    at.put(0, "develop ultimate", "colonise basic").show_planets("Slagfall")
    at.turn(0, 5).choose("advance plans", "done")
    assert score_of(at, "act develop ultimate") < 0.0
    assert score_of(at.give(0, food=9, ore=9, science=9, coins=9), "act develop ultimate") > 0.0
