"""Observations: they show what the acting seat can see, and nothing that is hidden from it."""

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.encoding import Feature, Measure, Scope
from starbalance.simulator.engine.network import memory_of
from starbalance.simulator.engine.play import carry_out, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.observation import Observer, feature_name


class Position:
    """A position of a game, with its observation."""

    def __init__(self, game, setup):
        self.game, self.rules = find_game(game), tables.load(find_game(game), setup)
        self.observer = Observer(self.game, setup, self.rules.record)
        self.states = zeros(1, self.game.kernels.state_dt)
        self.options = zeros(self.game.kernels.max_options, option_dt)
        self.state = self.states[0]
        self.state.key[:] = 0, 3
        set_up(self.game, self.state, self.rules.record)

    def count(self):
        return self.game.kernels.options(self.state, self.rules.record, self.options)

    def seen(self):
        options = self.options[: self.count()]
        return self.observer.observe(memory_of(self.states).octets[0], options)["observation"]

    def column(self, name):
        return self.observer.features.index(name)


@pytest.mark.parametrize(("game", "setup"), [("kuhn-poker", "players2"), ("comet-chase", "players3")])
def test_positions_that_a_seat_cannot_distinguish_have_equal_observations(game, setup):
    position, dice, changed = Position(game, setup), np.random.default_rng(1), 0
    for _ in range(60):
        if position.state.over:
            break
        seen, kept = position.seen(), position.states.copy()
        position.game.kernels.redeal(position.state, position.rules.record, position.state.actor, np.uint64(12345))
        changed += position.states.tobytes() != kept.tobytes()
        assert (position.seen() == seen).all()
        position.states[:] = kept
        option = position.options[dice.integers(position.count())]
        carry_out(position.game, position.state, position.rules.record, option)
    assert changed


def test_an_observation_does_not_change_the_position():
    position = Position("kuhn-poker", "players2")
    before = position.states.tobytes()
    position.seen()
    assert position.states.tobytes() == before


def test_the_acting_seat_comes_first():
    """Each player of Kuhn poker sees the own card in the first row."""
    position = Position("kuhn-poker", "players2")
    for seat in range(2):
        assert position.state.actor == seat
        assert position.seen()[0, position.column("players.hand")] == position.state.players[seat].hand[0]
        position.count()
        carry_out(position.game, position.state, position.rules.record, position.options[0])


def test_the_features_do_not_depend_on_changed_rules():
    game = find_game("pig")
    rules = [tables.load(game, "players2", None, set=each).record for each in ({}, {"switches.goal": 50})]
    printed, changed = (Observer(game, "players2", each).features for each in rules)
    assert printed == changed


def test_names_of_features_say_what_is_counted():
    assert feature_name(Feature("players.hand", entry=2)) == "players.hand[2]"
    assert feature_name(Feature("players.hand", measure=Measure.BY_VALUE, code=3)) == "players.hand = 3"
    assert feature_name(Feature("ships", Scope.OWNED, owner="owner", tables=("size",))) == (
        "ships by size where owner = seat"
    )
