"""The package front: every command has a function with its options as arguments, and imports are lazy."""

import inspect
import subprocess
import sys

import pytest

import starbalance as sb
from starbalance.analyses.cli.shell import app
from starbalance.simulator.runs.options import GameOptions

OF_THE_TERMINAL = {"context", "format", "chart", "flight", "junit", "json", "version"}
OF_PYTHON = {"progress", "notify", "pool"}
SAME = {"set_": "set", "runs": "result", "variants": "variant", "folders": "folder"}
WITHOUT = {"show"}  # prints contents of find_game, its tables and its strategies
ONLY_OPTIONS = {
    "run": {*("by", "margin", "alpha", "max_games", "max_truncated"), *("plan", "pilot", "chance")},  # Until; plan
    "quality": {"waiting", "randomness", "games", "jobs", "alpha"},  # of waiting and randomness
    "runs": {"remove", "yes", "name"},  # of remove_runs and name_run
    "usage": {"flights", "games"},  # of flights
    "skill": {"gap"},  # skill_gap
    "agree": {"usage"},  # usage_differences
    "blunders": {"worst"},  # the number of positions printed
    "play": {"html", "summary", "human", "against"},  # replay returns the contents; a person needs a terminal
    "explore": {"port"},  # the port of the page, which a notebook does not need
    "find": {"html"},  # pages of the replays
    "games": {"folder"},  # find_game opens a game by its folder
}
ONLY_ARGUMENTS = {"check": {"out"}}
COMMANDS = {
    command.callback.__name__: command.callback
    for group in (app, *(each.typer_instance for each in app.registered_groups))
    for command in group.registered_commands
}


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - WITHOUT))
def test_a_command_has_its_function_with_the_same_arguments(name):
    options = set(inspect.signature(COMMANDS[name]).parameters) - OF_THE_TERMINAL - ONLY_OPTIONS.get(name, set())
    arguments = set(inspect.signature(getattr(sb, name)).parameters) - OF_PYTHON - ONLY_ARGUMENTS.get(name, set())
    same = {**SAME, "run": "result"} if "run" in options else SAME
    assert {same.get(option, option) for option in options} == arguments


@pytest.mark.parametrize("name", sb.__all__)
def test_every_exported_name_exists_and_has_a_docstring(name):
    assert inspect.getdoc(getattr(sb, name))
    assert name in dir(sb)


MODES = {"plan": "run", "randomness": "quality", "skill_gap": "skill"}  # functions that are options of a command
OF_A_RUN = {"result", *GameOptions.__annotations__, "game", "strategies", "temperature", "backend", "scheduler"}


@pytest.mark.parametrize("name", MODES)
def test_a_function_behind_an_option_has_its_arguments_among_the_options(name):
    """`randomness` and `skill_gap` take a run, whose settings are not options."""
    options = {each.removesuffix("_") for each in inspect.signature(COMMANDS[MODES[name]]).parameters}
    arguments = set(inspect.signature(getattr(sb, name)).parameters) - OF_PYTHON
    assert arguments - OF_A_RUN <= options
    assert MODES[name] != "run" or arguments <= options


@pytest.mark.parametrize(("old", "sentence"), [
    ("games_of", "sb.games_of is now sb.find."),
    ("yardstick", "sb.yardstick is now sb.benchmark."),
    ("luck", "sb.luck is now sb.randomness."),
    ("distinctions", "sb.distinctions is now sb.why(result, level).profile."),
    ("bench", "sb.bench is now `python -m starbalance.analyses.bench`."),
])  # fmt: skip
def test_an_old_name_is_refused_with_the_new_one(old, sentence):
    with pytest.raises(AttributeError) as error:
        getattr(sb, old)
    assert str(error.value) == sentence


@pytest.mark.parametrize(("name", "old", "new"), [
    ("train", "reach", "trust_region"),
    ("blunders", "believing", "opponents"),
    ("run", "tell", "notify"),
])  # fmt: skip
def test_an_old_argument_is_refused_with_the_new_one(name, old, new):
    with pytest.raises(sb.BadInput) as error:
        getattr(sb, name)("comet-chase", **{old: 1})
    assert str(error.value) == f"`{old}=` is now `{new}=`."


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'rate'"):
        _ = sb.rate


def test_the_import_loads_no_heavy_libraries():
    program = "import sys, starbalance; print(*{'numba', 'pandas', 'polars', 'scipy'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout.strip() == ""
