"""Win shares at several levels of play, from random players to players that search."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import pandas as pd

from starbalance.analyses.questions.mix import LEAGUE, different, find_mix, has_league
from starbalance.analyses.questions.rates import about, rates_of
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, check_max_truncated
from starbalance.analyses.statistics.verdict import BALANCE, MARGIN, check_alpha, check_margin
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE, UNIFORM, find_strategy
from starbalance.simulator.engine.strategy_name import POOL
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import DEFAULT, check_columns, run_experiment

DRAWN = (POOL, LEAGUE)  # levels at which each player's strategy is drawn: from the pool, or from the mix of the league
LEVELS = (UNIFORM, f"{BASE}@2", f"{BASE}@1", POOL, BASE, LEAGUE, f"search:{BASE}@8")
SEARCHED = 50  # a level whose players search gets one game for this many games of other levels
SKILL = "skill"
_FEW = 400  # with fewer games, a share is uncertain by 5 points
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
        levels: The levels from the weakest to the strongest. A level is a strategy that all players use, or `pool` or
            `league`, a mixed strategy from which each player's strategy is drawn. Default: LEVELS, without a league if
            the game has none.
        games: The number of games of each level; a fiftieth of it if the players search. The runs are kept below runs/
            and continued after a stop. Default: 10,000.
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
    counts = _counts(known_game, levels_of(known_game, setup) if levels is None else levels, games)
    check_columns(columns, known_game, experiment.rules)
    lineups = {level: _lineup(known_game, level, setup) for level in counts}
    runs, total, before = [], sum(counts.values()), 0
    for level, count in counts.items():
        played = replace(experiment, **lineups[level])
        runs.append(({SKILL: level}, run_experiment(played, execution.part(before, total), count, out=DEFAULT)))
        before += count
    table = rates_of(runs, columns, margin=margin, alpha=alpha, max_truncated=max_truncated)
    table.attrs["equal_share"] = equal_share(runs[0][1])
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
    """Return the rows of `courses` for the levels from `sensible` on, or for all levels if the table lacks it.

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


def levels_of(game: Game, setup: str, strongest: Sequence[str] = ()) -> list[str]:
    """Return the default levels of play for a game, from the weakest to the strongest.

    A league is left out if the game has none.

    Args:
        game: The game.
        setup: The name of the setup.
        strongest: Further levels, placed between the levels without search and those with search. Default: no more
            levels.
    """
    available = [level for level in LEVELS if level != LEAGUE or has_league(game, setup)]
    more = [level for level in strongest if level not in available]
    every = [
        *(level for level in available if not _searches(game, level)),
        *more,
        *filter(partial(_searches, game), available),
    ]
    return different(game, setup, every)


def _lineup(game: Game, level: str, setup: str) -> dict[str, Any]:
    """Return the option of a run that gives the players of a level: `pool` for a mixed strategy, else `strategies`."""
    return {"pool": find_mix(game, level, setup).pool} if level in DRAWN else {"strategies": level}


def _counts(game: Game, levels: Sequence[str], games: int) -> dict[str, int]:
    """Return level -> number of games, which is smaller if its players search.

    Raise BadInput if there is no level, or a level is named twice.
    """
    if not levels:
        raise BadInput("There is no level of play: name at least one strategy.")
    for place, level in enumerate(levels):
        if level in levels[:place]:
            raise BadInput(f"The level '{level}' is named twice: name each level once.")
    return {level: -(-games // SEARCHED) if _searches(game, level) else games for level in levels}


def _searches(game: Game, level: str) -> bool:
    return level not in DRAWN and find_strategy(game, level).search is not None


def rounds_ahead(game: Game, level: str) -> int:
    """Return how many rounds the search of the players of a level extends at most; 0 without search.

    Args:
        game: The game.
        level: The level of play.
    """
    search = find_strategy(game, level).search if _searches(game, level) else None
    return search.horizon if search else 0


def verdict_by_skill(table: pd.DataFrame, by: Sequence[str], *, sensible: str = BASE) -> pd.DataFrame:
    """Return an overall verdict for each cell of `by` over the levels of play.

    Args:
        table: A table of `skill`, with its levels in order.
        by: The columns that define its cells.
        sensible: The first level that counts; all levels count if the table lacks it. Default: `sensible`.

    Returns:
        the columns of `by`
        lowest: the lowest share over the levels that count; levels with fewer than 400 games are left out, unless all
            have fewer
        highest: the highest share over these levels
        verdict: `depends on skill` if two decided levels contradict each other; else the decided verdict, if there is
            one; else `undecided`
        flips: the levels before the last decided level that have another decided verdict
    """
    able = able_levels(table, sensible)
    cells = []
    for key, rows in table.groupby(list(by), sort=False):
        verdicts = dict(zip(rows[SKILL], rows["verdict"], strict=True))
        shares = _often(rows[rows[SKILL].isin(able)])["share"]
        cell = dict(zip(by, key, strict=True))
        cells.append(
            {
                **cell,
                "lowest": shares.min(),
                "highest": shares.max(),
                "verdict": _claim([verdicts[level] for level in able if level in verdicts]),
                "flips": ", ".join(_flips(verdicts)),
            }
        )
    return pd.DataFrame(cells)


def _often(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of levels with at least 400 games, or all rows if there is no such level."""
    many = rows[rows["games"] >= _FEW]
    return rows if many.empty else many


def seldom(table: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Return the rows from `sensible` on that have too few games for the range of `verdict_by_skill`.

    Args:
        table: A table of `skill`.
        by: The columns that define its cells.
    """
    able = table[table[SKILL].isin(able_levels(table))]
    ranged = [_often(rows).index for _, rows in able.groupby(list(by), sort=False)]
    return able.drop(index=[row for rows in ranged for row in rows])


def able_levels(table: pd.DataFrame, sensible: str = BASE) -> list[str]:
    """Return the levels of a table from `sensible` on, or all levels if the table lacks it.

    Args:
        table: A table of `skill`.
        sensible: The first level that counts. Default: `sensible`.
    """
    order = list(dict.fromkeys(table[SKILL]))
    return order[order.index(sensible) :] if sensible in order else order


def _claim(verdicts: Sequence[str]) -> str:
    decided = {verdict for verdict in verdicts if verdict in BALANCE}
    if not decided:
        return OPEN
    return decided.pop() if len(decided) == 1 else DEPENDS


def _flips(verdicts: Mapping[str, str]) -> list[str]:
    """Return the levels whose verdict is decided and differs from the verdict of the last decided level."""
    decided = {level: verdict for level, verdict in verdicts.items() if verdict in BALANCE}
    last = next(reversed(decided.values()), None)
    return [level for level, verdict in decided.items() if verdict != last]
