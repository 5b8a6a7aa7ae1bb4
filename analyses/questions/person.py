"""Games that a person plays: the seat, the choices, and the run of the finished games.

The seed, the number of the game and the choices of the person determine a game. A run keeps the choices of each game in
the folder `choices`, in a file that is written after each choice. Undo, resume and replay play the game again up to a
decision.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from starbalance.analyses.presentation.incomplete import refuse_plays
from starbalance.analyses.presentation.wording import as_options
from starbalance.analyses.questions.one_game import OneGame, one_game
from starbalance.analyses.questions.spec import game_options, spec
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import read_text, write_text
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.play import Step
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.strategy import BASE, UNIFORM, Strategy, find_strategy
from starbalance.simulator.engine.strategy_name import POOL
from starbalance.simulator.runs.amount import joined
from starbalance.simulator.runs.experiment import Experiment, experiment
from starbalance.simulator.runs.frame import frames
from starbalance.simulator.runs.plan import has_base
from starbalance.simulator.runs.result import load
from starbalance.simulator.runs.run import default_folder, settings_of
from starbalance.simulator.runs.settings import HUMAN, PERSON, fingerprint
from starbalance.simulator.runs.store import Store

Choose = Callable[[OneGame, Step], int]


@dataclass(frozen=True)
class Sitting:
    """A game in which a person is one of the players.

    Attributes:
        experiment: what is played
        human: the number of the person's player, from 0
        folder: the folder of the run
        number: the number of the game
    """

    experiment: Experiment
    human: int
    folder: Path
    number: int

    @cached_property
    def settings(self) -> dict[str, Any]:
        """The settings of the run when the game is finished."""
        return _settings(self.experiment, self.human, self.number + 1)

    @property
    def _path(self) -> Path:
        return self.folder / "choices" / f"{self.number:05d}.json"

    def choices(self) -> list[int]:
        """Return the stored choices of the person: the index of the chosen action at each decision.

        Raises:
            BadInput: If their file is damaged.
        """
        return _read(self._path) if self._path.exists() else []

    def keep(self, choices: Sequence[int]) -> None:
        """Store the choices of the person so far."""
        if not (self.folder / "run.toml").exists():
            store = Store(self.folder)
            store.begin(self.settings, resume=False)
            store.release()
        self._path.parent.mkdir(exist_ok=True)
        write_text(self._path, json.dumps(list(choices)))

    def game(self, choose: Choose, *, notify: Callable[[str], None], as_of: str | None = None) -> OneGame:
        """Return the game, ready to be played step by step.

        Args:
            choose: Returns the index of the action that the person takes at a decision.
            notify: Called with a line before anything that takes seconds.
            as_of: The fingerprint of the rules and strategies of the game. A warning says if it is a different one now.
                Default: no check.
        """
        one = one_game(self.experiment, self.number, as_of=as_of, notify=notify)
        return replace(one, steps=self._with_person(one, choose))

    def _with_person(self, one: OneGame, choose: Choose) -> Iterator[Step]:
        """Yield the steps of a game in which the person chooses. The stepper carries out the action in its place."""
        for step in one.steps:
            if step.scores is None or one.rules.record.player[step.state.actor] != self.human:
                yield step
                continue
            options, chosen = step.options.copy(), choose(one, step)
            if not 0 <= chosen < len(options):
                raise BadInput(f"{self._path} does not fit the rules and strategies of today.")
            yield replace(step, options=options, chosen=chosen)
            step.options[step.chosen] = options[chosen]

    def finish(self, one: OneGame, last: Step, decisions: int) -> None:
        """Add the finished game to the run.

        Args:
            one: The game.
            last: Its last step.
            decisions: The number of decisions of all players.
        """
        outcomes = zeros(1, one.game.module("state").outcome_dt)
        one.game.kernels.finish(last.state, one.rules.record, outcomes[0])
        outcomes["game"], outcomes["decisions"] = self.number, decisions
        outcomes["strategy"][0] = one.seated[: outcomes["strategy"].shape[1]]
        store = Store(self.folder)
        store.begin(self.settings, resume=True)
        try:
            store.extend(self.settings)
            store.write(self.number, frames(one.game, one.rules, one.names, outcomes=outcomes))
            store.end(self.number + 1)
        finally:
            store.release()

    @property
    def command(self) -> list[str]:
        """The words of the command that continues the game, or plays the next one."""
        played, settings = self.experiment, self.settings
        names = [POOL if row < 0 else spec(settings["game"], settings["strategies"][row]) for row in settings["lineup"]]
        others = [name for player, name in enumerate(names) if player != self.human]
        words = ["starbalance", "play", settings["game"], "--setup", settings["setup"], "--human", str(self.human)]
        words += ["--against", joined(others[:1] if len(set(others)) == 1 else others)] if others else []
        words += ["--seed", str(played.seed)] if played.seed else []
        words += ["--temperature", str(played.temperature)] if played.temperature is not None else []
        return [*words, *as_options(settings["changes"])]


def _read(path: Path) -> list[int]:
    """Return the numbers of a file of choices."""
    try:
        choices = json.loads(read_text(path))
    except (ValueError, RecursionError):  # of JSON
        choices = None
    if not isinstance(choices, list) or not all(type(each) is int and each >= 0 for each in choices):
        raise BadInput(f"{path} is damaged: it must be a list of whole numbers from 0, such as [0, 2, 1].")
    return choices


def sit_down(game: str | Path, human: int, *, against: Sequence[str] | None, options: Mapping[str, Any]) -> Sitting:
    """Return the unfinished game of a person under these options, or the next one.

    Args:
        game: The name or folder of a game.
        human: The number of the person's player, from 0.
        against: One strategy for the other players, or one for each of them. Default: the default of a run.
        options: What is played, as in `Experiment`, without strategies.

    Raises:
        BadInput: If a name does not exist or a value is out of range.
    """
    plain = experiment(game, options)
    players = plain.rules.setup.players
    if not 0 <= human < players:
        raise BadInput(f"The players of the setup '{plain.setup}' are numbered from 0 to {players - 1}, got {human}.")
    others = list(against or [BASE if has_base(plain.game) else POOL])
    if len(others) not in (1, players - 1):
        raise BadInput(f"--against takes 1 strategy, or {players - 1} for the other players, got {len(others)}.")
    lineup: list[Any] = others if len(others) == players - 1 else others * (players - 1)
    played = replace(plain, strategies=[*lineup[:human], person(plain.game), *lineup[human:]])
    folder = default_folder(_settings(played, human, 1))
    done = len(Store(folder).finished()) if folder.exists() else 0
    return Sitting(played, human, folder, done)


def person(game: Game) -> Strategy:
    """Return the strategy that stands for a person. Other players expect a person to play like it.

    Args:
        game: The game.
    """
    base = find_strategy(game, base_of(game))
    return replace(base, name=PERSON, description="A person.", base=base.module)


def base_of(game: Game) -> str:
    """Return the name of the strategy that stands for a person in searches and in hints.

    Args:
        game: The game.
    """
    return BASE if has_base(game) else UNIFORM


def _settings(played: Experiment, human: int, games: int) -> dict[str, Any]:
    plan, _ = played.lineup
    return {**settings_of(played.game, played.rules, plan, games=games, until=None), "part": 1, HUMAN: human}


def is_run(folder: str | Path) -> bool:
    """Return whether a folder is a run of games, whoever played them.

    Args:
        folder: The folder.
    """
    return (Path(folder) / "run.toml").exists()


def is_played(folder: str | Path) -> bool:
    """Return whether a folder has games that a person played.

    Args:
        folder: The folder.
    """
    return is_run(folder) and HUMAN in Store(folder).settings()


def stored_game(
    folder: str | Path, number: int, *, options: Mapping[str, Any], notify: Callable[[str], None]
) -> OneGame:
    """Return a game of a run, ready to be played again step by step.

    Args:
        folder: The folder of the run.
        number: The number of the game.
        options: Options of a game, by name. Each must be empty, because the folder has them, except the `decision` to
            show in a game that the toolkit played.
        notify: Called with a sentence if rules or strategies have changed.

    Raises:
        BadInput: If the run has no such game or holds recorded plays, or options are given.
    """
    store = Store(folder)
    settings = store.settings()
    allowed = () if HUMAN in settings else ("decision",)
    given = [name for name, value in options.items() if value and name not in allowed]
    if given:
        raise BadInput(f"{folder} is a run, which has its options: leave out {given[0]}.")
    if HUMAN not in settings:
        return _simulated(Path(folder), number, notify)
    done = len(store.finished())
    if not 0 <= number < done:
        raise _no_game(folder, number, done)
    sitting = _stored(Path(folder), settings, number)
    choices = iter(sitting.choices())
    as_of = fingerprint(settings["rules"], settings["code"])
    return sitting.game(lambda one, step: next(choices, -1), as_of=as_of, notify=notify)


def _simulated(folder: Path, number: int, notify: Callable[[str], None]) -> OneGame:
    """Return a game of a run that the toolkit played."""
    result = load(folder)
    refuse_plays([result])
    if result.scan("games").filter(pl.col("game") == number).collect().is_empty():
        raise _no_game(folder, number, result.played)
    settings = result.settings
    again = experiment(settings["game"], game_options(result, number))
    return one_game(again, number, as_of=fingerprint(settings["rules"], settings["code"]), notify=notify)


def _no_game(folder: str | Path, number: int, done: int) -> BadInput:
    return BadInput(f"{folder} has {done:,} finished games, numbered from 0, so there is no game {number}.")


def _stored(folder: Path, settings: Mapping[str, Any], number: int) -> Sitting:
    plain = experiment(
        settings["game"], {"setup": settings["setup"], "set": settings["changes"], "seed": settings["seed"]}
    )
    names = [None if row < 0 else spec(settings["game"], settings["strategies"][row]) for row in settings["lineup"]]
    names[settings[HUMAN]] = person(plain.game)  # type: ignore[call-overload]
    return Sitting(replace(plain, strategies=names), settings[HUMAN], folder, number)
