"""The digest: a replayed game in about twenty lines, with seats, lead changes, turning points and the end."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from math import floor
from typing import Any

from starbalance.analyses.presentation.wording import single
from starbalance.simulator.engine.wording import joined

_LINES = 20  # of a whole digest, about
_LEAST = 5  # smallest number of turning points, for any number of players
_LEADS = 4  # leads in the digest: the last one and the longest ones
_ACTS = 3  # largest number of acts of a turn
_LONGEST = 120  # characters of the sentence of an act
_CLAUSE = re.compile(r" ?\([A-Z]{3}-[\d.]+\)")
_SAME = 1e-9
_OF_LOSSES = 2.0  # weight of a loss relative to a gain
Event = tuple[int, str]  # (frame, line)


def digest(replay: Any) -> Iterator[str]:
    """Yield the lines of the digest of a `Replay`."""
    yield f"{replay.title}, {replay.frames[-1].rounds} rounds."
    yield replay.seating
    sides = _as_counted(_by_side(replay))
    leads = _leads(sides)
    room = max(_LEAST, _LINES - 3 - len(replay.players) - min(len(leads), _LEADS))
    yield _course(sides, leads)
    lead_lines = _lead_lines(sides, leads)
    half = [each for each in _half_time(sides) if each[0] not in dict(lead_lines)]
    events = [*_turns(_as_counted(replay), sides, room), *lead_lines, *half]
    yield from (line for _, line in sorted(events, key=lambda event: event[0]))
    yield from _standings(replay)
    yield _plain(replay.ending)


def _by_side(replay: Any) -> Any:
    """Return the replay with players merged whose standings are always equal, such as allies."""
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
    """Return the replay with whole standings, since the decimals only break ties."""
    frames = [replace(frame, standings=[_whole(each) for each in frame.standings]) for frame in replay.frames]
    return replace(replay, frames=frames)


def _whole(standing: float) -> int:
    return floor(standing + _SAME)


def _leads(replay: Any) -> list[tuple[int, int]]:
    """Return (frame, seat) for each round end at which a new sole leader appears."""
    leads: list[tuple[int, int]] = []
    for frame in _round_ends(replay):
        best, *others = sorted(replay.frames[frame].standings, reverse=True)
        leader = replay.frames[frame].standings.index(best)
        if others and best > others[0] and (not leads or leads[-1][1] != leader):
            leads.append((frame, leader))
    return leads


def _round_ends(replay: Any) -> list[int]:
    """Return the index of the frame after the last act of each round."""
    last = {_begun(replay, frame): frame for frame in range(1, len(replay.frames)) if _begun(replay, frame)}
    return list(last.values())


def _course(replay: Any, leads: Sequence[tuple[int, int]]) -> str:
    """Return a sentence with the number of lead changes, or that no player was the only leader."""
    if not leads:
        return f"No player was the only leader at the end of a round, in {replay.unit}."
    times = len(leads) - 1
    often = {1: "once", 2: "twice"}.get(times, f"{times} times")
    changed = f"changed hands {often}" if times else "never changed hands"
    selection = f"; the lines show {_LEADS} leads, the last one and the longest ones" if len(leads) > _LEADS else ""
    return f"The lead, in {replay.unit} at the end of a round, {changed}{selection}."


def _lead_lines(replay: Any, leads: Sequence[tuple[int, int]]) -> list[Event]:
    """Return (frame, line) for the last lead and for the longest other leads."""
    rounds = [_begun(replay, frame) for frame, _ in leads]
    lasted = [after - first for first, after in pairwise([*rounds, replay.frames[-1].rounds + 1])]
    lasting = sorted(range(len(leads)), key=lambda k: (k != len(leads) - 1, -lasted[k]))[:_LEADS]
    return [
        (leads[k][0], f"Round {rounds[k]}, {'a new' if k else 'the first'} lead: {_stand(replay, leads[k][0])}.")
        for k in lasting
    ]


def _half_time(replay: Any) -> list[Event]:
    """Return (frame, line) with all standings after half of the rounds, as a list. Empty for a game without rounds."""
    ends = _round_ends(replay)
    middle = ends[(len(ends) - 1) // 2 :][:1]
    return [(frame, f"Round {_begun(replay, frame)}, half-time: {_stand(replay, frame)}.") for frame in middle]


def _stand(replay: Any, frame: int) -> str:
    standings = replay.frames[frame].standings
    order = sorted(range(len(standings)), key=lambda seat: -standings[seat])
    return ", ".join(f"{replay.players[seat]} {standings[seat]}" for seat in order)


def _turns(replay: Any, sides: Any, most: int) -> Iterator[Event]:
    """Yield (frame, line) for at most `most` turns, those that were decisive or moved the standings most.

    The line has the main acts of the turn. A loss weighs more than a gain. Of turns with equal weights, the last comes
    first.
    """
    turns = []
    acts = [k for k in range(1, len(replay.frames) - 1) if _begun(replay, k)]
    for _, group in groupby(acts, key=lambda k: (_begun(replay, k), replay.frames[k].turn)):
        frames = list(group)
        by, main = _change(sides, frames[0] - 1, frames[-1]), _main(sides, frames)
        turns.append((any(_is_decisive(replay, k) for k in main), _weight(by), main, by))
    for decisive, weight, main, by in sorted(turns, key=lambda each: (-each[0], -each[1], -each[2][-1]))[:most]:
        if decisive or weight > 0:
            words = "; then ".join(_cut(replay, k, is_alone=len(main) == 1) for k in main)
            moved = f" [{_moved(sides, by)}]" if any(by) else ""
            yield main[-1], f"{_when(replay, main[0], words)}: {words}{moved}"


def _main(sides: Any, frames: Sequence[int]) -> list[int]:
    """Return the frames of the main acts of a turn: the decisive or heaviest, and those of at least half its weight."""
    weights = {k: (_is_decisive(sides, k), _weight(_change(sides, k - 1, k))) for k in frames}
    order = sorted(frames, key=lambda k: weights[k], reverse=True)
    decisive, most = weights[order[0]]
    alike = (k for k in order[1:_ACTS] if weights[k][0] == decisive and 2 * weights[k][1] >= most > 0)
    return sorted([order[0], *alike])


def _is_decisive(replay: Any, frame: int) -> bool:
    """Return whether the sentence of an act has a decisive word, so that the act belongs to the digest in any case."""
    return not {*replay.decisive}.isdisjoint(replay.frames[frame].sentence.split())


def _moving(replay: Any, frame: int) -> list[str]:
    """Return the names of the players whose standings an act changed."""
    by = _change(replay, frame - 1, frame)
    return [name for name, each in zip(replay.players, by, strict=True) if each]


def _change(replay: Any, before: int, after: int) -> list[float]:
    """Return the change of the standing of each player from one frame to another."""
    pairs = zip(replay.frames[after].standings, replay.frames[before].standings, strict=True)
    return [now - then for now, then in pairs]


def _weight(by: Sequence[float]) -> float:
    """Return the weight of changes of the standings: the sum of the losses times a factor, plus the largest change."""
    return _OF_LOSSES * sum(-each for each in by if each < 0) + max(by)


def _when(replay: Any, frame: int, words: str) -> str:
    """Return the round of an act, with the player of the turn if the text starts with another player."""
    act = replay.frames[frame]
    name = None if act.turn in (act.actor, None) else replay.players[act.turn]
    turn = "" if name is None or words.startswith(name) else f", turn of {name}"
    return f"Round {_begun(replay, frame)}{turn}"


def _begun(replay: Any, frame: int) -> int:
    """Return the round in which the decision of a frame was taken. 0 in the setup."""
    return int(replay.frames[frame - 1].rounds)


def _moved(replay: Any, by: Sequence[float]) -> str:
    """Return the players whose standings changed, with their gains and losses, as text."""
    return ", ".join(f"{name} {each:+}" for name, each in zip(replay.players, by, strict=True) if each)


def _plain(sentence: str) -> str:
    """Return a sentence without its clause ids."""
    return _CLAUSE.sub("", sentence)


def _cut(replay: Any, frame: int, *, is_alone: bool) -> str:
    """Return a short sentence of an act.

    If parts of the sentence score, keep these parts. Otherwise remove parts until the sentence is short: first parts on
    other players, then the longest. The first part and decisive parts stay. Of a single act, the last part on each
    player that gained or lost also stays.
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
    """Return 2 for a part on a player that gained or lost, 1 for a part on no player, 0 for a part on other players."""
    return 2 if any(name in part for name in moving) else int(not any(name in part for name in players))


def _standings(replay: Any) -> Iterator[str]:
    """Yield a line for each player, the winner first, with its final standing and its tallies."""
    last = replay.frames[-1].standings
    ranks = [(-replay.credit[seat], -last[seat]) for seat in range(len(last))]
    for seat in sorted(range(len(last)), key=lambda seat: ranks[seat]):
        place = 1 + sum(each < ranks[seat] for each in ranks)
        won = "won" if replay.credit[seat] == 1 else "shares the win" if replay.credit[seat] else f"place {place}"
        tally = f"; {replay.tallies[seat]}" if replay.tallies[seat] else ""
        count = _whole(last[seat])
        yield f"{replay.players[seat]}, {won}: {count} {single(replay.unit) if count == 1 else replay.unit}{tally}."
