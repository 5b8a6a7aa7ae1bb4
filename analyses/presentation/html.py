"""The elements of a report as one HTML page that needs nothing else: no outside style, script, font or picture."""

import html
import re
from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any

from markupsafe import Markup

from starbalance.analyses.presentation.chart.style import LINE, VERDICT_COLOURS
from starbalance.analyses.presentation.document import (
    SHARES,
    Box,
    Card,
    Cards,
    Chart,
    Element,
    Heading,
    Imbalances,
    Table,
    Text,
)
from starbalance.analyses.presentation.page import page, part
from starbalance.analyses.presentation.table_text import columns, head, is_number, rest, texts
from starbalance.analyses.presentation.wording import imbalance, judgement, plain, sized
from starbalance.analyses.statistics.verdict import MARGIN, is_decided

View = dict[str, Any]  # what the template is told of a part of the page

_LONGEST = 12  # rows of a table that is not folded unless it says so
_LONG = 36  # characters of a cell that may be broken into lines
_SCALE = 1.45  # pixels of the page for each point of a chart
_MARKS = {  # of each verdict: its mark, if it says anything, and the style of those that mean the same
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
    **{VERDICT_COLOURS[verdict]: f"var(--{verdict})" for verdict in ("balanced", "strong", "weak", "undecided")},
}


def markup(title: str, lead: str, elements: Sequence[Element], *, drawings: Mapping[str, str]) -> str:
    """The page. lead: a sentence under the title. drawings: the SVG file of each chart by its name."""
    return page(
        "report.html",
        title=title,
        lead=_bound(lead),
        chapters=_chapters(elements, drawings),
        styles=[part("page.css")],
        script=part("page.js"),
    )


def _chapters(elements: Sequence[Element], drawings: Mapping[str, str]) -> list[View]:
    """What stands under each title of level 2, with it; a folded chapter opens with a click on its title."""
    chapters: list[View] = [{"is_folded": False, "views": []}]
    for element, anchor in zip(elements, _anchors(elements), strict=True):
        if isinstance(element, Heading) and element.level == 2:
            chapters.append({"is_folded": element.folded, "views": []})
        view = _chart(element, drawings[element.name]) if isinstance(element, Chart) else _view(element)
        chapters[-1]["views"].append({**view, "anchor": anchor})
    return chapters


def _anchors(elements: Sequence[Element]) -> list[str]:
    """A name for each element to be linked to, no two alike; empty for what is no heading."""
    found: list[str] = []
    for element in elements:
        words = re.sub(r"[^a-z0-9]+", "-", element.text.lower()).strip("-") if isinstance(element, Heading) else ""
        again = sum(name == words or name.startswith(f"{words}~") for name in found)
        found.append(f"{words}~{again + 1}" if words and again else words)
    return found


@singledispatch
def _view(element: Any) -> View:
    """What the template is told of an element; `kind` says which macro shows it."""
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
    """A table of many rows, or one that has been drawn, is folded: behind a line to click on."""
    size, names = len(element.frame), columns(element)
    return {
        "kind": "table",
        "title": element.title,
        "size": size,
        "is_folded": size > _LONGEST if element.folded is None else element.folded,
        "columns": [{"head": head(element, name), "kind": _kind(element, name)} for name in names],
        "rows": list(zip(*(_cells(element, name) for name in names), strict=True)) if element.most else [],
        "rest": _bound(rest(element)),
    }


@_view.register
def _cards(element: Cards) -> View:
    return {"kind": "cards", "cards": [_card(card) for card in element.cards]}


@_view.register
def _imbalances(element: Imbalances) -> View:
    """A row for each factor and a column for each scenario, each cell with the colour and the mark of its verdict."""
    rows = [(factor, [_imbalance(row) for row in cells]) for factor, cells in element.rows()]
    return {"kind": "imbalances", "title": element.title, "scenarios": element.scenarios, "rows": rows}


def _line(text: str, head: str = "") -> View:
    """A line in parts, of which `code` is one."""
    parts = re.split(r"`([^`]+)`", _bound(text))
    return {"head": head, "parts": [{"text": each, "is_code": i % 2} for i, each in enumerate(parts)]}


def _item(text: str) -> View:
    """A line of a list, whose words before the first colon stand out."""
    head = re.match(r"[^:`(]+:(?= )", text)
    return _line(text[head.end() :].lstrip(), _bound(head[0])) if head else _line(text)


def _bound(text: str) -> str:
    """Text in which a number stays with its percent sign."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _kind(element: Table, name: str) -> str:
    if is_number(element, name):
        return "number"
    return "words" if element.shown[name].astype(str).str.len().max() > _LONG else ""


def _cells(element: Table, name: str) -> list[View]:
    """The cells of a column; one of numbers carries each in full, by which it is sorted."""
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
    """A verdict in words, with a mark and a colour."""
    word = text.partition(" (")[0]
    return {**_marked(word, word), "more": text.removeprefix(word).lstrip()}


def _marked(word: str, label: str) -> View:
    mark, kind = _MARKS.get(word, ("", ""))
    return {"kind": kind, "label": f"{mark}\N{NO-BREAK SPACE}{label}" if mark else label}


def _imbalance(row: Any) -> View | None:
    if row is None:
        return None
    label, _, more = imbalance(row).partition(": ")
    return {**_marked(judgement(row["verdict"]), label), "more": _bound(more)}


def _card(card: Card) -> View:
    """Its intervals are drawn on one scale, that of all its rows and of the margin."""
    factor = str(card.frame.columns[0])
    low = min(card.frame["low"].min(), card.parity - MARGIN)
    high = max(card.frame["high"].max(), card.parity + MARGIN)
    return {
        "title": card.title,
        "text": _bound(f"{card.parity_line} {card.text}".rstrip()),
        "factor": plain(factor),
        "rows": [_card_row(row, factor, card, scale=(low, high)) for _, row in card.frame.iterrows()],
    }


def _card_row(row: Any, factor: str, card: Card, *, scale: tuple[float, float]) -> View:
    """A level with its share in percent, its verdict if it has one, how far from parity it is and how sure that is."""
    verdict = str(row["verdict"])
    return {
        "level": str(row[factor]),
        **{name: 100 * row[name] for name in SHARES},
        "verdict": _verdict(judgement(verdict)) if is_decided(verdict) else None,
        "mark": "†" if str(row[factor]) in card.doubted else "",
        "sized": _bound(sized(row, card.parity)),
        "drawn": _drawn(row, verdict, card.parity, scale=scale),
    }


def _drawn(row: Any, verdict: str, parity: float, *, scale: tuple[float, float]) -> View:
    """The interval of a row as a line on a scale, with parity and the margin about it: places in percent."""
    start, end = scale

    def at(value: float) -> str:
        return f"{4 + 92 * (value - start) / (end - start):.2f}%"

    return {
        "verdict": verdict,
        "band": at(parity - MARGIN),
        "width": f"{92 * 2 * MARGIN / (end - start):.2f}%",
        "parity": at(parity),
        **{name: at(row[name]) for name in SHARES},
    }


def _chart(element: Chart, drawing: str) -> View:
    """A chart as an SVG element with its text as the alternative, in the colours of the page.

    Its ids are made its own, since a page holds many.
    """
    svg = re.sub(r"(?s)<style.*?</style>| font-family: [^;\"]*;?", "", drawing[drawing.index("<svg") :])
    svg = re.sub("|".join(_THEME), lambda found: _THEME[found[0]], svg)
    width = re.search(r' width="([0-9.]+)pt"', svg)
    svg = re.sub(r' (?:width|height)="[0-9.]+pt"', "", svg, count=2)
    style = f"width: {float(width[1]) * _SCALE:.0f}px" if width else ""
    label = html.escape(element.text, quote=True)
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{label}" style="{style}"', 1)
    for reference in ('id="', '"#', "url(#"):
        svg = svg.replace(reference, f"{reference}{element.name}-")
    return {"kind": "chart", "svg": Markup(svg), "text": _bound(element.text)}
