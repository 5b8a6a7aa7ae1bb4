"""The folder for compiled code: the order of candidates, and untrusted folders."""

import os
import stat
import subprocess
import sys

import pytest

from starbalance.simulator.engine.cache import cache_root
from starbalance.simulator.engine.errors import BadInput

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="the system has no POSIX permissions")


@pytest.fixture
def package(tmp_path, monkeypatch):
    """An installed package, and a user with a home folder and no settings."""
    (tmp_path / "home").mkdir()
    (tmp_path / "engine").mkdir()
    for name in ("STARBALANCE_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "engine"


def blocked(folder):
    """Create a file at the path of a folder, so that not even root can write there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("")


def test_the_first_writable_folder_is_used(package, tmp_path, monkeypatch):
    name = cache_root(package).name
    assert cache_root(package) == package / "__pycache__" / "kernels"
    (package / "__pycache__" / "kernels").rmdir()
    (package / "__pycache__").rmdir()
    blocked(package / "__pycache__")
    home = cache_root(package)
    assert home.parent == tmp_path / "home" / ".cache" / "starbalance" and home.name != name
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_root(package) == home
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_root(package) == tmp_path / "xdg" / "starbalance" / home.name
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    assert cache_root(package) == tmp_path / "numba" / home.name
    monkeypatch.setenv("STARBALANCE_CACHE", str(tmp_path / "chosen"))
    assert cache_root(package) == tmp_path / "chosen" / home.name
    assert stat.S_IMODE(cache_root(package).stat().st_mode) == 0o700


SHARED = """
import subprocess, sys
from pathlib import Path
from starbalance.simulator.engine.cache import cache_root
print(cache_root(Path({package!r})))
if len(sys.argv) == 1:
    words = [sys.executable, __file__, "child"]
    print(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
"""


def test_without_writable_folders_the_cache_is_temporary_and_shared_with_child_processes(package, tmp_path):
    """The child gets the folder from its environment and neither creates nor deletes one."""
    blocked(package / "__pycache__")
    (tmp_path / "tmp").mkdir()
    program = SHARED.format(package=str(package))
    environment = {"HOME": str(package / "__pycache__"), "TMPDIR": str(tmp_path / "tmp"), "PATH": os.environ["PATH"]}
    file = tmp_path / "program.py"
    file.write_text(program)
    done = subprocess.run([sys.executable, file], env=environment, capture_output=True, text=True, check=True)
    first, second = done.stdout.split()
    assert first == second and first.startswith(str(tmp_path / "tmp" / "starbalance-"))
    assert done.stderr.count("STARBALANCE_CACHE") == 1
    assert not list((tmp_path / "tmp").iterdir())


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o1777])
def test_a_folder_writable_by_other_users_is_not_used(package, tmp_path, monkeypatch, mode):
    monkeypatch.setenv("STARBALANCE_CACHE", str(tmp_path / "chosen"))
    folder = cache_root(package)
    folder.chmod(mode)
    with pytest.raises(
        BadInput, match=r"STARBALANCE_CACHE=.*chosen cannot keep compiled code: .* other users can write"
    ):
        cache_root(package)
    monkeypatch.delenv("STARBALANCE_CACHE")
    own = cache_root(package)
    own.chmod(mode)
    assert cache_root(package) == tmp_path / "home" / ".cache" / "starbalance" / folder.name
    package.chmod(mode)  # users with access to the cache can change the package too
    assert cache_root(package) == own


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can change the owner of a folder")
def test_a_folder_of_another_user_is_not_used(package, tmp_path, monkeypatch):
    own = cache_root(package)
    os.chown(own, 12345, -1)
    other = cache_root(package)
    assert other.parent == tmp_path / "home" / ".cache" / "starbalance"
    os.chown(package, 12345, -1)  # the package belongs to the same user
    assert cache_root(package) == own
    os.chown(own, 0, -1)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    os.chown(cache_root(package), 12345, -1)
    with pytest.raises(BadInput, match=r"NUMBA_CACHE_DIR=.* belongs to another user"):
        cache_root(package)


def test_a_chosen_folder_that_cannot_be_written_is_reported(tmp_path):
    blocked(tmp_path / "file")
    done = subprocess.run(
        [sys.executable, "-c", "from starbalance.analyses.cli import main; main()", "run", "4000-ad", "--games", "1"],
        env={**os.environ, "STARBALANCE_CACHE": str(tmp_path / "file")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "STARBALANCE_CACHE=" in done.stderr and "cannot keep compiled code" in done.stderr
