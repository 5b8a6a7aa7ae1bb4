"""Commands that show games: their parts, one game as a log, and the games behind a number."""

import re
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Unpack

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Changes,
    Chart,
    Format,
    GameName,
    Players,
    RunFolder,
    SetupName,
    Variant,
)
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.runs.options import ExperimentOptions

if TYPE_CHECKING:
    from starbalance.simulator.runs.result import Result

_WORDS = re.compile(r"[^\W_]+")
_COMPONENTS = "components"
WHAT = (_COMPONENTS, "strategies", "variants", "switches", "columns", "rules", "clause", "board")
_SHOWN = 3  # changes of a variant that are shown to people, if there are many
_BOARD_ONLY = ("players", "setup", "chart")


@shell.command(shell.LOOK)
def games(
    folder: Annotated[
        list[str] | None, typer.Argument(help="Folders of games. Default: built-in and installed games.")
    ] = None,
    format: Format = "table",
) -> None:
    """List the games with their main factor, shared components, assumed data and setups."""
    from starbalance.simulator.engine.tables import assumed_share
    from starbalance.simulator.games import find_game, games

    rows = [
        {
            "game": game.name,
            "factor": game.factor,
            "drawn": game.draws or "nothing",
            "assumed": f"{100 * assumed_share(game):.0f}%",
            "setups": ", ".join(f"{each.name} ({each.players})" for each in game.setups),
        }
        for game in (map(find_game, folder) if folder else games().values())
    ]
    shell.show(rows, format)


@shell.command(shell.LOOK)
def show(
    context: typer.Context,
    game: GameName,
    what: Annotated[
        str,
        typer.Argument(help="components, strategies, variants, switches, columns, rules, clause, board."),
    ] = "components",
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Words of the listed entries, or the id of a clause."),
    ] = None,
    variant: Variant = None,
    players: Players = None,
    setup: SetupName = None,
    set_: Changes = None,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Show the components, strategies, variants, switches, columns, rules or board of a game.

    Only a game in which players flick ships has a board. --variant and --set change components, switches and the board.
    --players, --setup and --chart belong to the board.
    """
    from starbalance.analyses.presentation.truncation_text import PEOPLE
    from starbalance.simulator.engine import tables
    from starbalance.simulator.games import find_game

    shown_game, filters = find_game(game), words or []
    if what == "board":
        where = {"setup": setup, "players": players, "set": option.changes(set_), "variant": variant}
        _show_board(game, where, chart, format)
        return
    option.refuse(context, _BOARD_ONLY, "belongs to `show GAME board`.")
    if what not in WHAT:
        what, filters = _COMPONENTS, [what, *filters]
    if (what == "clause" and not filters) or (what == "rules" and filters):
        raise BadInput("`show GAME clause` takes an id such as 2.1, or words; `show GAME rules` shows all rules.")
    if what in (_COMPONENTS, "switches"):
        rows = _with_words(_values(shown_game, what, {"variant": variant, "set": option.changes(set_)}), filters)
        if not rows:
            others = f"`starbalance show {game} {'switches' if what == _COMPONENTS else 'rules'}`"
            shell.notify(f"{shown_game.title} has no {what}. Try {others}.")
        shell.show(rows, format)
    elif variant is not None or set_:
        name = "--set" if variant is None else "--variant"
        raise BadInput(f"{name} changes components and switches, not {what}: leave it out.")
    elif what == "clause":
        _show_clauses(game, " ".join(filters), format)
    elif what == "rules":
        typer.echo(_rulebook(shown_game))
    else:
        rows = _with_words(_ASIDE[what](shown_game), filters)
        if what == "variants" and format in PEOPLE:
            known = tables.variants(shown_game)
            rows = [{**row, "changes": _changes(known[row["variant"]], _SHOWN)} for row in rows]
        shell.show(rows, format)


def _show_board(game: str, where: Mapping[str, Any], path: Path | None, format: str) -> None:
    """Print the discs of a board, and draw it if a file is given."""
    from starbalance.analyses.questions.board import board
    from starbalance.simulator.games import find_game

    option.check_shown(format, path)
    table = board(game, **where)
    shell.show(table, format)
    if path is not None:
        from starbalance.analyses.presentation import chart

        chart.save(chart.board(table, f"{find_game(game).title}: the board"), path)


def _with_words(rows: list[dict[str, Any]], words: list[str]) -> list[dict[str, Any]]:
    """Return the rows of the entries that have all words, the best matches first.

    An entry is all rows whose paths begin with the same parts.

    Raises:
        BadInput: If no entry has the words.
    """
    texts: dict[str, str] = {}
    for row in rows:
        texts[_entry(row)] = f"{texts.get(_entry(row), '')} {' '.join(map(str, row.values()))}".lower()
    wanted = [word.lower() for word in words]
    matches = [row for row in rows if all(word in texts[_entry(row)] for word in wanted)]
    if words and not matches:
        raise unknown("part of a game", " ".join(words), [*WHAT, *_names(rows)])
    return sorted(matches, key=lambda row: _distance(_entry(row), texts[_entry(row)], wanted))


def _distance(entry: str, text: str, words: list[str]) -> int:
    """Return the distance of an entry from some words: 0 if they are its name, 4 if one is inside a longer word."""
    name = _WORDS.findall(entry.rpartition(".")[2].lower())
    if words and name == _WORDS.findall(" ".join(words)):
        return 0
    parts = _WORDS.findall(text)
    return max((_place(word, name, parts) for word in words), default=0)


def _place(word: str, name: list[str], parts: list[str]) -> int:
    """Return 1 if a word is in the name of an entry, 2 if elsewhere, 3 if it only starts a word, else 4."""
    whole = _WORDS.findall(word)
    if set(whole) <= set(name):
        return 1
    if set(whole) <= set(parts):
        return 2
    return 3 if any(part.startswith(word) for part in parts) else 4


def _entry(row: Mapping[str, Any]) -> str:
    """Return the subject of a row: the path of a component without its last part, or another name."""
    path = str(row.get("column", next(iter(row.values()))))
    return path if path.startswith("switches.") else path.rpartition(".")[0] or path


def _names(rows: list[dict[str, Any]]) -> list[str]:
    """Return the last part of the path of each entry, each once."""
    return list(dict.fromkeys(_entry(row).rpartition(".")[2] for row in rows))


def _show_clauses(game: str, query: str, format: str) -> None:
    """Print one clause with its rulings, switches, code and tests, or a line for each of several clauses."""
    from starbalance.analyses.presentation.table import check_format
    from starbalance.analyses.questions.clause import clause

    check_format(format)
    clauses = clause(game, query, notify=typer.echo if format == "table" else shell.notify)
    if len(clauses) > 1:
        shell.show([{"clause": each.id, "chapter": each.chapter, "rule": each.text} for each in clauses], format)
    elif format != "table":
        shell.show(
            [{"about": about, "text": text} for about, texts in _about(game, clauses[0]) for text in texts], format
        )
    else:
        for about, texts in _about(game, clauses[0]):
            typer.echo(f"{about}:")
            for text in texts:
                typer.echo(f"  {text}")


def _about(game: str, found: Any) -> list[tuple[str, tuple[str, ...]]]:
    """Return (heading, texts) for each kind of text about a clause. Kinds without texts have a text that says so."""
    tests = (_without_tests(game),) if found.tests is None else found.tests
    return [
        (f"{found.id}, {found.chapter}", (found.text,)),
        ("Rulings and examples", found.rulings or ("none",)),
        ("Switches", found.switches or ("none",)),
        ("Code", found.code or ("no docstring has this id",)),
        ("Tests", tests or ("none",)),
    ]


def _without_tests(game: str) -> str:
    """Return a sentence on why a game has no tests."""
    from starbalance.simulator.games import find_game

    shown_game = find_game(game)
    if shown_game.is_built_in:
        return "the tests are not part of the installed package: see tests/ in the repository"
    return f"none: the folder {shown_game.folder / 'tests'} does not exist, and there is no other folder of tests"


def _values(game: Any, what: str, changes: Mapping[str, Any]) -> list[dict[str, Any]]:
    from starbalance.simulator.engine import tables

    switches = what == "switches"
    rows, rules = [], tables.load(game, **changes)
    for each in tables.values(rules.document):
        if each.path.startswith("switches.") == switches:
            row = {"path": each.path, "value": each.value, "source": each.source}
            rows.append({**row, "takes": _range(each.entry), "note": each.entry.get("note", "")} if switches else row)
    if switches:
        return rows
    return rows + [
        {"path": f"{path}.condition", "value": words, "source": ""} for path, words in game.conditions(rules).items()
    ]


def _range(entry: Mapping[str, Any]) -> str:
    """Return the allowed values of a switch in words: its choices, its least and largest value, or `true, false`."""
    if "choices" in entry:
        return ", ".join(map(str, entry["choices"]))
    if "least" in entry:
        return f"{entry['least']} to {entry['most']}"
    return "true, false"


def _strategies(game: Any) -> list[dict[str, Any]]:
    from starbalance.analyses.questions.players import strategy_table

    return [
        {**row, "description": " ".join(row["description"].split())} for row in strategy_table(game).to_dict("records")
    ]


def _changes(variant: Mapping[str, Any], most: int | None = None) -> str:
    """Return the changes of a variant as one text: all of them, or the first ones if there are many."""
    changes = [f"{path}={value}" for path, value in variant["changes"].items()]
    more = len(changes) - (most or len(changes))
    return f"{', '.join(changes[:most])} and {more} more" if more > 1 else ", ".join(changes)


def _rulebook(game: Any) -> str:
    """Return the text of RULES.md. Raise BadInput if the game has none, as many games in one file."""
    from starbalance.simulator.engine.files import read_text

    path = game.folder / "RULES.md"
    if not path.is_file():
        raise BadInput(f"{game.title} has no RULES.md. Its rules are in {game.folder / '__init__.py'}.")
    return read_text(path)


def _variants(game: Any) -> list[dict[str, Any]]:
    from starbalance.simulator.engine.tables import variants

    return [
        {
            "variant": name,
            "title": each["title"],
            "changes": _changes(each),
            "question": each["question"],
        }
        for name, each in variants(game).items()
    ]


def _columns(game: Any) -> list[dict[str, Any]]:
    from starbalance.analyses.questions.columns import columns

    return columns(game.address).to_dict("records")


_ASIDE = {"strategies": _strategies, "variants": _variants, "columns": _columns}


_NO_FILE = Path()  # the value of --html without a file


class _Play(shell.Command):
    """The command `play`, whose option --html needs no file when a person plays."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments. The option --html at their end, or before another option, has an empty value."""
        following = [*args, "--"][1:]
        is_lone = [word == "--html" and after.startswith("--") for word, after in zip(args, following, strict=True)]
        return super().parse_args(ctx, [f"{word}=" if lone else word for word, lone in zip(args, is_lone, strict=True)])


@shell.command(shell.LOOK, cls=_Play)
def play(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="Name or folder of a game, or folder of a run.")],
    number: Annotated[int, typer.Option("--game", help="Number of the game, from 0.")] = 0,
    decision: Annotated[
        int | None,
        typer.Option(help="Only print this decision (from 1) with the scores of its options."),
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option(help="Fingerprint in a report. Warns if rules or strategies have changed."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(help="Write an HTML page that replays the game. With --human: show it live (no file)."),
    ] = None,
    summary: Annotated[
        bool,
        typer.Option(
            "--summary",
            help="Print about 20 lines with lead changes and turning points.",
        ),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print all steps as JSON.")] = False,
    human: Annotated[
        int | None, typer.Option(help="Play yourself, as the player with this number (from 0, as in a log).")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help="With --human: one strategy for the others, or one for each. Default: sensible."),
    ] = None,
    **options: Unpack[ExperimentOptions],
) -> None:
    """Play one game and print its log, or play it yourself against strategies."""
    from starbalance.analyses.questions.log import play

    if human is not None:
        option.refuse(context, _WITHOUT_PERSON, "does not work with --human: leave one of them out.")
        if html not in (None, _NO_FILE):
            raise BadInput("--html takes no file with --human: the page is shown at an address of this machine.")
        _sit_down(game, human, against=against, is_live=html is not None, options=options)
        return
    option.refuse(context, ("against",), "belongs to --human.")
    if html == _NO_FILE:
        raise BadInput("--html takes the file of the page, such as --html game.html.")
    if sum((html is not None, summary, json, decision is not None)) > 1:
        raise BadInput("--html, --summary, --json and --decision do not work together: choose one of them.")
    if html is not None or summary or json:
        from starbalance.analyses.questions.replay import replay
        from starbalance.simulator.engine.files import check_writable

        if html is not None:
            check_writable(html)
        _show_replay(replay(game, number=number, as_of=as_of, notify=shell.notify, **options), html, summary)
        return
    for line in play(game, number=number, as_of=as_of, decision=decision, notify=shell.notify, **options):
        typer.echo(line)


_WITHOUT_PERSON = ("number", "decision", "as_of", "summary", "json", "strategies")


def _sit_down(game: str, human: int, *, against: str | None, is_live: bool, options: Any) -> None:
    """Let a person play, and print where the game is continued or begins."""
    from starbalance.analyses.cli import person
    from starbalance.analyses.cli.live import opened
    from starbalance.analyses.questions.person import sit_down

    sitting = sit_down(game, human, against=option.words(against), options=options)
    if sitting.choices():
        typer.echo("You continue your unfinished game. `undo` takes back your last choice.")
    with opened() if is_live else nullcontext() as window:
        if window is not None:
            typer.echo(f"The board is shown at {window.address}, to you on this machine.")
        person.play(sitting, window)


def _show_replay(found: Any, html: Path | None, summary: bool) -> None:
    """Write a replayed game as a page, or print it as a summary or a record."""
    from json import dumps

    from starbalance.simulator.engine.files import write_text

    if html is not None:
        write_text(html, found.page())
        typer.echo(f"The page is in {html}.")
    elif summary:
        for line in found.summary():
            typer.echo(line)
    else:
        typer.echo(dumps(found.record(), indent=1, ensure_ascii=False, allow_nan=False))


@shell.command(shell.LOOK)
def find(
    run: RunFolder,
    where: Annotated[
        str,
        typer.Option(help='Condition on seats and games, such as "race=Peacenims and won=false".'),
    ],
    limit: Annotated[int, typer.Option(help="Largest number of games to list.")] = 5,
    html: Annotated[
        Path | None,
        typer.Option(help="Folder for pages that replay the listed games, with an index."),
    ] = None,
    format: Format = "table",
) -> None:
    """List games of a run in which a seat meets a condition."""
    from starbalance.analyses.presentation.incomplete import shortfall
    from starbalance.analyses.questions.find import find
    from starbalance.analyses.questions.spec import files_in
    from starbalance.simulator.runs.result import load

    option.check_shown(format)
    result = load(run)
    listed = find(result, where, limit)
    shell.warn_of_changes(result)
    rows = listed.first.to_dict("records")
    if html is not None and rows:
        _write_pages(result, where, rows, folder=html)
    if format != "table":
        shell.show(rows, format, shortfall([result]))
    elif rows:
        _print_found(
            rows, f"{listed.seats:,} seats in {listed.games:,} of {result.played:,} games.", shortfall([result])
        )
        for file in files_in([row["play"] for row in rows]):
            typer.echo(f"Replace {file} by the file of the strategy.")
    else:
        typer.echo(f"No seat of the {result.played:,} games meets the condition. {shortfall([result])}".rstrip())


def _write_pages(result: "Result", where: str, rows: list[dict[str, Any]], *, folder: Path) -> None:
    """Write a page for each game of the rows, and an index of the pages."""
    from starbalance.analyses.presentation.replay import index_page
    from starbalance.analyses.questions.find import replay_of
    from starbalance.simulator.engine.files import check_writable, merging, write_text

    index = folder / "index.html"
    check_writable(index)
    replays = {
        number: replay_of(result, number, notify=shell.notify) for number in dict.fromkeys(row["game"] for row in rows)
    }
    with merging(folder) as draft:
        for number, each in replays.items():
            write_text(draft / f"game-{number}.html", each.page())
        write_text(draft / index.name, index_page(f"Games with {where}", rows, replays))
    shell.notify(f"The index of the pages is {index}.")


def _print_found(rows: list[dict[str, Any]], count: str, line: str) -> None:
    shell.show([{key: value for key, value in row.items() if key != "play"} for row in rows], "table", line)
    typer.echo(f"{count} Commands that show them:")
    for command in dict.fromkeys(row["play"] for row in rows):
        typer.echo(f"  {command}")
