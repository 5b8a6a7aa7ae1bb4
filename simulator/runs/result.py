"""Results: played runs with their frames and settings."""

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
from starbalance.simulator.runs.settings import HUMAN, PLAYS
from starbalance.simulator.runs.store import Store


class IncompleteRun(Notice):
    """A warning that a loaded run has missing games. The message is one sentence to show."""


@dataclass(frozen=True)
class Result:
    """A played run. The properties `games`, `seats` and `timeline` are its frames.

    Attributes:
        settings: The contents of run.toml.
        store: The folder of the run. `None` means that the run is in memory.
        parts: The parts of a run in memory: the frames by name. Empty for a run in a folder.
    """

    settings: Mapping[str, Any]
    store: Store | None
    parts: tuple[Mapping[str, pl.DataFrame], ...] = ()

    def scan(self, table: str) -> pl.LazyFrame:
        """Return a frame of the run as a lazy frame, without reading it.

        Args:
            table: `games`, `seats` or `timeline`.

        Returns:
            A polars lazy frame.

        Raises:
            BadInput: If the run has no timeline, or its files are damaged.
        """
        if self.store is not None:
            return self.store.scan(table)
        return self._in_memory(table)

    def _in_memory(self, table: str) -> pl.LazyFrame:
        if table not in self.parts[0]:
            raise BadInput("The run has no timeline. Play it with timeline=True.")
        return pl.concat([part[table] for part in self.parts]).lazy()

    def between(self, first: int, stop: int) -> "Result":
        """Return a slice of the run: the games with numbers from `first` to `stop - 1`. Only their parts are opened.

        Args:
            first: The number of the first game.
            stop: The number after the last game.

        Returns:
            A result with these games.
        """
        return _Slice(self.settings, self.store, self.parts, range(first, stop))

    @cached_property
    def games(self) -> pl.DataFrame:
        """The games: one row per game, sorted by the number of the game."""
        return self.scan("games").sort("game").collect()

    @cached_property
    def seats(self) -> pl.DataFrame:
        """The seats: one row per seat and game, sorted by the number of the game."""
        return self.scan("seats").sort("game", maintain_order=True).collect()

    @cached_property
    def timeline(self) -> pl.DataFrame:
        """The timeline: the heuristic value of the seat at the end of the round, one row per round, seat and game.

        Raises:
            BadInput: If the run has no timeline.
        """
        return self.scan("timeline").sort("game", "round", maintain_order=True).collect()

    @property
    def folder(self) -> Path | None:
        """The folder of the run. `None` means that the run is in memory."""
        return self.store.folder if self.store is not None else None

    @cached_property
    def played(self) -> int:
        """The number of games in the run. It is below `games` in the settings if games are missing, or with `until`."""
        return self.scan("games").select(pl.len()).collect().item()

    @property
    def missing(self) -> int:
        """The number of missing games: requested games that are not yet played, or whose part is lost.

        For a finished run with `until`, the requested games are the games that it ended with. For an unfinished one
        they are the largest number of games.
        """
        if self.store is None:
            return 0
        requested = self._within(self.store.asked)
        return len(requested) - self.store.count(requested)

    @property
    def is_complete(self) -> bool:
        """Return whether no requested game is missing."""
        return self.missing == 0

    def _within(self, asked: int) -> range:
        """Return the numbers of the requested games. `asked` is their number in the whole run."""
        return range(asked)

    @property
    def is_recorded(self) -> bool:
        """Return whether people played and recorded the games, so that there is no game to play again."""
        return PLAYS in self.settings

    @property
    def seats_per_game(self) -> int:
        """The number of seats in a game of the run, or in the largest game of recorded plays."""
        if self.is_recorded:
            return int(self.settings["players"])
        return tables.find_setup(find_game(self.settings["game"]), self.settings["setup"], None).seats

    @cached_property
    def sets(self) -> frozenset[str]:
        """The set-valued columns of the game, which have a bit for each element. They do not depend on the setup."""
        if "game" not in self.settings or self.is_recorded:
            return frozenset()
        game = find_game(self.settings["game"])
        return frozenset(game.flags(tables.load(game)))

    @property
    def factor(self) -> str:
        """The headline factor of the game: the column of the headline table."""
        if self.is_recorded:
            return str(self.settings[PLAYS]["factor"])
        return find_game(self.settings["game"]).factor

    @property
    def has_payoffs(self) -> bool:
        """Whether the game has payoffs in addition to the shares of the win."""
        return not self.is_recorded and find_game(self.settings["game"]).has_payoffs

    def __repr__(self) -> str:
        run = self.settings
        if self.is_recorded:
            return f"<recorded plays of {run['game']}: {self.played:,} games>"
        lacking = f" ({self.missing:,} missing)" if self.missing else ""
        return f"<run of {run['game']}, {run['setup']}: {self.played:,} games{lacking}, seed {run['seed']}>"

    def _repr_html_(self) -> str:
        return f"<p>{self.__repr__()[1:-1]}</p>{self.seats.head()._repr_html_()}"


@dataclass(frozen=True, repr=False)
class _Slice(Result):
    """A slice of a run: games with consecutive numbers."""

    numbers: range = range(0)

    def scan(self, table: str) -> pl.LazyFrame:
        if self.store is not None:
            return self.store.scan(table, self.numbers)
        is_inside = pl.col("game").is_between(self.numbers.start, self.numbers.stop - 1)
        return self._in_memory(table).filter(is_inside)

    def _within(self, asked: int) -> range:
        return range(min(self.numbers.start, asked), min(self.numbers.stop, asked))

    def between(self, first: int, stop: int) -> Result:
        return super().between(max(first, self.numbers.start), min(stop, self.numbers.stop))


@dataclass(frozen=True, repr=False)
class View(Result):
    """A run with other rows or columns, for the same analyses. Subclasses change `scan`."""

    settings: Mapping[str, Any] = field(init=False)
    store: Store | None = field(init=False)
    parts: tuple[Mapping[str, pl.DataFrame], ...] = field(init=False)
    result: Result

    def __post_init__(self) -> None:
        for name in ("settings", "store", "parts"):
            object.__setattr__(self, name, getattr(self.result, name))

    @cached_property
    def played(self) -> int:
        """The number of games in the full run, before filtering."""
        return self.result.played

    @property
    def missing(self) -> int:
        """The number of missing games in the full run."""
        return self.result.missing

    def between(self, first: int, stop: int) -> Self:
        """Return the same view of a slice of the run."""
        return replace(self, result=self.result.between(first, stop))


def load(folder: str | Path) -> Result:
    """Open a saved run.

    Args:
        folder: The folder of the run.

    Returns:
        The run. Its frames are read when they are needed. If games are missing, a warning `IncompleteRun` is issued.

    Raises:
        BadInput: If there is no run in the folder, or its run.toml is damaged.
    """
    store = Store(folder)
    result = Result(store.settings(), store)
    if result.missing:
        present = store.asked - result.missing
        command = "starbalance play ..." if HUMAN in result.settings else f"starbalance run ... --out {folder} --resume"
        warnings.warn(
            f"{folder} is incomplete: it has {present:,} of {store.asked:,} games, and results use only these. "
            f"Continue it with `{command}`.",
            IncompleteRun,
            stacklevel=2,
        )
    return result
