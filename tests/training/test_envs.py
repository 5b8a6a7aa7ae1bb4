"""Environments for reinforcement learning: the tests of PettingZoo, hidden information, forced actions and rewards."""

import builtins
import importlib
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from starbalance import BadInput, run
from starbalance.analyses.training import envs

GAMES = [("comet-chase", "players3"), ("pig", "players2"), ("kuhn-poker", "players2"), ("4000-ad", "alliances2")]


def played(env, seed, choose=lambda observation: 0):
    """Return the actions and the rewards of a game."""
    env.reset(seed=seed)
    actions, rewards = [], {}
    for agent in env.agent_iter():
        observation, reward, is_over, is_cut, _ = env.last()
        if is_over or is_cut:
            rewards[agent] = reward
            env.step(None)
        else:
            actions.append((agent, choose(observation)))
            env.step(actions[-1][1])
    return actions, rewards


@pytest.mark.parametrize(("game", "setup"), GAMES)
def test_the_tests_of_pettingzoo_pass(game, setup):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an observation is a dictionary, and features may be below 0
        api_test(envs.make(game, setup=setup), num_cycles=30)
        seed_test(lambda: envs.make(game, setup=setup), num_cycles=30)


def test_the_name_of_an_environment_has_the_game_the_setup_and_a_version():
    assert envs.make("comet-chase", players=3).metadata["name"] == "comet-chase-players3-v0"


def test_metadata_tell_changed_rules_apart():
    printed, changed = (envs.make("pig", set=each) for each in ({}, {"switches.goal": 50}))
    assert printed.metadata["rules"] != changed.metadata["rules"]


def test_a_game_of_an_environment_equals_the_game_of_a_run():
    """The first legal action in each decision gives the results of an agent that chooses it in a run."""

    def first(observation, mask):
        return 0

    env = envs.make("kuhn-poker", seed=5)
    payoffs = [played(env, seed=5 if number == 0 else None)[1] for number in range(6)]
    seats = run("kuhn-poker", games=6, seed=5, strategies=first).seats.sort("game", "player")
    by_player = np.array([[each["player_0"], each["player_1"]] for each in payoffs])
    assert by_player.ravel() == pytest.approx(seats["payoff"].to_numpy())
    assert set(by_player.ravel()) == {-1.0, 1.0}


def test_rewards_are_shares_of_the_win_in_a_game_without_payoffs():
    actions, rewards = played(envs.make("comet-chase", players=3), 1, lambda seen: int(seen["action_mask"].sum()) - 1)
    assert sum(rewards.values()) == pytest.approx(1.0)
    assert {agent for agent, _ in actions} == {"player_0", "player_1", "player_2"} == set(rewards)


def test_an_action_that_is_not_legal_is_refused():
    env = envs.make("kuhn-poker")
    env.reset(seed=0)
    for action in (2, -1, None):
        with pytest.raises(BadInput, match=f"The action of player_0 must be from 0 to 1, got {action}"):
            env.step(action)


def test_between_decisions_a_player_keeps_the_last_observation_with_an_empty_mask():
    env = envs.make("kuhn-poker")
    env.reset(seed=0)
    before = env.observe("player_0")
    assert not env.observe("player_1")["observation"].any()
    env.step(0)
    after = env.observe("player_0")
    assert before["action_mask"].tolist() == [1, 1]
    assert after["action_mask"].tolist() == [0, 0]
    assert (after["observation"] == before["observation"]).all()


def test_the_actions_of_an_observation_are_the_legal_actions_in_order():
    env = envs.make("kuhn-poker")
    env.reset(seed=0)
    assert env.observe("player_0")["actions"].tolist() == [[0, 0, 0, 0], [1, 0, 0, 0]]


def test_the_features_have_names():
    env = envs.make("kuhn-poker").unwrapped
    assert len(env.features) == len(set(env.features)) == env.observation_space("player_0")["observation"].shape[1]
    assert "players.hand = 2" in env.features


def test_an_environment_without_pettingzoo_says_what_to_install(monkeypatch):
    load = builtins.__import__

    def without(name, *arguments, **named):
        if name.partition(".")[0] == "pettingzoo":
            raise ModuleNotFoundError(f"No module named '{name}'", name="pettingzoo")
        return load(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    spec = importlib.util.find_spec(envs.__name__)
    with pytest.raises(BadInput, match=r"Environments need PettingZoo.*pip install 'starbalance\[envs\]'"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
