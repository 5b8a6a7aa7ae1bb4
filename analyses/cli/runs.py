"""The command that lists the runs in a folder, removes them, and names them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import Format
from starbalance.simulator.engine.errors import BadInput

if TYPE_CHECKING:
    from pandas import DataFrame

Folders = Annotated[
    list[Path] | None,
    typer.Argument(metavar="FOLDER", help="Folder of runs or of a run. Default: runs."),
]
Remove = Annotated[bool, typer.Option("--remove", help="Remove these runs.")]
Yes = Annotated[bool, typer.Option("--yes", help="Remove without a question.")]
Name = Annotated[str | None, typer.Option(help="Give this run another name.")]


@shell.command(shell.LOOK)
def runs(
    context: typer.Context,
    folders: Folders = None,
    remove: Remove = False,
    yes: Yes = False,
    name: Name = None,
    format: Format = "table",
) -> None:
    """List runs with their games, size and age, remove runs, or name a run."""
    option.check_shown(format)
    if not remove:
        option.refuse(context, ("yes",), "belongs to --remove.")
    if remove and name is not None:
        raise BadInput("--name does not work with --remove: leave one of them out.")
    if remove:
        _remove(folders or [], yes)
    elif name is not None:
        _name(folders or [], name)
    else:
        from starbalance.simulator.runs.settings import RUNS

        for folder in folders or [RUNS]:
            _list(folder, format)


def _list(place: Path, format: str) -> None:
    from starbalance.analyses.questions.runs import runs

    with shell.progress("runs") as progress:
        table = runs(place, progress=progress)
    shell.show(_readable(table) if format in ("table", "markdown") else table, format)
    if format == "table":
        from starbalance.simulator.engine.wording import counted

        typer.echo(f"{place} has {counted(table['runs'].sum(), 'run')} with {_size(table['size'].sum())}.")


def _readable(table: "DataFrame") -> "DataFrame":
    """Return the table for people, with sizes and ages in words."""
    return table.assign(size=table["size"].map(_size), age=table["age"].map(_age))


def _size(size: float) -> str:
    """Return a number of bytes in kilobytes, megabytes or gigabytes."""
    power = next((power for power in (3, 2) if size >= 1000**power), 1)
    return f"{size / 1000**power:.1f} {' kMG'[power]}B"


def _age(days: float) -> str:
    """Return a number of days in minutes, hours or days."""
    from starbalance.simulator.engine.wording import counted

    if days >= 2:
        return counted(int(days), "day")
    return counted(int(24 * days), "hour") if 24 * days >= 2 else counted(int(24 * 60 * days), "minute")


def _remove(folders: list[Path], is_sure: bool) -> None:
    """Remove runs, after a question."""
    from starbalance.analyses.questions.runs import remove_runs, runs_in

    if not folders:
        raise BadInput("--remove needs the folders of runs, such as `starbalance runs runs/tour --remove`.")
    count = sum(len(runs_in(each)) for each in folders)
    if count and not is_sure:
        _confirm(f"Remove {' and '.join(map(str, folders))} ({count} {'runs' if count > 1 else 'run'})?")
    remove_runs(folders)
    typer.echo(f"Removed {' and '.join(map(str, folders))}.")


def _confirm(question: str) -> None:
    """Ask a question, and raise BadInput unless the answer is yes."""
    try:
        is_sure = typer.confirm(question, err=True)
    except typer.Abort:
        is_sure = False
    if not is_sure:
        raise BadInput("Nothing is removed. Answer y, or add --yes.")


def _name(folders: list[Path], name: str) -> None:
    from starbalance.analyses.questions.runs import name_run

    if len(folders) != 1:
        raise BadInput(f"--name needs the folder of one run, got {len(folders)}.")
    typer.echo(f"The run is in {name_run(folders[0], name)}.")
