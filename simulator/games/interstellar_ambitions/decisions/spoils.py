"""The decisions after a battle: loot, spoils, capture, and a replacement for the last planet."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.agenda import ask, settle_account
from starbalance.simulator.games.interstellar_ambitions.decisions.battle import finish_stage
from starbalance.simulator.games.interstellar_ambitions.rules import LEVELS, NONE, RESOURCES, ROWS
from starbalance.simulator.games.interstellar_ambitions.spoils import (
    bombard,
    can_acquire,
    capture,
    disrupt,
    has_plans,
    loot,
    may_acquire,
    may_capture,
    planets_on_offer,
    replace_last_planet,
)
from starbalance.simulator.games.interstellar_ambitions.state import After, Decision, Kind
from starbalance.simulator.games.interstellar_ambitions.technology import learn
from starbalance.simulator.games.interstellar_ambitions.word import Level


@rule
def offer_looting(state, rules, opts):
    """D27, IAM-21.17: List the defender's resources, or no more. Return the number of options."""
    n = add(opts, 0, Kind.DONE, 0, 0, 0)
    for resource in range(RESOURCES):
        if state.players[state.battle.defender].resources[resource] > 0:
            n = add(opts, n, Kind.LOOT, resource, 0, 0)
    return n


@rule
def do_looting(state, rules, option):
    """D27, IAM-21.17: Move the chosen resource from the defender to the attacker. On DONE, or when no more loot is due,
    finish the stage.
    """
    if option.kind == Kind.LOOT:
        loot(state, option.a)
        if state.battle.left > 0:
            return
    finish_stage(state, rules)


@rule
def offer_spoil(state, rules, opts):
    """D28, IAM-22.6, IAM-23.1, IAM-23.2, IAM-23.3, IAM-23.4, IAM-23.5: List the available spoils, or none of them.

    Return the number of options.
    """
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    if rules.disrupt_tokens > 0 and has_plans(state):
        n = add(opts, n, Kind.DISRUPT_PLANS, 0, 0, 0)
    if can_acquire(state):
        n = add(opts, n, Kind.ACQUIRE_TECHNOLOGY, 0, 0, 0)
    if state.players[state.battle.defender].planets > 0:
        n = add(opts, n, Kind.BOMBARD, 0, 0, 0)
    return n


@rule
def do_spoil(state, rules, option):
    """D28, IAM-22.6: Ask for the details of the chosen spoil. On NO, finish the stage."""
    if option.kind == Kind.DISRUPT_PLANS:
        state.battle.left = rules.disrupt_tokens
        ask(state, Decision.DISRUPTING, state.active)
    elif option.kind == Kind.ACQUIRE_TECHNOLOGY:
        ask(state, Decision.ACQUIRING, state.active)
    elif option.kind == Kind.BOMBARD:
        ask(state, Decision.BOMBARDING, state.active)
    else:
        finish_stage(state, rules)


@rule
def offer_disrupting(state, rules, opts):
    """D28, IAM-23.1, IAM-23.2: List the defender's tokens above BASIC, or no more. Return the number of options."""
    n, tokens = add(opts, 0, Kind.DONE, 0, 0, 0), state.players[state.battle.defender].tokens
    for row in range(ROWS):
        for level in range(Level.MODERATE, LEVELS):
            if tokens[row, level] > 0:
                n = add(opts, n, Kind.TOKEN, row, level, 0)
    return n


@rule
def do_disrupting(state, rules, option):
    """D28, IAM-23.1: Move a token of the defender back to BASIC. On DONE, or when no more may be disrupted, finish the
    stage.
    """
    if option.kind == Kind.TOKEN:
        disrupt(state, option.a, option.b)
        if state.battle.left > 0 and has_plans(state):
            return
    finish_stage(state, rules)


@rule
def offer_acquiring(state, rules, opts):
    """D28, IAM-23.3: List the technologies that the defender knows and the attacker does not.

    Return the number of options.
    """
    n = 0
    for technology in range(rules.technologies):
        if may_acquire(state, technology):
            n = add(opts, n, Kind.TECHNOLOGY, technology, 0, 0)
    return n


@rule
def do_acquiring(state, rules, option):
    """D28, IAM-23.3: Give the attacker the chosen technology and finish the stage."""
    learn(state, rules, state.active, option.a)
    finish_stage(state, rules)


@rule
def offer_bombarding(state, rules, opts):
    """D28, IAM-23.5, IAM-23.16: List the defender's planets. Return the number of options."""
    n, defender = 0, state.players[state.battle.defender]
    for place in range(defender.planets):
        n = add(opts, n, Kind.PLANET, defender.planet[place], 0, 0)
    return n


@rule
def do_bombarding(state, rules, option):
    """D28, IAM-23.5, IAM-23.9: Bombard the chosen planet. Ask whether to capture it if that is possible, else finish
    the stage.
    """
    bombard(state, rules, option.a)
    if may_capture(state, rules):
        ask(state, Decision.CAPTURING, state.active)
    else:
        finish_stage(state, rules)


@rule
def offer_capturing(state, rules, opts):
    """D29, IAM-23.9, IAM-23.11: List capturing the planet and declining. Return the number of options."""
    return add(opts, add(opts, 0, Kind.NO, 0, 0, 0), Kind.CAPTURE, 0, 0, 0)


@rule
def do_capturing(state, rules, option):
    """D29, IAM-23.10, IAM-23.11: Schedule the payment of the planet's printed price. On NO, finish the stage."""
    if option.kind == Kind.NO:
        finish_stage(state, rules)
        return
    planet = state.battle.planet
    for resource in range(RESOURCES):
        state.need[resource] = rules.planet_cost[planet, resource]
    state.need_any = rules.planet_cost_any[planet]
    settle_account(state, rules, state.active, After.CAPTURED)


@rule
def finish_capture(state, rules):
    """IAM-23.12, IAM-23.17: Move the planet to the attacker. If the defender has no planet left and any is face up, ask
    the defender for one, else finish the stage.
    """
    capture(state, rules)
    defender = state.battle.defender
    if state.players[defender].planets == 0 and planets_on_offer(state) > 0:
        ask(state, Decision.LAST_PLANET, defender)
    else:
        finish_stage(state, rules)


@rule
def offer_last_planet(state, rules, opts):
    """D31, IAM-23.17: List the face-up planets for a defender without planets. Return the number of options."""
    n = 0
    for slot in range(RESOURCES):
        if state.face_up[slot] != NONE:
            n = add(opts, n, Kind.PLANET, state.face_up[slot], 0, 0)
    return n


@rule
def do_last_planet(state, rules, option):
    """D31, IAM-23.17: Give the defender the chosen planet and finish the stage."""
    replace_last_planet(state, rules, option.a)
    finish_stage(state, rules)
