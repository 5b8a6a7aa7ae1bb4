"""The decisions of the shadow activity: the card, its targets, the check, and the gains of the card."""

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
    apply_card,
    can_play,
    candidate,
    candidates,
    discard_random,
    has_object,
    has_opponent,
    is_half_chosen,
    may_choose,
    may_move_to,
    may_target,
    next_source,
    objects_most,
    put_card_away,
    set_card_aside,
    siphon,
    steal_random,
    take_resource,
    take_stolen_ship,
    usurp,
)
from starbalance.simulator.games.interstellar_ambitions.shadow_check import (
    boost,
    judge_check,
    may_discard,
    needs_check,
    open_check,
    oppose,
    roll_die,
)
from starbalance.simulator.games.interstellar_ambitions.state import After, Decision, Kind
from starbalance.simulator.games.interstellar_ambitions.word import ShadowEffect


@rule
def offer_shadow_activity(state, rules, opts):
    """D5, IAM-13.3: List the cards that can be played, or none of them (A40). Return the number of options."""
    n, seat = add(opts, 0, Kind.NO, 0, 0, 0), state.active
    for kind in range(rules.shadow_kinds):
        if state.players[seat].hand[kind] > 0 and can_play(state, rules, seat, kind):
            n = add(opts, n, Kind.PLAY, kind, 0, 0)
    return n


@rule
def do_shadow_activity(state, rules, option):
    """D5, IAM-13.3: Set the chosen card aside and ask for its opponent or first object. On NO, go to step 2 (A40)."""
    if option.kind == Kind.NO:
        begin_plans(state, rules)
        return
    set_card_aside(state, rules, state.active, option.a)
    if has_opponent(rules, option.a):
        ask(state, Decision.TARGET, state.active)
    else:
        _aim(state, rules)


@rule
def offer_target(state, rules, opts):
    """D6, IAM-13.5: List the opponents that the card can be aimed at. Return the number of options."""
    n = 0
    for seat in range(rules.seats):
        if may_target(state, rules, state.active, state.card, seat):
            n = add(opts, n, Kind.OPPONENT, seat, 0, 0)
    return n


@rule
def do_target(state, rules, option):
    """D6, IAM-13.5: Aim the card at the chosen opponent and ask for its first object."""
    state.victim = option.a
    _aim(state, rules)


@rule
def _aim(state, rules):
    """Ask the active player for the next object. If none is left or due, end the announcement."""
    if state.chosen < objects_most(rules, state.card):
        if has_object(state, rules, state.active, state.card, state.victim):
            ask(state, Decision.OBJECT, state.active)
            return
    _end_announcement(state, rules)


@rule
def offer_object(state, rules, opts):
    """D6, IAM-13.5: List the objects of the card. From the second object on, stopping is an option.

    Return the number of options.
    """
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
    """D6, IAM-13.5: Announce the chosen object and ask for the next one. On DONE, end the announcement."""
    if option.kind == Kind.DONE:
        _end_announcement(state, rules)
        return
    cell = option.kind == Kind.TOKEN or option.kind == Kind.OWN_TOKEN
    announce(state, rules, option.a * LEVELS + option.b if cell else option.a)
    if not is_half_chosen(state):
        _aim(state, rules)


@rule
def _kind_of(aim):
    """Return the action type that names an object of this Aim."""
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
    """D6, IAM-27.21: List the opponent's tokens in the row of the own token, or the rows to which it may go.

    Return the number of options.
    """
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
def _end_announcement(state, rules):
    """IAM-8.1, IAM-13.5: Begin the effect of a STANDARD card at once. For other types, open the check and ask the
    active player for boosts, if any are possible.
    """
    if not needs_check(rules, state.card):
        _begin_effect(state, rules, state.active)
        return
    open_check(state, rules, state.active)
    if may_discard(state, rules, state.active, state.boosts):
        ask(state, Decision.BOOST, state.active)
    else:
        _end_boosts(state, rules)


@rule
def offer_boost(state, rules, opts):
    """D7, IAM-13.6: List the cards to discard as boosts, or no more. Return the number of options."""
    return list_hand(state, rules, Kind.DISCARD, opts, add(opts, 0, Kind.DONE, 0, 0, 0))


@rule
def do_boost(state, rules, option):
    """D7, IAM-13.6: Discard a card of the active player as a boost. On DONE, or when no more may be discarded, go on to
    the opponent.
    """
    if option.kind == Kind.DISCARD:
        boost(state, rules, state.active, option.a)
        if may_discard(state, rules, state.active, state.boosts):
            return
    _end_boosts(state, rules)


@rule
def _end_boosts(state, rules):
    """IAM-13.7, IAM-13.9: Ask the targeted opponent to oppose. If they cannot, roll the die and resolve the check."""
    if may_discard(state, rules, state.victim, state.opposes):
        ask(state, Decision.OPPOSE, state.victim)
    else:
        _resolve_check(state, rules, roll_die(state))


@rule
def offer_oppose(state, rules, opts):
    """D8, IAM-13.7: List the cards to discard against the check, or no more. Return the number of options."""
    return list_hand(state, rules, Kind.DISCARD, opts, add(opts, 0, Kind.DONE, 0, 0, 0))


@rule
def do_oppose(state, rules, option):
    """D8, IAM-13.7: Discard a card of the opponent against the check. On DONE, or when no more may be discarded, roll
    the die and resolve the check.
    """
    if option.kind == Kind.DISCARD:
        oppose(state, rules, state.actor, option.a)
        if may_discard(state, rules, state.actor, state.opposes):
            return
    _resolve_check(state, rules, roll_die(state))


@rule
def _resolve_check(state, rules, face):
    """IAM-13.8: Begin the effect of the card if the check succeeds with this die face. Otherwise discard the card and
    go to step 2.
    """
    if judge_check(state, rules, state.active, face):
        _begin_effect(state, rules, state.active)
    else:
        close_card(state, rules)


@rule
def close_card(state, rules):
    """IAM-13.4: Discard the card and go to step 2."""
    put_card_away(state)
    begin_plans(state, rules)


@rule
def _begin_effect(state, rules, seat):
    """Begin the effect of the card in play for the seat. Ask for its decisions, or carry it out and discard it."""
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
            finish_theft(state, rules, seat)
    elif effect == ShadowEffect.SIPHON:
        _begin_siphon(state, rules, seat)
    elif effect == ShadowEffect.USURP_TOKEN:
        _begin_usurping(state, rules, seat)
    else:
        if effect == ShadowEffect.DISCARD_HAND:
            discard_random(state, rules, victim, number)
        apply_card(state, rules, seat)
        close_card(state, rules)


@rule
def _close_hand(state, rules, seat):
    """IAM-8.5: Ask the seat for discards if its hand is over the limit. Otherwise discard the played card and go to
    step 2.
    """
    if not drop_excess(state, rules, seat, After.DRAWN_CARDS):
        close_card(state, rules)


@rule
def _take_from(state, rules, seat, source):
    """Take the resources of TAKE_RES from `source`, then from the next opponents if the card takes from each. Stop to
    ask which types if any type may be taken; at the end, discard the card.
    """
    number, resource = rules.shadow_number[state.card], rules.shadow_detail[state.card]
    while source != seat:
        state.victim = source
        state.number = min(number, holdings(state, source))
        if resource == ANY and state.number > 0:
            ask(state, Decision.TAKING, seat)
            return
        if resource != ANY:
            take_resource(state, seat, source, resource, number)
        source = next_source(state, rules, source)
    close_card(state, rules)


@rule
def _begin_siphon(state, rules, seat):
    """IAM-27.18: Siphon a planet, then ask for the types of the units of a Home World. Without such units, discard the
    card.
    """
    state.number = siphon(state, rules, seat)
    if state.number > 0:
        ask(state, Decision.TAKING, seat)
    else:
        close_card(state, rules)


@rule
def offer_taking(state, rules, opts):
    """D6, D10, IAM-27.18: List the types for a unit of a siphoned Home World, or the resources of the opponent.

    Return the number of options.
    """
    n, free = 0, rules.shadow_effect[state.card] == ShadowEffect.SIPHON
    for resource in range(RESOURCES):
        if free or state.players[state.victim].resources[resource] > 0:
            n = add(opts, n, Kind.RESOURCE, resource, 0, 0)
    return n


@rule
def do_taking(state, rules, option):
    """D6, D10, IAM-27.18: Take one unit of the chosen resource, from the supply for a siphon and from the opponent
    otherwise. After the last unit, go to the next opponent or discard the card.
    """
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
    """Ask the seat for the exchanges of EXCHANGE_1TO1. If it has no resources, discard the card."""
    state.number = rules.shadow_number[state.card]
    if state.number > 0 and holdings(state, seat) > 0:
        ask(state, Decision.DEALING, seat)
    else:
        close_card(state, rules)


@rule
def offer_dealing(state, rules, opts):
    """D6: List the exchanges of an own resource for another, or no more. Return the number of options."""
    n = add(opts, 0, Kind.DONE, 0, 0, 0)
    for resource in range(RESOURCES):
        if state.players[state.active].resources[resource] > 0:
            n = list_exchanges_of(resource, opts, n)
    return n


@rule
def do_dealing(state, rules, option):
    """D6: Exchange one resource of the active player for another. On DONE, or after the last exchange, discard the
    card.
    """
    if option.kind == Kind.EXCHANGE:
        state.players[state.active].resources[option.a] -= 1
        state.players[state.active].resources[option.b] += 1
        state.number -= 1
        if state.number > 0:
            return
    close_card(state, rules)


@rule
def _begin_usurping(state, rules, seat):
    """Move the opponent's token to their pool (USURP_TOKEN). Ask whether an own token takes its place, or discard the
    card if the own pool is empty.
    """
    apply_card(state, rules, seat)
    if state.players[seat].pool > 0:
        ask(state, Decision.USURPING, seat)
    else:
        close_card(state, rules)


@rule
def offer_usurping(state, rules, opts):
    """D6: List placing an own token and not doing so. Return the number of options."""
    return add(opts, add(opts, 0, Kind.NO, 0, 0, 0), Kind.YES, 0, 0, 0)


@rule
def do_usurping(state, rules, option):
    """D6: Place the own token, or leave the place empty. Then discard the card."""
    if option.kind == Kind.YES:
        usurp(state, state.active)
    close_card(state, rules)


@rule
def finish_theft(state, rules, seat):
    """IAM-27.28: Remove the stolen ship from its owner, unless the thief declined it for lack of room. Then discard the
    card.
    """
    if state.wanted != NONE:
        take_stolen_ship(state, rules, seat)
    close_card(state, rules)
