"""One game, replayed for the eye: its positions as pictures, every decision with the options that were considered."""

import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from starbalance.analyses.presentation.replay import Considered, Frame, Replay
from starbalance.analyses.presentation.wording import as_options
from starbalance.analyses.questions.columns import roles
from starbalance.analyses.questions.one_game import OneGame, one_game
from starbalance.analyses.questions.seating import Seating
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.play import Decision, carry_out
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.search import values_found
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.engine.strategy_name import POOL, parse_strategy
from starbalance.simulator.runs.amount import joined
from starbalance.simulator.runs.experiment import experiment
from starbalance.simulator.runs.options import ExperimentOptions

CONSIDERED = 8  # options of a decision that are told, the best first


def replay(
    game: str | Path,
    *,
    number: int = 0,
    as_of: str | None = None,
    tell: Callable[[str], None] = lambda line: None,
    **options: Unpack[ExperimentOptions],
) -> Replay:
    """Return a game, position by position, from which a page, a record or a summary is made.

    Args:
        game: The name or folder of a game.
        number: The number of the game.
        as_of: The edition of the rules and strategies for which the game was named.
        tell: Called with a sentence if the edition is another one now.
        **options: What is played, as in `Experiment`: players, setup, strategies, pool, skill, set, variant,
            temperature, seed.

    Raises:
        BadInput: If anything does not exist, and for a fault of a strategy.
    """
    played = experiment(game, options)
    told = one_game(played, number, as_of=as_of, tell=tell)
    seed, strategies = played.seed, played.strategies
    asked = ["--seed", str(seed), "--game", str(number), "--as-of", told.edition]
    if strategies is not None:
        several = strategies if isinstance(strategies, list | tuple) else [strategies]
        asked += ["--strategies", joined(_option(told.game, each) for each in several)]
    if played.temperature is not None:
        asked += ["--temperature", str(played.temperature)]
    command = ["starbalance", "play", told.game.address, "--setup", told.rules.setup.name, *asked]
    return _replay(told, f"game {number} of seed {seed}", shlex.join([*command, *as_options(told.rules.changed)]))


def _option(game: Game, strategy: Any) -> str:
    """Return how `--strategies` names a strategy. The user writes the file of a function in place of FILE.py."""
    if strategy is None or isinstance(strategy, str):
        return strategy or POOL
    found = find_strategy(game, strategy)
    if found.source is None:
        return found.name
    name = parse_strategy(found.name)
    return str(replace(name, base=f"FILE.py:{name.base}"))


def _replay(told: OneGame, title: str, command: str) -> Replay:
    seating = Seating(told)
    camera = _Camera(told, seating.painter)
    step = next(told.steps)
    line = seating.line(step.state)
    opening, panels = list(told.narrator.opening(step.state, told.strategies)), camera.painter.board(step.state)
    frames = [camera.position(step.state)]
    while step.chosen >= 0:
        frames += camera.decision(step)
        step = next(told.steps)
    ending, its = told.narrator.ending(step.state), roles(told.game.address)
    seats = int(told.rules.record.seats)
    return Replay(
        title=f"{told.game.title}: {title}",
        game=told.game.address,
        command=command,
        players=seating.names(step.state),
        strategies=told.strategies[:seats],
        colours=list(camera.painter.colours(step.state)[:seats]),
        unit=told.game.standing,
        panels=panels,
        opening=opening,
        frames=[*frames, camera.position(step.state, sentence=ending)],
        ending=ending,
        credit=[float(share) for share in step.state.credit[:seats]],
        seating=line,
        tallies=seating.tallies(step.state),
        scoring=its.scoring,
        decisive=its.decisive,
    )


class _Camera:
    """Takes the positions of a game."""

    def __init__(self, told: OneGame, painter: Any):
        self.game, self.rules, self.narrator = told.game, told.rules.record, told.narrator
        self.made = 0  # decisions that were not forced
        self.painter = painter

    def position(self, state: Any, **act: Any) -> Frame:
        """A position, and the act that led to it."""
        rows = self.painter.table(state)
        return Frame(
            rounds=int(state.rounds),
            pieces=self.painter.pieces(state),
            rows=rows,
            told=[] if rows else self.narrator.table(state),
            standings=[float(self.game.verbs.standing(state, self.rules, seat)) for seat in range(self.rules.seats)],
            **act,
        )

    def decision(self, step: Decision) -> Iterator[Frame]:
        """The position after a decision, if it is one that is told."""
        self.made += step.scores is not None
        sentence = self._told(step, step.chosen)
        if not sentence:
            return
        option, after = step.options[step.chosen], zeros(1, step.state.dtype)
        after[0] = step.state
        carry_out(self.game, after[0], self.rules, option)
        yield self.position(
            after[0],
            sentence=sentence,
            actor=int(step.state.actor),
            turn=int(step.state.active),
            decision=None if step.scores is None else self.made,
            options=len(step.options),
            considered=[] if step.scores is None else self._considered(step),
            traces=self.painter.traces(step.state, option, after[0]),
        )

    def _considered(self, step: Decision) -> list[Considered]:
        """The options scored best, those that a search tried and the one taken, the best first."""
        assert step.scores is not None
        order = [int(place) for place in np.argsort(-step.scores, kind="stable")]
        found = {} if step.trials is None else values_found(step.trials)
        shown = [
            place for rank, place in enumerate(order) if rank < CONSIDERED or place in found or place == step.chosen
        ]
        return [
            Considered(float(step.scores[each]), self._told(step, each), each == step.chosen, found.get(each))
            for each in shown
        ]

    def _told(self, step: Decision, place: int) -> str:
        return self.narrator.decision(step.state.copy(), step.options, place).strip()
