"""Skill: the levels are the runs that they name, and what is claimed of a cell follows from its verdicts."""

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
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.run import run

CHASE = str(TEMPLATE)
FEW = {"games": 40, "seed": 3, "jobs": 1}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_level_is_the_run_that_it_names(here):
    table = skill(CHASE, levels=["uniform", "sensible@1", "sensible"], by=["seat"], **FEW)
    numbers = ["games", "share", "low", "high", "truncated"]
    assert list(table.columns) == ["skill", "seat", *numbers, "verdict", "games_needed", "reason"]
    for level in ("uniform", "sensible@1", "sensible"):
        alone = rates(run(CHASE, strategies=level, **FEW), ["seat"])
        rows = table[table["skill"] == level]
        numbers = ["games", "share", "low", "high"]
        assert rows[numbers].to_numpy() == pytest.approx(alone[numbers].to_numpy())
    assert table.attrs["parity"] == 1 / find_game(CHASE).setups[0].players


def test_how_the_games_of_a_level_go_is_what_its_run_says(here):
    levels = ["uniform", "sensible"]
    found = courses(skill(CHASE, levels=levels, by=["seat"], **FEW)).set_index("skill")
    for level in levels:
        alone = about(run(CHASE, strategies=level, **FEW)).set_index("quantity")["value"]
        assert found.loc[level, "games"] == FEW["games"]
        assert found.loc[level, "rounds"] == alone["rounds per game"]
        assert found.loc[level, "capped"] == alone["share of capped games"]


def test_the_level_with_most_games_at_the_cap_is_told():
    rows = [("sensible", 0.1, 0.09, 0.11), ("search", 0.4, 0.3, 0.5), ("pool", 0.2, 0.19, 0.21)]
    told = stopped_by_skill(pd.DataFrame(rows, columns=["skill", "capped", "capped_low", "capped_high"]))
    assert told == "From sensible play on, the cap stops games most often at search: 40.0 % (30.0 to 50.0)"
    none = pd.DataFrame([("sensible", 0.0, 0.0, 0.1)], columns=["skill", "capped", "capped_low", "capped_high"])
    assert stopped_by_skill(none) == "From sensible play on, the cap stops no game"


def test_able_levels_begin_at_sensible():
    order = pd.DataFrame({"skill": ["uniform", "uniform", "sensible", "pool"]})
    assert able_levels(order) == ["sensible", "pool"]
    assert able_levels(order[order["skill"] != "sensible"]) == ["uniform", "pool"]


def test_the_strongest_strategies_stand_before_those_who_search():
    game = find_game(CHASE)
    found = levels_of(game, game.setups[0].name, ["bold", "sensible"])
    assert found == ["uniform", "sensible@2", "sensible@1", "pool", "sensible", "bold", "search:sensible@8"]


def test_players_who_search_play_a_fiftieth_of_the_games(here):
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
def test_a_level_that_cannot_be_is_refused_before_a_game_is_played(here, levels, sentence):
    with pytest.raises(BadInput, match=sentence):
        skill("4000-ad", levels=levels)
    assert not list(here.iterdir())


def _table(**verdicts):
    """Rows of a cell for each level: uniform, sensible, search."""
    rows = [
        {"skill": level, "race": race, "share": 0.1 * place, "verdict": verdict, "games": 400}
        for race, said in verdicts.items()
        for place, (level, verdict) in enumerate(zip(("uniform", "sensible", "search"), said.split(), strict=True))
    ]
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("said", "verdict", "flips"),
    [
        ("weak balanced balanced", "balanced", "uniform"),
        ("balanced strong balanced", DEPENDS, "sensible"),
        ("strong strong undecided", "strong", ""),
        ("weak undecided undecided", OPEN, ""),
        ("weak undecided strong", "strong", "uniform"),
    ],
)
def test_a_verdict_is_claimed_that_holds_from_sensible_play_on(said, verdict, flips):
    row = verdict_by_skill(_table(Moogs=said), ["race"]).iloc[0]
    assert (row["verdict"], row["flips"]) == (verdict, flips)
    assert (row["lowest"], row["highest"]) == (0.1, 0.2)


@pytest.mark.parametrize(("games", "ends"), [([1, 400, 399], (0.1, 0.1)), ([400, 20, 30], (0.1, 0.2))])
def test_levels_of_few_games_are_no_end_of_a_range_unless_all_have_few(games, ends):
    row = verdict_by_skill(_table(Moogs="weak weak weak").assign(games=games), ["race"]).iloc[0]
    assert (row["lowest"], row["highest"]) == ends


def test_the_command_prints_the_levels_and_draws_them(here):
    asked = ["skill", CHASE, "--levels", "uniform,sensible", "--by", "seat", "--games", "40", "--jobs", "1"]
    shown = CliRunner().invoke(app, [*asked, "--chart", "skill.svg"])
    assert shown.exit_code == 0, shown.output
    assert "From sensible play on:" in shown.stdout
    assert (here / "skill.svg").read_text().count("uniform") >= 1


def test_a_chart_has_a_line_for_each_cell_over_the_levels(here):
    table = skill(CHASE, levels=["uniform", "sensible"], by=["seat"], **FEW)
    figure = chart(table, ["skill"], ["seat"], sides=2)
    lines = [line for line in figure.axes[0].lines if len(line.get_xdata()) == 2 and line.get_marker() == "o"]
    assert len(lines) == table["seat"].nunique()
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["uniform", "sensible"]
