"""The invariants of a game in progress (RULES.md, Invariants), in plain Python."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.games.four_thousand_ad.rules import SPACES, DepartureOrder, LostRule
from starbalance.simulator.games.four_thousand_ad.state import Decision, Status
from starbalance.simulator.games.star_field.field import NONE, STARS


def violations(state: Any, rules: Any) -> list[str]:
    """Return one sentence per violated invariant of a state."""
    checks = (ships_are_conserved, ships_are_counted, stars_have_owners, warps_are_in_order, the_eliminated_own_nothing)
    return [sentence for check in checks for sentence in check(state, rules)]


def _players(state: Any, rules: Any) -> Any:
    return state.players[: rules.seats]


def ships_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-1: Yield a message unless the ships in play equal the ships set up and produced minus those destroyed and
    lost.
    """
    players = _players(state, rules)
    warps = players["warps"]
    ships = players["ships"].sum() + state.surrendered.sum() + warps["ships"].sum() + warps["lent"].sum()
    made = rules.seats * rules.start_ships + players["produced"].sum()
    gone = players["destroyed"].sum() + players["lost"].sum()
    if ships != made - gone:
        yield f"I-1: {ships} ships, but {made} made and {gone} gone"


def ships_are_counted(state: Any, rules: Any) -> Iterator[str]:
    """I-1, I-9: Yield a message unless no number of ships is negative and no star has more locked ships than ships."""
    players = _players(state, rules)
    if (players["ships"] < 0).any() or (state.surrendered < 0).any() or (players["warps"]["lent"] < 0).any():
        yield "I-1: a negative number of ships"
    if (players["locked"] > players["ships"]).any():
        yield "I-9: more ships locked than there are"


def stars_have_owners(state: Any, rules: Any) -> Iterator[str]:
    """I-2: Yield a message unless one player, two (former) allies or a surrendered fleet hold each star.

    Former allies can share a star only under `diplomacy`.
    """
    for star in range(STARS):
        holders = [seat for seat in range(rules.seats) if state.players[seat].ships[star] > 0]
        sides = {int(rules.side[seat]) for seat in holders}
        if holders and state.surrendered[star] > 0:
            yield f"I-2: a surrendered fleet next to another at star {star}"
        if len(holders) > 2 or (len(sides) > 1 and not rules.diplomacy):
            yield f"I-2: seats {holders} share star {star}"
        if holders and state.first[star] not in holders:
            yield f"I-2: seat {state.first[star]} is first at star {star} without a ship there"


def warps_are_in_order(state: Any, rules: Any) -> Iterator[str]:
    """I-3, I-4: Yield a message for each wrong number of warps of a seat, load of a warp, or space.

    By default the warps of a seat stand on distinct spaces.
    """
    apart = rules.departures_per_turn == 1 and rules.departure_order == DepartureOrder.AFTER_ARRIVALS
    for seat in range(rules.seats):
        used = [warp for warp in state.players[seat].warps if warp.space > 0]
        spaces = [int(warp.space) for warp in used if not warp.advanced or state.active != seat]
        if len(used) > rules.max_warps + 1:
            yield f"I-3: {len(used)} warps of seat {seat}"
        if apart and len(set(spaces)) < len(spaces):
            yield f"I-3: two warps of seat {seat} on one space"
        for warp in used:
            if warp.ships < 1 or (warp.lent > 0) != (warp.partner != NONE):
                yield f"I-3: a warp of seat {seat} with {warp.ships} own ships, {warp.lent} lent by {warp.partner}"
            farthest = rules.farthest[warp.sector] if rules.lost_rule == LostRule.ECC else SPACES
            if warp.space > farthest:
                yield f"I-4: a warp of seat {seat} on space {warp.space}"


def the_eliminated_own_nothing(state: Any, rules: Any) -> Iterator[str]:
    """I-11: Yield a message for each eliminated player with ships or warps left after the surrender of its fleets."""
    for seat in range(rules.seats):
        player = state.players[seat]
        surrendering = state.decision == Decision.SURRENDER or (state.queue >> seat) & 1 or state.over
        if player.status == Status.ELIMINATED and not surrendering:
            if player.ships.sum() or player["warps"]["space"].sum():
                yield f"I-11: seat {seat} is eliminated and owns ships"


def step_violations(before: Any, after: Any, rules: Any) -> list[str]:
    """Return one sentence per violated invariant of a step from one state to the next."""
    sentences = []
    if not rules.revive_by_ally:
        for seat in range(rules.seats):
            was, now = before.players[seat].status, after.players[seat].status
            if was == Status.ELIMINATED and now != Status.ELIMINATED:
                sentences.append(f"I-11: seat {seat} is back in the game")
    if after.over and abs(after.credit.sum() - 1) > 1e-9:
        sentences.append(f"I-14: the credits sum to {after.credit.sum()}")
    if after.rounds > rules.max_rounds:
        sentences.append(f"I-14: round {after.rounds} of {rules.max_rounds}")
    return sentences
