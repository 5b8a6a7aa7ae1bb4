"""The arguments of public functions: other forms are converted, and wrong types are refused in a sentence."""

import re
import warnings

import numpy as np
import pandas as pd
import pytest

import starbalance as sb
from starbalance.simulator.engine import tables
from starbalance.simulator.games import find_game


@pytest.fixture(scope="module")
def chase(tmp_path_factory):
    """A run of the example game in a folder."""
    return sb.run("comet-chase", games=200, seed=1, out=tmp_path_factory.mktemp("runs") / "chase")


def test_one_name_stands_for_a_list_and_a_folder_for_its_run(chase):
    by_seat = sb.rates(chase, ["seat"])
    pd.testing.assert_frame_equal(sb.rates(str(chase.folder), "seat"), by_seat)
    pd.testing.assert_frame_equal(sb.usage(chase, "rolls"), sb.usage(chase, ["rolls"]))
    pd.testing.assert_frame_equal(sb.effects(chase.folder, "seat"), sb.effects(chase, ["seat"]))
    assert sb.Until("seat").by == ["seat"]


def test_whole_numbers_may_have_any_type(chase):
    for games in (200, 200.0, np.int64(200), "200", "0.2k"):
        assert sb.run("comet-chase", games=games, seed=np.int64(1)).seats.equals(chase.seats)


@pytest.mark.parametrize(("given", "value"), [(np.int64(7), 7), (pd.Series([7])[0], 7), (7.0, 7), ("7", 7)])
def test_a_changed_value_may_be_a_number_of_numpy(given, value):
    rules = tables.load(find_game("comet-chase"), set={"switches.max_rounds": given})
    assert rules.changed == {"switches.max_rounds": value}
    assert type(rules.changed["switches.max_rounds"]) is int


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda run: sb.rates(run, []), "Give at least one column of the seats or games, such as 'seat'."),
    (lambda run: sb.rates(7), "`result` must be a run or its folder, got 7."),
    (lambda run: sb.rates("nowhere"), "There is no run in nowhere"),
    (lambda run: sb.run("comet-chase", games=10.5), "`games` must be a whole number, got 10.5."),
    (lambda run: sb.run("comet-chase", seed=1.5), "`seed` must be a whole number, got 1.5."),
    (lambda run: sb.run("comet-chase", set="a=3"), "`set` must be a mapping such as"),
    (lambda run: sb.run("comet-chase", until="decided"),
     "`until` must be a condition such as sb.Until(['seat']) or None, got 'decided'."),
    (lambda run: sb.run("comet-chase", jobs="two"), "jobs must be a whole number such as"),
    (lambda run: sb.benchmark("comet-chase", strategy=5),
     "`strategy` must be text or a function or of the class Strategy"),
    (lambda run: sb.why(run, 5), "`level` must be text, got 5."),
])  # fmt: skip
def test_a_wrong_type_is_refused_in_a_sentence(chase, call, sentence):
    with pytest.raises(sb.BadInput, match=re.escape(sentence)):
        call(chase)


def test_a_column_of_the_games_alone_has_no_verdicts(chase):
    table = sb.rates(chase, "truncated", max_truncated=0.99)
    assert set(table["reason"]) <= {"same for all seats", "only one level"}
    table = sb.rates(chase, "rounds")
    assert len(table) > 1
    assert set(zip(table["verdict"], table["reason"], strict=True)) == {("undecided", "same for all seats")}


def test_a_game_of_other_rules_is_announced_by_a_warning():
    for function in (sb.play, sb.replay):
        with pytest.warns(UserWarning, match="Rules or strategies have changed since this game was named, from old to"):
            list(
                vars(function("comet-chase", as_of="old"))
                if function is sb.replay
                else function("comet-chase", as_of="old")
            )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sb.replay("comet-chase", seed=2)


def test_a_slice_of_a_run_is_shown_in_a_line(chase):
    assert repr(chase.between(0, 50)).startswith("<run of comet-chase, players2: 50 games")
