"""Best responses: how much training or search gains against a mixed strategy, compared with an equal share."""

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
from starbalance.analyses.training.task import TRUST_REGION, Improvement, Task, trainable
from starbalance.analyses.training.train import BUDGET, make_task_ready
from starbalance.simulator.engine.strategy import BASE, Strategy
from starbalance.simulator.runs.batch import AtWork
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.run import check_games


@dataclass(frozen=True)
class Response:
    """A response to a mixed strategy: a trained strategy or a search strategy.

    Players of the mixed strategy win an equal share against each other. So the win share of a response, minus an equal
    share, is a lower bound of the exploitability.

    Attributes:
        task: The training or search.
        share: Win share with the ends of its interval: (value, low, high).
        games: Games from which the share comes.
        budget: Games of the training. 0 for a search strategy.
        found: Result of the training. `None` for a search strategy.
    """

    task: Task
    share: tuple[float, float, float]
    games: int
    budget: int = 0
    found: Improvement | None = None

    @property
    def gain(self) -> tuple[float, float, float]:
        """The gain over an equal share: (value, low, high)."""
        equal = 1 / self.task.rules.setup.players
        value, low, high = (each - equal for each in self.share)
        return value, low, high

    @property
    def row(self) -> dict[str, Any]:
        """The row of the response in a table of responses."""
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
    """Train each task with a separate budget, and return the responses with intervals of confidence level 1 - alpha."""
    responses = []
    for number, task in enumerate(tasks):
        report = partial(_report_part, progress, task.start.name, before=number * budget, total=len(tasks) * budget)
        improved = task.improve(budget=budget, at_work=at_work, resume=resume, progress=report, alpha=alpha)
        responses.append(Response(task, improved.gain.trained, improved.gain.games, budget, improved))
    return responses


def look(
    tasks: Sequence[Task], *, games: int, at_work: AtWork, resume: bool, progress: Callable[..., None], alpha: float
) -> list[Response]:
    """Play `games` games for each task, which starts from a search strategy, and return the responses.

    Each interval has the confidence level 1 - alpha.
    """
    responses = []
    for number, task in enumerate(tasks):
        report = partial(_report_part, progress, task.start.name, before=number * games, total=len(tasks) * games)
        share, played = task.look(games=games, at_work=at_work, resume=resume, progress=report, alpha=alpha)
        responses.append(Response(task, share, played))
    return responses


def _report_part(progress: Callable[..., None], name: str, done: int, *note: Any, before: int, total: int) -> None:
    """Call `progress` with the games of one piece of work as part of the total."""
    progress(before + done, total, f"{name}, {note[-1]}")


def exploitability(
    game: str | Path,
    against: Given = None,
    *,
    base: Sequence[str | Strategy] = (BASE,),
    budget: int = BUDGET,
    trust_region: float = TRUST_REGION,
    resume: bool = False,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> pd.DataFrame:
    """Estimate the exploitability of a mixed strategy: the largest gain of a trained response over an equal share.

    The estimate is a lower bound, since a larger budget or a search may gain more.

    Args:
        game: Name or folder of the game.
        against: The mixed strategy, as for `train`. `None` means every strategy except `uniform`, with equal
            probabilities.
        base: Strategies to start from. Each of them is trained. Default: `sensible`.
        budget: Games of each training. Default: 200,000.
        trust_region: Largest change of each weight, in sizes, as for `train`. Default: 1.
        resume: Whether to continue work that was stopped. Default: no.
        alpha: One minus the confidence level of the intervals, which hold for all rows together. They come from games
            that were not used for training. Default: 0.05.
        **options: Options of `run`, except strategies, pool and temperature.

    Returns:
        A table with one row per base strategy, the largest gain first. Columns: start, share, gain, low, high, games,
        budget. `share` is the win share from 0 to 1. `gain` is the share minus the equal share, `low` and `high` are
        the ends of its interval. `games` are the games from which the share comes.

    Raises:
        BadInput: If a name is unknown, a value is out of range, or a base strategy cannot be trained.
    """
    check_alpha(alpha)
    check_games(budget)
    experiment, execution = prepare(game, options, TrainingOptions)
    played, rules = experiment.game, experiment.rules
    check_budget(budget, rules.setup.players)
    mix = find_mix(played, against, rules.setup.name)
    able = [trainable(played, each).at(played, rules) for each in base]
    tasks = [Task(experiment=experiment, mix=mix, start=start, trust_region=trust_region) for start in able]
    for task in tasks:
        make_task_ready(task, execution.notify)
    with execution.at_work() as at_work:
        each, progress = alpha / len(tasks), execution.progress
        responses = respond(tasks, budget=budget, at_work=at_work, resume=resume, progress=progress, alpha=each)
    table = pd.DataFrame([each.row for each in responses])
    return table.sort_values("gain", ascending=False, kind="stable", ignore_index=True)
