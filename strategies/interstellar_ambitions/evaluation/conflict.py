"""The values of attacks and the scores of battle decisions: order of ships, targets and spoils."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.fleet import is_heavy, value_of
from starbalance.simulator.games.interstellar_ambitions.planet import is_maxed, shield_of
from starbalance.simulator.games.interstellar_ambitions.rules import ANY, NONE, RESOURCES, ROWS
from starbalance.simulator.games.interstellar_ambitions.state import Decision, Kind
from starbalance.simulator.games.interstellar_ambitions.technology import knows
from starbalance.simulator.games.interstellar_ambitions.word import Battle, Level, Modifier, Predicate
from starbalance.strategies.interstellar_ambitions.evaluation.features import fill_standings, purse_total, swaps
from starbalance.strategies.interstellar_ambitions.evaluation.valuation import (
    fleet_medal_value,
    new_planet_value,
    planet_price,
    stolen_value,
)
from starbalance.strategies.interstellar_ambitions.evaluation.weights import Weight

_EMERGENCY = (1.33, 2.1)  # expected combat value of an emergency ship, by Battle
_MODES = len(Battle)
_SWING = 1.5  # growth of a difference in combat value by the end of a battle


@rule
def _takes_part(rules, kind, mode):
    return mode == Battle.INVADE or not is_heavy(rules, kind)


@rule
def force_of(state, rules, seat, mode, attacks):
    """Return (number of ships, their effective combat value) with which a seat takes part in a battle.

    Heavy ships take part in an INVADE only. If the seat `attacks`, ships for defence only stay out.
    """
    player, ships, force = state.players[seat], 0, 0.0
    for place in range(player.ships):
        kind = player.ship[place]
        if _takes_part(rules, kind, mode) and not (attacks and rules.defence_only[kind]):
            ships += 1
            force += value_of(state, rules, seat, place)
    return ships, force


@rule
def _fill_sorties(state, rules, seat, survey):
    """Fill in `edge` and `enemy` for attacks on each other seat, without planning bonus, once per position."""
    if survey.has_sorties:
        return
    survey.has_sorties, survey.has_spoils = 1, 0
    for mode in range(_MODES):
        ships, force = force_of(state, rules, seat, mode, True)
        for other in range(rules.seats):
            if other != seat:
                enemies, enemy = force_of(state, rules, other, mode, False)
                survey.enemy[other, mode] = enemy
                if enemies < ships and rules.emergency_rule:
                    enemy += _EMERGENCY[mode]
                survey.edge[other, mode] = _SWING * (force - enemy) if ships > 0 else -99.0
        _add_bonuses(state, rules, seat, mode, survey)


@rule
def _add_bonuses(state, rules, seat, mode, survey):
    """Add the combat value from both players' modifiers to `edge`, for attacks on each other seat."""
    own = state.players[seat].modifiers
    for other in range(rules.seats):
        if mode == Battle.RAID:
            survey.edge[other, mode] += own[Modifier.RAID_CV]
        else:
            survey.edge[other, mode] += own[Modifier.INVADE_CV] - state.players[other].modifiers[Modifier.INVADE_CV]


@rule
def margin_of(state, rules, seat, other, mode, planning, survey):
    """Return the expected margin of an attack, in combat value. It is far below 0 if no ship can take part."""
    _fill_sorties(state, rules, seat, survey)
    bonus = rules.fleet_raid_bonus[planning] if mode == Battle.RAID else rules.fleet_invade_bonus[planning]
    return survey.edge[other, mode] + bonus


@rule
def win_chance(margin, ships):
    """Return the chance (0 to 1) that a margin turns out above 0. Larger battles have more spread."""
    return 1.0 / (1.0 + math.exp(-margin / (0.8 + 0.35 * ships)))


@rule
def _loot_value(state, rules, seat, other, margin, survey):
    """Return the value of the loot of a won RAID, in victory points, including the loss of its owner."""
    goods = 0.0
    for resource in range(RESOURCES):
        goods += state.players[other].resources[resource]
    taken = min(goods, max(1.0, margin))
    price = 0.3 * (survey.price[0] + survey.price[1] + survey.price[2] + survey.price[3]) * survey.weights[Weight.LOOT]
    return taken * price + harm_of(state, rules, seat, other, survey) * 0.3 * taken


@rule
def _loot_claim(state, rules, seat, other, margin, survey):
    """Return the value of a RAID for an ambition that counts loot, in victory points.

    It is the chance to take all that is missing, times its value. 0 if nothing is missing or the player has too little.
    """
    gap, goods = survey.gap[Predicate.RAID_LOOT_TURN], 0.0
    for resource in range(RESOURCES):
        goods += state.players[other].resources[resource]
    if gap <= 0.0 or goods < gap:
        return 0.0
    return survey.close[Predicate.RAID_LOOT_TURN] * win_chance(margin - gap + 0.5, state.players[seat].ships)


@rule
def _sinking_claim(state, rules, seat, other, mode, survey):
    """Return the value of an attack for an ambition that counts destroyed ships, in victory points.

    It is the chance to destroy all that are missing, times their value. 0 if none is missing or the player has too few.
    """
    gap = survey.gap[Predicate.ENEMY_SHIPS_DESTROYED_TURN]
    enemies, enemy = force_of(state, rules, other, mode, False)
    if gap <= 0.0 or enemies < gap:
        return 0.0
    _, force = force_of(state, rules, seat, mode, True)
    sunk = 0.5 * force / (1.0 + enemy / enemies)
    return survey.close[Predicate.ENEMY_SHIPS_DESTROYED_TURN] / (1.0 + math.exp(-(sunk - gap) / 0.8))


@rule
def bombard_points(state, rules, seat):
    """IAM-23.5: Return the bombard points of the seat's fleet, before the shield of the target."""
    player, points = state.players[seat], 0
    for place in range(player.ships):
        kind = player.ship[place]
        if not rules.defence_only[kind]:
            points += max(0, rules.bombard[kind] - player.damage[place]) + rules.bombard_bonus[kind]
    return points


@rule
def bombard_value(state, rules, seat, planet, points, survey):
    """Return the value of bombarding a planet, in victory points.

    It counts the levels that its owner loses, ambitions, and a capture that can be paid for.
    """
    div = rules.bombard_div_improved if state.players[seat].modifiers[Modifier.BOMBARD_DIV] > 0 else rules.bombard_div
    lost = min(state.level[planet] - 1, max(0, points - shield_of(state, rules, planet)) // div)
    harm = harm_of(state, rules, seat, state.owner[planet], survey)
    value = harm * lost * 1.5
    if lost > 0 and is_maxed(state, rules, planet):
        value += harm * (rules.planet_vp[planet] + _broken_set(state, rules, planet))
    gap = survey.gap[Predicate.ENEMY_LEVELS_LOST_TURN]
    if gap > 0.0:
        value += survey.close[Predicate.ENEMY_LEVELS_LOST_TURN] if lost >= gap else 0.0
    if state.level[planet] - lost == 1 and (lost > 0 or not rules.capture_needs_bombard):
        cost = rules.planet_cost[planet]
        payable = swaps(survey, cost[0], cost[1], cost[2], cost[3]) >= 0.0
        if rules.planet_type[planet] == ANY:
            payable = purse_total(survey) >= rules.planet_cost_any[planet]
        if payable:
            value += max(0.0, capture_value(state, rules, seat, planet, survey))
    return value


@rule
def _broken_set(state, rules, planet):
    """Return the set bonus, in victory points, that an owner loses with a finished planet, otherwise 0."""
    owner, kind = state.players[state.owner[planet]], rules.planet_type[planet]
    if kind == ANY:
        return 0.0
    bits, others = 0, 0
    for place in range(owner.planets):
        own = owner.planet[place]
        if rules.planet_type[own] != ANY and is_maxed(state, rules, own):
            bits |= 1 << rules.planet_type[own]
            others += 1 if rules.planet_type[own] == kind else 0
    return float(rules.set_bonus) if bits == (1 << RESOURCES) - 1 and others == 1 else 0.0


@rule
def harm_of(state, rules, seat, other, survey):
    """Return the value of 1 victory point that another player loses, in victory points.

    It is higher for the other player with the highest standing.
    """
    fill_standings(state, rules, seat, survey)
    return survey.weights[Weight.HARM] * (survey.weights[Weight.LEADER] if other == int(survey.rival) else 1.0)


@rule
def capture_value(state, rules, seat, planet, survey):
    """Return the value of capturing a planet at level 1, in victory points, less its price."""
    value = new_planet_value(rules, planet, 1, survey) - planet_price(rules, planet, survey)
    value += 0.5 * harm_of(state, rules, seat, state.owner[planet], survey) * rules.planet_vp[planet]
    return value + survey.close[Predicate.CAPTURES_TURN]


@rule
def best_bombard(state, rules, seat, other, survey):
    """Return the value of bombarding the best planet of an opponent, in victory points, at least 0."""
    best, player, points = 0.0, state.players[other], bombard_points(state, rules, seat)
    for place in range(player.planets):
        best = max(best, bombard_value(state, rules, seat, player.planet[place], points, survey))
    return best


@rule
def best_theft(state, rules, seat, other, survey):
    """Return the value of the best technology to acquire from an opponent, in victory points, at least 0."""
    best = 0.0
    for technology in range(rules.technologies):
        if knows(state, other, technology) and not knows(state, seat, technology):
            best = max(best, stolen_value(rules, technology, survey))
    return best


@rule
def disrupt_value(state, rules, seat, other, survey):
    """Return the value, in victory points, of taking the planning levels of an opponent's three best tokens."""
    value, tokens, left = 0.0, state.players[other].tokens, 3
    for level in range(Level.ULTIMATE, Level.BASIC, -1):
        for row in range(ROWS):
            number = min(left, tokens[row, level])
            value += 0.7 * level * number
            left -= number
    return harm_of(state, rules, seat, other, survey) * value


@rule
def attack_value(state, rules, seat, other, mode, planning, survey):
    """Return the expected value of an attack, in victory points, at least 0. It is 0 below the margin `strike`."""
    margin = margin_of(state, rules, seat, other, mode, planning, survey)
    if margin < survey.weights[Weight.STRIKE]:
        return 0.0
    ships = state.players[seat].ships
    chance = win_chance(margin, ships)
    risk = 0.5 * survey.weights[Weight.FORCE]
    claims = _sinking_claim(state, rules, seat, other, mode, survey)
    if mode == Battle.INVADE:
        value = fleet_medal_value(rules, survey) + _best_spoil(state, rules, seat, other, survey)
        risk += 1.0
    else:
        value = _loot_value(state, rules, seat, other, margin, survey)
        claims += _loot_claim(state, rules, seat, other, margin, survey)
    value = value * survey.weights[Weight.SPOILS] + claims
    losses = 0.15 * survey.enemy[other, mode] * survey.weights[Weight.FORCE]
    return max(0.0, chance * value - (1.0 - chance) * risk - losses)


@rule
def _best_spoil(state, rules, seat, other, survey):
    """Return the value of the best spoil of a won INVADE, in victory points, computed once per position."""
    if (survey.has_spoils >> other) & 1 == 0:
        survey.has_spoils |= 1 << other
        best = max(best_theft(state, rules, seat, other, survey), best_bombard(state, rules, seat, other, survey))
        survey.spoils[other] = max(best, disrupt_value(state, rules, seat, other, survey))
    return survey.spoils[other]


@rule
def best_attack(state, rules, seat, planning, survey):
    """Return the value of the best attack at a planning level, in victory points, at least 0."""
    best = 0.0
    for other in range(rules.seats):
        if other != seat:
            if rules.fleet_raid[planning]:
                best = max(best, attack_value(state, rules, seat, other, Battle.RAID, planning, survey))
            if rules.fleet_invade[planning]:
                best = max(best, attack_value(state, rules, seat, other, Battle.INVADE, planning, survey))
    return best


@rule
def _score_fleet_action(state, rules, options, survey, scores):
    """D23: Score attacks by their expected value, in victory points.

    An attack without value scores about -10, no attack 0.01.
    """
    for k in range(options.shape[0]):
        kind = options[k].kind
        scores[k] = 0.01
        if kind != Kind.NO:
            mode = Battle.RAID if kind == Kind.RAID else Battle.INVADE
            value = attack_value(state, rules, state.actor, options[k].a, mode, state.planning, survey)
            margin = margin_of(state, rules, state.actor, options[k].a, mode, state.planning, survey)
            scores[k] = value if value > 0.0 else -10.0 + 0.1 * margin


@rule
def score_order(state, rules, options, scores):
    """D25: Score ships for the front: strong ships first, with a bonus for those with a critical hit.

    The bonus brings light ships with a critical hit towards the heavy ships, which also come first.
    """
    player = state.players[state.actor]
    for k in range(options.shape[0]):
        ship = player.ship[options[k].a]
        scores[k] = value_of(state, rules, state.actor, options[k].a) + 0.3 * (rules.crit_class[ship] != NONE)


@rule
def _score_unmatched(state, rules, options, survey, scores):
    """D26: Score enemy ships to fire at: valuable ships that one hit can destroy first, then other valuable ships.

    Any other option scores 0.
    """
    battle = state.battle
    enemy = battle.defender if state.actor == battle.attacker else battle.attacker
    fleet = state.players[enemy]
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.FIRE:
            ship = fleet.ship[options[k].a]
            left = rules.combat[ship] - fleet.damage[options[k].a]
            scores[k] = 1.0 + min(rules.combat[ship], 6) * (0.4 if left >= 2 else 1.0) if left >= 0 else 0.5


@rule
def _score_loot(options, survey, scores):
    """D27: Score each resource to loot by its price, in victory points. Ending scores -1."""
    for k in range(options.shape[0]):
        scores[k] = -1.0 if options[k].kind == Kind.DONE else survey.price[options[k].a]


@rule
def _score_spoil(state, rules, options, survey, scores):
    """D28: Score kinds of spoil by their best value, in victory points, 0 for none."""
    seat, other = state.actor, state.battle.defender
    for k in range(options.shape[0]):
        kind = options[k].kind
        scores[k] = 0.0
        if kind == Kind.DISRUPT_PLANS:
            scores[k] = disrupt_value(state, rules, seat, other, survey)
        elif kind == Kind.ACQUIRE_TECHNOLOGY:
            scores[k] = best_theft(state, rules, seat, other, survey)
        elif kind == Kind.BOMBARD:
            scores[k] = best_bombard(state, rules, seat, other, survey)


@rule
def _score_objects(state, rules, options, survey, scores):
    """D28: Score the objects of a spoil: tokens by planning level, technologies and planets by victory points."""
    seat = state.actor
    points = bombard_points(state, rules, seat)
    for k in range(options.shape[0]):
        kind = options[k].kind
        scores[k] = 0.0
        if kind == Kind.TOKEN:
            scores[k] = 1.0 + options[k].b
        elif kind == Kind.TECHNOLOGY:
            scores[k] = stolen_value(rules, options[k].a, survey)
        elif kind == Kind.PLANET:
            scores[k] = bombard_value(state, rules, seat, options[k].a, points, survey)


@rule
def _score_last_planet(rules, options, survey, scores):
    """D31: Score planets by the value of gaining them, in victory points."""
    for k in range(options.shape[0]):
        planet = options[k].a
        level = min(rules.last_planet_level, rules.planet_levels[planet])
        scores[k] = new_planet_value(rules, planet, level, survey)


@rule
def score_battle(state, rules, options, survey, scores):
    """Score the options of a decision in a FLEET action. Higher is better."""
    decision = state.decision
    if decision == Decision.FLEET_ACTION:
        _score_fleet_action(state, rules, options, survey, scores)
    elif decision == Decision.UNMATCHED:
        _score_unmatched(state, rules, options, survey, scores)
    elif decision == Decision.LOOTING:
        _score_loot(options, survey, scores)
    elif decision == Decision.SPOIL:
        _score_spoil(state, rules, options, survey, scores)
    elif decision == Decision.LAST_PLANET:
        _score_last_planet(rules, options, survey, scores)
    elif decision == Decision.CAPTURING:
        for k in range(options.shape[0]):
            value = capture_value(state, rules, state.actor, state.battle.planet, survey)
            scores[k] = value if options[k].kind == Kind.CAPTURE else 0.0
    else:
        _score_objects(state, rules, options, survey, scores)
