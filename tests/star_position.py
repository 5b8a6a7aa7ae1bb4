"""What the tables of both games on the star field have: stars, homes, sectors by their names."""

from collections.abc import Sequence
from typing import Any, Self

from starbalance.simulator.games.star_field.field import LETTERS, NONE
from tests.pending import Waiting


class StarPosition(Waiting):
    """A game at a pending decision, told in the names of its `stars` and `homes`."""

    homes: Sequence[str]
    stars: Sequence[str]

    def seat(self, home: str) -> int:
        """The seat of a home."""
        return self.homes.index(home)

    def star(self, name: str) -> int:
        """The id of a star."""
        return self.stars.index(name)

    def player(self, home: str) -> Any:
        """The record of a home's player."""
        return self.state.players[self.seat(home)]

    def ships(self, home: str, star: str) -> int:
        """A home's ships at a star."""
        return int(self.player(home).ships[self.star(star)])

    @property
    def order(self) -> list[str]:
        """The homes in turn order."""
        return [self.homes[seat] for seat in self.state.order if seat != NONE]

    @property
    def active(self) -> str:
        """The home on turn."""
        return self.homes[self.state.active]

    def wait_for(self, home: str, phase: str | None = None) -> Self:
        """Everybody waits until the home is asked (for that decision); the pending decision can be it."""
        while self.asked[0] != home or phase not in (None, self.asked[1]):
            assert not self.state.over, "the game is over"
            self.wait()
        return self


def sector_name(sector: int) -> str:
    """Such as `A-yellow`."""
    return f"{LETTERS[sector % 12]}-{'red' if sector >= 12 else 'yellow'}"


def sector_id(name: str) -> int:
    """The number of a sector."""
    letter, layer = name.split("-")
    return LETTERS.index(letter) + 12 * (layer == "red")
