"""How many games a verdict needs, and how long they take, from a pilot."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd

from starbalance.analyses.questions.rates import measured
from starbalance.analyses.statistics.aggregate import parity
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import MARGIN, check_alpha, check_margin, games_needed
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import RunOptions
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
    """Estimate from a pilot how many games give each cell its verdict, and how many minutes they take here.

    The estimate assumes that no other cell of the table is decided yet, which is the hardest case.

    Args:
        game: The name or folder of a game.
        by: Columns of seats or games. Default: the headline factor.
        margin: Margin of the verdicts, as a share.
        chance: The chance that each verdict is reached.
        alpha: Chance of a wrong verdict in the whole table.
        pilot: Games to play now. They are not kept.
        **options: As for `run`.

    Returns:
        The columns of `by`, share, low and high (of the pilot), games and minutes (if the shares of the pilot are the
        true ones), games_at_parity and minutes_at_parity (if every share is equal, which the margin has to show).

    Raises:
        BadInput: If anything does not exist or is out of range.
    """
    check_margin(margin)
    check_alpha(alpha)
    if not 0 < chance < 1:
        raise BadInput(f"The chance of a verdict lies between 0 and 1, such as 0.9: it cannot be {chance:g}.")
    experiment, execution = prepare(game, options)
    columns = list(by or [experiment.factor])
    check_columns(columns, experiment.game, experiment.rules)
    watch = Watch(execution.progress)
    result = run_experiment(experiment, execution.reporting(watch.note), pilot)
    table, shares = measured(result, columns, alpha=alpha)
    near = np.full(len(table), parity(result))
    for end, truth in (("", shares), ("_at_parity", replace(shares, share=near))):
        needed = games_needed(truth, near, margin=margin, alpha=alpha, chance=chance) * pilot / shares.games
        table = table.assign(**{f"games{end}": np.ceil(needed), f"minutes{end}": watch.minutes(needed)})
    return table


@dataclass
class Watch:
    """How fast games are played, without what comes before the first of them."""

    progress: Callable[..., None]
    seen: list[tuple[float, int]] = field(default_factory=list)

    def note(self, done: int, total: int, note: str = "") -> None:
        """Keeps when so many games were done."""
        self.seen.append((time.monotonic(), done))
        self.progress(done, total, note)

    def minutes(self, games: Any) -> Any:
        """How long so many games take."""
        return games / self.speed / 60

    @property
    def speed(self) -> float:
        """Games a second."""
        (first, before), (last, after) = self.seen[0], self.seen[-1]
        return (after - before) / max(last - first, 1e-6)
