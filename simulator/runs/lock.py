"""One writer at a time: a lock that the operating system takes back when its process ends, however it ends."""

import os
import platform
import sys
from pathlib import Path
from typing import IO

from starbalance.simulator.errors import BadInput

NAME = ".lock"
_BYTE = 1 << 30  # Windows locks bytes, and nobody reads this one


def lock(folder: Path) -> IO[str]:
    """Locks a folder until the file is closed. Raises BadInput, naming the process, where another writes to it."""
    file = (folder / NAME).open("a+", encoding="utf-8")
    try:
        _claim(file)
    except (BlockingIOError, PermissionError):
        file.seek(0)
        holder = file.read().strip() or "another process"
        file.close()
        raise BadInput(f"{folder} is being written by {holder}: wait for it, or choose another folder.") from None
    except OSError as error:
        file.close()
        raise BadInput(f"{folder} cannot be locked: {error.strerror or error}.") from None
    file.truncate(0)
    file.write(f"process {os.getpid()} on {platform.node()}")
    file.flush()
    return file


if sys.platform == "win32":
    import msvcrt

    def _claim(file: IO[str]) -> None:
        file.seek(_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _claim(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
