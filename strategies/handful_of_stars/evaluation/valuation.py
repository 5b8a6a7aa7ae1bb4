"""The values of systems, units, cards and actions, in victory points."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import cards_of
from starbalance.simulator.games.handful_of_stars.counter import face_down_counters
from starbalance.simulator.games.handful_of_stars.reserve import room_in
from starbalance.simulator.games.handful_of_stars.rules import RESOURCES, TRACK, Card, Resource, Timing
from starbalance.simulator.games.handful_of_stars.scoring import marker_points
from starbalance.simulator.games.handful_of_stars.state import NONE, Action, Decision, Kind, Marker, Zone
from starbalance.simulator.games.handful_of_stars.system import is_habitable
from starbalance.strategies.handful_of_stars.evaluation.cards import (
    card_quality,
    draft_price,
    gross_draft_value,
    lasting_value,
    reserved_value,
    room_for_lasting,
    shelved_value,
    supplies_only_research,
)
from starbalance.strategies.handful_of_stars.evaluation.features import (
    battery,
    best_counter,
    card_value,
    committable,
    count_points,
    counter_value,
    enemy_fleets_near,
    list_own,
    look_over_systems,
    rivalry,
    saved_by_unit,
    share_left,
    spare_fleets,
    turns_left,
)
from starbalance.strategies.handful_of_stars.evaluation.planning import (
    best_jump,
    is_threatened,
    plan_move,
)
from starbalance.strategies.handful_of_stars.evaluation.weights import Weight

_EACH_MORE = 0.3  # share of a system that each surplus enemy fleet puts at risk


@rule
def fill_features(state, rules, seat, weights, survey):
    """Fill in the features that the pending decision needs: weights, turns left, and spendable points for a plan."""
    for k in range(weights.shape[0]):
        survey.weights[k] = weights[k]
    survey.turns = max(0.0, turns_left(state, rules))
    survey.share = share_left(state, rules)
    survey.unit = survey.weights[Weight.UNIT] * survey.share
    decision = state.decision
    if (
        decision == Decision.TURN
        or decision == Decision.DISCARDING
        or decision == Decision.BUILDING
        or decision >= Decision.JUMP_FROM
    ):
        count_points(state, rules, seat, survey)
    if decision == Decision.BUILDING:
        list_own(state, rules, seat, survey)
        survey.committable[seat] = committable(state, rules, seat, survey)
    if decision == Decision.TURN or decision >= Decision.JUMP_FROM:
        fill_plan_features(state, rules, seat, survey)
    if decision == Decision.TURN or decision == Decision.COLONISING or decision >= Decision.JUMP_FROM:
        survey.counter = best_counter(state, rules, survey.share, survey.weights)


@rule
def fill_plan_features(state, rules, seat, survey):
    """Fill in the features of systems and players that a plan uses many times."""
    list_own(state, rules, seat, survey)
    look_over_systems(state, rules, seat, survey)
    survey.appetite = 0.4 if cards_of(state, seat) >= survey.weights[Weight.MOST_CARDS] else 1.0
    survey.backlog = survey.weights[Weight.BACKLOG] ** survey.waiting
    survey.battery = battery(state, rules, seat, survey)
    for other in range(rules.seats):
        survey.committable[other] = committable(state, rules, other, survey)
        survey.rivalry[other] = rivalry(state, rules, seat, other, survey)


@rule
def price(survey, points):
    """Return the cost of `points` resource points, in victory points."""
    return survey.weights[Weight.POINT] * points


@rule
def counter_gain(state, seat, survey):
    """Return the value, in victory points, of the counter that a disc from the track brings, 0 without a disc."""
    return 0.0 if state.players[seat].track_discs == 0 else survey.counter


@rule
def colonising_value(state, rules, seat, kind, space, survey):
    """Return the value of an outpost, a colony or an upgrade, in victory points, less its price."""
    lost = survey.weights[Weight.RISK] * likely_lost(state, seat, space)
    if kind == Kind.OUTPOST:
        later = 0.0
        if is_habitable(state, rules, space) and survey.turns >= 1.0:
            later = 0.2
        value = (1.0 - lost) * (rules.vp_outpost + card_value(rules, state.tile[space]))
        return value + later - price(survey, rules.outpost_population)
    value = survey.weights[Weight.UPGRADE] * counter_gain(state, seat, survey)
    value -= price(survey, 1.5 * rules.colony_population)
    if kind == Kind.UPGRADE:
        gain = (1.0 - lost) * (rules.vp_colony - rules.vp_outpost)
        return value + gain - survey.weights[Weight.EXPOSED] * enemy_fleets_near(state, seat, space)
    return value + (1.0 - lost) * (rules.vp_colony + card_value(rules, state.tile[space]))


@rule
def likely_lost(state, seat, space):
    """Return the risk (0 to 1) that a system is lost: 0.3 for each surplus enemy fleet next to it."""
    more = enemy_fleets_near(state, seat, space) - state.fleets[seat, space]
    return min(1.0, max(0.0, _EACH_MORE * more))


@rule
def best_colonising(state, rules, seat, survey):
    """Return the value of the best colonise action, in victory points, below 0 if none is possible."""
    best, population = -1.0, survey.points[Resource.POPULATION]
    player = state.players[seat]
    discs = player.track_discs + player.spare_discs
    for k in range(survey.held):
        space = survey.own[k]
        marker = state.marker[space]
        rich = population >= rules.colony_population and discs > 0 and is_habitable(state, rules, space)
        if marker == Marker.EMPTY:
            if population >= rules.outpost_population:
                best = max(best, colonising_value(state, rules, seat, Kind.OUTPOST, space, survey))
            if rich:
                best = max(best, colonising_value(state, rules, seat, Kind.COLONY, space, survey))
        elif marker == Marker.OUTPOST and rich:
            best = max(best, colonising_value(state, rules, seat, Kind.UPGRADE, space, survey))
    can_wait = survey.turns >= 2.0 + survey.waiting
    return best * (survey.weights[Weight.HASTE] if can_wait else 1.0)


@rule
def units_on_map(state, rules, seat):
    player = state.players[seat]
    return rules.fleets - player.fleets + rules.star_bases - player.star_bases


@rule
def build_value(state, rules, seat, number, survey):
    """Return the value of `number` new units, in victory points, less their price.

    It falls with the units per own system and rises under threat.
    """
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
def building_value(state, rules, seat, survey):
    """Return the value of the build action, in victory points, 0 if the seat can pay for no unit."""
    units = units_payable(state, rules, survey)
    return build_value(state, rules, seat, min(units, rules.build_most), survey) if units > 0 else 0.0


@rule
def units_payable(state, rules, survey):
    """Return the number of further units that can be paid for without lasting cards in a Reserve."""
    population = survey.points[Resource.POPULATION] - state.need[Resource.POPULATION]
    matter = survey.points[Resource.MATTER] - state.need[Resource.MATTER]
    return int(min(population // max(1, rules.unit_population), matter // max(1, rules.unit_matter)))


@rule
def draft_value(state, rules, seat, card, survey):
    """Return the value of drafting a displayed card, in victory points, less its price."""
    name = rules.card_name[card]
    return gross_draft_value(state, rules, seat, name, survey) - draft_price(rules, name, survey)


@rule
def wormhole_value(state, rules, seat, survey):
    """Return the value of a Wormhole counter, in victory points, less its price."""
    name = Card.WORMHOLE_TECHNOLOGY
    return gross_draft_value(state, rules, seat, name, survey) - draft_price(rules, name, survey)


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
    """Return the value of the best displayed Technology card, in victory points, free of charge, at least 0."""
    best = 0.0
    for place in range(state.displayed):
        best = max(best, gross_draft_value(state, rules, seat, rules.card_name[state.display[place]], survey))
    return best


@rule
def reserve_value(state, rules, seat, survey):
    """Return the value of a reserve action, in victory points.

    With at least two free slots all lasting cards in hand count, and the cards to shelve that Reserve One takes. With
    one slot only the best card counts. 0 without a slot.
    """
    room, hand = room_for_lasting(state, rules, seat), state.players[seat].piles[Zone.HAND]
    total, best, shelves = 0.0, 0.0, room_in(state, rules, seat, Zone.RESERVE_ONE)
    for k in range(hand.count):
        value = reserved_value(state, rules, seat, rules.card_name[hand.card[k]], survey)
        shelved = shelved_value(state, rules, seat, hand.card[k], survey) if shelves > 0 else 0.0
        shelves -= 1 if shelved > 0.0 else 0
        best = max(best, value + shelved)
        total += value + shelved
    return total if room >= 2 else (best if room == 1 else 0.0)


@rule
def discard_value(state, rules, seat, survey):
    """Return the value of a discard action, in victory points: idle cards make room for new ones."""
    hand = state.players[seat].piles[Zone.HAND]
    idle, stale = 0, 0
    for k in range(hand.count):
        if is_idle(state, rules, seat, hand.card[k], survey):
            idle += 1
            stale += 1 if supplies_only_research(rules, hand.card[k]) else 0
    value = survey.weights[Weight.CYCLE] * idle + survey.weights[Weight.STALE] * stale
    return value * min(1.0, survey.turns)


@rule
def is_idle(state, rules, seat, card, survey):
    """Return whether a hand card can be discarded: it has no effect worth waiting for and no symbols worth saving."""
    name = rules.card_name[card]
    if lasting_value(state, rules, seat, name, survey) > 0.3 and room_for_lasting(state, rules, seat) > 0:
        return False
    if name != NONE and rules.timing[name] == Timing.COMBAT:
        return False
    return not is_saved(rules, card, survey)


@rule
def is_saved(rules, card, survey):
    """Return whether the seat needs the card to keep the amount of a resource that is worth saving."""
    for resource in range(RESOURCES):
        points = rules.symbols[card, resource]
        if points > 0 and survey.points[resource] - points < survey.weights[Weight.SAVED_ENERGY + resource]:
            return True
    return False


@rule
def remove_value(state, rules, seat, survey):
    """Return the value of removing the worst card in hand, in victory points, 0 if even that card is good."""
    hand = state.players[seat].piles[Zone.HAND]
    worst = 9.0
    for k in range(hand.count):
        worst = min(worst, card_quality(state, rules, seat, hand.card[k]))
    return survey.weights[Weight.THIN] * survey.share * max(0.0, 1.6 - worst)


@rule
def action_value(state, rules, seat, action, survey):
    """Return the value of the best way to take an action, in victory points, 0 for CARD and PASS.

    A move also notes its plan.
    """
    if action == Action.BUILD:
        return building_value(state, rules, seat, survey)
    if action == Action.MOVE:
        return plan_move(state, rules, seat, survey)
    if action == Action.COLONISE:
        return best_colonising(state, rules, seat, survey)
    if action == Action.DRAFT:
        return best_draft(state, rules, seat, survey)
    if action == Action.RESERVE:
        return reserve_value(state, rules, seat, survey)
    if action == Action.DISCARD:
        return discard_value(state, rules, seat, survey)
    return remove_value(state, rules, seat, survey) if action == Action.REMOVE else 0.0


@rule
def play_value(state, rules, seat, card, survey):
    """Return the value of playing a card for its effect, in victory points.

    Free Actions cost no action, so a small value suffices.
    """
    name = rules.card_name[card]
    if name == Card.ADVANCED_CYBERNETICS:
        return 2.0
    if name == Card.SCOUTS or name == Card.WAREHOUSE or name == Card.HYPER_SEARCH_ENGINE:
        return 1.5 if survey.turns > 0.0 or state.actions_left > 0 else 0.05
    if name == Card.RECYCLING_PLANT:
        return 0.6 * face_down_counters(state, seat)
    if name == Card.PRODUCTION_LINE:
        spare = survey.points[Resource.POPULATION] >= 2.0 or best_colonising(state, rules, seat, survey) < 1.0
        return build_value(state, rules, seat, 1, survey) + 0.3 if spare else -1.0
    if name == Card.ARMAMENTS:
        return build_value(state, rules, seat, 2, survey) + 2.0 * price(survey, 2.0)
    if name == Card.DEVELOPMENT:
        return counter_gain(state, seat, survey)
    if name == Card.TERRA_FORMING:
        return rules.vp_colony - rules.vp_outpost + counter_gain(state, seat, survey)
    if name == Card.BLUE_SKY_RESEARCH:
        return 1.9 * survey.weights[Weight.STUDY] * min(1.0, survey.turns / 8.0)
    if name == Card.TOP_SECRET_RESEARCH:
        return survey.weights[Weight.STUDY] * best_displayed(state, rules, seat, survey)
    if name == Card.TEMPORARY_WORMHOLE:
        value, _ = best_jump(state, rules, seat, largest_group(state, rules, seat, survey), survey)
        return value
    return _rare_play_value(state, rules, seat, name, survey)


@rule
def _rare_play_value(state, rules, seat, name, survey):
    if name == Card.OUT_OF_STORAGE:
        value, _, _ = best_exchange(state, rules, seat, survey)
        return value
    if name == Card.BLACK_HOLE_CREATOR:
        return survey.weights[Weight.SHELTER] * best_block(state, rules, seat, survey)
    if name == Card.MOBILE_FACTORIES:
        return building_value(state, rules, seat, survey) - 0.1
    return plan_move(state, rules, seat, survey) - 0.2  # Star Base Movement as an action


@rule
def largest_group(state, rules, seat, survey):
    """Return the largest number of spare fleets in one system that a Temporary Wormhole can take, 0 if none."""
    most = 0
    for space in range(rules.spaces):
        most = max(most, spare_fleets(state, seat, space, survey.weights[Weight.GUARD]))
    return min(most, rules.amount[Card.TEMPORARY_WORMHOLE])


@rule
def best_exchange(state, rules, seat, survey):
    """Return the best exchange of counters: (gain in victory points, own counter, place in the display).

    (-1.0, 0, 0) if there is none. The own counter is given by its space on the track.
    """
    best, own, taken = -1.0, 0, 0
    player = state.players[seat]
    for space in range(TRACK):
        if player.counters[space] != NONE:
            value = exchange_price(state, rules, seat, space, survey)
            for place in range(state.counters_displayed):
                gain = counter_value(state, rules, state.counters[place], survey.share, survey.weights) - value
                if gain > best:
                    best, own, taken = gain, space, place
    return best, own, taken


@rule
def exchange_price(state, rules, seat, space, survey):
    """Return the value of an own counter, in victory points, less 0.5 if it is face down."""
    player = state.players[seat]
    value = counter_value(state, rules, player.counters[space], survey.share, survey.weights)
    return value - (0.0 if player.up[space] else 0.5)


@rule
def block_value(state, rules, seat, connection):
    """Return the value, in victory points, of a black hole on a connection.

    0 unless the connection joins an own system to a player's.
    """
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
            best = max(best, block_value(state, rules, seat, connection))
    return best * min(1.0, survey.turns / 4.0)
