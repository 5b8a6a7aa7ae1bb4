"""Loss of a home: captures, the grace turn, mutual withdrawal, surrender, elimination."""

from starbalance.simulator.four_thousand_ad.alliance import end_if_two_homes_taken
from starbalance.simulator.four_thousand_ad.battle import dissolve
from starbalance.simulator.four_thousand_ad.movement import remove_warp
from starbalance.simulator.four_thousand_ad.occupation import (
    is_living,
    lowest,
    members,
    occupants,
    occupy,
    owner_of_home,
    possesses_home,
    ships_of,
    update_possession,
)
from starbalance.simulator.four_thousand_ad.rules import SurrenderExit
from starbalance.simulator.four_thousand_ad.state import HOMES, NONE, STARS, WARPS, Ended, Status
from starbalance.simulator.kernel import rule


@rule
def record_captures(state, rules):
    """Notes whose home has a new enemy holder since the last turn ended."""
    for seat in range(rules.seats):
        player = state.players[seat]
        captor = player.controller
        if (
            captor != player.holder
            and captor >= 0
            and rules.side[captor] != rules.side[seat]
            and is_living(state, seat)
        ):
            state.players[captor].captures += 1
            if player.fallen_round == 0:
                player.fallen_round = state.rounds
                player.captor = captor
        player.holder = captor


@rule
def is_withdrawing(state, seat):
    """FAD-22.10: the seat has still to leave the home of its truce, and still holds it."""
    player = state.players[seat]
    return player.duty == 1 and state.players[player.truce].controller == seat


@rule
def end_truce(state, seat):
    _release(state, state.players[seat].truce)
    _release(state, seat)


@rule
def _release(state, seat):
    state.players[seat].truce = NONE
    state.players[seat].duty = 0


@rule
def review_truces(state, rules):
    """FAD-22.10, A-26: a truce ends when every duty is done, or when a third player took a home to be vacated."""
    for seat in range(rules.seats):
        other = state.players[seat].truce
        if other == NONE:
            continue
        due = state.players[seat].duty + state.players[other].duty
        held = int(is_withdrawing(state, seat)) + int(is_withdrawing(state, other))
        if due == 0 or held < due:
            end_truce(state, seat)


@rule
def begin_grace(state, rules):
    """FAD-22.1, A-14, A-23, I-12: who lost his home by the end of a turn gets one more turn, a truce aside."""
    for seat in range(rules.seats):
        player = state.players[seat]
        spared = player.truce != NONE and player.controller == player.truce
        if player.status == Status.ALIVE and not possesses_home(state, seat) and not spared:
            player.status = Status.GRACE
            if not rules.grace_turn:
                state.queue |= 1 << seat


@rule
def may_propose_withdrawal(state, rules, seat):
    """FAD-22.8, D-5: the seat holds the home of the player who holds its own."""
    captor = state.players[seat].controller
    if not rules.mutual_withdrawal or captor < 0 or not is_living(state, captor):
        return False
    no_truce = state.players[seat].truce == NONE and state.players[captor].truce == NONE
    return no_truce and state.players[captor].controller == seat


@rule
def agree_withdrawal(state, seat, other):
    """FAD-22.10: nobody is eliminated for now; each has to leave the other's home on his next turn."""
    _bind(state, seat, other)
    _bind(state, other, seat)
    state.withdrawals += 1


@rule
def _bind(state, seat, other):
    player = state.players[seat]
    player.truce = other
    player.duty = 1
    player.status = Status.ALIVE


@rule
def withdraw(state, rules, seat):
    """FAD-22.11: the seat has left the home; it is its owner's again."""
    player = state.players[seat]
    owner = player.truce
    player.duty = 0
    state.players[owner].controller = owner
    if state.players[owner].duty == 0:
        end_truce(state, seat)


@rule
def judge_grace(state, rules, seat):
    """FAD-22.1: at the end of the grace turn the seat possesses its home or is to be eliminated."""
    player = state.players[seat]
    if player.status != Status.GRACE:
        return
    if possesses_home(state, seat):
        player.status = Status.ALIVE
        player.rescues += 1
    else:
        state.queue |= 1 << seat


@rule
def next_in_queue(state):
    """A-22: of those to be eliminated the first in turn order from the seat on turn on; NONE if nobody is."""
    for k in range(HOMES):
        seat = state.order[(state.place + k) % HOMES]
        if seat >= 0 and (state.queue >> seat) & 1:
            return seat
    return NONE


@rule
def eliminate(state, rules, seat):
    """FAD-22.1, FAD-23.1: out of the game; the last one left wins."""
    player = state.players[seat]
    player.status = Status.ELIMINATED
    player.eliminated_round = state.rounds
    if player.truce != NONE:
        end_truce(state, seat)
    for other in range(rules.seats):
        if other != seat:
            dissolve(state, seat, other)
    if rules.alliances == 0:
        end_if_one_left(state, rules)


@rule
def end_if_one_left(state, rules):
    """FAD-23.1: the last player not eliminated wins."""
    living = 0
    for seat in range(rules.seats):
        if is_living(state, seat):
            living |= 1 << seat
    if members(living) == 1:
        state.over = 1
        state.ended = Ended.LAST_ALIVE
        state.credit[lowest(living)] = 1.0


@rule
def warp_to_surrender(state, seat):
    """FAD-22.3: the next warp that has to come out, NONE when all have."""
    for slot in range(WARPS):
        if state.players[seat].warps[slot].space > 0:
            return slot
    return NONE


@rule
def may_surrender_at(state, rules, warp, seat, star):
    """A-30: a warp with lent ships comes out only where nobody stands but the lender."""
    allowed = 1 << seat
    if warp.lent == 0:
        return True
    return occupants(state, rules, star) & ~(allowed | (1 << warp.partner)) == 0


@rule
def exits_anywhere(rules, warp):
    """A-06: whether a warp may surrender at any star of the board."""
    return rules.surrender_exit == SurrenderExit.ANY_STAR or rules.number_at[warp.sector, warp.space] == 0


@rule
def surrender_warp(state, rules, seat, slot, star):
    """FAD-22.3 to 22.5, A-07, A-27, A-30: a fleet of an eliminated player comes out, no battle; NONE: it is lost."""
    warp = state.players[seat].warps[slot]
    own, lent, partner = warp.ships, warp.lent, warp.partner
    remove_warp(state, seat, slot)
    if star == NONE:
        state.players[seat].lost += own
        state.players[partner].lost += lent
        return
    heir = partner if lent > 0 else heir_at(state, rules, seat, star)
    if heir >= 0:
        occupy(state, rules, heir, star, own + lent)
        state.players[heir].inherited += own
    elif state.players[seat].ships[star] > 0:
        state.players[seat].ships[star] += own
    else:
        state.surrendered[star] += own
    update_possession(state, rules, star)


@rule
def heir_at(state, rules, seat, star):
    """FAD-22.5, A-27, A-31: who takes over the ships of an eliminated player at a star at once, NONE if nobody does."""
    others = occupants(state, rules, star) & ~(1 << seat)
    if others:
        first = state.first[star]
        return first if (others >> first) & 1 else lowest(others)
    owner = owner_of_home(state, rules, star)
    empty = state.players[seat].ships[star] == 0 and state.surrendered[star] == 0
    if owner >= 0 and empty and possesses_home(state, owner):
        return owner
    return NONE


@rule
def surrender_fleets(state, rules, seat):
    """FAD-22.4, 22.5, A-30: every fleet of an eliminated player is surrendered where it stands, his lent ships too."""
    player = state.players[seat]
    for star in range(STARS):
        ships = player.ships[star]
        if ships > 0:
            heir = heir_at(state, rules, seat, star)
            player.ships[star] = 0
            player.locked[star] = 0
            if heir >= 0:
                state.players[heir].ships[star] += ships
                state.players[heir].inherited += ships
                state.first[star] = heir
            else:
                state.surrendered[star] += ships
            update_possession(state, rules, star)
    _give_up_loans(state, rules, seat)


@rule
def _give_up_loans(state, rules, seat):
    for other in range(rules.seats):
        for warp in state.players[other].warps:
            if warp.space > 0 and warp.lent > 0 and warp.partner == seat:
                warp.ships += warp.lent
                state.players[other].inherited += warp.lent
                warp.lent = 0
                warp.partner = NONE


@rule
def eliminate_allies(state, rules):
    """FAD-19.3, A-12, A-13: in Alliances, out is who has lost his home and has no ship left."""
    for seat in range(rules.seats):
        player = state.players[seat]
        held = player.controller
        lost = held >= 0 and rules.side[held] != rules.side[seat]
        if player.status == Status.ALIVE and lost and ships_of(state, rules, seat) == 0:
            eliminate(state, rules, seat)
    end_if_two_homes_taken(state, rules)
