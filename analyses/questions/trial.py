"""Changes of the rules, tried on the same luck: what each does, and which of many are worth more games."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl

from starbalance.analyses.presentation.wording import duration
from starbalance.analyses.questions.compare import paired_shares
from starbalance.analyses.questions.number import Change, changed, is_possible, number_changes
from starbalance.analyses.questions.plan import Watch
from starbalance.analyses.statistics.truncation import truncated_share
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.experiment import Execution, Experiment, after
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import DEFAULT, check_columns, run_experiment

FIRST = 200  # games of each change in the first round of a race
PILOT_PART = 20  # a pilot is one part of so many of the games that it tells of
PILOT_GAMES = (10, 200)  # but so many at least and at most
Changes = tuple[Change, ...]


@dataclass(frozen=True)
class Shift:
    """What some changes do to the win share of each cell, in order: how much it is before and after.

    error: the standard error of the difference, game by game. rounds: the mean length before and after. truncated: the
    share of truncated games after.
    """

    changes: Changes
    before: np.ndarray
    after: np.ndarray
    error: np.ndarray
    rounds: tuple[float, float] = (1.0, 1.0)
    truncated: float = 0.0

    @property
    def difference(self) -> np.ndarray:
        """What the changes add to each share."""
        return self.after - self.before

    @property
    def movement(self) -> float:
        """The sum of the squared differences, less what luck alone makes of it."""
        return float(np.nansum(self.difference**2 - self.error**2))


@dataclass(frozen=True)
class Trials:
    """Changes tried on the same seeds.

    Attributes:
        experiment: What is played without changes.
        by: The columns of the win shares.
        execution: How the games are played.
    """

    experiment: Experiment
    by: Sequence[str]
    execution: Execution

    def takes(self, changes: Sequence[Change]) -> bool:
        """Return whether the game takes some changes together."""
        return is_possible(self.experiment, changes)

    def play(self, changes: Sequence[Change], games: int, *, seed: int, progress: Callable[..., None]) -> Result:
        """Play games under some changes. They are kept below runs/ and read from there."""
        return self._run(changes, games, seed=seed, progress=progress, out=DEFAULT)

    def minutes(self, games: int, *, seed: int) -> float:
        """Estimate from a pilot, which is not kept, how long games take here."""
        watch, (least, most) = Watch(lambda *_: None), PILOT_GAMES
        pilot = min(max(games // PILOT_PART, least), most)
        self._run((), pilot, seed=seed, progress=watch.note, out=None)
        return watch.minutes(games)

    def _run(
        self, changes: Sequence[Change], games: int, *, seed: int, progress: Callable[..., None], out: Path | None
    ) -> Result:
        played = replace(self.experiment.changed(changed(changes)), seed=seed)
        return run_experiment(played, self.execution.reporting(progress), games, out=out)

    def shifts(
        self, several: Sequence[Changes], games: int, *, seed: int, progress: Callable[..., None]
    ) -> list[Shift]:
        """Return what each of several changes does, on the same seeds. `progress` counts the games of all."""
        total = (len(several) + 1) * games
        base = self.play((), games, seed=seed, progress=after(progress, 0, total))
        found = []
        for place, changes in enumerate(several, 1):
            done = after(progress, place * games, total)
            variant = self.play(changes, games, seed=seed, progress=done)
            one = paired_shares(base, variant, self.by)[1]
            rounds = _rounds_of(base), _rounds_of(variant)
            found.append(Shift(changes, one.one, one.two, one.error, rounds, truncated_share(variant)))
        return found


def find_trials(
    experiment: Experiment,
    execution: Execution,
    numbers: Sequence[str] | None,
    *,
    step: float,
    by: Sequence[str] | None,
) -> tuple[Trials, list[Changes]]:
    """Return how changes are tried, and every single change of a number that fits a pattern (see number_changes).

    Raises:
        BadInput: If a column or number does not exist, or no number can be changed.
    """
    columns = list(by or [experiment.factor])
    check_columns(columns, experiment.game, experiment.rules)
    several = number_changes(experiment, numbers, step=step)
    if not several:
        raise BadInput("None of these numbers can be changed alone so that it matters in this set-up: name others.")
    return Trials(experiment, columns, execution), [(each,) for each in several]


def beforehand(parts: Sequence[tuple[Trials, int]], seed: int) -> str:
    """Return how long games of several trials take, such as `up to 9,000 games, about 4 minutes on 2 cores`."""
    minutes = sum(trials.minutes(games, seed=seed) for trials, games in parts)
    games, cores = sum(games for _, games in parts), parts[0][0].execution.workers
    return f"up to {games:,} games, about {duration(minutes)} on {cores} core{'s' * (cores > 1)}"


def _rounds_of(result: Result) -> float:
    return float(result.scan("games").select(pl.col("rounds").mean()).collect().item())


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
    """The `keep` changes with the highest score: the worse half goes again and again, the rest plays twice as long.

    Successive halving (Karnin, Koren and Somekh, ICML 2013). score: of what changes do. most: games of each, at most.
    """
    left, before, total = list(several), 0, race_games(len(several), keep, most)
    for count, games in _rounds(len(several), keep, most):
        shifts = trials.shifts(left, games, seed=seed, progress=after(progress, before, total))
        shifts.sort(key=score, reverse=True)
        left, before = [each.changes for each in shifts[: max(keep, count // 2)]], before + (count + 1) * games
    return left


def race_games(count: int, keep: int, most: int) -> int:
    """The games of a race, with those of the rules as they are."""
    return sum((each + 1) * games for each, games in _rounds(count, keep, most))


def _rounds(count: int, keep: int, most: int) -> Iterator[tuple[int, int]]:
    """(changes, games of each) of every round of a race."""
    games = min(FIRST, most)
    while count > keep:
        yield count, games
        count, games = max(keep, count // 2), min(2 * games, most)
