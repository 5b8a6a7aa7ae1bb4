"""The rounds of a league: a tournament of the pool, its equilibrium, responses to it, and which of them are added."""

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
from starbalance.analyses.training.response import Response, look, respond
from starbalance.analyses.training.strategy_file import RecipeFile
from starbalance.analyses.training.task import Improvement, Task, about, description, is_trainable, provenance
from starbalance.analyses.training.train import make_task_ready
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import write_text
from starbalance.simulator.engine.searcher import Searcher, check_playouts
from starbalance.simulator.engine.strategy import Strategy, find_strategy
from starbalance.simulator.engine.strategy_name import search_name
from starbalance.simulator.runs.experiment import Execution, Experiment
from starbalance.simulator.runs.run import Group, run_experiment

RAREST = 0.01  # a strategy with a smaller probability is removed from the equilibrium
LOG, MIXES, JOINED = "log.csv", "mixes.csv", "strategies.toml"
_STARTS = PLACES // 2  # responses that may be added in a round, besides the strategies of the equilibrium
_NUMBERS = ("until", "starts", "playouts", "games", "budget", "trust_region", "alpha")


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The settings of a league."""

    experiment: Experiment
    execution: Execution
    until: float
    starts: int
    playouts: int
    games: int
    budget: int
    trust_region: float
    alpha: float

    def __post_init__(self) -> None:
        """Raise BadInput if the margin, alpha, starts, playouts or budget is out of range."""
        check_margin(self.until)
        check_alpha(self.alpha)
        if not 1 <= self.starts <= _STARTS:
            raise BadInput(f"starts must be between 1 and {_STARTS}, got {self.starts}.")
        check_budget(self.budget, self.experiment.rules.setup.players)
        if self.playouts:
            check_playouts(self.playouts)

    @property
    def settings(self) -> dict[str, Any]:
        """All settings that the result depends on, except the first strategies."""
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
    """A league while it is played.

    Attributes:
        terms: Settings of the league.
        pool: Strategies of the pool.
        specs: Name of each strategy, with the text by which `run` finds it.
        folder: Folder of the league.
        log: Rows of `League.log`.
        mixes: Rows of `League.mixes`.
        mix: Equilibrium of the last round: strategies with their probabilities.
        done: Games played so far.
    """

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
        """The tables `log` and `mixes` of `League` for the rounds so far."""
        return pd.DataFrame(self.log), pd.DataFrame(self.mixes)

    def play(self, number: int) -> bool:
        """Play a round and return whether it added a strategy."""
        chance, payoff = self._meeting(number)
        rows = zip(self.pool, chance, payoff, strict=True)
        mix_rows = [{"round": number, "strategy": each.name, "chance": p, "payoff": value} for each, p, value in rows]
        self.mixes += mix_rows
        self.mix = {row["strategy"]: row["chance"] for row in mix_rows if row["chance"] > 0}
        joined = [each for each in self._responses(number, chance, payoff) if each is not None]
        self.pool = [*self._kept(chance, payoff, PLACES - len(joined)), *joined]
        self._save()
        return bool(joined)

    def _meeting(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the equilibrium of the pool, from games that are played between all its strategies.

        Returns:
            The probability of each strategy in the equilibrium, and its win share against the equilibrium.
        """
        experiment = replace(self.terms.experiment.reseeded(number), pool=self.pool)
        execution = self.terms.execution.reporting(self._after(f"round {number}, tournament"))
        result = run_experiment(experiment, execution, self.terms.games * len(self.pool), out=Group("league"))
        self.done += result.played
        strategy, credit = by_player(result, [each.name for each in self.pool])
        encounters = population.encounters(strategy, credit, len(self.pool))
        mix = population.equilibrium_mix(encounters)
        mix = np.where(mix < RAREST, 0.0, mix)
        mix /= mix.sum()
        return mix, encounters.payoffs(mix)

    def _responses(self, number: int, chance: np.ndarray, payoff: np.ndarray) -> list[Strategy | None]:
        """Return the strategies of the responses that are added, with `None` for each response that is not."""
        terms = self.terms
        trained = self._tasks(number, chance, _starts(self.pool, payoff, terms.starts))
        searching = self._tasks(number, chance, self._searchers(chance, payoff))
        alpha, report = terms.alpha / len((*trained, *searching)), self._after(f"round {number}")
        with terms.execution.at_work() as at_work:
            responses = respond(
                trained, budget=terms.budget, at_work=at_work, resume=True, progress=report, alpha=alpha
            )
            self.done += len(trained) * terms.budget
            report = self._after(f"round {number}")
            searched = look(searching, games=terms.games, at_work=at_work, resume=True, progress=report, alpha=alpha)
            self.done += len(searching) * terms.games
        lettered = zip(ascii_lowercase, responses, strict=False)
        named = [(f"{each.task.start.base}_{number}{letter}", each) for letter, each in lettered]
        named += [(each.task.start.name, each) for each in searched]
        return [self._judged(number, name, each, alpha=alpha) for name, each in named]

    def _tasks(self, number: int, chance: np.ndarray, starts: Sequence[Strategy]) -> list[Task]:
        """Return a compiled task against the mixed strategy for each start."""
        terms, mixed = self.terms, [(each, x) for each, x in zip(self.pool, chance, strict=True) if x > 0]
        mix = Mix(tuple(each for each, _ in mixed), tuple(float(x) for _, x in mixed))
        experiment = terms.experiment.reseeded(number)
        tasks = [Task(experiment=experiment, mix=mix, start=start, trust_region=terms.trust_region) for start in starts]
        for task in tasks:
            make_task_ready(task, terms.execution.notify)
        return tasks

    def _searchers(self, chance: np.ndarray, payoff: np.ndarray) -> list[Strategy]:
        """Return a search version of the most likely strategy whose search version is not in the pool.

        The list is empty if the league enters no search strategies or all of them are in the pool.
        """
        terms, names, experiment = self.terms, [each.name for each in self.pool], self.terms.experiment
        order = sorted(range(len(self.pool)), key=lambda place: (-chance[place], -payoff[place]))
        bases = [self.pool[place] for place in order if terms.playouts and self.pool[place].search is None]
        for base in bases:
            searcher = find_strategy(experiment.game, Searcher(base, terms.playouts)).at(
                experiment.game, experiment.rules
            )
            if searcher.name not in names:
                self.specs.setdefault(searcher.name, search_name(self.specs[base.name], terms.playouts))
                return [searcher]
        return []

    def _judged(self, number: int, name: str, response: Response, *, alpha: float) -> Strategy | None:
        """Add a response to the log, and return its strategy if it is added to the pool, otherwise `None`.

        `alpha` is one minus the confidence level of its interval.
        """
        joins = response.gain[0] > self.terms.until
        self.log.append({"round": number, "strategy": name, **response.row, "joined": joins})
        if not joins:
            return None
        if response.found is None:
            return response.task.start
        return self._written(name, response.task, response.found, alpha=alpha)

    def _written(self, name: str, task: Task, improvement: Improvement, *, alpha: float) -> Strategy:
        """Write a trained strategy to the file of added strategies, and return it.

        `alpha` is one minus the confidence level of its intervals.
        """
        described = {"description": description(task), **about(task.game, task.start)}
        origin = provenance(task, improvement, budget=self.terms.budget, alpha=alpha)
        file = RecipeFile.of(f"{self.folder / JOINED}:{name}")
        file.write(described, {**task.content(improvement.weights, row=False), "provenance": origin})
        self.specs[name] = f"{JOINED}:{name}"
        return replace(task.played(improvement.weights), name=name, description=described["description"])

    def _kept(self, chance: np.ndarray, payoff: np.ndarray, room: int) -> list[Strategy]:
        """Return the strategies of the pool that stay: the likeliest in the equilibrium, then those that win most."""
        order = sorted(range(len(self.pool)), key=lambda place: (-chance[place], -payoff[place]))
        return [self.pool[place] for place in sorted(order[:room])]

    def _after(self, what: str) -> Callable[..., None]:
        """Return a progress function for a piece of work that starts after the games so far."""
        before = self.done
        return lambda done, total, note="": self.terms.execution.progress(
            before + done, before + total, f"{what}, {note}".strip(", ")
        )

    def _save(self) -> None:
        """Write the log and the mixed strategies of all rounds as CSV to the folder of the league.

        Also write the last mixed strategy as TOML, in the form that `run` accepts.
        """
        for name, table in zip((LOG, MIXES), self.tables, strict=True):
            write_text(self.folder / name, table.to_csv(index=False))
        mix = {self.specs[name]: chance for name, chance in self.mix.items()}
        write_text(self.folder / MIX, tomli_w.dumps(mix))


def _starts(pool: Sequence[Strategy], payoff: np.ndarray, count: int) -> list[Strategy]:
    """Return at most `count` strategies to train, best first: first the best of each base, then the rest."""
    able = [pool[place] for place in np.argsort(-payoff, kind="stable") if is_trainable(pool[place])]
    best = list({each.base: each for each in reversed(able)}.values())
    others = [each for each in able if each not in best]
    return [*(each for each in able if each in best), *others][:count]
