"""The invariants of every position of a game (see RULES.md), in plain Python.

Each check yields a sentence for every violation.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from starbalance.simulator.games.handful_of_stars.rules import (
    ABILITY_CARDS,
    CARDS,
    FIRST_ABILITY,
    FIRST_STARTING,
    FIRST_TECHNOLOGY,
    NAMES,
    SETUP_COUNTERS,
    STARTING_CARDS,
    Card,
)
from starbalance.simulator.games.handful_of_stars.state import (
    NONE,
    Action,
    Cylinder,
    Decision,
    Marker,
    PendingStep,
    Stage,
    Zone,
)


def pile_of(state: Any, seat: int, zone: int) -> list[int]:
    pile = state.players[seat].piles[zone]
    return pile.card[: pile.count].tolist()


def _all_cards(state: Any, rules: Any) -> Iterator[int]:
    """Yield the id of every card in every place, once for each place where it lies."""
    for seat in range(rules.seats):
        for zone in Zone:
            yield from pile_of(state, seat, zone)
    yield from np.flatnonzero(state.in_pool).tolist()
    yield from np.flatnonzero(state.boxed).tolist()
    yield from state.technologies[: state.technologies_left].tolist()
    yield from state.display[: state.displayed].tolist()
    yield from [int(card) for card in (state.wormhole_card, state.card) if card != NONE]
    if state.decision == Decision.KEEPING:
        yield from state.looked[: state.looked_at].tolist()


def _in_use(state: Any, rules: Any) -> set[int]:
    """Return the ids of the cards of the systems, seats and races in the game, and of the Technology cards."""
    races = [int(player.race) for player in state.players[: rules.seats] if player.race != NONE]
    cards = set(range(rules.carded_systems))
    cards |= set(range(FIRST_STARTING, FIRST_STARTING + STARTING_CARDS * rules.seats))
    cards |= {FIRST_ABILITY + ABILITY_CARDS * race + k for race in races for k in range(ABILITY_CARDS)}
    return cards | set(range(FIRST_TECHNOLOGY, FIRST_TECHNOLOGY + rules.technology_cards))


def every_card_lies_in_one_place(state: Any, rules: Any) -> Iterator[str]:
    """I-1: Yield a message unless every card in use lies in exactly one place, and no other card anywhere.

    The places are the piles, the pool, the box, the Technology deck, the display, the Wormhole card and cards held
    aside.
    """
    places = np.bincount(np.fromiter(_all_cards(state, rules), int), minlength=CARDS)
    for card in np.flatnonzero(places > 1).tolist():
        yield f"I-1: card {card} lies in {places[card]} places"
    for card in set(np.flatnonzero(places).tolist()) ^ _in_use(state, rules):
        yield f"I-1: card {card} {'is not in use' if places[card] else 'lies nowhere'}"


def system_cards_follow_markers(state: Any, rules: Any) -> Iterator[str]:
    """I-2: Yield a message unless a System card belongs to the player with the marker on its system, or to the pool."""
    for seat in range(rules.seats):
        for zone in Zone:
            for tile in pile_of(state, seat, zone):
                if tile < FIRST_STARTING:
                    space = state.space_of[tile]
                    if state.owner[space] != seat or state.marker[space] == Marker.EMPTY:
                        yield f"I-2: seat {seat} has the card of tile {tile} without a marker there"
    if state.boxed[:FIRST_STARTING].any():
        yield "I-2: a System card in the box"


def _markers(state: Any, seat: int, marker: Marker) -> int:
    return int(((state.owner == seat) & (state.marker == marker)).sum())


def pieces_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-3: Yield a message unless each player's pieces on the map, on the track and in stock add up to the supply."""
    for seat in range(rules.seats):
        player = state.players[seat]
        colonies = _markers(state, seat, Marker.COLONY)
        counts = {
            "fleets": (state.fleets[seat].sum() + player.fleets, rules.fleets),
            "star bases": (state.star_bases[seat].sum() + player.star_bases, rules.star_bases),
            "outposts": (_markers(state, seat, Marker.OUTPOST) + player.outposts, rules.outposts),
            "discs": (colonies + player.track_discs + player.spare_discs + rules.vp_discs, rules.colony_discs),
            "home worlds": (_markers(state, seat, Marker.HOME), int(player.cylinder == Cylinder.MAP)),
        }
        for name, (number, supply) in counts.items():
            if number != supply:
                yield f"I-3: {name} of seat {seat}: {number}, not {supply}"
        stock = (player.fleets, player.star_bases, player.outposts, player.track_discs, player.spare_discs)
        if min(stock) < 0 or state.fleets[seat].min() < 0 or state.star_bases[seat].min() < 0:
            yield f"I-3: a negative number of pieces of seat {seat}"


def counters_fill_vacated_spaces(state: Any, rules: Any) -> Iterator[str]:
    """I-4: Yield a message unless every vacated space of the track has one counter.

    Exceptions are a counter that is due, and spaces vacated while the display was empty.
    """
    for seat in range(rules.seats) if state.rounds > 0 else ():
        player = state.players[seat]
        owned = int((player.counters != NONE).sum())
        due = int(state.decision == Decision.COUNTER and state.actor == seat and not state.over)
        vacated = int(rules.colony_track - player.track_discs - (player.cylinder == Cylinder.TRACK))
        if (player.counters[:owned] == NONE).any():
            yield f"I-4: a gap between the counters of seat {seat}"
        if owned > vacated - due or (owned < vacated - due and state.counters_left.any()):
            yield f"I-4: counters of seat {seat}: {owned}, vacated spaces: {vacated}, due: {due}"


def counters_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-5: Yield a message unless owned, displayed and stacked counters add up to the supply of each kind.

    The display must be full while the stacks last.
    """
    shown = state.counters[: state.counters_displayed].tolist()
    owned = [int(kind) for player in state.players[: rules.seats] for kind in player.counters if kind != NONE]
    counts = state.counters_left + np.bincount(np.array(shown + owned, int), minlength=len(state.counters_left))
    if (counts != rules.counter_copies).any():
        yield f"I-5: {counts.tolist()} counters by kind, not {rules.counter_copies.tolist()}"
    if len(shown) > rules.development_display or (len(shown) < rules.development_display and state.counters_left.any()):
        yield f"I-5: displayed counters: {len(shown)}, display size {rules.development_display}"


def _is_moving(state: Any) -> bool:
    """Return whether units are being moved, or the move that has just been made is being paid for."""
    return state.decision in (Decision.ORIGIN, Decision.GROUP) or (
        state.decision == Decision.PAYMENT and state.step_after_payment == PendingStep.FIGHT
    )


def _contested(state: Any) -> int:
    """Return the system that is being entered or fought for, or `NONE` if there is no such system."""
    if state.combat.stage not in (Stage.NO_COMBAT, Stage.REFILL):
        return int(state.combat.space)
    return int(state.target) if _is_moving(state) else NONE


def aliens_guard_neutral_systems(state: Any, rules: Any) -> Iterator[str]:
    """I-6: Yield a message unless placed, unplaced and beaten aliens add up to the supply of each kind.

    An alien lies only in a neutral habitable system without markers, and without units outside a combat.
    """
    placed = np.flatnonzero(state.alien != NONE)
    kinds = np.bincount(state.alien[placed], minlength=len(state.aliens_left))
    counts = state.aliens_left + state.aliens_gone + kinds
    if state.rounds > 0 and (counts != rules.alien_copies).any():
        yield f"I-6: {counts.tolist()} aliens by kind, not {rules.alien_copies.tolist()}"
    for space in placed:
        units = state.fleets[:, space].sum() + state.star_bases[:, space].sum()
        if not rules.habitable[state.tile[space]] or state.marker[space] != Marker.EMPTY or state.owner[space] != NONE:
            yield f"I-6: an alien in system {space}, which is not neutral and habitable"
        if units and space != _contested(state):
            yield f"I-6: an alien in system {space}, units in it: {units}"


def systems_have_one_owner(state: Any, rules: Any) -> Iterator[str]:
    """I-7, I-14: Yield a message unless a player controls a system by their pieces.

    Units of another player stand only in the one contested system.
    """
    units, contested = state.fleets + state.star_bases, _contested(state)
    for space in range(rules.spaces):
        owner = int(state.owner[space])
        present = set(np.flatnonzero(units[:, space]).tolist())
        if owner == NONE and state.marker[space] != Marker.EMPTY:
            yield f"I-7: a marker in neutral system {space}"
        if space == contested:
            if present - {owner, int(state.active)}:
                yield f"I-7: seats {sorted(present)} in system {space}, for which {owner} and {state.active} contend"
        elif present - {owner}:
            yield f"I-7, I-14: seats {sorted(present)} in system {space} of seat {owner}"
        elif owner != NONE and not present and state.marker[space] == Marker.EMPTY:
            yield f"I-7: seat {owner} controls system {space} without a piece"


def home_worlds_are_habitable(state: Any, rules: Any) -> Iterator[str]:
    """I-8: Yield a message unless cylinders stand on habitable tiles."""
    for space in np.flatnonzero(state.marker == Marker.HOME):
        if not rules.habitable[state.tile[space]]:
            yield f"I-8: a home world in uninhabitable system {space}"


def black_holes_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-9: Yield a message unless placed and spare black-hole discs add up to the supply.

    A blocked connection joins nothing; an open one joins its ends.
    """
    if state.blocked.sum() + state.spare_discs != rules.black_hole_discs or state.spare_discs < 0:
        yield f"I-9: black holes placed: {state.blocked.sum()}, spare: {state.spare_discs}"
    is_open = (rules.connection != NONE) & (state.blocked[rules.connection] == 0)
    if (np.where(is_open, rules.neighbour, NONE)[: rules.spaces] != state.near[: rules.spaces]).any():
        yield "I-9: the open connections are not those without a black hole"


def victory_points_add_up(state: Any, rules: Any) -> Iterator[str]:
    """I-10: Yield a message unless each player's points are those of map, Reserves and counters, and at least 0."""
    for seat in range(rules.seats):
        player = state.players[seat]
        sources = _points_on_map(state, rules, seat), _points_in_reserves(state, rules, seat)
        total = sum(sources) + _points_on_counters(state, rules, seat)
        if player.vp != total or (player.vp_map, player.vp_culture) != sources:
            yield f"I-10: points of seat {seat}: {player.vp}, not {total}"
        if player.vp < 0:
            yield f"I-10: points of seat {seat}: {player.vp}"


def _points_on_map(state: Any, rules: Any, seat: int) -> int:
    points = {Marker.HOME: rules.vp_home, Marker.COLONY: rules.vp_colony, Marker.OUTPOST: rules.vp_outpost}
    return sum(int(each) * _markers(state, seat, marker) for marker, each in points.items())


def _reserved_names(state: Any, rules: Any, seat: int) -> list[int]:
    cards = pile_of(state, seat, Zone.RESERVE_ONE) + pile_of(state, seat, Zone.RESERVE_TWO)
    return [int(rules.card_name[card]) for card in cards if rules.card_name[card] != NONE]


def _points_in_reserves(state: Any, rules: Any, seat: int) -> int:
    names = _reserved_names(state, rules, seat)
    with_vp = [kind for kind in state.players[seat].counters if kind != NONE and rules.counter_vp[kind] > 0]
    cultures, festivals = names.count(Card.CULTURE), names.count(Card.FESTIVAL_OF_CULTURE)
    festival = rules.vp[Card.FESTIVAL_OF_CULTURE] + rules.amount[Card.FESTIVAL_OF_CULTURE] * (cultures + len(with_vp))
    return int(cultures * rules.vp[Card.CULTURE] + festivals * festival)


def _points_on_counters(state: Any, rules: Any, seat: int) -> int:
    """Return the victory points on a seat's counters. Those of the setup count only with `setup_vp_counters` (A02)."""
    counted = state.players[seat].counters[0 if rules.setup_vp_counters else SETUP_COUNTERS :]
    return int(sum(rules.counter_vp[kind] for kind in counted if kind != NONE))


def reserves_hold_what_they_may(state: Any, rules: Any) -> Iterator[str]:
    """I-11: Yield a message unless Reserve Two has only labelled cards, unless Warehouse takes any card.

    The record of lasting effects must match both Reserves.
    """
    for seat in range(rules.seats):
        for card in pile_of(state, seat, Zone.RESERVE_TWO):
            name = rules.card_name[card]
            if not rules.warehouse_any and (name == NONE or not rules.reserve[name]):
                yield f"I-11: card {card} in Reserve Two of seat {seat} is not labelled Reserve"
        lasting = np.bincount(np.array(_reserved_names(state, rules, seat), int), minlength=NAMES)
        if (state.players[seat].lasting != lasting).any():
            yield f"I-11: the lasting cards of seat {seat} are not those in its Reserves"


def shuffles_add_up(state: Any, rules: Any) -> Iterator[str]:
    """I-13: Yield a message unless the marker counts all shuffles of the players.

    The end is triggered once the marker has reached the trigger.
    """
    shuffles = sum(player.shuffles for player in state.players[: rules.seats])
    if state.shuffles != shuffles:
        yield f"I-13: the marker shows {state.shuffles}, not {shuffles}"
    if (state.shuffles >= rules.trigger) != (state.trigger_round > 0):
        yield f"I-13: shuffles: {state.shuffles}, trigger in round {state.trigger_round}"


def combats_come_from_moves(state: Any, rules: Any) -> Iterator[str]:
    """I-14: Yield a message unless no player has more attacks than move actions and played cards."""
    for seat in range(rules.seats):
        player = state.players[seat]
        steps = player.actions[Action.MOVE] + player.actions[Action.CARD] + player.free_actions
        if player.attacks.sum() > steps:
            yield f"I-14: attacks of seat {seat}: {player.attacks.sum()}, moves and cards: {steps}"


def wormholes_are_open_to_counters(state: Any, rules: Any) -> Iterator[str]:
    """I-18: Yield a message unless Wormhole counters exist only after the Wormhole card turned up.

    Research is due for a hop only if the player has a counter.
    """
    for seat in range(rules.seats):
        if state.players[seat].wormhole not in ((0, 1) if state.wormhole_card != NONE else (0,)):
            yield f"I-18: Wormhole counters of seat {seat}: {state.players[seat].wormhole}"
    moving = state.decision in (Decision.ORIGIN, Decision.GROUP, Decision.RESPONSE)
    if moving and state.research_due > 0 and not state.players[state.actor].wormhole:
        yield f"I-18: seat {state.actor} hops without a Wormhole counter"


def turns_are_equal(state: Any, rules: Any) -> Iterator[str]:
    """I-19: Yield a message unless the rounds are complete when the game ends, and it ends in time.

    The shares of the win must sum to 1.
    """
    taken = (state.rounds - 1) * rules.seats + state.place + (0 if state.over else 1)
    if state.rounds > 0 and (state.turn != taken or (state.over and state.place != rules.seats)):
        yield f"I-19: turns: {state.turn}, at place {state.place} of round {state.rounds}"
    last = min(rules.max_rounds, state.trigger_round + rules.final_rounds if state.trigger_round else rules.max_rounds)
    if state.rounds > last:
        yield f"I-19: round {state.rounds}, after the last round {last}"
    if state.over and abs(state.credit.sum() - 1) > 1e-9:
        yield f"I-19: the shares of the win sum to {state.credit.sum()}"
