"""FLEET actions and RAIDs, step by step (IAM-20, IAM-21), and the effects of ships in battles.

IAM-27.8, IAM-27.9, IAM-27.10, IAM-27.11, IAM-27.12, IAM-27.13, IAM-27.14, IAM-27.15, IAM-27.16.
"""

import numpy as np
import pytest

from starbalance.simulator.games.interstellar_ambitions import GAME
from starbalance.simulator.games.interstellar_ambitions.combat import dice_of, harm
from starbalance.simulator.games.interstellar_ambitions.state import COMBAT_DICE, Ended
from starbalance.simulator.games.interstellar_ambitions.victory import end_game
from starbalance.simulator.games.interstellar_ambitions.word import Battle
from tests.interstellar_ambitions.battle import act, attack, fall, fight, front, is_over, medals, totals, won

SPENT = ("Strike Craft", 1)  # takes part, rolls no dice, adds nothing
FULL = ["Battleship"] * 7


def ready(*attacker, defender=("Strike Craft",), level="strong", **more):
    """Seat 0 chooses the opponent that it attacks."""
    return act(front(attacker, defender, level, **more))


def discarded(at):
    """Return the emergency ships among the discards."""
    return [at.kinds[kind] for kind in at.state.emergency_discard[: at.state.emergencies_discarded]]


# the FLEET action


def test_a_fleet_action_costs_only_its_token():
    """IAM-20.1: It has no price; the token returns to the pool, also without an attack (A55)."""
    at = ready("Destroyer").give(0, food=1, ore=2, science=3, coins=4).choose("no")
    assert (at.tokens(0), int(at.player(0).pool)) == ([], 6)
    assert at.resources(0) == {"food": 1, "ore": 2, "science": 3, "coins": 4}
    assert int(at.player(0).raids) == int(at.player(0).invades) == 0


@pytest.mark.parametrize(("level", "modes"), [
    ("basic", ["raid"]),
    ("moderate", ["raid", "invade"]),
    ("strong", ["raid", "invade"]),
    ("ultimate", ["raid", "invade"]),
])  # fmt: skip
def test_every_opponent_can_be_attacked_in_the_ways_of_the_cell(level, modes):
    """IAM-20.2, IAM-21.1, IAM-22.1."""
    at = ready("Destroyer", level=level, setup="players4")
    assert at.options == ["no", *(f"{mode} {seat}" for mode in modes for seat in (1, 2, 3))]


def test_the_acting_player_attacks_once():
    """IAM-20.3: attacker and defender as chosen; after the battle his turn ends."""
    at = front([SPENT], ["Destroyer"], "basic").muster(2, SPENT)
    attack(at, "raid 2")
    assert (int(at.state.battle.attacker), int(at.state.battle.defender)) == (0, 2)
    assert is_over(at)
    assert at.prompt == (1, "plans")
    assert [int(at.player(seat).attacked) for seat in range(3)] == [0, 0, 1]


def test_no_fleet_action_in_the_first_turn():
    """IAM-20.4, IAM-13.2; FX-40: The token may still advance."""
    at = front(["Destroyer"], ["Destroyer"], "basic").turn(0, rounds=1).choose("advance plans")
    assert at.options == ["done", "advance fleet basic"]
    assert at.choose("done").options == ["plan"]
    assert act(front(["Destroyer"], ["Destroyer"], "basic")).options == ["no", "raid 1", "raid 2"]


@pytest.mark.parametrize(("fleet", "options"), [
    ((), ["no"]),
    (("Battleship",), ["no", "invade 1", "invade 2"]),
    (("Converted Freighter",), ["no"]),
    (("Destroyer",), ["no", "raid 1", "raid 2", "invade 1", "invade 2"]),
])  # fmt: skip
def test_an_attack_needs_a_ship_that_takes_part(fleet, options):
    """IAM-20.5, IAM-21.2, IAM-22.2; A18 attack_needs_ship = true."""
    assert ready(*fleet).options == options


def test_without_the_need_of_a_ship_the_bonus_may_win():
    """IAM-20.5; A18 attack_needs_ship = false."""
    at = front((), [SPENT], "basic", attack_needs_ship=False).give(1, food=9)
    assert act(at).options == ["no", "raid 1", "raid 2"]
    at = fight(front((), ["Destroyer"], "ultimate", attack_needs_ship=False).give(1, food=9))
    assert (totals(at), won(at)) == ((6, 2), True)


def test_the_same_player_may_be_attacked_again_and_again():
    """IAM-20.7."""
    at = front((), (), "basic")
    for _ in range(3):
        at.put(0, "fleet basic").muster(0, SPENT).muster(1, SPENT)
        attack(at, "raid 1")
    assert int(at.player(1).attacked) == int(at.player(0).raids) == 3
    at.muster(2, SPENT).put(2, "fleet basic").turn(2).choose("advance plans", "done", "act fleet basic", "raid 1")
    assert int(at.player(1).attacked) == 4


# participants


def test_light_ships_fight_a_raid():
    """IAM-21.2, IAM-7.7: HEAVY ships neither fight nor count, and take no damage."""
    at = fight(front(["Battleship", SPENT], ["Cruiser", SPENT], "basic"))
    assert totals(at) == (0, 0)
    assert [at.fleet(0), at.fleet(1)] == [["Battleship", SPENT], ["Cruiser", SPENT]]


def test_all_light_ships_must_take_part():
    """IAM-21.2: There is no choice of participants; the order includes all of them."""
    at = attack(front(["Strike Craft", "Destroyer", "Battleship"], ["Strike Craft", "Destroyer", "Cruiser"]))
    assert (at.prompt, at.options) == ((0, "order"), ["next Strike Craft", "next Destroyer"])
    at.choose("next Destroyer")
    assert (at.prompt, at.options) == ((1, "order"), ["next Strike Craft", "next Destroyer"])


def test_defence_only_ships_fight_only_for_the_defender():
    """IAM-21.2, IAM-27.15, IAM-27.16; DEFENCE_ONLY."""
    at = attack(front([SPENT, "Converted Freighter"], [SPENT, ("Customs Patrol", 2)], "basic"))
    assert at.state.battle.fighters.tolist() == [1, 2]


# emergency ships


@pytest.mark.parametrize(("attackers", "defenders", "comes"), [
    (1, 1, 0), (1, 2, 0), (2, 1, 1), (2, 2, 0), (4, 2, 1), (6, 1, 1), (3, 0, 1),
])  # fmt: skip
def test_a_defender_with_fewer_light_ships_draws_one_emergency_ship(attackers, defenders, comes):
    """IAM-21.3, IAM-7.6: one card, for any difference."""
    at = front([SPENT] * attackers, [SPENT] * defenders).stack_emergencies("Volunteer Wing", "Armed Yacht")
    fight(at, combat=[1])
    assert int(at.player(1).emergencies) == comes
    assert ("Volunteer Wing" in at.fleet(1)) == bool(comes)
    assert at.state.battle.fighters.tolist() == [attackers, defenders + comes]


def test_heavy_and_defence_only_ships_do_not_count_for_the_comparison():
    """IAM-21.3, A16, A17: participants are compared, not fleets."""
    at = fight(front([SPENT] * 2, ["Battleship", "Cruiser", SPENT]).stack_emergencies("Volunteer Wing"), combat=[1])
    assert int(at.player(1).emergencies) == 1
    at = fight(front([SPENT, "Converted Freighter", "Battleship"], [SPENT]))
    assert int(at.player(1).emergencies) == 0


def test_heavy_emergency_ships_are_redrawn_in_a_raid():
    """IAM-21.4; FX-37: 1 LIGHT and 5 HEAVY against 2 LIGHT; HEAVY, HEAVY, LIGHT are drawn."""
    at = front([SPENT] * 2, [SPENT, *["Battleship"] * 5])
    at.stack_emergencies("Ore Hauler", "Unstable Cruiser", "Customs Patrol")
    fight(at, combat=[1, 1])
    assert at.state.battle.fighters.tolist() == [2, 2]
    assert discarded(at) == ["Ore Hauler", "Unstable Cruiser"]
    assert at.fleet(1)[-1] == "Customs Patrol"


def empty(at, *left):
    """Leave only these emergency ships, in the discards."""
    kinds = [at.kinds.index(name) for name in left]
    at.state.emergencies_left, at.state.emergencies_discarded = 0, len(kinds)
    at.state.emergency_discard[: len(kinds)] = kinds
    return at


def test_the_discards_become_the_deck_of_emergency_ships():
    """IAM-21.4, IAM-7.10."""
    at = fight(empty(front([SPENT] * 2, [SPENT]), "Ore Hauler", "Volunteer Wing"), combat=[1])
    assert at.fleet(1) == [SPENT, "Volunteer Wing"]


@pytest.mark.parametrize(("left", "how", "comes"), [
    (["Ore Hauler", "Unstable Cruiser"], "raid 1", 0),
    ([], "raid 1", 0),
    ([], "invade 1", 0),
    (["Ore Hauler"], "invade 1", 1),
])  # fmt: skip
def test_no_emergency_ship_joins_if_none_of_the_class_is_left(left, how, comes):
    """IAM-21.4, IAM-22.3: A defender with a full fleet then need not make room."""
    at = fight(empty(front([SPENT] * 3, [SPENT]), *left), how)
    assert int(at.player(1).emergencies) == comes
    at = attack(empty(front([SPENT] * 3, [SPENT, *FULL]), *left), "raid 1")
    assert at.prompt[1] != "scrapping"


def test_a_defender_with_a_full_fleet_makes_room_before_he_sees_the_ship():
    """IAM-21.5, IAM-7.2; A72: he discards any of his ships, or declines the emergency ship."""
    at = attack(front([SPENT] * 2, [SPENT, *FULL]).stack_emergencies("Volunteer Wing"))
    left = int(at.state.emergencies_left)
    assert (at.prompt, at.options) == ((1, "scrapping"), ["no", "scrap Strike Craft 1", "scrap Battleship"])
    fall(at, [1]).choose("scrap Battleship")
    assert at.fleet(1) == [SPENT, *["Battleship"] * 6, "Volunteer Wing"]
    assert int(at.state.emergencies_left) == left - 1
    at = attack(front([SPENT] * 2, [SPENT, *FULL]).stack_emergencies("Volunteer Wing"))
    at.choose("no")
    assert at.fleet(1) == [SPENT, *FULL]
    assert (int(at.state.emergencies_left), int(at.player(1).emergencies)) == (left, 0)


def test_a_participant_may_make_room():
    """IAM-21.5, A50: The comparison is over, so no second ship is due."""
    at = attack(front([SPENT] * 3, ["Destroyer", *FULL]).stack_emergencies("Volunteer Wing", "Customs Patrol"))
    fall(at, [1]).choose("scrap Destroyer")
    assert at.fleet(1) == [*FULL, "Volunteer Wing"]
    assert at.state.battle.fighters.tolist() == [3, 1]


def test_several_emergency_ships_may_be_due():
    """IAM-21.3; EMERGENCY_EXTRA, A72: room is made once for each."""
    at = front([SPENT] * 4, [SPENT]).teach(1, "MILITIA CALL-UP").stack_emergencies("Volunteer Wing", "Customs Patrol")
    fight(at, combat=[1] * 3)
    assert at.fleet(1) == [SPENT, "Volunteer Wing", "Customs Patrol"]
    at = front([SPENT] * 4, [SPENT, *FULL]).teach(1, "MILITIA CALL-UP").stack_emergencies("Volunteer Wing")
    attack(at).choose("no")
    assert at.prompt == (1, "scrapping")
    fall(at, [1]).choose("scrap Strike Craft 1")
    assert at.fleet(1) == [*FULL, "Volunteer Wing"]
    at = front([SPENT] * 2, [SPENT] * 2).teach(1, "MILITIA CALL-UP")
    assert fight(at).fleet(1) == [SPENT, SPENT]


@pytest.mark.parametrize("rule", [True, False])
@pytest.mark.parametrize("how", ["raid 1", "invade 1"])
def test_a_switch_sets_the_rule_of_emergency_ships(rule, how):
    """IAM-21.3, IAM-22.3; emergency_rule"""
    at = front([SPENT] * 2, [SPENT], emergency_rule=rule).stack_emergencies("Volunteer Wing")
    assert int(fight(at, how, combat=[1]).player(1).emergencies) == rule


@pytest.mark.parametrize("stays", [True, False])
@pytest.mark.parametrize("how", ["raid 1", "invade 1"])
def test_emergency_ships_stay_after_the_battle(stays, how):
    """IAM-7.6; A15 emergency_persist"""
    at = front([SPENT] * 2, [SPENT], "moderate", emergency_persist=stays).stack_emergencies("Volunteer Wing")
    fight(at, how, combat=[1])
    assert is_over(at)
    assert at.fleet(1) == ([SPENT, "Volunteer Wing"] if stays else [SPENT])
    assert discarded(at) == ([] if stays else ["Volunteer Wing"])


# before the battle


@pytest.mark.parametrize(("ship", "face", "flees"), [
    ("Unstable Cruiser", 1, True), ("Unstable Cruiser", 2, True), ("Unstable Cruiser", 3, False),
    ("Unstable Cruiser", 6, False), ("Mothballed Battleship", 3, True), ("Mothballed Battleship", 4, False),
])  # fmt: skip
def test_unstable_ships_may_flee_before_a_battle_in_which_they_take_part(ship, face, flees):
    """IAM-21.6, IAM-27.15; PRE_FLEE: They go to the discards, new and old ships alike."""
    at = attack(front([SPENT], [ship], "moderate"), "invade 1", combat=[1] * 4, flee=[face])
    assert (at.fleet(1), discarded(at)) == (([], [ship]) if flees else ([ship], []))
    at = attack(front([SPENT] * 2, [SPENT]).stack_emergencies(ship), "invade 1", combat=[1] * 4, flee=[face])
    assert at.fleet(1) == ([SPENT] if flees else [SPENT, ship])
    assert [int(at.player(seat).ships_sunk) for seat in (0, 1)] == [0, 0]


def test_ships_that_do_not_take_part_do_not_flee():
    """IAM-27.15: HEAVY ships in a RAID, defence-only ships in an attack of their player."""
    at = fight(front([SPENT, "Unstable Cruiser"], [SPENT, "Unstable Cruiser"]), flee=[1, 1])
    assert [at.fleet(seat)[1] for seat in (0, 1)] == ["Unstable Cruiser"] * 2
    at = fight(front([SPENT, "Unstable Cruiser"], [SPENT, "Destroyer"], "moderate"), "invade 1", [1] * 2, flee=[1])
    assert at.fleet(0) == [SPENT, "Unstable Cruiser"]


def test_unstable_ships_may_flee_before_any_battle_of_their_player():
    """flee_before = any_battle: by the literal wording, in a RAID and in an attack of their player too.

    IAM-27.15, F-13, A77.
    """
    at = fight(front([SPENT, "Unstable Cruiser"], [SPENT, "Unstable Cruiser"], flee_before="any_battle"), flee=[1, 1])
    assert [at.fleet(seat) for seat in (0, 1)] == [[SPENT]] * 2
    assert discarded(at) == ["Unstable Cruiser"] * 2
    fleets = [SPENT, "Unstable Cruiser"], [SPENT, "Destroyer"]
    at = fight(front(*fleets, "moderate", flee_before="any_battle"), "invade 1", [1] * 2, flee=[3])
    assert at.fleet(0) == [SPENT, "Unstable Cruiser"]
    at = fight(front(*fleets, "moderate", flee_before="any_battle"), "invade 1", [1] * 2, flee=[2])
    assert at.fleet(0) == [SPENT]


def test_flight_goes_ship_by_ship():
    """IAM-27.15, A49: one die for each, in the order of the fleet."""
    at = front([SPENT], ["Unstable Cruiser", "Mothballed Battleship", "Unstable Cruiser"], "moderate")
    attack(at, "invade 1", combat=[1] * 8, flee=[2, 4, 1])
    assert at.fleet(1) == ["Mothballed Battleship"]


def test_captain_rogers_destroys_a_strike_craft_before_the_battle():
    """IAM-21.6, IAM-27.13; PRE_DESTROY_NAMED: attacking and defending, the least damaged, once."""
    at = attack(front(["Captain Rogers"], [SPENT, "Strike Craft", "Strike Craft"], "basic"))
    assert at.fleet(1) == [SPENT, "Strike Craft"]
    assert (int(at.player(0).ships_sunk), int(at.player(0).ships_destroyed), int(at.player(1).ships_lost)) == (1, 1, 1)
    at = attack(front(["Strike Craft", "Destroyer"], ["Captain Rogers", "Destroyer"]))
    assert at.fleet(0) == ["Destroyer"]


def test_captain_rogers_destroys_only_strike_craft_that_take_part():
    """IAM-27.13."""
    at = fight(front(["Captain Rogers"], ["Destroyer", "Cruiser"], "basic"), combat=[1] * 5)
    assert at.fleet(1) == ["Destroyer", "Cruiser"]


def test_a_ship_that_stays_behind_destroys_nothing():
    """IAM-27.13, F-14: It would have to take part."""
    bound = {"ships.Captain Rogers.effects": [["PRE_DESTROY_NAMED", "Strike Craft", 1], ["DEFENCE_ONLY"]]}
    at = fight(front([SPENT, "Captain Rogers"], [SPENT], "basic", overrides=bound))
    assert at.fleet(1) == [SPENT]


def test_a_ship_that_does_not_take_part_is_not_destroyed():
    """IAM-21.2, IAM-27.13: a HEAVY ship in a RAID."""
    named = {"ships.Captain Rogers.effects": [["PRE_DESTROY_NAMED", "Battleship", 1]]}
    at = fight(front(["Captain Rogers"], ["Battleship", SPENT], "basic", overrides=named), combat=[1] * 3)
    assert at.fleet(1) == ["Battleship", SPENT]


def test_before_the_battle_the_attacker_comes_first():
    """A49: A ship destroyed before its turn destroys no ship."""
    rivals = {"ships.Captain Rogers.effects": [["PRE_DESTROY_NAMED", "Silent Widow", 1]],
              "ships.Silent Widow.effects": [["PRE_DESTROY_NAMED", "Captain Rogers", 1]]}  # fmt: skip
    at = attack(front(["Captain Rogers"], ["Silent Widow"], overrides=rivals))
    assert (at.fleet(0), at.fleet(1)) == (["Captain Rogers"], [])


def test_flight_comes_before_destruction():
    """A49: The ship that might have been destroyed has fled."""
    named = {"ships.Captain Rogers.effects": [["PRE_DESTROY_NAMED", "Unstable Cruiser", 1]]}
    at = attack(front(["Captain Rogers"], ["Unstable Cruiser"], overrides=named), "invade 1", flee=[1])
    assert (int(at.player(0).ships_sunk), discarded(at)) == (0, ["Unstable Cruiser"])


def test_ships_lost_before_the_battle_do_not_change_the_comparison():
    """A50: 1 against 1 when the RAID is declared."""
    at = fight(front(["Captain Rogers"], ["Strike Craft"], "basic").stack_emergencies("Volunteer Wing"))
    assert (at.fleet(1), int(at.player(1).emergencies)) == ([], 0)


@pytest.mark.parametrize(("level", "margin"), [("basic", -3), ("moderate", -1), ("strong", 1), ("ultimate", 3)])
def test_a_side_without_ships_left_fights_on(level, margin):
    """IAM-21.23, A63; FX-41: No dice are rolled; 0 plus the bonus stands against 3."""
    at = fight(front(["Strike Craft"], ["Captain Rogers"], level).give(1, food=9))
    assert (int(at.state.battle.margin), won(at)) == (margin, margin > 0)
    assert at.fleet(0) == []
    assert (at.prompt == (0, "looting")) == (margin > 0)


def test_without_enemies_there_is_no_order_and_no_fire():
    """IAM-21.23, A63."""
    at = attack(front(["Captain Rogers", "Destroyer"], ["Strike Craft"], emergency_rule=False).give(1, food=9))
    assert (at.prompt, totals(at)) == ((0, "looting"), (3 + 2 + 4, 0))


# combat order


def test_undamaged_sides_place_their_orders_in_secret():
    """IAM-21.7, A21: No player knows the opponent's order when he chooses."""
    at = attack(front(["Strike Craft", "Destroyer", "Whisper Ship"], ["Strike Craft", "Destroyer", "Phantom Scout"]))
    assert int(at.state.battle.face_up) == 0
    at.choose("next Destroyer", "next Whisper Ship")
    assert at.prompt == (1, "order")
    options = at.options
    orders = {tuple(redealt(at, 1, randomness).order[0, :3].tolist()) for randomness in range(60)}
    assert len(orders) == 6
    assert options == ["next Strike Craft", "next Destroyer", "next Phantom Scout"]


def test_damaged_ships_lie_face_up_and_the_attacker_comes_first():
    """IAM-21.8, A21: one damaged ship on either side is enough; undamaged ones stay face down."""
    fleet = ["Strike Craft", ("Destroyer", 1), "Whisper Ship"]
    at = attack(front(fleet, ["Strike Craft", "Destroyer", "Phantom Scout"]))
    assert int(at.state.battle.face_up) == 1
    assert at.prompt == (0, "order")
    at.choose("next Strike Craft", "next Destroyer 1")
    assert at.prompt == (1, "order")
    orders = {tuple(redealt(at, 1, randomness).order[0, :3].tolist()) for randomness in range(60)}
    assert orders == {(0, 1, 2), (2, 1, 0)}


def test_damage_on_the_defenders_side_is_enough():
    """IAM-21.8, A21; a damaged HEAVY ship stays out of a RAID."""
    at = attack(front(["Strike Craft", "Destroyer"], ["Strike Craft", ("Destroyer", 1)]))
    assert int(at.state.battle.face_up) == 1
    at = attack(front(["Strike Craft", "Destroyer"], ["Strike Craft", "Destroyer", ("Battleship", 1)]))
    assert int(at.state.battle.face_up) == 0


def redealt(at, seat, randomness):
    """Return the battle after a redeal for the seat."""
    state = at.state.copy()
    GAME.kernels.redeal(state, at.rules, seat, np.uint64(randomness))
    return state.battle


def test_resources_fleets_and_sizes_of_hands_are_open():
    """A64: They stay equal in every redeal for another player."""
    at = attack(front(["Strike Craft", "Destroyer"], ["Strike Craft", ("Destroyer", 1)]).give(1, food=3, coins=1))
    at.deal(1, "Informants", "Red Tape")
    state = at.state.copy()
    GAME.kernels.redeal(state, at.rules, 2, np.uint64(5))
    for field in ("resources", "ship", "damage", "cards"):
        assert state.players[field].tolist() == at.state.players[field].tolist()


def test_orders_are_placed_ship_by_ship_and_equal_ships_are_one_option():
    """A69, IAM-21.7: Ships without a choice are placed at once."""
    at = attack(front(["Destroyer", "Strike Craft", "Destroyer", ("Destroyer", 1)], ["Destroyer"] * 4))
    assert at.options == ["next Destroyer", "next Strike Craft", "next Destroyer 1"]
    at.choose("next Destroyer 1")
    assert at.options == ["next Destroyer", "next Strike Craft"]
    fall(at, [1] * 14).choose("next Strike Craft")
    assert at.state.battle.order[0, :4].tolist() == [3, 1, 0, 2]
    assert at.state.battle.order[1, :4].tolist() == [0, 1, 2, 3]


def test_the_order_decides_which_ships_meet():
    """IAM-21.9: Ships at equal places fight; the remaining ships of the larger side are unmatched."""
    at = attack(front(["Destroyer", ("Strike Craft", 1)], [("Destroyer", 1), SPENT, SPENT]))
    at.choose("next Strike Craft 1", "next Strike Craft 1")
    fall(at, [4, 4, 3]).choose("next Destroyer 1")
    assert at.fleet(1) == [SPENT, SPENT]
    assert at.fleet(0) == ["Destroyer", SPENT]


def test_several_pairs_fight_in_sequence():
    """IAM-21.9, IAM-21.11: pair by pair, the attacker's dice first."""
    at = front(["Destroyer"] * 2, ["Destroyer"] * 2, "basic")
    attack(at, combat=[4, 1, 1, 1, 1, 1, 5, 6])
    assert (at.fleet(0), at.fleet(1)) == (["Destroyer", ("Destroyer", 2)], [("Destroyer", 1), "Destroyer"])


# dice


@pytest.mark.parametrize(
    ("ship", "dice"), [("Captain Rogers", 3), (("Captain Rogers", 1), 2), (("Captain Rogers", 3), 0)]
)
def test_a_ship_rolls_as_many_dice_as_its_effective_combat_value(ship, dice):
    """IAM-21.10, IAM-7.8, A22: one hit per die."""
    at = attack(front([ship], [("Silent Widow", 3)], "basic", overrides=QUIET).give(0, food=3), combat=[1] * dice)
    assert rolled(at) == dice


QUIET = {"ships.Silent Widow.effects": [], "ships.Captain Rogers.effects": []}


def rolled(at):
    """Return the number of combat dice rolled in this turn, which an exchange keeps open."""
    assert at.prompt[0] == int(at.state.active) == 0
    return int(at.state.drawn[COMBAT_DICE])


def test_a_destroyer_with_two_markers_rolls_nothing_and_is_lost_with_the_next():
    """IAM-21.10, IAM-7.9, A22; FX-32: It takes part and adds 0; damage equal to its value does not destroy it."""
    at = fight(front([("Destroyer", 2)], [("Destroyer", 2)], "basic").give(0, food=3))
    assert (totals(at), rolled(at)) == ((0, 0), 0)
    assert at.fleet(0) == [("Destroyer", 2)]
    at = fight(front(["Strike Craft"], [("Destroyer", 2)], "basic"), combat=[4])
    assert at.fleet(1) == []


def test_a_spent_ship_rolls_no_extra_dice_either():
    """A22: At effective combat value 0 it rolls no dice, not even dice from another ship."""
    assert rolled(fight(front([SPENT, ("Strike Wing Leader", 2)], [SPENT] * 2, "basic").give(0, food=3))) == 0
    at = fight(front([("Battleship", 4)], [("Battleship", 4)], "moderate").give(0, food=3), "invade 1")
    assert rolled(at) == 0


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("target", range(2, 7))
def test_a_die_hits_from_the_target_on(face, target):
    """IAM-21.11; hit_target"""
    at = attack(front(["Strike Craft"], [("Destroyer", 2)], "basic", hit_target=target), combat=[face])
    assert at.fleet(1) == ([] if face >= target else [("Destroyer", 2)])


def test_a_pair_rolls_at_the_same_time():
    """IAM-21.11: The damage of a pair counts after both have rolled."""
    at = attack(front(["Destroyer"], ["Destroyer"], "basic"), combat=[4, 5, 6, 4])
    assert (at.fleet(0), at.fleet(1)) == ([("Destroyer", 2)], [("Destroyer", 2)])


@pytest.mark.parametrize(("face", "damage"), [(6, 2), (5, 1), (4, 0), (3, 0), (1, 0)])
def test_strike_craft_do_double_damage_with_a_six_against_heavy_ships(face, damage):
    """IAM-27.8, IAM-27.10, A23; FX-31: dice against a Cruiser count one less; its 6 is a natural one."""
    at = attack(front(["Strike Craft"], ["Cruiser"], "moderate"), "invade 1", combat=[face, 1, 1, 1])
    assert at.fleet(1) == [("Cruiser", damage) if damage else "Cruiser"]


@pytest.mark.parametrize(("enemy", "face", "damage"), [
    ("Battleship", 6, 2), ("Battleship", 5, 1), ("Battleship", 4, 1), ("Battleship", 3, 0),
    ("Captain Rogers", 6, 1), ("Destroyer", 6, 1), ("Phantom Scout", 4, 0), ("Phantom Scout", 6, 1),
])  # fmt: skip
def test_the_damage_of_a_die(enemy, face, damage):
    """IAM-27.8, IAM-21.11, A23, A25: a LIGHT target takes no double damage; ENEMY_DIE works for any enemy."""
    at = front(["Strike Craft"], [enemy])
    assert harm(at.rules, at.kinds.index("Strike Craft"), at.kinds.index(enemy), face) == damage


def test_a_six_that_misses_does_no_damage():
    """A23: With two modifiers a 6 counts as 4, which misses at a target of 6."""
    at = front(["Strike Craft"], ["Cruiser"], hit_target=6)
    assert harm(at.rules, at.kinds.index("Strike Craft"), at.kinds.index("Cruiser"), 6) == 0


@pytest.mark.parametrize(
    ("ship", "face", "damage"), [("Armed Yacht", 4, 0), ("Armed Yacht", 5, 1), ("Volunteer Wing", 4, 1)]
)
def test_some_ships_shoot_badly(ship, face, damage):
    """OWN_DIE."""
    at = front([], [])
    assert harm(at.rules, at.kinds.index(ship), at.kinds.index("Destroyer"), face) == damage


def test_the_cruiser_weakens_every_ship_that_rolls_against_it():
    """IAM-27.10, A25: matched or unmatched."""
    for face, fleet in ((4, ["Cruiser"]), (5, [("Cruiser", 1)])):
        at = attack(front([SPENT, ("Destroyer", 1)], ["Cruiser"], "moderate", emergency_rule=False), "invade 1")
        fall(at, [1, 1, 1]).choose("next Strike Craft 1")
        assert at.prompt == (0, "unmatched")
        fall(at, [face]).choose("fire Cruiser")
        assert at.fleet(1) == fleet


@pytest.mark.parametrize(("ship", "enemy", "expected"), [
    ("Battleship", "Cruiser", 5),
    ("Battleship", "Destroyer", 4),
    (("Battleship", 3), "Cruiser", 2),
    ("Leviathan", "Cruiser", 7),
    ("Leviathan", "Destroyer", 6),
    ("Devastator", "Destroyer", 0),
    ("Devastator", "Cruiser", 5),
    ("Destroyer", "Cruiser", 2),
    ("Converted Freighter", "Cruiser", 1),
])  # fmt: skip
def test_dice_against_heavy_and_light_ships(ship, enemy, expected):
    """IAM-27.9, IAM-27.11, IAM-27.12, IAM-27.16; FX-14; EXTRA_DICE_VS, NO_FIRE_VS."""
    at = front(["Destroyer"], [])
    at.muster(0, ship).muster(1, enemy)
    at.state.battle.mode, at.state.battle.attacker, at.state.battle.defender = Battle.INVADE, 0, 1
    assert dice_of(at.state, at.rules, 0, 0, 0) == expected


def test_the_battleship_is_as_printed():
    """IAM-27.11; FX-14."""
    at = front([], [])
    ship = at.document["ships"]["Battleship"]
    assert [ship[key] for key in ("class", "cost", "upkeep", "combat", "bombard", "vp")] == ["heavy", 4, 0, 4, 2, 2]


def test_a_devastator_does_no_damage_to_light_ships():
    """IAM-27.12: It does not fire at one when unmatched either."""
    at = attack(front(["Devastator"], ["Destroyer"], "moderate"), "invade 1", combat=[6, 6])
    assert (at.fleet(1), rolled(at)) == (["Destroyer"], 2)
    at = attack(front(["Devastator", SPENT], [SPENT], "moderate", emergency_rule=False), "invade 1")
    assert at.choose("next Strike Craft 1").prompt == (0, "spoil")


def test_a_strike_wing_leader_gives_strike_craft_another_die():
    """IAM-27.14; OWN_NAMED_EXTRA_DICE: It counts for its player's ships of that name, while it takes part."""
    at = attack(front(["Strike Craft", "Strike Wing Leader"], ["Strike Craft"] * 2))
    battle = at.state.battle
    assert battle.fighters.tolist() == [2, 2]
    assert dice_of(at.state, at.rules, 0, 0, 0) == 2
    assert dice_of(at.state, at.rules, 0, 1, 0) == 2
    assert dice_of(at.state, at.rules, 1, 0, 0) == 1


def test_an_alternative_reading_of_the_destroyer_is_an_effect():
    """A24, A67, IAM-27.9; RAID_DEFENCE_DICE: It rolls one die more while it defends in a RAID."""
    alternative = {"ships.Destroyer.effects": [["RAID_DEFENCE_DICE", 1]]}
    for overrides, how, side, expected in (
        (None, "raid 1", 1, 2), (alternative, "raid 1", 1, 3), (alternative, "raid 1", 0, 2),
        (alternative, "invade 1", 1, 2),
    ):  # fmt: skip
        at = front(["Destroyer"], ["Destroyer"], overrides=overrides)
        attack(at, how, combat=[1] * 6)
        assert dice_of(at.state, at.rules, side, 0, 0) == expected


@pytest.mark.parametrize(("attacker", "defender", "fleets"), [
    ("Silent Widow", "Destroyer", (["Silent Widow"], [])),
    ("Destroyer", "Silent Widow", ([], ["Silent Widow"])),
    ("Captain Rogers", "Captain Rogers", ([("Captain Rogers", 3)], [("Captain Rogers", 3)])),
])  # fmt: skip
def test_a_first_strike_counts_before_the_enemy_rolls(attacker, defender, fleets):
    """FIRST_STRIKE, A22: a ship that is hit first rolls fewer dice; without it both roll at once."""
    copies = {"ships.Captain Rogers.copies": 2}
    at = attack(front([attacker], [defender], "basic", overrides=copies), combat=[6] * 6)
    assert (at.fleet(0), at.fleet(1)) == fleets


def test_two_first_strikes_are_simultaneous():
    """FIRST_STRIKE."""
    at = attack(
        front(["Silent Widow"], ["Silent Widow"], "basic", overrides={"ships.Silent Widow.copies": 2}), combat=[6] * 6
    )
    assert (at.fleet(0), at.fleet(1)) == ([("Silent Widow", 3)], [("Silent Widow", 3)])


# unmatched ships


def outnumbered(*attacker, defender=(SPENT,), **more):
    """The attacker's unmatched ships decide; no emergency ship joins."""
    return attack(front(attacker, defender, "basic", emergency_rule=False, **more))


def test_an_unmatched_ship_chooses_any_enemy_that_takes_part():
    """IAM-21.12: matched or not, doomed or not, but no ship that does not take part; equal ships are one option."""
    at = outnumbered(SPENT, SPENT, SPENT, SPENT, "Destroyer",
                     defender=(("Destroyer", 2), SPENT, SPENT, "Battleship"))  # fmt: skip
    while at.prompt[1] == "order":
        at.choose(at.options[0])
    assert (at.prompt, at.options) == ((0, "unmatched"), ["no", "fire Destroyer 2", "fire Strike Craft 1"])
    fall(at, [4, 1]).choose("fire Destroyer 2")
    assert is_over(at)
    assert at.fleet(1) == [SPENT, SPENT, "Battleship"]


def test_the_target_of_an_unmatched_ship_does_not_shoot_back():
    """IAM-21.12."""
    at = outnumbered(SPENT, "Destroyer", defender=("Captain Rogers",), overrides=QUIET)
    fall(at, [1, 1, 1]).choose("next Strike Craft 1")
    fall(at, [4, 6]).choose("fire Captain Rogers")
    assert at.fleet(1) == [("Captain Rogers", 2)]
    assert "Destroyer" in at.fleet(0)


def test_unmatched_ships_act_in_sequence_and_may_hold_their_fire():
    """IAM-21.13, A31: Each chooses after the previous result; a doomed ship may be the target."""
    at = outnumbered(SPENT, "Strike Craft", "Strike Craft", "Destroyer")
    at.choose("next Strike Craft 1")
    at.choose("next Strike Craft", "next Strike Craft")
    assert (at.prompt, at.options) == ((0, "unmatched"), ["no", "fire Strike Craft 1"])
    fall(at, [6]).choose("fire Strike Craft 1")
    assert at.options == ["no", "fire Strike Craft 2"]
    at.choose("no")
    assert at.options == ["no", "fire Strike Craft 2"]
    fall(at, [4, 4]).choose("fire Strike Craft 2")
    assert is_over(at)
    assert at.fleet(1) == []


def test_the_defender_may_have_unmatched_ships_too():
    """IAM-21.12: if the defender's side is larger."""
    at = attack(front([SPENT], [SPENT, "Destroyer"], "basic"))
    at.choose("next Strike Craft 1")
    assert (at.prompt, at.options) == ((1, "unmatched"), ["no", "fire Strike Craft 1"])
    fall(at, [5, 1]).choose("fire Strike Craft 1")
    assert at.fleet(0) == []


def test_ships_without_dice_have_no_choice():
    """IAM-21.13: there is nothing to choose."""
    at = outnumbered(SPENT, SPENT, SPENT)
    assert is_over(at)


# totals


@pytest.mark.parametrize(("level", "bonus"), [("basic", 0), ("moderate", 2), ("strong", 4), ("ultimate", 6)])
def test_the_planning_level_adds_to_the_attackers_total(level, bonus):
    """IAM-21.1, IAM-21.15, IAM-20.6."""
    at = fight(front(["Destroyer"], ["Destroyer"], level), combat=[1] * 4)
    assert totals(at) == (2 + bonus, 2)


def test_totals_count_the_reduced_values_of_the_participants():
    """IAM-21.14, A07: A doomed ship adds 0, not a negative value."""
    at = front(["Destroyer", "Destroyer", "Battleship"], ["Destroyer", "Destroyer"], "basic")
    fight(at, combat=[1, 1, 4, 5, 4, 1, 1, 1])
    assert totals(at) == (0 + 2, 2 + 1)


def test_a_doomed_ship_adds_nothing():
    """IAM-21.14, IAM-21.19, A07: three markers on a combat value of 1 count as 0, and it is lost."""
    at = fight(front(["Captain Rogers"], ["Whisper Ship"], "basic"), combat=[4, 5, 6, 1])
    assert (totals(at), at.fleet(1)) == ((3, 0), [])


@pytest.mark.parametrize(("names", "attacker", "defender"), [
    ((), 2, 2), (("RAIDER TACTICS",), 4, 2), (("RAIDER TACTICS", "EVANESCING MATERIALS"), 5, 2),
    (("FLEET COORDINATION",), 2, 2),
])  # fmt: skip
def test_technologies_add_to_the_total_of_a_raider(names, attacker, defender):
    """IAM-21.15; RAID_CV counts for the attacker in a RAID; INVADE_CV only in an INVADE."""
    at = front(["Destroyer"], ["Destroyer"], "basic").teach(0, *names).teach(1, *names)
    assert totals(fight(at, combat=[1] * 4)) == (attacker, defender)


@pytest.mark.parametrize(("ours", "theirs", "succeeds"), [(2, 1, True), (1, 1, False), (1, 2, False)])
def test_a_raid_succeeds_with_a_strictly_greater_total(ours, theirs, succeeds):
    """IAM-21.16, IAM-21.18; FX-20: With equal totals it fails, without further effects."""
    ships = ["Strike Craft", "Destroyer"]
    at = front([ships[ours - 1]], [ships[theirs - 1]], "basic").give(1, food=9)
    fight(at, combat=[1] * (ours + theirs))
    assert (won(at), int(at.state.battle.margin)) == (succeeds, ours - theirs)
    assert (at.prompt == (0, "looting")) == succeeds
    assert [int(at.player(0).raids), int(at.player(0).raids_won), int(at.player(1).repelled)] == [
        1,
        succeeds,
        not succeeds,
    ]


# loot


def raided(margin=4, **resources):
    """Return a RAID won by that margin, at the loot."""
    level = {2: "moderate", 4: "strong", 6: "ultimate"}[margin]
    return fight(front([SPENT], [SPENT], level).give(1, **resources))


def test_the_raider_takes_up_to_the_margin_in_resources_of_his_choice():
    """IAM-21.17, A20: He takes them unit by unit, or fewer."""
    at = raided(4, food=1, ore=2, science=3)
    assert (at.prompt, at.options) == ((0, "looting"), ["done", "loot food", "loot ore", "loot science"])
    at.choose("loot food")
    assert at.options == ["done", "loot ore", "loot science"]
    at.choose("loot science", "loot ore", "loot ore")
    assert is_over(at)
    assert (at.resources(0), at.resources(1)) == ({"food": 1, "ore": 2, "science": 1}, {"science": 2})
    at = raided(4, food=9).choose("loot food", "done")
    assert (at.resources(0), at.resources(1)) == ({"food": 1}, {"food": 8})
    assert [int(at.player(0).loot), int(at.player(0).looted), int(at.player(1).lost_loot)] == [1, 1, 1]


def test_loot_is_limited_by_the_resources_of_the_victim():
    """IAM-21.17."""
    at = raided(6, food=1, coins=1).choose("loot coins", "loot food")
    assert is_over(at)
    assert at.resources(1) == {}
    assert is_over(raided(6))


def test_fifteen_against_seven_takes_eight():
    """IAM-21.16, IAM-21.17; FX-5."""
    at = front(["Captain Rogers", "Silent Widow", "Phantom Scout", "Whisper Ship"], ["Gentleman Corsair"] * 2,
               "ultimate", overrides={"ships.Gentleman Corsair.copies": 3, **QUIET})  # fmt: skip
    at.muster(1, "Gentleman Corsair", "Gentleman Corsair", "Gentleman Corsair", "Field Medic Frigate").give(1, ore=9)
    fight(at, combat=[1] * 16)
    assert (totals(at), int(at.state.battle.left)) == ((15, 7), 8)


@pytest.mark.parametrize(("cap", "expected"), [(0, 6), (4, 4), (6, 6), (8, 6), (1, 1)])
def test_loot_may_have_a_limit(cap, expected):
    """IAM-21.17; A20 raid_loot_cap"""
    at = fight(front([SPENT], [SPENT], "ultimate", raid_loot_cap=cap).give(1, ore=9))
    assert int(at.state.battle.left) == expected


@pytest.mark.parametrize(("ship", "cap", "expected"), [
    (("Gentleman Corsair", 2), 0, 6), (("Gentleman Corsair", 2), 5, 5), (SPENT, 0, 4),
])  # fmt: skip
def test_a_corsair_takes_more(ship, cap, expected):
    """RAID_LOOT: It counts within the limit."""
    at = fight(front([ship], [SPENT], raid_loot_cap=cap).give(1, ore=9))
    assert int(at.state.battle.left) == expected


@pytest.mark.parametrize(("medal", "level", "expected"), [
    ("none", "strong", [0, 0, 0]), ("none", "basic", [0, 0, 0]),
    ("winner", "strong", [1, 0, 0]), ("winner", "basic", [0, 1, 0]),
])  # fmt: skip
def test_a_raid_earns_no_medal(medal, level, expected):
    """IAM-21.22; A19 raid_medal: the winner may."""
    assert medals(fight(front([SPENT], [SPENT], level, raid_medal=medal))) == expected


# what is lost, what is repaired


def test_ships_with_more_damage_than_their_value_are_destroyed_on_both_sides():
    """Their cards go to their discard piles, and the player who destroyed them has the credit.

    IAM-21.19, IAM-7.9, IAM-7.10.
    """
    at = attack(front(["Whisper Ship"], ["Volunteer Wing"], "basic", overrides=BRAWL), combat=[6, 6])
    assert (at.fleet(0), at.fleet(1), discarded(at)) == ([], [], ["Volunteer Wing"])
    assert at.state.merc_discard[0] == at.kinds.index("Whisper Ship")
    for seat in (0, 1):
        player = at.player(seat)
        assert (int(player.ships_lost), int(player.ships_sunk)) == (1, 1)
    assert int(at.player(0).ships_destroyed) == 1


BRAWL = {
    "ships.Whisper Ship.effects": [["CRIT6_VS", "LIGHT", 2]],
    "ships.Volunteer Wing.effects": [["CRIT6_VS", "LIGHT", 2]],
}


@pytest.mark.parametrize(("ship", "names", "damage", "lives"), [
    ("Salvage Tug", (), 2, True), ("Salvage Tug", (), 3, False), ("Volunteer Wing", (), 2, False),
    ("Volunteer Wing", ("ADAPTIVE ARMOUR",), 2, True), ("Salvage Tug", ("ADAPTIVE ARMOUR",), 3, True),
])  # fmt: skip
def test_tough_ships_withstand_more_damage(ship, names, damage, lives):
    """TOUGH, SHIP_TOUGH: The effects add no dice."""
    at = front([SPENT], [(ship, damage)], "basic").teach(1, *names)
    fight(at)
    assert at.fleet(1) == ([(ship, damage)] if lives else [])


def test_a_ship_that_loses_its_protection_is_lost_with_its_protector():
    """IAM-21.19, A07, A74: Ships that have too much damage without the protecting ship are lost together with it."""
    armour = {"ships.Whisper Ship.effects": [["MOD", "SHIP_TOUGH", 1]]}
    at = fight(front([SPENT], [("Destroyer", 3), ("Whisper Ship", 3)], "basic", overrides=armour))
    assert at.fleet(1) == []


@pytest.mark.parametrize("level", ["basic", "strong"])
def test_the_defender_may_repair_any_of_his_ships(level):
    """IAM-21.20, A30, A65: win or lose, HEAVY ships too, for 1 ore per 2 markers."""
    at = front([("Destroyer", 2)], [SPENT, ("Battleship", 2)], level).give(1, ore=1)
    fight(at)
    if level == "strong":
        at.choose("done")
    assert at.prompt == (1, "repairing")
    assert at.options == ["done", "repair Strike Craft 1", "repair Battleship 2"]
    at.choose("repair Battleship 2", "repair Battleship 1")
    assert is_over(at)
    assert (at.fleet(1), at.resources(1)) == ([SPENT, "Battleship"], {})
    assert at.fleet(0) == [("Destroyer", 2)]


@pytest.mark.parametrize(("markers", "cost"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_repairs_cost_one_ore_for_two_markers_rounded_up(markers, cost):
    """IAM-21.20, A29; FX-17: it is rounded up on the total of the step."""
    at = front([SPENT], [SPENT, ("Battleship", 3), ("Cruiser", 2)], "basic").give(1, ore=3)
    fight(at)
    for _ in range(markers):
        at.choose(at.options[-1])
    at.choose("done")
    assert at.resources(1) == ({"ore": 3 - cost} if cost < 3 else {})


def test_repairs_come_after_the_loot():
    """IAM-21.20, A30: Stolen ore pays no repair; outside his turn the defender cannot exchange (A59)."""
    at = fight(front([SPENT], [("Destroyer", 2)]).give(1, ore=1, food=6))
    assert at.prompt == (0, "looting")
    at.choose("loot ore", "done")
    assert is_over(at)
    assert at.fleet(1) == [("Destroyer", 2)]
    at = fight(front([SPENT], [("Destroyer", 2)]).give(1, ore=1, food=6)).choose("loot food", "done")
    assert at.prompt == (1, "repairing")


@pytest.mark.parametrize("allowed", [True, False])
def test_a_switch_bars_the_defenders_repair(allowed):
    """IAM-21.20; defender_repair"""
    at = fight(front([SPENT], [("Destroyer", 1)], "basic", defender_repair=allowed).give(1, ore=1), combat=[1])
    assert (at.prompt == (1, "repairing")) == allowed


def test_the_attacker_cannot_repair():
    """IAM-21.21: This holds with any amount of ore."""
    at = fight(front([("Destroyer", 2)], [SPENT], "basic").give(0, ore=9))
    assert at.prompt[1] != "repairing"


def test_some_attackers_repair_too():
    """IAM-21.21; REPAIR_ATTACKER, REPAIR_FREE: FIELD REPAIR DRONES have both; he exchanges for ore in his turn."""
    at = fight(front([("Destroyer", 2)], [SPENT], "basic").teach(0, "FIELD REPAIR DRONES"))
    assert at.prompt == (0, "repairing")
    at.choose("repair Destroyer 2", "repair Destroyer 1")
    assert at.fleet(0) == ["Destroyer"]
    paying = {"technologies.FIELD REPAIR DRONES.effects": [["REPAIR_ATTACKER", 1]]}
    at = front([("Destroyer", 2)], [SPENT], "basic", overrides=paying).teach(0, "FIELD REPAIR DRONES").give(0, food=3)
    fight(at).choose("repair Destroyer 2", "repair Destroyer 1", "give food")
    assert (at.fleet(0), at.resources(0)) == (["Destroyer"], {})


@pytest.mark.parametrize("side", [0, 1])
def test_a_field_medic_repairs_at_no_cost(side):
    """IAM-21.21; POST_REPAIR: up to two markers of any ship of its player, if it took part and is left."""
    medic = [("Field Medic Frigate", 1), ("Battleship", 3)]
    at = fight(front(*([medic, [SPENT]] if side == 0 else [[SPENT], medic]), "basic"))
    assert at.prompt == (side, "repairing")
    at.choose("repair Battleship 3", "repair Battleship 2")
    assert is_over(at)
    assert at.fleet(side) == [("Field Medic Frigate", 1), ("Battleship", 1)]


def test_a_lost_medic_repairs_nothing():
    """POST_REPAIR."""
    at = fight(front([("Field Medic Frigate", 1), ("Battleship", 3)], ["Strike Craft"], "basic"), combat=[4])
    assert is_over(at)
    assert at.fleet(0) == [("Battleship", 3)]


def test_a_medic_adds_to_paid_repairs():
    """IAM-21.20; POST_REPAIR: Two markers are free, the rest costs ore; without ore only the two are repaired."""
    at = fight(front([SPENT], [("Field Medic Frigate", 1), ("Battleship", 3)], "basic").give(1, ore=1))
    at.choose("repair Battleship 3", "repair Battleship 2", "repair Battleship 1", "repair Field Medic Frigate 1")
    assert (at.fleet(1), at.resources(1)) == (["Field Medic Frigate", "Battleship"], {})


# the example of the rulebook


def test_the_worked_raid():
    """IAM-21.1, IAM-21.2, IAM-21.3, IAM-21.4, IAM-21.5, IAM-21.6, IAM-21.7, IAM-21.8, IAM-21.9, IAM-21.10, IAM-21.11,
    IAM-21.12, IAM-21.13, IAM-21.14, IAM-21.15, IAM-21.16, IAM-21.17, IAM-21.18, IAM-21.19, IAM-21.20, IAM-21.21,
    IAM-27.8, IAM-27.14, IAM-27.16; FX-RAID: a STRONG RAID of four LIGHT ships, 8 to 1."""
    at = front(["Strike Craft", "Strike Craft", "Destroyer", "Strike Wing Leader"],
               ["Battleship", "Battleship", "Destroyer", "Strike Craft"], "strong")  # fmt: skip
    at.give(1, ore=5, food=4, coins=1).give(0, ore=3).stack_emergencies("Converted Freighter")
    attack(at)
    assert at.fleet(1)[-1] == "Converted Freighter"
    at.choose("next Strike Craft", "next Strike Craft", "next Destroyer")
    at.choose("next Converted Freighter")
    fall(at, [4, 6, 5, 5, 2, 4, 6, 4, 5, 3]).choose("next Destroyer")
    assert at.fleet(0) == [SPENT, ("Strike Craft", 2), "Destroyer", "Strike Wing Leader"]
    assert at.fleet(1)[2:] == [("Destroyer", 1), ("Strike Craft", 2), ("Converted Freighter", 2)]
    assert at.prompt == (0, "unmatched")
    fall(at, [3, 1]).choose("fire Destroyer 1")
    assert (totals(at), int(at.state.battle.margin)) == ((8, 1), 7)
    assert at.fleet(0) == [SPENT, "Destroyer", "Strike Wing Leader"]
    assert at.fleet(1) == ["Battleship", "Battleship", ("Destroyer", 1)]
    at.choose(*["loot ore"] * 5, "loot food", "loot food")
    assert is_over(at)
    assert (at.resources(0), at.resources(1)) == ({"ore": 8, "food": 2}, {"food": 2, "coins": 1})
    assert medals(at) == [0, 0, 0]


def test_a_tie_of_points_is_decided_by_the_reduced_values_of_the_fleets():
    """A37, IAM-26.8."""
    at = front([("Battleship", 1)], ["Battleship"]).muster(2)
    end_game(at.state, at.rules, Ended.CLAIMS)
    assert at.state.credit[:3].tolist() == [0.0, 1.0, 0.0]
    at = front([("Battleship", 1)], [("Battleship", 1)])
    end_game(at.state, at.rules, Ended.CLAIMS)
    assert at.state.credit[:3].tolist() == [0.5, 0.5, 0.0]
