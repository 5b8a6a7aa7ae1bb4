"""Positions with one right answer: the choice of careful play there, made by every archetype."""

from types import SimpleNamespace

import numpy as np
import pytest

from starbalance.simulator.engine.jit import compiled
from starbalance.simulator.engine.strategy import UNIFORM, find_strategy, strategy_names
from starbalance.simulator.runs.fields import guarded
from starbalance.strategies.handful_of_stars.evaluation.features import (
    adjacent_fleets,
    enemy_fleets_near,
    neighbours_of,
)
from tests.handful_of_stars.battle import battle, frontier
from tests.handful_of_stars.table import GAME, bare_table

CAREFUL = [name for name in strategy_names(GAME) if name != UNIFORM]


def choice(at, name="sensible"):
    """Return the option that a strategy chooses at the pending decision, in words."""
    strategy = find_strategy(GAME, name)
    scores = np.full(len(at.options), np.nan)
    weights = np.array(list(strategy.weights.values()))
    strategy.score(GAME)(at.state, at.rules, at._options(), weights, scores)
    return at.options[int(np.argmax(scores))]


def response(at, name="sensible"):
    """Return the steps of a strategy's response, to its end."""
    made = []
    while at.prompt[1] == "response" and "done" not in made:
        made.append(choice(at, name))
        at.choose(made[-1])
    return made


# weapons


@pytest.mark.parametrize("name", CAREFUL)
@pytest.mark.parametrize(("weapon", "fleets"), [("Dreadnoughts", 2), ("Super Dreadnoughts", 3)])
def test_a_weapon_that_counts_in_the_combat_is_not_spent_in_it(name, weapon, fleets):
    """In the Reserve it adds at least as much as its matter would add."""
    at = battle(1, (fleets, 0), attacker={"one": [weapon], "hand": ["Boldar"]}).choose("no")
    assert f"spend {weapon} for matter" in at.options
    assert f"spend {weapon} for matter" not in response(at, name)


@pytest.mark.parametrize("name", CAREFUL)
def test_the_mines_of_a_defender_are_not_spent_as_matter(name):
    at = battle(3, (1, 0), "colony", defender={"one": ["Space Mines"], "hand": ["Frostgate"]}).choose("no")
    assert "spend Space Mines for matter" in at.options
    assert "spend Space Mines for matter" not in response(at, name)


@pytest.mark.parametrize("armed", [{"two": ["Missiles"]}, {"hand": ["Star Bomb"]}])
def test_an_attacker_who_can_still_add_strength_does_not_retreat_at_once(armed):
    """He is three points behind a star base whose owner has no cards: a salvo or a bomb may win."""
    assert choice(battle(1, (0, 1), "colony", attacker=armed)) == "no"


def test_an_attacker_without_means_retreats_at_once():
    assert choice(battle(1, (0, 1), "colony")) == "yes"


# units


@pytest.mark.parametrize("name", CAREFUL)
def test_a_lasting_weapon_is_not_spent_on_a_unit(name):
    """The only matter is the weapon in the Reserve, which counts in every combat."""
    at = bare_table().place(0, "Kelmar", 1, 1, "home").place(0, "Hap", marker="outpost")
    at.deal(0, hand=["Settlers", "Star Drive"], two=["Super Dreadnoughts"])
    assert "act build" in at.options
    assert choice(at, name) != "act build"


# moves


def test_colonising_comes_after_a_move():
    """There is a new system next door, and population for one outpost. With both in hand the better system gets it."""
    at = bare_table()
    home, held = at.system(24), at.system(25)
    at.place(0, home, 2, 1, "home").place(0, held, 1)
    at.deal(0, hand=["Hap", "Settlers"])
    assert {"act move", "act colonise"} <= set(at.options)
    assert choice(at) == "act move"


def test_a_large_fleet_attacks_a_weak_outpost_next_to_it():
    """Seat 0 has ten fleets and energy for eight. The full hand of the outpost's owner does not change the choice."""
    at = frontier(10, (1, 0), setup="players4").block("Kelmar", "Elyria").block("Kelmar", "Rhosgar")
    at.deal(1, hand=["Settlers", "Academy", "Shipyard", "Star Drive", "Lyssa", "Diplomacy"])
    at.deal(0, hand=["Hap", "Ashfall", "Star Drive", "Settlers"])
    assert choice(at) == "act move"


def test_surplus_energy_moves_another_fleet_to_the_front():
    """A card of three energy pays for one fleet's step onto a new system. The fleet in the corner follows behind."""
    at = bare_table()
    corner, front, side = (at.system(space) for space in (30, 24, 31))
    at.place(0, corner, 1, marker="outpost").place(0, front, 2, marker="outpost").place(0, side, marker="outpost")
    at.deal(0, hand=["Hap", "Settlers"])
    assert choice(at) == "act move"
    at.choose("act move")
    while at.prompt[1] in ("origin", "group"):
        at.choose(choice(at))
    assert at.units(corner, 0) == (0, 0)
    assert 2 <= at.due["energy"] <= 3


# idle cards


def discarding(*hand):
    """Player 0 holds a home world, has nothing to colonise, and discards from this hand."""
    at = bare_table().place(0, "Kelmar", 1, 1, "home").deal(0, hand=hand)
    return at.choose("act discard")


def test_population_that_cannot_be_used_is_discarded():
    """One card is saved for the next system; the remaining ones are discarded."""
    at = discarding("Settlers", "Kelmar", "Berylith", "Boldar", "Pellas", "Rhosgar")
    thrown = 0
    while choice(at) != "done":
        at.choose(choice(at))
        thrown += 1
    assert 2 <= thrown <= 5


def test_energy_for_the_next_turn_is_saved():
    """The only card that can move a fleet stays in hand."""
    at = discarding("Star Drive", "Academy", "Embermoor", "Drossen", "Lyssa", "Shipyard")
    while choice(at) != "done":
        assert choice(at) != "discard Star Drive"
        at.choose(choice(at))


# cards whose effect cannot be used any more


def spent_track(**piles):
    """Player 0 has no disc left on his Colony track."""
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
def test_a_development_card_without_effect_is_not_kept(name):
    """Its population is not needed either, so it is discarded."""
    at = spent_track(hand=["Development", "Settlers", "Kelmar", "Pellas"]).choose("act discard")
    assert choice(at, name) == "discard Development"


# indices


@pytest.mark.skipif(compiled(), reason="compiled code checks no indices")
@pytest.mark.parametrize("feature", [neighbours_of, adjacent_fleets, enemy_fleets_near])
def test_a_border_without_a_neighbour_reads_no_negative_index(feature):
    at = bare_table()
    state = SimpleNamespace(**{name: guarded(at.state[name], name) for name in ("near", "owner", "fleets")})
    assert all(feature(state, *each) >= 0 for each in np.ndindex(at.rules.seats, at.rules.spaces))
