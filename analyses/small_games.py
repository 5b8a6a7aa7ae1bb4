"""The speed of small games, compared with plain Python and with other packages that are installed."""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from starbalance.analyses.plain_games import PLAIN
from starbalance.simulator.runs.run import run

GAMES = {"kuhn-poker": 1_000_000, "pig": 100_000}  # games of a run
SECONDS = 1.0  # duration of one measurement of another program
OPEN_SPIEL = {"kuhn-poker": "kuhn_poker", "pig": "pig"}  # the games of OpenSpiel
_COLOURS = ("RED", "BLUE", "WHITE", "ORANGE")  # of the players of Catanatron

PlayOne = Callable[[Random], Any]


def is_installed(package: str) -> bool:
    """Return whether another package can be imported, such as `pyspiel` or `catanatron`."""
    return find_spec(package) is not None


def compare(
    *,
    runs: int = 3,
    games: Mapping[str, int] = GAMES,
    seconds: float = SECONDS,
    notify: Callable[[str], None] = lambda line: None,
) -> list[dict[str, Any]]:
    """Compare the speed of runs of small games, in memory and on one core, with other programs.

    The programs take turns, so that the load of the machine affects them equally.

    Args:
        runs: Comparisons of which the median is taken. Default: 3.
        games: Games of a run, by name of the game. Default: `GAMES`.
        seconds: Duration of one measurement of another program. Default: 1.
        notify: Function that prints a line of progress. Default: no lines.

    Returns:
        A row for each game, players and other program. Columns: game, players, compared_with, games_per_second,
        compared_per_second, ratio, smallest and largest (ratio of a single comparison). Seconds are time of the
        processor.
    """
    rows = []
    for game, size in games.items():
        for strategy in PLAIN[game][1]:
            notify(f"{game}, {strategy} ...")
            others = dict(_others(game, strategy))
            _own_speed(game, strategy, games=1, seed=0)  # loads the compiled code
            own, speeds = [], []
            for seed in range(runs):
                own.append(_own_speed(game, strategy, games=size, seed=seed))
                speeds.append([_speed(play, seconds, Random(seed)) for play in others.values()])
            rows += [
                _row(game, strategy, name, own, theirs)
                for name, theirs in zip(others, zip(*speeds, strict=True), strict=True)
            ]
    return rows


def catanatron_speed(seconds: float = SECONDS) -> float:
    """Return the games per second of four random players in the package Catanatron, a board game of usual size."""
    package = import_module("catanatron")
    players = [package.RandomPlayer(getattr(package.Color, name)) for name in _COLOURS]
    return _speed(lambda random: package.Game(players).play(), seconds, Random(0))


def _others(game: str, strategy: str) -> Iterator[tuple[str, PlayOne]]:
    """Yield the name of each other program, and its function that plays a game."""
    play, players = PLAIN[game]
    yield "plain Python", partial(play, players=[players[strategy]] * 2)
    if strategy == "uniform" and is_installed("pyspiel"):
        yield "OpenSpiel", partial(_play_in_open_spiel, import_module("pyspiel").load_game(OPEN_SPIEL[game]))


def _play_in_open_spiel(game: Any, random: Random) -> Any:
    """Play a game of OpenSpiel with uniformly random players, driven from Python."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return state.returns()


def _own_speed(game: str, strategy: str, *, games: int, seed: int) -> float:
    """Return the games per second of a run in memory."""
    start = time.process_time()
    run(game, games=games, strategies=strategy, seed=seed, jobs=1)
    return games / (time.process_time() - start)


def _speed(play: PlayOne, seconds: float, random: Random) -> float:
    """Return the games per second of another program, which keeps the outcome of each game."""
    outcomes: list[Any] = []
    start = time.process_time()
    while time.process_time() - start < seconds:
        outcomes += [play(random) for _ in range(max(1, len(outcomes)))]  # the clock is slow: twice the games each time
    return len(outcomes) / (time.process_time() - start)


def _row(game: str, players: str, name: str, own: list[float], theirs: tuple[float, ...]) -> dict[str, Any]:
    ratios = [one / other for one, other in zip(own, theirs, strict=True)]
    return {
        "game": game,
        "players": players,
        "compared_with": name,
        "games_per_second": round(statistics.median(own)),
        "compared_per_second": round(statistics.median(theirs)),
        "ratio": round(statistics.median(ratios), 1),
        "smallest": round(min(ratios), 1),
        "largest": round(max(ratios), 1),
    }
