"""Strategies that play without something: random rounds, greedy choice, items that they do not use.

The items of a game are the columns of `Usage` in its state.py, which count what options use, and the bits of the
columns of flags among them. The game's function `uses` returns which option uses which item.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import FLAGS, ITEMS
from starbalance.simulator.engine.tables import Rules, is_a

MOST_ROUNDS = 10_000


@dataclass(frozen=True)
class Restricted:
    """A strategy that plays without something. Its name is such as `sensible-random-after:5`.

    Attributes:
        base: A strategy without a search: a name, a function or a `Strategy`.
        random_after: The first round in which every option has the same chance. Decisions of the setup, before the
            first round, are never random. `None` means no such round.
        is_greedy: Whether it takes the option after which its seat stands best at once.
        without: Items of `starbalance usage`. The strategy takes an option that uses one only if all options do.
    """

    base: Any
    random_after: int | None = None
    is_greedy: bool = False
    without: Sequence[str] = ()


def check_round(number: Any) -> int:
    """Return the round of a switch to random play.

    Raises:
        BadInput: If it is out of range.
    """
    if not is_a(number, int) or not 1 <= number <= MOST_ROUNDS:
        raise BadInput(
            f"The round from which on a strategy plays at random cannot be {number}: it is from 1 to {MOST_ROUNDS:,}."
        )
    return number


def items(game: Game, rules: Rules) -> dict[str, tuple[int, ...]]:
    """Return the codes of each item that a player can do without, one code for each column that has it.

    The result is empty for a game without `Usage`.
    """
    found: dict[str, tuple[int, ...]] = {}
    for column in getattr(game.module("state"), "Usage", ()):
        name = column.name.lower()
        for number, word in enumerate(game.flags(rules).get(name, (name,))):
            found[word] = (*found.get(word, ()), FLAGS * column + number)
    return found


def item_codes(game: Game, rules: Rules, words: Iterable[str]) -> tuple[int, ...]:
    """Return the codes of items, whose words may be written without capitals and signs.

    Raises:
        BadInput: If an item does not exist, the items have too many codes, or the game has no items.
    """
    known = items(game, rules)
    if not known:
        raise BadInput(f"{game.title} does not say what its options use: no strategy can do without it.")
    written = {_letters(word): word for word in known}
    found: tuple[int, ...] = ()
    for word in words:
        if _letters(word) not in written:
            raise unknown("item", word, known)
        found += known[written[_letters(word)]]
    if len(found) > ITEMS:
        raise BadInput(f"A strategy does without {ITEMS} items at most, counted in each column that has them.")
    return found


def _letters(word: str) -> str:
    """Return the letters and digits of a word, in lower case."""
    return "".join(letter for letter in word.lower() if letter.isalnum())
