"""Drafting a Technology card or a Wormhole counter (HOS-10)."""

import pytest

from starbalance.simulator.games.handful_of_stars.state import NONE
from tests.handful_of_stars.table import Table, bare_table

EIGHT = ("Culture", "Culture", "Dreadnoughts", "Force Shields", "Missiles", "Star Bomb", "Terra-forming", "Retreat")


def market(*stacked, **more):
    """A table where seat 0 holds an Academy (2 R), with the Wormhole card in the deck under the passed cards."""
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


def test_only_affordable_cards_are_offered():
    """HOS-10.1: With 2 R Force Shields (2) and Retreat (1) are offered, but no card for 3 or more."""
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
    assert at.prompt == (0, "turn")
    at.choose("act draft", "draft Culture", "spend Embermoor for research")
    assert at.pile(0, "discard").count("Culture") == 2
    assert at.prompt == (1, "turn")


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
    """HOS-10.1, HOS-10.7: Cards and the Wormhole counter cost the printed research plus the shift."""
    for words in ("draft Force Shields", "take wormhole"):
        at = market(cost_shift=shift).deal(0, hand=["Drossen"]).open_wormholes()
        assert at.choose("act draft", words).due == {"research": price}


def test_a_card_with_cost_zero_is_drafted_without_payment():
    """HOS-10.1: Three below its printed cost Retreat costs nothing."""
    at = market(cost_shift=-3).deal(0, hand=[]).choose("act draft", "draft Retreat")
    assert at.pile(0, "discard") == ["Retreat"]


def test_the_wormhole_card_is_set_aside_and_the_next_card_is_displayed():
    """HOS-10.6, HOS-17.34: From then on every player may take a counter."""
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
    while at.prompt[1] != "turn":
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


def test_one_research_does_not_pay_for_a_wormhole_counter():
    """HOS-10.7; X20"""
    assert "take wormhole" not in market().open_wormholes().deal(0, hand=["Dunmere"]).choose("act draft").options


def test_a_player_takes_no_second_wormhole_counter():
    """HOS-10.7"""
    at = market().open_wormholes(0)
    assert "take wormhole" not in at.choose("act draft").options


def test_there_is_a_wormhole_counter_for_every_player():
    """HOS-10.7: There are four counters for four players."""
    at = market(setup="players4").open_wormholes(1, 2, 3)
    at.choose("act draft", "take wormhole", "spend Academy for research")
    assert [at.player(seat).wormhole for seat in range(4)] == [1, 1, 1, 1]


def test_a_wormhole_counter_is_never_lost():
    """HOS-10.7: It stays when its owner loses cards."""
    at = market().open_wormholes().choose("act draft", "take wormhole", "spend Academy for research")
    at.pass_turn().pass_turn()
    assert at.prompt == (0, "turn")
    at.choose("act discard", *[f"discard {card}" for card in at.hand(0)], "done", "act pass").pass_turn()
    assert at.player(0).wormhole == 1
