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
    """What a batch plays: rows of strategies, the row of each player (-1: drawn), a seed; rounds: of the timeline."""

    game: Game
    rules: np.ndarray
    strategies: tuple[Strategy, ...]
    temperatures: tuple[float, ...]
    lineup: tuple[int, ...]
    seed: int
    rounds: int = 0


def make_plan(
    game: Game, rules: tables.Rules, given: Any, seed: int, temperature: float | None, pool: Any = None
) -> tuple[Plan, list[str]]:
    """The plan of a batch and the names of its strategies. Raises BadInput for a wrong number of strategies."""
    players = rules.setup.players
    if pool is not None and not pool:
        raise BadInput("A pool of strategies has one at least.")
    if given is None:
        given = pool or [name for name in strategy_names(game) if name != UNIFORM]
        lineup = [-1] * players
    elif pool is not None:
        raise BadInput("A run takes strategies, or a pool to draw them from, not both.")
    else:
        given = list(given) if isinstance(given, list | tuple) else [given]
        if len(given) not in (1, players):
            raise BadInput(f"{rules.setup.name} takes 1 strategy or {players}, not {len(given)}.")
        lineup = list(range(players)) if len(given) > 1 else [0] * players
    found = {each.name: each for each in (find_strategy(game, spec) for spec in given)}
    if lineup[0] >= 0:
        rows = [find_strategy(game, spec).name for spec in given]
        lineup = [list(found).index(rows[player % len(rows)]) for player in range(players)]
    if temperature is not None and not 0 <= temperature < float("inf"):
        raise BadInput(f"The temperature cannot be {temperature}: it is 0 or more.")
    heat = tuple(each.temperature if temperature is None else float(temperature) for each in found.values())
    return Plan(game, rules.record, tuple(found.values()), heat, tuple(lineup), seed), list(found)
