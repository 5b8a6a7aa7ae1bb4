"""The league: strategies answer the mix of those there are, by training and by looking ahead, until none gains more."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import tomli_w

from starbalance.analyses.questions.mix import MIX, beside, find_mix, read_mix
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import MARGIN
from starbalance.analyses.training.journal import digest
from starbalance.analyses.training.season import Season, Terms
from starbalance.analyses.training.task import REACH, is_trainable
from starbalance.analyses.training.train import BUDGET
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import read_text, write_text, writing
from starbalance.simulator.engine.strategy import Strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.amount import share
from starbalance.simulator.runs.code import code_stamp
from starbalance.simulator.runs.lock import lock
from starbalance.simulator.runs.run import DEFAULT, checked_counts
from starbalance.simulator.runs.settings import describe

STARTS = 3
GAMES = 4000
ROUNDS = 10
ABOUT = "league.toml"


@dataclass(frozen=True)
class League:
    """A league that has been played, as its folder has it.

    log: a row for each response: round, strategy (its name, had it joined), start, share, gain (beyond the fair share
    against the mix of the round), low, high, games, budget (of its training; 0 for one that looks ahead), joined.
    mixes: a row for each strategy and round: its chance in the mix, and what it wins against it (payoff).
    """

    folder: Path
    log: pd.DataFrame
    mixes: pd.DataFrame

    @property
    def mix(self) -> dict[str, float]:
        """The last mix: strategies as a run takes them, and their chances."""
        return read_mix(self.folder / MIX)

    @property
    def is_over(self) -> bool:
        """Whether nothing that was found in the last round gains more than the margin."""
        return not self.log[self.log["round"] == self.log["round"].max()]["joined"].any()


def league(
    game: str | Path,
    strategies: Sequence[str | Callable | Strategy] | None = None,
    *,
    until: float = MARGIN,
    players: int | None = None,
    setup: str | None = None,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
    starts: int = STARTS,
    playouts: int = 0,
    rounds: int = ROUNDS,
    games: int = GAMES,
    budget: int = BUDGET,
    reach: float = REACH,
    seed: int = 0,
    jobs: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    alpha: float = ALPHA,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> League:
    """Trains best responses to the mix that no strategy of the pool beats, adds them to the pool, and again (McMahan,
    Gordon and Blum, Planning in the Presence of Cost Functions Controlled by an Adversary, ICML 2003: double oracle).

    strategies: the first pool (none: all but uniform). Each round plays `games` for each strategy of the pool, all
    dealt independently, finds the mix, and trains `starts` of the pool against it, each with a budget of its own. With
    playouts, who is most of the mix looks ahead with so many for an option, and plays `games` against it, too.
    Whatever wins more than `until` beyond the fair share joins. It ends with the round in which nothing does, or after
    so many rounds. The intervals of a round hold for all its responses at once. out: the folder of its log, strategies
    and mix (none: one below runs/). With resume it goes on from what it finds there. The rest is as of `train`.

    Raises BadInput with one sentence for anything that does not exist or cannot be.
    """
    played = find_game(game)
    batch.check_workers(backend, scheduler, jobs)
    checked_counts(budget, seed, jobs)
    terms = Terms(
        game=played,
        rules=tables.load(played, setup, players, set=set, variant=variant),
        until=share(until, "until"),
        starts=starts,
        playouts=playouts,
        games=games,
        budget=budget,
        reach=reach,
        seed=seed,
        jobs=jobs,
        backend=backend,
        scheduler=scheduler,
        alpha=alpha,
    )
    if rounds < 1:
        raise BadInput(f"A league has one round at least, not {rounds}.")
    first = find_mix(played, strategies, terms.rules.setup.name)
    if not any(is_trainable(each) for each in first.strategies):
        raise BadInput("Nobody in the pool has weights to train: add a strategy of the game, such as sensible.")
    pool = [describe(each.at(played, terms.rules)) for each in first.strategies]  # files may change behind their names
    settings = terms.settings | {"strategies": first.specs, "pool": pool, "code": code_stamp(played)}
    folder = Path(out) if out is not None else DEFAULT / f"league-{Path(played.address).name}-{digest(settings)[:8]}"
    season = Season(terms, list(first.strategies), _from_anywhere(first.specs), folder, progress, tell)
    return _played(season, settings, rounds=rounds, resume=resume)


def _played(season: Season, settings: Mapping[str, Any], *, rounds: int, resume: bool) -> League:
    with _opened(season.folder, settings, resume):
        for number in range(1, rounds + 1):
            if not season.play(number):
                break
    return League(season.folder, *season.tables)


@contextmanager
def _opened(folder: Path, settings: Mapping[str, Any], resume: bool) -> Iterator[None]:
    """The folder of a league, locked. Raises BadInput for one of another league, or one that is not to be resumed."""
    path, text = folder / ABOUT, tomli_w.dumps(settings)
    if path.exists() and not resume:
        raise BadInput(f"There is a league in {folder}: add --resume to go on with it, or choose another folder.")
    if path.exists() and read_text(path) != text:
        raise BadInput(f"The league in {folder} is another one: choose another folder.")
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with lock(folder):
        write_text(path, text)
        yield


def _from_anywhere(specs: Mapping[str, str]) -> dict[str, str]:
    """Strategies in files by the whole path."""
    return {name: beside(Path.cwd(), spec) for name, spec in specs.items()}


def summary(found: League) -> str:
    """How a league ended, in words."""
    last = found.log[found.log["round"] == found.log["round"].max()]
    best = last.loc[last["gain"].idxmax()]
    mix = ", ".join(f"{_short(spec)} {chance:.0%}" for spec, chance in found.mix.items())
    gain, low, high = (f"{100 * best[name]:+.1f}" for name in ("gain", "low", "high"))
    by = f"{best['budget']:,} games of training gain" if best["budget"] else f"{_short(best['start'])} gains"
    told = f"The most that {by} against it is {gain} points ({low} to {high})"
    end = "" if found.is_over else ", so that the league is not over: go on with more --rounds"
    return f"The mix of round {best['round']} is {mix}. {told}{end}.\nThe league lies in {found.folder}."


def _short(spec: str) -> str:
    """A strategy without the file in which it stands."""
    return re.sub(r"[^:]*\.(toml|py):", "", spec)
