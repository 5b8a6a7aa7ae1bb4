"""The check of `redeal`: which fields its determinizations must change, and which they must keep."""

from collections import Counter, defaultdict
from typing import Any

import numpy as np

from starbalance.simulator.engine.errors import nearest
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.runs.fields import FieldPath, part, paths

OF_A_TYPE = 3  # positions of one decision type in a game
FEWEST = 12  # checked seats, over all positions, before a field counts as never resampled
DRAWS = np.arange(1, 4, dtype=np.uint64)
_SHARED = {"key", "drawn", "notes"}  # resampled by the engine


class Fault(Exception):
    """A violation by a game. The message continues a sentence that starts with the game function."""


class Worlds:
    """The determinizations of sampled positions, for each seat."""

    def __init__(self, game: Game, rules: Any, seats: int):
        self._game = game
        self._rules = rules
        self._seats = seats
        self._seen: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self._values: defaultdict[FieldPath, set[bytes]] = defaultdict(set)
        self._changed: set[FieldPath] = set()
        self._pairs = 0
        redeal = game.functions.redeal
        self.has_hidden = redeal is not None
        hidden = game.module(redeal.rpartition(".")[0]) if redeal else None
        self._private = [tuple(name.split(".")) for name in getattr(hidden, "PRIVATE", ())]
        self._declared = [*self._private, *(tuple(name.split(".")) for name in getattr(hidden, "HIDDEN_FIELDS", ()))]

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
            again = self._redealt(worlds[0], seat, DRAWS[1])
            if again.tobytes() != worlds[1].tobytes():
                name = _first_difference(again, worlds[1])
                raise Fault(f"depends on more than what seat {seat} sees: a second call gives another {name}")
            self._check_visible(state, worlds[0])
            self._check_own(state, worlds[0], seat)
            self._note(worlds)

    def end(self) -> None:
        """Check that determinizations depend on the draw, if declared fields differ between games.

        Raises:
            Fault: If `redeal` resamples none of the fields that hidden.py declares.
        """
        varied = [path for path in self._declared if path[-1] not in _SHARED and len(self._values[path]) > 1]
        if varied and self._pairs >= FEWEST and not self._changed.intersection(varied):
            names = " and ".join(f"state.{'.'.join(path)}" for path in varied)
            raise Fault(
                f"never resamples {names}, which hidden.py declares as hidden: every draw gives the same result"
            )

    def _check_names(self, dtype: np.dtype) -> None:
        known = {path[:length] for path in paths(dtype) for length in range(1, len(path) + 1)}
        for path in self._declared:
            if path not in known:
                names = sorted(".".join(each) for each in known)
                raise Fault(f"has a field '{'.'.join(path)}' in PRIVATE or HIDDEN_FIELDS that the state does not have: "
                            f"{nearest('.'.join(path), names).rstrip('.')}")  # fmt: skip

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

    def _note(self, worlds: list[Any]) -> None:
        self._pairs += 1
        for path in self._declared:
            if len({part(world, path).tobytes() for world in worlds}) > 1:
                self._changed.add(path)

    def _redealt(self, state: Any, seat: int, draw: np.uint64) -> Any:
        copy = zeros(1, state.dtype)
        copy[0] = state
        self._game.kernels.redeal(copy[0], self._rules, seat, draw)
        return copy[0]


def _first_difference(one: Any, other: Any) -> str:
    path = next(each for each in paths(one.dtype) if part(one, each).tobytes() != part(other, each).tobytes())
    return "state." + ".".join(path)
