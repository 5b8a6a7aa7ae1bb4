"""The pages of the reference that are made from commands, docstrings and the declarations of games."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import getdoc, ismodule
from itertools import groupby
from pathlib import Path
from typing import Any

import typer

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.analyses.questions.columns import FILE
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.game import Game
from starbalance.simulator.games import EXAMPLE, find_game, games

ENDED = "ended"  # a column of every game, with words of the game
_TYPES = {  # types of options in the help of typer, in old and new versions -> words
    "": "flag",
    "<str>": "text",
    "TEXT": "text",
    "<path>": "path",
    "PATH": "path",
    "FILE": "path",
    "<int>": "whole number",
    "INTEGER": "whole number",
    "<float>": "number",
    "FLOAT": "number",
    "<list[str]>": "text, several times",
    "COUNT": "count",
    "SHARE": "share",
}
_DEFAULT = re.compile(r"\s*\[default: (?P<shown>.+?)\]|\s*Default: (?P<sentence>.+?)\.(?=\s|$)")
_OPTION = re.compile(r"(?<![\w`-])--[a-z][a-z-]*")
_HEADINGS = ("column", "meaning", "kind")
_NUMBERED = re.compile(r"_\d+$")
_NAMES = ("strategy", "setup", ENDED)  # columns of every game that hold words
_YES = "0 or 1"  # a unit
_STANDING = "standing"  # a unit that each game names
_FEW = 6  # words of a column that are listed


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table, or an empty text without rows."""
    cells = [[cell.replace("|", r"\|") for cell in row] for row in rows]
    lines = [f"| {' | '.join(row)} |\n" for row in [headings, ["---"] * len(headings), *cells]]
    return f"{''.join(lines)}\n" if cells else ""


def commands() -> str:
    """Return the page of commands, under the headings of the help."""
    group = typer.main.get_command(app)
    context = typer.Context(group, info_name="starbalance")
    general = [_option(*record) for record in _records(group, context, "option")]
    text = (
        f"# Commands\n\n{group.help}\n\n"
        "A **count** is a number such as `10000`, `10,000`, `10k` or `1M`. A **share** is `2pp`, `2%` or `0.02`. A "
        "**flag** has no value. [Commands in detail](reference/options.md) explains more.\n\n"
        f"{table(['option', 'meaning'], [(name, meaning) for name, _, _, meaning in general])}"
    )
    for title, names in group.panels().items():
        text += f"## {title}\n\n"
        for name in names:
            text += _command(group.commands[name], f"starbalance {name}")
    return text


def _command(command: Any, name: str) -> str:
    """Return the section of a command: its help, its use, its arguments and its options."""
    context = typer.Context(command, info_name=name)
    parts = [f"### `{name}`\n\n{command.help}\n\n"]
    if hasattr(command, "commands"):
        return "".join([*parts, *(_command(each, f"{name} {key}") for key, each in command.commands.items())])
    arguments = list(_records(command, context, "argument"))
    options = [_option(*record) for record in _records(command, context, "option")]
    options = [row for row in options if row[0] != "`--help`"]
    words = [
        re.sub(r"[{}]", "", piece).upper() for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]"
    ]
    parts.append(f"```text\n{' '.join([name, *words, *['[OPTIONS]'] * bool(options)])}\n```\n\n")
    parts.append(table(["argument", "meaning"], [_argument(*record) for record in arguments]))
    parts.append(table(["option", "type", "default", "meaning"], options))
    return "".join(parts)


def _records(command: Any, context: Any, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the name with its type, and the help, of each argument or option."""
    for each in command.get_params(context):
        record = each.get_help_record(context)
        if record is not None and each.param_type_name == kind:
            yield record[0].replace("{", "").replace("}", ""), record[1]


def _argument(words: str, text: str) -> tuple[str, str]:
    """Return the name and the meaning of an argument, from its line in the help."""
    name, _, default, meaning = _option(words, text.replace("[required]", ""))
    return name.upper(), meaning + (f" Default: {default.removesuffix('.')}." if default else "")


def _option(words: str, text: str) -> tuple[str, str, str, str]:
    """Return the name, the type, the default and the meaning of an option, from its line in the help."""
    name, _, kind = words.partition(" ")
    default = _DEFAULT.search(text)
    shown = "" if default is None else f"`{default['shown']}`" if default["shown"] else default["sentence"]
    meaning = _OPTION.sub(r"`\g<0>`", _DEFAULT.sub("", text).strip())
    return f"`{name}`", _TYPES.get(kind, f"`{kind}`"), _OPTION.sub(r"`\g<0>`", shown), meaning


def functions() -> str:
    """Return the page of the names in `starbalance`."""
    names = [name for name in sb.__all__ if not ismodule(getattr(sb, name))]
    return _documented("Functions", {name: f"starbalance.{name}" for name in names})


def charts() -> str:
    """Return the page of the names in `sb.chart`. Some of them are names of modules too, so that homes are needed."""
    homes = {name: f"{getattr(sb.chart, name).__module__}.{name}" for name in sb.chart.__all__}
    return _documented("Charts", homes, sb.chart)


def _documented(title: str, paths: Mapping[str, str], package: Any = sb) -> str:
    """Return the docstring of a package, a table of its names, and a block of mkdocstrings for each name."""
    rows = [(f"[`{name}`](#{path})", first_sentence(getattr(package, name))) for name, path in paths.items()]
    blocks = [f"::: {path}\n\n" for path in paths.values()]
    return f"# {title}\n\n{getdoc(package)}\n\n{table(['name', 'what it does'], rows)}\n{''.join(blocks)}"


def first_sentence(documented: Any) -> str:
    """Return the first paragraph of a docstring as one line."""
    return " ".join((getdoc(documented) or "").partition("\n\n")[0].split())


def columns() -> str:
    """Return the page of columns: first the columns of every game, then the further columns of each game."""
    shared = tables.parse(Path(tables.__file__).parent / FILE)
    built_in = [game for game in games().values() if game.is_built_in]
    text = (
        "# Columns\n\n"
        "A run has the tables `games` (one row for each game), `seats` (one row for each seat of a game) and, with "
        "`--timeline`, `timeline` (one row for each seat and round). `--by`, `find --where` and the functions take "
        "their columns. `sb.columns(GAME)` returns this page as a table.\n\n"
        "A *name* is a word, a *set* holds any number of names. A unit stands in parentheses after *number*.\n\n"
        "## Every game\n\n"
    )
    for name, entries in shared.items():
        rows = [
            (f"`{key}`", entry["meaning"], _shared_kind(key, entry.get("unit", ""))) for key, entry in entries.items()
        ]
        text += f"### Table `{name}`\n\n{table(_HEADINGS, rows)}"
    return text + "".join(_columns_of(game, shared) for game in [*built_in, find_game(EXAMPLE)])


def _columns_of(game: Game, shared: Mapping[str, Any]) -> str:
    """Return the section of a game: the columns that other games do not have."""
    rules = tables.load(game)
    declared = sb.columns(game.name)
    text = f"## {game.title}\n\n`{game.name}`. The headline factor is `{game.factor}`."
    endings = game.labels(rules).get(ENDED, ())
    text += f" Values of `{ENDED}`: {_words(endings)}.\n\n" if endings else "\n\n"
    for name, entries in shared.items():
        rows = declared[(declared["table"] == name) & ~declared["column"].isin(entries.keys())]
        lines = [(row.column, row.meaning, _kind(game, rules, row.column, row.unit)) for row in rows.itertuples()]
        if lines:
            text += f"### Table `{name}`\n\n{table(_HEADINGS, _joined(lines))}"
    return text


def _joined(rows: Sequence[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield rows. Numbered columns with one meaning, such as claims_1 and claims_2, become one row."""
    for (_, meaning, kind), group in groupby(rows, key=lambda row: (_NUMBERED.sub("", row[0]), *row[1:])):
        names = [f"`{name}`" for name, _, _ in group]
        yield " to ".join([names[0], names[-1]][: len(names)]), meaning, kind


def _kind(game: Game, rules: Any, name: str, unit: str) -> str:
    """Return what a column of a game holds, in words."""
    labels = game.labels(rules)
    if name in game.flags(rules):
        return "set"
    if name in labels:
        return f"name: {_words(labels[name])}" if len(labels[name]) <= _FEW else "name"
    return _number(unit)


def _shared_kind(name: str, unit: str) -> str:
    """Return what a column that every game has holds, in words."""
    return "name" if name in _NAMES else _number("the unit of the game" if unit == _STANDING else unit)


def _number(unit: str) -> str:
    return unit if unit == _YES else f"number ({unit})" if unit else "number"


def _words(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)
