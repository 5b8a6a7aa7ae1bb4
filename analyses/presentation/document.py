"""The elements that a report is made of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.incomplete import note

SHARES = ("share", "low", "high")  # columns of a rates table that people read in percent
TABLES = "tables.parquet"  # the file of all tables of a report
_FIRST_CHARTS = 5


@dataclass(frozen=True)
class Heading:
    """A title; level 2 to 4. It can be linked to; those of level 2 and 3 are in the contents.

    folded: of level 2: all below it, up to the next one, is shown when asked for, and printed when shown.
    """

    text: str
    level: int = 2
    folded: bool = False


@dataclass(frozen=True)
class Text:
    """A paragraph, or a list with one item a line, whose words before the first colon stand out."""

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
        told: Columns on the page. Default: the first ones, without intervals if there are too many.
    """

    name: str
    frame: pd.DataFrame
    title: str = ""
    percent: Sequence[str] = ()
    folded: bool | None = None
    most: int = 40
    told: Sequence[str] = ()

    @property
    def shown(self) -> pd.DataFrame:
        """The rows on the page, the first ones."""
        return self.frame.head(self.most)

    @property
    def note(self) -> str:
        """What is said below it of games that are missing; nothing where none are."""
        return note(self.frame)


@dataclass(frozen=True)
class Chart:
    """A chart with a name of its own in the report, and a text that describes it."""

    name: str
    figure: Any
    text: str


@dataclass(frozen=True)
class Card:
    """The verdicts of one scenario: a rates table of one column, drawn with intervals and parity, and a further text.

    doubted: the values of that column whose verdicts get a mark.
    """

    title: str
    text: str
    frame: pd.DataFrame
    parity: float
    doubted: Sequence[str] = ()

    @property
    def parity_line(self) -> str:
        """What everybody would win."""
        return f"Parity is {100 * self.parity:.1f} %."


@dataclass(frozen=True)
class Cards:
    """Cards side by side. The file of tables has their rows as one table."""

    name: str
    cards: Sequence[Card]

    @property
    def frame(self) -> pd.DataFrame:
        """The tables of all cards, below each other."""
        tables = []
        for card in self.cards:
            factor = str(card.frame.columns[0])
            tables.append(card.frame.assign(**{factor: card.frame[factor].astype(str)}))
            tables[-1].insert(0, "scenario", card.title)
        return pd.concat(tables, ignore_index=True)


@dataclass(frozen=True)
class Box:
    """Lines that belong together, set apart under a title; the words before the first colon of each stand out."""

    title: str
    lines: Sequence[str]


@dataclass(frozen=True)
class Imbalances:
    """The worst level of every factor in every scenario, a row a factor, also a table of the file of tables.

    frame: factor, scenario, worst, share, points (of the share beyond a fair one), verdict; see `worst`.
    """

    name: str
    title: str
    frame: pd.DataFrame

    @property
    def scenarios(self) -> list[str]:
        """The titles of its columns."""
        return list(dict.fromkeys(self.frame["scenario"]))

    def rows(self) -> Iterator[tuple[str, list[Any]]]:
        """Each factor with its row of every scenario; none where a scenario has no such factor."""
        for factor, rows in self.frame.groupby("factor", sort=False):
            its = {row["scenario"]: row for _, row in rows.iterrows()}
            yield str(factor), [its.get(title) for title in self.scenarios]


Element = Heading | Text | Table | Chart | Cards | Box | Imbalances


def first_charts(elements: Sequence[Element]) -> list[Chart]:
    """Return the first five charts of a report. They belong to its first pages, which come before the appendix."""
    return [each for each in elements if isinstance(each, Chart)][:_FIRST_CHARTS]


def appended(elements: Sequence[Element]) -> list[Element]:
    """Return elements as the appendix of a report, with each of their chapters folded."""
    text = (
        "What the pages above rest on. On the page a click opens a chapter; what is open is printed. All tables in "
        f'full are in one file, which `pandas.read_parquet("{TABLES}")` reads: the column `table` has their names.'
    )
    folded = (
        replace(each, folded=True) if isinstance(each, Heading) and each.level == 2 else each for each in elements
    )
    return [Heading("Appendix"), Text([text]), *folded]
