"""A search for the smallest changes that reach some aims: random sets, a race, and sets of the best changes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from math import comb
from typing import Any

import numpy as np
import pandas as pd

from starbalance.analyses.questions.additive import additive
from starbalance.analyses.questions.aim import Aim
from starbalance.analyses.questions.number import AnyChange, Change, Transfer, is_clear, transfers, untried_values
from starbalance.analyses.questions.rejected import Rejected, nearest_rejected
from starbalance.analyses.questions.trial import SCREENED, Changes, Shift, Trials, race, race_games, random_sets
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.runs.experiment import after

MOST = 2400  # games of a set of changes, at most
RACED = 48  # single changes and transfers that race
NAMED = 12  # transfers between strong and weak levels that race in any case
FIELD = 8  # changes of which sets are made; the same number of two steps is added
LARGEST = 3  # changes in a set, by default
PROPOSALS = 3  # the largest number of proposals
TRIED = 4  # sets of each size that are tried together
TIMES = 2  # rounds in which sets are tried
FINALISTS = 4  # sets of each size that are played again with another seed
LONGER = 4  # times the games of the search


def size(changes: Iterable[AnyChange]) -> float:
    """Return the total size of some changes, as shares of the old numbers.

    Args:
        changes: The changes.
    """
    return sum(each.size for each in changes)


def level_names(by: Sequence[str], level: Any) -> list[str]:
    """Return the names of a level: its values, and with a single column also its name with the column.

    Args:
        by: The columns of the level.
        level: The value of the column, or the values of several columns.
    """
    if len(by) > 1:
        return [", ".join(map(str, level))]
    column = by[0].replace("_", " ")
    return [str(level), f"{column} {level}", f"{by[0]}_{level}"]


@dataclass(frozen=True)
class Search:
    """The search for changes that reach the aims."""

    trials: Trials
    singles: Sequence[Change]
    aim: Aim
    largest: int
    games: int
    seed: int
    progress: Callable[..., None]
    numbers: Sequence[str] | None = None

    @cached_property
    def transfers(self) -> list[Transfer]:
        """All transfers between single changes."""
        return transfers(self.singles)

    @property
    def ones(self) -> list[Change]:
        """The single changes that may be proposed. A 0 counts only if the user names it."""
        return [each for each in self.singles if each.old != 0 or not each.amount or self.numbers is not None]

    @cached_property
    def sets(self) -> list[Changes]:
        """The random sets that are played before the race. Empty if all changes can race."""
        is_small = len(self.ones) + len(self.transfers) <= RACED
        return [] if is_small else random_sets(self.singles, self.trials.takes, seed=self.seed)

    @property
    def total(self) -> int:
        """The largest number of games that the search takes."""
        return self._games_before_sets + TIMES * self._games_of_sets + (self.largest - 1) * self._games_again

    @property
    def _games_before_field(self) -> int:
        raced = min(RACED, len(self.ones) + len(self.transfers))
        return len(self.sets) * SCREENED + race_games(raced, FIELD, self.games)

    @property
    def _games_before_sets(self) -> int:
        return self._games_before_field + self._games_of(2 * FIELD) + self._games_again

    @property
    def _games_of_sets(self) -> int:
        return self._games_of((self.largest - 1) * TRIED) if self.largest > 1 else 0

    @property
    def _games_again(self) -> int:
        return LONGER * self._games_of(FINALISTS + len(self.aim.goals) - 1)

    def _games_of(self, sets: int) -> int:
        """Return the games of some sets and of the unchanged rules."""
        return (sets + 1) * self.games

    def find(self) -> tuple[list[Changes], list[Rejected], pd.DataFrame]:
        """Return the changes to propose, the nearest set if there are none, and a table of what was not tried."""
        base = self.trials.play((), self.games, seed=self.seed, progress=lambda *_: None)
        done = after(self.progress, 0, self.total)
        screened = self.trials.screened(self.sets, base, seed=self.seed + 1, progress=done)
        raced = self._candidates(self.trials.shares(base), screened)
        field = self._field(raced)
        shifts = self._play(field, self._games_before_field)
        finals = self._again(shifts, self._games_before_field + self._games_of(2 * FIELD))
        for turn in range(TIMES if self.largest > 1 and not any(map(self.aim.is_reached, finals)) else 0):
            before = self._games_before_sets + turn * self._games_of_sets
            sets = nearest_sets([*screened, *shifts], field, self.aim, takes=self.trials.takes, largest=self.largest)
            shifts += self._play(sets, before)
        grown = [each for each in shifts if len(each.changes) > 1]
        finals += self._again(grown, self._games_before_sets + TIMES * self._games_of_sets)
        chosen = front(finals, self.aim)
        nearest = [] if chosen else nearest_rejected(list(filter(self.aim.is_kept, finals)), self.aim)
        return chosen, nearest, self._untried(raced, field, len(grown))

    def _field(self, raced: Sequence[Changes]) -> list[Changes]:
        """Return the changes that win the race, and the same changes by two steps."""
        done = after(self.progress, len(self.sets) * SCREENED, self.total)
        options: dict[str, Any] = {"keep": FIELD, "most": self.games, "seed": self.seed}
        kept = race(self.trials, raced, self.aim.nearness, **options, progress=done)
        return [*kept, *self._two_steps(kept)]

    def _again(self, shifts: Sequence[Shift], before: int) -> list[Shift]:
        """Return the effects of the best sets of each size, in more games with another seed."""
        chosen: dict[Changes, None] = {}
        for count in sorted({len(each.changes) for each in shifts}):
            able = [each for each in shifts if len(each.changes) == count and self.aim.is_kept(each)]
            near = sorted(able, key=self.aim.nearness, reverse=True)[:FINALISTS]
            goals = range(len(self.aim.goals) if able else 0)
            near += [min(able, key=lambda each: self.aim.missed(each.outcome)[goal]) for goal in goals]
            chosen |= dict.fromkeys(each.changes for each in near)
        return self._play(list(chosen), before, games=LONGER * self.games, seed=self.seed + 1 + len(self.sets))

    def _candidates(self, shares: pd.Series, screened: Sequence[Shift]) -> list[Changes]:
        """Return the single changes and transfers that race."""
        moves, live = self.transfers, list(filter(self.aim.is_live, screened))
        if not self.sets:
            every: list[AnyChange] = [*self.ones, *moves]
            return [(each,) for each in every]
        named = named_transfers(
            moves, {name: share for level, share in shares.items() for name in level_names(self.trials.by, level)}
        )
        model, before = additive(live), screened[0].unchanged

        def nearest(several: Sequence[AnyChange], count: int) -> list[AnyChange]:
            known = [each for each in several if model.knows(each)]
            return sorted(known, key=lambda each: self.aim.squares(before + model.of(each)))[:count]

        half = (RACED - NAMED) // 2
        chosen: dict[AnyChange, None] = dict.fromkeys(
            [*named[:NAMED], *nearest(moves, half), *nearest(self.ones, half)]
        )
        return [(each,) for each in chosen if self.trials.takes((each,))]

    def _play(
        self, several: Sequence[Changes], before: int, *, games: int | None = None, seed: int | None = None
    ) -> list[Shift]:
        if not several:
            return []
        done = after(self.progress, before, self.total)
        return self.trials.shifts(several, games or self.games, seed=seed or self.seed, progress=done)

    def _two_steps(self, kept: Iterable[Changes]) -> list[Changes]:
        """Return the single changes of numbers and the transfers, made twice as large, that the game allows."""
        twice = [(each.twice,) for (each,) in kept if each.twice is not None]
        return [each for each in twice if self.trials.takes(each)]

    def _untried(self, raced: Sequence[Changes], field: Sequence[Changes], played: int) -> pd.DataFrame:
        """Return a table of what was not tried: a row per kind."""
        left = untried_values(self.trials.experiment, self.ones, self.numbers)
        moves = len(self.transfers) - sum(isinstance(each, Transfer) for (each,) in raced)
        sets = sum(comb(len(field), count) for count in range(2, self.largest + 1)) - played
        rows = [
            *((kind, len(paths), paths[0], option) for (kind, option), paths in left.items()),
            ("transfers, except by their predicted effect", moves, "", "--numbers"),
            (
                f"sets of {'2 to ' * (self.largest > 2)}{self.largest} of the {len(field)} best changes",
                sets,
                "",
                "--numbers",
            ),
            (f"sets of more than {counted(self.largest, 'change')}", None, "", "--largest"),
            ("steps of another size, except twice the step", None, "", "--step"),
        ]
        table = pd.DataFrame([row for row in rows if row[1] != 0], columns=["not_tried", "count", "example", "option"])
        return table.astype({"count": "Int64"})


def named_transfers(moves: Sequence[Transfer], shares: Mapping[str, float]) -> list[Transfer]:
    """Return the transfers from a level with a higher share to one with a lower share, the largest difference first.

    Args:
        moves: All transfers.
        shares: The share of each level, by every name of the level. Components with such a name belong to the level.
    """
    known = {name.lower(): share for name, share in shares.items()}

    def difference(move: Transfer) -> float:
        giver, taker = (known.get(each.component.lower(), np.nan) for each in (move.giver, move.taker))
        return giver - taker

    return sorted((each for each in moves if difference(each) > 0), key=difference, reverse=True)


def nearest_sets(
    shifts: Sequence[Shift],
    field: Sequence[Changes],
    aim: Aim,
    *,
    takes: Callable[[Changes], bool],
    largest: int = LARGEST,
) -> list[Changes]:
    """Return the sets of changes that an additive model expects to come nearest to the aims, some of each size.

    Sets that were played, or that the game refuses, are left out.

    Args:
        shifts: The effects of the sets that were played. Those with too many truncated games are left out.
        field: The changes of which sets are made, each as a set of one.
        aim: The aims.
        takes: A function that says whether the game allows a set.
        largest: The largest number of changes in a set. Default: 3.
    """
    live = list(filter(aim.is_live, shifts))
    if not live:
        return []
    model, played = additive(live), {frozenset(each.changes) for each in shifts}
    singles = [each for (each,) in field if model.knows(each)]
    effects, sizes = np.array([model.of(each) for each in singles]), np.array([each.size for each in singles])
    chosen_sets: list[Changes] = []
    for count in range(2, min(largest, len(singles)) + 1):
        chosen = np.array(list(combinations(range(len(singles)), count)))
        missed = aim.missed(live[-1].unchanged + effects[chosen].sum(1)).sum(-1)
        order = np.lexsort((sizes[chosen].sum(1), missed))
        sets = (tuple(singles[i] for i in places) for places in chosen[order])
        able = (each for each in sets if is_clear(each) and frozenset(each) not in played and takes(each))
        chosen_sets += islice(able, TRIED)
    return chosen_sets


def front(shifts: Sequence[Shift], aim: Aim) -> list[Changes]:
    """Return at most three sets of changes of which none is worse than another in the number of changes and all aims.

    Every set must come nearer to an aim than the unchanged rules. If there are more, those nearest to all aims and to
    each aim are returned.

    Args:
        shifts: The effects of the sets that were played.
        aim: The aims.
    """
    kept = sorted(filter(aim.is_kept, shifts), key=lambda each: size(each.changes))
    if not kept:
        return []
    keys = [(0.0, *aim.missed(kept[0].unchanged))] + [(len(each.changes), *aim.missed(each.outcome)) for each in kept]
    table = np.array(keys)
    is_best = [not _is_beaten(table, place) for place in range(1, len(table))]
    best = [(tuple(key[1:]), each) for key, each, good in zip(keys[1:], kept, is_best, strict=True) if good]
    best.sort(key=lambda pair: sum(pair[0]))
    nearest = [best[0], *(min(best, key=lambda pair: pair[0][goal]) for goal in range(len(aim.goals)))] if best else []
    chosen = list(dict.fromkeys(each.changes for _, each in [*nearest, *best]))[:PROPOSALS]
    return sorted(chosen, key=lambda changes: (len(changes), size(changes)))


def _is_beaten(table: np.ndarray, place: int) -> bool:
    """Return whether another row is nowhere worse than a row, and better somewhere or the same but earlier."""
    no_worse = (table <= table[place]).all(axis=1)
    return bool((no_worse & ((table < table[place]).any(axis=1) | (np.arange(len(table)) < place))).any())
