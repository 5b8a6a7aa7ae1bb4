"""Training: a strategy's weights are improved by playing, and the gain is shown in games of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

import pandas as pd

from starbalance.analyses.questions.mix import Given, find_mix
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.analyses.training import validation
from starbalance.analyses.training.course import check_budget
from starbalance.analyses.training.recipe_file import RecipeFile
from starbalance.analyses.training.task import REACH, Task, about, provenance, recipe, trainable
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE, Strategy, find_strategy
from starbalance.simulator.engine.weights import entry
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.ready import make_rules_ready
from starbalance.simulator.runs.rehearsal import rehearse
from starbalance.simulator.runs.run import check_games

BUDGET = 200_000


@dataclass(frozen=True)
class Training:
    """A training that has been done.

    strategy: the trained one. gain: what it wins beyond its base in fresh games. gains: the same under each of the
    rules alone, by name, where there were several. provenance: where its weights come from. written: whether it stands
    in the file, as one whose gain is shown does.
    """

    strategy: Strategy
    gain: validation.Gain
    gains: Mapping[str, validation.Gain]
    provenance: Mapping[str, Any]
    written: bool

    @property
    def shares(self) -> pd.DataFrame:
        """The win shares of base and trained strategy in the same games, and the difference, under each rules, too."""
        apart = [each.table.tail(1).assign(strategy=f"gain, {name}") for name, each in self.gains.items()]
        return pd.concat([self.gain.table, *apart], ignore_index=True)


def train(
    game: str | Path,
    *,
    base: str | Strategy = BASE,
    against: Given = None,
    under: Sequence[str | Path] = (),
    only: str | None = None,
    budget: int = BUDGET,
    reach: float = REACH,
    out: str | None = None,
    resume: bool = False,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> Training:
    """Improve the weights of a strategy by CMA-ES: one player plays it, the others are drawn from a mixed strategy.

    The work is kept below runs/. With `resume` it continues from there, on any backend and with a larger budget too,
    and ends with the same result to the bit.

    Args:
        game: The name or folder of a game.
        base: The strategy to begin with, from the game or a file of weights.
        against: The mixed strategy from which each other player's strategy is drawn in each game: a list, or names with
            their chances. Default: every strategy except `uniform`.
        under: Variants, such as other assumed data. As many games are played under each of them as under the rules, so
            that the weights pay whatever the data.
        only: `setup=NAME` trains weights for that set-up only. `race=NAME`, or another level of the headline factor,
            trains weights for players with that level in the set-up.
        budget: Games in all. A tenth of them chooses between results of the search. A fifth, fresh ones, compares the
            choice with the base.
        reach: The largest change of each weight, relative to its size (see region). With 1 no weight more than doubles
            or changes its sign.
        out: FILE.toml:NAME, to which the weights are written if the interval of the gain is above 0.
        resume: Whether to continue work that was stopped.
        alpha: One minus the level of the interval.
        **options: As for `run`, without strategies, pool and temperature.

    Raises:
        BadInput: If anything does not exist or is out of range.
    """
    check_alpha(alpha)
    played = find_game(game)
    row, level = _row(played, only, options.get("setup"))
    if row is not None:
        options["setup"] = row
    experiment, execution = prepare(played, options, TrainingOptions)
    check_games(budget)
    rules = experiment.rules
    others = {str(each): replace(experiment, variant=each).rules for each in under or ()}
    check_budget(budget, rules.setup.players * (1 + len(others)))
    general, mix = trainable(played, base), find_mix(played, against, rules.setup.name)
    start = general.specialised(played, rules, level) if level else general.at(played, rules)
    task = Task(experiment=experiment, mix=mix, start=start, reach=reach, under=others, level=level)
    file = _file(played, out, row=rules.setup.name if row or level else None, level=level, start=start)
    make_task_ready(task, execution.tell)
    with execution.at_work() as at_work:
        found = task.improve(budget=budget, at_work=at_work, resume=resume, progress=execution.progress, alpha=alpha)
    told = provenance(task, found, budget=budget, alpha=alpha)
    if file is not None and found.gain.is_shown:
        described = {"recipe": recipe(task), **about(played, start), "weights": general.weights}
        rows = {name: entry(each) for name, each in general.setups.items()} if row or level else {}
        content = task.content(found.weights, row=bool(row or level))
        file.write({**described, "setups": rows} if rows else described, {**content, "provenance": told})
    strategy = replace(task.played(found.weights), name=file.name if file else start.name, recipe=recipe(task))
    return Training(strategy, found.gain, found.gains, told, file is not None and found.gain.is_shown)


def make_task_ready(task: Task, tell: Callable[[str], None]) -> None:
    """Compile what is missing, and check the task and the strategies of users."""
    _ = task.region
    strategies = (*task.mix.strategies, task.start)
    for rules in (task.rules, *task.under.values()):
        make_rules_ready(task.game, rules.record, strategies, tell=tell)
        rehearse(replace(task.plan, rules=rules.record), tell)
    for each in strategies:
        each.score(task.game)


def _row(game: Game, only: str | None, setup: str | None) -> tuple[str | None, str]:
    """(the set-up, the level of the factor) that a specialist is for, as far as it says.

    Raises BadInput for words that say neither, and for another set-up than is played.
    """
    if only is None:
        return None, ""
    said = {key: name for key, _, name in (word.partition("=") for word in only.split(","))}
    if not said.keys() <= {"setup", game.factor} or not all(said.values()):
        first, factor = game.setups[0].name, game.factor
        raise BadInput(
            f"A specialist is for one set-up, or one {factor}: write setup={first} or {factor}=NAME, not '{only}'."
        )
    if "setup" in said and setup not in (None, said["setup"]):
        raise BadInput(f"A specialist for {said['setup']} is trained in it, not in {setup}.")
    return said.get("setup"), said.get(game.factor, "")


def _file(game: Game, out: str | None, *, row: str | None, level: str, start: Strategy) -> RecipeFile | None:
    """Where the weights go. Raises BadInput for a row of a strategy that plays another recipe."""
    if out is None:
        return None
    file = RecipeFile.of(out, row, level)
    other = start if row is None or file.is_new else find_strategy(game, out)
    if other.base != start.base:
        raise BadInput(f"'{out}' plays {other.base}: a row for {row} cannot play {start.base}.")
    if other.temperature != start.temperature:
        raise BadInput(
            f"'{out}' plays at temperature {other.temperature:g}: a row for {row} cannot play at {start.temperature:g}."
        )
    return file


def summary(found: Training, out: str) -> str:
    """What a training came to, and what may come next, in few sentences."""
    gain, low, high = (100 * each for each in found.gain.gain)
    told = f"{gain:+.1f} points ({low:+.1f} to {high:+.1f}) in {found.gain.games:,} fresh games"
    chance = (
        f"a training that gains nothing is taken for an improvement in {found.provenance['alpha'] / 2:.2g} of cases"
    )
    if found.written:
        again = f"train on from there by --base {out}, with it among --against"
        return f"{out} gains {told}; {chance}.\nPlay it by --strategies {out}; {again}."
    again = "A larger --budget goes on from here; each further try errs by itself"
    return f"No improvement was shown ({told}), and nothing is written. {again}: {chance}."
