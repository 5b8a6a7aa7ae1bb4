"""A game as one of its players sees it: lines of the log without anything that the player cannot know.

Each line is written for several determinizations of a position. A mark replaces the words that differ between them,
because they depend on hidden information. For an action of another player, the determinizations are those in which the
action looks alike.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import Any

import numpy as np

from starbalance.analyses.questions.one_game import OneGame
from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import copy_of, option_dt, zeros

MARK = "?"  # replaces words that the player cannot know
WORLDS = 24  # determinizations in which a line is written
_FEWEST = 8  # determinizations in which an action looks alike
_TRIED = 6000  # actions that are tried in determinizations
_OPEN = re.compile(r"[\s,;:]*(?:\(\?\)|\?(?: \(\d+\))?)[\s,;:?]*$")  # an open result at the end of a sentence
_WORDS = re.compile(r"(\s+|[+()])")  # what divides a sentence into words
_LOOK = np.uint64(2**40)  # the random seed of the determinization that positions are compared by
_UNSEEN = "An action that your seat cannot see."
_LIST = re.compile(r"\?(?:(?:,| and) \?)+(?=[;.]|$| \()")  # hidden things in a row
_SIGNS = (";", ",", " and ")  # what divides a sentence into parts, the strongest first


class Seen:
    """A game as the player of a seat sees it. When the game is over, nothing is hidden.

    Args:
        one: The game.
        seat: The seat.
    """

    def __init__(self, one: OneGame, seat: int):
        self._game, self._rules, self._narrator, self._seat = one.game, one.rules.record, one.narrator, seat
        self._options = zeros(one.game.kernels.max_options, option_dt)

    def lines(self, write: Callable[[Any], Iterable[str]], state: Any) -> list[str]:
        """Return lines about a position.

        Args:
            write: Returns the lines about a position in which nothing is hidden.
            state: The position.
        """
        return common_lines([list(write(each)) for each in self.alike(state)])

    def alike(self, state: Any) -> list[Any]:
        """Return determinizations of a position, and the position as the last one.

        What is equal in all of them is what the player knows. When the game is over, the list is only the position.

        Args:
            state: The position.
        """
        return [state] if state.over else [*self._worlds(state, WORLDS), state]

    def actions(self, state: Any, options: np.ndarray) -> list[str]:
        """Return a sentence for each legal action of the seat, without results that are still open.

        Args:
            state: The position, in which the seat acts.
            options: The legal actions.
        """
        count = max(_FEWEST, min(WORLDS, 1000 // len(options)))
        worlds = [
            [self._sentence(world, options, k) for k in range(len(options))] for world in self._worlds(state, count)
        ]
        return [_OPEN.sub("", common(texts)) for texts in zip(*worlds, strict=True)]

    def event(self, state: Any, options: np.ndarray, chosen: int) -> str:
        """Return the sentence about an action as the player sees it. Empty if there is nothing to see.

        Args:
            state: The position before the action.
            options: The legal actions.
            chosen: The index of the action.
        """
        known = self._sentence(state, options, chosen)
        if not known or self._after(state, options[chosen]).over:
            return known
        texts = self._alike(state, options, chosen)
        return "" if "" in texts else common([*texts, known]) if texts else _UNSEEN

    def _alike(self, state: Any, options: np.ndarray, chosen: int) -> list[str]:
        """Return the sentences about actions in determinizations that look like an action.

        If there are too few of them, because the action shows what was hidden from all players, the result of the
        action is compared before the next steps of the game.
        """
        texts = list(islice(self._looking_alike(state, options, chosen, result=self._after), WORLDS))
        if len(texts) < _FEWEST:
            texts += islice(self._looking_alike(state, options, chosen, result=self._applied), WORLDS)
        return texts

    def _looking_alike(
        self, state: Any, options: np.ndarray, chosen: int, *, result: Callable[[Any, Any], Any]
    ) -> Iterator[str]:
        """Yield the sentences about actions whose results look like the result of the chosen one."""
        look, tried = self._look(result(state, options[chosen])), 0
        is_own = self._rules.player[state.actor] == self._rules.player[self._seat]
        for world in self._worlds(state, _TRIED):
            opts = options if is_own else self._options_of(world)
            for place in [chosen] if is_own else range(len(opts)):
                if self._look(result(world, opts[place])) == look:
                    yield self._sentence(world, opts, place)
            tried += 1 if is_own else len(opts)
            if tried >= _TRIED:
                return

    def _worlds(self, state: Any, count: int) -> Iterator[Any]:
        """Yield determinizations of a position. They depend only on what the player knows."""
        for number in range(count):
            yield self._redealt(state, np.uint64(number))

    def _redealt(self, state: Any, randomness: Any) -> Any:
        world = copy_of(state)
        self._game.kernels.redeal(world, self._rules, self._seat, randomness)
        return world

    def _look(self, state: Any) -> bytes:
        """Return what the player knows about a position, in a form that can be compared."""
        return self._redealt(state, _LOOK).tobytes()

    def _options_of(self, state: Any) -> np.ndarray:
        return self._options[: self._game.kernels.options(state, self._rules, self._options)]

    def _sentence(self, state: Any, options: np.ndarray, place: int) -> str:
        return self._narrator.decision(state, options, place).strip()

    def _after(self, state: Any, option: Any) -> Any:
        """Return the position after an action, at the next decision."""
        after = copy_of(state)
        carry_out(self._game, after, self._rules, option)
        return after

    def _applied(self, state: Any, option: Any) -> Any:
        """Return the position right after an action, before further steps."""
        after = copy_of(state)
        self._game.kernels.apply(after, self._rules, option)
        return after


def common_lines(texts: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines that several texts have in common, with MARK for words that differ.

    Args:
        texts: The lines of each text.
    """
    if len({len(text) for text in texts}) == 1:
        return [common(lines) for lines in zip(*texts, strict=True)]
    return common(["\n".join(text) for text in texts], ["\n"]).split("\n")


def common(texts: Sequence[str], separators: Sequence[str] = _SIGNS) -> str:
    """Return what several sentences have in common, with MARK for words that differ.

    A list of hidden things shows its length if it is the same in all sentences.

    Args:
        texts: The sentences.
        separators: The signs that divide a sentence into parts, the strongest first.

    >>> common(["hand: Base, Fleet", "hand: Scout, Base"]), common(["hand: Base", "hand: Scout, Base"])
    ('hand: ? (2)', 'hand: ? Base')
    >>> common(["roll (points 3)", "roll (points 5)"]), common(["roll (red, 3): won", "roll (red, 5): won"])
    ('roll (points ?)', 'roll (red, ?): won')
    >>> common(["hand: Base, Scout and Fleet", "hand: Scout, Fleet and Base"])
    'hand: ? (3)'
    """
    return _LIST.sub(lambda match: f"{MARK} ({match[0].count(MARK)})", _shared(texts, separators))


def _shared(texts: Sequence[str], separators: Sequence[str]) -> str:
    """Return what several sentences have in common, with a MARK for each thing of a list of hidden things."""
    if len(set(texts)) == 1:
        return texts[0]
    for place, sign in enumerate(separators, 1):
        parts = [text.split(sign) for text in texts]
        is_equally_long = len({len(each) for each in parts}) == 1
        if sign == "," and not is_equally_long:
            break  # lists of different lengths, which may all have one "and"
        if len(parts[0]) > 1 and is_equally_long:
            return sign.join(_shared(each, separators[place:]) for each in zip(*parts, strict=True))
    words = [[word for word in _WORDS.split(text) if word] for text in texts]
    start = _common_start(words)
    shortest = min(map(len, words)) - len(start)
    end = _common_start([each[::-1][:shortest] for each in words])[::-1]
    if _open(start + end) < min(map(_open, words)):
        end.remove(")")  # its bracket begins in the words that differ
    gap = [" "] if end and not (end[0].isspace() or end[0] in "+).") else []
    is_cut = _open(start + end) > max(map(_open, words))
    return "".join([*start, MARK, *gap, *end, ")" * is_cut])


def _open(words: Sequence[str]) -> int:
    """Return how many brackets some words leave open."""
    return words.count("(") - words.count(")")


def _common_start(lists: Sequence[Sequence[str]]) -> list[str]:
    """Return the words with which all lists begin."""
    return [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*lists, strict=False))]
