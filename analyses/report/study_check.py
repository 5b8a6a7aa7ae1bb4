"""The check of a study before its games are played: its keys, their types, and the names in it."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Required, TypedDict, get_type_hints

from starbalance.analyses.presentation.wording import PER
from starbalance.analyses.questions.randomness import FILE as RANDOMNESS
from starbalance.analyses.questions.study import in_place
from starbalance.analyses.report.section import Draws, Section, fits, sections
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.amount import count
from starbalance.simulator.runs.experiment import experiment
from starbalance.simulator.runs.frame import schemas
from starbalance.simulator.runs.run import check_columns

_SkillValue = str | int | float | list[str | int | float]
_OF_RUN = ("setup", "strategies", "skill", "variant")  # keys of a scenario that are options of its run


class Question(TypedDict):
    """The keys of the main question."""

    text: str
    section: str


class Study(TypedDict, total=False):
    """The keys of a study."""

    game: str
    seed: Required[int]
    strategies: str | list[str]
    method: list[str]
    assumed: str
    trust: list[str]
    plan: list[str]
    question: dict[str, Any]
    words: dict[str, str]
    levels: dict[str, list[str]]
    scenario: Required[list[dict[str, Any]]]
    section: list[dict[str, Any]]
    equal: list[dict[str, Any]]
    robust: list[dict[str, Any]]


class ScenarioEntry(TypedDict, total=False):
    """The keys of a scenario."""

    name: Required[str]
    title: Required[str]
    setup: str
    games: Required[int | str]
    by: list[list[str]]
    strategies: str | list[str]
    skill: _SkillValue
    variant: str
    timeline: bool
    verdicts_of: str


class Equal(TypedDict):
    """The keys of an entry of equal levels."""

    scenario: str
    pairs: list[list[str]]
    why: str


class Robust(TypedDict, total=False):
    """The keys of a comparison with other data."""

    what: Required[str]
    of: Required[str]
    under: Required[list[str]]
    by: list[list[str]]
    draws: list[str]


_WORDS = {  # types of values in TOML -> words
    str: "text",
    bool: "true or false",
    int: "a whole number",
    int | str: "a whole number, or an amount such as '20k'",
    str | list[str]: "text or a list of text",
    _SkillValue: "a number, text or a list",
    list[str]: "a list of text",
    list[list[str]]: "a list of lists of text",
    dict[str, Any]: "a table",
    dict[str, str]: "a table of text",
    dict[str, list[str]]: "a table of lists of text",
    list[dict[str, Any]]: "tables in double brackets",
}


def check_study(study: Mapping[str, Any], path: Path) -> None:
    """Check a study before its games are played.

    Args:
        study: The study, with the name of its game.
        path: The file of the study, for the message.

    Raises:
        BadInput: If a key is unknown, missing or of the wrong type, or a name does not exist. The message is one
            sentence with the file, the entry, and the nearest correct name.
    """
    with in_place(str(path)):
        _check_keys(study, Study)
        game = find_game(study["game"])
        scenarios = _check_scenarios(game, study)
        study_sections = sections(study)
        _check_columns_of_sections(game, study_sections)
        _check_words(game, study)
        if "question" in study:
            with in_place("[question]"):
                _check_keys(study["question"], Question)
                _check_question(study["question"]["section"], study_sections)
        for place, entry in enumerate(study.get("equal", []), 1):
            with in_place(f"[[equal]] {place}"):
                _check_equal(game, entry, scenarios)
        for place, entry in enumerate(study.get("robust", []), 1):
            with in_place(f"[[robust]] {place}"):
                _check_robust(game, entry, scenarios)


def _check_keys(table: Mapping[str, Any], kind: Any) -> None:
    """Check the keys of a table and the types of its values against a `TypedDict`."""
    hints = get_type_hints(kind)
    for key, value in table.items():
        if key not in hints:
            raise unknown("key", key, hints)
        if not fits(value, hints[key]):
            raise BadInput(f"'{key}' must be {_WORDS[hints[key]]}, got {json.dumps(value, default=str)}.")
    for key, hint in hints.items():
        if key in kind.__required_keys__ and table.get(key, "") in ("", []):
            raise BadInput(f"'{key}' is missing. It must be {_WORDS[hint]}.")


def _check_question(name: str, study_sections: Sequence[Section]) -> None:
    """Raise BadInput unless a section of kind `draws` has the name."""
    if name not in [each.name for each in study_sections if isinstance(each, Draws)]:
        raise BadInput(f"There is no section of kind 'draws' named '{name}'.")


def _check_names(what: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Check that names exist. `what` is the kind of thing that has the names."""
    choices = list(known)
    for name in names:
        if name not in choices:
            raise unknown(what, name, choices)


def _check_scenarios(game: Game, study: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Check the scenarios, and return them by name."""
    scenarios: dict[str, Mapping[str, Any]] = {}
    common = {"strategies": study["strategies"]} if "strategies" in study else {}
    for place, entry in enumerate(study["scenario"], 1):
        name = entry.get("name")
        with in_place(f"[[scenario]] '{name}'" if isinstance(name, str) and name else f"[[scenario]] {place}"):
            _check_keys(entry, ScenarioEntry)
            if entry["name"] in scenarios:
                raise BadInput("Two scenarios have this name: rename one of them.")
            _check_run(game, common | entry)
        scenarios[entry["name"]] = entry
    for name, entry in scenarios.items():
        with in_place(f"[[scenario]] '{name}': 'verdicts_of'"):
            _check_names("scenario", [entry["verdicts_of"]] if "verdicts_of" in entry else [], scenarios)
    return scenarios


def _check_run(game: Game, scenario: Mapping[str, Any]) -> None:
    """Check the number of games, the options and the columns of a scenario."""
    if count(scenario["games"], "'games'") < 1:
        raise BadInput(f"'games' must be at least 1, got {scenario['games']}.")
    planned = experiment(game, {key: scenario[key] for key in _OF_RUN if key in scenario})
    _ = planned.lineup
    for by in scenario.get("by", []):
        with in_place("'by'"):
            check_columns(by, game, planned.rules)


def _check_columns_of_sections(game: Game, study_sections: Sequence[Section]) -> None:
    """Check that the columns of the sections exist."""
    names = schemas(game, tables.load(game))
    known = dict.fromkeys([*names["seats"], *names["games"]])
    for section in study_sections:
        for key in ("by", "columns", "total"):
            with in_place(f"[[section]] '{section.name}': '{key}'"):
                _check_names("column", _names_in(getattr(section, key, ())), known)


def _names_in(value: str | Sequence[Any]) -> Iterator[str]:
    """Yield the names in a name or in nested lists of names. The empty name is left out."""
    if isinstance(value, str):
        yield from [value] if value else []
    else:
        for each in value:
            yield from _names_in(each)


def _check_words(game: Game, study: Mapping[str, Any]) -> None:
    """Check that the names in `plan`, `words` and `levels` exist, and that the columns of `plan` are numbers."""
    rules = tables.load(game)
    names = schemas(game, rules)
    numbers = set(names["seats"]) - {*game.labels(rules), *game.flags(rules), "game", "setup", "strategy"}
    columns = dict.fromkeys(name for table in names.values() for name in table)
    further = [*tables.read(game).get(RANDOMNESS, {}), *tables.variants(game), *([game.draws] if game.draws else [])]
    with in_place("'plan'"):
        _check_names("column of the seats with numbers", study.get("plan", []), sorted(numbers))
    with in_place("[words]"):
        _check_names(
            "column", (part for key in study.get("words", {}) for part in key.split(PER)), [*columns, *further]
        )
    with in_place("[levels]"):
        _check_names("column", study.get("levels", {}), columns)


def _check_equal(game: Game, entry: Mapping[str, Any], scenarios: Mapping[str, Any]) -> None:
    """Check an entry of equal levels: its keys, its scenario, and the levels if the game has words for them."""
    _check_keys(entry, Equal)
    with in_place("'scenario'"):
        _check_names("scenario", [entry["scenario"]], scenarios)
    levels = game.labels(tables.load(game, scenarios[entry["scenario"]].get("setup"))).get(game.factor)
    for pair in entry["pairs"]:
        with in_place("'pairs'"):
            if len(pair) != 2:
                raise BadInput(f"Each pair needs two levels, got {json.dumps(pair)}.")
            _check_names(game.factor, pair, levels or pair)


def _check_robust(game: Game, entry: Mapping[str, Any], scenarios: Mapping[str, Any]) -> None:
    """Check a comparison with other data: its keys, its scenarios and its columns."""
    _check_keys(entry, Robust)
    for key, names in (("of", [entry["of"]]), ("under", entry["under"])):
        with in_place(f"'{key}'"):
            _check_names("scenario", names, scenarios)
    for name in entry["under"]:
        if "variant" not in scenarios[name]:
            raise BadInput(f"'under' names the scenario '{name}', which has no 'variant'.")
    if "draws" in entry and not game.draws:
        raise BadInput(f"'draws' needs components that are drawn for all players, and {game.title} has none.")
    rules = tables.load(game, scenarios[entry["of"]].get("setup"))
    for by in entry.get("by", []):
        with in_place("'by'"):
            check_columns(by, game, rules)
    with in_place("'draws'"):
        _check_names("column of the seats", entry.get("draws", []), schemas(game, rules)["seats"])
