"""A run that has been played: its frames, and what it was."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import polars as pl

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, Notice
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.store import Store


class IncompleteRun(Notice):
    """A run was opened of which games are missing; the message is the sentence to show."""


@dataclass(frozen=True)
class Result:
    """A run that has been played: its frames, and what it was.

    games: one row per game. seats: one row per seat and game. timeline: one row per round, seat and game, of a run that
    stores it. settings: the contents of run.toml.
    """

    settings: Mapping[str, Any]
    store: Store | None
    parts: tuple[Mapping[str, pl.DataFrame], ...] = ()

    def scan(self, table: str) -> pl.LazyFrame:
        """`games`, `seats` or `timeline` as a lazy frame. Raises BadInput for a run without a timeline."""
        if self.store is not None:
            return self.store.scan(table)
        return self._in_memory(table)

    def _in_memory(self, table: str) -> pl.LazyFrame:
        if table not in self.parts[0]:
            raise BadInput("The run has no timeline: play it with timeline=True.")
        return pl.concat([part[table] for part in self.parts]).lazy()

    def between(self, first: int, stop: int) -> "Result":
        """The games from `first` up to but without `stop` alone; no more of the run is opened than holds them."""
        return _Stretch(self.settings, self.store, self.parts, range(first, stop))

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row per game, by number."""
        return self.scan("games").sort("game").collect()

    @cached_property
    def seats(self) -> pl.DataFrame:
        """One row per seat and game."""
        return self.scan("seats").sort("game", maintain_order=True).collect()

    @cached_property
    def timeline(self) -> pl.DataFrame:
        """One row per round, seat and game: the standing of the seat at the end of the round."""
        return self.scan("timeline").sort("game", "round", maintain_order=True).collect()

    @property
    def folder(self) -> Path | None:
        """Where the run lies; None: in memory."""
        return self.store.folder if self.store is not None else None

    @cached_property
    def played(self) -> int:
        """How many games it has: those asked for, or fewer where it was played until decided."""
        return self.scan("games").select(pl.len()).collect().item()

    @property
    def missing(self) -> int:
        """How many games are not there of those asked for: unplayed yet, or in a part that is gone.

        Of a run until a condition is met: of those that it ended with, or as long as it has not ended, at most so many.
        """
        if self.store is None:
            return 0
        asked = self._within(self.store.asked)
        return len(asked) - self.store.count(asked)

    @property
    def is_complete(self) -> bool:
        """Whether all games are there that were asked for."""
        return self.missing == 0

    def _within(self, asked: int) -> range:
        """The numbers of its games, of those asked for."""
        return range(asked)

    @property
    def seats_per_game(self) -> int:
        """How many seats a game of the run has."""
        return tables.find_setup(find_game(self.settings["game"]), self.settings["setup"], None).seats

    @cached_property
    def sets(self) -> frozenset[str]:
        """The columns that hold a set for each seat, with a bit for each element, whatever the set-up and changes."""
        if "game" not in self.settings:
            return frozenset()
        game = find_game(self.settings["game"])
        return frozenset(game.flags(tables.load(game)))

    @property
    def factor(self) -> str:
        """The column of the headline table."""
        return find_game(self.settings["game"]).factor

    def __repr__(self) -> str:
        its = self.settings
        lacking = f" ({self.missing:,} are missing)" if self.missing else ""
        return f"<run of {its['game']}, {its['setup']}: {self.played:,} games{lacking}, seed {its['seed']}>"

    def _repr_html_(self) -> str:
        return f"<p>{self.__repr__()[1:-1]}</p>{self.seats.head()._repr_html_()}"


@dataclass(frozen=True)
class _Stretch(Result):
    """Some games of a run by their numbers, whatever else lies in its folder."""

    numbers: range = range(0)

    def scan(self, table: str) -> pl.LazyFrame:
        """As of a run."""
        if self.store is not None:
            return self.store.scan(table, self.numbers)
        here = pl.col("game").is_between(self.numbers.start, self.numbers.stop - 1)
        return self._in_memory(table).filter(here)

    def _within(self, asked: int) -> range:
        return range(min(self.numbers.start, asked), min(self.numbers.stop, asked))

    def between(self, first: int, stop: int) -> Result:
        """As of a run, of those that are here."""
        return super().between(max(first, self.numbers.start), min(stop, self.numbers.stop))


@dataclass(frozen=True)
class View(Result):
    """A run with other rows or columns, of which the same questions can be asked."""

    settings: Mapping[str, Any] = field(init=False)
    store: Store | None = field(init=False)
    parts: tuple[Mapping[str, pl.DataFrame], ...] = field(init=False)
    result: Result

    def __post_init__(self) -> None:
        for name in ("settings", "store", "parts"):
            object.__setattr__(self, name, getattr(self.result, name))

    @cached_property
    def played(self) -> int:
        """The number of games of the whole run, which were played to have these rows."""
        return self.result.played

    @property
    def missing(self) -> int:
        """The number of missing games of the run."""
        return self.result.missing

    def between(self, first: int, stop: int) -> Self:
        """Return the same view of some games."""
        return replace(self, result=self.result.between(first, stop))


def load(folder: str | Path) -> Result:
    """A run from its folder; warns where games of it are missing. Raises BadInput where there is none."""
    store = Store(folder)
    result = Result(store.settings(), store)
    if result.missing:
        there = store.asked - result.missing
        warnings.warn(
            f"{folder} is not complete: {there:,} of {store.asked:,} games are there, and what follows is of these. "
            f"Go on with it by `starbalance run ... --out {folder} --resume`.",
            IncompleteRun,
            stacklevel=2,
        )
    return result
