"""The description of a game: names, setups and functions. Its modules are loaded when they are needed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from starbalance.simulator.engine.errors import BadInput, in_a_sentence, nearest

UNIFORM = "starbalance.strategies.uniform"  # the strategy `uniform`, which can play every game
SIMULATOR = "starbalance.simulator"
GROUP = "starbalance.games"  # the entry points with which installed packages register games


def load_module(name: str, title: str) -> Any:
    """Import and return a module of a game.

    Args:
        name: The full name of the module.
        title: The title of the game, for the message.

    Raises:
        BadInput: If the module cannot be loaded. The message names the place and the reason.
    """
    with in_a_sentence(f"{title}: {name} cannot be loaded"):
        return import_module(name)


@dataclass(frozen=True)
class Setup:
    """One way to set up a game.

    Attributes:
        name: The name on the command line.
        players: The number of players.
        seats: The number of seats that the players fill.
        sides: The number of sides. A side wins as a whole. Default: one side per seat. If there are fewer sides than
            seats, the rules record needs a field `side`, the side of each seat from 0.

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
            raise ValueError(
                f"Setup '{self.name}': {self.seats} seats cannot be divided among {self.sides} sides of equal size."
            )


@dataclass(frozen=True)
class Functions:
    """The game functions, which are compiled. Each is given as "module.function" in the package of the game.

    Attributes:
        setup: `setup(state, rules)` sets up a game in a blank state.
        options: `options(state, rules, opts)` writes the legal actions of the acting seat into `opts` and returns
            their number.
        apply: `apply(state, rules, option)` carries out an action.
        finish: `finish(state, rules, outcome)` fills in the outcome of a game that has ended.
        standing: `standing(state, rules, seat)` returns the heuristic value of a seat.
        proceed: `proceed(state, rules)` takes one step between two decisions. `None` means that there are no steps.
        redeal: `redeal(state, rules, seat, randomness)` resamples what a seat cannot see, with the seed `randomness`.
            `None` means that only future random draws are hidden.
        uses: `uses(state, rules, option, column, number)` returns whether an action uses a component: bit `number` of
            the column `column` of `Usage`. `None` means that no action uses one.
        level: `level(state, rules, seat)` returns the code of the level of the factor of a seat, or -1 if it has none
            yet. `None` means that no seat has one.
        assets: `assets(state, rules, seat, asset)` returns the value of an evaluation feature of a seat. `None` means
            that there are none.
    """

    setup: str = "setup.setup"
    options: str = "options.options"
    apply: str = "moves.apply"
    finish: str = "victory.finish"
    standing: str = "victory.standing"
    proceed: str | None = None
    redeal: str | None = None
    uses: str | None = None
    level: str | None = None
    assets: str | None = None


_USUAL = {  # the places of the optional functions in the games of the toolkit
    "proceed": "moves.proceed",
    "redeal": "hidden.redeal",
    "uses": "usage.uses",
    "level": "victory.level",
    "assets": "victory.assets",
}


def _no_words(rules: Any) -> Mapping[str, tuple[str, ...]]:
    """Return an empty table, for a game without labelled or set-valued columns."""
    return {}


class Kernels(SimpleNamespace):
    """The compiled functions of a game by name. The search is compiled when it is first used."""

    @cached_property
    def look_ahead(self) -> Any:
        """The search."""
        from starbalance.simulator.engine.jit import kernel
        from starbalance.simulator.engine.search import look_ahead

        return kernel(self.signatures["look_ahead"], f"{self.package}.search")(look_ahead)

    @cached_property
    def estimate(self) -> Any:
        """The estimate of a network, the same function for all games."""
        from starbalance.simulator.engine.jit import kernel
        from starbalance.simulator.engine.network import estimate

        return kernel(self.signatures["estimate"], estimate.__module__)(estimate)


@cache
def registered() -> dict[str, str]:
    """Return the games that installed packages register: name -> package."""
    return {each.name: each.module for each in metadata.entry_points(group=GROUP)}


def _no_conditions(rules: Any) -> Mapping[str, str]:
    """Return an empty table, for a game without `conditions`."""
    return {}


@dataclass(frozen=True)
class Game:
    """The description of a game. Importing it compiles nothing: `kernels` and the module `text` compile.

    Attributes:
        package: The Python package of the game: `__name__` of the module that declares it.
        strategies: The Python package of its strategies.
        name: The name on the command line.
        title: The name in sentences.
        factor: The column of the headline table.
        standing: The unit of the function `standing`, in words.
        setups: The setups. The first setup for a number of players is the default for this number.
        functions: The game functions.
        labels: A function of `tables.Rules` that returns the words for the codes of each labelled column. Default: no
            column is labelled.
        flags: A function of `tables.Rules` that returns, for each set-valued column, the words for its bits, bit 0
            first. Default: there are no such columns.
        draws: The name of the columns of the shared random components, which are labelled and numbered. With "ambition"
            the columns are `ambition_1`, `ambition_2` and so on. Default: empty, there are no shared components.
        conditions: A function of `tables.Rules` that returns the condition that each component asks for, by its path
            in the data. Default: there are no conditions.
        compiled_apart: Compiled functions that `apply` calls, as "module.function". They take the first arguments of
            `apply`. The first compilation of the game compiles them in separate processes. Default: no functions.
        shared_packages: The Python packages whose rules the game shares. Default: no packages.
        has_payoffs: Whether the game has payoffs. Then `state.credit` is the payoff of each seat, any number, and the
            outcome has a column `payoff` in addition to the shares of the win. Default: false.
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
    conditions: Callable[[Any], Mapping[str, str]] = _no_conditions
    compiled_apart: tuple[str, ...] = ()
    shared_packages: tuple[str, ...] = ()
    has_payoffs: bool = False

    @property
    def folder(self) -> Path:
        return Path(str(import_module(self.package).__file__)).parent

    @property
    def is_built_in(self) -> bool:
        return self.package.startswith(f"{SIMULATOR}.games.")

    @property
    def address(self) -> str:
        """The name for `find_game` from any folder: the folder if the game is neither built in nor installed."""
        by_name = self.is_built_in or registered().get(self.name) == self.package
        return self.name if by_name else str(self.folder)

    @property
    def rule_packages(self) -> tuple[str, ...]:
        """The packages whose sources the game functions can reach."""
        return (self.package, *self.shared_packages)

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages and modules whose sources a game can reach, including its strategies."""
        return (*self.rule_packages, self.strategies, UNIFORM)

    def data_file(self, name: str) -> Path:
        """Return the path of a data file: in the game, or else in the first package of `uses` that has it.

        Args:
            name: The name of the file without `.toml`.
        """
        own = self.folder / "data" / f"{name}.toml"
        used = (Path(str(import_module(each).__file__)).parent / "data" / own.name for each in self.shared_packages)
        return own if own.exists() else next((path for path in used if path.exists()), own)

    def module(self, name: str) -> Any:
        """Return a module of the game by its file name.

        Raises:
            BadInput: If the module cannot be loaded.
        """
        return load_module(f"{self.package}.{name}", self.title)

    def has_module(self, name: str) -> bool:
        """Return whether the game has a module, without loading it."""
        try:
            return find_spec(f"{self.package}.{name}") is not None
        except ModuleNotFoundError:  # a part before the last one is not a package
            return False

    def function(self, place: str) -> Any:
        """Return a function of the game.

        Args:
            place: The place of the function, "module.function".

        Raises:
            BadInput: If the module or the function does not exist, or if the module cannot be loaded.
        """
        module, _, name = place.rpartition(".")
        problem = f"{self.title}: GAME names '{place}'"
        if not module:
            raise BadInput(f'{problem}, which has no module. Write it as "module.function".')
        if not self.has_module(module):
            files = sorted(path.stem for path in self.folder.glob("*.py") if path.stem != "__init__")
            raise BadInput(f"{problem}, but there is no {module}.py: {nearest(module, files)}")
        content = vars(self.module(module))
        if not callable(content.get(name)):
            known = [key for key, value in content.items() if getattr(value, "__module__", "") == content["__name__"]]
            raise BadInput(f"{problem}, but {module}.py has no function '{name}': {nearest(name, known)}")
        return content[name]

    @cached_property
    def kernels(self) -> "Kernels":
        """The game functions, the record types, and the decision loop and the search compiled for the game.

        Raises:
            BadInput: If GAME names a function that does not exist, or omits an optional function at its usual place.
        """
        from starbalance.simulator.engine.jit import kernel, ready
        from starbalance.simulator.engine.network import no_estimate
        from starbalance.simulator.engine.play import DEFAULTS, choice_stands, decide_and_play

        state, shared = self.module("state"), f"{self.package}.play"
        functions = {name: self.function(place) for name, place in vars(self.functions).items() if place}
        for name in DEFAULTS.keys() - functions.keys():
            self._check_unnamed(name)
            functions[name] = kernel(state.SIG[name], shared)(DEFAULTS[name])
        kernels = Kernels(
            package=self.package,
            state_dt=state.state_dt,
            outcome_dt=state.outcome_dt,
            max_options=state.MAX_OPTIONS,
            signatures=state.SIG,
            **functions,
            no_estimate=kernel(state.SIG["estimate"], no_estimate.__module__)(no_estimate),
            choice_stands=kernel(state.SIG["look_ahead"], shared)(choice_stands),
            play=kernel(state.SIG["play"], shared)(decide_and_play),
        )
        for name in state.SIG.keys() & vars(kernels).keys():  # a strategy may have postponed the compilation of some
            with in_a_sentence(f"{self.title}: {name} cannot be compiled"):
                ready(getattr(kernels, name), state.SIG[name])
        ready(kernels.no_estimate, state.SIG["estimate"])
        ready(kernels.choice_stands, state.SIG["look_ahead"])
        return kernels

    def _check_unnamed(self, name: str) -> None:
        """Raise BadInput if GAME omits an optional function at its usual place, which would change the game."""
        module = _USUAL[name].partition(".")[0]
        if self.has_module(module) and name in vars(self.module(module)):
            raise BadInput(
                f"{self.title}: {module}.py has a function '{name}' that GAME does not name. Write "
                f'functions=Functions({name}="{_USUAL[name]}").'
            )
