"""Paying: which cards and counters can supply a resource, and whether a cost of one or two can be met."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import discard
from starbalance.simulator.games.handful_of_stars.rules import CARDS, RESOURCES, TRACK
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import NONE, Phase, Zone

COUNTER = CARDS  # an item is a card, or COUNTER plus a space of the Colony track


@rule
def is_kept(state, rules, seat, card):
    """A64: one copy in the Reserves, the first, of a card that makes the step possible cannot pay for it."""
    name = rules.card_name[card]
    if name == NONE or (state.kept >> name) & 1 == 0:
        return False
    first = NONE
    for zone in range(Zone.RESERVE_ONE, Zone.RESERVE_TWO + 1):
        pile = state.players[seat].piles[zone]
        for k in range(pile.count):
            if first == NONE and rules.card_name[pile.card[k]] == name:
                first = pile.card[k]
    return card == first


@rule
def keep(state, rules, name):
    """A64: this lasting card has to stay until the step is paid, unless the switch lets it pay."""
    if not rules.enabling_card_pays:
        state.kept |= 1 << name


@rule
def may_spend(state, rules, seat, zone, card):
    """HOS-4.1: cards in hand and Reserves."""
    return zone == Zone.HAND or state.kept == 0 or not is_kept(state, rules, seat, card)


@rule
def _card_points(state, rules, seat, resource):
    total = 0
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                if may_spend(state, rules, seat, zone, pile.card[k]):
                    total += rules.symbols[pile.card[k], resource]
    return total


@rule
def counter_points(state, rules, seat, space, resource):
    """HOS-4.1, HOS-18.3: what a front-up counter of the player supplies."""
    player = state.players[seat]
    kind = player.counters[space]
    lies_up = (kind != NONE) & (player.up[space] != 0)  # no branch: no processor could foresee it
    return lies_up * rules.counter_symbols[kind, resource]


@rule
def points_of(state, rules, seat, resource):
    """HOS-4.2: all the points of a resource that a player could supply."""
    total = _card_points(state, rules, seat, resource)
    for space in range(TRACK):
        total += counter_points(state, rules, seat, space, resource)
    return total


@rule
def _supplies(state, rules, seat, first, second, without):
    """Points of a first resource on items without the second, all of the first, all of the second; without one item."""
    alone, ones, twos = 0, 0, 0
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                card = pile.card[k]
                one, two = rules.symbols[card, first], rules.symbols[card, second]
                if card != without and may_spend(state, rules, seat, zone, card):
                    alone, ones, twos = alone + (one if two == 0 else 0), ones + one, twos + two
    for space in range(TRACK):
        one = counter_points(state, rules, seat, space, first)
        two = counter_points(state, rules, seat, space, second)
        if space + COUNTER != without:
            alone, ones, twos = alone + (one if two == 0 else 0), ones + one, twos + two
    return alone, ones, twos


@rule
def _add_item(most, need, one, two):
    """One more item in the table of most[k], the most of the second resource beside k of the first."""
    if one == 0 and two == 0:
        return
    for k in range(need, -1, -1):
        with_it = most[k] + two if most[k] >= 0 else -1
        if one > 0 and k > 0 and most[max(0, k - one)] >= 0:
            with_it = max(with_it, most[max(0, k - one)])
        most[k] = with_it


@rule
def points_in(state, rules, seat, item, resource):
    """What an item supplies of a resource; NONE is no item."""
    if item == NONE:
        return 0
    if item >= COUNTER:
        return counter_points(state, rules, seat, item - COUNTER, resource)
    return rules.symbols[item, resource]


@rule
def most_beside(state, rules, seat, first, need, second, without):
    """The most points of a second resource beside `need` of a first, without one item. -1 if the need cannot be met.

    HOS-4.1, HOS-4.3.
    """
    if need == 0:
        return points_of(state, rules, seat, second) - points_in(state, rules, seat, without, second)
    alone, ones, twos = _supplies(state, rules, seat, first, second, without)
    if alone >= need:
        return twos
    return _most_shared(state, rules, seat, first, need, second, without) if ones >= need else -1


@rule
def _most_shared(state, rules, seat, first, need, second, without):
    """The same where the need takes items that could supply the second resource instead."""
    most = state.queue  # scratch
    most[0] = 0
    for k in range(1, need + 1):
        most[k] = -1
    player = state.players[seat]
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = player.piles[zone]
            for k in range(pile.count):
                card = pile.card[k]
                if card != without and may_spend(state, rules, seat, zone, card):
                    _add_item(most, need, rules.symbols[card, first], rules.symbols[card, second])
    for space in range(TRACK):
        if space + COUNTER != without:
            one = counter_points(state, rules, seat, space, first)
            _add_item(most, need, one, counter_points(state, rules, seat, space, second))
    return most[need]


@rule
def can_pay(state, rules, seat, first, need, second, other):
    """Whether so much of one resource and so much of another can be supplied together."""
    if other == 0:
        return need == 0 or points_of(state, rules, seat, first) >= need
    return most_beside(state, rules, seat, first, need, second, NONE) >= other


@rule
def demand(state, resource, amount):
    """Something more to pay in the coming payment."""
    state.need[resource] += amount


@rule
def owed(state):
    """The resource to be paid next, NONE if all is paid."""
    for resource in range(RESOURCES):
        if state.need[resource] > 0:
            return resource
    return NONE


@rule
def other_owed(state, resource):
    """A second resource that is still due, NONE if there is none."""
    for other in range(resource + 1, RESOURCES):
        if state.need[other] > 0:
            return other
    return NONE


@rule
def may_pay(state, rules, seat, resource, other, item):
    """Whether an item may pay for the resource: what is then left of it and of the other one can still be paid."""
    if other == NONE:
        return True
    need = max(0, state.need[resource] - points_in(state, rules, seat, item, resource))
    return most_beside(state, rules, seat, resource, need, other, item) >= state.need[other]


@rule
def charge(state, seat, then):
    """Asks for what is due, or goes on at once if nothing is."""
    state.after = then
    if owed(state) == NONE:
        state.then = then
    else:
        ask(state, Phase.PAYMENT, seat)


@rule
def spend_card(state, rules, seat, card, resource):
    """HOS-4.2, HOS-4.4, HOS-4.5, HOS-4.6: the card pays and is discarded; what is too much is lost."""
    discard(state, rules, seat, card)
    state.need[resource] = max(0, state.need[resource] - rules.symbols[card, resource])


@rule
def flip_counter(state, rules, seat, space, resource):
    """HOS-4.1, HOS-18.3: the counter pays and is turned face down."""
    points = counter_points(state, rules, seat, space, resource)
    state.players[seat].up[space] = 0
    state.need[resource] = max(0, state.need[resource] - points)
