"""No peeking: another world that a seat cannot tell from this one changes neither its options nor any score."""

import numpy as np
import pytest

from starbalance.simulator import tables
from starbalance.simulator.four_thousand_ad.invariants import violations
from starbalance.simulator.four_thousand_ad.state import MAX_OPTIONS
from starbalance.simulator.kernel import MAX_WEIGHTS, SEATS, kernel, option_dt, zeros
from starbalance.simulator.play import steps
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.strategy import UNIFORM, Strategy, find_strategy, strategy_names
from tests.four_thousand_ad.table import GAME

SETUPS = [each.name for each in GAME.setups]
CASES = [(setup, False) for setup in SETUPS] + [("independents4", True), ("independents3", True)]
A, B = np.uint64(12345678901), np.uint64(99)


def states(setup, diplomacy, every=37, games=3):
    """(state, options) of decisions of some games, copied."""
    rules = tables.load(GAME, setup, set={"switches.diplomacy": diplomacy, "switches.max_rounds": 40})
    names = ["sensible", "hunter", "pincer", "uniform", "coordinator"]
    found = tuple(find_strategy(GAME, name) for name in names)
    plan = Plan(GAME, rules.record, found, (0.5,) * len(found), (-1,) * rules.setup.players, 3)
    lineup = np.full(SEATS, -1)
    for game in range(games):
        for k, step in enumerate(steps(GAME, rules.record, chunk.table(plan), lineup, 3, game)):
            if k % every == 0 and step.chosen >= 0:
                yield rules, step.state.copy(), step.options.copy()


def redealt(state, rules, seat, luck):
    """A copy of the state, dealt anew."""
    copy = zeros(1, GAME.verbs.state_dt)
    copy[0] = state
    GAME.verbs.redeal(copy[0], rules, seat, luck)
    return copy[0]


@pytest.mark.parametrize(("setup", "diplomacy"), CASES)
def test_redeal_depends_on_what_a_seat_knows_and_on_luck_alone(setup, diplomacy):
    """FAD-3.3, FAD-24.2: redeal(redeal(s, a), b) = redeal(s, b), to the byte; invariants hold."""
    for rules, state, _ in states(setup, diplomacy):
        for seat in range(rules.setup.seats):
            once = redealt(state, rules.record, seat, B)
            twice = redealt(redealt(state, rules.record, seat, A), rules.record, seat, B)
            assert once.tobytes() == twice.tobytes()
            assert violations(once, rules.record) == violations(state, rules.record)


def test_every_hidden_field_changes_over_a_sample():
    """FAD-3.3, FAD-24.2: plans of warps, the departure in progress, notes, secret alliances, the dice."""
    changed = set()
    for rules, state, _ in states("independents4", True, every=11):
        seat = (state.active + 1) % 4
        other = redealt(state, rules.record, seat, A)
        for name in ("key", "drawn", "allied", "destination", "notes"):
            if np.asarray(state[name]).tobytes() != np.asarray(other[name]).tobytes():
                changed.add(name)
        if (state.players["warps"]["target"] != other.players["warps"]["target"]).any():
            changed.add("target")
        assert (state.players["warps"]["target"][seat] == other.players["warps"]["target"][seat]).all()
        assert (state.notes[seat] == other.notes[seat]).all()
    assert changed == {"key", "drawn", "allied", "destination", "notes", "target"}


def scores_of(score, weights, rules, state, options):
    found = np.full(len(options), np.nan)
    score(state, rules.record, options, weights, found)
    return found


def sees_the_same(score, weights, rules, state):
    """Whether options and scores of the seat that decides are the same in another world."""
    other = redealt(state, rules.record, state.actor, A)
    lists = []
    for world in (state, other):
        opts = zeros(MAX_OPTIONS, option_dt)
        n = GAME.verbs.options(world, rules.record, opts)
        lists.append((opts[:n].tobytes(), scores_of(score, weights, rules, world, opts[:n]).tobytes()))
    return lists[0] == lists[1]


@pytest.mark.parametrize("name", strategy_names(GAME))
@pytest.mark.parametrize(("setup", "diplomacy"), CASES)
def test_no_strategy_peeks(name, setup, diplomacy):
    """FAD-3.3: scores are the same to the bit; score changes nothing but the notes of the seat that decides."""
    strategy = find_strategy(GAME, name)
    weights = np.zeros(MAX_WEIGHTS)
    weights[: len(strategy.weights)] = list(strategy.weights.values())
    score = strategy.score(GAME)
    for rules, state, options in states(setup, diplomacy, every=53, games=2):
        before = state.copy()
        scores = scores_of(score, weights, rules, state, options)
        assert np.isfinite(scores).all()
        state.notes[state.actor] = before.notes[state.actor]
        assert state.tobytes() == before.tobytes()
        assert sees_the_same(score, weights, rules, state)


def _reads_plans(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = 0.0
        for seat in range(rules.seats):
            for warp in state.players[seat].warps:
                if seat != state.actor and warp.space > 0:
                    scores[i] += warp.target


def _reads_dice(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = float(state.key[0] % np.uint64(1000))


@pytest.mark.parametrize("cheat", [_reads_plans, _reads_dice])
def test_planted_cheats_are_caught(cheat):
    """A strategy that reads another seat's plans, or the key of the dice."""
    score = kernel(GAME.verbs.signatures["score"], "own")(cheat)
    weights = np.zeros(MAX_WEIGHTS)
    caught = [not sees_the_same(score, weights, rules, state) for rules, state, _ in states("independents4", False)]
    assert any(caught)


def test_a_strategy_is_what_its_recipe_says():
    """Every built-in strategy has a recipe, named weights that begin with those of sensible, and finite numbers."""
    base = list(find_strategy(GAME, "sensible").weights)
    for name in strategy_names(GAME):
        strategy = find_strategy(GAME, name)
        assert isinstance(strategy, Strategy)
        assert len(strategy.recipe) > 20
        if name != UNIFORM:
            assert list(strategy.weights)[: len(base)] == base
            assert np.isfinite(list(strategy.weights.values())).all()
