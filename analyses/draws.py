"""What a draw does: of things drawn for all players together, the games in which one was drawn against the others.

A game names its draw (`Game.draws`); what was drawn stands in numbered columns of its games. Where players can claim
it, claims_1 and so on say how many seats claimed each thing, claim_round_1 and so on in which round the first did (0:
none), and the bits of the seats' column `claimed` which seats did.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count, takewhile
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from analyses.estimate import ALPHA, Ratios, Shares, Totals, apart, paired, proportions, ratios, shares, shares_apart
from analyses.flags import flag_words, flags
from analyses.rates import most_credit
from analyses.study import read
from analyses.totals import PARTS, slices, stretches
from analyses.verdict import CHANGE, MARGIN, check_alpha, check_margin, holm, verdicts
from simulator import find_game
from simulator.errors import BadInput

ROUND = 5  # by which a claim is early
MOST_LEVELS = 60
CLAIMED = "claimed"  # the column of seats with the bits of what each claimed
_COURSE = ("rounds", "margin")  # columns of games that a draw may change, those that a game has
_SLOT = ("drawn", "claimed", "claims", "claim_round", "early", "others", "others_claims")
_MOMENTS = 6  # of a game's rows and the value that they add up to: see _moments


@dataclass(frozen=True)
class Draw:
    """What is drawn in the games of a run.

    name: of the numbered columns. words: all that can be drawn. slots: the columns. is_claimed: whether players claim
    it. kinds: kind -> the slots (0 first) that hold things of it, as the game's study names them.
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
    named = read(game.name).get("draw_kinds", {})
    kinds = {kind: tuple(place - 1 for place in places) for kind, places in named.items()}
    return Draw(game.draws, tuple(schema[slots[0]].categories), slots, "claims_1" in schema, kinds)


def draws(result: Any, by_round: int = ROUND) -> pd.DataFrame:
    """A row for each thing that can be drawn, of the games in which it was: how it is claimed, and how they go.

    Columns: the draw's name, kind (where the study names kinds), games (with it), capped (share of them); where it is
    claimed also claimed (share of the games in which somebody claims it), claims (seats per game that do), claim_round
    (mean round of the first claim, where there is one), by_5 (share of the games in which it is claimed by that round);
    difference_rounds and difference_margin (games with it less games without it), those that the game counts. Every
    number has its _low and _high; games are the independent unit.
    """
    draw = find_draw(result)
    _check_round(by_round)
    here, whole = _summed(_courses(result, draw), len(draw.words), pairs=False)
    table = pd.DataFrame({draw.name: list(draw.words)})
    if draw.kinds:
        table["kind"] = _kinds(result, draw)
    table["games"] = here[:, 0, 0].astype(int)
    claims = _claims(_things(result, draw, by_round), by_round) if draw.is_claimed else {}
    return table.assign(**claims, **_course(here, whole, _course_names(result)))


def draw_kinds(result: Any, by_round: int = ROUND) -> pd.DataFrame:
    """A row for each kind of thing that is drawn, as the study of the game names them: kind, games, claims as of draws.

    Shares and means are per thing drawn. difference: the claims per thing of the kind less those of the other things in
    the same games, with low and high. Raises BadInput where no kinds are named or nothing is claimed.
    """
    draw = find_draw(result)
    _check_round(by_round)
    if not draw.kinds or not draw.is_claimed:
        raise BadInput(f"The study of the game names no kinds of {draw.name} that players claim.")
    sums = _things(result, draw, by_round, list(draw.kinds.values()))
    table = pd.DataFrame({"kind": list(draw.kinds), "games": sums.count("drawn").astype(int)})
    less = paired(sums, ("others_claims", "others"), ("claims", "drawn"), "drawn")
    table = table.assign(**_claims(sums, by_round))
    return table.assign(difference=less.value, low=less.low, high=less.high)


def draw_pairs(result: Any) -> pd.DataFrame:
    """A row for each two things that can be drawn together: games (with both), how they go against all other games.

    Columns: the draw's name, other_ and the name, games, both_claimed (share of the games in which both are claimed,
    where they can be), difference_rounds, difference_margin, capped, as of draws.
    """
    draw = find_draw(result)
    here, whole = _summed(_courses(result, draw), len(draw.words), pairs=True)
    one, two = np.triu_indices(len(draw.words), 1)
    games = here[one, two, 0, 0]
    table = _pair_names(draw, one, two).assign(games=games.astype(int))
    if draw.is_claimed:
        both, _ = _summed(_claimed(result, draw), len(draw.words), pairs=True)
        table = table.assign(**_spread("both_claimed", *proportions(both[one, two, 0, 0], games)))
    return table.assign(**_course(here[one, two], whole, _course_names(result)))


def draw_shares(result: Any, by: str, margin: float = MARGIN, alpha: float = ALPHA) -> pd.DataFrame:
    """What each thing drawn does to the win share of each level of a seat column, such as strategy.

    Columns: the draw's name, by, games (with the thing and the level), with (mean credit of the level's seats in games
    with the thing), without (in all others), difference, low, high (of level 1 - alpha for each row by itself), p_value
    (that there is none, by Holm over the table), verdict, as of compare: higher, lower, unchanged or undecided, which
    hold for the whole table at once. Of a column that players choose when they know the draw, the difference is also
    that of who chooses it. Raises BadInput for a column that does not exist or has more than 60 levels.
    """
    draw, levels, here, whole = _shares_of(result, by, margin, alpha, pairs=False)
    one, level = (places.ravel() for places in np.indices((len(draw.words), len(levels))))
    table = pd.DataFrame({draw.name: np.array(draw.words, object)[one], by: levels[level]})
    return _compared(table, here[one, :, level], whole[:, level].T, most_credit(result), margin, alpha)


def draw_pair_shares(result: Any, by: str, margin: float = MARGIN, alpha: float = ALPHA) -> pd.DataFrame:
    """The pairs drawn together that surely change the win share of a level of a seat column, the largest change first.

    Columns: as of draw_shares with other_ and the draw's name; p_value and verdict hold for all pairs and levels.
    """
    draw, levels, here, whole = _shares_of(result, by, margin, alpha, pairs=True)
    one, two = np.triu_indices(len(draw.words), 1)
    pair, level = (places.ravel() for places in np.indices((len(one), len(levels))))
    table = _pair_names(draw, one[pair], two[pair]).assign(**{by: levels[level]})
    sums = here[one[pair], two[pair], :, level]
    table = _compared(table, sums, whole[:, level].T, most_credit(result), margin, alpha)
    sure = table[table["verdict"].isin(CHANGE[1:])]
    return sure.iloc[np.argsort(-sure["difference"].abs().to_numpy(), kind="stable")].reset_index(drop=True)


def claimants(result: Any) -> pd.DataFrame:
    """A row for each thing that can be drawn, of the seats in the games in which it was.

    Columns: the draw's name, games (with it), seats (share of the seats that claim it), with (win share of those),
    without (of the others in the same games), difference, low, high, first (share of its claims that are the first in
    their game); every number with low and high. To claim is a choice: the difference is not what a claim is worth.
    Raises BadInput where players claim nothing.
    """
    draw = find_draw(result)
    words = flag_words(result, CLAIMED)
    among = [pl.any_horizontal((pl.col(slot) == word).fill_null(False) for slot in draw.slots) for word in words]
    table = flags(result, CLAIMED, words, among).rename(columns={CLAIMED: draw.name})
    sums = _things(result, draw, ROUND)
    order = [draw.words.index(word) for word in words]
    table["games"] = sums.count("drawn").astype(int)[order]
    first = shares(sums, "claimed", "claims")
    return table.assign(**_spread("first", *(each[order] for each in (first.share, first.low, first.high))))


def _check_round(by_round: int) -> None:
    if by_round < 1:
        raise BadInput(f"Nothing is claimed by round {by_round}: the first round is 1.")


def _spread(name: str, value: np.ndarray, low: np.ndarray, high: np.ndarray) -> dict[str, np.ndarray]:
    """A number with its ends as columns."""
    return {name: value, f"{name}_low": low, f"{name}_high": high}


def _pair_names(draw: Draw, one: np.ndarray, two: np.ndarray) -> pd.DataFrame:
    words = np.array(draw.words, object)
    return pd.DataFrame({draw.name: words[one], draw.other: words[two]})


def _kinds(result: Any, draw: Draw) -> list[str]:
    """The kind of each thing, from the slots in which it comes up; empty for one that never does."""
    slots = [result.scan("games").select(pl.col(slot).unique()).collect()[slot].to_list() for slot in draw.slots]
    of_word = {word: kind for kind, places in draw.kinds.items() for place in places for word in slots[place]}
    return [of_word.get(word, "") for word in draw.words]


def _claims(sums: Totals, by_round: int) -> dict[str, np.ndarray]:
    """How things are claimed, as columns."""
    found: dict[str, Shares | Ratios] = {
        "claimed": shares(sums, "claimed", "drawn"),
        "claims": ratios(sums, "claims", "drawn"),
        "claim_round": ratios(sums, "claim_round", "claimed"),
        f"by_{by_round}": shares(sums, "early", "drawn"),
    }
    columns: dict[str, np.ndarray] = {}
    for name, each in found.items():
        columns |= _spread(name, each.share if isinstance(each, Shares) else each.ratio, each.low, each.high)
    return columns


def _things(result: Any, draw: Draw, by_round: int, kinds: Sequence[Sequence[int]] | None = None) -> Totals:
    """Totals of claims, with a cell for each thing that can be drawn, or for the slots of each kind."""
    cells, k = len(draw.words if kinds is None else kinds), len(_SLOT)
    games, sums, products = np.zeros((cells, k)), np.zeros((cells, k)), np.zeros((cells, k, k))
    for frame in _frames(result, [*draw.slots, *_numbered("claims", draw), *_numbered("claim_round", draw)]):
        codes = _codes(frame, draw)
        values = _slot_values(frame, draw, codes, by_round)
        for cell in range(cells):
            is_in = codes == cell if kinds is None else np.isin(np.arange(len(draw.slots)), kinds[cell])
            each = _of_cell(values, is_in)
            games[cell] += (each != 0).sum(0)
            sums[cell] += each.sum(0)
            products[cell] += each.T @ each
    return Totals(_SLOT, games, sums, products)


def _slot_values(frame: pl.DataFrame, draw: Draw, codes: np.ndarray, by_round: int) -> np.ndarray:
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
    """Columns of the games, a stretch at a time."""
    return (here.scan("games").select(columns).collect() for here in slices(result))


def _codes(frame: pl.DataFrame, draw: Draw) -> np.ndarray:
    """(games, slots): the place of each thing among the words; -1: none."""
    return frame.select(pl.col(draw.slots).to_physical().cast(pl.Int64).fill_null(-1)).to_numpy()


def _claimed(result: Any, draw: Draw) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(the places of what was claimed, -1 for the rest, a one for each game) of a stretch of games at a time."""
    for frame in _frames(result, [*draw.slots, *_numbered("claims", draw)]):
        claims = frame.select(_numbered("claims", draw)).to_numpy()
        yield np.where(claims > 0, _codes(frame, draw), -1), np.ones((len(claims), 1, 1))


def _course_names(result: Any) -> list[str]:
    known = result.scan("games").collect_schema().names()
    return [name for name in _COURSE if name in known]


def _courses(result: Any, draw: Draw) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(the places of what was drawn, moments of how games go: capped last) of a stretch of games at a time."""
    names = [*_course_names(result), "capped"]
    for frame in _frames(result, [*draw.slots, *names]):
        values = frame.select(names).to_numpy().astype(float)
        yield _codes(frame, draw), _moments(np.ones_like(values), values)


def _moments(rows: np.ndarray, value: np.ndarray) -> np.ndarray:
    """(games, 6, columns) of rows and values (games, columns): whether it has rows, both, their squares and product."""
    return np.stack([rows > 0, rows, value, rows * rows, rows * value, value * value], axis=1)


def _summed(parts: Iterable[tuple[np.ndarray, np.ndarray]], things: int, pairs: bool) -> tuple[np.ndarray, np.ndarray]:
    """Moments over the games with each thing (things, 6, columns), or with each two of them, and over all games.

    parts: the places of what was drawn (games, slots) and the moments of a stretch of games.
    """
    here: Any = 0
    whole: Any = 0
    for codes, moments in parts:
        places = codes % (things + 1)  # none: the last
        found = _of_pairs(places, moments, things + 1) if pairs else _of_things(places, moments, things + 1)
        here, whole = here + found, whole + moments.sum(0)
    return here, whole


def _of_things(places: np.ndarray, moments: np.ndarray, count: int) -> np.ndarray:
    return np.sum([_by_key(column, moments, count) for column in places.T], axis=0)[:-1]


def _of_pairs(places: np.ndarray, moments: np.ndarray, count: int) -> np.ndarray:
    """In either order of the two."""
    keys = [one * count + two for one, two in combinations(places.T, 2)]
    square = np.sum([_by_key(key, moments, count**2) for key in keys], axis=0)
    square = square.reshape(count, count, *moments.shape[1:])[:-1, :-1]
    return square + square.swapaxes(0, 1)


def _by_key(keys: np.ndarray, moments: np.ndarray, count: int) -> np.ndarray:
    """(count, ...): the sums of moments over the games of each key."""
    columns = moments.reshape(len(moments), -1).T
    found = np.stack([np.bincount(keys, column, count) for column in columns], axis=1)
    return found.reshape(count, *moments.shape[1:])


def _course(here: np.ndarray, whole: np.ndarray, names: Sequence[str]) -> dict[str, np.ndarray]:
    """How the games of each row go against all others, as columns. here: (rows, 6, columns of the games)."""
    columns: dict[str, np.ndarray] = {}
    for place, name in enumerate(names):
        found = apart(*_without_and_with(here[:, :, place], whole[:, place]), "value", "rows")
        columns |= _spread(f"difference_{name}", found.value, found.low, found.high)
    return columns | _spread("capped", *proportions(here[:, 2, -1], here[:, 0, -1]))


def _without_and_with(here: np.ndarray, whole: np.ndarray) -> tuple[Totals, Totals]:
    """Totals of the games without something and of those with it, by the moments of those with it and of all."""
    return _as_totals(whole - here), _as_totals(here)


def _as_totals(moments: np.ndarray) -> Totals:
    games, rows, value, rows2, both, value2 = moments.T
    products = np.stack([np.stack([rows2, both], axis=1), np.stack([both, value2], axis=1)], axis=1)
    return Totals(("rows", "value"), np.stack([games, games], axis=1), np.stack([rows, value], axis=1), products)


def _shares_of(
    result: Any, by: str, margin: float, alpha: float, pairs: bool
) -> tuple[Draw, np.ndarray, np.ndarray, np.ndarray]:
    """(the draw, the levels of a column, the moments of their rows and credit with each thing or pair, of all)."""
    check_margin(margin)
    check_alpha(alpha)
    draw = find_draw(result)
    levels = _levels(result, by)
    here, whole = _summed(_credits(result, draw, by, levels), len(draw.words), pairs)
    in_parts = np.array([1, 1, PARTS, 1, PARTS, PARTS**2])[:, None]
    return draw, np.array(levels, object), here / in_parts, whole / in_parts


def _levels(result: Any, by: str) -> list[Any]:
    """The values of a column of seats or games, in order."""
    frames = (rows.select(pl.col(by).unique()).collect() for rows in stretches(result, [by]))
    found = pl.concat(frames)[by].unique().drop_nulls().sort()
    if len(found) > MOST_LEVELS:
        raise BadInput(f"The column '{by}' has {len(found):,} levels: a draw is told for {MOST_LEVELS} at most.")
    return found.to_list()


def _credits(result: Any, draw: Draw, by: str, levels: Sequence[Any]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(places of what was drawn, moments of each level's rows and credit in PARTS) of a stretch of games at a time."""
    code = pl.col(by).replace_strict(levels, range(len(levels)), default=len(levels), return_dtype=pl.Int64)
    for seats in stretches(result, list(dict.fromkeys([by, *draw.slots]))):
        rows = seats.select("game", "credit", code.fill_null(len(levels)).alias("code"), *draw.slots).collect()
        _, first, place = np.unique(rows["game"].to_numpy(), return_index=True, return_inverse=True)
        cell, shape = place * (len(levels) + 1) + rows["code"].to_numpy(), (len(first), len(levels) + 1)
        credit = np.round(rows["credit"].to_numpy() * PARTS)
        counts, sums = (np.bincount(cell, each, shape[0] * shape[1]) for each in (np.ones_like(credit), credit))
        yield (
            _codes(rows[first], draw),
            _moments(counts.reshape(shape)[:, :-1], sums.reshape(shape)[:, :-1]),
        )


def _compared(
    table: pd.DataFrame, here: np.ndarray, whole: np.ndarray, most: float, margin: float, alpha: float
) -> pd.DataFrame:
    """A table with the win shares of its rows with and without what was drawn, by the moments (rows, 6) of each."""
    sides = _without_and_with(here, whole)
    found = shares_apart(*(shares(side, "value", "rows", most, 1 - alpha) for side in sides))
    table = table.assign(games=here[:, 0].astype(int), **{"with": found.two, "without": found.one})
    table["difference"] = found.value
    table["low"], table["high"] = found.low, found.high
    p_value = holm(found.p_value(np.zeros(len(table))))
    return table.assign(p_value=p_value, verdict=verdicts(found, np.zeros(len(table)), margin, alpha, CHANGE))
