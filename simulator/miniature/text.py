"""An option and a state as lines of text, for the log of a game."""

from .state import Ended, Kind


class Narrator:
    """Tells a race in the names of its ships."""

    def __init__(self, rules):
        self.rules = rules.record
        self.ships = list(rules.document["ships"])

    def _name(self, state, seat):
        return self.ships[state.players[seat].ship]

    def opening(self, state, strategies):
        """Who flies which ship, in turn order."""
        order = [(state.first + k) % self.rules.seats for k in range(self.rules.seats)]
        return ["Turn order: " + ", ".join(f"{self._name(state, seat)} ({strategies[seat]})" for seat in order) + "."]

    def table(self, state):
        """What lies on the table, a line for each ship."""
        seats = range(self.rules.seats)
        return [f"Round {state.rounds}"] + [
            f"  {self._name(state, seat)}: {state.players[seat].distance} of {self.rules.goal}" for seat in seats
        ]

    def decision(self, state, options, chosen):
        """The chosen option as a sentence with its clause; empty for a forced step that says nothing."""
        who = self._name(state, state.active)
        if options[chosen].kind == Kind.STOP:
            return f"    {who} stops and moves on by {state.gain} (COM-2.3)"
        return f"    {who}, with {state.gain} gained so far, rolls (COM-2.1)"

    def ending(self, state):
        """How the race ended and who won."""
        winners = [self._name(state, seat) for seat in range(self.rules.seats) if state.credit[seat] > 0]
        how = "the goal is reached (COM-3.1)" if state.ended == Ended.GOAL else "stopped at the cap"
        return f"Round {state.rounds}: {' and '.join(winners)} won: {how}."
