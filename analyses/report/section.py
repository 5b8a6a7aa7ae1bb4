"""Sections of a study: each asks one kind of question of one or more scenarios."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.tables import find_setup
from starbalance.simulator.games import find_game

# kind: what such a section needs
KINDS: Mapping[str, tuple[str, ...]] = {
    "rates": ("by",),
    "seat_means": ("by", "columns"),
    "seat_ratios": ("by", "columns"),
    "flags": ("columns",),
    "flag_pairs": ("columns",),
    "occurrences": ("columns",),
    "game_means": ("columns",),
    "lengths": ("columns",),
    "effects": (),
    "quality": (),
    "draws": (),
    "variants": ("games",),
    "strategies": ("games",),
    "skill": ("games",),
    "exploitability": ("games",),
    "yardstick": ("games",),
    "beside": ("games", "other", "setups"),
    "skill_gap": (),
    "luck": ("games",),
    "flights": ("games",),
}
TOGETHER = ("seat_means", "seat_ratios", "occurrences")  # kinds that can be of all their scenarios at once

DEALT = ("flags", "rates")  # kinds that can be of what is dealt at random


@dataclass(frozen=True)
class Section:
    """A question of a study and what it is asked of.

    kind: one of KINDS; each has a function in `content`. name: of its files. title, text: above its tables. chapter:
    the title above it and the others of its chapter. scenarios: those that it is asked of, each by itself unless
    together.
    by: the columns of each table; of draws: columns of seats, each by itself; of variants, strategies and skill:
    whose win shares or verdicts (none: the factor's); of skill_gap: further ones beside the gap.
    columns: of the seats (seat_means, flags, flag_pairs, effects: of its model; occurrences: counts), pairs of them
    (seat_ratios), of the games (lengths), or of the games and pairs of them (game_means).
    total: of seat_means, the column that the others add up to.
    variants, strategies, levels: which ones (none: all variants of the game; all strategies but uniform, sensible to
    begin a training with, or one who looks ahead to measure with, each among those before it, too; from uniform to
    searching play).
    other, setups: the game beside this one, and its set-up for each scenario.
    games: of each variant, of each pair in a tournament, of each level of skill, of each training, against each mix,
    of each set-up of the other game, or of each run with other luck.
    finding: whether its sentence is among the findings.
    verdicts: whether its rates have verdicts; not where the levels of `by` come of the play itself.
    together: of seat_means, seat_ratios and occurrences: one table of all scenarios, such as by the number of players.
    shares_only: of draws: only what they do to the columns of `by`, without pairs.
    dealt: of rates and flags: what they are about is dealt at random, so that the first page has the worst of it.
    """

    kind: str
    name: str
    title: str
    chapter: str
    scenarios: Sequence[str]
    by: Sequence[Sequence[str]] = ()
    columns: Sequence[Any] = ()
    variants: Sequence[str] = ()
    strategies: Sequence[str] = ()
    levels: Sequence[str] = ()
    other: str = ""
    setups: Sequence[str] = ()
    games: int = 0
    total: str = ""
    text: str = ""
    finding: bool = False
    verdicts: bool = True
    together: bool = False
    shares_only: bool = False
    dealt: bool = False


def sections(study: Mapping[str, Any]) -> list[Section]:
    """The sections of a study. Raises BadInput for an unknown kind, key or scenario, or a missing key."""
    scenarios = [scenario["name"] for scenario in study.get("scenario", [])]
    return [_checked(entry, scenarios) for entry in study.get("section", [])]


def _check_other(entry: Mapping[str, Any]) -> None:
    """Raises BadInput for a game beside this one, or set-ups of it, that do not fit."""
    if len(entry["setups"]) != len(entry["scenarios"]):
        raise BadInput("A section of kind 'beside' needs one of 'setups' for each of 'scenarios'.")
    for setup in entry["setups"]:
        find_setup(find_game(entry["other"]), setup, None)


def _checked(entry: Mapping[str, Any], scenarios: Sequence[str]) -> Section:
    known = [field.name for field in fields(Section)]
    for key in entry:
        if key not in known:
            raise unknown("key of a section", key, known)
    if entry.get("kind") not in KINDS:
        raise unknown("kind of section", str(entry.get("kind")), KINDS)
    for key in ("name", "title", "chapter", "scenarios", *KINDS[entry["kind"]]):
        if not entry.get(key):
            raise BadInput(f"A section of kind '{entry['kind']}' needs '{key}'.")
    if entry.get("together") and entry["kind"] not in TOGETHER:
        raise BadInput(
            f"A section of kind '{entry['kind']}' is of each scenario: only {', '.join(TOGETHER)} go together."
        )
    if entry.get("shares_only") and not (entry["kind"] == "draws" and entry.get("by")):
        raise BadInput("'shares_only' belongs to a section of kind 'draws' with 'by'.")
    if entry.get("dealt") and entry["kind"] not in DEALT:
        raise BadInput(f"'dealt' belongs to a section of kind {' or '.join(DEALT)}.")
    if entry["kind"] == "beside":
        _check_other(entry)
    for name in entry["scenarios"]:
        if name not in scenarios:
            raise unknown("scenario", name, scenarios)
    return Section(**entry)
