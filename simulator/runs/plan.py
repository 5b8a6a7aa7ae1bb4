"""What a batch plays: rules, the strategies at the table and who plays which, a seed."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from starbalance.simulator import tables
from starbalance.simulator.errors import BadInput
from starbalance.simulator.game import Game
from starbalance.simulator.strategy import UNIFORM, Strategy, find_strategy, strategy_names


@dataclass(frozen=True)
class Plan:
    """What a batch plays: rows of strategies, the row of each player (-1: drawn), a seed; rounds: of the timeline.

    pool: how many of the rows, the first ones, are drawn from; 0: all.
    """

    game: Game
    rules: np.ndarray
    strategies: tuple[Strategy, ...]
    temperatures: tuple[float, ...]
    lineup: tuple[int, ...]
    seed: int
    rounds: int = 0
    pool: int = 0


def make_plan(
    game: Game,
    rules: tables.Rules,
    *,
    strategies: Any = None,
    pool: Any = None,
    seed: int = 0,
    temperature: float | None = None,
) -> tuple[Plan, list[str]]:
    """The plan of a batch and the names of its strategies; the arguments are those of a run.

    Raises BadInput for a wrong number of strategies, a strategy that does not exist or a temperature that cannot be.
    """
    specs, lineup = _lineup(game, rules, strategies, pool)
    setup = rules.setup.name
    found = {each.name: each.at(setup) for each in (find_strategy(game, spec) for spec in specs)}
    rows = [list(found).index(find_strategy(game, specs[place]).name) if place >= 0 else -1 for place in lineup]
    if temperature is not None and not 0 <= temperature < float("inf"):
        raise BadInput(f"The temperature cannot be {temperature}: it is 0 or more.")
    heat = tuple(each.temperature if temperature is None else float(temperature) for each in found.values())
    return Plan(game, rules.record, tuple(found.values()), heat, tuple(rows), seed), list(found)


def _lineup(game: Game, rules: tables.Rules, strategies: Any, pool: Any) -> tuple[list[Any], list[int]]:
    """(the strategies that are named, the place among them of what each player plays; -1: drawn for each game)."""
    players = rules.setup.players
    if pool is not None and not pool:
        raise BadInput("A pool of strategies has one at least.")
    if strategies is None:
        return list(pool or [name for name in strategy_names(game) if name != UNIFORM]), [-1] * players
    if pool is not None:
        raise BadInput("A run takes strategies, or a pool to draw them from, not both.")
    specs = list(strategies) if isinstance(strategies, list | tuple) else [strategies]
    if len(specs) not in (1, players):
        raise BadInput(f"{rules.setup.name} takes 1 strategy or {players}, not {len(specs)}.")
    return specs, [player % len(specs) for player in range(players)]
