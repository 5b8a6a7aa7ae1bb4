"""The check of the narrator of a game: every text can be written, has the right type, and changes no position."""

from typing import Any

import numpy as np

from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.runs import trial_source
from starbalance.simulator.runs.trial_worlds import Fault

MODULE = "text"
_LINES = ("opening", "table")  # they return a list of lines, the others a sentence


class Texts:
    """The texts of a game about sampled positions.

    Args:
        game: A game with a module `text`.
        rules: Its rules.
    """

    def __init__(self, game: Game, rules: Rules):
        self._game = game
        self._narrator = game.module(MODULE).Narrator(rules)
        self.count = 0

    def write(self, method: str, state: Any, *arguments: Any) -> None:
        """Write a text about a position.

        Args:
            method: `opening`, `table`, `decision` or `ending`.
            state: The position.
            *arguments: The further arguments of the method.

        Raises:
            Fault: If the text has another type than a list of lines or a sentence, or if the position changes.
        """
        before = state.tobytes()
        text = getattr(self._narrator, method)(state, *arguments)
        self.count += 1
        is_right = isinstance(text, str)
        if method in _LINES:
            is_right = isinstance(text, list) and all(isinstance(line, str) for line in text)
        if not is_right:
            wanted = "a list of lines" if method in _LINES else "a sentence"
            raise Fault(f"returns {type(text).__name__}, not {wanted}", self._place(method))
        if state.tobytes() != before:
            raise Fault("changes the position: carry out an action on a copy of the state", self._place(method))

    def write_options(self, state: Any, options: np.ndarray) -> None:
        """Write the sentence about each action of a decision, and raise the Faults of `write`."""
        for place in range(len(options)):
            self.write("decision", state, options, place)

    def _place(self, method: str) -> str:
        return trial_source.place_of(self._game, getattr(type(self._narrator), method))
