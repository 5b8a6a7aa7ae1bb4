"""The data of the game, checked and made into the record of its rules."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from starbalance.simulator.engine.contract import fill_switches
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.game import Setup
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.handful_of_stars.rules import (
    ABILITY_CARDS,
    CARDS_OF_UNINHABITABLE,
    COMPONENTS,
    DRAWING,
    FIRST_ABILITY,
    FIRST_STARTING,
    FIRST_TECHNOLOGY,
    IN_COMBAT,
    IN_TURN,
    KIND_TILES,
    LETTERS,
    MOST,
    NUMBERED,
    PLAYABLE,
    PLAYED_AS_ACTION,
    PLAYED_IN_COMBAT,
    PLAYERS,
    RACES,
    ROOM,
    SPACES,
    STARTING_CARDS,
    SWITCHES,
    SYMBOLS,
    Card,
    RaceTable,
    SystemSet,
    Timing,
    rules_dt,
)

KEYS: dict[str, dict[str, type]] = {
    "components": dict.fromkeys(COMPONENTS, int),
    "switches": SWITCHES,
}
FIELDS: dict[str, dict[str, type]] = {
    "spaces": dict.fromkeys(LETTERS, int),
    "systems": {"habitable": bool, "strength": int, "black_hole": str, "wormhole": bool, **SYMBOLS},
    "technologies": {
        "copies": int,
        "timing": Timing,
        "reserve": bool,
        "one_use": bool,
        "cost": int,
        "cost_population": int,
        **SYMBOLS,
        "vp": int,
        "amount": int,
        "draws": int,
    },
    "starting": SYMBOLS,
    "races": {"abilities": list, "abilities_b": list},
    "aliens": {"strength": int, "copies": int},
    "counters": {"copies": int, **SYMBOLS, "reserve": int, "vp": int},
    "setups": {"habitable": int, "uninhabitable": int, "trigger": int},
}
OPEN = ("aliens", "counters")  # tables that take new entries


def fill(document: Mapping[str, Any], setup: Setup) -> Any:
    """The rules record of a set-up from the data. Raises BadInput for data that does not fit together or the state."""
    record = zeros(1, rules_dt)[0]
    _check_numbers(document)
    fill_switches(record, SWITCHES, document["switches"])
    for name in COMPONENTS:
        record[name] = document["components"][name]["value"]
    _check_room(record)
    _fill_board(record, document["spaces"])
    _fill_systems(record, document["systems"])
    _fill_cards(record, document)
    _fill_aliens(record, document["aliens"])
    _fill_counters(record, document["counters"])
    _fill_setup(record, document["setups"][setup.name], setup)
    return record


def _check_numbers(document: Mapping[str, Any]) -> None:
    """Refuses a named whole number of an entry that is negative or larger than anything the state holds."""
    for file, fields in FIELDS.items():
        for name, entry in document[file].items():
            for key, kind in fields.items():
                if kind is int and key in MOST and not 0 <= entry[key] <= MOST[key]:
                    raise BadInput(
                        f"'{file}.{name}.{key}' cannot be {entry[key]}: it takes a whole number from 0 to {MOST[key]}."
                    )


def _check_room(record: Any) -> None:
    """Refuses more of a kind than the records hold."""
    for name, room in ROOM.items():
        if record[name] > room:
            file = "switches" if name in SWITCHES else "components"
            raise BadInput(f"'{file}.{name}' cannot be {record[name]}: there is room for {room}.")


def _check_sum(what: str, found: int, needed: int, component: str) -> None:
    if found != needed:
        raise BadInput(
            f"The {what} have {found} copies, {abs(found - needed)} too {'many' if found > needed else 'few'}: "
            f"'components.{component}' is {needed}."
        )


def _check_names(file: str, found: Iterable[str], needed: Sequence[str]) -> None:
    """Refuses a file of data whose entries are not exactly the needed names in that order."""
    names = list(found)
    for name in names:
        if name not in needed:
            raise BadInput(f"'{file}.{name}' is unknown: {nearest(name, needed)}")
    if names != list(needed):
        missing = [name for name in needed if name not in names]
        raise BadInput(f"{file}: {f'{missing[0]!r} is missing' if missing else 'the order is not the known one'}.")


def _fill_board(record: Any, spaces: Mapping[str, Any]) -> None:
    """Neighbours by letter, and an id for every connection in order of its smaller space and letter.

    HOS-1.9, HOS-2.3.
    """
    _check_names("spaces", spaces, [str(space) for space in range(SPACES)])
    table = [[spaces[str(space)][letter] for letter in LETTERS] for space in range(SPACES)]
    record.spaces = SPACES if record.system_set != SystemSet.S36 else SPACES - 2
    record.neighbour[:] = record.connection[:] = record.ends[:] = -1
    for space, neighbours in enumerate(table):
        _check_space(table, space)
        for letter, other in enumerate(neighbours):
            if space < record.spaces and 0 <= other < record.spaces:
                record.neighbour[space, letter] = other
                if space < other:
                    record.connection[space, letter] = record.connections
                    record.connection[other, table[other].index(space)] = record.connections
                    record.ends[record.connections] = space, other
                    record.connections += 1


def _check_space(table: Sequence[Sequence[int]], space: int) -> None:
    """Refuses a connection out of the board, to its own space, doubled, or without a way back."""
    for letter, other in zip(LETTERS, table[space], strict=True):
        where = f"'spaces.{space}.{letter}' cannot be {other}:"
        if not -1 <= other < len(table):
            raise BadInput(f"{where} it takes a space from 0 to {len(table) - 1}, or -1 for none.")
        if other == space:
            raise BadInput(f"{where} a space has no connection to itself.")
        if other >= 0 and table[space].count(other) > 1:
            raise BadInput(f"{where} two letters of space {space} lead to space {other}.")
        if other >= 0 and space not in table[other]:
            raise BadInput(f"{where} no letter of space {other} leads back to {space}.")


def _fill_systems(record: Any, systems: Mapping[str, Any]) -> None:
    """HOS-1.4, HOS-2.3: the tiles, id by order of the data, and the symbols of their cards."""
    if [each["habitable"] for each in systems.values()] != [True] * KIND_TILES + [False] * KIND_TILES:
        raise BadInput(f"systems: it takes {KIND_TILES} habitable systems and then {KIND_TILES} uninhabitable ones.")
    record.systems = record.spaces
    record.carded_systems = KIND_TILES + CARDS_OF_UNINHABITABLE[SystemSet(record.system_set)]
    for tile, (name, each) in enumerate(systems.items()):
        if each["black_hole"] not in ("", *LETTERS):
            raise BadInput(
                f"'systems.{name}.black_hole' cannot be '{each['black_hole']}': "
                f"it takes one of {', '.join(LETTERS)}, or '' for none."
            )
        if not each["habitable"] and each["strength"]:
            raise BadInput(f"'systems.{name}.strength' cannot be {each['strength']}: an uninhabitable system has 0.")
        record.habitable[tile] = each["habitable"]
        record.strength[tile] = max(0, each["strength"] + record.strength_shift) if each["habitable"] else 0
        record.black_hole[tile] = LETTERS.index(each["black_hole"]) if each["black_hole"] else -1
        record.wormhole[tile] = each["wormhole"]
    symbols = int((record.black_hole[: record.systems] >= 0).sum())
    if symbols > record.black_hole_discs:
        raise BadInput(
            f"{symbols} tiles show a black hole: "
            f"'components.black_hole_discs' is {record.black_hole_discs}, {symbols - record.black_hole_discs} too few."
        )


def _fill_cards(record: Any, document: Mapping[str, Any]) -> None:
    """HOS-1.3, HOS-19.1, HOS-19.2: the names with their effects, then what every card of the game shows."""
    technologies = document["technologies"]
    _check_names("technologies", map(_plain, technologies), [_plain(card.name) for card in Card])
    copies = [each["copies"] for each in technologies.values()]
    _check_sum("Technology cards", sum(copies), record.technology_cards, "technology_cards")
    if copies[Card.WORMHOLE_TECHNOLOGY] > 1:
        raise BadInput("'technologies.Wormhole Technology.copies' cannot be above 1: one card opens it to everybody.")
    for card, (name, each) in zip(Card, technologies.items(), strict=True):
        _fill_name(record, card, name, each)
    record.card_name[:] = -1
    for tile, system in enumerate(document["systems"].values()):
        record.symbols[tile] = _symbols(system)
    if len(document["starting"]) != STARTING_CARDS:
        raise BadInput(f"starting: it takes {STARTING_CARDS} cards, not {len(document['starting'])}.")
    for seat in range(PLAYERS):
        for k, each in enumerate(document["starting"].values()):
            record.symbols[FIRST_STARTING + STARTING_CARDS * seat + k] = _symbols(each)
    shown = [(FIRST_ABILITY + n, card) for n, card in enumerate(_abilities(record, document["races"], technologies))]
    in_deck = [card for card in Card for _ in range(copies[card])]
    shown += [(FIRST_TECHNOLOGY + n, card) for n, card in enumerate(in_deck)]
    for card_id, card in shown:
        record.card_name[card_id] = card
        record.symbols[card_id] = _symbols(list(technologies.values())[card])


def _plain(name: str) -> str:
    """A name of a card, as printed or as a code, in plain letters."""
    return name.lower().replace("-", " ").replace("_", " ")


def _symbols(entry: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(entry[resource] for resource in SYMBOLS)


def _fill_name(record: Any, card: Card, name: str, each: Mapping[str, Any]) -> None:
    """What every copy of a name does and costs. Raises BadInput where timing and labels do not fit the effect."""
    timings = [timing.name.lower() for timing in _timings(card)]
    if each["timing"] not in timings:
        raise BadInput(f"'technologies.{name}.timing' cannot be '{each['timing']}': {nearest(each['timing'], timings)}")
    timing = Timing[each["timing"].upper()]
    if timing == Timing.RESERVE and not each["reserve"]:
        raise BadInput(f"'technologies.{name}.reserve' cannot be false: a card with a lasting effect is labelled so.")
    _check_number(f"technologies.{name}.amount", each["amount"], card in NUMBERED)
    _check_number(f"technologies.{name}.draws", each["draws"], card in DRAWING)
    if each["one_use"] and timing not in PLAYABLE:
        raise BadInput(f"'technologies.{name}.one_use' cannot be true: its effect is never played.")
    record.timing[card] = timing
    record.cost[card] = max(0, each["cost"] + record.cost_shift)
    for key in ("reserve", "one_use", "cost_population", "vp", "amount", "draws"):
        record[key][card] = each[key]


def _check_number(path: str, number: int, has_one: bool) -> None:
    """Refuses a number of an effect that has none, and none of an effect that has one."""
    if has_one and number < 1:
        raise BadInput(f"'{path}' cannot be {number}: the least is 1.")
    if not has_one and number:
        raise BadInput(f"'{path}' cannot be {number}: the effect of this card has no such number, it is 0.")


def _timings(card: Card) -> tuple[Timing, ...]:
    """HOS-1.11: when the effect of a card can be used, in any reading that the kernels know."""
    if card in IN_TURN:
        return Timing.ACTION, Timing.FREE
    if card in IN_COMBAT:
        return (Timing.COMBAT,)
    if card in PLAYED_IN_COMBAT:
        return Timing.RESERVE, Timing.COMBAT
    if card in PLAYED_AS_ACTION:
        return Timing.RESERVE, Timing.ACTION
    if card == Card.RESEARCH_LABORATORIES:
        return (Timing.NONE,)
    return (Timing.SPECIAL,) if card == Card.WORMHOLE_TECHNOLOGY else (Timing.RESERVE,)


def _abilities(record: Any, races: Mapping[str, Any], technologies: Mapping[str, Any]) -> list[Card]:
    """Three cards a race, of the table in force.

    HOS-19.1, HOS-19.4, HOS-19.5, HOS-19.6, HOS-19.7, HOS-19.8, HOS-19.9, HOS-19.10.
    """
    if len(races) != RACES:
        raise BadInput(f"races: it takes {RACES} races, not {len(races)}.")
    names = list(technologies)
    for race, each in races.items():
        for table in FIELDS["races"]:
            _check_abilities(f"races.{race}.{table}", each[table], names)
    table = "abilities" if record.race_table == RaceTable.A else "abilities_b"
    return [Card(names.index(name)) for each in races.values() for name in each[table]]


def _check_abilities(path: str, abilities: Sequence[Any], names: Sequence[str]) -> None:
    if len(abilities) != ABILITY_CARDS:
        raise BadInput(f"'{path}' cannot have {len(abilities)} cards: it takes {ABILITY_CARDS}.")
    for name in abilities:
        if name not in names:
            raise BadInput(f"'{path}' cannot have '{name}': {nearest(str(name), names)}")
        if names.index(name) == Card.WORMHOLE_TECHNOLOGY:
            raise BadInput(f"'{path}' cannot have '{name}': that card never enters a player's deck.")


def _fill_aliens(record: Any, aliens: Mapping[str, Any]) -> None:
    """HOS-2.19, HOS-7.3: the kinds of alien counters."""
    _check_kinds("aliens", len(aliens), len(record.alien_copies))
    record.alien_kinds = len(aliens)
    for kind, each in enumerate(aliens.values()):
        record.alien_strength[kind] = max(0, each["strength"] + record.alien_shift)
        record.alien_copies[kind] = each["copies"]
    _check_sum("alien counters", int(record.alien_copies.sum()), record.alien_counters, "alien_counters")


def _fill_counters(record: Any, counters: Mapping[str, Any]) -> None:
    """HOS-18.1: the kinds of Development counters."""
    _check_kinds("counters", len(counters), len(record.counter_copies))
    record.counter_kinds = len(counters)
    for kind, each in enumerate(counters.values()):
        record.counter_copies[kind] = each["copies"]
        record.counter_symbols[kind] = _symbols(each)
        record.counter_reserve[kind] = each["reserve"]
        record.counter_vp[kind] = each["vp"]
    found = int(record.counter_copies.sum())
    _check_sum("Development counters", found, record.development_counters, "development_counters")


def _check_kinds(file: str, found: int, most: int) -> None:
    if not 1 <= found <= most:
        raise BadInput(f"{file}: it takes from 1 to {most} kinds, not {found}.")


def _fill_setup(record: Any, table: Mapping[str, Any], setup: Setup) -> None:
    """The players and their deal. Raises BadInput for a deal that the pieces do not cover.

    HOS-1.1, HOS-2.5, HOS-2.6, HOS-16.1.
    """
    record.seats = setup.seats
    record.player[: setup.seats] = range(setup.seats)
    record.habitable_dealt = table["habitable"]
    record.uninhabitable_dealt = table["uninhabitable"]
    record.trigger = table["trigger"]
    _check_deal(record, f"setups.{setup.name}")
    _check_pieces(record)


def _check_deal(record: Any, path: str) -> None:
    """Refuses a deal of more System or Technology cards than there are, or of no second habitable system."""
    cards = {"habitable": KIND_TILES, "uninhabitable": record.carded_systems - KIND_TILES}
    for kind, most in cards.items():
        each = record[f"{kind}_dealt"]
        if each * record.seats > most:
            raise BadInput(
                f"'{path}.{kind}' cannot be {each}: {record.seats} players take {each * record.seats} of {most} cards, "
                f"the most is {most // record.seats}."
            )
    if record.habitable_dealt < 2:
        raise BadInput(
            f"'{path}.habitable' cannot be {record.habitable_dealt}: a home world and a colony take 2, the least."
        )
    neutral = KIND_TILES - record.habitable_dealt * record.seats
    if neutral > record.alien_counters:
        raise BadInput(
            f"'components.alien_counters' cannot be {record.alien_counters}: {neutral} neutral systems get one each."
        )
    if record.trigger < 1:
        raise BadInput(f"'{path}.trigger' cannot be 0: the least is 1.")
    needed = record.dealt_technologies * record.seats + 1
    if needed > record.technology_cards:
        raise BadInput(
            f"'components.technology_cards' cannot be {record.technology_cards}: dealing takes {needed}, "
            "one of them to replace Wormhole Technology."
        )


def _check_pieces(record: Any) -> None:
    """Refuses fewer pieces of a player than the set-up puts down (HOS-2.1, HOS-2.7, HOS-2.13, HOS-2.17)."""
    systems = record.habitable_dealt + record.uninhabitable_dealt
    needed = {
        "fleets": record.home_fleets + record.colony_fleets + record.outpost_fleets * (systems - 2),
        "star_bases": record.home_star_bases + record.colony_star_bases,
        "outposts": systems,
        "colony_discs": record.colony_track - 1 + record.vp_discs,
    }
    for name, number in needed.items():
        if record[name] < number:
            raise BadInput(
                f"'components.{name}' cannot be {record[name]}: the set-up puts {number} down, the least with "
                f"{record.seats} players."
            )
