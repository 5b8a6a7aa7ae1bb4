"""Named weights as data: a TOML file of strategies that differ from another one, their base, by weights alone.

    [greedy]
    recipe = "Counts victory points."
    base = "sensible"            # the default; its weights hold where the strategy gives none
    weights = { war = 0.5, follow = 0.6 }

The order in which a score reads its weights is that of the file: those of the base, then those that are new. A file
that a user hands in gives no new ones.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

from starbalance.simulator.errors import BadInput, nearest, unknown
from starbalance.simulator.tables import is_a, needed, parse

FILE = "weights.toml"
BASE = "sensible"
_KEYS: dict[str, type] = {
    "recipe": str,
    "base": str,
    "weights": dict,
    "source": str,
    "note": str,
    "provenance": dict,
}


@dataclass(frozen=True)
class Recipe:
    """A strategy as a file of weights has it: all its weights in their order; base: none, of one that has none.

    provenance: where the weights come from, as the file tells it.
    """

    name: str
    recipe: str
    base: str
    weights: Mapping[str, float]
    provenance: Mapping[str, Any] = field(default_factory=dict)


@cache
def recipes(folder: Path) -> dict[str, Recipe]:
    """The strategies in the file of weights of a package, by name; none where it has no such file."""
    path = folder / FILE
    entries = read_entries(path) if path.exists() else {}
    found: dict[str, Recipe] = {}
    for name in entries:
        _add(path, entries, name, found)
    return found


def _add(path: Path, entries: Mapping[str, Any], name: str, found: dict[str, Recipe], *heirs: str) -> None:
    """Adds a strategy after those that it builds on."""
    if name in heirs:
        raise BadInput(f"{path}: '{name}' is based on itself.")
    base = entries[name].get("base", "" if name == BASE else BASE)
    if base and base not in entries:
        raise BadInput(f"{path}: '{name}' has no base '{base}': {nearest(base, entries)}")
    if base and base not in found:
        _add(path, entries, base, found, name, *heirs)
    inherited = found[base].weights if base else {}
    found[name] = _recipe(name, entries[name], base, inherited)


def _recipe(name: str, entry: Mapping[str, Any], base: str, inherited: Mapping[str, float]) -> Recipe:
    weights = {**inherited, **{weight: float(value) for weight, value in entry.get("weights", {}).items()}}
    return Recipe(name, entry.get("recipe", ""), base, weights, entry.get("provenance", {}))


def read_entries(path: Path) -> dict[str, Any]:
    """The tables of a file of weights. Raises BadInput, naming the file, for one with an unknown or impossible key."""
    entries = parse(path)
    for name, entry in entries.items():
        if not isinstance(entry, Mapping):
            raise BadInput(f"{path}: '{name}' takes a table, [{name}].")
        for key, value in entry.items():
            if key not in _KEYS:
                raise BadInput(f"{path}: '{name}' has an unknown key '{key}': {nearest(key, _KEYS)}")
            if not is_a(value, _KEYS[key]):
                raise BadInput(f"{path}: '{name}.{key}' takes {needed(_KEYS[key])}.")
        for weight, value in entry.get("weights", {}).items():
            if not is_a(value, float):
                raise BadInput(f"{path}: the weight '{name}.{weight}' takes a number.")
    return entries


def read_recipe(path: Path, name: str, weights_of: Callable[[str], Mapping[str, float]]) -> Recipe:
    """A strategy of a user's file. weights_of: the weights of a base, by its name.

    Raises BadInput for a name, a key or a weight that does not exist, with the nearest that does.
    """
    entries = read_entries(path)
    if name not in entries:
        raise unknown(f"strategy in {path} called", name, entries)
    base = entries[name].get("base", BASE)
    known = weights_of(base)
    for weight in entries[name].get("weights", {}):
        if weight not in known:
            raise BadInput(f"{path}: '{name}' has an unknown weight '{weight}': {nearest(weight, known)}")
    return _recipe(name, entries[name], base, known)


def weight_order(module: str, folder: Path, name: str) -> Any:
    """The places of a strategy's weights as an enumeration, in capitals; module: the one that names it `Weight`."""
    return IntEnum("Weight", [weight.upper() for weight in recipes(folder)[name].weights], start=0, module=module)
