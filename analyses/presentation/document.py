"""The elements of a report."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.incomplete import note

SHARES = ("share", "low", "high")  # columns of a rates table that are shown in percent
TABLES = "tables.parquet"  # the file of all tables of a report
_FIRST_CHARTS = 5


@dataclass(frozen=True)
class Heading:
    """A heading of level 2 to 4 with a link target. Headings of levels 2 and 3 are in the contents.

    Attributes:
        text: The title.
        level: Level of the heading, from 2 to 4.
        folded: Whether the chapter of a heading of level 2 opens with a click. Only open chapters are printed.
    """

    text: str
    level: int = 2
    folded: bool = False


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
        most: Number of rows on the page, which names the file with the other rows. With 0 the page only names the file.
        columns: Columns on the page. Default: the first ones, without intervals if there are too many.
    """

    name: str
    frame: pd.DataFrame
    title: str = ""
    percent: Sequence[str] = ()
    folded: bool | None = None
    most: int = 40
    columns: Sequence[str] = ()

    @property
    def shown(self) -> pd.DataFrame:
        """The rows on the page, the first ones."""
        return self.frame.head(self.most)

    @property
    def note(self) -> str:
        """The note on missing games below the table. Empty if no games are missing."""
        return note(self.frame)


@dataclass(frozen=True)
class Chart:
    """A chart with a unique name in the report and a text that describes it."""

    name: str
    figure: Any
    text: str


@dataclass(frozen=True)
class Card:
    """The verdicts of one scenario: a rates table of one column, drawn with intervals and an equal share.

    Attributes:
        title: Title of the card.
        text: Further text.
        frame: Rates table of one column.
        equal_share: The equal share.
        doubted: Values of the column whose verdicts get a mark.
    """

    title: str
    text: str
    frame: pd.DataFrame
    equal_share: float
    doubted: Sequence[str] = ()

    @property
    def equal_share_line(self) -> str:
        """A sentence with the equal share."""
        return f"An equal share is {100 * self.equal_share:.1f}%."


@dataclass(frozen=True)
class Cards:
    """Cards side by side. The file of tables has their rows as one table."""

    name: str
    cards: Sequence[Card]

    @property
    def frame(self) -> pd.DataFrame:
        """The rows of all cards as one table."""
        tables = []
        for card in self.cards:
            factor = str(card.frame.columns[0])
            tables.append(card.frame.assign(**{factor: card.frame[factor].astype(str)}))
            tables[-1].insert(0, "scenario", card.title)
        return pd.concat(tables, ignore_index=True)


@dataclass(frozen=True)
class Box:
    """A box of lines under a title. The words before the first colon of each line are emphasised."""

    title: str
    lines: Sequence[str]


@dataclass(frozen=True)
class Imbalances:
    """The most imbalanced level of every factor in every scenario, with one row per factor.

    Attributes:
        name: Name of the table in the file of tables.
        title: Title of the table.
        frame: Table with the columns factor, scenario, worst, share, points, verdict (see `worst`). `points` is the
            share minus an equal share.
    """

    name: str
    title: str
    frame: pd.DataFrame

    @property
    def scenarios(self) -> list[str]:
        """The titles of the scenarios, which are the columns."""
        return list(dict.fromkeys(self.frame["scenario"]))

    def rows(self) -> Iterator[tuple[str, list[Any]]]:
        """Yield each factor with its rows of all scenarios. `None` stands for a scenario without the factor."""
        for factor, rows in self.frame.groupby("factor", sort=False):
            by_scenario = {row["scenario"]: row for _, row in rows.iterrows()}
            yield str(factor), [by_scenario.get(title) for title in self.scenarios]


Element = Heading | Text | Table | Chart | Cards | Box | Imbalances


def first_charts(elements: Sequence[Element]) -> list[Chart]:
    """Return the first five charts of a report. They belong to its first pages, which come before the appendix."""
    return [each for each in elements if isinstance(each, Chart)][:_FIRST_CHARTS]


def appended(elements: Sequence[Element]) -> list[Element]:
    """Return elements as the appendix of a report, with each of their chapters folded."""
    text = (
        "Data and methods of the pages above. A click opens a chapter, and only open chapters are printed. One file "
        f'has all tables in full: read it with `pandas.read_parquet("{TABLES}")`. Its column `table` has their names.'
    )
    folded = (
        replace(each, folded=True) if isinstance(each, Heading) and each.level == 2 else each for each in elements
    )
    return [Heading("Appendix"), Text([text]), *folded]
