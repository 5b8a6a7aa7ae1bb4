"""Recorded plays: the rows of a file as games with their players, winners and problems."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from starbalance.analyses.questions.recorded_columns import OF_SEATS, Layout, plain_word
from starbalance.analyses.questions.recorded_file import Problem, Row, Sheet
from starbalance.analyses.questions.recorded_numbers import number, with_plain_numbers
from starbalance.simulator.engine.wording import counted, joined

YES = frozenset(
    [
        *("1", "true", "yes", "y", "x", "w", "won", "win", "winner", "victory", "ja", "oui", "si", "\u2713", "*"),
        *("tie", "tied", "draw", "shared"),
    ]
)
NO = frozenset(["0", "false", "no", "n", "l", "lost", "loss", "lose", "loser", "defeat", "nein", "non", "-", "\u2013"])
_SEVERAL = re.compile(r"\s*[,;/&+]\s*|\s+(?:and|und|et)\s+")
_DATE = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})|(\d{1,2})[-./](\d{1,2})[-./](\d{4})")
UNKNOWN = "unknown"  # a person or faction that the file does not name
_FEWEST = 2  # players of a game


@dataclass(frozen=True)
class Player:
    """A player of a game, as the file describes it. An empty text and `None` mean that the file does not say it."""

    place: str
    person: str = ""
    faction: str = ""
    seat: int | None = None
    score: float | None = None
    rank: float | None = None
    winner: str = ""
    number: int = 0
    more: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Play:
    """A recorded game.

    Attributes:
        name: the name of the game in the file
        players: its players
        date: the date as the file writes it
        rounds: the number of rounds
        credit: the share of the win of each player; the shares sum to 1
        more: further values that belong to the game, by column
    """

    name: str
    players: tuple[Player, ...]
    date: str = ""
    rounds: float | None = None
    credit: tuple[float, ...] = ()
    more: Mapping[str, str] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """The name of the game, and the places of its rows in the file."""
        places = list(dict.fromkeys(each.place.partition(", ")[0] for each in self.players))
        several = places[0] if len(places) == 1 else _span(places)
        return several if self.name in ("", several) else f"game {self.name} ({several})"


def _span(places: Sequence[str]) -> str:
    """Return the places of several rows, such as `lines 2 to 5`, or `lines 2, 4 and 9` if other rows lie between."""
    word, numbers = places[0].split()[0], [int(each.split()[1]) for each in places]
    if numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{word}s {numbers[0]} to {numbers[-1]}"
    return f"{word}s {joined([str(each) for each in numbers])}"


class Unusable(Exception):
    """A game that cannot be used. The message is the reason."""


def plays(sheet: Sheet, found: Layout, *, in_order: bool) -> tuple[list[Play], list[Problem]]:
    """Return the games of a file, and what cannot be used or should be checked.

    Args:
        sheet: The content of the file.
        found: Which columns hold what.
        in_order: Whether the order of the players in the file is their turn order.
    """
    sheet, doubts = with_plain_numbers(sheet, found)
    different, repeats = _without_repeats(sheet.rows, found)
    games, problems = [], [*sheet.problems, *doubts, *repeats]
    for name, rows in (_of_rows if found.is_wide else _grouped)(different, found):
        try:
            game, doubts = _play(name, rows, found, in_order=in_order)
            games.append(game)
            problems += doubts
        except Unusable as reason:
            place = Play(name, tuple(Player(row.place) for row in rows)).place
            problems.append(Problem(place, str(reason)))
    return games, [*problems, *_alike(games)]


def _of_rows(rows: Iterable[Row], found: Layout) -> Iterator[tuple[str, list[Row]]]:
    """Yield the name and the row of each game of a file with a row per game."""
    for row in rows:
        name = row.cells.get(found.one.get("game", ""), "")
        yield name or row.place, [row]


def _grouped(rows: Iterable[Row], found: Layout) -> Iterator[tuple[str, list[Row]]]:
    """Yield the name and the rows of each game of a file with a row per player."""
    games: dict[str, list[Row]] = {}
    for row in rows:
        games.setdefault(row.cells[found.one["game"]], []).append(row)
    yield from games.items()


def _play(name: str, rows: Sequence[Row], found: Layout, *, in_order: bool) -> tuple[Play, list[Problem]]:
    """Return a game and doubts about it.

    Raises:
        Unusable: If the game cannot be used.
    """
    if not name:
        raise Unusable(
            "no game is named, so it is unknown which rows belong together: if cells were merged, fill in each of them"
        )
    if fault := next(filter(None, (row.fault for row in rows)), ""):
        raise Unusable(fault)
    players = _slots(rows[0], found) if found.is_wide else [_player(row, found.one, row.cells) for row in rows]
    if in_order:
        players = [replace(each, seat=place) for place, each in enumerate(players, 1)]
    _check_players(players, _number_of(_shared(rows, found, "players"), "number of players"))
    credit, *sentences = _credit(players, _shared(rows, found, "winner") if found.is_wide else "")
    more = {column: rows[0].cells[column] for column in found.more} if found.is_wide else {}
    rounds = _number_of(_shared(rows, found, "rounds"), "number of rounds")
    game = Play(name, tuple(_with_seats(players)), _shared(rows, found, "date"), rounds, credit, more)
    sentences += [*_doubts(players, game.players, found), _date_doubt(game.date)]
    return game, [Problem(game.place, text, is_lost=False) for text in filter(None, sentences)]


def _doubts(players: Sequence[Player], kept: Sequence[Player], found: Layout) -> Iterator[str]:
    """Yield a sentence for each doubt about the players of a game.

    Args:
        players: The players as the file describes them.
        kept: The players with the seats that are used.
        found: Which columns hold what.
    """
    people = [each.person for each in players if each.person]
    if len(set(people)) < len(people):
        yield "one person has several places in it"
    if found.has("seat") and kept[0].seat is None:
        yield f"its seats are not the numbers 1 to {len(kept)}, so they are unknown"
    for role in ("person", "faction"):
        missing = sum(not getattr(each, role) for each in players)
        if found.has(role) and missing:
            yield f"{counted(missing, 'player')} without a {role}, which is called '{UNKNOWN}'"


def _date_doubt(text: str) -> str:
    """Return a sentence about a date that does not exist in any order of day, month and year. Empty otherwise."""
    parts = _DATE.fullmatch(text)
    if parts is None:
        return ""
    one, two, three = (int(each) for each in parts.groups() if each is not None)
    orders = ((one, two, three), (three, two, one), (three, one, two))
    return "" if any(map(_exists, orders)) else f"its date {text} does not exist"


def _exists(parts: tuple[int, int, int]) -> bool:
    """Return whether a year, a month and a day are a date."""
    try:
        return bool(date(*parts))
    except ValueError:
        return False


def _without_repeats(rows: Sequence[Row], found: Layout) -> tuple[list[Row], list[Problem]]:
    """Return the rows without those that repeat an earlier row in every cell, with the name or the date of a game.

    Equal rows without both may be different games.
    """
    names = [found.one[role] for role in ("game", "date") if role in found.one]
    first: dict[tuple[str, ...], Row] = {}
    kept, problems = [], []
    for row in rows:
        cells = tuple(row.cells.values())
        if cells in first and any(row.cells[name] for name in names):
            problems.append(Problem(row.place, f"it repeats {first[cells].place} in every cell"))
            continue
        first.setdefault(cells, row)
        kept.append(row)
    return kept, problems


def _slots(row: Row, found: Layout) -> list[Player]:
    """Return the players of a row that holds a whole game. Slots without any cell are no players."""
    numbers = sorted({slot for columns in found.numbered.values() for slot in columns})
    players = []
    for slot in numbers:
        columns = {role: own[slot] for role, own in found.numbered.items() if slot in own}
        if any(row.cells[column] for column in columns.values()):
            players.append(replace(_player(row, columns, {}), number=slot))
    return players


def _player(row: Row, columns: Mapping[str, str], cells: Mapping[str, str]) -> Player:
    """Return the player in some columns of a row.

    Args:
        row: The row.
        columns: The columns by role.
        cells: All cells of the row, of which those without a role are kept.
    """
    texts = {role: row.cells[columns[role]] if role in columns else "" for role in OF_SEATS}
    seat = _number_of(texts["seat"], "seat")
    if seat is not None and (seat != int(seat) or seat < 1):
        raise Unusable(f"the seat '{texts['seat']}' is not a whole number from 1")
    more = {column: text for column, text in cells.items() if column not in columns.values()}
    return Player(
        row.place,
        texts["person"],
        texts["faction"],
        None if seat is None else int(seat),
        _number_of(texts["score"], "score"),
        _number_of(re.sub(r"(?<=\d)(?:st|nd|rd|th|\.)$", "", texts["rank"]), "rank"),
        texts["winner"],
        more=more,
    )


def _number_of(text: str, what: str) -> float | None:
    try:
        return number(text)
    except ValueError:
        raise Unusable(f"the {what} '{text}' is not a number") from None


def _shared(rows: Sequence[Row], found: Layout, role: str) -> str:
    """Return the value of a game in a column that belongs to the whole game. Empty if the file does not say it."""
    column = found.one.get(role)
    values = list(dict.fromkeys(row.cells[column] for row in rows if row.cells[column])) if column else []
    if len(values) > 1:
        raise Unusable(f"its rows have different values in '{column}': {joined(values)}")
    return values[0] if values else ""


def _with_seats(players: Sequence[Player]) -> list[Player]:
    """Return players without seats if the seats of the game are not 1, 2 and so on."""
    seats = [each.seat for each in players]
    if None not in seats and sorted(seats) == list(range(1, len(seats) + 1)):  # type: ignore[type-var]
        return list(players)
    return [replace(each, seat=None) for each in players]


def _check_players(players: Sequence[Player], stated: float | None) -> None:
    if len(players) < _FEWEST:
        raise Unusable("it has only one player" if players else "it has no players")
    if stated is not None and stated != len(players):
        raise Unusable(f"it should have {stated:g} players, but {len(players)} are recorded")
    for each in players:
        if not (each.person or each.faction):
            raise Unusable(f"{each.place} names neither a person nor a faction")


def _credit(players: Sequence[Player], named: str) -> tuple[tuple[float, ...], str]:
    """Return the share of the win of each player, and a doubt about it or an empty text.

    A mark of the winner counts first, then the best rank, then the highest score.

    Raises:
        Unusable: If the file does not say who won.
    """
    marked = _marked(players, named)
    highest = _best([each.score for each in players], highest=True)
    if marked is not None:
        doubt = highest is not None and not any(a and b for a, b in zip(marked, highest, strict=True))
        return _shares(marked), "the winner does not have the highest score; the mark counts" if doubt else ""
    denied = all(each.winner.casefold() in NO for each in players)
    ranked = _best([each.rank for each in players], highest=False)
    if ranked is not None:
        return _shares(ranked), "every player is marked as not the winner; the best rank counts" if denied else ""
    if highest is not None:
        return _shares(highest), "every player is marked as not the winner; the highest score counts" if denied else ""
    if any(each.score is not None for each in players):
        raise Unusable("no player is marked as the winner, and a score is missing")
    raise Unusable("it does not say who won")


def _shares(won: Sequence[bool]) -> tuple[float, ...]:
    return tuple(each / sum(won) for each in won)


def _best(values: Sequence[float | None], *, highest: bool) -> list[bool] | None:
    """Return which values are the best. `None` if a value is missing, or only the best rank is known to be missing."""
    known = [each for each in values if each is not None]
    if highest and len(known) < len(values):
        return None
    if not known or (not highest and min(known) != 1 and len(known) < len(values)):
        return None
    best = max(known) if highest else min(known)
    return [each == best for each in values]


def _marked(players: Sequence[Player], named: str) -> list[bool] | None:
    """Return which players are marked as winners. `None` if no player is.

    Args:
        players: The players.
        named: A cell of the whole game that names the winner, or an empty text.

    Raises:
        Unusable: If a mark is neither yes, no, nor the name of a player of the game.
    """
    marks = [each.winner.casefold() for each in players]
    if not named and all(mark in YES | NO or not mark or _is_number(mark) for mark in marks):
        won = [mark in YES or (_is_number(mark) and float(mark) > 0) for mark in marks]
        return won if any(won) else None
    texts = dict.fromkeys(filter(None, [named, *(each.winner for each in players)]))
    names = {name for text in texts for name in _names(text, players)}
    won = [bool(_words(each) & names) for each in players]
    strangers = [
        text for text in texts for name in _names(text, players) if not any(name in _words(each) for each in players)
    ]
    if strangers:
        text = min(strangers, key=lambda each: each.casefold() in YES | NO)  # a wrong mark, if there is one
        raise Unusable(f"the winner '{text}' is not one of its players")
    return won if any(won) else None


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _words(player: Player) -> set[str]:
    """Return the words by which a cell may name a player."""
    of_slot = {str(player.number), f"player{player.number}", f"p{player.number}"} if player.number else set()
    return {plain_word(each) for each in (player.person, player.faction) if each} | of_slot


def _names(text: str, players: Sequence[Player]) -> set[str]:
    """Return the names in a cell: the whole cell if it names a player, otherwise its parts."""
    if any(plain_word(text) in _words(each) for each in players):
        return {plain_word(text)}
    return {plain_word(each) for each in _SEVERAL.split(text) if plain_word(each)}


def _alike(games: Sequence[Play]) -> Iterator[Problem]:
    """Yield a doubt for each group of games that differ in nothing except their names.

    Games without scores and without dates are too much alike to be compared.
    """
    groups: dict[tuple, list[Play]] = {}
    for game in games:
        players = [(replace(each, place=""), share) for each, share in zip(game.players, game.credit, strict=True)]
        key = (game.date, game.rounds, tuple(sorted(map(str, players))), tuple(sorted(game.more.items())))
        if game.date or all(each.score is not None for each in game.players):
            groups.setdefault(key, []).append(game)
    for first, *others in groups.values():
        if others:
            same = joined([each.place for each in others])
            yield Problem(first.place, f"it has the same players and results as {same}", is_lost=False)
