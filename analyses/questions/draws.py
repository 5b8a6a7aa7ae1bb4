"""What a draw does: of things drawn for all players together, the games in which one was drawn against the others.

As many are drawn in every game, so a thing is always compared with another that could be in its place.

A game names its draw (`Game.draws`); what was drawn stands in numbered columns of its games. Where players can claim
it, claims_1 and so on say how many seats claimed each thing, claim_round_1 and so on in which round the first did (0:
none), and the bits of the seats' column `claimed` which seats did.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count, takewhile
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.questions.flags import compared, flag_words, flags
from starbalance.analyses.questions.roles import roles
from starbalance.analyses.statistics.aggregate import PARTS, game_batches, seat_batches
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
from starbalance.analyses.statistics.verdict import CHANGE, MARGIN, check_alpha, check_margin, corrected, holm, verdicts
from starbalance.simulator import find_game
from starbalance.simulator.errors import BadInput

ROUND = 5  # by which a claim is early
MOST_LEVELS = 60
CLAIMED = "claimed"  # the column of seats with the bits of what each claimed
COURSE = ("rounds", "margin")  # columns of games that a draw may change, those that a game has
_SLOT = ("drawn", "claimed", "claims", "claim_round", "early", "others", "others_claims")
_IN_PARTS = np.array([1, 1, PARTS, 1, PARTS, PARTS**2])[:, None]  # the moments of rows and a credit in PARTS


@dataclass(frozen=True)
class Draw:
    """What is drawn in the games of a run.

    name: of the numbered columns. words: all that can be drawn. slots: the columns. is_claimed: whether players claim
    it. kinds: kind -> the slots (0 first) that hold things of it, as the game declares them.
    """

    name: str
    words: tuple[str, ...]
    slots: tuple[str, ...]
    is_claimed: bool
    kinds: Mapping[str, tuple[int, ...]]

    @property
    def other(self) -> str:
        """The column of the second thing of a pair."""
        return f"other_{self.name}"


def find_draw(result: Any) -> Draw:
    """What is drawn in the games of a run. Raises BadInput for a game in which nothing is drawn for all players."""
    game = find_game(result.settings["game"])
    if not game.draws:
        raise BadInput(f"Nothing is drawn for all players together in {game.title}: there is no draw to look at.")
    schema = result.scan("games").collect_schema()
    numbered = (f"{game.draws}_{k}" for k in count(1))
    slots = tuple(takewhile(lambda name: name in schema, numbered))
    named = roles(game.name).draw_kinds
    kinds = {kind: tuple(place - 1 for place in places) for kind, places in named.items()}
    return Draw(game.draws, tuple(schema[slots[0]].categories), slots, "claims_1" in schema, kinds)


def draws(
    result: Any,
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


def draw_table(result: Any, by_round: int = ROUND) -> pd.DataFrame:
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
    here, whole = _summed(_courses(result, draw), len(draw.words))
    table = pd.DataFrame({draw.name: list(draw.words)})
    if draw.kinds:
        table["kind"] = _kinds(result, draw)
    table["games"] = here[:, 0, 0].astype(int)
    claims = _claims(_things(result, draw, by_round), by_round) if draw.is_claimed else {}
    sides = [here], [whole - here]
    return table.assign(**claims, **_course(*sides, _course_names(result)), **_capped(here))


def draw_kinds(result: Any, by_round: int = ROUND) -> pd.DataFrame:
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
    sums = _things(result, draw, by_round, kinds=list(draw.kinds.values()))
    less = paired_difference(sums, ("others_claims", "others"), ("claims", "drawn"), rows="drawn")
    columns = _claims(sums, by_round) | _spread("difference_claims", less.value, less.low, less.high)
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


def draw_claims(result: Any, by: str) -> pd.DataFrame:
    """How often the seats of each level of a column, such as strategy, claim each thing in the games with it.

    Columns: the draw's name, by, games (with the thing and the level), claimed (share of the level's seats in them that
    claim it), claimed_low, claimed_high. Raises BadInput where players claim nothing, or for a column that does not
    exist or has more than 60 levels.
    """
    draw = find_draw(result)
    words, levels = flag_words(result, CLAIMED), _levels(result, by)
    bits = np.array([words.index(word) for word in draw.words])
    here, _ = _summed(_claims_of(result, draw, bits, by=by, levels=levels), len(draw.words))
    one, level = (places.ravel() for places in np.indices((len(draw.words), len(levels))))
    table = _cells(draw, one, by, levels=np.array(levels, object)[level])
    found = shares(_as_totals(here[one, :, level]), "value", "rows")
    return table.assign(games=found.games.astype(int), **_spread("claimed", found.share, found.low, found.high))


def draw_pairs(result: Any) -> pd.DataFrame:
    """A row for each two things that can be drawn together: what both do beyond what each does alone.

    Columns: the draw's name, other_ and the name, games (with both), both_claimed (share of them in which both are
    claimed, where they can be), difference_rounds and difference_margin (games with both and games with neither, less
    those with the one alone and with the other: 0 where each does what it does without the other), p_value_rounds and
    p_value_margin (that there is none, by Holm over the pairs), capped. Every number has its _low and _high, of each
    row by itself.
    """
    draw = find_draw(result)
    here, whole = _summed_pairs(_courses(result, draw), len(draw.words))
    one, two = np.triu_indices(len(draw.words), 1)
    games = here[one, two, 0, 0]
    table = _pair_names(draw, one, two).assign(games=games.astype(int))
    if draw.is_claimed:
        both, _ = _summed_pairs(_claimed(result, draw), len(draw.words))
        table = table.assign(**_spread("both_claimed", *proportions(both[one, two, 0, 0], games)))
    sides = _together(here, one, two, whole=whole)
    return table.assign(**_course(*sides, _course_names(result)), **_capped(here[one, two]))


def draw_shares(result: Any, by: str, *, margin: float = MARGIN, alpha: float = ALPHA) -> pd.DataFrame:
    """What each thing drawn, in the place of another, does to the win share of each level of a seat column.

    Columns: the draw's name, by, games (with the thing and the level), with (mean credit of the level's seats in games
    with the thing), without (in all others), difference, low, high (of level 1 - alpha for each row by itself),
    low_all, high_all (for the whole table at once, by Bonferroni), p_value (that there is none, corrected for the
    table), verdict, as of compare: higher, lower, unchanged or undecided, which hold for the whole table at once. Of a
    column that players choose when they know the draw, the difference is also that of who chooses it. Raises BadInput
    for a column that does not exist or has more than 60 levels.
    """
    check_margin(margin)
    check_alpha(alpha)
    draw, levels, parts = _credits_of(result, by)
    here, whole = (moments / _IN_PARTS for moments in _summed(parts, len(draw.words)))
    one, level = (places.ravel() for places in np.indices((len(draw.words), len(levels))))
    table = _cells(draw, one, by, levels=levels[level])
    sums = here[one, :, level]
    return _compared(
        table, [sums], [whole[:, level].T - sums], played=result.played, other="without", margin=margin, alpha=alpha
    )


def draw_pair_shares(result: Any, by: str, *, margin: float = MARGIN, alpha: float = ALPHA) -> pd.DataFrame:
    """What each two things drawn together do to the win shares of a seat column beyond what each does alone.

    Columns: as of draw_shares with other_ and the draw's name, and in place of `without` expected (the share with both
    if each did what it does without the other); the difference is that of draw_pairs. low_all, high_all, p_value and
    verdict hold for all pairs and levels. Those that surely differ from 0 come first, the largest of them first.
    """
    check_margin(margin)
    check_alpha(alpha)
    draw, levels, parts = _credits_of(result, by)
    here, whole = (moments / _IN_PARTS for moments in _summed_pairs(parts, len(draw.words)))
    one, two = np.triu_indices(len(draw.words), 1)
    pair, level = (places.ravel() for places in np.indices((len(one), len(levels))))
    table = _pair_names(draw, one[pair], two[pair]).assign(**{by: levels[level]})
    more, less = ([side[pair, :, level] for side in sides] for sides in _together(here, one, two, whole=whole))
    table = _compared(table, more, less, played=result.played, other="expected", margin=margin, alpha=alpha)
    return surest(table, alpha)


def surest(table: pd.DataFrame, alpha: float = ALPHA) -> pd.DataFrame:
    """The rows that surely differ from 0 first, the largest of them first."""
    size = np.where(table["p_value"] <= alpha, table["difference"].abs(), -table["p_value"].fillna(2))
    return table.iloc[np.argsort(-size, kind="stable")].reset_index(drop=True)


def draw_best(result: Any, by: str, *, alpha: float = ALPHA) -> pd.DataFrame:
    """Which level of a seat column wins most in the games with each thing, against the one that wins most in all games.

    Columns: the draw's name, games (with the thing), best (the level), share (its win share in these games), usual (the
    level that wins most in all games), share_usual (its share in these games), difference (of the two shares), low,
    high (for all things and levels at once, by Bonferroni: another level is surely better where low is above 0). Raises
    BadInput as draw_shares.
    """
    check_alpha(alpha)
    draw, levels, parts = _credits_of(result, by)
    games, sums, whole = _levels_together(parts, len(draw.words), len(levels))
    count, known = len(levels), np.flatnonzero(games)
    usual = int(np.nanargmax(whole[count:] / whole[:count]))
    with np.errstate(invalid="ignore"):
        best = np.nanargmax(sums.sums[known, count:] / sums.sums[known, :count], axis=1)
    pair = _of_two(sums, known, best, usual=usual)
    level = 1 - alpha / max(1, len(known) * (count - 1))
    less = differences(pair, ("credit", "rows"), ("credit_usual", "rows_usual"), level=level)
    other = best != usual  # one and the same differs by nothing
    columns = {name: np.where(other, each, 0.0) for name, each in zip(("difference", "low", "high"), less, strict=True)}
    share, usually = (pair.sum(f"credit{end}") / pair.sum(f"rows{end}") for end in ("", "_usual"))
    return pd.DataFrame(
        {draw.name: np.array(draw.words, object)[known], "games": games[known].astype(int)}
        | {"best": levels[best], "share": share, "usual": levels[usual], "share_usual": usually}
        | columns
    )


def claimants(result: Any) -> pd.DataFrame:
    """A row for each thing that can be drawn, of the seats in the games in which it was.

    Columns: the draw's name, games (with it), seats (share of the seats that claim it), with (win share of those),
    without (of the others in the same games), difference, low, high; every number with low and high. To claim is a
    choice: the difference is not what a claim is worth. Raises BadInput where players claim nothing.
    """
    draw = find_draw(result)
    words = flag_words(result, CLAIMED)
    among = [pl.any_horizontal((pl.col(slot) == word).fill_null(False) for slot in draw.slots) for word in words]
    table = flags(result, CLAIMED, words, among=among).rename(columns={CLAIMED: draw.name})
    games = _summed(_courses(result, draw), len(draw.words))[0][:, 0, 0]
    table["games"] = games.astype(int)[[draw.words.index(word) for word in words]]
    return table


def _check_round(by_round: int) -> None:
    if by_round < 1:
        raise BadInput(f"Nothing is claimed by round {by_round}: the first round is 1.")


def _spread(name: str, *numbers: np.ndarray) -> dict[str, np.ndarray]:
    """A number, its lower and its upper end as columns."""
    return dict(zip((name, f"{name}_low", f"{name}_high"), numbers, strict=True))


def _pair_names(draw: Draw, one: np.ndarray, two: np.ndarray) -> pd.DataFrame:
    words = np.array(draw.words, object)
    return pd.DataFrame({draw.name: words[one], draw.other: words[two]})


def _cells(draw: Draw, things: np.ndarray, by: str, *, levels: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame({draw.name: np.array(draw.words, object)[things], by: levels})


def _kinds(result: Any, draw: Draw) -> list[str]:
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
        columns |= _spread(name, each.value, each.low, each.high)
    return columns


def _things(result: Any, draw: Draw, by_round: int, *, kinds: Sequence[Sequence[int]] | None = None) -> ClusterSums:
    """Cluster sums of claims, with a cell for each thing that can be drawn, or for the slots of each kind."""
    cells, k = len(draw.words if kinds is None else kinds), len(_SLOT)
    games, sums, products = np.zeros((cells, k)), np.zeros((cells, k)), np.zeros((cells, k, k))
    for frame in _frames(result, [*draw.slots, *_numbered("claims", draw), *_numbered("claim_round", draw)]):
        codes = _codes(frame, draw)
        values = _slot_values(frame, draw, codes, by_round=by_round)
        for cell in range(cells):
            is_in = codes == cell if kinds is None else np.isin(np.arange(len(draw.slots)), kinds[cell])
            each = _of_cell(values, is_in)
            games[cell] += (each != 0).sum(0)
            sums[cell] += each.sum(0)
            products[cell] += each.T @ each
    return ClusterSums(_SLOT, games, sums, products)


def _slot_values(frame: pl.DataFrame, draw: Draw, codes: np.ndarray, *, by_round: int) -> np.ndarray:
    """(5, games, slots): drawn, claimed, claims, round of the first claim, claimed early; 0 where there is none."""
    claims, rounds = (frame.select(_numbered(name, draw)).to_numpy() for name in ("claims", "claim_round"))
    is_claimed = (claims > 0) & (codes >= 0)
    early = is_claimed & (rounds <= by_round)
    return np.stack([codes >= 0, is_claimed, claims * is_claimed, rounds * is_claimed, early]).astype(float)


def _of_cell(values: np.ndarray, is_in: np.ndarray) -> np.ndarray:
    """(games, 7): the sums over the slots of a cell, and over all other slots of a game with such a slot."""
    inside = (values * is_in).sum(2)
    outside = (values.sum(2) - inside) * (inside[0] > 0)
    return np.stack([*inside, outside[0], outside[2]], axis=1)


def _numbered(name: str, draw: Draw) -> list[str]:
    """The columns of games that tell something of each slot."""
    return [f"{name}_{k}" for k in range(1, len(draw.slots) + 1)]


def _frames(result: Any, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
    """Columns of the games, a batch at a time."""
    return (here.scan("games").select(columns).collect() for here in game_batches(result))


def _codes(frame: pl.DataFrame, draw: Draw) -> np.ndarray:
    """(games, slots): the place of each thing among the words; -1: none."""
    return frame.select(pl.col(draw.slots).to_physical().cast(pl.Int64).fill_null(-1)).to_numpy()


def _claimed(result: Any, draw: Draw) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(the places of what was claimed, -1 for the rest, a one for each game) of a batch of games at a time."""
    for frame in _frames(result, [*draw.slots, *_numbered("claims", draw)]):
        claims = frame.select(_numbered("claims", draw)).to_numpy()
        yield np.where(claims > 0, _codes(frame, draw), -1), np.ones((len(claims), 1, 1))


def _course_names(result: Any) -> list[str]:
    known = result.scan("games").collect_schema().names()
    return [name for name in COURSE if name in known]


def _courses(result: Any, draw: Draw) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(the places of what was drawn, moments of how games go: capped last) of a batch of games at a time."""
    names = [*_course_names(result), "capped"]
    for frame in _frames(result, [*draw.slots, *names]):
        values = frame.select(names).to_numpy().astype(float)
        yield _codes(frame, draw), _moments(np.ones_like(values), values)


def _moments(rows: np.ndarray, value: np.ndarray) -> np.ndarray:
    """(games, 6, columns) of rows and values (games, columns): whether it has rows, both, their squares and product."""
    return np.stack([rows > 0, rows, value, rows * rows, rows * value, value * value], axis=1)


def _summed(parts: Iterable[tuple[np.ndarray, np.ndarray]], things: int) -> tuple[np.ndarray, np.ndarray]:
    """Moments over the games with each thing (things, 6, columns), and over all games.

    parts: the places of what was drawn (games, slots) and the moments of a batch of games.
    """
    return _added(parts, things, _of_things)


def _summed_pairs(parts: Iterable[tuple[np.ndarray, np.ndarray]], things: int) -> tuple[np.ndarray, np.ndarray]:
    """As _summed, over the games with each two things: (things, things, 6, columns), on the diagonal those with one."""
    return _added(parts, things, _of_pairs)


def _added(
    parts: Iterable[tuple[np.ndarray, np.ndarray]],
    things: int,
    find: Callable[[np.ndarray, np.ndarray, int], np.ndarray],
) -> tuple[np.ndarray, np.ndarray]:
    here: Any = 0
    whole: Any = 0
    for codes, moments in parts:
        places = codes % (things + 1)  # none: the last
        here, whole = here + find(places, moments, things + 1), whole + moments.sum(0)
    return here, whole


def _of_things(places: np.ndarray, moments: np.ndarray, count: int) -> np.ndarray:
    return np.sum([_by_key(column, moments, count) for column in places.T], axis=0)[:-1]


def _of_pairs(places: np.ndarray, moments: np.ndarray, count: int) -> np.ndarray:
    """In either order of the two."""
    keys = [one * count + two for one, two in combinations(places.T, 2)]
    square = np.sum([_by_key(key, moments, count**2) for key in keys], axis=0)
    square = square.reshape(count, count, *moments.shape[1:])[:-1, :-1]
    square = square + square.swapaxes(0, 1)
    square[np.diag_indices(count - 1)] = _of_things(places, moments, count)
    return square


def _together(
    here: np.ndarray, one: np.ndarray, two: np.ndarray, *, whole: np.ndarray
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """(moments of the games with both of two things and with neither, of those with the one alone and the other)."""
    both, first, second = here[one, two], here[one, one], here[two, two]
    return [both, whole - first - second + both], [first - both, second - both]


def _by_key(keys: np.ndarray, moments: np.ndarray, count: int) -> np.ndarray:
    """(count, ...): the sums of moments over the games of each key."""
    columns = moments.reshape(len(moments), -1).T
    found = np.stack([np.bincount(keys, column, count) for column in columns], axis=1)
    return found.reshape(count, *moments.shape[1:])


def _course(more: Sequence[np.ndarray], less: Sequence[np.ndarray], names: Sequence[str]) -> dict[str, np.ndarray]:
    """How the games of some sides differ from those of others, as columns. Of each: (rows, 6, columns of the games)."""
    columns: dict[str, np.ndarray] = {}
    for place, name in enumerate(names):
        plus, minus = ([_as_totals(side[:, :, place]) for side in each] for each in (more, less))
        found = contrast(plus, minus, "value", bottom="rows")
        columns |= _spread(f"difference_{name}", found.value, found.low, found.high)
        columns[f"p_value_{name}"] = holm(found.p_value(np.zeros(len(found.value))))
    return columns


def _capped(here: np.ndarray) -> dict[str, np.ndarray]:
    """The share of capped games, as columns."""
    return _spread("capped", *proportions(here[:, 2, -1], here[:, 0, -1]))


def _as_totals(moments: np.ndarray) -> ClusterSums:
    games, rows, value, rows2, both, value2 = moments.T
    products = np.stack([np.stack([rows2, both], axis=1), np.stack([both, value2], axis=1)], axis=1)
    return ClusterSums(("rows", "value"), np.stack([games, games], axis=1), np.stack([rows, value], axis=1), products)


def _credits_of(result: Any, by: str) -> tuple[Draw, np.ndarray, Iterator[tuple[np.ndarray, np.ndarray]]]:
    """(the draw, the levels of a column, the moments of their rows and credit in PARTS as _summed takes them)."""
    draw = find_draw(result)
    levels = _levels(result, by)
    return draw, np.array(levels, object), _credits(result, draw, by, levels=levels)


def _levels(result: Any, by: str) -> list[Any]:
    """The values of a column of seats or games, in order."""
    frames = (rows.select(pl.col(by).unique()).collect() for rows in seat_batches(result, [by]))
    found = pl.concat(frames)[by].unique().drop_nulls().sort()
    if len(found) > MOST_LEVELS:
        raise BadInput(f"The column '{by}' has {len(found):,} levels: a draw is told for {MOST_LEVELS} at most.")
    return found.to_list()


def _credits(result: Any, draw: Draw, by: str, *, levels: Sequence[Any]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(places of what was drawn, moments of each level's rows and credit in PARTS) of a batch of games at a time."""
    for seats in _seats(result, draw, by, levels=levels, value="credit"):
        first, cell, shape = _places(seats, len(levels))
        credit = np.round(seats["credit"].to_numpy() * PARTS)
        yield _codes(seats[first], draw), _moments(_counted(cell, shape), _counted(cell, shape, credit))


def _claims_of(
    result: Any, draw: Draw, bits: np.ndarray, *, by: str, levels: Sequence[Any]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(places of what was drawn in one slot, moments of each level's rows and claims of it), of a batch at a time.

    bits: of the column `claimed`, for each thing.
    """
    for seats in _seats(result, draw, by, levels=levels, value=CLAIMED):
        first, cell, shape = _places(seats, len(levels))
        codes, mask = _codes(seats, draw), seats[CLAIMED].to_numpy().astype(np.int64)
        for slot in codes.T:
            claims_it = (mask >> bits[slot]) & (slot >= 0) & 1
            yield slot[first][:, None], _moments(_counted(cell, shape), _counted(cell, shape, claims_it))


def _seats(result: Any, draw: Draw, by: str, *, levels: Sequence[Any], value: str) -> Iterator[pl.DataFrame]:
    """The seats of a batch of games at a time: game, a value, the place of their level (none: the last), the draw."""
    code = pl.col(by).replace_strict(levels, range(len(levels)), default=len(levels), return_dtype=pl.Int64)
    for seats in seat_batches(result, list(dict.fromkeys([by, *draw.slots]))):
        yield seats.select("game", value, code.fill_null(len(levels)).alias("code"), *draw.slots).collect()


def _places(seats: pl.DataFrame, levels: int) -> tuple[np.ndarray, np.ndarray, tuple[int, int]]:
    """(the first seat of each game, the cell of each seat by game and level, the shape of the cells)."""
    _, first, place = np.unique(seats["game"].to_numpy(), return_index=True, return_inverse=True)
    return first, place * (levels + 1) + seats["code"].to_numpy(), (len(first), levels + 1)


def _counted(cell: np.ndarray, shape: tuple[int, int], value: np.ndarray | None = None) -> np.ndarray:
    """(games, levels): the sums of a value of the seats, or their number."""
    return np.bincount(cell, value, shape[0] * shape[1]).reshape(shape)[:, :-1].astype(float)


def _levels_together(
    parts: Iterable[tuple[np.ndarray, np.ndarray]], things: int, levels: int
) -> tuple[np.ndarray, ClusterSums, np.ndarray]:
    """(the games with each thing, sums over them of the rows of every level, then of its credit, sums over all)."""
    k = 2 * levels
    count, whole = np.zeros(things), np.zeros(k)
    games, sums, products = np.zeros((things, k)), np.zeros((things, k)), np.zeros((things, k, k))
    for codes, moments in parts:
        values = np.concatenate([moments[:, 1], moments[:, 2]], axis=1)
        whole += values.sum(0)
        for thing in range(things):
            each = values[(codes == thing).any(1)]
            count[thing] += len(each)
            games[thing] += (each != 0).sum(0)
            sums[thing] += each.sum(0)
            products[thing] += each.T @ each
    scale = np.repeat([1, PARTS], levels)
    return count, ClusterSums((), games, sums / scale, products / np.outer(scale, scale)), whole / scale


def _of_two(sums: ClusterSums, things: np.ndarray, best: np.ndarray, *, usual: int) -> ClusterSums:
    """Cluster sums of the rows and credit of one level for each thing, and of another for all."""
    levels, fixed = sums.sums.shape[1] // 2, np.full(len(best), usual)
    found = np.stack([best, levels + best, fixed, levels + fixed], axis=1)
    at = things[:, None]
    return ClusterSums(
        ("rows", "credit", "rows_usual", "credit_usual"),
        sums.games[at, found],
        sums.sums[at, found],
        sums.products[at[:, None], found[:, :, None], found[:, None]],
    )


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
            [shares(_as_totals(each), "value", "rows", level=level) for each in side] for side in (more, less)
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
        verdict=verdicts(found, none, played=played, margin=margin, alpha=alpha, terms=CHANGE),
    )
