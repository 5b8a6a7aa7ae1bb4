"""The conditions and claims of ambitions (IAM-9, IAM-24)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.fleet import fleet_value
from starbalance.simulator.games.interstellar_ambitions.planet import is_maxed
from starbalance.simulator.games.interstellar_ambitions.rules import (
    ANY,
    DRAWN,
    RESOURCES,
    EventAmbitionMemory,
    StateAmbitionTiming,
)
from starbalance.simulator.games.interstellar_ambitions.technology import number_of
from starbalance.simulator.games.interstellar_ambitions.word import Medal, Predicate


@rule
def specials_of(state, rules, seat):
    """IAM-24.4: Return the number of special planets of a seat. `relic_counts_home` adds the Home Worlds (A12)."""
    player, number = state.players[seat], 0
    for place in range(player.planets):
        planet = player.planet[place]
        number += rules.planet_special[planet]
        number += rules.relic_counts_home if rules.planet_type[planet] == ANY else 0
    return number


@rule
def levels_of(state, seat):
    """IAM-24.5: Return the sum of the levels of all planets of a seat."""
    player, total = state.players[seat], 0
    for place in range(player.planets):
        total += state.level[player.planet[place]]
    return total


@rule
def maxed_of(state, rules, seat):
    """Return the number of planets of a seat at their highest level."""
    player, number = state.players[seat], 0
    for place in range(player.planets):
        number += 1 if is_maxed(state, rules, player.planet[place]) else 0
    return number


@rule
def types_at(state, rules, seat, level):
    """Return the number of basic types of which a seat has a planet at `level` or above. Home Worlds do not count."""
    player, bits = state.players[seat], 0
    for place in range(player.planets):
        planet = player.planet[place]
        if rules.planet_type[planet] != ANY and state.level[planet] >= level:
            bits |= 1 << rules.planet_type[planet]
    return number_of(bits)


@rule
def produced_of(state, seat):
    total = 0
    for resource in range(RESOURCES):
        total += state.players[seat].produced[resource]
    return total


@rule
def progress_of(state, rules, seat, ambition):
    """Return how far a seat is towards the threshold of an ambition, in the unit of its condition."""
    player, what = state.players[seat], rules.predicate[ambition]
    if what == Predicate.CAPTURES_TURN:
        return player.captures
    if what == Predicate.SHADOW_MEDALS:
        return player.medals[Medal.SHADOW]
    if what == Predicate.FLEET_MEDALS:
        return player.medals[Medal.FLEET]
    if what == Predicate.RAID_LOOT_TURN:
        return player.loot
    if what == Predicate.STOLEN_TECHNOLOGIES:
        return number_of(player.known & ~player.owned)
    if what == Predicate.ENEMY_LEVELS_LOST_TURN:
        return player.levels_removed
    if what == Predicate.ENEMY_SHIPS_DESTROYED_TURN:
        return player.ships_destroyed
    if what == Predicate.MEDALS_EACH:
        return min(player.medals[Medal.FLEET], player.medals[Medal.SHADOW])
    if what == Predicate.CHECK_VICTIMS:
        return number_of(player.victims)
    return _inward_progress(state, rules, seat, ambition)


@rule
def _inward_progress(state, rules, seat, ambition):
    player, what = state.players[seat], rules.predicate[ambition]
    if what == Predicate.SPECIAL_PLANETS:
        return specials_of(state, rules, seat)
    if what == Predicate.TOTAL_LEVELS:
        return levels_of(state, seat)
    if what == Predicate.PRODUCED_TURN:
        return player.produced[rules.predicate_resource[ambition]]
    if what == Predicate.PRODUCED_TOTAL_TURN:
        return produced_of(state, seat)
    if what == Predicate.TECHNOLOGIES_OWNED:
        return number_of(player.owned)
    if what == Predicate.PLANETS:
        return player.planets
    if what == Predicate.MAXED_PLANETS:
        return maxed_of(state, rules, seat)
    if what == Predicate.FLEET_CV:
        return fleet_value(state, rules, seat)
    return types_at(state, rules, seat, rules.predicate_level[ambition])


@rule
def is_of_a_turn(rules, ambition):
    """Return whether the condition is an event of a turn rather than a state (A08)."""
    return rules.predicate_event[ambition] == 1


@rule
def is_met(state, rules, seat, ambition):
    return progress_of(state, rules, seat, ambition) >= rules.threshold[ambition]


@rule
def note_met(state, rules, seat):
    """Record the ambitions that a seat meets now, for the switches under which they count later (A08, A38)."""
    for k in range(DRAWN):
        if is_met(state, rules, seat, state.ambition[k]):
            state.players[seat].met |= 1 << k
            if is_of_a_turn(rules, state.ambition[k]):
                state.players[seat].events_met |= 1 << k


@rule
def remembers(rules):
    """Return whether a switch makes ambitions count that were met earlier."""
    return (
        rules.event_ambition_memory == EventAmbitionMemory.GAME
        or rules.state_ambition_timing == StateAmbitionTiming.ANY_MOMENT
    )


@rule
def may_claim(state, rules, seat, k):
    """IAM-9.1, IAM-9.2, IAM-13.17: Return whether a seat may claim the k-th ambition drawn, if it has claimed none this
    turn.
    """
    ambition = state.ambition[k]
    if (state.players[seat].claimed >> ambition) & 1 == 1:
        return False
    if is_met(state, rules, seat, ambition):
        return True
    if is_of_a_turn(rules, ambition):
        has_happened = (state.players[seat].events_met >> k) & 1 == 1
        return rules.event_ambition_memory == EventAmbitionMemory.GAME and has_happened
    at_once = rules.state_ambition_timing == StateAmbitionTiming.ANY_MOMENT
    return at_once and (state.players[seat].met >> k) & 1 == 1


@rule
def slot_value(state, rules, k):
    """IAM-9.4: Return the victory points of the next claim of the k-th ambition drawn."""
    if state.claims[k] == 0:
        return rules.ambition_vp_first
    return rules.ambition_vp_second if state.claims[k] == 1 else rules.ambition_vp_others


@rule
def claim(state, rules, seat, k):
    """IAM-9.2, IAM-9.3, IAM-9.4: Claim the k-th ambition drawn for a seat."""
    player = state.players[seat]
    player.claim_vp += slot_value(state, rules, k)
    player.first_claims += 1 if state.claims[k] == 0 else 0
    if state.claims[k] == 0:
        state.claim_round[k] = state.rounds
    state.claims[k] += 1
    player.claims += 1
    player.claimed |= 1 << state.ambition[k]
    state.claimed_now = 1


@rule
def clear_turn(state, seat):
    """Reset the counters of the turn, which ambitions use."""
    player = state.players[seat]
    player.produced[:] = 0
    player.loot = 0
    player.captures = 0
    player.levels_removed = 0
    player.ships_destroyed = 0
    player.met = 0
    state.claimed_now = 0


@rule
def can_claim(state, rules, seat):
    if state.claimed_now:
        return False
    for k in range(DRAWN):
        if may_claim(state, rules, seat, k):
            return True
    return False
