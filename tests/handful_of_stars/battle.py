"""Combats to test on: a system entered by a real move, after which both players hold exactly the cards told."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.handful_of_stars.table import Table, bare_table, units

Piles = Mapping[str, Sequence[str]]
SUPPLY = ["Hap", "Ashfall", "Frostgate", "Husk", "Irongyre", "Jarrow", "Kiln", "Star Drive"]  # energy 18


def frontier(fleets: int, held: tuple[int, int] = (0, 0), marker: str = "outpost", **more: Any) -> Table:
    """Player 0 with a colony and so many fleets on Kelmar; right of it Lyssa, held by player 1 with these units.

    Without any piece of his Lyssa (strength 4) is neutral. Neighbours of Lyssa: Kelmar, Fennar above, Hap below,
    Meridor on the right. Nobody has cards but in the draw decks.
    """
    at = bare_table(**more).place(0, "Kelmar", fleets, marker="colony")
    return at.place(1, "Lyssa", *held, marker) if marker != "empty" or sum(held) else at


def attack(at: Table, fleets: int, system: str = "Lyssa", origin: str = "Kelmar") -> Table:
    """Player 0 moves fleets into a system and pays with cards that he has for nothing else."""
    at.deal(0, hand=SUPPLY)
    at.choose("act move", f"from {origin}", f"move {units(fleets, 0)} to {system}", "done")
    return pay(at)


def equip(at: Table, attacker: Piles | None = None, defender: Piles | None = None) -> Table:
    """What both players hold in the combat; hands, Reserves and discard piles have no other card."""
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
    """The frontier after the attack of all fleets, at the attacker's choice to retreat at once.

    attacker, defender: what they hold in the combat. refuge: player 1 has an outpost on Meridor.
    """
    at = frontier(fleets, held, marker, **more)
    if refuge:
        at.place(1, "Meridor", marker="outpost")
    return equip(attack(at, fleets), attacker, defender)


def raid(fleets: int, alien: int | None, attacker: Piles | None = None, **more: Any) -> Table:
    """The same against neutral Lyssa with an alien counter."""
    at = frontier(fleets, marker="empty", **more).alien("Lyssa", alien)
    return equip(attack(at, fleets), attacker)


def pay(at: Table) -> Table:
    """Pays what is due, with the first item offered each time."""
    while at.asked[1] == "payment":
        at.choose(at.options[0])
    return at


def play_out(at: Table, seat: int = 0) -> Table:
    """The first option of every decision until the combat is over and a player is asked for his turn."""
    while at.asked != (seat, "turn"):
        at.choose(at.options[0])
    return at
