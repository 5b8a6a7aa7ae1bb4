"""The rounds of a league: all with all, the mix that none beats, responses to it, and who of them joins."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import numpy as np
import pandas as pd
import tomli_w

from starbalance.analyses.questions.mix import MIX, PLACES, Mix
from starbalance.analyses.statistics import population
from starbalance.analyses.statistics.players import by_player
from starbalance.analyses.statistics.verdict import check_alpha, check_margin
from starbalance.analyses.training.course import check_budget
from starbalance.analyses.training.recipe_file import RecipeFile
from starbalance.analyses.training.response import Response, look, respond
from starbalance.analyses.training.task import Improvement, Task, about, is_trainable, provenance, recipe
from starbalance.analyses.training.train import make_task_ready
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import write_text
from starbalance.simulator.engine.searcher import Searcher, check_playouts
from starbalance.simulator.engine.strategy import Strategy, find_strategy
from starbalance.simulator.engine.strategy_name import search_name
from starbalance.simulator.runs.experiment import Execution, Experiment
from starbalance.simulator.runs.run import DEFAULT, run_experiment

RAREST = 0.01  # a strategy of a smaller part of the mix is left out of it
LOG, MIXES, JOINED = "log.csv", "mixes.csv", "strategies.toml"
_STARTS = PLACES // 2  # answers that may join at once, beside the mix
_NUMBERS = ("until", "starts", "playouts", "games", "budget", "reach", "alpha")


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a league is about."""

    experiment: Experiment
    execution: Execution
    until: float
    starts: int
    playouts: int
    games: int
    budget: int
    reach: float
    alpha: float

    def __post_init__(self) -> None:
        """Raises BadInput for a margin, a chance of error, starts, playouts or a budget that cannot be."""
        check_margin(self.until)
        check_alpha(self.alpha)
        if not 1 <= self.starts <= _STARTS:
            raise BadInput(f"A league answers from 1 to {_STARTS} starts, not {self.starts}.")
        check_budget(self.budget, self.experiment.rules.setup.players)
        if self.playouts:
            check_playouts(self.playouts)

    @property
    def settings(self) -> dict[str, Any]:
        """Everything that it depends on but its first strategies."""
        return {
            "game": self.experiment.game.address,
            "setup": self.experiment.setup,
            "changes": self.experiment.rules.changed,
            "rules": self.experiment.rules.version,
            "seed": self.experiment.seed,
            **{key: getattr(self, key) for key in _NUMBERS},
        }


@dataclass
class Season:
    """A league while it is played. specs: the strategies as a run takes them, by name."""

    terms: Terms
    pool: list[Strategy]
    specs: dict[str, str]
    folder: Path
    log: list[dict[str, Any]] = field(default_factory=list)
    mixes: list[dict[str, Any]] = field(default_factory=list)
    mix: dict[str, float] = field(default_factory=dict)
    done: int = 0

    @property
    def tables(self) -> tuple[pd.DataFrame, pd.DataFrame]:
        """(the log, the mixes) of what has been played so far, as of League."""
        return pd.DataFrame(self.log), pd.DataFrame(self.mixes)

    def play(self, number: int) -> bool:
        """Plays a round; whether a strategy joined."""
        chance, payoff = self._meeting(number)
        rows = zip(self.pool, chance, payoff, strict=True)
        told = [{"round": number, "strategy": each.name, "chance": x, "payoff": u} for each, x, u in rows]
        self.mixes += told
        self.mix = {row["strategy"]: row["chance"] for row in told if row["chance"] > 0}
        joined = [each for each in self._responses(number, chance, payoff) if each is not None]
        self.pool = [*self._kept(chance, payoff, PLACES - len(joined)), *joined]
        self._save()
        return bool(joined)

    def _meeting(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """(the mix that no strategy of the pool beats, what each wins against it), from games of all with all."""
        experiment = replace(self.terms.experiment.reseeded(number), pool=self.pool)
        execution = self.terms.execution.reporting(self._after(f"round {number}, all with all"))
        result = run_experiment(experiment, execution, self.terms.games * len(self.pool), out=DEFAULT)
        self.done += result.played
        strategy, credit = by_player(result, [each.name for each in self.pool])
        found = population.encounters(strategy, credit, len(self.pool))
        mix = population.unbeaten(found)
        mix = np.where(mix < RAREST, 0.0, mix)
        mix /= mix.sum()
        return mix, found.payoffs(mix)

    def _responses(self, number: int, chance: np.ndarray, payoff: np.ndarray) -> list[Strategy | None]:
        """The responses that join, None for each that does not."""
        its = self.terms
        trained = self._tasks(number, chance, _starts(self.pool, payoff, its.starts))
        looking = self._tasks(number, chance, self._looking(chance, payoff))
        alpha, told = its.alpha / len((*trained, *looking)), self._after(f"round {number}")
        with its.execution.at_work() as at_work:
            found = respond(trained, budget=its.budget, at_work=at_work, resume=True, progress=told, alpha=alpha)
            self.done += len(trained) * its.budget
            told = self._after(f"round {number}")
            searched = look(looking, games=its.games, at_work=at_work, resume=True, progress=told, alpha=alpha)
            self.done += len(looking) * its.games
        lettered = zip(ascii_lowercase, found, strict=False)
        named = [(f"{each.task.start.base}_{number}{letter}", each) for letter, each in lettered]
        named += [(each.task.start.name, each) for each in searched]
        return [self._judged(number, name, each, alpha=alpha) for name, each in named]

    def _tasks(self, number: int, chance: np.ndarray, starts: Sequence[Strategy]) -> list[Task]:
        """A task against the mix for each start, all that it needs compiled."""
        its, mixed = self.terms, [(each, x) for each, x in zip(self.pool, chance, strict=True) if x > 0]
        mix = Mix(tuple(each for each, _ in mixed), tuple(float(x) for _, x in mixed))
        experiment = its.experiment.reseeded(number)
        tasks = [Task(experiment=experiment, mix=mix, start=start, reach=its.reach) for start in starts]
        for task in tasks:
            make_task_ready(task, its.execution.tell)
        return tasks

    def _looking(self, chance: np.ndarray, payoff: np.ndarray) -> list[Strategy]:
        """Who answers by a search, if anybody: of who is most of the mix and is not in the pool so already."""
        its, names, experiment = self.terms, [each.name for each in self.pool], self.terms.experiment
        order = sorted(range(len(self.pool)), key=lambda place: (-chance[place], -payoff[place]))
        bases = [self.pool[place] for place in order if its.playouts and self.pool[place].search is None]
        for base in bases:
            found = find_strategy(experiment.game, Searcher(base, its.playouts)).at(experiment.game, experiment.rules)
            if found.name not in names:
                self.specs.setdefault(found.name, search_name(self.specs[base.name], its.playouts))
                return [found]
        return []

    def _judged(self, number: int, name: str, response: Response, *, alpha: float) -> Strategy | None:
        """Notes a response in the log; as a strategy, if it joins. alpha: of its interval."""
        joins = response.gain[0] > self.terms.until
        self.log.append({"round": number, "strategy": name, **response.row, "joined": joins})
        if not joins:
            return None
        if response.found is None:
            return response.task.start
        return self._written(name, response.task, response.found, alpha=alpha)

    def _written(self, name: str, task: Task, found: Improvement, *, alpha: float) -> Strategy:
        """A strategy that was trained, which goes into the file of those that joined. alpha: of its intervals."""
        described = {"recipe": recipe(task), **about(task.game, task.start)}
        told = provenance(task, found, budget=self.terms.budget, alpha=alpha)
        file = RecipeFile.of(f"{self.folder / JOINED}:{name}")
        file.write(described, {**task.content(found.weights, row=False), "provenance": told})
        self.specs[name] = f"{JOINED}:{name}"
        return replace(task.played(found.weights), name=name, recipe=described["recipe"])

    def _kept(self, chance: np.ndarray, payoff: np.ndarray, room: int) -> list[Strategy]:
        """Those of the pool for whom there is room: first those of the mix, then those that win most against it."""
        order = sorted(range(len(self.pool)), key=lambda place: (-chance[place], -payoff[place]))
        return [self.pool[place] for place in sorted(order[:room])]

    def _after(self, what: str) -> Callable[..., None]:
        """Progress of a piece of work within the whole."""
        before = self.done
        return lambda done, total, note="": self.terms.execution.progress(
            before + done, before + total, f"{what}, {note}".strip(", ")
        )

    def _save(self) -> None:
        """Writes the log, the mixes, and the last mix as a run takes it."""
        for name, table in zip((LOG, MIXES), self.tables, strict=True):
            write_text(self.folder / name, table.to_csv(index=False))
        mix = {self.specs[name]: chance for name, chance in self.mix.items()}
        write_text(self.folder / MIX, tomli_w.dumps(mix))


def _starts(pool: Sequence[Strategy], payoff: np.ndarray, count: int) -> list[Strategy]:
    """Whom to begin with: who wins most, then the best of each other recipe, then who wins most of the rest."""
    able = [pool[place] for place in np.argsort(-payoff, kind="stable") if is_trainable(pool[place])]
    best = list({each.base: each for each in reversed(able)}.values())
    others = [each for each in able if each not in best]
    return [*(each for each in able if each in best), *others][:count]
