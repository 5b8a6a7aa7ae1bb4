"""The effects of combat: casualties, retreats, what a beaten player loses, and the defender's new hand."""

import pytest

from starbalance.simulator.games.handful_of_stars.state import Cylinder
from tests.handful_of_stars.battle import attack, battle, equip, frontier, play_out, raid
from tests.handful_of_stars.table import bare_table

FULL = ["Star Drive", "Shipyard", "Settlers", "Academy", "Research Laboratories", "Irongyre"]
MATTER = ["Bleakwater", "Cinder", "Lodestar", "Magnar"]  # 3, 3, 2, 2


def lost_battle(fleets, held, **more):
    """Return a battle that the attacker loses after the marker has crossed, when the loser picks his casualties."""
    at = battle(fleets, held, attacker={"hand": MATTER[:1]}, defender={"hand": MATTER[1:]}, **more).choose("no")
    if at.prompt[1] == "stand":
        at.choose("no")
    if at.margin > 0:
        at.choose("spend Cinder for matter", "done")
    at.choose("spend Bleakwater for matter", "done")
    while at.margin > 0:
        at.choose(next(words for words in at.options if words.startswith("spend")))
    return at.choose("done", "done")


def test_the_loser_loses_three_of_five_units_and_the_winner_two():
    """HOS-8.1, HOS-8.2; X11, X12: the loser's half is rounded up, the winner's down; each owner picks the types."""
    at = lost_battle(5, (4, 1))
    assert (at.prompt, at.options) == ((0, "casualties"), ["lose 3 fleets"])
    at.choose("lose 3 fleets")
    assert (at.prompt, at.options) == ((1, "casualties"), ["lose 2 fleets", "lose 1 fleet and 1 star base"])
    at.choose("lose 1 fleet and 1 star base", "retreat 2 fleets to Kelmar")
    assert (at.units("Lyssa", 1), at.units("Kelmar", 0), at.prompt) == ((3, 0), (2, 0), (0, "turn"))


@pytest.mark.parametrize(("held", "options"), [
    ((0, 3), ["lose 2 star bases"]),
    ((1, 2), ["lose 1 fleet and 1 star base", "lose 2 star bases"]),
    ((2, 1), ["lose 2 fleets", "lose 1 fleet and 1 star base"]),
    ((1, 0), ["lose 1 fleet"]),
])  # fmt: skip
def test_the_owner_picks_among_the_types_that_he_has(held, options):
    """HOS-8.2: The casualties include at most the star bases and fleets that are present."""
    at = battle(6, held).choose("no", "done")
    assert (at.prompt, at.options) == ((1, "casualties"), options)


def test_a_lone_winner_loses_nothing():
    """HOS-8.2: half of one, rounded down."""
    at = raid(1, 1, {"hand": ["Bleakwater"]}).choose("no", "spend Bleakwater for matter", "done")
    assert (at.prompt, at.units("Lyssa", 0)) == ((0, "turn"), (1, 0))


def test_bombed_and_withdrawn_units_are_not_counted():
    """HOS-8.1: One of four fleets is bombed and one leaves. Of the two at the end one is lost, not two."""
    at = battle(4, (1, 1), attacker={"hand": ["Bleakwater", "Cinder", "Star Drive"]},
                defender={"hand": ["Star Bomb"]}).choose("no")  # fmt: skip
    at.choose("play Star Bomb on fleet", "done")
    assert at.prompt == (1, "casualties"), "9 against 8"
    at = battle(4, (1, 1), attacker={"hand": ["Bleakwater", "Cinder", "Star Drive"]},
                defender={"hand": ["Star Bomb", "Shipyard"]}).choose("no")  # fmt: skip
    at.choose("play Star Bomb on fleet", "spend Shipyard for matter", "done")
    at.choose("spend Bleakwater for matter", "spend Cinder for matter", "withdraw fleet to Kelmar", "done")
    at.choose("spend Star Drive for energy", "done", "lose 1 fleet")
    assert (at.prompt, at.options) == ((0, "casualties"), ["lose 1 fleet"])
    assert at.units("Lyssa", 0) == (2, 0)


def test_the_loser_retreats_every_fleet_that_is_left_after_the_casualties():
    """HOS-8.3: Casualties come first; then he retreats fleets until none is left."""
    at = battle(5, (5, 0), refuge=True).choose("no", "no", "done", "lose 3 fleets")
    assert (at.prompt, at.options) == (
        (0, "retreat"),
        ["retreat 1 fleet to Kelmar", "retreat 2 fleets to Kelmar"],
    )
    at.choose("retreat 1 fleet to Kelmar")
    assert (at.prompt, at.options) == ((0, "retreat"), ["retreat 1 fleet to Kelmar"])


def test_a_fleet_retreats_to_a_friendly_system_next_to_the_combat():
    """HOS-8.4: (a) not to neutral or hostile systems, not over a black hole, and not over two connections."""
    at = frontier(4, (0, 2)).place(0, "Elyria", marker="outpost").place(0, "Fennar", marker="outpost")
    at.place(1, "Meridor", marker="outpost").place(0, "Hap", marker="outpost").block("Hap", "Lyssa")
    equip(attack(at, 4)).choose("yes")
    assert {words.split(" to ")[1] for words in at.options} == {"Kelmar", "Fennar"}


def test_units_may_retreat_to_different_systems():
    """HOS-8.4b: One fleet retreats to one system, two to another."""
    at = frontier(3, (0, 2)).place(0, "Fennar", marker="outpost")
    equip(attack(at, 3)).choose("yes", "retreat 1 fleet to Kelmar", "retreat 2 fleets to Fennar")
    assert (at.units("Kelmar", 0), at.units("Fennar", 0)) == ((1, 0), (2, 0))


@pytest.mark.parametrize(("counter", "origin", "refuges"), [
    (True, "Cinder", {"Kelmar", "Jarrow"}),
    (False, "Cinder", {"Kelmar"}),
    (True, "Drossen", {"Kelmar"}),
])  # fmt: skip
def test_a_hop_counts_as_a_connection(counter, origin, refuges):
    """A fleet may retreat by a hop with a Wormhole counter and a wormhole in both systems.

    The hop needs no research, and no connection follows it.

    HOS-8.4c, HOS-8.5.
    """
    at = bare_table().lay(**{origin: 13}).place(0, "Kelmar", 2, marker="colony").place(1, origin, 0, 2, "outpost")
    at.place(0, "Jarrow", marker="outpost").place(0, "Pyre", marker="outpost")
    if counter:
        at.open_wormholes(0)
    equip(attack(at, 2, origin)).choose("yes")
    assert {words.split(" to ")[1] for words in at.options} == refuges


@pytest.mark.parametrize(("stealth", "refuges"), [
    ([], {"Kelmar"}),
    (["Stealth Technology"], {"Kelmar", "Galdor", "Rhosgar"}),
])  # fmt: skip
def test_stealth_lets_a_retreat_pass_one_hostile_or_neutral_system(stealth, refuges):
    """HOS-8.4, HOS-8.5, HOS-17.28: (d) through Meridor (hostile) or Hap (neutral), not through Kelmar, at no cost."""
    at = frontier(2, (0, 2)).place(1, "Meridor", marker="outpost")
    for system in ("Galdor", "Rhosgar", "Boldar", "Embermoor", "Elyria"):
        at.place(0, system, marker="outpost")
    at.block("Fennar", "Galdor").block("Fennar", "Elyria")
    equip(attack(at, 2), {"two": stealth}).choose("yes")
    assert {words.split(" to ")[1] for words in at.options} == refuges


@pytest.mark.parametrize(("system", "stealth", "refuges"), [
    ("Cinder", [], {"Kelmar", "Grendel"}),
    ("Cinder", ["Stealth Technology"], {"Kelmar", "Grendel", "Pyre"}),
    ("Drossen", [], {"Kelmar"}),
    ("Drossen", ["Stealth Technology"], {"Kelmar", "Grendel"}),
])  # fmt: skip
def test_a_stealthy_retreat_may_hop(system, stealth, refuges):
    """(d) A retreat may combine a hop and a connection in either order, past one system of another player.

    HOS-8.4, HOS-17.28.
    """
    at = bare_table().lay(**{system: 13}).lay(Arkanis=14).place(0, "Kelmar", 2, marker="colony")
    at.place(1, system, 0, 2, "outpost").place(1, "Arkanis", marker="outpost").place(1, "Jarrow", marker="outpost")
    at.open_wormholes(0)
    for own in ("Pyre", "Grendel", "Berylith"):
        at.place(0, own, marker="outpost")
    equip(attack(at, 2, system), {"two": stealth}).choose("yes")
    assert {words.split(" to ")[1] for words in at.options} == refuges


@pytest.mark.parametrize(("far", "refuges"), [("one", {"Kelmar"}), ("chain", {"Kelmar", "Elyria", "Berylith"})])
def test_a_retreat_along_a_chain_of_friendly_systems(far, refuges):
    """HOS-8.4; A06: retreat_range = one, and chain: any distance through friendly systems, still not through others"""
    at = (
        frontier(2, (0, 2), retreat_range=far)
        .place(0, "Elyria", marker="outpost")
        .place(0, "Berylith", marker="outpost")
    )
    at.place(0, "Orrin", marker="outpost")
    equip(attack(at, 2)).choose("yes")
    assert {words.split(" to ")[1] for words in at.options} == refuges


def test_a_retreat_costs_nothing():
    """HOS-8.5: A retreat costs no energy and no research; the player keeps his cards."""
    at = battle(2, (0, 2), attacker={"hand": ["Star Drive", "Academy"]}).choose("yes", "retreat 2 fleets to Kelmar")
    assert at.hand(0) == ["Star Drive", "Academy"]


@pytest.mark.parametrize(("reserve", "kept"), [([], (1, 0)), (["Star Base Movement"], (1, 1))])
def test_star_bases_of_the_loser_are_eliminated_unless_they_can_move(reserve, kept):
    """HOS-8.6, HOS-17.26: (d) With Star Base Movement they retreat for free."""
    at = battle(6, (2, 2), refuge=True, defender={"two": reserve}).choose("no", "no", "done")
    at.choose("lose 1 fleet and 1 star base")
    while at.prompt == (1, "retreat"):
        at.choose(at.options[-1])
    assert at.units("Meridor", 1) == kept
    assert (at.owner("Lyssa"), at.units("Lyssa", 1)) == (0, (0, 0))


def test_fleets_without_a_refuge_are_eliminated():
    """HOS-8.6: two of four are casualties, the other two have no friendly system next to them."""
    at = battle(6, (4, 0)).choose("no", "done", "lose 2 fleets")
    assert at.prompt == (0, "turn")
    assert int(at.player(1).fleets) == 16


def test_a_retreating_defender_loses_units_that_cannot_leave_even_without_casualties():
    """HOS-8.7: There are no casualties in step B, but both star bases are eliminated."""
    at = battle(3, (1, 2), refuge=True).choose("no", "yes", "retreat 1 fleet to Meridor")
    assert (at.units("Meridor", 1), at.units("Lyssa", 1), at.owner("Lyssa")) == ((1, 0), (0, 0), 0)
    assert (int(at.player(1).fleets), int(at.player(1).star_bases)) == (15, 6)


def test_eliminated_units_may_be_built_again():
    """HOS-8.8: The sixth star base of a player is eliminated; it returns to the stock and can be built again."""
    at = frontier(3, (0, 1)).place(1, "Meridor", 0, 5, "colony")
    assert int(at.player(1).star_bases) == 0
    equip(attack(at, 3)).choose("no", "done", "lose 1 star base")
    assert int(at.player(1).star_bases) == 1
    at.deal(1, hand=["Settlers", "Shipyard"]).turn(1).choose("act build")
    assert "build star base Meridor" in at.options


@pytest.mark.parametrize(("course", "winner"), [
    (["yes", "retreat 3 fleets to Kelmar"], 1),
    (["no", "yes", "retreat 1 fleet to Meridor"], 0),
    (["no", "no", "done", "lose 1 fleet"], 0),
    (["no", "no", "play Rapid-Reaction Force", "spend Bleakwater for matter", "done", "done"], 1),
])  # fmt: skip
@pytest.mark.parametrize(("reserve", "size"), [([], 6), (["Artificial Intelligence"], 7)])
def test_a_defender_fills_his_hand_after_victory_and_defeat(course, winner, reserve, size):
    """HOS-8.9; X36: up to six cards, or seven with Artificial Intelligence; the attacker draws nothing yet."""
    at = battle(3, (1, 0), refuge=True, attacker={"hand": ["Star Drive"]},
                defender={"hand": ["Rapid-Reaction Force", "Bleakwater"], "two": reserve})  # fmt: skip
    at.choose(*course)
    play_out(at)
    assert at.owner("Lyssa") == winner
    assert (len(at.hand(1)), at.hand(0)) == (size, ["Star Drive"])


@pytest.mark.parametrize(("reserve", "drawn"), [([], 4), (["Artificial Intelligence"], 5)])
def test_a_defender_with_two_cards_draws_four(reserve, drawn):
    """HOS-8.9; X36: A shuffle during this draw moves the marker (HOS-3.7, HOS-3.8)."""
    below = ["Husk", "Grendel", "Kiln", "Jarrow", "Pyre"]
    at = battle(
        3, (1, 0), defender={"hand": ["Academy", "Settlers"], "two": reserve, "draw": ["Oremis"], "discard": below}
    )
    at.choose("yes", "retreat 3 fleets to Kelmar")
    assert len(at.hand(1)) == 2 + drawn
    assert at.hand(1)[:3] == ["Academy", "Settlers", "Oremis"]
    assert (at.state.shuffles, at.pile(1, "discard")) == (1, [])


def test_a_defender_short_of_cards_takes_them_back_from_his_reserves():
    """HOS-8.9, HOS-3.9: He does so during the other player's turn, which then continues."""
    at = battle(3, (1, 0), defender={"hand": ["Academy"], "draw": [], "discard": [], "one": ["Settlers", "Shipyard"]})
    at.choose("yes", "retreat 3 fleets to Kelmar")
    assert (at.prompt, at.options) == ((1, "shortfall"), ["take back Settlers", "take back Shipyard"])
    at.choose("take back Settlers", "take back Shipyard")
    assert (at.prompt, at.state.actions_left, at.hand(1)) == (
        (0, "turn"),
        1,
        ["Academy", "Settlers", "Shipyard"],
    )


@pytest.mark.parametrize(("marker", "points"), [("home", 7), ("colony", 5), ("outpost", 3)])
def test_a_beaten_player_loses_marker_points_and_card(marker, points):
    """(a) to (d) 7 / 5 / 3 points; disc and cube return to the stock, the disc as a spare; the cylinder is lost.

    HOS-8.10.
    """
    at = battle(3, (0, 1), marker, defender={"hand": FULL})
    if marker != "home":
        at.place(1, "Pyre", marker="home")
    player = at.player(1)
    before = at.vp(1), int(player.spare_discs), int(player.track_discs), int(player.outposts)
    at.choose("no", "done", "lose 1 star base")
    assert (at.marker("Lyssa"), at.owner("Lyssa"), at.in_pool("Lyssa")) == ("empty", 0, True)
    after = at.vp(1), int(player.spare_discs), int(player.track_discs), int(player.outposts)
    gained = -points, int(marker == "colony"), 0, int(marker == "outpost")
    assert tuple(b - a for a, b in zip(before, after, strict=True)) == gained
    assert player.cylinder == (Cylinder.LOST if marker == "home" else Cylinder.MAP)
    assert at.vp(1) == player.vp_map + player.vp_culture + player.vp_counters


@pytest.mark.parametrize(
    ("switch", "marker"), [("vp_home", "home"), ("vp_colony", "colony"), ("vp_outpost", "outpost")]
)
def test_switches_set_the_points_lost(switch, marker):
    """HOS-8.10b: vp_home, vp_colony and vp_outpost"""
    at = battle(3, marker=marker, **{switch: 11})
    before = at.vp(1)
    assert at.choose("no", "done").vp(1) == before - 11


@pytest.mark.parametrize("pile", ["hand", "discard", "one"])
def test_the_card_of_a_lost_system_is_removed_from_any_pile(pile):
    """HOS-8.11: from the hand, the discard pile or a Reserve; the draw deck keeps its order in these cases."""
    piles = {"hand": FULL} | {pile: [*FULL[:5], "Lyssa"] if pile == "hand" else ["Lyssa"]}
    at = battle(3, defender=piles)
    assert "Lyssa" in at.pile(1, pile)
    order = at.pile(1, "draw")
    at.choose("no", "done")
    assert at.in_pool("Lyssa")
    assert at.where(at.tile("Lyssa")) is None
    drawn = 6 - len(piles["hand"]) + (pile == "hand")
    assert at.pile(1, "draw") == order[drawn:]


def test_a_searched_draw_deck_is_shuffled_but_the_marker_stays():
    """The card is removed and the rest of the deck is shuffled.

    No counter is turned, and the shuffle is not counted.

    HOS-8.11, HOS-3.11.
    """
    at = battle(3, defender={"hand": FULL})
    matter = next(name for name in at.kinds if at.rules.counter_symbols[at.kinds.index(name)].tolist() == [0, 2, 0, 0])
    deck = ["Lyssa", "Husk", "Grendel", "Kiln", "Jarrow", "Pyre", "Oremis", "Drossen", "Magnar", "Lodestar"]
    at.deal(1, draw=deck).give_counters(1, matter, down=[matter]).choose("no", "done")
    assert at.in_pool("Lyssa")
    assert sorted(at.pile(1, "draw")) == sorted(deck[1:])
    assert at.pile(1, "draw") != deck[1:]
    assert (at.state.shuffles, at.face_down(1)) == (0, [matter])


def test_a_card_removed_earlier_is_already_in_the_pool():
    """HOS-8.11, HOS-13.2: No further card is removed."""
    at = frontier(3).deal(1, hand=["Lyssa"]).turn(1).choose("act remove", "remove Lyssa")
    assert at.in_pool("Lyssa")
    equip(attack(at.turn(0), 3), {}, {"hand": FULL})
    order = at.pile(1, "draw")
    at.choose("no", "done")
    assert at.in_pool("Lyssa")
    assert at.pile(1, "draw") == order


def test_a_lost_card_is_gone_before_the_hand_is_filled():
    """HOS-8.9, HOS-8.11; A46: the defender held it with five other cards, so he draws one card."""
    at = battle(3, defender={"hand": ["Lyssa", *FULL[:5]]}).choose("no", "done")
    assert at.hand(1)[:5] == FULL[:5]
    assert len(at.hand(1)) == 6


def test_development_counters_stay():
    """HOS-8.12: When the colony that brought them is lost, the counters stay."""
    at = battle(3, marker="colony")
    kinds = at.kinds[0], at.kinds[-1]
    at.give_counters(1, *kinds)
    points = at.player(1).vp_counters
    at.choose("no", "done")
    assert (at.counters(1), at.player(1).vp_counters) == (list(kinds), points)


def test_losing_a_system_without_a_marker_costs_only_the_units():
    """HOS-8.13; A50: no points and no card are lost."""
    at = battle(3, (1, 0), "empty", defender={"hand": FULL})
    before, order = at.vp(1), at.pile(1, "draw")
    at.choose("no", "done", "lose 1 fleet")
    assert (at.owner("Lyssa"), at.vp(1), at.pile(1, "draw"), at.in_pool("Lyssa")) == (0, before, order, True)


def test_a_player_without_a_home_world_plays_on():
    """HOS-8.14: He takes turns like everybody."""
    at = battle(3, marker="home").choose("no", "done")
    at.pass_turn()
    assert (at.prompt, bool(at.state.over)) == ((1, "turn"), False)


def test_a_beaten_alien_is_out_of_the_game():
    """When the attacker has left again, the system defends itself with only the strength of its tile.

    HOS-8.15, HOS-7.3.
    """
    at = raid(3, 3, {"hand": ["Hap"]}).choose("no")
    gone = at.state.aliens_gone
    assert (gone.sum(), at.state.alien[at.space("Lyssa")]) == (1, -1)
    at.choose("act move", "from Lyssa", "move 3 fleets to Kelmar", "done", "spend Hap for energy")
    assert at.owner("Lyssa") is None
    attack(at.pass_turn(), 3)
    assert at.margin == 9 - 4


@pytest.mark.parametrize("neutral", [True, False])
def test_the_victor_gains_card_and_points_only_by_colonising(neutral):
    """HOS-8.16: Until then only his units control the system."""
    at = raid(3, 3) if neutral else battle(3, marker="colony")
    before = at.vp(0)
    at.choose("no", *([] if neutral else ["done"]))
    assert (at.owner("Lyssa"), at.vp(0), at.in_pool("Lyssa"), at.marker("Lyssa")) == (0, before, True, "empty")
    at.deal(0, hand=["Settlers"]).choose("act colonise", "outpost Lyssa", "spend Settlers for population")
    assert (at.vp(0), at.in_pool("Lyssa")) == (before + 3, False)
    assert at.where(at.tile("Lyssa"))[0] == 0


def test_a_beaten_attacker_leaves_and_the_defender_keeps_everything():
    """HOS-8.17: The defender keeps system, marker, card and points, and his units stay."""
    at = battle(3, (1, 2), "colony", defender={"hand": FULL})
    before = at.vp(1)
    at.choose("no", "done", "lose 2 fleets", "retreat 1 fleet to Kelmar")
    assert (at.owner("Lyssa"), at.marker("Lyssa"), at.in_pool("Lyssa")) == (1, "colony", False)
    assert (at.vp(1), at.units("Lyssa", 1), at.units("Lyssa", 0)) == (before, (1, 2), (0, 0))


def test_a_defender_without_a_marker_keeps_the_system_by_his_units():
    """HOS-8.13, HOS-8.17: He has no marker there."""
    at = battle(1, (2, 0), "empty").choose("no", "done", "lose 1 fleet")
    assert (at.owner("Lyssa"), at.units("Lyssa", 1)) == (1, (2, 0))
