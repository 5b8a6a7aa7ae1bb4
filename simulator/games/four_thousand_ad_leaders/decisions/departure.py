"""E-2: the decisions about departures: source, target, number of ships, leader."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.number import add_number, half
from starbalance.simulator.games.four_thousand_ad_leaders.departure import depart, ships_ready
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import distance
from starbalance.simulator.games.four_thousand_ad_leaders.leader import possible_leaders
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import enemy_at
from starbalance.simulator.games.four_thousand_ad_leaders.state import Decision, Kind, PendingStep
from starbalance.simulator.games.four_thousand_ad_leaders.step import ask
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.geometry import companion, sector

_ALLOWANCE = 3  # E-2: ships above the number of enemy ships in one of the listed departures


@rule
def offer_source(state, rules, opts):
    """FAL-10.1, FAL-10.7: List the options: end the departures, or a star with ships that may leave it.

    Return the number of options.
    """
    n = add(opts, 0, Kind.STOP, 0, 0, 0)
    for star in range(STARS):
        if ships_ready(state, rules, state.actor, star) > 0:
            n = add(opts, n, Kind.DEPART, star, 0, 0)
    return n


@rule
def do_source(state, rules, option):
    if option.kind == Kind.STOP:
        state.pending_step = PendingStep.ARRIVE
        return
    state.star = option.a
    ask(state, Decision.TARGET, state.actor)


@rule
def is_target(rules, source, star):
    """FAL-10.6, FAL-11.2, FAL-11.5: Return whether a journey from `source` can end at a star.

    That is the other star of the sector, or a star of another sector within the track.
    """
    away = distance(rules, sector(source), star)
    return star == companion(source) if away == 0 else away <= rules.track_length


@rule
def offer_target(state, rules, opts):
    """FAL-2.2, FAL-10.6; E-2: List the targets of a departure. A hop is public, any other target is secret.

    Return the number of options.
    """
    n = 0
    for star in range(STARS):
        if is_target(rules, state.star, star):
            n = add(opts, n, Kind.HEAD_FOR, star, 0, 0)
    return n


@rule
def do_target(state, rules, option):
    state.target = option.a
    ask(state, Decision.SHIPS, state.actor)


@rule
def ships_against(state, rules, seat, star):
    """Return the number of ships of another player at a star, or 0 if there are none."""
    other = enemy_at(state, rules, seat, star)
    return state.players[other].ships[star] if other != NONE else 0


@rule
def offer_ships(state, rules, opts):
    """FAL-10.1; E-2: List a few of the possible numbers of ships. Return the number of options."""
    most = ships_ready(state, rules, state.actor, state.star)
    need = ships_against(state, rules, state.actor, state.target) + _ALLOWANCE
    n = add_number(opts, 0, Kind.EMBARK, 1, 1, most)
    n = add_number(opts, n, Kind.EMBARK, 2, 1, most)
    n = add_number(opts, n, Kind.EMBARK, need, 1, most)
    n = add_number(opts, n, Kind.EMBARK, half(most), 1, most)
    n = add_number(opts, n, Kind.EMBARK, most - 1, 1, most)
    return add_number(opts, n, Kind.EMBARK, most, 1, most)


@rule
def do_ships(state, rules, option):
    state.embarked = option.a
    if possible_leaders(state, rules, state.actor):
        ask(state, Decision.LEADER, state.actor)
    else:
        finish_departure(state, rules, NONE)


@rule
def offer_leader(state, rules, opts):
    """FAL-10.5: List the options: no leader, or a card of the hand. Return the number of options."""
    n, cards = add(opts, 0, Kind.LEAD, NONE, 0, 0), possible_leaders(state, rules, state.actor)
    for card in range(rules.leaders):
        if (cards >> card) & 1:
            n = add(opts, n, Kind.LEAD, card, 0, 0)
    return n


@rule
def do_leader(state, rules, option):
    finish_departure(state, rules, option.a)


@rule
def finish_departure(state, rules, leader):
    depart(state, rules, state.actor, leader)
    state.pending_step = PendingStep.DEPART
