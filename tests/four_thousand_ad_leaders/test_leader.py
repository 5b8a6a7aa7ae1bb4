"""Leaders: discards, redraws, leaders lost in hyperspace, and Use cards in their windows."""

import pytest

from starbalance.simulator.games.four_thousand_ad_leaders.leader import effect_of, next_with
from tests.four_thousand_ad_leaders.table import battle, position


def test_the_pile_returns_when_the_last_card_is_discarded():
    """FAL-3.3, FAL-17.4: Y-21; all cards except the last discard return."""
    at = defended(["Saboteur"], ["Corsair", "Tactician", "Underdog"]).choose("lead Saboteur")
    assert at.hand("Regulus") == set()  # not before the discard
    at.choose("name 0", "withdraw 0")
    assert at.hand("Regulus") == {"Corsair", "Tactician", "Underdog"}
    assert at.pile("Regulus") == {"Saboteur"}


def defended(hand, pile, **switches):
    """Algol attacks Regulus, which has these leaders."""
    at = position(
        stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Vega": 4}},
        fleets={"Algol": [(0, "A-yellow", 6, None)]},
        hands={"Regulus": hand},
        piles={"Regulus": pile},
        **switches,
    )
    return at.choose("stop", "arrive Vega")


@pytest.mark.parametrize(("keeps", "hand", "pile"), [
    ("last_discarded", {"Corsair", "Tactician"}, {"Underdog"}),
    ("last_played", {"Corsair", "Tactician", "Underdog"}, set()),
])  # fmt: skip
def test_the_pile_returns_when_the_last_card_goes_with_a_fleet(keeps, hand, pile):
    """FAL-3.3: Y-27, A-28; at once, redraw_keeps."""
    at = position(
        hands={"Algol": ["Saboteur"]}, piles={"Algol": ["Corsair", "Tactician", "Underdog"]}, redraw_keeps=keeps
    ).send("Algol", "Vega", 2, "Saboteur")
    assert (at.hand("Algol"), at.pile("Algol")) == (hand, pile)
    assert at.fleets("Algol") == [(0, "A-yellow", 2, "Saboteur")]


def test_the_card_whose_play_emptied_the_hand_stays_out_once_it_is_discarded():
    """FAL-3.3: A-28, redraw_keeps = last_played; it went with a fleet and led, and now lies on the pile."""
    at = position(
        stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Vega": 8}},
        hands={"Algol": ["Saboteur"]},
        redraw_keeps="last_played",
    ).send("Algol", "Vega", 3, "Saboteur")
    at.next_turn_of("Algol").choose("stop", "arrive Vega")
    at.wait_for("Regulus", "losses").choose("name 3", "withdraw 0")
    assert (at.hand("Algol"), at.pile("Algol")) == (set(), {"Saboteur"})


def test_a_redrawn_card_can_lead_the_next_departure_of_the_turn():
    """FAL-3.3: A-28, immediately."""
    at = position(hands={"Algol": ["Saboteur"]}, piles={"Algol": ["Corsair", "Tactician"]})
    at.send("Algol", "Vega", 2, "Saboteur").send("Algol", "Deneb", 1, "Corsair")
    assert [fleet[3] for fleet in at.fleets("Algol")] == ["Saboteur", "Corsair"]


@pytest.mark.parametrize(("keeps", "stays"), [("last_discarded", "Underdog"), ("last_played", None)])
def test_the_pile_returns_when_the_last_card_is_used(keeps, stays):
    """FAL-3.3, FAL-3.4: A-28; at once, but never the card on the table."""
    at = position(hands={"Algol": ["Quartermaster"]}, piles={"Algol": ["Corsair", "Underdog"]}, redraw_keeps=keeps)
    assert at.prompt == ("Algol", "supply")
    at.choose("supply Algol")
    assert at.hand("Algol") == {"Corsair", "Underdog"} - {stays}
    assert at.cards("Algol", "used") == {"Quartermaster"}


def test_inside_a_round_the_redraw_waits_for_the_discards():
    """FAL-3.3: Y-28, A-28; no leader can go with the withdrawal."""
    at = defended(["Saboteur"], ["Corsair", "Tactician", "Underdog"]).choose("lead Saboteur", "name 2", "withdraw 1")
    assert at.fleets("Regulus") == [(0, "B-yellow", 1, None)]
    assert at.hand("Regulus") == {"Corsair", "Tactician", "Underdog"}


def test_an_adjutant_in_a_round_does_not_bring_the_pile_back_at_once():
    """FAL-3.3, FAL-22.15: A-28; the end of another round brings it back."""
    at = defended(["Adjutant"], ["Corsair", "Tactician"]).choose("lead nobody", "play Adjutant")
    assert at.prompt == ("Regulus", "losses")
    assert at.hand("Regulus") == set()
    at.choose("name 0", "withdraw 0")
    assert at.hand("Regulus") == {"Corsair"}


def test_an_escort_in_a_round_does_not_bring_the_pile_back_at_once():
    """FAL-3.3, FAL-17.5: A-28; under last_played the whole pile returns, since the card lies under a fleet."""
    at = defended(["Saboteur"], ["Corsair", "Tactician"], redraw_keeps="last_played")
    at.choose("lead nobody", "name 1", "withdraw 2", "lead Saboteur")
    assert at.hand("Regulus") == {"Corsair", "Tactician"}
    assert at.pile("Regulus") == set()
    at = defended(["Saboteur", "Underdog"], ["Corsair", "Tactician"])
    at.choose("lead Saboteur", "name 1", "withdraw 2", "lead Underdog")
    assert at.hand("Regulus") == {"Corsair", "Tactician"}
    assert at.pile("Regulus") == {"Saboteur"}


def test_new_ships_at_the_start_of_a_round_bring_the_pile_back_at_once():
    """FAL-3.3, FAL-22.12: A-34; before the count."""
    at = defended(["Quartermaster"], ["Corsair", "Tactician"]).choose("supply Vega")
    assert at.prompt == ("Regulus", "defence")
    assert at.hand("Regulus") == {"Corsair"}


def test_a_pile_with_only_the_excepted_card_waits_for_another_discard():
    """FAL-3.3: A-09"""
    at = position(hands={"Algol": ["Saboteur"]}, piles={"Algol": ["Corsair"]}).send("Algol", "Vega", 2, "Saboteur")
    assert (at.hand("Algol"), at.pile("Algol")) == (set(), {"Corsair"})


def test_a_switch_lets_the_pile_return_only_after_a_defence():
    """FAL-3.3: redraw_trigger = on_discard; not after an assignment."""
    at = position(
        hands={"Algol": ["Saboteur"]}, piles={"Algol": ["Corsair", "Tactician"]}, redraw_trigger="on_discard"
    ).send("Algol", "Vega", 2, "Saboteur")
    assert at.hand("Algol") == set()
    at = defended(["Saboteur"], ["Corsair", "Tactician"], redraw_trigger="on_discard").choose("lead Saboteur")
    at.choose("name 0", "withdraw 0")
    assert at.hand("Regulus") == {"Corsair", "Tactician"}


def test_the_last_card_does_not_bring_the_pile_back_after_an_attack():
    """FAL-3.3: A-09, redraw_trigger = on_discard; it went with a fleet, and led it."""
    at = position(
        stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Vega": 8}},
        hands={"Algol": ["Saboteur"]},
        piles={"Algol": ["Tactician", "Envoy"]},
        redraw_trigger="on_discard",
    ).send("Algol", "Vega", 3, "Saboteur")
    at.next_turn_of("Algol").choose("stop", "arrive Vega", "name 3", "withdraw 0")
    assert (at.hand("Algol"), at.pile("Algol")) == (set(), {"Saboteur", "Tactician", "Envoy"})


def test_after_a_defence_the_pile_returns_only_if_the_last_card_led_it():
    """FAL-3.3: A-09, redraw_trigger = on_discard; not if an escort or an Adjutant was the last card."""
    pile = ["Tactician", "Envoy"]
    at = defended(["Saboteur", "Corsair"], pile, redraw_trigger="on_discard")
    at.choose("lead Saboteur", "name 1", "withdraw 2", "lead Corsair")
    assert (at.hand("Regulus"), at.pile("Regulus")) == (set(), {*pile, "Saboteur"})
    at = defended(["Saboteur", "Adjutant"], pile, redraw_trigger="on_discard")
    at.choose("lead Saboteur", "play Adjutant", "name 0", "withdraw 0")
    assert (at.hand("Regulus"), at.pile("Regulus")) == (set(), {*pile, "Saboteur"})


def test_a_use_card_that_led_may_return_and_be_used():
    """FAL-3.5: A-10; it is discarded like any leader."""
    at = defended(["Navigator", "Corsair"], []).choose("lead Navigator", "name 0", "withdraw 0")
    assert at.pile("Regulus") == {"Navigator"}
    at.choose("lead Corsair", "withdraw 0", "withdraw 0")
    assert at.hand("Regulus") == {"Navigator"}


def test_a_used_card_is_neither_discarded_nor_drawn_again():
    """FAL-3.4: J-5"""
    at = position(hands={"Algol": ["Quartermaster"]}, piles={"Algol": ["Corsair", "Underdog", "Saboteur"]})
    at.choose("supply Algol")
    assert at.pile("Algol") == {"Saboteur"}
    assert "Quartermaster" not in at.hand("Algol") | at.pile("Algol")


def test_the_quartermaster_is_used_in_the_players_turn_in_any_round():
    """FAL-22.12: after production, on an occupied O+ star; its ships do not count as production and may depart."""
    at = position(stars={"Algol": {"Algol": 1, "Deneb": 1, "Vega": 1}}, hands={"Algol": ["Quartermaster", "Corsair"]})
    assert set(at.options) == {"no", "supply Algol", "supply Vega"}
    at.choose("supply Vega")
    assert (at.ships("Algol", "Vega"), int(at.player("Algol").produced), int(at.player("Algol").supplied)) == (3, 0, 2)
    at.choose("depart Vega", "head for Deneb", "embark 3")


def test_the_quartermaster_is_not_for_a_star_under_attack_by_its_owner():
    """FAL-22.12: The Attacker may strengthen another star, but not the one of the combat."""
    at = battle([(6, None)], 4, own=["Quartermaster", "Corsair"])
    assert at.prompt == ("Algol", "supply")
    assert at.options == ["no", "supply Algol"]


@pytest.mark.parametrize(("windows", "decision"), [("listed", "supply"), ("own_turn_only", "defence")])
def test_new_ships_may_be_kept_out_of_combats(windows, decision):
    """FAL-22.12: A-22, use_windows"""
    assert battle([(6, None)], 4, hand=["Quartermaster"], use_windows=windows).prompt == ("Regulus", decision)


def test_the_navigator_moves_a_fleet_forward_or_back():
    """FAL-22.13: Y-45; from 6 only back, from 1 only forward."""
    fleets = [(5, "A-yellow", 1, None), (0, "A-yellow", 2, None)]
    at = position(fleets={"Algol": fleets}, hands={"Algol": ["Navigator", "Corsair"]})
    assert at.prompt == ("Algol", "shift")
    assert at.options == ["no", "shift 0 by -1", "shift 1 by 1"]
    at.choose("shift 1 by 1")
    assert [fleet[0] for fleet in at.fleets("Algol")] == [6, 2]


def test_the_signal_officer_calls_a_fleet_back():
    """It returns to a star of its sector without enemies; its leader returns to the hand, its ships may depart.

    FAL-22.14.
    """
    at = position(
        stars={"Algol": {"Elnath": 1}, "Regulus": {"Regulus": 5, "Mirfak": 1}},
        fleets={"Algol": [(2, "A-yellow", 4, "Corsair")]},
        hands={"Algol": ["Signal Officer", "Tactician"]},
    )
    assert at.prompt == ("Algol", "recall")
    assert at.options == ["no", "recall 0 to Algol"]
    at.choose("recall 0 to Algol")
    assert at.hand("Algol") == {"Corsair", "Tactician"}
    assert "depart Algol" in at.options


def test_the_signal_officer_takes_an_empty_enemy_home():
    """FAL-22.14, FAL-20.3"""
    at = position(
        stars={"Regulus": {"Vega": 5}, "Algol": {"Algol": 5}},
        fleets={"Algol": [(2, "C-yellow", 4, None)]},
        hands={"Algol": ["Signal Officer"]},
    ).choose("recall 0 to Regulus")
    assert at.ships("Algol", "Regulus") == 4


def test_the_envoy_changes_the_hand_objective():
    """FAL-22.16: The old one goes under the deck; the new one may be claimed at once."""
    at = position(
        hands={"Algol": ["Envoy"]}, objectives={"Algol": "Crown Taken"}, stars={"Algol": {"Algol": 1, "Vega": 12}}
    )
    at.state.deck[0] = at.objectives.index("Grand Fleet")
    at.state.deck[at.deck.index("Grand Fleet", 1)] = at.objectives.index("Frontier Charter")
    at.choose("stop")
    assert at.prompt == ("Algol", "swap")
    at.choose("play Envoy")
    assert (at.objective("Algol"), at.deck[-1]) == ("Grand Fleet", "Crown Taken")
    assert at.prompt == ("Algol", "claim")


def test_the_envoy_needs_a_deck():
    """FAL-22.16, FAL-19.6"""
    at = position(hands={"Algol": ["Envoy"]})
    at.state.deck_count = 0
    assert at.choose("stop").active == "Regulus"


@pytest.mark.parametrize(("uses", "left"), [(1, set()), (-1, {"Quartermaster"})])
def test_a_lost_use_card_is_used_in_its_window(uses, left):
    """FAL-9.4: A-30, E-12; lih_uses: once per turn if the number is unlimited."""
    at = position(removed={"Algol": ["Quartermaster"]}, lih_uses=uses)
    assert at.options == ["no", "supply Algol of the lost"]
    at.choose("supply Algol of the lost")
    assert at.prompt[1] == "source"
    assert at.cards("Algol", "recovered") == left
    assert at.cards("Algol", "removed") == {"Quartermaster"}


def test_a_lost_card_of_every_leader_can_be_used():
    """FAL-9.4: Lost in Hyperspace cards come after the hand cards of all leaders."""
    at = position(hands={}, lih_uses=-1)
    for number, name in enumerate(at.leaders):
        at.give("Algol", removed=[name])
        found = next_with(at.state, at.rules, at.homes.index("Algol"), effect_of(at.rules, number), 0)
        assert found == at.rules.leaders + number


def test_a_lost_use_card_with_unlimited_uses_may_be_used_again_next_turn():
    """FAL-9.4: A-11, lih_uses = -1"""
    at = position(removed={"Algol": ["Quartermaster"]}, lih_uses=-1).choose("supply Algol of the lost")
    at.next_turn_of("Algol")
    assert at.options == ["no", "supply Algol of the lost"]


def test_a_switch_leaves_lost_cards_without_use():
    """FAL-9.4: lih_uses = 0"""
    assert position(removed={"Algol": ["Quartermaster"]}, lih_uses=0).prompt[1] == "source"


def test_windows_are_skipped_without_a_legal_use():
    """FAL-3.4: E-11; no fleet, no hand objective to change, no O+ star."""
    at = position(stars={"Algol": {"Elnath": 1}, "Regulus": {"Regulus": 1, "Algol": 1}},
                  hands={"Algol": ["Navigator", "Signal Officer", "Quartermaster"]})  # fmt: skip
    assert at.prompt[1] == "source"


def test_a_leader_lost_in_hyperspace_is_known_to_all():
    """FAL-9.3: It is marked as seen, and no other fleet has it."""
    at = position(fleets={"Algol": [(6, "A-yellow", 3, "Corsair"), (1, "A-yellow", 2, "Saboteur")]})
    assert at.cards("Algol", "seen") == {"Corsair"}
    assert at.player("Algol").fleets[1].barred == at.mask(["Corsair"])


def test_a_leader_that_leads_is_with_no_other_fleet_at_the_star():
    """FAL-10.5, FAL-14.4"""
    at = battle([(3, "Grand Admiral"), (2, "Wing Commander")], 8).choose("lead Grand Admiral")
    assert [fleet.barred for fleet in at.state.landed if fleet.leader >= 0] == [at.mask(["Grand Admiral"])]


def test_a_leader_that_comes_back_is_not_the_one_that_left_last():
    """FAL-11.6, A-28"""
    at = position(hands={"Algol": ["Corsair", "Envoy"]}).send("Algol", "Mirfak", 2, "Corsair")
    assert at.player("Algol").last_played == at.leaders.index("Corsair")
    at.choose("stop")
    assert at.player("Algol").last_played == -1
