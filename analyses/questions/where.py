"""Conditions on the seats and games of a run, such as `race=Peacenims and won=false`, and the games that meet them."""

import operator
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import polars as pl

from starbalance.analyses.questions.flags import flag_marks, flag_words
from starbalance.simulator.engine.errors import BadInput, nearest, unknown
from starbalance.simulator.runs.amount import count
from starbalance.simulator.runs.result import Result, View

WON = "won"  # in a condition: whether the seat has the highest credit of its game
SIGNS = {
    "=": pl.Expr.eq_missing,
    "!=": pl.Expr.ne_missing,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_MISTAKES = {"=>": ">=", "=<": "<=", "==": "=", "=!": "!=", "<>": "!="}
TRUTH = {"true": 1.0, "false": 0.0}
NONE = "none"
_SIGN = "!=|<=|>=|=|<|>"
_TERM = re.compile(r"\s*(\S+?)\s*([!<=>]+)\s*(.*?)\s*")
_OR = re.compile(rf"\s+or\s+(?=\S+?\s*(?:{_SIGN}))", re.IGNORECASE)
_AND = re.compile(rf"\s+and\s+(?=\S+?\s*(?:{_SIGN}))", re.IGNORECASE)  # not within a name such as Search and Rescue

_RESULTS = (WON, "credit")  # columns that depend on the winner


@dataclass(frozen=True)
class Condition:
    """A condition on the seats and games of a run.

    Attributes:
        met: an expression of columns of seats and games: whether a seat meets the condition
        columns: the columns that are compared, in order; `won` may be one of them
    """

    met: pl.Expr
    columns: Sequence[str]


@dataclass(frozen=True)
class Chosen(View):
    """The games of a run in which at least one seat meets a condition.

    Attributes:
        condition: the condition
    """

    condition: Condition

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table that belong to these games."""
        return self.result.scan(table).join(self._numbers(), on="game", how="semi")

    def _numbers(self) -> pl.LazyFrame:
        """Return the numbers of the games."""
        seats, games = self.result.scan("seats"), self.result.scan("games")
        known = seats.collect_schema().names()
        more = [name for name in self.condition.columns if name not in known and name != WON]
        rows = seats.join(games.select("game", *more), on="game", maintain_order="left") if more else seats
        return rows.filter(self.condition.met).select("game").unique()


def chosen(result: Result, where: str | None) -> Result:
    """Return the games of a run in which at least one seat meets a condition, as a run.

    A condition on the winner is refused, because it would bias every win share.

    Args:
        result: A run.
        where: The condition, as in `find`. `None` means all games.

    Raises:
        BadInput: If a column, sign or word does not exist, the condition is about the winner, or no game meets it.
    """
    if where is None:
        return result
    condition = condition_of(result, where)
    for name in condition.columns:
        if name in _RESULTS:
            raise BadInput(f"'{name}' depends on the winner, which the table measures: leave it out of the condition.")
    view = Chosen(result, condition)
    if view.scan("games").head(1).collect().is_empty():
        raise BadInput(f"No seat of the {result.played:,} games meets the condition '{where}'.")
    return view


def game_count(result: Result) -> int:
    """Return the number of games of a run, or of those that a condition chooses.

    Args:
        result: A run, or the result of `chosen`.
    """
    return result.scan("games").select(pl.len()).collect().item()


def condition_of(result: Result, where: str) -> Condition:
    """Return the condition that a text describes.

    Args:
        result: A run.
        where: Comparisons of columns, joined by `and`, as in `find`.

    Raises:
        BadInput: If a column, sign or word does not exist. The message names the nearest one.
    """
    if _OR.search(where):
        raise BadInput("A condition may join its parts by `and` only: search once for each part of an `or`.")
    schema = {**result.scan("games").collect_schema(), **result.scan("seats").collect_schema(), WON: pl.Boolean()}
    terms = [_term(text) for text in _AND.split(where)]
    met = pl.all_horizontal(_met(result, schema, term) for term in terms)
    return Condition(met, list(dict.fromkeys(name for name, _, _ in terms)))


def _term(text: str) -> tuple[str, str, str]:
    """Return the column, sign and value of one comparison. Raise BadInput for another sign or text in another form."""
    match = _TERM.fullmatch(text)
    if match is None or not match[3]:
        raise BadInput(f"'{text.strip()}' is not a condition: write COLUMN=VALUE, with {', '.join(SIGNS)} and `and`.")
    if match[2] not in SIGNS:
        advice = f" Did you mean '{_MISTAKES[match[2]]}'?" if match[2] in _MISTAKES else ""
        raise BadInput(f"'{match[2]}' is not a comparison sign: write one of {', '.join(SIGNS)}.{advice}")
    return match[1], match[2], match[3]


def _met(result: Result, schema: Mapping[str, pl.DataType], term: tuple[str, str, str]) -> pl.Expr:
    """Return an expression for whether a row meets one comparison (column, sign, value)."""
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
    """Return an expression for whether the set in a column holds an element, or lacks it for `!=`."""
    words = flag_words(result, name)
    places = {word.lower(): place for place, word in enumerate(words)}
    if text.lower() not in places:
        raise unknown(f"element of '{name}'", text, words)
    if sign not in ("=", "!="):
        raise BadInput(f"'{name}' holds a set: write {name}={text} or {name}!={text}.")
    return SIGNS[sign](flag_marks(name, len(words))[places[text.lower()]], pl.lit(True))


def _number(name: str, text: str, truth: bool) -> float:
    """Return the number of a text, where `true` and `false` are 1 and 0.

    Raise BadInput for other text; with `truth`, also for other numbers.
    """
    if text.lower() in TRUTH:
        return TRUTH[text.lower()]
    number = _parsed(text)
    if number != number or (truth and number not in TRUTH.values()):
        takes = f"is true or false: {nearest(text, TRUTH)}" if truth else f"holds numbers, got '{text}'."
        raise BadInput(f"'{name}' {takes}")
    return number


def _parsed(text: str) -> float:
    """Return the number of a text such as 0.5, 1,000 or 10k. Return NaN for other text."""
    with suppress(ValueError):
        return float(text)
    with suppress(BadInput):
        return count(text, "The value")
    return float("nan")


def _word(result: Result, name: str, kind: pl.DataType, *, text: str) -> str | None:
    """Return the word of a column that a text names in upper or lower case, or `None` for the text `none`."""
    if isinstance(kind, pl.Enum):
        known = kind.categories.to_list()
    else:
        table = "seats" if name in result.scan("seats").collect_schema() else "games"
        known = result.scan(table).select(pl.col(name).unique().sort()).collect()[name].to_list()
    by_lower_case = {word.lower(): word for word in known}
    if text.lower() not in by_lower_case:
        if text.lower() == NONE:
            return None
        raise unknown(name, text, known)
    return by_lower_case[text.lower()]
