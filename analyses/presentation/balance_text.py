"""Sentences on whether proposals reach the margin of `balance`, and on the next steps."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import as_options, margin_words, named
from starbalance.analyses.statistics.verdict import (
    BALANCE,
    GAMES_NEEDED,
    REASON,
    VERDICT,
    is_open,
    is_withheld,
)
from starbalance.simulator.engine.wording import joined, plural

AIMS_MET = "aims_met"  # a column of `balance`
SEARCH, CHECK = "search", "check"  # the games in which a set was not nearer, in the column `stage` of `rejected`
_MORE = 2  # further changes in a set that the next step suggests


def reached(proposals: pd.DataFrame, by: Sequence[str], *, equal_share: float, within: float) -> str:
    """Return a sentence on the proposals that bring every win share within the margin, or on the nearest proposal.

    Args:
        proposals: The table of `balance`. Its first row is the unchanged game.
        by: Columns of the cells whose win shares count.
        equal_share: The equal share.
        within: The margin, as a share.
    """
    if is_withheld(proposals[REASON].iloc[0]) and len(proposals) == 1:
        return f"No proposal: in the unchanged game, {proposals[REASON].iloc[0]}, and no set of changes stays below it."
    margin, sure = f"within {margin_words(within)} of an equal share", _is_sure(proposals)
    near = sure if sure.any() else _may_be_near(proposals, equal_share, within)
    if near.iloc[0]:
        return f"No change is needed: in the unchanged game, every win share lies {margin}{_surely(sure.any())}"
    if near.any():
        return f"{_bring(proposals[near])} every win share {margin}{_surely(sure.any())}"
    best = _nearest(proposals, equal_share)
    verdict = f" ({best[VERDICT]})" if best[VERDICT] in BALANCE[1:] else ""
    equal = f"where an equal share is {100 * equal_share:.1f}%."
    cell = f"{named(by, best)} at {100 * best['share']:.1f}%{verdict}, {equal}"
    if best.name == proposals.index[0]:
        return f"No set of changes is proposed. The unchanged game has {cell}"
    shown = "is shown to bring" if _is_near(proposals, equal_share, within)[best.name] else "brings"
    return f"No set of changes {shown} every win share {margin}. The nearest is {_by_name(best)}, with {cell}"


def met(proposals: pd.DataFrame, aims: Sequence[str]) -> str:
    """Return a sentence on the proposals that meet every aim of the user, or on what the table shows otherwise.

    Args:
        proposals: The table of `balance`. Its first row is the unchanged game.
        aims: The aims.
    """
    all_met = proposals[proposals[AIMS_MET] == len(aims)]
    whole = {1: "the aim", 2: "both aims"}.get(len(aims), f"all {len(aims)} aims")
    if proposals.index[0] in all_met.index:
        return f"No change is needed: the unchanged game meets {whole} in these games."
    if len(all_met):
        names = list(all_met["proposal"].astype(str))
        return f"{plural(len(names), 'Proposal')} {joined(names)} meet{'s' * (len(names) == 1)} {whole} in these games."
    if len(proposals) == 1:
        return "No set of changes comes nearer to an aim than the unchanged game."
    better = " Of two proposals, each is nearer to an aim, or has fewer changes." if len(proposals) > _MORE else ""
    return f"No proposal meets {whole}.{better}"


def not_proposed(rejected: pd.DataFrame) -> str:
    """Return a sentence for each set of changes that is not proposed because it was not nearer to the aims.

    Args:
        rejected: The table of `balance`.
    """
    return " ".join(map(_not_proposed, rejected.to_dict("records")))


def _not_proposed(row: Mapping[str, Any]) -> str:
    shares = (
        f": its farthest share was {100 * row['share']:.1f}%, and {100 * row['unchanged']:.1f}% in the unchanged game"
        if pd.notna(row["share"])
        else ""
    )
    games = f"{row['games']:,} games"
    if row["stage"] == CHECK:
        return f"Not proposed: {row['changes']}. It was nearer in the search, but not in the {games} here{shares}."
    return f"The nearest set, {row['changes']}, was not nearer in the {games} that end the search{shares}."


def to_try(
    proposals: pd.DataFrame,
    sets: Mapping[str, Mapping[str, Any]],
    *,
    equal_share: float,
    within: float,
    largest: int,
    room: int,
) -> str:
    """Return a sentence with next steps if no proposal brings every win share within the margin. Otherwise empty.

    Args:
        proposals: The table of `balance`.
        sets: Changed values of each proposal.
        equal_share: The equal share.
        within: The margin, as a share.
        largest: Largest number of changes in a set.
        room: Largest value that `--largest` accepts.
    """
    if _is_enough(proposals, equal_share, within).any():
        return ""
    best = _nearest(proposals, equal_share)
    changes = sets[best["proposal"]]
    ways = (
        [f"continue from {_by_name(best)} (repeat the command with `{shlex.join(as_options(changes))}`)"]
        if changes
        else []
    )
    if len(changes) == largest < room:
        ways.append(f"larger sets (`--largest {min(largest + _MORE, room)}`)")
    return f"Next steps: {'; '.join([*ways, 'larger steps (`--step`)', 'other values (`--numbers`)'])}."


def undecided(
    proposals: pd.DataFrame, shares: pd.DataFrame, elsewhere: pd.DataFrame, *, equal_share: float, within: float
) -> str:
    """Return sentences on the meaning of undecided rows, with the games that may decide them.

    Empty if no row is undecided.

    Args:
        proposals: The table of `balance`. Its first row is the unchanged game.
        shares: The table of the shares under each proposal, from the same games.
        elsewhere: The table of the other setups, data and players.
        equal_share: The equal share.
        within: The margin, as a share.
    """
    if not any(_is_open(each).any() for each in (proposals, shares, elsewhere)):
        return ""
    left = proposals[_is_open(proposals)]
    near = left[_may_be_near(left, equal_share, within)].drop(proposals.index[0], errors="ignore")
    by_chance = f" {_bring(near)} them this near, which may be chance." if len(near) else ""
    hopeful = proposals[~_is_far(proposals)]["proposal"]
    names = set(hopeful.drop(proposals.index[0], errors="ignore")) or set(hopeful)
    rows = [each[_is_open(each) & each["proposal"].isin(names)] for each in (proposals, shares) if len(each)]
    needed = max(pd.concat(rows)[GAMES_NEEDED].dropna(), default=0)
    more = f" With `--games {needed}`, the chance of a decision is about 50%." if needed else ""
    return (
        "Undecided does not mean failed: these games do not show whether all shares lie within "
        f"{margin_words(within)} of an equal share.{by_chance}{more}"
    )


def _is_open(table: pd.DataFrame) -> pd.Series:
    """Return whether more games may decide each row of a table, which may be empty."""
    if table.empty:
        return pd.Series(dtype=bool)
    rows = zip(table[VERDICT], table[REASON], strict=True)
    return pd.Series([is_open(*row) and not is_withheld(row[1]) for row in rows], table.index, dtype=bool)


def _is_enough(proposals: pd.DataFrame, equal_share: float, within: float) -> pd.Series:
    """Return whether each proposal reaches the aims in its games."""
    if AIMS_MET in proposals:
        return proposals[AIMS_MET] == proposals[AIMS_MET].max()
    return _is_sure(proposals) | _may_be_near(proposals, equal_share, within)


def _is_sure(proposals: pd.DataFrame) -> pd.Series:
    return proposals["verdict"] == BALANCE[0]


def _is_far(proposals: pd.DataFrame) -> pd.Series:
    """Return whether each proposal has a share that is strong or weak."""
    return proposals[VERDICT].isin(BALANCE[1:])


def _may_be_near(proposals: pd.DataFrame, equal_share: float, within: float) -> pd.Series:
    """Return whether the shares of each row lie within the margin, and none of them is strong or weak."""
    return _is_near(proposals, equal_share, within) & ~_is_far(proposals)


def _is_near(proposals: pd.DataFrame, equal_share: float, within: float) -> pd.Series:
    return ((proposals["share"] - equal_share).abs() <= within) & ~proposals[REASON].map(is_withheld).astype(bool)


def _nearest(proposals: pd.DataFrame, equal_share: float) -> pd.Series:
    live = proposals[~proposals[REASON].map(is_withheld).astype(bool)]
    return proposals.loc[((live if len(live) else proposals)["share"] - equal_share).abs().idxmin()]


def _by_name(row: pd.Series) -> str:
    return f"proposal {row['proposal']}"


def _surely(is_sure: bool) -> str:
    if is_sure:
        return ", significantly in this setup with these players."
    return " in these games, but not significantly: play more games."


def _bring(rows: pd.DataFrame) -> str:
    names = list(rows["proposal"].astype(str))
    return f"{plural(len(names), 'Proposal')} {joined(names)} bring{'s' * (len(names) == 1)}"
