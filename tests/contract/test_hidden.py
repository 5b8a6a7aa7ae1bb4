"""No peeking, in any game: another world that a seat cannot tell from this one changes neither options nor scores."""

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
from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.play import IN_PLAY
from starbalance.simulator.engine.signatures import SearchVerbs, make_room
from starbalance.simulator.engine.strategy import UNIFORM, find_strategy
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

FEWEST, MOST = 4, 24  # games of each set-up
STEPS, EACH = 300, 3  # decisions of a game; states kept of a decision in a game
BELIEFS = ["itself", "pool", "truth"]


def version(game: Game, setup: str, turn: int, luck: int) -> Any:
    """Rules as printed, with other switches, or one of those that the tests of the game name for rare decisions."""
    changes = getattr(rare(game), "RARE", ())
    place = turn % (2 + len(changes))
    if place == 1:
        return drawn(game, setup, luck)
    return tables.load(game, setup, set=changes[place - 2] if place else None)


def rare(game: Game) -> Any:
    """What the tests of a game say of its rare decisions; None where they say nothing."""
    name = f"tests.{game.folder.name}.rare"
    return import_module(name) if find_spec(name) else None


@cache
def sample(game: Game) -> list[tuple[str, Any, Any]]:
    """(set-up, rules, state) at some of each decision, out of games under each version of the rules in turn.

    More games are played where a decision has not come up in the first.
    """
    kept = list(getattr(rare(game), "positions", tuple)())
    missing, number = {int(phase) for phase in game.module("state").Phase}, 0
    missing -= {int(state.phase) for _, _, state in kept}
    while number < FEWEST * len(game.setups) or (missing and number < MOST * len(game.setups)):
        turn, place = divmod(number, len(game.setups))
        setup = game.setups[place].name
        rules, times = version(game, setup, turn, number).record, Counter[int]()
        for before, _, _, _ in walk(game, rules, number, STEPS):
            times[int(before.phase)] += 1
            if times[int(before.phase)] <= EACH:
                kept.append((setup, rules, before))
        missing -= set(times)
        number += 1
    return kept


def states(game, setup):
    return [(rules, state) for where, rules, state in sample(game) if where == setup]


@cache
def pairs(game: Game, setup: str) -> list[tuple[Any, list[tuple[Any, np.ndarray]]]]:
    """(rules, two worlds that the seat to decide cannot tell apart, each with its options) at every state."""
    found = []
    for rules, state in states(game, setup):
        worlds = (state, redealt(game, state, rules, state.actor, ONE_WORLD))
        found.append((rules, [(world, listed(game, world, rules)) for world in worlds]))
    return found


def test_every_decision_of_a_game_is_sampled(game):
    """The tests below see each of them in some set-up."""
    found = {int(state.phase) for _, _, state in sample(game)}
    assert [phase.name for phase in game.module("state").Phase if int(phase) not in found] == []


def test_redeal_depends_on_what_a_seat_knows_and_on_luck_alone(game, setup):
    """redeal(redeal(s, a), b) = redeal(s, b), to the byte; the other world is sound as this one is."""
    violations = game.module("invariants").violations
    for rules, state in states(game, setup):
        for seat in range(rules.seats):
            once = redealt(game, state, rules, seat, ANOTHER_WORLD)
            twice = redealt(game, redealt(game, state, rules, seat, ONE_WORLD), rules, seat, ANOTHER_WORLD)
            assert once.tobytes() == twice.tobytes()
        assert violations(once, rules) == violations(state, rules)


def test_the_options_of_a_seat_do_not_depend_on_what_it_cannot_see(game, setup):
    for _, ((_, here), (_, there)) in pairs(game, setup):
        assert here.tobytes() == there.tobytes()


def test_no_strategy_peeks(game, setup, strategy):
    """Scores are numbers or never, and the same to the bit; a score changes nothing but the notes of its seat."""
    found = find_strategy(game, strategy)
    score, weights, scratch = found.score(game), weights_of(found), getattr(game.module("state"), "SCRATCH", ())
    for rules, worlds in pairs(game, setup):
        here, there = [_scored(score, weights, world, rules, options, scratch) for world, options in worlds]
        assert np.isfinite(here).any() and (here < np.inf).all()
        assert here.tobytes() == there.tobytes()


def _scored(score, weights, state, rules, options, scratch):
    """The scores of the options of a state, which stays as it is but for notes and scratch."""
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
    """The set-up of the most players: a searcher is the same in each, and what is dealt anew is tested in all."""
    return max(game.setups, key=lambda each: each.players).name


@pytest.mark.parametrize("cheat", [_reads_dice, _reads_notes_of_others])
def test_planted_cheats_are_caught(game, cheat):
    setup = largest(game)
    weights = np.zeros(1)
    noted = [(rules, state.copy()) for rules, state in states(game, setup)]
    for _, state in noted:
        state.notes[:] = 7
    assert not all(sees_the_same(game, cheat, weights, state, rules) for rules, state in noted)


def searcher(game, believing, horizon=1):
    """The table of a searcher that looks ahead at every decision, for so many rounds."""
    found = find_strategy(game, f"search:sensible@2:believing={believing}")
    phases = tuple(phase.name for phase in game.module("state").Phase)
    eager = replace(found, search=replace(found.search, horizon=horizon, caution=0.0, phases=phases))
    return chunk.table(Plan(game, tables.load(game).record, (eager,), (0,) * SEATS, 7))


def looked_ahead(game, table, verbs, state, rules):
    """(the option that a searcher takes, all that it has found of those it tried); the state stays as it is."""
    room = make_room(game.verbs.state_dt, game.verbs.max_options)
    room.desk[IN_PLAY] = state
    n = game.verbs.options(room.desk[IN_PLAY], rules, room.opts)
    room.values[:n] = scores_of(table.scores[0], table.rows[0].weights[0], room.desk[IN_PLAY], rules, room.opts[:n])
    chosen, before = int(np.argmax(room.values[:n])), room.desk[IN_PLAY].tobytes()
    luck = (np.uint64(7), 1, 2)
    taken = game.verbs.look_ahead(verbs, table.scores, table.rows, rules, room, n, chosen, *luck)
    assert room.desk[IN_PLAY].tobytes() == before
    return taken, room.trials.tobytes()


def searches_alike(game, table, verbs, state, rules):
    """Whether a searcher finds and takes the same in another world."""
    other = redealt(game, state, rules, state.actor, ONE_WORLD)
    return looked_ahead(game, table, verbs, state, rules) == looked_ahead(game, table, verbs, other, rules)


def verbs_of(game, **others):
    return tuple(others.get(name, getattr(game.verbs, name)) for name in SearchVerbs._fields)


@pytest.mark.parametrize("believing", BELIEFS)
def test_no_searcher_peeks(game, believing):
    """What it finds of each option is the same to the bit, and no playout has a fault.

    A search takes long: of each decision one belief looks at every third state, each state is looked at by one.
    """
    verbs, table = verbs_of(game), searcher(game, believing)
    by_decision = sorted(states(game, largest(game)), key=lambda each: int(each[1].phase))
    for rules, state in by_decision[BELIEFS.index(believing) :: len(BELIEFS)]:
        assert looked_ahead(game, table, verbs, state, rules)[0] >= 0
        assert searches_alike(game, table, verbs, state, rules)


def _redeals_nothing(state, rules, seat, luck):
    pass


def test_a_search_that_does_not_redeal_is_caught(game):
    cheat = verbs_of(game, redeal=kernel(game.verbs.signatures["redeal"], "own")(_redeals_nothing))
    table = searcher(game, "itself", horizon=8)
    assert not all(searches_alike(game, table, cheat, state, rules) for rules, state in states(game, largest(game)))


def test_a_strategy_is_what_its_recipe_says(game, strategy):
    """It has a recipe, named weights that begin with those of sensible, and finite numbers."""
    base, found = list(find_strategy(game, "sensible").weights), find_strategy(game, strategy)
    assert len(found.recipe) > 20
    if strategy != UNIFORM:
        assert list(found.weights)[: len(base)] == base
        assert np.isfinite(list(found.weights.values())).all()
