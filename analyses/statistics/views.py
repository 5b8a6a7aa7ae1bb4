"""Runs with other rows or columns, of which the same questions can be asked."""

from dataclasses import dataclass

import polars as pl

from starbalance.simulator.runs.result import View


@dataclass(frozen=True)
class Uncapped(View):
    """A run without its truncated games."""

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table that the view has."""
        finished = self.result.scan("games").filter(pl.col("capped") == 0)
        return (
            finished
            if table == "games"
            else self.result.scan(table).join(finished.select("game"), on="game", how="semi")
        )


@dataclass(frozen=True)
class Pooled(View):
    """A run in which larger values of a column are replaced by the value `most`."""

    column: str
    most: int

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table that the view has."""
        rows = self.result.scan(table)
        known = self.column in rows.collect_schema().names()
        return rows.with_columns(pl.col(self.column).clip(upper_bound=self.most)) if known else rows
