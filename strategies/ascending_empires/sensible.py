"""A careful all-rounder that settles, builds and mines.

Lands on the planets that its flicks are likely to reach, those of quadrants without its cities and of colours that its
technologies lack above all; takes its ships up again for more. Brings troops where a mine, a colony, a city or a
facility comes next, and does that in the next turn. Develops what its facilities allow, the sooner the longer the game
may last. Attacks planets that one more ship brings down, and rams blockades away. Ends the game when it leads, and
leaves the last VP in the pool when it does not.
"""

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.ascending_empires.board_rules import HOLES, NONE, SHIPS
from starbalance.simulator.games.ascending_empires.fleet import starships_in
from starbalance.simulator.games.ascending_empires.planet import items_on, room_for_troops, troops_at
from starbalance.simulator.games.ascending_empires.recruiting import places_for_a_troop
from starbalance.simulator.games.ascending_empires.rules import Parameter
from starbalance.simulator.games.ascending_empires.state import SIG, Kind, Phase, Where
from starbalance.strategies.ascending_empires.judgement.economy import (
    best_mine,
    best_structure,
    best_technology,
    develop_worth,
    launch_wish,
    mine_worth,
    place_worth,
    structure_worth,
)
from starbalance.strategies.ascending_empires.judgement.flight import (
    attack_gain,
    best_flight,
    best_landing,
    best_shot,
    prospect,
    score_shots,
    ship_vp,
    slot_worth,
    stay_worth,
)
from starbalance.strategies.ascending_empires.judgement.survey import look_around_table, survey_row
from starbalance.strategies.ascending_empires.judgement.weights import Weight

_LITTLE = 0.01  # what a troop withdrawn is worth, where nothing else is to be done


@rule
def recruit_worth(state, rules, seat, survey):
    """Of the best place for the troops of one action."""
    best, places = 0.0, places_for_a_troop(state, rules, seat)
    number = min(state.players[seat].troops, state.players[seat].value[Parameter.RECRUIT_LIMIT])
    for hole in range(HOLES):
        if (places >> hole) & 1:
            best = max(best, placing(state, rules, seat, hole, number, survey))
    return best


@rule
def placing(state, rules, seat, hole, number, survey):
    """Of as many of these troops as there is room for in a place."""
    if hole == state.players[seat].home:
        return place_worth(state, rules, seat, hole, 1, survey)
    return place_worth(state, rules, seat, hole, min(number, room_for_troops(state, rules, hole)), survey)


@rule
def launch_worth(state, rules, seat, hole, survey):
    """Of a launch from there, by what is near; none from a planet that it would leave empty."""
    if hole != state.players[seat].home and items_on(state, hole) == 1:
        return 0.0
    x, y = rules.board.hole_x[hole], rules.board.hole_y[hole]
    return launch_wish(state, seat, survey) * prospect(rules, x, y, hole, survey)


@rule
def best_launch(state, rules, seat, survey):
    """Of a launch from the best place; 0 without a ship in the supply."""
    best = 0.0
    if starships_in(state, seat, Where.SUPPLY) > 0:
        for hole in range(HOLES):
            if troops_at(state, seat, hole) > 0 and (survey.blockaded >> hole) & 1 == 0:
                best = max(best, launch_worth(state, rules, seat, hole, survey))
    return best


@rule
def move_worth(state, rules, seat, survey):
    """Of the best use of the movement points, or of attacking where the ships are."""
    landing, launch = best_landing(state, rules, seat, survey), best_launch(state, rules, seat, survey)
    best = max(launch, best_flight(state, rules, seat, survey))
    if landing > 0.0 and state.players[seat].value[Parameter.MOVE_POINTS] > 1:
        best = max(landing, best) + survey.weights[Weight.SECOND] * min(landing, best)
    return max(max(best, landing), attack_gain(state, rules, seat, survey))


@rule
def best_of_planets(state, rules, seat, kind, survey):
    """Of the best mine, or the best structure; of two of them, where the action allows that."""
    best, second = 0.0, 0.0
    for hole in range(HOLES):
        if state.holes[hole].owner == seat and (survey.blockaded >> hole) & 1 == 0:
            troops = state.holes[hole].troops
            if kind == Kind.BUILD:
                worth = best_structure(state, rules, seat, hole, troops, survey)
            else:
                worth = best_mine(state, rules, seat, hole, troops, survey)
            best, second = max(best, worth), max(second, min(best, worth))
    number = state.players[seat].value[Parameter.BUILDS if kind == Kind.BUILD else Parameter.MINE_PLANETS]
    return best + (survey.weights[Weight.SECOND] * second if number > 1 else 0.0)


@rule
def score_action(state, rules, seat, kind, survey):
    """D1"""
    if kind == Kind.MOVE:
        return move_worth(state, rules, seat, survey)
    if kind == Kind.RECRUIT:
        return recruit_worth(state, rules, seat, survey)
    if kind == Kind.DEVELOP:
        return best_technology(state, rules, seat, survey)
    if kind == Kind.WITHDRAW:
        return _LITTLE if state.players[seat].troops == 0 and survey.is_last == 0 else -1.0
    if kind == Kind.PASS:
        return 0.0
    return best_of_planets(state, rules, seat, kind, survey)


@rule
def score_point(state, rules, seat, kind, survey):
    """D4: a flight or a launch that leaves no point for what comes next is worth less."""
    if kind == Kind.LAND:
        return best_landing(state, rules, seat, survey)
    share = 1.0 if state.left > 1 else survey.weights[Weight.LATER]
    if kind == Kind.NAVIGATE:
        return share * best_flight(state, rules, seat, survey)
    if kind == Kind.LAUNCH:
        return share * best_launch(state, rules, seat, survey)
    return _LITTLE


@rule
def score_recruit(state, rules, seat, option, survey):
    """D2, D3"""
    if option.kind == Kind.STOP:
        return 0.0
    if option.kind == Kind.PLACE_ON:
        number = min(state.left, state.players[seat].troops)
        return placing(state, rules, seat, option.a, number, survey)
    return 1.0 * option.b


@rule
def score_move(state, rules, seat, option, survey):
    """D4, D5, D6, D7; at what a ship is flicked, `score_shots` says."""
    phase = state.phase
    if phase == Phase.POINT:
        return score_point(state, rules, seat, option.kind, survey)
    if phase == Phase.LAUNCH:
        return launch_worth(state, rules, seat, option.a, survey) - option.b
    if phase == Phase.SLOT:
        return slot_worth(state, rules, option.a, survey)
    if phase == Phase.SHIP:
        return best_shot(state, rules, seat, option.a, 0.0, survey) - stay_worth(state, option.a, survey)
    return survey.landing[state.scene.orbit[option.a]] + _LITTLE * option.b


@rule
def score_attack(state, rules, option):
    """D8: most VP first, with as few ships as it takes."""
    if option.kind == Kind.ATTACK_SHIP:
        return 1.0 * ship_vp(rules, option.a)
    if option.kind == Kind.ATTACK_PLANET:
        place = state.holes[option.a]
        return 0.5 + place.troops + place.facilities + place.colonies + place.cities
    if option.kind == Kind.COMMIT:
        return -1.0 * (option.a & 1) - 1.0 * ((option.a >> 8) & 1)
    return 0.0


@rule
def score_economy(state, rules, seat, option, survey):
    """D9, D10, D11, D12, D13, D14"""
    if option.kind == Kind.MINE_ON:
        there = state.holes[option.a].troops
        return mine_worth(state, rules, seat, option.a, option.b, there, survey)
    if option.kind == Kind.BUILD_ON:
        return structure_worth(state, rules, seat, option.a, option.b, survey)
    if option.kind == Kind.RAISE:
        return develop_worth(state, rules, seat, option.a, survey)
    if option.kind == Kind.TAKE:
        return option.a + option.b * (1.5 if starships_in(state, seat, Where.BOX) > 4 else 0.5)
    if option.kind == Kind.RETURN:
        return return_worth(state, seat, option.a) + (return_worth(state, seat, option.b) if option.b != NONE else 0.0)
    return 0.0


@rule
def return_worth(state, seat, k):
    """D14: those of the supply first, then those in open space."""
    if state.players[seat].where[k] == Where.SUPPLY:
        return 1.0
    return 0.5 if state.scene.orbit[SHIPS * seat + k] == NONE else 0.0


@rule
def score_option(state, rules, option, survey):
    """One option of the pending decision."""
    phase, seat = state.phase, state.actor
    if phase == Phase.ACTION:
        return score_action(state, rules, seat, option.kind, survey)
    if phase == Phase.PLACE or phase == Phase.WITHDRAW:
        return score_recruit(state, rules, seat, option, survey)
    if phase <= Phase.LAND:
        return score_move(state, rules, seat, option, survey)
    if phase == Phase.ATTACK or phase == Phase.COMMIT:
        return score_attack(state, rules, option)
    if phase == Phase.SCAN:
        return 1.0 if option.kind == Kind.SCAN_ALL else 0.0
    return score_economy(state, rules, seat, option, survey)


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    desk = np.zeros(1, survey_row)
    look_around_table(state, rules, state.actor, weights, desk[0])
    if state.phase == Phase.AIM:
        score_shots(state, rules, options, desk, scores)
        return
    for i in range(options.shape[0]):
        scores[i] = score_option(state, rules, options[i], desk[0])
