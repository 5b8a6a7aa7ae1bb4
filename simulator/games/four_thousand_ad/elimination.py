"""The loss of a home: captures, the grace turn, elimination."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.alliance import dissolve
from starbalance.simulator.games.four_thousand_ad.ending import (
    end_if_none_left,
    end_if_one_left,
    end_if_two_homes_taken,
)
from starbalance.simulator.games.four_thousand_ad.occupation import is_living, possesses_home, ships_of
from starbalance.simulator.games.four_thousand_ad.state import Status
from starbalance.simulator.games.star_field.field import HOMES, NONE


@rule
def record_captures(state, rules):
    """FAD-19.2, FAD-22.1: Record each home that an enemy has captured since the last turn ended, with its captor."""
    for seat in range(rules.seats):
        player = state.players[seat]
        holder = player.controller
        is_new = holder != player.holder and holder >= 0
        if is_new and rules.side[holder] != rules.side[seat] and is_living(state, seat):
            state.players[holder].captures += 1
            player.captor = holder
            player.fallen_round = state.rounds
        player.holder = holder


@rule
def begin_grace(state, rules):
    """FAD-22.1, A-14, A-23, I-12: Start the grace turn of each player without its home, except under a truce.

    Without `grace_turn`, the player is also queued for elimination at once.
    """
    for seat in range(rules.seats):
        player = state.players[seat]
        spared = player.truce != NONE and player.controller == player.truce
        if player.status == Status.ALIVE and not possesses_home(state, seat) and not spared:
            player.status = Status.GRACE
            if not rules.grace_turn:
                state.queue |= 1 << seat


@rule
def judge_grace(state, rules, seat):
    """FAD-22.1: End the grace turn of a seat. Do nothing if it has none.

    The seat is saved if it possesses its home, otherwise queued for elimination.
    """
    player = state.players[seat]
    if player.status != Status.GRACE:
        return
    if possesses_home(state, seat):
        player.status = Status.ALIVE
        player.rescues += 1
        end_if_one_left(state, rules)
    else:
        state.queue |= 1 << seat


@rule
def next_in_queue(state):
    """A-22: Return the next queued seat in turn order from the seat on turn, or NONE if the queue is empty."""
    for k in range(HOMES):
        seat = state.order[(state.place + k) % HOMES]
        if seat >= 0 and (state.queue >> seat) & 1:
            return seat
    return NONE


@rule
def eliminate(state, rules, seat):
    """FAD-22.1, FAD-23.1: Mark a seat as eliminated and dissolve its alliances.

    Among independents, end the game if one player or none is left.
    """
    player = state.players[seat]
    player.status = Status.ELIMINATED
    player.eliminated_round = state.rounds
    for other in range(rules.seats):
        if other != seat:
            dissolve(state, seat, other)
    if rules.alliances == 0:
        end_if_one_left(state, rules)
        end_if_none_left(state, rules, seat)


@rule
def eliminate_allies(state, rules):
    """FAD-19.3, A-12, A-13: Eliminate each allied player without ships whose home an enemy holds.

    Then end the game if a side holds both enemy homes.
    """
    for seat in range(rules.seats):
        player = state.players[seat]
        held = player.controller
        lost = held >= 0 and rules.side[held] != rules.side[seat]
        if player.status == Status.ALIVE and lost and ships_of(state, rules, seat) == 0:
            eliminate(state, rules, seat)
    end_if_two_homes_taken(state, rules)
