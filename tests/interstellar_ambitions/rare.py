"""Rules that make rare decisions frequent: battles and thefts from the start, narrow limits."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.engine import tables
from starbalance.simulator.games.interstellar_ambitions import GAME
from starbalance.simulator.games.interstellar_ambitions.state import Decision
from tests.interstellar_ambitions.walk import walk

RUSH = {
    "switches.peace_rounds": 0,
    "switches.hand_limit": 3,
    "fleet.BASIC.invade": True,
    "shadow_cards.Double Agents.copies": 9,
}
DATA = tables.read(GAME)


def switched(**changes):
    return {f"switches.{name}": value for name, value in changes.items()}


CARDS = ("Usurped Plans", "Black Market Deal", "New Opportunities", "Petty Theft", "Grand Heist", "Hijackers",
         "Change of Plans", "Informants")  # fmt: skip
EVENTS = ("Runaway Greenhouse Effect", "Supply Shortage", "Hidden Informers", "Derelict Fighter Wing")
TAUGHT = {
    "PLANETARY ECONOMICS": [["TOKEN_KEEP", 1]],
    "RESEARCH FORCES": [["COLONISE_DISC", 2]],
    "FERTILITY CLINICS": [["REPAIR_ATTACKER", 1], ["EMERGENCY_EXTRA", 2]],
    "ASTEROID SMELTERS": [["EVENT_CHOICE", 1]],
}
HASTY = {
    "colonise.BASIC.vp": 99,
    "colonise.BASIC.replace": True,
    "build.BASIC.ships": 3,
    "build.BASIC.heavy": True,
    "shadow.BASIC.mercs": 2,
    "shadow.BASIC.replace": True,
    "fleet.BASIC.invade": True,
    "fleet.BASIC.invade_bonus": 9,
    "fleet.BASIC.raid_bonus": 9,
    **{f"ambitions.{name}.predicate": ["PLANETS", 2] for name in DATA["ambitions"]},
    **{f"technologies.{name}.effects": effects for name, effects in TAUGHT.items()},
    **{f"shadow_cards.{name}.copies": 4 if name in CARDS else 0 for name in DATA["shadow_cards"]},
    **{f"events.{name}.copies": 5 if name in EVENTS else 0 for name in DATA["events"]},
    **switched(start_level=1, planet_limit=2, ship_limit=3, hand_limit=2, peace_rounds=0, start_resources=9,
               tokens_per_player=3, planet_stacks="ascending_vp", start_cards_kept=1, claims_to_end=5),
}  # fmt: skip
RARE = (RUSH, HASTY)


SELDOM = (Decision.CAPTURING, Decision.LAST_PLANET)  # even in haste


def positions() -> Iterator[tuple[str, Any, Any]]:
    """Yield (setup, rules, state) at the first decision of each rare kind in some games."""
    missing = set(SELDOM)
    for seed in range(30):
        setup = GAME.setups[seed % 2].name
        rules = tables.load(GAME, setup, set=HASTY).record
        for before, _, _, _ in walk(rules, seed, 460):
            if before.decision in missing:
                missing.discard(before.decision)
                yield setup, rules, before
        if not missing:
            return
