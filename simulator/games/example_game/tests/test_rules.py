"""One test per clause, which names its id. Random games check the invariants."""

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


def start_game(setup="players3", seed=1, **switches):
    """Return (state, rules) at the first decision of a game."""
    rules = tables.load(GAME, setup, set={f"switches.{name}": value for name, value in switches.items()}).record
    state = zeros(1, state_dt)[0]
    state.key[0] = seed
    set_up(GAME, state, rules)
    return state, rules


def list_options(state, rules):
    """Return the options of the pending decision."""
    room = zeros(GAME.kernels.max_options, option_dt)
    return room[: options(state, rules, room)]


def copy_state(state):
    copy = zeros(1, state_dt)
    copy[0] = state
    return copy[0]


def end_turns(state, rules, count):
    """Let `count` players in a row stop with a gain of 1."""
    for _ in range(count):
        state.gain = 1
        carry_out(GAME, state, rules, STOP)


def test_every_player_has_a_different_ship():
    """COM-1.1: Check that the ships differ and begin at their head starts."""
    for setup, seats in (("players2", 2), ("players3", 3)):
        state, rules = start_game(setup)
        players = state.players[:seats]
        assert len(set(players["ship"])) == seats
        assert list(players["distance"]) == [rules.head_start[ship] for ship in players["ship"]]


def test_every_player_has_a_card_from_the_deck():
    """COM-1.2: Check that the cards differ and are in the deck."""
    state, rules = start_game()
    assert len(set(state.players["card"])) == 3
    assert set(state.players["card"]) <= set(range(rules.cards))


def test_any_player_may_be_first():
    """COM-1.3: Check that each seat begins in some game."""
    assert {int(start_game(seed=seed)[0].first) for seed in range(30)} == {0, 1, 2}


def test_a_turn_begins_with_a_roll():
    """COM-2.1: Check that the only option is a roll, because there is no gain yet."""
    assert list(list_options(*start_game())["kind"]) == [Kind.ROLL]


def test_only_a_roll_counts_as_usage():
    """COM-2.1: Check that a roll uses the column `rolls` and that stopping does not."""
    state, rules = start_game()
    state.gain = 1
    assert [uses(state, rules, option, Usage.ROLLS, 0) for option in list_options(state, rules)] == [True, False]


def test_a_one_loses_the_gain_of_the_turn():
    """COM-2.2: Check that a bust clears the gain, leaves the ship in place and is counted."""
    state, rules = start_game()
    before = int(state.players[state.active].distance)
    state.gain = 9
    resolve_roll(state, rules, 1)
    assert (state.gain, state.players[state.active].distance) == (0, before)
    assert state.players[state.active].busts == 1


def test_any_other_roll_gains_pips_and_boost_until_the_player_stops():
    """COM-2.3: Check the gain of a roll, the options after it, and the move of the ship."""
    state, rules = start_game()
    seat = int(state.active)
    before, gain = int(state.players[seat].distance), 4 + int(rules.boost[state.players[seat].ship])
    resolve_roll(state, rules, 4)
    assert state.gain == gain
    assert list(list_options(state, rules)["kind"]) == [Kind.ROLL, Kind.STOP]
    apply(state, rules, STOP)
    assert (state.gain, state.players[seat].distance) == (0, before + gain)


def test_a_round_is_one_turn_per_player():
    """COM-2.4: Check that the round ends after the last player's turn."""
    state, rules = start_game()
    end_turns(state, rules, 2)
    assert (state.rounds, state.active) == (1, (state.first + 2) % 3)
    end_turns(state, rules, 1)
    assert (state.rounds, state.active) == (2, state.first)


def test_the_round_is_completed_after_a_ship_reaches_the_goal():
    """COM-3.1, A1: Check that the game ends after the round, or at once with `end = "at_once"`."""
    for end, turns in (("after_round", 3), ("at_once", 1)):
        state, rules = start_game(end=end)
        state.players[state.first].distance = rules.goal
        end_turns(state, rules, turns - 1)
        assert not state.over
        end_turns(state, rules, 1)
        assert (state.over, state.ended) == (1, Ended.GOAL)


def test_the_highest_total_wins_and_ties_share():
    """COM-3.2: Check that distance and cargo add up and that two tied players share the win."""
    state, rules = start_game()
    for seat, total in enumerate((60, 60, 55)):
        state.players[seat].distance = total - rules.points[state.players[seat].card]
    end_turns(state, rules, 3)
    outcome = zeros(1, outcome_dt)[0]
    finish(state, rules, outcome)
    assert list(outcome.seats["points"]) == [61, 61, 56]
    assert list(outcome.seats["credit"]) == [0.5, 0.5, 0.0]


def test_random_games_keep_the_invariants():
    """I-1, I-2, I-3, I-4, I-5: Check every state and every step of 20 games."""
    dice = np.random.default_rng(5)
    for seed in range(20):
        state, rules = start_game(seed=seed, goal=20)
        while not state.over:
            before = copy_state(state)
            carry_out(GAME, state, rules, dice.choice(list_options(state, rules)))
            assert violations(state, rules) + step_violations(before, state, rules) == []


def test_a_redeal_keeps_what_a_seat_sees_and_depends_only_on_its_seed():
    """Check that the same seed gives the same state, even after another redeal, and that the seat keeps its card."""
    state, rules = start_game()
    for seat in range(3):
        once, twice = copy_state(state), copy_state(state)
        redeal(once, rules, seat, np.uint64(8))
        redeal(twice, rules, seat, np.uint64(7))
        redeal(twice, rules, seat, np.uint64(8))
        assert once.tobytes() == twice.tobytes()
        assert once.players[seat].card == state.players[seat].card
        assert violations(once, rules) == []


def test_a_redeal_resamples_the_hidden_cards():
    """Check that the cards of another player and the rest of the deck vary between redeals."""
    state, rules = start_game()
    for seat in range(3):
        worlds = [copy_state(state) for _ in range(20)]
        for draw, world in enumerate(worlds):
            redeal(world, rules, seat, np.uint64(draw))
        other = (seat + 1) % 3
        assert len({int(world.players[other].card) for world in worlds}) > 3
        assert len({tuple(world.deck[3 : rules.cards]) for world in worlds}) > 3
