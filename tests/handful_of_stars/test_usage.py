"""The components that options use: actions, cards drafted and played, attacks."""

import pytest

from tests.handful_of_stars.battle import battle
from tests.handful_of_stars.table import bare_table
from tests.handful_of_stars.test_moving import realm, wormholes
from tests.handful_of_stars.test_technology import market


def drafting(at, name):
    """Return the options that bring a player a card of this name."""
    return at.using("drafted", at.technologies.index(name))


def playing(at, name):
    return at.using("played", at.technologies.index(name))


def test_each_action_uses_its_column():
    """HOS-3.3"""
    at = market()
    assert [at.using(name) for name in ("drafts", "reserves", "passes")] == [
        ["act draft"],
        ["act reserve"],
        ["act pass"],
    ]


def test_cards_are_drafted():
    """HOS-10.1: Two names can be paid, so the action does not imply either name."""
    at = market()
    assert drafting(at, "Retreat") == []
    at.choose("act draft")
    assert (drafting(at, "Retreat"), drafting(at, "Culture")) == (["draft Retreat"], [])


def test_an_action_that_can_draft_only_one_name_counts_as_that_draft():
    """HOS-10.1: Culture costs more than the player can pay."""
    at = market().show("Culture", "Retreat")
    assert (drafting(at, "Retreat"), drafting(at, "Force Shields")) == (["act draft"], [])


def test_a_wormhole_counter_counts_as_a_draft_of_its_card():
    """HOS-10.7"""
    at = market("Wormhole Technology", "Space Mines").deal(1, hand=["Academy"])
    at.choose("act draft", "draft Retreat", "spend Academy for research").pass_turn().show("Culture", "Missiles")
    assert drafting(at, "Wormhole Technology") == ["act draft"]
    assert drafting(at, "Retreat") == []
    at.choose("act draft")
    assert drafting(at, "Wormhole Technology") == ["take wormhole"]


def test_a_kept_card_counts_as_drafted():
    """HOS-17.5"""
    at = bare_table().stack("Culture", "Missiles", "Retreat").deal(0, hand=["Blue-Sky Research"])
    at.choose("play Blue-Sky Research")
    assert drafting(at, "Missiles") == ["keep Missiles"]


def test_cards_are_played():
    """HOS-14.1: as an action or as a Free Action."""
    at = bare_table().place(0, "Berylith", 2, 1, "home").deal(0, hand=["Warehouse", "Armaments", "Shipyard", "Academy"])
    assert playing(at, "Warehouse") == at.using("free_actions") == ["play Warehouse"]
    assert playing(at, "Armaments") == at.using("card_actions") == ["play Armaments"]


def test_a_card_played_in_combat_is_no_action():
    """HOS-7.9"""
    at = battle(1, (2, 0), attacker={"hand": ["Rapid-Reaction Force"]}).choose("no")
    assert playing(at, "Rapid-Reaction Force") == ["play Rapid-Reaction Force"]
    assert at.using("card_actions") == at.using("free_actions") == []


def test_a_card_with_a_lasting_effect_is_played_into_a_reserve():
    """HOS-1.11, HOS-11.1"""
    at = bare_table().deal(0, hand=["Academy", "Settlers", "Culture"])
    assert playing(at, "Culture") == []
    at.choose("act reserve")
    assert playing(at, "Culture") == ["reserve Culture to reserve one", "reserve Culture to reserve two"]
    assert playing(at, "Armaments") == []


def test_an_action_that_can_reserve_only_one_name_counts_as_playing_it():
    """HOS-11.1"""
    at = bare_table().deal(0, hand=["Culture"])
    assert (playing(at, "Culture"), playing(at, "Dreadnoughts")) == (["act reserve"], [])


@pytest.mark.parametrize(("owner", "column"), [(None, "attacks_neutral"), (1, "attacks_player")])
def test_a_move_to_another_players_or_a_neutral_system_is_an_attack(owner, column):
    """HOS-6.1, HOS-6.6: If all systems next to the units are of this type, the action counts as an attack."""
    at = realm()
    for system in ("Ishtar", "Elyria") if owner == 1 else ():
        at.place(1, system, 1, marker="outpost")
    unused = {"attacks_neutral": "attacks_player", "attacks_player": "attacks_neutral"}[column]
    assert (at.using(column), at.using(unused)) == (["act move"], [])
    at.choose("act move")
    assert (at.using(column), at.using(unused)) == (["from Berylith"], [])
    at.choose("from Berylith")
    assert "move 1 fleet to Ishtar" in at.using(column)
    assert at.using(unused) == []


def test_a_move_next_to_friendly_systems_need_not_be_an_attack():
    """HOS-6.1"""
    at = realm("Ishtar")
    assert at.using("attacks_neutral") == []
    at.choose("act move", "from Berylith")
    assert "move 1 fleet to Ishtar" not in at.using("attacks_neutral")
    assert "move 1 fleet to Elyria" in at.using("attacks_neutral")


def test_fleets_without_energy_that_can_hop_are_counted_as_attacking():
    """HOS-6.1, HOS-15.2: They can hop, and a hop may lead to any wormhole."""
    at = wormholes(0, hand=["Academy"])
    assert at.using("attacks_neutral") == at.using("attacks_player") == ["act move"]
    assert wormholes(0, hand=["Star Drive", "Academy"]).using("attacks_neutral") == []


def test_a_travel_card_does_not_pay_for_the_connection_that_it_enables():
    """HOS-6.1, A65: Without its energy the fleets can only hop, before the action begins as well as after."""
    at = wormholes(0, hand=["Academy"], one=["Fast Ships"])
    assert at.using("attacks_player") == ["act move"]
    assert at.choose("act move").using("attacks_player") == ["from Arkanis"]
