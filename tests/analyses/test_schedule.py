"""The schedule of a study: its sections on skill climb a ladder and play every level."""

import pandas as pd
import pytest

from starbalance.analyses.questions.skill import RUNGS, able_levels, verdict_by_skill
from starbalance.analyses.report import schedule
from starbalance.analyses.report.section import sections
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.tables import parse

STUDY = """
seed = 3
strategies = "pool"

[[scenario]]
name = "two"
title = "Two players"
setup = "players2"
games = 200

[[section]]
kind = "skill"
name = "skill"
title = "Ever better players"
chapter = "Players"
scenarios = ["two"]
by = [["seat"], ["ship"]]
games = 400
"""


def _played(folder, more="", text=STUDY):
    """Return the ladder of the study with a further line, and its tables of skill."""
    path = folder / "study.toml"
    path.write_text(text + more)
    study = {"game": str(TEMPLATE)} | parse(path)
    study_runs = schedule.play(study, sections(study), jobs=1)
    key = ("skill", "two")
    return study_runs.ladders[key], [table for _, table in study_runs.skills[key]]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_one_more_level_in_a_study_is_one_more_row_of_the_ladder(folder):
    ladders = {}
    for levels in (["uniform", "sensible", "pool"], ["uniform", "sensible", "bold", "pool"]):
        ladder, tables = _played(folder, f"levels = {levels}")
        assert list(ladder["skill"]) == levels
        assert [list(dict.fromkeys(table["skill"])) for table in tables] == [levels, levels]
        ladders[len(levels)] = ladder.set_index("skill")
    assert ladders[4].index.difference(ladders[3].index).tolist() == ["bold"]
    assert ladders[4].loc["bold", "against"] == "sensible"


def test_the_tables_of_skill_have_the_rungs_of_the_ladder(folder):
    """In the example game `sensible` is weaker than `bold`, so that it does not count for claims."""
    ladder, tables = _played(folder, 'levels = ["uniform", "bold", "sensible@1", "sensible", "pool"]')
    rungs = ladder["skill"][ladder["is_rung"]].tolist()
    assert rungs == ["uniform", "bold"]
    for table, by in zip(tables, ("seat", "ship"), strict=True):
        assert table.attrs[RUNGS] == rungs
        assert able_levels(table) == ["bold"]
        shares = table[table["skill"] == "bold"].set_index(by)["share"]
        assert verdict_by_skill(table, [by]).set_index(by)["lowest"].to_dict() == shares.to_dict()


def test_the_strategies_that_win_most_are_other_styles(folder, monkeypatch):
    """They are levels of the tables of skill, but not of the ladder."""
    monkeypatch.setattr("starbalance.analyses.questions.skill.LEVELS", ("uniform", "sensible", "pool"))
    ladder, tables = _played(folder)
    assert list(ladder["skill"]) == ["uniform", "sensible", "pool"]
    assert list(dict.fromkeys(tables[0]["skill"])) == ["uniform", "sensible", "pool", "bold"]
    assert able_levels(tables[0]) == ["sensible"]


def test_the_ladder_plays_the_rules_of_its_scenario(folder, monkeypatch):
    calls = []

    def measured(game, levels, **options):
        calls.append(options)
        return pd.DataFrame({"skill": levels, "is_rung": True})

    monkeypatch.setattr(schedule, "ladder", measured)
    text = STUDY.replace('setup = "players2"', 'setup = "players2"\nvariant = "sudden_death"')
    _played(folder, 'levels = ["uniform", "sensible"]', text)
    assert [each["set"] for each in calls] == [{"switches.end": "at_once"}]
    assert [(each["setup"], each["games"], each["seed"]) for each in calls] == [("players2", 400, 3)]
