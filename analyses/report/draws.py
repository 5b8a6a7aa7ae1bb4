"""The effects of shared components in a scenario: tables and sentences for the report."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.document import Element, Table, Text
from starbalance.analyses.presentation.wording import plain, word
from starbalance.analyses.questions.columns import roles
from starbalance.analyses.questions.drawn import COURSE, Draw
from starbalance.analyses.questions.draws import (
    by_significance,
    claimants,
    draw_best,
    draw_claims,
    draw_kinds,
    draw_pair_shares,
    draw_pairs,
    draw_shares,
    find_draw,
)
from starbalance.analyses.questions.draws import draw_table as draws_of
from starbalance.analyses.questions.flags import flag_columns
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Draws
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import is_significant
from starbalance.simulator.engine import tables
from starbalance.simulator.games import find_game

_ROWS = 10  # rows on the page, of tables that a chart or the file shows in full
_FOR_ALL = "low all and high all hold for the whole table together; low and high in the file hold for each row"
_ENDS = ("", "_low", "_high")


def _ends(*names: str) -> tuple[str, ...]:
    """Return the columns of some numbers and of the ends of their intervals."""
    return tuple(f"{name}{end}" for name in names for end in _ENDS)


_DIFFERENCE = ("difference", "low", "high")
_GAMES = _ends("claimed", "by_5", "truncated", "both_claimed")
_SEATS = (*_ends("seats", "with", "without"), *_DIFFERENCE)
_SHARES = ("with", "without", "expected", *_DIFFERENCE, "low_all", "high_all")
_TOLD = (
    "with",
    "without",
    "expected",
    "difference",
    "low_all",
    "high_all",
    "verdict",
)  # columns on the page, if the table has them
_BEST = ("share", "share_usual", *_DIFFERENCE)


def draws(section: Draws, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return how components are claimed, and their effects on length, margin and win shares by the columns of `by`.

    Pairs are on the page only for the first scenario of the section, and in the files for all scenarios.
    """
    draw, name = find_draw(scenario.result), f"{scenario.name}-{section.name}"
    if section.shares_only:
        return _shares(section, scenario, draw, name=name)
    is_first = scenario.name == section.scenarios[0]
    title = f"{scenario.title}: each {plain(draw.name)} in games with it"
    elements: list[Element] = [Table(name, draws_of(scenario.result), title, _GAMES)]
    if is_first:
        elements += asked_table(scenario.result.settings, draw, f"{name}-asks")
    if draw.is_claimed:
        elements += _claim_elements(scenario, draw, name)
    elements += _shares(section, scenario, draw, name=name)
    return elements + (
        _pair_elements(scenario, draw, f"{name}-pairs", is_shown=is_first) if len(draw.slots) > 1 else []
    )


def answer(section: Draws, scenario: Scenario) -> str:
    """Return sentences on what the draw changes in a scenario: win shares by the first column, length, and claims."""
    draw = find_draw(scenario.result)
    columns = list(dict.fromkeys(column for by in section.by for column in by))
    shares = {column: scenario.ask(draw_shares, column) for column in columns}
    first = columns[0]
    sentences = [_moved(shares[first], draw, first)]
    if first not in flag_columns(scenario.result):
        sentences.append(_leader(draw_best(scenario.result, first), draw, first))
    sentences += ["; ".join(_counted(table, column) for column, table in shares.items())]
    sentences += _course(draws_of(scenario.result), draw, roles(scenario.result.settings["game"]).points or "")
    sentences += [_claims(draw_kinds(scenario.result), draw)] if draw.is_claimed and draw.kinds else []
    return ". ".join([*sentences, ""]).strip()


def asked_table(settings: Mapping[str, Any], draw: Draw, name: str) -> list[Element]:
    """Return a table of what each shared component asks for. Empty for a game without words for it."""
    game = find_game(settings["game"])
    conditions = game.conditions(tables.load(game, settings["setup"], set=settings["changes"]))
    named = {path.partition(".")[2].replace("_", " "): words for path, words in conditions.items()}
    frame = pd.DataFrame([{draw.name: word, "asks for": named[word]} for word in draw.words if word in named])
    return [Table(name, frame, f"What each {plain(draw.name)} asks for", folded=True)] if named else []


def _shares(section: Draws, scenario: Scenario, draw: Draw, *, name: str) -> list[Element]:
    """Return the effects of each component on win shares by the columns of `by`."""
    elements: list[Element] = []
    for column in dict.fromkeys(column for by in section.by for column in by):
        elements += _share_elements(scenario, draw, column, name=f"{name}-by-{column}")
        if not section.shares_only and len(draw.slots) > 1:
            pairs = draw_pair_shares(scenario.result, column)
            what, is_shown = f"win shares by {plain(column)}", scenario.name == section.scenarios[0]
            elements += pair_table(
                pairs, f"{name}-by-{column}-pairs", scenario, what=what, percent=_SHARES, is_shown=is_shown
            )
    return elements


def _instead(draw: Draw) -> str:
    """Return in words what a component is compared with: another one, of its kind if there are kinds."""
    return f"another {plain(draw.name)}{' of its kind' if draw.kinds else ''}"


def _course(table: pd.DataFrame, draw: Draw, unit: str) -> list[str]:
    """Return a sentence on the largest significant changes of rounds and of the margin, or that there are none.

    The margin is in `unit`. Empty if neither was measured.
    """
    sentences = []
    for name in COURSE:
        value = f"difference_{name}"
        significant = table[table[f"p_value_{name}"] <= ALPHA].sort_values(value) if value in table else None
        if significant is None:
            continue
        if significant.empty:
            sentences.append(f"no {plain(draw.name)} significantly changes the {plain(name)}")
        elif name == "rounds":
            ends = [(significant.iloc[-1], "longer"), (significant.iloc[0], "shorter")]
            lasts = [
                f"{abs(row[value]):.1f} rounds {than} ({row[draw.name]})"
                for row, than in ends
                if (row[value] > 0) == (than == "longer")
            ]
            sentences.append(f"a game lasts up to {' or '.join(lasts)} than with {_instead(draw)}")
        else:
            sentences.append(
                f"the {plain(name)} changes by at most {f'{significant[value].abs().max():.1f} {plain(unit)}'.rstrip()}"
            )
    text = "; ".join(sentences)
    return [text[0].upper() + text[1:]] if text else []


def _claim_elements(scenario: Scenario, draw: Draw, name: str) -> list[Element]:
    """Return the claims by kind, if there are kinds, and the win shares of claiming seats."""
    elements: list[Element] = []
    if draw.kinds:
        title = f"{scenario.title}: claims of each drawn {plain(draw.name)}, and win share of claiming seats, by kind"
        elements.append(Table(f"{name}-kinds", draw_kinds(scenario.result), title, (*_GAMES, *_SEATS), False))
    title = (
        f"{scenario.title}: win share of seats that claim each {plain(draw.name)}, and of other seats in the same "
        "games. A claim is a choice, so that this is not its effect"
    )
    return [*elements, Table(f"{name}-claimants", claimants(scenario.result), title, _SEATS)]


def _claims(table: pd.DataFrame, draw: Draw) -> str:
    """Return a sentence on how often each kind is claimed, the most frequent first."""
    first, *others = (row for _, row in table.sort_values("claims", ascending=False).iterrows())
    sentences = [f"Each {first['kind']} {plain(draw.name)} is claimed {first['claims']:.2f} times per game"]
    return ", ".join(
        [*sentences, *(f"each {row['kind']} {plain(draw.name)} {row['claims']:.2f} times" for row in others)]
    )


def _share_elements(scenario: Scenario, draw: Draw, column: str, *, name: str) -> list[Element]:
    """Return the effects of each component on win shares by a column, the best level with it, and its claims."""
    table = scenario.ask(draw_shares, column)
    what, by = plain(draw.name), plain(column)
    title = f"{scenario.title}: win shares with each {what}, minus shares with {_instead(draw)}, by {by}"
    elements: list[Element] = [
        Text([f"The most significant first: {_FOR_ALL}."]),
        _surest(by_significance(table), name, f"{title}, the most significant first", percent=_SHARES),
    ]
    if column in flag_columns(scenario.result):  # a seat has several levels of the column
        return elements
    best = draw_best(scenario.result, column)
    title = f"{scenario.title}: the {by} that wins most with each {what}, and {word(column, best['usual'].iloc[0])}"
    elements.append(Table(f"{name}-best", best, title, _BEST, True, len(best) if best["difference"].any() else 0))
    if draw.is_claimed:
        title = f"{scenario.title}: share of the seats that claim each {what} that is drawn, by {by}"
        elements.append(Table(f"{name}-claims", draw_claims(scenario.result, column), title, _ends("claimed")))
    return elements


def _surest(table: pd.DataFrame, name: str, title: str, *, percent: Sequence[str], rows: int = _ROWS) -> Table:
    """Return a table of differences with its first rows on the page, and family-wise intervals if it has them."""
    names = list(table.columns[: list(table.columns).index("games")])
    shown = [*names, *(each for each in _TOLD if each in table)] if "low_all" in table else []
    return Table(name, table, title, percent, True, rows, shown)


def _moved(table: pd.DataFrame, draw: Draw, column: str) -> str:
    """Return a sentence on the largest significant change with a family-wise interval, or that there is none."""
    what, significant = f"the win share of a {plain(column)}", table[is_significant(table)]
    if significant.empty:
        return f"No {plain(draw.name)} significantly changes {what}"
    row = significant.loc[significant["difference"].abs().idxmax()]
    sign, than = (1, "more") if row["difference"] > 0 else (-1, "less")
    size, low, high = (100 * sign * row[name] for name in ("difference", *("low_all", "high_all")[::sign]))
    who = f"{word(column, row[column])} wins {than} with {row[draw.name]}"
    return f"The draw changes {what} by up to {size:.1f} points ({low:.1f} to {high:.1f}); {who}"


def _counted(table: pd.DataFrame, column: str) -> str:
    """Return the number of significant changes of win shares by a column, in words."""
    known, significant = int(table["difference"].notna().sum()), int(is_significant(table).sum())
    many = f"{significant} of {known} win shares by {plain(column)}"
    return f"{many} significantly change{'s' if significant == 1 else ''}"


def _leader(best: pd.DataFrame, draw: Draw, column: str) -> str:
    """Return a sentence on the level that wins most overall, and on the components with which another wins more."""
    usual, significant = word(column, best["usual"].iloc[0]), best[best["low"] > 0]
    first = f"{usual[0].upper()}{usual[1:]} wins most overall"
    if significant.empty:
        return f"{first}, and no {plain(draw.name)} makes another {plain(column)} win significantly more"
    row = significant.loc[significant["difference"].idxmax()]
    size, low, high = (f"{100 * row[name]:.1f}" for name in _DIFFERENCE)
    many = f"{len(best) - len(significant)} of {len(best)} {plain(draw.name)}s"
    who = f"with {row[draw.name]}{', above all,' * (len(significant) > 1)} {word(column, row['best'])} does"
    size = f"{size} points ({low} to {high})"
    return f"{first}; with {many} no other {plain(column)} wins significantly more, {who}, by {size}"


def _pair_elements(scenario: Scenario, draw: Draw, name: str, *, is_shown: bool) -> list[Element]:
    """Return how often both components of a pair are claimed, and joint effects on length and margin."""
    table = draw_pairs(scenario.result)
    if table.empty:
        return []
    elements: list[Element] = []
    if draw.is_claimed:
        title = f"{scenario.title}: share of games with both components in which both are claimed"
        both = table[[draw.name, draw.other, "games", *_ends("both_claimed")]]
        elements.append(Table(f"{name}-claimed", both, title, _GAMES, True, _ROWS * is_shown))
    for column in COURSE:
        if f"difference_{column}" in table:
            names = {f"difference_{column}{end}": new for end, new in zip(_ENDS, _DIFFERENCE, strict=True)}
            effects = table.rename(columns={**names, f"p_value_{column}": "p_value"})
            effects = effects[[draw.name, draw.other, "games", *_DIFFERENCE, "p_value"]]
            elements += pair_table(
                by_significance(effects), f"{name}-{column}", scenario, what=column, percent=(), is_shown=is_shown
            )
    return elements


def pair_table(
    table: pd.DataFrame, name: str, scenario: Scenario, *, what: str, percent: Sequence[str], is_shown: bool
) -> list[Element]:
    """Return the significant joint effects of pairs in words and as a table. The page shows the largest, or none."""
    if table.empty:
        return []
    known, significant = int(table["difference"].notna().sum()), int(is_significant(table).sum())
    title = f"{scenario.title}: joint effect of two components on {what}, beyond the sum of their effects"
    count = f"{significant:,}" if significant else "none"
    finding = f"{count} of {known:,} differences {'differs' if significant < 2 else 'differ'} significantly from 0"
    if not is_shown:
        return [Table(name, table, f"{title}: {finding}", percent, True, 0)]
    more, rows = (
        f" The most significant first: {_FOR_ALL}." if "low_all" in table else "",
        min(significant, _ROWS) or _ROWS,
    )
    return [
        Text([f"{title}: {finding}.{more}"]),
        _surest(table, name, f"{title}, the most significant first", percent=percent, rows=rows),
    ]
