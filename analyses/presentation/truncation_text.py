"""Wording of verdicts and truncated games in tables for people."""

from typing import Any

import pandas as pd

from starbalance.analyses.statistics.truncation import TRUNCATED
from starbalance.analyses.statistics.verdict import GAMES_NEEDED, REASON, VERDICT

PEOPLE = ("table", "markdown")  # formats for people


def verdict_text(verdict: str, games_needed: Any, reason: str) -> str:
    """Return a verdict, with its reason or the games that may decide it in parentheses."""
    if reason:
        return f"{verdict} ({reason})"
    if pd.isna(games_needed):
        return verdict
    return f"{verdict} (about {games_needed:,.0f} games in all may decide it)"


def joined(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table for people: each verdict shares a column with its reason or the games that it needs."""
    for name in [str(column) for column in table if str(column).startswith(VERDICT)]:
        end = name.removeprefix(VERDICT)
        needed = table.get(GAMES_NEEDED + end, [pd.NA] * len(table))
        reasons = table.get(REASON + end, [""] * len(table))
        texts = [verdict_text(*row) for row in zip(table[name], needed, reasons, strict=True)]
        dropped = [column + end for column in (GAMES_NEEDED, REASON)]
        table = table.assign(**{name: texts}).drop(columns=dropped, errors="ignore")
    return table


def without_common_truncation(table: pd.DataFrame, format: str) -> pd.DataFrame:
    """Return a table without the share of truncated games if all rows have the same (see `truncated_line`).

    CSV and JSON keep all columns.
    """
    return table.drop(columns=TRUNCATED) if format in PEOPLE and not table.empty and _is_common(table) else table


def truncated_line(table: pd.DataFrame) -> str:
    """Return a sentence with the share of truncated games of all rows. Empty if the rows differ."""
    if table.empty or not _is_common(table):
        return ""
    return f"{100 * table[TRUNCATED].iloc[0]:.1f}% of the games are truncated."


def _is_common(table: pd.DataFrame) -> bool:
    return table[TRUNCATED].nunique() == 1
