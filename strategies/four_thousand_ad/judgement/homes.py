"""Homes: what could come to one and when, what stands there by then, which ships it counts on."""

import numpy as np

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.movement import may_depart
from starbalance.simulator.games.four_thousand_ad.occupation import is_living, possesses_home
from starbalance.simulator.games.four_thousand_ad.rules import WARPS
from starbalance.simulator.games.four_thousand_ad.seating import comes_before
from starbalance.simulator.games.star_field.field import HOMES, NONE
from starbalance.simulator.games.star_field.geometry import count
from starbalance.strategies.four_thousand_ad.judgement.features import TURNS, eta
from starbalance.strategies.four_thousand_ad.judgement.weights import Weight

_PATIENT = 50.0  # rounds; from then on the guard grows thinner


@rule
def is_bound_for(state, rules, other, slot, star):
    """Whether a warp of the side that moves heads for a star; of the one in question that is still to be decided."""
    if rules.side[other] != rules.side[state.active] or (other == state.active and slot == state.warp):
        return False
    return state.players[other].warps[slot].target == star


@rule
def measure(state, rules, owner, other, survey):
    """Fills in due, bound and near: what a seat has under way to a home, and around it."""
    home, row, player = state.players[owner].home, HOMES * owner + other, state.players[other]
    for slot in range(WARPS):
        warp = player.warps[slot]
        if warp.space > 0:
            turns = eta(rules, warp, home)
            if turns > 0:
                survey.due[row, turns] += warp.ships + warp.lent
                if is_bound_for(state, rules, other, slot, home):
                    survey.bound[row, turns] += warp.ships + warp.lent
    for k in range(survey.number[other]):
        star = survey.stack[other, k]
        if star != home:
            away = count(rules, star, home)
            survey.near[row, away] = max(survey.near[row, away], player.ships[star])
    for turn in range(1, TURNS):
        survey.near[row, turn] = max(survey.near[row, turn], survey.near[row, turn - 1])


@rule
def pairs(survey, other):
    """New ships of a seat on a round of production."""
    return min(survey.population[other], survey.materials[other])


@rule
def expect_help(state, rules, owner, survey):
    """Fills in held and sure of a home of one's own side: what stands there, flies there and is made there.

    A warp of the owner's that is bound for elsewhere still comes if it must; that of an ally does not.
    """
    held, sure, home = 0.0, 0.0, state.players[owner].home
    for turn in range(1, TURNS):
        for other in range(rules.seats):
            if rules.side[other] == rules.side[owner]:
                row, there = HOMES * owner + other, state.players[other].ships[home] if turn == 1 else 0
                held += there + (survey.due if other == owner else survey.bound)[row, turn - 1]
                sure += there + survey.bound[row, turn - 1]
        made = pairs(survey, owner) * survey.productions[1, turn - 1]
        survey.held[owner, turn] = held + made
        survey.sure[owner, turn] = sure + made


@rule
def expect_guard(state, rules, owner, survey):
    """Fills in guard and rescue of an enemy's home: what it holds, what flies there, is made there, hurries there."""
    home, flying = state.players[owner].home, 0.0
    begun = 0 if comes_before(state, state.active, owner) else 1
    share = survey.weights[Weight.CONFIDENCE] if survey.enemies > 1.0 else 1.0
    for turn in range(TURNS):
        stack = 0.0
        for other in range(rules.seats):
            if rules.side[other] == rules.side[owner]:
                row = HOMES * owner + other
                flying += survey.due[row, turn]
                stack = max(stack, survey.near[row, turn])
                if turn > 0:
                    survey.rescue[owner, turn - 1] += survey.due[row, turn] + survey.near[row, turn]
        made = pairs(survey, owner) * survey.productions[begun, turn]
        survey.guard[owner, turn] = survey.against[home] + made + share * (flying + stack)


@rule
def threat_of(state, rules, owner, turn, trust, but, survey):
    """What could come to a home on a turn from one enemy, or from both in Alliances; of one seat what has departed.

    trust: the share in which a stack that has not departed counts.
    """
    most, flying, stack = 0.0, 0.0, 0.0
    for other in range(rules.seats):
        if survey.enemy[other] > 0.0:
            row = HOMES * owner + other
            near = 0.0 if other == but else trust * survey.near[row, turn]
            most = max(most, survey.due[row, turn] + near)
            flying += survey.due[row, turn]
            stack = max(stack, near)
    return flying + stack if rules.alliances else most


@rule
def watch_homes(state, rules, seat, survey):
    """Measures the homes, and fills in trust and threat of one's own."""
    for owner in range(rules.seats):
        own = rules.side[owner] == rules.side[seat]
        for other in range(rules.seats):
            if own or rules.side[owner] == rules.side[other]:
                measure(state, rules, owner, other, survey)
        if own:
            expect_help(state, rules, owner, survey)
    weights = survey.weights
    patience = 1.0 - weights[Weight.IMPATIENCE] * max(0.0, state.rounds - _PATIENT) / 100.0
    survey.trust = weights[Weight.GUARD] * max(0.0, patience)
    for turn in range(1, TURNS):
        survey.threat[turn] = threat_of(state, rules, seat, turn, survey.trust, NONE, survey)


@rule
def reserve(state, rules, seat, home, reach, without, survey):
    """The largest own stack within a count of the home, the home itself and one star aside."""
    most = 0.0
    for k in range(survey.number[seat]):
        star = survey.stack[seat, k]
        if star != home and star != without and count(rules, star, home) <= reach:
            most = max(most, state.players[seat].ships[star])
    return most


@rule
def kept_for_home(state, rules, seat, star, but, survey):
    """How many ships of a star one's own home counts on; against one enemy only for what has departed.

    A stack that is near enough answers, together with what is kept, a threat that has still to depart.
    """
    home = state.players[seat].home
    keep, away = 0.0, 0 if star == home else count(rules, star, home)
    for turn in range(away + 1, TURNS):
        threat = survey.threat[turn] if but == NONE else threat_of(state, rules, seat, turn, survey.trust, but, survey)
        lacking = threat - survey.held[seat, turn]
        if star == home:
            lacking += state.players[seat].ships[star]
        if lacking > keep:
            keep = max(keep, lacking - reserve(state, rules, seat, home, turn - 1, star, survey))
    return np.ceil(keep)


@rule
def ships_to_spare(state, rules, seat, star, but, survey):
    """The ships that may leave a star: all but one and those that the home counts on; all once the home is lost."""
    ready, player = may_depart(state, rules, seat, star), state.players[seat]
    if not possesses_home(state, seat) or ready == 0:
        return ready
    keep = 0.0 if star == player.home else 1.0
    if player.ships[star] > keep:
        keep = max(keep, kept_for_home(state, rules, seat, star, but, survey))
    return max(0.0, min(ready, player.ships[star] - keep))


@rule
def look_at_own_side(state, rules, seat, owner, survey):
    """A home of one's own side: lost, or in danger of what flies towards it."""
    home = state.players[owner].home
    worth = survey.weights[Weight.OWN_HOME if owner == seat else Weight.ALLY]
    if not possesses_home(state, owner):
        survey.worth[home] += worth
        survey.need[home] = survey.against[home] + 1.0
        survey.entire[home] = 1.0 + owner
        return
    survey.worth[home] = 0.0
    for turn in range(1, TURNS):
        landing = threat_of(state, rules, owner, turn, 0.0, NONE, survey)
        lacking = landing - survey.sure[owner, turn]
        if lacking > 0.0 and survey.ward[home] == 0.0:
            survey.worth[home] = worth
            survey.need[home] = lacking
            survey.ward[home] = 1.0 + owner
            survey.deadline[owner] = turn
            survey.landing[owner] = landing


@rule
def look_at_enemy(state, rules, seat, owner, survey):
    """An enemy home is worth everything there is, the more if its owner holds one's own."""
    home = state.players[owner].home
    survey.worth[home] += survey.weights[Weight.HOME]
    if state.players[seat].controller == owner:
        survey.worth[home] += survey.weights[Weight.OWN_HOME]
    survey.need[home] = survey.against[home] + 1.0
    survey.entire[home] = 1.0 + owner
    expect_guard(state, rules, owner, survey)


@rule
def look_at_homes(state, rules, seat, survey):
    """The homes of enemies that possess them, and those of the own side."""
    for owner in range(rules.seats):
        if rules.side[owner] == rules.side[seat]:
            if is_living(state, owner):
                look_at_own_side(state, rules, seat, owner, survey)
        elif survey.enemy[owner] > 0.0 and possesses_home(state, owner):
            look_at_enemy(state, rules, seat, owner, survey)
