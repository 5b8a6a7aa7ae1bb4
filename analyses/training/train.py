"""Training: a strategy's weights are improved by playing, and the gain is shown in games of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance.analyses.questions.mix import Given, find_mix
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.analyses.training import validation
from starbalance.analyses.training.course import check_budget
from starbalance.analyses.training.recipe_file import RecipeFile
from starbalance.analyses.training.task import REACH, Task, about, provenance, recipe, trainable
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE, Strategy, find_strategy
from starbalance.simulator.engine.weights import entry
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.ready import make_rules_ready
from starbalance.simulator.runs.rehearsal import rehearse
from starbalance.simulator.runs.run import checked_counts

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
    players: int | None = None,
    setup: str | None = None,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
    under: Sequence[str | Path] = (),
    only: str | None = None,
    budget: int = BUDGET,
    reach: float = REACH,
    seed: int = 0,
    jobs: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    out: str | None = None,
    resume: bool = False,
    alpha: float = ALPHA,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> Training:
    """Improves the weights of a strategy by CMA-ES: one player plays it, the others are dealt from a mix.

    base: the strategy to begin with, of the game or of a file of weights. against: the mix, from which each other
    player's strategy is drawn independently in each game: a list, or names with their chances (none: all but uniform).
    budget: games in all, of which a tenth chooses between what the search arrived at, and a fifth, fresh ones, compares
    that with the base. under: variants, such as other stand-in data: under each of them as many games are played as
    under the rules that were asked for, so that weights are sought that pay whatever the data. reach: how far each
    weight may move from the base's, in sizes of it (see region): at 1 none more than doubles or changes its sign. out:
    FILE.toml:NAME, to which the weights are written if the gain is shown: its interval of level 1 - alpha lies above 0.
    only: "setup=NAME" trains a specialist: in that set-up, and the weights hold in it alone. "race=NAME", or what else
    the factor of the game is, trains those that hold in the set-up for whoever is that. jobs, backend, scheduler: as of
    a run.

    The work is kept below runs/; with resume it goes on from there, on any backend, and ends with the same result to
    the bit; with a larger budget too.
    Raises BadInput with one sentence for anything that does not exist or cannot be.
    """
    played = find_game(game)
    check_alpha(alpha)
    batch.check_workers(backend, scheduler, jobs)
    jobs = checked_counts(budget, seed, jobs)
    row, level = _row(played, only, setup)
    rules = tables.load(played, row or setup, players, set=set, variant=variant)
    others = {str(each): tables.load(played, rules.setup.name, set=set, variant=each) for each in under or ()}
    check_budget(budget, rules.setup.players * (1 + len(others)))
    general, mix = trainable(played, base), find_mix(played, against, rules.setup.name)
    start = general.specialised(played, rules, level) if level else general.at(played, rules)
    task = Task(game=played, rules=rules, mix=mix, start=start, reach=reach, seed=seed, under=others, level=level)
    file = _file(played, out, row=rules.setup.name if row or level else None, level=level, start=start)
    prepare(task, tell)
    with batch.workers(jobs, backend, scheduler) as at_work:
        found = task.improve(budget=budget, at_work=at_work, resume=resume, progress=progress, alpha=alpha)
    told = provenance(task, found, budget=budget, alpha=alpha)
    if file is not None and found.gain.is_shown:
        described = {"recipe": recipe(task), **about(played, start), "weights": general.weights}
        rows = {name: entry(each) for name, each in general.setups.items()} if row or level else {}
        content = task.content(found.weights, row=bool(row or level))
        file.write({**described, "setups": rows} if rows else described, {**content, "provenance": told})
    strategy = replace(task.played(found.weights), name=file.name if file else start.name, recipe=recipe(task))
    return Training(strategy, found.gain, found.gains, told, file is not None and found.gain.is_shown)


def prepare(task: Task, tell: Callable[[str], None]) -> None:
    """Compiles what is missing, and checks the task and strategies of the user's."""
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
