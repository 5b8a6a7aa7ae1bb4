"""The values of cards for the strategies of A Handful of Stars: to draft, to reserve and to keep."""

import numpy as np

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import has_lasting
from starbalance.simulator.games.handful_of_stars.colonising import has_disc
from starbalance.simulator.games.handful_of_stars.reserve import room_in
from starbalance.simulator.games.handful_of_stars.rules import NAMES, RESOURCES, Card, Resource, Timing
from starbalance.simulator.games.handful_of_stars.scoring import counters_with_vp
from starbalance.simulator.games.handful_of_stars.state import NONE, Zone
from starbalance.strategies.handful_of_stars.evaluation.features import best_counter
from starbalance.strategies.handful_of_stars.evaluation.weights import Weight

# (name, weight that multiplies the value, victory points for a careful player with a whole game ahead)
_VALUES = (
    (Card.ADVANCED_CYBERNETICS, Weight.ECONOMY, 1.6),
    (Card.ARMAMENTS, Weight.ECONOMY, 2.1),
    (Card.ARTIFICIAL_INTELLIGENCE, Weight.ECONOMY, 3.9),
    (Card.BLACK_HOLE_CREATOR, Weight.SHELTER, 0.8),
    (Card.BLUE_SKY_RESEARCH, Weight.ECONOMY, 0.8),
    (Card.CULTURE, Weight.CULTURE, 2.4),
    (Card.DEVELOPMENT, Weight.ECONOMY, 1.7),
    (Card.DIPLOMACY, Weight.SHELTER, 1.5),
    (Card.DREADNOUGHTS, Weight.ARMS, 8.7),
    (Card.FAST_SHIPS, Weight.TRAVEL, 1.3),
    (Card.FESTIVAL_OF_CULTURE, Weight.CULTURE, 2.0),
    (Card.FORCE_SHIELDS, Weight.SHELTER, 0.6),
    (Card.HIGH_ENERGY_WEAPONS, Weight.ARMS, 0.4),
    (Card.HYPER_SEARCH_ENGINE, Weight.ECONOMY, 2.0),
    (Card.MASS_ARMIES, Weight.ARMS, 5.2),
    (Card.MISSILES, Weight.ARMS, 10.0),
    (Card.MOBILE_FACTORIES, Weight.ECONOMY, 1.4),
    (Card.OUT_OF_STORAGE, Weight.ECONOMY, 1.4),
    (Card.PRODUCTION_LINE, Weight.ECONOMY, 0.7),
    (Card.RAPID_REACTION_FORCE, Weight.ARMS, 6.0),
    (Card.RECYCLING_PLANT, Weight.ECONOMY, 1.1),
    (Card.RESEARCH_LABORATORIES, Weight.ECONOMY, 0.6),
    (Card.RETREAT, Weight.SHELTER, 0.8),
    (Card.SCOUTS, Weight.TRAVEL, 0.8),
    (Card.SPACE_MINES, Weight.SHELTER, 2.3),
    (Card.STAR_BASE_MOVEMENT, Weight.TRAVEL, 1.4),
    (Card.STAR_BOMB, Weight.ARMS, 6.3),
    (Card.STEALTH_TECHNOLOGY, Weight.TRAVEL, 1.6),
    (Card.SUPER_DREADNOUGHTS, Weight.ARMS, 12.0),
    (Card.TEMPORARY_WORMHOLE, Weight.TRAVEL, 2.4),
    (Card.TERRA_FORMING, Weight.ECONOMY, 4.3),
    (Card.TOP_SECRET_RESEARCH, Weight.ECONOMY, 1.0),
    (Card.WAREHOUSE, Weight.ECONOMY, 1.2),
    (Card.WORMHOLE_TECHNOLOGY, Weight.TRAVEL, 2.6),
)
_KIND = np.array([int(kind) for _, kind, _ in _VALUES])
_VALUE = np.array([value for _, _, value in _VALUES])


@rule
def kind_of(name):
    """Return the index of the weight that multiplies the value of a card."""
    return _KIND[name]


@rule
def gross_draft_value(state, rules, seat, name, survey):
    """Return the value of drafting a Technology card, in victory points, without its price.

    It falls towards the end of the game, since the card must first be drawn from the deck. 0 if it is of no more use.
    """
    if is_useless(state, seat, name):
        return 0.0
    ramp = min(1.0, max(0.0, (survey.turns - 2.2) / 7.0))
    value = _VALUE[name]
    if name == Card.CULTURE:
        value = float(rules.vp[name])
    elif name == Card.DEVELOPMENT:
        value = best_counter(state, rules, survey.share, survey.weights)
    return value * survey.weights[kind_of(name)] * ramp


@rule
def draft_price(rules, name, survey):
    """Return the price of a technology, in victory points."""
    return survey.weights[Weight.COST] * rules.cost[name] + 0.35 * rules.cost_population[name]


@rule
def lasting_value(state, rules, seat, name, survey):
    """Return the value of a card's lasting effect in a Reserve from now on, in victory points.

    0 if the card cannot go to a Reserve, or if a copy in a Reserve makes it useless.
    """
    player = state.players[seat]
    if name == Card.CULTURE:
        festival = player.lasting[Card.FESTIVAL_OF_CULTURE] * rules.amount[Card.FESTIVAL_OF_CULTURE]
        return (rules.vp[name] + festival) * max(0.5, survey.weights[Weight.CULTURE])
    if name == Card.FESTIVAL_OF_CULTURE:
        now = player.lasting[Card.CULTURE] + counters_with_vp(state, rules, seat)
        return (now + 0.6 * survey.share) * rules.amount[name] * max(0.5, survey.weights[Weight.CULTURE])
    if name == NONE or rules.reserve[name] == 0 or (has_lasting(state, seat, name) and not is_cumulative(name)):
        return 0.0
    ramp = min(1.0, survey.turns / 6.0)
    return 0.8 * _VALUE[name] * survey.weights[kind_of(name)] * ramp


@rule
def reserved_value(state, rules, seat, name, survey):
    """Return the value of moving a hand card to a Reserve, in victory points.

    The value is that of its lasting effect, or of storing it for combat.
    """
    waits = name != NONE and rules.timing[name] == Timing.COMBAT and room_in(state, rules, seat, Zone.RESERVE_ONE) > 0
    if waits:
        return survey.weights[Weight.STORED] * min(1.0, survey.turns / 8.0)
    return lasting_value(state, rules, seat, name, survey)


@rule
def supplies_only_research(rules, card):
    """Return whether a card supplies only research or no resource at all."""
    symbols = rules.symbols[card]
    return symbols[Resource.ENERGY] + symbols[Resource.MATTER] + symbols[Resource.POPULATION] == 0


@rule
def shelved_value(state, rules, seat, card, survey):
    """Return the value of moving a hand card without a lasting effect to Reserve One, in victory points.

    A card that supplies only research no longer takes the place of a more useful card in hand, and can still pay.
    0 for any other card, and without room.
    """
    if room_in(state, rules, seat, Zone.RESERVE_ONE) <= 0 or not supplies_only_research(rules, card):
        return 0.0
    if reserved_value(state, rules, seat, rules.card_name[card], survey) > 0.0:
        return 0.0
    return survey.weights[Weight.SHELVE] * min(1.0, survey.turns / 8.0)


@rule
def room_for_lasting(state, rules, seat):
    """Return the number of lasting cards that a seat's two Reserves together still take."""
    return room_in(state, rules, seat, Zone.RESERVE_ONE) + room_in(state, rules, seat, Zone.RESERVE_TWO)


@rule
def value_without_room(state, rules, seat, survey):
    """Return the value of the best lasting card in hand, in victory points, if the Reserves are full, otherwise 0."""
    best, hand = 0.0, state.players[seat].piles[Zone.HAND]
    if room_for_lasting(state, rules, seat) <= 0:
        for k in range(hand.count):
            best = max(best, lasting_value(state, rules, seat, rules.card_name[hand.card[k]], survey))
    return best


@rule
def is_useless(state, seat, name):
    """Return whether a card's effect is of no more use: Development or Terra-forming without a disc."""
    if name == Card.DEVELOPMENT:
        return state.players[seat].track_discs == 0
    return name == Card.TERRA_FORMING and not has_disc(state, seat)


@rule
def is_cumulative(name):
    """Return whether a second copy of a card in the Reserves adds anything."""
    if name == Card.DREADNOUGHTS or name == Card.SUPER_DREADNOUGHTS:
        return True
    return name == Card.SPACE_MINES or name == Card.MISSILES


@rule
def keep_value(state, rules, seat, card, survey):
    """Return the value of keeping a hand card, in victory points: its symbols, and its effect if it is still of use."""
    name = rules.card_name[card]
    best = 0.0
    for resource in range(RESOURCES):
        points = float(rules.symbols[card, resource])
        best = max(best, points * (1.3 if resource == Resource.POPULATION else 1.0))
    value = survey.weights[Weight.KEEP] * best
    if name != NONE and not is_useless(state, seat, name):
        value += (
            survey.weights[Weight.KEEP_EFFECT]
            * _VALUE[name]
            * survey.weights[kind_of(name)]
            * effect_factor(rules, name)
        )
    return value


@rule
def effect_factor(rules, name):
    """Return 1 for a card with an effect to play or to reserve, 0 for a card that only supplies resources."""
    return 0.0 if rules.timing[name] == Timing.NONE or rules.timing[name] == Timing.SPECIAL else 1.0


@rule
def card_quality(state, rules, seat, card):
    """Return the quality of a card in a deck, in points of score.

    It counts the card's symbols, and half the value of an effect that is still of use.
    """
    name = rules.card_name[card]
    best, total = 0.0, 0.0
    for resource in range(RESOURCES):
        points = float(rules.symbols[card, resource])
        best = max(best, points)
        total += points
    quality = 0.7 * best + 0.2 * total
    if name != NONE and name < NAMES and not is_useless(state, seat, name):
        quality += 0.5 * _VALUE[name] * effect_factor(rules, name)
    return quality
