"""The numbers in a file of recorded plays: whether a sign separates thousands or decimals, decided for each column."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from starbalance.analyses.questions.recorded_cell import Exact
from starbalance.analyses.questions.recorded_columns import Layout
from starbalance.analyses.questions.recorded_file import Problem, Sheet

_MISSING = ("", "-", "\u2013", "?", "na", "n/a", "nan")  # cells without a number
_ROLES = ("seat", "score", "rank", "rounds", "players")  # roles of columns that hold numbers
_SIGNS = (".", ",")
_SPACED = re.compile(r"(?<=\d)[\s'\u2019](?=\d{3}(?!\d))")  # a space or an apostrophe before three digits
_GROUPED = re.compile(r"[-+]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)([.,])\d+)?")
_SIGNED = re.compile(r"[-+]?(?:\d+([.,])\d*|([.,])\d+)")
_HUNDREDS = re.compile(r"[-+]?[1-9]\d\d")
_THOUSANDS, _DECIMAL, _OPEN = "thousands", "decimal", "open"  # what a sign separates in a number


def number(text: str) -> float | None:
    """Return a number without separated thousands. `None` for an empty text or a dash.

    Args:
        text: The text of a cell.

    Raises:
        ValueError: If the text is not a number.
    """
    return None if text.lower() in _MISSING else float(text)


def with_plain_numbers(sheet: Sheet, found: Layout) -> tuple[Sheet, list[Problem]]:
    """Return a sheet whose numbers have a decimal point and no separated thousands, and doubts about their meaning.

    Columns without a role keep their cells if any of them is not a number.

    Args:
        sheet: The content of the file.
        found: Which columns hold what.
    """
    plain: dict[str, list[str]] = {}
    doubts: list[Problem] = []
    for columns in _groups(found):
        cells = {name: [row.cells[name] for row in sheet.rows] for name in columns}
        texts = [text for own in cells.values() for text in own]
        meanings = {sign: _meaning(texts, sign) for sign in _SIGNS}
        numbers = {name: [_plain(text, meanings) for text in own] for name, own in cells.items()}
        if columns[0] in found.more and not all(map(_is_number, numbers[columns[0]])):
            continue
        plain |= numbers
        doubts += _doubts(columns, texts, meanings)
    rows = [
        replace(row, cells={**row.cells, **{name: own[place] for name, own in plain.items()}})
        for place, row in enumerate(sheet.rows)
    ]
    return replace(sheet, rows=tuple(rows)), doubts


def _groups(found: Layout) -> Iterator[list[str]]:
    """Yield the columns that write their numbers in one way: those of a role, or a single column without a role."""
    for role in _ROLES:
        columns = [*([found.one[role]] if role in found.one else []), *found.numbered.get(role, {}).values()]
        if columns:
            yield columns
    for name in found.more:
        yield [name]


def _is_number(text: str) -> bool:
    try:
        number(text)
    except ValueError:
        return False
    return True


def _clean(text: str) -> str:
    """Return a text with a plain minus sign, and without spaces and apostrophes between thousands."""
    return _SPACED.sub("", text.replace("\u2212", "-").replace("\xa0", ""))


def _signs(text: str) -> dict[str, str]:
    """Return what each sign of a number separates. Empty without a sign, for a stored number, and for other texts."""
    if isinstance(text, Exact):
        return {}
    if match := _GROUPED.fullmatch(_clean(text)):
        sign, point = match.groups()
        known = {sign: _THOUSANDS, point: _DECIMAL} if point else {}
        return known or {sign: _THOUSANDS if text.count(sign) > 1 else _OPEN}
    match = _SIGNED.fullmatch(_clean(text))
    return {match[1] or match[2]: _DECIMAL} if match else {}


def _meaning(texts: Sequence[str], sign: str) -> str:
    """Return what a sign separates in a column, or that it is open."""
    signs = [_signs(text) for text in texts]
    own, others = ({each[one] for each in signs if one in each} for one in (sign, *(set(_SIGNS) - {sign})))
    clear, opposite = own - {_OPEN}, others - {_OPEN}
    if len(clear) == 1:
        return clear.pop()
    if not clear and len(opposite) == 1:
        return _THOUSANDS if opposite == {_DECIMAL} else _DECIMAL
    has_hundreds = any(map(_HUNDREDS.fullmatch, texts))
    return _THOUSANDS if has_hundreds and not clear and not others else _OPEN


def _plain(text: str, meanings: Mapping[str, str]) -> str:
    """Return a number with a decimal point and without separated thousands. An open sign separates thousands."""
    if isinstance(text, Exact):
        return text
    plain = _clean(text)
    for sign, meaning in _signs(text).items():  # in the order of the text: thousands, then decimals
        known = meanings[sign] if meaning == _OPEN else meaning
        plain = plain.replace(sign, "." if known == _DECIMAL else "")
    return plain if _is_number(plain) else text


def _doubts(columns: Sequence[str], texts: Sequence[str], meanings: Mapping[str, str]) -> Iterator[Problem]:
    """Yield a doubt for each sign of some columns whose meaning is open."""
    place = f"column {columns[0]}" if len(columns) == 1 else f"columns {columns[0]} to {columns[-1]}"
    for sign in (sign for sign in _SIGNS if meanings[sign] == _OPEN):
        example = next((text for text in texts if _signs(text).get(sign) == _OPEN), "")
        if example:
            text = f"{example} was read as {_plain(example, meanings)}; if it is a decimal number, write {example}0"
            yield Problem(place, text, is_lost=False)
