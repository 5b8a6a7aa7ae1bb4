"""What the players of a game use and do, by its words, and the codes by which its kernels know it.

`Usage` in the state.py of a game numbers the columns of its outcome that tell what a player decides to use: counts,
named by the column, and flags, each by its word. Its verb `uses` says which option uses what.
"""

from collections.abc import Iterable

from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.kernel import FLAGS, ITEMS
from starbalance.simulator.engine.tables import Rules


def items(game: Game, rules: Rules) -> dict[str, tuple[int, ...]]:
    """Item that a player can do without -> its codes, one for each column that has it; none where none is known."""
    found: dict[str, tuple[int, ...]] = {}
    for column in getattr(game.module("state"), "Usage", ()):
        name = column.name.lower()
        for number, word in enumerate(game.flags(rules).get(name, (name,))):
            found[word] = (*found.get(word, ()), FLAGS * column + number)
    return found


def item_codes(game: Game, rules: Rules, words: Iterable[str]) -> tuple[int, ...]:
    """The codes of items, whose words may be written without capitals and signs.

    Raises BadInput for one that does not exist, for more of them than fit, and for a game that knows none.
    """
    known = items(game, rules)
    if not known:
        raise BadInput(f"{game.title} does not say what its options use: no strategy can do without it.")
    written = {_plain(word): word for word in known}
    found: tuple[int, ...] = ()
    for word in words:
        if _plain(word) not in written:
            raise unknown("item", word, known)
        found += known[written[_plain(word)]]
    if len(found) > ITEMS:
        raise BadInput(f"A strategy does without {ITEMS} items at most, counted in each column that has them.")
    return found


def _plain(word: str) -> str:
    """The letters and digits of a word, in lower case."""
    return "".join(letter for letter in word.lower() if letter.isalnum())
