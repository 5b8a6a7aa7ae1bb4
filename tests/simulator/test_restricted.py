"""Restricted strategies on the example game: their names, their play, and the settings of a run."""

import re
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.find import find, is_as_played
from starbalance.analyses.questions.spec import is_own
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.play import IN_PLAY, _chosen, carry_out, forgo, steps
from starbalance.simulator.engine.records import values
from starbalance.simulator.engine.restricted import Restricted
from starbalance.simulator.engine.search import WORLD, random_words
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
AT = 3  # first round of random play


def plan_of(strategies):
    rules = tables.load(GAME, "players3", set={"switches.goal": 40})
    return make_plan(GAME, rules, strategies=strategies, seed=5)[0], rules


def played(strategies, count=20):
    return values(chunk.play_chunk(plan_of(strategies)[0], 0, count))


def replayed(strategies, number):
    """Return ([(round, scores, chosen index) of each decision with several options], last state) of a game."""
    plan, rules = plan_of(strategies)
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    decisions = []
    for step in steps(GAME, rules.record, chunk.table(plan), lineup, plan.seed, number):
        if step.scores is not None:
            decisions.append((int(step.state.rounds), step.scores.copy(), step.chosen))
    return decisions, step.state


def first_option(state, rules, options, weights, scores):
    """Prefer the first option."""
    for i in range(options.shape[0]):
        scores[i] = -float(i)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("sensible-random-after", "no first round of random play. Write sensible-random-after:5"),
        ("bold-random-after:soon", "Write bold-random-after:5"),
        ("-random-after:5", "Write sensible-random-after:5"),
        ("sensible-random-after:0", "must be a whole number from 1 to 10,000, got 0"),
        (Restricted("sensible", True), "must be a whole number from 1 to 10,000, got True"),
        ("sensble-random-after:5", "no strategy 'sensble': did you mean 'sensible'"),
        ("bold-random-after:2-random-after:3", "'bold-random-after:2' already switches to random play"),
        ("search:bold@8-random-after:3", "restriction after the search. Write search:bold-random-after:3@8"),
        (Restricted(Searcher("bold", 8), 3), "'search:bold@8' has a search and cannot be restricted"),
        ("bold-greedy-greedy", "'bold-greedy' is already one-ply greedy"),
        ("search:bold-greedy@8", "strategies without a search or `-greedy`, got 'bold-greedy'"),
        ("sensble-greedy", "no strategy 'sensble': did you mean 'sensible'"),
        ("bold-without", "names no component to avoid. Write bold-without:COMPONENT"),
        ("-without:rolls", "names no component to avoid. Write sensible-without:COMPONENT"),
        ("sensble-without:rolls", "no strategy 'sensble': did you mean 'sensible'"),
        ("search:bold@8-without:rolls", "restriction after the search. Write search:bold-without:rolls@8"),
        ("search:bold-greedy@8-without:rolls", "Write search:bold-greedy-without:rolls@8"),
    ],
)
def test_an_invalid_name_is_refused(name, sentence):
    with pytest.raises(BadInput, match=sentence):
        find_strategy(GAME, name)


def test_a_restricted_strategy_is_its_base_with_a_round():
    base, restricted = find_strategy(GAME, "bold"), find_strategy(GAME, "bold-random-after:3")
    assert (restricted.name, restricted.weights, restricted.random_from) == ("bold-random-after:3", base.weights, 3)
    assert restricted.score(GAME) is base.score(GAME)
    assert base.random_from == 0
    for name in ("bold-random-after:3@0.5", "bold@0.5-random-after:3"):
        restricted = find_strategy(GAME, name)
        assert (restricted.name, restricted.temperature, restricted.random_from) == (name, 0.5, 3)


def test_random_play_from_the_first_round_equals_uniform_play():
    """Outcomes are identical to the byte, even with a search and for a user function as the base."""
    uniform = played(["uniform"])
    assert played(["sensible-random-after:1"]) == uniform
    assert played(["search:sensible-random-after:1@2"]) == uniform
    assert played([Restricted(first_option, 1)]) == uniform


def test_a_restricted_strategy_plays_as_its_base_before_its_round():
    assert played(["sensible-random-after:9999"]) == played(["sensible"])
    assert played(["search:sensible-random-after:9999@2"], 3) == played(["search:sensible@2"], 3)
    assert played([Restricted("sensible@0.5", 9999)]) == played(["sensible@0.5"])


def test_choices_follow_the_base_up_to_the_round_and_are_random_afterwards():
    """After the round, the first of two options is chosen in about half of the decisions."""
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


def test_opponents_of_a_restricted_strategy_are_not_affected():
    decisions, _ = replayed(["sensible-random-after:1", "sensible", "sensible"], 0)
    assert any(scores.any() for _, scores, _ in decisions)
    assert any(not scores.any() for _, scores, _ in decisions)


@pytest.mark.parametrize(
    "strategies",
    [
        ["sensible-random-after:3", "bold", "uniform"],
        ["search:sensible-random-after:3@2", "sensible", "bold-random-after:2"],
        ["search:sensible@2:opponents=bold-random-after:2", "sensible", "sensible"],
        ["search:sensible@2:opponents=truth", "bold-random-after:2", "sensible"],
        ["search:sensible@2:opponents=truth", "bold-greedy", "sensible-greedy-random-after:3"],
        ["search:sensible-without:rolls@2", "bold-without:rolls-random-after:2", "bold-greedy-without:rolls"],
    ],
)
def test_a_replay_is_exact(strategies):
    outcomes = chunk.play_chunk(plan_of(strategies)[0], 0, 4)
    for outcome in outcomes:
        decisions, last = replayed(strategies, int(outcome["game"]))
        assert len(decisions) == outcome["decisions"]
        assert last.credit[:3].tolist() == outcome["seats"]["credit"][:3].tolist()


def test_the_opponent_model_changes_the_choices_of_a_search():
    """Opponent models with random play lead to other games than the same models without it."""
    one = played(["search:sensible@4:opponents=bold-random-after:1"], 6)
    two = played(["search:sensible@4:opponents=bold"], 6)
    assert one != two


def test_a_run_stores_restrictions_and_its_games_can_be_found(tmp_path):
    names = ["sensible-random-after:3", "search:bold-random-after:2@2", "bold-greedy"]
    folder = tmp_path / "run"
    run(str(TEMPLATE), players=3, games=4, seed=1, jobs=1, strategies=names, temperature=0.5, out=folder)
    result = load(folder)
    stored = {each["name"]: each for each in result.settings["strategies"]}
    assert [stored[name].get("random_from", 0) for name in names] == [3, 2, 0]
    assert is_as_played(result)
    assert not any(is_own(str(TEMPLATE), each) for each in stored.values())
    command = find(result, "won=true", 1).first["play"][0]
    assert "sensible-random-after:3@0.5,search:bold-random-after:2@0.5@2,bold-greedy@0.5" in command
    (folder / "run.toml").write_text((folder / "run.toml").read_text().replace("random_from = 3", 'random_from = "3"'))
    with pytest.raises(BadInput, match=r"'strategies\[0\]\.random_from' must be a whole number"):
        load(folder)


def test_a_greedy_strategy_has_the_score_of_its_base():
    for name in ("bold-greedy@0.5", "bold@0.5-greedy"):
        greedy = find_strategy(GAME, name)
        assert (greedy.name, greedy.temperature, greedy.search.is_greedy) == (name, 0.5, True)
    both = find_strategy(GAME, "bold-greedy-random-after:3")
    assert both.search.is_greedy and both.random_from == 3
    assert both == replace(
        find_strategy(GAME, "bold-random-after:3-greedy"), name=both.name, description=both.description
    )


def never_rolls(state, rules, options, weights, scores):
    """Allow only stopping; leave all other options unscored."""
    for i in range(options.shape[0]):
        scores[i] = 1.0 if options[i].kind == Kind.STOP else -np.inf


def after(state, rules, option, *, randomness, worlds=4):
    """Return the mean standing of the acting seat right after an option over `worlds` worlds, computed slowly."""
    kernels, total, seat = GAME.kernels, 0.0, int(state.actor)
    for world in range(worlds):
        other = np.zeros(1, state.dtype)
        other[0] = state
        high, low = random_words(randomness, WORLD, world, 0)
        kernels.redeal(other[0], rules, seat, (high << np.uint64(32)) | low)
        carry_out(GAME, other[0], rules, option)
        total += kernels.standing(other[0], rules, seat)
    return total / worlds


def test_a_greedy_strategy_agrees_with_a_slow_one_ply_search():
    """Ties go to the choice of the base, which is to roll, since gains count only after a stop."""
    plan, rules = plan_of([Restricted(first_option, is_greedy=True)])
    lineup, others, decisions = np.zeros(SEATS, np.int64), 0, 0
    for number in range(6):
        decision = 0
        for step in steps(GAME, rules.record, chunk.table(plan), lineup, plan.seed, number):
            if step.scores is None:
                continue
            decision, decisions = decision + 1, decisions + 1
            randomness = (np.uint64(plan.seed), number, decision)
            standings = [after(step.state, rules.record, each, randomness=randomness) for each in step.options]
            liked = int(np.argmax(step.scores))
            assert standings[step.chosen] == max(standings)
            assert step.chosen == liked or standings[step.chosen] > standings[liked]
            others += step.chosen != liked
    assert decisions > 30
    assert others > 0


def test_a_greedy_strategy_never_chooses_options_that_its_base_excludes():
    assert played([Restricted(never_rolls, is_greedy=True)]) == played([never_rolls])


def taken(plan, rules, state, *, world, randomness):
    """Return the index of the chosen option in a world that the seat cannot distinguish from the given state."""
    kernels = GAME.kernels
    room = make_room(kernels.state_dt, kernels.max_options)
    room.desk[IN_PLAY] = state
    kernels.redeal(room.desk[IN_PLAY], rules.record, int(state.actor), np.uint64(world))
    count = kernels.options(room.desk[IN_PLAY], rules.record, room.opts)
    return _chosen(kernels, chunk.table(plan), rules.record, room, n=count, randomness=randomness)


def test_a_greedy_strategy_uses_neither_hidden_information_nor_future_dice():
    plan, rules = plan_of([Restricted(first_option, is_greedy=True)])
    lineup, decisions = np.zeros(SEATS, np.int64), 0
    for number in range(6):
        for step in steps(GAME, rules.record, chunk.table(plan), lineup, plan.seed, number):
            if step.scores is not None:
                decisions += 1
                randomness = (np.uint64(plan.seed), number, decisions)
                assert (
                    len({taken(plan, rules, step.state, world=world, randomness=randomness) for world in range(3)}) == 1
                )
    assert decisions > 30


def test_a_function_of_a_file_is_restricted_by_its_name(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "def stops(state, rules, options, weights, scores):\n"
        "    for i in range(options.shape[0]):\n"
        "        scores[i] = float(i)\n"
    )
    strategy = find_strategy(GAME, f"{path}:stops-random-after:4")
    assert (strategy.name, strategy.random_from) == ("stops-random-after:4", 4)
    assert find_strategy(GAME, f"search:{path}:stops-random-after:4@2").random_from == 4


FORGO = getattr(forgo, "py_func", forgo)


def stops(state, rules, options, weights, scores):
    """Prefer stopping."""
    for i in range(options.shape[0]):
        scores[i] = 1.0 if options[i].kind == Kind.STOP else 0.0


def never_stops(state, rules, options, weights, scores):
    """Allow only rolling."""
    for i in range(options.shape[0]):
        scores[i] = 1.0 if options[i].kind == Kind.ROLL else -np.inf


def test_an_ablation_uses_its_component_only_if_forced():
    """This holds for every base, including search, greedy and random play. The first roll of a turn is forced."""
    stopped = played([stops])
    for base in ("sensible", "bold@0.5", "sensible-greedy", "uniform", "bold-random-after:2"):
        assert played([f"{base}-without:rolls"]) == stopped
    assert played(["search:sensible-without:rolls@2"], 3) == played([stops], 3)
    assert played([Restricted(never_stops, without="Rolls")]) == stopped


def test_options_that_the_base_excludes_are_equal_if_no_others_remain():
    """Options with the component are excluded, and all remaining options get equal scores."""
    seen = 0
    for _, scores, chosen in replayed([Restricted(never_stops, without=["rolls"])], 0)[0]:
        assert (scores.tolist(), chosen) == ([-np.inf, 0.0], 1)
        seen += 1
    assert seen > 5


def test_the_base_chooses_if_all_options_use_the_component():
    plan, _ = plan_of(["sensible-without:rolls"])
    row = chunk.table(plan).rows[0]
    scores = np.array([2.0, 3.0])
    FORGO(lambda *arguments: True, row, None, None, np.zeros(2), scores)
    assert scores.tolist() == [2.0, 3.0]


def test_a_missing_score_is_still_a_fault():
    row = chunk.table(plan_of(["sensible-without:rolls"])[0]).rows[0]
    scores = np.array([np.nan, 3.0])
    FORGO(lambda state, rules, option, column, number: option, row, None, None, np.array([False, True]), scores)
    assert np.isnan(scores[0]) and scores[1] == -np.inf


@pytest.mark.parametrize(
    ("strategy", "sentence"),
    [
        ("bold-without:rols", "There is no component 'rols': did you mean 'rolls'"),
        ("search:bold-without:rols@2", "There is no component 'rols'"),
        ("search:bold@2:opponents=bold-without:rols", "There is no component 'rols'"),
        (Restricted("bold", without=["rolls"] * 17), "can avoid at most 16 components"),
    ],
)
def test_an_invalid_component_is_refused(strategy, sentence):
    with pytest.raises(BadInput, match=sentence):
        plan_of([strategy])


def test_an_unknown_component_ends_a_command_with_exit_code_2(tmp_path):
    words = ["run", str(TEMPLATE), "--games", "2", "--strategies", "bold-without:rols", "--out", str(tmp_path / "run")]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert "There is no component 'rols'" in result.output
    assert not (tmp_path / "run").exists()


def test_a_game_without_declared_usage_has_no_components(monkeypatch):
    monkeypatch.delattr(GAME.module("state"), "Usage")
    with pytest.raises(BadInput, match="Comet Chase does not define which components its options use"):
        plan_of(["bold-without:rolls"])


def test_component_names_ignore_case_and_punctuation():
    """Commas separate strategies, so the name of a component omits them."""
    game, rules = (
        replace(GAME, flags=lambda rules: {"rolls": ("Iron Fist, Velvet Glove", "Ray-Gun")}),
        tables.load(GAME),
    )
    strategy = find_strategy(game, Restricted("bold", without="Iron Fist, Velvet Glove"))
    assert strategy.name == "bold-without:Iron Fist Velvet Glove"
    assert strategy.at(game, rules).components == (0,)
    assert find_strategy(game, "bold-without:ray gun-without:iron fist velvet glove").at(game, rules).components == (
        1,
        0,
    )


def test_a_run_stores_avoided_components(tmp_path):
    folder, names = tmp_path / "run", ["sensible-without:rolls", "bold-greedy-without:rolls", "bold"]
    run(str(TEMPLATE), players=3, games=4, seed=1, jobs=1, strategies=names, temperature=0.5, out=folder)
    result = load(folder)
    assert [each.get("without") for each in result.settings["strategies"]] == [["rolls"], ["rolls"], None]
    assert not any(is_own(str(TEMPLATE), each) for each in result.settings["strategies"])
    command = find(result, "won=true", 1).first["play"][0]
    assert "sensible-without:rolls@0.5,bold-greedy-without:rolls@0.5,bold@0.5" in command
    text = (folder / "run.toml").read_text()
    (folder / "run.toml").write_text(re.sub(r"without = \[[^]]*\]", "without = 3", text, count=1))
    with pytest.raises(BadInput, match=r"'strategies\[0\]\.without' must be a list"):
        load(folder)
