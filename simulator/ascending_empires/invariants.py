"""The invariants of a game in progress (RULES.md, Invariants), in plain Python."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from starbalance.simulator.ascending_empires.attack import can_attack
from starbalance.simulator.ascending_empires.board import distance, orbit_at, radius_of, seat_of
from starbalance.simulator.ascending_empires.board_rules import BATTLESHIP, FLEET, HOLES, NONE, SHIPS, STARSHIPS
from starbalance.simulator.ascending_empires.building import built, in_stock
from starbalance.simulator.ascending_empires.navigation import reach_of
from starbalance.simulator.ascending_empires.planet import is_blockaded, items_on, structures_on
from starbalance.simulator.ascending_empires.rules import (
    ASTEROID,
    COLOURS,
    HOMEWORLD,
    LEVELS,
    PARAMETERS,
    DestroyedTo,
    EndMode,
    ItemLimitMode,
    Parameter,
)
from starbalance.simulator.ascending_empires.state import Ended, Phase, Where

_TOUCH = 1e-6  # mm, of rounding at contacts
_FLEET_MOVES = (Phase.SLOT, Phase.AIM, Phase.LAND, Phase.COMMIT, Phase.RETURN)
_BARRED = (Phase.PLACE, Phase.BUILD, Phase.MINE, Phase.LAND, Phase.SLOT)  # on a blockaded planet
_STRUCTURES = range(3)


def violations(state: Any, rules: Any) -> list[str]:
    """What is wrong with a state, a sentence each; an empty list if nothing is."""
    checks = (
        troops_are_conserved,
        ships_are_conserved,
        structures_are_limited,
        planets_hold_what_they_may,
        discs_are_those_of_the_chart,
        technologies_are_in_order,
        points_are_accounted_for,
        ships_do_not_overlap,
        orbits_are_right,
        the_end_is_in_time,
    )
    return [sentence for check in checks for sentence in check(state, rules)]


def _own(state: Any, seat: int) -> list[int]:
    return [hole for hole in range(HOLES) if state.holes[hole].owner == seat]


def troops_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I1: troops in the supply, in the box, on the homeworld and on planets."""
    for seat in range(rules.seats):
        player = state.players[seat]
        there = [
            player.troops,
            player.box_troops,
            player.home_troops,
            *(state.holes[h].troops for h in _own(state, seat)),
        ]
        if sum(there) != rules.troops or min(there) < 0:
            yield f"I1: seat {seat} has troops {there}"
        if player.home_troops > rules.homeworld_limit:
            yield f"I1: {player.home_troops} troops on the homeworld of seat {seat}"
        box = rules.troops - rules.start_troops - player.taken_troops
        if player.box_troops != box and rules.destroyed_to == DestroyedTo.SUPPLY:
            yield f"I3: {player.box_troops} troops in the box of seat {seat}, not {box}"


def has_battleship(rules: Any, player: Any) -> bool:
    """Whether the player's technologies have brought the battleship."""
    return player.value[Parameter.BATTLESHIP] > 0


def ships_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I2, I3: each ship is in one place; starships outside the box, and the battleship in it until it is developed."""
    for seat in range(rules.seats):
        player = state.players[seat]
        where = Counter(int(player.where[k]) for k in range(STARSHIPS))
        outside = where[Where.SUPPLY] + where[Where.BOARD]
        if outside != rules.start_ships + player.taken_ships - player.returned:
            yield f"I3: {outside} starships of seat {seat} are outside the box"
        if (player.where[BATTLESHIP] != Where.BOX) != has_battleship(rules, player):
            yield f"I2: the battleship of seat {seat} is at {player.where[BATTLESHIP]}"
        for k in range(SHIPS):
            if (player.where[k] == Where.BOARD) != (state.scene.here[SHIPS * seat + k] == 1):
                yield f"I2: ship {k} of seat {seat} is at {player.where[k]}"


def structures_are_limited(state: Any, rules: Any) -> Iterator[str]:
    """I4, I6: pieces in stock, two facilities on one planet at most, none on an asteroid."""
    for seat in range(rules.seats):
        for structure in _STRUCTURES:
            if in_stock(state, rules, seat, structure) < 0:
                yield f"I4: seat {seat} has {built(state, seat, structure)} of structure {structure}"
        facilities = [state.holes[hole].facilities for hole in _own(state, seat)]
        if facilities.count(2) > 1 or any(each > 2 for each in facilities):
            yield f"I6: facilities of seat {seat}: {facilities}"
    for hole in range(HOLES):
        if state.holes[hole].kind == ASTEROID and state.holes[hole].facilities:
            yield f"I6: a facility on the asteroid in hole {hole}"


def planets_hold_what_they_may(state: Any, rules: Any) -> Iterator[str]:
    """I5: items, owner, face, homeworlds."""
    for hole in range(HOLES):
        place, items = state.holes[hole], items_on(state, hole)
        if min(place.troops, place.facilities, place.colonies, place.cities) < 0:
            yield f"I5: fewer than no items in hole {hole}"
        most = rules.item_limit
        if rules.item_limit_mode == ItemLimitMode.SEPARATE:
            most = rules.item_limit + rules.structure_limit
        if items > most or structures_on(state, hole) > rules.structure_limit:
            yield f"I5: {items} items in hole {hole}"
        if (place.owner == NONE) != (items == 0):
            yield f"I5: hole {hole} with {items} items belongs to {place.owner}"
        if place.owner != NONE and (place.up == 0 or place.kind == HOMEWORLD):
            yield f"I5: hole {hole} cannot be occupied"


def discs_are_those_of_the_chart(state: Any, rules: Any) -> Iterator[str]:
    """I7: as many discs of a kind as the set-up deals."""
    found = Counter(int(place.kind) for place in state.holes)
    expected = Counter({kind: int(rules.group[:, kind].sum()) for kind in range(COLOURS + 1)})
    expected[ASTEROID] += 4 - rules.seats
    expected[HOMEWORLD] = rules.seats
    if found != +expected:
        yield f"I7: discs {sorted(found.items())}"


def technologies_are_in_order(state: Any, rules: Any) -> Iterator[str]:
    """I8: levels, what they make of the numbers, and who was first."""
    for seat in range(rules.seats):
        player = state.players[seat]
        if not all(0 <= level <= LEVELS for level in player.tech):
            yield f"I8: technologies of seat {seat}: {player.tech}"
        for parameter in range(PARAMETERS):
            gains = sum(rules.gain[c, 1 : player.tech[c] + 1, parameter].sum() for c in range(COLOURS))
            if player.value[parameter] != rules.initial[parameter] + gains:
                yield f"I8: {Parameter(parameter).name} of seat {seat} is {player.value[parameter]}"
        full = [level for level in range(1, LEVELS + 1) if min(player.tech) >= level]
        if [level for level in range(1, LEVELS + 1) if (player.rows >> level) & 1] != full:
            yield f"I8: rows of seat {seat}: {player.rows}"
    for colour in range(COLOURS):
        reached = max(int(state.players[seat].tech[colour]) for seat in range(rules.seats))
        named = [level for level in range(1, LEVELS + 1) if state.first_to[colour, level] != NONE]
        if named != list(range(1, reached + 1)):
            yield f"I8: the first in colour {colour}: {named}"


def points_are_accounted_for(state: Any, rules: Any) -> Iterator[str]:
    """I9, I21, I27: tokens come out of the pool and the box, for what the rules say."""
    taken = sum(int(state.players[seat].tokens) for seat in range(rules.seats))
    if taken != rules.pool - state.pool + state.box_vp or state.pool < 0:
        yield f"I9: {taken} VP taken, {state.pool} in the pool, {state.box_vp} from the box"
    if state.box_vp != max(0, taken - rules.pool):
        yield f"I27: {state.box_vp} VP from the box"
    if (state.pool == 0) != (state.trigger != NONE):
        yield f"I9: the end is triggered by {state.trigger} with {state.pool} in the pool"
    for seat in range(rules.seats):
        player = state.players[seat]
        if player.tokens != sum(player.earned):
            yield f"I21: seat {seat} has {player.tokens} tokens for {player.earned}"


def ships_do_not_overlap(state: Any, rules: Any) -> Iterator[str]:
    """I10: ships are on the board, beside discs and beside each other."""
    board, scene = rules.board, state.scene
    here = [ship for ship in range(FLEET) if scene.here[ship]]
    for place, ship in enumerate(here):
        x, y, radius = scene.x[ship], scene.y[ship], radius_of(board, ship)
        if not (0 <= x <= board.width and 0 <= y <= board.height):
            yield f"I10: ship {ship} at ({x}, {y})"
        for hole in range(HOLES):
            away = ((board.hole_x[hole] - x) ** 2 + (board.hole_y[hole] - y) ** 2) ** 0.5
            if away < board.planet_r + radius - _TOUCH:
                yield f"I10: ship {ship} lies on disc {hole}"
        for other in here[:place]:
            if distance(scene, ship, other) < radius + radius_of(board, other) - _TOUCH:
                yield f"I10: ships {other} and {ship} overlap"


def orbits_are_right(state: Any, rules: Any) -> Iterator[str]:
    """I11: the hole whose ring a ship touches."""
    for ship in range(FLEET):
        found, scene = NONE, state.scene
        if scene.here[ship]:
            found = orbit_at(rules.board, scene.x[ship], scene.y[ship], radius_of(rules.board, ship))
        if scene.orbit[ship] != found:
            yield f"I11: ship {ship} is in orbit of {found}, not {scene.orbit[ship]}"


def the_end_is_in_time(state: Any, rules: Any) -> Iterator[str]:
    """I12, I15, I16: steps of an action, turns after the trigger, the shares of the win."""
    if state.left < 0 or (state.phase == Phase.POINT and state.left + state.done != _points(state)):
        yield f"I12: {state.left} points left, {state.done} spent"
    if state.trigger != NONE:
        gone = state.turn - state.trigger_turn
        if rules.end_mode == EndMode.ONE_MORE_EACH and gone + state.turns_left != rules.seats - 1:
            yield f"I15: {gone} turns after the trigger, {state.turns_left} to come"
        if state.over and (state.turns_left != 0 or state.ended != Ended.POOL):
            yield f"I15: the game is over with {state.turns_left} turns left"
    if state.over and abs(state.credit.sum() - 1) > 1e-9:
        yield f"I16: the credits sum to {state.credit.sum()}"


def _points(state: Any) -> int:
    return int(state.players[state.active].value[Parameter.MOVE_POINTS])


def step_violations(before: Any, after: Any, rules: Any) -> list[str]:
    """What is wrong with a step from one state to the next."""
    checks = (discs_stay, progress_stays, ships_stay, blockades_hold, attacks_are_made)
    return [sentence for check in checks for sentence in check(before, after, rules)]


def discs_stay(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I7: a disc keeps its kind, a face that is up stays up, what was seen stays seen."""
    for hole in range(HOLES):
        was, now = before.holes[hole], after.holes[hole]
        if was.kind != now.kind or was.up > now.up or was.known & ~now.known:
            yield f"I7: the disc in hole {hole} has changed"


def progress_stays(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I8, I9, I27: technologies, first developers, tokens never fall; the pool never rises; one trigger."""
    risen = 0
    for seat in range(rules.seats):
        was, now = before.players[seat], after.players[seat]
        risen += abs(now.tech - was.tech).sum()
        if (now.tech < was.tech).any() or now.tokens < was.tokens or was.rows & ~now.rows:
            yield f"I8: seat {seat} has lost a level, a row or a token"
    if risen > 1:
        yield f"I8: {risen} levels in one step"
    if ((before.first_to != after.first_to) & (before.first_to != NONE)).any():
        yield "I8: another first developer"
    if after.pool > before.pool or before.trigger not in (NONE, after.trigger):
        yield "I9: the pool has risen, or the end is triggered again"


def ships_stay(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I13, I14, I23: ships move in a move alone; they come by launch, and go by what a phase may do."""
    changed = [ship for ship in range(FLEET) if _place(before, ship) != _place(after, ship)]
    phase = before.phase
    if changed and phase not in _FLEET_MOVES:
        yield f"I14: ships {changed} have moved in {Phase(int(phase)).name}"
    came = [ship for ship in changed if after.scene.here[ship] > before.scene.here[ship]]
    if came and (phase != Phase.SLOT or len(came) > 1):
        yield f"I23: ships {came} have come in {Phase(int(phase)).name}"
    if phase == Phase.COMMIT and any(seat_of(ship) == before.active for ship in changed):
        yield "I13: an attacker is gone"
    if phase in (Phase.SLOT, Phase.LAND, Phase.COMMIT) and len(changed) > 1:
        yield f"I23: ships {changed} have changed in one step"


def _place(state: Any, ship: int) -> tuple[int, float, float]:
    return int(state.scene.here[ship]), float(state.scene.x[ship]), float(state.scene.y[ship])


def blockades_hold(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I24: of an own planet that is blockaded nothing but troops withdrawn changes."""
    if before.phase not in _BARRED:
        return
    for hole in _own(before, before.active):
        if is_blockaded(before, hole) and items_on(before, hole) != items_on(after, hole):
            yield f"I24: items of the blockaded hole {hole} have changed"


def attacks_are_made(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I13: a move leaves no attack that its ships could make."""
    if rules.attack_optional or rules.long_optional or before.phase not in (Phase.POINT, *_FLEET_MOVES[:-1]):
        return
    seat = before.active
    if after.phase in (Phase.SCAN, Phase.ACTION) and can_attack(after, rules, seat, reach_of(after, rules, seat)):
        yield f"I13: seat {seat} has left an attack"
