"""A game on the star field in words: its stars, homes, sectors and ships, and the lines that all such games have."""

from collections.abc import Sequence
from typing import Any

from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import joined
from starbalance.simulator.games.star_field.field import LAYER, LAYERS, LETTERS, NONE, STARS
from starbalance.simulator.games.star_field.production import is_production_round
from starbalance.simulator.games.star_field.reader import star_id


def count_of_ships(ships: int) -> str:
    """Such as `1 ship`, `5 ships`."""
    return "1 ship" if ships == 1 else f"{ships} ships"


class StarNarrator:
    """The names of a game's stars and homes, and what is told of every game on the star field."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        self.homes: list[str] = rules.document["setups"][rules.setup.name]["homes"]
        self.stars = [""] * STARS
        for name, star in rules.document["stars"].items():
            self.stars[star_id(star)] = name

    def sector(self, number: int) -> str:
        """Such as `A-yellow`."""
        return f"{LETTERS[number % LAYER]}-{LAYERS[number // LAYER]}"

    def _turn_order(self, state: Any, strategies: Sequence[str]) -> str:
        """Who plays which home, in turn order."""
        order = [seat for seat in state.order if seat != NONE]
        return "Turn order: " + ", ".join(f"{self.homes[seat]} ({strategies[seat]})" for seat in order) + "."

    def _round(self, state: Any) -> str:
        return f"Round {state.rounds}" + (", production" if is_production_round(state, self.rules) else "")

    def _holds(self, stars: int, ships: int) -> str:
        """Such as `3 stars, 12 ships`."""
        return f"{stars} star{'' if stars == 1 else 's'}, {count_of_ships(ships)}"

    def _at_stars(self, player: Any) -> list[str]:
        """The ships of a player at each star."""
        return [f"{self.stars[star]} {player.ships[star]}" for star in range(STARS) if player.ships[star] > 0]

    def _won(self, state: Any, how: str) -> str:
        """Who won, when, and how."""
        winners = [self.homes[seat] for seat in range(self.rules.seats) if state.credit[seat] > 0]
        return f"Round {state.rounds}: {joined(winners)} won: {how}."
