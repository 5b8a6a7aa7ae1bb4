"""Tournaments: strategies against each other, who is left of them, and what is balanced among those."""

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
from starbalance.simulator.runs.run import DEFAULT, run_experiment

DRAWS = 200  # of the bootstrap of the mix
PLACES = 16  # in the pool that stands for the mix
_UNIFORM, _MIX = ("credit", "rows"), ("credit_mix", "rows_mix")


@dataclass(frozen=True)
class Tournament:
    """A tournament that has been played.

    names: the strategies by name. free: the free-for-all, in which each player's strategy is drawn at random. drawn:
    the games in which it is drawn from (nearly) the mix. pairs: what was won in the round robin. mixed (strategies,):
    the mix of the meta-game. margin, alpha: of the verdicts.
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
        """Each strategy against each other, as of round_robin.matrix."""
        return round_robin.matrix(self.pairs, self.names, margin=self.margin, alpha=self.alpha)

    @cached_property
    def cycles(self) -> dict[str, float]:
        """How much of what pairs win of each other goes in circles, as of round_robin.cycles: share, low, high."""
        return round_robin.cycles(self.pairs, DRAWS, alpha=self.alpha)

    @cached_property
    def ranking(self) -> pd.DataFrame:
        """The strategies by their strength in the free-for-all, as of plackett_luce.ranking."""
        strategy, credit = players.by_player(self.free, self.names)
        return plackett_luce.ranking(
            self.names, strategy, credit, sides=players.player_sides(self.free), alpha=self.alpha
        )

    @cached_property
    def mix(self) -> pd.DataFrame:
        """The mix of the meta-game: strategy, nash, low, high, alpha_rank, alpha_low, alpha_high.

        nash: the mix that no strategy beats; alpha_rank: how long a population plays each. low and high hold the middle
        1 - alpha of bootstrap draws of the games.
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
        """The win share by the game's headline factor in the free-for-all and in the mix, as of `both`."""
        return both(self.free, self.drawn, self.ratios, margin=self.margin, alpha=self.alpha)

    @property
    def ratios(self) -> dict[str, float]:
        """What each strategy that is drawn from the pool of the mix counts: its part of the mix over its chance."""
        found = equilibrium.places(self.mixed, PLACES)
        known = {
            name: share * found.sum() / count
            for name, share, count in zip(self.names, self.mixed, found, strict=True)
            if count
        }
        return {each["name"]: known[_original(each["name"], known)] for each in self.drawn.settings["strategies"]}

    @property
    def effective(self) -> float:
        """How many games drawn from the mix itself are worth as much as those that were drawn."""
        weight = weights(players.by_player(self.drawn, list(self.ratios))[0], np.array(list(self.ratios.values())))
        return float(weight.sum() ** 2 / (weight**2).sum())

    def __repr__(self) -> str:
        its = self.free.settings
        return f"<tournament of {its['game']}, {its['setup']}: {len(self.names)} strategies, seed {its['seed']}>"

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

    The runs are kept below runs/ and continued after a stop, so that a further strategy costs only its own games.

    Args:
        game: The name or folder of a game.
        strategies: The strategies. Default: every strategy except `uniform`.
        games: Games of each pair in the round robin, and for each strategy in the free-for-all and in the games drawn
            from the mixed strategy.
        margin: Margin of the verdicts, as a share.
        alpha: Chance of a wrong verdict in the whole table.
        **options: As for `run`, without strategies, pool and temperature.

    Raises:
        BadInput: If a strategy does not exist or is named twice, and for too few or too many of them.
    """
    check_margin(margin)
    check_alpha(alpha)
    experiment, execution = prepare(game, options, TrainingOptions)
    entered = _entered(experiment.game, strategies)
    total = games * (2 * len(entered) + len(entered) * (len(entered) - 1) // 2)
    hall = _Hall(experiment, execution, total)
    names, seed = list(entered), experiment.seed
    free = hall.play("free-for-all", games * len(entered), seed, pool=list(entered.values()))
    found = _round_robin(hall, entered, free, games=games, seed=seed)
    mixed = equilibrium.nash(found.square())
    drawn = hall.play("the mix", games * len(entered), experiment.reseeded(1).seed, pool=_pool(entered, mixed))
    return Tournament(names, free, drawn, found, mixed, margin, alpha)


@dataclass
class _Hall:
    """Plays the runs of a tournament one after the other, as one piece of work."""

    experiment: Experiment
    execution: Execution
    total: int
    done: int = 0

    def play(self, note: str, games: int, seed: int, **lineup: Any) -> Result:
        """Play a line-up into a folder below runs/, or read it from there."""
        part = self.execution.part(self.done, self.total, note)
        result = run_experiment(replace(self.experiment, seed=seed, **lineup), part, games, out=DEFAULT)
        self.done += games
        return result


def _entered(game: Game, given: Sequence[str | Callable | Strategy] | None) -> dict[str, Strategy]:
    """The strategies of a tournament in the order of their names, by name."""
    specs = with_pool(game, [POOL] if given is None else [given] if isinstance(given, str) else list(given))
    found = [find_strategy(game, spec) for spec in specs]
    names = [each.name for each in found]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise BadInput(f"The strategy '{twice[0]}' is named twice: once is enough.")
    if not 2 <= len(found) <= PLACES:
        raise BadInput(f"A tournament takes 2 to {PLACES} strategies, not {len(found)}.")
    return {each.name: each for each in sorted(found, key=lambda each: each.name)}


def _pool(entered: Mapping[str, Strategy], mixed: np.ndarray) -> list[Strategy]:
    """Strategies of which a draw is (nearly) one from a mix."""
    places = equilibrium.places(mixed, PLACES)
    return [copied(each, k) for each, count in zip(entered.values(), places, strict=True) for k in range(count)]


def _original(name: str, known: Mapping[str, float]) -> str:
    return name if name in known else name.rpartition("#")[0]


def _round_robin(
    hall: _Hall, entered: Mapping[str, Strategy], free: Result, *, games: int, seed: int
) -> round_robin.Pairs:
    """Every pair: where the set-up has two sides both orders, else games in which each player's is drawn of the two."""
    side = players.player_sides(free)
    is_duel = int(side.max()) == 1
    found = []
    for i, one in enumerate(entered.values()):
        for two in list(entered.values())[i + 1 :]:
            note, names = f"{one.name} : {two.name}", [one.name, two.name]
            if is_duel:
                orders = [
                    hall.play(note, count, seed, strategies=[(one, two)[(place + turn) % 2] for place in side])
                    for turn, count in enumerate((games - games // 2, games // 2))
                    if count
                ]
                found.append(round_robin.of_orders(orders, names, side))
            else:
                found.append(round_robin.of_mixed(hall.play(note, games, seed, pool=[one, two]), names))
    return round_robin.gathered(len(entered), found, is_duel)


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
    """The win share by some columns in a run, and in another, weighted to a mix of strategies.

    by: the columns; none: the game's headline factor. ratios: of each strategy of the other run, its chance in the mix
    over that of being drawn; a game counts with their product over its players, and a share is the weighted credit over
    the weighted rows.

    Columns: those of `by`, games, share, low, high, verdict, games_needed, reason, these seven with _mix, difference
    (the mix minus the run), difference_low, difference_high, survives (the verdict in the mix: yes, no, undecided, see
    `survives`). Intervals are of level 1 - alpha for each row, with games as the independent unit, for the mix as it is
    estimated; the verdicts hold for the whole table.
    """
    by = by or [uniform.factor]
    cells, sums = sum_clusters(_rows(uniform, drawn, ratios, by=by), by, _VALUES)
    first, cells = one_row_a_side([uniform, drawn], by, cells)
    sums = sums.of(first)
    table, parity = to_pandas(cells), sums.sum("parity") / sums.sum("rows")
    level = 1 - alpha
    far = []
    for end, names, result in (("", _UNIFORM, uniform), ("_mix", _MIX, drawn)):
        reasons = [reason_for(truncated_share(result), max_truncated)] * len(table)
        found = shares(sums, *names, level=level)
        columns = {
            "games": found.games.astype(int),
            **_columns(found),
            **verdict_columns(found, parity, played=result.played, margin=margin, alpha=alpha, reasons=reasons),
        }
        table = table.assign(**{name + end: values for name, values in columns.items()})
        far.append(beyond(found, parity, margin=margin, alpha=alpha))
    apart = differences(sums, _MIX, _UNIFORM, level=level)
    table["difference"], table["difference_low"], table["difference_high"] = apart
    rows = list(zip(table["verdict"], table["verdict_mix"], *far, strict=True))
    table = table.assign(survives=[survives(one, two, _exclude(one, two, away)) for one, two, *away in rows])
    return table


def _columns(found: Shares) -> dict[str, np.ndarray]:
    return {"share": found.share, "low": found.low, "high": found.high}


_OF_MIX = pl.col("is_mix")
_VALUES = {
    "rows": (~_OF_MIX).cast(pl.Float64),
    "credit": pl.when(_OF_MIX).then(0.0).otherwise(pl.col("credit")),
    "parity": pl.when(_OF_MIX).then(0.0).otherwise(pl.col("parity")),
    "rows_mix": pl.when(_OF_MIX).then(pl.col("weight")).otherwise(0.0),
    "credit_mix": pl.when(_OF_MIX).then(pl.col("weight") * pl.col("credit")).otherwise(0.0),
}


def _rows(uniform: Result, drawn: Result, ratios: Mapping[str, float], *, by: Sequence[str]) -> Any:
    """The seats of both runs in batches, with is_mix and the weight of the game; a player counts once."""
    for rows in win_batches(uniform, by):
        yield rows.with_columns(is_mix=pl.lit(False), weight=pl.lit(1.0))
    ratio = pl.col("strategy").cast(pl.String).replace_strict(dict(ratios), return_dtype=pl.Float64)
    once = ratio.log() / pl.len().over("game", "player")
    for rows in win_batches(drawn, by):
        yield rows.with_columns(is_mix=pl.lit(True), weight=once.sum().over("game").exp())


def _exclude(verdict: str, other: str, far: Sequence[bool]) -> bool:
    """Whether two verdicts cannot be of one share; far: whether the share of each lies significantly beyond the margin.

    A share that is `strong` or `weak` may still lie within the margin, and is `balanced` then in more games: against
    `balanced` it counts if it is far.
    """
    return far[1] if verdict == BALANCE[0] else far[0] if other == BALANCE[0] else True
