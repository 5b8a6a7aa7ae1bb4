"""The components that options use: homes captured and rescued."""

from tests.four_thousand_ad.table import position

NEAR_REGULUS = [(2, "A-yellow", 9), (2, "A-yellow", 8)]
BESIDE = {"Algol": {"Denebola": 4}}


def test_ships_that_come_to_an_enemy_home_capture_it():
    """FAD-13.1: in a single fleet, in several, or by a hop."""
    at = position(stars=BESIDE, warps={"Algol": NEAR_REGULUS})
    assert at.using("captures") == ["arrive Regulus", "combine Regulus"]
    assert at.using("rescues") == []
    assert at.choose("combine Regulus").using("captures") == ["join"]
    assert position(stars=BESIDE).choose("depart Denebola").using("captures") == ["head for Regulus"]


def test_a_departure_that_must_be_a_hop_is_a_capture():
    """FAD-9.3: hop_needs_warp = false, with both warps in use; with a free warp other stars are possible."""
    at = position(stars=BESIDE, warps={"Algol": NEAR_REGULUS}, hop_needs_warp=False).choose("continue", "continue")
    assert at.using("captures") == ["depart Denebola"]
    assert position(stars=BESIDE).using("captures") == []


def test_ships_that_come_to_their_lost_home_rescue_it():
    """FAD-22.1"""
    back = {"Algol": [(1, "B-yellow", 9)]}
    lost = position(stars={"Regulus": {"Algol": 4}, "Algol": {"Algol": 0, "Deneb": 5}}, warps=back)
    assert lost.using("rescues") == ["arrive Algol"]
    assert lost.using("captures") == ["arrive Regulus"]
    assert position(warps=back).using("rescues") == []


def test_the_home_of_an_ally_is_not_captured():
    """FAD-17.1: Algol and Regulus are allies, Antares is an enemy."""
    at = position("alliances4", warps={"Algol": [(2, "A-yellow", 9), (6, "A-yellow", 9)]})
    assert at.using("captures") == ["arrive Antares"]
    at.choose("continue")
    assert "arrive Regulus" in at.options
    assert at.using("captures") == []
