"""The decisions of the setup: cards to keep, START technologies, tokens, compensation."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.decisions.listing import (
    list_advances,
    list_resources,
    list_rows,
)
from starbalance.simulator.games.interstellar_ambitions.hand import take_card
from starbalance.simulator.games.interstellar_ambitions.opening import (
    begin_start_technologies,
    discard_dealt,
    extra_advances,
    extra_resources,
    hand_out,
    return_start_technologies,
    take_start_technology,
)
from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.seating import place_of, seat_at
from starbalance.simulator.games.interstellar_ambitions.state import Decision, Kind, PendingStep
from starbalance.simulator.games.interstellar_ambitions.track import advance, can_advance, put_on, ready_tokens
from starbalance.simulator.games.interstellar_ambitions.word import Level


@rule
def offer_keeping(state, rules, opts):
    """D1, IAM-12.2: List the dealt cards that the player may still keep. Identical cards are one option.

    Return the number of options.
    """
    n, dealt = 0, state.dealt[state.actor]
    for k in range(rules.start_cards_dealt):
        first = dealt[k] != NONE
        for j in range(k):
            first = first and dealt[j] != dealt[k]
        if first:
            n = add(opts, n, Kind.KEEP, dealt[k], 0, 0)
    return n


@rule
def do_keeping(state, rules, option):
    """D1, IAM-12.2: Move the chosen card into the acting seat's hand in secret, and ask for the next choice. The
    remaining cards are discarded when all players have chosen.
    """
    seat, dealt = state.actor, state.dealt[state.actor]
    place = 0
    while dealt[place] != option.a:
        place += 1
    dealt[place] = NONE
    take_card(state, seat, option.a)
    _next_keeping(state, rules, seat)


@rule
def _next_keeping(state, rules, seat):
    """Ask for the next card to keep, from this player or the next one. After the last player, discard the remaining
    cards and begin the START technologies.
    """
    while state.players[seat].cards >= rules.start_cards_kept:
        seat += 1
        if seat == rules.seats:
            discard_dealt(state, rules)
            begin_start_technologies(state, rules)
            return
    ask(state, Decision.KEEPING, seat)


@rule
def offer_start_technology(state, rules, opts):
    """D2, IAM-12.3: List the START technologies on the tracker. Return the number of options."""
    n = 0
    for technology in range(rules.technologies):
        if (state.on_tracker >> technology) & 1:
            n = add(opts, n, Kind.START, technology, 0, 0)
    return n


@rule
def do_start_technology(state, rules, option):
    """D2, IAM-12.3: Give the acting seat the chosen START technology, then ask the player before it in the turn order.
    After the start player, ask for the first token.
    """
    take_start_technology(state, rules, state.actor, option.a)
    place = place_of(state, rules, state.actor)
    if place > 0:
        ask(state, Decision.START_TECHNOLOGY, seat_at(state, rules, place - 1))
    else:
        return_start_technologies(state, rules)
        ask(state, Decision.PLACING, state.first)


@rule
def offer_placing(state, rules, opts):
    """D3, IAM-12.4: List the action rows for a token. Return the number of options."""
    return list_rows(opts, 0)


@rule
def do_placing(state, rules, option):
    """D3, IAM-12.4: Place a token of the acting seat at BASIC and ask the next player, one token per pass. After the
    last pass, hand out resources and begin the compensation.
    """
    put_on(state, state.actor, option.a, Level.BASIC)
    place = place_of(state, rules, state.actor) + 1
    if place < rules.seats:
        ask(state, Decision.PLACING, seat_at(state, rules, place))
        return
    state.lap += 1
    if state.lap < rules.tokens_per_player:
        ask(state, Decision.PLACING, state.first)
    else:
        hand_out(state, rules)
        _next_head_start(state, rules, 0)


@rule
def _next_head_start(state, rules, place):
    """IAM-12.6, IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10, IAM-12.11: Ask the first player due compensation, from a place
    in the turn order onwards. If none is left, schedule the first round.
    """
    while place < rules.seats:
        seat = seat_at(state, rules, place)
        if extra_advances(rules, place) > 0:
            state.number = extra_advances(rules, place)
            ready_tokens(state, seat)
            ask(state, Decision.HEAD_START, seat)
            return
        if extra_resources(rules, place) > 0:
            state.number = extra_resources(rules, place)
            ask(state, Decision.COMPENSATION, seat)
            return
        place += 1
    state.pending_step = PendingStep.ROUND


@rule
def offer_compensation(state, rules, opts):
    """D4, IAM-12.6, IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10, IAM-12.11: List the resource types.

    Return the number of options.
    """
    return list_resources(opts)


@rule
def do_compensation(state, rules, option):
    """D4, IAM-12.6, IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10, IAM-12.11: Give the acting seat one of the chosen
    resource. After its last one, go on to the next player due compensation.
    """
    state.players[state.actor].resources[option.a] += 1
    state.number -= 1
    if state.number == 0:
        _next_head_start(state, rules, place_of(state, rules, state.actor) + 1)


@rule
def offer_head_start(state, rules, opts):
    """D4, IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10: List the acting seat's tokens that may advance.

    Return the number of options.
    """
    return list_advances(state, rules, opts, 0)


@rule
def do_head_start(state, rules, option):
    """D4, IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10: Advance a token of the acting seat. After its last advance, ask for
    its extra resources, or go on to the next player due compensation.
    """
    place = place_of(state, rules, state.actor)
    advance(state, state.actor, option.a, option.b)
    state.number -= 1
    if state.number > 0 and can_advance(state, rules):
        return
    if extra_resources(rules, place) > 0:
        state.number = extra_resources(rules, place)
        ask(state, Decision.COMPENSATION, state.actor)
    else:
        _next_head_start(state, rules, place + 1)
