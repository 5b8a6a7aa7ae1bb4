"""Setup: fleets, turn order, and the star tables."""

from collections import Counter

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.games import find_game
from starbalance.simulator.games.star_field.field import LETTERS
from tests.four_thousand_ad.table import Position, position

GAME = find_game("4000-ad")
SETUPS = ["independents4", "independents3", "alliances4", "alliances2"]
AROUND = ["Algol", "Regulus", "Antares", "Pavo"]


def games(number, setup="independents4", **switches):
    """Yield `number` games set up from different seeds."""
    rules = tables.load(GAME, setup, set={f"switches.{name}": value for name, value in switches.items()})
    return [Position(rules, seed) for seed in range(number)]


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("ships", [1, 10, 15, 20, 500])
def test_a_game_starts_with_the_fleets_at_their_homes(setup, ships):
    """FAD-3.6: start_ships; all other stars empty, no warp in use."""
    at = position(setup, start_ships=ships)
    for home in at.homes:
        assert at.fleets(home) == {home: ships}
        assert at.warps(home) == []
        assert at.controller(home) == home
    assert at.state.rounds == 1


def test_fifteen_ships_is_the_start_of_the_rulebook():
    """FAD-3.6"""
    at = games(1)[0]
    assert [at.fleets(home) for home in at.homes] == [{home: 15} for home in at.homes]


@pytest.mark.parametrize("first", AROUND)
def test_a_fixed_first_player_begins(first):
    """FAD-21.1: first_player = fixed"""
    at = games(1, first_player=f"fixed:{first}")[0]
    start = AROUND.index(first)
    assert at.order == AROUND[start:] + AROUND[:start]
    assert at.active == first


@pytest.mark.parametrize("first", ["Regulus", "Antares", "Mira"])
def test_a_fixed_first_player_of_three_begins(first):
    """FAD-21.1: first_player = fixed"""
    assert games(1, "independents3", first_player=f"fixed:{first}")[0].order[0] == first


@pytest.mark.parametrize(("first", "order"), [
    ("Algol", ["Algol", "Regulus", "Antares", "Pavo"]),
    ("Regulus", ["Algol", "Regulus", "Antares", "Pavo"]),
    ("Antares", ["Antares", "Pavo", "Algol", "Regulus"]),
    ("Pavo", ["Antares", "Pavo", "Algol", "Regulus"]),
])  # fmt: skip
@pytest.mark.parametrize("setup", ["alliances4", "alliances2"])
def test_in_alliances_the_side_of_a_fixed_first_player_begins(setup, first, order):
    """FAD-17.1, FAD-17.2: first_player = fixed; inside a side the order is clockwise."""
    assert games(1, setup, first_player=f"fixed:{first}")[0].order == order


def test_the_first_player_is_drawn_evenly():
    """FAD-21.1: first_player = random"""
    counts = Counter(at.order[0] for at in games(200))
    assert set(counts) == set(AROUND)
    assert min(counts.values()) > 25


def test_turns_go_clockwise():
    """FAD-21.1: seating = board_clockwise, for every first player."""
    assert {tuple(at.order) for at in games(40)} == {tuple(AROUND[k:] + AROUND[:k]) for k in range(4)}


def test_turns_may_go_in_reverse_order():
    """FAD-21.1: seating = reversed"""
    mirrored = AROUND[::-1]
    orders = {tuple(at.order) for at in games(40, seating="reversed")}
    assert orders == {tuple(mirrored[k:] + mirrored[:k]) for k in range(4)}


def test_in_alliances_a_reversed_seating_swaps_the_allies():
    """FAD-17.2: seating = reversed"""
    orders = {tuple(at.order) for at in games(20, "alliances4", seating="reversed")}
    assert orders == {("Regulus", "Algol", "Pavo", "Antares"), ("Pavo", "Antares", "Regulus", "Algol")}


def test_a_shuffled_seating_gives_every_order():
    """FAD-21.1: seating = shuffled; the fixed first player still begins."""
    orders = Counter(tuple(at.order) for at in games(200, seating="shuffled", first_player="fixed:Antares"))
    assert len(orders) == 6
    assert {order[0] for order in orders} == {"Antares"}


def test_a_shuffled_seating_keeps_sides_together():
    """FAD-17.1: seating = shuffled"""
    orders = {tuple(at.order) for at in games(80, "alliances4", seating="shuffled")}
    assert len(orders) == 8
    assert {frozenset(order[:2]) for order in orders} == {frozenset(AROUND[:2]), frozenset(AROUND[2:])}


def kinds(at):
    """Return (population, materials) of every star."""
    return list(zip(at.state.population.tolist(), at.state.materials.tolist(), strict=True))


def letter_of(star):
    return star % 24 // 2


def by_letter(at):
    """Return a count of the kinds of each letter's four stars."""
    stars = kinds(at)
    return [Counter(stars[star] for star in range(48) if letter_of(star) == letter) for letter in range(12)]


def test_the_printed_star_table_is_the_same_in_every_game():
    """FAD-1.4: star_table = symmetric"""
    rules = tables.load(GAME).record
    printed = list(zip(rules.population.tolist(), rules.materials.tolist(), strict=True))
    assert all(kinds(at) == printed for at in games(5))


@pytest.mark.parametrize("setup", ["independents4", "independents3"])
@pytest.mark.parametrize("table", ["random_letter", "random_symmetric"])
def test_a_random_star_table_keeps_the_kinds_of_each_letter_and_the_homes(setup, table):
    """FAD-1.4, FAD-2.1: star_table = random_letter and random_symmetric"""
    drawn = games(30, setup, star_table=table)
    assert len({tuple(kinds(at)) for at in drawn}) > 20
    for at in drawn:
        assert all(each == dict.fromkeys([(0, 0), (0, 1), (1, 0), (1, 1)], 1) for each in by_letter(at))
        assert all(kinds(at)[at.star(home)] == (1, 1) for home in at.homes)


def test_a_random_table_by_letters_pins_only_the_homes_of_its_setup():
    """FAD-20.3: star_table = random_letter; with three players Algol is an ordinary star."""
    drawn = games(40, "independents3", star_table="random_letter")
    assert len({kinds(at)[at.star("Algol")] for at in drawn}) == 4
    assert len({kinds(at)[at.star("Vega")] for at in drawn}) == 4


def test_a_random_symmetric_table_keeps_the_symmetries_of_the_homes():
    """FAD-1.4: star_table = random_symmetric"""
    for at in games(10, star_table="random_symmetric"):
        stars = kinds(at)
        for image in at.rules.mirror:
            assert [stars[star] for star in image] == stars


def halves(at, letter):
    """Return the kinds of a letter's yellow and red sector, ignoring the order of the two stars in a sector."""
    stars = kinds(at)
    return tuple(tuple(sorted(stars[2 * letter + layer + slot] for slot in (0, 1))) for layer in (0, 24))


def test_a_random_symmetric_table_is_one_of_324():
    """star_table = random_symmetric; 3 deals at A, 3 at D, 6 at B and 6 at E; the other letters are mirror images.

    FAD-1.4.
    """
    drawn = games(150, star_table="random_symmetric")
    deals = {letter: len({halves(at, LETTERS.index(letter)) for at in drawn}) for letter in "ADBE"}
    assert deals == {"A": 3, "D": 3, "B": 6, "E": 6}


@pytest.mark.parametrize("setup", SETUPS)
def test_a_seat_is_labelled_by_its_home(setup):
    at, homes = games(1, setup)[0], GAME.labels(tables.load(GAME, setup))["home"]
    assert [homes[GAME.kernels.level(at.state, at.rules, at.seat(home))] for home in at.homes] == at.homes
