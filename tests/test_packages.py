"""Packages: installation, declared dependencies, and allowed imports."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import hatchling.build
import pytest

from starbalance.simulator.games import games

ROOT = Path(__file__).parent.parent
ROOMS = ("simulator", "strategies", "analyses")
TOOLS = {"coverage", "pytest-cov", "pytest-xdist", "ipykernel", "jupyterlab", "import-linter", "mypy", "ruff"}
BUILT_IN = [game for game in games().values() if game.package.startswith("starbalance.")]


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@cache
def imported(path):
    """Return the modules that a source file imports anywhere, including modules imported from a package."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            within = [f"{node.module}.{each.name}" for each in node.names]
            names |= {each if is_module(each) else node.module for each in within}
    return names


def is_module(name):
    path = ROOT.joinpath(*name.split(".")[1:])
    return name.startswith("starbalance.") and (path.is_dir() or path.with_suffix(".py").is_file())


def sources(*rooms):
    return [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]


def distributions(paths):
    """Return the third-party distributions that source files import, by their names on PyPI."""
    names = {name.partition(".")[0] for path in paths for name in imported(path)}
    known = metadata.packages_distributions()
    return {
        each.lower().replace("_", "-") for name in names - set(sys.stdlib_module_names) for each in known.get(name, ())
    }


def declared(requirements):
    return {line.partition(">")[0].partition("[")[0].strip() for line in requirements}


def test_a_module_is_imported_from_the_folder_of_its_name():
    """Python, type checkers and import-linter see `starbalance.simulator.engine.play` in simulator/engine/play.py."""
    for name, path in modules_and_paths().items():
        spec = find_spec(name)
        assert spec is not None and spec.origin is not None, name
        assert Path(spec.origin).resolve() == path, name


def test_links_for_tools_point_to_the_folders():
    """A type checker finds the three folders below .packages/starbalance without an installation."""
    for room in ROOMS:
        assert (ROOT / ".packages" / "starbalance" / room).resolve() == ROOT / room


def test_a_wheel_maps_each_folder_to_its_import_path():
    wheel = project()["tool"]["hatch"]["build"]["targets"]["wheel"]
    mapped = {folder: f"starbalance/{folder}" for folder in ROOMS} | {".packages/starbalance": "starbalance"}
    assert wheel["sources"] == mapped
    assert set(wheel["only-include"]) == set(mapped)


def test_a_wheel_holds_every_file_of_the_folders(tmp_path, monkeypatch):
    """An installation outside the sources reads data, networks and templates from the wheel."""
    monkeypatch.chdir(ROOT)
    with zipfile.ZipFile(tmp_path / hatchling.build.build_wheel(str(tmp_path))) as wheel:
        names = {name for name in wheel.namelist() if not re.match(r"[^/]*\.dist-info/", name)}
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *ROOMS]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    files = {f"starbalance/{name}" for name in listed if (ROOT / name).is_file()}
    assert {Path(name).suffix for name in files} >= {".toml", ".npz", ".md", ".html", ".css", ".js", ".j2"}
    assert names == files | {f"starbalance/{name}" for name in ("__init__.py", "__main__.py", "py.typed")}


def test_version_citation_and_changes_agree():
    version = project()["project"]["version"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    cited = dict(re.findall(r"^(version|date-released): (\S+)$", citation, re.MULTILINE))
    changes = (ROOT / "CHANGES.md").read_text(encoding="utf-8")
    released = re.search(r"^## (\d\S*) - (\S+)$", changes, re.MULTILINE)
    assert released is not None
    assert (version, cited["date-released"]) == released.groups() and version == cited["version"]


def test_the_classifiers_name_the_versions_of_python_that_the_project_allows():
    about = project()["project"]
    least, below = (int(minor) for minor in re.findall(r"3\.(\d+)", about["requires-python"]))
    named = re.findall(r":: Python :: 3\.(\d+)", "\n".join(about["classifiers"]))
    assert list(map(int, named)) == list(range(least, below))


def test_imported_and_declared_distributions_agree():
    """The package imports its dependencies and extras; the tests also import the test dependencies."""
    names, extras = declared(project()["project"]["dependencies"]), project()["project"]["optional-dependencies"]
    more = declared(extras["dask"] + extras["envs"] + extras["excel"] + extras["explore"])
    own = distributions(sources(*ROOMS)) - {"starbalance"}
    assert own - more == names
    in_tests = distributions(sources("tests")) - {"starbalance"} - own
    assert in_tests == declared(extras["test"]) - own - TOOLS


@pytest.mark.parametrize("game", BUILT_IN, ids=[game.name for game in BUILT_IN])
def test_a_game_imports_only_declared_games(game):
    others = {each.package for each in BUILT_IN} - {game.package}
    imported_games = {other for path in sources(f"simulator/games/{game.folder.name}", f"strategies/{game.folder.name}")
             for name in imported(path) for other in others if f"{name}.".startswith(f"{other}.")}  # fmt: skip
    assert imported_games <= set(game.shared_packages)


def test_the_layers_contract_names_every_game():
    contracts = project()["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["name"] == "runs play what games are made of")
    assert any(set(layer.split(" | ")) == {game.package for game in BUILT_IN} for layer in layers)


def modules_and_paths():
    """Return the source file of every module of the three folders."""
    paths = {}
    for path in sources(*ROOMS):
        parts = path.relative_to(ROOT).with_suffix("").parts
        paths[".".join(("starbalance", *(parts[:-1] if parts[-1] == "__init__" else parts)))] = path
    return paths


def modules():
    """Return the modules of the three folders that each of them imports."""
    paths = modules_and_paths()
    return {name: {each for each in imported(path) if each in paths} - {name} for name, path in paths.items()}


def test_imports_have_no_cycles():
    """Modules without imports among the remaining modules are removed repeatedly; only cycles would remain."""
    left = modules()
    while free := [name for name, needed in left.items() if not needed & left.keys()]:
        for name in free:
            del left[name]
    assert sorted(left) == []


@pytest.mark.parametrize("game", BUILT_IN, ids=[game.name for game in BUILT_IN])
def test_a_game_is_in_the_readme_and_has_its_studies(game):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert game.title in readme
    assert f"`{game.name}`" in readme or f" {game.name} " in readme
    studies = {path.stem for path in (ROOT / "analyses" / "studies").glob("*.toml")}
    assert {game.name, f"{game.name}-check"} <= studies


def calls(path):
    """Yield (last part of the name, keywords, arguments) of every call in a source file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) != "Image.open":  # images have no encoding
            name = ast.unparse(node.func).rpartition(".")[2]
            yield name, {each.arg for each in node.keywords}, [ast.unparse(each) for each in node.args]


def test_text_files_are_opened_in_utf_8():
    """Without an encoding, the locale of the machine chooses one."""
    calls_without_encoding = [
        f"{path.relative_to(ROOT)}: {name}({', '.join(arguments)})"
        for path in sources(*ROOMS, ".ci")
        if "tests" not in path.relative_to(ROOT).parts
        for name, keywords, arguments in calls(path)
        if "encoding" not in keywords and is_text_file(name, arguments)
    ]
    assert calls_without_encoding == []


def is_text_file(name, arguments):
    """Return whether a call opens a text file; `read_text` and `write_text` of `files` set the encoding."""
    if name in ("open", "fdopen"):
        return not any(re.fullmatch(r"'[rwax+]*b[rwax+]*'|os\.O_.*", each) for each in arguments)
    return len(arguments) == {"read_text": 0, "write_text": 1}.get(name)


def test_files_are_written_in_one_place():
    """Other writers could leave half of a file on a full disk; `lock` and `journal` append to existing files."""
    writers = {"write_bytes", "savefig", "to_csv", "to_parquet", "write_parquet", "write_csv", "copytree", "copyfile"}
    written = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in sources(*ROOMS)
        if "tests" not in path.relative_to(ROOT).parts
        for name, keywords, arguments in calls(path)
        if (name in writers and arguments) or (name == "write_text" and "encoding" in keywords)
    }
    assert written == {
        ("analyses/presentation/chart/file.py", "savefig"),  # a draft
        ("analyses/presentation/chart/file.py", "write_text"),
        ("analyses/presentation/chart/style.py", "savefig"),  # in memory
        ("analyses/presentation/document_files.py", "to_parquet"),  # a draft
        ("simulator/engine/files.py", "write_text"),
        ("simulator/engine/external.py", "write_bytes"),  # a draft
        ("simulator/runs/store.py", "write_bytes"),  # a draft
        ("simulator/runs/store.py", "write_parquet"),  # in memory
    }
