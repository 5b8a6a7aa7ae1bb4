"""The invariants of RULES.md in plain Python. Only tests use them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from starbalance.simulator.games.ascending_empires.attack import can_attack
from starbalance.simulator.games.ascending_empires.board import FAVOUR, seat_of
from starbalance.simulator.games.ascending_empires.board_rules import BATTLESHIP, FLEET, HOLES, NONE, SHIPS, STARSHIPS
from starbalance.simulator.games.ascending_empires.navigation import reach_of
from starbalance.simulator.games.ascending_empires.planet import is_blockaded
from starbalance.simulator.games.ascending_empires.rules import (
    ASTEROID,
    COLOURS,
    HOMEWORLD,
    LEVELS,
    DestroyedTo,
    EndMode,
    ItemLimitMode,
    Parameter,
)
from starbalance.simulator.games.ascending_empires.scoring import total_of
from starbalance.simulator.games.ascending_empires.state import Decision, Ended, Kind, Where

_TOUCH = 1e-6  # mm, tolerance for rounding at contacts
_FLEET_MOVES = (Decision.SLOT, Decision.AIM, Decision.LAND, Decision.COMMIT, Decision.RETURN)
_BARRED = (
    Decision.PLACE,
    Decision.BUILD,
    Decision.MINE,
    Decision.LAND,
    Decision.SLOT,
)  # not allowed on a blockaded planet
_STRUCTURES = ("facilities", "colonies", "cities")  # field names of a hole and of the rules


def violations(state: Any, rules: Any) -> list[str]:
    """Return one message for each invariant that a state violates."""
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
    return [int(hole) for hole in np.flatnonzero(state.holes["owner"] == seat)]


def _structures(state: Any) -> np.ndarray:
    """Return an array with the number of structures in each hole."""
    return sum(state.holes[name] for name in _STRUCTURES)


def _items(state: Any) -> np.ndarray:
    """Return an array with the number of items (troops and structures) in each hole."""
    return state.holes["troops"] + _structures(state)


def troops_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I1, I3: Yield a message unless each seat's troops add up to their total and respect the homeworld limit.

    They are in the supply, in the box, on the homeworld and on planets. The box must hold what has not been taken from
    it.
    """
    for seat in range(rules.seats):
        player = state.players[seat]
        troops = [
            player.troops,
            player.box_troops,
            player.home_troops,
            *(state.holes[h].troops for h in _own(state, seat)),
        ]
        if sum(troops) != rules.troops or min(troops) < 0:
            yield f"I1: seat {seat} has troops {troops}"
        if player.home_troops > rules.homeworld_limit:
            yield f"I1: {player.home_troops} troops on the homeworld of seat {seat}"
        box = rules.troops - rules.start_troops - player.taken_troops
        if player.box_troops != box and rules.destroyed_to == DestroyedTo.SUPPLY:
            yield f"I3: {player.box_troops} troops in the box of seat {seat}, not {box}"


def has_battleship(rules: Any, player: Any) -> bool:
    """Return whether the player's technologies include the battleship."""
    return player.value[Parameter.BATTLESHIP] > 0


def ships_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I2, I3: Yield a message unless each ship is in one place and the right number of starships is outside the box.

    The battleship is in the box until it is developed.
    """
    for seat in range(rules.seats):
        player = state.players[seat]
        where = Counter(int(player.where[k]) for k in range(STARSHIPS))
        outside = where[Where.SUPPLY] + where[Where.BOARD]
        if outside != rules.start_ships + player.taken_ships - player.returned:
            yield f"I3: {outside} starships of seat {seat} are outside the box"
        if (player.where[BATTLESHIP] != Where.BOX) != has_battleship(rules, player):
            yield f"I2: the battleship of seat {seat} is at {player.where[BATTLESHIP]}"
        for k in range(SHIPS):
            if (player.where[k] == Where.BOARD) != (state.scene.on_board[SHIPS * seat + k] == 1):
                yield f"I2: ship {k} of seat {seat} is at {player.where[k]}"


def structures_are_limited(state: Any, rules: Any) -> Iterator[str]:
    """I4, I6: Yield a message unless structures respect the stock and facilities the limit per planet.

    Asteroids must have no facilities.
    """
    for seat in range(rules.seats):
        own = state.holes[_own(state, seat)]
        for structure in _STRUCTURES:
            if own[structure].sum() > rules[structure]:
                yield f"I4: seat {seat} has {own[structure].sum()} {structure}"
        more = own["facilities"] - rules.facility_limit
        if (more > 0).sum() > rules.double_planets or (more > 1).any():
            yield f"I6: facilities of seat {seat}: {own['facilities']}"
    if ((state.holes["kind"] == ASTEROID) & (state.holes["facilities"] > 0)).any():
        yield "I6: a facility on an asteroid"


def planets_hold_what_they_may(state: Any, rules: Any) -> Iterator[str]:
    """I5: Yield a message unless the items of holes respect the limits and exactly holes with items have owners.

    Face-down planets and homeworlds must have no owner.
    """
    holes, items = state.holes, _items(state)
    most = rules.item_limit
    if rules.item_limit_mode == ItemLimitMode.SEPARATE:
        most = rules.item_limit + rules.structure_limit
    occupied = holes["owner"] != NONE
    wrong = {
        "hold a negative number of items": np.min([holes[name] for name in ("troops", *_STRUCTURES)], axis=0) < 0,
        "hold more items than allowed": (items > most) | (_structures(state) > rules.structure_limit),
        "have an owner without items, or items without an owner": occupied != (items > 0),
        "are occupied although they are face down or homeworlds": occupied
        & ((holes["up"] == 0) | (holes["kind"] == HOMEWORLD)),
    }
    for words, where in wrong.items():
        if where.any():
            yield f"I5: holes {np.flatnonzero(where)} {words}"


def discs_are_those_of_the_chart(state: Any, rules: Any) -> Iterator[str]:
    """I7: Yield a message unless each kind has the number of discs that the setup deals."""
    discs = Counter(int(place.kind) for place in state.holes)
    expected = Counter({kind: int(rules.group[:, kind].sum()) for kind in range(COLOURS + 1)})
    expected[ASTEROID] += 4 - rules.seats
    expected[HOMEWORLD] = rules.seats
    if discs != +expected:
        yield f"I7: discs {sorted(discs.items())}"


def technologies_are_in_order(state: Any, rules: Any) -> Iterator[str]:
    """I8: Yield a message unless levels are valid and match the player's numbers, full rows and first developers."""
    for seat in range(rules.seats):
        player = state.players[seat]
        if not all(0 <= level <= LEVELS for level in player.tech):
            yield f"I8: technologies of seat {seat}: {player.tech}"
        gains = sum(rules.gain[colour, 1 : player.tech[colour] + 1].sum(axis=0) for colour in range(COLOURS))
        for parameter in np.flatnonzero(player.value != rules.initial + gains):
            yield f"I8: {Parameter(int(parameter)).name} of seat {seat} is {player.value[parameter]}"
        full = [level for level in range(1, LEVELS + 1) if min(player.tech) >= level]
        if [level for level in range(1, LEVELS + 1) if (player.rows >> level) & 1] != full:
            yield f"I8: rows of seat {seat}: {player.rows}"
    for colour in range(COLOURS):
        reached = max(int(state.players[seat].tech[colour]) for seat in range(rules.seats))
        named = [level for level in range(1, LEVELS + 1) if state.first_to[colour, level] != NONE]
        if named != list(range(1, reached + 1)):
            yield f"I8: the first in colour {colour}: {named}"


def points_are_accounted_for(state: Any, rules: Any) -> Iterator[str]:
    """I9, I21, I27: Yield a message unless tokens come from the pool and the box, and match the VP earned.

    The end must be triggered exactly if the pool is empty.
    """
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
    """I10: Yield a message unless all ships lie within the board and overlap neither discs nor other ships."""
    board, ships = rules.board, np.flatnonzero(state.scene.on_board)
    x, y, radius = state.scene.x[ships], state.scene.y[ships], board.ship_radius[ships]
    if (np.minimum(x, y) < 0).any() or (x > board.width).any() or (y > board.height).any():
        yield f"I10: one of ships {ships} is beyond the edge"
    away = np.hypot(board.hole_x - x[:, None], board.hole_y - y[:, None])
    if (away < board.planet_r + radius[:, None] - _TOUCH).any():
        yield f"I10: one of ships {ships} lies on a disc"
    apart = np.hypot(x - x[:, None], y - y[:, None]) + np.diag(np.full(len(ships), np.inf))
    if (apart < radius + radius[:, None] - _TOUCH).any():
        yield f"I10: two of ships {ships} overlap"


def orbits_are_right(state: Any, rules: Any) -> Iterator[str]:
    """I11: Yield a message unless the orbit of each ship is the hole whose ring it touches."""
    board, scene = rules.board, state.scene
    away = np.hypot(board.hole_x - scene.x[:, None], board.hole_y - scene.y[:, None])
    touches = away <= board.orbit_r + board.ship_radius[:, None] + FAVOUR
    orbits = np.where(touches.any(axis=1) & (scene.on_board == 1), touches.argmax(axis=1), NONE)
    for ship in np.flatnonzero(orbits != scene.orbit):
        yield f"I11: ship {ship} is in orbit of {orbits[ship]}, not {scene.orbit[ship]}"


def the_end_is_in_time(state: Any, rules: Any) -> Iterator[str]:
    """I12, I15, I16: Yield a message unless movement points, turns after the trigger and winners are right."""
    if state.left < 0 or (state.decision == Decision.POINT and state.left + state.done != _points(state)):
        yield f"I12: {state.left} points left, {state.done} spent"
    if state.trigger != NONE:
        gone = state.turn - state.trigger_turn
        if rules.end_mode == EndMode.ONE_MORE_EACH and gone + state.turns_left != rules.seats - 1:
            yield f"I15: {gone} turns after the trigger, {state.turns_left} to come"
        if state.over and (state.turns_left != 0 or state.ended != Ended.POOL):
            yield f"I15: the game is over with {state.turns_left} turns left"
    if state.over:
        yield from _the_best_win(state, rules)


def _the_best_win(state: Any, rules: Any) -> Iterator[str]:
    """I16: Yield a message unless the totals are right and only seats with the highest total share the win."""
    totals = [_total(state, rules, seat) for seat in range(rules.seats)]
    reported = [int(total_of(state, rules, seat)) for seat in range(rules.seats)]
    if totals != reported:
        yield f"I16: totals {reported}, not {totals}"
    won = [seat for seat in range(rules.seats) if state.credit[seat] > 0]
    if not won or any(totals[seat] < max(totals) for seat in won) or abs(state.credit.sum() - 1) > 1e-9:
        yield f"I16: credits {state.credit.tolist()} for totals {totals}"


def _total(state: Any, rules: Any, seat: int) -> int:
    player, own = state.players[seat], [state.holes[hole] for hole in _own(state, seat)]
    quadrants = {int(rules.board.quadrant[hole]) for hole in _own(state, seat) if state.holes[hole].cities}
    bonus = {3: rules.quadrants3_vp, 4: rules.quadrants4_vp}.get(len(quadrants), 0)
    cities = player.value[Parameter.CITY_VP] * sum(place.cities for place in own)
    colonies = rules.colony_vp * sum(place.colonies for place in own)
    return int(player.tokens + rules.planet_vp * len(own) + colonies + cities + bonus)


def _points(state: Any) -> int:
    return int(state.players[state.active].value[Parameter.MOVE_POINTS])


def step_violations(before: Any, after: Any, rules: Any) -> list[str]:
    """Return one message for each invariant that the step from `before` to `after` violates."""
    checks = (discs_stay, progress_stays, ships_stay, blockades_hold, attacks_are_made, attacks_pay, a_pass_is_nothing)
    return [sentence for check in checks for sentence in check(before, after, rules)]


def discs_stay(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I7: Yield a message unless discs keep their kinds, face-up discs stay face up, and no seat forgets a scan."""
    was, now = before.holes, after.holes
    changed = (was["kind"] != now["kind"]) | (was["up"] > now["up"]) | (was["known"] & ~now["known"] != 0)
    for hole in np.flatnonzero(changed):
        yield f"I7: the disc in hole {hole} has changed"


def progress_stays(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I8, I9, I27: Yield a message unless levels, rows and tokens never fall and the pool never rises.

    At most one level may rise in a step. The trigger and the first developer of a level must never change once set.
    """
    risen = 0
    for seat in range(rules.seats):
        was, now = before.players[seat], after.players[seat]
        risen += abs(now.tech - was.tech).sum()
        if (now.tech < was.tech).any() or now.tokens < was.tokens or was.rows & ~now.rows:
            yield f"I8: seat {seat} has lost a level, a row or a token"
    if risen > 1:
        yield f"I8: {risen} levels in one step"
    if ((before.first_to != after.first_to) & (before.first_to != NONE)).any():
        yield "I8: the first developer of a level has changed"
    if after.pool > before.pool or before.trigger not in (NONE, after.trigger):
        yield "I9: the pool has risen, or the end is triggered again"


def ships_stay(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I13, I14, I23: Yield a message unless ships change only at decisions that allow it.

    Ships must enter the board only by launching, one at a time. An attacker must never be lost.
    """
    changed, decision = _moved(before, after), before.decision
    if changed and decision not in _FLEET_MOVES:
        yield f"I14: ships {changed} changed in {Decision(int(decision)).name}"
    came = [ship for ship in changed if after.scene.on_board[ship] > before.scene.on_board[ship]]
    if came and (decision != Decision.SLOT or len(came) > 1):
        yield f"I23: ships {came} entered the board in {Decision(int(decision)).name}"
    if decision == Decision.COMMIT and any(seat_of(ship) == before.active for ship in changed):
        yield "I13: an attacker is gone"
    if decision in (Decision.SLOT, Decision.LAND, Decision.COMMIT) and len(changed) > 1:
        yield f"I23: ships {changed} changed in one step"


def _moved(before: Any, after: Any) -> list[int]:
    """Return the numbers of the ships that entered, left or moved on the board."""
    changed = np.any([before.scene[name] != after.scene[name] for name in ("on_board", "x", "y")], axis=0)
    return [int(ship) for ship in np.flatnonzero(changed)]


def attacks_pay(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I12: Yield a message unless an attack pays its VP: ships count by their hulls, planets by their items."""
    if before.decision != Decision.COMMIT:
        return
    seat = before.active
    ships = [ship for ship in range(FLEET) if before.scene.on_board[ship] > after.scene.on_board[ship]]
    vp = sum(rules.battleship_vp if ship % SHIPS == BATTLESHIP else rules.ship_kill_vp for ship in ships)
    taken = [hole for hole in range(HOLES) if before.holes[hole].owner not in (NONE, after.holes[hole].owner)]
    vp += rules.planet_vp_per_item * _items(before)[taken].sum()
    gained = after.players[seat].tokens - before.players[seat].tokens
    if gained != vp:
        yield f"I12: an attack on ships {ships} and holes {taken} gained {gained} VP, not {vp}"


def a_pass_is_nothing(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I26: Yield a message unless a pass changes nothing on the table. Scans may add to what is known."""
    seat = before.active
    if after.players[seat].actions[Kind.PASS] == before.players[seat].actions[Kind.PASS]:
        return
    held = ("owner", "troops", "facilities", "colonies", "cities")
    holes = any((before.holes[name] != after.holes[name]).any() for name in held)
    ships = _moved(before, after)
    players = any((before.players[name] != after.players[name]).any() for name in ("troops", "tokens", "tech", "where"))
    if holes or ships or players or before.pool != after.pool:
        yield f"I26: seat {seat} passed, but the table changed"


def blockades_hold(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I24: Yield a message unless an own blockaded planet keeps its number of items.

    This holds for placing, building, mining, landing and launching.
    """
    if before.decision not in _BARRED:
        return
    for hole in _own(before, before.active):
        if is_blockaded(before, hole) and _items(before)[hole] != _items(after)[hole]:
            yield f"I24: items of the blockaded hole {hole} have changed"


def attacks_are_made(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I13: Yield a message if a move leaves an attack that the player's ships could still make.

    Yield nothing under a switch that makes attacks optional.
    """
    if rules.attack_optional or rules.long_optional or before.decision not in (Decision.POINT, *_FLEET_MOVES[:-1]):
        return
    seat = before.active
    if after.decision in (Decision.SCAN, Decision.ACTION) and can_attack(
        after, rules, seat, reach_of(after, rules, seat)
    ):
        yield f"I13: seat {seat} did not make a possible attack"
