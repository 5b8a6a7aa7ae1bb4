"""Reserves, discarding, removing, card actions and passing (HOS-11, HOS-12, HOS-13, HOS-14)."""

import numpy as np
import pytest

from starbalance.simulator.games import find_game
from starbalance.simulator.games.handful_of_stars.aftermath import remove_marker
from starbalance.simulator.games.handful_of_stars.state import NONE, Zone
from starbalance.simulator.games.handful_of_stars.system import eliminate
from tests.handful_of_stars.table import bare_table

KERNELS = find_game("handful-of-stars").kernels


def reserving(*hand, one=(), two=(), counters=(), **more):
    """Seat 0 has begun a Reserve action."""
    at = bare_table(**more).give_counters(0, *counters)
    return at.deal(0, hand=hand, one=one, two=two).choose("act reserve")


def places(at):
    """Return the slots offered for each card: card -> slots."""
    slots = {}
    for words in at.options:
        if words.startswith("reserve "):
            card, slot = words.removeprefix("reserve ").split(" to reserve ")
            slots.setdefault(card, []).append(slot)
    return slots


def test_one_action_fills_both_slots_with_any_number_of_cards():
    """HOS-11.1"""
    at = reserving("Academy", "Culture", "Settlers", "Fast Ships")
    at.choose("reserve Academy to reserve one", "reserve Culture to reserve two", "reserve Settlers to reserve one")
    at.choose("reserve Fast Ships to reserve two", "done")
    assert (at.pile(0, "one"), at.pile(0, "two")) == (["Academy", "Settlers"], ["Culture", "Fast Ships"])
    assert at.hand(0) == []
    assert at.state.actions_left == 1


def test_a_reserve_action_may_place_a_single_card_but_not_none():
    """HOS-11.1"""
    at = reserving("Academy", "Settlers")
    assert "done" not in at.options
    at.choose("reserve Academy to reserve one", "done")
    assert at.hand(0) == ["Settlers"]


def test_reserve_two_takes_only_cards_labelled_reserve():
    """HOS-11.2"""
    at = reserving("Academy", "Hap", "Scouts", "Culture", "Fast Ships")
    both, one = ["one", "two"], ["one"]
    assert places(at) == {"Academy": one, "Hap": one, "Scouts": one, "Culture": both, "Fast Ships": both}


@pytest.mark.parametrize(
    ("counters", "limit"), [((), 2), (("energy_2", "vp_3"), 2), (("reserve",), 3), (("reserve",) * 2, 4)]
)
def test_every_reserve_counter_makes_room_for_one_more_in_each_slot(counters, limit):
    """HOS-11.3, HOS-18.4; X38: two in each, three with one counter."""
    names = ["Culture", "Culture", "Fast Ships", "Dreadnoughts", "Missiles", "Space Mines"]
    at = reserving(*names, counters=counters)
    for slot in ("one", "two"):
        at = reserving(*names, counters=counters)
        for name in names[:limit]:
            at.choose(f"reserve {name} to reserve {slot}")
        assert all(slot not in slots for slots in places(at).values())
        assert len(at.pile(0, slot)) == limit


@pytest.mark.parametrize("limit", [1, 3])
def test_a_switch_sets_the_limit_of_a_slot(limit):
    """HOS-11.3"""
    at = reserving("Academy", "Settlers", "Shipyard", "Hap", reserve_limit=limit)
    for name in ("Academy", "Settlers", "Shipyard")[:limit]:
        at.choose(f"reserve {name} to reserve one")
    assert places(at) == {}


@pytest.mark.parametrize("slot", ["one", "two"])
def test_mass_armies_find_a_place_in_a_full_slot(slot):
    """HOS-11.4"""
    at = reserving("Mass Armies", "Culture", one=["Academy", "Settlers"], two=["Fast Ships", "Missiles"])
    assert places(at) == {"Mass Armies": ["one", "two"]}
    at.choose(f"reserve Mass Armies to reserve {slot}")
    assert len(at.pile(0, slot)) == 3


def test_mass_armies_leave_room_for_two_other_cards():
    """HOS-11.4; X38"""
    at = reserving("Academy", "Settlers", "Hap", one=["Mass Armies"])
    at.choose("reserve Academy to reserve one", "reserve Settlers to reserve one")
    assert places(at) == {}
    assert at.pile(0, "one") == ["Mass Armies", "Academy", "Settlers"]


def test_cards_are_switched_between_the_slots_while_others_are_placed():
    """HOS-11.5"""
    at = reserving("Academy", one=["Culture"], two=["Fast Ships"]).choose("reserve Academy to reserve one")
    at.choose("switch Culture to reserve two", "switch Fast Ships to reserve one", "done")
    assert (at.pile(0, "one"), at.pile(0, "two")) == (["Academy", "Fast Ships"], ["Culture"])


def test_a_card_without_the_label_is_not_switched_to_reserve_two():
    """HOS-11.2, HOS-11.5"""
    at = reserving("Academy", one=["Settlers"], two=["Culture"], counters=["reserve"])
    assert "switch Culture to reserve one" in at.options
    assert not [words for words in at.options if "Settlers" in words]


def test_two_full_slots_exchange_a_card_each():
    """HOS-11.5: Mass Armies let the action take place."""
    at = reserving("Mass Armies", one=["Culture", "Academy"], two=["Fast Ships", "Missiles"])
    assert "swap Academy with Missiles" not in at.options
    at.choose("swap Culture with Missiles", "reserve Mass Armies to reserve one", "done")
    assert (at.pile(0, "one"), at.pile(0, "two")) == (["Academy", "Missiles", "Mass Armies"], ["Fast Ships", "Culture"])


def test_a_card_changes_its_place_once_in_an_action():
    """HOS-11.5"""
    at = reserving("Academy", one=["Culture"]).choose("reserve Academy to reserve one", "switch Culture to reserve two")
    assert at.options == ["done"]


def test_the_next_action_may_switch_the_same_card_again():
    """HOS-11.5"""
    at = reserving("Academy", "Mass Armies", one=["Culture"]).choose("reserve Academy to reserve one")
    at.choose("switch Culture to reserve two", "done", "act reserve", "reserve Mass Armies to reserve two")
    assert "switch Culture to reserve one" in at.options


def test_a_switch_makes_room_for_a_hand_card():
    """HOS-11.5, A63: The limits of the slots are checked at the end of the action."""
    at = reserving("Academy", one=["Culture", "Settlers"])
    assert at.options == ["switch Culture to reserve two"]
    at.choose("switch Culture to reserve two", "reserve Academy to reserve one", "done")
    assert (at.pile(0, "one"), at.pile(0, "two")) == (["Settlers", "Academy"], ["Culture"])


def test_a_reserve_action_cannot_only_switch_cards():
    """HOS-11.5, A63: A switch that leaves no place for a hand card is not allowed either."""
    full = bare_table().deal(0, hand=["Academy"], one=["Settlers", "Shipyard"], two=["Culture"])
    assert "act reserve" not in full.options
    assert "act reserve" not in bare_table().deal(0, hand=[], one=["Culture"]).options
    at = reserving("Academy", one=["Settlers"], two=["Culture", "Missiles"])
    assert at.options == ["reserve Academy to reserve one"]


def overfull(*hand, two=()):
    """Reserve One holds three cards: its limit fell when a +1 Reserve counter was exchanged."""
    at = bare_table().give_counters(0, "reserve").show_counters("energy_2")
    at.deal(0, hand=["Out of Storage", *hand], one=["Academy", "Culture", "Missiles"], two=two)
    return at.choose("play Out of Storage", "exchange reserve for energy_2")


def test_a_slot_over_its_limit_keeps_its_cards_and_takes_no_more():
    """HOS-11.3, HOS-17.18d, A21: The other slot works as usual."""
    at = overfull("Fast Ships")
    assert at.pile(0, "one") == ["Academy", "Culture", "Missiles"]
    at.choose("act reserve")
    assert places(at) == {"Fast Ships": ["two"]}


def test_a_slot_over_its_limit_takes_no_card_in_exchange():
    """HOS-11.5, A21"""
    at = overfull("Mass Armies", two=["Fast Ships", "Dreadnoughts"]).choose("act reserve")
    assert at.options == ["reserve Mass Armies to reserve one", "reserve Mass Armies to reserve two"]


def test_a_reserved_card_never_returns_to_the_hand_by_choice():
    """HOS-11.6: it is played for its points or its effect, discarded or removed."""
    at = bare_table().place(0, "Pellas", marker="home").deal(0, hand=["Shipyard"], one=["Settlers", "Out of Storage"])
    at.give_counters(0, "energy_2").show_counters("vp_3")
    assert at.choose("act build", "build fleet Pellas", "done", "spend Shipyard for matter").due == {"population": 1}
    at.choose("spend Settlers for population", "play Out of Storage", "exchange energy_2 for vp_3")
    assert at.pile(0, "one") == []
    assert set(at.pile(0, "discard")) <= {"Shipyard", "Settlers", "Out of Storage"}


@pytest.mark.parametrize("slot", ["one", "two"])
def test_reserved_cards_are_discarded_and_removed(slot):
    """HOS-11.6, HOS-12.1, HOS-13.1"""
    at = bare_table().deal(0, hand=[], **{slot: ["Fast Ships", "Missiles"]})
    at.choose("act discard", "discard Fast Ships", "done", "act remove")
    boxed = at.boxed("Missiles")
    at.choose("remove Missiles")
    assert at.pile(0, slot) == []
    assert at.boxed("Missiles") == boxed + 1


def test_only_a_shortfall_brings_reserved_cards_into_the_hand():
    """HOS-11.6, HOS-3.9"""
    at = (
        bare_table()
        .deal(0, hand=["Academy"], draw=[], discard=[], one=["Settlers", "Hap"])
        .choose("act pass", "act pass")
    )
    assert at.prompt == (0, "shortfall")
    assert at.options == ["take back Settlers", "take back Hap"]


def test_reserves_are_open():
    """HOS-11.7; A61: the Reserves stay the same in every redeal for another player."""
    at = bare_table().deal(1, hand=["Academy", "Hap"], one=["Missiles", "Settlers"], two=["Culture"])
    KERNELS.redeal(at.state, at.rules, 0, np.uint64(99))
    assert (at.pile(1, "one"), at.pile(1, "two")) == (["Missiles", "Settlers"], ["Culture"])


def test_festival_cultures_and_a_counter_score_ten_points():
    """HOS-17.6, HOS-17.11, A47; X29: 2 + 2 for the Cultures, 2 + 1 for the Festival, 3 on the counter."""
    at = bare_table().give_counters(0, "vp_3")
    at.deal(0, hand=["Festival of Culture", "Culture", "Culture"]).choose("act reserve")
    at.choose("reserve Culture to reserve one", "reserve Culture to reserve two")
    at.choose("reserve Festival of Culture to reserve two", "done")
    assert at.vp(0) == 10


def test_one_action_discards_from_hand_and_reserves():
    """HOS-12.1: any number of cards, at least one; no card is drawn before the end of the turn."""
    at = (
        bare_table()
        .deal(0, hand=["Academy", "Settlers", "Hap"], one=["Shipyard"], two=["Culture"])
        .choose("act discard")
    )
    assert "done" not in at.options
    at.choose("discard Academy", "discard Culture", "discard Shipyard", "done")
    assert at.pile(0, "discard") == ["Academy", "Culture", "Shipyard"]
    assert at.hand(0) == ["Settlers", "Hap"]
    assert at.state.actions_left == 1
    at.choose("act pass")
    assert len(at.hand(0)) == 6


def test_one_action_removes_one_card():
    """HOS-13.1"""
    at = bare_table().deal(0, hand=["Academy", "Settlers"]).choose("act remove", "remove Academy")
    assert at.prompt == (0, "turn")
    assert at.state.actions_left == 1
    assert at.hand(0) == ["Settlers"]
    assert "Academy" not in at.pile(0, "discard") + at.pile(0, "draw")


def test_a_removed_system_card_goes_to_the_pool_and_its_system_stays():
    """HOS-13.2"""
    at = bare_table().place(0, "Hap", marker="outpost").deal(0, hand=["Hap"])
    assert not at.in_pool("Hap")
    at.choose("act remove", "remove Hap")
    assert at.in_pool("Hap")
    assert at.marker("Hap") == "outpost"
    assert at.owner("Hap") == 0
    assert at.vp(0) == 3


@pytest.mark.parametrize("card", ["Retreat", "Scouts", "Academy"])
def test_other_removed_cards_go_to_the_box(card):
    """HOS-13.3, A38: a Technology card, a Race Ability card, a Starting card."""
    at = bare_table().deal(0, hand=[card])
    taken = int(at.player(0).piles[Zone.HAND].card[0])
    at.choose("act remove", f"remove {card}")
    assert at.state.boxed[taken] == 1
    assert at.where(taken) is None


def test_an_upgrade_does_not_bring_a_removed_card_back():
    """HOS-13.4, HOS-9.10"""
    at = bare_table().place(0, "Pellas", marker="outpost").deal(0, hand=["Pellas", "Rhosgar"])
    at.choose("act remove", "remove Pellas", "act colonise", "upgrade Pellas", "spend Rhosgar for population")
    assert at.marker("Pellas") == "colony"
    assert at.in_pool("Pellas")


def lost(at, system):
    """Take the system away from seat 0."""
    space = at.space(system)
    eliminate(at.state, at.rules, 0, space, *at.units(system, 0))
    remove_marker(at.state, at.rules, 0, space)
    at.state.owner[space] = NONE
    return at


def test_a_removed_card_comes_back_when_the_system_is_lost_and_taken_again():
    """HOS-13.4"""
    at = (
        bare_table()
        .place(0, "Hap", marker="outpost")
        .deal(0, hand=["Hap", "Settlers"])
        .choose("act remove", "remove Hap")
    )
    lost(at, "Hap").place(0, "Hap", fleets=1).choose("act colonise", "outpost Hap", "spend Settlers for population")
    assert "Hap" in at.pile(0, "discard") + at.pile(0, "draw") + at.hand(0)
    assert not at.in_pool("Hap")


def test_another_player_takes_a_removed_card_from_the_pool():
    """HOS-13.4"""
    at = bare_table().place(0, "Hap", marker="outpost").deal(0, hand=["Hap"]).choose("act remove", "remove Hap")
    lost(at, "Hap").place(1, "Hap", fleets=1).deal(1, hand=["Settlers"]).turn(1)
    at.choose("act colonise", "outpost Hap", "spend Settlers for population")
    assert at.pile(1, "discard") == ["Settlers", "Hap"]


def test_a_removed_technology_card_never_comes_back():
    """HOS-13.4: It is in the box when its owner's deck is shuffled."""
    at = (
        bare_table()
        .deal(0, hand=["Retreat"], draw=[], discard=["Academy", "Hap"])
        .choose("act remove", "remove Retreat")
    )
    at.choose("act pass")
    assert sorted(at.hand(0)) == ["Academy", "Hap"]


def test_a_card_with_the_label_action_costs_an_action():
    """HOS-14.1"""
    at = bare_table().place(0, "Pellas", marker="home").deal(0, hand=["Armaments"])
    at.choose("play Armaments", "build fleet Pellas", "done")
    assert at.state.actions_left == 1


def test_a_card_action_needs_an_action():
    """HOS-14.1: Without actions left a Free Action can still be played, an Action cannot."""
    at = bare_table().place(0, "Pellas", marker="home").deal(0, hand=["Armaments", "Advanced Cybernetics"])
    at.choose("act pass", "act pass")
    assert at.options == ["done", "play Advanced Cybernetics"]


def test_a_card_spent_for_its_symbol_has_no_effect():
    """HOS-14.1: Armaments are spent as matter for a unit."""
    at = bare_table().place(0, "Pellas", marker="home").deal(0, hand=["Armaments", "Settlers"])
    at.choose("act build", "build fleet Pellas", "done", "spend Armaments for matter", "spend Settlers for population")
    assert at.units("Pellas", 0) == (1, 0)
    assert at.state.actions_left == 1
    assert "Armaments" in at.pile(0, "discard")


def test_passing_is_always_possible_and_costs_an_action():
    """HOS-14.2: Without a piece and without a card no other action is possible."""
    at = bare_table().deal(0, draw=[])
    assert at.options == ["act pass"]
    at.choose("act pass")
    assert at.state.actions_left == 1
    rich = bare_table().place(0, "Pellas", fleets=3, marker="home").deal(0, hand=["Armaments", "Star Drive", "Academy"])
    assert "act pass" in rich.options
