"""A game at a pending decision, to test on: its options in words, and choices by those words."""

from typing import Any, ClassVar, Self

import numpy as np

from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import zeros


class Pending:
    """What the tables of all games have: a table sets `state`, `rules` and a `_buffer` of options."""

    game: ClassVar[Game]
    state: Any
    rules: Any
    _buffer: np.ndarray

    @property
    def asked(self) -> tuple[Any, str]:
        """(who is asked, the pending decision)."""
        raise NotImplementedError

    def _words(self, option: Any) -> str:
        raise NotImplementedError

    def _options(self) -> np.ndarray:
        return self._buffer[: self.game.verbs.options(self.state, self.rules, self._buffer)]

    @property
    def options(self) -> list[str]:
        """The options of the pending decision in words; what cannot be told apart reads alike."""
        return [self._words(option) for option in self._options()]

    def using(self, column: str, number: int = 0) -> list[str]:
        """The options that use what a flag, or a count, of a column tells, in words."""
        usage = self.game.module("state").Usage[column.upper()]
        verbs = self.game.verbs
        found = [each for each in self._options() if verbs.uses(self.state, self.rules, each, usage, number)]
        return [self._words(option) for option in found]

    def choose(self, *choices: str) -> Self:
        """Makes decisions one after the other, each by its words."""
        for words in choices:
            listed = self.options
            assert words in listed, f"{self.asked}: no {words!r} among {listed}"
            carry_out(self.game, self.state, self.rules, self._options()[listed.index(words)].copy())
        return self

    def finish(self) -> Any:
        """The outcome record."""
        outcome = zeros(1, self.game.verbs.outcome_dt)[0]
        self.game.verbs.finish(self.state, self.rules, outcome)
        return outcome


class Waiting(Pending):
    """A table at which everybody can wait until it is another's turn."""

    @property
    def active(self) -> str:
        """Who is on turn."""
        raise NotImplementedError

    def wait(self) -> Self:
        """The first option, where it does least: continue, stop, stay, no, nobody, nothing."""
        return self.choose(self.options[0])

    def end_turn(self) -> Self:
        """Who is on turn waits until another is."""
        turn = self.state.turn
        while self.state.turn == turn and not self.state.over:
            self.wait()
        return self

    def next_turn_of(self, name: str) -> Self:
        """Everybody waits until the next turn of that player."""
        self.end_turn()
        while self.active != name and not self.state.over:
            self.end_turn()
        return self
