"""What a step brings about beyond what the option says, in words: told by the states before and after it."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.four_thousand_ad_leaders.occupation import enemy_at
from starbalance.simulator.star_field.field import NONE


def count_of_ships(ships: int) -> str:
    """Such as `1 ship`, `5 ships`."""
    return "1 ship" if ships == 1 else f"{ships} ships"


def joined(words: list[str]) -> str:
    """Such as `a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


class Consequences:
    """The events of a step."""

    def __init__(self, rules: Any, homes: list[str], stars: list[str], leaders: list[str], objectives: list[str]):
        self.rules, self.homes, self.stars = rules, homes, stars
        self.leaders, self.objectives = leaders, objectives

    def of(self, before: Any, after: Any) -> Iterator[str]:
        """Every event of a step, a phrase each."""
        for seat in range(self.rules.seats):
            was, now = before.players[seat], after.players[seat]
            yield from self._cards(seat, was, now)
            yield from self._ships(seat, was, now)
        yield from self._homes(before, after)
        yield from self._claims(before, after)

    def _cards(self, seat: int, was: Any, now: Any) -> Iterator[str]:
        led = [self.leaders[card] for card in self._new(was.seen | was.removed, now.seen) if not (now.used >> card) & 1]
        if led:
            yield f"{self.homes[seat]} shows {joined(led)} (FAL-14.4)"
        if now.redraws > was.redraws:
            yield f"{self.homes[seat]} draws its discards again (FAL-3.3)"

    def _ships(self, seat: int, was: Any, now: Any) -> Iterator[str]:
        if now.fallen > was.fallen:
            yield f"{self.homes[seat]} loses {count_of_ships(now.fallen - was.fallen)} (FAL-16.1)"
        if now.lost > was.lost:
            yield f"{count_of_ships(now.lost - was.lost)} of {self.homes[seat]} are lost in hyperspace (FAL-9.2)"
        if now.produced > was.produced:
            yield f"{self.homes[seat]} has {count_of_ships(now.produced - was.produced)} more (FAL-8.2)"

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

    def _new(self, was: int, now: int) -> list[int]:
        return [card for card in range(64) if ((int(now) & ~int(was)) >> card) & 1]
