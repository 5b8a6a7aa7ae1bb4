"""Technologies and row bonuses: their effects and their tables."""

from collections import Counter

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.games.ascending_empires import GAME
from starbalance.simulator.games.ascending_empires.rules import Parameter
from starbalance.simulator.games.ascending_empires.scoring import end_vp
from tests.ascending_empires.table import position

ORANGE, GREY, PURPLE, BROWN = range(4)


def knows(colour, level, **edits):
    """Red has developed a colour up to this level."""
    levels = [0, 0, 0, 0]
    levels[colour] = level
    return position(tech={"red": levels}, **edits)


def test_engines():
    """ASE-21.1: Moves have three points."""
    at = knows(ORANGE, 1, perfect=True).choose("move")
    for target in (4, 1, 4):
        at.choose("navigate", "flick red 1", f"aim waypoint {target}")
    assert at.decision != "point"


@pytest.mark.parametrize(("gaps", "falls"), [((90.0, 70.0), True), ((90.1, 70.0), False)])
def test_long_range_guns(gaps, falls):
    """ASE-21.2, ASE-8.2, A40, W-T6: always against ships; the rulers of other players stay."""
    red = [(360 - 16 - gaps[0], 360), (360 + 16 + gaps[1], 360)]
    ships = {"red": red, "blue": [(360, 360)]}
    at = knows(ORANGE, 2, ships=ships).choose("move", "stop")
    assert (at.decision == "attack") is falls
    defender = position(tech={"blue": [2, 0, 0, 0]}, ships=ships).choose("move", "stop")
    assert defender.decision != "attack"


def test_long_range_does_not_reach_planets():
    """ASE-21.2: Only ships in orbit attack them."""
    at = knows(ORANGE, 2, planets={3: "blue 1F"}, ships={"red": [(235, 185)], "blue": []}).choose("move", "stop")
    assert at.decision != "attack"


def developing(**edits):
    """Red can develop orange 3, with three starships outside the box."""
    planets = {1: "red orange 2F", 2: "red orange 1F"}
    return knows(ORANGE, 2, planets=planets, supply={"red": "6T 1S"}, **edits)


def test_the_battleship():
    """ASE-8.4, ASE-8.11, ASE-21.3, A24, W-T7: Two of the three starships return."""
    at = developing().choose("develop", "raise orange")
    assert (at.tokens("red"), at.player("red").where[8], at.player("red").battleship_round) == (3, 1, 1)
    assert at.options == ["return 1 2", "return 1 3", "return 2 3"]
    at.choose("return 1 3")
    assert (at.fleet("red"), at.is_here("red 1"), at.is_here("red 2"), at.active) == ((7, 0, 1), False, True, "blue")


def test_starships_of_the_supply_are_all_alike():
    """ASE-8.11: the ledger of decisions, D14."""
    at = developing()
    at.supply("red", "3S")
    at.choose("develop", "raise orange")
    assert at.options == ["return 1 2", "return 1 3", "return 2 3", "return 3 4"]


@pytest.mark.parametrize(("returns", "options"), [(0, None), (1, ["return 1", "return 2", "return 3"])])
def test_battleship_returns(returns, options):
    """ASE-8.11: battleship_returns"""
    at = developing(battleship_returns=returns).choose("develop", "raise orange")
    assert (at.options if at.decision == "return" else None) == options
    if options:
        assert at.choose("return 3").fleet("red") == (6, 0, 2)


@pytest.mark.parametrize("locked", [False, True])
def test_returned_starships_come_back(locked):
    """ASE-8.11, A43: battleship_locks_two"""
    at = developing(battleship_locks_two=locked).choose("develop", "raise orange", "return 1 2")
    assert at.fleet("red") == ((5 if locked else 7), 1, 0)


def test_the_prow():
    """ASE-21.4, ASE-5.4, A48, W-T8: The ramming ship stays at its position."""
    ships = {"red": [(360, 100)], "blue": [(360, 200)]}
    at = knows(ORANGE, 4, ships=ships, perfect=True).choose("move", "navigate", "flick red 1", "aim ram blue 1")
    assert (at.is_here("blue 1"), at.at("red 1"), at.tokens("red")) == (False, pytest.approx((360, 184)), 0)
    defender = position(tech={"blue": [4, 0, 0, 0]}, ships=ships, perfect=True)
    defender.choose("move", "navigate", "flick red 1", "aim ram blue 1")
    assert not defender.is_here("blue 1") and not defender.is_here("red 1")


def test_conscription():
    """ASE-21.5, W-T13: Recruiting places three troops."""
    at = knows(GREY, 1, supply={"red": "3T"}).choose("recruit", "place on 0", "place on 0", "place on 0")
    assert at.troops("red")[1:] == (0, 3)


@pytest.mark.parametrize(("level", "ships"), [(2, 2), (3, 2), (4, 3)])
def test_garrisons_and_shields(level, ships):
    """ASE-21.6, ASE-21.8, W-T5: the defence of every planet of the owner."""
    for number in (ships - 1, ships):
        at = position(
            planets={3: "blue 1F"},
            ships={"red": [f"3/{k}" for k in range(number)], "blue": []},
            tech={"blue": [0, level, 0, 0]},
        ).choose("move", "stop")
        assert (at.decision == "attack") is (number == ships)


def test_drop_pods():
    """ASE-21.7, ASE-21.31, W-T12: one troop or two, before the disc is turned."""
    at = knows(GREY, 3, planets={3: "grey"}, ships={"red": ["3/0", "4/0"]}, supply={"red": "2T 0S"}, move_points=1)
    at.choose("move", "land")
    assert at.options == ["land red 1 1", "land red 1 2", "land red 2 1", "land red 2 2"]
    at.choose("land red 1 2")
    assert (at.items(3), at.fleet("red"), at.decision) == ("2T", (6, 1, 1), "scan")


def test_drop_pods_need_troops_and_room():
    """ASE-21.31"""
    at = knows(GREY, 3, planets={3: "red 2T"}, ships={"red": ["3/0", "4/0"]}, supply={"red": "2T"}).choose(
        "move", "land"
    )
    assert at.options == ["land red 1 1", "land red 2 1", "land red 2 2"]
    at = knows(GREY, 3, ships={"red": ["4/0"]}, supply={"red": "1T"}).choose("move", "land")
    assert at.options == ["land red 1 1"]


@pytest.mark.parametrize(("level", "items", "troops", "vp"), [(1, "", 3, 3), (2, "1T", 2, 3), (3, "1T", 2, 3)])
def test_mines(level, items, troops, vp):
    """ASE-21.9, ASE-21.10, ASE-21.25, ASE-21.32, W-T1, W-T2: The kept troop is one of the counted troops."""
    at = knows(PURPLE, level, variant="early_mines", planets={3: "red 3T"}, supply={"red": "2T"})
    at.choose("mine", "mine on 3 3")
    assert (at.items(3), at.troops("red")[1], at.tokens("red")) == (items, 2 + troops, vp)


@pytest.mark.parametrize(("level", "vp"), [(3, 4), (4, 5)])
def test_two_planets_are_mined(level, vp):
    """ASE-21.11, ASE-21.12, ASE-21.25, W-T3, W-T4: The planets differ; the bonus comes once."""
    at = knows(PURPLE, level, variant="early_mines", planets={3: "red 3T", 4: "red 2T"}).choose("mine", "mine on 3 3")
    assert at.options == ["stop", "mine on 4 2"]
    at.choose("mine on 4 2")
    assert (at.items(3), at.items(4), at.tokens("red"), at.active) == ("1T", "1T", vp, "blue")


@pytest.mark.parametrize(("level", "planets"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_each_level_mines_one_more_planet(level, planets):
    """ASE-21.11, ASE-21.12: purple 1 and purple 2 of the table of the data."""
    at = knows(PURPLE, level, planets={hole: "red 2T 1C" for hole in (3, 4, 5, 6)}, item_limit=4).choose("mine")
    for hole in range(3, 3 + planets):
        at.choose(f"mine on {hole} 2")
    assert (at.tokens("red"), at.active) == (planets, "blue")


@pytest.mark.parametrize(("level", "items", "vp"), [(2, "", 2), (3, "1T", 2), (4, "1T", 3)])
def test_the_last_levels_of_purple_make_a_mine_better(level, items, vp):
    """ASE-21.9, ASE-21.10, ASE-21.25: purple 3 and purple 4 of the table of the data."""
    at = knows(PURPLE, level, planets={3: "red 3T"}).choose("mine", "mine on 3 3")
    assert (at.items(3), at.tokens("red")) == (items, vp)


def test_the_second_mine_is_optional():
    """ASE-21.11: A planet is not mined twice."""
    at = knows(PURPLE, 1, planets={3: "red 3T", 4: "red 2T"}).choose("mine", "mine on 4 2", "stop")
    assert (at.tokens("red"), at.active) == (1, "blue")
    alone = knows(PURPLE, 1, planets={3: "red 3T 1C"}, item_limit=4).choose("mine", "mine on 3 2")
    assert alone.active == "blue"


def test_no_planet_is_mined_twice_by_an_action():
    """ASE-21.11: mine_planets; a third planet, but neither of the first two."""
    at = knows(PURPLE, 1, planets={3: "red 3T", 4: "red 3T", 5: "red 2T"}, mine_planets=2)
    at.choose("mine", "mine on 3 2", "mine on 4 2")
    assert at.options == ["stop", "mine on 5 2"]


def test_prefabrication():
    """ASE-21.13, W-T9: a facility for one troop."""
    at = knows(BROWN, 1, planets={3: "red grey 1T"}).choose("build", "build facility 3")
    assert (at.items(3), at.troops("red")[1]) == ("1F", 7)


def test_work_crews():
    """ASE-21.14, ASE-21.26: The first structure may enable the second one; the second one is optional."""
    at = knows(BROWN, 2, planets={3: "red 2T"}).choose("build", "build colony 3")
    assert "stop" in at.options
    at.choose("build city 3", "take 1T 0S")
    assert (at.items(3), at.active) == ("1Y", "blue")
    at = knows(BROWN, 2, planets={3: "red 2T"}).choose("build", "build colony 3", "stop")
    assert at.items(3) == "1T 1C"


def test_shipyards():
    """ASE-21.15, ASE-21.26, W-T10: two cities, four pieces."""
    at = knows(BROWN, 3, planets={3: "red 1T 1C", 4: "red 1T 1C"}, supply={"red": "2T"})
    box = at.troops("red")[0]
    at.choose("build", "build city 3", "take 1T 1S", "build city 4", "take 0T 2S")
    assert (at.items(3), at.items(4), at.fleet("red")) == ("1Y", "1Y", (3, 3, 2))
    assert at.troops("red")[0] == box - 1


def test_metropolis():
    """ASE-21.16, W-T11"""
    at = knows(BROWN, 4, planets={1: "red 1Y", 8: "red 1Y", 15: "red 1Y"})
    assert end_vp(at.state, at.rules, 0) == 15


def full_row(row, **edits):
    """Red lacks only brown for a row; the award for brown has already been given."""
    planets = {1: "red brown 2F", 2: "red brown 1F", 3: "red brown 1F"}
    at = position(planets=planets, tech={"red": [row, row, row, row - 1]}, **edits)
    at.state.first_to[3, row] = 1
    return at


def test_the_bonus_of_row_two():
    """ASE-21.18, D13: two pieces in any mix, or all that are left."""
    at = full_row(2).choose("develop", "raise brown")
    assert at.options == ["take 0T 2S", "take 1T 1S", "take 2T 0S"]
    assert at.choose("take 1T 1S").fleet("red")[1] == 1
    at = full_row(2)
    at.supply("red", "6S")
    at.player("red").troops += at.player("red").box_troops - 1
    at.player("red").box_troops = 1
    at.choose("develop", "raise brown")
    assert at.options == ["take 1T 0S"]


def test_a_row_gives_nothing_from_an_empty_box():
    """ASE-21.17, ASE-21.21"""
    at = full_row(1)
    at.supply("red", "14T 6S")
    at.player("red").troops, at.player("red").box_troops = 14, 0
    at.choose("develop", "raise brown")
    assert (at.troops("red"), at.fleet("red")) == ((0, 14, 0), (0, 6, 2))


@pytest.mark.parametrize(("row", "vp"), [(3, 3), (4, 6)])
def test_the_bonus_of_rows_three_and_four(row, vp):
    """ASE-21.19, ASE-21.20, W-T14: VP from the pool."""
    at = full_row(row).choose("develop", "raise brown")
    assert (at.tokens("red"), at.pool[0]) == (vp, 40 - vp)


@pytest.mark.parametrize("row", [1, 2, 3, 4])
def test_other_row_bonuses(row):
    """ASE-21.29: row_bonus = none, vp"""
    nothing = full_row(row, row_bonus="none").choose("develop", "raise brown")
    assert (nothing.tokens("red"), nothing.active) == (0, "blue")
    points = full_row(row, row_bonus="vp").choose("develop", "raise brown")
    assert (points.tokens("red"), points.fleet("red")[0]) == (row, 6)


def test_one_row_at_a_time():
    """ASE-21.30: A level raises the lowest level by at most one."""
    at = full_row(2)
    rows = int(at.player("red").rows).bit_count()
    at.choose("develop", "raise brown")
    assert int(at.player("red").rows).bit_count() == rows + 1


def test_effects_hold_at_once_and_only_for_their_player():
    """ASE-10.21, ASE-21.24, ASE-21.27"""
    at = position(planets={1: "red grey 2F"}).choose("develop", "raise grey")
    assert [at.player(colour).value[Parameter.RECRUIT_LIMIT] for colour in ("red", "blue")] == [3, 2]
    at.next_turn_of("red").choose("develop", "raise grey")
    assert at.player("red").value[[Parameter.RECRUIT_LIMIT, Parameter.DEF_BONUS]].tolist() == [3, 1]


def effects(**switches):
    """Return (colour, level, parameter, change) of every effect."""
    record = tables.load(GAME, set={f"switches.{name}": value for name, value in switches.items()}).record
    return [(*map(int, place), int(record.gain[tuple(place)])) for place in np.argwhere(record.gain)]


def test_the_bare_table():
    """ASE-21.22: tech_table = bare; the battleship, awards and the VP of rows stay, the pieces of rows do not."""
    assert effects(tech_table="bare") == [(0, 3, Parameter.BATTLESHIP, 1)]
    assert full_row(3, tech_table="bare").choose("develop", "raise brown").tokens("red") == 3
    for row, rest in ((1, "standin"), (2, "standin"), (1, "bare"), (2, "bare")):
        rules = full_row(row, tech_table=rest).rules
        pieces = rules.row_troops[row] + rules.row_starships[row] + rules.row_pieces[row]
        assert pieces == (2 if rest == "standin" else 0)


def test_no_technologies():
    """ASE-21.22: tech_table = none; no Develop action."""
    assert not position(planets={1: "red grey 2F"}, tech_table="none").may("develop")


@pytest.mark.parametrize("variant", [None, "early_mines", "late_mines", "spread_mines", "early_war"])
def test_other_tables_have_the_published_effects(variant):
    """ASE-21.3, ASE-21.22: Each place has one effect, the battleship is orange 3, and the published effects exist."""
    record = tables.load(GAME, variant=variant).record
    table = [(int(colour), int(level), int(parameter)) for colour, level, parameter in np.argwhere(record.gain)]
    assert Counter(place[:2] for place in table) == Counter((c, n) for c in range(4) for n in range(1, 5))
    assert (ORANGE, 3, Parameter.BATTLESHIP) in table
    published = {Parameter.MOVE_POINTS, Parameter.RANGE, Parameter.DEF_BONUS}
    assert published <= {parameter for _, _, parameter in table}


@pytest.mark.parametrize("levels_only", [False, True])
def test_shuffled_technologies(levels_only):
    """tech_table = shuffled, tech_levels_only; a different table for each seed, with the battleship at its place.

    ASE-21.28.
    """
    base = effects()
    tables_seen = set()
    for seed in range(5):
        tables_drawn = effects(tech_table="shuffled", tech_seed=seed, tech_levels_only=levels_only)
        assert Counter(each[2:] for each in tables_drawn) == Counter(each[2:] for each in base)
        assert (0, 3, Parameter.BATTLESHIP, 1) in tables_drawn
        if levels_only:
            assert Counter((each[0], *each[2:]) for each in tables_drawn) == Counter(
                (each[0], *each[2:]) for each in base
            )
        tables_seen.add(tuple(tables_drawn))
    assert len(tables_seen) > 3
    assert effects(tech_table="shuffled", tech_seed=3) == effects(tech_table="shuffled", tech_seed=3)


def test_a_designer_changes_an_effect_without_code():
    """ASE-21.1, ASE-21.24: The changed parameter and the amount are data."""
    changed = tables.load(
        GAME, set={"technologies.Engines.changes": "recruit_limit", "technologies.Engines.by": 2}
    ).record
    assert changed.gain[0, 1, Parameter.RECRUIT_LIMIT] == 2 and changed.gain[0, 1, Parameter.MOVE_POINTS] == 0
