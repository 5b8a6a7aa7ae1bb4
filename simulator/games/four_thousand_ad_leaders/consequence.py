"""The consequences of an option in words, from the states before and after each step."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.engine.wording import counted, joined
from starbalance.simulator.games.four_thousand_ad_leaders.combat import seat_of, ships_of_side
from starbalance.simulator.games.four_thousand_ad_leaders.leader_effect import total_of
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import enemy_at
from starbalance.simulator.games.four_thousand_ad_leaders.state import ATTACKER, DEFENDER, PendingStep
from starbalance.simulator.games.star_field.field import NONE


class Consequences:
    """The events of a step, as phrases for the log."""

    def __init__(self, narrator: Any):
        """Take the names of homes, stars and cards from a narrator."""
        self.rules, self.homes, self.stars = narrator.rules, narrator.homes, narrator.stars
        self.leaders, self.objectives = narrator.leaders, narrator.objectives
        self.name_with_condition = narrator.name_with_condition

    def of(self, before: Any, after: Any) -> Iterator[str]:
        """Yield one phrase per event of a step."""
        yield from self._combat(before, after)
        for seat in range(self.rules.seats):
            was, now = before.players[seat], after.players[seat]
            yield from self._fallen(seat, was, now, after)
            yield from self._ships(seat, was, now)
            yield from self._cards(seat, was, now)
        yield from self._homes(before, after)
        yield from self._claims(before, after)
        yield from self._drawn(before, after)

    def _combat(self, before: Any, after: Any) -> Iterator[str]:
        for side in (ATTACKER, DEFENDER):
            led = self._names(self._new(before.leaders[side], after.leaders[side]))
            if led:
                yield f"{self.homes[seat_of(after, side)]} shows {led} (FAL-14.4)"
        if before.pending_step == PendingStep.RESOLVE:
            yield self._totals(after)
        if before.pending_step == PendingStep.AFTERMATH and after.pending_step == PendingStep.COMBATS:
            yield from self._discards(before)

    def _totals(self, state: Any) -> str:
        attack, defence = (total_of(state, self.rules, side) for side in (ATTACKER, DEFENDER))
        attacker, defender = self.homes[state.active], self.homes[state.defender]
        if state.victor == NONE:
            return f"{attacker} and {defender} have {attack} each: no victor (FAL-15.2)"
        return f"{attacker} has {attack} in all, {defender} {defence} (FAL-15.1)"

    def _discards(self, state: Any) -> Iterator[str]:
        """Yield one phrase with the unused leaders that an Attacker without ships discards, if any."""
        waiting = [fleet.leader for fleet in state.landed if fleet.star == state.star and fleet.leader != NONE]
        if waiting and ships_of_side(state, ATTACKER) == 0 and not state.withdrew[ATTACKER]:
            yield f"{self.homes[state.active]} discards {self._names(waiting)} without a ship to lead (FAL-18.2)"

    def _cards(self, seat: int, was: Any, now: Any) -> Iterator[str]:
        for card in self._new(was.removed, now.removed):
            yield f"{self.homes[seat]} loses {self.leaders[card]} in hyperspace and takes its card (FAL-9.3)"
        if now.redraws > was.redraws:
            yield f"{self.homes[seat]} draws its discards again (FAL-3.3)"

    def _fallen(self, seat: int, was: Any, now: Any, state: Any) -> Iterator[str]:
        """Yield a phrase with the ships that a seat lost in a combat, if any. The clause depends on the victor."""
        if now.fallen > was.fallen:
            victor = NONE if state.victor == NONE else seat_of(state, state.victor)
            clause = "FAL-18.3" if victor == NONE else "FAL-16.2" if victor == seat else "FAL-16.1"
            yield f"{self.homes[seat]} loses {counted(now.fallen - was.fallen, 'ship')} ({clause})"

    def _ships(self, seat: int, was: Any, now: Any) -> Iterator[str]:
        if now.lost > was.lost:
            yield f"{self.homes[seat]} loses {counted(now.lost - was.lost, 'ship')} in hyperspace (FAL-9.2)"
        if now.produced > was.produced:
            yield f"{self.homes[seat]} gains {counted(now.produced - was.produced, 'ship')} (FAL-8.2)"

    def _homes(self, before: Any, after: Any) -> Iterator[str]:
        for seat in range(self.rules.seats):
            captors = [enemy_at(state, self.rules, seat, self.rules.home[seat]) for state in (before, after)]
            if captors[1] not in (NONE, captors[0]):
                yield f"{self.homes[captors[1]]} stands at the home of {self.homes[seat]} (FAL-21.1)"
            if captors[0] != NONE and captors[1] == NONE:
                yield f"the home of {self.homes[seat]} is free (FAL-20.2)"

    def _claims(self, before: Any, after: Any) -> Iterator[str]:
        for seat in range(self.rules.seats):
            claimed = self._new(before.players[seat].claims, after.players[seat].claims)
            for card in claimed:
                if (before.table >> card) & 1:
                    yield f"{self.homes[seat]} claims {self.objectives[card]} (FAL-19.1)"

    def _drawn(self, before: Any, after: Any) -> Iterator[str]:
        for seat in range(self.rules.seats):
            was, now = before.players[seat], after.players[seat]
            if now.objective not in (NONE, was.objective):
                clause = "FAL-22.16" if now.claims == was.claims else "FAL-19.2"
                yield f"{self.homes[seat]} draws {self.name_with_condition(after, now.objective)} ({clause})"

    def _names(self, cards: list[int]) -> str:
        return joined([self.leaders[card] for card in cards])

    def _new(self, was: int, now: int) -> list[int]:
        return [card for card in range(64) if ((int(now) & ~int(was)) >> card) & 1]
