"""Decisions of the set-up: race, home world, first colony, Development counters (D1, D2, D3)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.counter import take_counter
from starbalance.simulator.games.handful_of_stars.opening import reveal_colonies, reveal_homes, take_race
from starbalance.simulator.games.handful_of_stars.rules import RACES
from starbalance.simulator.games.handful_of_stars.seating import ask, seat_at
from starbalance.simulator.games.handful_of_stars.state import NONE, Kind, Phase, Then
from starbalance.simulator.games.handful_of_stars.system import is_habitable


@rule
def offer_race(state, rules, opts):
    """HOS-2.10, race_mode = draft: a race nobody has."""
    n = 0
    for race in range(RACES):
        free = True
        for seat in range(rules.seats):
            if state.players[seat].race == race:
                free = False
        if free:
            n = add(opts, n, Kind.PICK_RACE, race, 0, 0)
    return n


@rule
def do_race(state, rules, option):
    """HOS-2.10, race_mode = draft: in turn order."""
    take_race(state, rules, state.actor, option.a)
    state.place += 1
    if state.place < rules.seats:
        ask(state, Phase.RACE, seat_at(state, rules, state.place))
    else:
        state.place = 0
        ask(state, Phase.HOME, 0)


@rule
def _offer_sites(state, rules, home, opts):
    """A dealt habitable system, but the home world."""
    n = 0
    for space in range(rules.spaces):
        if state.owner[space] == state.actor and is_habitable(state, rules, space) and state.tile[space] != home:
            n = add(opts, n, Kind.SETTLE, space, 0, 0)
    return n


@rule
def offer_home(state, rules, opts):
    """D1; HOS-2.11: a dealt habitable system."""
    return _offer_sites(state, rules, NONE, opts)


@rule
def do_home(state, rules, option):
    """D1; HOS-2.11: chosen in secret, revealed together."""
    seat = state.actor
    state.players[seat].home = state.tile[option.a]
    if seat + 1 < rules.seats:
        ask(state, Phase.HOME, seat + 1)
    else:
        reveal_homes(state, rules)
        ask(state, Phase.COLONY, 0)


@rule
def offer_colony(state, rules, opts):
    """D2; HOS-2.12: another dealt habitable system."""
    return _offer_sites(state, rules, state.players[state.actor].home, opts)


@rule
def do_colony(state, rules, option):
    """D2; HOS-2.12: chosen in secret, revealed together."""
    seat = state.actor
    state.players[seat].colony = state.tile[option.a]
    if seat + 1 < rules.seats:
        ask(state, Phase.COLONY, seat + 1)
    else:
        reveal_colonies(state, rules)
        state.then = Then.NEXT_COUNTER


@rule
def offer_counter(state, rules, opts):
    """D3, D35; HOS-2.16, HOS-9.5, HOS-17.7, HOS-17.31: a displayed one."""
    n = 0
    for place in range(state.counters_displayed):
        n = add(opts, n, Kind.TAKE_COUNTER, place, 0, 0)
    return n


@rule
def do_counter(state, rules, option):
    """D3, D35; HOS-2.16, HOS-9.5, HOS-17.7, HOS-17.31."""
    take_counter(state, rules, state.actor, option.a)
    if state.rounds == 0:
        state.place += 1
        state.then = Then.NEXT_COUNTER
    else:
        state.then = Then.FINISH_ACTION
