"""The effects of a decision as lines of text: checks, battles, colony events, changes of each player, new cards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from starbalance.simulator.engine.chance import below
from starbalance.simulator.engine.records import copy_of
from starbalance.simulator.engine.wording import plural
from starbalance.simulator.games.interstellar_ambitions.battle import (
    begin_battle,
    call_emergency_ship,
    end_stage,
    play_stage,
    put_next,
)
from starbalance.simulator.games.interstellar_ambitions.combat import dice_of, fight_pair, fire, larger_side
from starbalance.simulator.games.interstellar_ambitions.fleet import discard_ship
from starbalance.simulator.games.interstellar_ambitions.name import Names, cell, listed, noun
from starbalance.simulator.games.interstellar_ambitions.participant import seat_of
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, SIDES
from starbalance.simulator.games.interstellar_ambitions.scoring import total_vp
from starbalance.simulator.games.interstellar_ambitions.state import (
    CHECK_DICE,
    COMBAT_DICE,
    After,
    Decision,
    Kind,
    Stage,
)
from starbalance.simulator.games.interstellar_ambitions.word import ATTACKER, DEFENDER, Battle, Market, Medal, Resource

CALL_CLAUSES = {Battle.RAID: "IAM-21.3", Battle.INVADE: "IAM-22.3"}
RESULT_CLAUSES = {  # by battle and whether the attacker wins
    (Battle.RAID, True): "IAM-21.16",
    (Battle.RAID, False): "IAM-21.18",
    (Battle.INVADE, True): "IAM-22.5",
    (Battle.INVADE, False): "IAM-22.7",
}
SLOTS = {Market.TECHNOLOGY: "technology_slot", Market.PLANET: "face_up", Market.MERC: "merc_slot"}
# Action types whose sentence already names the token or the card that moves.
TOKEN_KINDS = (Kind.PLACE, Kind.ADVANCE, Kind.ACT)
CARD_KINDS = (Kind.KEEP, Kind.PLAY, Kind.DISCARD)


class Consequences:
    """The lines about what an option causes."""

    def __init__(self, rules: Any, names: Names):
        self.rules = rules
        self.names = names

    def of(self, state: Any, option: Any, after: Any) -> Iterator[str]:
        """Yield what an option causes: a check, a battle, a colony event, changes of each player, new cards."""
        yield from self._check(state, after)
        yield from self._battle(state, option, after)
        if after.events_left != state.events_left and after.decision != Decision.EVENT:
            yield f"colony event {self.names.events[after.looked[0]]} (IAM-5.1)"
        planets = self._touched_planets(state, after)
        for seat in range(self.rules.seats):
            own = [planet for planet in planets if seat in (state.owner[planet], after.owner[planet])]
            if own or state.players[seat].tobytes() != after.players[seat].tobytes():
                changes = list(self._changes(state, option, after, seat, own))
                if changes:
                    yield f"{self.names.seat(after, seat)}: {', '.join(changes)}"
        for market, field in SLOTS.items():
            if (state[field] != after[field]).any():
                new = Counter(self.names.market(after, market)) - Counter(self.names.market(state, market))
                yield from [f"face up: {listed(list(new.elements()))}"] if new else []
        if after.trigger_seat != state.trigger_seat:
            yield "the last turns begin (IAM-25.1)"

    def _touched_planets(self, state: Any, after: Any) -> list[int]:
        """Return the ids of the planets whose owner, level or marker changed."""
        same = np.ones(len(state.owner), bool)
        for field in ("owner", "level", "marker"):
            same &= state[field] == after[field]
        return [int(planet) for planet in np.flatnonzero(~same)]

    def _check(self, state: Any, after: Any) -> Iterator[str]:
        """Yield a line with the die of a shadow check, its modifiers and its result. Yield nothing without a check."""
        seat = int(state.active)
        if after.players[seat].checks == state.players[seat].checks:
            return
        face = below(copy_of(state), CHECK_DICE, SIDES) + 1
        total = face + after.modifier + after.boosts - after.opposes
        sums = f"die {face}, modifier {after.modifier:+d}, boosts {after.boosts:+d}, opposed {-after.opposes:+d}"
        won = after.players[seat].checks_won > state.players[seat].checks_won
        yield f"check: {sums}: {total}, it {'succeeds' if won else 'fails'} (IAM-13.8)"

    def _battle(self, state: Any, option: Any, after: Any) -> Iterator[str]:
        """Yield lines with the dice and damage of pairs and of shots, then the totals. Yield none outside battles."""
        if option.kind == Kind.FIRE:
            yield self._shot(state, option)
        elif option.kind in (Kind.RAID, Kind.INVADE, Kind.NEXT) or (
            state.decision == Decision.SCRAPPING and state.after == After.EMERGENCY
        ):
            yield from self._pairs(self._resumed(state, option))
        attacker, defender = after.players[after.battle.attacker], after.players[after.battle.defender]
        was = state.players[after.battle.attacker], state.players[after.battle.defender]
        wins = attacker.raids_won + attacker.invades_won - was[0].raids_won - was[0].invades_won
        if wins or defender.repelled != was[1].repelled:
            yield self._verdict(after)

    def _resumed(self, state: Any, option: Any) -> Any:
        """Return a copy of the state right after the option, before the battle goes on."""
        copy = copy_of(state)
        if option.kind == Kind.NEXT:
            put_next(copy, ATTACKER if state.actor == state.battle.attacker else DEFENDER, option.a)
        elif option.kind == Kind.SCRAP:
            discard_ship(copy, self.rules, state.actor, option.a)
            call_emergency_ship(copy, self.rules)
        elif option.kind == Kind.NO:
            copy.battle.due -= 1
        else:
            begin_battle(copy, self.rules, Battle.RAID if option.kind == Kind.RAID else Battle.INVADE, option.a)
        return copy

    def _pairs(self, copy: Any) -> Iterator[str]:
        """Play a battle on `copy` through its pairs or up to its next decision. Yield a line for each event or pair."""
        while copy.battle.stage < Stage.UNMATCHED:
            if copy.battle.stage == Stage.MATCHED:
                for k in range(copy.battle.next):
                    yield self._pair(copy, k)
            else:
                fleets = [Counter(self.names.fleet(copy, seat_of(copy, side))) for side in (ATTACKER, DEFENDER)]
                is_pending = play_stage(copy, self.rules)
                yield from self._comings(copy, fleets)
                if is_pending:
                    return
            end_stage(copy)

    def _comings(self, copy: Any, fleets: Sequence[Counter[str]]) -> Iterator[str]:
        """Yield the emergency ships that joined, and the ships that fled or were destroyed before the battle."""
        for side in (ATTACKER, DEFENDER):
            seat = seat_of(copy, side)
            now, name = Counter(self.names.fleet(copy, seat)), self.names.seat(copy, seat)
            yield from (
                f"{ship} comes to the aid of {name} ({CALL_CLAUSES[copy.battle.mode]})"
                for ship in (now - fleets[side]).elements()
            )
            yield from (f"{ship} of {name} is gone before the battle" for ship in (fleets[side] - now).elements())

    def _pair(self, copy: Any, k: int) -> str:
        """Fight the k-th pair on `copy`. Return a line with its dice and damage."""
        battle, was = copy.battle, copy_of(copy)
        seats = [int(seat_of(copy, side)) for side in (ATTACKER, DEFENDER)]
        places = [int(battle.order[side, k]) for side in (ATTACKER, DEFENDER)]
        fight_pair(copy, self.rules, k)
        faces = iter(self._faces(was, copy))
        rolled = {}
        for side in self._first_to_roll(was, seats, places):
            other = 1 - side
            number = dice_of(was, self.rules, side, places[side], places[other])
            rolled[side] = list(islice(faces, number))
        fighters = [
            f"{self.names.seat(copy, seats[side])}'s {self.names.ship(was, seats[side], places[side])} "
            f"({self._dice(rolled[side])})"
            for side in (ATTACKER, DEFENDER)
        ]
        hits = [
            int(copy.players[seat].damage[place] - was.players[seat].damage[place])
            for seat, place in zip(seats, places, strict=True)
        ]
        return f"pair {k + 1}: {' against '.join(fighters)}: {hits[DEFENDER]} damage done, {hits[ATTACKER]} taken"

    def _first_to_roll(self, was: Any, seats: Sequence[int], places: Sequence[int]) -> Sequence[int]:
        """Return the sides of a pair in the order in which they roll."""
        swift = [
            self.rules.first_strike[was.players[seat].ship[place]] for seat, place in zip(seats, places, strict=True)
        ]
        return (DEFENDER, ATTACKER) if swift[DEFENDER] and not swift[ATTACKER] else (ATTACKER, DEFENDER)

    def _shot(self, state: Any, option: Any) -> str:
        """Return a line with the dice and the damage of an unmatched ship that fires."""
        copy = copy_of(state)
        fire(copy, self.rules, option.a)
        seat = seat_of(state, 1 - larger_side(state))
        damage = copy.players[seat].damage[option.a] - state.players[seat].damage[option.a]
        return f"{self._dice(self._faces(state, copy))}: {damage} damage"

    def _faces(self, was: Any, now: Any) -> list[int]:
        """Return the faces of the dice rolled between two states of a battle, in order."""
        copy = copy_of(was)
        return [below(copy, COMBAT_DICE, SIDES) + 1 for _ in range(now.drawn[COMBAT_DICE] - was.drawn[COMBAT_DICE])]

    def _dice(self, faces: Sequence[int]) -> str:
        return f"dice {' '.join(map(str, faces))}" if faces else "no dice"

    def _verdict(self, after: Any) -> str:
        battle = after.battle
        mode, outcome = Battle(battle.mode), "succeeds" if battle.won else "fails"
        totals = f"totals {battle.total[ATTACKER]} to {battle.total[DEFENDER]}"
        return f"{totals}, the {mode.name} {outcome} ({RESULT_CLAUSES[mode, bool(battle.won)]})"

    def _changes(self, state: Any, option: Any, after: Any, seat: int, planets: Sequence[int]) -> Iterator[str]:
        """Yield one phrase for each thing that a player gains or loses. `planets` are the changed planets that the
        player owns or owned.
        """
        was, now = state.players[seat], after.players[seat]
        gains = (now.resources - was.resources).tolist()
        yield from (f"{gain:+d} {noun(each, gain)}" for gain, each in zip(gains, Resource, strict=True) if gain)
        if seat != state.actor or option.kind not in TOKEN_KINDS:
            yield from self._moved_tokens(was, now)
        yield from self._new_ships(was, now)
        yield from self._new_planets(state, after, seat, planets)
        new = int(now.known) & ~int(was.known)
        yield from (f"+{self.names.known(after, seat, k)}" for k in range(new.bit_length()) if (new >> k) & 1)
        if seat != state.actor or option.kind not in CARD_KINDS:
            yield from self._new_cards(was, now)
        medals = (now.medals - was.medals).tolist()
        yield from (
            f"{gain:+d} {each.name} {plural(gain, 'medal')}" for gain, each in zip(medals, Medal, strict=True) if gain
        )
        if state.rounds > 0:
            points = [int(total_vp(each, self.rules, seat)) for each in (state, after)]
            if points[0] != points[1]:
                yield f"{points[1] - points[0]:+d} VP, now {points[1]}"

    def _moved_tokens(self, was: Any, now: Any) -> Iterator[str]:
        changes = now.tokens - was.tokens
        for row, level in np.argwhere(changes).tolist():
            change = int(changes[row, level])
            yield f"{change:+d} {plural(change, 'token')} at {cell(row, level)}"

    def _new_ships(self, was: Any, now: Any) -> Iterator[str]:
        """Yield the ships gained and lost, and the ships whose damage changed."""
        fleets = [
            Counter(zip(p.ship[: p.ships].tolist(), p.damage[: p.ships].tolist(), strict=True)) for p in (was, now)
        ]
        lost, new = sorted((fleets[0] - fleets[1]).elements()), sorted((fleets[1] - fleets[0]).elements())
        for kind, damage in new:
            same = next((each for each in lost if each[0] == kind), None)
            if same:
                lost.remove(same)
                yield f"{self.names.ships[kind]} {same[1]} to {damage} damage"
            else:
                yield f"+{self.names.ships[kind]}" + (f" with {damage} damage" if damage else "")
        yield from (f"-{self.names.ships[kind]}" for kind, _ in lost)

    def _new_planets(self, state: Any, after: Any, seat: int, planets: Sequence[int]) -> Iterator[str]:
        """Yield the planets gained and lost, the levels that changed, and the new markers."""
        for planet in planets:
            name = self.names.planets[planet]
            was, now = state.owner[planet] == seat, after.owner[planet] == seat
            if was and not now:
                yield f"-{name}"
            elif now and not was:
                yield f"+{name}" + (f" at level {after.level[planet]}" if after.level[planet] else "")
            elif now and state.level[planet] != after.level[planet]:
                yield f"{name} level {state.level[planet]} to {after.level[planet]}"
            if now and after.marker[planet] != NONE and state.marker[planet] == NONE:
                yield f"{self.names.events[after.marker[planet]]} on {name}"

    def _new_cards(self, was: Any, now: Any) -> Iterator[str]:
        changes = now.hand - was.hand
        yield from (f"{changes[kind]:+d} {self.names.cards[kind]}" for kind in np.flatnonzero(changes).tolist())
