"""Rows of weights for levels of the factor, on the example game, whose factor is the ship."""

import numpy as np
import pytest

from starbalance.analyses.questions.spec import is_own
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.limits import LEVELS, SEATS
from starbalance.simulator.engine.play import steps
from starbalance.simulator.engine.records import values
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.engine.weights import entries, level_codes, levels
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import chunk, deal
from starbalance.simulator.runs.plan import make_plan
from starbalance.simulator.runs.result import load
from starbalance.simulator.runs.run import run

GAME = find_game(TEMPLATE)
Kind = GAME.module("state").Kind
RULES = tables.load(GAME, "players3", set={"switches.goal": 40})
FIRST, SECOND, *_ = levels(GAME, RULES)
FILE = f"""
[mine]
weights = {{ enough = 8.0 }}

[mine.setups.players3]
weights = {{ cargo = 0.5 }}

[mine.setups.players3.levels.{FIRST}]
weights = {{ enough = 1.0 }}
"""


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(FILE)
    return f"{path}:mine"


def plan_of(spec):
    return make_plan(GAME, RULES, strategies=[spec], seed=5)[0]


def stepped(plan, number):
    """Yield the steps of a game, except forced ones; a step is valid until the next one."""
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    for step in steps(GAME, RULES.record, chunk.table(plan), lineup, plan.seed, number):
        if len(step.options) > 1:
            yield step


def test_a_row_applies_to_its_level_and_setup_only(mine):
    strategy = find_strategy(GAME, mine)
    in_setup = strategy.at(GAME, RULES)
    assert in_setup.weights == {"enough": 8.0, "cargo": 0.5}
    assert in_setup.levels == {FIRST: {"enough": 1.0, "cargo": 0.5}}
    assert strategy.at(GAME, tables.load(GAME, "players2")).levels == {}
    assert in_setup.at(GAME, RULES) == in_setup


def test_a_seat_plays_with_the_weights_of_its_level(mine):
    """The first ship stops at once; all other ships stop after gaining 8."""
    plan, seen = plan_of(mine), set()
    for step in (each for number in range(20) for each in stepped(plan, number)):
        state = step.state
        is_first = state.players[state.actor].ship == 0
        stops = step.scores[int(np.flatnonzero(step.options["kind"] == Kind.STOP)[0])] > 0
        if max(each.distance for each in state.players) + state.gain < 40 and 1 <= state.gain < 8:
            assert stops == is_first
            seen.add(is_first)
    assert seen == {True, False}


def test_the_stepper_replays_the_loop_and_the_search(mine):
    for spec in (mine, f"search:{mine}@2"):
        plan = plan_of(spec)
        outcomes = chunk.play_chunk(plan, 3, 4)
        assert [len(list(stepped(plan, number))) for number in range(3, 7)] == outcomes["decisions"].tolist()


def test_weights_of_a_strategy_override_rows_of_its_base(mine, tmp_path):
    (tmp_path / "mine.toml").write_text(FILE + "[heir]\nbase = 'bold'\nweights = { cargo = 2.0 }\n")
    heir = find_strategy(GAME, mine.replace(":mine", ":heir"))
    assert heir.specialised(GAME, RULES, SECOND).levels == {SECOND: heir.weights}
    others = "[sensible]\nweights = { enough = 14.0, cargo = 1.0 }\n[new]\nbase = 'old'\nweights = { cargo = 3.0 }\n"
    (tmp_path / "weights.toml").write_text(others + FILE.replace("mine", "old"))
    row = entries(tmp_path)["new"].setups["players3"]
    assert (row.weights, row.levels[FIRST]) == ({"enough": 8.0, "cargo": 3.0}, {"enough": 1.0, "cargo": 3.0})


def test_a_run_stores_the_rows_of_its_strategies(mine, tmp_path):
    run(TEMPLATE, players=3, games=4, strategies=[mine], out=tmp_path / "run")
    entry = load(tmp_path / "run").settings["strategies"][0]
    assert entry["levels"] == {FIRST: {"enough": 1.0, "cargo": 0.5}}
    assert is_own(str(TEMPLATE), {**entry, "name": "sensible"})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("weights = { enuf = 1 }", f"'mine.setups.players3.levels.{FIRST}' has an unknown weight 'enuf'"),
        ("wieghts = { enough = 1 }", f"'mine.setups.players3.levels.{FIRST}' has an unknown key 'wieghts'"),
        ("weights = { enough = 'x' }", f"the weight 'mine.setups.players3.levels.{FIRST}.enough' must be a number"),
    ],
)
def test_an_invalid_row_is_reported_in_one_sentence(tmp_path, text, sentence):
    (tmp_path / "mine.toml").write_text(FILE.replace("weights = { enough = 1.0 }", text))
    with pytest.raises(BadInput, match=sentence):
        find_strategy(GAME, f"{tmp_path / 'mine.toml'}:mine")


def test_an_unknown_level_is_reported_in_one_sentence(tmp_path):
    (tmp_path / "mine.toml").write_text(FILE.replace(f"levels.{FIRST}", f"levels.{FIRST[:-1]}"))
    with pytest.raises(BadInput, match=f"no ship '{FIRST[:-1]}': did you mean '{FIRST}'"):
        find_strategy(GAME, f"{tmp_path / 'mine.toml'}:mine").at(GAME, RULES)
    with pytest.raises(BadInput, match=f"at most {LEVELS} levels of the factor, got 17"):
        level_codes(GAME, RULES, [FIRST] * 17)


def test_games_are_dealt_with_a_given_level_of_a_player():
    plan = plan_of("sensible")
    for player in range(3):
        dealt = type(plan)(**{**vars(plan), "level": (player, 1)})
        numbers = deal.numbers(dealt, 7, 30)
        assert numbers.tolist() == [*deal.numbers(dealt, 7, 11), *deal.numbers(dealt, 18, 19)]
        assert (numbers // deal.DEALS).tolist() == list(range(7, 37))
        outcomes = chunk.play_chunk(dealt, 7, 30)
        assert outcomes["game"].tolist() == numbers.tolist()
        assert (outcomes["seats"]["ship"][:, player] == 1).all()
    assert deal.numbers(plan, 7, 3).tolist() == [7, 8, 9]


def test_a_level_without_seats_keeps_the_first_number():
    plan = plan_of("sensible")
    never = type(plan)(**{**vars(plan), "level": (0, 99)})
    assert deal.numbers(never, 2, 2).tolist() == [2 * deal.DEALS, 3 * deal.DEALS]
    assert values(chunk.play_chunk(never, 2, 1))[0] == values(chunk.play_chunk(plan, 2 * deal.DEALS, 1))[0]
