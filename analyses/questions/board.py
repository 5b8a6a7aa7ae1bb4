"""The board of a game and what flies over it, of games whose package has a module `flights`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance.analyses.questions.one_game import one_game
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.play import Decision
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.run import checked_counts

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


def flights(
    game: str,
    *,
    setup: str | None = None,
    players: int | None = None,
    games: int = GAMES,
    seed: int = 0,
    strategies: Any = None,
    skill: Sequence[Any] | str | float | None = None,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> pd.DataFrame:
    """Every point of what flew in some games: game, flight (of the game), round, ship, colour, radius, x, y, what.

    what: what is at the point, in the words of the game, such as start, planet, stop, off; `lost`: a ship that others
    destroyed there. The points of a ship in a flight stand in their order. The games are those of a run of the same
    arguments. Raises BadInput for a game in which nothing flies, and as `run` does.
    """
    checked_counts(games, seed, None)
    flying, rows = _flying(find_game(game)), []
    asked: dict[str, Any] = {"setup": setup, "players": players, "seed": seed, "strategies": strategies, "tell": tell}
    for number in range(games):
        progress(number, games)
        told = one_game(game, number=number, skill=skill, set=set, variant=variant, **asked)
        for flight, (of_round, points) in enumerate(_flown(flying, told.rules.record, told.steps), 1):
            rows += [{"game": number, "flight": flight, "round": of_round, **point} for point in points]
    progress(games, games)
    return pd.DataFrame(rows)


def most_contacts(table: pd.DataFrame) -> pd.DataFrame:
    """Of flights, the first with the most points."""
    count = table.groupby(["game", "flight"], sort=False)["x"].transform("size")
    first = table[count == count.max()].iloc[0]
    return table[(table["game"] == first["game"]) & (table["flight"] == first["flight"])].reset_index(drop=True)


def _flying(game: Game) -> Any:
    if find_spec(f"{game.package}.{MODULE}") is None:
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
