"""What the draws of a part do: tables, charts and a sentence for the report."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from analyses import chart
from analyses.block import Block, Chart, Table
from analyses.draws import Draw, claimants, draw_kinds, draw_pair_shares, draw_pairs, draw_shares, find_draw
from analyses.draws import draws as draws_of
from analyses.finding import number, percent, plain, points, sure_spread, word
from analyses.part import Part, Played
from analyses.section import Section
from analyses.verdict import CHANGE


def _ends(*names: str) -> tuple[str, ...]:
    """The columns of some numbers with their intervals."""
    return tuple(f"{name}{end}" for name in names for end in ("", "_low", "_high"))


_GAMES = _ends("claimed", "by_5", "capped", "both_claimed")
_SEATS = (*_ends("seats", "with", "without", "first"), "difference", "low", "high")
_SHARES = ("with", "without", "difference", "low", "high")


def draws(section: Section, part: Part, played: Played) -> tuple[list[Block], str]:
    """How what is drawn is claimed, what it does to length, margin and the win shares of the columns of `by`."""
    draw, name = find_draw(part.result), f"{part.name}-{section.name}"
    table = draws_of(part.result)
    title = f"{part.title}: each {plain(draw.name)} in the games in which it is drawn"
    told = _told(table, draw)
    blocks: list[Block] = [
        Chart(name, chart.drawn(table, draw.name, title), f"{title}: {'; '.join(told)}."),
        Table(name, table, title, _GAMES, True),
    ]
    if draw.is_claimed:
        more, sentences = _claim_blocks(part, draw, name)
        blocks, told = blocks + more, told + sentences
    changes: list[str] = []
    for column in [column for by in section.by for column in by]:
        more, sentence = _share_blocks(part, draw, column, f"{name}-by-{column}")
        blocks, changes = blocks + more, [*changes, sentence]
    return blocks + _pair_blocks(part, draw, f"{name}-pairs"), "; ".join([*changes, *told])


def _told(table: pd.DataFrame, draw: Draw) -> list[str]:
    """What is claimed most and least, what never, and what makes games long and short."""
    told = []
    if draw.is_claimed:
        known = _rows(table, "claimed").assign(share=table["claimed"])
        spread = sure_spread(known, [draw.name], "share", percent)
        told.append(f"share of the games in which somebody claims it {spread}")
        never = list(known[known["share"] == 0][draw.name])
        told += [f"never claimed: {', '.join(never)}"] if never else []
    known = _rows(table, "difference_rounds")
    if len(known):
        spread = sure_spread(known, [draw.name], "difference_rounds", lambda row: number(row, "difference_rounds"))
        told.append(f"rounds more than without it {spread}")
    return told


def _rows(table: pd.DataFrame, value: str) -> pd.DataFrame:
    """The rows that have a value, with its interval as theirs."""
    return table.assign(low=table[f"{value}_low"], high=table[f"{value}_high"]).dropna(subset=[value, "low", "high"])


def _claim_blocks(part: Part, draw: Draw, name: str) -> tuple[list[Block], list[str]]:
    """How each kind is claimed, and who wins of those who claim."""
    blocks: list[Block] = []
    told = []
    if draw.kinds:
        kinds = draw_kinds(part.result)
        title = f"{part.title}: claims of each {plain(draw.name)} drawn, by kind"
        blocks.append(Table(f"{name}-kinds", kinds, title, _GAMES, False))
        of_kinds = ", ".join(f"{row['kind']} {number(row, 'claims')}" for _, row in _rows(kinds, "claims").iterrows())
        told.append(f"claims of each that is drawn: {of_kinds}")
    table = claimants(part.result)
    title = f"{part.title}: win share of those who claim each {plain(draw.name)}, and of the others in the same games"
    known = table.dropna(subset=["difference"])
    if len(known):
        spread = sure_spread(known, [draw.name], "difference", points)
        text = f"{title}, which is a choice and not what a claim is worth: {spread}."
        figure = chart.dots(_of_claimants(known, draw), [draw.name], "value", title)
        blocks.append(Chart(f"{name}-claimants", figure, text))
    return [*blocks, Table(f"{name}-claimants", table, title, _SEATS, True)], told


def _of_claimants(table: pd.DataFrame, draw: Draw) -> pd.DataFrame:
    """Claimants as a table of values, those who win most first."""
    ranked, found = table.sort_values("difference", ascending=False), []
    for words, columns in (
        ("seats that claim it, %", _ends("seats")),
        ("their win share, %", _ends("with")),
        ("less that of the others, points", ("difference", "low", "high")),
    ):
        numbers = {new: 100 * ranked[old] for new, old in zip(("value", "low", "high"), columns, strict=True)}
        found.append(pd.DataFrame({draw.name: ranked[draw.name], "quantity": words, **numbers}))
    return pd.concat(found, ignore_index=True)


def _share_blocks(part: Part, draw: Draw, column: str, name: str) -> tuple[list[Block], str]:
    """What each thing drawn does to the win shares of a column, and which pairs do."""
    table = draw_shares(part.result, column)
    title = f"{part.title}: points of win share that each {plain(draw.name)} adds, by {plain(column)}"
    sentence = _changed(table, [column, draw.name], f"win shares by {plain(column)}")
    blocks: list[Block] = [
        Chart(name, chart.draw_shares(table, [draw.name, column], title), f"{title}: {sentence}."),
        Table(name, table, title, _SHARES, True),
    ]
    pairs = draw_pair_shares(part.result, column)
    if len(pairs):
        title = f"{part.title}: pairs drawn together that surely change a win share by {plain(column)}"
        blocks.append(Table(f"{name}-pairs", pairs, title, _SHARES, True))
    return blocks, sentence


def _changed(table: pd.DataFrame, names: Sequence[str], what: str) -> str:
    """How many rows surely change, and the three that change most."""
    sure = table[table["verdict"].isin(CHANGE[1:])]
    if sure.empty:
        return f"none of {len(table)} {what} surely changes"
    most = sure.iloc[np.argsort(-sure["difference"].abs().to_numpy(), kind="stable")[:3]]
    told = ", ".join(
        f"{points(row)} for {' with '.join(word(name, row[name]) for name in names)}" for _, row in most.iterrows()
    )
    return f"{len(sure)} of {len(table)} {what} surely change{'s' if len(sure) == 1 else ''}, most of all {told}"


def _pair_blocks(part: Part, draw: Draw, name: str) -> list[Block]:
    table = draw_pairs(part.result)
    title = f"{part.title}: games with each two of them, less all others, in rounds"
    figure = chart.draw_pairs(table, [draw.name, draw.other], title)
    text = f"{title}, with half the width of the 95 % interval in each cell; what either does alone is in it."
    return [Chart(name, figure, text), Table(name, table, f"{title}, margin and claims", _GAMES, True)]
