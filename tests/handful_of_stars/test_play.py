"""Positions with one right answer: what careful play chooses there, and every archetype with it."""

import numpy as np
import pytest

from starbalance.simulator.engine.strategy import UNIFORM, find_strategy, strategy_names
from tests.handful_of_stars.battle import battle, frontier
from tests.handful_of_stars.table import GAME, bare_table

CAREFUL = [name for name in strategy_names(GAME) if name != UNIFORM]


def choice(at, name="sensible"):
    """What a strategy chooses at the pending decision, in words."""
    strategy = find_strategy(GAME, name)
    scores = np.full(len(at.options), np.nan)
    weights = np.array(list(strategy.weights.values()))
    strategy.score(GAME)(at.state, at.rules, at._options(), weights, scores)
    return at.options[int(np.argmax(scores))]


def response(at, name="sensible"):
    """The pieces of a strategy's response, to its end."""
    made = []
    while at.asked[1] == "response" and "done" not in made:
        made.append(choice(at, name))
        at.choose(made[-1])
    return made


# weapons


@pytest.mark.parametrize("name", CAREFUL)
@pytest.mark.parametrize(("weapon", "fleets"), [("Dreadnoughts", 2), ("Super Dreadnoughts", 3)])
def test_a_weapon_that_counts_in_the_combat_is_not_spent_in_it(name, weapon, fleets):
    """It adds more where it lies: with its matter the attacker would lack as much as before, or more."""
    at = battle(1, (fleets, 0), attacker={"one": [weapon], "hand": ["Boldar"]}).choose("no")
    assert f"spend {weapon} for matter" in at.options
    assert f"spend {weapon} for matter" not in response(at, name)


@pytest.mark.parametrize("name", CAREFUL)
def test_the_mines_of_a_defender_are_not_spent_as_matter(name):
    at = battle(3, (1, 0), "colony", defender={"one": ["Space Mines"], "hand": ["Frostgate"]}).choose("no")
    assert "spend Space Mines for matter" in at.options
    assert "spend Space Mines for matter" not in response(at, name)


@pytest.mark.parametrize("armed", [{"two": ["Missiles"]}, {"hand": ["Star Bomb"]}])
def test_what_an_attacker_can_still_bring_counts_before_he_goes_back(armed):
    """Three points behind a star base whose owner has no cards: a salvo or a bomb may win."""
    assert choice(battle(1, (0, 1), "colony", attacker=armed)) == "no"


def test_an_attacker_without_means_goes_back_at_once():
    assert choice(battle(1, (0, 1), "colony")) == "yes"


# units


@pytest.mark.parametrize("name", CAREFUL)
def test_a_lasting_weapon_is_not_what_a_building_is_paid_with(name):
    """The only matter lies in the Reserve, and counts there in every combat."""
    at = bare_table().place(0, "Kelmar", 1, 1, "home").place(0, "Hap", marker="outpost")
    at.deal(0, hand=["Settlers", "Star Drive"], two=["Super Dreadnoughts"])
    assert "act build" in at.options
    assert choice(at, name) != "act build"


# moves


def test_colonising_comes_after_a_move():
    """New ground next door and population for one outpost: with both in hand the better one gets it."""
    at = bare_table()
    home, held = at.system(24), at.system(25)
    at.place(0, home, 2, 1, "home").place(0, held, 1)
    at.deal(0, hand=["Hap", "Settlers"])
    assert {"act move", "act colonise"} <= set(at.options)
    assert choice(at) == "act move"


def test_a_great_fleet_does_not_lie_idle_beside_a_weak_outpost():
    """Ten fleets and energy for eight; a full hand does not save the one that holds the outpost."""
    at = frontier(10, (1, 0), setup="players4").block("Kelmar", "Elyria").block("Kelmar", "Rhosgar")
    at.deal(1, hand=["Settlers", "Academy", "Shipyard", "Star Drive", "Lyssa", "Diplomacy"])
    at.deal(0, hand=["Hap", "Ashfall", "Star Drive", "Settlers"])
    assert choice(at) == "act move"


def test_energy_that_would_be_wasted_takes_another_fleet_to_the_front():
    """A card of three energy pays for one fleet's step onto new ground; the fleet in the corner comes up behind."""
    at = bare_table()
    corner, front, side = (at.system(space) for space in (30, 24, 31))
    at.place(0, corner, 1, marker="outpost").place(0, front, 2, marker="outpost").place(0, side, marker="outpost")
    at.deal(0, hand=["Hap", "Settlers"])
    assert choice(at) == "act move"
    at.choose("act move")
    while at.asked[1] in ("origin", "group"):
        at.choose(choice(at))
    assert at.units(corner, 0) == (0, 0)
    assert 2 <= at.due["energy"] <= 3


# idle cards


def discarding(*hand):
    """Player 0 holds a home world and nothing to colonise, and discards from such a hand."""
    at = bare_table().place(0, "Kelmar", 1, 1, "home").deal(0, hand=hand)
    return at.choose("act discard")


def test_population_that_cannot_be_used_goes_round():
    """One card is saved for the next world; the others make room."""
    at = discarding("Settlers", "Kelmar", "Berylith", "Boldar", "Pellas", "Rhosgar")
    thrown = 0
    while choice(at) != "done":
        at.choose(choice(at))
        thrown += 1
    assert 2 <= thrown <= 5


def test_energy_for_the_next_turn_is_saved():
    """The only card that moves a fleet stays in hand."""
    at = discarding("Star Drive", "Academy", "Embermoor", "Drossen", "Lyssa", "Shipyard")
    while choice(at) != "done":
        assert choice(at) != "discard Star Drive"
        at.choose(choice(at))


# cards whose effect is over


def spent_track(**piles):
    """Player 0 has taken every disc off his Colony track."""
    at = bare_table().place(0, "Kelmar", 1, 1, "home").deal(0, **piles)
    at.player(0).spare_discs += at.player(0).track_discs
    at.player(0).track_discs = 0
    return at


@pytest.mark.parametrize("name", CAREFUL)
def test_development_is_not_drafted_when_the_track_has_no_disc(name):
    """HOS-17.7d: its effect cannot be used any more."""
    at = spent_track(hand=["Academy", "Embermoor"]).show("Development", "Research Laboratories")
    assert choice(at.choose("act draft"), name) == "draft Research Laboratories"


@pytest.mark.parametrize("name", CAREFUL)
def test_a_dead_development_card_is_not_kept(name):
    """Its population is not needed either: it makes room."""
    at = spent_track(hand=["Development", "Settlers", "Kelmar", "Pellas"]).choose("act discard")
    assert choice(at, name) == "discard Development"
