"""E-10: the decisions about claims of objectives."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad_leaders.objective import claim, show_and_claim
from starbalance.simulator.games.four_thousand_ad_leaders.state import Kind, PendingStep
from starbalance.simulator.games.four_thousand_ad_leaders.turn import after_hand_claim


@rule
def offer_claim(state, rules, opts):
    """FAL-19.2, A-19: List the options: keep the hand objective secret, or show and claim it.

    Return the number of options.
    """
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    return add(opts, n, Kind.CLAIM, state.players[state.actor].objective, 0, 0)


@rule
def do_claim(state, rules, option):
    if option.kind == Kind.CLAIM:
        show_and_claim(state, rules, state.actor)
        after_hand_claim(state, rules)
    else:
        state.pending_step = PendingStep.CLAIM_OPEN


@rule
def offer_claim_open(state, rules, opts):
    """FAL-19.1, A-32: List the options: decline an open objective, or pay a ship for its claim.

    Return the number of options.
    """
    n = add(opts, 0, Kind.NO, state.card, 0, 0)
    return add(opts, n, Kind.CLAIM, state.card, 0, 0)


@rule
def do_claim_open(state, rules, option):
    if option.kind == Kind.CLAIM:
        claim(state, rules, state.actor, option.a)
    state.pending_step = PendingStep.CLAIM_OPEN
