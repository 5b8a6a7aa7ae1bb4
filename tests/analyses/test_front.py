"""One import: every command has its function there, with the options as arguments, and nothing is loaded ahead."""

import inspect
import subprocess
import sys

import pytest

import starbalance as sb
from starbalance.analyses.cli.shell import app

OF_THE_TERMINAL = {"context", "format", "chart", "flight", "junit", "json", "version"}
OF_PYTHON = {"progress", "tell"}
SAME = {"set_": "set", "runs": "result"}
WITHOUT = {"show"}  # prints what find_game, its tables and its strategies hold
OPTIONS_ALONE = {
    "run": {"by", "margin", "alpha", "max_games", "max_truncated"},  # they make up Until
    "bench": {"out", "parts"},  # what a game measures by itself is a table of its own
    "blunders": {"worst"},  # how many positions are printed
    "play": {"html", "summary"},  # replay gives what they show
    "explore": {"port"},  # of the page; a notebook has none
    "games_of": {"html"},  # pages of what replay gives
    "games": {"folder"},  # find_game opens a game by its folder
}
ARGUMENTS_ALONE = {"run": {"pool"}, "check": {"out"}}
COMMANDS = {command.callback.__name__: command.callback for command in app.registered_commands}


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - WITHOUT))
def test_a_command_has_its_function_with_the_same_arguments(name):
    options = set(inspect.signature(COMMANDS[name]).parameters) - OF_THE_TERMINAL - OPTIONS_ALONE.get(name, set())
    arguments = set(inspect.signature(getattr(sb, name)).parameters) - OF_PYTHON - ARGUMENTS_ALONE.get(name, set())
    same = {**SAME, "run": "result"} if "run" in options else SAME if name != "bench" else {}
    assert {same.get(option, option) for option in options} == arguments


@pytest.mark.parametrize("name", sb.__all__)
def test_every_name_is_there_and_says_what_it_is(name):
    assert inspect.getdoc(getattr(sb, name))
    assert name in dir(sb)


def test_a_wrong_name_is_no_attribute():
    with pytest.raises(AttributeError, match="no attribute 'rate'"):
        _ = sb.rate


def test_names_are_loaded_when_they_are_asked_for():
    program = "import sys, starbalance; print(*{'numba', 'pandas', 'polars', 'scipy'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout.strip() == ""
