"""Recorded plays as the frames of a run: one row per game and per seat."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from starbalance.analyses.questions.recorded_games import UNKNOWN, Play
from starbalance.analyses.questions.recorded_numbers import number
from starbalance.simulator.runs.recorded import SETUP

_MOST_WORDS = 250  # levels of a column that is stored as a list of words


def frames(games: Sequence[Play], roles: Sequence[str]) -> dict[str, pl.DataFrame]:
    """Return the frames `games` and `seats` of recorded plays.

    Args:
        games: The games.
        roles: The roles of the columns of the file, such as `person`. Other columns of the seats are left out.

    Returns:
        The frames. A further column of the file belongs to the games if it never differs within a game.
    """
    of_games, of_seats = _games(games, roles), _seats(games, roles)
    for name, texts in _more(games).items():
        column = name if name not in (*of_games.columns, *of_seats.columns) else f"{name} (file)"
        if all(len(set(own)) == 1 for own in texts):
            of_games = of_games.with_columns(_values([own[0] for own in texts]).alias(column))
        else:
            of_seats = of_seats.with_columns(_values([text for own in texts for text in own]).alias(column))
    return {"games": of_games, "seats": of_seats}


def _games(games: Sequence[Play], roles: Sequence[str]) -> pl.DataFrame:
    columns: dict[str, Any] = {
        "game": pl.Series(range(len(games)), dtype=pl.Int64),
        "name": [each.name for each in games],
        "setup": [SETUP] * len(games),
        "players": pl.Series([len(each.players) for each in games], dtype=pl.Int8),
        "truncated": pl.Series([0] * len(games), dtype=pl.Int8),
        "tied": [len([share for share in each.credit if share]) > 1 for each in games],
    }
    columns |= {"rounds": pl.Series([each.rounds for each in games], dtype=pl.Float64)} if "rounds" in roles else {}
    columns |= {"date": [each.date for each in games]} if "date" in roles else {}
    return pl.DataFrame(columns)


def _seats(games: Sequence[Play], roles: Sequence[str]) -> pl.DataFrame:
    players = [each for game in games for each in game.players]
    columns: dict[str, Any] = {
        "game": pl.Series([i for i, game in enumerate(games) for _ in game.players], dtype=pl.Int64),
        "setup": [SETUP] * len(players),
        "players": pl.Series([len(game.players) for game in games for _ in game.players], dtype=pl.Int8),
        "credit": pl.Series([share for game in games for share in game.credit], dtype=pl.Float64),
    }
    if any(each.seat is not None for each in players):
        columns["seat"] = pl.Series([each.seat for each in players], dtype=pl.Int64)
    for role in ("person", "faction"):
        if role in roles:
            columns[role] = _words([getattr(each, role) or UNKNOWN for each in players])
    for role in ("score", "rank"):
        if role in roles:
            columns[role] = pl.Series([getattr(each, role) for each in players], dtype=pl.Float64)
    return pl.DataFrame(columns)


def _more(games: Sequence[Play]) -> Mapping[str, list[list[str]]]:
    """Return the texts of the further columns of the file: one list per game."""
    names = dict.fromkeys(name for game in games for name in (*game.more, *game.players[0].more))
    return {
        name: [
            [game.more[name]] if name in game.more else [each.more.get(name, "") for each in game.players]
            for game in games
        ]
        for name in names
    }


def _values(texts: Sequence[str]) -> pl.Series:
    """Return texts as numbers if all of them are numbers or empty, otherwise as words."""
    try:
        return pl.Series([number(each) for each in texts], dtype=pl.Float64)
    except ValueError:
        return _words(texts)


def _words(texts: Sequence[str]) -> pl.Series:
    """Return texts as words in alphabetical order. Empty texts are missing."""
    words = sorted({each for each in texts if each}, key=lambda word: (word == UNKNOWN, word.casefold(), word))
    return pl.Series([each or None for each in texts], dtype=pl.Enum(words) if len(words) <= _MOST_WORDS else pl.String)
