"""Strategies that look ahead, on the miniature game: their names and numbers, what they try, what is kept of a run."""

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
from starbalance.simulator.engine.limits import TABLE
from starbalance.simulator.engine.outside import TEMPLATE
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
    _seat_believed,
    _words,
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
PHASES = GAME.module("state").Phase
SHORT = {"switches.goal": 20}
NUMBERS = 'width = 2\nhorizon = 9\nscale = 10.0\ncaution = 1.0\nphases = ["ROLL"]\n'


def short_run(strategies, games=8, **options):
    return run(
        TEMPLATE, **{"players": 3, "seed": 3, "jobs": 1, "set": SHORT, **options}, games=games, strategies=strategies
    )


def plan_of(strategies, changes=SHORT):
    rules = tables.load(GAME, "players3", set=changes)
    return make_plan(GAME, rules, strategies=strategies)[0], rules


# names


@pytest.mark.parametrize(
    ("name", "made_of"),
    [
        ("search:sensible@8", ("sensible", 8, "itself")),
        ("search:sensible@0.5@8", ("sensible@0.5", 8, "itself")),
        ("search:mine.py:greedy@8", ("mine.py:greedy", 8, "itself")),
        ("search:a/b.toml:patient@1@32:believing=pool", ("a/b.toml:patient@1", 32, "pool")),
        ("search:sensible@8:believing=mine.py:greedy@0.5", ("sensible", 8, "mine.py:greedy@0.5")),
    ],
)
def test_a_name_says_base_playouts_and_beliefs(name, made_of):
    """The last number before `believing` is that of playouts; whatever stands before it is the base."""
    found = parse_strategy(name)
    assert (str(found.without_search()), found.playouts, found.believing) == made_of


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("search:sensible", "'search:sensible' has no number of playouts: write search:sensible@8"),
        ("search:sensible@0.5", "has no number of playouts: write search:sensible@0.5@8"),
        ("search:@8", "has no number of playouts"),
        ("search:sensible@0", "number of playouts cannot be 0: it is from 1 to 10,000"),
        ("search:sensible@8:believing=", "believes in nobody: write a strategy, pool or truth"),
        ("search:sensble@8", "no strategy 'sensble': did you mean 'sensible'"),
        ("search:sensible@8:believing=bald", "no strategy 'bald': did you mean 'bold'"),
        (
            "search:search:bold@2@8",
            "'search:bold@2' looks ahead: a search is based on, and believes in, strategies that",
        ),
        ("search:sensible@8:believing=search:bold@2", "'search:bold@2' looks ahead"),
        (Searcher("sensible", 0.5), "number of playouts cannot be 0.5"),
    ],
)
def test_a_name_that_says_none_is_refused(name, sentence):
    with pytest.raises(BadInput, match=sentence):
        find_strategy(GAME, name)


def test_a_searcher_is_its_base_with_the_numbers_of_its_game():
    base, found = find_strategy(GAME, "bold"), find_strategy(GAME, "search:bold@8:believing=sensible")
    assert (found.name, found.weights, found.temperature) == ("search:bold@8:believing=sensible", base.weights, 0.0)
    assert found.score(GAME) is base.score(GAME)
    numbers = read_numbers(TEMPLATE / "strategies", PHASES)
    assert {name: getattr(found.search, name) for name in numbers} == numbers
    assert found.believed == (find_strategy(GAME, "sensible"),)
    assert find_strategy(GAME, "search:bold@0.5@8").temperature == 0.5


def never_stops(state, rules, options, weights, scores):
    """Rolls on and on."""
    for i in range(options.shape[0]):
        scores[i] = -float(options[i].kind)


def leaves_one_out(state, rules, options, weights, scores):
    """Gives one of two options no score."""
    scores[0] = 0.0


def test_a_function_looks_ahead(tmp_path):
    """As an object in a notebook, as a file on the command line; one that never stops finds out that it should."""
    found = find_strategy(GAME, Searcher(never_stops, 4, believing="sensible"))
    assert (found.name, found.source) == ("search:never_stops@4:believing=sensible", never_stops)
    path = tmp_path / "mine.py"
    path.write_text("def mine(state, rules, options, weights, scores):\n    scores[:] = 0.0\n")
    assert find_strategy(GAME, f"search:{path}:mine@0.5@4").name == "search:mine@0.5@4"
    result = short_run([Searcher(never_stops, 4), "sensible", "sensible"], set={"switches.max_rounds": 10})
    stops = result.seats.filter(pl.col("strategy") == "search:never_stops@4")["distance"]
    assert stops.max() > result.seats["distance"].min()


# numbers


def folder_with(tmp_path, text):
    (tmp_path / "search.toml").write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("width = 2", "width = 1"), "'width' takes a whole number from 2 to 16"),
        (("width = 2", "width = 2.5"), "'width' takes a whole number from 2 to 16"),
        (("horizon = 9\n", ""), "lacks 'horizon', a whole number from 1 to 10000"),
        (("scale = 10.0", "scale = 0"), "'scale' takes a number from 1e-09 to 1e\\+09"),
        (("caution", "cation"), "unknown key 'cation': did you mean 'caution'"),
        (("ROLL", "ROL"), "there is no decision 'ROL': did you mean 'ROLL'"),
        (('["ROLL"]', "[]"), "lacks 'phases', a list of the decisions"),
    ],
)
def test_numbers_that_cannot_be_are_refused(tmp_path, change, sentence):
    with pytest.raises(BadInput, match=rf"search.toml.* {sentence}"):
        read_numbers(folder_with(tmp_path, NUMBERS.replace(*change)), PHASES)


class Thing(IntEnum):
    FUEL = 0
    CREW = 8


@pytest.mark.parametrize(
    ("worth", "sentence"),
    [
        ("worth = 2", "'worth' takes a table"),
        ("[worth]\nfule = 1", "there is no asset 'fule': did you mean 'fuel'"),
        ("[worth]\nfuel = 'much'", "the worth of 'fuel' takes a number from -1e\\+06 to 1e\\+06"),
        ("[worth]\nfuel = 1e7", "the worth of 'fuel' takes a number"),
        ("[worth]\ncrew = 1", "the number of the asset 'crew' is 8: it is below 8"),
    ],
)
def test_worths_that_cannot_be_are_refused(tmp_path, worth, sentence):
    with pytest.raises(BadInput, match=rf"search.toml.* {sentence}"):
        read_numbers(folder_with(tmp_path, NUMBERS + worth), PHASES, Thing)


def test_what_things_are_worth_is_read(tmp_path):
    assert read_numbers(folder_with(tmp_path, NUMBERS + "[worth]\nfuel = 2\n"), PHASES, Thing)["worth"] == {"fuel": 2.0}
    with pytest.raises(BadInput, match="there is no asset 'fuel': there is none to choose from"):
        read_numbers(tmp_path, PHASES)
    assert read_numbers(TEMPLATE / "strategies", PHASES)["worth"] == {}


def test_a_game_that_does_not_say_how_is_not_searched(tmp_path):
    with pytest.raises(BadInput, match=r"no .*search.toml: it says how a strategy of the game looks ahead"):
        read_numbers(tmp_path, PHASES)


# what is tried


def test_the_choice_comes_first_then_the_best_scores_that_are_finite():
    trials = make_room(GAME.verbs.state_dt, 2).trials
    values = np.array([1.0, 5.0, -np.inf, 3.0, 4.0])
    assert _list_trials(trials, values, 3, 3) == 3
    assert [trial.option for trial in trials[:3]] == [3, 1, 4]
    assert _list_trials(trials, values, 1, 16) == 4
    assert [trial.option for trial in trials[:4]] == [1, 4, 3, 0]


def test_the_worse_half_is_given_up_but_never_the_choice():
    trials = zeros(17, trial_dt)
    for place, gain in enumerate([0.0, -3.0, 2.0, -1.0, 5.0]):
        trials[place].option, trials[place].gain = place, gain
    _keep(trials, 5, 3)
    assert [trial.option for trial in trials[:3]] == [0, 4, 2]
    assert sorted(trial.option for trial in trials[:5]) == [0, 1, 2, 3, 4]
    assert [_halvings(count) for count in (1, 2, 3, 4, 5, 8, 16)] == [0, 1, 2, 2, 3, 3, 4]


def trial_of(gains):
    """What is kept of an option with these gains, one a world."""
    trial = zeros(1, trial_dt)[0]
    trial.option, trial.worlds = 1, len(gains)
    trial.gain, trial.squares = sum(gains), sum(gain * gain for gain in gains)
    return trial


@pytest.mark.parametrize(
    ("gains", "caution", "taken"),
    [([1.0], 0.0, 0), ([0.0, 0.0], 0.0, 0), ([1.0, 1.0], 5.0, 1), ([1.0, 0.0], 0.9, 1), ([1.0, 0.0], 1.1, 0)],
)
def test_another_option_is_taken_for_a_gain_beyond_its_error_alone(gains, caution, taken):
    """Of gains 1 and 0 the mean is 0.5, its standard error 0.5; one world has none."""
    trials = zeros(17, trial_dt)
    trials[1] = trial_of(gains)
    assert _better(trials, 2, caution) == taken
    assert _better(trials, 1, caution) == 0


@pytest.mark.parametrize(
    ("gains", "caution", "left"),
    [
        ([-1.0], 0.0, 2),
        ([0.0, 0.0], 9.0, 1),
        ([-1.0, 0.0], 1.1, 2),
        ([-1.0, 0.0], 0.9, 1),
        ([0.5, 0.0], 0.0, 2),
        ([-1.0, -1.0], np.inf, 2),
    ],
)
def test_an_option_that_lags_behind_by_more_than_its_error_is_given_up(gains, caution, left):
    """Also one that is like the choice in all worlds; none by its first world, or where nothing convinces."""
    trials = zeros(17, trial_dt)
    trials[1] = trial_of(gains)
    assert _give_up(trials, 2, caution) == left


def test_options_that_are_left_come_next_to_the_choice():
    trials = zeros(17, trial_dt)
    for place, gain in enumerate([0.0, -1.0, 2.0, -3.0, 1.0]):
        trials[place] = trial_of([gain, gain])
        trials[place].option = place
    assert _give_up(trials, 5, 1.0) == 3
    assert [trial.option for trial in trials[:3]] == [0, 2, 4]
    assert sorted(trial.option for trial in trials[:5]) == [0, 1, 2, 3, 4]


def test_an_option_is_taken_early_where_it_is_sure_to_be_better():
    """Of gains 2, 1, 2, 1 the mean is 1.5, its standard error 0.29."""
    assert _is_sure(trial_of([2.0, 1.0] * 2), 1.0)
    assert not _is_sure(trial_of([2.0, 1.0] * 2), 4.0)
    assert not _is_sure(trial_of([2.0, 1.0] * 2), np.inf)
    assert not _is_sure(trial_of([1.0]), 0.0)


def test_each_halving_takes_an_equal_part_of_the_playouts_to_come():
    assert [_next_halving(left, 0, 8 * left) for left in (2, 3, 4, 16)] == [8, 4, 4, 2]
    assert _next_halving(2, 4, 16) == 12
    assert _next_halving(2, 9, 1) == 10
    assert _next_halving(1, 3, 20) == 3


@pytest.mark.parametrize("playouts", [2, 8, 40])
def test_a_search_stays_within_its_playouts_and_stops_early(playouts):
    """Two options each, so that all worlds are `playouts`; of the values found one is the choice's, in as many."""
    plan, rules = plan_of(Searcher("sensible", playouts))
    worlds = set()
    for step in steps(GAME, rules.record, chunk.table(plan), np.zeros(6, np.int64), 3, 0):
        if step.trials is not None and len(step.trials):
            assert len(set(step.trials["worlds"])) == 1
            worlds.add(int(step.trials["worlds"][0]))
    assert 2 <= min(worlds) <= max(worlds) <= playouts
    assert min(worlds) < playouts or playouts == 2


def test_the_values_found_are_means_over_the_worlds_of_each_option():
    trials = zeros(3, trial_dt)
    for place, (option, worlds, value) in enumerate([(4, 3, 1.5), (0, 2, 2.0), (7, 0, 0.0)]):
        trials[place].option, trials[place].worlds, trials[place].value = option, worlds, value
    assert values_found(trials) == {4: 0.5, 0: 1.0}


def as_python(name, monkeypatch):
    """A function of the search that takes verbs, and what it calls, uncompiled.

    Compiled with verbs from here, one more version with a game of the tests would lie in the cache of all games.
    """
    for each in ("_outlook", "_prospect"):
        function = getattr(search, each)
        monkeypatch.setattr(search, each, getattr(function, "py_func", function))
    return getattr(search, name)


def test_a_prospect_is_the_softmax_of_standings_and_at_the_end_the_credit(monkeypatch):
    prospect = as_python("_prospect", monkeypatch)
    rules = tables.load(GAME, "players3").record
    state = make_room(GAME.verbs.state_dt, 2).desk[IN_PLAY]
    for seat, distance in enumerate((20, 10, 0)):
        state.players[seat].distance = distance
    shares = [math.exp(2.0), math.exp(1.0), math.exp(0.0)]
    row = zeros(1, strategy_dt)[0]
    row.scale = 10.0
    for player in range(3):
        assert prospect(GAME.verbs, state, rules, player, row) == pytest.approx(shares[player] / sum(shares))
    state.over, state.credit[1] = 1, 0.5
    assert prospect(GAME.verbs, state, rules, 1, row) == 0.5


def test_what_a_seat_has_counts_beside_its_standing_by_its_worth(monkeypatch):
    """Seat 0 has three of asset 0 and one of asset 2, seat 1 five points more."""
    has = {(0, 0): 3.0, (0, 2): 1.0, (1, 1): 9.0}
    verbs = SimpleNamespace(
        standing=lambda state, rules, seat: 5.0 * seat,
        assets=lambda state, rules, seat, asset: has.get((seat, asset), 0.0),
    )
    row = zeros(1, strategy_dt)[0]
    row.worth[0], row.worth[2] = 2.0, -1.0
    outlook = as_python("_outlook", monkeypatch)
    assert [outlook(verbs, None, None, seat, row.worth) for seat in range(2)] == [5.0, 5.0]
    assert outlook(verbs, None, None, 0, zeros(1, strategy_dt)[0].worth) == 0.0


@pytest.mark.parametrize("believing", ["itself", "truth", "bold", "pool"])
def test_the_others_are_seated_as_they_are_believed_to_play(believing):
    """Rows: the searcher, bold, uniform; then those it believes in. Out of a pool each is drawn anew for a world."""
    plan, rules = plan_of([Searcher("sensible", 4, believing), "bold", "uniform"])
    table, room = chunk.table(plan), make_room(GAME.verbs.state_dt, 2)
    room.seated[:3] = range(3)
    drawn = set()
    for playout in range(40):
        luck = (np.uint64(1), 2, 3)
        _seat_believed(table.rows, rules.record, room, 0, luck, playout)
        drawn.add(tuple(int(row) for row in room.believed[:3]))
    if believing == "pool":
        assert drawn == {(0, one, two) for one in (3, 4) for two in (3, 4)}
        assert [each.name for each in plan.believed] == ["sensible", "bold"]
    else:
        assert drawn == {{"itself": (0, 0, 0), "truth": (0, 1, 2), "bold": (0, 3, 3)}[believing]}


def test_luck_differs_by_seed_game_decision_playout_and_purpose():
    base = (1, 2, 3)
    lucks = [base, (2, 2, 3), (1, 3, 3), (1, 2, 4)]
    words = {_words((np.uint64(one), two, three), 16, 5, 0) for one, two, three in lucks}
    others = {_words((np.uint64(1), 2, 3), *rest) for rest in ((16, 6, 0), (17, 5, 0), (16, 5, 1))}
    assert len(words | others) == 7


def test_searchers_that_believe_in_the_same_share_its_rows():
    plan, _ = plan_of(["search:sensible@4:believing=pool", "search:bold@2:believing=pool", "search:bold@2"])
    assert [plan.beliefs(place) for place in range(3)] == [(3, 2), (3, 2), (2, 1)]
    rows = chunk.table(plan).rows
    assert [int(row.playouts) for row in rows[:5]] == [4, 2, 2, 0, 0]
    assert chunk.table(plan).pool == 3


def test_more_strategies_than_rows_are_refused():
    pool = [f"sensible@{k}" for k in range(TABLE - 2)]
    rules = tables.load(GAME, "players3")
    make_plan(GAME, rules, pool=[*pool, "bold"])
    with pytest.raises(BadInput, match=rf"room for {TABLE} strategies, with those that .* believe in: these are 33"):
        make_plan(GAME, rules, pool=[*pool, "search:bold@2:believing=pool"])


# play


def test_a_searcher_that_nothing_convinces_plays_as_its_base():
    """A playout leaves no trace: neither on the state, nor on the dice, nor on the notes of a strategy."""
    timid = find_strategy(GAME, "search:sensible@4:believing=pool")
    timid = replace(timid, search=replace(timid.search, caution=np.inf))
    plain, timid = (short_run([each, "bold", "bold"], games=30) for each in ("sensible", timid))
    assert_frame_equal(plain.seats.drop("strategy"), timid.seats.drop("strategy"))
    assert_frame_equal(plain.games, timid.games)


def test_a_fault_of_a_playout_has_a_word_of_its_own():
    plan, rules = plan_of([Searcher("sensible", 2, leaves_one_out), "sensible", "sensible"])
    outcomes = chunk.play_chunk(plan, 0, 4)
    assert set(outcomes["fault"]) == {AHEAD}
    with pytest.raises(RuntimeError, match=f"game 0 of seed 0: {FAULTS[AHEAD]}"):
        list(steps(GAME, rules.record, chunk.table(plan), np.array([0, 1, 1, 0, 0, 0]), 0, 0))


def test_whom_a_searcher_believes_in_is_rehearsed():
    """A strategy of the user's that fails is told with its line before the first game, wherever it is named."""
    with pytest.raises(BadInput, match=r"'leaves_one_out' leaves option 1 of 2 .* with the score nan"):
        short_run([Searcher("sensible", 2, leaves_one_out), "sensible", "sensible"])


def test_a_temperature_of_the_run_is_that_of_searchers_and_beliefs():
    plan, _ = plan_of("search:sensible@0.5@2:believing=bold")
    assert [plan.strategies[0].temperature, plan.believed[0].temperature] == [0.5, 0.0]
    hot, _ = make_plan(
        GAME, tables.load(GAME, "players3"), strategies="search:sensible@2:believing=bold", temperature=2
    )
    assert [hot.strategies[0].temperature, hot.believed[0].temperature] == [2.0, 2.0]
    assert [row.temperature for row in chunk.table(hot).rows[:2]] == [2.0, 2.0]


def test_a_searcher_beats_its_base_and_more_so_with_more_playouts(tmp_path):
    """One that stops after its first roll finds out that another roll is worth more, where it looks at worlds enough.

    Of 120 games of three it wins 40 by chance; 56 or more have a chance below 0.002 then.
    """
    (tmp_path / "mine.toml").write_text('[timid]\nrecipe = "Stops at once."\nweights = { enough = 1.0 }\n')
    timid, won = f"{tmp_path / 'mine.toml'}:timid", []
    for playouts in (1, 64):
        lineup = [f"search:{timid}@{playouts}", timid, timid]
        seats = run(TEMPLATE, players=3, games=120, seed=4, strategies=lineup, jobs=1).seats
        won.append(seats.filter(pl.col("strategy") == f"search:timid@{playouts}")["credit"].sum())
    assert won[1] >= 56
    assert won[1] > won[0]


# what is kept


LINEUP = ["search:sensible@0.5@4:believing=pool", "search:bold@2:believing=truth", "search:bold@3:believing=sensible"]


def test_a_run_says_all_that_is_needed_to_repeat_a_search(tmp_path):
    short_run(LINEUP, out=tmp_path / "run")
    pool, truth, named = (each["search"] for each in load(tmp_path / "run").settings["strategies"])
    numbers = read_numbers(TEMPLATE / "strategies", PHASES)
    assert {name: pool[name] for name in numbers} == {**numbers, "phases": ["ROLL"]}
    assert (pool["playouts"], pool["believing"]) == (4, "pool")
    assert [each["name"] for each in pool["believed"]] == ["sensible", "bold"]
    assert (truth["playouts"], truth["believing"], truth["believed"]) == (2, "truth", [])
    assert named["believed"] == [
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


def test_a_run_of_other_numbers_is_not_resumed(tmp_path):
    short_run(LINEUP, out=tmp_path / "run")
    other = find_strategy(GAME, LINEUP[0])
    other = replace(other, search=replace(other.search, horizon=1))
    with pytest.raises(BadInput, match="holds a run with different strategies: choose another folder"):
        short_run([other, *LINEUP[1:]], out=tmp_path / "run", resume=True)


def test_a_damaged_search_in_a_run_is_told(tmp_path):
    short_run(LINEUP, out=tmp_path / "run")
    path = tmp_path / "run" / "run.toml"
    path.write_text(path.read_text().replace("horizon", "horison", 1))
    with pytest.raises(BadInput, match=r"damaged: 'strategies\[0\]\.search\.horizon' is missing"):
        load(tmp_path / "run")


def test_the_games_of_a_run_are_shown_again(tmp_path):
    """The command names base, temperature, playouts and beliefs; the log that it prints ends with the same winner."""
    result = short_run(LINEUP, out=tmp_path / "run")
    found = find(result, "won=true and strategy=search:bold@2:believing=truth", 1).first
    words = found["play"][0].split()
    assert words[words.index("--strategies") + 1] == ",".join(LINEUP)
    assert is_as_played(result)
    lines = list(play(TEMPLATE, setup="players3", seed=3, number=found["game"][0], strategies=LINEUP, set=SHORT))
    assert f"{found['ship'][0]} won" in lines[-1] or f"{found['ship'][0]} and" in lines[-1]


def test_games_of_searchers_of_ones_own_name_the_file(tmp_path):
    result = short_run([Searcher(never_stops, 2, never_stops), "search:bold@2", "bold"], out=tmp_path / "run")
    spec = find(result, "game=0", 1).first["play"][0].split("--strategies ")[1].split()[0]
    assert spec.split(",")[0] == "search:FILE.py:never_stops@2:believing=FILE.py:never_stops"


def test_parts_of_searched_runs_are_small():
    """A part is the least that progress shows and that a stop keeps: 64 playouts an option, one game at least."""
    for name, size in (("sensible", 63), ("search:sensible@8", 8), ("search:sensible@48", 1), ("search:bold@999", 1)):
        plan, rules = plan_of(["bold", name, "bold"])
        assert runs._settings(GAME, rules, plan, games=1000, until=None)["part"] == size


def test_a_row_of_the_table_has_room_for_every_weight_and_phase():
    row = zeros(1, strategy_dt)[0]
    assert (row.weights.shape, row.searched.shape, row.playouts) == ((17, 80), (64,), 0)
    assert (IN_PLAY, BLANK, FINE) == (0, 1, 0)
