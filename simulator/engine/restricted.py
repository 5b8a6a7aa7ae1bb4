"""Restricted strategies: random play from a round on, one-ply greedy play, and ablations of components.

The components of a game are the columns of `Usage` in its state.py, which count what options use. In a set-valued
column each bit is a component. The game function `uses` returns whether an option uses a component.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import COMPONENTS, FLAGS
from starbalance.simulator.engine.tables import Rules, is_a

MOST_ROUNDS = 10_000


@dataclass(frozen=True)
class Restricted:
    """A restricted strategy. It has a name such as `sensible-random-after:5`.

    Attributes:
        base: A strategy without a search: a name, a function or a `Strategy`.
        random_after: The first round of uniformly random play. Decisions of the setup, before the first round, are
            never random. Default: `None`, no random play.
        is_greedy: Whether it is one-ply greedy: it takes the option with the highest heuristic value right after it.
            Default: false.
        without: The components that it avoids, as `starbalance usage` lists them. It takes an option that uses one only
            if all options do. Default: no components.
    """

    base: Any
    random_after: int | None = None
    is_greedy: bool = False
    without: Sequence[str] = ()


def check_round(number: Any) -> int:
    """Return the round of a switch to random play, after checking it.

    Raises:
        BadInput: If it is not a whole number from 1 to MOST_ROUNDS.
    """
    if not is_a(number, int) or not 1 <= number <= MOST_ROUNDS:
        raise BadInput(
            f"The first round of random play must be a whole number from 1 to {MOST_ROUNDS:,}, got {number}."
        )
    return number


def components(game: Game, rules: Rules) -> dict[str, tuple[int, ...]]:
    """Return the codes of each component that a strategy can avoid: one code for each column that has it.

    The result is empty for a game without `Usage`.
    """
    codes: dict[str, tuple[int, ...]] = {}
    for column in getattr(game.module("state"), "Usage", ()):
        name = column.name.lower()
        for number, word in enumerate(game.flags(rules).get(name, (name,))):
            codes[word] = (*codes.get(word, ()), FLAGS * column + number)
    return codes


def component_codes(game: Game, rules: Rules, words: Iterable[str]) -> tuple[int, ...]:
    """Return the codes of components, by words that may differ in capitals and signs.

    Raises:
        BadInput: If a component does not exist, if there are more than COMPONENTS codes, or if the game has no
            components.
    """
    known = components(game, rules)
    if not known:
        raise BadInput(f"{game.title} does not define which components its options use, so no strategy can avoid one.")
    written = {_letters(word): word for word in known}
    codes: tuple[int, ...] = ()
    for word in words:
        if _letters(word) not in written:
            raise unknown("component", word, known)
        codes += known[written[_letters(word)]]
    if len(codes) > COMPONENTS:
        raise BadInput(
            f"A strategy can avoid at most {COMPONENTS} components, counted once per column, got {len(codes)}."
        )
    return codes


def _letters(word: str) -> str:
    """Return the letters and digits of a word, in lower case."""
    return "".join(letter for letter in word.lower() if letter.isalnum())
