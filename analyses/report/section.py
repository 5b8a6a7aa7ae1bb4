"""Sections of a study: each asks one kind of question of one or more parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from starbalance.simulator.errors import BadInput, unknown

# kind: what such a section needs
KINDS: Mapping[str, tuple[str, ...]] = {
    "rates": ("by",),
    "means": ("by", "columns"),
    "ratios": ("by", "columns"),
    "flags": ("columns",),
    "deeds": ("columns",),
    "facts": ("columns",),
    "lengths": ("columns",),
    "effects": (),
    "quality": (),
    "draws": (),
    "variants": ("games",),
    "strategies": ("games",),
}
TOGETHER = ("means", "ratios", "deeds")  # kinds that can be of all their parts at once


@dataclass(frozen=True)
class Section:
    """What a study asks: kind, of which parts, by which columns, of which columns.

    kind: rates (by), means (by, columns), ratios (by, columns as pairs), flags (columns), deeds (columns of counts; by:
    in the cells of which, too), facts (columns of games, or pairs of them), lengths (columns of games), effects
    (columns: of its model), quality, draws (by: columns of seats, each by itself), variants (games of each; variants:
    which ones, none: all of the game; by: of whose win shares, none: the factor's), strategies (games of each pair in a
    tournament; strategies: which ones, none: all but uniform; by: whose verdicts are to survive, none: the factor's).
    total: of means, the column that the others add up to. text: printed above the tables. finding: it has one.
    chapter: the title above it and the others of its chapter. verdicts: whether its rates have them; not where what
    they go by comes of the play itself. together: of means, ratios and deeds, one table of all parts, such as by the
    number of players. shares_only: of draws, only what they do to the columns of `by`, pairs of them aside.
    """

    kind: str
    name: str
    title: str
    chapter: str
    parts: Sequence[str]
    by: Sequence[Sequence[str]] = ()
    columns: Sequence[Any] = ()
    variants: Sequence[str] = ()
    strategies: Sequence[str] = ()
    games: int = 0
    total: str = ""
    text: str = ""
    finding: bool = False
    verdicts: bool = True
    together: bool = False
    shares_only: bool = False


def sections(study: Mapping[str, Any]) -> list[Section]:
    """The sections of a study. Raises BadInput for a kind, key or part that does not exist or a key that is missing."""
    parts = [part["name"] for part in study.get("part", [])]
    return [_checked(entry, parts) for entry in study.get("section", [])]


def _checked(entry: Mapping[str, Any], parts: Sequence[str]) -> Section:
    known = [field.name for field in fields(Section)]
    for key in entry:
        if key not in known:
            raise unknown("key of a section", key, known)
    if entry.get("kind") not in KINDS:
        raise unknown("kind of section", str(entry.get("kind")), KINDS)
    for key in ("name", "title", "chapter", "parts", *KINDS[entry["kind"]]):
        if not entry.get(key):
            raise BadInput(f"A section of kind '{entry['kind']}' needs '{key}'.")
    if entry.get("together") and entry["kind"] not in TOGETHER:
        raise BadInput(f"A section of kind '{entry['kind']}' is of each part: only {', '.join(TOGETHER)} go together.")
    if entry.get("shares_only") and not (entry["kind"] == "draws" and entry.get("by")):
        raise BadInput("'shares_only' belongs to a section of kind 'draws' with 'by'.")
    for name in entry["parts"]:
        if name not in parts:
            raise unknown("part", name, parts)
    return Section(**entry)
