"""The effects of shared random components: games in which a thing was drawn are compared with the other games.

The same number of things is drawn in every game, so a thing is always compared with others that could have been drawn.

A game names its draw (`Game.draws`). The things drawn are in numbered columns of its games. If players can claim them,
there are three more columns. claims_1 and so on count the seats that claimed each thing. claim_round_1 and so on give
the round of the first claim, or 0. The bits of the seats' column `claimed` show which seat claimed what.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.columns import roles
from starbalance.analyses.questions.drawn import (
    CLAIMED,
    IN_PARTS,
    Draw,
    added_batches,
    as_cluster_sums,
    claim_sums,
    claimed_batches,
    claims_by_level,
    course_columns,
    course_moments,
    credit_moments,
    flag_moments,
    levels_of,
    slots_of,
    sum_by_pair,
    sum_by_thing,
    sums_of_levels,
    sums_of_two,
)
from starbalance.analyses.questions.flags import bits, compared, flag_columns, flag_words, met
from starbalance.analyses.questions.rates import margin_of_run
from starbalance.analyses.statistics.aggregate import check_numbers
from starbalance.analyses.statistics.contrast import ShareContrast, contrast, share_contrast
from starbalance.analyses.statistics.estimate import (
    ALPHA,
    ClusterSums,
    Ratios,
    Shares,
    differences,
    paired_difference,
    proportions,
    ratios,
    shares,
)
from starbalance.analyses.statistics.verdict import (
    CHANGE,
    ONE_LEVEL,
    check_alpha,
    check_margin,
    corrected,
    holm,
    is_significant,
    verdict_columns,
)
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

ROUND = 5  # a claim is early until the end of this round


def find_draw(result: Result) -> Draw:
    """Return the draw of a run's game.

    Args:
        result: A run.

    Raises:
        BadInput: If the game draws nothing for all players together, or the columns of its draws do not exist.
    """
    game = find_game(result.settings["game"])
    if not game.draws:
        raise BadInput(f"{game.title} has no draw for all players together, so there is nothing to compare.")
    schema = result.scan("games").collect_schema()
    slots = slots_of(game, schema, [name for name, kind in schema.items() if isinstance(kind, pl.Enum)])
    named = roles(result.settings["game"]).draw_kinds
    kinds = {kind: tuple(place - 1 for place in places) for kind, places in named.items()}
    words = schema[slots[0]]
    assert isinstance(words, pl.Enum)
    return Draw(game.draws, tuple(words.categories), slots, "claims_1" in schema, kinds)


@marks_incomplete
def draws(
    result: Result,
    by: str | None = None,
    *,
    pairs: bool = False,
    by_round: int = ROUND,
    margin: float | None = None,
    alpha: float = ALPHA,
) -> pd.DataFrame:
    """Return the effects of the things that a game draws for all players together.

    Args:
        result: A run.
        by: A column of the seats, whose win shares are compared. Default: the course of the games is compared.
        pairs: Whether the rows are pairs of things drawn together. Default: False, one row per thing.
        by_round: The round by which a claim is early. Default: 5.
        margin: The margin of the verdicts, as a share. Default: the margin of a run that was played until decided, and
            2 points for any other run.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.

    Returns:
        The table of `draw_table`, or of `draw_pairs` with pairs; with `by`, the table of `draw_shares`, or of
        `draw_pair_shares` with pairs.

    Raises:
        BadInput: If the game has no such draw, or a column does not exist.
    """
    if by is not None:
        return (draw_pair_shares if pairs else draw_shares)(result, by, margin=margin, alpha=alpha)
    return draw_pairs(result) if pairs else draw_table(result, by_round)


@marks_incomplete
def draw_table(result: Result, by_round: int = ROUND) -> pd.DataFrame:
    """Return a row for each thing that can be drawn: how it is claimed, and how the games with it go.

    Games are the independent unit. Every number except p-values has an interval in columns with _low and _high, for
    each row by itself.

    Args:
        result: A run.
        by_round: The round by which a claim is early. Default: 5.

    Returns:
        the name of the draw: the thing
        kind: its kind, if the game declares kinds
        games: the number of games with it
        claimed: the share of the games in which a seat claims it, if things can be claimed
        claims: the number of seats per game that claim it
        claim_round: the mean round of the first claim
        by_5: the share of the games in which it is claimed by that round (the name holds `by_round`)
        difference_rounds: the number of rounds in games with it minus games without it; this is its effect compared
            with another thing that is drawn instead
        p_value_rounds: the p-value of no difference, adjusted over the things (Holm)
        difference_margin: the same for the margin of victory, if the game records it
        p_value_margin: the same for the margin
        truncated: the share of truncated games

    Raises:
        BadInput: If the game has no such draw.
    """
    draw = find_draw(result)
    _check_round(by_round)
    with_thing, whole = sum_by_thing(course_moments(result, draw), len(draw.words))
    table = pd.DataFrame({draw.name: list(draw.words)})
    if draw.kinds:
        table["kind"] = _kinds(result, draw)
    table["games"] = with_thing[:, 0, 0].astype(int)
    claims = _claims(result, claim_sums(result, draw, by_round), by_round) if draw.is_claimed else {}
    sides = [with_thing], [whole - with_thing]
    return table.assign(**claims, **_course(*sides, course_columns(result)), **_truncated(with_thing))


@marks_incomplete
def draw_kinds(result: Result, by_round: int = ROUND) -> pd.DataFrame:
    """Return a row for each kind of thing that is drawn: how it is claimed, and the win shares of its claimants.

    Every number has an interval in columns with _low and _high.

    Args:
        result: A run.
        by_round: The round by which a claim is early. Default: 5.

    Returns:
        kind: the kind
        games: the number of games with a thing of this kind
        claimed, claims, claim_round, by_5: as in `draw_table`, per thing drawn
        difference_claims: the claims per thing of the kind minus the claims per other thing in the same games
        seats: the share of the seats that claim anything of the kind
        with: their win share
        without: the win share of the other seats
        difference: with minus without

    Raises:
        BadInput: If the game declares no kinds, or nothing is claimed.
    """
    draw = find_draw(result)
    _check_round(by_round)
    if not draw.kinds or not draw.is_claimed:
        raise BadInput(f"The game declares no kinds of {draw.name} that players can claim.")
    sums = claim_sums(result, draw, by_round, kinds=list(draw.kinds.values()))
    less = paired_difference(sums, ("others_claims", "others"), ("claims", "drawn"), rows="drawn")
    columns = _claims(result, sums, by_round) | _interval("difference_claims", less.value, less.low, less.high)
    words, kinds = flag_words(result, CLAIMED), dict(zip(draw.words, _kinds(result, draw), strict=True))
    masks = [sum(1 << bit for bit, word in enumerate(words) if kinds[word] == kind) for kind in draw.kinds]
    marks = [pl.col(CLAIMED).cast(pl.Int64) & mask != 0 for mask in masks]
    among = [
        pl.any_horizontal(pl.col(draw.slots[place]).is_not_null() for place in draw.kinds[each]) for each in draw.kinds
    ]
    table = compared(result, pd.DataFrame({"kind": list(draw.kinds)}), marks, among=among)
    table["games"] = sums.count("drawn").astype(int)
    names = ["kind", "games", *columns]
    return table.assign(**columns)[[*names, *(name for name in table if name not in names)]]


@marks_incomplete
def draw_claims(result: Result, by: str) -> pd.DataFrame:
    """Return how often the seats of each level of a column, such as the strategy, claim each thing in the games with
    it.

    Args:
        result: A run.
        by: A column of the seats.

    Returns:
        the name of the draw: the thing
        the column: the level
        games: the number of games with the thing and the level
        claimed: the share of the level's seats in these games that claim it
        claimed_low: the lower end of its 95% interval
        claimed_high: the upper end

    Raises:
        BadInput: If players claim nothing, or the column does not exist or has more than 60 levels.
    """
    draw = find_draw(result)
    words, levels = flag_words(result, CLAIMED), levels_of(result, by)
    bits = np.array([words.index(word) for word in draw.words])
    with_thing, _ = sum_by_thing(claims_by_level(result, draw, bits, by=by, levels=levels), len(draw.words))
    one, level = (places.ravel() for places in np.indices((len(draw.words), len(levels))))
    table = _cells(draw, one, by, levels=np.array(levels, object)[level])
    claimed = shares(as_cluster_sums(with_thing[one, :, level]), "value", "rows")
    return table.assign(
        games=claimed.games.astype(int), **_interval("claimed", claimed.share, claimed.low, claimed.high)
    )


@marks_incomplete
def draw_pairs(result: Result) -> pd.DataFrame:
    """Return a row for each two things that were drawn together: their joint effect beyond the sum of both effects.

    A difference adds the games with both things and with neither, and subtracts the games with only one of them. It is
    0 if each thing has its separate effect. Every number except p-values has an interval in columns with _low and
    _high, for each row by itself.

    Args:
        result: A run.

    Returns:
        the name of the draw: the first thing
        other_ and the name: the second thing
        games: the number of games with both
        both_claimed: the share of these games in which both are claimed, if things can be claimed
        difference_rounds: the joint effect on the number of rounds
        p_value_rounds: the p-value of no difference, adjusted over the pairs (Holm)
        difference_margin: the joint effect on the margin of victory, if the game records it
        p_value_margin: the same for the margin
        truncated: the share of truncated games

    Raises:
        BadInput: If only one thing is drawn in each game.
    """
    draw = _draw_of_pairs(result)
    with_both, whole = sum_by_pair(course_moments(result, draw), len(draw.words))
    one, two = np.triu_indices(len(draw.words), 1)
    games = with_both[one, two, 0, 0]
    table = _pair_names(draw, one, two).assign(games=games.astype(int))
    if draw.is_claimed:
        both, _ = sum_by_pair(claimed_batches(result, draw), len(draw.words))
        table = table.assign(**_interval("both_claimed", *proportions(both[one, two, 0, 0], games)))
    sides = added_batches(with_both, one, two, whole=whole)
    return met(table.assign(**_course(*sides, course_columns(result)), **_truncated(with_both[one, two])))


@marks_incomplete
def draw_shares(result: Result, by: str, *, margin: float | None = None, alpha: float = ALPHA) -> pd.DataFrame:
    """Return the effect of each thing drawn, compared with another thing, on the win share of each level of a seat
    column.

    The levels of a set-valued column, such as the leaders that a seat is dealt, are its words. If players choose the
    column after they know the draw, the difference also reflects this choice.

    Args:
        result: A run.
        by: A column of the seats.
        margin: The margin of the verdicts, as a share. Default: the margin of a run that was played until decided, and
            2 points for any other run.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.

    Returns:
        the name of the draw: the thing
        the column: the level
        games: the number of games with the thing and the level
        with: the mean credit of the level's seats in games with the thing
        without: their mean credit in all other games
        difference: with minus without
        low: the lower end of the interval of level 1 - alpha for each row by itself
        high: the upper end
        low_all: the lower end of the interval for all rows together (Bonferroni). It is 0.1% to 0.3% wider than by
            max-t; with two levels 6%, since one mirrors the other (measured).
        high_all: the upper end
        p_value: the p-value of no difference, adjusted over the table
        verdict: `higher`, `lower`, `unchanged` or `undecided`; all verdicts hold together
        games_needed: the total games that may decide the row
        reason: why more games would not decide the row, or an empty text

    Raises:
        BadInput: If the column does not exist or has more than 60 levels.
    """
    margin = margin_of_run(result) if margin is None else margin
    check_margin(margin)
    check_alpha(alpha)
    draw, levels, parts = _credits_of(result, by)
    with_thing, whole = (moments / IN_PARTS for moments in sum_by_thing(parts, len(draw.words)))
    one, level = (places.ravel() for places in np.indices((len(draw.words), len(levels))))
    table = _cells(draw, one, by, levels=levels[level])
    sums = with_thing[one, :, level]
    limits: dict[str, Any] = {"margin": margin, "alpha": alpha, "reason": _reason(result, by, levels)}
    return _compared(table, [sums], [whole[:, level].T - sums], played=result.played, other="without", **limits)


@marks_incomplete
def draw_pair_shares(result: Result, by: str, *, margin: float | None = None, alpha: float = ALPHA) -> pd.DataFrame:
    """Return the joint effect of each two things drawn together on the win shares of a seat column, beyond both
    effects.

    Rows that differ significantly from 0 come first, the largest difference first.

    Args:
        result: A run.
        by: A column of the seats.
        margin: The margin of the verdicts, as a share. Default: the margin of a run that was played until decided, and
            2 points for any other run.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.

    Returns:
        The columns of `draw_shares`, with two differences:
        other_ and the name of the draw: the second thing
        expected: instead of `without`, the share with both things if each had its separate effect

    Raises:
        BadInput: If only one thing is drawn in each game, and as `draw_shares` does.
    """
    margin = margin_of_run(result) if margin is None else margin
    check_margin(margin)
    check_alpha(alpha)
    _draw_of_pairs(result)
    draw, levels, parts = _credits_of(result, by)
    with_both, whole = (moments / IN_PARTS for moments in sum_by_pair(parts, len(draw.words)))
    one, two = np.triu_indices(len(draw.words), 1)
    pair, level = (places.ravel() for places in np.indices((len(one), len(levels))))
    table = _pair_names(draw, one[pair], two[pair]).assign(**{by: levels[level]})
    more, less = ([side[pair, :, level] for side in sides] for sides in added_batches(with_both, one, two, whole=whole))
    limits: dict[str, Any] = {"margin": margin, "alpha": alpha, "reason": _reason(result, by, levels)}
    table = _compared(table, more, less, played=result.played, other="expected", **limits)
    return by_significance(met(table), alpha)


def by_significance(table: pd.DataFrame, alpha: float = ALPHA) -> pd.DataFrame:
    """Return the rows that differ significantly from 0 first, in order of size, then the other rows by p-value.

    Verdicts decide what is significant, or p-values in a table without verdicts (see `is_significant`).

    Args:
        table: A table with the columns `p_value` and `difference`.
        alpha: The level of significance. Default: 0.05.
    """
    size = np.where(is_significant(table, alpha), table["difference"].abs(), -table["p_value"].fillna(2))
    return table.iloc[np.argsort(-size, kind="stable")].reset_index(drop=True)


@marks_incomplete
def draw_best(result: Result, by: str, *, alpha: float = ALPHA) -> pd.DataFrame:
    """Return the level of a seat column that wins most in the games with each thing, and the level that wins most
    overall.

    Args:
        result: A run.
        by: A column of the seats.
        alpha: The largest probability that any interval misses its difference. Default: 0.05.

    Returns:
        the name of the draw: the thing
        games: the number of games with it
        best: the level with the largest win share in these games
        share: its win share in these games
        usual: the level with the largest win share in all games
        share_usual: its win share in the games with the thing
        difference: share minus share_usual
        low: the lower end of the interval for all things and levels together (Bonferroni); above 0, another level is
            significantly better
        high: the upper end

    Raises:
        BadInput: If the column does not exist or has more than 60 levels.
    """
    check_alpha(alpha)
    draw, levels, parts = _credits_of(result, by)
    games, sums, whole = sums_of_levels(parts, len(draw.words), len(levels))
    count, known = len(levels), np.flatnonzero(games)
    with np.errstate(invalid="ignore"):
        usual = int(np.nanargmax(whole[count:] / whole[:count]))
        best = np.nanargmax(sums.sums[known, count:] / sums.sums[known, :count], axis=1)
    pair = sums_of_two(sums, known, best, usual=usual)
    confidence = 1 - alpha / max(1, len(known) * (count - 1))
    less = differences(pair, ("credit", "rows"), ("credit_usual", "rows_usual"), confidence=confidence)
    other = best != usual  # a level does not differ from itself
    columns = {name: np.where(other, each, 0.0) for name, each in zip(("difference", "low", "high"), less, strict=True)}
    with np.errstate(invalid="ignore"):
        share, usually = (pair.sum(f"credit{end}") / pair.sum(f"rows{end}") for end in ("", "_usual"))
    return pd.DataFrame(
        {draw.name: np.array(draw.words, object)[known], "games": games[known].astype(int)}
        | {"best": levels[best], "share": share, "usual": levels[usual], "share_usual": usually}
        | columns
    )


@marks_incomplete
def claimants(result: Result) -> pd.DataFrame:
    """Return a row for each thing that can be drawn: the win shares of the seats that claim it, and of the other seats.

    To claim is a choice, so the difference is not the effect of a claim. Every number has an interval in columns with
    _low and _high.

    Args:
        result: A run.

    Returns:
        the name of the draw: the thing
        games: the number of games with it
        seats: the share of the seats in these games that claim it
        with: their win share
        without: the win share of the other seats in these games
        difference: with minus without
        low: the lower end of the 95% interval of the difference
        high: the upper end

    Raises:
        BadInput: If players claim nothing.
    """
    draw = find_draw(result)
    words = flag_words(result, CLAIMED)
    among = [pl.any_horizontal((pl.col(slot) == word).fill_null(False) for slot in draw.slots) for word in words]
    table = bits(result, CLAIMED, words, among=among).rename(columns={CLAIMED: draw.name})
    games = sum_by_thing(course_moments(result, draw), len(draw.words))[0][:, 0, 0]
    table["games"] = games.astype(int)[[draw.words.index(word) for word in words]]
    return table


def _draw_of_pairs(result: Result) -> Draw:
    """Return the draw of a run's game. Raise BadInput if only one thing is drawn in each game."""
    draw = find_draw(result)
    if len(draw.slots) < 2:
        raise BadInput(f"Only one {draw.name} is drawn in each game, so there are no pairs.")
    return draw


def _check_round(by_round: int) -> None:
    if by_round < 1:
        raise BadInput(f"The round of an early claim must be at least 1, got {by_round}.")


def _interval(name: str, *numbers: np.ndarray) -> dict[str, np.ndarray]:
    """Return a number, its lower end and its upper end as the columns NAME, NAME_low and NAME_high."""
    return dict(zip((name, f"{name}_low", f"{name}_high"), numbers, strict=True))


def _pair_names(draw: Draw, one: np.ndarray, two: np.ndarray) -> pd.DataFrame:
    words = np.array(draw.words, object)
    return pd.DataFrame({draw.name: words[one], draw.other: words[two]})


def _cells(draw: Draw, things: np.ndarray, by: str, *, levels: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame({draw.name: np.array(draw.words, object)[things], by: levels})


def _kinds(result: Result, draw: Draw) -> list[str]:
    """Return the kind of each thing, from the slots in which it occurs; an empty text if it never occurs."""
    slots = [result.scan("games").select(pl.col(slot).unique()).collect()[slot].to_list() for slot in draw.slots]
    of_word = {word: kind for kind, places in draw.kinds.items() for place in places for word in slots[place]}
    return [of_word.get(word, "") for word in draw.words]


def _claims(result: Result, sums: ClusterSums, by_round: int) -> dict[str, np.ndarray]:
    """Return the columns claimed, claims, claim_round and by_N (early claims), each with its interval."""
    estimates: dict[str, Shares | Ratios] = {
        "claimed": shares(sums, "claimed", "drawn"),
        "claims": ratios(sums, "claims", "drawn", bounds=(0.0, result.seats_per_game)),
        "claim_round": ratios(sums, "claim_round", "claimed"),
        f"by_{by_round}": shares(sums, "early", "drawn"),
    }
    columns: dict[str, np.ndarray] = {}
    for name, each in estimates.items():
        columns |= _interval(name, each.value, each.low, each.high)
    return columns


def _course(more: Sequence[np.ndarray], less: Sequence[np.ndarray], names: Sequence[str]) -> dict[str, np.ndarray]:
    """Return difference_NAME with its interval and p_value_NAME: the games of `more` minus the games of `less`."""
    columns: dict[str, np.ndarray] = {}
    for place, name in enumerate(names):
        plus, minus = ([as_cluster_sums(side[:, :, place]) for side in each] for each in (more, less))
        difference = contrast(plus, minus, "value", bottom="rows")
        columns |= _interval(f"difference_{name}", difference.value, difference.low, difference.high)
        columns[f"p_value_{name}"] = holm(difference.p_value(np.zeros(len(difference.value))))
    return columns


def _truncated(moments: np.ndarray) -> dict[str, np.ndarray]:
    """Return the column `truncated`, the share of truncated games, with its interval."""
    return _interval("truncated", *proportions(moments[:, 2, -1], moments[:, 0, -1]))


def _credits_of(result: Result, by: str) -> tuple[Draw, np.ndarray, Iterator[tuple[np.ndarray, np.ndarray]]]:
    """Return the draw, the levels of a column, and the moments of their rows and credit in PARTS for sum_by_thing.

    The levels of a column of flags are its words. A seat then has several of them, or none.
    """
    draw = find_draw(result)
    if by in (words := flag_columns(result)):
        check_numbers(result, [by])
        return draw, np.array(words[by], object), flag_moments(result, draw, by, count=len(words[by]))
    levels = levels_of(result, by)
    return draw, np.array(levels, object), credit_moments(result, draw, by, levels=levels)


def _compared(
    table: pd.DataFrame,
    more: Sequence[np.ndarray],
    less: Sequence[np.ndarray],
    *,
    played: int,
    other: str,
    margin: float,
    alpha: float,
    reason: str,
) -> pd.DataFrame:
    """Return a table with the win shares of its rows, added over some sets of games and subtracted over others.

    Args:
        table: The rows.
        more: Moments (rows, 6) of the sets that are added, the first with what was drawn.
        less: Moments of the sets that are subtracted.
        played: The number of games of the run.
        other: The name of the column for the share without the difference.
        margin: The margin of the verdicts, as a share.
        alpha: The largest probability of a wrong verdict in the table.
        reason: Why all verdicts are withheld, or an empty text.
    """

    def measured(confidence: float) -> ShareContrast:
        plus, minus = (
            [shares(as_cluster_sums(each), "value", "rows", confidence=confidence) for each in side]
            for side in (more, less)
        )
        return share_contrast(plus, minus)

    difference = measured(1 - alpha)
    known = max(1, int(np.sum(~np.isnan(difference.value))))
    for_all = measured(1 - alpha / known)
    share = difference.more[0].share
    none, reasons = np.zeros(len(table)), [reason] * len(table)
    return table.assign(
        games=more[0][:, 0].astype(int),
        **{"with": share, other: share - difference.value, "difference": difference.value},
        low=difference.low,
        high=difference.high,
        low_all=for_all.low,
        high_all=for_all.high,
        p_value=corrected(difference, none, margin)[1],
        **verdict_columns(difference, none, played=played, margin=margin, alpha=alpha, terms=CHANGE, reasons=reasons),
    )


def _reason(result: Result, by: str, levels: np.ndarray) -> str:
    """Return a reason if all seats have the same level, whose win share is always an equal share. Otherwise empty."""
    return ONE_LEVEL if len(levels) == 1 and by not in flag_columns(result) else ""
