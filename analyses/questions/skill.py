"""Win shares at several levels of play, from random players to players that search."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

import pandas as pd

from starbalance.analyses.questions.mix import LEAGUE, different, find_mix, has_league
from starbalance.analyses.questions.rates import about, rates_of
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, check_max_truncated
from starbalance.analyses.statistics.verdict import BALANCE, MARGIN, check_alpha, check_margin
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE, UNIFORM, find_strategy, has_strong
from starbalance.simulator.engine.strategy_name import POOL, STRONG, search_name
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import Group, check_columns, run_experiment

RUNS = Group("skill")
DRAWN = (POOL, LEAGUE)  # levels at which each player's strategy is drawn: from the pool, or from the mix of the league
_SEARCH = search_name(BASE, 8)
LEVELS = (UNIFORM, f"{BASE}@2", f"{BASE}@1", BASE, _SEARCH, STRONG, *DRAWN)
SEARCHED = 50  # a level whose players search gets one game for this many games of other levels
SEARCHED_STRONG = 10  # the same for `strong`, which takes less time
SKILL = "skill"
RUNGS = "rungs"  # the key in `attrs` of the levels that a ladder has shown to be stronger than the level below
FEW = 400  # with fewer games, a share is uncertain by 5 points
DEPENDS, OPEN = "depends on skill", "undecided"


def skill(
    game: str | Path,
    *,
    levels: Sequence[str] | None = None,
    games: int = 10_000,
    by: Sequence[str] | None = None,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
    **options: Unpack[TrainingOptions],
) -> pd.DataFrame:
    """Return the win shares of every cell of `by` at each level of play, on the same seeds.

    Args:
        game: The name or folder of a game.
        levels: The levels from the weakest to the strongest, then other styles of play. A level is a strategy that all
            players use, or `pool` or `league`, a mixed strategy from which each player's strategy is drawn. Default:
            the levels of `levels_of`.
        games: The number of games of each level; a fiftieth of it if the players search, a tenth for `strong`. The
            runs are kept below runs/ and continued after a stop. Default: 10,000.
        by: Columns of the seats or games. Default: the headline factor.
        margin: The margin of the verdicts, as a share. Default: 2 points.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        max_truncated: The largest share of truncated games under which verdicts are given. Default: 5%.
        **options: As for `run`, without strategies, pool and temperature.

    Returns:
        skill: the level of play
        the columns of `by`
        games: the number of games with a seat in the cell
        share: the win share, 0 to 1
        low: the lower end of its interval
        high: the upper end
        truncated: the share of truncated games
        verdict: `balanced`, `strong`, `weak` or `undecided`; the verdicts of the table hold together
        games_needed: the total games that may decide the row
        reason: why more games would not decide the row, or an empty text
        `attrs["equal_share"]` is the equal share of a side, and `attrs["courses"]` the facts of the games of each
            level.

    Raises:
        BadInput: Before a game is played, if a level does not exist or is named twice.

    >>> import starbalance as sb
    >>> table = sb.skill("comet-chase", levels=["uniform", "sensible"], by=["seat"], games=200, seed=1)
    >>> table[["skill", "seat", "verdict"]]
          skill  seat    verdict
    0   uniform     1  undecided
    1   uniform     2  undecided
    2  sensible     1       weak
    3  sensible     2     strong
    """
    check_margin(margin)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    experiment, execution = prepare(game, options, TrainingOptions)
    known_game, setup, columns = experiment.game, experiment.setup, list(by or [experiment.factor])
    counts = level_games(known_game, levels_of(known_game, setup) if levels is None else levels, games)
    check_columns(columns, known_game, experiment.rules)
    lineups = {level: _lineup(known_game, level, setup) for level in counts}
    runs, total, before = [], sum(counts.values()), 0
    for level, count in counts.items():
        played = replace(experiment, **lineups[level])
        runs.append(({SKILL: level}, run_experiment(played, execution.part(before, total), count, out=RUNS)))
        before += count
    table = rates_of(runs, columns, margin=margin, alpha=alpha, max_truncated=max_truncated)
    table.attrs["courses"] = [labels | _course(result) for labels, result in runs]
    return table


def courses(table: pd.DataFrame) -> pd.DataFrame:
    """Return the course of the games of each level.

    Args:
        table: A table of `skill`.

    Returns:
        skill: the level of play
        games: the number of games
        rounds: the mean number of rounds of a game
        truncated: the share of truncated games
        truncated_low: the lower end of its 95% interval
        truncated_high: the upper end
    """
    return pd.DataFrame(table.attrs["courses"])


def able_courses(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `courses` for the levels of `able_levels`.

    Args:
        table: A table of `skill`.
    """
    going = courses(table)
    return going[going[SKILL].isin(able_levels(table))]


def _course(result: Result) -> dict[str, Any]:
    facts = about(result).set_index("quantity")
    truncated = facts.loc["share of truncated games"]
    return {
        "games": result.played,
        "rounds": facts.loc["rounds per game", "value"],
        "truncated": truncated["value"],
        "truncated_low": truncated["low"],
        "truncated_high": truncated["high"],
    }


def levels_of(game: Game, setup: str, styles: Sequence[str] = ()) -> list[str]:
    """Return the default levels of play for a game, from the weakest to the strongest, then other styles of play.

    A league is left out if the game has none for the setup. `strong` replaces `search:sensible@8` if the game has it.

    Args:
        game: The game.
        setup: The name of the setup.
        styles: Further styles of play, placed last. Default: only the pool and the league.
    """
    is_strong = has_strong(game, setup)
    has = {LEAGUE: has_league(game, setup), STRONG: is_strong, _SEARCH: not is_strong}
    available = [level for level in LEVELS if has.get(level, True)]
    return different(game, setup, list(dict.fromkeys([*available, *styles])))


def _lineup(game: Game, level: str, setup: str) -> dict[str, Any]:
    """Return the option of a run that gives the players of a level: `pool` for a mixed strategy, else `strategies`."""
    return {"pool": find_mix(game, level, setup).pool} if level in DRAWN else {"strategies": level}


def level_games(game: Game, levels: Sequence[str], games: int, *, least: int = 1) -> dict[str, int]:
    """Return level -> number of games, which is a fiftieth if its players search, and a tenth for `strong`.

    Args:
        game: The game.
        levels: The levels of play.
        games: The number of games of a level without search.
        least: The smallest number of games of a level with search, up to `games`. Default: 1.

    Raises:
        BadInput: If there is no level, or a level does not exist or is named twice.
    """
    if not levels:
        raise BadInput("There is no level of play: name at least one strategy.")
    for place, level in enumerate(levels):
        if level in levels[:place]:
            raise BadInput(f"The level '{level}' is named twice: name each level once.")
    return {level: max(-(-games // _parts(game, level)), min(least, games)) for level in levels}


def _parts(game: Game, level: str) -> int:
    """Return the number of games of a level without search for each game of a level."""
    if level in DRAWN or find_strategy(game, level).search is None:
        return 1
    return SEARCHED_STRONG if level == STRONG else SEARCHED


def rounds_ahead(game: Game, level: str, setup: str) -> int:
    """Return how many rounds the search of the players of a level extends at most; 0 without search.

    Args:
        game: The game.
        level: The level of play.
        setup: The name of the setup.
    """
    rules = tables.load(game, setup)
    search = None if level in DRAWN else find_strategy(game, level).at(game, rules).search
    if search is None:
        return 0
    return min(search.horizon, -(-search.turns // rules.setup.seats)) if search.turns else search.horizon


def verdict_by_skill(table: pd.DataFrame, by: Sequence[str], *, sensible: str = BASE) -> pd.DataFrame:
    """Return an overall verdict for each cell of `by` over the levels that count (see `able_levels`).

    Args:
        table: A table of `skill`, with its levels in order.
        by: The columns that define its cells.
        sensible: The first level that counts. Default: `sensible`.

    Returns:
        the columns of `by`
        lowest: the lowest share over the levels that are decided or have at least 400 games; over all levels that
            count if there is no such level
        highest: the highest share over these levels
        verdict: the verdict of all levels that count if they are all decided and agree; `undecided` if they are all
            undecided; else `depends on skill`
        contradicted_by: the levels that count and whose decided verdict differs from that of the strongest decided one
        undecided_at: the levels that count and are undecided
    """
    able = able_levels(table, sensible)
    return pd.DataFrame(
        dict(zip(by, key, strict=True)) | _claim(rows.set_index(SKILL), able)
        for key, rows in table.groupby(list(by), sort=False)
    )


def _claim(cell: pd.DataFrame, able: Sequence[str]) -> dict[str, Any]:
    """Return the overall verdict of a cell with its range and the levels that contradict it."""
    rows = cell.loc[[level for level in able if level in cell.index]]
    decided, shares = rows.loc[_is_decided(rows), "verdict"], _often(rows)["share"]
    against = decided[decided != decided.iloc[-1]] if len(decided) else decided
    is_one = len(decided) == len(rows) and against.empty
    return {
        "lowest": shares.min(),
        "highest": shares.max(),
        "verdict": OPEN if decided.empty else decided.iloc[-1] if is_one else DEPENDS,
        "contradicted_by": ", ".join(against.index),
        "undecided_at": ", ".join(rows.index[~_is_decided(rows)]),
    }


def _is_decided(rows: pd.DataFrame) -> pd.Series:
    return rows["verdict"].isin(BALANCE)


def _often(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that are decided or have at least 400 games, or all rows if there is no such row."""
    many = rows[_is_decided(rows) | (rows["games"] >= FEW)]
    return rows if many.empty else many


def seldom(table: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Return the rows of the levels that count which have too few games for the range of `verdict_by_skill`.

    Args:
        table: A table of `skill`.
        by: The columns that define its cells.
    """
    able = table[table[SKILL].isin(able_levels(table))]
    ranged = [_often(rows).index for _, rows in able.groupby(list(by), sort=False)]
    return able.drop(index=[row for rows in ranged for row in rows])


def able_levels(table: pd.DataFrame, sensible: str = BASE) -> list[str]:
    """Return the levels of a table that count for a claim: the rungs of its ladder from `sensible` upwards.

    Without a ladder in `attrs["rungs"]`, all levels count as rungs except mixed strategies. If no rung is at or above
    `sensible`, the highest rung counts. If the table lacks `sensible`, all rungs count.

    Args:
        table: A table of `skill`, with its levels in order.
        sensible: The first level that counts. Default: `sensible`.
    """
    order = list(dict.fromkeys(table[SKILL]))
    proven = table.attrs.get(RUNGS, [level for level in order if level not in DRAWN])
    rungs = [level for level in order if level in proven]
    first = order.index(sensible) if sensible in order else 0
    return [level for level in rungs if order.index(level) >= first] or rungs[-1:] or order
