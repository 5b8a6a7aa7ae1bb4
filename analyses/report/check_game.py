"""The check of a game: its numbers, its rules in games as plain Python, its texts, and its columns."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pandas as pd

from starbalance.analyses.questions.column_check import column_findings
from starbalance.analyses.report.file_check import choice_findings, file_findings, side_findings
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import UNIFORM, strategy_names
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.finding import (
    CHECKS,
    COLUMNS,
    FILES,
    FUNCTIONS,
    NUMBERS,
    PLAY,
    REDEAL,
    STRATEGIES,
    TEXTS,
    Finding,
    distinct,
)
from starbalance.simulator.runs.frame import schemas
from starbalance.simulator.runs.game_check import FULL, find_faults
from starbalance.simulator.runs.trial_texts import MODULE

PASSED, FAILED, NOTE, UNCHECKED = "passed", "failed", "note", "not checked"


def check_game(
    game: str | Path,
    *,
    setup: str | None = None,
    players: int | None = None,
    notify: Callable[[str], None] = lambda line: None,
) -> pd.DataFrame:
    """Check the numbers, the game functions, the strategies, the texts, the columns and the files of a game.

    The game is played as plain Python in a separate process, so that a rule that never ends is found. In half of the
    games play is random, in the other half all seats play `sensible`.

    Args:
        game: Name or folder of the game.
        setup: Name of a setup. Default: every setup.
        players: Number of players. Default: every number.
        notify: Prints a line for each setup, since its check takes some seconds.

    Returns:
        A table with one row per finding. A check without a finding has one row. Columns: check, verdict (`passed`,
        `failed`, `note` or `not checked`), found (details in words). The checks:

        - numbers: Every number is known, has the right type and has a source. Each choice gives rules, and the sides
          of every setup are named.
        - functions: Compiled functions call compiled functions, and draw only from `chance.py`.
        - play: Every game ends, indices exist, actions differ, a seat acts, and the shares of the win sum to 1.
        - redeal: It resamples what `hidden.py` declares, and depends only on what its seat sees.
        - strategies: They read weights that exist.
        - texts: The class `Narrator` writes every text of a log, and changes no position.
        - columns: The columns that the game names exist, and `columns.toml` describes every column. The outcomes have
          a word for every labelled value.
        - files: The variants, the study and the balance check name only what exists.

    Raises:
        BadInput: If the game or the setup does not exist, or the game cannot be loaded.
    """
    known = find_game(game)
    chosen = _setups(known, setup, players)
    try:
        rules = [tables.load(known, name) for name in chosen]
    except BadInput as error:
        return _table([Finding(NUMBERS, str(error).rstrip("."))], {})
    findings, counts = _played(known, rules, notify)
    if not known.has_module(MODULE):
        what = f"there is no {MODULE}.py, without which `play` cannot show a game"
        findings.append(Finding(TEXTS, what, is_fault=False))
    made = [each for one in rules for each in side_findings(known, one)] + [*choice_findings(known)]
    declared = [*column_findings(known, rules[0]), *file_findings(known)]
    return _table([*made, *findings, *declared], _sizes(known, rules[0], counts))


def _setups(game: Game, setup: str | None, players: int | None) -> list[str]:
    """Return the names of the setups to check: one setup, the setups for a number of players, or all."""
    if setup is not None or players is not None:
        first = tables.find_setup(game, setup, players).name
        return [first] if setup is not None else [each.name for each in game.setups if each.players == players]
    return [each.name for each in game.setups]


def _played(game: Game, rules: list[Rules], notify: Callable[[str], None]) -> tuple[list[Finding], dict[str, int]]:
    """Return the findings of the checked games in all setups, each place once, and the sums of their sizes."""
    findings: list[Finding] = []
    sums: dict[str, int] = {}
    for each in rules:
        notify(f"Playing {game.title}, {each.setup.name}, as plain Python (some seconds) ...")
        further, size = find_faults(game, each.record, limits={**FULL, "told": each.setup.name})
        findings += further
        sums = {name: sums.get(name, 0) + number for name, number in size.items()}
    return distinct(findings), sums


def _table(findings: list[Finding], sizes: Mapping[str, str]) -> pd.DataFrame:
    """Return the rows of all checks in the order of CHECKS.

    Args:
        findings: The findings.
        sizes: What each check has looked at. A check without a size has not begun.
    """
    rows = []
    for check in CHECKS:
        own = [each for each in findings if each.check == check]
        rows += [(check, FAILED if each.is_fault else NOTE, each.line) for each in own]
        if not own:
            size = sizes.get(check, "")
            rows.append((check, PASSED, size) if size else (check, UNCHECKED, "another fault comes first"))
    return pd.DataFrame(rows, columns=["check", "verdict", "found"])


def _sizes(game: Game, rules: Rules, counts: Mapping[str, int]) -> dict[str, str]:
    """Return what each check has looked at, in words."""
    decisions, redeals = (counts.get(name, 0) for name in ("decisions", "redeals"))
    values = counted(sum(1 for _ in tables.values(rules.document)), "number")
    strategies = ", ".join(name for name in strategy_names(game) if name != UNIFORM)
    sizes = {
        NUMBERS: f"{values} with a source, {tables.assumed_share(game):.0%} assumed",
        COLUMNS: f"{counted(sum(map(len, schemas(game, rules).values())), 'column')} of runs",
        FILES: "the variants, the study and the check name what exists",
    }
    if game.functions.redeal is None:
        sizes[REDEAL] = "no hidden information"
    if decisions:
        sizes[FUNCTIONS] = "compiled functions call compiled functions, and draw only from chance.py"
        sizes[PLAY] = f"{counted(counts['games'], 'game')} with {counted(decisions, 'decision')}"
        sizes[STRATEGIES] = strategies
    if counts.get("texts"):
        sizes[TEXTS] = counted(counts["texts"], "text")
    if redeals:
        sizes[REDEAL] = f"{counted(redeals, 'resampled position')}"
    return sizes
