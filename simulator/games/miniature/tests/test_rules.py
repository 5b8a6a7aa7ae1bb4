"""A test for each clause, which names it; and what always holds, in games at random."""

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.play import carry_out, set_up
from starbalance.simulator.engine.records import option_dt, zeros

from .. import GAME
from ..hidden import redeal
from ..invariants import step_violations, violations
from ..moves import apply, resolve_roll
from ..options import options
from ..state import Ended, Kind, Usage, outcome_dt, state_dt
from ..usage import uses
from ..victory import finish

ROLL, STOP = zeros(2, option_dt)
STOP.kind = Kind.STOP


def begun(setup="players3", seed=1, **switches):
    """(state, rules) at the first decision of a game."""
    rules = tables.load(GAME, setup, set={f"switches.{name}": value for name, value in switches.items()}).record
    state = zeros(1, state_dt)[0]
    state.key[0] = seed
    set_up(GAME, state, rules)
    return state, rules


def listed(state, rules):
    """The options of the pending decision."""
    room = zeros(GAME.verbs.max_options, option_dt)
    return room[: options(state, rules, room)]


def copy_of(state):
    copy = zeros(1, state_dt)
    copy[0] = state
    return copy[0]


def end_turns(state, rules, count):
    """Lets players stop at once with a gain of 1 each."""
    for _ in range(count):
        state.gain = 1
        carry_out(GAME, state, rules, STOP)


def test_every_player_has_a_ship_of_their_own():
    """COM-1.1: with its head start."""
    for setup, seats in (("players2", 2), ("players3", 3)):
        state, rules = begun(setup)
        players = state.players[:seats]
        assert len(set(players["ship"])) == seats
        assert list(players["distance"]) == [rules.head_start[ship] for ship in players["ship"]]


def test_every_player_has_a_card_of_the_deck():
    """COM-1.2"""
    state, rules = begun()
    assert len(set(state.players["card"])) == 3
    assert set(state.players["card"]) <= set(range(rules.cards))


def test_anybody_may_be_first():
    """COM-1.3"""
    assert {int(begun(seed=seed)[0].first) for seed in range(30)} == {0, 1, 2}


def test_a_turn_begins_with_a_roll():
    """COM-2.1: there is nothing to stop with."""
    assert list(listed(*begun())["kind"]) == [Kind.ROLL]


def test_a_roll_is_what_a_player_may_do_without():
    """COM-2.1"""
    state, rules = begun()
    state.gain = 1
    assert [uses(state, rules, option, Usage.ROLLS, 0) for option in listed(state, rules)] == [True, False]


def test_a_one_loses_what_the_turn_has_gained():
    """COM-2.2"""
    state, rules = begun()
    before = int(state.players[state.active].distance)
    state.gain = 9
    resolve_roll(state, rules, 1)
    assert (state.gain, state.players[state.active].distance) == (0, before)
    assert state.players[state.active].busts == 1


def test_any_other_roll_gains_pips_and_boost_until_the_player_stops():
    """COM-2.3"""
    state, rules = begun()
    seat = int(state.active)
    before, gain = int(state.players[seat].distance), 4 + int(rules.boost[state.players[seat].ship])
    resolve_roll(state, rules, 4)
    assert state.gain == gain
    assert list(listed(state, rules)["kind"]) == [Kind.ROLL, Kind.STOP]
    apply(state, rules, STOP)
    assert (state.gain, state.players[seat].distance) == (0, before + gain)


def test_a_round_is_a_turn_of_everybody():
    """COM-2.4"""
    state, rules = begun()
    end_turns(state, rules, 2)
    assert (state.rounds, state.active) == (1, (state.first + 2) % 3)
    end_turns(state, rules, 1)
    assert (state.rounds, state.active) == (2, state.first)


def test_the_round_is_finished_when_a_ship_is_at_the_goal():
    """COM-3.1, A1: unless the race ends at once."""
    for end, turns in (("after_round", 3), ("at_once", 1)):
        state, rules = begun(end=end)
        state.players[state.first].distance = rules.goal
        end_turns(state, rules, turns - 1)
        assert not state.over
        end_turns(state, rules, 1)
        assert (state.over, state.ended) == (1, Ended.GOAL)


def test_distance_and_cargo_win_and_equals_share():
    """COM-3.2"""
    state, rules = begun()
    for seat, sum_of_both in enumerate((60, 60, 55)):
        state.players[seat].distance = sum_of_both - rules.points[state.players[seat].card]
    end_turns(state, rules, 3)
    outcome = zeros(1, outcome_dt)[0]
    finish(state, rules, outcome)
    assert list(outcome.seats["points"]) == [61, 61, 56]
    assert list(outcome.seats["credit"]) == [0.5, 0.5, 0.0]


def test_games_at_random_keep_what_always_holds():
    """I-1, I-2, I-3, I-4, I-5"""
    dice = np.random.default_rng(5)
    for seed in range(20):
        state, rules = begun(seed=seed, goal=20)
        while not state.over:
            before = copy_of(state)
            carry_out(GAME, state, rules, dice.choice(listed(state, rules)))
            assert violations(state, rules) + step_violations(before, state, rules) == []


def test_a_redeal_leaves_what_a_seat_sees_and_depends_on_luck_alone():
    state, rules = begun()
    for seat in range(3):
        once, twice = copy_of(state), copy_of(state)
        redeal(once, rules, seat, np.uint64(8))
        redeal(twice, rules, seat, np.uint64(7))
        redeal(twice, rules, seat, np.uint64(8))
        assert once.tobytes() == twice.tobytes()
        assert once.players[seat].card == state.players[seat].card
        assert violations(once, rules) == []


def test_a_redeal_deals_the_hidden_cards_anew():
    state, rules = begun()
    for seat in range(3):
        worlds = [copy_of(state) for _ in range(20)]
        for draw, world in enumerate(worlds):
            redeal(world, rules, seat, np.uint64(draw))
        other = (seat + 1) % 3
        assert len({int(world.players[other].card) for world in worlds}) > 3
        assert len({tuple(world.deck[3 : rules.cards]) for world in worlds}) > 3
