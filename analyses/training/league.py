"""The league: strategies answer the mix of those there are, by training and by looking ahead, until none gains more."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

import pandas as pd
import tomli_w

from starbalance.analyses.questions.mix import MIX, beside, find_mix, read_mix
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import MARGIN
from starbalance.analyses.training.journal import digest
from starbalance.analyses.training.season import Season, Terms
from starbalance.analyses.training.task import REACH, is_trainable
from starbalance.analyses.training.train import BUDGET
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import read_text, write_text, writing
from starbalance.simulator.engine.strategy import Strategy
from starbalance.simulator.runs.amount import share
from starbalance.simulator.runs.code import code_stamp
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.lock import lock
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.run import DEFAULT, check_games
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
    starts: int = STARTS,
    playouts: int = 0,
    rounds: int = ROUNDS,
    games: int = GAMES,
    budget: int = BUDGET,
    reach: float = REACH,
    out: str | Path | None = None,
    resume: bool = False,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> League:
    """Grow a population of strategies by double oracle: add best responses to the equilibrium until none gains more.

    Each round plays every strategy of the pool against every other, finds the mixed strategy that none of them beats,
    and trains some of them against it. The league ends with the round in which no response joins. The method is
    from McMahan, Gordon and Blum, Planning in the Presence of Cost Functions Controlled by an Adversary, ICML 2003.

    Args:
        game: The name or folder of a game.
        strategies: The first pool. Default: every strategy except `uniform`.
        until: A response joins if it wins more than this margin beyond an equal share.
        starts: How many strategies of the pool are trained in each round.
        playouts: Also enter a search version of the most likely strategy, with this many playouts per option. It plays
            `games` against the mixed strategy. Default: 0 (off).
        rounds: The largest number of rounds.
        games: Games per strategy of the pool in each round.
        budget: Games of each training.
        reach: The largest change of each weight, as for `train`.
        out: The folder of the log, the strategies and the mixed strategy. Default: one below runs/.
        resume: Whether to continue what is in the folder.
        alpha: One minus the level of the intervals, which hold for all responses of a round at once.
        **options: As for `train`.

    Raises:
        BadInput: If anything does not exist or is out of range.
    """
    experiment, execution = prepare(game, options, TrainingOptions)
    check_games(budget)
    terms = Terms(
        experiment=experiment,
        execution=execution,
        until=share(until, "until"),
        starts=starts,
        playouts=playouts,
        games=games,
        budget=budget,
        reach=reach,
        alpha=alpha,
    )
    if rounds < 1:
        raise BadInput(f"A league has one round at least, not {rounds}.")
    played, rules = experiment.game, experiment.rules
    first = find_mix(played, strategies, rules.setup.name)
    if not any(is_trainable(each) for each in first.strategies):
        raise BadInput("Nobody in the pool has weights to train: add a strategy of the game, such as sensible.")
    pool = [describe(each.at(played, rules)) for each in first.strategies]  # files may change behind their names
    settings = terms.settings | {"strategies": first.specs, "pool": pool, "code": code_stamp(played)}
    folder = Path(out) if out is not None else DEFAULT / f"league-{Path(played.address).name}-{digest(settings)[:8]}"
    season = Season(terms, list(first.strategies), _from_anywhere(first.specs), folder)
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
