"""What a game is to the rest of the toolkit: names, tables and verbs, loaded when they are needed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

UNIFORM = "starbalance.strategies.uniform"  # plays every game
MODULES = ("moves", "options", "setup", "victory", "hidden")


@dataclass(frozen=True)
class Setup:
    """One way to set a game up: how many players it takes and how many seats they fill."""

    name: str
    players: int
    seats: int


def _no_flags(rules: Any) -> Mapping[str, tuple[str, ...]]:
    """Of a game without columns of bit masks."""
    return {}


@dataclass(frozen=True)
class Game:
    """A game by its names. Importing it compiles nothing; `verbs` and `text` do.

    package: its Python package, the `__name__` of the module that declares it. strategies: the package of those who
    play it. uses: packages whose rules it shares. name: on the command line. factor: the column of the headline table.
    setups: the first one for a player count is its default. labels: column -> the words for its codes, given the rules.
    flags: column of bit masks -> the words for its bits, bit 0 first, given the rules. standing: the unit in which
    seats stand against each other during a game. draws: what is drawn for all players of a game together, as the
    numbered columns of its games are called ("ambition": ambition_1 and so on, labelled); empty: nothing is. ahead:
    rules that `apply` reaches, as "module.function" with its first arguments, compiled beside it on a cold start.
    """

    package: str
    strategies: str
    name: str
    title: str
    factor: str
    standing: str
    setups: tuple[Setup, ...]
    labels: Callable[[Any], Mapping[str, tuple[str, ...]]]
    flags: Callable[[Any], Mapping[str, tuple[str, ...]]] = _no_flags
    draws: str = ""
    ahead: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        return Path(str(import_module(self.package).__file__)).parent

    @property
    def rule_packages(self) -> tuple[str, ...]:
        """The packages whose source its verbs can reach."""
        return (self.package, *self.uses)

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages and modules whose source a game of it can reach, those of its strategies too."""
        return (*self.rule_packages, self.strategies, UNIFORM)

    def __getstate__(self) -> dict[str, Any]:
        """Only the names travel to another process: it loads the verbs from its own cache."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def module(self, name: str) -> Any:
        """A module of the game by its file name."""
        return import_module(f"{self.package}.{name}")

    @cached_property
    def verbs(self) -> SimpleNamespace:
        """The compiled verbs, the record types and the game's own decision loop."""
        from starbalance.simulator.kernel import kernel
        from starbalance.simulator.play import decide_and_play

        state = self.module("state")
        moves, options, setup, victory, hidden = (self.module(name) for name in MODULES)
        return SimpleNamespace(
            state_dt=state.state_dt,
            outcome_dt=state.outcome_dt,
            max_options=state.MAX_OPTIONS,
            signatures=state.SIG,
            setup=setup.setup,
            options=options.options,
            apply=moves.apply,
            go_on=moves.go_on,
            finish=victory.finish,
            standing=victory.standing,
            redeal=hidden.redeal,
            play=kernel(state.SIG["play"], f"{self.package}.play")(decide_and_play),
        )
