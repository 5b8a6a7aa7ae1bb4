"""Sentences on the result of a tournament."""

from collections.abc import Mapping, Sequence

import pandas as pd

from starbalance.analyses.presentation.wording import named, percent, plain
from starbalance.simulator.engine.wording import joined, plural

_SURVIVAL = {  # singular, plural
    "yes": ("survives", "survive"),
    "no": ("does not survive", "do not survive"),
    "undecided": ("stays undecided", "stay undecided"),
}
_EVEN = 0.5  # win share between two equally strong strategies


def summary(
    ranking: pd.DataFrame,
    mix: pd.DataFrame,
    matrix: pd.DataFrame,
    *,
    cycles: Mapping[str, float],
    tables: Sequence[tuple[Sequence[str], pd.DataFrame]],
) -> str:
    """Return sentences on a tournament: the first strategy, the equilibrium, cycles, and the survival of verdicts.

    Args:
        ranking: Table of the ranking.
        mix: Table of the equilibrium.
        matrix: Table of the win shares of pairs of strategies.
        cycles: Intransitive part with its interval, from `round_robin.cycles`.
        tables: Columns, each with the win shares by them among all strategies and in the equilibrium.
    """
    first = ranking.iloc[0]
    ranks = "" if first["worst"] == 1 else f"; its rank lies between {first['best']} and {first['worst']}"
    strength = percent({"share": first["strength"], "low": first["low"], "high": first["high"]})
    kept = " ".join(_verdict(table, by) for by, table in tables)
    leads = f"{first['strategy']} ranks first, with a strength of {strength}{ranks}."
    return f"{leads} {_mixed(mix, matrix)} {_cycles(cycles)}{kept}"


def _cycles(cycles: Mapping[str, float]) -> str:
    """Return a sentence on the intransitive part of the win shares. Empty if no cycles are shown."""
    if not cycles["high"] > 0:
        return ""
    return (
        f"Cycles (as in rock, paper, scissors) account for {percent(cycles)} of the differences in win shares between "
        "strategies, which no ranking shows. "
    )


def _mixed(table: pd.DataFrame, matrix: pd.DataFrame) -> str:
    """Return a sentence on the equilibrium, which no strategy significantly beats.

    The sentence also has the strategies that the equilibrium may contain, or that may be as good as a single strategy.
    """
    left = table[table["nash"] > 0].rename(columns={"nash": "share"})
    others = list(table.loc[(table["nash"] == 0) & (table["high"] > 0), "strategy"])
    if len(left) > 1:
        members = joined([f"{row['strategy']} {percent(row)}" for _, row in left.iterrows()])
        more = f", which may also contain {joined(others)}" if others else ""
        return f"No strategy significantly beats the mixed strategy of {members}{more}."
    best = left["strategy"].iloc[0]
    is_open = (matrix["strategy"] == best) & (matrix["low"] <= _EVEN) & (matrix["high"] >= _EVEN)
    alike = [name for name in others if name in set(matrix.loc[is_open, "opponent"])]
    more = f"; {joined(alike)} may be as good" if alike else ""
    return f"No strategy significantly beats {best}{more}."


def _verdict(table: pd.DataFrame, by: Sequence[str]) -> str:
    """Return a sentence with the numbers of verdicts by some columns that survive, and the verdicts that do not."""
    counts = table["survives"].value_counts()
    changed = [
        f"{named(by, row)} is {row['verdict']} among all strategies and {row['verdict_mix']} in the equilibrium"
        for _, row in table[table["survives"] == "no"].iterrows()
    ]
    parts = [f"{counts[word]} {words[int(counts[word] > 1)]}" for word, words in _SURVIVAL.items() if word in counts]
    verdicts, columns = plural(len(table), "verdict"), " and ".join(map(plain, by))
    text = f"Of {len(table)} {verdicts} by {columns}, {joined(parts)} among the strategies of the equilibrium"
    return text + (f": {'; '.join(changed)}." if changed else ".")
