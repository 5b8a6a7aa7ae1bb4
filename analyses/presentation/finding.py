"""Findings: the same fact of several scenarios in one sentence, the shorter the surer it is."""

from collections.abc import Callable, Mapping
from typing import Any

from starbalance.analyses.presentation.wording import lowered
from starbalance.simulator.engine.wording import joined

_NARROW = 0.01  # half an interval of a share, up to which it is left out
_SMALL = 0.02  # the same of a mean or a ratio, as a part of it
Facts = Mapping[str, str]  # what is told, by what it is told of: nothing where the title of the finding says that


def findings(title: str, facts: Mapping[str, Facts]) -> list[str]:
    """A sentence for each thing told, of all scenarios by their titles; of one scenario alone all in one sentence."""
    if len(facts) == 1:
        (scenario, only), *_ = facts.items()
        return [f"{scenario}, {lowered(title)}: {told(only)}."]
    labels = dict.fromkeys(label for each in facts.values() for label in each)
    return [f"{_titled(title, label)}: {_of_all(label, facts)}." for label in labels]


def _titled(title: str, label: str) -> str:
    """What a sentence is about; a label that begins with the title says it alone."""
    if label.startswith(lowered(title)):
        return label[0].upper() + label[1:]
    return f"{title}, {label}" if label else title


def _of_all(label: str, facts: Mapping[str, Facts]) -> str:
    """What is told of every scenario; once of those of which the same is told, if their titles can be listed."""
    scenarios: dict[str, list[str]] = {}
    for scenario, each in facts.items():
        if label in each:
            key = each[label] if "," not in scenario else f"{lowered(scenario)} {each[label]}"
            scenarios.setdefault(key, []).extend([lowered(scenario)] * ("," not in scenario))
    return "; ".join(f"{joined(titles)} {words}" if titles else words for words, titles in scenarios.items())


def told(facts: Facts) -> str:
    """The facts of one scenario."""
    return "; ".join(f"{label} {words}".strip() for label, words in facts.items())


def briefly(tell: Callable[[Any], str], value: str) -> Callable[[Any], str]:
    """Tells a row by its column of that name, with the interval only where that is wide enough to matter."""

    def brief(row: Any) -> str:
        is_number = value not in ("share", "difference") and not row.get("is_share", False)
        least = _SMALL * abs(row[value]) if is_number else _NARROW
        words = tell(row)
        return words.partition(" (")[0] if (row["high"] - row["low"]) / 2 <= least else words

    return brief
