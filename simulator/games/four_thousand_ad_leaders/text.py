"""The log of a game: options and states as lines of text."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from starbalance.simulator.engine.records import copy_of
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import counted, joined
from starbalance.simulator.games.four_thousand_ad_leaders import GAME
from starbalance.simulator.games.four_thousand_ad_leaders.condition import condition
from starbalance.simulator.games.four_thousand_ad_leaders.consequence import Consequences
from starbalance.simulator.games.four_thousand_ad_leaders.ending import claims_of
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import distance
from starbalance.simulator.games.four_thousand_ad_leaders.leader import card_of, next_with
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import members, ships_of, stars_of
from starbalance.simulator.games.four_thousand_ad_leaders.rules import Effect
from starbalance.simulator.games.four_thousand_ad_leaders.state import Decision, Ended, Kind, PendingStep
from starbalance.simulator.games.four_thousand_ad_leaders.task import amount
from starbalance.simulator.games.star_field.field import NONE
from starbalance.simulator.games.star_field.geometry import is_hop, sector
from starbalance.simulator.games.star_field.text import StarNarrator


def _turn_order_of(state: Any) -> list[int]:
    """Return the seats in turn order, the first player first."""
    return [int(seat) for seat in state.order if seat != NONE]


class Narrator(StarNarrator):
    """A narrator that describes a game with the names of its stars, homes and cards."""

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self.leaders, self.objectives = ([name.replace("_", " ") for name in rules.document[file]]
                                         for file in ("leaders", "objectives"))  # fmt: skip
        self.consequences = Consequences(self)

    def opening(self, state: Any, strategies: list[str]) -> list[str]:
        """Return the first lines of the log: strategies and homes in turn order, open objectives, the cards drawn."""
        cards = [card for card in range(len(self.objectives)) if (int(state.table) >> card) & 1]
        opened = f"Open objectives: {joined([self.name_with_condition(state, card) for card in cards]) or 'none'}."
        lines = [self._turn_order(state, strategies), opened]
        for seat in _turn_order_of(state):
            player = state.players[seat]
            hand, task = self.cards(player.hand, self.leaders), self.name_with_condition(state, player.objective)
            lines.append(f"{self.homes[seat]} draws {hand}; its own objective: {task}.")
        return lines

    def table(self, state: Any) -> list[str]:
        """Return the lines about the table: the round, then a line per home in turn order."""
        lines = [self._round(state)]
        for seat in _turn_order_of(state):
            held = self._holds(stars_of(state, self.rules, seat), ships_of(state, seat))
            claims, hand = claims_of(state, seat), members(int(state.players[seat].hand))
            cards = f"{claims} claimed, {hand} in hand"
            lines.append(f"  {self.homes[seat]}: {held}, {cards}: {self._fleets(state.players[seat])}")
        return lines

    def turn(self, state: Any) -> list[str]:
        """Return the heading of a turn."""
        return [f"  Turn of {self.homes[state.active]} (FAL-7.2)"]

    def _fleets(self, player: Any) -> str:
        parts = self._at_stars(player)
        for fleet in player.fleets:
            if fleet.ships > 0:
                led = "" if fleet.leader == NONE else f" under {self.leaders[fleet.leader]}"
                parts.append(f"[{self._load(fleet)}{led} at square {fleet.square}]")
        return ", ".join(parts) or "none"

    def _load(self, fleet: Any) -> str:
        return f"{counted(fleet.ships, 'ship')} from {self.sector(fleet.sector)}"

    def cards(self, cards: int, names: list[str]) -> str:
        """Return the names of a set of cards, given as bits, or "none"."""
        return joined([name for card, name in enumerate(names) if (int(cards) >> card) & 1]) or "none"

    def name_with_condition(self, state: Any, card: int) -> str:
        """Return the name of an objective with its condition in words, or "none" for NONE."""
        name = self.objective_name(card)
        return name if card == NONE else f"{name} ({self.condition(state, card)})"

    def condition(self, state: Any, card: int) -> str:
        """Return the condition of an objective in words, with its required number in this game."""
        return condition(self.rules, card, amount(state, self.rules, card))

    def objective_name(self, card: int) -> str:
        """Return the name of an objective, or "none" for NONE."""
        return "none" if card == NONE else self.objectives[card]

    def _card(self, card: int) -> str:
        """Return the name of a leader card. A Lost in Hyperspace card is marked."""
        name = self.leaders[card_of(self.rules, card)]
        return name if card < self.rules.leaders else f"{name}, lost in hyperspace (FAL-9.4),"

    def decision(self, state: Any, options: Any, chosen: int) -> str:
        """Return the chosen option as a sentence with its clause and its consequences.

        The sentence is empty for a forced option without consequences.
        """
        option = options[chosen]
        events = list(self._events(state, option))
        if len(options) == 1 and option.kind in (Kind.STAY, Kind.STOP, Kind.NO) and not events:
            return ""
        sentence = f"{self.homes[state.actor]} {self._phrases[Kind(option.kind)](self, state, option)}"
        return "    " + "; ".join([sentence, *events])

    def _events(self, state: Any, option: Any) -> Iterator[str]:
        """Yield the consequences of an option. The first one of another turn says whose turn has begun."""
        turn = int(state.turn)
        for before, after in self._steps(state, option):
            for event in self.consequences.of(before, after):
                begun = f"the turn of {self.homes[before.active]} begins: " if before.turn != turn else ""
                turn = int(before.turn)
                yield begun + event

    def _steps(self, state: Any, option: Any) -> Iterator[tuple[Any, Any]]:
        """Yield the states (before, after) of an option and of each step up to the next decision."""
        before, after = state, copy_of(state)
        GAME.kernels.apply(after, self.rules, option)
        yield before, after
        while after.pending_step != PendingStep.DECISION and not after.over:
            before = copy_of(after)
            GAME.kernels.proceed(after, self.rules)
            yield before, after

    def _fleet(self, state: Any, option: Any) -> Any:
        return state.players[state.actor].fleets[option.a]

    def _stop(self, state: Any, option: Any) -> str:
        return "makes no further departure (FAL-10.1)"

    def _depart(self, state: Any, option: Any) -> str:
        return f"prepares a departure from {self.stars[option.a]} (FAL-10.1)"

    def _head_for(self, state: Any, option: Any) -> str:
        if is_hop(state.star, option.a):
            return f"will hop to {self.stars[option.a]} (FAL-10.6)"
        away = distance(self.rules, sector(state.star), option.a)
        return f"secretly plans to reach {self.stars[option.a]}, at distance {away} (FAL-11.1)"

    def _embark(self, state: Any, option: Any) -> str:
        return f"sends {counted(option.a, 'ship')} from {self.stars[state.star]} (FAL-10.1)"

    def _lead(self, state: Any, option: Any) -> str:
        leader = "no leader" if option.a == NONE else self.leaders[option.a]
        if state.decision == Decision.DEFENCE:
            return f"defends {self.stars[state.star]} with {leader} (FAL-14.1)"
        if state.decision == Decision.ATTACK:
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
        return f"wins the round at {self.stars[state.star]} and names a loss of {counted(option.a, 'ship')} (FAL-16.1)"

    def _withdraw(self, state: Any, option: Any) -> str:
        ships = "nothing" if option.a == 0 else counted(option.a, "ship")
        return f"withdraws {ships} from {self.stars[state.star]} (FAL-17.1)"

    def _build(self, state: Any, option: Any) -> str:
        where = self.stars[option.a]
        return f"builds at {where} (FAL-8.3)" if option.b == NONE else (
            f"builds at {where} and {self.stars[option.b]} (FAL-8.3)")  # fmt: skip

    def _claim(self, state: Any, option: Any) -> str:
        if state.decision == Decision.CLAIM:
            return f"claims {self.name_with_condition(state, option.a)}, now open (FAL-19.2)"
        return f"claims {self.objectives[option.a]} (FAL-19.1)"

    def _supply(self, state: Any, option: Any) -> str:
        ships = counted(self.rules.leader_p1[card_of(self.rules, option.c)], "ship")
        return f"uses {self._card(option.c)} and puts {ships} at {self.stars[option.a]} (FAL-22.12)"

    def _shift(self, state: Any, option: Any) -> str:
        way = "forward" if option.b > 0 else "back"
        fleet = self._load(self._fleet(state, option))
        return (
            f"uses {self._card(option.c)} and moves {fleet} {way} to square {self._square(state, option)} (FAL-22.13)"
        )

    def _square(self, state: Any, option: Any) -> int:
        return self._fleet(state, option).square + option.b

    def _recall(self, state: Any, option: Any) -> str:
        fleet = self._load(self._fleet(state, option))
        return f"uses {self._card(option.c)} and returns {fleet} to {self.stars[option.b]} (FAL-22.14)"

    def _play(self, state: Any, option: Any) -> str:
        if state.decision == Decision.SWAP:
            task = self.objective_name(state.players[state.actor].objective)
            return f"uses {self._card(option.c)} and puts {task} under the deck (FAL-22.16)"
        return f"adds {self._card(option.c)} to the combat at {self.stars[state.star]} (FAL-22.15)"

    def _no(self, state: Any, option: Any) -> str:
        decision = Decision(state.decision)
        if decision in self._unused:
            effect, words = self._unused[decision]
            card = next_with(state, self.rules, state.actor, effect, 0)
            return f"does not use {self._card(card)} {words}"
        return self._declined[decision]

    def ending(self, state: Any) -> str:
        """Return a sentence with the winners, the round and the reason for the end."""
        how = {
            Ended.OBJECTIVES: "enough objectives claimed (FAL-5.1)",
            Ended.LAST_SURVIVOR: "the only player with a ship or a home left (FAL-21.1)",
            Ended.ADJUDICATED: "adjudicated at the round limit (FAL-5.3)",
        }[Ended(state.ended)]
        return self._won(state, how)

    _unused: ClassVar[dict[Decision, tuple[Effect, str]]] = {
        Decision.SUPPLY: (Effect.USE_NEW_SHIPS, "for new ships (FAL-22.12)"),
        Decision.SHIFT: (Effect.USE_SHIFT_FLEET, "to move a fleet (FAL-22.13)"),
        Decision.RECALL: (Effect.USE_RECALL_FLEET, "to recall a fleet (FAL-22.14)"),
        Decision.SWAP: (Effect.USE_SWAP_OBJECTIVE, "and keeps its own objective (FAL-22.16)"),
    }
    _declined: ClassVar[dict[Decision, str]] = {
        Decision.EXTRA: "adds no card (FAL-22.15)",
        Decision.CLAIM: "keeps a fulfilled objective secret (FAL-19.2)",
        Decision.CLAIM_OPEN: "does not claim an open objective (FAL-19.1)",
    }
    _phrases: ClassVar[dict[Kind, Callable[..., str]]] = {
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
