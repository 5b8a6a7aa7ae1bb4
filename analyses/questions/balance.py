"""The smallest changes of the rules that bring every win share near the equal share, or reach other aims."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd

from starbalance.analyses.presentation.balance_text import AIMS_MET, CHECK
from starbalance.analyses.questions.aim import EVERY_SHARE, MORE_TRUNCATED, Aim, Goal, check_form, goals_of
from starbalance.analyses.questions.change_search import LARGEST, MOST, PROPOSALS, Search, level_names
from starbalance.analyses.questions.largest_change import length
from starbalance.analyses.questions.number import STEP, changed
from starbalance.analyses.questions.rates import decisive, rates_of
from starbalance.analyses.questions.rejected import is_nearer, rejected, rejected_table
from starbalance.analyses.questions.study import other_data
from starbalance.analyses.questions.trial import Changes, Trials, beforehand, find_trials, rounds_of
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, TRUNCATED, check_max_truncated, truncated_share
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
ROOM = 6  # changes in a set, at most; there are too many larger sets
ELSEWHERE = 5  # other setups and data get the games of a proposal divided by this number
LEVELS = 200  # games that show the levels of the shares
PROPOSAL, PRINTED = "proposal", "as it is"
SEARCH = search_name(BASE, 8)


@dataclass(frozen=True)
class Balance:
    """Proposals that reach the aims or come near them, the fewest changes first, and the games that measure them.

    The proposals are measured with other random numbers than those of the search. A set that is not nearer to any aim
    than the unchanged game in these games is not proposed.

    Attributes:
        proposals: a row per proposal with the columns proposal, changes, those of `by`, share, low, high,
            truncated, verdict, games_needed, reason, difference_rounds, rounds_low, rounds_high and flipped. The cell
            is the decisive one: `balanced` means that every cell is. No proposal has a withheld verdict. With aims,
            there are also the columns aims_met and one for the quantity of each aim.
        shares: the win shares of all cells under the unchanged rules and under each proposal, with verdicts that hold
            together; `attrs["equal_share"]` is the equal share of a side
        elsewhere: the decisive cell under the unchanged rules and each proposal. The rows are other setups, other
            assumed data (from the study of the game), and players that search.
        rejected: sets that were not nearer to the aims than the unchanged game, with the columns stage, changes, games,
            share and unchanged. Without a proposal of the search, a row has the nearest set in the games that end it.
            The shares are the farthest of the set and of the unchanged game; they are missing with aims.
        untried: what was not tried, a row per kind with the columns not_tried, count, example and option
        sets: the changes of each proposal, path -> new value, as `set` of a run takes them
    """

    proposals: pd.DataFrame
    shares: pd.DataFrame
    elsewhere: pd.DataFrame
    rejected: pd.DataFrame
    untried: pd.DataFrame
    sets: Mapping[str, Mapping[str, Any]]


def balance(
    game: str | Path,
    *,
    numbers: Sequence[str] | None = None,
    aim: Sequence[str] | None = None,
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

    Random sets of all single changes are played. An additive model of their effects predicts which single changes and
    which transfers come nearest to the aims. A transfer moves one step of a column from one component to another, and
    counts as one change. The best predictions race. So do transfers from levels with a high share to levels with a low
    share. If no change reaches the aims, the model predicts sets of the best changes, which are played, too. The
    proposals are played again with another seed. A time estimate is printed before the games. All runs except random
    sets are kept below runs/.

    Args:
        game: The name or folder of a game.
        numbers: Patterns of paths. Default: all values, except numbers that are 0, which only take part in transfers.
        aim: The aims: `share of LEVEL`, `share of LEVEL = 30`, `rounds < 12`, `rounds > 8` and `truncated < 1`, in
            percent. With several aims, the proposals are a front: none is worse than another in every aim. Default:
            every share near the equal share.
        within: The margin, as a share. Default: 2 points.
        keep: {"rounds": 0.05} allows games to become at most 5% longer or shorter. Default: any length.
        step: The step of a number, as a share of it. Default: 0.1.
        largest: The largest number of changes in a set, 1 to 6. Default: 3.
        games: The number of games of each proposal. Default: 10,000.
        searched: The number of games of each proposal among players that search. Default: 0, no such games.
        by: Columns of the shares. Default: the headline factor.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        max_truncated: Changes under which a larger share of the games is truncated are not proposed. The same holds for
            changes that raise this share by more than 1 point. Default: 5%.
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
    for text in aim or ():
        check_form(text)
    experiment, execution = prepare(game, options)
    trials, singles = find_trials(experiment, execution, numbers, step=step, by=by, zeros=True)
    target = Aim(_goals(trials, aim or (), within), rounds, max_truncated)
    seed, progress = experiment.seed, execution.progress
    search = Search(trials, singles, target, largest, min(games, MOST), seed + 1, progress, numbers)
    others = _elsewhere(trials, max(games // ELSEWHERE, 1), searched)
    reported = min(PROPOSALS, largest) + 1
    work = [(trials, search.total + reported * games), *((each, reported * count) for each, count in others.values())]
    execution.notify(
        f"{counted(len(search.singles), 'single change')}, {counted(len(search.transfers), 'transfer')}, then sets of "
        f"at most {largest}: {beforehand(work, seed)}."
    )
    chosen, nearest, untried = search.find()
    limits = {"margin": within, "alpha": alpha, "max_truncated": max_truncated}
    found = _measured(trials, chosen, others, games=games, seed=seed, limits=limits, aim=target, progress=progress)
    return replace(found, rejected=pd.concat([rejected_table(nearest), found.rejected]), untried=untried)


def _kept_rounds(keep: Mapping[str, float] | None) -> float | None:
    for name, part in (keep or {}).items():
        if name != "rounds":
            raise BadInput(f"keep allows only 'rounds', as in rounds=5%, got '{name}'.")
        if not 0 < part < 1:
            raise BadInput(f"The change of the rounds must be between 0 and 1, such as 5%, got {part:g}.")
    return (keep or {}).get("rounds")


def _goals(trials: Trials, texts: Sequence[str], within: float) -> list[Goal]:
    """Return the aims of a search. A few games show the levels that they may name."""
    pilot = trials.pilot(LEVELS, seed=trials.experiment.seed)
    levels = [level_names(trials.by, level) for level in trials.shares(pilot).index]
    return goals_of(texts, levels, equal_share=equal_share(pilot), within=within)


def _measured(
    trials: Trials,
    chosen: Sequence[Changes],
    others: Mapping[str, tuple[Trials, int]],
    *,
    games: int,
    seed: int,
    limits: Mapping[str, float],
    aim: Aim,
    progress: Callable[..., None],
) -> Balance:
    """Return the proposals with their shares, played with another seed and under other conditions."""
    named: dict[str, Changes] = {PRINTED: (), **{str(i): changes for i, changes in enumerate(chosen, 1)}}
    whole = len(named) * (games + sum(each for _, each in others.values()))
    runs = _runs(trials, named, games=games, seed=seed, progress=after(progress, 0, whole))
    shares, rows = _judged(runs, trials.by, limits)
    most = rows[0][TRUNCATED] + MORE_TRUNCATED
    outcomes = {name: _outcome(trials, base=runs[PRINTED], result=result) for name, result in runs.items()}
    farther = {
        name: rejected(CHECK, named[name], games, aim=aim, outcome=outcome, unchanged=outcomes[PRINTED])
        for name, outcome in outcomes.items()
        if name != PRINTED and not is_nearer(aim, outcome, outcomes[PRINTED])
    }
    live = {
        row[PROPOSAL]: row
        for row in rows
        if row[PROPOSAL] == PRINTED
        or (row[TRUNCATED] <= most and not is_withheld(row[REASON]) and row[PROPOSAL] not in farther)
    }
    shares, named = shares[shares[PROPOSAL].isin(live)].reset_index(drop=True), {name: named[name] for name in live}
    proposals = [
        {
            **row,
            "changes": "; ".join(map(str, named[name])) or PRINTED,
            **length(runs[PRINTED], runs[name]),
            **_reached(aim, outcomes[name]),
        }
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
    dropped, untried = rejected_table(farther.values()), pd.DataFrame()
    return Balance(table[[*first, *table.columns.drop(first)]], shares, others_table, dropped, untried, sets)


def _outcome(trials: Trials, *, base: Result, result: Result) -> np.ndarray:
    """Return the shares, in the cells of the base, the mean number of rounds and the share of truncated games."""
    shares = trials.shares(result).reindex(trials.shares(base).index)
    return np.array([*shares, rounds_of(result), truncated_share(result)])


def _reached(aim: Aim, outcome: np.ndarray) -> dict[str, float]:
    """Return the quantity of each aim of the user in a run, and the number of aims that the run meets."""
    if aim.goals[0].name == EVERY_SHARE:
        return {}
    values = {goal.name: float(outcome[goal.places[0]]) for goal in aim.goals if goal.name != TRUNCATED}
    return {**values, AIMS_MET: int((aim.missed(outcome, part=1) == 0).sum())}


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
    """Return the shares of all cells under each proposal, and the decisive row of each proposal."""
    labelled = [({PROPOSAL: name}, result) for name, result in runs.items()]
    table = rates_of(labelled, by, **limits)
    near = table.attrs["equal_share"]
    return table, [{PROPOSAL: name, **decisive(table[table[PROPOSAL] == name], by, near)} for name in runs]
