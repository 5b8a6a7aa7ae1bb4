"""Who sits where in a game that is told: player, seat, name, strategy; and what the game counts of each."""

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
from starbalance.simulator.runs.frame import frames


class _Unpainted:
    """The painter of a game that has no pictures."""

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
    """The seats of a game that is told, in any of its positions."""

    def __init__(self, told: OneGame):
        self.told = told

    @cached_property
    def painter(self) -> Any:
        """What draws the game."""
        game = self.told.game
        is_painted = game.has_module("picture")
        return game.module("picture").Painter(self.told.rules) if is_painted else _Unpainted()

    def names(self, state: Any) -> list[str]:
        """What the players are called, seat record by seat record."""
        rows = self.painter.table(state)
        return [str(next(iter(row.values()))) for row in rows] or [
            f"seat {k + 1}" for k in range(self.told.rules.setup.seats)
        ]

    def line(self, state: Any) -> str:
        """One line that maps the players, in the order of --strategies, to seats, names and strategies."""
        factor = self.told.game.factor
        rows = list(zip(self._rows(state).to_dicts(), self.names(state), strict=True))
        rows.sort(key=lambda each: (each[0]["player"], each[0]["seat"]))
        told = [_seated(it, _called(name, it[factor], factor)) for it, name in rows]
        return f"Seats (seat 1 moves first; --strategies names the players in this order): {'; '.join(told)}."

    def tallies(self, state: Any) -> list[str]:
        """What the game counts of each seat record at its end, as its `told` names it; what is 0 is left out."""
        game = self.told.game
        counted, study = roles(game.address).told, read(game.address)
        with speaking(study.get("words", {}), study.get("levels", {})):
            return [_tally(row, counted) for row in self._rows(state).to_dicts()]

    def _rows(self, state: Any) -> pl.DataFrame:
        """The outcome of a position as rows of seats, in the order of its records."""
        told, outcomes = self.told, zeros(1, self.told.game.module("state").outcome_dt)
        told.game.verbs.finish(state, told.rules.record, outcomes[0])
        outcomes["strategy"][0] = told.seated[: outcomes["strategy"].shape[1]]
        return frames(told.game, told.rules, told.names, outcomes=outcomes)["seats"]


def _seated(row: Mapping[str, Any], name: str) -> str:
    """Where a player sits, as whom, unless the seat is all the name there is, and who plays."""
    place = f"seat {row['seat']}"
    who = name if name.startswith(place) else f"{place}, {name}"
    return f"player {row['player']} in {who}, plays {row['strategy']}"


def _called(name: str, level: Any, factor: str) -> str:
    """A player by the name in the log and, where that is another thing, by the level of the factor, if it is known."""
    if level is None or factor == "seat" or str(level) == name:
        return name
    return f"{name} ({plain(factor)} {level})"


def _tally(row: Mapping[str, Any], counted: Sequence[str]) -> str:
    return ", ".join(f"{plain(name)} {row[name]}" for name in counted if row[name])
