"""The payment rules: which cards and counters supply a resource, and whether one or two costs can be met."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import discard
from starbalance.simulator.games.handful_of_stars.rules import CARDS, RESOURCES, TRACK
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import NONE, Decision, Zone

COUNTER = CARDS  # an item is a card, or COUNTER plus a space of the Colony track


@rule
def is_kept(state, rules, seat, card):
    """A64: Return whether a card may not pay because it makes the step possible.

    Of such a name the first copy in the Reserves is kept.
    """
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
    """A64: Keep a lasting card in the Reserve until the step is paid, unless `enabling_card_pays` is set."""
    if not rules.enabling_card_pays:
        state.kept |= 1 << name


@rule
def may_spend(state, rules, seat, zone, card):
    """HOS-4.1: Return whether a card in hand or in a Reserve may pay for the step."""
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
    """HOS-4.1, HOS-18.3: Return the points of a resource on a counter; 0 if it lies face down or is missing."""
    player = state.players[seat]
    kind = player.counters[space]
    lies_up = (kind != NONE) & (player.up[space] != 0)  # without a branch, which processors would predict badly
    return lies_up * rules.counter_symbols[max(kind, 0), resource]


@rule
def points_of(state, rules, seat, resource):
    """HOS-4.2: Return the points of a resource on all cards and counters with which a player may pay."""
    total = _card_points(state, rules, seat, resource)
    for space in range(TRACK):
        total += counter_points(state, rules, seat, space, resource)
    return total


@rule
def _supplies(state, rules, seat, first, second, excluded):
    """Return a tuple of three sums of points over the items of a player, except the item `excluded`.

    They are the points of the first resource on items that lack the second, all points of the first, and all points of
    the second.
    """
    only_first, ones, twos = 0, 0, 0
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                card = pile.card[k]
                one, two = rules.symbols[card, first], rules.symbols[card, second]
                if card != excluded and may_spend(state, rules, seat, zone, card):
                    only_first, ones, twos = only_first + (one if two == 0 else 0), ones + one, twos + two
    for space in range(TRACK):
        one = counter_points(state, rules, seat, space, first)
        two = counter_points(state, rules, seat, space, second)
        if space + COUNTER != excluded:
            only_first, ones, twos = only_first + (one if two == 0 else 0), ones + one, twos + two
    return only_first, ones, twos


@rule
def _add_item(most, need, one, two):
    """Add an item to the table `most`.

    `most[k]` is the most points of the second resource that remain after k points of the first are met. It is -1 if
    they are not met.
    """
    if one == 0 and two == 0:
        return
    for k in range(need, -1, -1):
        with_it = most[k] + two if most[k] >= 0 else -1
        if one > 0 and k > 0 and most[max(0, k - one)] >= 0:
            with_it = max(with_it, most[max(0, k - one)])
        most[k] = with_it


@rule
def points_in(state, rules, seat, item, resource):
    """Return the points of a resource on an item. The item `NONE` has 0 points."""
    if item == NONE:
        return 0
    if item >= COUNTER:
        return counter_points(state, rules, seat, item - COUNTER, resource)
    return rules.symbols[item, resource]


@rule
def most_after(state, rules, seat, first, need, second, excluded):
    """Return the most points of a second resource that remain after `need` points of a first are paid.

    HOS-4.1, HOS-4.3. The item `excluded` is left out. The result is -1 if the need is not met.
    """
    if need == 0:
        return points_of(state, rules, seat, second) - points_in(state, rules, seat, excluded, second)
    only_first, ones, twos = _supplies(state, rules, seat, first, second, excluded)
    if only_first >= need:
        return twos
    return _most_shared(state, rules, seat, first, need, second, excluded) if ones >= need else -1


@rule
def _most_shared(state, rules, seat, first, need, second, excluded):
    """Return the most points of the second resource that remain after `need` points of the first.

    The result is -1 if the need is not met. `most_after` calls this if items may supply both resources.
    """
    most = state.queue  # scratch space
    most[0] = 0
    for k in range(1, need + 1):
        most[k] = -1
    player = state.players[seat]
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = player.piles[zone]
            for k in range(pile.count):
                card = pile.card[k]
                if card != excluded and may_spend(state, rules, seat, zone, card):
                    _add_item(most, need, rules.symbols[card, first], rules.symbols[card, second])
    for space in range(TRACK):
        if space + COUNTER != excluded:
            one = counter_points(state, rules, seat, space, first)
            _add_item(most, need, one, counter_points(state, rules, seat, space, second))
    return most[need]


@rule
def can_pay(state, rules, seat, first, need, second, other):
    """Return whether a player can supply `need` points of one resource and `other` points of a second together."""
    if other == 0:
        return need == 0 or points_of(state, rules, seat, first) >= need
    return most_after(state, rules, seat, first, need, second, NONE) >= other


@rule
def demand(state, resource, amount):
    """Add an amount of a resource to `state.need`, the coming payment."""
    state.need[resource] += amount


@rule
def owed(state):
    """Return the resource to pay next, or `NONE` if everything is paid."""
    for resource in range(RESOURCES):
        if state.need[resource] > 0:
            return resource
    return NONE


@rule
def other_owed(state, resource):
    """Return the next resource after this one that is still due, or `NONE` if there is no such resource."""
    for other in range(resource + 1, RESOURCES):
        if state.need[other] > 0:
            return other
    return NONE


@rule
def may_pay(state, rules, seat, resource, other, item):
    """Return whether an item may pay for a resource, so that the rest of both resources can still be paid.

    It is true if no `other` resource is due (`NONE`).
    """
    if other == NONE:
        return True
    need = max(0, state.need[resource] - points_in(state, rules, seat, item, resource))
    return most_after(state, rules, seat, resource, need, other, item) >= state.need[other]


@rule
def charge(state, seat, pending_step):
    """Ask the seat to pay what is due. If nothing is due, schedule the following step at once."""
    state.step_after_payment = pending_step
    if owed(state) == NONE:
        state.pending_step = pending_step
    else:
        ask(state, Decision.PAYMENT, seat)


@rule
def spend_card(state, rules, seat, card, resource):
    """HOS-4.2, HOS-4.4, HOS-4.5, HOS-4.6: Pay with a card and discard it. Surplus points are lost."""
    discard(state, rules, seat, card)
    state.need[resource] = max(0, state.need[resource] - rules.symbols[card, resource])


@rule
def flip_counter(state, rules, seat, space, resource):
    """HOS-4.1, HOS-18.3: Pay with a counter and turn it face down. Surplus points are lost."""
    points = counter_points(state, rules, seat, space, resource)
    state.players[seat].up[space] = 0
    state.need[resource] = max(0, state.need[resource] - points)
