"""The reader of the game data: checks them and builds the rules record."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from starbalance.simulator.engine.contract import blank_rules, fill_switches
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.game import Setup
from starbalance.simulator.games.four_thousand_ad_leaders.rules import (
    FIRST_EVENT,
    LEADERS,
    OBJECTIVES,
    ROOM,
    SWITCHES,
    Effect,
    ObjectiveDeck,
    Task,
    rules_dt,
)
from starbalance.simulator.games.star_field.field import LAYER
from starbalance.simulator.games.star_field.reader import BOARD, STAR, fill_field

KEYS: dict[str, dict[str, type]] = {"board": BOARD, "switches": SWITCHES}
FIELDS: dict[str, dict[str, type]] = {
    "setups": {"homes": list},
    "stars": STAR,
    "leaders": {"strength": int, "effect": str, "p1": int, "p2": int},
    "objectives": {
        "task": str,
        "p1": int,
        "p2": int,
        "for_two": list,
        "for_three": list,
        "jitter": int,
        "tier": int,
    },
}
OPEN = ("leaders", "objectives")  # tables that take new entries
_SCALED = {2: "for_two", 3: "for_three"}  # number of players -> the field with the numbers for it


def fill(document: Mapping[str, Any], setup: Setup) -> Any:
    """Return the rules record of a setup, built from the data.

    Raises:
        BadInput: if the data do not fit the board or the state.
    """
    _check_room(document)
    record = blank_rules(rules_dt, setup)
    fill_field(record, document, setup)
    fill_switches(record, SWITCHES, document["switches"])
    _fill_letters(record, document["board"]["columns"]["value"])
    _fill_leaders(record, document["leaders"])
    _fill_objectives(record, document["objectives"], setup)
    _check_decks(record)
    return record


def _check_room(document: Mapping[str, Any]) -> None:
    """Raise BadInput if a number or a deck exceeds the room in the records, even if the data allow it."""
    for path, room in ROOM.items():
        file, name = path.split(".")
        value = document[file][name]["value"]
        if value > room:
            raise BadInput(f"'{path}' must be at most {room}, got {value}.")
    for file, room in (("leaders", LEADERS), ("objectives", OBJECTIVES)):
        if not 1 <= len(document[file]) <= room:
            raise BadInput(f"A deck of {file} must have from 1 to {room} cards, got {len(document[file])}.")


def _fill_letters(record: Any, columns: int) -> None:
    """FAL-23.07, FAL-23.08: Fill in the row of each letter, and the letters in the heart of the field (E and H).

    The heart has the smallest greatest distance to any other sector.
    """
    letters = range(LAYER)
    record.row[:] = [letter // columns for letter in letters]
    record.rows = LAYER // columns
    record.core[:] = [record.farthest[letter] == record.farthest.min() for letter in letters]


def _fill_leaders(record: Any, leaders: Mapping[str, Any]) -> None:
    """FAL-3.2: Fill in the strength and the ability of each leader card, in the order of the data.

    Raise BadInput if an ability is unknown or a number does not fit it.
    """
    record.leaders = len(leaders)
    for card, (name, entry) in enumerate(leaders.items()):
        record.strength[card] = entry["strength"]
        record.effect[card] = effect = _word(f"leaders.{name}.effect", entry["effect"], Effect)
        record.leader_p1[card] = entry["p1"]
        record.leader_p2[card] = entry["p2"]
        if min(entry["strength"], entry["p1"], entry["p2"]) < 0:
            raise BadInput(f"'leaders.{name}': strength, p1 and p2 must be 0 or more.")
        if effect in (Effect.CAP_LOSS_FRACTION, Effect.BONUS_PER_SHIPS) and 0 in (entry["p1"], entry["p2"]):
            raise BadInput(f"'leaders.{name}': the effect '{entry['effect']}' needs p1 and p2 of 1 or more.")


def _fill_objectives(record: Any, objectives: Mapping[str, Any], setup: Setup) -> None:
    """FAL-4.1: Fill in the task and the numbers of each objective, or raise BadInput if they are wrong.

    With `objective_scaling` the numbers depend on the number of players.
    """
    record.objectives = len(objectives)
    for card, (name, entry) in enumerate(objectives.items()):
        scaled_field = _SCALED.get(setup.players) if record.objective_scaling else None
        numbers = entry[scaled_field] if scaled_field else [entry["p1"], entry["p2"]]
        if len(numbers) != 2 or not all(type(each) is int and each >= 0 for each in [*numbers, entry["jitter"]]):
            raise BadInput(f"'objectives.{name}': p1, p2 and jitter must be whole numbers, 0 or more.")
        record.task[card] = _word(f"objectives.{name}.task", entry["task"], Task)
        record.task_p1[card], record.task_p2[card] = numbers
        record.jitter[card] = entry["jitter"]


def _word(path: str, word: str, kind: type[IntEnum]) -> int:
    if word.upper() not in kind.__members__:
        raise BadInput(
            f"'{path}' has the unknown value '{word}': {nearest(word, [each.lower() for each in kind.__members__])}"
        )
    return kind[word.upper()]


def _check_decks(record: Any) -> None:
    """FAL-3.1, FAL-6.3: Raise BadInput if a deck has fewer cards than the setup deals."""
    if record.leaders_drawn > record.leaders:
        raise BadInput(
            f"'switches.leaders_drawn' must be at most {record.leaders} (a whole deck), got {record.leaders_drawn}."
        )
    tasks = record.task[: record.objectives]
    cards = int((tasks < FIRST_EVENT).sum()) if record.objective_deck == ObjectiveDeck.STATES_ONLY else len(tasks)
    needed = record.seats + record.open_objectives_at_start
    if cards < needed:
        raise BadInput(f"The setup deals {needed} objectives; the deck has {cards}.")
