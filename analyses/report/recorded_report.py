"""The report of recorded plays: win shares, adjusted effects, missing plays, and what the import could not use."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.document import SHARES, Element, Heading, Table, Text
from starbalance.analyses.presentation.document_files import write
from starbalance.analyses.questions.effects import effects, left_out
from starbalance.analyses.questions.plan import plan
from starbalance.analyses.questions.quality import quality
from starbalance.analyses.questions.rates import EQUAL, rates
from starbalance.analyses.questions.recorded_quality import plays_line
from starbalance.analyses.statistics.verdict import BALANCE, UNDECIDED, VERDICT
from starbalance.simulator.engine.wording import counted, joined
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import PLAYS

_COLUMNS = ("faction", "seat", "person")
_RATES = (*SHARES, EQUAL)


def report_of_plays(result: Result, folder: Path, *, all_files: bool) -> tuple[pd.DataFrame, Path]:
    """Write the report of recorded plays.

    Args:
        result: The plays, in a folder.
        folder: Folder of the report.
        all_files: Whether to write also every table as CSV.

    Returns:
        The win shares by the main factor, and the path of the page.

    Raises:
        BadInput: If a file cannot be written.
    """
    headline = rates(result)
    adjusted = effects(result)
    title = _title(result, headline, adjusted)
    elements = [*_shares(result, headline), *_effects(adjusted), *_missing(result), *_plays(result)]
    found = {"game": result.settings["game"], "headline": title, "findings": _findings(result, headline)}
    kicker = f"{result.settings['game']}: report on recorded plays"
    return headline, write(folder, title, kicker, elements=elements, summary=found, all_files=all_files)


def _title(result: Result, headline: pd.DataFrame, adjusted: pd.DataFrame) -> str:
    """Return the main finding: the levels that are strong or weak by their wins and after adjustment."""
    of_factor = adjusted[adjusted["column"] == result.factor].set_index("level")[VERDICT]
    both = [
        f"{level} is {verdict}"
        for level, verdict in zip(headline[result.factor].astype(str), headline[VERDICT], strict=True)
        if verdict in BALANCE[1:] and of_factor.get(level) == verdict
    ]
    if both:
        return f"{joined(both)} in {counted(result.played, 'game')}"
    open_rows = int((headline[VERDICT] == UNDECIDED).sum())
    return f"{counted(result.played, 'game')}: {open_rows} of {len(headline)} levels are undecided"


def _findings(result: Result, headline: pd.DataFrame) -> list[dict[str, Any]]:
    return [
        {
            "column": result.factor,
            "level": str(row[result.factor]),
            "games": int(row["games"]),
            **{name: round(float(row[name]), 6) for name in _RATES},
            "verdict": str(row[VERDICT]),
        }
        for row in headline.to_dict("records")
    ]


def _shares(result: Result, headline: pd.DataFrame) -> Iterator[Element]:
    yield Heading("Win shares", page=True)
    yield Text([f"{plays_line(result)} Each share stands next to the equal share of its games, 1 / players."])
    for name in _COLUMNS:
        if name in result.seats.columns:
            table = headline if name == result.factor else rates(result, [name])
            yield Table(f"rates by {name}", table, f"Win shares by {name}", percent=_RATES, folded=False)


def _effects(adjusted: pd.DataFrame) -> Iterator[Element]:
    yield Heading("Adjusted effects", page=True)
    yield Text([" ".join(left_out(adjusted))])
    yield Table("effects", adjusted, "Points compared with average players", folded=False)


def _missing(result: Result) -> Iterator[Element]:
    table = plan(result.folder or "")
    yield Heading("How many plays are missing", page=True)
    yield Text(
        [
            "`games`: plays in all that decide a row with a probability of 90%, if the shares are the true ones. "
            "`games_at_equal_share`: the same if all shares are equal, which the margin of 2 points has to show."
        ]
    )
    yield Table("plan", table, "Plays that the verdicts need", percent=SHARES, folded=False)


def _plays(result: Result) -> Iterator[Element]:
    yield Heading("The plays", page=True)
    yield Table("quality", quality(result), "Length, first player and margin", folded=False)
    about = result.settings[PLAYS]
    for title, key in (("Not used", "lost"), ("To be checked", "doubtful")):
        if about[key]:
            yield Heading(title, level=3)
            yield Text([each.replace(": ", " - ", 1) for each in about[key]], listed=True)
