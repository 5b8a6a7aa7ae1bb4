"""A careful all-rounder that settles, builds and mines.

It lands on planets that its flicks are likely to reach, and launches the ships again for more. It prefers quadrants
without its cities and colours that its technologies lack. It places troops where it will mine or build in the next
turn. It develops what its facilities allow, the earlier the longer the game may last. It attacks planets that fall to
one more ship, and rams ships that blockade. It ends the game when it leads, and otherwise leaves the last VP in the
pool.
"""

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.ascending_empires.board_rules import BATTLESHIP, HOLES, NONE, SHIPS
from starbalance.simulator.games.ascending_empires.fleet import starships_in
from starbalance.simulator.games.ascending_empires.planet import items_on, room_for_troops, troops_at
from starbalance.simulator.games.ascending_empires.recruiting import places_for_a_troop
from starbalance.simulator.games.ascending_empires.rules import Parameter
from starbalance.simulator.games.ascending_empires.state import SIG, Decision, Kind, Where
from starbalance.strategies.ascending_empires.evaluation.economy import (
    best_mine,
    best_structure,
    best_technology,
    develop_value,
    extra_ship_value,
    mine_value,
    place_value,
    structure_value,
)
from starbalance.strategies.ascending_empires.evaluation.flight import (
    attack_gain,
    attack_gain_of,
    best_flight,
    best_landing,
    best_shot,
    next_attack_gain,
    prospect,
    score_shots,
    ship_gain,
    slot_value,
    stay_value,
)
from starbalance.strategies.ascending_empires.evaluation.survey import fill_features, planet_gain, survey_row
from starbalance.strategies.ascending_empires.evaluation.weights import Weight

_LITTLE = 0.01  # the value of withdrawing a troop, chosen only if there is nothing better to do


@rule
def recruit_value(state, rules, seat, survey):
    """Return the value of the best hole for the troops of one action, at least 0. Return 0 if no hole takes a troop."""
    best, places = 0.0, places_for_a_troop(state, rules, seat)
    number = min(state.players[seat].troops, state.players[seat].value[Parameter.RECRUIT_LIMIT])
    for hole in range(HOLES):
        if (places >> hole) & 1:
            best = max(best, placing(state, rules, seat, hole, number, survey))
    return best


@rule
def placing(state, rules, seat, hole, number, survey):
    """Return the value of placing troops in a hole, at most `number` and at most the room for them.

    On the homeworld it is the value of one troop.
    """
    if hole == state.players[seat].home:
        return place_value(state, rules, seat, hole, 1, survey)
    return place_value(state, rules, seat, hole, min(number, room_for_troops(state, rules, hole)), survey)


@rule
def launch_value(state, rules, seat, hole, survey):
    """Return the value of a launch from a hole, by the targets nearby.

    Return 0 if it would leave a planet empty or if the player needs no more ships.
    """
    if hole != state.players[seat].home and items_on(state, hole) == 1:
        return 0.0
    x, y = rules.board.hole_x[hole], rules.board.hole_y[hole]
    return extra_ship_value(state, seat, survey) * prospect(rules, x, y, hole, survey)


@rule
def best_launch(state, rules, seat, survey):
    """Return the value of a launch from the best hole, or 0 if no launch is possible or useful."""
    best = 0.0
    if starships_in(state, seat, Where.SUPPLY) > 0:
        for hole in range(HOLES):
            if troops_at(state, seat, hole) > 0 and (survey.blockaded >> hole) & 1 == 0:
                best = max(best, launch_value(state, rules, seat, hole, survey))
    return best


@rule
def move_value(state, rules, seat, survey):
    """Return the value of a move, at least 0: the best use of its points, or an attack from the current places."""
    landing, launch = best_landing(state, rules, seat, survey), best_launch(state, rules, seat, survey)
    best = max(launch, best_flight(state, rules, seat, survey))
    if landing > 0.0 and state.players[seat].value[Parameter.MOVE_POINTS] > 1:
        best = max(landing, best) + survey.weights[Weight.SECOND] * min(landing, best)
    return max(max(best, landing), attack_gain(state, rules, seat, survey))


@rule
def best_of_planets(state, rules, seat, kind, survey):
    """Return the value of the best structure (for `Kind.BUILD`) or mine over all own planets, at least 0.

    If the action allows two, add the second best, weighted by SECOND.
    """
    best, second = 0.0, 0.0
    for hole in range(HOLES):
        if state.holes[hole].owner == seat and (survey.blockaded >> hole) & 1 == 0:
            troops = state.holes[hole].troops
            if kind == Kind.BUILD:
                value = best_structure(state, rules, seat, hole, troops, survey)
            else:
                value = best_mine(state, rules, seat, hole, troops, survey)
            best, second = max(best, value), max(second, min(best, value))
    number = state.players[seat].value[Parameter.BUILDS if kind == Kind.BUILD else Parameter.MINE_PLANETS]
    return best + (survey.weights[Weight.SECOND] * second if number > 1 else 0.0)


@rule
def score_action(state, rules, seat, kind, survey):
    """D1: Return the score of an action: the value of its best use.

    A pass scores 0. A withdrawal scores 0.01 if the supply has no troops before the last turn, otherwise -1.
    """
    if kind == Kind.MOVE:
        return move_value(state, rules, seat, survey)
    if kind == Kind.RECRUIT:
        return recruit_value(state, rules, seat, survey)
    if kind == Kind.DEVELOP:
        return best_technology(state, rules, seat, survey)
    if kind == Kind.WITHDRAW:
        return _LITTLE if state.players[seat].troops == 0 and survey.is_last == 0 else -1.0
    if kind == Kind.PASS:
        return 0.0
    return best_of_planets(state, rules, seat, kind, survey)


@rule
def score_point(state, rules, seat, kind, survey):
    """D4: Return the score of a use of a movement point. Stopping scores 0.01.

    A flight or a launch scores less if it leaves no point for the next step.
    """
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
    """D2, D3: Return the score of placing troops (their value), withdrawing troops (their number) or stopping (0)."""
    if option.kind == Kind.STOP:
        return 0.0
    if option.kind == Kind.PLACE_ON:
        number = min(state.left, state.players[seat].troops)
        return placing(state, rules, seat, option.a, number, survey)
    return 1.0 * option.b


@rule
def score_move(state, rules, seat, option, survey):
    """D4, D5, D6, D7: Return the score of a step of a move. `score_shots` scores the targets of a flick."""
    decision = state.decision
    if decision == Decision.POINT:
        return score_point(state, rules, seat, option.kind, survey)
    if decision == Decision.LAUNCH:
        return launch_value(state, rules, seat, option.a, survey) - option.b
    if decision == Decision.SLOT:
        return slot_value(state, rules, option.a, survey)
    if decision == Decision.SHIP:
        return best_shot(state, rules, seat, option.a, 0.0, survey) - stay_value(state, option.a, survey)
    return survey.landing[state.scene.orbit[option.a]] + _LITTLE * option.b


@rule
def score_attack(state, rules, seat, option, survey):
    """D8: Return the score of an attack option: its value, plus that of the best attack that remains after it.

    Stopping scores 0. Sets of ships with the player's first ship or the battleship score a little lower.
    """
    if option.kind == Kind.ATTACK_SHIP:
        value = ship_gain(state, rules, option.a, Weight.ATTACK, survey)
        return value + next_attack_gain(state, rules, seat, option.a, NONE, survey)
    if option.kind == Kind.ATTACK_PLANET:
        value = planet_gain(state, rules, option.a, survey)
        return value + next_attack_gain(state, rules, seat, NONE, option.a, survey)
    if option.kind == Kind.COMMIT:
        value = attack_gain_of(state, rules, seat, survey.free & ~option.a, state.ship, state.hole, survey)
        return value - _LITTLE * ((option.a & 1) + ((option.a >> BATTLESHIP) & 1))
    return 0.0


@rule
def score_economy(state, rules, seat, option, survey):
    """D9, D10, D11, D12, D13, D14: Return the score of an economic option. Stopping scores 0."""
    if option.kind == Kind.MINE_ON:
        troops = state.holes[option.a].troops
        return mine_value(state, rules, seat, option.a, option.b, troops, survey)
    if option.kind == Kind.BUILD_ON:
        return structure_value(state, rules, seat, option.a, option.b, survey)
    if option.kind == Kind.RAISE:
        return develop_value(state, rules, seat, option.a, survey)
    if option.kind == Kind.TAKE:
        return option.a + option.b * (1.5 if starships_in(state, seat, Where.BOX) > 4 else 0.5)
    if option.kind == Kind.RETURN:
        return return_value(state, seat, option.a) + (return_value(state, seat, option.b) if option.b != NONE else 0.0)
    return 0.0


@rule
def return_value(state, seat, k):
    """D14: Return the score of giving up the player's starship `k`.

    It is 1 for a ship in the supply, 0.5 for one in open space, and 0 for one in orbit.
    """
    if state.players[seat].where[k] == Where.SUPPLY:
        return 1.0
    return 0.5 if state.scene.orbit[SHIPS * seat + k] == NONE else 0.0


@rule
def score_option(state, rules, option, survey):
    """Return the score of one option of the pending decision."""
    decision, seat = state.decision, state.actor
    if decision == Decision.ACTION:
        return score_action(state, rules, seat, option.kind, survey)
    if decision == Decision.PLACE or decision == Decision.WITHDRAW:
        return score_recruit(state, rules, seat, option, survey)
    if decision <= Decision.LAND:
        return score_move(state, rules, seat, option, survey)
    if decision == Decision.ATTACK or decision == Decision.COMMIT:
        return score_attack(state, rules, seat, option, survey)
    if decision == Decision.SCAN:
        return 1.0 if option.kind == Kind.SCAN_ALL else 0.0
    return score_economy(state, rules, seat, option, survey)


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Fill in `scores` with the score of each option of the pending decision."""
    desk = np.zeros(1, survey_row)
    fill_features(state, rules, state.actor, weights, desk[0])
    if state.decision == Decision.AIM:
        score_shots(state, rules, options, desk, scores)
        return
    for i in range(options.shape[0]):
        scores[i] = score_option(state, rules, options[i], desk[0])
