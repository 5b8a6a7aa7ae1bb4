"""Drafting a Technology card or a Wormhole counter (HOS-10)."""

import pytest

from starbalance.simulator.games.handful_of_stars.state import NONE
from tests.handful_of_stars.table import Table, bare_table

EIGHT = ("Culture", "Culture", "Dreadnoughts", "Force Shields", "Missiles", "Star Bomb", "Terra-forming", "Retreat")


def market(*stacked, **more):
    """A table where seat 0 holds an Academy (2 R), with the Wormhole card still in the deck under these."""
    at = bare_table(**more)
    if at.state.wormhole_card != NONE:
        at.state.wormhole_card = NONE
        at.stack("Wormhole Technology")
    return at.show(*EIGHT).stack(*(stacked or ("Mass Armies",))).deal(0, hand=["Academy"])


def test_a_drafted_card_is_paid_and_goes_to_the_discard_pile():
    """HOS-10.1, HOS-3.10: Force Shields cost 2 R."""
    at = market().choose("act draft", "draft Force Shields")
    assert at.due == {"research": 2}
    at.choose("spend Academy for research")
    assert at.pile(0, "discard") == ["Academy", "Force Shields"]
    assert at.hand(0) == []


def test_only_what_can_be_paid_is_offered():
    """HOS-10.1: with 2 R there are Force Shields (2) and Retreat (1), but no card for 3 or more."""
    at = market().choose("act draft")
    assert at.options == ["draft Force Shields", "draft Retreat"]
    assert "act draft" not in market().deal(0, hand=["Shipyard"]).options


@pytest.mark.parametrize("size", [8, 6, 9])
def test_the_display_is_refilled_from_the_top_of_the_deck(size):
    """HOS-10.2"""
    at = market("Mass Armies", "Space Mines", technology_display=size)
    at.show(*EIGHT[8 - size :] if size < 8 else (*EIGHT, *["Development"] * (size - 8)))
    at.choose("act draft", "draft Retreat", "spend Academy for research")
    assert len(at.display) == size
    assert at.display[-1] == "Mass Armies"
    assert "Retreat" not in at.display


def test_an_empty_deck_lets_the_display_shrink():
    """HOS-10.3"""
    at = market()
    at.state.technologies_left = 0
    at.choose("act draft", "draft Retreat", "spend Academy for research")
    assert at.display == list(EIGHT[:-1])


def test_an_action_drafts_one_card_and_another_may_draft_its_twin():
    """HOS-10.4"""
    at = market().deal(0, hand=["Academy", "Embermoor", "Drossen"])
    at.choose("act draft", "draft Culture", "spend Drossen for research")
    assert at.asked == (0, "turn")
    at.choose("act draft", "draft Culture", "spend Embermoor for research")
    assert at.pile(0, "discard").count("Culture") == 2
    assert at.asked == (1, "turn")


def test_terra_forming_is_paid_in_population_too():
    """HOS-10.5: 2 R and 3 P."""
    at = market().deal(0, hand=["Academy", "Pellas"]).choose("act draft", "draft Terra-forming")
    assert at.due == {"population": 3, "research": 2}
    at.choose("spend Pellas for population", "spend Academy for research")
    assert "Terra-forming" in at.pile(0, "discard")


def test_terra_forming_is_not_offered_without_the_population():
    """HOS-10.5"""
    at = market().deal(0, hand=["Academy", "Settlers"]).choose("act draft")
    assert "draft Terra-forming" not in at.options


@pytest.mark.parametrize(("shift", "price"), [(-1, 1), (1, 3)])
def test_a_shifted_cost_is_paid(shift, price):
    """HOS-10.1, HOS-10.7: cards and the Wormhole counter at 2 R and so much more or less."""
    for words in ("draft Force Shields", "take wormhole"):
        at = market(cost_shift=shift).deal(0, hand=["Drossen"]).open_wormholes()
        assert at.choose("act draft", words).due == {"research": price}


def test_a_card_without_a_price_is_had_for_nothing():
    """HOS-10.1: three below the printed cost Retreat costs nothing."""
    at = market(cost_shift=-3).deal(0, hand=[]).choose("act draft", "draft Retreat")
    assert at.pile(0, "discard") == ["Retreat"]


def test_the_wormhole_card_is_set_aside_and_the_next_card_is_displayed():
    """HOS-10.6, HOS-17.34: from then on everybody may take a counter."""
    at = market("Wormhole Technology", "Space Mines").deal(1, hand=["Academy"])
    assert "take wormhole" not in at.choose("act draft").options
    at.choose("draft Retreat", "spend Academy for research")
    assert at.display == [*EIGHT[:-1], "Space Mines"]
    assert at.card_name(at.state.wormhole_card) == "Wormhole Technology"
    assert "take wormhole" in at.pass_turn().choose("act draft").options


def test_the_wormhole_card_is_set_aside_when_the_display_is_laid_out():
    """HOS-10.6, HOS-2.18"""
    at = Table(at_setup=True)
    at.state.wormhole_card = NONE
    at.stack("Wormhole Technology")
    while at.asked[1] != "turn":
        at.choose(at.options[0])
    assert at.card_name(at.state.wormhole_card) == "Wormhole Technology"
    assert len(at.display) == 8
    assert "Wormhole Technology" not in at.display


def test_a_wormhole_counter_costs_two_research_and_is_no_card():
    """HOS-10.7; X20"""
    at = market().open_wormholes().choose("act draft", "take wormhole")
    assert at.due == {"research": 2}
    at.choose("spend Academy for research")
    assert at.player(0).wormhole == 1
    assert at.pile(0, "discard") == ["Academy"]
    assert at.display == list(EIGHT)
    assert at.state.actions_left == 1


def test_a_wormhole_counter_is_not_had_for_one_research():
    """HOS-10.7; X20"""
    assert "take wormhole" not in market().open_wormholes().deal(0, hand=["Dunmere"]).choose("act draft").options


def test_nobody_takes_a_second_wormhole_counter():
    """HOS-10.7"""
    at = market().open_wormholes(0)
    assert "take wormhole" not in at.choose("act draft").options


def test_nobody_can_be_shut_out_of_wormholes():
    """HOS-10.7: four counters for four players."""
    at = market(setup="players4").open_wormholes(1, 2, 3)
    at.choose("act draft", "take wormhole", "spend Academy for research")
    assert [at.player(seat).wormhole for seat in range(4)] == [1, 1, 1, 1]


def test_a_wormhole_counter_stays_for_good():
    """HOS-10.7: whatever cards its owner loses."""
    at = market().open_wormholes().choose("act draft", "take wormhole", "spend Academy for research")
    at.pass_turn().pass_turn()
    assert at.asked == (0, "turn")
    at.choose("act discard", *[f"discard {card}" for card in at.hand(0)], "done", "act pass").pass_turn()
    assert at.player(0).wormhole == 1
