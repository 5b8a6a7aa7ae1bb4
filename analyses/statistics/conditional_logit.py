"""The conditional logit model of the winner, given the levels of each side (McFadden, Frontiers in Econometrics, 1974).

The probability that side i wins is exp(u_i) / sum over sides j of exp(u_j). The utility u of a side is the sum of the
effects of its levels. A side has one level per column, or one per seat if the games distinguish allies. A shared win
counts for each of its sides with its credit.

Only differences within a game matter. The effects of the levels of a column that meet in games are therefore deviations
from their mean.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

_CHUNK = 8192  # rows processed at a time
_TINY = 1e-9  # eigenvalues below this share of the largest count as 0
_ENOUGH = 1e-10  # a fit stops when the squared length of a step, in standard errors, is below this
_STEPS = 50
_SEPARATED = 30.0  # utility of a level that always wins; a level that never wins has its negative


class Separation(Exception):
    """The likelihood has no maximum, because the effects of some levels grow without bound (separation)."""


@dataclass(frozen=True)
class Column:
    """A column of the games of a block.

    Attributes:
        codes: the level of each slot, shape (rows, slots)
        side: the side of each slot, shape (slots,)
    """

    codes: np.ndarray
    side: np.ndarray


@dataclass(frozen=True)
class Block:
    """Games with the same number of sides and seats. Games that are alike may be one row.

    Attributes:
        credit: the credit of each side, shape (rows, sides)
        seats: the number of seats of each side, shape (sides,)
        columns: the columns, in order
        games: the number of games of each row, shape (rows,)
    """

    credit: np.ndarray
    seats: np.ndarray
    columns: tuple[Column, ...]
    games: np.ndarray


@dataclass(frozen=True)
class Games:
    """The data of a model.

    Attributes:
        blocks: the games
        levels: the number of levels of each column
    """

    blocks: tuple[Block, ...]
    levels: tuple[int, ...]

    @property
    def count(self) -> int:
        """The number of games."""
        return int(sum(block.games.sum() for block in self.blocks))

    @cached_property
    def first(self) -> np.ndarray:
        """The position of the first level of each column among all levels; the last entry is the number of levels."""
        return np.concatenate([[0], np.cumsum(self.levels)]).astype(int)

    def of(self, column: int) -> slice:
        """Return the positions of the levels of a column among all levels.

        Args:
            column: The number of the column.
        """
        return slice(self.first[column], self.first[column + 1])

    def without(self, column: int) -> "Games":
        """Return the same games without a column.

        Args:
            column: The number of the column.
        """
        blocks = [replace(b, columns=b.columns[:column] + b.columns[column + 1 :]) for b in self.blocks]
        return Games(tuple(blocks), self.levels[:column] + self.levels[column + 1 :])

    def meet(self, one: int, two: int) -> bool:
        """Return whether two columns describe the same slots in all games.

        Args:
            one: The number of the first column.
            two: The number of the second column.
        """
        return all(np.array_equal(b.columns[one].side, b.columns[two].side) for b in self.blocks)

    def with_cells(self, one: int, two: int) -> tuple["Games", np.ndarray]:
        """Add a column whose levels are the combinations of the levels of two columns.

        Args:
            one: The number of the first column.
            two: The number of the second column, which describes the same slots.

        Returns:
            games: the same games with the further column at the end
            cells: the two levels of each combination that occurs, shape (cells, 2)
        """
        pairs = [b.columns[one].codes.astype(int) * self.levels[two] + b.columns[two].codes for b in self.blocks]
        seen = np.unique(np.concatenate([np.unique(each) for each in pairs]))
        cells = (
            Column(np.searchsorted(seen, codes), b.columns[one].side)
            for codes, b in zip(pairs, self.blocks, strict=True)
        )
        blocks = [replace(b, columns=(*b.columns, cell)) for b, cell in zip(self.blocks, cells, strict=True)]
        return Games(tuple(blocks), (*self.levels, len(seen))), np.stack(np.divmod(seen, self.levels[two]), axis=1)

    def only(self, column: int) -> "Games":
        """Return the same games with only one column.

        Args:
            column: The number of the column.
        """
        blocks = [replace(b, columns=b.columns[column : column + 1]) for b in self.blocks]
        return Games(tuple(blocks), self.levels[column : column + 1])

    def chunks(self, blocks: Sequence[Block] | None = None) -> Iterator[tuple[Block, np.ndarray]]:
        """Yield the games in small blocks, with the levels of each side.

        Args:
            blocks: Some of the blocks. Default: all.

        Yields:
            block: a few games
            counts: how often each side has each level, shape (rows, sides, levels of all columns)
        """
        for part in self.parts(blocks):
            yield part, _counts(part, self.first)

    def parts(self, blocks: Sequence[Block] | None = None) -> Iterator[Block]:
        """Yield the games in small blocks.

        Args:
            blocks: Some of the blocks. Default: all.
        """
        for block in self.blocks if blocks is None else blocks:
            for start in range(0, len(block.credit), _CHUNK):
                rows = slice(start, start + _CHUNK)
                columns = tuple(Column(each.codes[rows], each.side) for each in block.columns)
                yield Block(block.credit[rows], block.seats, columns, block.games[rows])


def _counts(block: Block, first: np.ndarray) -> np.ndarray:
    counts = np.zeros((*block.credit.shape, first[-1]))
    every = np.arange(len(block.credit))
    for start, column in zip(first, block.columns, strict=False):
        for slot, side in enumerate(column.side):
            counts[every, side, start + column.codes[:, slot]] += 1
    return counts


@dataclass(frozen=True)
class Fit:
    """A fitted model.

    Attributes:
        effect: the effect of each level; those without separation are deviations from their mean
        covariance: the covariance of the effects
        likelihood: the log-likelihood of each row of games
        separated: -1 for a level that never wins where sides differ in it, 1 for a level that always does, else 0
        known: whether the games carry information about each level
        rank: the number of independent sums of effects
    """

    effect: np.ndarray
    covariance: np.ndarray
    likelihood: np.ndarray
    separated: np.ndarray
    known: np.ndarray
    rank: int


def fit(games: Games) -> Fit:
    """Return the maximum-likelihood effects of a model, found by Newton's method.

    The covariance is White's sandwich estimator with games as independent clusters (Econometrica 50, 1982). It is valid
    for any probabilities within a game.

    Args:
        games: The data.

    Raises:
        Separation: If effects grow without bound although their levels both win and lose.
    """
    separated, known = _separated(games)
    effect, free = separated * _SEPARATED, separated == 0
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
    known &= (separated != 0) | (np.diag(bread) > _TINY)
    return Fit(effect, scale * inverse @ meat @ inverse, _likelihood(games, effect), separated, known, rank)


def _advance(games: Games, effect: np.ndarray, step: np.ndarray, *, value: float) -> tuple:
    """Return the effects after a step, halved until the likelihood does not fall, and the sums at that point."""
    while True:
        sums = _sums(games, effect + step)
        if sums[0] >= value - 1e-9 * abs(value) or np.abs(step).max() < 1e-12:
            return effect + step, *sums
        step = step / 2


def _sums(games: Games, effect: np.ndarray) -> tuple[float, np.ndarray, np.ndarray, np.ndarray]:
    """Return the log-likelihood, its gradient, its information, and the summed squares of the gradients of the games.

    A side has few of the levels, so sparse products are much cheaper than dense ones.
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
        each, number = of_game @ won - mean, part.games
        value += number @ likelihood
        score += each.T @ number
        bread += (counts.T @ _times(likely, np.repeat(number, sides)) - mean.T @ _times(mean, number)).toarray()
        meat += (each.T @ _times(each, number)).toarray()
    return value, score, bread, meat


def _times(matrix: sparse.csr_array, factors: np.ndarray) -> sparse.csr_array:
    """Return a matrix with each row multiplied by a factor."""
    return matrix.multiply(factors[:, None]).tocsr()


def _sparse_counts(block: Block, first: np.ndarray) -> sparse.csr_array:
    """Return how often each side of each row has each level, shape (rows * sides, levels of all columns)."""
    side = np.concatenate([each.side for each in block.columns])
    level = np.hstack([start + each.codes.astype(np.int64) for start, each in zip(first, block.columns, strict=False)])
    row = np.arange(len(level))[:, None] * block.credit.shape[1] + side
    shape = (block.credit.size, first[-1])
    return sparse.coo_array((np.ones(level.size), (row.ravel(), level.ravel())), shape=shape).tocsr()


def _chances(utility: np.ndarray, credit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the win probability of each side, and the log-likelihood of each row."""
    utility = utility - utility.max(axis=1, keepdims=True)
    weight = np.exp(utility)
    total = weight.sum(axis=1)
    return weight / total[:, None], np.einsum("gs,gs->g", credit, utility) - credit.sum(axis=1) * np.log(total)


def _likelihood(games: Games, effect: np.ndarray) -> np.ndarray:
    return np.concatenate([_chances(counts @ effect, block.credit)[1] for block, counts in games.chunks()])


def _inverse(bread: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Return the pseudo-inverse of an information over the free levels. Effects that are not identified have mean 0."""
    inverse, free_block = np.zeros(bread.shape), np.ix_(free, free)
    inverse[free_block] = np.linalg.pinv(bread[free_block], rcond=_TINY, hermitian=True)
    return inverse


def _rank(bread: np.ndarray, free: np.ndarray) -> int:
    """Return the rank of an information over the free effects."""
    return int(free.sum()) - _hidden(bread[np.ix_(free, free)]).shape[1]


def _separated(games: Games) -> tuple[np.ndarray, np.ndarray]:
    """Return two properties of each level.

    The first is -1 if the level never wins where sides differ in it, 1 if it always wins there, else 0. The second is
    whether sides ever differ in it.
    """
    won, lost, differ = (np.zeros(games.first[-1]) for _ in range(3))
    for block, counts in games.chunks():
        least, most = counts.min(axis=1, keepdims=True), counts.max(axis=1, keepdims=True)
        won += np.einsum("gs,gsk->k", block.credit, counts - least)
        lost += np.einsum("gs,gsk->k", block.credit, most - counts)
        differ += (most - least).sum(axis=(0, 1))
    known = differ > 0
    return np.where(known & (won == 0), -1, np.where(known & (lost == 0), 1, 0)), known


def aliased(games: Games) -> list[int]:
    """Return the numbers of the columns whose effects the games do not separate from effects of other columns.

    Args:
        games: The data.
    """
    bread = _sums(games, np.zeros(games.first[-1]))[2]
    hidden = _hidden(bread)
    for column in range(len(games.levels)):
        columns = games.of(column)
        own = _hidden(bread[columns, columns])
        hidden[columns] -= own @ (own.T @ hidden[columns])
    return [i for i in range(len(games.levels)) if np.abs(hidden[games.of(i)]).max(initial=0.0) > 1e-6]


def hidden(games: Games) -> int:
    """Return the number of independent sums of effects about which the games carry no information.

    Args:
        games: The data.
    """
    return _hidden(_sums(games, np.zeros(games.first[-1]))[2]).shape[1]


def _hidden(bread: np.ndarray) -> np.ndarray:
    """Return the directions, shape (levels, directions), about which an information matrix says nothing."""
    value, vector = np.linalg.eigh(bread)
    return vector[:, value <= _TINY * max(value.max(initial=0.0), _TINY)]


def groups(codes: np.ndarray, levels: int) -> np.ndarray:
    """Return the group of each level. Two levels are in one group if a chain of games connects them.

    Args:
        codes: The level of each slot, shape (games, slots).
        levels: The number of levels.

    Returns:
        The group of each level, shape (levels,).

    >>> groups(np.array([[0, 1], [1, 2], [3, 4]]), 5)
    array([0, 0, 0, 3, 3])
    """
    group = np.arange(levels)
    meet = np.zeros((levels, levels), dtype=bool)
    for slot in range(1, codes.shape[1]):
        meet[codes[:, 0], codes[:, slot]] = True
    for one, two in np.argwhere(meet):
        group[group == group[two]] = group[one]
    return group


@dataclass(frozen=True)
class Misfit:
    """The excess wins of the levels of a column over a model without this column.

    Attributes:
        excess: the wins minus those that the model expects, shape (levels,)
        error: the standard error of the excess, shape (levels,)
        square: the joint test statistic of all levels, chi-squared if the model is right
        freedom: the degrees of freedom of the statistic
    """

    excess: np.ndarray
    error: np.ndarray
    square: float
    freedom: int


def misfit(games: Games, fitted: Fit) -> Misfit:
    """Test what the last column of some games would add to a model that was fitted without it.

    This is the score test in the form that is valid for any probabilities within a game (Boos, American Statistician
    46, 1992).

    Args:
        games: The data, with the further column at the end.
        fitted: The model of the other columns.

    Returns:
        The excess of wins of each level of the last column, its standard error, and the score test of all levels.
    """
    old = games.first[-2]
    free = np.flatnonzero(fitted.separated == 0)
    effect = np.concatenate([fitted.effect, np.zeros(games.levels[-1])])
    _, score, bread, meat = _sums(games, effect)
    inverse = np.linalg.pinv(bread[np.ix_(free, free)], rcond=_TINY, hermitian=True)
    turn = np.hstack([np.zeros((games.levels[-1], old)), np.eye(games.levels[-1])])
    turn[:, free] = -bread[old:, free] @ inverse
    spread = turn @ meat @ turn.T
    spread[np.abs(spread) < _TINY] = 0.0  # if all games share their wins, only rounding error is left
    excess, hidden = score[old:], _hidden(spread).shape[1]
    square = float(excess @ np.linalg.pinv(spread, rcond=_TINY, hermitian=True) @ excess)
    return Misfit(excess, np.sqrt(np.maximum(np.diag(spread), 0.0)), square, games.levels[-1] - hidden)


def marginal_effects(games: Games, fitted: Fit, column: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the win share of a side with each level of a column, relative to the mean over the levels.

    The win share of a level is an average over all seats of the games. Each seat is given the level while everything
    else stays the same, and the model gives the probability that its side wins. If no game has a level twice, as with
    places in the turn order, the seat with the level gets the level of the first seat in exchange. Levels that never
    meet are compared within their group only. The standard error comes from the delta method, for these games.

    Args:
        games: The data.
        fitted: The model.
        column: The number of the column.

    Returns:
        value: the win share minus the mean over the levels, shape (levels,)
        error: its standard error; NaN for a level that is separated or not identified
        mean: the mean over the levels of the group
    """
    size, levels = len(fitted.effect), games.of(column)
    values, means = np.zeros(games.levels[column]), np.zeros(games.levels[column])
    slopes, weight = np.zeros((games.levels[column], size)), np.zeros(games.levels[column])
    for block in games.blocks:
        group = groups(block.columns[column].codes, games.levels[column])
        seen = np.flatnonzero(np.bincount(block.columns[column].codes.ravel(), minlength=games.levels[column]))
        share, slope = _exchanged(games, block, fitted.effect, column=column, seen=seen, group=group)
        for which in np.unique(group[seen]):
            mates = seen[group[seen] == which]
            number = block.games.sum()
            values[mates] += number * (share[mates] - share[mates].mean())
            slopes[mates] += number * (slope[mates] - slope[mates].mean(axis=0))
            means[mates] += number * share[mates].mean()
            weight[mates] += number
    slopes /= weight[:, None]
    error = np.sqrt(np.maximum(np.einsum("lk,kj,lj->l", slopes, fitted.covariance, slopes), 0.0))
    lost = (fitted.separated[levels] != 0) | ~fitted.known[levels]
    return values / weight, np.where(lost, np.nan, error), means / weight


def _exchanged(
    games: Games, block: Block, effect: np.ndarray, *, column: int, seen: np.ndarray, group: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean win share of a seat's side in a block for each level, and its gradient by the effects of all
    levels.
    """
    whole, levels = block.columns[column], games.levels[column]
    place = np.eye(block.credit.shape[1])[whole.side]
    swap = len(place) == block.credit.shape[1] and _is_exclusive(whole.codes)
    share, slope, seats = np.zeros(levels), np.zeros((levels, len(effect))), np.zeros(levels)
    for part, counts in games.chunks([block]):
        codes = part.columns[column].codes
        weight = np.exp(counts @ effect - (counts @ effect).max(axis=1, keepdims=True))
        for level in seen:
            factor = (group[codes] == group[level]) * part.games[:, None].astype(float)
            value, side, own = _exchange(
                weight, codes, effect[games.of(column)], level=level, place=place, swap=swap, factor=factor
            )
            share[level] += value.sum()
            seats[level] += factor.sum()
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
    """Return the win probability of each slot's side if the slot had a level, times a factor, and its gradient in two
    parts.

    Args:
        weight: exp(utility) of the sides, shape (games, sides).
        codes: The level of each slot, shape (games, slots).
        effect: The effects of the levels of the column.
        level: The level.
        place: The side of each slot as a matrix, shape (slots, sides).
        swap: Whether the side that has the level gets the level of the slot.
        factor: The factor of each slot, shape (games, slots).

    Returns:
        chance: the probabilities, shape (games, slots)
        sides: the gradient by the levels that each side has, shape (games, sides)
        own: the gradient by the level; its negative is the gradient by the level of the slot, shape (games, slots)
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
    """Return whether no game has a level twice."""
    ordered = np.sort(codes, axis=1)
    return bool((ordered[:, 1:] != ordered[:, :-1]).all())
