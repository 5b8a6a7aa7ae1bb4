"""Training: improves the weights of a strategy by playing games, and measures the gain in fresh games."""

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
from starbalance.analyses.training.strategy_file import RecipeFile
from starbalance.analyses.training.task import TRUST_REGION, Task, about, description, provenance, trainable
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE, Strategy, find_strategy
from starbalance.simulator.engine.weights import entry
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.dry_run import dry_run
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.ready import make_rules_ready
from starbalance.simulator.runs.run import check_games

BUDGET = 200_000


@dataclass(frozen=True)
class Training:
    """A finished training.

    Attributes:
        strategy: The trained strategy.
        gain: Its gain over the base strategy, in games that were not used for training.
        gains: Name of each of the rules, with the gain under these rules. Empty if there were no further rules.
        provenance: Settings and results that a file of weights stores.
        written: Whether the weights were written to the file, which needs a gain whose interval lies above 0.
    """

    strategy: Strategy
    gain: validation.Gain
    gains: Mapping[str, validation.Gain]
    provenance: Mapping[str, Any]
    written: bool

    @property
    def shares(self) -> pd.DataFrame:
        """The win shares of base and trained strategy in the same games, with their difference.

        Columns: strategy, share, low, high, games. The rows are `base`, `trained`, `gain`, and the gain under each of
        several rules.
        """
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
    trust_region: float = TRUST_REGION,
    out: str | None = None,
    resume: bool = False,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> Training:
    """Improve the weights of a strategy by CMA-ES, in games against a mixed strategy.

    One player uses a candidate; the strategies of the other players are drawn from the mixed strategy. The work is
    stored below runs/. With `resume` it continues there, on any backend and also with a larger budget, and ends with
    the same result to the bit.

    Args:
        game: Name or folder of the game.
        base: Strategy to start from, from the game or a file of weights. Default: `sensible`.
        against: Mixed strategy from which each other player's strategy is drawn in each game: a list of strategies, or
            strategies with their probabilities. `None` means every strategy except `uniform`, with equal probabilities.
        under: Variants, such as other assumed data. Each of them gets the same number of games as the main rules, so
            that the weights do not depend on one assumption. Default: no variants.
        only: `setup=NAME` trains weights for this setup only. `race=NAME` (or another level of the main factor) trains
            weights for players with this level in the setup. `None` means weights for all setups.
        budget: Total number of games. 10% of them choose between results of the search. 20% are fresh games that
            compare the choice with the base. Default: 200,000.
        trust_region: Largest change of each weight, in sizes. The size of a weight is its largest distance from 0 in
            any strategy of the game (see `region`). Default: 1.
        out: FILE.toml:NAME, to which the weights are written if the interval of the gain lies above 0. `None` means
            that the weights are not written.
        resume: Whether to continue work that was stopped. Default: no.
        alpha: One minus the confidence level of the interval of the gain. Default: 0.05.
        **options: Options of `run`, except strategies, pool and temperature.

    Returns:
        The trained strategy, its gain and its provenance.

    Raises:
        BadInput: If a name is unknown, a value is out of range, the strategy cannot be trained, or `out` cannot be
            written.
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
    task = Task(experiment=experiment, mix=mix, start=start, trust_region=trust_region, under=others, level=level)
    file = _file(played, out, row=rules.setup.name if row or level else None, level=level, start=start)
    make_task_ready(task, execution.notify)
    with execution.at_work() as at_work:
        improvement = task.improve(
            budget=budget, at_work=at_work, resume=resume, progress=execution.progress, alpha=alpha
        )
    origin = provenance(task, improvement, budget=budget, alpha=alpha)
    if file is not None and improvement.gain.is_shown:
        described = {"description": description(task), **about(played, start), "weights": general.weights}
        rows = {name: entry(each) for name, each in general.setups.items()} if row or level else {}
        content = task.content(improvement.weights, row=bool(row or level))
        file.write({**described, "setups": rows} if rows else described, {**content, "provenance": origin})
    strategy = replace(
        task.played(improvement.weights), name=file.name if file else start.name, description=description(task)
    )
    return Training(
        strategy, improvement.gain, improvement.gains, origin, file is not None and improvement.gain.is_shown
    )


def make_task_ready(task: Task, notify: Callable[[str], None]) -> None:
    """Compile the missing functions. Raise BadInput if the trust region or the strategy of a user is invalid."""
    _ = task.region
    strategies = (*task.mix.strategies, task.start)
    for rules in (task.rules, *task.under.values()):
        make_rules_ready(task.game, rules.record, strategies, notify=notify)
        dry_run(replace(task.plan, rules=rules.record), notify)
    for each in strategies:
        each.score(task.game)


def _row(game: Game, only: str | None, setup: str | None) -> tuple[str | None, str]:
    """Return the setup and the level that `only` names, with `None` and an empty text for a missing one.

    Raises:
        BadInput: If `only` has another form, or names another setup than `setup`.
    """
    if only is None:
        return None, ""
    names = {key: name for key, _, name in (word.partition("=") for word in only.split(","))}
    if not names.keys() <= {"setup", game.factor} or not all(names.values()):
        first, factor = game.setups[0].name, game.factor
        raise BadInput(
            f"Weights can be trained for one setup or one {factor}: write setup={first} or {factor}=NAME, not '{only}'."
        )
    if "setup" in names and setup not in (None, names["setup"]):
        raise BadInput(f"Weights for {names['setup']} are trained in {names['setup']}, not in {setup}: use one setup.")
    return names.get("setup"), names.get(game.factor, "")


def _file(game: Game, out: str | None, *, row: str | None, level: str, start: Strategy) -> RecipeFile | None:
    """Return the entry of the file for the weights, or `None` without `out`.

    Raises:
        BadInput: If the strategy in the file has another base or another temperature.
    """
    if out is None:
        return None
    file = RecipeFile.of(out, row, level)
    other = start if row is None or file.is_new else find_strategy(game, out)
    if other.base != start.base:
        raise BadInput(f"'{out}' is based on {other.base}: a row for {row} cannot be based on {start.base}.")
    if other.temperature != start.temperature:
        raise BadInput(
            f"'{out}' has temperature {other.temperature:g}: a row for {row} cannot have {start.temperature:g}."
        )
    return file


def summary(found: Training, out: str) -> str:
    """Return sentences with the result of a training and the next steps."""
    gain, low, high = (100 * each for each in found.gain.gain)
    gained = f"{gain:+.1f} points ({low:+.1f} to {high:+.1f}) in {found.gain.games:,} fresh games"
    chance = (
        f"a training without a gain is reported as an improvement with probability {found.provenance['alpha'] / 2:.2g}"
    )
    if found.written:
        again = f"continue training with --base {out}, and add it to --against"
        return f"{out} gains {gained}; {chance}.\nPlay it with --strategies {out}; {again}."
    again = "A larger --budget continues this training; each further training has its own error probability"
    return f"The training shows no improvement ({gained}), so that no weights are written. {again}: {chance}."
