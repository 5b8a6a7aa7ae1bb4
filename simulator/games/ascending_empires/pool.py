"""Victory points: where they come from, and the end that the last of them triggers."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import NONE
from starbalance.simulator.games.ascending_empires.rules import EndMode


@rule
def gain_vp(state, rules, seat, vp, source):
    """ASE-7.7, ASE-13.1, ASE-13.3, A14: VP out of the pool, and from the box what it lacks."""
    player = state.players[seat]
    player.tokens += vp
    player.earned[source] += vp
    paid = min(vp, state.pool)
    state.pool -= paid
    state.box_vp += vp - paid
    if state.pool == 0 and state.trigger == NONE:
        trigger_end(state, rules)


@rule
def trigger_end(state, rules):
    """ASE-13.1, ASE-13.2, A26: one more turn for each other player, or those that make turns equal."""
    state.trigger = state.active
    state.trigger_turn = state.turn
    if rules.end_mode == EndMode.EQUAL_TURNS:
        state.turns_left = rules.seats - 1 - state.place
    else:
        state.turns_left = rules.seats - 1
