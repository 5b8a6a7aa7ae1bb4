"""The action Recruit: troops are placed or withdrawn."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import HOLES
from starbalance.simulator.games.ascending_empires.fleet import holes_orbited_by_others
from starbalance.simulator.games.ascending_empires.planet import room_for_troops


@rule
def places_for_a_troop(state, rules, seat):
    """ASE-2.4, ASE-3.1, ASE-3.2, ASE-3.3, ASE-3.4, ASE-3.5: Return a bit mask of the holes that may take a troop.

    The mask includes the homeworld. It is 0 if the supply has no troop.
    """
    player = state.players[seat]
    if player.troops == 0:
        return 0
    holes = 1 << player.home if player.home_troops < rules.homeworld_limit else 0
    blockaded = holes_orbited_by_others(state, seat)
    for hole in range(HOLES):
        if state.holes[hole].owner == seat and (blockaded >> hole) & 1 == 0:
            if room_for_troops(state, rules, hole) > 0:
                holes |= 1 << hole
    return holes


@rule
def troops_to_withdraw(state, rules, seat, hole):
    """ASE-3.6, ASE-3.7, A3: Return the number of own troops that may be withdrawn from the hole, blockaded or not.

    It is 0 on the homeworld unless `withdraw_homeworld` allows it.
    """
    if hole == state.players[seat].home:
        return state.players[seat].home_troops if rules.withdraw_homeworld else 0
    return state.holes[hole].troops if state.holes[hole].owner == seat else 0


@rule
def may_withdraw(state, rules, seat):
    """ASE-3.6, A50: Return whether the player may withdraw a troop from any hole."""
    for hole in range(HOLES):
        if troops_to_withdraw(state, rules, seat, hole) > 0:
            return True
    return False
