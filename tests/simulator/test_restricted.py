"""Strategies that are kept from something, on the miniature game: their names, how they play, what is kept of a run."""

import re
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.find import find, is_as_played, is_own
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.engine.play import IN_PLAY, _chosen, carry_out, forgo, steps
from starbalance.simulator.engine.records import values
from starbalance.simulator.engine.restricted import Restricted
from starbalance.simulator.engine.search import WORLD, _words
from starbalance.simulator.engine.searcher import Searcher
from starbalance.simulator.engine.signatures import make_room
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.plan import make_plan
from starbalance.simulator.runs.result import load
from starbalance.simulator.runs.run import run

GAME = find_game(TEMPLATE)
Kind = GAME.module("state").Kind
AT = 3  # the round from which on it plays at random


def plan_of(strategies):
    rules = tables.load(GAME, "players3", set={"switches.goal": 40})
    return make_plan(GAME, rules, strategies=strategies, seed=5)[0], rules


def played(strategies, count=20):
    return values(chunk.play_chunk(plan_of(strategies)[0], 0, count))


def replayed(strategies, number):
    """(round, scores, chosen place) of each decision with more than one option of a game; its last state."""
    plan, rules = plan_of(strategies)
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    found = []
    for step in steps(GAME, rules.record, chunk.table(plan), lineup, plan.seed, number):
        if step.scores is not None:
            found.append((int(step.state.rounds), step.scores.copy(), step.chosen))
    return found, step.state


def first_option(state, rules, options, weights, scores):
    """Always takes the first option."""
    for i in range(options.shape[0]):
        scores[i] = -float(i)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("sensible-random-after", "no round from which on it plays at random: write sensible-random-after:5"),
        ("bold-random-after:soon", "write bold-random-after:5"),
        ("-random-after:5", "write sensible-random-after:5"),
        ("sensible-random-after:0", "cannot be 0: it is from 1 to 10,000"),
        (Restricted("sensible", True), "cannot be True"),
        ("sensble-random-after:5", "no strategy 'sensble': did you mean 'sensible'"),
        ("bold-random-after:2-random-after:3", "'bold-random-after:2' plays at random from a round on already"),
        ("search:bold@8-random-after:3", "restricted after its search: write search:bold-random-after:3@8"),
        (Restricted(Searcher("bold", 8), 3), "'search:bold@8' looks ahead: what a search is based on is restricted"),
        ("bold-greedy-greedy", "'bold-greedy' is greedy already"),
        ("search:bold-greedy@8", "'bold-greedy' looks ahead: a search is based on"),
        ("sensble-greedy", "no strategy 'sensble': did you mean 'sensible'"),
        ("bold-without", "does not say what is done without: write bold-without:ITEM"),
        ("-without:rolls", "does not say what is done without: write sensible-without:ITEM"),
        ("sensble-without:rolls", "no strategy 'sensble': did you mean 'sensible'"),
        ("search:bold@8-without:rolls", "restricted after its search: write search:bold-without:rolls@8"),
        ("search:bold-greedy@8-without:rolls", "write search:bold-greedy-without:rolls@8"),
    ],
)
def test_a_name_that_says_none_is_refused(name, sentence):
    with pytest.raises(BadInput, match=sentence):
        find_strategy(GAME, name)


def test_it_is_its_base_with_a_round():
    base, found = find_strategy(GAME, "bold"), find_strategy(GAME, "bold-random-after:3")
    assert (found.name, found.weights, found.random_from) == ("bold-random-after:3", base.weights, 3)
    assert found.score(GAME) is base.score(GAME)
    assert base.random_from == 0
    for name in ("bold-random-after:3@0.5", "bold@0.5-random-after:3"):
        found = find_strategy(GAME, name)
        assert (found.name, found.temperature, found.random_from) == (name, 0.5, 3)


def test_from_the_first_round_on_it_is_uniform():
    """To the byte, also where it would look ahead, and where the base has a temperature."""
    uniform = played(["uniform"])
    assert played(["sensible-random-after:1"]) == uniform
    assert played(["search:sensible-random-after:1@2"]) == uniform
    assert played([Restricted(first_option, 1)]) == uniform


def test_before_its_round_it_is_its_base():
    assert played(["sensible-random-after:9999"]) == played(["sensible"])
    assert played(["search:sensible-random-after:9999@2"], 3) == played(["search:sensible@2"], 3)
    assert played([Restricted("sensible@0.5", 9999)]) == played(["sensible@0.5"])


def test_its_choices_are_of_its_base_up_to_its_round_and_then_of_chance():
    """Of two options the first is taken in about half the decisions; each seat has the same rule."""
    random = []
    for number in range(60):
        for rounds, scores, chosen in replayed([Restricted(first_option, AT)], number)[0]:
            if rounds < AT:
                assert scores.tolist() == [0.0, -1.0] and chosen == 0
            else:
                assert scores.tolist() == [0.0, 0.0]
                random.append(chosen)
    assert len(random) > 300
    assert abs(np.mean(random) - 0.5) < 4 * 0.5 / np.sqrt(len(random))


def test_others_at_the_table_play_on_as_before():
    found, _ = replayed(["sensible-random-after:1", "sensible", "sensible"], 0)
    assert any(scores.any() for _, scores, _ in found)
    assert any(not scores.any() for _, scores, _ in found)


@pytest.mark.parametrize(
    "strategies",
    [
        ["sensible-random-after:3", "bold", "uniform"],
        ["search:sensible-random-after:3@2", "sensible", "bold-random-after:2"],
        ["search:sensible@2:believing=bold-random-after:2", "sensible", "sensible"],
        ["search:sensible@2:believing=truth", "bold-random-after:2", "sensible"],
        ["search:sensible@2:believing=truth", "bold-greedy", "sensible-greedy-random-after:3"],
        ["search:sensible-without:rolls@2", "bold-without:rolls-random-after:2", "bold-greedy-without:rolls"],
    ],
)
def test_a_replay_is_exact(strategies):
    outcomes = chunk.play_chunk(plan_of(strategies)[0], 0, 4)
    for outcome in outcomes:
        found, last = replayed(strategies, int(outcome["game"]))
        assert len(found) == outcome["decisions"]
        assert last.credit[:3].tolist() == outcome["seats"]["credit"][:3].tolist()


def test_what_a_searcher_believes_in_changes_what_it_does():
    """It takes the others for players who begin to play at random: another table than without."""
    one = played(["search:sensible@4:believing=bold-random-after:1"], 6)
    two = played(["search:sensible@4:believing=bold"], 6)
    assert one != two


def test_a_run_says_it_and_its_games_are_found(tmp_path):
    names = ["sensible-random-after:3", "search:bold-random-after:2@2", "bold-greedy"]
    folder = tmp_path / "run"
    run(str(TEMPLATE), players=3, games=4, seed=1, jobs=1, strategies=names, temperature=0.5, out=folder)
    result = load(folder)
    said = {each["name"]: each for each in result.settings["strategies"]}
    assert [said[name].get("random_from", 0) for name in names] == [3, 2, 0]
    assert is_as_played(result)
    assert not any(is_own(str(TEMPLATE), each) for each in said.values())
    command = find(result, "won=true", 1).first["play"][0]
    assert "sensible-random-after:3@0.5,search:bold-random-after:2@0.5@2,bold-greedy@0.5" in command
    (folder / "run.toml").write_text((folder / "run.toml").read_text().replace("random_from = 3", 'random_from = "3"'))
    with pytest.raises(BadInput, match=r"'strategies\[0\]\.random_from' takes a whole number"):
        load(folder)


def test_a_greedy_strategy_has_the_score_of_its_base():
    for name in ("bold-greedy@0.5", "bold@0.5-greedy"):
        found = find_strategy(GAME, name)
        assert (found.name, found.temperature, found.search.is_greedy) == (name, 0.5, True)
    both = find_strategy(GAME, "bold-greedy-random-after:3")
    assert both.search.is_greedy and both.random_from == 3
    assert both == replace(find_strategy(GAME, "bold-random-after:3-greedy"), name=both.name, recipe=both.recipe)


def never_rolls(state, rules, options, weights, scores):
    """Stops, and where it may not, has no choice."""
    for i in range(options.shape[0]):
        scores[i] = 1.0 if options[i].kind == Kind.STOP else -np.inf


def after(state, rules, option, *, luck, worlds=4):
    """The mean standing of the seat that decides right after an option, in so many worlds; slowly."""
    verbs, total, seat = GAME.verbs, 0.0, int(state.actor)
    for world in range(worlds):
        other = np.zeros(1, state.dtype)
        other[0] = state
        high, low = _words(luck, WORLD, world, 0)
        verbs.redeal(other[0], rules, seat, (high << np.uint64(32)) | low)
        carry_out(GAME, other[0], rules, option)
        total += verbs.standing(other[0], rules, seat)
    return total / worlds


def test_a_greedy_strategy_takes_what_is_best_at_once_by_a_slow_twin():
    """In worlds of its own luck; of equals its base's choice, which is to roll on: what is gained counts at a stop."""
    plan, rules = plan_of([Restricted(first_option, is_greedy=True)])
    lineup, others, asked = np.zeros(SEATS, np.int64), 0, 0
    for number in range(6):
        decision = 0
        for step in steps(GAME, rules.record, chunk.table(plan), lineup, plan.seed, number):
            if step.scores is None:
                continue
            decision, asked = decision + 1, asked + 1
            luck = (np.uint64(plan.seed), number, decision)
            found = [after(step.state, rules.record, each, luck=luck) for each in step.options]
            liked = int(np.argmax(step.scores))
            assert found[step.chosen] == max(found)
            assert step.chosen == liked or found[step.chosen] > found[liked]
            others += step.chosen != liked
    assert asked > 30
    assert others > 0


def test_a_greedy_strategy_never_takes_what_its_base_never_takes():
    assert played([Restricted(never_rolls, is_greedy=True)]) == played([never_rolls])


def taken(plan, rules, state, *, world, luck):
    """The place of the option that is taken in a world that the seat cannot tell from this one."""
    verbs = GAME.verbs
    room = make_room(verbs.state_dt, verbs.max_options)
    room.desk[IN_PLAY] = state
    verbs.redeal(room.desk[IN_PLAY], rules.record, int(state.actor), np.uint64(world))
    count = verbs.options(room.desk[IN_PLAY], rules.record, room.opts)
    return _chosen(verbs, chunk.table(plan), rules.record, room, n=count, luck=luck)


def test_a_greedy_strategy_does_not_see_what_is_hidden_nor_the_dice_to_come():
    plan, rules = plan_of([Restricted(first_option, is_greedy=True)])
    lineup, asked = np.zeros(SEATS, np.int64), 0
    for number in range(6):
        for step in steps(GAME, rules.record, chunk.table(plan), lineup, plan.seed, number):
            if step.scores is not None:
                asked += 1
                luck = (np.uint64(plan.seed), number, asked)
                assert len({taken(plan, rules, step.state, world=world, luck=luck) for world in range(3)}) == 1
    assert asked > 30


def test_a_function_of_a_file_is_restricted_by_its_name(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "def stops(state, rules, options, weights, scores):\n"
        "    for i in range(options.shape[0]):\n"
        "        scores[i] = float(i)\n"
    )
    found = find_strategy(GAME, f"{path}:stops-random-after:4")
    assert (found.name, found.random_from) == ("stops-random-after:4", 4)
    assert find_strategy(GAME, f"search:{path}:stops-random-after:4@2").random_from == 4


FORGO = getattr(forgo, "py_func", forgo)


def stops(state, rules, options, weights, scores):
    """Stops as soon as it may."""
    for i in range(options.shape[0]):
        scores[i] = 1.0 if options[i].kind == Kind.STOP else 0.0


def never_stops(state, rules, options, weights, scores):
    """Rolls on, and would never stop."""
    for i in range(options.shape[0]):
        scores[i] = 1.0 if options[i].kind == Kind.ROLL else -np.inf


def test_it_takes_what_uses_the_item_only_where_it_must():
    """Whatever its base likes, also where it looks ahead, is greedy, or random: the first roll of a turn is forced."""
    stopped = played([stops])
    for base in ("sensible", "bold@0.5", "sensible-greedy", "uniform", "bold-random-after:2"):
        assert played([f"{base}-without:rolls"]) == stopped
    assert played(["search:sensible-without:rolls@2"], 3) == played([stops], 3)
    assert played([Restricted(never_stops, without="Rolls")]) == stopped


def test_among_what_is_left_its_base_would_take_nothing():
    """What it does without is ruled out, and the others, which its base never takes, are equals."""
    seen = 0
    for _, scores, chosen in replayed([Restricted(never_stops, without=["rolls"])], 0)[0]:
        assert (scores.tolist(), chosen) == ([-np.inf, 0.0], 1)
        seen += 1
    assert seen > 5


def test_where_all_options_use_the_item_its_base_chooses():
    plan, _ = plan_of(["sensible-without:rolls"])
    row = chunk.table(plan).rows[0]
    scores = np.array([2.0, 3.0])
    FORGO(lambda *asked: True, row, None, None, np.zeros(2), scores)
    assert scores.tolist() == [2.0, 3.0]


def test_a_score_that_is_missing_stays_a_fault():
    row = chunk.table(plan_of(["sensible-without:rolls"])[0]).rows[0]
    scores = np.array([np.nan, 3.0])
    FORGO(lambda state, rules, option, column, number: option, row, None, None, np.array([False, True]), scores)
    assert np.isnan(scores[0]) and scores[1] == -np.inf


@pytest.mark.parametrize(
    ("strategy", "sentence"),
    [
        ("bold-without:rols", "There is no item 'rols': did you mean 'rolls'"),
        ("search:bold-without:rols@2", "There is no item 'rols'"),
        ("search:bold@2:believing=bold-without:rols", "There is no item 'rols'"),
        (Restricted("bold", without=["rolls"] * 17), "does without 16 items at most"),
    ],
)
def test_an_item_that_cannot_be_is_refused(strategy, sentence):
    with pytest.raises(BadInput, match=sentence):
        plan_of([strategy])


def test_a_wrong_item_ends_a_command_with_code_2(tmp_path):
    words = ["run", str(TEMPLATE), "--games", "2", "--strategies", "bold-without:rols", "--out", str(tmp_path / "run")]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert "There is no item 'rols'" in result.output
    assert not (tmp_path / "run").exists()


def test_a_game_that_does_not_say_what_its_options_use_has_no_items(monkeypatch):
    monkeypatch.delattr(GAME.module("state"), "Usage")
    with pytest.raises(BadInput, match="Comet Chase does not say what its options use"):
        plan_of(["bold-without:rolls"])


def test_items_are_named_without_capitals_and_signs():
    """Commas part the names of strategies, so that the name of one lacks them."""
    game, rules = (
        replace(GAME, flags=lambda rules: {"rolls": ("Iron Fist, Velvet Glove", "Ray-Gun")}),
        tables.load(GAME),
    )
    found = find_strategy(game, Restricted("bold", without="Iron Fist, Velvet Glove"))
    assert found.name == "bold-without:Iron Fist Velvet Glove"
    assert found.at(game, rules).items == (0,)
    assert find_strategy(game, "bold-without:ray gun-without:iron fist velvet glove").at(game, rules).items == (1, 0)


def test_a_run_says_what_is_done_without(tmp_path):
    folder, names = tmp_path / "run", ["sensible-without:rolls", "bold-greedy-without:rolls", "bold"]
    run(str(TEMPLATE), players=3, games=4, seed=1, jobs=1, strategies=names, temperature=0.5, out=folder)
    result = load(folder)
    assert [each.get("without") for each in result.settings["strategies"]] == [["rolls"], ["rolls"], None]
    assert not any(is_own(str(TEMPLATE), each) for each in result.settings["strategies"])
    command = find(result, "won=true", 1).first["play"][0]
    assert "sensible-without:rolls@0.5,bold-greedy-without:rolls@0.5,bold@0.5" in command
    text = (folder / "run.toml").read_text()
    (folder / "run.toml").write_text(re.sub(r"without = \[[^]]*\]", "without = 3", text, count=1))
    with pytest.raises(BadInput, match=r"'strategies\[0\]\.without' takes a list"):
        load(folder)
