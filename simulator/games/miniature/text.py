"""An option and a state as lines of text, for the log of a game."""

from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import zeros

from . import GAME
from .state import Ended, Kind


class Narrator:
    """Tells a race in the names of its ships."""

    def __init__(self, rules):
        self.rules = rules.record
        self.ships = list(rules.document["ships"])

    def _name(self, state, seat):
        return self.ships[state.players[seat].ship]

    def _order(self, state):
        """The seats in turn order."""
        return [(state.first + k) % self.rules.seats for k in range(self.rules.seats)]

    def opening(self, state, strategies):
        """Who flies which ship, in turn order."""
        seats = [f"{self._name(state, seat)} ({strategies[seat]})" for seat in self._order(state)]
        return [f"Turn order: {', '.join(seats)}."]

    def table(self, state):
        """What lies on the table, a line for each ship."""
        return [f"Round {state.rounds}"] + [
            f"  {self._name(state, seat)}: {state.players[seat].distance} of {self.rules.goal}"
            for seat in self._order(state)
        ]

    def decision(self, state, options, chosen):
        """The chosen option as a sentence with its clause, and what the dice make of it; empty: not worth a line."""
        who = self._name(state, state.active)
        if options[chosen].kind == Kind.STOP:
            return f"    {who} stops and moves on by {state.gain} (COM-2.3)"
        return f"    {who} rolls (COM-2.1): {self._roll(state, options[chosen])}"

    def _roll(self, state, option):
        """What a roll brings: carried out on a copy, which rolls the same dice."""
        copy = zeros(1, state.dtype)
        copy[0] = state
        after = copy[0]
        carry_out(GAME, after, self.rules, option)
        if after.players[state.active].busts > state.players[state.active].busts:
            return f"a 1, {state.gain} lost (COM-2.2)"
        return f"{after.gain - state.gain} gained, {after.gain} so far (COM-2.3)"

    def ending(self, state):
        """How the race ended and who won."""
        winners = [self._name(state, seat) for seat in range(self.rules.seats) if state.credit[seat] > 0]
        how = "the goal is reached (COM-3.1)" if state.ended == Ended.GOAL else "stopped at the cap"
        return f"Round {state.rounds}: {' and '.join(winners)} won: {how}."
