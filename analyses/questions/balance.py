"""The smallest changes of a game's numbers that bring every win share near parity."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd

from starbalance.analyses.questions.largest_change import length
from starbalance.analyses.questions.number import STEP, Change, changed, counted, is_number
from starbalance.analyses.questions.rates import farthest, rates_of
from starbalance.analyses.questions.study import other_data
from starbalance.analyses.questions.trial import Changes, Shift, Trials, beforehand, find_trials, race, race_games
from starbalance.analyses.statistics.aggregate import parity
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, check_max_truncated
from starbalance.analyses.statistics.verdict import MARGIN, REASON, check_alpha, check_margin, is_withheld, typed
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.strategy import BASE
from starbalance.simulator.engine.strategy_name import search_name
from starbalance.simulator.runs.experiment import after, prepare
from starbalance.simulator.runs.options import RunOptions
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import check_games

GAMES = 10_000
MOST = 3200  # games of a set of changes while it is searched for
FIELD = 12  # single changes that sets are made of, and as many of two steps
LARGEST = 3  # changes in a set, unless asked otherwise
ROOM = 6  # changes in a set, at most: of more there are too many sets to choose from
PROPOSALS = 3  # that are told
TRIED = 6  # sets of each size that are tried at a time
TIMES = 2  # that sets are tried
PROPOSAL, PRINTED = "proposal", "as it is"
SEARCH = search_name(BASE, 8)


@dataclass(frozen=True)
class Balance:
    """Proposals that bring win shares near parity, the fewest changes first, played on luck that chose none of them.

    proposals: a row each: proposal, changes, cell and share (the farthest from parity), low, high, difference_rounds,
    rounds_low, rounds_high, flipped, truncated, verdict (balanced where every cell is, else that of the farthest),
    reason (of a verdict that is withheld, see rates). No proposal has a reason.
    shares: the win shares of all cells, of the game as it is and of each proposal, with verdicts that hold at
    once; among its attrs: parity.
    elsewhere: the farthest cell as it is and under each proposal, in each other set-up, under other assumed data (those
    of the study of the game) and among players who look ahead.
    sets: what each proposal changes, path -> new value, as `set` of a run takes it.
    """

    proposals: pd.DataFrame
    shares: pd.DataFrame
    elsewhere: pd.DataFrame
    sets: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Aim:
    """The aim of a search: every share near parity, games of about the same length, few truncated games.

    parity: the share of a side among equals. within: the margin. rounds: the largest relative change of the number of
    rounds; `None` means any. max_truncated: the largest share of truncated games.
    """

    parity: float
    within: float
    rounds: float | None = None
    max_truncated: float = MAX_TRUNCATED

    def missed(self, shares: np.ndarray) -> np.ndarray:
        """By how much the share farthest from parity is beyond half the margin: nearer there is nothing to gain.

        shares: (..., cells). Returns (...).
        """
        return np.maximum(np.nanmax(np.abs(shares - self.parity), axis=-1) - self.within / 2, 0.0)

    def key(self, shift: Shift) -> tuple[float, float]:
        """What orders changes, the best first: what they miss, then how far they go."""
        return float(self.missed(shift.after)), size(shift.changes)

    def is_kept(self, shift: Shift) -> bool:
        """Return whether the games stay as long as they have to, and few of them are truncated."""
        before, now = shift.rounds
        return self.is_live(shift) and (self.rounds is None or abs(now / before - 1) <= self.rounds)

    def is_live(self, shift: Shift) -> bool:
        """Return whether few enough games are truncated under some changes."""
        return shift.truncated <= self.max_truncated

    def nearness(self, shift: Shift) -> float:
        """Return how near some changes bring the shares to parity: higher is nearer, stalled games are last."""
        return -float(np.nansum((shift.after - self.parity) ** 2)) if self.is_live(shift) else -np.inf


def size(changes: Iterable[Change]) -> float:
    """How far changes go in all, in parts of the numbers."""
    return sum(each.size for each in changes)


def balance(
    game: str | Path,
    *,
    numbers: Sequence[str] | None = None,
    within: float = MARGIN,
    keep: Mapping[str, float] | None = None,
    step: float = STEP,
    largest: int = LARGEST,
    games: int = GAMES,
    searched: int = 0,
    by: Sequence[str] | None = None,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
    **options: Unpack[RunOptions],
) -> Balance:
    """Search the numbers of a game for the smallest changes that bring every win share within a margin of parity.

    All single changes race by how near they bring the shares to parity. An additive model of the best changes, and of
    twice their steps, predicts which sets come nearest. The first sets are played, the model is fitted again, and the
    next sets are played. The best set of each size is proposed if it comes nearer than smaller sets, at most three of
    them, and played again with another seed. The time it may take is printed beforehand. All runs are kept below runs/.

    Args:
        game: The name or folder of a game.
        numbers: Patterns of paths. Default: all, except numbers that are 0.
        within: The margin, as a share.
        keep: {"rounds": 0.05}: games may become at most 5 % longer or shorter.
        step: The step of a number, as a part of it.
        largest: The largest number of changes in a set.
        games: Games of each proposal.
        searched: Games of each proposal among players who search.
        by: Columns of the shares. Default: the headline factor.
        alpha: Chance of a wrong verdict in the whole table.
        max_truncated: Changes under which a larger share of the games is truncated are not proposed.
        **options: As for `run`. `set` and `variant` give the rules to start from.

    Raises:
        BadInput: If anything does not exist or is out of range.
    """
    check_margin(within)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    check_games(games)
    rounds = _kept_rounds(keep)
    if not 1 <= largest <= ROOM:
        raise BadInput(f"A set has from 1 to {ROOM} changes, not {largest}.")
    experiment, execution = prepare(game, options)
    trials, several = find_trials(experiment, execution, numbers, step=step, by=by)
    seed, progress = experiment.seed, execution.progress
    search = _Search(trials, within, rounds, largest, min(games, MOST), seed + 1, progress, max_truncated)
    others = _elsewhere(trials, games, searched)
    told = min(PROPOSALS, largest) + 1
    work = [(trials, search.total(several) + told * games), *((each, told * count) for each, count in others.values())]
    execution.tell(f"{counted(several)}, then sets of at most {largest}: {beforehand(work, seed)}.")
    chosen = search.find(several)
    limits = {"margin": within, "alpha": alpha, "max_truncated": max_truncated}
    return _told(trials, chosen, others, games=games, seed=seed, limits=limits, progress=progress)


def _kept_rounds(keep: Mapping[str, float] | None) -> float | None:
    for name, part in (keep or {}).items():
        if name != "rounds":
            raise BadInput(f"'{name}' cannot be kept: only rounds can, as in rounds=5%.")
        if not 0 < part < 1:
            raise BadInput(f"Rounds can be kept within a part of their number, such as 5%, not {part:g}.")
    return (keep or {}).get("rounds")


@dataclass(frozen=True)
class _Search:
    """The search for sets of changes, all on the same luck."""

    trials: Trials
    within: float
    rounds: float | None
    largest: int
    games: int
    seed: int
    progress: Callable[..., None]
    max_truncated: float = MAX_TRUNCATED

    def total(self, several: Sequence[Changes]) -> int:
        """The games that a search takes, at most."""
        raced, field = race_games(len(several), FIELD, self.games), 2 * min(FIELD, len(several))
        return raced + (field + 1) * self.games + TIMES * self._of_a_time

    @property
    def _of_a_time(self) -> int:
        """The games of the sets that are tried at a time, at most."""
        return ((self.largest - 1) * TRIED + 1) * self.games

    def find(self, several: Sequence[Changes]) -> list[Changes]:
        """The best set of each size, where it comes nearer to parity than those of fewer changes."""
        base = self.trials.play((), self.games, seed=self.seed, progress=lambda *_: None)
        aim = Aim(parity(base), self.within, self.rounds, self.max_truncated)
        raced, total = race_games(len(several), FIELD, self.games), self.total(several)
        kept = race(
            self.trials,
            several,
            aim.nearness,
            keep=FIELD,
            most=self.games,
            seed=self.seed,
            progress=after(self.progress, 0, total),
        )
        field = [*kept, *self._two_steps(kept)]
        shifts, done = self._play(field, raced, total), raced + (len(field) + 1) * self.games
        for _ in range(TIMES):
            shifts += self._play(nearest_sets(shifts, aim, self.trials.takes, largest=self.largest), done, total)
            done += self._of_a_time
        return best_of_each_size(shifts, aim)

    def _play(self, several: Sequence[Changes], before: int, total: int) -> list[Shift]:
        done = after(self.progress, before, total)
        return self.trials.shifts(several, self.games, seed=self.seed, progress=done) if several else []

    def _two_steps(self, singles: Iterable[Changes]) -> list[Changes]:
        """The single changes that have a step, twice as far, where the game takes that."""
        twice = [(each.twice,) for (each,) in singles if is_number(each.old)]
        return [each for each in twice if (each[0].old < 0 or each[0].new >= 0) and self.trials.takes(each)]


def nearest_sets(
    shifts: Sequence[Shift], aim: Aim, takes: Callable[[Changes], bool], *, largest: int = LARGEST
) -> list[Changes]:
    """The sets of up to so many changes that an additive model expects to come nearest, some of each size.

    shifts: what has been played, every change alone among it; stalled games are left out. The model has an effect on
    each share for each change, fitted by least squares to all of them. Those that have been played, and those that the
    game does not take, are left out.
    """
    shifts = list(filter(aim.is_live, shifts))
    if not shifts:
        return []
    singles = [each.changes[0] for each in shifts if len(each.changes) == 1]
    held = np.array([[single in each.changes for single in singles] for each in shifts], float)
    effects = np.linalg.lstsq(held, np.nan_to_num([each.difference for each in shifts]), rcond=None)[0]
    played = {frozenset(each.changes) for each in shifts}

    def is_new(changes: Changes) -> bool:
        return len({each.path for each in changes}) == len(changes) and frozenset(changes) not in played

    found: list[Changes] = []
    for count in range(2, min(largest, len(singles)) + 1):
        chosen = np.array(list(combinations(range(len(singles)), count)))
        missed = aim.missed(shifts[0].before + effects[chosen].sum(1))
        order = np.lexsort((np.array([each.size for each in singles])[chosen].sum(1), missed))
        sets = (tuple(singles[i] for i in places) for places in chosen[order])
        found += islice((each for each in sets if is_new(each) and takes(each)), TRIED)
    return found


def best_of_each_size(shifts: Sequence[Shift], aim: Aim) -> list[Changes]:
    """The best set of each size, a larger one only where it misses the aim by less, and the nearest few of these.

    What comes no nearer than the game as it is is left out.
    """
    found: list[Shift] = []
    for count in sorted({len(each.changes) for each in shifts}):
        able = [each for each in shifts if len(each.changes) == count and aim.is_kept(each)]
        best = min(able, key=aim.key, default=None)
        if best is not None and aim.missed(best.after) < aim.missed(found[-1].after if found else best.before):
            found.append(best)
    return [each.changes for each in found[-PROPOSALS:]]


def _told(
    trials: Trials,
    chosen: Sequence[Changes],
    others: Mapping[str, tuple[Trials, int]],
    *,
    games: int,
    seed: int,
    limits: Mapping[str, float],
    progress: Callable[..., None],
) -> Balance:
    """The proposals on luck of their own, as the search played them and elsewhere."""
    named: dict[str, Changes] = {PRINTED: (), **{str(i): changes for i, changes in enumerate(chosen, 1)}}
    whole = len(named) * (games + sum(each for _, each in others.values()))
    runs = _runs(trials, named, games=games, seed=seed, progress=after(progress, 0, whole))
    shares, rows = _judged(runs, trials.by, limits)
    live = {row[PROPOSAL]: row for row in rows if not is_withheld(row[REASON]) or row[PROPOSAL] == PRINTED}
    shares, named = shares[shares[PROPOSAL].isin(live)].reset_index(drop=True), {name: named[name] for name in live}
    shares.attrs["parity"] = parity(runs[PRINTED])
    proposals = [
        {**row, "changes": "; ".join(map(str, named[name])) or PRINTED, **length(runs[PRINTED], runs[name])}
        for name, row in live.items()
    ]
    elsewhere, before = [], len(named) * games
    for under, (its, count) in others.items():
        runs = _runs(its, named, games=count, seed=seed, progress=after(progress, before, whole))
        _, rows = _judged(runs, its.by, limits)
        elsewhere += [{"under": under, **row} for row in rows]
        before += len(named) * count
    first = [PROPOSAL, "changes"]
    table = typed(pd.DataFrame(proposals))
    sets = {name: changed(changes) for name, changes in named.items()}
    others_table = typed(pd.DataFrame(elsewhere)) if elsewhere else pd.DataFrame()
    return Balance(table[[*first, *table.columns.drop(first)]], shares, others_table, sets)


def _elsewhere(trials: Trials, games: int, searched: int) -> dict[str, tuple[Trials, int]]:
    """Where else proposals are played, and how many games: other set-ups, other data, players who look ahead."""
    base = trials.experiment
    data = other_data(base.game.address, base.setup) if base.variant is None else []

    def elsewhere(**changed: Any) -> Trials:
        return replace(trials, experiment=replace(base, **changed))

    setups = [each.name for each in base.game.setups if each.name != base.setup]
    found = {name: (elsewhere(setup=name), games) for name in setups}
    found |= {name: (elsewhere(variant=name), games) for name in data}
    return found | ({SEARCH: (elsewhere(strategies=SEARCH), searched)} if searched else {})


def _runs(
    trials: Trials, named: Mapping[str, Changes], *, games: int, seed: int, progress: Callable[..., None]
) -> dict[str, Result]:
    """The games under each of the named changes that the set-up takes."""
    able = {name: changes for name, changes in named.items() if trials.takes(changes)}
    return {
        name: trials.play(changes, games, seed=seed, progress=after(progress, i * games, len(able) * games))
        for i, (name, changes) in enumerate(able.items())
    }


def _judged(
    runs: Mapping[str, Result], by: Sequence[str], limits: Mapping[str, float]
) -> tuple[pd.DataFrame, list[dict[str, Any]]]:
    """(the shares of all cells under each proposal, of each the farthest from parity)."""
    labelled = [({PROPOSAL: name}, result) for name, result in runs.items()]
    table, near = rates_of(labelled, by, **limits), parity(runs[PRINTED])
    return table, [{PROPOSAL: name, **farthest(table[table[PROPOSAL] == name], by, near)} for name in runs]
