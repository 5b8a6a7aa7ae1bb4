"""An option and a state as lines of text, for the log of a game."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import joined
from starbalance.simulator.games.four_thousand_ad_leaders import GAME
from starbalance.simulator.games.four_thousand_ad_leaders.condition import condition
from starbalance.simulator.games.four_thousand_ad_leaders.consequence import Consequences
from starbalance.simulator.games.four_thousand_ad_leaders.ending import claims_of
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import distance
from starbalance.simulator.games.four_thousand_ad_leaders.leader import card_of
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import members, ships_of, stars_of
from starbalance.simulator.games.four_thousand_ad_leaders.state import Ended, Kind, Phase, Then
from starbalance.simulator.games.four_thousand_ad_leaders.task import amount
from starbalance.simulator.games.star_field.field import NONE
from starbalance.simulator.games.star_field.geometry import is_hop, sector
from starbalance.simulator.games.star_field.text import StarNarrator, count_of_ships


class Narrator(StarNarrator):
    """Tells a game in the words of its stars, homes and cards."""

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self.leaders, self.objectives = ([name.replace("_", " ") for name in rules.document[file]]
                                         for file in ("leaders", "objectives"))  # fmt: skip
        self.consequences = Consequences(self)

    def opening(self, state: Any, strategies: list[str]) -> list[str]:
        """Who plays which home, in turn order, with which cards, and what lies open."""
        cards = [card for card in range(len(self.objectives)) if (int(state.table) >> card) & 1]
        opened = f"Open objectives: {joined([self.asked(state, card) for card in cards]) or 'none'}."
        lines = [self._turn_order(state, strategies), opened]
        for seat in (int(seat) for seat in state.order if seat != NONE):
            player = state.players[seat]
            hand, task = self.cards(player.hand, self.leaders), self.asked(state, player.objective)
            lines.append(f"{self.homes[seat]} draws {hand}; its own objective: {task}.")
        return lines

    def table(self, state: Any) -> list[str]:
        """What lies on the table, a line for each home."""
        lines = [self._round(state)]
        for seat in range(self.rules.seats):
            held = self._holds(stars_of(state, self.rules, seat), ships_of(state, seat))
            claims, hand = claims_of(state, seat), members(int(state.players[seat].hand))
            cards = f"{claims} claimed, {hand} in hand"
            lines.append(f"  {self.homes[seat]}: {held}, {cards}: {self._fleets(state.players[seat])}")
        return lines

    def _fleets(self, player: Any) -> str:
        parts = self._at_stars(player)
        for fleet in player.fleets:
            if fleet.ships > 0:
                led = "" if fleet.leader == NONE else f" under {self.leaders[fleet.leader]}"
                parts.append(f"[{self._load(fleet)}{led} at square {fleet.square}]")
        return ", ".join(parts) or "none"

    def _load(self, fleet: Any) -> str:
        return f"{count_of_ships(fleet.ships)} from {self.sector(fleet.sector)}"

    def cards(self, cards: int, names: list[str]) -> str:
        """A set of cards by their names."""
        return joined([name for card, name in enumerate(names) if (int(cards) >> card) & 1]) or "none"

    def asked(self, state: Any, card: int) -> str:
        """An objective by its name and what it asks for."""
        name = self.objective_name(card)
        return name if card == NONE else f"{name} ({self.condition(state, card)})"

    def condition(self, state: Any, card: int) -> str:
        """What an objective asks for in this game."""
        return condition(self.rules, card, amount(state, self.rules, card))

    def objective_name(self, card: int) -> str:
        """An objective by its name."""
        return "none" if card == NONE else self.objectives[card]

    def _card(self, card: int) -> str:
        """A card by its name; one lost in hyperspace is told to be so."""
        name = self.leaders[card_of(self.rules, card)]
        return name if card < self.rules.leaders else f"{name}, lost in hyperspace (FAL-9.4),"

    def decision(self, state: Any, options: Any, chosen: int) -> str:
        """The chosen option as a sentence with its clause and what it brings about; empty for a forced step of none."""
        option = options[chosen]
        events = [event for step in self._steps(state, option) for event in self.consequences.of(*step)]
        if len(options) == 1 and option.kind in (Kind.STAY, Kind.STOP, Kind.NO) and not events:
            return ""
        sentence = f"{self.homes[state.actor]} {self._tell[Kind(option.kind)](self, state, option)}"
        return "    " + "; ".join([sentence, *events])

    def _steps(self, state: Any, option: Any) -> Iterator[tuple[Any, Any]]:
        """(before, after) of an option, then of each step of the turn or of a combat up to the next decision."""
        before, after = zeros(1, state.dtype), zeros(1, state.dtype)
        before[0] = after[0] = state
        GAME.verbs.apply(after[0], self.rules, option)
        yield before[0], after[0]
        while after[0].then != Then.DECISION and not after[0].over:
            before[0] = after[0]
            GAME.verbs.go_on(after[0], self.rules)
            yield before[0], after[0]

    def _fleet(self, state: Any, option: Any) -> Any:
        return state.players[state.actor].fleets[option.a]

    def _stop(self, state: Any, option: Any) -> str:
        return "departs no more (FAL-10.1)"

    def _depart(self, state: Any, option: Any) -> str:
        return f"prepares a departure from {self.stars[option.a]} (FAL-10.1)"

    def _head_for(self, state: Any, option: Any) -> str:
        if is_hop(state.star, option.a):
            return f"will hop to {self.stars[option.a]} (FAL-10.6)"
        away = distance(self.rules, sector(state.star), option.a)
        return f"secretly plans to reach {self.stars[option.a]}, at distance {away} (FAL-11.1)"

    def _embark(self, state: Any, option: Any) -> str:
        return f"sends {count_of_ships(option.a)} from {self.stars[state.star]} (FAL-10.1)"

    def _lead(self, state: Any, option: Any) -> str:
        leader = "no leader" if option.a == NONE else self.leaders[option.a]
        if state.phase == Phase.DEFENCE:
            return f"defends {self.stars[state.star]} with {leader} (FAL-14.1)"
        if state.phase == Phase.ATTACK:
            return f"attacks {self.stars[state.star]} with {leader} (FAL-14.3)"
        return f"sends {leader} along (FAL-10.5)"

    def _stay(self, state: Any, option: Any) -> str:
        fleet = self._fleet(state, option)
        return f"keeps {self._load(fleet)} in warp at square {fleet.square} (FAL-11.3)"

    def _arrive(self, state: Any, option: Any) -> str:
        return f"arrives with {self._load(self._fleet(state, option))} at {self.stars[option.b]} (FAL-11.2)"

    def _fight(self, state: Any, option: Any) -> str:
        return f"chooses the combat at {self.stars[option.a]} (FAL-12.4)"

    def _name(self, state: Any, option: Any) -> str:
        return f"wins the round at {self.stars[state.star]} and names {option.a} (FAL-16.1)"

    def _withdraw(self, state: Any, option: Any) -> str:
        ships = "nothing" if option.a == 0 else count_of_ships(option.a)
        return f"withdraws {ships} from {self.stars[state.star]} (FAL-17.1)"

    def _build(self, state: Any, option: Any) -> str:
        where = self.stars[option.a]
        return f"builds at {where} (FAL-8.3)" if option.b == NONE else (
            f"builds at {where} and {self.stars[option.b]} (FAL-8.3)")  # fmt: skip

    def _claim(self, state: Any, option: Any) -> str:
        if state.phase == Phase.CLAIM:
            return f"claims {self.asked(state, option.a)}, now open (FAL-19.2)"
        return f"claims {self.objectives[option.a]} (FAL-19.1)"

    def _supply(self, state: Any, option: Any) -> str:
        ships = count_of_ships(self.rules.leader_p1[card_of(self.rules, option.c)])
        return f"uses {self._card(option.c)}: {ships} at {self.stars[option.a]} (FAL-22.12)"

    def _shift(self, state: Any, option: Any) -> str:
        way = "on" if option.b > 0 else "back"
        fleet = self._load(self._fleet(state, option))
        return f"uses {self._card(option.c)}: {fleet} go {way} to square {self._square(state, option)} (FAL-22.13)"

    def _square(self, state: Any, option: Any) -> int:
        return self._fleet(state, option).square + option.b

    def _recall(self, state: Any, option: Any) -> str:
        fleet = self._load(self._fleet(state, option))
        return f"uses {self._card(option.c)}: {fleet} return to {self.stars[option.b]} (FAL-22.14)"

    def _play(self, state: Any, option: Any) -> str:
        if state.phase == Phase.SWAP:
            task = self.objective_name(state.players[state.actor].objective)
            return f"uses {self._card(option.c)}: {task} goes under the deck (FAL-22.16)"
        return f"adds {self._card(option.c)} to the combat at {self.stars[state.star]} (FAL-22.15)"

    def _no(self, state: Any, option: Any) -> str:
        return self._declined[Phase(state.phase)]

    def ending(self, state: Any) -> str:
        """How the game ended and who won."""
        how = {
            Ended.OBJECTIVES: "enough objectives claimed (FAL-5.1)",
            Ended.LAST_SURVIVOR: "the only one with a ship or a home left (FAL-21.1)",
            Ended.ADJUDICATED: "adjudicated at the cap (FAL-5.3)",
        }[Ended(state.ended)]
        return self._won(state, how)

    _declined: ClassVar[dict[Phase, str]] = {
        Phase.SUPPLY: "keeps the card for new ships (FAL-22.12)",
        Phase.SHIFT: "shifts no fleet (FAL-22.13)",
        Phase.RECALL: "recalls no fleet (FAL-22.14)",
        Phase.SWAP: "keeps its own objective (FAL-22.16)",
        Phase.EXTRA: "adds no card (FAL-22.15)",
        Phase.CLAIM: "keeps a fulfilled objective secret (FAL-19.2)",
        Phase.CLAIM_OPEN: "leaves an open objective (FAL-19.1)",
    }
    _tell: ClassVar[dict[Kind, Callable[..., str]]] = {
        Kind.NO: _no,
        Kind.DEPART: _depart,
        Kind.STOP: _stop,
        Kind.HEAD_FOR: _head_for,
        Kind.EMBARK: _embark,
        Kind.LEAD: _lead,
        Kind.STAY: _stay,
        Kind.ARRIVE: _arrive,
        Kind.FIGHT: _fight,
        Kind.NAME: _name,
        Kind.WITHDRAW: _withdraw,
        Kind.BUILD: _build,
        Kind.CLAIM: _claim,
        Kind.SUPPLY: _supply,
        Kind.SHIFT: _shift,
        Kind.RECALL: _recall,
        Kind.PLAY: _play,
    }
