"""What a redeal resamples for a seat, and what the seat knows and keeps, position by position."""

import numpy as np

from starbalance.simulator.games.four_thousand_ad.occupation import are_friends
from tests.contract.worlds import redealt
from tests.four_thousand_ad.table import GAME, position
from tests.four_thousand_ad.test_diplomacy import table


def worlds_of(at, home, number=200):
    return [redealt(GAME, at.state, at.rules, at.seat(home), np.uint64(7919 * n + 1)) for n in range(number)]


def test_the_plan_of_a_warp_is_known_to_its_owner_and_an_ally():
    """FAD-18.13, FAD-4.1: For the other side it may be any star of another sector."""
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


def test_the_destination_of_a_departure_in_progress_is_known_only_to_its_owner():
    """FAD-9.2, FAD-9.3: Every player sees a hop; after the departure only the plan holds the destination."""
    at = position().choose("depart Algol", "head for Vega")
    assert destinations(at, "Algol") == {at.star("Vega")}
    possible = destinations(at, "Pavo")
    assert len(possible) > 40
    assert possible.isdisjoint({at.star("Algol"), at.star("Mirfak")})
    assert destinations(at.choose("embark 3"), "Pavo") == {0}
    at = position().choose("depart Algol", "head for Mirfak")
    assert destinations(at, "Pavo") == {at.star("Mirfak")}


def bonds(at, home, one, two):
    """Return whether two homes are allied, as a set over redeals for a third home."""
    return {bool(are_friends(world, at.rules, at.seat(one), at.seat(two))) for world in worlds_of(at, home, 40)}


def test_an_alliance_is_known_only_to_the_allies_until_it_is_revealed():
    """FAD-24.2: For the other players any two homes except their own may be allied or not."""
    at = table(pairs=[("Algol", "Pavo")])
    assert bonds(at, "Algol", "Algol", "Pavo") == bonds(at, "Pavo", "Algol", "Pavo") == {True}
    assert bonds(at, "Regulus", "Algol", "Pavo") == bonds(at, "Algol", "Regulus", "Antares") == {True, False}
    assert bonds(at, "Regulus", "Regulus", "Antares") == {False}
    at.state.revealed = at.state.allied
    assert bonds(at, "Regulus", "Algol", "Pavo") == {True}
