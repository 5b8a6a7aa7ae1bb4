"""The headline under other data: effects of a draw compared with a base run, with family-wise intervals."""

import dataclasses

import numpy as np
import pandas as pd
import polars as pl
import pytest

from starbalance.analyses.presentation.document import Heading, Table
from starbalance.analyses.questions.draws import draw_shares
from starbalance.analyses.report.robustness import (
    draw_robustness,
    kept,
    misplayed,
    robustness,
    under_other_data,
)
from starbalance.analyses.report.scenario import Scenario
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

WORDS = ("Corsair", "Haven", "Empire", "Armada")
STRATEGIES = ("raider", "builder", "trader")
SEATS = 3


def played(games, seed, help_of_corsair=3.0):
    """Return frames (games, seats) of games with two of four ambitions, where the Corsair helps the raider."""
    dice = np.random.default_rng(seed)
    codes = np.sort(dice.random((games, 4)).argsort(1)[:, :2], axis=1)
    strategy = dice.integers(0, 3, (games, SEATS))
    weight = np.where((strategy == 0) & (codes == 0).any(1)[:, None], help_of_corsair, 1.0)
    winner = (dice.random(games)[:, None] * weight.sum(1)[:, None] > weight.cumsum(1)).sum(1)
    drawn = {f"ambition_{k + 1}": pl.Series(np.array(WORDS)[codes[:, k]], dtype=pl.Enum(WORDS)) for k in range(2)}
    seats = {
        "game": np.repeat(np.arange(games), SEATS),
        "strategy": pl.Series(np.array(STRATEGIES)[strategy.ravel()], dtype=pl.Enum(STRATEGIES)),
        "seat": np.tile(np.arange(SEATS) + 1, games),
        "credit": (winner[:, None] == np.arange(SEATS)).ravel().astype(float),
    }
    return pl.DataFrame({"game": np.arange(games), "truncated": 0, **drawn}), pl.DataFrame(seats)


def result_of(games, seats):
    settings = {"game": "4000-ad", "setup": "independents3", "changes": {}, "seed": 0, "strategies": STRATEGIES}
    return Result(settings, None, ({"games": games, "seats": seats},))


@pytest.fixture(autouse=True)
def drawing_game(monkeypatch):
    """A game that draws ambitions; it replaces the real game."""
    game = dataclasses.replace(find_game("4000-ad"), draws="ambition")
    monkeypatch.setattr("starbalance.analyses.questions.draws.find_game", lambda name: game)


def other_run(seed, turned=False):
    """Return a run with another seed. If `turned`, another seat wins each game."""
    games, seats = played(900, seed)
    if turned:
        credit = seats["credit"].to_numpy().reshape(-1, SEATS)
        seats = seats.with_columns(credit=pl.Series(np.roll(credit, 1, axis=1).ravel()))
    return result_of(games, seats)


@pytest.fixture
def scenarios():
    results = {"base": other_run(5), "base-other-cards": other_run(6), "base-turned": other_run(5, turned=True)}
    return {name: Scenario(name, name.capitalize(), [["strategy"]], result) for name, result in results.items()}


def test_a_best_strategy_that_wins_significantly_too_little_under_other_data_is_listed():
    """The raider is best if the Corsair helps it and wins less than an equal share if the Corsair hinders it."""
    scenarios = {
        name: Scenario(name, f"The {name}", [["strategy"]], result_of(*played(2000, seed, help_of_corsair)))
        for name, seed, help_of_corsair in (("base", 1, 9.0), ("base-kinder", 2, 3.0), ("base-harsh", 3, 0.1))
    }
    entry = {"of": "base", "under": ["base-kinder", "base-harsh"]}
    table = misplayed(scenarios, [entry, {**entry, "by": ["seat"]}])
    assert list(zip(table["scenario"], table["variant"], table["strategy"], strict=True)) == [
        ("The base", "The base-harsh", "raider")
    ]
    assert table["high"].iloc[0] < 1 / SEATS < table["before"].iloc[0]
    assert misplayed(scenarios, [{"of": "base-kinder", "under": ["base"]}]).empty
    assert misplayed(scenarios, []).empty


def test_changes_of_effects_agree_with_slow_differences(scenarios):
    """The changes are differences of `draw_shares`, and their half widths combine those of independent runs."""
    table = draw_robustness(scenarios, "base", ["base-other-cards"], by="strategy")
    assert len(table) == len(WORDS) * 3
    alpha = ALPHA / len(table)
    base, other = (
        draw_shares(scenarios[name].result, "strategy", alpha=alpha).set_index(["ambition", "strategy"])
        for name in ("base", "base-other-cards")
    )
    for _, row in table.iterrows():
        one, two = (each.loc[(row["ambition"], row["strategy"])] for each in (base, other))
        change = two["difference"] - one["difference"]
        assert row["difference"] == pytest.approx(change)
        below = ((two["difference"] - two["low"]) ** 2 + (one["high"] - one["difference"]) ** 2) ** 0.5
        above = ((two["high"] - two["difference"]) ** 2 + (one["difference"] - one["low"]) ** 2) ** 0.5
        assert (row["low"], row["high"]) == pytest.approx((change - below, change + above))
    assert (table["difference"].abs().diff().dropna() <= 0).all()


@pytest.mark.nightly
def test_intervals_of_changed_effects_are_family_wise():
    """Of 50 tables with 12 true changes of 0, at most about 5 % contain an interval that excludes 0."""
    wrong = 0
    for seed in range(50):
        pair = {
            name: Scenario(name, name, [], result_of(*played(300, 2 * seed + k)))
            for k, name in enumerate(("base", "base-other"))
        }
        table = draw_robustness(pair, "base", ["base-other"], by="strategy")
        wrong += bool(((table["low"] > 0) | (table["high"] < 0)).any())
    assert wrong <= 2.5 + 3 * 1.54


def test_a_significant_effect_is_kept_if_its_sign_is(scenarios):
    """The Corsair also helps the raider with another seed, and another strategy if all wins move to another seat."""
    table = draw_robustness(scenarios, "base", ["base-other-cards", "base-turned"], by="strategy")
    counts = kept(table).set_index("variant")
    sure = table["base"].isin(["higher", "lower"]) & (table["variant"] == "turned")
    assert counts.loc["turned", "effects"] == counts.loc["other cards", "effects"] == sure.sum() > 0
    assert counts.loc["other cards", "kept"] == sure.sum()
    assert counts.loc["turned", "kept"] < sure.sum()
    same = np.sign(table["difference_base"]) == np.sign(table["difference_variant"])
    assert counts.loc["turned", "kept"] == (sure & same).sum()


def test_an_unchanged_effect_of_the_base_is_not_a_significant_effect(scenarios):
    table = draw_robustness(scenarios, "base", ["base-other-cards"], by="strategy")
    before = kept(table)["effects"].item()
    first = table.index[table["base"] == "higher"][0]
    table["base"] = table["base"].astype(object)
    table.loc[first, "base"] = "unchanged"
    assert kept(table)["effects"].item() == before - 1


def test_a_comparison_of_draws_has_a_table_for_each_question(scenarios):
    under = ["base-other-cards", "base-turned"]
    pair = {"what": "other cards", "of": "base", "under": under, "draws": ["strategy", "seat"]}
    comparisons = list(under_other_data(scenarios, pair))
    for each in comparisons:
        assert (each.of, each.what, each.shares, each.by) == ("base", "other cards", None, ())
    elements = [element for each in comparisons for element in each.elements]
    assert [each.text for each in elements if isinstance(each, Heading)] == [
        f"Base, other cards: effects of each ambition on win share by {by}" for by in ("strategy", "seat")
    ]
    tables = {each.name: each for each in elements if isinstance(each, Table)}
    for by in ("strategy", "seat"):
        name, table = f"base-robust-other-cards-draws-by-{by}", draw_robustness(scenarios, "base", under, by=by)
        pd.testing.assert_frame_equal(tables.pop(name).frame, table)
        pd.testing.assert_frame_equal(tables.pop(f"{name}-kept").frame, kept(table))
    assert tables == {}


@pytest.mark.parametrize(("more", "asked"), [
    ({}, [["strategy"]]),
    ({"by": [["seat"], ["strategy"], ["strategy", "seat"]]}, [["seat"], ["strategy"], ["strategy", "seat"]]),
    ({"by": [["seat"]], "draws": ["strategy"]}, [["seat"], []]),
    ({"draws": ["strategy"]}, [[]]),
])  # fmt: skip
def test_a_comparison_of_shares_has_a_table_for_each_question(scenarios, monkeypatch, more, asked):
    """The main factor is asked for unless the entry asks for others. The effects of draws come last."""
    monkeypatch.setattr(Result, "factor", "strategy")
    comparisons = list(under_other_data(scenarios, PAIR | {"what": "Other cards, 2!"} | more))
    assert [list(each.by) for each in comparisons] == asked
    for each in (each for each in comparisons if each.by):
        heading, table = each.elements
        end = "" if each.by == ["strategy"] else f"-by-{'-and-'.join(each.by)}"
        assert heading.text == f"Base, Other cards, 2!: win share by {' and '.join(each.by)}"
        assert table.name == f"base-robust-other-cards-2{end}"
        expected = robustness(scenarios, "base", ["base-other-cards"], by=each.by)
        pd.testing.assert_frame_equal(table.frame, expected)
        pd.testing.assert_frame_equal(each.shares, expected)
        assert {"variant", *each.by, "survives"} < set(table.columns) <= set(expected)
        assert each.of == "base"


def test_an_ambition_missing_in_a_variant_is_omitted(scenarios):
    """The variant never draws the Armada, so there is no comparison."""
    games, seats = played(900, 7)
    has = games.select(pl.any_horizontal(pl.col("^ambition_.*$") == "Armada")).to_series()
    few = games.filter(~has)
    other = result_of(few, seats.filter(pl.col("game").is_in(few["game"].implode())))
    scenarios["base-few"] = Scenario("base-few", "Few", [], other)
    table = draw_robustness(scenarios, "base", ["base-few"], by="strategy")
    assert set(table["ambition"]) == set(WORDS) - {"Armada"}
    assert not pd.isna(table[["difference", "low", "high"]]).any(axis=None)


PAIR = {"what": "other cards", "of": "base", "under": ["base-other-cards"]}


def made_up(monkeypatch, rows, words_by_title):
    """Patch the differences between base and variant, and the verdicts of each scenario by title."""
    table = pd.DataFrame(rows).assign(low=-1.0, high=1.0)
    monkeypatch.setattr(Result, "factor", "strategy")
    monkeypatch.setattr("starbalance.analyses.report.robustness.share_differences", lambda *runs: table)
    monkeypatch.setattr(
        Scenario,
        "rates",
        lambda self, by: pd.DataFrame({"strategy": STRATEGIES, "verdict": words_by_title[self.title]}),
    )


def test_a_verdict_survives_other_data_unless_verdict_and_share_differ(scenarios, monkeypatch):
    """Of three strategies, one changes from strong to weak, one is unchanged, and one difference is not significant."""
    rows = {"strategy": STRATEGIES, "difference": [-0.2, 0.001, 0.03], "verdict": ["lower", "unchanged", "undecided"]}
    words = {"Base": ["strong", "weak", "balanced"], "Base-other-cards": ["weak", "weak", "strong"]}
    made_up(monkeypatch, rows, words)
    table = robustness(scenarios, "base", ["base-other-cards"], by=["strategy"])
    assert list(table["survives"]) == ["no", "yes", "undecided"]
    assert list(table["verdict_base"]) == words["Base"] and list(table["verdict_variant"]) == words["Base-other-cards"]


def test_an_undecided_verdict_does_not_survive_or_change(scenarios, monkeypatch):
    """This holds for both runs, although the shares differ significantly."""
    rows = {"strategy": STRATEGIES, "difference": [0.05, -0.05, 0.05], "verdict": ["higher", "lower", "higher"]}
    words = {"Base": ["strong", "undecided", "balanced"], "Base-other-cards": ["undecided", "weak", "strong"]}
    made_up(monkeypatch, rows, words)
    table = robustness(scenarios, "base", ["base-other-cards"], by=["strategy"])
    assert list(table["survives"]) == ["undecided", "undecided", "no"]


def test_all_other_data_of_an_entry_are_in_one_table(scenarios, monkeypatch):
    rows = {"strategy": STRATEGIES, "difference": [0.01, None, 0.0], "verdict": ["higher", "undecided", "unchanged"]}
    words = ["strong", "weak", "balanced"]
    made_up(monkeypatch, rows, {"Base": words, "Base-other-cards": words, "Base-turned": words})
    table = robustness(scenarios, "base", ["base-other-cards", "base-turned"], by=["strategy"])
    assert list(table["variant"]) == ["other cards"] * 2 + ["turned"] * 2
    assert list(table["strategy"]) == ["raider", "trader"] * 2 and set(table["survives"]) == {"yes"}
