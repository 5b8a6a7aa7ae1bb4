"""A search for the smallest changes of the rules that bring every win share near the equal share."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd

from starbalance.analyses.questions.largest_change import length
from starbalance.analyses.questions.number import STEP, Change, changed, is_number
from starbalance.analyses.questions.rates import farthest, rates_of
from starbalance.analyses.questions.study import other_data
from starbalance.analyses.questions.trial import Changes, Shift, Trials, beforehand, find_trials, race, race_games
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, check_max_truncated
from starbalance.analyses.statistics.verdict import MARGIN, REASON, check_alpha, check_margin, is_withheld, typed
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.strategy import BASE
from starbalance.simulator.engine.strategy_name import search_name
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.runs.experiment import after, prepare
from starbalance.simulator.runs.options import RunOptions
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import check_games

GAMES = 10_000
MOST = 3200  # games of a set of changes during the search, at most
FIELD = 12  # single changes of which sets are made; the same number of two steps is added
LARGEST = 3  # changes in a set, by default
ROOM = 6  # changes in a set, at most; there are too many larger sets
PROPOSALS = 3  # the largest number of proposals
TRIED = 6  # sets of each size that are tried together
TIMES = 2  # rounds in which sets are tried
PROPOSAL, PRINTED = "proposal", "as it is"
SEARCH = search_name(BASE, 8)


@dataclass(frozen=True)
class Balance:
    """Proposals that bring win shares near the equal share, the fewest changes first, and the games that measure them.

    The proposals are measured with other random numbers than those of the search.

    Attributes:
        proposals: a row per proposal with the columns proposal, changes, those of `by` (the farthest cell), share, low,
            high, truncated, verdict, games_needed, reason, difference_rounds, rounds_low, rounds_high and flipped. The
            verdict is `balanced` if every cell is, otherwise that of the farthest cell. No proposal has a withheld
            verdict.
        shares: the win shares of all cells under the unchanged rules and under each proposal, with verdicts that hold
            together; `attrs["equal_share"]` is the equal share of a side
        elsewhere: the farthest cell under the unchanged rules and each proposal. The rows are other setups, other
            assumed data (from the study of the game), and players that search.
        sets: the changes of each proposal, path -> new value, as `set` of a run takes them
    """

    proposals: pd.DataFrame
    shares: pd.DataFrame
    elsewhere: pd.DataFrame
    sets: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Aim:
    """The aim of a search: every share near the equal share, games of a similar length, and few truncated games.

    Attributes:
        equal_share: the win share of a side if all sides are equal
        within: the margin, as a share
        rounds: the largest relative change of the number of rounds; `None` allows any change
        max_truncated: the largest share of truncated games
    """

    equal_share: float
    within: float
    rounds: float | None = None
    max_truncated: float = MAX_TRUNCATED

    def missed(self, shares: np.ndarray) -> np.ndarray:
        """Return how far the share farthest from the equal share lies beyond half the margin. Within it, the result is
        0.

        Args:
            shares: The win shares, shape (..., cells).

        Returns:
            The distances, shape (...).
        """
        return np.maximum(np.nanmax(np.abs(shares - self.equal_share), axis=-1) - self.within / 2, 0.0)

    def key(self, shift: Shift) -> tuple[float, float]:
        """Return the sort key of some changes, the best first: the distance from the aim, then the size of the changes.

        Args:
            shift: The effect of the changes.
        """
        return float(self.missed(shift.after)), size(shift.changes)

    def is_kept(self, shift: Shift) -> bool:
        """Return whether the length of the games stays within its limit, and few enough games are truncated.

        Args:
            shift: The effect of the changes.
        """
        before, now = shift.rounds
        return self.is_live(shift) and (self.rounds is None or abs(now / before - 1) <= self.rounds)

    def is_live(self, shift: Shift) -> bool:
        """Return whether few enough games are truncated.

        Args:
            shift: The effect of the changes.
        """
        return shift.truncated <= self.max_truncated

    def nearness(self, shift: Shift) -> float:
        """Return how near the shares are to the equal share: larger is nearer, and too many truncated games come last.

        Args:
            shift: The effect of the changes.
        """
        return -float(np.nansum((shift.after - self.equal_share) ** 2)) if self.is_live(shift) else -np.inf


def size(changes: Iterable[Change]) -> float:
    """Return the total size of some changes, as shares of the old numbers.

    Args:
        changes: The changes.
    """
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
    """Search the values of a game for the smallest changes that bring every win share within a margin of the equal
    share.

    All single changes race by how near they bring the shares to the equal share. An additive model of the best changes,
    with one and two steps, predicts which sets come nearest. The first sets are played, the model is fitted again, and
    the next sets are played. The best set of each size is proposed if it comes nearer than smaller sets, at most three
    of them. The proposals are played again with another seed. A time estimate is printed before the games. All runs are
    kept below runs/.

    Args:
        game: The name or folder of a game.
        numbers: Patterns of paths. Default: all values, except numbers that are 0.
        within: The margin, as a share. Default: 2 points.
        keep: {"rounds": 0.05} allows games to become at most 5% longer or shorter. Default: any length.
        step: The step of a number, as a share of it. Default: 0.1.
        largest: The largest number of changes in a set, 1 to 6. Default: 3.
        games: The number of games of each proposal. Default: 10,000.
        searched: The number of games of each proposal among players that search. Default: 0, no such games.
        by: Columns of the shares. Default: the headline factor.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        max_truncated: Changes under which a larger share of the games is truncated are not proposed. Default: 5%.
        **options: As for `run`. `set` and `variant` give the rules to start from.

    Returns:
        The proposals, with their win shares.

    Raises:
        BadInput: If anything does not exist or is out of range.
    """
    check_margin(within)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    check_games(games)
    rounds = _kept_rounds(keep)
    if not 1 <= largest <= ROOM:
        raise BadInput(f"largest must be between 1 and {ROOM}, got {largest}.")
    experiment, execution = prepare(game, options)
    trials, several = find_trials(experiment, execution, numbers, step=step, by=by)
    seed, progress = experiment.seed, execution.progress
    search = _Search(trials, within, rounds, largest, min(games, MOST), seed + 1, progress, max_truncated)
    others = _elsewhere(trials, games, searched)
    reported = min(PROPOSALS, largest) + 1
    work = [
        (trials, search.total(several) + reported * games),
        *((each, reported * count) for each, count in others.values()),
    ]
    execution.notify(
        f"{counted(len(several), 'single change')}, then sets of at most {largest}: {beforehand(work, seed)}."
    )
    chosen = search.find(several)
    limits = {"margin": within, "alpha": alpha, "max_truncated": max_truncated}
    return _measured(trials, chosen, others, games=games, seed=seed, limits=limits, progress=progress)


def _kept_rounds(keep: Mapping[str, float] | None) -> float | None:
    for name, part in (keep or {}).items():
        if name != "rounds":
            raise BadInput(f"keep allows only 'rounds', as in rounds=5%, got '{name}'.")
        if not 0 < part < 1:
            raise BadInput(f"The change of the rounds must be between 0 and 1, such as 5%, got {part:g}.")
    return (keep or {}).get("rounds")


@dataclass(frozen=True)
class _Search:
    """The search for sets of changes, with common random numbers."""

    trials: Trials
    within: float
    rounds: float | None
    largest: int
    games: int
    seed: int
    progress: Callable[..., None]
    max_truncated: float = MAX_TRUNCATED

    def total(self, several: Sequence[Changes]) -> int:
        """Return the largest number of games that a search takes."""
        raced, field = race_games(len(several), FIELD, self.games), 2 * min(FIELD, len(several))
        return raced + (field + 1) * self.games + TIMES * self._games_of_a_round

    @property
    def _games_of_a_round(self) -> int:
        """The largest number of games of the sets that are tried together."""
        return ((self.largest - 1) * TRIED + 1) * self.games

    def find(self, several: Sequence[Changes]) -> list[Changes]:
        """Return the best set of each size that comes nearer to the equal share than smaller sets."""
        base = self.trials.play((), self.games, seed=self.seed, progress=lambda *_: None)
        aim = Aim(equal_share(base), self.within, self.rounds, self.max_truncated)
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
            done += self._games_of_a_round
        return best_of_each_size(shifts, aim)

    def _play(self, several: Sequence[Changes], before: int, total: int) -> list[Shift]:
        done = after(self.progress, before, total)
        return self.trials.shifts(several, self.games, seed=self.seed, progress=done) if several else []

    def _two_steps(self, singles: Iterable[Changes]) -> list[Changes]:
        """Return the single changes of numbers, made twice as large, that the game allows."""
        twice = [(each.twice,) for (each,) in singles if is_number(each.old)]
        return [each for each in twice if (each[0].old < 0 or each[0].new >= 0) and self.trials.takes(each)]


def nearest_sets(
    shifts: Sequence[Shift], aim: Aim, takes: Callable[[Changes], bool], *, largest: int = LARGEST
) -> list[Changes]:
    """Return the sets of changes that an additive model expects to come nearest to the equal share, some of each size.

    The model has an effect of each change on each share, fitted by least squares to all played sets. Sets that were
    played, or that the game refuses, are left out.

    Args:
        shifts: The effects of the sets that were played, including every single change. Those with too many truncated
            games are left out.
        aim: The aim.
        takes: A function that says whether the game allows a set.
        largest: The largest number of changes in a set. Default: 3.
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

    chosen_sets: list[Changes] = []
    for count in range(2, min(largest, len(singles)) + 1):
        chosen = np.array(list(combinations(range(len(singles)), count)))
        missed = aim.missed(shifts[0].before + effects[chosen].sum(1))
        order = np.lexsort((np.array([each.size for each in singles])[chosen].sum(1), missed))
        sets = (tuple(singles[i] for i in places) for places in chosen[order])
        chosen_sets += islice((each for each in sets if is_new(each) and takes(each)), TRIED)
    return chosen_sets


def best_of_each_size(shifts: Sequence[Shift], aim: Aim) -> list[Changes]:
    """Return the best set of each size, the largest three of them.

    A larger set counts only if it comes nearer to the aim than smaller sets, and every set must come nearer than the
    unchanged rules.

    Args:
        shifts: The effects of the sets that were played.
        aim: The aim.
    """
    best_shifts: list[Shift] = []
    for count in sorted({len(each.changes) for each in shifts}):
        able = [each for each in shifts if len(each.changes) == count and aim.is_kept(each)]
        best = min(able, key=aim.key, default=None)
        if best is not None and aim.missed(best.after) < aim.missed(
            best_shifts[-1].after if best_shifts else best.before
        ):
            best_shifts.append(best)
    return [each.changes for each in best_shifts[-PROPOSALS:]]


def _measured(
    trials: Trials,
    chosen: Sequence[Changes],
    others: Mapping[str, tuple[Trials, int]],
    *,
    games: int,
    seed: int,
    limits: Mapping[str, float],
    progress: Callable[..., None],
) -> Balance:
    """Return the proposals with their shares, played with another seed and under other conditions."""
    named: dict[str, Changes] = {PRINTED: (), **{str(i): changes for i, changes in enumerate(chosen, 1)}}
    whole = len(named) * (games + sum(each for _, each in others.values()))
    runs = _runs(trials, named, games=games, seed=seed, progress=after(progress, 0, whole))
    shares, rows = _judged(runs, trials.by, limits)
    live = {row[PROPOSAL]: row for row in rows if not is_withheld(row[REASON]) or row[PROPOSAL] == PRINTED}
    shares, named = shares[shares[PROPOSAL].isin(live)].reset_index(drop=True), {name: named[name] for name in live}
    shares.attrs["equal_share"] = equal_share(runs[PRINTED])
    proposals = [
        {**row, "changes": "; ".join(map(str, named[name])) or PRINTED, **length(runs[PRINTED], runs[name])}
        for name, row in live.items()
    ]
    elsewhere, before = [], len(named) * games
    for under, (conditions, count) in others.items():
        runs = _runs(conditions, named, games=count, seed=seed, progress=after(progress, before, whole))
        _, rows = _judged(runs, conditions.by, limits)
        elsewhere += [{"under": under, **row} for row in rows]
        before += len(named) * count
    first = [PROPOSAL, "changes"]
    table = typed(pd.DataFrame(proposals))
    sets = {name: changed(changes) for name, changes in named.items()}
    others_table = typed(pd.DataFrame(elsewhere)) if elsewhere else pd.DataFrame()
    return Balance(table[[*first, *table.columns.drop(first)]], shares, others_table, sets)


def _elsewhere(trials: Trials, games: int, searched: int) -> dict[str, tuple[Trials, int]]:
    """Return condition -> (trials, number of games), for other setups, other data and search players."""
    base = trials.experiment
    data = other_data(base.game.address, base.setup) if base.variant is None else []

    def elsewhere(**changed: Any) -> Trials:
        return replace(trials, experiment=replace(base, **changed))

    setups = [each.name for each in base.game.setups if each.name != base.setup]
    conditions = {name: (elsewhere(setup=name), games) for name in setups}
    conditions |= {name: (elsewhere(variant=name), games) for name in data}
    return conditions | ({SEARCH: (elsewhere(strategies=SEARCH), searched)} if searched else {})


def _runs(
    trials: Trials, named: Mapping[str, Changes], *, games: int, seed: int, progress: Callable[..., None]
) -> dict[str, Result]:
    """Return the name and the run of each named set of changes that the setup allows."""
    able = {name: changes for name, changes in named.items() if trials.takes(changes)}
    return {
        name: trials.play(changes, games, seed=seed, progress=after(progress, i * games, len(able) * games))
        for i, (name, changes) in enumerate(able.items())
    }


def _judged(
    runs: Mapping[str, Result], by: Sequence[str], limits: Mapping[str, float]
) -> tuple[pd.DataFrame, list[dict[str, Any]]]:
    """Return the shares of all cells under each proposal, and a row with the farthest cell of each proposal."""
    labelled = [({PROPOSAL: name}, result) for name, result in runs.items()]
    table, near = rates_of(labelled, by, **limits), equal_share(runs[PRINTED])
    return table, [{PROPOSAL: name, **farthest(table[table[PROPOSAL] == name], by, near)} for name in runs]
