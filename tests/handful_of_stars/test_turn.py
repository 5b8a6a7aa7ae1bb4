"""Turns, draws and shuffles, and the end of the game."""

import pytest

from starbalance.simulator.games.handful_of_stars.state import Asset
from tests.handful_of_stars.table import GAME, Table, bare_table

SYSTEM_CARDS = ["Hap", "Ashfall", "Bleakwater", "Cinder", "Drossen", "Embermoor", "Frostgate", "Grendel", "Husk"]
STARTING = ["Star Drive", "Shipyard", "Settlers", "Academy"]
TRIGGERS = {"players2": 14, "players3": 18, "players4": 20}


def passes(at, turns):
    """Return the seats on turn when every player passes."""
    seats = []
    for _ in range(turns):
        seats.append(int(at.state.active))
        at.pass_turn()
    return seats


def about_to_shuffle(setup="players2", seat=0, **switches):
    """Give every player a full hand, but one player five cards and an empty draw deck from which he has to draw."""
    at = bare_table(setup, **switches)
    for player in range(at.rules.seats):
        at.deal(player, hand=[*STARTING, "Culture", "Missiles"])
    return at.deal(seat, hand=[*STARTING, "Culture"], draw=[], discard=SYSTEM_CARDS[:4])


def attacked(defender_hand, defender_draw=(), **piles):
    """Seat 0 has entered the outpost of seat 1 with two fleets; both seats still have to decide."""
    at = bare_table().lay(Berylith=0, Hap=1, Ishtar=7).place(0, "Berylith", fleets=2).place(1, "Hap", marker="outpost")
    at.place(1, "Ishtar", marker="home")
    at.deal(0, hand=["Star Drive", "Culture", "Missiles"])
    at.deal(1, hand=defender_hand, draw=defender_draw, **piles)
    return at.choose("act move", "from Berylith", "move 2 fleets to Hap", "done", "spend Star Drive for energy")


def test_turns_go_clockwise_from_the_first_player():
    """HOS-3.1: a round is one turn of each."""
    at = bare_table("players3")
    at.state.first = 2
    at.turn(2)
    rounds = []
    for seat in [2, 0, 1, 2, 0, 1]:
        assert at.prompt == (seat, "turn")
        rounds.append(int(at.state.rounds))
        at.pass_turn()
    assert rounds == [1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize("number", [1, 2, 3, 6])
def test_a_turn_has_two_actions(number):
    """HOS-3.2: actions_per_turn: two, or another number; an action may be repeated."""
    at = bare_table(actions_per_turn=number)
    for _ in range(number):
        assert at.prompt == (0, "turn")
        at.choose("act pass")
    assert at.prompt == (1, "turn")


def test_an_action_is_resolved_before_the_next_one():
    """HOS-3.2"""
    at = bare_table().place(0, "Berylith", marker="home").deal(0, hand=["Shipyard", "Settlers"])
    at.choose("act build", "build fleet Berylith")
    assert at.options == ["done", "build fleet Berylith", "build star base Berylith"]
    at.choose("done")
    assert at.options == ["spend Shipyard for matter"]
    assert at.state.actions_left == 2
    at.choose("spend Shipyard for matter", "spend Settlers for population")
    assert (at.prompt, at.state.actions_left) == ((0, "turn"), 1)


@pytest.mark.parametrize("first", ["act pass", "act remove"])
def test_every_action_is_offered_in_any_order(first):
    """HOS-3.3: build, move, colonise, draft, reserve, discard, remove, card action, pass"""
    at = bare_table().lay(Berylith=0, Hap=1).place(0, "Berylith", fleets=1, marker="home").place(0, "Hap", fleets=1)
    at.show("Culture").deal(0, hand=[*STARTING, "Drossen", "Temporary Wormhole", "Boldar"])
    actions = ["build", "move", "colonise", "draft", "reserve", "discard", "remove", "pass"]
    offered = [f"act {action}" for action in actions] + ["play Temporary Wormhole"]
    assert at.options == offered
    at.choose(first, *(["remove Boldar"] if first == "act remove" else []))
    assert at.options == offered


def test_an_action_that_cannot_be_carried_out_is_not_offered():
    """HOS-3.3: There is nothing on the map, no card, and an empty display."""
    at = bare_table().show()
    assert at.options == ["act pass"]


def test_one_action_takes_any_number_of_cards_and_counters():
    """HOS-3.4: five energy from three cards and a counter"""
    at = bare_table().lay(Berylith=0, Hap=1).place(0, "Berylith", fleets=5).place(0, "Hap", fleets=1)
    at.give_counters(0, "energy_matter").deal(0, hand=["Berylith", "Elyria", "Star Drive"])
    at.choose("act move", "from Berylith", "move 5 fleets to Hap", "done", "flip energy_matter for energy")
    at.choose("spend Berylith for energy", "spend Elyria for energy", "spend Star Drive for energy")
    assert (at.prompt, at.state.actions_left, at.hand(0)) == ((0, "turn"), 1, [])


@pytest.mark.parametrize(("size", "reserve", "full"), [
    (6, [], 6), (6, ["Artificial Intelligence"], 7), (5, [], 5), (7, [], 7), (12, [], 12),
    (5, ["Artificial Intelligence"], 6),
])  # fmt: skip
def test_the_hand_is_filled_up_after_the_second_action(size, reserve, full):
    """HOS-3.5: hand_size: six, seven with Artificial Intelligence in the Reserve; unplayed cards stay."""
    at = bare_table(hand_size=size).deal(0, hand=["Culture", "Missiles"], one=reserve, draw=[*STARTING, *SYSTEM_CARDS])
    at.choose("act pass")
    assert at.hand(0) == ["Culture", "Missiles"]
    at.choose("act pass")
    assert at.hand(0) == ["Culture", "Missiles", *[*STARTING, *SYSTEM_CARDS][: full - 2]]


def test_a_hand_above_its_size_is_kept():
    """HOS-3.6"""
    at = bare_table().deal(0, hand=SYSTEM_CARDS[:8]).pass_turn()
    assert at.hand(0) == SYSTEM_CARDS[:8]
    assert at.pile(0, "discard") == []


def test_an_empty_draw_deck_is_replaced_by_the_discard_pile_in_the_middle_of_a_draw():
    """One card is drawn, the discard pile is shuffled, then three are drawn.

    Counters turn front up; the marker advances.

    HOS-3.7, HOS-3.8; X30.
    """
    at = bare_table().give_counters(0, "energy_2", "matter_2", "vp_2", down=["energy_2", "matter_2"])
    at.give_counters(1, "research_2", down=["research_2"])
    at.deal(0, hand=["Culture", "Missiles"], draw=["Academy"], discard=SYSTEM_CARDS[:8]).pass_turn()
    assert at.hand(0)[:3] == ["Culture", "Missiles", "Academy"]
    assert (len(at.hand(0)), len(at.pile(0, "draw")), at.pile(0, "discard")) == (6, 5, [])
    assert sorted([*at.hand(0)[3:], *at.pile(0, "draw")]) == sorted(SYSTEM_CARDS[:8])
    assert (at.face_down(0), at.face_down(1)) == ([], ["research_2"])
    assert (at.state.shuffles, at.player(0).shuffles, at.player(1).shuffles) == (1, 1, 0)


def test_a_new_draw_deck_is_shuffled():
    """HOS-3.7"""
    orders = set()
    for seed in range(8):
        at = bare_table(seed=seed).deal(0, hand=STARTING, draw=[], discard=SYSTEM_CARDS).pass_turn()
        orders.add((*at.hand(0)[4:], *at.pile(0, "draw")))
    assert len(orders) > 6


@pytest.mark.parametrize(("timing", "shuffles", "left"), [("lazy", 0, 0), ("eager", 1, 3)])
def test_the_shuffle_comes_when_a_card_is_missing_or_when_the_last_one_is_drawn(timing, shuffles, left):
    """HOS-3.7; A08: shuffle_timing in both its values"""
    at = bare_table(shuffle_timing=timing).deal(0, hand=SYSTEM_CARDS[:2], draw=STARTING, discard=SYSTEM_CARDS[2:5])
    at.pass_turn()
    assert (at.hand(0), at.state.shuffles, len(at.pile(0, "draw"))) == ([*SYSTEM_CARDS[:2], *STARTING], shuffles, left)


def test_an_early_shuffle_needs_a_discard_pile():
    """HOS-3.7: shuffle_timing = eager: without a discard pile nothing is shuffled."""
    at = bare_table(shuffle_timing="eager").deal(0, hand=SYSTEM_CARDS[:2], draw=STARTING, discard=[]).pass_turn()
    assert at.state.shuffles == 0


def test_a_card_effect_may_cause_a_shuffle():
    """HOS-3.7, HOS-3.8: Several shuffles of one turn all count."""
    at = bare_table().deal(0, hand=["Advanced Cybernetics", "Culture"], draw=[], discard=["Hap"])
    at.choose("play Advanced Cybernetics")
    assert (at.hand(0), at.state.shuffles) == (["Culture", "Hap"], 1)
    at.pass_turn()
    assert (at.hand(0), at.state.shuffles) == (["Culture", "Hap", "Advanced Cybernetics"], 2)


def test_shuffles_of_all_players_move_one_marker():
    """HOS-3.8"""
    at = about_to_shuffle("players3").deal(2, hand=[], draw=[], discard=STARTING)
    passes(at, 3)
    assert (at.state.shuffles, [int(player.shuffles) for player in at.state.players[:3]]) == (2, [1, 0, 1])


def test_a_short_hand_takes_cards_out_of_the_reserves():
    """HOS-3.9; X31: both Reserve cards are taken; the hand has five cards and the marker stays."""
    at = bare_table().deal(0, hand=STARTING[:3], draw=[], discard=[], one=["Hap"], two=["Culture"])
    assert at.vp(0) == 2
    at.choose("act pass", "act pass")
    assert (at.prompt, at.options) == ((0, "shortfall"), ["take back Hap", "take back Culture"])
    at.choose("take back Culture", "take back Hap")
    assert at.prompt == (1, "turn")
    assert at.hand(0) == [*STARTING[:3], "Culture", "Hap"]
    assert (at.state.shuffles, at.vp(0)) == (0, 0)


def test_the_owner_chooses_the_cards_taken_from_the_reserves():
    """HOS-3.9; A33: he takes exactly the number of cards that the hand is short of."""
    at = bare_table().deal(0, hand=STARTING, draw=["Husk"], discard=[], one=["Hap", "Grendel"], two=["Culture"])
    at.choose("act pass", "act pass")
    assert at.options == ["take back Hap", "take back Grendel", "take back Culture"]
    at.choose("take back Grendel")
    assert (at.prompt, at.hand(0)) == ((1, "turn"), [*STARTING, "Husk", "Grendel"])
    assert at.pile(0, "one") == ["Hap"]


def test_cards_stay_in_the_reserves_while_other_cards_can_be_drawn():
    """HOS-3.9: after the shuffle"""
    at = bare_table().deal(0, hand=STARTING, draw=[], discard=["Husk", "Hap"], one=["Grendel"]).pass_turn()
    assert (len(at.hand(0)), at.pile(0, "one"), at.state.shuffles) == (6, ["Grendel"], 1)


def test_a_hand_stays_short_if_no_card_is_left():
    """HOS-3.9"""
    at = bare_table().deal(0, hand=STARTING, draw=[], discard=[]).pass_turn()
    assert (at.prompt, at.hand(0), at.state.shuffles) == ((1, "turn"), STARTING, 0)


@pytest.mark.parametrize(("taken", "hand"), [("Artificial Intelligence", 6), ("Hap", 7)])
def test_artificial_intelligence_taken_back_needs_no_seventh_card(taken, hand):
    """HOS-3.9: The hand size is six at once (A53)."""
    at = bare_table().deal(0, hand=[*STARTING, "Husk"], draw=[], discard=[],
                           one=["Artificial Intelligence", "Hap"])  # fmt: skip
    at.choose("act pass", "act pass", f"take back {taken}")
    if taken == "Hap":
        at.choose("take back Artificial Intelligence")
    assert (len(at.hand(0)), at.prompt) == (hand, (1, "turn"))


def test_cards_of_colonised_systems_go_to_the_discard_pile():
    """HOS-3.10"""
    at = bare_table().place(0, "Hap", fleets=1).deal(0, hand=["Settlers"])
    at.choose("act colonise", "outpost Hap", "spend Settlers for population")
    assert at.pile(0, "discard") == ["Settlers", "Hap"]


def test_drafted_cards_go_to_the_discard_pile():
    """HOS-3.10"""
    at = bare_table().show("Mobile Factories").deal(0, hand=["Academy"])
    at.choose("act draft", "draft Mobile Factories", "spend Academy for research")
    assert at.pile(0, "discard") == ["Academy", "Mobile Factories"]


def test_a_searched_draw_deck_is_shuffled_but_the_marker_stays():
    """HOS-3.11: counters stay face down."""
    before = ["Husk", "Hap", *STARTING, *SYSTEM_CARDS[1:8]]
    at = attacked(["Culture"] * 4 + ["Missiles"] * 2, before)
    at.give_counters(1, "energy_2", down=["energy_2"])
    at.choose("no", "done")
    assert at.owner("Hap") == 0
    after = at.pile(1, "draw")
    assert sorted([*after, "Hap"]) == sorted(before)
    assert after != [card for card in before if card != "Hap"]
    assert (at.state.shuffles, at.face_down(1)) == (0, ["energy_2"])


@pytest.mark.parametrize(("label", "before", "after"), [
    ("act pass", 2, 1), ("play Temporary Wormhole", 2, 1), ("play Scouts", 2, 2), ("play Advanced Cybernetics", 2, 2),
])  # fmt: skip
def test_a_card_labelled_action_takes_an_action_and_a_free_action_none(label, before, after):
    """HOS-1.11, HOS-3.3"""
    at = bare_table().lay(Berylith=0, Ishtar=1).place(0, "Berylith", fleets=2).alien("Ishtar", 2)
    at.deal(0, hand=["Temporary Wormhole", "Scouts", "Advanced Cybernetics"])
    assert at.state.actions_left == before
    at.choose(label)
    while at.prompt[1] != "turn":
        at.choose("jump Hap" if "jump Hap" in at.options else at.options[0])
    assert at.state.actions_left == after


def test_free_actions_are_played_before_between_and_after_the_actions():
    """HOS-1.11: any number, in the player's turn; the turn ends automatically when none is left."""
    at = bare_table().lay(Berylith=0, Ishtar=1).place(0, "Berylith", fleets=2).alien("Ishtar", 2)
    free = ["Advanced Cybernetics", "Warehouse", "Scouts", "Recycling Plant"]
    at.give_counters(0, "energy_2", "matter_2", down=["energy_2", "matter_2"])
    at.deal(0, hand=[*free, "Hap"], draw=SYSTEM_CARDS[1:]).deal(1, hand=["Hyper-Search Engine"])
    at.choose("play Scouts", "scout Ishtar", "play Advanced Cybernetics", "act pass")
    at.choose("play Warehouse", "reserve Hap to reserve one", "act pass")
    assert (at.prompt, at.options) == ((0, "turn"), ["done", "play Recycling Plant"])
    at.choose("play Recycling Plant", "recycle energy_2", "recycle matter_2")
    assert at.prompt == (1, "turn")


def test_a_turn_may_end_with_free_actions_left():
    """HOS-1.11"""
    at = bare_table().deal(0, hand=["Advanced Cybernetics"]).choose("act pass", "act pass")
    assert at.options == ["done", "play Advanced Cybernetics"]
    assert at.choose("done").prompt == (1, "turn")


def test_a_one_use_card_goes_to_the_box_after_its_effect():
    """HOS-1.11: When spent as a resource it goes to the discard pile like any card."""
    at = bare_table().place(0, "Hap", fleets=1).give_counters(0, "energy_2", "matter_2")
    at.deal(0, hand=["Development", "Development"]).show_counters("vp_2")
    at.choose("play Development", "take counter vp_2", "act colonise", "outpost Hap")
    at.choose("spend Development for population")
    assert at.boxed("Development") == 1
    assert at.pile(0, "discard").count("Development") == 1


def test_combat_cards_are_not_played_in_a_turn():
    """HOS-1.11: Cards with a lasting effect are not played either."""
    cards = ["Star Bomb", "Retreat", "Diplomacy", "Force Shields", "Rapid-Reaction Force", "Culture", "Dreadnoughts"]
    at = bare_table().deal(0, hand=cards)
    assert not [words for words in at.options if words.startswith("play")]


def test_only_a_card_in_a_reserve_has_its_lasting_effect():
    """HOS-1.11: Culture has victory points in both Reserves, but not in the hand."""
    at = bare_table().deal(0, hand=["Culture", "Culture"])
    assert at.vp(0) == 0
    at.choose("act reserve", "reserve Culture to reserve one")
    assert at.vp(0) == 2
    assert at.choose("reserve Culture to reserve two").vp(0) == 4


@pytest.mark.parametrize("most", [1, 2, 20])
def test_free_actions_of_a_turn_are_limited(most):
    """HOS-1.11: free_actions_most prevents endless chains; reaching the limit is recorded."""
    at = bare_table(free_actions_most=most)
    at.deal(0, hand=["Advanced Cybernetics", "Scouts", "Hyper-Search Engine"])
    at.lay(Berylith=0, Ishtar=1).place(0, "Berylith", fleets=1).alien("Ishtar", 1)
    at.choose("play Advanced Cybernetics")
    assert at.state.guard_hit == (most == 1)
    assert ("play Hyper-Search Engine" in at.options) == (most > 1)
    if most > 1:
        at.choose("play Scouts", "scout Ishtar")
        assert at.state.guard_hit == (most == 2)
        assert ("play Hyper-Search Engine" in at.options) == (most > 2)
    at.choose("act pass", "act pass")
    assert at.prompt == ((1, "turn") if most < 20 else (0, "turn"))
    at.turn(0)
    assert "play Hyper-Search Engine" in at.options


@pytest.mark.parametrize("most", [1, 60])
def test_effects_of_a_combat_are_limited(most):
    """HOS-7.20: effects_most prevents endless chains; reaching the limit is recorded."""
    at = bare_table(effects_most=most).lay(Berylith=0, Hap=1).place(0, "Berylith", fleets=2).place(1, "Hap", 4)
    at.deal(0, hand=["Star Drive", "Rapid-Reaction Force", "Rapid-Reaction Force"])
    at.choose("act move", "from Berylith", "move 2 fleets to Hap", "done", "spend Star Drive for energy", "no")
    at.choose("play Rapid-Reaction Force")
    assert ("play Rapid-Reaction Force" in at.options) == (most > 1)
    assert at.state.guard_hit == (most == 1)


@pytest.mark.parametrize(("setup", "trigger"), TRIGGERS.items())
def test_the_end_is_triggered_by_the_number_of_shuffles(setup, trigger):
    """HOS-16.1; X32: 14, 18 or 20 shuffles of all players."""
    at = about_to_shuffle(setup)
    at.state.shuffles, at.state.rounds = trigger - 2, 7
    at.pass_turn()
    assert (at.state.shuffles, at.state.trigger_round) == (trigger - 1, 0)
    at = about_to_shuffle(setup)
    at.state.shuffles, at.state.rounds = trigger - 1, 7
    at.pass_turn()
    assert (at.state.shuffles, at.state.trigger_round) == (trigger, 7)
    assert [int(player.triggered) for player in at.state.players[:2]] == [1, 0]


@pytest.mark.parametrize("trigger", [1, 3])
def test_a_switch_sets_the_number_of_shuffles(trigger):
    """HOS-16.1: a number above or below the printed ones"""
    at = about_to_shuffle(overrides={"setups.players2.trigger": trigger})
    at.state.shuffles = trigger - 1
    assert at.pass_turn().state.trigger_round == 1


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("final_rounds", [0, 1, 3])
def test_the_round_is_completed_and_a_full_one_follows(seat, final_rounds):
    """final_rounds: one more round, or another number, whichever player causes the trigger.

    HOS-16.2; A31, X33, X34.
    """
    at = about_to_shuffle("players3", seat, final_rounds=final_rounds).turn(seat)
    at.state.shuffles, at.state.rounds = 17, 20
    turns = passes(at, 3 - seat + 3 * final_rounds)
    assert turns == [*range(seat, 3), *([0, 1, 2] * final_rounds)]
    assert at.state.over
    assert (at.state.rounds, at.state.trigger_round, at.state.ended) == (20 + final_rounds, 20, 0)


def test_the_game_continues_until_the_last_turn_of_the_last_round():
    """HOS-16.2"""
    at = about_to_shuffle("players3", 1).turn(1)
    at.state.shuffles, at.state.rounds = 17, 20
    passes(at, 4)
    assert not at.state.over
    assert (at.state.rounds, at.prompt) == (21, (2, "turn"))


def test_the_last_round_counts_from_the_first_player():
    """HOS-16.2: equal turns for all"""
    at = about_to_shuffle("players3", 1)
    at.state.first = 2
    at.turn(1)
    at.state.shuffles, at.state.rounds = 17, 20
    assert passes(at, 4) == [1, 2, 0, 1]
    assert at.state.over


def test_a_defender_may_cause_the_trigger():
    """HOS-16.3: He does so by filling his hand after a combat."""
    at = attacked(["Culture"] * 4 + ["Missiles"], [], discard=STARTING)
    at.state.shuffles, at.state.rounds = 13, 9
    at.choose("no", "done")
    assert at.state.active == 0
    assert (at.state.trigger_round, at.player(0).triggered, at.player(1).triggered) == (9, 0, 1)


def test_two_shuffles_of_one_turn_may_pass_the_trigger():
    """HOS-16.1, HOS-16.3: The number is reached or exceeded (A30)."""
    at = bare_table().deal(0, hand=["Advanced Cybernetics", "Culture"], draw=[], discard=["Hap"])
    at.state.shuffles = 13
    at.choose("play Advanced Cybernetics")
    assert at.state.trigger_round == 1
    at.pass_turn()
    assert (at.state.shuffles, at.state.trigger_round) == (15, 1)


def test_shuffles_after_the_trigger_change_nothing():
    """HOS-16.4"""
    at = about_to_shuffle().deal(1, hand=[], draw=[], discard=STARTING)
    at.state.shuffles = 13
    passes(at, 2)
    at.deal(0, hand=[], draw=[], discard=STARTING)
    at.pass_turn()
    assert (at.state.shuffles, at.state.trigger_round, at.state.rounds) == (16, 1, 2)
    at.pass_turn()
    assert at.state.over
    assert [int(player.triggered) for player in at.state.players[:2]] == [1, 0]


def scored(setup="players2", **switches):
    """Seat 0: home world, two colonies, an outpost, a system with only units, two Cultures, Festival, a counter of 3
    VP."""
    at = bare_table(setup, **switches)
    at.place(0, "Berylith", marker="home").place(0, "Ishtar", marker="colony").place(0, "Boldar", marker="colony")
    at.place(0, "Hap", marker="outpost").place(0, "Arkanis", fleets=1)
    at.give_counters(0, "energy_2", "matter_2", "vp_3")
    return at.deal(0, hand=[], one=["Culture", "Festival of Culture"], two=["Culture"])


def test_final_victory_points_come_from_pieces_cards_and_counters():
    """HOS-16.5, HOS-1.2; X29: 7 + 5 x 2 + 3 on the map, 2 + 2 + 2 + 1 in the Reserve, 3 on the counter"""
    at = scored()
    seat = at.finish().seats[0]
    parts = (seat.vp_home, seat.vp_colonies, seat.vp_outposts, seat.vp_culture, seat.vp_counters)
    assert parts == (7, 10, 3, 7, 3)
    assert at.vp(0) == seat.vp == 30


def test_victory_points_of_a_lost_home_world_do_not_count():
    """HOS-16.5: Only a home world still on the map counts."""
    at = scored().place(0, "Berylith", fleets=1)
    seat = at.finish().seats[0]
    assert (at.vp(0), seat.vp, seat.vp_home, seat.home_lost) == (23, 23, 0, 1)


def test_the_standing_during_a_game_is_the_present_score():
    """HOS-16.5: The points are counted as at the end of the game."""
    at = scored()
    assert [GAME.kernels.standing(at.state, at.rules, seat) for seat in (0, 1)] == [30, at.vp(1)]
    at.place(0, "Berylith", fleets=1)
    assert GAME.kernels.standing(at.state, at.rules, 0) == 23


def test_the_evaluation_features_count_sources_of_future_points():
    """A system with a fleet but no marker, three cards in the Reserves, and units on the map are counted."""
    at = scored()
    before = {feature: GAME.kernels.assets(at.state, at.rules, 0, feature) for feature in Asset}
    assert (before[Asset.WAITING], before[Asset.RESERVED]) == (1, 3)
    at.place(0, "Arkanis", marker="outpost", fleets=3)
    after = {feature: GAME.kernels.assets(at.state, at.rules, 0, feature) for feature in Asset}
    assert (after[Asset.WAITING], after[Asset.RESERVED]) == (0, 3)
    assert after[Asset.UNITS] == before[Asset.UNITS] + 2


def ended(at):
    """Play the last round to its end. Return the share of the win of every seat and whether the win is shared."""
    at.state.trigger_round, at.state.rounds = 1, 2
    while not at.state.over:
        at.pass_turn()
    return [float(credit) for credit in at.state.credit[: at.rules.seats]], int(at.finish().shared)


def test_the_most_victory_points_win():
    """HOS-16.6, HOS-1.2: The number of systems does not matter."""
    at = bare_table("players3").place(0, "Berylith", marker="colony").place(1, "Hap", marker="outpost")
    at.place(1, "Ishtar", fleets=1).place(1, "Boldar", fleets=1)
    assert ended(at) == ([1, 0, 0], 0)


def test_a_tie_goes_to_the_player_with_more_systems():
    """HOS-16.6: Systems held only by units count (A32)."""
    at = bare_table("players3").place(0, "Berylith", marker="outpost").place(1, "Hap", marker="outpost")
    at.place(1, "Ishtar", fleets=1).place(2, "Boldar", fleets=1).place(2, "Kiln", fleets=1).place(2, "Pyre", fleets=1)
    assert ended(at) == ([0, 1, 0], 0)


def test_a_full_tie_is_shared():
    """HOS-16.6"""
    at = bare_table("players3").place(0, "Berylith", marker="outpost").place(2, "Hap", marker="outpost")
    assert ended(at) == ([0.5, 0, 0.5], 1)


def test_a_player_without_any_piece_plays_on():
    """HOS-16.7: No player is eliminated, and no player wins at once."""
    at = bare_table("players3").place(0, "Berylith", marker="home").show("Mobile Factories").deal(2, hand=["Academy"])
    assert passes(at, 2) == [0, 1]
    assert at.prompt == (2, "turn")
    at.choose("act draft", "draft Mobile Factories", "spend Academy for research", "act pass")
    assert not at.state.over
    assert passes(at, 6) == [0, 1, 2, 0, 1, 2]


@pytest.mark.parametrize("most", [1, 3])
def test_a_game_without_an_end_is_truncated_and_scored(most):
    """HOS-16.2, HOS-16.6: max_rounds: all players have had the same number of turns."""
    at = bare_table("players3", max_rounds=most).place(1, "Berylith", marker="home")
    assert passes(at, 3 * most) == [0, 1, 2] * most
    assert at.state.over
    outcome = at.finish()
    assert (outcome.truncated, outcome.ended, outcome.rounds) == (1, 1, most)
    assert [float(credit) for credit in at.state.credit[:3]] == [0, 1, 0]


def test_a_game_that_ends_in_its_last_allowed_round_is_not_truncated():
    """HOS-16.2: max_rounds"""
    at = about_to_shuffle(max_rounds=2)
    at.state.shuffles = 13
    passes(at, 4)
    assert at.state.over
    assert (at.finish().truncated, at.finish().ended) == (0, 0)


def test_the_outcome_lists_seats_in_turn_order():
    """HOS-3.1, HOS-16.6: The first player has number 1 in the outcome."""
    at = Table("players3")
    at.state.first = 1
    outcome = at.finish()
    assert [int(seat.seat) for seat in outcome.seats[:3]] == [3, 1, 2]
    assert outcome.first_race == at.player(1).race
