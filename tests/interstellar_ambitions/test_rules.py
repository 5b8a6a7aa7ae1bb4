"""The numbers of Interstellar Ambitions: decks, boards, effects and setups, and the values that are refused."""

import ast
from collections import Counter

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.interstellar_ambitions import GAME, outcome, reader, word
from starbalance.simulator.games.interstellar_ambitions import rules as bounds
from starbalance.simulator.games.interstellar_ambitions import state as table
from starbalance.simulator.games.interstellar_ambitions.word import (
    CardType,
    Class,
    Count,
    EventEffect,
    Filter,
    Modifier,
    Origin,
    Penalty,
    Predicate,
    ShadowEffect,
)
from tests.data import edited, moved_by
from tests.interstellar_ambitions.walk import walk

SETUPS = [setup.name for setup in GAME.setups]
TYPES = ("food", "ore", "science", "coins")
WIDER = {"home_set": {"planet_modifiers", "planet_modified"}}  # fields that a switch changes in addition to its own
TECHNOLOGY = {"start": False, "cost": 6, "vp": 4, "effects": [["ADVANCE_EXTRA", 1], ["PROD_ORE", 1]], "in_deck": True}
STRONG = '\nraid = true\nraid_bonus = 4\ninvade = true\ninvade_bonus = 2\nsource = "rulebook"\nnote = "IAM-11.23"\n'
AMBITION = {"active": True, "predicate": ["SHADOW_MEDALS", 6], "fixed": False, "in_pool": True}


ACADEMIES = """
question = "Do academies bring science to whoever starts with them?"
[new.technologies."ACADEMIES"]
start = true
cost = 3
vp = 1
effects = [["PROD_SCIENCE", 3], ["ADVANCE_EXTRA", 1]]
in_deck = true
[new.ambitions."First Steps"]
active = true
predicate = ["TECHNOLOGIES_OWNED", 1]
fixed = false
in_pool = true
[changes]
"switches.max_rounds" = 12
"ambitions.Cosmic Overlord.in_pool" = false
"ambitions.Shadow Master.in_pool" = false
"ambitions.Space Dominator.in_pool" = false
"ambitions.Corsair King.in_pool" = false
"ambitions.Master of Stolen Secrets.in_pool" = false
"ambitions.World Breaker.in_pool" = false
"ambitions.Fleet Hunter.in_pool" = false
"technologies.RESEARCH FORCES.in_deck" = false
"technologies.ADVANCED SCOUTING.in_deck" = false
"technologies.EVANESCING MATERIALS.in_deck" = false
"technologies.ASTEROID SMELTERS.in_deck" = false
"""


@pytest.fixture(scope="module")
def document():
    return tables.read(GAME)


@pytest.fixture(scope="module")
def rules():
    return tables.load(GAME).record


def loaded(setup="players4", **overrides):
    return tables.load(GAME, setup, set=overrides).record


def other(name, entry):
    """Return another valid value for a switch than the present one."""
    now = entry["value"]
    if isinstance(now, bool):
        return not now
    if "choices" in entry:
        return {"ultimate_slots": "unlimited"}.get(name, next(choice for choice in entry["choices"] if choice != now))
    return now + 1 if now < entry["most"] else now - 1


def place(document, file, name):
    return list(document[file]).index(name)


def total(entries, key):
    return sum(entry[key] for entry in entries)


def test_bounds_are_defined_in_one_module():
    """No other module has a number of the game at its top, so a bound is raised in one place."""
    homes = {"rules", "word"}
    for path in sorted(GAME.folder.rglob("*.py")):
        if path.stem not in homes:
            for node in ast.parse(path.read_text()).body:
                number = isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
                assert not (number and isinstance(node.value.value, int)), f"{path.name}:{node.lineno}"


def test_a_name_of_a_bound_is_defined_once():
    modules = {}
    for path in sorted(GAME.folder.rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for name in (each.id for each in targets if isinstance(each, ast.Name) and not each.id.startswith("_")):
                assert modules.setdefault(name, path.name) == path.name, f"{name}: {modules[name]}, {path.name}"


def test_ids_of_planets_leave_room_for_every_planet(rules):
    assert bounds.FIRST_HOME == bounds.STACK * bounds.RESOURCES
    assert len(rules.planet_in) == bounds.FIRST_HOME + bounds.HOME_WORLDS
    assert table.state_dt["owner"].shape == (len(rules.planet_in),)


@pytest.mark.parametrize("name", bounds.ROOM)
def test_a_limit_is_never_more_than_the_state_holds(document, name):
    assert document["switches"][name]["most"] <= bounds.ROOM[name]
    large = {**document["switches"], name: {**document["switches"][name], "value": bounds.ROOM[name] + 1}}
    with pytest.raises(BadInput, match=f"'switches.{name}' must be at most {bounds.ROOM[name]}, got"):
        reader.fill({**document, "switches": large}, GAME.setups[0])


def test_words_of_the_data_match_the_codes():
    assert [row.upper() for row in bounds.TRACK] == [row.name for row in word.Row]
    assert [each.upper() for each in word.RESOURCE_WORDS] == [each.name for each in word.Resource]
    assert list(word.LEVEL_WORDS) == [each.name for each in word.Level]


def test_ambitions_are_nine_of_each_kind_and_six_of_them_are_printed(document, rules):
    """IAM-1.3, IAM-1.4, IAM-1.5"""
    assert rules.ambitions == rules.ambition_in.sum() == 18
    assert rules.ambition_active[:18].tolist() == [1] * 9 + [0] * 9
    values = [each for each in tables.values(document) if each.path.endswith(".predicate")]
    assert sum(each.source == "rulebook" for each in values) == 6


@pytest.mark.parametrize(("name", "predicate", "threshold"), [
    ("Cosmic Overlord", Predicate.CAPTURES_TURN, 1),
    ("Shadow Master", Predicate.SHADOW_MEDALS, 4),
    ("Space Dominator", Predicate.FLEET_MEDALS, 4),
    ("Relic Finder", Predicate.SPECIAL_PLANETS, 3),
    ("Development Guru", Predicate.TOTAL_LEVELS, 15),
    ("Science Haven", Predicate.PRODUCED_TURN, 12),
])  # fmt: skip
def test_printed_ambitions_have_their_conditions(document, rules, name, predicate, threshold):
    """IAM-24.1, IAM-24.2, IAM-24.3, IAM-24.4, IAM-24.5, IAM-24.6"""
    k = place(document, "ambitions", name)
    assert (rules.predicate[k], rules.threshold[k]) == (predicate, threshold)


def test_an_ambition_requires_a_resource_or_a_level_if_it_has_one(document, rules):
    """IAM-24.6"""
    haven, realm = (place(document, "ambitions", name) for name in ("Science Haven", "Harmonious Realm"))
    assert rules.predicate_resource[haven] == TYPES.index("science")
    assert (np.delete(rules.predicate_resource, haven) == bounds.NONE).all()
    assert (rules.predicate_level[realm], rules.threshold[realm]) == (3, 4)


def test_six_ambitions_depend_on_events_of_a_turn(document, rules):
    """IAM-9.1"""
    names = np.array(list(document["ambitions"]))[rules.predicate_event[:18] == 1].tolist()
    assert names == [
        "Cosmic Overlord", "Corsair King", "World Breaker", "Fleet Hunter", "Science Haven", "Economic Powerhouse",
    ]  # fmt: skip


def test_four_ambitions_are_fixed_in_an_alternative_reading(document, rules):
    """IAM-1.3, A01"""
    names = np.array(list(document["ambitions"]))[rules.ambition_fixed[:18] == 1].tolist()
    assert names == ["Shadow Master", "Space Dominator", "Development Guru", "Science Haven"]
    assert loaded(**{"switches.ambition_setup": "fixed_4_random_2"}).ambition_setup == 1


def test_four_stacks_of_twelve_planets_have_three_special_ones_each(rules):
    """IAM-1.7"""
    stacks = [slice(k * bounds.STACK, (k + 1) * bounds.STACK) for k in range(4)]
    assert [rules.planet_in[stack].sum() for stack in stacks] == [12] * 4
    assert [rules.planet_special[stack].sum() for stack in stacks] == [3] * 4
    assert [rules.planet_vp[stack].sum() for stack in stacks] == [46, 46, 46, 45]


def test_stacks_are_alike_except_for_one_planet(document):
    """IAM-4.1"""
    numbers = {
        kind: [
            (each["food"], each["ore"], each["science"], each["coins"], each["vp"], each["levels"], each["special"])
            for each in document["planets"].values()
            if each["type"] == kind
        ]
        for kind in TYPES
    }
    assert numbers["food"] == numbers["ore"] == numbers["science"]
    differing = [k for k in range(12) if numbers["coins"][k] != numbers["food"][k]]
    assert (differing, numbers["coins"][9][5]) == ([9], 1)


def test_every_stack_has_six_small_three_middling_and_three_large_planets(rules):
    """IAM-11.1, IAM-11.2, IAM-11.3"""
    for kind in range(4):
        points = rules.planet_vp[kind * bounds.STACK : kind * bounds.STACK + 12]
        assert [(points <= 3).sum(), ((points > 3) & (points <= 5)).sum(), (points >= 6).sum()] == [6, 3, 3]


def test_the_cost_of_a_planet_follows_from_its_levels_and_points(document):
    """IAM-4.1, IAM-4.11"""
    usual_points = {1: 1, 2: 1, 3: 2, 4: 4, 5: 6}
    for planet in document["planets"].values():
        cost = planet["food"] + planet["ore"]
        assert cost == planet["levels"] + planet["vp"] - usual_points[planet["levels"]] + planet["special"]
        assert planet["science"] == planet["coins"] == 0


def test_only_special_planets_have_effects(document):
    """IAM-4.4"""
    assert all(bool(each["effects"]) == each["special"] for each in document["planets"].values())


def test_the_record_has_the_effects_of_planets(document, rules):
    """IAM-4.4"""
    home = {"food": 0, "ore": 1, "science": 2, "coins": 3}
    ids = {}
    for kind, first in home.items():
        names = [name for name, each in document["planets"].items() if each["type"] == kind]
        ids |= {name: first * bounds.STACK + k for k, name in enumerate(names)}
    assert rules.planet_modifiers[ids["Fortress Moon"], Modifier.BOMBARD_SHIELD] == 2
    assert np.flatnonzero(rules.planet_modifiers[ids["Mirror Archive"]]).tolist() == [
        Modifier.RESIST_SAB, Modifier.RESIST_INF,
    ]  # fmt: skip
    scoring = {name: (rules.score_per[k], rules.score_each[k], rules.score_most[k]) for name, k in ids.items()}
    assert scoring["Worldheart"] == (Count.SCORED_FOOD_PLANETS, 1, 4)
    assert scoring["Monolith"] == (Count.OWNED_TECHNOLOGIES, 1, 4)
    assert (rules.score_per >= 0).sum() == 2
    assert (rules.planet_modified == rules.planet_modifiers.any(axis=1)).all()
    assert rules.planet_modified.sum() == 10


def test_six_home_worlds_are_alike(rules):
    """IAM-2.4, IAM-4.8, IAM-4.9, IAM-27.26"""
    homes = slice(bounds.FIRST_HOME, None)
    for field, number in (
        ("planet_cost_any", 6), ("planet_vp", 8), ("planet_levels", 5), ("planet_shield", 3),
        ("planet_type", bounds.ANY),
    ):  # fmt: skip
        assert rules[field][homes].tolist() == [number] * 6
    assert not rules.planet_cost[homes].any()
    assert not rules.planet_special[homes].any()
    assert not rules.planet_modified[homes].any()


def test_home_worlds_have_different_effects_in_an_alternative_reading(rules):
    """IAM-2.4, A39"""
    record = loaded(**{"switches.home_set": "asymmetric"})
    homes = record.planet_modifiers[bounds.FIRST_HOME :]
    blue, purple = homes[0], homes[5]
    assert blue[Modifier.PROD_SCIENCE] == 1
    assert (purple[Modifier.RESIST_SAB], purple[Modifier.RESIST_INF]) == (1, 1)
    assert homes.any(axis=1).all()
    assert (record.planet_shield == rules.planet_shield).all()


def test_30_technologies_of_four_costs_score_102(rules):
    """IAM-6.9, IAM-6.10"""
    pairs = zip(rules.technology_cost[:30].tolist(), rules.technology_vp[:30].tolist(), strict=True)
    assert Counter(pairs) == {(3, 1): 6, (4, 2): 8, (6, 4): 8, (8, 6): 8}
    assert rules.technology_vp.sum() == 102
    assert rules.technologies == rules.technology_in.sum() == 30
    assert rules.technology_start[:30].tolist() == [1] * 6 + [0] * 24


@pytest.mark.parametrize(("name", "modifiers"), [
    ("PLANETARY ECONOMICS", {"PROD_COINS": 2}),
    ("NEGOTIATION MASTERY", {"HIRE_DISC": 1, "UPKEEP_DISC": 1}),
    ("HEAVY WEAPONS", {"BOMBARD_DIV": 1}),
    ("SHADOW CARTELS", {"BUY_LIMIT": 1}),
    ("AUTOMATED SHIPYARDS", {"BUILD_EXTRA": 1, "BASIC_HEAVY": 1}),
    ("THE ENEMY WITHIN", {"CHECK_SAB": 2, "CHECK_INF": 2}),
    ("MEGA COLONISERS", {"COLONISE_LEVEL": 1}),
    ("EVANESCING MATERIALS", {"RESIST_SAB": 1, "RESIST_INF": 1, "RAID_CV": 1}),
])  # fmt: skip
def test_the_record_has_the_effects_of_technologies(document, rules, name, modifiers):
    """IAM-27.1, IAM-27.2, IAM-27.3, IAM-27.4, IAM-27.5, IAM-27.6, IAM-27.7"""
    row = rules.technology_modifiers[place(document, "technologies", name)]
    assert {Modifier(k).name: row[k] for k in np.flatnonzero(row)} == modifiers


def test_every_modifier_is_used_by_some_technology_planet_or_ship(rules):
    used = rules.technology_modifiers.any(axis=0) | rules.planet_modifiers.any(axis=0)
    assert (used | rules.ship_modifiers.any(axis=0)).all()


def test_27_ships_of_three_origins(rules):
    """IAM-1.10, IAM-1.11, IAM-1.12, IAM-7.3, IAM-7.4, IAM-7.5, IAM-7.6"""
    assert Counter(rules.ship_origin[:27].tolist()) == {Origin.STANDARD: 5, Origin.MERC: 12, Origin.EMERGENCY: 10}
    copies = [rules.ship_copies[:27][rules.ship_origin[:27] == origin].sum() for origin in Origin]
    assert copies == [0, 12, 20]
    mercs, emergency = rules.ship_origin[:27] == Origin.MERC, rules.ship_origin[:27] == Origin.EMERGENCY
    assert (rules.ship_upkeep[:27][mercs] > 0).all()
    for field in ("ship_cost", "ship_upkeep", "ship_vp"):
        assert not rules[field][:27][emergency].any()


def test_emergency_ships_have_their_average_strength(rules):
    """IAM-21.3, IAM-22.3"""
    emergency = rules.ship_origin[:27] == Origin.EMERGENCY
    heavy, copies, value = (rules[field][:27][emergency] for field in ("ship_heavy", "ship_copies", "combat"))
    assert (copies[heavy == 0].sum(), copies[heavy == 1].sum()) == (12, 8)
    assert np.average(value[heavy == 0], weights=copies[heavy == 0]) == pytest.approx(1.33, abs=0.01)
    assert np.average(value[heavy == 1], weights=copies[heavy == 1]) == 3.25
    assert np.average(value, weights=copies) == pytest.approx(2.1)


def test_a_fleet_starts_with_a_strike_craft_and_a_destroyer(document, rules):
    """IAM-2.3"""
    names = list(document["ships"])
    assert {names[k]: rules.ship_start[k] for k in np.flatnonzero(rules.ship_start)} == {
        "Strike Craft": 1, "Destroyer": 1,
    }  # fmt: skip


@pytest.mark.parametrize(("name", "numbers"), [
    ("Strike Craft", {"combat": 1, "ship_heavy": Class.LIGHT, "crit_class": Class.HEAVY, "crit_damage": 2}),
    ("Cruiser", {"ship_heavy": Class.HEAVY, "enemy_die": -1}),
    ("Battleship", {"ship_cost": 4, "combat": 4, "bombard": 2, "ship_vp": 2, "extra_dice": [0, 1]}),
    ("Devastator", {"no_fire": [1, 0]}),
    ("Captain Rogers", {"ship_cost": 4, "ship_upkeep": 2, "combat": 3, "bombard": 0, "ship_vp": 2,
                        "destroys": "Strike Craft", "destroys_number": 1}),
    ("Strike Wing Leader", {"boosts": "Strike Craft", "boost_dice": 1}),
    ("Gentleman Corsair", {"raid_loot": 2}),
    ("Silent Widow", {"first_strike": 1}),
    ("Field Medic Frigate", {"post_repair": 2}),
    ("Ironclad", {"tough": 2}),
    ("Siege Barge", {"bombard_bonus": 2}),
    ("War Conductor", {"total_bonus": [0, 2]}),
    ("Free Trader Convoy", {"ship_produce": [0, 0, 0, 2]}),
    ("Converted Freighter", {"combat": 1, "ship_heavy": Class.LIGHT, "defence_only": 1}),
    ("Unstable Cruiser", {"combat": 3, "ship_heavy": Class.HEAVY, "defence_only": 1, "flees": 2}),
    ("Armed Yacht", {"own_die": -1}),
    ("Prototype Monitor", {"one_battle": 1}),
])  # fmt: skip
def test_the_record_has_the_effects_of_ships(document, rules, name, numbers):
    """IAM-27.8, IAM-27.10, IAM-27.11, IAM-27.12, IAM-27.13, IAM-27.14, IAM-27.15, IAM-27.16"""
    names = list(document["ships"])
    for field, number in numbers.items():
        wanted = names.index(number) if isinstance(number, str) else number
        assert rules[field][names.index(name)].tolist() == wanted, field


def test_a_destroyer_has_an_effect_only_in_an_alternative_reading(document, rules):
    """IAM-27.9, A67"""
    destroyer = place(document, "ships", "Destroyer")
    assert document["ships"]["Destroyer"]["effects"] == []
    assert not rules.raid_defence_dice.any()
    assert tables.load(GAME, variant="destroyer_defends").record.raid_defence_dice[destroyer] == 1


def test_a_ship_with_static_effects_is_marked(document, rules):
    whisper = place(document, "ships", "Whisper Ship")
    assert np.flatnonzero(rules.ship_modified).tolist() == [whisper]
    assert np.flatnonzero(rules.ship_modifiers[whisper]).tolist() == [Modifier.CHECK_SAB, Modifier.CHECK_INF]


def test_ships_without_a_critical_hit_a_prey_or_a_wingman_are_marked(rules):
    assert (rules.crit_class >= 0).sum() == (rules.destroys >= 0).sum() == (rules.boosts >= 0).sum() == 1


def test_48_shadow_cards_of_three_types(rules):
    """IAM-1.6, IAM-8.1, IAM-8.2, IAM-8.3"""
    copies = [rules.shadow_copies[:24][rules.shadow_type[:24] == kind].sum() for kind in CardType]
    assert (rules.shadow_kinds, copies) == (24, [20, 14, 14])


@pytest.mark.parametrize(("name", "effect", "number", "detail", "per_opponent"), [
    ("Exchange Plans", ShadowEffect.SWAP_TOKEN_SAME_ROW, 0, 0, 0),
    ("New Opportunities", ShadowEffect.REFRESH_MARKET, 0, 0, 0),
    ("Red Tape", ShadowEffect.TOKEN_BACK, 1, 1, 0),
    ("Recall Order", ShadowEffect.TOKEN_TO_POOL, 1, word.Level.MODERATE, 0),
    ("Protection Money", ShadowEffect.TAKE_RES, 2, word.Resource.COINS, 0),
    ("Petty Theft", ShadowEffect.TAKE_RES, 1, bounds.ANY, 1),
    ("Planetary Plague", ShadowEffect.PLANET_LEVEL, -2, 0, 0),
    ("Dockyard Fire", ShadowEffect.DAMAGE_SHIPS, 3, 0, 0),
    ("Plans in Ashes", ShadowEffect.TOKEN_TO_POOL, 2, word.Level.ULTIMATE, 0),
    ("Acquire Secrets", ShadowEffect.ACQUIRE_TECHNOLOGY, 0, 0, 0),
    ("Siphon Production", ShadowEffect.SIPHON, 0, 0, 0),
    ("Turncoat Captain", ShadowEffect.STEAL_SHIP, 0, Filter.MERC, 0),
    ("Grand Heist", ShadowEffect.TAKE_RES, 5, bounds.ANY, 0),
    ("Hijackers", ShadowEffect.STEAL_SHIP, 0, Filter.STANDARD_LIGHT, 0),
])  # fmt: skip
def test_the_record_has_the_effects_of_shadow_cards(document, rules, name, effect, number, detail, per_opponent):
    """IAM-27.17, IAM-27.18, IAM-27.19, IAM-27.20, IAM-27.21, IAM-27.22"""
    kind = place(document, "shadow_cards", name)
    assert rules.shadow_effect[kind] == effect
    assert (rules.shadow_number[kind], rules.shadow_detail[kind], rules.shadow_each[kind]) == (
        number,
        detail,
        per_opponent,
    )


@pytest.mark.parametrize(("name", "penalty", "values", "by"), [
    ("Ship go BOOM BOOM!", Penalty.BY_CV, [3, 4], [-1, -2]),
    ("Acquire Secrets", Penalty.BY_COST, [6, 8], [-1, -2]),
    ("Usurped Plans", Penalty.BY_LEVEL, [word.Level.STRONG, word.Level.ULTIMATE], [-1, -2]),
    ("Planetary Plague", Penalty.NONE, [0, 0], [0, 0]),
])  # fmt: skip
def test_a_penalty_begins_at_a_value_and_grows(document, rules, name, penalty, values, by):
    """IAM-27.17, IAM-27.20"""
    kind = place(document, "shadow_cards", name)
    assert rules.penalty[kind] == penalty
    assert (rules.penalty_from[kind].tolist(), rules.penalty_by[kind].tolist()) == (values, by)


def test_20_colony_events_of_which_six_stay_and_four_hurt(document, rules):
    """IAM-1.13, IAM-5.3, IAM-5.4"""
    assert (rules.event_kinds, rules.event_copies.sum()) == (18, 20)
    assert (rules.event_copies * rules.event_keep).sum() == 6
    bad = [EventEffect.REPLACE_LOWEST, EventEffect.LEVEL_SET, EventEffect.FAIL, EventEffect.PAY_OR_LEVEL]
    assert rules.event_copies[:18][np.isin(rules.event_effect[:18], bad)].sum() == 4


@pytest.mark.parametrize(("name", "effect", "number", "detail"), [
    ("Valuable Resources", EventEffect.GAIN, 3, word.Resource.COINS),
    ("Runaway Greenhouse Effect", EventEffect.REPLACE_LOWEST, 0, 0),
    ("Delicious Aliens", EventEffect.MARKER_PROD, 2, word.Resource.FOOD),
    ("Friendly Natives", EventEffect.LEVEL_ADD, 1, 0),
    ("Hostile Wildlife", EventEffect.LEVEL_SET, 1, 0),
    ("Derelict Fighter Wing", EventEffect.GAIN_SHIP, 1, 0),
    ("Hidden Informers", EventEffect.DRAW_SHADOW, 2, 0),
    ("Orbital Batteries", EventEffect.MARKER_SHIELD, 2, 0),
    ("Sacred Ruins", EventEffect.MARKER_VP, 2, 0),
    ("Supply Shortage", EventEffect.PAY_OR_LEVEL, 2, 1),
])  # fmt: skip
def test_the_record_has_the_effects_of_colony_events(document, rules, name, effect, number, detail):
    """IAM-27.23, IAM-27.24, IAM-27.25"""
    kind = place(document, "events", name)
    assert rules.event_effect[kind] == effect
    assert (rules.event_number[kind], rules.event_detail[kind]) == (number, detail)


def test_the_24_cells_of_the_action_track_are_the_printed_ones(rules):
    """IAM-11.1, IAM-11.2, IAM-11.3, IAM-11.4, IAM-11.5, IAM-11.6, IAM-11.7, IAM-11.8, IAM-11.9, IAM-11.10, IAM-11.11,
    IAM-11.12, IAM-11.13, IAM-11.14, IAM-11.15, IAM-11.16, IAM-11.17, IAM-11.18, IAM-11.19, IAM-11.20, IAM-11.21,
    IAM-11.22, IAM-11.23, IAM-11.24"""
    cells = {
        "colonise_vp": [3, 5, 99, 99], "colonise_level": [2, 2, 2, 4], "colonise_replace": [0, 0, 0, 1],
        "develop_planets": [1, 1, 1, 3], "develop_level": [3, 4, 5, 5],
        "build_ships": [1, 2, 3, 4], "build_heavy": [0, 1, 1, 1],
        "build_discount": [0, 0, 0, 1], "build_repair_free": [0, 0, 0, 1],
        "research_technologies": [1, 1, 1, 2], "research_vp": [2, 4, 99, 99],
        "research_discount": [0, 0, 0, 1], "research_replace": [0, 0, 0, 1],
        "shadow_cards": [2, 3, 4, 5], "shadow_mercs": [0, 1, 2, 3], "shadow_replace": [0, 0, 0, 1],
        "fleet_raid": [1, 1, 1, 1], "fleet_raid_bonus": [0, 2, 4, 6],
        "fleet_invade": [0, 1, 1, 1], "fleet_invade_bonus": [0, 0, 2, 4],
    }  # fmt: skip
    assert {field: rules[field].tolist() for field in cells} == cells


@pytest.mark.parametrize(("setup", "slots", "resources", "advances"), [
    ("players3", 1, 26, 1), ("players4", 2, 36, 2), ("players5", 2, 46, 4), ("players6", 2, 57, 6),
])  # fmt: skip
def test_each_number_of_players_has_its_starting_resources(setup, slots, resources, advances):
    """IAM-1.1, IAM-10.3, IAM-12.5, IAM-12.6, IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10"""
    record = loaded(setup)
    seats = int(setup[-1])
    assert (record.seats, record.ultimate_slots) == (seats, slots)
    assert record.player[:seats].tolist() == list(range(seats))
    assert 4 * record.start_resources * seats + record.extra_resources[:seats].sum() == resources
    assert record.extra_advances[:seats].sum() == advances


@pytest.mark.parametrize(("setup", "dealt", "deck"), [
    ("players3", 12, 23), ("players4", 16, 22), ("players5", 20, 21), ("players6", 24, 20),
])  # fmt: skip
def test_decks_have_their_number_of_cards_at_the_start(setup, dealt, deck):
    """IAM-1.8, IAM-12.2, IAM-12.3"""
    record = loaded(setup)
    assert record.seats * record.start_cards_dealt == dealt <= record.shadow_copies.sum()
    assert record.technology_in.sum() - record.technology_slots - record.seats == deck


@pytest.mark.parametrize("players", [1, 2, 7])
def test_other_numbers_of_players_are_refused(players):
    """IAM-1.1"""
    with pytest.raises(BadInput, match=f"has no setup for {players} players"):
        tables.load(GAME, players=players)


def test_four_players_are_the_default():
    assert tables.load(GAME).setup.name == "players4"
    assert [setup.players for setup in GAME.setups] == [4, 3, 5, 6]


def test_the_printed_numbers_are_the_defaults(rules):
    """IAM-2.1, IAM-2.2, IAM-2.5, IAM-3.2, IAM-8.5, IAM-9.4, IAM-12.2, IAM-12.5, IAM-13.2, IAM-16.1, IAM-26.3"""
    numbers = {
        "tokens_per_player": 6, "start_level": 4, "planet_limit": 8, "ship_limit": 8, "hand_limit": 7,
        "exchange_rate": 3, "ambition_vp_first": 12, "ambition_vp_second": 6, "ambition_vp_others": 3,
        "claims_to_end": 3, "start_cards_dealt": 4, "start_cards_kept": 2, "start_resources": 2, "peace_rounds": 1,
        "develop_cost": 2, "markers_per_ore": 2, "card_price": 1, "set_bonus": 12, "medal_vp": 1, "advance_tokens": 3,
        "check_target": 4, "hit_target": 4, "boost_most": 3, "bombard_div": 3, "bombard_div_improved": 2,
        "disrupt_tokens": 3, "last_planet_level": 4, "max_rounds": 60,
    }  # fmt: skip
    assert {name: rules[name] for name in numbers} == numbers


@pytest.mark.parametrize(
    ("word", "three", "four"), [("printed", 1, 2), ("one", 1, 1), ("two", 2, 2), ("unlimited", 18, 24)]
)
def test_ultimate_slots_without_a_limit_hold_every_token(word, three, four):
    """IAM-10.3, A42"""
    slots = [loaded(setup, **{"switches.ultimate_slots": word}).ultimate_slots for setup in ("players3", "players4")]
    assert slots == [three, four]


def test_every_switch_changes_its_own_field_and_the_derived_ones(document):
    assert list(document["switches"]) == list(bounds.SWITCHES)
    for name, entry in document["switches"].items():
        changes = {f"switches.{name}": other(name, entry)}
        moved = moved_by(GAME, **changes)
        assert moved == {name} | WIDER.get(name, set()), name


@pytest.mark.parametrize(("overrides", "field"), [
    ({"ambitions.Corsair King.predicate": ["RAID_LOOT_TURN", 7]}, "threshold"),
    ({"ambitions.Corsair King.predicate": ["SHADOW_MEDALS", 6]}, "predicate_event"),
    ({"ambitions.Corsair King.predicate": ["PRODUCED_TURN", "ore", 6]}, "predicate_resource"),
    ({"ambitions.Harmonious Realm.predicate": ["TYPES_AT_LEVEL", 2, 4]}, "predicate_level"),
    ({"ambitions.Corsair King.in_pool": False}, "ambition_in"),
    ({"ambitions.Corsair King.fixed": True}, "ambition_fixed"),
    ({"ambitions.Corsair King.active": False}, "ambition_active"),
    ({"planets.Loam.food": 2}, "planet_cost"),
    ({"planets.Loam.coins": 2}, "planet_cost"),
    ({"planets.Loam.vp": 2}, "planet_vp"),
    ({"planets.Loam.levels": 3}, "planet_levels"),
    ({"planets.Loam.special": True}, "planet_special"),
    ({"planets.Loam.in_stack": False}, "planet_in"),
    ({"planets.Loam.type": "ore"}, "planet_type"),
    ({"planets.Loam.effects": [["TRADE_RATE", 1]]}, "planet_modifiers"),
    ({"planets.Loam.effects": [["SHIELD_SELF", 2]]}, "planet_shield"),
    ({"planets.Loam.effects": [["SCORE_PER", "SCORED_COINS_PLANETS", 2, 6]]}, "score_each"),
    ({"home_worlds.Red.cost_any": 7}, "planet_cost_any"),
    ({"home_worlds.Red.effects": []}, "planet_shield"),
    ({"technologies.TERRAFORMING.cost": 7}, "technology_cost"),
    ({"technologies.TERRAFORMING.vp": 7}, "technology_vp"),
    ({"technologies.TERRAFORMING.start": True}, "technology_start"),
    ({"technologies.TERRAFORMING.in_deck": False}, "technology_in"),
    ({"technologies.TERRAFORMING.effects": []}, "technology_modifiers"),
    ({"ships.Cruiser.class": "light"}, "ship_heavy"),
    ({"ships.Cruiser.cost": 4}, "ship_cost"),
    ({"ships.Cruiser.start": 1}, "ship_start"),
    ({"ships.Ironclad.copies": 0}, "ship_copies"),
    ({"ships.Ironclad.upkeep": 0}, "ship_upkeep"),
    ({"ships.Ironclad.combat": 5}, "combat"),
    ({"ships.Ironclad.effects": [["MOD", "PROD_ORE", 2]]}, "ship_modified"),
    ({"ships.Ironclad.origin": "emergency", "ships.Ironclad.cost": 0, "ships.Ironclad.upkeep": 0}, "ship_origin"),
    ({"shadow_cards.Red Tape.type": "sabotage"}, "shadow_type"),
    ({"shadow_cards.Red Tape.copies": 3}, "shadow_copies"),
    ({"shadow_cards.Red Tape.effects": [["TOKEN_BACK", 2, 3]]}, "shadow_detail"),
    ({"shadow_cards.Ship go BOOM BOOM!.penalty": ["BY_CV", 2, -1]}, "penalty_from"),
    ({"shadow_cards.Ship go BOOM BOOM!.penalty": []}, "penalty"),
    ({"events.Rich Veins.copies": 2}, "event_copies"),
    ({"events.Rich Veins.effects": [["MARKER_PROD", "coins", 2]]}, "event_detail"),
    ({"colonise.BASIC.vp": 4}, "colonise_vp"),
    ({"shadow.STRONG.replace": True}, "shadow_replace"),
    ({"compensation.seat_1.resources": 1}, "extra_resources"),
    ({"compensation.seat_4.advances": 2}, "extra_advances"),
    ({"setups.players4.ultimate_slots": 3}, "ultimate_slots"),
])  # fmt: skip
def test_a_changed_table_changes_the_record(overrides, field):
    assert field in moved_by(GAME, **overrides)


@pytest.mark.parametrize(("path", "value", "words"), [
    ("ambitions.Corsair King.predicate", ["RAID_LOTT_TURN", 6], "did you mean 'RAID_LOOT_TURN'"),
    ("ambitions.Corsair King.predicate", ["RAID_LOOT_TURN"], r"RAID_LOOT_TURN in .* must have 1 argument .*, got 0"),
    ("ambitions.Corsair King.predicate", ["RAID_LOOT_TURN", 0], "a whole number from 1 to 99"),
    ("ambitions.Corsair King.predicate", ["RAID_LOOT_TURN", True], "a whole number from 1 to 99"),
    ("ambitions.Corsair King.predicate", ["PRODUCED_TURN", "coin", 6], "did you mean 'coins'"),
    ("ambitions.Corsair King.predicate", ["TYPES_AT_LEVEL", 3, 5], "a whole number from 1 to 4"),
    ("ambitions.Corsair King.predicate", [], "must hold a list of a name and its arguments"),
    ("planets.Loam.type", "coin", "did you mean 'coins'"),
    ("planets.Loam.food", 10, "a whole number from 0 to 9"),
    ("planets.Loam.levels", 6, "a whole number from 1 to 5"),
    ("planets.Loam.levels", 0, "a whole number from 1 to 5"),
    ("planets.Loam.effects", ["TRADE_RATE"], "must hold a list of a name and its arguments"),
    ("planets.Loam.effects", [["TRADE_RAT", 1]], "did you mean 'TRADE_RATE'"),
    ("planets.Loam.effects", [["TRADE_RATE", 0]], "a whole number from 1 to 9"),
    ("planets.Loam.effects", [["TRADE_RATE", 1, 2]], r"TRADE_RATE in .* must have 1 argument \(.*\), got 2"),
    ("planets.Loam.effects", [["SCORE_PER", "PLANETS", 1, 4]], "of SCORE_PER: did you mean"),
    ("planets.Worldheart.effects", [["SCORE_PER", "OWNED_TECHNOLOGIES", 1, 4]] * 2, "SCORE_PER at most once"),
    ("home_worlds.Red.effects_asymmetric", [["PROD_COIN", 1]], "did you mean 'PROD_COINS'"),
    ("home_worlds.Red.levels", 3, r"'switches.start_level' must be at most 'home_worlds.Red.levels' \(3\), got 4"),
    ("home_worlds.Red.cost_any", 0, "a whole number from 1 to 20"),
    ("technologies.TERRAFORMING.cost", 0, "a whole number from 1 to 20"),
    ("technologies.TERRAFORMING.effects", [["SHIELD_SELF", 1]], "Unknown name 'SHIELD_SELF'"),
    ("ships.Cruiser.class", "medium", "one of LIGHT, HEAVY"),
    ("ships.Cruiser.origin", "mercs", "did you mean 'MERC'"),
    ("ships.Cruiser.copies", 1, "must be 0 for every standard ship, got 1"),
    ("ships.Cruiser.upkeep", 1, "must be 0 for every standard ship, got 1"),
    ("ships.Cruiser.cost", 0, "must be at least 1 for a standard ship, got 0"),
    ("ships.Ironclad.cost", 0, "must be at least 1 for a merc ship, got 0"),
    ("ships.Ironclad.start", 1, "must be 0 for every merc ship, got 1"),
    ("ships.Customs Patrol.cost", 1, "must be 0 for every emergency ship, got 1"),
    ("ships.Ironclad.effects", [["TOUGH", 2], ["TOUGH", 1]], "TOUGH at most once"),
    ("ships.Ironclad.effects", [["FIRST_STRIKE", 1]], "FIRST_STRIKE in .* must have 0 arguments, got 1"),
    ("ships.Ironclad.effects", [["MOD", 1]], r"must have 2 arguments \(a name, a whole number from 1 to 9\), got 1"),
    ("ships.Ironclad.effects", [["NO_FIRE_VS"]], r"must have 1 argument \(one of LIGHT, HEAVY\), got 0"),
    ("ships.Ironclad.effects", [["NO_FIRE_VS", "MEDIUM"]], "one of LIGHT, HEAVY"),
    ("ships.Ironclad.effects", [["PRE_DESTROY_NAMED", "Destroyers", 1]], "did you mean 'Destroyer'"),
    ("ships.Ironclad.effects", [["MOD", "PROD_GOLD", 1]], "of MOD: did you mean 'PROD_FOOD'"),
    ("ships.Cruiser.start", 9, "'switches.ship_limit' must be at least 11, the starting fleet, got 8"),
    ("shadow_cards.Red Tape.effects", [["TOKEN_BACK", 1, 1]] * 2, "exactly one effect, got 2"),
    ("shadow_cards.Red Tape.effects", [], "exactly one effect, got 0"),
    ("shadow_cards.Red Tape.effects", [["TOKEN_BACK", 5, 1]], "a whole number from 1 to 4"),
    ("shadow_cards.Red Tape.effects", [["TOKEN_TO_POOL", 1, "WEAK"]], "one of BASIC, MODERATE, STRONG, ULTIMATE"),
    ("shadow_cards.Grand Heist.effects", [["TAKE_RES", 5, "ANY", "ALL"]], "one of ONE, EACH"),
    ("shadow_cards.Grand Heist.effects", [["TAKE_RES", 5, "ANY", "EACH"]], "TAKE_RES has no opponent to check"),
    ("shadow_cards.Informants.type", "sabotage", "DRAW_SHADOW has no opponent to check"),
    ("shadow_cards.Informants.type", "normal", "choose one of"),
    ("shadow_cards.Hijackers.effects", [["STEAL_SHIP", "HEAVY"]], "one of MERC, STANDARD_LIGHT"),
    ("shadow_cards.Planetary Plague.effects", [["PLANET_LEVEL", 2]], "a whole number from -4 to -1"),
    ("shadow_cards.Planetary Plague.penalty", ["BY_CV", 3, -1], "unknown penalty 'BY_CV' of PLANET_LEVEL"),
    ("shadow_cards.Acquire Secrets.penalty", ["BY_CV", 3, -1], "did you mean 'BY_COST'"),
    ("shadow_cards.Acquire Secrets.penalty", ["BY_COST", 6], "1 to 2 pairs"),
    ("shadow_cards.Acquire Secrets.penalty", ["BY_COST"], "1 to 2 pairs"),
    ("shadow_cards.Acquire Secrets.penalty", ["BY_COST", 4, -1, 6, -2, 8, -3], "1 to 2 pairs"),
    ("shadow_cards.Acquire Secrets.penalty", ["BY_COST", 6, 1], "a whole number from -5 to -1"),
    ("shadow_cards.Acquire Secrets.penalty", ["BY_COST", 8, -1, 6, -2], "must have ascending values"),
    ("shadow_cards.Usurped Plans.penalty", ["BY_LEVEL", 2, -1], "one of BASIC, MODERATE, STRONG, ULTIMATE"),
    ("events.Rich Veins.keep", False, "'events.Rich Veins.keep' must be true: MARKER_PROD lasts"),
    ("events.Quiet Landing.keep", True, "NONE is carried out at once"),
    ("events.Quiet Landing.effects", [["NOTHING"]], "Unknown name 'NOTHING' in 'events.Quiet Landing.eff"),
    ("events.Derelict Fighter Wing.effects", [["GAIN_SHIP", "Ironclad"]], "one of Strike Craft, Destroyer"),
    ("events.Derelict Fighter Wing.effects", [["GAIN_SHIP", "Strike Craf"]], "did you mean 'Strike Craft'"),
    ("colonise.BASIC.level", 6, "a whole number from 1 to 5"),
    ("compensation.seat_2.advances", -1, "a whole number from 0 to 9"),
    ("switches.start_cards_kept", 5, r"'switches.start_cards_dealt' \(4\), got 5"),
    ("switches.exchange_rate_improved", 4, r"'switches.exchange_rate' \(3\), got 4"),
    ("switches.planet_limit", 13, "must be at most 12, got 13"),
    ("switches.end_turns", "none", "choose one of"),
])  # fmt: skip
def test_an_invalid_change_is_refused_with_the_allowed_values(path, value, words):
    with pytest.raises(BadInput, match=words) as caught:
        loaded(**{path: value})
    assert "\n" not in str(caught.value)


def test_a_standard_card_has_no_penalty():
    """IAM-8.1"""
    path = "shadow_cards.Usurped Plans"
    with pytest.raises(BadInput, match="for a standard card, which has no check"):
        loaded(**{f"{path}.type": "standard"})
    assert loaded(**{f"{path}.type": "standard", f"{path}.penalty": []}).penalty.any()


def test_a_planet_that_costs_nothing_is_refused():
    """IAM-15.2"""
    with pytest.raises(BadInput, match=r"'planets.Loam.food' must be at least 1 in a planet without other costs"):
        loaded(**{"planets.Loam.food": 0, "planets.Loam.ore": 0})
    assert loaded(**{"planets.Loam.food": 0, "planets.Loam.ore": 0, "planets.Loam.coins": 1}).planet_cost[0, 3] == 1


def test_more_cards_kept_than_a_hand_holds_are_refused():
    """IAM-8.5, IAM-12.2"""
    with pytest.raises(BadInput, match=r"'switches.hand_limit' \(2\), got 3"):
        loaded(**{"switches.hand_limit": 2, "switches.start_cards_kept": 3})


def test_too_few_ambitions_of_a_kind_are_refused(document):
    """IAM-1.3, IAM-1.4"""
    passive = [name for name, each in document["ambitions"].items() if not each["active"]]
    few = {f"ambitions.{name}.in_pool": False for name in passive[:6]}
    assert loaded(**few).ambition_in.sum() == 12
    with pytest.raises(BadInput, match="must have at least 3 Passive ambitions, got 2"):
        loaded(**few, **{f"ambitions.{passive[6]}.in_pool": False})


def test_more_fixed_ambitions_of_a_kind_than_are_in_play_are_refused():
    """IAM-1.4, A01"""
    four = {f"ambitions.{name}.fixed": True for name in ("Corsair King", "World Breaker")}
    assert loaded(**four).ambition_fixed.sum() == 6
    with pytest.raises(BadInput, match="At most 3 Active ambitions may be fixed, got 4"):
        loaded(**four, **{"switches.ambition_setup": "fixed_4_random_2"})


def test_fewer_start_technologies_than_players_are_refused():
    """IAM-12.3"""
    few = {"technologies.FERTILITY CLINICS.in_deck": False, "technologies.ASTEROID SMELTERS.start": False}
    assert loaded("players4", **few).technology_start.sum() == 5
    with pytest.raises(BadInput, match="5 players need at least 5 START technologies, got 4"):
        loaded("players5", **few)


def test_fewer_shadow_cards_than_are_dealt_are_refused(document):
    """IAM-12.2"""
    few = {f"shadow_cards.{name}.copies": 0 for name in list(document["shadow_cards"])[:16]}
    assert loaded(**few).shadow_copies.sum() == 16
    with pytest.raises(BadInput, match="5 players need 20 shadow cards, got 16"):
        loaded("players5", **few)


@pytest.mark.parametrize(("file", "number", "words"), [
    ("ships", 9, "mercs must have at most 40 copies in total, got 108"),
    ("shadow_cards", 9, "shadow cards must have at most 96 copies in total, got 216"),
    ("events", 3, "colony events must have at most 48 copies in total, got 54"),
])  # fmt: skip
def test_larger_decks_than_the_state_holds_are_refused(document, file, number, words):
    many = {
        f"{file}.{name}.copies": number for name, each in document[file].items() if each.get("origin", "merc") == "merc"
    }
    with pytest.raises(BadInput, match=words):
        loaded(**many)


@pytest.mark.parametrize(("file", "old", "new", "words"), [
    ("home_worlds.toml", "[Purple]", "[Pink]\ncost_any = 6\nvp = 8\nlevels = 5\neffects = []\neffects_asymmetric = []\n"
     "source = 'assumed'\n[Purple]", "exactly 6 entries, got 7"),
    ("fleet.toml", "[STRONG]", "[STRONGER]", "'fleet.STRONGER' is unknown: did you mean 'STRONG'"),
    ("compensation.toml", "[seat_6]", "[seat_7]", "'compensation.seat_7' is unknown: did you mean"),
    ("fleet.toml", f"[STRONG]{STRONG}", "", "fleet: 'STRONG' is missing"),
    ("fleet.toml", f"[STRONG]{STRONG}\n[ULTIMATE]", f"[ULTIMATE]{STRONG}\n[STRONG]", "in the order of the rulebook"),
    ("events.toml", "keep = false", "keep = 0", "'Valuable Resources.keep' must be true or false, got 0"),
    ("planets.toml", "effects = []", "effects = 0", "'Loam.effects' must be a list, got 0"),
    ("ships.toml", 'origin = "standard"', 'origin = "normal"', "must be one of standard, merc, emergency, got"),
])  # fmt: skip
def test_a_file_without_its_known_entries_is_refused(tmp_path, file, old, new, words):
    with pytest.raises(BadInput, match=words):
        tables.load(edited(GAME, tmp_path, file, old, new))


def test_more_planets_of_a_type_than_the_state_holds_are_refused(document):
    planets = {f"planets.{name}.type": "ore" for name, each in document["planets"].items() if each["type"] == "coins"}
    with pytest.raises(BadInput, match=r"'planets.Aurum Prime.type' must not be 'ore': only 20 planets"):
        loaded(**planets)


def test_more_technologies_than_the_state_holds_are_refused():
    new = {f"new.technologies.IDEA {k}": TECHNOLOGY for k in range(19)}
    with pytest.raises(BadInput, match="technologies must have at most 48 entries, got 49"):
        loaded(**new)


def test_a_technology_and_an_ambition_are_added_with_known_effects():
    rules = tables.load(GAME, set={"new.technologies.WARP GATES": TECHNOLOGY, "new.ambitions.Web of Lies": AMBITION})
    record = rules.record
    assert (record.technologies, record.ambitions) == (31, 19)
    assert record.technology_modifiers[30, Modifier.ADVANCE_EXTRA] == record.technology_in[30] == 1
    assert (record.predicate[18], record.threshold[18]) == (Predicate.SHADOW_MEDALS, 6)
    assert GAME.labels(rules)["ambition_6"][18] == "Web of Lies"
    assert GAME.flags(rules)["known"][30] == "WARP GATES"


def test_a_game_is_played_with_a_technology_and_an_ambition_of_a_designer(tmp_path):
    """Both are written only in TOML: one of three START technologies, and one of three Active ambitions.

    IAM-6.9, IAM-9.4, IAM-24.5.
    """
    path = tmp_path / "academies.toml"
    path.write_text(ACADEMIES, encoding="utf-8")
    rules = tables.load(GAME, "players3", variant=path)
    record, words = rules.record, GAME.flags(rules)
    technology, ambition = words["owned"].index("ACADEMIES"), words["claimed"].index("First Steps")
    for *_, state in walk(record, 5, 20_000):
        if state.over:
            break
    assert state.over
    owner = next(seat for seat in range(3) if state.players[seat].start_technology == technology)
    assert state.technology_owner[technology] == owner
    assert ambition in state.ambition.tolist()
    assert state.claims[state.ambition.tolist().index(ambition)] > 0
    plain = [seat for seat in range(3) if not (state.players[seat].known >> technology) & 1]
    assert state.players[owner].modifiers[Modifier.PROD_SCIENCE] >= 3
    assert all(state.players[seat].modifiers[Modifier.PROD_SCIENCE] < 3 for seat in plain)
    outcome = zeros(1, GAME.kernels.outcome_dt)[0]
    GAME.kernels.finish(state, record, outcome)
    claimed = [seat for seat in range(3) if (int(outcome.seats[seat].claimed) >> ambition) & 1]
    assert claimed
    assert all(outcome.seats[seat].vp_ambitions >= 3 for seat in claimed)


@pytest.mark.parametrize(("file", "like", "words"), [
    ("planets", "Loam", {"planet_in", "planet_cost"}),
    ("ships", "Ironclad", {"ships", "ship_copies", "tough"}),
    ("shadow_cards", "Red Tape", {"shadow_kinds", "shadow_copies"}),
    ("events", "Rich Veins", {"event_kinds", "event_copies"}),
])  # fmt: skip
def test_a_planet_a_ship_and_cards_are_added(document, file, like, words):
    entry = {**document[file][like], "source": "assumed"}
    assert words <= moved_by(GAME, **{f"new.{file}.Another": entry})


def test_an_added_ship_may_be_named_by_another():
    scout = {"origin": "standard", "class": "light", "copies": 0, "start": 0, "cost": 2, "upkeep": 0, "combat": 1,
             "bombard": 0, "vp": 0, "effects": []}  # fmt: skip
    hunter = {**scout, "effects": [["PRE_DESTROY_NAMED", "Scout", 1]]}
    record = loaded(**{"new.ships.Hunter": hunter, "new.ships.Scout": scout})
    assert (record.destroys[27], record.ships) == (28, 29)


@pytest.mark.parametrize(("entry", "words"), [
    ({**TECHNOLOGY, "effects": [["ADVANCE_EXTRO", 1]]}, "did you mean 'ADVANCE_EXTRA'"),
    ({**TECHNOLOGY, "cost": 0}, "'technologies.WARP GATES.cost' must be a whole number from 1 to 20, got 0"),
    ({**TECHNOLOGY, "price": 3}, "unknown field 'price'"),
    ({key: value for key, value in TECHNOLOGY.items() if key != "vp"}, "'new.technologies.WARP GATES.vp' is missing"),
])  # fmt: skip
def test_an_invalid_new_technology_is_refused(entry, words):
    with pytest.raises(BadInput, match=words):
        loaded(**{"new.technologies.WARP GATES": entry})


@pytest.mark.parametrize(("overrides", "words"), [
    ({"technologies.SHADOW CARTELS.effects": [["BUY_LIMIT", 9]], "ships.Ironclad.effects": [["MOD", "BUY_LIMIT", 2]]},
     "BUY_LIMIT, a player may draw at most 16 shadow cards at once, got 17"),
    ({"ships.Destroyer.effects": [["MOD", "EVENT_CHOICE", 2]]}, "EVENT_CHOICE, .* 16 colony events at once, got 18"),
])  # fmt: skip
def test_more_cards_to_look_at_than_the_state_holds_are_refused(overrides, words):
    """IAM-19.2, IAM-5.1"""
    with pytest.raises(BadInput, match=words):
        loaded(**overrides)
    assert loaded(**{**overrides, "ships.Ironclad.effects": [], "ships.Destroyer.effects": []}).ships == 27


def test_every_variant_changes_the_field_of_its_name():
    def made(name):
        return tables.load(GAME, "players3", variant=name).record

    assert made("technologies_cheaper").technology_cost.sum() == loaded().technology_cost.sum() - 30
    assert made("planets_cheaper").planet_cost.sum() == loaded().planet_cost.sum() - 48
    assert made("raid_bonus_halved").fleet_raid_bonus.tolist() == [0, 1, 2, 3]
    assert made("ultimate_2").ultimate_slots == 2
    assert made("no_peace").peace_rounds == 0


def test_words_cover_every_code_and_every_bit(document):
    rules = tables.load(GAME)
    words = GAME.labels(rules)
    ambitions, technologies = tuple(document["ambitions"]), tuple(document["technologies"])
    assert words["start_technology"] == technologies
    assert words["colour"] == ("Blue", "Red", "Yellow", "Green", "White", "Purple")
    assert [words[f"ambition_{k}"] for k in range(1, 7)] == [ambitions] * 6
    assert words["ended"] == tuple(code.name.lower() for code in table.Ended)
    flags = GAME.flags(rules)
    assert flags == {
        "claimed": ambitions, "owned": technologies, "known": technologies, "played": tuple(document["shadow_cards"]),
    }  # fmt: skip
    columns = {*outcome.outcome_dt.names, *outcome.seat_outcome_dt.names}
    assert {*words, *flags} <= columns
    assert f"{GAME.draws}_1" in columns
