"""A game at a pending decision, for tests: its options in words, and choices by those words."""

from typing import Any, ClassVar, Self

import numpy as np

from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import zeros


class Pending:
    """The common part of the tables of all games. A table sets `state`, `rules` and a `_buffer` of options."""

    game: ClassVar[Game]
    state: Any
    rules: Any
    _buffer: np.ndarray

    @property
    def prompt(self) -> tuple[Any, str]:
        """Return the acting seat and the pending decision."""
        raise NotImplementedError

    def _words(self, option: Any) -> str:
        raise NotImplementedError

    def _options(self) -> np.ndarray:
        return self._buffer[: self.game.kernels.options(self.state, self.rules, self._buffer)]

    @property
    def options(self) -> list[str]:
        """The options of the pending decision in words. Options with equal effects have equal words."""
        return [self._words(option) for option in self._options()]

    def using(self, column: str, number: int = 0) -> list[str]:
        """Return, in words, the options that use `number` of a column of usage (a flag or a count)."""
        usage = self.game.module("state").Usage[column.upper()]
        kernels = self.game.kernels
        matching = [each for each in self._options() if kernels.uses(self.state, self.rules, each, usage, number)]
        return [self._words(option) for option in matching]

    def choose(self, *choices: str) -> Self:
        """Take options one after the other, each given in words."""
        for words in choices:
            listed = self.options
            assert words in listed, f"{self.prompt}: no {words!r} among {listed}"
            carry_out(self.game, self.state, self.rules, self._options()[listed.index(words)].copy())
        return self

    def finish(self) -> Any:
        """Return the outcome record."""
        outcome = zeros(1, self.game.kernels.outcome_dt)[0]
        self.game.kernels.finish(self.state, self.rules, outcome)
        return outcome


class Waiting(Pending):
    """A table at which every player can wait until it is another player's turn."""

    @property
    def active(self) -> str:
        """The player on turn."""
        raise NotImplementedError

    def wait(self) -> Self:
        """Take the first option. It does least: for example continue, stop, stay or no."""
        return self.choose(self.options[0])

    def end_turn(self) -> Self:
        """Wait until another player is on turn."""
        turn = self.state.turn
        while self.state.turn == turn and not self.state.over:
            self.wait()
        return self

    def next_turn_of(self, name: str) -> Self:
        """Wait until the next turn of that player."""
        self.end_turn()
        while self.active != name and not self.state.over:
            self.end_turn()
        return self
