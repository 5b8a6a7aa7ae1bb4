"""Information checks of all games: options and scores are equal in worlds that a seat cannot distinguish."""

from collections import Counter
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.jit import kernel, unchecked
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.play import IN_PLAY
from starbalance.simulator.engine.signatures import SearchKernels, make_room
from starbalance.simulator.engine.strategy import UNIFORM, find_strategy, has_strong
from starbalance.simulator.engine.strategy_name import STRONG
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.plan import Plan
from tests.contract.switches import drawn
from tests.contract.worlds import (
    ANOTHER_WORLD,
    ONE_WORLD,
    listed,
    redealt,
    scores_of,
    sees_the_same,
    walk,
    weights_of,
)

FEWEST, MOST = 4, 24  # games of each setup
STEPS, EACH = 300, 3  # decisions of a game; states kept per decision type and game
OPPONENTS = ["itself", "pool", "truth"]


def version(game: Game, setup: str, turn: int, randomness: int) -> Any:
    """Return printed rules, rules with random switches, or rules that the tests of the game name for rare decisions."""
    changes = getattr(rare(game), "RARE", ())
    place = turn % (2 + len(changes))
    if place == 1:
        return drawn(game, setup, randomness)
    return tables.load(game, setup, set=changes[place - 2] if place else None)


def rare(game: Game) -> Any:
    """Return the module on rare decisions in the tests of a game. Returns `None` if it does not exist."""
    name = f"tests.{game.folder.name}.rare"
    return import_module(name) if find_spec(name) else None


@cache
def sample(game: Game) -> list[tuple[str, Any, Any]]:
    """Return (setup, rules, state) at some decisions of each type, from games under each version of the rules in turn.

    More games are played if a decision type is missing in the first ones.
    """
    kept = list(getattr(rare(game), "positions", tuple)())
    missing, number = {int(decision) for decision in game.module("state").Decision}, 0
    missing -= {int(state.decision) for _, _, state in kept}
    while number < FEWEST * len(game.setups) or (missing and number < MOST * len(game.setups)):
        turn, place = divmod(number, len(game.setups))
        setup = game.setups[place].name
        rules, times = version(game, setup, turn, number).record, Counter[int]()
        for before, _, _, _ in walk(game, rules, number, STEPS):
            times[int(before.decision)] += 1
            if times[int(before.decision)] <= EACH:
                kept.append((setup, rules, before))
        missing -= set(times)
        number += 1
    return kept


def states(game, setup):
    return [(rules, state) for where, rules, state in sample(game) if where == setup]


@cache
def pairs(game: Game, setup: str) -> list[tuple[Any, list[tuple[Any, np.ndarray]]]]:
    """Return (rules, two worlds that the acting seat cannot distinguish, each with its options) for every state."""
    result = []
    for rules, state in states(game, setup):
        worlds = (state, redealt(game, state, rules, state.actor, ONE_WORLD))
        result.append((rules, [(world, listed(game, world, rules)) for world in worlds]))
    return result


def test_every_decision_of_a_game_is_sampled(game):
    """The other tests of this file cover every decision type in some setup."""
    sampled = {int(state.decision) for _, _, state in sample(game)}
    assert [decision.name for decision in game.module("state").Decision if int(decision) not in sampled] == []


def test_redeal_depends_only_on_the_information_of_a_seat_and_on_randomness(game, setup):
    """redeal(redeal(s, a), b) equals redeal(s, b) to the byte, and the new world has the same violations."""
    violations = game.module("invariants").violations
    for rules, state in states(game, setup):
        for seat in range(rules.seats):
            once = redealt(game, state, rules, seat, ANOTHER_WORLD)
            twice = redealt(game, redealt(game, state, rules, seat, ONE_WORLD), rules, seat, ANOTHER_WORLD)
            assert once.tobytes() == twice.tobytes()
        assert violations(once, rules) == violations(state, rules)


def test_the_options_of_a_seat_do_not_depend_on_hidden_information(game, setup):
    for _, ((_, options), (_, others)) in pairs(game, setup):
        assert options.tobytes() == others.tobytes()


def test_no_strategy_uses_hidden_information(game, setup, strategy):
    """Scores are numbers or minus infinity, and identical to the bit. A score changes only the notes of its seat."""
    entry = find_strategy(game, strategy)
    score, weights, scratch = entry.score(game), weights_of(entry), getattr(game.module("state"), "SCRATCH", ())
    for rules, worlds in pairs(game, setup):
        scores, others = [_scored(score, weights, world, rules, options, scratch) for world, options in worlds]
        assert np.isfinite(scores).any() and (scores < np.inf).all()
        assert scores.tobytes() == others.tobytes()


def _scored(score, weights, state, rules, options, scratch):
    """Return the scores of the options of a state; assert that only notes and scratch fields change."""
    after = state.copy()
    scores = scores_of(score, weights, after, rules, options)
    after.notes[state.actor] = state.notes[state.actor]
    for name in scratch:
        after[name] = state[name]
    assert after.tobytes() == state.tobytes()
    return scores


def _reads_dice(state, rules, options, weights, scores):
    scores[:] = float(state.key[0] % np.uint64(1000))


def _reads_notes_of_others(state, rules, options, weights, scores):
    scores[:] = float(state.notes[(state.actor + 1) % rules.seats, 0])


def largest(game):
    """Return the name of the setup with most players; searches do not depend on the setup."""
    return max(game.setups, key=lambda each: each.players).name


@pytest.mark.parametrize("cheat", [_reads_dice, _reads_notes_of_others])
def test_planted_information_leaks_are_detected(game, cheat):
    setup = largest(game)
    weights = np.zeros(1)
    noted = [(rules, state.copy()) for rules, state in states(game, setup)]
    for _, state in noted:
        state.notes[:] = 7
    assert not all(sees_the_same(game, cheat, weights, state, rules) for rules, state in noted)


def searcher(game, opponents, horizon=1):
    """Return the strategy table of a search player that searches every decision, with a rollout depth in rounds."""
    strategy = find_strategy(game, f"search:sensible@2:opponents={opponents}")
    decisions = tuple(decision.name for decision in game.module("state").Decision)
    eager = replace(strategy, search=replace(strategy.search, horizon=horizon, threshold=0.0, decisions=decisions))
    return chunk.table(Plan(game, tables.load(game).record, (eager,), (0,) * SEATS, 7))


def strong_searcher(game, setup):
    """Return the strategy table of a `strong` player that searches every decision with few playouts."""
    rules = tables.load(game, setup)
    strategy = find_strategy(game, STRONG).at(game, rules)
    decisions = tuple(decision.name for decision in game.module("state").Decision)
    changes = {"playouts": 2, "threshold": 0.0, "margin": 0.0, "decisions": decisions}
    eager = replace(strategy, search=replace(strategy.search, **changes))
    return chunk.table(Plan(game, rules.record, (eager,), (0,) * SEATS, 7))


def searched(game, table, kernels, state, rules):
    """Return (option chosen by a search, bytes of its trials); assert that the state does not change."""
    room = make_room(game.kernels.state_dt, game.kernels.max_options, table.networks)
    room.desk[IN_PLAY] = state
    n = game.kernels.options(room.desk[IN_PLAY], rules, room.opts)
    room.values[:n] = scores_of(table.scores[0], table.rows[0].weights[0], room.desk[IN_PLAY], rules, room.opts[:n])
    chosen, before = int(np.argmax(room.values[:n])), room.desk[IN_PLAY].tobytes()
    randomness = (np.uint64(7), 1, 2)
    look_ahead = unchecked(game.kernels.look_ahead)
    taken = look_ahead(kernels, table.scores, table.rows, rules, room, n, chosen, *randomness)
    assert room.desk[IN_PLAY].tobytes() == before
    return taken, room.trials.tobytes()


def searches_equally(game, table, kernels, state, rules):
    """Return whether a search has the same trials and choice in another world."""
    other = redealt(game, state, rules, state.actor, ONE_WORLD)
    return searched(game, table, kernels, state, rules) == searched(game, table, kernels, other, rules)


def verbs_of(game, **others):
    return tuple(others.get(name, getattr(game.kernels, name)) for name in SearchKernels._fields)


@pytest.mark.parametrize("opponents", OPPONENTS)
def test_no_search_uses_hidden_information(game, opponents):
    """The trials of each option are identical to the bit, and no playout has a fault.

    Searches are slow, so each opponent model is tested with every third state of a decision type.
    """
    kernels, table = verbs_of(game), searcher(game, opponents)
    by_decision = sorted(states(game, largest(game)), key=lambda each: int(each[1].decision))
    for rules, state in by_decision[OPPONENTS.index(opponents) :: len(OPPONENTS)]:
        assert searched(game, table, kernels, state, rules)[0] >= 0
        assert searches_equally(game, table, kernels, state, rules)


def test_strong_uses_no_hidden_information(game):
    """The estimates of a network are identical to the bit, too, in every setup that has a row of `strong`."""
    kernels, found = verbs_of(game), [each.name for each in game.setups if has_strong(game, each.name)]
    for place, setup in enumerate(found):
        table = strong_searcher(game, setup)
        by_decision = sorted(states(game, setup), key=lambda each: int(each[1].decision))
        for rules, state in by_decision[place :: len(found)]:
            assert searched(game, table, kernels, state, rules)[0] >= 0
            assert searches_equally(game, table, kernels, state, rules)


def _redeals_nothing(state, rules, seat, randomness):
    pass


def test_a_search_without_redeal_is_detected(game):
    cheat = verbs_of(game, redeal=kernel(game.kernels.signatures["redeal"], "own")(_redeals_nothing))
    table = searcher(game, "itself", horizon=8)
    assert not all(searches_equally(game, table, cheat, state, rules) for rules, state in states(game, largest(game)))


def test_a_strategy_agrees_with_its_description(game, strategy):
    """It has a description and finite named weights, which start with those of `sensible`."""
    base, definition = list(find_strategy(game, "sensible").weights), find_strategy(game, strategy)
    assert len(definition.description) > 20
    if strategy != UNIFORM:
        assert list(definition.weights)[: len(base)] == base
        assert np.isfinite(list(definition.weights.values())).all()
