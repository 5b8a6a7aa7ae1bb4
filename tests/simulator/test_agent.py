"""Python functions as strategies: they play as compiled strategies do, and their errors are sentences."""

import numpy as np
import pytest

from starbalance import Agent, BadInput, Restricted, benchmark, check_strategy, play, run, tournament
from starbalance.analyses.training import envs
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import chunk, information_check, ready
from starbalance.simulator.runs.lanes import Lanes
from starbalance.simulator.runs.plan import GAMES_WITH_AGENTS, make_plan
from starbalance.simulator.runs.settings import describe
from tests.training.test_envs import played

KUHN = "kuhn-poker"
WEIGHTS = np.array([1.0, 0.0])


def first(observation, mask):
    """Takes the first legal action: in Kuhn poker it passes."""
    return 0


def even(observation, mask):
    return mask / mask.sum()


def weighted(observation, mask):
    return WEIGHTS


def fails(observation, mask):
    raise KeyError("no such card")


def outcomes(strategies, **options):
    seats = run(KUHN, games=200, strategies=strategies, **options).seats
    return seats.drop("strategy").to_dicts()


def test_a_function_plays_like_the_strategy_that_makes_the_same_choices():
    """The strategy `passive` of Kuhn poker always passes."""
    assert outcomes([first, "sensible"]) == outcomes(["passive", "sensible"])


def test_probabilities_are_drawn_as_the_strategy_uniform_draws():
    assert outcomes([even, even]) == outcomes("uniform")
    assert outcomes([weighted, "sensible"]) == outcomes([first, "sensible"])


def test_the_games_do_not_depend_on_jobs():
    assert outcomes([even, "sensible"], jobs=1) == outcomes([even, "sensible"], jobs=2)


def test_a_function_sees_what_the_environment_shows():
    in_run, in_environment = [], []

    def noted(notes):
        return lambda observation, mask: notes.append(observation) or 0

    run(KUHN, games=1, seed=9, strategies=Agent(noted(in_run), version="1"))
    in_run.clear()
    run(KUHN, games=1, seed=9, strategies=Agent(noted(in_run), version="1"))
    played(envs.make(KUHN), 9, lambda observation: noted(in_environment)(observation, None))
    last = in_run[-len(in_environment) :]
    assert all((one[key] == other[key]).all() for one, other in zip(last, in_environment, strict=True) for key in one)


def test_other_players_may_search():
    result = run("comet-chase", games=4, strategies=[first, "search:sensible@2"])
    assert result.seats["strategy"].cast(str).to_list()[:2] == ["first", "search:sensible@2"]


def test_a_function_may_be_restricted():
    assert outcomes([Restricted(first, random_after=1), "sensible"]) == outcomes([even, "sensible"])


def test_games_with_a_function_are_played_in_small_chunks():
    assert make_plan(find_game(KUHN), run_rules(), strategies=first)[0].chunk_size(1000) == GAMES_WITH_AGENTS


def run_rules():
    return tables.load(find_game(KUHN), "players2")


def test_the_speed_is_printed_once_for_a_function():
    ready._ANNOUNCED.clear()
    lines = []
    for _ in range(2):
        run(KUHN, games=2, strategies=["sensible", first], notify=lines.append)
    (line,) = [each for each in lines if "Python function" in each]
    assert line.startswith("A Python function chooses for player 1: about ")
    assert line.endswith(" games a second.")


def test_two_functions_and_drawn_functions_are_announced():
    choosers = {
        "Python functions choose for players 0 and 1": {"strategies": [first, even]},
        "A Python function chooses for the players that draw it": {"pool": [first, "sensible"]},
    }
    for sentence, options in choosers.items():
        plan = make_plan(find_game(KUHN), run_rules(), **options)[0]
        assert ready._choosers(plan).startswith(sentence)


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (2, "chose action 2, but the legal actions are 0 to 1"),
        (-1, "chose action -1, but the legal actions are 0 to 1"),
        ("bet", "returned 'bet', which is neither the number of a legal action nor one probability for each action"),
        (np.array([1.0]), "returned [1.0], which is neither"),
        (np.array([0.0, 0.0]), "returned probabilities below 0, infinite or all 0 for the 2 legal actions"),
        (np.array([2.0, -1.0]), "returned probabilities below 0, infinite or all 0 for the 2 legal actions"),
    ],
)
def test_a_choice_that_is_not_legal_stops_the_run(choice, reason):
    with pytest.raises(BadInput) as error:
        run(KUHN, games=2, strategies=[Agent(lambda observation, mask: choice, "mine", version="1"), "sensible"])
    assert str(error.value).startswith(f"Game 0 of seed 0 stopped: the function 'mine' {reason}")


def test_an_exception_in_a_function_names_its_line_and_a_later_run_plays():
    for ask in (lambda: run(KUHN, games=2, strategies=[fails, "sensible"]), lambda: print_game([fails, "sensible"])):
        with pytest.raises(BadInput, match=r"Game 0 of seed 0 stopped: the function 'fails' raises KeyError: .*, line"):
            ask()
    assert print_game([first, "sensible"])


def print_game(strategies):
    return list(play(KUHN, strategies=strategies))


def test_an_interrupt_in_a_function_ends_the_run():
    def interrupted(observation, mask):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(KUHN, games=2, strategies=[interrupted, "sensible"])


def test_a_function_in_a_file_is_found_by_its_parameters(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "import starbalance as sb\n"
        "def last(observation, mask):\n    return int(mask.sum()) - 1\n"
        "mixed = sb.Agent(lambda observation, mask: mask / mask.sum(), version='1')\n"
    )
    result = run(KUHN, games=3, strategies=[f"{file}:last", f"{file}:mixed"])
    assert result.seats["strategy"].cast(str).unique().sort().to_list() == ["last", "mixed"]
    with pytest.raises(BadInput, match="called 'lost': did you mean 'last'"):
        run(KUHN, games=3, strategies=f"{file}:lost")


def test_a_function_with_other_weights_is_another_strategy(monkeypatch):
    """The hash of a strategy covers the arrays that its function reads, at the time of the run."""
    before = find_strategy(find_game(KUHN), weighted).code_hash
    monkeypatch.setattr(f"{__name__}.WEIGHTS", np.array([0.0, 1.0]))
    after = find_strategy(find_game(KUHN), weighted).code_hash
    assert before != after
    assert outcomes([weighted, "sensible"]) != outcomes([first, "sensible"])


def test_a_function_with_another_closure_is_another_strategy():
    def taking(action):
        def taken(observation, mask):
            return action

        return find_strategy(find_game(KUHN), taken)

    assert taking(0).code_hash != taking(1).code_hash
    assert taking(0).code_hash == taking(0).code_hash


def test_an_object_without_comparable_content_needs_a_version():
    class Policy:
        def __call__(self, observation, mask):
            return 0

    with pytest.raises(BadInput, match=r'name the version of the function: sb.Agent\(function, version="1"\)'):
        run(KUHN, games=2, strategies=[Agent(Policy()), "sensible"])
    hashes = {describe(Agent(Policy(), version=each))["code"] for each in ("1", "2")}
    assert len(hashes) == 2
    assert outcomes([Agent(Policy(), version="1"), "sensible"]) == outcomes([first, "sensible"])


def test_a_function_travels_to_another_process():
    plan = make_plan(find_game(KUHN), run_rules(), strategies=[Agent(first), "sensible"])[0]
    place, sent, _ = chunk.play_sent(chunk.send([(plan, 0, 20)]), 0)
    assert (place, sent.tobytes()) == (0, chunk.play_chunk(plan, 0, 20).tobytes())


def test_a_tournament_takes_functions(tmp_path, monkeypatch):
    """A player that always passes loses to `sensible`, as a function or as the strategy `passive`."""
    monkeypatch.chdir(tmp_path)
    matrix = tournament(KUHN, [first, "passive", "sensible"], games=200, seed=1).matrix
    verdicts = matrix.set_index(["strategy", "opponent"])["verdict"].to_dict()
    assert verdicts["first", "sensible"] == verdicts["passive", "sensible"] == "worse"
    assert verdicts["first", "passive"] == "undecided"


def test_a_benchmark_and_a_check_take_functions(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(information_check, "SECONDS", 0.2)
    table = benchmark("comet-chase", even, against=["sensible"], games=40)
    assert table["gain"][0] < 0
    rows = check_strategy("comet-chase", first, against="sensible", games=20).set_index("check")
    assert rows["found"]["soundness"] == "a Python function, which sees only its observation"
    assert rows["verdict"]["information_check"] == "passed"


def all_first(observations, masks):
    """Takes the first legal action of each decision."""
    return [0] * len(masks)


def all_even(observations, masks):
    return masks / masks.sum(1, keepdims=True)


@pytest.mark.parametrize("batch", [1, 7, 64])
def test_a_batch_of_decisions_plays_the_games_of_single_decisions(batch):
    assert outcomes([Agent(all_even, batch=batch), "sensible"]) == outcomes([even, "sensible"])
    assert outcomes([Agent(all_even, batch=batch), first]) == outcomes([even, first])
    both = [Agent(all_even, batch=batch), Agent(all_first, batch=5)]
    assert outcomes(both) == outcomes([even, first])


def test_a_batch_has_a_row_for_each_decision_that_waits():
    sizes = []

    def noted(observations, masks):
        assert set(observations) == {"observation", "action_mask", "actions"}
        assert len(observations["observation"]) == len(observations["actions"]) == len(masks)
        sizes.append(len(masks))
        return [0] * len(masks)

    agent = Agent(noted, version="1", batch=10)
    run(KUHN, games=1_280, seed=1, strategies=agent)
    sizes.clear()
    run(KUHN, games=1_280, seed=1, strategies=agent)
    once = list(sizes)
    assert max(once) == 10
    assert np.mean(once) > 5
    sizes.clear()
    run(KUHN, games=1_280, seed=1, strategies=agent, jobs=2)
    assert sizes == once


def test_a_batch_plays_with_a_timeline():
    timelines = [
        run(KUHN, games=50, timeline=True, strategies=[each, "sensible"]).timeline
        for each in (Agent(all_first, batch=8), first)
    ]
    assert timelines[0].equals(timelines[1])


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda observations, masks: [0], r"1 choices for a batch of \d+ observations"),
        (lambda observations, masks: [9] * len(masks), "chose action 9"),
        (lambda observations, masks: fails(observations, masks), "raises KeyError: 'no such card'"),
    ],
)
def test_an_error_in_a_batch_is_one_sentence(function, message):
    with pytest.raises(BadInput, match=message):
        run(KUHN, games=200, strategies=Agent(function, "mine", version="1", batch=16))


def test_a_batch_that_is_stopped_ends_soon_and_leaves_no_error():
    calls = []

    def slow(observations, masks):
        calls.append(len(masks))
        return [0] * len(masks)

    agent = Agent(slow, version="1", batch=4)
    lanes = Lanes(4)

    def games(lane):
        if lane == 0:
            raise KeyboardInterrupt
        return lanes.ask(lane, slow, {"action_mask": np.ones(2)})

    with pytest.raises(KeyboardInterrupt):
        lanes.play(games)
    assert run(KUHN, games=20, strategies=agent).played == 20


def test_a_game_of_a_batch_is_replayed_alone():
    logs = [list(play(KUHN, strategies=[each, "sensible"], seed=1)) for each in (Agent(all_first, batch=8), first)]
    assert len(logs[0]) > 1
    assert [str(each).replace("all_first", "first") for each in logs[0]] == list(map(str, logs[1]))


def test_a_batch_that_is_too_large_is_refused():
    with pytest.raises(BadInput, match="The batch of the function 'all_first' must be from 0 to 256, got 1000"):
        Agent(all_first, batch=1000)
