"""From a cell to the games behind it: a condition in words, the rows that meet it, the commands that show them."""

import operator
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import polars as pl

from starbalance.analyses.presentation.replay import Replay
from starbalance.analyses.presentation.wording import as_options
from starbalance.analyses.questions.flags import flag_marks, flag_words
from starbalance.analyses.questions.replay import replay
from starbalance.analyses.statistics.aggregate import seat_batches
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, nearest, unknown
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
from starbalance.simulator.runs.amount import joined
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import edition

WON = "won"  # a condition: whether the seat has the highest credit of its game
SIGNS = {
    "=": pl.Expr.eq_missing,
    "!=": pl.Expr.ne_missing,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
TRUTH = {"true": 1.0, "false": 0.0}
NONE = "none"
FILE = "FILE.py:"  # stands for the file of a strategy of the user
_SIGN = "!=|<=|>=|=|<|>"
_TERM = re.compile(rf"\s*(\S+?)\s*({_SIGN})\s*(.*?)\s*")
_OR = re.compile(rf"\s+or\s+(?=\S+?\s*(?:{_SIGN}))", re.IGNORECASE)
_AND = re.compile(rf"\s+and\s+(?=\S+?\s*(?:{_SIGN}))", re.IGNORECASE)  # not one within a word such as Search and Rescue


@dataclass(frozen=True)
class Found:
    """The seats of a run that meet a condition: how many, in how many games, and the first of them as a frame."""

    seats: int
    games: int
    first: pd.DataFrame


def find(result: Result, where: str, limit: int = 5) -> Found:
    """The seats that meet a condition; of each of the first `limit` games, all that do.

    where: `race=Peacenims and strategy=warlord and won=false`, of columns of the seats and games of a run; `won` is
    whether a seat has the highest credit of its game, `none` a word that is missing. `drawn=Mira` means that a column
    of sets holds `Mira`, `drawn!=Mira` that it does not. first: game, seat, the game's factor, strategy, credit,
    rounds, the other columns of the condition, and `play`, the command that shows the game.

    Raises BadInput, naming the nearest, for a column, sign or word that does not exist.
    """
    if limit < 1:
        raise BadInput(f"The limit cannot be {limit}: it is 1 or more.")
    if _OR.search(where):
        raise BadInput("The parts of a condition are joined by `and` alone: ask once for each part of an `or`.")
    schema = {**result.scan("games").collect_schema(), **result.scan("seats").collect_schema(), WON: pl.Boolean()}
    terms = [_term(text) for text in _AND.split(where)]
    met = pl.all_horizontal(_met(result, schema, term) for term in terms)
    asked = [name for name, _, _ in terms if name != WON]
    shown = list(dict.fromkeys(["game", "seat", result.factor, "strategy", "credit", "rounds", *asked]))
    seats, games, first = 0, 0, []
    for batch in seat_batches(result, shown):
        rows = batch.filter(met).select(shown).sort("game", maintain_order=True).collect()
        numbers = rows["game"].unique(maintain_order=True)
        first.append(rows.filter(pl.col("game").is_in(numbers.head(max(0, limit - games)).implode())))
        seats, games = seats + rows.height, games + len(numbers)
    found = pl.concat(first)
    commands = {number: play_command(result, number) for number in found["game"].unique()}
    play = [commands[number] for number in found["game"]]
    sets = [_elements(result, name, found[name]) for name in dict.fromkeys(asked) if name in result.sets]
    return Found(seats, games, to_pandas(found.with_columns(*sets, play=pl.Series(play, dtype=pl.String))))


def _elements(result: Result, column: str, masks: pl.Series) -> pl.Series:
    """Return a column of sets with the elements of each as words, separated by commas."""
    words = flag_words(result, column)
    told = [", ".join(word for bit, word in enumerate(words) if mask >> bit & 1) for mask in masks]
    return pl.Series(column, told, dtype=pl.String)


def _term(text: str) -> tuple[str, str, str]:
    """(column, sign, value) of one comparison."""
    match = _TERM.fullmatch(text)
    if match is None or not match[3]:
        raise BadInput(f"'{text.strip()}' is no condition: write COLUMN=VALUE, with {', '.join(SIGNS)} and `and`.")
    return match[1], match[2], match[3]


def _met(result: Result, schema: Mapping[str, pl.DataType], term: tuple[str, str, str]) -> pl.Expr:
    """Whether a row meets one comparison (column, sign, value)."""
    name, sign, text = term
    if name not in schema:
        raise unknown("column", name, schema)
    if name in result.sets:
        return _holds(result, name, sign, text=text)
    kind = schema[name]
    wins = pl.col("credit") == pl.col("credit").max().over("game")
    column = wins.cast(pl.Float64) if name == WON else pl.col(name)
    if kind.is_numeric() or name == WON:
        return SIGNS[sign](column, pl.lit(_number(name, text, truth=name == WON)))
    if sign not in ("=", "!="):
        raise BadInput(f"'{name}' holds words: write {name}={text} or {name}!={text}.")
    return SIGNS[sign](column.cast(pl.String), pl.lit(_word(result, name, kind, text=text), pl.String))


def _holds(result: Result, name: str, sign: str, *, text: str) -> pl.Expr:
    """Return whether the set in a column holds an element, or lacks it for `!=`.

    Raises BadInput for another sign, and for an element that does not exist.
    """
    words = flag_words(result, name)
    places = {word.lower(): place for place, word in enumerate(words)}
    if text.lower() not in places:
        raise unknown(f"element of '{name}'", text, words)
    if sign not in ("=", "!="):
        raise BadInput(f"'{name}' holds a set: write {name}={text} or {name}!={text}.")
    return SIGNS[sign](flag_marks(name, len(words))[places[text.lower()]], pl.lit(True))


def _number(name: str, text: str, truth: bool) -> float:
    """The number of a text; true and false are 1 and 0, and all there is where it is about truth."""
    if text.lower() in TRUTH:
        return TRUTH[text.lower()]
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if number != number or (truth and number not in TRUTH.values()):
        takes = f"is true or false: {nearest(text, TRUTH)}" if truth else f"holds numbers, and '{text}' is none."
        raise BadInput(f"'{name}' {takes}")
    return number


def _word(result: Result, name: str, kind: pl.DataType, *, text: str) -> str | None:
    """The word of a column that a text names, whatever its capitals; None for `none`."""
    if isinstance(kind, pl.Enum):
        known = kind.categories.to_list()
    else:
        table = "seats" if name in result.scan("seats").collect_schema() else "games"
        known = result.scan(table).select(pl.col(name).unique().sort()).collect()[name].to_list()
    found = {word.lower(): word for word in known}
    if text.lower() not in found:
        if text.lower() == NONE:
            return None
        raise unknown(name, text, known)
    return found[text.lower()]


def play_command(result: Result, number: int) -> str:
    """The command that shows a game of a run: seed, set-up, changes, the strategy of each player, and the edition."""
    settings = result.settings
    words = ["starbalance", "play", settings["game"], "--setup", settings["setup"]]
    words += ["--seed", str(settings["seed"]), "--game", str(number), "--strategies", joined(_lineup(result, number))]
    words += ["--as-of", edition(settings["rules"], settings["code"])]
    return shlex.join([*words, *as_options(settings["changes"])])


def replay_of(result: Result, number: int, tell: Callable[[str], None] = lambda line: None) -> Replay:
    """A game of a run, replayed.

    Raises BadInput for a strategy that is none of the game's: a run keeps its name and weights, not its file.
    """
    settings = result.settings
    foreign = [each["name"] for each in settings["strategies"] if is_own(settings["game"], each)]
    if foreign:
        raise BadInput(f"'{foreign[0]}' is a strategy of your own: replay such a game by `play`, with its file.")
    return replay(
        settings["game"],
        setup=settings["setup"],
        seed=settings["seed"],
        number=number,
        strategies=_lineup(result, number),
        set=settings["changes"],
        tell=tell,
    )


def _lineup(result: Result, number: int) -> list[str]:
    """The strategy of each player of a game as the command line takes it; one where all play the same."""
    specs = {each["name"]: spec(result.settings["game"], each) for each in result.settings["strategies"]}
    seats = result.scan("seats").filter(pl.col("game") == number).select("player", "strategy").unique().sort("player")
    lineup = [specs[name] for name in seats.collect()["strategy"]]
    return lineup[:1] if len(set(lineup)) == 1 else lineup


def spec(game: str, used: Mapping[str, Any]) -> str:
    """A strategy of a run as the command line takes it."""
    if not _searches(used):
        return _plain_spec(game, used)
    search = used["search"]
    believing = search["believing"]
    for each in search["believed"] if believing != POOL else ():
        believing = _plain_spec(game, each)
    return search_name(_plain_spec(game, _base(used)), search["playouts"], believing)


def _searches(used: Mapping[str, Any]) -> bool:
    """Whether a strategy of a run looks further ahead than to what is best at once."""
    return "search" in used and used["search"]["horizon"] != AT_ONCE


def _base(used: Mapping[str, Any]) -> dict[str, Any]:
    """Return the strategy that a search of a run is based on."""
    return {**used, "name": str(_name(used).without_search())}


def _name(used: Mapping[str, Any]) -> StrategyName:
    """Return the name of a strategy of a run, without the number of a copy."""
    return parse_strategy(original_name(used["name"]))


def _plain_spec(game: str, used: Mapping[str, Any]) -> str:
    """Return the name of a strategy of a run, with its temperature unless the name stands for it."""
    name, heat = _name(used), Variation(TEMPERATURE, str(used["temperature"]))
    if _is_foreign(game, used):
        return f"{FILE}{name}" + (str(heat) if used["temperature"] and not name.has_temperature else "")
    own = find_strategy(find_game(game), str(name)).temperature
    return str(name) if own == used["temperature"] else f"{name.without_temperature()}{heat}"


def is_own(game: str, used: Mapping[str, Any]) -> bool:
    """Whether a strategy of a run, or one that it believes in, is none of the game's: a command must name its file."""
    if not _searches(used):
        return _is_foreign(game, used)
    return any(_is_foreign(game, each) for each in (_base(used), *used["search"]["believed"]))


def _is_foreign(game: str, used: Mapping[str, Any]) -> bool:
    name, found = _name(used).base, find_game(game)
    if used["code"] or name not in strategy_names(found):
        return True
    own = find_strategy(found, name)
    rows = (Row(own.weights), *own.setups.values())
    return Row(used["weights"], used.get("levels", {})) not in rows


def is_as_played(result: Result) -> bool:
    """Whether the rules and strategies here are those that a run was played with, so that its games can be replayed."""
    from starbalance.simulator.engine.cache import source_stamp

    settings = result.settings
    game = find_game(settings["game"])
    rules = tables.load(game, settings["setup"], None, set=settings["changes"])
    searches = [each["search"] for each in settings["strategies"] if _searches(each)]
    same = all({**each, **_as_in_file(search_numbers(game))} == each for each in searches)
    return same and (rules.version, source_stamp(game.packages)) == (settings["rules"], settings["code"])


def _as_in_file(numbers: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of a search as a file gives them back."""
    return {**numbers, "phases": list(numbers["phases"])}
