"""INVADE, step by step (IAM-22)."""

import pytest

from starbalance.simulator.games.interstellar_ambitions.word import Medal
from tests.interstellar_ambitions.battle import MISS, act, attack, fall, fight, front, is_over, medals, totals, won

SPENT = ("Strike Craft", 1)  # takes part, rolls no dice, adds nothing


def invaded(attacker=(SPENT,), defender=(SPENT,), level="moderate", combat=(), flee=(), **more):
    """Seat 0 has fought an INVADE of seat 1."""
    return fight(front(attacker, defender, level, **more), "invade 1", combat, flee)


@pytest.mark.parametrize(("level", "bonus"), [("basic", None), ("moderate", 0), ("strong", 2), ("ultimate", 4)])
def test_the_planning_level_allows_an_invade_and_adds_to_it(level, bonus):
    """IAM-22.1, IAM-20.6."""
    at = act(front([SPENT], [SPENT], level))
    assert ("invade 1" in at.options) == (bonus is not None)
    if bonus is not None:
        assert totals(at.choose("invade 1")) == (bonus, 0)


def test_all_ships_take_part_in_an_invade():
    """IAM-22.2, IAM-7.7: HEAVY ships too; the attacker's defence-only ships stay behind."""
    at = attack(front(["Battleship", "Ore Hauler", SPENT], ["Cruiser", "Customs Patrol"], "moderate"), "invade 1")
    assert at.state.battle.fighters.tolist() == [2, 2]
    assert at.options == ["next Battleship", "next Strike Craft 1"]
    at.choose("next Battleship")
    assert at.options == ["next Cruiser", "next Customs Patrol"]


@pytest.mark.parametrize(("attackers", "defenders", "comes"), [(3, 3, 0), (2, 3, 0), (3, 2, 1), (6, 1, 1), (1, 0, 1)])
def test_a_defender_with_fewer_ships_draws_one_of_either_class(attackers, defenders, comes):
    """IAM-22.3; FX-38: He draws none if the numbers are equal."""
    at = front([SPENT] * attackers, [("Battleship", 4)] * defenders, "moderate").stack_emergencies("Ore Hauler")
    fight(at, "invade 1", combat=[1, 1])
    assert ("Ore Hauler" in at.fleet(1), int(at.player(1).emergencies)) == (bool(comes), comes)


def test_no_emergency_ship_is_redrawn_for_its_class():
    """IAM-22.3."""
    at = front([SPENT, SPENT], [SPENT], "moderate").stack_emergencies("Ore Hauler", "Volunteer Wing")
    fight(at, "invade 1", combat=[1, 1])
    assert int(at.state.emergencies_discarded) == 0
    assert at.fleet(1) == [SPENT, "Ore Hauler"]


def test_full_fleets_orders_and_unmatched_ships_are_as_in_a_raid():
    """A ship makes room, orders are placed, and unmatched ships choose among all enemies.

    IAM-22.4, IAM-21.5, IAM-21.7, IAM-21.12.
    """
    at = front([SPENT] * 7 + ["Cruiser"], [SPENT] * 3 + [("Battleship", 4)], "moderate", ship_limit=4)
    at.stack_emergencies("Volunteer Wing")
    attack(at, "invade 1")
    assert at.prompt == (1, "scrapping")
    at.choose("scrap Strike Craft 1")
    assert (at.prompt, at.options) == ((0, "order"), ["next Strike Craft 1", "next Cruiser"])
    at.choose(*["next Strike Craft 1"] * 7)
    at.choose("next Strike Craft 1", "next Strike Craft 1")
    fall(at, [1]).choose("next Battleship 4")
    assert at.options == ["no", "fire Strike Craft 1", "fire Battleship 4", "fire Volunteer Wing"]
    fall(at, [4, 4, 1, 1]).choose("fire Battleship 4")
    assert at.prompt == (0, "spoil")
    assert at.fleet(1) == [SPENT, SPENT, "Volunteer Wing"]


def test_sides_without_ships_before_the_battle_are_still_compared():
    """IAM-22.4, IAM-21.23, A63: The last ship has fled; 0 against 0 is a tie."""
    at = invaded(["Destroyer"], ["Unstable Cruiser"], flee=[1])
    assert (at.fleet(1), totals(at), won(at)) == ([], (2, 0), True)


@pytest.mark.parametrize(("tie", "ours", "theirs", "attacker"), [
    ("attacker", 1, 1, True), ("attacker", 2, 1, True), ("attacker", 1, 2, False),
    ("defender", 1, 1, False), ("defender", 2, 1, True), ("defender", 1, 2, False),
])  # fmt: skip
def test_the_attacker_wins_a_tie(tie, ours, theirs, attacker):
    """IAM-22.5, IAM-22.7; FX-20; invade_tie"""
    ships = ["Strike Craft", "Destroyer"]
    at = invaded([ships[ours - 1]], [ships[theirs - 1]], combat=[1] * (ours + theirs), invade_tie=tie)
    assert (totals(at), won(at)) == ((ours, theirs), attacker)
    assert (at.prompt == (0, "spoil")) == attacker
    assert medals(at) == ([1, 0, 0] if attacker else [0, 1, 0])
    player = at.player(0)
    assert (int(player.invades), int(player.invades_won), int(at.player(1).repelled)) == (1, attacker, not attacker)


def test_nine_against_nine_is_won():
    """IAM-22.5; FX-20: In a RAID this is lost."""
    fleet = [*["Destroyer"] * 4, "Strike Craft"]
    for how, succeeds in (("invade 1", True), ("raid 1", False)):
        at = front(fleet, fleet, "moderate" if succeeds else "basic")
        fight(at, how, combat=[MISS] * 18)
        assert (totals(at), won(at)) == ((9, 9), succeeds)


def test_the_winner_has_his_medal_before_he_chooses_a_spoil():
    """IAM-22.6: one spoil, or none."""
    at = invaded().put(1, "build strong")
    assert (at.prompt, medals(at)) == ((0, "spoil"), [1, 0, 0])
    assert at.options == ["no", "disrupt plans", "bombard"]
    at.choose("disrupt plans", "token build strong")
    assert is_over(at)
    at = invaded().choose("no")
    assert is_over(at)
    assert at.planets(1) == {at.home(1): 4}


def test_a_beaten_attacker_takes_nothing():
    """IAM-22.7, IAM-22.8: The defender only gains the medal."""
    at = fight(front([SPENT], ["Destroyer"], "moderate").give(1, ore=3), "invade 1", combat=[1, 1])
    assert is_over(at)
    assert (medals(at), at.resources(0), at.resources(1)) == ([0, 1, 0], {}, {"ore": 3})
    assert int(at.player(1).medals[Medal.SHADOW]) == 0


@pytest.mark.parametrize("level", ["moderate", "strong", "ultimate"])
@pytest.mark.parametrize("medal", ["none", "winner"])
def test_every_invade_gives_one_medal(level, medal):
    """IAM-22.8: raid_medal has no effect in an INVADE."""
    assert sum(medals(invaded([SPENT], ["Destroyer"], level, combat=[1, 1], raid_medal=medal))) == 1


def test_ships_are_destroyed_before_the_spoil_and_the_defender_repairs_after_it():
    """IAM-22.9, IAM-21.19, IAM-21.20, A07, A30."""
    at = front(["Battleship"], [("Battleship", 4), SPENT], "moderate").give(1, ore=2)
    fight(at, "invade 1", combat=[1] * 5)
    assert at.prompt == (0, "spoil")
    at.choose("no")
    assert at.prompt == (1, "repairing")
    assert at.options == ["done", "repair Battleship 4", "repair Strike Craft 1"]


def test_a_doomed_ship_is_lost_before_the_spoil():
    """IAM-22.9, A07."""
    at = invaded(["Battleship"], [SPENT], combat=[4, 1, 1, 1])
    assert at.prompt == (0, "spoil")
    assert at.fleet(1) == []
    assert int(at.player(0).ships_destroyed) == 1


@pytest.mark.parametrize(("names", "ours", "theirs"), [
    (((), ()), 0, 0), ((("FLEET COORDINATION",), ()), 2, 0), (((), ("FLEET COORDINATION",)), 0, 2),
    ((("RAIDER TACTICS",), ("RAIDER TACTICS",)), 0, 0),
])  # fmt: skip
def test_technologies_add_to_totals_on_both_sides(names, ours, theirs):
    """IAM-21.15, IAM-22.4; INVADE_CV adds in an INVADE, RAID_CV only in a RAID."""
    at = front([SPENT], [SPENT], "moderate").teach(0, *names[0]).teach(1, *names[1])
    assert totals(fight(at, "invade 1")) == (ours, theirs)


def test_a_war_conductor_adds_to_the_total_while_it_takes_part():
    """IAM-21.15; TOTAL_CV: It adds in an INVADE, on either side, with any damage, but not in a RAID."""
    conductor = ("War Conductor", 3)
    assert totals(invaded([conductor], [SPENT])) == (2, 0)
    assert totals(invaded([SPENT], [conductor])) == (0, 2)
    assert totals(fight(front([SPENT, conductor], [SPENT], "basic"))) == (0, 0)


def test_some_ships_stay_for_one_battle():
    """ONE_BATTLE, IAM-7.6: the Prototype Monitor is discarded after a battle in which it took part."""
    at = invaded([SPENT] * 2, ["Prototype Monitor", SPENT], combat=[1] * 4)
    assert is_over(at)
    assert at.fleet(1) == [SPENT]
    assert at.kinds[at.state.emergency_discard[0]] == "Prototype Monitor"
    at = fight(front([SPENT], ["Prototype Monitor", SPENT], "basic"))
    assert at.fleet(1) == ["Prototype Monitor", SPENT]
    at = invaded(["Prototype Monitor"], [SPENT], combat=[1] * 4)
    assert at.prompt == (0, "spoil")
    assert at.choose("no").fleet(0) == []


@pytest.mark.parametrize(("level", "totalled", "winner"), [("moderate", (3, 4), 1), ("strong", (5, 4), 0)])
def test_the_derived_invade(level, totalled, winner):
    """IAM-22.1, IAM-22.2, IAM-22.3, IAM-22.4, IAM-22.5, IAM-22.6, IAM-22.7, IAM-22.8, IAM-22.9, IAM-27.11, IAM-27.15;
    FX-INVADE."""
    at = front(["Battleship", "Destroyer"], ["Battleship"], level).stack_emergencies("Unstable Cruiser")
    at.settle(1, "Loam", 2)
    attack(at, "invade 1", flee=[5])
    assert at.fleet(1) == ["Battleship", "Unstable Cruiser"]
    at.choose("next Battleship")
    fall(at, [6, 4, 3, 2, 1, 5, 2, 1, 4, 3, 6, 5, 4, 1]).choose("next Unstable Cruiser")
    assert (totals(at), won(at), medals(at)[winner]) == (totalled, winner == 0, 1)
    assert at.fleet(0) == [("Battleship", 1)]
    assert at.fleet(1) == [("Battleship", 1), ("Unstable Cruiser", 2)]
    assert is_over(at) == (winner == 1)
    if winner == 0:
        at.choose("bombard", "planet Loam")
        assert (int(at.state.battle.points), at.planets(1)["Loam"]) == (1, 2)
