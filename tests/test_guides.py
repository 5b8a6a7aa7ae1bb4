"""The pages of the documentation: their commands and code run, their outputs are right, and their links exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from starbalance.analyses.cli import app
from starbalance.simulator.games import games

ROOT = Path(__file__).parent.parent
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / ".ci" / "site" / "pages").rglob("*.md"))
GUIDES = ("simulator/README.md", "strategies/README.md", "analyses/README.md", *PAGES)
NOTES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "results" / "notes").glob("*.md"))
OUTPUTS = ROOT / ".ci" / "site" / "outputs.py"
LONG = [  # five seconds or more each: `.ci/nightly` checks them
    ".ci/site/pages/explanation/assumed.md",
    ".ci/site/pages/explanation/randomness.md",
    ".ci/site/pages/explanation/strength.md",
    ".ci/site/pages/explanation/verdicts.md",
    ".ci/site/pages/howto/ci.md",
    ".ci/site/pages/howto/cluster.md",
    ".ci/site/pages/howto/compare.md",
    ".ci/site/pages/howto/find-a-fix.md",
    ".ci/site/pages/howto/own-game.md",
    ".ci/site/pages/howto/plays.md",
    ".ci/site/pages/howto/policies.md",
    ".ci/site/pages/howto/report.md",
    ".ci/site/pages/howto/small-game.md",
    ".ci/site/pages/howto/train.md",
    ".ci/site/pages/reference/strategy-names.md",
    ".ci/site/pages/tutorial.md",
    "analyses/README.md",
]
_BLOCK = re.compile(r"^```(?:console|pycon|sh|python|toml)$", re.MULTILINE)
_COMMAND = re.compile(r"(?:`|^(?:- )?|\"\")starbalance ([a-z][a-z-]*)((?: [^`\n\"]*)?)", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)#]+)\)")


def text_of(guide):
    return (ROOT / guide).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [page for page in GUIDES if _BLOCK.search(text_of(page)) and page not in LONG])
def test_a_page_shows_what_its_blocks_print(page):
    """`.ci/run` checks the README, and `.ci/nightly` all pages."""
    done = subprocess.run([sys.executable, OUTPUTS, "--check", ROOT / page], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("guide", [*GUIDES, *NOTES, "README.md", "CHANGES.md"])
def test_the_links_of_a_guide_lead_somewhere(guide):
    links = [link for link in _LINK.findall(text_of(guide)) if not link.startswith("http")]
    assert [link for link in links if not (ROOT / guide).parent.joinpath(link).exists()] == []


def test_the_readme_is_short():
    assert len(text_of("README.md").splitlines()) <= 120


PLACES = re.findall(r"^\| [^|]+ \| `([^`]+)` \|$", text_of("simulator/README.md").partition("<!-- places -->")[2], re.M)


def test_the_guide_lists_places_of_a_game():
    assert len(PLACES) >= 10


@pytest.mark.parametrize("place", PLACES)
def test_every_game_has_the_places_that_the_guide_lists(place):
    for game in (game for game in games().values() if game.is_built_in):
        pattern = place.replace("PACKAGE", game.folder.name).replace("NAME", game.name)
        assert list(ROOT.glob(pattern)), pattern


def texts():
    """(file, its text) of every file that may name a command. A sentence in several string literals is joined."""
    kinds = {"*.md", "*.py", "*.toml", "*.ipynb", "*.html"}
    places = ("simulator", "strategies", "analyses", "notebooks", ".ci/site/pages")
    folders = (*places, ".packages/starbalance/__init__.py", "README.md")
    for folder in (ROOT / each for each in folders):
        found = [folder] if folder.is_file() else [path for kind in kinds for path in folder.rglob(kind)]
        for path in found:
            yield path, re.sub(r'"\s*\n\s*f?"', "", path.read_text(encoding="utf-8"))


def named_commands():
    """(file, words of the command, the rest of the line) of every command that a file names."""
    for path, text in texts():
        for name, rest in _COMMAND.findall(text):
            yield path.relative_to(ROOT).as_posix(), name, rest


def test_every_command_that_a_text_names_exists_with_its_options():
    commands, wrong, count = get_command(app).commands, [], 0
    for path, name, rest in named_commands():
        words, command = rest.split(), commands.get(name)
        if name == "strategy" and command is not None:
            command = command.commands.get(words[0]) if words else command
        known = [each for param in getattr(command, "params", ()) for each in param.opts]
        options = re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest.partition("  #")[0])
        count += 1
        if command is None or not set(options) <= {*known, "--help"}:
            wrong.append((path, name, rest))
    assert wrong == []
    assert count > 60
