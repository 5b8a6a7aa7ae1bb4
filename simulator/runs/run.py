"""Runs: games of a setup are played in parallel and stored, up to a number of games or until a condition is met."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from glob import escape
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol, Unpack

import numpy as np
import polars as pl

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.files import writing
from starbalance.simulator.engine.game import Game
from starbalance.simulator.runs import batch, lock
from starbalance.simulator.runs.chunk import MEASURED
from starbalance.simulator.runs.code import code_hash
from starbalance.simulator.runs.experiment import Execution, Experiment, prepare
from starbalance.simulator.runs.frame import columns, frames, refuse_sets, timeline_frame
from starbalance.simulator.runs.options import RunOptions
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.ready import make_ready
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import FORMAT, RUNS, describe, read_settings, run_hash
from starbalance.simulator.runs.silence import silence_reported
from starbalance.simulator.runs.store import TIMELINE, Store, difference, different_keys, is_extension

PACKAGES = ("numpy", "numba", "polars")
LARGEST_PART = 1000
LARGEST_PART_OF_MANY = 10_000  # in a run with more than MANY_PARTS parts, each of which costs time of its own
MANY_PARTS = 100
FEWEST_PARTS = 16
LAST_ROUND = 1  # rounds that a game may continue after the round limit
FIRST_LOOK = 1000  # games before the first check of a condition; shares of fewer games are far from normal


@dataclass(frozen=True)
class Group:
    """A folder below `runs/` for all runs of a command in one setup of a game, in a subfolder each.

    Attributes:
        command: The name of the command.
    """

    command: str

    def folder(self, game: str, setup: str) -> Path:
        """Return the folder.

        Args:
            game: The name of the game, or its folder.
            setup: The name of the setup.
        """
        return RUNS / f"{self.command}-{Path(game).name}-{setup}"


class Condition(Protocol):
    """A condition that ends a run before all its games are played."""

    @property
    def settings(self) -> dict[str, Any]:
        """The description of the condition in run.toml."""
        ...

    def check(self, game: Game, rules: tables.Rules) -> None:
        """Check that the condition fits a game and its rules.

        Raises:
            BadInput: If it does not.
        """
        ...

    def look(self, result: Result) -> tuple[bool, str]:
        """Return whether the condition is met by the games so far, and a note on the progress."""
        ...


def run(
    game: str | Path,
    *,
    games: int = 10_000,
    out: str | Path | None = None,
    resume: bool = False,
    extend: int | None = None,
    timeline: bool = False,
    until: Condition | None = None,
    **options: Unpack[RunOptions],
) -> Result:
    """Play games of a setup in parallel and return their outcomes.

    Args:
        game: The name or folder of a game.
        games: The number of games. With `until`, the largest number of games. Default: 10,000.
        out: A folder for the outcomes. Default: the outcomes stay in memory.
        resume: Whether to continue the run that is in the folder. Default: false.
        extend: The number of games to which the run that is in the folder is extended. Its files then equal the files
            of a run with this number of games. Default: `None`, which plays `games` games.
        timeline: Whether to store the heuristic value of every seat at the end of every round. Default: false.
        until: A condition that ends the run, such as `Until`. Default: `None`, all games are played.
        **options: The options of `Experiment` and `Execution`: players, setup, strategies, pool, skill, set, variant,
            temperature, seed, jobs, backend, scheduler, progress, notify.

    Returns:
        The run.

    Raises:
        BadInput: If a name does not exist, a value is out of range, or the folder contains another run.
    """
    experiment, execution = prepare(game, options)
    kept: dict[str, Any] = {"out": out, "resume": resume, "extend": extend is not None, "timeline": timeline}
    return run_experiment(experiment, execution, games if extend is None else extend, until=until, **kept)


def run_experiment(
    experiment: Experiment,
    execution: Execution,
    games: int,
    *,
    out: str | Path | Group | None = None,
    resume: bool = False,
    extend: bool = False,
    timeline: bool = False,
    until: Condition | None = None,
) -> Result:
    """Play games of an experiment and return their outcomes.

    Args:
        experiment: The games to play.
        execution: How they are played.
        games: The number of games. With `until`, the largest number of games.
        out: A folder for the outcomes, or the group of runs that the run belongs to. Default: the outcomes stay in
            memory.
        resume: Whether to continue the run that is in the folder. Default: false.
        extend: Whether the folder must contain the beginning of the run: the same games, but fewer. Default: false.
        timeline: Whether to store the heuristic value of every seat at the end of every round. Default: false.
        until: A condition that ends the run. Default: `None`, all games are played.

    Returns:
        The run.

    Raises:
        BadInput: If a value is out of range, or the folder contains another run.
    """
    check_games(games)
    rules, notify = experiment.rules, execution.notify
    plan, names = experiment.lineup
    plan = replace(plan, rounds=_timeline_rounds(rules)) if timeline else plan
    if until is not None:
        until.check(experiment.game, rules)
    settings = settings_of(experiment.game, rules, plan, games=games, until=until)
    is_default = isinstance(out, Group) or out == RUNS
    folder = _folder(settings, out)
    if extend:
        find_beginning(settings, folder, is_default)
    store = Store(folder) if folder is not None else None
    resume = resume or extend or (is_default and store is not None and (store.folder / "run.toml").exists())
    if store is not None:
        store.check(settings, resume)  # before compilation, which may take minutes
    elif resume:
        raise BadInput("Only a run with an output folder can be resumed. Add a folder (option `out`).")
    make_ready(plan, notify)
    session = _Session(rules, plan, names, settings, store, execution)
    with session.opened(resume):
        session.end(session.play(games) if until is None else _play_until(session, until))
    return session.result


def _timeline_rounds(rules: tables.Rules) -> int:
    """Return the number of rounds of a timeline: the round limit plus LAST_ROUND, or MEASURED without a limit."""
    names = rules.record.dtype.names
    return int(rules.record.max_rounds) + LAST_ROUND if "max_rounds" in names else MEASURED


@dataclass
class _Session:
    """A run while it is played: its finished parts and the means to play more."""

    rules: tables.Rules
    plan: Plan
    names: Sequence[str]
    settings: Mapping[str, Any]
    store: Store | None
    execution: Execution
    finished: set[int] = field(default_factory=set)
    parts: dict[int, Mapping[str, pl.DataFrame]] = field(default_factory=dict)
    note: str = ""

    @property
    def result(self) -> Result:
        """The games that have been played so far."""
        return Result(self.settings, self.store, self._in_order)

    @contextmanager
    def opened(self, resume: bool) -> Iterator[None]:
        """Open the folder of the run in the body, and prevent other processes from writing to it."""
        try:
            self._begin(resume)
            yield
        finally:
            if self.store is not None:
                self.store.release()

    def _begin(self, resume: bool) -> None:
        """Open the folder of the run, and find its finished parts. Damaged parts are removed."""
        if self.store is None:
            return
        self.store.begin(self.settings, resume)
        for name in self.store.discard_damaged():
            self.execution.notify(f"{self.store.folder / 'parts' / name} was damaged and is played again.")
        self.store.extend(self.settings)
        self.finished = self.store.finished()

    def beginning(self, games: int) -> Result:
        """Return a slice of the run: the first `games` games."""
        return self.result.between(0, games)

    @property
    def _in_order(self) -> tuple[Mapping[str, pl.DataFrame], ...]:
        return tuple(self.parts[number] for number in sorted(self.parts))

    def play(self, games: int) -> int:
        """Play the missing games among the first `games` games, and return `games`."""
        size, execution = self.settings["part"], self.execution
        todo = [chunk for chunk in batch.chunks(0, games, size) if chunk[0] // size not in self.finished]
        done = games - sum(count for _, count in todo)
        execution.progress(done, self.settings["games"], self.note)
        with silence_reported(execution.notify) as progressed:
            for first, outcomes, timeline in batch.play(
                self.plan, todo, jobs=execution.workers, backend=execution.backend, scheduler=execution.scheduler
            ):
                progressed()
                self._keep(first // size, outcomes, timeline)
                done += len(outcomes)
                execution.progress(done, self.settings["games"], self.note)
        return games

    def end(self, games: int) -> None:
        """Record the final number of games of the run, and release its folder."""
        if self.store is not None:
            self.store.end(games)

    def _keep(self, number: int, outcomes: np.ndarray, timeline: np.ndarray) -> None:
        part = frames(self.plan.game, self.rules, self.names, outcomes=outcomes)
        if self.plan.rounds:
            part[TIMELINE] = timeline_frame(self.rules, outcomes, timeline)
        if self.store is not None:
            self.store.write(number, part)
        else:
            self.parts[number] = part
        self.finished.add(number)


def _play_until(session: _Session, until: Condition) -> int:
    """Play slices of games until a condition is met or all games are played. Return the number of games.

    The condition is checked after whole slices only, and sees only their games. The last game therefore does not depend
    on jobs, workers or interruptions.
    """
    games, size = session.settings["games"], session.settings["part"]
    played, look = 0, FIRST_LOOK
    while played < games:
        played = min(-(-look // size) * size, games)
        session.play(played)
        is_met, session.note = until.look(session.beginning(played))
        if is_met:
            break
        look = played + played // 4
    return played


def check_games(games: int) -> None:
    """Raise BadInput if a number of games is not allowed.

    Raises:
        BadInput: If it is below 1 or above 2**32.
    """
    if games < 1:
        raise BadInput(f"The number of games must be at least 1, got {games}.")
    if games > batch.SEED_LIMIT:
        raise BadInput(f"The number of games must be at most {batch.SEED_LIMIT}, got {games}.")


def check_columns(by: Sequence[str], game: Game, rules: tables.Rules) -> None:
    """Check the columns of a table before a run is played.

    Args:
        by: The columns.
        game: The game.
        rules: The rules.

    Raises:
        BadInput: If the run will not have one of the columns, or a column is set-valued.
    """
    known = columns(game, rules)
    for name in by:
        if name not in known:
            raise unknown("column", name, known)
    refuse_sets(by, game.flags(rules))


def settings_of(game: Game, rules: tables.Rules, plan: Plan, *, games: int, until: Condition | None) -> dict[str, Any]:
    """Return everything needed to repeat a run. Hashes of rules, code and users' strategies identify the run."""
    settings = {
        "format": FORMAT,
        "game": game.address,
        "setup": rules.setup.name,
        "players": rules.setup.players,
        "games": games,
        "seed": plan.seed,
        "part": _part_size(plan, games, until),
        "timeline": plan.rounds != 0,
        "rules": rules.version,
        "code": code_hash(game),
        "changes": rules.changed,
        "lineup": list(plan.lineup),
        "pool": plan.pool,
        "strategies": [describe(each) for each in plan.strategies],
        "versions": {name: metadata.version(name) for name in PACKAGES},
    }
    if until is not None:
        settings["until"] = until.settings
    return settings


def _part_size(plan: Plan, games: int, until: Condition | None) -> int:
    """Return the number of games in a part.

    A condition is checked after each part, and a timeline takes a lot of memory. Their parts stay small in large runs.
    Python functions that choose for many games at once need parts with so many games.
    """
    most = LARGEST_PART
    if until is None and not plan.rounds:
        most = max(most, min(LARGEST_PART_OF_MANY, games // MANY_PARTS))
    return max(1, min(plan.chunk_size(most), max(plan.lanes, -(-games // FEWEST_PARTS))))


def _folder(settings: Mapping[str, Any], out: str | Path | Group | None) -> Path | None:
    """Return the folder of a run. `None` means that the run stays in memory."""
    if isinstance(out, Group) or out == RUNS:
        return default_folder(settings, out)
    return None if out is None else Path(out)


def find_beginning(settings: Mapping[str, Any], folder: Path | None, is_default: bool) -> None:
    """Check that there is a run to extend. A run in a default folder moves to the default folder of the larger run.

    Args:
        settings: The settings of the larger run.
        folder: The folder of the larger run. `None` means that it stays in memory.
        is_default: Whether to look for the largest run with the same settings below `runs/`.

    Raises:
        BadInput: If there is no such run, or another process writes to it.
    """
    if folder is None:
        raise BadInput("Only a run with an output folder can be extended. Add a folder (option `out`).")
    if (folder / "run.toml").exists():
        return
    if not is_default:
        raise BadInput(f"There is no run in {folder} to extend.")
    beginning = _largest_beginning(settings, sorted(RUNS.glob(f"{escape(_default_name(settings, ''))}*")))
    lock.lock(beginning).close()
    with writing(folder):
        beginning.rename(folder)


def _largest_beginning(settings: Mapping[str, Any], folders: Sequence[Path]) -> Path:
    """Return the folder of the largest run that a larger run extends.

    Raises:
        BadInput: If there is none. The message names what differs in the most similar run.
    """
    stored: dict[Path, Mapping[str, Any]] = {}
    for folder in folders:
        with suppress(BadInput):  # a run that cannot be read cannot be extended
            stored[folder] = read_settings(folder)
    beginnings = [folder for folder, each in stored.items() if is_extension(each, settings)]
    if beginnings:
        return max(beginnings, key=lambda folder: stored[folder]["games"])
    if not stored:
        raise BadInput(f"There is no run of {settings['game']}, {settings['setup']} below {RUNS} to extend.")
    differences = {folder: different_keys(each, settings) for folder, each in stored.items()}
    nearest = min(differences, key=lambda folder: len(differences[folder]))
    raise BadInput(f"There is no run below {RUNS} to extend: {nearest} has {difference(stored[nearest], settings)}.")


def _default_name(settings: Mapping[str, Any], mark: str) -> str:
    return f"{Path(settings['game']).name}-{settings['setup']}-{mark}"


def default_folder(settings: Mapping[str, Any], out: str | Path | Group = RUNS) -> Path:
    """Return the default folder of a run. Its name consists of the game, the setup and a hash of the settings.

    A run that is below `runs/` or in any group stays in its folder.

    Args:
        settings: The settings of the run.
        out: The group of the run. Default: no group.
    """
    name = _default_name(settings, run_hash(settings)[:8])
    known = (folder for folder in (RUNS / name, *RUNS.glob(f"*/{escape(name)}")) if (folder / "run.toml").exists())
    home = out.folder(settings["game"], settings["setup"]) if isinstance(out, Group) else RUNS
    return next(known, home / name)
