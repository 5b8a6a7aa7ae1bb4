"""Quality of a game: hand-made games with known answers, simulated truth, and real games of several setups."""

import itertools

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import stats
from statsmodels.formula.api import ols
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation.chart import tension
from starbalance.analyses.questions.quality import comebacks, decided, measure, quality
from starbalance.analyses.statistics import standings
from starbalance.analyses.statistics.estimate import ClusterSums, ratios, shares
from starbalance.analyses.statistics.frequency import FrequencyTable
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.analyses.statistics.standings import BEHIND, Standings, usual_gain
from starbalance.analyses.statistics.variance_explained import GROUPS, _eta, eta_squared, eta_squared_of
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def standing(*games):
    """Return the standings of games (rounds, credit), where a round is a list of the standings of the seats."""
    longest = max(len(rounds) for rounds, _ in games)
    table = np.full((len(games), longest, len(games[0][1])), np.nan)
    for i, (rounds, _) in enumerate(games):
        table[i, : len(rounds)] = rounds
    return Standings(table, np.array([len(rounds) for rounds, _ in games]), np.array([credit for _, credit in games]))


def made_up(games, game="handful-of-stars", setup="players3", **columns):
    """Return a run of hand-made games (rounds, credit of the seats) with further columns of seats."""
    seats = len(games[0][1])
    frames = {
        "games": pl.DataFrame(
            {
                "game": np.arange(len(games)),
                "rounds": [len(rounds) for rounds, _ in games],
                "decisions": [10] * len(games),
                "truncated": [0] * len(games),
                "ended": ["final_round"] + ["truncated"] * (len(games) - 1),
            }
        ),
        "seats": pl.DataFrame(
            {
                "game": np.repeat(np.arange(len(games)), seats),
                "seat": np.tile(np.arange(1, seats + 1), len(games)),
                "strategy": columns.pop("strategy", ["same"] * seats * len(games)),
                "credit": np.ravel([credit for _, credit in games]).astype(float),
                "attacks_player": columns.pop("attacks_player", [0] * seats * len(games)),
            }
        ),
        "timeline": pl.DataFrame(
            [
                (number, i + 1, seat + 1, float(value))
                for number, (rounds, _) in enumerate(games)
                for i, row in enumerate(rounds)
                for seat, value in enumerate(row)
            ],
            schema=["game", "round", "seat", "standing"],
            orient="row",
        ),
    }
    settings = {"game": game, "setup": setup, "timeline": True, "changes": {}}
    return Result(settings, None, (frames,))


def value(result, quantity):
    return quality(result).set_index("quantity").loc[quantity, "value"]


A, B, C = [1, 0, 0], [0, 1, 0], [0, 0, 1]


# --- one game -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "changes"),
    [
        ([[2, 1, 0], [3, 1, 0]], 0),
        ([[2, 1, 0], [2, 3, 0]], 1),
        ([[2, 1, 0], [2, 2, 0], [2, 3, 0]], 1),
        ([[2, 1, 0], [2, 2, 0], [3, 2, 0]], 0),
        ([[2, 2, 0], [3, 2, 0], [3, 4, 0]], 1),
        ([[2, 2, 0], [2, 3, 3]], 0),
        ([[2, 1, 0], [2, 3, 3], [2, 4, 3], [5, 4, 3]], 2),
        ([[1, 1, 1], [1, 1, 1]], 0),
    ],
)
def test_the_lead_changes_when_no_previous_leader_still_leads(rounds, changes):
    """A tie reduces the holders of the lead. A longer game in the same table has no influence."""
    longer = [[1, 2, 3]] * 6
    assert list(standings.lead_changes(standing((rounds, A), (longer, C)))) == [changes, 0]


@pytest.mark.parametrize(
    ("rounds", "credit", "first"),
    [
        ([[2, 1, 0], [3, 1, 0], [4, 0, 0]], A, 1),
        ([[2, 1, 0], [2, 2, 0], [4, 0, 0]], A, 3),
        ([[0, 1, 0], [2, 1, 0], [4, 0, 0]], A, 2),
        ([[0, 1, 0], [2, 1, 0], [4, 5, 0]], A, 4),
        ([[0, 1, 0], [2, 1, 0], [4, 4, 0]], A, 4),
        ([[0, 1, 0], [2, 2, 0], [4, 4, 0]], [0.5, 0.5, 0], 2),
        ([[0, 1, 1], [2, 2, 2], [2, 2, 2]], [1 / 3] * 3, 2),
    ],
)
def test_a_game_is_decided_when_only_winners_lead_to_the_end(rounds, credit, first):
    games = standing((rounds, credit), ([[0, 0, 1]] * 5, C))
    assert list(games.decided) == [first, 1]
    assert standings.decided_after(games)[0] == pytest.approx(min(first / 3, 1))
    assert standings.decided_after(games)[1] == pytest.approx(1 / 5)


def test_the_margin_is_measured_against_the_best_opponent():
    """The margin is negative if the winner has a lower standing, and 0 if the win is shared."""
    games = standing(
        ([[0, 9, 0], [9, 4, 2]], A), ([[9, 4, 11]], A), ([[7, 7, 2]], [0.5, 0.5, 0]), ([[7, 7, 7]], [1 / 3] * 3)
    )
    margin, own = standings.margins(games)
    assert list(margin) == [5, -2, 0, 0]
    assert list(own) == [9, 9, 7, 7]


def test_the_largest_deficit_is_measured_over_all_rounds():
    games = standing(([[5, 9, 0], [9, 20, 30], [40, 1, 1]], A), ([[3, 2, 1]], A), ([[3, 3, 3]] * 2, [1 / 3] * 3))
    assert list(standings.largest_deficits(games)) == [21, 0, 0]


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        ([[5, 4, 3], [5, 5, 3], [95, 100, 3], [9, 1, 1]], ["ahead", "level", "behind up to 10%", "ahead"]),
        (
            [[9, 10, 3], [8, 10, 3], [5, 10, 3], [4, 10, 1]],
            ["behind up to 10%", "behind 10 to 25%", "behind 25 to 50%", "behind over 50%"],
        ),
        ([[0, 1, 0], [0, 0, 0], [-1, 0, 0], [1, 0, 0]], ["behind over 50%", "level", "behind over 50%", "ahead"]),
    ],
)
def test_the_deficit_of_the_winner_at_each_quarter(rounds, words):
    """The deficit is relative to the standing of the best opponent, for games of any length."""
    twice = [row for row in rounds for _ in range(2)]
    games = standing((rounds, A), (twice, A))
    for quarter, word in enumerate(words, 1):
        assert [BEHIND[place] for place in standings.behind(games, quarter)] == [word, word]


@pytest.mark.parametrize("length", [1, 3, 7, 10, 25])
def test_a_tenth_ends_with_the_round_that_completes_it(length):
    games = standing(([[1, 0, 0]] * length, A))
    for tenth in range(1, 11):
        place = games.at(tenth, 10)[0]
        assert place / length < tenth / 10 <= (place + 1) / length + 1e-12
    assert games.at(10, 10)[0] == length - 1


def test_tied_leaders_share_the_win():
    ties = [([[3, 3, 1]], A), ([[3, 3, 1]], C), ([[3, 1, 1]], [0.5, 0.5, 0]), ([[3, 3, 3]], A)]
    games = standing(*ties, ([[3, 1, 1]], A))
    assert list(standings.leader_wins(games, 10)) == pytest.approx([0.5, 0, 0.5, 1 / 3, 1])


@pytest.mark.parametrize(
    ("rounds", "gain", "is_so"),
    [
        ([[9, 20, 1], [10, 8, 1]], 3.0, True),  # the leader fell from 20, which would have kept the lead
        ([[9, 20, 1], [21, 8, 1]], 3.0, False),  # the winner rose above 20
        ([[9, 20, 1], [10, 8, 1]], 19.0, False),  # the third seat could still have won
        ([[9, 20, 0], [10, 8, 0]], 3.0, False),  # the third seat was eliminated
        ([[10, 9, 1], [11, 8, 1]], 3.0, False),  # the winner always led
        ([[9, 20, 1], [10, 8, 1], [10, 9, 1]], 3.0, True),  # the gap of 19 exceeds two rounds of gains: 6
        ([[9, 20, 1], [10, 8, 1], [10, 9, 1]], 9.5, False),  # two rounds may gain 19
        ([[9, 20, 1], [10, 12, 1]], 3.0, False),  # the last standing does not show the winner
    ],
)
def test_a_lead_is_handed_over_by_a_falling_leader_if_another_seat_cannot_win(rounds, gain, is_so):
    """The result does not depend on the order of the seats."""
    for order in itertools.permutations(range(3)):
        turned = [[row[i] for i in order] for row in rounds]
        assert standings.is_handed_over(standing((turned, [A[i] for i in order])), gain)[0] == is_so
    shared = [0.5, 0, 0.5]
    assert not standings.is_handed_over(standing((rounds, shared)), gain)[0]


def test_the_usual_gain_is_a_percentile_of_the_rises_only():
    rises = [[0, 0, 0], [1, 0, 0], [3, 0, -5], [6, 0, -5]]
    assert usual_gain(standing((rises, A), ([[0, 0, 0]], A))) == pytest.approx(np.percentile([1, 2, 3], 99))
    assert usual_gain(standing(([[1, 1, 1]] * 3, A))) == np.inf


# --- a run --------------------------------------------------------------------------------------------------------

GAMES = [
    ([[3, 1, 0], [3, 4, 0], [5, 4, 0], [9, 4, 0]], A),
    ([[0, 1, 0], [0, 2, 0]], B),
    ([[1, 0, 2], [1, 1, 2], [6, 6, 3]], [0.5, 0.5, 0]),
    ([[1, 2, 3], [4, 2, 3], [5, 6, 3], [5, 6, 8], [5, 6, 9], [5, 6, 10]], C),
]


def test_the_table_contains_means_over_games():
    result = made_up(GAMES, attacks_player=[1, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 3])
    assert value(result, "games") == 4
    assert value(result, "share of truncated games") == 0
    assert value(result, "rounds per game") == 15 / 4
    quartiles = [f"rounds per game, {name}" for name in ("first quartile", "median", "third quartile")]
    assert [value(result, name) for name in quartiles] == [2, 3, 4]
    assert value(result, "rounds per game, 95th percentile") == 6
    assert [value(result, f"games that end with: {word}") for word in ("final round", "truncated")] == [1 / 4, 3 / 4]
    assert value(result, "first player: win share minus equal share") == pytest.approx(1.5 / 4 - 1 / 3)
    assert value(result, "attacks_player per turn") == pytest.approx(9 / (3 * 15))
    assert value(result, "margin of victory, victory points") == (5 + 2 + 0 + 4) / 4
    assert value(result, "margin of victory, share of the winners' standing") == pytest.approx(11 / (9 + 2 + 6 + 10))
    assert value(result, "largest deficit of the winner, victory points") == (1 + 0 + 1 + 3) / 4
    assert value(result, "lead changes per game") == (2 + 0 + 1 + 3) / 4
    assert value(result, "won after being behind at half") == 3 / 4
    assert value(result, "decided after, share of the game") == pytest.approx((3 / 4 + 1 / 2 + 1 + 4 / 6) / 4)
    assert value(result, "decided after, median") == pytest.approx(4 / 6)
    assert value(result, "lead handed over, at most") == 0


def test_tenths_and_quarters_are_shares_of_the_games():
    result = made_up(GAMES)
    table = decided(result).set_index("tenth")
    assert list(table.index) == list(range(1, 11))
    assert list(table.loc[[1, 5, 10], "leader"]) == pytest.approx([(1 + 1 + 0 + 1) / 4, (0 + 1 + 0 + 0) / 4, 3.5 / 4])
    assert list(table.loc[[1, 5, 6, 7, 10], "decided"]) == pytest.approx([1 / 4, 1 / 4, 3 / 4, 1, 1])
    shares_of_winners = comebacks(result).set_index(["quarter", "winner"])["share"]
    assert shares_of_winners[1, "ahead"] == 1 / 2
    assert shares_of_winners[1, "behind 25 to 50%"] == 1 / 4  # the shared win, with standings 1 and 2
    assert shares_of_winners[4, "ahead"] == 1
    assert set(comebacks(result)["games"]) == {4}
    assert list(comebacks(result).groupby("quarter")["share"].sum()) == pytest.approx([1] * 4)


def test_every_value_has_an_interval_that_contains_it():
    tables = measure(made_up(GAMES * 30))
    for table, name in ((tables.summary[1:], "value"), (tables.comebacks, "share")):
        assert (table["low"] <= table[name]).all()
        assert (table[name] <= table["high"]).all()
    for name in ("leader", "decided"):
        assert (tables.decided[f"{name}_low"] <= tables.decided[name]).all()
        assert (tables.decided[name] <= tables.decided[f"{name}_high"]).all()


@pytest.fixture(scope="module")
def random_games():
    """60 three-seat games of 1 to 12 rounds with many ties; the highest final standing usually wins."""
    dice = np.random.default_rng(3)
    games = []
    for _ in range(60):
        rounds = np.cumsum(dice.integers(-1, 3, (dice.integers(1, 13), 3)), axis=0) + 20
        best = rounds[-1] == rounds[-1].max()
        credit = best / best.sum() if dice.random() < 0.8 else np.eye(3)[dice.integers(3)]
        games.append((rounds.tolist(), credit.tolist()))
    return games


def test_tables_do_not_depend_on_the_order_of_seats_or_rows(random_games):
    base = measure(made_up(random_games))
    for order in ([1, 2, 0], [2, 1, 0]):
        result = made_up([(np.array(rounds)[:, order], np.array(credit)[order]) for rounds, credit in random_games])
        part = {name: table.sample(fraction=1, shuffle=True, seed=1) for name, table in result.parts[0].items()}
        again = measure(Result(result.settings, None, (part,)))
        pd.testing.assert_frame_equal(again.decided, base.decided)
        pd.testing.assert_frame_equal(again.comebacks, base.comebacks)
        is_first = base.summary["quantity"].str.startswith("first player")
        pd.testing.assert_frame_equal(again.summary[~is_first], base.summary[~is_first])


def test_tables_do_not_depend_on_the_batch_size(random_games, monkeypatch):
    """The usual gain is fixed, since it is estimated from the first batch."""
    monkeypatch.setattr(standings, "usual_gain", lambda games: 2.0)
    base = measure(made_up(random_games))
    monkeypatch.setattr(standings, "BATCH", 7)
    seen = []
    again = measure(made_up(random_games), lambda done, total: seen.append((done, total)))
    for name in ("summary", "comebacks", "decided"):
        pd.testing.assert_frame_equal(getattr(again, name), getattr(base, name))
    assert seen == [(min(7 * i, 60), 60) for i in range(1, 10)]


def slow(games):
    """Return (win share of the leader of each tenth, lead changes, decision), computed from the definitions."""
    leader, changes, after = np.zeros(10), 0, 0.0
    for rounds, credit in games:
        leads = [{i for i in range(3) if row[i] == max(row)} for row in rounds]
        winners = {i for i in range(3) if credit[i] > 0}
        for tenth in range(1, 11):
            now = leads[next(r for r in range(len(rounds)) if 10 * (r + 1) >= tenth * len(rounds))]
            leader[tenth - 1] += sum(credit[i] for i in now) / len(now)
        held = leads[0]
        for now in leads[1:]:
            changes += not held & now
            held = held & now or now
        first = next((r for r in range(len(rounds)) if all(now == winners for now in leads[r:])), len(rounds) - 1)
        after += (first + 1) / len(rounds)
    return leader / len(games), changes / len(games), after / len(games)


def test_the_tables_agree_with_a_slow_implementation(random_games):
    result = made_up(random_games)
    leader, changes, after = slow(random_games)
    assert decided(result)["leader"].to_numpy() == pytest.approx(leader)
    assert value(result, "lead changes per game") == pytest.approx(changes)
    assert value(result, "decided after, share of the game") == pytest.approx(after)


def test_allies_count_as_one_side():
    """Each ally has half of a win. There are only two sides, so no lead can be handed over."""
    games = [
        ([[3, 3, 1, 1], [2, 2, 4, 4], [1, 1, 6, 6]], [0, 0, 0.5, 0.5]),
        ([[3, 3, 1, 1], [4, 4, 3, 3]], [0.5, 0.5, 0, 0]),
        ([[3, 3, 3, 3]], [0.25] * 4),
    ]
    result = made_up(games, "4000-ad", "alliances4")
    result.parts[0]["games"].insert_column(1, pl.Series("battles", [6, 2, 0]))
    assert list(decided(result)["leader"].iloc[[0, 9]]) == pytest.approx([(0 + 1 + 0.5) / 3, (1 + 1 + 0.5) / 3])
    assert list(decided(result)["decided"].iloc[[0, 9]]) == pytest.approx([2 / 3, 1])
    assert value(result, "margin of victory, stars") == (5 + 1 + 0) / 3
    assert value(result, "lead changes per game") == 1 / 3
    assert value(result, "first player: win share minus equal share") == pytest.approx((0 + 1 + 0.5) / 3 - 1 / 2)
    assert value(result, "battles per turn") == pytest.approx(8 / (6 * 4))
    assert not quality(result)["quantity"].str.startswith("lead handed over").any()


def test_rows_contain_all_tables():
    tables = measure(made_up(GAMES))
    rows = tables.rows.set_index("quantity")
    assert tuple(tables.rows.columns) == ("quantity", "value", "low", "high", "is_share")
    assert len(rows) == len(tables.summary) + 4 * len(BEHIND) + 20
    assert rows.index.is_unique
    assert rows.loc["leader wins after tenth 5", "value"] == tables.decided.loc[4, "leader"]
    assert rows.loc["decided after tenth 10", "high"] == tables.decided.loc[9, "decided_high"]
    assert rows.loc["winner after quarter 1: ahead", "low"] == tables.comebacks.loc[0, "low"]


def test_every_row_marks_whether_it_is_a_share():
    tables = measure(made_up(GAMES))
    shares = set(tables.summary.loc[tables.summary["is_share"], "quantity"])
    assert shares == {
        "share of truncated games",
        "games that end with: final round",
        "games that end with: truncated",
        "first player: win share minus equal share",
        "margin of victory, share of the winners' standing",
        "won after being behind at half",
        "decided after, share of the game",
        "decided after, first quartile",
        "decided after, median",
        "decided after, third quartile",
        "lead handed over, at most",
    }
    assert tables.rows["is_share"].sum() == len(shares) + 4 * len(BEHIND) + 20


# --- intervals ----------------------------------------------------------------------------------------------------


def test_intervals_of_leader_and_margin_have_nominal_coverage():
    """Coverage in 10,000 experiments of 60 games with random walks is 95 %, within 1.5 points."""
    dice, experiments, games = np.random.default_rng(5), 10_000, 60
    walks = np.cumsum(dice.integers(0, 3, (experiments * games, 4, 3)), axis=1).astype(float)
    best = walks[:, -1] == walks[:, -1].max(1, keepdims=True)
    all_games = Standings(walks, np.full(len(walks), 4), best / best.sum(1, keepdims=True))
    margin, own = standings.margins(all_games)
    values = np.stack([np.ones(len(own)), standings.leader_wins(all_games, 5), margin, own], axis=1)
    each = values.reshape(experiments, games, 4)
    sums = ClusterSums(
        ("games", "leader", "margin", "own"), (each != 0).sum(1), each.sum(1), each.transpose(0, 2, 1) @ each
    )
    mean = values.mean(0)
    for estimates, truth in (
        (shares(sums, "leader", "games"), mean[1]),
        (ratios(sums, "margin", "games"), mean[2]),
        (ratios(sums, "margin", "own"), mean[2] / mean[3]),
    ):
        assert ((estimates.low <= truth) & (truth <= estimates.high)).mean() == pytest.approx(0.95, abs=0.015)


def test_a_quantile_is_an_order_statistic_for_games_in_any_batches():
    values = np.random.default_rng(7).integers(0, 40, 500)
    tally = FrequencyTable()
    for some in np.split(values, [3, 3, 100, 480]):
        tally.add(some)
    for share in (0.25, 0.5, 0.75, 1.0):
        assert tally.quantile(share)[0] == np.percentile(values, 100 * share, method="inverted_cdf")


def test_intervals_of_quantiles_have_at_least_nominal_coverage():
    """Coverage in 10,000 experiments of 80 games with a continuous value is between 94.5 % and 98 %."""
    tally = FrequencyTable()
    tally.add(np.arange(1, 81))
    drawn = np.sort(np.random.default_rng(9).exponential(size=(10_000, 80)), axis=1)
    for share in (0.25, 0.5, 0.75):
        _, low, high = (int(rank) - 1 for rank in tally.quantile(share))
        truth = stats.expon.ppf(share)
        covered = ((drawn[:, low] <= truth) & (truth <= drawn[:, high])).mean()
        assert 0.945 < covered < 0.98


def test_a_quantile_of_few_games_has_an_unbounded_interval():
    tally = FrequencyTable()
    tally.add(np.array([4.0, 5.0]))
    assert tally.quantile(0.5) == (4.0, -np.inf, np.inf)


# --- skill --------------------------------------------------------------------------------------------------------


def contests(dice, experiments, games, strengths, seats=3):
    """Return the sums of rows and credit, of shape (experiments, games, levels).

    Each seat has a level, and the seat with the highest strength plus Gumbel noise wins.
    """
    level = dice.integers(0, len(strengths), (experiments, games, seats))
    winner = (np.asarray(strengths)[level] + dice.gumbel(size=level.shape)).argmax(-1)
    is_of = level[..., None] == np.arange(len(strengths))
    credit = (is_of & (np.arange(seats) == winner[..., None])[..., None]).sum(2).astype(float)
    return is_of.sum(2).astype(float), credit


@pytest.mark.parametrize(
    ("strengths", "least", "most"),
    [
        ([0, 0, 0], 0.97, 1.0),
        ([0, 0.4, 0.8], 0.94, 0.98),
        ([0, 1, 2], 0.94, 0.965),
        ([0, 4, 8], 0.94, 0.97),
    ],
)
def test_intervals_of_eta_squared_cover_the_truth(strengths, least, most):
    """There are 10,000 experiments of 100 games; the true value comes from 200,000 games."""
    dice = np.random.default_rng(11)
    rows, credit = contests(dice, 1, 200_000, strengths)
    truth = eta_squared_of(*(each.reshape(1, 100, -1, 3).sum(2) for each in (rows, credit, credit)))[0][0]
    rows, credit = contests(dice, 10_000, 100, strengths)
    share, low, high = eta_squared_of(rows, credit, credit)
    covered = ((low <= truth) & (truth <= high)).mean()
    assert least < covered < most
    assert share.mean() == pytest.approx(truth, abs=0.004)


@pytest.fixture(scope="module")
def skilled():
    """A run of 250 three-seat games with strategies of different strength."""
    dice = np.random.default_rng(13)
    names = np.array(["careful", "greedy", "wild"])
    level = dice.integers(0, 3, (250, 3))
    winner = (level * 0.8 + dice.gumbel(size=level.shape)).argmax(1)
    games = [([[0, 0, 0]], np.eye(3)[place].tolist()) for place in winner]
    return made_up(games, strategy=names[level.ravel()])


def test_eta_squared_is_the_bias_corrected_r_squared_of_a_regression_on_strategy(skilled):
    frame = to_pandas(skilled.seats)
    fit = ols("credit ~ strategy", frame.astype({"strategy": str})).fit()
    totals = frame.groupby("strategy", observed=True)["credit"].agg(["count", "sum"])
    squares = (frame["credit"] ** 2).groupby(frame["strategy"], observed=True).sum()
    eta = _eta(totals["count"].to_numpy(float), totals["sum"].to_numpy(), squares.to_numpy())
    assert eta == pytest.approx(fit.rsquared)
    share, low, high = eta_squared(skilled)
    assert share == pytest.approx(fit.rsquared_adj, abs=0.004)
    assert 0 < low < share < high < 1
    assert value(skilled, "share of variance that strategy explains") == pytest.approx(share)


def test_eta_squared_agrees_with_a_jackknife_by_hand(skilled):
    frame = to_pandas(skilled.seats).astype({"strategy": str})
    whole = ols("credit ~ strategy", frame).fit().rsquared
    without = []
    for group in range(GROUPS):
        rest = frame[frame["game"] % GROUPS != group]
        means = rest.groupby("strategy")["credit"].transform("mean")
        without.append(means.var(ddof=0) / rest["credit"].var(ddof=0))
    assert eta_squared(skilled)[0] == pytest.approx(GROUPS * whole - (GROUPS - 1) * np.mean(without))


def test_eta_squared_of_one_strategy_or_one_game_is_nan():
    assert np.isnan(eta_squared(made_up(GAMES))).all()
    one = made_up(GAMES[:1], strategy=["careful", "greedy", "wild"])
    assert np.isnan(eta_squared(one)).all()
    assert not quality(made_up(GAMES))["quantity"].str.contains("strategy").any()


def test_eta_squared_of_an_unknown_column_is_refused():
    with pytest.raises(BadInput, match="did you mean 'strategy'"):
        eta_squared(made_up(GAMES), "stratgy")


# --- real games ---------------------------------------------------------------------------------------------------

SHORT = {"4000-ad": {"switches.max_rounds": 30}, "handful-of-stars": {}, "interstellar-ambitions": {}}


@pytest.fixture(
    scope="module",
    params=[
        ("4000-ad", "independents4"),
        ("4000-ad", "alliances4"),
        ("4000-ad", "independents3"),
        ("4000-ad", "alliances2"),
        ("handful-of-stars", "players4"),
        ("handful-of-stars", "players3"),
        ("handful-of-stars", "players2"),
        ("interstellar-ambitions", "players4"),
        ("interstellar-ambitions", "players6"),
    ],
    ids=" ".join,
)
def real(request):
    """A run of 40 games of a setup with timelines."""
    game, setup = request.param
    return run(game, setup=setup, games=40, seed=2, strategies="pool", set=SHORT[game], jobs=1, timeline=True)


def test_the_quality_of_real_games_is_consistent(real):
    tables = measure(real)
    rows = tables.summary.set_index("quantity")["value"]
    sides = 2 if real.settings["setup"] in ("alliances4", "alliances2", "players2") else real.seats_per_game
    assert ("lead handed over, at most" in rows) == (sides > 2)
    assert rows["rounds per game"] == real.games["rounds"].mean()
    assert 0 < rows["decided after, share of the game"] <= 1
    assert 0 <= rows["share of variance that strategy explains"] <= 1
    assert 0 < next(rows[name] for name in rows.index if name.endswith("per turn")) < 3
    most = real.seats.group_by("game").agg(pl.col("credit").max())["credit"]
    shared = (most < sides / real.seats_per_game).mean()
    assert (tables.decided["leader"] + shared >= tables.decided["decided"] - 1e-12).all()
    assert tables.decided["decided"].is_monotonic_increasing
    assert list(tables.comebacks.groupby("quarter")["share"].sum()) == pytest.approx([1] * 4)
    late = tables.comebacks[tables.comebacks["quarter"] == 2].iloc[2:]["share"].sum()
    assert rows["won after being behind at half"] == pytest.approx(late)
    assert tables.rows.notna().all(axis=None) or list(tables.rows[tables.rows.isna().any(axis=1)]["quantity"]) == [
        "games"
    ]


def test_the_margin_of_real_games_agrees_with_the_seats(real):
    """Final victory points are columns of some games. A tie decided by a tie-break has a margin of 0."""
    if "vp" not in real.seats.columns:
        pytest.skip("the seats have no column of victory points")
    margins = []
    for _, seats in real.seats.group_by("game"):
        won = seats["credit"] > 0
        margins.append(
            0 if seats["credit"].max() < 1 else seats.filter(won)["vp"].max() - seats.filter(~won)["vp"].max()
        )
    assert value(real, "margin of victory, victory points") == pytest.approx(np.mean(margins))


# --- output ----------------------------------------------------------------------------------------------------


def call(*words):
    return CliRunner().invoke(app, ["quality", *map(str, words)])


@pytest.fixture(scope="module")
def timed_run(tmp_path_factory):
    """The folder of a run with a timeline."""
    out = tmp_path_factory.mktemp("timed") / "run"
    rules = {"switches.max_rounds": 20}
    run("4000-ad", games=30, seed=5, strategies="pool", set=rules, jobs=1, out=out, timeline=True)
    return out


def test_the_command_prints_three_tables_and_draws_a_chart(timed_run, tmp_path):
    chart = tmp_path / "tension.svg"
    result = call(timed_run, "--chart", chart)
    assert result.exit_code == 0, result.output
    for words in ("margin of victory, stars", "behind 25 to 50%", "at the end", "decided_high", "battles per turn"):
        assert words in result.stdout
    assert "equal share 25" in chart.read_text(encoding="utf-8")


def test_csv_output_is_one_table(timed_run):
    lines = call(timed_run, "--format", "csv").stdout.splitlines()
    assert lines[0] == "quantity,value,low,high,is_share"
    assert any(line.startswith("decided after tenth 10,") for line in lines)
    assert all(len(line.replace('"margin of victory, ', "margin").split(",")) >= 4 for line in lines)


def test_without_a_timeline_the_command_shows_the_available_rows_and_a_hint(small_run):
    result = call(small_run.folder)
    assert result.exit_code == 0, result.output
    assert "rounds per game, median" in result.stdout
    assert "battles per turn" in result.stdout
    assert "margin of victory" not in result.stdout
    assert "--timeline" in result.stdout.splitlines()[-1]
    with pytest.raises(BadInput, match="has no timeline"):
        comebacks(small_run)
    with pytest.raises(BadInput, match="has no timeline"):
        decided(small_run)


def test_a_chart_without_a_timeline_is_refused_without_output(small_run, tmp_path):
    result = call(small_run.folder, "--chart", tmp_path / "tension.svg")
    assert result.exit_code == 2
    assert "has no timeline. Play it with --timeline" in result.stderr
    assert result.stdout == ""


def test_the_chart_shows_the_tenths_and_the_undecided_share():
    table = decided(made_up([*GAMES, ([[3, 1, 2]], B)]))
    figure = tension(table, 1 / 3, "Does the leader win?")
    left, right = figure.axes
    assert list(left.lines[0].get_ydata()) == pytest.approx(list(100 * table["leader"]))
    heights = [bar.get_height() for bar in right.patches]
    assert len(heights) == 11
    assert sum(heights) == pytest.approx(100)
    assert heights[-1] == pytest.approx(20)
