"""The conditional logit: who wins a game, by what its sides are (McFadden, Frontiers in Econometrics, 1974).

The chance that side i wins is exp(u_i) / sum over sides j of exp(u_j); the utility u of a side is the sum of the
effects of its levels, one of each column, or one for each of its seats where allies are told apart. A shared win counts
for each of its sides with its credit. Only differences within a game matter, so that the effects of the levels of a
column that meet are deviations from their mean.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

_CHUNK = 8192  # games worked on at a time
_TINY = 1e-9  # eigenvalues below this part of the largest are 0
_ENOUGH = 1e-10  # squared standard errors that the last step of a fit may go
_STEPS = 50
_ENDLESS = 30.0  # the utility of a level that always wins, its negative that of one that never does


class Separation(Exception):
    """The likelihood has no maximum: the effects of some levels grow without end."""


@dataclass(frozen=True)
class Column:
    """A column of the games of a block: codes (games x slots) of its levels, and the side of each slot."""

    codes: np.ndarray
    side: np.ndarray


@dataclass(frozen=True)
class Block:
    """Games of one kind: the credit of each side (games x sides), how many seats it has, the columns in order."""

    credit: np.ndarray
    seats: np.ndarray
    columns: tuple[Column, ...]


@dataclass(frozen=True)
class Games:
    """What is fitted: blocks of games, and how many levels each column has."""

    blocks: tuple[Block, ...]
    levels: tuple[int, ...]

    @property
    def count(self) -> int:
        """The games."""
        return sum(len(block.credit) for block in self.blocks)

    @cached_property
    def first(self) -> np.ndarray:
        """Where each column begins among the levels of all; at the end, how many they are."""
        return np.concatenate([[0], np.cumsum(self.levels)]).astype(int)

    def of(self, column: int) -> slice:
        """The levels of a column among those of all."""
        return slice(self.first[column], self.first[column + 1])

    def without(self, column: int) -> "Games":
        """The same games, a column left out."""
        blocks = [Block(b.credit, b.seats, b.columns[:column] + b.columns[column + 1 :]) for b in self.blocks]
        return Games(tuple(blocks), self.levels[:column] + self.levels[column + 1 :])

    def meet(self, one: int, two: int) -> bool:
        """Whether two columns are of the same slots in all games."""
        return all(np.array_equal(b.columns[one].side, b.columns[two].side) for b in self.blocks)

    def with_cells(self, one: int, two: int) -> tuple["Games", np.ndarray]:
        """(the same games with a further column, in which two that meet are one; its levels (cells, 2), those seen)."""
        pairs = [b.columns[one].codes.astype(int) * self.levels[two] + b.columns[two].codes for b in self.blocks]
        seen = np.unique(np.concatenate([np.unique(each) for each in pairs]))
        cells = (
            Column(np.searchsorted(seen, codes), b.columns[one].side)
            for codes, b in zip(pairs, self.blocks, strict=True)
        )
        blocks = [Block(b.credit, b.seats, (*b.columns, cell)) for b, cell in zip(self.blocks, cells, strict=True)]
        return Games(tuple(blocks), (*self.levels, len(seen))), np.stack(np.divmod(seen, self.levels[two]), axis=1)

    def only(self, column: int) -> "Games":
        """The same games with a column alone."""
        blocks = [Block(b.credit, b.seats, b.columns[column : column + 1]) for b in self.blocks]
        return Games(tuple(blocks), self.levels[column : column + 1])

    def chunks(self, blocks: Sequence[Block] | None = None) -> Iterator[tuple[Block, np.ndarray]]:
        """(a few games, how often each of their sides has each level: games x sides x levels of all columns)."""
        for part in self.parts(blocks):
            yield part, _counts(part, self.first)

    def parts(self, blocks: Sequence[Block] | None = None) -> Iterator[Block]:
        """A few games at a time."""
        for block in self.blocks if blocks is None else blocks:
            for start in range(0, len(block.credit), _CHUNK):
                here = slice(start, start + _CHUNK)
                columns = tuple(Column(each.codes[here], each.side) for each in block.columns)
                yield Block(block.credit[here], block.seats, columns)


def _counts(block: Block, first: np.ndarray) -> np.ndarray:
    counts = np.zeros((*block.credit.shape, first[-1]))
    every = np.arange(len(block.credit))
    for start, column in zip(first, block.columns, strict=False):
        for slot, side in enumerate(column.side):
            counts[every, side, start + column.codes[:, slot]] += 1
    return counts


@dataclass(frozen=True)
class Fit:
    """A fitted model: the effect of every level, their covariance, the log likelihood of every game.

    endless: -1 for levels that never win where sides differ in them, 1 for those that always do, 0 for the others,
    whose effects are deviations from their mean. known: of which levels the games say anything. rank: how many sums of
    effects are free.
    """

    effect: np.ndarray
    covariance: np.ndarray
    likelihood: np.ndarray
    endless: np.ndarray
    known: np.ndarray
    rank: int


def fit(games: Games) -> Fit:
    """The effects of greatest likelihood, by Newton's method; standard errors hold whatever the chances within a game.

    The covariance is the sandwich of White (Econometrica 50, 1982) with games as independent clusters. Raises Endless
    where effects grow without end though their levels both win and lose.
    """
    endless, known = _endless(games)
    effect, free = endless * _ENDLESS, endless == 0
    value, score, bread, _ = _sums(games, effect)
    rank = _rank(bread, free)
    for _ in range(_STEPS):
        inverse = _inverse(bread, free)
        step = inverse @ score
        effect, value, score, bread, meat = _advance(games, effect, step, value=value)
        if step @ bread @ step < _ENOUGH:
            break
    else:
        raise Separation
    if _rank(bread, free) < rank:
        raise Separation
    inverse = _inverse(bread, free)
    scale = games.count / max(games.count - 1, 1)
    known &= (endless != 0) | (np.diag(bread) > _TINY)
    return Fit(effect, scale * inverse @ meat @ inverse, _likelihood(games, effect), endless, known, rank)


def _advance(games: Games, effect: np.ndarray, step: np.ndarray, *, value: float) -> tuple:
    """The effects a step on, halved until the likelihood does not fall, and its sums there."""
    while True:
        sums = _sums(games, effect + step)
        if sums[0] >= value - 1e-9 * abs(value) or np.abs(step).max() < 1e-12:
            return effect + step, *sums
        step = step / 2


def _sums(games: Games, effect: np.ndarray) -> tuple[float, np.ndarray, np.ndarray, np.ndarray]:
    """(log likelihood, its gradient, its information, the squares of the gradients of the games), over all games.

    A side has few of the levels: the products of what it has are a small part of those of all.
    """
    size = len(effect)
    value, score, bread, meat = 0.0, np.zeros(size), np.zeros((size, size)), np.zeros((size, size))
    for part in games.parts():
        count, sides = part.credit.shape
        counts = _sparse_counts(part, games.first)
        chance, likelihood = _chances((counts @ effect).reshape(count, sides), part.credit)
        of_game = sparse.kron(sparse.eye_array(count), np.ones((1, sides)), format="csr")
        likely, won = (counts.multiply(each.reshape(-1, 1)).tocsr() for each in (chance, part.credit))
        mean = of_game @ likely
        each = of_game @ won - mean
        value += likelihood.sum()
        score += each.sum(axis=0)
        bread += (counts.T @ likely - mean.T @ mean).toarray()
        meat += (each.T @ each).toarray()
    return value, score, bread, meat


def _sparse_counts(block: Block, first: np.ndarray) -> sparse.csr_array:
    """How often each side of each game, one after the other, has each level: games * sides x levels of all columns."""
    side = np.concatenate([each.side for each in block.columns])
    level = np.hstack([start + each.codes.astype(np.int64) for start, each in zip(first, block.columns, strict=False)])
    row = np.arange(len(level))[:, None] * block.credit.shape[1] + side
    shape = (block.credit.size, first[-1])
    return sparse.coo_array((np.ones(level.size), (row.ravel(), level.ravel())), shape=shape).tocsr()


def _chances(utility: np.ndarray, credit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(the chance of each side of games, the log likelihood of each game)."""
    utility = utility - utility.max(axis=1, keepdims=True)
    weight = np.exp(utility)
    total = weight.sum(axis=1)
    return weight / total[:, None], np.einsum("gs,gs->g", credit, utility) - credit.sum(axis=1) * np.log(total)


def _likelihood(games: Games, effect: np.ndarray) -> np.ndarray:
    return np.concatenate([_chances(counts @ effect, block.credit)[1] for block, counts in games.chunks()])


def _inverse(bread: np.ndarray, free: np.ndarray) -> np.ndarray:
    """The pseudo-inverse of an information over the free levels: effects that nothing tells apart have mean 0."""
    inverse, here = np.zeros(bread.shape), np.ix_(free, free)
    inverse[here] = np.linalg.pinv(bread[here], rcond=_TINY, hermitian=True)
    return inverse


def _rank(bread: np.ndarray, free: np.ndarray) -> int:
    """About how many sums of free effects an information says anything."""
    return int(free.sum()) - _hidden(bread[np.ix_(free, free)]).shape[1]


def _endless(games: Games) -> tuple[np.ndarray, np.ndarray]:
    """(-1, 1 for each level that never, always wins where sides differ in it; which levels sides differ in at all)."""
    won, lost, differ = (np.zeros(games.first[-1]) for _ in range(3))
    for block, counts in games.chunks():
        least, most = counts.min(axis=1, keepdims=True), counts.max(axis=1, keepdims=True)
        won += np.einsum("gs,gsk->k", block.credit, counts - least)
        lost += np.einsum("gs,gsk->k", block.credit, most - counts)
        differ += (most - least).sum(axis=(0, 1))
    known = differ > 0
    return np.where(known & (won == 0), -1, np.where(known & (lost == 0), 1, 0)), known


def aliased(games: Games) -> list[int]:
    """The columns whose effects cannot be told apart from those of others, since the games never part them."""
    bread = _sums(games, np.zeros(games.first[-1]))[2]
    hidden = _hidden(bread)
    for column in range(len(games.levels)):
        here = games.of(column)
        own = _hidden(bread[here, here])
        hidden[here] -= own @ (own.T @ hidden[here])
    return [i for i in range(len(games.levels)) if np.abs(hidden[games.of(i)]).max(initial=0.0) > 1e-6]


def hidden(games: Games) -> int:
    """How many independent sums of effects leave no trace in the games."""
    return _hidden(_sums(games, np.zeros(games.first[-1]))[2]).shape[1]


def _hidden(bread: np.ndarray) -> np.ndarray:
    """The directions (levels x directions) about which an information says nothing."""
    value, vector = np.linalg.eigh(bread)
    return vector[:, value <= _TINY * max(value.max(initial=0.0), _TINY)]


def groups(codes: np.ndarray, levels: int) -> np.ndarray:
    """The group of each level: two are in one if they meet in a game (games x slots), or both meet a third."""
    group = np.arange(levels)
    meet = np.zeros((levels, levels), dtype=bool)
    for slot in range(1, codes.shape[1]):
        meet[codes[:, 0], codes[:, slot]] = True
    for one, two in np.argwhere(meet):
        group[group == group[two]] = group[one]
    return group


@dataclass(frozen=True)
class Misfit:
    """What the levels of a column win beyond a model without it.

    excess (levels,): wins less those that the model expects; error: its standard error. square: that of the excess in
    standard errors, of all levels at once, a chi square with so many degrees of freedom where the model is right.
    """

    excess: np.ndarray
    error: np.ndarray
    square: float
    freedom: int


def misfit(games: Games, fitted: Fit) -> Misfit:
    """What the last column of some games would add to a model that was fitted without it, by one look at them.

    The score test in the form that holds whatever the chances within a game (Boos, American Statistician 46, 1992).
    """
    old = games.first[-2]
    free = np.flatnonzero(fitted.endless == 0)
    effect = np.concatenate([fitted.effect, np.zeros(games.levels[-1])])
    _, score, bread, meat = _sums(games, effect)
    inverse = np.linalg.pinv(bread[np.ix_(free, free)], rcond=_TINY, hermitian=True)
    turn = np.hstack([np.zeros((games.levels[-1], old)), np.eye(games.levels[-1])])
    turn[:, free] = -bread[old:, free] @ inverse
    spread = turn @ meat @ turn.T
    spread[np.abs(spread) < _TINY] = 0.0  # wins that all games share leave rounding alone
    excess, hidden = score[old:], _hidden(spread).shape[1]
    square = float(excess @ np.linalg.pinv(spread, rcond=_TINY, hermitian=True) @ excess)
    return Misfit(excess, np.sqrt(np.maximum(np.diag(spread), 0.0)), square, games.levels[-1] - hidden)


def marginal_effects(games: Games, fitted: Fit, column: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(the win share of a side with each level of a column less the mean over the levels, its error, that mean).

    The share is the mean chance over all seats of the games that its side wins if the seat had the level and all else
    were as it is. Where no game has a level twice, as with places in the turn order, whoever holds the
    level gets that of the seat in exchange. Levels that never meet are compared within their group alone. The standard
    error is by the delta method, for these games.
    """
    size, here = len(fitted.effect), games.of(column)
    values, means = np.zeros(games.levels[column]), np.zeros(games.levels[column])
    slopes, weight = np.zeros((games.levels[column], size)), np.zeros(games.levels[column])
    for block in games.blocks:
        group = groups(block.columns[column].codes, games.levels[column])
        seen = np.flatnonzero(np.bincount(block.columns[column].codes.ravel(), minlength=games.levels[column]))
        share, slope = _exchanged(games, block, fitted.effect, column=column, seen=seen, group=group)
        for which in np.unique(group[seen]):
            mates = seen[group[seen] == which]
            number = len(block.credit)
            values[mates] += number * (share[mates] - share[mates].mean())
            slopes[mates] += number * (slope[mates] - slope[mates].mean(axis=0))
            means[mates] += number * share[mates].mean()
            weight[mates] += number
    slopes /= weight[:, None]
    error = np.sqrt(np.maximum(np.einsum("lk,kj,lj->l", slopes, fitted.covariance, slopes), 0.0))
    lost = (fitted.endless[here] != 0) | ~fitted.known[here]
    return values / weight, np.where(lost, np.nan, error), means / weight


def _exchanged(
    games: Games, block: Block, effect: np.ndarray, *, column: int, seen: np.ndarray, group: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """(the mean share of the side of a seat of a block with each level seen, its gradient by the effects of levels)."""
    whole, levels = block.columns[column], games.levels[column]
    place = np.eye(block.credit.shape[1])[whole.side]
    swap = len(place) == block.credit.shape[1] and _is_exclusive(whole.codes)
    share, slope, seats = np.zeros(levels), np.zeros((levels, len(effect))), np.zeros(levels)
    for part, counts in games.chunks([block]):
        codes = part.columns[column].codes
        weight = np.exp(counts @ effect - (counts @ effect).max(axis=1, keepdims=True))
        for level in seen:
            here = group[codes] == group[level]
            factor = here.astype(float)
            value, side, own = _exchange(
                weight, codes, effect[games.of(column)], level=level, place=place, swap=swap, factor=factor
            )
            share[level] += value.sum()
            seats[level] += here.sum()
            slope[level] += np.einsum("gs,gsk->k", side, counts)
            slope[level, games.of(column)] -= np.bincount(codes.ravel(), own.ravel(), levels)
            slope[level, games.first[column] + level] += own.sum()
    seats = np.maximum(seats, 1)
    return share / seats, slope / seats[:, None]


def _exchange(
    weight: np.ndarray,
    codes: np.ndarray,
    effect: np.ndarray,
    *,
    level: int,
    place: np.ndarray,
    swap: bool,
    factor: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(factor times the chance of each slot's side if the slot had the level, the gradient of their sum in two parts).

    weight: exp(utility) of the sides of games. place (slots x sides): the side of each slot. swap: the side that holds
    the level gets that of the slot. The gradient by the effects: the second part (games x sides) by the levels that
    each side has, the third (games x slots) by the level, its negative by that which the slot has.
    """
    ratio, mine = np.exp(effect[level] - effect[codes]), weight @ place.T
    holder = weight * (codes == level) if swap else np.zeros((1, 1))
    held = holder.sum(axis=1, keepdims=True)
    total = weight.sum(axis=1, keepdims=True) - mine + mine * ratio - held + held / ratio
    chance = factor * mine * ratio / total
    part = chance / total
    sides = (chance + part * mine * (1 - ratio)) @ place - part.sum(axis=1, keepdims=True) * weight
    sides = sides + (part - part / ratio).sum(axis=1, keepdims=True) * holder
    return chance, sides, chance - part * mine * ratio + part * held / ratio


def _is_exclusive(codes: np.ndarray) -> bool:
    """Whether no game has a level twice."""
    ordered = np.sort(codes, axis=1)
    return bool((ordered[:, 1:] != ordered[:, :-1]).all())
