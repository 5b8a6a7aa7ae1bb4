"""E-2: departures: from where, to where, how many ships, with whom."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.number import add_number, half
from starbalance.simulator.games.four_thousand_ad_leaders.departure import depart, ready
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import distance
from starbalance.simulator.games.four_thousand_ad_leaders.leader import who_may_lead
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import enemy_at
from starbalance.simulator.games.four_thousand_ad_leaders.state import Kind, Phase, Then
from starbalance.simulator.games.four_thousand_ad_leaders.step import ask
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.geometry import companion, sector

_ALLOWANCE = 3  # E-2: ships beyond those of the enemy that a departure against them may be meant to have


@rule
def offer_source(state, rules, opts):
    """FAL-10.1, FAL-10.7: no more departures, or a star with ships that may go."""
    n = add(opts, 0, Kind.STOP, 0, 0, 0)
    for star in range(STARS):
        if ready(state, rules, state.actor, star) > 0:
            n = add(opts, n, Kind.DEPART, star, 0, 0)
    return n


@rule
def do_source(state, rules, option):
    if option.kind == Kind.STOP:
        state.then = Then.ARRIVE
        return
    state.star = option.a
    ask(state, Phase.TARGET, state.actor)


@rule
def is_target(rules, source, star):
    """FAL-10.6, FAL-11.2, FAL-11.5: a star that a journey can end at: the companion, or one of another sector."""
    away = distance(rules, sector(source), star)
    return star == companion(source) if away == 0 else away <= rules.track_length


@rule
def offer_target(state, rules, opts):
    """FAL-2.2, FAL-10.6; E-2: where a fleet heads for is its owner's secret, a hop is not."""
    n = 0
    for star in range(STARS):
        if is_target(rules, state.star, star):
            n = add(opts, n, Kind.HEAD_FOR, star, 0, 0)
    return n


@rule
def do_target(state, rules, option):
    state.target = option.a
    ask(state, Phase.SHIPS, state.actor)


@rule
def ships_against(state, rules, seat, star):
    """The ships of another player at a star."""
    other = enemy_at(state, rules, seat, star)
    return state.players[other].ships[star] if other != NONE else 0


@rule
def offer_ships(state, rules, opts):
    """FAL-10.1; E-2: some of the numbers of ships that may go."""
    most = ready(state, rules, state.actor, state.star)
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
    if who_may_lead(state, rules, state.actor):
        ask(state, Phase.LEADER, state.actor)
    else:
        finish_departure(state, rules, NONE)


@rule
def offer_leader(state, rules, opts):
    """FAL-10.5: nobody, or a card of the hand."""
    n, cards = add(opts, 0, Kind.LEAD, NONE, 0, 0), who_may_lead(state, rules, state.actor)
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
    state.then = Then.DEPART
