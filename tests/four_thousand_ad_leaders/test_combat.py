"""Combats: who fights whom, strength, victor, losses, withdrawal, the end."""

import pytest

from starbalance.simulator.four_thousand_ad_leaders.leader_effect import total_of
from tests.four_thousand_ad_leaders.table import battle, position


def left(at, star="Vega"):
    return at.ships("Algol", star), at.ships("Regulus", star)


def totals(at):
    """(Attacker's, Defender's) total of the round."""
    return tuple(int(total_of(at.state, at.rules, side)) for side in range(2))


def result(at, k=None):
    """What stands at Vega when the defender has chosen nobody and the victor has named k."""
    while at.asked[1] == "defence":
        at.wait()
    if k is not None:
        at.choose(f"name {k}")
    return left(at)


def test_the_larger_total_wins_and_pays_one_less():
    """FAL-13.1, FAL-15.1, FAL-16.1, FAL-16.2, FAL-18.2: Y-10"""
    at = battle([(6, None)], 4, hand=["Saboteur", "Corsair"]).choose("lead Saboteur")
    assert at.asked == ("Algol", "losses")
    at.choose("name 4")
    assert left(at) == (3, 0)


def test_one_ship_costs_the_victor_none():
    """FAL-16.2, FAL-17.1: Y-11; then the loser may withdraw, then another round."""
    at = battle([(6, None)], 4, hand=["Saboteur", "Corsair"]).choose("lead Saboteur", "name 1")
    assert left(at) == (6, 3)
    assert at.asked == ("Regulus", "withdrawal")
    at.choose("withdraw 0")
    assert (at.asked, at.state.combat_round) == (("Regulus", "defence"), 2)


def test_none_may_be_named():
    """FAL-16.1, FAL-16.2: Y-12"""
    at = battle([(6, None)], 4, hand=["Saboteur", "Corsair"]).choose("lead Saboteur", "name 0")
    assert left(at) == (6, 4)


def test_equal_totals_have_no_victor():
    """FAL-15.2, FAL-17.3: Y-13; the Defender decides first on withdrawal, then the Attacker."""
    at = battle([(3, "Corsair")], 5)
    assert (left(at), at.asked) == ((3, 5), ("Regulus", "withdrawal"))
    at.choose("withdraw 0")
    assert at.asked == ("Algol", "withdrawal")


def test_the_victor_loses_what_there_is_at_most():
    """FAL-16.2: Y-14, A-07; the star is empty, nobody occupies it."""
    at = battle([(2, "Grand Admiral")], 6).choose("name 6")
    assert left(at) == (0, 0)
    assert at.state.mutual == 1


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


def test_several_leaders_lead_one_a_round():
    """FAL-14.3, FAL-16.2, FAL-18.1: Y-36; the second leader is compulsory, then there is none."""
    at = battle([(3, "Grand Admiral"), (2, "Wing Commander")], 8)
    assert at.asked == ("Algol", "attack")
    assert at.options == ["lead Grand Admiral", "lead Wing Commander"]
    at.choose("lead Grand Admiral", "name 3")  # 10 : 8
    assert left(at) == (3, 5)
    at.choose("withdraw 0", "name 3")  # 6 : 5
    assert left(at) == (1, 2)
    at.choose("withdraw 0")
    assert at.asked == ("Regulus", "losses")  # 1 : 2


def test_many_losses_are_offered_by_some_numbers():
    """FAL-16.1: E-8; all up to 12, beyond that none, 1, 2, half, one less than all, all, what leaves the victor one."""
    assert battle([(13, None)], 12).options == [f"name {k}" for k in range(13)]
    at = battle([(16, "Corsair")], 14, star="Deneb", hand=["Envoy"]).choose("lead nobody")
    assert at.options == [f"name {k}" for k in (0, 1, 2, 7, 13, 14)]
    at = battle([(9, "Grand Admiral")], 13).choose("name 9")
    assert left(at) == (1, 4)


@pytest.mark.parametrize(("fleets", "stays", "returns"), [
    ([(3, "Grand Admiral"), (2, "Wing Commander")], "Wing Commander", "Grand Admiral"),
    ([(2, "Wing Commander"), (3, "Grand Admiral")], "Grand Admiral", "Wing Commander"),
])  # fmt: skip
def test_several_leaders_may_add_up(fleets, stays, returns):
    """FAL-14.3: Y-36, A-06, multi_leader = sum; 13 : 8, all discarded after round 1, in the order of the fleets."""
    at = battle(fleets, 8, multi_leader="sum")
    assert at.asked == ("Algol", "losses")
    assert totals(at) == (13, 8)
    at.choose("name 1", "withdraw 0")
    assert at.pile("Algol") == {stays}
    assert at.hand("Algol") == {returns}  # drawn again: the hand was empty


def test_one_leader_may_be_all_for_a_combat():
    """FAL-14.3: multi_leader = first_only; who did not lead returns with the survivors."""
    at = battle([(5, "Grand Admiral"), (4, "Wing Commander")], 8, multi_leader="first_only")
    at.choose("lead Grand Admiral", "name 1", "withdraw 0")
    assert (at.asked, at.state.leaders.tolist()) == (("Algol", "losses"), [0, 0])  # 9 : 7
    at.choose("name 7", "withdraw 0")
    assert left(at) == (3, 0)
    assert at.hand("Algol") == {"Wing Commander"}


def test_unused_leaders_are_discarded_with_the_last_ship():
    """FAL-18.2, FAL-17.4: A-06, in slot order."""
    at = battle([(1, "Grand Admiral"), (1, "Corsair"), (1, "Saboteur")], 20, own=["Envoy"])
    at.choose("lead Grand Admiral", "name 3", "withdraw 0")
    assert left(at) == (0, 18)
    assert at.pile("Algol") == {"Grand Admiral", "Corsair", "Saboteur"}
    assert at.leaders[at.player("Algol").last_discard] == "Saboteur"


def test_unused_leaders_return_to_who_withdrew():
    """FAL-18.2: A-06; the fleet that withdraws cannot take them along."""
    at = battle([(2, "Grand Admiral"), (2, "Corsair")], 20, own=["Envoy"])
    at.choose("lead Grand Admiral", "name 1", "withdraw 3")
    assert at.options == ["lead nobody", "lead Envoy"]
    at.choose("lead nobody", "withdraw 0")
    assert left(at) == (0, 20)
    assert at.hand("Algol") == {"Envoy", "Corsair"}


def test_the_attackers_leader_is_compulsory_and_the_defenders_is_not():
    """FAL-14.1, FAL-14.2: the Attacker has no choice and no card of the hand."""
    at = battle([(6, "Swarm Leader")], 6, own=["Grand Admiral"], hand=["Corsair"])
    assert at.asked == ("Regulus", "defence")
    assert at.options == ["lead nobody", "lead Corsair"]
    at.choose("lead nobody")
    assert at.asked == ("Algol", "losses")  # 6 + 0 + 2 : 6


def test_the_defender_may_choose_again_in_the_next_round():
    """FAL-18.1, FAL-17.4: the leader of a round is discarded."""
    at = battle([(6, None)], 4, hand=["Saboteur", "Swarm Leader"]).choose("lead Saboteur", "name 1", "withdraw 0")
    assert at.asked == ("Regulus", "defence")
    assert at.options == ["lead nobody", "lead Swarm Leader"]
    assert at.pile("Regulus") == {"Saboteur"}


def test_combat_is_compulsory_where_enemies_stand():
    """FAL-12.1, FAL-12.2, FAL-12.3: the seat on turn attacks, who stood there defends."""
    at = battle([(2, None)], 6, hand=["Corsair"])
    assert at.asked == ("Regulus", "defence")
    assert at.homes[at.state.defender] == "Regulus"


def two_combats(hand=("Citadel Commander",), pile=()):
    return position(
        stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Vega": 3, "Deneb": 3}},
        fleets={"Algol": [(0, "A-yellow", 4, None), (0, "A-yellow", 4, None)]},
        hands={"Regulus": hand},
        piles={"Regulus": pile},
    ).choose("stop", "arrive Vega", "arrive Deneb")


def test_a_defender_of_two_stars_picks_the_order():
    """FAL-12.4, FAL-12.5, FAL-3.3: Y-46; the pile is in the hand again after the first round."""
    at = two_combats(pile=["Corsair", "Saboteur"])
    assert at.asked == ("Regulus", "combat")
    assert set(at.options) == {"fight Vega", "fight Deneb"}
    at.choose("fight Deneb", "lead Citadel Commander")
    assert at.asked == ("Regulus", "losses")
    at.choose("name 0", "withdraw 0")
    assert at.hand("Regulus") == {"Corsair", "Saboteur"}
    assert at.pile("Regulus") == {"Citadel Commander"}
    assert (at.asked[1], at.stars[at.state.star]) == ("defence", "Deneb")


def test_defenders_are_attacked_clockwise_one_after_the_other():
    """FAL-12.4: all combats of Regulus before those of Antares."""
    at = position(
        stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Deneb": 1}, "Antares": {"Antares": 5, "Vega": 1}},
        fleets={"Algol": [(0, "A-yellow", 4, None), (0, "A-yellow", 4, None)]},
    ).choose("stop", "arrive Vega", "arrive Deneb")
    assert at.homes[at.state.defender] == "Regulus"
    at.choose("name 1")
    while at.asked[1] == "withdrawal":
        at.wait()
    assert at.homes[at.state.defender] == "Antares"


def test_the_victor_may_withdraw_only_when_alone():
    """FAL-17.2, FAL-17.9"""
    at = battle([(6, None)], 4).choose("name 1", "withdraw 0")
    assert at.asked[1] == "losses"
    at.choose("name 3")
    assert at.asked == ("Algol", "withdrawal")
    at.choose("withdraw 2")
    assert left(at) == (2, 0)
    assert at.fleets("Algol") == [(0, "B-yellow", 2, None)]


def test_after_a_tie_the_other_may_withdraw_too():
    """FAL-17.3, FAL-17.9: Y-38; what stays occupies the star."""
    at = battle([(5, None)], 5).choose("withdraw 5")
    assert at.asked == ("Algol", "withdrawal")
    assert at.fleets("Regulus") == [(0, "B-yellow", 5, None)]
    at.choose("withdraw 3")
    assert left(at) == (2, 0)


def test_a_withdrawn_fleet_departs_as_any():
    """FAL-17.1, FAL-17.5, FAL-17.7, FAL-17.8: Y-37, J-13; entry until the own step 2, with a leader, never a hop."""
    at = battle([(6, None)], 4, hand=["Corsair", "Envoy"]).choose("lead nobody", "name 1")
    assert at.options == ["withdraw 0", "withdraw 2", "withdraw 3"]
    at.choose("withdraw 2")
    assert at.asked == ("Regulus", "escort")
    at.choose("lead Corsair")
    assert at.fleets("Regulus") == [(0, "B-yellow", 2, "Corsair")]
    at.wait_for("Regulus", "source")
    assert at.fleets("Regulus")[0][:2] == (1, "B-yellow")


def test_who_has_no_free_warp_cannot_withdraw():
    """FAL-17.6: Y-37; with three fleets one more is possible."""
    for number in (4, 3):
        at = position(
            stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Vega": 4}},
            fleets={"Algol": [(0, "A-yellow", 6, None)], "Regulus": [(0, "C-yellow", 1, None)] * number},
        ).choose("stop", "arrive Vega", "name 1")
        assert (at.asked == ("Regulus", "withdrawal")) == (number == 3)


def test_a_hop_of_the_turn_bars_a_withdrawal():
    """FAL-10.6, FAL-17.6: Y-30; 3 fleets and a hop; the hop attacks with its leader."""
    at = position(
        stars={"Algol": {"Deneb": 6}, "Regulus": {"Regulus": 5, "Vega": 4}},
        fleets={"Algol": [(0, "L-red", 1, None)] * 3},
        hands={"Algol": ["Vanguard Captain"]},
    ).send("Deneb", "Vega", 5, "Vanguard Captain")
    while at.asked[1] == "arrival":
        at.wait()
    assert (at.state.count.tolist(), at.state.bonus.tolist()) == ([5, 4], [3, 0])
    at.choose("name 4")
    assert left(at) == (2, 0)
    assert at.active == "Regulus"


def test_hops_of_an_earlier_own_turn_bar_no_withdrawal():
    """FAL-17.8: Regulus hops with three fleets in warp, and is attacked in the turn of Antares."""
    at = position(
        stars={"Regulus": {"Denebola": 5}, "Antares": {"Antares": 9, "Nunki": 1}},
        fleets={"Regulus": [(0, "C-yellow", 1, None)] * 3, "Antares": [(3, "L-red", 9, None)]},
        first="Regulus",
    ).send("Denebola", "Regulus", 5)
    at.wait_for("Antares", "source").choose("stop", "arrive Regulus", "name 1")
    assert at.asked == ("Regulus", "withdrawal")


def test_hops_of_the_attacker_bar_no_withdrawal_of_the_defender():
    """FAL-17.8: Algol hops in to attack Regulus, who has three fleets in warp."""
    at = position(
        stars={"Algol": {"Deneb": 6}, "Regulus": {"Regulus": 5, "Vega": 4}},
        fleets={"Regulus": [(0, "C-yellow", 1, None)] * 3},
    ).send("Deneb", "Vega", 5)
    at.wait_for("Algol", "losses").choose("name 1")
    assert at.asked == ("Regulus", "withdrawal")


@pytest.mark.parametrize(("rule", "k", "expected"), [
    ("k_minus_1", 4, 6 - 3), ("zero", 4, 6), ("half_k", 3, 5), ("half_k", 4, 4), ("k", 4, 2),
])  # fmt: skip
def test_what_a_victory_costs(rule, k, expected):
    """FAL-16.2: victor_loss"""
    at = battle([(6, None)], 4, victor_loss=rule).choose(f"name {k}")
    assert left(at) == (expected, 4 - k)


def test_the_victor_may_have_to_afford_it():
    """FAL-16.2: A-07, victor_must_afford; 2 ships pay for k = 3 at most, with Corsair for 5."""
    for leader, most in (("Grand Admiral", 3), ("Corsair", 5)):
        enemy = 6 if leader == "Grand Admiral" else 3
        at = battle([(2, leader)], enemy, victor_must_afford=True)
        assert max(int(each.split()[1]) for each in at.options) == min(most, enemy)


def test_the_loss_may_be_always_the_largest():
    """FAL-16.1: loss_chooser = all"""
    at = battle([(6, None)], 4, loss_chooser="all")
    assert left(at) == (3, 0)


def test_a_long_combat_costs_a_ship_a_round():
    """FAL-18.3, FAL-15.2: J-19; ten rounds without losses, then each costs one."""
    at = battle([(5, None)], 5)
    while at.state.combat_round < 11:
        at.choose("withdraw 0", "withdraw 0")
    assert left(at) == (4, 4)
    at = battle([(6, None)], 4, combat_soft_cap=1).choose("name 0", "withdraw 0")
    assert "name 0" not in at.options and "name 1" in at.options


def test_the_combat_ends_when_one_side_is_left():
    """FAL-18.2, FAL-20.1: the survivor occupies the star."""
    at = battle([(6, None)], 4).choose("name 4", "withdraw 0")
    assert (left(at), at.active) == ((3, 0), "Regulus")


def test_a_side_without_leader_has_no_strength():
    """FAL-14.5"""
    at = battle([(5, None)], 5)
    assert at.asked == ("Regulus", "withdrawal")


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
