"""The board of a game and the ships that fly over it, for games with a module `flights`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Unpack

import pandas as pd

from starbalance.analyses.questions.one_game import one_game
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.play import Step
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import RunOptions
from starbalance.simulator.runs.run import check_games

MODULE = "flights"  # of a game
GAMES = 20


def board(
    game: str,
    *,
    setup: str | None = None,
    players: int | None = None,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
) -> pd.DataFrame:
    """Return the discs of the board of a game.

    Args:
        game: The name or folder of a game.
        setup: The name of the setup. Default: the first setup.
        players: The number of players. Default: as in the setup.
        set: Values of the rules to change, by path. Default: no changes.
        variant: The name or file of a variant. Default: the printed rules.

    Returns:
        disc: the name of the disc: its corner and its hole
        label: its label on the board
        x: the horizontal position of its centre
        y: the vertical position of its centre
        radius: its radius
        ring: the radius of the orbit around it
        colour: the colour of the player whose home it is, or an empty text
        `attrs["size"]` holds the width and height of the board, and `attrs["lines"]` its seams.

    Raises:
        BadInput: If no ships fly in the game.
    """
    known_game = find_game(game)
    flying, rules = _flying(known_game), tables.load(known_game, setup, players, set=set, variant=variant).record
    table = pd.DataFrame(flying.discs(rules))
    table.attrs |= {"size": flying.size(rules), "lines": flying.lines(rules)}
    return table


def flights(game: str | Path, *, games: int = GAMES, **options: Unpack[RunOptions]) -> pd.DataFrame:
    """Return every point of the flights in some games. They are the games of a run with the same arguments.

    Args:
        game: The name or folder of a game.
        games: The number of games. Default: 20.
        **options: As for `run`.

    Returns:
        The points of a ship in a flight are in their order.
        game: the number of the game
        flight: the number of the flight within the game, from 1
        round: the round
        ship: the ship
        colour: its colour
        radius: its radius
        x: the horizontal position
        y: the vertical position
        what: the thing at the point in the words of the game, such as start, planet, stop or off; `lost` is a ship that
            other ships destroyed there

    Raises:
        BadInput: If no ships fly in the game, and as `run` does.
    """
    check_games(games)
    experiment, execution = prepare(game, options)
    flying, rows = _flying(experiment.game), []
    for number in range(games):
        execution.progress(number, games)
        one = one_game(experiment, number, notify=execution.notify)
        for flight, (of_round, points) in enumerate(_flown(flying, one.rules.record, one.steps), 1):
            rows += [{"game": number, "flight": flight, "round": of_round, **point} for point in points]
    execution.progress(games, games)
    return pd.DataFrame(rows)


def most_contacts(table: pd.DataFrame) -> pd.DataFrame:
    """Return the points of the flight with the most points, the first of them if there are several.

    Args:
        table: A table of `flights`.
    """
    count = table.groupby(["game", "flight"], sort=False)["x"].transform("size")
    first = table[count == count.max()].iloc[0]
    return table[(table["game"] == first["game"]) & (table["flight"] == first["flight"])].reset_index(drop=True)


def _flying(game: Game) -> Any:
    if not game.has_module(MODULE):
        raise BadInput(
            f"{game.title} has no ships that players flick over a board. "
            f"`starbalance play {game.address} --html FILE` draws its positions."
        )
    return game.module(MODULE)


def _flown(flying: Any, rules: Any, steps: Iterator[Step]) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Yield the round and the points of each step in which a ship flew or was lost."""
    before = next(steps).state.copy()
    for step in steps:
        points = flying.flown(rules, before, step.state)
        if points:
            yield int(before.rounds), points
        before = step.state.copy()


def ends(table: pd.DataFrame) -> pd.DataFrame:
    """Return how often each thing occurs at a point of some flights.

    Args:
        table: A table of `flights`.

    Returns:
        what: the thing
        points: the number of points
        per_flight: the number of points per flight
    """
    count = table["what"].value_counts().rename_axis("what").rename("points").reset_index()
    flown = table[table["what"] == "start"][["game", "flight"]].drop_duplicates()
    return count.assign(per_flight=count["points"] / max(len(flown), 1))
