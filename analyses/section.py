"""Sections of a study: each asks one kind of question of one or more parts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import pandas as pd

from analyses import chart
from analyses.finding import number, percent, plain, points, sure_spread
from analyses.flags import flag_words, flags
from analyses.means import lengths, means, ratio_table
from analyses.page import Block, Chart, Heading, Table, Text
from analyses.part import Part, length_chart, rates_blocks
from simulator.errors import BadInput, unknown

_NOTHING = "there is nothing to compare"


@dataclass(frozen=True)
class Section:
    """What a study asks: kind, of which parts, by which columns, of which columns.

    kind: rates (by), means (by, columns), ratios (by, columns as pairs), flags (columns), lengths (columns of games).
    total: of means, the column that the others add up to. text: printed above the tables. finding: it has one.
    """

    kind: str
    name: str
    title: str
    parts: Sequence[str]
    by: Sequence[Sequence[str]] = ()
    columns: Sequence[Any] = ()
    total: str = ""
    text: str = ""
    finding: bool = False


def sections(study: Mapping[str, Any]) -> list[Section]:
    """The sections of a study. Raises BadInput for a kind, key or part that does not exist or a key that is missing."""
    parts = [part["name"] for part in study.get("part", [])]
    return [_checked(entry, parts) for entry in study.get("section", [])]


def _checked(entry: Mapping[str, Any], parts: Sequence[str]) -> Section:
    known = [field.name for field in fields(Section)]
    for key in entry:
        if key not in known:
            raise unknown("key of a section", key, known)
    if entry.get("kind") not in KINDS:
        raise unknown("kind of section", str(entry.get("kind")), KINDS)
    for key in ("name", "title", "parts", *KINDS[entry["kind"]][1]):
        if not entry.get(key):
            raise BadInput(f"A section of kind '{entry['kind']}' needs '{key}'.")
    for name in entry["parts"]:
        if name not in parts:
            raise unknown("part", name, parts)
    return Section(**entry)


def section_blocks(section: Section, parts: Mapping[str, Part]) -> tuple[list[Block], list[str]]:
    """(the blocks of a section, its findings where it has some)."""
    blocks: list[Block] = [Heading(section.title)]
    blocks += [Text([section.text])] if section.text else []
    found = []
    for name in section.parts:
        blocks += [Heading(parts[name].title, 3)] if len(section.parts) > 1 else []
        more, sentence = KINDS[section.kind][0](section, parts[name])
        blocks += more
        found.append(f"{parts[name].title}, {_lowered(section.title)}: {sentence}.")
    return blocks, found if section.finding else []


def _name(section: Section, part: Part, by: Sequence[str] = ()) -> str:
    return f"{part.name}-{section.name}" + (f"-by-{'-and-'.join(by)}" if by else "")


def _rates(section: Section, part: Part) -> tuple[list[Block], str]:
    blocks = [block for by in section.by for block in rates_blocks(part, by, _name(section, part, by))]
    by = section.by[0]
    return blocks, sure_spread(part.rates(by), by, "share", percent)


def _means(section: Section, part: Part) -> tuple[list[Block], str]:
    columns = [*section.columns, *([section.total] if section.total else [])]
    return _values(section, part, "mean", lambda by: means(part.result, by, columns), section.total or columns[0])


def _ratios(section: Section, part: Part) -> tuple[list[Block], str]:
    return _values(section, part, "ratio", lambda by: ratio_table(part.result, by, section.columns))


def _values(
    section: Section, part: Part, value: str, ask: Callable[[Sequence[str]], pd.DataFrame], told: str = ""
) -> tuple[list[Block], str]:
    """Blocks of means or ratios by each of `by`, and a sentence of the first: of the quantity told, or of all."""
    blocks: list[Block] = []
    sentences = []
    for by in section.by:
        table, name = ask(by), _name(section, part, by)
        sentences.append(_spreads(table, by, value, told))
        title = f"{part.title}: {_lowered(section.title)}, by {' and '.join(map(plain, by))}"
        if section.total:
            blocks.append(Chart(name, chart.stacked(table, by, section.total, title), f"{title}: {sentences[-1]}."))
        elif len(by) == 1 and table[by[0]].nunique() > 1:
            blocks.append(Chart(name, chart.dots(table, by, value, title), f"{title}: {sentences[-1]}."))
        blocks.append(Table(name, table))
    return blocks, sentences[0]


def _lowered(title: str) -> str:
    """A title within a sentence."""
    return title[0].lower() + title[1:]


def _spreads(table: pd.DataFrame, by: Sequence[str], value: str, told: str) -> str:
    """The cells that are surely low and high in the quantity told, or in every one."""
    found = []
    for quantity, rows in table.dropna(subset=[value]).groupby("quantity", sort=False):
        if told in ("", quantity):
            found.append(f"{plain(str(quantity))} {sure_spread(rows, by, value, lambda row: number(row, value))}")
    return "; ".join(found) or _NOTHING


def _flags(section: Section, part: Part) -> tuple[list[Block], str]:
    blocks: list[Block] = []
    sentences = []
    for column in section.columns:
        table = flags(part.result, column, flag_words(part.result, column))
        told = table.dropna(subset=["difference"])
        name, title = _name(section, part, [column]), f"{part.title}: difference in win share, {plain(column)} or not"
        if told.empty:
            sentences.append(_NOTHING)
        else:
            sentences.append(sure_spread(told, [column], "difference", points))
            figure = chart.dots(_in_points(told, column), [column], "value", title)
            blocks.append(Chart(name, figure, f"{title}: {sentences[-1]}."))
        blocks.append(Table(name, table))
    return blocks, "; ".join(sentences)


def _in_points(table: pd.DataFrame, column: str) -> pd.DataFrame:
    """The differences of a table of flags as a table of values, the largest first."""
    ranked = table.sort_values("difference", ascending=False)
    numbers = {name: 100 * ranked[old] for name, old in (("value", "difference"), ("low", "low"), ("high", "high"))}
    return pd.DataFrame({column: ranked[column], "quantity": "difference, percentage points", **numbers})


def _lengths(section: Section, part: Part) -> tuple[list[Block], str]:
    table = lengths(part.result, section.columns)
    blocks: list[Block] = [length_chart(part, column, _name(section, part, [column])) for column in section.columns]
    told = [f"{number(row, 'mean')} {plain(str(row['quantity']))} on average" for _, row in table.iterrows()]
    return [*blocks, Table(_name(section, part), table)], "; ".join(told)


# kind: (blocks and sentence of a part, what such a section needs)
KINDS: Mapping[str, tuple[Callable[[Section, Part], tuple[list[Block], str]], tuple[str, ...]]] = {
    "rates": (_rates, ("by",)),
    "means": (_means, ("by", "columns")),
    "ratios": (_ratios, ("by", "columns")),
    "flags": (_flags, ("columns",)),
    "lengths": (_lengths, ("columns",)),
}
