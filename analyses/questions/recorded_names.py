"""Names of recorded plays: groups that may be spellings of one name, and numbers instead of people."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import combinations

from starbalance.analyses.questions.recorded_columns import plain_word
from starbalance.analyses.questions.recorded_games import Play

_ALIKE = 0.8  # similarity of two names, at most 1; above this value they may be one name
_SHORTEST = 5  # letters of names that are compared letter by letter
_MOST = 300  # names that are compared letter by letter


def spellings(names: Iterable[str]) -> Iterator[list[str]]:
    """Yield the groups of names that may be spellings of one name.

    Names that differ in a number are different names.

    Args:
        names: The names.

    >>> list(spellings(["Naalu", "naalu", "NAALU", "Sardakk", "Sardak", "Arm 1", "Arm 2"]))
    [['Naalu', 'naalu', 'NAALU'], ['Sardakk', 'Sardak']]
    """
    words: dict[str, list[str]] = {}
    for name in dict.fromkeys(filter(None, names)):
        words.setdefault(_letters(name), []).append(name)
    groups = {word: [word] for word in words}
    is_short = len(words) <= _MOST
    for first, second in combinations(words, 2) if is_short else ():
        if groups[first] is not groups[second] and _is_close(first, second):
            groups[first] += groups[second]
            groups |= dict.fromkeys(groups[second], groups[first])
    for group in {id(each): each for each in groups.values()}.values():
        spelled = [name for word in group for name in words[word]]
        if len(spelled) > 1:
            yield spelled


def _letters(name: str) -> str:
    """Return a name in lower case without accents, spaces and signs. A name of signs stays as it is."""
    bare = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    return plain_word(bare) or name


def _is_close(one: str, two: str) -> bool:
    if min(len(one), len(two)) < _SHORTEST or _digits(one) != _digits(two):
        return False
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    return matcher.real_quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


def _digits(word: str) -> str:
    return "".join(filter(str.isdigit, word))


def anonymous(games: Sequence[Play]) -> tuple[list[Play], dict[str, str]]:
    """Return games with numbers instead of people.

    Args:
        games: The games.

    Returns:
        games: the games, without marks of winners and without further columns of the file, which may name people
        numbers: the new name of each person, in the order of their first game
    """
    people = dict.fromkeys(each.person for game in games for each in game.players if each.person)
    numbers = {name: f"person {place}" for place, name in enumerate(people, 1)} | {"": ""}
    return [
        replace(
            game,
            more={},
            players=tuple(replace(each, person=numbers[each.person], winner="", more={}) for each in game.players),
        )
        for game in games
    ], numbers
