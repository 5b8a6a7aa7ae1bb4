"""Runs: games of a set-up played in parallel and kept, until so many are played or a condition is met."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol, Unpack

import numpy as np
import polars as pl

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.chunk import MEASURED
from starbalance.simulator.runs.code import code_stamp
from starbalance.simulator.runs.experiment import Execution, Experiment, prepare
from starbalance.simulator.runs.frame import columns, frames, refuse_sets, timeline_frame
from starbalance.simulator.runs.options import RunOptions
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.ready import make_ready
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import FORMAT, describe, stamp
from starbalance.simulator.runs.silence import silence_reported
from starbalance.simulator.runs.store import TIMELINE, Store

PACKAGES = ("numpy", "numba", "polars")
LARGEST_PART = 1000
FEWEST_PARTS = 16
LAST_ROUND = 1  # rounds that a game may go on for after the round limit
FIRST_LOOK = 1000  # games that are played before a condition is looked at: shares of fewer are too far from normal
DEFAULT = Path("runs")  # a run into this folder gets one of its own in it, and goes on with what it finds there


class Condition(Protocol):
    """When a run has played enough, short of all its games."""

    @property
    def settings(self) -> dict[str, Any]:
        """What run.toml says of it."""
        ...

    def check(self, game: Game, rules: tables.Rules) -> None:
        """Raises BadInput where it cannot be asked of such a run."""
        ...

    def look(self, result: Result) -> tuple[bool, str]:
        """(whether the games so far are enough, a note on how far they are)."""
        ...


def run(
    game: str | Path,
    *,
    games: int = 10_000,
    out: str | Path | None = None,
    resume: bool = False,
    timeline: bool = False,
    until: Condition | None = None,
    **options: Unpack[RunOptions],
) -> Result:
    """Play games of a set-up in parallel and return their outcomes.

    Args:
        game: The name or folder of a game.
        games: The number of games. With `until`, the largest number.
        out: A folder for the outcomes. Default: they stay in memory.
        resume: Whether to continue the run that is in the folder.
        timeline: Whether to keep the standing of every seat at the end of every round.
        until: The condition that ends the run.
        **options: What is played and how, as in `Experiment` and `Execution`: players, setup, strategies, pool, skill,
            set, variant, temperature, seed, jobs, backend, scheduler, progress, tell.

    Raises:
        BadInput: If anything does not exist or is out of range.
    """
    experiment, execution = prepare(game, options)
    return run_experiment(experiment, execution, games, out=out, resume=resume, timeline=timeline, until=until)


def run_experiment(
    experiment: Experiment,
    execution: Execution,
    games: int,
    *,
    out: str | Path | None = None,
    resume: bool = False,
    timeline: bool = False,
    until: Condition | None = None,
) -> Result:
    """Play games of an experiment and return their outcomes. The arguments are those of `run`."""
    check_games(games)
    rules, tell = experiment.rules, execution.tell
    plan, names = experiment.lineup
    plan = replace(plan, rounds=_timeline_rounds(rules)) if timeline else plan
    if until is not None:
        until.check(experiment.game, rules)
    settings = _settings(experiment.game, rules, plan, games=games, until=until)
    make_ready(plan, tell)
    store = Store(default_folder(settings) if out == DEFAULT else out) if out is not None else None
    known = out == DEFAULT and store is not None and (store.folder / "run.toml").exists()
    session = _Session(rules, plan, names, settings, store, execution)
    with session.opened(resume or known):
        session.end(session.play(games) if until is None else _play_until(session, until))
    return session.result


def _timeline_rounds(rules: tables.Rules) -> int:
    """Return how many rounds a timeline has: the round limit of the game, or as many as its games take."""
    names = rules.record.dtype.names
    return int(rules.record.max_rounds) + LAST_ROUND if "max_rounds" in names else MEASURED


@dataclass
class _Session:
    """A run while it is played: what is there, and how to go on."""

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
        """What has been played so far."""
        return Result(self.settings, self.store, self._in_order)

    @contextmanager
    def opened(self, resume: bool) -> Iterator[None]:
        """Keep other processes from writing to the folder of the run."""
        try:
            self._begin(resume)
            yield
        finally:
            if self.store is not None:
                self.store.release()

    def _begin(self, resume: bool) -> None:
        """Open the folder of the run and find the parts that need not be played."""
        if self.store is None:
            if resume:
                raise BadInput("Only a run with an output folder can be resumed.")
            return
        self.store.begin(self.settings, resume)
        for name in self.store.discard_damaged():
            self.execution.tell(f"{self.store.folder / 'parts' / name} was damaged and is played again.")
        self.finished = self.store.finished()

    def beginning(self, games: int) -> Result:
        """The games up to a number alone."""
        return self.result.between(0, games)

    @property
    def _in_order(self) -> tuple[Mapping[str, pl.DataFrame], ...]:
        return tuple(self.parts[number] for number in sorted(self.parts))

    def play(self, games: int) -> int:
        """Play the games up to a number that are missing, and return the number."""
        size, execution = self.settings["part"], self.execution
        todo = [chunk for chunk in batch.chunks(0, games, size) if chunk[0] // size not in self.finished]
        done = games - sum(count for _, count in todo)
        execution.progress(done, self.settings["games"], self.note)
        with silence_reported(execution.tell) as progressed:
            for first, outcomes, timeline in batch.play(
                self.plan, todo, jobs=execution.workers, backend=execution.backend, scheduler=execution.scheduler
            ):
                progressed()
                self._keep(first // size, outcomes, timeline)
                done += len(outcomes)
                execution.progress(done, self.settings["games"], self.note)
        return games

    def end(self, games: int) -> None:
        """Notes that these are all the games of the run."""
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
    """Plays stretch by stretch until a condition is met, or all games are played; the number of games.

    It is looked at after whole stretches only, at the games of those alone, so that the last game depends neither on
    jobs and workers nor on a stop on the way.
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
    """Raise BadInput for a number of games that is out of range."""
    if games < 1:
        raise BadInput(f"The number of games cannot be {games}: it is 1 or more.")
    if games > batch.SEED_LIMIT:
        raise BadInput(f"The number of games cannot be {games}: it is at most {batch.SEED_LIMIT}.")


def check_columns(by: Sequence[str], game: Game, rules: tables.Rules) -> None:
    """Check that a run will have some columns, and that each holds one value in a row. Raises BadInput if not."""
    known = columns(game, rules)
    for name in by:
        if name not in known:
            raise unknown("column", name, known)
    refuse_sets(by, game.flags(rules))


def _settings(game: Game, rules: tables.Rules, plan: Plan, *, games: int, until: Condition | None) -> dict[str, Any]:
    """Everything needed to repeat a run; the hashes of rules, code and own strategies tell whether it is the same."""
    settings = {
        "format": FORMAT,
        "game": game.address,
        "setup": rules.setup.name,
        "players": rules.setup.players,
        "games": games,
        "seed": plan.seed,
        "part": max(1, min(plan.chunk_size(LARGEST_PART), -(-games // FEWEST_PARTS))),
        "timeline": plan.rounds != 0,
        "rules": rules.version,
        "code": code_stamp(game),
        "changes": rules.changed,
        "lineup": list(plan.lineup),
        "pool": plan.pool,
        "strategies": [describe(each) for each in plan.strategies],
        "versions": {name: metadata.version(name) for name in PACKAGES},
    }
    if until is not None:
        settings["until"] = until.settings
    return settings


def default_folder(settings: Mapping[str, Any]) -> Path:
    """Where a run goes that was given no folder: named by game, set-up and a hash of everything that defines it."""
    return DEFAULT / f"{Path(settings['game']).name}-{settings['setup']}-{stamp(settings)[:8]}"
