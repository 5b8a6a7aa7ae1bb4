"""The participants of a battle (IAM-21.2, IAM-22.2)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.fleet import is_heavy
from starbalance.simulator.games.interstellar_ambitions.word import ATTACKER, DEFENDER, Battle


@rule
def seat_of(state, side):
    return state.battle.attacker if side == ATTACKER else state.battle.defender


@rule
def may_fight(rules, kind, mode, side):
    """IAM-21.2, IAM-22.2: Return whether ships of a kind take part on a side."""
    if mode == Battle.RAID and is_heavy(rules, kind):
        return False
    return side == DEFENDER or rules.defence_only[kind] == 0


@rule
def takes_part(state, rules, side, place):
    """IAM-21.2, IAM-22.2: Return whether a ship takes part in the current battle."""
    return may_fight(rules, state.players[seat_of(state, side)].ship[place], state.battle.mode, side)
