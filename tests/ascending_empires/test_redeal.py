"""What a seat cannot see: face-down discs, by quadrant; scans, and the luck of flicks."""

from collections import Counter

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.ascending_empires import GAME, hidden
from starbalance.simulator.games.ascending_empires.board_rules import QUADRANT_HOLES
from tests.ascending_empires.table import SEAT_COLOURS, Position, position


def another(at, colour, luck=5):
    """A world that the player cannot tell from this one."""
    copy = zeros(1, GAME.verbs.state_dt)
    copy[0] = at.state
    GAME.verbs.redeal(copy[0], at.rules, SEAT_COLOURS.index(colour), np.uint64(luck))
    return copy[0]


def game(setup="four", seed=0, **switches):
    return Position(tables.load(GAME, setup, set={f"switches.{name}": value for name, value in switches.items()}), seed)


def kinds(state, holes):
    return Counter(int(state.holes[hole].kind) for hole in holes)


@pytest.mark.parametrize("setup", ["four", "three", "two"])
def test_each_quadrant_keeps_its_discs(setup):
    """ASE-15.1, I25"""
    at = game(setup)
    worlds = [another(at, "red", luck) for luck in range(20)]
    for quadrant in range(4):
        holes = range(QUADRANT_HOLES * quadrant, QUADRANT_HOLES * (quadrant + 1))
        assert all(kinds(world, holes) == kinds(at.state, holes) for world in worlds)
    assert len({world.holes["kind"].tobytes() for world in worlds}) > 15


def test_a_pooled_chart_is_dealt_over_all_quadrants():
    """ASE-15.1: setup_chart = pooled"""
    at = game("three", setup_chart="pooled")
    worlds = [another(at, "red", luck) for luck in range(20)]
    assert all(kinds(world, range(28)) == kinds(at.state, range(28)) for world in worlds)
    assert len({tuple(sorted(kinds(world, range(7)).items())) for world in worlds}) > 3


def test_what_is_up_or_scanned_stays():
    """ASE-15.1, ASE-11.2, I25: the other player knows less."""
    at = position(planets={3: "blue 1F"}, ships={"red": ["4/0", "5/0"]}).choose("pass", "scan all")
    for luck in range(20):
        world = another(at, "red", luck)
        assert all(world.holes[hole].kind == at.state.holes[hole].kind for hole in (0, 3, 4, 5, 7))
        assert world.holes["known"].tolist() == at.state.holes["known"].tolist()
    assert any(another(at, "blue", luck).holes[4].kind != at.state.holes[4].kind for luck in range(20))


def test_with_all_discs_known_nothing_changes():
    """ASE-15.1, I25: but the luck to come."""
    at = game()
    for place in at.state.holes:
        place.known |= 1
    assert another(at, "red").holes.tobytes() == at.state.holes.tobytes()


def test_unseen_discs_lie_anywhere_with_the_same_chance():
    """ASE-15.1: an orange disc of Alpha in each of five unseen holes; four standard deviations."""
    at = position(planets={3: "grey"})
    orange = sum(at.state.holes[hole].kind == 0 for hole in range(1, 7))
    found = Counter()
    for luck in range(400):
        world = another(at, "red", luck)
        found.update(hole for hole in range(1, 7) if world.holes[hole].kind == 0)
    assert orange and set(found) <= {1, 2, 4, 5, 6}
    share = orange / 5
    assert all(abs(found[hole] - 400 * share) < 4 * (400 * share * (1 - share)) ** 0.5 for hole in (1, 2, 4, 5, 6))


def test_a_redeal_depends_on_what_is_known_alone():
    """ASE-15.2: the same from any world that looks alike."""
    at = game("two", seed=4)
    once = another(at, "red", 1)
    twice = Position(tables.load(GAME, "two"), 4)
    twice.state = once
    assert another(twice, "red", 9).tobytes() == another(at, "red", 9).tobytes()


def test_only_what_is_hidden_changes():
    """ASE-15.1, ASE-15.3: kinds of unseen discs, the luck of flicks to come, notes of others."""
    at = position().choose("move", "navigate", "flick red 1", "aim orbit 3")
    before, after = at.state, another(at, "red")
    changed = {name for name in before.dtype.names if before[name].tobytes() != after[name].tobytes()}
    assert changed <= {"key", "drawn", "notes", "holes"}
    assert hidden.PRIVATE == ("holes.kind", "notes") and hidden.HIDDEN_FIELDS == ("key", "drawn")


def test_a_redeal_changes_the_luck_of_the_next_flick():
    """ASE-15.2, ASE-15.3, ASE-20.2: nobody knows the error before the shot."""
    at = position().choose("move", "navigate", "flick red 1")
    ends = set()
    for luck in range(5):
        world = position().choose("move", "navigate", "flick red 1")
        world.state = another(at, "red", luck)
        ends.add(world.choose("aim orbit 3").at("red 1"))
    assert len(ends) == 5


def test_options_do_not_depend_on_hidden_kinds():
    """ASE-15.1: a face-down disc is never occupied."""
    at = position(ships={"red": ["3/0", "4/0"]}, planets={9: "red 3T"}).choose("move")
    for luck in range(5):
        world = position().choose("move")
        world.state = another(at, "red", luck)
        assert world.options == at.options


def test_scanning_does_not_alter_the_luck_of_flicks():
    """ASE-20.12, ASE-20.18, I20: the flick after a scan goes where it goes without."""
    ends = []
    for words in ("scan all", "stop"):
        at = position(ships={"red": ["3/0", "0/1"]}).choose("pass", words).next_turn_of("red")
        ends.append(at.choose("move", "navigate", "flick red 2", "aim orbit 2").at("red 2"))
    assert ends[0] == ends[1]


def test_a_flick_has_its_own_luck():
    """ASE-20.12, ASE-20.18: neither other flicks' draws nor other players' choices shift it; each flick has another."""
    one = position().choose("move", "navigate", "flick red 1", "aim orbit 3")
    two = position().choose("recruit", "place on 0", "stop").next_turn_of("red")
    two.choose("move", "navigate", "flick red 1", "aim orbit 3")
    assert one.at("red 1") == two.at("red 1")
    luck = (one.state.flick.z1, one.state.flick.z2)
    one.choose("navigate", "flick red 2", "aim orbit 3")
    assert luck != (one.state.flick.z1, one.state.flick.z2)
