"""The setup of the table and of the players, and the start of the game (IAM-1, IAM-2, IAM-12)."""

from collections import Counter

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.play import set_up
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games import find_game
from starbalance.simulator.games.interstellar_ambitions.rules import FIRST_HOME, NONE, STACK
from starbalance.simulator.games.interstellar_ambitions.state import Decision, Ended
from starbalance.simulator.games.interstellar_ambitions.word import Level, Market, Medal, Origin
from tests.interstellar_ambitions.table import Table, bare_table

GAME = find_game("interstellar-ambitions")
SETUPS = {"players3": 3, "players4": 4, "players5": 5, "players6": 6}
START = [
    "PLANETARY ECONOMICS", "RESEARCH FORCES", "ADVANCED SCOUTING", "EVANESCING MATERIALS", "FERTILITY CLINICS",
    "ASTEROID SMELTERS",
]  # fmt: skip
FIXED = ["Shadow Master", "Space Dominator", "Development Guru", "Science Haven"]
ROWS = ["colonise", "develop", "build", "research", "shadow", "fleet"]


def tables_of(number, setup="players3", **more):
    """Return `number` tables from different seeds, at the first decision of the setup."""
    return [Table(setup, seed=seed, at_setup=True, **more) for seed in range(number)]


def up_to(at, *decisions):
    """Take the first option of every decision until one of these is pending."""
    while at.prompt[1] not in decisions:
        at.choose(at.options[0])
    return at


def started(setup, **more):
    """Return the game at the first decision of the first turn, after the first option of every decision."""
    return up_to(Table(setup, at_setup=True, **more), "plans", "shadow activity")


def drawn(at):
    """Return the ambitions in play, the Active ones first."""
    return [at.ambitions[k] for k in at.state.ambition.tolist()]


def pile(at, deck, left):
    """Return the card numbers of a deck, the top card last."""
    return at.state[deck][: at.state[left]].tolist()


def total(at, seat):
    return sum(at.resources(seat).values())


def advanced(at, seat):
    """Return the number of a player's tokens at MODERATE."""
    return int(at.player(seat).tokens[:, Level.MODERATE].sum())


# IAM-1


@pytest.mark.parametrize(("setup", "players"), SETUPS.items())
def test_three_to_six_players_play(setup, players):
    """IAM-1.1"""
    at = started(setup)
    assert at.rules.seats == players
    assert [at.player(seat).planets for seat in range(6)] == [1] * players + [0] * (6 - players)


@pytest.mark.parametrize("players", [1, 2, 7])
def test_any_other_number_of_players_is_refused(players):
    """IAM-1.1"""
    with pytest.raises(BadInput, match="has no setup for"):
        tables.load(GAME, players=players)


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_most_victory_points_win(winner):
    """IAM-1.2: Medals are the only points, one each; the other players have more resources."""
    at = bare_table(max_rounds=2)
    for seat in range(3):
        at.player(seat).medals[Medal.SHADOW] = 1
        at.give(seat, food=20)
    at.give(winner)
    at.player(winner).medals[Medal.SHADOW] = 2
    at.turn(2).end_turn()
    assert (at.state.over, at.state.ended) == (1, Ended.TRUNCATED)
    outcome = at.finish()
    assert [outcome.seats[seat].vp for seat in range(3)] == [2 if seat == winner else 1 for seat in range(3)]
    assert [outcome.seats[seat].credit for seat in range(3)] == [float(seat == winner) for seat in range(3)]


def test_three_active_and_three_passive_ambitions_are_drawn():
    """IAM-1.3, IAM-1.4; A01: ambition_setup = random_3_3: they differ, and all of a kind are equally likely."""
    games = tables_of(120)
    counts = Counter(name for at in games for name in drawn(at))
    for at in games:
        active = [at.document["ambitions"][name]["active"] for name in drawn(at)]
        assert active == [True] * 3 + [False] * 3
        assert len(set(drawn(at))) == 6
    assert len(counts) == 18
    assert 20 < min(counts.values()) <= max(counts.values()) < 60  # 120 x 3 / 9 = 40 each


def test_four_ambitions_may_be_fixed():
    """IAM-1.3, IAM-1.4; A01: ambition_setup = fixed_4_random_2: two of each kind are fixed, the third one is drawn."""
    games = tables_of(60, ambition_setup="fixed_4_random_2")
    rest = Counter()
    for at in games:
        names = drawn(at)
        active = [at.document["ambitions"][name]["active"] for name in names]
        assert active == [True] * 3 + [False] * 3
        assert set(FIXED) < set(names)
        assert len(set(names)) == 6
        rest.update(set(names) - set(FIXED))
    assert len(rest) == 14


def test_an_ambition_that_was_not_drawn_cannot_be_claimed():
    """IAM-1.5: The conditions of two ambitions are met, but only one is in play."""
    at = bare_table()
    at.player(0).medals[Medal.SHADOW] = at.player(0).medals[Medal.FLEET] = 4
    at.state.ambition[0] = at.ambitions.index("Shadow Master")
    at.state.ambition[1] = at.ambitions.index("Corsair King")
    at.state.ambition[2] = at.ambitions.index("World Breaker")
    at.turn(0).choose("advance plans", "plan", "done")
    assert [words for words in at.options if words.startswith("claim")] == ["claim Shadow Master"]


@pytest.mark.parametrize("deck", ["shadow_deck", "event_deck", "emergency_deck", "merc_deck", "technology_deck"])
def test_every_deck_is_shuffled(deck):
    """IAM-1.6, IAM-1.8, IAM-1.11, IAM-1.12, IAM-1.13: the card under the top differs from game to game."""
    left = {
        "shadow_deck": "shadow_left", "event_deck": "events_left", "emergency_deck": "emergencies_left",
        "merc_deck": "mercs_left", "technology_deck": "technologies_left",
    }[deck]  # fmt: skip
    games = tables_of(16)
    assert len({tuple(pile(at, deck, left)) for at in games}) == 16
    assert len({pile(at, deck, left)[-2] for at in games}) > 5


def test_every_card_lies_in_its_deck():
    """IAM-1.6, IAM-1.12, IAM-1.13: 48 shadow cards less those dealt, 20 emergency ships, 20 colony events; no
    discards."""
    at = Table("players4", at_setup=True)
    dealt = at.state.dealt[:4, :4].ravel().tolist()
    shadow = Counter([*pile(at, "shadow_deck", "shadow_left"), *dealt])
    assert shadow == dict.fromkeys(range(24), 2)
    assert (at.state.shadow_left, at.state.emergencies_left, at.state.events_left) == (48 - 16, 20, 20)
    copies = [each["copies"] for each in at.document["events"].values()]
    assert Counter(pile(at, "event_deck", "events_left")) == dict(enumerate(copies))
    emergency = [k for k in range(len(at.kinds)) if at.rules.ship_origin[k] == Origin.EMERGENCY]
    assert Counter(pile(at, "emergency_deck", "emergencies_left")) == dict.fromkeys(emergency, 2)
    gone = (at.state.shadow_discarded, at.state.emergencies_discarded, at.state.events_discarded)
    assert gone == (0, 0, 0)


def test_the_top_planet_of_each_of_four_stacks_is_on_offer():
    """IAM-1.7; A03: planet_stacks = shuffled: twelve planets of a type each; any of them may lie on top."""
    games = tables_of(60)
    for at in games:
        for kind in range(4):
            up = int(at.state.face_up[kind])
            stack = at.state.stack[kind, : at.state.stacked[kind]].tolist()
            assert sorted([up, *stack]) == list(range(kind * STACK, kind * STACK + 12))
    assert len({name for at in games for name in at.market(Market.PLANET)}) > 40
    assert len({tuple(at.state.stack[0, :11].tolist()) for at in games}) == 60


def test_planet_stacks_may_have_the_fewest_points_on_top():
    """IAM-1.7; A03: planet_stacks = ascending_vp: the points rise from planet to planet, in every game."""
    at = Table(at_setup=True, planet_stacks="ascending_vp")
    assert at.market(Market.PLANET) == ["Loam", "Slagfall", "Parallax", "Tollgate"]
    points = [1, 2, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7]
    for kind, expected in enumerate([points, points, points, [1, 2, 2, 2, 2, 3, 4, 5, 5, 6, 6, 7]]):
        order = [*at.state.stack[kind, :11].tolist(), int(at.state.face_up[kind])][::-1]
        assert [int(at.rules.planet_vp[planet]) for planet in order] == expected
        assert order == sorted(order, key=lambda planet: (at.rules.planet_vp[planet], planet))
    second = Table(seed=1, at_setup=True, planet_stacks="ascending_vp")
    assert (second.state.stack == at.state.stack).all()


def test_start_technologies_are_dealt_and_four_others_lie_face_up():
    """IAM-1.8, IAM-1.9: The 24 technologies in slots and deck include no START technology."""
    games = tables_of(20)
    for at in games:
        on_tracker = [name for k, name in enumerate(at.technologies) if int(at.state.on_tracker) >> k & 1]
        assert on_tracker == START
        deck = [at.technologies[k] for k in pile(at, "technology_deck", "technologies_left")]
        assert len(at.market(Market.TECHNOLOGY)) == 4
        assert sorted([*deck, *at.market(Market.TECHNOLOGY)]) == sorted(set(at.technologies) - set(START))
        assert (at.state.technology_owner[:30] == NONE).all()
    assert len({name for at in games for name in at.market(Market.TECHNOLOGY)}) > 18


@pytest.mark.parametrize(("switch", "market", "cards"), [
    ("technology_slots", Market.TECHNOLOGY, 24), ("merc_slots", Market.MERC, 12),
])  # fmt: skip
@pytest.mark.parametrize("number", [3, 5, 8])
def test_switches_set_the_number_of_slots(switch, market, cards, number):
    """IAM-1.8, IAM-1.11: technology_slots, merc_slots"""
    at = Table(at_setup=True, **{switch: number})
    left = at.state.technologies_left if market == Market.TECHNOLOGY else at.state.mercs_left
    assert (len(at.market(market)), left) == (number, cards - number)


def test_standard_ships_never_run_out():
    """IAM-1.10: forty Battleships in the game, and each further one may still be built."""
    at = bare_table("players5")
    for seat in range(5):
        at.muster(seat, *["Battleship"] * 8)
    at.muster(0).put(0, "build strong").give(0, ore=20).turn(0)
    at.choose("advance plans", "done", "act build strong")
    standard = ["Strike Craft", "Destroyer", "Cruiser", "Battleship", "Devastator"]
    for _ in range(2):
        assert at.options == ["done", *(f"build {kind}" for kind in standard)]
        at.choose("build Battleship")
    assert at.fleet(0) == ["Battleship"] * 2


def test_four_mercs_lie_face_up():
    """IAM-1.11: The remaining eight are in the deck, face down; each of the twelve occurs once."""
    games = tables_of(20)
    for at in games:
        shown = at.market(Market.MERC)
        deck = [at.kinds[kind] for kind in pile(at, "merc_deck", "mercs_left")]
        assert (len(shown), len(deck)) == (4, 8)
        mercs = [name for k, name in enumerate(at.kinds) if at.rules.ship_origin[k] == Origin.MERC]
        assert sorted([*shown, *deck]) == sorted(mercs)
    assert {name for at in games for name in at.market(Market.MERC)} == set(mercs)


# IAM-2


def test_every_player_has_six_tokens_in_the_pool_at_first():
    """IAM-2.1"""
    at = Table("players6", at_setup=True)
    for seat in range(6):
        assert (at.player(seat).pool, at.tokens(seat)) == (6, [])
    up_to(at, "placing")
    assert [at.player(seat).pool for seat in range(6)] == [6] * 6


@pytest.mark.parametrize("number", [1, 2, 6, 9, 12])
def test_a_switch_sets_the_number_of_tokens(number):
    """IAM-2.1, IAM-12.4: tokens_per_player: all of them are placed before the first turn, one per pass."""
    at = up_to(Table(at_setup=True, tokens_per_player=number), "placing")
    placed = 0
    while at.prompt[1] == "placing":
        assert at.prompt[0] == placed % 3
        at.choose("place develop")
        placed += 1
    assert placed == 3 * number
    assert [len(at.tokens(seat)) for seat in range(3)] == [number] * 3
    assert at.player(0).pool == 0


def test_every_player_starts_with_the_home_world_of_his_colour():
    """IAM-2.2, IAM-2.5: at level 4, in the first of his eight slots; the Home Worlds of other colours are out of
    play."""
    for at in tables_of(8, "players4"):
        colours = [int(at.player(seat).colour) for seat in range(4)]
        assert len(set(colours)) == 4
        for seat, colour in enumerate(colours):
            assert at.planets(seat) == {list(at.document["home_worlds"])[colour]: 4}
            assert at.state.owner[FIRST_HOME + colour] == seat
        for colour in set(range(6)) - set(colours):
            assert (at.state.owner[FIRST_HOME + colour], at.state.level[FIRST_HOME + colour]) == (NONE, 0)


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_switch_sets_the_level_of_home_worlds_at_the_start(level):
    """IAM-2.2: start_level in all its values"""
    at = Table(at_setup=True, start_level=level)
    assert [list(at.planets(seat).values()) for seat in range(3)] == [[level]] * 3


def test_every_player_starts_with_a_strike_craft_and_a_destroyer():
    """IAM-2.3: undamaged"""
    at = started("players6")
    assert [at.fleet(seat) for seat in range(6)] == [["Strike Craft", "Destroyer"]] * 6


def test_colours_change_only_the_home_world():
    """IAM-2.4: Two games that differ only in the colours offer equal choices and yield equal resources."""
    one, second = Table(), Table()
    colours = [int(second.player(seat).colour) for seat in range(3)]
    for seat in range(3):
        second.leave(seat, second.home(seat))
    for seat in range(3):
        second.player(seat).colour = colours[seat - 1]
        second.settle(seat, second.planet_name(FIRST_HOME + colours[seat - 1]), 4)
    for at in (one, second):
        at.put(0, "build basic").turn(0).choose("no", "produce", *["take ore"] * 4, "act build basic")
    assert one.options == second.options
    assert (one.state.players["modifiers"] == second.state.players["modifiers"]).all()
    assert one.resources(0) == second.resources(0)


def test_there_is_room_for_eight_planets_and_eight_ships():
    """IAM-2.5: The eighth planet, with the Home World, and the eighth ship need no discard; a ninth one does."""
    at = bare_table().give(0, food=9, ore=9)
    for name in ("Loam", "Verdance", "Terrace", "Slagfall", "Rustholm", "Graniteye"):
        at.settle(0, name, 1)
    at.muster(0, *["Destroyer"] * 7).show_planets("Parallax", "Tollgate").stack_events("Quiet Landing")
    at.put(0, "colonise basic", "colonise basic", "build strong").turn(0)
    at.choose("advance plans", "done", "act colonise basic", "colonise Parallax")
    assert at.player(0).planets == 8
    at.turn(0).choose("advance plans", "done", "act colonise basic", "colonise Tollgate")
    assert at.prompt == (0, "handing over")
    at.turn(0).choose("advance plans", "done", "act build strong", "build Destroyer")
    assert at.prompt == (0, "building")
    assert at.player(0).ships == 8
    at.choose("build Destroyer")
    assert at.prompt == (0, "scrapping")


# IAM-12


def test_the_colour_of_the_start_player_is_drawn():
    """IAM-12.1: The start player has the first seat, so colours are assigned to seats at random."""
    counts = Counter(int(at.player(0).colour) for at in tables_of(120))
    assert len(counts) == 6
    assert 8 < min(counts.values()) <= max(counts.values()) < 36  # 20 each


@pytest.mark.parametrize(("setup", "players"), SETUPS.items())
def test_seat_1_takes_the_first_turn_and_turns_go_clockwise(setup, players):
    """IAM-12.1, IAM-12.12"""
    at = started(setup)
    assert at.prompt == (0, "plans")
    assert (at.state.rounds, [at.player(seat).turns for seat in range(players)]) == (1, [1] + [0] * (players - 1))
    seats = []
    for _ in range(2 * players):
        seats.append((int(at.state.rounds), at.prompt[0]))
        at.end_turn()
    assert seats == [(lap, seat) for lap in (1, 2) for seat in range(players)]


def test_every_player_keeps_two_of_four_cards():
    """IAM-12.2; A57: The other two go to the discards after all players have chosen."""
    at = Table("players4", at_setup=True)
    rejected = []
    for seat in range(4):
        dealt = [at.cards[kind] for kind in at.state.dealt[seat, :4]]
        kept = [dealt[3], dealt[1]]
        for card in kept:
            assert at.prompt == (seat, "keeping")
            assert at.options == [f"keep {name}" for name in dict.fromkeys(dealt)]
            assert at.discards() == []
            at.choose(f"keep {card}")
            dealt.remove(card)
        assert sorted(at.hand(seat)) == sorted(kept)
        rejected += dealt
    assert sorted(at.discards()) == sorted(rejected)
    assert len(at.discards()) == 8
    assert at.prompt == (3, "start technology")


def test_cards_are_kept_in_secret():
    """IAM-12.2: In a redeal for the second player his cards stay and the cards of other players change."""
    at = Table(at_setup=True)
    while at.prompt[0] == 0:
        at.choose(at.options[0])
    before = at.state.copy()
    GAME.kernels.redeal(at.state, at.rules, 1, np.uint64(7))
    assert at.state.dealt[1].tolist() == before["dealt"][1].tolist()
    assert at.state.dealt[2].tolist() != before["dealt"][2].tolist()
    assert at.player(0).hand.tolist() != before["players"][0]["hand"].tolist()
    assert (at.player(0).cards, at.discards()) == (2, [])


def test_discards_of_the_deal_are_shuffled_again():
    """A57: when the deck is empty they are drawn."""
    at = started("players3").put(0, "shadow basic").give(0, coins=2)
    gone = at.discards()
    assert len(gone) == 6
    at.state.shadow_left = 0
    at.choose("advance plans", "done", "act shadow basic")
    looked = [at.cards[kind] for kind in at.state.looked[:2]]
    assert Counter(looked) <= Counter(gone)
    assert (at.state.shadow_left, at.discards()) == (4, [])


@pytest.mark.parametrize("dealt", [1, 4, 6, 8])
def test_a_switch_sets_the_number_of_cards_dealt(dealt):
    """IAM-12.2: start_cards_dealt"""
    at = Table(at_setup=True, start_cards_dealt=dealt, start_cards_kept=1)
    assert at.state.shadow_left == 48 - 3 * dealt
    up_to(at, "start technology")
    assert ([at.player(seat).cards for seat in range(3)], len(at.discards())) == ([1] * 3, 3 * (dealt - 1))


@pytest.mark.parametrize("kept", [0, 1, 2, 3, 4])
def test_a_switch_sets_the_number_of_cards_kept(kept):
    """IAM-12.2: start_cards_kept"""
    at = up_to(Table(at_setup=True, start_cards_kept=kept), "start technology")
    assert ([at.player(seat).cards for seat in range(3)], len(at.discards())) == ([kept] * 3, 3 * (4 - kept))


@pytest.mark.parametrize(("setup", "players"), SETUPS.items())
def test_start_technologies_are_taken_from_the_last_seat_to_the_first(setup, players):
    """Each player is the Owner of his; those left over are shuffled into the deck, 2 with four players.

    IAM-12.3, IAM-6.9; FX-10.
    """
    at = up_to(Table(setup, at_setup=True), "start technology")
    left = list(START)
    for seat in reversed(range(players)):
        assert at.prompt == (seat, "start technology")
        assert at.options == [f"start {name}" for name in left]
        name = left.pop(len(left) // 2)
        at.choose(f"start {name}")
        assert at.known(seat) == [name]
        assert at.state.technology_owner[at.technologies.index(name)] == seat
    deck = [at.technologies[k] for k in pile(at, "technology_deck", "technologies_left")]
    assert [name for name in START if name in deck] == left
    assert (len(left), len(deck)) == (6 - players, 20 + 6 - players)
    assert at.state.on_tracker == 0
    assert at.prompt == (0, "placing")


@pytest.mark.parametrize(("setup", "players"), SETUPS.items())
@pytest.mark.parametrize("kept", [0, 2])
def test_dealt_start_technologies_are_one_for_each_player_at_random(setup, players, kept):
    """start_technologies = dealt leaves no choice; each of the six occurs at every seat; the rest join the deck.

    IAM-12.3, A76.
    """
    seen = [set() for _ in range(players)]
    changes = {"start_technologies": "dealt", "start_cards_kept": kept}
    for at in (up_to(Table(setup, seed=seed, at_setup=True, **changes), "placing") for seed in range(60)):
        held = [at.known(seat) for seat in range(players)]
        assert all(len(names) == 1 and at.technologies.index(names[0]) == at.player(seat).start_technology
                   for seat, names in enumerate(held))  # fmt: skip
        deck = [at.technologies[k] for k in pile(at, "technology_deck", "technologies_left")]
        assert sorted([name for names in (*held, deck) for name in names if name in START]) == sorted(START)
        assert (at.state.on_tracker, at.prompt) == (0, (0, "placing"))
        for names, seat in zip(held, seen, strict=True):
            seat.update(names)
    assert all(each == set(START) for each in seen)


def test_start_technologies_of_the_deck_may_lie_anywhere_in_it():
    """IAM-12.3: the whole deck is shuffled."""
    places = set()
    for seed in range(20):
        at = up_to(Table(seed=seed, at_setup=True), "placing")
        deck = [at.technologies[k] for k in pile(at, "technology_deck", "technologies_left")]
        places |= {place for place, name in enumerate(deck) if name in START}
    assert len(places) > 15


def test_a_start_technology_in_the_deck_costs_three_science():
    """A43: cost = points + 2; another cost can be set."""
    for cost, overrides in ((3, None), (5, {"technologies.FERTILITY CLINICS.cost": 5})):
        at = bare_table(overrides=overrides).put(0, "research basic").give(0, science=5)
        at.show_technologies("FERTILITY CLINICS").turn(0)
        at.choose("advance plans", "done", "act research basic", "research FERTILITY CLINICS")
        assert at.resources(0).get("science", 0) == 5 - cost
        assert at.known(0) == ["FERTILITY CLINICS"]


def test_tokens_are_placed_one_by_one_in_six_passes():
    """IAM-12.4: from the first seat on, at BASIC of any row."""
    at = up_to(Table("players4", at_setup=True), "placing")
    for lap in range(6):
        for seat in range(4):
            assert at.prompt == (seat, "placing")
            assert at.options == [f"place {row}" for row in ROWS]
            assert len(at.tokens(seat)) == lap
            at.choose(f"place {ROWS[(seat + lap) % 3]}")
    assert at.tokens(1) == [f"{row} basic" for row in ROWS[:3] for _ in range(2)]
    assert at.prompt[1] != "placing"


@pytest.mark.parametrize("number", [0, 1, 2, 5, 9])
def test_every_player_gets_an_equal_number_of_each_resource(number):
    """IAM-12.5: start_resources: two of each, or another number."""
    at = up_to(Table(at_setup=True, start_resources=number, seat_compensation=0), "plans")
    expected = dict.fromkeys(("food", "ore", "science", "coins"), number) if number else {}
    assert [at.resources(seat) for seat in range(3)] == [expected] * 3


def test_resources_are_handed_out_before_the_compensation():
    """IAM-12.5, IAM-12.6"""
    at = up_to(Table(at_setup=True), "compensation")
    assert at.prompt == (1, "compensation")
    assert [total(at, seat) for seat in range(3)] == [8] * 3


@pytest.mark.parametrize(("setup", "players"), SETUPS.items())
def test_later_seats_get_more(setup, players):
    """By seats, they have 8/0, 9/0, 9/1, 10/1, 10/2, 11/2 resources and tokens at MODERATE.

    IAM-12.6, IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10, IAM-12.11; FX-11.
    """
    at = up_to(Table(setup, at_setup=True), "compensation")
    decisions = []
    while at.prompt[1] in ("compensation", "head start"):
        decisions.append(at.prompt)
        at.choose(at.options[-1])
    take, move = "compensation", "head start"
    order = [
        (1, take), (2, move), (2, take), (3, move), (3, take), (3, take), (4, move), (4, move), (4, take), (4, take),
        (5, move), (5, move), (5, take), (5, take), (5, take),
    ]  # fmt: skip
    assert decisions == [each for each in order if each[0] < players]
    figures = [(total(at, seat), advanced(at, seat)) for seat in range(players)]
    assert figures == [(8, 0), (9, 0), (9, 1), (10, 1), (10, 2), (11, 2)][:players]
    assert at.prompt == (0, "plans")


def test_after_the_start_of_four_players_24_tokens_lie_on_the_track():
    """IAM-12.4, IAM-12.7, IAM-12.8; FX-10: 22 at BASIC, seats 3 and 4 have one at MODERATE each."""
    at = started("players4")
    tokens = [each for seat in range(4) for each in at.tokens(seat)]
    assert (len(tokens), sum(each.endswith("basic") for each in tokens)) == (24, 22)
    assert [advanced(at, seat) for seat in range(4)] == [0, 0, 1, 1]


def test_resources_of_choice_may_be_mixed():
    """IAM-12.11: Each unit may be of any type."""
    at = up_to(Table("players4", at_setup=True), "compensation")
    kinds = ["take food", "take ore", "take science", "take coins"]
    assert at.options == kinds
    at.choose("take coins", "advance colonise basic", "take food", "advance colonise basic")
    assert at.prompt == (3, "compensation")
    at.choose("take ore")
    assert at.options == kinds
    at.choose("take science")
    assert at.resources(3) == {"food": 2, "ore": 3, "science": 3, "coins": 2}
    assert at.resources(1)["coins"] == 3


def test_two_different_tokens_advance_for_seats_5_and_6():
    """IAM-12.9, IAM-12.10: A token that moved does not move again; other tokens of its cell may move."""
    at = up_to(Table("players6", at_setup=True), "placing")
    while at.prompt[1] == "placing":
        lone = at.prompt[0] == 4 and not at.tokens(4)
        at.choose("place fleet" if lone else "place build")
    while at.prompt != (4, "head start"):
        at.choose(at.options[0])
    assert at.options == ["advance build basic", "advance fleet basic"]
    at.choose("advance fleet basic")
    assert at.prompt == (4, "head start")
    assert at.options == ["advance build basic"]
    at.choose("advance build basic")
    assert at.tokens(4) == ["build basic"] * 4 + ["build moderate", "fleet moderate"]


@pytest.mark.parametrize(("times", "expected"), [
    (0, [(8, 0), (8, 0), (8, 0), (8, 0), (8, 0), (8, 0)]),
    (1, [(8, 0), (9, 0), (9, 1), (10, 1), (10, 2), (11, 2)]),
    (2, [(8, 0), (10, 0), (10, 2), (12, 2), (12, 4), (14, 4)]),
])  # fmt: skip
def test_the_compensation_may_come_twice_or_not_at_all(times, expected):
    """IAM-12.6, IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10: seat_compensation in all its values"""
    at = started("players6", seat_compensation=times)
    assert [(total(at, seat), advanced(at, seat)) for seat in range(6)] == expected


def test_a_head_start_without_resources_is_followed_by_the_next_seat():
    """IAM-12.6, IAM-12.7: Seat 2 gets a token one level right instead of its resource."""
    moved = {"compensation.seat_2.resources": 0, "compensation.seat_2.advances": 1}
    at = up_to(Table(at_setup=True, overrides=moved), "head start")
    assert at.prompt == (1, "head start")
    at.choose("advance colonise basic")
    assert at.prompt == (2, "head start")
    assert (total(at, 1), advanced(at, 1)) == (8, 1)


def test_a_single_token_advances_once_at_the_start():
    """IAM-12.9: With seat_compensation = 2 and a single token only that token moves."""
    at = started("players5", seat_compensation=2, tokens_per_player=1)
    assert [(total(at, seat), advanced(at, seat)) for seat in (2, 3, 4)] == [(10, 1), (12, 1), (12, 1)]


def test_the_start_player_is_first_and_play_goes_clockwise():
    """Technologies are taken from the last player backwards, all other steps start with the first player.

    IAM-12.1, IAM-12.3, IAM-12.4, IAM-12.6, IAM-12.7, IAM-12.8, IAM-12.12.
    """
    at = Table("players4", at_setup=True)
    at.start_with(2)
    decisions = []
    while at.state.decision < Decision.SHADOW_ACTIVITY:
        decisions.append(at.prompt)
        at.choose(at.options[0])
    order = [2, 3, 0, 1]
    assert [seat for seat, decision in decisions if decision == "start technology"] == order[::-1]
    assert [seat for seat, decision in decisions if decision == "placing"] == 6 * order
    assert [seat for seat, decision in decisions if decision == "compensation"] == [3, 0, 1, 1]
    assert [seat for seat, decision in decisions if decision == "head start"] == [0, 1]
    assert at.state.active == 2


def test_every_player_may_be_drawn_to_start():
    """IAM-12.1: In 60 games of four players a correct draw misses one with a probability below 1 in a million."""
    rules = tables.load(GAME, "players4").record
    drawn = set()
    for game in range(60):
        state = zeros(1, GAME.kernels.state_dt)[0]
        state.key[1] = game
        set_up(GAME, state, rules)
        drawn.add(int(state.first))
    assert drawn == {0, 1, 2, 3}


def test_a_seat_is_labelled_by_its_start_technology():
    """It has a label after its choice."""
    at = tables_of(1)[0]
    assert [GAME.kernels.level(at.state, at.rules, seat) for seat in range(3)] == [NONE] * 3
    at = started("players3")
    assert [at.technologies[GAME.kernels.level(at.state, at.rules, seat)] in START for seat in range(3)] == [True] * 3
