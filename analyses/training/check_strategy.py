"""Checks of a strategy: soundness, information leaks, speed, and the win share against a mixed strategy."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Unpack

import pandas as pd

from starbalance.analyses.questions.mix import Given, Mix, dealt, find_mix
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.players import one_player_note
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.analyses.training import validation
from starbalance.analyses.training.contest import Contest
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE, Strategy, find_strategy
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.runs import chunk, dry_run, information_check
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.ready import make_rules_ready
from starbalance.simulator.runs.run import check_games

GAMES = 2000
TIMED = 100  # games whose decisions are timed together
REPEATS, SECONDS = 5, 0.2  # measurements of the speed, and the shortest duration of one of them
LONGEST = 5.0  # seconds after which no further measurement begins
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
    """Check that a strategy is sound and uses no hidden information, and measure its speed and its win share.

    Args:
        game: Name or folder of the game.
        strategy: Strategy to check.
        against: Mixed strategy of the other players. `None` means every strategy except `uniform`, with equal
            probabilities.
        games: Games against the mixed strategy. Default: 2000.
        alpha: One minus the confidence level of the interval of the win share. Default: 0.05.
        **options: Options of `run`, except strategies, pool and temperature.

    Returns:
        A table with one row per check. A failed check is the last row. Columns: check, verdict (`passed`, `failed` or
        empty), found (details in words). The checks:

        - soundness: The strategy writes only where writing is allowed, stays within bounds, scores every option and
          ends. Only functions in Python are checked.
        - information check: The scores do not depend on hidden information, and a second call returns the same scores.
        - speed: Decisions per second if every player uses the strategy, and the same number for `sensible`.
        - share: The win share of one player with the strategy, its interval, and the equal share.

    Raises:
        BadInput: If a name is unknown or a value is out of range.
    """
    check_alpha(alpha)
    check_games(games)
    experiment, execution = prepare(game, options, TrainingOptions)
    played, rules, seed = experiment.game, experiment.rules, experiment.seed
    checked, mix = find_strategy(played, strategy).at(played, rules), find_mix(played, against, rules.setup.name)
    sensible = find_strategy(played, BASE).at(played, rules)
    make_rules_ready(played, rules.record, [*mix.strategies, checked, sensible], notify=execution.notify)
    by_itself = _plan(played, rules, replace(checked, search=None), seed=seed)
    rows = [("soundness", *_sound(by_itself))]
    if rows[-1][1] != FAILED:
        leaks = information_check.check(by_itself)
        rows.append(
            ("information_check", FAILED, leaks.violation)
            if leaks.violation
            else ("information_check", PASSED, leaks.details)
        )
    if rows[-1][1] != FAILED:
        rows.append(("speed", "", _speed(*(_plan(played, rules, each, seed=seed) for each in (checked, sensible)))))
        with execution.at_work() as at_work:
            contest = Contest(dealt(mix, played, rules, seed=seed), mix.ratios, checked, at_work)
            share = _share(contest, games, mix, alpha=alpha, progress=execution.progress)
            note = one_player_note(rules.setup)
            rows.append(("share", "", f"{share}. {note}" if note else share))
    return pd.DataFrame(rows, columns=["check", "verdict", "found"])


def _plan(game: Game, rules: Rules, strategy: Strategy, *, seed: int) -> Plan:
    """Return the plan of games in which every player uses one strategy."""
    everybody = (0,) * rules.setup.players
    return Plan(game, rules.record, (strategy,), everybody, seed)


def _sound(plan: Plan) -> tuple[str, str]:
    if plan.strategies[0].source is None and plan.game.is_built_in:
        return PASSED, "a strategy of the game, whose code its tests check"
    if plan.strategies[0].source is None:
        return "", "not checked, since its code is part of the game"
    if plan.agents:
        return PASSED, "a Python function, which sees only its observation"
    return _verdict(dry_run.violation(plan))


def _verdict(violation: str) -> tuple[str, str]:
    return (FAILED, violation) if violation else (PASSED, "")


def _speed(plan: Plan, sensible: Plan) -> str:
    speed, reference = (_decisions_a_second(each) for each in (plan, sensible))
    return f"about {_rounded(speed):,.0f} decisions/s, {BASE} {_rounded(reference):,.0f}"


def _rounded(speed: float) -> float:
    """Return a speed with two digits, since further digits differ from one measurement to the next."""
    return float(f"{speed:.2g}")


def _decisions_a_second(plan: Plan) -> float:
    """Return the median of several measurements of the decisions per second."""
    chunk.play_chunk(plan, 0, 1)
    began, speeds = time.perf_counter(), [_measured_speed(plan)]
    while len(speeds) < REPEATS and time.perf_counter() - began < LONGEST:
        speeds.append(_measured_speed(plan))
    return median(speeds)


def _measured_speed(plan: Plan) -> float:
    """Return the decisions per second, in the same games again until the shortest duration is over."""
    began, decisions, seconds = time.perf_counter(), 0, 0.0
    while seconds < SECONDS:
        decisions += int(chunk.play_chunk(plan, 1, plan.chunk_size(TIMED))["decisions"].sum())
        seconds = time.perf_counter() - began
    return decisions / seconds


def _share(contest: Contest, games: int, mix: Mix, *, alpha: float, progress: Callable[..., None]) -> str:
    """Return a sentence with the win share of one player of a strategy among players of a mixed strategy."""
    count, done = -(-games // contest.players) * contest.players, 0

    def tick(played: int) -> None:
        nonlocal done
        done += played
        progress(done, count)

    credits = contest.credits([contest.base.weights], 0, count, tick=tick)
    share, low, high = validation.share(credits, alpha)
    equal = f"equal share: {1 / contest.players:.1%}"
    return (
        f"{share:.1%} ({100 * low:.1f}\u2013{100 * high:.1f}) in {count:,} games among {', '.join(mix.names)}; {equal}"
    )
