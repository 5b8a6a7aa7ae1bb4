"""The headline under other data: the same numbers where a study plays other cards, thresholds or maps."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from starbalance.analyses.presentation.document import Element, Heading, Table
from starbalance.analyses.presentation.finding import Facts, briefly, findings
from starbalance.analyses.presentation.wording import is_significant, named, plain, points, word
from starbalance.analyses.questions.compare import share_differences
from starbalance.analyses.questions.draws import draw_shares, find_draw
from starbalance.analyses.questions.largest_change import ranked
from starbalance.analyses.report.scenario import Scenario
from starbalance.analyses.report.variants import COMPARED, paired, precision
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import BALANCE, CHANGE, survives

_EFFECTS = ("difference_base", "difference_variant", "difference", "low", "high")
_MISPLAYED = ("scenario", "variant", "strategy", "before", "share", "low", "high")
_SHOWN = 10  # rows of a table of changed effects on the page


@dataclass(frozen=True)
class OtherData:
    """An entry [[robust]] of a study and what came of it.

    of: the scenario. what: the other data in words. shares: the table of `robustness`, of an entry that asks for win
    shares; by: the columns that it names, none where it asks for the factor. largest: of win shares, (what changes in
    words, the title of the scenario, the largest change in words), of which one sentence tells for all scenarios.
    """

    of: str
    what: str
    elements: Sequence[Element]
    findings: Sequence[str]
    shares: pd.DataFrame | None = None
    by: Sequence[str] = ()
    largest: tuple[str, str, str] | None = None

    def shares_by(self, by: Sequence[str]) -> pd.DataFrame | None:
        """Its table of win shares, if it names these columns."""
        return self.shares if list(self.by) == list(by) else None


def under_other_data(scenarios: Mapping[str, Scenario], entry: Mapping[str, Any]) -> OtherData:
    """An entry [[robust]] of a study, compared.

    It has `what` (the other data in words), `of` (a scenario), `under` (the scenarios with other data), and `by`: the
    columns of whose win shares (none: the factor), or `draws`: columns, for each of which the effects of what is drawn.
    """
    if "draws" not in entry:
        return _shares(scenarios, entry)
    found = [_draws(scenarios, entry, by) for by in entry["draws"]]
    elements = [element for each, _ in found for element in each]
    return OtherData(entry["of"], entry["what"], elements, [line for _, line in found])


def robustness(
    scenarios: Mapping[str, Scenario], base: str, others: Sequence[str], *, by: Sequence[str] | None = None
) -> pd.DataFrame:
    """A row for each cell of `by` (none: the factor) under each variant: shares, paired difference, and what holds.

    Columns beside those of share_differences: variant, verdict_base and verdict_variant (against parity, of all games
    of each), survives (no: the verdicts differ, and so do the shares significantly; undecided: one of the two is, or
    only the verdicts differ). Cells that a variant does not have are left out.
    """
    found, by = [], by or [scenarios[base].result.factor]
    for other in others:
        table = share_differences(*paired(scenarios[base], scenarios[other]), by)
        table = table.dropna(subset=["difference"])
        for end, name in (("base", base), ("variant", other)):
            judged = scenarios[name].rates(by)[[*by, "verdict"]].rename(columns={"verdict": f"verdict_{end}"})
            table = table.merge(judged, on=by, how="left")
        table.insert(0, "variant", _title_under(base, other))
        said = zip(table["verdict_base"], table["verdict_variant"], table["verdict"].isin(CHANGE[1:]), strict=True)
        found.append(table.assign(survives=[survives(*each) for each in said]))
    return pd.concat(found, ignore_index=True)


def misplayed(scenarios: Mapping[str, Scenario], entries: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Where the strategy that wins most of a scenario surely wins too little under other data: it does not fit them.

    entries: [[robust]] of a study. Columns: scenario (its title), variant, strategy, before (its share there), share,
    low and high (of it under the variant).
    """
    rows = []
    for of, other in dict.fromkeys((entry["of"], other) for entry in entries for other in entry["under"]):
        if scenarios[of].has_lineups and scenarios[other].has_lineups:
            here, there = (scenarios[name].rates(["strategy"]).set_index("strategy") for name in (of, other))
            best = here["share"].idxmax()
            if best in there.index and there.loc[best, "verdict"] == BALANCE[2]:
                shares = here.loc[best, "share"], *there.loc[best, ["share", "low", "high"]]
                rows.append((scenarios[of].title, _title_under(of, other), best, *shares))
    return pd.DataFrame(rows, columns=list(_MISPLAYED))


def doubts(compared: Sequence[OtherData], scenario: Scenario) -> tuple[str, list[str]]:
    """(how far the headline of a scenario hangs on assumed data, the cells whose verdict does not survive other data).

    compared: of a study. Nothing is said of a scenario that none of them is of.
    """
    of_factor = [each for each in compared if each.of == scenario.name and each.shares_by([]) is not None]
    if not of_factor:
        return "", []
    table = pd.concat([each.shares for each in of_factor], ignore_index=True)
    cells, lost = table[scenario.result.factor].astype(str), table["survives"] == "no"
    what = " and ".join(dict.fromkeys(each.what for each in of_factor))
    text = f"Under {what} the shares move by up to {100 * table['difference'].abs().max():.1f} points"
    said = ", ".join(
        f"{cell} ({row['verdict_variant']} under {row['variant']})"
        for (_, row), cell in zip(table[lost].iterrows(), cells[lost], strict=True)
    )
    end = f", and these verdicts (†) do not survive: {said}." if said else "; no verdict turns into another."
    return text + end, list(dict.fromkeys(cells[lost]))


def robust_findings(compared: Sequence[OtherData]) -> list[str]:
    """What other data do, in sentences: those of win shares in one for all scenarios that have the same."""
    changes: dict[str, dict[str, Facts]] = {}
    for each in compared:
        if each.largest:
            what, title, words = each.largest
            changes.setdefault(what, {})[title] = {"": words}
    lines = [line for what, facts in changes.items() for line in findings(what, facts)]
    return lines + [line for each in compared for line in each.findings]


def draw_robustness(scenarios: Mapping[str, Scenario], base: str, others: Sequence[str], *, by: str) -> pd.DataFrame:
    """What each thing drawn does to the win share of each level of a seat column, under each variant less in the base.

    Columns: variant, the draw's name, by, difference_base and difference_variant (of draw_shares), difference (the
    second less the first), low, high, base and p_value (verdict and p_value of the base). The intervals hold for all
    rows at once (Bonferroni) and join those of both sides as if their luck were apart, which it is not: they are wide
    enough. Things and levels that a variant does not have are left out. The largest change comes first.
    """
    result = scenarios[base].result
    keys = [find_draw(result).name, by]
    verdict = scenarios[base].ask(draw_shares, by)[[*keys, "verdict", "p_value"]].rename(columns={"verdict": "base"})
    alpha = ALPHA / (len(verdict) * len(others))
    columns = [*keys, "difference", "low", "high"]
    here = draw_shares(result, by, alpha=alpha)[columns].merge(verdict, on=keys)
    found = []
    for other in others:
        there = draw_shares(scenarios[other].result, by, alpha=alpha)[columns]
        both = here.merge(there, on=keys, suffixes=("_base", "_variant"))
        both.insert(0, "variant", _title_under(base, other))
        found.append(both)
    table = _changed(pd.concat(found, ignore_index=True)).dropna(subset=["difference"])
    return ranked(table)[["variant", *keys, *_EFFECTS, "base", "p_value"]]


def _changed(table: pd.DataFrame) -> pd.DataFrame:
    """Effects of a base and a variant with their differences, whose intervals join those of the two."""
    change = table["difference_variant"] - table["difference_base"]
    below, above = (
        np.hypot(table[f"difference{one}"] - table[f"low{one}"], table[f"high{two}"] - table[f"difference{two}"])
        for one, two in (("_variant", "_base"), ("_base", "_variant"))
    )
    return table.assign(difference=change, low=change - below, high=change + above)


def kept(table: pd.DataFrame) -> pd.DataFrame:
    """How many significant effects of the base have the same sign under each variant, of a table of draw_robustness.

    Columns: variant, effects (significant in the base), kept (of the same sign under the variant), changed (rows
    that change significantly, whether their effect is significant in the base or not).
    """
    significant, same = table["p_value"] <= ALPHA, table["difference_base"] * table["difference_variant"] > 0
    counts = {"effects": significant, "kept": significant & same, "changed": is_significant(table)}
    return table[["variant"]].assign(**counts).groupby("variant", sort=True).sum().reset_index()


def _name(entry: Mapping[str, Any]) -> str:
    """Return the first part of the names of an entry's tables: the scenario and the other data."""
    return f"{entry['of']}-robust-{re.sub('[^a-z0-9]+', '-', entry['what'].lower()).strip('-')}"


def _title_under(base: str, other: str) -> str:
    """A scenario as a variant of another."""
    return other.removeprefix(f"{base}-").replace("-", " ")


def _shares(scenarios: Mapping[str, Scenario], entry: Mapping[str, Any]) -> OtherData:
    of, what = entry["of"], entry["what"]
    by = entry.get("by", [scenarios[of].result.factor])
    table = robustness(scenarios, of, entry["under"], by=by)
    cell, end = " and ".join(map(plain, by)), f"-by-{'-and-'.join(by)}" if "by" in entry else ""
    title = f"{scenarios[of].title}, {what}"
    row = table.loc[table["difference"].abs().idxmax()]
    change = f"{briefly(points, 'difference')(row)} for {named(by, row)} under {row['variant']}"
    largest = f"{what[0].upper()}{what[1:]}, the largest change of a {cell}'s share", scenarios[of].title, change
    elements: list[Element] = [
        Heading(f"{title}: win share by {cell}", 3),
        Table(
            f"{_name(entry)}{end}",
            table,
            f"Under {what}",
            COMPARED,
            told=["variant", *by, *COMPARED[len(by) - 1 :], "survives"],
        ),
    ]
    return OtherData(of, what, elements, [], table, entry.get("by", ()), largest)


def _draws(scenarios: Mapping[str, Scenario], entry: Mapping[str, Any], by: str) -> tuple[list[Element], str]:
    scenario = scenarios[entry["of"]]
    table = draw_robustness(scenarios, entry["of"], entry["under"], by=by)
    counts, draw = kept(table), plain(str(table.columns[1]))
    what = f"{scenario.title}, {entry['what']}: what each {draw} does to win share by {plain(by)}"
    name = f"{_name(entry)}-draws-by-{by}"
    elements: list[Element] = [
        Heading(what, 3),
        Table(
            f"{name}-kept", counts, f"Significant effects here, and how many have the same sign under {entry['what']}"
        ),
        Table(name, table, f"The largest changes under {entry['what']}", _EFFECTS, False, _SHOWN),
    ]
    games = min(scenarios[other].result.played for other in entry["under"])
    return elements, _sentence(what, table, counts, by=by, games=games)


def _sentence(what: str, table: pd.DataFrame, counts: pd.DataFrame, *, by: str, games: int) -> str:
    """How many effects have the same sign, and what changes most: of what significantly changes, if anything does.

    games: of each variant, at least.
    """
    significant = table[is_significant(table)]
    row = (table if significant.empty else significant).iloc[0]
    largest = f"{points(row)} for {word(by, row[by])} with {row.iloc[1]} under {row['variant']}"
    shares = 100 * counts["kept"] / counts["effects"].clip(lower=1)
    fewest, most = f"{shares.min():.0f}", f"{shares.max():.0f}"
    keep = most if fewest == most else f"{fewest} to {most}"
    changes = (
        f"none of {len(table):,} significantly changes, the largest estimate is {largest}"
        if significant.empty
        else f"{len(significant)} of {len(table):,} significantly change{'s' if len(significant) == 1 else ''}, "
        f"most of all {largest}"
    )
    same = (
        f"of {counts['effects'].max()} significant effects {keep} % have the same sign under each, in {games:,} games"
    )
    return f"{what}: {same}; {changes}{precision(table)}."
