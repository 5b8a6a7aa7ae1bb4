"""Kills: a command that is killed at a random moment and given again ends with the files of an undisturbed one."""

import os
import random
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import psutil
from distributed import LocalCluster

from tests.soak.command import finish, start
from tests.soak.note import listed, table

WHOLE, PROCESS, WORKER = "the whole command", "one of its processes", "one worker of the cluster"
SHORT = "4000-ad --games 1500 --seed 9 --strategies pool --set switches.max_rounds=30 --out run"
PLAYS = "game,player,seat,faction,score\n" + "".join(
    f"{game},{name},{seat},{faction},{(7 * game + 3 * seat) % 11}\n"
    for game in range(1, 2001)
    for seat, (name, faction) in enumerate((("Ada", "Red"), ("Ben", "Blue")), 1)
)


@dataclass
class Job:
    """A command to kill.

    Attributes:
        title: Its name in the table.
        line: The command line.
        again: What is added to the command line to continue. Empty if the same command line continues.
        kept: The folder or file that the command needs to continue.
        victim: What is killed: the whole command, one of its processes, or one worker of the cluster.
        seconds: The time of an undisturbed command.
        files: The files of an undisturbed command, by path.
        kills: The number of kills.
        continued: How many of the killed commands had left something to continue.
    """

    title: str
    line: str
    again: str = ""
    kept: str = ""
    victim: str = WHOLE
    seconds: float = 0.0
    files: dict[str, bytes] = field(default_factory=dict)
    kills: int = 0
    continued: int = 0


def jobs(scheduler: str) -> list[Job]:
    """Return the commands.

    Args:
        scheduler: The address of the scheduler of a Dask cluster.
    """
    on_dask = f"run {SHORT} --backend dask --scheduler {scheduler}"
    in_processes = f"run {SHORT} --backend processes"
    trained, league = "strategy train comet-chase --budget 5000 --out w.toml:mine", "strategy league comet-chase"
    return [
        Job("run in threads", f"run {SHORT}", "--resume", "run"),
        Job("run in processes", in_processes, "--resume", "run"),
        Job(
            "run in processes, one of them killed",
            f"run {SHORT} --backend processes",
            "--resume",
            "run",
            victim=PROCESS,
        ),
        Job("run on Dask", on_dask, "--resume", "run"),
        Job("run on Dask, one worker killed", on_dask, "--resume", "run", victim=WORKER),
        Job("report", "report comet-chase --games 60 --out report"),
        Job("strategy train", trained, "--resume"),
        Job("strategy league", f"{league} --games 40 --budget 5000 --rounds 2 --starts 1 --out league", "--resume"),
        Job("balance", "balance comet-chase --games 400 --numbers 'ships.*' --largest 1"),
        Job("import", "import plays.csv --out plays"),
    ]


def trial_of_kills(size: int, seed: int) -> tuple[str, int]:
    """Kill `size` commands. Return the section of the note and the number of faults."""
    dice, faults = random.Random(seed), []
    with LocalCluster(n_workers=2, processes=True, threads_per_worker=1, dashboard_address=":0") as cluster:
        tried = jobs(cluster.scheduler_address)
        for job in tried:
            _undisturbed(job)
        for job, _ in zip(cycle(tried), range(size), strict=False):
            faults += [f"{job.title}: {fault}" for fault in _killed(job, dice, cluster)]
    text = (
        "Each command was killed with SIGKILL at a random moment and given again. Its files were then compared, byte "
        "by byte, with those of an undisturbed command. *Continued* counts the commands that had left files."
    )
    rows = [(job.title, job.kills, job.continued, f"{job.seconds:.0f} s") for job in tried]
    columns = ("command", "kills", "continued", "time without a kill")
    return f"{text}\n\n{table(columns, rows)}\n\n{listed(faults)}", len(faults)


def _undisturbed(job: Job) -> None:
    """Run a command twice: the first compiles, the second is measured."""
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            place = _prepared(folder)
            begun = time.monotonic()
            code, _, messages = finish(start(job.line, place))
            assert code == 0, f"{job.line}: {messages}"
            job.seconds, job.files = time.monotonic() - begun, _files(place)


def _killed(job: Job, dice: random.Random, cluster: LocalCluster) -> Iterator[str]:
    """Kill a command and give it again. Yield a sentence if its result is another one."""
    with tempfile.TemporaryDirectory() as folder:
        place = _prepared(folder)
        process, moment = start(job.line, place), dice.uniform(0.0, job.seconds)
        time.sleep(moment)
        _kill(_victims(job, process.pid, cluster), dice)
        code, _, messages = finish(process)
        job.kills += 1
        files = _files(place)
        job.continued += len(files) > 1
        if code and files != job.files:
            again = job.again if not job.kept or (place / job.kept / "run.toml").exists() else ""
            code, _, messages = finish(start(f"{job.line} {again}", place))
            files = _files(place)
            if code:
                yield f"killed after {moment:.2f} s, then exit code {code}: {' '.join(messages.split())[-200:]}"
        if different := _differences(job.files, files):
            yield f"killed after {moment:.2f} s, then other files: {', '.join(different[:3])}"


def _prepared(folder: str) -> Path:
    place = Path(folder)
    (place / "plays.csv").write_text(PLAYS)
    return place


def _victims(job: Job, pid: int, cluster: LocalCluster) -> list[list[int]]:
    """Return the groups of processes of which one is killed."""
    if job.victim == WORKER:
        return [[nanny.pid] for nanny in cluster.workers.values()]
    with suppress(psutil.NoSuchProcess):
        started = [child.pid for child in psutil.Process(pid).children(recursive=True)]
        return [[each] for each in started] if job.victim == PROCESS else [[pid, *started]]
    return []


def _kill(victims: list[list[int]], dice: random.Random) -> None:
    for pid in dice.choice(victims) if victims else ():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _files(place: Path) -> dict[str, bytes]:
    """Return the contents of all files except locks, by path."""
    return {
        str(path.relative_to(place)): path.read_bytes()
        for path in sorted(place.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def _differences(wanted: dict[str, bytes], found: dict[str, bytes]) -> list[str]:
    return sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))
