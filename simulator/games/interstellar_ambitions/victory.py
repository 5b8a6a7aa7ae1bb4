"""The end of the game: its trigger, the winners, and the outcome (IAM-25, IAM-26.8)."""

from starbalance.simulator.engine.contract import share_win
from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.interstellar_ambitions.ambition import levels_of, maxed_of, specials_of
from starbalance.simulator.games.interstellar_ambitions.fleet import fleet_value
from starbalance.simulator.games.interstellar_ambitions.payment import holdings
from starbalance.simulator.games.interstellar_ambitions.rules import (
    DRAWN,
    DRAWN_EACH,
    LEVELS,
    NONE,
    RANKED_POINT,
    EndTurns,
)
from starbalance.simulator.games.interstellar_ambitions.scoring import (
    total_vp,
    vp_of_medals,
    vp_of_planets,
    vp_of_set,
    vp_of_ships,
    vp_of_specials,
    vp_of_technologies,
)
from starbalance.simulator.games.interstellar_ambitions.seating import place_of
from starbalance.simulator.games.interstellar_ambitions.state import SIG, Asset
from starbalance.simulator.games.interstellar_ambitions.technology import number_of
from starbalance.simulator.games.interstellar_ambitions.word import Level, Medal, Row


@rule
def trigger_end(state, rules, seat):
    """IAM-25.1, IAM-25.2: Start the last turns if the seat is the first with enough claims (A46)."""
    if state.trigger_seat != NONE or state.players[seat].claims < rules.claims_to_end:
        return
    state.trigger_seat = seat
    state.trigger_round = state.rounds
    state.leader_at_trigger = sole_leader(state, rules)
    state.turns_left = rules.seats
    if rules.end_turns == EndTurns.FINISH_ROUND:
        state.turns_left = rules.seats - 1 - place_of(state, rules, seat)
    elif rules.end_turns == EndTurns.ONE_EACH_EXCL_TRIGGER:
        state.turns_left = rules.seats - 1
    state.turns_left += 1  # the triggering turn itself is subtracted at its end


@rule
def sole_leader(state, rules):
    """Return the seat with the most points, or `NONE` if several seats have them."""
    best, leader = -1, NONE
    for seat in range(rules.seats):
        points = total_vp(state, rules, seat)
        if points == best:
            leader = NONE
        if points > best:
            best, leader = points, seat
    return leader


@rule
def _rank(state, rules, seat):
    """IAM-26.8: Return victory points, then effective combat value, as one comparable number (A37)."""
    return total_vp(state, rules, seat) * RANKED_POINT + fleet_value(state, rules, seat)


@rule
def end_game(state, rules, ended):
    """IAM-26.8: End the game. Fill in `state.credit`: the seats with the highest rank share the win."""
    state.over = 1
    state.ended = ended
    for seat in range(rules.seats):
        state.credit[seat] = _rank(state, rules, seat)
    share_win(state, rules)


@rule
def _finish_points(state, rules, seat, row):
    """Fill in the `vp` fields of `row`, the victory points of a seat by source."""
    row.vp = total_vp(state, rules, seat)
    row.vp_planets = vp_of_planets(state, rules, seat)
    row.vp_set = vp_of_set(state, rules, seat)
    row.vp_special = vp_of_specials(state, rules, seat)
    row.vp_technologies = vp_of_technologies(state, rules, seat)
    row.vp_ships = vp_of_ships(state, rules, seat)
    row.vp_medals = vp_of_medals(state, rules, seat)
    row.vp_ambitions = state.players[seat].claim_vp


@rule
def _finish_holdings(state, rules, seat, row):
    """Fill in the fields of `row` for what a player has at the end: planets, technologies, ships, medals, resources."""
    player = state.players[seat]
    row.planets = player.planets
    row.planets_maxed = maxed_of(state, rules, seat)
    row.levels = levels_of(state, seat)
    row.specials = specials_of(state, rules, seat)
    row.owned = player.owned
    row.known = player.known
    row.technologies_owned = number_of(player.owned)
    row.technologies_acquired = number_of(player.known) - row.technologies_owned
    row.ships = player.ships
    row.combat_value = fleet_value(state, rules, seat)
    row.fleet_medals = player.medals[Medal.FLEET]
    row.shadow_medals = player.medals[Medal.SHADOW]
    row.resources = holdings(state, seat)


@rule
def _taken(state, seat, row):
    """Return the number of actions that a seat has taken on a row, at all planning levels."""
    number = 0
    for level in range(LEVELS):
        number += state.players[seat].actions[row, level]
    return number


@rule
def _finish_actions(state, seat, row):
    player = state.players[seat]
    row.turns = player.turns
    row.gained = player.gained
    row.produces = player.produces
    row.advances = player.advances
    row.plans = player.plans
    row.passes = player.passes
    row.exchanges = player.exchanges
    row.colonises = _taken(state, seat, Row.COLONISE)
    row.develops = _taken(state, seat, Row.DEVELOP)
    row.builds = _taken(state, seat, Row.BUILD)
    row.researches = _taken(state, seat, Row.RESEARCH)
    row.shadows = _taken(state, seat, Row.SHADOW)
    row.fleets = _taken(state, seat, Row.FLEET)
    row.basic_actions = 0
    row.ultimate_actions = 0
    for track in range(Row.FLEET + 1):
        row.basic_actions += player.actions[track, Level.BASIC]
        row.ultimate_actions += player.actions[track, Level.ULTIMATE]


@rule
def _finish_conflicts(state, seat, row):
    """Fill in the fields of `row` for battles and shadow cards."""
    player = state.players[seat]
    row.raids = player.raids
    row.raids_won = player.raids_won
    row.invades = player.invades
    row.invades_won = player.invades_won
    row.attacked = player.attacked
    row.repelled = player.repelled
    row.looted = player.looted
    row.lost_loot = player.lost_loot
    row.planets_captured = player.planets_captured
    row.captured_low = player.captured_low
    row.planets_lost = player.planets_lost
    row.home_lost = player.home_lost
    row.emergencies = player.emergencies
    row.ships_lost = player.ships_lost
    row.ships_sunk = player.ships_sunk
    row.cards_played = player.cards_played
    row.played = player.played
    row.checks = player.checks
    row.checks_won = player.checks_won
    row.opposed = player.opposed


@rule
def _finish_seat(state, rules, seat, row):
    player = state.players[seat]
    row.seat = place_of(state, rules, seat) + 1
    row.player = rules.player[seat]
    row.colour = player.colour
    row.start_technology = player.start_technology
    row.credit = state.credit[seat]
    row.claims = player.claims
    row.first_claims = player.first_claims
    row.claimed = player.claimed
    row.triggered = 1 if state.trigger_seat == seat else 0
    _finish_points(state, rules, seat, row)
    _finish_holdings(state, rules, seat, row)
    _finish_actions(state, seat, row)
    _finish_conflicts(state, seat, row)


@rule
def _finish_race(rules, outcome):
    """Fill in how close the game was: points between first and second, shared win, and whether combat value decided
    (IAM-26.8).
    """
    best, second, winners = -1, -1, 0
    for seat in range(rules.seats):
        points = outcome.seats[seat].vp
        winners += 1 if outcome.seats[seat].credit > 0 else 0
        if points > best:
            best, second = points, best
        elif points > second:
            second = points
    outcome.margin = best - second
    outcome.shared = 1 if winners > 1 else 0
    outcome.tie_break = 1 if best == second and winners == 1 else 0


@rule
def _finish_end(state, rules, outcome):
    """Fill in `outcome` with the results of the player who triggered the end and of the leader at that moment, 0 if
    there is none.
    """
    seat, leader = state.trigger_seat, state.leader_at_trigger
    outcome.trigger_round = state.trigger_round
    outcome.trigger_seat = place_of(state, rules, seat) + 1 if seat != NONE else 0
    outcome.trigger_won = state.credit[seat] if seat != NONE else 0.0
    outcome.leader_known = 1 if leader != NONE else 0
    outcome.leader_won = state.credit[leader] if leader != NONE else 0.0


@kernel(SIG["standing"])
def standing(state, rules, seat):
    """IAM-26: Return the victory points of a seat, if the game ended now."""
    return float(total_vp(state, rules, seat))


@kernel(SIG["assets"])
def assets(state, rules, seat, asset):
    """Return an evaluation feature that may bring victory points later: resources, planet levels, shadow cards in hand
    or ships.
    """
    player = state.players[seat]
    if asset == Asset.RESOURCES:
        return float(holdings(state, seat))
    if asset == Asset.LEVELS:
        return float(levels_of(state, seat))
    return float(player.cards if asset == Asset.CARDS else player.ships)


@kernel(SIG["level"])
def level(state, rules, seat):
    """Return the START technology of a seat, or `NONE` before it has chosen one."""
    return state.players[seat].start_technology


@kernel(SIG["finish"])
def finish(state, rules, outcome):
    """Fill in the outcome of a finished game: the record of the game and one record per seat."""
    outcome.ended = state.ended
    outcome.truncated = state.truncated
    outcome.rounds = state.rounds
    outcome.active_claims = 0
    outcome.passive_claims = 0
    for k in range(DRAWN):
        if k < DRAWN_EACH:
            outcome.active_claims += state.claims[k]
        else:
            outcome.passive_claims += state.claims[k]
    outcome.ambition_1, outcome.ambition_2, outcome.ambition_3 = state.ambition[0], state.ambition[1], state.ambition[2]
    outcome.ambition_4, outcome.ambition_5, outcome.ambition_6 = state.ambition[3], state.ambition[4], state.ambition[5]
    outcome.claims_1, outcome.claims_2, outcome.claims_3 = state.claims[0], state.claims[1], state.claims[2]
    outcome.claims_4, outcome.claims_5, outcome.claims_6 = state.claims[3], state.claims[4], state.claims[5]
    outcome.claim_round_1, outcome.claim_round_2 = state.claim_round[0], state.claim_round[1]
    outcome.claim_round_3, outcome.claim_round_4 = state.claim_round[2], state.claim_round[3]
    outcome.claim_round_5, outcome.claim_round_6 = state.claim_round[4], state.claim_round[5]
    for seat in range(rules.seats):
        _finish_seat(state, rules, seat, outcome.seats[seat])
    _finish_race(rules, outcome)
    _finish_end(state, rules, outcome)
