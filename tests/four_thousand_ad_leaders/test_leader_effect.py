"""Effects of leaders in a round of combat: texts, cards added after the reveal, leaders lost in hyperspace."""

import pytest

from tests.four_thousand_ad_leaders.table import battle, left


def test_captains_help_attackers_and_defenders():
    """FAL-22.04, FAL-22.05: Y-15; 10 against 12."""
    at = battle([(5, "Vanguard Captain")], 7, hand=["Citadel Commander"]).choose("lead Citadel Commander")
    assert at.prompt == ("Regulus", "losses")
    at.choose("name 5")
    assert left(at) == (0, 3)


def test_the_captains_help_only_in_their_role():
    """FAL-22.04, FAL-22.05"""
    assert battle([(5, "Citadel Commander")], 8).prompt == ("Regulus", "losses")
    at = battle([(6, None)], 4, hand=["Vanguard Captain"]).choose("lead Vanguard Captain")
    assert at.prompt == ("Regulus", "withdrawal")


def test_the_tactician_voids_a_text_that_has_not_resolved():
    """FAL-14.4, FAL-22.06: Y-16; the Attacker resolves first, and strength is not affected."""
    at = battle([(6, "Tactician")], 6, hand=["Citadel Commander"]).choose("lead Citadel Commander")
    assert at.prompt == ("Regulus", "withdrawal")  # 8 : 8
    at = battle([(6, "Vanguard Captain")], 8, hand=["Tactician"]).choose("lead Tactician")
    assert at.prompt == ("Algol", "losses")  # 11 : 10, too late for the bonus


def test_the_tactician_of_a_defender_voids_texts_that_change_the_losses():
    """FAL-22.06: The Attacker's Corsair is void, so the loss is the full 3."""
    at = battle([(9, "Corsair")], 5, hand=["Tactician"]).choose("lead Tactician")
    at.choose("name 4")
    assert left(at) == (6, 1)


def test_the_saboteur_removes_strength():
    """FAL-14.5, FAL-22.08: Y-17; 5 against 4."""
    at = battle([(4, "Saboteur")], 4, hand=["Grand Admiral"]).choose("lead Grand Admiral")
    assert at.prompt == ("Algol", "losses")


def test_the_saboteur_resolves_before_the_tactician():
    """FAL-14.4, FAL-22.08: Y-18; 5 against 4."""
    at = battle([(4, "Saboteur")], 4, hand=["Tactician"]).choose("lead Tactician")
    assert at.prompt == ("Algol", "losses")


def test_the_saboteur_leaves_bonuses():
    """FAL-14.5, FAL-22.08: Y-33; 8 against 6."""
    at = battle([(5, "Vanguard Captain")], 5, hand=["Saboteur"]).choose("lead Saboteur")
    assert at.prompt == ("Algol", "losses")
    at = battle([(5, "Vanguard Captain")], 8, hand=["Saboteur"]).choose("lead Saboteur")
    assert at.prompt == ("Regulus", "losses")  # 8 : 9


def test_the_rearguard_limits_the_loss():
    """FAL-22.10: Y-19; at most three of five ships."""
    at = battle([(9, None)], 5, hand=["Rearguard Master"]).choose("lead Rearguard Master")
    assert max(int(each.split()[1]) for each in at.options) == 3


def test_the_corsair_pays_less():
    """FAL-22.07: Y-20; 3 - 2 = 1."""
    at = battle([(6, "Corsair")], 5).choose("name 4")
    assert left(at) == (5, 1)


@pytest.mark.parametrize(("k", "expected"), [(6, (0, 0)), (4, (1, 2))])
def test_the_corsair_comes_before_the_limit(k, expected):
    """FAL-22.07, FAL-22.15, FAL-16.2: Y-31; 7 against 6."""
    at = battle([(2, "Corsair")], 6, own=["Adjutant", "Envoy"])
    assert at.prompt == ("Algol", "extra")
    assert left(at.choose("play Adjutant", f"name {k}")) == expected


def test_a_lost_tactician_voids_a_whole_text():
    """FAL-9.4, FAL-22.06: Y-32, A-30; 7 against 7."""
    at = battle([(5, "Vanguard Captain")], 7, lost={"Regulus": ["Tactician"]})
    assert at.prompt == ("Regulus", "extra")
    assert at.options == ["no", "play Tactician of the lost"]
    at.choose("play Tactician of the lost")
    assert at.prompt == ("Regulus", "withdrawal")
    assert at.cards("Regulus", "recovered") == set()


def test_the_marshal_loses_one_more():
    """FAL-22.02: Y-34; the victor pays only for k."""
    at = battle([(10, None)], 5, hand=["Fleet Marshal"]).choose("lead Fleet Marshal", "name 2")
    assert left(at) == (9, 2)
    at = battle([(10, "Tactician")], 5, hand=["Fleet Marshal"]).choose("lead Fleet Marshal", "name 2")
    assert left(at) == (9, 3)  # void


def test_the_grand_admiral_and_the_wing_commander_have_only_strength():
    """FAL-22.01, FAL-22.03, FAL-3.2"""
    assert battle([(3, "Grand Admiral")], 7).prompt == ("Algol", "losses")
    assert battle([(3, "Grand Admiral")], 8).prompt == ("Regulus", "withdrawal")
    assert battle([(3, "Wing Commander")], 5).prompt == ("Algol", "losses")
    assert battle([(3, "Wing Commander")], 6).prompt == ("Regulus", "withdrawal")


def test_the_underdog_helps_the_smaller_side():
    """FAL-22.09: 3 + 1 + 3 against 6; with equal ships there is no bonus."""
    assert battle([(3, "Underdog")], 6).prompt == ("Algol", "losses")
    at = battle([(4, None)], 4, hand=["Underdog"]).choose("lead Underdog")
    assert sum(at.state.bonus) == 0


@pytest.mark.parametrize(("ships", "bonus"), [(2, 0), (3, 1), (8, 2), (12, 4), (20, 4)])
def test_the_swarm_leader_counts_threes(ships, bonus):
    """FAL-22.11"""
    at = battle([(ships, "Swarm Leader")], 30)
    assert at.state.bonus.tolist() == [bonus, 0]


def test_the_quartermaster_brings_ships_before_the_count():
    """FAL-22.12, FAL-3.5: Y-35; 7 against 6, then Navigator as leader."""
    at = battle([(6, None)], 4, hand=["Quartermaster", "Navigator"])
    assert at.prompt == ("Regulus", "supply")
    at.choose("supply Vega", "lead Navigator")
    assert (at.prompt, at.state.count.tolist()) == (("Regulus", "losses"), [6, 6])
    at.choose("name 6")
    assert left(at) == (0, 1)
    assert at.cards("Regulus", "used") == {"Quartermaster"}


def test_the_adjutant_is_added_after_the_reveal():
    """FAL-22.15: The Attacker is first; each side adds at most one card per round."""
    at = battle([(5, None)], 6, own=["Adjutant"], hand=["Envoy"], lost={"Algol": ["Vanguard Captain"]})
    at.choose("lead nobody")
    assert at.options == ["no", "play Adjutant", "play Vanguard Captain of the lost"]
    at.choose("play Adjutant")
    assert (at.prompt, at.state.bonus.tolist()) == (("Algol", "losses"), [3, 0])


def test_the_defender_sees_the_card_that_the_attacker_adds():
    """FAL-14.4, FAL-22.15: E-7"""
    at = battle([(5, None)], 6, own=["Adjutant"], hand=["Adjutant"]).choose("lead nobody", "play Adjutant")
    assert at.prompt == ("Regulus", "extra")
    at.choose("play Adjutant")
    assert at.prompt == ("Regulus", "losses")  # 8 : 9


def test_a_lost_leader_has_the_effect_of_the_present_role():
    """FAL-9.4: A-30; its strength does not count, and a Tactician cannot void it."""
    at = battle([(5, "Tactician")], 5, lost={"Regulus": ["Citadel Commander"]})
    at.choose("play Citadel Commander of the lost")
    assert at.state.bonus.tolist() == [0, 3]
    assert at.prompt == ("Regulus", "losses")  # 7 : 8


@pytest.mark.parametrize("leader", [None, "Tactician"])
def test_a_lost_rearguard_limits_the_loss(leader):
    """FAL-9.4, FAL-22.10: A-30; at most three of five ships, and a Tactician cannot void it."""
    at = battle([(9, leader)], 5, lost={"Regulus": ["Rearguard Master"]}).choose("play Rearguard Master of the lost")
    assert at.options == [f"name {k}" for k in range(4)]


def test_a_lost_corsair_pays_less():
    """FAL-9.4, FAL-22.07: A-30; 3 - 2 = 1."""
    at = battle([(9, None)], 5, lost={"Algol": ["Corsair"]}).choose("play Corsair of the lost", "name 4")
    assert left(at) == (8, 1)


@pytest.mark.parametrize(("uses", "again"), [(1, False), (-1, True), (0, False)])
def test_a_switch_sets_how_often_a_lost_card_may_be_used(uses, again):
    """FAL-9.4: lih_uses; once per round if the number is unlimited."""
    at = battle([(9, None)], 9, lost={"Regulus": ["Swarm Leader"]}, lih_uses=uses)
    assert (at.prompt[1] == "extra") == (uses != 0)
    if uses:
        at.choose("play Swarm Leader of the lost", "name 0", "withdraw 0")
        assert (at.prompt == ("Regulus", "extra")) == again


@pytest.mark.parametrize("name", ["Quartermaster", "Navigator", "Signal Officer", "Envoy"])
def test_a_lost_use_card_is_not_added_after_the_reveal(name):
    """FAL-9.4: A-30; texts and the bonus of the Adjutant are. The Quartermaster has a window before the reveal."""
    at = battle([(9, None)], 9, lost={"Regulus": [name]})
    if name == "Quartermaster":
        at.choose("no")
    assert at.prompt == ("Regulus", "withdrawal")


def test_a_lost_use_card_with_unlimited_uses_is_used_once_in_a_turn():
    """FAL-9.4: A-11, lih_uses = -1; a text works again in the next round of combat, a Use ability does not."""
    at = battle([(9, None)], 9, lost={"Regulus": ["Quartermaster"]}, lih_uses=-1)
    at.choose("supply Vega of the lost", "name 0", "withdraw 0")
    assert (at.prompt, at.state.combat_round) == (("Regulus", "losses"), 2)


def test_cards_without_ability_leave_a_card_without_effect():
    """FAL-9.4: the Grand Admiral"""
    at = battle([(9, None)], 9, lost={"Regulus": ["Grand Admiral"]})
    assert at.prompt[1] == "withdrawal"


def test_a_switch_bars_use_cards_from_a_defence():
    """FAL-3.5, FAL-14.1: use_cards_lead"""
    at = battle([(6, None)], 4, hand=["Envoy", "Corsair"], use_cards_lead=False)
    assert at.options == ["lead nobody", "lead Corsair"]


def test_a_plain_deck_has_no_abilities():
    """FAL-3.2: leader_deck = plain; leaders have only strength, no Use, no text and no card after a loss."""
    at = battle(
        [(5, "Vanguard Captain")], 7, hand=["Quartermaster"], lost={"Regulus": ["Tactician"]}, leader_deck="plain"
    )
    assert at.prompt == ("Regulus", "defence")
    at.choose("lead nobody")
    assert at.prompt == ("Regulus", "withdrawal")  # 5 + 2 : 7
