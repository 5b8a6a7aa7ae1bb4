"""A report written as one HTML file that stands alone, and as Markdown with charts and tables beside it."""

from collections.abc import Sequence
from pathlib import Path

from starbalance.analyses.present.chart import save
from starbalance.analyses.present.document import Cards, Chart, Element, Heading, Table, Text
from starbalance.analyses.present.html import markup
from starbalance.analyses.present.table import table
from starbalance.analyses.present.table_text import columns, head, rest, texts
from starbalance.simulator.errors import BadInput


def write(folder: Path, title: str, lead: str, elements: Sequence[Element]) -> Path:
    """Writes tables/*.csv, charts/*.svg and *.png, report.md and report.html; the path of the page.

    lead: a sentence under the title.
    """
    drawings = {}
    for element in elements:
        if isinstance(element, Table | Cards):
            rows = element.frame.to_dict("records")
            _write_text(folder / "tables" / f"{element.name}.csv", table(rows, "csv") + "\n")
        elif isinstance(element, Chart):
            for suffix in (".svg", ".png"):
                save(element.figure, folder / "charts" / f"{element.name}{suffix}")
            drawings[element.name] = (folder / "charts" / f"{element.name}.svg").read_text(encoding="utf-8")
    text = "\n\n".join([f"# {title}", lead, *map(_markdown, elements)])
    _write_text(folder / "report.md", text + "\n")
    page = folder / "report.html"
    _write_text(page, markup(title, lead, elements, drawings))
    return page


def _write_text(path: Path, text: str) -> None:
    draft = path.with_name(path.name + ".draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from None


def _markdown(element: Element) -> str:
    if isinstance(element, Heading):
        return f"{'#' * element.level} {element.text}"
    if isinstance(element, Text):
        return "\n".join(f"- {line}" if element.listed else line for line in element.lines)
    if isinstance(element, Table):
        return "\n\n".join(filter(None, (_markdown_table(element), rest(element))))
    if isinstance(element, Cards):
        lines = [f"- {card.title}: {card.text}" for card in element.cards]
        return "\n".join([*lines, "", f"Their shares with intervals are in tables/{element.name}.csv."])
    return f"![{element.text}](charts/{element.name}.svg)"


def _markdown_table(element: Table) -> str:
    if not element.most:
        return ""
    names = columns(element)
    rows = zip(*(texts(element, name) for name in names), strict=True)
    heads = [head(element, name) for name in names]
    return table([dict(zip(heads, row, strict=True)) for row in rows], "markdown")
