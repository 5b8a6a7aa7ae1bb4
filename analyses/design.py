"""Designs of experiments: which games are played, by which strategies, with which luck. The home of `run`."""

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

import strategies
from analyses.estimate import ALPHA
from analyses.frame import columns, frames, timeline_frame, to_pandas
from analyses.store import TIMELINE, Store
from analyses.verdict import MARGIN, check_alpha, check_margin, is_open
from simulator import batch, find_game, tables
from simulator.errors import BadInput, unknown
from simulator.game import Game
from strategies import Strategy

PACKAGES = ("numpy", "numba", "polars")
LARGEST_PART = 1000
FEWEST_PARTS = 16
FIRST_LOOK = 1000  # games that are played before a run may be decided: shares of fewer are too far from normal
DEFAULT = Path("runs")  # a run into this folder gets one of its own in it, and goes on with what it finds there


@dataclass(frozen=True)
class Until:
    """When a run is decided: every row of the rates by some columns has its verdict."""

    by: Sequence[str]
    margin: float = MARGIN
    alpha: float = ALPHA


@dataclass(frozen=True)
class Result:
    """A run that has been played: its frames, and what it was.

    games: one row per game. seats: one row per seat and game. timeline: one row per round, seat and game, of a run that
    stores it. settings: the contents of run.toml.
    """

    settings: Mapping[str, Any]
    store: Store | None
    parts: tuple[Mapping[str, pl.DataFrame], ...] = ()

    def scan(self, table: str) -> pl.LazyFrame:
        """`games`, `seats` or `timeline` as a lazy frame. Raises BadInput for a run without a timeline."""
        if self.store is not None:
            return self.store.scan(table)
        return self._in_memory(table)

    def _in_memory(self, table: str) -> pl.LazyFrame:
        if table not in self.parts[0]:
            raise BadInput("The run has no timeline: play it with timeline=True.")
        return pl.concat([part[table] for part in self.parts]).lazy()

    def between(self, first: int, stop: int) -> "Result":
        """The games from `first` up to but without `stop` alone; no more of the run is opened than holds them."""
        return _Stretch(self.settings, self.store, self.parts, range(first, stop))

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row per game, by number."""
        return self.scan("games").sort("game").collect()

    @cached_property
    def seats(self) -> pl.DataFrame:
        """One row per seat and game."""
        return self.scan("seats").sort("game", maintain_order=True).collect()

    @cached_property
    def timeline(self) -> pl.DataFrame:
        """One row per round, seat and game: the standing of the seat at the end of the round."""
        return self.scan("timeline").sort("game", "round", maintain_order=True).collect()

    def to_pandas(self) -> Any:
        """The seats with the columns of their games, as a pandas frame."""
        games = self.games.drop("setup", "players")
        return to_pandas(self.seats.join(games, on="game", maintain_order="left"))

    @property
    def folder(self) -> Path | None:
        """Where the run lies; None: in memory."""
        return self.store.folder if self.store is not None else None

    @cached_property
    def played(self) -> int:
        """How many games it has: those asked for, or fewer where it was played until decided."""
        return self.scan("games").select(pl.len()).collect().item()

    @property
    def seats_per_game(self) -> int:
        """How many seats a game of the run has."""
        return tables.find_setup(find_game(self.settings["game"]), self.settings["setup"], None).seats

    @property
    def factor(self) -> str:
        """The column of the headline table."""
        return find_game(self.settings["game"]).factor

    def __repr__(self) -> str:
        its = self.settings
        return f"<run of {its['game']}, {its['setup']}: {self.played:,} games, seed {its['seed']}>"

    def _repr_html_(self) -> str:
        from analyses.rates import rates

        table = rates(self, [self.factor])
        return f"<p>{self.__repr__()[1:-1]}</p>{table.to_html(index=False)}"


@dataclass(frozen=True)
class _Stretch(Result):
    """Some games of a run by their numbers, whatever else lies in its folder."""

    numbers: range = range(0)

    def scan(self, table: str) -> pl.LazyFrame:
        """As of a run."""
        if self.store is not None:
            return self.store.scan(table, self.numbers)
        here = pl.col("game").is_between(self.numbers.start, self.numbers.stop - 1)
        return self._in_memory(table).filter(here)

    def between(self, first: int, stop: int) -> Result:
        """As of a run, of those that are here."""
        return super().between(max(first, self.numbers.start), min(stop, self.numbers.stop))


def load(folder: str | Path) -> Result:
    """A run from its folder. Raises BadInput where there is none."""
    store = Store(folder)
    return Result(store.settings(), store)


def run(
    game: str,
    players: int | None = None,
    setup: str | None = None,
    games: int = 1000,
    seed: int = 0,
    strategies: Sequence[str | Callable | Strategy] | str | Callable | Strategy | None = None,
    overrides: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
    temperature: float | None = None,
    jobs: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    backend: str = "threads",
    scheduler: str | None = None,
    pool: Sequence[str | Callable | Strategy] | None = None,
    timeline: bool = False,
    until: Until | None = None,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> Result:
    """Plays games of a set-up in parallel and returns their outcomes.

    strategies: one for all players, or one for each in the order of the set-up's homes; none: drawn at random for each
    player and game from the pool (none: all but uniform). out: a folder for the outcomes (else they stay in memory).
    timeline: also keeps the standing of every seat at the end of every round. until: plays on until every row of a
    table has its verdict, `games` at most. progress is told (games played, games in all, a note), tell a line of text.
    backend: threads, processes, dask (on the cluster of a scheduler, tcp://HOST:PORT) or ray (on the cluster that
    RAY_ADDRESS names, else on one of this machine). The games are the same on each.

    Raises BadInput with one sentence for anything that does not exist or cannot be.
    """
    played = find_game(game)
    batch.check_workers(backend, scheduler, jobs)
    jobs = _checked_counts(games, seed, jobs)
    rules = tables.load(played, setup, players, overrides, variant)
    plan, names = make_plan(played, rules, strategies, seed, temperature, pool)
    plan = replace(plan, rounds=int(rules.record.max_rounds)) if timeline else plan
    if until is not None:
        _check_until(until, played, rules)
    settings = _settings(played, rules, plan, names, games, until)
    batch.compile_verbs(played, tell)
    for each in plan.strategies:
        each.score(played)
    store = Store(default_folder(settings) if out == DEFAULT else out) if out is not None else None
    known = out == DEFAULT and store is not None and (store.folder / "run.toml").exists()
    finished = _begin(store, settings, resume or known, tell)
    session = _Session(rules, plan, names, settings, store, finished, jobs, backend, scheduler, progress)
    if until is None:
        session.play(games)
    else:
        _play_until(session, until)
    return session.result


@dataclass
class _Session:
    """A run while it is played: what is there, and how to go on."""

    rules: tables.Rules
    plan: batch.Plan
    names: Sequence[str]
    settings: Mapping[str, Any]
    store: Store | None
    finished: set[int]
    jobs: int
    backend: str
    scheduler: str | None
    progress: Callable[..., None]
    parts: dict[int, Mapping[str, pl.DataFrame]] = field(default_factory=dict)
    note: str = ""

    @property
    def result(self) -> Result:
        """What has been played so far."""
        return Result(self.settings, self.store, self._in_order)

    def beginning(self, games: int) -> Result:
        """The games up to a number alone."""
        return self.result.between(0, games)

    @property
    def _in_order(self) -> tuple[Mapping[str, pl.DataFrame], ...]:
        return tuple(self.parts[number] for number in sorted(self.parts))

    def play(self, games: int) -> None:
        """Plays the games up to a number, but for those that are there."""
        size = self.settings["part"]
        todo = [chunk for chunk in batch.chunks(0, games, size) if chunk[0] // size not in self.finished]
        done = games - sum(count for _, count in todo)
        self.progress(done, self.settings["games"], self.note)
        for first, outcomes, timeline in batch.play(self.plan, todo, self.jobs, self.backend, self.scheduler):
            self._keep(first // size, outcomes, timeline)
            done += len(outcomes)
            self.progress(done, self.settings["games"], self.note)

    def _keep(self, number: int, outcomes: np.ndarray, timeline: np.ndarray) -> None:
        part = frames(self.plan.game, self.rules, self.names, outcomes)
        if self.plan.rounds:
            part[TIMELINE] = timeline_frame(self.rules, outcomes, timeline)
        if self.store is not None:
            self.store.write(number, part)
        else:
            self.parts[number] = part
        self.finished.add(number)


def _play_until(session: _Session, until: Until) -> None:
    """Plays stretch by stretch until every row of a table has its verdict, or all games are played.

    The table is looked at after whole stretches only, at the games of those alone, so that the last game depends
    neither on jobs and workers nor on a stop on the way.
    """
    from analyses.rates import rates

    games, size = session.settings["games"], session.settings["part"]
    played, look = 0, FIRST_LOOK
    while played < games:
        played = min(-(-look // size) * size, games)
        session.play(played)
        table = rates(session.beginning(played), until.by, until.margin, until.alpha)
        widest = (table["high"] - table["low"]).max() / 2
        undecided = sum(map(is_open, table["verdict"]))
        session.note = f"widest interval ±{100 * widest:.1f} points, {undecided} of {len(table)} undecided"
        if undecided == 0:
            return
        look = played + played // 4


def make_plan(
    game: Game, rules: tables.Rules, given: Any, seed: int, temperature: float | None, pool: Any = None
) -> tuple[batch.Plan, list[str]]:
    """The plan of a batch and the names of its strategies. Raises BadInput for a wrong number of strategies."""
    players = rules.setup.players
    if pool is not None and not pool:
        raise BadInput("A pool of strategies has one at least.")
    if given is None:
        given = pool or [name for name in strategies.names(game) if name != strategies.UNIFORM]
        lineup = [-1] * players
    elif pool is not None:
        raise BadInput("A run takes strategies, or a pool to draw them from, not both.")
    else:
        given = list(given) if isinstance(given, list | tuple) else [given]
        if len(given) not in (1, players):
            raise BadInput(f"{rules.setup.name} takes 1 strategy or {players}, not {len(given)}.")
        lineup = list(range(players)) if len(given) > 1 else [0] * players
    found = {each.name: each for each in (strategies.find(game, spec) for spec in given)}
    if lineup[0] >= 0:
        rows = [strategies.find(game, spec).name for spec in given]
        lineup = [list(found).index(rows[player % len(rows)]) for player in range(players)]
    if temperature is not None and not 0 <= temperature < float("inf"):
        raise BadInput(f"The temperature cannot be {temperature}: it is 0 or more.")
    heat = tuple(each.temperature if temperature is None else float(temperature) for each in found.values())
    return batch.Plan(game, rules.record, tuple(found.values()), heat, tuple(lineup), seed), list(found)


def _checked_counts(games: int, seed: int, jobs: int | None) -> int:
    if games < 1:
        raise BadInput(f"The number of games cannot be {games}: it is 1 or more.")
    if not 0 <= seed < batch.SEED_LIMIT or games > batch.SEED_LIMIT:
        raise BadInput(f"Seed and number of games are whole numbers from 0 to {batch.SEED_LIMIT - 1}.")
    if jobs is not None and jobs < 1:
        raise BadInput(f"The number of jobs cannot be {jobs}: it is 1 or more.")
    return jobs or os.cpu_count() or 1


def check_columns(by: Sequence[str], game: Game, rules: tables.Rules) -> None:
    """Raises BadInput for a column that neither seats nor games of a run will have."""
    known = columns(game, rules)
    for name in by:
        if name not in known:
            raise unknown("column", name, known)


def _check_until(until: Until, game: Game, rules: tables.Rules) -> None:
    check_margin(until.margin)
    check_alpha(until.alpha)
    check_columns(until.by, game, rules)


def _settings(
    game: Game, rules: tables.Rules, plan: batch.Plan, names: Sequence[str], games: int, until: Until | None
) -> dict[str, Any]:
    """Everything needed to repeat a run; the hashes of rules, code and own strategies tell whether it is the same."""
    from simulator.kernel import source_stamp

    settings = {
        "game": game.name,
        "setup": rules.setup.name,
        "players": rules.setup.players,
        "games": games,
        "seed": plan.seed,
        "part": max(1, min(LARGEST_PART, -(-games // FEWEST_PARTS))),
        "timeline": plan.rounds > 0,
        "rules": rules.version,
        "code": source_stamp("strategies", game.package),
        "changes": rules.changed,
        "lineup": list(plan.lineup),
        "strategies": [
            {"name": name, "temperature": heat, "weights": each.weights, "code": each.stamp}
            for name, each, heat in zip(names, plan.strategies, plan.temperatures, strict=True)
        ],
        "versions": {name: metadata.version(name) for name in PACKAGES},
    }
    if until is not None:
        settings["until"] = {"by": list(until.by), "margin": until.margin, "alpha": until.alpha}
    return settings


def _begin(store: Store | None, settings: Mapping[str, Any], resume: bool, tell: Callable[[str], None]) -> set[int]:
    """Opens the store of a run; the numbers of the parts that need not be played."""
    if store is None:
        if resume:
            raise BadInput("Only a run with an output folder can be resumed.")
        return set()
    store.begin(settings, resume)
    for name in store.discard_damaged():
        tell(f"{store.folder / 'parts' / name} was damaged and is played again.")
    return store.finished()


def default_folder(settings: Mapping[str, Any]) -> Path:
    """Where a run goes that was given no folder: named by game, set-up and a hash of everything that defines it."""
    defining = {key: value for key, value in settings.items() if key != "versions"}
    stamp = hashlib.sha256(json.dumps(defining, sort_keys=True).encode()).hexdigest()[:8]
    return DEFAULT / f"{settings['game']}-{settings['setup']}-{stamp}"
