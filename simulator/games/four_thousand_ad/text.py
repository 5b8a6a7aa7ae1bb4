"""An option and a state as lines of text, for the log of a game."""

from collections.abc import Callable
from typing import Any, ClassVar

from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.games.four_thousand_ad import GAME
from starbalance.simulator.games.four_thousand_ad.consequence import Consequences
from starbalance.simulator.games.four_thousand_ad.movement import may_depart
from starbalance.simulator.games.four_thousand_ad.occupation import OPEN, defence, entry, ships_of, stars_of
from starbalance.simulator.games.four_thousand_ad.state import Ended, Kind, Phase, Share, Status
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.geometry import count, is_hop
from starbalance.simulator.games.star_field.text import StarNarrator, count_of_ships


class Narrator(StarNarrator):
    """Tells a game in the words of its stars and homes."""

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self.consequences = Consequences(self.rules, self.homes, self.stars)

    def opening(self, state: Any, strategies: list[str]) -> list[str]:
        """Who plays which home, in turn order."""
        lines = [self._turn_order(state, strategies)]
        if self.rules.alliances:
            sides = [[self.homes[s] for s in range(self.rules.seats) if self.rules.side[s] == side] for side in (0, 1)]
            lines.append(f"{' and '.join(sides[0])} against {' and '.join(sides[1])}.")
        return lines

    def table(self, state: Any) -> list[str]:
        """What lies on the table, a line for each home still in the game."""
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
        return f"{warp.ships}+{warp.lent} ships" if warp.lent else count_of_ships(warp.ships)

    def _battle(self, state: Any, seat: int, star: int, ships: int) -> str:
        """What an arrival there comes to."""
        if entry(state, self.rules, seat, NONE, star) == OPEN:
            return ""
        against = defence(state, self.rules, seat, NONE, star)
        if against == 0:
            return ""
        return f", {ships} against {against}: " + ("won (FAD-14.2)" if ships > against else "beaten (A-05)")

    def decision(self, state: Any, options: Any, chosen: int) -> str:
        """The chosen option as a sentence with its clause and what it brings about; empty for a forced step of none."""
        option = options[chosen]
        after = _copy_of(state)
        carry_out(GAME, after, self.rules, option)
        events = list(self.consequences.of(state, option, after))
        if len(options) == 1 and option.kind in (Kind.STAY, Kind.CONTINUE, Kind.NO) and not events:
            return ""
        sentence = f"{self._subject(state, option)} {self._tell[Kind(option.kind)](self, state, option)}"
        return "    " + "; ".join([sentence, *events])

    def _subject(self, state: Any, option: Any) -> str:
        """Whose act it is: the owner of a warp that was asked, the player who surrenders, else the player on turn."""
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
        ready = may_depart(state, self.rules, state.active, option.a)
        return f"prepares a departure from {self.stars[option.a]}, {count_of_ships(ready)} ready (FAD-8.6)"

    def _head_for(self, state: Any, option: Any) -> str:
        if is_hop(state.star, option.a):
            return f"will reach {self.stars[option.a]}, in the same sector, at once (FAD-9.3)"
        turns = count(self.rules, state.star, option.a)
        return f"secretly plans to reach {self.stars[option.a]}, {turns} turns away (FAD-4.6)"

    def _embark(self, state: Any, option: Any) -> str:
        hop = is_hop(state.star, state.destination)
        battle = self._battle(state, state.active, state.destination, option.a) if hop else ""
        clause = "FAD-9.3" if hop else "FAD-9.1"
        return f"sends {count_of_ships(option.a)} from {self.stars[state.star]} ({clause}){battle}"

    def _lend(self, state: Any, option: Any) -> str:
        return f"takes along {count_of_ships(option.a)} lent by {self.homes[state.partner]} (FAD-18.8)"

    def _assign(self, state: Any, option: Any) -> str:
        words = {Share.FIRST: "who came first", Share.SECOND: "who came second", Share.ALTERNATE: "both in turn"}
        return f"and its ally agree that {self.stars[state.star]} supplies {words[Share(option.a)]} (FAD-18.4)"

    def _surrender(self, state: Any, option: Any) -> str:
        load = self._load(state.players[state.actor].warps[option.a])
        if option.b == NONE:
            return f"loses {load} that can come out of hyperspace nowhere (A-30)"
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
            Phase.CONCESSION: "concedes? {} (FAD-19.4)",
            Phase.ALLIANCE: "negotiates further? {} (FAD-24.1)",
            Phase.ANSWER_ALLIANCE: "is offered an alliance; {actor} says {} (FAD-24.1)",
            Phase.JOINT_ARRIVAL: "proposes a joint arrival? {} (FAD-17.3)",
            Phase.PERMISSION: "asks to enter the home of {actor}, who says {} (FAD-18.2)",
            Phase.WITHDRAWAL: "proposes a mutual withdrawal? {} (FAD-22.8)",
            Phase.ANSWER_WITHDRAWAL: "proposes a mutual withdrawal; {actor} says {} (FAD-22.9)",
        }
        return questions[Phase(state.phase)].format(word, actor=self.homes[state.actor])

    def ending(self, state: Any) -> str:
        """How the game ended and who won."""
        how = {
            Ended.LAST_ALIVE: "the last one left (FAD-23.1)",
            Ended.TWO_HOMES: "both enemy homes taken (FAD-19.1)",
            Ended.ADJUDICATED: "adjudicated at the cap (FAD-23.2)",
            Ended.CONCEDED: "the others conceded (FAD-19.4)",
        }[Ended(state.ended)]
        return self._won(state, how)

    _tell: ClassVar[dict[Kind, Callable[..., str]]] = {
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


def _copy_of(state: Any) -> Any:
    copy = zeros(1, state.dtype)
    copy[0] = state
    return copy[0]
