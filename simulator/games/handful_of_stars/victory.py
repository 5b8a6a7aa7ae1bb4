"""The end of a game (HOS-16.5, HOS-16.6): the winners, the heuristic values of the seats, and the outcome."""

from starbalance.simulator.engine.contract import share_win
from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.handful_of_stars.card import cards_of
from starbalance.simulator.games.handful_of_stars.rules import SPACES, TRACK
from starbalance.simulator.games.handful_of_stars.scoring import final_vp
from starbalance.simulator.games.handful_of_stars.seating import seat_at
from starbalance.simulator.games.handful_of_stars.state import NONE, SIG, Action, Asset, Cylinder, Marker, Zone
from starbalance.simulator.games.handful_of_stars.system import systems_of


@rule
def rank_of(state, rules, seat):
    """HOS-16.6, A32: Return victory points, then controlled systems, as one comparable number."""
    return final_vp(state, rules, seat) * (SPACES + 1) + systems_of(state, rules, seat)


@rule
def end_game(state, rules):
    """HOS-16.6: Set `state.over` and `state.credit`. The seats with the highest `rank_of` share the win equally."""
    state.over = 1
    for seat in range(rules.seats):
        state.credit[seat] = rank_of(state, rules, seat)
    share_win(state, rules)


@rule
def _markers_of(state, rules, seat, marker):
    number = 0
    for space in range(rules.spaces):
        number += 1 if state.owner[space] == seat and state.marker[space] == marker else 0
    return number


@rule
def _points_on_counters(state, rules, seat):
    points = 0
    for space in range(TRACK):
        kind = state.players[seat].counters[space]
        points += rules.counter_vp[kind] if kind != NONE else 0
    return points


@rule
def _finish_points(state, rules, seat, row):
    """Fill in the victory points of a seat by source, its systems and its colonies in its outcome record `row`."""
    player = state.players[seat]
    row.vp = final_vp(state, rules, seat)
    row.vp_home = rules.vp_home * _markers_of(state, rules, seat, Marker.HOME)
    row.colonies = _markers_of(state, rules, seat, Marker.COLONY)
    row.vp_colonies = rules.vp_colony * row.colonies
    row.vp_outposts = rules.vp_outpost * _markers_of(state, rules, seat, Marker.OUTPOST)
    row.vp_culture = player.vp_culture
    row.vp_counters = _points_on_counters(state, rules, seat)
    row.systems = systems_of(state, rules, seat)
    row.home_lost = 1 if player.cylinder == Cylinder.LOST else 0


@rule
def _finish_start(state, rules, seat, row):
    """Fill in the start position of a seat and its dealt Technology cards in its outcome record `row`."""
    player = state.players[seat]
    row.home = player.home
    row.colony = player.colony
    row.start_components = player.start_components
    row.start_neighbours = player.start_neighbours
    row.dealt_one = player.dealt[0]
    row.dealt_two = player.dealt[1]
    row.dealt = 0
    for name in player.dealt:
        row.dealt |= 1 << name if name != NONE else 0


@rule
def _finish_actions(state, seat, row):
    player = state.players[seat]
    row.builds = player.actions[Action.BUILD]
    row.moves = player.actions[Action.MOVE]
    row.colonisations = player.actions[Action.COLONISE]
    row.drafts = player.actions[Action.DRAFT]
    row.reserves = player.actions[Action.RESERVE]
    row.discards = player.actions[Action.DISCARD]
    row.removals = player.actions[Action.REMOVE]
    row.card_actions = player.actions[Action.CARD]
    row.passes = player.actions[Action.PASS]
    row.free_actions = player.free_actions
    row.drafted = player.drafted
    row.played = player.played
    row.units_built = player.built


@rule
def _finish_combats(state, rules, seat, row):
    player = state.players[seat]
    row.attacks_neutral = player.attacks[0]
    row.wins_neutral = player.wins[0]
    row.lost_neutral = player.losses[0]
    row.attacks_player = player.attacks[1]
    row.wins_player = player.wins[1]
    row.lost_player = player.losses[1]
    row.defences = player.defences
    row.held = player.held
    row.lost_defending = player.lost_defending
    row.units = rules.fleets + rules.star_bases - player.fleets - player.star_bases


@rule
def _finish_seat(state, rules, seat, row):
    player = state.players[seat]
    row.race = player.race
    row.player = rules.player[seat]
    row.credit = state.credit[seat]
    row.cards = cards_of(state, seat)
    row.shuffles = player.shuffles
    row.triggered = player.triggered
    _finish_points(state, rules, seat, row)
    _finish_start(state, rules, seat, row)
    _finish_actions(state, seat, row)
    _finish_combats(state, rules, seat, row)


@kernel(SIG["standing"])
def standing(state, rules, seat):
    """HOS-16.5: Return the victory points of a seat as they would count now, as a float."""
    return float(final_vp(state, rules, seat))


@kernel(SIG["assets"])
def assets(state, rules, seat, asset):
    """Return an evaluation feature (`Asset`) of a seat, as a float.

    The features are the numbers of own systems without a marker, cards in the Reserves, and units on the map.
    """
    player = state.players[seat]
    if asset == Asset.RESERVED:
        return float(player.piles[Zone.RESERVE_ONE].count + player.piles[Zone.RESERVE_TWO].count)
    if asset == Asset.UNITS:
        return float(rules.fleets + rules.star_bases - player.fleets - player.star_bases)
    waiting = 0
    for space in range(rules.spaces):
        waiting += 1 if state.owner[space] == seat and state.marker[space] == Marker.EMPTY else 0
    return float(waiting)


@kernel(SIG["level"])
def level(state, rules, seat):
    """Return the number of the race of a seat."""
    return state.players[seat].race


@kernel(SIG["finish"])
def finish(state, rules, outcome):
    """Fill in `outcome` from a finished game, with one record for each seat in `outcome.seats`."""
    outcome.ended = state.ended
    outcome.truncated = state.truncated
    outcome.rounds = state.rounds
    outcome.shuffles = state.shuffles
    outcome.trigger_round = state.trigger_round
    outcome.trigger_race = NONE
    outcome.first_race = state.players[state.first].race
    outcome.guard_hit = state.guard_hit
    outcome.map_pieces = state.pieces_of_map
    winners = 0
    for seat in range(rules.seats):
        _finish_seat(state, rules, seat, outcome.seats[seat])
        winners += 1 if state.credit[seat] > 0 else 0
        if state.players[seat].triggered:
            outcome.trigger_race = state.players[seat].race
    outcome.shared = 1 if winners > 1 else 0
    for place in range(rules.seats):
        outcome.seats[seat_at(state, rules, place)].seat = place + 1
