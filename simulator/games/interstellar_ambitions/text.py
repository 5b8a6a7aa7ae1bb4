"""The lines of text for options and states in the log of a game."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import copy_of
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.games.interstellar_ambitions import GAME
from starbalance.simulator.games.interstellar_ambitions.ambition import slot_value
from starbalance.simulator.games.interstellar_ambitions.consequence import Consequences
from starbalance.simulator.games.interstellar_ambitions.name import Names, letters, listed
from starbalance.simulator.games.interstellar_ambitions.rules import DRAWN, DRAWN_EACH, NONE
from starbalance.simulator.games.interstellar_ambitions.scoring import (
    total_vp,
    vp_of_medals,
    vp_of_planets,
    vp_of_set,
    vp_of_ships,
    vp_of_specials,
    vp_of_technologies,
)
from starbalance.simulator.games.interstellar_ambitions.seating import seat_at
from starbalance.simulator.games.interstellar_ambitions.sentence import Sentences
from starbalance.simulator.games.interstellar_ambitions.state import Ended, Kind
from starbalance.simulator.games.interstellar_ambitions.word import Level, Market, Medal, Row


class Narrator:
    """The log of a game in the words of its cards."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        self.names = Names(rules)
        self.sentences = Sentences(self.rules, self.names)
        self.consequences = Consequences(self.rules, self.names)

    def opening(self, state: Any, strategies: list[str]) -> list[str]:
        """Return the lines for the start: players in turn order with their colours and dealt cards, ambitions, face-up
        cards.
        """
        lines = ["F food, O ore, S science, C coins; VP victory points."]
        for seat in self._in_order(state):
            dealt = [self.names.cards[kind] for kind in state.dealt[seat, : self.rules.start_cards_dealt]]
            lines.append(f"{self.names.seat(state, seat)} ({strategies[seat]}): dealt {listed(dealt)}.")
        for k in range(DRAWN):
            kind = "Active" if k < DRAWN_EACH else "Passive"
            ambition = state.ambition[k]
            lines.append(f"{kind} ambition {self.names.ambitions[ambition]}; {self.names.condition(ambition)}.")
        start = [name for k, name in enumerate(self.names.technologies) if (int(state.on_tracker) >> k) & 1]
        return [*lines, *self._markets(state, ""), f"START technologies: {listed(start)}"]

    def _in_order(self, state: Any) -> list[int]:
        """Return the seats in the order of play."""
        return [int(seat_at(state, self.rules, place)) for place in range(self.rules.seats)]

    def _markets(self, state: Any, indent: str) -> Iterator[str]:
        for market, words in ((Market.PLANET, "Planets"), (Market.TECHNOLOGY, "Technologies"), (Market.MERC, "Mercs")):
            yield f"{indent}{words} face up: {listed(self.names.market(state, market))}"

    def table(self, state: Any) -> list[str]:
        """Return the lines for the table: every player with all that they have, ambitions, face-up cards, decks."""
        trigger = int(state.trigger_seat)
        end = "" if trigger == NONE else f": {self.names.seat(state, trigger)} has triggered the end"
        lines = [f"Round {state.rounds}{end}"]
        for seat in self._in_order(state):
            lines += self._seat(state, seat)
        lines.append(f"  Ambitions: {'; '.join(self._ambition(state, k) for k in range(DRAWN))}")
        lines += self._markets(state, "  ")
        decks = f"shadow deck {state.shadow_left}, discards {state.shadow_discarded}; events {state.events_left}"
        return [*lines, f"  Decks: {decks}; emergency ships {state.emergencies_left}"]

    def _points(self, state: Any, seat: int) -> str:
        """Return the victory points of a seat by source, if the game ended now."""
        sources = {
            "planets": vp_of_planets,
            "set": vp_of_set,
            "special": vp_of_specials,
            "technologies": vp_of_technologies,
            "ships": vp_of_ships,
            "medals": vp_of_medals,
        }
        points = {name: int(count(state, self.rules, seat)) for name, count in sources.items()}
        points["ambitions"] = int(state.players[seat].claim_vp)
        parts = [f"{name} {number}" for name, number in points.items() if number]
        return f"{total_vp(state, self.rules, seat)} VP ({listed(parts)})"

    def _seat(self, state: Any, seat: int) -> Iterator[str]:
        player = state.players[seat]
        medals = f"medals FLEET {player.medals[Medal.FLEET]}, SHADOW {player.medals[Medal.SHADOW]}"
        name = self.names.seat(state, seat)
        yield f"  {name}: {self._points(state, seat)}; {letters(player.resources)}; {medals}"
        planets = [self.holding(state, planet) for planet in player.planet[: player.planets]]
        yield f"    planets: {listed(planets)}"
        yield f"    tokens: {listed(self._tokens(player))}, pool {player.pool}"
        known = [
            self.names.known(state, seat, k) for k in range(self.rules.technologies) if (int(player.known) >> k) & 1
        ]
        yield f"    ships: {listed(self.names.fleet(state, seat))}; technologies: {listed(known)}"
        claims = [name for k, name in enumerate(self.names.ambitions) if (int(player.claimed) >> k) & 1]
        yield f"    hand: {listed(self.names.hand(state, seat))}; claims: {listed(claims)}"

    def holding(self, state: Any, planet: int) -> str:
        """Return the name, level and marker of an owned planet, for example `Loam 2/4 with Rich Veins`."""
        kind = state.marker[planet]
        marker = f" with {self.names.events[kind]}" if kind != NONE else ""
        siphoned = " siphoned" if state.siphoned[planet] else ""
        level = f"{state.level[planet]}/{self.rules.planet_levels[planet]}"
        return f"{self.names.planets[int(planet)]} {level}{marker}{siphoned}"

    def _tokens(self, player: Any) -> list[str]:
        """Return one text per row with tokens, by first letter of the planning level, for example `FLEET B2 U1`."""
        rows = []
        for row, numbers in zip(Row, player.tokens.tolist(), strict=True):
            cells = [f"{level.name[0]}{number}" for level, number in zip(Level, numbers, strict=True) if number]
            rows += [f"{row.name} {' '.join(cells)}"] if cells else []
        return rows

    def _ambition(self, state: Any, k: int) -> str:
        ambition = int(state.ambition[k])
        seats = range(self.rules.seats)
        claimed = [self.names.seat(state, s) for s in seats if (int(state.players[s].claimed) >> ambition) & 1]
        by = f"claimed by {' and '.join(claimed)}, " if claimed else ""
        return f"{self.names.ambitions[ambition]}, {by}next {slot_value(state, self.rules, k)} VP"

    def decision(self, state: Any, options: Any, chosen: int) -> str:
        """Return the chosen option as a sentence with its clause and effects, or an empty text for an empty step."""
        option = options[chosen]
        after = copy_of(state)
        carry_out(GAME, after, self.rules, option)
        events = list(self.consequences.of(state, option, after))
        if len(options) == 1 and option.kind in (Kind.NO, Kind.DONE) and not events:
            return ""
        sentence = f"{self.names.seat(state, state.actor)} {self.sentences.of(state, option, after)}"
        return "    " + "; ".join([sentence, *events])

    def ending(self, state: Any) -> str:
        """Return how the game ended, its winners, and the victory points of each player by source."""
        seats = range(self.rules.seats)
        winners = [self.names.seat(state, seat) for seat in seats if state.credit[seat] > 0]
        points = [f"{self.names.seat(state, seat)} {self._points(state, seat)}" for seat in seats]
        how = {
            Ended.CLAIMS: "the last turns are over (IAM-25.2)",
            Ended.TRUNCATED: "the limit of rounds is reached (IAM-25.5)",
        }[Ended(state.ended)]
        totals = sorted(int(total_vp(state, self.rules, seat)) for seat in seats)
        why = "IAM-26.8" if totals[-1] == totals[-2] else "IAM-1.2"
        return f"Round {state.rounds}: {how}; {' and '.join(winners)} won ({why}): {listed(points)}."
