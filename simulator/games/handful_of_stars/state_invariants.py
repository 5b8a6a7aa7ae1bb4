"""What holds of every position of a game (RULES.md, Invariants), in plain Python: a check each."""

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
from starbalance.simulator.games.handful_of_stars.state import NONE, Action, Cylinder, Marker, Phase, Stage, Then, Zone


def pile_of(state: Any, seat: int, zone: int) -> list[int]:
    pile = state.players[seat].piles[zone]
    return pile.card[: pile.count].tolist()


def _lying(state: Any, rules: Any) -> Iterator[int]:
    """Every card wherever it lies."""
    for seat in range(rules.seats):
        for zone in Zone:
            yield from pile_of(state, seat, zone)
    yield from np.flatnonzero(state.in_pool).tolist()
    yield from np.flatnonzero(state.boxed).tolist()
    yield from state.technologies[: state.technologies_left].tolist()
    yield from state.display[: state.displayed].tolist()
    yield from [int(card) for card in (state.wormhole_card, state.card) if card != NONE]
    if state.phase == Phase.KEEPING:
        yield from state.peek[: state.peeked].tolist()


def _in_use(state: Any, rules: Any) -> set[int]:
    """The cards of the systems, seats and races in the game, and the Technology cards."""
    races = [int(player.race) for player in state.players[: rules.seats] if player.race != NONE]
    cards = set(range(rules.carded_systems))
    cards |= set(range(FIRST_STARTING, FIRST_STARTING + STARTING_CARDS * rules.seats))
    cards |= {FIRST_ABILITY + ABILITY_CARDS * race + k for race in races for k in range(ABILITY_CARDS)}
    return cards | set(range(FIRST_TECHNOLOGY, FIRST_TECHNOLOGY + rules.technology_cards))


def every_card_lies_in_one_place(state: Any, rules: Any) -> Iterator[str]:
    """I-1: piles, pool, box, Technology deck, display, Wormhole card and cards aside are the cards in use."""
    found = np.bincount(np.fromiter(_lying(state, rules), int), minlength=CARDS)
    for card in np.flatnonzero(found > 1).tolist():
        yield f"I-1: card {card} lies in {found[card]} places"
    for card in set(np.flatnonzero(found).tolist()) ^ _in_use(state, rules):
        yield f"I-1: card {card} {'is not in use' if found[card] else 'lies nowhere'}"


def system_cards_follow_markers(state: Any, rules: Any) -> Iterator[str]:
    """I-2: a System card belongs to whoever has the marker there, or lies in the pool."""
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
    """I-3: what is on the map, on the track and in stock is what a player was given."""
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
        for name, (found, given) in counts.items():
            if found != given:
                yield f"I-3: seat {seat} has {found} {name}, not {given}"
        stock = (player.fleets, player.star_bases, player.outposts, player.track_discs, player.spare_discs)
        if min(stock) < 0 or state.fleets[seat].min() < 0 or state.star_bases[seat].min() < 0:
            yield f"I-3: a negative number of pieces of seat {seat}"


def counters_fill_vacated_spaces(state: Any, rules: Any) -> Iterator[str]:
    """I-4: one counter for every vacated space of the track, but for one that is due or that no display had."""
    for seat in range(rules.seats) if state.rounds > 0 else ():
        player = state.players[seat]
        owned = int((player.counters != NONE).sum())
        due = int(state.phase == Phase.COUNTER and state.actor == seat and not state.over)
        vacated = int(rules.colony_track - player.track_discs - (player.cylinder == Cylinder.TRACK))
        if (player.counters[:owned] == NONE).any():
            yield f"I-4: a gap between the counters of seat {seat}"
        if owned > vacated - due or (owned < vacated - due and state.counters_left.any()):
            yield f"I-4: seat {seat} has {owned} counters on {vacated} vacated spaces, {due} due"


def counters_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-5: owned, displayed and stacked counters are all there are, kind by kind; the display is full if it can be."""
    shown = state.counters[: state.counters_displayed].tolist()
    owned = [int(kind) for player in state.players[: rules.seats] for kind in player.counters if kind != NONE]
    found = state.counters_left + np.bincount(np.array(shown + owned, int), minlength=len(state.counters_left))
    if (found != rules.counter_copies).any():
        yield f"I-5: {found.tolist()} counters by kind, not {rules.counter_copies.tolist()}"
    if len(shown) > rules.development_display or (len(shown) < rules.development_display and state.counters_left.any()):
        yield f"I-5: {len(shown)} counters in a display of {rules.development_display}"


def _is_moving(state: Any) -> bool:
    """Whether a move action is in progress."""
    return state.phase in (Phase.ORIGIN, Phase.GROUP) or (state.phase == Phase.PAYMENT and state.after == Then.FIGHT)


def _contested(state: Any) -> int:
    """The system that is being entered or fought for; NONE: none."""
    if state.combat.stage not in (Stage.NO_COMBAT, Stage.REFILL):
        return int(state.combat.space)
    return int(state.target) if _is_moving(state) else NONE


def aliens_guard_neutral_systems(state: Any, rules: Any) -> Iterator[str]:
    """I-6: placed, left and beaten aliens are all there are; one lies only where nobody has a piece or fights."""
    placed = np.flatnonzero(state.alien != NONE)
    kinds = np.bincount(state.alien[placed], minlength=len(state.aliens_left))
    found = state.aliens_left + state.aliens_gone + kinds
    if state.rounds > 0 and (found != rules.alien_copies).any():
        yield f"I-6: {found.tolist()} aliens by kind, not {rules.alien_copies.tolist()}"
    for space in placed:
        units = state.fleets[:, space].sum() + state.star_bases[:, space].sum()
        if not rules.habitable[state.tile[space]] or state.marker[space] != Marker.EMPTY or state.owner[space] != NONE:
            yield f"I-6: an alien in system {space}, which is not a neutral habitable one"
        if units and space != _contested(state):
            yield f"I-6: an alien beside {units} units in system {space}"


def systems_have_one_owner(state: Any, rules: Any) -> Iterator[str]:
    """I-7, I-14: a player controls a system by their pieces; another's stand only in the one system in contest."""
    units, contested = state.fleets + state.star_bases, _contested(state)
    for space in range(rules.spaces):
        owner = int(state.owner[space])
        there = set(np.flatnonzero(units[:, space]).tolist())
        if owner == NONE and state.marker[space] != Marker.EMPTY:
            yield f"I-7: a marker in neutral system {space}"
        if space == contested:
            if there - {owner, int(state.active)}:
                yield f"I-7: seats {sorted(there)} in system {space}, for which {owner} and {state.active} contend"
        elif there - {owner}:
            yield f"I-7, I-14: seats {sorted(there)} in system {space} of seat {owner}"
        elif owner != NONE and not there and state.marker[space] == Marker.EMPTY:
            yield f"I-7: seat {owner} controls system {space} without a piece"


def home_worlds_are_habitable(state: Any, rules: Any) -> Iterator[str]:
    """I-8: a cylinder stands on a habitable tile."""
    for space in np.flatnonzero(state.marker == Marker.HOME):
        if not rules.habitable[state.tile[space]]:
            yield f"I-8: a home world in uninhabitable system {space}"


def black_holes_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-9: placed and spare discs are all there are; a blocked connection joins nothing, an open one its ends."""
    if state.blocked.sum() + state.spare_discs != rules.black_hole_discs or state.spare_discs < 0:
        yield f"I-9: {state.blocked.sum()} black holes placed and {state.spare_discs} spare"
    is_open = (rules.connection != NONE) & (state.blocked[rules.connection] == 0)
    if (np.where(is_open, rules.neighbour, NONE)[: rules.spaces] != state.near[: rules.spaces]).any():
        yield "I-9: the open connections are not those without a black hole"


def victory_points_add_up(state: Any, rules: Any) -> Iterator[str]:
    """I-10: the running total is what stands on the map, lies in the Reserves and is shown by counters."""
    for seat in range(rules.seats):
        player = state.players[seat]
        sources = _points_on_map(state, rules, seat), _points_in_reserves(state, rules, seat)
        total = sum(sources) + _points_on_counters(state, rules, seat)
        if player.vp != total or (player.vp_map, player.vp_culture) != sources:
            yield f"I-10: seat {seat} has {player.vp} points and should have {total}"
        if player.vp < 0:
            yield f"I-10: seat {seat} has {player.vp} points"


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
    each = rules.vp[Card.FESTIVAL_OF_CULTURE] + rules.amount[Card.FESTIVAL_OF_CULTURE] * (cultures + len(with_vp))
    return int(cultures * rules.vp[Card.CULTURE] + festivals * each)


def _points_on_counters(state: Any, rules: Any, seat: int) -> int:
    """Those taken in the set-up count when the switch says so (A02)."""
    counted = state.players[seat].counters[0 if rules.setup_vp_counters else SETUP_COUNTERS :]
    return int(sum(rules.counter_vp[kind] for kind in counted if kind != NONE))


def reserves_hold_what_they_may(state: Any, rules: Any) -> Iterator[str]:
    """I-11: labelled cards in Reserve Two, unless Warehouse takes any; lasting effects are those of both Reserves."""
    for seat in range(rules.seats):
        for card in pile_of(state, seat, Zone.RESERVE_TWO):
            name = rules.card_name[card]
            if not rules.warehouse_any and (name == NONE or not rules.reserve[name]):
                yield f"I-11: card {card} in Reserve Two of seat {seat} is not labelled Reserve"
        lasting = np.bincount(np.array(_reserved_names(state, rules, seat), int), minlength=NAMES)
        if (state.players[seat].lasting != lasting).any():
            yield f"I-11: the lasting cards of seat {seat} are not those in its Reserves"


def shuffles_add_up(state: Any, rules: Any) -> Iterator[str]:
    """I-13: the marker has moved once for every shuffle of a player; the end is near once it reached the trigger."""
    shuffles = sum(player.shuffles for player in state.players[: rules.seats])
    if state.shuffles != shuffles:
        yield f"I-13: the marker shows {state.shuffles} of {shuffles} shuffles"
    if (state.shuffles >= rules.trigger) != (state.trigger_round > 0):
        yield f"I-13: {state.shuffles} shuffles, and the trigger in round {state.trigger_round}"


def combats_come_from_moves(state: Any, rules: Any) -> Iterator[str]:
    """I-14: at most one combat for every move action and card."""
    for seat in range(rules.seats):
        player = state.players[seat]
        steps = player.actions[Action.MOVE] + player.actions[Action.CARD] + player.free_actions
        if player.attacks.sum() > steps:
            yield f"I-14: {player.attacks.sum()} attacks of seat {seat} in {steps} moves and cards"


def wormholes_are_open_to_counters(state: Any, rules: Any) -> Iterator[str]:
    """I-18: a counter only after the Wormhole card, research for a hop only with a counter."""
    for seat in range(rules.seats):
        if state.players[seat].wormhole not in ((0, 1) if state.wormhole_card != NONE else (0,)):
            yield f"I-18: seat {seat} has {state.players[seat].wormhole} Wormhole counters"
    moving = state.phase in (Phase.ORIGIN, Phase.GROUP, Phase.RESPONSE)
    if moving and state.research_due > 0 and not state.players[state.actor].wormhole:
        yield f"I-18: seat {state.actor} hops without a Wormhole counter"


def turns_are_equal(state: Any, rules: Any) -> Iterator[str]:
    """I-19: the rounds are complete when the game ends; it ends no later than it may, with one credit to share."""
    taken = (state.rounds - 1) * rules.seats + state.place + (0 if state.over else 1)
    if state.rounds > 0 and (state.turn != taken or (state.over and state.place != rules.seats)):
        yield f"I-19: {state.turn} turns at place {state.place} of round {state.rounds}"
    last = min(rules.max_rounds, state.trigger_round + rules.final_rounds if state.trigger_round else rules.max_rounds)
    if state.rounds > last:
        yield f"I-19: round {state.rounds}, and the last one is {last}"
    if state.over and abs(state.credit.sum() - 1) > 1e-9:
        yield f"I-19: the credits sum to {state.credit.sum()}"
