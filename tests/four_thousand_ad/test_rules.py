"""The numbers of 4000 A.D.: the star field, its counts, homes, the star table and the bounds of the switches."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.play import Table, steps
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games import find_game
from starbalance.simulator.games.four_thousand_ad import reader, state
from starbalance.simulator.games.four_thousand_ad import rules as numbers
from starbalance.simulator.games.four_thousand_ad.production import take_new_ships
from starbalance.simulator.games.star_field import field
from starbalance.simulator.games.star_field.geometry import count
from starbalance.simulator.games.star_field.production import is_production_round

GAME = find_game("4000-ad")
LETTERS = "ABCDEFGHIJKL"
SYMMETRIES = range(3)


@pytest.fixture(scope="module")
def rules():
    return tables.load(GAME).record


@pytest.fixture(scope="module")
def stars():
    return tables.read(GAME)["stars"]


def star_id(stars, name):
    star = stars[name]
    return 2 * (LETTERS.index(star["letter"]) + 12 * (star["layer"] == "red")) + star["slot"]


def sector(name):
    letter, layer = name.split("-")
    return LETTERS.index(letter) + 12 * (layer == "red")


def place(number):
    """Return (row, column, layer) of a sector on the 4 x 3 x 2 box."""
    return (number % 12 // 3, number % 3, number // 12)


def test_the_star_field_is_a_box_of_24_sectors(rules):
    """FAD-1.1"""
    assert rules["count"].shape == (24, 24)
    assert {place(number) for number in range(24)} == set(product(range(4), range(3), range(2)))
    assert rules["count"][sector("A-yellow"), sector("L-red")] == 4 + 3 + 2 - 2


def test_each_yellow_sector_lies_straight_above_the_red_one_of_its_letter(rules):
    """FAD-1.2, X-01"""
    for letter in LETTERS:
        above, below = sector(f"{letter}-yellow"), sector(f"{letter}-red")
        assert rules["count"][above, below] == 2
        for other in range(12):
            assert rules["count"][above, other] == rules["count"][below, other + 12]


def test_yellow_stars_are_in_the_upper_layer_and_red_ones_in_the_lower(stars):
    """FAD-1.3"""
    assert Counter(star["layer"] for star in stars.values()) == {"yellow": 24, "red": 24}
    assert all((star_id(stars, name) < 24) == (star["layer"] == "yellow") for name, star in stars.items())


def test_every_star_has_a_name_a_sector_and_up_to_two_symbols(stars, rules):
    """FAD-1.4"""
    assert len(stars) == 48
    assert sorted(star_id(stars, name) for name in stars) == list(range(48))
    for name, star in stars.items():
        assert star["population"] in (0, 1) and star["materials"] in (0, 1)
        assert rules.population[star_id(stars, name)] == star["population"]
        assert rules.materials[star_id(stars, name)] == star["materials"]


def test_production_rounds_are_the_odd_ones_from_the_third(rules):
    """FAD-12.2, X-16"""
    desk = zeros(1, state.state_dt)[0]
    production = []
    for desk.rounds in range(1, 8):
        if is_production_round(desk, rules):
            production.append(int(desk.rounds))
    assert production == [3, 5, 7]


def first_option(_state, _rules, _options, _weights, scores):
    scores[:] = 0.0
    scores[0] = 1.0


def test_resources_are_drawn_in_production_rounds_only(rules):
    """FAD-1.5"""
    table = Table.of([(first_option, [], 0.0)])
    seen, grew = 0, set()
    for step in steps(GAME, rules, table, np.full(SEATS, 0), 1, 0):
        produced = int(step.state.players["produced"].sum())
        if step.state.rounds == 8:
            break
        if produced > seen:
            grew.add(int(step.state.rounds))
        seen = produced
    assert grew == {3, 5, 7}


@pytest.mark.parametrize(("name", "where"), [
    ("Algol", "A-yellow"), ("Pavo", "J-red"), ("Regulus", "C-yellow"), ("Antares", "L-red"), ("Mira", "D-red"),
])  # fmt: skip
def test_the_homes_are_where_the_rulebook_puts_them(stars, name, where):
    """FAD-2.1, FAD-20.3"""
    assert f"{stars[name]['letter']}-{stars[name]['layer']}" == where


@pytest.mark.parametrize(("setup", "homes"), [
    ("independents4", ["Algol", "Antares", "Pavo", "Regulus"]),
    ("alliances4", ["Algol", "Antares", "Pavo", "Regulus"]),
    ("alliances2", ["Algol", "Antares", "Pavo", "Regulus"]),
    ("independents3", ["Antares", "Mira", "Regulus"]),
])  # fmt: skip
def test_each_setup_has_its_homes(stars, setup, homes):
    """FAD-2.1, FAD-20.2, FAD-20.3"""
    record = tables.load(GAME, setup).record
    assert sorted(record.home[: record.seats]) == sorted(star_id(stars, home) for home in homes)


@pytest.mark.parametrize("setup", ["alliances4", "alliances2"])
def test_algol_and_regulus_are_one_side_and_antares_and_pavo_the_other(stars, setup):
    """FAD-16.1"""
    record = tables.load(GAME, setup).record
    sides = {int(record.home[seat]): int(record.side[seat]) for seat in range(4)}
    one, two, three, four = (sides[star_id(stars, name)] for name in ("Algol", "Regulus", "Antares", "Pavo"))
    assert one == two != three == four
    assert record.alliances == 1


def test_in_four_player_alliances_everyone_commands_one_home():
    """FAD-16.2"""
    assert tables.load(GAME, "alliances4").record.player[:4].tolist() == [0, 1, 2, 3]


def test_in_two_player_alliances_each_commands_both_homes_of_a_side():
    """FAD-16.3"""
    record = tables.load(GAME, "alliances2").record
    assert record.player[:4].tolist() == record.side[:4].tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("setup", ["independents3", "independents4"])
def test_each_independent_is_a_separate_side(setup):
    """FAD-20.1"""
    record = tables.load(GAME, setup).record
    seats = list(range(record.seats))
    assert record.side[: record.seats].tolist() == record.player[: record.seats].tolist() == seats
    assert record.alliances == 0


def test_two_players_may_not_play_independents():
    """FAD-20.1"""
    assert [setup.name for setup in GAME.setups if setup.players == 2] == ["alliances2"]


def test_new_ships_appear_only_at_the_home_of_their_builder(rules):
    """FAD-2.2"""
    desk = zeros(1, state.state_dt)[0]
    GAME.module("setup").setup(desk, rules)
    desk.rounds = 3
    before = desk.players["ships"].copy()
    take_new_ships(desk, rules, 0)
    grown = desk.players["ships"] - before
    assert grown[0, rules.home[0]] == grown.sum() == 1


def test_a_journey_never_ends_at_the_star_it_left(rules):
    """FAD-4.1: the only star at count 1 other than the departure star is its companion."""
    desk = zeros(1, state.state_dt)[0]
    GAME.module("setup").setup(desk, rules)
    options = GAME.module("options")
    opts = zeros(state.MAX_OPTIONS, option_dt)
    desk.decision, desk.star = state.Decision.DESTINATION, rules.home[desk.active]
    n = options.options(desk, rules, opts)
    targets = {int(option.a) for option in opts[:n] if option.kind == state.Kind.HEAD_FOR}
    assert targets == set(range(48)) - {int(desk.star)}


def test_the_count_includes_both_end_sectors(rules):
    """FAD-4.2"""
    assert rules["count"][sector("A-yellow"), sector("B-yellow")] == 2
    assert rules["count"][sector("A-yellow"), sector("C-yellow")] == 3


def steps_of(path):
    """Return the axis of every step of a path of sectors."""
    return [next(i for i in range(3) if a[i] != b[i]) for a, b in pairwise(path)]


def permitted_counts(start, end):
    """Return the lengths of all permitted paths along the axes.

    A path has at most one turn inside a layer and one between layers, and never goes back.
    """
    lengths = set()
    for axes in {(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)}:
        sector, path = list(start), [tuple(start)]
        for axis in axes:
            while sector[axis] != end[axis]:
                sector[axis] += 1 if end[axis] > sector[axis] else -1
                path.append(tuple(sector))
        runs = [axis for i, axis in enumerate(steps_of(path)) if i == 0 or steps_of(path)[i - 1] != axis]
        vertical = sum(2 in pair for pair in pairwise(runs))
        horizontal = len(runs) - 1 - vertical
        if horizontal <= 1 and vertical <= 1:
            lengths.add(len(path))
    return lengths


def test_every_count_is_the_length_of_a_permitted_path(rules):
    """FAD-4.3: right angles, with at most one horizontal and one vertical turn."""
    for one, two in product(range(24), repeat=2):
        assert permitted_counts(place(one), place(two)) == {rules["count"][one, two]}


def test_the_count_is_the_distance_along_the_axes_plus_one(rules):
    """FAD-4.4"""
    for one, two in product(range(24), repeat=2):
        distance = sum(abs(a - b) for a, b in zip(place(one), place(two), strict=True))
        assert rules["count"][one, two] == distance + 1
    pairs = Counter(rules["count"].ravel().tolist())
    assert [pairs[n] for n in range(1, 8)] == [24, 92, 156, 156, 100, 40, 8]


def test_the_two_stars_of_a_sector_are_at_count_one(rules):
    """FAD-4.5, X-03"""
    for star in range(48):
        assert count(rules, star, star ^ 1) == 1


def test_the_stars_at_a_count_are_reached_by_a_journey_of_that_many_turns(rules):
    """FAD-4.6"""
    for one, turns in product(range(24), range(1, 8)):
        listed = rules.stars_at[one, turns, : rules.number_at[one, turns]].tolist()
        assert listed == [star for star in range(48) if rules["count"][one, star // 2] == turns]
    assert rules.number_at.max() == field.MOST_STARS


def test_the_farthest_count_depends_only_on_the_letter(rules):
    """FAD-4.7"""
    expected = {letter: 7 for letter in "ACJL"} | {letter: 6 for letter in "BDFGIK"} | {letter: 5 for letter in "EH"}
    for number in range(24):
        assert rules.farthest[number] == expected[LETTERS[number % 12]]


@pytest.mark.parametrize(("letters", "expected"), [
    ("ACJL", [2, 6, 10, 12, 10, 6, 2]),
    ("BK", [2, 8, 12, 12, 10, 4, 0]),
    ("DFGI", [2, 8, 14, 14, 8, 2, 0]),
    ("EH", [2, 10, 18, 14, 4, 0, 0]),
])  # fmt: skip
def test_the_number_of_stars_at_each_count(rules, letters, expected):
    """FAD-4.4, FAD-4.7: the check table of the star field."""
    for letter, layer in product(letters, ("yellow", "red")):
        assert rules.number_at[sector(f"{letter}-{layer}"), 1:].tolist() == expected


def test_counts_are_symmetric_and_obey_the_triangle(rules):
    """FAD-4.4: invariant I-6."""
    counts = rules["count"].astype(int)
    assert (counts == counts.T).all()
    assert ((counts == 1) == np.eye(24, dtype=bool)).all()
    through = (counts[:, :, None] + counts[None, :, :] - 1).min(axis=1)
    assert (counts <= through).all()


@pytest.mark.parametrize(("one", "two", "expected"), [
    ("A-yellow", "A-red", 2),
    ("C-yellow", "L-red", 5), ("C-yellow", "D-red", 5), ("L-red", "D-red", 5),
    ("A-yellow", "C-yellow", 3), ("J-red", "L-red", 3),
    ("A-yellow", "J-red", 5), ("C-yellow", "L-red", 5),
    ("A-yellow", "L-red", 7), ("C-yellow", "J-red", 7),
])  # fmt: skip
def test_the_worked_counts(rules, one, two, expected):
    """FAD-4.2, FAD-20.3: X-01, X-02, X-04, X-05, X-06."""
    assert rules["count"][sector(one), sector(two)] == expected


def test_every_letter_has_one_star_of_each_kind(stars):
    """FAD-1.4: the check sums of the star table."""
    kinds = {(letter, population, materials) for letter in LETTERS for population in (0, 1) for materials in (0, 1)}
    counts = Counter((star["letter"], star["population"], star["materials"]) for star in stars.values())
    assert counts == Counter(kinds)
    assert sum(star["population"] for star in stars.values()) == 24
    assert sum(star["materials"] for star in stars.values()) == 24


def test_every_home_has_both_symbols(stars):
    """FAD-2.1"""
    for name in ("Algol", "Pavo", "Regulus", "Antares", "Mira"):
        assert (stars[name]["population"], stars[name]["materials"]) == (1, 1)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_the_star_table_keeps_its_symmetries(rules, symmetry):
    """FAD-1.4: I-13, resources and counts are unchanged by the symmetries of the homes; slots are kept."""
    image = rules.mirror[symmetry]
    assert sorted(image.tolist()) == list(range(48))
    assert (image[image] == np.arange(48)).all()
    assert (image % 2 == np.arange(48) % 2).all()
    assert (rules.population[image] == rules.population).all()
    assert (rules.materials[image] == rules.materials).all()
    sectors = image[::2] // 2
    assert (rules["count"][np.ix_(sectors, sectors)] == rules["count"]).all()


@pytest.mark.parametrize(("symmetry", "pairs"), [
    (0, [("Algol", "Regulus"), ("Pavo", "Antares")]),
    (1, [("Algol", "Pavo"), ("Regulus", "Antares")]),
    (2, [("Algol", "Antares"), ("Regulus", "Pavo")]),
])  # fmt: skip
def test_the_symmetries_map_home_to_home(rules, stars, symmetry, pairs):
    """FAD-2.1: S1, S2, S3."""
    for one, two in pairs:
        assert rules.mirror[symmetry, star_id(stars, one)] == star_id(stars, two)


def nearby(rules, home, radius):
    """Return (stars, pairs of symbols) within a count of a home."""
    inside = [star for star in range(48) if rules["count"][home // 2, star // 2] <= radius]
    return len(inside), min(sum(rules.population[inside]), sum(rules.materials[inside]))


@pytest.mark.parametrize(("home", "expected"), [
    ("Regulus", [(2, 1), (8, 3), (18, 9), (30, 13), (40, 19)]),
    ("Antares", [(2, 1), (8, 3), (18, 9), (30, 13), (40, 19)]),
    ("Mira", [(2, 1), (10, 3), (24, 11), (38, 17), (46, 23)]),
])  # fmt: skip
def test_the_neighbourhoods_of_three_homes(rules, stars, home, expected):
    """FAD-20.3: the imbalance that remains with three players."""
    assert [nearby(rules, star_id(stars, home), radius) for radius in range(1, 6)] == expected


def nearest_shares(rules, homes):
    """Return (stars, population, materials) of each home; its nearest homes share a star equally."""
    total = np.zeros((len(homes), 3))
    for star in range(48):
        counts = np.array([rules["count"][home // 2, star // 2] for home in homes])
        near = counts == counts.min()
        total[near] += np.array([1, rules.population[star], rules.materials[star]]) / near.sum()
    return total


def test_the_nearest_home_shares(stars):
    """FAD-20.2, FAD-20.3"""
    three, four = (tables.load(GAME, setup).record for setup in ("independents3", "independents4"))
    homes = [star_id(stars, name) for name in ("Regulus", "Antares", "Mira")]
    expected = [[13.33, 7.00, 7.17], [15.33, 7.50, 7.67], [19.33, 9.50, 9.17]]
    assert np.allclose(nearest_shares(three, homes), expected, atol=0.005)
    assert np.allclose(nearest_shares(four, four.home[:4]), [12, 6, 6])


def test_the_homes_of_every_setup_and_their_images_are_pinned(rules, stars):
    """FAD-2.1: Random symmetric star tables do not change them."""
    names = ("Algol", "Regulus", "Antares", "Pavo", "Mira", "Arcturus", "Procyon", "Canopus")
    assert set(np.flatnonzero(rules.pinned).tolist()) == {star_id(stars, name) for name in names}


@pytest.mark.parametrize(("word", "expected"), [("random", -1), ("fixed:Algol", 0), ("fixed:Pavo", 3)])
def test_the_first_player_is_random_or_a_home(word, expected):
    assert tables.load(GAME, set={"switches.first_player": word}).record.first_player == expected


@pytest.mark.parametrize("name", [name for name, kind in numbers.SWITCHES.items() if kind.__name__[0].isupper()])
def test_every_word_of_a_switch_gives_its_code(name):
    kind = numbers.SWITCHES[name]
    assert tables.read(GAME)["switches"][name]["choices"] == [word.name.lower() for word in kind]
    for word in kind:
        assert tables.load(GAME, set={f"switches.{name}": word.name.lower()}).record[name] == word


def test_the_bounds_of_the_switches_match_the_state():
    """FAD-3.1, FAD-3.8: five warps and the spare one, seven spaces, 48 stars."""
    document = tables.read(GAME)
    assert document["switches"]["max_warps"]["most"] == numbers.MOST_WARPS
    assert document["switches"]["resign_stars"]["most"] == field.STARS
    assert document["path"]["spaces"]["value"] == document["path"]["spaces"]["most"] == numbers.SPACES


def test_the_words_for_how_a_game_ended_match_the_state():
    words = GAME.labels(tables.load(GAME))
    assert words["ended"] == tuple(each.name.lower() for each in state.Ended)
    assert words["home"] == words["captor"] == words["first_home"] == ("Algol", "Regulus", "Antares", "Pavo")


@pytest.mark.parametrize(("setup", "diplomacy"), [("independents4", 1), ("alliances4", 0), ("alliances2", 0)])
def test_diplomacy_concerns_only_independents(setup, diplomacy):
    """FAD-24.1: In setups with fixed alliances the switch changes nothing."""
    assert tables.load(GAME, setup, set={"switches.diplomacy": True}).record.diplomacy == diplomacy


@pytest.mark.parametrize("path", numbers.ROOM)
def test_a_number_above_the_size_of_the_records_is_refused(path):
    file, name = path.split(".")
    document, most = tables.read(GAME), numbers.ROOM[path]
    large = {**document[file], name: {**document[file][name], "value": most + 1}}
    with pytest.raises(BadInput, match=f"'{path}' must be at most {most}, got {most + 1}"):
        reader.fill({**document, file: large}, GAME.setups[0])


def test_more_seats_than_homes_are_refused():
    with pytest.raises(BadInput, match="must have at most 4 seats, got 5"):
        reader.fill(tables.read(GAME), replace(GAME.setups[0], seats=5, sides=5))
