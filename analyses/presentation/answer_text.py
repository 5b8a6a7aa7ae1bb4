"""Sentences of the first page of a report: the largest imbalances, and how reliable the results are."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import between, lowered, percent
from starbalance.analyses.statistics.verdict import BALANCE, CHANGE, MARGIN, is_decided
from starbalance.simulator.engine.wording import joined

_MANNER = "strategy"  # a factor that players choose, so that its imbalance does not belong to the game
_MOST = 4  # largest number of verdicts in a list


def answer(
    tables: Mapping[str, pd.DataFrame],
    worst: pd.DataFrame,
    factor: str,
    *,
    challenged: pd.DataFrame,
    spans: pd.DataFrame,
) -> list[str]:
    """Return sentences on imbalanced levels, on other imbalances, and on balanced and undecided scenarios.

    An imbalance that is larger than the imbalance of every level of the factor comes first.

    Args:
        tables: Title of each scenario, with its rates table by the factor. The column `fair` is the equal share.
        worst: A table of `out_of_line`.
        factor: The main factor in words.
        challenged: A table of `challenges`.
        spans: A table of `spans`.
    """
    lines = _out_of_line(tables, worst, factor, spans=spans)
    quiet = {title: table for title, table in tables.items() if not table["verdict"].isin(BALANCE[1:]).any()}
    even = [title for title, table in quiet.items() if (table["verdict"] == BALANCE[0]).all()]
    shaken = _shaken(challenged, even)
    lines += [_balanced([title for title in even if title not in shaken], factor), _mixed_alone(shaken, factor)]
    open_still = [title for title in quiet if title not in even]
    lines.append(f"Undecided by {factor} because of too few games: {_where(open_still)}." if open_still else "")
    return [*filter(None, lines)]


def _out_of_line(
    tables: Mapping[str, pd.DataFrame], worst: pd.DataFrame, factor: str, *, spans: pd.DataFrame
) -> list[str]:
    """Return sentences on the imbalances of the main factor and of every other factor, the largest first.

    Another factor comes before the main factor if its levels have verdicts and one of them has a larger imbalance.
    """
    too = [_too(tables, verdict) for verdict in ("strong", "weak")]
    most = max((_farthest(table) for table in tables.values()), default=0.0)
    rows = worst[~worst["factor"].isin((factor, _MANNER)) & _beyond(worst)]
    if rows.empty:
        return [*too, f"No other factor has an imbalance of more than {100 * MARGIN:.0f} points."]
    first: list[str] = []
    then: list[str] = []
    groups = sorted((each for _, each in rows.groupby("factor", sort=False)), key=lambda each: -_most_points(each))
    for each in groups:
        is_first = each["verdict"].isin((*BALANCE, *CHANGE)).all() and _most_points(each) > most
        (first if is_first else then).append(_most_of(each, spans, "Imbalanced" if is_first else "Also imbalanced"))
    return [*first, *too, *then]


def _farthest(table: pd.DataFrame) -> float:
    """Return the largest imbalance of a level with a verdict, as a share. 0 if no level is imbalanced."""
    rows = table[table["verdict"].isin(BALANCE[1:])]
    return float((rows["share"] - rows["fair"]).abs().max()) if len(rows) else 0.0


def _most_points(rows: pd.DataFrame) -> float:
    """Return the largest imbalance of the rows, as a share."""
    return float(rows["points"].abs().max())


def _balanced(titles: Sequence[str], factor: str) -> str:
    if not titles:
        return ""
    near = f"each {factor} wins within {100 * MARGIN:.0f} points of an equal share, significantly"
    return f"Balanced by {factor}: with {_where(titles)}, {near}."


def _shaken(challenged: pd.DataFrame, titles: Sequence[str]) -> dict[str, str]:
    """Return title -> the change in words, for scenarios whose verdicts do not hold under better play.

    Only scenarios with one of the titles count.
    """
    rows = challenged[(challenged["against"] == "play") & challenged["scenario"].isin(titles)]
    words = {}
    for title, cells in rows.groupby("scenario", sort=False):
        turned, unsure = (list(cells.loc[cells["outcome"] == word, "level"]) for word in ("changes", "undecided"))
        if turned:
            words[str(title)] = f"better play changes the verdict of {joined(turned)}"
        elif unsure:
            words[str(title)] = f"better play leaves {joined(unsure)} undecided"
    return words


def _mixed_alone(shaken: Mapping[str, str], factor: str) -> str:
    """Return a sentence on scenarios that are balanced among mixed strategies, but perhaps not with better play.

    Empty without such scenarios.
    """
    parts = [f"with {lowered(title)}, where {words}" for title, words in shaken.items()]
    return f"Balanced by {factor} only among mixed strategies: {'; '.join(parts)}." if parts else ""


def _where(titles: Sequence[str]) -> str:
    names = [lowered(title) for title in titles]
    return "; ".join(names) if any("," in name for name in names) else joined(names)


def _too(tables: Mapping[str, pd.DataFrame], verdict: str) -> str:
    """Return a sentence with the levels that have the verdict and their scenarios, the largest imbalance first.

    Empty if no level has the verdict.
    """
    levels: dict[str, list[tuple[float, str]]] = {}
    for title, table in tables.items():
        for _, row in table[table["verdict"] == verdict].iterrows():
            words = f"{_share(row['share'])} where an equal share is {_share(row['fair'])} ({lowered(title)})"
            levels.setdefault(str(row.iloc[0]), []).append((abs(row["share"] - row["fair"]), words))
    ranked = sorted(levels.items(), key=lambda each: -max(each[1])[0])
    lines = [f"{level} with {joined([words for _, words in shares])}" for level, shares in ranked]
    return f"Too {verdict}: {_first(lines)}." if lines else ""


def _first(texts: Sequence[str]) -> str:
    """Return the first few of some texts as one text, and the number of the other texts."""
    return "; ".join(texts[:_MOST]) + (f"; {len(texts) - _MOST} more" if len(texts) > _MOST else "")


def _share(value: float) -> str:
    return f"{100 * value:.1f}%"


def _beyond(worst: pd.DataFrame) -> pd.Series:
    """Return for each row whether it has a significant imbalance above the margin."""
    surely = (worst["low"] > 0) | (worst["high"] < 0)
    return surely & (worst["points"].abs() > MARGIN) & worst["verdict"].map(_is_no_doubt).astype(bool)


def _is_no_doubt(verdict: str) -> bool:
    return not verdict or is_decided(verdict)


def _most_of(rows: pd.DataFrame, spans: pd.DataFrame, title: str) -> str:
    """Return a sentence with the most imbalanced level of a factor in each scenario, the largest imbalance first."""
    ranked = rows.loc[rows["points"].abs().sort_values(ascending=False, kind="stable").index]
    levels: dict[str, list[str]] = {}
    for _, row in ranked.iterrows():
        levels.setdefault(str(row["worst"]), []).append(_wins(row, spans))
    lines = [f"{level} with {joined(words)}" for level, words in levels.items()]
    factor = str(rows["factor"].iloc[0])
    by = "" if all(factor.split()[0] in level for level in levels) else f" by {factor}"
    return f"{title}{by}: {_first(lines)}."


def _wins(row: pd.Series, spans: pd.DataFrame) -> str:
    """Return the share of the most imbalanced level of a factor in a scenario, with the share to compare it with."""
    fair = (
        f"where an equal share is {_share(row['fair'])}"
        if row["verdict"] in BALANCE
        else f"compared with {_share(row['fair'])} without it"
    )
    return f"{_share(row['share'])} {fair}{_span(row, spans)} ({lowered(str(row['scenario']))})"


def _span(row: pd.Series, spans: pd.DataFrame) -> str:
    """Return the range of the same share among better players. Empty if the study does not measure it."""
    matches = spans[(spans["scenario"] == row["scenario"]) & (spans["factor"] == row["factor"])]
    matches = matches[matches["level"] == row["worst"]]
    if matches.empty:
        return ""
    return f", {between(*matches[['lowest', 'highest']].iloc[0])} from sensible play upwards"


def stands(challenged: pd.DataFrame) -> str:
    """Return a sentence with the numbers of verdicts that hold, change or are undecided from sensible play upwards.

    Empty if no other play was tried.
    """
    rows = challenged[challenged["against"] == "play"]
    if rows.empty:
        return ""
    held, changed = ((rows["outcome"] == word).sum() for word in ("holds", "changes"))
    which = f" ({_named(rows[rows['outcome'] == 'changes'])})" if changed else ""
    unsure = len(rows) - held - changed
    return (
        f"From sensible play upwards, {held} of {len(rows)} verdicts {'holds' if held == 1 else 'hold'}, "
        f"{changed or 'none'} {'change' if changed > 1 else 'changes'}{which}, and {unsure or 'none'} "
        f"{'is' if unsure == 1 else 'are'} undecided."
    )


def without_end(stopped: pd.DataFrame) -> str:
    """Return a sentence on the games of better players that the round limit truncates, from a table of `stopped`.

    Empty if the table has no rows.
    """
    parts = [
        f"with {lowered(row['scenario'])}, the round limit truncates {percent(row)} of {row['games']:,} games "
        f"among {row['skill']}{_ahead(row['horizon'])}, compared with {_share(row['before'])} in the scenario"
        for _, row in stopped.iterrows()
    ]
    return f"Better players have truncated games: {'; '.join(parts)}." if parts else ""


def _ahead(horizon: float) -> str:
    """Return the rollout depth of the players of a level in words. Empty for players without a search."""
    return f" with a rollout depth of {horizon:.0f} rounds" if horizon > 0 else ""


def _named(rows: pd.DataFrame) -> str:
    """Return the first few levels of some rows as one text, each with its scenarios."""
    levels: dict[str, list[str]] = {}
    for _, row in rows.drop_duplicates(["scenario", "level"]).iterrows():
        levels.setdefault(row["level"], []).append(lowered(row["scenario"]))
    return _first([f"{level}: {', '.join(titles)}" for level, titles in levels.items()])


def assumed(share: float, which: str, challenged: pd.DataFrame) -> str:
    """Return sentences on the assumed part of the data and on the verdicts that change under other data.

    Args:
        share: Assumed part of the values, from 0 to 1.
        which: The assumed data in words, or an empty text.
        challenged: A table of `challenges`.
    """
    rows = challenged[challenged["against"] == "data"]
    what = f"{100 * share:.0f}% of the values are not in the rulebook"
    lost = rows[rows["outcome"] == "changes"]
    hangs = f" These verdicts change under other values: {_named(lost)}." if len(lost) else ""
    tried = "" if len(lost) else " No verdict changes under the other values that were tried."
    tried = " Other values were not tried." if rows.empty else tried
    return f"Assumed data: {what}{f' ({which})' if which else ''}.{hangs}{tried}"


def strength(searched: Mapping[str, Any], further: Mapping[str, Any], trained: Mapping[str, Any]) -> str:
    """Return a sentence with the gains of search, deeper search and training over an equal share.

    Each argument maps titles of scenarios to rows with gain, low, high, games, and sometimes against. The sentence has
    the row of each argument with the highest lower end. It leaves out empty arguments.
    """
    measures = (
        ("a search player", searched),
        ("a player with a deeper search among search players", further),
        ("a strategy trained against the other strategies", trained),
    )
    lines = [f"{who} gains {_gain(rows)}" for who, rows in measures if rows]
    return f"Strength of play: over an equal share, {'; '.join(lines)}." if lines else ""


def out_of_depth(misplayed: pd.DataFrame) -> str:
    """Return sentences on strategies that win too little under other data, from a table of `misplayed`.

    Empty if the table has no rows.
    """
    parts = [
        f"{row['strategy']} wins {percent(row)} under {row['variant']}, {_share(row['before'])} under the main data "
        f"({lowered(row['scenario'])})"
        for _, row in misplayed.iterrows()
    ]
    if not parts:
        return ""
    return (
        f"Play under other data: {'; '.join(parts)}. Results for these data come from strategies that do not fit them."
    )


def _gain(rows: Mapping[str, Any]) -> str:
    """Return the gain with the highest lower end in words, or that no gain is significant."""
    title = max(rows, key=lambda each: rows[each]["low"])
    row = rows[title]
    value, low, high = (f"{100 * row[name]:.1f}" for name in ("gain", "low", "high"))
    among = f"among {row['against']}, " if "against" in row else ""
    details = f"{low} to {high}; {among}{lowered(title)}, {row['games']:,} games"
    if row["low"] <= 0:
        return f"nothing significant (estimate {value} points, {details})"
    return f"{'up to ' if len(rows) > 1 else ''}{value} points ({details})"


def certainty(tables: int) -> str:
    """Return a sentence with the family-wise error probability of the verdicts of `tables` tables. Empty for 0."""
    wrong = f"sampling error makes at least one verdict of these {tables} tables wrong with a probability of at most 5%"
    return f"Confidence: {wrong}. This does not cover other players or other data." if tables else ""


def turning(challenged: pd.DataFrame, unsure: int) -> str:
    """Return a sentence with the conditions that change a verdict, or that none does. Empty if no condition was tried.

    Args:
        challenged: A table of `challenges`.
        unsure: Number of verdicts by the factor that are undecided.
    """
    causes = (
        ("play", "better play"),
        ("strategies", "only the strategies of the equilibrium"),
        ("data", "other assumed data"),
    )
    turned = challenged[challenged["outcome"] == "changes"]
    causes_of_change = [
        f"{words} ({_named(turned[turned['against'] == against])})"
        for against, words in causes
        if (turned["against"] == against).any()
    ]
    causes_of_change += (
        [f"more games ({unsure} by the factor {'is' if unsure == 1 else 'are'} undecided)"] if unsure else []
    )
    tried = [words for against, words in causes if (challenged["against"] == against).any()]
    if causes_of_change:
        return f"What would change a verdict: {'; '.join(causes_of_change)}."
    return f"What would change a verdict: no condition that was tried ({joined(tried)})." if tried else ""
