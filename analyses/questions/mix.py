"""A mix of strategies, from which the strategy of each player is dealt."""

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

PLACES = 15  # in the pool that others are dealt from
LEAGUE = "league"  # the mix of the league of a game, whose folder lies beside its strategies
MIX = "mix.toml"  # of the folder of a league

Given = Sequence[str | Callable | Strategy] | Mapping[str, float] | str | Path | None


@dataclass(frozen=True)
class Mix:
    """Strategies, and the chance of each to be what a player plays.

    A game draws them from a pool in which each has one place or more, with the same chance for each place; how much a
    game counts then makes up for the difference to the chances. specs: the strategies as a run takes them, by name.
    """

    strategies: tuple[Strategy, ...]
    shares: tuple[float, ...]
    specs: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """The strategies by name."""
        return [each.name for each in self.strategies]

    @cached_property
    def _places(self) -> np.ndarray:
        return equilibrium.places(np.array(self.shares), PLACES)

    @property
    def pool(self) -> tuple[Strategy, ...]:
        """A strategy for each place of the pool."""
        counts = zip(self.strategies, self._places, strict=True)
        return tuple(copied(each, number) for each, count in counts for number in range(count))

    @property
    def ratios(self) -> np.ndarray:
        """How much a game counts for each place of the pool that is drawn: its chance in the mix over that there."""
        counts = self._places
        return np.repeat(np.array(self.shares) * counts.sum() / np.maximum(counts, 1), counts)


def copied(strategy: Strategy, number: int) -> Strategy:
    """A strategy under another name, since a pool holds every name once; number 0 is the strategy itself."""
    return replace(strategy, name=copy_name(strategy.name, number + 1)) if number else strategy


def dealt(mix: Mix, game: Game, rules: Rules, *, seed: int) -> Plan:
    """Games in which every player's strategy is dealt from the pool of a mix."""
    return Plan(game, rules.record, mix.pool, (-1,) * rules.setup.players, seed)


def weights(strategy: np.ndarray, ratio: np.ndarray) -> np.ndarray:
    """How much each game counts (games,): the product of the ratios of what its players play.

    strategy (games, players): indices of ratio. ratio: the chance of a strategy in the mix over that of being drawn.
    """
    return ratio[strategy].prod(1)


def find_mix(game: Game, given: Given, setup: str) -> Mix:
    """A mix of strategies with the same chance for each, or with chances by name, which a file may hold.

    given: none or `pool` for all but uniform; `league` for the mix of the game's league in that set-up, in which they
    play. Raises BadInput for what does not exist, is named twice,
    or is too much for a table.
    """
    listed = _listed(game, given, setup)
    chances = np.array(list(listed.values()) if isinstance(listed, Mapping) else [1.0] * len(listed), dtype=float)
    if not 1 <= len(listed) <= PLACES or not (chances > 0).all():
        raise BadInput(f"A mix takes 1 to {PLACES} strategies, each with a chance above 0.")
    rules = load(game, setup)
    found = [find_strategy(game, spec).at(game, rules) for spec in listed]
    names = [each.name for each in found]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise BadInput(f"The mix has '{twice[0]}' twice: once is enough.")
    specs = {name: spec if isinstance(spec, str) else name for name, spec in zip(names, listed, strict=True)}
    return Mix(tuple(found), tuple(float(each) for each in chances / chances.sum()), specs)


def _listed(game: Game, given: Given, setup: str) -> Any:
    """A mix as a list, or with chances: what a file or a word holds, that is the only thing given."""
    only: Any = given[0] if isinstance(given, list | tuple) and len(given) == 1 else given
    if only is None or only == POOL:
        return whole_pool(game)
    if only == LEAGUE:
        return _of_league(game, setup)
    if isinstance(only, str | Path):
        return read_mix(Path(only)) if str(only).endswith(".toml") else [str(only)]
    several = only if isinstance(only, list | tuple | Mapping) else [only]
    return several if isinstance(several, Mapping) else with_pool(game, several)


def has_league(game: Game, setup: str) -> bool:
    """Whether a game has a league of a set-up."""
    return _of_setup(game, setup).is_file()


def different(game: Game, setup: str, names: Sequence[str]) -> list[str]:
    """Strategies and mixes by name, but for a league whose mix is one of the other names alone."""
    mix = list(_of_league(game, setup)) if LEAGUE in names and has_league(game, setup) else []
    return [name for name in names if name != LEAGUE or len(mix) != 1 or mix[0] not in names]


def _of_league(game: Game, setup: str) -> dict[str, float]:
    """The mix of the league of a game. Raises BadInput where it has none."""
    if not has_league(game, setup):
        raise BadInput(f"{game.title} has no league of {setup}: --out {_of_setup(game, setup).parent} makes it one.")
    return read_mix(_of_setup(game, setup))


def _of_setup(game: Game, setup: str) -> Path:
    return folder(game) / LEAGUE / setup / MIX


def read_mix(path: Path) -> dict[str, float]:
    """The mix in a file, strategies with their chances: `sensible = 0.6`, `"mine.toml:bold" = 0.4`.

    A file that it names lies beside it. Raises BadInput for one that holds anything else.
    """
    found = {}
    for name, chance in parse(path).items():
        if not is_a(chance, float):
            raise BadInput(f"{path}: the chance of '{name}' takes a number.")
        found[beside(path.parent, name)] = float(chance)
    return found


def beside(folder: Path, spec: str) -> str:
    """A strategy by the path of its file, if it, or what its search is based on, is named by a file in a folder."""
    name = parse_strategy(spec)
    is_in_file = ".toml:" in name.base or ".py:" in name.base
    return str(replace(name, base=str(folder / name.base))) if is_in_file else spec
