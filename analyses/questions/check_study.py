"""What a designer's gate asks of a game: checks read from a TOML file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starbalance.analyses.questions.rates import Until
from starbalance.analyses.questions.study import check_path
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
COUNT = (int, str)  # text such as 10k
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
    """One thing asked of a game: a table of win shares, its margin and alpha, and the options of the run it is of."""

    name: str
    by: list[str]
    margin: float
    alpha: float
    options: Mapping[str, Any]
    max_truncated: float = MAX_TRUNCATED


def read(game: str, path: Path | None = None) -> list[Check]:
    """The checks of a file: its [[check]] entries, in which its other keys hold too, or itself; none: the game's own.

    Raises BadInput that names the file and the nearest key for anything that does not exist or cannot be.
    """
    found = find_game(game)
    path = path or check_path(game)
    if not path.is_file():
        raise BadInput(f"There is no study {path}: write one with margin, games and factor, and name it with --study.")
    common = tables.parse(path)
    entries = common.pop(CHECK, [{}])
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries) or not entries:
        raise BadInput(f"{path}: '{CHECK}' must be tables, each below a line [[{CHECK}]].")
    _refuse_keys(f"{path}", common)
    checks = [_check(f"{path}, check {i}", found, common, entry=entry) for i, entry in enumerate(entries, 1)]
    for i, each in enumerate(checks):
        if each.name in [other.name for other in checks[:i]]:
            raise BadInput(f"{path}: two checks are called '{each.name}': give each a name of its own.")
    return checks


def _refuse_keys(where: str, table: Mapping[str, Any]) -> None:
    """Raises BadInput for a key that is unknown, of the wrong type, or beside one that it excludes."""
    for key, value in table.items():
        if key not in KEYS:
            raise BadInput(f"{where}: {unknown('key', key, KEYS)}")
        if not _is_of(KEYS[key], value):
            kinds = _TYPES[int] if KEYS[key] == COUNT else " or ".join(_TYPES[kind] for kind in KEYS[key])
            raise BadInput(f"{where}: '{key}' takes {kinds}, not {json.dumps(value, default=str)}.")
    for one, other in RIVALS:
        if one in table and other in table:
            raise BadInput(f"{where}: '{one}' and '{other}' exclude each other.")


def _is_of(kinds: tuple[type, ...], value: Any) -> bool:
    """Whether a value of TOML is of one of some types; a list holds words, one at least, and true is no number."""
    if isinstance(value, list) and not (value and all(isinstance(each, str) for each in value)):
        return False
    return isinstance(value, (*kinds, int) if float in kinds else kinds) and not isinstance(value, bool)


def _check(where: str, game: Any, common: Mapping[str, Any], *, entry: Mapping[str, Any]) -> Check:
    """One entry with what the file says for all; whatever is wrong with it is told before a game is played."""
    _refuse_keys(where, entry)
    rivals = {other for pair in RIVALS for one, other in (pair, pair[::-1]) if one in entry}
    asked = {**{key: value for key, value in common.items() if key not in rivals}, **entry}
    try:
        return _made(game, asked)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def _made(game: Any, asked: Mapping[str, Any]) -> Check:
    asked = amounts(asked)
    by = asked.get("by", asked.get("factor", game.factor))
    by = [by] if isinstance(by, str) else by
    margin, alpha = margin_of(asked.get("margin", MARGIN)), asked.get("alpha", ALPHA)
    check_margin(margin)
    check_alpha(alpha)
    limit = asked.get("max_truncated", MAX_TRUNCATED)
    check_max_truncated(limit)
    options = {key: asked[key] for key in OF_RUN if key in asked}
    until = Until(by, margin, alpha, limit) if "until" in asked else None
    options = {**options, "set": asked.get("changes", {}), **_length(asked, until)}
    rules = tables.load(
        game, options.get("setup"), options.get("players"), set=options["set"], variant=asked.get("variant")
    )
    check_columns(by, game, rules)
    seed, heat = asked.get("seed", 0), asked.get("temperature")
    make_plan(game, rules, strategies=asked.get("strategies"), seed=seed, temperature=heat, pool=asked.get("pool"))
    return Check(asked.get("name", f"by {' and '.join(by)}"), by, margin, alpha, options, limit)


def _length(asked: Mapping[str, Any], until: Until | None) -> dict[str, Any]:
    """Return how many games are played: a number, or until decided with a largest number."""
    if asked.get("until", "decided") != "decided":
        raise BadInput(f"'until' cannot be '{asked['until']}': write until = \"decided\".")
    if "max_games" in asked and "until" not in asked:
        raise BadInput("'max_games' belongs to until = \"decided\".")
    games = asked.get("max_games", MOST_GAMES) if until else asked.get("games", GAMES)
    if games < 1 or asked.get("seed", 0) < 0:
        raise BadInput("the number of games is 1 or more, and the seed 0 or more.")
    return {"games": games, "until": until}
