"""The first page of a report in words: who wins too much, what else is out of line, how far to trust it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import between, lowered, percent
from starbalance.analyses.statistics.verdict import BALANCE, CHANGE, MARGIN, is_decided
from starbalance.simulator.engine.wording import joined

_MANNER = "strategy"  # a factor that players choose, so that its imbalance is none of the game
_MOST = 4  # verdicts that are named


def answer(
    tables: Mapping[str, pd.DataFrame],
    worst: pd.DataFrame,
    factor: str,
    *,
    challenged: pd.DataFrame,
    spans: pd.DataFrame,
) -> list[str]:
    """Who wins too much and too little by the factor, what else is out of line, where it is balanced or open.

    What lies farther out of line than any level of the factor comes first. tables: the rates table by the factor of
    each scenario, by its title, with a column `fair`. worst: as of `out_of_line`. factor: in words. challenged: as of
    `challenges`; spans: as of `spans`.
    """
    lines = _out_of_line(tables, worst, factor, spans=spans)
    quiet = {title: table for title, table in tables.items() if not table["verdict"].isin(BALANCE[1:]).any()}
    even = [title for title, table in quiet.items() if (table["verdict"] == BALANCE[0]).all()]
    shaken = _shaken(challenged, even)
    lines += [_balanced([title for title in even if title not in shaken], factor), _mixed_alone(shaken, factor)]
    open_still = [title for title in quiet if title not in even]
    lines.append(f"Not decided by {factor}, for want of games: {_where(open_still)}." if open_still else "")
    return [*filter(None, lines)]


def _out_of_line(
    tables: Mapping[str, pd.DataFrame], worst: pd.DataFrame, factor: str, *, spans: pd.DataFrame
) -> list[str]:
    """Return what is out of line by the factor and by every other one, the farthest first.

    Another factor comes before the game's own if its levels have verdicts and one is farther out of line.
    """
    too = [_too(tables, verdict) for verdict in ("strong", "weak")]
    most = max((_farthest(table) for table in tables.values()), default=0.0)
    rows = worst[~worst["factor"].isin((factor, _MANNER)) & _beyond(worst)]
    if rows.empty:
        return [*too, f"Nothing else is out of line by more than {100 * MARGIN:.0f} points."]
    first: list[str] = []
    then: list[str] = []
    groups = sorted((each for _, each in rows.groupby("factor", sort=False)), key=lambda each: -_most_points(each))
    for each in groups:
        is_first = each["verdict"].isin((*BALANCE, *CHANGE)).all() and _most_points(each) > most
        (first if is_first else then).append(_most_of(each, spans, "Out of line" if is_first else "Also out of line"))
    return [*first, *too, *then]


def _farthest(table: pd.DataFrame) -> float:
    """How far the level of a factor that is farthest out of line is so; 0 where none is."""
    rows = table[table["verdict"].isin(BALANCE[1:])]
    return float((rows["share"] - rows["fair"]).abs().max()) if len(rows) else 0.0


def _most_points(rows: pd.DataFrame) -> float:
    """Return how far the row farthest out of line is so."""
    return float(rows["points"].abs().max())


def _balanced(titles: Sequence[str], factor: str) -> str:
    if not titles:
        return ""
    near = f"each {factor} wins within {100 * MARGIN:.0f} points of its fair share, and that is sure"
    return f"Balanced by {factor}: with {_where(titles)} {near}."


def _shaken(challenged: pd.DataFrame, titles: Sequence[str]) -> dict[str, str]:
    """What better play does to the balance of the scenarios in which it does not hold, by their titles."""
    rows = challenged[(challenged["against"] == "play") & challenged["scenario"].isin(titles)]
    found = {}
    for title, its in rows.groupby("scenario", sort=False):
        turned, unsure = (list(its.loc[its["outcome"] == word, "level"]) for word in ("changes", "undecided"))
        if turned:
            found[str(title)] = f"better play turns {joined(turned)}"
        elif unsure:
            found[str(title)] = f"better play leaves {joined(unsure)} undecided"
    return found


def _mixed_alone(shaken: Mapping[str, str], factor: str) -> str:
    """Where it is balanced among mixed strategies, and not shown to be so among better players."""
    told = [f"with {lowered(title)}, where {words}" for title, words in shaken.items()]
    return f"Balanced by {factor} among mixed strategies alone: {'; '.join(told)}." if told else ""


def _where(titles: Sequence[str]) -> str:
    names = [lowered(title) for title in titles]
    return "; ".join(names) if any("," in name for name in names) else joined(names)


def _too(tables: Mapping[str, pd.DataFrame], verdict: str) -> str:
    """Which levels have the verdict, the farthest out of line first, and in which scenarios; nothing where none has."""
    levels: dict[str, list[tuple[float, str]]] = {}
    for title, table in tables.items():
        for _, row in table[table["verdict"] == verdict].iterrows():
            words = f"{_share(row['share'])} where {_share(row['fair'])} is fair ({lowered(title)})"
            levels.setdefault(str(row.iloc[0]), []).append((abs(row["share"] - row["fair"]), words))
    ranked = sorted(levels.items(), key=lambda each: -max(each[1])[0])
    told = [f"{level} with {joined([words for _, words in its])}" for level, its in ranked]
    return f"Too {verdict}: {_first(told)}." if told else ""


def _first(told: Sequence[str]) -> str:
    """The first few of what is told, and how many more there are."""
    return "; ".join(told[:_MOST]) + (f"; {len(told) - _MOST} more" if len(told) > _MOST else "")


def _share(value: float) -> str:
    return f"{100 * value:.1f} %"


def _beyond(worst: pd.DataFrame) -> pd.Series:
    """Which rows are significantly and by more than the margin out of line."""
    surely = (worst["low"] > 0) | (worst["high"] < 0)
    return surely & (worst["points"].abs() > MARGIN) & worst["verdict"].map(_is_no_doubt).astype(bool)


def _is_no_doubt(verdict: str) -> bool:
    return not verdict or is_decided(verdict)


def _most_of(rows: pd.DataFrame, spans: pd.DataFrame, title: str) -> str:
    """The worst level of a factor in every scenario in which it is out of line, the farthest first."""
    ranked = rows.loc[rows["points"].abs().sort_values(ascending=False, kind="stable").index]
    levels: dict[str, list[str]] = {}
    for _, row in ranked.iterrows():
        levels.setdefault(str(row["worst"]), []).append(_wins(row, spans))
    told = [f"{level} with {joined(words)}" for level, words in levels.items()]
    factor = str(rows["factor"].iloc[0])
    by = "" if all(factor.split()[0] in level for level in levels) else f" by {factor}"
    return f"{title}{by}: {_first(told)}."


def _wins(row: pd.Series, spans: pd.DataFrame) -> str:
    """What the worst level of a factor wins in a scenario."""
    fair = (
        f"where {_share(row['fair'])} is fair"
        if row["verdict"] in BALANCE
        else f"against {_share(row['fair'])} without"
    )
    return f"{_share(row['share'])} {fair}{_span(row, spans)} ({lowered(str(row['scenario']))})"


def _span(row: pd.Series, spans: pd.DataFrame) -> str:
    """What better players win of the same, where that was asked."""
    found = spans[(spans["scenario"] == row["scenario"]) & (spans["factor"] == row["factor"])]
    found = found[found["level"] == row["worst"]]
    if found.empty:
        return ""
    return f", from sensible play up {between(*found[['lowest', 'highest']].iloc[0])}"


def stands(challenged: pd.DataFrame) -> str:
    """How many verdicts hold from sensible play up, and which do not; nothing where none was tried."""
    rows = challenged[challenged["against"] == "play"]
    if rows.empty:
        return ""
    held, changed = ((rows["outcome"] == word).sum() for word in ("holds", "changes"))
    which = f" ({_named(rows[rows['outcome'] == 'changes'])})" if changed else ""
    unsure = len(rows) - held - changed
    return (
        f"From sensible play up, {held} of {len(rows)} verdicts {'holds' if held == 1 else 'hold'}, "
        f"{changed or 'none'} {'turn' if changed > 1 else 'turns'} into another{which}, and {unsure or 'none'} "
        f"{'is' if unsure == 1 else 'are'} undecided there."
    )


def without_end(stopped: pd.DataFrame) -> str:
    """How many games better players do not bring to an end; nothing where they do. stopped: as of `stopped`."""
    told = [
        f"with {lowered(row['scenario'])} the cap stops {percent(row)} of {row['games']:,} games among {row['skill']}"
        f"{_ahead(row['horizon'])}, {_share(row['before'])} of those here"
        for _, row in stopped.iterrows()
    ]
    return f"Better players leave games without an end: {'; '.join(told)}." if told else ""


def _ahead(horizon: float) -> str:
    """How many rounds the players of a level look ahead; nothing of those who do not."""
    return f", who look {horizon:.0f} rounds ahead" if horizon > 0 else ""


def _named(rows: pd.DataFrame) -> str:
    """The verdicts of some rows by their levels, each with its scenarios: the first few."""
    levels: dict[str, list[str]] = {}
    for _, row in rows.drop_duplicates(["scenario", "level"]).iterrows():
        levels.setdefault(row["level"], []).append(lowered(row["scenario"]))
    return _first([f"{level}: {', '.join(titles)}" for level, titles in levels.items()])


def assumed(share: float, which: str, challenged: pd.DataFrame) -> str:
    """How much of the data is assumed, and which verdicts hang on it. which: the data, in words, or nothing."""
    rows = challenged[challenged["against"] == "data"]
    what = f"{100 * share:.0f} % of the values are stand-ins for what the rulebook does not tell"
    lost = rows[rows["outcome"] == "changes"]
    hangs = f" These verdicts hang on it, since other values turn them: {_named(lost)}." if len(lost) else ""
    tried = "" if len(lost) else " No verdict turns into another under the other values that were tried."
    tried = " Other values were not tried." if rows.empty else tried
    return f"Assumed data: {what}{f' ({which})' if which else ''}.{hangs}{tried}"


def strength(searched: Mapping[str, Any], further: Mapping[str, Any], trained: Mapping[str, Any]) -> str:
    """What one wins beyond a fair share who looks ahead, who looks further among those who do, and who is trained.

    By the titles of scenarios rows with gain, low, high, games and maybe against; it tells of the one that is most
    surely large, and nothing of what was not asked.
    """
    asked = (
        ("one who looks ahead", searched),
        ("one who looks further among those who look ahead", further),
        ("one trained against the others", trained),
    )
    lines = [f"{who} wins {_gain(rows)}" for who, rows in asked if rows]
    return f"Strength of play: beyond a fair share, {'; '.join(lines)}." if lines else ""


def out_of_depth(misplayed: pd.DataFrame) -> str:
    """What the strategy that wins most wins under other data that it does not fit. misplayed: as of `misplayed`."""
    told = [
        f"{row['strategy']} wins {percent(row)} under {row['variant']}, {_share(row['before'])} as it is "
        f"({lowered(row['scenario'])})"
        for _, row in misplayed.iterrows()
    ]
    if not told:
        return ""
    return f"Play under other data: {'; '.join(told)}. What is said of these data rests on play that does not fit them."


def _gain(rows: Mapping[str, Any]) -> str:
    """The row that is most surely large, or that nothing is sure."""
    title = max(rows, key=lambda each: rows[each]["low"])
    row = rows[title]
    value, low, high = (f"{100 * row[name]:.1f}" for name in ("gain", "low", "high"))
    among = f"among {row['against']}, " if "against" in row else ""
    told = f"{low} to {high}; {among}{lowered(title)}, {row['games']:,} games"
    if row["low"] <= 0:
        return f"nothing for sure ({value} points at best, {told})"
    return f"{'up to ' if len(rows) > 1 else ''}{value} points ({told})"


def certainty(tables: int) -> str:
    """The chance that luck makes any verdict wrong, of so many tables; nothing where each table has its own."""
    wrong = f"the luck of the games makes any verdict of {tables} tables here wrong with a chance of 5 % at most"
    return f"Certainty: {wrong}; of other players and other data that says nothing." if tables else ""


def turning(challenged: pd.DataFrame, unsure: int) -> str:
    """What would change a verdict. unsure: how many are undecided by the factor."""
    causes = (("play", "better play"), ("strategies", "only the strategies that win"), ("data", "other assumed data"))
    turned = challenged[challenged["outcome"] == "changes"]
    told = [
        f"{words} ({_named(turned[turned['against'] == against])})"
        for against, words in causes
        if (turned["against"] == against).any()
    ]
    told += [f"more games ({unsure} by the factor {'is' if unsure == 1 else 'are'} undecided)"] if unsure else []
    tried = [words for against, words in causes if (challenged["against"] == against).any()]
    if told:
        return f"What would change a verdict: {'; '.join(told)}."
    return f"What would change a verdict: nothing that was tried ({joined(tried)})." if tried else ""
