"""The check of `redeal`: which fields its determinizations must change, and which they must keep."""

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from starbalance.simulator.engine.errors import nearest
from starbalance.simulator.engine.files import read_text
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.runs.fields import FieldPath, part, paths

OF_A_TYPE = 3  # positions of one decision type in a game
FEWEST = 12  # checked seats, over all positions, before a field counts as never resampled
DRAWS = np.arange(1, 4, dtype=np.uint64)
_SHARED = {"key", "drawn", "notes"}  # resampled by the engine


class Fault(Exception):
    """A violation by a game. The message continues a sentence that starts with the game function."""

    def __init__(self, message: str, place: str = ""):
        """Make the fault.

        Args:
            message: The end of the sentence.
            place: The file and the line. Default: the line of the game function.
        """
        super().__init__(message)
        self.place = place


class Worlds:
    """The determinizations of sampled positions, for each seat."""

    def __init__(self, game: Game, rules: Any, seats: int):
        self._game = game
        self._rules = rules
        self._seats = seats
        self._seen: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self._values: defaultdict[FieldPath, set[bytes]] = defaultdict(set)
        self._changed: set[FieldPath] = set()  # by the draw
        self._replaced: set[FieldPath] = set()  # by another value than in the game
        self._room = zeros(game.kernels.max_options, option_dt)
        self.pairs = 0
        redeal = game.functions.redeal
        self.has_hidden = redeal is not None
        hidden = game.module(redeal.rpartition(".")[0]) if redeal else None
        self._file = Path(str(getattr(hidden, "__file__", "")))
        self._private = [tuple(name.split(".")) for name in getattr(hidden, "PRIVATE", ())]
        self._cards = [tuple(name.split(".")) for name in getattr(hidden, "CARD_FIELDS", ())]
        self._declared = [*self._private, *(tuple(name.split(".")) for name in getattr(hidden, "HIDDEN_FIELDS", ()))]

    def check_cards(self, state: Any) -> None:
        """Check that every card of a game in one file has one place. -1 is a place without a card.

        Raises:
            Fault: If a card stands twice in the deck and the hands.
        """
        fields: dict[int, str] = {}
        for path in self._cards:
            cards = part(state, path)[: self._seats] if path[0] == "players" else part(state, path)
            for card in cards[cards >= 0].tolist():
                if card in fields:
                    names = " and ".join(f"'{name}'" for name in dict.fromkeys((path[-1], fields[card])))
                    raise Fault(
                        f"leaves the card {card} twice in {names}: a card has one place, and -1 is a place without one"
                    )
                fields[card] = path[-1]

    def is_wanted(self, number: int, state: Any) -> bool:
        """Count a position. Return whether it is among the first OF_A_TYPE of its decision type in a game."""
        decision = int(state.decision)
        self._seen[number][decision] += 1
        return self._seen[number][decision] <= OF_A_TYPE

    def look(self, state: Any) -> None:
        """Check determinizations of a position for every seat, and note which fields they change.

        Raises:
            Fault: If a determinization depends on what is hidden, or changes what is not declared as hidden.
        """
        if not self.has_hidden:
            return
        self._check_names(state.dtype)
        for path in self._declared:
            self._values[path].add(part(state, path).tobytes())
        for seat in range(self._seats):
            worlds = [self._redealt(state, seat, draw) for draw in DRAWS]
            self._check_own(state, worlds[0], seat)
            self._check_visible(state, worlds[0])
            again = self._redealt(worlds[0], seat, DRAWS[1])
            if again.tobytes() != worlds[1].tobytes():
                name = _first_difference(again, worlds[1])
                raise Fault(f"depends on more than what seat {seat} sees: a second call gives another {name}")
            self._note(state, worlds)
        self._check_actions(state)

    def end(self) -> None:
        """Check that determinizations depend on the draw, if declared fields differ between games.

        Raises:
            Fault: If `redeal` resamples none of the fields that hidden.py declares, or leaves one of them as it is.
        """
        varied = [path for path in self._declared if path[-1] not in _SHARED and len(self._values[path]) > 1]
        fixed = [path for path in varied if path not in self._changed]
        if len(fixed) < len(varied):
            fixed = [path for path in fixed if self._is_kept(path)]
        if fixed and self.pairs >= FEWEST:
            names = " and ".join(f"state.{'.'.join(path)}" for path in fixed)
            raise Fault(
                f"never resamples {names}, which hidden.py declares as hidden: every draw gives the same result"
            )

    def _is_kept(self, path: FieldPath) -> bool:
        """Return whether all determinizations keep a field that is hidden in most positions.

        A private field outside `players` may be hidden in few positions. A hidden deck may be sorted, not shuffled.
        """
        return path not in self._replaced and (path[0] == "players" or path not in self._private)

    def _check_names(self, dtype: np.dtype) -> None:
        known = {path[:length] for path in paths(dtype) for length in range(1, len(path) + 1)}
        for path in self._declared:
            if path not in known:
                name, names = ".".join(path), sorted(".".join(each) for each in known)
                raise Fault(
                    f"has a field '{name}' in PRIVATE or HIDDEN_FIELDS that the state does not have: "
                    f"{nearest(name, names).rstrip('.')}",
                    self._place(name),
                )

    def _place(self, name: str) -> str:
        """Return the file and the line in which hidden.py declares a field. Empty if no line has its name."""
        lines = read_text(self._file).splitlines()
        numbers = [number for number, line in enumerate(lines, start=1) if f'"{name}"' in line]
        return f"{self._file}, line {numbers[0]}" if numbers else ""

    def _check_actions(self, state: Any) -> None:
        """Raise Fault if a determinization for the acting seat changes its legal actions."""
        seat = int(state.actor)
        real, other = (self._actions(each) for each in (state, self._redealt(state, seat, DRAWS[0])))
        if real != other:
            raise Fault(f"changes the legal actions of seat {seat}, which must depend only on what the seat sees")

    def _actions(self, state: Any) -> bytes:
        copy = zeros(1, state.dtype)
        copy[0] = state
        count = self._game.kernels.options(copy[0], self._rules, self._room)
        return self._room[:count].tobytes()

    def _check_visible(self, state: Any, world: Any) -> None:
        """Raise Fault if a determinization changes a field that is not declared as hidden."""
        scratch = getattr(self._game.module("state"), "SCRATCH", ())
        if not self._declared:
            return
        for path in paths(state.dtype):
            is_declared = any(path[: len(each)] == each for each in self._declared)
            is_free = is_declared or path[0] in scratch or path[-1] in _SHARED
            if not is_free and part(state, path).tobytes() != part(world, path).tobytes():
                raise Fault(f"changes state.{'.'.join(path)}, which hidden.py does not declare as hidden")

    def _check_own(self, state: Any, world: Any, seat: int) -> None:
        """Raise Fault if a determinization for a seat changes fields that only this seat sees (PRIVATE)."""
        for path in self._private:
            if path[0] == "players" and len(path) > 1:
                one, other = (part(each, path)[seat].tobytes() for each in (state, world))
                if one != other:
                    raise Fault(f"changes state.{'.'.join(path)} of seat {seat}, which the seat sees (PRIVATE)")

    def _note(self, state: Any, worlds: list[Any]) -> None:
        self.pairs += 1
        for path in self._declared:
            resampled = {part(world, path).tobytes() for world in worlds}
            if len(resampled) > 1:
                self._changed.add(path)
            if resampled != {part(state, path).tobytes()}:
                self._replaced.add(path)

    def _redealt(self, state: Any, seat: int, draw: np.uint64) -> Any:
        copy = zeros(1, state.dtype)
        copy[0] = state
        self._game.kernels.redeal(copy[0], self._rules, seat, draw)
        return copy[0]


def _first_difference(one: Any, other: Any) -> str:
    path = next(each for each in paths(one.dtype) if part(one, each).tobytes() != part(other, each).tobytes())
    return "state." + ".".join(path)
