"""Text files in UTF-8, and files that are written completely or not at all."""

import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from starbalance.simulator.engine.errors import BadInput

DRAFT = ".draft"
_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}  # the first bytes of files in other encodings


def read_text(path: Path) -> str:
    """Return the text of a file in UTF-8, without its byte-order mark.

    Raises:
        BadInput: if the file cannot be read, or has another encoding.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {reason(error)}.") from None
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        encoding = _MARKS.get(content[:2])
        line = content[: error.start].count(b"\n") + 1
        problem = f"is in {encoding}" if encoding else f"is not in UTF-8 (line {line})"
        raise BadInput(f"{path} {problem}: save it as a text file in UTF-8.") from None


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8.

    Raises:
        BadInput: if it cannot be written. The file is then what it was before.
    """
    with replacing(path) as draft:
        draft.write_text(text, encoding="utf-8")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a draft, a file or a folder to write, which takes the place of `path` at the end.

    The draft is removed if anything fails. A device or a pipe is its own draft.

    Raises:
        BadInput: if the draft cannot be written.
    """
    if _is_stream(path):
        with writing(path):
            yield path
        return
    draft = path.with_name(path.name + DRAFT)
    try:
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            yield draft
            draft.replace(path)
    except BaseException:
        _remove(draft)
        raise


@contextmanager
def merging(folder: Path) -> Iterator[Path]:
    """Yield a draft folder. At the end, each of its files takes the place of the file of this name in `folder`.

    Raises:
        BadInput: if a file cannot be written. No file of the folder has changed if the draft was incomplete.
    """
    is_new, draft = not folder.exists(), folder / DRAFT
    try:
        with writing(folder):
            _remove(draft)
            draft.mkdir(parents=True)
            yield draft
            _move(draft, folder)
    except BaseException:
        _remove(folder if is_new else draft)
        raise
    _remove(draft)


def _move(draft: Path, folder: Path) -> None:
    """Move the files of a draft to their places in a folder."""
    for file in sorted(path for path in draft.rglob("*") if path.is_file()):
        target = folder / file.relative_to(draft)
        target.parent.mkdir(parents=True, exist_ok=True)
        file.replace(target)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Report in one sentence that a file or a folder cannot be written.

    Raises:
        BadInput: for an `OSError` in the body.
    """
    try:
        yield
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {reason(error)}.") from None


def check_writable(path: Path) -> None:
    """Check before long work that a file can be written, without writing it.

    Raises:
        BadInput: if it is a folder, or may not be written, or its folder cannot be made.
    """
    if path.is_dir():
        raise BadInput(f"{path} cannot be written: it is a folder.")
    there = next(each for each in (path, *path.absolute().parents) if each.exists())
    if there != path and not there.is_dir():
        raise BadInput(f"{path} cannot be written: {there} is not a folder.")
    if not os.access(there, os.W_OK):
        raise BadInput(f"{path} cannot be written: {there} may not be written to.")


def reason(error: OSError) -> str:
    """Return why a file cannot be read or written, without its number and path."""
    return error.strerror or re.sub(r"^\[Errno \d+\] ", "", str(error)) or type(error).__name__


def _is_stream(path: Path) -> bool:
    """Return whether a path names a device or a pipe, such as /dev/stdout."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _remove(draft: Path) -> None:
    """Remove a draft, if it exists."""
    if draft.is_dir() and not draft.is_symlink():
        shutil.rmtree(draft, ignore_errors=True)
        return
    with suppress(OSError):  # where its folder is not a folder
        draft.unlink(missing_ok=True)
