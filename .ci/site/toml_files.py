"""The page of the TOML files that users write or read. Their keys, types and meanings come from the code."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from inspect import getdoc
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import tomli_w
from reference import first_sentence, table

from starbalance.analyses.questions import check_study, columns, study
from starbalance.analyses.report import section
from starbalance.simulator.engine import searcher, tables, weights
from starbalance.simulator.games import EXAMPLE, find_game
from starbalance.simulator.runs import run, settings
from starbalance.simulator.runs.plan import make_plan

Keys = Mapping[str, tuple[str, str]]  # name -> type and meaning, both in words

CHANGES = """\
title = "a longer race with a card of 12 points"
question = "What do a longer race and a card with 12 points do?"

[changes]
"switches.goal" = 60

[new.cargo.Gold]
points = 12
copies = 1
"""
MIX = """\
sensible = 0.6
"mine.toml:patient" = 0.4
"""
_WORDS = {bool: "true or false", int: "whole number", float: "number", str: "text", list: "list", dict: "table"}
_ENTRY = re.compile(r"^(\w+)(?: \(([^)]+)\))?: (.+)$")
_LIST = re.compile(r"\[\n((?: {4}.+,\n)+)\]")
_HEADINGS = ("key", "type", "meaning")


def files() -> str:
    """Return the page."""
    game = find_game(EXAMPLE).folder
    texts = meanings(searcher.Search)
    search: dict[str, Any] = {**searcher._NUMBERS, "decisions": (list,)}
    numbers = {key: (_range(*kinds), texts[key]) for key, kinds in search.items()}
    parts = [
        "# Files\n\n"
        "All files that you write are in [TOML](https://toml.io). A command checks a file before a game is played. Its "
        "message names the file and the nearest correct key. The examples belong to Comet Chase, the "
        "[example game](simulator/games/example_game.md).\n\n",
        _run_file(),
        "## A file of changes\n\n"
        "A variant in a separate file: other values, and new entries such as a further card. "
        "`--variant gold.toml` plays it. [Compare a change](howto/compare.md) shows how. At least one of `changes` and "
        "`new` is needed.\n\n",
        keys_table(documented(tables, "Keys of a variant")),
        example(CHANGES),
        "## variants.toml\n\n"
        "The named variants of a game, in its folder `data`: one table for each name, with the same keys as a file of "
        "changes. `--variant short` plays one of them.\n\n",
        example(_text(game / "data" / "variants.toml")),
        "## data/\\*.toml\n\n"
        "The numbers of a game. A file contains entries, and an entry is a table with its `source`. `switches.toml` "
        "has entries with one value, which the path `switches.NAME` changes. Other files have entries with several "
        "named values, which `FILE.NAME.KEY` changes. `starbalance show GAME components` and `starbalance show GAME "
        "switches` list all paths.\n\n",
        keys_table(documented(tables, "Keys of an entry")),
        example(_cut(game / "data" / "switches.toml", "end", "goal"), _cut(game / "data" / "ships.toml", "Clipper")),
        _weights_file(game),
        "## search.toml\n\n"
        "The parameters of `search:BASE@PLAYOUTS`, next to the strategies of a game. "
        "[Search](reference/strategy-names.md#search) explains them.\n\n",
        keys_table(numbers | optional({"asset_weights": ("table", texts["asset_weights"])})),
        example(_text(game / "strategies" / "search.toml")),
        "## columns.toml\n\n"
        "The columns of the outcome of a game and their roles in the analyses, in the folder of the game. The tables "
        "`games`, `seats` and `timeline` have an entry for each column. [Columns](columns.md) lists the columns of all "
        "games.\n\n",
        "Keys of a column:\n\n",
        keys_table(documented(columns, "Keys of a column")),
        "Roles, at the top of the file. All are optional.\n\n",
        keys_table(field_keys(columns.Roles)),
        example(_text(game / "columns.toml")),
        "## check.toml\n\n"
        "The study of `starbalance check`: tables of win shares whose rows must be balanced. The keys at the top hold "
        "for every `[[check]]`. Without `[[check]]`, the file is one check. [Check balance in CI](howto/ci.md) shows "
        "the exit codes. All keys are optional.\n\n",
        keys_table(typed(check_study.KEYS, documented(check_study, "Keys of a check"))),
        f"These keys exclude each other: {'; '.join(f'`{one}` and `{two}`' for one, two in check_study.RIVALS)}.\n\n",
        example(_text(game / "check.toml")),
        _study_file(game),
        "## mix.toml\n\n"
        "A mixed strategy: strategies with their probabilities. A [league](howto/train.md#grow-a-league) writes it, "
        "and `--against mix.toml` takes it. Each key is the name of a strategy. Names of files are relative to the "
        "folder of the mix.\n\n",
        example(MIX),
    ]
    return "".join(parts)


def _run_file() -> str:
    """Return the section on run.toml."""
    run_keys, further = documented(settings, "Keys of a run"), documented(settings, "Further keys of a run")
    strategy, special = documented(settings, "Keys of a strategy"), documented(settings, "Further keys of a strategy")
    search, plays = documented(settings, "Keys of a search"), documented(settings, "Keys of recorded plays")
    return (
        "## run.toml\n\n"
        "The settings of a run, in its folder. `starbalance run` writes the file: do not change it. It has all that is "
        "needed to play the same games again.\n\n"
        + keys_table(typed(settings._KEYS, run_keys) | optional(further))
        + "Keys of each table in `strategies`:\n\n"
        + keys_table(typed(settings._STRATEGY, strategy) | optional(special | typed(settings._SPECIAL, special)))
        + "Keys of `search`:\n\n"
        + keys_table(typed(settings._SEARCH, search) | optional(typed(settings._ASSET_WEIGHTS, search)))
        + "Keys of `plays`:\n\n"
        + keys_table(typed(settings._PLAYS, plays))
        + example(example_run())
    )


def example_run() -> str:
    """Return the run.toml of a run of the example game."""
    game = find_game(EXAMPLE)
    rules = tables.load(game, set={"switches.goal": 40})
    plan, _ = make_plan(game, rules, strategies=["search:sensible@8", "bold"], seed=1)
    text = tomli_w.dumps(run.settings_of(game, rules, plan, games=1_000, until=None))
    return _LIST.sub(lambda match: f"[{', '.join(line.strip(' ,') for line in match[1].splitlines())}]", text)


def _weights_file(game: Path) -> str:
    """Return the section on weights.toml."""
    tables_of = {"strategy": weights._KEYS, "setup": weights._ROW, "level": weights._LEVEL}
    keys = {name: typed(kinds, documented(weights, f"Keys of a {name}")) for name, kinds in tables_of.items()}
    return (
        "## weights.toml\n\n"
        "The weights of strategies: one table for each strategy. A game has the file next to its strategies. You can "
        "write one with any name, for strategies such as `mine.toml:patient`. `starbalance strategy train` adds its "
        "results to it. [Train a stronger player](howto/train.md) shows how. All keys are optional.\n\n"
        + keys_table(keys["strategy"])
        + "Keys of `[STRATEGY.setups.SETUP]`:\n\n"
        + keys_table(keys["setup"])
        + "Keys of `[STRATEGY.setups.SETUP.levels.LEVEL]`:\n\n"
        + keys_table(keys["level"])
        + example(_text(game / "strategies" / "weights.toml"))
    )


def _study_file(game: Path) -> str:
    """Return the section on study.toml."""
    text = (
        "## study.toml\n\n"
        "The study of `starbalance report`: the runs that it plays (scenarios) and the sections of the page. "
        "[Make a report](howto/report.md) shows how to write one. Keys are optional unless the table says "
        "*required*.\n\n"
    )
    headings = {
        "Keys of a study": "",
        "Keys of a scenario": "### Keys of `[[scenario]]`\n\n",
        "Keys of an entry of equal levels": "### Keys of `[[equal]]`\n\n",
        "Keys of a comparison with other data": "### Keys of `[[robust]]`\n\n",
    }
    for title, heading in headings.items():
        text += heading + keys_table(documented(study, title))
    text += f"### Keys of `[[section]]`\n\nEvery section has a `kind` and these keys:\n\n{keys_table(section_keys())}"
    for name, kind in section.KINDS.items():
        text += f"### Section `{name}`\n\n{first_sentence(kind)}\n\n{keys_table(section_keys(kind))}"
    return text + "### An example\n\n" + example(_text(game / "study.toml"))


def section_keys(kind: type[section.Section] = section.Section) -> Keys:
    """Return the keys of a kind of section that other kinds do not have. Default: the keys that every section has."""
    shared = () if kind is section.Section else [each.name for each in fields(section.Section)]
    needed = section._keys(kind)
    keys = {key: entry for key, entry in field_keys(kind).items() if key not in shared}
    return {
        key: (f"{words}, required" if needed[key] else words, text)
        for key, (words, text) in sorted(keys.items(), key=lambda entry: not needed[entry[0]])
    }


def documented(home: Any, title: str) -> dict[str, tuple[str, str]]:
    """Return the entries `name: meaning` or `name (type): meaning` below a title in a docstring.

    Args:
        home: A module, a class or a function.
        title: The line above the entries, without its colon.

    Raises:
        KeyError: If the docstring has no such title.
    """
    docstring = getdoc(home) or ""
    _, line, block = f"\n{docstring}".partition(f"\n{title}:\n")
    if not line:
        raise KeyError(f"{home} has no '{title}'")
    entries: list[str] = []
    for each in block.splitlines():
        if not each.startswith("    "):
            break
        if each.startswith("        "):
            entries[-1] += f" {each.strip()}"
        else:
            entries.append(each.strip())
    matches = [_ENTRY.match(entry) for entry in entries]
    assert all(matches), (home, title, entries)
    return {match[1]: (match[2] or "", sentence(match[3])) for match in matches if match}


def meanings(kind: type) -> dict[str, str]:
    """Return the meaning of each field of a dataclass, also of the fields of its bases."""
    result: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if "Attributes:" in (each.__doc__ or ""):
            result |= {name: text for name, (_, text) in documented(each, "Attributes").items()}
    return result


def field_keys(kind: type) -> dict[str, tuple[str, str]]:
    """Return the keys that are the fields of a dataclass."""
    hints, texts = get_type_hints(kind), meanings(kind)
    return {each.name: (hint_words(hints[each.name]), texts[each.name]) for each in fields(kind)}


def typed(kinds: Mapping[str, Any], keys: Keys) -> dict[str, tuple[str, str]]:
    """Return keys with the types of a dictionary of the code: a type, or several that are allowed.

    Raises:
        KeyError: If a key has no meaning.
    """
    types = {key: kind if isinstance(kind, tuple) else (kind,) for key, kind in kinds.items()}
    return {key: (" or ".join(_WORDS[each] for each in kind), keys[key][1]) for key, kind in types.items()}


def optional(keys: Keys) -> dict[str, tuple[str, str]]:
    """Return keys with types that say that the key is optional."""
    return {key: (f"{kind}, optional", text) for key, (kind, text) in keys.items()}


def hint_words(hint: Any, several: str = "") -> str:
    """Return a type of Python in words, such as "list of text". `several` is the ending of a plural."""
    if get_origin(hint) is UnionType or isinstance(hint, UnionType):
        return " or ".join(hint_words(each, several) for each in get_args(hint) if each is not NoneType)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Sequence:
        return f"list{several} of {hint_words(inner[0], 's')}"
    if origin is Mapping:
        return f"table{several} of {hint_words(inner[1], 's')}"
    return _WORDS[hint] + (several if hint in (int, float) else "")


def _range(kind: type, *bounds: float) -> str:
    """Return a type in words, with the least and the most allowed number."""
    return f"{_WORDS[kind]} from `{bounds[0]:g}` to `{bounds[1]:,g}`" if bounds else _WORDS[kind]


def sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop."""
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


def keys_table(keys: Keys) -> str:
    """Return a table of keys."""
    return table(_HEADINGS, [(f"`{key}`", kind, meaning) for key, (kind, meaning) in keys.items()])


def example(*texts: str) -> str:
    """Return files, or parts of them, as blocks of code."""
    return "".join(f"```toml\n{text.strip()}\n```\n\n" for text in texts)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _cut(path: Path, *names: str) -> str:
    """Return the first lines of a file and some of its tables."""
    first, *others = re.split(r"^(?=\[)", _text(path), flags=re.MULTILINE)
    return first + "".join(each for each in others if each[1 : each.index("]")] in names)
