"""Rules and positions in which decisions come up that are rare in games at random."""

from collections.abc import Iterator
from typing import Any

from tests.four_thousand_ad.test_elimination import exchange

RARE = ({"switches.diplomacy": True}, {"switches.concede": True})


def positions() -> Iterator[tuple[str, Any, Any]]:
    """(set-up, rules, state) where two players hold each other's home: may they withdraw?"""
    for at in (exchange(), exchange().choose("yes")):
        yield "independents4", at.rules, at.state
