"""Training: on a made-up hill whose top is known, and on the miniature game."""

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
from starbalance.analyses.training.recipe_file import RecipeFile
from starbalance.analyses.training.task import Task
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.engine.weights import read_recipe
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.experiment import experiment

from .hill import BASE, BEST, Hill

AREA = region(BASE, [], 1.0)


def course(folder, hill, *, resume=False, budget=60_000, tell=lambda done, total, note: None):
    return Course(hill, AREA, Journal(folder, {}, resume), budget, tell)


def result(found):
    """(weights, gain) of a course from beginning to end."""
    found.search(seed=3)
    weights = found.choice()
    gain = validation.gain(found.gain(BASE, weights).sum(0))
    found.journal.close()
    return weights, gain


def test_a_training_climbs_the_hill_and_says_by_how_much(tmp_path):
    hill = Hill()
    weights, gain = result(course(tmp_path, hill))
    true = hill.chance(weights) - hill.chance(BASE)
    assert true > 0.6 * (hill.chance(BEST) - hill.chance(BASE))
    assert gain.gain[1] < true < gain.gain[2]
    assert gain.is_shown
    assert list(gain.table["strategy"]) == ["base", "trained", "gain"]


@pytest.mark.parametrize("stop", [1, 5000, 30_000, 47_000, 57_000])
def test_a_training_that_was_stopped_ends_as_if_it_had_not_been(tmp_path, stop):
    whole = result(course(tmp_path / "whole", Hill()))
    broken = course(tmp_path / "broken", Hill(stop=stop))
    with pytest.raises(KeyboardInterrupt):
        result(broken)
    broken.journal.close()
    again = Hill()
    assert result(course(tmp_path / "broken", again, resume=True)) == whole
    assert again.played < 60_000


def test_a_line_of_the_journal_that_was_not_finished_is_made_again(tmp_path):
    whole = result(course(tmp_path, Hill()))
    text = (tmp_path / NAME).read_text()
    (tmp_path / NAME).write_text(text[: len(text) // 2])
    assert result(course(tmp_path, Hill(), resume=True)) == whole
    assert (tmp_path / NAME).read_text() == text


def test_a_larger_budget_goes_on_with_the_same_generations(tmp_path):
    result(course(tmp_path, Hill(), budget=20_000))
    more = Hill()
    result(course(tmp_path, more, resume=True, budget=60_000))
    assert more.played == pytest.approx(60_000 - 0.7 * 20_000, abs=32 * race.stretches(POPULATION))


def test_work_that_was_begun_is_not_begun_again_unasked_nor_by_two(tmp_path):
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


def test_progress_tells_all_games_and_the_share_so_far(tmp_path):
    told = []
    found = course(tmp_path, Hill(), tell=lambda *each: told.append(each))
    result(found)
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
    assert told[-1][0] == found.done == pytest.approx(60_000, rel=0.05)
    assert any(note.startswith("generation 9 of 13, share ") for _, _, note in told)


def test_a_training_that_cannot_gain_is_seldom_an_improvement():
    """In a twentieth of the cases the interval lies wholly above or below 0, in half of these above."""
    dice = np.random.default_rng(0)
    found = []
    for _ in range(4000):
        luck, other = dice.random((2, 1, 400))
        same = dice.random((1, 400)) < 0.4
        credits = np.vstack([luck < 0.27, np.where(same, luck, other) < 0.27, luck < 2])
        found.append(validation.gain(validation.products(credits.astype(float))).is_shown)
    assert 0.015 < np.mean(found) < 0.031


def test_the_race_plays_the_better_half_more_and_orders_by_all_games():
    asked = []

    def play(candidates, stretches):
        asked.append((len(candidates), stretches))
        return np.repeat([*([each["strength"]] for each in candidates), [1.0]], 10 * stretches, axis=1)

    strengths = [0.1, 0.8, 0.3, 0.5, 0.2, 0.7, 0.4, 0.6]
    found = race.race([{"strength": each} for each in strengths], play)
    assert found.order == list(np.argsort(strengths)[::-1])
    assert asked == [(8, 1), (4, 1), (2, 2)]
    assert race.stretches(8) == sum(count * stretches for count, stretches in asked)
    assert found.first.shape == (9, 10)


def test_a_weight_moves_in_sizes_of_it_and_stays_within_reach():
    area = region({"big": 40.0, "small": -0.2, "none": 0.0, "never": 0.0}, [{"none": -0.5}, {"none": 0.1}], 0.5)
    assert list(area.size) == [40.0, 0.2, 0.5, 20.1]
    assert area.weights(np.full(4, 0.25)) == {"big": 50.0, "small": -0.15, "none": 0.125, "never": 5.025}
    assert area.weights(np.full(4, 9.0)) == {"big": 60.0, "small": -0.1, "none": 0.25, "never": 10.05}
    assert list(region({"all": 0.0}, [], 1.0).size) == [1.0]


def test_the_evolution_stays_within_reach_and_repeats_itself():
    one, two = Evolution(3, 0.5, seed=1), Evolution(3, 0.5, seed=1)
    for _ in range(5):
        points = one.ask()
        assert (points == two.ask()).all()
        assert (abs(points) <= 0.5).all()
        order = np.argsort(-points[:, 0])
        one.tell(points, order)
        two.tell(points, order)
    assert one.mean[0] > 0.3
    assert (one.ask() != Evolution(3, 0.5, seed=2).ask()).any()


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contest(game, jobs, given=None):
    mix = find_mix(find_game(game), given or ["sensible", "bold"], "players3")
    with batch.workers(jobs) as at_work:
        return Contest(task(game, mix).plan, mix.ratios, mix.strategies[0], at_work)


def task(game, mix):
    played = experiment(game, {"players": 3, "seed": 4})
    return Task(experiment=played, mix=mix, start=mix.strategies[0], reach=1.0)


def test_all_candidates_meet_the_same_luck_and_others_whatever_the_jobs(chase):
    """A candidate that plays as another wins the same games; the others' strategies do not hang on the candidate."""
    weights = [{"enough": 14.0, "cargo": 1.0}, {"enough": 2.0, "cargo": 1.0}, {"enough": 14.0, "cargo": 1.0}]
    one, two = (contest(chase, jobs).credits(weights, 100, 90, tick=lambda count: None) for jobs in (1, 2))
    assert (one == two).all()
    assert (one[0] == one[2]).all()
    assert (one[0] != one[1]).any()
    assert one[1].mean() < one[0].mean()
    assert one.shape == (4, 90)
    assert (one[3] == 1).all()


def test_a_mix_is_dealt_by_its_chances(chase, monkeypatch):
    """Games of a pool that is nearly the mix count so much that each strategy comes up by its chance."""
    monkeypatch.setattr(mixes, "PLACES", 4)
    found = contest(chase, 1, {"sensible": 0.7, "bold": 0.3})
    assert [each.name for each in found.plan.strategies] == ["sensible", "sensible#2", "bold"]
    assert list(found.ratios) == pytest.approx([1.05, 1.05, 0.9])
    assert found.ratios.mean() == pytest.approx(1)
    plays = found.credits([{"enough": 14.0, "cargo": 1.0}], 0, 60, tick=lambda count: None)
    assert sorted(set(plays[-1].round(6))) == [0.81, 0.945, 1.1025]
    assert set(np.unique(plays[0] / plays[1])) <= {0.0, 1 / 3, 0.5, 1.0}
    other = contest(chase, 1, {"bold": 0.3, "sensible": 0.7})
    assert sorted(other.ratios) == pytest.approx(sorted(found.ratios))


def test_every_player_is_the_candidate_in_turn(chase):
    found = contest(chase, 1)
    assert found._stretches(100, 90) == [(0, 100, 30), (1, 130, 30), (2, 160, 30)]
    plan = found._plan({"enough": 1.0, "cargo": 0.0}, 1)
    assert plan.lineup == (-1, 2, -1)
    assert (plan.pool, len(plan.strategies)) == (2, 3)


def test_under_other_rules_as_many_games_are_played_those_of_each_rules_together(chase):
    """The rows of the rules as asked are those of a contest under them alone; a change shows where it is played."""
    one, game = contest(chase, 1), find_game(chase)
    changed = tables.load(game, "players3", variant="short").record
    two = replace(one, under=(changed,))
    assert (one.parts, two.parts) == (3, 6)
    assert [part for part, *_ in two._stretches(0, 60)] == list(range(6))
    weights = [{"enough": 14.0, "cargo": 1.0}]
    alone, both = one.credits(weights, 0, 30, tick=int), two.credits(weights, 0, 60, tick=int)
    assert (both[:, :30] == alone).all()
    other = replace(one, plan=replace(one.plan, rules=changed)).credits(weights, 30, 30, tick=int)
    assert (both[:, 30:] == other).all()
    assert (both[:, 30:] != one.credits(weights, 30, 30, tick=int)).any()


def test_a_gain_is_told_under_each_rules(tmp_path):
    """Weights that win under the first half of the rules what they lose under the others gain nothing, and it shows."""

    class Two(Hill):
        def credits(self, candidates, first, games, *, tick):
            found = super().credits(candidates, first, games, tick=tick)
            found[:-1, games // 2 :] = 1 - found[:-1, games // 2 :]
            return found

    found = course(tmp_path, Two(rules=(None, None)))
    found.search(seed=3)
    products = found.gain(BASE, BEST)
    found.journal.close()
    assert products.shape == (2, 4, 4)
    here, there, both = (validation.gain(each).gain for each in (*products, products.sum(0)))
    assert here[1] > 0 > there[2]
    assert both[1] < 0 < both[2]


def test_a_game_is_trained_and_the_weights_play(chase, here, monkeypatch):
    """A base that stops far too early is improved; the file plays, tells where it comes from, and keeps what it had."""
    monkeypatch.setattr(courses, "STRETCH", 2)
    (here / "mine.toml").write_text("# mine\n[timid]\nweights = { enough = 6.0 }\n")
    told = [
        "strategy",
        "train",
        chase,
        "--base",
        "mine.toml:timid",
        "--against",
        "sensible",
        "--players",
        "2",
        "--reach",
        "2",
    ]
    told += ["--budget", "1500", "--seed", "7", "--out", "mine.toml:braver"]
    shown = CliRunner().invoke(app, [*told, "--jobs", "1", "--format", "json"])
    assert shown.exit_code == 0, shown.output
    rows = {each["strategy"]: each for each in json.loads(shown.stdout)}
    assert rows["gain"]["low"] > 0
    entry = tomllib.loads((here / "mine.toml").read_text())["braver"]
    assert entry["weights"]["enough"] > 6.0
    assert entry["provenance"]["gain"] == [rows["gain"][name] for name in ("share", "low", "high")]
    assert entry["provenance"]["against"] == {"sensible": 1.0}
    assert (here / "mine.toml").read_text().startswith("# mine\n[timid]")
    found = find_strategy(find_game(chase), "mine.toml:braver")
    assert (found.weights, found.base) == (entry["weights"], "sensible")
    recipe = read_recipe(here / "mine.toml", "braver", lambda base: found, [])
    assert recipe.provenance["setup"] == "players2"
    before = (here / "mine.toml").read_bytes()
    again = CliRunner().invoke(app, [*told, "--jobs", "2", "--resume"])
    assert again.exit_code == 0, again.output
    assert "mine.toml:braver gains +" in again.output
    assert again.output.endswith("train on from there by --base mine.toml:braver, with it among --against.\n")
    assert tomllib.loads(before.decode()) == tomllib.loads((here / "mine.toml").read_text())


def test_a_training_under_variants_tells_what_is_gained_under_each(chase, here, monkeypatch):
    monkeypatch.setattr(courses, "STRETCH", 2)
    (here / "mine.toml").write_text("[timid]\nweights = { enough = 6.0 }\n")
    told = [
        "strategy",
        "train",
        chase,
        "--base",
        "mine.toml:timid",
        "--against",
        "sensible",
        "--players",
        "2",
        "--reach",
        "2",
    ]
    told += ["--budget", "3000", "--under", "short,sudden_death", "--out", "mine.toml:braver", "--jobs", "1"]
    shown = CliRunner().invoke(app, [*told, "--format", "json"])
    assert shown.exit_code == 0, shown.output
    rows = {each["strategy"]: each for each in json.loads(shown.stdout)}
    apart = [rows[f"gain, {name}"] for name in ("as it is", "short", "sudden_death")]
    assert sum(each["games"] for each in apart) == rows["gain"]["games"]
    assert np.mean([each["share"] for each in apart]) == pytest.approx(rows["gain"]["share"])
    known = tomllib.loads((here / "mine.toml").read_text())["braver"]["provenance"]
    assert known["under"] == {"short": {"switches.goal": 30}, "sudden_death": {"switches.end": "at_once"}}
    assert known["gains"]["short"] == [rows["gain, short"][name] for name in ("share", "low", "high")]


def test_what_gains_nothing_is_not_written(chase, here, monkeypatch):
    monkeypatch.setattr(tasks, "Contest", lambda *about: Hill(height=0.0))
    monkeypatch.setattr(Hill, "chance", lambda hill, weights: 0.3)
    found = training.train(chase, players=2, against=["sensible"], jobs=1, out="mine.toml:same", budget=20_000)
    assert not found.written
    assert not (here / "mine.toml").exists()
    assert found.gain.gain == pytest.approx((0, 0, 0), abs=0.01)
    assert training.summary(found, "mine.toml:same").startswith("No improvement was shown (+0.0 points")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--budget", "100"], "budget of a training cannot be 100 games: the least is 4115"),
        (["--base", "uniform"], "'uniform' has no weights of its own"),
        (["--base", "sensibel"], "did you mean 'sensible'"),
        (["--reach", "0"], "reach cannot be 0"),
        (["--out", "mine.txt"], "names no place for weights: write mine.toml:name"),
        (["--out", "own.toml:own"], "'own', which was not trained: choose another name"),
        (["--against", "bald"], "did you mean 'bold'"),
        (["--against", "bold,bold"], "The mix has 'bold' twice"),
        (["--setup", "players4"], "no set-up 'players4'"),
        (
            ["--base", "sensible-random-after:3"],
            "'sensible-random-after:3' is restricted, and a file of weights cannot",
        ),
        (["--base", "sensible@0.5-without:rolls"], "is restricted, and a file of weights cannot keep that: train the"),
        (["--base", "sensible-greedy"], "'sensible-greedy' has no weights of its own"),
        (["--under", "shot"], "did you mean 'short'"),
    ],
)
def test_what_cannot_be_trained_is_a_sentence(chase, here, options, sentence):
    (here / "own.toml").write_text("[own]\nweights = { enough = 3 }\n")
    shown = CliRunner().invoke(app, ["strategy", "train", chase, *options])
    assert shown.exit_code == 2
    assert sentence in shown.output
    assert list(here.iterdir()) == [here / "own.toml"]


def test_a_place_for_weights_is_taken_again_by_what_is_trained(tmp_path):
    path = tmp_path / "mine.toml"
    place = RecipeFile.of(f"{path}:one")
    for value in (1.0, 2.0):
        place.write({"base": "sensible"}, {"weights": {"enough": value}, "provenance": {"seed": 1}})
        RecipeFile.of(f"{path}:two").write({"base": "sensible"}, {"provenance": {}})
    entries = tomllib.loads(path.read_text())
    assert list(entries) == ["one", "two"]
    assert entries["one"]["weights"] == {"enough": 2.0}


def test_a_trained_strategy_keeps_the_temperature_of_its_base(chase, here, monkeypatch):
    """Also one with a row for a set-up, and one that is trained from there."""
    monkeypatch.setattr(tasks, "Contest", lambda *about: Hill())
    monkeypatch.setattr(Hill, "chance", lambda hill, weights: 0.2 + 0.01 * weights["enough"])
    game, told = find_game(chase), {"players": 2, "budget": 20_000}
    for base, out in (("sensible@0.5", "mine.toml:warm"), ("mine.toml:warm", "mine.toml:again")):
        found = training.train(chase, base=base, out=out, **told)
        assert found.written
        played = find_strategy(game, out)
        assert (played.temperature, found.strategy.temperature) == (0.5, 0.5)
        assert played.weights == found.strategy.weights
    assert training.train(chase, base="bold@2", only="setup=players2", out="mine.toml:row", budget=20_000).written
    assert find_strategy(game, "mine.toml:row").temperature == 2
    assert training.train(chase, base="bold", out="mine.toml:cold", **told).written
    assert "temperature" not in tomllib.loads((here / "mine.toml").read_text())["cold"]
    with pytest.raises(BadInput, match="plays at temperature 2: a row for players3 cannot play at 0"):
        training.train(chase, base="bold", only="setup=players3", out="mine.toml:row", budget=20_000)


def test_a_specialist_is_a_row_of_the_strategy(chase, here, monkeypatch):
    """In a set-up of its own; in the others the strategy plays as before."""
    monkeypatch.setattr(tasks, "Contest", lambda *about: Hill())
    monkeypatch.setattr(Hill, "chance", lambda hill, weights: 0.2 + 0.01 * weights["enough"])
    (here / "mine.toml").write_text("[mine]\nbase = 'bold'\n")
    game = find_game(chase)
    for setup, base in (("players2", "mine.toml:mine"), ("players3", "mine.toml:mine"), ("players2", "sensible")):
        found = training.train(chase, base=base, only=f"setup={setup}", budget=20_000, out="mine.toml:mine")
        assert found.written
        row = find_strategy(game, "mine.toml:mine").at(game, tables.load(game, setup))
        assert row.weights == found.strategy.weights
        assert row.weights["enough"] > 22
    assert find_strategy(game, "mine.toml:mine").weights["enough"] == 22
    assert list(tomllib.loads((here / "mine.toml").read_text())["mine"]["setups"]) == ["players2", "players3"]
    training.train(chase, base="bold", only="setup=players2", budget=20_000, out="mine.toml:new", seed=2)
    assert find_strategy(game, "mine.toml:new").weights["enough"] == 22
    with pytest.raises(BadInput, match="is trained in it, not in players3"):
        training.train(chase, only="setup=players2", setup="players3")
    with pytest.raises(BadInput, match="write setup=players2 or ship=NAME, not 'race=1'"):
        training.train(chase, only="race=1")
    with pytest.raises(BadInput, match="no ship 'Prob': did you mean 'Probe'"):
        training.train(chase, only="ship=Prob")


def test_a_specialist_for_a_level_is_a_row_in_its_set_up(chase, here, monkeypatch):
    """For whoever is that; whoever is something else plays as before, and rows that were trained before stay."""
    monkeypatch.setattr(courses, "STRETCH", 2)
    (here / "mine.toml").write_text("# mine\n[mine]\nbase = 'sensible'\nweights = { enough = 6.0 }\n")
    told = {"against": ["sensible"], "reach": 2.0, "budget": 2500, "out": "mine.toml:mine", "jobs": 1}
    game, first = find_game(chase), "mine.toml:mine"
    tug = training.train(chase, base=first, only="ship=Tug", players=2, **told)
    probe = training.train(chase, base=first, only="ship=Probe,setup=players2", **told)
    assert tug.written and probe.written and tug.provenance["level"] == "Tug"
    row = find_strategy(game, first).at(game, tables.load(game, "players2"))
    assert row.weights["enough"] == 6
    assert row.levels == {"Tug": tug.strategy.levels["Tug"], "Probe": probe.strategy.levels["Probe"]}
    assert min(weights["enough"] for weights in row.levels.values()) > 6
    assert find_strategy(game, first).at(game, tables.load(game, "players3")).levels == {}
    assert (here / "mine.toml").read_text().startswith("# mine\n[mine]")
    more = {**told, "out": "mine.toml:new"}
    assert training.train(chase, base=first, only="ship=Clipper", players=2, **more).written
    new = find_strategy(game, "mine.toml:new").at(game, tables.load(game, "players2"))
    assert {**row.levels, "Clipper": new.levels["Clipper"]} == new.levels


def test_games_count_in_which_the_candidate_is_what_it_is_trained_for(chase):
    game = find_game(chase)
    played = experiment(game, {"setup": "players3", "seed": 3})
    rules = played.rules
    mix, start = find_mix(game, ["sensible", "bold"], "players3"), find_strategy(game, "sensible")
    tug = start.specialised(game, rules, "Tug")
    task = Task(experiment=played, mix=mix, start=tug, reach=1.0, level="Tug")
    with batch.workers(1) as at_work:
        contest = Contest(task.plan, mix.ratios, task.start, at_work, (), "Tug")
        bolder = {**task.weights, "enough": 30.0}
        found = contest.credits([task.weights, bolder], 50, 90, tick=lambda games: None)
        assert (found[-1] > 0).all()
        assert (found[0] != found[1]).any()
        assert task.played(bolder).levels["Tug"] == bolder
        assert task.played(bolder).weights == task.start.weights
        other = replace(contest, base=start.specialised(game, rules, "Probe"), level="Probe")
        assert (other.credits([task.weights], 50, 90, tick=lambda games: None)[0] != found[0]).any()


def test_work_is_named_by_all_that_it_depends_on():
    assert digest(1, [0.1]) != digest(1, [0.2])
    assert digest(1, [0.1]) == digest(1, [0.1])


def test_rows_for_levels_move_along_where_weights_for_all_are_trained(chase, here, monkeypatch):
    monkeypatch.setattr(courses, "STRETCH", 2)
    text = "[timid]\nweights = { enough = 6.0 }\n[timid.setups.players2.levels.Tug]\nweights = { enough = 5.0 }\n"
    (here / "mine.toml").write_text(text)
    told = {"against": ["sensible"], "reach": 2.0, "budget": 2500, "players": 2, "jobs": 1}
    game, rules = find_game(chase), tables.load(find_game(chase), "players2")
    found = training.train(chase, base="mine.toml:timid", out="mine.toml:braver", **told)
    gained = found.strategy.weights["enough"] - 6.0
    assert found.written and gained > 0
    assert found.strategy.levels["Tug"]["enough"] == pytest.approx(5.0 + gained, abs=0.01)
    braver = find_strategy(game, "mine.toml:braver").at(game, rules)
    assert (braver.weights, braver.levels) == (found.strategy.weights, found.strategy.levels)
    training.train(chase, base="mine.toml:timid", out="mine.toml:there", only="setup=players2", resume=True, **told)
    there = find_strategy(game, "mine.toml:there")
    assert there.at(game, rules).levels == found.strategy.levels
    assert there.weights["enough"] == 6.0
