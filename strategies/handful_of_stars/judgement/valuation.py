"""What is it worth: systems, units, cards and actions in victory points."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import cards_of
from starbalance.simulator.games.handful_of_stars.counter import face_down_counters
from starbalance.simulator.games.handful_of_stars.rules import RESOURCES, TRACK, Card, Resource, Timing
from starbalance.simulator.games.handful_of_stars.scoring import marker_points
from starbalance.simulator.games.handful_of_stars.state import NONE, Action, Kind, Marker, Phase, Zone
from starbalance.simulator.games.handful_of_stars.system import is_habitable
from starbalance.strategies.handful_of_stars.judgement.cards import (
    card_quality,
    draft_worth,
    lasting_worth,
    price_worth,
    reserved_worth,
    room_for_lasting,
)
from starbalance.strategies.handful_of_stars.judgement.features import (
    battery,
    best_counter,
    card_worth,
    count_points,
    counter_worth,
    enemy_fleets_near,
    list_own,
    look_over_systems,
    means,
    rivalry,
    saved_by_unit,
    share_left,
    spare_fleets,
    turns_left,
)
from starbalance.strategies.handful_of_stars.judgement.planning import (
    best_jump,
    is_threatened,
    plan_move,
)
from starbalance.strategies.handful_of_stars.judgement.weights import Weight

_EACH_MORE = 0.3  # part of a system that each enemy fleet more than its own puts at risk


@rule
def look(state, rules, seat, weights, survey):
    """Fills a survey: the weights, how much of the game is left, and for a plan what could be spent."""
    for k in range(weights.shape[0]):
        survey.weights[k] = weights[k]
    survey.turns = max(0.0, turns_left(state, rules))
    survey.share = share_left(state, rules)
    survey.unit = survey.weights[Weight.UNIT] * survey.share
    phase = state.phase
    if phase == Phase.TURN or phase == Phase.DISCARDING or phase == Phase.BUILDING or phase >= Phase.JUMP_FROM:
        count_points(state, rules, seat, survey)
    if phase == Phase.BUILDING:
        list_own(state, rules, seat, survey)
        survey.means[seat] = means(state, rules, seat, survey)
    if phase == Phase.TURN or phase >= Phase.JUMP_FROM:
        look_around(state, rules, seat, survey)
    if phase == Phase.TURN or phase == Phase.COLONISING or phase >= Phase.JUMP_FROM:
        survey.counter = best_counter(state, rules, survey.share, survey.weights)


@rule
def look_around(state, rules, seat, survey):
    """What a plan asks of every system or player, once for all."""
    list_own(state, rules, seat, survey)
    look_over_systems(state, rules, seat, survey)
    survey.appetite = 0.4 if cards_of(state, seat) >= survey.weights[Weight.MOST_CARDS] else 1.0
    survey.backlog = survey.weights[Weight.BACKLOG] ** survey.waiting
    survey.battery = battery(state, rules, seat, survey)
    for other in range(rules.seats):
        survey.means[other] = means(state, rules, other, survey)
        survey.rivalry[other] = rivalry(state, rules, seat, other, survey)


@rule
def price(survey, points):
    """What so many resource points cost."""
    return survey.weights[Weight.POINT] * points


@rule
def counter_gain(state, seat, survey):
    """The worth of the Development counter that a disc from the track brings, 0 with the track empty."""
    return 0.0 if state.players[seat].track_discs == 0 else survey.counter


@rule
def colonising_worth(state, rules, seat, kind, space, survey):
    """What an outpost, a colony or an upgrade brings at once."""
    lost = survey.weights[Weight.RISK] * likely_lost(state, seat, space)
    if kind == Kind.OUTPOST:
        later = 0.0
        if is_habitable(state, rules, space) and survey.turns >= 1.0:
            later = 0.2
        worth = (1.0 - lost) * (rules.vp_outpost + card_worth(rules, state.tile[space]))
        return worth + later - price(survey, rules.outpost_population)
    worth = survey.weights[Weight.UPGRADE] * counter_gain(state, seat, survey)
    worth -= price(survey, 1.5 * rules.colony_population)
    if kind == Kind.UPGRADE:
        gain = (1.0 - lost) * (rules.vp_colony - rules.vp_outpost)
        return worth + gain - survey.weights[Weight.EXPOSED] * enemy_fleets_near(state, seat, space)
    return worth + (1.0 - lost) * (rules.vp_colony + card_worth(rules, state.tile[space]))


@rule
def likely_lost(state, seat, space):
    """How far enemies next door outnumber the fleets of a system, 0 to 1."""
    more = enemy_fleets_near(state, seat, space) - state.fleets[seat, space]
    return min(1.0, max(0.0, _EACH_MORE * more))


@rule
def best_colonising(state, rules, seat, survey):
    """The worth of the best colonise action."""
    best, population = -1.0, survey.points[Resource.POPULATION]
    player = state.players[seat]
    discs = player.track_discs + player.spare_discs
    for k in range(survey.held):
        space = survey.own[k]
        marker = state.marker[space]
        rich = population >= rules.colony_population and discs > 0 and is_habitable(state, rules, space)
        if marker == Marker.EMPTY:
            if population >= rules.outpost_population:
                best = max(best, colonising_worth(state, rules, seat, Kind.OUTPOST, space, survey))
            if rich:
                best = max(best, colonising_worth(state, rules, seat, Kind.COLONY, space, survey))
        elif marker == Marker.OUTPOST and rich:
            best = max(best, colonising_worth(state, rules, seat, Kind.UPGRADE, space, survey))
    can_wait = survey.turns >= 2.0 + survey.waiting
    return best * (survey.weights[Weight.HASTE] if can_wait else 1.0)


@rule
def units_on_map(state, rules, seat):
    player = state.players[seat]
    return rules.fleets - player.fleets + rules.star_bases - player.star_bases


@rule
def build_worth(state, rules, seat, number, survey):
    """What so many new units are worth: less the more there are for the systems held, more under threat."""
    saved, threatened = 0.0, False
    for k in range(survey.held):
        space = survey.own[k]
        if state.marker[space] >= Marker.COLONY:
            saved = max(saved, saved_by_unit(state, rules, seat, space, survey))
            threatened = threatened or is_threatened(state, rules, seat, space)
    room = survey.weights[Weight.BUILD_ROOM] * survey.held - units_on_map(state, rules, seat)
    wanted = min(1.0, max(0.15, 0.5 + 0.13 * room))
    wanted = max(wanted, 0.7) if threatened else wanted
    wanted += survey.weights[Weight.NEED] * saved
    return number * (survey.unit * wanted * min(1.0, survey.turns / 2.0) - price(survey, 2.0))


@rule
def building_worth(state, rules, seat, survey):
    """Of the build action."""
    units = units_payable(state, rules, survey)
    return build_worth(state, rules, seat, min(units, rules.build_most), survey) if units > 0 else 0.0


@rule
def units_payable(state, rules, survey):
    """Further units that can be paid for without cards that lie in a Reserve to last."""
    population = survey.points[Resource.POPULATION] - state.need[Resource.POPULATION]
    matter = survey.points[Resource.MATTER] - state.need[Resource.MATTER]
    return int(min(population // max(1, rules.unit_population), matter // max(1, rules.unit_matter)))


@rule
def draft_value(state, rules, seat, card, survey):
    """Of drafting a displayed card for its price."""
    name = rules.card_name[card]
    return draft_worth(state, rules, seat, name, survey) - price_worth(rules, name, survey)


@rule
def wormhole_value(state, rules, seat, survey):
    """Of a Wormhole counter."""
    name = Card.WORMHOLE_TECHNOLOGY
    return draft_worth(state, rules, seat, name, survey) - price_worth(rules, name, survey)


@rule
def best_draft(state, rules, seat, survey):
    best, research = -1.0, survey.points[Resource.RESEARCH]
    for place in range(state.displayed):
        name = rules.card_name[state.display[place]]
        if rules.cost[name] <= research and rules.cost_population[name] <= survey.points[Resource.POPULATION]:
            best = max(best, draft_value(state, rules, seat, state.display[place], survey))
    if state.wormhole_card != NONE and state.players[seat].wormhole == 0:
        best = max(best, wormhole_value(state, rules, seat, survey))
    return best


@rule
def best_displayed(state, rules, seat, survey):
    """The best Technology card on display, free of charge."""
    best = 0.0
    for place in range(state.displayed):
        best = max(best, draft_worth(state, rules, seat, rules.card_name[state.display[place]], survey))
    return best


@rule
def reserve_worth(state, rules, seat, survey):
    """Of a reserve action: the cards in hand that belong there, as many as there are slots for."""
    room, hand = room_for_lasting(state, rules, seat), state.players[seat].piles[Zone.HAND]
    total, best = 0.0, 0.0
    for k in range(hand.count):
        worth = reserved_worth(state, rules, seat, rules.card_name[hand.card[k]], survey)
        best = max(best, worth)
        total += worth
    return total if room >= 2 else (best if room == 1 else 0.0)


@rule
def discard_worth(state, rules, seat, survey):
    """Of a discard action: cards that are no use now make room for others."""
    hand = state.players[seat].piles[Zone.HAND]
    idle, stale = 0, 0
    for k in range(hand.count):
        if is_idle(state, rules, seat, hand.card[k], survey):
            idle += 1
            stale += 1 if is_for_research_alone(rules, hand.card[k]) else 0
    worth = survey.weights[Weight.CYCLE] * idle + survey.weights[Weight.STALE] * stale
    return worth * min(1.0, survey.turns)


@rule
def is_for_research_alone(rules, card):
    """Whether a card supplies research or nothing: it neither builds, settles nor fights."""
    symbols = rules.symbols[card]
    return symbols[Resource.ENERGY] + symbols[Resource.MATTER] + symbols[Resource.POPULATION] == 0


@rule
def is_idle(state, rules, seat, card, survey):
    """Whether a hand card may as well go round: no effect of its own worth waiting for, no symbols worth saving."""
    name = rules.card_name[card]
    if lasting_worth(state, rules, seat, name, survey) > 0.3 and room_for_lasting(state, rules, seat) > 0:
        return False
    if name != NONE and rules.timing[name] == Timing.COMBAT:
        return False
    return not is_saved(rules, card, survey)


@rule
def is_saved(rules, card, survey):
    """Whether without a card the seat would have less of a resource than is worth saving."""
    for resource in range(RESOURCES):
        points = rules.symbols[card, resource]
        if points > 0 and survey.points[resource] - points < survey.weights[Weight.SAVED_ENERGY + resource]:
            return True
    return False


@rule
def remove_worth(state, rules, seat, survey):
    """Of removing the worst card held."""
    hand = state.players[seat].piles[Zone.HAND]
    worst = 9.0
    for k in range(hand.count):
        worst = min(worst, card_quality(state, rules, seat, hand.card[k]))
    return survey.weights[Weight.THIN] * survey.share * max(0.0, 1.6 - worst)


@rule
def action_worth(state, rules, seat, action, survey):
    """The worth of the best way to take an action; a move also notes its plan."""
    if action == Action.BUILD:
        return building_worth(state, rules, seat, survey)
    if action == Action.MOVE:
        return plan_move(state, rules, seat, survey)
    if action == Action.COLONISE:
        return best_colonising(state, rules, seat, survey)
    if action == Action.DRAFT:
        return best_draft(state, rules, seat, survey)
    if action == Action.RESERVE:
        return reserve_worth(state, rules, seat, survey)
    if action == Action.DISCARD:
        return discard_worth(state, rules, seat, survey)
    return remove_worth(state, rules, seat, survey) if action == Action.REMOVE else 0.0


@rule
def play_worth(state, rules, seat, card, survey):
    """The worth of playing a card for its effect; Free Actions cost no action, so that little is enough."""
    name = rules.card_name[card]
    share = survey.share
    if name == Card.ADVANCED_CYBERNETICS:
        return 2.0
    if name == Card.SCOUTS or name == Card.WAREHOUSE or name == Card.HYPER_SEARCH_ENGINE:
        return 1.5 if survey.turns > 0.0 or state.actions_left > 0 else 0.05
    if name == Card.RECYCLING_PLANT:
        return 0.6 * face_down_counters(state, seat)
    if name == Card.PRODUCTION_LINE:
        spare = survey.points[Resource.POPULATION] >= 2.0 or best_colonising(state, rules, seat, survey) < 1.0
        return build_worth(state, rules, seat, 1, survey) + 0.3 if spare else -1.0
    if name == Card.ARMAMENTS:
        return build_worth(state, rules, seat, 2, survey) + 2.0 * price(survey, 2.0)
    if name == Card.DEVELOPMENT:
        return counter_gain(state, seat, survey)
    if name == Card.TERRA_FORMING:
        return rules.vp_colony - rules.vp_outpost + counter_gain(state, seat, survey)
    if name == Card.BLUE_SKY_RESEARCH:
        return 1.9 * survey.weights[Weight.STUDY] * min(1.0, survey.turns / 8.0)
    if name == Card.TOP_SECRET_RESEARCH:
        return survey.weights[Weight.STUDY] * best_displayed(state, rules, seat, survey)
    if name == Card.TEMPORARY_WORMHOLE:
        worth, _ = best_jump(state, rules, seat, largest_group(state, rules, seat, survey), survey)
        return worth
    return _rare_play_worth(state, rules, seat, name, share, survey)


@rule
def _rare_play_worth(state, rules, seat, name, share, survey):
    if name == Card.OUT_OF_STORAGE:
        worth, _, _ = best_exchange(state, rules, seat, survey)
        return worth
    if name == Card.BLACK_HOLE_CREATOR:
        return survey.weights[Weight.SHELTER] * best_block(state, rules, seat, survey)
    if name == Card.MOBILE_FACTORIES:
        return building_worth(state, rules, seat, survey) - 0.1
    return plan_move(state, rules, seat, survey) - 0.2  # Star Base Movement as an action


@rule
def largest_group(state, rules, seat, survey):
    """The most spare fleets of a system, as far as a Temporary Wormhole takes them."""
    most = 0
    for space in range(rules.spaces):
        most = max(most, spare_fleets(state, seat, space, survey.weights[Weight.GUARD]))
    return min(most, rules.amount[Card.TEMPORARY_WORMHOLE])


@rule
def best_exchange(state, rules, seat, survey):
    """(gain, own counter, place in the display) of the best exchange of Development counters."""
    best, own, taken = -1.0, 0, 0
    player = state.players[seat]
    for space in range(TRACK):
        if player.counters[space] != NONE:
            worth = exchange_price(state, rules, seat, space, survey)
            for place in range(state.counters_displayed):
                gain = counter_worth(state, rules, state.counters[place], survey.share, survey.weights) - worth
                if gain > best:
                    best, own, taken = gain, space, place
    return best, own, taken


@rule
def exchange_price(state, rules, seat, space, survey):
    """What is given up with a counter of one's own; a face-down one is worth less."""
    player = state.players[seat]
    worth = counter_worth(state, rules, player.counters[space], survey.share, survey.weights)
    return worth - (0.0 if player.up[space] else 0.5)


@rule
def block_worth(state, rules, seat, connection):
    """What a black hole on a connection keeps out: enemies next to what the seat has to lose."""
    one, two = rules.ends[connection, 0], rules.ends[connection, 1]
    mine, theirs = (one, two) if state.owner[one] == seat else (two, one)
    other = state.owner[theirs]
    if state.owner[mine] != seat or other < 0 or other == seat:
        return 0.0
    return 0.25 * marker_points(rules, state.marker[mine]) * min(2, state.fleets[other, theirs])


@rule
def best_block(state, rules, seat, survey):
    best = 0.0
    for connection in range(rules.connections):
        if state.blocked[connection] == 0:
            best = max(best, block_worth(state, rules, seat, connection))
    return best * min(1.0, survey.turns / 4.0)
