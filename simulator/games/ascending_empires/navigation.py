"""The step Navigate: a flick, and its effects on supplies, VP and counters."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board import seat_of
from starbalance.simulator.games.ascending_empires.board_rules import FLEET, HOLES, NONE, SHIPS, WAYPOINTS, Aim
from starbalance.simulator.games.ascending_empires.fleet import put_ship
from starbalance.simulator.games.ascending_empires.flick.aim import aim_shot, has_arrived
from starbalance.simulator.games.ascending_empires.flick.flick import play_flick
from starbalance.simulator.games.ascending_empires.flick.randomness import draw_randomness
from starbalance.simulator.games.ascending_empires.pool import gain_vp
from starbalance.simulator.games.ascending_empires.rules import Parameter
from starbalance.simulator.games.ascending_empires.state import FLICK, Source, Where


@rule
def reach_of(state, rules, seat):
    """ASE-8.2, ASE-21.2: Return the player's range in mm: the short or the long side of the ruler."""
    return rules.board.range_long if state.players[seat].value[Parameter.RANGE] > 0 else rules.board.range_short


@rule
def may_navigate(state, seat, ship):
    """ASE-5.1, A9: Return whether the ship is an own ship on the board."""
    return seat_of(ship) == seat and state.scene.on_board[ship] == 1


@rule
def may_navigate_anything(state, seat):
    """ASE-5.1: Return whether the player has a ship on the board."""
    for k in range(SHIPS):
        if state.scene.on_board[SHIPS * seat + k] == 1:
            return True
    return False


@rule
def may_aim(state, seat, ship, aim, target):
    """D6: Return whether a ship may be flicked at the target.

    Targets are orbits other than the ship's current one, enemy ships on the board and waypoints.
    """
    if aim <= Aim.SIDE_RIGHT:
        return target < HOLES and state.scene.orbit[ship] != target
    if aim <= Aim.NEAR:
        return target < FLEET and seat_of(target) != seat and state.scene.on_board[target] == 1
    return target < WAYPOINTS


@rule
def navigate(state, rules, seat, ship, aim, target):
    """ASE-5.1, ASE-5.11, ASE-20.12, ASE-20.18, ASE-20.20: Flick a ship, and count the flick, its ricochets and arrival.

    Lost ships go to the supplies. Planets stay unchanged.
    """
    shot, player, reach = state.flick, state.players[seat], reach_of(state, rules, seat)
    aim_shot(rules.board, state.scene, shot, ship, aim, target, reach)
    shot.spread = 2.0 ** (-player.skill)
    shot.survives = player.value[Parameter.RAM_SURVIVE]
    shot.own_hit_blocks = rules.own_hit_blocks_ram
    draw_randomness(rules.board, shot, state.key[0], state.key[1], FLICK, state.flicks)
    state.flicks += 1
    play_flick(rules.board, state.scene, shot)
    take_back_ships(state, rules, seat)
    player.flicks += 1
    player.ricochets += shot.ricochets
    if has_arrived(rules.board, state.scene, shot, reach):
        player.arrivals += 1


@rule
def take_back_ships(state, rules, seat):
    """ASE-5.4, ASE-5.6, ASE-5.8, ASE-20.9, A35: Put ships that the last flick has lost into their owners' supplies.

    A ship is lost if it was rammed or left the board. Under `ram_vp` a ram also pays VP.
    """
    shot = state.flick
    for k in range(shot.off):
        put_ship(state, shot.off_ship[k], Where.SUPPLY)
        state.players[seat_of(shot.off_ship[k])].off += 1
    if shot.ram_enemy == NONE:
        return
    state.players[seat].rams += 1
    if shot.own_lost:
        put_ship(state, shot.ram_own, Where.SUPPLY)
    if shot.enemy_lost:
        put_ship(state, shot.ram_enemy, Where.SUPPLY)
        state.players[seat_of(shot.ram_enemy)].rammed += 1
        if rules.ram_vp > 0:
            gain_vp(state, rules, seat, rules.ram_vp, Source.RAM)
