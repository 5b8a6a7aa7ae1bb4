"""A tournament in words."""

from collections.abc import Mapping, Sequence

import pandas as pd

from starbalance.analyses.presentation.wording import named, percent, plain
from starbalance.simulator.engine.wording import joined

_SURVIVAL = {  # of one verdict, of several
    "yes": ("survives", "survive"),
    "no": ("does not survive", "do not survive"),
    "undecided": ("stays undecided", "stay undecided"),
}
_EVEN = 0.5  # the share of either of two strategies that are equally strong


def summary(
    ranking: pd.DataFrame,
    mix: pd.DataFrame,
    matrix: pd.DataFrame,
    *,
    cycles: Mapping[str, float],
    tables: Sequence[tuple[Sequence[str], pd.DataFrame]],
) -> str:
    """A tournament in words, by its tables: who is first, the mix, and whether the verdicts survive it.

    cycles: how much goes in circles, as of round_robin.cycles. tables: some columns, and the win shares by them among
    all and in the mix.
    """
    first = ranking.iloc[0]
    ranks = "" if first["worst"] == 1 else f"; ranks {first['best']} to {first['worst']} are open"
    strength = percent({"share": first["strength"], "low": first["low"], "high": first["high"]})
    kept = " ".join(_verdict(table, by) for by, table in tables)
    leads = f"{first['strategy']} is first, with a strength of {strength}{ranks}."
    return f"{leads} {_mixed(mix, matrix)} {_circles(cycles)}{kept}"


def _circles(cycles: Mapping[str, float]) -> str:
    """How far a ranking tells who beats whom; nothing where there are no circles, or nobody beats anybody."""
    if not cycles["high"] > 0:
        return ""
    return (
        f"Of what strategies win of each other, {percent(cycles)} goes in circles, as of stone, paper and scissors, "
        "which no ranking shows. "
    )


def _mixed(table: pd.DataFrame, matrix: pd.DataFrame) -> str:
    """The mix that no strategy is shown to beat, in a sentence.

    With the strategies that it may hold too; for one alone: those of them that may be as good against it.
    """
    left = table[table["nash"] > 0].rename(columns={"nash": "share"})
    others = list(table.loc[(table["nash"] == 0) & (table["high"] > 0), "strategy"])
    if len(left) > 1:
        members = joined([f"{row['strategy']} {percent(row)}" for _, row in left.iterrows()])
        more = f", which may hold {joined(others)} too" if others else ""
        return f"No strategy is shown to beat the mix of {members}{more}."
    best = left["strategy"].iloc[0]
    is_open = (matrix["strategy"] == best) & (matrix["low"] <= _EVEN) & (matrix["high"] >= _EVEN)
    alike = [name for name in others if name in set(matrix.loc[is_open, "opponent"])]
    more = f"; {joined(alike)} may be as good" if alike else ""
    return f"No strategy is shown to beat {best}{more}."


def _verdict(table: pd.DataFrame, by: Sequence[str]) -> str:
    """How many verdicts by some columns survive the change of strategies, and which do not."""
    counts = table["survives"].value_counts()
    changed = [
        f"{named(by, row)} is {row['verdict']} among all and {row['verdict_mix']} in the mix"
        for _, row in table[table["survives"] == "no"].iterrows()
    ]
    parts = [f"{counts[word]} {words[int(counts[word] > 1)]}" for word, words in _SURVIVAL.items() if word in counts]
    verdicts, columns = "verdict" if len(table) == 1 else "verdicts", " and ".join(map(plain, by))
    text = f"Of {len(table)} {verdicts} by {columns}, {joined(parts)} under the change of strategies"
    return text + (f": {'; '.join(changed)}." if changed else ".")
