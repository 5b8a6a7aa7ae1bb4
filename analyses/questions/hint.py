"""Hints for a person at a table: what the strongest player of the toolkit would do, and the values that it computed."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from starbalance.analyses.questions.one_game import OneGame
from starbalance.analyses.questions.person import base_of
from starbalance.simulator.engine.play import Step
from starbalance.simulator.engine.strategy import has_strong
from starbalance.simulator.engine.strategy_name import STRONG
from starbalance.simulator.engine.wording import counted, joined
from starbalance.simulator.runs.plan import make_plan
from starbalance.simulator.runs.ready import make_ready
from starbalance.simulator.runs.search_analysis import DecisionSearch

PLAYOUTS = 32  # of a search, in a setup without `strong`


class Adviser:
    """A search that advises the person. It knows no more than the person's seat.

    Args:
        one: The game.
        notify: Called with a line before anything that takes seconds.
    """

    def __init__(self, one: OneGame, notify: Callable[[str], None]):
        self._one = one
        self.base = base_of(one.game)
        self.name = STRONG if has_strong(one.game, one.rules.setup.name) else f"search:{self.base}@{PLAYOUTS}"
        plan, _ = make_plan(one.game, one.rules, strategies=self.name)
        make_ready(plan, notify)
        self._search = DecisionSearch(plan, 0)

    def values(self, step: Step, decision: int) -> tuple[int, Mapping[int, float]]:
        """Return the index of the action that the search takes, and the shares of the win of the actions it tried.

        Args:
            step: The decision of the person, with the scores of the base strategy.
            decision: The number of the decision in the game.

        Raises:
            RuntimeError: If a playout has a fault.
        """
        assert step.scores is not None
        chosen = self._search.choice(step, int(np.argmax(step.scores)), decision)
        return chosen, self._one.shares(self._search.trials)

    def hint(self, step: Step, decision: int, names: Sequence[str]) -> str:
        """Return the advice for a decision in one or two sentences.

        Args:
            step: The decision of the person, with the scores of the base strategy.
            decision: The number of the decision in the game.
            names: The actions in words.
        """
        chosen, values = self.values(step, decision)
        advice = f"`{self.name}` would take {_named(chosen, names)}."
        others = sorted((place for place in values if place != chosen), key=lambda place: -values[place])
        if not others:
            return f"{advice} {self._without_search(step, chosen, names)}"
        worlds = int(max(trial.worlds for trial in self._search.trials))
        start = f"{advice} In up to {counted(worlds, 'simulated continuation')} of each action you"
        if not any(values.values()):
            return f"{start} never win, with it or with {counted(len(others), 'other action')} that it tried."
        parts = [f"{100 * values[place]:.0f}% with {_named(place, names)}" for place in others[:2]]
        doubts = {-1: ", which may be luck", 0: ": no difference to the second was found", 1: ""}
        doubt = doubts[int(np.sign(values[chosen] - values[others[0]]))]
        return f"{start} win {joined([f'{100 * values[chosen]:.0f}% with it', *parts])}{doubt}."

    def _without_search(self, step: Step, chosen: int, names: Sequence[str]) -> str:
        """Return the scores of the base strategy for the best two actions in a sentence."""
        assert step.scores is not None
        scores = step.scores
        second = max((place for place in range(len(names)) if place != chosen), key=lambda place: scores[place])
        return (
            f"It does not simulate this decision: by the rules of thumb of `{self.base}` the action scores "
            f"{scores[chosen]:.3g}, and {_named(second, names)} scores {scores[second]:.3g}."
        )


def _named(place: int, names: Sequence[str]) -> str:
    return f"{place + 1} ({names[place]})"
