"""One game as a readable log."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from starbalance.analyses.questions.one_game import OneGame, one_game
from starbalance.analyses.questions.seating import Seating
from starbalance.simulator.engine.errors import BadInput


def play(
    game: str,
    *,
    players: int | None = None,
    setup: str | None = None,
    seed: int = 0,
    number: int = 0,
    strategies: Sequence[Any] | None = None,
    skill: Sequence[Any] | str | float | None = None,
    set: Mapping[str, Any] | None = None,
    variant: Any = None,
    temperature: float | None = None,
    as_of: str | None = None,
    decision: int | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> Iterator[str]:
    """The lines of one game: who plays what, the table at the start of each round, every decision, the end.

    as_of: the edition of rules and strategies in which the game was named; `tell` hears where it is another here.
    decision: shows this one alone, the first that was not forced being 1: the table before it, and every option with
    its score.

    Raises BadInput for what does not exist, and for a fault of a strategy.
    """
    told = one_game(
        game,
        players=players,
        setup=setup,
        seed=seed,
        number=number,
        strategies=strategies,
        skill=skill,
        set=set,
        variant=variant,
        temperature=temperature,
        as_of=as_of,
        tell=tell,
    )
    yield from _lines(told) if decision is None else _options(told, decision)


def _lines(told: OneGame) -> Iterator[str]:
    """What its narrator says of the steps of a game."""
    begun, rounds, narrator = False, 0, told.narrator
    for step in told.steps:
        if not begun:
            begun = True
            yield Seating(told).line(step.state)
            yield from narrator.opening(step.state, told.strategies)
        if step.chosen < 0:
            yield narrator.ending(step.state)
            return
        if step.state.rounds != rounds:
            rounds = int(step.state.rounds)
            yield from narrator.table(step.state)
        sentence = narrator.decision(step.state, step.options, step.chosen)
        if sentence:
            yield sentence


def _options(told: OneGame, wanted: int) -> Iterator[str]:
    """One decision of a game: the table before it, and the options by their scores. Raises BadInput for none."""
    made, narrator = 0, told.narrator
    for step in told.steps:
        made += step.scores is not None
        if step.scores is not None and made == wanted:
            yield from narrator.table(step.state)
            for place in np.argsort(-step.scores, kind="stable"):
                mark = "->" if place == step.chosen else "  "
                sentence = narrator.decision(step.state.copy(), step.options, int(place)).strip()
                yield f"{mark} {step.scores[place]:10.4g} {sentence}"
            return
    raise BadInput(f"The game has {made} decisions that were not forced: there is no decision {wanted}.")
