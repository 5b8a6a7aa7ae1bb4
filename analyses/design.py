"""Designs of experiments: which games are played, by which strategies, with which luck. The home of `run`."""

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any

import polars as pl

import strategies
from analyses.frame import frames, to_pandas
from analyses.store import Store
from simulator import batch, find_game, tables
from simulator.errors import BadInput
from simulator.game import Game
from strategies import Strategy

PACKAGES = ("numpy", "numba", "polars")
LARGEST_PART = 1000
FEWEST_PARTS = 16
DEFAULT = Path("runs")  # a run into this folder gets one of its own in it, and goes on with what it finds there


@dataclass(frozen=True)
class Result:
    """A run that has been played: its frames, and what it was.

    games: one row per game. seats: one row per seat and game. settings: the contents of run.toml.
    """

    settings: Mapping[str, Any]
    store: Store | None
    parts: tuple[tuple[pl.DataFrame, pl.DataFrame], ...] = ()

    def scan(self, table: str) -> pl.LazyFrame:
        """`games` or `seats` as a lazy frame."""
        if self.store is not None:
            return self.store.scan(table)
        return pl.concat([part[table == "seats"] for part in self.parts]).lazy()

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row per game, by number."""
        return self.scan("games").sort("game").collect()

    @cached_property
    def seats(self) -> pl.DataFrame:
        """One row per seat and game."""
        return self.scan("seats").sort("game", maintain_order=True).collect()

    def to_pandas(self) -> Any:
        """The seats with the columns of their games, as a pandas frame."""
        games = self.games.drop("setup", "players")
        return to_pandas(self.seats.join(games, on="game", maintain_order="left"))

    @property
    def folder(self) -> Path | None:
        """Where the run lies; None: in memory."""
        return self.store.folder if self.store is not None else None

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
        return f"<run of {its['game']}, {its['setup']}: {its['games']:,} games, seed {its['seed']}>"

    def _repr_html_(self) -> str:
        from analyses.rates import rates

        table = rates(self, [self.factor])
        return f"<p>{self.__repr__()[1:-1]}</p>{table.to_html(index=False)}"


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
    progress: Callable[[int, int], None] = lambda done, total: None,
    tell: Callable[[str], None] = lambda line: None,
) -> Result:
    """Plays games of a set-up in parallel and returns their outcomes.

    strategies: one for all players, or one for each in the order of the set-up's homes; none: drawn at random for each
    player and game from all but uniform. out: a folder for the outcomes (else they stay in memory). progress is told
    (games played, games in all), tell a line of text.

    Raises BadInput with one sentence for anything that does not exist or cannot be.
    """
    played = find_game(game)
    jobs = _checked_counts(games, seed, jobs)
    rules = tables.load(played, setup, players, overrides, variant)
    plan, names = make_plan(played, rules, strategies, seed, temperature)
    settings = _settings(played, rules, plan, names, games)
    batch.compile_verbs(played, tell)
    for each in plan.strategies:
        each.score(played)
    store = Store(default_folder(settings) if out == DEFAULT else out) if out is not None else None
    known = out == DEFAULT and store is not None and (store.folder / "run.toml").exists()
    finished = _begin(store, settings, resume or known, tell)
    todo = [chunk for chunk in batch.chunks(0, games, settings["part"]) if chunk[0] // settings["part"] not in finished]
    done = games - sum(count for _, count in todo)
    parts = {}
    progress(done, games)
    for first, outcomes in batch.play(plan, todo, jobs, backend):
        tables_of_part = frames(played, rules, names, outcomes)
        if store is not None:
            store.write(first // settings["part"], *tables_of_part)
        else:
            parts[first] = tables_of_part
        done += len(outcomes)
        progress(done, games)
    return Result(settings, store, tuple(parts[first] for first in sorted(parts)))


def make_plan(
    game: Game, rules: tables.Rules, given: Any, seed: int, temperature: float | None
) -> tuple[batch.Plan, list[str]]:
    """The plan of a batch and the names of its strategies. Raises BadInput for a wrong number of strategies."""
    players = rules.setup.players
    if given is None:
        given, lineup = [name for name in strategies.names(game) if name != strategies.UNIFORM], [-1] * players
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


def _settings(game: Game, rules: tables.Rules, plan: batch.Plan, names: Sequence[str], games: int) -> dict[str, Any]:
    """Everything needed to repeat a run; the hashes of rules, code and own strategies tell whether it is the same."""
    from simulator.kernel import source_stamp

    return {
        "game": game.name,
        "setup": rules.setup.name,
        "players": rules.setup.players,
        "games": games,
        "seed": plan.seed,
        "part": max(1, min(LARGEST_PART, -(-games // FEWEST_PARTS))),
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
