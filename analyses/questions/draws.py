"""What a draw does: of things drawn for all players together, the games in which one was drawn against the others.

As many are drawn in every game, so a thing is always compared with another that could be in its place.

A game names its draw (`Game.draws`); what was drawn stands in numbered columns of its games. Where players can claim
it, claims_1 and so on say how many seats claimed each thing, claim_round_1 and so on in which round the first did (0:
none), and the bits of the seats' column `claimed` which seats did.
"""

from collections.abc import Iterator, Sequence
from itertools import count, takewhile

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
    sum_by_pair,
    sum_by_thing,
    sums_of_levels,
    sums_of_two,
)
from starbalance.analyses.questions.flags import compared, flag_columns, flag_words, flags, met
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
    MARGIN,
    check_alpha,
    check_margin,
    corrected,
    holm,
    verdict_columns,
)
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

ROUND = 5  # by which a claim is early


def find_draw(result: Result) -> Draw:
    """What is drawn in the games of a run. Raises BadInput for a game in which nothing is drawn for all players."""
    game = find_game(result.settings["game"])
    if not game.draws:
        raise BadInput(f"Nothing is drawn for all players together in {game.title}: there is no draw to look at.")
    schema = result.scan("games").collect_schema()
    numbered = (f"{game.draws}_{k}" for k in count(1))
    slots = tuple(takewhile(lambda name: name in schema, numbered))
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
    margin: float = MARGIN,
    alpha: float = ALPHA,
) -> pd.DataFrame:
    """What a draw does, in games that draw something for all players: a row for each thing drawn.

    As of draw_table (by_round: the round by which a claim is early); with by, a column of seats, as of draw_shares
    (margin and alpha are of its verdicts); with pairs, a row for each two things drawn together, as of draw_pairs and
    draw_pair_shares. Raises BadInput for a game without such a draw and for a column that does not exist.
    """
    if by is not None:
        return (draw_pair_shares if pairs else draw_shares)(result, by, margin=margin, alpha=alpha)
    return draw_pairs(result) if pairs else draw_table(result, by_round)


@marks_incomplete
def draw_table(result: Result, by_round: int = ROUND) -> pd.DataFrame:
    """A row for each thing that can be drawn, of the games in which it was: how it is claimed, and how they go.

    Columns: the draw's name, kind (where the game declares kinds), games (with it), capped (share of them); where it is
    claimed also claimed (share of the games in which somebody claims it), claims (seats per game that do), claim_round
    (mean round of the first claim, where there is one), by_5 (share of the games in which it is claimed by that round);
    difference_rounds and difference_margin (games with it less games without it, which is what it does in the place of
    another), those that the game counts, and p_value_rounds and so on (that there is none, by Holm over the things).
    Every number has its _low and _high, of each row by itself; games are the independent unit.
    """
    draw = find_draw(result)
    _check_round(by_round)
    here, whole = sum_by_thing(course_moments(result, draw), len(draw.words))
    table = pd.DataFrame({draw.name: list(draw.words)})
    if draw.kinds:
        table["kind"] = _kinds(result, draw)
    table["games"] = here[:, 0, 0].astype(int)
    claims = _claims(claim_sums(result, draw, by_round), by_round) if draw.is_claimed else {}
    sides = [here], [whole - here]
    return table.assign(**claims, **_course(*sides, course_columns(result)), **_capped(here))


@marks_incomplete
def draw_kinds(result: Result, by_round: int = ROUND) -> pd.DataFrame:
    """A row for each kind of thing that is drawn, as the game declares them: how it is claimed, who wins.

    Columns: kind, games, claims as of draw_table (shares and means per thing drawn), difference_claims (claims per
    thing of the kind less those of the other things in the same games), then as of claimants of the seats that
    claim anything of the kind: seats, with, without, difference. Every number has low and high. Raises BadInput
    where the game declares no kinds or nothing is claimed.
    """
    draw = find_draw(result)
    _check_round(by_round)
    if not draw.kinds or not draw.is_claimed:
        raise BadInput(f"The game declares no kinds of {draw.name} that players claim.")
    sums = claim_sums(result, draw, by_round, kinds=list(draw.kinds.values()))
    less = paired_difference(sums, ("others_claims", "others"), ("claims", "drawn"), rows="drawn")
    columns = _claims(sums, by_round) | _interval("difference_claims", less.value, less.low, less.high)
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
    """How often the seats of each level of a column, such as strategy, claim each thing in the games with it.

    Columns: the draw's name, by, games (with the thing and the level), claimed (share of the level's seats in them that
    claim it), claimed_low, claimed_high. Raises BadInput where players claim nothing, or for a column that does not
    exist or has more than 60 levels.
    """
    draw = find_draw(result)
    words, levels = flag_words(result, CLAIMED), levels_of(result, by)
    bits = np.array([words.index(word) for word in draw.words])
    here, _ = sum_by_thing(claims_by_level(result, draw, bits, by=by, levels=levels), len(draw.words))
    one, level = (places.ravel() for places in np.indices((len(draw.words), len(levels))))
    table = _cells(draw, one, by, levels=np.array(levels, object)[level])
    found = shares(as_cluster_sums(here[one, :, level]), "value", "rows")
    return table.assign(games=found.games.astype(int), **_interval("claimed", found.share, found.low, found.high))


@marks_incomplete
def draw_pairs(result: Result) -> pd.DataFrame:
    """A row for each two things that were drawn together: what both do beyond what each does alone.

    Columns: the draw's name, other_ and the name, games (with both), both_claimed (share of them in which both are
    claimed, where they can be), difference_rounds and difference_margin (games with both and games with neither, less
    those with the one alone and with the other: 0 where each does what it does without the other), p_value_rounds and
    p_value_margin (that there is none, by Holm over the pairs), capped. Every number has its _low and _high, of each
    row by itself. Raises BadInput where one thing alone is drawn in each game.
    """
    draw = _draw_of_pairs(result)
    here, whole = sum_by_pair(course_moments(result, draw), len(draw.words))
    one, two = np.triu_indices(len(draw.words), 1)
    games = here[one, two, 0, 0]
    table = _pair_names(draw, one, two).assign(games=games.astype(int))
    if draw.is_claimed:
        both, _ = sum_by_pair(claimed_batches(result, draw), len(draw.words))
        table = table.assign(**_interval("both_claimed", *proportions(both[one, two, 0, 0], games)))
    sides = added_batches(here, one, two, whole=whole)
    return met(table.assign(**_course(*sides, course_columns(result)), **_capped(here[one, two])))


@marks_incomplete
def draw_shares(result: Result, by: str, *, margin: float = MARGIN, alpha: float = ALPHA) -> pd.DataFrame:
    """What each thing drawn, in the place of another, does to the win share of each level of a seat column.

    The levels of a column of flags, such as the leaders that a seat is dealt, are its words.
    Columns: the draw's name, by, games (with the thing and the level), with (mean credit of the level's seats in games
    with the thing), without (in all others), difference, low, high (of level 1 - alpha for each row by itself),
    low_all, high_all (for the whole table at once, by Bonferroni: measured 0.1 to 0.3 % wider than by max-t, with two
    levels 6 %, since one mirrors the other), p_value (that there is none, corrected for the table), verdict, as of
    compare: higher, lower, unchanged or undecided, which hold for the whole table at once. Of a column that players
    choose when they know the draw, the difference is also that of who chooses it. Raises BadInput for a column that
    does not exist or has more than 60 levels.
    """
    check_margin(margin)
    check_alpha(alpha)
    draw, levels, parts = _credits_of(result, by)
    here, whole = (moments / IN_PARTS for moments in sum_by_thing(parts, len(draw.words)))
    one, level = (places.ravel() for places in np.indices((len(draw.words), len(levels))))
    table = _cells(draw, one, by, levels=levels[level])
    sums = here[one, :, level]
    return _compared(
        table, [sums], [whole[:, level].T - sums], played=result.played, other="without", margin=margin, alpha=alpha
    )


@marks_incomplete
def draw_pair_shares(result: Result, by: str, *, margin: float = MARGIN, alpha: float = ALPHA) -> pd.DataFrame:
    """What each two things drawn together do to the win shares of a seat column beyond what each does alone.

    Columns: as of draw_shares with other_ and the draw's name, and in place of `without` expected (the share with both
    if each did what it does without the other); the difference is that of draw_pairs. low_all, high_all, p_value and
    verdict hold for all pairs and levels. Those that differ significantly from 0 come first, the largest of them first.
    """
    check_margin(margin)
    check_alpha(alpha)
    _draw_of_pairs(result)
    draw, levels, parts = _credits_of(result, by)
    here, whole = (moments / IN_PARTS for moments in sum_by_pair(parts, len(draw.words)))
    one, two = np.triu_indices(len(draw.words), 1)
    pair, level = (places.ravel() for places in np.indices((len(one), len(levels))))
    table = _pair_names(draw, one[pair], two[pair]).assign(**{by: levels[level]})
    more, less = ([side[pair, :, level] for side in sides] for sides in added_batches(here, one, two, whole=whole))
    table = _compared(table, more, less, played=result.played, other="expected", margin=margin, alpha=alpha)
    return by_significance(met(table), alpha)


def by_significance(table: pd.DataFrame, alpha: float = ALPHA) -> pd.DataFrame:
    """The rows that differ significantly from 0 first, the largest of them first."""
    size = np.where(table["p_value"] <= alpha, table["difference"].abs(), -table["p_value"].fillna(2))
    return table.iloc[np.argsort(-size, kind="stable")].reset_index(drop=True)


@marks_incomplete
def draw_best(result: Result, by: str, *, alpha: float = ALPHA) -> pd.DataFrame:
    """Which level of a seat column wins most in the games with each thing, against the one that wins most in all games.

    Columns: the draw's name, games (with the thing), best (the level), share (its win share in these games), usual (the
    level that wins most in all games), share_usual (its share in these games), difference (of the two shares), low,
    high (for all things and levels at once, by Bonferroni: another level is significantly better where low is above 0).
    Raises BadInput as draw_shares.
    """
    check_alpha(alpha)
    draw, levels, parts = _credits_of(result, by)
    games, sums, whole = sums_of_levels(parts, len(draw.words), len(levels))
    count, known = len(levels), np.flatnonzero(games)
    with np.errstate(invalid="ignore"):
        usual = int(np.nanargmax(whole[count:] / whole[:count]))
        best = np.nanargmax(sums.sums[known, count:] / sums.sums[known, :count], axis=1)
    pair = sums_of_two(sums, known, best, usual=usual)
    level = 1 - alpha / max(1, len(known) * (count - 1))
    less = differences(pair, ("credit", "rows"), ("credit_usual", "rows_usual"), level=level)
    other = best != usual  # one and the same differs by nothing
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
    """A row for each thing that can be drawn, of the seats in the games in which it was.

    Columns: the draw's name, games (with it), seats (share of the seats that claim it), with (win share of those),
    without (of the others in the same games), difference, low, high; every number with low and high. To claim is a
    choice: the difference is not the effect of a claim. Raises BadInput where players claim nothing.
    """
    draw = find_draw(result)
    words = flag_words(result, CLAIMED)
    among = [pl.any_horizontal((pl.col(slot) == word).fill_null(False) for slot in draw.slots) for word in words]
    table = flags(result, CLAIMED, words, among=among).rename(columns={CLAIMED: draw.name})
    games = sum_by_thing(course_moments(result, draw), len(draw.words))[0][:, 0, 0]
    table["games"] = games.astype(int)[[draw.words.index(word) for word in words]]
    return table


def _draw_of_pairs(result: Result) -> Draw:
    """What is drawn in the games of a run. Raises BadInput where one thing alone is drawn in each."""
    draw = find_draw(result)
    if len(draw.slots) < 2:
        raise BadInput(f"One {draw.name} alone is drawn in each game: there are no pairs to look at.")
    return draw


def _check_round(by_round: int) -> None:
    if by_round < 1:
        raise BadInput(f"Nothing is claimed by round {by_round}: the first round is 1.")


def _interval(name: str, *numbers: np.ndarray) -> dict[str, np.ndarray]:
    """A number, its lower and its upper end as columns."""
    return dict(zip((name, f"{name}_low", f"{name}_high"), numbers, strict=True))


def _pair_names(draw: Draw, one: np.ndarray, two: np.ndarray) -> pd.DataFrame:
    words = np.array(draw.words, object)
    return pd.DataFrame({draw.name: words[one], draw.other: words[two]})


def _cells(draw: Draw, things: np.ndarray, by: str, *, levels: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame({draw.name: np.array(draw.words, object)[things], by: levels})


def _kinds(result: Result, draw: Draw) -> list[str]:
    """The kind of each thing, from the slots in which it comes up; empty for one that never does."""
    slots = [result.scan("games").select(pl.col(slot).unique()).collect()[slot].to_list() for slot in draw.slots]
    of_word = {word: kind for kind, places in draw.kinds.items() for place in places for word in slots[place]}
    return [of_word.get(word, "") for word in draw.words]


def _claims(sums: ClusterSums, by_round: int) -> dict[str, np.ndarray]:
    """How things are claimed, as columns."""
    found: dict[str, Shares | Ratios] = {
        "claimed": shares(sums, "claimed", "drawn"),
        "claims": ratios(sums, "claims", "drawn"),
        "claim_round": ratios(sums, "claim_round", "claimed"),
        f"by_{by_round}": shares(sums, "early", "drawn"),
    }
    columns: dict[str, np.ndarray] = {}
    for name, each in found.items():
        columns |= _interval(name, each.value, each.low, each.high)
    return columns


def _course(more: Sequence[np.ndarray], less: Sequence[np.ndarray], names: Sequence[str]) -> dict[str, np.ndarray]:
    """How the games of some sides differ from those of others, as columns. Of each: (rows, 6, columns of the games)."""
    columns: dict[str, np.ndarray] = {}
    for place, name in enumerate(names):
        plus, minus = ([as_cluster_sums(side[:, :, place]) for side in each] for each in (more, less))
        found = contrast(plus, minus, "value", bottom="rows")
        columns |= _interval(f"difference_{name}", found.value, found.low, found.high)
        columns[f"p_value_{name}"] = holm(found.p_value(np.zeros(len(found.value))))
    return columns


def _capped(here: np.ndarray) -> dict[str, np.ndarray]:
    """The share of capped games, as columns."""
    return _interval("capped", *proportions(here[:, 2, -1], here[:, 0, -1]))


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
) -> pd.DataFrame:
    """A table with the win shares of its rows in the games of some sides less those of others.

    more, less: moments (rows, 6); the first of more are of the games with what was drawn. played: the games of the
    run. other: the column of what their share would be without the difference.
    """

    def measured(level: float) -> ShareContrast:
        plus, minus = (
            [shares(as_cluster_sums(each), "value", "rows", level=level) for each in side] for side in (more, less)
        )
        return share_contrast(plus, minus)

    found = measured(1 - alpha)
    known = max(1, int(np.sum(~np.isnan(found.value))))
    for_all = measured(1 - alpha / known)
    share = found.more[0].share
    none = np.zeros(len(table))
    return table.assign(
        games=more[0][:, 0].astype(int),
        **{"with": share, other: share - found.value, "difference": found.value},
        low=found.low,
        high=found.high,
        low_all=for_all.low,
        high_all=for_all.high,
        p_value=corrected(found, none, margin)[1],
        **verdict_columns(found, none, played=played, margin=margin, alpha=alpha, terms=CHANGE),
    )
