"""Moving over connections and through wormholes."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.games.handful_of_stars.rules import Card
from starbalance.simulator.games.handful_of_stars.state import Decision, Kind
from starbalance.simulator.games.handful_of_stars.system import units_at
from tests.handful_of_stars.table import bare_table
from tests.handful_of_stars.walk import GAME, options, walk

ENERGY = ["Star Drive", "Hap", "Ashfall", "Husk", "Meridor", "Kiln"]  # 14 points
# Berylith, Ishtar, Boldar, Arkanis, Corvane lie in a row; Elyria, Fennar, Galdor below the first three.


def realm(*outposts, hand=ENERGY, one=(), two=(), **switches):
    """Seat 0 has two fleets and a star base on Berylith, an outpost without units on each passed system, and a hand."""
    at = bare_table(**switches).place(0, "Berylith", 2, 1, "home")
    for system in outposts:
        at.place(0, system, marker="outpost")
    return at.deal(0, hand=list(hand), one=list(one), two=list(two)).deal(1, hand=[])


def destinations(at, origin, units="1 fleet"):
    """Return where these units of a system may go in the present move action: system -> hop or move."""
    if at.prompt[1] == "turn":
        at.choose("act move")
    at.choose(f"from {origin}")
    choices = [words.split(" ", 1) for words in at.options]
    return {rest.removeprefix(f"{units} to "): how for how, rest in choices if rest.startswith(f"{units} to ")}


def price(at, *moves):
    """Return the cost of moves such as `Berylith: move 1 fleet to Ishtar`."""
    at.choose("act move")
    for move in moves:
        origin, how = move.split(": ")
        at.choose(f"from {origin}", how)
    return at.choose("done").due


def pay(at):
    """Pay with the first cards or counters offered."""
    while at.prompt[1] == "payment":
        at.choose(at.options[0])
    return at


@pytest.mark.parametrize("each", [1, 2])
@pytest.mark.parametrize(("target", "far"), [("Ishtar", 1), ("Boldar", 2), ("Arkanis", 3)])
@pytest.mark.parametrize("fleets", [1, 2])
def test_a_fleet_goes_any_distance_for_one_energy_per_connection(target, far, fleets, each):
    """HOS-6.1: connection_energy: one, or another number"""
    at = realm("Ishtar", "Boldar", "Arkanis", connection_energy=each)
    due = price(at, f"Berylith: move {fleets} fleet{'s' * (fleets > 1)} to {target}")
    assert due == {"energy": fleets * far * each}


def test_any_number_of_fleets_moves_in_one_action():
    """HOS-6.1: They start from several systems, and all moves are paid together."""
    at = realm("Ishtar", "Boldar").place(0, "Corvane", fleets=5).place(0, "Arkanis", marker="outpost")
    moves = [
        "Berylith: move 2 fleets to Boldar",
        "Corvane: move 3 fleets to Arkanis",
        "Corvane: move 1 fleet to Boldar",
    ]
    assert price(at, *moves) == {"energy": 2 * 2 + 3 + 2}
    pay(at)
    assert [at.units(name, 0)[0] for name in ("Berylith", "Boldar", "Arkanis", "Corvane")] == [0, 3, 3, 1]


def test_fleets_go_as_far_as_the_energy_takes_them():
    """HOS-6.1"""
    at = realm("Ishtar", "Boldar", "Arkanis", hand=["Star Drive"])
    assert set(destinations(at, "Berylith")) == {"Ishtar", "Boldar", "Elyria", "Fennar"}
    at = realm("Ishtar", "Boldar", hand=["Star Drive"])
    assert set(destinations(at, "Berylith", "2 fleets")) == {"Ishtar", "Elyria"}


def test_the_shortest_open_route_is_paid():
    """HOS-6.1: The way down, right and up again is longer than the straight way."""
    at = realm("Ishtar", "Elyria", "Fennar", "Galdor", "Boldar")
    assert price(at, "Berylith: move 1 fleet to Boldar") == {"energy": 2}


def test_a_move_action_moves_something():
    """HOS-6.1: A move action without a move would be a pass (A49)."""
    at = realm("Ishtar").choose("act move")
    assert at.options == ["from Berylith"]


def test_star_bases_do_not_move():
    """HOS-6.2"""
    at = realm("Ishtar").choose("act move", "from Berylith")
    assert not [words for words in at.options if "star base" in words]
    at = bare_table().place(0, "Berylith", 0, 2, "home").place(0, "Ishtar", marker="outpost").deal(0, hand=ENERGY)
    assert "act move" not in at.options


def test_a_black_hole_forces_a_longer_route():
    """HOS-6.3, HOS-1.9: three connections instead of one"""
    at = realm("Ishtar", "Elyria", "Fennar").block("Berylith", "Ishtar")
    assert price(at, "Berylith: move 1 fleet to Ishtar") == {"energy": 3}


@pytest.mark.parametrize(("one", "other"), [("Berylith", "Ishtar"), ("Ishtar", "Berylith")])
def test_a_black_hole_cannot_be_crossed(one, other):
    """HOS-6.3, HOS-1.9: in either direction"""
    at = bare_table().lay(Berylith=0, Ishtar=1).place(0, one, fleets=1).deal(0, hand=ENERGY)
    assert other in destinations(at, one)
    at = bare_table().lay(Berylith=0, Ishtar=1).place(0, one, fleets=1).deal(0, hand=ENERGY)
    at.block("Berylith", "Ishtar").place(0, other, marker="outpost")
    assert other not in destinations(at, one)


def between(system, seat=None, **pieces):
    """Place Berylith, a system that seat 0 does not control, and Boldar of seat 0 in a row."""
    at = realm("Boldar").lay(**{system: 1})
    return at if seat is None else at.place(seat, system, **pieces)


@pytest.mark.parametrize(("system", "pieces"), [
    ("Ishtar", None), ("Hap", None), ("Ishtar", {"marker": "colony"}), ("Hap", {"fleets": 1}),
    ("Hap", {"marker": "outpost"}),
])  # fmt: skip
def test_units_stop_in_a_system_that_their_player_does_not_control(system, pieces):
    """HOS-6.4: a neutral system or another player's"""
    at = between(system) if pieces is None else between(system, 1, **pieces)
    reachable = destinations(at, "Berylith")
    assert system in reachable
    assert "Boldar" not in reachable


@pytest.mark.parametrize("system", ["Ishtar", "Hap"])
def test_units_that_entered_go_no_further_in_that_action(system):
    """HOS-6.4: not even if they gained control at once"""
    at = between(system).choose("act move", "from Berylith", f"move 1 fleet to {system}")
    assert at.options == ["done", "from Berylith"]


def test_one_system_that_is_not_friendly_is_entered_in_an_action():
    """HOS-6.5: by fleets of several systems"""
    at = realm("Ishtar").place(0, "Galdor", fleets=1).choose("act move", "from Berylith", "move 1 fleet to Fennar")
    assert set(destinations(at, "Berylith")) == {"Ishtar", "Fennar"}
    at.choose("move 1 fleet to Fennar")
    assert set(destinations(at, "Galdor")) == {"Fennar"}
    at.choose("move 1 fleet to Fennar")
    assert at.units("Fennar", 0) == (3, 0)


@pytest.mark.parametrize("entered", ["Hap", "Fennar"])
def test_no_second_system_is_entered_even_after_an_uninhabitable_one(entered):
    """HOS-6.5: An uninhabitable system counts too."""
    at = realm("Ishtar").lay(Hap=7 if entered == "Hap" else 30).place(0, "Elyria", fleets=1, marker="outpost")
    at.choose("act move", "from Elyria", f"move 1 fleet to {entered}")
    assert set(destinations(at, "Berylith")) == {"Ishtar", "Elyria", entered}


def test_moves_between_friendly_systems_are_unlimited():
    """HOS-6.5"""
    at = realm("Ishtar", "Boldar").place(0, "Corvane", fleets=2).place(0, "Arkanis", marker="outpost")
    at.choose("act move", "from Berylith", "move 1 fleet to Elyria", "from Berylith", "move 1 fleet to Boldar")
    at.choose("from Corvane", "move 1 fleet to Boldar", "from Boldar", "move 2 fleets to Ishtar", "done")
    assert at.due == {"energy": 1 + 2 + 2 + 2}
    assert at.units("Ishtar", 0) == (2, 0)


def test_all_moves_are_made_and_paid_before_the_combat():
    """HOS-6.6: Units that moved between friendly systems afterwards count too; the combat waits."""
    at = realm("Ishtar").place(1, "Elyria", fleets=1, marker="outpost")
    at.choose("act move", "from Berylith", "move 1 fleet to Elyria")
    assert at.prompt == (0, "origin")
    at.choose("from Berylith", "move 1 fleet to Ishtar", "from Ishtar", "move 1 fleet to Berylith", "done")
    assert at.prompt == (0, "payment")
    assert at.state.combat.stage == 0
    assert pay(at).prompt == (0, "retreat_at_once")


@pytest.mark.parametrize(("system", "pieces"), [
    ("Ishtar", None), ("Ishtar", {"fleets": 1}), ("Ishtar", {"star_bases": 1}), ("Ishtar", {"marker": "outpost"}),
    ("Ishtar", {"marker": "colony"}), ("Ishtar", {"marker": "home"}), ("Hap", {"fleets": 1}),
    ("Hap", {"star_bases": 1}), ("Hap", {"marker": "outpost"}), ("Hap", {"marker": "colony"}),
])  # fmt: skip
def test_entering_a_neutral_habitable_system_or_another_players_is_a_combat(system, pieces):
    """HOS-6.7: parts a and b: units of either type without a marker, an outpost without units, a terra-formed colony"""
    at = between(system) if pieces is None else between(system, 1, **pieces)
    at.choose("act move", "from Berylith", f"move 1 fleet to {system}", "done")
    assert pay(at).prompt == (0, "retreat_at_once")
    assert at.owner(system) == (None if pieces is None else 1)


def test_entering_a_neutral_uninhabitable_system_gives_control_at_once():
    """HOS-6.7: part c: there is no combat"""
    at = between("Hap").choose("act move", "from Berylith", "move 1 fleet to Hap")
    assert at.owner("Hap") == 0
    at.choose("done")
    assert pay(at).prompt == (0, "turn")
    assert at.state.actions_left == 1
    assert at.player(0).attacks.tolist() == [0, 0]


def test_a_later_fleet_passes_a_system_that_an_earlier_fleet_took():
    """HOS-6.7, HOS-6.4: A58: within the same action"""
    at = between("Hap").choose("act move", "from Berylith", "move 1 fleet to Hap")
    assert set(destinations(at, "Berylith")) == {"Hap", "Boldar"}
    at.choose("move 1 fleet to Boldar", "done")
    assert at.due == {"energy": 3}


def test_a_system_under_attack_is_not_passed():
    """HOS-6.7, HOS-6.4: A58: it belongs to the other player until the combat is over."""
    at = between("Ishtar", 1, fleets=1).choose("act move", "from Berylith", "move 1 fleet to Ishtar")
    assert set(destinations(at, "Berylith")) == {"Ishtar"}


def test_two_move_actions_fight_twice():
    """HOS-6.8: Each action has one combat."""
    at = realm().place(1, "Ishtar", marker="outpost").place(1, "Elyria", marker="outpost")
    for system in ("Ishtar", "Elyria"):
        at.choose("act move", "from Berylith", f"move 1 fleet to {system}", "done")
        pay(at).choose("no", "done")
    assert (at.owner("Ishtar"), at.owner("Elyria"), at.prompt) == (0, 0, (1, "turn"))
    assert at.player(0).attacks.tolist() == [0, 2]


def test_a_system_left_without_a_piece_is_neutral_at_once():
    """HOS-6.9, HOS-1.7: Any number of units may leave; a marker keeps control."""
    at = realm().place(0, "Ishtar", fleets=2).place(0, "Boldar", fleets=1)
    at.choose("act move", "from Ishtar", "move 1 fleet to Berylith")
    assert at.owner("Ishtar") == 0
    at.choose("from Ishtar", "move 1 fleet to Berylith")
    assert at.owner("Ishtar") is None
    assert "Berylith" not in destinations(at, "Boldar")
    at = realm("Ishtar").choose("act move", "from Berylith", "move 2 fleets to Ishtar")
    assert at.owner("Berylith") == 0


def test_a_star_base_keeps_control_of_a_system_that_the_fleets_leave():
    """HOS-6.9"""
    at = realm().place(0, "Ishtar", 1, 1).choose("act move", "from Ishtar", "move 1 fleet to Berylith")
    assert at.owner("Ishtar") == 0


def stealthy(*cards):
    """Seat 0 moves past Ishtar, held by seat 1, from Berylith to Boldar with these cards in its Reserve."""
    return realm("Boldar", one=cards).place(1, "Ishtar", fleets=1)


def test_stealth_takes_a_fleet_past_one_system():
    """HOS-6.4; X22: for two energy"""
    assert price(stealthy("Stealth Technology"), "Berylith: move 1 fleet to Boldar") == {"energy": 2}


def test_stealth_and_fast_ships_take_a_fleet_past_one_system():
    """HOS-6.4; X21: for one energy"""
    due = price(stealthy("Fast Ships", "Stealth Technology"), "Berylith: move 1 fleet to Boldar")
    assert due == {"energy": 1}


@pytest.mark.parametrize(("cards", "target", "due"), [
    (["Star Base Movement"], "Ishtar", 2), (["Star Base Movement"], "Boldar", 4),
    (["Star Base Movement", "Fast Ships"], "Ishtar", 2), (["Star Base Movement", "Fast Ships"], "Boldar", 2),
    (["Star Base Movement", "Fast Ships"], "Arkanis", 4),
])  # fmt: skip
def test_star_bases_move_with_their_card(cards, target, due):
    """HOS-6.2; X23: two energy per connection, or for one or two connections with Fast Ships"""
    at = realm("Ishtar", "Boldar", "Arkanis", one=cards)
    assert price(at, f"Berylith: move 1 star base to {target}") == {"energy": due}


@pytest.mark.parametrize(("cards", "target", "due"), [
    ([], "Ishtar", 1), ([], "Boldar", 2), (["Fast Ships"], "Ishtar", 1), (["Fast Ships"], "Boldar", 1),
    (["Fast Ships"], "Arkanis", 2), (["Fast Ships"], "Corvane", 2),
])  # fmt: skip
def test_fast_ships_go_two_connections_for_one_energy(cards, target, due):
    """HOS-6.1: This counts for each fleet separately (A28)."""
    at = realm("Ishtar", "Boldar", "Arkanis", "Corvane", one=cards)
    assert price(at, f"Berylith: move 2 fleets to {target}") == {"energy": 2 * due}


def wormholes(*seats, hand=("Star Drive", "Academy", "Drossen"), one=(), **switches):
    """Seat 0 has two fleets and a star base on Arkanis, and outposts on Boldar and Corvane next to it.

    It also has an outpost on Cinder and holds Bleakwater next to Cinder. Arkanis and Cinder have a wormhole.
    """
    at = bare_table(**switches).place(0, "Arkanis", 2, 1, "home")
    for system in ("Boldar", "Corvane", "Cinder", "Bleakwater"):
        at.place(0, system, marker="outpost")
    return at.open_wormholes(*seats).deal(0, hand=list(hand), one=list(one)).deal(1, hand=[])


OTHERS = ["Helion", "Novath", "Grendel", "Jarrow", "Magnar", "Nullpoint"]


def test_wormholes_need_a_counter():
    """HOS-15.1: The counter of another player does not help."""
    assert "hop" not in destinations(wormholes(1), "Arkanis").values()
    assert destinations(wormholes(0), "Arkanis")["Cinder"] == "hop"
    assert "act move" in wormholes(0, hand=["Academy"]).options
    assert "act move" not in wormholes(1, hand=["Academy"]).options


@pytest.mark.parametrize("each", [0, 1, 3])
@pytest.mark.parametrize("fleets", [1, 2])
def test_a_fleet_hops_for_one_research(fleets, each):
    """HOS-15.2: hop_research: one, or another number"""
    at = wormholes(0, hop_research=each, hand=["Academy", "Drossen", "Embermoor"])
    due = price(at, f"Arkanis: hop {fleets} fleet{'s' * (fleets > 1)} to Cinder")
    assert due == ({"research": fleets * each} if each else {})


@pytest.mark.parametrize("most", [1, 3, 60])
def test_groups_of_a_move_are_limited(most):
    """HOS-15.2, HOS-1.11: If hops cost nothing, moves_most limits their number; reaching the limit is recorded."""
    at = wormholes(0, hop_research=0, moves_most=most, hand=[]).choose("act move")
    for k in range(most):
        assert at.state.guard_hit == 0
        ends = ("Arkanis", "Cinder") if k % 2 == 0 else ("Cinder", "Arkanis")
        at.choose(f"from {ends[0]}", f"hop 1 fleet to {ends[1]}")
    assert at.state.guard_hit == 1
    assert at.options == ["done"]


def test_a_hop_leads_from_any_wormhole_to_any_other():
    """HOS-15.2, HOS-15.4: also to neutral and hostile systems; not to a system without a wormhole"""
    at = wormholes(0, hand=["Academy"]).place(1, "Novath", fleets=1)
    assert destinations(at, "Arkanis") == dict.fromkeys(["Cinder", *OTHERS], "hop")
    at = wormholes(0, hand=["Academy"]).place(0, "Boldar", fleets=1)
    at.choose("act move")
    assert at.options == ["from Arkanis"]


def test_a_hop_needs_research():
    """HOS-15.2"""
    at = wormholes(0, hand=["Nullpoint"])
    assert "hop" in destinations(at, "Arkanis").values()
    at = wormholes(0, hand=["Nullpoint"])
    assert "hop" not in destinations(at, "Arkanis", "2 fleets").values()


@pytest.mark.parametrize(("cards", "hand", "possible"), [
    ([], ["Academy"], False), (["Star Base Movement"], ["Academy"], True),
    (["Star Base Movement"], ["Nullpoint"], False),
])  # fmt: skip
def test_a_star_base_hops_with_its_card_for_two_research(cards, hand, possible):
    """HOS-15.3; X23"""
    at = wormholes(0, hand=hand, one=cards)
    assert ("Cinder" in destinations(at, "Arkanis", "1 star base")) == possible
    if possible:
        assert at.choose("hop 1 star base to Cinder", "done").due == {"research": 2}


@pytest.mark.parametrize(("origin", "target", "energy"), [
    ("Arkanis", "Cinder", 0), ("Boldar", "Cinder", 1), ("Arkanis", "Bleakwater", 1), ("Boldar", "Bleakwater", 2),
])  # fmt: skip
def test_a_hop_starts_continues_or_ends_a_route(origin, target, energy):
    """HOS-15.4, HOS-6.10"""
    at = wormholes(0).place(0, "Boldar", fleets=1, marker="outpost").deal(0, hand=["Star Drive", "Academy"])
    due = price(at, f"{origin}: hop 1 fleet to {target}")
    assert due == {"research": 1} | ({"energy": energy} if energy else {})


def test_fast_ships_split_their_two_connections_by_a_hop():
    """HOS-15.4, HOS-6.10; X24: one energy and one research"""
    at = wormholes(0, one=["Fast Ships"]).place(0, "Boldar", fleets=1, marker="outpost")
    at.deal(0, hand=["Star Drive", "Academy"])
    assert price(at, "Boldar: hop 1 fleet to Bleakwater") == {"energy": 1, "research": 1}


def test_hops_and_ordinary_moves_mix_in_an_action():
    """HOS-6.10"""
    at = wormholes(0)
    due = price(at, "Arkanis: hop 1 fleet to Cinder", "Arkanis: move 1 fleet to Boldar",
                "Cinder: move 1 fleet to Bleakwater")  # fmt: skip
    assert due == {"research": 1, "energy": 2}


def test_the_wormhole_on_the_way_must_be_friendly():
    """HOS-15.4: Units stop in a system that their player does not control, before the hop or after it."""
    at = wormholes(0).place(1, "Arkanis", marker="outpost").place(0, "Boldar", fleets=1, marker="outpost")
    reachable = destinations(at.deal(0, hand=["Star Drive", "Academy"]), "Boldar")
    assert "hop" not in reachable.values()
    at = wormholes(0).place(1, "Cinder", marker="outpost").deal(0, hand=["Star Drive", "Academy"])
    reachable = destinations(at, "Arkanis")
    assert "Cinder" in reachable
    assert "Bleakwater" not in reachable


@pytest.mark.parametrize(("pieces", "decision"), [({"fleets": 1}, "retreat_at_once"), (None, "turn")])
def test_a_hop_into_a_system_that_is_not_friendly_has_the_usual_result(pieces, decision):
    """HOS-15.4, HOS-6.7: combat with a player, control of an uninhabitable neutral system"""
    at = wormholes(0)
    if pieces:
        at.place(1, "Grendel", **pieces)
    at.choose("act move", "from Arkanis", "hop 1 fleet to Grendel", "done", "spend Academy for research")
    assert at.prompt == (0, decision)
    assert at.owner("Grendel") == (1 if pieces else 0)


def fighting(by_counter=True):
    """Seat 0 has hopped one fleet to Grendel, held by two fleets of seat 1."""
    at = wormholes(0).place(1, "Grendel", fleets=2)
    at.choose("act move", "from Arkanis", "hop 1 fleet to Grendel", "done", "spend Academy for research")
    at.player(0).wormhole = by_counter
    return at


def test_a_hop_reinforces():
    """HOS-15.4: for its research"""
    at = fighting().choose("no")
    assert at.prompt == (0, "response")
    assert "reinforce by hop 1 fleet from Arkanis" in at.options
    at.choose("reinforce by hop 1 fleet from Arkanis", "done")
    assert at.due == {"research": 1}
    assert at.units("Grendel", 0) == (2, 0)


def test_a_retreat_by_wormhole_is_free():
    """HOS-15.4: It leads to any friendly system with a wormhole; without the counter the fleet is lost."""
    at = fighting().choose("yes")
    assert at.options == ["retreat 1 fleet to Arkanis", "retreat 1 fleet to Cinder"]
    at.choose("retreat 1 fleet to Cinder")
    assert (at.units("Cinder", 0), at.due, at.hand(0)) == ((1, 0), {}, ["Star Drive", "Drossen"])
    at = fighting(by_counter=False).choose("yes")
    assert at.player(0).fleets == 15


def test_black_holes_do_not_hinder_a_hop():
    """HOS-15.5"""
    at = wormholes(0)
    for one, other in [("Arkanis", "Boldar"), ("Arkanis", "Corvane"), ("Arkanis", "Helion"), ("Cinder", "Bleakwater"),
                       ("Cinder", "Drossen"), ("Cinder", "Orrin"), ("Cinder", "Irongyre")]:  # fmt: skip
        at.block(one, other)
    assert price(at, "Arkanis: hop 1 fleet to Cinder") == {"research": 1}


POWERS = [(), (Card.STEALTH_TECHNOLOGY,), (Card.STEALTH_TECHNOLOGY, Card.FAST_SHIPS, Card.STAR_BASE_MOVEMENT)]


def offered(state, rules, seat, powers, has_counter):
    """Return the systems offered as origins, and those a group can leave, if the player had these lasting powers."""
    at = state.copy()
    for power in powers:
        at.players[seat].lasting[power] += 1
    at.players[seat].wormhole = has_counter
    origins = {int(option["a"]) for option in options(at, rules) if option["kind"] == Kind.FROM}
    at.decision = Decision.GROUP
    able = set()
    for space in range(rules.spaces):
        at.origin = space
        if units_at(at, seat, space) > 0 and space != at.target and len(options(at, rules)) > 0:
            able.add(space)
    return origins, able


@pytest.mark.parametrize("seed", range(3))
def test_a_system_is_offered_if_and_only_if_a_unit_can_go_somewhere_from_it(seed):
    """In random games, with and without the cards, the origins offered are the systems that a unit can leave.

    HOS-6.1, HOS-6.2, HOS-6.3, HOS-6.4, HOS-6.5, HOS-15.2, HOS-17.28.
    """
    rules, checked = tables.load(GAME, "players4").record, 0
    for before, _, _, _ in walk(rules, seed, 1500):
        if before.decision == Decision.ORIGIN:
            for powers in POWERS:
                for has_counter in (0, 1):
                    origins, able = offered(before, rules, before.active, powers, has_counter)
                    assert origins == able
                    checked += len(able)
    assert checked > 100
