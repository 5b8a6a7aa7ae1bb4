"""What options use: actions, cards drafted and played, attacks."""

import pytest

from tests.handful_of_stars.battle import battle
from tests.handful_of_stars.table import bare_table
from tests.handful_of_stars.test_moving import realm, wormholes
from tests.handful_of_stars.test_technology import market


def drafting(at, name):
    """The options that bring a player a card of that name."""
    return at.using("drafted", at.technologies.index(name))


def playing(at, name):
    return at.using("played", at.technologies.index(name))


def test_each_action_is_of_its_kind():
    """HOS-3.3"""
    at = market()
    assert [at.using(name) for name in ("drafts", "reserves", "passes")] == [
        ["act draft"],
        ["act reserve"],
        ["act pass"],
    ]


def test_cards_are_drafted():
    """HOS-10.1: two names can be paid, so that neither is all that the action comes to."""
    at = market()
    assert drafting(at, "Retreat") == []
    at.choose("act draft")
    assert (drafting(at, "Retreat"), drafting(at, "Culture")) == (["draft Retreat"], [])


def test_an_action_that_can_draft_one_name_alone_drafts_it():
    """HOS-10.1: Culture costs more."""
    at = market().show("Culture", "Retreat")
    assert (drafting(at, "Retreat"), drafting(at, "Force Shields")) == (["act draft"], [])


def test_a_wormhole_counter_is_a_draft_of_its_card():
    """HOS-10.7"""
    at = market("Wormhole Technology", "Space Mines").deal(1, hand=["Academy"])
    at.choose("act draft", "draft Retreat", "spend Academy for research").pass_turn().show("Culture", "Missiles")
    assert drafting(at, "Wormhole Technology") == ["act draft"]
    assert drafting(at, "Retreat") == []
    at.choose("act draft")
    assert drafting(at, "Wormhole Technology") == ["take wormhole"]


def test_a_card_that_is_kept_is_drafted():
    """HOS-17.5"""
    at = bare_table().stack("Culture", "Missiles", "Retreat").deal(0, hand=["Blue-Sky Research"])
    at.choose("play Blue-Sky Research")
    assert drafting(at, "Missiles") == ["keep Missiles"]


def test_cards_are_played():
    """HOS-14.1: as an action or as a Free Action."""
    at = bare_table().place(0, "Berylith", 2, 1, "home").deal(0, hand=["Warehouse", "Armaments", "Shipyard", "Academy"])
    assert playing(at, "Warehouse") == at.using("free_actions") == ["play Warehouse"]
    assert playing(at, "Armaments") == at.using("card_actions") == ["play Armaments"]


def test_a_card_of_a_combat_is_no_action():
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


def test_an_action_that_can_reserve_one_name_alone_plays_it():
    """HOS-11.1"""
    at = bare_table().deal(0, hand=["Culture"])
    assert (playing(at, "Culture"), playing(at, "Dreadnoughts")) == (["act reserve"], [])


@pytest.mark.parametrize(("owner", "column"), [(None, "attacks_neutral"), (1, "attacks_player")])
def test_a_move_to_a_system_of_others_is_an_attack(owner, column):
    """HOS-6.1, HOS-6.6: where no other system lies beside the units, the action comes to one."""
    at = realm()
    for system in ("Ishtar", "Elyria") if owner == 1 else ():
        at.place(1, system, 1, marker="outpost")
    other = {"attacks_neutral": "attacks_player", "attacks_player": "attacks_neutral"}[column]
    assert (at.using(column), at.using(other)) == (["act move"], [])
    at.choose("act move")
    assert (at.using(column), at.using(other)) == (["from Berylith"], [])
    at.choose("from Berylith")
    assert "move 1 fleet to Ishtar" in at.using(column)
    assert at.using(other) == []


def test_a_move_beside_own_systems_need_be_no_attack():
    """HOS-6.1"""
    at = realm("Ishtar")
    assert at.using("attacks_neutral") == []
    at.choose("act move", "from Berylith")
    assert "move 1 fleet to Ishtar" not in at.using("attacks_neutral")
    assert "move 1 fleet to Elyria" in at.using("attacks_neutral")


def test_fleets_without_energy_for_a_connection_are_taken_to_attack():
    """HOS-6.1, HOS-15.2: they can hop, and a hop may end anywhere."""
    at = wormholes(0, hand=["Academy"])
    assert at.using("attacks_neutral") == at.using("attacks_player") == ["act move"]
    assert wormholes(0, hand=["Star Drive", "Academy"]).using("attacks_neutral") == []


def test_a_card_that_moves_fleets_does_not_pay_for_the_step_it_is_taken_to_begin():
    """HOS-6.1, A65: without its energy the fleets can only hop, before the action begins as well as after."""
    at = wormholes(0, hand=["Academy"], one=["Fast Ships"])
    assert at.using("attacks_player") == ["act move"]
    assert at.choose("act move").using("attacks_player") == ["from Arkanis"]
