"""The elements of a report as Markdown. Texts from data and names are escaped."""

from collections.abc import Collection, Sequence

from starbalance.analyses.presentation.document import (
    TABLES,
    Box,
    Element,
    Heading,
    Table,
    Text,
    contents,
    first_charts,
)
from starbalance.analyses.presentation.markdown_text import escaped, markdown_table, prose
from starbalance.analyses.presentation.table_text import columns, head, rest, texts


def markup(title: str, kicker: str, elements: Sequence[Element]) -> str:
    """Return the document: the story of the report, and its open tables. Folded chapters are named only.

    Args:
        title: Title of the document.
        kicker: A line on what the document is.
        elements: Elements of the report.
    """
    drawn = {chart.name for chart in first_charts(elements)}
    pages = ", ".join(escaped(heading.text) for heading, _ in contents(elements))
    lines = [f"# {escaped(title)}", f"*{escaped(kicker)}*", f"In this report: {pages}."]
    is_folded = False
    for element in elements:
        if isinstance(element, Heading) and element.level == 2:
            is_folded = element.folded
        if not is_folded:
            lines.append(_element(element, drawn))
    return "\n\n".join(line for line in [*lines, *_folded(elements)] if line) + "\n"


def _folded(elements: Sequence[Element]) -> list[str]:
    """Return a list of the folded chapters with the names of their tables."""
    chapters: dict[str, list[str]] = {}
    is_folded, chapter = False, ""
    for element in elements:
        if isinstance(element, Heading) and element.level == 2:
            is_folded, chapter = element.folded, element.text
        elif is_folded and isinstance(element, Table):
            chapters.setdefault(chapter, []).append(element.name)
    if not chapters:
        return []
    lines = [f"- {escaped(title)}: {', '.join(f'`{name}`' for name in names)}" for title, names in chapters.items()]
    return ["## Further tables", f"By chapter, in {TABLES}:", "\n".join(lines)]


def _element(element: Element, drawn: Collection[str]) -> str:
    if isinstance(element, Heading):
        return f"{'#' * element.level} {escaped(element.text)}"
    if isinstance(element, Text):
        return "\n".join(f"- {prose(line)}" if element.listed else prose(line) for line in element.lines)
    if isinstance(element, Table):
        return "\n\n".join(filter(None, (escaped(element.title), _table(element), prose(rest(element)))))
    if isinstance(element, Box):
        return "\n".join([f"**{escaped(element.title)}**", "", *(f"- {prose(line)}" for line in element.lines)])
    return f"![{escaped(element.text)}](charts/{element.name}.svg)" if element.name in drawn else ""


def _table(element: Table) -> str:
    if not element.limit:
        return ""
    names = columns(element)
    rows = zip(*(texts(element, name) for name in names), strict=True)
    return markdown_table([head(element, name) for name in names], [list(row) for row in rows])
