"""Kills: a command that is killed at a random moment and given again ends with the files of an undisturbed one."""

import os
import random
import signal
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import psutil
from distributed import LocalCluster

from tests.soak.command import finish, start
from tests.soak.note import listed, table

WORKERS = 2
PATIENCE = 60  # seconds until a worker counts as lost
SHOWN = 20  # kills between two lines of progress
WHOLE, PROCESS, WORKER = "the whole command", "one of its processes", "one worker of the cluster"
SHORT = "comet-chase --games 30000 --seed 9 --strategies pool --out run"
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
        kills: For each kill, whether the command had left something to continue.
    """

    title: str
    line: str
    again: str = ""
    kept: str = ""
    victim: str = WHOLE
    seconds: float = 0.0
    files: dict[str, bytes] = field(default_factory=dict)
    kills: list[bool] = field(default_factory=list)

    @property
    def is_on_cluster(self) -> bool:
        """Whether the command runs on the Dask cluster."""
        return "--scheduler" in self.line


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
        Job("balance", "balance comet-chase --games 100 --numbers 'ships.Tug.*' --largest 1"),
        Job("import", "import plays.csv --out plays"),
    ]


def trial_of_kills(size: int, seed: int) -> tuple[str, int]:
    """Kill `size` commands. Return the section of the note and the number of faults."""
    with LocalCluster(n_workers=WORKERS, processes=True, threads_per_worker=1, dashboard_address=":0") as cluster:
        tried = jobs(cluster.scheduler_address)
        for job in tried:
            _undisturbed(job)
        planned = [_Kill(job, seed, number, cluster) for number, job in zip(range(size), cycle(tried), strict=False)]
        # on the cluster one at a time, since a kill may hit a worker that all share
        pools = {True: ThreadPoolExecutor(1), False: ThreadPoolExecutor(os.cpu_count())}
        tasks = [pools[kill.job.is_on_cluster].submit(kill.faults) for kill in planned]
        try:
            for done, _ in enumerate(as_completed(tasks), 1):
                if done % SHOWN == 0:
                    print(f"{done} of {size} kills.", flush=True)
        except KeyboardInterrupt:
            print("Stopped. The kills so far are noted.", flush=True)
        for pool in pools.values():
            pool.shutdown(cancel_futures=True)
        faults = [fault for task in tasks if not task.cancelled() for fault in task.result()]
    text = (
        "Each command was killed with SIGKILL at a random moment and given again. Its files were then compared, byte "
        "by byte, with those of an undisturbed command. *Continued* counts the commands that had left files."
    )
    rows = [(job.title, len(job.kills), sum(job.kills), f"{job.seconds:.0f} s") for job in tried]
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


@dataclass(frozen=True)
class _Kill:
    """A command to start, to kill and to give again."""

    job: Job
    seed: int
    number: int
    cluster: LocalCluster

    def faults(self) -> list[str]:
        """Return a sentence for each difference from the undisturbed command."""
        job, dice = self.job, random.Random(f"{self.seed} {self.number}")
        if job.is_on_cluster:
            _complete(self.cluster)
        with tempfile.TemporaryDirectory() as folder:
            place, moment = _prepared(folder), dice.uniform(0.0, job.seconds)
            process = start(job.line, place)
            time.sleep(moment)
            _kill(_victims(job, process.pid, self.cluster), dice)
            code, _, messages = finish(process)
            files, end = _files(place), ""
            job.kills.append(len(files) > 1)
            if code and files != job.files:
                again = job.again if not job.kept or (place / job.kept / "run.toml").exists() else ""
                code, _, messages = finish(start(f"{job.line} {again}", place))
                files, end = _files(place), f"exit code {code}: {' '.join(messages.split())[-200:]}" if code else ""
        different = ", ".join(_differences(job.files, files)[:3])
        found = [end, f"other files: {different}" if different else ""]
        return [f"{job.title}, killed after {moment:.2f} s: {each}" for each in found if each]


def _complete(cluster: LocalCluster) -> None:
    """Wait for the workers of the cluster. Replace all if one does not start again: it was killed while it started."""
    try:
        cluster.wait_for_workers(WORKERS, timeout=PATIENCE)
    except TimeoutError:
        cluster.scale(0)
        while cluster.scheduler_info["workers"]:
            time.sleep(0.1)
        cluster.scale(WORKERS)
        cluster.wait_for_workers(WORKERS, timeout=PATIENCE)


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
