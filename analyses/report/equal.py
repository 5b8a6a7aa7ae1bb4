"""What something makes equal: differences that should be 0, and how many are not found to be."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from starbalance.analyses.presentation.wording import points
from starbalance.analyses.report.scenario import Scenario
from starbalance.analyses.statistics.aggregate import with_side_credit
from starbalance.analyses.statistics.estimate import LEVEL, chance_of_missing, mean_interval


def equal_findings(scenarios: Mapping[str, Scenario], equal: Sequence[Mapping[str, Any]]) -> list[str]:
    """A sentence for each two values of the factor that should win as much, and one on all of them together.

    equal: of each, scenario (its name), pairs of values, why they are equal.
    """
    found = [
        each
        for name, scenario in scenarios.items()
        for entry in equal
        if entry["scenario"] == name
        for each in _differences(scenario, entry["pairs"], entry["why"])
    ]
    if not found:
        return []
    return [*(line for _, line in found), _together(sum(is_missed for is_missed, _ in found), len(found))]


def _differences(scenario: Scenario, pairs: Sequence[Sequence[str]], why: str) -> Iterator[tuple[bool, str]]:
    """(whether the interval of a difference leaves out 0, the difference in a sentence) of each pair."""
    factor = scenario.result.factor
    seats = with_side_credit(scenario.result.scan("seats"), scenario.result).select(factor, "game", "credit").collect()
    wide = seats.pivot(on=factor, index="game", values="credit")
    for one, two in pairs:
        mean, low, high = mean_interval((wide[one] - wide[two]).to_numpy())
        is_missed = not low <= 0 <= high
        difference = points({"difference": mean, "low": low, "high": high}, digits=2)
        sign = "does not include" if is_missed else "includes"
        yield (
            is_missed,
            f"{scenario.title}: {one} minus {two} {difference}; the interval {sign} 0, where {why} puts it.",
        )


def _together(missed: int, intervals: int) -> str:
    """Of all intervals that should include 0, how many do not, and how often as many do not by chance alone."""
    least = max(1, missed)
    chance = f"{100 * chance_of_missing(least, intervals):.2g} %"
    return (
        f"Differences that should be 0: {missed or 'none'} of {intervals} intervals ({100 * LEVEL:.0f} % each) "
        f"{'lies' if missed < 2 else 'lie'} away from 0. Where nothing is wrong, {least} or more of {intervals} do by "
        f"chance in about {chance} of reports, were they independent of each other."
    )
