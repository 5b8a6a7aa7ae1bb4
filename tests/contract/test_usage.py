"""Components used by options, in all games: declared columns, no hidden information, and ablation."""

import numpy as np
import pytest

from starbalance.analyses.questions.columns import roles
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.limits import FLAGS, SEATS
from starbalance.simulator.engine.play import steps
from starbalance.simulator.engine.records import values
from starbalance.simulator.engine.restricted import components
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.plan import make_plan
from tests.contract.conftest import GAMES
from tests.contract.switches import drawn
from tests.contract.worlds import ANOTHER_WORLD, listed, redealt, walk

ROUNDS = 8
STEPS, TESTED = 200, 8  # decisions of a game; components tested at each decision
NEVER = {  # components that a player can always avoid
    "4000-ad": ["captures"],
    "4000-ad-leaders": ["Quartermaster", "Wing Commander", "attacks"],
    "handful-of-stars": ["Wormhole Technology", "drafts", "Missiles"],
    "interstellar-ambitions": ["PLANETARY ECONOMICS", "Petty Theft", "colonises"],
    "ascending-empires": ["launches", "colonies", "orange"],
}
PLAYED = 60  # games


def plan_of(game, setup, strategies, rounds=ROUNDS):
    rules = tables.load(game, setup, set={"switches.max_rounds": rounds})
    return make_plan(game, rules, strategies=strategies, seed=23)[0], rules


def codes_of(game, rules, item):
    """Return (column, number of the flag) of a component, for each column that contains it."""
    return [divmod(code, FLAGS) for code in components(game, rules)[item]]


def test_usage_columns_are_declared(game):
    state, rules = game.module("state"), tables.load(game)
    columns = [each.name.lower() for each in state.Usage]
    assert set(columns) <= set(roles(game.address).usage)
    assert all(len(game.flags(rules).get(column, ())) <= FLAGS for column in columns)
    plain = ["".join(filter(str.isalnum, word.lower())) for word in components(game, rules)]
    assert len(set(plain)) == len(plain)


def test_the_components_of_an_option_do_not_depend_on_hidden_information(game):
    """`uses` does not depend on hidden information, does not change the state, and is sometimes true."""
    choices, uses, uses_seen = np.random.default_rng(5), game.kernels.uses, 0
    for randomness in range(3):
        rules = drawn(game, game.setups[randomness % len(game.setups)].name, randomness)
        codes = [divmod(code, FLAGS) for each in components(game, rules).values() for code in each]
        for state, options, _, _ in walk(game, rules.record, randomness, STEPS):
            before, world = values(state), redealt(game, state, rules.record, state.actor, ANOTHER_WORLD)
            assert len(listed(game, world, rules.record)) == len(options)
            for column, number in choices.choice(codes, min(TESTED, len(codes)), replace=False):
                for option in options:
                    used = uses(state, rules.record, option, column, number)
                    assert used == uses(world, rules.record, option, column, number)
                    uses_seen += used
            assert values(state) == before
    assert uses_seen > 0


def share_of_users(game, rules, outcomes, item):
    """Return the share of the seats of the first player that use a component."""
    seats = outcomes["seats"][:, : rules.setup.seats]
    own = seats["player"] == 0
    used = np.zeros(own.shape, bool)
    for column, number in codes_of(game, rules, item):
        name = game.module("state").Usage(column).name.lower()
        used |= (seats[name] >> number) & 1 == 1 if name in game.flags(rules) else seats[name] > 0
    return used[own].mean()


@pytest.mark.parametrize(("name", "item"), [(name, item) for name, words in NEVER.items() for item in words])
def test_an_avoidable_component_is_never_used_by_its_ablation(name, item):
    game = find_game(name)
    with_it, rules = plan_of(game, None, "sensible", 40)
    others = ["sensible"] * (rules.setup.players - 1)
    without, _ = plan_of(game, None, [f"sensible-without:{item}", *others], 40)
    used, spared = (share_of_users(game, rules, chunk.play_chunk(each, 0, PLAYED), item) for each in (with_it, without))
    assert used > 0
    assert spared == 0


@pytest.mark.parametrize("wrapped", ["{}", "{}-greedy", "search:{}@2", "{}-random-after:2"])
def test_an_ablation_avoids_its_component_if_another_option_exists(game, wrapped):
    """Replays are exact, and the opponents play uniformly."""
    setup = game.setups[0]
    item = next(iter(components(game, tables.load(game))))
    spared = 0
    for base in (f"sensible-without:{item.replace(',', '')}", f"uniform-without:{item.replace(',', '')}"):
        strategies = [wrapped.format(base), *["uniform"] * (setup.players - 1)]
        plan, rules = plan_of(game, setup.name, strategies, 4)
        codes, lineup, seated = codes_of(game, rules, item), np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
        lineup[: setup.players] = plan.lineup
        outcome, decisions = chunk.play_chunk(plan, 0, 1)[0], 0
        for step in steps(game, rules.record, chunk.table(plan), lineup, plan.seed, 0, seated):
            if step.scores is None:
                continue
            decisions += 1
            if seated[step.state.actor] == plan.lineup[0]:
                used = [uses_any(game, step.state, rules.record, option, codes) for option in step.options]
                assert not used[step.chosen] or all(used)
                spared += any(used)
        assert decisions == outcome["decisions"]
        assert list(step.state.credit[: setup.seats]) == list(outcome["seats"]["credit"][: setup.seats])


def uses_any(game, state, rules, option, codes):
    return any(game.kernels.uses(state, rules, option, column, number) for column, number in codes)


def test_every_game_has_tested_components():
    assert set(NEVER) == {game.name for game in GAMES if game.is_built_in and game.name != "comet-chase"}
