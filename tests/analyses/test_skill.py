"""Skill: each level agrees with the run it names, and the summary of a cell follows from its verdicts."""

import pandas as pd
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation.chart import sweep as chart
from starbalance.analyses.presentation.wording import stopped_by_skill
from starbalance.analyses.questions.rates import about, rates
from starbalance.analyses.questions.skill import (
    DEPENDS,
    DRAWN,
    LEVELS,
    OPEN,
    able_levels,
    courses,
    levels_of,
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


def test_the_level_with_most_truncated_games_is_reported():
    rows = [("sensible", 0.1, 0.09, 0.11), ("search", 0.4, 0.3, 0.5), ("pool", 0.2, 0.19, 0.21)]
    sentence = stopped_by_skill(pd.DataFrame(rows, columns=["skill", "truncated", "truncated_low", "truncated_high"]))
    assert (
        sentence == "From sensible play upwards, the round limit truncates most games at search: 40.0% (30.0\u201350.0)"
    )
    none = pd.DataFrame(
        [("sensible", 0.0, 0.0, 0.1)], columns=["skill", "truncated", "truncated_low", "truncated_high"]
    )
    assert stopped_by_skill(none) == "From sensible play upwards, the round limit truncates no game"


def test_able_levels_begin_at_sensible():
    order = pd.DataFrame({"skill": ["uniform", "uniform", "sensible", "pool"]})
    assert able_levels(order) == ["sensible", "pool"]
    assert able_levels(order[order["skill"] != "sensible"]) == ["uniform", "pool"]


def test_the_strongest_strategies_precede_search_players():
    game = find_game(CHASE)
    levels = levels_of(game, game.setups[0].name, ["bold", "sensible"])
    assert levels == ["uniform", "sensible@2", "sensible@1", "pool", "sensible", "bold", "search:sensible@8"]


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


def _table(**verdicts):
    """Return a row per cell for each of the levels uniform, sensible and search."""
    rows = [
        {"skill": level, "race": race, "share": 0.1 * place, "verdict": verdict, "games": 400}
        for race, words in verdicts.items()
        for place, (level, verdict) in enumerate(zip(("uniform", "sensible", "search"), words.split(), strict=True))
    ]
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("verdicts", "verdict", "flips"),
    [
        ("weak balanced balanced", "balanced", "uniform"),
        ("balanced strong balanced", DEPENDS, "sensible"),
        ("strong strong undecided", "strong", ""),
        ("weak undecided undecided", OPEN, ""),
        ("weak undecided strong", "strong", "uniform"),
    ],
)
def test_the_summary_verdict_holds_from_sensible_play_upwards(verdicts, verdict, flips):
    row = verdict_by_skill(_table(Moogs=verdicts), ["race"]).iloc[0]
    assert (row["verdict"], row["flips"]) == (verdict, flips)
    assert (row["lowest"], row["highest"]) == (0.1, 0.2)


@pytest.mark.parametrize(("games", "ends"), [([1, 400, 399], (0.1, 0.1)), ([400, 20, 30], (0.1, 0.2))])
def test_levels_of_few_games_do_not_define_a_range_unless_all_have_few(games, ends):
    row = verdict_by_skill(_table(Moogs="weak weak weak").assign(games=games), ["race"]).iloc[0]
    assert (row["lowest"], row["highest"]) == ends


def test_the_command_prints_the_levels_and_draws_them(work_folder):
    words = ["skill", CHASE, "--levels", "uniform,sensible", "--by", "seat", "--games", "40", "--jobs", "1"]
    shown = CliRunner().invoke(app, [*words, "--chart", "skill.svg"])
    assert shown.exit_code == 0, shown.output
    assert "Verdicts from sensible play upwards:" in shown.stdout
    assert (work_folder / "skill.svg").read_text().count("uniform") >= 1


def test_a_chart_has_a_line_for_each_cell_over_the_levels(work_folder):
    table = skill(CHASE, levels=["uniform", "sensible"], by=["seat"], **FEW)
    figure = chart(table, ["skill"], ["seat"], sides=2)
    lines = [line for line in figure.axes[0].lines if len(line.get_xdata()) == 2 and line.get_marker() == "o"]
    assert len(lines) == table["seat"].nunique()
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["uniform", "sensible"]
