"""The data of the game, checked and made into the record of its rules."""

from starbalance.simulator.engine.contract import blank_rules, fill_switches
from starbalance.simulator.engine.errors import BadInput

from .rules import CARGO_CARDS, SHIPS, SWITCHES

KEYS = {"switches": SWITCHES}
FIELDS = {"ships": {"head_start": int, "boost": int}, "cargo": {"points": int, "copies": int}}
OPEN = ("cargo",)  # tables that take new entries


def fill(document, setup):
    """The rules record of a set-up from the data. Raises BadInput for data that does not fit the state."""
    from .state import rules_dt

    rules = blank_rules(rules_dt, setup)
    fill_switches(rules, SWITCHES, document["switches"])
    _fill_ships(rules, document["ships"])
    _fill_cargo(rules, document["cargo"])
    return rules


def _fill_ships(rules, ships):
    """COM-1.1: a ship for each player there can be."""
    if len(ships) != SHIPS:
        raise BadInput(f"There are {SHIPS} ships, not {len(ships)}.")
    for number, ship in enumerate(ships.values()):
        rules.head_start[number] = ship["head_start"]
        rules.boost[number] = ship["boost"]


def _fill_cargo(rules, cargo):
    """COM-1.2: the deck, a card for each copy."""
    deck = [kind["points"] for kind in cargo.values() for _ in range(kind["copies"])]
    if not SHIPS <= len(deck) <= CARGO_CARDS:
        raise BadInput(f"The deck has from {SHIPS} to {CARGO_CARDS} cargo cards, not {len(deck)}.")
    rules.cards = len(deck)
    rules.points[: len(deck)] = deck
