"""Whether proposals reach what was asked for, in words, and what to try next."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import as_options, lowered, named
from starbalance.analyses.statistics.verdict import (
    BALANCE,
    GAMES_NEEDED,
    REASON,
    VERDICT,
    is_open,
    is_withheld,
)
from starbalance.simulator.engine.wording import joined

_MORE = 2  # changes in a set, than there were


def reached(proposals: pd.DataFrame, by: Sequence[str], *, parity: float, within: float) -> str:
    """Which proposals bring every win share within the margin, for sure or as played, or how near the nearest comes.

    proposals: as of `balance`, the game as it is first.
    """
    if is_withheld(proposals[REASON].iloc[0]) and len(proposals) == 1:
        return f"Nothing is proposed: as it is, {proposals[REASON].iloc[0]}, and no set that was tried stays below it."
    margin, sure = f"within {100 * within:.4g} points of parity", _is_sure(proposals)
    near = sure if sure.any() else _is_near(proposals, parity, within)
    if near.iloc[0]:
        return f"Nothing has to change: as it is, every win share lies {margin}{_surely(sure.any())}"
    if near.any():
        return f"{_bring(proposals[near])} every win share {margin}{_surely(sure.any())}"
    best = _nearest(proposals, parity)
    told = f"{named(by, best)} at {100 * best['share']:.1f} % where {100 * parity:.1f} % is fair."
    if best.name == proposals.index[0]:
        return f"No set that was tried comes nearer to parity than the game as it is, with {told}"
    return f"No set that was tried brings every win share {margin}: {_by_name(best)} comes nearest, with {told}"


def to_try(
    proposals: pd.DataFrame,
    sets: Mapping[str, Mapping[str, Any]],
    *,
    parity: float,
    within: float,
    largest: int,
    room: int,
) -> str:
    """What to ask next where no proposal brings every win share within the margin; else nothing.

    proposals: as of `balance`. sets: what each changes. largest: changes in a set, at most; room: that may be
    asked for.
    """
    if (_is_sure(proposals) | _is_near(proposals, parity, within)).any():
        return ""
    best = _nearest(proposals, parity)
    changes = sets[best["proposal"]]
    ways = [f"go on from {_by_name(best)} (the same with `{shlex.join(as_options(changes))}`)"] if changes else []
    if len(changes) == largest < room:
        ways.append(f"larger sets (`--largest {min(largest + _MORE, room)}`)")
    return f"To try next: {'; '.join([*ways, 'larger steps (`--step`)', 'other values (`--numbers`)'])}."


def undecided(proposals: pd.DataFrame, others: Sequence[pd.DataFrame], *, parity: float, within: float) -> str:
    """What undecided means where a row is, and how many games may decide the proposals that are; else nothing.

    proposals: as of `balance`, the game as it is first; others: its further tables.
    """
    if not any(_is_open(each).any() for each in (proposals, *others)):
        return ""
    left = proposals[_is_open(proposals)]
    near = left[_is_near(left, parity, within)].drop(proposals.index[0], errors="ignore")
    as_played = f", as {lowered(_bring(near))} them in these games," if len(near) else ""
    needed = max(left[GAMES_NEEDED].dropna(), default=0)
    more = f"; `--games {needed}` has an even chance to decide it" if needed else ""
    return (
        "Undecided does not mean failed: the games show for sure neither that all shares lie within "
        f"{100 * within:.4g} points of parity{as_played} nor that one differs from parity{more}."
    )


def _is_open(table: pd.DataFrame) -> pd.Series:
    """Return whether more games may decide each row of a table, which may be empty."""
    if table.empty:
        return pd.Series(dtype=bool)
    rows = zip(table[VERDICT], table[REASON], strict=True)
    return pd.Series([is_open(*row) and not is_withheld(row[1]) for row in rows], table.index, dtype=bool)


def _is_sure(proposals: pd.DataFrame) -> pd.Series:
    return proposals["verdict"] == BALANCE[0]


def _is_near(proposals: pd.DataFrame, parity: float, within: float) -> pd.Series:
    return ((proposals["share"] - parity).abs() <= within) & ~proposals[REASON].map(is_withheld).astype(bool)


def _nearest(proposals: pd.DataFrame, parity: float) -> pd.Series:
    live = proposals[~proposals[REASON].map(is_withheld).astype(bool)]
    return proposals.loc[((live if len(live) else proposals)["share"] - parity).abs().idxmin()]


def _by_name(row: pd.Series) -> str:
    return f"proposal {row['proposal']}"


def _surely(is_sure: bool) -> str:
    if is_sure:
        return ", for sure in this set-up with these players."
    return " in these games; more of them would have to show it."


def _bring(rows: pd.DataFrame) -> str:
    names = list(rows["proposal"].astype(str))
    return f"Proposal{'s' * (len(names) > 1)} {joined(names)} bring{'s' * (len(names) == 1)}"
