"""The names of strategies: one parser and one printer.

    NAME                                     a strategy of the game
    FILE.py:NAME, FILE.toml:NAME             a strategy in a file of the user
    BASE@TEMPERATURE                         BASE at a temperature
    BASE-greedy                              takes the option after which its seat stands best at once
    BASE-random-after:ROUND                  BASE, and every option with the same chance from a round on
    BASE-without:ITEM                        BASE, without options that use an item unless there is no other
    search:BASE@PLAYOUTS                     BASE with a search, this number of playouts for each option
    search:BASE@PLAYOUTS:believing=OTHERS    the same with OTHERS as opponent model: a strategy, `pool` or `truth`

Variations follow each other: `bold@0.5-without:rolls-random-after:3`. In a pool that holds a strategy more than once,
the name of a copy ends in its number: `bold#2`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from starbalance.simulator.engine.errors import BadInput

SEARCH, BELIEVING = "search:", ":believing="
ITSELF, POOL, TRUTH = "itself", "pool", "truth"
TEMPERATURE, GREEDY, RANDOM_AFTER, WITHOUT = "@", "-greedy", "-random-after", "-without"
_LAST = re.compile(rf"(.*)({RANDOM_AFTER}|{WITHOUT}(?=:|$))([^@]*)", re.DOTALL)
_COPY = re.compile(r"#\d+$")


@dataclass(frozen=True)
class Variation:
    """One change of a strategy.

    Attributes:
        kind: TEMPERATURE, GREEDY, RANDOM_AFTER or WITHOUT.
        value: The temperature, the round or the item, as written. Empty for GREEDY.
    """

    kind: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.kind}{':' if self.kind in (RANDOM_AFTER, WITHOUT) else ''}{self.value}"


@dataclass(frozen=True)
class StrategyName:
    """The parts of a strategy's name. `str` joins them.

    Attributes:
        base: The name of a strategy of the game, or FILE:NAME.
        variations: The changes of the base, in the order of application.
        playouts: The number of playouts of a search for each option. `None` means no search.
        believing: The opponent model of a search: a name, ITSELF, POOL or TRUTH.
    """

    base: str
    variations: tuple[Variation, ...] = ()
    playouts: int | None = None
    believing: str = ITSELF

    def __str__(self) -> str:
        name = self.base + "".join(map(str, self.variations))
        return name if self.playouts is None else search_name(name, self.playouts, self.believing)

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


def search_name(base: str, playouts: int, believing: str = ITSELF) -> str:
    """Return the name of a strategy with a search."""
    return f"{SEARCH}{base}{TEMPERATURE}{playouts}" + (f"{BELIEVING}{believing}" if believing != ITSELF else "")


def copy_name(name: str, number: int) -> str:
    """Return the name of a copy of a strategy in a pool."""
    return f"{name}#{number}"


def original_name(name: str) -> str:
    """Return the name of a strategy without the number of a copy."""
    return _COPY.sub("", name)


def is_restricted(name: str) -> bool:
    """Return whether a name ends in a variation other than a temperature."""
    last = _split_last(name)
    return last is not None and last[1].kind != TEMPERATURE


def looks_ahead(name: str) -> BadInput:
    """Return the error for a search that is based on, or believes in, a strategy with a search."""
    return BadInput(f"'{name}' looks ahead: a search is based on, and believes in, strategies that do not.")


def parse_strategy(name: str) -> StrategyName:
    """Parse the name of a strategy.

    Raises:
        BadInput: If a part of the name is missing or has no meaning. Whether the base, the items and the rounds exist
            is not checked.
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
    named, mark, others = name.removeprefix(SEARCH).partition(BELIEVING)
    base, at, playouts = named.rpartition(TEMPERATURE)
    number = [playouts, *(rest for rest, _ in _split(playouts))][-1]
    if number != playouts:
        suffix = playouts.removeprefix(number)
        raise BadInput(f"'{name}' is restricted after its search: write {SEARCH}{base}{suffix}@{number}.")
    if not at or not base or not playouts.isdecimal():
        raise BadInput(f"'{name}' has no number of playouts: write {SEARCH}{named or 'sensible'}@8.")
    if mark and not others:
        raise BadInput(f"'{name}' believes in nobody: write a strategy, {POOL} or {TRUTH} after `believing=`.")
    parsed = parse_strategy(base)
    if parsed.playouts is not None:
        raise looks_ahead(base)
    return replace(parsed, playouts=int(playouts), believing=others or ITSELF)


def _split(name: str) -> Iterator[tuple[str, Variation]]:
    """Yield what is left of a name, and its last variation, from the last one to the first."""
    last = _split_last(name)
    while last is not None:
        yield last
        last = _split_last(last[0])


def _split_last(name: str) -> tuple[str, Variation] | None:
    """Return a name without its last variation, and this. `None` if it has none."""
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
    """Check the value of the last variation of a name, whose rest is `base`."""
    kind, value = variation.kind, variation.value
    if kind == TEMPERATURE and not _is_temperature(value):
        raise BadInput(f"'{name}' has no temperature: write {base}@0.5, 0 or more.")
    if kind == RANDOM_AFTER and not (base and value.isdecimal()):
        example = f"{base or 'sensible'}{RANDOM_AFTER}:5"
        raise BadInput(f"'{name}' has no round from which on it plays at random: write {example}.")
    if kind == WITHOUT and not (base and value):
        raise BadInput(f"'{name}' does not say what is done without: write {base or 'sensible'}{WITHOUT}:ITEM.")


def _is_temperature(text: str) -> bool:
    try:
        return 0 <= float(text) < float("inf")
    except ValueError:
        return False
