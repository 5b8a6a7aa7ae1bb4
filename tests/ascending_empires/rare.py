"""Rules and positions that make decisions frequent which are rare in random games."""

from collections.abc import Iterator
from typing import Any

from tests.ascending_empires.table import position

RARE = ({"switches.start_ships": 3, "switches.start_troops": 14, "switches.homeworld_launch_free": True},)
ORANGE = {1: "red orange 2F", 2: "red orange 1F"}
ROW = {1: "red brown 2F", 2: "red grey 2F", 3: "red grey 3T"}


def positions() -> Iterator[tuple[str, Any, Any]]:
    """Yield (setup, rules, state): technologies, returned ships, pieces, attacks and their ships, landings, mines."""
    ready = position(planets=ORANGE, tech={"red": [2, 0, 0, 0]}, supply={"red": "6T 1S"})
    row = position(planets=ROW, tech={"red": [2, 2, 2, 1]})
    ships = {"red": ["8/0", "8/2", "8/4"], "blue": ["8/6", (360, 360)]}
    attack = position(planets={8: "green 1F", 9: "blue 1T"}, ships=ships)
    pods = position(planets={9: "grey"}, ships={"red": ["9/0", "10/0"]}, tech={"red": [0, 3, 0, 0]})
    mines = position(planets={3: "red 3T", 4: "red 2T", 5: "red 3T"}, tech={"red": [0, 0, 3, 0]})
    for at in (
        ready.choose("develop"),
        position(planets=ORANGE, tech={"red": [2, 0, 0, 0]}, supply={"red": "6T 1S"}).choose("develop", "raise orange"),
        row.choose("develop", "raise brown"),
        attack.choose("move", "stop"),
        position(planets={8: "green 1F"}, ships=ships).choose("move", "stop", "attack ship blue 1"),
        pods.choose("move", "land"),
        mines.choose("mine"),
        position(planets=ROW).choose("withdraw"),
        position(planets={3: "red 1T 1C"}).choose("build", "build city 3"),
        position(ships={"red": ["3/0", "4/0"]}).choose("pass"),
        position(home={"red": 1}, supply={"red": "6T 1S"}).choose("move", "launch"),
    ):
        yield "four", at.rules, at.state
