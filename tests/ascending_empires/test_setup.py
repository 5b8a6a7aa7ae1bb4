"""Setup: discs, homeworlds, ships, the first player; and invalid data."""

from collections import Counter
from itertools import pairwise

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games.ascending_empires import GAME, reader
from starbalance.simulator.games.ascending_empires.board_rules import QUADRANT_HOLES
from starbalance.simulator.games.ascending_empires.rules import ASTEROID, HOMEWORLD, ROOM, SWITCHES
from tests.ascending_empires.table import Position, position

SEATS = {"four": 4, "three": 3, "two": 2}
POOL = {"four": 40, "three": 36, "two": 32}
UP = {"four": [HOMEWORLD] * 4, "three": [HOMEWORLD] * 3 + [ASTEROID], "two": [HOMEWORLD] * 2 + [ASTEROID] * 2}
DOWN = {"four": [6, 6, 6, 6, 0], "three": [5, 5, 5, 5, 4], "two": [4, 4, 4, 4, 8]}
GROUPS = {
    "four": [[2, 2, 1, 1, 0], [1, 2, 2, 1, 0], [1, 1, 2, 2, 0], [2, 1, 1, 2, 0]],
    "three": [[2, 1, 1, 1, 1], [1, 2, 1, 1, 1], [1, 1, 2, 1, 1], [1, 1, 1, 2, 1]],
    "two": [[1, 1, 1, 1, 2]] * 4,
}
COLOURS = ["red", "blue", "green", "yellow"]


def dealt(number, setup="four", overrides=None, **switches):
    """Return `number` games set up from different seeds. overrides: path -> value."""
    changes = {f"switches.{name}": value for name, value in switches.items()}
    rules = tables.load(GAME, setup, set=changes | (overrides or {}))
    return [Position(rules, seed) for seed in range(number)]


def kinds(at, holes, up):
    """Return the number of discs of each kind with this face on these holes."""
    counts = Counter(int(at.state.holes[hole].kind) for hole in holes if at.is_up(hole) == up)
    return [counts[kind] for kind in range(5)]


def quadrant(number):
    return range(QUADRANT_HOLES * number, QUADRANT_HOLES * (number + 1))


@pytest.mark.parametrize("setup", SEATS)
def test_every_player_begins_alike(setup):
    """ASE-1.1, ASE-1.7, ASE-1.8, ASE-1.9, ASE-1.10, ASE-1.11, ASE-1.13, ASE-1.14, W-1.1"""
    at = dealt(1, setup)[0]
    assert len(at.order) == SEATS[setup] and set(at.order) == set(COLOURS[: SEATS[setup]])
    assert at.pool == (POOL[setup], 0)
    for colour in at.order:
        assert (at.troops(colour), at.fleet(colour)) == ((8, 6, 0), (6, 0, 2))
        assert (at.player(colour).where[8], at.tech(colour), at.tokens(colour)) == (0, [0, 0, 0, 0], 0)
        homes = {at.orbit(f"{colour} 1"), at.orbit(f"{colour} 2")}
        assert homes == {int(at.player(colour).home)}
    assert (at.rules.facilities, at.rules.colonies, at.rules.cities, at.rules.troops) == (8, 4, 4, 14)


@pytest.mark.parametrize("setup", SEATS)
def test_every_hole_has_a_disc(setup):
    """ASE-1.2, ASE-1.3, ASE-1.4, ASE-1.6, ASE-22.2, ASE-22.6, W-1.2, W-1.3, W-1.4"""
    for at in dealt(10, setup):
        up = sorted((int(place.kind) for place in at.state.holes if place.up), reverse=True)
        assert up == UP[setup]
        assert kinds(at, range(28), False) == DOWN[setup]
        assert [hole for hole in range(28) if at.is_up(hole)] == [0, 7, 14, 21]


@pytest.mark.parametrize("setup", SEATS)
def test_the_group_of_a_quadrant_is_shuffled_over_its_holes(setup):
    """ASE-1.5, ASE-22.1, ASE-22.3, ASE-22.7: The groups stay in their quadrants with any corners."""
    places = {hole: set() for hole in range(28)}
    for at in dealt(60, setup):
        assert [kinds(at, quadrant(k), False) for k in range(4)] == GROUPS[setup]
        for hole in range(28):
            places[hole].add(int(at.state.holes[hole].kind))
    assert all(len(places[hole]) >= 4 for hole in range(28) if hole % QUADRANT_HOLES)


def test_discs_of_a_group_lie_anywhere_in_their_quadrant():
    """ASE-22.1: Each disc of Alpha is in each of six holes equally often, within four standard deviations."""
    counts = Counter(hole for at in dealt(600) for hole in range(1, 7) if at.state.holes[hole].kind == 0)
    assert all(abs(counts[hole] - 200) < 4 * (600 * 2 / 9) ** 0.5 for hole in range(1, 7))


def test_all_discs_may_be_dealt_together():
    """ASE-22.8: setup_chart = pooled; the set of discs stays, the groups change."""
    games = dealt(20, "three", setup_chart="pooled")
    assert all(kinds(at, range(28), False) == DOWN["three"] for at in games)
    assert len({tuple(map(tuple, (kinds(at, quadrant(k), False) for k in range(4)))) for at in games}) > 5


@pytest.mark.parametrize(("setup", "least"), [("four", [1, 1, 1, 1, 0]), ("three", [1, 1, 1, 1, 1])])
def test_extra_planets_may_go_to_random_quadrants(setup, least):
    """ASE-22.8: setup_chart = random_groups; six discs per quadrant, with unchanged totals by colour."""
    seen = set()
    for at in dealt(30, setup, setup_chart="random_groups"):
        groups = [kinds(at, quadrant(k), False) for k in range(4)]
        assert kinds(at, range(28), False) == DOWN[setup]
        assert all(sum(group) == 6 for group in groups)
        assert all(has >= must for group in groups for has, must in zip(group, least, strict=True))
        seen.add(tuple(map(tuple, groups)))
    assert len(seen) > 10


@pytest.mark.parametrize(("word", "k"), [("none", 0), ("one", 1), ("two", 2)])
@pytest.mark.parametrize("setup", SEATS)
def test_asteroids_of_groups(setup, word, k):
    """ASE-22.7: asteroids_k, at any number of players; a corner without a homeworld has one more."""
    at = dealt(1, setup, asteroids_k=word)[0]
    assert [kinds(at, quadrant(each), False)[4] for each in range(4)] == [k] * 4
    assert kinds(at, range(28), True)[4] == 4 - SEATS[setup]


def test_all_asteroids_may_lie_face_up():
    """ASE-1.4, A42: asteroids_up = all"""
    for at in dealt(5, "two", asteroids_up="all"):
        assert kinds(at, range(28), True)[4] == 10 and kinds(at, range(28), False)[4] == 0


def test_corners_are_turned_together():
    """ASE-22.4, ASE-22.9: Clockwise seating is kept, each corner occurs, and the first player is drawn separately."""
    seen = Counter()
    for at in dealt(200):
        corners = [int(at.player(colour).corner) for colour in COLOURS]
        assert all((after - before) % 4 == 1 for before, after in pairwise(corners))
        seen[corners[0], at.order[0]] += 1
    assert len(seen) == 16 and min(seen.values()) >= 3


def test_without_corner_shuffle_the_first_seat_is_in_alpha():
    """ASE-22.4: corner_shuffle"""
    for setup, corners in (("four", [0, 1, 2, 3]), ("three", [0, 1, 2]), ("two", [0, 2])):
        at = dealt(1, setup, corner_shuffle=False)[0]
        assert [int(at.player(colour).corner) for colour in COLOURS[: len(corners)]] == corners


def test_two_players_may_sit_side_by_side():
    """ASE-22.5: two_player_corners"""
    for word, apart in (("opposite", 2), ("adjacent", 1)):
        at = dealt(1, "two", two_player_corners=word)[0]
        assert (int(at.player("blue").corner) - int(at.player("red").corner)) % 4 == apart


def test_the_first_player_is_drawn_and_turns_go_clockwise():
    """ASE-1.12, ASE-11.3, ASE-2.2"""
    counts = Counter(at.order[0] for at in dealt(200))
    assert min(counts.values()) > 25
    for first in COLOURS:
        at = position(first_player=first, active=first)
        seen = [at.active] + [at.end_turn().active for _ in range(4)]
        start = COLOURS.index(first)
        assert seen == [*(COLOURS[start:] + COLOURS[:start]), first]


@pytest.mark.parametrize(
    ("corner", "slots"), [("red", (1, 2)), ("blue", (10, 11)), ("green", (7, 8)), ("yellow", (4, 5))]
)
def test_ships_begin_on_the_slots_towards_the_centre(corner, slots):
    """ASE-22.14, ASE-1.8"""
    at = position()
    home = int(at.player(corner).home)
    board = at.rules.board
    for number, slot in enumerate(slots, 1):
        x, y = board.hole_x[home] + board.slot_dx[0, slot], board.hole_y[home] + board.slot_dy[0, slot]
        assert at.at(f"{corner} {number}") == pytest.approx((x, y))


@pytest.mark.parametrize(("ships", "troops"), [(1, 4), (3, 8)])
def test_start_ships_and_troops(ships, troops):
    """ASE-1.7, ASE-1.8: start_ships, start_troops"""
    at = position(start_ships=ships, start_troops=troops)
    assert (at.fleet("red"), at.troops("red")) == ((8 - ships, 0, ships), (14 - troops, troops, 0))


def test_skill_is_fixed_or_drawn():
    """ASE-20.2: a number for each seat, or steps from the lowest to the highest."""
    at = position(skill={"red": 1.5, "yellow": -1})
    assert [at.player(colour).skill for colour in COLOURS] == [1.5, 0, 0, -1]
    skills = {float(at.player(colour).skill) for at in dealt(40, overrides={"skill.drawn": True}) for colour in COLOURS}
    assert skills == {-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0}


PARTS = {
    "skill": lambda at: [float(player.skill) for player in at.state.players],
    "seat": lambda at: at.order,
    "corner": lambda at: int(at.state.turned),
    "deal": lambda at: at.state.holes["kind"].tolist(),
}


@pytest.mark.parametrize("part", [*PARTS, "flicks"])
def test_a_part_of_the_randomness_may_have_a_separate_seed(part):
    """ASE-20.12: The part equals that of a game with seed 30; the rest depends on the seed of the game."""
    overrides = {"skill.drawn": True, "switches.asteroids_k": "one"}
    games, reference = dealt(20, overrides=overrides), dealt(31, overrides=overrides)[30]
    mixed = dealt(20, overrides=overrides | {f"randomness.{part}": 30})
    for seed, (game, at) in enumerate(zip(games, mixed, strict=True)):
        assert at.state.key.tolist() == [30 if part == "flicks" else seed, 0]
        for name, part_of in PARTS.items():
            assert part_of(at) == part_of(reference if name == part else game)
    assert all(any(part_of(game) != part_of(reference) for game in games) for part_of in PARTS.values())


def test_fewer_starships_than_the_records_have_room_for():
    """ASE-2.10: starships; missing ships never come into play."""
    at = position(starships=5)
    assert at.fleet("red") == (3, 0, 2)


@pytest.mark.parametrize(("path", "value", "words"), [
    ("switches.start_troops", 15, "must be at most 14, got 15"),
    ("switches.mine2_troops", 3, "'switches.mine3_troops' must be at least 4, got 3"),
    ("setups.four.corners", ["Alpha", "Beta", "Gamma", "Gamma"], "4 different quadrants"),
    ("setups.four.corners", ["Alpha", "Beta", "Gamma", "Delto"], "did you mean 'delta'"),
    ("setups.four.pool", 0, "must be at least 1, got 0"),
    ("setups.four.asteroids", 3, "must be 0, 1 or 2, got 3"),
    ("groups.without_asteroids.Alpha", [2, 2, 1, 0, 0], "must have 6 discs, one for each open hole, got 5"),
    ("groups.without_asteroids.Alpha", [2, 2, 1, 2, -1], "5 whole numbers"),
    ("technologies.Engines.level", 5, "from 1 to 4"),
    ("technologies.Engines.level", 2, "the same colour and level"),
    ("technologies.Engines.colour", "gray", "did you mean 'grey'"),
    ("technologies.Engines.changes", "move_point", "did you mean 'move_points'"),
    ("technologies.Prefabrication.by", -3, "reduce facility_cost below 0"),
    ("rows.row_1.vp", -1, "must be at least 0, got -1"),
    ("rows.row_2.pieces", 5, "must be at most 4, got 5"),
    ("skill.lowest", 3.0, r"must be at most 2.0 \(skill.highest\), got 3.0"),
])  # fmt: skip
def test_an_invalid_value_is_refused(path, value, words):
    with pytest.raises(BadInput, match=words):
        tables.load(GAME, "four", set={path: value})


def test_the_first_player_takes_part_in_the_game():
    """ASE-1.12"""
    with pytest.raises(BadInput, match="must be one of the first 3 colours, got 'yellow'"):
        tables.load(GAME, "three", set={"switches.first_player": "yellow"})


def test_troops_at_the_start_are_at_most_those_of_a_player():
    """ASE-1.7"""
    with pytest.raises(BadInput, match=r"must be at most 5 \(switches.troops\), got 6"):
        tables.load(GAME, set={"switches.troops": 5})


@pytest.mark.parametrize("name", ROOM)
def test_a_number_above_the_size_of_the_records_is_refused(name):
    document, most = tables.read(GAME), ROOM[name]
    large = {**document["switches"], name: {**document["switches"][name], "value": most + 1}}
    with pytest.raises(BadInput, match=f"'switches.{name}' must be at most {most}, got {most + 1}"):
        reader.fill({**document, "switches": large}, GAME.setups[0])


def test_there_is_a_row_for_each_level():
    """ASE-10.20"""
    document = tables.read(GAME)
    few = {**document, "rows": dict(list(document["rows"].items())[:3])}
    with pytest.raises(BadInput, match="must list 4 rows, got 3"):
        reader.fill(few, GAME.setups[0])


@pytest.mark.parametrize("name", [name for name, kind in SWITCHES.items() if kind.__name__[0].isupper()])
def test_every_word_of_a_switch_gives_its_code(name):
    kind = SWITCHES[name]
    assert tables.read(GAME)["switches"][name]["choices"] == [word.name.lower() for word in kind]
    for word in kind:
        assert tables.load(GAME, set={f"switches.{name}": word.name.lower()}).record[name] == word


def test_a_seat_is_labelled_by_its_corner():
    at = position()
    assert [GAME.kernels.level(at.state, at.rules, seat) for seat in range(4)] == [0, 1, 2, 3]
    turned = dealt(20, "three")
    levels = [{int(GAME.kernels.level(at.state, at.rules, seat)) for seat in range(3)} for at in turned]
    assert all(len(each) == 3 for each in levels) and len({frozenset(each) for each in levels}) > 1
