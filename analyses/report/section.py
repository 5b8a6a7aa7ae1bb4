"""Sections of a study: each asks one kind of question of one or more scenarios."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.tables import find_setup
from starbalance.simulator.games import find_game

_TYPES = {  # of the values in TOML
    str: "a word",
    bool: "true or false",
    int: "a whole number",
    Sequence[str]: "a list of words",
    Sequence[Sequence[str]]: "a list of lists of words",
    Sequence[str | Sequence[str]]: "a list of words and lists of words",
}


@dataclass(frozen=True, kw_only=True)
class Section:
    """A question of a study. Each kind of section is a class of its own, with a function in `content`.

    Attributes:
        name: Name of the section, a part of the names of its tables and charts.
        title: Title above its tables.
        chapter: Title of its chapter.
        scenarios: Names of the scenarios that it is asked of.
        text: Paragraph below its title.
        finding: Whether its sentence is among the findings.
    """

    name: str
    title: str
    chapter: str
    scenarios: Sequence[str]
    text: str = ""
    finding: bool = False


@dataclass(frozen=True, kw_only=True)
class PooledSection(Section):
    """A section that can have one table of all scenarios (`together`), such as by the number of players."""

    together: bool = False


@dataclass(frozen=True, kw_only=True)
class PlayedSection(Section):
    """A section that plays `games` games of its own for each run, such as a variant or a level of skill."""

    games: int


@dataclass(frozen=True, kw_only=True)
class Rates(Section):
    """Win shares by the columns of each `by`.

    Attributes:
        by: Columns of each table.
        verdicts: Whether the tables have verdicts. They have none where the levels of `by` result from play.
        dealt: Whether the levels are dealt at random, so that the first page lists the worst of them.
    """

    by: Sequence[Sequence[str]]
    verdicts: bool = True
    dealt: bool = False


@dataclass(frozen=True, kw_only=True)
class SeatMeans(PooledSection):
    """Means of columns of the seats by the columns of each `by`. `total` is a column that the others add up to."""

    by: Sequence[Sequence[str]]
    columns: Sequence[str]
    total: str = ""


@dataclass(frozen=True, kw_only=True)
class SeatRatios(PooledSection):
    """Ratios of pairs of columns of the seats by the columns of each `by`."""

    by: Sequence[Sequence[str]]
    columns: Sequence[Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class Flags(Section):
    """Win shares with and without each flag of the columns. `dealt`: flags are dealt at random, as in `Rates`."""

    columns: Sequence[str]
    dealt: bool = False


@dataclass(frozen=True, kw_only=True)
class FlagPairs(Section):
    """Win shares with two flags of a column, beyond the effect of each flag."""

    columns: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Occurrences(PooledSection):
    """Win shares of seats with any of a count (`columns`), overall and within each cell of `by`."""

    columns: Sequence[str]
    by: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, kw_only=True)
class GameMeans(Section):
    """Means of columns of the games, and ratios of pairs of such columns."""

    columns: Sequence[str | Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class Lengths(Section):
    """Distributions of columns of the games."""

    columns: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Effects(Section):
    """Effects on winning in one model. `columns` are the columns of the model. Default: those of the question."""

    columns: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Quality(Section):
    """Length, tension and other measures of how good the games are."""


@dataclass(frozen=True, kw_only=True)
class Draws(Section):
    """What each thing drawn for all players does to the win shares of each column of `by`.

    Attributes:
        by: Columns of the seats, each used separately.
        shares_only: Whether the section has only these win shares, without pairs, claims and length.
    """

    by: Sequence[Sequence[str]] = ()
    shares_only: bool = False


@dataclass(frozen=True, kw_only=True)
class Variants(PlayedSection):
    """Changes of win shares under variants of the rules.

    Attributes:
        by: Columns of each table. Default: the factor.
        variants: Names of variants. Default: all variants of the game.
    """

    by: Sequence[Sequence[str]] = ()
    variants: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Strategies(PlayedSection):
    """A tournament, and the win shares in its equilibrium.

    Attributes:
        by: Columns of each table. Default: the factor.
        strategies: Strategies of the tournament. Default: all except `uniform`.
    """

    by: Sequence[Sequence[str]] = ()
    strategies: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Skill(PlayedSection):
    """Verdicts at each level of play.

    Attributes:
        by: Columns of each table. Default: the factor.
        levels: Strategies from weak to strong. Default: from `uniform` to search.
    """

    by: Sequence[Sequence[str]] = ()
    levels: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Exploitability(PlayedSection):
    """What training against the pool gains. `strategies` are the starting points. Default: `sensible`."""

    strategies: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Yardstick(PlayedSection):
    """What one player of each strategy wins among others, and among the strategies listed before it.

    The default of `strategies` is one search strategy.
    """

    strategies: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Beside(PlayedSection):
    """A comparison with another game.

    Attributes:
        other: Name of the other game.
        setups: Set-ups of the other game, one for each scenario.
    """

    other: str
    setups: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class SkillGap(Section):
    """Win shares by the gap in skill, and by the gap and the columns of each `by`."""

    by: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, kw_only=True)
class Luck(PlayedSection):
    """The share of who wins that each part of the randomness decides."""


@dataclass(frozen=True, kw_only=True)
class Flights(PlayedSection):
    """Pictures of the board and of where ships fly."""


KINDS: Mapping[str, type[Section]] = {
    "rates": Rates,
    "seat_means": SeatMeans,
    "seat_ratios": SeatRatios,
    "flags": Flags,
    "flag_pairs": FlagPairs,
    "occurrences": Occurrences,
    "game_means": GameMeans,
    "lengths": Lengths,
    "effects": Effects,
    "quality": Quality,
    "draws": Draws,
    "variants": Variants,
    "strategies": Strategies,
    "skill": Skill,
    "exploitability": Exploitability,
    "yardstick": Yardstick,
    "beside": Beside,
    "skill_gap": SkillGap,
    "luck": Luck,
    "flights": Flights,
}


def sections(study: Mapping[str, Any]) -> list[Section]:
    """Return the sections of a study.

    Raises:
        BadInput: if a kind, key or scenario is unknown, a key is missing or belongs to another kind, a value has a
            wrong type, or two sections of a scenario have one name.
    """
    scenarios = [scenario["name"] for scenario in study.get("scenario", [])]
    found = [_section(entry, scenarios) for entry in study.get("section", [])]
    names = [(section.name, scenario) for section in found for scenario in section.scenarios]
    for name, scenario in names:
        if names.count((name, scenario)) > 1:
            raise BadInput(f"Two sections of the scenario '{scenario}' are named '{name}'. Give one another name.")
    return found


def _section(entry: Mapping[str, Any], scenarios: Sequence[str]) -> Section:
    known = dict.fromkeys(("kind", *(key for each in KINDS.values() for key in _keys(each))))
    for key in entry:
        if key not in known:
            raise unknown("key of a section", key, known)
    if entry.get("kind") not in KINDS:
        raise unknown("kind of section", str(entry.get("kind")), KINDS)
    kind = KINDS[entry["kind"]]
    for key, is_needed in _keys(kind).items():
        if is_needed and not entry.get(key):
            raise BadInput(f"A section of kind '{entry['kind']}' needs '{key}'.")
    _refuse_flags(entry, kind)
    _check_types(entry, kind)
    if kind is Beside:
        _check_other(entry)
    for name in entry["scenarios"]:
        if name not in scenarios:
            raise unknown("scenario", name, scenarios)
    return kind(**{key: entry[key] for key in _keys(kind) if key in entry})


def _keys(kind: type[Section]) -> dict[str, bool]:
    """Return the keys of a kind of section, and whether each is needed."""
    return {each.name: each.default is MISSING for each in fields(kind)}


def _refuse_flags(entry: Mapping[str, Any], kind: type[Section]) -> None:
    """Check that no key is set that only sections of other kinds have.

    Raises:
        BadInput: if one is.
    """
    if entry.get("together") and not issubclass(kind, PooledSection):
        pooled = ", ".join(name for name, each in KINDS.items() if issubclass(each, PooledSection))
        raise BadInput(f"A section of kind '{entry['kind']}' is of each scenario: only {pooled} go together.")
    if entry.get("shares_only") and not (kind is Draws and entry.get("by")):
        raise BadInput("'shares_only' belongs to a section of kind 'draws' with 'by'.")
    if entry.get("dealt") and kind not in (Flags, Rates):
        raise BadInput("'dealt' belongs to a section of kind flags or rates.")


def _check_types(entry: Mapping[str, Any], kind: type[Section]) -> None:
    """Check that every value of an entry has the type of its key.

    Raises:
        BadInput: if one has not.
    """
    for key, hint in get_type_hints(kind).items():
        if key in entry and not _fits(entry[key], hint):
            raise BadInput(f"'{key}' of a section takes {_TYPES[hint]}, not {json.dumps(entry[key], default=str)}.")


def _fits(value: Any, hint: Any) -> bool:
    """Return whether a value of TOML has a type of `_TYPES`."""
    if get_origin(hint) is Sequence:
        return isinstance(value, list) and all(_fits(each, get_args(hint)[0]) for each in value)
    if isinstance(hint, UnionType):
        return any(_fits(value, each) for each in get_args(hint))
    return type(value) is hint


def _check_other(entry: Mapping[str, Any]) -> None:
    """Check the other game of a section of kind `beside`.

    Raises:
        BadInput: if the set-ups do not fit the scenarios, or a game or set-up is unknown.
    """
    if len(entry["setups"]) != len(entry["scenarios"]):
        raise BadInput("A section of kind 'beside' needs one of 'setups' for each of 'scenarios'.")
    for setup in entry["setups"]:
        find_setup(find_game(entry["other"]), setup, None)
