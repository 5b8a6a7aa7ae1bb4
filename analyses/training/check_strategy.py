"""Checks of a strategy: is it sound, honest and fast, and how does it do against the pool."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Unpack

import pandas as pd

from starbalance.analyses.questions.mix import Given, Mix, dealt, find_mix
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.analyses.training import validation
from starbalance.analyses.training.contest import Contest
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE, Strategy, find_strategy
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.runs import chunk, honesty, rehearsal
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.ready import make_rules_ready
from starbalance.simulator.runs.run import check_games

GAMES = 2000
TIMED = 100  # games whose decisions are timed
PASSED, FAILED = "passed", "failed"


def check_strategy(
    game: str | Path,
    strategy: str | Callable | Strategy,
    *,
    against: Given = None,
    games: int = GAMES,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> pd.DataFrame:
    """Check a strategy before its numbers are trusted.

    Args:
        game: The name or folder of a game.
        strategy: The strategy to check.
        against: The mixed strategy of the other players. Default: every strategy except `uniform`.
        games: Games against the mixed strategy.
        alpha: One minus the level of the interval of the share.
        **options: As for `run`, without strategies, pool and temperature.

    Returns:
        check, verdict, found, with a row for each check. soundness: the strategy writes only where it may, stays within
        bounds, scores every option and ends (functions in Python only). honesty: its scores depend on nothing that its
        seat cannot see, and are the same when they are computed again. speed: decisions per second if every player
        plays it, and those of `sensible`. share: what one player of it wins, and the equal share. After a failed check
        the remaining ones are left out.

    Raises:
        BadInput: If anything does not exist or is out of range.
    """
    check_alpha(alpha)
    check_games(games)
    experiment, execution = prepare(game, options, TrainingOptions)
    played, rules, seed = experiment.game, experiment.rules, experiment.seed
    found, mix = find_strategy(played, strategy).at(played, rules), find_mix(played, against, rules.setup.name)
    sensible = find_strategy(played, BASE).at(played, rules)
    make_rules_ready(played, rules.record, [*mix.strategies, found, sensible], tell=execution.tell)
    alone = _plan(played, rules, replace(found, search=None), seed=seed)
    rows = [("soundness", *_sound(alone))]
    if rows[-1][1] != FAILED:
        leaks = honesty.check(alone)
        rows.append(("honesty", FAILED, leaks.complaint) if leaks.complaint else ("honesty", PASSED, leaks.details))
    if rows[-1][1] != FAILED:
        rows.append(("speed", "", _speed(*(_plan(played, rules, each, seed=seed) for each in (found, sensible)))))
        with execution.at_work() as at_work:
            contest = Contest(dealt(mix, played, rules, seed=seed), mix.ratios, found, at_work)
            rows.append(("share", "", _share(contest, games, mix, alpha=alpha, progress=execution.progress)))
    return pd.DataFrame(rows, columns=["check", "verdict", "found"])


def _plan(game: Game, rules: Rules, strategy: Strategy, *, seed: int) -> Plan:
    """Games in which all play one strategy."""
    everybody = (0,) * rules.setup.players
    return Plan(game, rules.record, (strategy,), everybody, seed)


def _sound(plan: Plan) -> tuple[str, str]:
    if plan.strategies[0].source is None:
        return PASSED, "a recipe of the game, whose code its tests check"
    return _verdict(rehearsal.complaint(plan))


def _verdict(complaint: str) -> tuple[str, str]:
    return (FAILED, complaint) if complaint else (PASSED, "")


def _speed(plan: Plan, sensible: Plan) -> str:
    own, other = (_decisions_a_second(each) for each in (plan, sensible))
    return f"{own:,.0f} decisions/s, {BASE} {other:,.0f}"


def _decisions_a_second(plan: Plan) -> float:
    chunk.play_chunk(plan, 0, 1)
    began = time.perf_counter()
    outcomes = chunk.play_chunk(plan, 1, plan.chunk_size(TIMED))
    return float(outcomes["decisions"].sum() / (time.perf_counter() - began))


def _share(contest: Contest, games: int, mix: Mix, *, alpha: float, progress: Callable[..., None]) -> str:
    """What one player of a strategy wins among players of the mix, in words."""
    count, done = -(-games // contest.players) * contest.players, 0

    def tick(played: int) -> None:
        nonlocal done
        done += played
        progress(done, count)

    credits = contest.credits([contest.base.weights], 0, count, tick=tick)
    share, low, high = validation.share(credits, alpha)
    fair = f"fair: {1 / contest.players:.1%}"
    return f"{share:.1%} ({low:.1%} to {high:.1%}) in {count:,} games among {', '.join(mix.names)}; {fair}"
