"""The hooks of mkdocs: the files of the repository that the site shows, and the pages that are made from sources."""

import json
import posixpath
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from reference import charts, columns, commands, functions
from toml_files import files

import starbalance as sb

ROOT = Path(__file__).parents[2]
OWN = ".ci/site/pages"  # the folder with the pages of the site
FILES = (
    "*.md",
    "*/README.md",
    "simulator/games/*/RULES.md",
    "results/speed.md",
    "results/notes/*.md",
    "results/races.png",
    "results/*/report.html",
)
_LINK = re.compile(  # or a block of code, in which nothing is a link
    r"^(?P<code>```+)(?s:.*?)^(?P=code)$|(?P<text>!?\[[^\]]*\])\((?!\w+:)(?P<path>[^)#\s]+)(?P<place>#[^)\s]*)?\)",
    re.MULTILINE,
)
_FROM_OUTSIDE = re.compile(r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>")


def results() -> str:
    """Return the page of the published reports."""
    names = sorted(path.parent.name for path in ROOT.glob("results/*/report.html"))
    return "# Reports\n\n" + "".join(f"- [{sb.find_game(name).title}](results/{name}/report.html)\n" for name in names)


def notebooks() -> str:
    """Return the page of the notebooks."""
    text = (
        "# Notebooks\n\n"
        "The folder `notebooks` of the repository has worked examples. `pip install -e '.[notebooks]'` installs what "
        "they need, and `jupyter lab notebooks` opens them.\n\n"
    )
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        source = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
        text += f"- `{path.name}`: {source.splitlines()[0].lstrip('# ')}\n"
    return text


def sources(name: str) -> str:
    """Return a source file as code, or each file of a folder under its name."""
    path = ROOT / name
    if path.is_file():
        return f"# {path.name}\n\n{_code(path)}"
    by_name = {each.relative_to(path).as_posix(): each for each in sorted(path.rglob("*"))}
    shown = [f"## `{name}`\n\n{_code(each)}" for name, each in by_name.items() if each.suffix in (".py", ".toml")]
    return f"# {path.name}\n\n{''.join(shown)}"


def _code(path: Path) -> str:
    return f"````{path.suffix[1:]}\n{path.read_text(encoding='utf-8')}````\n\n"


PAGES: dict[str, Callable[[], str]] = {
    "commands.md": commands,
    "charts.md": charts,
    "columns.md": columns,
    "files.md": files,
    "functions.md": functions,
    "notebooks.md": notebooks,
    "results.md": results,
    "simulator/games/example_game.md": lambda: sources("simulator/games/example_game"),
    "simulator/engine/picture.py.md": lambda: sources("simulator/engine/picture.py"),
}


def on_files(files: Any, config: Any) -> Any:
    """Add files of the repository under their repository paths, and the pages that are made from sources."""
    from mkdocs.structure.files import File

    for path in (path.relative_to(ROOT) for pattern in FILES for path in ROOT.glob(pattern)):
        files.append(File(path.as_posix(), str(ROOT), config.site_dir, config.use_directory_urls))
    for name, made in PAGES.items():
        files.append(File.generated(config, name, content=made()))
    return files


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Lead links between files of the repository to the pages of the site."""
    return with_site_links(markdown, page.file.src_uri, set(files.src_uris))


def with_site_links(markdown: str, page: str, known: Collection[str]) -> str:
    """Return a page with links as the site needs them. The same links work in the repository.

    A link to a file that the site does not have becomes plain text. A link to a file that does not exist is kept, so
    that mkdocs reports it.

    Args:
        markdown: The text of the page.
        page: The path of the page on the site.
        known: The paths of all files on the site.
    """
    if page in PAGES:
        return markdown
    folder = posixpath.dirname(repository_path(page))

    def site_link(match: re.Match[str]) -> str:
        if match["code"]:
            return match[0]
        path = posixpath.normpath(posixpath.join(folder, match["path"]))
        target = site_path(path)
        if target in known:
            link = posixpath.relpath(target, posixpath.dirname(page) or ".")
            return f"{match['text']}({link}{match['place'] or ''})"
        is_off_site = (ROOT / path).exists() and not match["text"].startswith("!")
        return match["text"][1:-1] if is_off_site else match[0]

    return _LINK.sub(site_link, markdown)


def repository_path(page: str) -> str:
    """Return the repository path of a page of the site that is a file."""
    return f"{OWN}/{page}" if (ROOT / OWN / page).is_file() else page


def site_path(path: str) -> str:
    """Return the path on the site of a file or folder of the repository."""
    is_source = path.endswith(".py") or (ROOT / path).is_dir()
    return f"{path}.md" if is_source else path.removeprefix(f"{OWN}/")


def on_post_page(output: str, page: Any, **_: Any) -> None:
    """Refuse a page that needs the network.

    Raises:
        PluginError: If a page loads anything from another place.
    """
    from mkdocs.exceptions import PluginError

    if outside := _FROM_OUTSIDE.search(output):
        raise PluginError(f"{page.file.src_uri} needs the network: {outside[0]}")
