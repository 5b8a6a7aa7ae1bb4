"""What mkdocs asks while it builds the site: which files of the repository are on it, and the pages made of sources."""

import re
from collections.abc import Callable, Mapping
from inspect import getdoc
from pathlib import Path
from typing import Any

import typer
from typer.cli import get_docs_for_click

import starbalance as sb
from starbalance.analyses.cli import app

ROOT = Path(__file__).parents[2]
FILES = (
    "*.md",
    "*/README.md",
    "simulator/games/*/RULES.md",
    "results/speed.md",
    "results/notes/*.md",
    "results/report.png",
    "results/*/report.html",
)
_LINK = re.compile(r"(?<=\]\()(?!https?:)[^)#]+(?=[)#])")
_FROM_OUTSIDE = re.compile(r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>")
_NAMES = re.compile(r"(?:(?<=<p>)|(?<=[.;]\s))([a-z_]+(?:, [a-z_]+)*):(?=\s)")


def commands() -> str:
    """The command line: every command with its help, its arguments and its options, under the headings of the help."""
    group = typer.main.get_command(app)
    context = typer.Context(group, info_name="starbalance")
    text, _, _ = get_docs_for_click(obj=group, ctx=context, name="starbalance").partition("**Commands**")
    for title, names in group.panels().items():
        text += f"## {title}\n\n"
        for name in names:
            text += get_docs_for_click(obj=group.commands[name], ctx=context, indent=2, call_prefix="starbalance")
    return text


def functions() -> str:
    """What `import starbalance as sb` has, by its docstrings."""
    return _documented("Functions", {name: f"starbalance.{name}" for name in sb.__all__ if name != "chart"})


def charts() -> str:
    """What `sb.chart` has; some of its names are those of modules too, so that each is sought at its home."""
    homes = {name: f"{getattr(sb.chart, name).__module__}.{name}" for name in sb.chart.__all__}
    return _documented("Charts", homes, sb.chart)


def _documented(title: str, paths: Mapping[str, str], package: Any = sb) -> str:
    """The docstring of a package, a table of its names with their first sentences, then each of them in full."""
    rows = [f"| [`{name}`](#{path}) | {_first_sentence(getattr(package, name))} |\n" for name, path in paths.items()]
    blocks = [f"::: {path}\n\n" for path in paths.values()]
    return f"# {title}\n\n{getdoc(package)}\n\n| name | |\n|---|---|\n{''.join(rows)}\n{''.join(blocks)}"


def _first_sentence(thing: Any) -> str:
    return " ".join((getdoc(thing) or "").partition("\n\n")[0].split())


def results() -> str:
    """The published reports."""
    names = sorted(path.parent.name for path in ROOT.glob("results/*/report.html"))
    return "# Reports\n\n" + "".join(f"- [{sb.find_game(name).title}](results/{name}/report.html)\n" for name in names)


def sources(name: str) -> str:
    """A source file as code, or each file of a folder under its name."""
    path = ROOT / name
    if path.is_file():
        return f"# {path.name}\n\n{_code(path)}"
    files = {each.relative_to(path).as_posix(): each for each in sorted(path.rglob("*"))}
    shown = [f"## `{name}`\n\n{_code(each)}" for name, each in files.items() if each.suffix in (".py", ".toml")]
    return f"# {path.name}\n\n{''.join(shown)}"


def _code(path: Path) -> str:
    return f"````{path.suffix[1:]}\n{path.read_text(encoding='utf-8')}````\n\n"


PAGES: dict[str, Callable[[], str]] = {
    "commands.md": commands,
    "charts.md": charts,
    "functions.md": functions,
    "results.md": results,
    "simulator/games/miniature.md": lambda: sources("simulator/games/miniature"),
    "simulator/engine/picture.py.md": lambda: sources("simulator/engine/picture.py"),
}


def on_files(files: Any, config: Any) -> Any:
    """The files of the repository keep their places, so that links between them lead where they did."""
    from mkdocs.structure.files import File

    for path in (path.relative_to(ROOT) for pattern in FILES for path in ROOT.glob(pattern)):
        files.append(File(path.as_posix(), str(ROOT), config.site_dir, config.use_directory_urls))
    for name, made in PAGES.items():
        files.append(File.generated(config, name, content=made()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """A link to a folder or a source file leads to its page."""
    folder = (ROOT / page.file.src_uri).parent

    def led(link: re.Match[str]) -> str:
        is_source = (folder / link[0]).is_dir() or link[0].endswith(".py")
        return f"{link[0].rstrip('/')}.md" if is_source else link[0]

    return _LINK.sub(led, markdown)


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """In a docstring a name that a sentence begins with is set like one."""
    return _NAMES.sub(r"<code>\1</code>:", html) if page.file.src_uri in ("charts.md", "functions.md") else html


def on_post_page(output: str, page: Any, **_: Any) -> None:
    """Raises PluginError for a page that needs the network."""
    from mkdocs.exceptions import PluginError

    if outside := _FROM_OUTSIDE.search(output):
        raise PluginError(f"{page.file.src_uri} needs the network: {outside[0]}")
