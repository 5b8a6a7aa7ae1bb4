"""Colony events: their draw, their effects, and their place (IAM-5, IAM-27.23, IAM-27.24, IAM-27.25)."""

import pytest

from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.word import Market
from tests.interstellar_ambitions.battle import fight
from tests.interstellar_ambitions.table import bare_table
from tests.interstellar_ambitions.test_colonising import SEVEN, colonise, discards, full

PLANET = "Great Basin"  # 3 food, 2 ore, 5 points, 4 levels
USED = ("Valuable Resources", "Surface Ore", "Abandoned Granaries", "Ancient Archive", "Friendly Natives",
        "Derelict Fighter Wing", "Hidden Informers", "Quiet Landing", "Runaway Greenhouse Effect", "Hostile Wildlife",
        "Lost Colony Ship", "Supply Shortage")  # fmt: skip
KEPT = ("Delicious Aliens", "Rich Veins", "Alien University", "Luxury Resort", "Orbital Batteries", "Sacred Ruins")


def due(event, planet=PLANET, setup="players3", overrides=None, **switches):
    """Seat 0 has exactly the price of the planet; this event is the next one."""
    at = bare_table(setup, overrides=overrides, **switches).stack_events(event).show_planets(planet)
    cost = at.document["planets"][planet]
    return at.give(0, food=cost["food"], ore=cost["ore"])


def met(event, planet=PLANET, level="strong", **more):
    """Seat 0 has colonised a planet, and this event occurred."""
    return colonise(due(event, planet, **more), level, planet)


def gone(at):
    """Return the discarded events."""
    return [at.events[kind] for kind in at.state.event_discard[: at.state.events_discarded]]


def kept(at):
    """Return the planets with a marker: planet -> event."""
    return {at.planet_name(p): at.events[kind] for p, kind in enumerate(at.state.marker.tolist()) if kind != NONE}


def settled(at):
    """Return the planets of seat 0 except its Home World: name -> level."""
    return {name: level for name, level in at.planets(0).items() if name != at.home(0)}


# when


def test_an_event_is_drawn_after_payment():
    """IAM-5.1, IAM-15.3, IAM-27.23: the coins of the event cannot pay for the planet that brings it."""
    at = due("Valuable Resources").give(0, food=3, ore=1).act("colonise strong")
    assert f"colonise {PLANET}" not in at.options


def test_an_event_is_drawn_after_the_planet_is_placed():
    """IAM-5.1: The planet has no level while the event waits for a choice."""
    at = met("Supply Shortage")
    assert at.prompt == (0, "shortage")
    assert settled(at) == {PLANET: 0}


def test_an_event_is_drawn_after_the_hand_over():
    """IAM-5.1, IAM-15.3, IAM-15.7"""
    at = full(due("Valuable Resources").settle(1, "Quillon", 1))
    left = int(at.state.events_left)
    colonise(at, "strong", PLANET)
    assert (at.prompt, int(at.state.events_left)) == ((0, "handing over"), left)
    assert at.choose("hand over Loam").resources(0) == {"coins": 3}


def test_a_handed_over_planet_draws_no_event():
    """IAM-5.2: There is one event, only for the colonised planet; A14"""
    at = full(due("Quiet Landing").settle(1, "Quillon", 1))
    left = int(at.state.events_left)
    colonise(at, "strong", PLANET).choose("hand over Loam")
    assert int(at.state.events_left) == left - 1


def captured(own=(), **more):
    """Seat 0 captures a planet of seat 1 with a marker; seat 1 loses the planets in `own` before."""
    at = bare_table(emergency_rule=False, **more).muster(0, "Battleship").give(0, food=3, ore=2)
    at.settle(1, PLANET, 1, "Rich Veins")
    for name in own:
        at.leave(1, name if name != "home" else at.home(1))
    return fight(at.put(0, "fleet moderate"), "invade 1").choose("bombard", f"planet {PLANET}", "capture")


def test_a_captured_planet_draws_no_event_and_keeps_its_marker():
    """IAM-5.2, IAM-5.4; A14"""
    before = int(bare_table().state.events_left)
    at = captured()
    assert settled(at) == {PLANET: 1}
    assert kept(at) == {PLANET: "Rich Veins"}
    assert (int(at.state.events_left), gone(at)) == (before - 1, [])


def test_a_replacement_of_the_last_planet_draws_no_event():
    """IAM-5.2; A61: at level min(4, highest)."""
    at = captured(own=["home"])
    assert at.prompt == (1, "last planet")
    name = at.options[0].removeprefix("planet ")
    left = int(at.state.events_left)
    at.choose(f"planet {name}")
    assert at.planets(1) == {name: min(4, at.document["planets"][name]["levels"])}
    assert (int(at.state.events_left), gone(at)) == (left, [])


@pytest.mark.parametrize(
    ("planet", "level", "expected"), [("Loam", 4, 2), ("Orchard Prime", 4, 4), ("Orchard Prime", 2, 2)]
)
def test_the_last_planet_starts_at_four_if_it_can(planet, level, expected):
    """A61: two levels; five levels; last_planet_level"""
    at = bare_table(emergency_rule=False, last_planet_level=level).muster(0, "Battleship").give(0, food=3, ore=2)
    at.settle(1, "Anvil", 1).leave(1, at.home(1)).show_planets(planet)
    fight(at.put(0, "fleet moderate"), "invade 1").choose("bombard", "planet Anvil", "capture", f"planet {planet}")
    assert at.planets(1) == {planet: expected}


def test_a_planet_back_from_the_discards_draws_again():
    """IAM-5.6; A14: colonised with a marker, discarded for lack of room, and colonised again."""
    at = due("Rich Veins", planet_limit=2).settle(1, "Quillon", 1).settle(2, "Lens", 1)
    colonise(at, "strong", PLANET)
    at.give(0, food=9, ore=9).stack_events("Quiet Landing").show_planets("Anvil")
    colonise(at, "strong", "Anvil").choose(f"hand over {PLANET}")
    assert kept(at) == {}
    at.show_planets(PLANET).stack_events("Valuable Resources").give(0, food=9, ore=9)
    colonise(at, "strong", PLANET).choose("hand over Anvil")
    assert at.resources(0)["coins"] == 3


def test_an_empty_deck_of_events_is_refilled_from_the_discards():
    """IAM-5.8"""
    at = due("Quiet Landing").exhaust("event", "events")
    number = int(at.state.events_discarded)
    colonise(at, "strong", PLANET)
    assert int(at.state.events_left) == number - 1
    assert len(gone(at)) + len(kept(at)) == 1


def test_without_any_event_the_planet_is_still_colonised():
    """IAM-5.8: There are no events at all."""
    names = (*USED, *KEPT)
    at = (
        bare_table(overrides={f"events.{name}.copies": 0 for name in names}).show_planets(PLANET).give(0, food=3, ore=2)
    )
    assert settled(colonise(at, "strong", PLANET)) == {PLANET: 2}


# where it goes


@pytest.mark.parametrize("event", USED)
def test_an_event_for_use_is_discarded_at_once(event):
    """IAM-5.3"""
    at = met(event)
    assert gone(at) == [event]
    assert kept(at) == {}


@pytest.mark.parametrize("event", KEPT)
def test_an_event_to_keep_stays_with_the_planet(event):
    """IAM-5.4: it does not change the level, and a marker is not a special planet."""
    at = met(event)
    assert (gone(at), kept(at)) == ([], {PLANET: event})
    assert settled(at) == {PLANET: 2}
    at.settle(1, "Loam", 1)
    assert kept(at) == {PLANET: event}


def test_a_marker_goes_with_every_change_of_owner():
    """IAM-5.4, IAM-27.25: handed over, the planet feeds its new owner."""
    at = full(due("Quiet Landing")).settle(1, "Quillon", 1).settle(0, "Terrace", 1, "Delicious Aliens")
    colonise(at, "strong", PLANET).choose("hand over Terrace")
    assert kept(at) == {"Terrace": "Delicious Aliens"}
    at.turn(2).choose("produce")
    assert at.resources(2)["food"] == 3


def test_a_marker_is_discarded_with_its_planet():
    """IAM-5.5"""
    at = due("Quiet Landing", planet_limit=2).settle(1, "Quillon", 1).settle(2, "Lens", 1)
    at.settle(0, "Terrace", 3, "Sacred Ruins")
    colonise(at, "strong", PLANET).choose("hand over Terrace")
    assert (gone(at), kept(at)) == (["Sacred Ruins", "Quiet Landing"], {})


# V1 to V4, V6, V7


@pytest.mark.parametrize(("event", "resource"), [
    ("Valuable Resources", "coins"), ("Surface Ore", "ore"), ("Abandoned Granaries", "food"),
    ("Ancient Archive", "science"),
])  # fmt: skip
def test_some_events_bring_resources(event, resource):
    """IAM-27.23, IAM-5.3: V1 to V4: three of one kind, at once."""
    at = met(event)
    assert at.resources(0) == {resource: 3}
    assert settled(at) == {PLANET: 2}


def test_a_fighter_wing_joins_the_fleet():
    """IAM-5.3: V6 a Strike Craft, undamaged."""
    at = met("Derelict Fighter Wing")
    assert at.fleet(0) == ["Strike Craft"]
    assert settled(at) == {PLANET: 2}


def test_a_full_fleet_makes_room_for_the_fighter_wing_or_declines_it():
    """IAM-7.2: V6 with eight ships; A72"""
    at = due("Derelict Fighter Wing").muster(0, *["Destroyer"] * 7, "Cruiser")
    colonise(at, "strong", PLANET)
    assert (at.prompt, at.options) == ((0, "scrapping"), ["no", "scrap Destroyer", "scrap Cruiser"])
    at.choose("scrap Cruiser")
    assert at.fleet(0) == [*["Destroyer"] * 7, "Strike Craft"]
    assert settled(at) == {PLANET: 2}
    at = due("Derelict Fighter Wing").muster(0, *["Destroyer"] * 8)
    colonise(at, "strong", PLANET).choose("no")
    assert at.fleet(0) == ["Destroyer"] * 8
    assert settled(at) == {PLANET: 2}


def test_informers_bring_shadow_cards():
    """IAM-5.3: V7 two cards from the deck."""
    at = due("Hidden Informers").deal(0).stack_cards("Red Tape", "Petty Theft")
    colonise(at, "strong", PLANET)
    assert sorted(at.hand(0)) == ["Petty Theft", "Red Tape"]
    assert settled(at) == {PLANET: 2}


@pytest.mark.parametrize(("limit", "drops"), [(7, 1), (6, 2), (8, 0)])
def test_informers_keep_to_the_hand_limit(limit, drops):
    """IAM-8.5: V7 with six cards in hand, the excess is discarded by choice; hand_limit"""
    at = due("Hidden Informers", hand_limit=limit).deal(0, *["Red Tape", "Recall Order", "Informants"] * 2)
    at.stack_cards("Petty Theft", "Dockyard Fire")
    colonise(at, "strong", PLANET)
    for _ in range(drops):
        assert at.prompt == (0, "dropping")
        at.choose("discard Red Tape" if "discard Red Tape" in at.options else "discard Petty Theft")
    assert at.prompt[1] != "dropping"
    assert len(at.hand(0)) == 8 - drops
    assert settled(at) == {PLANET: 2}


# V5, V16: the level


@pytest.mark.parametrize(("planet", "level", "start"), [
    ("Great Basin", "strong", 3), ("Amberfield", "basic", 3), ("Verdance", "basic", 2), ("Athenaeum", "ultimate", 5),
])  # fmt: skip
def test_friendly_natives_add_a_level(planet, level, start):
    """IAM-15.4: V5, up to the highest level."""
    assert settled(met("Friendly Natives", planet, level)) == {planet: start}


@pytest.mark.parametrize("level", ["basic", "ultimate"])
def test_hostile_wildlife_sets_level_1(level):
    """IAM-15.4: V16, even at ULTIMATE."""
    assert settled(met("Hostile Wildlife", "Amberfield", level)) == {"Amberfield": 1}


def test_a_set_level_overrides_mega_colonisers():
    """IAM-4.5: V16 with any modifiers; V5 is added to them."""
    at = due("Hostile Wildlife", "Athenaeum").teach(0, "MEGA COLONISERS")
    assert settled(colonise(at, "strong", "Athenaeum")) == {"Athenaeum": 1}
    at = due("Friendly Natives", "Athenaeum").teach(0, "MEGA COLONISERS")
    assert settled(colonise(at, "strong", "Athenaeum")) == {"Athenaeum": 4}


# V8 to V13: markers


@pytest.mark.parametrize(("event", "resource"), [
    ("Delicious Aliens", "food"), ("Rich Veins", "ore"), ("Alien University", "science"), ("Luxury Resort", "coins"),
])  # fmt: skip
def test_some_markers_yield_more(event, resource):
    """IAM-27.25, IAM-5.4: V8 to V11: 2 more of their resource whenever the planet produces, and only for its owner."""
    at = met(event, "Anvil", "moderate").give(0)
    at.turn(0).choose("produce")
    expected = {"ore": 2}
    expected[resource] = expected.get(resource, 0) + 2
    assert at.resources(0) == expected
    at.turn(1).choose("produce")
    assert at.resources(1) == {}


def test_orbital_batteries_shield_only_their_planet():
    """IAM-23.5: V12: 2 points off a bombardment of this planet: of 4 points, 2 remain, not enough for a level."""
    for target, level in ((PLANET, 4), ("Anvil", 3)):
        at = bare_table(emergency_rule=False).muster(0, "Devastator")
        at.settle(1, PLANET, 4, "Orbital Batteries").settle(1, "Anvil", 4)
        fight(at.put(0, "fleet moderate"), "invade 1").choose("bombard", f"planet {target}")
        assert at.planets(1)[target] == level


@pytest.mark.parametrize(("level", "points"), [(4, 2), (3, 0)])
def test_sacred_ruins_count_if_the_planet_scores(level, points):
    """IAM-26.2: V13, 2 points; A36: the planet does not become special."""
    at = bare_table().settle(0, PLANET, level, "Sacred Ruins")
    row = at.finish().seats[0]
    assert (int(row.vp_special), int(row.specials)) == (points, 0)


# V14, V15, V17, V18


def test_a_quiet_landing_has_no_effect():
    """IAM-5.3: V14"""
    at = met("Quiet Landing")
    assert (settled(at), at.resources(0), at.fleet(0), at.hand(0)) == ({PLANET: 2}, {}, [], [])


def greenhouse(*face_up, level="strong", **more):
    """The greenhouse event occurs for PLANET; these other planets are face up."""
    at = due("Runaway Greenhouse Effect", **more).show_planets(*face_up)
    return colonise(at, level, PLANET)


def test_a_greenhouse_swaps_the_planet_for_the_lowest_face_up_planet():
    """The slot of the lost planet is still empty, its price is not paid again, and there is no second event.

    IAM-27.24, IAM-5.7: V15; A35.
    """
    left = int(bare_table().state.events_left)
    at = greenhouse("Anvil", "Lens", "Crossways")
    assert settled(at) == {"Lens": 2}
    assert at.resources(0) == {}
    assert PLANET in discards(at)
    assert (gone(at), int(at.state.events_left)) == (["Runaway Greenhouse Effect"], left - 1)


def test_both_slots_are_filled_after_a_greenhouse():
    """IAM-15.10; A35"""
    at = greenhouse("Anvil", "Lens", "Crossways")
    offer = at.market(Market.PLANET)
    assert len(offer) == 4
    assert {"Anvil", "Crossways"} < set(offer)
    assert not {PLANET, "Lens"} & set(offer)


def test_the_planet_under_the_lost_one_is_not_compared():
    """IAM-27.24; A35: the emptied slot stays empty, even if the next planet of its stack has few points."""
    at = due("Runaway Greenhouse Effect").show_planets("Anvil", "Resonance", "Crossways")
    place = at.state.stacked[0] - 1
    stack = at.state.stack[0, : place + 1].tolist()
    loam = stack.index(at.planet("Loam")) if at.planet("Loam") in stack else place
    at.state.stack[0, loam], at.state.stack[0, place] = at.state.stack[0, place], at.planet("Loam")
    colonise(at, "strong", PLANET)
    assert settled(at) == {"Crossways": 2}
    assert at.market(Market.PLANET)[0] == "Loam"


@pytest.mark.parametrize(("setup", "neighbour"), [("players3", 2), ("players5", 4)])
def test_the_right_neighbour_picks_among_the_lowest(setup, neighbour):
    """IAM-27.24; A35, A58: the previous seat picks among tied planets."""
    at = greenhouse("Anvil", "Lens", "Bazaar Rock", setup=setup)
    assert (at.prompt, at.options) == ((neighbour, "lowest"), ["planet Lens", "planet Bazaar Rock"])
    assert settled(at) == {}
    assert len(at.market(Market.PLANET)) == 3
    at.choose("planet Bazaar Rock")
    assert settled(at) == {"Bazaar Rock": 2}


@pytest.mark.parametrize(("level", "start"), [("moderate", 2), ("ultimate", 4)])
def test_the_swapped_planet_starts_at_the_level_of_the_cell(level, start):
    """IAM-27.24; A35: no limit of points applies to it."""
    at = greenhouse("Titan Quarry", "Axiom Prime", "Aurum Prime", level=level)
    assert settled(at) == {"Titan Quarry": start}


def test_a_greenhouse_without_another_face_up_planet_is_a_failure():
    """IAM-27.24, IAM-5.7; A35: only food planets are in play."""
    left_out = {f"planets.{name}.in_stack": False for name, each in bare_table().document["planets"].items()
              if each["type"] != "food"}  # fmt: skip
    at = met("Runaway Greenhouse Effect", overrides=left_out)
    assert settled(at) == {}
    assert PLANET in discards(at)
    assert at.prompt == (1, "plans")


def test_a_greenhouse_after_a_hand_over_does_not_hand_over_again():
    """IAM-15.7, IAM-27.24: One planet left, one was added."""
    at = full(due("Runaway Greenhouse Effect")).settle(1, "Quillon", 1).show_planets("Anvil", "Helix", "Crossways")
    colonise(at, "strong", PLANET).choose("hand over Loam")
    assert settled(at) == {**dict.fromkeys(SEVEN[1:], 1), "Helix": 2}


def test_a_lost_colony_ship_costs_planet_and_price():
    """IAM-5.7: V17: no level marker, the planet is discarded."""
    at = met("Lost Colony Ship")
    assert (settled(at), at.resources(0)) == ({}, {})
    assert PLANET in discards(at)
    assert at.state.level[at.planet(PLANET)] == 0
    assert len(at.market(Market.PLANET)) == 4


def test_a_handed_over_planet_is_not_returned():
    """IAM-5.7, IAM-15.7: V17"""
    at = full(due("Lost Colony Ship")).settle(1, "Quillon", 1)
    colonise(at, "strong", PLANET).choose("hand over Loam")
    assert len(at.planets(0)) == 7
    assert "Loam" in at.planets(2)


def test_a_lost_special_planet_loses_its_effect():
    """IAM-4.4, IAM-5.7: V17 over Pleasure Dome."""
    at = met("Lost Colony Ship", "Pleasure Dome")
    assert not at.player(0).modifiers.any()


def test_a_supply_shortage_is_paid_or_costs_the_level():
    """IAM-15.4: V18: two resources of any mix, or level 1."""
    at = due("Supply Shortage").give(0, food=4, ore=3, coins=1)
    colonise(at, "ultimate", PLANET)
    assert at.options == ["no", "yes"]
    at.choose("yes")
    assert at.options == ["pay food", "pay ore", "pay coins"]
    at.choose("pay coins", "pay ore")
    assert (at.resources(0), settled(at)) == ({"food": 1}, {PLANET: 4})
    at = due("Supply Shortage").give(0, food=4, ore=3, coins=1)
    colonise(at, "ultimate", PLANET).choose("no")
    assert (at.resources(0), settled(at)) == ({"food": 1, "ore": 1, "coins": 1}, {PLANET: 1})


def test_a_supply_shortage_that_cannot_be_paid_costs_the_level():
    """IAM-15.4: V18 with one resource left."""
    at = due("Supply Shortage").give(0, food=4, ore=2)
    colonise(at, "strong", PLANET)
    assert at.options == ["no"]
    assert settled(at.choose("no")) == {PLANET: 1}


# EVENT_CHOICE


def test_a_scout_chooses_among_two_events():
    """IAM-5.1: ADVANCED SCOUTING, T3 EVENT_CHOICE 1: the rejected event is discarded without effect."""
    at = due("Lost Colony Ship").stack_events("Valuable Resources", "Rich Veins").teach(0, "ADVANCED SCOUTING")
    colonise(at, "strong", PLANET).choose("reduce ore")
    assert (at.prompt, at.options) == ((0, "event"), ["resolve Valuable Resources", "resolve Rich Veins"])
    at.choose("resolve Rich Veins")
    assert kept(at) == {PLANET: "Rich Veins"}
    assert gone(at) == ["Valuable Resources"]
    assert at.resources(0) == {"ore": 1}


def test_a_scout_may_draw_two_copies_of_an_event():
    """IAM-5.1: T3: two copies are one option, one of them is resolved."""
    at = due("Quiet Landing").stack_events("Friendly Natives", "Friendly Natives").teach(0, "ADVANCED SCOUTING")
    colonise(at, "strong", PLANET).choose("reduce ore")
    assert at.options == ["resolve Friendly Natives"]
    at.choose("resolve Friendly Natives")
    assert settled(at) == {PLANET: 3}
    assert gone(at) == ["Friendly Natives"] * 2


def test_a_scout_with_one_event_left_has_no_choice():
    """IAM-5.8: T3"""
    names = [name for name in (*USED, *KEPT) if name != "Surface Ore"]
    at = bare_table(overrides={f"events.{name}.copies": 0 for name in names}).show_planets(PLANET)
    at.teach(0, "ADVANCED SCOUTING").give(0, food=3, ore=2)
    colonise(at, "strong", PLANET).choose("reduce food")
    assert at.resources(0) == {"food": 1, "ore": 3}
