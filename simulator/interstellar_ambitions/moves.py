"""What an option does: one small function per decision, then play goes on to the next decision."""

from starbalance.simulator.interstellar_ambitions.ambition import claim, note_met, remembers
from starbalance.simulator.interstellar_ambitions.battle import (
    begin_battle,
    call_up,
    end_stage,
    fire,
    go_on_with_battle,
    put_next,
)
from starbalance.simulator.interstellar_ambitions.check import (
    boost,
    judge,
    may_discard,
    needs_check,
    open_check,
    oppose,
    throw,
)
from starbalance.simulator.interstellar_ambitions.colonising import (
    colonise_discount,
    develop_price,
    first_lowest,
    give_up_colony,
    level_after_event,
    lowest_planets,
    planets_to_develop,
    put_event_away,
    starting_level,
    take_from_market,
)
from starbalance.simulator.interstellar_ambitions.deck import (
    discard_event,
    discard_shadow_card,
    draw_event,
    draw_shadow_card,
)
from starbalance.simulator.interstellar_ambitions.fleet import (
    add_ship,
    can_repair,
    damage_of,
    discard_ship,
    has_room,
    repair,
    repair_cost,
)
from starbalance.simulator.interstellar_ambitions.hand import drop_card, take_card
from starbalance.simulator.interstellar_ambitions.market import filled, refill, replace
from starbalance.simulator.interstellar_ambitions.opening import (
    begin_start_technologies,
    discard_dealt,
    extra_advances,
    extra_resources,
    hand_out,
    place_of,
    return_start_technologies,
    seat_at,
    take_start_technology,
)
from starbalance.simulator.interstellar_ambitions.payment import give_for, holdings, lacking, pay_need
from starbalance.simulator.interstellar_ambitions.planet import fewest_planets, hand_over, may_receive
from starbalance.simulator.interstellar_ambitions.production import (
    dismiss,
    gain_produce,
    next_upkeep,
    produce,
    upkeep_of,
)
from starbalance.simulator.interstellar_ambitions.purchase import (
    builds_of,
    cards_to_buy,
    hire_price,
    may_build,
    may_hire,
    ship_price,
    technology_price,
)
from starbalance.simulator.interstellar_ambitions.rules import (
    ALL_MARKERS,
    ANY,
    LEVELS,
    NONE,
    RESOURCES,
    ROWS,
    ReplaceMode,
    ShadowBuy,
)
from starbalance.simulator.interstellar_ambitions.shadow_card import (
    announce,
    bring_over,
    discard_random,
    has_object,
    has_opponent,
    is_half_chosen,
    lay_open,
    next_source,
    objects_most,
    put_card_away,
    siphon,
    steal_random,
    strike,
    take_resource,
    usurp,
)
from starbalance.simulator.interstellar_ambitions.spoils import (
    bombard,
    capture,
    disrupt,
    has_plans,
    loot,
    may_capture,
    planets_on_offer,
    replace_last_planet,
)
from starbalance.simulator.interstellar_ambitions.state import SIG, After, Kind, Outlay, Phase, Then
from starbalance.simulator.interstellar_ambitions.technology import learn
from starbalance.simulator.interstellar_ambitions.track import may_advance, move_token, put_on, take_off
from starbalance.simulator.interstellar_ambitions.turn import (
    ask,
    begin_action,
    begin_end,
    begin_plans,
    begin_repair,
    can_claim,
    can_exchange,
    end_plans,
    end_turn,
    finish_action,
    go_on_with_turn,
    market_of,
    trigger_end,
)
from starbalance.simulator.interstellar_ambitions.word import (
    Battle,
    EventEffect,
    Level,
    Modifier,
    Resource,
    Row,
    ShadowEffect,
)
from starbalance.simulator.kernel import kernel, rule


@rule
def _keep(state, rules, option):
    """D1; IAM-12.2: chosen in secret; what is not kept is discarded when all have chosen."""
    seat, dealt = state.actor, state.dealt[state.actor]
    place = 0
    while dealt[place] != option.a:
        place += 1
    dealt[place] = NONE
    take_card(state, seat, option.a)
    _next_keeping(state, rules, seat)


@rule
def _next_keeping(state, rules, seat):
    """The next card to keep, the next player, or the START technologies."""
    while state.players[seat].cards >= rules.start_cards_kept or not _has_dealt(state, rules, seat):
        seat += 1
        if seat == rules.seats:
            discard_dealt(state, rules)
            begin_start_technologies(state, rules)
            return
    ask(state, Phase.KEEPING, seat)


@rule
def _has_dealt(state, rules, seat):
    for k in range(rules.start_cards_dealt):
        if state.dealt[seat, k] != NONE:
            return True
    return False


@rule
def _take_start_technology(state, rules, option):
    """D2; IAM-12.3."""
    take_start_technology(state, rules, state.actor, option.a)
    place = place_of(state, rules, state.actor)
    if place > 0:
        ask(state, Phase.START_TECHNOLOGY, seat_at(state, rules, place - 1))
    else:
        return_start_technologies(state, rules)
        ask(state, Phase.PLACING, state.first)


@rule
def _place(state, rules, option):
    """D3; IAM-12.4: one token each, pass after pass."""
    put_on(state, state.actor, option.a, Level.BASIC)
    place = place_of(state, rules, state.actor) + 1
    if place < rules.seats:
        ask(state, Phase.PLACING, seat_at(state, rules, place))
        return
    state.lap += 1
    if state.lap < rules.tokens_per_player:
        ask(state, Phase.PLACING, state.first)
    else:
        hand_out(state, rules)
        _next_head_start(state, rules, 0)


@rule
def _next_head_start(state, rules, place):
    """IAM-12.6 to 12.11: the next player to whom compensation is due; after the last the first round begins."""
    while place < rules.seats:
        seat = seat_at(state, rules, place)
        if extra_advances(rules, place) > 0:
            state.number = extra_advances(rules, place)
            ready_tokens(state, seat)
            ask(state, Phase.HEAD_START, seat)
            return
        if extra_resources(rules, place) > 0:
            state.number = extra_resources(rules, place)
            ask(state, Phase.COMPENSATION, seat)
            return
        place += 1
    state.then = Then.ROUND


@rule
def ready_tokens(state, seat):
    """IAM-13.12: the tokens of a player that may still move in this step."""
    for row in range(ROWS):
        for level in range(LEVELS):
            state.ready[row, level] = state.players[seat].tokens[row, level]


@rule
def _can_advance(state, rules):
    for row in range(ROWS):
        for level in range(Level.ULTIMATE):
            if state.ready[row, level] > 0 and may_advance(state, rules, row, level):
                return True
    return False


@rule
def _advance(state, option):
    """IAM-10.1, 13.10: a token goes one level right, once."""
    state.ready[option.a, option.b] -= 1
    move_token(state, state.actor, option.a, option.b, option.a, option.b + 1)


@rule
def _head_start(state, rules, option):
    """D4; IAM-12.7 to 12.10."""
    place = place_of(state, rules, state.actor)
    _advance(state, option)
    state.number -= 1
    if state.number > 0 and _can_advance(state, rules):
        return
    if extra_resources(rules, place) > 0:
        state.number = extra_resources(rules, place)
        ask(state, Phase.COMPENSATION, state.actor)
    else:
        _next_head_start(state, rules, place + 1)


@rule
def _compensate(state, rules, option):
    """D4; IAM-12.6 to 12.11."""
    state.players[state.actor].resources[option.a] += 1
    state.number -= 1
    if state.number == 0:
        _next_head_start(state, rules, place_of(state, rules, state.actor) + 1)


@rule
def _shadow_activity(state, rules, option):
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
def _target(state, rules, option):
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
def _object(state, rules, option):
    """D6; IAM-13.5."""
    if option.kind == Kind.DONE:
        _announced(state, rules)
        return
    cell = option.kind == Kind.TOKEN or option.kind == Kind.OWN_TOKEN
    announce(state, rules, option.a * LEVELS + option.b if cell else option.a)
    if not is_half_chosen(state):
        _aim(state, rules)


@rule
def _announced(state, rules):
    """IAM-8.1, 13.5: a STANDARD card works at once; for the others the player may boost his check."""
    if not needs_check(rules, state.card):
        _work(state, rules, state.active)
        return
    open_check(state, rules, state.active)
    if may_discard(state, rules, state.active, state.boosts):
        ask(state, Phase.BOOST, state.active)
    else:
        _boosted(state, rules)


@rule
def _boost(state, rules, option):
    """D7; IAM-13.6."""
    if option.kind == Kind.DISCARD:
        boost(state, rules, state.active, option.a)
        if may_discard(state, rules, state.active, state.boosts):
            return
    _boosted(state, rules)


@rule
def _boosted(state, rules):
    """IAM-13.7, 13.9: then the opponent at whom the card is aimed may oppose."""
    if may_discard(state, rules, state.victim, state.opposes):
        ask(state, Phase.OPPOSE, state.victim)
    else:
        _check(state, rules, throw(state))


@rule
def _oppose(state, rules, option):
    """D8; IAM-13.7."""
    if option.kind == Kind.DISCARD:
        oppose(state, rules, state.actor, option.a)
        if may_discard(state, rules, state.actor, state.opposes):
            return
    _check(state, rules, throw(state))


@rule
def _check(state, rules, face):
    """IAM-13.8."""
    if judge(state, rules, state.active, face):
        _work(state, rules, state.active)
    else:
        _close_card(state, rules)


@rule
def _close_card(state, rules):
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
        _receive_ship(state, rules, seat, player.ship[place], player.damage[place], After.STOLEN_SHIP)
    elif effect == ShadowEffect.SIPHON:
        _begin_siphon(state, rules, seat)
    elif effect == ShadowEffect.USURP_TOKEN:
        _begin_usurping(state, rules, seat)
    else:
        if effect == ShadowEffect.DISCARD_HAND:
            discard_random(state, rules, victim, number)
        strike(state, rules, seat)
        _close_card(state, rules)


@rule
def _close_hand(state, rules, seat):
    """IAM-8.5: new cards in the hand; what is too much goes before the card is resolved."""
    if not drop_excess(state, rules, seat, After.DRAWN_CARDS):
        _close_card(state, rules)


@rule
def _take_from(state, rules, seat, source):
    """TAKE_RES: from this player, and from those after him if the card takes of each, until there is a choice."""
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
    _close_card(state, rules)


@rule
def _begin_siphon(state, rules, seat):
    """IAM-27.18."""
    state.number = siphon(state, rules, seat)
    if state.number > 0:
        ask(state, Phase.TAKING, seat)
    else:
        _close_card(state, rules)


@rule
def _taking(state, rules, option):
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
        _close_card(state, rules)
    else:
        _take_from(state, rules, seat, next_source(state, rules, state.victim))


@rule
def _begin_deals(state, rules, seat):
    """EXCHANGE_1TO1."""
    state.number = rules.shadow_number[state.card]
    if state.number > 0 and holdings(state, seat) > 0:
        ask(state, Phase.DEALING, seat)
    else:
        _close_card(state, rules)


@rule
def _dealing(state, rules, option):
    """D6."""
    if option.kind == Kind.EXCHANGE:
        state.players[state.active].resources[option.a] -= 1
        state.players[state.active].resources[option.b] += 1
        state.number -= 1
        if state.number > 0:
            return
    _close_card(state, rules)


@rule
def _begin_usurping(state, rules, seat):
    """USURP_TOKEN: the opponent's token goes; one of the player's pool may take its place."""
    strike(state, rules, seat)
    if state.players[seat].pool > 0:
        ask(state, Phase.USURPING, seat)
    else:
        _close_card(state, rules)


@rule
def _usurping(state, rules, option):
    """D6."""
    if option.kind == Kind.YES:
        usurp(state, state.active)
    _close_card(state, rules)


@rule
def _plans(state, rules, option):
    """D9."""
    seat = state.active
    if option.kind == Kind.PRODUCE:
        state.number = produce(state, rules, seat)
        if state.number > 0:
            ask(state, Phase.HOME_WORLD, seat)
        else:
            end_plans(state, rules, True)
        return
    ready_tokens(state, seat)
    if advances_of(state, rules, seat) > 0 and _can_advance(state, rules):
        ask(state, Phase.ADVANCING, seat)
    else:
        end_plans(state, rules, False)


@rule
def advances_of(state, rules, seat):
    """IAM-13.10: how many tokens may advance in a step."""
    return rules.advance_tokens + state.players[seat].modifiers[Modifier.ADVANCE_EXTRA]


@rule
def _home_world(state, rules, option):
    """D10; IAM-14.3."""
    gain_produce(state, state.active, option.a, 1)
    state.number -= 1
    if state.number == 0:
        end_plans(state, rules, True)


@rule
def _upkeep(state, rules, option):
    """D11; IAM-14.7."""
    seat = state.active
    if option.kind == Kind.DISMISS:
        dismiss(state, rules, seat, option.a)
        _next_upkeep(state, rules)
    else:
        state.wanted = option.a
        state.need[Resource.COINS] = upkeep_of(state, rules, seat, option.a)
        _settle_account(state, rules, seat, After.KEPT)


@rule
def _next_upkeep(state, rules):
    if next_upkeep(state, rules, state.active):
        ask(state, Phase.UPKEEP, state.active)
    else:
        begin_action(state, rules)


@rule
def _advancing(state, rules, option):
    """D12; IAM-13.10 to 13.12."""
    if option.kind == Kind.ADVANCE:
        _advance(state, option)
        state.number += 1
        state.players[state.active].advances += 1
        if state.number < advances_of(state, rules, state.active) and _can_advance(state, rules):
            return
    end_plans(state, rules, False)


@rule
def _action(state, rules, option):
    """D13; IAM-13.13, 13.14."""
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
        ask(state, Phase.PLANNING, seat)
    else:
        player.passes += 1
        begin_end(state, rules)


@rule
def _begin_row(state, rules, seat):
    """IAM-11: the first decision of an action."""
    row, planning = state.row, state.planning
    if row == Row.COLONISE:
        _begin_market(state, rules, rules.colonise_replace[planning], Phase.COLONISING)
    elif row == Row.DEVELOP:
        ask(state, Phase.DEVELOPING, seat)
    elif row == Row.BUILD:
        free = ALL_MARKERS if rules.build_repair_free[planning] else 0
        if not begin_repair(state, rules, seat, free, damage_of(state, seat), After.REPAIRED):
            ask(state, Phase.BUILDING, seat)
    elif row == Row.RESEARCH:
        _begin_market(state, rules, rules.research_replace[planning], Phase.RESEARCHING)
    elif row == Row.FLEET:
        ask(state, Phase.FLEET_ACTION, seat)
    elif rules.shadow_mercs[planning] > 0:
        ask(state, Phase.SHADOW_ACTION, seat)
    else:
        _begin_buying(state, rules, seat)


@rule
def _begin_market(state, rules, may_replace, phase):
    """An action on cards that lie face up, which some cells let the player replace first."""
    state.mask = 0
    state.replaced = 0
    if may_replace and filled(state, rules, market_of(state.row)) > 0:
        ask(state, Phase.REPLACING, state.active)
    else:
        ask(state, phase, state.active)


@rule
def _phase_of_market(row):
    if row == Row.COLONISE:
        return Phase.COLONISING
    return Phase.RESEARCHING if row == Row.RESEARCH else Phase.HIRING


@rule
def _replacing(state, rules, option):
    """IAM-15.5, 18.3, 19.6, A32: the cards are picked, then replaced together; once, or twice."""
    if option.kind == Kind.REPLACE:
        state.mask |= 1 << option.a
        if state.mask != filled(state, rules, market_of(state.row)):
            return
    again = state.mask != 0 and rules.replace_mode == ReplaceMode.TWICE and state.replaced == 0
    replace(state, rules, market_of(state.row), state.mask)
    state.mask = 0
    state.replaced += 1
    if not again:
        ask(state, _phase_of_market(state.row), state.active)


@rule
def _planning(state, rules, option):
    """D14; IAM-13.14, 13.15, A02."""
    seat = state.active
    if option.kind == Kind.PLACE:
        put_on(state, seat, option.a, Level.BASIC)
        if state.players[seat].pool > 0:
            return
    begin_end(state, rules)


@rule
def _returning(state, rules, option):
    """D34."""
    if option.kind == Kind.TO_ROW:
        put_on(state, state.active, option.a, Level.BASIC)
    begin_end(state, rules)


@rule
def _colonising(state, rules, option):
    """D15; IAM-15.2, 15.6."""
    if option.kind == Kind.NO:
        state.then = Then.CLOSE_MARKET
        return
    state.planet = option.a
    for resource in range(RESOURCES):
        state.need[resource] = rules.planet_cost[option.a, resource]
    state.discount = colonise_discount(state, rules, state.active, option.a)
    _go_on_with_price(state, rules)


@rule
def _go_on_with_price(state, rules):
    if state.discount > 0:
        ask(state, Phase.DISCOUNTING, state.active)
    else:
        _settle_account(state, rules, state.active, After.COLONISED)


@rule
def _discounting(state, rules, option):
    """D35."""
    state.need[option.a] -= 1
    state.discount -= 1
    _go_on_with_price(state, rules)


@rule
def _settle_account(state, rules, seat, after):
    """What is due (state.need, state.need_any) is paid next; `after` says what goes on then."""
    state.after = after
    state.payer = seat
    state.then = Then.SETTLE


@rule
def _settle(state, rules):
    """Asks for exchanges and for the units of a payment in any mix; pays what is due."""
    seat = state.payer
    if lacking(state, seat) != NONE:
        ask(state, Phase.EXCHANGING, seat)
    elif state.need_any > 0:
        ask(state, Phase.PAYING, seat)
    else:
        pay_need(state, seat, _outlay_of(state.after))
        state.then = Then.PAID


@rule
def _exchanging(state, rules, option):
    """D33."""
    give_for(state, rules, state.actor, option.a, lacking(state, state.actor))
    if lacking(state, state.actor) == NONE:
        _settle_account(state, rules, state.actor, state.after)


@rule
def _paying(state, rules, option):
    """D37."""
    seat = state.actor
    state.players[seat].resources[option.a] -= 1
    state.need_any -= 1
    if _outlay_of(state.after) != NONE:
        state.players[seat].outlay[_outlay_of(state.after)] += 1
    if state.need_any == 0:
        _settle_account(state, rules, seat, state.after)


@rule
def _outlay_of(after):
    """What a payment goes into, for the statistics."""
    if after == After.COLONISED or after == After.SUPPLIED or after == After.CAPTURED:
        return Outlay.COLONISE
    if after == After.DEVELOPED:
        return Outlay.DEVELOP
    if after == After.RESEARCHED:
        return Outlay.RESEARCH
    if after == After.BOUGHT or after == After.HIRED or after == After.KEPT:
        return Outlay.SHADOW
    return Outlay.BUILD


@rule
def _paid(state, rules, seat):
    """What goes on when a payment is complete."""
    after = state.after
    if after == After.COLONISED:
        _begin_hand_over(state, rules, seat)
    elif after == After.DEVELOPED:
        _developed(state, rules, seat)
    elif after == After.REPAIRED:
        ask(state, Phase.BUILDING, seat)
    elif after == After.BUILT:
        _built(state, rules, seat)
    elif after == After.RESEARCHED:
        _researched(state, rules, seat)
    elif after == After.BOUGHT:
        _bought(state, rules, seat)
    elif after == After.HIRED:
        _hired(state, rules, seat)
    elif after == After.KEPT:
        state.touched |= 1 << state.wanted
        _next_upkeep(state, rules)
    elif after == After.SUPPLIED:
        _found(state, rules, seat, starting_level(state, rules, seat, state.planet, state.planning))
    elif after == After.CAPTURED:
        _begin_hand_over(state, rules, seat)
    else:
        _end_stage(state, rules)


@rule
def _begin_hand_over(state, rules, seat):
    """IAM-15.7: with all slots full a planet goes first; state.after says what comes then."""
    if state.players[seat].planets >= rules.planet_limit:
        ask(state, Phase.HANDING_OVER, seat)
    else:
        state.then = Then.ROOM_FOR_PLANET


@rule
def _handing_over(state, rules, option):
    """D16; IAM-15.7, 15.8: to one of those with the fewest planets, or to nobody."""
    seat = state.active
    if fewest_planets(state, rules, seat) >= rules.planet_limit:
        hand_over(state, rules, seat, option.a, NONE)
        state.then = Then.ROOM_FOR_PLANET
        return
    recipients, last = 0, NONE
    for other in range(rules.seats):
        if may_receive(state, rules, seat, other):
            recipients += 1
            last = other
    if recipients > 1:
        state.wanted = option.a
        ask(state, Phase.RECEIVING, seat)
    else:
        hand_over(state, rules, seat, option.a, last)
        state.then = Then.ROOM_FOR_PLANET


@rule
def _receiving(state, rules, option):
    """D16."""
    hand_over(state, rules, state.active, state.wanted, option.a)
    state.then = Then.ROOM_FOR_PLANET


@rule
def _room_for_planet(state, rules, seat):
    """What goes on when there is room for the planet in question."""
    if state.after == After.COLONISED:
        _settle_planet(state, rules, seat)
    else:
        _captured(state, rules)


@rule
def _settle_planet(state, rules, seat):
    """IAM-15.3, 5.1: the planet is placed, then its event is drawn; EVENT_CHOICE draws more of which one counts."""
    take_from_market(state, rules, seat, state.planet)
    state.looked_at = 0
    for _ in range(1 + state.players[seat].modifiers[Modifier.EVENT_CHOICE]):
        kind = draw_event(state)
        if kind != NONE:
            state.looked[state.looked_at] = kind
            state.looked_at += 1
    if state.looked_at > 1:
        ask(state, Phase.EVENT, seat)
    elif state.looked_at == 1:
        _resolve_event(state, rules, seat, state.looked[0])
    else:
        _found(state, rules, seat, starting_level(state, rules, seat, state.planet, state.planning))


@rule
def _event(state, rules, option):
    """D17: the chosen event counts, the others are discarded."""
    kept = False
    for k in range(state.looked_at):
        if state.looked[k] == option.a and not kept:
            kept = True
        else:
            discard_event(state, state.looked[k])
    _resolve_event(state, rules, state.active, option.a)


@rule
def _resolve_event(state, rules, seat, kind):
    """IAM-5.3 to 5.7."""
    state.looked[0] = kind
    state.looked_at = 1
    put_event_away(state, rules, state.planet, kind)
    effect, number = rules.event_effect[kind], rules.event_number[kind]
    if effect == EventEffect.GAIN:
        state.players[seat].resources[rules.event_detail[kind]] += number
        _found_after(state, rules, seat, kind)
    elif effect == EventEffect.GAIN_SHIP:
        _receive_ship(state, rules, seat, rules.event_detail[kind], 0, After.EVENT_SHIP)
    elif effect == EventEffect.DRAW_SHADOW:
        draw_cards(state, seat, number)
        if not drop_excess(state, rules, seat, After.EVENT_CARDS):
            _found_after(state, rules, seat, kind)
    elif effect == EventEffect.REPLACE_LOWEST:
        _replace_by_lowest(state, rules, seat)
    elif effect == EventEffect.FAIL:
        give_up_colony(state, rules, seat, state.planet)
        state.then = Then.CLOSE_MARKET
    elif effect == EventEffect.PAY_OR_LEVEL:
        ask(state, Phase.SHORTAGE, seat)
    else:
        _found_after(state, rules, seat, kind)


@rule
def draw_cards(state, seat, number):
    """Shadow cards from the deck into a hand, as far as there are any."""
    for _ in range(number):
        kind = draw_shadow_card(state)
        if kind != NONE:
            take_card(state, seat, kind)


@rule
def drop_excess(state, rules, seat, after):
    """IAM-8.5: asks which cards go while the hand is over the limit (D38); false if it is not."""
    if state.players[seat].cards <= rules.hand_limit:
        return False
    state.after = after
    ask(state, Phase.DROPPING, seat)
    return True


@rule
def _found_after(state, rules, seat, kind):
    _found(state, rules, seat, level_after_event(state, rules, seat, state.planet, kind, state.planning))


@rule
def _found(state, rules, seat, level):
    """IAM-15.4: the colony stands."""
    state.level[state.planet] = level
    state.then = Then.CLOSE_MARKET


@rule
def _replace_by_lowest(state, rules, seat):
    """IAM-27.24, A35: the new planet goes; the face-up planet with the fewest points comes, by the right neighbour."""
    give_up_colony(state, rules, seat, state.planet)
    number = lowest_planets(state, rules)
    if number > 1:
        ask(state, Phase.LOWEST, (seat + rules.seats - 1) % rules.seats)
    elif number == 1:
        _take_lowest(state, rules, seat, first_lowest(state, rules))
    else:
        state.then = Then.CLOSE_MARKET


@rule
def _take_lowest(state, rules, seat, planet):
    take_from_market(state, rules, seat, planet)
    state.planet = planet
    _found(state, rules, seat, starting_level(state, rules, seat, planet, state.planning))


@rule
def _lowest(state, rules, option):
    """D18."""
    _take_lowest(state, rules, state.active, option.a)


@rule
def _shortage(state, rules, option):
    """D17: PAY_OR_LEVEL."""
    seat, kind = state.active, state.looked[0]
    if option.kind == Kind.YES:
        state.need_any = rules.event_number[kind]
        _settle_account(state, rules, seat, After.SUPPLIED)
    else:
        _found(state, rules, seat, min(rules.planet_levels[state.planet], rules.event_detail[kind]))


@rule
def _receive_ship(state, rules, seat, kind, wear, after):
    """IAM-7.2: a ship comes for nothing, with its damage; in a full fleet another makes room, or it stays away."""
    state.wanted = kind
    state.wear = wear
    state.after = after
    if has_room(state, rules, seat):
        add_ship(state, rules, seat, kind, wear)
        _received(state, rules, seat)
    else:
        ask(state, Phase.SCRAPPING, seat)


@rule
def _received(state, rules, seat):
    """What goes on when a ship has come for nothing, or has stayed away."""
    if state.after == After.EVENT_SHIP:
        _found_after(state, rules, seat, state.looked[0])
    elif state.after == After.STOLEN_SHIP:
        if state.wanted != NONE:
            bring_over(state, rules, seat)
        _close_card(state, rules)


@rule
def _scrapping(state, rules, option):
    """D17, D20, D22, D24, D38; IAM-7.2."""
    seat, after = state.actor, state.after
    if option.kind == Kind.SCRAP:
        discard_ship(state, rules, seat, option.a)
    if after == After.EMERGENCY:
        _answer_call(state, rules, option)
        return
    if after == After.BUILT or after == After.HIRED:
        _order_ship(state, rules, seat)
        return
    if option.kind == Kind.SCRAP:
        add_ship(state, rules, seat, state.wanted, state.wear)
    else:
        state.wanted = NONE
    _received(state, rules, seat)


@rule
def _developing(state, rules, option):
    """D19; IAM-16.1, 16.2."""
    seat = state.active
    if option.kind == Kind.DONE:
        finish_action(state, rules)
        return
    planet = option.a
    price = develop_price(state, rules, seat) * (option.b - state.level[planet])
    state.planet = planet
    state.wanted = option.b
    if rules.planet_type[planet] == ANY:
        state.need_any = price
    else:
        state.need[rules.planet_type[planet]] = price
    _settle_account(state, rules, seat, After.DEVELOPED)


@rule
def _developed(state, rules, seat):
    """IAM-16.2, 16.4."""
    state.level[state.planet] = state.wanted
    place = 0
    while state.players[seat].planet[place] != state.planet:
        place += 1
    state.touched |= 1 << place
    state.number += 1
    if state.number < planets_to_develop(state, rules, seat, state.planning):
        ask(state, Phase.DEVELOPING, seat)
    else:
        finish_action(state, rules)


@rule
def _repairing(state, rules, option):
    """D20, D30: a marker more, or the bill."""
    seat = state.actor
    if option.kind == Kind.REPAIR:
        repair(state, seat, option.a)
        if can_repair(state, rules, seat):
            return
    state.need[Resource.ORE] = repair_cost(state, rules, state.repairs)
    _settle_account(state, rules, seat, state.after)


@rule
def _building(state, rules, option):
    """D20; IAM-17.3, 17.7."""
    if option.kind == Kind.DONE:
        finish_action(state, rules)
    else:
        state.wanted = option.a
        _make_room(state, rules, state.active, After.BUILT)


@rule
def _make_room(state, rules, seat, after):
    """IAM-17.7, 19.8: in a full fleet a ship goes before another is paid for."""
    state.after = after
    if has_room(state, rules, seat):
        _order_ship(state, rules, seat)
    else:
        ask(state, Phase.SCRAPPING, seat)


@rule
def _order_ship(state, rules, seat):
    """The price of the ship in question; what made room for it may have been what made it possible."""
    if state.after == After.BUILT:
        if not _is_open_to(state, rules, seat):
            ask(state, Phase.BUILDING, seat)
            return
        state.need[Resource.ORE] = ship_price(state, rules, seat, state.wanted, state.planning)
    else:
        if not may_hire(state, rules, seat, state.wanted):
            ask(state, Phase.HIRING, seat)
            return
        state.need[Resource.COINS] = hire_price(state, rules, seat, state.wanted)
    _settle_account(state, rules, seat, state.after)


@rule
def _is_open_to(state, rules, seat):
    """IAM-17.3, 17.4: whether the ship in question can be built now."""
    builds = builds_of(state, rules, seat, state.planning)
    return state.number < builds and may_build(state, rules, seat, state.wanted, state.planning)


@rule
def _built(state, rules, seat):
    """IAM-17.3."""
    add_ship(state, rules, seat, state.wanted, 0)
    state.number += 1
    if state.number < builds_of(state, rules, seat, state.planning):
        ask(state, Phase.BUILDING, seat)
    else:
        finish_action(state, rules)


@rule
def _researching(state, rules, option):
    """D21; IAM-18.1."""
    if option.kind == Kind.DONE:
        state.then = Then.CLOSE_MARKET
        return
    seat = state.active
    state.slot = option.a
    technology = state.technology_slot[option.a]
    state.need[Resource.SCIENCE] = technology_price(state, rules, seat, technology, state.planning)
    _settle_account(state, rules, seat, After.RESEARCHED)


@rule
def _researched(state, rules, seat):
    """IAM-18.2 to 18.4."""
    learn(state, rules, seat, state.technology_slot[state.slot])
    state.technology_slot[state.slot] = NONE
    state.number += 1
    if state.number < rules.research_technologies[state.planning]:
        ask(state, Phase.RESEARCHING, seat)
    else:
        state.then = Then.CLOSE_MARKET


@rule
def _close_market(state, rules):
    """IAM-15.10, 18.4, 19.9: slots are filled again when the action is over."""
    refill(state, rules, market_of(state.row))
    finish_action(state, rules)


@rule
def _shadow_action(state, rules, option):
    """D22; IAM-19.1."""
    if option.kind == Kind.BUY_CARDS:
        _begin_buying(state, rules, state.active)
    else:
        _begin_market(state, rules, rules.shadow_replace[state.planning], Phase.HIRING)


@rule
def _begin_buying(state, rules, seat):
    """IAM-19.2, A09: the buyer looks at the cards he may buy; or buys unseen."""
    state.looked_at = 0
    state.bought = 0
    if rules.shadow_buy == ShadowBuy.LOOK:
        for _ in range(cards_to_buy(state, rules, seat, state.planning)):
            kind = draw_shadow_card(state)
            if kind != NONE:
                state.looked[state.looked_at] = kind
                state.looked_at += 1
    ask(state, Phase.BUYING, seat)


@rule
def _buying(state, rules, option):
    """D22; IAM-19.2, 19.3."""
    seat = state.active
    if option.kind == Kind.DONE:
        _close_buying(state)
        return
    state.wanted = option.a
    if state.players[seat].cards >= rules.hand_limit:
        state.after = After.BOUGHT
        ask(state, Phase.DROPPING, seat)
    else:
        _pay_card(state, rules, seat)


@rule
def _pay_card(state, rules, seat):
    state.need[Resource.COINS] = rules.card_price
    _settle_account(state, rules, seat, After.BOUGHT)


@rule
def _bought(state, rules, seat):
    """The card comes into the hand: one of those looked at, or the top of the deck."""
    state.bought += 1
    if state.wanted == NONE:
        take_card(state, seat, draw_shadow_card(state))
        ask(state, Phase.BUYING, seat)
        return
    take_card(state, seat, state.wanted)
    place = 0
    while state.looked[place] != state.wanted:
        place += 1
    state.looked_at -= 1
    state.looked[place] = state.looked[state.looked_at]
    if state.looked_at > 0:
        ask(state, Phase.BUYING, seat)
    else:
        state.then = Then.CLOSE_MARKET


@rule
def _close_buying(state):
    """IAM-19.2, 19.9: what is not bought is discarded."""
    for k in range(state.looked_at):
        discard_shadow_card(state, state.looked[k])
    state.then = Then.CLOSE_MARKET


@rule
def _dropping(state, rules, option):
    """D17, D22, D38; IAM-8.5, 19.3."""
    seat, after = state.actor, state.after
    drop_card(state, rules, seat, option.a)
    if after == After.BOUGHT:
        _pay_card(state, rules, seat)
    elif state.players[seat].cards <= rules.hand_limit:
        if after == After.DRAWN_CARDS:
            _close_card(state, rules)
        else:
            _found_after(state, rules, seat, state.looked[0])


@rule
def _hiring(state, rules, option):
    """D22; IAM-19.4, 19.8."""
    if option.kind == Kind.DONE:
        state.then = Then.CLOSE_MARKET
        return
    state.slot = option.a
    state.wanted = state.merc_slot[option.a]
    _make_room(state, rules, state.active, After.HIRED)


@rule
def _hired(state, rules, seat):
    """IAM-19.4, 19.9."""
    add_ship(state, rules, seat, state.wanted, 0)
    state.merc_slot[state.slot] = NONE
    state.number += 1
    if state.number < rules.shadow_mercs[state.planning]:
        ask(state, Phase.HIRING, seat)
    else:
        state.then = Then.CLOSE_MARKET


@rule
def _fleet_action(state, rules, option):
    """D23; IAM-20.2."""
    if option.kind == Kind.NO:
        finish_action(state, rules)
        return
    begin_battle(state, rules, Battle.RAID if option.kind == Kind.RAID else Battle.INVADE, option.a)
    _resume_battle(state, rules)


@rule
def _resume_battle(state, rules):
    if not go_on_with_battle(state, rules):
        finish_action(state, rules)


@rule
def _end_stage(state, rules):
    """The stage of the battle that asked for decisions is done."""
    end_stage(state)
    _resume_battle(state, rules)


@rule
def _answer_call(state, rules, option):
    """D24; IAM-21.5, A72: with room the emergency ship is drawn; without it stays away."""
    if option.kind == Kind.SCRAP:
        call_up(state, rules)
    else:
        state.battle.due -= 1
    _resume_battle(state, rules)


@rule
def _order(state, rules, option):
    """D25."""
    put_next(state, 0 if state.actor == state.battle.attacker else 1, option.a)
    _resume_battle(state, rules)


@rule
def _unmatched(state, rules, option):
    """D26; IAM-21.12, 21.13."""
    if option.kind == Kind.FIRE:
        fire(state, rules, option.a)
    state.battle.next += 1
    _resume_battle(state, rules)


@rule
def _looting(state, rules, option):
    """D27; IAM-21.17."""
    if option.kind == Kind.LOOT:
        loot(state, option.a)
        if state.battle.left > 0:
            return
    _end_stage(state, rules)


@rule
def _spoil(state, rules, option):
    """D28; IAM-22.6."""
    if option.kind == Kind.DISRUPT_PLANS:
        state.battle.left = rules.disrupt_tokens
        ask(state, Phase.DISRUPTING, state.active)
    elif option.kind == Kind.ACQUIRE_TECHNOLOGY:
        ask(state, Phase.ACQUIRING, state.active)
    elif option.kind == Kind.BOMBARD:
        ask(state, Phase.BOMBARDING, state.active)
    else:
        _end_stage(state, rules)


@rule
def _disrupting(state, rules, option):
    """D28; IAM-23.1."""
    if option.kind == Kind.TOKEN:
        disrupt(state, option.a, option.b)
        if state.battle.left > 0 and has_plans(state):
            return
    _end_stage(state, rules)


@rule
def _acquiring(state, rules, option):
    """D28; IAM-23.3."""
    learn(state, rules, state.active, option.a)
    _end_stage(state, rules)


@rule
def _bombarding(state, rules, option):
    """D28; IAM-23.5, 23.9."""
    bombard(state, rules, option.a)
    if may_capture(state, rules):
        ask(state, Phase.CAPTURING, state.active)
    else:
        _end_stage(state, rules)


@rule
def _capturing(state, rules, option):
    """D29; IAM-23.10, 23.11."""
    if option.kind == Kind.NO:
        _end_stage(state, rules)
        return
    planet = state.battle.planet
    for resource in range(RESOURCES):
        state.need[resource] = rules.planet_cost[planet, resource]
    state.need_any = rules.planet_cost_any[planet]
    _settle_account(state, rules, state.active, After.CAPTURED)


@rule
def _captured(state, rules):
    """IAM-23.12, 23.17: the planet changes hands; whoever has none left takes another at once."""
    capture(state, rules)
    defender = state.battle.defender
    if state.players[defender].planets == 0 and planets_on_offer(state) > 0:
        ask(state, Phase.LAST_PLANET, defender)
    else:
        _end_stage(state, rules)


@rule
def _last_planet(state, rules, option):
    """D31; IAM-23.17."""
    replace_last_planet(state, rules, option.a)
    _end_stage(state, rules)


@rule
def _end(state, rules, option):
    """D32, D33; IAM-13.17, 25.1, 3.2."""
    seat = state.active
    if option.kind == Kind.CLAIM:
        claim(state, rules, seat, option.a)
        trigger_end(state, rules, seat)
    elif option.kind == Kind.EXCHANGE:
        give_for(state, rules, seat, option.a, option.b)
        if state.given > 0:
            return
    if option.kind == Kind.DONE or not (can_claim(state, rules, seat) or can_exchange(state, rules, seat)):
        end_turn(state, rules)


@rule
def _of_setup(state, rules, option):
    phase = state.phase
    if phase == Phase.KEEPING:
        _keep(state, rules, option)
    elif phase == Phase.START_TECHNOLOGY:
        _take_start_technology(state, rules, option)
    elif phase == Phase.PLACING:
        _place(state, rules, option)
    elif phase == Phase.COMPENSATION:
        _compensate(state, rules, option)
    else:
        _head_start(state, rules, option)


@rule
def _of_shadow(state, rules, option):
    phase = state.phase
    if phase == Phase.SHADOW_ACTIVITY:
        _shadow_activity(state, rules, option)
    elif phase == Phase.TARGET:
        _target(state, rules, option)
    elif phase == Phase.OBJECT:
        _object(state, rules, option)
    elif phase == Phase.BOOST:
        _boost(state, rules, option)
    elif phase == Phase.OPPOSE:
        _oppose(state, rules, option)
    elif phase == Phase.TAKING:
        _taking(state, rules, option)
    elif phase == Phase.DEALING:
        _dealing(state, rules, option)
    else:
        _usurping(state, rules, option)


@rule
def _of_turn(state, rules, option):
    phase = state.phase
    if phase == Phase.PLANS:
        _plans(state, rules, option)
    elif phase == Phase.HOME_WORLD:
        _home_world(state, rules, option)
    elif phase == Phase.UPKEEP:
        _upkeep(state, rules, option)
    elif phase == Phase.ADVANCING:
        _advancing(state, rules, option)
    elif phase == Phase.ACTION:
        _action(state, rules, option)
    elif phase == Phase.PLANNING:
        _planning(state, rules, option)
    elif phase == Phase.RETURNING:
        _returning(state, rules, option)
    elif phase == Phase.PAYING:
        _paying(state, rules, option)
    else:
        _exchanging(state, rules, option)


@rule
def _of_colonies(state, rules, option):
    phase = state.phase
    if phase == Phase.REPLACING:
        _replacing(state, rules, option)
    elif phase == Phase.COLONISING:
        _colonising(state, rules, option)
    elif phase == Phase.DISCOUNTING:
        _discounting(state, rules, option)
    elif phase == Phase.HANDING_OVER:
        _handing_over(state, rules, option)
    elif phase == Phase.RECEIVING:
        _receiving(state, rules, option)
    elif phase == Phase.EVENT:
        _event(state, rules, option)
    elif phase == Phase.SHORTAGE:
        _shortage(state, rules, option)
    elif phase == Phase.LOWEST:
        _lowest(state, rules, option)
    else:
        _developing(state, rules, option)


@rule
def _of_purchases(state, rules, option):
    phase = state.phase
    if phase == Phase.REPAIRING:
        _repairing(state, rules, option)
    elif phase == Phase.BUILDING:
        _building(state, rules, option)
    elif phase == Phase.SCRAPPING:
        _scrapping(state, rules, option)
    elif phase == Phase.RESEARCHING:
        _researching(state, rules, option)
    elif phase == Phase.SHADOW_ACTION:
        _shadow_action(state, rules, option)
    elif phase == Phase.BUYING:
        _buying(state, rules, option)
    elif phase == Phase.DROPPING:
        _dropping(state, rules, option)
    else:
        _hiring(state, rules, option)


@rule
def _of_battle(state, rules, option):
    phase = state.phase
    if phase == Phase.FLEET_ACTION:
        _fleet_action(state, rules, option)
    elif phase == Phase.ORDER:
        _order(state, rules, option)
    elif phase == Phase.UNMATCHED:
        _unmatched(state, rules, option)
    elif phase == Phase.LOOTING:
        _looting(state, rules, option)
    elif phase == Phase.SPOIL:
        _spoil(state, rules, option)
    elif phase == Phase.DISRUPTING:
        _disrupting(state, rules, option)
    elif phase == Phase.ACQUIRING:
        _acquiring(state, rules, option)
    elif phase == Phase.BOMBARDING:
        _bombarding(state, rules, option)
    elif phase == Phase.CAPTURING:
        _capturing(state, rules, option)
    else:
        _last_planet(state, rules, option)


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Carries out an option of the pending decision; what it leads to goes on step by step."""
    phase = state.phase
    if phase < Phase.SHADOW_ACTIVITY:
        _of_setup(state, rules, option)
    elif phase < Phase.PLANS:
        _of_shadow(state, rules, option)
    elif phase < Phase.REPLACING:
        _of_turn(state, rules, option)
    elif Phase.REPLACING <= phase < Phase.REPAIRING:
        _of_colonies(state, rules, option)
    elif Phase.REPAIRING <= phase < Phase.FLEET_ACTION:
        _of_purchases(state, rules, option)
    elif Phase.FLEET_ACTION <= phase < Phase.END:
        _of_battle(state, rules, option)
    else:
        _end(state, rules, option)
    _remember(state, rules)


@kernel(SIG["go_on"])
def go_on(state, rules):
    """One step of what goes on before the next decision."""
    then = state.then
    state.then = Then.DECISION
    if then == Then.SETTLE:
        _settle(state, rules)
    elif then == Then.PAID:
        _paid(state, rules, state.payer)
    elif then == Then.ROOM_FOR_PLANET:
        _room_for_planet(state, rules, state.active)
    elif then == Then.CLOSE_MARKET:
        _close_market(state, rules)
    else:
        go_on_with_turn(state, rules, then)
    _remember(state, rules)


@rule
def _remember(state, rules):
    """A10: at a decision, which ambitions are met in this turn."""
    if state.then == Then.DECISION and state.over == 0 and remembers(rules):
        note_met(state, rules, state.active)
