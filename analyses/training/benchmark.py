"""The benchmark: the win share of one player of a strategy among players of other strategies."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd

from starbalance.analyses.questions.mix import LEAGUE, Mix, different, find_mix, has_league, weights
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.players import by_player
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.analyses.training import validation
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE, Strategy, find_strategy
from starbalance.simulator.engine.strategy_name import POOL, search_name
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import DEFAULT, check_games, run_experiment

CHALLENGER = search_name(BASE, 32)
GAMES = 100


def benchmark(
    game: str | Path,
    strategy: str | Callable | Strategy = CHALLENGER,
    *,
    against: Sequence[str] | None = None,
    games: int = GAMES,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> pd.DataFrame:
    """Measure what one player of a strategy wins among players of reference strategies.

    The runs are kept below runs/ and continued after a stop.

    Args:
        game: The name or folder of a game.
        strategy: The strategy to measure.
        against: What the other players play, one row each: a strategy, or a mixed strategy from which each player's
            strategy is drawn: `pool`, `league`, or a TOML file of strategies with their chances. Default: sensible, the
            pool, and the league if the game has one with more than sensible.
        games: Games of each row. In an equal part of them the player has each of the places.
        alpha: One minus the level of the intervals, which hold for all rows at once.
        **options: As for `run`, without strategies, pool and temperature.

    Returns:
        against, share, gain (the share minus an equal share), low, high (of the gain), games.

    Raises:
        BadInput: If anything does not exist or is out of range.
    """
    check_alpha(alpha)
    check_games(games)
    experiment, execution = prepare(game, options, TrainingOptions)
    played, name, size = experiment.game, experiment.setup, experiment.rules.setup.players
    rivals = {each: find_mix(played, each, name) for each in against or usual(played, name)}
    if against is not None and len(rivals) < len(against):
        raise BadInput("An opponent is named twice: once is enough.")
    challenger = find_strategy(played, strategy)
    count, places = -(-games // size), [(rival, place) for rival in rivals for place in range(size)]
    credits: dict[str, list[np.ndarray]] = {rival: [] for rival in rivals}
    for number, (rival, place) in enumerate(places):
        lineup = [challenger if player == place else None for player in range(size)]
        seated = replace(experiment.reseeded(place), strategies=lineup, pool=rivals[rival].pool)
        part = execution.part(number * count, len(places) * count)
        result = run_experiment(seated, part, count, out=DEFAULT)
        credits[rival].append(_credits(result, rivals[rival], challenger, place=place))
    each = alpha / len(credits)
    rows = [{"against": rival, **_row(np.hstack(found), size, each)} for rival, found in credits.items()]
    return pd.DataFrame(rows)


def usual(game: Game, setup: str) -> list[str]:
    """Whom a strategy is measured against where nothing is said: sensible, the pool, a league but of sensible alone."""
    return different(game, setup, [BASE, POOL, LEAGUE] if has_league(game, setup) else [BASE, POOL])


def _credits(result: Result, mix: Mix, challenger: Strategy, *, place: int) -> np.ndarray:
    """What the player in a place wins in each game, and how much the game counts: (2, games)."""
    names = [each.name for each in mix.pool]
    strategy, credit = by_player(result, list(dict.fromkeys([*names, challenger.name])))
    others = np.delete(strategy, place, axis=1)
    counts = weights(others, mix.ratios)
    return np.stack([credit[:, place] * counts, counts])


def _row(credits: np.ndarray, players: int, alpha: float) -> dict[str, Any]:
    share, low, high = validation.share(credits, alpha)
    fair = 1 / players
    return {"share": share, "gain": share - fair, "low": low - fair, "high": high - fair, "games": credits.shape[1]}


def summary(table: pd.DataFrame, strategy: str) -> str:
    """The most that the strategy wins beyond the fair share, in words."""
    most = table.loc[table["gain"].idxmax()]
    gain, low, high = (f"{100 * most[name]:+.1f}" for name in ("gain", "low", "high"))
    return f"{strategy} gains most against {most['against']}: {gain} points beyond the fair share ({low} to {high})."
