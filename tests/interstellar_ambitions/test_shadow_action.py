"""SHADOW: cards bought and mercs hired (IAM-11.17, IAM-11.18, IAM-11.19, IAM-11.20, IAM-19, IAM-27.2, IAM-27.4)."""

import pytest

from starbalance.simulator.games.interstellar_ambitions.word import Market
from tests.interstellar_ambitions.table import bare_table

TOP = ("Red Tape", "Recall Order", "Petty Theft", "Dockyard Fire", "Grand Heist", "Informants")
MERCS = ("Captain Rogers", "Field Medic Frigate", "Ironclad", "Free Trader Convoy")  # 4, 2, 5 and 3 coins


def court(coins=30, overrides=None, **switches):
    """Seat 0 has this many coins; TOP is on the shadow deck, MERCS are face up."""
    at = bare_table(overrides=overrides, **switches).give(0, coins=coins)
    return at.stack_cards(*TOP).show_mercs(*MERCS)


def buying(at, level):
    """Seat 0 buys cards."""
    at.act(f"shadow {level}")
    return at if level == "basic" else at.choose("buy cards")


def hiring(at, level):
    """Seat 0 hires mercs, without replacing any."""
    at.act(f"shadow {level}", "hire mercs")
    return at.choose("done") if at.prompt[1] == "replacing" else at


def offered(at, prefix):
    return [words.removeprefix(f"{prefix} ") for words in at.options if words.startswith(f"{prefix} ")]


def coins(at):
    return at.resources(0).get("coins", 0)


# the cells


@pytest.mark.parametrize(("level", "number"), [("basic", 2), ("moderate", 3), ("strong", 4), ("ultimate", 5)])
def test_a_cell_limits_the_number_of_cards_bought(level, number):
    """The cell sets the number of cards drawn and looked at; all may be bought at 1 coin each.

    IAM-11.17, IAM-11.18, IAM-11.19, IAM-11.20, IAM-19.2; A09.
    """
    at = buying(court(), level)
    assert offered(at, "buy") == list(TOP[:number])
    at.choose(*[f"buy {card}" for card in TOP[:number]])
    assert sorted(at.hand(0)) == sorted(TOP[:number])
    assert (coins(at), at.prompt) == (30 - number, (0, "end"))


@pytest.mark.parametrize(("level", "number"), [("moderate", 1), ("strong", 2), ("ultimate", 3)])
def test_a_cell_limits_the_number_of_mercs_hired(level, number):
    """IAM-11.18, IAM-11.19, IAM-11.20, IAM-19.4, IAM-7.5: undamaged, at the printed price."""
    at = hiring(court(), level)
    assert offered(at, "hire") == list(MERCS)
    at.choose(*[f"hire {merc}" for merc in MERCS[:number]])
    assert at.fleet(0) == list(MERCS[:number])
    assert coins(at) == 30 - sum((4, 2, 5)[:number])
    assert at.prompt == (0, "end")


def test_basic_hires_no_mercs():
    """IAM-11.17, IAM-19.5: Only buying cards is possible."""
    assert court().act("shadow basic").prompt == (0, "buying")


@pytest.mark.parametrize("level", ["moderate", "strong", "ultimate"])
def test_an_action_is_for_cards_or_for_mercs(level):
    """IAM-19.1"""
    at = court().act(f"shadow {level}")
    assert at.options == ["buy cards", "hire mercs"]
    at.choose("buy cards", "buy Red Tape", "done")
    assert (at.fleet(0), at.prompt) == ([], (0, "end"))
    at = hiring(court(), level).choose("hire Captain Rogers")
    if at.prompt[1] == "hiring":
        at.choose("done")
    assert (at.hand(0), at.prompt) == ([], (0, "end"))


# cards


def test_cards_that_are_not_bought_are_discarded():
    """IAM-19.2; A09: any number may be bought, also none."""
    at = buying(court(), "strong").choose("buy Petty Theft", "done")
    assert at.hand(0) == ["Petty Theft"]
    assert sorted(at.discards()[-3:]) == sorted(["Red Tape", "Recall Order", "Dockyard Fire"])
    assert coins(at) == 29
    at = buying(court(), "basic").choose("done")
    assert (at.hand(0), coins(at)) == ([], 30)
    assert sorted(at.discards()[-2:]) == sorted(TOP[:2])


def test_cards_may_be_bought_unseen():
    """IAM-19.2; A09: shadow_buy = blind: one by one from the deck; no card is discarded."""
    at = buying(court(shadow_buy="blind"), "moderate")
    before = len(at.discards())
    assert at.options == ["done", "buy"]
    at.choose("buy", "buy")
    assert sorted(at.hand(0)) == sorted(TOP[:2])
    at.choose("buy")
    assert sorted(at.hand(0)) == sorted(TOP[:3])
    assert at.options == ["done"]
    at.choose("done")
    assert (len(at.discards()), coins(at)) == (before, 27)


def test_a_blind_buyer_may_stop_early():
    """IAM-19.2; A09: shadow_buy = blind"""
    at = buying(court(shadow_buy="blind"), "moderate").choose("buy", "done")
    assert (at.hand(0), coins(at)) == (["Red Tape"], 29)


@pytest.mark.parametrize("price", [0, 1, 2, 5])
def test_a_switch_sets_the_price_of_a_card(price):
    """IAM-19.2: card_price"""
    at = buying(court(card_price=price), "basic").choose("buy Red Tape", "buy Recall Order")
    assert coins(at) == 30 - 2 * price


def test_coins_limit_the_cards_bought():
    """IAM-19.2: two coins, or three with an exchange."""
    at = buying(court(coins=2), "strong").choose("buy Red Tape", "buy Petty Theft")
    assert at.options == ["done"]
    at = buying(court().give(0, coins=2, ore=3), "strong").choose("buy Red Tape", "buy Petty Theft", "buy Recall Order")
    at.choose("give ore")
    assert (len(at.hand(0)), at.options) == (3, ["done"])


def test_cartels_and_a_full_hand():
    """IAM-19.2, IAM-19.3, IAM-27.4; FX-33: STRONG with SHADOW CARTELS (T7 BUY_LIMIT 1), six cards in hand, 5 coins:
    five are
    drawn; three bought need two discards."""
    hand = ["Protection Money", "Crash Programme", "Change of Plans"] * 2
    at = court(coins=5).teach(0, "SHADOW CARTELS").deal(0, *hand).stack_cards(*TOP)
    buying(at, "strong")
    assert offered(at, "buy") == list(TOP[:5])
    at.choose("buy Red Tape")
    assert (len(at.hand(0)), coins(at)) == (7, 4)
    at.choose("buy Recall Order")
    assert at.prompt == (0, "dropping")
    assert set(offered(at, "discard")) == {*hand, "Red Tape"}
    at.choose("discard Crash Programme")
    assert (len(at.hand(0)), coins(at)) == (7, 3)
    at.choose("buy Grand Heist", "discard Crash Programme")
    assert (len(at.hand(0)), coins(at)) == (7, 2)
    assert {"Red Tape", "Recall Order", "Grand Heist"} < set(at.hand(0))
    at.choose("done")
    assert sorted(at.discards()[-2:]) == ["Dockyard Fire", "Petty Theft"]


@pytest.mark.parametrize(("limit", "decision"), [(2, "dropping"), (3, "buying")])
def test_a_switch_sets_the_hand_limit(limit, decision):
    """IAM-19.3, IAM-8.5: hand_limit, with two cards."""
    at = court(hand_limit=limit).deal(0, "Protection Money", "Protection Money").stack_cards(*TOP)
    buying(at, "strong").choose("buy Red Tape")
    assert at.prompt == (0, decision)


def test_pleasure_dome_and_cartels_add_up():
    """IAM-27.4, IAM-4.4: BUY_LIMIT 2: four cards at BASIC."""
    at = court().teach(0, "SHADOW CARTELS").settle(0, "Pleasure Dome", 1)
    assert offered(buying(at, "basic"), "buy") == list(TOP[:4])


def test_cartels_count_for_blind_buyers_too():
    """IAM-27.4; A09: shadow_buy = blind"""
    at = buying(court(shadow_buy="blind").teach(0, "SHADOW CARTELS"), "basic").choose("buy", "buy", "buy")
    assert (len(at.hand(0)), at.options) == (3, ["done"])


def test_an_empty_shadow_deck_is_refilled_from_the_discards():
    """IAM-19.10"""
    at = court().exhaust("shadow", "shadow")
    number = int(at.state.shadow_discarded)
    buying(at, "strong")
    assert (int(at.state.looked_at), int(at.state.shadow_left), int(at.state.shadow_discarded)) == (4, number - 4, 0)


@pytest.mark.parametrize("how", ["look", "blind"])
def test_a_buyer_draws_all_cards_left(how):
    """IAM-19.10: All cards except one of twelve are in other hands."""
    kinds = {f"shadow_cards.{name}.copies": 0 for name in bare_table().cards}
    kinds |= {"shadow_cards.Red Tape.copies": 9, "shadow_cards.Petty Theft.copies": 3}
    at = bare_table(overrides=kinds, shadow_buy=how).deal(1, *["Red Tape"] * 7).deal(2, "Petty Theft", "Petty Theft")
    at.deal(2, *["Petty Theft"] * 3, "Red Tape").give(0, coins=9)
    buying(at, "strong").choose(at.options[1])
    assert at.hand(0) == ["Red Tape"]
    if at.prompt[1] == "buying":
        assert at.options == ["done"]


# mercs


def test_mercs_lie_face_up_to_be_hired():
    """IAM-19.4, IAM-7.5: The mercs of the slots are offered if they can be paid."""
    assert offered(hiring(court(coins=3), "strong"), "hire") == ["Field Medic Frigate", "Free Trader Convoy"]
    assert hiring(court(coins=1), "strong").options == ["done"]


def test_coins_for_a_merc_may_be_exchanged_for():
    """IAM-19.4, IAM-3.2"""
    at = hiring(court().give(0, coins=1, ore=3), "moderate").choose("hire Field Medic Frigate", "give ore")
    assert (at.fleet(0), at.resources(0)) == (["Field Medic Frigate"], {})


def test_merc_slots_are_filled_after_the_action():
    """IAM-19.9"""
    at = hiring(court(), "strong").choose("hire Ironclad")
    assert at.market(Market.MERC) == ["Captain Rogers", "Field Medic Frigate", "Free Trader Convoy"]
    at.choose("done")
    assert len(at.market(Market.MERC)) == 4
    assert "Ironclad" not in at.market(Market.MERC)


def test_ultimate_replaces_mercs_first():
    """IAM-11.20, IAM-19.6; A32, A62: any of them, also all; a buyer of cards replaces none."""
    at = court().act("shadow ultimate", "hire mercs")
    assert at.options == ["done", "replace 0", "replace 1", "replace 2", "replace 3"]
    at.choose("replace 0", "replace 1", "done")
    shown = at.market(Market.MERC)
    assert (shown[2:], len(shown)) == (["Ironclad", "Free Trader Convoy"], 4)
    assert [at.kinds[k] for k in at.state.merc_discard[: at.state.mercs_discarded].tolist()] == list(MERCS[:2])
    assert at.prompt == (0, "hiring")
    at = court().act("shadow ultimate", "hire mercs", *[f"replace {slot}" for slot in range(4)])
    assert not set(MERCS) & set(at.market(Market.MERC))
    assert court().act("shadow ultimate", "buy cards").prompt == (0, "buying")


@pytest.mark.parametrize(("mode", "decision"), [("once", "hiring"), ("twice", "replacing")])
def test_a_switch_allows_a_second_replacement_of_mercs(mode, decision):
    """IAM-19.6; A32: replace_mode"""
    at = court(replace_mode=mode).act("shadow ultimate", "hire mercs", "replace 0", "done")
    assert at.prompt == (0, decision)


@pytest.mark.parametrize("level", ["moderate", "strong"])
def test_only_ultimate_replaces_mercs(level):
    """IAM-11.18, IAM-11.19"""
    assert court().act(f"shadow {level}", "hire mercs").prompt == (0, "hiring")


def test_with_eight_ships_one_is_discarded_before_each_hire():
    """IAM-19.8, IAM-7.2"""
    at = hiring(court().muster(0, *["Destroyer"] * 7, "Cruiser"), "strong").choose("hire Captain Rogers")
    assert (at.prompt, at.options, coins(at)) == ((0, "scrapping"), ["scrap Destroyer", "scrap Cruiser"], 30)
    at.choose("scrap Cruiser")
    assert (at.fleet(0), coins(at)) == ([*["Destroyer"] * 7, "Captain Rogers"], 26)
    at.choose("hire Ironclad", "scrap Captain Rogers")
    assert at.fleet(0) == [*["Destroyer"] * 7, "Ironclad"]


@pytest.mark.parametrize(("merc", "price", "upkeep"), [("Captain Rogers", 3, 1), ("Field Medic Frigate", 1, 1)])
def test_negotiation_masters_hire_and_keep_cheaper(merc, price, upkeep):
    """IAM-27.2, IAM-19.7, IAM-14.9; FX-16: 4/2 becomes 3 and 1, 2/1 becomes 1 and 1 (T15 HIRE_DISC, UPKEEP_DISC)."""
    at = hiring(court(coins=9).teach(0, "NEGOTIATION MASTERY"), "moderate").choose(f"hire {merc}")
    assert coins(at) == 9 - price
    at.give(0, coins=5).turn(0).choose("produce", *["take food"] * 4)
    at.choose(f"pay upkeep {merc}")
    assert (coins(at), at.fleet(0)) == (5 - upkeep, [merc])


def test_no_upkeep_and_no_price_falls_below_the_minimum():
    """IAM-19.7, IAM-14.9: minimum_cost, with a hire discount of 9; an upkeep of 0 stays 0."""
    effects = {"technologies.NEGOTIATION MASTERY.effects": [["HIRE_DISC", 9], ["UPKEEP_DISC", 9]]}
    for least, price in ((0, 0), (1, 1), (3, 2)):
        at = court(overrides=effects, minimum_cost=least).teach(0, "NEGOTIATION MASTERY")
        assert coins(hiring(at, "moderate").choose("hire Field Medic Frigate")) == 30 - price
    at = court(overrides=effects).teach(0, "NEGOTIATION MASTERY").muster(0, "Destroyer").turn(0)
    assert at.choose("produce", *["take food"] * 4).prompt[1] == "action"


def test_an_empty_merc_deck_is_refilled_from_the_discards():
    """IAM-19.10"""
    at = court().exhaust("merc", "mercs")
    number = int(at.state.mercs_discarded)
    hiring(at, "moderate").choose("hire Ironclad")
    assert len(at.market(Market.MERC)) == 4
    assert (int(at.state.mercs_left), int(at.state.mercs_discarded)) == (number - 1, 0)


def test_merc_slots_without_deck_and_discards_stay_empty():
    """IAM-19.10: there are only four mercs."""
    every = [name for name, each in bare_table().document["ships"].items() if each["origin"] == "merc"]
    at = bare_table(overrides={f"ships.{name}.copies": 0 for name in every if name not in MERCS}).give(0, coins=9)
    hiring(at.show_mercs(*MERCS), "moderate").choose("hire Ironclad")
    assert at.market(Market.MERC) == ["Captain Rogers", "Field Medic Frigate", "Free Trader Convoy"]


def test_a_merc_that_became_too_expensive_is_not_hired():
    """IAM-19.4, IAM-19.8: The ship discarded to make room had made mercs cheaper."""
    cheap = {"ships.Leviathan.effects": [["MOD", "HIRE_DISC", 3]]}
    at = court(coins=2, overrides=cheap).muster(0, *["Destroyer"] * 7, "Leviathan")
    hiring(at, "moderate").choose("hire Ironclad", "scrap Leviathan")
    assert (at.prompt, at.fleet(0), coins(at)) == ((0, "hiring"), ["Destroyer"] * 7, 2)
