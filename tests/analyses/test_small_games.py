"""Small games in plain Python, and the comparison of their speed with the simulator."""

from fractions import Fraction
from random import Random
from types import SimpleNamespace

import pytest

from starbalance.analyses import small_games
from starbalance.analyses.plain_games import PLAIN
from starbalance.simulator.runs.run import run


@pytest.mark.parametrize(("strategy", "value"), [("uniform", Fraction(1, 8)), ("sensible", Fraction(-1, 18))])
def test_plain_kuhn_poker_has_the_known_value(strategy, value):
    """Both players play alike. The value is what the first player gains."""
    play, players = PLAIN["kuhn-poker"]
    random = Random(1)
    outcomes = [play(random, [players[strategy]] * 2) for _ in range(40_000)]
    assert all(first + second == 0 and abs(first) in (1, 2) for _, first, second in outcomes)
    assert sum(first for _, first, _ in outcomes) / len(outcomes) == pytest.approx(float(value), abs=0.03)


@pytest.mark.parametrize("game", PLAIN)
@pytest.mark.parametrize("strategy", ["uniform", "sensible"])
def test_plain_games_are_as_long_as_those_of_the_simulator(game, strategy):
    """Decisions are counted alike, so that the games that are compared are equal."""
    play, players = PLAIN[game]
    random, games = Random(1), 3000
    plain = sum(play(random, [players[strategy]] * 2)[0] for _ in range(games)) / games
    compiled = run(game, games=games, strategies=strategy, jobs=1).games["decisions"].mean()
    assert plain == pytest.approx(compiled, rel=0.03)


def test_each_program_has_a_row_for_each_game(monkeypatch):
    """A stand-in for OpenSpiel has one state of chance and one decision."""
    spiel = SimpleNamespace(load_game=lambda name: SimpleNamespace(new_initial_state=lambda: State(name)))
    monkeypatch.setattr(small_games, "is_installed", lambda package: True)
    monkeypatch.setattr(small_games, "import_module", lambda package: spiel)
    rows = small_games.compare(runs=2, games={"kuhn-poker": 20}, seconds=0.001)
    assert [(row["game"], row["players"], row["compared_with"]) for row in rows] == [
        ("kuhn-poker", "uniform", "plain Python"),
        ("kuhn-poker", "uniform", "OpenSpiel"),
        ("kuhn-poker", "sensible", "plain Python"),
    ]
    assert all(0 <= row["smallest"] <= row["ratio"] <= row["largest"] for row in rows)
    assert all(row["games_per_second"] > 0 and row["compared_per_second"] > 0 for row in rows)


class State:
    """A state of a game in the interface of OpenSpiel."""

    def __init__(self, name):
        self.steps, self.name = 0, name

    def is_terminal(self):
        return self.steps == 2

    def is_chance_node(self):
        return self.steps == 0

    def chance_outcomes(self):
        return [(3, 0.5), (4, 0.5)]

    def legal_actions(self):
        return [7]

    def apply_action(self, action):
        assert action in ((3, 4), (7,))[self.steps]
        self.steps += 1

    def returns(self):
        return [1.0, -1.0]


def test_catanatron_plays_four_random_players(monkeypatch):
    players = []
    package = SimpleNamespace(
        RandomPlayer=lambda colour: colour,
        Color=SimpleNamespace(RED=1, BLUE=2, WHITE=3, ORANGE=4),
        Game=lambda chosen: SimpleNamespace(play=lambda: players.append(chosen)),
    )
    monkeypatch.setattr(small_games, "import_module", lambda name: package)
    assert small_games.catanatron_speed(seconds=0.001) > 0
    assert players[0] == [1, 2, 3, 4]
