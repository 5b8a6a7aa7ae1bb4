"""What a decision brings about: attacks, captures, eliminations, surrendered fleets, losses, new ships."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.games.four_thousand_ad.joint_arrival import bit, force
from starbalance.simulator.games.four_thousand_ad.occupation import defence, is_living
from starbalance.simulator.games.four_thousand_ad.state import Kind, Phase, Status
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.text import count_of_ships


class Consequences:
    """What happens through an option, and on the way to the next decision."""

    def __init__(self, rules: Any, homes: list[str], stars: list[str]):
        self.rules = rules
        self.homes = homes
        self.stars = stars

    def of(self, state: Any, option: Any, after: Any) -> Iterator[str]:
        """A clause of a sentence each, in the order in which they happen; `after`: the state of the next decision."""
        if state.phase == Phase.JOIN:
            yield from self._attack(state, option, after)
        if after.treacheries > state.treacheries:
            yield "an alliance is broken (FAD-24.4)"
        for seat in range(self.rules.seats):
            yield from self._possession(state, after, seat)
        for seat in range(self.rules.seats):
            yield from self._standing(state, after, seat)
        yield from self._surrendered(state, after)
        for seat in range(self.rules.seats):
            yield from self._ships(state, option, after, seat)

    def _attack(self, state: Any, option: Any, after: Any) -> Iterator[str]:
        """A joint attack after its last answer: fought, or called off."""
        star = self.stars[state.star]
        if after.battles > state.battles:
            joined = state.joined
            if option.kind == Kind.JOIN:
                joined |= bit(option.b, option.a, state.active)
            attackers = force(state, state.active, state.partner, joined)
            defenders = defence(state, self.rules, state.active, state.partner, state.star)
            result = "won (FAD-14.2)" if attackers > defenders else "beaten (FAD-14.9)"
            yield f"they fight at {star}, {attackers} against {defenders}: {result}"
        elif not _is_same_attack(state, after):
            yield f"the attack on {star} is called off (FAD-14.9)"

    def _possession(self, state: Any, after: Any, seat: int) -> Iterator[str]:
        """The home of a player in the game, or of an alliance, in other hands."""
        holder = after.players[seat].controller
        told = self.rules.alliances or is_living(state, seat)
        if not told or holder == state.players[seat].controller:
            return
        home = self.homes[seat]
        if holder == seat:
            yield f"{home} possesses its home again (FAD-13.2)"
        elif holder == NONE:
            yield f"nobody possesses the home of {home} (A-15)"
        elif self.rules.side[holder] == self.rules.side[seat]:
            yield f"{self.homes[holder]} holds the home of its ally {home} (A-12)"
        else:
            yield f"{self.homes[holder]} captures the home of {home} (FAD-13.1)"

    def _standing(self, state: Any, after: Any, seat: int) -> Iterator[str]:
        """A grace turn that begins or is over, an elimination."""
        was, now = state.players[seat].status, after.players[seat].status
        if was == now:
            return
        home = self.homes[seat]
        if now == Status.GRACE:
            yield f"{home} has one turn to regain its home (FAD-22.1)"
        elif now == Status.ELIMINATED:
            yield f"{home} is eliminated ({'FAD-19.3' if self.rules.alliances else 'FAD-22.1'})"
        elif was == Status.ELIMINATED:
            yield f"{home} is back in the game (A-12)"
        elif after.withdrawals > state.withdrawals:
            yield f"{home} is saved for now (FAD-22.10)"
        else:
            yield f"{home} is saved (FAD-22.1)"

    def _surrendered(self, state: Any, after: Any) -> Iterator[str]:
        more = {star: int(after.surrendered[star] - state.surrendered[star]) for star in range(STARS)}
        there = [(ships, self.stars[star]) for star, ships in more.items() if ships > 0]
        ships = count_of_ships(sum(ships for ships, _ in there))
        if len(there) == 1:
            yield f"{ships} surrendered at {there[0][1]} (FAD-22.4)"
        elif there:
            yield f"{ships} surrendered: {', '.join(f'{each} at {star}' for each, star in there)} (FAD-22.4)"

    def _ships(self, state: Any, option: Any, after: Any, seat: int) -> Iterator[str]:
        """Ships that a player takes over, loses in hyperspace, builds."""
        before, player, home = state.players[seat], after.players[seat], self.homes[seat]
        inherited = player.inherited - before.inherited
        if inherited > 0:
            where_they_lay = (after.surrendered < state.surrendered).any()
            clause = "FAD-22.6" if where_they_lay else "FAD-22.5"
            yield f"{home} takes over {count_of_ships(inherited)} ({clause})"
        lost = player.lost - before.lost
        if lost > 0 and option.kind != Kind.SURRENDER:
            yield f"{home} loses {count_of_ships(lost)} in hyperspace (FAD-5.5)"
        produced = player.produced - before.produced
        if produced > 0:
            yield f"{home} builds {count_of_ships(produced)} (FAD-12.4)"


def _is_same_attack(state: Any, after: Any) -> bool:
    """Whether the next decision is one more answer to the same question: one more warp has been asked."""
    asked = state.asked & ~after.asked == 0 and state.asked != after.asked
    return after.phase == Phase.JOIN and after.star == state.star and asked
