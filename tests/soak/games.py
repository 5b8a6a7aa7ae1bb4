"""Games under random rules: no fault, no broken invariant, no hang."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle

import polars as pl

from starbalance import run
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.games import games as all_games
from tests.contract.switches import choices_of, drawn
from tests.contract.test_invariants import assert_sound
from tests.soak.note import listed, table

DRAWN = 10  # random sets of switches of each setup
STEPS = 400  # decisions of a game with full checks
PLAYERS = ("uniform", "pool")
COLUMNS = ("game", "rules", "games", "decisions", "truncated games", "games with full checks")

Changes = dict[str, object]


@dataclass
class Count:
    """What was played of a game, in the order of COLUMNS."""

    rules: int = 0
    games: int = 0
    decisions: int = 0
    truncated: int = 0
    checked: int = 0


def trial_of_games(size: int, seed: int) -> tuple[str, int]:
    """Play about `size` games. Return the section of the note and the number of faults."""
    cases = [(game, *each) for game in all_games().values() if game.is_built_in for each in rules_of(game)]
    counts: dict[str, Count] = {}
    faults = []
    for number, (game, setup, changes) in enumerate(cases):
        count = counts.setdefault(game.title, Count())
        try:
            _play(game, setup, changes, games=max(2, size // len(cases)), seed=seed + number, count=count)
        except (AssertionError, BadInput, IndexError) as error:
            faults.append(f"{game.name}, {setup}, {changes}, seed {seed + number}: {error}")
    text = (
        "Half of the games were played at random, half by strategies drawn from the pool. The indices of all arrays "
        f"were checked. The rules are the printed ones, every value of every switch, and {DRAWN} random sets of "
        f"switches for each setup. Full checks test all invariants after each of the first {STEPS} decisions."
    )
    rows = [(name, *vars(count).values()) for name, count in counts.items()]
    return f"{text}\n\n{table(COLUMNS, rows)}\n\n{listed(faults)}", len(faults)


def rules_of(game: Game) -> Iterator[tuple[str, Changes]]:
    """Yield setups with changes: none, each value of each switch, and random sets of values. Allowed ones only."""
    setups = [each.name for each in game.setups]
    yield from ((setup, {}) for setup in setups)
    turn = cycle(setups)
    for name, entry in tables.read(game)["switches"].items():
        for setup, changes in ((next(turn), {f"switches.{name}": value}) for value in choices_of(entry)):
            if _is_allowed(game, setup, changes):
                yield setup, changes
    yield from ((setup, drawn(game, setup, number).changed) for setup in setups for number in range(DRAWN))


def _is_allowed(game: Game, setup: str, changes: Changes) -> bool:
    """Return whether the rules allow the changes. Some switches restrict each other."""
    try:
        tables.load(game, setup, set=changes)
    except BadInput:
        return False
    return True


def _play(game: Game, setup: str, changes: Changes, *, games: int, seed: int, count: Count) -> None:
    count.rules += 1
    for players in PLAYERS:
        half = games // len(PLAYERS)
        result = run(game.name, setup=setup, set=changes, strategies=players, games=half, seed=seed)
        credits = result.seats.group_by("game").agg(pl.col("credit").sum())["credit"]
        assert ((credits - 1.0).abs() < 1e-9).all(), "the win is not divided completely"
        assert (result.games["fault"] == 0).all()
        count.games += half
        count.decisions += int(result.games["decisions"].sum())
        count.truncated += int(result.games["truncated"].sum())
    assert_sound(game, tables.load(game, setup, set=changes).record, seed, STEPS)
    count.checked += 1
