"""The terminal in which a person plays a game: plain lines in and out."""

import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from threading import Timer
from typing import Any

import typer

from starbalance.analyses.cli import shell
from starbalance.analyses.cli.live import Window
from starbalance.analyses.questions.hint import Adviser
from starbalance.analyses.questions.one_game import OneGame
from starbalance.analyses.questions.person import Sitting
from starbalance.analyses.questions.seating import Seating
from starbalance.analyses.questions.seen import MARK, Seen
from starbalance.analyses.questions.seen_page import SeenPage
from starbalance.simulator.engine.network_file import sides
from starbalance.simulator.engine.play import Step
from starbalance.simulator.engine.records import copy_of
from starbalance.simulator.engine.wording import counted

_SHOWN = 30  # actions that are listed at once
_DIGITS = 9  # of a share, beyond which sums of floats differ
_PATIENCE = 2.0  # seconds before a line says that the others are thinking
_CLAUSE = re.compile(r" \([A-Z]+-[\w.]+(?:, [A-Z]+-[\w.]+)*\)")
_HELP = """\
A number takes the action with this number.
Part of a word lists only the actions that contain it. Enter shows the position and all actions.
setup   the seats again, and the map if there is one
undo    go back to your decision before
hint    what a strong player would do, and why
save    say where the game is kept (it is kept after each choice)
quit    stop; the game is kept (also `q` and `exit`)
help    this list
?       stands for what your seat cannot know; `? (5)` stands for five such things"""


class _UndoneError(Exception):
    """The wish to go back to the decision before."""


class _LeftError(Exception):
    """The wish to stop."""


def play(sitting: Sitting, window: Window | None = None) -> None:
    """Let a person play a game to its end, or until the person stops.

    Args:
        sitting: The game.
        window: The page that shows the game in the browser. Default: no page.
    """
    terminal = _Terminal(sitting, window)
    try:
        while not terminal.is_played():
            typer.echo("You are back at the decision before.")
    except _LeftError:
        _say_how_to_continue(sitting)
    except KeyboardInterrupt:
        typer.echo()
        _say_how_to_continue(sitting)
        raise typer.Exit(130) from None


def _say_how_to_continue(sitting: Sitting) -> None:
    typer.echo(f"The game is kept in {sitting.folder}. This command continues it:")
    typer.echo(f"  {shlex.join(sitting.command)}")


class _Terminal:
    """The terminal of one person."""

    def __init__(self, sitting: Sitting, window: Window | None):
        self.sitting, self.window = sitting, window
        self.page: SeenPage | None = None
        self.choices = sitting.choices()
        self.sitting.keep(self.choices)
        self.adviser: Adviser | None = None

    def is_played(self) -> bool:
        """Play the game from its beginning. Return False if the person takes back a choice before the end."""
        self.made = self.decisions = 0  # choices of the person and decisions of all players
        self.rounds = self.turn = -1  # the turn in which the position was shown
        self.is_new = True
        one = self.sitting.game(self._choose, notify=shell.notify)
        self.one, self.seating = one, Seating(one)
        self.seat = list(one.rules.record.player).index(self.sitting.human)
        self.seen = Seen(one, self.seat)
        if self.window is not None:
            self.page = self.page or SeenPage(one, self.seat)
        try:
            self._play(one)
        except _UndoneError:
            self.choices.pop()
            self.sitting.keep(self.choices)
            if self.page is not None:
                self.page.take_back(len(self.choices))
            return False
        return True

    def _draw(self, draw: Callable[[SeenPage], None]) -> None:
        """Change the page in the browser, if there is one."""
        if self.page is None or self.window is None:
            return
        changes = self.page.changes
        draw(self.page)
        if self.page.changes > changes:
            self.window.show(self.page.replay().live_page)

    @property
    def is_silent(self) -> bool:
        """Whether stored choices are still played."""
        return self.made < len(self.choices)

    def _play(self, one: OneGame) -> None:
        steps = iter(one.steps)
        while True:
            with _waiting():
                step = next(steps)
            if step.chosen < 0:
                self._end(step)
                return
            self._begin(step)
            self.decisions += step.scores is not None
            if not self.is_silent:
                self._tell(step)

    def _begin(self, step: Step) -> None:
        """Print the opening before the first action of a game that is not continued."""
        if not self.is_new:
            return
        self.is_new = False
        if not self.choices:
            self._open(step)

    def _open(self, step: Step) -> None:
        for line in self.seen.lines(lambda state: [self.seating.line(state)], step.state):
            typer.echo(line)
        name = self.seating.names(step.state)[self.seat]
        typer.echo(f"You are {name}. `help` lists what you can type.")
        self._describe_setup(step)
        self._draw(lambda page: page.begin(step.state))

    def _describe_setup(self, step: Step) -> None:
        strategies = self.one.strategies
        for line in self.seen.lines(lambda state: self.one.narrator.opening(state, strategies), step.state):
            typer.echo(line)

    def _tell(self, step: Step) -> None:
        """Print the sentence about an action, and let the next decision show a position that the action opens."""
        sentence = self.seen.event(copy_of(step.state), step.options, step.chosen)
        if sentence:
            typer.echo(f"    {sentence}")
            self._draw(lambda page: page.act(step, self.made, sentence))
        if MARK in sentence and self._is_own(step.state.actor):
            self.turn = -1

    def _choose(self, one: OneGame, step: Step) -> int:
        """Return the stored choice at a decision of the person, or ask for one."""
        self._begin(step)
        if not self.is_silent:
            self.choices.append(self._ask(step))
            self.sitting.keep(self.choices)
        self.made += 1
        return self.choices[self.made - 1]

    def _ask(self, step: Step) -> int:
        """Show the decision, and return the index of the action that the person takes."""
        name = self.seating.names(step.state)[self.seat]
        names = _without(name, self.seen.actions(copy_of(step.state), step.options))
        if (self.rounds, self.turn) != (step.state.rounds, step.state.turn):
            self.rounds, self.turn = int(step.state.rounds), int(step.state.turn)
            self._show_position(step)
        self._list(names)
        self._draw(lambda page: page.look(step.state, self.made))
        while True:
            word = _read()
            if word.isdecimal():
                if 1 <= int(word) <= len(names):
                    return int(word) - 1
                typer.echo(f"There is no action {word}: the numbers go from 1 to {len(names)}.")
            else:
                self._answer(word, step, names)

    def _answer(self, word: str, step: Step, names: Sequence[str]) -> None:
        """Do what a word says."""
        match word.lower():
            case "":
                self._show_position(step)
                self._list(names)
            case "setup":
                self._describe_setup(step)
            case "undo":
                self._undo()
            case "hint":
                self._hint(step, names)
            case "save":
                _say_how_to_continue(self.sitting)
            case "quit" | "q" | "exit":
                raise _LeftError
            case "help":
                typer.echo(_HELP)
            case _:
                self._list(names, word)

    def _undo(self) -> None:
        if self.choices:
            raise _UndoneError
        typer.echo("This is your first decision: there is nothing to undo.")

    def _hint(self, step: Step, names: Sequence[str]) -> None:
        with _waiting():
            self.adviser = self.adviser or Adviser(self.one, shell.notify)
            typer.echo(self.adviser.hint(step, self.decisions + 1, [_CLAUSE.sub("", name) for name in names]))

    def _show_position(self, step: Step) -> None:
        for line in self.seen.lines(self.one.narrator.table, step.state):
            typer.echo(line)

    def _list(self, names: Sequence[str], word: str = "") -> None:
        """List the actions that contain a word. Equal actions share a line."""
        matches: dict[str, list[str]] = {}
        for number, name in enumerate(names, 1):
            if word.lower() in _CLAUSE.sub("", name).lower():
                matches.setdefault(name, []).append(str(number))
        if not matches:
            typer.echo(f"No action contains '{word}'. Enter lists all actions, and `help` the words.")
            return
        typer.echo("Your actions:" if not word else f"Your actions with '{word}':")
        for name, (first, *others) in islice(matches.items(), _SHOWN):
            also = f" (also {', '.join(others)})" if others else ""
            typer.echo(f"  {first:>3}  {name}{also}")
        if len(matches) > _SHOWN:
            more = counted(len(matches) - _SHOWN, "more action")
            typer.echo(f"  and {more}: type part of a word, such as a name, to list the actions that contain it.")

    def _end(self, step: Step) -> None:
        """Print the end of the game, and add the game to its run."""
        state, narrator = step.state, self.one.narrator
        for line in [*narrator.table(state), *getattr(narrator, "standings", lambda state: [])(state)]:
            typer.echo(line)
        typer.echo(narrator.ending(state))
        self._draw(lambda page: page.end(state))
        typer.echo(self._result(state))
        self.sitting.finish(self.one, step, self.decisions)
        folder, number = self.sitting.folder, self.sitting.number
        typer.echo(
            f"`starbalance play {folder} --game {number}` shows the game again, with everything that was hidden."
        )
        typer.echo(f"`starbalance rates {folder}` and other commands take your {counted(number + 1, 'finished game')}.")

    def _result(self, state: Any) -> str:
        """Return a sentence with the payoff of the person, or with the share of the person's side."""
        seats, record = range(self.one.rules.setup.seats), self.one.rules.record
        if self.one.game.has_payoffs:
            return f"Your payoff is {sum(state.credit[k] for k in seats if self._is_own(k)):g}."
        side = sides(record)
        share = round(sum(state.credit[k] for k in seats if side[k] == side[self.seat]), _DIGITS)
        if share in (0, 1):
            return "You win." if share else "You lose."
        return f"Your share of the win is {100 * share:.0f}%."

    def _is_own(self, seat: int) -> bool:
        return bool(self.one.rules.record.player[seat] == self.sitting.human)


def _without(name: str, sentences: Sequence[str]) -> list[str]:
    """Return the actions without the name of the person's seat, if all of them begin with it."""
    are_own = all(each.startswith(f"{name} ") for each in sentences)
    return [each.removeprefix(f"{name} ") for each in sentences] if are_own else list(sentences)


def _read() -> str:
    """Return a line that the person types.

    Raises:
        _LeftError: At the end of the input.
    """
    typer.echo("> ", nl=False)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        typer.echo(line.rstrip("\n"))
    if not line:
        raise _LeftError
    return line.strip()


@contextmanager
def _waiting() -> Iterator[None]:
    """Print a line if the body takes long."""
    timer = Timer(_PATIENCE, shell.notify, ["Thinking ..."])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
