"""Whether proposals reach what was asked for, in words."""

from collections.abc import Sequence

import pandas as pd

from starbalance.analyses.present.wording import named
from starbalance.analyses.statistics.verdict import BALANCE
from starbalance.simulator.wording import joined


def reached(proposals: pd.DataFrame, by: Sequence[str], *, parity: float, within: float) -> str:
    """Which proposals bring every win share within the margin, for sure or as played, or how near the nearest comes.

    proposals: as of `balance`, the game as it is first.
    """
    aim = f"every win share within {100 * within:.4g} points of parity"
    found = proposals.iloc[1:]
    if found.empty:
        return f"No change of these numbers comes nearer to {aim}."
    sure = found[found["verdict"] == BALANCE[0]]
    if len(sure):
        return f"{_named(sure)} {aim}, for sure."
    away = (found["share"] - parity).abs()
    if len(near := found[away <= within]):
        return f"{_named(near)} {aim} in these games; more of them would have to show it."
    best = found.loc[away.idxmin()]
    return (
        f"No set of up to three of these numbers brings {aim}: proposal {best['proposal']} comes nearest, with "
        f"{named(by, best)} at {100 * best['share']:.1f} % where {100 * parity:.1f} % is fair. Words and yes-or-no "
        "values were left as they are: `compare` tries them."
    )


def _named(rows: pd.DataFrame) -> str:
    names = list(rows["proposal"].astype(str))
    return f"Proposal{'s' * (len(names) > 1)} {joined(names)} bring{'s' * (len(names) == 1)}"
