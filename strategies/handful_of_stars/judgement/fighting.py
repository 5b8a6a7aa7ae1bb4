"""Combat, for the strategies of A Handful of Stars: when to fight, with what, and how to lose little."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import has_lasting
from starbalance.simulator.games.handful_of_stars.payment import COUNTER, points_in
from starbalance.simulator.games.handful_of_stars.retreat import can_leave, has_refuge
from starbalance.simulator.games.handful_of_stars.route import WHOLE_MAP, price_of_group
from starbalance.simulator.games.handful_of_stars.route import survey as survey_routes
from starbalance.simulator.games.handful_of_stars.rules import TRACK, Card, Resource, Timing
from starbalance.simulator.games.handful_of_stars.scoring import marker_points
from starbalance.simulator.games.handful_of_stars.state import NONE, Kind, Marker, Phase, Unit, Zone
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
from starbalance.strategies.handful_of_stars.judgement.features import (
    adjacent_fleets,
    card_strength,
    card_worth,
    committed,
    enemy_fleets_near,
    neighbours_of,
    odds,
    rivalry,
    units_lost,
)
from starbalance.strategies.handful_of_stars.judgement.spending import (
    is_reserved,
    item_of,
    lasting_worth_of_reserved,
    price_of_item,
)
from starbalance.strategies.handful_of_stars.judgement.weights import Weight

_DOUBT = 0.3  # share of what a defender may still add that an attacker must have to spare


@rule
def lead(state, rules, seat):
    """How far a side is ahead: 0 is just enough, -1 lacks one point."""
    value = margin(state, rules)
    if side_of(state, seat) == ATTACKER:
        return value - (1 if rules.ties_to_defender else 0)
    return (0 if rules.ties_to_defender else -1) - value


@rule
def stake(state, rules, seat, survey):
    """What the combat is about, in victory points of the seat: the system, and half of what stands there."""
    space, side = state.combat.space, side_of(state, seat)
    other = seat_of(state, 1 - side)
    units = survey.weights[Weight.CREWS] * survey.unit * units_of(state, seat)
    if side == DEFENDER:
        return marker_points(rules, state.marker[space]) + 0.5 + units
    return prize(state, rules, seat, space, other, survey) + units


@rule
def prize(state, rules, seat, space, other, survey):
    """What the attacker gains with a system: ground to colonise, and the loss of its owner."""
    follow = survey.weights[Weight.FOLLOW] if survey.turns > 0.5 else 0.0
    gain = rules.vp_colony if is_habitable(state, rules, space) else rules.vp_outpost
    worth = follow * (gain - 0.8 + card_worth(rules, state.tile[space]))
    if other == NONE:
        return worth
    loss = rivalry(state, rules, seat, other, survey) * marker_points(rules, state.marker[space])
    return worth + loss * max(0.4, survey.weights[Weight.WAR])


@rule
def staying_worth(state, rules, seat, survey):
    """What the attacker may expect of going on with the combat: to go back at once costs nothing."""
    missing, potential = -lead(state, rules, seat), own_potential(state, rules, seat)
    units, other = units_of(state, seat), seat_of(state, DEFENDER)
    if missing > potential:
        return -1.0
    gain = prize(state, rules, seat, state.combat.space, other, survey)
    unit = survey.unit
    if other == NONE:
        price = survey.weights[Weight.POINT] * missing
        return gain - (unit * (units // 2) + price if missing > 0 else 0.0)
    more = committed(state, rules, other, state.combat.space, survey)
    outright = odds(survey, -missing - more)
    chance = odds(survey, survey.weights[Weight.COMMITMENT] * potential - missing - more)
    return chance * gain - unit * units_lost(survey, units, outright, chance)


@rule
def matter_points(state, rules, seat, options):
    """Points of strength on offer: matter, and energy or population with their weapons; an item counts once."""
    total = 0
    for i in range(options.shape[0]):
        if options[i].kind == Kind.SPEND or options[i].kind == Kind.FLIP:
            if is_first_of_item(options, i):
                total += max(0, strength_of_item(state, rules, seat, options[i]))
    return total


@rule
def strength_of_item(state, rules, seat, option):
    """What an item adds if it is spent for strength: its points, less the lasting strength that goes with it."""
    item = item_of(option)
    return points_in(state, rules, seat, item, option.b) - lasting_strength_of(state, rules, seat, item)


@rule
def lasting_strength_of(state, rules, seat, item):
    """What a card in a Reserve adds to this combat as long as it stays there."""
    if item >= COUNTER or not is_reserved(state, seat, item):
        return 0
    name, space = rules.card_name[item], state.combat.space
    if name == Card.DREADNOUGHTS or name == Card.SUPER_DREADNOUGHTS:
        return rules.amount[name] if state.fleets[seat, space] > 0 else 0
    if name == Card.SPACE_MINES and side_of(state, seat) == DEFENDER:
        return rules.amount[name] if has_presence(state, rules, seat, space) else 0
    return 0


@rule
def is_first_of_item(options, i):
    """Whether no option before this one spends the same item."""
    for k in range(i):
        if options[k].kind == options[i].kind and options[k].a == options[i].a:
            return False
    return True


@rule
def reinforcement(rules, options):
    """Strength of the largest group on offer; of several origins the sum of a fleet each beyond it is left aside."""
    most = 0
    for i in range(options.shape[0]):
        if options[i].kind == Kind.REINFORCE or options[i].kind == Kind.REINFORCE_BY_HOP:
            most = max(most, rules.fleet_strength * options[i].b + rules.base_strength * options[i].c)
    return most


@rule
def further_reinforcement(rules, options, most):
    """Strength of the largest groups of all origins together, less the largest of them all."""
    total, group, origin = 0, 0, NONE
    for i in range(options.shape[0]):
        if options[i].kind == Kind.REINFORCE:
            if options[i].a != origin:
                total, group, origin = total + group, 0, options[i].a
            group = max(group, rules.fleet_strength * options[i].b)
    return max(0, total + group - most)


@rule
def effects_on_offer(state, rules, options):
    """Strength that cards on offer would bring, about."""
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
def can_come_ahead(state, rules, seat, options, survey):
    """Whether what is on offer reaches the winning side, at a price that the stake justifies."""
    missing = -lead(state, rules, seat)
    fleets = reinforcement(rules, options)
    fleets += int(survey.weights[Weight.CONVERGING] * further_reinforcement(rules, options, fleets))
    effects = effects_on_offer(state, rules, options)
    matter = matter_points(state, rules, seat, options)
    if fleets > 0 and matter > 0:
        matter -= min(matter, 1)  # an item or two will pay for the moves
    spare = fleets + effects + matter - missing
    if spare < 0 or is_outbid(state, rules, seat, spare, survey):
        return False
    paid = max(0, missing - effects - fleets)
    return paid <= survey.weights[Weight.STAKE] * stake(state, rules, seat, survey)


@rule
def is_outbid(state, rules, seat, spare, survey):
    """Whether an attacker who has so much strength to spare once ahead must expect the defender to add more."""
    defender = state.combat.defender
    if side_of(state, seat) == DEFENDER or defender == NONE:
        return False
    return spare < _DOUBT * committed(state, rules, defender, state.combat.space, survey)


@rule
def score_response(state, rules, options, scores, survey):
    """Comes just ahead where that is worth it, with what is missed least; else gives up and saves its cards."""
    seat = state.actor
    missing = -lead(state, rules, seat)
    going_on = missing > 0 and can_come_ahead(state, rules, seat, options, survey)
    if going_on and reinforcement(rules, options) > 0:
        survey_routes(state, rules, seat, state.combat.space, WHOLE_MAP)
    for i in range(options.shape[0]):
        scores[i] = _score_piece(state, rules, seat, options, i, missing, going_on, survey)


@rule
def _score_piece(state, rules, seat, options, i, missing, going_on, survey):
    """The worth of one more piece of the response."""
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
    """As few fleets as do it; from where no enemy stands near and the way is short."""
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
    """Diplomacy and Retreat where all is lost; the others where they bring it home, a Star Bomb also in parting."""
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
        worth = survey.weights[Weight.ARMS] * survey.unit
        return worth + better if missing > 0 and worth > 0.8 else -1.0
    if going_on:
        return 12.0 if missing > 1 else 7.0
    return -5.0


@rule
def _score_withdrawal(state, rules, seat, option, missing, survey):
    """Far ahead, a unit leaves before it becomes a casualty; to where units are missed."""
    wanted = survey.weights[Weight.WITHDRAWAL]
    if wanted <= 0.0 or -missing < wanted + rules.fleet_strength or units_of(state, seat) < 3 or option.b != Unit.FLEET:
        return -1.0
    return 0.5 + 0.1 * refuge_worth(state, rules, seat, option.a)


@rule
def refuge_worth(state, rules, seat, space):
    """Where a retreating unit is of most use: by a marker, with an enemy near and few units there."""
    worth = 1.0 + marker_points(rules, state.marker[space]) / 3.0 if state.marker[space] != Marker.EMPTY else 0.0
    worth += 0.6 * min(2, enemy_fleets_near(state, seat, space)) + 0.2 * neighbours_of(state, seat, space)
    return worth - 0.4 * state.fleets[seat, space]


@rule
def own_potential(state, rules, seat):
    """Strength that a side could still add: fleets next door, and what its cards and front-up counters may hold."""
    other, player = seat_of(state, 1 - side_of(state, seat)), state.players[seat]
    energy, strength = 0, card_strength(state, rules, seat, other != NONE)
    armies = has_lasting(state, seat, Card.MASS_ARMIES)
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            for k in range(player.piles[zone].count):
                moves, fights = _brought(rules.symbols[player.piles[zone].card[k]], armies)
                energy, strength = energy + moves, strength + fights
    for space in range(TRACK):
        if player.counters[space] != NONE and player.up[space]:
            moves, fights = _brought(rules.counter_symbols[player.counters[space]], armies)
            energy, strength = energy + moves, strength + fights
    missiles = player.lasting[Card.MISSILES] - state.combat.missiles[side_of(state, seat)]
    reinforcements = min(energy, adjacent_fleets(state, seat, state.combat.space))
    return strength + 3 * max(0, missiles) + rules.fleet_strength * reinforcements


@rule
def _brought(symbols, armies):
    """(energy, strength) that an item brings to a combat: it supplies one of them (HOS-4.3)."""
    energy, matter = symbols[Resource.ENERGY], symbols[Resource.MATTER]
    if matter > energy:
        return 0, matter
    if energy > 0:
        return energy, 0
    return 0, symbols[Resource.POPULATION] if armies else 0


@rule
def hopeless(state, rules, seat, survey):
    """Whether a side lacks more than it could add, or more than the stake is worth."""
    missing = -lead(state, rules, seat)
    if missing <= 0:
        return False
    potential = own_potential(state, rules, seat)
    limit = survey.weights[Weight.STAKE] * stake(state, rules, seat, survey)
    return missing > potential or missing > limit + 3.0


@rule
def score_opening(state, rules, options, scores, survey):
    """The attacker goes back at once where staying promises nothing, if the units have somewhere to go."""
    seat = state.actor
    going_on = staying_worth(state, rules, seat, survey) + survey.weights[Weight.RESOLVE] > 0.0
    back = not going_on and has_refuge(state, rules, seat)
    for i in range(options.shape[0]):
        scores[i] = 1.0 if (options[i].kind == Kind.YES) == back else 0.0


@rule
def score_stand(state, rules, options, scores, survey):
    """The defender plays Diplomacy rather than lose much, goes where it is hopeless and units would be saved."""
    seat = state.actor
    lost = hopeless(state, rules, seat, survey)
    behind = is_behind(state, rules, seat)
    for i in range(options.shape[0]):
        scores[i] = 0.5
        if options[i].kind == Kind.YES:
            scores[i] = 1.0 if lost and can_leave(state, rules, seat) else 0.0
        elif options[i].kind == Kind.PLAY:
            scores[i] = 2.0 if behind and (lost or stake(state, rules, seat, survey) > 3.0) else -1.0


@rule
def score_casualties(state, rules, options, scores):
    """A loser's star bases go first, for they cannot retreat; a winner keeps what defends best."""
    seat = state.actor
    losing = seat_of(state, state.combat.loser) == seat
    for i in range(options.shape[0]):
        bases = options[i].a
        scores[i] = float(bases) if losing or side_of(state, seat) == ATTACKER else -float(bases)


@rule
def score_retreat(state, rules, options, scores):
    """All together to where they are of most use."""
    seat = state.actor
    for i in range(options.shape[0]):
        scores[i] = refuge_worth(state, rules, seat, options[i].a) + 0.5 * (options[i].b + options[i].c)


@rule
def score_shortfall(state, rules, options, scores, survey):
    """Cards without a lasting effect come out of the Reserves first."""
    seat = state.actor
    for i in range(options.shape[0]):
        name = rules.card_name[options[i].a]
        scores[i] = 0.0 if name == NONE else -lasting_worth_of_reserved(state, rules, seat, name, survey)


@rule
def score_combat(state, rules, options, scores, survey):
    """The decisions of a combat and its aftermath."""
    phase = state.phase
    if phase == Phase.RETREAT_AT_ONCE:
        score_opening(state, rules, options, scores, survey)
    elif phase == Phase.STAND:
        score_stand(state, rules, options, scores, survey)
    elif phase == Phase.RESPONSE:
        score_response(state, rules, options, scores, survey)
    elif phase == Phase.CASUALTIES:
        score_casualties(state, rules, options, scores)
    elif phase == Phase.RETREAT:
        score_retreat(state, rules, options, scores)
    elif phase == Phase.SHORTFALL:
        score_shortfall(state, rules, options, scores, survey)
    else:
        _score_shields(options, scores, phase)


@rule
def _score_shields(options, scores, phase):
    """Force Shields whenever they save a unit; no Retreat out of turn."""
    for i in range(options.shape[0]):
        played = options[i].kind == Kind.PLAY
        scores[i] = 1.0 if played == (phase == Phase.SHIELDS) else 0.0
