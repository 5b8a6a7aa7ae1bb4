"""The scores of combat decisions for A Handful of Stars: when to fight, with what, and how to lose little."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import has_lasting
from starbalance.simulator.games.handful_of_stars.payment import COUNTER, points_in
from starbalance.simulator.games.handful_of_stars.retreat import can_leave, has_refuge
from starbalance.simulator.games.handful_of_stars.route import WHOLE_MAP, measure_routes, price_of_group
from starbalance.simulator.games.handful_of_stars.rules import TRACK, Card, Resource, Timing
from starbalance.simulator.games.handful_of_stars.scoring import marker_points
from starbalance.simulator.games.handful_of_stars.state import NONE, Decision, Kind, Marker, Unit, Zone
from starbalance.simulator.games.handful_of_stars.strength import (
    ATTACKER,
    DEFENDER,
    has_presence,
    is_behind,
    margin,
    seat_of,
    side_of,
    units_of,
)
from starbalance.simulator.games.handful_of_stars.system import is_habitable
from starbalance.strategies.handful_of_stars.evaluation.features import (
    adjacent_fleets,
    card_strength,
    card_value,
    enemy_fleets_near,
    expected_commitment,
    neighbours_of,
    odds,
    rivalry,
    units_lost,
)
from starbalance.strategies.handful_of_stars.evaluation.spending import (
    is_in_reserve,
    item_of,
    lasting_value_of_reserved,
    price_of_item,
)
from starbalance.strategies.handful_of_stars.evaluation.weights import Weight

_DOUBT = 0.3  # share of the strength a defender may still add that an attacker needs as surplus


@rule
def lead(state, rules, seat):
    """Return the lead of the seat's side in the combat, in points of strength.

    0 is just enough to win, and -1 lacks one point.
    """
    value = margin(state, rules)
    if side_of(state, seat) == ATTACKER:
        return value - (1 if rules.ties_to_defender else 0)
    return (0 if rules.ties_to_defender else -1) - value


@rule
def stake(state, rules, seat, survey):
    """Return the stake of a seat in the combat, in victory points: the system, and a share of the units there."""
    space, side = state.combat.space, side_of(state, seat)
    other = seat_of(state, 1 - side)
    units = survey.weights[Weight.CREWS] * survey.unit * units_of(state, seat)
    if side == DEFENDER:
        return marker_points(rules, state.marker[space]) + 0.5 + units
    return prize(state, rules, seat, space, other, survey) + units


@rule
def prize(state, rules, seat, space, other, survey):
    """Return the value of a system to its attacker, in victory points: ground to colonise and its owner's loss."""
    follow = survey.weights[Weight.FOLLOW] if survey.turns > 0.5 else 0.0
    gain = rules.vp_colony if is_habitable(state, rules, space) else rules.vp_outpost
    value = follow * (gain - 0.8 + card_value(rules, state.tile[space]))
    if other == NONE:
        return value
    loss = rivalry(state, rules, seat, other, survey) * marker_points(rules, state.marker[space])
    return value + loss * max(0.4, survey.weights[Weight.WAR])


@rule
def staying_value(state, rules, seat, survey):
    """Return the expected gain of an attacker that stays in the combat, in victory points.

    Going back gains 0. The gain is -1 if the attacker lacks more strength than it could still add.
    """
    missing, potential = -lead(state, rules, seat), own_potential(state, rules, seat)
    units, other = units_of(state, seat), seat_of(state, DEFENDER)
    if missing > potential:
        return -1.0
    gain = prize(state, rules, seat, state.combat.space, other, survey)
    unit = survey.unit
    if other == NONE:
        price = survey.weights[Weight.POINT] * missing
        return gain - (unit * (units // 2) + price if missing > 0 else 0.0)
    more = expected_commitment(state, rules, other, state.combat.space, survey)
    outright = odds(survey, -missing - more)
    chance = odds(survey, survey.weights[Weight.COMMITMENT] * potential - missing - more)
    return chance * gain - unit * units_lost(survey, units, outright, chance)


@rule
def matter_points(state, rules, seat, options):
    """Return the total strength that spending the items on offer adds. Each item counts once."""
    total = 0
    for i in range(options.shape[0]):
        if options[i].kind == Kind.SPEND or options[i].kind == Kind.FLIP:
            if is_first_of_item(options, i):
                total += max(0, strength_of_item(state, rules, seat, options[i]))
    return total


@rule
def strength_of_item(state, rules, seat, option):
    """Return the strength that spending an item adds: its points, less the lasting strength that is lost with it."""
    item = item_of(option)
    return points_in(state, rules, seat, item, option.b) - lasting_strength_of(state, rules, seat, item)


@rule
def lasting_strength_of(state, rules, seat, item):
    """Return the strength that a card adds to this combat while it stays in a Reserve, 0 for any other item."""
    if item >= COUNTER or not is_in_reserve(state, seat, item):
        return 0
    name, space = rules.card_name[item], state.combat.space
    if name == Card.DREADNOUGHTS or name == Card.SUPER_DREADNOUGHTS:
        return rules.amount[name] if state.fleets[seat, space] > 0 else 0
    if name == Card.SPACE_MINES and side_of(state, seat) == DEFENDER:
        return rules.amount[name] if has_presence(state, rules, seat, space) else 0
    return 0


@rule
def is_first_of_item(options, i):
    """Return whether no earlier option spends the same item."""
    for k in range(i):
        if options[k].kind == options[i].kind and options[k].a == options[i].a:
            return False
    return True


@rule
def reinforcement(rules, options):
    """Return the strength of the largest single group of reinforcements on offer, 0 if there is none."""
    most = 0
    for i in range(options.shape[0]):
        if options[i].kind == Kind.REINFORCE or options[i].kind == Kind.REINFORCE_BY_HOP:
            most = max(most, rules.fleet_strength * options[i].b + rules.base_strength * options[i].c)
    return most


@rule
def further_reinforcement(rules, options, most):
    """Return the total strength of each origin's largest group of fleets, less `most`, but at least 0.

    `most` is the strength of the largest group. Groups by wormhole do not count.
    """
    total, group, origin = 0, 0, NONE
    for i in range(options.shape[0]):
        if options[i].kind == Kind.REINFORCE:
            if options[i].a != origin:
                total, group, origin = total + group, 0, options[i].a
            group = max(group, rules.fleet_strength * options[i].b)
    return max(0, total + group - most)


@rule
def effects_on_offer(state, rules, options):
    """Return the approximate strength that the cards on offer would add.

    It counts Rapid-Reaction Forces, Missiles and one Star Bomb.
    """
    total, bombs = 0, 0
    for i in range(options.shape[0]):
        if options[i].kind == Kind.PLAY:
            name = rules.card_name[options[i].a]
            if name == Card.RAPID_REACTION_FORCE or name == Card.MISSILES:
                total += rules.amount[name]
            elif name == Card.STAR_BOMB:
                bombs = max(bombs, rules.base_strength if options[i].b == Unit.STAR_BASE else rules.fleet_strength)
    return total + bombs


@rule
def can_take_lead(state, rules, seat, options, survey):
    """Return whether the options on offer can win the combat at a price that the stake justifies."""
    missing = -lead(state, rules, seat)
    fleets = reinforcement(rules, options)
    fleets += int(survey.weights[Weight.CONVERGING] * further_reinforcement(rules, options, fleets))
    effects = effects_on_offer(state, rules, options)
    matter = matter_points(state, rules, seat, options)
    if fleets > 0 and matter > 0:
        matter -= min(matter, 1)  # some points pay for the moves
    spare = fleets + effects + matter - missing
    if spare < 0 or is_outbid(state, rules, seat, spare, survey):
        return False
    paid = max(0, missing - effects - fleets)
    return paid <= survey.weights[Weight.STAKE] * stake(state, rules, seat, survey)


@rule
def is_outbid(state, rules, seat, spare, survey):
    """Return whether an attacker with `spare` surplus strength must expect the defending player to outbid it.

    False for a defender, and against a neutral system.
    """
    defender = state.combat.defender
    if side_of(state, seat) == DEFENDER or defender == NONE:
        return False
    return spare < _DOUBT * expected_commitment(state, rules, defender, state.combat.space, survey)


@rule
def score_response(state, rules, options, scores, survey):
    """Score responses: win narrowly with the cheapest items if the stake justifies it, otherwise save the cards."""
    seat = state.actor
    missing = -lead(state, rules, seat)
    going_on = missing > 0 and can_take_lead(state, rules, seat, options, survey)
    if going_on and reinforcement(rules, options) > 0:
        measure_routes(state, rules, seat, state.combat.space, WHOLE_MAP)
    for i in range(options.shape[0]):
        scores[i] = _score_piece(state, rules, seat, options, i, missing, going_on, survey)


@rule
def _score_piece(state, rules, seat, options, i, missing, going_on, survey):
    """Return the score of one more piece of the response.

    Ending the response scores 0. A piece that does not help scores below 0.
    """
    kind = options[i].kind
    if kind == Kind.DONE:
        return 0.0
    if kind == Kind.PLAY:
        return _score_card(state, rules, seat, options, i, missing, going_on, survey)
    if kind == Kind.WITHDRAW or kind == Kind.WITHDRAW_BY_HOP:
        return _score_withdrawal(state, rules, seat, options[i], missing, survey)
    if not going_on:
        return -10.0
    if kind == Kind.REINFORCE or kind == Kind.REINFORCE_BY_HOP:
        return _score_reinforcement(state, rules, seat, options[i], missing, survey)
    points = strength_of_item(state, rules, seat, options[i])
    if points <= 0:
        return -10.0
    price = price_of_item(state, rules, seat, item_of(options[i]), options[i].b, survey)
    return 8.0 + min(points, missing) - 0.3 * max(0, points - missing) - survey.weights[Weight.THRIFT] * price


@rule
def _score_reinforcement(state, rules, seat, option, missing, survey):
    """Return the score of a group: highest for just enough fleets, from near origins without enemies next to them."""
    hop = option.kind == Kind.REINFORCE_BY_HOP
    energy, _ = price_of_group(state, rules, seat, option.a, option.b, option.c, hop)
    strength = rules.fleet_strength * option.b + rules.base_strength * option.c
    over = max(0, strength - missing)
    bare = state.marker[option.a] == Marker.EMPTY and state.fleets[seat, option.a] == option.b
    danger = enemy_fleets_near(state, seat, option.a)
    score = 9.0 + min(strength, missing) - 0.5 * over - 0.5 * danger - survey.weights[Weight.HAUL] * energy
    return score - (2.5 if bare else 0.0) - (0.1 + survey.weights[Weight.HOP] if hop else 0.0)


@rule
def _score_card(state, rules, seat, options, i, missing, going_on, survey):
    """Return the score of a card in a response, below 0 if it should not be played.

    Diplomacy and Retreat serve in a lost combat, other cards in one that can be won, and a Star Bomb in both.
    """
    name = rules.card_name[options[i].a]
    if name == Card.DIPLOMACY:
        return 6.0 if not going_on or missing > 3 else -1.0
    if name == Card.RETREAT:
        return 3.0 if not going_on and units_of(state, seat) > 0 and has_refuge(state, rules, seat) else -1.0
    if name == Card.MISSILES and rules.timing[name] == Timing.RESERVE:
        return 20.0 if missing > 0 else -1.0
    if name == Card.STAR_BOMB:
        better = 1.0 if options[i].b == Unit.STAR_BASE else 0.0
        if going_on:
            return 11.0 + better
        value = survey.weights[Weight.ARMS] * survey.unit
        return value + better if missing > 0 and value > 0.8 else -1.0
    if going_on:
        return 12.0 if missing > 1 else 7.0
    return -5.0


@rule
def _score_withdrawal(state, rules, seat, option, missing, survey):
    """Return the score of withdrawing a unit, or -1 if it should stay.

    Only a fleet withdraws, from a seat that is far ahead with three or more units. A better refuge scores more.
    """
    wanted = survey.weights[Weight.WITHDRAWAL]
    if wanted <= 0.0 or -missing < wanted + rules.fleet_strength or units_of(state, seat) < 3 or option.b != Unit.FLEET:
        return -1.0
    return 0.5 + 0.1 * refuge_value(state, rules, seat, option.a)


@rule
def refuge_value(state, rules, seat, space):
    """Return the score of a refuge: higher with a valuable marker, enemies near it and few own fleets there."""
    value = 1.0 + marker_points(rules, state.marker[space]) / 3.0 if state.marker[space] != Marker.EMPTY else 0.0
    value += 0.6 * min(2, enemy_fleets_near(state, seat, space)) + 0.2 * neighbours_of(state, seat, space)
    return value - 0.4 * state.fleets[seat, space]


@rule
def own_potential(state, rules, seat):
    """Return the strength that a seat could still add to the combat.

    It counts neighbouring fleets that energy can move, cards, front-up counters and Missiles.
    """
    other, player = seat_of(state, 1 - side_of(state, seat)), state.players[seat]
    energy, strength = 0, card_strength(state, rules, seat, other != NONE)
    armies = has_lasting(state, seat, Card.MASS_ARMIES)
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            for k in range(player.piles[zone].count):
                moves, fights = _energy_and_strength(rules.symbols[player.piles[zone].card[k]], armies)
                energy, strength = energy + moves, strength + fights
    for space in range(TRACK):
        if player.counters[space] != NONE and player.up[space]:
            moves, fights = _energy_and_strength(rules.counter_symbols[player.counters[space]], armies)
            energy, strength = energy + moves, strength + fights
    missiles = player.lasting[Card.MISSILES] - state.combat.missiles[side_of(state, seat)]
    reinforcements = min(energy, adjacent_fleets(state, seat, state.combat.space))
    return strength + 3 * max(0, missiles) + rules.fleet_strength * reinforcements


@rule
def _energy_and_strength(symbols, armies):
    """HOS-4.3: Return (energy, strength) that an item adds to a combat. An item supplies only one of them."""
    energy, matter = symbols[Resource.ENERGY], symbols[Resource.MATTER]
    if matter > energy:
        return 0, matter
    if energy > 0:
        return energy, 0
    return 0, symbols[Resource.POPULATION] if armies else 0


@rule
def is_hopeless(state, rules, seat, survey):
    """Return whether a side lacks more strength than it could add, or than the stake justifies.

    False if the side is not behind.
    """
    missing = -lead(state, rules, seat)
    if missing <= 0:
        return False
    potential = own_potential(state, rules, seat)
    limit = survey.weights[Weight.STAKE] * stake(state, rules, seat, survey)
    return missing > potential or missing > limit + 3.0


@rule
def score_opening(state, rules, options, scores, survey):
    """Score 1 for the attacker's choice, 0 for the other.

    The attacker goes back at once if staying gains nothing and its units have a refuge.
    """
    seat = state.actor
    going_on = staying_value(state, rules, seat, survey) + survey.weights[Weight.RESOLVE] > 0.0
    back = not going_on and has_refuge(state, rules, seat)
    for i in range(options.shape[0]):
        scores[i] = 1.0 if (options[i].kind == Kind.YES) == back else 0.0


@rule
def score_stand(state, rules, options, scores, survey):
    """Score the defender's choices: Diplomacy against a large loss, leaving a hopeless combat, or staying (0.5)."""
    seat = state.actor
    lost = is_hopeless(state, rules, seat, survey)
    behind = is_behind(state, rules, seat)
    for i in range(options.shape[0]):
        scores[i] = 0.5
        if options[i].kind == Kind.YES:
            scores[i] = 1.0 if lost and can_leave(state, rules, seat) else 0.0
        elif options[i].kind == Kind.PLAY:
            scores[i] = 2.0 if behind and (lost or stake(state, rules, seat, survey) > 3.0) else -1.0


@rule
def score_casualties(state, rules, options, scores):
    """Score casualties: a loser or attacker gives up star bases first, a winning defender gives up fleets first.

    Star bases of a loser cannot retreat.
    """
    seat = state.actor
    losing = seat_of(state, state.combat.loser) == seat
    for i in range(options.shape[0]):
        bases = options[i].a
        scores[i] = float(bases) if losing or side_of(state, seat) == ATTACKER else -float(bases)


@rule
def score_retreat(state, rules, options, scores):
    """Score retreats: all units together, to the refuge where they are of most use."""
    seat = state.actor
    for i in range(options.shape[0]):
        scores[i] = refuge_value(state, rules, seat, options[i].a) + 0.5 * (options[i].b + options[i].c)


@rule
def score_shortfall(state, rules, options, scores, survey):
    """Score cards to take out of the Reserves: minus their lasting value, in victory points."""
    seat = state.actor
    for i in range(options.shape[0]):
        name = rules.card_name[options[i].a]
        scores[i] = 0.0 if name == NONE else -lasting_value_of_reserved(state, rules, seat, name, survey)


@rule
def score_combat(state, rules, options, scores, survey):
    """Score the options of a decision in a combat or its aftermath. Higher is better."""
    decision = state.decision
    if decision == Decision.RETREAT_AT_ONCE:
        score_opening(state, rules, options, scores, survey)
    elif decision == Decision.STAND:
        score_stand(state, rules, options, scores, survey)
    elif decision == Decision.RESPONSE:
        score_response(state, rules, options, scores, survey)
    elif decision == Decision.CASUALTIES:
        score_casualties(state, rules, options, scores)
    elif decision == Decision.RETREAT:
        score_retreat(state, rules, options, scores)
    elif decision == Decision.SHORTFALL:
        score_shortfall(state, rules, options, scores, survey)
    else:
        _score_shields(options, scores, decision)


@rule
def _score_shields(options, scores, decision):
    """Score 1 for one choice and 0 for the other: play Force Shields, and do not play Retreat out of turn."""
    for i in range(options.shape[0]):
        played = options[i].kind == Kind.PLAY
        scores[i] = 1.0 if played == (decision == Decision.SHIELDS) else 0.0
