"""Paying: what cards and counters supply, what is lost, and what cannot pay for itself."""

from types import SimpleNamespace

import pytest

from starbalance.simulator.games.handful_of_stars.payment import counter_points
from starbalance.simulator.games.handful_of_stars.rules import TRACK
from tests.handful_of_stars.table import bare_table

ALL = ["Star Drive", "Shipyard", "Settlers", "Academy"]


def at_home(*hand, switches=None, **piles):
    """Seat 0 has its home world with five fleets on Berylith, an empty friendly system next to it, and a hand."""
    at = bare_table(**(switches or {})).lay(Berylith=0, Hap=1).place(0, "Berylith", fleets=5, marker="home")
    return at.place(0, "Hap", marker="outpost").deal(0, hand=hand, draw=[], discard=[], **piles)


def moving(at, fleets):
    """Move fleets from Berylith to Hap, up to the payment."""
    return at.choose("act move", "from Berylith", f"move {fleets} fleet{'s' if fleets > 1 else ''} to Hap", "done")


def at_war(hand, defenders=4, switches=None, **piles):
    """Seat 0 attacks Hap, held by fleets of seat 1, with three fleets, is behind and must respond.

    Two more of its fleets are on Ishtar, one connection away from Hap.
    """
    at = bare_table(**(switches or {})).lay(Berylith=0, Hap=1, Ishtar=7)
    at.place(0, "Berylith", fleets=3, marker="home")
    at.place(0, "Ishtar", fleets=2, marker="colony").place(1, "Hap", fleets=defenders)
    at.deal(0, hand=["Pyre", *hand], **piles).deal(1, hand=["Bleakwater"])
    at.give_counters(0, "energy_2").choose("act move", "from Berylith", "move 3 fleets to Hap", "done")
    at.choose("flip energy_2 for energy", "spend Pyre for energy", "no")
    assert at.prompt == (0, "response")
    return at


def spends(at):
    """Return the cards and counters offered for a payment."""
    return [words for words in at.options if words.startswith(("spend", "flip"))]


def test_cards_of_hand_and_reserves_and_counters_pay_together():
    """HOS-4.1: in any combination: 2 + 2 + 1 energy"""
    at = at_home("Star Drive", "Academy", one=["Elyria"], two=["Fast Ships"]).give_counters(0, "energy_2", "matter_2")
    moving(at, 5)
    assert at.due == {"energy": 5}
    assert spends(at) == ["spend Star Drive for energy", "spend Elyria for energy", "flip energy_2 for energy"]
    at.choose("flip energy_2 for energy")
    assert (at.due, at.face_down(0)) == ({"energy": 3}, ["energy_2"])
    assert spends(at) == ["spend Star Drive for energy", "spend Elyria for energy"]
    at.choose("spend Elyria for energy", "spend Star Drive for energy")
    assert (at.prompt, at.due) == ((0, "turn"), {})


@pytest.mark.parametrize(("card", "points"), [("Elyria", 1), ("Star Drive", 2), ("Hap", 3)])
def test_a_card_supplies_the_number_in_its_symbol(card, points):
    """HOS-4.2"""
    at = at_home(card, "Ashfall", "Frostgate")
    moving(at, 5).choose(f"spend {card} for energy")
    assert at.due == {"energy": 5 - points}


@pytest.mark.parametrize(("fleets", "offered"), [(3, True), (4, False)])
def test_a_move_that_cannot_be_paid_is_not_offered(fleets, offered):
    """HOS-4.2: Three points of energy move three fleets."""
    at = at_home("Hap").choose("act move", "from Berylith")
    assert (f"move {fleets} fleets to Hap" in at.options) == offered


@pytest.mark.parametrize(("hand", "possible"), [
    (["Boldar"], False), (["Boldar", "Shipyard"], True), (["Boldar", "Settlers"], True),
    (["Boldar", "Star Drive"], False),
])  # fmt: skip
def test_a_card_with_several_symbols_supplies_one_kind(hand, possible):
    """HOS-4.3: matter or population, not both"""
    assert ("act build" in at_home(*hand).options) == possible


@pytest.mark.parametrize(("counters", "possible"), [
    (["matter_population"], False), (["matter_population", "matter_population"], True),
])  # fmt: skip
def test_a_counter_with_several_symbols_supplies_one_kind(counters, possible):
    """HOS-4.3"""
    assert ("act build" in at_home().give_counters(0, *counters).options) == possible


@pytest.mark.parametrize(("spare", "matter"), [("Shipyard", "Shipyard"), ("Settlers", "Boldar")])
def test_the_rest_of_a_payment_can_always_be_paid(spare, matter):
    """HOS-4.3: A card is not offered for one resource if it is the only card left for the other."""
    at = at_home("Boldar", spare).choose("act build", "build fleet Berylith", "done")
    assert at.due == {"matter": 1, "population": 1}
    assert at.options == [f"spend {matter} for matter"]


@pytest.mark.parametrize(("hand", "possible"), [
    (["Production Line", "Shipyard"], False), (["Production Line", "Settlers"], False),
    (["Production Line", "Settlers", "Shipyard"], True),
])  # fmt: skip
def test_a_card_played_for_its_effect_supplies_nothing(hand, possible):
    """Production Line shows matter and population; when played, the points for its unit come from other cards.

    HOS-4.4.
    """
    at = at_home(*hand)
    assert ("play Production Line" in at.options) == possible
    if possible:
        at.choose("play Production Line", "build fleet Berylith", "done")
        assert at.options == ["spend Shipyard for matter"]


def test_a_card_that_pays_has_no_effect():
    """HOS-4.4: Advanced Cybernetics for its research draws no card."""
    at = at_home("Advanced Cybernetics", "Academy").show("Culture")
    at.choose("act draft", "draft Culture", "spend Academy for research", "spend Advanced Cybernetics for research")
    assert (at.hand(0), at.state.shuffles) == ([], 0)


def test_surplus_points_are_lost():
    """HOS-4.5: both within the action and for the next one"""
    at = moving(at_home("Hap"), 1)
    at.choose("spend Hap for energy")
    assert (at.due, at.prompt) == ({}, (0, "turn"))
    assert "act move" not in at.options


def test_a_surplus_of_one_resource_pays_no_other_resource():
    """HOS-4.5: Boldar's second point of population does not pay for matter."""
    at = at_home("Rhosgar", "Shipyard").choose("act build", "build fleet Berylith", "done")
    at.choose("spend Shipyard for matter")
    assert at.due == {"population": 1}
    at.choose("spend Rhosgar for population")
    assert at.prompt == (0, "turn")


def test_cards_that_pay_go_to_the_discard_pile():
    """HOS-4.6: System, Starting and One-Use cards alike, from the hand or a Reserve"""
    at = at_home("Hap", "Star Drive", one=["Black-Hole Creator"])
    moving(at, 5).choose("spend Black-Hole Creator for energy", "spend Hap for energy", "spend Star Drive for energy")
    assert at.pile(0, "discard") == ["Black-Hole Creator", "Hap", "Star Drive"]
    assert (at.boxed("Black-Hole Creator"), at.in_pool("Hap")) == (0, False)


def test_a_counter_face_down_supplies_nothing_until_the_owners_shuffle():
    """HOS-4.7"""
    at = at_home().give_counters(0, "energy_2").give_counters(1, "energy_2", down=["energy_2"])
    moving(at, 1).choose("flip energy_2 for energy")
    assert "act move" not in at.options
    at.deal(0, draw=["Husk"], discard=["Cinder", "Kiln", "Pyre", "Oremis", "Magnar", "Lodestar"])
    at.choose("act pass")
    assert (at.face_down(0), at.face_down(1)) == ([], ["energy_2"])
    at.deal(0, hand=[]).turn(0)
    assert "act move" in at.options
    assert "flip energy_2 for energy" in moving(at, 1).options


def test_cards_of_the_reserves_are_played_like_hand_cards():
    """HOS-4.8: for points and for effects, in actions and in combats"""
    at = at_home("Husk", one=["Advanced Cybernetics", "Ashfall"]).deal(0, draw=["Kiln", "Pyre"])
    assert {"act move", "play Advanced Cybernetics"} <= set(at.options)
    at.choose("play Advanced Cybernetics")
    assert (at.hand(0), at.pile(0, "one")) == (["Husk", "Kiln", "Pyre"], ["Ashfall"])
    at = at_war([], one=["Shipyard"], two=["Dreadnoughts"])
    assert {"spend Shipyard for matter", "spend Dreadnoughts for matter"} <= set(at.options)


def test_cards_never_return_from_a_reserve_to_the_hand():
    """HOS-4.8: they are played, switched, discarded or removed."""
    at = at_home("Husk", one=["Culture"]).choose("act reserve")
    assert {words.split()[0] for words in at.options} == {"reserve", "switch"}
    at.choose("reserve Husk to reserve one")
    assert {words.split()[0] for words in at.options} == {"done", "switch"}
    at.choose("done")
    assert (at.hand(0), at.pile(0, "one")) == ([], ["Culture", "Husk"])


@pytest.mark.parametrize("choices", [
    ["act colonise", "outpost Ishtar", "spend Culture for population"],
    ["act discard", "discard Culture", "done"],
    ["act remove", "remove Culture"],
])  # fmt: skip
def test_a_lasting_effect_ends_when_its_card_leaves_the_reserve(choices):
    """HOS-4.9: The card is spent, discarded or removed, and the victory points of Culture are lost."""
    at = at_home("Husk", one=["Culture"]).place(0, "Ishtar", fleets=1)
    before = at.vp(0)
    at.choose(*choices)
    assert at.vp(0) == before - 2 + 3 * ("outpost Ishtar" in choices)


def test_a_lasting_effect_needs_its_card_for_the_whole_step():
    """HOS-4.9: Artificial Intelligence that was spent in the turn brings no seventh card at its end."""
    at = at_home(two=["Artificial Intelligence"]).show("Retreat")
    at.deal(0, draw=["Husk", "Kiln", "Pyre", "Cinder", "Oremis", "Magnar", "Lodestar"])
    at.choose("act draft", "draft Retreat", "spend Artificial Intelligence for research", "act pass")
    assert len(at.hand(0)) == 6


@pytest.mark.parametrize(("hand", "reserve", "sites"), [
    (["Settlers"], ["Mobile Factories"], ["Berylith"]),
    (["Settlers", "Shipyard"], ["Mobile Factories"], ["Berylith", "Hap"]),
    (["Settlers"], ["Mobile Factories", "Mobile Factories"], ["Berylith", "Hap"]),
    (["Settlers", "Mobile Factories"], ["Mobile Factories"], ["Berylith", "Hap"]),
])  # fmt: skip
def test_mobile_factories_do_not_pay_for_the_units_they_build(hand, reserve, sites):
    """HOS-4.9: A64: one copy stays in the Reserve until the step is paid."""
    at = at_home(*hand, one=reserve).choose("act build")
    assert [words for words in at.options if "fleet" in words] == [f"build fleet {site}" for site in sites]
    at.choose(f"build fleet {sites[-1]}", "done")
    assert len(spends(at)) == 1
    at.choose(at.options[0])
    assert ("Mobile Factories" in at.pile(0, "one")) == (len(sites) == 2)


def test_a_switch_lets_mobile_factories_pay_for_the_units_they_build():
    """HOS-4.9: A64: enabling_card_pays = true"""
    at = at_home("Settlers", one=["Mobile Factories"], switches={"enabling_card_pays": True}).choose("act build")
    assert "build fleet Hap" in at.options
    assert at.choose("build fleet Hap", "done").options == ["spend Mobile Factories for matter"]
    assert at.choose("spend Mobile Factories for matter").options == ["spend Settlers for population"]


@pytest.mark.parametrize("card", ["Fast Ships", "Stealth Technology"])
def test_a_switch_lets_fast_ships_and_stealth_pay_for_moves(card):
    """HOS-4.9: A65: travel_card_pays = true"""
    at = moving(at_home("Star Drive", one=[card], switches={"travel_card_pays": True}), 1)
    assert spends(at) == ["spend Star Drive for energy", f"spend {card} for energy"]
    assert at.choose(f"spend {card} for energy").pile(0, "one") == []


@pytest.mark.parametrize("card", ["Fast Ships", "Stealth Technology"])
def test_fast_ships_and_stealth_in_the_reserve_do_not_pay_for_moves(card):
    """A64, A65: not even for a move that is possible without them; a copy in the hand or a second copy may pay.

    HOS-4.9.
    """
    assert "act move" not in at_home("Academy", one=[card]).options
    assert "act move" in at_home("Academy", card).options
    at = moving(at_home("Star Drive", one=[card]), 1)
    assert spends(at) == ["spend Star Drive for energy"]


def test_a_second_copy_of_fast_ships_pays():
    """HOS-4.9: A64: one copy has to stay in the Reserve."""
    at = moving(at_home(one=["Fast Ships", "Fast Ships"]), 2)
    assert spends(at) == ["spend Fast Ships for energy"]
    assert at.choose("spend Fast Ships for energy").pile(0, "one") == ["Fast Ships"]


def test_lasting_cards_pay_for_steps_that_do_not_need_them():
    """HOS-4.9: Star Base Movement for a fleet, Mobile Factories on the home world, Fast Ships for research"""
    at = moving(at_home(one=["Star Base Movement"]), 1)
    assert spends(at) == ["spend Star Base Movement for energy"]
    at = at_home("Settlers", one=["Mobile Factories"]).choose("act build", "build fleet Berylith", "done")
    assert spends(at) == ["spend Mobile Factories for matter"]


@pytest.mark.parametrize(("hand", "possible"), [
    (["Elyria"], False), (["Star Drive"], True), (["Elyria", "Berylith"], True)])  # fmt: skip
def test_star_base_movement_does_not_pay_for_the_star_base(hand, possible):
    """HOS-4.9: A64: other cards have to pay the two energy."""
    at = bare_table().lay(Berylith=0, Hap=1).place(0, "Berylith", 0, 1, "home").place(0, "Hap", marker="outpost")
    at.deal(0, hand=hand, two=["Star Base Movement"])
    assert ("act move" in at.options) == possible
    if possible:
        at.choose("act move", "from Berylith", "move 1 star base to Hap", "done")
        assert "spend Star Base Movement for energy" not in at.options


def test_a_switch_lets_star_base_movement_pay_for_the_star_base():
    """HOS-4.9: A64: enabling_card_pays = true"""
    at = bare_table(enabling_card_pays=True).lay(Berylith=0, Hap=1)
    at.place(0, "Berylith", 0, 1, "home").place(0, "Hap", marker="outpost")
    at.deal(0, hand=["Elyria"], two=["Star Base Movement"])
    at.choose("act move", "from Berylith", "move 1 star base to Hap", "done")
    assert "spend Star Base Movement for energy" in at.options


@pytest.mark.parametrize(("weapon", "resource"), [("High-Energy Weapons", "energy"), ("Mass Armies", "population")])
def test_a_switch_lets_a_weapon_be_spent_as_its_own_ammunition(weapon, resource):
    """HOS-4.9, HOS-17.13, HOS-17.15: A64: enabling_card_pays = true"""
    at = at_war([], one=[weapon], switches={"enabling_card_pays": True})
    assert f"spend {weapon} for {resource}" in at.options


@pytest.mark.parametrize(("weapon", "resource", "item"), [
    ("High-Energy Weapons", "energy", "Hap"), ("Mass Armies", "population", "Settlers"),
])  # fmt: skip
def test_a_weapon_is_not_spent_as_its_own_ammunition(weapon, resource, item):
    """HOS-4.9: A64: a second copy in the Reserve or a copy in the hand may be spent."""
    at = at_war([item], one=[weapon])
    assert f"spend {item} for {resource}" in at.options
    assert f"spend {weapon} for {resource}" not in at.options
    at = at_war([item], one=[weapon, weapon])
    assert f"spend {weapon} for {resource}" in at.options
    at = at_war([weapon], one=[weapon])
    assert f"spend {weapon} for {resource}" in at.options
    at = at_war([weapon, item])
    assert not [words for words in at.options if words.startswith("spend") and words.endswith(resource)]


def test_strength_gained_stays_when_its_weapon_is_spent_later():
    """HOS-4.9: A64: in the same combat, as energy that moves a fleet"""
    at = at_war(["Star Drive"], one=["High-Energy Weapons"])
    at.choose("spend Star Drive for energy")
    assert at.margin == 9 - 12 + 2
    at.choose("reinforce 1 fleet from Ishtar")
    assert at.margin == 9 - 12 + 2 + 3
    at.choose("done", "spend High-Energy Weapons for energy")
    assert (at.pile(0, "one"), at.state.combat.added[0]) == ([], 2)


def test_a_modifier_ends_at_once_when_its_card_is_spent_in_the_combat():
    """HOS-4.9: A41: spending Dreadnoughts costs two points of strength and adds one by matter"""
    at = at_war([], two=["Dreadnoughts"])
    assert at.margin == 9 + 2 - 12
    at.choose("spend Dreadnoughts for matter")
    assert at.margin == 9 + 1 - 12


def test_every_point_of_matter_counts_in_a_combat():
    """HOS-4.5: A17: five points count although four are enough"""
    at = at_war(["Cinder", "Frostgate"])
    assert at.choose("spend Cinder for matter", "spend Frostgate for matter").margin == 9 + 5 - 12


def test_surplus_energy_is_lost_at_the_end_of_a_response():
    """HOS-4.5: A17: three points are paid for one connection; the next response needs more energy."""
    at = at_war(["Hap", "Shipyard"]).choose("reinforce 1 fleet from Ishtar", "spend Shipyard for matter", "done")
    at.choose("spend Hap for energy")
    assert (at.prompt, at.margin) == ((1, "response"), 9 + 3 + 2 - 12)
    at.choose("spend Bleakwater for matter", "done")
    assert at.prompt == (0, "response")
    assert "reinforce 1 fleet from Ishtar" not in at.options


def test_a_card_or_counter_is_used_once_in_a_payment():
    """HOS-4.3, HOS-4.6: Spent cards and turned counters are not offered again."""
    at = moving(at_home("Star Drive", "Hap"), 5)
    assert len(spends(at)) == 2
    assert spends(at.choose("spend Star Drive for energy")) == ["spend Hap for energy"]


@pytest.mark.parametrize(("choices", "due"), [
    (["act move", "from Berylith", "move 2 fleets to Hap", "done"], {"energy": 2}),
    (["act build", "build fleet Berylith", "done"], {"matter": 1, "population": 1}),
    (["act colonise", "outpost Arkanis"], {"population": 1}),
    (["act draft", "draft Retreat"], {"research": 1}),
    (["act move", "from Arkanis", "hop 1 fleet to Helion", "done"], {"research": 1}),
])  # fmt: skip
def test_every_resource_has_its_uses(choices, due):
    """Energy moves, matter and population build, population colonises, research drafts cards and Wormhole counters.

    HOS-1.3.
    """
    at = at_home(*ALL).show("Retreat").place(0, "Arkanis", fleets=1).place(0, "Helion", fleets=1).open_wormholes(0)
    at.block("Arkanis", "Helion")
    assert at.choose(*choices).due == due


class Symbols:
    """A table of symbols that refuses an index from its end."""

    def __getitem__(self, place):
        assert min(place) >= 0, place
        return 3


def test_a_space_without_a_counter_has_no_points_and_no_index_below_0():
    at, points = bare_table(), getattr(counter_points, "py_func", counter_points)
    at.give_counters(0, "energy_2")
    rules = SimpleNamespace(counter_symbols=Symbols())
    assert sorted(points(at.state, rules, 0, space, 0) for space in range(TRACK)) == [0] * (TRACK - 1) + [3]
