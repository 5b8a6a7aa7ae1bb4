"""The cards of combat: weapons in the Reserve, cards played in a response, and cards that end or soften a combat."""

import pytest

from tests.handful_of_stars.battle import attack, battle, equip, frontier, pay, play_out, raid
from tests.handful_of_stars.table import bare_table

DREADS = ["Dreadnoughts", "Super Dreadnoughts"]


def plays(at):
    """Return the cards that can be played now."""
    return [words.removeprefix("play ") for words in at.options if words.startswith("play")]


def refuges(at):
    """Return the options to retreat."""
    return [words for words in at.options if words.startswith("retreat")]


def through_a_wormhole(defender, held=(2, 0), fleets=2, origin="Pyre"):
    """Player 0 attacks Lyssa by Temporary Wormhole from a system without other pieces; Fennar, next to Lyssa, is
    friendly."""
    at = bare_table().place(0, origin, fleets).place(0, "Fennar", 1, marker="outpost")
    at.place(1, "Lyssa", *held, "outpost").deal(0, hand=["Temporary Wormhole"])
    at.choose("play Temporary Wormhole", f"from {origin} with {fleets} fleet{'s' * (fleets > 1)}", "jump Lyssa")
    return equip(at, {"hand": ["Star Drive"]}, {"hand": defender})


# Diplomacy


def test_diplomacy_ends_the_combat_before_it_begins():
    """HOS-17.8; A71: (a) a defender attacked by a player may play it, (b) the attacker has to retreat, (e) there
    are no casualties."""
    at = battle(3, (2, 0), "colony", defender={"hand": ["Diplomacy"]}).choose("no")
    assert (at.prompt, at.options) == ((1, "stand"), ["no", "play Diplomacy"])
    at.choose("play Diplomacy")
    assert at.prompt == (0, "retreat")
    at.choose("retreat 3 fleets to Kelmar")
    assert (at.owner("Lyssa"), at.units("Lyssa", 1), at.units("Kelmar", 0)) == (1, (2, 0), (3, 0))
    assert at.pile(1, "discard") == ["Diplomacy"]


def test_diplomacy_is_no_card_for_attackers():
    """HOS-17.8a: An attacker cannot play it in a response, and no player can play it against a neutral system."""
    assert plays(battle(1, (2, 0), attacker={"hand": ["Diplomacy"]}).choose("no")) == []
    assert plays(raid(1, 3, {"hand": ["Diplomacy"]}).choose("no")) == []


def test_diplomacy_drives_units_without_a_refuge_off_the_map():
    """HOS-17.8e, HOS-17.8b; A15: the attacking units had no other system, and the one they left is neutral."""
    at = bare_table().place(0, "Kelmar", 2).place(1, "Lyssa", 1, marker="outpost")
    equip(attack(at, 2), {}, {"one": ["Diplomacy"]}).choose("no", "play Diplomacy")
    assert (at.prompt, int(at.player(0).fleets)) == ((0, "turn"), 16)


@pytest.mark.parametrize(
    "answer", ["spend Bleakwater for matter", "reinforce 2 fleets from Meridor", "play Rapid-Reaction Force"]
)
def test_diplomacy_comes_too_late_once_the_defender_has_added_strength(answer):
    """HOS-17.8c: by matter, fleets or a card; before that, at the start of a response, it can still be played."""
    cards = ["Diplomacy", "Bleakwater", "Rapid-Reaction Force", "Star Drive", "Hap"]
    at = frontier(2, (1, 0)).place(1, "Meridor", 2, marker="outpost")
    equip(attack(at, 2), {"hand": ["Cinder", "Grendel"]}, {"hand": cards}).choose("no", "no")
    assert "Diplomacy" in plays(at)
    at.choose(answer)
    assert "Diplomacy" not in plays(at)
    at.choose("done")
    pay(at).choose("spend Cinder for matter", "spend Grendel for matter", "done")
    assert at.prompt == (1, "response")
    assert "Diplomacy" not in plays(at)


def test_diplomacy_is_still_possible_after_a_star_bomb():
    """HOS-17.8c; A13: a bomb lowers the enemy, and Space Mines act by themselves; neither adds strength."""
    at = battle(2, (1, 0), attacker={"hand": ["Bleakwater", "Cinder"]},
                defender={"hand": ["Diplomacy", "Star Bomb"], "two": ["Space Mines"]}).choose("no")  # fmt: skip
    at.choose("no", "spend Bleakwater for matter", "done", "play Star Bomb on fleet")
    assert "Diplomacy" not in plays(at), "within a response it comes first"
    at.choose("done", "spend Cinder for matter", "done")
    assert "Diplomacy" in plays(at)


def test_after_diplomacy_the_units_of_a_temporary_wormhole_may_go_back():
    """(d, f) They go to the system that they had left empty, which they control again, or to another one; A62.

    HOS-17.8, HOS-17.30.
    """
    at = through_a_wormhole(["Diplomacy"])
    assert at.owner("Pyre") is None
    at.choose("no", "play Diplomacy")
    assert {words.split(" to ")[1] for words in refuges(at)} == {"Pyre", "Fennar"}
    at.choose("retreat 2 fleets to Pyre")
    assert (at.prompt, at.owner("Pyre"), at.units("Pyre", 0)) == ((0, "turn"), 0, (2, 0))


def test_without_diplomacy_there_is_no_way_back_through_a_temporary_wormhole():
    """HOS-17.8d; A19: a free retreat goes to systems next to the combat."""
    at = through_a_wormhole([]).choose("yes")
    assert {words.split(" to ")[1] for words in refuges(at)} == {"Fennar"}


def test_a_habitable_origin_is_controlled_again_without_a_combat():
    """A62, HOS-17.8d: Ishtar, left without a piece, is neutral; any other player who enters it has to fight."""
    at = through_a_wormhole(["Diplomacy"], origin="Ishtar")
    assert at.owner("Ishtar") is None
    at.choose("no", "play Diplomacy", "retreat 2 fleets to Ishtar")
    assert (at.prompt, at.owner("Ishtar"), at.units("Ishtar", 0)) == ((0, "turn"), 0, (2, 0))


def test_only_units_that_came_by_temporary_wormhole_go_back_there():
    """HOS-17.8d: A fleet that joined them later has to retreat to a system next to the combat."""
    at = through_a_wormhole(["Diplomacy"], (1, 0), 1).choose("no", "no")
    at.choose("reinforce 1 fleet from Fennar", "done")
    pay(at).choose("play Diplomacy")
    assert [words for words in refuges(at) if "Pyre" in words] == ["retreat 1 fleet to Pyre"]
    at.choose("retreat 1 fleet to Pyre")
    assert refuges(at) == ["retreat 1 fleet to Fennar"]


# Dreadnoughts and Super Dreadnoughts, Space Mines


@pytest.mark.parametrize(("reserve", "more"), [
    (["Dreadnoughts"], 2),
    (["Dreadnoughts", "Dreadnoughts"], 4),
    (["Super Dreadnoughts"], 4),
    (DREADS, 6),
])  # fmt: skip
def test_dreadnoughts_in_the_reserve_strengthen_a_side_with_a_fleet(reserve, more):
    """(a) attacking and defending without being played, (b) cumulative, (c) with a fleet.

    HOS-17.9, HOS-17.29; X25.
    """
    assert battle(1, (1, 1), attacker={"two": reserve}).margin == 3 - 8 + more
    assert battle(1, (1, 1), defender={"two": reserve}).margin == 3 - 8 - more
    assert battle(1, (0, 1), defender={"two": reserve}).margin == 3 - 5, "a star base is not enough"
    assert battle(1, (0, 0), defender={"two": reserve}).margin == 3
    assert battle(1, (1, 1), attacker={"hand": reserve}).margin == 3 - 8


def test_spent_dreadnoughts_have_no_effect():
    """HOS-17.9, HOS-17.29; A41: their matter adds 1 and 2, and their effects of 2 and 4 end."""
    at = battle(1, (2, 1), attacker={"two": DREADS}).choose("no")
    assert at.margin == 3 + 6 - 11
    assert at.choose("spend Dreadnoughts for matter").margin == 3 + 4 + 1 - 11
    assert at.choose("spend Super Dreadnoughts for matter").margin == 3 + 1 + 2 - 11


@pytest.mark.parametrize("marker", ["outpost", "colony", "home"])
def test_two_space_mines_guard_a_system_without_units(marker):
    """HOS-17.25; X26: (a) 3 for a defender, (b) each, (c) with any marker and no unit."""
    at = battle(1, marker=marker, defender={"two": ["Space Mines", "Space Mines"]})
    assert at.margin == 3 - 6
    assert at.choose("no").prompt == (0, "response")


@pytest.mark.parametrize(("units_only", "margin"), [(True, 6 - 3 - 3), (False, 6 - 3)])
def test_a_switch_lets_space_mines_guard_units_without_a_marker(units_only, margin):
    """HOS-17.25c; A51: mines_units_only = true, and false"""
    mines = {"two": ["Space Mines"]}
    assert battle(2, (1, 0), "empty", defender=mines, mines_units_only=units_only).margin == margin
    assert battle(2, (1, 0), "outpost", defender=mines, mines_units_only=units_only).margin == 6 - 3 - 3


def test_space_mines_need_a_marker():
    """HOS-17.25c; A51: the plain wording of the rule is the default: an outpost, a colony or the home world."""
    mines = {"two": ["Space Mines"]}
    assert battle(2, (1, 0), "empty", defender=mines).margin == 6 - 3
    assert battle(2, (1, 0), "outpost", defender=mines).margin == 6 - 3 - 3


def test_space_mines_of_the_attacker_or_in_a_hand_do_nothing():
    """HOS-17.25: (d) They have no effect when attacking; A44: they need to lie in the Reserve."""
    assert battle(2, attacker={"two": ["Space Mines"]}).margin == 6
    assert battle(2, defender={"hand": ["Space Mines"]}).margin == 6


# Force Shields


@pytest.mark.parametrize("pile", ["hand", "one"])
def test_force_shields_save_the_loser_his_casualties_but_not_his_star_base(pile):
    """HOS-17.12; X37: (a) played at the end of a combat, (b) both fleets retreat, the star base is eliminated."""
    at = battle(5, (2, 1), refuge=True, defender={pile: ["Force Shields"]}).choose("no", "no")
    assert plays(at) == [], "not before the end"
    at.choose("done")
    assert (at.prompt, at.options) == ((1, "shields"), ["no", "play Force Shields"])
    at.choose("play Force Shields", "retreat 2 fleets to Meridor")
    assert (at.prompt, at.units("Meridor", 1), at.owner("Lyssa")) == ((0, "turn"), (2, 0), 0)
    assert "Force Shields" in at.pile(1, "discard")


def test_force_shields_save_only_the_casualties_of_their_player():
    """HOS-17.12a: A winner plays them after a crossing; the loser still loses half of his units."""
    at = battle(2, (2, 0), attacker={"hand": ["Shipyard", "Force Shields"]}).choose("no")
    at.choose("spend Shipyard for matter", "done", "done")
    assert at.options == ["lose 1 fleet"]
    at.choose("lose 1 fleet")
    assert (at.prompt, at.options) == ((0, "shields"), ["no", "play Force Shields"])
    at.choose("play Force Shields")
    assert at.units("Lyssa", 0) == (2, 0)


def test_force_shields_may_stay_in_the_hand():
    """A player who does not play them loses half of his units; without casualties there is no such decision.

    HOS-17.12a; A71.
    """
    at = battle(2, (2, 0), defender={"hand": ["Force Shields"]}, attacker={"hand": ["Force Shields", "Shipyard"]})
    at.choose("no", "spend Shipyard for matter", "done", "done", "no")
    assert (at.prompt, at.options) == ((1, "casualties"), ["lose 1 fleet"])
    at = raid(3, 3, {"hand": ["Force Shields"]}).choose("no")
    assert at.prompt == (0, "turn")


def test_force_shields_do_not_save_bombed_units_or_provide_a_refuge():
    """HOS-17.12; A60: A bombed fleet and fleets that cannot retreat are lost in spite of them."""
    at = battle(6, (4, 0), attacker={"hand": ["Star Bomb", "Bleakwater"]},
                defender={"hand": ["Force Shields", "Cinder", "Lodestar", "Magnar"]}).choose("no")  # fmt: skip
    at.choose("spend Cinder for matter", "spend Lodestar for matter", "spend Magnar for matter", "done")
    at.choose("play Star Bomb on fleet", "done", "done", "play Force Shields")
    assert (at.prompt, at.options) == ((0, "casualties"), ["lose 3 fleets"]), "the winner is still liable"
    play_out(at)
    assert (at.owner("Lyssa"), int(at.player(1).fleets)) == (0, 16)


# High-Energy Weapons, Mass Armies, Missiles


@pytest.mark.parametrize(("card", "clause"), [("High-Energy Weapons", "energy"), ("Mass Armies", "population")])
@pytest.mark.parametrize(("pile", "works"), [("one", True), ("two", True), ("hand", False)])
def test_weapons_in_the_reserve_turn_energy_or_population_into_strength(card, clause, pile, works):
    """(a) Each point adds 1, like matter, from cards and counters; in the hand they have no effect.

    HOS-17.13, HOS-17.15.
    """
    supply = {"energy": ("Hap", 3), "population": ("Settlers", 2)}[clause]
    piles = {"hand": [supply[0]]}
    piles[pile] = [*piles.get(pile, []), card]
    at = battle(1, (0, 2), attacker=piles)
    index = ["energy", "matter", "population"].index(clause)
    counter = next(name for k, name in enumerate(at.kinds) if at.rules.counter_symbols[k, index] == 2)
    at.give_counters(0, counter).choose("no")
    offers = {f"spend {supply[0]} for {clause}", f"flip {counter} for {clause}"}
    assert offers <= set(at.options) if works else not offers & set(at.options)
    if works:
        at.choose(*offers)
        assert at.margin == 3 + supply[1] + 2 - 10


@pytest.mark.parametrize(("card", "clause"), [("High-Energy Weapons", "energy"), ("Mass Armies", "population")])
def test_the_last_copy_of_a_weapon_is_not_spent_as_ammunition(card, clause):
    """HOS-17.13, HOS-17.15; A64: a copy has to stay in the Reserve, a second one may be spent."""
    at = battle(1, (0, 2), attacker={"two": [card]}).choose("no")
    assert f"spend {card} for {clause}" not in at.options
    at = battle(1, (0, 2), attacker={"two": [card, card]}).choose("no", f"spend {card} for {clause}")
    assert at.margin == 3 + (1 if clause == "energy" else 2) - 10
    assert f"spend {card} for {clause}" not in at.options


def test_mass_armies_take_no_room_in_a_reserve():
    """HOS-17.15c: a third card in a slot for two."""
    at = bare_table().deal(0, hand=["Mass Armies", "Mass Armies"], two=["Dreadnoughts", "Space Mines"], one=[])
    at.choose("act reserve", "reserve Mass Armies to reserve two", "reserve Mass Armies to reserve two")
    assert at.pile(0, "two") == ["Dreadnoughts", "Space Mines", "Mass Armies", "Mass Armies"]
    at.choose("done").deal(0, hand=["Culture"], two=["Dreadnoughts", "Mass Armies", "Mass Armies"])
    assert "reserve Culture to reserve two" in at.choose("act reserve").options


@pytest.mark.parametrize(("drawn", "more"), [
    (["Shipyard", "Academy"], 4),
    (["Bleakwater", "Cinder"], 12),
    (["Hap", "Settlers"], 0),
])  # fmt: skip
def test_missiles_double_the_matter_of_two_cards(drawn, more):
    """(a) attacking or defending, (b) both are discarded, E and P are not doubled.

    HOS-17.16, HOS-17.13, HOS-17.15; X27.
    """
    piles = {"two": ["Missiles"], "one": ["High-Energy Weapons", "Mass Armies"], "draw": [*drawn, "Star Drive"]}
    at = battle(1, (1, 1), attacker=piles).choose("no", "play Missiles")
    assert at.margin == 3 - 8 + more
    assert (at.pile(0, "discard"), at.pile(0, "draw"), at.hand(0)) == (drawn, ["Star Drive"], [])
    at = battle(4, (1, 1), defender=piles).choose("no", "play Missiles")
    assert at.margin == 12 - 8 - more


def test_missiles_fire_once_per_card_and_combat():
    """HOS-17.16a: Two of them fire twice, and again in the next combat."""
    deck = ["Husk", "Shipyard", "Academy", "Settlers", "Drossen", "Embermoor"]
    at = battle(2, (4, 0), attacker={"two": ["Missiles", "Missiles"], "draw": deck}).choose("no")
    at.choose("play Missiles")
    assert at.margin == 6 - 12 + 8
    at.choose("play Missiles")
    assert (at.margin, plays(at)) == (6 - 12 + 8, [])
    assert at.pile(0, "two") == ["Missiles", "Missiles"]
    play_out(at.choose("done"))
    at.place(0, "Kelmar", 2, marker="colony").alien("Rhosgar", 6)
    attack(at, 2, "Rhosgar").choose("no")
    assert plays(at) == ["Missiles", "Missiles"]


def test_a_second_missiles_card_may_fire_after_the_first_is_spent():
    """HOS-17.16a: once per card: the matter of the first card is spent, the second one still fires."""
    at = battle(1, (2, 2), attacker={"two": ["Missiles", "Missiles"], "draw": ["Shipyard", "Academy"]}).choose("no")
    at.choose("play Missiles", "spend Missiles for matter")
    assert plays(at) == ["Missiles"]


def test_missiles_in_the_hand_do_not_fire():
    """HOS-17.16a: They have a lasting effect (A10)."""
    assert plays(battle(1, (0, 1), attacker={"hand": ["Missiles"]}).choose("no")) == []


def test_missiles_may_shuffle():
    """HOS-17.16c: The draw deck holds one card, which is not in the new deck; the marker advances."""
    at = battle(1, (2, 2), attacker={"two": ["Missiles"], "draw": ["Shipyard"], "discard": ["Bleakwater"]}).choose("no")
    at.choose("play Missiles")
    assert at.margin == 3 - 16 + 2 * (2 + 3)
    assert (at.state.shuffles, sorted(at.pile(0, "discard"))) == (1, ["Bleakwater", "Shipyard"])


@pytest.mark.parametrize(("reading", "allowed"), [("symbols", True), ("exclusive", False)])
@pytest.mark.parametrize("timing", ["reserve", "combat"])
def test_missiles_and_high_energy_weapons_in_one_combat(reading, allowed, timing):
    """HOS-17.16d; A12: with missiles_hew = symbols both work; with exclusive the first one used bars the other"""
    where = "hand" if timing == "combat" else "two"
    overrides = {f"technologies.{name}.timing": timing for name in ("Missiles", "High-Energy Weapons")}
    piles = {"hand": ["Hap"]}
    piles[where] = [*piles.get(where, []), "Missiles", "High-Energy Weapons"]
    at = battle(1, (2, 2), attacker=piles, overrides=overrides, missiles_hew=reading).choose("no", "play Missiles")
    if "High-Energy Weapons" in plays(at):
        at.choose("play High-Energy Weapons")
    assert ("spend Hap for energy" in at.options) == allowed
    at = battle(1, (2, 2), attacker=piles, overrides=overrides, missiles_hew=reading).choose("no")
    if timing == "combat":
        at.choose("play High-Energy Weapons")
    at.choose("spend Hap for energy")
    assert ("Missiles" in plays(at)) == allowed


@pytest.mark.parametrize(("card", "clause", "supply"), [
    ("High-Energy Weapons", "energy", "Hap"),
    ("Mass Armies", "population", "Settlers"),
])  # fmt: skip
def test_weapons_read_as_combat_cards_are_played_first(card, clause, supply):
    """technologies.<card>.timing = combat: they are played from the hand for one combat and discarded.

    HOS-17.13, HOS-17.15; A10.
    """
    at = battle(1, (0, 2), attacker={"hand": [card, supply]}, overrides={f"technologies.{card}.timing": "combat"})
    at.choose("no")
    assert f"spend {supply} for {clause}" not in at.options
    at.choose(f"play {card}", f"spend {supply} for {clause}")
    assert (at.margin > 3 - 10, card in at.pile(0, "discard")) == (True, True)


def test_missiles_read_as_a_combat_card_are_discarded():
    """HOS-17.16; A10: technologies.Missiles.timing = combat"""
    at = battle(1, (2, 0), attacker={"hand": ["Missiles"], "draw": ["Shipyard", "Academy"]},
                overrides={"technologies.Missiles.timing": "combat"}).choose("no", "play Missiles")  # fmt: skip
    assert (at.margin, at.hand(0), sorted(at.pile(0, "discard"))) == (1, [], ["Academy", "Missiles", "Shipyard"])


# Rapid-Reaction Force, Retreat, Star Bomb


def test_a_rapid_reaction_force_adds_four_and_draws_a_card():
    """HOS-17.20: (a) 4 in this combat, (b) then one card, while the card itself is not yet discarded (A34)."""
    at = battle(1, (2, 0), attacker={"hand": ["Rapid-Reaction Force"], "draw": ["Academy", "Star Drive"]}).choose("no")
    at.choose("play Rapid-Reaction Force")
    assert (at.margin, at.hand(0), at.pile(0, "discard")) == (3 + 4 - 6, ["Academy"], ["Rapid-Reaction Force"])
    at = battle(1, (2, 0), attacker={"hand": ["Rapid-Reaction Force"], "draw": [], "discard": []}).choose("no")
    at.choose("play Rapid-Reaction Force")
    assert (at.hand(0), at.pile(0, "discard"), at.state.shuffles) == ([], ["Rapid-Reaction Force"], 0)


def test_effects_end_when_the_guard_is_hit():
    """HOS-17.20: effects_most = 1: one play in a combat, both sides together"""
    forces = ["Rapid-Reaction Force"]
    at = battle(1, (2, 0), attacker={"hand": forces}, defender={"hand": forces}, effects_most=1).choose("no")
    at.choose("play Rapid-Reaction Force", "done")
    assert (at.prompt, plays(at), at.state.guard_hit) == ((1, "response"), [], 1)


@pytest.mark.parametrize("crossed", [True, False])
def test_retreat_takes_an_attacker_out_without_casualties(crossed):
    """HOS-17.23: (a) at once, (b) with all his units, (c) no casualties on either side, even after a crossing."""
    at = battle(2, (2, 0), attacker={"hand": ["Retreat", "Shipyard"]}, defender={"hand": ["Bleakwater"]}).choose("no")
    if crossed:
        at.choose("spend Shipyard for matter")
        assert "Retreat" not in plays(at), "it replaces a response (A45)"
        at.choose("done", "spend Bleakwater for matter", "done")
    assert "Retreat" in plays(at)
    at.choose("play Retreat", "retreat 2 fleets to Kelmar")
    assert (at.prompt, at.units("Kelmar", 0), at.units("Lyssa", 1)) == ((0, "turn"), (2, 0), (2, 0))
    assert "Retreat" in at.pile(0, "discard")


def test_a_defender_who_plays_retreat_gives_up_his_system():
    """HOS-17.23: (a) A defender may play it, (d) the system, its star base and units without a refuge are lost."""
    at = battle(4, (1, 1), "colony", refuge=True, defender={"hand": ["Retreat"]}).choose("no", "no", "play Retreat")
    at.choose("retreat 1 fleet to Meridor")
    assert (at.units("Meridor", 1), at.owner("Lyssa"), at.marker("Lyssa")) == ((1, 0), 0, "empty")
    assert (at.units("Lyssa", 0), int(at.player(1).star_bases)) == ((4, 0), 6)
    at = battle(4, (1, 1), "colony", defender={"hand": ["Retreat"]}).choose("no", "play Retreat")
    assert (at.prompt, int(at.player(1).fleets), at.units("Lyssa", 0)) == ((0, "turn"), 16, (4, 0))


@pytest.mark.parametrize(("reading", "expected"), [("own_step", (0, "response")), ("any_time", (1, "interruption"))])
def test_a_switch_lets_the_side_ahead_play_retreat(reading, expected):
    """HOS-17.23; A14: with retreat_card = own_step not during the opponent's response; with any_time before it"""
    at = battle(2, (2, 1), refuge=True, attacker={"hand": ["Hap", "Bleakwater", "Cinder"]},
                defender={"hand": ["Retreat", "Lodestar"]}, retreat_card=reading).choose("no", "no")  # fmt: skip
    assert at.prompt == expected
    if reading == "any_time":
        assert at.options == ["no", "play Retreat"]
        at.choose("no")
        assert at.prompt == (0, "response")
        at.choose("spend Bleakwater for matter", "spend Cinder for matter", "done", "spend Lodestar for matter", "done")
        assert at.prompt == (1, "interruption"), "before every response of the opponent"
        at.choose("play Retreat", "retreat 2 fleets to Meridor")
        assert (at.owner("Lyssa"), at.units("Meridor", 1), at.units("Lyssa", 0)) == (0, (2, 0), (2, 0))


@pytest.mark.parametrize("reading", ["own_step", "any_time"])
def test_a_neutral_system_never_plays_retreat(reading):
    """HOS-17.23a: against a neutral system only the attacker may play it."""
    at = raid(2, 6, {"hand": ["Retreat"]}, retreat_card=reading).choose("no")
    assert (at.prompt, plays(at)) == ((0, "response"), ["Retreat"])
    at.choose("play Retreat", "retreat 2 fleets to Kelmar")
    assert (at.owner("Lyssa"), at.units("Kelmar", 0)) == (None, (2, 0))


@pytest.mark.parametrize(("unit", "left", "by"), [("fleet", (0, 1), 3 + 6), ("star base", (1, 0), 5)])
def test_a_star_bomb_takes_a_unit_of_the_bombers_choice(unit, left, by):
    """(a) It returns to its owner's stock, (b) its strength and effects that needed the last fleet are lost.

    HOS-17.27.
    """
    at = battle(1, (1, 1), attacker={"hand": ["Star Bomb"]}, defender={"two": DREADS}).choose("no")
    before = at.margin, int(at.player(1).fleets), int(at.player(1).star_bases)
    assert plays(at) == ["Star Bomb on fleet", "Star Bomb on star base"]
    at.choose(f"play Star Bomb on {unit}")
    assert (at.units("Lyssa", 1), at.margin) == (left, before[0] + by)
    assert (int(at.player(1).fleets), int(at.player(1).star_bases)) == (before[1] + left[1], before[2] + left[0])
    assert "Star Bomb" in at.pile(0, "discard")


def test_a_star_bomb_needs_an_enemy_unit_as_its_target():
    """HOS-17.27c: not against aliens, nor against an outpost without units."""
    assert plays(raid(1, 6, {"hand": ["Star Bomb"]}).choose("no")) == []
    assert plays(battle(1, attacker={"hand": ["Star Bomb"]}, defender={"two": ["Space Mines"]}).choose("no")) == []


def test_hit_and_run_by_an_attacker():
    """(d) The attacker bombs a defending unit, is still behind and declines; he loses half and retreats.

    HOS-17.27; X28.
    """
    at = battle(3, (3, 2), attacker={"hand": ["Star Bomb"]}).choose("no", "play Star Bomb on star base", "done")
    assert at.margin == 9 - 9 - 5
    at.choose("lose 2 fleets", "retreat 1 fleet to Kelmar")
    assert (at.prompt, at.units("Lyssa", 1), at.units("Kelmar", 0)) == ((0, "turn"), (3, 1), (1, 0))


def test_hit_and_run_by_a_defender():
    """HOS-17.27d: The defender bombs and declines: the attacker has lost only the bombed fleet."""
    at = battle(5, (2, 0), refuge=True, defender={"hand": ["Star Bomb"]}).choose("no", "no")
    at.choose("play Star Bomb on fleet", "done", "lose 1 fleet", "retreat 1 fleet to Meridor")
    assert (at.prompt, at.units("Lyssa", 0), at.units("Meridor", 1)) == ((0, "turn"), (4, 0), (1, 0))
