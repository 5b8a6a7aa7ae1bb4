"""Resources and new ships."""

import pytest

from tests.four_thousand_ad.table import position

PAIR = {"Algol": {"Vega": 2}}  # Vega has both symbols


def production_rounds(at, last):
    """Return the rounds up to `last` in which Algol takes new ships, if every player waits."""
    rounds, produced = [], 0
    while at.state.rounds <= last:
        if at.player("Algol").produced > produced:
            rounds.append(int(at.state.rounds))
            produced = at.player("Algol").produced
        at.next_turn_of("Algol")
    return rounds


@pytest.mark.parametrize(("first_round", "period", "expected"), [
    (3, 2, [3, 5, 7]),
    (2, 2, [2, 4, 6]),
    (3, 1, [3, 4, 5, 6, 7]),
    (4, 3, [4, 7]),
    (1, 1, [1, 2, 3, 4, 5, 6, 7]),
])  # fmt: skip
def test_new_ships_come_only_in_production_rounds(first_round, period, expected):
    """FAD-12.2, FAD-1.5; X-16: first_production_round and production_period in all their values"""
    at = position(first_production_round=first_round, production_period=period)
    assert production_rounds(at, 7) == expected


@pytest.mark.parametrize("setup", ["independents4", "independents3", "alliances4", "alliances2"])
def test_a_home_without_other_stars_gives_one_ship_in_the_third_round(setup):
    """FAD-12.2, FAD-12.3; X-17"""
    at = position(setup)
    while at.state.rounds <= 3:
        at.end_turn()
    assert [at.fleets(home) for home in at.homes] == [{home: 16} for home in at.homes]


def test_symbols_are_drawn_in_production_rounds_and_never_in_between():
    """FAD-1.5: A star occupied only between two production rounds gives no symbol."""
    at = position(rounds=4, stars=PAIR)
    at.depart("Vega", "Deneb", 2).next_turn_of("Algol")
    assert at.state.rounds == 5
    assert at.player("Algol").produced == 1


def test_a_star_gives_its_symbols_from_the_first_production_after_its_occupation():
    """FAD-1.5, FAD-12.1"""
    at = position(rounds=2, warps={"Algol": [(1, "A-yellow", 1)]}).choose("arrive Vega").next_turn_of("Algol")
    assert at.player("Algol").produced == 2


@pytest.mark.parametrize("star", ["Vega", "Gacrux"])
def test_symbols_arrive_at_once_from_any_distance(star):
    """FAD-12.1: There is no supply line, and enemies around the home do not matter."""
    between = {name: 9 for name in ("Mirfak", "Deneb", "Menkent", "Capella", "Hadar")}
    at = position(rounds=3, stars={"Algol": {star: 1}, "Pavo": between})
    assert at.player("Algol").produced == 2


def test_each_pair_of_symbols_on_any_stars_gives_a_new_ship():
    """FAD-12.3; X-15: five of population and three of materials give three ships."""
    stars = {"Algol": {"Vega": 1, "Mirfak": 1, "Kochab": 1, "Betelgeuse": 1, "Deneb": 1}}
    at = position(rounds=3, stars=stars)
    assert at.player("Algol").produced == 3
    assert at.ships("Algol", "Algol") == 18


def test_surplus_symbols_are_not_stored():
    """FAD-12.3: Population left over in round 3 cannot pair with materials of round 5."""
    at = position(rounds=3, stars={"Algol": {"Mirfak": 1, "Kochab": 1}})
    assert at.player("Algol").produced == 1
    leave, enter = ["Mirfak", "Kochab"], ["Deneb", "Capella"]
    at.player("Algol").ships[[at.star(name) for name in leave]] = 0
    at.player("Algol").ships[[at.star(name) for name in enter]] = 1
    at.next_turn_of("Algol").next_turn_of("Algol")
    assert at.state.rounds == 5
    assert at.player("Algol").produced == 1 + 1


def test_new_ships_appear_at_the_home_of_their_builder():
    """FAD-2.2, FAD-12.4"""
    at = position(rounds=3, stars=PAIR)
    assert at.fleets("Algol") == {"Algol": 17, "Vega": 2}


def test_new_ships_come_before_any_move_and_may_depart_at_once():
    """FAD-12.4"""
    at = position(rounds=3, stars=PAIR)
    assert at.choose("depart Algol", "head for Antares").options[-1] == "embark 17"


def test_new_ships_come_before_the_warps_are_pushed():
    """FAD-12.4: A star taken on the same turn gives no symbol yet."""
    at = position(rounds=3, warps={"Algol": [(1, "A-yellow", 1)]}).choose("arrive Vega")
    assert at.player("Algol").produced == 1


def test_each_independent_takes_new_ships_on_his_own_turn():
    """FAD-12.4, FAD-21.2"""
    at = position(rounds=3)
    for home in at.order:
        assert at.active == home
        assert at.ships(home, home) == 16
        waiting = at.order[at.order.index(home) + 1 :]
        assert all(at.ships(other, other) == 15 for other in waiting)
        at.end_turn()


def test_both_allies_take_new_ships_before_either_moves():
    """FAD-12.4, FAD-17.1"""
    at = position("alliances4", rounds=3)
    assert at.prompt == ("Algol", "departure")
    assert [at.ships(home, home) for home in at.homes] == [16, 16, 15, 15]


def test_fleets_cost_no_upkeep():
    """FAD-12.5"""
    at = position(stars={"Algol": {"Elnath": 50}}, warps={"Algol": [(1, "A-yellow", 50)]})
    for _ in range(5):
        at.next_turn_of("Algol")
    assert at.warps("Algol") == [(7, "A-yellow", 50)]
    assert at.fleets("Algol") == {"Algol": 17, "Elnath": 50}


def test_a_production_without_a_pair_gives_nothing():
    """FAD-12.3: The home has no symbols and draws only materials."""
    at = position(rounds=2, stars={"Algol": {"Deneb": 1, "Capella": 1}})
    at.state.population[at.star("Algol")] = 0
    assert at.next_turn_of("Algol").player("Algol").produced == 0


@pytest.mark.parametrize(("cap", "produced"), [(0, 2), (15, 0), (17, 0), (18, 1), (19, 2), (500, 2)])
def test_no_more_ships_of_a_home_exist_than_its_supply(cap, produced):
    """FAD-12.3: ship_supply_cap, 0 for no limit; ships at stars and in warps count (17 in this test)."""
    at = position(
        rounds=3,
        stars={"Algol": {"Algol": 10, "Vega": 2}},
        warps={"Algol": [(1, "A-yellow", 5)]},
        ship_supply_cap=cap,
    )
    assert at.player("Algol").produced == produced


def test_ships_that_were_destroyed_are_back_in_the_supply():
    """FAD-12.3: ship_supply_cap"""
    at = position(stars={"Pavo": {"Mirfak": 40}}, ship_supply_cap=15).depart("Algol", "Mirfak", 3)
    at.next_turn_of("Algol").next_turn_of("Algol")
    assert at.player("Algol").produced == 1


def test_no_ships_are_taken_after_the_game_is_over():
    """FAD-12.2, FAD-23.2: A game that is adjudicated after a production round does not begin another turn."""
    at = position(rounds=3, max_rounds=3)
    while not at.state.over:
        at.end_turn()
    assert [int(at.player(home).produced) for home in at.homes] == [1, 1, 1, 1]
