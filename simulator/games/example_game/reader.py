"""The reader of the game's data. It checks the data and fills the rules record."""

from starbalance.simulator.engine.contract import blank_rules, fill_switches
from starbalance.simulator.engine.errors import BadInput

from .rules import CARGO_CARDS, SHIPS, SWITCHES

KEYS = {"switches": SWITCHES}
FIELDS = {"ships": {"head_start": int, "boost": int}, "cargo": {"points": int, "copies": int}}
OPEN = ("cargo",)  # tables that take new entries


def fill(document, setup):
    """Return the rules record of a setup.

    Raises:
        BadInput: If the state has no room for the data.
    """
    from .state import rules_dt

    rules = blank_rules(rules_dt, setup)
    fill_switches(rules, SWITCHES, document["switches"])
    _fill_ships(rules, document["ships"])
    _fill_cargo(rules, document["cargo"])
    return rules


def _fill_ships(rules, ships):
    """COM-1.1: Fill in the head start and the boost of each ship. Raise BadInput if the number of ships is wrong."""
    if len(ships) != SHIPS:
        raise BadInput(f"data/ships.toml must list exactly {SHIPS} ships, got {len(ships)}.")
    for number, ship in enumerate(ships.values()):
        rules.head_start[number] = ship["head_start"]
        rules.boost[number] = ship["boost"]


def _fill_cargo(rules, cargo):
    """COM-1.2: Fill in the deck, one card for each copy. Raise BadInput if its size is not allowed."""
    deck = [kind["points"] for kind in cargo.values() for _ in range(kind["copies"])]
    if not SHIPS <= len(deck) <= CARGO_CARDS:
        raise BadInput(f"The deck must have {SHIPS} to {CARGO_CARDS} cargo cards, got {len(deck)}: change the copies.")
    rules.cards = len(deck)
    rules.points[: len(deck)] = deck
