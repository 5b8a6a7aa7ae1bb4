"""Decisions at the end of a grace turn: mutual withdrawal, and the surrender of fleets in hyperspace."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad.decisions.answer import no_or_yes
from starbalance.simulator.games.four_thousand_ad.elimination import judge_grace
from starbalance.simulator.games.four_thousand_ad.stage import ask, next_stage
from starbalance.simulator.games.four_thousand_ad.state import Decision, Kind
from starbalance.simulator.games.four_thousand_ad.surrender import (
    exits_anywhere,
    may_surrender_at,
    surrender_warp,
    warp_to_surrender,
)
from starbalance.simulator.games.four_thousand_ad.truce import agree_withdrawal
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.geometry import sector


@rule
def offer_withdrawal(state, rules, opts):
    """D-5; FAD-22.8: List the answers: no, or yes (propose a mutual withdrawal). Return the number of options."""
    return no_or_yes(opts)


@rule
def do_withdrawal(state, rules, option):
    """D-5; FAD-22.1, FAD-22.8: Ask the captor after a yes; otherwise end the grace turn and go to the next stage."""
    seat = state.active
    if option.kind == Kind.YES:
        ask(state, Decision.ANSWER_WITHDRAWAL, state.players[seat].controller)
    else:
        judge_grace(state, rules, seat)
        next_stage(state)


@rule
def offer_answer_withdrawal(state, rules, opts):
    """D-6; FAD-22.9: List the answers of the captor: no or yes. Return the number of options."""
    return no_or_yes(opts)


@rule
def do_answer_withdrawal(state, rules, option):
    """D-6; FAD-22.9, FAD-22.10: Agree the withdrawal after a yes, otherwise end the grace turn; then end the stage."""
    seat = state.active
    if option.kind == Kind.YES:
        agree_withdrawal(state, seat, state.actor)
    else:
        judge_grace(state, rules, seat)
    next_stage(state)


@rule
def offer_surrender(state, rules, opts):
    """D-4; FAD-22.3, A-06, A-30: List the exit stars of a warp of an eliminated player.

    NONE as the only star means that the warp is lost.
    Return the number of options.
    """
    seat, n = state.actor, 0
    slot = warp_to_surrender(state, seat)
    warp = state.players[seat].warps[slot]
    anywhere = exits_anywhere(rules, warp)
    for star in range(STARS):
        in_reach = anywhere or rules.count[warp.sector, sector(star)] == warp.space
        if in_reach and may_surrender_at(state, rules, warp, seat, star):
            n = add(opts, n, Kind.SURRENDER, slot, star, 0)
    return n if n > 0 else add(opts, 0, Kind.SURRENDER, slot, NONE, 0)


@rule
def do_surrender(state, rules, option):
    """D-4; FAD-22.3: Surrender the warp at the chosen star."""
    surrender_warp(state, rules, state.actor, option.a, option.b)
