"""The benchmark: the win share of one player with a strategy, among players with reference strategies."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd

from starbalance.analyses.questions.mix import LEAGUE, Mix, different, find_mix, has_league, weights
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.players import by_player, one_player_note
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.analyses.training import validation
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE, Strategy, find_strategy
from starbalance.simulator.engine.strategy_name import POOL, search_name
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import Group, check_games, run_experiment

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
    """Measure the win share of one player with a strategy, among players with reference strategies.

    The runs are stored below runs/, so that a stopped benchmark continues where it stopped.

    Args:
        game: Name or folder of the game.
        strategy: Strategy to measure. Default: `search:sensible@32`.
        against: Opponents, one row of the table each. An opponent is a strategy or a mixed strategy, from which each
            other player's strategy is drawn. Mixed strategies are `pool`, `league` and TOML files of strategies with
            their probabilities. `None` means `sensible`, the pool, and the league if it contains more than `sensible`.
        games: Games per row, split equally between the player's possible places. Default: 100.
        alpha: One minus the confidence level of the intervals, which hold for all rows together. Default: 0.05.
        **options: Options of `run`, except strategies, pool and temperature.

    Returns:
        A table with one row per opponent. Columns: against, share (win share from 0 to 1), gain (share minus the equal
        share), low and high (ends of the interval of the gain), games. The win of a side is split among its players.

    Raises:
        BadInput: If a game, strategy or opponent is unknown, an opponent is listed twice, or a value is out of range.
    """
    check_alpha(alpha)
    check_games(games)
    experiment, execution = prepare(game, options, TrainingOptions)
    played, name, size = experiment.game, experiment.setup, experiment.rules.setup.players
    rivals = {each: find_mix(played, each, name) for each in against or usual(played, name)}
    if against is not None and len(rivals) < len(against):
        raise BadInput("An opponent is listed twice: list each opponent once.")
    challenger = find_strategy(played, strategy)
    count, places = -(-games // size), [(rival, place) for rival in rivals for place in range(size)]
    credits: dict[str, list[np.ndarray]] = {rival: [] for rival in rivals}
    for number, (rival, place) in enumerate(places):
        lineup = [challenger if player == place else None for player in range(size)]
        seated = replace(experiment.reseeded(place), strategies=lineup, pool=rivals[rival].pool)
        part = execution.part(number * count, len(places) * count)
        result = run_experiment(seated, part, count, out=Group("benchmark"))
        credits[rival].append(_credits(result, rivals[rival], challenger, place=place))
    row_alpha = alpha / len(credits)
    rows = [{"against": rival, **_row(np.hstack(columns), size, row_alpha)} for rival, columns in credits.items()]
    table = pd.DataFrame(rows)
    table.attrs["note"] = one_player_note(experiment.rules.setup)
    return table


def usual(game: Game, setup: str) -> list[str]:
    """Return the default opponents: sensible, the pool, and the league unless it contains only `sensible`."""
    return different(game, setup, [BASE, POOL, LEAGUE] if has_league(game, setup) else [BASE, POOL])


def _credits(result: Result, mix: Mix, challenger: Strategy, *, place: int) -> np.ndarray:
    """Return the weighted credit of the player in a place, and the weight of each game, with the shape (2, games)."""
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
    """Return a sentence with the opponent against which a strategy gains most, and the gain in points.

    Sentences on the share of one player follow if the sides have several players.
    """
    most = table.loc[table["gain"].idxmax()]
    gain, low, high = (f"{100 * most[name]:+.1f}" for name in ("gain", "low", "high"))
    sentence = f"{strategy} gains most against {most['against']}: {gain} points over an equal share ({low} to {high})."
    return f"{sentence} {table.attrs['note']}".rstrip()
