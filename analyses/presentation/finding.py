"""Findings: sentences that combine the same fact of several scenarios."""

from collections.abc import Callable, Mapping
from typing import Any

from starbalance.analyses.presentation.wording import lowered
from starbalance.simulator.engine.wording import joined

_NARROW = 0.01  # largest half width of the interval of a share that a sentence omits
_SMALL = 0.02  # the same for a mean or a ratio, relative to its value
Facts = Mapping[str, str]  # label -> text; an empty label if the title of the finding is the label


def findings(title: str, facts: Mapping[str, Facts]) -> list[str]:
    """Return a sentence for each label with the facts of all scenarios. Facts of a single scenario share one sentence.

    `facts` maps the title of each scenario to its facts.
    """
    if len(facts) == 1:
        (scenario, only), *_ = facts.items()
        return [f"{scenario}, {lowered(title)}: {in_words(only)}."]
    labels = dict.fromkeys(label for each in facts.values() for label in each)
    return [f"{_titled(title, label)}: {_of_all(label, facts)}." for label in labels]


def _titled(title: str, label: str) -> str:
    """Return the start of a sentence: the title and the label, or the label if it begins with the title."""
    if label.startswith(lowered(title)):
        return label[0].upper() + label[1:]
    return f"{title}, {label}" if label else title


def _of_all(label: str, facts: Mapping[str, Facts]) -> str:
    """Return the facts of all scenarios for a label.

    Scenarios with equal facts are grouped, unless their titles contain a comma.
    """
    scenarios: dict[str, list[str]] = {}
    for scenario, each in facts.items():
        if label in each:
            key = each[label] if "," not in scenario else f"{lowered(scenario)} {each[label]}"
            scenarios.setdefault(key, []).extend([lowered(scenario)] * ("," not in scenario))
    return "; ".join(f"{joined(titles)} {words}" if titles else words for words, titles in scenarios.items())


def in_words(facts: Facts) -> str:
    """Return the facts of one scenario in one text."""
    return "; ".join(f"{label} {words}".strip() for label, words in facts.items())


def briefly(describe: Callable[[Any], str], value: str) -> Callable[[Any], str]:
    """Return a function that words a row, without the interval if it is narrow.

    Args:
        describe: Function that words a row with its interval in parentheses.
        value: Column whose value the interval belongs to.
    """

    def brief(row: Any) -> str:
        is_number = value not in ("share", "difference") and not row.get("is_share", False)
        least = _SMALL * abs(row[value]) if is_number else _NARROW
        words = describe(row)
        return words.partition(" (")[0] if (row["high"] - row["low"]) / 2 <= least else words

    return brief
