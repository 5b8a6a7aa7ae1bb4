"""The decisions of a turn: PRODUCE or ADVANCE, upkeep, and the use of tokens."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.agenda import (
    ask,
    begin_action,
    begin_end,
    end_plans,
    settle_account,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.listing import (
    list_advances,
    list_resources,
    list_rows,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.market import begin_market
from starbalance.simulator.games.interstellar_ambitions.decisions.purchase import begin_buying
from starbalance.simulator.games.interstellar_ambitions.fleet import damage_of
from starbalance.simulator.games.interstellar_ambitions.production import (
    can_keep,
    dismiss,
    gain_produce,
    next_upkeep,
    owes_upkeep,
    produce,
    upkeep_of,
)
from starbalance.simulator.games.interstellar_ambitions.repair import begin_repair
from starbalance.simulator.games.interstellar_ambitions.rules import ALL_MARKERS, LEVELS, ROWS, PlanMode
from starbalance.simulator.games.interstellar_ambitions.state import After, Decision, Kind
from starbalance.simulator.games.interstellar_ambitions.track import (
    advance,
    advances_of,
    can_advance,
    put_on,
    ready_tokens,
    take_off,
)
from starbalance.simulator.games.interstellar_ambitions.turn import is_peace
from starbalance.simulator.games.interstellar_ambitions.word import Level, Resource, Row


@rule
def offer_plans(state, rules, opts):
    """D9, IAM-13.10, IAM-13.18: List PRODUCE and ADVANCE. Return the number of options."""
    return add(opts, add(opts, 0, Kind.PRODUCE, 0, 0, 0), Kind.ADVANCE_PLANS, 0, 0, 0)


@rule
def do_plans(state, rules, option):
    """D9: Produce and ask for Home World units, or ask for the first token to advance. If there is nothing to ask,
    schedule the upkeep.
    """
    seat = state.active
    if option.kind == Kind.PRODUCE:
        state.number = produce(state, rules, seat)
        if state.number > 0:
            ask(state, Decision.HOME_WORLD, seat)
        else:
            end_plans(state, rules, True)
        return
    ready_tokens(state, seat)
    if advances_of(state, rules, seat) > 0 and can_advance(state, rules):
        ask(state, Decision.ADVANCING, seat)
    else:
        end_plans(state, rules, False)


@rule
def offer_home_world(state, rules, opts):
    """D10, IAM-14.3: List the resource types for a Home World unit. Return the number of options."""
    return list_resources(opts)


@rule
def do_home_world(state, rules, option):
    """D10, IAM-14.3: Give the active player a unit of the chosen resource. After the last one, schedule the upkeep."""
    gain_produce(state, state.active, option.a, 1)
    state.number -= 1
    if state.number == 0:
        end_plans(state, rules, True)


@rule
def offer_upkeep(state, rules, opts):
    """D11, IAM-14.7: List the mercs whose upkeep is due, each to keep or to dismiss. Return the number of options."""
    n, seat = 0, state.active
    for place in range(state.players[seat].ships):
        if owes_upkeep(state, rules, seat, place):
            if can_keep(state, rules, seat, place):
                n = add(opts, n, Kind.PAY_UPKEEP, place, 0, 0)
            n = add(opts, n, Kind.DISMISS, place, 0, 0)
    return n


@rule
def do_upkeep(state, rules, option):
    """D11, IAM-14.7: Dismiss the chosen merc and ask for the next upkeep, or schedule the payment of its upkeep."""
    seat = state.active
    if option.kind == Kind.DISMISS:
        dismiss(state, rules, seat, option.a)
        continue_upkeep(state, rules)
    else:
        state.wanted = option.a
        state.need[Resource.COINS] = upkeep_of(state, rules, seat, option.a)
        settle_account(state, rules, seat, After.KEPT)


@rule
def continue_upkeep(state, rules):
    if next_upkeep(state, rules, state.active):
        ask(state, Decision.UPKEEP, state.active)
    else:
        begin_action(state, rules)


@rule
def offer_advancing(state, rules, opts):
    """D12, IAM-13.10, IAM-13.11, IAM-13.12: List the active player's tokens that may advance, or no more.

    Return the number of options.
    """
    return list_advances(state, rules, opts, add(opts, 0, Kind.DONE, 0, 0, 0))


@rule
def do_advancing(state, rules, option):
    """D12, IAM-13.10, IAM-13.11, IAM-13.12: Advance a token of the active player. On DONE, or when no more may advance,
    schedule the upkeep.
    """
    if option.kind == Kind.ADVANCE:
        advance(state, state.active, option.a, option.b)
        state.number += 1
        state.players[state.active].advances += 1
        if state.number < advances_of(state, rules, state.active) and can_advance(state, rules):
            return
    end_plans(state, rules, False)


@rule
def offer_action(state, rules, opts):
    """D13, IAM-13.13, IAM-13.14, IAM-13.15: List the cells where the active player has a token, without FLEET in peace,
    and planning. Return the number of options.
    """
    n, tokens = 0, state.players[state.active].tokens
    for row in range(ROWS):
        if row != Row.FLEET or not is_peace(state, rules):
            for level in range(LEVELS):
                if tokens[row, level] > 0:
                    n = add(opts, n, Kind.ACT, row, level, 0)
    return add(opts, n, Kind.PLAN, 0, 0, 0)


@rule
def do_action(state, rules, option):
    """D13, IAM-13.13, IAM-13.14: Move the token of the chosen cell to the pool and begin its action, or ask for tokens
    to plan. A plan with an empty pool is a pass.
    """
    seat = state.active
    player = state.players[seat]
    if option.kind == Kind.ACT:
        take_off(state, seat, option.a, option.b)
        player.actions[option.a, option.b] += 1
        state.row = option.a
        state.planning = option.b
        _begin_row(state, rules, seat)
    elif player.pool > 0:
        player.plans += 1
        ask(state, Decision.PLANNING, seat)
    else:
        player.passes += 1
        begin_end(state, rules)


@rule
def _begin_row(state, rules, seat):
    """IAM-11: Ask for the first decision of the action that `state.row` and `state.planning` name."""
    row, planning = state.row, state.planning
    if row == Row.COLONISE:
        begin_market(state, rules, rules.colonise_replace[planning], Decision.COLONISING)
    elif row == Row.DEVELOP:
        ask(state, Decision.DEVELOPING, seat)
    elif row == Row.BUILD:
        free = ALL_MARKERS if rules.build_repair_free[planning] else 0
        if not begin_repair(state, rules, seat, free, damage_of(state, seat), After.REPAIRED):
            ask(state, Decision.BUILDING, seat)
    elif row == Row.RESEARCH:
        begin_market(state, rules, rules.research_replace[planning], Decision.RESEARCHING)
    elif row == Row.FLEET:
        ask(state, Decision.FLEET_ACTION, seat)
    elif rules.shadow_mercs[planning] > 0:
        ask(state, Decision.SHADOW_ACTION, seat)
    else:
        begin_buying(state, rules, seat)


@rule
def offer_planning(state, rules, opts):
    """D14, IAM-13.14: List the rows for a token of the pool, or no more (A02). Return the number of options."""
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if rules.plan_mode == PlanMode.ANY else 0
    return list_rows(opts, n)


@rule
def do_planning(state, rules, option):
    """D14, IAM-13.14, IAM-13.15: Place a token of the pool at BASIC. On DONE (A02), or when the pool is empty, schedule
    step 4.
    """
    seat = state.active
    if option.kind == Kind.PLACE:
        put_on(state, seat, option.a, Level.BASIC)
        if state.players[seat].pool > 0:
            return
    begin_end(state, rules)


@rule
def offer_returning(state, rules, opts):
    """D34: List the rows for the token of the action, or leaving it in the pool. Return the number of options."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    for row in range(ROWS):
        n = add(opts, n, Kind.TO_ROW, row, 0, 0)
    return n


@rule
def do_returning(state, rules, option):
    """D34: Put the token at BASIC on the chosen row, or leave it in the pool. Then schedule step 4."""
    if option.kind == Kind.TO_ROW:
        put_on(state, state.active, option.a, Level.BASIC)
    begin_end(state, rules)


@rule
def finish_upkeep(state, rules):
    """IAM-14.7: Mark the upkeep of the wanted merc as paid. Ask for the next upkeep due, or schedule step 3."""
    state.touched |= 1 << state.wanted
    continue_upkeep(state, rules)
