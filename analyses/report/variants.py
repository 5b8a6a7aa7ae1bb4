"""Effects of variants of rules and data: differences from the base with common random numbers, and strategies."""

from collections.abc import Mapping, Sequence

import pandas as pd

from starbalance.analyses.presentation.document import SHARES, Element, Table, Text
from starbalance.analyses.presentation.tournament_text import summary
from starbalance.analyses.presentation.wording import plain, word
from starbalance.analyses.questions.compare import differing, stalled
from starbalance.analyses.questions.largest_change import every_cell, largest, length, ranked
from starbalance.analyses.questions.tournament import Tournament, both
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Strategies, Variants
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, withheld
from starbalance.analyses.statistics.verdict import REASON
from starbalance.simulator.engine import tables
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

COMPARED = ("share_base", "share_variant", "difference", "low", "high")
_DRAWN = 20  # largest number of changes in a chart of few variants
_RARE = 0.01  # share of differing games below which a variant is rarely exercised
_SHOWN = 10  # largest number of variants in a chart and on the page


def paired(base: Scenario, variant: Scenario) -> tuple[Result, Result]:
    """Return both runs, cut to the length of the shorter run, so that their games are pairs."""
    return _cut(base.result, variant.result)


def _cut(base: Result, variant: Result) -> tuple[Result, Result]:
    games = min(base.played, variant.played)
    return base.between(0, games), variant.between(0, games)


def variant_name(section: Variants, scenario: str, variant: str) -> str:
    """Return the name of the scenario that plays a variant of a section."""
    return f"{scenario}-{section.name}-{variant.replace('_', '-')}"


def runs_of(section: Variants, scenario: Scenario, study_runs: StudyRuns) -> dict[str, Scenario]:
    """Return the scenarios that play the variants of a section, by the names of the variants."""
    names = section.variants or tables.variants(find_game(scenario.result.settings["game"]))
    return {name: study_runs.scenarios[variant_name(section, scenario.name, name)] for name in names}


def changes(
    section: Variants, scenario: Scenario, study_runs: StudyRuns, *, by: Sequence[str]
) -> dict[str, pd.DataFrame]:
    """Return a table of `every_cell` for each variant that changes any game, by the names of the variants.

    The intervals hold for all variants together. Repeated calls do not compute the tables again.
    """
    live = _live(scenario, runs_of(section, scenario, study_runs))
    return {name: scenario.ask(_every_cell, run, by=tuple(by), alpha=ALPHA / len(live)) for name, run in live.items()}


def _every_cell(result: Result, variant: Scenario, *, by: Sequence[str], alpha: float) -> pd.DataFrame:
    return every_cell(*_cut(result, variant.result), list(by), alpha=alpha)


def _live(scenario: Scenario, runs: Mapping[str, Scenario]) -> dict[str, Scenario]:
    """Return name -> scenario, for the variants that change any game."""
    return {name: run for name, run in runs.items() if scenario.ask(_moved, run)}


def variants(section: Variants, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return the effects of each variant on win shares by each of `by` and on the length of the games.

    A text lists variants that change no game, which are left out, and variants that change hardly any game.
    """
    runs = runs_of(section, scenario, study_runs)
    moved = {name: scenario.ask(_moved, run) for name, run in runs.items()}
    live = _live(scenario, runs)
    columns = section.by or [[scenario.result.factor]] if live else []
    return _idle_text(moved) + [
        element
        for by in columns
        for element in _variants(section, scenario, live, by=by, whole=changes(section, scenario, study_runs, by=by))
    ]


def _moved(result: Result, variant: Scenario) -> float:
    """Return the share of games that differ between a run and a variant."""
    base, other = _cut(result, variant.result)
    return differing(base, other) / base.played


def _idle_text(moved: Mapping[str, float]) -> list[Element]:
    """Return a text on variants that change no or hardly any game. Empty without such variants.

    `moved` has the share of games that each variant changes.
    """
    never = [plain(name) for name, share in moved.items() if not share]
    rare = [f"{plain(name)} ({100 * share:.2g}%)" for name, share in moved.items() if 0 < share < _RARE]
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
) -> list[Element]:
    """Return a table with the largest change of a share under each variant, and a table of every cell."""
    known = tables.variants(find_game(scenario.result.settings["game"]))
    by_variant = {name: _in_words(table, name, by) for name, table in whole.items()}
    rows = [
        {
            "variant": name,
            "question": known[name]["question"],
            **largest(by_variant[name], by),
            **length(*paired(scenario, run)),
            REASON: stalled(*paired(scenario, run), MAX_TRUNCATED)[1],
        }
        for name, run in runs.items()
    ]
    table = pd.DataFrame(rows)
    table["verdict"] = withheld(table["verdict"], table[REASON])
    every, cell = ranked(pd.concat(by_variant.values())), " and ".join(map(plain, by))
    name, end = f"{scenario.name}-{section.name}", f"by-{'-and-'.join(by)}"
    short = f"{name}-largest-{end}" if section.by else name
    title = f"{scenario.title}: the largest change of a {cell}'s win share under each variant, the largest first"
    return [
        Table(short, ranked(table), title, (*COMPARED, "flipped"), False, _SHOWN),
        Table(f"{name}-{end}", every, f"Every {cell} under every variant, the largest change first", COMPARED),
    ]


def _in_words(table: pd.DataFrame, name: str, by: Sequence[str]) -> pd.DataFrame:
    """Return the table of a variant with its name as the first column and its cells in words."""
    table.insert(0, "variant", name)
    return table.assign(**{each: [word(each, value) for value in table[each]] for each in by})


def strategies(section: Strategies, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return the ranking and the equilibrium of a tournament, and the survival of the verdicts in the equilibrium."""
    tournament_result = study_runs.tournaments[section.name, scenario.name]
    tables = [
        (by, judged_in_mix(tournament_result, scenario.result, by)) for by in section.by or [[scenario.result.factor]]
    ]
    text = summary(
        tournament_result.ranking,
        tournament_result.mix,
        tournament_result.matrix,
        cycles=tournament_result.cycles,
        tables=tables,
    )
    name = f"{scenario.name}-{section.name}"
    elements: list[Element] = [Text([text])]
    for by, table in tables:
        elements += _mix_elements(table, by, scenario.title, name=f"{name}-by-{'-and-'.join(by)}")
    elements.append(
        Table(
            f"{name}-ranking",
            tournament_result.ranking,
            "The strategies by their strength",
            ("strength", "low", "high"),
            True,
        )
    )
    elements.append(
        Table(f"{name}-mix", tournament_result.mix, "The equilibrium", list(tournament_result.mix.columns[1:]), True)
    )
    elements.append(Table(f"{name}-matrix", tournament_result.matrix, "Strategy against strategy", SHARES, True))
    return elements


def judged_in_mix(tournament_result: Tournament, result: Result, by: Sequence[str]) -> pd.DataFrame:
    """Return the win shares by some columns among all strategies and in the equilibrium (see `tournament.both`).

    The first shares come from the run of the scenario if it draws from the same strategies as the tournament. Its
    verdicts are in the report, and it has more games. Otherwise they come from the free-for-all of the tournament.
    """
    same = all(
        result.settings[key] == tournament_result.free.settings[key] for key in ("rules", "lineup", "strategies")
    )
    return both(
        result if same else tournament_result.free,
        tournament_result.drawn,
        tournament_result.ratios,
        margin=tournament_result.margin,
        alpha=tournament_result.alpha,
        by=by,
    )


_MIX_SHOWN = ("share", "verdict", "share_mix", "verdict_mix", "difference", "survives")  # columns on the page
_OF_MIX = ("difference", "difference_low", "difference_high")


def _mix_elements(table: pd.DataFrame, by: Sequence[str], scenario: str, *, name: str) -> list[Element]:
    """Return the win shares among all strategies and in the equilibrium as a table."""
    title = f"{scenario}: win share by {' and '.join(map(plain, by))}, among all strategies and in the equilibrium"
    mixed = [f"{column}{end}" for column in SHARES for end in ("", "_mix")]
    shown = [*by, *SHARES, "verdict", *(f"{column}_mix" for column in (*SHARES, "verdict")), *_OF_MIX, "survives"]
    return [Table(name, table[shown], title, [*mixed, *_OF_MIX], columns=[*by, *_MIX_SHOWN])]
