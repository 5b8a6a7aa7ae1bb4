"""The last turn of a seat: another seat has enough claims, so only claims of this turn and stars count."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.departure import ships_ready
from starbalance.simulator.games.four_thousand_ad_leaders.ending import has_enough
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import distance, fleets_in_warp
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import members
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS, Task
from starbalance.simulator.games.four_thousand_ad_leaders.state import Decision
from starbalance.simulator.games.star_field.field import STARS
from starbalance.simulator.games.star_field.geometry import companion
from starbalance.strategies.four_thousand_ad_leaders.evaluation.weights import Weight

_EVEN = 0.25  # chance to win a combat with equal strengths against a hidden leader
_PER_POINT = 0.1  # increase of this chance per point of strength
_LEAST, _MOST = 0.05, 0.95  # bounds of this chance


@rule
def is_last_round(state, rules):
    """FAL-5.2: Return whether the game ends with this round, since a seat has enough claims."""
    for seat in range(rules.seats):
        if has_enough(state, rules, seat):
            return True
    return False


@rule
def drop_later_values(rules, survey):
    """Set the weights to 0 that value symbols, homes, guards, leaders and ships left behind for later turns.

    FAL-19.5: The own home is worth all claims.
    """
    weights = survey.weights
    weights[Weight.PAIR] = weights[Weight.SYMBOL] = weights[Weight.ENEMY_HOME] = weights[Weight.DENY] = 0.0
    weights[Weight.CREW] = weights[Weight.LEVY] = weights[Weight.GUARD] = weights[Weight.HOLD] = 0.0
    weights[Weight.LEADER] = weights[Weight.THRIFT] = weights[Weight.CYCLE] = 0.0
    weights[Weight.OWN_HOME] = rules.claims_to_win * weights[Weight.CLAIM]
    weights[Weight.RESERVE] = 1.0


@rule
def look_within_reach(state, rules, seat, survey):
    """Fill in what the ships of a seat can win this turn: `survey.landing`, `survey.hop`, `survey.hops` and
    `survey.battle`.

    Before the fleets advance, their next square counts.
    """
    early = state.decision == Decision.BUILD or (state.decision == Decision.SUPPLY and state.combat_round == 0)
    departs = state.decision <= Decision.SHIPS or state.decision >= Decision.BUILD
    for slot in range(FLEETS):
        fleet = state.players[seat].fleets[slot]
        square = fleet.square + (1 if early else 0)
        if fleet.ships > 0 and square > 0 and (state.stayed >> slot) & 1 == 0:
            for star in range(STARS):
                if distance(rules, fleet.sector, star) == square:
                    survey.landing[slot] |= 1 << star
    if departs:
        survey.hops = max(0, rules.max_fleets - fleets_in_warp(state, seat) - state.hops_used)
    for star in range(STARS):
        if departs and ships_ready(state, rules, seat, companion(star)) > 0:
            survey.hop |= 1 << star
        if survey.against[star] > 0.0 and state.players[seat].ships[star] > 0:
            survey.battle |= 1 << star


@rule
def within_reach(stars, survey):
    """Return how many of the stars (bits) can be won in the last turn, at most: by fleets, hops and present ships."""
    number = members(stars & survey.battle) + min(survey.hops, members(stars & survey.hop))
    for slot in range(FLEETS):
        if stars & survey.landing[slot]:
            number += 1
    return min(number, members(stars))


@rule
def add_last_deed(task, lacks, value, survey):
    """Add the value of one objective about combats in the last turn: each combat has an equal share of the claim."""
    if task == Task.WIN_WITH_SOURCES_GE:
        survey.converge += value
    elif task == Task.WON_OUTNUMBERED_GE:
        survey.odds += value
    elif task == Task.KILLED_ONE_COMBAT_GE:
        survey.prey = float(lacks)
        survey.prize = value
        survey.weights[Weight.DEED] = value
    else:
        survey.fight += value / lacks


@rule
def chance_to_win(lead):
    """Return the rough chance to win a combat with a lead in ships and leader over the ships of the Defender."""
    return min(_MOST, max(_LEAST, _EVEN + _PER_POINT * lead))
