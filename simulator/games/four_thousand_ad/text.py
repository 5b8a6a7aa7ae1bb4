"""The log of a game: options and states as lines of text."""

from collections.abc import Callable
from typing import Any, ClassVar

from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import copy_of
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games.four_thousand_ad import GAME
from starbalance.simulator.games.four_thousand_ad.consequence import Consequences
from starbalance.simulator.games.four_thousand_ad.movement import ships_ready
from starbalance.simulator.games.four_thousand_ad.occupation import OPEN, defence, entry, ships_of, stars_of
from starbalance.simulator.games.four_thousand_ad.state import Decision, Ended, Kind, Share, Status
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.geometry import count, is_hop
from starbalance.simulator.games.star_field.text import StarNarrator


class Narrator(StarNarrator):
    """A narrator that describes a game with the names of its stars and homes."""

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self.consequences = Consequences(self.rules, self.homes, self.stars)

    def opening(self, state: Any, strategies: list[str]) -> list[str]:
        """Return the first lines of the log: the strategy of each home in turn order, and in Alliances the sides."""
        lines = [self._turn_order(state, strategies)]
        if self.rules.alliances:
            sides = [[self.homes[s] for s in range(self.rules.seats) if self.rules.side[s] == side] for side in (0, 1)]
            lines.append(f"{' and '.join(sides[0])} against {' and '.join(sides[1])}.")
        return lines

    def table(self, state: Any) -> list[str]:
        """Return the lines about the table: the round, a line per home still in the game, any surrendered fleets."""
        lines = [self._round(state)]
        for seat in range(self.rules.seats):
            player = state.players[seat]
            if player.status <= Status.GRACE:
                grace = " (grace turn)" if player.status == Status.GRACE else ""
                held = self._holds(stars_of(state, self.rules, seat), ships_of(state, self.rules, seat))
                lines.append(f"  {self.homes[seat]}{grace}: {held}: {self._fleets(player)}")
        surrendered = [f"{self.stars[s]} {state.surrendered[s]}" for s in range(STARS) if state.surrendered[s] > 0]
        if surrendered:
            lines.append(f"  surrendered: {', '.join(surrendered)}")
        return lines

    def _fleets(self, player: Any) -> str:
        parts = self._at_stars(player)
        for warp in player.warps:
            if warp.space > 0:
                parts.append(f"[{self._load(warp)} from {self.sector(warp.sector)} at space {warp.space}]")
        return ", ".join(parts) or "none"

    def _load(self, warp: Any) -> str:
        return f"{warp.ships}+{warp.lent} ships" if warp.lent else counted(warp.ships, "ship")

    def _battle(self, state: Any, seat: int, star: int, ships: int) -> str:
        """Return the result of an arrival at a star in words, or an empty string if there is no battle."""
        if entry(state, self.rules, seat, NONE, star) == OPEN:
            return ""
        against = defence(state, self.rules, seat, NONE, star)
        if against == 0:
            return ""
        return f", {ships} against {against}: " + ("won (FAD-14.2)" if ships > against else "beaten (A-05)")

    def decision(self, state: Any, options: Any, chosen: int) -> str:
        """Return the chosen option as a sentence with its clause and its consequences.

        The sentence is empty for a forced option without consequences.
        """
        option = options[chosen]
        after = copy_of(state)
        carry_out(GAME, after, self.rules, option)
        events = list(self.consequences.of(state, option, after))
        if len(options) == 1 and option.kind in (Kind.STAY, Kind.CONTINUE, Kind.NO) and not events:
            return ""
        sentence = f"{self._subject(state, option)} {self._phrases[Kind(option.kind)](self, state, option)}"
        return "    " + "; ".join([sentence, *events])

    def _subject(self, state: Any, option: Any) -> str:
        """Return the home of the acting player: the owner of a warp, the surrendering player, or the player on turn."""
        if option.kind in (Kind.JOIN, Kind.STAND_BY):
            return self.homes[option.b]
        return self.homes[state.actor if option.kind == Kind.SURRENDER else state.active]

    def _continue(self, state: Any, option: Any) -> str:
        warp = state.players[state.active].warps[option.a]
        return f"keeps {self._load(warp)} in hyperspace at space {warp.space} (FAD-8.2)"

    def _arrive(self, state: Any, option: Any) -> str:
        warp = state.players[state.active].warps[option.a]
        battle = self._battle(state, state.active, option.b, warp.ships + warp.lent)
        return f"comes out of hyperspace with {self._load(warp)} at {self.stars[option.b]} (FAD-5.4){battle}"

    def _combine(self, state: Any, option: Any) -> str:
        clause = "FAD-18.12" if option.a == NONE else "FAD-8.5"
        return f"prepares a combined attack on {self.stars[option.b]} ({clause})"

    def _join(self, state: Any, option: Any) -> str:
        warp = state.players[option.b].warps[option.a]
        return f"joins the attack on {self.stars[state.star]} with {self._load(warp)} (FAD-14.8)"

    def _stand_by(self, state: Any, option: Any) -> str:
        warp = state.players[option.b].warps[option.a]
        return f"keeps {self._load(warp)} out of the attack on {self.stars[state.star]} (FAD-8.5)"

    def _stay(self, state: Any, option: Any) -> str:
        return "sends no ships (FAD-8.9)"

    def _depart(self, state: Any, option: Any) -> str:
        ready = ships_ready(state, self.rules, state.active, option.a)
        return f"prepares a departure from {self.stars[option.a]}, {counted(ready, 'ship')} ready (FAD-8.6)"

    def _head_for(self, state: Any, option: Any) -> str:
        if is_hop(state.star, option.a):
            return f"will reach {self.stars[option.a]}, in the same sector, at once (FAD-9.3)"
        turns = count(self.rules, state.star, option.a)
        return f"secretly plans to reach {self.stars[option.a]}, {turns} turns away (FAD-4.6)"

    def _embark(self, state: Any, option: Any) -> str:
        hop = is_hop(state.star, state.destination)
        battle = self._battle(state, state.active, state.destination, option.a) if hop else ""
        clause = "FAD-9.3" if hop else "FAD-9.1"
        return f"sends {counted(option.a, 'ship')} from {self.stars[state.star]} ({clause}){battle}"

    def _lend(self, state: Any, option: Any) -> str:
        return f"takes along {counted(option.a, 'ship')} lent by {self.homes[state.partner]} (FAD-18.8)"

    def _assign(self, state: Any, option: Any) -> str:
        drawers = {
            Share.FIRST: "the ally that came first",
            Share.SECOND: "the ally that came second",
            Share.ALTERNATE: "both in turn",
        }
        return f"and its ally agree that {self.stars[state.star]} supplies {drawers[Share(option.a)]} (FAD-18.4)"

    def _surrender(self, state: Any, option: Any) -> str:
        load = self._load(state.players[state.actor].warps[option.a])
        if option.b == NONE:
            return f"loses {load} without any star to come out of hyperspace (A-30)"
        return f"brings {load} out of hyperspace at {self.stars[option.b]} (FAD-22.3)"

    def _propose(self, state: Any, option: Any) -> str:
        return f"proposes an alliance to {self.homes[option.a]} (FAD-24.1)"

    def _end_alliance(self, state: Any, option: Any) -> str:
        return f"ends its alliance with {self.homes[option.a]} (FAD-24.1)"

    def _yes(self, state: Any, option: Any) -> str:
        return self._answer(state, "yes")

    def _no(self, state: Any, option: Any) -> str:
        return self._answer(state, "no")

    def _answer(self, state: Any, word: str) -> str:
        questions = {
            Decision.CONCESSION: "concedes? {} (FAD-19.4)",
            Decision.ALLIANCE: "negotiates further? {} (FAD-24.1)",
            Decision.ANSWER_ALLIANCE: "is offered an alliance; {actor} says {} (FAD-24.1)",
            Decision.JOINT_ARRIVAL: "proposes a joint arrival? {} (FAD-17.3)",
            Decision.PERMISSION: "asks to enter the home of {actor}; {actor} says {} (FAD-18.2)",
            Decision.WITHDRAWAL: "proposes a mutual withdrawal? {} (FAD-22.8)",
            Decision.ANSWER_WITHDRAWAL: "proposes a mutual withdrawal; {actor} says {} (FAD-22.9)",
        }
        return questions[Decision(state.decision)].format(word, actor=self.homes[state.actor])

    def ending(self, state: Any) -> str:
        """Return a sentence with the winners, the round and the reason for the end."""
        how = {
            Ended.LAST_ALIVE: "the last player left (FAD-23.1)",
            Ended.TWO_HOMES: "both enemy homes taken (FAD-19.1)",
            Ended.ADJUDICATED: "adjudicated at the round limit (FAD-23.2)",
            Ended.CONCEDED: "the opponents conceded (FAD-19.4)",
        }[Ended(state.ended)]
        return self._won(state, how)

    _phrases: ClassVar[dict[Kind, Callable[..., str]]] = {
        Kind.NO: _no,
        Kind.YES: _yes,
        Kind.CONTINUE: _continue,
        Kind.ARRIVE: _arrive,
        Kind.COMBINE: _combine,
        Kind.JOIN: _join,
        Kind.STAND_BY: _stand_by,
        Kind.STAY: _stay,
        Kind.DEPART: _depart,
        Kind.HEAD_FOR: _head_for,
        Kind.EMBARK: _embark,
        Kind.LEND: _lend,
        Kind.ASSIGN: _assign,
        Kind.SURRENDER: _surrender,
        Kind.PROPOSE: _propose,
        Kind.END_ALLIANCE: _end_alliance,
    }
