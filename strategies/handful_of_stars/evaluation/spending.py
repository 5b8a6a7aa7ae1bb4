"""The scores of payments for the strategies of A Handful of Stars, with little waste."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.payment import COUNTER, counter_points, points_in
from starbalance.simulator.games.handful_of_stars.rules import TRACK, Card, Resource
from starbalance.simulator.games.handful_of_stars.scoring import counters_with_vp, culture_points
from starbalance.simulator.games.handful_of_stars.state import NONE, Kind, Zone
from starbalance.strategies.handful_of_stars.evaluation.cards import keep_value, lasting_value, value_without_room
from starbalance.strategies.handful_of_stars.evaluation.weights import Weight

_MOST = 60  # largest sum of points that is tracked
_CHANGE = 4  # points; more than any payment wastes
_RETURN = 5.0  # turns until a spent card returns to the Reserve


@rule
def sums_of_others(options, state, rules, seat, resource, item):
    """Return the sums that the other items on offer can supply exactly, as bits: bit s for s points."""
    sums = 1
    for i in range(options.shape[0]):
        if options[i].b == resource and item_of(options[i]) != item:
            points = points_in(state, rules, seat, item_of(options[i]), resource)
            sums |= (sums << points) & ((1 << _MOST) - 1)
    return sums


@rule
def item_of(option):
    """Return the item that an option spends: a card, or COUNTER plus a space."""
    return option.a + COUNTER if option.kind == Kind.FLIP else option.a


@rule
def waste_with(options, state, rules, seat, resource, item, need):
    """Return the fewest points of the resource that a payment with this item loses.

    `_MOST` means that the payment is impossible.
    """
    rest = need - points_in(state, rules, seat, item, resource)
    if rest <= 0:
        return -rest
    sums = sums_of_others(options, state, rules, seat, resource, item)
    for waste in range(_MOST - rest):
        if (sums >> (rest + waste)) & 1:
            return waste
    return _MOST


@rule
def price_of_item(state, rules, seat, item, resource, survey):
    """Return the cost of spending an item now, in victory points.

    A counter stays face down until the next shuffle, and a lasting card loses its effect.
    """
    if item >= COUNTER:
        return survey.weights[Weight.FLIP] * (0.55 + 1.2 * cycle_left(state, seat))
    name = rules.card_name[item]
    if name != NONE and is_in_reserve(state, seat, item):
        value = lasting_value_of_reserved(state, rules, seat, name, survey)
        late = survey.weights[Weight.TROPHY] * max(0.0, 1.0 - survey.turns / _RETURN)
        price = 0.15 + max(0.0, value - value_without_room(state, rules, seat, survey))
        return price + late * points_lost(state, rules, seat, name)
    price = keep_value(state, rules, seat, item, survey)
    population = rules.symbols[item, Resource.POPULATION]
    return price + (survey.weights[Weight.PEOPLE] * population if resource != Resource.POPULATION else 0.0)


@rule
def points_lost(state, rules, seat, name):
    """HOS-17.6, HOS-17.11: Return the victory points lost with a card of a Reserve.

    0 for every card except Culture and Festival of Culture.
    """
    if name != Card.CULTURE and name != Card.FESTIVAL_OF_CULTURE:
        return 0
    player, counters = state.players[seat], counters_with_vp(state, rules, seat)
    cultures, festivals = player.lasting[Card.CULTURE], player.lasting[Card.FESTIVAL_OF_CULTURE]
    fewer, less = (1, 0) if name == Card.CULTURE else (0, 1)
    return culture_points(rules, cultures, festivals, counters) - culture_points(
        rules, cultures - fewer, festivals - less, counters
    )


@rule
def cycle_left(state, seat):
    """Return the share of a deck still to be drawn before the next shuffle, which turns counters up again."""
    piles = state.players[seat].piles
    undrawn = piles[Zone.DRAW_DECK].count
    return undrawn / max(1.0, float(undrawn + piles[Zone.DISCARD_PILE].count + piles[Zone.HAND].count))


@rule
def wasted_energy(state, rules, seat):
    """Return the energy points, 0 to 3, that paying for the moves so far would waste.

    They move fleets for free. 0 if no energy is due, research is due, or no such payment exists.
    """
    if state.energy_due == 0 or state.research_due > 0:
        return 0
    sums, player = 1, state.players[seat]
    hand = player.piles[Zone.HAND]
    for k in range(hand.count):
        sums |= sums << rules.symbols[hand.card[k], Resource.ENERGY]
    for space in range(TRACK):
        sums |= sums << counter_points(state, rules, seat, space, Resource.ENERGY)
    for waste in range(_CHANGE):
        if (sums >> (state.energy_due + waste)) & 1:
            return waste
    return 0


@rule
def is_in_reserve(state, seat, card):
    """Return whether a card lies in one of the seat's Reserves."""
    for zone in range(Zone.RESERVE_ONE, Zone.RESERVE_TWO + 1):
        pile = state.players[seat].piles[zone]
        for k in range(pile.count):
            if pile.card[k] == card:
                return True
    return False


@rule
def lasting_value_of_reserved(state, rules, seat, name, survey):
    """Return the value of a lasting effect in a Reserve, in victory points: that of placing the card there again."""
    player = state.players[seat]
    player.lasting[name] -= 1
    value = lasting_value(state, rules, seat, name, survey)
    player.lasting[name] += 1
    return value


@rule
def score_payment(state, rules, options, scores, survey):
    """Score payments: few points lost first, then cheap items, and large items before small ones."""
    seat = state.actor
    for i in range(options.shape[0]):
        item, resource = item_of(options[i]), options[i].b
        points = points_in(state, rules, seat, item, resource)
        waste = waste_with(options, state, rules, seat, resource, item, state.need[resource])
        price = price_of_item(state, rules, seat, item, resource, survey)
        scores[i] = -survey.weights[Weight.WASTE] * waste - price + 0.02 * points - 0.5 * price / max(1, points)
