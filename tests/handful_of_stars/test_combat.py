"""Combat, step by step: strengths, the retreats at the start, responses, and the loser."""

import pytest

from tests.handful_of_stars.battle import attack, battle, equip, frontier, pay, play_out, raid
from tests.handful_of_stars.table import bare_table


def leaving(at):
    """Return the options to withdraw."""
    return [words for words in at.options if words.startswith("withdraw")]


def joining(at):
    """Return the options to reinforce."""
    return [words for words in at.options if words.startswith("reinforce")]


def test_the_combat_at_berylith_move_by_move():
    """HOS-7.1, HOS-7.2, HOS-7.5, HOS-7.7, HOS-7.9, HOS-7.13, HOS-7.14, HOS-8.2, HOS-8.3, HOS-8.9, HOS-8.10, HOS-8.11,
    HOS-8.16; X4, X5, X6, X7, X8, X9, X10: the numbers of the rulebook."""
    at = bare_table().lay(Hap=12, Ishtar=13, Berylith=14, Lyssa=15, Boldar=16)
    at.place(0, "Lyssa", 2, marker="colony").place(0, "Boldar", 1, marker="outpost")
    at.place(1, "Berylith", 0, 1, "colony").place(1, "Ishtar", 1, marker="outpost").place(1, "Hap", 1, marker="outpost")
    at.deal(0, hand=["Star Drive", "Irongyre", "Bleakwater"]).deal(1, hand=["Ashfall", "Academy"])
    before, red, discs = at.vp(1), at.vp(0), int(at.player(1).spare_discs)
    at.choose("act move", "from Lyssa", "move 2 fleets to Berylith", "done")
    assert at.due == {"energy": 2}
    at.choose("spend Star Drive for energy")
    assert at.margin == 6 - 5
    at.choose("no")
    assert at.prompt == (1, "response"), "a lone star base cannot retreat"
    at.choose("reinforce 1 fleet from Ishtar", "reinforce 1 fleet from Hap", "done")
    assert at.due == {"energy": 3}
    at.choose("spend Ashfall for energy")
    assert at.margin == 6 - 11 == -5
    at.choose("reinforce 1 fleet from Boldar", "spend Bleakwater for matter", "done")
    assert at.due == {"energy": 2}
    at.choose("spend Irongyre for energy")
    assert at.margin == 12 - 11
    assert (at.prompt, at.options) == ((1, "response"), ["done"])
    at.choose("done")
    assert (at.prompt, at.options) == ((1, "casualties"), ["lose 2 fleets", "lose 1 fleet and 1 star base"])
    at.choose("lose 1 fleet and 1 star base")
    assert (at.prompt, at.options) == ((0, "casualties"), ["lose 1 fleet"])
    at.choose("lose 1 fleet")
    assert (at.prompt, at.options) == ((1, "retreat"), ["retreat 1 fleet to Ishtar"])
    at.choose("retreat 1 fleet to Ishtar")
    assert at.prompt == (0, "turn")
    assert at.units("Ishtar", 1) == (1, 0)
    assert (at.units("Berylith", 0), at.units("Berylith", 1)) == ((2, 0), (0, 0))
    assert (at.owner("Berylith"), at.marker("Berylith"), at.in_pool("Berylith")) == (0, "empty", True)
    assert (at.vp(1), at.vp(0)) == (before - 5, red)
    assert (int(at.player(1).spare_discs), int(at.player(1).star_bases)) == (discs + 1, 6)
    assert len(at.hand(1)) == 6


@pytest.mark.parametrize(("fleets", "held", "margin"), [
    (2, (0, 1), 1),
    (3, (1, 1), 1),
    (1, (2, 0), -3),
    (5, (2, 2), -1),
])  # fmt: skip
def test_fleets_count_three_and_star_bases_five(fleets, held, margin):
    """HOS-7.2, HOS-7.5: the marker shows the attacker's strength less the defender's."""
    at = battle(fleets, held)
    assert at.margin == margin
    assert (at.state.combat.attacker, at.state.combat.defender) == (0, 1)


@pytest.mark.parametrize(("fleet", "base", "margin"), [(3, 5, 3 * 3 - 3 - 5), (2, 4, 3 * 2 - 2 - 4), (4, 6, 12 - 10)])
def test_strengths_of_units_are_switches(fleet, base, margin):
    """HOS-7.2: fleet_strength and base_strength"""
    assert battle(3, (1, 1), fleet_strength=fleet, base_strength=base).margin == margin


def test_lasting_modifiers_and_committed_resources_count():
    """Dreadnoughts and Super Dreadnoughts of the attacker, Space Mines of the defender, then matter.

    HOS-7.2, HOS-7.9.
    """
    at = battle(1, (1, 0), attacker={"hand": ["Shipyard"], "two": ["Dreadnoughts", "Super Dreadnoughts"]},
                defender={"two": ["Space Mines"]})  # fmt: skip
    assert at.margin == 3 + 2 + 4 - 3 - 3
    equip(at, {"hand": ["Shipyard", "Bleakwater"]}, {"two": ["Space Mines"]}).choose("no")
    assert at.margin == 3 - 3 - 3
    at.choose("spend Shipyard for matter")
    assert at.margin == 3 + 2 - 3 - 3
    at.choose("spend Bleakwater for matter")
    assert at.margin == 3 + 2 + 3 - 3 - 3


@pytest.mark.parametrize(("system", "alien", "strength"), [("Lyssa", 3, 4 + 3), ("Lyssa", None, 4), ("Fennar", 6, 9)])
def test_a_neutral_system_has_the_strength_of_its_tile_and_its_alien(system, alien, strength):
    """HOS-7.3: Without a counter only the tile counts; the counter is turned up for everybody."""
    at = frontier(3, marker="empty").lay(Kelmar=13, **{system: 14}).alien(system, alien)
    assert not at.state.alien_seen[at.space(system)]
    attack(at, 3, system)
    assert at.margin == 3 * 3 - strength
    assert at.state.combat.defender == -1
    seen = int(at.state.alien_seen[at.space(system)])
    assert (seen & 3 == 3) == (alien is not None)


@pytest.mark.parametrize(("shift", "strength", "margin"), [(0, 0, 2), (2, 0, 0), (-1, 0, 3), (0, 2, 0), (0, -3, 5)])
def test_shifts_move_aliens_and_tiles(shift, strength, margin):
    """HOS-7.3: alien_shift and strength_shift; no strength falls below 0."""
    assert raid(3, 3, alien_shift=shift, strength_shift=strength).margin == margin


@pytest.mark.parametrize("marker", ["outpost", "colony", "home"])
def test_a_marker_without_units_has_no_strength_but_its_owner_responds(marker):
    """Its strength is 0 plus the modifiers that need no unit; its owner may respond with fleets, matter and cards.

    HOS-7.4.
    """
    at = battle(2, marker=marker, defender={"hand": ["Shipyard", "Rapid-Reaction Force", "Star Drive"]})
    at.place(1, "Meridor", 1, marker="outpost")
    assert at.margin == 6
    at.choose("no")
    assert at.prompt == (1, "response")
    assert {"spend Shipyard for matter", "play Rapid-Reaction Force", "reinforce 1 fleet from Meridor"} <= set(
        at.options
    )
    at.deal(1, one=["Space Mines"])
    assert at.margin == 6 - 3


@pytest.mark.parametrize(("tied", "behind"), [(True, 0), (False, 1)])
def test_a_tie_favours_the_defender(tied, behind):
    """HOS-7.5: ties_to_defender = true, and false: then the attacker is ahead at 0"""
    at = battle(1, (1, 0), ties_to_defender=tied)
    assert at.margin == 0
    assert at.choose("no").prompt == (behind, "response")


@pytest.mark.parametrize(("tied", "winner"), [(True, 1), (False, 0)])
def test_an_attacker_at_margin_zero_has_lost(tied, winner):
    """HOS-7.5, HOS-7.8; X17: m = 0 after the response; ties_to_defender = false lets him win."""
    at = battle(1, (0, 1), attacker={"hand": ["Shipyard"]}, ties_to_defender=tied)
    at.choose("no", "spend Shipyard for matter")
    assert at.margin == 3 + 2 - 5 == 0
    at.choose("done")
    play_out(at)
    assert at.owner("Lyssa") == winner


def test_the_margin_has_no_bounds():
    """HOS-7.5: Sixteen fleets and 28 points from the hand count in full."""
    at = frontier(16, (0, 0))
    at.deal(0, hand=["Hap", "Ashfall", "Frostgate", "Husk", "Irongyre", "Jarrow", "Kiln", "Grendel"])
    at.choose("act move", "from Kelmar", "move 16 fleets to Lyssa", "done")
    assert pay(at).margin == 48


def test_the_attacker_may_leave_at_once_at_no_cost():
    """HOS-7.6: before any response and at any margin; the combat is over and the action is spent."""
    at = battle(3, (0, 1))
    assert (at.prompt, at.options) == ((0, "retreat_at_once"), ["no", "yes"])
    at.choose("yes")
    assert (at.prompt, at.options) == (
        (0, "retreat"),
        [f"retreat {n} to Kelmar" for n in ("1 fleet", "2 fleets", "3 fleets")],
    )
    at.choose("retreat 3 fleets to Kelmar")
    assert at.prompt == (0, "turn")
    assert (at.units("Kelmar", 0), at.units("Lyssa", 1), at.owner("Lyssa")) == ((3, 0), (0, 1), 1)
    assert at.state.actions_left == 1


def test_an_attacker_leaving_at_once_without_a_refuge_loses_his_units():
    """HOS-7.6; A07: A system that held only the attacking units, and is now empty, is no refuge."""
    at = bare_table().place(0, "Kelmar", 2).place(1, "Lyssa", 0, 1, "outpost")
    attack(at, 2).choose("yes")
    assert at.prompt == (0, "turn")
    assert at.owner("Kelmar") is None
    assert int(at.player(0).fleets) == 16


def test_a_defender_may_then_leave_without_casualties_and_gives_up_the_system():
    """HOS-7.7: (a) no casualties, (c) system, marker, points and star bases are lost; A04."""
    at = battle(3, (2, 1), "colony", refuge=True)
    before = at.vp(1)
    at.choose("no")
    assert (at.prompt, at.options) == ((1, "stand"), ["no", "yes"])
    at.choose("yes")
    assert at.prompt == (1, "retreat")
    at.choose("retreat 2 fleets to Meridor")
    assert (at.units("Meridor", 1), at.units("Lyssa", 0), at.owner("Lyssa")) == ((2, 0), (3, 0), 0)
    assert (at.vp(1), at.marker("Lyssa"), at.in_pool("Lyssa")) == (before - 5, "empty", True)
    assert int(at.player(1).star_bases) == 6


def test_a_defender_may_leave_even_when_he_is_ahead():
    """HOS-7.7a: the retreat comes before anybody has to respond."""
    at = battle(1, (2, 0), refuge=True).choose("no")
    assert at.margin < 0
    assert at.prompt == (1, "stand")


@pytest.mark.parametrize(("held", "refuge", "more"), [
    ((0, 0), True, {}),
    ((0, 1), True, {}),
    ((2, 0), False, {}),
])  # fmt: skip
def test_a_defender_without_a_unit_that_can_leave_has_no_retreat_decision(held, refuge, more):
    """No units, only a star base, or fleets without a friendly system next to them.

    HOS-7.7b; X5; A05, A71.
    """
    at = battle(3, held, refuge=refuge, defender=more).choose("no")
    assert at.prompt[1] != "stand"


def test_a_star_base_that_can_move_may_leave():
    """HOS-7.7b: with Star Base Movement in the Reserve."""
    at = battle(3, (0, 1), refuge=True, defender={"two": ["Star Base Movement"]}).choose("no")
    assert at.prompt == (1, "stand")
    at.choose("yes", "retreat 1 star base to Meridor")
    assert at.units("Meridor", 1) == (0, 1)


def test_a_neutral_system_neither_retreats_nor_responds():
    """HOS-7.7d, HOS-7.18: An attacker ahead at the start wins as soon as he stays."""
    at = raid(3, 3).choose("no")
    assert at.prompt == (0, "turn")
    assert at.owner("Lyssa") == 0


@pytest.mark.parametrize(("cards", "winner"), [(["Shipyard"], 1), (["Shipyard", "Bleakwater"], 0)])
def test_the_player_behind_has_one_response_to_get_ahead(cards, winner):
    """HOS-7.8, HOS-7.14: 3 + 2 is not enough against 5, 3 + 2 + 3 is enough; a response that falls short loses."""
    at = battle(1, (0, 1), attacker={"hand": cards}).choose("no")
    for card in cards:
        at.choose(f"spend {card} for matter")
    at.choose("done")
    if winner == 0:
        assert at.prompt == (1, "response")
    assert play_out(at).owner("Lyssa") == winner


def test_the_defender_has_to_bring_the_margin_to_zero():
    """HOS-7.8: A response is enough at m = 0 and not at m = 1."""
    at = battle(2, (1, 0), defender={"hand": ["Bleakwater"]}).choose("no", "spend Bleakwater for matter")
    assert at.margin == 0
    assert at.choose("done").prompt == (0, "response")
    at = battle(2, (1, 0), defender={"hand": ["Shipyard"]}).choose("no", "spend Shipyard for matter")
    assert at.margin == 1
    assert play_out(at.choose("done")).owner("Lyssa") == 0


def test_a_response_combines_fleets_matter_and_cards():
    """(a) 1 energy per connection, 3 strength per fleet, (b) 1 per point of matter, (c) cards, all in one response.

    HOS-7.9.
    """
    at = battle(1, (2, 1), attacker={"hand": ["Hap", "Bleakwater", "Rapid-Reaction Force"]})
    at.place(0, "Fennar", 1).place(0, "Kelmar", marker="colony").place(0, "Elyria", 1)
    at.choose("no")
    assert at.margin == 3 - 11
    at.choose("reinforce 1 fleet from Fennar", "play Rapid-Reaction Force", "spend Bleakwater for matter")
    assert at.margin == 3 + 3 + 4 + 3 - 11
    at.choose("done")
    assert at.due == {"energy": 1}
    assert pay(at).prompt == (1, "response")


def test_a_reinforcing_fleet_pays_every_connection():
    """HOS-7.9a: Fennar is one connection away from Lyssa, Boldar and Ishtar are two and three away."""
    at = battle(1, (2, 1), attacker={"hand": ["Hap", "Ashfall"]})
    at.place(0, "Fennar", 1, marker="outpost").place(0, "Elyria", 1, marker="outpost").place(0, "Berylith", 1)
    at.choose("no", "reinforce 1 fleet from Fennar", "reinforce 1 fleet from Elyria")
    assert (at.state.energy_due, at.margin) == (1 + 2, 9 - 11)
    at.choose("reinforce 1 fleet from Berylith")
    assert at.state.energy_due == 1 + 2 + 3


def test_a_fleet_reinforces_by_wormhole_for_research():
    """HOS-7.9a: 1 research for the hop, energy for the connections before it."""
    at = frontier(1, (2, 0)).lay(Cinder=13, Jarrow=35, Pyre=34)
    at.place(1, "Cinder", 2, marker="outpost").place(0, "Pyre", 1, marker="outpost").place(
        0, "Jarrow", marker="outpost"
    )
    at.open_wormholes(0)
    equip(attack(at, 1, "Cinder"), {"hand": ["Academy", "Star Drive"]}).choose("no")
    at.choose("reinforce by hop 1 fleet from Pyre", "done")
    assert at.due == {"energy": 1, "research": 1}


def test_surplus_matter_counts_and_surplus_energy_is_lost():
    """HOS-7.9; A17: 3 matter where 1 would do; 3 energy for one connection leave nothing for the next response."""
    at = battle(2, (1, 1), attacker={"hand": ["Bleakwater", "Hap"]}, defender={"hand": ["Cinder"]})
    at.place(0, "Fennar", 2).choose("no", "spend Bleakwater for matter")
    assert at.margin == 6 + 3 - 8
    at.choose("reinforce 1 fleet from Fennar", "done", "spend Hap for energy")
    assert at.margin == 9 + 3 - 8
    at.deal(1, hand=["Cinder", "Grendel"]).choose("spend Cinder for matter", "spend Grendel for matter", "done")
    assert (at.prompt, at.options) == ((0, "response"), ["done"])


def test_reinforcements_keep_to_friendly_systems_and_open_connections():
    """HOS-7.10: neither through a neutral or hostile system nor over a black hole."""
    at = battle(1, (2, 1), attacker={"hand": ["Hap", "Ashfall"]})
    at.place(0, "Fennar", 1).place(0, "Novath", 1).place(1, "Meridor", marker="outpost").place(0, "Ashfall", 1)
    at.choose("no", "no")
    assert joining(at) == ["reinforce 1 fleet from Fennar"], "Meridor and Hap are not friendly"
    at.block("Fennar", "Lyssa")
    assert not joining(at)


def test_fleets_leave_after_a_response_that_puts_their_side_ahead():
    """HOS-7.11: They go to friendly systems at the usual price if the side stays ahead; withdraw = response."""
    at = battle(3, (1, 1), attacker={"hand": ["Star Drive"]}, defender={"hand": ["Grendel", "Oremis", "Shipyard"]})
    at.place(1, "Meridor", marker="outpost").place(1, "Novath", marker="outpost").choose("no", "no")
    assert at.margin == 9 - 8
    assert not leaving(at), "he is still behind"
    at.choose("spend Shipyard for matter")
    assert at.margin == -1
    assert not leaving(at), "without a fleet he would be behind"
    at.choose("spend Grendel for matter")
    assert at.margin == -3
    assert leaving(at) == ["withdraw fleet to Meridor"], "one energy is left; Kelmar is hostile, Hap neutral"
    at.choose("withdraw fleet to Meridor")
    assert at.margin == 0
    at.choose("done")
    assert at.due == {"energy": 1}
    at.choose("spend Oremis for energy")
    assert (at.units("Meridor", 1), at.units("Lyssa", 1)) == ((1, 0), (0, 1))
    assert at.prompt == (0, "response")


def test_an_attacker_never_withdraws_his_last_unit():
    """HOS-7.11, HOS-7.16: even if matter would keep him ahead."""
    at = battle(1, attacker={"hand": ["Star Drive", "Cinder", "Frostgate"]}, defender={"hand": ["Bleakwater"]})
    at.choose("no", "spend Bleakwater for matter", "done", "spend Cinder for matter", "spend Frostgate for matter")
    assert at.margin == 3 + 3 + 2 - 3
    assert not leaving(at)


@pytest.mark.parametrize(("marker", "allowed"), [("outpost", True), ("colony", True), ("empty", False)])
def test_a_defender_withdraws_his_last_unit_only_if_he_has_a_marker_there(marker, allowed):
    """HOS-7.11, HOS-7.16: A side keeps a piece in the system."""
    at = battle(
        1, (1, 0), marker, {"hand": ["Shipyard"]}, {"hand": ["Bleakwater", "Cinder", "Star Drive"]}, refuge=True
    )
    at.choose("no", "no", "spend Shipyard for matter", "done")
    at.choose("spend Bleakwater for matter", "spend Cinder for matter")
    assert at.margin == 3 + 2 - 3 - 6
    assert leaving(at) == (["withdraw fleet to Meridor"] if allowed else [])


def test_withdraw_off_allows_no_withdrawal():
    """HOS-7.11; A16: withdraw = off"""
    at = battle(3, (1, 1), defender={"hand": ["Star Drive", "Shipyard", "Grendel"]}, refuge=True, withdraw="off")
    at.choose("no", "no", "spend Shipyard for matter", "spend Grendel for matter")
    assert not leaving(at)


@pytest.mark.parametrize(("two", "targets"), [([], []), (["Star Base Movement"], ["withdraw star base to Meridor"])])
def test_a_star_base_withdraws_with_its_card(two, targets):
    """(c) With Star Base Movement it pays 2 E per connection, if the side stays ahead without its 5 points.

    HOS-7.11, HOS-17.26.
    """
    cards = ["Bleakwater", "Cinder", "Star Drive"]
    at = battle(3, (0, 2), attacker={"hand": ["Shipyard"]}, defender={"hand": cards, "two": two}, refuge=True)
    at.choose("no", "no") if two else at.choose("no")
    at.choose("spend Shipyard for matter", "done", "spend Bleakwater for matter", "spend Cinder for matter")
    assert at.margin == 9 + 2 - 10 - 6
    assert leaving(at) == targets
    if targets:
        at.choose("withdraw star base to Meridor", "done")
        assert at.due == {"energy": 2}
        assert (at.units("Meridor", 1), at.units("Lyssa", 1)) == ((0, 1), (0, 1))


@pytest.mark.parametrize(("fleets", "held", "unit", "research"), [(2, (2, 0), "fleet", 1), (3, (0, 2), "star base", 2)])
def test_a_unit_withdraws_by_wormhole(fleets, held, unit, research):
    """HOS-7.11, HOS-15.2, HOS-15.3, HOS-15.4: It hops from Cinder to distant Magnar, but not without the research."""
    for more, targets in (["Academy"], [f"withdraw by hop {unit} to Magnar"]), ([], []):
        at = frontier(fleets).lay(Cinder=13).place(1, "Cinder", *held, "outpost").place(1, "Magnar", marker="outpost")
        at.open_wormholes(1)
        hand = {"hand": ["Grendel", "Frostgate", "Bleakwater", *more], "two": ["Star Base Movement"]}
        equip(attack(at, fleets, "Cinder"), {"hand": ["Shipyard"]}, hand)
        at.choose("no", "no", "spend Shipyard for matter", "done")
        at.choose("spend Grendel for matter", "spend Frostgate for matter", "spend Bleakwater for matter")
        assert leaving(at) == targets
        if targets:
            assert at.choose(*targets, "done").due == {"research": research}
            assert sum(at.units("Magnar", 1)) == 1


def test_only_cards_for_combat_are_played_in_it():
    """No Free Actions and no Actions; Rapid-Reaction Force, Star Bomb, Retreat and Diplomacy by their text.

    HOS-7.12.
    """
    unfit = ["Advanced Cybernetics", "Hyper-Search Engine", "Recycling Plant", "Warehouse", "Scouts", "Production Line",
             "Armaments", "Temporary Wormhole", "Development", "Force Shields"]  # fmt: skip
    at = battle(
        2,
        (0, 0),
        "colony",
        defender={"hand": [*unfit, "Rapid-Reaction Force", "Star Bomb", "Retreat", "Diplomacy"]},
    )
    at.choose("no", "no")
    plays = {words for words in at.options if words.startswith("play")}
    assert plays == {"play Rapid-Reaction Force", "play Star Bomb on fleet", "play Retreat", "play Diplomacy"}


def test_responses_alternate_without_limit():
    """HOS-7.13: A player who gets ahead puts the opponent behind, six times in this combat."""
    at = battle(1, attacker={"hand": ["Grendel", "Husk", "Lodestar"]},
                defender={"hand": ["Bleakwater", "Frostgate", "Magnar", "Shipyard"]}).choose("no")  # fmt: skip
    answers = ["Bleakwater", "Grendel", "Frostgate", "Husk", "Magnar", "Lodestar", "Shipyard"]
    for n, card in enumerate(answers):
        assert at.prompt == ((n + 1) % 2, "response")
        at.choose(f"spend {card} for matter", "done")
    assert at.prompt == (0, "response")
    assert at.margin == 3 - 3 + 2 - 2 + 2 - 2 + 2 - 2


def test_a_player_who_declines_to_respond_loses():
    """HOS-7.14: He need not commit the cards that he has."""
    at = battle(2, defender={"hand": ["Bleakwater", "Cinder"]}).choose("no", "done")
    assert (at.owner("Lyssa"), at.prompt) == (0, (0, "turn"))
    assert at.pile(1, "discard") == []


def test_cards_played_in_an_insufficient_response_are_spent_and_keep_their_effect():
    """HOS-7.15: The bombed fleet is eliminated, the matter is in the discard pile."""
    at = battle(1, (2, 1), attacker={"hand": ["Star Bomb", "Shipyard"]}).choose("no")
    at.choose("play Star Bomb on fleet", "spend Shipyard for matter")
    assert at.margin == 3 + 2 - 3 - 5
    at.choose("done")
    play_out(at)
    assert (at.owner("Lyssa"), at.units("Lyssa", 1)) == (1, (1, 1))
    assert {"Star Bomb", "Shipyard"} <= set(at.pile(0, "discard"))


def test_a_side_without_any_piece_loses_at_once_without_casualties():
    """HOS-7.16: The last unit is bombed after the marker has crossed."""
    at = battle(2, (1, 0), "empty", attacker={"hand": ["Star Bomb"]}, defender={"hand": ["Grendel", "Shipyard"]})
    at.choose("no", "spend Grendel for matter", "spend Shipyard for matter", "done")
    assert at.margin == 6 - 3 - 4
    at.choose("play Star Bomb on fleet")
    assert at.prompt == (0, "turn"), "no further response, no casualties"
    assert (at.owner("Lyssa"), at.units("Lyssa", 0)) == (0, (2, 0))


def test_an_attacker_without_units_has_lost_and_the_defender_keeps_his_units():
    """HOS-7.16: after a crossing; a defender with a marker but no units is still present."""
    weapons = ["Dreadnoughts", "Super Dreadnoughts"]
    at = battle(1, (2, 0), attacker={"hand": ["Shipyard"], "two": weapons},
                defender={"hand": ["Star Bomb", "Bleakwater"]}).choose("no")  # fmt: skip
    at.choose("spend Bleakwater for matter", "done", "spend Shipyard for matter", "done", "play Star Bomb on fleet")
    assert (at.prompt, at.owner("Lyssa"), at.units("Lyssa", 1)) == ((0, "turn"), 1, (2, 0))
    at = battle(1, (1, 0), attacker={"hand": ["Star Bomb"]}, defender={"one": ["Space Mines"], "hand": ["Shipyard"]})
    at.choose("no", "play Star Bomb on fleet")
    assert (at.prompt, at.margin) == ((0, "response"), 3 - 3)


@pytest.mark.parametrize(("free", "left"), [(True, 4), (False, 2)])
def test_only_the_loser_of_the_first_response_has_casualties(free, left):
    """HOS-7.17; X13: first_round_free = true, and false: then the winner is liable as well"""
    at = battle(4, (0, 0), first_round_free=free).choose("no", "done")
    assert play_out(at).units("Lyssa", 0) == (left, 0)


def test_once_the_marker_has_crossed_both_are_liable():
    """HOS-7.17: the defender answers, the attacker fails: half of both."""
    at = battle(2, (2, 0), attacker={"hand": ["Shipyard"]}, defender={"hand": ["Bleakwater"]})
    at.choose("no", "spend Shipyard for matter", "done", "spend Bleakwater for matter", "done", "done")
    assert (at.prompt, at.options) == ((0, "casualties"), ["lose 1 fleet"])
    at.choose("lose 1 fleet")
    assert (at.prompt, at.options) == ((1, "casualties"), ["lose 1 fleet"])


def test_an_undefended_outpost_falls_without_casualties():
    """Two fleets attack and the defender passes: the fleets have no loss; cube, 3 points and the card are lost.

    HOS-7.17, HOS-8.10; X13.
    """
    at = battle(2)
    before = at.vp(1)
    at.choose("no", "done")
    assert (at.units("Lyssa", 0), at.marker("Lyssa")) == ((2, 0), "empty")
    assert (at.vp(1), at.in_pool("Lyssa")) == (before - 3, True)


def test_a_neutral_system_beaten_at_once_costs_no_casualties():
    """HOS-7.18, HOS-8.15; X14: tile 4, alien 3, three fleets."""
    at = raid(3, 3)
    assert at.margin == 2
    at.choose("no")
    assert (at.units("Lyssa", 0), at.owner("Lyssa")) == ((3, 0), 0)
    assert at.state.alien[at.space("Lyssa")] == -1


@pytest.mark.parametrize(("losses", "left"), [(True, 2), (False, 3)])
def test_a_neutral_system_beaten_after_a_crossing_costs_half(losses, left):
    """HOS-7.18; X15; A39: tile 4, alien 6, three fleets and 2 matter; neutral_crossing_losses = true, and false"""
    at = raid(3, 6, {"hand": ["Shipyard"]}, neutral_crossing_losses=losses).choose("no")
    assert at.margin == -1
    at.choose("spend Shipyard for matter")
    assert at.margin == 1
    assert play_out(at).units("Lyssa", 0) == (left, 0)
    assert at.owner("Lyssa") == 0


def test_an_unbeaten_neutral_system_costs_casualties_and_a_retreat():
    """Strength 10 against three fleets without matter: two are lost, the last one retreats.

    HOS-7.18, HOS-8.2, HOS-8.17; X16.
    """
    at = raid(3, 6)
    assert at.margin == -1
    at.choose("no", "done", "lose 2 fleets")
    assert (at.prompt, at.options) == ((0, "retreat"), ["retreat 1 fleet to Kelmar"])
    at.choose("retreat 1 fleet to Kelmar")
    assert at.prompt == (0, "turn")
    assert at.owner("Lyssa") is None
    assert at.state.alien[at.space("Lyssa")] == 5


def test_the_same_system_may_be_attacked_twice_in_a_turn():
    """The alien keeps its value and stays turned up; added strength is not kept.

    HOS-7.3, HOS-7.18; A36, A56.
    """
    at = raid(3, 6, {"hand": ["Shipyard"]}).choose("no", "done", "lose 2 fleets", "retreat 1 fleet to Kelmar")
    assert int(at.state.alien_seen[at.space("Lyssa")]) & 3 == 3
    at.deal(0, hand=["Hap"]).choose("act move", "from Kelmar", "move 1 fleet to Lyssa", "done", "spend Hap for energy")
    assert at.margin == 3 - 10


def test_a_combat_does_not_depend_on_the_one_before():
    """HOS-7.17, HOS-7.18; A56: neither the crossing nor the added strength of the first counts in the second."""
    at = raid(3, 6, {"hand": ["Shipyard"]}).choose("no", "spend Shipyard for matter", "done", "lose 1 fleet")
    at.place(0, "Kelmar", 3, marker="colony").alien("Rhosgar", 2)
    attack(at, 3, "Rhosgar")
    assert at.margin == 9 - 8
    at.choose("no")
    assert (at.prompt, at.owner("Rhosgar"), at.units("Rhosgar", 0)) == ((1, "turn"), 0, (3, 0))


def test_only_retreat_and_diplomacy_break_off_a_running_combat():
    """HOS-7.19: After the two free retreats only Retreat and Diplomacy are possible, each for one side."""
    at = battle(3, (2, 0), refuge=True, attacker={"hand": ["Star Drive"]}, defender={"hand": ["Cinder", "Bleakwater"]})
    at.choose("no", "no")
    assert at.prompt == (1, "response")
    at.choose("spend Bleakwater for matter", "done")
    assert (at.prompt, at.options) == ((0, "response"), ["done"])
    assert at.choose("done").prompt == (0, "casualties")


def test_both_sides_use_hand_reserve_and_counters():
    """Matter of a hand card, of a Reserve card and of a Development counter, also in another player's turn.

    HOS-7.20.
    """
    at = battle(3, defender={"hand": ["Shipyard"], "one": ["Bleakwater"]})
    matter = next(name for name in at.kinds if at.rules.counter_symbols[at.kinds.index(name)].tolist() == [0, 2, 0, 0])
    at.give_counters(1, matter).choose("no", "spend Shipyard for matter", "spend Bleakwater for matter")
    at.choose(f"flip {matter} for matter")
    assert at.margin == 9 - 2 - 3 - 2
    assert at.face_down(1) == [matter]


def test_a_card_drawn_in_combat_after_a_shuffle_can_be_spent_at_once():
    """HOS-7.20: Rapid-Reaction Force with an empty draw deck: the marker advances, and the drawn card can be spent."""
    at = battle(2, defender={"hand": ["Rapid-Reaction Force"], "draw": [], "discard": ["Shipyard"]})
    at.choose("no", "play Rapid-Reaction Force")
    assert (at.state.shuffles, at.hand(1)) == (1, ["Shipyard"])
    at.choose("spend Shipyard for matter")
    assert at.margin == 6 - 4 - 2


def test_third_players_take_no_part():
    """HOS-7.21: A third player next to the combat, with fleets, matter and cards, never decides."""
    at = frontier(2, (1, 0), setup="players3").place(2, "Meridor", 3, marker="colony")
    at.deal(2, hand=["Rapid-Reaction Force", "Shipyard", "Diplomacy", "Force Shields"])
    equip(attack(at, 2), {}, {"hand": ["Bleakwater"]})
    deciding = set()
    while at.prompt != (0, "turn"):
        deciding.add(at.prompt[0])
        at.choose(at.options[-1] if at.prompt[1] == "response" else at.options[0])
    assert deciding == {0, 1}
    assert at.units("Meridor", 2) == (3, 0)
