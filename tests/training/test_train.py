"""Training: on a made-up hill with a known top, and on the example game."""

import json
import tomllib
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions import mix as mixes
from starbalance.analyses.questions.mix import find_mix
from starbalance.analyses.training import course as courses
from starbalance.analyses.training import race, validation
from starbalance.analyses.training import task as tasks
from starbalance.analyses.training import train as training
from starbalance.analyses.training.contest import Contest
from starbalance.analyses.training.course import Course
from starbalance.analyses.training.evolution import POPULATION, Evolution, region
from starbalance.analyses.training.journal import NAME, Journal, digest
from starbalance.analyses.training.strategy_file import RecipeFile
from starbalance.analyses.training.task import Task
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.engine.weights import read_entry
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.experiment import experiment

from .hill import BASE, BEST, Hill

AREA = region(BASE, [], 1.0)


def course(folder, hill, *, resume=False, budget=60_000, notify=lambda done, total, note: None):
    return Course(hill, AREA, Journal(folder, {}, resume), budget, notify)


def result(trained):
    """Run a course to its end and return (weights, gain)."""
    trained.search(seed=3)
    weights = trained.choice()
    gain = validation.gain(trained.gain(BASE, weights).sum(0))
    trained.journal.close()
    return weights, gain


def test_training_climbs_the_hill_and_reports_the_gain(tmp_path):
    hill = Hill()
    weights, gain = result(course(tmp_path, hill))
    true = hill.chance(weights) - hill.chance(BASE)
    assert true > 0.6 * (hill.chance(BEST) - hill.chance(BASE))
    assert gain.gain[1] < true < gain.gain[2]
    assert gain.is_shown
    assert list(gain.table["strategy"]) == ["base", "trained", "gain"]


@pytest.mark.parametrize("stop", [1, 5000, 30_000, 47_000, 57_000])
def test_a_resumed_training_gives_the_same_result(tmp_path, stop):
    whole = result(course(tmp_path / "whole", Hill()))
    broken = course(tmp_path / "broken", Hill(stop=stop))
    with pytest.raises(KeyboardInterrupt):
        result(broken)
    broken.journal.close()
    again = Hill()
    assert result(course(tmp_path / "broken", again, resume=True)) == whole
    assert again.played < 60_000


def test_an_unfinished_line_of_the_journal_is_repeated(tmp_path):
    whole = result(course(tmp_path, Hill()))
    text = (tmp_path / NAME).read_text()
    (tmp_path / NAME).write_text(text[: len(text) // 2])
    assert result(course(tmp_path, Hill(), resume=True)) == whole
    assert (tmp_path / NAME).read_text() == text


def test_a_larger_budget_continues_with_the_same_generations(tmp_path):
    result(course(tmp_path, Hill(), budget=20_000))
    more = Hill()
    result(course(tmp_path, more, resume=True, budget=60_000))
    assert more.played == pytest.approx(60_000 - 0.7 * 20_000, abs=32 * race.slices(POPULATION))


def test_started_work_is_not_restarted_by_accident_or_in_parallel(tmp_path):
    first = course(tmp_path, Hill(), budget=20_000)
    first.search(0)
    with pytest.raises(BadInput, match="is being written by process"):
        Journal(tmp_path, {}, True)
    first.journal.close()
    with pytest.raises(BadInput, match="add --resume"):
        Journal(tmp_path, {}, False)
    (tmp_path / NAME).write_text('{"work": 3}\n')
    with pytest.raises(BadInput, match="is damaged"):
        Journal(tmp_path, {}, True)


def test_progress_reports_all_games_and_the_current_share(tmp_path):
    reports = []
    training_course = course(tmp_path, Hill(), notify=lambda *each: reports.append(each))
    result(training_course)
    assert [done for done, _, _ in reports] == sorted(done for done, _, _ in reports)
    assert reports[-1][0] == training_course.done == pytest.approx(60_000, rel=0.05)
    assert any(note.startswith("generation 9 of 13, share ") for _, _, note in reports)


def test_false_improvements_have_the_nominal_rate():
    """In about 2.5 % of the cases without a gain, the 95 % interval lies above 0."""
    dice = np.random.default_rng(0)
    improvements = []
    for _ in range(4000):
        randomness, other = dice.random((2, 1, 400))
        same = dice.random((1, 400)) < 0.4
        credits = np.vstack([randomness < 0.27, np.where(same, randomness, other) < 0.27, randomness < 2])
        improvements.append(validation.gain(validation.products(credits.astype(float))).is_shown)
    assert 0.015 < np.mean(improvements) < 0.031


def test_the_race_gives_the_better_half_more_games_and_ranks_by_all_games():
    calls = []

    def play(candidates, slices):
        calls.append((len(candidates), slices))
        return np.repeat([*([each["strength"]] for each in candidates), [1.0]], 10 * slices, axis=1)

    strengths = [0.1, 0.8, 0.3, 0.5, 0.2, 0.7, 0.4, 0.6]
    result_of_race = race.race([{"strength": each} for each in strengths], play)
    assert result_of_race.order == list(np.argsort(strengths)[::-1])
    assert calls == [(8, 1), (4, 1), (2, 2)]
    assert race.slices(8) == sum(count * slices for count, slices in calls)
    assert result_of_race.first.shape == (9, 10)


def test_a_weight_moves_by_its_largest_size_in_any_strategy_within_the_trust_region():
    others = [{"big": 8.0, "small": 0.4, "none": -0.5}, {"none": 0.1}]
    area = region({"big": 40.0, "small": -0.2, "none": 0.0, "never": 0.0}, others, 0.5)
    assert list(area.size) == [40.0, 0.4, 0.5, 20.1]
    assert area.weights(np.full(4, 0.25)) == {"big": 50.0, "small": -0.1, "none": 0.125, "never": 5.025}
    assert area.weights(np.full(4, 9.0)) == {"big": 60.0, "small": 0.0, "none": 0.25, "never": 10.05}
    assert list(region({"all": 0.0}, [], 1.0).size) == [1.0]


def test_a_single_weight_can_go_to_the_end_of_its_region():
    search = Evolution(1, 1.0, seed=1)
    for _ in range(12):
        points = search.ask()
        search.update(points, np.argsort(-points[:, 0]))
    assert search.mean[0] > 0.99


def test_the_evolution_stays_within_the_trust_region_and_is_reproducible():
    one, two = Evolution(3, 0.5, seed=1), Evolution(3, 0.5, seed=1)
    for _ in range(5):
        points = one.ask()
        assert (points == two.ask()).all()
        assert (abs(points) <= 0.5).all()
        order = np.argsort(-points[:, 0])
        one.update(points, order)
        two.update(points, order)
    assert one.mean[0] > 0.3
    assert (one.ask() != Evolution(3, 0.5, seed=2).ask()).any()


@pytest.fixture
def work_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contest(game, jobs, shares=None):
    mix = find_mix(find_game(game), shares or ["sensible", "bold"], "players3")
    with batch.workers(jobs) as at_work:
        return Contest(task(game, mix).plan, mix.ratios, mix.strategies[0], at_work)


def task(game, mix):
    played = experiment(game, {"players": 3, "seed": 4})
    return Task(experiment=played, mix=mix, start=mix.strategies[0], trust_region=1.0)


def test_all_candidates_share_random_numbers_and_opponents_for_any_jobs(chase):
    """Equal candidates win the same games. The strategies of the opponents do not depend on the candidate."""
    weights = [{"enough": 14.0, "cargo": 1.0}, {"enough": 2.0, "cargo": 1.0}, {"enough": 14.0, "cargo": 1.0}]
    one, two = (contest(chase, jobs).credits(weights, 100, 90, tick=lambda count: None) for jobs in (1, 2))
    assert (one == two).all()
    assert (one[0] == one[2]).all()
    assert (one[0] != one[1]).any()
    assert one[1].mean() < one[0].mean()
    assert one.shape == (4, 90)
    assert (one[3] == 1).all()


def test_opponents_are_drawn_with_the_probabilities_of_the_mix(chase, monkeypatch):
    """Games with a pool close to the mix are weighted so that each strategy has its probability in the mix."""
    monkeypatch.setattr(mixes, "PLACES", 4)
    weighted = contest(chase, 1, {"sensible": 0.7, "bold": 0.3})
    assert [each.name for each in weighted.plan.strategies] == ["sensible", "sensible#2", "bold"]
    assert list(weighted.ratios) == pytest.approx([1.05, 1.05, 0.9])
    assert weighted.ratios.mean() == pytest.approx(1)
    plays = weighted.credits([{"enough": 14.0, "cargo": 1.0}], 0, 60, tick=lambda count: None)
    assert sorted(set(plays[-1].round(6))) == [0.81, 0.945, 1.1025]
    assert set(np.unique(plays[0] / plays[1])) <= {0.0, 1 / 3, 0.5, 1.0}
    other = contest(chase, 1, {"bold": 0.3, "sensible": 0.7})
    assert sorted(other.ratios) == pytest.approx(sorted(weighted.ratios))


def test_every_player_is_the_candidate_in_turn(chase):
    one = contest(chase, 1)
    assert one._slices(100, 90) == [(0, 100, 30), (1, 130, 30), (2, 160, 30)]
    plan = one._plan({"enough": 1.0, "cargo": 0.0}, 1)
    assert plan.lineup == (-1, 2, -1)
    assert (plan.pool, len(plan.strategies)) == (2, 3)


def test_games_are_divided_equally_among_rules_in_consecutive_slices(chase):
    """Credits under the base rules equal those of a contest with only these rules; the variant changes its credits."""
    one, game = contest(chase, 1), find_game(chase)
    changed = tables.load(game, "players3", variant="short").record
    two = replace(one, under=(changed,))
    assert (one.parts, two.parts) == (3, 6)
    assert [part for part, *_ in two._slices(0, 60)] == list(range(6))
    weights = [{"enough": 14.0, "cargo": 1.0}]
    single, both = one.credits(weights, 0, 30, tick=int), two.credits(weights, 0, 60, tick=int)
    assert (both[:, :30] == single).all()
    other = replace(one, plan=replace(one.plan, rules=changed)).credits(weights, 30, 30, tick=int)
    assert (both[:, 30:] == other).all()
    assert (both[:, 30:] != one.credits(weights, 30, 30, tick=int)).any()


def test_a_gain_is_reported_for_each_rules(tmp_path):
    """Weights that gain under the first rules and lose equally under the second gain nothing overall."""

    class Two(Hill):
        def credits(self, candidates, first, games, *, tick):
            values = super().credits(candidates, first, games, tick=tick)
            values[:-1, games // 2 :] = 1 - values[:-1, games // 2 :]
            return values

    trained = course(tmp_path, Two(rules=(None, None)))
    trained.search(seed=3)
    products = trained.gain(BASE, BEST)
    trained.journal.close()
    assert products.shape == (2, 4, 4)
    first_rules, second_rules, both = (validation.gain(each).gain for each in (*products, products.sum(0)))
    assert first_rules[1] > 0 > second_rules[2]
    assert both[1] < 0 < both[2]


def test_training_improves_a_strategy_and_stores_playable_weights(chase, work_folder, monkeypatch):
    """Training improves a base that stops too early. The file is playable, has provenance and keeps its contents."""
    monkeypatch.setattr(courses, "SLICE", 2)
    (work_folder / "mine.toml").write_text("# mine\n[timid]\nweights = { enough = 6.0 }\n")
    words = [
        "strategy",
        "train",
        chase,
        "--base",
        "mine.toml:timid",
        "--against",
        "sensible",
        "--players",
        "2",
        "--trust-region",
        "2",
    ]
    words += ["--budget", "1500", "--seed", "7", "--out", "mine.toml:braver"]
    shown = CliRunner().invoke(app, [*words, "--jobs", "1", "--format", "json"])
    assert shown.exit_code == 0, shown.output
    rows = {each["strategy"]: each for each in json.loads(shown.stdout)}
    assert rows["gain"]["low"] > 0
    entry = tomllib.loads((work_folder / "mine.toml").read_text())["braver"]
    assert entry["weights"]["enough"] > 6.0
    assert entry["provenance"]["gain"] == [rows["gain"][name] for name in ("share", "low", "high")]
    assert entry["provenance"]["against"] == {"sensible": 1.0}
    assert (work_folder / "mine.toml").read_text().startswith("# mine\n[timid]")
    strategy = find_strategy(find_game(chase), "mine.toml:braver")
    assert (strategy.weights, strategy.base) == (entry["weights"], "sensible")
    entry = read_entry(work_folder / "mine.toml", "braver", lambda base: strategy, [])
    assert entry.provenance["setup"] == "players2"
    before = (work_folder / "mine.toml").read_bytes()
    again = CliRunner().invoke(app, [*words, "--jobs", "2", "--resume"])
    assert again.exit_code == 0, again.output
    assert "mine.toml:braver gains +" in again.output
    assert again.output.endswith("continue training with --base mine.toml:braver, and add it to --against.\n")
    assert tomllib.loads(before.decode()) == tomllib.loads((work_folder / "mine.toml").read_text())


def test_training_under_variants_reports_the_gain_under_each(chase, work_folder, monkeypatch):
    monkeypatch.setattr(courses, "SLICE", 2)
    (work_folder / "mine.toml").write_text("[timid]\nweights = { enough = 6.0 }\n")
    words = [
        "strategy",
        "train",
        chase,
        "--base",
        "mine.toml:timid",
        "--against",
        "sensible",
        "--players",
        "2",
        "--trust-region",
        "2",
    ]
    words += ["--budget", "3000", "--under", "short,sudden_death", "--out", "mine.toml:braver", "--jobs", "1"]
    shown = CliRunner().invoke(app, [*words, "--format", "json"])
    assert shown.exit_code == 0, shown.output
    rows = {each["strategy"]: each for each in json.loads(shown.stdout)}
    apart = [rows[f"gain, {name}"] for name in ("as it is", "short", "sudden_death")]
    assert sum(each["games"] for each in apart) == rows["gain"]["games"]
    assert np.mean([each["share"] for each in apart]) == pytest.approx(rows["gain"]["share"])
    known = tomllib.loads((work_folder / "mine.toml").read_text())["braver"]["provenance"]
    assert known["under"] == {"short": {"switches.goal": 30}, "sudden_death": {"switches.end": "at_once"}}
    assert known["gains"]["short"] == [rows["gain, short"][name] for name in ("share", "low", "high")]


def test_weights_without_a_gain_are_not_written(chase, work_folder, monkeypatch):
    monkeypatch.setattr(tasks, "Contest", lambda *about: Hill(height=0.0))
    monkeypatch.setattr(Hill, "chance", lambda hill, weights: 0.3)
    trained = training.train(chase, players=2, against=["sensible"], jobs=1, out="mine.toml:same", budget=20_000)
    assert not trained.written
    assert not (work_folder / "mine.toml").exists()
    assert trained.gain.gain == pytest.approx((0, 0, 0), abs=0.01)
    assert training.summary(trained, "mine.toml:same").startswith("The training shows no improvement (+0.0 points")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--budget", "100"], "budget of a training must be at least 4,115 games, got 100"),
        (["--base", "uniform"], "'uniform' has no weights to train"),
        (["--base", "sensibel"], "did you mean 'sensible'"),
        (["--trust-region", "0"], "trust_region must be a finite number above 0, got 0"),
        (["--out", "mine.txt"], "is not a file and name for weights: write mine.toml:name"),
        (["--out", "own.toml:own"], "'own', which was not trained: choose another name"),
        (["--against", "bald"], "did you mean 'bold'"),
        (["--against", "bold,bold"], "The mix has 'bold' twice"),
        (["--setup", "players4"], "no setup 'players4'"),
        (
            ["--base", "sensible-random-after:3"],
            "'sensible-random-after:3' is restricted, which a file of weights cannot",
        ),
        (["--base", "sensible@0.5-without:rolls"], "is restricted, which a file of weights cannot store: train the"),
        (["--base", "sensible-greedy"], "'sensible-greedy' has no weights to train"),
        (["--under", "shot"], "did you mean 'short'"),
    ],
)
def test_invalid_options_are_refused_in_one_sentence(chase, work_folder, options, sentence):
    (work_folder / "own.toml").write_text("[own]\nweights = { enough = 3 }\n")
    shown = CliRunner().invoke(app, ["strategy", "train", chase, *options])
    assert shown.exit_code == 2
    assert sentence in shown.output
    assert list(work_folder.iterdir()) == [work_folder / "own.toml"]


def test_an_entry_of_weights_is_replaced_by_a_new_training(tmp_path):
    path = tmp_path / "mine.toml"
    place = RecipeFile.of(f"{path}:one")
    for value in (1.0, 2.0):
        place.write({"base": "sensible"}, {"weights": {"enough": value}, "provenance": {"seed": 1}})
        RecipeFile.of(f"{path}:two").write({"base": "sensible"}, {"provenance": {}})
    entries = tomllib.loads(path.read_text())
    assert list(entries) == ["one", "two"]
    assert entries["one"]["weights"] == {"enough": 2.0}


def test_a_trained_strategy_keeps_the_temperature_of_its_base(chase, work_folder, monkeypatch):
    """This holds for a row of a setup and for a strategy trained from a trained one."""
    monkeypatch.setattr(tasks, "Contest", lambda *about: Hill())
    monkeypatch.setattr(Hill, "chance", lambda hill, weights: 0.2 + 0.01 * weights["enough"])
    game, options = find_game(chase), {"players": 2, "budget": 20_000}
    for base, out in (("sensible@0.5", "mine.toml:warm"), ("mine.toml:warm", "mine.toml:again")):
        trained = training.train(chase, base=base, out=out, **options)
        assert trained.written
        played = find_strategy(game, out)
        assert (played.temperature, trained.strategy.temperature) == (0.5, 0.5)
        assert played.weights == trained.strategy.weights
    assert training.train(chase, base="bold@2", only="setup=players2", out="mine.toml:row", budget=20_000).written
    assert find_strategy(game, "mine.toml:row").temperature == 2
    assert training.train(chase, base="bold", out="mine.toml:cold", **options).written
    assert "temperature" not in tomllib.loads((work_folder / "mine.toml").read_text())["cold"]
    with pytest.raises(BadInput, match="has temperature 2: a row for players3 cannot have 0"):
        training.train(chase, base="bold", only="setup=players3", out="mine.toml:row", budget=20_000)


def test_a_specialist_is_a_row_of_the_strategy(chase, work_folder, monkeypatch):
    """A specialist plays in one setup. In all other setups the strategy is unchanged."""
    monkeypatch.setattr(tasks, "Contest", lambda *about: Hill())
    monkeypatch.setattr(Hill, "chance", lambda hill, weights: 0.2 + 0.01 * weights["enough"])
    (work_folder / "mine.toml").write_text("[mine]\nbase = 'bold'\n")
    game = find_game(chase)
    for setup, base in (("players2", "mine.toml:mine"), ("players3", "mine.toml:mine"), ("players2", "sensible")):
        trained = training.train(chase, base=base, only=f"setup={setup}", budget=20_000, out="mine.toml:mine")
        assert trained.written
        row = find_strategy(game, "mine.toml:mine").at(game, tables.load(game, setup))
        assert row.weights == trained.strategy.weights
        assert row.weights["enough"] > 22
    assert find_strategy(game, "mine.toml:mine").weights["enough"] == 22
    assert list(tomllib.loads((work_folder / "mine.toml").read_text())["mine"]["setups"]) == ["players2", "players3"]
    training.train(chase, base="bold", only="setup=players2", budget=20_000, out="mine.toml:new", seed=2)
    assert find_strategy(game, "mine.toml:new").weights["enough"] == 22
    with pytest.raises(BadInput, match="are trained in players2, not in players3"):
        training.train(chase, only="setup=players2", setup="players3")
    with pytest.raises(BadInput, match="write setup=players2 or ship=NAME, not 'race=1'"):
        training.train(chase, only="race=1")
    with pytest.raises(BadInput, match="no ship 'Prob': did you mean 'Probe'"):
        training.train(chase, only="ship=Prob")


@pytest.mark.nightly
def test_a_specialist_for_a_level_is_a_row_of_its_setup(chase, work_folder, monkeypatch):
    """The row applies to one level. All other levels and earlier rows are unchanged."""
    monkeypatch.setattr(courses, "SLICE", 2)
    (work_folder / "mine.toml").write_text("# mine\n[mine]\nbase = 'sensible'\nweights = { enough = 6.0 }\n")
    options = {"against": ["sensible"], "trust_region": 2.0, "budget": 2500, "out": "mine.toml:mine", "jobs": 1}
    game, first = find_game(chase), "mine.toml:mine"
    tug = training.train(chase, base=first, only="ship=Tug", players=2, **options)
    probe = training.train(chase, base=first, only="ship=Probe,setup=players2", **options)
    assert tug.written and probe.written and tug.provenance["level"] == "Tug"
    row = find_strategy(game, first).at(game, tables.load(game, "players2"))
    assert row.weights["enough"] == 6
    assert row.levels == {"Tug": tug.strategy.levels["Tug"], "Probe": probe.strategy.levels["Probe"]}
    assert min(weights["enough"] for weights in row.levels.values()) > 6
    assert find_strategy(game, first).at(game, tables.load(game, "players3")).levels == {}
    assert (work_folder / "mine.toml").read_text().startswith("# mine\n[mine]")
    more = {**options, "out": "mine.toml:new"}
    assert training.train(chase, base=first, only="ship=Clipper", players=2, **more).written
    new = find_strategy(game, "mine.toml:new").at(game, tables.load(game, "players2"))
    assert {**row.levels, "Clipper": new.levels["Clipper"]} == new.levels


def test_only_games_with_the_trained_level_count(chase):
    game = find_game(chase)
    played = experiment(game, {"setup": "players3", "seed": 3})
    rules = played.rules
    mix, start = find_mix(game, ["sensible", "bold"], "players3"), find_strategy(game, "sensible")
    tug = start.specialised(game, rules, "Tug")
    task = Task(experiment=played, mix=mix, start=tug, trust_region=1.0, level="Tug")
    with batch.workers(1) as at_work:
        contest = Contest(task.plan, mix.ratios, task.start, at_work, (), "Tug")
        bolder = {**task.weights, "enough": 30.0}
        credits = contest.credits([task.weights, bolder], 50, 90, tick=lambda games: None)
        assert (credits[-1] > 0).all()
        assert (credits[0] != credits[1]).any()
        assert task.played(bolder).levels["Tug"] == bolder
        assert task.played(bolder).weights == task.start.weights
        other = replace(contest, base=start.specialised(game, rules, "Probe"), level="Probe")
        assert (other.credits([task.weights], 50, 90, tick=lambda games: None)[0] != credits[0]).any()


def test_the_name_of_work_depends_on_all_its_inputs():
    assert digest(1, [0.1]) != digest(1, [0.2])
    assert digest(1, [0.1]) == digest(1, [0.1])


def test_rows_for_levels_move_with_the_common_weights(chase, work_folder, monkeypatch):
    monkeypatch.setattr(courses, "SLICE", 2)
    text = "[timid]\nweights = { enough = 6.0 }\n[timid.setups.players2.levels.Tug]\nweights = { enough = 5.0 }\n"
    (work_folder / "mine.toml").write_text(text)
    options = {"against": ["sensible"], "trust_region": 2.0, "budget": 2500, "players": 2, "jobs": 1}
    game, rules = find_game(chase), tables.load(find_game(chase), "players2")
    trained = training.train(chase, base="mine.toml:timid", out="mine.toml:braver", **options)
    gained = trained.strategy.weights["enough"] - 6.0
    assert trained.written and gained > 0
    assert trained.strategy.levels["Tug"]["enough"] == pytest.approx(5.0 + gained, abs=0.01)
    braver = find_strategy(game, "mine.toml:braver").at(game, rules)
    assert (braver.weights, braver.levels) == (trained.strategy.weights, trained.strategy.levels)
    training.train(chase, base="mine.toml:timid", out="mine.toml:there", only="setup=players2", resume=True, **options)
    in_setup = find_strategy(game, "mine.toml:there")
    assert in_setup.at(game, rules).levels == trained.strategy.levels
    assert in_setup.weights["enough"] == 6.0
