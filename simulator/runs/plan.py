"""Plans: the rules, the strategies, the lineup of the players and the seed of a batch of games."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import TABLE
from starbalance.simulator.engine.network_file import Network
from starbalance.simulator.engine.strategy import (
    BASE,
    UNIFORM,
    Strategy,
    find_strategy,
    folder,
    module_names,
    strategy_names,
)
from starbalance.simulator.engine.strategy_name import POOL, TRUTH
from starbalance.simulator.engine.weights import entries
from starbalance.simulator.runs.agent import Agent

PLAYOUTS_OF_CHUNK = 64  # per tried option, summed over the games of a chunk
GAMES_WITH_AGENTS = 20  # in a chunk, since a Python function may take seconds for a decision
GAMES_OF_LANE = 8  # in a chunk, for each decision that a function takes in a call


@dataclass(frozen=True)
class Plan:
    """A batch of games to play.

    Attributes:
        game: The game.
        rules: The rules record.
        strategies: The strategies, which are the first rows of the strategy table.
        lineup: The row of each player. -1 means that it is drawn for each game.
        seed: The seed.
        rounds: The number of rounds of the timeline. Default: 0, no timeline.
        pool: The number of strategies, from the first, that can be drawn. Default: 0, which means all.
        level: A player and the code of a level of the factor. The setup of each game deals the level to the player, if
            `deal` finds such a game. Default: `None`, all games.
    """

    game: Game
    rules: np.ndarray
    strategies: tuple[Strategy, ...]
    lineup: tuple[int, ...]
    seed: int
    rounds: int = 0
    pool: int = 0
    level: tuple[int, int] | None = None

    @property
    def opponent_models(self) -> tuple[Strategy, ...]:
        """The opponent models, which are further rows of the table, grouped by the search strategy that uses them."""
        return tuple(each for block in self._blocks for each in block)

    @property
    def entered(self) -> tuple[Strategy, ...]:
        """All rows of the strategy table: the strategies, then the opponent models."""
        return (*self.strategies, *self.opponent_models)

    @property
    def networks(self) -> list[Network]:
        """The networks of the searches, without duplicates."""
        searches = [each.search for each in self.strategies if each.search is not None]
        return list(dict.fromkeys(each.network for each in searches if each.network is not None))

    @property
    def agents(self) -> list[Agent]:
        """The strategies whose actions a Python function chooses."""
        return [each for each in self.entered if isinstance(each, Agent)]

    @property
    def lanes(self) -> int:
        """The number of games that are played side by side, because Python functions choose for so many at once."""
        return max((each.batch for each in self.agents), default=0)

    def chunk_size(self, most: int) -> int:
        """Return the largest number of games in a chunk. It is smaller with searches, whose games take seconds.

        Args:
            most: The largest number of games without searches and Python functions.
        """
        if self.agents:
            most = min(most, max(GAMES_WITH_AGENTS, GAMES_OF_LANE * self.lanes))
        playouts = [each.search.playouts for each in self.strategies if each.search is not None]
        return max(1, min(most, PLAYOUTS_OF_CHUNK // max(playouts))) if playouts else most

    def model_rows(self, place: int) -> tuple[int, int]:
        """Return the first row and the number of the opponent models of a strategy with a search.

        Args:
            place: The row of the strategy.

        Returns:
            The row and the number. The number is 0 for the true strategies.
        """
        search = self.strategies[place].search
        if search is None or search.opponents == TRUTH:
            return 0, 0
        if not search.opponent_models:
            return place, 1
        before = self._blocks[: self._blocks.index(search.opponent_models)]
        return len(self.strategies) + sum(map(len, before)), len(search.opponent_models)

    @property
    def _blocks(self) -> list[tuple[Strategy, ...]]:
        blocks: list[tuple[Strategy, ...]] = []
        for each in self.strategies:
            if each.opponent_models and each.opponent_models not in blocks:
                blocks.append(each.opponent_models)
        return blocks


def make_plan(
    game: Game,
    rules: tables.Rules,
    *,
    strategies: Any = None,
    pool: Any = None,
    seed: int = 0,
    temperature: float | None = None,
) -> tuple[Plan, list[str]]:
    """Return the plan of a batch of games, and the names of its strategies.

    Args:
        game: The game.
        rules: The rules.
        strategies: One strategy for all players, or one per player. `None` or `pool` in the list means a strategy that
            is drawn from the pool for each game. Default: `sensible`, or the pool in a game without `sensible`.
        pool: The strategies to draw from. Default: all strategies of the game except `uniform`.
        seed: The seed. Default: 0.
        temperature: The temperature of all strategies. `None` means the temperature of each strategy.

    Raises:
        BadInput: If a strategy does not exist, the number of strategies is wrong, two different strategies have one
            name, or the temperature is negative or infinite.
    """
    specs, lineup, drawn = _lineup(game, rules, strategies, pool)
    named = [find_strategy(game, spec).at(game, rules) for spec in specs]
    by_name = _by_name(named)
    rows = [list(by_name).index(named[place].name) if place >= 0 else -1 for place in lineup]
    if temperature is not None and not 0 <= temperature < float("inf"):
        raise BadInput(f"The temperature must be a number of at least 0, got {temperature}.")
    entered = tuple(each if temperature is None else _with_temperature(each, temperature) for each in by_name.values())
    first = len({each.name for each in named[:drawn]}) % len(entered)  # 0 means that all are drawn from
    plan = Plan(game, rules.record, entered, tuple(rows), seed, pool=first)
    _check_room(plan)
    return plan, list(by_name)


def _by_name(strategies: Sequence[Strategy]) -> dict[str, Strategy]:
    """Return strategies by name.

    Raises:
        BadInput: If two strategies have the same name but play differently.
    """
    strategies_by_name: dict[str, Strategy] = {}
    for each in strategies:
        first = strategies_by_name.setdefault(each.name, each)
        if first is not each and _manner(first) != _manner(each):
            raise BadInput(f"Two strategies are named '{each.name}' but play differently. Rename one of them.")
    return strategies_by_name


def _manner(strategy: Strategy) -> tuple[Any, ...]:
    """Return everything that determines how a strategy plays. The name is not part of it."""
    search = strategy.search
    ahead = (
        None
        if search is None
        else (replace(search, opponent_models=()), [_manner(each) for each in search.opponent_models])
    )
    own = (strategy.module, strategy.code_hash, strategy.weights, strategy.levels, strategy.temperature)
    return *own, strategy.random_from, strategy.without, ahead


def _with_temperature(strategy: Strategy, temperature: float) -> Strategy:
    """Return a strategy and its opponent models with another temperature."""
    search = strategy.search
    if search is not None:
        search = replace(
            search, opponent_models=tuple(_with_temperature(each, temperature) for each in search.opponent_models)
        )
    return replace(strategy, temperature=float(temperature), search=search)


def _check_room(plan: Plan) -> None:
    """Check that the strategies fit into the strategy table.

    Raises:
        BadInput: If there are more than TABLE strategies and opponent models.
    """
    if len(plan.entered) > TABLE:
        models = ", including opponent models" if plan.opponent_models else ""
        raise BadInput(f"A run must have at most {TABLE} strategies{models}, got {len(plan.entered)}.")


def _lineup(game: Game, rules: tables.Rules, strategies: Any, pool: Any) -> tuple[list[Any], list[int], int]:
    """Return the pool and then all named strategies, the index of each player's strategy, and the size of the pool.

    An index of -1 means that the strategy is drawn from the pool for each game.
    """
    players = rules.setup.players
    if pool is not None and not pool:
        raise BadInput("A pool must have at least 1 strategy, got none.")
    specs = _as_list(game, strategies, pool)
    if len(specs) not in (1, players):
        raise BadInput(f"The setup '{rules.setup.name}' needs 1 strategy or {players}, got {len(specs)}.")
    named = [spec for spec in specs if spec is not None]
    if len(named) == len(specs) and pool is not None:
        raise BadInput(
            "A run needs either strategies or a pool, not both. To combine them, write `pool` for each drawn strategy."
        )
    drawn = [] if len(named) == len(specs) else list(pool or whole_pool(game))
    places = iter(range(len(drawn), len(drawn) + len(named)))
    lineup = [-1 if spec is None else next(places) for spec in specs]
    return [*drawn, *named], lineup if len(lineup) == players else lineup * players, len(drawn)


def _as_list(game: Game, strategies: Any, pool: Any) -> list[Any]:
    """Return the strategies of a run as a list, with `None` for a player whose strategy is drawn from the pool."""
    if strategies is None and pool is None and has_base(game):
        return [BASE]
    specs = list(strategies) if isinstance(strategies, list | tuple) else [strategies]
    return [None if isinstance(spec, str) and spec == POOL else spec for spec in specs]


def has_base(game: Game) -> bool:
    """Return whether a game has the strategy `sensible`, which all players play by default."""
    return BASE in module_names(game) or BASE in entries(folder(game))


def whole_pool(game: Game) -> list[str]:
    """Return the names of the strategies from which `pool` draws: all strategies of the game except `uniform`."""
    return [name for name in strategy_names(game) if name != UNIFORM and (name != BASE or has_base(game))]


def with_pool(game: Game, strategies: Sequence[Any]) -> list[Any]:
    """Return a list of strategies in which the names of the pool replace `pool`, without duplicates of the list."""
    others = [name for name in whole_pool(game) if name not in strategies]
    parts = [others if isinstance(spec, str) and spec == POOL else [spec] for spec in strategies]
    return [spec for part in parts for spec in part]
