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
from starbalance.analyses.questions.flags import flag_words
from starbalance.analyses.questions.replay import replay
from starbalance.analyses.questions.where import WON, condition_of
from starbalance.analyses.statistics.aggregate import seat_batches
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.limits import AT_ONCE
from starbalance.simulator.engine.strategy import find_strategy, search_numbers, strategy_names
from starbalance.simulator.engine.strategy_name import (
    POOL,
    TEMPERATURE,
    StrategyName,
    Variation,
    original_name,
    parse_strategy,
    search_name,
)
from starbalance.simulator.engine.weights import Row
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.agent import HEAT
from starbalance.simulator.runs.amount import joined
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import HUMAN, PERSON, fingerprint

FILE = "FILE.py:"  # stands for the file of a strategy of the user


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
    sets = [_elements(result, name, first_seats[name]) for name in dict.fromkeys(compared) if name in result.sets]
    return Found(seats, games, to_pandas(first_seats.with_columns(*sets, play=pl.Series(play, dtype=pl.String))))


def _elements(result: Result, column: str, masks: pl.Series) -> pl.Series:
    """Return a column of sets with the elements of each set as words, separated by commas."""
    words = flag_words(result, column)
    elements = [", ".join(word for bit, word in enumerate(words) if mask >> bit & 1) for mask in masks]
    return pl.Series(column, elements, dtype=pl.String)


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
    words += ["--seed", str(settings["seed"]), "--game", str(number), "--strategies", joined(_lineup(result, number))]
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
    foreign = [each["name"] for each in settings["strategies"] if is_own(settings["game"], each)]
    if foreign:
        raise BadInput(
            f"'{foreign[0]}' is from a file of yours: replay the game with `starbalance play` and that file."
        )
    return replay(
        settings["game"],
        setup=settings["setup"],
        seed=settings["seed"],
        number=number,
        strategies=_lineup(result, number),
        set=settings["changes"],
        notify=notify,
    )


def _lineup(result: Result, number: int) -> list[str]:
    """Return the strategy of each player of a game as the command line names it; only one if all players use it."""
    specs = {each["name"]: spec(result.settings["game"], each) for each in result.settings["strategies"]}
    seats = result.scan("seats").filter(pl.col("game") == number).select("player", "strategy").unique().sort("player")
    lineup = [specs[name] for name in seats.collect()["strategy"]]
    return lineup[:1] if len(set(lineup)) == 1 else lineup


def spec(game: str, used: Mapping[str, Any]) -> str:
    """Return the name under which the command line takes a strategy of a run.

    Args:
        game: The name of the game.
        used: The strategy, from the settings of the run.
    """
    if not _searches(used):
        return _plain_spec(game, used)
    search = used["search"]
    opponents = search["opponents"]
    for each in search["opponent_models"] if opponents != POOL else ():
        opponents = _plain_spec(game, each)
    return search_name(_plain_spec(game, _base(used)), search["playouts"], opponents)


def _searches(used: Mapping[str, Any]) -> bool:
    """Return whether a strategy of a run searches beyond its own next decision."""
    return "search" in used and used["search"]["horizon"] != AT_ONCE


def _base(used: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of the strategy that a search player of a run is based on."""
    return {**used, "name": str(_name(used).without_search())}


def _name(used: Mapping[str, Any]) -> StrategyName:
    """Return the name of a strategy of a run, without the number of a copy."""
    return parse_strategy(original_name(used["name"]))


def _plain_spec(game: str, used: Mapping[str, Any]) -> str:
    """Return the name of a strategy of a run, with its temperature unless the name implies it."""
    if _is_person(used):
        return PERSON
    name, heat = _name(used), Variation(TEMPERATURE, str(used["temperature"]))
    if _is_foreign(game, used):
        own = HEAT if used.get("is_agent") else 0.0
        return f"{FILE}{name}" + (str(heat) if used["temperature"] != own and not name.has_temperature else "")
    own = find_strategy(find_game(game), str(name)).temperature
    return str(name) if own == used["temperature"] else f"{name.without_temperature()}{heat}"


def is_own(game: str, used: Mapping[str, Any]) -> bool:
    """Return whether a strategy of a run, or one of its opponent models, comes from a file of the user.

    A command must then name the file.

    Args:
        game: The name of the game.
        used: The strategy, from the settings of the run.
    """
    if not _searches(used):
        return _is_foreign(game, used)
    return any(_is_foreign(game, each) for each in (_base(used), *used["search"]["opponent_models"]))


def _is_foreign(game: str, used: Mapping[str, Any]) -> bool:
    if _is_person(used):
        return False
    name, known_game = _name(used).base, find_game(game)
    if used["code"] or name not in strategy_names(known_game):
        return True
    own = find_strategy(known_game, name)
    rows = (Row(own.weights), *own.setups.values())
    return Row(used["weights"], used.get("levels", {})) not in rows


def _is_person(used: Mapping[str, Any]) -> bool:
    """Return whether a strategy of a run stands for a person."""
    return used["name"] == PERSON and not used["code"]


def is_as_played(result: Result) -> bool:
    """Return whether the installed rules and strategies are those of a run, so that its games can be replayed.

    Args:
        result: A run.
    """
    from starbalance.simulator.engine.cache import source_hash

    settings = result.settings
    game = find_game(settings["game"])
    rules = tables.load(game, settings["setup"], None, set=settings["changes"])
    searches = [each["search"] for each in settings["strategies"] if _searches(each)]
    same = all({**each, **_as_in_file(search_numbers(game))} == each for each in searches)
    return same and (rules.version, source_hash(game.packages)) == (settings["rules"], settings["code"])


def _as_in_file(numbers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers of a search in the types in which a settings file returns them."""
    return {**numbers, "decisions": list(numbers["decisions"])}
