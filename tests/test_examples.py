"""The examples in docstrings print what they show."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import starbalance as sb

ROOT = Path(__file__).parent.parent
MODULES = [
    ".".join(("starbalance", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
    for folder in ("simulator", "analyses")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


def test_there_are_examples():
    assert len(MODULES) > 25


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(import_module(name), extraglobs={"sb": sb}, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 0
    assert result.failed == 0
