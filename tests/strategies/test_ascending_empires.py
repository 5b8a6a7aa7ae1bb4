"""Choices of careful players of Ascending Empires in positions with much at stake."""

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.records import values
from starbalance.simulator.engine.strategy import find_strategy, strategy_names
from starbalance.simulator.games.ascending_empires import GAME
from starbalance.simulator.games.ascending_empires.rules import Parameter
from starbalance.strategies.ascending_empires.evaluation.weights import Weight
from tests.ascending_empires.table import position
from tests.contract.worlds import listed, scores_of, weights_of

SENSIBLE = find_strategy(GAME, "sensible")
FULL = {hole: "blue 3C" for hole in range(1, 28) if hole % 7}  # no hole in which a ship could land


def choice(at, strategy=SENSIBLE):
    """Return the option that a strategy chooses, in words. The table does not change."""
    options, before = listed(GAME, at.state, at.rules), values(at.state)
    scores = scores_of(strategy.score(GAME), weights_of(strategy), at.state, at.rules, options)
    assert values(at.state) == before
    return at.options[int(scores.argmax())]


def turn(at, strategy=SENSIBLE):
    """Return the choices of a strategy in the present turn."""
    now, made = int(at.state.turn), []
    while at.state.turn == now and not at.state.over:
        made.append(choice(at, strategy))
        at.choose(made[-1])
    return made


def distance_to(at, hole):
    """Return the distance in mm from the first red ship to the centre of a hole."""
    x, y = at.at("red 1")
    return float(np.hypot(at.rules.board.hole_x[hole] - x, at.rules.board.hole_y[hole] - y))


@pytest.mark.parametrize("name", [name for name in strategy_names(GAME) if name != "uniform"])
def test_the_first_turn_is_a_flight_and_a_landing(name):
    """Every strategy flies to a near hole, which most flicks reach. With perfect flicks it lands at its aim."""
    strategy, at = find_strategy(GAME, name), position()
    assert choice(at, strategy) == "move" and choice(at.choose("move"), strategy) == "navigate"
    assert choice(at.choose("navigate", "flick red 1"), strategy) in ("aim orbit 1", "aim orbit 2", "aim orbit 3")
    at = position(perfect=True)
    made = turn(at, strategy)
    assert made[:2] == ["move", "navigate"] and made[4] == "land"
    assert at.owner(int(made[3].removeprefix("aim orbit "))) == "red"


def test_a_ship_is_flicked_at_a_target_that_it_can_hit():
    """From slot 1 of hole 0, hole 5 is hidden behind hole 2, and hole 3 is open (W-B1, W-B3); 1 and 2 are full."""
    at = position(ships={"red": ["0/1"]}, planets={1: "red 3T", 2: "red 3T"}).choose("move", "navigate", "flick red 1")
    assert choice(at) == "aim orbit 3"


def test_no_glance_off_the_board():
    """W-B6: from slot 0 of hole 2 the straight line to hole 21 leaves the board; the probes show it."""
    at = position(ships={"red": ["2/0"]}, planets={hole: "blue 3T" for hole in range(28) if hole % 7 and hole != 21})
    assert "aim orbit 21" not in turn(at)


def test_an_undefended_facility_is_raided():
    """ASE-9.7: A ship next to it takes two VP at once."""
    at = position(planets={3: "blue grey 2F"}, perfect=True)
    made = turn(at)
    assert "aim orbit 3" in made and "attack planet 3" in made
    assert at.tokens("red") == 2


def test_a_city_is_finished():
    """ASE-10.10: It gives two more VP, and a piece from the box. There are no troops to place."""
    assert turn(position(planets={3: "red grey 1T 1C"}, supply={"red": "0T"}))[:2] == ["build", "build city 3"]


def test_a_first_technology_is_developed():
    """ASE-10.19: It gives VP, and there is no planet left to land on."""
    planets = {**FULL, 3: "red grey 1F", 4: "red grey 1F"}
    assert turn(position(planets=planets, supply={"red": "0T"}, tech={"red": [0, 1, 0, 0]}))[0] == "develop"


def test_the_last_turn_is_for_points():
    """ASE-13.2: Troops have no value after it. Before, they build."""
    places = {3: "red grey 3T", 4: "red grey 2T"}
    at = position(planets=places)
    at.state.trigger, at.state.turns_left = 1, 1
    assert turn(at.begin_turn())[0] == "mine" and at.tokens("red") == 2
    assert turn(position(planets=places).begin_turn())[0] == "build"


def test_a_rammer_rams():
    rammer = find_strategy(GAME, "rammer")
    at = position(ships={"red": [(360, 200)], "blue": [(360, 260)]}, perfect=True).choose("move", "navigate")
    at.choose("flick red 1")
    assert choice(at, rammer) == "aim ram blue 1"
    assert choice(at) != "aim ram blue 1"


def test_a_second_ship_joins_a_siege():
    """ASE-9.2: Two ships take a planet with a troop; one is already there."""
    at = position(planets={3: "blue grey 1T 1F"}, ships={"red": ["3/0", "0/1"]}, perfect=True)
    made = turn(at)
    assert made[:4] == ["move", "navigate", "flick red 2", "aim orbit 3"] and "attack planet 3" in made
    assert at.tokens("red") == 2


def test_an_ambush():
    """ASE-8.1: A second ship next to an enemy ship destroys it."""
    at = position(ships={"red": [(360, 100), (360, 250)], "blue": [(400, 110)]}, supply={"red": "0T"}, perfect=True)
    made = turn(at)
    assert "aim near blue 1" in made and "attack ship blue 1" in made


def test_ships_are_committed_so_that_a_second_attack_remains():
    """ASE-7.3, ASE-8.8: One ship suffices for the planet. Red 2 is also in range of blue 1, which takes two ships."""
    ships = {"red": ["3/6", "3/0", (330, 185)], "blue": [(276, 185)]}
    at = position(planets={3: "blue grey 2F"}, ships=ships, supply={"red": "0T"}).choose("move", "stop")
    made = turn(at)
    assert "commit 1" in made and "attack ship blue 1" in made
    assert at.tokens("red") == 3


def test_a_hidden_planet_is_passed_at_the_side():
    """D6: From slot 1 of hole 0, disc 1 covers half of hole 4 (W-B2)."""
    full = {hole: "red 3T" for hole in range(1, 28) if hole != 4 and hole % 7}
    at = position(ships={"red": ["0/1"]}, planets=full).choose("move", "navigate", "flick red 1")
    assert choice(at) in ("aim side_right 4", "aim orbit 4", "aim side_left 4")
    assert choice(at) != "aim orbit 5"


@pytest.mark.parametrize("name", ["sensible", "raider"])
def test_a_launch_does_not_empty_a_planet(name):
    """ASE-4.7: The last troop stays although a ship of the supply could be launched; one of two troops may be used."""
    strategy, ships = find_strategy(GAME, name), {"red": [], "blue": []}
    near = {hole: "red 3T" for hole in (1, 2, 3)}
    for troops, may in ((1, False), (2, True)):
        at = position(planets={**near, 4: f"red {troops}T"}, ships=ships, supply={"red": "3T 2S"})
        at.choose("move", "launch")
        words = [f"launch from {hole}" for hole in (1, 2, 3)] + (["launch from 4"] if may else [])
        assert choice(at, strategy) in words


def test_a_player_behind_does_not_end_the_game():
    """A player who would lose leaves the last VP in the pool; a player who wins with them takes them.

    ASE-13.1, ASE-13.2.
    """
    behind = position(planets={**FULL, 3: "red asteroid 3T"}, pool=2, supply={"red": "6T"})
    turn(behind)
    assert behind.state.pool > 0
    ahead = position(planets={3: "red asteroid 3T", 4: "red asteroid 1T 1Y", 10: "blue asteroid 1T"}, pool=2)
    assert turn(ahead)[0] == "mine" and ahead.state.pool == 0


def test_a_player_behind_finally_ends_the_game():
    """ASE-14.2: The player does not wait for ever if a mine is the only possible action."""
    planets = {**FULL, 1: "red asteroid 1C 2Y", 3: "red asteroid 3T"}
    for rounds, mines in ((20, False), (200, True)):
        at = position(planets=planets, pool=1, supply={"red": "6T"}, ships={"red": []}, colonies=1)
        at.state.rounds = rounds
        assert (turn(at)[0] == "mine") == mines


def test_a_ship_is_launched_for_a_raid():
    """ASE-9.7: Two undefended facilities near the homeworld are a good reason for a launch."""
    planets = {**FULL, 1: "red asteroid 3C", 2: "red asteroid 3C", 3: "blue grey 2F"}
    at = position(planets=planets, home={"red": 1}, ships={"red": []}, supply={"red": "5T 2S"}, perfect=True)
    made = turn(at)
    assert made[:2] == ["move", "launch"] and "attack planet 3" in made
    assert at.tokens("red") == 2


def test_ships_are_not_left_in_the_supply():
    """With three open planets around the homeworld, two troops go there so that two ships can be launched.

    ASE-4.3, ASE-6.1.
    """
    at = position(planets={4: "red asteroid 3C"}, ships={"red": []}, supply={"red": "6T 2S"})
    assert turn(at) == ["recruit", "place on 0", "place on 0"]


@pytest.mark.parametrize(("skill", "hunts"), [(2.0, True), (0.0, False)])
def test_a_skilled_player_hunts(skill, hunts):
    """A raider with skill two reaches undefended facilities over several orbits, which are too far for one flick."""
    ships, prey = {"red": ["0/1"], "blue": []}, {23: "blue grey 2F"}
    at = position("two", planets=prey, ships=ships, supply={"red": "0T"}, skill={"red": skill}, perfect=True)
    turn(at, find_strategy(GAME, "raider").at(GAME, tables.load(GAME, "two")))
    assert (distance_to(at, 23) < 400.0) == hunts


@pytest.mark.parametrize("setup", ["two", "three"])
@pytest.mark.parametrize(("grey", "asteroid"), [(13, 27), (27, 13)])
def test_a_colour_is_sought_in_the_quadrant_that_lacks_it(setup, grey, asteroid):
    """Of two unseen discs at equal distance, the ship goes to the one whose quadrant still lacks a grey one.

    ASE-1.5.
    """
    strategy = SENSIBLE.at(GAME, tables.load(GAME, setup))
    planets = {hole: "red 3T" for hole in FULL if hole not in (grey, asteroid)}
    down = {grey: "grey", asteroid: "asteroid"}
    at = position(setup, planets=planets, down=down, ships={"red": [(360, 360)], "blue": []}, perfect=True)
    assert choice(at.choose("move", "navigate", "flick red 1"), strategy) == f"aim orbit {grey}"


def test_each_effect_has_its_weight():
    """The weights of effects are in the order of the parameters that technologies change."""
    first = Weight.MOVE_POINTS
    assert [Weight(first + parameter).name for parameter in Parameter] == [parameter.name for parameter in Parameter]


def test_a_player_behind_does_not_end_the_game_by_a_raid():
    """ASE-9.4, ASE-13.1: The items of the planet would be the last VP; without the raid, blue still may fall behind."""
    planets = {**FULL, 3: "blue grey 2F", 4: "red asteroid 1T"}
    at = position(planets=planets, pool=2, supply={"red": "6T"}, ships={"red": ["3/0"], "blue": []}, perfect=True)
    turn(at)
    assert at.state.pool == 2
    at = position(planets={3: "blue grey 2F", 4: "red asteroid 1T"}, pool=2, ships={"red": ["3/0"]}, perfect=True)
    assert "attack planet 3" in turn(at) and at.state.pool == 0


def test_a_lead_that_the_last_turns_reverse_does_not_end_the_game():
    """ASE-13.2: With the last VP red would lead by 1, but blue can mine 2 VP in its last turn."""
    planets = {3: "red asteroid 2T 1Y", 11: "blue asteroid 1C 1T"}
    for blue, mines in (("3T", False), ("1T", True)):
        planets[10] = f"blue asteroid {blue}"
        at = position("two", planets=planets, pool=1, supply={"red": "6T"}, ships={"red": []})
        assert (turn(at)[0] == "mine") == mines


def test_troops_are_placed_for_a_mine_in_the_certain_last_turn():
    """ASE-13.2: Blue takes the last VP next, so that the next turn of red is its last. Two troops are 1 VP then."""
    planets = {**FULL, 3: "red asteroid 1T", 10: "blue asteroid 3T", 11: "blue asteroid 1Y"}
    at = position(planets=planets, pool=2, supply={"red": "2T"}, ships={"red": []}, colonies=4)
    assert turn(at)[:2] == ["recruit", "place on 3"]
