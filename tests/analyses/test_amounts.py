"""Shares and counts: one parser for options, functions and TOML files."""

import inspect
import re
from inspect import signature
from typing import Annotated, get_args, get_origin

import pytest
from typer.testing import CliRunner

import starbalance as sb
from starbalance.analyses.cli import app, option
from starbalance.analyses.questions.check_study import read
from starbalance.analyses.questions.rates import Until
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.runs.amount import count, share

CHASE = str(TEMPLATE)
COMMANDS = {
    command.callback.__name__: command.callback
    for group in (app, *(each.typer_instance for each in app.registered_groups))
    for command in group.registered_commands
}
EMPTY = inspect.Parameter.empty
OTHER_DEFAULTS = {
    ("run", "games"),  # with `--until decided` the option has another default: the maximum number of games
    ("skill", "margin"),  # with `--gap` the margin is the margin of the run
    ("usage", "by"),  # no columns, written differently
    ("train", "under"),  # no variants, written differently
    ("train", "out"),  # the function returns the weights, the command must write them
}


@pytest.mark.parametrize(
    ("text", "number"),
    [("0.02", 0.02), ("2%", 0.02), ("2 %", 0.02), ("2pp", 0.02), (" 2.5pp ", 0.025), (".5", 0.5), (0.02, 0.02), (1, 1)],
)
def test_a_share_is_read_in_every_notation(text, number):
    assert share(text, "margin") == pytest.approx(number, rel=1e-15)


@pytest.mark.parametrize("text", ["two", "2 pct", "", "2,5%", "nan", "2%%", True, None])
def test_an_invalid_share_is_refused_with_the_value_and_the_allowed_notations(text):
    shown = re.escape(f"'{text}'" if isinstance(text, str) else repr(text))
    with pytest.raises(BadInput, match=f"^margin must be a share such as 0.02, 2% or 2pp, got {shown}.$"):
        share(text, "margin")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("10000", 10_000),
        ("10,000", 10_000),
        ("10_000", 10_000),
        ("10k", 10_000),
        ("10K", 10_000),
        ("1.5k", 1500),
        ("1M", 1_000_000),
        ("1.234567M", 1_234_567),
        ("-3", -3),
        (1e4, 10_000),
        (7, 7),
    ],
)
def test_a_count_is_read_in_every_notation(text, number):
    number_read = count(text, "games")
    assert (number_read, type(number_read)) == (number, int)


@pytest.mark.parametrize("text", ["10,00", "1,0000", "1.5", "1.2345k", "10 000", "many", "1e4", "k", "", 1.5, True])
def test_an_invalid_count_is_refused_with_the_value_and_the_allowed_notations(text):
    shown = re.escape(f"'{text}'" if isinstance(text, str) else repr(text))
    with pytest.raises(BadInput, match=f"^games must be a whole number such as .* or 1M, got {shown}.$"):
        count(text, "games")


def options(*kinds):
    """Yield (name, description) of every option and argument of one of the types `kinds`, over all commands."""
    for command in COMMANDS.values():
        for name, each in signature(command).parameters.items():
            hint = each.annotation
            kind, *about = get_args(hint) if get_origin(hint) is Annotated else (hint,)
            if kind in kinds:
                yield name, *about


def test_every_option_that_takes_a_number_reads_it_as_an_amount():
    counts, shares = list(options(int, int | None)), list(options(float, float | None))
    assert {"games", "jobs", "players", "seed", "budget", "max_games"} <= {name for name, _ in counts}
    assert {info.parser for _, info in counts} == {option.COUNT}
    assert {name for name, info in shares if info.parser is not option.SHARE} == {"temperature", "trust_region"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run", CHASE, "--games", "10,00"], "got '10,00'"),
        (["run", CHASE, "--alpha", "five"], "must be a share such as 0.02, 2% or 2pp, got 'five'"),
        (["balance", CHASE, "--within", "near"], "must be a share such as 0.02, 2% or 2pp, got 'near'"),
        (["strategy", "league", CHASE, "--until", "near"], "must be a share such as 0.02, 2% or 2pp, got 'near'"),
        (["run", CHASE, "--plan", "--chance", "good"], "must be a share such as 0.02, 2% or 2pp, got 'good'"),
        (["sensitivity", CHASE, "--step", "big"], "must be a share such as 0.02, 2% or 2pp, got 'big'"),
    ],
)
def test_an_invalid_amount_is_refused_in_one_sentence(words, sentence):
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr


@pytest.fixture(scope="module")
def chase():
    """A run of the example game, played through the facade with amounts as text."""
    return sb.run(CHASE, games="0.2k", seed="1", jobs="1")


def test_functions_take_amounts_as_text(chase):
    assert chase.played == 200
    assert sb.rates(chase, "ship", margin="5pp", alpha="10%").equals(sb.rates(chase, "ship", margin=0.05, alpha=0.1))
    with pytest.raises(BadInput, match=r"margin must be a share such as 0\.02, 2% or 2pp, got 'wide'"):
        sb.rates(chase, margin="wide")
    with pytest.raises(TypeError, match="mragin"):
        sb.rates(chase, mragin="2pp")


def test_rates_have_the_defaults_of_the_command(chase):
    assert sb.rates(chase).equals(sb.rates(chase, ["ship"], margin=0.02))
    until = Until(["ship"], "30 %", "10%")
    assert (until.margin, until.alpha) == (0.3, 0.1)
    decided = sb.run(CHASE, games="3k", seed=1, jobs=1, until=until)
    assert sb.rates(decided).equals(sb.rates(decided, ["ship"], margin=0.3))


def test_the_facade_exports_the_functions_themselves():
    assert sb.rates is sb.rates
    assert (sb.rates.__name__, sb.rates.__module__) == ("rates", "starbalance.analyses.questions.rates")
    assert "margin" in inspect.signature(sb.rates).parameters


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"show"}))
def test_a_function_has_the_defaults_of_its_command(name):
    of_command = {key.removesuffix("_"): each for key, each in inspect.signature(COMMANDS[name]).parameters.items()}
    differ = {
        key: (of_command[key].default, each.default)
        for key, each in inspect.signature(getattr(sb, name)).parameters.items()
        if key in of_command and (name, key) not in OTHER_DEFAULTS and not same(of_command[key].default, each.default)
    }
    assert differ == {}


def same(option, argument):
    """Return whether two defaults are the same amount."""
    if EMPTY in (option, argument) or None in (option, argument):
        return option is argument
    if isinstance(option, str) and isinstance(argument, float):
        return share(option, "default") == argument
    return option == argument


def test_a_study_takes_amounts_as_text(tmp_path):
    path = tmp_path / "check.toml"
    path.write_text('margin = "3 %"\nalpha = "1%"\ngames = "1.5k"\nfactor = "ship"\n')
    (study_check,) = read(CHASE, path)
    assert (study_check.margin, study_check.alpha, study_check.options["games"]) == (0.03, 0.01, 1500)
