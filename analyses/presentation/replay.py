"""A replayed game: an HTML page, a digest of a few lines, and a record for programs."""

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

_DIGITS = 6  # significant digits of a standing or a score


@dataclass(frozen=True)
class Considered:
    """An option of a decision.

    Attributes:
        score: Score of the option.
        words: The option in words.
        taken: Whether the strategy chose it.
        value: Win share of the option estimated by a search. `None` means that the search did not try it.
    """

    score: float
    words: str
    taken: bool
    value: float | None = None


@dataclass(frozen=True)
class Frame:
    """A position and the act that led to it.

    Attributes:
        rounds: Round of the position.
        pieces: Shapes of the picture, by panel.
        rows: Table with a row for each seat.
        lines: The table in words, for games without pictures.
        standings: Heuristic value of each seat. Empty for a page without a chart of them.
        sentence: The act in words.
        actor: Seat that acted.
        turn: Seat whose turn it was.
        decision: Number of the decision, without forced decisions.
        options: Number of options.
        considered: Options with the best scores, and the chosen option.
        traces: Shapes that show the act, by panel.
    """

    rounds: int
    pieces: Mapping[str, Any]
    rows: Sequence[Mapping[str, Any]]
    lines: Sequence[str]
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
    """A complete replayed game.

    Attributes:
        title: Title of the game.
        game: Name of the game.
        command: Command that shows the game.
        players: Names of the players.
        seats: Places of the players in the turn order, from 1.
        strategies: Strategies of the players.
        colours: Colours of the players.
        unit: Unit of the standings.
        panels: Panels of the picture.
        opening: Lines on the opening position.
        frames: The opening position, then one frame for each decision.
        ending: Sentence on the end of the game.
        credit: Share of the win of each player, with the sum 1.
        seating: Line with the seats of the players.
        tallies: Final counts of each player in words.
        scoring: Words that mark the parts of a sentence on scores.
        decisive: Words that mark acts that a digest always shows.
    """

    title: str
    game: str
    command: str
    players: Sequence[str]
    seats: Sequence[int]
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
        """The players with their strategies."""
        return ", ".join(f"{name} ({strategy})" for name, strategy in zip(self.players, self.strategies, strict=True))

    def between(self, first: int, last: int) -> "Replay":
        """Return the part of the game between two rounds (inclusive), for a smaller page.

        Raises:
            BadInput: If the rounds have no decision.
        """
        places = [place for place, rounds in enumerate(_begun(self.frames)) if place and first <= rounds <= last]
        if not places:
            raise BadInput(f"Rounds {first} to {last} have no decision: the game has {self.frames[-1].rounds} rounds.")
        before = self.frames[places[0] - 1]
        start = Frame(before.rounds, before.pieces, before.rows, before.lines, before.standings)
        frames = [start, *self.frames[places[0] : places[-1] + 1]]
        return replace(self, title=f"{self.title}, rounds {first} to {last}", frames=frames)

    def summary(self) -> Iterator[str]:
        """Yield about twenty lines: seats, lead changes, turning points and the end."""
        yield from digest(self)

    def record(self) -> dict[str, Any]:
        """Return the game as JSON values: players, decisions with their options, and the end."""
        return {
            "game": self.game,
            "command": self.command,
            "standing": self.unit,
            "players": [
                {"name": name, "seat": seat, "strategy": strategy, "credit": credit}
                for name, seat, strategy, credit in zip(
                    self.players, self.seats, self.strategies, self.credit, strict=True
                )
            ],
            "opening": list(self.opening),
            "steps": [_step(frame, self.seats) for frame in self.frames],
            "ending": self.ending,
        }

    def page(self) -> str:
        """Return the game as a self-contained HTML page with the board, a slider over the decisions and the log."""
        return _page(self, "replay.html")

    def live_page(self, version: int) -> str:
        """Return the page of a game that is still played. It loads again when the game has another version.

        Args:
            version: The version of the page. The server of the page returns the newest one at the address `version`.
        """
        return _page(self, "live.html", version=version, live=part("live.js"))

    def __repr__(self) -> str:
        return f"<replay of {self.title}>"

    def _repr_html_(self) -> str:
        page = escape(self.page(), quote=True)
        return f'<iframe srcdoc="{page}" title="{escape(self.title)}" width="100%" height="900"></iframe>'


def _step(frame: Frame, seats: Sequence[int]) -> dict[str, Any]:
    return {
        "round": frame.rounds,
        "seat": None if frame.actor is None else seats[frame.actor],
        "decision": frame.decision,
        "sentence": frame.sentence,
        "options": frame.options,
        "considered": [
            {"score": _short(each.score), "value": each.value, "option": each.words, "taken": each.taken}
            for each in frame.considered
        ],
        "table": [dict(row) for row in frame.rows] or list(frame.lines),
        "standings": list(frame.standings),
    }


def index_page(title: str, rows: Sequence[Mapping[str, Any]], replays: Mapping[int, Replay]) -> str:
    """Return a page with links to replayed games in the same folder (game-NUMBER.html).

    Args:
        title: Title of the page.
        rows: Rows of seats. `game` is the number of the game.
        replays: Number of each game, with its replay.
    """
    columns = [name for name in rows[0] if name not in ("game", "play")]
    return page("replay_index.html", title=title, columns=columns, rows=rows, replays=replays, style=part("page.css"))


def _page(replay: Replay, template: str, **more: Any) -> str:
    data = json.dumps(_data(replay), separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return page(
        template,
        title=replay.title,
        replay=replay,
        rounds=list(_rounds(replay.frames)),
        styles=[part("page.css"), part("replay.css")],
        script=part("replay.js"),
        data=Markup(data.replace("<", "\\u003c")),
        **more,
    )


def _rounds(frames: Sequence[Frame]) -> Iterator[tuple[int, list[tuple[int, Frame]]]]:
    """Yield each round with the indices and frames of its acts."""
    begun = _begun(frames)
    acts = [(place, frame) for place, frame in enumerate(frames) if frame.sentence]
    for rounds, group in groupby(acts, key=lambda each: begun[each[0]]):
        yield rounds, list(group)


def _begun(frames: Sequence[Frame]) -> list[int]:
    """Return the round of each frame's decision, which is the round of the position before it."""
    return [frames[0].rounds, *(frame.rounds for frame in frames[:-1])]


class _Pool:
    """Repeated values, each stored once."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[Hashable, int] = {}

    def place(self, value: Any) -> int:
        """Return the index of a value. Store the value if it is new."""
        key = json.dumps(value)
        if key not in self._places:
            self._places[key] = len(self.values)
            self.values.append(value)
        return self._places[key]


def _data(replay: Replay) -> dict[str, Any]:
    """Return the data of the script. Frames refer to shapes, pictures and rows by indices of three lists."""
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
                "lines": rows.place(list(frame.lines)),
                "standings": [_short(value) for value in frame.standings],
            }
            for frame in replay.frames
        ],
        "shapes": shapes.values,
        "pictures": pictures.values,
        "rows": rows.values,
    }


def _short(number: float) -> float | None:
    """Return a rounded number, or `None` if it is not finite."""
    return float(f"{number:.{_DIGITS}g}") if isfinite(number) else None
