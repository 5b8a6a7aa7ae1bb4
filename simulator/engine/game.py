"""What a game is to the rest of the toolkit: names, tables and verbs, loaded when they are needed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from starbalance.simulator.engine.errors import in_a_sentence

UNIFORM = "starbalance.strategies.uniform"  # plays every game
SIMULATOR = "starbalance.simulator"
GROUP = "starbalance.games"  # the entry points by which packages of others register their games


def load_module(name: str, title: str) -> Any:
    """A module of a game. Raises BadInput with the place and the reason where it cannot be loaded."""
    with in_a_sentence(f"{title}: {name} cannot be loaded"):
        return import_module(name)


@dataclass(frozen=True)
class Setup:
    """One way to set a game up.

    Attributes:
        name: The name on the command line.
        players: The number of players.
        seats: The number of seats that the players fill.
        sides: The number of sides, each of which wins as one. Default 0: each seat is a side. A game with fewer sides
            than seats has a field `side` in its rules record: the side of each seat, from 0.

    Raises:
        ValueError: If the seats cannot be divided equally among the sides.
    """

    name: str
    players: int
    seats: int
    sides: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "sides", self.sides or self.seats)
        if self.seats % self.sides:
            raise ValueError(f"Setup '{self.name}': {self.seats} seats cannot be divided among {self.sides} sides.")


def _no_words(rules: Any) -> Mapping[str, tuple[str, ...]]:
    """Of a game whose columns are all numbers."""
    return {}


@cache
def registered() -> dict[str, str]:
    """Name -> package of the games that installed packages register."""
    return {each.name: each.module for each in metadata.entry_points(group=GROUP)}


def _no_asks(rules: Any) -> Mapping[str, str]:
    """Of a game whose components ask for nothing."""
    return {}


@dataclass(frozen=True)
class Game:
    """A game by its names. Importing it compiles nothing; `verbs` and `text` do.

    package: its Python package, the `__name__` of the module that declares it. strategies: the package of those who
    play it. uses: packages whose rules it shares. name: on the command line. factor: the column of the headline table.
    setups: the first one for a player count is its default. labels: column -> the words for its codes, given the rules.
    flags: column of bit masks -> the words for its bits, bit 0 first, given the rules. standing: the unit in which
    seats stand against each other during a game. draws: what is drawn for all players of a game together, as the
    numbered columns of its games are called ("ambition": ambition_1 and so on, labelled); empty: nothing is. asks:
    component, as its path in the data -> what it asks for in words, given the rules. ahead: rules that `apply` reaches,
    as "module.function" with its first arguments, compiled beside it on a cold start.
    """

    package: str
    strategies: str
    name: str
    title: str
    factor: str
    standing: str
    setups: tuple[Setup, ...]
    labels: Callable[[Any], Mapping[str, tuple[str, ...]]] = _no_words
    flags: Callable[[Any], Mapping[str, tuple[str, ...]]] = _no_words
    draws: str = ""
    asks: Callable[[Any], Mapping[str, str]] = _no_asks
    ahead: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        return Path(str(import_module(self.package).__file__)).parent

    @property
    def is_built_in(self) -> bool:
        return self.package.startswith(f"{SIMULATOR}.games.")

    @property
    def address(self) -> str:
        """What finds it from any folder: its name, or its folder where it is neither built in nor installed."""
        by_name = self.is_built_in or registered().get(self.name) == self.package
        return self.name if by_name else str(self.folder)

    @property
    def rule_packages(self) -> tuple[str, ...]:
        """The packages whose source its verbs can reach."""
        return (self.package, *self.uses)

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages and modules whose source a game of it can reach, those of its strategies too."""
        return (*self.rule_packages, self.strategies, UNIFORM)

    def data_file(self, name: str) -> Path:
        """A file of its data: its own, else that of a package it uses."""
        own = self.folder / "data" / f"{name}.toml"
        used = (Path(str(import_module(each).__file__)).parent / "data" / own.name for each in self.uses)
        return own if own.exists() else next((path for path in used if path.exists()), own)

    def module(self, name: str) -> Any:
        """A module of the game by its file name. Raises BadInput with what is wrong in one that cannot be loaded."""
        return load_module(f"{self.package}.{name}", self.title)

    @cached_property
    def verbs(self) -> SimpleNamespace:
        """The compiled verbs, the record types and the game's own decision loop.

        A game in which nothing happens between decisions has no `go_on`, one without secrets no module `hidden`, one
        that does not say what its options use no module `usage`, one that does not say what its seats are no `level`,
        or what they have no `assets`.
        """
        from starbalance.simulator.engine.jit import kernel, ready
        from starbalance.simulator.engine.play import (
            decide_and_play,
            no_assets,
            no_level,
            nothing_between,
            redeal_luck,
            uses_nothing,
        )
        from starbalance.simulator.engine.search import look_ahead

        state = self.module("state")
        moves, options, setup, victory = (self.module(name) for name in ("moves", "options", "setup", "victory"))
        go_on = getattr(moves, "go_on", None) or kernel(state.SIG["go_on"], f"{self.package}.play")(nothing_between)
        if find_spec(f"{self.package}.hidden"):
            redeal = self.module("hidden").redeal
        else:
            redeal = kernel(state.SIG["redeal"], f"{self.package}.play")(redeal_luck)
        if find_spec(f"{self.package}.usage"):
            uses = self.module("usage").uses
        else:
            uses = kernel(state.SIG["uses"], f"{self.package}.play")(uses_nothing)
        level = getattr(victory, "level", None) or kernel(state.SIG["level"], f"{self.package}.play")(no_level)
        assets = getattr(victory, "assets", None) or kernel(state.SIG["assets"], f"{self.package}.play")(no_assets)
        found = SimpleNamespace(
            state_dt=state.state_dt,
            outcome_dt=state.outcome_dt,
            max_options=state.MAX_OPTIONS,
            signatures=state.SIG,
            setup=setup.setup,
            options=options.options,
            apply=moves.apply,
            go_on=go_on,
            finish=victory.finish,
            standing=victory.standing,
            assets=assets,
            redeal=redeal,
            uses=uses,
            level=level,
            look_ahead=kernel(state.SIG["look_ahead"], f"{self.package}.search")(look_ahead),
            play=kernel(state.SIG["play"], f"{self.package}.play")(decide_and_play),
        )
        for name in state.SIG.keys() & vars(found).keys():  # a strategy may have loaded some
            ready(getattr(found, name), state.SIG[name])
        return found
