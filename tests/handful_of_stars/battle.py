"""Combats for tests: a real move enters a system, then both players hold exactly the named cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.handful_of_stars.table import Table, bare_table, units

Piles = Mapping[str, Sequence[str]]
SUPPLY = ["Hap", "Ashfall", "Frostgate", "Husk", "Irongyre", "Jarrow", "Kiln", "Star Drive"]  # energy 18


def frontier(fleets: int, held: tuple[int, int] = (0, 0), marker: str = "outpost", **more: Any) -> Table:
    """Place player 0 with a colony and `fleets` on Kelmar, and player 1 with the units `held` on Lyssa, to its right.

    If player 1 has no piece there, Lyssa (strength 4) is neutral. Neighbours of Lyssa: Kelmar, Fennar above, Hap below,
    Meridor on the right. All cards of both players lie in the draw decks.
    """
    at = bare_table(**more).place(0, "Kelmar", fleets, marker="colony")
    return at.place(1, "Lyssa", *held, marker) if marker != "empty" or sum(held) else at


def attack(at: Table, fleets: int, system: str = "Lyssa", origin: str = "Kelmar") -> Table:
    """Move fleets of player 0 into a system and pay with cards that he has for nothing else."""
    at.deal(0, hand=SUPPLY)
    at.choose("act move", f"from {origin}", f"move {units(fleets, 0)} to {system}", "done")
    return pay(at)


def equip(at: Table, attacker: Piles | None = None, defender: Piles | None = None) -> Table:
    """Deal both players the cards they hold in the combat; they have no other cards outside their draw decks."""
    for seat, piles in enumerate((attacker, defender)):
        at.deal(seat, **({"hand": [], "discard": [], "one": [], "two": []} | dict(piles or {})))
    return at


def battle(
    fleets: int,
    held: tuple[int, int] = (0, 0),
    marker: str = "outpost",
    attacker: Piles | None = None,
    defender: Piles | None = None,
    refuge: bool = False,
    **more: Any,
) -> Table:
    """Return the frontier after all fleets attacked, when the attacker may retreat at once.

    attacker, defender: the cards they hold. refuge: player 1 has an outpost on Meridor.
    """
    at = frontier(fleets, held, marker, **more)
    if refuge:
        at.place(1, "Meridor", marker="outpost")
    return equip(attack(at, fleets), attacker, defender)


def raid(fleets: int, alien: int | None, attacker: Piles | None = None, **more: Any) -> Table:
    """Return the same combat against neutral Lyssa with an alien counter."""
    at = frontier(fleets, marker="empty", **more).alien("Lyssa", alien)
    return equip(attack(at, fleets), attacker)


def pay(at: Table) -> Table:
    """Pay what is due, each time with the first card or counter offered."""
    while at.prompt[1] == "payment":
        at.choose(at.options[0])
    return at


def play_out(at: Table, seat: int = 0) -> Table:
    """Take the first option of every decision until the combat is over and a player's turn continues."""
    while at.prompt != (seat, "turn"):
        at.choose(at.options[0])
    return at
