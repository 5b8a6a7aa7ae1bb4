"""Tables of verdicts on the screen: how many games were truncated."""

import pandas as pd

from starbalance.analyses.statistics.truncation import REASON, TRUNCATED

_PEOPLE = ("table", "markdown")


def shown(table: pd.DataFrame, format: str, *, is_each: bool = False) -> pd.DataFrame:
    """Return a table of verdicts as a format shows it.

    People do not see a share of truncated games that all rows have in common, nor a column of reasons without one;
    `truncated_line` reports that share. CSV and JSON keep all columns.

    Args:
        table: A table with the columns `truncated` and `reason`.
        format: One of the formats of tables.
        is_each: Whether each row has different games, so that `truncated` stays. Default: `False`.
    """
    if format not in _PEOPLE or table.empty:
        return table
    empty = [TRUNCATED] * (_is_common(table) and not is_each) + [REASON] * (not table[REASON].any())
    return table.drop(columns=empty)


def truncated_line(table: pd.DataFrame) -> str:
    """Return a sentence with the share of truncated games that all rows have in common; empty if they differ."""
    if table.empty or not _is_common(table):
        return ""
    return f"{100 * table[TRUNCATED].iloc[0]:.1f} % of the games are truncated."


def _is_common(table: pd.DataFrame) -> bool:
    return table[TRUNCATED].nunique() == 1
