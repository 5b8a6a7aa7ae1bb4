"""Decisions about agreements: shared stars, alliances among independents, conceding."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad.alliance import ally_with, dissolve
from starbalance.simulator.games.four_thousand_ad.decisions.answer import no_or_yes
from starbalance.simulator.games.four_thousand_ad.ending import win_for_side
from starbalance.simulator.games.four_thousand_ad.occupation import are_friends, is_living, update_possession
from starbalance.simulator.games.four_thousand_ad.stage import ask, next_stage
from starbalance.simulator.games.four_thousand_ad.state import Decision, Ended, Kind, Share


@rule
def offer_resources(state, rules, opts):
    """D-9; FAD-18.4: List the agreements: the first ally draws, the second ally draws, or both in turn.

    Return the number of options.
    """
    n = add(opts, 0, Kind.ASSIGN, Share.FIRST, 0, 0)
    n = add(opts, n, Kind.ASSIGN, Share.SECOND, 0, 0)
    return add(opts, n, Kind.ASSIGN, Share.ALTERNATE, 0, 0)


@rule
def do_resources(state, rules, option):
    """D-9; FAD-18.4: Record the agreement, which is in force from the next round on."""
    state.share[state.star] = option.a
    state.share_round[state.star] = state.rounds


@rule
def offer_alliance(state, rules, opts):
    """D-13; FAD-24.1: List the options: end the talks, propose an alliance (once per turn), or end an alliance.

    Return the number of options.
    """
    seat = state.active
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    for other in range(rules.seats):
        if other != seat and is_living(state, other):
            if are_friends(state, rules, seat, other):
                n = add(opts, n, Kind.END_ALLIANCE, other, 0, 0)
            elif state.proposed == 0:
                n = add(opts, n, Kind.PROPOSE, other, 0, 0)
    return n


@rule
def do_alliance(state, rules, option):
    """D-13; FAD-24.1: Ask the other player about a proposed alliance, end an alliance, or go to the next stage."""
    seat, other = state.active, option.a
    if option.kind == Kind.PROPOSE:
        state.proposed = 1
        ask(state, Decision.ANSWER_ALLIANCE, other)
    elif option.kind == Kind.END_ALLIANCE:
        dissolve(state, seat, other)
        update_possession(state, rules, state.players[seat].home)
        update_possession(state, rules, state.players[other].home)
    else:
        next_stage(state)


@rule
def offer_answer_alliance(state, rules, opts):
    """D-14; FAD-24.1: List the answers of the player to a proposed alliance: no or yes.

    Return the number of options.
    """
    return no_or_yes(opts)


@rule
def do_answer_alliance(state, rules, option):
    """D-14; FAD-24.1: Record the alliance of the active and the acting seat after a yes; do nothing after a no."""
    if option.kind == Kind.YES:
        ally_with(state, state.active, state.actor)


@rule
def offer_concession(state, rules, opts):
    """D-12; FAD-19.4: List the answers: no (play on) or yes (concede). Return the number of options."""
    return no_or_yes(opts)


@rule
def do_concession(state, rules, option):
    """D-12; FAD-19.4: Let the other side win if the answer is yes, then continue the turn."""
    if option.kind == Kind.YES:
        win_for_side(state, rules, 1 - rules.side[state.active], Ended.CONCEDED)
    next_stage(state)
