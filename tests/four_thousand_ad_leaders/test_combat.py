"""Combats: opponents, strength, victor, losses, withdrawal, and the end of a combat."""

import pytest

from starbalance.simulator.games.four_thousand_ad_leaders.leader_effect import total_of
from tests.four_thousand_ad_leaders.table import battle, left, position


def totals(at):
    """Return the totals of the round: (Attacker's, Defender's)."""
    return tuple(int(total_of(at.state, at.rules, side)) for side in range(2))


def test_the_larger_total_wins_and_pays_one_less():
    """FAL-13.1, FAL-15.1, FAL-16.1, FAL-16.2, FAL-18.2: Y-10"""
    at = battle([(6, None)], 4, hand=["Saboteur", "Corsair"]).choose("lead Saboteur")
    assert at.prompt == ("Algol", "losses")
    at.choose("name 4")
    assert left(at) == (3, 0)


def test_destroying_one_ship_costs_the_victor_none():
    """FAL-16.2, FAL-17.1: Y-11; then the loser may withdraw, and another round follows."""
    at = battle([(6, None)], 4, hand=["Saboteur", "Corsair"]).choose("lead Saboteur", "name 1")
    assert left(at) == (6, 3)
    assert at.prompt == ("Regulus", "withdrawal")
    at.choose("withdraw 0")
    assert (at.prompt, at.state.combat_round) == (("Regulus", "defence"), 2)


def test_the_victor_may_name_no_loss():
    """FAL-16.1, FAL-16.2: Y-12"""
    at = battle([(6, None)], 4, hand=["Saboteur", "Corsair"]).choose("lead Saboteur", "name 0")
    assert left(at) == (6, 4)


def test_equal_totals_have_no_victor():
    """FAL-15.2, FAL-17.3: Y-13; the Defender decides first on withdrawal, then the Attacker."""
    at = battle([(3, "Corsair")], 5)
    assert (left(at), at.prompt) == ((3, 5), ("Regulus", "withdrawal"))
    at.choose("withdraw 0")
    assert at.prompt == ("Algol", "withdrawal")


def test_the_victor_loses_at_most_all_his_ships():
    """FAL-16.2: Y-14, A-07; the star is empty and has no holder."""
    at = battle([(2, "Grand Admiral")], 6).choose("name 6")
    assert left(at) == (0, 0)
    assert at.state.mutual == 1


def test_several_leaders_lead_one_per_round():
    """FAL-14.3, FAL-16.2, FAL-18.1: Y-36; the second leader is compulsory, after that there is none."""
    at = battle([(3, "Grand Admiral"), (2, "Wing Commander")], 8)
    assert at.prompt == ("Algol", "attack")
    assert at.options == ["lead Grand Admiral", "lead Wing Commander"]
    at.choose("lead Grand Admiral", "name 3")  # 10 : 8
    assert left(at) == (3, 5)
    at.choose("withdraw 0", "name 3")  # 6 : 5
    assert left(at) == (1, 2)
    at.choose("withdraw 0")
    assert at.prompt == ("Regulus", "losses")  # 1 : 2


def test_only_some_numbers_are_offered_for_large_losses():
    """E-8: up to 12 all numbers are offered, for more ships a selection.

    The selection: 0, 1, 2, half, one less than all, all, and the number that leaves the victor one ship.

    FAL-16.1.
    """
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
    """FAL-14.3: Y-36, A-06, multi_leader = sum; 13 : 8; all are discarded after round 1, in the order of the fleets."""
    at = battle(fleets, 8, multi_leader="sum")
    assert at.prompt == ("Algol", "losses")
    assert totals(at) == (13, 8)
    at.choose("name 1", "withdraw 0")
    assert at.pile("Algol") == {stays}
    assert at.hand("Algol") == {returns}  # redrawn: the hand was empty


def test_a_combat_may_be_limited_to_one_leader():
    """FAL-14.3: multi_leader = first_only; a leader that did not lead returns with the survivors."""
    at = battle([(5, "Grand Admiral"), (4, "Wing Commander")], 8, multi_leader="first_only")
    at.choose("lead Grand Admiral", "name 1", "withdraw 0")
    assert (at.prompt, at.state.leaders.tolist()) == (("Algol", "losses"), [0, 0])  # 9 : 7
    at.choose("name 7", "withdraw 0")
    assert left(at) == (3, 0)
    assert at.hand("Algol") == {"Wing Commander"}


def attack_on_two(fleets, vega, deneb, **switches):
    """Algol attacks Regulus at Vega and Deneb, with fleets (ships, leader, star); the combat at Vega comes first.

    vega, deneb: the ships of Regulus there.
    """
    sent = [(0, "A-yellow", ships, leader) for ships, leader, _ in fleets]
    stars = {"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Vega": vega, "Deneb": deneb}}
    at = position(stars=stars, fleets={"Algol": sent}, **switches)
    return at.choose("stop", *(f"arrive {star}" for _, _, star in fleets), "fight Vega")


def test_the_limit_of_one_leader_holds_for_each_combat():
    """FAL-14.3: multi_leader = first_only; the leader used at one star does not affect the other combat."""
    fleets = [(6, "Corsair", "Vega"), (4, "Wing Commander", "Deneb")]
    at = attack_on_two(fleets, 2, 5, multi_leader="first_only").choose("name 2", "withdraw 0")
    assert at.player("Algol").led == at.mask(["Corsair", "Wing Commander"])


def test_a_withdrawal_from_one_combat_does_not_affect_the_next():
    """FAL-18.2: A-06; an unused leader is discarded with the last ship, also after a withdrawal from another combat."""
    fleets = [(4, None, "Vega"), (1, "Corsair", "Deneb"), (1, "Saboteur", "Deneb")]
    at = attack_on_two(fleets, 6, 9, hands={"Algol": ["Envoy"]})
    at.choose("name 1", "withdraw 3", "lead nobody", "withdraw 0", "lead Corsair", "name 2", "withdraw 0")
    assert at.pile("Algol") == {"Corsair", "Saboteur"}


def test_the_best_of_two_combats_counts():
    """The larger number of destroyed ships and of sectors counts, also that of the first combat.

    FAL-23.17, FAL-23.20.
    """
    at = attack_on_two([(6, None, "Vega"), (4, None, "Deneb")], 4, 2)
    at.player("Algol").sources = 2
    at.choose("name 4", "withdraw 0", "name 2", "withdraw 0")
    assert (at.player("Algol").killed, at.player("Algol").sources) == (4, 2)


def test_leaders_discarded_with_the_last_ship_may_cause_a_redraw():
    """FAL-3.3, FAL-18.2: A-06; an empty hand takes back all discards except the last one."""
    at = battle([(1, "Grand Admiral"), (1, "Corsair"), (1, "Saboteur")], 20)
    at.choose("lead Grand Admiral", "name 3", "withdraw 0")
    assert (at.hand("Algol"), at.pile("Algol")) == ({"Grand Admiral", "Corsair"}, {"Saboteur"})


def test_a_star_that_both_sides_left_is_no_mutual_destruction():
    """FAL-17.3: Y-38"""
    at = battle([(3, None)], 3).choose("withdraw 3", "withdraw 3")
    assert (left(at), at.state.mutual) == ((0, 0), 0)


def test_effects_of_a_card_end_with_its_round():
    """FAL-18.1: In the next round strength counts again, texts work again, and a limit on losses is gone."""
    at = battle([(3, "Grand Admiral"), (2, "Wing Commander")], 8, hand=["Saboteur", "Envoy"])
    at.choose("lead Grand Admiral", "lead Saboteur")
    assert totals(at) == (5, 9)
    at.choose("name 1", "withdraw 0", "lead nobody")
    assert totals(at) == (7, 8)
    at = battle([(6, "Tactician")], 6, hand=["Citadel Commander", "Swarm Leader", "Envoy"])
    at.choose("lead Citadel Commander")
    assert totals(at) == (8, 8)
    at.choose("withdraw 0", "withdraw 0", "lead Swarm Leader")
    assert totals(at) == (6, 8)
    at = battle([(9, None)], 4, lost={"Regulus": ["Rearguard Master"]}).choose("play Rearguard Master of the lost")
    assert at.options == ["name 0", "name 1", "name 2"]
    at.choose("name 1", "withdraw 0")
    assert at.options == ["name 0", "name 1", "name 2", "name 3"]


def test_unused_leaders_are_discarded_with_the_last_ship():
    """FAL-18.2, FAL-17.4: A-06, in slot order."""
    at = battle([(1, "Grand Admiral"), (1, "Corsair"), (1, "Saboteur")], 20, own=["Envoy"])
    at.choose("lead Grand Admiral", "name 3", "withdraw 0")
    assert left(at) == (0, 18)
    assert at.pile("Algol") == {"Grand Admiral", "Corsair", "Saboteur"}
    assert at.leaders[at.player("Algol").last_discard] == "Saboteur"


def test_unused_leaders_return_to_a_player_who_withdrew():
    """FAL-18.2: A-06; the withdrawing fleet cannot take them along."""
    at = battle([(2, "Grand Admiral"), (2, "Corsair")], 20, own=["Envoy"])
    at.choose("lead Grand Admiral", "name 1", "withdraw 3")
    assert at.options == ["lead nobody", "lead Envoy"]
    at.choose("lead nobody", "withdraw 0")
    assert left(at) == (0, 20)
    assert at.hand("Algol") == {"Envoy", "Corsair"}


def test_the_attackers_leader_is_compulsory_and_the_defenders_is_not():
    """FAL-14.1, FAL-14.2: The Attacker has no choice and cannot play a card of the hand."""
    at = battle([(6, "Swarm Leader")], 6, own=["Grand Admiral"], hand=["Corsair"])
    assert at.prompt == ("Regulus", "defence")
    assert at.options == ["lead nobody", "lead Corsair"]
    at.choose("lead nobody")
    assert at.prompt == ("Algol", "losses")  # 6 + 0 + 2 : 6


def test_the_defender_may_choose_again_in_the_next_round():
    """FAL-18.1, FAL-17.4: the leader of a round is discarded."""
    at = battle([(6, None)], 4, hand=["Saboteur", "Swarm Leader"]).choose("lead Saboteur", "name 1", "withdraw 0")
    assert at.prompt == ("Regulus", "defence")
    assert at.options == ["lead nobody", "lead Swarm Leader"]
    assert at.pile("Regulus") == {"Saboteur"}


def test_combat_is_compulsory_where_enemies_meet():
    """FAL-12.1, FAL-12.2, FAL-12.3: The seat on turn attacks, the seat already there defends."""
    at = battle([(2, None)], 6, hand=["Corsair"])
    assert at.prompt == ("Regulus", "defence")
    assert at.homes[at.state.defender] == "Regulus"


def two_combats(hand=("Citadel Commander",), pile=()):
    return position(
        stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Vega": 3, "Deneb": 3}},
        fleets={"Algol": [(0, "A-yellow", 4, None), (0, "A-yellow", 4, None)]},
        hands={"Regulus": hand},
        piles={"Regulus": pile},
    ).choose("stop", "arrive Vega", "arrive Deneb")


def test_a_defender_of_two_stars_picks_the_order():
    """FAL-12.4, FAL-12.5, FAL-3.3: Y-46; the pile is back in the hand after the first round."""
    at = two_combats(pile=["Corsair", "Saboteur"])
    assert at.prompt == ("Regulus", "combat")
    assert set(at.options) == {"fight Vega", "fight Deneb"}
    at.choose("fight Deneb", "lead Citadel Commander")
    assert at.prompt == ("Regulus", "losses")
    at.choose("name 0", "withdraw 0")
    assert at.hand("Regulus") == {"Corsair", "Saboteur"}
    assert at.pile("Regulus") == {"Citadel Commander"}
    assert (at.prompt[1], at.stars[at.state.star]) == ("defence", "Deneb")


def test_defenders_are_attacked_clockwise_one_after_the_other():
    """FAL-12.4: all combats of Regulus before those of Antares."""
    at = position(
        stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Deneb": 1}, "Antares": {"Antares": 5, "Vega": 1}},
        fleets={"Algol": [(0, "A-yellow", 4, None), (0, "A-yellow", 4, None)]},
    ).choose("stop", "arrive Vega", "arrive Deneb")
    assert at.homes[at.state.defender] == "Regulus"
    at.choose("name 1")
    while at.prompt[1] == "withdrawal":
        at.wait()
    assert at.homes[at.state.defender] == "Antares"


def test_the_victor_may_withdraw_only_when_alone():
    """FAL-17.2, FAL-17.9"""
    at = battle([(6, None)], 4).choose("name 1", "withdraw 0")
    assert at.prompt[1] == "losses"
    at.choose("name 3")
    assert at.prompt == ("Algol", "withdrawal")
    at.choose("withdraw 2")
    assert left(at) == (2, 0)
    assert at.fleets("Algol") == [(0, "B-yellow", 2, None)]


def test_after_a_tie_the_opponent_may_withdraw_too():
    """FAL-17.3, FAL-17.9: Y-38; the remaining ships occupy the star."""
    at = battle([(5, None)], 5).choose("withdraw 5")
    assert at.prompt == ("Algol", "withdrawal")
    assert at.fleets("Regulus") == [(0, "B-yellow", 5, None)]
    at.choose("withdraw 3")
    assert left(at) == (2, 0)


def test_a_withdrawn_fleet_departs_like_any_fleet():
    """Y-37, J-13; it enters until step 2 of its player's turn, with a leader, and never hops.

    FAL-17.1, FAL-17.5, FAL-17.7, FAL-17.8.
    """
    at = battle([(6, None)], 4, hand=["Corsair", "Envoy"]).choose("lead nobody", "name 1")
    assert at.options == ["withdraw 0", "withdraw 2", "withdraw 3"]
    at.choose("withdraw 2")
    assert at.prompt == ("Regulus", "escort")
    at.choose("lead Corsair")
    assert at.fleets("Regulus") == [(0, "B-yellow", 2, "Corsair")]
    at.wait_for("Regulus", "source")
    assert at.fleets("Regulus")[0][:2] == (1, "B-yellow")


def test_a_player_without_a_free_warp_cannot_withdraw():
    """FAL-17.6: Y-37; with three fleets one more is possible."""
    for number in (4, 3):
        at = position(
            stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Vega": 4}},
            fleets={"Algol": [(0, "A-yellow", 6, None)], "Regulus": [(0, "C-yellow", 1, None)] * number},
        ).choose("stop", "arrive Vega", "name 1")
        assert (at.prompt == ("Regulus", "withdrawal")) == (number == 3)


def test_a_hop_of_the_turn_bars_a_withdrawal():
    """FAL-10.6, FAL-17.6: Y-30; 3 fleets and a hop; the hop attacks with its leader."""
    at = position(
        stars={"Algol": {"Deneb": 6}, "Regulus": {"Regulus": 5, "Vega": 4}},
        fleets={"Algol": [(0, "L-red", 1, None)] * 3},
        hands={"Algol": ["Vanguard Captain"]},
    ).send("Deneb", "Vega", 5, "Vanguard Captain")
    while at.prompt[1] == "arrival":
        at.wait()
    assert (at.state.count.tolist(), at.state.bonus.tolist()) == ([5, 4], [3, 0])
    at.choose("name 4")
    assert left(at) == (2, 0)
    assert at.active == "Regulus"


def test_hops_of_an_earlier_turn_do_not_bar_a_withdrawal():
    """FAL-17.8: Regulus hops with three fleets in warp, and is attacked in the turn of Antares."""
    at = position(
        stars={"Regulus": {"Denebola": 5}, "Antares": {"Antares": 9, "Nunki": 1}},
        fleets={"Regulus": [(0, "C-yellow", 1, None)] * 3, "Antares": [(3, "L-red", 9, None)]},
        first="Regulus",
    ).send("Denebola", "Regulus", 5)
    at.wait_for("Antares", "source").choose("stop", "arrive Regulus", "name 1")
    assert at.prompt == ("Regulus", "withdrawal")


def test_hops_of_the_attacker_do_not_bar_the_defenders_withdrawal():
    """FAL-17.8: Algol hops to attack Regulus, which has three fleets in warp."""
    at = position(
        stars={"Algol": {"Deneb": 6}, "Regulus": {"Regulus": 5, "Vega": 4}},
        fleets={"Regulus": [(0, "C-yellow", 1, None)] * 3},
    ).send("Deneb", "Vega", 5)
    at.wait_for("Algol", "losses").choose("name 1")
    assert at.prompt == ("Regulus", "withdrawal")


@pytest.mark.parametrize(("rule", "k", "expected"), [
    ("k_minus_1", 4, 6 - 3), ("zero", 4, 6), ("half_k", 3, 5), ("half_k", 4, 4), ("k", 4, 2),
])  # fmt: skip
def test_a_switch_sets_the_cost_of_a_victory(rule, k, expected):
    """FAL-16.2: victor_loss"""
    at = battle([(6, None)], 4, victor_loss=rule).choose(f"name {k}")
    assert left(at) == (expected, 4 - k)


def test_a_switch_makes_the_victor_afford_the_cost():
    """FAL-16.2: A-07, victor_must_afford; 2 ships pay for at most k = 3, or 5 with Corsair."""
    for leader, most in (("Grand Admiral", 3), ("Corsair", 5)):
        enemy = 6 if leader == "Grand Admiral" else 3
        at = battle([(2, leader)], enemy, victor_must_afford=True)
        assert max(int(each.split()[1]) for each in at.options) == min(most, enemy)


def test_a_switch_makes_the_loss_always_the_largest():
    """FAL-16.1: loss_chooser = all"""
    at = battle([(6, None)], 4, loss_chooser="all")
    assert left(at) == (3, 0)


def test_a_long_combat_costs_a_ship_a_round():
    """FAL-18.3, FAL-15.2: J-19; after ten rounds without losses, each round costs one ship."""
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


def test_a_side_without_a_leader_has_no_strength():
    """FAL-14.5"""
    at = battle([(5, None)], 5)
    assert at.prompt == ("Regulus", "withdrawal")
