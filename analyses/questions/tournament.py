"""Tournaments of strategies: their ranking, the equilibrium of the meta-game, and balance under the equilibrium."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions import round_robin
from starbalance.analyses.questions.mix import copied, weights
from starbalance.analyses.questions.rates import PAYOFF, rates
from starbalance.analyses.statistics import equilibrium, plackett_luce, players
from starbalance.analyses.statistics.aggregate import sum_clusters, win_batches
from starbalance.analyses.statistics.estimate import ALPHA, Shares, differences, shares
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.analyses.statistics.players import one_row_a_side
from starbalance.analyses.statistics.truncation import (
    MAX_TRUNCATED,
    reason_for,
    truncated_share,
)
from starbalance.analyses.statistics.verdict import (
    BALANCE,
    MARGIN,
    beyond,
    check_alpha,
    check_margin,
    survives,
    verdict_columns,
)
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import Strategy, find_strategy
from starbalance.simulator.engine.strategy_name import POOL
from starbalance.simulator.runs.experiment import Execution, Experiment, prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.plan import with_pool
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import Group, run_experiment

DRAWS = 200  # bootstrap samples for the intervals of the mix
PLACES = 16  # in the pool that approximates the mix
_UNIFORM, _MIX = ("credit", "rows"), ("credit_mix", "rows_mix")


@dataclass(frozen=True)
class Tournament:
    """A tournament that has been played.

    Attributes:
        names: the names of the strategies
        free: the free-for-all, in which each player's strategy is drawn uniformly
        drawn: the games in which each player's strategy is drawn from an approximation of the mix
        pairs: the wins in the round robin
        mixed: the probability of each strategy in the Nash equilibrium of the meta-game, shape (strategies,)
        margin: the margin of the verdicts, as a share
        alpha: the largest probability of a wrong verdict in a table
    """

    names: Sequence[str]
    free: Result
    drawn: Result
    pairs: round_robin.Pairs
    mixed: np.ndarray
    margin: float
    alpha: float

    @cached_property
    def matrix(self) -> pd.DataFrame:
        """Each strategy against each other strategy: the table of `round_robin.matrix`."""
        return round_robin.matrix(self.pairs, self.names, margin=self.margin, alpha=self.alpha)

    @cached_property
    def cycles(self) -> dict[str, float]:
        """The intransitive share of the pairwise advantages with its interval: the result of `round_robin.cycles`."""
        return round_robin.cycles(self.pairs, DRAWS, alpha=self.alpha)

    @cached_property
    def ranking(self) -> pd.DataFrame:
        """The strategies by their strength in the free-for-all: the table of `plackett_luce.ranking`."""
        strategy, credit = players.by_player(self.free, self.names)
        return plackett_luce.ranking(
            self.names, strategy, credit, sides=players.player_sides(self.free), alpha=self.alpha
        )

    @cached_property
    def payoffs(self) -> pd.DataFrame:
        """The mean payoff of each strategy in the free-for-all, in a game with payoffs: columns of `rates`."""
        table = rates(self.free, "strategy", alpha=self.alpha)
        return table[["strategy", "games", PAYOFF, f"{PAYOFF}_low", f"{PAYOFF}_high"]]

    @cached_property
    def mix(self) -> pd.DataFrame:
        """Return the mixed strategies of the meta-game.

        Returns:
            strategy: the strategy
            nash: its probability in the Nash equilibrium
            low: the lower end of the middle 1 - alpha of bootstrap samples of the games
            high: the upper end
            alpha_rank: the share of time for which a population plays it (alpha-Rank)
            alpha_low: the lower end of the middle 1 - alpha of bootstrap samples
            alpha_high: the upper end
        """
        table = pd.DataFrame({"strategy": list(self.names)})
        draws = list(self.pairs.resampled(DRAWS))
        ends = [self.alpha / 2, 1 - self.alpha / 2]
        for rule, names in (
            (equilibrium.nash, ("nash", "low", "high")),
            (equilibrium.alpha_rank, ("alpha_rank", "alpha_low", "alpha_high")),
        ):
            low, high = np.quantile([rule(each) for each in draws], ends, axis=0)
            for name, values in zip(names, (rule(self.pairs.square()), low, high), strict=True):
                table[name] = values
        return table.sort_values("nash", ascending=False, kind="stable", ignore_index=True)

    @cached_property
    def factor(self) -> pd.DataFrame:
        """The win shares by the headline factor in the free-for-all and under the mix: the table of `both`."""
        return both(self.free, self.drawn, self.ratios, margin=self.margin, alpha=self.alpha)

    @property
    def ratios(self) -> dict[str, float]:
        """The weight of each drawn strategy: its probability in the mix, divided by the chance to draw it."""
        counts = equilibrium.places(self.mixed, PLACES)
        known = {
            name: share * counts.sum() / count
            for name, share, count in zip(self.names, self.mixed, counts, strict=True)
            if count
        }
        return {each["name"]: known[_original(each["name"], known)] for each in self.drawn.settings["strategies"]}

    @property
    def effective(self) -> float:
        """The number of games drawn exactly from the mix that would carry the same information."""
        weight = weights(players.by_player(self.drawn, list(self.ratios))[0], np.array(list(self.ratios.values())))
        return float(weight.sum() ** 2 / (weight**2).sum())

    def __repr__(self) -> str:
        free = self.free.settings
        return f"<tournament of {free['game']}, {free['setup']}: {len(self.names)} strategies, seed {free['seed']}>"

    def _repr_html_(self) -> str:
        tables = (self.ranking, self.matrix, self.mix, self.factor)
        return f"<p>{self.__repr__()[1:-1]}</p>" + "".join(table.to_html(index=False) for table in tables)


def tournament(
    game: str | Path,
    strategies: Sequence[str | Callable | Strategy] | None = None,
    *,
    games: int = 1000,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> Tournament:
    """Play strategies against each other.

    The runs are kept below runs/ and continued after a stop, so a further strategy costs only its own games.

    Args:
        game: The name or folder of a game.
        strategies: The strategies. Default: every strategy except `uniform`.
        games: The number of games of each pair in the round robin, and for each strategy in the free-for-all and in the
            games drawn from the mixed strategy. Default: 1,000.
        margin: The margin of the verdicts, as a share. Default: 2 points.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        **options: As for `run`, without strategies, pool and temperature.

    Returns:
        The tournament, with its tables.

    Raises:
        BadInput: If a strategy does not exist or is named twice, and for too few or too many of them.

    >>> import starbalance as sb
    >>> played = sb.tournament("comet-chase", ["sensible", "bold"], games=100, seed=1)
    >>> played.matrix[["strategy", "opponent", "games"]]
       strategy  opponent  games
    0      bold  sensible    100
    1  sensible      bold    100
    """
    check_margin(margin)
    check_alpha(alpha)
    experiment, execution = prepare(game, options, TrainingOptions)
    entered = _entered(experiment.game, strategies)
    total = games * (2 * len(entered) + len(entered) * (len(entered) - 1) // 2)
    hall = _Hall(experiment, execution, total)
    names, seed = list(entered), experiment.seed
    free = hall.play("free-for-all", games * len(entered), seed, pool=list(entered.values()))
    pairs = _round_robin(hall, entered, free, games=games, seed=seed)
    mixed = equilibrium.nash(pairs.square())
    drawn = hall.play("the mix", games * len(entered), experiment.reseeded(1).seed, pool=_pool(entered, mixed))
    return Tournament(names, free, drawn, pairs, mixed, margin, alpha)


@dataclass
class _Hall:
    """The runs of a tournament, played one after the other with common progress."""

    experiment: Experiment
    execution: Execution
    total: int
    done: int = 0

    def play(self, note: str, games: int, seed: int, **lineup: Any) -> Result:
        """Play a line-up into a folder below runs/, or read it from there, and return the run."""
        part = self.execution.part(self.done, self.total, note)
        result = run_experiment(replace(self.experiment, seed=seed, **lineup), part, games, out=Group("tournament"))
        self.done += games
        return result


def _entered(game: Game, chosen: Sequence[str | Callable | Strategy] | None) -> dict[str, Strategy]:
    """Return the strategies of a tournament by name, in the order of their names."""
    specs = with_pool(game, [POOL] if chosen is None else [chosen] if isinstance(chosen, str) else list(chosen))
    known = [find_strategy(game, spec) for spec in specs]
    names = [each.name for each in known]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise BadInput(f"The strategy '{twice[0]}' is named twice: name each strategy once.")
    if not 2 <= len(known) <= PLACES:
        raise BadInput(f"A tournament must have 2 to {PLACES} strategies, got {len(known)}.")
    return {each.name: each for each in sorted(known, key=lambda each: each.name)}


def _pool(entered: Mapping[str, Strategy], mixed: np.ndarray) -> list[Strategy]:
    """Return a pool from which a draw approximates a mixed strategy."""
    places = equilibrium.places(mixed, PLACES)
    return [copied(each, k) for each, count in zip(entered.values(), places, strict=True) for k in range(count)]


def _original(name: str, known: Mapping[str, float]) -> str:
    return name if name in known else name.rpartition("#")[0]


def _round_robin(
    hall: _Hall, entered: Mapping[str, Strategy], free: Result, *, games: int, seed: int
) -> round_robin.Pairs:
    """Return the wins of every pair.

    In a setup with two sides, both orders are played. Otherwise each player's strategy is drawn from the two.
    """
    side = players.player_sides(free)
    is_duel = int(side.max()) == 1
    results = []
    for i, one in enumerate(entered.values()):
        for two in list(entered.values())[i + 1 :]:
            note, names = f"{one.name} : {two.name}", [one.name, two.name]
            if is_duel:
                orders = [
                    hall.play(note, count, seed, strategies=[(one, two)[(place + turn) % 2] for place in side])
                    for turn, count in enumerate((games - games // 2, games // 2))
                    if count
                ]
                results.append(round_robin.of_orders(orders, names, side))
            else:
                results.append(round_robin.of_mixed(hall.play(note, games, seed, pool=[one, two]), names))
    return round_robin.gathered(len(entered), results, is_duel)


@marks_incomplete
def both(
    uniform: Result,
    drawn: Result,
    ratios: Mapping[str, float],
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
    by: Sequence[str] = (),
) -> pd.DataFrame:
    """Return the win share by some columns in a run, and in a second run that is weighted to a mixed strategy.

    A game of the second run has the product of the ratios of its players as its weight. A share is the weighted credit
    divided by the weighted rows. Games are the independent unit, and the mix counts as known.

    Args:
        uniform: The first run.
        drawn: The second run.
        ratios: For each strategy of the second run, its probability in the mix divided by the chance to draw it.
        margin: The margin of the verdicts, as a share. Default: 2 points.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        max_truncated: The largest share of truncated games under which verdicts are given. Default: 5%.
        by: Columns of the seats or games. Default: the headline factor.

    Returns:
        the columns of `by`
        games: the number of games with a seat in the cell
        share: the win share, 0 to 1
        low: the lower end of the interval of level 1 - alpha for each row
        high: the upper end
        verdict: `balanced`, `strong`, `weak` or `undecided`; the verdicts of the table hold together
        games_needed: the total games that may decide the row
        reason: why more games would not decide the row, or an empty text
        games_mix to reason_mix: the same seven columns for the mix
        difference: the share under the mix minus the share in the first run
        difference_low: the lower end of its interval
        difference_high: the upper end
        survives: whether the verdict holds under the mix: `yes`, `no` or `undecided`
    """
    by = by or [uniform.factor]
    cells, sums = sum_clusters(_rows(uniform, drawn, ratios, by=by), by, _VALUES)
    first, cells = one_row_a_side([uniform, drawn], by, cells)
    sums = sums.of(first)
    table, equal_share = to_pandas(cells), sums.sum("equal_share") / sums.sum("rows")
    confidence = 1 - alpha
    far = []
    for end, names, result in (("", _UNIFORM, uniform), ("_mix", _MIX, drawn)):
        reasons = [reason_for(truncated_share(result), max_truncated)] * len(table)
        estimate = shares(sums, *names, confidence=confidence)
        columns = {
            "games": estimate.games.astype(int),
            **_columns(estimate),
            **verdict_columns(estimate, equal_share, played=result.played, margin=margin, alpha=alpha, reasons=reasons),
        }
        table = table.assign(**{name + end: values for name, values in columns.items()})
        far.append(beyond(estimate, equal_share, margin=margin, alpha=alpha))
    apart = differences(sums, _MIX, _UNIFORM, confidence=confidence)
    table["difference"], table["difference_low"], table["difference_high"] = apart
    rows = list(zip(table["verdict"], table["verdict_mix"], *far, strict=True))
    table = table.assign(survives=[survives(one, two, _exclude(one, two, away)) for one, two, *away in rows])
    return table


def _columns(estimate: Shares) -> dict[str, np.ndarray]:
    return {"share": estimate.share, "low": estimate.low, "high": estimate.high}


_OF_MIX = pl.col("is_mix")
_VALUES = {
    "rows": (~_OF_MIX).cast(pl.Float64),
    "credit": pl.when(_OF_MIX).then(0.0).otherwise(pl.col("credit")),
    "equal_share": pl.when(_OF_MIX).then(0.0).otherwise(pl.col("equal_share")),
    "rows_mix": pl.when(_OF_MIX).then(pl.col("weight")).otherwise(0.0),
    "credit_mix": pl.when(_OF_MIX).then(pl.col("weight") * pl.col("credit")).otherwise(0.0),
}


def _rows(uniform: Result, drawn: Result, ratios: Mapping[str, float], *, by: Sequence[str]) -> Any:
    """Yield the seats of both runs in batches, with `is_mix` and the weight of the game; each player counts once."""
    for rows in win_batches(uniform, by):
        yield rows.with_columns(is_mix=pl.lit(False), weight=pl.lit(1.0))
    ratio = pl.col("strategy").cast(pl.String).replace_strict(dict(ratios), return_dtype=pl.Float64)
    once = ratio.log() / pl.len().over("game", "player")
    for rows in win_batches(drawn, by):
        yield rows.with_columns(is_mix=pl.lit(True), weight=once.sum().over("game").exp())


def _exclude(verdict: str, other: str, far: Sequence[bool]) -> bool:
    """Return whether two decided verdicts cannot hold for one share.

    A share that is `strong` or `weak` may still lie within the margin, and is then `balanced` in more games. It
    contradicts `balanced` only if it lies significantly beyond the margin.
    """
    return far[1] if verdict == BALANCE[0] else far[0] if other == BALANCE[0] else True
