"""The order of play: the four steps of a turn (IAM-13), and the end of the game (IAM-25, 26)."""

from starbalance.simulator.chance import next_turn
from starbalance.simulator.interstellar_ambitions.ambition import clear_turn, may_claim, note_met, remembers
from starbalance.simulator.interstellar_ambitions.fleet import can_repair, fleet_value, open_repairs
from starbalance.simulator.interstellar_ambitions.opening import place_of, seat_at
from starbalance.simulator.interstellar_ambitions.payment import exchange_rate, has, holdings
from starbalance.simulator.interstellar_ambitions.planet import is_maxed
from starbalance.simulator.interstellar_ambitions.production import next_upkeep
from starbalance.simulator.interstellar_ambitions.rules import (
    ANY,
    DRAWN,
    NONE,
    RESOURCES,
    EndTurns,
    ExchangeKind,
    UpkeepTiming,
)
from starbalance.simulator.interstellar_ambitions.state import Ended, Phase, Then
from starbalance.simulator.interstellar_ambitions.technology import number_of
from starbalance.simulator.interstellar_ambitions.word import Count, EventEffect, Market, Medal, Modifier, Row
from starbalance.simulator.kernel import rule


@rule
def ask(state, phase, seat):
    """The pending decision, and whose it is."""
    state.phase = phase
    state.actor = seat


@rule
def begin_round(state, rules):
    state.rounds += 1
    begin_turn(state, rules, state.first)


@rule
def is_peace(state, rules):
    """IAM-13.2, A45: no shadow cards and no FLEET actions yet."""
    return state.rounds <= rules.peace_rounds


@rule
def begin_turn(state, rules, seat):
    """IAM-13.1."""
    next_turn(state)
    state.active = seat
    state.players[seat].turns += 1
    clear_turn(state, seat)
    clear_step(state)
    if state.players[seat].cards > 0 and not is_peace(state, rules):
        ask(state, Phase.SHADOW_ACTIVITY, seat)
    else:
        state.then = Then.PLANS


@rule
def clear_step(state):
    """What an action leaves behind counts for it alone."""
    state.number = 0
    state.touched = 0
    state.replaced = 0
    state.bought = 0
    state.looked_at = 0
    state.planet = NONE
    state.wanted = NONE
    state.row = NONE
    state.given = 0


@rule
def begin_plans(state, rules):
    """IAM-13.10: step 2 comes next."""
    state.then = Then.PLANS


@rule
def _ask_plans(state):
    clear_step(state)
    ask(state, Phase.PLANS, state.active)


@rule
def end_plans(state, rules, produced):
    """IAM-14.7: upkeep comes next, if it is due."""
    state.has_produced = produced
    state.then = Then.UPKEEP


@rule
def _ask_upkeep(state, rules):
    """IAM-14.7, 14.8, A56: after PRODUCE, or every turn; then step 3."""
    clear_step(state)
    due = state.has_produced == 1 or rules.upkeep_timing == UpkeepTiming.EVERY_TURN
    if due and next_upkeep(state, rules, state.active):
        ask(state, Phase.UPKEEP, state.active)
    else:
        state.then = Then.ACTION


@rule
def begin_action(state, rules):
    """IAM-13.13, 13.14: step 3 comes next."""
    state.then = Then.ACTION


@rule
def _ask_action(state):
    clear_step(state)
    ask(state, Phase.ACTION, state.active)


@rule
def finish_action(state, rules):
    """An action is done."""
    state.then = Then.FINISH


@rule
def _finish_action(state, rules):
    """With TOKEN_KEEP the token of an action may go back on the track at once (D34)."""
    seat = state.active
    acted = state.row != NONE
    clear_step(state)
    if acted and has(state, seat, Modifier.TOKEN_KEEP) and state.players[seat].pool > 0:
        ask(state, Phase.RETURNING, seat)
    else:
        state.then = Then.END


@rule
def begin_end(state, rules):
    """IAM-13.17: step 4 comes next."""
    state.then = Then.END


@rule
def _ask_end(state, rules):
    """IAM-13.17: a claim, with a last chance to exchange (A66); a turn with neither ends."""
    if remembers(rules):
        note_met(state, rules, state.active)
    if can_claim(state, rules, state.active) or can_exchange(state, rules, state.active):
        ask(state, Phase.END, state.active)
    else:
        state.then = Then.NEXT_TURN


@rule
def end_turn(state, rules):
    """The next turn, or the end of the game, comes next."""
    state.then = Then.NEXT_TURN


@rule
def market_of(row):
    """IAM-15.5, 18.3, 19.6: the cards that an ULTIMATE action of a row may replace."""
    if row == Row.COLONISE:
        return Market.PLANET
    return Market.TECHNOLOGY if row == Row.RESEARCH else Market.MERC


@rule
def begin_repair(state, rules, seat, free, most, after):
    """Asks for repairs, so many free, so many at most (D20, D30); false if none is possible."""
    open_repairs(state, rules, seat, free, most)
    state.after = after
    if not can_repair(state, rules, seat):
        return False
    ask(state, Phase.REPAIRING, seat)
    return True


@rule
def can_claim(state, rules, seat):
    if state.claimed_now:
        return False
    for k in range(DRAWN):
        if may_claim(state, rules, seat, k):
            return True
    return False


@rule
def can_exchange(state, rules, seat):
    """IAM-3.2: whether an exchange is possible at all."""
    rate = exchange_rate(state, rules, seat)
    if rules.exchange_kind == ExchangeKind.ANY_MIX:
        return state.given > 0 or holdings(state, seat) >= rate
    for resource in range(RESOURCES):
        if state.players[seat].resources[resource] >= rate:
            return True
    return False


@rule
def trigger_end(state, rules, seat):
    """IAM-25.1, 25.2, A46: the first claim that is enough starts the last turns."""
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
    state.turns_left += 1  # the turn that triggers is counted off at its end


@rule
def _next_turn(state, rules):
    """IAM-25: siphons of the player lapse (A34); then the next turn, or the end."""
    seat = state.active
    player = state.players[seat]
    for place in range(player.planets):
        state.siphoned[player.planet[place]] = 0
    if state.trigger_seat != NONE:
        state.turns_left -= 1
        if state.turns_left == 0:
            end_game(state, rules, Ended.CLAIMS)
            return
    place = place_of(state, rules, seat) + 1
    if place < rules.seats:
        begin_turn(state, rules, seat_at(state, rules, place))
    elif state.trigger_seat == NONE and state.rounds >= rules.max_rounds:
        state.capped = 1
        end_game(state, rules, Ended.CAPPED)
    else:
        begin_round(state, rules)


@rule
def vp_of_planets(state, rules, seat):
    """IAM-26.1: printed points of planets at their highest level."""
    player, points = state.players[seat], 0
    for place in range(player.planets):
        planet = player.planet[place]
        points += rules.planet_vp[planet] if is_maxed(state, rules, planet) else 0
    return points


@rule
def vp_of_set(state, rules, seat):
    """IAM-26.3, A13: a scored planet of each type, Home Worlds aside."""
    player, bits = state.players[seat], 0
    for place in range(player.planets):
        planet = player.planet[place]
        if rules.planet_type[planet] != ANY and is_maxed(state, rules, planet):
            bits |= 1 << rules.planet_type[planet]
    return rules.set_bonus if bits == (1 << RESOURCES) - 1 else 0


@rule
def _counted(state, rules, seat, what):
    """What a special planet scores for."""
    player = state.players[seat]
    if what == Count.OWNED_TECHNOLOGIES:
        return number_of(player.owned)
    number = 0
    for place in range(player.planets):
        planet = player.planet[place]
        if rules.planet_type[planet] == what - Count.SCORED_FOOD_PLANETS and is_maxed(state, rules, planet):
            number += 1
    return number


@rule
def vp_of_specials(state, rules, seat):
    """IAM-26.2, A36: points of special planets, and of markers on planets that score."""
    player, points = state.players[seat], 0
    for place in range(player.planets):
        planet = player.planet[place]
        maxed = is_maxed(state, rules, planet)
        if rules.score_per[planet] != NONE and (maxed or not rules.special_vp_needs_max):
            earned = rules.score_each[planet] * _counted(state, rules, seat, rules.score_per[planet])
            points += min(rules.score_most[planet], earned)
        kind = state.marker[planet]
        if kind != NONE and maxed and rules.event_effect[kind] == EventEffect.MARKER_VP:
            points += rules.event_number[kind]
    return points


@rule
def vp_of_technologies(state, rules, seat):
    """IAM-26.4."""
    points = 0
    for technology in range(rules.technologies):
        if state.technology_owner[technology] == seat:
            points += rules.technology_vp[technology]
    return points


@rule
def vp_of_ships(state, rules, seat):
    """IAM-26.5."""
    player, points = state.players[seat], 0
    for place in range(player.ships):
        points += rules.ship_vp[player.ship[place]]
    return points


@rule
def vp_of_medals(state, rules, seat):
    """IAM-26.6."""
    medals = state.players[seat].medals
    return rules.medal_vp * (medals[Medal.FLEET] + medals[Medal.SHADOW])


@rule
def total_vp(state, rules, seat):
    """IAM-26: victory points, if the game ended now."""
    points = vp_of_planets(state, rules, seat) + vp_of_set(state, rules, seat) + vp_of_specials(state, rules, seat)
    points += vp_of_technologies(state, rules, seat) + vp_of_ships(state, rules, seat)
    return points + vp_of_medals(state, rules, seat) + state.players[seat].claim_vp


@rule
def sole_leader(state, rules):
    """The seat with the most points, NONE if several have them."""
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
    """IAM-26.8, A37: victory points, then effective combat value, as one comparable number."""
    return total_vp(state, rules, seat) * 1000 + fleet_value(state, rules, seat)


@rule
def end_game(state, rules, ended):
    """IAM-26.8: the highest rank wins; a full tie is shared."""
    state.over = 1
    state.ended = ended
    best, equals = -1, 0
    for seat in range(rules.seats):
        mine = _rank(state, rules, seat)
        if mine > best:
            best, equals = mine, 0
        equals += 1 if mine == best else 0
    for seat in range(rules.seats):
        state.credit[seat] = 1.0 / equals if _rank(state, rules, seat) == best else 0.0


@rule
def go_on_with_turn(state, rules, then):
    """The steps of play between decisions."""
    if then == Then.ROUND:
        begin_round(state, rules)
    elif then == Then.PLANS:
        _ask_plans(state)
    elif then == Then.UPKEEP:
        _ask_upkeep(state, rules)
    elif then == Then.ACTION:
        _ask_action(state)
    elif then == Then.FINISH:
        _finish_action(state, rules)
    elif then == Then.END:
        _ask_end(state, rules)
    else:
        _next_turn(state, rules)
