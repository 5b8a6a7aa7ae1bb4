"""Files of recorded plays as rows of text: CSV, TSV, Excel and JSON, in the usual encodings."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starbalance.analyses.questions.recorded_cell import cell
from starbalance.analyses.questions.recorded_excel import OLD, ZIPPED, read_excel
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import read_bytes

DELIMITERS = (",", ";", "\t", "|")
GAME = "game"  # the column for the number of a game in a nested JSON file
_SAMPLE = 20  # rows from which the delimiter is guessed
_EXCEL = (".xls", ".xlsx", ".xlsm", ".ods")
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")  # byte-order marks of UTF-16


@dataclass(frozen=True)
class Problem:
    """A sentence about a place in a file.

    Attributes:
        place: the line, row or game
        text: what is wrong
        is_lost: whether the rows of the place are not used; other problems should be checked
    """

    place: str
    text: str
    is_lost: bool = True

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


@dataclass(frozen=True)
class Row:
    """A row of a file.

    Attributes:
        place: its place in the file, such as `line 12`
        cells: its cells by column
        fault: why its cells cannot be trusted, or an empty text
    """

    place: str
    cells: Mapping[str, str]
    fault: str = ""


@dataclass(frozen=True)
class Sheet:
    """The content of a file.

    Attributes:
        columns: the names of the columns, in order
        rows: the rows that have cells
        problems: rows that cannot be read, and doubts about the encoding
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...] = ()


def read_sheet(path: Path) -> tuple[Sheet, bytes]:
    """Return the content of a file of recorded plays, and its bytes.

    Args:
        path: A file of comma-separated, semicolon-separated or tab-separated values, of Excel, or of JSON.

    Raises:
        BadInput: If the file cannot be read, or has another format.
    """
    content = read_bytes(path)
    is_excel = content.startswith((ZIPPED, OLD)) or path.suffix.lower() in _EXCEL
    sheet = _excel_sheet(path, content) if is_excel else _text_sheet(path, content)
    if not sheet.rows:
        raise BadInput(f"{path} has column names but no plays.")
    return sheet, content


def _excel_sheet(path: Path, content: bytes) -> Sheet:
    rows, others = read_excel(path, content)
    text = "it was not read: only the first sheet that has cells is"
    return _table_sheet(path, rows, [Problem(f"sheet {name}", text, is_lost=False) for name in others])


def _text_sheet(path: Path, content: bytes) -> Sheet:
    text, problems = _decoded(content)
    if not text.strip() or "\0" in text:
        raise BadInput(f"{path} {'has no text' if text.strip(chr(0) + ' ') else 'is empty'}: give a CSV or JSON file.")
    if path.suffix.lower() == ".json" or text.lstrip()[0] in "[{":
        return _json_sheet(path, text, problems)
    return _table_sheet(path, list(_lines(path, text, _delimiter(text))), problems)


def _decoded(content: bytes) -> tuple[str, list[Problem]]:
    """Return the text of a file, with a problem if its encoding is a guess."""
    if content.startswith(_WIDE_MARKS):
        return content.decode("utf-16", errors="replace"), []
    try:
        return content.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
    text = "the file is not in UTF-8 and was read as Windows-1252: check names with accents"
    problem = Problem(f"line {line}", text, is_lost=False)
    try:
        return content.decode("cp1252"), [problem]
    except UnicodeDecodeError:
        return content.decode("latin-1"), [problem]


def _table_sheet(path: Path, lines: Sequence[tuple[str, list[str]]], problems: Sequence[Problem]) -> Sheet:
    """Return the content of a file that has a line of column names, and then the rows.

    Lines with a single cell above the names, such as a title, are left out.

    Args:
        path: The file.
        lines: The place and the stripped cells of each line.
        problems: What was noticed when the lines were read.
    """
    titles = _titles([cells for _, cells in lines])
    skipped = [
        Problem(place, "it was taken as a title above the names of the columns", is_lost=False)
        for place, _ in lines[:titles]
    ]
    lines = lines[titles:]
    header = list(lines[0][1])
    while header and not header[-1]:
        header.pop()
    _check_header(path, header)
    rows = tuple(_row(place, header, cells) for place, cells in lines[1:])
    return Sheet(tuple(filter(None, header)), rows, (*problems, *skipped))


def _titles(lines: Sequence[Sequence[str]]) -> int:
    """Return the number of lines with a single cell above the first line with several cells. 0 if there is none."""
    return next((place for place, cells in enumerate(lines) if len(list(filter(None, cells))) > 1), 0)


def _row(place: str, header: Sequence[str], cells: Sequence[str]) -> Row:
    """Return a row of a table. Missing cells at its end are empty."""
    has_more = any(cells[len(header) :])
    fault = f"{place} has {len(cells)} cells, but there are {len(header)} columns" if has_more else ""
    padded = [*cells, *[""] * (len(header) - len(cells))]
    return Row(place, {name: cell for name, cell in zip(header, padded, strict=False) if name}, fault)


def _lines(path: Path, text: str, delimiter: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the place and the stripped cells of each line that is not blank."""
    reader, first = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                yield f"line {first}", stripped
            first = reader.line_num + 1
    except csv.Error as error:
        raise BadInput(f"{path}, line {first}, cannot be read: {error}.") from None


def _delimiter(text: str) -> str:
    """Return the delimiter that gives the most rows the same number of cells as the header."""
    lines = text.strip("\r\n").splitlines()[:_SAMPLE]

    def fit(delimiter: str) -> tuple[int, int]:
        try:
            rows = list(csv.reader(lines, delimiter=delimiter))
        except csv.Error:
            return 0, 0
        counts = [len(row) for row in rows[_titles(rows) :]]
        return (counts.count(counts[0]), counts[0]) if counts[0] > 1 else (0, 0)

    return max(DELIMITERS, key=fit)


def _check_header(path: Path, header: Sequence[str]) -> None:
    names = [name for name in header if name]
    if len(names) < 2:
        raise BadInput(f"{path} has a single column: give a table with a row per player or per game.")
    if all(name.replace(".", "").replace(",", "").isdigit() for name in names):
        raise BadInput(f"{path} has no names of columns: its first line must contain them.")
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"{path} has several columns '{name}': give each of them its own name.")


def _json_sheet(path: Path, text: str, doubts: Sequence[Problem]) -> Sheet:
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}, line {error.lineno}, is not JSON: {error.msg}.") from None
    except RecursionError:
        raise BadInput(f"{path} is not a list of plays: it is nested too deeply.") from None
    rows: list[Row] = []
    problems = list(doubts)
    for number, each in enumerate(_entries(path, content), 1):
        players = [name for name, value in each.items() if _is_table(value)] if isinstance(each, dict) else []
        if not isinstance(each, dict) or len(players) > 1:
            problems.append(Problem(f"entry {number}", "it is neither a row nor a game with one list of players"))
        elif players:
            rows += _of_game(each, players[0], number)
        else:
            rows.append(Row(f"row {number}", {str(name): cell(value) for name, value in each.items()}))
    columns = tuple(dict.fromkeys(name for row in rows for name in row.cells))
    return Sheet(
        columns, tuple(Row(row.place, {**dict.fromkeys(columns, ""), **row.cells}) for row in rows), tuple(problems)
    )


def _entries(path: Path, content: Any) -> list[Any]:
    """Return the rows or games of a JSON file: the file is a list, or has exactly one list of tables."""
    lists = [content] if isinstance(content, list) else []
    if isinstance(content, dict):
        lists = [value for value in content.values() if _is_table(value)]
    if len(lists) != 1:
        raise BadInput(f"{path} must be a list of rows or of games, or a table with one such list.")
    return list(lists[0])


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _of_game(game: Mapping[str, Any], players: str, number: int) -> Iterator[Row]:
    """Yield a row for each player of a game, with the values of the game."""
    shared = {str(name): cell(value) for name, value in game.items() if name != players}
    shared = shared if GAME in shared or "id" in shared else {GAME: str(number), **shared}
    for place, player in enumerate(game[players], 1):
        own = {str(name): cell(value) for name, value in player.items()}
        of_game = {f"game {name}" if name in own else name: value for name, value in shared.items()}
        yield Row(f"entry {number}, player {place}", {**of_game, **own})
