"""Mixed strategies: a probability for each strategy, from which the strategy of each player is drawn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from starbalance.analyses.statistics import equilibrium
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import Strategy, find_strategy, folder
from starbalance.simulator.engine.strategy_name import POOL, copy_name, parse_strategy
from starbalance.simulator.engine.tables import Rules, is_a, load, parse
from starbalance.simulator.runs.plan import Plan, whole_pool, with_pool

PLACES = 15  # in the pool from which strategies are drawn
LEAGUE = "league"  # the name of the mix of a game's league, which has a folder next to its strategies
MIX = "mix.toml"  # in the folder of a league

Given = Sequence[str | Callable | Strategy] | Mapping[str, float] | str | Path | None


@dataclass(frozen=True)
class Mix:
    """Strategies with their probabilities.

    A game draws from a pool with at least one place per strategy. Each place has the same chance. The weight of a game
    corrects the difference between these chances and the probabilities.

    Attributes:
        strategies: the strategies
        shares: their probabilities, which add up to 1
        specs: the strategies as a run takes them, by name
    """

    strategies: tuple[Strategy, ...]
    shares: tuple[float, ...]
    specs: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """The names of the strategies."""
        return [each.name for each in self.strategies]

    @cached_property
    def _places(self) -> np.ndarray:
        return equilibrium.places(np.array(self.shares), PLACES)

    @property
    def pool(self) -> tuple[Strategy, ...]:
        """The strategy of each place of the pool."""
        counts = zip(self.strategies, self._places, strict=True)
        return tuple(copied(each, number) for each, count in counts for number in range(count))

    @property
    def ratios(self) -> np.ndarray:
        """The weight of each place of the pool: the probability of its strategy, divided by the chance to draw it."""
        counts = self._places
        return np.repeat(np.array(self.shares) * counts.sum() / np.maximum(counts, 1), counts)


def copied(strategy: Strategy, number: int) -> Strategy:
    """Return a strategy under another name, since a pool holds every name once.

    Args:
        strategy: A strategy.
        number: The number of the copy. Number 0 is the strategy itself.
    """
    return replace(strategy, name=copy_name(strategy.name, number + 1)) if number else strategy


def dealt(mix: Mix, game: Game, rules: Rules, *, seed: int) -> Plan:
    """Return a plan of games in which every player's strategy is drawn from the pool of a mixed strategy.

    Args:
        mix: The mixed strategy.
        game: The game.
        rules: Its rules.
        seed: The seed of all randomness.
    """
    return Plan(game, rules.record, mix.pool, (-1,) * rules.setup.players, seed)


def weights(strategy: np.ndarray, ratio: np.ndarray) -> np.ndarray:
    """Return the weight of each game: the product of the ratios of its players' strategies.

    Args:
        strategy: The strategy of each player as an index of `ratio`, shape (games, players).
        ratio: The probability of each strategy in the mix, divided by the chance to draw it.

    Returns:
        The weights, shape (games,).

    >>> weights(np.array([[0, 1], [1, 1]]), np.array([2.0, 0.5]))
    array([1.  , 0.25])
    """
    return ratio[strategy].prod(1)


def find_mix(game: Game, given: Given, setup: str) -> Mix:
    """Return a mixed strategy from names, probabilities, a file or a league.

    Args:
        game: The game.
        given: Strategies with equal probabilities, or strategies -> probabilities, or a TOML file with such a table.
            `None` or `pool` means every strategy except `uniform`; `league` means the mix of the game's league in this
            setup.
        setup: The name of the setup in which the strategies play.

    Raises:
        BadInput: If a strategy does not exist or is named twice, or if there are too many strategies.
    """
    listed = _listed(game, given, setup)
    chances = np.array(list(listed.values()) if isinstance(listed, Mapping) else [1.0] * len(listed), dtype=float)
    if not 1 <= len(listed) <= PLACES or not (chances > 0).all():
        raise BadInput(f"A mix must have 1 to {PLACES} strategies, each with a probability above 0.")
    rules = load(game, setup)
    strategies = [find_strategy(game, spec).at(game, rules) for spec in listed]
    names = [each.name for each in strategies]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise BadInput(f"The mix has '{twice[0]}' twice: name each strategy once.")
    specs = {name: spec if isinstance(spec, str) else name for name, spec in zip(names, listed, strict=True)}
    return Mix(tuple(strategies), tuple(float(each) for each in chances / chances.sum()), specs)


def _listed(game: Game, chosen: Given, setup: str) -> Any:
    """Return a mix as a list of strategies, or as strategies -> probabilities.

    `None` and `pool` become the whole pool, `league` and a TOML file their tables. `pool` in a list becomes its names.
    """
    only: Any = chosen[0] if isinstance(chosen, list | tuple) and len(chosen) == 1 else chosen
    if only is None or only == POOL:
        return whole_pool(game)
    if only == LEAGUE:
        return _of_league(game, setup)
    if isinstance(only, str | Path):
        return read_mix(Path(only)) if str(only).endswith(".toml") else [str(only)]
    several = only if isinstance(only, list | tuple | Mapping) else [only]
    return several if isinstance(several, Mapping) else with_pool(game, several)


def has_league(game: Game, setup: str) -> bool:
    """Return whether a game has a league of a setup.

    Args:
        game: The game.
        setup: The name of the setup.
    """
    return _of_setup(game, setup).is_file()


def different(game: Game, setup: str, names: Sequence[str]) -> list[str]:
    """Return names of strategies and mixes without a league that is redundant.

    A league is redundant if its mix consists of one strategy that is also among the names.

    Args:
        game: The game.
        setup: The name of the setup.
        names: The names.
    """
    mix = list(_of_league(game, setup)) if LEAGUE in names and has_league(game, setup) else []
    return [name for name in names if name != LEAGUE or len(mix) != 1 or mix[0] not in names]


def _of_league(game: Game, setup: str) -> dict[str, float]:
    """Return the mix of the league of a game as strategies -> probabilities."""
    if not has_league(game, setup):
        raise BadInput(
            f"{game.title} has no league of {setup}: grow one with `starbalance strategy league {game.address} --setup "
            f"{setup} --out {_of_setup(game, setup).parent}`."
        )
    return read_mix(_of_setup(game, setup))


def _of_setup(game: Game, setup: str) -> Path:
    return folder(game) / LEAGUE / setup / MIX


def read_mix(path: Path) -> dict[str, float]:
    """Return the mix in a file: strategies with their probabilities, such as `sensible = 0.6` or `"mine.toml:bold" =
    0.4`.

    Args:
        path: The file. Files that it names are relative to its folder.

    Raises:
        BadInput: If the file holds anything else.
    """
    chances = {}
    for name, chance in parse(path).items():
        if not is_a(chance, float):
            raise BadInput(f"{path}: the probability of '{name}' must be a number, got {chance!r}.")
        chances[beside(path.parent, name)] = float(chance)
    return chances


def beside(folder: Path, spec: str) -> str:
    """Return the name of a strategy with the full path of its file, if it (or the base of its search) is in one.

    Any other name stays unchanged.

    Args:
        folder: The folder to which file names are relative.
        spec: The name of the strategy.
    """
    name = parse_strategy(spec)
    is_in_file = ".toml:" in name.base or ".py:" in name.base
    return str(replace(name, base=str(folder / name.base))) if is_in_file else spec
