"""The end of the game: adjudication at the cap, resignation, and the outcome."""

from starbalance.simulator.four_thousand_ad.alliance import win_for_side
from starbalance.simulator.four_thousand_ad.elimination import record_captures
from starbalance.simulator.four_thousand_ad.movement import count
from starbalance.simulator.four_thousand_ad.occupation import is_living, occupants, possesses_home, ships_of, stars_of
from starbalance.simulator.four_thousand_ad.state import HOMES, NONE, SIG, STARS, Ended
from starbalance.simulator.kernel import kernel, rule

_NEARBY = 3  # the radius of the column pairs_nearby
_SHIPS = 100_000  # more than there can be: stars first, then ships, as one comparable number


@rule
def _ranking(state, rules, seat):
    """FAD-23.2: stars first, then ships, as one comparable number."""
    return stars_of(state, rules, seat) * _SHIPS + ships_of(state, rules, seat)


@rule
def _adjudicate_independents(state, rules):
    """FAD-23.2, A-21: most stars, then most ships, among the living; a full tie is shared."""
    best, equals = -1, 0
    for seat in range(rules.seats):
        if is_living(state, seat):
            ranking = _ranking(state, rules, seat)
            if ranking > best:
                best, equals = ranking, 0
            equals += 1 if ranking == best else 0
    for seat in range(rules.seats):
        won = is_living(state, seat) and _ranking(state, rules, seat) == best
        state.credit[seat] = 1.0 / equals if won else 0.0


@rule
def _stars_of_side(state, rules, side):
    number = 0
    for star in range(STARS):
        there = occupants(state, rules, star)
        for seat in range(rules.seats):
            if rules.side[seat] == side and ((there >> seat) & 1 or _is_empty_home(state, rules, seat, star, there)):
                number += 1
                break
    return number


@rule
def _is_empty_home(state, rules, seat, star, there):
    """A-08: a home possessed without a ship."""
    at_home = state.players[seat].home == star and there == 0
    return at_home and rules.empty_home_counts == 1 and possesses_home(state, seat)


@rule
def _ranking_of_side(state, rules, side):
    """Homes possessed, then stars, then ships, as one comparable number (a stand-in: the rules give nothing)."""
    homes, ships = 0, 0
    for seat in range(rules.seats):
        held = state.players[seat].controller
        homes += 1 if held >= 0 and rules.side[held] == side else 0
        ships += ships_of(state, rules, seat) if rules.side[seat] == side else 0
    return (homes * 100 + _stars_of_side(state, rules, side)) * _SHIPS + ships


@rule
def adjudicate(state, rules):
    """FAD-23.2: the early end."""
    state.over = 1
    state.ended = Ended.ADJUDICATED
    if rules.alliances == 0:
        _adjudicate_independents(state, rules)
        return
    first, second = _ranking_of_side(state, rules, 0), _ranking_of_side(state, rules, 1)
    if first != second:
        win_for_side(state, rules, 0 if first > second else 1, Ended.ADJUDICATED)
        return
    for seat in range(rules.seats):
        state.credit[seat] = 1.0 / rules.seats


@rule
def _dominates(state, rules, side):
    """Whether a side has the ships and the stars at which the others would resign."""
    own, others, stars = 0, 0, 0
    for seat in range(rules.seats):
        ships = ships_of(state, rules, seat)
        if rules.side[seat] == side:
            own += ships
            stars += stars_of(state, rules, seat)
        else:
            others += ships
    return own >= rules.resign_ratio * others and stars >= rules.resign_stars


@rule
def resign(state, rules):
    """The resign rule: after so many rounds in a row of dominance the others give up."""
    for seat in range(rules.seats):
        player = state.players[seat]
        player.dominant = player.dominant + 1 if _dominates(state, rules, rules.side[seat]) else 0
    for seat in range(rules.seats):
        if state.players[seat].dominant >= rules.resign_rounds and state.over == 0:
            concede(state, rules, rules.side[seat])


@rule
def concede(state, rules, winner):
    """FAD-19.4: the others give up in favour of a side."""
    if rules.alliances:
        win_for_side(state, rules, winner, Ended.CONCEDED)
        return
    state.over = 1
    state.ended = Ended.CONCEDED
    for seat in range(rules.seats):
        state.credit[seat] = 1.0 if rules.side[seat] == winner else 0.0


@rule
def _pairs_nearby(state, rules, home):
    """Resource pairs at the stars within count 3 of a home."""
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
    """FAD-23.2: the stars of a seat, or of both seats of its side; ships settle ties, 100,000 of them count a star."""
    if rules.alliances == 0:
        return stars_of(state, rules, seat) + ships_of(state, rules, seat) / _SHIPS
    ships = 0
    for other in range(rules.seats):
        ships += ships_of(state, rules, other) if rules.side[other] == rules.side[seat] else 0
    return _stars_of_side(state, rules, rules.side[seat]) + ships / _SHIPS


@kernel(SIG["finish"])
def finish(state, rules, outcome):
    """The outcome of a finished game: one record, with one for each seat in it."""
    record_captures(state, rules)
    outcome.ended = state.ended
    outcome.capped = state.capped
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
