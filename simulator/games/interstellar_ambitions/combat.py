"""The dice and damage of pairs and of unmatched ships (IAM-21.9, IAM-21.10, IAM-21.11, IAM-21.12, IAM-21.13)."""

from starbalance.simulator.engine.chance import below
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.fleet import is_first_of_its_like, value_of
from starbalance.simulator.games.interstellar_ambitions.participant import seat_of
from starbalance.simulator.games.interstellar_ambitions.rules import SIDES
from starbalance.simulator.games.interstellar_ambitions.state import COMBAT_DICE, Decision
from starbalance.simulator.games.interstellar_ambitions.word import ATTACKER, DEFENDER, Battle


@rule
def dice_of(state, rules, side, place, target):
    """IAM-21.10: Return the number of dice that a ship rolls against an enemy ship, 0 at effective combat value 0 or
    under NO_FIRE_VS (A22).
    """
    seat = seat_of(state, side)
    kind, value = state.players[seat].ship[place], value_of(state, rules, seat, place)
    against = rules.ship_heavy[state.players[seat_of(state, 1 - side)].ship[target]]
    if value == 0 or rules.no_fire[kind, against]:
        return 0
    dice = value + rules.extra_dice[kind, against] + _boost_of(state, rules, side, kind)
    if state.battle.mode == Battle.RAID and side == DEFENDER:
        dice += rules.raid_defence_dice[kind]
    return dice


@rule
def _boost_of(state, rules, side, kind):
    """IAM-27.14: Return the extra dice of a ship from OWN_NAMED_EXTRA_DICE of participants on its side."""
    player, dice = state.players[seat_of(state, side)], 0
    for k in range(state.battle.fighters[side]):
        other = player.ship[state.battle.fights[side, k]]
        if rules.boosts[other] == kind:
            dice += rules.boost_dice[other]
    return dice


@rule
def harm(rules, kind, target, face):
    """IAM-21.11, IAM-27.8, IAM-27.10: Return the damage of one die from the kinds of both ships and its natural face, 0
    for a miss (A23, A25).
    """
    if face + rules.own_die[kind] + rules.enemy_die[target] < rules.hit_target:
        return 0
    return rules.crit_damage[kind] if face == SIDES and rules.crit_class[kind] == rules.ship_heavy[target] else 1


@rule
def _roll(state, rules, side, place, target):
    """Roll the dice of a ship against an enemy ship and return their total damage, without marking it."""
    kind = state.players[seat_of(state, side)].ship[place]
    enemy, damage = state.players[seat_of(state, 1 - side)].ship[target], 0
    for _ in range(dice_of(state, rules, side, place, target)):
        damage += harm(rules, kind, enemy, below(state, COMBAT_DICE, SIDES) + 1)
    return damage


@rule
def _mark(state, side, place, damage):
    state.players[seat_of(state, side)].damage[place] += damage


@rule
def fight_pair(state, rules, k):
    """IAM-21.11: Roll for both ships of a pair, then mark the damage (A22). A single ship with FIRST_STRIKE rolls and
    marks first.
    """
    ours, theirs = state.battle.order[ATTACKER, k], state.battle.order[DEFENDER, k]
    attacker, defender = state.players[state.battle.attacker], state.players[state.battle.defender]
    swift = rules.first_strike[attacker.ship[ours]]
    if swift == rules.first_strike[defender.ship[theirs]]:
        damage = _roll(state, rules, ATTACKER, ours, theirs)
        _mark(state, ATTACKER, ours, _roll(state, rules, DEFENDER, theirs, ours))
        _mark(state, DEFENDER, theirs, damage)
    elif swift:
        _mark(state, DEFENDER, theirs, _roll(state, rules, ATTACKER, ours, theirs))
        _mark(state, ATTACKER, ours, _roll(state, rules, DEFENDER, theirs, ours))
    else:
        _mark(state, ATTACKER, ours, _roll(state, rules, DEFENDER, theirs, ours))
        _mark(state, DEFENDER, theirs, _roll(state, rules, ATTACKER, ours, theirs))


@rule
def fight_pairs(state, rules):
    """IAM-21.9: Fight the matched pairs in order."""
    for k in range(state.battle.next):
        fight_pair(state, rules, k)


@rule
def larger_side(state):
    """IAM-21.12: Return the side with more participants, which has the unmatched ships. With equal numbers, return
    `DEFENDER`.
    """
    return ATTACKER if state.battle.fighters[ATTACKER] > state.battle.fighters[DEFENDER] else DEFENDER


@rule
def is_target(state, rules, side, target):
    """IAM-21.12: Return whether the next unmatched ship has dice against an enemy ship. Identical enemies are one
    option.
    """
    if not is_first_of_its_like(state, seat_of(state, 1 - side), target):
        return False
    return dice_of(state, rules, side, state.battle.order[side, state.battle.next], target) > 0


@rule
def ask_unmatched(state, rules):
    """IAM-21.12, IAM-21.13: Ask the next unmatched ship with a target, in combat order. Return whether a decision is
    pending.
    """
    battle, side = state.battle, larger_side(state)
    while battle.next < battle.fighters[side]:
        for k in range(battle.fighters[1 - side]):
            if is_target(state, rules, side, battle.fights[1 - side, k]):
                ask(state, Decision.UNMATCHED, seat_of(state, side))
                return True
        battle.next += 1
    return False


@rule
def fire(state, rules, target):
    """IAM-21.12: Fire at a target with the next unmatched ship. The target does not shoot back."""
    side = larger_side(state)
    _mark(state, 1 - side, target, _roll(state, rules, side, state.battle.order[side, state.battle.next], target))
