"""The common part of the tables of both games on the star field: stars, homes and sectors by their names."""

from collections.abc import Sequence
from typing import Any, Self

from starbalance.simulator.games.star_field.field import LETTERS, NONE
from tests.pending import Waiting


class StarPosition(Waiting):
    """A game at a pending decision, described with the names of its `stars` and `homes`."""

    homes: Sequence[str]
    stars: Sequence[str]

    def seat(self, home: str) -> int:
        """Return the seat of a home."""
        return self.homes.index(home)

    def star(self, name: str) -> int:
        """Return the id of a star."""
        return self.stars.index(name)

    def player(self, home: str) -> Any:
        """Return the record of a home's player."""
        return self.state.players[self.seat(home)]

    def ships(self, home: str, star: str) -> int:
        """Return the number of a home's ships at a star."""
        return int(self.player(home).ships[self.star(star)])

    @property
    def order(self) -> list[str]:
        """The homes in turn order."""
        return [self.homes[seat] for seat in self.state.order if seat != NONE]

    @property
    def active(self) -> str:
        """The home on turn."""
        return self.homes[self.state.active]

    def wait_for(self, home: str, decision: str | None = None) -> Self:
        """Wait until the home has to make a decision (of this name). The pending decision counts too."""
        while self.prompt[0] != home or decision not in (None, self.prompt[1]):
            assert not self.state.over, "the game is over"
            self.wait()
        return self


def sector_name(sector: int) -> str:
    """Return the name of a sector, such as `A-yellow`."""
    return f"{LETTERS[sector % 12]}-{'red' if sector >= 12 else 'yellow'}"


def sector_id(name: str) -> int:
    """Return the number of a sector."""
    letter, layer = name.split("-")
    return LETTERS.index(letter) + 12 * (layer == "red")
