"""The consequences of a decision in words: attacks, captures, eliminations, surrendered fleets, losses, new ships."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games.four_thousand_ad.joint_arrival import bit, force
from starbalance.simulator.games.four_thousand_ad.occupation import defence, is_living
from starbalance.simulator.games.four_thousand_ad.state import Decision, Kind, Status
from starbalance.simulator.games.star_field.field import NONE, STARS


class Consequences:
    """The events that an option causes up to the next decision, as phrases for the log."""

    def __init__(self, rules: Any, homes: list[str], stars: list[str]):
        self.rules = rules
        self.homes = homes
        self.stars = stars

    def of(self, state: Any, option: Any, after: Any) -> Iterator[str]:
        """Yield one phrase per event, in the order of the events; `after` is the state at the next decision."""
        if state.decision == Decision.JOIN:
            yield from self._attack(state, option, after)
        if after.treacheries > state.treacheries:
            yield "an alliance is broken (FAD-24.4)"
        for seat in range(self.rules.seats):
            yield from self._possession(state, after, seat)
        for seat in range(self.rules.seats):
            yield from self._status(state, after, seat)
        yield from self._surrendered(state, after)
        for seat in range(self.rules.seats):
            yield from self._ships(state, option, after, seat)

    def _attack(self, state: Any, option: Any, after: Any) -> Iterator[str]:
        """Yield one phrase if a joint attack has been fought or called off, and nothing while another warp is asked."""
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
        """Yield a phrase if the home of a seat has a new possessor. Independents must still be in the game."""
        holder = after.players[seat].controller
        is_reported = self.rules.alliances or is_living(state, seat)
        if not is_reported or holder == state.players[seat].controller:
            return
        home = self.homes[seat]
        if holder == seat:
            yield f"{home} possesses its home again (FAD-13.2)"
        elif holder == NONE:
            yield f"no player possesses the home of {home} (A-15)"
        elif self.rules.side[holder] == self.rules.side[seat]:
            yield f"{self.homes[holder]} holds the home of its ally {home} (A-12)"
        else:
            yield f"{self.homes[holder]} captures the home of {home} (FAD-13.1)"

    def _status(self, state: Any, after: Any, seat: int) -> Iterator[str]:
        """Yield a phrase if the status of a seat changes: a grace turn, a rescue, an elimination, a return."""
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
        """Yield one phrase with the newly surrendered ships at each star, or none if no ship surrendered."""
        more = {star: int(after.surrendered[star] - state.surrendered[star]) for star in range(STARS)}
        places = [(ships, self.stars[star]) for star, ships in more.items() if ships > 0]
        ships = counted(sum(ships for ships, _ in places), "ship")
        if len(places) == 1:
            yield f"{ships} surrendered at {places[0][1]} (FAD-22.4)"
        elif places:
            yield f"{ships} surrendered: {', '.join(f'{each} at {star}' for each, star in places)} (FAD-22.4)"

    def _ships(self, state: Any, option: Any, after: Any, seat: int) -> Iterator[str]:
        """Yield a phrase each for the ships that a seat takes over, loses in hyperspace, and builds, if any."""
        before, player, home = state.players[seat], after.players[seat], self.homes[seat]
        inherited = player.inherited - before.inherited
        if inherited > 0:
            from_stars = (after.surrendered < state.surrendered).any()
            clause = "FAD-22.6" if from_stars else "FAD-22.5"
            yield f"{home} takes over {counted(inherited, 'ship')} ({clause})"
        lost = player.lost - before.lost
        if lost > 0 and option.kind != Kind.SURRENDER:
            yield f"{home} loses {counted(lost, 'ship')} in hyperspace (FAD-5.5)"
        produced = player.produced - before.produced
        if produced > 0:
            yield f"{home} builds {counted(produced, 'ship')} (FAD-12.4)"


def _is_same_attack(state: Any, after: Any) -> bool:
    """Return whether the next decision asks one more warp about the attack in preparation."""
    is_one_more_asked = state.answered & ~after.answered == 0 and state.answered != after.answered
    return after.decision == Decision.JOIN and after.star == state.star and is_one_more_asked
