"""The texts of a game on the star field: the names of stars, homes and sectors, and the lines that all games share."""

from collections.abc import Sequence
from typing import Any

from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import counted, joined
from starbalance.simulator.games.star_field.field import LAYER, LAYERS, LETTERS, NONE, STARS
from starbalance.simulator.games.star_field.production import is_production_round
from starbalance.simulator.games.star_field.reader import star_id


class StarNarrator:
    """The base class of the writers of game logs. It has the names and the lines that all games share."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        self.homes: list[str] = rules.document["setups"][rules.setup.name]["homes"]
        self.stars = [""] * STARS
        for name, star in rules.document["stars"].items():
            self.stars[star_id(star)] = name

    def sector(self, number: int) -> str:
        """Return the name of a sector, for example "A-yellow"."""
        return f"{LETTERS[number % LAYER]}-{LAYERS[number // LAYER]}"

    def _turn_order(self, state: Any, strategies: Sequence[str]) -> str:
        """Return a line with the homes in turn order, each with its strategy."""
        order = [seat for seat in state.order if seat != NONE]
        return "Turn order: " + ", ".join(f"{self.homes[seat]} ({strategies[seat]})" for seat in order) + "."

    def _round(self, state: Any) -> str:
        return f"Round {state.rounds}" + (", production" if is_production_round(state, self.rules) else "")

    def _holds(self, stars: int, ships: int) -> str:
        """Return the numbers of stars and ships with their nouns, for example "3 stars, 12 ships"."""
        return f"{counted(stars, 'star')}, {counted(ships, 'ship')}"

    def _at_stars(self, player: Any) -> list[str]:
        """Return one entry per star with ships of the player, for example "Algol 3"."""
        return [f"{self.stars[star]} {player.ships[star]}" for star in range(STARS) if player.ships[star] > 0]

    def _won(self, state: Any, how: str) -> str:
        """Return a line with the round, the winners and how the game ended."""
        winners = [self.homes[seat] for seat in range(self.rules.seats) if state.credit[seat] > 0]
        return f"Round {state.rounds}: {joined(winners)} won: {how}."
