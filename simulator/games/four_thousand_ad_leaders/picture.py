"""A picture of a position of 4000 A.D. with leaders: the star field, paths, objectives, a row for each home."""

from collections.abc import Iterator, Sequence
from typing import Any

from starbalance.simulator.engine.picture import COLOURS, Panel, Shape, Shapes, piece, text
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games.four_thousand_ad_leaders.ending import claims_of
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import ships_of, stars_of
from starbalance.simulator.games.four_thousand_ad_leaders.state import Kind
from starbalance.simulator.games.four_thousand_ad_leaders.text import Narrator
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.picture import Field, Paths, Traveller

PATHS, OBJECTIVES = "paths", "objectives"
_LINE, _COLUMN, _COLUMNS, _LINES = 30, 230, 3, 6  # the layout of the objectives


class Painter:
    """A painter of the star field with the ships at the stars, the fleets on each path, and the open objectives."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        self.seats = range(int(rules.record.seats))
        self.narrator = Narrator(rules)
        self.homes = self.narrator.homes
        self.paths = Paths(self.homes, ["entry", *(str(k + 1) for k in range(int(self.rules.track_length)))])
        self.field = Field(self.rules, rules.document, self.narrator.stars)

    def colours(self, state: Any) -> Sequence[str]:
        """Return one colour per player, the default ones."""
        return COLOURS

    def board(self, state: Any) -> dict[str, Panel]:
        """Return the panels: the yellow and the red layer, the hyperspace paths, the objectives."""
        objectives = Panel("Objectives on the table, with their claims", _COLUMNS * _COLUMN, _LINE * _LINES, [])
        return {**self.field.layers(state), PATHS: self.paths.panel(), OBJECTIVES: objectives}

    def pieces(self, state: Any) -> Shapes:
        """Return the ships at the stars, the fleets in warp, and the open objectives with their claims, by panel."""
        shapes: dict[str, list[Shape]] = {}
        for star in range(STARS):
            shapes.setdefault(self.field.layer(star), []).extend(self._ships(state, star))
        fleets = [shape for seat in self.seats for shape in self._fleets(state, seat)]
        return {**shapes, PATHS: fleets, OBJECTIVES: list(self._objectives(state))}

    def _ships(self, state: Any, star: int) -> list[Shape]:
        ships = [(seat, int(state.players[seat].ships[star])) for seat in self.seats]
        labels = [
            (seat, number, f"{counted(number, 'ship')} of {self.homes[seat]}") for seat, number in ships if number
        ]
        return self.field.ships(star, labels)

    def _fleets(self, state: Any, seat: int) -> Iterator[Shape]:
        used = [self._traveller(seat, fleet) for fleet in state.players[seat].fleets if fleet.ships > 0]
        return self.paths.fleets(seat, used)

    def _traveller(self, seat: int, fleet: Any) -> Traveller:
        left, ships = self.narrator.sector(fleet.sector), int(fleet.ships)
        led = "" if fleet.leader == NONE else f" under {self.narrator.leaders[fleet.leader]}"
        bound = "" if fleet.target == NONE else f", bound for {self.field.stars[fleet.target]}"
        about = f"{counted(ships, 'ship')} of {self.homes[seat]} from {left}{led}{bound}"
        return Traveller(int(fleet.square), ships, left, about)

    def _objectives(self, state: Any) -> Iterator[Shape]:
        names = self.narrator.objectives
        for place, card in enumerate(card for card in range(len(names)) if (int(state.table) >> card) & 1):
            column, line = divmod(place, _LINES)
            x, y = _COLUMN * column, _LINE * (line + 0.5)
            claimed = [seat for seat in self.seats if (int(state.players[seat].claims) >> card) & 1]
            yield text(x + 2, y, names[card], size=11, anchor="start")
            yield text(x + 2, y + 12, self.narrator.condition(state, card), size=7, anchor="start")
            for k, seat in enumerate(claimed):
                yield piece(x + 150 + 15 * k, y, seat, size=6, about=f"{names[card]}: claimed by {self.homes[seat]}")

    def traces(self, state: Any, option: Any, after: Any) -> Shapes:
        """Return the marks of an option: a line from the source to the planned star, or a ring around a star.

        Other options have no marks outside a combat.
        """
        kind = option.kind
        if kind in (Kind.HEAD_FOR, Kind.EMBARK):
            return self.field.way(state.star, option.a if kind == Kind.HEAD_FOR else state.target)
        if kind in (Kind.ARRIVE, Kind.RECALL):
            return self.field.ring(option.b)
        if kind in (Kind.DEPART, Kind.FIGHT, Kind.BUILD, Kind.SUPPLY):
            return self.field.ring(option.a)
        return self.field.ring(state.star) if state.combat_round > 0 else {}

    def table(self, state: Any) -> list[dict[str, Any]]:
        """Return a row per home: claims, stars, ships, ships in warp, the claimed and the own objective, the hand."""
        return [self._row(state, seat) for seat in self.seats]

    def _row(self, state: Any, seat: int) -> dict[str, Any]:
        player, narrator = state.players[seat], self.narrator
        ships = int(ships_of(state, seat))
        return {
            "home": self.homes[seat],
            "claims": int(claims_of(state, seat)),
            "stars": int(stars_of(state, self.rules, seat)),
            "ships": ships,
            "in warp": ships - int(player.ships.sum()),
            "claimed": narrator.cards(player.claims, narrator.objectives),
            "own objective": narrator.name_with_condition(state, player.objective),
            "hand": narrator.cards(player.hand, narrator.leaders),
        }
