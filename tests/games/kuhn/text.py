"""Actions and states as lines of the log of a game."""

from .rules import RANKS
from .state import Decision, Ended, Kind


class Narrator:
    """The log of one hand."""

    def __init__(self, rules):
        self.rules = rules.record

    def opening(self, state, strategies):
        order = (int(state.first), 1 - int(state.first))
        return [f"Player {s} ({strategies[s]}) has the {RANKS[state.players[s].card]}." for s in order]

    def table(self, state):
        return [f"Pot {state.players['paid'].sum()}"]

    def decision(self, state, options, chosen):
        words = {
            (Decision.OPEN, Kind.PASS): "checks (KUH-2.1)",
            (Decision.OPEN, Kind.BET): "bets (KUH-2.1)",
            (Decision.ANSWER, Kind.PASS): "folds (KUH-2.2)",
            (Decision.ANSWER, Kind.BET): "calls (KUH-2.2)",
        }
        return f"    player {state.actor} {words[int(state.decision), int(options[chosen].kind)]}"

    def ending(self, state):
        winner = 0 if state.players[0].won > 0 else 1
        how = "after a fold (KUH-3.1)" if state.ended == Ended.FOLD else "at the showdown (KUH-3.2)"
        return f"Player {winner} wins {state.players[winner].won} {how}."
