"""Commands about a game: what it is, one game as a log, how fast it plays."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Changes,
    Format,
    GameName,
    Players,
    Seed,
    SetupName,
    Skill,
    Strategies,
    Temperature,
    Variant,
)
from starbalance.simulator.engine.errors import BadInput, unknown


@shell.command
def games(
    folder: Annotated[list[str] | None, typer.Argument(help="Folders of games outside the toolkit.")] = None,
    format: Format = "table",
) -> None:
    """Lists the games: factor of the headline table, what is drawn for all, share of assumed data, set-ups (players).

    Those that are built in or installed, or those of the folders that are named.
    """
    from starbalance.simulator.engine.tables import assumed_share
    from starbalance.simulator.games import find_game, games

    rows = [
        {
            "game": game.name,
            "factor": game.factor,
            "drawn": game.draws or "nothing",
            "assumed": f"{100 * assumed_share(game):.0f} %",
            "setups": ", ".join(f"{each.name} ({each.players})" for each in game.setups),
        }
        for game in (map(find_game, folder) if folder else games().values())
    ]
    shell.show(rows, format)


@shell.command
def new_game(
    folder: Annotated[Path, typer.Argument(help="The folder to make; its name is that of the package.")],
) -> None:
    """Begins a game of your own: copies a small complete game into a new folder, for you to change."""
    from starbalance.simulator.engine.outside import new_game

    typer.echo(f"A small complete game is in {new_game(folder)}: `starbalance run {folder}` plays it.")


_WORDS = re.compile(r"[^\W_]+")
_COMPONENTS = "components"
WHAT = (_COMPONENTS, "strategies", "variants", "switches", "columns", "rules", "clause")


@shell.command
def show(
    game: GameName,
    what: Annotated[
        str, typer.Argument(help="components, strategies, variants, switches, columns, rules, clause; or a word.")
    ] = "components",
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Those alone that have these words; of clause: an id (FAD-19.1), a chapter, or words."),
    ] = None,
    variant: Variant = None,
    format: Format = "table",
) -> None:
    """What a game is made of: its components, strategies, variants, switches, columns, or its rules by clause.

    A word, such as a race or a technology: the components that have it. columns: what each column of its runs means,
    with its unit. clause: a rule by its id, with its rulings and switches, where it is in code, and its tests; or the
    rules that have some words, whatever their endings. With --variant: the components or switches that it makes.
    """
    from starbalance.simulator.engine.files import read_text
    from starbalance.simulator.games import find_game

    found, asked = find_game(game), words or []
    if what not in WHAT:
        what, asked = _COMPONENTS, [what, *asked]
    if (what == "clause" and not asked) or (what == "rules" and asked):
        raise BadInput("`show GAME clause` takes an id such as 2.1, or words; `show GAME rules` shows all of them.")
    if what in (_COMPONENTS, "switches"):
        rows = _with_words(_values(found, what, variant), asked)
        if not rows:
            shell.tell(f"{found.title} has no {what}: `starbalance show {game} rules` prints what it has.")
        shell.show(rows, format)
    elif variant is not None:
        raise BadInput(f"A variant changes components and switches, not {what}: leave --variant out.")
    elif what == "clause":
        _show_clauses(game, " ".join(asked), format)
    elif what == "rules":
        typer.echo(read_text(found.folder / "RULES.md"))
    else:
        shell.show(_with_words(_ASIDE[what](found), asked), format)


def _with_words(rows: list[dict[str, Any]], words: list[str]) -> list[dict[str, Any]]:
    """Return the rows of the entries that have all words, the nearest entries first.

    An entry is all rows whose paths have a beginning in common. Raises BadInput if no entry has the words.
    """
    texts: dict[str, str] = {}
    for row in rows:
        texts[_entry(row)] = f"{texts.get(_entry(row), '')} {' '.join(map(str, row.values()))}".lower()
    asked = [word.lower() for word in words]
    found = [row for row in rows if all(word in texts[_entry(row)] for word in asked)]
    if words and not found:
        raise unknown("part of a game", " ".join(words), [*WHAT, *_names(rows)])
    return sorted(found, key=lambda row: _distance(_entry(row), texts[_entry(row)], asked))


def _distance(entry: str, text: str, words: list[str]) -> int:
    """Return how far an entry is from some words: 0 where they are its name, 4 where one is inside a longer word."""
    name = _WORDS.findall(entry.rpartition(".")[2].lower())
    if words and name == _WORDS.findall(" ".join(words)):
        return 0
    parts = _WORDS.findall(text)
    return max((_place(word, name, parts) for word in words), default=0)


def _place(word: str, name: list[str], parts: list[str]) -> int:
    """Return where an entry has a word: 1 in its name, 2 elsewhere, 3 as the beginning of a word, 4 inside a word."""
    whole = _WORDS.findall(word)
    if set(whole) <= set(name):
        return 1
    if set(whole) <= set(parts):
        return 2
    return 3 if any(part.startswith(word) for part in parts) else 4


def _entry(row: Mapping[str, Any]) -> str:
    """What a row is about: the path of a component without its last part, or the name of anything else."""
    path = str(row.get("column", next(iter(row.values()))))
    return path if path.startswith("switches.") else path.rpartition(".")[0] or path


def _names(rows: list[dict[str, Any]]) -> list[str]:
    """The names of all entries."""
    return list(dict.fromkeys(_entry(row).rpartition(".")[2] for row in rows))


def _show_clauses(game: str, asked: str, format: str) -> None:
    """One clause with all that concerns it; several, a line each."""
    from starbalance.analyses.presentation.table import check_format
    from starbalance.analyses.questions.clause import clause

    check_format(format)
    found = clause(game, asked, tell=typer.echo if format == "table" else shell.tell)
    if len(found) > 1:
        shell.show([{"clause": each.id, "chapter": each.chapter, "rule": each.text} for each in found], format)
    elif format != "table":
        shell.show(
            [{"about": about, "text": text} for about, texts in _about(game, found[0]) for text in texts], format
        )
    else:
        for about, texts in _about(game, found[0]):
            typer.echo(f"{about}:")
            for text in texts:
                typer.echo(f"  {text}")


def _about(game: str, found: Any) -> list[tuple[str, tuple[str, ...]]]:
    """What concerns a clause, by what it is."""
    tests = (_without_tests(game),) if found.tests is None else found.tests
    return [
        (f"{found.id}, {found.chapter}", (found.text,)),
        ("Rulings and examples", found.rulings or ("none",)),
        ("Switches", found.switches or ("none",)),
        ("Code", found.code or ("no docstring names it",)),
        ("Tests", tests or ("none",)),
    ]


def _without_tests(game: str) -> str:
    """Where the tests of a game are, when they are not here."""
    from starbalance.simulator.games import find_game

    found = find_game(game)
    if found.is_built_in:
        return "they are not installed with the package: look in the repository, below tests/"
    return f"none: there is no folder {found.folder / 'tests'}, nor one beside the game"


def _values(game: Any, what: str, variant: str | None) -> list[dict[str, Any]]:
    from starbalance.simulator.engine import tables

    switches = what == "switches"
    rows, rules = [], tables.load(game, variant=variant)
    for each in tables.values(rules.document):
        if each.path.startswith("switches.") == switches:
            row = {"path": each.path, "value": each.value, "source": each.source}
            rows.append({**row, "takes": _range(each.entry), "note": each.entry.get("note", "")} if switches else row)
    if switches:
        return rows
    return rows + [{"path": f"{path}.asks", "value": words, "source": ""} for path, words in game.asks(rules).items()]


def _range(entry: Mapping[str, Any]) -> str:
    """What a switch may be, in words."""
    if "choices" in entry:
        return ", ".join(map(str, entry["choices"]))
    if "least" in entry:
        return f"{entry['least']} to {entry['most']}"
    return "true, false"


def _strategies(game: Any) -> list[dict[str, Any]]:
    from starbalance.analyses.questions.players import recipes

    return [{**row, "recipe": " ".join(row["recipe"].split())} for row in recipes(game).to_dict("records")]


def _variants(game: Any) -> list[dict[str, Any]]:
    from starbalance.simulator.engine.tables import variants

    return [
        {
            "variant": name,
            "changes": ", ".join(f"{k}={v}" for k, v in each["changes"].items()),
            "question": each["question"],
        }
        for name, each in variants(game).items()
    ]


def _columns(game: Any) -> list[dict[str, Any]]:
    from starbalance.analyses.questions.columns import columns

    return columns(game.address).to_dict("records")


_ASIDE = {"strategies": _strategies, "variants": _variants, "columns": _columns}


@shell.command
def play(
    context: typer.Context,
    game: GameName,
    players: Players = None,
    setup: SetupName = None,
    seed: Seed = 0,
    number: Annotated[int, typer.Option("--game", help="Which game of the seed.")] = 0,
    strategies: Strategies = None,
    skill: Skill = None,
    set_: Changes = None,
    variant: Variant = None,
    temperature: Temperature = None,
    decision: Annotated[
        int | None,
        typer.Option(help="Shows this decision alone, the first that was not forced being 1: all options, by score."),
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option(
            help="The edition of rules and strategies in which the game was named: says if it is another now."
        ),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write a page instead that replays the game: board, tables, log, options.")
    ] = None,
    summary: Annotated[
        bool,
        typer.Option(
            "--summary",
            help="Print some 20 lines: who sits where, when the lead changed, what turned the game, how it ended.",
        ),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print a record for programs: every step, as JSON.")] = False,
) -> None:
    """Plays one game and prints it as a readable log: every decision, by whom, with the clause it rests on.

    Its first line maps players to seats: --strategies names players in the order of the set-up, which need not be that
    of the turns; seat 1 moves first.
    """
    from starbalance.analyses.questions.log import play

    if sum((html is not None, summary, json, decision is not None)) > 1:
        raise BadInput("--html, --summary, --json and --decision each show a game in their own way: choose one.")
    if html is not None or summary or json:
        _show_replay(context, html, summary)
        return
    for line in play(**option.given(context, play), tell=shell.tell):
        typer.echo(line)


def _show_replay(context: typer.Context, html: Path | None, summary: bool) -> None:
    """A replayed game as a page where a file is named, as a summary, or else as a record."""
    from json import dumps

    from starbalance.analyses.questions.replay import replay
    from starbalance.simulator.engine.files import check_writable, write_text

    if html is not None:
        check_writable(html)
    found = replay(**option.given(context, replay), tell=shell.tell)
    if html is not None:
        write_text(html, found.page())
        typer.echo(f"The page is in {html}.")
    elif summary:
        for line in found.summary():
            typer.echo(line)
    else:
        typer.echo(dumps(found.record(), indent=1, ensure_ascii=False, allow_nan=False))


@shell.command
def bench(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game. Default: every game.")] = None,
    players: Players = None,
    setup: SetupName = None,
    strategies: Annotated[str | None, typer.Option(help="Names, separated by commas. Default: all.")] = None,
    jobs: Annotated[str, typer.Option(help="Numbers of jobs, separated by commas.")] = "1,2",
    runs: Annotated[int, typer.Option(help="Runs of which the median is taken.")] = 3,
    parts: Annotated[
        bool, typer.Option("--parts", help="Measure the parts that a game measures by themselves.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="Also write the tables to this file, as Markdown.")] = None,
    format: Format = "table",
) -> None:
    """Measures complete games and decisions per second, and peak memory, for each strategy of a game or of all."""
    from starbalance.analyses.questions.bench import bench, bench_parts
    from starbalance.simulator.engine.files import check_writable
    from starbalance.simulator.games import find_game, games

    option.check_shown(format)
    if game is None and (setup or strategies):
        raise BadInput(f"--{'setup' if setup else 'strategies'} belongs to one game: write its name after `bench`.")
    if out is not None:
        check_writable(out)
    asked = option.given(context, bench) | {"jobs": option.whole_numbers(jobs)}
    chosen = {find_game(each).title: each for each in (games() if game is None else [game])}
    pieces = {title: bench_parts(each) for title, each in chosen.items()} if parts or out is not None else {}
    if parts and not any(pieces.values()):
        raise BadInput(f"No part is measured by itself: {', '.join(chosen)}.")
    whole = {t: bench(**{**asked, "game": each}, tell=shell.tell) for t, each in chosen.items() if not parts}
    shown = pieces if parts else whole
    shell.show([{"game": title, **row} for title, rows in shown.items() for row in rows], format)
    if out is not None:
        _write_speed(whole, pieces, out, runs=runs)


def _write_speed(
    whole: Mapping[str, list[dict[str, Any]]], parts: Mapping[str, list[dict[str, Any]]], path: Path, *, runs: int
) -> None:
    from datetime import date

    from starbalance.analyses.presentation.speed_page import speed_page
    from starbalance.analyses.questions.bench import machine
    from starbalance.simulator.engine.files import write_text

    write_text(path, speed_page(whole, parts, machine=machine(), day=date.today(), runs=runs))
    shell.tell(f"The tables are in {path}.")
