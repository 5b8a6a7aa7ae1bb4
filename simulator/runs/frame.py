"""Data frames from outcome records: one row per game or seat, with words for codes."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from starbalance.simulator.engine.errors import BadInput, in_a_sentence
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import FLAGS
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.tables import Rules


def frames(game: Game, rules: Rules, strategies: Sequence[str], *, outcomes: np.ndarray) -> dict[str, pl.DataFrame]:
    """Return the frames `games` and `seats` of outcome records.

    Args:
        game: The game.
        rules: The rules.
        strategies: The names of the strategies, by row of the strategy table.
        outcomes: The outcome records.

    Returns:
        The frame `games` has one row per game, with the scalar fields of the outcome, `setup` and `players`. The frame
        `seats` has one row per seat, with `game`, `strategy`, the fields of the seat, `setup` and `players`. The seats
        of a game follow each other.
    """
    outcomes = np.asarray(outcomes)
    fields = outcomes.dtype.names or ()
    labels = {**_labels(game, rules), "strategy": tuple(strategies)}
    plain = [name for name in fields if outcomes.dtype[name].shape == ()]
    games = [_column(name, outcomes[name], labels) for name in plain]
    seats = rules.setup.seats
    rows = outcomes["seats"][:, :seats].reshape(-1)
    _check_sets(game, rules, rows)
    columns = [
        pl.Series("game", np.repeat(outcomes["game"], seats)),
        _column("strategy", outcomes["strategy"][:, :seats].reshape(-1), labels),
        *(_column(name, rows[name], labels) for name in rows.dtype.names or ()),
    ]
    return {"games": _with_setup(games, rules), "seats": _with_setup(columns, rules)}


def turn_order(game: Game, rules: Rules, state: Any) -> list[int]:
    """Return the place in the turn order of each seat record, from 1, as the column `seat` of a run has it.

    Args:
        game: The game.
        rules: The rules.
        state: A position.
    """
    outcomes = zeros(1, game.kernels.outcome_dt)
    game.kernels.finish(state, rules.record, outcomes[0])
    return [int(place) for place in outcomes[0]["seats"]["seat"][: rules.setup.seats]]


def _check_sets(game: Game, rules: Rules, rows: np.ndarray) -> None:
    """Raise BadInput if a set-valued column has an element without a word."""
    for name, words in game.flags(rules).items():
        if name in (rows.dtype.names or ()) and len(words) < FLAGS and (rows[name] >> len(words)).any():
            raise BadInput(
                f"The column '{name}' has more elements than its flags have words ({len(words)}): add the words of the "
                "further elements."
            )


def _labels(game: Game, rules: Rules) -> Mapping[str, Sequence[str]]:
    with in_a_sentence(f"{game.title}: the labels of its columns cannot be created"):
        return game.labels(rules)


def schemas(game: Game, rules: Rules) -> dict[str, list[str]]:
    """Return the names of the columns of each frame of a run: `games`, `seats` and `timeline`."""
    none = np.zeros(0, game.module("state").outcome_dt)
    empty = frames(game, rules, [], outcomes=none)
    empty["timeline"] = timeline_frame(rules, none, np.zeros((0, 0, rules.setup.seats)))
    return {table: frame.columns for table, frame in empty.items()}


def columns(game: Game, rules: Rules) -> list[str]:
    """Return the columns of the frame `seats` of a run, then the further columns of the frame `games`."""
    known = schemas(game, rules)
    return list(dict.fromkeys([*known["seats"], *known["games"]]))


def refuse_sets(names: Iterable[str], sets: Collection[str]) -> None:
    """Check that columns hold a single value in each row.

    Args:
        names: The columns that make up the cells of the table.
        sets: The set-valued columns of the game, which have a bit for each element.

    Raises:
        BadInput: If one of the columns is set-valued.
    """
    for name in names:
        if name in sets:
            raise BadInput(
                f"'{name}' holds a set for each seat, not a single value. "
                f"Use `starbalance usage RUN --columns {name}` to analyse its elements."
            )


def timeline_frame(rules: Rules, outcomes: np.ndarray, timeline: np.ndarray) -> pl.DataFrame:
    """Return the frame `timeline`: the heuristic value of every seat at the end of every round.

    Args:
        rules: The rules.
        outcomes: The outcome records of the games.
        timeline: The values (games x rounds x SEATS), NaN after the last round of a game.

    Returns:
        A frame with the columns `game`, `round` (from 1), `seat` and `standing`.
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
    """Return a column. The codes of a labelled column are replaced by words, and -1 by null."""
    series = pl.Series(name, np.ascontiguousarray(codes))
    if name not in labels:
        return series
    words, highest = pl.Enum(labels[name]), int(np.max(codes, initial=-1))
    if highest >= len(words.categories):
        raise BadInput(
            f"The column '{name}' has the value {highest}, but its labels have words for 0 to "
            f"{len(words.categories) - 1} only."
        )
    return series.cast(pl.Int32).set(series < 0, None).cast(pl.UInt8).cat.to(words)


def _with_setup(columns: list[pl.Series], rules: Rules) -> pl.DataFrame:
    """Return columns as a frame with the setup and the number of players.

    Raises:
        BadInput: If the game has a column that every run adds.
    """
    setup, players = pl.Series("setup", [rules.setup.name]), pl.Series("players", [rules.setup.players], dtype=pl.Int8)
    every = [*columns, *(each.new_from_index(0, len(columns[0])) for each in (setup, players))]
    names = Counter(each.name for each in every)
    if len(names) < len(every):
        twice = names.most_common(1)[0][0]
        raise BadInput(f"The game has a column '{twice}', which every run adds itself: give yours another name.")
    return pl.DataFrame(every)
