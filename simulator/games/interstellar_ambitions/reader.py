"""The reader of the data: it checks them and fills the rules record."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from starbalance.simulator.engine.contract import fill_switches
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.game import Setup
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.wording import counted
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
OPEN = (
    "ambitions",
    "planets",
    "technologies",
    "ships",
    "shadow_cards",
    "events",
)  # tables to which variants may add entries


def fill(document: Mapping[str, Any], setup: Setup) -> Any:
    """Return the rules record of a setup, filled from the data.

    Raises:
        BadInput: If the data contradict each other or exceed the room of the state.
    """
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
    _check_looked(record, "shadow cards", int(record.shadow_cards.max()), Modifier.BUY_LIMIT)
    _check_looked(record, "colony events", 1, Modifier.EVENT_CHOICE)
    return record


def _check_numbers(document: Mapping[str, Any]) -> None:
    """Raise BadInput for a number out of its bounds, or for more entries than the state has room for."""
    for file, room in KINDS.items():
        if len(document[file]) > room:
            raise BadInput(f"{file} must have at most {room} entries, got {len(document[file])}.")
    for name, room in ROOM.items():
        value = document["switches"][name]["value"]
        if value > room:
            raise BadInput(f"'switches.{name}' must be at most {room}, got {value}.")
    for file, fields in BOUNDS.items():
        for name, entry in document[file].items():
            for key, (least, most) in fields.items():
                if not least <= entry[key] <= most:
                    raise BadInput(
                        f"'{file}.{name}.{key}' must be a whole number from {least} to {most}, got {entry[key]}."
                    )


def _ultimate_slots(record: Any, printed: int) -> int:
    """IAM-10.3: Return the number of ULTIMATE slots of each row: `printed`, unless the switch says otherwise (A42).
    `unlimited` means one slot per token in the game.
    """
    numbers = {
        UltimateSlots.PRINTED: printed,
        UltimateSlots.ONE: 1,
        UltimateSlots.TWO: 2,
        UltimateSlots.UNLIMITED: int(record.seats * record.tokens_per_player),
    }
    return numbers[UltimateSlots(record.ultimate_slots)]


def _check_names(file: str, entries: Iterable[str], needed: Sequence[str]) -> None:
    """Raise BadInput unless the entries of a file are exactly the required names in that order."""
    names = list(entries)
    for name in names:
        if name not in needed:
            raise BadInput(f"'{file}.{name}' is unknown: {nearest(name, needed)}")
    if names != list(needed):
        missing = [name for name in needed if name not in names]
        raise BadInput(
            f"{file}: {f'{missing[0]!r} is missing' if missing else 'entries must be in the order of the rulebook'}."
        )


def _check_room(what: str, copies: int, room: int) -> None:
    if copies > room:
        raise BadInput(f"The {what} must have at most {room} copies in total, got {copies}.")


def _word(path: str, word: str, words: Sequence[str]) -> int:
    """Return the position of a word among the valid ones, ignoring case. Raise BadInput if it is not among them."""
    lowered = [each.lower() for each in words]
    if word.lower() not in lowered:
        raise BadInput(f"Unknown value '{word}' of '{path}': {nearest(word, words)}")
    return lowered.index(word.lower())


def _fill_track(record: Any, document: Mapping[str, Any]) -> None:
    """IAM-11, IAM-12.6, IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10: Fill in the action rows of `record` by planning level,
    and the seat compensation. Raise BadInput for wrong names.
    """
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
    """Return the name of an effect and the codes of its arguments by field.

    Raises:
        BadInput: If the effect or an argument does not exist.
    """
    if not isinstance(effect, list) or not effect or not isinstance(effect[0], str):
        raise BadInput(f"'{path}' must hold a list of a name and its arguments, got '{effect}'.")
    name, *arguments = effect
    if name not in effects:
        raise BadInput(f"Unknown name '{name}' in '{path}': {nearest(name, effects)}")
    wanted = [(field, ships if takes is SHIP_WORD else takes) for field, takes in effects[name]]
    if len(arguments) != len(wanted):
        needed = ", ".join(_allowed(takes) for _, takes in wanted)
        raise BadInput(
            f"{name} in '{path}' must have {counted(len(wanted), 'argument')}"
            f"{f' ({needed})' if needed else ''}, got {len(arguments)}."
        )
    return name, {field: _code(path, name, each, takes) for (field, takes), each in zip(wanted, arguments, strict=True)}


def _allowed(takes: Sequence[Any]) -> str:
    """Return a phrase for the allowed values of an argument: a range, the words, or `a name` for many words."""
    if isinstance(takes, range):
        return f"a whole number from {takes[0]} to {takes[-1]}"
    return "a name" if len(takes) > ANY + 1 else f"one of {', '.join(takes)}"


def _code(path: str, name: str, argument: Any, takes: Sequence[Any]) -> int:
    """Return a whole number itself, or the position of a word among the allowed ones. Raise BadInput for others."""
    if isinstance(takes, range):
        if isinstance(argument, bool) or not isinstance(argument, int) or argument not in takes:
            raise BadInput(f"An argument of {name} in '{path}' must be {_allowed(takes)}, got '{argument}'.")
        return argument
    if argument not in takes:
        raise BadInput(f"'{path}' has an unknown argument '{argument}' of {name}: {nearest(str(argument), takes)}")
    return list(takes).index(argument)


def _fill_ambitions(record: Any, ambitions: Mapping[str, Any]) -> None:
    """IAM-1.3, IAM-1.4, IAM-24: Fill in the ambitions of `record` and their conditions (A01). Raise BadInput for too
    few to draw, or too many fixed ones.
    """
    record.ambitions = len(ambitions)
    record.predicate_resource[:] = NONE
    for k, (name, entry) in enumerate(ambitions.items()):
        condition, codes = _parsed(f"ambitions.{name}.predicate", entry["predicate"], CONDITIONS)
        record.predicate[k] = Predicate[condition]
        record.predicate_event[k] = Predicate[condition] in EVENT_PREDICATES
        for field, code in codes.items():
            record[field][k] = code
        record.ambition_in[k] = entry["in_pool"]
        record.ambition_active[k] = entry["active"]
        record.ambition_fixed[k] = entry["fixed"]
    for active, kind in ((True, "Active"), (False, "Passive")):
        _check_pool(
            record, kind, [entry for entry in ambitions.values() if entry["in_pool"] and entry["active"] == active]
        )


def _check_pool(record: Any, kind: str, pool: Sequence[Mapping[str, Any]]) -> None:
    """Raise BadInput if the ambitions of a kind are too few to draw, or too many of them are fixed."""
    if len(pool) < DRAWN_EACH:
        raise BadInput(f"The pool must have at least {DRAWN_EACH} {kind} ambitions, got {len(pool)}.")
    fixed = sum(entry["fixed"] for entry in pool)
    if record.ambition_setup == AmbitionSetup.FIXED_4_RANDOM_2 and fixed > DRAWN_EACH:
        raise BadInput(f"At most {DRAWN_EACH} {kind} ambitions may be fixed, got {fixed}.")


def _fill_planets(record: Any, planets: Mapping[str, Any]) -> None:
    """IAM-1.7, IAM-4: Fill in the planets of `record`: STACK ids for each type, in the order of the data. Raise
    BadInput for too many planets of a type, or for a planet without a cost.
    """
    record.score_per[:] = NONE
    counts = [0] * len(RESOURCE_WORDS)
    for name, entry in planets.items():
        kind = _word(f"planets.{name}.type", entry["type"], RESOURCE_WORDS)
        if counts[kind] == STACK:
            raise BadInput(
                f"'planets.{name}.type' must not be '{entry['type']}': only {STACK} planets may have one type."
            )
        planet = kind * STACK + counts[kind]
        counts[kind] += 1
        record.planet_in[planet] = entry["in_stack"]
        record.planet_type[planet] = kind
        record.planet_cost[planet] = [entry[resource] for resource in RESOURCE_WORDS]
        if not record.planet_cost[planet].any():
            raise BadInput(
                f"'planets.{name}.{entry['type']}' must be at least 1 in a planet without other costs, got 0."
            )
        record.planet_special[planet] = entry["special"]
        _fill_planet(record, planet, entry, f"planets.{name}.effects", entry["effects"])


def _fill_homes(record: Any, homes: Mapping[str, Any]) -> None:
    """IAM-2.4, IAM-4.8, IAM-4.9: Fill in the Home Worlds of `record` by colour (A39). Raise BadInput unless there is
    one per colour, with at least `start_level` levels.
    """
    if len(homes) != HOME_WORLDS:
        raise BadInput(f"home_worlds must have exactly {HOME_WORLDS} entries, got {len(homes)}.")
    for colour, (name, entry) in enumerate(homes.items()):
        home = FIRST_HOME + colour
        record.planet_type[home] = ANY
        record.planet_cost_any[home] = entry["cost_any"]
        if entry["levels"] < record.start_level:
            raise BadInput(
                f"'switches.start_level' must be at most 'home_worlds.{name}.levels' ({entry['levels']}), "
                f"got {record.start_level}."
            )
        _fill_planet(record, home, entry, f"home_worlds.{name}.effects", entry["effects"])
        path = f"home_worlds.{name}.effects_asymmetric"
        for effect in entry["effects_asymmetric"]:
            _parsed(path, effect, ON_PLANETS)
        if record.home_set == HomeSet.ASYMMETRIC:
            _fill_planet(record, home, entry, path, entry["effects_asymmetric"])


def _fill_planet(record: Any, planet: int, entry: Mapping[str, Any], path: str, effects: Sequence[Any]) -> None:
    """IAM-4.1, IAM-4.4: Fill in the points and levels of a planet in `record`, and add `effects` to those already
    filled in.
    """
    record.planet_vp[planet] = entry["vp"]
    record.planet_levels[planet] = entry["levels"]
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


def _check_once(path: str, name: str, repeated: bool) -> None:
    if repeated:
        raise BadInput(f"'{path}' must have {name} at most once.")


def _fill_technologies(record: Any, technologies: Mapping[str, Any]) -> None:
    """IAM-1.8, IAM-6: Fill in the technologies of `record`. Raise BadInput if there are fewer START technologies than
    players.
    """
    record.technologies = len(technologies)
    for k, (name, entry) in enumerate(technologies.items()):
        record.technology_in[k] = entry["in_deck"]
        record.technology_start[k] = entry["start"]
        record.technology_cost[k] = entry["cost"]
        record.technology_vp[k] = entry["vp"]
        for effect in entry["effects"]:
            held, codes = _parsed(f"technologies.{name}.effects", effect, HELD)
            record.technology_modifiers[k, Modifier[held]] += codes["amount"]
    starting = sum(entry["start"] and entry["in_deck"] for entry in technologies.values())
    if starting < record.seats:
        raise BadInput(f"{record.seats} players need at least {record.seats} START technologies, got {starting}.")


def _fill_ships(record: Any, ships: Mapping[str, Any]) -> None:
    """IAM-7, IAM-27.8, IAM-27.9, IAM-27.10, IAM-27.11, IAM-27.12, IAM-27.13, IAM-27.14, IAM-27.15, IAM-27.16: Fill in
    the ships of `record`. Raise BadInput for too many cards, or for a starting fleet above `ship_limit`.
    """
    record.ships = len(ships)
    record.crit_class[:] = record.destroys[:] = record.boosts[:] = NONE
    for kind, (name, entry) in enumerate(ships.items()):
        record.ship_origin[kind] = _word(f"ships.{name}.origin", entry["origin"], list(Origin.__members__))
        record.ship_heavy[kind] = _word(f"ships.{name}.class", entry["class"], CLASS_WORDS)
        _check_origin(name, entry, Origin(record.ship_origin[kind]))
        for field in ("copies", "start", "cost", "upkeep", "vp"):
            record[f"ship_{field}"][kind] = entry[field]
        record.combat[kind] = entry["combat"]
        record.bombard[kind] = entry["bombard"]
        _fill_ship(record, kind, f"ships.{name}.effects", entry["effects"], tuple(ships))
    for origin, what in ((Origin.MERC, "mercs"), (Origin.EMERGENCY, "emergency ships")):
        _check_room(what, int(record.ship_copies[record.ship_origin == origin].sum()), SHIP_CARDS)
    fleet = record.ship_start.sum()
    if fleet > record.ship_limit:
        raise BadInput(f"'switches.ship_limit' must be at least {fleet}, the starting fleet, got {record.ship_limit}.")


def _check_origin(name: str, entry: Mapping[str, Any], origin: Origin) -> None:
    """IAM-7.4, IAM-7.5, IAM-7.6: Raise BadInput for a number that ships of this origin do not have, or for a ship
    without a cost that needs one.
    """
    absent = {
        Origin.STANDARD: ("copies", "upkeep"),
        Origin.MERC: ("start",),
        Origin.EMERGENCY: ("start", "cost", "upkeep"),
    }
    for key in absent[origin]:
        if entry[key]:
            raise BadInput(f"'ships.{name}.{key}' must be 0 for every {origin.name.lower()} ship, got {entry[key]}.")
    if origin != Origin.EMERGENCY and not entry["cost"]:
        raise BadInput(f"'ships.{name}.cost' must be at least 1 for a {origin.name.lower()} ship, got 0.")


def _fill_ship(record: Any, kind: int, path: str, effects: Sequence[Any], ships: Sequence[str]) -> None:
    """Fill in the effects of a ship kind in `record`. Raise BadInput if an effect that takes one value is repeated."""
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
        raise BadInput(f"'{path}' must have exactly one effect, got {len(effects)}.")
    return effects[0]


def _fill_cards(record: Any, cards: Mapping[str, Any], ships: Sequence[str]) -> None:
    """IAM-8, IAM-27.17, IAM-27.18, IAM-27.19, IAM-27.20, IAM-27.21, IAM-27.22: Fill in the shadow cards of `record`.
    Raise BadInput for too many cards, too few to deal, or a check without an opponent.
    """
    record.shadow_kinds = len(cards)
    for kind, (name, entry) in enumerate(cards.items()):
        path = f"shadow_cards.{name}.effects"
        effect, codes = _parsed(path, _only(path, entry["effects"]), ON_CARDS, ships)
        record.shadow_type[kind] = _word(f"shadow_cards.{name}.type", entry["type"], list(CardType.__members__))
        if record.shadow_type[kind] != CardType.STANDARD and (effect in UNOPPOSED or codes.get("each")):
            raise BadInput(
                f"'shadow_cards.{name}.type' must be 'standard', got '{entry['type']}': "
                f"{effect} has no opponent to check."
            )
        record.shadow_copies[kind] = entry["copies"]
        record.shadow_effect[kind] = ShadowEffect[effect]
        for field, code in codes.items():
            record[f"shadow_{field}"][kind] = code
        if entry["penalty"]:
            _fill_penalty(record, kind, f"shadow_cards.{name}.penalty", entry["penalty"], effect)
    _check_room("shadow cards", int(record.shadow_copies.sum()), SHADOW_CARDS)
    dealt = record.seats * record.start_cards_dealt
    if record.shadow_copies.sum() < dealt:
        raise BadInput(
            f"'switches.start_cards_dealt' is too high ({record.start_cards_dealt}): "
            f"{record.seats} players need {dealt} shadow cards, got {record.shadow_copies.sum()}."
        )


def _fill_penalty(record: Any, kind: int, path: str, penalty: Sequence[Any], effect: str) -> None:
    """IAM-13.5: Fill in the penalty of a card in `record` from ascending pairs of a value of the object and a die
    modifier. Raise BadInput for any other form, or for a STANDARD card.
    """
    name, *steps = penalty
    penalties = [each for each, (effects, _) in PENALISED.items() if effect in effects]
    if name not in penalties:
        raise BadInput(f"'{path}' has an unknown penalty '{name}' of {effect}: {nearest(str(name), penalties)}")
    if record.shadow_type[kind] == CardType.STANDARD:
        raise BadInput(f"'{path}' must be [] for a standard card, which has no check, got '{name}'.")
    if not steps or len(steps) % 2 or len(steps) > 2 * PENALTIES:
        raise BadInput(
            f"'{path}' must have 1 to {PENALTIES} pairs of a value and a die modifier, got {len(steps)} entries."
        )
    record.penalty[kind] = Penalty[name]
    values = PENALISED[name][1]
    for k, (start, by) in enumerate(zip(steps[::2], steps[1::2], strict=True)):
        record.penalty_from[kind, k] = _code(path, name, start, values)
        record.penalty_by[kind, k] = _code(path, name, by, range(-5, 0))
    if len(steps) == 2 * PENALTIES and record.penalty_from[kind, 0] >= record.penalty_from[kind, 1]:
        raise BadInput(f"'{path}' must have ascending values, got '{steps[0]}' before '{steps[2]}'.")


def _fill_events(record: Any, events: Mapping[str, Any], ships: Sequence[str]) -> None:
    """IAM-5, IAM-27.23, IAM-27.24, IAM-27.25: Fill in the colony events of `record`. Raise BadInput for too many cards,
    or unless `keep` is true exactly for markers.
    """
    record.event_kinds = len(events)
    for kind, (name, entry) in enumerate(events.items()):
        path = f"events.{name}.effects"
        effect, codes = _parsed(path, _only(path, entry["effects"]), ON_EVENTS, ships)
        if entry["keep"] != effect.startswith("MARKER_"):
            why = "is carried out at once" if entry["keep"] else "lasts"
            raise BadInput(f"'events.{name}.keep' must be {str(not entry['keep']).lower()}: {effect} {why}.")
        record.event_copies[kind] = entry["copies"]
        record.event_keep[kind] = entry["keep"]
        record.event_effect[kind] = EventEffect[effect]
        for field, code in codes.items():
            record[f"event_{field}"][kind] = code
        if effect == "GAIN_SHIP":
            _check_gift(record, path, ships, kind)
    _check_room("colony events", int(record.event_copies.sum()), EVENT_CARDS)


def _check_gift(record: Any, path: str, ships: Sequence[str], kind: int) -> None:
    """Raise BadInput unless the ship of an event is a standard one, which never runs out. Otherwise set the number of
    ships to 1.
    """
    standard = [name for k, name in enumerate(ships) if record.ship_origin[k] == Origin.STANDARD]
    _word(path, ships[record.event_detail[kind]], standard)
    record.event_number[kind] = 1


def _check_switches(record: Any) -> None:
    """Raise BadInput for a switch that exceeds another switch which limits it."""
    if record.start_cards_kept > record.start_cards_dealt:
        raise BadInput(
            f"'switches.start_cards_kept' must be at most 'switches.start_cards_dealt' "
            f"({record.start_cards_dealt}), got {record.start_cards_kept}."
        )
    if record.start_cards_kept > record.hand_limit:
        raise BadInput(
            f"'switches.start_cards_kept' must be at most 'switches.hand_limit' "
            f"({record.hand_limit}), got {record.start_cards_kept}."
        )
    if record.exchange_rate_improved > record.exchange_rate:
        raise BadInput(
            f"'switches.exchange_rate_improved' must be at most 'switches.exchange_rate' "
            f"({record.exchange_rate}), got {record.exchange_rate_improved}."
        )


def _check_looked(record: Any, what: str, number: int, modifier: Modifier) -> None:
    """Raise BadInput if a player with every source of a modifier could draw more cards at once than the state holds."""
    standard = record.ship_origin == Origin.STANDARD
    fleet = record.ship_modifiers[:, modifier] * (record.ship_copies + standard * record.ship_limit)
    most = number + int(
        record.planet_modifiers[:, modifier].sum() + record.technology_modifiers[:, modifier].sum() + fleet.sum()
    )
    if most > LOOKED:
        raise BadInput(f"With every {modifier.name}, a player may draw at most {LOOKED} {what} at once, got {most}.")
