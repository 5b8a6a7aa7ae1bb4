"""The elements of a report as one self-contained HTML page, without external styles, scripts, fonts or pictures."""

import html
import re
from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any

from markupsafe import Markup

from starbalance.analyses.presentation.chart.story import HIGHLIGHTS, QUIET
from starbalance.analyses.presentation.chart.style import LINE, VERDICT_COLOURS
from starbalance.analyses.presentation.document import (
    Box,
    Chart,
    Element,
    Heading,
    Table,
    Text,
    contents,
)
from starbalance.analyses.presentation.page import page, part
from starbalance.analyses.presentation.table_text import columns, head, is_number, rest, texts

View = dict[str, Any]  # values of the template for a part of the page

_LONGEST = 12  # largest number of rows of a table that is not folded by default
_LONG = 36  # characters of a cell above which its text may wrap
_SCALE = 1.45  # pixels of the page for each point of a chart
_MARKS = {  # verdict -> its mark (or none) and its style
    "balanced": ("●", "balanced"),
    "too strong": ("▲", "strong"),
    "too weak": ("▼", "weak"),
    "unchanged": ("●", "balanced"),
    "higher": ("▲", "strong"),
    "lower": ("▼", "weak"),
    "undecided": ("", "undecided"),
}
_THEME = {  # the colours of a chart that follow the light or dark style of the page
    "#ffffff": "var(--card)",
    "#000000": "currentColor",
    LINE: "currentColor",
    QUIET: "var(--undecided)",
    **{colour: f"var(--level-{place})" for place, colour in enumerate(HIGHLIGHTS, 1)},
    **{VERDICT_COLOURS[verdict]: f"var(--{verdict})" for verdict in ("balanced", "strong", "weak", "undecided")},
}


def markup(title: str, kicker: str, elements: Sequence[Element], *, drawings: Mapping[str, str]) -> str:
    """Return the page.

    Args:
        title: Title of the report, its main finding.
        kicker: A line above the title that says what the report is.
        elements: Elements of the report.
        drawings: Name of each chart, with the chart as SVG.
    """
    return page(
        "report.html",
        title=title,
        kicker=kicker,
        chapters=_chapters(elements, drawings),
        styles=[part("page.css")],
        script=part("page.js"),
    )


def _chapters(elements: Sequence[Element], drawings: Mapping[str, str]) -> list[View]:
    """Return the chapters: each heading of level 2 with the elements below it. The first has no heading."""
    chapters: list[View] = [{"is_folded": False, "number": 1, "is_new_page": True, "title": "", "views": []}]
    numbers = {id(heading): number for heading, number in contents(elements)}
    last = 1
    for element, anchor in zip(elements, _anchors(elements), strict=True):
        if isinstance(element, Heading) and element.level == 2:
            number = numbers.get(id(element), 0)
            is_new_page, last = number > last, max(number, last)
            chapters.append(
                {
                    "is_folded": element.folded,
                    "number": number,
                    "is_new_page": is_new_page,
                    "title": element.text,
                    "anchor": anchor,
                    "views": [],
                }
            )
        view = _chart(element, drawings[element.name]) if isinstance(element, Chart) else _view(element)
        chapters[-1]["views"].append({**view, "anchor": anchor})
    return chapters


def _anchors(elements: Sequence[Element]) -> list[str]:
    """Return a unique link target for each heading, and an empty text for every other element."""
    anchors: list[str] = []
    for element in elements:
        words = re.sub(r"[^a-z0-9]+", "-", element.text.lower()).strip("-") if isinstance(element, Heading) else ""
        again = sum(name == words or name.startswith(f"{words}~") for name in anchors)
        anchors.append(f"{words}~{again + 1}" if words and again else words)
    return anchors


@singledispatch
def _view(element: Any) -> View:
    """Return the values of the template for an element. `kind` is the name of its macro."""
    raise TypeError(f"a page cannot show a {type(element).__name__}")


@_view.register
def _heading(element: Heading) -> View:
    return {"kind": "heading", "title": element.text, "level": element.level}


@_view.register
def _text(element: Text) -> View:
    if element.listed:
        return {"kind": "bullets", "lines": [_item(line) for line in element.lines]}
    return {"kind": "text", "lines": [_line(line) for line in element.lines]}


@_view.register
def _box(element: Box) -> View:
    return {"kind": "box", "title": element.title, "lines": [_item(line) for line in element.lines]}


@_view.register
def _table(element: Table) -> View:
    """Return a table, folded if it says so or has many rows."""
    size, names = len(element.frame), columns(element)
    return {
        "kind": "table",
        "title": element.title,
        "size": size,
        "is_folded": size > _LONGEST if element.folded is None else element.folded,
        "columns": [{"head": head(element, name), "kind": _kind(element, name)} for name in names],
        "rows": list(zip(*(_cells(element, name) for name in names), strict=True)) if element.limit else [],
        "rest": _bound(rest(element)),
    }


def _line(text: str, head: str = "") -> View:
    """Return a line split into text and `code`."""
    parts = re.split(r"`([^`]+)`", _bound(text))
    return {"head": head, "parts": [{"text": each, "is_code": i % 2} for i, each in enumerate(parts)]}


def _item(text: str) -> View:
    """Return a line of a list, with the words before the first colon as its head."""
    head = re.match(r"[^:`(]+:(?= )", text)
    return _line(text[head.end() :].lstrip(), _bound(head[0])) if head else _line(text)


def _bound(text: str) -> str:
    """Return a text in which line breaks do not separate a number from its percent sign."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _kind(element: Table, name: str) -> str:
    if is_number(element, name):
        return "number"
    return "words" if element.shown[name].astype(str).str.len().max() > _LONG else ""


def _cells(element: Table, name: str) -> list[View]:
    """Return the cells of a column. Cells with numbers have the full value, by which the page sorts."""
    values, shown, kind = element.shown[name], texts(element, name), _kind(element, name)
    if name in ("verdict", "verdict_mix"):
        return [{"verdict": _verdict(text)} for text in shown]
    if kind != "number":
        return [{"text": text, "kind": kind} for text in shown]
    return [
        {"text": _bound(text), "kind": kind, "value": f"{value:.12g}" if text else ""}
        for value, text in zip(values.astype(float), shown, strict=True)
    ]


def _verdict(text: str) -> View:
    """Return a verdict in words, with its mark and its style."""
    word = text.partition(" (")[0]
    return {**_marked(word, word), "more": text.removeprefix(word).lstrip()}


def _marked(word: str, label: str) -> View:
    mark, kind = _MARKS.get(word, ("", ""))
    return {"kind": kind, "label": f"{mark}\N{NO-BREAK SPACE}{label}" if mark else label}


def _chart(element: Chart, drawing: str) -> View:
    """Return a chart as an SVG element in the colours of the page, with its text as the alternative text.

    Its ids get the name of the chart as a prefix, since a page holds several charts.
    """
    svg = re.sub(r"(?s)<style.*?</style>| font-family: [^;\"]*;?", "", drawing[drawing.index("<svg") :])
    svg = re.sub("|".join(_THEME), lambda match: _THEME[match[0]], svg)
    width = re.search(r' width="([0-9.]+)pt"', svg)
    svg = re.sub(r' (?:width|height)="[0-9.]+pt"', "", svg, count=2)
    style = f"width: {float(width[1]) * _SCALE:.0f}px" if width else ""
    label = html.escape(element.text, quote=True)
    looks = f'preserveAspectRatio="xMinYMid" aria-label="{label}" style="{style}"'
    svg = svg.replace("<svg", f'<svg role="img" {looks}', 1)
    for reference in ('id="', '"#', "url(#"):
        svg = svg.replace(reference, f"{reference}{element.name}-")
    return {"kind": "chart", "svg": Markup(svg), "text": _bound(element.text)}
