"""What the players of a game do and wait for: their decisions, their choices, and the decisions of other players."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

import numpy as np
import pandas as pd

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.one_game import OneGame, several_games
from starbalance.analyses.questions.players import replay_arguments
from starbalance.analyses.statistics.estimate import mean_interval
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.experiment import experiment
from starbalance.simulator.runs.result import Result

GAMES = 20
MEASURES = ("decisions", "actions", "wait", "longest_wait")
_STEP = 1.0  # the smallest change of a number of decisions


@marks_incomplete
def waiting(
    result: Result,
    games: int = GAMES,
    *,
    progress: Callable[..., None] = lambda done, total, note="": None,
    notify: Callable[[str], None] = lambda line: None,
) -> pd.DataFrame:
    """Return how much each player decides and waits. The first games of the run are played again.

    Decisions with a single legal action do not count. A wait is the number of decisions of other players between two
    decisions of a player, if there are any.

    Args:
        result: A run.
        games: The number of games. Default: 20.
        progress: Called with the number of games that are played and of all games.
        notify: Called with a line before anything that takes seconds.

    Returns:
        seat: the place in the turn order
        games: the number of games
        decisions: the decisions of the player in a game, as a mean over the games
        actions: the legal actions at a decision
        wait: the mean wait
        longest_wait: the longest wait of a game
        decisions_low, decisions_high, ...: the ends of the 95% intervals of these means

    Raises:
        BadInput: If the number of games is below 1, or the games cannot be played again from the folder of the run.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=50, seed=1)
    >>> sb.waiting(result)[["seat", "games"]]
       seat  games
    0     1     20
    1     2     20
    """
    if games < 1:
        raise BadInput(f"The number of games must be at least 1, got {games}.")
    arguments, size = replay_arguments(result), result.seats_per_game
    rows = result.scan("seats").select("game", "seat").sort("game", maintain_order=True).head(games * size).collect()
    numbers, seats = rows["game"].to_numpy()[::size], rows["seat"].to_numpy().reshape(-1, size)
    played = several_games(experiment(arguments.pop("game"), arguments), map(int, numbers), notify)
    measured: list[np.ndarray] = []
    for of_rows, one in zip(seats, played, strict=True):
        progress(len(measured), len(numbers))
        measured.append(np.array(_measures(one, size))[np.argsort(of_rows)])
    progress(len(numbers), len(numbers))
    return pd.DataFrame([_row(seat + 1, np.stack(measured)[:, seat]) for seat in range(size)])


def _measures(one: OneGame, seats: int) -> list[list[float]]:
    """Return the measures of each player of a game. They are 0 for a player without a decision."""
    made = [(int(step.state.actor), len(step.options)) for step in one.steps if step.scores is not None]
    actors = [actor for actor, _ in made]
    rows = []
    for seat in range(seats):
        actions = [count for actor, count in made if actor == seat]
        waits = waits_of(actors, seat) or [0]
        rows.append([len(actions), float(np.mean(actions or [0])), float(np.mean(waits)), max(waits)])
    return rows


def waits_of(actors: Iterable[int], seat: int) -> Sequence[int]:
    """Return the numbers of decisions of other players between two decisions of a player, in order.

    Args:
        actors: The player of each decision of a game.
        seat: The player.

    >>> waits_of([0, 1, 1, 0, 0, 2, 0, 1], 0)
    [2, 1]
    """
    lengths = [(is_own, len(list(run))) for is_own, run in groupby(actor == seat for actor in actors)]
    return [length for is_own, length in lengths[1:-1] if not is_own]


def _row(seat: int, measured: np.ndarray) -> dict[str, float]:
    """Return the row of a seat, from its measures, shape (games, measures)."""
    row: dict[str, float] = {"seat": seat, "games": len(measured)}
    for name, values in zip(MEASURES, measured.T, strict=True):
        mean, low, high = mean_interval(values, flip=_STEP, bounds=(0.0, np.inf))
        row |= {name: mean, f"{name}_low": low, f"{name}_high": high}
    return row
