"""The smallest changes that bring win shares near an equal share: the aim, the sets tried, the proposals."""

import re

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation.balance_text import not_proposed, reached, to_try, undecided
from starbalance.analyses.questions.additive import additive
from starbalance.analyses.questions.aim import Aim, Goal, goals_of
from starbalance.analyses.questions.balance import PRINTED, balance
from starbalance.analyses.questions.change_search import Search, front, named_transfers, nearest_sets, size
from starbalance.analyses.questions.number import Change, Transfer, transfers
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.questions.rejected import nearest_rejected, rejected_table
from starbalance.analyses.questions.study import other_data
from starbalance.analyses.questions.trial import Shift, random_sets
from starbalance.analyses.statistics.verdict import ONE_SEAT, TOO_CLOSE
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.runs.run import run

CHASE = str(TEMPLATE)
SHARES = Goal("every share", range(2), 0.5, within=0.04)
AIM = Aim([SHARES])
MANY = 1_000_000  # games that leave a model without doubt
BEFORE = np.array([0.7, 0.3])


@pytest.fixture
def work_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(name, new=2):
    """Return a change of a number from 1 to `new`."""
    return Change(name, 1, new)


def shift(effect, *names, rounds=(10.0, 10.0)):
    """Return the shift of some changes that moves `effect` of win share from the first of two players to the second."""
    after = BEFORE + np.array([-effect, effect])
    return Shift(tuple(map(change, names)), BEFORE, after, np.full(2, 0.01), rounds, games=MANY)


def field(*shifts):
    """Return the single changes of some shifts."""
    return [each.changes for each in shifts if len(each.changes) == 1]


def always(changes):
    return True


def outcome(*shares):
    return np.array([*shares, 10.0, 0.0])


def test_an_aim_is_missed_by_the_distance_beyond_half_the_margin():
    assert AIM.missed(outcome(*BEFORE)) == pytest.approx(0.18)
    assert AIM.missed(outcome(0.515, 0.485)) == 0
    assert AIM.missed(outcome(0.53, np.nan)) == pytest.approx(0.01)


def test_rounds_are_kept_within_a_fraction_of_their_number():
    aim = Aim([SHARES], rounds=0.05)
    assert aim.is_kept(shift(0.1, "a", rounds=(10.0, 10.4)))
    assert not aim.is_kept(shift(0.1, "a", rounds=(10.0, 9.4)))
    assert AIM.is_kept(shift(0.1, "a", rounds=(10.0, 1.0)))


def test_the_size_of_changes_is_relative_to_the_numbers():
    assert size([Change("a", 10, 12), Change("b", 0, 1)]) == pytest.approx(1.2)


def test_the_expected_effect_of_a_set_is_the_sum_of_its_changes():
    """0.2 is missing. Of the effects 0.14, 0.05, 0.03 and 0.01, the first two together come within 0.01 of it."""
    shifts = [shift(0.14, "a"), shift(0.05, "b"), shift(0.03, "c"), shift(0.01, "d")]
    sets = nearest_sets(shifts, field(*shifts), AIM, takes=always)
    assert [each.path for each in sets[0]] == ["a", "b"]
    assert {len(each) for each in sets} == {2, 3}


def test_played_sets_correct_the_model():
    """Together, a and b do less than separately, so a and c are tried first."""
    shifts = [shift(0.14, "a"), shift(0.05, "b"), shift(0.03, "c")]
    played = [shift(0.02, "a", "b") for _ in range(9)]
    sets = nearest_sets([*shifts, *played], field(*shifts), AIM, takes=always)
    assert [each.path for each in sets[0]] == ["a", "c"]
    assert not any({each.path for each in changes} == {"a", "b"} for changes in sets)


def test_a_set_changes_a_number_once_and_contains_no_refused_change():
    ups = [Shift((change("a", new),), BEFORE, BEFORE - 0.05, np.zeros(2), games=MANY) for new in (2, 3)]
    shifts = [*ups, shift(0.1, "b"), shift(0.1, "c")]
    sets = nearest_sets(shifts, field(*shifts), AIM, takes=lambda changes: "b" not in {each.path for each in changes})
    assert [[each.path for each in changes] for changes in sets] == [["a", "c"], ["a", "c"]]


def test_sets_grow_to_the_requested_size():
    shifts = [shift(0.03, name) for name in "abcdefgh"]
    sets = nearest_sets(shifts, field(*shifts), AIM, takes=always, largest=5)
    assert {len(each) for each in sets} == {2, 3, 4, 5}
    assert nearest_sets(shifts, field(*shifts), AIM, takes=always, largest=1) == []


def test_the_nearest_sets_of_a_few_sizes_are_proposed():
    shifts = [shift(0.03 * len(names), *names) for names in ("a", "ab", "abc", "abcd", "abcde")]
    assert front(shifts, AIM) == [each.changes for each in shifts[2:]]


def test_changes_no_nearer_than_the_unchanged_game_are_not_proposed():
    assert front([shift(-0.1, "a"), shift(0.45, "b")], AIM) == []


def test_the_nearest_set_that_is_not_proposed_is_named_with_its_games():
    (row,) = nearest_rejected([shift(-0.2, "b"), shift(-0.1, "a")], AIM)
    assert (row.stage, row.changes, row.games) == ("search", "a 1 -> 2", MANY)
    assert (row.share, row.unchanged) == pytest.approx((0.8, 0.7))
    assert not_proposed(rejected_table([row])) == (
        "The nearest set, a 1 -> 2, was not nearer in the 1,000,000 games that end the search: its farthest share was "
        "80.0%, and 70.0% in the unchanged game."
    )
    assert nearest_rejected([shift(0.01, "a"), shift(-0.1, "b")], AIM) == [], "a is nearer"
    assert nearest_rejected([], AIM) == [] and not_proposed(rejected_table([])) == ""


def test_a_search_without_a_proposal_states_what_it_tried(work_folder):
    """The Tug is a little too strong, so that a head start of 16, and even more of 24, is worse."""
    options = ["--numbers", "ships.Tug.head_start", "--step", "1", "--games", "100", "--largest", "1", "--jobs", "1"]
    result = CliRunner().invoke(app, ["balance", CHASE, *options])
    assert result.exit_code == 0, result.output
    assert "No set of changes is proposed. The unchanged game has " in result.output
    assert "was not nearer in the 400 games that end the search: its farthest share was" in result.output


def test_more_numbers_are_proposed_only_if_they_come_nearer():
    one, two, worse = shift(0.1, "a"), shift(0.18, "b", "c"), shift(0.1, "a", "b", "c")
    assert front([one, two, worse], AIM) == [one.changes, two.changes]
    assert front([shift(0.19, "a"), shift(0.2, "b", "c")], AIM) == [(change("a"),)]


def test_an_aim_that_a_user_writes_is_a_share_the_rounds_or_the_truncated_games():
    levels = [["Mira", "home Mira"], ["2", "seat 2", "seat_2"]]
    texts = ["share of mira", "Share of seat 2 = 30%", "rounds<12", "rounds > 8.5", "truncated < 1"]
    goals = goals_of(texts, levels, equal_share=0.5, within=0.02)
    assert [(each.places[0], each.target, each.side) for each in goals] == [
        (0, 0.5, 0),
        (1, 0.3, 0),
        (-2, 12, 1),
        (-2, 8.5, -1),
        (-1, 0.01, 1),
    ]
    missed = Aim(goals).missed(np.array([0.53, 0.30, 15.0, 0.03]), part=1)
    assert missed == pytest.approx([0.01, 0, 0.25, 0, 0.02])


@pytest.mark.parametrize("text", ["rounds < 10", "rounds > 10", "truncated < 0"])
def test_a_quantity_at_its_limit_does_not_meet_the_aim(text):
    aim = Aim(goals_of([text], [], equal_share=0.5, within=0.02))
    assert aim.missed(outcome(*BEFORE), part=1).all()
    assert not aim.is_reached(shift(0.2, "a"))


def test_a_change_that_leaves_the_limit_is_nearer_to_the_aim():
    aim = Aim(goals_of(["rounds < 10"], [], equal_share=0.5, within=0.02))
    shorter, other = shift(0.1, "a", rounds=(10.0, 9.0)), shift(0.1, "b")
    assert front([shorter, other], aim) == [shorter.changes]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("round < 12", "'round < 12' is no aim: did you mean 'rounds < 12'"),
        ("rounds = 12", "'rounds = 12' is no aim: did you mean 'rounds < 12'"),
        ("truncated > 1", "'truncated > 1' is no aim: did you mean 'truncated < 1'"),
        ("share of Tgu", "There is no level 'Tgu': did you mean 'Tug'"),
    ],
)
def test_another_aim_is_refused_with_the_nearest_form(work_folder, text, sentence):
    result = CliRunner().invoke(app, ["balance", CHASE, "--aim", text, "--jobs", "1"])
    assert result.exit_code == 2 and " ".join(result.output.split()).count(sentence) == 1, result.output
    assert not list(work_folder.iterdir())


def test_proposals_for_several_aims_are_a_front():
    """Nothing reaches both aims: b is nearest to the share, c has the fewest rounds, and d is worse than both."""
    aim = Aim([SHARES, Goal("rounds", [-2], 10.0, 1, unit=10.0)])
    shifts = [
        shift(0.17, "a", rounds=(15.0, 12.0)),
        shift(0.2, "b", rounds=(15.0, 14.0)),
        shift(0.1, "c", rounds=(15.0, 10.0)),
        shift(0.09, "d", rounds=(15.0, 14.5)),
    ]
    assert front(shifts, aim) == [(change("c"),), (change("b"),), (change("a"),)]


def test_a_transfer_is_one_change_that_conserves_the_total():
    down, up = Change("ships.Tug.head_start", 8, 7), Change("ships.Probe.head_start", 4, 5)
    others = [
        Change("ships.Probe.boost", 1, 2),
        Change("switches.goal", 50, 51),
        Change("ships.Raft.head_start", 9, 11),
    ]
    (transfer,) = transfers([down, up, *others])
    assert transfer.values == {"ships.Tug.head_start": 7, "ships.Probe.head_start": 5}
    assert str(transfer) == "ships.*.head_start: 1 from Tug (8 -> 7) to Probe (4 -> 5)"
    assert transfer.twice.values == {"ships.Tug.head_start": 6, "ships.Probe.head_start": 6}
    assert Transfer(Change("ships.Tug.boost", 1, 0), up).twice is None, "no number falls below 0"


def test_transfers_from_strong_to_weak_levels_come_first():
    steps = [Change(f"compensation.seat_{i}.resources", 2, new) for i in (1, 2, 3) for new in (1, 3)]
    shares = {"1": 0.3, "seat_1": 0.3, "seat_2": 0.2, "seat_3": 0.5}
    named = named_transfers(transfers(steps), shares)
    assert [(each.giver.component, each.taker.component) for each in named] == [
        ("seat_3", "seat_2"),
        ("seat_3", "seat_1"),
        ("seat_1", "seat_2"),
    ]


def test_random_sets_show_the_effect_of_each_change():
    """Eighty changes in sets of three: the model finds the two that have an effect."""
    singles = [change(f"n{i}") for i in range(80)]
    sets = random_sets(singles, always, seed=1)
    assert max(map(len, sets)) == 3 and all(sum(each in one for one in sets) == 4 for each in singles)
    refused = {change("n0"), change("n1"), change("n2")}
    few = random_sets(singles[:50], lambda changes: not refused & set(changes) or len(changes) == 1, seed=1)
    assert all(len(one) == 1 or not refused & set(one) for one in few), "the game refuses these changes with others"
    effects = {change("n3"): 0.05, change("n7"): -0.04}
    drawn = np.random.default_rng(2).normal(0, 0.01, len(sets))
    moved = [sum(effects.get(each, 0) for each in one) for one in sets] + drawn
    model = additive(
        [
            Shift(one, BEFORE, BEFORE + np.array([-move, move]), np.zeros(2), games=1000)
            for one, move in zip(sets, moved, strict=True)
        ]
    )
    expected = {each: model.of(each)[1] for each in singles if model.knows(each)}
    assert max(expected, key=expected.get) == change("n3") and min(expected, key=expected.get) == change("n7")


def test_a_transfer_mends_what_no_single_change_mends(work_folder):
    """The Tug is strong and the Probe is weak: a head start that moves between them brings all three shares near."""
    numbers = ["ships.Tug.head_start", "ships.Probe.head_start"]
    result = balance(CHASE, numbers=numbers, players=3, largest=1, games=300, seed=1, jobs=1)
    best = list(result.sets.values())[-1]
    assert best["ships.Tug.head_start"] < 8 and best["ships.Probe.head_start"] > 4
    assert result.proposals["changes"].iloc[-1].startswith("ships.*.head_start: ")
    assert "ships.*" not in result.untried["example"] and "sets of more than 1 change" in set(
        result.untried["not_tried"]
    )


def test_a_search_depends_on_the_seed_only(work_folder):
    options = {"numbers": ["ships.Tug.head_start"], "games": 40, "largest": 1, "seed": 3, "aim": ["rounds < 4"]}
    one, two = balance(CHASE, **options, jobs=1), balance(CHASE, **options, jobs=2)
    assert one.proposals.equals(two.proposals) and one.sets == two.sets
    assert {"rounds", "aims_met"} <= set(one.proposals)


def test_changes_of_the_game_length_are_not_proposed():
    aim = Aim([SHARES], rounds=0.05)
    assert front([shift(0.2, "a", rounds=(10, 20)), shift(0.1, "b")], aim) == [(change("b"),)]


def test_a_proposal_weakens_a_strong_ship_and_is_judged_in_independent_games(work_folder):
    """The Tug starts 8 ahead of the Clipper; with a head start of 20 it is far too strong."""
    odd = {"ships.Tug.head_start": 20}
    result = balance(
        CHASE, numbers=["ships.Tug.head_start"], set=odd, step=0.4, games=400, seed=3, strategies="pool", jobs=1
    )
    table = result.shares.set_index(["proposal", "ship"])["share"]
    unchanged = rates(run(CHASE, set=odd, games=400, seed=3, strategies="pool", jobs=1), ["ship"]).set_index("ship")[
        "share"
    ]
    assert table[PRINTED].to_dict() == pytest.approx(unchanged.to_dict())
    best = result.proposals.iloc[-1]
    assert "ships.Tug.head_start 20 -> " in best["changes"]
    away = (result.proposals["share"] - result.shares.attrs["equal_share"]).abs()
    assert away.iloc[-1] < away.iloc[0] / 2
    assert set(result.elsewhere["under"]) == {"players3"}


def test_a_helpful_change_of_a_word_is_proposed(work_folder):
    """A short race that ends at once favours the first player; finishing the round favours the last player less."""
    odd = {"switches.end": "at_once", "switches.goal": 10}
    result = balance(
        CHASE, numbers=["switches.end"], by=["seat"], set=odd, games=300, seed=3, strategies="pool", jobs=1
    )
    assert list(result.proposals["changes"]) == [PRINTED, "switches.end at_once -> after_round"]
    assert result.sets == {PRINTED: {}, "1": {"switches.end": "after_round"}}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"keep": {"length": 0.1}}, "keep allows only 'rounds', as in rounds=5%, got 'length'"),
        ({"keep": {"rounds": 5.0}}, "such as 5%, got 5"),
        ({"within": 2.0}, "The margin must be between 0 and 1, such as 0.02, got 2.0"),
        ({"largest": 0}, "largest must be between 1 and 6, got 0"),
        ({"largest": 7}, "largest must be between 1 and 6, got 7"),
        ({"numbers": ["nothing"]}, "No number fits 'nothing'"),
    ],
)
def test_invalid_options_are_refused_before_a_game_is_played(work_folder, options, sentence):
    with pytest.raises(BadInput, match=sentence):
        balance(CHASE, **options)
    assert not list(work_folder.iterdir())


def test_the_command(work_folder):
    options = [
        "--numbers",
        "ships.Tug.head_start",
        "--games",
        "100",
        "--jobs",
        "1",
        "--keep",
        "rounds=50%",
        "--largest",
        "2",
    ]
    result = CliRunner().invoke(app, ["balance", CHASE, *options, "--chart", "shares.svg"])
    assert result.exit_code == 0, result.output
    estimate = (
        r"2 single changes, 0 transfers, then sets of at most 2: up to [\d,]+ games, about \d+ seconds? on 1 core\."
    )
    assert re.search(estimate, result.output)
    assert ("undecided" in result.output) == ("Undecided does not mean failed: these games" in result.output)
    assert "Other setups, data and players" in result.output and (work_folder / "shares.svg").stat().st_size > 1000


def test_proposals_are_played_under_the_alternative_data_of_the_study():
    assert other_data("handful-of-stars", "players3")[:3] == ["race_table_b", "costs_up", "costs_down"]
    assert other_data("4000-ad", "alliances2") == ["random_letter"]
    assert other_data(CHASE, "players2") == []


def test_proposals_are_played_by_search_players_too(work_folder):
    options = {
        "numbers": ["ships.Tug.head_start"],
        "games": 60,
        "searched": 6,
        "seed": 3,
        "strategies": "pool",
        "jobs": 1,
    }
    table = balance(CHASE, **options).elsewhere.set_index("under")
    assert set(table.index) == {"players3", "search:sensible@8"}


def test_keep_takes_a_fraction(work_folder):
    result = CliRunner().invoke(app, ["balance", CHASE, "--keep", "rounds=much"])
    assert result.exit_code == 2 and "such as rounds=5%" in result.output


def proposals_table(shares, verdicts, first=0.6, needed=None, reason="", unchanged="strong"):
    """Return a table with the unchanged game and each proposal, with the share of Algol, the farthest one."""
    rows = [
        (PRINTED, first, unchanged),
        *((str(i), *row) for i, row in enumerate(zip(shares, verdicts, strict=True), 1)),
    ]
    return pd.DataFrame(rows, columns=["proposal", "share", "verdict"]).assign(
        home="Algol",
        games_needed=pd.array([pd.NA, *[needed or pd.NA] * len(shares)], "Int64"),
        reason=["", *[reason] * len(shares)],
    )


@pytest.mark.parametrize(
    ("shares", "verdicts", "sentence"),
    [
        ([0.45, 0.40], ["strong", "strong"],
         "No set of changes brings every win share within 3 points of an equal share. "
         "The nearest is proposal 2, with Algol at 40.0% (strong), where an equal share is 33.3%."),
        ([0.45, 0.35], ["strong", "strong"],
         "No set of changes is shown to bring every win share within 3 points of an equal share. "
         "The nearest is proposal 2, with Algol at 35.0% (strong), where an equal share is 33.3%."),
        ([0.45, 0.35], ["strong", "undecided"],
         "Proposal 2 brings every win share within 3 points of an equal share in these games, but"),
        ([0.34, 0.32], ["balanced", "balanced"],
         "Proposals 1 and 2 bring every win share within 3 points of an equal share,"),
        ([], [], "No set of changes is proposed. The unchanged game has Algol at 60.0% (strong), where"),
    ],
)  # fmt: skip
def test_the_text_states_whether_the_aim_is_reached(shares, verdicts, sentence):
    assert reached(proposals_table(shares, verdicts), ["home"], equal_share=1 / 3, within=0.03).startswith(sentence)


def test_undecided_is_explained_with_the_games_that_may_decide_it():
    """The number of games is the largest of all rows of the proposals that may still reach the aim."""
    aim, none = {"equal_share": 1 / 3, "within": 0.03}, pd.DataFrame()
    meaning = (
        "Undecided does not mean failed: these games do not show whether all shares lie within 3 points of an equal "
        "share."
    )
    within = proposals_table([0.40, 0.35, 0.32], ["strong", "undecided", "undecided"], needed=24_000)
    needed = pd.array([90_000, 80_000, 30_000, 7], "Int64")
    shares = pd.concat([within, within.assign(games_needed=needed)])
    for other, games in ((none, 24_000), (shares, 30_000)):
        assert undecided(within, other, none, **aim) == (
            f"{meaning} Proposals 2 and 3 bring them this near, which may be chance. "
            f"With `--games {games}`, the chance of a decision is about 50%."
        )
    beyond = proposals_table([0.40], ["undecided"], reason=TOO_CLOSE)
    assert undecided(beyond, none, none, **aim) == meaning
    unchanged = proposals_table([], [], first=0.34).assign(verdict="undecided")
    assert undecided(unchanged, none, none, **aim) == meaning


def test_undecided_is_explained_only_for_tables_that_contain_it():
    aim, sure = {"equal_share": 1 / 3, "within": 0.03}, proposals_table([0.34], ["balanced"])
    bound = proposals_table([0.34], ["undecided"], reason=ONE_SEAT)
    assert undecided(sure, sure, pd.DataFrame(), **aim) == ""
    assert undecided(sure, bound, pd.DataFrame(), **aim) == "", "games do not help"
    elsewhere = proposals_table([0.34], ["undecided"], needed=24_000)
    assert undecided(sure, sure, elsewhere, **aim).endswith("within 3 points of an equal share.")


def test_a_balanced_game_needs_no_change():
    table = proposals_table([], [], first=0.34, unchanged="undecided")
    assert reached(table, ["home"], equal_share=1 / 3, within=0.03).startswith(
        "No change is needed: in the unchanged game, every win"
    )
    assert to_try(table, {}, equal_share=1 / 3, within=0.03, largest=3, room=6) == ""


def test_a_strong_share_within_the_margin_is_not_near():
    """The interval of such a share reaches beyond the margin, and more games would not make it near."""
    table, aim = proposals_table([], [], first=0.35), {"equal_share": 1 / 3, "within": 0.03}
    assert reached(table, ["home"], **aim) == (
        "No set of changes is proposed. The unchanged game has Algol at 35.0% (strong), where an equal share is 33.3%."
    )
    assert to_try(table, {PRINTED: {}}, **aim, largest=3, room=6).startswith("Next steps: larger steps")


def test_a_set_that_is_farther_in_the_check_is_not_proposed(work_folder, monkeypatch):
    """A search that proposes a larger head start of the Tug, which is too strong, is corrected by the check."""
    worse = (Change("ships.Tug.head_start", 20, 28),)
    monkeypatch.setattr(Search, "find", lambda search: ([worse], [], pd.DataFrame()))
    odd = {"ships.Tug.head_start": 20}
    result = balance(CHASE, numbers=["ships.Tug.head_start"], set=odd, games=200, seed=3, jobs=1)
    assert list(result.proposals["proposal"]) == list(result.shares["proposal"].unique()) == [PRINTED]
    assert list(result.sets) == [PRINTED]
    (row,) = result.rejected.itertuples()
    assert (row.stage, row.changes, row.games) == ("check", "ships.Tug.head_start 20 -> 28", 200)
    assert abs(row.share - 0.5) > abs(row.unchanged - 0.5)
    assert not_proposed(result.rejected).startswith(
        "Not proposed: ships.Tug.head_start 20 -> 28. It was nearer in the search, but not in the 200 games here: its "
    )


def test_next_steps_start_from_the_nearest_proposal():
    sets, aim = (
        {PRINTED: {}, "1": {"a.b c": True}, "2": {"a.b c": True, "d": 4}},
        {"equal_share": 1 / 3, "within": 0.03},
    )
    table = proposals_table([0.45, 0.40], ["strong", "strong"])
    assert to_try(table, sets, largest=2, room=6, **aim) == (
        "Next steps: continue from proposal 2 (repeat the command with `--set 'a.b c=true' --set d=4`); larger sets "
        "(`--largest 4`); larger steps (`--step`); other values (`--numbers`)."
    )
    assert "--largest" not in to_try(table, sets, largest=3, room=6, **aim), "no set of three was nearer"
    assert "--largest" not in to_try(table, sets, largest=2, room=2, **aim)
    assert to_try(proposals_table([], []), sets, largest=2, room=6, **aim).startswith("Next steps: larger steps")
