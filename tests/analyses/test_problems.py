"""Report pages on imbalances, for a small run whose verdicts are set by hand."""

import dataclasses

import pandas as pd
import polars as pl
import pytest

from starbalance.analyses.presentation.document import Chart, Heading, Text
from starbalance.analyses.presentation.wording import percent
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.questions.why import profile
from starbalance.analyses.report.problems import problems
from starbalance.analyses.report.reasons import reasons
from starbalance.analyses.report.scenario import Scenario, StudyRuns, judged_rates
from starbalance.analyses.report.section import Variants
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.simulator.runs.result import View
from starbalance.simulator.runs.run import run

SECTION = Variants(
    name="variants", title="Other rules", chapter="What if", scenarios=["four"], variants=["five_warps"], games=300
)


@dataclasses.dataclass(frozen=True)
class WinsLess(View):
    """A run in which Algol loses a seventh of its credit."""

    def scan(self, table):
        rows = self.result.scan(table)
        part = pl.when(pl.col("home").cast(pl.String) == "Algol").then(pl.col("credit") * 6 / 7).otherwise("credit")
        return rows.with_columns(credit=part) if table == "seats" else rows


def judged(result, name="four", **verdicts):
    """Return a scenario whose homes have the given verdicts and win shares; other homes are undecided."""
    scenario = Scenario(name, name.capitalize(), [], result)
    table = scenario.rates(["home"]).assign(verdict="undecided")
    for home, (verdict, share) in verdicts.items():
        is_home = table["home"].astype(str) == home
        table.loc[is_home, ["verdict", "share"]] = verdict, share
    scenario._answers[judged_rates, (("home",),), ("alpha", ALPHA)] = table
    return scenario


@pytest.fixture(scope="module")
def warps(small_run, tmp_path_factory):
    """The games of the small run, played under a variant."""
    settings = small_run.settings
    options = {
        "setup": settings["setup"],
        "strategies": "pool",
        "games": small_run.played,
        "seed": settings["seed"],
        "set": settings["changes"],
    }
    return run("4000-ad", variant="five_warps", out=tmp_path_factory.mktemp("runs") / "warps", **options)


def pages_of(*scenarios, runs=(), asked=()):
    named = {each.name: each for each in scenarios} | dict(runs)
    return problems(StudyRuns(named), asked, headlines=scenarios, judges={})


def test_a_page_lists_the_win_shares_and_levels_of_better_players(small_run):
    levels = {"uniform": 0.9, "sensible": 0.31, "search:sensible@8": 0.34}
    rows = [(skill, "Algol", share, 400, "strong", share - 0.05, share + 0.05) for skill, share in levels.items()]
    table = pd.DataFrame(rows, columns=["skill", "home", "share", "games", "verdict", "low", "high"])
    four = judged(small_run, Algol=("strong", 0.30))
    study_runs = StudyRuns({"four": four}, skills={("skill", "four"): [(["home"], table)]})
    *_, text = problems(study_runs, [], headlines=[four], judges={})
    (sentence,) = [line for line in text.lines if line.startswith("From sensible play upwards")]
    assert sentence == (
        "From sensible play upwards: four 31.0\u201334.0% (too strong). Levels of these ranges: sensible, "
        "search:sensible@8, for all players."
    )
    few = table.assign(games=[400, 400, 399])
    study_runs = StudyRuns({"four": four}, skills={("skill", "four"): [(["home"], few)]})
    *_, text = problems(study_runs, [], headlines=[four], judges={})
    assert (
        "From sensible play upwards: four 31.0% (too strong); four at search:sensible@8 34.0% (29.0\u201339.0), in "
        "399 games. Levels of these ranges: sensible, for all players."
    ) in text.lines


def test_a_seat_with_an_imbalance_beyond_the_margin_has_a_page(small_run):
    def seats(share, verdict="strong", sides=("1", "2", "3", "4")):
        four = judged(small_run)
        table = four.rates(["seat"]).head(len(sides)).assign(seat=list(sides), verdict="balanced")
        table.loc[0, ["share", "verdict"]] = share, verdict
        four._answers[judged_rates, (("seat",),), ("alpha", ALPHA)] = table
        return four

    heading, figure, text = pages_of(seats(0.28))
    assert heading.text == "Too strong: seat 1"
    assert (figure.name, figure.text.split(" by strategy")[0]) == ("problem-seat-1", "Four: win share of seat 1")
    assert not any(line.startswith("Why it wins") for line in text.lines)
    assert any("starbalance balance 4000-ad --setup independents4 --by seat" in line for line in text.lines)
    (game,) = [line for line in text.lines if line.startswith("An example game, which it lost")]
    number = int(game.split("--game ")[1].split()[0])
    assert list(small_run.scan("seats").filter(game=number, seat=1).collect()["credit"]) == [0.0]
    assert pages_of(seats(0.265)) == pages_of(seats(0.28, "balanced")) == []
    titles = [each.text for each in pages_of(seats(0.4, sides=("1 + 2", "3 + 4"))) if isinstance(each, Heading)]
    assert titles == ["Too strong: seat 1 + 2"]


def test_a_balanced_level_has_no_page(small_run):
    assert pages_of(judged(small_run, Algol=("balanced", 0.26))) == []


def test_a_level_has_one_page_for_all_scenarios_and_the_largest_imbalance_comes_first(small_run):
    four = judged(small_run, Algol=("strong", 0.30), Pavo=("weak", 0.10))
    more = judged(small_run, "more", Algol=("weak", 0.20), Regulus=("strong", 0.29), Antares=("weak", 0.24))
    elements = pages_of(four, more)
    titles = [each.text for each in elements if isinstance(each, Heading)]
    assert titles == ["Too weak: Pavo", "Imbalanced: Algol", "Too strong: Regulus"]
    lines = [each.lines for each in elements if isinstance(each, Text)]
    assert lines[1][0].startswith("How much: four 30.0% (") and "; more 20.0% (" in lines[1][0]


def test_a_page_uses_the_games_that_give_the_verdict(small_run, warps):
    """A level may have no seat in the scenario itself if players choose it."""
    four, judge = Scenario("four", "Four", [], small_run), judged(warps, "judge", Algol=("strong", 0.30))
    _, figure, text = problems(StudyRuns({"four": four}), [], headlines=[four], judges={"four": judge})
    assert figure.text.startswith("Judge: win share of Algol by strategy")
    (game,) = [line for line in text.lines if line.startswith("An example game, which it lost")]
    assert "--set switches.max_warps=5" in game
    (change,) = [line for line in text.lines if line.startswith("To search for the smallest fix")]
    assert "--setup independents4 --by home --strategies pool --set switches.max_warps=5 " in change


def test_a_page_has_a_figure_of_the_level_and_a_counterexample_game(small_run):
    _, figure, text = pages_of(judged(small_run, Algol=("strong", 0.30)))
    assert isinstance(figure, Chart) and figure.name == "problem-algol"
    shares = rates(small_run, ["home", "strategy"])
    best = shares[shares["home"].astype(str) == "Algol"]["share"].max()
    assert f"to {100 * best:.1f}%" in figure.text
    (game,) = [line for line in text.lines if line.startswith("An example game, which it lost: `starbalance play ")]
    number = int(game.split("--game ")[1].split()[0])
    seats = small_run.scan("seats").filter(game=number, home="Algol").collect()
    assert list(seats["credit"]) == [0.0]
    assert list(seats["strategy"]) == ["sensible"]
    assert any("starbalance balance 4000-ad --setup independents4 --by home" in line for line in text.lines)


def lines_for(is_strong=True, about=(), **rows):
    """Return the lines of a page for made-up profile rows.

    Args:
        is_strong: Whether the level is too strong. Default: yes.
        about: Further columns of all rows.
        rows: (difference, winning, given) by column name.
    """
    names = ["difference", "winning", "given"]
    table = pd.DataFrame([dict(zip(names, row, strict=True)) | {"column": name} for name, row in rows.items()])
    table = table.assign(component="", is_share=False, level_mean=2.0, others=1.0, p_value=0.001)
    table = table.assign(**dict(about))
    table = table.assign(low=table["difference"] - 0.02, high=table["difference"] + 0.02)
    scenario = Scenario("four", "Four", [], None)
    scenario._answers[profile, ("Algol",)] = table
    return list(reasons(scenario, "Algol", title="four", is_strong=is_strong))


def test_a_property_of_exactly_the_seats_of_a_level_has_no_distance():
    *_, given_line = lines_for(about={"is_share": True, "level_mean": 1.0, "others": 0.001}, own=(113.6, 0.1, True))
    assert given_line.endswith("own 100% against 0%.")


def test_the_reasons_for_winning_are_differences_that_correlate_with_winning():
    why, else_, given_line = lines_for(
        raids=(0.3, 0.4, False),
        ships=(-0.5, -0.5, False),
        shots=(1.0, -0.3, False),
        tiny=(0.03, 0.9, False),
        own=(5, 0.9, True),
    )
    assert why.startswith("Why it wins in four: ships 2.00 against 1.00 (-0.50 SD, -0.52 to -0.48); raids ")
    assert "also win more often: a correlation" in why
    assert else_.endswith(
        "with which other seats do not win more often: shots 2.00 against 1.00 (+1.00 SD, +0.98 to +1.02)."
    )
    assert given_line.startswith("Given by the setup (not a player choice): own 2.00")
    assert not any("tiny" in line for line in (why, else_, given_line))


def test_the_reasons_for_losing_are_differences_that_correlate_with_losing():
    (why, else_) = lines_for(False, raids=(0.3, 0.4, False), ships=(0.5, -0.5, False))
    assert why.startswith("Why it loses in four: ships 2.00") and "also win less often" in why and "raids" not in why
    assert "with which other seats do not win less often: raids" in else_


def test_a_difference_without_correlation_is_no_reason():
    (why, _) = lines_for(raids=(0.3, 0.01, False))
    assert why == "Why it wins in four: its seats do not differ significantly from other seats."


def test_a_page_names_reasons_from_the_counts_of_the_game(small_run):
    text = pages_of(judged(small_run, Algol=("strong", 0.30)))[-1]
    (line,) = [each for each in text.lines if each.startswith("Why it wins in four: ")]
    table = profile(small_run, "Algol")
    sure = table[(table["p_value"] <= ALPHA) & (table["winning"] * table["difference"] > 0) & ~table["given"]]
    assert all(row.column.replace("_", " ") in line for row in sure.itertuples() if row.difference**2 > 0.01)
    assert ("do not differ" in line) == sure.empty


def test_tried_changes_are_listed_if_they_bring_the_share_nearer(small_run, warps):
    """A variant helps if the paired win shares show it."""
    four, variant = judged(small_run, Algol=("strong", 0.30)), Scenario("four-variants-five-warps", "", [], warps)
    runs = {variant.name: variant}
    (line,) = [each for each in pages_of(four, runs=runs, asked=[SECTION])[-1].lines if each.startswith("Changes")]
    assert (
        line
        == "Changes that were tried in four, with common random numbers: none of them brings it significantly nearer."
    )
    lost = dataclasses.replace(variant, result=WinsLess(small_run))
    (line,) = [each for each in pages_of(four, runs={variant.name: lost}, asked=[SECTION])[-1].lines if "tried" in each]
    before, after = (share_of("Algol", each) for each in (small_run, lost.result))
    assert f": 1 of 1 bring it significantly nearer, the nearest five warps {percent(after)} instead of " in line
    assert f" instead of {100 * before['share']:.1f}%, {100 * (after['share'] - before['share']):+.1f} points (" in line
    assert f"{100 * after['share']:.1f}" != f"{100 * before['share']:.1f}"


def test_the_share_after_a_change_uses_the_paired_games(small_run):
    """The share before the change uses the same games, so the two differ by the reported points."""
    half = small_run.between(0, small_run.played // 2)
    before, after = (share_of("Algol", each) for each in (half, WinsLess(half)))
    expected = f"five warps {percent(after)} instead of {100 * before['share']:.1f}%"
    for base, other in ((half, small_run), (small_run, half)):
        variant = Scenario("four-variants-five-warps", "", [], WinsLess(other))
        text = pages_of(judged(base, Algol=("strong", 0.30)), runs={variant.name: variant}, asked=[SECTION])[-1]
        assert any(expected in line for line in text.lines)


def share_of(home, result):
    """The row of a home in a table of win shares."""
    table = rates(result, ["home"])
    return table[table["home"].astype(str) == home].iloc[0]
