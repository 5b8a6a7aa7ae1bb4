"""How win shares move with skill: the same question asked of ever better players."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import pandas as pd

from starbalance.analyses.questions.mix import LEAGUE, different, find_mix, has_league
from starbalance.analyses.questions.rates import about, rates_of
from starbalance.analyses.statistics.aggregate import parity
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

DRAWN = (POOL, LEAGUE)  # levels at which every player's strategy is drawn: from all but uniform, from a mix
LEVELS = (UNIFORM, f"{BASE}@2", f"{BASE}@1", POOL, BASE, LEAGUE, f"search:{BASE}@8")
SEARCHED = 50  # games of a level whose players do not search for each game of one whose players do
SKILL = "skill"
_FEW = 400  # games, with fewer of which a share is uncertain by 5 points
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
        levels: From the weakest to the strongest: a strategy that all players play, or `pool` or `league`, a mixed
            strategy from which each player's strategy is drawn. Default: LEVELS, without a league if the game has none.
        games: Games of each level. If the players search, a fiftieth. The runs are kept below runs/ and continued after
            a stop.
        by: Columns of seats or games. Default: the headline factor.
        margin: Margin of the verdicts, as a share.
        alpha: Chance of a wrong verdict in the whole table.
        max_truncated: Verdicts are undecided if a larger share of the games was truncated.
        **options: As for `run`, without strategies, pool and temperature.

    Returns:
        skill, the columns of `by`, games, share, low, high, truncated, verdict (against parity) and reason, as for
        `rates`. `attrs["parity"]` is the equal share of a side, `attrs["courses"]` how the games of each level go.

    Raises:
        BadInput: Before a game is played, if a level does not exist or is named twice.
    """
    check_margin(margin)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    experiment, execution = prepare(game, options, TrainingOptions)
    found, setup, columns = experiment.game, experiment.setup, list(by or [experiment.factor])
    counts = _counts(found, levels_of(found, setup) if levels is None else levels, games)
    check_columns(columns, found, experiment.rules)
    lineups = {level: _lineup(found, level, setup) for level in counts}
    runs, total, before = [], sum(counts.values()), 0
    for level, count in counts.items():
        played = replace(experiment, **lineups[level])
        runs.append(({SKILL: level}, run_experiment(played, execution.part(before, total), count, out=DEFAULT)))
        before += count
    table = rates_of(runs, columns, margin=margin, alpha=alpha, max_truncated=max_truncated)
    table.attrs["parity"] = parity(runs[0][1])
    table.attrs["courses"] = [labels | _course(result) for labels, result in runs]
    return table


def courses(table: pd.DataFrame) -> pd.DataFrame:
    """How the games of each level go, of a table of `skill`.

    Columns: skill, games, rounds (of a game, on average), capped (share of the games), capped_low, capped_high.
    """
    return pd.DataFrame(table.attrs["courses"])


def able_courses(table: pd.DataFrame) -> pd.DataFrame:
    """Those of the levels from `sensible` on."""
    going = courses(table)
    return going[going[SKILL].isin(able_levels(table))]


def _course(result: Result) -> dict[str, Any]:
    found = about(result).set_index("quantity")
    capped = found.loc["share of capped games"]
    return {
        "games": result.played,
        "rounds": found.loc["rounds per game", "value"],
        "capped": capped["value"],
        "capped_low": capped["low"],
        "capped_high": capped["high"],
    }


def levels_of(game: Game, setup: str, strongest: Sequence[str] = ()) -> list[str]:
    """LEVELS, but for a league that the game has not; `strongest` stand between those who do not search and who do."""
    there = [level for level in LEVELS if level != LEAGUE or has_league(game, setup)]
    more = [level for level in strongest if level not in there]
    every = [*(level for level in there if not _searches(game, level)), *more, *filter(partial(_searches, game), there)]
    return different(game, setup, every)


def _lineup(game: Game, level: str, setup: str) -> dict[str, Any]:
    """What the players of a level play, as a run takes it."""
    return {"pool": find_mix(game, level, setup).pool} if level in DRAWN else {"strategies": level}


def _counts(game: Game, levels: Sequence[str], games: int) -> dict[str, int]:
    """The games of each level. Raises BadInput for a level that does not exist or is named twice."""
    if not levels:
        raise BadInput("There is no level of skill: name one strategy at least.")
    for place, level in enumerate(levels):
        if level in levels[:place]:
            raise BadInput(f"The level '{level}' is named twice.")
    return {level: -(-games // SEARCHED) if _searches(game, level) else games for level in levels}


def _searches(game: Game, level: str) -> bool:
    return level not in DRAWN and find_strategy(game, level).search is not None


def rounds_ahead(game: Game, level: str) -> int:
    """How many rounds the players of a level look ahead at most; 0 where they do not."""
    search = find_strategy(game, level).search if _searches(game, level) else None
    return search.horizon if search else 0


def verdict_by_skill(table: pd.DataFrame, by: Sequence[str], *, sensible: str = BASE) -> pd.DataFrame:
    """What can be claimed of each cell of `by`, of a table of `skill` whose levels are in their order.

    Columns: by, lowest and highest (share from the level `sensible` on; from the first where it is none of them; of
    levels with few games only where all have few), verdict, flips (the levels before the last decided one with another
    decided verdict). The verdict is that of all levels from `sensible` on where one at least is decided and the others
    are not decided otherwise; two that are decided differently `depend on skill`.
    """
    able = able_levels(table, sensible)
    found = []
    for key, rows in table.groupby(list(by), sort=False):
        said = dict(zip(rows[SKILL], rows["verdict"], strict=True))
        shares = _often(rows[rows[SKILL].isin(able)])["share"]
        cell = dict(zip(by, key, strict=True))
        found.append(
            {
                **cell,
                "lowest": shares.min(),
                "highest": shares.max(),
                "verdict": _claim([said[level] for level in able if level in said]),
                "flips": ", ".join(_flips(said)),
            }
        )
    return pd.DataFrame(found)


def _often(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of levels with many games; all where none has many."""
    many = rows[rows["games"] >= _FEW]
    return rows if many.empty else many


def seldom(table: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """The rows from `sensible` on whose games are too few for the range of `verdict_by_skill`."""
    able = table[table[SKILL].isin(able_levels(table))]
    ranged = [_often(rows).index for _, rows in able.groupby(list(by), sort=False)]
    return able.drop(index=[row for rows in ranged for row in rows])


def able_levels(table: pd.DataFrame, sensible: str = BASE) -> list[str]:
    """The levels of a table from `sensible` on; all where it is none of them."""
    order = list(dict.fromkeys(table[SKILL]))
    return order[order.index(sensible) :] if sensible in order else order


def _claim(verdicts: Sequence[str]) -> str:
    decided = {verdict for verdict in verdicts if verdict in BALANCE}
    if not decided:
        return OPEN
    return decided.pop() if len(decided) == 1 else DEPENDS


def _flips(said: Mapping[str, str]) -> list[str]:
    """The levels that say otherwise than the last that is decided."""
    decided = {level: verdict for level, verdict in said.items() if verdict in BALANCE}
    last = next(reversed(decided.values()), None)
    return [level for level, verdict in decided.items() if verdict != last]
