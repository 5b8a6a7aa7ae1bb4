"""Sections of a study, each with one kind of question on one or more scenarios."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.tables import find_setup
from starbalance.simulator.games import find_game

_TYPES = {  # types of values in TOML -> words
    str: "a word",
    bool: "true or false",
    int: "a whole number",
    Sequence[str]: "a list of words",
    Sequence[Sequence[str]]: "a list of lists of words",
    Sequence[str | Sequence[str]]: "a list of words and lists of words",
}


@dataclass(frozen=True, kw_only=True)
class Section:
    """A question of a study. Each kind of section has its own class, and a function in `content`.

    Attributes:
        name: Name of the section, a part of the names of its tables and charts.
        title: Title above its tables.
        chapter: Title of its chapter.
        scenarios: Names of its scenarios.
        text: Paragraph below its title.
    """

    name: str
    title: str
    chapter: str
    scenarios: Sequence[str]
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class PooledSection(Section):
    """A section that can combine all scenarios in one table, for example by number of players.

    Attributes:
        together: Whether one table has all scenarios.
    """

    together: bool = False


@dataclass(frozen=True, kw_only=True)
class PlayedSection(Section):
    """A section that plays additional games, for example of a variant or a skill level.

    Attributes:
        games: Number of games of each additional run, or of each training.
    """

    games: int


@dataclass(frozen=True, kw_only=True)
class Rates(Section):
    """Win shares by the columns of each `by`.

    Attributes:
        by: Columns of each table.
        verdicts: Whether the tables have verdicts. Levels that result from play need no verdicts.
        dealt: Whether the levels are dealt at random, so that the first page lists their largest imbalance.
    """

    by: Sequence[Sequence[str]]
    verdicts: bool = True
    dealt: bool = False


@dataclass(frozen=True, kw_only=True)
class SeatMeans(PooledSection):
    """Means of columns of the seats.

    Attributes:
        by: Columns of each table.
        columns: Columns of the seats with numbers.
        total: Column that is the sum of the other columns. Default: no such column.
    """

    by: Sequence[Sequence[str]]
    columns: Sequence[str]
    total: str = ""


@dataclass(frozen=True, kw_only=True)
class SeatRatios(PooledSection):
    """Ratios of pairs of columns of the seats.

    Attributes:
        by: Columns of each table.
        columns: Pairs of columns. The sum of the first is divided by the sum of the second.
    """

    by: Sequence[Sequence[str]]
    columns: Sequence[Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class Flags(Section):
    """Win shares with and without each flag of set-valued columns.

    Attributes:
        columns: Set-valued columns of the seats.
        dealt: Whether the flags are dealt at random, so that the first page lists their largest imbalance.
    """

    columns: Sequence[str]
    dealt: bool = False


@dataclass(frozen=True, kw_only=True)
class FlagPairs(Section):
    """Win shares with two flags of a column, beyond the effect of each flag.

    Attributes:
        columns: Set-valued columns of the seats.
    """

    columns: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Occurrences(PooledSection):
    """Win shares of seats with a count above 0, and of the other seats.

    Attributes:
        columns: Columns of the seats with counts.
        by: Columns of each further table. Default: only one table for all seats.
    """

    columns: Sequence[str]
    by: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, kw_only=True)
class GameMeans(Section):
    """Means of columns of the games, and ratios of pairs of such columns.

    Attributes:
        columns: Columns of the games. A pair is the sum of its first column divided by the sum of its second.
    """

    columns: Sequence[str | Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class Lengths(Section):
    """Distributions of columns of the games.

    Attributes:
        columns: Columns of the games with numbers.
    """

    columns: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Effects(Section):
    """Adjusted effects on winning in one model.

    Attributes:
        columns: Columns of the model. Default: the columns of `effects`.
    """

    columns: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Quality(Section):
    """Length, tension and other measures of the quality of the games."""


@dataclass(frozen=True, kw_only=True)
class Draws(Section):
    """Effects of shared components on the win shares of each column of `by`.

    Attributes:
        by: Columns of the seats, each used separately. Default: no win shares by columns.
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
    """Verdicts at each skill level.

    Attributes:
        by: Columns of each table. Default: the factor.
        levels: Levels from weak to strong, which the ladder of skill puts to the test, and mixed strategies. Default:
            from `uniform` to search, the pool and the league, and the strategies that win most as other styles.
    """

    by: Sequence[Sequence[str]] = ()
    levels: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Exploitability(PlayedSection):
    """Gains of training against the pool.

    Attributes:
        strategies: Strategies to start from. Default: `sensible`.
    """

    strategies: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Benchmark(PlayedSection):
    """Win shares of one player of each strategy among other strategies, and among the strategies listed before it.

    Attributes:
        strategies: Strategies of the one player. Default: `search:sensible@32`.
    """

    strategies: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Beside(PlayedSection):
    """A comparison with another game.

    Attributes:
        other: Name of the other game.
        setups: Setups of the other game, one for each scenario.
    """

    other: str
    setups: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class SkillGap(Section):
    """Win shares by the gap in skill.

    Attributes:
        by: Columns of each further table, in addition to the gap. Default: no further tables.
    """

    by: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, kw_only=True)
class Randomness(PlayedSection):
    """Shares of the outcome that each part of the randomness decides."""


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
    "benchmark": Benchmark,
    "beside": Beside,
    "skill_gap": SkillGap,
    "randomness": Randomness,
    "flights": Flights,
}


def sections(study: Mapping[str, Any]) -> list[Section]:
    """Return the sections of a study.

    Raises:
        BadInput: If a kind, key or scenario is unknown, a key is missing or belongs to another kind, a value has the
            wrong type, or two sections of a scenario have the same name.
    """
    scenarios = [scenario["name"] for scenario in study.get("scenario", [])]
    result = [_section(entry, scenarios) for entry in study.get("section", [])]
    names = [(section.name, scenario) for section in result for scenario in section.scenarios]
    for name, scenario in names:
        if names.count((name, scenario)) > 1:
            raise BadInput(f"Two sections of the scenario '{scenario}' have the name '{name}': rename one of them.")
    return result


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
    """Return key -> whether it is needed, for a kind of section."""
    return {each.name: each.default is MISSING for each in fields(kind)}


def _refuse_flags(entry: Mapping[str, Any], kind: type[Section]) -> None:
    """Raise BadInput if an entry has a key that belongs to another kind of section.

    Raises:
        BadInput: If it has such a key.
    """
    if entry.get("together") and not issubclass(kind, PooledSection):
        pooled = ", ".join(name for name, each in KINDS.items() if issubclass(each, PooledSection))
        raise BadInput(f"A section of kind '{entry['kind']}' cannot combine scenarios ('together'): only {pooled} can.")
    if entry.get("shares_only") and not (kind is Draws and entry.get("by")):
        raise BadInput("'shares_only' belongs to a section of kind 'draws' with 'by'.")
    if entry.get("dealt") and kind not in (Flags, Rates):
        raise BadInput("'dealt' belongs to a section of kind 'flags' or 'rates'.")


def _check_types(entry: Mapping[str, Any], kind: type[Section]) -> None:
    """Raise BadInput unless every value of an entry has the type of its key.

    Raises:
        BadInput: If a value has another type.
    """
    for key, hint in get_type_hints(kind).items():
        if key in entry and not fits(entry[key], hint):
            raise BadInput(f"'{key}' of a section takes {_TYPES[hint]}, not {json.dumps(entry[key], default=str)}.")


def fits(value: Any, hint: Any) -> bool:
    """Return whether a value of TOML has the type of a key: a list, a table, several types, or a single type."""
    if get_origin(hint) in (list, Sequence):
        return isinstance(value, list) and all(fits(each, get_args(hint)[0]) for each in value)
    if get_origin(hint) is dict:
        return isinstance(value, dict) and all(fits(each, get_args(hint)[1]) for each in value.values())
    if isinstance(hint, UnionType):
        return any(fits(value, each) for each in get_args(hint))
    return hint is Any or type(value) is hint


def _check_other(entry: Mapping[str, Any]) -> None:
    """Check the other game of a section of kind `beside`.

    Raises:
        BadInput: If the setups do not fit the scenarios, or a game or setup is unknown.
    """
    if len(entry["setups"]) != len(entry["scenarios"]):
        raise BadInput("A section of kind 'beside' needs exactly one of 'setups' for each of 'scenarios'.")
    for setup in entry["setups"]:
        find_setup(find_game(entry["other"]), setup, None)
