"""Mine: troops of a planet for VP."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import HOLES
from starbalance.simulator.games.ascending_empires.planet import is_blockaded, move_troops
from starbalance.simulator.games.ascending_empires.pool import gain_vp
from starbalance.simulator.games.ascending_empires.rules import Parameter
from starbalance.simulator.games.ascending_empires.state import Source

MINES = 2  # small and large


@rule
def mine_troops(rules, mine):
    """ASE-10.1: of a small mine, or of a large one."""
    return rules.mine2_troops if mine == 0 else rules.mine3_troops


@rule
def may_mine(state, seat, hole, troops):
    """ASE-10.1, ASE-10.3, ASE-21.32: an own planet or asteroid with so many troops, not blockaded."""
    place = state.holes[hole]
    return place.owner == seat and place.troops >= troops and not is_blockaded(state, hole)


@rule
def may_mine_anything(state, rules, seat, mined):
    """ASE-10.1, ASE-21.11: any planet that this action has not mined, bits by hole."""
    for hole in range(HOLES):
        if (mined >> hole) & 1 == 0 and may_mine(state, seat, hole, rules.mine2_troops):
            return True
    return False


@rule
def mine_vp(state, rules, seat, troops):
    """ASE-10.1, ASE-10.4, ASE-21.9, ASE-21.25: VP for so many troops of any planet."""
    return state.players[seat].value[Parameter.MINE3_VP] if troops == rules.mine3_troops else rules.mine2_vp


@rule
def mine(state, rules, seat, hole, troops):
    """ASE-10.1, ASE-10.2, ASE-21.10, ASE-21.12, ASE-21.25: the bonus is for the action, not for each planet."""
    value, vp = state.players[seat].value, mine_vp(state, rules, seat, troops)
    if state.done == 0:
        vp += value[Parameter.MINE_BONUS]
    move_troops(state, seat, hole, min(0, value[Parameter.MINE_KEEP] - troops))
    gain_vp(state, rules, seat, vp, Source.MINE)
