"""The final standings in words: every total with its parts, and what decided the win."""

from typing import Any

from starbalance.simulator.engine.wording import counted, joined
from starbalance.simulator.games.ascending_empires.board_rules import NONE
from starbalance.simulator.games.ascending_empires.building import built
from starbalance.simulator.games.ascending_empires.consequence import Names, number_of
from starbalance.simulator.games.ascending_empires.rules import Parameter, Structure
from starbalance.simulator.games.ascending_empires.scoring import (
    deciding_tie_break,
    levels_of,
    planets_of,
    quadrant_vp,
    quadrants_of,
    rank_of,
    total_of,
)
from starbalance.simulator.games.ascending_empires.state import Tie


def turn_order(state: Any) -> list[int]:
    """Return the seats in turn order, the first player first."""
    return [int(seat) for seat in state.order if seat != NONE]


class Standings:
    """The writer of the final standings."""

    def __init__(self, rules: Any, names: Names):
        self.rules, self.names = rules, names

    def lines(self, state: Any) -> list[str]:
        """Return a heading, then a line per player, the best first."""
        rank = {seat: rank_of(state, self.rules, seat, Tie.TECHNOLOGIES) for seat in turn_order(state)}
        places = {seat: 1 + sum(other > own for other in rank.values()) for seat, own in rank.items()}
        ranked = sorted(rank, key=lambda seat: places[seat])
        return ["Final standings (ASE-13.7)", *(f"  {places[seat]}. {self._row(state, seat)}" for seat in ranked)]

    def _row(self, state: Any, seat: int) -> str:
        parts = [f"{state.players[seat].tokens} taken during the game", *self._end_vp(state, seat)]
        total, levels = total_of(state, self.rules, seat), levels_of(state, seat)
        return f"{self.names.seat(seat)}: {total} VP: {', '.join(parts)}; {counted(levels, 'technology level')}"

    def _end_vp(self, state: Any, seat: int) -> list[str]:
        """Return a phrase for each source of VP at the end that is not 0."""
        rules, quadrants = self.rules, quadrants_of(state, self.rules, seat)
        planets, colonies = planets_of(state, seat), built(state, seat, Structure.COLONY)
        cities = built(state, seat, Structure.CITY)
        parts = (
            (rules.planet_vp * planets, number_of(planets, "planet"), "ASE-13.4"),
            (rules.colony_vp * colonies, number_of(colonies, "colony"), "ASE-13.4"),
            (state.players[seat].value[Parameter.CITY_VP] * cities, number_of(cities, "city"), "ASE-13.4"),
            (quadrant_vp(rules, quadrants), f"cities in {number_of(quadrants, 'quadrant')}", "ASE-13.5"),
        )
        return [f"{vp} for {what} ({clause})" for vp, what, clause in parts if vp]

    def decided(self, state: Any) -> str:
        """Return a phrase with the criterion that decided the win."""
        tie, best = Tie(deciding_tie_break(state, self.rules)), max(self._totals(state))
        tied = joined([self.names.seat(seat) for seat, total in enumerate(self._totals(state)) if total == best])
        return {
            Tie.TOTAL: "the highest total decided (ASE-13.7)",
            Tie.TOKENS: f"the VP taken during the game broke the tie of {tied} (ASE-13.8)",
            Tie.TECHNOLOGIES: f"the number of technologies broke the tie of {tied} (ASE-13.8)",
            Tie.SHARED: f"nothing broke the tie of {tied} (ASE-13.8)",
        }[tie]

    def _totals(self, state: Any) -> list[int]:
        return [int(total_of(state, self.rules, seat)) for seat in range(self.rules.seats)]
