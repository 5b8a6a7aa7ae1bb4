"""The parser of the values of options: shares such as 2%, counts such as 10k, and lists."""

import re
from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any

from starbalance.simulator.engine.errors import BadInput

SHARES = "a share such as 0.02, 2% or 2pp"
COUNTS = "a whole number such as 10000, 10,000, 10_000, 10k, 1.5k or 1M"
_SHARE = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(%|pp)?")
_COUNT = re.compile(r"([+-]?)(?:(\d{1,3}(?:,\d{3})+|\d+(?:_\d+)*)|(\d+(?:\.\d+)?)\s*([kKmM]))")
_DIGITS = {"k": 3, "m": 6}


def share(value: Any, name: str) -> float:
    """Return a share or probability as a number.

    Args:
        value: A number such as 0.02, or text: 0.02, 2%, 2 % or 2pp.
        name: The name of the option or argument, for the message.

    Raises:
        BadInput: If the value is neither a number nor text of this form.
    """
    if isinstance(value, Real) and not isinstance(value, bool):
        return float(value)
    match = _SHARE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise BadInput(f"{name} must be {SHARES}, got {_shown(value)}.")
    number, unit = match.groups()
    return float(number) / (100 if unit else 1)


def count(value: Any, name: str) -> int:
    """Return a count as a whole number.

    Args:
        value: A whole number, or text: 10000, 10,000, 10_000, 10k, 1.5k or 1M.
        name: The name of the option or argument, for the message.

    Raises:
        BadInput: If the value is not a whole number.
    """
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    match = _COUNT.fullmatch(value.strip()) if isinstance(value, str) else None
    number = None if match is None else _whole(match)
    if number is None:
        raise BadInput(f"{name} must be {COUNTS}, got {_shown(value)}.")
    return number


def _whole(match: re.Match[str]) -> int | None:
    """Return the number that a match of `_COUNT` stands for, or `None` if it is not whole."""
    sign, digits, part, unit = match.groups()
    if digits is not None:
        return int(sign + digits.replace(",", "").replace("_", ""))
    whole, _, decimals = str(part).partition(".")
    decimals = decimals.rstrip("0")
    places = _DIGITS[str(unit).lower()]
    return int(sign + whole + decimals.ljust(places, "0")) if len(decimals) <= places else None


def _shown(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else repr(value)


_OF_SHARES = ("margin", "within", "alpha", "max_truncated", "chance", "step")
_OF_COUNTS = (
    *("games", "max_games", "budget", "pilot", "playouts", "worlds", "searched", "rounds", "starts", "largest", "top"),
    *("limit", "seed", "number", "decision", "by_round", "players", "jobs", "runs"),
)
_READERS = {**dict.fromkeys(_OF_SHARES, share), **dict.fromkeys(_OF_COUNTS, count)}


def amounts(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments in which shares and counts that are text are replaced by numbers.

    Args:
        arguments: The values by name. Other arguments, lists and objects stay unchanged.

    Raises:
        BadInput: If a share or a count cannot be read.
    """
    return {
        name: _READERS[name](value, name) if isinstance(value, str) and name in _READERS else value
        for name, value in arguments.items()
    }


_COMMA = re.compile(r"(?<!\\),")


def split(text: str) -> list[str]:
    """Return the words that commas separate, without the spaces around them."""
    return [word.strip().replace("\\,", ",") for word in _COMMA.split(text)]


def joined(words: Iterable[str]) -> str:
    """Return words as one text, which `split` splits again."""
    return ",".join(word.replace(",", "\\,") for word in words)
