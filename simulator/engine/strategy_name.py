"""A parser and a printer for the names of strategies.

Names have these forms:

    NAME                                     a strategy of the game
    FILE.py:NAME, FILE.toml:NAME             a strategy in a file of the user
    BASE@TEMPERATURE                         BASE at a temperature
    BASE-greedy                              one-ply greedy: the option with the highest heuristic value after it
    BASE-random-after:ROUND                  BASE, then uniformly random play from this round on
    BASE-without:COMPONENT                   BASE, which uses the component only if all options do
    strong                                   sensible with the strongest search that is fast enough for long runs
    search:BASE@PLAYOUTS                     BASE with a search, with this number of playouts per option
    search:BASE@PLAYOUTS:opponents=OTHERS    the same with an opponent model: a strategy, `pool` or `truth`

Variations can be combined: `bold@0.5-without:rolls-random-after:3`. If a pool holds a strategy more than once, the name
of a copy ends in its number: `bold#2`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from starbalance.simulator.engine.errors import BadInput

SEARCH, OPPONENTS = "search:", ":opponents="
ITSELF, POOL, TRUTH, STRONG = "itself", "pool", "truth", "strong"
TEMPERATURE, GREEDY, RANDOM_AFTER, WITHOUT = "@", "-greedy", "-random-after", "-without"
_LAST = re.compile(rf"(.*)({RANDOM_AFTER}|{WITHOUT}(?=:|$))([^@]*)", re.DOTALL)
_OLD_OPPONENTS = ":believing="  # in version 0.2
_COPY = re.compile(r"#\d+$")


@dataclass(frozen=True)
class Variation:
    """One change of a strategy.

    Attributes:
        kind: TEMPERATURE, GREEDY, RANDOM_AFTER or WITHOUT.
        value: The temperature, the round or the component, as written. Empty for GREEDY.
    """

    kind: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.kind}{':' if self.kind in (RANDOM_AFTER, WITHOUT) else ''}{self.value}"


@dataclass(frozen=True)
class StrategyName:
    """The parts of the name of a strategy. `str` returns the name.

    Attributes:
        base: The name of a strategy of the game, or FILE:NAME.
        variations: The changes of the base, in the order of application.
        playouts: The number of playouts of a search for each option. `None` means no search.
        opponents: The opponent model of a search: a name, ITSELF, POOL or TRUTH.
    """

    base: str
    variations: tuple[Variation, ...] = ()
    playouts: int | None = None
    opponents: str = ITSELF

    def __str__(self) -> str:
        name = self.base + "".join(map(str, self.variations))
        return name if self.playouts is None else search_name(name, self.playouts, self.opponents)

    @property
    def has_temperature(self) -> bool:
        """Whether the name has a temperature."""
        return any(each.kind == TEMPERATURE for each in self.variations)

    def without_temperature(self) -> "StrategyName":
        """Return the name without its temperatures."""
        return replace(self, variations=tuple(each for each in self.variations if each.kind != TEMPERATURE))

    def without_search(self) -> "StrategyName":
        """Return the name of the strategy that the search is based on."""
        return StrategyName(self.base, self.variations)


def search_name(base: str, playouts: int, opponents: str = ITSELF) -> str:
    """Return the name of a strategy with a search."""
    return f"{SEARCH}{base}{TEMPERATURE}{playouts}" + (f"{OPPONENTS}{opponents}" if opponents != ITSELF else "")


def copy_name(name: str, number: int) -> str:
    """Return the name of a copy of a strategy in a pool: NAME#NUMBER."""
    return f"{name}#{number}"


def original_name(name: str) -> str:
    """Return the name of a strategy without the number of a copy. A name without a number stays unchanged."""
    return _COPY.sub("", name)


def is_restricted(name: str) -> bool:
    """Return whether a name ends in a variation other than a temperature."""
    last = _split_last(name)
    return last is not None and last[1].kind != TEMPERATURE


def search_in_search(name: str) -> BadInput:
    """Return the error for a search whose base or opponent model is a strategy with a search."""
    return BadInput(
        f"The base and the opponent model of a search must be strategies without a search or `{GREEDY}`, got '{name}'."
    )


def parse_strategy(name: str) -> StrategyName:
    """Return the parts of the name of a strategy: its base, its variations and its search.

    Raises:
        BadInput: If a part of the name is missing or has no meaning. Whether the base, the components and the rounds
            exist is not checked.
    """
    if name.startswith(SEARCH):
        return _parse_search(name)
    variations: list[Variation] = []
    base = name
    for rest, variation in _split(name):
        _check(rest, variation, base)
        variations.insert(0, variation)
        base = rest
    return StrategyName(base, tuple(variations))


def _parse_search(name: str) -> StrategyName:
    if _OLD_OPPONENTS in name:
        raise BadInput(
            f"'{name}': `:believing=` is now `{OPPONENTS}`. Write {name.replace(_OLD_OPPONENTS, OPPONENTS)}."
        )
    strategy, mark, others = name.removeprefix(SEARCH).partition(OPPONENTS)
    base, at, playouts = strategy.rpartition(TEMPERATURE)
    number = [playouts, *(rest for rest, _ in _split(playouts))][-1]
    if number != playouts:
        suffix = playouts.removeprefix(number)
        if GREEDY in suffix:
            raise BadInput(f"'{name}' has a search and {GREEDY}. Leave one of them out.")
        raise BadInput(f"'{name}' has a restriction after the search. Write {SEARCH}{base}{suffix}@{number}.")
    if not at or not base or not playouts.isdecimal():
        raise BadInput(f"'{name}' has no number of playouts. Write {SEARCH}{strategy or 'sensible'}@8.")
    if mark and not others:
        raise BadInput(f"'{name}' has no opponent model. Write a strategy, {POOL} or {TRUTH} after `opponents=`.")
    parsed = parse_strategy(base)
    if parsed.playouts is not None:
        raise search_in_search(base)
    return replace(parsed, playouts=int(playouts), opponents=others or ITSELF)


def _split(name: str) -> Iterator[tuple[str, Variation]]:
    """Yield the rest of a name and the variation after it, for each variation from the last to the first."""
    last = _split_last(name)
    while last is not None:
        yield last
        last = _split_last(last[0])


def _split_last(name: str) -> tuple[str, Variation] | None:
    """Return a name without its last variation, and the variation. `None` if it has no variation."""
    if name.endswith(GREEDY):
        return name.removesuffix(GREEDY), Variation(GREEDY)
    last = _LAST.fullmatch(name)
    if last is not None:
        return last[1], Variation(last[2], last[3][1:] if last[3].startswith(":") else "")
    if TEMPERATURE in name.rpartition(":")[2]:
        base, _, heat = name.rpartition(TEMPERATURE)
        return base, Variation(TEMPERATURE, heat)
    return None


def _check(base: str, variation: Variation, name: str) -> None:
    """Raise BadInput if the value of the last variation of a name is invalid. `base` is the name without it."""
    kind, value = variation.kind, variation.value
    if kind == TEMPERATURE and not _is_temperature(value):
        raise BadInput(f"'{name}' has no valid temperature. It must be a number of at least 0, such as {base}@0.5.")
    if kind == RANDOM_AFTER and not (base and value.isdecimal()):
        example = f"{base or 'sensible'}{RANDOM_AFTER}:5"
        raise BadInput(f"'{name}' has no first round of random play. Write {example}.")
    if kind == WITHOUT and not (base and value):
        raise BadInput(f"'{name}' names no component to avoid. Write {base or 'sensible'}{WITHOUT}:COMPONENT.")


def _is_temperature(text: str) -> bool:
    try:
        return 0 <= float(text) < float("inf")
    except ValueError:
        return False
