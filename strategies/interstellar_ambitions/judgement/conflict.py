"""Battles: what an attack promises, how ships are arranged, what is taken."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.fleet import is_heavy, value_of
from starbalance.simulator.games.interstellar_ambitions.planet import is_maxed, shield_of
from starbalance.simulator.games.interstellar_ambitions.rules import ANY, NONE, RESOURCES, ROWS
from starbalance.simulator.games.interstellar_ambitions.state import Kind, Phase
from starbalance.simulator.games.interstellar_ambitions.technology import knows
from starbalance.simulator.games.interstellar_ambitions.word import Battle, Level, Modifier, Predicate
from starbalance.strategies.interstellar_ambitions.judgement.features import purse_total, rank, swaps
from starbalance.strategies.interstellar_ambitions.judgement.valuation import (
    fleet_medal_worth,
    new_planet_worth,
    planet_price,
    stolen_worth,
)
from starbalance.strategies.interstellar_ambitions.judgement.weights import Weight

_EMERGENCY = (1.33, 2.1)  # combat value of an emergency ship to be expected, by Battle
_MODES = len(Battle)
_SWING = 1.5  # of a difference in combat value by the end of a battle


@rule
def _takes_part(rules, kind, mode):
    return mode == Battle.INVADE or not is_heavy(rules, kind)


@rule
def force_of(state, rules, seat, mode, attacks):
    """(ships that take part, their effective combat value)."""
    player, ships, force = state.players[seat], 0, 0.0
    for place in range(player.ships):
        kind = player.ship[place]
        if _takes_part(rules, kind, mode) and not (attacks and rules.defence_only[kind]):
            ships += 1
            force += value_of(state, rules, seat, place)
    return ships, force


@rule
def _fill_sorties(state, rules, seat, survey):
    """How attacks on each of the others would go, but for the bonus of planning; once a survey."""
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
    """What players add to the total of an attack, or take off it."""
    own = state.players[seat].modifiers
    for other in range(rules.seats):
        if mode == Battle.RAID:
            survey.edge[other, mode] += own[Modifier.RAID_CV]
        else:
            survey.edge[other, mode] += own[Modifier.INVADE_CV] - state.players[other].modifiers[Modifier.INVADE_CV]


@rule
def margin_of(state, rules, seat, other, mode, planning, survey):
    """The margin to be expected of an attack; far below zero if no ship could take part."""
    _fill_sorties(state, rules, seat, survey)
    bonus = rules.fleet_raid_bonus[planning] if mode == Battle.RAID else rules.fleet_invade_bonus[planning]
    return survey.edge[other, mode] + bonus


@rule
def win_chance(margin, ships):
    """The chance that a margin turns out above zero, with more spread in larger battles."""
    return 1.0 / (1.0 + math.exp(-margin / (0.8 + 0.35 * ships)))


@rule
def _loot_worth(state, rules, seat, other, margin, survey):
    """What a won RAID takes."""
    goods = 0.0
    for resource in range(RESOURCES):
        goods += state.players[other].resources[resource]
    taken = min(goods, max(1.0, margin))
    price = 0.3 * (survey.price[0] + survey.price[1] + survey.price[2] + survey.price[3]) * survey.weights[Weight.LOOT]
    return taken * price + harm_of(state, rules, seat, other, survey) * 0.3 * taken


@rule
def _loot_claim(state, rules, seat, other, margin, survey):
    """What a RAID brings to whom an ambition counts loot."""
    gap, goods = survey.gap[Predicate.RAID_LOOT_TURN], 0.0
    for resource in range(RESOURCES):
        goods += state.players[other].resources[resource]
    if gap <= 0.0 or goods < gap:
        return 0.0
    return survey.close[Predicate.RAID_LOOT_TURN] * win_chance(margin - gap + 0.5, state.players[seat].ships)


@rule
def _sinking_claim(state, rules, seat, other, mode, survey):
    """What ships destroyed bring to whom an ambition counts them."""
    gap = survey.gap[Predicate.ENEMY_SHIPS_DESTROYED_TURN]
    enemies, enemy = force_of(state, rules, other, mode, False)
    if gap <= 0.0 or enemies < gap:
        return 0.0
    _, force = force_of(state, rules, seat, mode, True)
    sunk = 0.5 * force / (1.0 + enemy / enemies)
    return survey.close[Predicate.ENEMY_SHIPS_DESTROYED_TURN] / (1.0 + math.exp(-(sunk - gap) / 0.8))


@rule
def bombard_points(state, rules, seat):
    """IAM-23.5: points of the fleet before a target takes its shield off."""
    player, points = state.players[seat], 0
    for place in range(player.ships):
        kind = player.ship[place]
        if not rules.defence_only[kind]:
            points += max(0, rules.bombard[kind] - player.damage[place]) + rules.bombard_bonus[kind]
    return points


@rule
def bombard_worth(state, rules, seat, planet, points, survey):
    """What bombarding a planet brings: levels lost to its owner, ambitions, and its capture if that can be paid."""
    div = rules.bombard_div_improved if state.players[seat].modifiers[Modifier.BOMBARD_DIV] > 0 else rules.bombard_div
    lost = min(state.level[planet] - 1, max(0, points - shield_of(state, rules, planet)) // div)
    harm = harm_of(state, rules, seat, state.owner[planet], survey)
    worth = harm * lost * 1.5
    if lost > 0 and is_maxed(state, rules, planet):
        worth += harm * (rules.planet_vp[planet] + _broken_set(state, rules, planet))
    gap = survey.gap[Predicate.ENEMY_LEVELS_LOST_TURN]
    if gap > 0.0:
        worth += survey.close[Predicate.ENEMY_LEVELS_LOST_TURN] if lost >= gap else 0.0
    if state.level[planet] - lost == 1 and (lost > 0 or not rules.capture_needs_bombard):
        cost = rules.planet_cost[planet]
        payable = swaps(survey, cost[0], cost[1], cost[2], cost[3]) >= 0.0
        if rules.planet_type[planet] == ANY:
            payable = purse_total(survey) >= rules.planet_cost_any[planet]
        if payable:
            worth += max(0.0, capture_worth(state, rules, seat, planet, survey))
    return worth


@rule
def _broken_set(state, rules, planet):
    """The set bonus that an owner loses with a planet that scores."""
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
    """What a victory point that another player loses is worth: more if they are the best placed."""
    rank(state, rules, seat, survey)
    return survey.weights[Weight.HARM] * (survey.weights[Weight.LEADER] if other == int(survey.rival) else 1.0)


@rule
def capture_worth(state, rules, seat, planet, survey):
    """A planet captured at level 1, less its price."""
    worth = new_planet_worth(rules, planet, 1, survey) - planet_price(rules, planet, survey)
    worth += 0.5 * harm_of(state, rules, seat, state.owner[planet], survey) * rules.planet_vp[planet]
    return worth + survey.close[Predicate.CAPTURES_TURN]


@rule
def best_bombard(state, rules, seat, other, survey):
    """The best planet of an opponent to bombard."""
    best, player, points = 0.0, state.players[other], bombard_points(state, rules, seat)
    for place in range(player.planets):
        best = max(best, bombard_worth(state, rules, seat, player.planet[place], points, survey))
    return best


@rule
def best_theft(state, rules, seat, other, survey):
    """The best technology that an opponent knows and the player does not."""
    best = 0.0
    for technology in range(rules.technologies):
        if knows(state, other, technology) and not knows(state, seat, technology):
            best = max(best, stolen_worth(rules, technology, survey))
    return best


@rule
def disrupt_worth(state, rules, seat, other, survey):
    """Levels of planning that an opponent would lose with their three best tokens."""
    worth, tokens, left = 0.0, state.players[other].tokens, 3
    for level in range(Level.ULTIMATE, Level.BASIC, -1):
        for row in range(ROWS):
            number = min(left, tokens[row, level])
            worth += 0.7 * level * number
            left -= number
    return harm_of(state, rules, seat, other, survey) * worth


@rule
def attack_worth(state, rules, seat, other, mode, planning, survey):
    """What an attack promises: gains and losses by their chances."""
    margin = margin_of(state, rules, seat, other, mode, planning, survey)
    if margin < survey.weights[Weight.STRIKE]:
        return 0.0
    ships = state.players[seat].ships
    chance = win_chance(margin, ships)
    risk = 0.5 * survey.weights[Weight.FORCE]
    claims = _sinking_claim(state, rules, seat, other, mode, survey)
    if mode == Battle.INVADE:
        worth = fleet_medal_worth(rules, survey) + _best_spoil(state, rules, seat, other, survey)
        risk += 1.0
    else:
        worth = _loot_worth(state, rules, seat, other, margin, survey)
        claims += _loot_claim(state, rules, seat, other, margin, survey)
    worth = worth * survey.weights[Weight.SPOILS] + claims
    losses = 0.15 * survey.enemy[other, mode] * survey.weights[Weight.FORCE]
    return max(0.0, chance * worth - (1.0 - chance) * risk - losses)


@rule
def _best_spoil(state, rules, seat, other, survey):
    """What an INVADE that is won takes from a player; once a survey."""
    if (survey.has_spoils >> other) & 1 == 0:
        survey.has_spoils |= 1 << other
        best = max(best_theft(state, rules, seat, other, survey), best_bombard(state, rules, seat, other, survey))
        survey.spoils[other] = max(best, disrupt_worth(state, rules, seat, other, survey))
    return survey.spoils[other]


@rule
def best_attack(state, rules, seat, planning, survey):
    """The best attack at a planning level."""
    best = 0.0
    for other in range(rules.seats):
        if other != seat:
            if rules.fleet_raid[planning]:
                best = max(best, attack_worth(state, rules, seat, other, Battle.RAID, planning, survey))
            if rules.fleet_invade[planning]:
                best = max(best, attack_worth(state, rules, seat, other, Battle.INVADE, planning, survey))
    return best


@rule
def _score_fleet_action(state, rules, options, survey, scores):
    """D23."""
    for k in range(options.shape[0]):
        kind = options[k].kind
        scores[k] = 0.01
        if kind != Kind.NO:
            mode = Battle.RAID if kind == Kind.RAID else Battle.INVADE
            worth = attack_worth(state, rules, state.actor, options[k].a, mode, state.planning, survey)
            margin = margin_of(state, rules, state.actor, options[k].a, mode, state.planning, survey)
            scores[k] = worth if worth > 0.0 else -10.0 + 0.1 * margin


@rule
def score_order(state, rules, options, scores):
    """D25: strong ships first; light ones with a critical hit towards the heavy ones, which come first too."""
    player = state.players[state.actor]
    for k in range(options.shape[0]):
        ship = player.ship[options[k].a]
        scores[k] = value_of(state, rules, state.actor, options[k].a) + 0.3 * (rules.crit_class[ship] != NONE)


@rule
def _score_unmatched(state, rules, options, survey, scores):
    """D26: the ship that can be finished with the most value, else the most valuable."""
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
    """D27: what is dearest to the player."""
    for k in range(options.shape[0]):
        scores[k] = -1.0 if options[k].kind == Kind.DONE else survey.price[options[k].a]


@rule
def _score_spoil(state, rules, options, survey, scores):
    """D28."""
    seat, other = state.actor, state.battle.defender
    for k in range(options.shape[0]):
        kind = options[k].kind
        scores[k] = 0.0
        if kind == Kind.DISRUPT_PLANS:
            scores[k] = disrupt_worth(state, rules, seat, other, survey)
        elif kind == Kind.ACQUIRE_TECHNOLOGY:
            scores[k] = best_theft(state, rules, seat, other, survey)
        elif kind == Kind.BOMBARD:
            scores[k] = best_bombard(state, rules, seat, other, survey)


@rule
def _score_objects(state, rules, options, survey, scores):
    """D28: tokens as far as they are planned, technologies, planets."""
    seat = state.actor
    points = bombard_points(state, rules, seat)
    for k in range(options.shape[0]):
        kind = options[k].kind
        scores[k] = 0.0
        if kind == Kind.TOKEN:
            scores[k] = 1.0 + options[k].b
        elif kind == Kind.TECHNOLOGY:
            scores[k] = stolen_worth(rules, options[k].a, survey)
        elif kind == Kind.PLANET:
            scores[k] = bombard_worth(state, rules, seat, options[k].a, points, survey)


@rule
def _score_last_planet(rules, options, survey, scores):
    """D31."""
    for k in range(options.shape[0]):
        planet = options[k].a
        level = min(rules.last_planet_level, rules.planet_levels[planet])
        scores[k] = new_planet_worth(rules, planet, level, survey)


@rule
def score_battle(state, rules, options, survey, scores):
    """The decisions of a FLEET action."""
    phase = state.phase
    if phase == Phase.FLEET_ACTION:
        _score_fleet_action(state, rules, options, survey, scores)
    elif phase == Phase.UNMATCHED:
        _score_unmatched(state, rules, options, survey, scores)
    elif phase == Phase.LOOTING:
        _score_loot(options, survey, scores)
    elif phase == Phase.SPOIL:
        _score_spoil(state, rules, options, survey, scores)
    elif phase == Phase.LAST_PLANET:
        _score_last_planet(rules, options, survey, scores)
    elif phase == Phase.CAPTURING:
        for k in range(options.shape[0]):
            worth = capture_worth(state, rules, state.actor, state.battle.planet, survey)
            scores[k] = worth if options[k].kind == Kind.CAPTURE else 0.0
    else:
        _score_objects(state, rules, options, survey, scores)
