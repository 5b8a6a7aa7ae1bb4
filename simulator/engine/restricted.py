"""Strategies that are kept from something: how they are named.

BASE-random-after:ROUND    plays BASE, and from a round on every option with the same chance
BASE-greedy                takes the option after which it stands best at once, of equals the one that BASE likes
BASE-without:ITEM          plays BASE, but takes no option that uses an item, unless there is no other

The items of a game are the columns of `Usage` in its state.py, which count what options use, and the bits of the
columns of flags among them. The game's function `uses` returns which option uses which item.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import FLAGS, ITEMS
from starbalance.simulator.engine.tables import Rules, is_a

RANDOM_AFTER, GREEDY, WITHOUT = "-random-after", "-greedy", "-without"
MOST_ROUNDS = 10_000
_LAST = re.compile(rf"(.*)({RANDOM_AFTER}|{WITHOUT}(?=:|$))(.*)", re.DOTALL)  # what is kept from it, from the last on
_FIRST = re.compile(rf"{RANDOM_AFTER}|{WITHOUT}(?=:|$)|(?<=.){GREEDY}(?={RANDOM_AFTER}|{WITHOUT}|$)")


@dataclass(frozen=True)
class Restricted:
    """A strategy that is kept from something, by what it is made of; a name such as sensible-random-after:5 says both.

    base: a strategy that does not look ahead, as a run takes it. random_after: the round from which on it plays at
    random, every option of a decision with the same chance; none, if in none. What is decided at the set-up, before the
    first round, is never at random. is_greedy: whether it takes the option after which it stands best at once.
    without: the items, as `starbalance usage` lists them, that no option it takes uses, unless all options do.
    """

    base: Any
    random_after: int | None = None
    is_greedy: bool = False
    without: Sequence[str] = ()


def is_restricted(name: str) -> bool:
    """Whether a name says that a strategy is kept from something."""
    last = _LAST.fullmatch(name)
    return name.endswith(GREEDY) or (last is not None and "@" not in last[3])


def parse_restricted(name: str) -> Restricted:
    """A restricted strategy by its name. Raises BadInput for a round that is none, and for no item."""
    if name.endswith(GREEDY):
        return Restricted(name.removesuffix(GREEDY), is_greedy=True)
    last = _LAST.fullmatch(name)
    base, mark, text = last.groups() if last else (name, "", "")
    if mark == WITHOUT:
        return _parse_without(name, base, text[1:])
    if not base or not text.startswith(":") or not text[1:].isdecimal():
        named = f"{base or 'sensible'}{RANDOM_AFTER}:5"
        raise BadInput(f"'{name}' has no round from which on it plays at random: write {named}.")
    return Restricted(base, int(text[1:]))


def _parse_without(name: str, base: str, item: str) -> Restricted:
    if not base or not item:
        raise BadInput(f"'{name}' does not say what is done without: write {base or 'sensible'}{WITHOUT}:ITEM.")
    return Restricted(base, without=(item,))


def check_round(number: Any) -> int:
    """Raises BadInput for a round that cannot be."""
    if not is_a(number, int) or not 1 <= number <= MOST_ROUNDS:
        raise BadInput(
            f"The round from which on a strategy plays at random cannot be {number}: it is from 1 to {MOST_ROUNDS:,}."
        )
    return number


def without_restriction(name: str) -> str:
    """A name without what it says that the strategy is kept from."""
    return _FIRST.split(name, maxsplit=1)[0]


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
