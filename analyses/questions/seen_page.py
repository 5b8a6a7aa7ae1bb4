"""The page of a game that a person plays: its positions and its log as the player of the seat sees them.

The board, the pieces and the tables are drawn in several determinizations of a position. Only shapes that are equal in
all of them are shown. A mark replaces words that differ.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from starbalance.analyses.presentation.replay import Frame, Replay
from starbalance.analyses.questions.one_game import OneGame
from starbalance.analyses.questions.seating import Seating
from starbalance.analyses.questions.seen import MARK, Seen, common, common_lines
from starbalance.simulator.engine.picture import Panel, Shape, Shapes
from starbalance.simulator.engine.play import Step, carry_out
from starbalance.simulator.engine.records import copy_of

_CONTINUED = "You continue the game in this position."
_WORDS = ("words", "about")  # the values of a shape that may have a mark


class SeenPage:
    """A page with the positions of a game since the person sat down.

    Args:
        one: The game.
        seat: The person's seat.
    """

    def __init__(self, one: OneGame, seat: int):
        self._one, self._seat, self._seen = one, seat, Seen(one, seat)
        self._seating = Seating(one)
        self._painter = self._seating.painter
        self._frames: list[tuple[int, Frame]] = []  # with the number of choices of the person before it
        self._last = b""  # the position of the last frame
        self.changes = 0  # how often the page has changed

    def begin(self, state: Any, made: int = 0, sentence: str = "") -> None:
        """Add the first position.

        Args:
            state: The position.
            made: The number of choices that the person has made. Default: 0.
            sentence: The words for the position in the log. Default: none.
        """
        self._panels = self._board(state)
        self._opening = self._seen.lines(lambda each: self._one.narrator.opening(each, self._one.strategies), state)
        self._add(made, self._position(state, sentence=sentence))

    def look(self, state: Any, made: int) -> None:
        """Show a position in which the person decides, which may come after actions that the log leaves out.

        Args:
            state: The position.
            made: The number of choices that the person has made.
        """
        if not self._frames:
            self.begin(state, made, _CONTINUED)
        elif state.tobytes() != self._last:
            before, frame = self._frames[-1]
            now = self._position(state, sentence=frame.sentence, actor=frame.actor)
            if now != frame:
                self._frames.pop()
                self._add(before, now)

    def act(self, step: Step, made: int, sentence: str) -> None:
        """Add the position after an action.

        Args:
            step: The action.
            made: The number of choices that the person has made.
            sentence: The action in words, as the player sees it.
        """
        if not self._frames:
            self.begin(step.state, made, _CONTINUED)
        after = copy_of(step.state)
        carry_out(self._one.game, after, self._one.rules.record, step.options[step.chosen])
        self._add(made, self._position(after, sentence=sentence, actor=int(step.state.actor)))

    def end(self, state: Any) -> None:
        """Add the end of the game, in which nothing is hidden.

        Args:
            state: The last position.
        """
        made, _ = self._frames[-1]
        self._add(made, self._position(state, sentence=self._one.narrator.ending(state)))

    def take_back(self, choices: int) -> None:
        """Remove the positions after the last choice that is left, when the person takes back the one after it.

        Args:
            choices: The number of choices that are left.
        """
        self._frames = [(made, frame) for made, frame in self._frames if made < choices]

    def replay(self) -> Replay:
        """Return the positions up to now."""
        frames, strategies = [frame for _, frame in self._frames], self._one.strategies
        return Replay(
            title=f"{self._one.game.title}: the game as seen by {self._names[self._seat]}",
            game=self._one.game.address,
            command="",
            players=self._names,
            seats=[],
            strategies=strategies[: len(self._names)],
            colours=self._colours,
            unit=self._one.game.standing,
            panels=self._panels,
            opening=self._opening,
            frames=frames,
            ending="",
            credit=[],
            seating="",
            tallies=[],
        )

    def _add(self, made: int, frame: Frame) -> None:
        self._frames.append((made, frame))
        self.changes += 1

    def _position(self, state: Any, **act: Any) -> Frame:
        """Return a position as the player sees it, with the action that led to it."""
        alike = self._seen.alike(state)
        self._last = state.tobytes()
        self._colours = list(self._painter.colours(state)[: int(self._one.rules.record.seats)])
        self._names = common_lines([self._seating.names(each) for each in alike])
        rows = common_rows([self._painter.table(each) for each in alike])
        return Frame(
            rounds=int(state.rounds),
            pieces=common_shapes([self._painter.pieces(each) for each in alike]),
            rows=rows,
            lines=[] if rows else self._seen.lines(self._one.narrator.table, state),
            standings=[],
            **act,
        )

    def _board(self, state: Any) -> dict[str, Panel]:
        """Return the panels with what the player knows of their shapes."""
        boards = [self._painter.board(each) for each in self._seen.alike(state)]
        shapes = common_shapes([{name: panel.shapes for name, panel in board.items()} for board in boards])
        titles = {name: common([board[name].title for board in boards]) for name in shapes}
        return {name: replace(boards[-1][name], title=titles[name], shapes=shapes[name]) for name in shapes}


def common_shapes(pictures: Sequence[Shapes]) -> dict[str, list[Shape]]:
    """Return the shapes that several pictures have in common, by panel, with MARK for words that differ.

    Args:
        pictures: The shapes of each picture, by panel.
    """
    panels = [name for name in pictures[-1] if all(name in picture for picture in pictures)]
    return {name: _common([picture[name] for picture in pictures]) for name in panels}


def _common(lists: Sequence[Sequence[Shape]]) -> list[Shape]:
    """Return the shapes that several lists have in common, in the order of the last list."""
    named = [dict(_named(shapes)) for shapes in lists]
    return [_merged([each[name] for each in named]) for name in named[-1] if all(name in each for each in named)]


def _named(shapes: Sequence[Shape]) -> Iterator[tuple[tuple[str, int], Shape]]:
    """Yield each shape with a key: what it is without its words, and its number among the shapes with this key."""
    count: Counter[str] = Counter()
    for shape in shapes:
        key = json.dumps({name: "" if name in _WORDS else value for name, value in shape.items()})
        count[key] += 1
        yield (key, count[key]), shape


def _merged(shapes: Sequence[Shape]) -> Shape:
    return {**shapes[-1], **{name: common([each[name] for each in shapes]) for name in _WORDS if name in shapes[-1]}}


def common_rows(tables: Sequence[Sequence[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """Return what several tables have in common, with MARK for numbers and words that differ.

    Args:
        tables: The rows of each table, with equal columns.
    """
    return [{name: _value([row[name] for row in rows]) for name in rows[-1]} for rows in zip(*tables, strict=True)]


def _value(values: Sequence[Any]) -> Any:
    """Return the value that several cells have in common."""
    if all(isinstance(each, str) for each in values):
        return common(values)
    return values[-1] if all(each == values[-1] for each in values) else MARK
