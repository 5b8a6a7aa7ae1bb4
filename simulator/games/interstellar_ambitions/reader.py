"""The data of the game, checked and made into the record of its rules."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from starbalance.simulator.engine.contract import fill_switches
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.game import Setup
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.interstellar_ambitions.effect import (
    CLASS_WORDS,
    CONDITIONS,
    FLAGS,
    HELD,
    INDEXED,
    ON_CARDS,
    ON_EVENTS,
    ON_PLANETS,
    ON_SHIPS,
    PENALISED,
    SHIP_WORD,
    UNOPPOSED,
    Effects,
)
from starbalance.simulator.games.interstellar_ambitions.rules import (
    ANY,
    BOUNDS,
    DRAWN_EACH,
    EVENT_CARDS,
    FIRST_HOME,
    HOME_WORLDS,
    KINDS,
    LOOKED,
    MOST_PLAYERS,
    NONE,
    PENALTIES,
    ROOM,
    SHADOW_CARDS,
    SHIP_CARDS,
    STACK,
    SWITCHES,
    TRACK,
    AmbitionSetup,
    HomeSet,
    UltimateSlots,
    rules_dt,
)
from starbalance.simulator.games.interstellar_ambitions.word import (
    EVENT_PREDICATES,
    LEVEL_WORDS,
    RESOURCE_WORDS,
    CardType,
    Class,
    EventEffect,
    Modifier,
    Origin,
    Penalty,
    Predicate,
    ShadowEffect,
)

KEYS: dict[str, dict[str, type]] = {"switches": SWITCHES}
FIELDS: dict[str, dict[str, type]] = {
    **TRACK,
    "compensation": {"resources": int, "advances": int},
    "setups": {"ultimate_slots": int},
    "ambitions": {"active": bool, "predicate": list, "fixed": bool, "in_pool": bool},
    "planets": {
        "type": str,
        **dict.fromkeys(RESOURCE_WORDS, int),
        "vp": int,
        "levels": int,
        "special": bool,
        "effects": list,
        "in_stack": bool,
    },
    "home_worlds": {"cost_any": int, "vp": int, "levels": int, "effects": list, "effects_asymmetric": list},
    "technologies": {"start": bool, "cost": int, "vp": int, "effects": list, "in_deck": bool},
    "ships": {
        "origin": Origin,
        "class": Class,
        "copies": int,
        "start": int,
        "cost": int,
        "upkeep": int,
        "combat": int,
        "bombard": int,
        "vp": int,
        "effects": list,
    },
    "shadow_cards": {"type": CardType, "copies": int, "penalty": list, "effects": list},
    "events": {"copies": int, "keep": bool, "effects": list},
}
OPEN = ("ambitions", "planets", "technologies", "ships", "shadow_cards", "events")  # tables that take new entries


def fill(document: Mapping[str, Any], setup: Setup) -> Any:
    """The rules record of a set-up from the data. Raises BadInput for data that does not fit together or the state."""
    record = zeros(1, rules_dt)[0]
    _check_numbers(document)
    record.seats = setup.seats
    record.player[: setup.seats] = range(setup.seats)
    fill_switches(record, SWITCHES, document["switches"])
    record.ultimate_slots = _ultimate_slots(record, document["setups"][setup.name]["ultimate_slots"])
    _fill_track(record, document)
    _fill_ambitions(record, document["ambitions"])
    _fill_planets(record, document["planets"])
    _fill_homes(record, document["home_worlds"])
    _fill_technologies(record, document["technologies"])
    _fill_ships(record, document["ships"])
    ships = tuple(document["ships"])
    _fill_cards(record, document["shadow_cards"], ships)
    _fill_events(record, document["events"], ships)
    _check_switches(record)
    _check_looked(record, "shadow cards bought", int(record.shadow_cards.max()), Modifier.BUY_LIMIT)
    _check_looked(record, "colony events", 1, Modifier.EVENT_CHOICE)
    return record


def _check_numbers(document: Mapping[str, Any]) -> None:
    """Refuses a number out of its bounds, and more entries of a file or of a limit than the state holds."""
    for file, room in KINDS.items():
        if len(document[file]) > room:
            raise BadInput(f"{file}: there is room for {room} entries, not {len(document[file])}.")
    for name, room in ROOM.items():
        value = document["switches"][name]["value"]
        if value > room:
            raise BadInput(f"'switches.{name}' cannot be {value}: there is room for {room}.")
    for file, fields in BOUNDS.items():
        for name, entry in document[file].items():
            for key, (least, most) in fields.items():
                if not least <= entry[key] <= most:
                    raise BadInput(
                        f"'{file}.{name}.{key}' cannot be {entry[key]}: it takes a whole number from {least} to {most}."
                    )


def _ultimate_slots(record: Any, printed: int) -> int:
    """IAM-10.3, A42: ULTIMATE slots of a row; without a limit there is one for every token."""
    numbers = {
        UltimateSlots.PRINTED: printed,
        UltimateSlots.ONE: 1,
        UltimateSlots.TWO: 2,
        UltimateSlots.UNLIMITED: int(record.seats * record.tokens_per_player),
    }
    return numbers[UltimateSlots(record.ultimate_slots)]


def _check_names(file: str, found: Iterable[str], needed: Sequence[str]) -> None:
    """Refuses a file of data whose entries are not exactly the needed names in that order."""
    names = list(found)
    for name in names:
        if name not in needed:
            raise BadInput(f"'{file}.{name}' is unknown: {nearest(name, needed)}")
    if names != list(needed):
        missing = [name for name in needed if name not in names]
        raise BadInput(f"{file}: {f'{missing[0]!r} is missing' if missing else 'the order is not the known one'}.")


def _check_room(what: str, found: int, room: int) -> None:
    if found > room:
        raise BadInput(f"The {what} have {found} copies, {found - room} too many: the most is {room}.")


def _word(path: str, word: str, words: Sequence[str]) -> int:
    """The place of a word among the valid ones."""
    lowered = [each.lower() for each in words]
    if word.lower() not in lowered:
        raise BadInput(f"'{path}' cannot be '{word}': {nearest(word, words)}")
    return lowered.index(word.lower())


def _fill_track(record: Any, document: Mapping[str, Any]) -> None:
    """IAM-11, IAM-12.6, IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10: the action rows by planning level, and the seat
    compensation."""
    for row, fields in TRACK.items():
        _check_names(row, document[row], LEVEL_WORDS)
        for level, name in enumerate(LEVEL_WORDS):
            for key in fields:
                record[f"{row}_{key}"][level] = document[row][name][key]
    seats = [f"seat_{number + 1}" for number in range(MOST_PLAYERS)]
    _check_names("compensation", document["compensation"], seats)
    for seat, name in enumerate(seats):
        record.extra_resources[seat] = document["compensation"][name]["resources"]
        record.extra_advances[seat] = document["compensation"][name]["advances"]


def _parsed(path: str, effect: Any, effects: Effects, ships: Sequence[str] = ()) -> tuple[str, dict[str, int]]:
    """An effect as its name and the codes of its arguments by field. Raises BadInput for one that does not exist."""
    if not isinstance(effect, list) or not effect or not isinstance(effect[0], str):
        raise BadInput(f"'{path}' cannot have '{effect}': it takes a list of a name and its arguments.")
    name, *given = effect
    if name not in effects:
        raise BadInput(f"'{path}' cannot have '{name}': {nearest(name, effects)}")
    wanted = [(field, ships if takes is SHIP_WORD else takes) for field, takes in effects[name]]
    if len(given) != len(wanted):
        needed = ", ".join(_said(takes) for _, takes in wanted)
        raise BadInput(
            f"'{path}' cannot have {len(given)} argument{'s'[: len(given) != 1]} for {name}: "
            f"it takes {len(wanted)}{f' ({needed})' if needed else ''}."
        )
    return name, {field: _code(path, name, each, takes) for (field, takes), each in zip(wanted, given, strict=True)}


def _said(takes: Sequence[Any]) -> str:
    """What an argument may be, in words."""
    if isinstance(takes, range):
        return f"a whole number from {takes[0]} to {takes[-1]}"
    return "a name" if len(takes) > ANY + 1 else f"one of {', '.join(takes)}"


def _code(path: str, name: str, given: Any, takes: Sequence[Any]) -> int:
    """The number of an argument, or the place of its word."""
    if isinstance(takes, range):
        if isinstance(given, bool) or not isinstance(given, int) or given not in takes:
            raise BadInput(f"'{path}' cannot have '{given}' for {name}: it takes {_said(takes)}.")
        return given
    if given not in takes:
        raise BadInput(f"'{path}' cannot have '{given}' for {name}: {nearest(str(given), takes)}")
    return list(takes).index(given)


def _fill_ambitions(record: Any, ambitions: Mapping[str, Any]) -> None:
    """IAM-1.3, IAM-1.4, IAM-24, A01."""
    record.ambitions = len(ambitions)
    record.predicate_resource[:] = NONE
    for k, (name, each) in enumerate(ambitions.items()):
        condition, codes = _parsed(f"ambitions.{name}.predicate", each["predicate"], CONDITIONS)
        record.predicate[k] = Predicate[condition]
        record.predicate_event[k] = Predicate[condition] in EVENT_PREDICATES
        for field, code in codes.items():
            record[field][k] = code
        record.ambition_in[k] = each["in_pool"]
        record.ambition_active[k] = each["active"]
        record.ambition_fixed[k] = each["fixed"]
    for active, kind in ((True, "Active"), (False, "Passive")):
        _check_pool(record, kind, [each for each in ambitions.values() if each["in_pool"] and each["active"] == active])


def _check_pool(record: Any, kind: str, pool: Sequence[Mapping[str, Any]]) -> None:
    """Refuses a pool from which the ambitions of a kind cannot be drawn."""
    if len(pool) < DRAWN_EACH:
        raise BadInput(f"ambitions: it takes {DRAWN_EACH} {kind} ambitions in the pool, not {len(pool)}.")
    fixed = sum(each["fixed"] for each in pool)
    if record.ambition_setup == AmbitionSetup.FIXED_4_RANDOM_2 and fixed > DRAWN_EACH:
        raise BadInput(f"ambitions: {fixed} {kind} ambitions are fixed, the most is {DRAWN_EACH}.")


def _fill_planets(record: Any, planets: Mapping[str, Any]) -> None:
    """IAM-1.7, IAM-4: ids by type, STACK for each, in the order of the data."""
    record.score_per[:] = NONE
    found = [0] * len(RESOURCE_WORDS)
    for name, each in planets.items():
        kind = _word(f"planets.{name}.type", each["type"], RESOURCE_WORDS)
        if found[kind] == STACK:
            raise BadInput(f"'planets.{name}.type' cannot be '{each['type']}': there is room for {STACK} of a type.")
        planet = kind * STACK + found[kind]
        found[kind] += 1
        record.planet_in[planet] = each["in_stack"]
        record.planet_type[planet] = kind
        record.planet_cost[planet] = [each[resource] for resource in RESOURCE_WORDS]
        if not record.planet_cost[planet].any():
            raise BadInput(f"'planets.{name}.{each['type']}' cannot be 0: a planet costs 1 resource at least.")
        record.planet_special[planet] = each["special"]
        _fill_planet(record, planet, each, f"planets.{name}.effects", each["effects"])


def _fill_homes(record: Any, homes: Mapping[str, Any]) -> None:
    """IAM-2.4, IAM-4.8, IAM-4.9, A39: the Home Worlds by colour."""
    if len(homes) != HOME_WORLDS:
        raise BadInput(f"home_worlds: it takes {HOME_WORLDS} Home Worlds, not {len(homes)}.")
    for colour, (name, each) in enumerate(homes.items()):
        home = FIRST_HOME + colour
        record.planet_type[home] = ANY
        record.planet_cost_any[home] = each["cost_any"]
        if each["levels"] < record.start_level:
            raise BadInput(
                f"'switches.start_level' cannot be {record.start_level}: "
                f"'home_worlds.{name}.levels' is {each['levels']}."
            )
        _fill_planet(record, home, each, f"home_worlds.{name}.effects", each["effects"])
        path = f"home_worlds.{name}.effects_asymmetric"
        for effect in each["effects_asymmetric"]:
            _parsed(path, effect, ON_PLANETS)
        if record.home_set == HomeSet.ASYMMETRIC:
            _fill_planet(record, home, each, path, each["effects_asymmetric"])


def _fill_planet(record: Any, planet: int, each: Mapping[str, Any], path: str, effects: Sequence[Any]) -> None:
    """IAM-4.1, IAM-4.4: what a planet counts and does; effects are added to those it has."""
    record.planet_vp[planet] = each["vp"]
    record.planet_levels[planet] = each["levels"]
    for effect in effects:
        name, codes = _parsed(path, effect, ON_PLANETS)
        if name in HELD:
            record.planet_modifiers[planet, Modifier[name]] += codes["amount"]
            record.planet_modified[planet] = True
        elif name == "SHIELD_SELF":
            record.planet_shield[planet] += codes["planet_shield"]
        else:
            _check_once(path, name, record.score_per[planet] != NONE)
            for field, code in codes.items():
                record[field][planet] = code


def _check_once(path: str, name: str, again: bool) -> None:
    if again:
        raise BadInput(f"'{path}' cannot have {name} a second time.")


def _fill_technologies(record: Any, technologies: Mapping[str, Any]) -> None:
    """IAM-1.8, IAM-6."""
    record.technologies = len(technologies)
    for k, (name, each) in enumerate(technologies.items()):
        record.technology_in[k] = each["in_deck"]
        record.technology_start[k] = each["start"]
        record.technology_cost[k] = each["cost"]
        record.technology_vp[k] = each["vp"]
        for effect in each["effects"]:
            held, codes = _parsed(f"technologies.{name}.effects", effect, HELD)
            record.technology_modifiers[k, Modifier[held]] += codes["amount"]
    starting = sum(each["start"] and each["in_deck"] for each in technologies.values())
    if starting < record.seats:
        raise BadInput(f"technologies: {record.seats} players take a START technology each, there are {starting}.")


def _fill_ships(record: Any, ships: Mapping[str, Any]) -> None:
    """IAM-7, IAM-27.8, IAM-27.9, IAM-27.10, IAM-27.11, IAM-27.12, IAM-27.13, IAM-27.14, IAM-27.15, IAM-27.16."""
    record.ships = len(ships)
    record.crit_class[:] = record.destroys[:] = record.boosts[:] = NONE
    for kind, (name, each) in enumerate(ships.items()):
        record.ship_origin[kind] = _word(f"ships.{name}.origin", each["origin"], list(Origin.__members__))
        record.ship_heavy[kind] = _word(f"ships.{name}.class", each["class"], CLASS_WORDS)
        _check_origin(name, each, Origin(record.ship_origin[kind]))
        for field in ("copies", "start", "cost", "upkeep", "vp"):
            record[f"ship_{field}"][kind] = each[field]
        record.combat[kind] = each["combat"]
        record.bombard[kind] = each["bombard"]
        _fill_ship(record, kind, f"ships.{name}.effects", each["effects"], tuple(ships))
    for origin, what in ((Origin.MERC, "mercs"), (Origin.EMERGENCY, "emergency ships")):
        _check_room(what, int(record.ship_copies[record.ship_origin == origin].sum()), SHIP_CARDS)
    fleet = record.ship_start.sum()
    if fleet > record.ship_limit:
        raise BadInput(f"'switches.ship_limit' cannot be {record.ship_limit}: a player starts with {fleet} ships.")


def _check_origin(name: str, each: Mapping[str, Any], origin: Origin) -> None:
    """IAM-7.4, IAM-7.5, IAM-7.6: refuses a number that ships of this origin have not."""
    none = {
        Origin.STANDARD: ("copies", "upkeep"),
        Origin.MERC: ("start",),
        Origin.EMERGENCY: ("start", "cost", "upkeep"),
    }
    for key in none[origin]:
        if each[key]:
            raise BadInput(f"'ships.{name}.{key}' cannot be {each[key]}: it is 0 for every {origin.name.lower()} ship.")
    if origin != Origin.EMERGENCY and not each["cost"]:
        raise BadInput(f"'ships.{name}.cost' cannot be 0: the least for a {origin.name.lower()} ship is 1.")


def _fill_ship(record: Any, kind: int, path: str, effects: Sequence[Any], ships: Sequence[str]) -> None:
    """What a kind of ship does in battles and for its owner."""
    seen = set()
    for effect in effects:
        name, codes = _parsed(path, effect, ON_SHIPS, ships)
        if name in INDEXED:
            (field, index), *amount = codes.items()
            record[field][kind, index] += amount[0][1] if amount else 1
            continue
        _check_once(path, name, name in seen)
        seen.add(name)
        for field, code in codes.items() if codes else [(FLAGS[name], True)]:
            record[field][kind] = code
    record.ship_modified[kind] = record.ship_modifiers[kind].any()


def _only(path: str, effects: Sequence[Any]) -> Any:
    if len(effects) != 1:
        raise BadInput(f"'{path}' cannot have {len(effects)} effects: it takes one.")
    return effects[0]


def _fill_cards(record: Any, cards: Mapping[str, Any], ships: Sequence[str]) -> None:
    """IAM-8, IAM-27.17, IAM-27.18, IAM-27.19, IAM-27.20, IAM-27.21, IAM-27.22."""
    record.shadow_kinds = len(cards)
    for kind, (name, each) in enumerate(cards.items()):
        path = f"shadow_cards.{name}.effects"
        effect, codes = _parsed(path, _only(path, each["effects"]), ON_CARDS, ships)
        record.shadow_type[kind] = _word(f"shadow_cards.{name}.type", each["type"], list(CardType.__members__))
        if record.shadow_type[kind] != CardType.STANDARD and (effect in UNOPPOSED or codes.get("each")):
            raise BadInput(
                f"'shadow_cards.{name}.type' cannot be '{each['type']}': {effect} has no opponent to check, "
                "it takes 'standard'."
            )
        record.shadow_copies[kind] = each["copies"]
        record.shadow_effect[kind] = ShadowEffect[effect]
        for field, code in codes.items():
            record[f"shadow_{field}"][kind] = code
        if each["penalty"]:
            _fill_penalty(record, kind, f"shadow_cards.{name}.penalty", each["penalty"], effect)
    _check_room("shadow cards", int(record.shadow_copies.sum()), SHADOW_CARDS)
    dealt = record.seats * record.start_cards_dealt
    if record.shadow_copies.sum() < dealt:
        raise BadInput(
            f"'switches.start_cards_dealt' cannot be {record.start_cards_dealt}: {record.seats} players take {dealt} "
            f"of {record.shadow_copies.sum()} shadow cards."
        )


def _fill_penalty(record: Any, kind: int, path: str, penalty: Sequence[Any], effect: str) -> None:
    """IAM-13.5: what makes the check of a card harder; pairs of a value and what it does to the die, ascending."""
    name, *steps = penalty
    known = [each for each, (effects, _) in PENALISED.items() if effect in effects]
    if name not in known:
        raise BadInput(f"'{path}' cannot have '{name}' for {effect}: {nearest(str(name), known)}")
    if record.shadow_type[kind] == CardType.STANDARD:
        raise BadInput(f"'{path}' cannot have '{name}': a standard card has no check, it takes [].")
    if not steps or len(steps) % 2 or len(steps) > 2 * PENALTIES:
        raise BadInput(
            f"'{path}' cannot have {len(steps)} numbers: it takes 1 to {PENALTIES} pairs of a value and a die."
        )
    record.penalty[kind] = Penalty[name]
    values = PENALISED[name][1]
    for k, (start, by) in enumerate(zip(steps[::2], steps[1::2], strict=True)):
        record.penalty_from[kind, k] = _code(path, name, start, values)
        record.penalty_by[kind, k] = _code(path, name, by, range(-5, 0))
    if len(steps) == 2 * PENALTIES and record.penalty_from[kind, 0] >= record.penalty_from[kind, 1]:
        raise BadInput(f"'{path}' cannot go from '{steps[0]}' to '{steps[2]}': the second value is the higher one.")


def _fill_events(record: Any, events: Mapping[str, Any], ships: Sequence[str]) -> None:
    """IAM-5, IAM-27.23, IAM-27.24, IAM-27.25."""
    record.event_kinds = len(events)
    for kind, (name, each) in enumerate(events.items()):
        path = f"events.{name}.effects"
        effect, codes = _parsed(path, _only(path, each["effects"]), ON_EVENTS, ships)
        if each["keep"] != effect.startswith("MARKER_"):
            why = "is carried out at once" if each["keep"] else "lasts"
            raise BadInput(f"'events.{name}.keep' cannot be {str(each['keep']).lower()}: {effect} {why}.")
        record.event_copies[kind] = each["copies"]
        record.event_keep[kind] = each["keep"]
        record.event_effect[kind] = EventEffect[effect]
        for field, code in codes.items():
            record[f"event_{field}"][kind] = code
        if effect == "GAIN_SHIP":
            _check_given(record, path, ships, kind)
    _check_room("colony events", int(record.event_copies.sum()), EVENT_CARDS)


def _check_given(record: Any, path: str, ships: Sequence[str], kind: int) -> None:
    """A ship that comes by an event never runs out."""
    standard = [name for k, name in enumerate(ships) if record.ship_origin[k] == Origin.STANDARD]
    _word(path, ships[record.event_detail[kind]], standard)
    record.event_number[kind] = 1


def _check_switches(record: Any) -> None:
    """Refuses numbers of which one must not be above another."""
    if record.start_cards_kept > record.start_cards_dealt:
        raise BadInput(
            f"'switches.start_cards_kept' cannot be {record.start_cards_kept}: "
            f"'switches.start_cards_dealt' is {record.start_cards_dealt}."
        )
    if record.start_cards_kept > record.hand_limit:
        raise BadInput(
            f"'switches.start_cards_kept' cannot be {record.start_cards_kept}: "
            f"'switches.hand_limit' is {record.hand_limit}."
        )
    if record.exchange_rate_improved > record.exchange_rate:
        raise BadInput(
            f"'switches.exchange_rate_improved' cannot be {record.exchange_rate_improved}: "
            f"'switches.exchange_rate' is {record.exchange_rate}."
        )


def _check_looked(record: Any, what: str, number: int, modifier: Modifier) -> None:
    """Refuses more cards to look at, for a player who has every source of a modifier, than the state holds."""
    standard = record.ship_origin == Origin.STANDARD
    fleet = record.ship_modifiers[:, modifier] * (record.ship_copies + standard * record.ship_limit)
    most = number + int(
        record.planet_modifiers[:, modifier].sum() + record.technology_modifiers[:, modifier].sum() + fleet.sum()
    )
    if most > LOOKED:
        raise BadInput(f"A player could draw {most} {what} at once: with every {modifier.name} the most is {LOOKED}.")
