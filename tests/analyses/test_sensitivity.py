"""Numbers of a game, one step up and down: which there are, how they race, what is told of those that move most."""

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
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.experiment import Execution, experiment
from starbalance.simulator.runs.run import run, run_experiment

CHASE = str(TEMPLATE)
FEW = {"games": 200, "strategies": "pool", "seed": 3, "jobs": 1}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def chase():
    return experiment(CHASE, {})


def steps(found):
    return [str(each) for each in found]


def test_a_number_goes_a_step_down_and_a_step_up(chase):
    found = number_changes(chase, ["switches.goal", "ships.Tug.head_start"])
    assert steps(found) == [
        "ships.Tug.head_start 8 -> 7",
        "ships.Tug.head_start 8 -> 9",
        "switches.goal 50 -> 45",
        "switches.goal 50 -> 55",
    ]


def test_the_step_is_a_part_of_the_number_and_1_at_least(chase):
    assert steps(number_changes(chase, ["switches.goal"], step=0.5)) == [
        "switches.goal 50 -> 25",
        "switches.goal 50 -> 75",
    ]
    assert [each.size for each in number_changes(chase, ["switches.goal"], step=0.5)] == [0.5, 0.5]
    assert [each.size for each in number_changes(chase, ["ships.Clipper.boost"])] == [1, 1]


def test_a_step_of_a_fraction_is_told_without_what_binary_adds():
    game = find_game("ascending-empires")
    _, up = number_changes(experiment(game, {}), ["flick.sigma_dist"])
    assert str(up) == "flick.sigma_dist 0.2 -> 0.22" and str(up.twice) == "flick.sigma_dist 0.2 -> 0.24"
    assert str(Change("switches.goal", 50, 45).twice) == "switches.goal 50 -> 40"


def test_numbers_are_all_that_are_not_0_but_for_the_cap_of_rounds(chase):
    paths = {each.path for each in number_changes(chase)}
    assert {"switches.goal", "switches.sides", "ships.Clipper.boost", "cargo.Iron.points"} <= paths
    assert not {"switches.max_rounds", "ships.Tug.boost"} & paths


def test_a_word_becomes_each_other_that_is_listed_for_it(chase):
    (change,) = number_changes(chase, ["switches.end"])
    assert str(change) == "switches.end after_round -> at_once" and change.size == 1
    assert change in number_changes(chase), "also where nothing is named"


def test_a_component_has_the_words_that_the_game_takes_and_a_yes_or_no_turns():
    """Missiles are used in combat or in reserve, never as an action; their use in reserve never uses them up."""
    game = find_game("handful-of-stars")
    found = number_changes(experiment(game, {}), ["technologies.*.timing", "technologies.*.one_use"])
    of = {each.path: [str(one) for one in found if one.path == each.path] for each in found}
    assert of["technologies.Missiles.timing"] == ["technologies.Missiles.timing reserve -> combat"]
    assert of["technologies.Star Bomb.one_use"] == ["technologies.Star Bomb.one_use false -> true"]
    assert "technologies.Missiles.one_use" not in of and all(each.size == 1 for each in found)


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
def test_what_a_value_may_be_is_known_where_it_is_listed(name, path, values):
    game = find_game(name)
    assert listed(game, tables.find_value(tables.read(game), path)) == values


def test_a_choice_that_stands_for_many_is_no_change():
    """Who begins is drawn, or `fixed:` and a name."""
    game = find_game("4000-ad")
    assert not any(each.path == "switches.first_player" for each in number_changes(experiment(game, {})))


@pytest.mark.parametrize("path", ["races.Aggroloids.abilities", "systems.*.black_hole"])
def test_names_are_no_numbers(path):
    game = find_game("handful-of-stars")
    with pytest.raises(BadInput, match="No number fits"):
        number_changes(experiment(game, {}), [path])


def test_what_changes_nothing_in_the_setup_is_left_out():
    game = find_game("handful-of-stars")
    found = number_changes(experiment(game, {"players": 3}), ["setups.*.trigger"])
    assert {each.path for each in found} == {"setups.players3.trigger"}


def test_neither_luck_nor_the_skill_of_players_is_a_number_of_the_design():
    game = find_game("ascending-empires")
    files = {each.path.partition(".")[0] for each in number_changes(experiment(game, {}))}
    assert "switches" in files and not {"luck", "skill"} & files


def test_a_number_that_is_0_goes_up_where_it_is_named(chase):
    assert steps(number_changes(chase, ["ships.Tug.boost"])) == ["ships.Tug.boost 0 -> 1"]


def test_what_the_game_refuses_is_no_step(chase):
    """The goal is 10 at least."""
    low = chase.changed({"switches.goal": 10})
    assert steps(number_changes(low, ["switches.goal"])) == ["switches.goal 10 -> 11"]
    assert not is_possible(chase, [Change("switches.goal", 10, 9)])


def test_a_pattern_that_nothing_fits_names_the_nearest_number(chase):
    with pytest.raises(BadInput, match=r"No number fits 'switches\.gaol': .*switches\.goal"):
        number_changes(chase, ["switches.gaol"])


def test_a_step_is_a_part(chase):
    with pytest.raises(BadInput, match="above 0 and 1 at most, not 2"):
        number_changes(chase, step=2)


def test_movement_is_free_of_what_luck_makes():
    """Differences of standard error 0.1 about 0: the mean movement is 0, though each is squared."""
    luck = np.random.default_rng(1).normal(0, 0.1, (4000, 3))
    half = np.full(3, 0.5)
    found = [Shift((), half, half + each, np.full(3, 0.1)).movement for each in luck]
    assert abs(np.mean(found)) < 4 * np.std(found) / np.sqrt(len(found))
    assert Shift((), half, half + 0.2, np.full(3, 0.1)).movement == pytest.approx(3 * 0.03)


class Scripted(Trials):
    """Trials whose changes move what their new value says; notes the games that each round plays."""

    def shifts(self, several, games, *, seed, progress):
        self.execution.tell((len(several), games))
        progress((len(several) + 1) * games, 0)
        return [Shift(each, np.zeros(1), np.array([float(each[0].new)]), np.zeros(1)) for each in several]


def test_a_race_halves_the_field_and_doubles_the_games(chase):
    told, heard = [], []
    trials = Scripted(chase, ["ship"], Execution(tell=told.append))
    field = [(Change("switches.goal", 0, new),) for new in (3, 9, 1, 8, 2, 7, 0, 6, 4, 5)]
    options = {"keep": 2, "most": 500, "seed": 1, "progress": lambda done, total, note: heard.append((done, total))}
    found = race(trials, field, lambda shift: shift.movement, **options)
    assert told == [(10, 200), (5, 400)]
    assert [change.new for (change,) in found] == [9, 8]
    total = 11 * 200 + 6 * 400
    assert race_games(10, 2, 500) == total
    assert heard == [(11 * 200, total), (total, total)]


def test_how_long_it_takes_is_the_sum_over_all_trials(chase):
    """A minute for 1,000 games of one, for 500 of the other."""

    class Timed(Trials):
        def minutes(self, games, *, seed):
            return games / (1000 if self.experiment.strategies is None else 500)

    jobs, searching = Execution(jobs=2), replace(chase, strategies="search:sensible@8")
    quick, slow = (Timed(each, ["ship"], jobs) for each in (chase, searching))
    told = beforehand([(quick, 3000), (slow, 2000)], seed=1)
    assert told == "up to 5,000 games, about 7 minutes on 2 cores"


def test_a_pilot_is_short_and_not_kept(here, chase, monkeypatch):
    played = []
    monkeypatch.setattr(
        "starbalance.analyses.questions.trial.run_experiment",
        lambda *args, **options: [played.append(args[-1]), run_experiment(*args, **options)][1],
    )
    trials = Trials(chase, ["ship"], Execution(jobs=1))
    assert trials.minutes(20, seed=1) > 0 and trials.minutes(2000, seed=1) < trials.minutes(2_000_000, seed=1)
    assert played == [10, 100, 200] and not list(here.iterdir())


def test_a_field_that_is_kept_whole_plays_no_race():
    assert race_games(5, 5, 500) == 0


def test_what_is_told_of_a_number_is_what_comparing_says(here):
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
    assert row["low"] < cell["low"] and row["high"] > cell["high"], "intervals hold for all rows and cells at once"


def test_those_that_race_do_so_on_other_luck_than_those_that_are_told(here):
    sensitivity(CHASE, numbers=["ships.*"], top=1, **FEW)
    seeds = {path.read_text().split("seed = ")[1].split()[0] for path in here.rglob("run.toml")}
    assert seeds == {"3", "4"}


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"top": 0}, "At least 1 change is to be told, not 0"),
        ({"numbers": ["nothing"]}, "No number fits 'nothing'"),
        ({"by": ["shop"]}, "ship"),
    ],
)
def test_what_cannot_be_is_refused_before_a_game(here, asked, sentence):
    with pytest.raises(BadInput, match=sentence):
        sensitivity(CHASE, **asked)
    assert not list(here.iterdir())


def test_the_command(here):
    options = ["--numbers", "ships.*", "--top", "2", "--games", "200", "--jobs", "1", "--chart", "numbers.png"]
    found = CliRunner().invoke(app, ["sensitivity", CHASE, *options])
    assert found.exit_code == 0, found.output
    assert "ships.Tug.boost" in found.output and "2 of 9 single changes" in found.output
    assert (here / "numbers.png").stat().st_size > 1000


def test_a_table_is_printed_as_data(here):
    options = ["--numbers", "ships.Clipper.boost", "--games", "200", "--jobs", "1", "--format", "csv"]
    found = CliRunner().invoke(app, ["sensitivity", CHASE, *options])
    table = pd.read_csv(StringIO(found.stdout))
    assert set(table["number"]) == {"ships.Clipper.boost"}
