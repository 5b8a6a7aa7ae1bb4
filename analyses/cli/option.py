"""The options that commands share, each with one name and one help, and the readers of their values."""

import re
from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import typer

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs import amount
from starbalance.simulator.runs.amount import split
from starbalance.simulator.runs.options import options_of


def _reader(name: str, read: Callable[[Any, str], Any]) -> Callable[[Any], Any]:
    """Return the parser of options that take an amount, for typer, which names the option in its message."""

    def parse(value: Any) -> Any:
        try:
            return read(value, "")
        except BadInput as error:
            raise typer.BadParameter(str(error).strip()) from None

    parse.__name__ = name
    return parse


_VALUES = re.compile(r"(?<!\\),(?![^\[]*\])")  # commas in a list of TOML do not separate values
SHARE, COUNT = _reader("share", amount.share), _reader("count", amount.count)


def with_counts(parameters: Iterable[Parameter]) -> None:
    """Let every option of a command that takes a whole number read it as a count, such as 10k."""
    for hint in (each.annotation for each in parameters):
        kind, *about = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        if kind in (int, int | None):
            for info in about:
                info.parser, info.metavar = COUNT, info.metavar or "COUNT"


Format = Annotated[str, typer.Option("--format", help="How the table is printed: table, csv, json or markdown.")]


def _games() -> list[str]:
    """The names of games, for the shell to complete."""
    from starbalance.simulator.games import games

    return list(games())


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game, as `starbalance games` lists it, or its folder.", autocompletion=_games
    ),
]
Players = Annotated[int | None, typer.Option(help="Number of players.")]
SetupName = Annotated[str | None, typer.Option("--setup", help="Set-up, as `starbalance games` lists it.")]
Games = Annotated[int, typer.Option(help="Games of each run.")]
Seed = Annotated[int, typer.Option(help="Seed of all randomness; the same seed plays the same games.")]
Strategies = Annotated[
    str | None,
    typer.Option(
        help="One for all players, or one for each separated by commas, in the order of the set-up, not of the turns: "
        "names, path/to/file.py:name, "
        "path/to/weights.toml:name, NAME@TEMPERATURE, NAME-random-after:ROUND, NAME-greedy, or search:NAME@PLAYOUTS, "
        "which looks ahead (search:NAME@PLAYOUTS:believing=OTHER|pool|truth: whom it takes the others for), or pool: "
        "drawn at random per player and game from all but uniform. A comma in a path is written \\,. "
        "Default: sensible for every player."
    ),
]
Skill = Annotated[
    str | None,
    typer.Option(
        "--skill",
        help="Of a game whose players differ in skill: one number for all, or one for each separated by commas; drawn: "
        "for each player and game. Default: as its rules have it.",
    ),
]
Changes = Annotated[
    list[str] | None, typer.Option("--set", help="PATH=VALUE, one changed number or switch; may be repeated.")
]
Variant = Annotated[str | None, typer.Option(help="A named variant, or a TOML file with `changes`.")]
Temperature = Annotated[
    float | None, typer.Option(help="0: always the best option; higher: more random. Default: the strategy's own.")
]
Margin = Annotated[
    str, typer.Option(metavar="SHARE", help="Margin of the verdicts in percentage points: 2pp, 2% or 0.02.")
]
Alpha = Annotated[
    float,
    typer.Option(
        parser=SHARE,
        metavar="SHARE",
        help="Chance of a wrong verdict in the whole table; intervals are of level 1 - alpha.",
    ),
]
MaxTruncated = Annotated[
    float,
    typer.Option(
        parser=SHARE,
        metavar="SHARE",
        help="Verdicts are undecided if a larger share of the games was truncated by the round limit.",
    ),
]
GameOrRun = Annotated[
    str, typer.Argument(metavar="GAME|RUN", help="A game, or the folder of a run.", autocompletion=_games)
]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]
By = Annotated[str | None, typer.Option(help="Columns, separated by commas. Default: the headline factor.")]
Jobs = Annotated[int | None, typer.Option(help="Parallel jobs. Default: one per core.")]
Backend = Annotated[str, typer.Option(help="threads, processes, or dask.")]
Scheduler = Annotated[
    str | None, typer.Option(help="With --backend dask: the address of its scheduler, tcp://HOST:PORT.")
]
Chart = Annotated[Path | None, typer.Option(help="Also draw it: a .png, .svg or .pdf file.")]


def shared(function: Callable[..., Any]) -> list[Parameter]:
    """Return the parameters of a command, with the options that `**options: Unpack[...]` stands for.

    They stand behind the arguments of the command. An option that the command has itself is not repeated.
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
    """Return the name of a parameter and of the option that it declares."""
    written = [name for about in get_args(parameter.annotation)[1:] for name in about.param_decls or ()]
    return [parameter.name, *(name.removeprefix("--") for name in written)]


def read(function: Callable[..., Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a command line, with those of shared options as functions take them."""
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


def words(text: str | None) -> list[str] | None:
    """Return the words that commas separate. A comma inside a word is written as `\\,`."""
    return None if text is None else split(text)


def share(text: str | float) -> float:
    """Return a margin as a share: 0.02, 2% and 2pp are the same. Raises BadInput for other text."""
    from starbalance.analyses.statistics.verdict import margin_of

    return margin_of(text)


def columns(by: str | None, game: str) -> list[str]:
    """Return the columns of `--by`. Default: the headline factor of the game."""
    from starbalance.simulator.games import find_game

    return words(by) or [find_game(game).factor]


def limits(margin: str, alpha: float, max_truncated: float) -> dict[str, Any]:
    """Return the limits of verdicts as the arguments of a question."""
    return {"margin": share(margin), "alpha": alpha, "max_truncated": max_truncated}


def changes(texts: list[str] | None) -> dict[str, str]:
    """PATH=VALUE texts as a dictionary."""
    found = {}
    for each in texts or []:
        path, sign, value = each.partition("=")
        if not sign:
            raise BadInput(f"--set takes PATH=VALUE, such as switches.max_warps=3, not '{each}'.")
        found[path.strip()] = value.strip()
    return found


def values(texts: list[str]) -> dict[str, list[str]]:
    """PATH=VALUE,VALUE,... texts as a dictionary; commas within a list do not separate."""
    found: dict[str, list[str]] = {}
    for each in texts:
        path, sign, several = each.partition("=")
        if not sign or not path.strip():
            raise BadInput(f"--vary takes PATH=VALUE,VALUE,..., such as switches.max_warps=2,3,4, not '{each}'.")
        if path.strip() in found:
            raise BadInput(f"{path.strip()} is varied twice: write all its values in one --vary.")
        found[path.strip()] = [value.strip().replace("\\,", ",") for value in _VALUES.split(several)]
    return found


def parts(text: str | None) -> dict[str, float] | None:
    """Return NAME=PART as a dictionary. The part is a share: rounds=5% or rounds=0.05."""
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
