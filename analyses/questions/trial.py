"""Trials of changes of the rules with common random numbers, and a race that selects the best of many changes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.wording import duration
from starbalance.analyses.questions.compare import paired_shares
from starbalance.analyses.questions.number import AnyChange, Change, changed, is_clear, is_possible, number_changes
from starbalance.analyses.questions.plan import Watch
from starbalance.analyses.questions.rates import measured
from starbalance.analyses.statistics.truncation import truncated_share
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.runs.experiment import Execution, Experiment, after
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import Group, check_columns, run_experiment

RUNS = Group("changes")  # the runs of `sensitivity` and `balance`, which share them
FIRST = 200  # games of each change in the first round of a race
PILOT_PART = 20  # a pilot has one twentieth of the games that it predicts
PILOT_GAMES = (10, 200)  # the smallest and the largest number of games of a pilot
TOGETHER = 24  # changes of a random set, at most
ALONE = 40  # single changes for each further change of a random set
REPEATS = 4  # random sets that contain a change
SCREENED = 150  # games of a random set
Changes = tuple[AnyChange, ...]


@dataclass(frozen=True)
class Shift:
    """The effect of some changes on the win share of each cell.

    Attributes:
        changes: the changes
        before: the shares without the changes, shape (cells,)
        after: the shares with the changes, shape (cells,)
        error: the standard error of the difference, from paired games, shape (cells,)
        rounds: the mean number of rounds without and with the changes
        truncated: the share of truncated games without and with the changes
        games: the number of games with the changes
    """

    changes: Changes
    before: np.ndarray
    after: np.ndarray
    error: np.ndarray
    rounds: tuple[float, float] = (1.0, 1.0)
    truncated: tuple[float, float] = (0.0, 0.0)
    games: int = FIRST

    @property
    def outcome(self) -> np.ndarray:
        """The shares, the mean number of rounds and the share of truncated games with the changes."""
        return np.array([*self.after, self.rounds[1], self.truncated[1]])

    @property
    def unchanged(self) -> np.ndarray:
        """The shares, the mean number of rounds and the share of truncated games without the changes."""
        return np.array([*self.before, self.rounds[0], self.truncated[0]])

    @property
    def difference(self) -> np.ndarray:
        """The effect of the changes on each share."""
        return self.after - self.before

    @property
    def movement(self) -> float:
        """The sum of the squared differences, minus the part expected from sampling error."""
        return float(np.nansum(self.difference**2 - self.error**2))


@dataclass(frozen=True)
class Trials:
    """A base with which changes are compared on the same seeds.

    Attributes:
        experiment: what is played without changes
        by: the columns of the win shares
        execution: how the games are played
    """

    experiment: Experiment
    by: Sequence[str]
    execution: Execution

    def takes(self, changes: Sequence[AnyChange]) -> bool:
        """Return whether the game allows some changes together.

        Args:
            changes: The changes.
        """
        return is_clear(changes) and is_possible(self.experiment, changes)

    def play(self, changes: Sequence[AnyChange], games: int, *, seed: int, progress: Callable[..., None]) -> Result:
        """Play games under some changes, or read them from their folder below runs/, and return the run.

        Args:
            changes: The changes.
            games: The number of games.
            seed: The seed of all randomness.
            progress: Called with the games done and the games in all.
        """
        return self._run(changes, games, seed=seed, progress=progress, out=RUNS)

    def minutes(self, games: int, *, seed: int) -> float:
        """Return how many minutes some games take on this machine, estimated from a pilot that is not kept.

        Args:
            games: The number of games.
            seed: The seed of all randomness.
        """
        watch, (least, most) = Watch(lambda *_: None), PILOT_GAMES
        pilot = min(max(games // PILOT_PART, least), most)
        self._run((), pilot, seed=seed, progress=watch.note, out=None)
        return watch.minutes(games)

    def _run(
        self, changes: Sequence[AnyChange], games: int, *, seed: int, progress: Callable[..., None], out: Group | None
    ) -> Result:
        played = replace(self.experiment.changed(changed(changes)), seed=seed)
        return run_experiment(played, self.execution.reporting(progress), games, out=out)

    def shifts(
        self, several: Sequence[Changes], games: int, *, seed: int, progress: Callable[..., None]
    ) -> list[Shift]:
        """Return the effect of each of several sets of changes, on the same seeds.

        Args:
            several: The sets of changes.
            games: The number of games of each set.
            seed: The seed of all randomness.
            progress: Called with the games done and the games of all sets.
        """
        total = (len(several) + 1) * games
        base = self.play((), games, seed=seed, progress=after(progress, 0, total))
        effects = []
        for place, changes in enumerate(several, 1):
            done = after(progress, place * games, total)
            variant = self.play(changes, games, seed=seed, progress=done)
            one = paired_shares(base, variant, self.by)[1]
            effects.append(Shift(changes, one.one, one.two, one.error, *_of_both(base, variant), games))
        return effects

    def shares(self, result: Result) -> pd.Series:
        """Return the win share of each cell of a run, by the level of the cell.

        Args:
            result: The run.
        """
        return measured(result, self.by)[0].set_index(list(self.by))["share"]

    def pilot(self, games: int, *, seed: int) -> Result:
        """Return a few games without changes, which are not kept.

        Args:
            games: The number of games.
            seed: The seed of all randomness.
        """
        return self._run((), games, seed=seed, progress=lambda *_: None, out=None)

    def screened(
        self, several: Sequence[Changes], base: Result, *, seed: int, progress: Callable[..., None]
    ) -> list[Shift]:
        """Return the effect of each of several sets of changes, each in a few independent games that are not kept.

        Args:
            several: The sets of changes.
            base: A run without changes.
            seed: The seed of the first set. Each further set has the next seed.
            progress: Called with the games done and the games of all sets.
        """
        cells, total, effects = self.shares(base), len(several) * SCREENED, []
        for place, changes in enumerate(several):
            done = after(progress, place * SCREENED, total)
            result = self._run(changes, SCREENED, seed=seed + place, progress=done, out=None)
            shares, error = self.shares(result).reindex(cells.index), np.zeros(len(cells))
            ends = _of_both(base, result)
            effects.append(Shift(changes, cells.to_numpy(), shares.to_numpy(), error, *ends, SCREENED))
        return effects


def find_trials(
    experiment: Experiment,
    execution: Execution,
    numbers: Sequence[str] | None,
    *,
    step: float,
    by: Sequence[str] | None,
    zeros: bool = False,
) -> tuple[Trials, list[Change]]:
    """Return the trials for an experiment, and every single change of a value that fits a pattern.

    Args:
        experiment: What is played without changes.
        execution: How the games are played.
        numbers: Patterns of paths. `None` means all values, except numbers that are 0.
        step: The step of a number, as a share of it.
        by: Columns of the shares. `None` means the headline factor.
        zeros: Whether a 0 also moves up, as in `number_changes`. Default: false.

    Returns:
        trials: the trials
        several: the changes

    Raises:
        BadInput: If a column or value does not exist, or no value can be changed.
    """
    columns = list(by or [experiment.factor])
    check_columns(columns, experiment.game, experiment.rules)
    several = number_changes(experiment, numbers, step=step, zeros=zeros)
    if not several:
        raise BadInput("No single change of these numbers has an effect in this setup: name other numbers.")
    return Trials(experiment, columns, execution), several


def beforehand(parts: Sequence[tuple[Trials, int]], seed: int) -> str:
    """Return how long games of several trials take, such as `up to 9,000 games, about 4 minutes on 2 cores`.

    Args:
        parts: The trials, each with its number of games.
        seed: The seed of the pilots.
    """
    minutes = sum(trials.minutes(games, seed=seed) for trials, games in parts)
    games, cores = sum(games for _, games in parts), parts[0][0].execution.workers
    return f"up to {games:,} games, about {duration(minutes)} on {counted(cores, 'core')}"


def _of_both(base: Result, variant: Result) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the mean numbers of rounds and the shares of truncated games of two runs."""
    return (rounds_of(base), rounds_of(variant)), (truncated_share(base), truncated_share(variant))


def rounds_of(result: Result) -> float:
    """Return the mean number of rounds of a run.

    Args:
        result: The run.
    """
    return float(result.scan("games").select(pl.col("rounds").mean()).collect().item())


def random_sets(singles: Sequence[Change], takes: Callable[[Changes], bool], *, seed: int) -> list[Changes]:
    """Return random sets of single changes, in which every change occurs equally often.

    A set has one change for every 40 changes, at most 24. Changes that a game refuses together are left out of a set.

    Args:
        singles: The single changes.
        takes: A function that says whether the game allows a set.
        seed: The seed of the order.
    """
    order, size = np.random.default_rng(seed), min(TOGETHER, 1 + len(singles) // ALONE)
    sets: list[Changes] = []
    for _ in range(REPEATS):
        mixed = [singles[place] for place in order.permutation(len(singles))]
        sets += [_allowed(tuple(mixed[i : i + size]), takes) for i in range(0, len(mixed), size)]
    return sets


def _allowed(changes: Changes, takes: Callable[[Changes], bool]) -> Changes:
    """Return most of some changes: those that the game allows together."""
    if len(changes) == 1 or takes(changes):
        return changes
    half = len(changes) // 2
    first, second = _allowed(changes[:half], takes), _allowed(changes[half:], takes)
    return first + second if takes(first + second) else first


def race(
    trials: Trials,
    several: Sequence[Changes],
    score: Callable[[Shift], float],
    *,
    keep: int,
    most: int,
    seed: int,
    progress: Callable[..., None],
) -> list[Changes]:
    """Return the changes with the highest score.

    In each round, the worse half is dropped and the rest plays twice the games: successive halving (Karnin, Koren
    and Somekh, ICML 2013).

    Args:
        trials: The trials.
        several: The sets of changes.
        score: The score of the effect of a set of changes.
        keep: The number of sets to return.
        most: The largest number of games of each set in a round.
        seed: The seed of all randomness.
        progress: Called with the games done and the games in all.
    """
    left, before, total = list(several), 0, race_games(len(several), keep, most)
    for count, games in _rounds(len(several), keep, most):
        shifts = trials.shifts(left, games, seed=seed, progress=after(progress, before, total))
        shifts.sort(key=score, reverse=True)
        left, before = [each.changes for each in shifts[: max(keep, count // 2)]], before + (count + 1) * games
    return left


def race_games(count: int, keep: int, most: int) -> int:
    """Return the number of games of a race, including those of the rules without changes.

    Args:
        count: The number of sets of changes.
        keep: The number of sets to return.
        most: The largest number of games of each set in a round.
    """
    return sum((each + 1) * games for each, games in _rounds(count, keep, most))


def _rounds(count: int, keep: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield the number of sets of changes and the games of each set, for every round of a race."""
    games = min(FIRST, most)
    while count > keep:
        yield count, games
        count, games = max(keep, count // 2), min(2 * games, most)
