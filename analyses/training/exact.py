"""Exact exploitability of strategies in small games: every history of the game is played out.

The game runs as plain Python in a separate process. A random draw has each of its results in turn, with its
probability. What a seat knows is its sequence of decisions, each as `redeal` shows it with fixed random numbers:
positions that the seat cannot distinguish look alike. The largest gain of each player against the strategies of the
others is then computed exactly. The sum of the gains is NashConv (Lanctot et al., NeurIPS 2017).
"""

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd

from starbalance.simulator.engine import chance
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.play import carry_out, set_up, weights_of
from starbalance.simulator.engine.records import copy_of, option_dt, zeros
from starbalance.simulator.runs import child, chunk
from starbalance.simulator.runs.experiment import Experiment, prepare
from starbalance.simulator.runs.options import ExperimentOptions

HISTORIES = 1_000_000
LIMIT = 3600.0  # seconds
_DIGITS = 12  # of a gain, beyond which sums of floats differ
_DEEPEST = 100_000  # frames of Python
_TOO_MANY = "has more than {:,} histories, so it cannot be played out"
_GIVEN = ("players", "setup", "strategies", "skill", "set", "variant", "temperature")  # options that change play


@dataclass
class Draws:
    """Random draws with prescribed results. Results beyond them are the first ones.

    Attributes:
        script: The prescribed results.
        sizes: The number of results of each draw so far.
        is_on: Whether results are prescribed. Otherwise the generator of the engine draws.
        most: The largest number of histories. A shuffle with more results is refused at once.
    """

    script: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    is_on: bool = False
    most: int = HISTORIES

    def result(self, size: int) -> int:
        """Return the result of the next draw, from 0 to size - 1."""
        self.sizes.append(size)
        return self.script[len(self.sizes) - 1] if len(self.sizes) <= len(self.script) else 0

    def outcomes(self, act: Callable[[], Any]) -> Iterator[tuple[float, Any]]:
        """Yield the probability and the return value of a function for all results of its draws."""
        scripts: list[list[int]] = [[]]
        while scripts:
            self.script, self.sizes = scripts.pop(), []
            self.is_on = True
            value = act()
            self.is_on = False
            taken = self.script + [0] * (len(self.sizes) - len(self.script))
            for place in range(len(self.script), len(self.sizes)):
                scripts += [[*taken[:place], other] for other in range(1, self.sizes[place])]
            yield 1 / math.prod(self.sizes), value


DRAWS = Draws()


@dataclass(slots=True)
class Node:
    """A decision with its options, or the end of a game.

    Attributes:
        player: The player that decides. -1 at the end.
        known: What the player knows, as a number.
        options: For each option its probability under the player's strategy, and the positions that follow: the
            probability and the node of each.
        payoffs: The payoff of each player at the end.
    """

    player: int
    known: int = 0
    options: list[tuple[float, list[tuple[float, "Node"]]]] = field(default_factory=list)
    payoffs: tuple[float, ...] = ()


def exact_exploitability(
    game: str | Path,
    *,
    histories: int = HISTORIES,
    notify: Callable[[str], None] = lambda line: None,
    **options: Unpack[ExperimentOptions],
) -> pd.DataFrame:
    """Return the exact gain of a best response of each player against the strategies of the others.

    Args:
        game: Name or folder of a game that is small enough to play out.
        histories: The largest number of histories. Default: 1,000,000.
        notify: Called with a line before the histories are played, which may take minutes.
        **options: The options of `Experiment`: players, setup, strategies, skill, set, variant and temperature. Each
            player has one strategy, without a search.

    Returns:
        player: the number of the player, from 0
        strategy: its strategy
        value: its mean payoff, or its share of the win in a game without payoffs
        best: the mean of a best response to the strategies of the other players
        gain: best - value; the gains of all players add up to NashConv

    Raises:
        BadInput: If the game has more histories, draws numbers that cannot be listed, or a name does not exist.

    >>> import starbalance as sb
    >>> sb.exact_exploitability("kuhn-poker")[["player", "value", "gain"]].round(4)
       player   value  gain
    0       0 -0.0556   0.0
    1       1  0.0556   0.0
    """
    experiment, _ = prepare(game, options)
    plan, _ = experiment.lineup
    if any(each.search is not None for each in plan.strategies) or -1 in plan.lineup:
        raise BadInput("The exact exploitability needs one strategy without a search for each player.")
    notify(f"Playing at most {histories:,} histories of {experiment.game.title}, as plain Python ...")
    given = {name: value for name, value in options.items() if name in _GIVEN}
    try:
        told = child.reported(__name__, (experiment.game.address, given, histories), limit=LIMIT, plain=True)
    except child.NoReport as error:
        told = str(error)
    if isinstance(told, str):
        raise BadInput(f"{experiment.game.title} {told}.")
    values, best = told
    played = [plan.strategies[row].name for row in plan.lineup]
    table = pd.DataFrame({"player": range(len(values)), "strategy": played, "value": values, "best": best})
    return table.assign(gain=(table["best"] - table["value"]).round(_DIGITS) + 0.0)


def summary(table: pd.DataFrame) -> str:
    """Return a sentence on the sum of the gains.

    Args:
        table: A table of `exact_exploitability`.
    """
    total = table["gain"].sum()
    if total == 0:
        return "No player gains by another strategy: the strategies are an equilibrium (NashConv 0)."
    return f"The best responses gain {total:.4f} in all (NashConv). Every figure is exact: no game is left out."


def main(content: tuple[str, Mapping[str, Any], int]) -> None:
    """Report the values and best responses of all players, or a sentence, from a process without compilation."""
    report = child.reporter()
    sys.setrecursionlimit(_DEEPEST)
    _prescribe()
    game, given, histories = content
    DRAWS.most = histories
    try:
        tree = Tree(prepare(game, given)[0], histories)
        players = range(tree.players)
        report([[tree.value(player) for player in players], [tree.best(player) for player in players]])
    except TooLarge as error:
        report(str(error))
    except RecursionError:
        report("has games of many thousand decisions, so it cannot be played out")


class TooLarge(Exception):
    """A game that cannot be played out."""


class Tree:
    """All histories of a game under the strategies of its players."""

    def __init__(self, experiment: Experiment, histories: int):
        plan, _ = experiment.lineup
        self._game, self._kernels, self._table = plan.game, plan.game.kernels, chunk.table(plan)
        self._rules, self._lineup = chunk.laid_out(plan)
        self._numbers: dict[Any, int] = {}
        self._left = self._most = histories
        self.players = experiment.rules.setup.players
        self._roots = list(self._begun())

    def _begun(self) -> Iterator[tuple[float, Node]]:
        def act() -> Any:
            state = zeros(1, self._kernels.state_dt)[0]
            set_up(self._game, state, self._rules)
            return state

        for probability, state in DRAWS.outcomes(act):
            yield probability, self._node(state, (0,) * self.players)

    def _node(self, state: Any, memories: tuple[int, ...]) -> Node:
        """Return the node of a position, with all that follows."""
        seats = int(self._rules.seats)
        if state.over:
            self._left -= 1
            if self._left < 0:
                raise TooLarge(_TOO_MANY.format(self._most))
            paid = np.bincount(self._rules.player[:seats], state.credit[:seats], minlength=self.players)
            return Node(-1, payoffs=tuple(paid.tolist()))
        options, chances = self._options(state)
        player = int(self._rules.player[state.actor])
        known = self._number(memories[player], self._seen(state))
        node = Node(player, known)
        for place, chance_of in enumerate(chances):
            memory = self._number(known, place)
            after = (*memories[:player], memory, *memories[player + 1 :])
            node.options.append((chance_of, [(p, self._node(s, after)) for p, s in self._after(state, options[place])]))
        return node

    def _options(self, state: Any) -> tuple[Any, np.ndarray]:
        """Return the options of a decision, and the probability of each under the strategy of its player."""
        options = zeros(self._kernels.max_options, option_dt)
        options = options[: self._kernels.options(state, self._rules, options)]
        row = self._table.rows[self._lineup[self._rules.player[state.actor]]]
        scores = np.zeros(len(options))
        score = self._table.scores[self._lineup[self._rules.player[state.actor]]]
        score(state, self._rules, options, weights_of(self._kernels, row, state, self._rules), scores)
        lead = scores - scores.max()
        chances = np.exp(lead / row.temperature) if row.temperature > 0 else (lead == 0).astype(float)
        return options, chances / chances.sum()

    def _after(self, state: Any, option: Any) -> Iterator[tuple[float, Any]]:
        """Yield the probability and the state of each position after an option."""

        def act() -> Any:
            copy = copy_of(state)
            carry_out(self._game, copy, self._rules, option)
            return copy

        yield from DRAWS.outcomes(act)

    def _seen(self, state: Any) -> bytes:
        """Return a position as its acting seat sees it: the hidden parts are resampled with fixed random numbers."""
        copy = copy_of(state)
        self._kernels.redeal(copy, self._rules, state.actor, np.uint64(0))
        return copy.tobytes()

    def _number(self, *key: Any) -> int:
        """Return a number for a key, the same for equal keys."""
        return self._numbers.setdefault(key, len(self._numbers) + 1)

    def value(self, player: int) -> float:
        """Return the mean payoff of a player."""
        return math.fsum(probability * _mean(node, player) for probability, node in self._roots)

    def best(self, player: int) -> float:
        """Return the mean payoff of a best response of a player."""
        response = _Response(player, self._roots)
        return math.fsum(probability * response.value(node) for probability, node in self._roots)


class _Response:
    """A best response of a player."""

    def __init__(self, player: int, roots: list[tuple[float, Node]]):
        self._player = player
        self._places: dict[int, list[tuple[float, Node]]] = {}
        self._chosen: dict[int, int] = {}
        for probability, node in roots:
            self._reach(node, probability)

    def _reach(self, node: Node, probability: float) -> None:
        """Note the decisions of the player, with the probability that chance and the other players lead there."""
        is_own = node.player == self._player
        if is_own:
            self._places.setdefault(node.known, []).append((probability, node))
        for chance_of, positions in node.options:
            for after, following in positions:
                self._reach(following, probability * after * (1.0 if is_own else chance_of))

    def value(self, node: Node) -> float:
        """Return the mean payoff of the best response from a node on."""
        if node.player < 0:
            return node.payoffs[self._player]
        if node.player == self._player:
            return self._option_value(node, self._choice(node.known))
        return math.fsum(chance_of * self._option_value(node, k) for k, (chance_of, _) in enumerate(node.options))

    def _option_value(self, node: Node, option: int) -> float:
        return math.fsum(probability * self.value(following) for probability, following in node.options[option][1])

    def _choice(self, known: int) -> int:
        """Return the best option with some knowledge: the same in all positions that look alike."""
        if known not in self._chosen:
            places = self._places[known]
            gains = [
                math.fsum(probability * self._option_value(node, option) for probability, node in places)
                for option in range(len(places[0][1].options))
            ]
            self._chosen[known] = int(np.argmax(gains))
        return self._chosen[known]


def _mean(node: Node, player: int) -> float:
    """Return the mean payoff of a player from a node on, under the strategies of all."""
    if node.player < 0:
        return node.payoffs[player]
    return math.fsum(
        chance_of * probability * _mean(following, player)
        for chance_of, positions in node.options
        for probability, following in positions
    )


def _prescribe() -> None:
    """Let the draws of a game that is imported afterwards have prescribed results."""
    engine = {name: getattr(chance, name) for name in ("below", "shuffle", "bits")}

    def below(state: Any, purpose: int, n: int) -> int:
        if not DRAWS.is_on:
            return int(engine["below"](state, purpose, n))
        state.drawn[purpose] += 1
        return DRAWS.result(int(n))

    def shuffle(state: Any, purpose: int, cards: Any) -> None:
        if DRAWS.is_on:
            state.drawn[purpose] += 1
            _order(cards)
        else:
            engine["shuffle"](state, purpose, cards)

    def bits(state: Any, purpose: int, item: int) -> Any:
        if DRAWS.is_on:
            raise TooLarge("draws numbers whose results cannot be listed, so it cannot be played out")
        return engine["bits"](state, purpose, item)

    chance.below, chance.shuffle, chance.bits = below, shuffle, bits


def _order(cards: Any) -> None:
    """Put cards into the prescribed order: each place in turn gets one of the cards that are left."""
    if math.factorial(len(cards)) > DRAWS.most:
        raise TooLarge(_TOO_MANY.format(DRAWS.most))
    cards[:] = np.sort(cards)
    for place in range(len(cards) - 1):
        other = place + DRAWS.result(len(cards) - place)
        cards[place], cards[other] = int(cards[other]), int(cards[place])
