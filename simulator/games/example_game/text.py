"""The texts of a game log: the opening, the table, each action and the ending."""

from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import copy_of

from . import GAME
from .state import Ended, Kind


class Narrator:
    """The writer of game logs. It calls each player by the name of the ship."""

    def __init__(self, rules):
        self.rules = rules.record
        self.ships = list(rules.document["ships"])

    def _name(self, state, seat):
        return self.ships[state.players[seat].ship]

    def _order(self, state):
        """Return the seats in turn order."""
        return [(state.first + k) % self.rules.seats for k in range(self.rules.seats)]

    def opening(self, state, strategies):
        """Return a line with the ships in turn order, each with its strategy."""
        seats = [f"{self._name(state, seat)} ({strategies[seat]})" for seat in self._order(state)]
        return [f"Turn order: {', '.join(seats)}."]

    def table(self, state):
        """Return the round, then one line per ship."""
        return [f"Round {state.rounds}"] + [
            f"  {self._name(state, seat)}: {state.players[seat].distance} of {self.rules.goal}"
            for seat in self._order(state)
        ]

    def decision(self, state, options, chosen):
        """Return a sentence on the chosen action, with its clause and its result.

        A narrator returns an empty string if an action needs no line. This game has no such action.
        """
        ship = self._name(state, state.active)
        if options[chosen].kind == Kind.STOP:
            return f"    {ship} stops and moves forward by {state.gain} (COM-2.3)"
        return f"    {ship} rolls (COM-2.1): {self._roll(state, options[chosen])}"

    def _roll(self, state, option):
        """Return the result of a roll in words. A copy of the state carries it out with the same random numbers."""
        after = copy_of(state)
        carry_out(GAME, after, self.rules, option)
        if after.players[state.active].busts > state.players[state.active].busts:
            return f"a 1, {state.gain} lost (COM-2.2)"
        return f"{after.gain - state.gain} gained, {after.gain} so far (COM-2.3)"

    def ending(self, state):
        """Return a line with the winners and how the race ended."""
        winners = [self._name(state, seat) for seat in range(self.rules.seats) if state.credit[seat] > 0]
        how = "a ship reached the goal (COM-3.1)" if state.ended == Ended.GOAL else "the round limit ended the race"
        return f"Round {state.rounds}: {' and '.join(winners)} won: {how}."
