"""A report as a list of blocks, written as one HTML file that stands alone and as Markdown with charts beside it."""

import html
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from analyses.chart import save
from analyses.print import readable, table
from simulator.errors import BadInput

_CSS = """
:root { color-scheme: light dark; --ink: #1c1c1e; --paper: #fdfdfc; --line: #d8d8d4; --soft: #5c5c60; --card: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e6; --paper: #17181a; --line: #3a3b3e; --soft: #a6a6aa; --card: #fbfbfa; }
}
body { font: 16px/1.55 Georgia, 'Times New Roman', serif; color: var(--ink); background: var(--paper);
  max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; } h2 { margin-top: 2.6rem; border-bottom: 1px solid var(--line); }
h1, h2, h3, th, td, figcaption { font-family: system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .86rem; font-variant-numeric: tabular-nums; margin: .6rem 0; }
th, td { padding: .22rem .8rem .22rem 0; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--soft); font-weight: 600; } td.number, th.number { text-align: right; }
figure { margin: 1.2rem 0; padding: .6rem; background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
figure svg { width: 100%; height: auto; max-width: 46rem; } figcaption { color: #5c5c60; font-size: .84rem; }
li { margin: .35rem 0; }
@media print { body { max-width: none; } figure, table { break-inside: avoid; } }
"""


@dataclass(frozen=True)
class Heading:
    """A section title; level 2 or 3."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Text:
    """A paragraph, or a list with one item a line."""

    lines: Sequence[str]
    listed: bool = False


@dataclass(frozen=True)
class Table:
    """A table, also written as CSV under its name."""

    name: str
    frame: pd.DataFrame


@dataclass(frozen=True)
class Chart:
    """A chart, also written as SVG and PNG under its name; text tells what it shows."""

    name: str
    figure: Any
    text: str


Block = Heading | Text | Table | Chart


def write(folder: Path, title: str, blocks: Sequence[Block]) -> Path:
    """Writes tables/*.csv, charts/*.svg and *.png, report.md and report.html; the path of the page."""
    for block in blocks:
        if isinstance(block, Table):
            rows = block.frame.to_dict("records")
            _write_text(folder / "tables" / f"{block.name}.csv", table(rows, "csv") + "\n")
        elif isinstance(block, Chart):
            for suffix in (".svg", ".png"):
                save(block.figure, folder / "charts" / f"{block.name}{suffix}")
    _write_text(folder / "report.md", f"# {title}\n\n" + "\n\n".join(_markdown(block) for block in blocks) + "\n")
    page = folder / "report.html"
    _write_text(page, _html(title, blocks))
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
        return table(block.frame.to_dict("records"), "markdown")
    return f"![{block.text}](charts/{block.name}.svg)"


def _html(title: str, blocks: Sequence[Block]) -> str:
    body = "\n".join(_html_block(block) for block in blocks)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{html.escape(title)}</title>\n'
        f"<style>{_CSS}</style>\n</head>\n<body>\n<h1>{html.escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def _html_block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"<h{block.level}>{html.escape(block.text)}</h{block.level}>"
    if isinstance(block, Text):
        lines = [html.escape(line) for line in block.lines]
        if block.listed:
            return "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>"
        return f"<p>{' '.join(lines)}</p>"
    if isinstance(block, Table):
        return _html_table(block.frame)
    return f"<figure>{_svg(block)}<figcaption>{html.escape(block.text)}</figcaption></figure>"


def _html_table(frame: pd.DataFrame) -> str:
    classes = [' class="number"' if pd.api.types.is_numeric_dtype(frame[name]) else "" for name in frame.columns]
    head = "".join(
        f"<th{kind}>{html.escape(str(name))}</th>" for name, kind in zip(frame.columns, classes, strict=True)
    )
    rows = [
        "<tr>"
        + "".join(f"<td{kind}>{html.escape(readable(v))}</td>" for v, kind in zip(row, classes, strict=True))
        + "</tr>"
        for row in frame.itertuples(index=False)
    ]
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _svg(block: Chart) -> str:
    """The chart as an SVG element with its text as the alternative; ids made its own, since a page holds many."""
    text = io.StringIO()
    block.figure.savefig(text, format="svg", metadata={"Date": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :].replace(
        "<svg", f'<svg role="img" aria-label="{html.escape(block.text, quote=True)}"', 1
    )
    return (
        svg.replace('id="', f'id="{block.name}-')
        .replace('"#', f'"#{block.name}-')
        .replace("url(#", f"url(#{block.name}-")
    )
