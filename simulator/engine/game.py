"""The description of a game for the rest of the toolkit: names, tables and functions, loaded when they are needed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module, metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from starbalance.simulator.engine.errors import BadInput, in_a_sentence, nearest

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


@dataclass(frozen=True)
class Functions:
    """The compiled functions of a game, each as "module.function" in its package.

    Attributes:
        setup: Sets a game up.
        options: Lists the legal actions.
        apply: Carries an action out.
        finish: Fills in the outcome.
        standing: Returns the heuristic value of a seat.
        go_on: Does one step between two decisions. `None` means that nothing happens there.
        redeal: Resamples what a seat cannot see. `None` means that nothing but chance is hidden.
        uses: Returns whether an action uses a component. `None` means that no action does.
        level: Returns the level of the factor of a seat. `None` means that no seat has one.
        assets: Returns an evaluation feature of a seat. `None` means that there are none.
    """

    setup: str = "setup.setup"
    options: str = "options.options"
    apply: str = "moves.apply"
    finish: str = "victory.finish"
    standing: str = "victory.standing"
    go_on: str | None = None
    redeal: str | None = None
    uses: str | None = None
    level: str | None = None
    assets: str | None = None


_USUAL = {  # where the games of the toolkit have their optional functions
    "go_on": "moves.go_on",
    "redeal": "hidden.redeal",
    "uses": "usage.uses",
    "level": "victory.level",
    "assets": "victory.assets",
}


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
    """The description of a game. Importing it compiles nothing; `verbs` and `text` do.

    Attributes:
        package: The Python package of the game, the `__name__` of the module that declares it.
        strategies: The package of its strategies.
        name: The name on the command line.
        title: The name in sentences.
        factor: The column of the headline table.
        standing: The unit of the function `standing`.
        setups: The first one for a player count is its default.
        functions: The compiled functions.
        labels: Returns the words for the codes of each column, given the rules.
        flags: Returns the words for the bits of each column of bit masks, bit 0 first, given the rules.
        draws: The name of the numbered, labelled columns of what is drawn for all players of a game together: with
            "ambition" they are `ambition_1` and so on. Empty if nothing is drawn.
        asks: Returns what each component asks for, by its path in the data, given the rules.
        ahead: Rules that `apply` reaches, as "module.function", with the first arguments of `apply`. A cold start
            compiles them in other processes.
        uses: Packages whose rules the game shares.
    """

    package: str
    strategies: str
    name: str
    title: str
    factor: str
    standing: str
    setups: tuple[Setup, ...]
    functions: Functions = Functions()
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
        """Return a module of the game by its file name.

        Raises:
            BadInput: If the module cannot be loaded.
        """
        return load_module(f"{self.package}.{name}", self.title)

    def has_module(self, name: str) -> bool:
        """Return whether the game has a module, without loading it."""
        path = self.folder.joinpath(*name.split("."))
        return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()

    def function(self, place: str) -> Any:
        """Return a function of the game by its place, "module.function".

        Raises:
            BadInput: If the module or the function does not exist, or if the module cannot be loaded.
        """
        module, _, name = place.rpartition(".")
        complaint = f"{self.title}: GAME names '{place}'"
        if not module:
            raise BadInput(f'{complaint}, which has no module: write it as "module.function".')
        if not self.has_module(module):
            files = sorted(path.stem for path in self.folder.glob("*.py") if path.stem != "__init__")
            raise BadInput(f"{complaint}, but there is no {module}.py: {nearest(module, files)}")
        found = vars(self.module(module))
        if not callable(found.get(name)):
            known = [key for key, value in found.items() if getattr(value, "__module__", "") == found["__name__"]]
            raise BadInput(f"{complaint}, but {module}.py has no function '{name}': {nearest(name, known)}")
        return found[name]

    @cached_property
    def verbs(self) -> SimpleNamespace:
        """The compiled functions, the record types and the game's own decision loop.

        Raises:
            BadInput: If GAME names a function that does not exist, or does not name one of the usual functions.
        """
        from starbalance.simulator.engine.jit import kernel, ready
        from starbalance.simulator.engine.play import DEFAULTS, decide_and_play
        from starbalance.simulator.engine.search import look_ahead

        state, shared = self.module("state"), f"{self.package}.play"
        functions = {name: self.function(place) for name, place in vars(self.functions).items() if place}
        for name in DEFAULTS.keys() - functions.keys():
            self._check_unnamed(name)
            functions[name] = kernel(state.SIG[name], shared)(DEFAULTS[name])
        found = SimpleNamespace(
            state_dt=state.state_dt,
            outcome_dt=state.outcome_dt,
            max_options=state.MAX_OPTIONS,
            signatures=state.SIG,
            **functions,
            look_ahead=kernel(state.SIG["look_ahead"], f"{self.package}.search")(look_ahead),
            play=kernel(state.SIG["play"], shared)(decide_and_play),
        )
        for name in state.SIG.keys() & vars(found).keys():  # a strategy may have loaded some
            ready(getattr(found, name), state.SIG[name])
        return found

    def _check_unnamed(self, name: str) -> None:
        """Check that GAME does not forget a function at its usual place, which would change the game in silence."""
        module = _USUAL[name].partition(".")[0]
        if self.has_module(module) and name in vars(self.module(module)):
            raise BadInput(
                f"{self.title}: {module}.py has a function '{name}' that GAME does not name: write "
                f'functions=Functions({name}="{_USUAL[name]}").'
            )
