"""The reader of the game data, which checks the tables and fills the record of the rules."""

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
    """Return a new rules record for a setup, filled from the data.

    Raises:
        BadInput: If the data do not fit together, or do not fit into the records.
    """
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
    """Raise `BadInput` unless the whole numbers of all entries are between 0 and their maximum."""
    for file, fields in FIELDS.items():
        for name, entry in document[file].items():
            for key, kind in fields.items():
                if kind is int and key in MOST and not 0 <= entry[key] <= MOST[key]:
                    raise BadInput(
                        f"'{file}.{name}.{key}' must be a whole number from 0 to {MOST[key]}, got {entry[key]}."
                    )


def _check_room(record: Any) -> None:
    """Raise `BadInput` if a number of the switches or components exceeds the room in the records."""
    for name, room in ROOM.items():
        if record[name] > room:
            file = "switches" if name in SWITCHES else "components"
            raise BadInput(f"'{file}.{name}' must be at most {room}, got {record[name]}.")


def _check_sum(what: str, copies: int, needed: int, component: str) -> None:
    if copies != needed:
        raise BadInput(
            f"The {what} have {copies} copies, {abs(copies - needed)} too {'many' if copies > needed else 'few'}: "
            f"'components.{component}' is {needed}."
        )


def _check_names(file: str, entries: Iterable[str], needed: Sequence[str]) -> None:
    """Raise `BadInput` unless the entries of a file have exactly the needed names, in that order."""
    names = list(entries)
    for name in names:
        if name not in needed:
            raise BadInput(f"'{file}.{name}' is unknown: {nearest(name, needed)}")
    if names != list(needed):
        missing = [name for name in needed if name not in names]
        raise BadInput(f"{file}: {f'{missing[0]!r} is missing' if missing else 'the entries must keep their order'}.")


def _fill_board(record: Any, spaces: Mapping[str, Any]) -> None:
    """Fill `record.neighbour`, `record.connection` (both by space and letter) and `record.ends`.

    HOS-1.9, HOS-2.3. Connections are numbered in order of their smaller space and its letter.
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
    """Raise `BadInput` unless the connections of a space lead to other spaces, are not doubled and have a way back."""
    for letter, other in zip(LETTERS, table[space], strict=True):
        where = f"'spaces.{space}.{letter}' is {other}:"
        if not -1 <= other < len(table):
            raise BadInput(f"{where} it must be a space from 0 to {len(table) - 1}, or -1 for none.")
        if other == space:
            raise BadInput(f"{where} a space has no connection to itself.")
        if other >= 0 and table[space].count(other) > 1:
            raise BadInput(f"{where} two letters of space {space} lead to space {other}.")
        if other >= 0 and space not in table[other]:
            raise BadInput(f"{where} no letter of space {other} leads back to {space}.")


def _fill_systems(record: Any, systems: Mapping[str, Any]) -> None:
    """HOS-1.4, HOS-2.3: Fill the tiles of `record`. Tile ids follow the order of the data.

    Raise `BadInput` if the systems do not fit the tiles or the black-hole discs.
    """
    if [system["habitable"] for system in systems.values()] != [True] * KIND_TILES + [False] * KIND_TILES:
        raise BadInput(
            f"systems: there must be {KIND_TILES} habitable systems and then {KIND_TILES} uninhabitable ones."
        )
    record.systems = record.spaces
    record.carded_systems = KIND_TILES + CARDS_OF_UNINHABITABLE[SystemSet(record.system_set)]
    for tile, (name, system) in enumerate(systems.items()):
        if system["black_hole"] not in ("", *LETTERS):
            raise BadInput(
                f"'systems.{name}.black_hole' must be one of {', '.join(LETTERS)}, or '' for none, "
                f"got '{system['black_hole']}'."
            )
        if not system["habitable"] and system["strength"]:
            raise BadInput(
                f"'systems.{name}.strength' must be 0 for an uninhabitable system, got {system['strength']}."
            )
        record.habitable[tile] = system["habitable"]
        record.strength[tile] = max(0, system["strength"] + record.strength_shift) if system["habitable"] else 0
        record.black_hole[tile] = LETTERS.index(system["black_hole"]) if system["black_hole"] else -1
        record.wormhole[tile] = system["wormhole"]
    symbols = int((record.black_hole[: record.systems] >= 0).sum())
    if symbols > record.black_hole_discs:
        raise BadInput(
            f"{symbols} tiles show a black hole: "
            f"'components.black_hole_discs' is {record.black_hole_discs}, {symbols - record.black_hole_discs} too few."
        )


def _fill_cards(record: Any, document: Mapping[str, Any]) -> None:
    """HOS-1.3, HOS-19.1, HOS-19.2: Fill the named cards with their effects, and the name and symbols of every card.

    Raise `BadInput` if names or numbers of copies do not fit.
    """
    technologies = document["technologies"]
    _check_names("technologies", map(_plain, technologies), [_plain(card.name) for card in Card])
    copies = [entry["copies"] for entry in technologies.values()]
    _check_sum("Technology cards", sum(copies), record.technology_cards, "technology_cards")
    if copies[Card.WORMHOLE_TECHNOLOGY] > 1:
        raise BadInput(
            "'technologies.Wormhole Technology.copies' must be at most 1: one card opens wormholes to everybody."
        )
    for card, (name, entry) in zip(Card, technologies.items(), strict=True):
        _fill_name(record, card, name, entry)
    record.card_name[:] = -1
    for tile, system in enumerate(document["systems"].values()):
        record.symbols[tile] = _symbols(system)
    if len(document["starting"]) != STARTING_CARDS:
        raise BadInput(f"starting: there must be {STARTING_CARDS} cards, got {len(document['starting'])}.")
    for seat in range(PLAYERS):
        for k, entry in enumerate(document["starting"].values()):
            record.symbols[FIRST_STARTING + STARTING_CARDS * seat + k] = _symbols(entry)
    shown = [(FIRST_ABILITY + n, card) for n, card in enumerate(_abilities(record, document["races"], technologies))]
    in_deck = [card for card in Card for _ in range(copies[card])]
    shown += [(FIRST_TECHNOLOGY + n, card) for n, card in enumerate(in_deck)]
    for card_id, card in shown:
        record.card_name[card_id] = card
        record.symbols[card_id] = _symbols(list(technologies.values())[card])


def _plain(name: str) -> str:
    """Return the printed name or the code of a card in lower case, with spaces for hyphens and underscores."""
    return name.lower().replace("-", " ").replace("_", " ")


def _symbols(entry: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(entry[resource] for resource in SYMBOLS)


def _fill_name(record: Any, card: Card, name: str, entry: Mapping[str, Any]) -> None:
    """Fill the effect and the price of a named card. Raise `BadInput` if timing or labels do not fit the effect."""
    timings = [timing.name.lower() for timing in _timings(card)]
    if entry["timing"] not in timings:
        raise BadInput(f"'technologies.{name}.timing' is '{entry['timing']}': {nearest(entry['timing'], timings)}")
    timing = Timing[entry["timing"].upper()]
    if timing == Timing.RESERVE and not entry["reserve"]:
        raise BadInput(f"'technologies.{name}.reserve' must be true: a card with a lasting effect is labelled Reserve.")
    _check_number(f"technologies.{name}.amount", entry["amount"], card in NUMBERED)
    _check_number(f"technologies.{name}.draws", entry["draws"], card in DRAWING)
    if entry["one_use"] and timing not in PLAYABLE:
        raise BadInput(f"'technologies.{name}.one_use' must be false: the effect of this card is never played.")
    record.timing[card] = timing
    record.cost[card] = max(0, entry["cost"] + record.cost_shift)
    for key in ("reserve", "one_use", "cost_population", "vp", "amount", "draws"):
        record[key][card] = entry[key]


def _check_number(path: str, number: int, has_one: bool) -> None:
    """Raise `BadInput` unless a number of an effect is at least 1 if the effect has one, and otherwise 0."""
    if has_one and number < 1:
        raise BadInput(f"'{path}' must be at least 1, got {number}.")
    if not has_one and number:
        raise BadInput(f"'{path}' must be 0, got {number}: the effect of this card has no such number.")


def _timings(card: Card) -> tuple[Timing, ...]:
    """HOS-1.11: Return the timings that the data may give a card, which the game functions support."""
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
    """Return the names of the Race Ability cards of the race table in use, three per race in order of the races.

    HOS-19.1, HOS-19.4, HOS-19.5, HOS-19.6, HOS-19.7, HOS-19.8, HOS-19.9, HOS-19.10. Raise `BadInput` if a race is
    missing or has a wrong card.
    """
    if len(races) != RACES:
        raise BadInput(f"races: there must be {RACES} races, got {len(races)}.")
    names = list(technologies)
    for race, entry in races.items():
        for table in FIELDS["races"]:
            _check_abilities(f"races.{race}.{table}", entry[table], names)
    table = "abilities" if record.race_table == RaceTable.A else "abilities_b"
    return [Card(names.index(name)) for entry in races.values() for name in entry[table]]


def _check_abilities(path: str, abilities: Sequence[Any], names: Sequence[str]) -> None:
    if len(abilities) != ABILITY_CARDS:
        raise BadInput(f"'{path}' must have {ABILITY_CARDS} cards, got {len(abilities)}.")
    for name in abilities:
        if name not in names:
            raise BadInput(f"'{path}' has the unknown card '{name}': {nearest(str(name), names)}")
        if names.index(name) == Card.WORMHOLE_TECHNOLOGY:
            raise BadInput(f"'{path}' must not have '{name}': that card never enters a player's deck.")


def _fill_aliens(record: Any, aliens: Mapping[str, Any]) -> None:
    """HOS-2.19, HOS-7.3: Fill the strength and copies of each kind of alien counter."""
    _check_kinds("aliens", len(aliens), len(record.alien_copies))
    record.alien_kinds = len(aliens)
    for kind, alien in enumerate(aliens.values()):
        record.alien_strength[kind] = max(0, alien["strength"] + record.alien_shift)
        record.alien_copies[kind] = alien["copies"]
    _check_sum("alien counters", int(record.alien_copies.sum()), record.alien_counters, "alien_counters")


def _fill_counters(record: Any, counters: Mapping[str, Any]) -> None:
    """HOS-18.1: Fill the copies, symbols, Reserve bonus and victory points of each kind of Development counter."""
    _check_kinds("counters", len(counters), len(record.counter_copies))
    record.counter_kinds = len(counters)
    for kind, counter in enumerate(counters.values()):
        record.counter_copies[kind] = counter["copies"]
        record.counter_symbols[kind] = _symbols(counter)
        record.counter_reserve[kind] = counter["reserve"]
        record.counter_vp[kind] = counter["vp"]
    copies = int(record.counter_copies.sum())
    _check_sum("Development counters", copies, record.development_counters, "development_counters")


def _check_kinds(file: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise BadInput(f"{file}: there must be from 1 to {most} kinds, got {number}.")


def _fill_setup(record: Any, table: Mapping[str, Any], setup: Setup) -> None:
    """Fill the seats, the deal and the trigger of the end. Raise `BadInput` if the pieces do not cover the deal.

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
    """Raise `BadInput` unless cards and alien counters cover the deal, with at least two habitable systems each."""
    cards = {"habitable": KIND_TILES, "uninhabitable": record.carded_systems - KIND_TILES}
    for kind, most in cards.items():
        dealt = record[f"{kind}_dealt"]
        if dealt * record.seats > most:
            raise BadInput(
                f"'{path}.{kind}' must be at most {most // record.seats}, got {dealt}: "
                f"{record.seats} players take {dealt * record.seats} of {most} cards."
            )
    if record.habitable_dealt < 2:
        raise BadInput(
            f"'{path}.habitable' must be at least 2, got {record.habitable_dealt}: for a home world and a colony."
        )
    neutral = KIND_TILES - record.habitable_dealt * record.seats
    if neutral > record.alien_counters:
        raise BadInput(
            f"'components.alien_counters' must be at least {neutral}, got {record.alien_counters}: "
            f"{neutral} neutral systems get one each."
        )
    if record.trigger < 1:
        raise BadInput(f"'{path}.trigger' must be at least 1, got {record.trigger}.")
    needed = record.dealt_technologies * record.seats + 1
    if needed > record.technology_cards:
        raise BadInput(
            f"'components.technology_cards' must be at least {needed}, got {record.technology_cards}: "
            f"dealing takes {needed}, "
            "one of them to replace Wormhole Technology."
        )


def _check_pieces(record: Any) -> None:
    """Raise `BadInput` unless a player has the pieces of the setup (HOS-2.1, HOS-2.7, HOS-2.13, HOS-2.17)."""
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
                f"'components.{name}' must be at least {number}, got {record[name]}: "
                f"the setup puts {number} down with {record.seats} players."
            )
