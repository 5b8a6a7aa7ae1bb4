"""Sensitivity to the numbers of a game: the steps up and down, the race between them, and the final table."""

from dataclasses import replace
from io import StringIO

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.compare import course, share_differences
from starbalance.analyses.questions.number import Change, is_possible, listed, number_changes
from starbalance.analyses.questions.sensitivity import sensitivity
from starbalance.analyses.questions.trial import Shift, Trials, beforehand, race, race_games
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.experiment import Execution, experiment
from starbalance.simulator.runs.run import run, run_experiment

CHASE = str(TEMPLATE)
FEW = {"games": 200, "strategies": "pool", "seed": 3, "jobs": 1}


@pytest.fixture
def work_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def chase():
    return experiment(CHASE, {})


def steps(changes):
    return [str(each) for each in changes]


def test_a_number_is_changed_one_step_down_and_one_step_up(chase):
    changes = number_changes(chase, ["switches.goal", "ships.Tug.head_start"])
    assert steps(changes) == [
        "ships.Tug.head_start 8 -> 7",
        "ships.Tug.head_start 8 -> 9",
        "switches.goal 50 -> 45",
        "switches.goal 50 -> 55",
    ]


def test_the_step_is_a_fraction_of_the_number_and_at_least_1(chase):
    assert steps(number_changes(chase, ["switches.goal"], step=0.5)) == [
        "switches.goal 50 -> 25",
        "switches.goal 50 -> 75",
    ]
    assert [each.size for each in number_changes(chase, ["switches.goal"], step=0.5)] == [0.5, 0.5]
    assert [each.size for each in number_changes(chase, ["ships.Clipper.boost"])] == [1, 1]


def test_a_fractional_step_is_shown_without_binary_rounding_errors():
    game = find_game("ascending-empires")
    _, up = number_changes(experiment(game, {}), ["flick.sigma_dist"])
    assert str(up) == "flick.sigma_dist 0.2 -> 0.22" and str(up.twice) == "flick.sigma_dist 0.2 -> 0.24"
    assert str(Change("switches.goal", 50, 45).twice) == "switches.goal 50 -> 40"


def test_all_nonzero_numbers_except_the_round_limit_are_changed(chase):
    paths = {each.path for each in number_changes(chase)}
    assert {"switches.goal", "switches.sides", "ships.Clipper.boost", "cargo.Iron.points"} <= paths
    assert not {"switches.max_rounds", "ships.Tug.boost"} & paths


def test_a_word_is_replaced_by_each_other_listed_word(chase):
    (change,) = number_changes(chase, ["switches.end"])
    assert str(change) == "switches.end after_round -> at_once" and change.size == 1
    assert change in number_changes(chase), "also without a pattern"


def test_words_of_a_component_take_allowed_values_and_booleans_are_negated():
    """Missiles act in combat or in reserve, not as an action, and are not used up in reserve."""
    game = find_game("handful-of-stars")
    changes = number_changes(experiment(game, {}), ["technologies.*.timing", "technologies.*.one_use"])
    of = {each.path: [str(one) for one in changes if one.path == each.path] for each in changes}
    assert of["technologies.Missiles.timing"] == ["technologies.Missiles.timing reserve -> combat"]
    assert of["technologies.Star Bomb.one_use"] == ["technologies.Star Bomb.one_use false -> true"]
    assert "technologies.Missiles.one_use" not in of and all(each.size == 1 for each in changes)


@pytest.mark.parametrize(
    ("name", "path", "values"),
    [
        ("handful-of-stars", "switches.race_table", ["a", "b"]),
        (
            "handful-of-stars",
            "technologies.Missiles.timing",
            ["none", "action", "free", "combat", "reserve", "special"],
        ),
        ("handful-of-stars", "technologies.Missiles.one_use", [False, True]),
        ("handful-of-stars", "technologies.Missiles.cost", []),
        ("handful-of-stars", "races.Aggroloids.abilities", []),
        ("4000-ad", "setups.alliances2.alliances", [False, True]),
    ],
)
def test_the_listed_values_of_a_path(name, path, values):
    game = find_game(name)
    assert listed(game, tables.find_value(tables.read(game), path)) == values


def test_an_open_ended_choice_is_not_changed():
    """The first player is drawn, or `fixed:` and a name."""
    game = find_game("4000-ad")
    assert not any(each.path == "switches.first_player" for each in number_changes(experiment(game, {})))


@pytest.mark.parametrize("path", ["races.Aggroloids.abilities", "systems.*.black_hole"])
def test_names_are_not_numbers(path):
    game = find_game("handful-of-stars")
    with pytest.raises(BadInput, match="No number fits"):
        number_changes(experiment(game, {}), [path])


def test_changes_without_effect_in_the_setup_are_omitted():
    game = find_game("handful-of-stars")
    changes = number_changes(experiment(game, {"players": 3}), ["setups.*.trigger"])
    assert {each.path for each in changes} == {"setups.players3.trigger"}


def test_randomness_and_skill_are_not_numbers_of_the_design():
    game = find_game("ascending-empires")
    files = {each.path.partition(".")[0] for each in number_changes(experiment(game, {}))}
    assert "switches" in files and not {"randomness", "skill"} & files


def test_a_zero_is_increased_if_it_is_named(chase):
    assert steps(number_changes(chase, ["ships.Tug.boost"])) == ["ships.Tug.boost 0 -> 1"]


def test_a_value_that_the_game_refuses_is_no_step(chase):
    """The goal must be at least 10."""
    low = chase.changed({"switches.goal": 10})
    assert steps(number_changes(low, ["switches.goal"])) == ["switches.goal 10 -> 11"]
    assert not is_possible(chase, [Change("switches.goal", 10, 9)])


def test_a_pattern_without_matches_gets_the_nearest_number(chase):
    with pytest.raises(BadInput, match=r"No number fits 'switches\.gaol': .*switches\.goal"):
        number_changes(chase, ["switches.gaol"])


def test_a_step_is_a_fraction(chase):
    with pytest.raises(BadInput, match="above 0 and at most 1, got 2"):
        number_changes(chase, step=2)


def test_movement_is_unbiased_by_randomness():
    """Differences around 0 with a standard error of 0.1 have a mean movement of 0, although they are squared."""
    randomness = np.random.default_rng(1).normal(0, 0.1, (4000, 3))
    half = np.full(3, 0.5)
    movements = [Shift((), half, half + each, np.full(3, 0.1)).movement for each in randomness]
    assert abs(np.mean(movements)) < 4 * np.std(movements) / np.sqrt(len(movements))
    assert Shift((), half, half + 0.2, np.full(3, 0.1)).movement == pytest.approx(3 * 0.03)


class Scripted(Trials):
    """Trials whose changes move by their new value; they record the games of each round."""

    def shifts(self, several, games, *, seed, progress):
        self.execution.notify((len(several), games))
        progress((len(several) + 1) * games, 0)
        return [Shift(each, np.zeros(1), np.array([float(each[0].new)]), np.zeros(1)) for each in several]


def test_a_race_halves_the_candidates_and_doubles_the_games(chase):
    rounds, reports = [], []
    trials = Scripted(chase, ["ship"], Execution(notify=rounds.append))
    field = [(Change("switches.goal", 0, new),) for new in (3, 9, 1, 8, 2, 7, 0, 6, 4, 5)]
    options = {"keep": 2, "most": 500, "seed": 1, "progress": lambda done, total, note: reports.append((done, total))}
    kept = race(trials, field, lambda shift: shift.movement, **options)
    assert rounds == [(10, 200), (5, 400)]
    assert [change.new for (change,) in kept] == [9, 8]
    total = 11 * 200 + 6 * 400
    assert race_games(10, 2, 500) == total
    assert reports == [(11 * 200, total), (total, total)]


def test_the_time_estimate_is_the_sum_over_all_trials(chase):
    """One experiment plays 1,000 games per minute and the other 500."""

    class Timed(Trials):
        def minutes(self, games, *, seed):
            return games / (1000 if self.experiment.strategies is None else 500)

    jobs, searching = Execution(jobs=2), replace(chase, strategies="search:sensible@8")
    quick, slow = (Timed(each, ["ship"], jobs) for each in (chase, searching))
    estimate = beforehand([(quick, 3000), (slow, 2000)], seed=1)
    assert estimate == "up to 5,000 games, about 7 minutes on 2 cores"


def test_a_pilot_is_short_and_not_kept(work_folder, chase, monkeypatch):
    played = []
    monkeypatch.setattr(
        "starbalance.analyses.questions.trial.run_experiment",
        lambda *args, **options: [played.append(args[-1]), run_experiment(*args, **options)][1],
    )
    trials = Trials(chase, ["ship"], Execution(jobs=1))
    assert trials.minutes(20, seed=1) > 0 and trials.minutes(2000, seed=1) < trials.minutes(2_000_000, seed=1)
    assert played == [10, 100, 200] and not list(work_folder.iterdir())


def test_a_race_that_keeps_all_candidates_plays_no_games():
    assert race_games(5, 5, 500) == 0


def test_the_row_of_a_number_agrees_with_a_comparison(work_folder):
    numbers = ["ships.*.boost", "ships.*.head_start"]
    table = sensitivity(CHASE, numbers=numbers, top=2, by=["ship"], **FEW)
    assert table["difference"].abs().is_monotonic_decreasing
    assert len(table) == 2
    row = table.iloc[0]
    base, variant = (run(CHASE, set=change, **FEW) for change in (None, {row["number"]: int(row["new"])}))
    cell = share_differences(base, variant, ["ship"]).set_index("ship").loc[row["ship"]]
    rounds = course(base, variant).set_index("quantity").loc["rounds per game"]
    assert row["difference"] == pytest.approx(cell["difference"])
    assert row["difference_rounds"] == pytest.approx(rounds["difference"])
    assert row["low"] < cell["low"] and row["high"] > cell["high"], "intervals are family-wise over all rows and cells"


def test_the_race_uses_another_seed_than_the_final_table(work_folder):
    sensitivity(CHASE, numbers=["ships.*"], top=1, **FEW)
    seeds = {path.read_text().split("seed = ")[1].split()[0] for path in work_folder.rglob("run.toml")}
    assert seeds == {"3", "4"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"top": 0}, "top must be at least 1, got 0"),
        ({"numbers": ["nothing"]}, "No number fits 'nothing'"),
        ({"by": ["shop"]}, "ship"),
    ],
)
def test_invalid_options_are_refused_before_a_game_is_played(work_folder, options, sentence):
    with pytest.raises(BadInput, match=sentence):
        sensitivity(CHASE, **options)
    assert not list(work_folder.iterdir())


def test_the_command(work_folder):
    options = ["--numbers", "ships.*", "--top", "2", "--games", "200", "--jobs", "1", "--chart", "numbers.png"]
    result = CliRunner().invoke(app, ["sensitivity", CHASE, *options])
    assert result.exit_code == 0, result.output
    assert "ships.Tug.boost" in result.output and "2 of 9 single changes" in result.output
    assert (work_folder / "numbers.png").stat().st_size > 1000


def test_a_table_is_printed_as_data(work_folder):
    options = ["--numbers", "ships.Clipper.boost", "--games", "200", "--jobs", "1", "--format", "csv"]
    result = CliRunner().invoke(app, ["sensitivity", CHASE, *options])
    table = pd.read_csv(StringIO(result.stdout))
    assert set(table["number"]) == {"ships.Clipper.boost"}
