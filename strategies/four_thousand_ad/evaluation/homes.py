"""Forecasts for homes: the ships that could attack and defend each home turn by turn, and the ships it needs."""

import numpy as np

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.movement import ships_ready
from starbalance.simulator.games.four_thousand_ad.occupation import is_living, possesses_home
from starbalance.simulator.games.four_thousand_ad.rules import WARPS
from starbalance.simulator.games.four_thousand_ad.seating import comes_before
from starbalance.simulator.games.star_field.field import HOMES, NONE
from starbalance.simulator.games.star_field.geometry import count
from starbalance.strategies.four_thousand_ad.evaluation.features import TURNS, eta
from starbalance.strategies.four_thousand_ad.evaluation.weights import Weight

_PATIENT = 50.0  # rounds after which the guard shrinks


@rule
def is_bound_for(state, rules, other, slot, star):
    """Return whether a warp of the moving side heads for a star. The warp that is being decided does not."""
    if rules.side[other] != rules.side[state.active] or (other == state.active and slot == state.warp):
        return False
    return state.players[other].warps[slot].target == star


@rule
def measure(state, rules, owner, other, survey):
    """Fill in `due`, `bound` and `near`: the ships of a seat on their way to a home, and near it."""
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
    """Return the number of ships that a seat makes in a production round: its pairs of symbols."""
    return min(survey.population[other], survey.materials[other])


@rule
def expect_help(state, rules, owner, survey):
    """Fill in `held` and `sure` for a home of the own side: ships that stand, arrive and are made at the home.

    `held` also counts the owner's warps that head for other stars, since they can still turn to the home.
    """
    held, sure, home = 0.0, 0.0, state.players[owner].home
    for turn in range(1, TURNS):
        for other in range(rules.seats):
            if rules.side[other] == rules.side[owner]:
                row, present = HOMES * owner + other, state.players[other].ships[home] if turn == 1 else 0
                held += present + (survey.due if other == owner else survey.bound)[row, turn - 1]
                sure += present + survey.bound[row, turn - 1]
        made = pairs(survey, owner) * survey.productions[1, turn - 1]
        survey.held[owner, turn] = held + made
        survey.sure[owner, turn] = sure + made


@rule
def expect_guard(state, rules, owner, survey):
    """Fill in `guard` and `rescue` for an enemy's home, in ships.

    `guard` counts the ships that stand there, arrive, are made there, and can hurry there from the nearest stack.
    """
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
def threat_of(state, rules, owner, turn, trust, departed_only, survey):
    """Return the ships that could reach a home on a turn: of the strongest enemy, or of both in Alliances.

    A stack that has not departed counts with the share `trust`. Of the seat `departed_only`, only departed ships count.
    """
    most, flying, stack = 0.0, 0.0, 0.0
    for other in range(rules.seats):
        if survey.enemy[other] > 0.0:
            row = HOMES * owner + other
            near = 0.0 if other == departed_only else trust * survey.near[row, turn]
            most = max(most, survey.due[row, turn] + near)
            flying += survey.due[row, turn]
            stack = max(stack, near)
    return flying + stack if rules.alliances else most


@rule
def watch_homes(state, rules, seat, survey):
    """Fill in the forecasts for all homes, and `trust` and `threat` for the own home."""
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
def reserve(state, rules, seat, home, reach, excluded, survey):
    """Return the ships of the largest own stack within `reach` counts of the home, except there and at `excluded`.

    0 if there is none.
    """
    most = 0.0
    for k in range(survey.number[seat]):
        star = survey.stack[seat, k]
        if star != home and star != excluded and count(rules, star, home) <= reach:
            most = max(most, state.players[seat].ships[star])
    return most


@rule
def kept_for_home(state, rules, seat, star, departed_only, survey):
    """Return the number of ships at a star that must stay available for the own home.

    Of the seat `departed_only`, only departed ships count; `NONE` means that every enemy counts in full.
    Another stack near the home reduces the number, since both can respond to a threat together.
    """
    home = state.players[seat].home
    keep, away = 0.0, 0 if star == home else count(rules, star, home)
    for turn in range(away + 1, TURNS):
        threat = survey.threat[turn]
        if departed_only != NONE:
            threat = threat_of(state, rules, seat, turn, survey.trust, departed_only, survey)
        lacking = threat - survey.held[seat, turn]
        if star == home:
            lacking += state.players[seat].ships[star]
        if lacking > keep:
            keep = max(keep, lacking - reserve(state, rules, seat, home, turn - 1, star, survey))
    return np.ceil(keep)


@rule
def ships_to_spare(state, rules, seat, star, departed_only, survey):
    """Return the number of ships that may leave a star.

    Ships that the home needs stay, and at least one ship outside the home. Once the home is lost, all may leave.
    """
    ready, player = ships_ready(state, rules, seat, star), state.players[seat]
    if not possesses_home(state, seat) or ready == 0:
        return ready
    keep = 0.0 if star == player.home else 1.0
    if player.ships[star] > keep:
        keep = max(keep, kept_for_home(state, rules, seat, star, departed_only, survey))
    return max(0.0, min(ready, player.ships[star] - keep))


@rule
def look_at_own_side(state, rules, seat, owner, survey):
    """Fill in the features of a home of the own side that is lost, or in danger from ships on their way to it.

    A home that is safe gets the value 0.
    """
    home = state.players[owner].home
    value = survey.weights[Weight.OWN_HOME if owner == seat else Weight.ALLY]
    if not possesses_home(state, owner):
        survey.value[home] += value
        survey.need[home] = survey.against[home] + 1.0
        survey.home_to_take[home] = 1.0 + owner
        return
    survey.value[home] = 0.0
    for turn in range(1, TURNS):
        landing = threat_of(state, rules, owner, turn, 0.0, NONE, survey)
        lacking = landing - survey.sure[owner, turn]
        if lacking > 0.0 and survey.home_in_danger[home] == 0.0:
            survey.value[home] = value
            survey.need[home] = lacking
            survey.home_in_danger[home] = 1.0 + owner
            survey.deadline[owner] = turn
            survey.landing[owner] = landing


@rule
def look_at_enemy(state, rules, seat, owner, survey):
    """Fill in the value, need and guard of an enemy home. The value is higher if its owner holds the own home."""
    home = state.players[owner].home
    survey.value[home] += survey.weights[Weight.HOME]
    if state.players[seat].controller == owner:
        survey.value[home] += survey.weights[Weight.OWN_HOME]
    survey.need[home] = survey.against[home] + 1.0
    survey.home_to_take[home] = 1.0 + owner
    expect_guard(state, rules, owner, survey)


@rule
def look_at_homes(state, rules, seat, survey):
    """Fill in the features of the own side's homes and of the homes that enemies still possess."""
    for owner in range(rules.seats):
        if rules.side[owner] == rules.side[seat]:
            if is_living(state, owner):
                look_at_own_side(state, rules, seat, owner, survey)
        elif survey.enemy[owner] > 0.0 and possesses_home(state, owner):
            look_at_enemy(state, rules, seat, owner, survey)
