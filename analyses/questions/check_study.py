"""The checks of a game for a script, read from a TOML file.

Keys of a check:
    name: The name of the check in the output. Default: the columns of its table.
    factor: The column of its table. Default: the headline factor of the game.
    by: The columns of its table, instead of `factor`.
    margin: The margin of the verdicts, as a share such as `"3pp"` or `0.03`. Default: 2 points.
    alpha: The largest probability of a wrong verdict in the table. Default: 5%.
    max_truncated: The largest share of truncated games under which verdicts are given. Default: 5%.
    games: The number of games, such as `20_000` or `"20k"`. Default: 10,000.
    until: `"decided"` plays until every row has a verdict, instead of `games`.
    max_games: The largest number of games with `until`. Default: 1,000,000.
    setup: The name of the setup. Default: the first setup for `players`.
    players: The number of players. Default: that of the first setup of the game.
    strategies: One strategy for all players, or a list with one for each player. Default: `sensible`.
    pool: The strategies from which each player's strategy is drawn, instead of `strategies`.
    temperature: The temperature of all strategies. Default: the temperature of each strategy.
    variant: The name of a variant, or a file of changes. Default: the printed rules.
    changes: Changed values, by path, in addition to the variant.
    seed: The seed of all random draws. Default: 0.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starbalance.analyses.questions.rates import Until
from starbalance.analyses.questions.study import check_path, in_place
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, check_max_truncated
from starbalance.analyses.statistics.verdict import MARGIN, check_alpha, check_margin, margin_of
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.amount import amounts
from starbalance.simulator.runs.plan import make_plan
from starbalance.simulator.runs.run import check_columns

GAMES = 10_000
MOST_GAMES = 1_000_000
CHECK = "check"
NUMBER, WORD, WORDS = (float,), (str,), (str, list)
COUNT = (int, str)  # the text may be an amount such as 10k
KEYS: Mapping[str, tuple[type, ...]] = {
    "name": WORD,
    "factor": WORD,
    "by": WORDS,
    "margin": (*NUMBER, str),
    "alpha": (*NUMBER, str),
    "max_truncated": (*NUMBER, str),
    "games": COUNT,
    "until": WORD,
    "max_games": COUNT,
    "setup": WORD,
    "players": (int,),
    "strategies": WORDS,
    "pool": (list,),
    "temperature": NUMBER,
    "variant": WORD,
    "changes": (dict,),
    "seed": (int,),
}
RIVALS = (("factor", "by"), ("games", "until"), ("games", "max_games"), ("strategies", "pool"))
OF_RUN = ("setup", "players", "strategies", "pool", "temperature", "variant", "seed")
_TYPES = {int: "a whole number", float: "a number", str: "a word", list: "a list of words", dict: "a table"}


@dataclass(frozen=True)
class Check:
    """A table of win shares that a game must pass, with the run that it needs.

    Attributes:
        name: the name of the check
        by: the columns of the table
        margin: the margin of the verdicts, as a share
        alpha: the largest probability of a wrong verdict in the table
        options: the options of the run
        max_truncated: the largest share of truncated games under which verdicts are given
    """

    name: str
    by: list[str]
    margin: float
    alpha: float
    options: Mapping[str, Any]
    max_truncated: float = MAX_TRUNCATED


def read(game: str, path: Path | None = None) -> list[Check]:
    """Return the checks of a file.

    Each `[[check]]` entry is a check, with the other keys of the file as defaults. Without entries, the file is one
    check.

    Args:
        game: The name or folder of a game.
        path: The file. Default: the file of the game.

    Raises:
        BadInput: If the file names anything that does not exist or is out of range. The message names the file and the
            nearest key.
    """
    known_game = find_game(game)
    path = path or check_path(game)
    if not path.is_file():
        raise BadInput(
            f"There is no study {path}: write one with margin, games and factor, or name another one with --study."
        )
    common = tables.parse(path)
    entries = common.pop(CHECK, [{}])
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries) or not entries:
        raise BadInput(f"{path}: '{CHECK}' must be tables, each below a line [[{CHECK}]].")
    _refuse_keys(f"{path}", common)
    checks = [_check(f"{path}, check {i}", known_game, common, entry=entry) for i, entry in enumerate(entries, 1)]
    for i, each in enumerate(checks):
        if each.name in [other.name for other in checks[:i]]:
            raise BadInput(f"{path}: two checks have the name '{each.name}': give each a different name.")
    return checks


def _refuse_keys(where: str, table: Mapping[str, Any]) -> None:
    """Raise BadInput unless every key is known, has the right type, and stands with no key that it excludes."""
    for key, value in table.items():
        if key not in KEYS:
            raise BadInput(f"{where}: {unknown('key', key, KEYS)}")
        if not _is_of(KEYS[key], value):
            kinds = _TYPES[int] if KEYS[key] == COUNT else " or ".join(_TYPES[kind] for kind in KEYS[key])
            raise BadInput(f"{where}: '{key}' must be {kinds}, got {json.dumps(value, default=str)}.")
    for one, other in RIVALS:
        if one in table and other in table:
            raise BadInput(f"{where}: '{one}' and '{other}' exclude each other.")


def _is_of(kinds: tuple[type, ...], value: Any) -> bool:
    """Return whether a value of TOML has one of some types.

    A list must hold at least one word, and only words. True and false are not numbers.
    """
    if isinstance(value, list) and not (value and all(isinstance(each, str) for each in value)):
        return False
    return isinstance(value, (*kinds, int) if float in kinds else kinds) and not isinstance(value, bool)


def _check(where: str, game: Any, common: Mapping[str, Any], *, entry: Mapping[str, Any]) -> Check:
    """Return the check of one entry, with the keys that the file gives for all. Raise BadInput before any game."""
    _refuse_keys(where, entry)
    rivals = {other for pair in RIVALS for one, other in (pair, pair[::-1]) if one in entry}
    merged = {**{key: value for key, value in common.items() if key not in rivals}, **entry}
    with in_place(where):
        return _made(game, merged)


def _made(game: Any, entry: Mapping[str, Any]) -> Check:
    entry = amounts(entry)
    by = entry.get("by", entry.get("factor", game.factor))
    by = [by] if isinstance(by, str) else by
    margin, alpha = margin_of(entry.get("margin", MARGIN)), entry.get("alpha", ALPHA)
    check_margin(margin)
    check_alpha(alpha)
    limit = entry.get("max_truncated", MAX_TRUNCATED)
    check_max_truncated(limit)
    options = {key: entry[key] for key in OF_RUN if key in entry}
    until = Until(by, margin, alpha, limit) if "until" in entry else None
    options = {**options, "set": entry.get("changes", {}), **_length(entry, until)}
    rules = tables.load(
        game, options.get("setup"), options.get("players"), set=options["set"], variant=entry.get("variant")
    )
    check_columns(by, game, rules)
    seed, heat = entry.get("seed", 0), entry.get("temperature")
    make_plan(game, rules, strategies=entry.get("strategies"), seed=seed, temperature=heat, pool=entry.get("pool"))
    return Check(entry.get("name", f"by {' and '.join(by)}"), by, margin, alpha, options, limit)


def _length(entry: Mapping[str, Any], until: Until | None) -> dict[str, Any]:
    """Return `games`, the number or largest number of games, and `until`, the condition that ends the run or `None`.

    Raise BadInput if the keys contradict each other or are out of range.
    """
    if entry.get("until", "decided") != "decided":
        raise BadInput(f"'until' must be \"decided\", got '{entry['until']}'.")
    if "max_games" in entry and "until" not in entry:
        raise BadInput("'max_games' requires until = \"decided\".")
    games = entry.get("max_games", MOST_GAMES) if until else entry.get("games", GAMES)
    if games < 1 or entry.get("seed", 0) < 0:
        raise BadInput(f"games must be at least 1 and seed at least 0, got {games} and {entry.get('seed', 0)}.")
    return {"games": games, "until": until}
