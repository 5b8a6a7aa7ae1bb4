"""A game that was replayed: a page for people, few lines for those in haste, a record for programs."""

import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import groupby
from math import isfinite
from typing import Any

from markupsafe import Markup

from starbalance.analyses.presentation.digest import digest
from starbalance.analyses.presentation.page import page, part
from starbalance.simulator.engine.errors import BadInput

_DIGITS = 6  # of a standing or a score


@dataclass(frozen=True)
class Considered:
    """An option of a decision: how the strategy scored it, what it is, whether it was taken.

    value: the share of the win that a search found it to bring; None: it was not tried.
    """

    score: float
    words: str
    taken: bool
    value: float | None = None


@dataclass(frozen=True)
class Frame:
    """A position and what led to it: who did what in whose turn, as what number among the decisions not forced.

    considered: the options scored best and the one taken; options: how many there were. pieces, traces: the shapes of a
    picture, by panel. rows: the table of each seat; told: the table in words, of a game without pictures. standings: by
    seat.
    """

    rounds: int
    pieces: Mapping[str, Any]
    rows: Sequence[Mapping[str, Any]]
    told: Sequence[str]
    standings: Sequence[float]
    sentence: str = ""
    actor: int | None = None
    turn: int | None = None
    decision: int | None = None
    options: int = 0
    considered: Sequence[Considered] = ()
    traces: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, repr=False)
class Replay:
    """A whole game. frames: the opening position, then one for each decision. unit: of the standings.

    seating: who sits where, in a line; tallies: what the game counts of each player at its end. scoring: words of the
    parts of a sentence that tell of a score. decisive: words of acts that a summary tells in any case.
    """

    title: str
    game: str
    command: str
    players: Sequence[str]
    strategies: Sequence[str]
    colours: Sequence[str]
    unit: str
    panels: Mapping[str, Any]
    opening: Sequence[str]
    frames: Sequence[Frame]
    ending: str
    credit: Sequence[float]
    seating: str
    tallies: Sequence[str]
    scoring: Sequence[str] = ()
    decisive: Sequence[str] = ()

    @property
    def lineup(self) -> str:
        """Who plays what."""
        return ", ".join(f"{name} ({strategy})" for name, strategy in zip(self.players, self.strategies, strict=True))

    def between(self, first: int, last: int) -> "Replay":
        """The same game from one round to another, both included, where the page of a whole game is too large.

        Raises BadInput for rounds without a decision.
        """
        told = [place for place, rounds in enumerate(_begun(self.frames)) if place and first <= rounds <= last]
        if not told:
            raise BadInput(f"Rounds {first} to {last} have no decision: the game has {self.frames[-1].rounds}.")
        before = self.frames[told[0] - 1]
        start = Frame(before.rounds, before.pieces, before.rows, before.told, before.standings)
        frames = [start, *self.frames[told[0] : told[-1] + 1]]
        return replace(self, title=f"{self.title}, rounds {first} to {last}", frames=frames)

    def summary(self) -> Iterator[str]:
        """Some twenty lines: who sits where, when the lead changed, what turned the game, how it ended."""
        yield from digest(self)

    def record(self) -> dict[str, Any]:
        """The game as values that JSON knows: who plays, every decision with its options, how it ended."""
        return {
            "game": self.game,
            "command": self.command,
            "standing": self.unit,
            "players": [
                {"name": name, "strategy": strategy, "credit": credit}
                for name, strategy, credit in zip(self.players, self.strategies, self.credit, strict=True)
            ],
            "opening": list(self.opening),
            "steps": [_step(frame) for frame in self.frames],
            "ending": self.ending,
        }

    def page(self) -> str:
        """The game as one HTML page that needs nothing else: the board drawn, a slider over the decisions, the log."""
        return _page(self)

    def __repr__(self) -> str:
        return f"<replay of {self.title}>"

    def _repr_html_(self) -> str:
        page = escape(self.page(), quote=True)
        return f'<iframe srcdoc="{page}" title="{escape(self.title)}" width="100%" height="900"></iframe>'


def _step(frame: Frame) -> dict[str, Any]:
    return {
        "round": frame.rounds,
        "seat": frame.actor,
        "decision": frame.decision,
        "sentence": frame.sentence,
        "options": frame.options,
        "considered": [
            {"score": _short(each.score), "value": each.value, "option": each.words, "taken": each.taken}
            for each in frame.considered
        ],
        "table": [dict(row) for row in frame.rows] or list(frame.told),
        "standings": list(frame.standings),
    }


def index_page(title: str, rows: Sequence[Mapping[str, Any]], replays: Mapping[int, Replay]) -> str:
    """A page that leads to those of some games, which lie beside it as game-NUMBER.html.

    rows: of seats, each with the number of its game as `game`.
    """
    columns = [name for name in rows[0] if name not in ("game", "play")]
    return page("replay_index.html", title=title, columns=columns, rows=rows, replays=replays, style=part("page.css"))


def _page(replay: Replay) -> str:
    data = json.dumps(_data(replay), separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return page(
        "replay.html",
        title=replay.title,
        replay=replay,
        rounds=list(_rounds(replay.frames)),
        styles=[part("page.css"), part("replay.css")],
        script=part("replay.js"),
        data=Markup(data.replace("<", "\\u003c")),
    )


def _rounds(frames: Sequence[Frame]) -> Iterator[tuple[int, list[tuple[int, Frame]]]]:
    """(round, its (place, frame) pairs)."""
    begun = _begun(frames)
    told = [(place, frame) for place, frame in enumerate(frames) if frame.sentence]
    for rounds, group in groupby(told, key=lambda each: begun[each[0]]):
        yield rounds, list(group)


def _begun(frames: Sequence[Frame]) -> list[int]:
    """The round in which each frame's decision was taken: that of the position before it."""
    return [frames[0].rounds, *(frame.rounds for frame in frames[:-1])]


class _Pool:
    """Values that come again and again, each kept once."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[Hashable, int] = {}

    def place(self, value: Any) -> int:
        """Where a value is kept."""
        key = json.dumps(value)
        if key not in self._places:
            self._places[key] = len(self.values)
            self.values.append(value)
        return self._places[key]


def _data(replay: Replay) -> dict[str, Any]:
    """What the script reads: frames name their shapes, pictures and rows by their places in three lists."""
    shapes, pictures, rows = _Pool(), _Pool(), _Pool()

    def picture(by_panel: Mapping[str, Any]) -> int:
        return pictures.place([[shapes.place(each) for each in by_panel.get(name, ())] for name in replay.panels])

    return {
        "players": list(replay.players),
        "colours": list(replay.colours),
        "unit": replay.unit,
        "panels": [
            {"title": panel.title, "width": panel.width, "height": panel.height, "shapes": panel.shapes}
            for panel in replay.panels.values()
        ],
        "columns": list(replay.frames[-1].rows[0]) if replay.frames[-1].rows else [],
        "frames": [
            {
                "round": frame.rounds,
                "actor": frame.actor,
                "decision": frame.decision,
                "options": frame.options,
                "considered": [
                    [_short(each.score), each.words, int(each.taken), each.value] for each in frame.considered
                ],
                "pieces": picture(frame.pieces),
                "traces": picture(frame.traces),
                "rows": [rows.place(list(row.values())) for row in frame.rows],
                "told": rows.place(list(frame.told)),
                "standings": [_short(value) for value in frame.standings],
            }
            for frame in replay.frames
        ],
        "shapes": shapes.values,
        "pictures": pictures.values,
        "rows": rows.values,
    }


def _short(number: float) -> float | None:
    """A number as JSON has it: none that is not finite."""
    return float(f"{number:.{_DIGITS}g}") if isfinite(number) else None
