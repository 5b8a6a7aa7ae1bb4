"""Rulings that fill gaps of the rules and are not covered by the tests of a chapter."""

import pytest

from tests.handful_of_stars.battle import attack, battle, equip, frontier, pay
from tests.handful_of_stars.table import bare_table

FREE = ["Advanced Cybernetics", "Hyper-Search Engine", "Production Line", "Recycling Plant", "Scouts", "Warehouse"]
SUPPLY = ["Star Drive", "Shipyard", "Settlers", "Academy", "Hap", "Cinder", "Pellas", "Drossen"]
# Berylith, Ishtar, Boldar, Arkanis, Corvane lie in a row; Elyria, Fennar, Galdor below the first three.


def realm(*outposts, **piles):
    """Seat 0 has two fleets on Berylith, an outpost on every system passed, and cards; no other seat has a hand."""
    at = bare_table().place(0, "Berylith", 2, marker="home")
    for system in outposts:
        at.place(0, system, marker="outpost")
    return at.deal(0, **({"hand": SUPPLY} | piles)).deal(1, hand=[])


def destinations(at, origin):
    """Return where one fleet of a system may go in the present move action."""
    return {words.split(" to ")[1] for words in at.choose(f"from {origin}").options if " 1 fleet to " in words}


def price(at, *moves):
    """Return the cost of moves such as `Berylith: move 1 fleet to Ishtar`."""
    at.choose("act move")
    for move in moves:
        origin, how = move.split(": ")
        at.choose(f"from {origin}", how)
    return at.choose("done").due


@pytest.mark.parametrize("timing", ["lazy", "eager"])
def test_without_any_card_to_draw_nothing_is_shuffled(timing):
    """A09, HOS-3.7, HOS-3.8: the marker stays and counters stay face down, in a turn and at its end."""
    at = bare_table(shuffle_timing=timing).give_counters(0, "energy_2", down=["energy_2"])
    at.deal(0, hand=["Advanced Cybernetics", "Husk"], draw=[], discard=[]).choose("play Advanced Cybernetics")
    assert (at.hand(0), at.state.shuffles, at.face_down(0)) == (["Husk"], 0, ["energy_2"])
    at.deal(0, hand=["Husk"], draw=[], discard=[]).pass_turn()
    assert (at.prompt, at.hand(0)) == ((1, "turn"), ["Husk"])
    assert (at.state.shuffles, at.player(0).shuffles, at.face_down(0)) == (0, 0, ["energy_2"])


def free_plays(at):
    """Return the Free Actions offered."""
    return {words.removeprefix("play ") for words in at.options} & set(FREE)


def idle(seat):
    """The seat could play every Free Action in its turn: it has a site, an alien nearby and a counter face down.

    Seat 0, with fleets on Kelmar, is on turn; seat 1 holds Lyssa and Meridor, next to it.
    """
    at = frontier(2, (2, 0)).place(1, "Meridor", 1, marker="colony").alien("Rhosgar", 2).alien("Novath", 3)
    at.give_counters(seat, "matter_2", down=["matter_2"]).deal(1 - seat, hand=["Star Drive"])
    at.deal(seat, hand=[*FREE, *SUPPLY]).show("Retreat", "Culture")
    return at.turn(0)


@pytest.mark.parametrize("choices", [
    ["act build", "build fleet Kelmar", "done", "spend Shipyard for matter", "spend Settlers for population"],
    ["act draft", "draft Culture", "spend Academy for research", "spend Drossen for research"],
    ["act reserve", "reserve Hap to reserve one", "done"],
    ["act discard", "discard Hap", "done"],
    ["act remove", "remove Hap"],
    ["act move", "from Kelmar", "move 2 fleets to Lyssa", "done", "spend Star Drive for energy", "no", "no", "done",
     "lose 1 fleet", "retreat 1 fleet to Kelmar"],
])  # fmt: skip
def test_no_free_action_is_played_within_an_action(choices):
    """A18, HOS-1.11: nor in a combat; before and after the action all of them can be played."""
    at = idle(0)
    assert free_plays(at) == set(FREE)
    for words in choices:
        at.choose(words)
        assert not free_plays(at) or at.prompt == (0, "turn"), at.prompt
    assert (at.prompt, at.state.actions_left) == ((0, "turn"), 1)
    assert free_plays(at) >= {"Advanced Cybernetics", "Hyper-Search Engine", "Recycling Plant"}


def test_no_free_action_is_played_in_the_turn_of_another_player():
    """A18, HOS-1.11: Seat 1 decides to stand, to respond and about casualties, with all of them in hand."""
    at = idle(1).place(1, "Lyssa", 1, marker="outpost")
    at.choose("act move", "from Kelmar", "move 2 fleets to Lyssa", "done", "spend Star Drive for energy", "no")
    decisions = []
    while at.prompt != (0, "turn"):
        decisions.append(at.prompt)
        assert not free_plays(at)
        at.choose("done" if at.prompt[1] == "response" else at.options[0])
    assert {(1, "stand"), (1, "response"), (1, "casualties")} <= set(decisions)
    assert free_plays(at.pass_turn()) == set(FREE)
    assert at.prompt == (1, "turn")


def test_a_player_without_any_piece_cannot_rebuild():
    """A25, HOS-16.7, HOS-5.3: He can draft, reserve, discard, remove or pass, but place no piece on the map."""
    at = bare_table().place(1, "Ishtar", 2, 1, "home").show("Retreat")
    at.deal(
        0, hand=[*SUPPLY, "Armaments", "Production Line", "Temporary Wormhole", "Terra-forming", "Black-Hole Creator"]
    )
    actions = ["act draft", "act reserve", "act discard", "act remove", "act pass"]
    assert at.options == actions
    at.choose("act draft", "draft Retreat", "spend Drossen for research", "act reserve", "reserve Hap to reserve one")
    at.choose("done")
    assert (at.prompt, at.pile(0, "one")) == ((1, "turn"), ["Hap"])
    assert at.pass_turn().prompt == (0, "turn")


GATHER = ["Kelmar: move 1 fleet to Meridor", "Boldar: move 1 fleet to Meridor", "Kelmar: move 1 fleet to Meridor"]


def besieged():
    """Seat 0 has Stealth Technology and fleets on Kelmar and Boldar.

    Lyssa of seat 1 and neutral Galdor lie between these fleets and Meridor of seat 1.
    """
    at = bare_table().place(0, "Kelmar", 2, marker="home").place(0, "Boldar", 1, marker="outpost")
    at.place(1, "Lyssa", 1).place(1, "Meridor", marker="outpost").alien("Galdor", 6)
    return at.deal(0, hand=SUPPLY, two=["Stealth Technology"]).deal(1, hand=[])


def test_every_unit_passes_one_system_by_stealth_and_all_stop_in_one_system():
    """A27, HOS-17.28, HOS-6.5: Two systems are passed, another player's and a neutral one; one system is entered."""
    at = besieged().place(0, "Elyria", marker="outpost").place(0, "Ishtar", marker="outpost")
    assert price(at, *GATHER) == {"energy": 3 * 2}
    pay(at)
    assert (at.system(at.state.combat.space), at.margin) == ("Meridor", 9)
    assert (at.units("Lyssa", 1), at.owner("Galdor")) == ((1, 0), None)


def test_units_without_a_friendly_neighbour_follow_by_stealth():
    """A27, HOS-17.28, HOS-6.5: The passage also works if no friendly system is next to their origin."""
    assert price(besieged(), *GATHER) == {"energy": 3 * 2}


@pytest.mark.parametrize(("passed", "stops"), [(True, {"Boldar", "Ishtar"}), (False, {"Elyria"})])
def test_a_system_passed_by_stealth_is_not_entered(passed, stops):
    """After a passage to a friendly system another system may be entered; after an entry no other one may be.

    A27, HOS-6.5.
    """
    at = realm("Boldar", two=["Stealth Technology"]).place(1, "Ishtar", 1).place(1, "Elyria", marker="outpost")
    at.choose("act move", "from Berylith", f"move 1 fleet to {'Boldar' if passed else 'Elyria'}")
    reachable = destinations(at, "Berylith")
    assert stops <= reachable
    assert ("Elyria" in reachable, "Ishtar" in reachable) == (True, passed)


def linked(*cards):
    """Seat 0 has two fleets on Boldar and outposts on Arkanis next to it, and on distant Cinder, Drossen and Jarrow.

    Arkanis, Cinder and Jarrow have a wormhole; so has neutral Novath.
    """
    at = bare_table().place(0, "Boldar", 2, marker="home").open_wormholes(0)
    for system in ("Arkanis", "Cinder", "Drossen", "Jarrow"):
        at.place(0, system, marker="outpost")
    return at.deal(0, hand=["Star Drive", "Hap", "Ashfall", *cards]).deal(1, hand=[])


@pytest.mark.parametrize(("target", "energy"), [("Cinder", 1), ("Drossen", 2), ("Jarrow", 1), ("Novath", 1)])
def test_a_route_needs_no_second_hop(target, energy):
    """A29, HOS-15.2: Each wormhole leads to every other: more research brings no further system within reach."""
    reach = [
        destinations(linked(*cards).choose("act move"), "Boldar") for cards in (["Nullpoint"], ["Academy", "Drossen"])
    ]
    assert reach[0] == reach[1]
    assert target in reach[0]
    assert price(linked("Academy"), f"Boldar: hop 1 fleet to {target}") == {"research": 1, "energy": energy}


@pytest.mark.parametrize(("marker", "refuges"), [("empty", {"Kelmar"}), ("outpost", {"Kelmar", "Fennar"})])
def test_a_system_that_was_given_up_in_the_combat_is_no_refuge(marker, refuges):
    """A48, HOS-8.4, HOS-6.9: The reinforcement left Fennar without a piece; with an outpost it would stay friendly."""
    at = frontier(2, (4, 0)).place(0, "Fennar", 1, marker=marker)
    equip(attack(at, 2), {"hand": ["Star Drive"]}).choose("no", "reinforce 1 fleet from Fennar", "done")
    pay(at).choose("lose 2 fleets")
    assert at.prompt == (0, "retreat")
    assert {words.split(" to ")[1] for words in at.options} == refuges


def test_fleets_that_stopped_in_a_friendly_system_fight_nowhere_else():
    """A55, HOS-6.5: Once Boldar is entered, fleets on Ishtar may go on to Boldar, but not to Fennar or Kelmar."""
    for entered in (False, True):
        at = realm("Ishtar").place(1, "Boldar", 1).place(1, "Fennar", 1).place(0, "Elyria", marker="outpost")
        at.choose("act move", "from Berylith", "move 1 fleet to Ishtar")
        if entered:
            at.choose("from Berylith", "move 1 fleet to Boldar")
        assert destinations(at, "Ishtar") == {"Berylith", "Boldar", "Elyria"} | (
            set() if entered else {"Fennar", "Kelmar"}
        )


def conquered():
    """Seat 0 has beaten seat 1's terra-formed colony on Hap, next to Kelmar, and holds it with two fleets."""
    at = frontier(2, marker="empty").lay(Hap=13).place(1, "Hap", marker="colony")
    equip(attack(at, 2, "Hap"), {"hand": SUPPLY}).choose("no", "done")
    assert (at.marker("Hap"), at.owner("Hap"), at.units("Hap", 0)) == ("empty", 0, (2, 0))
    return at


def test_a_lost_terraformed_system_takes_only_an_outpost():
    """A57, HOS-17.31, HOS-1.5: The lost disc marked the change; the system has to be terra-formed again."""
    at = conquered().choose("act colonise")
    assert at.options == ["outpost Hap"]
    at.choose("outpost Hap", "spend Settlers for population")
    assert "act colonise" not in at.deal(0, hand=["Pellas", "Settlers"]).turn(0).options
    assert at.deal(0, hand=["Terra-forming"]).choose("play Terra-forming").options == ["terraform Hap"]


def test_a_lost_and_empty_terraformed_system_is_entered_without_a_combat():
    """A57, HOS-17.31, HOS-6.7: It is neutral and uninhabitable again."""
    at = conquered().choose("act move", "from Hap", "move 2 fleets to Kelmar", "done")
    assert pay(at).owner("Hap") is None
    at.deal(0, hand=SUPPLY).turn(0).choose("act move", "from Kelmar", "move 1 fleet to Hap", "done")
    assert pay(at).prompt == (0, "turn")
    assert (at.owner("Hap"), at.state.combat.stage) == (0, 0)


@pytest.mark.parametrize(("fleets", "spent", "left"), [
    (1, ["Star Drive"], ["Elyria", "Hap"]), (1, ["Hap"], ["Star Drive", "Elyria"]),
    (2, ["Elyria", "Hap"], ["Star Drive"]), (2, ["Hap"], ["Star Drive", "Elyria"]),
])  # fmt: skip
def test_a_payment_ends_as_soon_as_all_is_paid(fleets, spent, left):
    """A66, HOS-4.5: No further card is spent; the last card may supply more than is due."""
    at = realm("Ishtar", hand=["Star Drive", "Elyria", "Hap"])
    price(at, f"Berylith: move {fleets} fleet{'s' * (fleets > 1)} to Ishtar")
    for card in spent:
        assert at.prompt == (0, "payment")
        at.choose(f"spend {card} for energy")
    assert (at.prompt, at.hand(0)) == ((0, "turn"), left)


@pytest.mark.parametrize(("moves", "energy"), [
    (["Berylith: move 1 fleet to Boldar"], 1),
    (["Berylith: move 1 fleet to Ishtar", "Ishtar: move 1 fleet to Boldar"], 2),
])  # fmt: skip
def test_fast_ships_round_the_energy_of_each_group(moves, energy):
    """A67, HOS-17.10: A fleet that stops on the way pays for two routes."""
    assert price(realm("Ishtar", "Boldar", two=["Fast Ships"]), *moves) == {"energy": energy}


def test_stealth_passes_one_system_on_every_route_of_a_fleet():
    """A67, HOS-17.28: Ishtar on the way to Boldar, then Arkanis on the way to Corvane, but not both on one route."""
    at = realm("Boldar", "Corvane", two=["Stealth Technology"]).place(1, "Ishtar", 1).place(1, "Arkanis", 1)
    assert "Corvane" not in destinations(at.choose("act move"), "Berylith")
    at.choose("move 1 fleet to Boldar", "from Boldar", "move 1 fleet to Corvane", "done")
    assert (at.due, at.units("Corvane", 0)) == ({"energy": 4}, (1, 0))


def test_a_fleet_hops_again_on_its_next_route():
    """A67, HOS-15.2: The second hop costs research again."""
    moves = ["Boldar: hop 1 fleet to Cinder", "Cinder: hop 1 fleet to Jarrow"]
    assert price(linked("Academy"), *moves) == {"research": 2, "energy": 1}
    assert price(linked("Academy"), "Boldar: hop 1 fleet to Jarrow") == {"research": 1, "energy": 1}


@pytest.mark.parametrize(("withdraw", "targets"), [("response", {"Meridor", "Novath"}), ("off", set())])
def test_fleets_are_withdrawn_over_any_number_of_friendly_systems(withdraw, targets):
    """Withdraw in both its values: not to Pellas behind neutral Orrin, nor into Kelmar of another player.

    A69, HOS-7.11.
    """
    at = battle(1, (2, 0), attacker={"hand": ["Cinder", "Grendel"]},
                defender={"hand": ["Hap", "Bleakwater", "Shipyard"]}, withdraw=withdraw)  # fmt: skip
    for system in ("Meridor", "Novath", "Pellas"):
        at.place(1, system, marker="outpost")
    at.choose("no", "no", "spend Cinder for matter", "spend Grendel for matter", "done")
    at.choose("spend Bleakwater for matter", "spend Shipyard for matter")
    assert at.margin == 3 + 5 - 6 - 5
    leaving = {words for words in at.options if words.startswith("withdraw")}
    assert leaving == {f"withdraw fleet to {system}" for system in targets}
    if targets:
        assert at.choose("withdraw fleet to Novath", "done").due == {"energy": 2}


@pytest.mark.parametrize(("at_once", "running"), [(True, 2 + 3 + 2), (False, 2)])
def test_the_two_counters_of_the_setup_may_count_at_the_end(at_once, running):
    """setup_vp_counters in both its values: a third counter counts at once; at the end all of them count.

    A02, A70, HOS-2.17, HOS-16.5.
    """
    at = bare_table(setup_vp_counters=at_once).show_counters().give_counters(0, "vp_2", "vp_3", "vp_2")
    at.place(1, "Berylith", marker="colony")
    assert (at.vp(0), at.vp(1)) == (running, 5)
    at.state.trigger_round, at.state.rounds = 1, 2
    at.pass_turn().pass_turn()
    assert at.state.over
    assert [float(credit) for credit in at.state.credit[:2]] == [1, 0]
    assert (at.finish().seats[0].vp, at.finish().seats[0].vp_counters) == (7, 7)


def test_a_reserve_counter_makes_room_for_three_cards_in_both_slots_and_mass_armies():
    """HOS-11.3, HOS-11.4; X38: all in one action."""
    at = bare_table().give_counters(0, "reserve")
    one, two = ["Hap", "Academy", "Settlers"], ["Culture", "Missiles", "Fast Ships"]
    at.deal(0, hand=[*one, *two, "Mass Armies", "Dreadnoughts"]).choose("act reserve")
    at.choose(*[f"reserve {name} to reserve one" for name in one], *[f"reserve {name} to reserve two" for name in two])
    offered = {words for words in at.options if words.startswith("reserve")}
    assert offered == {"reserve Mass Armies to reserve one", "reserve Mass Armies to reserve two"}
    at.choose("reserve Mass Armies to reserve one")
    assert (at.pile(0, "one"), at.pile(0, "two")) == ([*one, "Mass Armies"], two)
