"""The documentation site: what is made for it, without building it, which the gate does."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from typer.main import get_command

import starbalance as sb
from starbalance.analyses.cli import app

ROOT = Path(__file__).parent.parent
_FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_ITEM_IN_A_PARAGRAPH = re.compile(r"^(?!- |\d+\. |#|\s).+\n(?:- |\d+\. ).*", re.MULTILINE)
_PARAGRAPH_IN_AN_ITEM = re.compile(r"^(?:- |\d+\. ).*\n(?:[ ].*\n)*(?!- |\d+\. |#|\s)\S.*", re.MULTILINE)


def load(name):
    spec = spec_from_file_location(name, ROOT / ".ci" / "site" / f"{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


site = load("assemble")
GUIDES = sorted(
    path.relative_to(ROOT).as_posix() for each in site.FILES for path in ROOT.glob(each) if path.suffix == ".md"
)


def test_every_command_has_its_place_with_its_options():
    text = site.commands()
    commands = get_command(app).commands
    assert set(re.findall(r"^### `starbalance (.+)`$", text, re.MULTILINE)) == set(commands)
    for name, command in commands.items():
        section = text.partition(f"### `starbalance {name}`\n")[2].partition("\n### ")[0]
        options = {each.opts[0] for each in command.params if each.param_type_name == "option"}
        assert [option for option in options if f"`{option}" not in section] == []


def test_every_public_name_has_its_place():
    text = site.functions() + site.charts()
    found = {line.rpartition(".")[2] for line in re.findall(r"^::: (.+)$", text, re.MULTILINE)}
    assert found == {*sb.__all__, *sb.chart.__all__} - {"chart"}


def test_the_source_of_the_small_game_is_shown_whole():
    text = site.sources("simulator/games/miniature")
    for name in ("setup.py", "data/ships.toml", "strategies/sensible.py"):
        assert (ROOT / "simulator" / "games" / "miniature" / name).read_text(encoding="utf-8") in text


@pytest.mark.parametrize("guide", GUIDES)
def test_a_list_stands_apart_from_the_paragraphs_around_it(guide):
    """Markdown as the site knows it takes no list without an empty line before it for one."""
    text = _FENCED.sub("", (ROOT / guide).read_text(encoding="utf-8"))
    assert _ITEM_IN_A_PARAGRAPH.findall(text) + _PARAGRAPH_IN_AN_ITEM.findall(text) == []
