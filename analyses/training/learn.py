"""The strategy `strong`: a search with a learned network, within a limit of computing time."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd
import tomli_w

from starbalance.analyses.statistics.estimate import ALPHA, mean_interval
from starbalance.analyses.statistics.players import one_player_note
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.analyses.training.learning import Learned, learn_network
from starbalance.analyses.training.tuning import LIMIT, MOST, Measured, Table, check_limit, tune
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import check_writable, write_text
from starbalance.simulator.engine.network_file import network_path, write_network
from starbalance.simulator.engine.searcher import STRONG_FILE, Searcher, read_strong
from starbalance.simulator.engine.strategy import BASE, find_strategy, folder
from starbalance.simulator.engine.strategy_name import STRONG
from starbalance.simulator.engine.tables import parse
from starbalance.simulator.runs.experiment import Experiment, prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.ready import make_rules_ready
from starbalance.simulator.runs.run import check_games

GAMES = 16_000
MEASURED = 1200
LOOKS = 3  # at a quarter of the games, at half of them, and at all
_SHARE, _GAIN = (0.0, 1.0), (-1.0, 1.0)  # the ends of a share and of a difference of shares
_NOT_SHOWN = (
    f"\nThese games do not show that '{STRONG}' wins more than an equal share of {{:.1f}}%, so no file was written: "
    "try more games (--measured){}."
)
_HEADER = "# The searches of the strategy `strong`, by setup. `starbalance strategy learn` writes this file.\n\n"


@dataclass(frozen=True)
class Strong:
    """A search of the strategy `strong` in a setup.

    Attributes:
        row: Its settings, as a table of `strong.toml`.
        learned: The network.
        share: The share of the win of one player among `sensible` players: mean, and ends of the interval.
        gain: The gain of the network over the heuristic value in the same search, in the same games.
        milliseconds: The computing time of a game.
        games: The number of games that measured it.
        equal_share: The share of the win if all players played alike.
        folder: The folder of the strategies of the game, with its files.
        note: Sentences on shares of one player, if the sides have several players. Otherwise empty.
    """

    row: Mapping[str, Any]
    learned: Learned
    share: tuple[float, float, float]
    gain: tuple[float, float, float]
    milliseconds: float
    games: int
    equal_share: float
    folder: Path
    note: str

    @property
    def is_shown(self) -> bool:
        """Whether the search is shown to win more than an equal share. Otherwise no file is written."""
        return self.share[1] > self.equal_share

    @property
    def table(self) -> pd.DataFrame:
        """The shares of the win. Columns: measure, mean, low, high."""
        rows = {"share of the win": self.share, "gain of the network": self.gain}
        return pd.DataFrame(
            [{"measure": name, **dict(zip(("mean", "low", "high"), each, strict=True))} for name, each in rows.items()]
        )


def learn(
    game: str | Path,
    *,
    games: int = GAMES,
    measured: int = MEASURED,
    limit: float = LIMIT,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> Strong:
    """Make the strategy `strong` of a setup: train a network, choose the search, and measure both.

    The network is used only if it wins more than the heuristic value in the same search. The files are written next to
    the strategies of the game, unless the search is not shown to win more than an equal share.

    Args:
        game: Name or folder of the game.
        games: Games from which the network learns. Default: 16,000.
        measured: Largest number of games that measure the result. Default: 1,200.
        limit: Largest computing time of the searching player in a game, in milliseconds. Default: 240.
        alpha: One minus the confidence level of the intervals. Default: 0.05.
        **options: Options of `run`, except strategies, pool and temperature.

    Returns:
        The search and its strength.

    Raises:
        BadInput: If a name is unknown, a value is out of range, or the files cannot be written.
    """
    check_alpha(alpha)
    check_games(games)
    check_games(measured)
    if not limit > 0:
        raise BadInput(f"The limit of computing time must be above 0, got {limit}.")
    experiment, execution = prepare(game, options, TrainingOptions)
    place = folder(experiment.game)
    check_writable(place / STRONG_FILE)
    read_strong(place)  # a damaged file would be found only after the games
    searching = find_strategy(experiment.game, Searcher(BASE))
    make_rules_ready(experiment.game, experiment.rules.record, [searching], notify=execution.notify)
    with execution.at_work() as at_work:
        check_limit(Table(experiment.game, experiment.rules, None, at_work, experiment.reseeded(3).seed), limit)
    learned = learn_network(
        experiment.game,
        experiment.rules,
        games=games,
        seed=experiment.seed,
        jobs=execution.jobs,
        notify=execution.notify,
    )
    with execution.at_work() as at_work:
        table = Table(experiment.game, experiment.rules, learned.network, at_work, experiment.reseeded(3).seed)
        best = tune(table, limit, execution.notify)[0]
        fresh = replace(table, seed=experiment.reseeded(4).seed)
        result, plain, gain = _compare(fresh, best.row, measured, alpha=alpha)
    chosen = result if gain[1] > 0 else plain
    share = _share_of(chosen, alpha)
    strong = Strong(
        chosen.row,
        learned,
        share,
        gain,
        chosen.milliseconds,
        games=len(chosen.credits),
        equal_share=1 / experiment.rules.setup.players,
        folder=place,
        note=one_player_note(experiment.rules.setup),
    )
    _write(experiment, strong, games=games)
    return strong


def _compare(
    table: Table, row: Mapping[str, Any], most: int, *, alpha: float
) -> tuple[Measured, Measured, tuple[float, float, float]]:
    """Return the games of a search with the network and without it, and the gain of the network.

    The games end early if a part of them shows the gain or a loss of the network, and whether the better search wins
    more than an equal share. Each look has its part of the error probability.
    """
    result, plain = (Measured({**row, "network": is_used}) for is_used in (True, False))
    gain = (0.0, -1.0, 1.0)
    for look in range(LOOKS):
        for each in (result, plain):
            table.play(each, most >> (LOOKS - 1 - look))
        gain = mean_interval(np.subtract(result.credits, plain.credits), 1 - alpha / LOOKS, bounds=_GAIN)
        share = _share_of(result if gain[1] > 0 else plain, alpha)
        if _differs(gain, 0.0) and _differs(share, 1 / table.rules.setup.players):
            break
    return result, plain, gain


def _share_of(measured: Measured, alpha: float) -> tuple[float, float, float]:
    """Return the share of the win: mean, and ends of the interval, which holds at every look."""
    return mean_interval(np.array(measured.credits), 1 - alpha / LOOKS, flip=1.0, bounds=_SHARE)


def _differs(interval: tuple[float, float, float], value: float) -> bool:
    return not interval[1] <= value <= interval[2]


def _write(experiment: Experiment, strong: Strong, *, games: int) -> None:
    """Write the network and the settings next to the strategies of the game, if the search is shown to be stronger."""
    if not strong.is_shown:
        return
    setup, path = experiment.setup, strong.folder / STRONG_FILE
    if strong.row["network"]:
        network_path(strong.folder, setup).parent.mkdir(exist_ok=True)
        write_network(network_path(strong.folder, setup), strong.learned.network)
    rows = {**_rows(path), setup: {**strong.row, "provenance": _provenance(experiment, strong, games)}}
    known = [each.name for each in experiment.game.setups]
    ordered = {name: rows[name] for name in [*known, *rows] if name in rows}
    write_text(path, _HEADER + tomli_w.dumps(ordered))
    read_strong.cache_clear()


def _rows(path: Path) -> dict[str, Any]:
    """Return the tables of `strong.toml`. Empty if there is no such file."""
    return dict(parse(path)) if path.exists() else {}


def _provenance(experiment: Experiment, strong: Strong, games: int) -> dict[str, Any]:
    """Return how a row was made and what was measured, in shares of 1 and milliseconds."""
    return {
        "seed": experiment.seed,
        "games": games,
        "explained": round(strong.learned.explained, 3),
        "explained_by_standing": round(strong.learned.by_standing, 3),
        "measured": strong.games,
        "share": [round(each, 3) for each in strong.share],
        "gain_of_network": [round(each, 3) for each in strong.gain],
        "milliseconds": round(strong.milliseconds),
    }


def summary(strong: Strong) -> str:
    """Return sentences with the strength of the player and what it uses."""
    share, low, high = (100 * each for each in strong.share)
    gain, least, most = (100 * each for each in strong.gain)
    use = "uses the network" if strong.row["network"] else "does not use the network"
    sentence = "" if strong.is_shown else _NOT_SHOWN.format(100 * strong.equal_share, _advice(strong))
    return (
        f"One player with '{STRONG}' wins {share:.1f}% ({low:.1f} to {high:.1f}) of {strong.games:,} games among "
        f"'{BASE}' players and takes {strong.milliseconds:.0f} ms a game.\n"
        f"It {use}, which gains {gain:+.1f} points ({least:+.1f} to {most:+.1f}) in the same search. "
        f"The network explains {100 * strong.learned.explained:.0f}% of the variance of the results in test games, the "
        f"heuristic value {100 * strong.learned.by_standing:.0f}%. {strong.note}".rstrip()
        + sentence
    )


def _advice(strong: Strong) -> str:
    """Return what more computing time can do for a search."""
    if strong.row["playouts"] < MOST:
        return " or more computing time (--limit)"
    return f". The search has {MOST} playouts, the largest number that is tried: a larger --limit changes nothing"
