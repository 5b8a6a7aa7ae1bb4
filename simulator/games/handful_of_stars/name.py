"""The names of races, systems, cards, counters and units in the log of a game."""

from collections.abc import Mapping, Sequence
from typing import Any

from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games.handful_of_stars.rules import FIRST_ABILITY, FIRST_STARTING, Resource
from starbalance.simulator.games.handful_of_stars.state import NONE


def units(fleets: int, star_bases: int) -> str:
    """Return the numbers of units in words, for example `2 fleets and 1 star base`; `no unit` if both are 0."""
    parts = [counted(n, word) for n, word in ((fleets, "fleet"), (star_bases, "star base")) if n]
    return " and ".join(parts) or "no unit"


def listed(words: Sequence[str]) -> str:
    return ", ".join(words) or "none"


def symbols(entry: Mapping[str, Any]) -> str:
    """Return the alternative symbols of a card or counter, for example `P2/E1`.

    A symbol is the first letter of a resource and its points. The result is empty if there is no symbol.
    """
    return "/".join(f"{each.name[0]}{entry[each.name.lower()]}" for each in Resource if entry[each.name.lower()])


def costs(one: int, two: int, first: Resource, second: Resource) -> str:
    """Return two costs in words, for example `2 energy and 1 research`; `nothing` if both are 0."""
    parts = [f"{n} {each.name.lower()}" for n, each in ((one, first), (two, second)) if n]
    return " and ".join(parts) or "nothing"


class Names:
    """The names of races, systems, cards and counters in a game."""

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
        """Return the name of the race of a seat, or `Player` and its number (from 1) if it has no race."""
        race = state.players[seat].race
        return self.races[race] if race != NONE else f"Player {seat + 1}"

    def system(self, state: Any, space: int) -> str:
        return self.systems[state.tile[space]]

    def card(self, card: int) -> str:
        """Return the name of the card with this id."""
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
        """Return the names of the cards of a pile with their symbols, separated by commas; `none` if it is empty."""
        return listed([self.card_with_symbols(pile.card[k]) for k in range(pile.count)])

    def technology(self, card: int) -> str:
        """Return the name of a Technology card and its price, as in `Missiles for 3 research`."""
        return f"{self.card(card)} for {self.price(self.rules.card_name[card])}"

    def price(self, name: int) -> str:
        """Return the price of drafting a card of this name in words, for example `3 research`."""
        return costs(self.rules.cost_population[name], self.rules.cost[name], Resource.POPULATION, Resource.RESEARCH)

    def display(self, state: Any) -> str:
        """Return the names of the displayed Development counters, separated by commas; `none` if there are none."""
        return listed([self.counters[state.counters[place]] for place in range(state.counters_displayed)])
