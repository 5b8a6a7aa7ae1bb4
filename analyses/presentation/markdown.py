"""The elements of a report as Markdown; whatever comes from data or names is escaped."""

from collections.abc import Sequence

from starbalance.analyses.presentation.document import Box, Card, Cards, Element, Heading, Imbalances, Table, Text
from starbalance.analyses.presentation.markdown_text import escaped, markdown_table, prose
from starbalance.analyses.presentation.table_text import columns, head, rest, texts
from starbalance.analyses.presentation.wording import imbalance, verdicts


def markup(title: str, lead: str, elements: Sequence[Element]) -> str:
    """The document. lead: a sentence under the title."""
    return "\n\n".join([f"# {escaped(title)}", prose(lead), *map(_element, elements)]) + "\n"


def _element(element: Element) -> str:
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
        return "\n".join([*lines, "", f"Their shares with intervals are in tables/{element.name}.csv."])
    return f"![{escaped(element.text)}](charts/{element.name}.svg)"


def _card(card: Card) -> str:
    told = verdicts(card.frame, [str(card.frame.columns[0])], card.parity)
    return f"- {escaped(card.title)}: {escaped(told)} {prose(card.text)}".rstrip()


def _imbalances(element: Imbalances) -> str:
    rows = [[factor, *(imbalance(row) for row in cells)] for factor, cells in element.rows()]
    return f"### {escaped(element.title)}\n\n{markdown_table(['', *element.scenarios], rows)}"


def _table(element: Table) -> str:
    if not element.most:
        return ""
    names = columns(element)
    rows = zip(*(texts(element, name) for name in names), strict=True)
    return markdown_table([head(element, name) for name in names], [list(row) for row in rows])
