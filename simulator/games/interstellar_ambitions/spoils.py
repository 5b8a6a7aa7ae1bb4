"""The gains of a won battle: the loot of a RAID (IAM-21.17), the spoils of an INVADE (IAM-23)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.colony import take_from_market
from starbalance.simulator.games.interstellar_ambitions.market import refill
from starbalance.simulator.games.interstellar_ambitions.participant import takes_part
from starbalance.simulator.games.interstellar_ambitions.payment import can_afford, has, holdings
from starbalance.simulator.games.interstellar_ambitions.planet import gain_planet, lose_planet, lower_level, shield_of
from starbalance.simulator.games.interstellar_ambitions.rules import (
    FIRST_HOME,
    LEVELS,
    NONE,
    RESOURCES,
    ROWS,
    CaptureNeedsBombard,
)
from starbalance.simulator.games.interstellar_ambitions.technology import knows
from starbalance.simulator.games.interstellar_ambitions.track import move_token
from starbalance.simulator.games.interstellar_ambitions.word import ATTACKER, Level, Market, Modifier


@rule
def loot(state, resource):
    """IAM-21.17: Move one resource from the defender to the attacker."""
    battle = state.battle
    attacker, defender = state.players[battle.attacker], state.players[battle.defender]
    attacker.resources[resource] += 1
    defender.resources[resource] -= 1
    attacker.loot += 1
    attacker.looted += 1
    defender.lost_loot += 1
    battle.left -= 1


@rule
def has_plans(state):
    """IAM-23.2: Return whether the defender has tokens above BASIC."""
    tokens = state.players[state.battle.defender].tokens
    for row in range(ROWS):
        for level in range(Level.MODERATE, LEVELS):
            if tokens[row, level] > 0:
                return True
    return False


@rule
def disrupt(state, row, level):
    """IAM-23.1: Move a token of the defender back to BASIC."""
    move_token(state, state.battle.defender, row, level, row, Level.BASIC)
    state.battle.left -= 1


@rule
def may_acquire(state, technology):
    """IAM-23.3: Return whether the defender knows a technology that the attacker does not know."""
    return knows(state, state.battle.defender, technology) and not knows(state, state.battle.attacker, technology)


@rule
def can_acquire(state):
    """IAM-23.3: Return whether the attacker can acquire any technology."""
    return state.players[state.battle.defender].known & ~state.players[state.battle.attacker].known != 0


@rule
def _points(state, rules, planet):
    """IAM-23.5: Return the bombard points of the surviving participants, less the protection of the planet."""
    seat, points = state.battle.attacker, 0
    player = state.players[seat]
    for place in range(player.ships):
        if takes_part(state, rules, ATTACKER, place):
            kind = player.ship[place]
            points += max(0, rules.bombard[kind] - player.damage[place]) + rules.bombard_bonus[kind]
    return max(0, points - shield_of(state, rules, planet))


@rule
def _levels_due(state, rules):
    """IAM-23.6, IAM-27.3: Return the number of levels that the bombardment removes: one for each whole group of bombard
    points.
    """
    improved = has(state, state.battle.attacker, Modifier.BOMBARD_DIV)
    return state.battle.points // (rules.bombard_div_improved if improved else rules.bombard_div)


@rule
def bombard(state, rules, planet):
    """IAM-23.5, IAM-23.6, IAM-23.7: Bombard a planet and lower its level."""
    battle = state.battle
    battle.planet = planet
    battle.points = _points(state, rules, planet)
    battle.levels_lost = lower_level(state, planet, _levels_due(state, rules))
    state.players[battle.attacker].levels_removed += battle.levels_lost


@rule
def may_capture(state, rules):
    """IAM-4.7, IAM-23.9, IAM-23.10: Return whether the planet is at level 1 and the attacker can pay its printed price.
    Under `one_step`, the bombardment must also be worth a level (A11, A54).
    """
    seat, planet = state.battle.attacker, state.battle.planet
    if state.level[planet] != 1:
        return False
    if rules.capture_needs_bombard == CaptureNeedsBombard.ONE_STEP and _levels_due(state, rules) < 1:
        return False
    cost = rules.planet_cost[planet]
    if holdings(state, seat) < rules.planet_cost_any[planet]:
        return False
    return can_afford(state, rules, seat, cost[0], cost[1], cost[2], cost[3], 0)


@rule
def capture(state, rules):
    """IAM-23.12, IAM-23.13, IAM-23.14: Move the planet to the attacker with its level and marker, without an event."""
    battle = state.battle
    attacker, defender = state.players[battle.attacker], state.players[battle.defender]
    lose_planet(state, rules, battle.defender, battle.planet)
    gain_planet(state, rules, battle.attacker, battle.planet)
    attacker.captures += 1
    attacker.planets_captured += 1
    attacker.captured_low += 1 if battle.levels_lost == 0 else 0
    defender.planets_lost += 1
    if battle.planet == FIRST_HOME + defender.colour:
        defender.home_lost += 1


@rule
def planets_on_offer(state):
    """Return the number of face-up planets."""
    number = 0
    for slot in range(RESOURCES):
        number += 1 if state.face_up[slot] != NONE else 0
    return number


@rule
def replace_last_planet(state, rules, planet):
    """IAM-23.17: Give a face-up planet to a defender without planets, and refill the slot (A61)."""
    take_from_market(state, rules, state.battle.defender, planet)
    state.level[planet] = min(rules.last_planet_level, rules.planet_levels[planet])
    refill(state, rules, Market.PLANET)
