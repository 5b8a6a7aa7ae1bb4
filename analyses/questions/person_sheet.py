"""Games that a person played as a sheet of recorded plays: a row for each seat."""

from pathlib import Path

import polars as pl

from starbalance.analyses.questions.columns import roles
from starbalance.analyses.questions.recorded_cell import cell
from starbalance.analyses.questions.recorded_file import Row, Sheet
from starbalance.simulator.engine.files import read_bytes
from starbalance.simulator.runs.result import load


def person_sheet(folder: Path) -> tuple[Sheet, bytes]:
    """Return the finished games of a person as a sheet, and the settings of the run as bytes.

    The person is called `person`, and the other players have the names of their strategies.

    Args:
        folder: The folder of the run.
    """
    result = load(folder)
    factor, points = result.factor, roles(result.settings["game"]).points
    seats = result.seats.with_columns(won=pl.col("credit") == pl.col("credit").max().over("game"))
    columns = {"game": "game", "seat": "seat", "person": "strategy", "score": points, "winner": "won"}
    columns |= {"faction": factor} if factor not in columns.values() else {}
    kept = {name: column for name, column in columns.items() if column in seats.columns}
    values = seats.select(pl.col(column).alias(name) for name, column in kept.items()).iter_rows(named=True)
    rows = tuple(Row(f"game {row['game']}", {name: cell(value) for name, value in row.items()}) for row in values)
    return Sheet(tuple(kept), rows), read_bytes(folder / "run.toml")
