"""What other rules and other data would do: differences from the base on the same luck, game by game."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import SHARES, Chart, Element, Table, Text
from starbalance.analyses.presentation.tournament_text import summary
from starbalance.analyses.presentation.wording import lowered, plain, points, word
from starbalance.analyses.questions.compare import differing, stalled
from starbalance.analyses.questions.largest_change import every_cell, largest, length, ranked
from starbalance.analyses.questions.tournament import Tournament, both
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Strategies, Variants
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, withheld
from starbalance.analyses.statistics.verdict import CHANGE, REASON
from starbalance.simulator.engine import tables
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

COMPARED = ("share_base", "share_variant", "difference", "low", "high")
_DRAWN = 20  # changes in a chart of few variants
_RARE = 0.01  # share of games that differ where a variant is hardly exercised
_SHOWN = 10  # variants in a chart and a table of many


def paired(base: Scenario, variant: Scenario) -> tuple[Result, Result]:
    """Both runs, cut to as many games as the shorter one has, so that every game has its twin."""
    return _cut(base.result, variant.result)


def _cut(base: Result, variant: Result) -> tuple[Result, Result]:
    games = min(base.played, variant.played)
    return base.between(0, games), variant.between(0, games)


def variant_name(section: Variants, scenario: str, variant: str) -> str:
    """What a variant that a section asks for is called among the scenarios."""
    return f"{scenario}-{section.name}-{variant.replace('_', '-')}"


def runs_of(section: Variants, scenario: Scenario, study_runs: StudyRuns) -> dict[str, Scenario]:
    """The runs of the variants that a section asks for beside a scenario, by the names of the variants."""
    names = section.variants or tables.variants(find_game(scenario.result.settings["game"]))
    return {name: study_runs.scenarios[variant_name(section, scenario.name, name)] for name in names}


def changes(
    section: Variants, scenario: Scenario, study_runs: StudyRuns, *, by: Sequence[str]
) -> dict[str, pd.DataFrame]:
    """Every cell of `by` under each variant of a section under which a game differs, by the names of the variants.

    As of `every_cell`, the intervals of all of them at once; counted once however often it is asked for.
    """
    live = _live(scenario, runs_of(section, scenario, study_runs))
    return {name: scenario.ask(_every_cell, run, by=tuple(by), alpha=ALPHA / len(live)) for name, run in live.items()}


def _every_cell(result: Result, variant: Scenario, *, by: Sequence[str], alpha: float) -> pd.DataFrame:
    return every_cell(*_cut(result, variant.result), list(by), alpha=alpha)


def _live(scenario: Scenario, runs: Mapping[str, Scenario]) -> dict[str, Scenario]:
    """The variants under which a game differs."""
    return {name: run for name, run in runs.items() if scenario.ask(_moved, run)}


def variants(section: Variants, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """What each variant does to the win shares of each of `by`, and to the length of the games.

    Variants under which no game differs are named and left out, those under which hardly one does are named.
    """
    runs = runs_of(section, scenario, study_runs)
    moved = {name: scenario.ask(_moved, run) for name, run in runs.items()}
    live = _live(scenario, runs)
    if not live:
        return _idle_text(moved), f"under {_number(len(runs))} no game differs"
    contents = [
        _variants(section, scenario, live, by=by, whole=changes(section, scenario, study_runs, by=by))
        for by in section.by or [[scenario.result.factor]]
    ]
    elements = _idle_text(moved) + [element for more, _ in contents for element in more]
    idle = len(runs) - len(live)
    rest = [f"under {_number(idle, 'more')} no game differs"] if idle else []
    return elements, "; ".join([*(sentence for _, sentence in contents), *rest])


def _moved(result: Result, variant: Scenario) -> float:
    """The share of games that differ in anything."""
    base, other = _cut(result, variant.result)
    return differing(base, other) / base.played


def _idle_text(moved: Mapping[str, float]) -> list[Element]:
    """The variants that the games never come to, which is no finding, or hardly ever. moved: the share that differs."""
    never = [plain(name) for name, share in moved.items() if not share]
    rare = [f"{plain(name)} ({100 * share:.2g} %)" for name, share in moved.items() if 0 < share < _RARE]
    sentences = [f"Not exercised, since no game differs: {', '.join(never)}."] if never else []
    sentences += [f"Hardly exercised, by the share of games that differ: {', '.join(rare)}."] if rare else []
    return [Text([" ".join(sentences)])] if sentences else []


def _variants(
    section: Variants,
    scenario: Scenario,
    runs: Mapping[str, Scenario],
    *,
    by: Sequence[str],
    whole: Mapping[str, pd.DataFrame],
) -> tuple[list[Element], str]:
    known = tables.variants(find_game(scenario.result.settings["game"]))
    told = {name: _in_words(table, name, by) for name, table in whole.items()}
    rows = [
        {
            "variant": name,
            "question": known[name]["question"],
            **largest(told[name], by),
            **length(*paired(scenario, run)),
            REASON: stalled(*paired(scenario, run), MAX_TRUNCATED)[1],
        }
        for name, run in runs.items()
    ]
    largest_table = pd.DataFrame(rows)
    largest_table["verdict"] = withheld(largest_table["verdict"], largest_table[REASON])
    table, every, cell = (
        ranked(largest_table),
        ranked(pd.concat(told.values())),
        " and ".join(map(plain, by)),
    )
    name, end = f"{scenario.name}-{section.name}", f"by-{'-and-'.join(by)}"
    is_few = len(runs) <= _SHOWN
    shown = (every if is_few else table).dropna(subset=["difference"])[: _DRAWN if is_few else _SHOWN]
    title = f"{scenario.title}: {lowered(section.title)}"
    elements: list[Element] = (
        [] if shown.empty else [_chart(shown, by, f"{name}-{end}", title=title, is_all=len(shown) == len(every))]
    )
    title = f"{scenario.title}: the largest change of a {cell}'s win share under each variant, the largest first"
    short = f"{name}-largest-{end}" if section.by else name
    elements.append(Table(short, table, title, (*COMPARED, "flipped"), False, _SHOWN))
    title = f"Every {cell} under every variant, the largest change first"
    elements.append(Table(f"{name}-{end}", every, title, COMPARED, len(every) > _DRAWN))
    changed = table[table["verdict"].isin(CHANGE[1:])]
    seen = f"{_number(len(runs))} significantly change{'s' if len(changed) < 2 else ''} the share of a {cell}"
    changes = f"{len(changed)} of {seen}, most of all {_most(changed, by)}" if len(changed) else f"none of {seen}"
    return elements, f"{changes}{precision(every)}"


def _number(count: int, more: str = "") -> str:
    return f"{count}{more and f' {more}'} variant{'s' if count > 1 else ''}"


def precision(every: pd.DataFrame) -> str:
    """How well the changes of a table are known: half the widths of its intervals, from the narrowest to the widest."""
    half = 50 * (every["high"] - every["low"]).replace(np.inf, np.nan).dropna()
    if half.empty:
        return ""
    ends = dict.fromkeys((f"{half.min():.1f}", f"{half.max():.1f}"))
    return f" (changes are known to within {' to '.join(ends)} points, all at once)"


def _in_words(table: pd.DataFrame, name: str, by: Sequence[str]) -> pd.DataFrame:
    """Every cell under a variant, in words."""
    table.insert(0, "variant", name)
    return table.assign(**{each: [word(each, value) for value in table[each]] for each in by})


def _chart(rows: pd.DataFrame, by: Sequence[str], name: str, *, title: str, is_all: bool) -> Chart:
    """Changes of shares: all of them, or the largest, significant or not."""
    labels = rows["variant"].map(plain) + ": " + _cells(rows, by)
    drawn = pd.DataFrame({"variant": labels, "quantity": "change of the win share, points"})
    for column, old in (("value", "difference"), ("low", "low"), ("high", "high")):
        drawn[column] = 100 * rows[old].to_numpy()
    text = f"{title}: the change of a {' and '.join(map(plain, by))}'s win share under each variant"
    text += (
        "." if is_all else f", the {len(rows)} largest, significant or not: significant where the interval excludes 0."
    )
    return Chart(name, chart.dots(drawn.dropna(), ["variant"], "value", title=title), text)


def _cells(rows: pd.DataFrame, by: Sequence[str]) -> pd.Series:
    """The cell of each row in words."""
    return rows[list(by)].astype(str).agg(", ".join, axis=1)


def _most(rows: pd.DataFrame, by: Sequence[str]) -> str:
    """The three largest changes in words."""
    most = rows.iloc[:3]
    return "; ".join(
        f"{plain(row['variant'])} {points(row)} for {cell}"
        for (_, row), cell in zip(most.iterrows(), _cells(most, by), strict=True)
    )


def strategies(section: Strategies, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """Who is left when everybody plays what wins, and whether the verdicts survive it."""
    found = study_runs.tournaments[section.name, scenario.name]
    tables = [(by, judged_in_mix(found, scenario.result, by)) for by in section.by or [[scenario.result.factor]]]
    text = summary(found.ranking, found.mix, found.matrix, cycles=found.cycles, tables=tables)
    name = f"{scenario.name}-{section.name}"
    elements: list[Element] = [Text([text])]
    for by, table in tables:
        elements += _mix_elements(table, by, scenario.title, name=f"{name}-by-{'-and-'.join(by)}")
    elements.append(
        Table(f"{name}-ranking", found.ranking, "The strategies by their strength", ("strength", "low", "high"), True)
    )
    elements.append(Table(f"{name}-mix", found.mix, "The mix of the meta-game", list(found.mix.columns[1:]), True))
    elements.append(Table(f"{name}-matrix", found.matrix, "Strategy against strategy", SHARES, True))
    return elements, text.removesuffix(".")


def judged_in_mix(found: Tournament, result: Result, by: Sequence[str]) -> pd.DataFrame:
    """The win share by some columns in a run and in the mix, as of tournament.both.

    The run is that of the scenario, which has the verdicts that the report names and more games than the free-for-all,
    where both draw from the same strategies; else the free-for-all.
    """
    same = all(result.settings[key] == found.free.settings[key] for key in ("rules", "lineup", "strategies"))
    return both(
        result if same else found.free, found.drawn, found.ratios, margin=found.margin, alpha=found.alpha, by=by
    )


_MIX_TOLD = ("share", "verdict", "share_mix", "verdict_mix", "difference", "survives")  # on the page
_OF_MIX = ("difference", "difference_low", "difference_high")


def _mix_elements(table: pd.DataFrame, by: Sequence[str], scenario: str, *, name: str) -> list[Element]:
    """The win shares among all strategies and in the mix, side by side on one scale, and as a table."""
    what = f"win share by {' and '.join(map(plain, by))}"
    title = f"{scenario}: {what}, among all strategies and in the mix that no strategy beats"
    panels = []
    for end, words in (("", "all strategies: win share, %"), ("_mix", "the mix: win share, %")):
        panels.append(chart.in_percent(table, by, [f"{each}{end}" for each in SHARES]).assign(quantity=words))
    figure = chart.dots(pd.concat(panels, ignore_index=True), by, "value", title=title, is_one_scale=True)
    mixed = [f"{column}{end}" for column in SHARES for end in ("", "_mix")]
    shown = [*by, *SHARES, "verdict", *(f"{column}_mix" for column in (*SHARES, "verdict")), *_OF_MIX, "survives"]
    return [
        Chart(name, figure, f"{title}, with 95 % intervals."),
        Table(name, table[shown], title, [*mixed, *_OF_MIX], told=[*by, *_MIX_TOLD]),
    ]
