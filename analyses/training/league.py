"""The league: a population of strategies grown by double oracle, with trained and search strategies as responses."""

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
from starbalance.analyses.training.task import TRUST_REGION, is_trainable
from starbalance.analyses.training.train import BUDGET
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import read_text, write_text, writing
from starbalance.simulator.engine.strategy import Strategy
from starbalance.simulator.runs.amount import share
from starbalance.simulator.runs.code import code_hash
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.lock import lock
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.run import check_games
from starbalance.simulator.runs.settings import RUNS, describe

STARTS = 3
GAMES = 4000
ROUNDS = 10
ABOUT = "league.toml"


@dataclass(frozen=True)
class League:
    """The result of a league, as stored in its folder.

    Attributes:
        folder: Folder of the league.
        log: A row for each response. Columns: round, strategy (its name in the pool if it was added), start, share,
            gain, low, high, games, budget, joined (whether it was added). `gain` is the win share against the round's
            mixed strategy, minus an equal share. `budget` is the games of its training, 0 for a search strategy.
        mixes: A row for each strategy and round. Columns: round, strategy, chance (its probability in the mixed
            strategy of the round), payoff (its win share against this mixed strategy).
    """

    folder: Path
    log: pd.DataFrame
    mixes: pd.DataFrame

    @property
    def mix(self) -> dict[str, float]:
        """The last mixed strategy: strategies in the form that `run` accepts, with their probabilities."""
        return read_mix(self.folder / MIX)

    @property
    def is_over(self) -> bool:
        """Return whether the last round added no response."""
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
    trust_region: float = TRUST_REGION,
    out: str | Path | None = None,
    resume: bool = False,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> League:
    """Grow a population of strategies by double oracle: add best responses to the equilibrium until none gains more.

    Each round plays every strategy of the pool against every other one, computes an approximate Nash equilibrium, and
    trains some strategies of the pool against it. The league ends after a round that adds no response. The method is
    from McMahan, Gordon and Blum, Planning in the Presence of Cost Functions Controlled by an Adversary, ICML 2003.

    Args:
        game: Name or folder of the game.
        strategies: The first pool. `None` means every strategy except `uniform`.
        until: A response is added if it wins more than this margin over an equal share. Default: 0.02 (2 points).
        starts: Number of strategies of the pool that are trained in each round. Default: 3.
        playouts: Also enter a search version of the equilibrium's most likely strategy, with this many playouts per
            option. It plays `games` games against the equilibrium. Default: 0 (off).
        rounds: Largest number of rounds. Default: 10.
        games: Games per strategy of the pool in each round. Default: 4000.
        budget: Games of each training. Default: 200,000.
        trust_region: Largest change of each weight, in sizes, as for `train`. Default: 1.
        out: Folder for the log, the strategies and the mixed strategy. `None` means a folder below runs/.
        resume: Whether to continue a league that is in the folder. Default: no.
        alpha: One minus the confidence level of the intervals, which hold for all responses of a round together.
            Default: 0.05.
        **options: Options of `run`, except strategies, pool and temperature.

    Returns:
        The log of the responses and the mixed strategies of all rounds.

    Raises:
        BadInput: If a name is unknown, a value is out of range, no strategy can be trained, or the folder contains a
            league that must not be continued.
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
        trust_region=trust_region,
        alpha=alpha,
    )
    if rounds < 1:
        raise BadInput(f"rounds must be at least 1, got {rounds}.")
    played, rules = experiment.game, experiment.rules
    first = find_mix(played, strategies, rules.setup.name)
    if not any(is_trainable(each) for each in first.strategies):
        raise BadInput("No strategy of the pool has weights to train: add a strategy of the game, such as sensible.")
    pool = [describe(each.at(played, rules)) for each in first.strategies]  # files may change behind their names
    settings = terms.settings | {"strategies": first.specs, "pool": pool, "code": code_hash(played)}
    folder = Path(out) if out is not None else RUNS / f"league-{Path(played.address).name}-{digest(settings)[:8]}"
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
    """Lock the folder of a league in the body, and write its settings to the folder.

    Raises:
        BadInput: If the folder has a league with other settings, or any league and `resume` is false.
    """
    path, text = folder / ABOUT, tomli_w.dumps(settings)
    if path.exists() and not resume:
        raise BadInput(f"{folder} already contains a league: add --resume to continue it, or choose another folder.")
    if path.exists() and read_text(path) != text:
        raise BadInput(f"{folder} contains a league with other settings: choose another folder.")
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with lock(folder):
        write_text(path, text)
        yield


def _from_anywhere(specs: Mapping[str, str]) -> dict[str, str]:
    """Return name -> strategy, with the absolute path of a file in each strategy that names one."""
    return {name: beside(Path.cwd(), spec) for name, spec in specs.items()}


def summary(found: League) -> str:
    """Return sentences with the last equilibrium, the gain of the best response, and the folder."""
    last = found.log[found.log["round"] == found.log["round"].max()]
    best = last.loc[last["gain"].idxmax()]
    mix = ", ".join(f"{_short(spec)} {chance:.0%}" for spec, chance in found.mix.items())
    gain, low, high = (f"{100 * best[name]:+.1f}" for name in ("gain", "low", "high"))
    by = f"{best['budget']:,} games of training" if best["budget"] else f"strategy {_short(best['start'])}"
    response = f"The best response ({by}) gains {gain} points over an equal share ({low} to {high})"
    end = "" if found.is_over else ", so that the league is not over: continue with more --rounds"
    return (
        f"The equilibrium of round {best['round']} is {mix}. {response}{end}.\nThe league is stored in {found.folder}."
    )


def _short(spec: str) -> str:
    """Return a strategy's name without its file."""
    return re.sub(r"[^:]*\.(toml|py):", "", spec)
