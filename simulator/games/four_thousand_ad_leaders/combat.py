"""Combats: their order, their rounds, their leaders, and their ends."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import clear_landed
from starbalance.simulator.games.four_thousand_ad_leaders.leader import (
    discard,
    draw_after_round,
    draw_again,
    is_text,
    mark_open,
    return_to_hand,
)
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import enemy_at
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS, MultiLeader
from starbalance.simulator.games.four_thousand_ad_leaders.state import ATTACKER, DEFENDER
from starbalance.simulator.games.star_field.field import NONE, SECTORS, STARS


@rule
def seat_of(state, side):
    """FAL-12.3: Return the seat of a side; the Attacker is the seat on turn."""
    return state.active if side == ATTACKER else state.defender


@rule
def side_of(state, seat):
    """FAL-12.3: Return the side of a seat in the combat."""
    return ATTACKER if seat == state.active else DEFENDER


@rule
def enemy_side(side):
    return DEFENDER if side == ATTACKER else ATTACKER


@rule
def ships_of_side(state, side):
    """Return the ships of a side at the star of the combat."""
    return state.players[seat_of(state, side)].ships[state.star]


@rule
def is_contested(state, seat, star):
    """FAL-12.1, FAL-12.3: Return whether the seat on turn attacks this seat at a star."""
    return state.players[state.active].ships[star] > 0 and state.players[seat].ships[star] > 0


@rule
def contested_stars(state, seat):
    """FAL-12.4: Return (number of combats with a seat as Defender, star of the first combat or NONE)."""
    number, first = 0, NONE
    for star in range(STARS):
        if is_contested(state, seat, star):
            number += 1
            first = star if first == NONE else first
    return number, first


@rule
def begin_combat(state, rules, star):
    """FAL-12.2: Begin a combat at a star, and count it for both seats."""
    state.star = star
    state.defender = enemy_at(state, rules, state.active, star)
    state.combat_round = 0
    state.one_led = 0
    for side in range(2):
        state.lost_here[side] = 0
        state.withdrew[side] = 0
    state.combats += 1
    state.players[state.active].attacks += 1
    state.players[state.defender].defences += 1


@rule
def begin_round(state, rules):
    """FAL-12.2, FAL-18.1: Begin a round of combat and clear the last one. FAL-9.4, A-11: Allow texts again."""
    state.combat_round += 1
    state.combat_rounds += 1
    state.side = ATTACKER
    state.victor = NONE
    state.retreats = 0
    state.sent = 0
    for side in range(2):
        state.leaders[side] = 0
        state.extra[side] = NONE
        state.text_void[side] = 0
        state.zeroed[side] = 0
        state.bonus[side] = 0
        allow_texts(state, rules, seat_of(state, side))


@rule
def allow_texts(state, rules, seat):
    """A-11: Let a seat use the texts of its Lost in Hyperspace cards again.

    With unlimited uses, such a text works once per round.
    """
    player = state.players[seat]
    if player.reused:
        for card in range(rules.leaders):
            if is_text(rules, card):
                player.reused &= ~(1 << card)


@rule
def count_fleets(state):
    """FAL-13.1: Count all ships of each side at the star as one pool."""
    for side in range(2):
        state.count[side] = ships_of_side(state, side)


@rule
def with_leaders(state):
    """FAL-14.2, FAL-14.3: Return the Attacker's fleets at the star that still have a leader, as bits."""
    fleets = 0
    for slot in range(FLEETS):
        if state.landed[slot].star == state.star and state.landed[slot].leader != NONE:
            fleets |= 1 << slot
    return fleets


@rule
def compulsory_leaders(state, rules):
    """FAL-14.2, FAL-14.3, A-06: Return the fleets whose leaders must lead, as bits, or NONE if the Attacker chooses.

    0 means that no leader leads.
    """
    fleets = with_leaders(state)
    if rules.multi_leader == MultiLeader.FIRST_ONLY and state.one_led:
        return 0
    if rules.multi_leader == MultiLeader.SUM or fleets & (fleets - 1) == 0:
        return fleets
    return NONE


@rule
def reveal_attackers(state):
    """FAL-14.2, FAL-14.4: Reveal the leaders of the chosen fleets of the Attacker."""
    for slot in range(FLEETS):
        if (state.sent >> slot) & 1:
            card = state.landed[slot].leader
            state.landed[slot].leader = NONE
            state.leaders[ATTACKER] |= 1 << card
            state.last_led = card
            mark_open(state, state.active, card)
    state.one_led |= 1 if state.leaders[ATTACKER] else 0
    state.players[state.active].led |= state.leaders[ATTACKER]


@rule
def reveal_defender(state, card):
    """FAL-14.1, FAL-14.4: Reveal a card of the Defender as its leader. NONE means no leader."""
    if card == NONE:
        return
    player = state.players[state.defender]
    player.hand &= ~(1 << card)
    player.last_played = card
    player.led |= 1 << card
    state.leaders[DEFENDER] = 1 << card
    mark_open(state, state.defender, card)


@rule
def discard_leaders(state, rules):
    """FAL-3.3, FAL-17.4, A-28: Discard the leaders of the round, then redraw the hands where due."""
    for side in range(2):
        seat, leaders = seat_of(state, side), state.leaders[side]
        for card in range(rules.leaders):
            if (leaders >> card) & 1:
                discard(state, seat, card)
        if side == ATTACKER and leaders:
            state.players[seat].last_discard = state.last_led
        state.leaders[side] = 0
        draw_after_round(state, rules, seat, side == DEFENDER and was_played_last(state, seat, leaders))


@rule
def was_played_last(state, seat, leaders):
    """FAL-3.3, A-09: Return whether the card that left the hand last is among `leaders` (bits)."""
    last = state.players[seat].last_played
    return last != NONE and (leaders >> last) & 1 == 1


@rule
def both_sides_remain(state):
    """FAL-18.1, FAL-18.2: Return whether both sides still have ships in the combat."""
    return ships_of_side(state, ATTACKER) > 0 and ships_of_side(state, DEFENDER) > 0


@rule
def end_combat(state, rules):
    """FAL-12.5, FAL-18.2: End the combat: record its result for objectives and the outcome, and release the leaders."""
    player = state.players[state.active]
    player.killed = max(player.killed, state.lost_here[DEFENDER])
    if ships_of_side(state, ATTACKER) > 0:
        player.attack_wins += 1
        player.wins += 1
        player.sources = max(player.sources, sectors_of_attack(state))
    elif ships_of_side(state, DEFENDER) == 0 and state.withdrew[ATTACKER] == 0 and state.withdrew[DEFENDER] == 0:
        state.mutual += 1
    release_leaders(state, rules)
    state.combat_round = 0
    state.star = NONE


@rule
def sectors_of_attack(state):
    """FAL-23.20: Return the number of departure sectors of the fleets in the attack."""
    number = 0
    for start in range(SECTORS):
        for fleet in state.landed:
            if fleet.star == state.star and fleet.sector == start:
                number += 1
                break
    return number


@rule
def release_leaders(state, rules):
    """FAL-18.2, A-06: Put the Attacker's leaders that did not lead back into the hand.

    If no ship of the Attacker survives, discard them and redraw the hand if due.
    """
    seat = state.active
    survives = ships_of_side(state, ATTACKER) > 0 or state.withdrew[ATTACKER] > 0
    for slot in range(FLEETS):
        if state.landed[slot].star == state.star:
            leader = state.landed[slot].leader
            clear_landed(state, slot)
            if survives:
                return_to_hand(state, seat, leader)
            elif leader != NONE:
                discard(state, seat, leader)
    if not survives:
        draw_again(state, rules, seat)
