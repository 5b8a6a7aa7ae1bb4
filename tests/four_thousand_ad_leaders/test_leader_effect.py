"""What leaders do in a round of combat: texts, cards added after the reveal, leaders lost in hyperspace."""

import pytest

from tests.four_thousand_ad_leaders.table import battle, left


def test_attackers_and_defenders_have_their_captains():
    """FAL-22.04, FAL-22.05: Y-15; 10 against 12."""
    at = battle([(5, "Vanguard Captain")], 7, hand=["Citadel Commander"]).choose("lead Citadel Commander")
    assert at.asked == ("Regulus", "losses")
    at.choose("name 5")
    assert left(at) == (0, 3)


def test_the_captains_help_in_their_role_alone():
    """FAL-22.04, FAL-22.05"""
    assert battle([(5, "Citadel Commander")], 8).asked == ("Regulus", "losses")
    at = battle([(6, None)], 4, hand=["Vanguard Captain"]).choose("lead Vanguard Captain")
    assert at.asked == ("Regulus", "withdrawal")


def test_the_tactician_voids_a_text_that_has_not_resolved():
    """FAL-14.4, FAL-22.06: Y-16; the Attacker resolves first, strength stays."""
    at = battle([(6, "Tactician")], 6, hand=["Citadel Commander"]).choose("lead Citadel Commander")
    assert at.asked == ("Regulus", "withdrawal")  # 8 : 8
    at = battle([(6, "Vanguard Captain")], 8, hand=["Tactician"]).choose("lead Tactician")
    assert at.asked == ("Algol", "losses")  # 11 : 10, too late for the bonus


def test_the_tactician_of_a_defender_hits_what_comes_with_the_losses():
    """FAL-22.06: the Corsair of the Attacker is void, whose loss is 3 in full."""
    at = battle([(9, "Corsair")], 5, hand=["Tactician"]).choose("lead Tactician")
    at.choose("name 4")
    assert left(at) == (6, 1)


def test_the_saboteur_takes_strength_away():
    """FAL-14.5, FAL-22.08: Y-17; 5 against 4."""
    at = battle([(4, "Saboteur")], 4, hand=["Grand Admiral"]).choose("lead Grand Admiral")
    assert at.asked == ("Algol", "losses")


def test_the_saboteur_resolves_before_the_tactician():
    """FAL-14.4, FAL-22.08: Y-18; 5 against 4."""
    at = battle([(4, "Saboteur")], 4, hand=["Tactician"]).choose("lead Tactician")
    assert at.asked == ("Algol", "losses")


def test_the_saboteur_leaves_bonuses():
    """FAL-14.5, FAL-22.08: Y-33; 8 against 6."""
    at = battle([(5, "Vanguard Captain")], 5, hand=["Saboteur"]).choose("lead Saboteur")
    assert at.asked == ("Algol", "losses")
    at = battle([(5, "Vanguard Captain")], 8, hand=["Saboteur"]).choose("lead Saboteur")
    assert at.asked == ("Regulus", "losses")  # 8 : 9


def test_the_rearguard_caps_the_loss():
    """FAL-22.10: Y-19; of five ships three at most."""
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
    assert at.asked == ("Algol", "extra")
    assert left(at.choose("play Adjutant", f"name {k}")) == expected


def test_a_lost_tactician_voids_a_whole_text():
    """FAL-9.4, FAL-22.06: Y-32, A-30; 7 against 7."""
    at = battle([(5, "Vanguard Captain")], 7, lost={"Regulus": ["Tactician"]})
    assert at.asked == ("Regulus", "extra")
    assert at.options == ["no", "play Tactician of the lost"]
    at.choose("play Tactician of the lost")
    assert at.asked == ("Regulus", "withdrawal")
    assert at.cards("Regulus", "recovered") == set()


def test_the_marshal_loses_one_more():
    """FAL-22.02: Y-34; the victor pays for k alone."""
    at = battle([(10, None)], 5, hand=["Fleet Marshal"]).choose("lead Fleet Marshal", "name 2")
    assert left(at) == (9, 2)
    at = battle([(10, "Tactician")], 5, hand=["Fleet Marshal"]).choose("lead Fleet Marshal", "name 2")
    assert left(at) == (9, 3)  # void


def test_the_grand_admiral_and_the_wing_commander_are_strong_and_no_more():
    """FAL-22.01, FAL-22.03, FAL-3.2"""
    assert battle([(3, "Grand Admiral")], 7).asked == ("Algol", "losses")
    assert battle([(3, "Grand Admiral")], 8).asked == ("Regulus", "withdrawal")
    assert battle([(3, "Wing Commander")], 5).asked == ("Algol", "losses")
    assert battle([(3, "Wing Commander")], 6).asked == ("Regulus", "withdrawal")


def test_the_underdog_is_for_the_fewer():
    """FAL-22.09: 3 + 1 + 3 against 6; with as many ships there is no bonus."""
    assert battle([(3, "Underdog")], 6).asked == ("Algol", "losses")
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
    assert at.asked == ("Regulus", "supply")
    at.choose("supply Vega", "lead Navigator")
    assert (at.asked, at.state.count.tolist()) == (("Regulus", "losses"), [6, 6])
    at.choose("name 6")
    assert left(at) == (0, 1)
    assert at.cards("Regulus", "used") == {"Quartermaster"}


def test_the_adjutant_adds_after_the_reveal_one_card_a_side():
    """FAL-22.15: Attacker first; one card a side and round."""
    at = battle([(5, None)], 6, own=["Adjutant"], hand=["Envoy"], lost={"Algol": ["Vanguard Captain"]})
    at.choose("lead nobody")
    assert at.options == ["no", "play Adjutant", "play Vanguard Captain of the lost"]
    at.choose("play Adjutant")
    assert (at.asked, at.state.bonus.tolist()) == (("Algol", "losses"), [3, 0])


def test_the_defender_sees_what_the_attacker_adds():
    """FAL-14.4, FAL-22.15: E-7"""
    at = battle([(5, None)], 6, own=["Adjutant"], hand=["Adjutant"]).choose("lead nobody", "play Adjutant")
    assert at.asked == ("Regulus", "extra")
    at.choose("play Adjutant")
    assert at.asked == ("Regulus", "losses")  # 8 : 9


def test_a_lost_leader_has_the_effect_of_the_present_role():
    """FAL-9.4: A-30; its strength does not count, and no Tactician can void it."""
    at = battle([(5, "Tactician")], 5, lost={"Regulus": ["Citadel Commander"]})
    at.choose("play Citadel Commander of the lost")
    assert at.state.bonus.tolist() == [0, 3]
    assert at.asked == ("Regulus", "losses")  # 7 : 8


@pytest.mark.parametrize("leader", [None, "Tactician"])
def test_a_lost_rearguard_caps_the_loss(leader):
    """FAL-9.4, FAL-22.10: A-30; of five ships three at most, whatever a Tactician voids."""
    at = battle([(9, leader)], 5, lost={"Regulus": ["Rearguard Master"]}).choose("play Rearguard Master of the lost")
    assert at.options == [f"name {k}" for k in range(4)]


def test_a_lost_corsair_pays_less():
    """FAL-9.4, FAL-22.07: A-30; 3 - 2 = 1."""
    at = battle([(9, None)], 5, lost={"Algol": ["Corsair"]}).choose("play Corsair of the lost", "name 4")
    assert left(at) == (8, 1)


@pytest.mark.parametrize(("uses", "again"), [(1, False), (-1, True), (0, False)])
def test_how_often_a_lost_card_may_be_used(uses, again):
    """FAL-9.4: lih_uses; without end once in each round."""
    at = battle([(9, None)], 9, lost={"Regulus": ["Swarm Leader"]}, lih_uses=uses)
    assert (at.asked[1] == "extra") == (uses != 0)
    if uses:
        at.choose("play Swarm Leader of the lost", "name 0", "withdraw 0")
        assert (at.asked == ("Regulus", "extra")) == again


def test_cards_without_ability_leave_a_card_without_effect():
    """FAL-9.4: the Grand Admiral"""
    at = battle([(9, None)], 9, lost={"Regulus": ["Grand Admiral"]})
    assert at.asked[1] == "withdrawal"


def test_a_use_card_may_be_kept_from_a_defence():
    """FAL-3.5, FAL-14.1: use_cards_lead"""
    at = battle([(6, None)], 4, hand=["Envoy", "Corsair"], use_cards_lead=False)
    assert at.options == ["lead nobody", "lead Corsair"]


def test_a_plain_deck_has_no_abilities():
    """FAL-3.2: leader_deck = plain; strengths alone, no Use, no text, no lost card."""
    at = battle(
        [(5, "Vanguard Captain")], 7, hand=["Quartermaster"], lost={"Regulus": ["Tactician"]}, leader_deck="plain"
    )
    assert at.asked == ("Regulus", "defence")
    at.choose("lead nobody")
    assert at.asked == ("Regulus", "withdrawal")  # 5 + 2 : 7
