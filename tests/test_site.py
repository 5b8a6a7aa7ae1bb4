"""The documentation site: the pages that are made from sources, and the links. The gate builds the site itself."""

import re
import sys
import tomllib
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
from typer.main import get_command

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.analyses.questions import check_study, columns, study
from starbalance.analyses.questions.mix import read_mix
from starbalance.analyses.report import section
from starbalance.simulator.engine import searcher, tables, weights
from starbalance.simulator.games import EXAMPLE, find_game, games
from starbalance.simulator.runs import settings

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / ".ci" / "site"))
site, files_page = import_module("assemble"), import_module("toml_files")
sys.path.remove(str(ROOT / ".ci" / "site"))

OWN = ROOT / site.OWN
_FENCED = re.compile(r"^(```+).*?^\1$", re.DOTALL | re.MULTILINE)
_ITEM_IN_A_PARAGRAPH = re.compile(r"^(?!- |\d+\. |#|\s).+\n(?:- |\d+\. ).*", re.MULTILINE)
_PARAGRAPH_IN_AN_ITEM = re.compile(r"^(?:- |\d+\. ).*\n(?:[ ].*\n)*(?!- |\d+\. |#|\s)\S.*", re.MULTILINE)
_LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)")
_ROW = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)
REPOSITORY = sorted(path.relative_to(ROOT).as_posix() for each in site.FILES for path in ROOT.glob(each))
PAGES = sorted(path.relative_to(OWN).as_posix() for path in OWN.rglob("*.md"))
KNOWN = {*REPOSITORY, *PAGES, *site.PAGES}
GUIDES = {path: ROOT / path for path in REPOSITORY if path.endswith(".md")} | {path: OWN / path for path in PAGES}
GAMES = [game for game in games().values() if game.is_built_in] + [find_game(EXAMPLE)]


def part(text, heading):
    """Return the part of a page below a heading, up to the next heading of the same depth or less."""
    depth = len(heading) - len(heading.lstrip("#"))
    rest = f"\n{text}".partition(f"\n{heading}\n")[2]
    return re.split(rf"^#{{1,{depth}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


@pytest.fixture(scope="module")
def files_text():
    return site.files()


# commands, functions and sources


def test_every_command_has_its_place_with_its_options():
    text = site.commands()
    commands = dict(get_command(app).commands)
    commands |= {f"strategy {name}": each for name, each in commands["strategy"].commands.items()}
    assert set(re.findall(r"^### `starbalance (.+)`$", text, re.MULTILINE)) == set(commands)
    for name, command in commands.items():
        options = {each.opts[0] for each in command.params if each.param_type_name == "option"} - {"--help"}
        assert set(_ROW.findall(part(text, f"### `starbalance {name}`"))) >= options


def test_an_option_has_its_type_and_its_default():
    run = part(site.commands(), "### `starbalance run`")
    assert "| `--seed` | count | `0` | Random seed. The same seed plays the same games. |" in run
    assert re.search(r"^\| `--jobs` \| count \| one per core \|", run, re.MULTILINE)
    assert re.search(r"^\| `--resume` \| flag \|  \|", run, re.MULTILINE)
    assert "starbalance run GAME [OPTIONS]" in run
    assert "<" not in re.sub(r"`[^`]*`", "", site.commands())


def test_every_public_name_has_its_place():
    text = site.functions() + site.charts()
    names = {line.rpartition(".")[2] for line in re.findall(r"^::: (.+)$", text, re.MULTILINE)}
    assert names == {*sb.__all__, *sb.chart.__all__} - {"chart", "envs"}


def test_docstrings_are_rewritten_as_markdown():
    pytest.importorskip("griffe")
    sys.path.insert(0, str(ROOT / ".ci" / "site"))
    rewritten = import_module("docstrings").rewritten
    sys.path.remove(str(ROOT / ".ci" / "site"))
    docstring = (
        "Return shares.\n\nReturns:\n    One row per cell.\n    the columns of `by`\n    share: the share,\n"
        "        0 to 1\n    `attrs` is empty.\n\nRaises:\n    BadInput: Never.\n\n>>> 1\n1\n>>> 2\n2"
    )
    assert rewritten(docstring) == (
        "Return shares.\n\nReturns:\n    One row per cell.\n\n    - the columns of `by`\n"
        "    - `share`: the share, 0 to 1\n\n    `attrs` is empty.\n\nRaises:\n    BadInput: Never.\n\n"
        "```pycon\n>>> 1\n1\n>>> 2\n2\n```"
    )
    prose = "Return a table.\n\nReturns:\n    A table with a row for each cell, and\n    its columns.\n"
    assert rewritten(prose) == prose


def test_the_source_of_the_example_game_is_shown_whole():
    text = site.sources("simulator/games/example_game")
    for name in ("setup.py", "data/ships.toml", "strategies/sensible.py"):
        assert (ROOT / "simulator" / "games" / "example_game" / name).read_text(encoding="utf-8") in text


def test_every_notebook_has_a_title():
    text = site.notebooks()
    assert [name for name in re.findall(r"^- `(.+)`: \S", text, re.MULTILINE)] == [
        path.name for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
    ]


# columns


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_column_of_a_game_has_a_row_with_its_meaning(game):
    text = site.columns()
    own, shared = part(text, f"## {game.title}"), part(text, "## Every game")
    for row in sb.columns(game.name).itertuples():
        name = re.sub(r"_\d+$", "_1", row.column)
        rows = "".join(part(each, f"### Table `{row.table}`") for each in (own, shared))
        assert re.search(rf"^\| `{name}`(?: to `\w+`)? \| .+ \| .+ \|$", rows, re.MULTILINE), (row.table, row.column)
        assert row.meaning in rows
    assert f"The headline factor is `{game.factor}`." in own


def test_a_column_of_every_game_is_listed_once():
    text = site.columns()
    assert len(re.findall(r"^\| `credit` \|", text, re.MULTILINE)) == 1
    assert "| `credit` | The share of the win. The shares of a game sum to 1. | number (wins) |" in text
    assert "| number (the unit of the game) |" in part(part(text, "## Every game"), "### Table `timeline`")


def test_numbered_columns_share_a_row_and_kinds_are_in_words():
    text = site.columns()
    assert re.search(r"^\| `claims_1` to `claims_6` \|.*\| number \(claims\) \|$", text, re.MULTILINE)
    assert re.search(r"^\| `home` \|.*\| name: `Algol`, `Regulus`, `Antares`, `Pavo` \|$", text, re.MULTILINE)
    assert re.search(r"^\| `claimed` \|.*\| set \|$", text, re.MULTILINE)
    assert "Values of `ended`: " in text


# files


KEYS = {
    "run.toml": {*settings._KEYS, *settings._STRATEGY, *settings._SPECIAL, *settings._SEARCH, "until", "search"},
    "A file of changes": set(tables._VARIANT),
    r"data/\*.toml": {"value", *tables._ABOUT},
    "weights.toml": {*weights._KEYS, *weights._ROW, *weights._LEVEL},
    "search.toml": {*searcher._NUMBERS, "decisions", "asset_weights"},
    "columns.toml": {"meaning", "unit", *columns.Roles.__dataclass_fields__},
    "check.toml": set(check_study.KEYS),
}
DOCUMENTED = {
    "Keys of a run": (settings, settings._KEYS),
    "Keys of a strategy": (settings, settings._STRATEGY),
    "Further keys of a strategy": (settings, {*settings._SPECIAL, "search"}),
    "Keys of recorded plays": (settings, settings._PLAYS),
    "Keys of a search": (settings, {*settings._SEARCH, *settings._ASSET_WEIGHTS, *settings._TUNED}),
    "Keys of a setup": (weights, weights._ROW),
    "Keys of a level": (weights, weights._LEVEL),
    "Keys of an entry": (tables, {"value", *tables._ABOUT}),
    "Keys of a variant": (tables, tables._VARIANT),
    "Keys of a check": (check_study, check_study.KEYS),
}


@pytest.mark.parametrize("heading", KEYS)
def test_a_file_has_a_row_for_each_key_and_an_example(files_text, heading):
    text = part(files_text, f"## {heading}")
    assert set(_ROW.findall(text)) >= KEYS[heading]
    assert "```toml\n" in text


@pytest.mark.parametrize("title", DOCUMENTED)
def test_a_docstring_lists_the_keys_of_the_code(title):
    home, keys = DOCUMENTED[title]
    assert set(files_page.documented(home, title)) == set(keys)


def test_the_strategies_of_a_weights_file_have_their_keys():
    assert set(files_page.documented(weights, "Keys of a strategy")) == set(weights._KEYS)


@pytest.mark.parametrize("name", section.KINDS)
def test_a_kind_of_section_has_its_own_keys(files_text, name):
    kind = section.KINDS[name]
    own = {each.name for each in fields(kind)} - {each.name for each in fields(section.Section)}
    text = part(part(files_text, "## study.toml"), f"### Section `{name}`")
    assert set(_ROW.findall(text)) == own
    for key in own:
        assert (f"required | {files_page.meanings(kind)[key]}" in text) == (key in needed(kind))


def needed(kind):
    return [key for key, is_needed in section._keys(kind).items() if is_needed]


@pytest.mark.parametrize("path", sorted((ROOT / "analyses" / "studies").glob("*[!k].toml")), ids=lambda path: path.stem)
def test_every_key_of_a_study_is_documented(path):
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    assert content.keys() <= files_page.documented(study, "Keys of a study").keys()
    for key, title in {
        "scenario": "Keys of a scenario",
        "equal": "Keys of an entry of equal levels",
        "robust": "Keys of a comparison with other data",
    }.items():
        used = {name for entry in content.get(key, []) for name in entry}
        assert used <= files_page.documented(study, title).keys()


def test_every_example_of_a_file_is_valid(files_text, tmp_path):
    examples = re.findall(r"^```toml\n(.*?)^```$", files_text, re.DOTALL | re.MULTILINE)
    assert len(examples) >= 10
    for text in examples:
        tomllib.loads(text)
    (tmp_path / "gold.toml").write_text(files_page.CHANGES, encoding="utf-8")
    assert set(tables.load(find_game(EXAMPLE), variant=tmp_path / "gold.toml").changed) == {
        "switches.goal",
        "new.cargo.Gold",
    }
    (tmp_path / "mix.toml").write_text(files_page.MIX, encoding="utf-8")
    assert sum(read_mix(tmp_path / "mix.toml").values()) == 1
    (tmp_path / "run.toml").write_text(files_page.example_run(), encoding="utf-8")
    assert settings.read_settings(tmp_path)["changes"] == {"switches.goal": 40}


def test_types_are_in_words():
    assert files_page.hint_words(section.Rates.__dataclass_fields__["by"].type) == "list of lists of text"
    assert files_page.hint_words(int | None) == "whole number"
    assert files_page.field_keys(columns.Roles)["draw_kinds"][0] == "table of lists of whole numbers"


def test_a_docstring_without_the_title_is_refused():
    with pytest.raises(KeyError, match="Keys of nothing"):
        files_page.documented(study, "Keys of nothing")


# links and lists


@pytest.mark.parametrize("page", GUIDES)
def test_a_link_of_the_repository_leads_to_a_page_of_the_site(page):
    text = GUIDES[page].read_text(encoding="utf-8")
    shown = _FENCED.sub("", site.with_site_links(text, page, KNOWN))
    for link in _LINK.findall(shown):
        assert (Path("/", page).parent / link).resolve().relative_to("/").as_posix() in KNOWN, link


def test_links_are_mapped_between_the_repository_and_the_site():
    mapped = site.with_site_links
    assert mapped("[a](.ci/site/pages/howto/ci.md#b)", "README.md", KNOWN) == "[a](howto/ci.md#b)"
    assert mapped("[a](../../../../results/notes/README.md)", "howto/ci.md", KNOWN) == "[a](../results/notes/README.md)"
    assert mapped("[a](../.ci/site/pages/tutorial.md)", "analyses/README.md", KNOWN) == "[a](../tutorial.md)"
    assert mapped("[a](compare.md)", "howto/ci.md", KNOWN) == "[a](compare.md)"
    picture = "[a](../../../../simulator/engine/picture.py)"
    assert mapped(picture, "howto/ci.md", KNOWN) == "[a](../simulator/engine/picture.py.md)"
    assert mapped("[a](simulator/games/example_game)", "README.md", KNOWN) == "[a](simulator/games/example_game.md)"
    assert mapped("![a](results/races.png)", "README.md", KNOWN) == "![a](results/races.png)"


def test_other_links_are_kept_or_become_text():
    mapped = site.with_site_links
    assert mapped("see [the\nfile](pyproject.toml).", "README.md", KNOWN) == "see the\nfile."
    for text in ("[a](nothing.md)", "[a](https://toml.io)", "[a](#b)", "```md\n[a](pyproject.toml)\n```"):
        assert mapped(text, "README.md", KNOWN) == text
    assert mapped("[a](howto/ci.md)", "files.md", KNOWN) == "[a](howto/ci.md)"


@pytest.mark.parametrize("guide", [*GUIDES, *site.PAGES])
def test_a_list_stands_apart_from_the_paragraphs_around_it(guide):
    """Markdown on the site needs an empty line before a list."""
    text = site.PAGES[guide]() if guide in site.PAGES else GUIDES[guide].read_text(encoding="utf-8")
    text = _FENCED.sub("", text)
    assert _ITEM_IN_A_PARAGRAPH.findall(text) + _PARAGRAPH_IN_AN_ITEM.findall(text) == []
