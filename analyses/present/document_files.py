"""A report written as one HTML file that stands alone, and as Markdown with charts and tables beside it."""

from collections.abc import Sequence
from pathlib import Path

from starbalance.analyses.present import html, markdown
from starbalance.analyses.present.chart import save
from starbalance.analyses.present.document import Cards, Chart, Element, Imbalances, Table
from starbalance.analyses.present.table import table
from starbalance.simulator.errors import BadInput


def write(folder: Path, title: str, lead: str, *, elements: Sequence[Element]) -> Path:
    """Writes tables/*.csv, charts/*.svg and *.png, report.md and report.html; the path of the page.

    lead: a sentence under the title.
    """
    drawings = {}
    for element in elements:
        if isinstance(element, Table | Cards | Imbalances):
            rows = element.frame.to_dict("records")
            write_text(folder / "tables" / f"{element.name}.csv", table(rows, "csv") + "\n")
        elif isinstance(element, Chart):
            for suffix in (".svg", ".png"):
                save(element.figure, folder / "charts" / f"{element.name}{suffix}")
            drawings[element.name] = (folder / "charts" / f"{element.name}.svg").read_text(encoding="utf-8")
    write_text(folder / "report.md", markdown.markup(title, lead, elements))
    page = folder / "report.html"
    write_text(page, html.markup(title, lead, elements, drawings=drawings))
    return page


def check_file(path: Path) -> None:
    """Raises BadInput for a file that could not be written: before work that ends with it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists()
        path.open("a").close()
        if is_new:
            path.unlink()
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from None


def write_text(path: Path, text: str) -> None:
    """Writes a file, whole or not at all. Raises BadInput where it cannot be written."""
    draft = path.with_name(path.name + ".draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from None
