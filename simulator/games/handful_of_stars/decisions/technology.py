"""The decisions on Technology cards: drafts (D19), and cards kept (D26) or taken (D27) by an effect."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.card_effect import ask_for_next_kept, keep_technology
from starbalance.simulator.games.handful_of_stars.payment import charge, demand, points_of
from starbalance.simulator.games.handful_of_stars.rules import Card, Resource
from starbalance.simulator.games.handful_of_stars.state import NONE, Kind, PendingStep
from starbalance.simulator.games.handful_of_stars.technology import gain_displayed, may_draft, may_draft_wormhole


@rule
def offer_drafting(state, rules, opts):
    """D19; HOS-10.1, HOS-10.7: List the displayed cards and the Wormhole counter that can be paid for.

    Return the number of options.
    """
    seat, n = state.active, 0
    research = points_of(state, rules, seat, Resource.RESEARCH)
    for place in range(state.displayed):
        if may_draft(state, rules, seat, state.display[place], research):
            n = add(opts, n, Kind.DRAFT, place, 0, 0)
    if may_draft_wormhole(state, rules, seat, research):
        n = add(opts, n, Kind.TAKE_WORMHOLE, 0, 0, 0)
    return n


@rule
def do_drafting(state, rules, option):
    """D19; HOS-10.1, HOS-10.5, HOS-10.7: Choose a card or a Wormhole counter and ask for the payment."""
    state.target = option.a if option.kind == Kind.DRAFT else NONE
    name = Card.WORMHOLE_TECHNOLOGY
    if option.kind == Kind.DRAFT:
        name = rules.card_name[state.display[option.a]]
        demand(state, Resource.POPULATION, rules.cost_population[name])
    demand(state, Resource.RESEARCH, rules.cost[name])
    charge(state, state.active, PendingStep.DRAFT)


@rule
def offer_keeping(state, rules, opts):
    """D26; HOS-17.5: List the cards looked at. Return the number of options."""
    n = 0
    for k in range(state.looked_at):
        n = add(opts, n, Kind.KEEP, state.looked[k], 0, 0)
    return n


@rule
def do_keeping(state, rules, option):
    """D26; HOS-17.5: Keep a card and continue with the effect."""
    keep_technology(state, rules, state.active, option.a)
    ask_for_next_kept(state, rules)


@rule
def offer_taking(state, rules, opts):
    """D27; HOS-17.32: List the displayed cards. Return the number of options."""
    n = 0
    for place in range(state.displayed):
        n = add(opts, n, Kind.DRAFT, place, 0, 0)
    return n


@rule
def do_taking(state, rules, option):
    """D27; HOS-17.32: Take a displayed card and finish the action."""
    gain_displayed(state, rules, state.active, option.a)
    state.pending_step = PendingStep.FINISH_ACTION
