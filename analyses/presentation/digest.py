"""A replayed game in some twenty lines: who sits where, when the lead changed, what turned it, how it ended."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from math import floor
from typing import Any

from starbalance.analyses.presentation.wording import single
from starbalance.simulator.engine.wording import joined

_LINES = 20  # of a whole digest, about
_LEAST = 5  # turning points, however many sit at the table
_LEADS = 4  # changes of the lead that are told, those that lasted longest
_ACTS = 3  # of a turn that are told
_LONGEST = 120  # characters of the sentence of an act
_CLAUSE = re.compile(r" ?\([A-Z]{3}-[\d.]+\)")
_SAME = 1e-9
_OF_LOSSES = 2.0  # how much more than a gain a loss weighs
Event = tuple[int, str]  # (frame, line)


def digest(replay: Any) -> Iterator[str]:
    """The lines of a digest of a `Replay`."""
    yield f"{replay.title}, {replay.frames[-1].rounds} rounds."
    yield replay.seating
    sides = _as_counted(_by_side(replay))
    leads = _leads(sides)
    room = max(_LEAST, _LINES - 3 - len(replay.players) - min(len(leads), _LEADS))
    yield _course(sides, leads)
    told = _lead_lines(sides, leads)
    half = [each for each in _half_time(sides) if each[0] not in dict(told)]
    events = [*_turns(_as_counted(replay), sides, room), *told, *half]
    yield from (line for _, line in sorted(events, key=lambda event: event[0]))
    yield from _standings(replay)
    yield _plain(replay.ending)


def _by_side(replay: Any) -> Any:
    """The same game with players who always stand alike, such as allies, as one."""
    sides: dict[tuple[float, ...], list[int]] = {}
    for seat in range(len(replay.players)):
        sides.setdefault(tuple(frame.standings[seat] for frame in replay.frames), []).append(seat)
    if len(sides) == 1:
        return replay
    first = [seats[0] for seats in sides.values()]
    players = [joined([replay.players[seat] for seat in seats]) for seats in sides.values()]
    frames = [replace(frame, standings=[frame.standings[seat] for seat in first]) for frame in replay.frames]
    return replace(replay, players=players, frames=frames)


def _as_counted(replay: Any) -> Any:
    """The same game with standings as players count them: whole, since what is behind the point only settles equals."""
    frames = [replace(frame, standings=[_whole(each) for each in frame.standings]) for frame in replay.frames]
    return replace(replay, frames=frames)


def _whole(standing: float) -> int:
    return floor(standing + _SAME)


def _leads(replay: Any) -> list[tuple[int, int]]:
    """(frame, seat) of the ends of rounds from which on a seat led alone that had not led before."""
    found: list[tuple[int, int]] = []
    for frame in _round_ends(replay):
        best, *others = sorted(replay.frames[frame].standings, reverse=True)
        leader = replay.frames[frame].standings.index(best)
        if others and best > others[0] and (not found or found[-1][1] != leader):
            found.append((frame, leader))
    return found


def _round_ends(replay: Any) -> list[int]:
    """The frame after the last act of each round."""
    last = {_begun(replay, frame): frame for frame in range(1, len(replay.frames)) if _begun(replay, frame)}
    return list(last.values())


def _course(replay: Any, leads: Sequence[tuple[int, int]]) -> str:
    """How often the lead changed."""
    if not leads:
        return f"Nobody led alone at the end of a round, in {replay.unit}."
    times = len(leads) - 1
    often = {1: "once", 2: "twice"}.get(times, f"{times} times")
    changed = f"changed hands {often}" if times else "never changed hands"
    told = f"; told are {_LEADS} leads, the last and those that lasted longest" if len(leads) > _LEADS else ""
    return f"The lead, in {replay.unit} at the end of a round, {changed}{told}."


def _lead_lines(replay: Any, leads: Sequence[tuple[int, int]]) -> list[Event]:
    """The leads that lasted longest, and the last one."""
    rounds = [_begun(replay, frame) for frame, _ in leads]
    lasted = [after - first for first, after in pairwise([*rounds, replay.frames[-1].rounds + 1])]
    lasting = sorted(range(len(leads)), key=lambda k: (k != len(leads) - 1, -lasted[k]))[:_LEADS]
    return [
        (leads[k][0], f"Round {rounds[k]}, {'a new' if k else 'the first'} lead: {_stand(replay, leads[k][0])}.")
        for k in lasting
    ]


def _half_time(replay: Any) -> list[Event]:
    """How everybody stands when half of the rounds are over; nothing of a game without rounds."""
    ends = _round_ends(replay)
    middle = ends[(len(ends) - 1) // 2 :][:1]
    return [(frame, f"Round {_begun(replay, frame)}, half-time: {_stand(replay, frame)}.") for frame in middle]


def _stand(replay: Any, frame: int) -> str:
    standings = replay.frames[frame].standings
    order = sorted(range(len(standings)), key=lambda seat: -standings[seat])
    return ", ".join(f"{replay.players[seat]} {standings[seat]}" for seat in order)


def _turns(replay: Any, sides: Any, most: int) -> Iterator[Event]:
    """The turns that were decisive or moved the standings most, by their main acts.

    A loss outweighs a gain, of equals the last comes first.
    """
    found = []
    acts = [k for k in range(1, len(replay.frames) - 1) if _begun(replay, k)]
    for _, group in groupby(acts, key=lambda k: (_begun(replay, k), replay.frames[k].turn)):
        frames = list(group)
        by, told = _change(sides, frames[0] - 1, frames[-1]), _main(sides, frames)
        found.append((any(_is_decisive(replay, k) for k in told), _weight(by), told, by))
    for decisive, weight, told, by in sorted(found, key=lambda each: (-each[0], -each[1], -each[2][-1]))[:most]:
        if decisive or weight > 0:
            words = "; then ".join(_cut(replay, k, is_alone=len(told) == 1) for k in told)
            moved = f" [{_moved(sides, by)}]" if any(by) else ""
            yield told[-1], f"{_when(replay, told[0], words)}: {words}{moved}"


def _main(sides: Any, frames: Sequence[int]) -> list[int]:
    """The acts of a turn that were decisive or moved the standings most: the first, and those half as heavy or more."""
    weights = {k: (_is_decisive(sides, k), _weight(_change(sides, k - 1, k))) for k in frames}
    order = sorted(frames, key=lambda k: weights[k], reverse=True)
    decisive, most = weights[order[0]]
    alike = (k for k in order[1:_ACTS] if weights[k][0] == decisive and 2 * weights[k][1] >= most > 0)
    return sorted([order[0], *alike])


def _is_decisive(replay: Any, frame: int) -> bool:
    """Whether an act is told however little it moves the standings."""
    return not {*replay.decisive}.isdisjoint(replay.frames[frame].sentence.split())


def _moving(replay: Any, frame: int) -> list[str]:
    """Who gained or lost by an act."""
    by = _change(replay, frame - 1, frame)
    return [name for name, each in zip(replay.players, by, strict=True) if each]


def _change(replay: Any, before: int, after: int) -> list[float]:
    """What each player gained between two frames."""
    pairs = zip(replay.frames[after].standings, replay.frames[before].standings, strict=True)
    return [now - then for now, then in pairs]


def _weight(by: Sequence[float]) -> float:
    """How much changes of the standings turn a game."""
    return _OF_LOSSES * sum(-each for each in by if each < 0) + max(by)


def _when(replay: Any, frame: int, words: str) -> str:
    """The round of an act, and whose turn it was if somebody else acts and is told first."""
    act = replay.frames[frame]
    name = None if act.turn in (act.actor, None) else replay.players[act.turn]
    turn = "" if name is None or words.startswith(name) else f", turn of {name}"
    return f"Round {_begun(replay, frame)}{turn}"


def _begun(replay: Any, frame: int) -> int:
    """The round in which the decision of a frame was taken; 0 in the set-up."""
    return int(replay.frames[frame - 1].rounds)


def _moved(replay: Any, by: Sequence[float]) -> str:
    """Who gained and who lost."""
    return ", ".join(f"{name} {each:+}" for name, each in zip(replay.players, by, strict=True) if each)


def _plain(sentence: str) -> str:
    """A sentence without its clauses."""
    return _CLAUSE.sub("", sentence)


def _cut(replay: Any, frame: int, *, is_alone: bool) -> str:
    """The sentence of an act: its parts that score; where there are none, without what matters least until it is short.

    What is said of others goes first, then the longest; the first part stays, what is decisive, and of an act that is
    told alone the last of each who gained or lost.
    """
    moving = _moving(replay, frame)
    parts = _plain(replay.frames[frame].sentence).split("; ")
    if scoring := [part for part in parts if set(part.split()) & {*replay.scoring}]:
        return "; ".join(scoring)
    ends = {each for name in moving for each in [part for part in parts if name in part][-1:]} if is_alone else set()
    ends |= {part for part in parts if not {*replay.decisive}.isdisjoint(part.split())}
    while len("; ".join(parts)) > _LONGEST:
        spare = [part for part in parts[1:] if part not in ends]
        if not spare or (is_alone and spare == parts[-1:]):
            break
        parts.remove(min(spare, key=lambda part: (_concern(part, moving, replay.players), -len(part))))
    short = "; ".join(parts)
    return short if len(short) <= _LONGEST else f"{short[: _LONGEST - 3].rsplit(' ', 1)[0]} ..."


def _concern(part: str, moving: Sequence[str], players: Sequence[str]) -> int:
    """2 for what is said of somebody who gained or lost, 1 of nobody, 0 of others."""
    return 2 if any(name in part for name in moving) else int(not any(name in part for name in players))


def _standings(replay: Any) -> Iterator[str]:
    """A line for each player, the winner first: what it has at the end, and what the game counts of it."""
    last = replay.frames[-1].standings
    ranks = [(-replay.credit[seat], -last[seat]) for seat in range(len(last))]
    for seat in sorted(range(len(last)), key=lambda seat: ranks[seat]):
        place = 1 + sum(each < ranks[seat] for each in ranks)
        won = "won" if replay.credit[seat] == 1 else "shares the win" if replay.credit[seat] else f"place {place}"
        tally = f"; {replay.tallies[seat]}" if replay.tallies[seat] else ""
        count = _whole(last[seat])
        yield f"{replay.players[seat]}, {won}: {count} {single(replay.unit) if count == 1 else replay.unit}{tally}."
