"""The outputs that the documentation shows: run every block of a page and write what it prints below its commands.

    python .ci/site/outputs.py [--check] [PAGE ...]

The blocks of a page run from top to bottom in an empty folder:

- `console`: commands after `$ `, each followed by what it prints on the standard output. This part is written here.
- `pycon`: statements after `>>> `, each followed by what it prints. This part is written here.
- `sh` and `python`: commands and statements that run without a shown output.
- `toml`, or `python` whose first line is `# NAME.py`: a file. Its first line is its name.

`--check` writes nothing and fails if a page shows something else than its blocks print.
"""

import argparse
import contextlib
import doctest
import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "*/README.md", ".ci/site/pages/**/*.md")
_BLOCK = re.compile(r"^```(console|pycon|sh|python|toml)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"# ([\w/]+\.(?:py|toml))\b")
_UNMARKED = ("sh", "python", "toml")  # blocks of the README that do not run: `.ci/run` runs them


def pages() -> list[Path]:
    """Return the pages whose blocks run, in order."""
    return [path for pattern in PAGES for path in sorted(ROOT.glob(pattern))]


def filled(page: Path, folder: Path) -> str:
    """Return the text of a page with the present outputs of its blocks.

    Args:
        page: A Markdown file.
        folder: An empty folder in which the blocks run.

    Raises:
        RuntimeError: If a command or a statement fails.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    sys.path.insert(0, str(folder))

    def run(match: re.Match[str]) -> str:
        kind, block = match[1], match[2]
        if page.name == "README.md" and page.parent == ROOT and kind in _UNMARKED:
            return match[0]
        return f"```{kind}\n{_followed(kind, block, folder, names)}```"

    return _BLOCK.sub(run, page.read_text(encoding="utf-8"))


def _followed(kind: str, block: str, folder: Path, names: dict[str, Any]) -> str:
    """Run a block and return its text with its outputs."""
    named = _FILE.match(block)
    if named and kind in ("python", "toml"):
        (folder / named[1]).write_text(block, encoding="utf-8")
    elif kind == "console":
        return "".join(f"$ {line}\n{_printed(line, folder)}" for line in _commands(block))
    elif kind == "sh":
        for line in block.splitlines():
            _printed(line, folder)
    elif kind == "pycon":
        return "".join(_answered(example, folder, names) for example in doctest.DocTestParser().get_examples(block))
    elif kind == "python":
        _executed(block, folder, names)
    return block


def _commands(block: str) -> list[str]:
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


def _printed(line: str, folder: Path) -> str:
    """Return what a command prints on the standard output."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=folder, env=env, capture_output=True, text=True)
    is_cut = "| head" in line and done.returncode == 141  # `head` closes the pipe before the command has printed all
    if done.returncode and not is_cut:
        raise RuntimeError(f"$ {line}\n{done.stdout}{done.stderr}")
    return "".join(f"{each.rstrip()}\n" for each in done.stdout.splitlines())


def _answered(example: doctest.Example, folder: Path, names: dict[str, Any]) -> str:
    """Return a statement as it is typed, with what it prints."""
    first, *rest = example.source.splitlines()
    typed = "".join([f">>> {first}\n", *(f"... {line}\n" for line in rest)])
    return typed + _executed(example.source, folder, names, "single")


def _executed(source: str, folder: Path, names: dict[str, Any], mode: str = "exec") -> str:
    """Return what Python code prints."""
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(source, "<page>", mode), names)
    return printed.getvalue()


def main() -> None:
    """Write the outputs of pages, or check them."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("pages", nargs="*", type=Path, help="Pages. Default: all.")
    parser.add_argument("--check", action="store_true", help="Write nothing. Fail if an output differs.")
    options = parser.parse_args()
    wanted = options.pages or pages()
    if len(wanted) > 1:  # a process for each: the modules of a page are not those of another
        for page in wanted:
            check = ["--check"] if options.check else []
            subprocess.run([sys.executable, __file__, *check, str(page)], check=True)
        return
    for page in wanted:
        with tempfile.TemporaryDirectory() as folder:
            text = filled(page.resolve(), Path(folder))
        if text == page.read_text(encoding="utf-8"):
            continue
        if options.check:
            sys.exit(f"{page} shows outputs that its blocks do not print: run `python .ci/site/outputs.py {page}`.")
        page.write_text(text, encoding="utf-8")
        print(f"{page}: outputs written")


if __name__ == "__main__":
    main()
