"""The board of a game and what flies over it, of games whose package has a module `flights`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Unpack

import pandas as pd

from starbalance.analyses.questions.one_game import one_game
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.play import Decision
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
    """The discs of the board: disc, label, x, y, radius, ring (of the orbit around it), colour (of whose home it is).

    Among the frame's attrs: size, the width and height of the board, and lines, its seams. Raises BadInput for a game
    in which nothing flies.
    """
    found = find_game(game)
    flying, rules = _flying(found), tables.load(found, setup, players, set=set, variant=variant).record
    table = pd.DataFrame(flying.discs(rules))
    table.attrs |= {"size": flying.size(rules), "lines": flying.lines(rules)}
    return table


def flights(game: str | Path, *, games: int = GAMES, **options: Unpack[RunOptions]) -> pd.DataFrame:
    """Return every point of what flew in some games. They are the games of a run with the same arguments.

    Args:
        game: The name or folder of a game.
        games: The number of games.
        **options: As for `run`.

    Returns:
        game, flight (within the game), round, ship, colour, radius, x, y and what: the thing at the point, in the words
        of the game, such as start, planet, stop or off; `lost` is a ship that others destroyed there. The points of a
        ship in a flight are in their order.

    Raises:
        BadInput: If nothing flies in the game, and as `run` does.
    """
    check_games(games)
    experiment, execution = prepare(game, options)
    flying, rows = _flying(experiment.game), []
    for number in range(games):
        execution.progress(number, games)
        told = one_game(experiment, number, tell=execution.tell)
        for flight, (of_round, points) in enumerate(_flown(flying, told.rules.record, told.steps), 1):
            rows += [{"game": number, "flight": flight, "round": of_round, **point} for point in points]
    execution.progress(games, games)
    return pd.DataFrame(rows)


def most_contacts(table: pd.DataFrame) -> pd.DataFrame:
    """Of flights, the first with the most points."""
    count = table.groupby(["game", "flight"], sort=False)["x"].transform("size")
    first = table[count == count.max()].iloc[0]
    return table[(table["game"] == first["game"]) & (table["flight"] == first["flight"])].reset_index(drop=True)


def _flying(game: Game) -> Any:
    if not game.has_module(MODULE):
        raise BadInput(f"In {game.title} nothing flies over a board.")
    return game.module(MODULE)


def _flown(flying: Any, rules: Any, steps: Iterator[Decision]) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """(the round, the points) of each step of a game in which something flew or was lost."""
    before = next(steps).state.copy()
    for step in steps:
        points = flying.flown(rules, before, step.state)
        if points:
            yield int(before.rounds), points
        before = step.state.copy()


def ends(table: pd.DataFrame) -> pd.DataFrame:
    """How often each thing is at a point of some flights: what, points, per_flight."""
    count = table["what"].value_counts().rename_axis("what").rename("points").reset_index()
    flown = table[table["what"] == "start"][["game", "flight"]].drop_duplicates()
    return count.assign(per_flight=count["points"] / max(len(flown), 1))
