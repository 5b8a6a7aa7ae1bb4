"""The words for races, systems, cards, counters and numbers of units, for the log of a game."""

from collections.abc import Mapping, Sequence
from typing import Any

from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.games.handful_of_stars.rules import FIRST_ABILITY, FIRST_STARTING, Resource
from starbalance.simulator.games.handful_of_stars.state import NONE


def count(number: int, word: str) -> str:
    """Such as `1 fleet`, `2 fleets`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def units(fleets: int, star_bases: int) -> str:
    """Such as `2 fleets and 1 star base`."""
    parts = [count(n, word) for n, word in ((fleets, "fleet"), (star_bases, "star base")) if n]
    return " and ".join(parts) or "no unit"


def listed(words: Sequence[str]) -> str:
    return ", ".join(words) or "none"


def symbols(entry: Mapping[str, Any]) -> str:
    """The alternatives of a card or counter, such as `P2/E1`: the first letter of a resource and its points."""
    return "/".join(f"{each.name[0]}{entry[each.name.lower()]}" for each in Resource if entry[each.name.lower()])


def costs(one: int, two: int, first: Resource, second: Resource) -> str:
    """Such as `2 energy and 1 research`; `nothing`."""
    parts = [f"{n} {each.name.lower()}" for n, each in ((one, first), (two, second)) if n]
    return " and ".join(parts) or "nothing"


class Names:
    """The words for races, systems, cards and counters."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        document = rules.document
        self.races = list(document["races"])
        self.systems = list(document["systems"])
        self.cards = list(document["technologies"])
        self.starting = list(document["starting"])
        self.shown = [symbols(document["systems"][name]) for name in self.systems]
        self.shown_on_starting = [symbols(each) for each in document["starting"].values()]
        self.shown_on_cards = [symbols(each) for each in document["technologies"].values()]
        self.counters = [self._counter(each) for each in document["counters"].values()]

    def _counter(self, entry: Mapping[str, Any]) -> str:
        reserve = f"+{entry['reserve']} Reserve" if entry["reserve"] else ""
        vp = f"{entry['vp']} VP" if entry["vp"] else ""
        return " ".join(part for part in (symbols(entry), reserve, vp) if part) or "blank"

    def seat(self, state: Any, seat: int) -> str:
        """The race of a seat; its number while, or where, it has none."""
        race = state.players[seat].race
        return self.races[race] if race != NONE else f"Player {seat + 1}"

    def system(self, state: Any, space: int) -> str:
        return self.systems[state.tile[space]]

    def card(self, card: int) -> str:
        """The name of a card by its id."""
        if card < FIRST_STARTING:
            return self.systems[card]
        if card < FIRST_ABILITY:
            return self.starting[(card - FIRST_STARTING) % len(self.starting)]
        return self.cards[self.rules.card_name[card]]

    def card_with_symbols(self, card: int) -> str:
        if card < FIRST_STARTING:
            shown = self.shown[card]
        elif card < FIRST_ABILITY:
            shown = self.shown_on_starting[(card - FIRST_STARTING) % len(self.starting)]
        else:
            shown = self.shown_on_cards[self.rules.card_name[card]]
        return f"{self.card(card)} {shown}".strip()

    def pile(self, pile: Any) -> str:
        """The cards of a pile with their symbols."""
        return listed([self.card_with_symbols(pile.card[k]) for k in range(pile.count)])

    def technology(self, card: int) -> str:
        """A displayed card with its price."""
        return f"{self.card(card)} for {self.price(self.rules.card_name[card])}"

    def price(self, name: int) -> str:
        """Of a draft."""
        return costs(self.rules.cost_population[name], self.rules.cost[name], Resource.POPULATION, Resource.RESEARCH)

    def display(self, state: Any) -> str:
        """The displayed Development counters."""
        return listed([self.counters[state.counters[place]] for place in range(state.counters_displayed)])
