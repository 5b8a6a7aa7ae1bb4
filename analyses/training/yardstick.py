"""The yardstick: what one player of a strategy, such as one who looks ahead, wins among players of others."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from starbalance.analyses.questions.compare import after
from starbalance.analyses.questions.mix import LEAGUE, Mix, different, find_mix, has_league, weights
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.players import by_player
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.analyses.training import validation
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.searcher import POOL
from starbalance.simulator.engine.strategy import BASE, Strategy, find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import DEFAULT, checked_counts, run

CHALLENGER = f"search:{BASE}@32"
GAMES = 100


def yardstick(
    game: str | Path,
    strategy: str | Callable | Strategy = CHALLENGER,
    *,
    against: Sequence[str] | None = None,
    players: int | None = None,
    setup: str | None = None,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
    games: int = GAMES,
    seed: int = 0,
    jobs: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    alpha: float = ALPHA,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> pd.DataFrame:
    """What one player of a strategy wins among players of others, in shares of the win: a row for each of `against`.

    against: strategies, each played by all others, or mixes from which each other player's is drawn: `pool`, `league`,
    a TOML file of strategies with their chances. None: sensible, the pool, and the league if the game has one that is
    not sensible alone.
    games: of each row; in an equal part of them the player has each of the places. They are kept below runs/, so that
    work that was stopped goes on. jobs, backend, scheduler: as of a run.

    Columns: against, share, gain (beyond the fair share), low, high (of the gain; the intervals of all rows hold at
    once), games.
    Raises BadInput for anything that does not exist or cannot be.
    """
    played = find_game(game)
    check_alpha(alpha)
    checked_counts(games, seed, jobs)
    rules = tables.load(played, setup, players, set=set, variant=variant)
    name = rules.setup.name
    rivals = {each: find_mix(played, each, name) for each in against or usual(played, name)}
    if against is not None and len(rivals) < len(against):
        raise BadInput("An opponent is named twice: once is enough.")
    challenger, size = find_strategy(played, strategy), rules.setup.players
    count, places = -(-games // size), [(rival, place) for rival in rivals for place in range(size)]
    play = partial(run, played.address, setup=name, set=rules.changed, games=count, out=DEFAULT, tell=tell)
    play = partial(play, jobs=jobs, backend=backend, scheduler=scheduler)
    credits: dict[str, list[np.ndarray]] = {rival: [] for rival in rivals}
    for number, (rival, place) in enumerate(places):
        lineup = [challenger if player == place else None for player in range(size)]
        luck = (seed + place) % batch.SEED_LIMIT
        told = after(progress, number * count, len(places) * count)
        result = play(strategies=lineup, pool=rivals[rival].pool, seed=luck, progress=told)
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
