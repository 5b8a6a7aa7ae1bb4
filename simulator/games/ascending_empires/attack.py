"""The attacks of a turn: the possible targets, the ships that take part, and the result."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board import FAVOUR, distance, hull_of, is_within, seat_of
from starbalance.simulator.games.ascending_empires.board_rules import BATTLESHIP, FLEET, HOLES, NONE, SHIPS, Hull
from starbalance.simulator.games.ascending_empires.fleet import holes_orbited_by_others, put_ship
from starbalance.simulator.games.ascending_empires.navigation import reach_of
from starbalance.simulator.games.ascending_empires.planet import defence_of, is_homeworld, items_on
from starbalance.simulator.games.ascending_empires.pool import gain_vp
from starbalance.simulator.games.ascending_empires.rules import CommitMode, DestroyedTo, RangeMode
from starbalance.simulator.games.ascending_empires.state import Source, Where


@rule
def ships_free_to_attack(state, seat):
    """ASE-7.3, ASE-7.5, ASE-7.8: Return a bit mask of own ships on the board that have not attacked this turn."""
    ships = 0
    for k in range(SHIPS):
        ships |= state.scene.on_board[SHIPS * seat + k] << k
    return ships & ~state.players[seat].used


@rule
def is_in_range(state, rules, ship, target, reach):
    """ASE-8.2, ASE-8.9, A11, A51: Return whether the target is in range. Nothing blocks range."""
    if rules.range_mode == RangeMode.CENTRE:
        return distance(state.scene, ship, target) <= reach + FAVOUR
    return is_within(rules.board, state.scene, ship, target, reach)


@rule
def ships_against_ship(state, rules, seat, target, free, reach):
    """ASE-8.1, ASE-8.2: Return a bit mask of own ships that are free to attack and in range of the target."""
    ships = 0
    for k in range(SHIPS):
        if (free >> k) & 1 and is_in_range(state, rules, SHIPS * seat + k, target, reach):
            ships |= 1 << k
    return ships


@rule
def ships_against_planet(state, seat, hole, free):
    """ASE-9.2, A38: Return a bit mask of own ships that are free to attack and in orbit of the hole."""
    ships = 0
    for k in range(SHIPS):
        if (free >> k) & 1 and state.scene.orbit[SHIPS * seat + k] == hole:
            ships |= 1 << k
    return ships


@rule
def strength_of(rules, ships):
    """ASE-8.1, ASE-8.5, ASE-9.2: Return the total strength of a set of ships, given as a bit mask of own ships."""
    strength = 0
    for k in range(SHIPS):
        if (ships >> k) & 1:
            strength += rules.battleship_strength if k == BATTLESHIP else 1
    return strength


@rule
def needed_against_ship(rules, target):
    """ASE-8.1, ASE-8.6: Return the strength needed to destroy the target ship."""
    return rules.battleship_to_kill if hull_of(target) == Hull.BATTLESHIP else rules.ships_to_kill


@rule
def may_be_shot_at(state, rules, seat, target):
    """ASE-8.10, A13: Return whether the target is an enemy ship on the board.

    Under `homeworld_orbit_safe` a ship that orbits the homeworld of its player is exempt.
    """
    if state.scene.on_board[target] == 0 or seat_of(target) == seat:
        return False
    home = state.players[seat_of(target)].home
    return not (rules.homeworld_orbit_safe and state.scene.orbit[target] == home)


@rule
def can_destroy_ship(state, rules, seat, target, free, reach):
    """ASE-8.1, ASE-8.6: Return whether enough free ships are in range to destroy the target ship."""
    if not may_be_shot_at(state, rules, seat, target):
        return False
    needed = needed_against_ship(rules, target)
    if strength_of(rules, free) < needed:
        return False
    return strength_of(rules, ships_against_ship(state, rules, seat, target, free, reach)) >= needed


@rule
def is_enemy_planet(state, seat, hole):
    """ASE-9.6: Return whether another player occupies the planet."""
    owner = state.holes[hole].owner
    return owner != NONE and owner != seat and not is_homeworld(state, hole)


@rule
def can_destroy_planet(state, rules, seat, hole, free):
    """ASE-9.2, ASE-9.5, ASE-9.7, ASE-12.4, ASE-12.8: Return whether the player can destroy the planet.

    The strength in its orbit must exceed the defence value, and no other player may have a ship there.
    """
    if not is_enemy_planet(state, seat, hole):
        return False
    if strength_of(rules, ships_against_planet(state, seat, hole, free)) <= defence_of(state, rules, hole):
        return False
    return (holes_orbited_by_others(state, seat) >> hole) & 1 == 0


@rule
def can_attack(state, rules, seat, reach):
    """ASE-7.2: Return whether the player can destroy any ship within `reach` (mm) or any planet."""
    free = ships_free_to_attack(state, seat)
    for target in range(FLEET):
        if can_destroy_ship(state, rules, seat, target, free, reach):
            return True
    for hole in range(HOLES):
        if can_destroy_planet(state, rules, seat, hole, free):
            return True
    return False


@rule
def may_decline(state, rules, seat):
    """ASE-7.2, A39, A40: Return whether the player may decline an attack.

    Attacks are compulsory unless a switch makes all attacks, or attacks at long range, optional.
    """
    if rules.attack_optional:
        return True
    return rules.long_optional and not can_attack(state, rules, seat, rules.board.range_short)


@rule
def is_committed_set(rules, ships, free, needed):
    """ASE-8.8, ASE-9.9, A12, A37: Return whether a set of ships may be committed.

    The set must be strong enough. It is either minimal (no ship can be left out) or, under `ALL_IN_RANGE`, complete.
    """
    if ships & ~free or strength_of(rules, ships) < needed:
        return False
    if rules.commit_mode == CommitMode.ALL_IN_RANGE:
        return ships == free
    for k in range(SHIPS):
        if (ships >> k) & 1 and strength_of(rules, ships & ~(1 << k)) >= needed:
            return False
    return True


@rule
def free_ships(state, rules, seat):
    """Return a bit mask of own ships that may join the attack in progress."""
    free = ships_free_to_attack(state, seat)
    if state.ship != NONE:
        return ships_against_ship(state, rules, seat, state.ship, free, reach_of(state, rules, seat))
    return ships_against_planet(state, seat, state.hole, free)


@rule
def needed_strength(state, rules):
    """Return the strength that the attack in progress needs, for a planet one more than its defence value."""
    if state.ship != NONE:
        return needed_against_ship(rules, state.ship)
    return defence_of(state, rules, state.hole) + 1


@rule
def destroy_ship(state, rules, seat, target):
    """ASE-8.3, ASE-8.7, ASE-7.6: Put the target ship into its owner's supply and give the attacker its VP."""
    is_battleship = hull_of(target) == Hull.BATTLESHIP
    put_ship(state, target, Where.SUPPLY)
    state.players[seat].kills += 1
    state.players[seat_of(target)].ships_lost += 1
    gain_vp(state, rules, seat, rules.battleship_vp if is_battleship else rules.ship_kill_vp, Source.SHIP)


@rule
def destroy_planet(state, rules, seat, hole):
    """ASE-9.3, ASE-9.4, ASE-9.8, A15: Give every item on the planet back to its owner and give the attacker VP.

    The planet has no owner and stays face up. Under `DestroyedTo.BOX` its troops go to the box.
    """
    place, vp = state.holes[hole], rules.planet_vp_per_item * items_on(state, hole)
    owner = state.players[place.owner]
    if rules.destroyed_to == DestroyedTo.BOX:
        owner.box_troops += place.troops
    else:
        owner.troops += place.troops
    owner.planets_lost += 1
    place.troops = 0
    place.facilities = 0
    place.colonies = 0
    place.cities = 0
    place.owner = NONE
    state.players[seat].raids += 1
    gain_vp(state, rules, seat, vp, Source.PLANET)


@rule
def attack(state, rules, seat, ships):
    """ASE-7.3, ASE-7.6: Mark the committed ships as used and destroy the target ship or planet."""
    state.players[seat].used |= ships
    if state.ship != NONE:
        destroy_ship(state, rules, seat, state.ship)
    else:
        destroy_planet(state, rules, seat, state.hole)
