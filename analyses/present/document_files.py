"""A report written as one HTML file that stands alone, and as Markdown with charts and tables beside it."""

from collections.abc import Sequence
from pathlib import Path

from starbalance.analyses.present.chart import save
from starbalance.analyses.present.document import Block, Cards, Chart, Heading, Table, Text
from starbalance.analyses.present.html import markup
from starbalance.analyses.present.table import table
from starbalance.analyses.present.table_text import columns, head, rest, texts
from starbalance.simulator.errors import BadInput


def write(folder: Path, title: str, lead: str, blocks: Sequence[Block]) -> Path:
    """Writes tables/*.csv, charts/*.svg and *.png, report.md and report.html; the path of the page.

    lead: a sentence under the title.
    """
    drawings = {}
    for block in blocks:
        if isinstance(block, Table | Cards):
            rows = block.frame.to_dict("records")
            _write_text(folder / "tables" / f"{block.name}.csv", table(rows, "csv") + "\n")
        elif isinstance(block, Chart):
            for suffix in (".svg", ".png"):
                save(block.figure, folder / "charts" / f"{block.name}{suffix}")
            drawings[block.name] = (folder / "charts" / f"{block.name}.svg").read_text(encoding="utf-8")
    text = "\n\n".join([f"# {title}", lead, *map(_markdown, blocks)])
    _write_text(folder / "report.md", text + "\n")
    page = folder / "report.html"
    _write_text(page, markup(title, lead, blocks, drawings))
    return page


def _write_text(path: Path, text: str) -> None:
    draft = path.with_name(path.name + ".draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from None


def _markdown(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {block.text}"
    if isinstance(block, Text):
        return "\n".join(f"- {line}" if block.listed else line for line in block.lines)
    if isinstance(block, Table):
        return "\n\n".join(filter(None, (_markdown_table(block), rest(block))))
    if isinstance(block, Cards):
        lines = [f"- {card.title}: {card.text}" for card in block.cards]
        return "\n".join([*lines, "", f"Their shares with intervals are in tables/{block.name}.csv."])
    return f"![{block.text}](charts/{block.name}.svg)"


def _markdown_table(block: Table) -> str:
    if not block.most:
        return ""
    names = columns(block)
    rows = zip(*(texts(block, name) for name in names), strict=True)
    heads = [head(block, name) for name in names]
    return table([dict(zip(heads, row, strict=True)) for row in rows], "markdown")
