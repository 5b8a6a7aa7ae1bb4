"""Files with the rows of a run, for other programs: its games, its seats, its timeline, or its decisions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from starbalance.analyses.questions.find import is_as_played
from starbalance.analyses.questions.flags import elements
from starbalance.analyses.questions.one_game import OneGame, several_games
from starbalance.analyses.questions.players import replay_arguments
from starbalance.analyses.statistics.aggregate import game_batches
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.files import check_writable, replacing
from starbalance.simulator.runs.experiment import experiment
from starbalance.simulator.runs.result import Result

DECISIONS = "decisions"
ROWS = ("games", "seats", "timeline", DECISIONS)
KINDS = (".csv", ".parquet", ".jsonl")  # of files
_SCHEMA: dict[str, Any] = {
    **{"game": pl.Int64, "decision": pl.Int64, "round": pl.Int64, "seat": pl.Int64, "strategy": pl.String},
    **{"actions": pl.List(pl.String), "chosen": pl.Int64, "choice": pl.String},
}
_CHANGED = "Rules or strategies have changed since the run: its decisions cannot be written. Play the run again."


def export(
    result: Result,
    file: str | Path,
    *,
    rows: str = "seats",
    games: int | None = None,
    overwrite: bool = False,
    progress: Callable[..., None] = lambda done, total, note="": None,
    notify: Callable[[str], None] = lambda line: None,
) -> int:
    """Write rows of a run into a file, and return their number. The end of the name of the file says its kind.

    The rows of `decisions` have the columns

    - game: the number of the game
    - decision: the number of the decision in the game, from 1; decisions with a single action have no row
    - round: the round
    - seat: the seat that decides
    - strategy: its strategy
    - actions: the legal actions in words, as a list; a text with a JSON list in a CSV file
    - chosen: the place of the chosen action in the list, from 0
    - choice: the chosen action in words

    Sets, such as the cards of a seat, are written with the names of their elements: as lists, or as a text with commas
    in a CSV file.

    Args:
        result: A run.
        file: The file, which ends with .csv, .parquet or .jsonl (JSON lines).
        rows: `seats`, `games`, `timeline` or `decisions`. The games of `decisions` are played again. Default: `seats`.
        games: The number of games, from the first. Default: all games.
        overwrite: Whether to replace a file that exists. Default: false.
        progress: Called with the number of games that are written and of all games.
        notify: Called with a line before anything that takes seconds.

    Returns:
        The number of rows.

    Raises:
        BadInput: If the rows or the kind of file do not exist, the file exists, or the games cannot be played again.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=20, seed=1)
    >>> sb.export(result, "seats.csv", overwrite=True)
    40
    """
    place = Path(file)
    _check(result, place, rows=rows, games=games, overwrite=overwrite)
    part = result if games is None else result.between(0, games)
    total = part.scan("games").select(pl.len()).collect().item()
    frames = (
        _decisions(part, notify)
        if rows == DECISIONS
        else (_in_words(part, each.scan(rows).collect(), place) for each in game_batches(part))
    )
    return _write(_reported(frames, total, progress), place)


def _check(result: Result, file: Path, *, rows: str, games: int | None, overwrite: bool) -> None:
    """Raise BadInput before any work if a file with some rows of a run cannot be written."""
    if rows not in ROWS:
        raise unknown("kind of rows", rows, ROWS)
    if file.suffix.lower() not in KINDS:
        raise unknown("kind of file", file.suffix, KINDS)
    if games is not None and games < 1:
        raise BadInput(f"The number of games must be at least 1, got {games}.")
    check_writable(file)
    if file.exists() and not overwrite:
        raise BadInput(f"{file} already exists. Choose another file, or add --overwrite to replace it.")
    if rows == DECISIONS and not is_as_played(result):
        raise BadInput(_CHANGED)
    if rows != DECISIONS:
        result.scan(rows)


def _reported(frames: Iterable[pl.DataFrame], total: int, progress: Callable[..., None]) -> Iterator[pl.DataFrame]:
    """Yield the frames, and report how many games they have."""
    done = 0
    progress(done, total)
    for frame in frames:
        yield frame
        done += frame["game"].n_unique()
        progress(min(done, total), total)


def _in_words(result: Result, frame: pl.DataFrame, file: Path) -> pl.DataFrame:
    """Return a frame with the names of the elements of each set."""
    sets = [elements(result, name, frame[name]) for name in frame.columns if name in result.sets]
    is_text = file.suffix.lower() == ".csv"
    return frame.with_columns(each.list.join(", ") if is_text else each for each in sets)


def _decisions(result: Result, notify: Callable[[str], None]) -> Iterator[pl.DataFrame]:
    """Yield the decisions of each game of a run as a frame."""
    arguments = replay_arguments(result)
    seats = result.scan("seats").select("game", "seat").sort("game", maintain_order=True).collect()
    seats_by_game = seats.group_by("game", maintain_order=True).agg("seat")
    games = several_games(experiment(arguments.pop("game"), arguments), seats_by_game["game"], notify)
    for (number, places), one in zip(seats_by_game.iter_rows(), games, strict=True):
        yield pl.DataFrame(list(_rows(number, places, one)), schema=_SCHEMA, orient="row")


def _rows(number: int, seats: Sequence[int], one: OneGame) -> Iterator[tuple[Any, ...]]:
    """Yield a row for each decision of a game that was not forced. `seats` has the seat of each row of its players."""
    made = 0
    for step in one.steps:
        if step.scores is None:
            continue
        made += 1
        words = [one.narrator.decision(step.state.copy(), step.options, i).strip() for i in range(len(step.options))]
        actor, place = int(step.state.actor), int(step.chosen)
        about = number, made, int(step.state.rounds), seats[actor], one.strategies[actor]
        yield *about, words, place, words[place]


def _write(frames: Iterable[pl.DataFrame], file: Path) -> int:
    """Write frames with the same columns below each other, completely or not at all. Return the number of rows."""
    writer = {".csv": _write_csv, ".jsonl": _write_lines, ".parquet": _write_parquet}[file.suffix.lower()]
    with replacing(file) as draft:
        return writer(frames, draft)


def _write_csv(frames: Iterable[pl.DataFrame], draft: Path) -> int:
    count = 0
    with draft.open("w", encoding="utf-8", newline="") as file:
        for place, frame in enumerate(frames):
            file.write(_flat(frame).write_csv(include_header=place == 0))
            count += frame.height
    return count


def _flat(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame whose lists are texts, because CSV has no lists."""
    from json import dumps

    lists = [name for name, kind in frame.schema.items() if isinstance(kind, pl.List)]
    texts = [
        pl.Series(name, [dumps(each.to_list(), ensure_ascii=False) for each in frame[name]], dtype=pl.String)
        for name in lists
    ]
    return frame.with_columns(texts)


def _write_lines(frames: Iterable[pl.DataFrame], draft: Path) -> int:
    count = 0
    with draft.open("w", encoding="utf-8", newline="") as file:
        for frame in frames:
            file.write(frame.write_ndjson())
            count += frame.height
    return count


def _write_parquet(frames: Iterable[pl.DataFrame], draft: Path) -> int:
    from pyarrow.parquet import ParquetWriter

    count, writer = 0, None
    try:
        for frame in frames:
            table = frame.to_arrow()
            writer = writer or ParquetWriter(draft, table.schema)
            writer.write_table(table)
            count += frame.height
    finally:
        if writer is not None:
            writer.close()
    return count
