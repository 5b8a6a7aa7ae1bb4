"""A picture of a position of 4000 A.D.: the layers of the star field, the hyperspace paths, a row for each home."""

from collections.abc import Iterator, Sequence
from typing import Any

from starbalance.simulator.engine.picture import COLOURS, Panel, Shape, Shapes
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games.four_thousand_ad.occupation import ships_of, stars_of
from starbalance.simulator.games.four_thousand_ad.state import Kind, Status
from starbalance.simulator.games.four_thousand_ad.text import Narrator
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.picture import Field, Paths, Traveller

PATHS = "paths"
_STANDINGS = {Status.ALIVE: "in play", Status.GRACE: "grace turn", Status.ELIMINATED: "out"}


class Painter:
    """A painter of the star field with the ships at the stars, and of the warps on the path of each home."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        self.seats = range(int(rules.record.seats))
        self.narrator = Narrator(rules)
        self.homes = self.narrator.homes
        self.paths = Paths(self.homes, [str(k + 1) for k in range(rules.document["path"]["spaces"]["value"])])
        self.field = Field(self.rules, rules.document, self.narrator.stars)

    def colours(self, state: Any) -> Sequence[str]:
        """Return one colour per player, the default ones."""
        return COLOURS

    def board(self, state: Any) -> dict[str, Panel]:
        """Return the panels: the yellow and the red layer, and the hyperspace paths."""
        return {**self.field.layers(state), PATHS: self.paths.panel()}

    def pieces(self, state: Any) -> Shapes:
        """Return the ships at the stars, and the warps in hyperspace with the sectors they left, by panel."""
        shapes: dict[str, list[Shape]] = {}
        for star in range(STARS):
            shapes.setdefault(self.field.layer(star), []).extend(self._ships(state, star))
        return {**shapes, PATHS: [shape for seat in self.seats for shape in self._warps(state, seat)]}

    def _ships(self, state: Any, star: int) -> list[Shape]:
        ships: list[tuple[int | None, int, str]] = []
        for seat in self.seats:
            number = int(state.players[seat].ships[star])
            if number:
                ships.append((seat, number, f"{counted(number, 'ship')} of {self.homes[seat]}"))
        if state.surrendered[star]:
            ships.append(
                (None, int(state.surrendered[star]), f"{counted(state.surrendered[star], 'ship')} surrendered")
            )
        return self.field.ships(star, ships)

    def _warps(self, state: Any, seat: int) -> Iterator[Shape]:
        used = [self._traveller(seat, warp) for warp in state.players[seat].warps if warp.space > 0]
        return self.paths.fleets(seat, used)

    def _traveller(self, seat: int, warp: Any) -> Traveller:
        left, ships = self.narrator.sector(warp.sector), int(warp.ships + warp.lent)
        bound = "" if warp.target == NONE else f", bound for {self.field.stars[warp.target]}"
        about = f"{counted(ships, 'ship')} of {self.homes[seat]} from {left}{bound}"
        return Traveller(int(warp.space) - 1, ships, left, about)

    def traces(self, state: Any, option: Any, after: Any) -> Shapes:
        """Return the marks of an option: a line from the source to the planned star, or a ring around a star.

        Other options have no marks.
        """
        kind = option.kind
        if kind in (Kind.HEAD_FOR, Kind.EMBARK):
            return self.field.way(state.star, option.a if kind == Kind.HEAD_FOR else state.destination)
        if kind in (Kind.ARRIVE, Kind.COMBINE, Kind.SURRENDER) and option.b != NONE:
            return self.field.ring(option.b)
        if kind == Kind.DEPART:
            return self.field.ring(option.a)
        return self.field.ring(state.star) if kind in (Kind.JOIN, Kind.STAND_BY, Kind.ASSIGN) else {}

    def table(self, state: Any) -> list[dict[str, Any]]:
        """Return a row per home: stars, ships, ships in hyperspace, possessor, ships built and destroyed, status."""
        return [self._row(state, seat) for seat in self.seats]

    def _row(self, state: Any, seat: int) -> dict[str, Any]:
        player = state.players[seat]
        ships = int(ships_of(state, self.rules, seat))
        at_stars = int(player.ships.sum())
        return {
            "home": self.homes[seat],
            "stars": int(stars_of(state, self.rules, seat)),
            "ships": ships,
            "in hyperspace": ships - at_stars,
            "held by": "nobody" if player.controller == NONE else self.homes[player.controller],
            "built": int(player.produced),
            "destroyed": int(player.destroyed),
            "state": _STANDINGS.get(player.status, ""),
        }
