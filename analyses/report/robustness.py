"""The headline results under other data, such as other cards, thresholds or maps."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from starbalance.analyses.presentation.document import Element, Heading, Table
from starbalance.analyses.presentation.wording import plain
from starbalance.analyses.questions.compare import share_differences
from starbalance.analyses.questions.draws import draw_shares, find_draw
from starbalance.analyses.questions.largest_change import ranked
from starbalance.analyses.report.scenario import Scenario
from starbalance.analyses.report.variants import COMPARED, paired
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import BALANCE, CHANGE, is_significant, survives

_EFFECTS = ("difference_base", "difference_variant", "difference", "low", "high")
_MISPLAYED = ("scenario", "variant", "strategy", "before", "share", "low", "high")
_SHOWN = 10  # rows on the page of a table of changed effects


@dataclass(frozen=True)
class OtherData:
    """A comparison of an entry [[robust]] of a study with its results.

    Attributes:
        of: Name of the scenario.
        what: The other data in words.
        elements: Elements of the report.
        shares: Table of `robustness`. `None` for a comparison of draws.
        by: Columns of `shares`.
    """

    of: str
    what: str
    elements: Sequence[Element]
    shares: pd.DataFrame | None = None
    by: Sequence[str] = ()


def under_other_data(scenarios: Mapping[str, Scenario], entry: Mapping[str, Any]) -> Iterator[OtherData]:
    """Yield the comparisons of an entry [[robust]] of a study.

    Keys of the entry:

    - `what`: The other data in words.
    - `of`: A scenario.
    - `under`: Scenarios with other data.
    - `by`: Lists of columns of the win shares. Default: the main factor, if there are no `draws`.
    - `draws`: Columns, for each of which the effects of shared components are compared.
    """
    main = [scenarios[entry["of"]].result.factor]
    for by in entry.get("by", [] if "draws" in entry else [main]):
        yield _shares(scenarios, entry, by, end="" if by == main else f"-by-{'-and-'.join(by)}")
    for by in entry.get("draws", []):
        yield OtherData(entry["of"], entry["what"], _draws(scenarios, entry, by))


def robustness(
    scenarios: Mapping[str, Scenario], base: str, others: Sequence[str], *, by: Sequence[str] | None = None
) -> pd.DataFrame:
    """Return a row for each cell under each variant, with the shares, their paired difference, and its survival.

    Cells that a variant does not have are left out.

    Args:
        scenarios: Scenarios by name.
        base: Name of the base scenario.
        others: Names of the scenarios with other data.
        by: Columns of the cells. `None` means the main factor.

    Returns:
        The columns of `share_differences`, and variant, verdict_base, verdict_variant and survives. The verdicts are
        against an equal share, from all games of each scenario. `survives` is `no` if verdicts and shares differ
        significantly. It is `undecided` if one verdict is undecided, or only the verdicts differ.
    """
    compared, by = [], by or [scenarios[base].result.factor]
    for other in others:
        table = share_differences(*paired(scenarios[base], scenarios[other]), by)
        table = table.dropna(subset=["difference"])
        for end, name in (("base", base), ("variant", other)):
            judged = scenarios[name].rates(by)[[*by, "verdict"]].rename(columns={"verdict": f"verdict_{end}"})
            table = table.merge(judged, on=by, how="left")
        table.insert(0, "variant", _title_under(base, other))
        outcomes = zip(table["verdict_base"], table["verdict_variant"], table["verdict"].isin(CHANGE[1:]), strict=True)
        compared.append(table.assign(survives=[survives(*each) for each in outcomes]))
    return pd.concat(compared, ignore_index=True)


def misplayed(scenarios: Mapping[str, Scenario], entries: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Return the best strategies of scenarios that are significantly too weak under other data.

    Args:
        scenarios: Scenarios by name.
        entries: Entries [[robust]] of a study.

    Returns:
        A table with the columns scenario (title), variant (title), strategy, before (share in the scenario), and share,
        low, high (under the variant).
    """
    rows = []
    for of, other in dict.fromkeys((entry["of"], other) for entry in entries for other in entry["under"]):
        if scenarios[of].has_lineups and scenarios[other].has_lineups:
            of_base, of_variant = (scenarios[name].rates(["strategy"]).set_index("strategy") for name in (of, other))
            best = of_base["share"].idxmax()
            if best in of_variant.index and of_variant.loc[best, "verdict"] == BALANCE[2]:
                shares = of_base.loc[best, "share"], *of_variant.loc[best, ["share", "low", "high"]]
                rows.append((scenarios[of].title, scenarios[other].title, best, *shares))
    return pd.DataFrame(rows, columns=list(_MISPLAYED))


def draw_robustness(scenarios: Mapping[str, Scenario], base: str, others: Sequence[str], *, by: str) -> pd.DataFrame:
    """Return the changes of the effects of shared components on win shares, under each variant minus the base.

    Components and levels that a variant does not have are left out. The largest change comes first.

    Returns:
        The columns variant, the name of the draw, by, difference_base, difference_variant (both of `draw_shares`),
        difference, low, high and base. `difference` is the variant minus the base. The intervals hold for all rows
        together (Bonferroni). They combine both intervals as if the games were independent, so that they are
        conservative. `base` is the verdict of the base.
    """
    result = scenarios[base].result
    keys = [find_draw(result).name, by]
    verdict = scenarios[base].ask(draw_shares, by)[[*keys, "verdict"]].rename(columns={"verdict": "base"})
    alpha = ALPHA / (len(verdict) * len(others))
    columns = [*keys, "difference", "low", "high"]
    of_base = draw_shares(result, by, alpha=alpha)[columns].merge(verdict, on=keys)
    both_tables = []
    for other in others:
        of_variant = draw_shares(scenarios[other].result, by, alpha=alpha)[columns]
        both = of_base.merge(of_variant, on=keys, suffixes=("_base", "_variant"))
        both.insert(0, "variant", _title_under(base, other))
        both_tables.append(both)
    table = _changed(pd.concat(both_tables, ignore_index=True)).dropna(subset=["difference"])
    return ranked(table)[["variant", *keys, *_EFFECTS, "base"]]


def _changed(table: pd.DataFrame) -> pd.DataFrame:
    """Return effects of a base and a variant with their differences, whose intervals combine both intervals."""
    change = table["difference_variant"] - table["difference_base"]
    below, above = (
        np.hypot(table[f"difference{one}"] - table[f"low{one}"], table[f"high{two}"] - table[f"difference{two}"])
        for one, two in (("_variant", "_base"), ("_base", "_variant"))
    )
    return table.assign(difference=change, low=change - below, high=change + above)


def kept(table: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each variant: how many significant effects of the base have the same sign under it.

    `table` is a result of `draw_robustness`. Columns: variant, effects (higher or lower in the base), kept (with the
    same sign under the variant), changed (rows with a significant change, for any effect in the base).
    """
    significant, same = table["base"].isin(CHANGE[1:]), table["difference_base"] * table["difference_variant"] > 0
    counts = {"effects": significant, "kept": significant & same, "changed": is_significant(table)}
    return table[["variant"]].assign(**counts).groupby("variant", sort=True).sum().reset_index()


def _name(entry: Mapping[str, Any]) -> str:
    """Return the first part of the names of an entry's tables: the scenario and the other data."""
    return f"{entry['of']}-robust-{re.sub('[^a-z0-9]+', '-', entry['what'].lower()).strip('-')}"


def _title_under(base: str, other: str) -> str:
    """Return the name of a scenario as a variant of another scenario."""
    return other.removeprefix(f"{base}-").replace("-", " ")


def _shares(scenarios: Mapping[str, Scenario], entry: Mapping[str, Any], by: Sequence[str], *, end: str) -> OtherData:
    """Return a comparison of win shares. `end` is the last part of the name of its table."""
    of, what = entry["of"], entry["what"]
    table = robustness(scenarios, of, entry["under"], by=by)
    elements: list[Element] = [
        Heading(f"{scenarios[of].title}, {what}: win share by {' and '.join(map(plain, by))}", 3),
        Table(
            f"{_name(entry)}{end}",
            table,
            f"Under {what}",
            COMPARED,
            columns=["variant", *by, *COMPARED[len(by) - 1 :], "survives"],
        ),
    ]
    return OtherData(of, what, elements, table, by)


def _draws(scenarios: Mapping[str, Scenario], entry: Mapping[str, Any], by: str) -> list[Element]:
    scenario = scenarios[entry["of"]]
    table = draw_robustness(scenarios, entry["of"], entry["under"], by=by)
    counts, draw = kept(table), plain(str(table.columns[1]))
    what = f"{scenario.title}, {entry['what']}: effects of each {draw} on win share by {plain(by)}"
    name = f"{_name(entry)}-draws-by-{by}"
    return [
        Heading(what, 3),
        Table(f"{name}-kept", counts, f"Significant effects, and how many have the same sign under {entry['what']}"),
        Table(name, table, f"The largest changes under {entry['what']}", _EFFECTS, False, _SHOWN),
    ]
