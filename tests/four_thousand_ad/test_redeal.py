"""What a redeal draws anew for a seat, and what the seat knows and keeps, position by position."""

import numpy as np

from starbalance.simulator.games.four_thousand_ad.occupation import are_friends
from tests.contract.worlds import redealt
from tests.four_thousand_ad.table import GAME, position
from tests.four_thousand_ad.test_diplomacy import table


def worlds_of(at, home, number=200):
    return [redealt(GAME, at.state, at.rules, at.seat(home), np.uint64(7919 * n + 1)) for n in range(number)]


def test_the_plan_of_a_warp_is_known_to_its_owner_and_an_ally():
    """FAD-18.13, FAD-4.1: for the other side it is any star of another sector."""
    at = position("alliances4").depart("Algol", "Vega", 3)
    plans = {
        home: {int(world.players[at.seat("Algol")].warps[0].target) for world in worlds_of(at, home)}
        for home in at.homes
    }
    assert plans["Algol"] == plans["Regulus"] == {at.star("Vega")}
    assert len(plans["Pavo"]) > 40 < len(plans["Antares"])
    assert plans["Pavo"].isdisjoint({at.star("Algol"), at.star("Mirfak")})


def destinations(at, home):
    return {int(world.destination) for world in worlds_of(at, home)}


def test_where_a_departure_in_progress_heads_for_is_known_to_its_owner():
    """FAD-9.2, FAD-9.3: everybody sees a hop; once the fleet has left its plan alone says where to."""
    at = position().choose("depart Algol", "head for Vega")
    assert destinations(at, "Algol") == {at.star("Vega")}
    others = destinations(at, "Pavo")
    assert len(others) > 40
    assert others.isdisjoint({at.star("Algol"), at.star("Mirfak")})
    assert destinations(at.choose("embark 3"), "Pavo") == {0}
    at = position().choose("depart Algol", "head for Mirfak")
    assert destinations(at, "Pavo") == {at.star("Mirfak")}


def bonds(at, home, one, other):
    """Whether two are allied, in the worlds of a home."""
    return {bool(are_friends(world, at.rules, at.seat(one), at.seat(other))) for world in worlds_of(at, home, 40)}


def test_an_alliance_is_known_to_the_two_until_it_is_shown():
    """FAD-24.2: the others know of any two but themselves that they may be allied or not."""
    at = table(pairs=[("Algol", "Pavo")])
    assert bonds(at, "Algol", "Algol", "Pavo") == bonds(at, "Pavo", "Algol", "Pavo") == {True}
    assert bonds(at, "Regulus", "Algol", "Pavo") == bonds(at, "Algol", "Regulus", "Antares") == {True, False}
    assert bonds(at, "Regulus", "Regulus", "Antares") == {False}
    at.state.revealed = at.state.allied
    assert bonds(at, "Regulus", "Algol", "Pavo") == {True}
