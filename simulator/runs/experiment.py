"""Experiments and executions: what is played, and how. Every function that plays games takes both."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cached_property
from inspect import Parameter, signature
from numbers import Integral
from pathlib import Path
from typing import Any

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.amount import amounts
from starbalance.simulator.runs.options import ExecutionOptions, ExperimentOptions, RunOptions, options_of
from starbalance.simulator.runs.plan import Plan, make_plan
from starbalance.simulator.runs.skill import with_skill


@dataclass(frozen=True)
class Experiment:
    """A description of the games to play. It determines each game, together with the number of the game.

    Attributes:
        game: The game.
        setup: The name of the setup. The option `players` chooses the first setup for a number of players.
        changes: Changed values of the rules, by path (option `set`). Default: no changes.
        variant: The name of a variant, or a TOML or CSV file, to which the changes are applied. Default: the printed
            rules.
        skill: The skill of the players, if the game has data for it. One number for all players, one for each player in
            the order of the setup, or `drawn`. Default: the skill in the rules.
        strategies: One strategy for all players, or one for each player in the order of the setup. `pool`, or `None` in
            a list, is a strategy that is drawn for each game. Default: `sensible` for every player.
        pool: The strategies to draw from. Default: all strategies of the game except `uniform`.
        temperature: The temperature of all strategies. Default: the temperature of each strategy.
        seed: The seed of all random draws, from 0 to 2**32 - 1. Default: 0.

    Raises:
        BadInput: If a name does not exist, or a value is out of range.
    """

    game: Game
    setup: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    variant: str | Path | None = None
    skill: Sequence[Any] | str | float | None = None
    strategies: Any = None
    pool: Any = None
    temperature: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.seed, Integral) or not 0 <= self.seed < batch.SEED_LIMIT:
            raise BadInput(f"The seed must be a whole number from 0 to {batch.SEED_LIMIT - 1}, got {self.seed}.")
        object.__setattr__(self, "seed", int(self.seed))
        _ = self.rules

    @cached_property
    def rules(self) -> tables.Rules:
        """The rules of the setup, with variant, skill and changes."""
        changes = with_skill(self.game, self.changes, self.skill, setup=self.setup)
        return tables.load(self.game, self.setup, set=changes, variant=self.variant)

    @cached_property
    def lineup(self) -> tuple[Plan, list[str]]:
        """The plan of the games, and the names of the strategies.

        Raises:
            BadInput: If a strategy does not exist.
        """
        return make_plan(
            self.game,
            self.rules,
            strategies=self.strategies,
            pool=self.pool,
            seed=self.seed,
            temperature=self.temperature,
        )

    def changed(self, changes: Mapping[str, Any]) -> "Experiment":
        """Return a copy with further changes of the rules."""
        return replace(self, changes={**self.changes, **changes})

    def reseeded(self, step: int) -> "Experiment":
        """Return a copy with a seed that is `step` higher, modulo 2**32."""
        return replace(self, seed=(self.seed + step) % batch.SEED_LIMIT)

    @property
    def factor(self) -> str:
        """The headline factor of the game."""
        return self.game.factor


def _ignore_progress(done: int, total: int, note: str = "") -> None:
    """Ignore the progress."""


def _ignore(line: str) -> None:
    """Ignore the line."""


@dataclass(frozen=True)
class Execution:
    """A description of how games are played. It does not change the games.

    `prepare` checks it once. Copies with other progress reports use the same workers.

    Attributes:
        jobs: The number of parallel jobs on this machine. Default: one per core.
        backend: `threads`, `processes`, or `dask` (on the cluster of a scheduler). Default: `threads`.
        scheduler: The address of a Dask scheduler, tcp://HOST:PORT. Default: `None`, for the other backends.
        progress: A function that shows the progress, such as `print`. It is called with the number of played games, the
            number of all games, and a note. Default: no progress is shown.
        notify: Called with a line of text for the user. Default: no lines.
    """

    jobs: int | None = None
    backend: str = "threads"
    scheduler: str | None = None
    progress: Callable[..., None] = _ignore_progress
    notify: Callable[[str], None] = _ignore

    def check(self) -> None:
        """Check the number of jobs and the backend.

        Raises:
            BadInput: If the backend does not exist, does not answer or lacks one of the options, or `jobs` is below 1.
        """
        batch.check_workers(self.backend, self.scheduler, self.jobs)
        if self.jobs is not None and self.jobs < 1:
            raise BadInput(f"The number of jobs must be at least 1, got {self.jobs}.")

    def at_work(self) -> AbstractContextManager[batch.AtWork]:
        """Return the context of `batch.workers`, in which workers play chunks of games."""
        return batch.workers(self.jobs, self.backend, self.scheduler)

    @property
    def workers(self) -> int:
        """The number of parallel jobs on this machine."""
        return self.jobs or os.cpu_count() or 1

    def part(self, before: int, total: int, note: str | None = None) -> "Execution":
        """Return a copy for a part of the work: `before` games of `total` are done when the part begins.

        Args:
            before: Games that were played before the part.
            total: Games of the whole work.
            note: A note that replaces the notes of the part. `None` means that they are kept.
        """
        return self.reporting(after(self.progress, before, total, note=note))

    def reporting(self, progress: Callable[..., None]) -> "Execution":
        """Return a copy with another function for progress reports."""
        return replace(self, progress=progress)


def after(progress: Callable[..., None], before: int, total: int, *, note: str | None = None) -> Callable[..., None]:
    """Return a function that reports the progress of a part of the work, as `Execution.part` does."""

    def report(done: int, _: int, of_part: str = "") -> None:
        progress(before + done, total, of_part if note is None else note)

    return report


def prepare(
    game: str | Path | Game, options: Mapping[str, Any], takes: type = RunOptions
) -> tuple[Experiment, Execution]:
    """Return the experiment and the checked execution that keyword arguments describe.

    Args:
        game: The name or folder of a game, or the game.
        options: The keyword arguments. Counts may be text, such as 10k.
        takes: The allowed options: RunOptions, TrainingOptions or ExperimentOptions. Default: RunOptions.

    Raises:
        BadInput: If an option does not exist or has a wrong value.
    """
    for name in options:
        if name not in takes.__annotations__:
            raise unknown("option", name, takes.__annotations__)
    read = amounts(options)
    execution = Execution(**{name: read.pop(name) for name in options if name in ExecutionOptions.__annotations__})
    execution.check()
    return _experiment(game, read), execution


def experiment(game: str | Path | Game, options: Mapping[str, Any]) -> Experiment:
    """Return the experiment that keyword arguments describe. The arguments are those of `prepare`."""
    return prepare(game, options, ExperimentOptions)[0]


def _experiment(game: str | Path | Game, read: dict[str, Any]) -> Experiment:
    chosen = game if isinstance(game, Game) else find_game(game)
    setup = tables.find_setup(chosen, read.pop("setup", None), read.pop("players", None))
    return Experiment(chosen, setup.name, changes=dict(read.pop("set", None) or {}), **read)


def parameters(function: Callable[..., Any]) -> dict[str, Parameter]:
    """Return the parameters of a function by name. `**options` is replaced by the options that it stands for."""
    parameters_by_name: dict[str, Parameter] = {}
    options = {name: _option(name, hint) for name, hint in options_of(function).items()}
    for name, each in signature(function).parameters.items():
        parameters_by_name |= options if options and each.kind is Parameter.VAR_KEYWORD else {name: each}
    return parameters_by_name


def _option(name: str, hint: Any) -> Parameter:
    """Return an option as a keyword-only parameter with its default."""
    defaults = {each.name: each.default for each in (*fields(Experiment), *fields(Execution))}
    default = defaults.get(name)
    default = None if default is MISSING else default  # a setup may also be chosen by the number of players
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)
