"""Commands of the product, run as a user does: each in its own process and folder."""

import os
import signal
import subprocess
import sys
from pathlib import Path

LIMIT = 600  # seconds after which a command counts as hanging
HANGING = -1  # its exit code


def start(line: str, folder: Path, before: str = "") -> subprocess.Popen[str]:
    """Start a command in a folder, in a process group of its own, after the words `before` of the shell."""
    program = ["bash", "-c", f"{before} exec {sys.executable} -m starbalance {line}"]
    pipe = subprocess.PIPE
    return subprocess.Popen(program, cwd=folder, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for a command. Return its exit code, its output and its messages. A command that hangs is killed."""
    try:
        output, messages = process.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, messages = process.communicate()
        return HANGING, output, f"no end after {LIMIT} s; {messages}"
    return process.returncode, output, messages
