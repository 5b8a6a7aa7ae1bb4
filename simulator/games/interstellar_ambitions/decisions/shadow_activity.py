"""Decisions of the shadow activity: the card, its targets, the check, and what the card gives."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.agenda import ask, begin_plans
from starbalance.simulator.games.interstellar_ambitions.decisions.listing import list_exchanges_of, list_hand
from starbalance.simulator.games.interstellar_ambitions.fleet import receive_ship
from starbalance.simulator.games.interstellar_ambitions.hand import draw_cards, drop_excess
from starbalance.simulator.games.interstellar_ambitions.payment import holdings
from starbalance.simulator.games.interstellar_ambitions.rules import ANY, LEVELS, NONE, RESOURCES, ROWS
from starbalance.simulator.games.interstellar_ambitions.shadow_card import (
    Aim,
    aim_of,
    announce,
    bring_over,
    can_play,
    candidate,
    candidates,
    discard_random,
    has_object,
    has_opponent,
    is_half_chosen,
    lay_open,
    may_choose,
    may_move_to,
    may_target,
    next_source,
    objects_most,
    put_card_away,
    siphon,
    steal_random,
    strike,
    take_resource,
    usurp,
)
from starbalance.simulator.games.interstellar_ambitions.shadow_check import (
    boost,
    judge,
    may_discard,
    needs_check,
    open_check,
    oppose,
    throw,
)
from starbalance.simulator.games.interstellar_ambitions.state import After, Kind, Phase
from starbalance.simulator.games.interstellar_ambitions.word import ShadowEffect


@rule
def offer_shadow_activity(state, rules, opts):
    """D5; IAM-13.3, A40: a card that can be played, or none."""
    n, seat = add(opts, 0, Kind.NO, 0, 0, 0), state.active
    for kind in range(rules.shadow_kinds):
        if state.players[seat].hand[kind] > 0 and can_play(state, rules, seat, kind):
            n = add(opts, n, Kind.PLAY, kind, 0, 0)
    return n


@rule
def do_shadow_activity(state, rules, option):
    """D5; IAM-13.3, A40."""
    if option.kind == Kind.NO:
        begin_plans(state, rules)
        return
    lay_open(state, rules, state.active, option.a)
    if has_opponent(rules, option.a):
        ask(state, Phase.TARGET, state.active)
    else:
        _aim(state, rules)


@rule
def offer_target(state, rules, opts):
    """D6; IAM-13.5."""
    n = 0
    for seat in range(rules.seats):
        if may_target(state, rules, state.active, state.card, seat):
            n = add(opts, n, Kind.OPPONENT, seat, 0, 0)
    return n


@rule
def do_target(state, rules, option):
    """D6; IAM-13.5."""
    state.victim = option.a
    _aim(state, rules)


@rule
def _aim(state, rules):
    """The next object; with the last one the announcement is complete."""
    if state.chosen < objects_most(rules, state.card):
        if has_object(state, rules, state.active, state.card, state.victim):
            ask(state, Phase.OBJECT, state.active)
            return
    _announced(state, rules)


@rule
def offer_object(state, rules, opts):
    """D6; IAM-13.5: one more object of the card; from the second on there may be no more."""
    kind, victim = state.card, state.victim
    if is_half_chosen(state):
        return _list_second_halves(state, rules, opts)
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if state.chosen > 0 else 0
    aim = aim_of(rules, kind)
    for k in range(candidates(state, rules, kind, victim)):
        code = candidate(state, rules, kind, victim, k)
        if may_choose(state, rules, state.active, kind, victim, code):
            if aim == Aim.TOKEN or aim == Aim.OWN_TOKEN:
                n = add(opts, n, _kind_of(aim), code // LEVELS, code % LEVELS, 0)
            else:
                n = add(opts, n, _kind_of(aim), code, 0, 0)
    return n


@rule
def do_object(state, rules, option):
    """D6; IAM-13.5."""
    if option.kind == Kind.DONE:
        _announced(state, rules)
        return
    cell = option.kind == Kind.TOKEN or option.kind == Kind.OWN_TOKEN
    announce(state, rules, option.a * LEVELS + option.b if cell else option.a)
    if not is_half_chosen(state):
        _aim(state, rules)


@rule
def _kind_of(aim):
    """The kind of option that names an object."""
    if aim == Aim.PLANET:
        return Kind.PLANET
    if aim == Aim.SHIP:
        return Kind.SHIP
    if aim == Aim.TECHNOLOGY:
        return Kind.TECHNOLOGY
    if aim == Aim.TOKEN:
        return Kind.TOKEN
    if aim == Aim.OWN_TOKEN:
        return Kind.OWN_TOKEN
    return Kind.MARKET if aim == Aim.MARKET else Kind.RESOURCE


@rule
def _list_second_halves(state, rules, opts):
    """D6; IAM-27.21: the opponent's token in the row of one's own; or the row to which one's own goes."""
    n, code = 0, state.objects[state.chosen, 0]
    if rules.shadow_effect[state.card] == ShadowEffect.SWAP_TOKEN_SAME_ROW:
        row = code // LEVELS
        for level in range(LEVELS):
            if state.players[state.victim].tokens[row, level] > 0:
                n = add(opts, n, Kind.TOKEN, row, level, 0)
        return n
    for row in range(ROWS):
        if may_move_to(state, rules, code, row):
            n = add(opts, n, Kind.TO_ROW, row, 0, 0)
    return n


@rule
def _announced(state, rules):
    """IAM-8.1, IAM-13.5: a STANDARD card works at once; for the others the player may boost the check."""
    if not needs_check(rules, state.card):
        _work(state, rules, state.active)
        return
    open_check(state, rules, state.active)
    if may_discard(state, rules, state.active, state.boosts):
        ask(state, Phase.BOOST, state.active)
    else:
        _boosted(state, rules)


@rule
def offer_boost(state, rules, opts):
    """D7; IAM-13.6."""
    return list_hand(state, rules, Kind.DISCARD, opts, add(opts, 0, Kind.DONE, 0, 0, 0))


@rule
def do_boost(state, rules, option):
    """D7; IAM-13.6."""
    if option.kind == Kind.DISCARD:
        boost(state, rules, state.active, option.a)
        if may_discard(state, rules, state.active, state.boosts):
            return
    _boosted(state, rules)


@rule
def _boosted(state, rules):
    """IAM-13.7, IAM-13.9: then the opponent at whom the card is aimed may oppose."""
    if may_discard(state, rules, state.victim, state.opposes):
        ask(state, Phase.OPPOSE, state.victim)
    else:
        _resolve_check(state, rules, throw(state))


@rule
def offer_oppose(state, rules, opts):
    """D8; IAM-13.7."""
    return list_hand(state, rules, Kind.DISCARD, opts, add(opts, 0, Kind.DONE, 0, 0, 0))


@rule
def do_oppose(state, rules, option):
    """D8; IAM-13.7."""
    if option.kind == Kind.DISCARD:
        oppose(state, rules, state.actor, option.a)
        if may_discard(state, rules, state.actor, state.opposes):
            return
    _resolve_check(state, rules, throw(state))


@rule
def _resolve_check(state, rules, face):
    """IAM-13.8."""
    if judge(state, rules, state.active, face):
        _work(state, rules, state.active)
    else:
        close_card(state, rules)


@rule
def close_card(state, rules):
    """IAM-13.4."""
    put_card_away(state)
    begin_plans(state, rules)


@rule
def _work(state, rules, seat):
    """The effect of a card begins."""
    effect, number, victim = rules.shadow_effect[state.card], rules.shadow_number[state.card], state.victim
    if effect == ShadowEffect.TAKE_RES:
        _take_from(state, rules, seat, next_source(state, rules, seat) if victim == NONE else victim)
    elif effect == ShadowEffect.EXCHANGE_1TO1:
        _begin_deals(state, rules, seat)
    elif effect == ShadowEffect.DRAW_SHADOW:
        draw_cards(state, seat, number)
        _close_hand(state, rules, seat)
    elif effect == ShadowEffect.STEAL_HAND:
        steal_random(state, rules, seat, victim, number)
        _close_hand(state, rules, seat)
    elif effect == ShadowEffect.STEAL_SHIP:
        player, place = state.players[victim], state.objects[0, 0]
        if receive_ship(state, rules, seat, player.ship[place], player.damage[place], After.STOLEN_SHIP):
            ship_stolen(state, rules, seat)
    elif effect == ShadowEffect.SIPHON:
        _begin_siphon(state, rules, seat)
    elif effect == ShadowEffect.USURP_TOKEN:
        _begin_usurping(state, rules, seat)
    else:
        if effect == ShadowEffect.DISCARD_HAND:
            discard_random(state, rules, victim, number)
        strike(state, rules, seat)
        close_card(state, rules)


@rule
def _close_hand(state, rules, seat):
    """IAM-8.5: new cards in the hand; what is too much goes before the card is resolved."""
    if not drop_excess(state, rules, seat, After.DRAWN_CARDS):
        close_card(state, rules)


@rule
def _take_from(state, rules, seat, source):
    """TAKE_RES: from this player, and from those seated after if the card takes of each, until there is a choice."""
    number, resource = rules.shadow_number[state.card], rules.shadow_detail[state.card]
    while source != seat:
        state.victim = source
        state.number = min(number, holdings(state, source))
        if resource == ANY and state.number > 0:
            ask(state, Phase.TAKING, seat)
            return
        if resource != ANY:
            take_resource(state, seat, source, resource, number)
        source = next_source(state, rules, source)
    close_card(state, rules)


@rule
def _begin_siphon(state, rules, seat):
    """IAM-27.18."""
    state.number = siphon(state, rules, seat)
    if state.number > 0:
        ask(state, Phase.TAKING, seat)
    else:
        close_card(state, rules)


@rule
def offer_taking(state, rules, opts):
    """D6, D10; IAM-27.18: a unit that a siphoned Home World yields, or one of another player's resources."""
    n, free = 0, rules.shadow_effect[state.card] == ShadowEffect.SIPHON
    for resource in range(RESOURCES):
        if free or state.players[state.victim].resources[resource] > 0:
            n = add(opts, n, Kind.RESOURCE, resource, 0, 0)
    return n


@rule
def do_taking(state, rules, option):
    """D6, D10; IAM-27.18."""
    seat, siphoned = state.active, rules.shadow_effect[state.card] == ShadowEffect.SIPHON
    if siphoned:
        state.players[seat].resources[option.a] += 1
    else:
        take_resource(state, seat, state.victim, option.a, 1)
    state.number -= 1
    if state.number > 0:
        return
    if siphoned:
        close_card(state, rules)
    else:
        _take_from(state, rules, seat, next_source(state, rules, state.victim))


@rule
def _begin_deals(state, rules, seat):
    """EXCHANGE_1TO1."""
    state.number = rules.shadow_number[state.card]
    if state.number > 0 and holdings(state, seat) > 0:
        ask(state, Phase.DEALING, seat)
    else:
        close_card(state, rules)


@rule
def offer_dealing(state, rules, opts):
    """D6: a resource of one's own for another, or no more."""
    n = add(opts, 0, Kind.DONE, 0, 0, 0)
    for resource in range(RESOURCES):
        if state.players[state.active].resources[resource] > 0:
            n = list_exchanges_of(resource, opts, n)
    return n


@rule
def do_dealing(state, rules, option):
    """D6."""
    if option.kind == Kind.EXCHANGE:
        state.players[state.active].resources[option.a] -= 1
        state.players[state.active].resources[option.b] += 1
        state.number -= 1
        if state.number > 0:
            return
    close_card(state, rules)


@rule
def _begin_usurping(state, rules, seat):
    """USURP_TOKEN: the opponent's token goes; one of the player's pool may take its place."""
    strike(state, rules, seat)
    if state.players[seat].pool > 0:
        ask(state, Phase.USURPING, seat)
    else:
        close_card(state, rules)


@rule
def offer_usurping(state, rules, opts):
    """D6."""
    return add(opts, add(opts, 0, Kind.NO, 0, 0, 0), Kind.YES, 0, 0, 0)


@rule
def do_usurping(state, rules, option):
    """D6."""
    if option.kind == Kind.YES:
        usurp(state, state.active)
    close_card(state, rules)


@rule
def ship_stolen(state, rules, seat):
    """IAM-27.28: the ship has come, or stays away for want of room."""
    if state.wanted != NONE:
        bring_over(state, rules, seat)
    close_card(state, rules)
