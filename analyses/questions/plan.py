"""An estimate of how many games a verdict needs and how long they take, from a pilot run."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd

from starbalance.analyses.questions.rates import EQUAL, measured, rates
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import MARGIN, check_alpha, check_margin, games_needed
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import RunOptions
from starbalance.simulator.runs.result import Result, load
from starbalance.simulator.runs.run import check_columns, run_experiment

PILOT = 2000
CHANCE = 0.9


def plan(
    game: str | Path,
    *,
    by: Sequence[str] | None = None,
    margin: float = MARGIN,
    chance: float = CHANCE,
    alpha: float = ALPHA,
    pilot: int = PILOT,
    **options: Unpack[RunOptions],
) -> pd.DataFrame:
    """Estimate from a pilot how many games give each cell its verdict, and how many minutes they take on this machine.

    The estimate assumes that no other cell of the table is decided yet, which is the hardest case.

    Args:
        game: The name or folder of a game, or the folder of recorded plays, which are then the pilot.
        by: Columns of the seats or games. Default: the headline factor.
        margin: The margin of the verdicts, as a share. Default: 2 points.
        chance: The probability that each verdict is reached. Default: 0.9.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        pilot: The number of games to play now, which are not kept. Default: 2,000.
        **options: As for `run`.

    Returns:
        the columns of `by`
        share: the win share in the pilot
        low: the lower end of its interval
        high: the upper end
        games: the number of games if the shares of the pilot are the true ones
        minutes: the time for them; not for recorded plays
        games_at_equal_share: the number of games if every share is equal, which the margin has to show
        minutes_at_equal_share: the time for them

    Raises:
        BadInput: If anything does not exist or is out of range.

    >>> import starbalance as sb
    >>> table = sb.plan("comet-chase", by=["seat"], pilot=200, seed=1)
    >>> table[["seat", "share", "games_at_equal_share"]]
       seat  share  games_at_equal_share
    0     1    0.4                8847.0
    1     2    0.6                8847.0
    """
    check_margin(margin)
    check_alpha(alpha)
    if not 0 < chance < 1:
        raise BadInput(f"The chance of a verdict must be between 0 and 1, such as 0.9, got {chance:g}.")
    if is_plays(game):
        return _of_plays(load(game), by, margin=margin, chance=chance, alpha=alpha)
    experiment, execution = prepare(game, options)
    columns = list(by or [experiment.factor])
    check_columns(columns, experiment.game, experiment.rules)
    watch = Watch(execution.progress)
    result = run_experiment(experiment, execution.reporting(watch.note), pilot)
    table, shares = measured(result, columns, alpha=alpha)
    near = np.full(len(table), equal_share(result))
    for end, truth in (("", shares), ("_at_equal_share", replace(shares, share=near))):
        needed = games_needed(truth, near, margin=margin, alpha=alpha, chance=chance) * pilot / shares.games
        table = table.assign(**{f"games{end}": np.ceil(needed), f"minutes{end}": watch.minutes(needed)})
    return table


def is_plays(game: str | Path) -> bool:
    """Return whether a folder holds recorded plays.

    Args:
        game: The name or folder of a game, or the folder of a run.
    """
    return Path(game, "run.toml").is_file() and load(game).is_recorded


def _of_plays(result: Result, by: Sequence[str] | None, *, margin: float, chance: float, alpha: float) -> pd.DataFrame:
    """Return the plan for recorded plays, which are the pilot. It has no minutes."""
    columns = list(by or [result.factor])
    table, shares = measured(result, columns, alpha=alpha)
    near = rates(result, columns)[EQUAL].to_numpy()
    for end, truth in (("", shares), ("_at_equal_share", replace(shares, share=near))):
        needed = games_needed(truth, near, margin=margin, alpha=alpha, chance=chance) * result.played / shares.games
        table[f"games{end}"] = np.ceil(needed)
    return table


@dataclass
class Watch:
    """A measurement of the speed at which games are played, without the time before the first of them.

    Attributes:
        progress: called with the games done, the games in all, and a note
        seen: the times in seconds at which some number of games was done
    """

    progress: Callable[..., None]
    seen: list[tuple[float, int]] = field(default_factory=list)

    def note(self, done: int, total: int, note: str = "") -> None:
        """Record the time at which some number of games was done.

        Args:
            done: The number of games done.
            total: The number of games in all.
            note: A note for the user.
        """
        self.seen.append((time.monotonic(), done))
        self.progress(done, total, note)

    def minutes(self, games: Any) -> Any:
        """Return how many minutes some games take.

        Args:
            games: The number of games, or an array of numbers.
        """
        return games / self.speed / 60

    @property
    def speed(self) -> float:
        """The number of games per second."""
        (first, before), (last, after) = self.seen[0], self.seen[-1]
        return (after - before) / max(last - first, 1e-6)
