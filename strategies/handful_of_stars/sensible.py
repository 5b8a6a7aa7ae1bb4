"""Careful all-round play: settles what lies next door, attacks where the odds are good, and pays without waste.

Every possible action is given its worth in victory points; the best is taken. The other recipes are this one with other
weights, or with a few worths of their own.
"""

import numpy as np

from starbalance.simulator.handful_of_stars.counter import face_down_counters
from starbalance.simulator.handful_of_stars.routes import by_hop, directly
from starbalance.simulator.handful_of_stars.routes import survey as survey_routes
from starbalance.simulator.handful_of_stars.rules import TRACK, Card, Resource, Timing
from starbalance.simulator.handful_of_stars.scoring import marker_points
from starbalance.simulator.handful_of_stars.state import FAR, NONE, SIG, Action, Kind, Marker, Phase, Unit, Zone
from starbalance.simulator.handful_of_stars.systems import is_habitable, units_at
from starbalance.simulator.kernel import kernel, rule
from starbalance.strategies.handful_of_stars.judgement.cards import (
    card_quality,
    draft_worth,
    keep_worth,
    lasting_worth,
    price_worth,
)
from starbalance.strategies.handful_of_stars.judgement.features import (
    best_counter,
    card_worth,
    count_points,
    counter_worth,
    enemy_fleets_near,
    share_left,
    site_worth,
    spare_bases,
    spare_fleets,
    survey_row,
    turns_left,
)
from starbalance.strategies.handful_of_stars.judgement.fighting import score_combat
from starbalance.strategies.handful_of_stars.judgement.planning import (
    BEFORE,
    TARGET,
    WANTED,
    best_jump,
    is_threatened,
    jump_worth,
    plan_move,
    site_need,
    unit_worth,
)
from starbalance.strategies.handful_of_stars.judgement.spending import score_payment
from starbalance.strategies.handful_of_stars.judgement.weights import Weight


@rule
def look(state, rules, seat, weights, survey):
    """Fills a survey: the weights, what could be spent, how much of the game is left."""
    for k in range(weights.shape[0]):
        survey.weights[k] = weights[k]
    count_points(state, rules, seat, survey)
    survey.turns = max(0.0, turns_left(state, rules))
    survey.share = share_left(state, rules)


@rule
def price(survey, points):
    """What so many resource points cost."""
    return survey.weights[Weight.POINT] * points


@rule
def counter_gain(state, rules, seat, survey):
    """The worth of the Development counter that a disc from the track brings, 0 with the track empty."""
    if state.players[seat].track_discs == 0:
        return 0.0
    return best_counter(state, rules, survey.share, survey.weights)


@rule
def colonising_worth(state, rules, seat, kind, space, survey):
    """What an outpost, a colony or an upgrade brings at once."""
    if kind == Kind.OUTPOST:
        later = 0.0
        if is_habitable(state, rules, space) and survey.turns >= 1.0:
            later = 0.2
        return rules.vp_outpost + card_worth(rules, state.tile[space]) + later - price(survey, rules.outpost_population)
    worth = survey.weights[Weight.UPGRADE] * counter_gain(state, rules, seat, survey)
    worth += rules.vp_colony - price(survey, 1.5 * rules.colony_population)
    if kind == Kind.UPGRADE:
        return worth - rules.vp_outpost - survey.weights[Weight.EXPOSED] * enemy_fleets_near(state, seat, space)
    return worth + card_worth(rules, state.tile[space])


@rule
def best_colonising(state, rules, seat, survey):
    """The worth of the best colonise action."""
    best, population = -1.0, survey.points[Resource.POPULATION]
    player = state.players[seat]
    discs = player.track_discs + player.spare_discs
    for space in range(rules.spaces):
        if state.owner[space] == seat:
            marker = state.marker[space]
            rich = population >= rules.colony_population and discs > 0 and is_habitable(state, rules, space)
            if marker == Marker.EMPTY:
                if population >= rules.outpost_population:
                    best = max(best, colonising_worth(state, rules, seat, Kind.OUTPOST, space, survey))
                if rich:
                    best = max(best, colonising_worth(state, rules, seat, Kind.COLONY, space, survey))
            elif marker == Marker.OUTPOST and rich:
                best = max(best, colonising_worth(state, rules, seat, Kind.UPGRADE, space, survey))
    return best


@rule
def units_on_map(state, rules, seat):
    player = state.players[seat]
    return rules.fleets - player.fleets + rules.star_bases - player.star_bases


@rule
def systems_held(state, rules, seat):
    number = 0
    for space in range(rules.spaces):
        number += 1 if state.owner[space] == seat else 0
    return number


@rule
def build_worth(state, rules, seat, number, survey):
    """What so many new units are worth: less the more there are for the systems held, more under threat."""
    room = survey.weights[Weight.BUILD_ROOM] * systems_held(state, rules, seat) - units_on_map(state, rules, seat)
    wanted = min(1.0, max(0.15, 0.5 + 0.1 * room))
    for space in range(rules.spaces):
        if state.owner[space] == seat and state.marker[space] >= Marker.COLONY:
            if is_threatened(state, rules, seat, space):
                wanted = max(wanted, 0.9)
    return number * (unit_worth(survey) * wanted * min(1.0, survey.turns / 2.0) - price(survey, 2.0))


@rule
def building_worth(state, rules, seat, survey):
    """Of the build action."""
    units = min(survey.points[Resource.POPULATION], survey.points[Resource.MATTER])
    return build_worth(state, rules, seat, 2 if units >= 2 else 1, survey)


@rule
def draft_value(state, rules, seat, card, survey):
    """Of drafting a displayed card for its price."""
    name = rules.card_name[card]
    return draft_worth(state, rules, name, survey) - price_worth(rules, name, survey)


@rule
def wormhole_value(state, rules, survey):
    """Of a Wormhole counter."""
    name = Card.WORMHOLE_TECHNOLOGY
    return draft_worth(state, rules, name, survey) - price_worth(rules, name, survey)


@rule
def best_draft(state, rules, seat, survey):
    best, research = -1.0, survey.points[Resource.RESEARCH]
    for place in range(state.displayed):
        name = rules.card_name[state.display[place]]
        if rules.cost[name] <= research and rules.cost_population[name] <= survey.points[Resource.POPULATION]:
            best = max(best, draft_value(state, rules, seat, state.display[place], survey))
    if state.wormhole_card != NONE and state.players[seat].wormhole == 0:
        best = max(best, wormhole_value(state, rules, survey))
    return best


@rule
def best_displayed(state, rules, survey):
    """The best Technology card on display, free of charge."""
    best = 0.0
    for place in range(state.displayed):
        best = max(best, draft_worth(state, rules, rules.card_name[state.display[place]], survey))
    return best


@rule
def reserve_worth(state, rules, seat, survey):
    """Of a reserve action: the lasting cards in hand, as many as there are slots for."""
    player = state.players[seat]
    room = 2 * rules.reserve_limit - player.piles[Zone.RESERVE_ONE].count - player.piles[Zone.RESERVE_TWO].count
    for space in range(TRACK):
        room += 2 * rules.counter_reserve[player.counters[space]] if player.counters[space] != NONE else 0
    hand = player.piles[Zone.HAND]
    total, best = 0.0, 0.0
    for k in range(hand.count):
        worth = lasting_worth(state, rules, seat, rules.card_name[hand.card[k]], survey)
        best = max(best, worth)
        total += worth
    return total if room >= 2 else (best if room == 1 else 0.0)


@rule
def discard_worth(state, rules, seat, survey):
    """Of a discard action: cards that are no use now make room for others."""
    hand = state.players[seat].piles[Zone.HAND]
    idle = 0
    for k in range(hand.count):
        idle += 1 if is_idle(state, rules, seat, hand.card[k], survey) else 0
    return survey.weights[Weight.CYCLE] * idle * min(1.0, survey.turns)


@rule
def is_idle(state, rules, seat, card, survey):
    """Whether a hand card may as well go round: no effect of its own worth waiting for, no population to save."""
    if lasting_worth(state, rules, seat, rules.card_name[card], survey) > 0.3:
        return False
    name = rules.card_name[card]
    if name != NONE and rules.timing[name] == Timing.COMBAT:
        return False
    return rules.symbols[card, Resource.POPULATION] == 0


@rule
def remove_worth(state, rules, seat, survey):
    """Of removing the worst card held."""
    hand = state.players[seat].piles[Zone.HAND]
    worst = 9.0
    for k in range(hand.count):
        worst = min(worst, card_quality(rules, hand.card[k]))
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
        return counter_gain(state, rules, seat, survey)
    if name == Card.TERRA_FORMING:
        return rules.vp_colony - rules.vp_outpost + counter_gain(state, rules, seat, survey)
    if name == Card.BLUE_SKY_RESEARCH:
        return 1.9 * survey.weights[Weight.STUDY] * min(1.0, survey.turns / 8.0)
    if name == Card.TOP_SECRET_RESEARCH:
        return survey.weights[Weight.STUDY] * best_displayed(state, rules, survey)
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
    """What is given up with an own counter; a face-down one is worth less."""
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


@rule
def score_turn(state, rules, options, scores, survey):
    """The action or Free Action of most worth."""
    seat = state.active
    for i in range(options.shape[0]):
        if options[i].kind == Kind.ACT:
            scores[i] = action_worth(state, rules, seat, options[i].a, survey)
        elif options[i].kind == Kind.PLAY:
            scores[i] = play_worth(state, rules, seat, options[i].a, survey)
            if rules.timing[rules.card_name[options[i].a]] == Timing.FREE and scores[i] > 0.1:
                scores[i] += 20.0
        else:
            scores[i] = 0.0


@rule
def score_building(state, rules, options, scores, survey):
    """Fleets where they are wanted most, a star base where a colony is threatened."""
    seat = state.active
    for i in range(options.shape[0]):
        scores[i] = 0.0
        if options[i].kind == Kind.BUILD:
            space = options[i].b
            need = 0.05 + site_need(state, rules, seat, space, survey)
            crowd = 0.15 * state.fleets[seat, space]
            if options[i].a == Unit.STAR_BASE:
                base = survey.weights[Weight.BASE] * (1.6 if is_threatened(state, rules, seat, space) else 1.0)
                need = need * base - 0.5 * state.star_bases[seat, space]
                crowd = 0.0
            scores[i] = 0.2 + need - crowd
        elif state.number > 0 and build_worth(state, rules, seat, 1, survey) > 0.0:
            scores[i] = -1.0


@rule
def fleets_still_wanted(state, seat):
    """By the plan in the notes."""
    notes = state.notes[seat]
    if notes[TARGET] == NONE:
        return 0
    return notes[WANTED] - (units_at(state, seat, notes[TARGET]) - notes[BEFORE])


@rule
def score_origins(state, rules, options, scores, survey):
    """The nearest spare fleets for the plan; none too many."""
    seat = state.active
    wanted, target = fleets_still_wanted(state, seat), state.notes[seat][TARGET]
    if wanted > 0:
        survey_routes(state, rules, seat, target, FAR - 1)
    for i in range(options.shape[0]):
        scores[i] = -60.0
        if options[i].kind == Kind.DONE:
            scores[i] = -50.0 if wanted > 0 else 0.0
        elif wanted > 0:
            space = options[i].a
            far = min(directly(state, space), by_hop(state, seat, space) + 1)
            spare = spare_fleets(state, seat, space, survey.weights[Weight.GUARD])
            spare += spare_bases(state, rules, seat, space)
            scores[i] = -3.0 * far + 0.3 * min(spare, wanted) - 0.2 * enemy_fleets_near(state, seat, space)
            if far >= FAR or far == 0:
                scores[i] = -70.0
            elif spare == 0:
                scores[i] -= 30.0


@rule
def score_groups(state, rules, options, scores, survey):
    """To the target, as many as are wanted and can be spared."""
    seat, origin = state.active, state.origin
    wanted, target = fleets_still_wanted(state, seat), state.notes[seat][TARGET]
    spare = max(1, spare_fleets(state, seat, origin, survey.weights[Weight.GUARD]))
    number, bases = min(wanted, spare), min(wanted, spare_bases(state, rules, seat, origin))
    for i in range(options.shape[0]):
        scores[i] = -20.0 - options[i].b - options[i].c
        if options[i].a == target:
            by_hop_price = 0.4 if options[i].kind == Kind.HOP else 0.0
            scores[i] = -1.0 * abs(options[i].b - number) - by_hop_price
            if options[i].c > 0:
                scores[i] = -1.0 * abs(options[i].c - bases) - by_hop_price - (0.5 if bases > 0 else 10.0)


@rule
def score_colonising(state, rules, options, scores, survey):
    for i in range(options.shape[0]):
        scores[i] = colonising_worth(state, rules, state.active, options[i].kind, options[i].a, survey)


@rule
def score_drafting(state, rules, options, scores, survey):
    """Also the free choice of Top-Secret Research."""
    seat, free = state.active, state.phase == Phase.TAKING
    for i in range(options.shape[0]):
        if options[i].kind == Kind.TAKE_WORMHOLE:
            scores[i] = wormhole_value(state, rules, survey)
        else:
            card = state.display[options[i].a]
            scores[i] = draft_value(state, rules, seat, card, survey)
            if free:
                scores[i] = draft_worth(state, rules, rules.card_name[card], survey)


@rule
def score_reserving(state, rules, options, scores, survey):
    """Lasting cards, those with the label into Reserve Two first."""
    seat = state.active
    for i in range(options.shape[0]):
        scores[i] = 0.05 if options[i].kind == Kind.DONE else -1.0
        if options[i].kind == Kind.RESERVE:
            card = options[i].a
            scores[i] = lasting_worth(state, rules, seat, rules.card_name[card], survey) - 0.02
            scores[i] += 0.01 if options[i].b == Zone.RESERVE_TWO else 0.0
    _store_something(state, rules, options, scores, survey)


@rule
def _store_something(state, rules, options, scores, survey):
    """A Warehouse has to store: what is missed least in hand goes into Reserve One."""
    if state.phase == Phase.STORING:
        for i in range(options.shape[0]):
            if scores[i] < 0.2:
                points = keep_worth(state, rules, state.active, options[i].a, survey)
                scores[i] = 0.2 - 0.1 * points - (0.0 if options[i].b == Zone.RESERVE_ONE else 0.05)


@rule
def score_discarding(state, rules, options, scores, survey):
    """Idle cards; of a Hyper-Search Engine at least one, the worst."""
    seat = state.active
    for i in range(options.shape[0]):
        scores[i] = 0.0
        if options[i].kind == Kind.DISCARD:
            idle = is_idle(state, rules, seat, options[i].a, survey) and not is_in_reserve(state, seat, options[i].a)
            scores[i] = (1.0 if idle else -1.0) - 0.3 * keep_worth(state, rules, seat, options[i].a, survey)


@rule
def is_in_reserve(state, seat, card):
    for zone in range(Zone.RESERVE_ONE, Zone.RESERVE_TWO + 1):
        pile = state.players[seat].piles[zone]
        for k in range(pile.count):
            if pile.card[k] == card:
                return True
    return False


@rule
def score_removing(state, rules, options, scores, survey):
    """The worst card of the hand."""
    for i in range(options.shape[0]):
        reserved = is_in_reserve(state, state.active, options[i].a)
        scores[i] = -card_quality(rules, options[i].a) - (5.0 if reserved else 0.0)


@rule
def score_sites(state, rules, options, scores, survey):
    """D1, D2: in the middle of own systems and neutral ground."""
    seat = state.actor
    for i in range(options.shape[0]):
        space = options[i].a
        scores[i] = site_worth(state, rules, seat, space)
        for near in state.near[space]:
            if near != NONE and state.owner[near] >= 0 and state.owner[near] != seat:
                scores[i] += survey.weights[Weight.ENEMY_SITES]


@rule
def score_counters(state, rules, options, scores, survey):
    for i in range(options.shape[0]):
        kind = state.counters[options[i].a]
        worth = counter_worth(state, rules, kind, survey.share, survey.weights)
        scores[i] = worth + (survey.weights[Weight.COUNTER_VP] - 1.0) * rules.counter_vp[kind]


@rule
def score_jumpers(state, rules, options, scores, survey):
    """D24: the group whose jump is worth most."""
    seat = state.active
    for i in range(options.shape[0]):
        spare = spare_fleets(state, seat, options[i].a, survey.weights[Weight.GUARD])
        scores[i] = -5.0 - options[i].c
        if options[i].c == 0 and options[i].b <= spare:
            worth, _ = best_jump(state, rules, seat, options[i].b, survey)
            scores[i] = worth - 0.1 * options[i].b + 0.05 * spare


@rule
def score_jumps(state, rules, options, scores, survey):
    seat, fleets = state.active, state.combat.returning_fleets
    for i in range(options.shape[0]):
        scores[i] = -2.0
        if state.owner[options[i].a] != seat:
            scores[i] = jump_worth(state, rules, seat, options[i].a, fleets, survey)


@rule
def score_effects(state, rules, options, scores, survey):
    """The decisions within card effects."""
    phase, seat = state.phase, state.active
    if phase == Phase.JUMP_FROM:
        score_jumpers(state, rules, options, scores, survey)
    elif phase == Phase.JUMP_TO:
        score_jumps(state, rules, options, scores, survey)
    elif phase == Phase.STORING:
        score_reserving(state, rules, options, scores, survey)
    elif phase == Phase.SEARCHING:
        score_discarding(state, rules, options, scores, survey)
    elif phase == Phase.TAKING:
        score_drafting(state, rules, options, scores, survey)
    else:
        for i in range(options.shape[0]):
            scores[i] = _effect_worth(state, rules, seat, options[i], survey)


@rule
def _effect_worth(state, rules, seat, option, survey):
    kind = option.kind
    if kind == Kind.BLOCK:
        return block_worth(state, rules, seat, option.a)
    if kind == Kind.KEEP:
        return draft_worth(state, rules, rules.card_name[option.a], survey)
    if kind == Kind.EXCHANGE:
        gain = counter_worth(state, rules, state.counters[option.b], survey.share, survey.weights)
        return gain - exchange_price(state, rules, seat, option.a, survey)
    if kind == Kind.RECYCLE:
        return 1.0 + counter_worth(state, rules, state.players[seat].counters[option.a], survey.share, survey.weights)
    if kind == Kind.SCOUT:
        return -1.0 * rules.strength[state.tile[option.a]]
    if kind == Kind.TERRAFORM:
        return -1.0 * enemy_fleets_near(state, seat, option.a)
    return 0.0


@rule
def score_actions(state, rules, options, scores, survey):
    """The decisions within actions."""
    phase = state.phase
    if phase == Phase.TURN:
        score_turn(state, rules, options, scores, survey)
    elif phase == Phase.PAYMENT:
        score_payment(state, rules, options, scores, survey)
    elif phase == Phase.BUILDING:
        score_building(state, rules, options, scores, survey)
    elif phase == Phase.ORIGIN:
        score_origins(state, rules, options, scores, survey)
    elif phase == Phase.GROUP:
        score_groups(state, rules, options, scores, survey)
    elif phase == Phase.COLONISING:
        score_colonising(state, rules, options, scores, survey)
    elif phase == Phase.DRAFTING:
        score_drafting(state, rules, options, scores, survey)
    elif phase == Phase.RESERVING:
        score_reserving(state, rules, options, scores, survey)
    elif phase == Phase.DISCARDING:
        score_discarding(state, rules, options, scores, survey)
    else:
        score_removing(state, rules, options, scores, survey)


@rule
def score_setup(state, rules, options, scores, survey):
    """The decisions before the first round."""
    if state.phase == Phase.COUNTER:
        score_counters(state, rules, options, scores, survey)
    elif state.phase == Phase.RACE:
        scores[:] = 0.0
    else:
        score_sites(state, rules, options, scores, survey)


@rule
def play(state, rules, options, weights, scores, desk):
    """The recipe under given weights. desk: one blank survey."""
    survey = desk[0]
    look(state, rules, state.actor, weights, survey)
    if state.phase < Phase.TURN:
        score_setup(state, rules, options, scores, survey)
    elif state.phase < Phase.RETREAT_AT_ONCE:
        score_actions(state, rules, options, scores, survey)
    elif state.phase < Phase.JUMP_FROM:
        score_combat(state, rules, options, scores, survey)
    else:
        score_effects(state, rules, options, scores, survey)


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    play(state, rules, options, weights, scores, np.zeros(1, survey_row))
