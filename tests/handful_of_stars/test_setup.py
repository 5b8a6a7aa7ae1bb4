"""Terms and setup: the map, the deal, the pieces at the start, and the first counters."""

from collections import Counter

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.games.handful_of_stars.rules import FIRST_ABILITY, FIRST_STARTING, FIRST_TECHNOLOGY
from starbalance.simulator.games.handful_of_stars.state import NONE, Stage
from tests.handful_of_stars.table import Table, bare_table

SETUPS = {"players2": 2, "players3": 3, "players4": 4}
DEALT = {2: 5, 3: 4, 4: 3}  # System cards of each type
WALKS = {"A": -6, "B": 1, "C": 6, "D": -1}  # letters on a board of six columns
GAME = find_game("handful-of-stars")


def tables_of(number, setup="players2", **more):
    """Return `number` tables from different seeds, at the first decision of the setup."""
    return [Table(setup, seed=seed, at_setup=True, **more) for seed in range(number)]


def finish_setup(at):
    """Take the first option of every decision until the first turn."""
    while at.prompt[1] in ("race", "home", "colony", "counter"):
        at.choose(at.options[0])
    return at


def owned(at, seat, habitable):
    """Return the systems of one type that a player owns."""
    return [name for name in at.systems if at.tile(name) < at.rules.systems and at.owner(name) == seat
            and at.document["systems"][name]["habitable"] == habitable]  # fmt: skip


def end_of(space, letter):
    """Return the other end of a connection by rows and columns, or `None` at the edge."""
    column, end = space % 6, space + WALKS[letter]
    if (letter == "B" and column == 5) or (letter == "D" and column == 0) or not 0 <= end < 36:
        return None
    return end


def cultures(left):
    """Return overrides for a Technology deck that consists of `left` Culture cards and the Wormhole card."""
    names = tables.read(GAME)["technologies"]
    copies = {f"technologies.{name}.copies": 0 for name in names}
    wanted = {"technologies.Culture.copies": left, "technologies.Wormhole Technology.copies": 1}
    return copies | wanted | {"components.technology_cards": left + 1}


@pytest.mark.parametrize(("setup", "players"), SETUPS.items())
def test_every_player_has_a_different_race(setup, players):
    """Races are dealt at random and differ; the three Race Ability cards of each are in its player's deck.

    HOS-1.1, HOS-2.10.
    """
    dealt = Counter()
    for at in tables_of(12, setup):
        races = [int(at.player(seat).race) for seat in range(players)]
        dealt.update(races)
        assert len(set(races)) == players
        for seat, race in enumerate(races):
            cards = {card for card in range(FIRST_ABILITY, FIRST_TECHNOLOGY) if (at.where(card) or (NONE,))[0] == seat}
            assert cards == {FIRST_ABILITY + 3 * race + k for k in range(3)}
    assert set(dealt) == set(range(7))


@pytest.mark.parametrize("players", [0, 1, 5])
def test_fewer_than_two_players_and_more_than_four_are_refused(players):
    """HOS-1.1"""
    with pytest.raises(BadInput, match="has no setup for"):
        tables.load(GAME, players=players)


def test_only_habitable_systems_have_a_strength():
    """HOS-1.4"""
    systems = Table(at_setup=True).document["systems"].values()
    assert all((each["strength"] > 0) == each["habitable"] for each in systems)


def test_the_pieces_of_a_player_before_the_deal_of_systems():
    """HOS-2.1: cylinder and six discs on the track, 4 other discs, 15 cubes, 16 fleets, 6 star bases, 4 cards."""
    for setup, players in SETUPS.items():
        at = Table(setup, at_setup=True)
        for seat in range(players):
            player = at.player(seat)
            assert (int(player.cylinder), player.track_discs, player.spare_discs) == (0, 6, 4)
            assert (player.fleets, player.star_bases) == (16, 6)
            assert player.outposts == 15 - 2 * DEALT[players]
            assert {at.where(FIRST_STARTING + 4 * seat + k) for k in range(4)} == {(seat, 0)}
            assert sorted(at.pile(seat, "draw")).count("Shipyard") == 1


def test_the_tiles_lie_in_random_order_one_on_each_space():
    """HOS-2.2"""
    games = tables_of(30)
    for at in games:
        assert sorted(at.state.tile[:36]) == list(range(36))
        assert [at.state.space_of[at.state.tile[space]] for space in range(36)] == list(range(36))
    for space in (0, 14, 35):
        assert len({int(at.state.tile[space]) for at in games}) > 12


def test_black_holes_lie_where_the_tiles_say():
    """A black hole lies on the connection with the letter.

    Without such a connection, or on a disc, the disc is spare.

    HOS-2.3, HOS-2.4, HOS-1.9; X35.
    """
    spares = []
    for at in tables_of(12):
        wanted = set()
        for space in range(36):
            letter = at.document["systems"][at.system(space)]["black_hole"]
            other = end_of(space, letter) if letter else None
            if other is not None:
                wanted.add((min(space, other), max(space, other)))
        ends = [tuple(at.rules.ends[k].tolist()) for k in range(60) if at.state.blocked[k]]
        assert sorted(ends) == sorted(wanted)
        assert at.state.spare_discs == 16 - len(wanted)
        spares.append(16 - len(wanted))
    assert min(spares) >= 1
    assert len(set(spares)) > 1


def test_systems_are_connected_both_ways_unless_a_black_hole_lies_between():
    """HOS-1.9: both ways."""
    for at in tables_of(3):
        blocked = {tuple(at.rules.ends[k].tolist()) for k in range(60) if at.state.blocked[k]}
        for space in range(36):
            around = {end_of(space, letter) for letter in WALKS} - {None}
            opened = {other for other in around if (min(space, other), max(space, other)) not in blocked}
            assert set(at.state.near[space].tolist()) - {NONE} == opened


def test_a_split_map_may_be_laid_again():
    """HOS-2.2: require_connected = true and false"""

    def pieces(**switches):
        return [int(finish_setup(at).state.pieces_of_map) for at in tables_of(16, **switches)]

    assert max(pieces()) > 1
    assert set(pieces(require_connected=True)) == {1}


@pytest.mark.parametrize(("setup", "players"), SETUPS.items())
def test_every_player_is_dealt_as_many_habitable_as_uninhabitable_systems(setup, players):
    """5, 4 or 3 of each type, with a cube on each; the remaining systems form the pool.

    HOS-2.5, HOS-2.6, HOS-2.7, HOS-2.8.
    """
    at = Table(setup, at_setup=True)
    mine = set()
    for seat in range(players):
        systems = [*owned(at, seat, True), *owned(at, seat, False)]
        assert len(owned(at, seat, True)) == len(owned(at, seat, False)) == DEALT[players]
        assert {at.marker(name) for name in systems} == {"outpost"}
        assert set(at.pile(seat, "draw")) & set(at.systems) == set(systems)
        mine |= set(systems)
    pool = {name for name in at.systems if at.in_pool(name)}
    assert pool == set(at.systems[:36]) - mine
    assert {at.owner(name) for name in pool} == {None}
    assert {at.marker(name) for name in pool} == {"empty"}


def test_any_system_may_be_dealt():
    """HOS-2.5, HOS-2.6: the cards are shuffled."""
    dealt = Counter(name for at in tables_of(20) for name in at.systems[:36] if at.owner(name) == 0)
    assert set(dealt) == set(Table(at_setup=True).systems[:36])


@pytest.mark.parametrize(("system_set", "spaces", "cards"), [
    ("s36", 36, 36), ("s38_cards38", 38, 38), ("s38_cards36", 38, 36),
])  # fmt: skip
def test_there_may_be_two_more_tiles_with_or_without_cards(system_set, spaces, cards):
    """HOS-2.2, HOS-2.8: system_set in all its values; a tile without a card is never dealt."""
    for at in tables_of(4, "players3", system_set=system_set):
        dealt = [name for name in at.systems[:spaces] if at.owner(name) is not None]
        pool = [name for name in at.systems if at.in_pool(name)]
        assert sorted(at.state.tile[:spaces]) == list(range(spaces))
        assert sorted([*dealt, *pool]) == sorted(at.systems[:cards])


@pytest.mark.parametrize("number", [0, 1, 2])
def test_technology_cards_are_dealt_in_secret(number):
    """HOS-2.9: dealt_technologies in all its values; only their owners have seen them."""
    for at in tables_of(4, "players3", dealt_technologies=number):
        left = int(at.state.technologies_left)
        assert left <= 41 - 3 * number
        for seat in range(3):
            own = [card for card in range(FIRST_TECHNOLOGY, FIRST_TECHNOLOGY + 41) if at.where(card) == (seat, 0)]
            assert len(own) == number
            assert {int(at.state.seen_card[card]) for card in own} <= {1 << seat}


def test_a_wormhole_card_that_is_dealt_is_replaced():
    """HOS-2.9, HOS-10.6; A03: wormhole_dealt = replace: it is set aside."""
    for at in tables_of(8, overrides=cultures(4)):
        assert [at.pile(seat, "draw").count("Culture") - (at.player(seat).race == 2) * 2 for seat in (0, 1)] == [2, 2]
        finish_setup(at)
        assert at.state.wormhole_card != NONE


def test_a_wormhole_card_that_is_dealt_may_stay():
    """HOS-2.9; A03: wormhole_dealt = keep: it stays as a useless card in its owner's deck, and is not replaced."""
    kept = 0
    for at in tables_of(12, overrides=cultures(4), wormhole_dealt="keep"):
        owners = [seat for seat in (0, 1) if "Wormhole Technology" in at.pile(seat, "draw")]
        kept += len(owners)
        assert finish_setup(at).state.wormhole_card == (NONE if owners else at.copies("Wormhole Technology")[0])
    assert 0 < kept < 12


def test_home_worlds_are_chosen_in_secret_among_the_players_habitable_systems():
    """HOS-2.11: All players choose, then the cylinders replace the cubes."""
    at = Table("players3", at_setup=True)
    for seat in range(3):
        assert at.prompt == (seat, "home")
        assert at.options == [f"settle {name}" for name in sorted(owned(at, seat, True), key=at.space)]
        assert {at.marker(name) for name in at.systems[:36] if at.owner(name) is not None} == {"outpost"}
        assert at.vp(seat) == 3 * 8
        at.choose(at.options[1])
    for seat in range(3):
        home = at.systems[at.player(seat).home]
        assert (at.owner(home), at.marker(home), at.player(seat).cylinder) == (seat, "home", 1)
        assert at.player(seat).outposts == 15 - 8 + 1
    assert at.prompt == (0, "colony")


def test_first_colonies_are_chosen_in_the_same_way_and_take_a_disc_of_the_track():
    """HOS-2.12: The colony is another habitable system."""
    at = Table("players3", at_setup=True)
    homes = []
    for _ in range(3):
        homes.append(at.options[0].removeprefix("settle "))
        at.choose(at.options[0])
    for seat in range(3):
        assert at.prompt == (seat, "colony")
        candidates = [name for name in owned(at, seat, True) if name != homes[seat]]
        assert at.options == [f"settle {name}" for name in sorted(candidates, key=at.space)]
        assert "colony" not in {at.marker(name) for name in at.systems[:36]}
        at.choose(at.options[-1])
    for seat in range(3):
        colony = at.systems[at.player(seat).colony]
        assert (at.owner(colony), at.marker(colony)) == (seat, "colony")
        assert (at.player(seat).track_discs, at.player(seat).outposts) == (5, 15 - 8 + 2)


@pytest.mark.parametrize(("setup", "fleets"), [("players2", 11), ("players3", 9), ("players4", 7)])
def test_the_units_of_the_start(setup, fleets):
    """HOS-2.13; X3, X21: home world 2 fleets and a star base, colony one of each, every other system a fleet."""
    at = Table(setup)
    for seat in range(SETUPS[setup]):
        home, colony = (at.systems[at.player(seat)[key]] for key in ("home", "colony"))
        units = {name: at.units(name, seat) for name in at.systems[:36] if at.owner(name) == seat}
        assert (units.pop(home), units.pop(colony), set(units.values())) == ((2, 1), (1, 1), {(1, 0)})
        assert (16 - at.player(seat).fleets, 6 - at.player(seat).star_bases) == (fleets, 2)


@pytest.mark.parametrize(("name", "system", "place"), [
    ("home_star_bases", "home", 1), ("home_fleets", "home", 0),
    ("colony_star_bases", "colony", 1), ("colony_fleets", "colony", 0),
])  # fmt: skip
@pytest.mark.parametrize("number", [0, 1, 2, 3, 4])
def test_switches_set_the_units_of_home_world_and_colony(name, system, place, number):
    """HOS-2.13: home_star_bases, home_fleets, colony_star_bases, colony_fleets"""
    at = Table("players4", **{name: number})
    units = at.units(at.systems[at.player(2)[system]], 2)
    assert units[place] == number
    assert units[1 - place] == (2 if name == "home_star_bases" else 1)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_switch_sets_the_fleets_of_outposts(number):
    """HOS-2.13: outpost_fleets in all its values"""
    at = Table("players4", outpost_fleets=number)
    outposts = [name for name in at.systems[:36] if at.marker(name) == "outpost"]
    assert len(outposts) == 16
    assert {at.units(name, at.owner(name)) for name in outposts} == {(number, 0)}


@pytest.mark.parametrize(("setup", "players"), SETUPS.items())
def test_the_first_player_is_drawn_evenly(setup, players):
    """HOS-2.14"""
    counts = Counter(int(at.state.first) for at in tables_of(60, setup))
    assert set(counts) == set(range(players))
    assert min(counts.values()) > 60 / players / 2


@pytest.mark.parametrize("number", [1, 3, 6, 10])
def test_development_counters_are_displayed(number):
    """HOS-2.15: development_display: six of 33 shuffled counters, or another number."""
    at = Table(at_setup=True, development_display=number)
    assert len(at.displayed_counters) == number
    assert number + at.state.counters_left.sum() == 33
    stock = Counter(at.displayed_counters)
    stock.update({kind: int(at.state.counters_left[k]) for k, kind in enumerate(at.kinds)})
    assert stock == {kind: each["copies"] for kind, each in at.document["counters"].items()}


def test_the_displayed_counters_are_drawn_at_random():
    """HOS-2.15"""
    counts = Counter(kind for at in tables_of(30) for kind in at.displayed_counters)
    assert set(counts) == set(Table(at_setup=True).kinds)


@pytest.mark.parametrize(("order", "expected"), [
    ("clockwise", [2, 0, 1, 2, 0, 1]),
    ("snake", [2, 0, 1, 1, 0, 2]),
])  # fmt: skip
def test_every_player_takes_two_counters_in_turn_order(order, expected):
    """Parts a, b, c and d: development_order in both its values; the display is refilled after each counter.

    HOS-2.16.
    """
    at = Table("players3", at_setup=True, development_order=order)
    at.state.first = 2
    while at.prompt[1] != "counter":
        at.choose(at.options[0])
    order_taken, taken = [], {seat: [] for seat in range(3)}
    while at.prompt[1] == "counter":
        seat = at.prompt[0]
        assert at.options == [f"take counter {kind}" for kind in at.displayed_counters]
        assert len(at.options) == 6
        order_taken.append(seat)
        taken[seat].append(at.displayed_counters[3])
        at.choose(at.options[3])
        assert at.counters(seat) == taken[seat]
        assert at.face_down(seat) == []
    assert order_taken == expected
    assert at.state.counters_left.sum() == 33 - 6 - 6
    assert at.prompt == (2, "turn")


@pytest.mark.parametrize(("setup", "points"), [("players2", 36), ("players3", 30), ("players4", 24)])
def test_the_victory_points_of_the_start(setup, points):
    """HOS-2.17; A37, X1, X21: home world 7, colony 5, outposts 3 each; two discs mark them."""
    at = Table(setup)
    for seat in range(SETUPS[setup]):
        assert at.player(seat).vp_map == points
        printed = sum(at.document["counters"][kind]["vp"] for kind in at.counters(seat))
        assert at.vp(seat) == points + printed
        assert at.player(seat).track_discs + at.player(seat).spare_discs + 1 == 12 - 2


@pytest.mark.parametrize(("switch", "value", "points"), [
    ("vp_home", 8, 31), ("vp_home", 0, 23), ("vp_colony", 0, 25), ("vp_colony", 6, 31), ("vp_outpost", 1, 18),
    ("vp_outpost", 4, 36),
])  # fmt: skip
def test_switches_set_the_victory_points_of_pieces(switch, value, points):
    """HOS-2.17; A37: vp_home, vp_colony, vp_outpost"""
    assert [int(player.vp_map) for player in Table("players3", **{switch: value}).state.players[:3]] == [points] * 3


@pytest.mark.parametrize(("at_once", "first", "last"), [(True, 30 + 5, 35), (False, 30, 35)])
def test_counters_with_victory_points_of_the_setup_count_at_once_or_at_the_end(at_once, first, last):
    """HOS-2.17, HOS-16.5; A02, A70: setup_vp_counters in both its values"""
    at = Table("players3", at_setup=True, setup_vp_counters=at_once)
    while at.prompt[1] != "counter":
        at.choose(at.options[0])
    at.show_counters("vp_2", "vp_3", "vp_2", "vp_3", "energy_2", "energy_2")
    while at.prompt[1] == "counter":
        kind = "energy_2" if at.prompt[0] else ("vp_3" if at.counters(0) else "vp_2")
        if f"take counter {kind}" not in at.options:
            at.show_counters(kind)
        at.choose(f"take counter {kind}")
    assert at.counters(0) == ["vp_2", "vp_3"]
    assert (at.vp(0), at.finish().seats[0].vp) == (first, last)


@pytest.mark.parametrize("number", [1, 6, 8, 12])
def test_technology_cards_are_displayed(number):
    """HOS-2.18: technology_display: eight, or another number, and never the Wormhole card."""
    aside = 0
    for seed in range(6):
        at = Table("players4", seed=seed, technology_display=number)
        assert len(at.display) == number
        assert "Wormhole Technology" not in at.display
        aside += at.state.wormhole_card != NONE
        assert at.state.technologies_left == 41 - 8 - number - (at.state.wormhole_card != NONE)
    assert aside < 6


@pytest.mark.parametrize(("setup", "number"), [("players2", 9), ("players3", 7), ("players4", 7)])
def test_an_alien_counter_lies_on_every_neutral_habitable_system(setup, number):
    """HOS-2.19: It lies face down, and on no other system."""
    at = Table(setup)
    aliens = [name for name in at.systems[:36] if at.state.alien[at.space(name)] != NONE]
    neutral = [name for name in at.systems[:19] if at.owner(name) is None]
    assert sorted(aliens) == sorted(neutral)
    assert len(aliens) == number
    assert not at.state.alien_seen.any()
    left = at.state.aliens_left[:6].sum()
    assert left == 18 - number


def test_any_alien_may_lie_anywhere():
    """HOS-2.19: The counters are shuffled, and each occurs in its printed number of copies."""
    counts = Counter()
    for seed in range(12):
        at = Table("players2", seed=seed)
        kinds = [int(kind) for kind in at.state.alien[:36] if kind != NONE]
        counts.update(kinds)
        stock = Counter(kinds) + Counter({kind: int(at.state.aliens_left[kind]) for kind in range(6)})
        assert stock == dict(enumerate([3, 4, 4, 3, 2, 2]))
    assert set(counts) == set(range(6))


def test_shuffle_and_combat_markers_begin_at_zero():
    """HOS-2.20"""
    at = Table("players4")
    assert (at.state.shuffles, at.state.trigger_round, at.state.combat.stage) == (0, 0, Stage.NO_COMBAT)
    assert [int(player.shuffles) for player in at.state.players[:4]] == [0] * 4


@pytest.mark.parametrize(("setup", "cards", "left"), [("players2", 19, 13), ("players3", 17, 11), ("players4", 15, 9)])
def test_decks_and_hands_of_the_start(setup, cards, left):
    """HOS-2.21; X2, X21: Starting, Race Ability, Technology and System cards of the player; six are drawn."""
    at = Table(setup)
    for seat in range(SETUPS[setup]):
        assert (len(at.hand(seat)), len(at.pile(seat, "draw"))) == (6, left)
        ids = {card for card in range(FIRST_TECHNOLOGY + 41) if (at.where(card) or (NONE,))[0] == seat}
        assert len(ids) == cards
        assert sum(FIRST_STARTING <= card < FIRST_ABILITY for card in ids) == 4
        assert sum(FIRST_ABILITY <= card < FIRST_TECHNOLOGY for card in ids) == 3
        assert sum(card >= FIRST_TECHNOLOGY for card in ids) == 2
        assert {at.systems[card] for card in ids if card < FIRST_STARTING} == {
            name for name in at.systems[:36] if at.owner(name) == seat
        }


def test_decks_of_the_start_are_shuffled():
    """HOS-2.21: Cards of every kind occur in first hands."""
    hands = [Table(seed=seed).hand(0) for seed in range(12)]
    for kind in ("starting", "systems", "technologies"):
        assert sum(bool(set(hand) & set(Table().document[kind])) for hand in hands) >= 6


@pytest.mark.parametrize("size", [1, 5, 7, 12])
def test_a_switch_sets_the_size_of_the_first_hand(size):
    """HOS-2.21: hand_size"""
    assert len(Table("players4", hand_size=size).hand(1)) == size


@pytest.mark.parametrize("pieces", [{"fleets": 1}, {"star_bases": 1}, {"marker": "outpost"}, {"marker": "colony"},
                                    {"marker": "home"}])  # fmt: skip
def test_any_piece_controls_a_system(pieces):
    """HOS-1.7, HOS-1.8: A system is friendly only to the player who controls it: another player fights there."""
    at = bare_table().lay(Berylith=0, Hap=1, Ishtar=6).place(1, "Hap", **pieces).place(0, "Berylith", fleets=1)
    at.deal(0, hand=["Star Drive"])
    assert (at.owner("Hap"), at.owner("Ishtar")) == (1, None)
    at.choose("act move", "from Berylith", "move 1 fleet to Hap", "done", "spend Star Drive for energy")
    assert at.prompt == (0, "retreat_at_once")


def test_a_fleet_has_strength_three_and_a_star_base_five():
    """HOS-1.6: fleet_strength and base_strength as printed"""
    at = bare_table().lay(Berylith=0, Hap=1).place(0, "Berylith", fleets=4).place(1, "Hap", 1, 1)
    at.deal(0, hand=["Star Drive", "Hap"]).choose("act move", "from Berylith", "move 4 fleets to Hap", "done")
    at.choose("spend Star Drive for energy", "spend Hap for energy")
    assert at.margin == 4 * 3 - 3 - 5


@pytest.mark.parametrize(("switches", "margin"), [
    ({"fleet_strength": 2}, 4 * 2 - 2 - 5), ({"fleet_strength": 4}, 4 * 4 - 4 - 5),
    ({"base_strength": 4}, 4 * 3 - 3 - 4), ({"base_strength": 6}, 4 * 3 - 3 - 6),
])  # fmt: skip
def test_switches_set_the_strength_of_units(switches, margin):
    """HOS-1.6: fleet_strength, base_strength"""
    at = bare_table(**switches).lay(Berylith=0, Hap=1).place(0, "Berylith", fleets=4).place(1, "Hap", 1, 1)
    at.deal(0, hand=["Star Drive", "Hap"]).choose("act move", "from Berylith", "move 4 fleets to Hap", "done")
    assert at.choose("spend Star Drive for energy", "spend Hap for energy").margin == margin


def test_a_system_holds_any_number_of_units():
    """HOS-1.10"""
    at = bare_table().lay(Berylith=0, Ishtar=1).place(0, "Berylith", 15, 6, "home").place(0, "Ishtar", fleets=1)
    at.deal(0, hand=["Star Drive"]).choose("act move", "from Ishtar", "move 1 fleet to Berylith")
    assert at.units("Berylith", 0) == (16, 6)


def test_a_seat_is_labelled_by_its_race():
    """It is labelled after the deal; in a draft it has no label before it has picked a race."""
    for at in tables_of(5, "players4"):
        races = [GAME.kernels.level(at.state, at.rules, seat) for seat in range(4)]
        assert races == [at.player(seat).race for seat in range(4)] and NONE not in races
    draft = tables_of(1, "players2", race_mode="draft")[0]
    assert [GAME.kernels.level(draft.state, draft.rules, seat) for seat in range(2)] == [NONE, NONE]
