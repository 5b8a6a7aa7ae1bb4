"""The strategy `strong`: candidates for features, the choice of settings, and a game of a user that learns it."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from starbalance.analyses.questions.players import players_line
from starbalance.analyses.training import learn as learning
from starbalance.analyses.training.learn import Strong, learn, summary
from starbalance.analyses.training.positions import Sampling
from starbalance.analyses.training.tuning import Measured, Table, described, fitted, grid, neighbours, tune
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import new_game
from starbalance.simulator.engine.network_file import network_path
from starbalance.simulator.engine.searcher import STRONG_FILE, read_strong
from starbalance.simulator.engine.strategy import folder
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.experiment import Experiment
from starbalance.simulator.runs.plan import make_plan
from starbalance.simulator.runs.run import run


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A game of a user, and the player that it learned from a few games."""
    place = new_game(tmp_path_factory.mktemp("games") / "my_chase")
    lines = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learning.Strong, "is_shown", True)  # more games would take too long
        strong = learn(str(place), players=3, games=300, measured=24, limit=1e6, seed=5, jobs=2, notify=lines.append)
    return place, strong, lines


def test_a_game_of_a_user_learns_without_a_line_of_its_author(own):
    place, strong, lines = own
    game = find_game(place)
    row = read_strong(folder(game))["players3"]
    assert row == {key: value for key, value in strong.row.items()}
    assert network_path(folder(game), "players3").exists() == row["network"]
    assert any("features are selected" in line for line in lines)
    assert "ms a game" in summary(strong)
    assert list(strong.table["measure"]) == ["share of the win", "gain of the network"]


def test_strong_can_be_played_by_its_name(own):
    place, _, _ = own
    options = {"players": 3, "seed": 2, "games": 6}
    one = run(place, strategies=["strong", "sensible", "sensible"], jobs=1, **options)
    two = run(place, strategies=["strong", "sensible", "sensible"], jobs=2, backend="processes", **options)
    assert one.seats.equals(two.seats)
    assert players_line(one.settings) == "Players: strong, sensible, sensible."
    search = one.settings["strategies"][0]["search"]
    assert search["playouts"] == read_strong(folder(find_game(place)))["players3"]["playouts"]


def test_a_seed_repeats_what_is_learned(own, monkeypatch):
    """The network is kept only if it wins more, so the network itself is compared."""
    place, strong, _ = own
    written = []
    monkeypatch.setattr(learning, "_write", lambda *_, **__: written.append(True))
    again = learn(str(place), players=3, games=300, measured=24, limit=1e6, seed=5, jobs=1)
    assert again.learned.network.digest == strong.learned.network.digest
    assert written == [True]


def test_a_network_of_a_game_with_payoffs_learns_shares_of_the_win():
    """In Kuhn poker a player wins or loses one or two chips, and the winner has the whole win."""
    game = find_game("kuhn-poker")
    plan = make_plan(game, Experiment(game, game.setups[0].name).rules)[0]
    credit = Sampling(plan, 1.0).play(0, 50, 500).credit[:, :2]
    assert len(credit) >= 50
    assert set(map(tuple, credit)) == {(0, 1), (1, 0)}


@pytest.mark.parametrize(("share", "is_written"), [((0.5, 0.33, 0.67), False), ((0.5, 0.34, 0.66), True)])
def test_a_search_that_is_not_shown_to_beat_an_equal_share_is_not_written(own, tmp_path, share, is_written):
    place, strong, _ = own
    strong = replace(strong, share=share, folder=tmp_path)
    learning._write(Experiment(find_game(place), "players3"), strong, games=300)
    assert (tmp_path / STRONG_FILE).exists() == is_written
    sentence = "do not show that 'strong' wins more than an equal share of 33.3%, so no file was written"
    assert (sentence in summary(strong)) != is_written


@pytest.mark.parametrize(("wins", "games"), [([1, 0], 400), ([1, 1], 100)])
def test_the_measurement_goes_on_until_the_better_search_differs_from_an_equal_share(wins, games):
    """The search with the network loses every game, so its loss is clear at the first look."""

    def play(measured, count):
        measured.credits[:] = [0] * count if measured.row["network"] else (wins * count)[:count]

    table = SimpleNamespace(rules=SimpleNamespace(setup=SimpleNamespace(players=2)), play=play)
    _, plain, gain = learning._compare(table, {}, 400, alpha=0.05)
    assert gain[2] < 0 and len(plain.credits) == games


@pytest.mark.parametrize(("gain", "is_used"), [((0.05, 0.01, 0.09), True), ((0.05, -0.01, 0.11), False)])
def test_the_network_is_used_only_if_it_is_shown_to_win_more(own, monkeypatch, gain, is_used):
    """The interval of the paired gain decides. The games that measure are not those that chose the search."""
    place, strong, _ = own
    seeds, written = [], []

    def tune(table, limit, notify):
        seeds.append(table.seed)
        return [Measured({**strong.row, "network": True})]

    def compare(table, row, most, *, alpha):
        seeds.append(table.seed)
        return *(Measured({**row, "network": used}, [1.0], 0.1) for used in (True, False)), gain

    monkeypatch.setattr(learning, "learn_network", lambda *_, **__: strong.learned)
    monkeypatch.setattr(learning, "tune", tune)
    monkeypatch.setattr(learning, "_compare", compare)
    monkeypatch.setattr(learning, "_write", lambda experiment, strong, games: written.append(strong.row["network"]))
    assert learn(str(place), players=3, seed=5, jobs=1).row["network"] == is_used
    assert written == [is_used]
    assert len(set(seeds)) == 2


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"limit": 0}, "limit of computing time must be above 0, got 0"),
        ({"games": 0}, "games"),
        ({"measured": -1}, "games"),
        ({"setup": "players9"}, "no setup 'players9'"),
    ],
)
def test_wrong_values_are_refused_before_a_game_is_played(options, sentence):
    with pytest.raises(BadInput, match=sentence):
        learn("comet-chase", **options)


def test_a_player_that_wins_every_game_may_lose_the_next():
    """The interval is that of two games with another result (98.4 to 100 % of 300 games)."""
    mean, low, high = learning._share_of(Measured({}, [1.0] * 300), 0.05)
    assert (mean, high) == (1.0, 1.0)
    assert low == pytest.approx(0.984, abs=0.001)


def test_the_first_settings_are_distinct_and_within_the_rules():
    game = find_game("comet-chase")
    rules = tables.load(game, "players3")
    rows = list(grid(game, rules, has_network=True))
    assert len({tuple(row.items()) for row in rows}) == len(rows)
    assert {row["turns"] % 3 for row in rows} == {0}
    assert not any(row["network"] for row in grid(game, rules, has_network=False))


def test_a_neighbour_differs_in_one_number():
    row = {"playouts": 4, "width": 4, "horizon": 9, "turns": 3, "threshold": 1.0, "margin": 0.02, "network": True}
    for other in neighbours(row):
        assert sum(other[key] != row[key] for key in row) == 1


class Clock:
    """A table whose games win nothing and take 10 ms for each playout and turn."""

    def __init__(self):
        game = find_game("comet-chase")
        self.game, self.rules, self.network = game, tables.load(game, "players3"), None

    def play(self, measured, games):
        measured.credits += [0.0] * games
        measured.seconds += games * measured.row["playouts"] * measured.row["turns"] / 100


def piloted(row):
    measured = Measured({"turns": 1, **row})
    Clock().play(measured, 16)
    return measured


@pytest.mark.parametrize(("limit", "playouts"), [(240.0, 24), (155.0, 15), (20.0, 2), (1e6, 64)])
def test_a_setting_gets_the_playouts_that_the_limit_allows(limit, playouts):
    [measured] = fitted([piloted({"playouts": 8})], limit)
    assert measured.row == {"playouts": playouts, "turns": 1}
    assert measured.credits == []


def test_a_setting_is_printed_with_plain_numbers():
    row = {"playouts": 64, "horizon": 1_000_000, "threshold": 1.5, "margin": 0.0, "network": True}
    measured = Measured(row, credits=[1.0, 0.0], seconds=0.02)
    assert described(measured) == (
        "50.0% of 2 games, 10 ms a game: playouts=64 horizon=1,000,000 threshold=1.5 margin=0 network=1"
    )


@pytest.mark.parametrize(("playouts", "is_advised"), [(63, True), (64, False)])
def test_more_time_is_advised_only_if_it_allows_more_playouts(playouts, is_advised):
    learned = SimpleNamespace(explained=0.5, by_standing=0.4)
    row = {"playouts": playouts, "network": False}
    text = summary(Strong(row, learned, (0.5, 0.4, 0.6), (0.0, -0.1, 0.1), 5.0, 60, 0.5, Path(), ""))
    assert ("or more computing time (--limit)." in text) == is_advised
    assert ("has 64 playouts, the largest number that is tried" in text) != is_advised


@pytest.mark.parametrize(("limit", "turns"), [(60.0, [3, 2]), (40.0, [2]), (39.0, [])])
def test_a_setting_that_takes_too_long_is_left_out(limit, turns):
    """Two playouts take 60 ms and 40 ms."""
    pilots = [piloted({"playouts": 4, "turns": each}) for each in (3, 2)]
    assert [each.row["turns"] for each in fitted(pilots, limit)] == turns


def test_a_limit_below_every_search_is_refused():
    """Eight playouts take a second, so two take 250 ms."""
    clock = Clock()
    clock.play = lambda measured, games: (measured.credits.extend([0.0] * games), setattr(measured, "seconds", games))
    with pytest.raises(BadInput, match="least limit is 250 "):
        tune(clock, 100, print)


def test_a_limit_below_every_search_is_refused_before_the_training(own, monkeypatch):
    place, *_ = own
    monkeypatch.setattr(learning, "learn_network", None)
    with pytest.raises(BadInput, match=r"more than 1e-06 ms a game: the least limit is \d+ "):
        learn(str(place), players=3, limit=1e-6, jobs=1)


def test_a_setting_is_measured_by_game():
    measured = Measured({}, [1.0, 0.0, 0.5, 0.5], 0.8)
    assert measured.share == 0.5
    assert measured.milliseconds == pytest.approx(200)
    assert np.isclose(measured.share, np.mean(measured.credits))


def test_no_two_places_of_the_player_share_games():
    """The credits of one place do not depend on those of another place by a common deal."""
    game = find_game("comet-chase")
    played = []

    def at_work(tasks):
        for place, (plan, first, count) in enumerate(tasks):
            played.append((plan.lineup.index(max(plan.lineup)), range(first, first + count)))
            outcomes = np.zeros(count, game.kernels.outcome_dt)
            outcomes["seats"]["credit"][:, 0] = 1
            yield place, outcomes, None

    row = {"playouts": 2, "width": 2, "horizon": 9, "turns": 3, "threshold": 1.0, "margin": 0.0, "network": False}
    measured = Measured(row)
    table = Table(game, tables.load(game, "players3"), None, at_work, seed=1)
    for games in (7, 14):
        table.play(measured, games)
    assert len(measured.credits) == 15
    numbers = [number for _, part in played for number in part]
    assert len(set(numbers)) == len(numbers) == 15
