"""The numbers of A Handful of Stars: board, tiles, cards, counters and setups, and the values that are refused."""

from collections import Counter

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games.handful_of_stars import GAME, reader
from starbalance.simulator.games.handful_of_stars import rules as bounds
from starbalance.simulator.games.handful_of_stars.rules import Card, Timing
from tests.data import edited, moved_by

SETUPS = [setup.name for setup in GAME.setups]
RACES = ["Aggroloids", "Bilderoids", "Culturemoogs", "Exploremords", "Peacenims", "Storbots", "Technoids"]
NOTHING = "energy = 0\nmatter = 0\npopulation = 0\nresearch = 0\n"
SPACE_36, SPACE_37 = (f'\nA = {a}\nB = -1\nC = {c}\nD = -1\nsource = "assumed"\n' for a, c in ((12, 18), (17, 23)))
SPACE_36 += "\n"
WIDER = {  # fields that a switch changes in addition to its own
    "system_set": {"spaces", "systems", "carded_systems", "neighbour", "connection", "ends", "connections"},
    "race_table": {"card_name", "symbols"},
    "alien_shift": {"alien_strength"},
    "strength_shift": {"strength"},
    "cost_shift": {"cost"},
}


@pytest.fixture(scope="module")
def document():
    return tables.read(GAME)


@pytest.fixture(scope="module")
def rules():
    return tables.load(GAME).record


def loaded(setup="players4", **overrides):
    return tables.load(GAME, setup, set=overrides).record


def other(entry):
    """Return another valid value for a switch than the present one."""
    now = entry["value"]
    if isinstance(now, bool):
        return not now
    if "choices" in entry:
        return next(choice for choice in entry["choices"] if choice != now)
    return now + 1 if now < entry["most"] else now - 1


def total(document, file, key):
    return sum(entry[key] for entry in document[file].values())


def symbols(entry):
    return [entry[key] for key in ("energy", "matter", "population", "research")]


def test_there_are_19_tiles_of_each_kind_and_36_on_the_board(document, rules):
    """HOS-1.4, A01"""
    kinds = [system["habitable"] for system in document["systems"].values()]
    assert kinds == [True] * 19 + [False] * 19
    assert rules.habitable.tolist() == kinds
    assert rules.spaces == rules.systems == rules.carded_systems == 36


@pytest.mark.parametrize(("system_set", "spaces", "carded", "connections"), [
    ("s36", 36, 36, 60), ("s38_cards38", 38, 38, 64), ("s38_cards36", 38, 36, 64),
])  # fmt: skip
def test_two_readings_of_the_list_of_pieces_have_38_tiles(system_set, spaces, carded, connections):
    """HOS-2.2, A01"""
    record = loaded(**{"switches.system_set": system_set})
    assert (record.spaces, record.systems) == (spaces, spaces)
    assert (record.carded_systems, record.connections) == (carded, connections)


def test_a_habitable_system_has_a_strength_and_an_uninhabitable_one_none(rules):
    """HOS-1.4"""
    assert (rules.strength[:19] > 0).all()
    assert (rules.strength[19:] == 0).all()
    assert Counter(rules.strength[:19].tolist()) == {2: 4, 3: 5, 4: 5, 5: 3, 6: 2}


def test_fifteen_tiles_show_a_black_hole_and_one_disc_is_left_over(rules):
    """HOS-2.4, X35"""
    letters = Counter(rules.black_hole[:36].tolist())
    assert [letters[k] for k in range(4)] == [4, 4, 4, 3]
    assert rules.black_hole_discs - 15 == 1


def test_eight_tiles_of_36_have_a_wormhole_and_none_of_them_a_black_hole(rules):
    """HOS-15.2"""
    assert rules.wormhole[:36].sum() == 8
    assert not (rules.wormhole[:36].astype(bool) & (rules.black_hole[:36] >= 0)).any()


def test_system_cards_show_the_designed_points(rules):
    """HOS-1.3"""
    assert rules.symbols[:19].sum(axis=0).tolist() == [11, 9, 31, 7]
    assert rules.symbols[19:36].sum(axis=0).tolist() == [22, 20, 0, 20]


@pytest.mark.parametrize("system_set", ["s36", "s38_cards38"])
def test_connections_lead_both_ways_and_have_one_number(system_set):
    """HOS-1.9"""
    record = loaded(**{"switches.system_set": system_set})
    seen = Counter()
    for space in range(38):
        for letter in range(4):
            neighbour = record.neighbour[space, letter]
            number = record.connection[space, letter]
            assert (neighbour == -1) == (number == -1)
            if neighbour >= 0:
                back = record.neighbour[neighbour].tolist().index(space)
                assert record.connection[neighbour, back] == number
                assert record.ends[number].tolist() == sorted((space, neighbour))
                seen[int(number)] += 1
    assert seen == dict.fromkeys(range(int(record.connections)), 2)
    assert (record.ends[record.connections :] == -1).all()


def test_corners_have_two_neighbours_edges_three_and_inner_spaces_four(rules):
    """HOS-1.9"""
    degrees = (rules.neighbour[:36] >= 0).sum(axis=1).reshape(6, 6)
    assert Counter(degrees.ravel().tolist()) == {2: 4, 3: 16, 4: 16}
    assert degrees[0, 0] == degrees[0, 5] == degrees[5, 0] == degrees[5, 5] == 2


def test_connections_are_numbered_by_their_smaller_space_and_its_letter(rules):
    """HOS-2.3"""
    assert rules.connection[0].tolist() == [-1, 0, 1, -1]
    assert rules.connection[20].tolist() == [27, 37, 38, 35]
    assert rules.connection[35].tolist() == [54, -1, -1, 59]


def test_41_technology_cards_of_which_thirteen_names_have_printed_numbers(document):
    """HOS-19.2"""
    copies = {name: card["copies"] for name, card in document["technologies"].items()}
    assert sum(copies.values()) == document["components"]["technology_cards"]["value"] == 41
    printed = {name: n for name, n in copies.items() if n > 1}
    assert len(printed) == 13
    assert sum(printed.values()) == 31
    assert sum(n == 1 for n in copies.values()) == 10


def test_every_printed_number_of_copies_is_in_the_deck(document):
    """HOS-17.7, HOS-17.9, HOS-17.6, HOS-17.12, HOS-17.22, HOS-17.31"""
    numbers = {"Development": 3, "Dreadnoughts": 2, "Culture": 4, "Force Shields": 2, "High-Energy Weapons": 2}
    numbers |= {"Mass Armies": 2, "Missiles": 2, "Mobile Factories": 2, "Rapid-Reaction Force": 2}
    numbers |= {"Research Laboratories": 4, "Space Mines": 2, "Star Bomb": 2, "Terra-forming": 2}
    assert {name: document["technologies"][name]["copies"] for name in numbers} == numbers


def test_research_laboratories_supply_two_research_and_have_no_effect(rules):
    """HOS-17.22"""
    laboratories = [k for k in range(75, 116) if rules.card_name[k] == Card.RESEARCH_LABORATORIES]
    assert len(laboratories) == 4
    assert all(rules.symbols[k].tolist() == [0, 0, 0, 2] for k in laboratories)
    assert rules.timing[Card.RESEARCH_LABORATORIES] == Timing.NONE


def test_wormhole_technology_costs_two_research(rules):
    """HOS-10.7, X20"""
    assert rules.cost[Card.WORMHOLE_TECHNOLOGY] == 2
    assert rules.cost_population[Card.WORMHOLE_TECHNOLOGY] == 0


def test_only_terra_forming_costs_more_than_research(rules):
    """HOS-10.5"""
    assert np.flatnonzero(rules.cost_population).tolist() == [Card.TERRA_FORMING]


def test_the_cards_that_use_up_a_piece_are_one_use(rules):
    """HOS-1.11, A11"""
    one_use = [Card.BLACK_HOLE_CREATOR, Card.DEVELOPMENT, Card.TERRA_FORMING]
    assert np.flatnonzero(rules.one_use).tolist() == one_use


def test_only_cards_with_a_lasting_effect_are_labelled_reserve(rules):
    """HOS-1.11"""
    assert (rules.reserve.astype(bool) == (rules.timing == Timing.RESERVE)).all()


def test_the_numbers_of_effects_match_the_rulebook(rules):
    """HOS-17.1a, HOS-17.5a, HOS-17.9a, HOS-17.16a, HOS-17.20a, HOS-17.25a, HOS-17.29a"""
    assert rules.draws[Card.ADVANCED_CYBERNETICS] == 2
    assert rules.draws[Card.BLUE_SKY_RESEARCH] == 3
    assert (rules.draws[Card.MISSILES], rules.amount[Card.MISSILES]) == (2, 2)
    assert (rules.draws[Card.RAPID_REACTION_FORCE], rules.amount[Card.RAPID_REACTION_FORCE]) == (1, 4)
    assert [rules.amount[card] for card in (Card.DREADNOUGHTS, Card.SUPER_DREADNOUGHTS, Card.SPACE_MINES)] == [2, 4, 3]


def test_every_player_has_the_same_four_starting_cards_one_for_each_resource(rules):
    """HOS-2.21"""
    for seat in range(4):
        cards = rules.symbols[38 + 4 * seat : 42 + 4 * seat]
        assert cards.tolist() == (2 * np.eye(4, dtype=int)).tolist()
    assert (rules.card_name[:54] == -1).all()


@pytest.mark.parametrize(("race", "cards"), [
    ("Aggroloids", "DREADNOUGHTS MISSILES STAR_BOMB"),
    ("Bilderoids", "ARMAMENTS PRODUCTION_LINE MOBILE_FACTORIES"),
    ("Culturemoogs", "FESTIVAL_OF_CULTURE CULTURE CULTURE"),
    ("Exploremords", "SCOUTS TEMPORARY_WORMHOLE FAST_SHIPS"),
    ("Peacenims", "DIPLOMACY SPACE_MINES SPACE_MINES"),
    ("Storbots", "WAREHOUSE OUT_OF_STORAGE RECYCLING_PLANT"),
    ("Technoids", "BLUE_SKY_RESEARCH TOP_SECRET_RESEARCH RESEARCH_LABORATORIES"),
])  # fmt: skip
def test_each_race_has_its_three_cards(rules, race, cards):
    """HOS-19.1, HOS-19.4, HOS-19.5, HOS-19.6, HOS-19.7, HOS-19.8, HOS-19.9, HOS-19.10"""
    first = 54 + 3 * RACES.index(race)
    assert [Card(int(name)).name for name in rules.card_name[first : first + 3]] == cards.split()


@pytest.mark.parametrize(("race", "cards"), [
    ("Aggroloids", "SUPER_DREADNOUGHTS DREADNOUGHTS STAR_BOMB"),
    ("Storbots", "WAREHOUSE OUT_OF_STORAGE ARTIFICIAL_INTELLIGENCE"),
])  # fmt: skip
def test_the_second_table_gives_races_different_cards(race, cards):
    """HOS-19.4, HOS-19.9"""
    record = loaded(**{"switches.race_table": "b"})
    first = 54 + 3 * RACES.index(race)
    assert [Card(int(name)).name for name in record.card_name[first : first + 3]] == cards.split()


def test_a_race_card_matches_the_technology_card_of_its_name(rules):
    """HOS-19.2"""
    shown = {}
    for card in range(54, 116):
        shown.setdefault(int(rules.card_name[card]), set()).add(tuple(rules.symbols[card].tolist()))
    assert len(shown) == 34
    assert all(len(each) == 1 for each in shown.values())


def test_cards_beyond_the_deck_are_blank(rules):
    assert (rules.card_name[116:] == -1).all()
    assert not rules.symbols[116:].any()


def test_18_aliens_add_up_to_57(document, rules):
    """HOS-2.19"""
    assert rules.alien_copies.sum() == rules.alien_counters == 18
    assert (rules.alien_copies * rules.alien_strength).sum() == 57
    assert rules.alien_kinds == len(document["aliens"])


def test_33_counters_of_resources_reserve_and_points(document, rules):
    """HOS-18.1"""
    assert rules.counter_copies.sum() == rules.development_counters == 33
    assert rules.counter_kinds == len(document["counters"])
    kinds = Counter()
    for entry in document["counters"].values():
        kind = "resource" if any(symbols(entry)) else "reserve" if entry["reserve"] else "vp"
        kinds[kind] += entry["copies"]
    assert kinds == {"resource": 25, "reserve": 4, "vp": 4}
    assert (rules.counter_copies * rules.counter_vp).sum() == 10


@pytest.mark.parametrize(("setup", "dealt", "trigger"), [
    ("players2", 5, 14), ("players3", 4, 18), ("players4", 3, 20),
])  # fmt: skip
def test_each_number_of_players_has_its_deal_and_its_trigger(setup, dealt, trigger):
    """HOS-2.5, HOS-2.6, HOS-16.1, X32"""
    record = tables.load(GAME, setup).record
    assert (record.habitable_dealt, record.uninhabitable_dealt, record.trigger) == (dealt, dealt, trigger)
    assert record.seats == int(setup[-1])
    assert record.player[: record.seats].tolist() == list(range(record.seats))


@pytest.mark.parametrize(("setup", "points", "deck", "fleets"), [
    ("players2", 36, 19, 11), ("players3", 30, 17, 9), ("players4", 24, 15, 7),
])  # fmt: skip
def test_the_start_adds_up_to_the_printed_points(setup, points, deck, fleets):
    """HOS-2.13, HOS-2.17, HOS-2.21, X1 to X3"""
    record = tables.load(GAME, setup).record
    systems = record.habitable_dealt + record.uninhabitable_dealt
    assert record.vp_home + record.vp_colony + (systems - 2) * record.vp_outpost == points
    assert 4 + 3 + record.dealt_technologies + systems == deck
    assert record.home_fleets + record.colony_fleets + (systems - 2) * record.outpost_fleets == fleets
    assert record.home_star_bases + record.colony_star_bases == 2


def test_units_and_prices_are_the_printed_ones(rules):
    """HOS-1.6, HOS-5.2, HOS-6.1, HOS-9.2, HOS-9.3, HOS-15.2, X18"""
    assert (rules.fleet_strength, rules.base_strength) == (3, 5)
    assert (rules.unit_population, rules.unit_matter, rules.build_most) == (1, 1, 2)
    assert (rules.connection_energy, rules.hop_research) == (1, 1)
    assert (rules.outpost_population, rules.colony_population) == (1, 3)
    assert (rules.hand_size, rules.actions_per_turn, rules.reserve_limit) == (6, 2, 2)


def test_every_switch_changes_its_own_field_and_the_derived_ones(document):
    for name, entry in document["switches"].items():
        moved = moved_by(GAME, **{f"switches.{name}": other(entry)})
        assert moved == {name} | WIDER.get(name, set()), name


def test_every_component_changes_its_own_field(document):
    overrides = {
        "components.technology_cards": 42,
        "technologies.Retreat.copies": 2,
        "components.alien_counters": 19,
        "aliens.alien_1.copies": 4,
        "components.development_counters": 34,
        "counters.vp_3.copies": 3,
        "components.star_bases": 5,
        "components.fleets": 15,
        "components.outposts": 14,
        "components.colony_discs": 11,
        "components.vp_discs": 1,
        "components.colony_track": 6,
        "components.black_hole_discs": 15,
    }
    moved = moved_by(GAME, **overrides)
    assert set(document["components"]) <= moved
    assert moved - set(document["components"]) == {"card_name", "symbols", "alien_copies", "counter_copies"}


@pytest.mark.parametrize(("overrides", "field"), [
    ({"spaces.0.B": -1, "spaces.1.D": -1}, "neighbour"),
    ({"systems.Ishtar.strength": 5}, "strength"),
    ({"systems.Ishtar.black_hole": "C"}, "black_hole"),
    ({"systems.Ishtar.wormhole": True}, "wormhole"),
    ({"systems.Ishtar.energy": 4}, "symbols"),
    ({"starting.Academy.research": 3}, "symbols"),
    ({"technologies.Missiles.timing": "combat"}, "timing"),
    ({"technologies.Retreat.reserve": True}, "reserve"),
    ({"technologies.Retreat.one_use": True}, "one_use"),
    ({"technologies.Retreat.cost": 4}, "cost"),
    ({"technologies.Retreat.cost_population": 1}, "cost_population"),
    ({"technologies.Culture.vp": 3}, "vp"),
    ({"technologies.Dreadnoughts.amount": 3}, "amount"),
    ({"technologies.Missiles.draws": 3}, "draws"),
    ({"technologies.Star Base Movement.research": 1}, "symbols"),
    ({"races.Storbots.abilities": ["Warehouse", "Out of Storage", "Scouts"]}, "card_name"),
    ({"aliens.alien_6.strength": 7}, "alien_strength"),
    ({"counters.reserve.reserve": 2}, "counter_reserve"),
    ({"counters.reserve.matter": 1}, "counter_symbols"),
    ({"counters.vp_2.vp": 1}, "counter_vp"),
    ({"setups.players4.habitable": 2}, "habitable_dealt"),
    ({"setups.players4.uninhabitable": 4}, "uninhabitable_dealt"),
    ({"setups.players4.trigger": 21}, "trigger"),
])  # fmt: skip
def test_a_changed_table_changes_the_record(overrides, field):
    assert field in moved_by(GAME, **overrides)


def test_shifts_never_go_below_zero():
    shifts = {"switches.cost_shift": -3, "switches.alien_shift": -3, "switches.strength_shift": -3}
    record = loaded(**shifts)
    assert record.cost.min() == record.alien_strength.min() == record.strength.min() == 0
    assert record.cost[Card.SUPER_DREADNOUGHTS] == 2
    assert not record.strength[19:].any()


def test_a_raised_strength_leaves_uninhabitable_systems_without_strength():
    """HOS-1.4"""
    record = loaded(**{"switches.strength_shift": 1})
    assert record.strength[:19].sum() == 70 + 19
    assert not record.strength[19:].any()


@pytest.mark.parametrize(("path", "value", "words"), [
    ("technologies.Culture.copies", 5, "42 copies, 1 too many: 'components.technology_cards' is 41"),
    ("technologies.Culture.copies", 1, "38 copies, 3 too few"),
    ("components.technology_cards", 40, "41 copies, 1 too many: 'components.technology_cards' is 40"),
    ("aliens.alien_1.copies", 4, "alien counters have 19 copies, 1 too many: 'components.alien_counters' is 18"),
    ("counters.vp_2.copies", 0, "Development counters have 31 copies, 2 too few"),
    ("technologies.Wormhole Technology.copies", 2, "too many"),
    ("races.Storbots.abilities", ["Warehouse", "Out of Storage", "Recyling Plant"], "'Recycling Plant'"),
    ("races.Storbots.abilities_b", ["Warehouse", "Scout", "Retreat"], "'Scouts'"),
    ("races.Storbots.abilities", ["Warehouse", "Scouts", "Wormhole Technology"], "never enters a player's deck"),
    ("technologies.Culture.timing", "free", "one of reserve"),
    ("technologies.Scouts.timing", "combat", "one of action, free"),
    ("technologies.Retreat.timing", "action", "the only one is .combat."),
    ("technologies.Missiles.timing", "action", "one of reserve, combat"),
    ("technologies.Mobile Factories.timing", "free", "one of reserve, action"),
    ("technologies.Research Laboratories.timing", "action", "one of none"),
    ("technologies.Wormhole Technology.timing", "action", "the only one is .special."),
    ("technologies.Scouts.timing", "frei", "did you mean 'free'"),
    ("technologies.Culture.reserve", False, "a card with a lasting effect is labelled Reserve"),
    ("technologies.Culture.one_use", True, "the effect of this card is never played"),
    ("technologies.Fast Ships.amount", 0, "must be at least 1, got 0"),
    ("technologies.Blue-Sky Research.draws", 0, "must be at least 1, got 0"),
    ("technologies.Star Bomb.amount", 2, "must be 0, got 2: the effect of this card has no such number"),
    ("technologies.Hyper-Search Engine.draws", 1, "must be 0, got 1: the effect of this card has no such number"),
    ("technologies.Culture.cost", -1, "a whole number from 0 to 20"),
    ("technologies.Missiles.draws", 9, "a whole number from 0 to 8"),
    ("systems.Hap.energy", 10, "a whole number from 0 to 9"),
    ("systems.Hap.strength", 2, "must be 0 for an uninhabitable system, got 2"),
    ("systems.Hap.habitable", True, "19 habitable systems and then 19 uninhabitable ones"),
    ("systems.Hap.black_hole", "E", "one of A, B, C, D, or '' for none"),
    ("spaces.0.B", -1, "no letter of space 0 leads back to 1"),
    ("spaces.0.A", 20, "no letter of space 20 leads back to 0"),
    ("spaces.0.A", 0, "no connection to itself"),
    ("spaces.0.A", 1, "two letters of space 0 lead to space 1"),
    ("spaces.0.A", 38, "a space from 0 to 37, or -1"),
    ("spaces.0.A", -2, "a space from 0 to 37, or -1"),
    ("components.black_hole_discs", 14, "15 tiles show a black hole: .* is 14, 1 too few"),
    ("setups.players4.habitable", 5, "must be at most 4, got 5: 4 players take 20 of 19 cards"),
    ("setups.players4.uninhabitable", 5, "must be at most 4, got 5: 4 players take 20 of 17 cards"),
    ("setups.players4.habitable", 1, "must be at least 2, got 1: for a home world and a colony"),
    ("setups.players4.trigger", 0, "must be at least 1, got 0"),
    ("components.fleets", 6, "must be at least 7, got 6: the setup puts 7 down with 4 players"),
    ("components.star_bases", 1, "the setup puts 2 down"),
    ("components.outposts", 5, "the setup puts 6 down"),
    ("components.colony_discs", 7, "the setup puts 8 down"),
    ("switches.home_fleets", 7, "must be at most 6, got 7"),
    ("switches.hand_size", 0, "must be at least 1, got 0"),
    ("switches.race_mode", "drafted", "did you mean 'draft'"),
    ("technologies.Cultur.cost", 2, "'technologies.Culture.cost'"),
])  # fmt: skip
def test_an_invalid_change_is_refused_with_the_allowed_values(path, value, words):
    with pytest.raises(BadInput, match=words) as caught:
        loaded(**{path: value})
    assert "\n" not in str(caught.value)


def test_a_second_wormhole_card_is_refused_though_the_deck_adds_up():
    """HOS-10.6"""
    with pytest.raises(BadInput, match="must be at most 1"):
        loaded(**{"technologies.Wormhole Technology.copies": 2, "technologies.Retreat.copies": 0})


def test_too_few_aliens_for_the_neutral_systems_are_refused():
    """HOS-2.19"""
    few = {"components.alien_counters": 8, "aliens.alien_1.copies": 0, "aliens.alien_2.copies": 0}
    few |= {"aliens.alien_3.copies": 1}
    with pytest.raises(BadInput, match="9 neutral systems get one each"):
        loaded("players2", **few)
    assert loaded("players3", **few).alien_counters == 8


def test_too_few_technology_cards_for_the_deal_are_refused(document):
    """HOS-2.9"""
    none = {f"technologies.{name}.copies": 0 for name in document["technologies"]}
    few = none | {"technologies.Culture.copies": 8, "components.technology_cards": 8}
    with pytest.raises(BadInput, match="dealing takes 9"):
        loaded(**few)
    assert loaded("players3", **few).technology_cards == 8


def test_a_race_with_two_cards_is_refused(tmp_path):
    """HOS-19.1"""
    game = edited(GAME, tmp_path, "races.toml", '"Dreadnoughts", "Missiles", "Star Bomb"', '"Dreadnoughts", "Missiles"')
    with pytest.raises(BadInput, match="must have 3 cards, got 2"):
        tables.load(game)


@pytest.mark.parametrize(("file", "old", "new", "words"), [
    ("technologies.toml", '["Force Shields"]', '["Force Shield"]', "unknown: did you mean 'force shields'"),
    ("races.toml", "[Storbots]", "[Extra]\nabilities = []\nabilities_b = []\nsource = 'assumed'\n[Storbots]", "got 8"),
    ("starting.toml", "[Academy]", f"[School]\n{NOTHING}source = 'assumed'\n[Academy]", "got 5"),
    ("spaces.toml", "[37]", "[38]", "'spaces.38' is unknown"),
    ("spaces.toml", f"[37]{SPACE_37}", "", "spaces: '37' is missing"),
    ("spaces.toml", f"[36]{SPACE_36}[37]", f"[37]{SPACE_36}[36]", "spaces: the entries must keep their order"),
])  # fmt: skip
def test_a_file_without_its_known_entries_is_refused(tmp_path, file, old, new, words):
    with pytest.raises(BadInput, match=words):
        tables.load(edited(GAME, tmp_path, file, old, new))


@pytest.mark.parametrize("name", bounds.ROOM)
def test_more_copies_than_the_state_holds_are_refused(document, name):
    file, most = "switches" if name in bounds.SWITCHES else "components", bounds.ROOM[name]
    large = {**document[file], name: {**document[file][name], "value": most + 1}}
    with pytest.raises(BadInput, match=f"'{file}.{name}' must be at most {most}, got {most + 1}"):
        reader.fill({**document, file: large}, GAME.setups[0])


def test_more_kinds_of_counters_than_the_state_holds_are_refused(tmp_path):
    text = (GAME.folder / "data" / "aliens.toml").read_text(encoding="utf-8")
    more = "".join(f'[more_{k}]\nstrength = 1\ncopies = 0\nsource = "assumed"\n' for k in range(3))
    with pytest.raises(BadInput, match="from 1 to 8 kinds, got 9"):
        tables.load(edited(GAME, tmp_path, "aliens.toml", text, text + more))


def test_fewer_connections_keep_the_map_in_one_piece_and_its_symmetry():
    record = tables.load(GAME, variant="fewer_connections").record
    assert record.connections == 52
    joined = np.zeros((36, 36), bool)
    for one, two in record.ends[: record.connections]:
        joined[one, two] = joined[two, one] = True
    turned = np.rot90(np.arange(36).reshape(6, 6)).ravel()
    mirrored = np.fliplr(np.arange(36).reshape(6, 6)).ravel()
    assert (joined[np.ix_(turned, turned)] == joined).all()
    assert (joined[np.ix_(mirrored, mirrored)] == joined).all()
    reached = np.linalg.matrix_power(joined.astype(float) + np.eye(36), 36) > 0
    assert reached.all()


@pytest.mark.parametrize(("variant", "tiles"), [("no_black_holes", 0), ("more_connections", 8)])
def test_variants_of_the_black_holes_leave_their_number(variant, tiles):
    assert (tables.load(GAME, variant=variant).record.black_hole[:36] >= 0).sum() == tiles


@pytest.mark.parametrize(("variant", "tiles"), [("wormholes_4", 4), ("wormholes_12", 12)])
def test_variants_of_the_wormholes_leave_their_number(variant, tiles):
    record = tables.load(GAME, variant=variant).record
    assert record.wormhole[:36].sum() == tiles
    assert not (record.wormhole[:36].astype(bool) & (record.black_hole[:36] >= 0)).any()


def test_words_cover_every_code_and_every_bit():
    rules = tables.load(GAME)
    words = GAME.labels(rules)
    assert [words["race"], words["first_race"], words["trigger_race"]] == [tuple(RACES)] * 3
    assert len(words["home"]) == len(words["colony"]) == 38
    assert words["ended"] == ("final_round", "truncated")
    names = [card.name.replace("_", "") for card in Card]
    for column in ("dealt_one", "dealt_two"):
        assert [word.upper().replace(" ", "").replace("-", "") for word in words[column]] == names
    assert set(GAME.flags(rules)) == {"dealt", "drafted", "played"}
    assert all(each == words["dealt_one"] for each in GAME.flags(rules).values())
