"""What is played and how it is carried out: two descriptions that every function which plays games takes."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cached_property
from inspect import Parameter, signature
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
    """What is played. The games follow from it and their numbers alone.

    Attributes:
        game: The game.
        setup: The name of the set-up. As an option, also `players`: the first set-up for that number of players.
        changes: Values of the rules to change, by path (option `set`).
        variant: The name or TOML file of a variant, to which the changes are applied. Default: the printed rules.
        skill: The skill of the players, in games in which it differs: one number for all, one for each player in the
            order of the set-up, or `drawn`. Default: as in the rules.
        strategies: One strategy for all players, or one for each in the order of the set-up. `pool`, or `None` in a
            list, is a strategy that is drawn for each game. Default: `sensible` for every player.
        pool: The strategies to draw from. Default: all except `uniform`.
        temperature: The temperature of every strategy. Default: each strategy's own.
        seed: The seed of all randomness.

    Raises:
        BadInput: If anything does not exist or is out of range.
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
        if not 0 <= self.seed < batch.SEED_LIMIT:
            raise BadInput(f"The seed cannot be {self.seed}: seeds are whole numbers from 0 to {batch.SEED_LIMIT - 1}.")
        _ = self.rules

    @cached_property
    def rules(self) -> tables.Rules:
        """The rules of the set-up, with variant, skill and changes."""
        changes = with_skill(self.game, self.changes, self.skill, setup=self.setup)
        return tables.load(self.game, self.setup, set=changes, variant=self.variant)

    @cached_property
    def lineup(self) -> tuple[Plan, list[str]]:
        """The plan of its games and the names of its strategies. Raises BadInput for strategies that do not exist."""
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
        """Return a copy with a seed that is `step` higher, and begins again behind the largest."""
        return replace(self, seed=(self.seed + step) % batch.SEED_LIMIT)

    @property
    def factor(self) -> str:
        """The headline factor of the game."""
        return self.game.factor


def _ignore_progress(done: int, total: int, note: str = "") -> None:
    """Report nothing."""


def _ignore(line: str) -> None:
    """Print nothing."""


@dataclass(frozen=True)
class Execution:
    """How games are played. It does not change them.

    Attributes:
        jobs: The number of parallel jobs on this machine. Default: one per core.
        backend: `threads`, `processes`, or `dask` (on the cluster of a scheduler).
        scheduler: The address of a Dask scheduler, tcp://HOST:PORT.
        progress: Called with the games played, the games in all, and a note.
        tell: Called with a line of text for the user.

    `prepare` checks it, once: a copy reports its progress elsewhere, on the same workers.
    """

    jobs: int | None = None
    backend: str = "threads"
    scheduler: str | None = None
    progress: Callable[..., None] = _ignore_progress
    tell: Callable[[str], None] = _ignore

    def check(self) -> None:
        """Check the number of jobs and the backend.

        Raises:
            BadInput: If the backend does not exist or does not answer, and for options that it does not have.
        """
        batch.check_workers(self.backend, self.scheduler, self.jobs)
        if self.jobs is not None and self.jobs < 1:
            raise BadInput(f"The number of jobs cannot be {self.jobs}: it is 1 or more.")

    def at_work(self) -> AbstractContextManager[batch.AtWork]:
        """Return a context in which workers play chunks of games, as for `batch.workers`."""
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
            note: A note that replaces those of the part.
        """
        return self.reporting(after(self.progress, before, total, note=note))

    def reporting(self, progress: Callable[..., None]) -> "Execution":
        """Return a copy that reports its progress elsewhere."""
        return replace(self, progress=progress)


def after(progress: Callable[..., None], before: int, total: int, *, note: str | None = None) -> Callable[..., None]:
    """Return a function that reports the progress of a part of the work, as `Execution.part` does."""

    def report(done: int, _: int, of_part: str = "") -> None:
        progress(before + done, total, of_part if note is None else note)

    return report


def prepare(
    game: str | Path | Game, options: Mapping[str, Any], takes: type = RunOptions
) -> tuple[Experiment, Execution]:
    """Return the descriptions that keyword arguments stand for.

    Args:
        game: The name or folder of a game, or the game.
        options: The keyword arguments. Counts may be text, such as 10k.
        takes: The kind of options: RunOptions or TrainingOptions.

    Raises:
        BadInput: If an option does not exist, and as `Experiment` and `Execution.check` do.
    """
    for name in options:
        if name not in takes.__annotations__:
            raise unknown("option", name, takes.__annotations__)
    read = amounts(options)
    execution = Execution(**{name: read.pop(name) for name in options if name in ExecutionOptions.__annotations__})
    execution.check()
    return _experiment(game, read), execution


def experiment(game: str | Path | Game, options: Mapping[str, Any]) -> Experiment:
    """Return the experiment that keyword arguments stand for, as `prepare` does."""
    return prepare(game, options, ExperimentOptions)[0]


def _experiment(game: str | Path | Game, read: dict[str, Any]) -> Experiment:
    found = game if isinstance(game, Game) else find_game(game)
    setup = tables.find_setup(found, read.pop("setup", None), read.pop("players", None))
    return Experiment(found, setup.name, changes=dict(read.pop("set", None) or {}), **read)


def parameters(function: Callable[..., Any]) -> dict[str, Parameter]:
    """Return the parameters of a function by name, with each option that `**options` stands for."""
    found: dict[str, Parameter] = {}
    options = {name: _option(name, hint) for name, hint in options_of(function).items()}
    for name, each in signature(function).parameters.items():
        found |= options if options and each.kind is Parameter.VAR_KEYWORD else {name: each}
    return found


def _option(name: str, hint: Any) -> Parameter:
    """Return an option as a keyword-only parameter with its default."""
    defaults = {each.name: each.default for each in (*fields(Experiment), *fields(Execution))}
    default = defaults.get(name)
    default = None if default is MISSING else default  # a set-up may also be chosen by the number of players
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)
