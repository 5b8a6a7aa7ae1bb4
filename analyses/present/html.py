"""The elements of a report as one HTML page that needs nothing else: no outside style, script, font or picture."""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from starbalance.analyses.present.chart.style import LINE, VERDICT_COLOURS
from starbalance.analyses.present.document import (
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
from starbalance.analyses.present.table_text import columns, head, is_number, rest, texts
from starbalance.analyses.present.wording import imbalance, judgement, plain, sized
from starbalance.analyses.statistics.verdict import MARGIN, in_short, is_decided

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
    style, script = (Path(__file__).with_name(f"page.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    anchors = _anchors(elements)
    body = "\n".join(_body(elements, anchors, drawings))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{html.escape(title)}</title>\n'
        f"<style>\n{style}</style>\n</head>\n<body>\n{_contents(elements, anchors)}\n<main>\n"
        f'<h1>{html.escape(title)}</h1>\n<p class="lead">{_words(lead)}</p>\n{body}\n</main>\n'
        f"<script>\n{script}</script>\n</body>\n</html>\n"
    )


def _anchors(elements: Sequence[Element]) -> list[str]:
    """A name for each element to be linked to, no two alike; empty for what is no heading."""
    found: list[str] = []
    for element in elements:
        words = re.sub(r"[^a-z0-9]+", "-", element.text.lower()).strip("-") if isinstance(element, Heading) else ""
        again = sum(name == words or name.startswith(f"{words}~") for name in found)
        found.append(f"{words}~{again + 1}" if words and again else words)
    return found


def _contents(elements: Sequence[Element], anchors: Sequence[str]) -> str:
    lines = []
    for element, anchor in zip(elements, anchors, strict=True):
        if isinstance(element, Heading) and element.level <= 3:
            kind = ' class="deeper"' if element.level == 3 else ""
            lines.append(f'<li{kind}><a href="#{anchor}">{html.escape(element.text)}</a></li>')
    return f'<nav aria-label="Contents"><b>Contents</b>\n<ul>\n{chr(10).join(lines)}\n</ul></nav>'


def _body(elements: Sequence[Element], anchors: Sequence[str], drawings: Mapping[str, str]) -> Iterator[str]:
    """All elements; those of a folded chapter in one that opens with a click on its title."""
    is_folded = False
    for element, anchor in zip(elements, anchors, strict=True):
        shown = _element(element, anchor, drawings)
        if isinstance(element, Heading) and element.level == 2:
            yield "</details>" * is_folded
            is_folded = element.folded
            shown = f'<details class="chapter"><summary>{shown}</summary>' if is_folded else shown
        yield shown
    yield "</details>" * is_folded


def _element(element: Element, anchor: str, drawings: Mapping[str, str]) -> str:
    if isinstance(element, Heading):
        return f'<h{element.level} id="{anchor}">{html.escape(element.text)}</h{element.level}>'
    if isinstance(element, Text):
        return _text(element)
    if isinstance(element, Table):
        return _folded(element)
    if isinstance(element, Cards):
        return f'<div class="cards">{"".join(map(_card, element.cards))}</div>'
    if isinstance(element, Box):
        return (
            f'<aside class="box"><h3>{html.escape(element.title)}</h3>{_text(Text(element.lines, listed=True))}</aside>'
        )
    if isinstance(element, Imbalances):
        return _imbalances(element)
    svg = _svg(element, drawings[element.name])
    return f'<figure><div class="scroll">{svg}</div><figcaption>{_words(element.text)}</figcaption></figure>'


def _text(element: Text) -> str:
    lines = [re.sub(r"`([^`]+)`", r"<code>\1</code>", _words(line)) for line in element.lines]
    if not element.listed:
        return f"<p>{' '.join(lines)}</p>"
    items = (re.sub("^([^:]+:) ", r"<b>\1</b> ", line) for line in lines)
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _words(text: str) -> str:
    """Text in which a number stays with its percent sign."""
    return html.escape(text).replace(" %", "&nbsp;%")


def _folded(element: Table) -> str:
    """A table in a frame that scrolls; behind a line to click on where it is long or has been drawn."""
    rows = len(element.frame)
    if not element.most:
        return f"<p>{_words(rest(element))}</p>"
    if not (rows > _LONGEST if element.folded is None else element.folded):
        return _table(element, f"<caption>{html.escape(element.title)}</caption>" if element.title else "")
    words = f"{html.escape(element.title or 'The numbers')} ({rows} {'row' if rows == 1 else 'rows'})"
    return f"<details><summary>{words}</summary>{_table(element)}</details>"


def _table(element: Table, caption: str = "") -> str:
    names = columns(element)
    heads = "".join(f'<th scope="col"{_kind(element, name)}>{html.escape(head(element, name))}</th>' for name in names)
    rows = "".join(
        f"<tr>{''.join(cells)}</tr>" for cells in zip(*(_cells(element, name) for name in names), strict=True)
    )
    more = f"<p>{_words(rest(element))}</p>" if rest(element) else ""
    return _whole(f"{caption}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>") + more


def _whole(inside: str) -> str:
    return f'<div class="scroll"><table>{inside}</table></div>'


def _kind(element: Table, name: str) -> str:
    if is_number(element, name):
        return ' class="number"'
    return ' class="words"' if element.shown[name].astype(str).str.len().max() > _LONG else ""


def _cells(element: Table, name: str) -> list[str]:
    """The cells of a column; one of numbers carries each in full, by which it is sorted."""
    values, shown, kind = element.shown[name], texts(element, name), _kind(element, name)
    if name in ("verdict", "verdict_mix"):
        return [f"<td>{_verdict(text)}</td>" for text in shown]
    if not is_number(element, name):
        return [f"<td{kind}>{html.escape(text)}</td>" for text in shown]
    return [
        f'<td{kind} data-value="{value:.12g}">{_words(text)}</td>' if text else f"<td{kind}></td>"
        for value, text in zip(values.astype(float), shown, strict=True)
    ]


def _verdict(text: str) -> str:
    """A verdict in words, with a mark and a colour."""
    word = in_short(text)
    more = text.removeprefix(word).lstrip()
    small = f" <small>{html.escape(more)}</small>" if more else ""
    mark, kind = _MARKS.get(word, ("", ""))
    label = f"{mark}&nbsp;{html.escape(word)}" if mark else html.escape(word)
    return f'<span class="verdict {kind}">{label}{small}</span>'


def _imbalances(element: Imbalances) -> str:
    """A row for each factor and a column for each scenario, each cell with the colour and the mark of its verdict."""
    heads = "".join(f'<th scope="col">{html.escape(title)}</th>' for title in ("", *element.scenarios))
    rows = "".join(
        f'<tr><th scope="row">{html.escape(factor)}</th>{"".join(map(_imbalance, cells))}</tr>'
        for factor, cells in element.rows()
    )
    title = f"<caption>{html.escape(element.title)}</caption>"
    return _whole(f"{title}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>")


def _imbalance(row: Any) -> str:
    if row is None:
        return "<td></td>"
    mark, kind = _MARKS.get(judgement(in_short(row["verdict"])), ("", ""))
    first, _, more = imbalance(row).partition(": ")
    label = f"{mark}&nbsp;{html.escape(first)}" if mark else html.escape(first)
    return f'<td><span class="verdict {kind}">{label}</span><br><small>{_words(more)}</small></td>'


def _card(card: Card) -> str:
    """Its intervals are drawn on one scale, that of all its rows and of the margin."""
    factor = str(card.frame.columns[0])
    low = min(card.frame["low"].min(), card.parity - MARGIN)
    high = max(card.frame["high"].max(), card.parity + MARGIN)
    heads = f'<th scope="col">{html.escape(plain(factor))}</th><th scope="col">verdict</th>'
    heads += '<th scope="col" class="number">share, %</th><th scope="col" class="number interval">95 % interval</th>'
    heads += '<th scope="col" class="range-cell"></th>'
    rows = "".join(_card_row(row, factor, card, scale=(low, high)) for _, row in card.frame.iterrows())
    table = _whole(f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>")
    words = _words(f"{card.parity_line} {card.text}".rstrip())
    return f'<article class="card"><h3>{html.escape(card.title)}</h3><p>{words}</p>{table}</article>'


def _card_row(row: Any, factor: str, card: Card, *, scale: tuple[float, float]) -> str:
    share, low, high = (100 * row[name] for name in SHARES)
    return (
        f"<tr><td>{html.escape(str(row[factor]))}</td><td>{_judged(row, factor, card)}</td>"
        f'<td class="number" data-value="{share:.6f}">{share:.1f}</td>'
        f'<td class="number interval" data-value="{low:.6f}">{low:.1f} to {high:.1f}</td>'
        f'<td class="range-cell">{_range(row, in_short(str(row["verdict"])), card.parity, scale=scale)}</td></tr>'
    )


def _judged(row: Any, factor: str, card: Card) -> str:
    """The verdict of a row of a card, if there is one, and below it how far from parity and how sure it is."""
    verdict, mark = str(row["verdict"]), "†" if str(row[factor]) in card.doubted else ""
    told = _verdict(judgement(in_short(verdict))) if is_decided(verdict) else ""
    return f"{told}{mark}<small>{_words(sized(row, card.parity))}</small>"


def _range(row: Any, word: str, parity: float, *, scale: tuple[float, float]) -> str:
    """The interval of a row as a line on a scale, with parity and the margin about it."""
    start, end = scale

    def at(value: float) -> str:
        return f"{4 + 92 * (value - start) / (end - start):.2f}%"

    width = f"{92 * 2 * MARGIN / (end - start):.2f}%"
    return (
        f'<svg class="range" aria-hidden="true"><rect class="band" x="{at(parity - MARGIN)}" width="{width}" '
        f'height="100%"/><line class="parity" x1="{at(parity)}" x2="{at(parity)}" y1="0" y2="100%"/>'
        f'<line class="line {word}" x1="{at(row["low"])}" x2="{at(row["high"])}" y1="50%" y2="50%"/>'
        f'<circle class="dot {word}" cx="{at(row["share"])}" cy="50%" r="5"/></svg>'
    )


def _svg(element: Chart, drawing: str) -> str:
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
    return (
        svg.replace('id="', f'id="{element.name}-')
        .replace('"#', f'"#{element.name}-')
        .replace("url(#", f"url(#{element.name}-")
    )
