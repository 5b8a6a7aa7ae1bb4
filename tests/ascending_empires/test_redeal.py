"""The information hidden from a seat: face-down discs by quadrant, scans, and the randomness of flicks."""

from collections import Counter

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.ascending_empires import GAME, hidden
from starbalance.simulator.games.ascending_empires.board_rules import QUADRANT_HOLES
from tests.ascending_empires.table import SEAT_COLOURS, Position, position


def another(at, colour, randomness=5):
    """Return the state with the part hidden from the player resampled."""
    copy = zeros(1, GAME.kernels.state_dt)
    copy[0] = at.state
    GAME.kernels.redeal(copy[0], at.rules, SEAT_COLOURS.index(colour), np.uint64(randomness))
    return copy[0]


def game(setup="four", seed=0, **switches):
    return Position(tables.load(GAME, setup, set={f"switches.{name}": value for name, value in switches.items()}), seed)


def kinds(state, holes):
    return Counter(int(state.holes[hole].kind) for hole in holes)


@pytest.mark.parametrize("setup", ["four", "three", "two"])
def test_each_quadrant_keeps_its_discs(setup):
    """ASE-15.1, I25"""
    at = game(setup)
    worlds = [another(at, "red", randomness) for randomness in range(20)]
    for quadrant in range(4):
        holes = range(QUADRANT_HOLES * quadrant, QUADRANT_HOLES * (quadrant + 1))
        assert all(kinds(world, holes) == kinds(at.state, holes) for world in worlds)
    assert len({world.holes["kind"].tobytes() for world in worlds}) > 15


def test_a_pooled_chart_is_dealt_over_all_quadrants():
    """ASE-15.1: setup_chart = pooled"""
    at = game("three", setup_chart="pooled")
    worlds = [another(at, "red", randomness) for randomness in range(20)]
    assert all(kinds(world, range(28)) == kinds(at.state, range(28)) for world in worlds)
    assert len({tuple(sorted(kinds(world, range(7)).items())) for world in worlds}) > 3


def test_face_up_and_scanned_discs_stay():
    """ASE-15.1, ASE-11.2, I25: The other player knows fewer discs."""
    at = position(planets={3: "blue 1F"}, ships={"red": ["4/0", "5/0"]}).choose("pass", "scan all")
    for randomness in range(20):
        world = another(at, "red", randomness)
        assert all(world.holes[hole].kind == at.state.holes[hole].kind for hole in (0, 3, 4, 5, 7))
        assert world.holes["known"].tolist() == at.state.holes["known"].tolist()
    assert any(another(at, "blue", randomness).holes[4].kind != at.state.holes[4].kind for randomness in range(20))


def test_with_all_discs_known_only_the_random_stream_changes():
    """ASE-15.1, I25: The state stays, except for the random stream of later flicks."""
    at = game()
    for place in at.state.holes:
        place.known |= 1
    assert another(at, "red").holes.tobytes() == at.state.holes.tobytes()


def test_unseen_discs_lie_anywhere_with_the_same_chance():
    """An orange disc of Alpha is in each of five unseen holes equally often, within four standard deviations.

    ASE-15.1.
    """
    at = position(planets={3: "grey"})
    orange = sum(at.state.holes[hole].kind == 0 for hole in range(1, 7))
    counts = Counter()
    for randomness in range(400):
        world = another(at, "red", randomness)
        counts.update(hole for hole in range(1, 7) if world.holes[hole].kind == 0)
    assert orange and set(counts) <= {1, 2, 4, 5, 6}
    share = orange / 5
    assert all(abs(counts[hole] - 400 * share) < 4 * (400 * share * (1 - share)) ** 0.5 for hole in (1, 2, 4, 5, 6))


def test_a_redeal_depends_only_on_known_information():
    """ASE-15.2: Every state that looks alike to the player gives an equal result."""
    at = game("two", seed=4)
    once = another(at, "red", 1)
    twice = Position(tables.load(GAME, "two"), 4)
    twice.state = once
    assert another(twice, "red", 9).tobytes() == another(at, "red", 9).tobytes()


def test_only_hidden_fields_change():
    """ASE-15.1, ASE-15.3: kinds of unseen discs, the random stream of later flicks, notes of other players."""
    at = position().choose("move", "navigate", "flick red 1", "aim orbit 3")
    before, after = at.state, another(at, "red")
    changed = {name for name in before.dtype.names if before[name].tobytes() != after[name].tobytes()}
    assert changed <= {"key", "drawn", "notes", "holes"}
    assert hidden.PRIVATE == ("holes.kind", "notes") and hidden.HIDDEN_FIELDS == ("key", "drawn")


def test_a_redeal_changes_the_random_draws_of_the_next_flick():
    """ASE-15.2, ASE-15.3, ASE-20.2: No player knows the error before the shot."""
    at = position().choose("move", "navigate", "flick red 1")
    ends = set()
    for randomness in range(5):
        world = position().choose("move", "navigate", "flick red 1")
        world.state = another(at, "red", randomness)
        ends.add(world.choose("aim orbit 3").at("red 1"))
    assert len(ends) == 5


def test_options_do_not_depend_on_hidden_kinds():
    """ASE-15.1: A face-down disc is never occupied."""
    at = position(ships={"red": ["3/0", "4/0"]}, planets={9: "red 3T"}).choose("move")
    for randomness in range(5):
        world = position().choose("move")
        world.state = another(at, "red", randomness)
        assert world.options == at.options


def test_scanning_does_not_change_the_random_draws_of_flicks():
    """ASE-20.12, ASE-20.18, I20: The flick after a scan has the same result as without the scan."""
    ends = []
    for words in ("scan all", "stop"):
        at = position(ships={"red": ["3/0", "0/1"]}).choose("pass", words).next_turn_of("red")
        ends.append(at.choose("move", "navigate", "flick red 2", "aim orbit 2").at("red 2"))
    assert ends[0] == ends[1]


def test_a_flick_has_separate_random_draws():
    """Other flicks and other players' choices do not shift its draws; each flick has different draws.

    ASE-20.12, ASE-20.18.
    """
    one = position().choose("move", "navigate", "flick red 1", "aim orbit 3")
    two = position().choose("recruit", "place on 0", "stop").next_turn_of("red")
    two.choose("move", "navigate", "flick red 1", "aim orbit 3")
    assert one.at("red 1") == two.at("red 1")
    randomness = (one.state.flick.z1, one.state.flick.z2)
    one.choose("navigate", "flick red 2", "aim orbit 3")
    assert randomness != (one.state.flick.z1, one.state.flick.z2)
