"""Search players on the example game: names, parameters, trials, play, and the settings of a run."""

import math
from dataclasses import replace
from enum import IntEnum
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from starbalance.analyses.questions.find import find, is_as_played
from starbalance.analyses.questions.log import play
from starbalance.simulator.engine import search, tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.limits import TABLE
from starbalance.simulator.engine.play import AHEAD, BLANK, FAULTS, FINE, IN_PLAY, steps
from starbalance.simulator.engine.records import strategy_dt, trial_dt, zeros
from starbalance.simulator.engine.search import (
    _better,
    _give_up,
    _halvings,
    _is_sure,
    _keep,
    _list_trials,
    _next_halving,
    _seat_opponents,
    random_words,
    values_found,
)
from starbalance.simulator.engine.searcher import Searcher, read_numbers
from starbalance.simulator.engine.signatures import make_room
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.engine.strategy_name import parse_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs import run as runs
from starbalance.simulator.runs.plan import make_plan
from starbalance.simulator.runs.result import load
from starbalance.simulator.runs.run import run

GAME = find_game(TEMPLATE)
DECISIONS = GAME.module("state").Decision
SHORT = {"switches.goal": 20}
NUMBERS = 'width = 2\nhorizon = 9\nscale = 10.0\nthreshold = 1.0\ndecisions = ["ROLL"]\n'


def short_run(strategies, games=8, **options):
    return run(
        TEMPLATE, **{"players": 3, "seed": 3, "jobs": 1, "set": SHORT, **options}, games=games, strategies=strategies
    )


def plan_of(strategies, changes=SHORT):
    rules = tables.load(GAME, "players3", set=changes)
    return make_plan(GAME, rules, strategies=strategies)[0], rules


# names


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("search:sensible@8", ("sensible", 8, "itself")),
        ("search:sensible@0.5@8", ("sensible@0.5", 8, "itself")),
        ("search:mine.py:greedy@8", ("mine.py:greedy", 8, "itself")),
        ("search:a/b.toml:patient@1@32:opponents=pool", ("a/b.toml:patient@1", 32, "pool")),
        ("search:sensible@8:opponents=mine.py:greedy@0.5", ("sensible", 8, "mine.py:greedy@0.5")),
    ],
)
def test_a_name_contains_base_playouts_and_opponent_model(name, expected):
    """The last number before `opponents` is the number of playouts; everything before it is the base."""
    parsed = parse_strategy(name)
    assert (str(parsed.without_search()), parsed.playouts, parsed.opponents) == expected


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("search:sensible", "'search:sensible' has no number of playouts. Write search:sensible@8"),
        ("search:sensible@0.5", "has no number of playouts. Write search:sensible@0.5@8"),
        ("search:@8", "has no number of playouts"),
        ("search:sensible@0", "number of playouts must be a whole number from 1 to 10,000, got 0"),
        ("search:bold@2:believing=pool", "is now `:opponents=`. Write search:bold@2:opponents=pool"),
        ("search:bold@2-greedy", "has a search and -greedy. Leave one of them out"),
        ("search:sensible@8:opponents=", "has no opponent model. Write a strategy, pool or truth"),
        ("search:sensble@8", "no strategy 'sensble': did you mean 'sensible'"),
        ("search:sensible@8:opponents=bald", "no strategy 'bald': did you mean 'bold'"),
        (
            "search:search:bold@2@8",
            "must be strategies without a search or `-greedy`, got 'search:bold@2'",
        ),
        ("search:sensible@8:opponents=search:bold@2", "strategies without a search .*, got 'search:bold@2'"),
        (Searcher("sensible", 0.5), "number of playouts must be a whole number from 1 to 10,000, got 0.5"),
    ],
)
def test_an_invalid_name_is_refused(name, sentence):
    with pytest.raises(BadInput, match=sentence):
        find_strategy(GAME, name)


def test_a_search_player_is_its_base_with_the_search_parameters_of_its_game():
    base, search_player = find_strategy(GAME, "bold"), find_strategy(GAME, "search:bold@8:opponents=sensible")
    assert (search_player.name, search_player.weights, search_player.temperature) == (
        "search:bold@8:opponents=sensible",
        base.weights,
        0.0,
    )
    assert search_player.score(GAME) is base.score(GAME)
    numbers = read_numbers(TEMPLATE / "strategies", DECISIONS)
    assert {name: getattr(search_player.search, name) for name in numbers} == numbers
    assert search_player.opponent_models == (find_strategy(GAME, "sensible"),)
    assert find_strategy(GAME, "search:bold@0.5@8").temperature == 0.5


def never_stops(state, rules, options, weights, scores):
    """Prefer rolling."""
    for i in range(options.shape[0]):
        scores[i] = -float(options[i].kind)


def leaves_one_out(state, rules, options, weights, scores):
    """Leave the second of two options unscored."""
    scores[0] = 0.0


def test_a_function_can_be_the_base_of_a_search(tmp_path):
    """This works for an object in a notebook and a file on the command line; the search learns to stop."""
    search_player = find_strategy(GAME, Searcher(never_stops, 4, opponents="sensible"))
    assert (search_player.name, search_player.source) == ("search:never_stops@4:opponents=sensible", never_stops)
    path = tmp_path / "mine.py"
    path.write_text("def mine(state, rules, options, weights, scores):\n    scores[:] = 0.0\n")
    assert find_strategy(GAME, f"search:{path}:mine@0.5@4").name == "search:mine@0.5@4"
    result = short_run([Searcher(never_stops, 4), "sensible", "sensible"], set={"switches.max_rounds": 10})
    stops = result.seats.filter(pl.col("strategy") == "search:never_stops@4")["distance"]
    assert stops.max() > result.seats["distance"].min()


# parameters


def folder_with(tmp_path, text):
    (tmp_path / "search.toml").write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("width = 2", "width = 1"), "'width' must be a whole number from 2 to 16, got 1"),
        (("width = 2", "width = 2.5"), "'width' must be a whole number from 2 to 16, got 2.5"),
        (("horizon = 9\n", ""), "'horizon' is missing. It must be a whole number from 1 to 10000"),
        (("scale = 10.0", "scale = 0"), "'scale' must be a number from 1e-09 to 1e\\+09"),
        (("threshold", "treshold"), "unknown key 'treshold': did you mean 'threshold'"),
        (("ROLL", "ROL"), "there is no decision type 'ROL': did you mean 'ROLL'"),
        (('["ROLL"]', "[]"), "'decisions' is missing. It must be a list of the decision types"),
    ],
)
def test_invalid_search_parameters_are_refused(tmp_path, change, sentence):
    with pytest.raises(BadInput, match=rf"search.toml.* {sentence}"):
        read_numbers(folder_with(tmp_path, NUMBERS.replace(*change)), DECISIONS)


class Thing(IntEnum):
    FUEL = 0
    CREW = 8


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("asset_weights = 2", r"'asset_weights' must be a table, \[asset_weights\], got 2"),
        ("[asset_weights]\nfule = 1", "there is no evaluation feature 'fule': did you mean 'fuel'"),
        ("[asset_weights]\nfuel = 'much'", "'fuel' must be a number from -1e\\+06 to 1e\\+06, got 'much'"),
        ("[asset_weights]\nfuel = 1e7", "the weight of 'fuel' must be a number"),
        ("[asset_weights]\ncrew = 1", "the number of the evaluation feature 'crew' must be below 8, got 8"),
    ],
)
def test_invalid_asset_weights_are_refused(tmp_path, table, sentence):
    with pytest.raises(BadInput, match=rf"search.toml.* {sentence}"):
        read_numbers(folder_with(tmp_path, NUMBERS + table), DECISIONS, Thing)


def test_asset_weights_are_read(tmp_path):
    assert read_numbers(folder_with(tmp_path, NUMBERS + "[asset_weights]\nfuel = 2\n"), DECISIONS, Thing)[
        "asset_weights"
    ] == {"fuel": 2.0}
    with pytest.raises(BadInput, match="there is no evaluation feature 'fuel': there is nothing to choose from"):
        read_numbers(tmp_path, DECISIONS)
    assert read_numbers(TEMPLATE / "strategies", DECISIONS)["asset_weights"] == {}


def test_a_game_without_search_parameters_cannot_be_searched(tmp_path):
    with pytest.raises(BadInput, match=r"no .*search.toml, the file with the search parameters of the game"):
        read_numbers(tmp_path, DECISIONS)


# trials


def test_trials_are_the_choice_and_the_best_finite_scores():
    trials = make_room(GAME.kernels.state_dt, 2).trials
    values = np.array([1.0, 5.0, -np.inf, 3.0, 4.0])
    assert _list_trials(trials, values, 3, 3) == 3
    assert [trial.option for trial in trials[:3]] == [3, 1, 4]
    assert _list_trials(trials, values, 1, 16) == 4
    assert [trial.option for trial in trials[:4]] == [1, 4, 3, 0]


def test_the_worse_half_of_the_trials_is_dropped_but_never_the_choice():
    trials = zeros(17, trial_dt)
    for place, gain in enumerate([0.0, -3.0, 2.0, -1.0, 5.0]):
        trials[place].option, trials[place].gain = place, gain
    _keep(trials, 5, 3)
    assert [trial.option for trial in trials[:3]] == [0, 4, 2]
    assert sorted(trial.option for trial in trials[:5]) == [0, 1, 2, 3, 4]
    assert [_halvings(count) for count in (1, 2, 3, 4, 5, 8, 16)] == [0, 1, 2, 2, 3, 3, 4]


def trial_of(gains):
    """Return the trial of an option with the given gains, one per world."""
    trial = zeros(1, trial_dt)[0]
    trial.option, trial.worlds = 1, len(gains)
    trial.gain, trial.squares = sum(gains), sum(gain * gain for gain in gains)
    return trial


@pytest.mark.parametrize(
    ("gains", "threshold", "taken"),
    [([1.0], 0.0, 0), ([0.0, 0.0], 0.0, 0), ([1.0, 1.0], 5.0, 1), ([1.0, 0.0], 0.9, 1), ([1.0, 0.0], 1.1, 0)],
)
def test_another_option_is_chosen_only_for_a_gain_beyond_its_error(gains, threshold, taken):
    """The gains 1 and 0 have a mean of 0.5 and a standard error of 0.5. One world gives no standard error."""
    trials = zeros(17, trial_dt)
    trials[1] = trial_of(gains)
    assert _better(trials, 2, threshold, 0.0) == taken
    assert _better(trials, 1, threshold, 0.0) == 0


@pytest.mark.parametrize(("margin", "taken"), [(0.9, 1), (1.0, 0)])
def test_another_option_is_chosen_only_for_a_mean_gain_beyond_the_margin(margin, taken):
    trials = zeros(17, trial_dt)
    trials[1] = trial_of([1.0, 1.0])
    assert _better(trials, 2, 0.0, margin) == taken
    assert _give_up(trials, 2, 0.0, margin) == 1 + taken
    assert _is_sure(trials[1], 0.0, margin) == (taken == 1)


@pytest.mark.parametrize(
    ("gains", "threshold", "left"),
    [
        ([-1.0], 0.0, 2),
        ([0.0, 0.0], 9.0, 1),
        ([-1.0, 0.0], 1.1, 2),
        ([-1.0, 0.0], 0.9, 1),
        ([0.5, 0.0], 0.0, 2),
        ([-1.0, -1.0], np.inf, 2),
    ],
)
def test_an_option_that_is_worse_by_more_than_its_error_is_dropped(gains, threshold, left):
    """This includes an option equal to the choice in all worlds. One world or an infinite threshold drops none."""
    trials = zeros(17, trial_dt)
    trials[1] = trial_of(gains)
    assert _give_up(trials, 2, threshold, 0.0) == left


def test_remaining_options_follow_the_choice():
    trials = zeros(17, trial_dt)
    for place, gain in enumerate([0.0, -1.0, 2.0, -3.0, 1.0]):
        trials[place] = trial_of([gain, gain])
        trials[place].option = place
    assert _give_up(trials, 5, 1.0, 0.0) == 3
    assert [trial.option for trial in trials[:3]] == [0, 2, 4]
    assert sorted(trial.option for trial in trials[:5]) == [0, 1, 2, 3, 4]


def test_an_option_that_is_significantly_better_is_chosen_early():
    """The gains 2, 1, 2, 1 have a mean of 1.5 and a standard error of 0.29."""
    assert _is_sure(trial_of([2.0, 1.0] * 2), 1.0, 0.0)
    assert not _is_sure(trial_of([2.0, 1.0] * 2), 4.0, 0.0)
    assert not _is_sure(trial_of([2.0, 1.0] * 2), np.inf, 0.0)
    assert not _is_sure(trial_of([1.0]), 0.0, 0.0)


def test_each_halving_uses_an_equal_part_of_the_remaining_playouts():
    assert [_next_halving(left, 0, 8 * left) for left in (2, 3, 4, 16)] == [8, 4, 4, 2]
    assert _next_halving(2, 4, 16) == 12
    assert _next_halving(2, 9, 1) == 10
    assert _next_halving(1, 3, 20) == 3


@pytest.mark.parametrize("playouts", [2, 8, 40])
def test_a_search_stays_within_its_playouts_and_stops_early(playouts):
    """Decisions have two options, both tried in the same worlds, at most `playouts`."""
    plan, rules = plan_of(Searcher("sensible", playouts))
    worlds = set()
    for step in steps(GAME, rules.record, chunk.table(plan), np.zeros(6, np.int64), 3, 0):
        if step.trials is not None and len(step.trials):
            assert len(set(step.trials["worlds"])) == 1
            worlds.add(int(step.trials["worlds"][0]))
    assert 2 <= min(worlds) <= max(worlds) <= playouts
    assert min(worlds) < playouts or playouts == 2


def test_values_of_options_are_means_over_worlds():
    trials = zeros(3, trial_dt)
    for place, (option, worlds, value) in enumerate([(4, 3, 1.5), (0, 2, 2.0), (7, 0, 0.0)]):
        trials[place].option, trials[place].worlds, trials[place].value = option, worlds, value
    assert values_found(trials) == {4: 0.5, 0: 1.0}


def as_python(name, monkeypatch):
    """Return an uncompiled function of the search that takes game functions, and patch its callees likewise.

    Compiling it with functions of a test would add one more version to the cache of all games.
    """
    for each in {"_evaluation", "_prospect", name}:
        function = getattr(search, each)
        monkeypatch.setattr(search, each, getattr(function, "py_func", function))
    return getattr(search, name)


def test_the_evaluation_is_the_softmax_of_standings_and_the_credit_at_the_end(monkeypatch):
    prospect = as_python("_prospect", monkeypatch)
    rules, room = tables.load(GAME, "players3").record, make_room(GAME.kernels.state_dt, 2)
    state = room.desk[search.PLAYED_ON]
    for seat, distance in enumerate((20, 10, 0)):
        state.players[seat].distance = distance
    shares = [math.exp(2.0), math.exp(1.0), math.exp(0.0)]
    row = zeros(1, strategy_dt)[0]
    row.scale = 10.0
    for player in range(3):
        assert prospect(GAME.kernels, rules, room, player, row) == pytest.approx(shares[player] / sum(shares))
    state.over, state.credit[1] = 1, 0.5
    assert prospect(GAME.kernels, rules, room, 1, row) == 0.5


def test_a_network_takes_the_place_of_standings_until_the_end(monkeypatch):
    """The network counts from 1 in the row of a strategy. At the end of a game the credit counts."""
    prospect = as_python("_prospect", monkeypatch)
    monkeypatch.setattr(search, "_estimated", lambda kernels, rules, room, player, number: 0.1 * player + number)
    rules, room = tables.load(GAME, "players3").record, make_room(GAME.kernels.state_dt, 2)
    row = zeros(1, strategy_dt)[0]
    row.scale, row.network = 10.0, 3
    assert prospect(GAME.kernels, rules, room, 1, row) == pytest.approx(2.1)
    room.desk[search.PLAYED_ON].over, room.desk[search.PLAYED_ON].credit[1] = 1, 0.5
    assert prospect(GAME.kernels, rules, room, 1, row) == 0.5


def test_the_shares_that_a_network_estimates_are_summed_over_the_seats_of_a_player(monkeypatch):
    room = make_room(GAME.kernels.state_dt, 2)._replace(
        networks=SimpleNamespace(shares=np.zeros(4), heads=np.zeros((1, 9)))
    )
    rules = SimpleNamespace(seats=4, player=[0, 1, 0, 1])
    asked = []

    def estimate(networks, number, *memory_and_seats):
        asked.append(number)
        networks.shares[:4] = [0.4, 0.3, 0.2, 0.1]

    monkeypatch.setattr(search, "fill_extras", lambda *arguments: None)
    estimated = as_python("_estimated", monkeypatch)
    shares = [estimated(SimpleNamespace(estimate=estimate), rules, room, player, 0) for player in range(2)]
    assert shares == pytest.approx([0.6, 0.4])
    assert asked == [0, 0]


@pytest.mark.parametrize(("turns", "last", "played"), [(2, 100, 2), (0, 3, 9), (50, 3, 9), (7, 3, 7)])
def test_a_playout_ends_after_its_turns_or_its_rounds(turns, last, played, monkeypatch):
    """Three seats take turns, one step each. The rollout starts at turn 6, round 2; 0 turns mean no limit."""
    room, row = make_room(GAME.kernels.state_dt, 2), zeros(1, strategy_dt)
    row[0].turns, row[0].horizon = turns, last
    for place in (IN_PLAY, search.PLAYED_ON):
        room.desk[place].turn, room.desk[place].rounds = 6, 2

    def take(kernels, state, rules, option):
        state.turn += 1
        state.rounds = state.turn // 3

    monkeypatch.setattr(search, "take", take)
    monkeypatch.setattr(search, "_take_in", lambda *arguments: None)
    monkeypatch.setattr(search, "_prospect", lambda *arguments: 0.25)
    monkeypatch.setattr(search, "_play_on", as_python("_play_on", monkeypatch))
    kernels = SimpleNamespace(options=lambda state, rules, opts: 1)
    value = as_python("_value", monkeypatch)
    rules = SimpleNamespace(player=np.zeros(3, np.int64))
    assert value(kernels, None, row, rules, room, 0, 0, 0) == 0.25
    assert room.desk[search.PLAYED_ON].turn - 6 == played


def test_weighted_features_are_added_to_the_standing(monkeypatch):
    """Seat 0 has three of feature 0 and one of feature 2; seat 1 has a standing higher by 5."""
    has = {(0, 0): 3.0, (0, 2): 1.0, (1, 1): 9.0}
    kernels = SimpleNamespace(
        standing=lambda state, rules, seat: 5.0 * seat,
        assets=lambda state, rules, seat, asset: has.get((seat, asset), 0.0),
    )
    row = zeros(1, strategy_dt)[0]
    row.asset_weights[0], row.asset_weights[2] = 2.0, -1.0
    evaluation = as_python("_evaluation", monkeypatch)
    assert [evaluation(kernels, None, None, seat, row.asset_weights) for seat in range(2)] == [5.0, 5.0]
    assert evaluation(kernels, None, None, 0, zeros(1, strategy_dt)[0].asset_weights) == 0.0


@pytest.mark.parametrize("opponents", ["itself", "truth", "bold", "pool"])
def test_opponents_in_playouts_use_the_opponent_model(opponents):
    """Rows are the search player, bold, uniform, and the opponent models. Models from a pool are drawn per world."""
    plan, rules = plan_of([Searcher("sensible", 4, opponents), "bold", "uniform"])
    table, room = chunk.table(plan), make_room(GAME.kernels.state_dt, 2)
    room.seated[:3] = range(3)
    drawn = set()
    for playout in range(40):
        randomness = (np.uint64(1), 2, 3)
        _seat_opponents(table.rows, rules.record, room, 0, randomness, playout)
        drawn.add(tuple(int(row) for row in room.opponent_models[:3]))
    if opponents == "pool":
        assert drawn == {(0, one, two) for one in (3, 4) for two in (3, 4)}
        assert [each.name for each in plan.opponent_models] == ["sensible", "bold"]
    else:
        assert drawn == {{"itself": (0, 0, 0), "truth": (0, 1, 2), "bold": (0, 3, 3)}[opponents]}


def test_random_words_differ_by_seed_game_decision_playout_and_purpose():
    base = (1, 2, 3)
    randomness = [base, (2, 2, 3), (1, 3, 3), (1, 2, 4)]
    words = {random_words((np.uint64(one), two, three), 16, 5, 0) for one, two, three in randomness}
    others = {random_words((np.uint64(1), 2, 3), *rest) for rest in ((16, 6, 0), (17, 5, 0), (16, 5, 1))}
    assert len(words | others) == 7


def test_search_players_with_the_same_opponent_model_share_its_rows():
    plan, _ = plan_of(["search:sensible@4:opponents=pool", "search:bold@2:opponents=pool", "search:bold@2"])
    assert [plan.model_rows(place) for place in range(3)] == [(3, 2), (3, 2), (2, 1)]
    rows = chunk.table(plan).rows
    assert [int(row.playouts) for row in rows[:5]] == [4, 2, 2, 0, 0]
    assert chunk.table(plan).pool == 3


def test_more_strategies_than_rows_are_refused():
    pool = [f"sensible@{k}" for k in range(TABLE - 2)]
    rules = tables.load(GAME, "players3")
    make_plan(GAME, rules, pool=[*pool, "bold"])
    with pytest.raises(BadInput, match=rf"at most {TABLE} strategies, including opponent models, got 33"):
        make_plan(GAME, rules, pool=[*pool, "search:bold@2:opponents=pool"])


# play


def test_a_search_with_an_infinite_threshold_plays_as_its_base():
    """A playout changes neither the state nor the dice nor the notes of a strategy."""
    timid = find_strategy(GAME, "search:sensible@4:opponents=pool")
    timid = replace(timid, search=replace(timid.search, threshold=np.inf))
    plain, timid = (short_run([each, "bold", "bold"], games=30) for each in ("sensible", timid))
    assert_frame_equal(plain.seats.drop("strategy"), timid.seats.drop("strategy"))
    assert_frame_equal(plain.games, timid.games)


def test_a_fault_of_a_playout_has_a_separate_message():
    plan, rules = plan_of([Searcher("sensible", 2, leaves_one_out), "sensible", "sensible"])
    outcomes = chunk.play_chunk(plan, 0, 4)
    assert set(outcomes["fault"]) == {AHEAD}
    with pytest.raises(RuntimeError, match=f"game 0 of seed 0: {FAULTS[AHEAD]}"):
        list(steps(GAME, rules.record, chunk.table(plan), np.array([0, 1, 1, 0, 0, 0]), 0, 0))


def test_opponent_models_have_a_dry_run():
    """A failing user strategy is reported before the first game, even if it is only an opponent model."""
    with pytest.raises(BadInput, match=r"'leaves_one_out' leaves option 1 of 2 .* with the score nan"):
        short_run([Searcher("sensible", 2, leaves_one_out), "sensible", "sensible"])


def test_a_temperature_of_the_run_applies_to_search_players_and_opponent_models():
    plan, _ = plan_of("search:sensible@0.5@2:opponents=bold")
    assert [plan.strategies[0].temperature, plan.opponent_models[0].temperature] == [0.5, 0.0]
    hot, _ = make_plan(
        GAME, tables.load(GAME, "players3"), strategies="search:sensible@2:opponents=bold", temperature=2
    )
    assert [hot.strategies[0].temperature, hot.opponent_models[0].temperature] == [2.0, 2.0]
    assert [row.temperature for row in chunk.table(hot).rows[:2]] == [2.0, 2.0]


def test_a_search_player_beats_its_base_and_gains_with_more_playouts(tmp_path):
    """With enough worlds, a search finds that a strategy that stops after its first roll should roll again.

    Without an advantage it wins 40 of 120 three-player games, and 56 or more with a probability below 0.002.
    """
    (tmp_path / "mine.toml").write_text('[timid]\ndescription = "Stops at once."\nweights = { enough = 1.0 }\n')
    timid, won = f"{tmp_path / 'mine.toml'}:timid", []
    for playouts in (1, 64):
        lineup = [f"search:{timid}@{playouts}", timid, timid]
        seats = run(TEMPLATE, players=3, games=120, seed=4, strategies=lineup, jobs=1).seats
        won.append(seats.filter(pl.col("strategy") == f"search:timid@{playouts}")["credit"].sum())
    assert won[1] >= 56
    assert won[1] > won[0]


# runs


LINEUP = ["search:sensible@0.5@4:opponents=pool", "search:bold@2:opponents=truth", "search:bold@3:opponents=sensible"]


def test_a_run_stores_everything_needed_to_repeat_a_search(tmp_path):
    short_run(LINEUP, out=tmp_path / "run")
    pool, truth, named = (each["search"] for each in load(tmp_path / "run").settings["strategies"])
    numbers = read_numbers(TEMPLATE / "strategies", DECISIONS)
    assert {name: pool[name] for name in numbers} == {**numbers, "decisions": ["ROLL"]}
    assert (pool["playouts"], pool["opponents"]) == (4, "pool")
    assert [each["name"] for each in pool["opponent_models"]] == ["sensible", "bold"]
    assert (truth["playouts"], truth["opponents"], truth["opponent_models"]) == (2, "truth", [])
    assert named["opponent_models"] == [
        {
            "name": "sensible",
            "temperature": 0.0,
            "weights": find_strategy(GAME, "sensible").weights,
            "code": "",
            "base": "sensible",
        }
    ]


def test_jobs_processes_and_resuming_change_nothing(tmp_path):
    whole = short_run(LINEUP, out=tmp_path / "whole")
    again = short_run(LINEUP, jobs=2, backend="processes", out=tmp_path / "again")
    assert_frame_equal(whole.seats, again.seats)
    lost = sorted((tmp_path / "again").rglob("*.parquet"))
    for path in lost[::2]:
        path.unlink()
    resumed = short_run(LINEUP, out=tmp_path / "again", resume=True)
    assert_frame_equal(whole.seats, resumed.seats)
    assert_frame_equal(whole.games, resumed.games)


def test_a_run_with_other_search_parameters_is_not_resumed(tmp_path):
    short_run(LINEUP, out=tmp_path / "run")
    other = find_strategy(GAME, LINEUP[0])
    other = replace(other, search=replace(other.search, horizon=1))
    with pytest.raises(BadInput, match=r"contains a run with different strategies\. Repeat its options, or choose"):
        short_run([other, *LINEUP[1:]], out=tmp_path / "run", resume=True)


def test_a_damaged_search_in_a_run_is_reported(tmp_path):
    short_run(LINEUP, out=tmp_path / "run")
    path = tmp_path / "run" / "run.toml"
    path.write_text(path.read_text().replace("horizon", "horison", 1))
    with pytest.raises(BadInput, match=r"damaged: 'strategies\[0\]\.search\.horizon' is missing"):
        load(tmp_path / "run")


def test_the_games_of_a_run_can_be_replayed(tmp_path):
    """The command names base, temperature, playouts and opponent model, and its log ends with the same winner."""
    result = short_run(LINEUP, out=tmp_path / "run")
    matches = find(result, "won=true and strategy=search:bold@2:opponents=truth", 1).first
    words = matches["play"][0].split()
    assert words[words.index("--strategies") + 1] == ",".join(LINEUP)
    assert is_as_played(result)
    lines = list(play(TEMPLATE, setup="players3", seed=3, number=matches["game"][0], strategies=LINEUP, set=SHORT))
    assert f"{matches['ship'][0]} won" in lines[-1] or f"{matches['ship'][0]} and" in lines[-1]


def test_commands_for_user_search_players_have_a_file_placeholder(tmp_path):
    result = short_run([Searcher(never_stops, 2, never_stops), "search:bold@2", "bold"], out=tmp_path / "run")
    spec = find(result, "game=0", 1).first["play"][0].split("--strategies ")[1].split()[0]
    assert spec.split(",")[0] == "search:FILE.py:never_stops@2:opponents=FILE.py:never_stops"


def test_parts_of_searched_runs_are_small():
    """A part is the unit of progress and resuming: about 64 playouts per option, and at least one game."""
    for name, size in (("sensible", 63), ("search:sensible@8", 8), ("search:sensible@48", 1), ("search:bold@999", 1)):
        plan, rules = plan_of(["bold", name, "bold"])
        assert runs.settings_of(GAME, rules, plan, games=1000, until=None)["part"] == size


def test_parts_of_large_runs_are_large():
    """A part costs time of its own. With a timeline it must stay small, and with a condition it is looked at."""
    plan, rules = plan_of(["bold", "bold", "bold"])
    for games, size in ((100_000, 1000), (500_000, 5000), (1_000_000, 10_000), (50_000_000, 10_000)):
        assert runs.settings_of(GAME, rules, plan, games=games, until=None)["part"] == size
    timeline = replace(plan, rounds=10)
    assert runs.settings_of(GAME, rules, timeline, games=1_000_000, until=None)["part"] == 1000
    until = SimpleNamespace(settings={"margin": 0.02})
    assert runs.settings_of(GAME, rules, plan, games=1_000_000, until=until)["part"] == 1000


def test_a_row_of_the_table_has_room_for_every_weight_and_decision_type():
    row = zeros(1, strategy_dt)[0]
    assert (row.weights.shape, row.searched.shape, row.playouts) == ((17, 80), (64,), 0)
    assert (IN_PLAY, BLANK, FINE) == (0, 1, 0)
