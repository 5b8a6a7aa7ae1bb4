"""The outcome of a finished game, and the heuristic values of seats during a game."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad_leaders.ending import claims_of
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import held_stars, ships_of, stars_of, symbols_of
from starbalance.simulator.games.four_thousand_ad_leaders.state import SIG, Asset
from starbalance.simulator.games.star_field.field import NONE, STARS


@rule
def _finish_cards(state, rules, seat, row):
    player = state.players[seat]
    row.claims = claims_of(state, seat)
    row.claimed = player.claims
    row.shown = player.shown
    row.followed = player.followed
    row.claimed_round = player.claimed_round
    row.first_objective = player.first_objective
    row.drawn = player.drawn
    row.led = player.led
    row.used = player.used
    row.recoveries = player.recoveries
    row.redraws = player.redraws
    row.strength = 0
    for card in range(rules.leaders):
        if (player.drawn >> card) & 1:
            row.strength += state.strength[card]


@rule
def _pairs(state, rules, seat):
    """Return the number of pairs of population and materials on the stars of a seat."""
    population, materials, _ = symbols_of(state, held_stars(state, rules, seat))
    return min(population, materials)


@rule
def _finish_ships(state, rules, seat, row):
    player = state.players[seat]
    row.stars = stars_of(state, rules, seat)
    row.pairs = _pairs(state, rules, seat)
    row.ships = ships_of(state, seat)
    row.produced = player.produced
    row.supplied = player.supplied
    row.destroyed = player.destroyed
    row.fallen = player.fallen
    row.lost = player.lost
    row.departures = player.departures
    row.hops = player.hops
    row.attacks = player.attacks
    row.wins = player.wins
    row.defences = player.defences
    row.peaceful = 1 if player.attacks + player.defences == 0 else 0
    row.named = player.named
    row.named_all = player.named_all
    row.named_one = player.named_one
    row.named_none = player.named_none
    row.withdrawals = player.withdrawals
    row.captures = player.captures
    row.homeless = player.homeless


@rule
def _shares(state, rules):
    """Return (number of winners, number of players with the most claims)."""
    winners, best, tied = 0, 0, 0
    for seat in range(rules.seats):
        winners += 1 if state.credit[seat] > 0.0 else 0
        best = max(best, claims_of(state, seat))
    for seat in range(rules.seats):
        tied += 1 if claims_of(state, seat) == best else 0
    return winners, tied


@rule
def _of_opened(state, rules, k):
    """Return (objective number `k` open from the start, its claims, round of the first claim), or (NONE, 0, 0)."""
    card, claims = state.opened[k], 0
    if card == NONE:
        return NONE, 0, 0
    for seat in range(rules.seats):
        claims += (state.players[seat].claims >> card) & 1
    return card, claims, state.claim_round[card]


@kernel(SIG["standing"])
def standing(state, rules, seat):
    """FAL-5.1, FAL-5.3: Return the heuristic value of a seat: its claims plus half its fraction of all stars."""
    return claims_of(state, seat) + 0.5 * stars_of(state, rules, seat) / STARS


@kernel(SIG["assets"])
def assets(state, rules, seat, asset):
    """Return an evaluation feature of a seat: its ships, its stars, or the pairs of resources for new ships."""
    if asset == Asset.SHIPS:
        return float(ships_of(state, seat))
    if asset == Asset.STARS:
        return float(stars_of(state, rules, seat))
    return float(_pairs(state, rules, seat))


@kernel(SIG["level"])
def level(state, rules, seat):
    """Return the home of a seat, as its number."""
    return seat


@kernel(SIG["finish"])
def finish(state, rules, outcome):
    """Fill the outcome record of a finished game, with one row per seat."""
    outcome.ended = state.ended
    outcome.truncated = state.truncated
    outcome.rounds = state.rounds
    outcome.first_home = state.order[0]
    outcome.combats = state.combats
    outcome.combat_rounds = state.combat_rounds
    outcome.mutual = state.mutual
    outcome.even_first, outcome.even_later = state.even[0], state.even[1]
    outcome.even_first_won, outcome.even_later_won = state.even_won[0], state.even_won[1]
    outcome.even_first_lost, outcome.even_later_lost = state.even_lost[0], state.even_lost[1]
    winners, outcome.tied = _shares(state, rules)
    outcome.shared = 1 if winners > 1 else 0
    outcome.objective_1, outcome.claims_1, outcome.claim_round_1 = _of_opened(state, rules, 0)
    outcome.objective_2, outcome.claims_2, outcome.claim_round_2 = _of_opened(state, rules, 1)
    outcome.objective_3, outcome.claims_3, outcome.claim_round_3 = _of_opened(state, rules, 2)
    for place in range(rules.seats):
        seat = state.order[place]
        row = outcome.seats[seat]
        row.home = seat
        row.seat = place + 1
        row.player = rules.player[seat]
        row.credit = state.credit[seat]
        _finish_cards(state, rules, seat, row)
        _finish_ships(state, rules, seat, row)
