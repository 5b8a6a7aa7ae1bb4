"""Training: a strategy's weights are improved by playing, and the gain is shown in games of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.analyses.strength import validation
from starbalance.analyses.strength.contest import Contest
from starbalance.analyses.strength.course import Course, check_budget
from starbalance.analyses.strength.evolution import Region, region
from starbalance.analyses.strength.journal import Journal, digest
from starbalance.analyses.strength.recipe_file import RecipeFile
from starbalance.simulator import find_game, tables
from starbalance.simulator.errors import BadInput
from starbalance.simulator.game import Game
from starbalance.simulator.kernel import TABLE, source_stamp
from starbalance.simulator.runs import compilation
from starbalance.simulator.runs.plan import Plan, make_plan
from starbalance.simulator.runs.rehearsal import rehearse
from starbalance.simulator.runs.run import DEFAULT, checked_counts
from starbalance.simulator.strategy import BASE, UNIFORM, Strategy, find_strategy, strategy_names

BUDGET = 200_000
REACH = 1.0
_PACKAGES = ("cma", "numpy", "numba", "starbalance")


@dataclass(frozen=True)
class Training:
    """A training that has been done.

    strategy: the trained one. gain: what it wins beyond its base in fresh games. provenance: where its weights come
    from. written: whether it stands in the file, as one whose gain is shown does.
    """

    strategy: Strategy
    gain: validation.Gain
    provenance: Mapping[str, Any]
    written: bool

    @property
    def shares(self) -> pd.DataFrame:
        """The win shares of base and trained strategy in the same games, and the difference."""
        return self.gain.table


def train(
    game: str | Path,
    *,
    base: str | Strategy = BASE,
    against: Sequence[str | Callable | Strategy] | None = None,
    players: int | None = None,
    setup: str | None = None,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
    only: str | None = None,
    budget: int = BUDGET,
    reach: float = REACH,
    seed: int = 0,
    jobs: int | None = None,
    out: str | None = None,
    resume: bool = False,
    alpha: float = ALPHA,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> Training:
    """Improves the weights of a strategy by CMA-ES: one player plays it, the others are dealt from a mix.

    base: the strategy to begin with, of the game or of a file of weights. against: the mix, from which each other
    player's strategy is drawn independently in each game (none: all but uniform). budget: games in all, of which a
    tenth chooses between what the search arrived at, and a fifth, fresh ones, compares that with the base. reach: how
    far each weight may move from the base's, in sizes of it (see region): at 1 none more than doubles or changes its
    sign. out: FILE.toml:NAME, to which the weights are written if the gain is shown: its interval of level 1 - alpha
    lies above 0. only: "setup=NAME" trains a specialist: in that set-up, and the weights hold in it alone.

    The work is kept below runs/; with resume it goes on from there, and ends with the same result to the bit; with a
    larger budget too.
    Raises BadInput with one sentence for anything that does not exist or cannot be.
    """
    played = find_game(game)
    check_alpha(alpha)
    jobs = checked_counts(budget, seed, jobs)
    row = _row(only, setup)
    rules = tables.load(played, row or setup, players, set=set, variant=variant)
    check_budget(budget, rules.setup.players)
    general = _trainable(played, base)
    start = general.at(rules.setup.name)
    area = _region(played, start, reach)
    plan = _plan(played, rules, against=against, seed=seed)
    file = _file(played, out, row=row, start=start)
    settings = _settings(rules, plan, start=start, reach=reach)
    compilation.compile_verbs(played, tell)
    rehearse(plan, tell)
    journal = Journal(_folder(settings), settings, resume)
    try:
        course = Course(Contest(plan, start, jobs), area, journal, budget, progress)
        course.search(seed)
        weights = course.choice()
        gain = validation.gain(course.gain(start.weights, weights), alpha)
    finally:
        journal.close()
    provenance = _provenance(settings, course, gain=gain, alpha=alpha)
    trained, recipe = dict(weights), _recipe(start, provenance)
    about = {"recipe": recipe, "base": start.base, "weights": general.weights}
    if file is not None and gain.is_shown:
        file.write(about, {"weights": trained, "provenance": provenance})
    strategy = replace(start, name=file.name if file else start.name, weights=trained, recipe=recipe)
    return Training(strategy, gain, provenance, file is not None and gain.is_shown)


def _row(only: str | None, setup: str | None) -> str | None:
    """The set-up that a specialist is for. Raises BadInput for a word that says none, or another than is played."""
    if only is None:
        return None
    key, _, name = only.partition("=")
    if key != "setup" or not name:
        raise BadInput(f"A specialist is for one set-up: write setup=players2, not '{only}'.")
    if setup not in (None, name):
        raise BadInput(f"A specialist for {name} is trained in it, not in {setup}.")
    return name


def _trainable(game: Game, base: str | Strategy) -> Strategy:
    """The strategy to begin with. Raises BadInput for one without weights that a file could hold."""
    found = find_strategy(game, base)
    if found.source is not None or not found.weights:
        raise BadInput(f"'{found.name}' has no weights of its own to train: choose a strategy of the game.")
    return found


def _region(game: Game, start: Strategy, reach: float) -> Region:
    """Where the weights may go."""
    if not 0 < reach < float("inf"):
        raise BadInput(f"The reach cannot be {reach}: it is more than 0.")
    others = [find_strategy(game, name).weights for name in strategy_names(game) if name != UNIFORM]
    return region(start.weights, others, reach)


def _file(game: Game, out: str | None, *, row: str | None, start: Strategy) -> RecipeFile | None:
    """Where the weights go. Raises BadInput for a row of a strategy that plays another recipe."""
    if out is None:
        return None
    file = RecipeFile.of(out, row)
    other = start if row is None or file.is_new else find_strategy(game, out)
    if other.base != start.base:
        raise BadInput(f"'{out}' plays {other.base}: a row for {row} cannot play {start.base}.")
    return file


def _plan(game: Game, rules: tables.Rules, *, against: Sequence[Any] | None, seed: int) -> Plan:
    """The games, but for the candidate: everybody is dealt from the mix."""
    plan, names = make_plan(game, rules, pool=against, seed=seed)
    if len(names) >= TABLE:
        raise BadInput(f"A mix takes {TABLE - 1} strategies at most, not {len(names)}.")
    return plan


def _settings(rules: tables.Rules, plan: Plan, *, start: Strategy, reach: float) -> dict[str, Any]:
    """Everything that a training depends on but its budget."""
    return {
        "game": plan.game.address,
        "setup": rules.setup.name,
        "changes": rules.changed,
        "base": _described(start, start.temperature),
        "against": [_described(*each) for each in zip(plan.strategies, plan.temperatures, strict=True)],
        "reach": reach,
        "seed": plan.seed,
        "rules": rules.version,
        "code": source_stamp(plan.game.packages),
        "versions": {name: metadata.version(name) for name in _PACKAGES},
    }


def _described(strategy: Strategy, temperature: float) -> dict[str, Any]:
    return {
        "name": strategy.name,
        "recipe": strategy.base,
        "temperature": temperature,
        "weights": strategy.weights,
        "code": strategy.stamp,
    }


def _folder(settings: Mapping[str, Any]) -> Path:
    """Where the work is kept: named by everything that it depends on."""
    game = Path(settings["game"]).name
    return DEFAULT / f"train-{game}-{settings['setup']}-{settings['base']['name']}-{digest(settings)[:8]}"


def _provenance(settings: Mapping[str, Any], course: Course, *, gain: validation.Gain, alpha: float) -> dict[str, Any]:
    """Where weights come from, as it stands in the file."""
    known = ("game", "setup", "changes", "reach", "seed", "rules", "code", "versions")
    return {
        **{key: settings[key] for key in known},
        "base": settings["base"]["name"],
        "against": [each["name"] for each in settings["against"]],
        "budget": course.budget,
        "generations": len(course.means),
        "games": gain.games,
        "share": list(gain.trained),
        "base_share": list(gain.base),
        "gain": list(gain.gain),
        "alpha": alpha,
    }


def _recipe(start: Strategy, provenance: Mapping[str, Any]) -> str:
    return f"As {start.name}, with weights trained in {provenance['setup']} against {', '.join(provenance['against'])}."


def summary(found: Training, out: str) -> str:
    """What a training came to, in two sentences."""
    gain, low, high = (100 * each for each in found.gain.gain)
    told = f"{gain:+.1f} points ({low:+.1f} to {high:+.1f}) in {found.gain.games:,} fresh games"
    chance = (
        f"a training that gains nothing is taken for an improvement in {found.provenance['alpha'] / 2:.2g} of cases"
    )
    if found.written:
        return f"{out} gains {told}; {chance}.\nPlay it by --strategies {out}."
    return f"No improvement was shown ({told}), and nothing is written. A larger --budget goes on from here."
