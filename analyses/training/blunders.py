"""Blunders: the decisions of a strategy that a search would change, by kind, and the worst positions."""

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
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.searcher import Searcher
from starbalance.simulator.engine.strategy import BASE, Strategy, find_strategy
from starbalance.simulator.engine.strategy_name import ITSELF
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.advice import Advice, advised
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.ready import make_ready
from starbalance.simulator.runs.run import check_games

GAMES, PLAYOUTS, WORLDS = 20, 8, 64


@dataclass(frozen=True)
class Blunders:
    """What a search would change in the games of a strategy.

    positions: a row for each decision that it would change: game, number (which decision of the game), round, seat,
    decision (its kind), taken, better, gain (in shares of the win), error. seen: a row for each game and kind of
    decision: how often the search looked. players: of a game. level: of the intervals.
    """

    positions: pd.DataFrame
    seen: pd.DataFrame
    players: int
    level: float
    command: str

    @property
    def table(self) -> pd.DataFrame:
        """By kind of decision, the dearest first: seen, changed, gain of a change, gain of a player's game, intervals.

        gain_per_game is what all changes of a player in a game would gain were they independent of each other, which
        they are not: a measure of where to look. The game is the unit of all intervals.
        """
        rows = [self._row(kind) for kind in self.seen["decision"].unique()]
        table = pd.DataFrame(rows)
        return table.sort_values("gain_per_game", ascending=False, kind="stable", ignore_index=True)

    def _row(self, kind: str) -> dict[str, Any]:
        games = np.sort(self.seen["game"].unique())
        seen = self.seen[self.seen["decision"] == kind].set_index("game")["seen"].reindex(games, fill_value=0)
        mine = self.positions[self.positions["decision"] == kind].groupby("game")["gain"]
        gain, changed = (found.reindex(games, fill_value=0).to_numpy(float) for found in (mine.sum(), mine.size()))
        each, low, high = mean_interval(gain / self.players, self.level)
        change = _ratio(gain, changed, self.level)
        return {
            "decision": kind,
            "seen": int(seen.sum()),
            "changed": int(changed.sum()),
            "gain": change[0],
            "low": change[1],
            "high": change[2],
            "gain_per_game": each,
            "low_per_game": low,
            "high_per_game": high,
        }


def blunders(
    game: str | Path,
    strategy: str | Callable | Strategy = BASE,
    *,
    playouts: int = PLAYOUTS,
    believing: Any = ITSELF,
    worlds: int = WORLDS,
    games: int = GAMES,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> Blunders:
    """Play games in which every player plays a strategy, and let a search check each decision.

    Args:
        game: The name or folder of a game.
        strategy: The strategy to analyse. Every player uses it.
        playouts: Playouts of the search for each option.
        believing: The opponent model of the search (see Searcher).
        worlds: Further determinizations in which the choice of the search is compared with the choice of the strategy,
            so that the gain is not biased by the selection.
        games: The number of games.
        alpha: One minus the level of the intervals.
        **options: As for `run`, without strategies, pool and temperature.

    Raises:
        BadInput: If anything does not exist or is out of range.
    """
    check_alpha(alpha)
    check_games(games)
    if worlds < 2:
        raise BadInput(f"The number of worlds cannot be {worlds}: it is 2 or more.")
    experiment, execution = prepare(game, options, TrainingOptions)
    played, rules = experiment.game, experiment.rules
    specs = (strategy, Searcher(strategy, playouts, believing))
    rows = tuple(find_strategy(played, each).at(played, rules) for each in specs)
    plan = Plan(played, rules.record, rows, (0,) * rules.setup.players, experiment.seed)
    make_ready(plan, execution.tell)
    found = []
    for each in batch.gather(partial(_looked, plan, rules, worlds=worlds), range(games), jobs=execution.workers):
        found.append(each)
        execution.progress(len(found), games)
    return _gathered(found, rules.setup.players, level=1 - alpha, command=_command(plan, rules, strategy))


def _looked(plan: Plan, rules: Rules, number: int, *, worlds: int) -> tuple[list[dict], list[dict]]:
    """(the decisions of a game that the search would change, how often it looked at each kind)."""
    words, changed, seen = _Words(plan.game, rules), [], dict[str, int]()
    try:
        for each in advised(plan, number, worlds):
            kind = words.kind(each)
            seen[kind] = seen.get(kind, 0) + 1
            if each.better != each.chosen:
                changed.append({"game": number, **words.row(each)})
    except RuntimeError as error:
        raise BadInput(f"The search stopped: {error}.") from None
    return changed, [{"game": number, "decision": kind, "seen": count} for kind, count in seen.items()]


class _Words:
    """How positions are told."""

    def __init__(self, game: Game, rules: Rules):
        self._phase = game.module("state").Phase
        self._narrator = game.module("text").Narrator(rules)

    def kind(self, advice: Advice) -> str:
        return self._phase(int(advice.state.phase)).name

    def row(self, advice: Advice) -> dict[str, Any]:
        told = {
            name: self._narrator.decision(advice.state.copy(), advice.options, place).strip()
            for name, place in (("taken", advice.chosen), ("better", advice.better))
        }
        about = {"number": advice.number, "round": int(advice.state.rounds), "seat": int(advice.state.actor) + 1}
        return {**about, "decision": self.kind(advice), **told, "gain": advice.gain, "error": advice.error}


def _gathered(found: Sequence[Any], players: int, *, level: float, command: str) -> Blunders:
    columns = ["game", "number", "round", "seat", "decision", "taken", "better", "gain", "error"]
    positions = pd.DataFrame([row for changed, _ in found for row in changed], columns=columns)
    seen = pd.DataFrame([row for _, rows in found for row in rows], columns=["game", "decision", "seen"])
    positions = positions.sort_values(["game", "number"], ignore_index=True)
    return Blunders(positions, seen, players, level, command)


def _command(plan: Plan, rules: Rules, strategy: Any) -> str:
    """The command that shows a game, but for its number."""
    name = strategy if isinstance(strategy, str) else plan.strategies[0].name
    words = ["starbalance", "play", plan.game.address, "--setup", rules.setup.name, "--strategies", name]
    return shlex.join([*words, *as_options(rules.changed), "--seed", str(plan.seed), "--game"])


def summary(found: Blunders, worst: int) -> str:
    """The worst positions, with the command that shows the first of them."""
    rows = found.positions.sort_values("gain", ascending=False, kind="stable").head(worst)
    if rows.empty:
        return "The search would change nothing."
    first = rows.iloc[0]
    shown = f"See one: {found.command} {first['game']} --decision {first['number']}"
    head = "The worst positions, in points of the win as the search values them:"
    return "\n".join([head, *(_told(row) for _, row in rows.iterrows()), shown])


def _told(row: Any) -> str:
    """A position in a line."""
    where = f"game {row['game']}, decision {row['number']}, round {row['round']}, seat {row['seat']}, {row['decision']}"
    gain = f"{100 * row['gain']:+.1f} points (+-{196 * row['error']:.1f})"
    return f"{where}: {gain} by `{row['better']}` in place of `{row['taken']}`"


def _ratio(top: np.ndarray, bottom: np.ndarray, level: float) -> tuple[float, float, float]:
    """(ratio of sums over games, low, high)."""
    rows = np.vstack([top, bottom])
    sums = ClusterSums(("top", "bottom"), (rows != 0).sum(1)[None], rows.sum(1)[None], (rows @ rows.T)[None])
    found = ratios(sums, "top", "bottom", level=level)
    return float(found.ratio[0]), float(found.low[0]), float(found.high[0])
