"""One import: every command has its function there, with the options as arguments, and nothing is loaded ahead."""

import inspect
import subprocess
import sys

import pytest

import starbalance as sb
from starbalance.analyses.cli.shell import app
from starbalance.simulator.runs.options import GameOptions

OF_THE_TERMINAL = {"context", "format", "chart", "flight", "junit", "json", "version"}
OF_PYTHON = {"progress", "tell", "pool"}
SAME = {"set_": "set", "runs": "result", "variants": "variant"}
WITHOUT = {"show"}  # prints what find_game, its tables and its strategies hold
OPTIONS_ALONE = {
    "run": {*("by", "margin", "alpha", "max_games", "max_truncated"), *("plan", "pilot", "chance")},  # Until; plan
    "quality": {"luck", "games", "jobs", "alpha"},  # of luck
    "usage": {"flights", "games"},  # of flights
    "skill": {"gap"},  # skill_gap
    "blunders": {"worst"},  # how many positions are printed
    "play": {"html", "summary"},  # replay gives what they show
    "explore": {"port"},  # of the page; a notebook has none
    "find": {"html"},  # pages of what replay gives
    "games": {"folder"},  # find_game opens a game by its folder
}
ARGUMENTS_ALONE = {"check": {"out"}}
COMMANDS = {
    command.callback.__name__: command.callback
    for group in (app, *(each.typer_instance for each in app.registered_groups))
    for command in group.registered_commands
}


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - WITHOUT))
def test_a_command_has_its_function_with_the_same_arguments(name):
    options = set(inspect.signature(COMMANDS[name]).parameters) - OF_THE_TERMINAL - OPTIONS_ALONE.get(name, set())
    arguments = set(inspect.signature(getattr(sb, name)).parameters) - OF_PYTHON - ARGUMENTS_ALONE.get(name, set())
    same = {**SAME, "run": "result"} if "run" in options else SAME
    assert {same.get(option, option) for option in options} == arguments


@pytest.mark.parametrize("name", sb.__all__)
def test_every_name_is_there_and_says_what_it_is(name):
    assert inspect.getdoc(getattr(sb, name))
    assert name in dir(sb)


MODES = {"plan": "run", "luck": "quality", "skill_gap": "skill"}  # a function that is an option of a command
OF_A_RUN = {"result", *GameOptions.__annotations__, "game", "strategies", "temperature", "backend", "scheduler"}


@pytest.mark.parametrize("name", MODES)
def test_a_function_behind_an_option_has_its_arguments_among_the_options(name):
    """luck and skill_gap ask a run, whose settings are no options."""
    options = {each.removesuffix("_") for each in inspect.signature(COMMANDS[MODES[name]]).parameters}
    arguments = set(inspect.signature(getattr(sb, name)).parameters) - OF_PYTHON
    assert arguments - OF_A_RUN <= options
    assert MODES[name] != "run" or arguments <= options


@pytest.mark.parametrize(("old", "sentence"), [
    ("games_of", "sb.games_of is now sb.find."),
    ("yardstick", "sb.yardstick is now sb.benchmark."),
    ("distinctions", "sb.distinctions is now sb.why(result, level).distinctions."),
    ("bench", "sb.bench is now `python -m starbalance.analyses.bench`."),
])  # fmt: skip
def test_an_old_name_names_the_new_one(old, sentence):
    with pytest.raises(AttributeError) as error:
        getattr(sb, old)
    assert str(error.value) == sentence


def test_a_wrong_name_is_no_attribute():
    with pytest.raises(AttributeError, match="no attribute 'rate'"):
        _ = sb.rate


def test_names_are_loaded_when_they_are_asked_for():
    program = "import sys, starbalance; print(*{'numba', 'pandas', 'polars', 'scipy'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout.strip() == ""
