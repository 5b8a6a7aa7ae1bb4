"""A replay of one game: its positions as pictures, and every decision with the options that were considered."""

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
from starbalance.analyses.questions.person import is_run, stored_game
from starbalance.analyses.questions.seating import Seating
from starbalance.analyses.questions.spec import PROGRAM
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.play import Step, carry_out
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.engine.strategy_name import POOL, parse_strategy
from starbalance.simulator.runs.amount import joined
from starbalance.simulator.runs.experiment import experiment
from starbalance.simulator.runs.options import ExperimentOptions

CONSIDERED = 8  # options that are shown for a decision, the best first


def replay(
    game: str | Path,
    *,
    number: int = 0,
    as_of: str | None = None,
    notify: Callable[[str], None] = lambda line: None,
    **options: Unpack[ExperimentOptions],
) -> Replay:
    """Return a game, position by position, for a page, a record or a summary.

    Args:
        game: The name or folder of a game, or the folder of a run, which takes no options.
        number: The number of the game. Default: 0.
        as_of: The fingerprint of the rules and strategies for which the game was named. A warning says if it is a
            different one now. Default: no check.
        notify: Called with a line before anything that takes seconds.
        **options: What is played, as in `Experiment`: players, setup, strategies, pool, skill, set, variant,
            temperature,
            seed.

    Raises:
        BadInput: If anything does not exist, and for a fault of a strategy.

    >>> import starbalance as sb
    >>> game = sb.replay("comet-chase", seed=1)
    >>> len(game.frames) > 1, sum(game.credit)
    (True, 1.0)
    """
    if is_run(game):
        one = stored_game(game, number, options={**options, "as_of": as_of}, notify=notify)
        return _replayed(one, f"game {number} of {game}", f"starbalance play {game} --game {number}")
    played = experiment(game, options)
    one = one_game(played, number, as_of=as_of, notify=notify)
    seed, strategies = played.seed, played.strategies
    arguments = ["--seed", str(seed), "--game", str(number), "--as-of", one.fingerprint]
    if strategies is not None:
        several = strategies if isinstance(strategies, list | tuple) else [strategies]
        arguments += ["--strategies", joined(_option(one.game, each) for each in several)]
    if played.temperature is not None:
        arguments += ["--temperature", str(played.temperature)]
    command = ["starbalance", "play", one.game.address, "--setup", one.rules.setup.name, *arguments]
    return _replayed(one, f"game {number} of seed {seed}", shlex.join([*command, *as_options(one.rules.changed)]))


def _option(game: Game, strategy: Any) -> str:
    """Return the name of a strategy for `--strategies`. FILE.py stands for the file of a user's function."""
    if strategy is None or isinstance(strategy, str):
        return strategy or POOL
    known = find_strategy(game, strategy)
    if known.source is None:
        return known.name
    name = parse_strategy(known.name)
    return str(replace(name, base=f"{PROGRAM}{name.base}"))


def _replayed(one: OneGame, title: str, command: str) -> Replay:
    """Return a game, position by position.

    Args:
        one: The game.
        title: The title, after the name of the game.
        command: The command that plays the game again.
    """
    seating = Seating(one)
    camera = _Camera(one, seating.painter)
    step = next(one.steps)
    line = seating.line(step.state)
    opening, panels = list(one.narrator.opening(step.state, one.strategies)), camera.painter.board(step.state)
    frames = [camera.position(step.state)]
    while step.chosen >= 0:
        frames += camera.decision(step)
        step = next(one.steps)
    ending, game_roles = one.narrator.ending(step.state), roles(one.game.address)
    seats = int(one.rules.record.seats)
    return Replay(
        title=f"{one.game.title}: {title}",
        game=one.game.address,
        command=command,
        players=seating.names(step.state),
        seats=seating.places(step.state),
        strategies=one.strategies[:seats],
        colours=list(camera.painter.colours(step.state)[:seats]),
        unit=one.game.standing,
        panels=panels,
        opening=opening,
        frames=[*frames, camera.position(step.state, sentence=ending)],
        ending=ending,
        credit=[float(share) for share in step.state.credit[:seats]],
        seating=line,
        tallies=seating.tallies(step.state),
        scoring=game_roles.scoring,
        decisive=game_roles.decisive,
    )


class _Camera:
    """A recorder of the positions of a game."""

    def __init__(self, one: OneGame, painter: Any):
        self.one, self.game, self.rules, self.narrator = one, one.game, one.rules.record, one.narrator
        self.made = 0  # decisions that were not forced
        self.painter = painter

    def position(self, state: Any, **act: Any) -> Frame:
        """Return a position, with the action that led to it."""
        rows = self.painter.table(state)
        return Frame(
            rounds=int(state.rounds),
            pieces=self.painter.pieces(state),
            rows=rows,
            lines=[] if rows else self.narrator.table(state),
            standings=[float(self.game.kernels.standing(state, self.rules, seat)) for seat in range(self.rules.seats)],
            **act,
        )

    def decision(self, step: Step) -> Iterator[Frame]:
        """Yield the position after a decision, unless the narrator has no words for it."""
        self.made += step.scores is not None
        sentence = self._sentence(step, step.chosen)
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

    def _considered(self, step: Step) -> list[Considered]:
        """Return the best options, those that a search tried, and the chosen one, the best first."""
        assert step.scores is not None
        order = [int(place) for place in np.argsort(-step.scores, kind="stable")]
        values = {} if step.trials is None else self.one.shares(step.trials)
        shown = [
            place for rank, place in enumerate(order) if rank < CONSIDERED or place in values or place == step.chosen
        ]
        return [
            Considered(float(step.scores[each]), self._sentence(step, each), each == step.chosen, values.get(each))
            for each in shown
        ]

    def _sentence(self, step: Step, place: int) -> str:
        return self.narrator.decision(step.state.copy(), step.options, place).strip()
