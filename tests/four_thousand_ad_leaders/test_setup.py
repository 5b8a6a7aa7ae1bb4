"""Setup: fleets, cards, turn order; the board and its numbers."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games.four_thousand_ad_leaders import GAME, reader
from starbalance.simulator.games.four_thousand_ad_leaders import rules as numbers
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import distance
from starbalance.simulator.games.star_field import field
from tests.four_thousand_ad_leaders.table import Position, position, sector_id

SETUPS = {"four": ["Algol", "Regulus", "Antares", "Pavo"], "three": ["Regulus", "Antares", "Mira"],
          "two": ["Algol", "Antares"]}  # fmt: skip


def games(number, setup="four", **switches):
    """Return `number` games set up from different seeds."""
    rules = tables.load(GAME, setup, set={f"switches.{name}": value for name, value in switches.items()})
    return [Position(rules, seed) for seed in range(number)]


def apart(one, two):
    rules = tables.load(GAME).record
    return int(distance(rules, sector_id(one), 2 * sector_id(two)))


@pytest.mark.parametrize("setup", SETUPS)
def test_every_player_begins_with_fifteen_ships_at_home(setup):
    """FAL-6.1, FAL-1.3, FAL-6.4, FAL-6.5, FAL-6.6"""
    at = games(1, setup)[0]
    assert at.homes == SETUPS[setup]
    assert [at.stands(home) for home in at.homes] == [{home: 15} for home in at.homes]
    assert [at.fleets(home) for home in at.homes] == [[] for _ in at.homes]


@pytest.mark.parametrize("ships", [1, 500])
def test_start_ships(ships):
    """FAL-2.1, FAL-6.1: The supply is unlimited; start_ships"""
    at = games(1, start_ships=ships)[0]
    assert at.stands("Algol") == {"Algol": ships}


@pytest.mark.parametrize(("drawn", "aside"), [(7, 9), (0, 16), (5, 11), (9, 7)])
def test_each_player_draws_leaders_from_a_separate_deck(drawn, aside):
    """FAL-3.1, FAL-6.2; leaders_drawn; Y-26"""
    hands = set()
    for at in games(8, leaders_drawn=drawn):
        for home in at.homes:
            assert (len(at.hand(home)), len(at.cards(home, "aside"))) == (drawn, aside)
            assert at.hand(home) | at.cards(home, "aside") == set(at.leaders)
            hands.add(frozenset(at.hand(home)))
    assert (len(hands) > 20) == (drawn > 0)


@pytest.mark.parametrize("more", [1, 2, 3])
def test_objectives_are_dealt_hidden_and_open(more):
    """FAL-4.1, FAL-6.3; open_objectives_at_start; Y-26: four hidden, one open, fifteen in the deck."""
    for at in games(5, open_objectives_at_start=more):
        hands = {at.objective(home) for home in at.homes}
        assert (len(hands), len(at.open), len(at.deck)) == (4, more, 16 - more)
        assert hands | at.open | set(at.deck) == set(at.objectives)


def test_no_objective_is_fulfilled_at_the_start():
    """FAL-19.1: With the printed numbers no player can claim in the first turn without a move."""
    for at in games(10):
        at.end_round()
        assert [at.claims(home) for home in at.homes] == [set()] * 4


def test_the_first_player_is_drawn_evenly_and_recorded():
    """FAL-6.7: first_player = random"""
    counts = Counter(at.order[0] for at in games(200))
    assert set(counts) == set(SETUPS["four"])
    assert min(counts.values()) > 25


@pytest.mark.parametrize("first", SETUPS["four"])
def test_a_fixed_first_player_begins_and_turns_go_clockwise(first):
    """FAL-6.7, FAL-6.8, FAL-7.2: first_player = fixed, seating = board_clockwise"""
    at, around = position(first=first), SETUPS["four"]
    start = around.index(first)
    assert at.order == around[start:] + around[:start]
    seen = [at.active] + [at.end_turn().active for _ in range(4)]
    assert seen == [*at.order, at.order[0]]


def test_turns_may_go_in_reverse_or_shuffled_order():
    """FAL-6.8: seating = reversed, shuffled"""
    mirrored = SETUPS["four"][::-1]
    orders = {tuple(at.order) for at in games(40, seating="reversed")}
    assert orders == {tuple(mirrored[k:] + mirrored[:k]) for k in range(4)}
    assert len({tuple(at.order) for at in games(200, seating="shuffled", first_player="fixed:Algol")}) == 6


def test_strengths_may_be_shuffled_equally_for_all_players():
    """FAL-3.2: leader_deck = shuffled_strengths"""
    printed = [5, 4, 3, 2, 2, 2, 2, 1, 1, 1, 0, 1, 1, 0, 1, 0]
    assert games(1)[0].state.strength[:16].tolist() == printed
    dealt = [tuple(at.state.strength[:16].tolist()) for at in games(10, leader_deck="shuffled_strengths")]
    assert len(set(dealt)) == 10
    assert all(sorted(each) == sorted(printed) for each in dealt)


def test_thresholds_may_be_jittered_equally_for_all_players():
    """objective_deck = jittered; cards 1 to 6, 8, 10, 11, 12, 17 change by 1, 14 by 2, 15 by 5, the rest not.

    FAL-4.1.
    """
    base, thresholds = games(1)[0].state.threshold[:20].copy(), [at.state.threshold[:20].copy()
        for at in games(60, objective_deck="jittered")]  # fmt: skip
    spread = [sorted({int(each[card] - base[card]) for each in thresholds}) for card in range(20)]
    ones = {1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 17}
    expected = [
        [-1, 0, 1] if card in ones else {14: [-2, 0, 2], 15: [-5, 0, 5]}.get(card, [0]) for card in range(1, 21)
    ]
    assert spread == expected


def test_the_deck_may_lack_events():
    """FAL-23.17, FAL-23.18, FAL-23.19, FAL-23.20: objective_deck = states_only"""
    for at in games(5, objective_deck="states_only"):
        cards = {at.objective(home) for home in at.homes} | at.open | set(at.deck)
        assert cards == set(at.objectives[:16])


@pytest.mark.parametrize(("variant", "enough"), [(None, True), ("no_first_turn_objectives", False)])
def test_the_first_ships_fulfil_two_objectives_unless_a_variant_asks_for_more(variant, enough):
    """FAL-23.14, FAL-23.16, FAL-22.12: With the two ships of a Quartermaster, a home has seventeen."""
    at = Position(tables.load(GAME, "four", variant=variant))
    stack, fleets = (at.objectives.index(name) for name in ("Grand Fleet", "Hyperspace Doctrine"))
    ships = at.stands("Algol")["Algol"] + (0 if enough else 2)
    assert (at.state.threshold[stack] <= ships) == enough
    assert (at.state.threshold[fleets] * at.rules.task_p2[fleets] <= ships) == enough


@pytest.mark.parametrize(("setup", "scaled", "expected"), [
    ("four", True, [(11, 0), (7, 0), (2, 0), (4, 2), (30, 0)]),
    ("three", True, [(13, 0), (8, 0), (2, 0), (4, 2), (36, 0)]),
    ("two", True, [(15, 0), (10, 0), (3, 0), (4, 3), (45, 0)]),
    ("two", False, [(11, 0), (7, 0), (2, 0), (4, 2), (30, 0)]),
])  # fmt: skip
def test_numbers_of_objectives_may_depend_on_the_players(setup, scaled, expected):
    """FAL-23.01, FAL-23.04, FAL-23.07, FAL-23.16, FAL-23.15: objective_scaling"""
    rules = tables.load(GAME, setup, set={"switches.objective_scaling": scaled}).record
    cards = [0, 3, 6, 15, 14]
    assert [(int(rules.task_p1[k]), int(rules.task_p2[k])) for k in cards] == expected


@pytest.mark.parametrize(("one", "two", "expected"), [
    ("A-yellow", "A-red", 1), ("A-yellow", "A-yellow", 0), ("A-yellow", "L-red", 6),
    ("A-yellow", "C-yellow", 2), ("J-red", "L-red", 2), ("A-yellow", "J-red", 4), ("C-yellow", "L-red", 4),
    ("C-yellow", "J-red", 6), ("C-yellow", "D-red", 4), ("L-red", "D-red", 4),
])  # fmt: skip
def test_the_worked_distances(one, two, expected):
    """FAL-1.1, FAL-11.1: Y-01, Y-02, Y-03, Y-04, Y-05; A-16: X-yellow lies above X-red."""
    assert apart(one, two) == apart(two, one) == expected


def test_distances_are_the_steps_of_a_box_of_4_by_3_by_2_sectors():
    """FAL-1.1, FAL-11.1: J-10: from 0 to 6, symmetric, with the triangle inequality."""
    rules = tables.load(GAME).record
    away = rules["count"].astype(int) - 1
    place = [(number % 12 // 3, number % 3, number // 12) for number in range(24)]
    for one, two in product(range(24), repeat=2):
        assert away[one, two] == sum(abs(a - b) for a, b in zip(place[one], place[two], strict=True))
    assert (away <= (away[:, :, None] + away[None, :, :]).min(axis=1)).all()


@pytest.mark.parametrize(("letters", "expected"), [
    ("ACJL", [2, 6, 10, 12, 10, 6, 2]), ("BK", [2, 8, 12, 12, 10, 4, 0]),
    ("DFGI", [2, 8, 14, 14, 8, 2, 0]), ("EH", [2, 10, 18, 14, 4, 0, 0]),
])  # fmt: skip
def test_the_stars_at_each_distance(letters, expected):
    """FAL-1.1, FAL-11.2"""
    rules = tables.load(GAME).record
    for letter, layer in product(letters, ("yellow", "red")):
        assert rules.number_at[sector_id(f"{letter}-{layer}"), 1:].tolist() == expected


def test_a_sector_has_two_stars_with_up_to_two_symbols():
    """FAL-1.2: 48 stars, one of every kind for each letter; the homes have both symbols."""
    rules = tables.load(GAME).record
    kinds = [Counter((int(rules.population[s]), int(rules.materials[s])) for s in range(48) if s % 24 // 2 == letter)
             for letter in range(12)]  # fmt: skip
    assert kinds == [Counter([(0, 0), (0, 1), (1, 0), (1, 1)])] * 12
    for setup in SETUPS:
        record = tables.load(GAME, setup).record
        assert all(record.population[h] and record.materials[h] for h in record.home[: record.seats])


@pytest.mark.parametrize("table", ["random_letter", "random_symmetric"])
def test_star_tables_may_be_dealt(table):
    """FAL-1.2: star_table; homes keep both symbols."""
    drawn = games(10, star_table=table)
    assert len({tuple(at.state.population.tolist()) for at in drawn}) > 5
    for at in drawn:
        assert all(at.state.population[h] and at.state.materials[h] for h in at.rules.home[:4])


def test_with_two_players_a_random_table_by_letters_pins_two_homes():
    """FAL-6.6: star_table = random_letter; Pavo is an ordinary star."""
    drawn = games(40, "two", star_table="random_letter")
    assert (
        len({(int(at.state.population[at.star("Pavo")]), int(at.state.materials[at.star("Pavo")])) for at in drawn})
        == 4
    )


@pytest.mark.parametrize("path", numbers.ROOM)
def test_a_number_above_the_size_of_the_records_is_refused(path):
    file, name = path.split(".")
    document, most = tables.read(GAME), numbers.ROOM[path]
    large = {**document[file], name: {**document[file][name], "value": most + 1}}
    with pytest.raises(BadInput, match=f"'{path}' must be at most {most}, got {most + 1}"):
        reader.fill({**document, file: large}, GAME.setups[0])


@pytest.mark.parametrize(("path", "value", "words"), [
    ("leaders.Corsair.effect", "reduce_own_loss", "did you mean 'reduce_own_loss_if_victor'"),
    ("leaders.Corsair.strength", -1, "0 or more"),
    ("leaders.Swarm_Leader.p1", 0, "1 or more"),
    ("objectives.Armada.task", "ship_ge", "did you mean 'ships_ge'"),
    ("objectives.Armada.p1", -1, "whole numbers"),
    ("setups.four.homes", ["Algol", "Algol", "Vega", "Pavo"], "4 different stars"),
    ("switches.leaders_drawn", 17, "must be at most 16, got 17"),
])  # fmt: skip
def test_an_invalid_value_is_refused(path, value, words):
    with pytest.raises(BadInput, match=words):
        tables.load(GAME, set={path: value})


def test_decks_have_the_cards_that_the_setup_deals():
    """FAL-3.1, FAL-6.3"""
    document = tables.read(GAME)
    few = {**document, "leaders": dict(list(document["leaders"].items())[:5])}
    with pytest.raises(BadInput, match=r"must be at most 5 \(a whole deck\), got 7"):
        reader.fill(few, GAME.setups[0])
    few = {**document, "objectives": dict(list(document["objectives"].items())[:4])}
    with pytest.raises(BadInput, match="deals 5 objectives; the deck has 4"):
        reader.fill(few, GAME.setups[0])


def test_a_designer_adds_a_leader_and_an_objective_without_code():
    """FAL-3.2, FAL-4.1"""
    new = {
        "new.leaders.Veteran": {"strength": 6, "effect": "bonus_if_attacker", "p1": 1, "p2": 0},
        "new.objectives.Small_Armada": {
            "task": "ships_ge", "p1": 20, "p2": 0, "for_two": [20, 0], "for_three": [20, 0], "jitter": 0, "tier": 1,
        },
    }  # fmt: skip
    at = Position(tables.load(GAME, set=new))
    assert (at.leaders[-1], at.rules.leaders, at.state.strength[16]) == ("Veteran", 17, 6)
    assert (at.objectives[-1], at.rules.objectives, at.state.threshold[20]) == ("Small Armada", 21, 20)


@pytest.mark.parametrize("name", [name for name, kind in numbers.SWITCHES.items() if kind.__name__[0].isupper()])
def test_every_word_of_a_switch_gives_its_code(name):
    kind = numbers.SWITCHES[name]
    assert tables.read(GAME)["switches"][name]["choices"] == [word.name.lower() for word in kind]
    for word in kind:
        assert tables.load(GAME, set={f"switches.{name}": word.name.lower()}).record[name] == word


@pytest.mark.parametrize("name", ["claim_costs_ship", "redraw_keeps", "redraw_trigger"])
def test_rules_missing_in_the_rulebook_are_marked_as_assumed(name):
    """FAL-3.3, FAL-19.1: A-09, A-28, A-32"""
    assert tables.read(GAME)["switches"][name]["source"] == "assumed"


def test_the_heart_of_the_field_is_e_and_h():
    """FAL-23.07, FAL-23.08: letters and rows of the field."""
    rules = tables.load(GAME).record
    assert [field.LETTERS[k] for k in range(12) if rules.core[k]] == ["E", "H"]
    assert (rules.rows, rules.row.tolist()) == (4, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
    assert np.asarray(rules.task[:20]).tolist() == list(range(20))


@pytest.mark.parametrize("setup", SETUPS)
def test_a_seat_is_labelled_by_its_home(setup):
    at, homes = games(1, setup)[0], GAME.labels(tables.load(GAME, setup))["home"]
    assert [homes[GAME.kernels.level(at.state, at.rules, at.seat(home))] for home in at.homes] == at.homes
