"""Text files in UTF-8, and atomic writing: a file is written completely or not at all."""

import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from starbalance.simulator.engine.errors import BadInput

DRAFT = ".draft"
_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}  # byte-order marks of other encodings


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file.

    Raises:
        BadInput: If the file cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {reason(error)}.") from None


def read_text(path: Path) -> str:
    """Return the text of a file in UTF-8, without its byte-order mark.

    Raises:
        BadInput: If the file cannot be read, or has another encoding.
    """
    content = read_bytes(path)
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
        BadInput: If the file cannot be written. It then keeps its previous content.
    """
    with replacing(path) as draft:
        draft.write_text(text, encoding="utf-8")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield the path of a draft, a file or a folder, which replaces `path` at the end of the context.

    The draft is removed if anything fails. A folder that a killed process has left as its draft is removed first. A
    device or a pipe is its own draft.

    Raises:
        BadInput: If the draft cannot be written.
    """
    if _is_stream(path):
        with writing(path):
            yield path
        return
    draft = path.with_name(path.name + DRAFT)
    try:
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(draft, ignore_errors=True)
            yield draft
            draft.replace(path)
    except BaseException:
        _remove(draft)
        raise


@contextmanager
def merging(folder: Path) -> Iterator[Path]:
    """Yield a draft folder. At the end of the context, each of its files replaces the file of its name in `folder`.

    Raises:
        BadInput: If a file cannot be written. If the draft is incomplete, no file of the folder has changed.
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
    """Turn an `OSError` in the body into the sentence that a path cannot be written.

    Raises:
        BadInput: If the body raises an `OSError`.
    """
    try:
        yield
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {reason(error)}.") from None


def check_writable(path: Path) -> None:
    """Check before long work that a file can be written, without writing it.

    Raises:
        BadInput: If the path is a folder, has no write permission, or lies below a path that is not a folder.
    """
    if path.is_dir():
        raise BadInput(f"{path} cannot be written: it is a folder.")
    nearest = next(each for each in (path, *path.absolute().parents) if each.exists())
    if nearest != path and not nearest.is_dir():
        raise BadInput(f"{path} cannot be written: {nearest} is not a folder.")
    if not os.access(nearest, os.W_OK):
        raise BadInput(f"{path} cannot be written: there is no permission to write to {nearest}.")


def reason(error: OSError) -> str:
    """Return the reason of an error of the operating system, without its number and path."""
    return error.strerror or re.sub(r"^\[Errno \d+\] ", "", str(error)) or type(error).__name__


def _is_stream(path: Path) -> bool:
    """Return whether a path is a device or a pipe, such as /dev/stdout."""
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
    with suppress(OSError):  # raised if the parent is not a folder
        draft.unlink(missing_ok=True)
