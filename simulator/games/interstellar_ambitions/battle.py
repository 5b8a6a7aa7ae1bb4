"""Battles, step by step: who takes part, emergency ships, combat orders, dice, totals (IAM-20, IAM-21, IAM-22)."""

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
from starbalance.simulator.games.interstellar_ambitions.state import FLEE_DICE, After, Phase, Stage
from starbalance.simulator.games.interstellar_ambitions.word import ATTACKER, DEFENDER, Battle, Medal, Modifier, Origin


@rule
def ships_for(state, rules, seat, mode, side):
    """How many ships of a player would take part on a side."""
    player, number = state.players[seat], 0
    for place in range(player.ships):
        number += 1 if may_fight(rules, player.ship[place], mode, side) else 0
    return number


@rule
def may_attack(state, rules, seat, mode):
    """IAM-20.2, IAM-20.5, IAM-21.1, IAM-22.1, A18: whether the cell allows such a battle and a ship is there to fight
    it."""
    allowed = rules.fleet_raid[state.planning] if mode == Battle.RAID else rules.fleet_invade[state.planning]
    if not allowed:
        return False
    return rules.attack_needs_ship == 0 or ships_for(state, rules, seat, mode, ATTACKER) > 0


@rule
def begin_battle(state, rules, mode, defender):
    """IAM-20.3."""
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
    """IAM-21.3, IAM-22.3, A16, A17, A50: emergency ships for a defender with fewer ships, as the battle is declared."""
    battle = state.battle
    if not rules.emergency_rule:
        return 0
    ships = ships_for(state, rules, battle.defender, battle.mode, DEFENDER)
    if ships >= ships_for(state, rules, battle.attacker, battle.mode, ATTACKER):
        return 0
    return 1 + state.players[battle.defender].modifiers[Modifier.EMERGENCY_EXTRA]


@rule
def _can_come(state, rules):
    """IAM-21.4: whether deck or discards hold an emergency ship for this battle."""
    mode = state.battle.mode
    for k in range(state.emergencies_left):
        if may_fight(rules, state.emergency_deck[k], mode, DEFENDER):
            return True
    for k in range(state.emergencies_discarded):
        if may_fight(rules, state.emergency_discard[k], mode, DEFENDER):
            return True
    return False


@rule
def call_up(state, rules):
    """IAM-21.3, IAM-21.4, IAM-22.3: an emergency ship joins the defender; in a RAID HEAVY ones are drawn over."""
    battle = state.battle
    battle.due -= 1
    kind = draw_emergency(state)
    while not may_fight(rules, kind, battle.mode, DEFENDER):
        discard_emergency(state, kind)
        kind = draw_emergency(state)
    add_ship(state, rules, battle.defender, kind, 0)
    state.players[battle.defender].emergencies += 1


@rule
def _call_for_help(state, rules):
    """IAM-21.5, A72: emergency ships come while there is room; in a full fleet the defender is asked first."""
    battle = state.battle
    while battle.due > 0 and _can_come(state, rules):
        if not has_room(state, rules, battle.defender):
            state.after = After.EMERGENCY
            ask(state, Phase.SCRAPPING, battle.defender)
            return True
        call_up(state, rules)
    return False


@rule
def _open(state, rules):
    """IAM-21.6, A49: what happens before the battle; then both sides draw up what is left."""
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
    """PRE_FLEE; IAM-27.15: up to a face of the die the ship goes to the discards."""
    seat, place = seat_of(state, side), 0
    while place < state.players[seat].ships:
        face = rules.flees[state.players[seat].ship[place]]
        if face > 0 and _may_flee(state, rules, side, place) and below(state, FLEE_DICE, SIDES) + 1 <= face:
            discard_ship(state, rules, seat, place)
        else:
            place += 1


@rule
def _may_flee(state, rules, side, place):
    """IAM-27.15, A77: whether a ship rolls for its flight, before a battle in which it takes part or before any."""
    return rules.flee_before == FleeBefore.ANY_BATTLE or takes_part(state, rules, side, place)


@rule
def _destroy_named(state, rules, side):
    """PRE_DESTROY_NAMED; IAM-27.13: enemy participants of a name, the least damaged first."""
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
    """The place of the least damaged participant of a kind, NONE if there is none."""
    player, best = state.players[seat_of(state, side)], NONE
    for place in range(player.ships):
        if player.ship[place] == kind and takes_part(state, rules, side, place):
            if best == NONE or player.damage[place] < player.damage[best]:
                best = place
    return best


@rule
def _draw_up(state, rules, side):
    """IAM-21.7, IAM-21.8, A21: the participants of a side; with any damaged ship on either side the damaged lie face
    up."""
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
    """Whether a ship has its place in the combat order."""
    for k in range(state.battle.placed[side]):
        if state.battle.order[side, k] == place:
            return True
    return False


@rule
def may_be_next(state, side, place):
    """A69: whether a participant can be the next in combat order: equal ones left are one option."""
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
    """IAM-21.7, IAM-21.8: asks for the next ship of a side; ships that leave no choice are placed at once."""
    battle = state.battle
    while battle.placed[side] < battle.fighters[side]:
        first, choices = NONE, 0
        for k in range(battle.fighters[side]):
            if may_be_next(state, side, battle.fights[side, k]):
                first = battle.fights[side, k] if choices == 0 else first
                choices += 1
        if choices > 1 and battle.fighters[1 - side] > 0:
            ask(state, Phase.ORDER, seat_of(state, side))
            return True
        put_next(state, side, first)
    return False


@rule
def _total(state, rules, side):
    """IAM-21.14, IAM-21.15: what is left of the ships that took part, then what adds to it."""
    battle, seat = state.battle, seat_of(state, side)
    total = _bonus(state, rules, side)
    for k in range(battle.fighters[side]):
        place = battle.fights[side, k]
        total += value_of(state, rules, seat, place) + rules.total_bonus[state.players[seat].ship[place], battle.mode]
    return total


@rule
def _bonus(state, rules, side):
    """IAM-20.6, IAM-21.1, IAM-22.1: by planning level, to the attacker; RAID_CV, INVADE_CV."""
    modifiers, level = state.players[seat_of(state, side)].modifiers, state.battle.level
    if state.battle.mode == Battle.INVADE:
        return modifiers[Modifier.INVADE_CV] + (rules.fleet_invade_bonus[level] if side == ATTACKER else 0)
    return modifiers[Modifier.RAID_CV] + rules.fleet_raid_bonus[level] if side == ATTACKER else 0


@rule
def _decide(state, rules):
    """IAM-21.16, IAM-21.17, IAM-21.18, IAM-21.19, IAM-22.5, IAM-22.6, IAM-22.7, IAM-22.8, IAM-22.9: who wins, what is
    due to them, and what sinks."""
    battle = state.battle
    for side in range(2):
        battle.total[side] = _total(state, rules, side)
    battle.margin = battle.total[ATTACKER] - battle.total[DEFENDER]
    tie_wins = battle.mode == Battle.INVADE and rules.invade_tie == InvadeTie.ATTACKER
    battle.won = 1 if battle.margin > 0 or (battle.margin == 0 and tie_wins) else 0
    battle.left = _loot_due(state, rules)
    _record(state, rules)
    _sink(state, rules)


@rule
def _loot_due(state, rules):
    """IAM-21.17, A20: the most that a RAID takes."""
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
    """IAM-21.22, IAM-22.6, IAM-22.7, IAM-22.8, A19: the FLEET medal, and the statistics."""
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
def _sink(state, rules):
    """IAM-21.19, A07: all ships with more damage than they survive, of both sides."""
    for side in range(2):
        sink_doomed(state, rules, seat_of(state, side), seat_of(state, 1 - side))


@rule
def _ask_spoils(state):
    """IAM-21.17, IAM-22.6."""
    battle = state.battle
    if battle.mode == Battle.INVADE and battle.won:
        ask(state, Phase.SPOIL, battle.attacker)
        return True
    if battle.left > 0:
        ask(state, Phase.LOOTING, battle.attacker)
        return True
    return False


@rule
def _part(state, rules):
    """ONE_BATTLE, A15: participants that leave after the battle."""
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
    """IAM-21.20, IAM-21.21, A30, A65: of the defender, of an attacker with REPAIR_ATTACKER; POST_REPAIR is free."""
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
    """Carries out the stage in progress, as far as its next decision; false if there is none."""
    stage = state.battle.stage
    if stage == Stage.EMERGENCY:
        return _call_for_help(state, rules)
    if stage == Stage.ATTACKER_ORDER or stage == Stage.DEFENDER_ORDER:
        return _arrange(state, stage - Stage.ATTACKER_ORDER)
    if stage == Stage.UNMATCHED:
        return ask_unmatched(state, rules)
    if stage == Stage.SPOILS:
        return _ask_spoils(state)
    if stage >= Stage.ATTACKER_REPAIR:
        return _ask_repairs(state, rules, stage - Stage.ATTACKER_REPAIR)
    if stage == Stage.OPENING:
        _open(state, rules)
    elif stage == Stage.MATCHED:
        fight_pairs(state, rules)
    elif stage == Stage.RESULT:
        _decide(state, rules)
    else:
        _part(state, rules)
    return False


@rule
def end_stage(state):
    """The next stage of the battle; after the last one it is over."""
    stage = state.battle.stage
    state.battle.stage = Stage.NO_BATTLE if stage == Stage.DEFENDER_REPAIR else stage + 1


@rule
def go_on_with_battle(state, rules):
    """Plays a battle on to its next decision; false when it is over."""
    while state.battle.stage != Stage.NO_BATTLE:
        if play_stage(state, rules):
            return True
        end_stage(state)
    return False
