"""Tables of verdicts as people read them."""

from typing import Any

import pandas as pd

from starbalance.analyses.statistics.truncation import TRUNCATED
from starbalance.analyses.statistics.verdict import GAMES_NEEDED, REASON, VERDICT

_PEOPLE = ("table", "markdown")


def verdict_text(verdict: str, games_needed: Any, reason: str) -> str:
    """Return a verdict with the reason or the number of games that an undecided one has, in parentheses."""
    if reason:
        return f"{verdict} ({reason})"
    if pd.isna(games_needed):
        return verdict
    return f"{verdict} (about {games_needed:,.0f} games in all may decide it)"


def joined(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table as people read it: each verdict in one column with its reason or the games that it needs."""
    for name in [str(column) for column in table if str(column).startswith(VERDICT)]:
        end = name.removeprefix(VERDICT)
        needed = table.get(GAMES_NEEDED + end, [pd.NA] * len(table))
        reasons = table.get(REASON + end, [""] * len(table))
        texts = [verdict_text(*row) for row in zip(table[name], needed, reasons, strict=True)]
        dropped = [column + end for column in (GAMES_NEEDED, REASON)]
        table = table.assign(**{name: texts}).drop(columns=dropped, errors="ignore")
    return table


def shown(table: pd.DataFrame, format: str, *, is_each: bool = False) -> pd.DataFrame:
    """Return a table of verdicts as a format shows it.

    People read each verdict in one column, and no share of truncated games that all rows have in common;
    `truncated_line` reports that share. CSV and JSON keep all columns.

    Args:
        table: A table with verdicts.
        format: One of the formats of tables.
        is_each: Whether each row has different games, so that `truncated` stays. Default: `False`.
    """
    if format not in _PEOPLE or table.empty:
        return table
    common = [TRUNCATED] * (TRUNCATED in table and _is_common(table) and not is_each)
    return joined(table.drop(columns=common))


def truncated_line(table: pd.DataFrame) -> str:
    """Return a sentence with the share of truncated games that all rows have in common; empty if they differ."""
    if table.empty or not _is_common(table):
        return ""
    return f"{100 * table[TRUNCATED].iloc[0]:.1f} % of the games are truncated."


def _is_common(table: pd.DataFrame) -> bool:
    return table[TRUNCATED].nunique() == 1
