"""How many games a verdict needs, and how long they take, from a pilot."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from starbalance.analyses.questions.rates import measured
from starbalance.analyses.statistics.aggregate import parity
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import MARGIN, check_alpha, check_margin, games_needed
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.run import check_columns, run

PILOT = 2000
CHANCE = 0.9


def plan(
    game: str | Path,
    *,
    by: Sequence[str] | None = None,
    margin: float = MARGIN,
    chance: float = CHANCE,
    alpha: float = ALPHA,
    players: int | None = None,
    setup: str | None = None,
    pilot: int = PILOT,
    seed: int = 0,
    strategies: Any = None,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
    jobs: int | None = None,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> pd.DataFrame:
    """The games of a run that give each cell its verdict, and the minutes that they take here, from a pilot.

    chance: of a verdict in so many games. A table of which none is decided yet is the hardest case, so that they are
    enough for each row among the others. pilot: games that are played now, and not kept. The rest is as of rates and a
    run. Columns: by, share, low, high (of the pilot), games and minutes (if the truth is what the pilot found),
    games_at_parity and minutes_at_parity (if it is parity, which the margin then has to show). Raises BadInput for
    anything that does not exist or cannot be.
    """
    check_margin(margin)
    check_alpha(alpha)
    if not 0 < chance < 1:
        raise BadInput(f"The chance of a verdict lies between 0 and 1, such as 0.9: it cannot be {chance:g}.")
    found = find_game(game)
    columns = list(by or [found.factor])
    check_columns(columns, found, tables.load(found, setup, players, set=set, variant=variant))
    watch = Watch(progress)
    options = {"setup": setup, "players": players, "set": set, "variant": variant, "strategies": strategies}
    result = run(game, games=pilot, seed=seed, jobs=jobs, progress=watch.note, tell=tell, **options)
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
