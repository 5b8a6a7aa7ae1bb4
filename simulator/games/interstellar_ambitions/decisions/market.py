"""The decision to replace face-up cards before an action, and the market after the action."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.agenda import ask, finish_action
from starbalance.simulator.games.interstellar_ambitions.market import (
    card_in,
    filled,
    market_of,
    refill,
    replace,
    slots_of,
)
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, ReplaceMode
from starbalance.simulator.games.interstellar_ambitions.state import Decision, Kind
from starbalance.simulator.games.interstellar_ambitions.word import Row


@rule
def begin_market(state, rules, may_replace, decision):
    """Ask the active player for cards to replace if the cell allows it and any card is face up. Otherwise ask for
    `decision` at once.
    """
    state.mask = 0
    state.replaced = 0
    if may_replace and filled(state, rules, market_of(state.row)) > 0:
        ask(state, Decision.REPLACING, state.active)
    else:
        ask(state, decision, state.active)


@rule
def offer_replacing(state, rules, opts):
    """D15, D21, D22, IAM-15.5, IAM-18.3, IAM-19.6: List the face-up cards not yet marked for replacement, or no more.

    Return the number of options.
    """
    n, market = add(opts, 0, Kind.DONE, 0, 0, 0), market_of(state.row)
    for slot in range(slots_of(rules, market)):
        if card_in(state, market, slot) != NONE and (state.mask >> slot) & 1 == 0:
            n = add(opts, n, Kind.REPLACE, slot, 0, 0)
    return n


@rule
def do_replacing(state, rules, option):
    """D15, D21, D22, IAM-15.5, IAM-18.3, IAM-19.6: Mark a card. On DONE, or when all are marked, replace the marked
    cards together. Then ask for the action, or under `twice` for one more replacement (A32).
    """
    if option.kind == Kind.REPLACE:
        state.mask |= 1 << option.a
        if state.mask != filled(state, rules, market_of(state.row)):
            return
    again = state.mask != 0 and rules.replace_mode == ReplaceMode.TWICE and state.replaced == 0
    replace(state, rules, market_of(state.row), state.mask)
    state.mask = 0
    state.replaced += 1
    if not again:
        ask(state, _decision_of_market(state.row), state.active)


@rule
def _decision_of_market(row):
    if row == Row.COLONISE:
        return Decision.COLONISING
    return Decision.RESEARCHING if row == Row.RESEARCH else Decision.HIRING


@rule
def close_market(state, rules):
    """IAM-15.10, IAM-18.4, IAM-19.9: Refill the market of the action and schedule the end of the action."""
    refill(state, rules, market_of(state.row))
    finish_action(state, rules)
