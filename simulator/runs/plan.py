"""What a batch plays: rules, the strategies at the table and who plays which, a seed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import TABLE
from starbalance.simulator.engine.strategy import BASE, UNIFORM, Strategy, find_strategy, folder, strategy_names
from starbalance.simulator.engine.strategy_name import POOL, TRUTH
from starbalance.simulator.engine.weights import recipes

PLAYOUTS_OF_CHUNK = 64  # of each option that is tried at a decision, over the games of a chunk


@dataclass(frozen=True)
class Plan:
    """What a batch plays: rows of strategies, the row of each player (-1: drawn), a seed; rounds: of the timeline.

    pool: how many of the rows, the first ones, are drawn from; 0: all. level: (player, code of a level of the factor),
    where only games are played in which that player is that, as far as the set-up tells.
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
    def believed(self) -> tuple[Strategy, ...]:
        """Whom searchers take the others for: further rows of the table, those of one searcher together."""
        return tuple(each for block in self._blocks for each in block)

    @property
    def entered(self) -> tuple[Strategy, ...]:
        """The rows of its table: who plays, then whom searchers believe in."""
        return (*self.strategies, *self.believed)

    def chunk_size(self, most: int) -> int:
        """How many games a chunk has at most: fewer where games are searched, which take seconds each."""
        playouts = [each.search.playouts for each in self.strategies if each.search is not None]
        return max(1, min(most, PLAYOUTS_OF_CHUNK // max(playouts))) if playouts else most

    def beliefs(self, place: int) -> tuple[int, int]:
        """Of a strategy that looks ahead: (first row of those it believes in, their number; 0: what they do play)."""
        search = self.strategies[place].search
        if search is None or search.believing == TRUTH:
            return 0, 0
        if not search.believed:
            return place, 1
        before = self._blocks[: self._blocks.index(search.believed)]
        return len(self.strategies) + sum(map(len, before)), len(search.believed)

    @property
    def _blocks(self) -> list[tuple[Strategy, ...]]:
        found: list[tuple[Strategy, ...]] = []
        for each in self.strategies:
            if each.believed and each.believed not in found:
                found.append(each.believed)
        return found


def make_plan(
    game: Game,
    rules: tables.Rules,
    *,
    strategies: Any = None,
    pool: Any = None,
    seed: int = 0,
    temperature: float | None = None,
) -> tuple[Plan, list[str]]:
    """Return the plan of a batch and the names of its strategies; the arguments are those of a run.

    `None` for all strategies means `sensible` for every player, or the pool in a game without `sensible`. `None` or
    `pool` in a list means a strategy that is drawn from the pool for each game.

    Raises BadInput for a wrong number of strategies, a strategy that does not exist, two of one name that do not play
    alike, or a temperature that cannot be.
    """
    specs, lineup, drawn = _lineup(game, rules, strategies, pool)
    named = [find_strategy(game, spec).at(game, rules) for spec in specs]
    found = _by_name(named)
    rows = [list(found).index(named[place].name) if place >= 0 else -1 for place in lineup]
    if temperature is not None and not 0 <= temperature < float("inf"):
        raise BadInput(f"The temperature cannot be {temperature}: it is 0 or more.")
    entered = tuple(each if temperature is None else _heated(each, temperature) for each in found.values())
    first = len({each.name for each in named[:drawn]}) % len(entered)  # 0 if these are all
    plan = Plan(game, rules.record, entered, tuple(rows), seed, pool=first)
    _check_room(plan)
    return plan, list(found)


def _by_name(strategies: Sequence[Strategy]) -> dict[str, Strategy]:
    """Strategies by their names. Raises BadInput for two of one name that do not play alike."""
    found: dict[str, Strategy] = {}
    for each in strategies:
        first = found.setdefault(each.name, each)
        if first is not each and _manner(first) != _manner(each):
            raise BadInput(f"Two strategies are called '{each.name}' and do not play alike: rename one of them.")
    return found


def _manner(strategy: Strategy) -> tuple[Any, ...]:
    """All that makes a strategy play as it does, but for its name."""
    search = strategy.search
    ahead = None if search is None else (replace(search, believed=()), [_manner(each) for each in search.believed])
    its = (strategy.module, strategy.stamp, strategy.weights, strategy.levels, strategy.temperature)
    return *its, strategy.random_from, strategy.without, ahead


def _heated(strategy: Strategy, temperature: float) -> Strategy:
    """A strategy, and those that it believes in, at the temperature of a run."""
    search = strategy.search
    if search is not None:
        search = replace(search, believed=tuple(_heated(each, temperature) for each in search.believed))
    return replace(strategy, temperature=float(temperature), search=search)


def _check_room(plan: Plan) -> None:
    """Raises BadInput where there are more strategies than rows of the table."""
    if len(plan.entered) > TABLE:
        believed = ", with those that searchers believe in" if plan.believed else ""
        raise BadInput(f"A run has room for {TABLE} strategies{believed}: these are {len(plan.entered)}.")


def _lineup(game: Game, rules: tables.Rules, strategies: Any, pool: Any) -> tuple[list[Any], list[int], int]:
    """Return the pool and then all named strategies, the index of each player's strategy, and the size of the pool.

    An index of -1 means that the strategy is drawn from the pool for each game.
    """
    players = rules.setup.players
    if pool is not None and not pool:
        raise BadInput("A pool of strategies has one at least.")
    given = _given(game, strategies, pool)
    if len(given) not in (1, players):
        raise BadInput(f"{rules.setup.name} takes 1 strategy or {players}, not {len(given)}.")
    named = [spec for spec in given if spec is not None]
    if len(named) == len(given) and pool is not None:
        raise BadInput("A run takes strategies, or a pool to draw them from, not both.")
    drawn = [] if len(named) == len(given) else list(pool or whole_pool(game))
    places = iter(range(len(drawn), len(drawn) + len(named)))
    lineup = [-1 if spec is None else next(places) for spec in given]
    return [*drawn, *named], lineup if len(lineup) == players else lineup * players, len(drawn)


def _given(game: Game, strategies: Any, pool: Any) -> list[Any]:
    """Return the strategies of a run as a list, with `None` for a player whose strategy is drawn from the pool."""
    if strategies is None and pool is None and has_base(game):
        return [BASE]
    given = list(strategies) if isinstance(strategies, list | tuple) else [strategies]
    return [None if isinstance(spec, str) and spec == POOL else spec for spec in given]


def has_base(game: Game) -> bool:
    """Return whether a game has the strategy `sensible`, which all players play by default."""
    place = folder(game)
    return (place / f"{BASE}.py").is_file() or BASE in recipes(place)


def whole_pool(game: Game) -> list[str]:
    """Return the strategies from which `pool` draws: all of the game except `uniform`."""
    return [name for name in strategy_names(game) if name != UNIFORM and (name != BASE or has_base(game))]


def with_pool(game: Game, strategies: Sequence[Any]) -> list[Any]:
    """Return a list of strategies with those of the pool in the place of `pool`, without any that is in the list."""
    others = [name for name in whole_pool(game) if name not in strategies]
    parts = [others if isinstance(spec, str) and spec == POOL else [spec] for spec in strategies]
    return [spec for part in parts for spec in part]
