"""Blunders: the decisions of a strategy that a search would change, by decision type, and the worst positions."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd

from starbalance.analyses.presentation.wording import as_options
from starbalance.analyses.statistics.estimate import ALPHA, ClusterSums, mean_interval, ratios
from starbalance.analyses.statistics.players import one_player_note
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.searcher import Searcher
from starbalance.simulator.engine.strategy import BASE, Strategy, find_strategy
from starbalance.simulator.engine.strategy_name import ITSELF
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.frame import turn_order
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.ready import make_ready
from starbalance.simulator.runs.run import check_games
from starbalance.simulator.runs.search_analysis import Analysis, analysed

GAMES, PLAYOUTS, WORLDS = 20, 8, 64


@dataclass(frozen=True)
class Blunders:
    """The decisions that a search would change in the games of a strategy.

    Attributes:
        positions: A row for each decision that the search would change. Columns: game, number (of the decision in
            the game, from 1, without forced decisions), round, seat, decision (its type), taken, better,
            gain, error. `taken` and `better` are options in words. `gain` is in shares of the win, `error` is its
            standard error.
        seen: A row for each game and decision type. Columns: game, decision, seen (decisions that the search checked).
        players: Number of players in a game.
        confidence: Confidence level of the intervals.
        command: Command that shows a game, without the number of the game.
        note: Sentences on gains of one player, if the sides have several players. Otherwise empty.
    """

    positions: pd.DataFrame
    seen: pd.DataFrame
    players: int
    confidence: float
    command: str
    note: str

    @property
    def table(self) -> pd.DataFrame:
        """A row for each decision type, the largest gain per game first.

        Columns: decision, seen (decisions checked), changed, gain (per changed decision, in shares of the win), low,
        high, gain_per_game (per player), low_per_game, high_per_game. `gain_per_game` adds up all changes of a player
        in a game. Changes are not independent, so that it only shows which decisions matter. Intervals treat games as
        independent units.
        """
        rows = [self._row(kind) for kind in self.seen["decision"].unique()]
        table = pd.DataFrame(rows)
        return table.sort_values("gain_per_game", ascending=False, kind="stable", ignore_index=True)

    def _row(self, kind: str) -> dict[str, Any]:
        games = np.sort(self.seen["game"].unique())
        seen = self.seen[self.seen["decision"] == kind].set_index("game")["seen"].reindex(games, fill_value=0)
        mine = self.positions[self.positions["decision"] == kind].groupby("game")["gain"]
        gain, changed = (sums.reindex(games, fill_value=0).to_numpy(float) for sums in (mine.sum(), mine.size()))
        per_game, low, high = mean_interval(gain / self.players, self.confidence)
        change = _ratio(gain, changed, self.confidence)
        return {
            "decision": kind,
            "seen": int(seen.sum()),
            "changed": int(changed.sum()),
            "gain": change[0],
            "low": change[1],
            "high": change[2],
            "gain_per_game": per_game,
            "low_per_game": low,
            "high_per_game": high,
        }


def blunders(
    game: str | Path,
    strategy: str | Callable | Strategy = BASE,
    *,
    playouts: int = PLAYOUTS,
    opponents: Any = ITSELF,
    worlds: int = WORLDS,
    games: int = GAMES,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> Blunders:
    """Play games in which every player uses a strategy, and let a search check each decision.

    Args:
        game: Name or folder of the game.
        strategy: Strategy to analyse. Every player uses it. Default: `sensible`.
        playouts: Playouts of the search per option. Default: 8.
        opponents: Opponent model of the search, as for `Searcher`. Default: the strategy itself.
        worlds: Number of further determinizations, copies of the state with the hidden part resampled. In them, the
            option of the search is compared with the option of the strategy, so that the selection does not bias the
            gain. At least 2. Default: 64.
        games: Number of games. Default: 20.
        alpha: One minus the confidence level of the intervals. Default: 0.05.
        **options: Options of `run`, except strategies, pool and temperature.

    Returns:
        The decisions that the search would change, with a table by decision type.

    Raises:
        BadInput: If a name is unknown, a value is out of range, or the search stops with an error.
    """
    check_alpha(alpha)
    check_games(games)
    if worlds < 2:
        raise BadInput(f"The number of worlds must be at least 2, got {worlds}.")
    experiment, execution = prepare(game, options, TrainingOptions)
    played, rules = experiment.game, experiment.rules
    specs = (strategy, Searcher(strategy, playouts, opponents))
    rows = tuple(find_strategy(played, each).at(played, rules) for each in specs)
    plan = Plan(played, rules.record, rows, (0,) * rules.setup.players, experiment.seed)
    make_ready(plan, execution.notify)
    results = []
    for each in batch.gather(partial(_checked, plan, rules, worlds=worlds), range(games), jobs=execution.workers):
        results.append(each)
        execution.progress(len(results), games)
    return _gathered(results, rules, confidence=1 - alpha, command=_command(plan, rules, strategy))


def _checked(plan: Plan, rules: Rules, number: int, *, worlds: int) -> tuple[list[dict], list[dict]]:
    """Return the rows of `positions` and of `seen` of one game. Raise BadInput if the search stops with an error."""
    words, changed, seen = _Words(plan.game, rules), [], dict[str, int]()
    try:
        for each in analysed(plan, number, worlds):
            kind = words.kind(each)
            seen[kind] = seen.get(kind, 0) + 1
            if each.better != each.chosen:
                changed.append({"game": number, **words.row(each)})
    except RuntimeError as error:
        raise BadInput(f"The search stopped: {error}.") from None
    return changed, [{"game": number, "decision": kind, "seen": count} for kind, count in seen.items()]


class _Words:
    """The wording of positions."""

    def __init__(self, game: Game, rules: Rules):
        self._game, self._rules = game, rules
        self._decision = game.module("state").Decision
        self._narrator = game.module("text").Narrator(rules)

    def kind(self, analysis: Analysis) -> str:
        return self._decision(int(analysis.state.decision)).name

    def row(self, analysis: Analysis) -> dict[str, Any]:
        choices = {
            name: self._narrator.decision(analysis.state.copy(), analysis.options, place).strip()
            for name, place in (("taken", analysis.chosen), ("better", analysis.better))
        }
        seat = turn_order(self._game, self._rules, analysis.state)[int(analysis.state.actor)]
        about = {"number": analysis.number, "round": int(analysis.state.rounds), "seat": seat}
        return {**about, "decision": self.kind(analysis), **choices, "gain": analysis.gain, "error": analysis.error}


def _gathered(results: Sequence[Any], rules: Rules, *, confidence: float, command: str) -> Blunders:
    columns = ["game", "number", "round", "seat", "decision", "taken", "better", "gain", "error"]
    positions = pd.DataFrame([row for changed, _ in results for row in changed], columns=columns)
    seen = pd.DataFrame([row for _, rows in results for row in rows], columns=["game", "decision", "seen"])
    positions = positions.sort_values(["game", "number"], ignore_index=True)
    return Blunders(positions, seen, rules.setup.players, confidence, command, one_player_note(rules.setup))


def _command(plan: Plan, rules: Rules, strategy: Any) -> str:
    """Return the command that shows a game, without the number of the game."""
    name = strategy if isinstance(strategy, str) else plan.strategies[0].name
    words = ["starbalance", "play", plan.game.address, "--setup", rules.setup.name, "--strategies", name]
    return shlex.join([*words, *as_options(rules.changed), "--seed", str(plan.seed), "--game"])


def summary(found: Blunders, worst: int) -> str:
    """Return what the gains count, a line for each of the `worst` positions, and the command that shows the first.

    If there are no positions, return a sentence that the search would change nothing.
    """
    rows = found.positions.sort_values("gain", ascending=False, kind="stable").head(worst)
    if rows.empty:
        return "The search would change nothing."
    first = rows.iloc[0]
    shown = f"See one: {found.command} {first['game']} --decision {first['number']}"
    unit = f"`gain` is of one changed decision, `gain_per_game` of all changes of one player in a game. {found.note}"
    head = "The worst positions, with the gain in points of the win share that the search estimates:"
    return "\n".join([unit.rstrip(), head, *(_line(row) for _, row in rows.iterrows()), shown])


def _line(row: Any) -> str:
    """Return a position in one line."""
    where = f"game {row['game']}, decision {row['number']}, round {row['round']}, seat {row['seat']}, {row['decision']}"
    gain = f"{100 * row['gain']:+.1f} points (+-{196 * row['error']:.1f})"
    return f"{where}: {gain} by `{row['better']}` instead of `{row['taken']}`"


def _ratio(top: np.ndarray, bottom: np.ndarray, confidence: float) -> tuple[float, float, float]:
    """Return the ratio of two sums over games, and the ends of its interval: (ratio, low, high)."""
    rows = np.vstack([top, bottom])
    sums = ClusterSums(("top", "bottom"), (rows != 0).sum(1)[None], rows.sum(1)[None], (rows @ rows.T)[None])
    quotient = ratios(sums, "top", "bottom", confidence=confidence)
    return float(quotient.ratio[0]), float(quotient.low[0]), float(quotient.high[0])
