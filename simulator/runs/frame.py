"""Outcome records to data frames: one row per game, one per seat, codes as words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from starbalance.simulator.engine.errors import BadInput, in_a_sentence
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.tables import Rules


def frames(game: Game, rules: Rules, strategies: Sequence[str], *, outcomes: np.ndarray) -> dict[str, pl.DataFrame]:
    """The frames `games` and `seats` of a batch of outcome records.

    games: the scalar fields, `setup`, `players`. seats: `game`, `strategy`, the fields of the seat records, `setup`,
    `players`; len(games) * number of seats rows, seats of a game together.
    """
    outcomes = np.asarray(outcomes)
    fields = outcomes.dtype.names or ()
    labels = {**_labels(game, rules), "strategy": tuple(strategies)}
    plain = [name for name in fields if outcomes.dtype[name].shape == ()]
    games = [_column(name, outcomes[name], labels) for name in plain]
    seats = rules.setup.seats
    rows = outcomes["seats"][:, :seats].reshape(-1)
    columns = [
        pl.Series("game", np.repeat(outcomes["game"], seats)),
        _column("strategy", outcomes["strategy"][:, :seats].reshape(-1), labels),
        *(_column(name, rows[name], labels) for name in rows.dtype.names or ()),
    ]
    return {"games": _with_setup(games, rules), "seats": _with_setup(columns, rules)}


def _labels(game: Game, rules: Rules) -> Mapping[str, Sequence[str]]:
    with in_a_sentence(f"{game.title}: the labels of its columns cannot be made"):
        return game.labels(rules)


def schemas(game: Game, rules: Rules) -> dict[str, list[str]]:
    """The columns of the frames of a run: games, seats, timeline."""
    none = np.zeros(0, game.module("state").outcome_dt)
    empty = frames(game, rules, [], outcomes=none)
    empty["timeline"] = timeline_frame(rules, none, np.zeros((0, 0, rules.setup.seats)))
    return {table: frame.columns for table, frame in empty.items()}


def columns(game: Game, rules: Rules) -> list[str]:
    """The columns of the seats of a run, then those that only its games have."""
    known = schemas(game, rules)
    return list(dict.fromkeys([*known["seats"], *known["games"]]))


def refuse_sets(names: Iterable[str], sets: Collection[str]) -> None:
    """Check that the columns of a table hold one value in a row.

    Args:
        names: The columns that make up the cells of the table.
        sets: The columns of the game that hold a set, with a bit for each element.

    Raises:
        BadInput: If one of the columns holds a set.
    """
    for name in names:
        if name in sets:
            raise BadInput(
                f"'{name}' holds a set of things for each seat, not one value: "
                f"`starbalance usage RUN --columns {name}` shows what goes with each of them."
            )


def timeline_frame(rules: Rules, outcomes: np.ndarray, timeline: np.ndarray) -> pl.DataFrame:
    """The standing of every seat at the end of every round: game, round (1 first), seat, standing.

    timeline: (games x rounds x SEATS), NaN after the last round of a game; the order is that of its seats frame.
    """
    outcomes = np.asarray(outcomes)
    standing = timeline[:, :, : rules.setup.seats]
    game, turn, place = np.nonzero(~np.isnan(standing))
    return pl.DataFrame(
        {
            "game": outcomes["game"][game],
            "round": (turn + 1).astype(np.int16),
            "seat": outcomes["seats"]["seat"][game, place],
            "standing": standing[game, turn, place],
        }
    )


def _column(name: str, codes: np.ndarray, labels: dict[str, Any]) -> pl.Series:
    """A series of numbers, or of words for the codes of a labelled column (-1: null)."""
    series = pl.Series(name, np.ascontiguousarray(codes))
    if name not in labels:
        return series
    words = pl.Enum(labels[name])
    return series.cast(pl.Int32).set(series < 0, None).cast(pl.UInt8).cat.to(words)


def _with_setup(columns: list[pl.Series], rules: Rules) -> pl.DataFrame:
    frame = pl.DataFrame(columns)
    return frame.with_columns(setup=pl.lit(rules.setup.name), players=pl.lit(rules.setup.players, pl.Int8))
