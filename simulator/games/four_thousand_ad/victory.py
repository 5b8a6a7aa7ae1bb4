"""The outcome of a finished game, and the heuristic values of seats during a game."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad.adjudication import stars_of_side
from starbalance.simulator.games.four_thousand_ad.elimination import record_captures
from starbalance.simulator.games.four_thousand_ad.occupation import ships_of, stars_of
from starbalance.simulator.games.four_thousand_ad.production import new_ships
from starbalance.simulator.games.four_thousand_ad.rules import MOST_SHIPS
from starbalance.simulator.games.four_thousand_ad.state import SIG, Asset
from starbalance.simulator.games.star_field.field import HOMES, NONE, STARS
from starbalance.simulator.games.star_field.geometry import count

_NEARBY = 3  # the radius of the column pairs_nearby


@rule
def _pairs_nearby(state, rules, home):
    """Return the number of pairs of population and materials at the stars within count 3 of a home."""
    population, materials = 0, 0
    for star in range(STARS):
        if count(rules, home, star) <= _NEARBY:
            population += state.population[star]
            materials += state.materials[star]
    return min(population, materials)


@rule
def _finish_seat(state, rules, seat, row):
    player = state.players[seat]
    row.home = seat
    row.player = rules.player[seat]
    row.credit = state.credit[seat]
    row.stars = stars_of(state, rules, seat)
    row.ships = ships_of(state, rules, seat)
    row.pairs_nearby = _pairs_nearby(state, rules, player.home)
    row.produced = player.produced
    row.destroyed = player.destroyed
    row.lost = player.lost
    row.inherited = player.inherited
    row.captures = player.captures
    row.captor = player.captor
    row.captor_count = NONE
    if player.captor >= 0:
        row.captor_count = count(rules, player.home, state.players[player.captor].home)
    row.fallen_round = player.fallen_round
    row.eliminated_round = player.eliminated_round
    row.rescues = player.rescues


@kernel(SIG["standing"])
def standing(state, rules, seat):
    """FAD-23.2: Return the heuristic value of a seat or of its side: stars, plus 1 per 100,000 ships to break ties."""
    if rules.alliances == 0:
        return stars_of(state, rules, seat) + ships_of(state, rules, seat) / MOST_SHIPS
    ships = 0
    for other in range(rules.seats):
        ships += ships_of(state, rules, other) if rules.side[other] == rules.side[seat] else 0
    return stars_of_side(state, rules, rules.side[seat]) + ships / MOST_SHIPS


@kernel(SIG["assets"])
def assets(state, rules, seat, asset):
    """Return an evaluation feature of a seat, in Alliances of its whole side.

    It is the number of ships, or of new ships that could be built now.
    """
    total = 0
    for other in range(rules.seats):
        if other == seat or (rules.alliances != 0 and rules.side[other] == rules.side[seat]):
            total += ships_of(state, rules, other) if asset == Asset.SHIPS else new_ships(state, rules, other)
    return float(total)


@kernel(SIG["level"])
def level(state, rules, seat):
    """Return the home of a seat, as its number."""
    return seat


@kernel(SIG["finish"])
def finish(state, rules, outcome):
    """Fill the outcome record of a finished game, with one row per seat."""
    record_captures(state, rules)
    outcome.ended = state.ended
    outcome.truncated = state.truncated
    outcome.rounds = state.rounds
    outcome.first_home = state.order[0]
    outcome.battles = state.battles
    outcome.combined = state.combined
    outcome.joint = state.joint
    outcome.withdrawals = state.withdrawals
    outcome.treacheries = state.treacheries
    for seat in range(rules.seats):
        _finish_seat(state, rules, seat, outcome.seats[seat])
    for place in range(HOMES):
        if state.order[place] >= 0:
            outcome.seats[state.order[place]].seat = place + 1
