"""What is legal now: one small function per decision. RULES.md lists the decisions D1 to D38."""

from starbalance.simulator.interstellar_ambitions.ambition import may_claim
from starbalance.simulator.interstellar_ambitions.battle import is_target, larger_side, may_attack, may_be_next
from starbalance.simulator.interstellar_ambitions.colonising import (
    can_supply,
    lowest_vp,
    may_colonise,
    may_develop,
    planets_to_develop,
)
from starbalance.simulator.interstellar_ambitions.fleet import can_repair, is_first_of_its_like
from starbalance.simulator.interstellar_ambitions.market import card_in, slots_of
from starbalance.simulator.interstellar_ambitions.payment import (
    can_afford_need,
    can_afford_one,
    can_give,
    exchange_rate,
)
from starbalance.simulator.interstellar_ambitions.planet import may_receive
from starbalance.simulator.interstellar_ambitions.production import can_keep, owes_upkeep
from starbalance.simulator.interstellar_ambitions.purchase import (
    builds_of,
    cards_to_buy,
    may_build,
    may_hire,
    may_research,
)
from starbalance.simulator.interstellar_ambitions.rules import (
    DRAWN,
    LEVELS,
    NONE,
    RESOURCES,
    ROWS,
    ExchangeKind,
    PlanMode,
    ShadowBuy,
)
from starbalance.simulator.interstellar_ambitions.shadow_card import (
    Aim,
    aim_of,
    can_play,
    candidate,
    candidates,
    is_half_chosen,
    may_choose,
    may_move_to,
    may_target,
)
from starbalance.simulator.interstellar_ambitions.spoils import can_acquire, has_plans, may_acquire
from starbalance.simulator.interstellar_ambitions.state import SIG, After, Kind, Phase
from starbalance.simulator.interstellar_ambitions.track import may_advance
from starbalance.simulator.interstellar_ambitions.turn import can_claim, is_peace, market_of
from starbalance.simulator.interstellar_ambitions.word import Battle, Level, Resource, Row, ShadowEffect
from starbalance.simulator.kernel import add, kernel, rule


@rule
def _dealt(state, rules, opts):
    """D1; IAM-12.2: the cards dealt that are not kept yet; equal ones are one option."""
    n, dealt = 0, state.dealt[state.actor]
    for k in range(rules.start_cards_dealt):
        first = dealt[k] != NONE
        for j in range(k):
            first = first and dealt[j] != dealt[k]
        if first:
            n = add(opts, n, Kind.KEEP, dealt[k], 0, 0)
    return n


@rule
def _start_technologies(state, rules, opts):
    """D2; IAM-12.3."""
    n = 0
    for technology in range(rules.technologies):
        if (state.on_tracker >> technology) & 1:
            n = add(opts, n, Kind.START, technology, 0, 0)
    return n


@rule
def _rows(opts, n):
    """D3, D14: a row for a token of the pool."""
    for row in range(ROWS):
        n = add(opts, n, Kind.PLACE, row, 0, 0)
    return n


@rule
def _units(opts):
    """D4, D10: a resource of any type."""
    n = 0
    for resource in range(RESOURCES):
        n = add(opts, n, Kind.TAKE, resource, 0, 0)
    return n


@rule
def _advances(state, rules, opts, n):
    """D4, D12; IAM-13.10 to 13.12: tokens that have not moved in this step."""
    for row in range(ROWS):
        for level in range(Level.ULTIMATE):
            if state.ready[row, level] > 0 and may_advance(state, rules, row, level):
                n = add(opts, n, Kind.ADVANCE, row, level, 0)
    return n


@rule
def _plans(opts):
    """D9; IAM-13.10, 13.18."""
    return add(opts, add(opts, 0, Kind.PRODUCE, 0, 0, 0), Kind.ADVANCE_PLANS, 0, 0, 0)


@rule
def _upkeeps(state, rules, opts):
    """D11; IAM-14.7: mercs in any order, each kept or dismissed."""
    n, seat = 0, state.active
    for place in range(state.players[seat].ships):
        if owes_upkeep(state, rules, seat, place):
            if can_keep(state, rules, seat, place):
                n = add(opts, n, Kind.PAY_UPKEEP, place, 0, 0)
            n = add(opts, n, Kind.DISMISS, place, 0, 0)
    return n


@rule
def _actions(state, rules, opts):
    """D13; IAM-13.13 to 13.15: a token to act with, or the plan."""
    n, tokens = 0, state.players[state.active].tokens
    for row in range(ROWS):
        if row != Row.FLEET or not is_peace(state, rules):
            for level in range(LEVELS):
                if tokens[row, level] > 0:
                    n = add(opts, n, Kind.ACT, row, level, 0)
    return add(opts, n, Kind.PLAN, 0, 0, 0)


@rule
def _planning(state, rules, opts):
    """D14; IAM-13.14, A02."""
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if rules.plan_mode == PlanMode.ANY else 0
    return _rows(opts, n)


@rule
def _returning(opts):
    """D34."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    for row in range(ROWS):
        n = add(opts, n, Kind.TO_ROW, row, 0, 0)
    return n


@rule
def _payments(state, opts):
    """D37: a unit of a payment in any mix."""
    n = 0
    for resource in range(RESOURCES):
        if state.players[state.actor].resources[resource] > 0:
            n = add(opts, n, Kind.PAY, resource, 0, 0)
    return n


@rule
def _gifts(state, rules, opts):
    """D33: what to give for a resource that a payment lacks."""
    n = 0
    for resource in range(RESOURCES):
        if can_give(state, rules, state.actor, resource):
            n = add(opts, n, Kind.GIVE, resource, 0, 0)
    return n


@rule
def _replacements(state, rules, opts):
    """D15, D21, D22; IAM-15.5, 18.3, 19.6: one more card to be replaced, or no more."""
    n, market = add(opts, 0, Kind.DONE, 0, 0, 0), market_of(state.row)
    for slot in range(slots_of(rules, market)):
        if card_in(state, market, slot) != NONE and (state.mask >> slot) & 1 == 0:
            n = add(opts, n, Kind.REPLACE, slot, 0, 0)
    return n


@rule
def _colonies(state, rules, opts):
    """D15; IAM-15.1, 15.6: a planet, or none."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    for slot in range(RESOURCES):
        planet = state.face_up[slot]
        if planet != NONE and may_colonise(state, rules, state.active, planet, state.planning):
            n = add(opts, n, Kind.COLONISE, planet, 0, 0)
    return n


@rule
def _reductions(state, rules, opts):
    """D35; IAM-15.2: a resource off the price, such that the rest can be paid."""
    n = 0
    for resource in range(RESOURCES):
        if state.need[resource] > 0:
            state.need[resource] -= 1
            if can_afford_need(state, rules, state.active, state.discount - 1):
                n = add(opts, n, Kind.REDUCE, resource, 0, 0)
            state.need[resource] += 1
    return n


@rule
def _hand_overs(state, opts):
    """D16; IAM-15.7."""
    n, player = 0, state.players[state.active]
    for place in range(player.planets):
        n = add(opts, n, Kind.HAND_OVER, player.planet[place], 0, 0)
    return n


@rule
def _recipients(state, rules, opts):
    """D16; IAM-15.7: a player with the fewest planets."""
    n = 0
    for seat in range(rules.seats):
        if may_receive(state, rules, state.active, seat):
            n = add(opts, n, Kind.RECIPIENT, seat, 0, 0)
    return n


@rule
def _looked(state, kind, opts, n):
    """The different cards looked at."""
    for k in range(state.looked_at):
        first = True
        for j in range(k):
            first = first and state.looked[j] != state.looked[k]
        if first:
            n = add(opts, n, kind, state.looked[k], 0, 0)
    return n


@rule
def _shortage(state, rules, opts):
    """D17: pay, or start low."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    if can_supply(state, rules, state.active, state.looked[0]):
        n = add(opts, n, Kind.YES, 0, 0, 0)
    return n


@rule
def _lowest(state, rules, opts):
    """D18; IAM-27.24."""
    n, lowest = 0, lowest_vp(state, rules)
    for slot in range(RESOURCES):
        planet = state.face_up[slot]
        if planet != NONE and rules.planet_vp[planet] == lowest:
            n = add(opts, n, Kind.PLANET, planet, 0, 0)
    return n


@rule
def _developments(state, rules, opts):
    """D19; IAM-16."""
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.active
    player = state.players[seat]
    if state.number >= planets_to_develop(state, rules, seat, state.planning):
        return n
    for place in range(player.planets):
        if (state.touched >> place) & 1 == 0:
            planet = player.planet[place]
            top = min(rules.planet_levels[planet], rules.develop_level[state.planning])
            for level in range(state.level[planet] + 1, top + 1):
                if not may_develop(state, rules, seat, planet, level):
                    break
                n = add(opts, n, Kind.DEVELOP, planet, level, 0)
    return n


@rule
def _repairs(state, rules, opts):
    """D20, D30; IAM-17.1, 21.20: a marker of a ship; equal ships are one option."""
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.actor
    if can_repair(state, rules, seat):
        for place in range(state.players[seat].ships):
            if state.players[seat].damage[place] > 0 and is_first_of_its_like(state, seat, place):
                n = add(opts, n, Kind.REPAIR, place, 0, 0)
    return n


@rule
def _builds(state, rules, opts):
    """D20; IAM-17.3 to 17.6."""
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.active
    if state.number < builds_of(state, rules, seat, state.planning):
        for kind in range(rules.ships):
            if may_build(state, rules, seat, kind, state.planning):
                n = add(opts, n, Kind.BUILD, kind, 0, 0)
    return n


@rule
def _scraps(state, opts):
    """D17, D20, D22, D24, D38; IAM-7.2: a ship makes room, or the one that comes as a gift stays away."""
    n, seat = 0, state.actor
    if state.after != After.BUILT and state.after != After.HIRED:
        n = add(opts, n, Kind.NO, 0, 0, 0)
    for place in range(state.players[seat].ships):
        if is_first_of_its_like(state, seat, place):
            n = add(opts, n, Kind.SCRAP, place, 0, 0)
    return n


@rule
def _researches(state, rules, opts):
    """D21; IAM-18.1."""
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.active
    if state.number < rules.research_technologies[state.planning]:
        for slot in range(rules.technology_slots):
            if may_research(state, rules, seat, state.technology_slot[slot], state.planning):
                n = add(opts, n, Kind.RESEARCH, slot, 0, 0)
    return n


@rule
def _shadow_action(opts):
    """D22; IAM-19.1."""
    return add(opts, add(opts, 0, Kind.BUY_CARDS, 0, 0, 0), Kind.HIRE_MERCS, 0, 0, 0)


@rule
def _purchases(state, rules, opts):
    """D22; IAM-19.2, A09: one more card, or no more."""
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.active
    if not can_afford_one(state, rules, seat, Resource.COINS, rules.card_price):
        return n
    if rules.shadow_buy == ShadowBuy.LOOK:
        return _looked(state, Kind.BUY, opts, n)
    if (
        state.bought < cards_to_buy(state, rules, seat, state.planning)
        and state.shadow_left + state.shadow_discarded > 0
    ):
        n = add(opts, n, Kind.BUY, NONE, 0, 0)
    return n


@rule
def _hand(state, rules, kind, opts, n):
    """Different cards in the hand of the player who decides."""
    hand = state.players[state.actor].hand
    for card in range(rules.shadow_kinds):
        if hand[card] > 0:
            n = add(opts, n, kind, card, 0, 0)
    return n


@rule
def _hires(state, rules, opts):
    """D22; IAM-19.4."""
    n = add(opts, 0, Kind.DONE, 0, 0, 0)
    if state.number < rules.shadow_mercs[state.planning]:
        for slot in range(rules.merc_slots):
            if may_hire(state, rules, state.active, state.merc_slot[slot]):
                n = add(opts, n, Kind.HIRE, slot, 0, 0)
    return n


@rule
def _end(state, rules, opts):
    """D32, D33; IAM-13.17, 3.2."""
    n, seat = 0, state.active
    if state.given == 0:
        n = add(opts, n, Kind.DONE, 0, 0, 0)
        if can_claim(state, rules, seat):
            for k in range(DRAWN):
                if may_claim(state, rules, seat, k):
                    n = add(opts, n, Kind.CLAIM, k, 0, 0)
    if rules.exchange_kind == ExchangeKind.ANY_MIX:
        return _mixed_exchanges(state, rules, seat, opts, n)
    rate = exchange_rate(state, rules, seat)
    for resource in range(RESOURCES):
        if state.players[seat].resources[resource] >= rate:
            n = _exchanges_for(resource, opts, n)
    return n


@rule
def _exchanges_for(resource, opts, n):
    for wanted in range(RESOURCES):
        if wanted != resource:
            n = add(opts, n, Kind.EXCHANGE, resource, wanted, 0)
    return n


@rule
def _mixed_exchanges(state, rules, seat, opts, n):
    """A04: single resources of any mix; the last one names what is taken."""
    own, total, rate = state.players[seat].resources, 0, exchange_rate(state, rules, seat)
    for resource in range(RESOURCES):
        total += own[resource]
    if state.given + total < rate:
        return n
    for resource in range(RESOURCES):
        if own[resource] > 0:
            if state.given + 1 == rate:
                n = _exchanges_for(resource, opts, n)
            else:
                n = add(opts, n, Kind.EXCHANGE, resource, NONE, 0)
    return n


@rule
def _shadow_activities(state, rules, opts):
    """D5; IAM-13.3, A40: a card that can be played, or none."""
    n, seat = add(opts, 0, Kind.NO, 0, 0, 0), state.active
    for kind in range(rules.shadow_kinds):
        if state.players[seat].hand[kind] > 0 and can_play(state, rules, seat, kind):
            n = add(opts, n, Kind.PLAY, kind, 0, 0)
    return n


@rule
def _targets(state, rules, opts):
    """D6; IAM-13.5."""
    n = 0
    for seat in range(rules.seats):
        if may_target(state, rules, state.active, state.card, seat):
            n = add(opts, n, Kind.OPPONENT, seat, 0, 0)
    return n


@rule
def _objects(state, rules, opts):
    """D6; IAM-13.5: one more object of the card; from the second on there may be no more."""
    kind, victim = state.card, state.victim
    if is_half_chosen(state):
        return _second_halves(state, rules, opts)
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
def _second_halves(state, rules, opts):
    """D6; IAM-27.21: the opponent's token in the row of the own one; or the row to which the own one goes."""
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
def _takings(state, rules, opts):
    """D6, D10; IAM-27.18: a unit that a siphoned Home World yields, or one of another player's resources."""
    n, free = 0, rules.shadow_effect[state.card] == ShadowEffect.SIPHON
    for resource in range(RESOURCES):
        if free or state.players[state.victim].resources[resource] > 0:
            n = add(opts, n, Kind.RESOURCE, resource, 0, 0)
    return n


@rule
def _deals(state, opts):
    """D6: an own resource for another one, or no more."""
    n = add(opts, 0, Kind.DONE, 0, 0, 0)
    for resource in range(RESOURCES):
        if state.players[state.active].resources[resource] > 0:
            n = _exchanges_for(resource, opts, n)
    return n


@rule
def _fleet_actions(state, rules, opts):
    """D23; IAM-20.2."""
    n, seat = add(opts, 0, Kind.NO, 0, 0, 0), state.active
    if may_attack(state, rules, seat, Battle.RAID):
        n = _attacks(rules, seat, Kind.RAID, opts, n)
    if may_attack(state, rules, seat, Battle.INVADE):
        n = _attacks(rules, seat, Kind.INVADE, opts, n)
    return n


@rule
def _attacks(rules, seat, kind, opts, n):
    for other in range(rules.seats):
        if other != seat:
            n = add(opts, n, kind, other, 0, 0)
    return n


@rule
def _orders(state, opts):
    """D25, A69: the next ship in combat order."""
    n, battle = 0, state.battle
    side = 0 if state.actor == battle.attacker else 1
    for k in range(battle.fighters[side]):
        if may_be_next(state, side, battle.fights[side, k]):
            n = add(opts, n, Kind.NEXT, battle.fights[side, k], 0, 0)
    return n


@rule
def _shots(state, rules, opts):
    """D26; IAM-21.12, 21.13, A31."""
    n, side, battle = add(opts, 0, Kind.NO, 0, 0, 0), larger_side(state), state.battle
    for k in range(battle.fighters[1 - side]):
        if is_target(state, rules, side, battle.fights[1 - side, k]):
            n = add(opts, n, Kind.FIRE, battle.fights[1 - side, k], 0, 0)
    return n


@rule
def _loot(state, opts):
    """D27; IAM-21.17."""
    n = add(opts, 0, Kind.DONE, 0, 0, 0)
    for resource in range(RESOURCES):
        if state.players[state.battle.defender].resources[resource] > 0:
            n = add(opts, n, Kind.LOOT, resource, 0, 0)
    return n


@rule
def _spoils(state, rules, opts):
    """D28; IAM-22.6, 23.1 to 23.5: those that there are."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    if rules.disrupt_tokens > 0 and has_plans(state):
        n = add(opts, n, Kind.DISRUPT_PLANS, 0, 0, 0)
    if can_acquire(state):
        n = add(opts, n, Kind.ACQUIRE_TECHNOLOGY, 0, 0, 0)
    if state.players[state.battle.defender].planets > 0:
        n = add(opts, n, Kind.BOMBARD, 0, 0, 0)
    return n


@rule
def _disruptions(state, opts):
    """D28; IAM-23.1, 23.2: a token of the defender above BASIC, or no more."""
    n, tokens = add(opts, 0, Kind.DONE, 0, 0, 0), state.players[state.battle.defender].tokens
    for row in range(ROWS):
        for level in range(Level.MODERATE, LEVELS):
            if tokens[row, level] > 0:
                n = add(opts, n, Kind.TOKEN, row, level, 0)
    return n


@rule
def _acquisitions(state, rules, opts):
    """D28; IAM-23.3."""
    n = 0
    for technology in range(rules.technologies):
        if may_acquire(state, technology):
            n = add(opts, n, Kind.TECHNOLOGY, technology, 0, 0)
    return n


@rule
def _bombardments(state, opts):
    """D28; IAM-23.5, 23.16: any planet of the defender."""
    n, defender = 0, state.players[state.battle.defender]
    for place in range(defender.planets):
        n = add(opts, n, Kind.PLANET, defender.planet[place], 0, 0)
    return n


@rule
def _last_planets(state, opts):
    """D31; IAM-23.17."""
    n = 0
    for slot in range(RESOURCES):
        if state.face_up[slot] != NONE:
            n = add(opts, n, Kind.PLANET, state.face_up[slot], 0, 0)
    return n


@rule
def _of_shadow(state, rules, opts):
    phase = state.phase
    if phase == Phase.SHADOW_ACTIVITY:
        return _shadow_activities(state, rules, opts)
    if phase == Phase.TARGET:
        return _targets(state, rules, opts)
    if phase == Phase.OBJECT:
        return _objects(state, rules, opts)
    if phase == Phase.BOOST or phase == Phase.OPPOSE:
        return _hand(state, rules, Kind.DISCARD, opts, add(opts, 0, Kind.DONE, 0, 0, 0))
    if phase == Phase.TAKING:
        return _takings(state, rules, opts)
    if phase == Phase.DEALING:
        return _deals(state, opts)
    return add(opts, add(opts, 0, Kind.NO, 0, 0, 0), Kind.YES, 0, 0, 0)


@rule
def _of_setup(state, rules, opts):
    phase = state.phase
    if phase == Phase.KEEPING:
        return _dealt(state, rules, opts)
    if phase == Phase.START_TECHNOLOGY:
        return _start_technologies(state, rules, opts)
    if phase == Phase.PLACING:
        return _rows(opts, 0)
    if phase == Phase.COMPENSATION:
        return _units(opts)
    return _advances(state, rules, opts, 0)


@rule
def _of_turn(state, rules, opts):
    phase = state.phase
    if phase == Phase.PLANS:
        return _plans(opts)
    if phase == Phase.HOME_WORLD:
        return _units(opts)
    if phase == Phase.UPKEEP:
        return _upkeeps(state, rules, opts)
    if phase == Phase.ADVANCING:
        return _advances(state, rules, opts, add(opts, 0, Kind.DONE, 0, 0, 0))
    if phase == Phase.ACTION:
        return _actions(state, rules, opts)
    if phase == Phase.PLANNING:
        return _planning(state, rules, opts)
    if phase == Phase.RETURNING:
        return _returning(opts)
    if phase == Phase.PAYING:
        return _payments(state, opts)
    return _gifts(state, rules, opts)


@rule
def _of_colonies(state, rules, opts):
    phase = state.phase
    if phase == Phase.REPLACING:
        return _replacements(state, rules, opts)
    if phase == Phase.COLONISING:
        return _colonies(state, rules, opts)
    if phase == Phase.DISCOUNTING:
        return _reductions(state, rules, opts)
    if phase == Phase.HANDING_OVER:
        return _hand_overs(state, opts)
    if phase == Phase.RECEIVING:
        return _recipients(state, rules, opts)
    if phase == Phase.EVENT:
        return _looked(state, Kind.RESOLVE, opts, 0)
    if phase == Phase.SHORTAGE:
        return _shortage(state, rules, opts)
    if phase == Phase.LOWEST:
        return _lowest(state, rules, opts)
    return _developments(state, rules, opts)


@rule
def _of_purchases(state, rules, opts):
    phase = state.phase
    if phase == Phase.REPAIRING:
        return _repairs(state, rules, opts)
    if phase == Phase.BUILDING:
        return _builds(state, rules, opts)
    if phase == Phase.SCRAPPING:
        return _scraps(state, opts)
    if phase == Phase.RESEARCHING:
        return _researches(state, rules, opts)
    if phase == Phase.SHADOW_ACTION:
        return _shadow_action(opts)
    if phase == Phase.BUYING:
        return _purchases(state, rules, opts)
    if phase == Phase.DROPPING:
        return _hand(state, rules, Kind.DISCARD, opts, 0)
    return _hires(state, rules, opts)


@rule
def _of_battle(state, rules, opts):
    phase = state.phase
    if phase == Phase.FLEET_ACTION:
        return _fleet_actions(state, rules, opts)
    if phase == Phase.ORDER:
        return _orders(state, opts)
    if phase == Phase.UNMATCHED:
        return _shots(state, rules, opts)
    if phase == Phase.LOOTING:
        return _loot(state, opts)
    if phase == Phase.SPOIL:
        return _spoils(state, rules, opts)
    if phase == Phase.DISRUPTING:
        return _disruptions(state, opts)
    if phase == Phase.ACQUIRING:
        return _acquisitions(state, rules, opts)
    if phase == Phase.BOMBARDING:
        return _bombardments(state, opts)
    if phase == Phase.CAPTURING:
        return add(opts, add(opts, 0, Kind.NO, 0, 0, 0), Kind.CAPTURE, 0, 0, 0)
    return _last_planets(state, opts)


@kernel(SIG["options"])
def options(state, rules, opts):
    """Lists the legal options of the pending decision; returns how many."""
    phase = state.phase
    if phase < Phase.SHADOW_ACTIVITY:
        return _of_setup(state, rules, opts)
    if phase < Phase.PLANS:
        return _of_shadow(state, rules, opts)
    if phase < Phase.REPLACING:
        return _of_turn(state, rules, opts)
    if Phase.REPLACING <= phase < Phase.REPAIRING:
        return _of_colonies(state, rules, opts)
    if Phase.REPAIRING <= phase < Phase.FLEET_ACTION:
        return _of_purchases(state, rules, opts)
    if Phase.FLEET_ACTION <= phase < Phase.END:
        return _of_battle(state, rules, opts)
    return _end(state, rules, opts)
