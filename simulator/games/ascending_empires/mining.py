"""The action Mine: troops on a planet are exchanged for VP."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import HOLES
from starbalance.simulator.games.ascending_empires.planet import is_blockaded, move_troops
from starbalance.simulator.games.ascending_empires.pool import gain_vp
from starbalance.simulator.games.ascending_empires.rules import Parameter
from starbalance.simulator.games.ascending_empires.state import Source

MINES = 2  # small and large


@rule
def mine_troops(rules, mine):
    """ASE-10.1: Return the number of troops of a small mine (0) or a large mine (1)."""
    return rules.mine2_troops if mine == 0 else rules.mine3_troops


@rule
def may_mine(state, seat, hole, troops):
    """ASE-10.1, ASE-10.3, ASE-21.32: Return whether the player may mine the hole.

    It must be an own planet or asteroid that is not blockaded and has the troops.
    """
    place = state.holes[hole]
    return place.owner == seat and place.troops >= troops and not is_blockaded(state, hole)


@rule
def may_mine_anything(state, rules, seat, mined):
    """ASE-10.1, ASE-21.11: Return whether the player may mine any planet.

    Planets in the bit mask `mined` are excluded.
    """
    for hole in range(HOLES):
        if (mined >> hole) & 1 == 0 and may_mine(state, seat, hole, rules.mine2_troops):
            return True
    return False


@rule
def mine_vp(state, rules, seat, troops):
    """ASE-10.1, ASE-10.4, ASE-21.9, ASE-21.25: Return the VP for a mine with this number of troops."""
    return state.players[seat].value[Parameter.MINE3_VP] if troops == rules.mine3_troops else rules.mine2_vp


@rule
def mine(state, rules, seat, hole, troops):
    """ASE-10.1, ASE-10.2, ASE-21.10, ASE-21.12, ASE-21.25: Move troops from a planet to the supply and pay their VP.

    The bonus is paid once per action, not per planet.
    """
    value, vp = state.players[seat].value, mine_vp(state, rules, seat, troops)
    if state.done == 0:
        vp += value[Parameter.MINE_BONUS]
    move_troops(state, seat, hole, min(0, value[Parameter.MINE_KEEP] - troops))
    gain_vp(state, rules, seat, vp, Source.MINE)
