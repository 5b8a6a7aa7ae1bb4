"""Hostile inputs: one sentence each, exit code 2, and no file is left."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from starbalance.simulator.engine.external import new_game
from tests.soak.command import finish, start
from tests.soak.note import listed, table

GOOD = "run comet-chase --games 40 --seed 1"
REFUSED, FINE = 2, 0
LONGEST = 600  # characters of a refusal

NUMBERS = ("0", "-1", "many", "1e99", "nan", "''")
COUNTED = ("--games", "--players", "--seed", "--jobs", "--extend", "--max-games")
SHARES = ("--margin", "--alpha", "--max-truncated", "--temperature")
NAMES = {
    "run nowhere": "no game",
    "run ./file.txt": "a text file as game",
    "run ./folder": "an empty folder as game",
    "run ./wrong_game --games 4": "a game with a syntax error",
    "run ./stopped_game --games 4": "a game that ends the process",
    "run ./unsourced_game --games 4": "a game without a source for a number",
    f"{GOOD} --setup players9": "no setup",
    f"{GOOD} --strategies nobody": "no strategy",
    f"{GOOD} --strategies sensible,sensible,sensible,sensible,sensible,sensible,sensible": "too many strategies",
    f"{GOOD} --strategies search:sensible@0": "a search without playouts",
    f"{GOOD} --strategies search:@8": "a search without a base",
    f"{GOOD} --strategies sensible@hot": "a temperature in words",
    f"{GOOD} --strategies file.txt:nobody": "a text file as strategy",
    f"{GOOD} --strategies broken.py:mine": "a strategy file with a syntax error",
    f"{GOOD} --strategies raises.py:mine": "a strategy file that raises an error",
    f"{GOOD} --strategies missing.py:mine": "no strategy file",
    f"{GOOD} --variant missing.toml": "no variant",
    f"{GOOD} --variant file.txt": "a text file as variant",
    f"{GOOD} --variant folder": "a folder as variant",
    f"{GOOD} --variant bytes.toml": "bytes as variant",
    f"{GOOD} --variant list.toml": "a variant with a list",
    f"{GOOD} --set ships": "a change without a value",
    f"{GOOD} --set ships.Nothing.speed=3": "no component",
    f"{GOOD} --set switches.nothing=3": "no switch",
    f"{GOOD} --set =3": "a change without a path",
    f"{GOOD} --set switches.max_rounds=-5": "a switch out of its range",
    f"{GOOD} --set switches.max_rounds=many": "a switch in words",
    f"{GOOD} --skill high": "a skill in words",
    f"{GOOD} --backend cloud": "no backend",
    f"{GOOD} --scheduler tcp://localhost:1": "a scheduler without Dask",
    f"{GOOD} --format pdf": "no format",
    f"{GOOD} --until later": "no condition",
    f"{GOOD} --by colour --until decided": "no column",
    f"{GOOD} --out file.txt": "a file as folder of the run",
    f"{GOOD} --out file.txt/run": "a folder below a file",
    f"{GOOD} --out /proc/run": "a folder that cannot be written",
    f"{GOOD} --out run": "a folder with another run",
    "run comet-chase --out empty --resume": "no run to continue",
    "rates nowhere": "no run",
    "rates folder": "an empty folder as run",
    "rates run --by colour": "no column of the run",
    "rates run --where ship": "a condition without a value",
    "rates run --where ship=Nothing": "no level",
    "effects run --by colour": "no column of the model",
    "find run --where colour=red": "no column to find by",
    "why run Nothing": "no level to explain",
    "export run --rows planets": "no kind of rows",
    "export run --out file.txt/rows.csv": "rows below a file",
    "report run --out file.txt": "a file as folder of the report",
    "compare comet-chase --set switches.nothing=1": "no switch to compare",
    "sweep comet-chase --vary ships": "a sweep without values",
    "sensitivity comet-chase --numbers nothing.*": "no numbers",
    "balance comet-chase --numbers nothing.*": "no numbers to balance",
    "balance comet-chase --largest 99": "too many changes",
    "check comet-chase --within wide": "a limit in words",
    "play comet-chase --game -1": "no game to play",
    "play nowhere": "no game to play by this name",
    "show comet-chase nothing": "no part to show",
    "import missing.csv": "no plays",
    "import folder": "a folder as plays",
    "import bytes.csv": "bytes as plays",
    "import empty.csv": "an empty file as plays",
    "import header.csv": "plays with a header only",
    "import plays.csv --map colour=red": "no role",
    "agree run nowhere": "no plays to compare",
    "new-game comet-chase": "the name of a game that exists",
    "new-game 'two words'": "a name of two words",
    "strategy train comet-chase --budget 1": "a small budget",
    "strategy train comet-chase --out mine": "no file for the weights",
    "strategy league comet-chase --strategies nobody": "no pool",
    "strategy benchmark comet-chase nobody": "no strategy to measure",
    "strategy learn nowhere": "no game to learn",
    "check-game nowhere": "no game to check",
    "runs nowhere": "no folder of runs",
    "nothing": "no command",
    "run --nothing": "no option",
}
DAMAGES: dict[str, Callable[[Path], object]] = {
    "removed": lambda path: path.unlink(),
    "emptied": lambda path: path.write_bytes(b""),
    "cut in half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "filled with bytes": lambda path: path.write_bytes(bytes(range(256)) * 20),
    "replaced by a folder": lambda path: (path.unlink(), path.mkdir()),
}
GAMES = {
    "wrong_game": ("def options(", "def options(:"),
    "stopped_game": ("    return state.players[seat].points", "    exit(3)"),
    "unsourced_game": ('source="published"', 'source=""'),
}
PARTS = ("run.toml", "parts/games-00000.parquet", "parts/seats-00000.parquet", "parts/manifest-00000.json")
READERS = (
    "rates run",
    "effects run",
    "report run --out report",
    "run comet-chase --games 40 --seed 1 --out run --resume",
)
PLACES = {
    "ulimit -f 1;": ((REFUSED,), "a full disk"),
    "umask 0777;": ((FINE, REFUSED), "files that only the administrator may read"),
    "export HOME=/nowhere;": ((FINE,), "no home folder"),
    "unset HOME;": ((FINE,), "an unknown home folder"),
    "export STARBALANCE_CACHE=$PWD/file.txt;": ((REFUSED,), "a file as folder of compiled code"),
    "export LC_ALL=C PYTHONUTF8=0;": ((FINE,), "a terminal without Unicode"),
}


@dataclass(frozen=True)
class Case:
    """A hostile input.

    Attributes:
        title: What is wrong.
        line: The command line.
        codes: The exit codes that are right.
        before: Words of the shell before the command.
        spoil: Damages the folder.
    """

    title: str
    line: str
    codes: tuple[int, ...] = (REFUSED,)
    before: str = ""
    spoil: Callable[[Path], object] | None = None


def cases() -> Iterator[Case]:
    """Yield all hostile inputs."""
    yield from (Case(title, line) for line, title in NAMES.items())
    yield from (Case(title, f"{GOOD} --out new", codes, before) for before, (codes, title) in PLACES.items())
    for option, number in product((*COUNTED, *SHARES), NUMBERS):
        if (option, number) not in {("--seed", "0"), ("--temperature", "0"), ("--max-truncated", "0")}:
            yield Case(f"{option} {number}", f"{GOOD} --until decided {option} {number}")
    for part, (title, damage), line in product(PARTS, DAMAGES.items(), READERS):
        played_again = "--resume" in line
        left_out = "manifest" in part and title == "removed"  # the part counts as not played
        codes = (FINE, REFUSED) if played_again or left_out else (REFUSED,)
        yield Case(f"{part} {title}: {line.split()[0]}", line, codes, spoil=_spoiler(part, damage))


def trial_of_inputs(size: int, seed: int) -> tuple[str, int]:
    """Try the first `size` hostile inputs. Return the section of the note and the number of faults."""
    tried, faults = list(cases())[:size], []
    with tempfile.TemporaryDirectory() as folder:
        master = _prepared(Path(folder) / "master", seed)
        for number, case in enumerate(tried):
            place = Path(folder) / str(number)
            shutil.copytree(master, place)
            faults += [f"{case.title} (`{case.line}`): {fault}" for fault in _tried(case, place)]
            shutil.rmtree(place)
    text = (
        "Each input must be refused in one short message with exit code 2 and must leave no new file. A run that finds "
        "the disk full keeps its folder, to be continued."
    )
    return f"{text}\n\n{table(('inputs', 'faults'), [(len(tried), len(faults))])}\n\n{listed(faults)}", len(faults)


def _spoiler(part: str, damage: Callable[[Path], object]) -> Callable[[Path], object]:
    return lambda place: damage(place / "run" / part)


def _prepared(place: Path, seed: int) -> Path:
    """Fill a folder with a run and with files that are not what a command expects."""
    (place / "folder").mkdir(parents=True)
    texts = {"file.txt": "hello\n", "broken.py": "def mine(:\n", "raises.py": "raise RuntimeError('no')\n"}
    texts |= {"list.toml": "changes = [1, 2]\n", "empty.csv": "", "header.csv": "game,player,faction,score\n"}
    texts |= {"plays.csv": "game,player,faction,score\n1,Ada,Red,3\n1,Ben,Blue,4\n"}
    for name, text in texts.items():
        (place / name).write_text(text)
    for name in ("bytes.toml", "bytes.csv"):
        (place / name).write_bytes(bytes(range(256)))
    for name, (old, new) in GAMES.items():
        source = new_game(place / name, bare=True) / "__init__.py"
        source.write_text(source.read_text().replace(old, new))
    code, _, messages = finish(start(f"run comet-chase --games 40 --seed {seed} --out run", place))
    assert code == FINE, messages
    return place


def _tried(case: Case, place: Path) -> Iterator[str]:
    """Yield what is wrong with the answer to a hostile input."""
    if case.spoil:
        case.spoil(place)
    before = _names(place)
    code, output, messages = finish(start(case.line, place, case.before))
    if code not in case.codes:
        yield f"exit code {code}: {' '.join((messages or output).split())[-200:]}"
    if "Traceback" in messages + output:
        yield "a traceback"
    if code == REFUSED and not 0 < len(messages.strip()) < LONGEST:
        yield f"a refusal of {len(messages.strip())} characters"
    new = _names(place) - before
    if code == REFUSED and new and "ulimit" not in case.before:  # a run keeps its folder, to be continued
        yield f"new files: {', '.join(sorted(new)[:3])}"


def _names(place: Path) -> set[str]:
    """Return the paths of all files and folders except locks and caches."""
    return {
        os.path.relpath(os.path.join(folder, name), place)
        for folder, folders, files in os.walk(place)
        for name in (*folders, *files)
        if "__pycache__" not in folder and name not in (".lock", "__pycache__")
    }
