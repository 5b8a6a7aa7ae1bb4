"""The seats of a game that is shown to a reader: player, seat, name and strategy, and final counts for each seat."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import polars as pl

from starbalance.analyses.presentation.wording import plain, speaking
from starbalance.analyses.questions.columns import roles
from starbalance.analyses.questions.one_game import OneGame
from starbalance.analyses.questions.study import read
from starbalance.simulator.engine.picture import COLOURS, Panel, Shapes
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.runs.frame import frames, turn_order


class _Unpainted:
    """The painter of a game without pictures."""

    def colours(self, state: Any) -> Sequence[str]:
        return COLOURS

    def board(self, state: Any) -> dict[str, Panel]:
        return {}

    def pieces(self, state: Any) -> Shapes:
        return {}

    def traces(self, state: Any, option: Any, after: Any) -> Shapes:
        return {}

    def table(self, state: Any) -> list[dict[str, Any]]:
        return []


class Seating:
    """The seats of a game that is shown to a reader, in any of its positions.

    Args:
        one: The game.
    """

    def __init__(self, one: OneGame):
        self.one = one

    @cached_property
    def painter(self) -> Any:
        """The object that draws the game."""
        game = self.one.game
        is_painted = game.has_module("picture")
        return game.module("picture").Painter(self.one.rules) if is_painted else _Unpainted()

    def names(self, state: Any) -> list[str]:
        """Return the names of the players, in the order of the seat records.

        Args:
            state: A position.
        """
        rows = self.painter.table(state)
        return [str(next(iter(row.values()))) for row in rows] or [f"seat {place}" for place in self.places(state)]

    def places(self, state: Any) -> list[int]:
        """Return the place in the turn order of each seat record, from 1.

        Args:
            state: A position.
        """
        return turn_order(self.one.game, self.one.rules, state)

    def line(self, state: Any) -> str:
        """Return one line that maps the players, in the order of --strategies, to seats, names and strategies.

        Args:
            state: A position.
        """
        factor = self.one.game.factor
        rows = list(zip(self._rows(state).to_dicts(), self.names(state), strict=True))
        rows.sort(key=lambda each: (each[0]["player"], each[0]["seat"]))
        seated = [_seated(it, _called(name, it[factor], factor)) for it, name in rows]
        return f"Seats (seat 1 moves first; --strategies names the players in this order): {'; '.join(seated)}."

    def tallies(self, state: Any) -> list[str]:
        """Return the final counts of each seat record, such as points or battles, as text.

        Counts that are 0 are left out.

        Args:
            state: The final position.
        """
        game = self.one.game
        counted, study = roles(game.address).summary, read(game.address)
        with speaking(study.get("words", {}), study.get("levels", {})):
            return [_tally(row, counted) for row in self._rows(state).to_dicts()]

    def _rows(self, state: Any) -> pl.DataFrame:
        """Return the outcome of a position as rows of seats, in the order of its records."""
        one, outcomes = self.one, zeros(1, self.one.game.module("state").outcome_dt)
        one.game.kernels.finish(state, one.rules.record, outcomes[0])
        outcomes["strategy"][0] = one.seated[: outcomes["strategy"].shape[1]]
        return frames(one.game, one.rules, one.names, outcomes=outcomes)["seats"]


def _seated(row: Mapping[str, Any], name: str) -> str:
    """Return where a player sits, under which name if it is not just the seat, and with which strategy."""
    place = f"seat {row['seat']}"
    who = name if name.startswith(place) else f"{place}, {name}"
    return f"player {row['player']} in {who}, plays {row['strategy']}"


def _called(name: str, level: Any, factor: str) -> str:
    """Return the name of a player in the log, with the level of the factor if that is different and known."""
    if level is None or factor == "seat" or str(level) == name:
        return name
    return f"{name} ({plain(factor)} {level})"


def _tally(row: Mapping[str, Any], counted: Sequence[str]) -> str:
    return ", ".join(f"{plain(name)} {row[name]}" for name in counted if row[name])
