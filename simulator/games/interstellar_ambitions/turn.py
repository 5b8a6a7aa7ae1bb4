"""The order of play: the four steps of a turn (IAM-13.1)."""

from starbalance.simulator.engine.chance import next_turn
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.ambition import can_claim, clear_turn, note_met, remembers
from starbalance.simulator.games.interstellar_ambitions.payment import can_exchange, has
from starbalance.simulator.games.interstellar_ambitions.production import next_upkeep
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, UpkeepTiming
from starbalance.simulator.games.interstellar_ambitions.seating import place_of, seat_at
from starbalance.simulator.games.interstellar_ambitions.state import Decision, Ended, PendingStep
from starbalance.simulator.games.interstellar_ambitions.victory import end_game
from starbalance.simulator.games.interstellar_ambitions.word import Modifier


@rule
def begin_round(state, rules):
    state.rounds += 1
    begin_turn(state, rules, state.first)


@rule
def is_peace(state, rules):
    """IAM-13.2: Return whether shadow cards and FLEET actions are still forbidden (A45)."""
    return state.rounds <= rules.peace_rounds


@rule
def begin_turn(state, rules, seat):
    """IAM-13.1: Begin the turn of a seat. Ask for its shadow activity if it has cards and peace is over, else schedule
    step 2.
    """
    next_turn(state)
    state.active = seat
    state.players[seat].turns += 1
    clear_turn(state, seat)
    clear_step(state)
    if state.players[seat].cards > 0 and not is_peace(state, rules):
        ask(state, Decision.SHADOW_ACTIVITY, seat)
    else:
        state.pending_step = PendingStep.PLANS


@rule
def clear_step(state):
    """Clear the fields that belong to a single step or action."""
    state.number = 0
    state.touched = 0
    state.replaced = 0
    state.bought = 0
    state.looked_at = 0
    state.planet = NONE
    state.wanted = NONE
    state.row = NONE
    state.exchange_given = 0


@rule
def ask_plans(state):
    clear_step(state)
    ask(state, Decision.PLANS, state.active)


@rule
def ask_upkeep(state, rules):
    """IAM-14.7, IAM-14.8: Ask for upkeep after PRODUCE, or in every turn, depending on `upkeep_timing` (A56). Otherwise
    go to step 3.
    """
    clear_step(state)
    due = state.has_produced == 1 or rules.upkeep_timing == UpkeepTiming.EVERY_TURN
    if due and next_upkeep(state, rules, state.active):
        ask(state, Decision.UPKEEP, state.active)
    else:
        state.pending_step = PendingStep.ACTION


@rule
def ask_action(state):
    clear_step(state)
    ask(state, Decision.ACTION, state.active)


@rule
def close_action(state, rules):
    """End the action. With TOKEN_KEEP, ask whether its token returns to the track (D34), else schedule step 4."""
    seat = state.active
    acted = state.row != NONE
    clear_step(state)
    if acted and has(state, seat, Modifier.TOKEN_KEEP) and state.players[seat].pool > 0:
        ask(state, Decision.RETURNING, seat)
    else:
        state.pending_step = PendingStep.END


@rule
def ask_end(state, rules):
    """IAM-13.17: Ask for a claim or a last exchange (A66). If neither is possible, the turn ends."""
    if remembers(rules):
        note_met(state, rules, state.active)
    if can_claim(state, rules, state.active) or can_exchange(state, rules, state.active):
        ask(state, Decision.END, state.active)
    else:
        state.pending_step = PendingStep.NEXT_TURN


@rule
def pass_turn(state, rules):
    """IAM-25: End the siphons on the planets of the active player (A34). Then begin the next turn or end the game."""
    seat = state.active
    player = state.players[seat]
    for place in range(player.planets):
        state.siphoned[player.planet[place]] = 0
    if state.trigger_seat != NONE:
        state.turns_left -= 1
        if state.turns_left == 0:
            end_game(state, rules, Ended.CLAIMS)
            return
    place = place_of(state, rules, seat) + 1
    if place < rules.seats:
        begin_turn(state, rules, seat_at(state, rules, place))
    elif state.trigger_seat == NONE and state.rounds >= rules.max_rounds:
        state.truncated = 1
        end_game(state, rules, Ended.TRUNCATED)
    else:
        begin_round(state, rules)
