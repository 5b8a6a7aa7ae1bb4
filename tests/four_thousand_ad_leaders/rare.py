"""Rules and positions that make decisions frequent which are rare in random games."""

from collections.abc import Iterator
from typing import Any

from tests.four_thousand_ad_leaders.table import battle, position

RARE = ({"switches.claim_costs_ship": True, "switches.claims_to_win": 6},)
SPREAD = {"Algol": {"Algol": 20, "Vega": 12, "Deneb": 1}, "Regulus": {"Regulus": 5, "Sirius": 3, "Adhara": 3}}
DUE = {"Algol": [(0, "B-yellow", 4, "Corsair"), (0, "B-yellow", 4, "Tactician")]}


def positions() -> Iterator[tuple[str, Any, Any]]:
    """Yield (setup, rules, state): two attacking leaders, two attacked stars, an open objective that costs a ship."""
    two = position(stars=SPREAD, fleets=DUE, hands={"Regulus": ["Saboteur", "Envoy"]})
    paid = position(stars=SPREAD, claim_costs_ship=True)
    attack = battle([(3, "Grand Admiral"), (3, "Corsair")], 8, hand=["Saboteur", "Underdog"])
    for at in (
        two.choose("stop", "arrive Sirius", "arrive Adhara"),
        paid.choose("stop"),
        attack,
        battle([(3, "Grand Admiral"), (3, "Corsair")], 8, hand=["Saboteur"]).choose("lead Corsair"),
    ):
        yield "four", at.rules, at.state
