"""Search for games behind a cell of a table: a condition, the seats that meet it, and the commands that show their
games.
"""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import refuse_plays
from starbalance.analyses.presentation.replay import Replay
from starbalance.analyses.presentation.wording import as_options
from starbalance.analyses.questions.flags import elements
from starbalance.analyses.questions.replay import replay
from starbalance.analyses.questions.spec import game_options, lineup_of, searches
from starbalance.analyses.questions.where import WON, condition_of
from starbalance.analyses.statistics.aggregate import rules_of, seat_batches
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.strategy import search_numbers
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.amount import joined
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import HUMAN, fingerprint


@dataclass(frozen=True)
class Found:
    """The seats of a run that meet a condition.

    Attributes:
        seats: the number of seats
        games: the number of games with such a seat
        first: the seats of the first games, see `find`
    """

    seats: int
    games: int
    first: pd.DataFrame


def find(result: Result, where: str, limit: int = 5) -> Found:
    """Return the seats of a run that meet a condition, and commands that show their games.

    Args:
        result: A run.
        where: Comparisons of columns of the seats and games, joined by `and`, such as `race=Peacenims and won=false`.
            `won` says whether a seat has the highest credit of its game; `none` means a missing word. For a column of
            sets,
            `drawn=Mira` means that the set holds `Mira`, and `drawn!=Mira` that it does not.
        limit: The number of games whose seats are listed. Default: 5.

    Returns:
        The number of seats and games, and the frame `first` with all seats of the first games that meet the condition.
        game: the number of the game
        seat: the seat
        the headline factor, strategy, credit and rounds
        the other columns of the condition
        play: the command that shows the game

    Raises:
        BadInput: If a column, sign or word does not exist. The message names the nearest one.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> found = sb.find(result, "ship=Tug and won=true", limit=2)
    >>> found.seats, found.games, len(found.first)
    (69, 69, 2)
    """
    refuse_plays([result])
    if limit < 1:
        raise BadInput(f"The limit must be at least 1, got {limit}.")
    condition = condition_of(result, where)
    compared = [name for name in condition.columns if name != WON]
    shown = list(dict.fromkeys(["game", "seat", result.factor, "strategy", "credit", "rounds", *compared]))
    seats, games, first = 0, 0, []
    for batch in seat_batches(result, shown):
        rows = batch.filter(condition.met).select(shown).sort("game", maintain_order=True).collect()
        numbers = rows["game"].unique(maintain_order=True)
        first.append(rows.filter(pl.col("game").is_in(numbers.head(max(0, limit - games)).implode())))
        seats, games = seats + rows.height, games + len(numbers)
    first_seats = pl.concat(first)
    commands = {number: play_command(result, number) for number in first_seats["game"].unique()}
    play = [commands[number] for number in first_seats["game"]]
    columns = [name for name in dict.fromkeys(compared) if name in result.sets]
    sets = [elements(result, name, first_seats[name]).list.join(", ") for name in columns]
    return Found(seats, games, to_pandas(first_seats.with_columns(*sets, play=pl.Series(play, dtype=pl.String))))


def play_command(result: Result, number: int) -> str:
    """Return the command that shows a game of a run.

    Args:
        result: A run.
        number: The number of the game.

    Returns:
        The command with the seed, the setup, changes of the rules, the strategies of the players and the fingerprint.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=5, seed=1)
    >>> "--seed 1 --game 3" in play_command(result, 3)
    True
    """
    settings = result.settings
    if HUMAN in settings:
        return shlex.join(["starbalance", "play", str(result.folder), "--game", str(number)])
    words = ["starbalance", "play", settings["game"], "--setup", settings["setup"]]
    words += ["--seed", str(settings["seed"]), "--game", str(number), "--strategies", joined(lineup_of(result, number))]
    words += ["--as-of", fingerprint(settings["rules"], settings["code"])]
    return shlex.join([*words, *as_options(settings["changes"])])


def replay_of(result: Result, number: int, notify: Callable[[str], None] = lambda line: None) -> Replay:
    """Return a game of a run, replayed position by position.

    Args:
        result: A run.
        number: The number of the game.
        notify: Called with a sentence if rules or strategies have changed.

    Raises:
        BadInput: If a player uses a strategy from a file of the user. A run keeps its name and weights, but not the
            file.
    """
    settings = result.settings
    if HUMAN in settings:
        raise BadInput(f"A person played the game: `{play_command(result, number)} --html FILE` writes its page.")
    return replay(settings["game"], number=number, notify=notify, **game_options(result, number))


def is_as_played(result: Result) -> bool:
    """Return whether the installed rules and strategies are those of a run, so that its games can be replayed.

    Args:
        result: A run.
    """
    from starbalance.simulator.engine.cache import source_hash

    settings = result.settings
    game = find_game(settings["game"])
    rules = rules_of(result)
    found = [each["search"] for each in settings["strategies"] if searches(each)]
    same = all({**each, **_as_in_file(search_numbers(game))} == each for each in found)
    return same and (rules.version, source_hash(game.packages)) == (settings["rules"], settings["code"])


def _as_in_file(numbers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers of a search in the types in which a settings file returns them."""
    return {**numbers, "decisions": list(numbers["decisions"])}
