"""The options that several commands share, and the functions that read their values."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

import typer

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs import amount
from starbalance.simulator.runs.amount import split
from starbalance.simulator.runs.options import options_of

if TYPE_CHECKING:
    from starbalance.simulator.runs.result import Result


def _reader(name: str, read: Callable[[Any, str], Any]) -> Callable[[Any], Any]:
    """Return a parser for options that take an amount. Typer adds the name of the option to its messages."""

    def parse(value: Any) -> Any:
        try:
            return read(value, "")
        except BadInput as error:
            raise typer.BadParameter(str(error).strip()) from None

    parse.__name__ = name
    return parse


_VALUES = re.compile(r"(?<!\\),(?![^\[]*\])")  # commas inside a TOML list do not separate values
SHARE, COUNT = _reader("share", amount.share), _reader("count", amount.count)


def with_counts(parameters: Iterable[Parameter]) -> None:
    """Let every option with a whole number also accept a count such as 10k."""
    for hint in (each.annotation for each in parameters):
        kind, *about = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        if kind in (int, int | None):
            for info in about:
                info.parser, info.metavar = COUNT, info.metavar or "COUNT"


Format = Annotated[str, typer.Option("--format", help="Format of the output: table, csv, json or markdown.")]


def _games() -> list[str]:
    """Return the names of games for the completion of the shell."""
    from starbalance.simulator.games import games

    return list(games())


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="Name of a game (see `starbalance games`) or its folder.", autocompletion=_games
    ),
]
Players = Annotated[int | None, typer.Option(help="Number of players. Default: the first setup of the game.")]
SetupName = Annotated[
    str | None, typer.Option("--setup", help="Setup (see `starbalance games`). Default: the first one that fits.")
]
Games = Annotated[int, typer.Option(help="Games per run.")]
Seed = Annotated[int, typer.Option(help="Random seed. The same seed plays the same games.")]
Strategies = Annotated[
    str | None,
    typer.Option(help="One strategy for all players, one per player, or pool. Default: sensible."),
]
Skill = Annotated[
    str | None,
    typer.Option(
        "--skill",
        help="One skill for all players, one per player, or drawn. Default: by the rules.",
    ),
]
Changes = Annotated[
    list[str] | None, typer.Option("--set", help="PATH=VALUE: a changed number or switch. Repeat it for more.")
]
Variant = Annotated[str | None, typer.Option(help="Name of a variant, a TOML file with `changes`, or a CSV file.")]
Temperature = Annotated[
    float | None, typer.Option(help="0 plays the best option; higher is more random. Default: by strategy.")
]
Margin = Annotated[str, typer.Option(metavar="SHARE", help="Margin of the verdicts: 2pp, 2% or 0.02.")]
RunMargin = Annotated[
    str | None,
    typer.Option(
        "--margin", metavar="SHARE", help="Margin of the verdicts: 2pp, 2% or 0.02. Default: by the run, or 2pp."
    ),
]
Alpha = Annotated[
    float,
    typer.Option(
        parser=SHARE,
        metavar="SHARE",
        help="Family-wise error probability of the table. Intervals: 1 - alpha.",
    ),
]
MaxTruncated = Annotated[
    float,
    typer.Option(
        parser=SHARE,
        metavar="SHARE",
        help="Largest share of truncated games for which verdicts are given.",
    ),
]
GameOrRun = Annotated[
    str, typer.Argument(metavar="GAME|RUN", help="Name or folder of a game, or folder of a run.", autocompletion=_games)
]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.")]
By = Annotated[
    list[str] | None, typer.Option(help="Columns, separated by commas, or repeat it. Default: the main factor.")
]
Where = Annotated[
    str | None,
    typer.Option(help='Only games in which a seat meets this condition: "race=Peacenims".'),
]
Jobs = Annotated[int | None, typer.Option(help="Number of parallel jobs. Default: one per core.")]
Backend = Annotated[str, typer.Option(help="Parallel backend: threads, processes or dask.")]
Scheduler = Annotated[str | None, typer.Option(help="Address of the scheduler for --backend dask: tcp://HOST:PORT.")]
Chart = Annotated[Path | None, typer.Option(help="Also draw a chart to this .png, .svg or .pdf file.")]


def shared(function: Callable[..., Any]) -> list[Parameter]:
    """Return the parameters of a command, with the shared options that `**options: Unpack[...]` represents.

    Shared options come after the arguments of the command. An option that the command declares is not repeated.
    """
    own = [each for each in signature(function).parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
    known = {name for each in own for name in _names(each)}
    options = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=_DEFAULTS.get(name), annotation=hint)
        for name, hint in _SHARED.items()
        if name in options_of(function) and name not in known
    ]
    place = next((i for i, each in enumerate(own) if each.default is not Parameter.empty), len(own))
    own = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in own]
    return [*own[:place], *options, *own[place:]]


def _names(parameter: Parameter) -> list[str]:
    """Return the name of a parameter and the names of its option, without dashes."""
    abouts = get_args(parameter.annotation)[1:]
    # typer keeps the first name in `default`
    written = [name for about in abouts for name in (about.default, *(about.param_decls or ()))]
    return [parameter.name, *(name.removeprefix("--") for name in written if isinstance(name, str))]


def read(function: Callable[..., Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a command line, with shared options converted to arguments of functions."""
    read = {name: reader for name, reader in _READERS.items() if name not in signature(function).parameters}
    return {name: read[name](value) if name in read else value for name, value in values.items()}


def refuse(context: typer.Context, names: Iterable[str], reason: str) -> None:
    """Raise BadInput if the command line has one of some options.

    Args:
        context: The command line.
        names: Names of the options as parameters of the command.
        reason: The rest of the sentence that begins with the option, such as "belongs to --plan.".
    """
    for each in context.command.params:
        source = context.get_parameter_source(each.name or "")
        if each.name in names and source is not None and source.name == "COMMANDLINE":
            raise BadInput(f"{each.opts[0]} {reason}")


def check_shown(format: str, chart: Path | None = None) -> None:
    """Raise BadInput for an unknown format or kind of chart file, before any work."""
    from starbalance.analyses.presentation.table import check_format

    check_format(format)
    if chart is not None:
        from starbalance.analyses.presentation.chart import check_path

        check_path(chart)


def words(text: str | Sequence[str] | None) -> list[str] | None:
    r"""Return the words that commas separate, or `None` without a text. A comma inside a word is written as `\,`.

    Args:
        text: The text of an option, or the texts of an option that may be repeated.
    """
    if text is None:
        return None
    return [word for each in ([text] if isinstance(text, str) else text) for word in split(each)]


def share(text: str | float) -> float:
    """Return a margin as a share: 0.02, 2% and 2pp are equal.

    Raises:
        BadInput: If the text has another form.
    """
    from starbalance.analyses.statistics.verdict import margin_of

    return margin_of(text)


def columns(by: Sequence[str] | None, game: str) -> list[str]:
    """Return the columns of `--by`. Default: the main factor of the game."""
    from starbalance.simulator.games import find_game

    return words(by) or [find_game(game).factor]


def margin_for(margin: str | None, *runs: "Result") -> float:
    """Return a margin as a share. `None` means the margin of the runs, or the default margin without a run."""
    from starbalance.analyses.questions.rates import margin_of_run

    return margin_of_run(*runs) if margin is None else share(margin)


def limits(margin: str | None, alpha: float, max_truncated: float, *runs: "Result") -> dict[str, Any]:
    """Return the limits of verdicts as the arguments of a question, which is on `runs` or plays its own games."""
    return {"margin": margin_for(margin, *runs), "alpha": alpha, "max_truncated": max_truncated}


def changes(texts: list[str] | None) -> dict[str, str]:
    """Return texts PATH=VALUE as a dictionary.

    Raises:
        BadInput: If a text has another form, or a path occurs twice.
    """
    result: dict[str, str] = {}
    for each in texts or []:
        path, sign, value = each.partition("=")
        if not sign:
            raise BadInput(f"--set takes PATH=VALUE, such as switches.max_warps=3, got '{each}'.")
        if path.strip() in result:
            raise BadInput(f"{path.strip()} occurs twice: give it one value.")
        result[path.strip()] = value.strip()
    return result


def values(texts: list[str]) -> dict[str, list[str]]:
    """Return texts PATH=VALUE,VALUE,... as a dictionary. Commas inside a list do not separate values.

    Raises:
        BadInput: If a text has another form, or a path occurs twice.
    """
    result: dict[str, list[str]] = {}
    for each in texts:
        path, sign, several = each.partition("=")
        if not sign or not path.strip():
            raise BadInput(f"--vary takes PATH=VALUE,VALUE,..., such as switches.max_warps=2,3,4, got '{each}'.")
        if path.strip() in result:
            raise BadInput(f"{path.strip()} occurs twice: write all its values in one --vary.")
        result[path.strip()] = [value.strip().replace("\\,", ",") for value in _VALUES.split(several)]
    return result


def parts(text: str | None) -> dict[str, float] | None:
    """Return a text NAME=PART as a dictionary. The part is a share, such as rounds=5% or rounds=0.05.

    Raises:
        BadInput: If the text has another form.
    """
    if text is None:
        return None
    name, _, part = text.partition("=")
    try:
        return {name.strip(): amount.share(part, "--keep")}
    except BadInput:
        raise BadInput(f"--keep takes a quantity and a share, such as rounds=5%, got '{text}'.") from None


_READERS: Mapping[str, Callable[[Any], Any]] = {"set": changes, "skill": words, "strategies": words}
_DEFAULTS = {"seed": 0, "backend": "threads"}
_SHARED = {
    "players": Players,
    "setup": SetupName,
    "strategies": Strategies,
    "skill": Skill,
    "set": Changes,
    "variant": Variant,
    "temperature": Temperature,
    "seed": Seed,
    "jobs": Jobs,
    "backend": Backend,
    "scheduler": Scheduler,
}
