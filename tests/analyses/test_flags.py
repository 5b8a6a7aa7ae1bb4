"""Flags: win shares with and without each bit of a set-valued column agree with a slow count on made-up games."""

import dataclasses

import numpy as np
import polars as pl
import pytest
from pandas.testing import assert_frame_equal

from starbalance.analyses.questions.flags import bits, flag_pairs, flag_words, flags, occurrences
from starbalance.analyses.statistics import aggregate
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

GAMES = 600
WORDS = ("Culture", "Scouts", "Stealth", "Retreat")


@pytest.fixture(scope="module")
def made_up():
    """A run of 600 two-player games: Culture doubles the weight, and Scouts has no effect.

    All seats have Stealth, and no seat has Retreat.
    """
    dice = np.random.default_rng(3)
    has = dice.random((GAMES, 2, 2)) < [0.4, 0.2]
    weight = 1.0 + has[:, :, 0]
    second = dice.random(GAMES) * weight.sum(1) > weight[:, 0]
    seats = pl.DataFrame(
        {
            "game": np.repeat(np.arange(GAMES), 2),
            "race": ["Aggroloids", "Storbots"] * GAMES,
            "credit": np.stack([~second, second], axis=1).ravel().astype(float),
            "drafted": (has @ [1, 2] + 4).ravel(),
        }
    )
    settings = {"game": "4000-ad", "setup": "independents4", "changes": {}}
    return Result(settings, None, ({"games": pl.DataFrame({"game": np.arange(GAMES)}), "seats": seats},))


def test_flags_are_chosen_by_their_words(made_up, monkeypatch):
    monkeypatch.setattr("starbalance.analyses.questions.flags.flag_words", lambda result, column: tuple(WORDS))
    table, whole = flags(made_up, "drafted", [WORDS[1]]), bits(made_up, "drafted", WORDS)
    assert_frame_equal(table, whole[1:2].reset_index(drop=True))
    assert_frame_equal(flags(made_up, "drafted"), whole)
    with pytest.raises(BadInput, match=f"no flag of the column 'drafted' '{WORDS[0][:-1]}': did you mean '{WORDS[0]}'"):
        flags(made_up, "drafted", [WORDS[0][:-1]])


def test_shares_with_and_without_agree_with_a_slow_count(made_up):
    table = bits(made_up, "drafted", WORDS)
    assert list(table["drafted"]) == list(WORDS)
    frame = to_pandas(made_up.seats)
    for bit, row in enumerate(table.itertuples()):
        has = (frame["drafted"] & (1 << bit)) != 0
        assert row.games == frame["game"][has].nunique()
        assert row.seats == has.mean()
        assert row[table.columns.get_loc("with") + 1] == pytest.approx(frame["credit"][has].mean(), nan_ok=True)
        assert row.without == pytest.approx(frame["credit"][~has].mean(), nan_ok=True)


def test_the_joint_effect_of_two_flags_excludes_their_separate_effects(made_up):
    """The interval agrees with a bootstrap over games. Flags that all or no seats have give no differences."""
    table = flag_pairs(made_up, "drafted", WORDS)
    assert list(table["drafted"] + " " + table["other_drafted"]) == [
        "Culture Scouts",
        "Culture Stealth",
        "Scouts Stealth",
    ]
    frame, row = to_pandas(made_up.seats), table.iloc[0]
    culture, scouts = ((frame["drafted"].to_numpy() >> bit & 1) == 1 for bit in range(2))
    sides = [culture & scouts, ~culture & ~scouts, culture & ~scouts, ~culture & scouts]
    means = [frame["credit"][side].mean() for side in sides]
    assert (row["games"], row["with"]) == (frame["game"][sides[0]].nunique(), pytest.approx(means[0]))
    assert row["difference"] == pytest.approx(means[0] + means[1] - means[2] - means[3])
    assert row["expected"] == pytest.approx(row["with"] - row["difference"])
    columns = np.stack([part for side in sides for part in (side, side * frame["credit"])], axis=1)
    picks = np.random.default_rng(5).integers(0, GAMES, (3000, GAMES))
    drawn = columns.reshape(GAMES, 2, 8).sum(1)[picks].sum(1)
    spread = np.std(drawn[:, 1::2] / drawn[:, ::2] @ [1, 1, -1, -1])
    assert (row["high"] - row["low"]) / 2 == pytest.approx(1.96 * spread, rel=0.06)
    assert table["difference"].notna().tolist() == [True, False, False]


def test_the_interval_of_a_difference_agrees_with_a_bootstrap_over_games(made_up):
    table = bits(made_up, "drafted", WORDS).set_index("drafted")
    frame = to_pandas(made_up.seats)
    picks = np.random.default_rng(4).integers(0, GAMES, (3000, GAMES))
    for bit, word in enumerate(WORDS[:2]):
        has = (frame["drafted"].to_numpy() >> bit) & 1
        columns = np.stack([has, has * frame["credit"], 1 - has, (1 - has) * frame["credit"]], axis=1)
        drawn = columns.reshape(GAMES, 2, 4).sum(1)[picks].sum(1)
        spread = np.std(drawn[:, 1] / drawn[:, 0] - drawn[:, 3] / drawn[:, 2])
        row = table.loc[word]
        assert row["difference"] == pytest.approx(row["with"] - row["without"])
        assert (row["high"] - row["low"]) / 2 == pytest.approx(1.96 * spread, rel=0.07)
    assert table.loc["Culture", "low"] > 0.05


def test_a_flag_of_all_or_no_seats_has_no_difference(made_up):
    table = bits(made_up, "drafted", WORDS).set_index("drafted")
    assert table.loc["Stealth", ["games", "seats", "with"]].tolist() == [GAMES, 1.0, 0.5]
    assert table.loc["Retreat", ["games", "seats", "without"]].tolist() == [0, 0.0, 0.5]
    assert table.loc[["Stealth", "Retreat"], ["difference", "low", "high"]].isna().all(axis=None)


def test_flags_do_not_depend_on_the_batch_size(made_up, monkeypatch):
    """Summing 7 games at a time gives the same table."""
    whole = bits(made_up, "drafted", WORDS).drop(columns="drafted").to_numpy()
    monkeypatch.setattr(aggregate, "BATCH", 7)
    assert bits(made_up, "drafted", WORDS).drop(columns="drafted").to_numpy() == pytest.approx(whole, nan_ok=True)


def test_a_column_without_flags_is_refused(made_up):
    with pytest.raises(BadInput, match="no column 'draft': did you mean 'drafted'"):
        bits(made_up, "draft", WORDS)
    with pytest.raises(BadInput, match="'race' holds words"):
        bits(made_up, "race", WORDS)


def test_the_words_of_a_column_come_from_the_game(made_up, monkeypatch):
    game = dataclasses.replace(find_game("4000-ad"), flags=lambda rules: {"drafted": WORDS})
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    assert flag_words(made_up, "drafted") == WORDS
    with pytest.raises(BadInput, match="did you mean 'drafted'"):
        flag_words(made_up, "draft")


def test_a_game_without_flags_is_refused(made_up):
    with pytest.raises(BadInput, match="column of flags"):
        flag_words(made_up, "drafted")


def with_counts(run):
    """Return the made-up games with two counts: `attacks` is 2 with Culture and else 0, and `nothing` is 0."""
    seats = run.seats.with_columns(attacks=2 * (pl.col("drafted") & 1), nothing=pl.lit(0))
    return Result(run.settings, None, ({"games": run.games, "seats": seats},))


def test_an_event_gives_the_numbers_of_its_flag(made_up):
    """A count above 0 acts as a flag and gives the same numbers. An event that never occurs has no difference."""
    table = occurrences(with_counts(made_up), ["attacks", "nothing"])
    same = bits(made_up, "drafted", WORDS).iloc[0]
    assert list(table["occurrence"]) == ["attacks", "nothing"]
    assert table.iloc[0].drop("occurrence").tolist() == same.drop("drafted").tolist()
    assert table.loc[1, ["games", "seats"]].tolist() == [0, 0.0]
    assert np.isnan(table.loc[1, "difference"])


def test_events_within_a_cell_count_only_its_seats(made_up):
    run = with_counts(made_up)
    table = occurrences(run, ["attacks", "nothing"], ["race"])
    assert table[["race", "occurrence"]].to_numpy().tolist() == [
        [race, occurrence] for race in ("Aggroloids", "Storbots") for occurrence in ("attacks", "nothing")
    ]
    frame = to_pandas(run.seats)
    for row in table[table["occurrence"] == "attacks"].to_dict("records"):
        rows = frame[frame["race"] == row["race"]]
        did = rows["attacks"] > 0
        assert (row["games"], row["seats"]) == (did.sum(), did.mean())
        assert row["with"] == pytest.approx(rows["credit"][did].mean())
        assert row["without"] == pytest.approx(rows["credit"][~did].mean())


def test_an_event_column_of_words_is_refused(made_up):
    with pytest.raises(BadInput, match="'race' holds words"):
        occurrences(made_up, ["race"])
