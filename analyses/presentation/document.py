"""The elements of a report."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from math import ceil
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.incomplete import note

SHARES = ("share", "low", "high")  # columns of a rates table that are shown in percent
TABLES = "tables.parquet"  # the file of all tables of a report
APPENDIX = "Appendix"
_PAGE, _CHART, _WIDTH = 25.5, 8.8, 9.6  # centimetres of a printed page, of its tallest chart, and of a chart's width
_HALF = 14.0  # centimetres of a page that the appendix may follow
_LETTERS = 120  # of a printed line
_LONGEST = 120  # rows of a table that is shown whole


@dataclass(frozen=True)
class Heading:
    """A heading of level 2 to 4 with a link target.

    Attributes:
        text: The title.
        level: Level of the heading, from 2 to 4.
        folded: Whether the chapter of a heading of level 2 opens with a click. Only open chapters are printed.
        page: Whether the chapter begins a new page and is in the contents.
    """

    text: str
    level: int = 2
    folded: bool = False
    page: bool = False


@dataclass(frozen=True)
class Text:
    """A paragraph, or a list with one line per item. In a list, the words before the first colon are emphasised."""

    lines: Sequence[str]
    listed: bool = False


@dataclass(frozen=True)
class Table:
    """A table, written to the file of tables under its name.

    Attributes:
        name: Name of the table, different from the names of all other tables of the report.
        frame: All rows and columns.
        title: Caption.
        percent: Columns of shares, shown in percent. A column `is_share` marks the rows whose numbers are all shares.
        folded: Whether a click opens the table. `None` folds a long table.
        most: Number of rows on the page of a table that is sorted by importance. With 0 the page only names the file.
            `None` shows all rows, or only names the file if there are more than 120.
        columns: Columns on the page. Default: the first ones, without intervals if there are too many.
    """

    name: str
    frame: pd.DataFrame
    title: str = ""
    percent: Sequence[str] = ()
    folded: bool | None = None
    most: int | None = None
    columns: Sequence[str] = ()

    @property
    def limit(self) -> int:
        """The largest number of rows on the page. With 0 the page only names the file."""
        if self.most is not None:
            return self.most
        return _LONGEST if len(self.frame) <= _LONGEST else 0

    @property
    def shown(self) -> pd.DataFrame:
        """The first rows of the table, up to its limit on the page."""
        return self.frame.head(self.limit)

    @property
    def note(self) -> str:
        """The note on missing games below the table. Empty if no games are missing."""
        return note(self.frame)


@dataclass(frozen=True)
class Chart:
    """A chart of a report.

    Attributes:
        name: Name, unique in the report.
        figure: The figure.
        text: Text that describes it.
        only_html: Whether only the page shows it. The text around it then says the same. Default: false.
    """

    name: str
    figure: Any
    text: str
    only_html: bool = False


@dataclass(frozen=True)
class Box:
    """A box of lines under a title. The words before the first colon of each line are emphasised."""

    title: str
    lines: Sequence[str]


Element = Heading | Text | Table | Chart | Box


def first_charts(elements: Sequence[Element]) -> list[Chart]:
    """Return the charts that report.md shows: those before the appendix, except charts for the HTML page only."""
    first = takewhile(lambda each: not (isinstance(each, Heading) and each.text == APPENDIX), elements)
    return [each for each in first if isinstance(each, Chart) and not each.only_html]


def contents(elements: Sequence[Element]) -> list[tuple[Heading, int]]:
    """Return the headings of the contents, each with the number of its printed page.

    The title and the elements before the first heading are page 1. Short chapters share a page.
    """
    chapters: list[tuple[Heading, float]] = []
    for element in elements:
        if isinstance(element, Heading) and element.page:
            chapters.append((element, _height(element)))
        elif chapters:
            chapters[-1] = chapters[-1][0], chapters[-1][1] + _height(element)
    numbered: list[tuple[Heading, int]] = []
    number, used = 1, _PAGE
    for heading, height in chapters:
        is_new = used > _HALF if heading.text == APPENDIX else used + height > _PAGE
        number, used = (number + ceil(used / _PAGE), height) if is_new else (number, used + height)
        numbered.append((heading, number))
    return numbered


def _height(element: Element) -> float:
    """Return about how many centimetres of a printed page an element takes."""
    if isinstance(element, Chart):
        width, height = element.figure.get_size_inches()
        return min(_CHART, _WIDTH * height / width) + 1.4
    if isinstance(element, Table):
        return 1.1 + 0.42 * len(element.shown) if element.folded is False else 0.8
    if isinstance(element, Heading):
        return 1.6 if element.level == 2 else 1.0
    return sum(0.15 + 0.45 * -(-len(line) // _LETTERS) for line in element.lines)


def appended(elements: Sequence[Element]) -> list[Element]:
    """Return elements as the appendix of a report."""
    text = f'All tables are in one file: `pandas.read_parquet("{TABLES}")`. Its column `table` has their names.'
    return [Heading(APPENDIX, page=True), Text([text]), *elements]


def glossed(elements: Sequence[Element], glosses: Mapping[str, str]) -> list[Element]:
    """Return elements in which each term has its gloss in parentheses where a text first uses it.

    Args:
        elements: Elements of a report.
        glosses: Regular expression of each term -> its gloss.
    """
    left = dict(glosses)

    def gloss(text: str) -> str:
        parts = re.split(r"(`[^`]*`)", text)
        for term, words in list(left.items()):
            for i in range(0, len(parts), 2):
                if match := re.search(rf"(?<![\w:@-]){term}(?![\w:@-])", parts[i]):
                    parts[i] = f"{parts[i][: match.end()]} ({words}){parts[i][match.end() :]}"
                    del left[term]
                    break
        return "".join(parts)

    return [_with_texts(each, gloss) for each in elements]


def _with_texts(element: Element, edit: Callable[[str], str]) -> Element:
    """Return an element whose texts are edited."""
    if isinstance(element, Text | Box):
        return replace(element, lines=[edit(line) for line in element.lines])
    if isinstance(element, Chart):
        return replace(element, text=edit(element.text))
    return element
