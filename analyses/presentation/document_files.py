"""A report written as one HTML file that stands alone, and as Markdown with charts and tables beside it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from starbalance.analyses.presentation import html, markdown
from starbalance.analyses.presentation.chart import save
from starbalance.analyses.presentation.document import Cards, Chart, Element, Imbalances, Table
from starbalance.analyses.presentation.table import table
from starbalance.simulator.engine.files import merging, read_text, write_text

PAGE = "report.html"


def write(folder: Path, title: str, lead: str, *, elements: Sequence[Element]) -> Path:
    """Write a report: tables/*.csv, charts/*.svg and *.png, report.md and report.html.

    Args:
        folder: Folder of the report. Other files in it stay.
        title: Title of the report.
        lead: A sentence under the title.
        elements: Headings, texts, tables and charts, in their order.

    Returns:
        The path of the page.

    Raises:
        BadInput: if a file cannot be written. The folder is then what it was before.
    """
    with merging(folder) as draft:
        drawings = dict(_write_parts(draft, elements))
        write_text(draft / "report.md", markdown.markup(title, lead, elements))
        write_text(draft / PAGE, html.markup(title, lead, elements, drawings=drawings))
    return folder / PAGE


def _write_parts(folder: Path, elements: Sequence[Element]) -> Iterator[tuple[str, str]]:
    """Write the tables and charts of a report. Yield the name and the SVG of each chart."""
    for element in elements:
        if isinstance(element, Table | Cards | Imbalances):
            rows = element.frame.to_dict("records")
            write_text(folder / "tables" / f"{element.name}.csv", table(rows, "csv") + "\n")
        elif isinstance(element, Chart):
            files = [folder / "charts" / f"{element.name}{suffix}" for suffix in (".svg", ".png")]
            for file in files:
                save(element.figure, file)
            yield element.name, read_text(files[0])
