"""One game as a readable log."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from starbalance.simulator import find_game, tables
from starbalance.simulator.errors import BadInput
from starbalance.simulator.play import steps
from starbalance.simulator.runs import batch, chunk, compilation
from starbalance.simulator.runs.plan import make_plan


def play(
    game: str,
    *,
    players: int | None = None,
    setup: str | None = None,
    seed: int = 0,
    number: int = 0,
    strategies: Sequence[Any] | None = None,
    set: Mapping[str, Any] | None = None,
    variant: Any = None,
    temperature: float | None = None,
    decision: int | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> Iterator[str]:
    """The lines of one game: who plays what, the table at the start of each round, every decision, the end.

    decision: shows this one alone, the first that was not forced being 1: the table before it, and every option with
    its score.

    Raises BadInput for what does not exist, and for a fault of a strategy.
    """
    from starbalance.simulator.kernel import SEATS

    if not 0 <= number < batch.SEED_LIMIT or not 0 <= seed < batch.SEED_LIMIT:
        raise BadInput(f"Seed and game are whole numbers from 0 to {batch.SEED_LIMIT - 1}.")
    played = find_game(game)
    rules = tables.load(played, setup, players, set=set, variant=variant)
    plan, names = make_plan(played, rules, strategies=strategies, seed=seed, temperature=temperature)
    compilation.compile_game(played, plan.strategies, tell)
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    seated = np.zeros(SEATS, np.int64)
    taken = steps(played, rules.record, chunk.table(plan), lineup, seed, number, seated)
    narrator = played.module("text").Narrator(rules)
    try:
        if decision is None:
            yield from _lines(narrator, taken, names=names, seated=seated)
        else:
            yield from _options(narrator, taken, decision)
    except RuntimeError as error:
        raise BadInput(f"The play stopped: {error}.") from None


def _lines(narrator: Any, taken: Iterable[Any], *, names: Sequence[str], seated: np.ndarray) -> Iterator[str]:
    """What a narrator says of the steps of a game. seated: the row of names of each player, once the first is taken."""
    begun, rounds = False, 0
    for step in taken:
        if not begun:
            begun = True
            yield from narrator.opening(step.state, [names[row] for row in seated])
        if step.chosen < 0:
            yield narrator.ending(step.state)
            return
        if step.state.rounds != rounds:
            rounds = int(step.state.rounds)
            yield from narrator.table(step.state)
        sentence = narrator.decision(step.state, step.options, step.chosen)
        if sentence:
            yield sentence


def _options(narrator: Any, taken: Iterable[Any], wanted: int) -> Iterator[str]:
    """One decision of a game: the table before it, and the options by their scores. Raises BadInput for none."""
    made = 0
    for step in taken:
        made += step.scores is not None
        if step.scores is not None and made == wanted:
            yield from narrator.table(step.state)
            for place in np.argsort(-step.scores, kind="stable"):
                mark = "->" if place == step.chosen else "  "
                sentence = narrator.decision(step.state.copy(), step.options, int(place)).strip()
                yield f"{mark} {step.scores[place]:10.4g} {sentence}"
            return
    raise BadInput(f"The game has {made} decisions that were not forced: there is no decision {wanted}.")
