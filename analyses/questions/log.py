"""One game as a readable log."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from starbalance.analyses.questions.one_game import OneGame, one_game
from starbalance.analyses.questions.person import is_run, stored_game
from starbalance.analyses.questions.seating import Seating
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.experiment import experiment
from starbalance.simulator.runs.options import ExperimentOptions


def play(
    game: str | Path,
    *,
    number: int = 0,
    as_of: str | None = None,
    decision: int | None = None,
    notify: Callable[[str], None] = lambda line: None,
    **options: Unpack[ExperimentOptions],
) -> Iterator[str]:
    """Yield the lines of one game: the players, the table at the start of each round, every decision, and the end.

    Some games also have a heading for each turn, or the final standings before the end.

    Args:
        game: The name or folder of a game, or the folder of a run, which takes no options.
        number: The number of the game. Default: 0.
        as_of: The fingerprint of the rules and strategies for which the game was named. A warning says if it is a
            different one now. Default: no check.
        decision: The only decision to show, counted from 1 among those that were not forced: the table before it, and
            every option with its score. Default: all decisions.
        notify: Called with a line before anything that takes seconds.
        **options: What is played, as in `Experiment`: players, setup, strategies, pool, skill, set, variant,
            temperature,
            seed.

    Raises:
        BadInput: If anything does not exist, and for a fault of a strategy.

    >>> import starbalance as sb
    >>> lines = list(sb.play("comet-chase", seed=1))
    >>> lines[0].startswith("Seats"), len(lines)
    (True, 57)
    """
    if is_run(game):
        one = stored_game(game, number, options={**options, "as_of": as_of, "decision": decision}, notify=notify)
    else:
        one = one_game(experiment(game, options), number, as_of=as_of, notify=notify)
    yield from lines(one) if decision is None else _options(one, decision)


def lines(one: OneGame) -> Iterator[str]:
    """Yield the narrator's lines about the steps of a game.

    Args:
        one: The game.

    A narrator may have two methods more than others: `turn`, the heading of a turn, and `standings`, the lines before
    the ending. Each takes a position and returns a list of lines.
    """
    begun, rounds, turn, narrator = False, 0, 0, one.narrator
    heading, standings = (getattr(narrator, name, _no_lines) for name in ("turn", "standings"))
    for step in one.steps:
        if not begun:
            begun = True
            yield Seating(one).line(step.state)
            yield from narrator.opening(step.state, one.strategies)
        if step.chosen < 0:
            yield from standings(step.state)
            yield narrator.ending(step.state)
            return
        if step.state.rounds != rounds:
            rounds = int(step.state.rounds)
            yield from narrator.table(step.state)
        if step.state.turn != turn:
            turn = int(step.state.turn)
            yield from heading(step.state)
        sentence = narrator.decision(step.state, step.options, step.chosen)
        if sentence:
            yield sentence


def _no_lines(state: Any) -> list[str]:
    return []


def _options(one: OneGame, wanted: int) -> Iterator[str]:
    """Yield one decision of a game: the table before it, and the options in the order of their scores."""
    made, narrator = 0, one.narrator
    for step in one.steps:
        made += step.scores is not None
        if step.scores is not None and made == wanted:
            yield from narrator.table(step.state)
            for place in np.argsort(-step.scores, kind="stable"):
                mark = "->" if place == step.chosen else "  "
                sentence = narrator.decision(step.state.copy(), step.options, int(place)).strip()
                yield f"{mark} {step.scores[place]:10.4g} {sentence}"
            return
    raise BadInput(f"The game has {made} decisions that were not forced, so there is no decision {wanted}.")
