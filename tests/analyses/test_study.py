"""Titles of setups, runs and variants, and the check of a study."""

import copy
import inspect
import re
from pathlib import Path

import pytest

from starbalance.analyses.questions import study
from starbalance.analyses.questions.study import run_title, setup_title, study_path, variant_title
from starbalance.analyses.report.study_check import Equal, Robust, ScenarioEntry, Study, check_study
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.games import EXAMPLE, find_game, games


@pytest.mark.parametrize(("game", "setup", "title"), [
    ("4000-ad", "independents4", "Four independents"),
    ("4000-ad", "alliances2", "Alliances, two players"),
    ("handful-of-stars", "players2", "Two players"),
    (str(TEMPLATE), "players3", "Three players"),
])  # fmt: skip
def test_a_setup_has_the_title_from_the_study_of_its_game(game, setup, title):
    assert setup_title(game, setup) == title


@pytest.mark.parametrize("name", games())
def test_titles_of_setups_are_unique_within_a_game(name):
    titles = [setup_title(name, setup.name) for setup in find_game(name).setups]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(("setup", "title"), [
    ("independents3", "Three players"),
    ("alliances4", "Four players (alliances4)"),
])  # fmt: skip
def test_without_a_study_the_title_is_the_number_of_players_and_the_name_if_ambiguous(setup, title, monkeypatch):
    monkeypatch.setattr(study, "read", lambda game: {})
    assert setup_title("4000-ad", setup) == title


def test_an_unknown_setup_gets_the_nearest_name():
    with pytest.raises(BadInput, match="did you mean 'players3'"):
        setup_title("handful-of-stars", "player3")


@pytest.mark.parametrize(("changes", "end"), [
    ({}, ""),
    ({"switches.max_warps": 3}, ", switches.max_warps=3"),
    ({"a": 1, "b": 2, "c": 3}, ", 3 changed values"),
])  # fmt: skip
def test_the_title_of_a_run_contains_game_setup_and_changes(changes, end):
    settings = {"game": "4000-ad", "setup": "independents3", "changes": changes}
    assert run_title(settings) == f"4000 A.D., three independents{end}"


def test_a_variant_has_the_title_from_its_game_or_its_file(tmp_path):
    path = tmp_path / "three_warps.toml"
    path.write_text('[changes]\n"switches.max_warps" = 3\n', encoding="utf-8")
    assert variant_title("4000-ad", "five_warps") == "a limit of 5 warps per home"
    assert variant_title("4000-ad", str(path)) == "three warps"


def test_the_title_of_an_unknown_variant_is_refused_with_the_nearest_name():
    with pytest.raises(BadInput, match="did you mean 'five_warps'"):
        variant_title("4000-ad", "five_warp")


FOUR = {"name": "four", "title": "Four", "setup": "independents4", "games": "1k", "by": [["home"], ["home", "seat"]]}
OTHER = {"name": "other", "title": "Other", "setup": "independents4", "games": 9, "variant": "random_letter"}
STUDY = {
    "game": "4000-ad",
    "seed": 0,
    "strategies": "pool",
    "method": ["A word."],
    "assumed": "the stars",
    "trust": ["The stars decide."],
    "plan": ["captures"],
    "words": {"stars": "stars at the end", "destroyed per produced": "ships destroyed", "five_warps": "five warps"},
    "levels": {"fallen_round": ["never"]},
    "scenario": [FOUR, OTHER | {"strategies": ["pool"] * 4, "verdicts_of": "four", "timeline": True}],
    "section": [
        {"name": "course", "kind": "quality", "title": "The course", "chapter": "Length", "scenarios": ["four"]},
        {
            "name": "ships",
            "kind": "seat_means",
            "title": "Ships",
            "chapter": "Ships",
            "scenarios": ["four"],
            "by": [["ended", "seat"]],
            "columns": ["ships", "lost"],
            "total": "stars",
        },
    ],
    "equal": [{"scenario": "four", "pairs": [["Algol", "Antares"]], "why": "the symmetry of the board"}],
    "robust": [{"what": "other stars", "of": "four", "under": ["other"], "by": [["home", "seat"]]}],
}
QUESTION = {"text": "Who wins?", "section": "course"}
FILE = Path("here", "study.toml")


def changed_study(*path, value):
    """Return a copy of the study with another value at a path. `None` deletes the value."""
    result = copy.deepcopy(STUDY | ({"question": QUESTION} if path[0] == "question" else {}))
    *place, last = path
    table = result
    for key in place:
        table = table[key]
    if value is None:
        del table[last]
    else:
        table[last] = value
    return result


def message(study):
    """Return what the check of a study says about it, without the name of its file."""
    with pytest.raises(BadInput) as caught:
        check_study(study, FILE)
    text = str(caught.value)
    assert text.startswith(f"{FILE}: ")
    assert "\n" not in text
    return text.removeprefix(f"{FILE}: ")


def other_data_of(monkeypatch, study_of_stars, setup="independents4"):
    monkeypatch.setattr(study, "read", lambda game: study_of_stars)
    return study.other_data("4000-ad", setup)


def test_other_data_belong_to_the_setup_of_their_scenario(monkeypatch):
    """A scenario without a setup has the first one of the game."""
    assert other_data_of(monkeypatch, STUDY) == ["random_letter"]
    assert other_data_of(monkeypatch, STUDY, "independents3") == []
    assert other_data_of(monkeypatch, changed_study("scenario", 0, "setup", value=None)) == ["random_letter"]
    assert other_data_of(monkeypatch, {}) == []


@pytest.mark.parametrize(("path", "value", "sentence"), [
    (("scenario", 1, "variant"), "random_leter", "There is no variant 'random_leter': did you mean 'random_letter'"),
    (("robust", 0, "of"), "fuor", "There is no scenario 'fuor': did you mean 'four'"),
    (("robust", 0, "under"), ["others"], "There is no scenario 'others': did you mean 'other'"),
])  # fmt: skip
def test_a_wrong_name_of_other_data_is_refused_with_its_place(monkeypatch, path, value, sentence):
    with pytest.raises(BadInput, match=re.escape(f"4000-ad.toml: [[robust]] 1: {sentence}")):
        other_data_of(monkeypatch, changed_study(*path, value=value))


def test_a_study_without_errors_passes():
    check_study(STUDY, FILE)


@pytest.mark.parametrize("name", [*games(), EXAMPLE])
def test_every_built_in_study_passes(name):
    path = study_path(name)
    check_study({**tables.parse(path), "game": name}, path)


SCENARIO, SECTION, EQUAL, ROBUST = ("scenario", 0), ("section", 1), ("equal", 0), ("robust", 0)
IN_SCENARIO, IN_SECTION = "[[scenario]] 'four': ", "[[section]] 'ships': "
IN_EQUAL, IN_ROBUST, IN_QUESTION = "[[equal]] 1: ", "[[robust]] 1: ", "[question]: "


@pytest.mark.parametrize(("path", "words"), [
    (("sede",), "There is no key 'sede': did you mean 'seed'?"),
    ((*SCENARIO, "gmaes"), IN_SCENARIO + "There is no key 'gmaes': did you mean 'games'?"),
    ((*SCENARIO, "verdict_of"), IN_SCENARIO + "There is no key 'verdict_of': did you mean 'verdicts_of'?"),
    (("question", "sektion"), IN_QUESTION + "There is no key 'sektion': did you mean 'section'?"),
    ((*EQUAL, "pair"), IN_EQUAL + "There is no key 'pair': did you mean 'pairs'?"),
    ((*ROBUST, "udner"), IN_ROBUST + "There is no key 'udner': did you mean 'under'?"),
    ((*SECTION, "colums"), "There is no key of a section 'colums': did you mean 'columns'?"),
])  # fmt: skip
def test_an_unknown_key_of_a_study_is_refused_with_the_nearest_key(path, words):
    assert message(changed_study(*path, value="x")).startswith(words)


@pytest.mark.parametrize(("path", "words"), [
    (("seed",), "'seed' is missing. It must be a whole number."),
    (("scenario",), "'scenario' is missing. It must be tables in double brackets."),
    ((*SCENARIO, "name"), "[[scenario]] 1: 'name' is missing. It must be text."),
    ((*SCENARIO, "title"), IN_SCENARIO + "'title' is missing. It must be text."),
    ((*SCENARIO, "games"), IN_SCENARIO + "'games' is missing. It must be a whole number, or an amount such as '20k'."),
    (("question", "text"), IN_QUESTION + "'text' is missing. It must be text."),
    (("question", "section"), IN_QUESTION + "'section' is missing. It must be text."),
    ((*EQUAL, "scenario"), IN_EQUAL + "'scenario' is missing. It must be text."),
    ((*EQUAL, "pairs"), IN_EQUAL + "'pairs' is missing. It must be a list of lists of text."),
    ((*EQUAL, "why"), IN_EQUAL + "'why' is missing. It must be text."),
    ((*ROBUST, "what"), IN_ROBUST + "'what' is missing. It must be text."),
    ((*ROBUST, "of"), IN_ROBUST + "'of' is missing. It must be text."),
    ((*ROBUST, "under"), IN_ROBUST + "'under' is missing. It must be a list of text."),
])  # fmt: skip
@pytest.mark.parametrize("is_empty", [False, True])
def test_a_missing_or_empty_key_of_a_study_is_refused(path, words, is_empty):
    empty = [] if "list" in words or "tables" in words else ""
    study = changed_study(*path, value=empty if is_empty and "whole number." not in words else None)
    assert message(study) == words


@pytest.mark.parametrize(("path", "value", "words"), [
    (("game",), 5, "'game' must be text, got 5."),
    (("seed",), "1", "'seed' must be a whole number, got \"1\"."),
    (("seed",), True, "'seed' must be a whole number, got true."),
    (("strategies",), 3, "'strategies' must be text or a list of text, got 3."),
    (("method",), "A word.", "'method' must be a list of text, got \"A word.\"."),
    (("assumed",), ["stars"], "'assumed' must be text, got [\"stars\"]."),
    (("trust",), "The stars decide.", "'trust' must be a list of text, got \"The stars decide.\"."),
    (("trust",), [1], "'trust' must be a list of text, got [1]."),
    (("plan",), "ships", "'plan' must be a list of text, got \"ships\"."),
    (("question",), "Who?", "'question' must be a table, got \"Who?\"."),
    (("question", "text"), 1, IN_QUESTION + "'text' must be text, got 1."),
    (("words",), {"stars": 1}, "'words' must be a table of text, got {\"stars\": 1}."),
    (("levels",), {"stars": "no"}, "'levels' must be a table of lists of text, got {\"stars\": \"no\"}."),
    (("scenario",), {"name": "a"}, "'scenario' must be tables in double brackets, got {\"name\": \"a\"}."),
    (("section",), [1], "'section' must be tables in double brackets, got [1]."),
    (("equal",), 1, "'equal' must be tables in double brackets, got 1."),
    (("robust",), "x", "'robust' must be tables in double brackets, got \"x\"."),
    ((*SCENARIO, "name"), 4, "[[scenario]] 1: 'name' must be text, got 4."),
    ((*SCENARIO, "title"), 4, IN_SCENARIO + "'title' must be text, got 4."),
    ((*SCENARIO, "setup"), 4, IN_SCENARIO + "'setup' must be text, got 4."),
    ((*SCENARIO, "games"), 1.5, IN_SCENARIO + "'games' must be a whole number, or an amount such as '20k', got 1.5."),
    ((*SCENARIO, "by"), ["home"], IN_SCENARIO + "'by' must be a list of lists of text, got [\"home\"]."),
    ((*SCENARIO, "strategies"), 1, IN_SCENARIO + "'strategies' must be text or a list of text, got 1."),
    ((*SCENARIO, "skill"), True, IN_SCENARIO + "'skill' must be a number, text or a list, got true."),
    ((*SCENARIO, "variant"), [], IN_SCENARIO + "'variant' must be text, got []."),
    ((*SCENARIO, "timeline"), 1, IN_SCENARIO + "'timeline' must be true or false, got 1."),
    ((*SCENARIO, "timeline"), "yes", IN_SCENARIO + "'timeline' must be true or false, got \"yes\"."),
    ((*SCENARIO, "verdicts_of"), 1, IN_SCENARIO + "'verdicts_of' must be text, got 1."),
    ((*EQUAL, "scenario"), 1, IN_EQUAL + "'scenario' must be text, got 1."),
    ((*EQUAL, "pairs"), ["Algol"], IN_EQUAL + "'pairs' must be a list of lists of text, got [\"Algol\"]."),
    ((*EQUAL, "why"), 1, IN_EQUAL + "'why' must be text, got 1."),
    ((*ROBUST, "what"), 1, IN_ROBUST + "'what' must be text, got 1."),
    ((*ROBUST, "of"), ["four"], IN_ROBUST + "'of' must be text, got [\"four\"]."),
    ((*ROBUST, "under"), "other", IN_ROBUST + "'under' must be a list of text, got \"other\"."),
    ((*ROBUST, "by"), ["home"], IN_ROBUST + "'by' must be a list of lists of text, got [\"home\"]."),
    ((*ROBUST, "draws"), "seat", IN_ROBUST + "'draws' must be a list of text, got \"seat\"."),
])  # fmt: skip
def test_a_value_of_the_wrong_type_is_refused(path, value, words):
    assert message(changed_study(*path, value=value)) == words


@pytest.mark.parametrize(("path", "value", "words"), [
    (("plan",), ["ship"], "'plan': There is no column of the seats with numbers 'ship': did you mean 'ships'?"),
    (("plan",), ["home"], "'plan': There is no column of the seats with numbers 'home':"),
    (("words",), {"starz": "stars"}, "[words]: There is no column 'starz': did you mean 'stars'?"),
    (("words",), {"lost per produzed": "x"}, "[words]: There is no column 'produzed': did you mean 'produced'?"),
    (("levels",), {"fallen_rond": ["no"]}, "[levels]: There is no column 'fallen_rond': did you mean 'fallen_round'?"),
    (("question", "section"), "curse", "[question]: There is no section of kind 'draws' named 'curse'."),
    (("strategies",), "sensibel", IN_SCENARIO + "There is no strategy 'sensibel': did you mean 'sensible'?"),
    ((*SCENARIO, "strategies"), ["pool"] * 3, IN_SCENARIO + "The setup 'independents4' needs 1 strategy or 4, got 3."),
    ((*SCENARIO, "skill"), "drawn", IN_SCENARIO + "4000 A.D. has no skill of players."),
    ((*SCENARIO, "setup"), "independents5", IN_SCENARIO + "There is no setup 'independents5': did you mean 'indep"),
    ((*SCENARIO, "variant"), "five_warp", IN_SCENARIO + "There is no variant 'five_warp': did you mean 'five_warps'?"),
    ((*SCENARIO, "games"), "20q", IN_SCENARIO + "'games' must be a whole number such as 10000"),
    ((*SCENARIO, "games"), 0, IN_SCENARIO + "'games' must be at least 1, got 0."),
    ((*SCENARIO, "by"), [["hom"]], IN_SCENARIO + "'by': There is no column 'hom': did you mean 'home'?"),
    (("scenario", 1, "name"), "four", IN_SCENARIO + "Two scenarios have this name: rename one of them."),
    ((*SCENARIO, "verdicts_of"), "fore", IN_SCENARIO + "'verdicts_of': There is no scenario 'fore'"),
    ((*SECTION, "by"), [["hom"]], IN_SECTION + "'by': There is no column 'hom': did you mean 'home'?"),
    ((*SECTION, "columns"), ["ship"], IN_SECTION + "'columns': There is no column 'ship': did you mean 'ships'?"),
    ((*SECTION, "total"), "star", IN_SECTION + "'total': There is no column 'star': did you mean 'stars'?"),
    ((*SECTION, "scenarios"), ["fore"], "There is no scenario 'fore': did you mean 'four'?"),
    ((*EQUAL, "scenario"), "fore", IN_EQUAL + "'scenario': There is no scenario 'fore': did you mean 'four'?"),
    ((*EQUAL, "pairs"), [["Algol", "Pavi"]], IN_EQUAL + "'pairs': There is no home 'Pavi': did you mean 'Pavo'?"),
    ((*EQUAL, "pairs"), [["Algol"]], IN_EQUAL + "'pairs': Each pair needs two levels, got [\"Algol\"]."),
    ((*ROBUST, "of"), "fore", IN_ROBUST + "'of': There is no scenario 'fore': did you mean 'four'?"),
    ((*ROBUST, "under"), ["othr"], IN_ROBUST + "'under': There is no scenario 'othr': did you mean 'other'?"),
    ((*ROBUST, "under"), ["four"], IN_ROBUST + "'under' names the scenario 'four', which has no 'variant'."),
    ((*ROBUST, "by"), [["hom"]], IN_ROBUST + "'by': There is no column 'hom': did you mean 'home'?"),
    ((*ROBUST, "draws"), ["seat"], IN_ROBUST + "'draws' needs components that are drawn for all players, and"),
])  # fmt: skip
def test_a_name_or_number_that_a_game_does_not_have_is_refused(path, value, words):
    assert message(changed_study(*path, value=value)).startswith(words)


def test_columns_of_draws_must_be_columns_of_the_seats():
    scenarios = [
        {"name": "four", "title": "Four", "setup": "players4", "games": 9},
        {"name": "other", "title": "Other", "setup": "players4", "games": 9, "variant": "claims_2"},
    ]
    robust = {"what": "other cards", "of": "four", "under": ["other"], "draws": ["seat", "strategy"]}
    study = {"game": "interstellar-ambitions", "seed": 0, "scenario": scenarios, "robust": [robust]}
    check_study(study, FILE)
    study["robust"] = [{**robust, "draws": ["margin"]}]
    assert message(study).startswith(IN_ROBUST + "'draws': There is no column of the seats 'margin'")


@pytest.mark.parametrize(("title", "kind"), [
    ("Keys of a study", Study),
    ("Keys of a scenario", ScenarioEntry),
    ("Keys of an entry of equal levels", Equal),
    ("Keys of a comparison with other data", Robust),
])  # fmt: skip
def test_the_docstring_lists_the_keys_that_are_checked(title, kind):
    lines = inspect.getdoc(study).partition(f"{title}:\n")[2].partition("\n\n")[0]
    entries = dict(re.findall(r"^    (\w+) \((.+?)\): ", lines, re.MULTILINE))
    assert set(entries) == set(kind.__annotations__)
    assert {key for key, words in entries.items() if "required" in words} == kind.__required_keys__
