"""Made-up stories of reports: short runs of Comet Chase whose win shares and verdicts are set by hand."""

from functools import cache

import pandas as pd
import polars as pl

from starbalance.analyses.report.robustness import OtherData
from starbalance.analyses.report.scenario import Scenario, StudyRuns, judged_rates
from starbalance.analyses.report.section import Variants
from starbalance.analyses.report.story import Story
from starbalance.analyses.report.variants import _every_cell, _moved, variant_name
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.simulator.runs.result import View
from starbalance.simulator.runs.run import run

SHIPS = ("Clipper", "Tug", "Probe")
COLUMNS = ("ship", "seat", "strategy")
_WIDTH = 0.005  # half width of a made-up interval


@cache
def race(setup="players2", variant=None, games=60):
    """Return a short run of Comet Chase, with strategies drawn from the pool."""
    return run("comet-chase", setup=setup, variant=variant, games=games, seed=1, strategies="pool", jobs=1)


class Moved(View):
    """A run in which the Tug loses half of its credit."""

    def scan(self, table):
        rows = self.result.scan(table)
        half = pl.when(pl.col("ship").cast(pl.String) == "Tug").then(pl.col("credit") / 2).otherwise("credit")
        return rows.with_columns(credit=half) if table == "seats" else rows


def shares_of(column, levels):
    """Return a table of win shares.

    Args:
        column: Column of the levels.
        levels: Level -> (win share, verdict), and the number of games if it is not 20,000.
    """
    rows = [
        {column: level, "games": 20_000, "share": share, "verdict": verdict} | ({"games": games[0]} if games else {})
        for level, (share, verdict, *games) in levels.items()
    ]
    table = pd.DataFrame(rows, columns=[column, "games", "share", "verdict"])
    ends = {"low": table["share"] - _WIDTH, "high": table["share"] + _WIDTH}
    return table.assign(**ends, truncated=0.0, games_needed=pd.NA, reason="")


def scenario(name="two", *, title="", setup="players2", variant=None, verdicts_of="", result=None, **levels):
    """Return a scenario with win shares that are set by hand. Columns without levels get an empty table.

    Args:
        name: Name of the scenario.
        title: Title of the scenario. Default: the name.
        setup: Setup of the run.
        variant: Variant of the run. Default: the printed rules.
        verdicts_of: Scenario that takes its verdicts from this one.
        result: The run. Default: a short run.
        **levels: Levels of each column, as for `shares_of`.
    """
    played = result or race(setup, variant)
    made_up = Scenario(name, title or name.capitalize(), [["ship"], ["seat"]], played, verdicts_of)
    for column in COLUMNS:
        table = shares_of(column, levels.get(column, {}))
        made_up._answers[judged_rates, ((column,),), ("alpha", ALPHA)] = table
    return made_up


def story(*scenarios, sections=(), study=None, compared=(), others=(), **results):
    """Return a story of scenarios. A scenario with `verdicts_of` is no headline, but judges another scenario.

    Args:
        scenarios: The scenarios.
        sections: Sections of the study.
        study: The study. Default: empty.
        compared: Comparisons with other data.
        others: Further scenarios, such as runs of variants.
        **results: Further fields of `StudyRuns`.
    """
    runs = StudyRuns({each.name: each for each in (*scenarios, *others)}, **results)
    judges = {each.verdicts_of: each for each in scenarios if each.verdicts_of}
    headlines = [each for each in scenarios if not each.verdicts_of]
    return Story(runs, study or {}, sections, compared, headlines, judges)


def skills(of, column="ship", *, rungs=("sensible", "search:sensible@8"), truncated=0.0, **verdicts):
    """Return the field `skills` of `StudyRuns`: the verdict of each level on each rung.

    Args:
        of: Name of the scenario.
        column: Column of the levels.
        rungs: Rungs of the ladder.
        truncated: Share of truncated games on the highest rung.
        **verdicts: Level -> its verdicts on the rungs, or one verdict for all rungs. A level of seats begins with `_`.
    """
    rows = [
        {"skill": rung, column: level.strip("_"), "share": 0.6, "low": 0.55, "high": 0.65, "games": 500}
        | {"verdict": words if isinstance(words, str) else words[place]}
        for place, rung in enumerate(rungs)
        for level, words in verdicts.items()
    ]
    table = pd.DataFrame(rows)
    table.attrs["rungs"] = list(rungs)
    table.attrs["courses"] = [
        {"skill": rung, "games": 500, "rounds": 9.0, "truncated": share, "truncated_low": share / 2}
        | {"truncated_high": min(1.0, 2 * share)}
        for rung, share in zip(rungs, [0.0] * (len(rungs) - 1) + [truncated], strict=True)
    ]
    return {("skill", of): [([column], table)]}


def other_data(of, column="ship", **levels):
    """Return a comparison with other data: level -> (verdict, `yes`, `no` or `undecided`). `_` begins a seat."""
    rows = [
        {column: level.strip("_"), "verdict_base": verdict, "survives": survives}
        for level, (verdict, survives) in levels.items()
    ]
    return OtherData(of, "other stars", [], pd.DataFrame(rows), [column])


def gains(*rows):
    """Return a table of `benchmark`, from rows (strategy, against, gain, low, high, games)."""
    names = ["strategy", "against", "gain", "low", "high", "games"]
    return pd.DataFrame(rows, columns=names).assign(share=0.5)


def changed(base, variant="short", column="ship", **levels):
    """Return the scenario that plays a variant of the section of `tried` on a base, with win shares set by hand.

    Args:
        base: The base.
        variant: Name of the variant.
        column: Column of the levels.
        **levels: Level -> (win share before, win share after, half width of the interval of the difference). `_` begins
            a seat.
    """
    name = variant_name(tried(base.name), base.name, variant)
    played = Scenario(name, variant, [], race(base.result.settings["setup"], variant))
    rows = [
        {column: level.strip("_"), "share_base": before, "share_variant": after, "difference": after - before}
        | {"low": after - before - width, "high": after - before + width}
        for level, (before, after, width) in levels.items()
    ]
    base._answers[_moved, (played,)] = 1.0
    for count in (1, 2):  # changes whose intervals hold together
        key = (_every_cell, (played,), ("by", (column,)), ("alpha", ALPHA / count))
        base._answers[key] = pd.DataFrame(rows)
    return played


def tried(*names, variants=("short",)):
    """Return a section with variants that are tried on scenarios."""
    return Variants(
        name="variants", title="Other rules", chapter="What if", scenarios=names, variants=list(variants), games=60
    )
