"""The elements of a report as Markdown. Texts from data and names are escaped."""

from collections.abc import Collection, Sequence

from starbalance.analyses.presentation.document import (
    Box,
    Card,
    Cards,
    Chart,
    Element,
    Heading,
    Imbalances,
    Table,
    Text,
    first_charts,
)
from starbalance.analyses.presentation.markdown_text import escaped, markdown_table, prose
from starbalance.analyses.presentation.table_text import columns, head, in_file, rest, texts
from starbalance.analyses.presentation.wording import imbalance, verdicts


def markup(title: str, lead: str, elements: Sequence[Element]) -> str:
    """Return the document. It shows the first charts of the report, and the texts of the other charts.

    Args:
        title: Title of the document.
        lead: A sentence under the title.
        elements: Elements of the report.
    """
    drawn = {chart.name for chart in first_charts(elements)}
    return "\n\n".join([f"# {escaped(title)}", prose(lead), *(_element(each, drawn) for each in elements)]) + "\n"


def _element(element: Element, drawn: Collection[str]) -> str:
    if isinstance(element, Heading):
        return f"{'#' * element.level} {escaped(element.text)}"
    if isinstance(element, Text):
        return "\n".join(f"- {prose(line)}" if element.listed else prose(line) for line in element.lines)
    if isinstance(element, Table):
        return "\n\n".join(filter(None, (_table(element), prose(rest(element)))))
    if isinstance(element, Box):
        return "\n".join([f"### {escaped(element.title)}", "", *(f"- {prose(line)}" for line in element.lines)])
    if isinstance(element, Imbalances):
        return _imbalances(element)
    if isinstance(element, Cards):
        lines = [_card(card) for card in element.cards]
        return "\n".join([*lines, "", f"Their shares with intervals are in {in_file(element.name)}."])
    return _chart(element, drawn)


def _chart(element: Chart, drawn: Collection[str]) -> str:
    return f"![{escaped(element.text)}](charts/{element.name}.svg)" if element.name in drawn else prose(element.text)


def _card(card: Card) -> str:
    sentences = verdicts(card.frame, [str(card.frame.columns[0])], card.equal_share)
    return f"- {escaped(card.title)}: {escaped(sentences)} {prose(card.text)}".rstrip()


def _imbalances(element: Imbalances) -> str:
    rows = [[factor, *(imbalance(row) for row in cells)] for factor, cells in element.rows()]
    return f"### {escaped(element.title)}\n\n{markdown_table(['', *element.scenarios], rows)}"


def _table(element: Table) -> str:
    if not element.most:
        return ""
    names = columns(element)
    rows = zip(*(texts(element, name) for name in names), strict=True)
    return markdown_table([head(element, name) for name in names], [list(row) for row in rows])
