"""The switches of any game, set as its rules allow."""

from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game


def other_way(game: Game) -> dict[str, bool]:
    """Return changes that negate every boolean switch, so that rarer decisions occur."""
    entries = tables.read(game)["switches"]
    return {f"switches.{name}": not entry["value"] for name, entry in entries.items() if type(entry["value"]) is bool}


def choices_of(entry: dict[str, Any]) -> list[Any]:
    """Return the values of a switch to test: its words, both booleans, or the bounds of a number."""
    if "choices" in entry:
        return [word for word in entry["choices"] if not str(word).endswith(":")]
    if isinstance(entry["value"], bool):
        return [False, True]
    return [entry[bound] for bound in ("least", "most") if bound in entry] or [entry["value"]]


def drawn(game: Game, setup: str, randomness: int) -> tables.Rules:
    """Return rules with a random share of the switches changed; changes that the rules refuse together are dropped."""
    dice = np.random.default_rng(randomness)
    entries, share = tables.read(game)["switches"], dice.random()
    others = {name: [each for each in choices_of(entry) if each != entry["value"]] for name, entry in entries.items()}
    changed = [name for name in entries if others[name] and name != "max_rounds" and dice.random() < share]
    changes = {f"switches.{name}": _one_of(others[name], dice) for name in changed}
    while True:
        try:
            return tables.load(game, setup, set=changes)
        except BadInput:
            del changes[_one_of(list(changes), dice)]


def _one_of(values: list[Any], dice: np.random.Generator) -> Any:
    return values[int(dice.integers(len(values)))]
