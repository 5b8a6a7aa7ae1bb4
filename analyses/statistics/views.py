"""Views of a run with other rows or other values. Every question accepts a view as its run."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import polars as pl

from starbalance.simulator.runs.result import View


@dataclass(frozen=True)
class Finished(View):
    """A run without its truncated games."""

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table that belong to games that were not truncated."""
        finished = self.result.scan("games").filter(pl.col("truncated") == 0)
        return (
            finished
            if table == "games"
            else self.result.scan(table).join(finished.select("game"), on="game", how="semi")
        )


@dataclass(frozen=True)
class Sized(View):
    """Recorded plays with one number of players.

    Attributes:
        size: the number of players
    """

    size: int

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table that belong to games of this number of players."""
        return self.result.scan(table).filter(pl.col("players") == self.size)


@dataclass(frozen=True)
class Personal(View):
    """Recorded plays with the seats of one person only.

    Attributes:
        person: the name of the person
        column: the column of the seats with the names. Default: `person`.
    """

    person: str
    column: str = "person"

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table, of the seats only those of the person."""
        rows = self.result.scan(table)
        return rows.filter(pl.col(self.column).cast(pl.String) == self.person) if table == "seats" else rows


@dataclass(frozen=True)
class Recoded(View):
    """Recorded plays with columns that have the names and the sets of the game.

    Attributes:
        names: for each column of the game, the column of the plays
        masks: for each set-valued column of the game that the plays write in words, the bit mask of each text
    """

    names: Mapping[str, str]
    masks: Mapping[str, Mapping[str, int]]

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table with the columns of the game. An empty text is an empty set."""
        rows = self.result.scan(table)
        return rows.with_columns(self._columns(rows.collect_schema().names()))

    def _columns(self, known: list[str]) -> Iterator[pl.Expr]:
        for name, own in self.names.items():
            if own in known and name in self.masks:
                text = pl.col(own).cast(pl.String).fill_null("")
                yield text.replace_strict(self.masks[name], default=0, return_dtype=pl.Int64).alias(name)
            elif own in known:
                yield pl.col(own).alias(name)


@dataclass(frozen=True)
class Pooled(View):
    """A run in which the values of a column above `most` are replaced by `most`.

    Attributes:
        column: a numeric column of any table of the run
        most: the largest value that is kept
    """

    column: str
    most: int

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table, with the column clipped if the table has it."""
        rows = self.result.scan(table)
        has_column = self.column in rows.collect_schema().names()
        return rows.with_columns(pl.col(self.column).clip(upper_bound=self.most)) if has_column else rows
