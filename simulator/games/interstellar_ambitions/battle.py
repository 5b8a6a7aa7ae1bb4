"""The steps of a battle: participants, emergency ships, combat orders, dice, totals (IAM-20, IAM-21, IAM-22)."""

from starbalance.simulator.engine.chance import below
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.combat import ask_unmatched, fight_pairs
from starbalance.simulator.games.interstellar_ambitions.deck import discard_emergency, draw_emergency
from starbalance.simulator.games.interstellar_ambitions.fleet import (
    add_ship,
    damage_of,
    discard_ship,
    has_room,
    sink_doomed,
    sink_ship,
    value_of,
)
from starbalance.simulator.games.interstellar_ambitions.participant import may_fight, seat_of, takes_part
from starbalance.simulator.games.interstellar_ambitions.payment import has, holdings
from starbalance.simulator.games.interstellar_ambitions.repair import begin_repair
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, SIDES, FleeBefore, InvadeTie, RaidMedal
from starbalance.simulator.games.interstellar_ambitions.state import FLEE_DICE, After, Decision, Stage
from starbalance.simulator.games.interstellar_ambitions.word import ATTACKER, DEFENDER, Battle, Medal, Modifier, Origin


@rule
def ships_for(state, rules, seat, mode, side):
    """Return the number of ships of a seat that would take part on a side."""
    player, number = state.players[seat], 0
    for place in range(player.ships):
        number += 1 if may_fight(rules, player.ship[place], mode, side) else 0
    return number


@rule
def may_attack(state, rules, seat, mode):
    """IAM-20.2, IAM-20.5, IAM-21.1, IAM-22.1: Return whether the cell allows this battle and the seat has a ship to
    fight it (A18).
    """
    allowed = rules.fleet_raid[state.planning] if mode == Battle.RAID else rules.fleet_invade[state.planning]
    if not allowed:
        return False
    return rules.attack_needs_ship == 0 or ships_for(state, rules, seat, mode, ATTACKER) > 0


@rule
def begin_battle(state, rules, mode, defender):
    """IAM-20.3: Fill in `state.battle` for an attack of the active player on a defender. Count the attack for both."""
    battle = state.battle
    battle.stage = Stage.EMERGENCY
    battle.mode = mode
    battle.level = state.planning
    battle.attacker = state.active
    battle.defender = defender
    battle.due = _ships_due(state, rules)
    state.players[defender].attacked += 1
    if mode == Battle.RAID:
        state.players[state.active].raids += 1
    else:
        state.players[state.active].invades += 1


@rule
def _ships_due(state, rules):
    """IAM-21.3, IAM-22.3: Return the number of emergency ships due to a defender with fewer ships (A16, A17, A50)."""
    battle = state.battle
    if not rules.emergency_rule:
        return 0
    ships = ships_for(state, rules, battle.defender, battle.mode, DEFENDER)
    if ships >= ships_for(state, rules, battle.attacker, battle.mode, ATTACKER):
        return 0
    return 1 + state.players[battle.defender].modifiers[Modifier.EMERGENCY_EXTRA]


@rule
def _has_emergency_ship(state, rules):
    """IAM-21.4: Return whether the deck or the discards hold an emergency ship for this battle."""
    mode = state.battle.mode
    for k in range(state.emergencies_left):
        if may_fight(rules, state.emergency_deck[k], mode, DEFENDER):
            return True
    for k in range(state.emergencies_discarded):
        if may_fight(rules, state.emergency_discard[k], mode, DEFENDER):
            return True
    return False


@rule
def call_emergency_ship(state, rules):
    """IAM-21.3, IAM-21.4, IAM-22.3: Draw an emergency ship for the defender. In a RAID, HEAVY ships are discarded and
    drawn again.
    """
    battle = state.battle
    battle.due -= 1
    kind = draw_emergency(state)
    while not may_fight(rules, kind, battle.mode, DEFENDER):
        discard_emergency(state, kind)
        kind = draw_emergency(state)
    add_ship(state, rules, battle.defender, kind, 0)
    state.players[battle.defender].emergencies += 1


@rule
def _call_emergency_ships(state, rules):
    """IAM-21.5: Draw the emergency ships that are due (A72). Return whether a full fleet must first make room."""
    battle = state.battle
    while battle.due > 0 and _has_emergency_ship(state, rules):
        if not has_room(state, rules, battle.defender):
            state.after = After.EMERGENCY
            ask(state, Decision.SCRAPPING, battle.defender)
            return True
        call_emergency_ship(state, rules)
    return False


@rule
def _open_battle(state, rules):
    """IAM-21.6: Apply the effects before the battle, then draw up the remaining ships of both sides (A49)."""
    for side in range(2):
        _flee(state, rules, side)
    for side in range(2):
        _destroy_named(state, rules, side)
    state.battle.face_up = 0
    for side in range(2):
        _draw_up(state, rules, side)
    state.battle.next = min(state.battle.fighters[ATTACKER], state.battle.fighters[DEFENDER])


@rule
def _flee(state, rules, side):
    """IAM-27.15: Roll a die for each PRE_FLEE ship of a side that may flee. Discard the ship if the die shows at most
    its number.
    """
    seat, place = seat_of(state, side), 0
    while place < state.players[seat].ships:
        face = rules.flees[state.players[seat].ship[place]]
        if face > 0 and _may_flee(state, rules, side, place) and below(state, FLEE_DICE, SIDES) + 1 <= face:
            discard_ship(state, rules, seat, place)
        else:
            place += 1


@rule
def _may_flee(state, rules, side, place):
    """IAM-27.15: Return whether a ship rolls to flee: if it takes part, or before every battle under `any_battle`
    (A77).
    """
    return rules.flee_before == FleeBefore.ANY_BATTLE or takes_part(state, rules, side, place)


@rule
def _destroy_named(state, rules, side):
    """IAM-27.13: Destroy enemy participants of the kind in PRE_DESTROY_NAMED, the least damaged first."""
    seat, enemy = seat_of(state, side), seat_of(state, 1 - side)
    for place in range(state.players[seat].ships):
        kind = state.players[seat].ship[place]
        if rules.destroys[kind] != NONE and takes_part(state, rules, side, place):
            for _ in range(rules.destroys_number[kind]):
                victim = _least_damaged(state, rules, 1 - side, rules.destroys[kind])
                if victim != NONE:
                    sink_ship(state, rules, enemy, victim, seat)


@rule
def _least_damaged(state, rules, side, kind):
    """Return the place of the least damaged participant of a kind, or `NONE` without such a ship."""
    player, best = state.players[seat_of(state, side)], NONE
    for place in range(player.ships):
        if player.ship[place] == kind and takes_part(state, rules, side, place):
            if best == NONE or player.damage[place] < player.damage[best]:
                best = place
    return best


@rule
def _draw_up(state, rules, side):
    """IAM-21.7, IAM-21.8: Fill in `battle.fights` with the participants of a side. Damaged ships lie face up if any
    participant is damaged (A21).
    """
    battle, player = state.battle, state.players[seat_of(state, side)]
    battle.fighters[side] = 0
    battle.placed[side] = 0
    for place in range(player.ships):
        if takes_part(state, rules, side, place):
            battle.fights[side, battle.fighters[side]] = place
            battle.fighters[side] += 1
            battle.face_up |= 1 if player.damage[place] > 0 else 0


@rule
def is_placed(state, side, place):
    """Return whether a ship already has its position in the combat order."""
    for k in range(state.battle.placed[side]):
        if state.battle.order[side, k] == place:
            return True
    return False


@rule
def may_be_next(state, side, place):
    """Return whether a participant may be next in combat order. Identical ships are one option (A69)."""
    if is_placed(state, side, place):
        return False
    player, first = state.players[seat_of(state, side)], NONE
    for k in range(state.battle.fighters[side] - 1, -1, -1):
        other = state.battle.fights[side, k]
        alike = player.ship[other] == player.ship[place] and player.damage[other] == player.damage[place]
        if alike and not is_placed(state, side, other):
            first = other
    return first == place


@rule
def put_next(state, side, place):
    state.battle.order[side, state.battle.placed[side]] = place
    state.battle.placed[side] += 1


@rule
def _arrange(state, side):
    """IAM-21.7, IAM-21.8: Place the ships of a side in combat order as long as there is no choice. Return whether a
    decision is pending.
    """
    battle = state.battle
    while battle.placed[side] < battle.fighters[side]:
        first, choices = NONE, 0
        for k in range(battle.fighters[side]):
            if may_be_next(state, side, battle.fights[side, k]):
                first = battle.fights[side, k] if choices == 0 else first
                choices += 1
        if choices > 1 and battle.fighters[1 - side] > 0:
            ask(state, Decision.ORDER, seat_of(state, side))
            return True
        put_next(state, side, first)
    return False


@rule
def _total(state, rules, side):
    """IAM-21.14, IAM-21.15: Return the combat total of a side: effective combat values plus bonuses."""
    battle, seat = state.battle, seat_of(state, side)
    total = _bonus(state, rules, side)
    for k in range(battle.fighters[side]):
        place = battle.fights[side, k]
        total += value_of(state, rules, seat, place) + rules.total_bonus[state.players[seat].ship[place], battle.mode]
    return total


@rule
def _bonus(state, rules, side):
    """IAM-20.6, IAM-21.1, IAM-22.1: Return the bonus of a side: the modifiers RAID_CV (attacker only) or INVADE_CV,
    plus the attacker's planning level bonus. In a RAID, a defender has 0.
    """
    modifiers, level = state.players[seat_of(state, side)].modifiers, state.battle.level
    if state.battle.mode == Battle.INVADE:
        return modifiers[Modifier.INVADE_CV] + (rules.fleet_invade_bonus[level] if side == ATTACKER else 0)
    return modifiers[Modifier.RAID_CV] + rules.fleet_raid_bonus[level] if side == ATTACKER else 0


@rule
def _determine_victor(state, rules):
    """IAM-21.16, IAM-21.17, IAM-21.18, IAM-21.19, IAM-22.5, IAM-22.6, IAM-22.7, IAM-22.8, IAM-22.9: Fill in the totals,
    the winner and the loot due in `state.battle`. Award the medal and destroy doomed ships.
    """
    battle = state.battle
    for side in range(2):
        battle.total[side] = _total(state, rules, side)
    battle.margin = battle.total[ATTACKER] - battle.total[DEFENDER]
    tie_wins = battle.mode == Battle.INVADE and rules.invade_tie == InvadeTie.ATTACKER
    battle.won = 1 if battle.margin > 0 or (battle.margin == 0 and tie_wins) else 0
    battle.left = _loot_due(state, rules)
    _record(state, rules)
    _destroy_doomed(state, rules)


@rule
def _loot_due(state, rules):
    """IAM-21.17: Return the maximum number of resources that a won RAID takes, or 0 (A20)."""
    battle = state.battle
    if battle.mode != Battle.RAID or not battle.won:
        return 0
    player, most = state.players[battle.attacker], battle.margin
    for k in range(battle.fighters[ATTACKER]):
        most += rules.raid_loot[player.ship[battle.fights[ATTACKER, k]]]
    if rules.raid_loot_cap > 0:
        most = min(most, rules.raid_loot_cap)
    return min(most, holdings(state, battle.defender))


@rule
def _record(state, rules):
    """IAM-21.22, IAM-22.6, IAM-22.7, IAM-22.8: Award the FLEET medal of an INVADE, or of a RAID if `raid_medal` says
    so, to the winner. Count the result (A19).
    """
    battle = state.battle
    attacker = state.players[battle.attacker]
    winner = battle.attacker if battle.won else battle.defender
    if battle.mode == Battle.INVADE or rules.raid_medal == RaidMedal.WINNER:
        state.players[winner].medals[Medal.FLEET] += 1
    state.players[battle.defender].repelled += 1 - battle.won
    if battle.mode == Battle.RAID:
        attacker.raids_won += battle.won
    else:
        attacker.invades_won += battle.won


@rule
def _destroy_doomed(state, rules):
    """IAM-21.19: Destroy all ships of both sides with more damage than they survive (A07)."""
    for side in range(2):
        sink_doomed(state, rules, seat_of(state, side), seat_of(state, 1 - side))


@rule
def _ask_spoils(state):
    """IAM-21.17, IAM-22.6: Ask a winning attacker for a spoil, or for loot if any is due. Return whether a decision is
    pending.
    """
    battle = state.battle
    if battle.mode == Battle.INVADE and battle.won:
        ask(state, Decision.SPOIL, battle.attacker)
        return True
    if battle.left > 0:
        ask(state, Decision.LOOTING, battle.attacker)
        return True
    return False


@rule
def _discard_temporary_ships(state, rules):
    """Discard ONE_BATTLE participants, and emergency ships of the defender unless `emergency_persist` is on (A15)."""
    for side in range(2):
        seat = seat_of(state, side)
        for place in range(state.players[seat].ships - 1, -1, -1):
            kind = state.players[seat].ship[place]
            leaves = rules.one_battle[kind] == 1
            if side == DEFENDER and not rules.emergency_persist:
                leaves = leaves or rules.ship_origin[kind] == Origin.EMERGENCY
            if leaves and takes_part(state, rules, side, place):
                discard_ship(state, rules, seat, place)


@rule
def _ask_repairs(state, rules, side):
    """IAM-21.20, IAM-21.21: Ask a side for repairs (A30, A65). Return whether a decision is pending. An attacker
    without REPAIR_ATTACKER gets only the free repairs of POST_REPAIR.
    """
    seat, free = seat_of(state, side), 0
    player = state.players[seat]
    for place in range(player.ships):
        if takes_part(state, rules, side, place):
            free += rules.post_repair[player.ship[place]]
    if side == ATTACKER:
        allowed, after = has(state, seat, Modifier.REPAIR_ATTACKER), After.REPAIRED_BY_ATTACKER
    else:
        allowed, after = rules.defender_repair == 1, After.REPAIRED_BY_DEFENDER
    return begin_repair(state, rules, seat, free, damage_of(state, seat) if allowed else free, after)


@rule
def play_stage(state, rules):
    """Play the current stage up to its next decision. Return whether a decision is pending."""
    stage = state.battle.stage
    if stage == Stage.EMERGENCY:
        return _call_emergency_ships(state, rules)
    if stage == Stage.ATTACKER_ORDER or stage == Stage.DEFENDER_ORDER:
        return _arrange(state, stage - Stage.ATTACKER_ORDER)
    if stage == Stage.UNMATCHED:
        return ask_unmatched(state, rules)
    if stage == Stage.SPOILS:
        return _ask_spoils(state)
    if stage >= Stage.ATTACKER_REPAIR:
        return _ask_repairs(state, rules, stage - Stage.ATTACKER_REPAIR)
    if stage == Stage.OPENING:
        _open_battle(state, rules)
    elif stage == Stage.MATCHED:
        fight_pairs(state, rules)
    elif stage == Stage.RESULT:
        _determine_victor(state, rules)
    else:
        _discard_temporary_ships(state, rules)
    return False


@rule
def end_stage(state):
    """Move the battle to its next stage. The last stage ends it."""
    stage = state.battle.stage
    state.battle.stage = Stage.NO_BATTLE if stage == Stage.DEFENDER_REPAIR else stage + 1


@rule
def continue_battle(state, rules):
    """Play the battle up to its next decision. Return True if a decision is pending, False if the battle is over."""
    while state.battle.stage != Stage.NO_BATTLE:
        if play_stage(state, rules):
            return True
        end_stage(state)
    return False
