"""The import of recorded plays: a file of games that people played becomes a run, or a list of what is wrong."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd

from starbalance.analyses.questions.person import is_played
from starbalance.analyses.questions.person_sheet import person_sheet
from starbalance.analyses.questions.recorded_columns import ORDER, Layout, layout
from starbalance.analyses.questions.recorded_file import Problem, Sheet, read_sheet
from starbalance.analyses.questions.recorded_frame import frames
from starbalance.analyses.questions.recorded_games import Play, plays
from starbalance.analyses.questions.recorded_names import anonymous, spellings
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.wording import counted, joined
from starbalance.simulator.runs.recorded import check_new, recorded, save
from starbalance.simulator.runs.result import Result

_QUOTED = re.compile("'.*'")
_PARTS = ((re.compile(r"\d{3,}"), "Y"), (re.compile(r"\d+"), "0"), (re.compile(r"[^\W\d]{2,}"), "a"))  # of a date
_FACTORS = ("faction", "person", "seat")  # the headline factor is the first of them that a file has


@dataclass(frozen=True)
class Import:
    """Recorded plays that were read from a file.

    Attributes:
        result: the plays as a run: in a folder if there is one, otherwise in memory
        columns: which column of the file holds what, with its first value
        problems: what is not used (`lost`) and what should be checked, with its place in the file
        facts: sentences on the games, players and winners
    """

    result: Result
    columns: pd.DataFrame
    problems: pd.DataFrame
    facts: Sequence[str]


def import_plays(
    file: str | Path,
    out: str | Path | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    game: str | None = None,
    anonymise: bool = False,
) -> Import:
    """Read recorded plays from a file, and save them as a run.

    The file has a row per player, or a row per game with columns such as `player1`, `faction1` and `score1`. A mark of
    the winner counts first, then the best rank, then the highest score. A shared win is split. Games may have different
    numbers of players.

    `rates`, `effects`, `quality`, `plan`, `report` and `agree` take the run. Other questions need games that the
    toolkit played.

    Args:
        file: A CSV, TSV, Excel or JSON file, or the folder of games that a person played. Of an Excel file, the first
            sheet that has cells is read.
        out: A new folder for the run. Default: `None`, a trial that writes nothing.
        columns: The columns of the file by role, such as `{"faction": "race"}`. The roles are game, person, faction,
            seat, score, rank, winner, rounds, date and players. `{"seat": "order"}` means that the order in the file is
            the turn order. Default: the columns are guessed from their names.
        game: The name of the game. Default: the name of the file.
        anonymise: Whether to replace people by numbers. Further columns of the file are then left out. Default: no.

    Returns:
        The plays, with the columns that were used and everything that cannot be used.

    Raises:
        BadInput: If the file cannot be read, a needed column is missing, no game can be used, or the folder exists.
    """
    path = Path(file)
    if out is not None:
        check_new(Path(out))
    sheet, content = person_sheet(path) if is_played(path) else read_sheet(path)
    chosen = dict(columns or {})
    in_order = chosen.get("seat") == ORDER and ORDER not in sheet.columns
    found = layout(sheet.columns, chosen)
    games, problems = plays(sheet, found, in_order=in_order)
    if not games:
        raise BadInput(f"{path} has no game that can be used: {_first(problems)}")
    roles = [*found.named(), *(["seat"] if in_order else [])]
    problems += [*_spelled(games, roles, anonymise), *_dates(games, found)]
    if anonymise:
        games, _ = anonymous(games)
        problems = [replace(each, text=_QUOTED.sub("'...'", each.text)) for each in problems]
    about = _about(path, content, roles, found=found, problems=problems)
    result = recorded(game or path.stem, frames(games, roles), about)
    named = _columns(sheet, found, anonymise)
    facts = list(_facts(games, roles, found))
    return Import(result if out is None else save(result, Path(out)), named, _table(problems), facts)


def _first(problems: Sequence[Problem]) -> str:
    """Return the first reason why a game is lost."""
    return next((f"{each}." for each in problems if each.is_lost), "it has no rows.")


def _spelled(games: Sequence[Play], roles: Sequence[str], is_anonymous: bool) -> list[Problem]:
    """Return the groups of names that may be spellings of one name. They are not merged."""
    problems = []
    for role in ("person", "faction"):
        names = [getattr(each, role) for game in games for each in game.players]
        shown = anonymous(games)[1] if is_anonymous and role == "person" else {}
        for group in spellings(names) if role in roles else ():
            spelled = joined([shown.get(each, each) for each in group])
            text = f"these may be spellings of one {role}"
            problems.append(Problem(spelled, text, is_lost=False))
    return problems


def _dates(games: Sequence[Play], found: Layout) -> list[Problem]:
    """Return a doubt if dates are written in several formats, since dates are sorted as text."""
    formats: dict[str, str] = {}
    for text in (game.date for game in games if game.date):
        formats.setdefault(_format(text), text)
    if len(formats) < 2:
        return []
    text = f"it has several formats of dates, such as {joined(list(formats.values()))}, which are sorted as text"
    return [Problem(f"column {found.one['date']}", text, is_lost=False)]


def _format(date: str) -> str:
    """Return the format of a date: `Y-0-0` for 2024-01-31."""
    for pattern, sign in _PARTS:
        date = pattern.sub(sign, date)
    return date


def _about(
    path: Path, content: bytes, roles: Sequence[str], *, found: Layout, problems: Sequence[Problem]
) -> dict[str, object]:
    """Return the table `plays` of run.toml."""
    return {
        "factor": next(each for each in _FACTORS if each in roles),
        "source": path.name,
        "digest": hashlib.blake2b(content, digest_size=16).hexdigest(),
        "columns": found.named(),
        "lost": [str(each) for each in problems if each.is_lost],
        "doubtful": [str(each) for each in problems if not each.is_lost],
    }


def _columns(sheet: Sheet, found: Layout, is_anonymous: bool) -> pd.DataFrame:
    """Return which column holds what, with the first cell that is not empty."""
    rows = [(role, column, _example(sheet, column)) for role, column in found.named().items()]
    left = "not kept" if is_anonymous else "kept under its name"
    rows += [(left, column, _example(sheet, column)) for column in found.more]
    hidden = [(role, column, "..." if is_anonymous and role != "faction" else cell) for role, column, cell in rows]
    return pd.DataFrame(hidden, columns=["role", "column", "example"])


def _example(sheet: Sheet, column: str) -> str:
    name = column.partition(",")[0].partition(" to ")[0]
    return next((row.cells[name] for row in sheet.rows if row.cells.get(name)), "")


def _facts(games: Sequence[Play], roles: Sequence[str], found: Layout) -> list[str]:
    """Return sentences on the games, the players and the winners."""
    sizes = sorted({len(game.players) for game in games})
    each = f"{sizes[0]} players" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]} players"
    numbers = [
        counted(len({getattr(seat, role) for game in games for seat in game.players} - {""}), role)
        for role in ("person", "faction")
        if role in roles
    ]
    sentences = [f"{counted(len(games), 'game')} of {each}, with {joined(numbers).replace('persons', 'people')}."]
    marks = [role for role in ("winner", "rank", "score") if found.has(role)]
    names = {"winner": "the mark of the winner", "rank": "the best rank", "score": "the highest score"}
    tied = sum(len([share for share in game.credit if share]) > 1 for game in games)
    sentences.append(f"The winner is decided by {', then '.join(names[role] for role in marks)}.")
    if tied:
        sentences.append(f"Several players share the win in {counted(tied, 'game')}.")
    if not found.has("seat") and not any(seat.seat for game in games for seat in game.players):
        sentences.append("No column names the seat of each player. `--map seat=order` takes the order in the file.")
    if not found.has("faction"):
        sentences.append("No column names the faction of each player. `--map faction=COLUMN` names it.")
    return sentences


def _table(problems: Sequence[Problem]) -> pd.DataFrame:
    rows = [(each.place, each.text, each.is_lost) for each in problems]
    return pd.DataFrame(rows, columns=["place", "problem", "lost"]).sort_values("lost", ascending=False, kind="stable")
