"""Rules and positions that make decisions frequent which are rare in random games."""

from collections.abc import Iterator
from typing import Any

from tests.four_thousand_ad.test_diplomacy import table
from tests.four_thousand_ad.test_elimination import exchange

RARE = ({"switches.diplomacy": True}, {"switches.concede": True})


def positions() -> Iterator[tuple[str, Any, Any]]:
    """Yield (setup, rules, state): two players hold each other's home, or a player has asked an ally for ships."""
    for at in (exchange(), exchange().choose("yes"), loan("Regulus"), loan("Deneb")):
        yield "independents4", at.rules, at.state


def loan(target: str) -> Any:
    """Algol leaves a star shared with Pavo. Pavo decides on lending ships without knowing the destination."""
    at = table({"Algol": {"Vega": 3}, "Pavo": {"Vega": 4}, "Regulus": {"Deneb": 2}}, pairs=[("Algol", "Pavo")])
    return at.choose("no").depart("Vega", target, 2)
