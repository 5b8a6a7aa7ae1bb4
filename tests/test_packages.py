"""The three folders install as one import package: every package below them is listed."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_package_is_installed():
    """A folder of sources that pyproject.toml does not list would be missing from a wheel."""
    setup = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {path.parent for room in ("simulator", "strategies", "analyses") for path in (ROOT / room).rglob("*.py")}
    front = ROOT / setup["package-dir"]["starbalance"]
    found = {".".join(("starbalance", *folder.relative_to(ROOT).parts)) for folder in folders - {front}}
    assert sorted(found | {"starbalance"}) == setup["packages"]
