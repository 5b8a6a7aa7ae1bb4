"""The settings of the search of `strong`, chosen by games under a limit of computing time.

All settings play the same games: one player searches, and the others play `sensible`. The settings with the larger
shares of the win play more games, until one is left (successive halving: Jamieson and Talwalkar, AISTATS 2016).
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any

import numpy as np

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.network_file import Network
from starbalance.simulator.engine.strategy import BASE, Strategy, find_strategy, search_numbers, tuned_search
from starbalance.simulator.engine.strategy_name import STRONG
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.plan import Plan, make_plan

LIMIT = 240.0  # milliseconds of computing time of a searching seat in a game: four of them play a game a second
CHUNK = 4  # games
ROUNDS = ((96, 0.4), (192, 0.0))  # games of each setting in all, and the share of settings that go on
_APART = 1_000_000  # from the games of one place to those of the next
_PILOT, _PLAYOUTS = 16, 8  # games and playouts that measure the computing time of a setting
_FEWEST, MOST = 2, 64  # playouts
_CYCLES = (1, 2, 3, 6)  # turns of each seat to the rollout depth
_MARGIN = 0.02  # of the first settings with the network, whose errors a margin keeps from deciding


@dataclass
class Measured:
    """The games of one setting.

    Attributes:
        row: The setting, as a table of `strong.toml`.
        credits: The share of the win of its player in each game.
        seconds: The computing time of all games.
    """

    row: Mapping[str, Any]
    credits: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def share(self) -> float:
        """The mean share of the win."""
        return float(np.mean(self.credits))

    @property
    def milliseconds(self) -> float:
        """The computing time of a game."""
        return 1000 * self.seconds / len(self.credits)


@dataclass(frozen=True)
class Table:
    """The games in which settings are compared.

    Attributes:
        game: The game.
        rules: The rules.
        network: The network that settings with `network` use.
        at_work: Workers that play the games.
        seed: The seed.
    """

    game: Game
    rules: Rules
    network: Network | None
    at_work: batch.AtWork
    seed: int

    def play(self, measured: Measured, games: int) -> None:
        """Play further games with a setting, until it has played `games`, rounded up to the number of players.

        The player that searches has each place equally often. No two places share games, so all games are independent.
        """
        players = self.rules.setup.players
        first, last = len(measured.credits) // players, -(-games // players)
        if last <= first:
            return
        start = time.process_time()
        tasks = [
            (self._plan(measured.row, player), *each)
            for player in range(players)
            for each in batch.chunks(player * _APART + first, player * _APART + last, CHUNK)
        ]
        parts = {place: outcomes for place, outcomes, _ in self.at_work(tasks)}
        measured.seconds += time.process_time() - start
        credits = [_credits(tasks[place][0], parts[place]) for place in range(len(tasks))]
        measured.credits += np.concatenate(credits).tolist()

    def _plan(self, row: Mapping[str, Any], player: int) -> Plan:
        """Return the plan in which a player searches with a setting."""
        lineup: list[Any] = [BASE] * self.rules.setup.players
        lineup[player] = searching(self.game, row, self.network)
        return make_plan(self.game, self.rules, strategies=lineup, seed=self.seed)[0]


def _credits(plan: Plan, outcomes: np.ndarray) -> np.ndarray:
    """Return the credit of the player that searches, summed over its seats."""
    player = next(place for place, row in enumerate(plan.lineup) if plan.strategies[row].search is not None)
    seats = int(plan.rules["seats"])
    own = plan.rules["player"][:seats] == player
    return outcomes["seats"]["credit"][:, :seats][:, own].sum(1)


def searching(game: Game, row: Mapping[str, Any], network: Network | None) -> Strategy:
    """Return `sensible` with the search of a setting."""
    return replace(find_strategy(game, BASE), name=STRONG, base=BASE, search=tuned_search(game, row, network))


def grid(game: Game, rules: Rules, *, has_network: bool) -> Iterator[dict[str, Any]]:
    """Yield the settings to compare first: the rollout depths, with the network and without it."""
    numbers = search_numbers(game)
    usual = {"width": numbers["width"], "horizon": numbers["horizon"], "threshold": numbers["threshold"]}
    start = {"playouts": _PLAYOUTS, **usual}
    depths = [cycles * rules.setup.seats for cycles in _CYCLES]
    for turns in depths if has_network else ():
        yield {**start, "turns": turns, "margin": _MARGIN, "network": True}
    for turns in (0, depths[1]):
        yield {**start, "turns": turns, "margin": 0.0, "network": False}


def neighbours(row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield settings that differ from one in one number."""
    changes: list[dict[str, Any]] = [
        {"width": 2 * row["width"]},
        {"threshold": row["threshold"] / 2},
        {"threshold": 2 * row["threshold"]},
        {"margin": row["margin"] + 0.015},
        {"margin": row["margin"] / 2},
    ]
    if row["turns"]:
        changes.append({"turns": row["turns"] * 3 // 2})
    yield from ({**row, **change} for change in changes if {**row, **change} != row)


def check_limit(table: Table, limit: float) -> None:
    """Check that a limit allows the shortest search without a network, which is the fastest one.

    A limit slightly above it may still be too small for the searches that `tune` compares.

    Raises:
        BadInput: If it does not.
    """
    shortest = {**next(grid(table.game, table.rules, has_network=True)), "network": False}
    _refuse_below(_piloted(table, [shortest]), limit)


def tune(table: Table, limit: float, notify: Callable[[str], None]) -> list[Measured]:
    """Return the settings that played the most games, best first.

    Args:
        table: The games.
        limit: The largest computing time of a game, in milliseconds. Each setting gets the playouts that it allows.
        notify: Prints a line for each setting.

    Raises:
        BadInput: If no search is fast enough.
    """
    first = _piloted(table, grid(table.game, table.rules, has_network=table.network is not None))
    _refuse_below(first, limit)
    best = _halved(table, fitted(first, limit), notify=notify)
    near = _piloted(table, neighbours(best[0].row))
    return _halved(table, [best[0], *fitted(near, limit)], notify=notify)


def _piloted(table: Table, rows: Iterable[Mapping[str, Any]]) -> list[Measured]:
    """Return settings with a few games that measure their computing time."""
    pilots = [Measured(row) for row in rows]
    for each in pilots:
        table.play(each, _PILOT)
    return pilots


def _refuse_below(pilots: Iterable[Measured], limit: float) -> None:
    least = min(_FEWEST * _milliseconds_of_a_playout(each) for each in pilots)
    if least > limit:
        raise BadInput(f"Every search takes more than {limit:g} ms a game: the least limit is {ceil(least)} (--limit).")


def fitted(pilots: Sequence[Measured], limit: float) -> list[Measured]:
    """Return settings with the most playouts, at most MOST, that keep a game within the limit, without games yet.

    A setting whose fewest playouts take longer is left out.
    """
    fits = []
    for each in pilots:
        playouts = int(limit / _milliseconds_of_a_playout(each))
        if playouts >= _FEWEST:
            fits.append(Measured({**each.row, "playouts": min(playouts, MOST)}))
    return fits


def _milliseconds_of_a_playout(pilot: Measured) -> float:
    return pilot.milliseconds / pilot.row["playouts"]


def _halved(table: Table, settings: Sequence[Measured], *, notify: Callable[[str], None]) -> list[Measured]:
    """Return the settings of the last round, best first."""
    left = list(settings)
    for games, kept in ROUNDS:
        for each in left:
            table.play(each, games)
            notify(described(each))
        left = sorted(left, key=lambda each: -each.share)
        left = left[: max(1, round(kept * len(left)))] if kept else left
    return left


def described(measured: Measured) -> str:
    """Return a setting with its share of the win and its computing time in words."""
    numbers = {key: f"{value:g}" if isinstance(value, float) else f"{value:,d}" for key, value in measured.row.items()}
    row = " ".join(f"{key}={number}" for key, number in numbers.items())
    count = len(measured.credits)
    return f"{100 * measured.share:.1f}% of {count} games, {measured.milliseconds:.0f} ms a game: {row}"
