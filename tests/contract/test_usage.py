"""What options use, in any game: declared columns, no secret, and never taken by a strategy that does without."""

import numpy as np
import pytest

from starbalance.analyses.questions.columns import roles
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.limits import FLAGS, SEATS
from starbalance.simulator.engine.play import steps
from starbalance.simulator.engine.records import values
from starbalance.simulator.engine.restricted import items
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.plan import make_plan
from tests.contract.conftest import GAMES
from tests.contract.switches import drawn
from tests.contract.worlds import ANOTHER_WORLD, listed, redealt, walk

ROUNDS = 8
STEPS, ASKED = 200, 8  # decisions of a game; items asked for at each
NEVER = {  # items that nothing forces a player to use
    "4000-ad": ["captures"],
    "4000-ad-leaders": ["Quartermaster", "Wing Commander", "attacks"],
    "handful-of-stars": ["Wormhole Technology", "drafts", "Missiles"],
    "interstellar-ambitions": ["PLANETARY ECONOMICS", "Petty Theft", "colonises"],
    "ascending-empires": ["launches", "colonies", "purple"],
}
PLAYED = 60  # games


def plan_of(game, setup, strategies, rounds=ROUNDS):
    rules = tables.load(game, setup, set={"switches.max_rounds": rounds})
    return make_plan(game, rules, strategies=strategies, seed=23)[0], rules


def codes_of(game, rules, item):
    """(column, number of the flag) of an item, for each column that has it."""
    return [divmod(code, FLAGS) for code in items(game, rules)[item]]


def test_the_columns_are_those_that_tell_usage(game):
    state, rules = game.module("state"), tables.load(game)
    columns = [each.name.lower() for each in state.Usage]
    assert set(columns) <= set(roles(game.address).usage)
    assert all(len(game.flags(rules).get(column, ())) <= FLAGS for column in columns)
    plain = ["".join(filter(str.isalnum, word.lower())) for word in items(game, rules)]
    assert len(set(plain)) == len(plain)


def test_what_an_option_uses_is_the_same_in_all_worlds_of_its_seat(game):
    """It hangs on nothing that is hidden, changes nothing, and comes up."""
    choices, uses, found = np.random.default_rng(5), game.verbs.uses, 0
    for luck in range(3):
        rules = drawn(game, game.setups[luck % len(game.setups)].name, luck)
        codes = [divmod(code, FLAGS) for each in items(game, rules).values() for code in each]
        for state, options, _, _ in walk(game, rules.record, luck, STEPS):
            before, world = values(state), redealt(game, state, rules.record, state.actor, ANOTHER_WORLD)
            assert len(listed(game, world, rules.record)) == len(options)
            for column, number in choices.choice(codes, min(ASKED, len(codes)), replace=False):
                for option in options:
                    used = uses(state, rules.record, option, column, number)
                    assert used == uses(world, rules.record, option, column, number)
                    found += used
            assert values(state) == before
    assert found > 0


def share_of_users(game, rules, outcomes, item):
    """The share of the seats of the first player that use an item."""
    seats = outcomes["seats"][:, : rules.setup.seats]
    own = seats["player"] == 0
    used = np.zeros(own.shape, bool)
    for column, number in codes_of(game, rules, item):
        name = game.module("state").Usage(column).name.lower()
        used |= (seats[name] >> number) & 1 == 1 if name in game.flags(rules) else seats[name] > 0
    return used[own].mean()


@pytest.mark.parametrize(("name", "item"), [(name, item) for name, words in NEVER.items() for item in words])
def test_what_nothing_forces_is_never_used(name, item):
    game = find_game(name)
    alone, rules = plan_of(game, None, "sensible", 40)
    others = ["sensible"] * (rules.setup.players - 1)
    without, _ = plan_of(game, None, [f"sensible-without:{item}", *others], 40)
    used, spared = (share_of_users(game, rules, chunk.play_chunk(each, 0, PLAYED), item) for each in (alone, without))
    assert used > 0
    assert spared == 0


@pytest.mark.parametrize("wrapped", ["{}", "{}-greedy", "search:{}@2", "{}-random-after:2"])
def test_it_takes_nothing_that_it_does_without_where_there_is_another_option(game, wrapped):
    """In replays, which are exact; the others at the table play on as before."""
    setup = game.setups[0]
    item = next(iter(items(game, tables.load(game))))
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
    return any(game.verbs.uses(state, rules, option, column, number) for column, number in codes)


def test_every_game_has_items():
    assert set(NEVER) == {game.name for game in GAMES if game.is_built_in and game.name != "comet-chase"}
