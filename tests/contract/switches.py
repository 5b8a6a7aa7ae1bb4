"""The switches of any game, set as its rules allow."""

from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game


def other_way(game: Game) -> dict[str, bool]:
    """Every yes-or-no switch the other way, as far as the rules take them together: rarer decisions come up."""
    entries = tables.read(game)["switches"]
    return {f"switches.{name}": not entry["value"] for name, entry in entries.items() if type(entry["value"]) is bool}


def choices_of(entry: dict[str, Any]) -> list[Any]:
    """The values of a switch to be played: each of its words, both of a yes or no, the bounds of a number."""
    if "choices" in entry:
        return [word for word in entry["choices"] if not str(word).endswith(":")]
    if isinstance(entry["value"], bool):
        return [False, True]
    return [entry[bound] for bound in ("least", "most") if bound in entry] or [entry["value"]]


def drawn(game: Game, setup: str, luck: int) -> tables.Rules:
    """Rules in which any share of the switches have another value; those not taken together are left out."""
    dice = np.random.default_rng(luck)
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
