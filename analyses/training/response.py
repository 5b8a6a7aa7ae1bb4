"""Best responses: what training or looking ahead gains against a mix over what a player of the mix wins itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import pandas as pd

from starbalance.analyses.questions.mix import Given, find_mix
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.analyses.training.course import check_budget
from starbalance.analyses.training.task import REACH, Improvement, Task, trainable
from starbalance.analyses.training.train import BUDGET, make_task_ready
from starbalance.simulator.engine.strategy import BASE, Strategy
from starbalance.simulator.runs.batch import AtWork
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.run import check_games


@dataclass(frozen=True)
class Response:
    """A strategy trained against a mix, or one that looks ahead, which `found` is none of.

    A player of the mix wins the fair share against it, since all are dealt alike; what the response wins beyond that is
    what the mix leaves open. share: (value, low, high) of its win, in so many games. budget: games of the training.
    """

    task: Task
    share: tuple[float, float, float]
    games: int
    budget: int = 0
    found: Improvement | None = None

    @property
    def gain(self) -> tuple[float, float, float]:
        """What it wins beyond the fair share: (value, low, high)."""
        fair = 1 / self.task.rules.setup.players
        value, low, high = (each - fair for each in self.share)
        return value, low, high

    @property
    def row(self) -> dict[str, Any]:
        """A row of a table."""
        gain, low, high = self.gain
        return {
            "start": self.task.start.name,
            "share": self.share[0],
            "gain": gain,
            "low": low,
            "high": high,
            "games": self.games,
            "budget": self.budget,
        }


def respond(
    tasks: Sequence[Task], *, budget: int, at_work: AtWork, resume: bool, progress: Callable[..., None], alpha: float
) -> list[Response]:
    """Trains each task with a budget of its own; the interval of each is of level 1 - alpha."""
    found = []
    for number, task in enumerate(tasks):
        told = partial(_told, progress, task.start.name, before=number * budget, total=len(tasks) * budget)
        improved = task.improve(budget=budget, at_work=at_work, resume=resume, progress=told, alpha=alpha)
        found.append(Response(task, improved.gain.trained, improved.gain.games, budget, improved))
    return found


def look(
    tasks: Sequence[Task], *, games: int, at_work: AtWork, resume: bool, progress: Callable[..., None], alpha: float
) -> list[Response]:
    """Plays so many games for each task, whose start looks ahead; the interval of each is of level 1 - alpha."""
    found = []
    for number, task in enumerate(tasks):
        told = partial(_told, progress, task.start.name, before=number * games, total=len(tasks) * games)
        share, played = task.look(games=games, at_work=at_work, resume=resume, progress=told, alpha=alpha)
        found.append(Response(task, share, played))
    return found


def _told(progress: Callable[..., None], name: str, done: int, *note: Any, before: int, total: int) -> None:
    """Tells how far one of several pieces of work is."""
    progress(before + done, total, f"{name}, {note[-1]}")


def exploitability(
    game: str | Path,
    against: Given = None,
    *,
    base: Sequence[str | Strategy] = (BASE,),
    budget: int = BUDGET,
    reach: float = REACH,
    resume: bool = False,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> pd.DataFrame:
    """Return what training against a mixed strategy gains over an equal share of the win, best first.

    It is a lower bound: a larger budget, or a search, may gain more.

    Args:
        game: The name or folder of a game.
        against: The mixed strategy, as for `train`.
        base: The strategies to begin with. Each is trained.
        budget: Games of each training.
        reach: The largest change of each weight, as for `train`.
        resume: Whether to continue work that was stopped.
        alpha: One minus the level of the intervals, which hold for all rows at once. They come from fresh games.
        **options: As for `train`.

    Returns:
        start, share, gain, low, high, games, budget.
    """
    check_alpha(alpha)
    check_games(budget)
    experiment, execution = prepare(game, options, TrainingOptions)
    played, rules = experiment.game, experiment.rules
    check_budget(budget, rules.setup.players)
    mix = find_mix(played, against, rules.setup.name)
    able = [trainable(played, each).at(played, rules) for each in base]
    tasks = [Task(experiment=experiment, mix=mix, start=start, reach=reach) for start in able]
    for task in tasks:
        make_task_ready(task, execution.tell)
    with execution.at_work() as at_work:
        each, progress = alpha / len(tasks), execution.progress
        found = respond(tasks, budget=budget, at_work=at_work, resume=resume, progress=progress, alpha=each)
    table = pd.DataFrame([each.row for each in found])
    return table.sort_values("gain", ascending=False, kind="stable", ignore_index=True)
