"""The reader of the game's data. It checks the data and fills the rules record."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from starbalance.simulator.engine.contract import blank_rules, fill_switches
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.game import Setup
from starbalance.simulator.games.ascending_empires import board_rules
from starbalance.simulator.games.ascending_empires.board_reader import fill_board
from starbalance.simulator.games.ascending_empires.board_rules import QUADRANT_HOLES, Quadrant
from starbalance.simulator.games.ascending_empires.rules import (
    COLOURS,
    KINDS,
    LEVELS,
    MOST_PIECES,
    RANDOMNESS,
    ROOM,
    SKILL,
    SWITCHES,
    AsteroidsK,
    Colour,
    Parameter,
    RowBonus,
    TechTable,
    TwoPlayerCorners,
    rules_dt,
)

SEAT_COLOURS = ("red", "blue", "green", "yellow")
KEYS: dict[str, dict[str, type]] = {
    **board_rules.KEYS,
    "switches": SWITCHES,
    "skill": {**SKILL, **dict.fromkeys(SEAT_COLOURS, float)},
    "randomness": RANDOMNESS,
}
FIELDS: dict[str, dict[str, type]] = {
    **board_rules.FIELDS,
    "setups": {"corners": list, "adjacent": list, "pool": int, "asteroids": int},
    "groups": {name.title(): list for name in ("alpha", "beta", "gamma", "delta")},
    "technologies": {"colour": str, "level": int, "changes": str, "by": int},
    "rows": dict.fromkeys(("award", "troops", "starships", "pieces", "vp", "vp_alone"), int),
}
OPEN: tuple[str, ...] = ()  # tables that take new entries
_GROUPS = ("without_asteroids", "one_asteroid", "two_asteroids")  # index: the number of asteroids per quadrant
_FIXED = Parameter.BATTLESHIP  # the same in all tables of technologies (ASE-21.28)


def fill(document: Mapping[str, Any], setup: Setup) -> Any:
    """Return the rules record of a setup.

    Raises:
        BadInput: If the board or the state has no room for the data.
    """
    record = blank_rules(rules_dt, setup)
    fill_board(record.board, document)
    fill_switches(record, SWITCHES, document["switches"])
    _check_room(record, setup)
    _fill_setup(record, document["setups"][setup.name], setup)
    _fill_groups(record, document, setup)
    _fill_numbers(record)
    _fill_technologies(record, document["technologies"])
    _fill_rows(record, document["rows"])
    _fill_skill(record, document["skill"])
    for name in RANDOMNESS:
        record[f"{name}_seed"] = document["randomness"][name]["value"]
    return record


def _check_room(record: Any, setup: Setup) -> None:
    """Raise BadInput if the records have no room for a number, or if the numbers contradict each other."""
    for name, room in ROOM.items():
        if record[name] > room:
            raise BadInput(f"'switches.{name}' must be at most {room}, got {record[name]}.")
    if record.start_troops > record.troops:
        raise BadInput(
            f"'switches.start_troops' must be at most {record.troops} (switches.troops), got {record.start_troops}."
        )
    if record.mine2_troops >= record.mine3_troops:
        least = record.mine2_troops + 1
        raise BadInput(f"'switches.mine3_troops' must be at least {least}, got {record.mine3_troops}.")
    if record.first_player > setup.seats:
        colour = SEAT_COLOURS[record.first_player - 1]
        raise BadInput(f"'switches.first_player' must be one of the first {setup.seats} colours, got '{colour}'.")


def _fill_setup(record: Any, entry: Mapping[str, Any], setup: Setup) -> None:
    """ASE-1.11, ASE-22.5: Fill in the VP pool and the corners of the homeworlds. Raise BadInput if they are invalid."""
    record.pool = entry["pool"]
    key = "adjacent" if record.two_player_corners == TwoPlayerCorners.ADJACENT else "corners"
    corners = [_word(f"setups.{setup.name}.{key}", name, Quadrant) for name in entry[key]]
    if len(set(corners)) != setup.seats:
        raise BadInput(f"'setups.{setup.name}.{key}' must list {setup.seats} different quadrants, got {entry[key]}.")
    record.corner[: setup.seats] = corners
    if not entry["pool"] >= 1:
        raise BadInput(f"'setups.{setup.name}.pool' must be at least 1, got {entry['pool']}.")


def _fill_groups(record: Any, document: Mapping[str, Any], setup: Setup) -> None:
    """ASE-22.1, ASE-22.7: Fill in the discs of each quadrant, by the number of asteroids per quadrant.

    Raise BadInput if their number or kinds do not fit the quadrant.
    """
    own = document["setups"][setup.name]["asteroids"]
    k = own if record.asteroids_k == AsteroidsK.BY_PLAYERS else record.asteroids_k - 1
    if not 0 <= k < len(_GROUPS):
        raise BadInput(f"'setups.{setup.name}.asteroids' must be 0, 1 or 2, got {k}.")
    name = _GROUPS[k]
    for quadrant in Quadrant:
        group = document["groups"][name][quadrant.name.title()]
        path = f"groups.{name}.{quadrant.name.title()}"
        if len(group) != KINDS or not all(type(each) is int and each >= 0 for each in group):
            raise BadInput(f"'{path}' must be {KINDS} whole numbers: the discs of each colour, then the asteroids.")
        if sum(group) != QUADRANT_HOLES - 1:
            raise BadInput(f"'{path}' must have {QUADRANT_HOLES - 1} discs, one for each open hole, got {sum(group)}.")
        record.group[quadrant] = group


def _fill_skill(record: Any, entries: Mapping[str, Mapping[str, Any]]) -> None:
    """ASE-20.2: Fill in the skill of each seat, and the range from which it may be drawn.

    Raise BadInput if the range is empty.
    """
    record.skill[:] = [entries[colour]["value"] for colour in SEAT_COLOURS]
    for name in SKILL:
        record[f"skill_{name}"] = entries[name]["value"]
    if record.skill_lowest > record.skill_highest:
        raise BadInput(
            f"'skill.lowest' must be at most {record.skill_highest} (skill.highest), got {record.skill_lowest}."
        )


def _fill_numbers(record: Any) -> None:
    """Fill in the initial values of the numbers that technologies change."""
    for parameter in Parameter:
        name = parameter.name.lower()
        record.initial[parameter] = record[name] if name in SWITCHES else 0


def _fill_technologies(record: Any, technologies: Mapping[str, Mapping[str, Any]]) -> None:
    """ASE-21.22, ASE-21.24: Fill in the effect of each level of a colour on the numbers of a player.

    Raise BadInput if two technologies share a place or if a number could fall below 0.
    """
    places = [_place(name, entry) for name, entry in technologies.items()]
    if len(set(places)) != len(places):
        raise BadInput("data/technologies.toml: two technologies have the same colour and level.")
    effects = [(_parameter(name, entry), entry["by"]) for name, entry in technologies.items()]
    if record.tech_table == TechTable.SHUFFLED:
        effects = _shuffled(record, places, effects)
    for (colour, level), (parameter, by) in zip(places, effects, strict=True):
        if record.tech_table in (TechTable.STANDIN, TechTable.SHUFFLED) or parameter == _FIXED:
            record.gain[colour, level, parameter] += by
    for parameter in Parameter:
        if record.initial[parameter] + record.gain[:, :, parameter].clip(max=0).sum() < 0:
            raise BadInput(f"The technologies reduce {parameter.name.lower()} below 0: make them take less.")


def _place(name: str, entry: Mapping[str, Any]) -> tuple[int, int]:
    if not 1 <= entry["level"] <= LEVELS:
        raise BadInput(f"'technologies.{name}.level' must be from 1 to {LEVELS}, got {entry['level']}.")
    return _word(f"technologies.{name}.colour", entry["colour"], Colour), entry["level"]


def _parameter(name: str, entry: Mapping[str, Any]) -> int:
    return _word(f"technologies.{name}.changes", entry["changes"], Parameter)


def _shuffled(record: Any, places: list[tuple[int, int]], effects: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """ASE-21.28: Return the effects (parameter, amount) in shuffled places. The battleship stays in place.

    Under `tech_levels_only` effects stay in their colour.
    """
    generator, shuffled = np.random.default_rng(int(record.tech_seed)), list(effects)
    free = [k for k, (parameter, _) in enumerate(effects) if parameter != _FIXED]
    groups = [free]
    if record.tech_levels_only:
        groups = [[k for k in free if places[k][0] == colour] for colour in range(COLOURS)]
    for group in groups:
        for to, source in zip(group, generator.permutation(group), strict=True):
            shuffled[to] = effects[source]
    return shuffled


def _fill_rows(record: Any, rows: Mapping[str, Mapping[str, int]]) -> None:
    """ASE-21.22, ASE-21.23, ASE-21.29: Fill in the bonus of each row and the VP of first developers.

    Raise BadInput if a row is missing or a number is out of range.
    """
    if len(rows) != LEVELS:
        raise BadInput(f"data/rows.toml must list {LEVELS} rows, got {len(rows)}.")
    for level, (name, entry) in enumerate(rows.items(), 1):
        for key, value in entry.items():
            if key in FIELDS["rows"] and value < 0:
                raise BadInput(f"'rows.{name}.{key}' must be at least 0, got {value}.")
        if entry["pieces"] > MOST_PIECES:
            raise BadInput(f"'rows.{name}.pieces' must be at most {MOST_PIECES}, got {entry['pieces']}.")
        record.award[level] = entry["award"]
        if record.row_bonus == RowBonus.STANDIN:
            record.row_vp[level] = entry["vp"]
            if record.tech_table != TechTable.BARE:
                record.row_troops[level], record.row_starships[level] = entry["troops"], entry["starships"]
                record.row_pieces[level] = entry["pieces"]
        elif record.row_bonus == RowBonus.VP:
            record.row_vp[level] = entry["vp_alone"]


def _word(path: str, word: str, kind: type[IntEnum]) -> int:
    if not isinstance(word, str) or word.upper() not in kind.__members__:
        raise BadInput(
            f"'{path}' cannot be '{word}': {nearest(str(word), [each.lower() for each in kind.__members__])}"
        )
    return int(kind[word.upper()])
