"""A lock for one writer of a folder. The operating system releases it when the process ends in any way."""

import os
import platform
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import writing

NAME = ".lock"
_BYTE = 1 << 30  # Windows locks bytes; no process reads this one


def lock(folder: Path) -> IO[str]:
    """Lock a folder until the file that is returned is closed.

    Raises:
        BadInput: If another process writes to the folder (the message names it), or the lock cannot be written.
    """
    with writing(folder / NAME):
        file = (folder / NAME).open("a+", encoding="utf-8")
    try:
        _claim(file)
    except (BlockingIOError, PermissionError):
        file.seek(0)
        holder = file.read().strip() or "another process"
        file.close()
        raise BadInput(f"{folder} is being written by {holder}. Wait for it, or choose another folder.") from None
    except OSError as error:
        file.close()
        raise BadInput(f"{folder} cannot be locked: {error.strerror or error}.") from None
    _sign(file)
    return file


def _sign(file: IO[str]) -> None:
    """Write the name of the process into its lock. If the disk is full, the lock holds without a name."""
    with suppress(OSError):
        file.truncate(0)
        os.write(file.fileno(), f"process {os.getpid()} on {platform.node()}".encode())


if sys.platform == "win32":
    import msvcrt

    def _claim(file: IO[str]) -> None:
        file.seek(_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _claim(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
