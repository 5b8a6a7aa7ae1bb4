"""Skill: each level agrees with the run it names, and the summary of a cell follows from its verdicts."""

import pandas as pd
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation.chart import sweep as chart
from starbalance.analyses.questions.rates import about, rates
from starbalance.analyses.questions.skill import (
    DEPENDS,
    DRAWN,
    LEVELS,
    OPEN,
    RUNGS,
    able_courses,
    able_levels,
    courses,
    levels_of,
    seldom,
    skill,
    verdict_by_skill,
)
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.run import run

CHASE = str(TEMPLATE)
FEW = {"games": 40, "seed": 3, "jobs": 1}


@pytest.fixture
def work_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_level_agrees_with_the_run_it_names(work_folder):
    table = skill(CHASE, levels=["uniform", "sensible@1", "sensible"], by=["seat"], **FEW)
    numbers = ["games", "share", "low", "high", "truncated"]
    assert list(table.columns) == ["skill", "seat", *numbers, "verdict", "games_needed", "reason"]
    for level in ("uniform", "sensible@1", "sensible"):
        single = rates(run(CHASE, strategies=level, **FEW), ["seat"])
        rows = table[table["skill"] == level]
        numbers = ["games", "share", "low", "high"]
        assert rows[numbers].to_numpy() == pytest.approx(single[numbers].to_numpy())
    assert table.attrs["equal_share"] == 1 / find_game(CHASE).setups[0].players


def test_the_course_of_a_level_agrees_with_its_run(work_folder):
    levels = ["uniform", "sensible"]
    table = courses(skill(CHASE, levels=levels, by=["seat"], **FEW)).set_index("skill")
    for level in levels:
        single = about(run(CHASE, strategies=level, **FEW)).set_index("quantity")["value"]
        assert table.loc[level, "games"] == FEW["games"]
        assert table.loc[level, "rounds"] == single["rounds per game"]
        assert table.loc[level, "truncated"] == single["share of truncated games"]


def test_without_a_ladder_the_strategies_from_sensible_upwards_count():
    order = pd.DataFrame({"skill": ["uniform", "uniform", "sensible", "search:sensible@8", "pool", "league"]})
    assert able_levels(order) == ["sensible", "search:sensible@8"]
    assert able_levels(order[order["skill"] != "sensible"]) == ["uniform", "search:sensible@8"]
    assert able_levels(order[order["skill"] == "pool"]) == ["pool"]


@pytest.mark.parametrize(
    ("rungs", "able"),
    [
        (["uniform", "sensible@1", "sensible", "search"], ["sensible", "search"]),
        (["uniform", "sensible@1", "sensible"], ["sensible"]),
        (["uniform", "sensible@1", "search"], ["search"]),
        (["uniform", "sensible@1"], ["sensible@1"]),
    ],
)
def test_with_a_ladder_only_its_rungs_from_sensible_upwards_count(rungs, able):
    """The level `scholar` is another style of play. Its truncated games do not count either."""
    levels = ["uniform", "sensible@1", "sensible", "search", "pool", "scholar"]
    table = pd.DataFrame({"skill": levels})
    table.attrs = {RUNGS: rungs, "courses": [{"skill": level, "truncated": 0.5} for level in levels]}
    assert able_levels(table) == able
    assert list(able_courses(table)["skill"]) == able


def test_other_styles_follow_the_levels_from_weak_to_strong():
    game = find_game(CHASE)
    levels = levels_of(game, game.setups[0].name, ["bold", "sensible"])
    assert levels == ["uniform", "sensible@2", "sensible@1", "sensible", "search:sensible@8", "pool", "bold"]


def test_strong_replaces_the_search_with_eight_playouts():
    assert levels_of(find_game("handful-of-stars"), "players4")[3:5] == ["sensible", "strong"]


def test_search_players_play_a_fiftieth_of_the_games(work_folder):
    table = skill(CHASE, levels=["sensible", "search:sensible@2"], by=["seat"], games=200, seed=3, jobs=1)
    assert table.groupby("skill")["games"].max().to_dict() == {"sensible": 200, "search:sensible@2": 4}


@pytest.mark.parametrize("game", ["4000-ad", "handful-of-stars", "interstellar-ambitions"])
def test_every_level_exists_in_every_game(game):
    for level in LEVELS:
        if level not in DRAWN:
            assert find_strategy(find_game(game), level).name == level


@pytest.mark.parametrize(
    ("levels", "sentence"),
    [([], "no level"), (["sensible", "sensible"], "named twice"), (["sensibel"], "did you mean 'sensible'")],
)
def test_an_invalid_level_is_refused_before_a_game_is_played(work_folder, levels, sentence):
    with pytest.raises(BadInput, match=sentence):
        skill("4000-ad", levels=levels)
    assert not list(work_folder.iterdir())


LADDER = ("uniform", "sensible", "search", "network")


def _table(verdicts, **columns):
    """Return the rows of a race at the levels of a ladder, and at the pool, where the race is balanced."""
    levels, words = [*LADDER, "pool"], [*verdicts.split(), "balanced"]
    columns = {"share": [0.1, 0.2, 0.3, 0.4, 0.5], "games": 400} | columns
    return pd.DataFrame({"skill": levels, "race": "Technoids", "verdict": words} | columns)


@pytest.mark.parametrize(
    ("verdicts", "verdict", "contradicted_by", "undecided_at"),
    [
        ("weak strong strong strong", "strong", "", ""),
        ("undecided balanced balanced balanced", "balanced", "", ""),
        ("weak undecided undecided undecided", OPEN, "", "sensible, search, network"),
        ("weak strong weak undecided", DEPENDS, "sensible", "network"),
        ("weak strong weak weak", DEPENDS, "sensible", ""),
        ("weak balanced strong weak", DEPENDS, "sensible, search", ""),
        ("weak undecided undecided weak", DEPENDS, "", "sensible, search"),
        ("weak weak undecided undecided", DEPENDS, "", "search, network"),
    ],
)
def test_a_claim_needs_the_same_verdict_at_every_level_that_counts(verdicts, verdict, contradicted_by, undecided_at):
    row = verdict_by_skill(_table(verdicts), ["race"]).iloc[0]
    assert row.drop(["race", "lowest", "highest"]).to_dict() == {
        "verdict": verdict,
        "contradicted_by": contradicted_by,
        "undecided_at": undecided_at,
    }
    assert (row["lowest"], row["highest"]) == (0.2, 0.4)


def test_two_levels_of_many_games_that_disagree_make_no_claim():
    """Nearly all games are of one level, where the share is 51.8%. An undecided level has few games."""
    table = _table("weak strong weak undecided", share=[0.2, 0.518, 0.381, 0.5, 0.6], games=[1, 90_000, 2000, 40, 1])
    row = verdict_by_skill(table, ["race"]).iloc[0]
    assert (row["verdict"], row["lowest"], row["highest"]) == (DEPENDS, 0.381, 0.518)


def test_a_level_that_is_no_rung_does_not_count_for_a_claim():
    table = _table("weak strong weak undecided")
    table.attrs[RUNGS] = ["uniform", "sensible"]
    row = verdict_by_skill(table, ["race"]).iloc[0]
    assert (row["verdict"], row["contradicted_by"], row["undecided_at"]) == ("strong", "", "")
    assert (row["lowest"], row["highest"]) == (0.2, 0.2)


@pytest.mark.parametrize(
    ("verdicts", "games", "ends", "few"),
    [
        ("undecided undecided undecided weak", [1, 400, 399, 20, 400], (0.2, 0.4), ["search"]),
        ("undecided undecided undecided undecided", [1, 400, 399, 20, 400], (0.2, 0.2), ["search", "network"]),
        ("weak undecided undecided undecided", [400, 20, 30, 40, 400], (0.2, 0.4), []),
    ],
)
def test_undecided_levels_of_few_games_define_no_range_unless_all_are_such_levels(verdicts, games, ends, few):
    table = _table(verdicts, games=games)
    row = verdict_by_skill(table, ["race"]).iloc[0]
    assert (row["lowest"], row["highest"]) == ends
    assert list(seldom(table, ["race"])["skill"]) == few


def test_the_command_prints_the_levels_and_draws_them(work_folder):
    words = ["skill", CHASE, "--levels", "uniform,sensible", "--by", "seat", "--games", "40", "--jobs", "1"]
    shown = CliRunner().invoke(app, [*words, "--chart", "skill.svg"])
    assert shown.exit_code == 0, shown.output
    assert "Verdicts at the levels that count (sensible):" in shown.stdout
    assert "contradicted_by" in shown.stdout
    assert (work_folder / "skill.svg").read_text().count("uniform") >= 1


def test_a_chart_has_a_line_for_each_cell_over_the_levels(work_folder):
    table = skill(CHASE, levels=["uniform", "sensible"], by=["seat"], **FEW)
    figure = chart(table, ["skill"], ["seat"], sides=2)
    lines = [line for line in figure.axes[0].lines if len(line.get_xdata()) == 2 and line.get_marker() == "o"]
    assert len(lines) == table["seat"].nunique()
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["uniform", "sensible"]
