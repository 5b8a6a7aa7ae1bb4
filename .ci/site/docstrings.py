"""An extension of griffe, which reads the sources for mkdocstrings: signatures with values, and readable docstrings."""

import re
from inspect import ismodule, signature
from textwrap import indent
from typing import Any

from griffe import ExprName, Extension, Module, Object

import starbalance as sb

_RETURNS = re.compile(r"^Returns:\n((?: {4}.*(?:\n|\Z)|\n)+)", re.MULTILINE)
_EXAMPLE = re.compile(r"^>>> .*?(?=\n\n(?!>>>)|\Z)", re.DOTALL | re.MULTILINE)
_COLUMN = re.compile(r"^\w+: ")
_LINE = " " * 4


class Docstrings(Extension):
    """Changes of what is public, before its docstrings are parsed."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Replace default values that are names of constants by the values."""
        named = [getattr(home, name) for home in (sb, sb.chart) for name in home.__all__]
        for each in (each for each in named if not ismodule(each)):
            read = pkg.modules_collection[f"{each.__module__}.{each.__name__}"]
            for parameter in read.parameters:
                if isinstance(parameter.default, ExprName):
                    parameter.default = repr(signature(each).parameters[parameter.name].default)

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite a docstring as Markdown."""
        if obj.docstring is not None:
            obj.docstring.value = rewritten(obj.docstring.value)


def rewritten(docstring: str) -> str:
    """Return a docstring whose returned columns are a list, and whose examples are blocks of code."""
    text = _RETURNS.sub(lambda match: f"Returns:\n{_listed(match[1])}", docstring)
    return _EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```", text)


def _listed(block: str) -> str:
    """Return the lines of a section `Returns`. Lines such as `share: the win share` become a list."""
    lines = [line.removeprefix(_LINE) for line in block.rstrip().splitlines()]
    if not any(_COLUMN.match(line) for line in lines):
        return block
    items: list[str] = []
    for line in lines:
        if line.startswith(" "):
            items[-1] += f" {line.strip()}"
        else:
            items.append(line)
    text = ""
    for item in map(_item, items):
        is_next = item.startswith("- ") and text.rpartition("\n\n")[2].startswith("- ")
        text += ("\n" if is_next else "\n\n" if text else "") + item
    return f"{indent(text, _LINE)}\n\n"


def _item(text: str) -> str:
    """Return an item of a list for a column. Return a sentence unchanged."""
    name, colon, meaning = text.partition(": ")
    if colon and name.isidentifier():
        return f"- `{name}`: {meaning}"
    return text if text.endswith(".") and (text[0].isupper() or text[0] == "`") else f"- {text}"
