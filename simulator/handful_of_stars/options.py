"""What is legal now: one small function per decision. RULES.md lists the decisions D1 to D35."""

from starbalance.simulator.handful_of_stars.building import can_build, may_build_at, payable_sites, units_possible
from starbalance.simulator.handful_of_stars.cards import has_label, has_place, may_reserve, room_in, switchable
from starbalance.simulator.handful_of_stars.combat import (
    ATTACKER,
    adds_energy,
    adds_population,
    can_fire_missiles,
    can_leave,
    casualties_due,
    holds,
    is_behind,
    may_retreat_to,
    may_return,
    retreating_bases,
    retreating_fleets,
    seat_of,
    side_due,
    side_of,
    survey_retreats,
    units_of,
)
from starbalance.simulator.handful_of_stars.effects import (
    can_play,
    is_playable_now,
    may_block,
    may_scout,
    may_store,
    may_terraform,
)
from starbalance.simulator.handful_of_stars.moving import (
    base_energy_beside,
    can_move,
    can_step,
    energy_beside,
    hops_possible,
    may_enter,
)
from starbalance.simulator.handful_of_stars.payment import (
    COUNTER,
    can_pay,
    counter_points,
    may_pay,
    may_spend,
    other_owed,
    owed,
    points_of,
)
from starbalance.simulator.handful_of_stars.routes import (
    base_energy,
    base_hop,
    by_hop,
    directly,
    fleet_energy,
    may_move_bases,
    price_of,
    reach_of,
    survey,
)
from starbalance.simulator.handful_of_stars.rules import Card, Timing, Withdraw
from starbalance.simulator.handful_of_stars.state import (
    FAR,
    NONE,
    RACES,
    SIG,
    TRACK,
    Action,
    Kind,
    Marker,
    Phase,
    Resource,
    Unit,
    Zone,
)
from starbalance.simulator.handful_of_stars.systems import has_disc, is_habitable, units_at
from starbalance.simulator.handful_of_stars.technology import can_draft_wormhole
from starbalance.simulator.handful_of_stars.turn import may_use_free_actions
from starbalance.simulator.kernel import add, kernel, rule


@rule
def _races(state, rules, opts):
    """HOS-2.10, race_mode = draft: a race nobody has."""
    n = 0
    for race in range(RACES):
        free = True
        for seat in range(rules.seats):
            if state.players[seat].race == race:
                free = False
        if free:
            n = add(opts, n, Kind.PICK_RACE, race, 0, 0)
    return n


@rule
def _sites_of_setup(state, rules, opts):
    """D1, D2; HOS-2.11, 2.12: a dealt habitable system, the colony not on the home world."""
    n = 0
    home = state.players[state.actor].home if state.phase == Phase.COLONY else NONE
    for space in range(rules.spaces):
        if state.owner[space] == state.actor and is_habitable(state, rules, space) and state.tile[space] != home:
            n = add(opts, n, Kind.SETTLE, space, 0, 0)
    return n


@rule
def _counters(state, opts):
    """D3, D35; HOS-2.16, 9.5."""
    n = 0
    for place in range(state.counters_displayed):
        n = add(opts, n, Kind.TAKE_COUNTER, place, 0, 0)
    return n


@rule
def _turn(state, rules, opts):
    """D4, D5; HOS-3.3: actions and Free Actions; without an action left the turn may end."""
    seat, n = state.active, 0
    if state.actions_left > 0:
        n = _actions(state, rules, seat, opts)
    else:
        n = add(opts, n, Kind.DONE, 0, 0, 0)
    return _plays(state, rules, seat, opts, n)


@rule
def _actions(state, rules, seat, opts):
    n = 0
    if can_build(state, rules, seat, NONE):
        n = add(opts, n, Kind.ACT, Action.BUILD, 0, 0)
    if can_move(state, rules, seat, NONE):
        n = add(opts, n, Kind.ACT, Action.MOVE, 0, 0)
    if can_colonise(state, rules, seat):
        n = add(opts, n, Kind.ACT, Action.COLONISE, 0, 0)
    if can_draft(state, rules, seat):
        n = add(opts, n, Kind.ACT, Action.DRAFT, 0, 0)
    if can_reserve(state, rules, seat):
        n = add(opts, n, Kind.ACT, Action.RESERVE, 0, 0)
    if holds_cards(state, seat):
        n = add(opts, n, Kind.ACT, Action.DISCARD, 0, 0)
        n = add(opts, n, Kind.ACT, Action.REMOVE, 0, 0)
    return add(opts, n, Kind.ACT, Action.PASS, 0, 0)


@rule
def _plays(state, rules, seat, opts, n):
    """HOS-14.1, A18: cards labelled Action while an action is left, Free Actions at any time."""
    free = may_use_free_actions(state, rules)
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                card = pile.card[k]
                name = rules.card_name[card]
                if name != NONE and is_playable_now(rules, name):
                    allowed = free if rules.timing[name] == Timing.FREE else state.actions_left > 0
                    if allowed and can_play(state, rules, seat, card):
                        n = add(opts, n, Kind.PLAY, card, 0, 0)
    return n


@rule
def holds_cards(state, seat):
    """HOS-12.1, 13.1: a card in hand or Reserve."""
    piles = state.players[seat].piles
    return piles[Zone.HAND].count + piles[Zone.RESERVE_ONE].count + piles[Zone.RESERVE_TWO].count > 0


@rule
def can_colonise(state, rules, seat):
    """HOS-9: whether any system can be given an outpost or a colony."""
    population = points_of(state, rules, seat, Resource.POPULATION)
    for space in range(rules.spaces):
        if state.owner[space] == seat:
            if may_place_outpost(state, rules, seat, space, population):
                return True
            if may_place_colony(state, rules, seat, space, population) or may_upgrade(
                state, rules, seat, space, population
            ):
                return True
    return False


@rule
def may_place_outpost(state, rules, seat, space, population):
    """HOS-9.2, 9.7."""
    if state.marker[space] != Marker.EMPTY or units_at(state, seat, space) == 0:
        return False
    return population >= rules.outpost_population and state.players[seat].outposts > 0


@rule
def may_place_colony(state, rules, seat, space, population):
    """HOS-9.3, 9.6."""
    if state.marker[space] != Marker.EMPTY or not is_habitable(state, rules, space):
        return False
    return units_at(state, seat, space) > 0 and population >= rules.colony_population and has_disc(state, seat)


@rule
def may_upgrade(state, rules, seat, space, population):
    """HOS-9.4, A24."""
    if state.marker[space] != Marker.OUTPOST or not is_habitable(state, rules, space):
        return False
    return population >= rules.colony_population and has_disc(state, seat)


@rule
def may_draft(state, rules, seat, card):
    """HOS-10.1, 10.5: whether the price of a displayed card can be paid."""
    name = rules.card_name[card]
    population = rules.cost_population[name]
    return can_pay(state, rules, seat, Resource.POPULATION, population, Resource.RESEARCH, rules.cost[name])


@rule
def may_draft_wormhole(state, rules, seat, research):
    """HOS-10.7."""
    return can_draft_wormhole(state, seat) and research >= rules.cost[Card.WORMHOLE_TECHNOLOGY]


@rule
def can_draft(state, rules, seat):
    research = points_of(state, rules, seat, Resource.RESEARCH)
    if may_draft_wormhole(state, rules, seat, research):
        return True
    for place in range(state.displayed):
        if rules.cost[rules.card_name[state.display[place]]] <= research:
            if may_draft(state, rules, seat, state.display[place]):
                return True
    return False


@rule
def can_reserve(state, rules, seat):
    """HOS-11.1, 11.5, A63: a hand card that some slot takes, if need be after switches."""
    one, two = room_in(state, rules, seat, Zone.RESERVE_ONE), room_in(state, rules, seat, Zone.RESERVE_TWO)
    return has_place(state, rules, seat, one, two, switchable(state, rules, seat))


@rule
def _payments(state, rules, opts):
    """D6; HOS-4.1 to 4.3: an item for the resource that is due, such that all that is due can still be paid."""
    seat, resource = state.actor, owed(state)
    other, n = other_owed(state, resource), 0
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                card = pile.card[k]
                if rules.symbols[card, resource] > 0 and may_spend(state, rules, seat, zone, card):
                    if may_pay(state, rules, seat, resource, other, card):
                        n = add(opts, n, Kind.SPEND, card, resource, 0)
    for space in range(TRACK):
        if counter_points(state, rules, seat, space, resource) > 0:
            if may_pay(state, rules, seat, resource, other, COUNTER + space):
                n = add(opts, n, Kind.FLIP, space, resource, 0)
    return n


@rule
def _buildings(state, rules, opts):
    """D7, D33; HOS-5."""
    seat = state.active
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if state.number > 0 else 0
    if state.number >= units_possible(state, rules):
        return n
    proper, outposts = payable_sites(state, rules, seat, state.number + 1, NONE)
    for unit in range(2):
        stock = state.players[seat].fleets if unit == Unit.FLEET else state.players[seat].star_bases
        if stock > 0:
            for space in range(rules.spaces):
                if may_build_at(state, rules, seat, space, proper, outposts):
                    n = add(opts, n, Kind.BUILD, unit, space, 0)
    return n


@rule
def _origins(state, rules, opts):
    """D8; HOS-6.1: a system to move units from, or no more."""
    seat = state.active
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if state.number > 0 else 0
    energy = energy_beside(state, rules, seat, 0, NONE)
    energy_of_bases = base_energy_beside(state, rules, seat, 0, NONE)
    for space in range(rules.spaces):
        if can_step(state, rules, seat, space, energy, energy_of_bases, NONE):
            n = add(opts, n, Kind.FROM, space, 0, 0)
    return n


@rule
def _groups(state, rules, opts):
    """D8; HOS-6.1 to 6.5: where to, and how many."""
    seat, origin, n = state.active, state.origin, 0
    energy = energy_beside(state, rules, seat, 0, NONE)
    survey(state, rules, seat, origin, reach_of(state, rules, seat, max(0, energy)))
    for space in range(rules.spaces):
        if space != origin and (state.owner[space] == seat or may_enter(state, space)):
            n = _fleets_over(state, rules, seat, origin, space, space, energy, Kind.MOVE, opts, n)
            n = _bases_over(state, rules, seat, origin, space, space, Kind.MOVE, opts, n)
    return n


@rule
def _fleets_over(state, rules, seat, origin, place, label, energy, kind, opts, n):
    """Groups of fleets of a system over the surveyed distance of a place: directly, and by a hop where that is nearer.

    kind: the option's kind, the hop's is the next one; label: the option's system.
    """
    fleets = state.fleets[seat, origin]
    if fleets == 0:
        return n
    near = directly(state, place)
    if near < FAR:
        price = fleet_energy(state, rules, seat, near)
        for k in range(1, fleets + 1):
            if k * price <= energy:
                n = add(opts, n, kind, label, k, 0)
    if hops_possible(state, rules, seat) and by_hop(state, seat, place) < near:
        price = fleet_energy(state, rules, seat, by_hop(state, seat, place))
        for k in range(1, fleets + 1):
            if k * price > energy_beside(state, rules, seat, k * rules.hop_research, NONE):
                return n
            n = add(opts, n, kind + 1, label, k, 0)
    return n


@rule
def _bases_over(state, rules, seat, origin, place, label, kind, opts, n):
    """The same for star bases (HOS-17.26)."""
    bases = state.star_bases[seat, origin]
    if bases == 0 or not may_move_bases(state, rules, seat):
        return n
    near = directly(state, place)
    if near < FAR:
        price, energy = base_energy(state, rules, seat, near), base_energy_beside(state, rules, seat, 0, NONE)
        for k in range(1, bases + 1):
            if k * price <= energy:
                n = add(opts, n, kind, label, 0, k)
    if hops_possible(state, rules, seat) and by_hop(state, seat, place) < near:
        price = base_energy(state, rules, seat, by_hop(state, seat, place))
        for k in range(1, bases + 1):
            if k * price > base_energy_beside(state, rules, seat, k * base_hop(rules), NONE):
                return n
            n = add(opts, n, kind + 1, label, 0, k)
    return n


@rule
def _colonisations(state, rules, opts):
    """D18; HOS-9."""
    seat, n = state.active, 0
    population = points_of(state, rules, seat, Resource.POPULATION)
    for space in range(rules.spaces):
        if state.owner[space] == seat:
            if may_place_outpost(state, rules, seat, space, population):
                n = add(opts, n, Kind.OUTPOST, space, 0, 0)
            if may_place_colony(state, rules, seat, space, population):
                n = add(opts, n, Kind.COLONY, space, 0, 0)
            if may_upgrade(state, rules, seat, space, population):
                n = add(opts, n, Kind.UPGRADE, space, 0, 0)
    return n


@rule
def _drafts(state, rules, opts):
    """D19; HOS-10."""
    seat, n = state.active, 0
    for place in range(state.displayed):
        if may_draft(state, rules, seat, state.display[place]):
            n = add(opts, n, Kind.DRAFT, place, 0, 0)
    if may_draft_wormhole(state, rules, seat, points_of(state, rules, seat, Resource.RESEARCH)):
        n = add(opts, n, Kind.TAKE_WORMHOLE, 0, 0, 0)
    return n


@rule
def _reservations(state, rules, opts):
    """D20; HOS-11: hand cards into slots, switches between the slots, each card touched once; then no more."""
    seat = state.active
    piles = state.players[seat].piles
    hand, one, two = piles[Zone.HAND], piles[Zone.RESERVE_ONE], piles[Zone.RESERVE_TWO]
    n = 0
    for k in range(hand.count):
        for zone in range(Zone.RESERVE_ONE, Zone.RESERVE_TWO + 1):
            if may_reserve(state, rules, seat, zone, hand.card[k]):
                n = add(opts, n, Kind.RESERVE, hand.card[k], zone, 0)
    if state.number > 0:
        n = add(opts, n, Kind.DONE, 0, 0, 0)
    for k in range(one.count):
        if may_switch(state, rules, seat, one.card[k], Zone.RESERVE_TWO):
            n = add(opts, n, Kind.SWITCH, one.card[k], Zone.RESERVE_TWO, 0)
    for k in range(two.count):
        if may_switch(state, rules, seat, two.card[k], Zone.RESERVE_ONE):
            n = add(opts, n, Kind.SWITCH, two.card[k], Zone.RESERVE_ONE, 0)
    for k in range(one.count):
        for m in range(two.count):
            if may_swap(state, rules, seat, one.card[k], two.card[m]):
                n = add(opts, n, Kind.SWAP, one.card[k], two.card[m], 0)
    return n


@rule
def may_switch(state, rules, seat, card, zone):
    """HOS-11.5, A63: each card once; as long as no hand card is placed, one must still find a place."""
    if state.touched[card] or not may_reserve(state, rules, seat, zone, card):
        return False
    return state.number > 0 or leaves_place(state, rules, seat, card, zone)


@rule
def leaves_place(state, rules, seat, card, zone):
    """Whether a hand card still finds a place when this one has been switched to a slot."""
    one, two = room_in(state, rules, seat, Zone.RESERVE_ONE), room_in(state, rules, seat, Zone.RESERVE_TWO)
    others = switchable(state, rules, seat)
    if rules.card_name[card] != Card.MASS_ARMIES:
        by = 1 if zone == Zone.RESERVE_TWO else -1
        one, two, others = one + by, two - by, others - max(0, by)
    return has_place(state, rules, seat, one, two, others)


@rule
def may_swap(state, rules, seat, one, two):
    """HOS-11.5, A21: a card of each slot for the other, where neither can move alone; neither slot over its limit."""
    if state.touched[one] or state.touched[two] or not has_label(rules, one):
        return False
    if rules.card_name[one] == Card.MASS_ARMIES or rules.card_name[two] == Card.MASS_ARMIES:
        return False
    return room_in(state, rules, seat, Zone.RESERVE_ONE) == 0 and room_in(state, rules, seat, Zone.RESERVE_TWO) == 0


@rule
def _cards_held(state, seat, kind, opts, n):
    """Cards in hand and Reserves."""
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                n = add(opts, n, kind, pile.card[k], 0, 0)
    return n


@rule
def _discards(state, opts):
    """D21; HOS-12.1."""
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if state.number > 0 else 0
    return _cards_held(state, state.active, Kind.DISCARD, opts, n)


@rule
def _stand(state, rules, opts):
    """D10; HOS-7.7, 17.8: stay, retreat, or Diplomacy."""
    seat = state.actor
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    if can_leave(state, rules, seat):
        n = add(opts, n, Kind.YES, 0, 0, 0)
    return _named_card(state, rules, seat, Card.DIPLOMACY, opts, n)


@rule
def _named_card(state, rules, seat, name, opts, n):
    card = holds(state, rules, seat, name)
    return add(opts, n, Kind.PLAY, card, 0, 0) if card != NONE else n


@rule
def _responses(state, rules, opts):
    """D11 to D14; HOS-7.9 to 7.12, 7.15: one more piece of the response, or its end."""
    seat = state.actor
    n = add(opts, 0, Kind.DONE, 0, 0, 0)
    energy = energy_beside(state, rules, seat, 0, NONE)
    survey(state, rules, seat, state.combat.space, reach_of(state, rules, seat, energy))
    for space in range(rules.spaces):
        if space != state.combat.space and units_at(state, seat, space) > 0:
            n = _fleets_over(state, rules, seat, space, space, space, energy, Kind.REINFORCE, opts, n)
            n = _bases_over(state, rules, seat, space, space, space, Kind.REINFORCE, opts, n)
    n = _combat_cards(state, rules, seat, opts, n)
    if rules.withdraw == Withdraw.RESPONSE and not is_behind(state, rules, seat):
        n = _withdrawals(state, rules, seat, energy, opts, n)
    return _committed(state, rules, seat, opts, n)


@rule
def _committed(state, rules, seat, opts, n):
    """HOS-7.9b, 17.13, 17.15: matter for strength, energy and population with their weapons.

    A65: without a move to be paid no card has to stay.
    """
    before = state.kept
    if state.energy_due + state.research_due == 0:
        state.kept = 0
    n = _strength_items(state, rules, seat, Resource.MATTER, NONE, opts, n)
    if adds_energy(state, rules, seat):
        n = _strength_items(state, rules, seat, Resource.ENERGY, Card.HIGH_ENERGY_WEAPONS, opts, n)
    if adds_population(state, rules, seat):
        n = _strength_items(state, rules, seat, Resource.POPULATION, Card.MASS_ARMIES, opts, n)
    state.kept = before
    return n


@rule
def _strength_items(state, rules, seat, resource, weapon, opts, n):
    """Items whose points of a resource become strength; what the moves of the response cost can still be paid."""
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                card = pile.card[k]
                if rules.symbols[card, resource] > 0 and may_spend(state, rules, seat, zone, card):
                    if not is_last_weapon(state, rules, seat, zone, card, weapon):
                        if can_do_without(state, rules, seat, card):
                            n = add(opts, n, Kind.SPEND, card, resource, 0)
    for space in range(TRACK):
        if counter_points(state, rules, seat, space, resource) > 0:
            if can_do_without(state, rules, seat, COUNTER + space):
                n = add(opts, n, Kind.FLIP, space, resource, 0)
    return n


@rule
def is_last_weapon(state, rules, seat, zone, card, weapon):
    """A64: the card in the Reserve that lets this resource count cannot be the resource."""
    if weapon == NONE or zone == Zone.HAND or rules.timing[weapon] != Timing.RESERVE:
        return False
    return rules.card_name[card] == weapon and state.players[seat].lasting[weapon] == 1


@rule
def can_do_without(state, rules, seat, item):
    """Whether the moves of the response can be paid without an item."""
    if state.energy_due + state.research_due == 0:
        return True
    return energy_beside(state, rules, seat, 0, item) >= 0


@rule
def _combat_cards(state, rules, seat, opts, n):
    """HOS-7.9c, 7.12; D13, D14."""
    if state.combat.effects < rules.effects_most:
        for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
            if zone != Zone.DISCARD_PILE:
                pile = state.players[seat].piles[zone]
                for k in range(pile.count):
                    n = _combat_card(state, rules, seat, zone, pile.card[k], opts, n)
    if state.number == 0:
        n = _named_card(state, rules, seat, Card.RETREAT, opts, n)
        if side_of(state, seat) != ATTACKER and state.combat.defender_added == 0:
            n = _named_card(state, rules, seat, Card.DIPLOMACY, opts, n)
    return n


@rule
def _combat_card(state, rules, seat, zone, card, opts, n):
    name = rules.card_name[card]
    if name == NONE or (name == Card.MISSILES and not can_fire_missiles(state, rules, seat, zone, card)):
        return n
    if name == Card.MISSILES and rules.timing[name] == Timing.RESERVE:
        n = add(opts, n, Kind.PLAY, card, 0, 0)
    elif rules.timing[name] == Timing.COMBAT and can_do_without(state, rules, seat, card):
        if name == Card.STAR_BOMB:
            enemy = seat_of(state, 1 - side_of(state, seat))
            if enemy != NONE and state.fleets[enemy, state.combat.space] > 0:
                n = add(opts, n, Kind.PLAY, card, Unit.FLEET, 0)
            if enemy != NONE and state.star_bases[enemy, state.combat.space] > 0:
                n = add(opts, n, Kind.PLAY, card, Unit.STAR_BASE, 0)
        elif name != Card.RETREAT and name != Card.DIPLOMACY and name != Card.FORCE_SHIELDS:
            n = add(opts, n, Kind.PLAY, card, 0, 0)
    return n


@rule
def stays_ahead_without(state, rules, seat, unit):
    """HOS-7.11: the side keeps a piece there and its winning position without one unit."""
    space = state.combat.space
    if units_of(state, seat) < 2 and (side_of(state, seat) == ATTACKER or state.marker[space] == Marker.EMPTY):
        return False
    fleets = 1 - unit
    state.fleets[seat, space] -= fleets
    state.star_bases[seat, space] -= unit
    behind = is_behind(state, rules, seat)
    state.fleets[seat, space] += fleets
    state.star_bases[seat, space] += unit
    return not behind


@rule
def _withdrawals(state, rules, seat, energy, opts, n):
    """D12; HOS-7.11: a unit out of the combat system to a friendly one, after the survey of the combat system."""
    space = state.combat.space
    if state.fleets[seat, space] > 0 and stays_ahead_without(state, rules, seat, Unit.FLEET):
        n = _withdrawals_of(state, rules, seat, Unit.FLEET, energy, opts, n)
    if state.star_bases[seat, space] > 0 and may_move_bases(state, rules, seat):
        if stays_ahead_without(state, rules, seat, Unit.STAR_BASE):
            energy_of_bases = base_energy_beside(state, rules, seat, 0, NONE)
            n = _withdrawals_of(state, rules, seat, Unit.STAR_BASE, energy_of_bases, opts, n)
    return n


@rule
def _withdrawals_of(state, rules, seat, unit, energy, opts, n):
    for space in range(rules.spaces):
        if space != state.combat.space and state.owner[space] == seat:
            near, far = directly(state, space), by_hop(state, seat, space)
            if near < FAR and price_of(state, rules, seat, unit, near) <= energy:
                n = add(opts, n, Kind.WITHDRAW, space, unit, 0)
            if far < near and price_of(state, rules, seat, unit, far) <= _energy_after_hop(state, rules, seat, unit):
                n = add(opts, n, Kind.WITHDRAW_BY_HOP, space, unit, 0)
    return n


@rule
def _energy_after_hop(state, rules, seat, unit):
    if unit == Unit.FLEET:
        return energy_beside(state, rules, seat, rules.hop_research, NONE)
    return base_energy_beside(state, rules, seat, base_hop(rules), NONE)


@rule
def _shields(state, rules, opts):
    """D17; HOS-17.12."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    return _named_card(state, rules, state.actor, Card.FORCE_SHIELDS, opts, n)


@rule
def _casualties(state, rules, opts):
    """D15; HOS-8.2: how many of the casualties are star bases."""
    seat, due = seat_of(state, side_due(state)), casualties_due(state)
    fleets, bases = state.fleets[seat, state.combat.space], state.star_bases[seat, state.combat.space]
    n = 0
    for k in range(max(0, due - fleets), min(due, bases) + 1):
        n = add(opts, n, Kind.LOSE, k, due - k, 0)
    return n


@rule
def _retreats(state, rules, opts):
    """D16; HOS-8.3, 8.4, 17.8d: where to, and how many units of one type."""
    seat = state.actor
    survey_retreats(state, rules, seat)
    fleets, bases, n = retreating_fleets(state, rules), retreating_bases(state, rules), 0
    for space in range(rules.spaces):
        if may_retreat_to(state, rules, seat, space):
            n = _retreats_to(space, fleets, bases, opts, n)
        elif may_return(state, rules) and space == state.origin:
            came, bases_came = state.combat.returning_fleets, state.combat.returning_bases
            n = _retreats_to(space, min(fleets, came), min(bases, bases_came), opts, n)
    return n


@rule
def _retreats_to(space, fleets, bases, opts, n):
    for k in range(1, fleets + 1):
        n = add(opts, n, Kind.RETREAT, space, k, 0)
    for k in range(1, bases + 1):
        n = add(opts, n, Kind.RETREAT, space, 0, k)
    return n


@rule
def _shortfalls(state, opts):
    """D23; HOS-3.9."""
    n = 0
    for zone in range(Zone.RESERVE_ONE, Zone.RESERVE_TWO + 1):
        pile = state.players[state.actor].piles[zone]
        for k in range(pile.count):
            n = add(opts, n, Kind.TAKE_BACK, pile.card[k], 0, 0)
    return n


@rule
def _jumpers(state, rules, opts):
    """D24; HOS-17.30: one or two units of one system."""
    seat, most, n = state.active, rules.amount[Card.TEMPORARY_WORMHOLE], 0
    moving = may_move_bases(state, rules, seat)
    for space in range(rules.spaces):
        bases = state.star_bases[seat, space] if moving else 0
        for k in range(min(most, state.fleets[seat, space]) + 1):
            for m in range(min(most - k, bases) + 1):
                if k + m > 0:
                    n = add(opts, n, Kind.FROM, space, k, m)
    return n


@rule
def _jumps(state, rules, opts):
    """D24."""
    n = 0
    for space in range(rules.spaces):
        if space != state.origin:
            n = add(opts, n, Kind.JUMP, space, 0, 0)
    return n


@rule
def _black_holes(state, rules, opts):
    """D25; HOS-17.4."""
    n = 0
    for connection in range(rules.connections):
        if may_block(state, rules, state.active, connection):
            n = add(opts, n, Kind.BLOCK, connection, 0, 0)
    return n


@rule
def _kept_technologies(state, opts):
    """D26; HOS-17.5."""
    n = 0
    for k in range(state.peeked):
        n = add(opts, n, Kind.KEEP, state.peek[k], 0, 0)
    return n


@rule
def _displayed(state, opts):
    """D27; HOS-17.32."""
    n = 0
    for place in range(state.displayed):
        n = add(opts, n, Kind.DRAFT, place, 0, 0)
    return n


@rule
def _exchanges(state, opts):
    """D28; HOS-17.18."""
    n = 0
    for space in range(TRACK):
        if state.players[state.active].counters[space] != NONE:
            for place in range(state.counters_displayed):
                n = add(opts, n, Kind.EXCHANGE, space, place, 0)
    return n


@rule
def _recyclings(state, opts):
    """D29; HOS-17.21."""
    player = state.players[state.active]
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if state.number > 0 else 0
    for space in range(TRACK):
        if player.counters[space] != NONE and player.up[space] == 0:
            n = add(opts, n, Kind.RECYCLE, space, 0, 0)
    return n


@rule
def _scoutings(state, rules, opts):
    """D30; HOS-17.24."""
    n = 0
    for space in range(rules.spaces):
        if is_habitable(state, rules, space) and may_scout(state, rules, state.active, space):
            n = add(opts, n, Kind.SCOUT, space, 0, 0)
    return n


@rule
def _storings(state, rules, opts):
    """D31; HOS-17.33."""
    hand, n = state.players[state.active].piles[Zone.HAND], 0
    for k in range(hand.count):
        for zone in range(Zone.RESERVE_ONE, Zone.RESERVE_TWO + 1):
            if may_store(rules, zone, hand.card[k]):
                n = add(opts, n, Kind.RESERVE, hand.card[k], zone, 0)
    return n


@rule
def _searches(state, opts):
    """D32; HOS-17.14: hand cards only."""
    hand = state.players[state.active].piles[Zone.HAND]
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if state.number > 0 else 0
    for k in range(hand.count):
        n = add(opts, n, Kind.DISCARD, hand.card[k], 0, 0)
    return n


@rule
def _terraformings(state, rules, opts):
    """D34; HOS-17.31."""
    n = 0
    for space in range(rules.spaces):
        if may_terraform(state, rules, state.active, space):
            n = add(opts, n, Kind.TERRAFORM, space, 0, 0)
    return n


@rule
def _yes_or_no(opts):
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    return add(opts, n, Kind.YES, 0, 0, 0)


@rule
def _of_setup(state, rules, opts):
    if state.phase == Phase.RACE:
        return _races(state, rules, opts)
    if state.phase == Phase.COUNTER:
        return _counters(state, opts)
    return _sites_of_setup(state, rules, opts)


@rule
def _of_actions(state, rules, opts):
    phase = state.phase
    if phase == Phase.TURN:
        return _turn(state, rules, opts)
    if phase == Phase.PAYMENT:
        return _payments(state, rules, opts)
    if phase == Phase.BUILDING:
        return _buildings(state, rules, opts)
    if phase == Phase.ORIGIN:
        return _origins(state, rules, opts)
    if phase == Phase.GROUP:
        return _groups(state, rules, opts)
    if phase == Phase.COLONISING:
        return _colonisations(state, rules, opts)
    if phase == Phase.DRAFTING:
        return _drafts(state, rules, opts)
    if phase == Phase.RESERVING:
        return _reservations(state, rules, opts)
    if phase == Phase.DISCARDING:
        return _discards(state, opts)
    return _cards_held(state, state.active, Kind.REMOVE, opts, 0)


@rule
def _of_combat(state, rules, opts):
    phase = state.phase
    if phase == Phase.RETREAT_AT_ONCE:
        return _yes_or_no(opts)
    if phase == Phase.STAND:
        return _stand(state, rules, opts)
    if phase == Phase.INTERRUPTION:
        return _named_card(state, rules, state.actor, Card.RETREAT, opts, add(opts, 0, Kind.NO, 0, 0, 0))
    if phase == Phase.RESPONSE:
        return _responses(state, rules, opts)
    if phase == Phase.SHIELDS:
        return _shields(state, rules, opts)
    if phase == Phase.CASUALTIES:
        return _casualties(state, rules, opts)
    if phase == Phase.RETREAT:
        return _retreats(state, rules, opts)
    return _shortfalls(state, opts)


@rule
def _of_effects(state, rules, opts):
    phase = state.phase
    if phase == Phase.JUMP_FROM:
        return _jumpers(state, rules, opts)
    if phase == Phase.JUMP_TO:
        return _jumps(state, rules, opts)
    if phase == Phase.BLACK_HOLE:
        return _black_holes(state, rules, opts)
    if phase == Phase.KEEPING:
        return _kept_technologies(state, opts)
    if phase == Phase.TAKING:
        return _displayed(state, opts)
    if phase == Phase.EXCHANGE:
        return _exchanges(state, opts)
    if phase == Phase.RECYCLING:
        return _recyclings(state, opts)
    if phase == Phase.SCOUTING:
        return _scoutings(state, rules, opts)
    if phase == Phase.STORING:
        return _storings(state, rules, opts)
    if phase == Phase.SEARCHING:
        return _searches(state, opts)
    return _terraformings(state, rules, opts)


@kernel(SIG["options"])
def options(state, rules, opts):
    """Lists the legal options of the pending decision; returns how many."""
    if state.phase < Phase.TURN:
        return _of_setup(state, rules, opts)
    if state.phase < Phase.RETREAT_AT_ONCE:
        return _of_actions(state, rules, opts)
    if state.phase < Phase.JUMP_FROM:
        return _of_combat(state, rules, opts)
    return _of_effects(state, rules, opts)
