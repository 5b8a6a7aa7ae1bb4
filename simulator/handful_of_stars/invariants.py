"""The invariants of a game in progress (RULES.md, Invariants), in plain Python."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from starbalance.simulator.handful_of_stars.combat import ATTACKER, DEFENDER
from starbalance.simulator.handful_of_stars.rules import Card
from starbalance.simulator.handful_of_stars.state import (
    ABILITIES,
    CARDS,
    NAMES,
    NONE,
    STARTING,
    TECHNOLOGIES,
    Action,
    After,
    Cylinder,
    Marker,
    Phase,
    Stage,
    Zone,
)

UNDECIDED = (Stage.OPENING, Stage.STANDING, Stage.RESPONDING)


def violations(state: Any, rules: Any) -> list[str]:
    """What is wrong with a state, a sentence each; an empty list if nothing is."""
    checks = (
        every_card_lies_in_one_place,
        system_cards_follow_markers,
        pieces_are_conserved,
        counters_fill_vacated_spaces,
        counters_are_conserved,
        aliens_guard_neutral_systems,
        systems_have_one_owner,
        home_worlds_are_habitable,
        black_holes_are_conserved,
        victory_points_add_up,
        reserves_hold_what_they_may,
        shuffles_add_up,
        combats_come_from_moves,
        wormholes_are_open_to_counters,
        turns_are_equal,
    )
    there, given = _plain(state), _plain(rules)
    return [sentence for check in checks for sentence in check(there, given)]


def step_violations(before: Any, after: Any, rules: Any) -> list[str]:
    """What is wrong with a step from one state to the next."""
    checks = (
        aliens_leave_when_beaten,
        only_terra_forming_settles_the_uninhabitable,
        black_holes_stay,
        reserves_grow_within_their_limit,
        hands_are_filled_up,
        shuffles_renew,
        casualties_follow_the_verdict,
        units_leave_for_a_reason,
        star_bases_stay,
        one_item_pays,
    )
    was, now, given = _plain(before), _plain(after), _plain(rules)
    return [sentence for check in checks for sentence in check(was, now, given)]


def _plain(record: Any) -> SimpleNamespace:
    """A record as plain attributes, which are quicker to read; arrays stay arrays, arrays of records become lists."""
    found = dict(zip(record.dtype.names, record.item(), strict=True))
    for name in record.dtype.names:
        kind = record.dtype[name]
        if kind.base.names:
            found[name] = [_plain(each) for each in record[name]] if kind.shape else _plain(record[name])
    return SimpleNamespace(**found)


def _pile(state: Any, seat: int, zone: int) -> list[int]:
    pile = state.players[seat].piles[zone]
    return pile.card[: pile.count].tolist()


def _held(state: Any, seat: int) -> set[int]:
    """Cards in hand and Reserves."""
    return {card for zone in (Zone.HAND, Zone.RESERVE_ONE, Zone.RESERVE_TWO) for card in _pile(state, seat, zone)}


def _lying(state: Any, rules: Any) -> Iterator[int]:
    """Every card wherever it lies."""
    for seat in range(rules.seats):
        for zone in Zone:
            yield from _pile(state, seat, zone)
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
    cards |= set(range(STARTING, STARTING + 4 * rules.seats))
    cards |= {ABILITIES + 3 * race + k for race in races for k in range(3)}
    return cards | set(range(TECHNOLOGIES, TECHNOLOGIES + rules.technology_cards))


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
            for tile in _pile(state, seat, zone):
                if tile < STARTING:
                    space = state.space_of[tile]
                    if state.owner[space] != seat or state.marker[space] == Marker.EMPTY:
                        yield f"I-2: seat {seat} has the card of tile {tile} without a marker there"
    if state.boxed[:STARTING].any():
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
    return state.phase in (Phase.ORIGIN, Phase.GROUP) or (state.phase == Phase.PAYMENT and state.after == After.MOVED)


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
    """I-7, I-14: a player controls a system by his pieces; another's stand only in the one system in contest."""
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
    cards = _pile(state, seat, Zone.RESERVE_ONE) + _pile(state, seat, Zone.RESERVE_TWO)
    return [int(rules.card_name[card]) for card in cards if rules.card_name[card] != NONE]


def _points_in_reserves(state: Any, rules: Any, seat: int) -> int:
    names = _reserved_names(state, rules, seat)
    with_vp = [kind for kind in state.players[seat].counters if kind != NONE and rules.counter_vp[kind] > 0]
    cultures, festivals = names.count(Card.CULTURE), names.count(Card.FESTIVAL_OF_CULTURE)
    each = rules.vp[Card.FESTIVAL_OF_CULTURE] + rules.amount[Card.FESTIVAL_OF_CULTURE] * (cultures + len(with_vp))
    return int(cultures * rules.vp[Card.CULTURE] + festivals * each)


def _points_on_counters(state: Any, rules: Any, seat: int) -> int:
    """Those taken in the set-up count when the switch says so (A02)."""
    counted = state.players[seat].counters[0 if rules.setup_vp_counters else 2 :]
    return int(sum(rules.counter_vp[kind] for kind in counted if kind != NONE))


def reserves_hold_what_they_may(state: Any, rules: Any) -> Iterator[str]:
    """I-11: labelled cards in Reserve Two, unless Warehouse takes any; lasting effects are those of both Reserves."""
    for seat in range(rules.seats):
        for card in _pile(state, seat, Zone.RESERVE_TWO):
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


def _is_finished(before: Any, after: Any) -> bool:
    """Whether a combat came to its end, but for the defender's refill."""
    settled = (Stage.NO_COMBAT, Stage.REFILL)
    return before.combat.stage not in settled and after.combat.stage in settled


def aliens_leave_when_beaten(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-6: none comes, moves or goes but by a combat that its system lost."""
    beaten = _is_finished(before, after) and after.combat.loser == DEFENDER
    for space in np.flatnonzero(before.alien != after.alien) if before.rounds > 0 else ():
        if after.alien[space] != NONE or space != after.combat.space or not beaten:
            yield f"I-6: alien {before.alien[space]} of system {space} became {after.alien[space]}"


def only_terra_forming_settles_the_uninhabitable(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-8: a disc comes onto an uninhabitable tile by that card alone."""
    for space in np.flatnonzero((after.marker == Marker.COLONY) & (before.marker != Marker.COLONY)):
        if not rules.habitable[after.tile[space]] and before.playing != Card.TERRA_FORMING:
            yield f"I-8: a colony in uninhabitable system {space} without Terra-forming"


def black_holes_stay(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-9: a disc never leaves the map, and comes onto it by Black-Hole Creator alone."""
    if (after.blocked < before.blocked).any():
        yield "I-9: a black hole is gone"
    if (after.blocked > before.blocked).any() and before.playing != Card.BLACK_HOLE_CREATOR:
        yield "I-9: a black hole without Black-Hole Creator"


def reserves_grow_within_their_limit(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-11: only Warehouse goes beyond the limit of a slot."""
    for seat in range(rules.seats):
        limit = _limit(after, rules, seat)
        for zone in (Zone.RESERVE_ONE, Zone.RESERVE_TWO):
            was, now = _counted(before, rules, seat, zone), _counted(after, rules, seat, zone)
            if now > max(was, limit) and before.phase != Phase.STORING:
                yield f"I-11: {now} cards in a Reserve of seat {seat}, the limit is {limit}"


def _limit(state: Any, rules: Any, seat: int) -> int:
    """Cards per slot."""
    return int(rules.reserve_limit + sum(rules.counter_reserve[k] for k in state.players[seat].counters if k != NONE))


def _counted(state: Any, rules: Any, seat: int, zone: int) -> int:
    """Cards of a slot that count towards its limit."""
    return sum(rules.card_name[card] != Card.MASS_ARMIES for card in _pile(state, seat, zone))


def _hand_size(state: Any, rules: Any, seat: int) -> int:
    clever = state.players[seat].lasting[Card.ARTIFICIAL_INTELLIGENCE] > 0
    return int(rules.hand_size + (rules.amount[Card.ARTIFICIAL_INTELLIGENCE] if clever else 0))


def hands_are_filled_up(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-12: at the end of a turn and of a combat, as far as there are cards; and not beyond the hand size."""
    filled = []
    if before.rounds > 0 and (after.turn != before.turn or after.over):
        filled.append(int(before.active))
    if before.combat.stage != Stage.NO_COMBAT and after.combat.stage == Stage.NO_COMBAT:
        filled += [int(before.combat.defender)] if before.combat.defender != NONE else []
    drawn_by_effect = before.playing != NONE or before.phase in (Phase.TURN, Phase.SHORTFALL, Phase.RESPONSE)
    for seat in filled:
        number, size = len(_pile(after, seat, Zone.HAND)), _hand_size(after, rules, seat)
        others = sum(len(_pile(after, seat, zone)) for zone in Zone if zone != Zone.HAND)
        if number < size and others:
            yield f"I-12: {number} of {size} cards in the hand of seat {seat}, and {others} elsewhere"
        if number > max(size, len(_pile(before, seat, Zone.HAND))) and not drawn_by_effect:
            yield f"I-12: {number} cards drawn into the hand of seat {seat}, its size is {size}"


def shuffles_renew(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-13: after a shuffle of his a player's counters are front up and his discard pile is empty."""
    resolving = before.playing != NONE or before.phase in (Phase.TURN, Phase.RESPONSE)
    for seat in range(rules.seats):
        if after.players[seat].shuffles > before.players[seat].shuffles:
            if not after.players[seat].up.all():
                yield f"I-13: counters of seat {seat} face down after a shuffle"
            if _pile(after, seat, Zone.DISCARD_PILE) and not resolving:
                yield f"I-13: a discard pile of seat {seat} after a shuffle"


def _units(state: Any, seat: int, space: int) -> int:
    return int(state.fleets[seat, space] + state.star_bases[seat, space]) if seat != NONE else 0


def _strength(state: Any, rules: Any, side: int) -> int:
    """Of a side in the combat (HOS-7.2, 7.3)."""
    combat, space = state.combat, state.combat.space
    seat = combat.attacker if side == ATTACKER else combat.defender
    if seat == NONE:
        alien = state.alien[space]
        return int(rules.strength[state.tile[space]] + (rules.alien_strength[alien] if alien != NONE else 0))
    lasting, fleets, star_bases = state.players[seat].lasting, state.fleets[seat, space], state.star_bases[seat, space]
    strength = rules.fleet_strength * fleets + rules.base_strength * star_bases + combat.added[side]
    for name in (Card.DREADNOUGHTS, Card.SUPER_DREADNOUGHTS):
        strength += lasting[name] * rules.amount[name] if fleets else 0
    present = state.marker[space] != Marker.EMPTY or (rules.mines_units_only and fleets + star_bases > 0)
    if side == DEFENDER and present:
        strength += lasting[Card.SPACE_MINES] * rules.amount[Card.SPACE_MINES]
    return int(strength)


def casualties_follow_the_verdict(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-15, I-16: when a combat is lost: half of each liable side, and the marker on the winner's side."""
    combat = after.combat
    if before.combat.stage not in UNDECIDED or combat.stage in UNDECIDED:
        return
    if combat.free and combat.casualties.any():
        yield f"I-15: casualties {combat.casualties.tolist()} after a free retreat"
    if not combat.free and after.phase in (Phase.SHIELDS, Phase.CASUALTIES):
        due = _casualties(after, rules)
        if combat.casualties.tolist() != due:
            yield f"I-15: casualties {combat.casualties.tolist()}, not {due}"
        ahead = _strength(after, rules, ATTACKER) - _strength(after, rules, DEFENDER)
        if (ahead >= (1 if rules.ties_to_defender else 0)) != (combat.loser == DEFENDER):
            yield f"I-16: side {combat.loser} lost at marker {ahead}"


def _loser(combat: Any) -> int:
    """The seat that lost, NONE for a neutral system."""
    return int(combat.attacker if combat.loser == ATTACKER else combat.defender)


def _casualties(state: Any, rules: Any) -> list[int]:
    """Due of the loser and of the winner (HOS-7.17, 8.2, A39)."""
    combat = state.combat
    winner = combat.defender if combat.loser == ATTACKER else combat.attacker
    liable = bool(combat.crossed) or not rules.first_round_free
    if combat.loser == DEFENDER and combat.defender == NONE:
        liable = liable and bool(rules.neutral_crossing_losses)
    halves = _units(state, _loser(combat), combat.space) + 1, _units(state, winner, combat.space) * liable
    return [half // 2 for half in halves]


def units_leave_for_a_reason(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-15: as casualties, by a Star Bomb, or for lack of a retreat."""
    for seat in range(rules.seats):
        was, now = (int(state.fleets[seat].sum() + state.star_bases[seat].sum()) for state in (before, after))
        least, most = _losses(before, after, seat)
        if now <= was and not least <= was - now <= most:
            yield f"I-15: seat {seat} lost {was - now} units, not from {least} to {most}"


def _losses(before: Any, after: Any, seat: int) -> tuple[int, int]:
    """The least and the most units that a step may cost a seat."""
    combat, least = before.combat, 0
    if before.phase == Phase.CASUALTIES and before.actor == seat:
        least = int(combat.casualties[0 if seat == _loser(combat) else 1])
    bombed = before.phase == Phase.RESPONSE and seat != before.actor and seat in (combat.attacker, combat.defender)
    if _is_finished(before, after) and seat == _loser(after.combat):
        return least, _units(before, seat, combat.space)
    return least, least + bombed


def star_bases_stay(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-17: unless Star Base Movement is in the Reserve or played."""
    for seat in range(rules.seats):
        change = after.star_bases[seat] - before.star_bases[seat]
        built = max(0, before.players[seat].star_bases - after.players[seat].star_bases)
        may_move = before.players[seat].lasting[Card.STAR_BASE_MOVEMENT] or before.bases_move
        if change[change > 0].sum() > built and not may_move:
            yield f"I-17: a star base of seat {seat} moved"


def one_item_pays(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-20: a payment takes one card to the discard pile or turns one counter, unless a shuffle hides it."""
    seat = int(before.actor)
    shuffled = after.players[seat].shuffles > before.players[seat].shuffles
    if before.phase != Phase.PAYMENT or before.combat.stage != Stage.NO_COMBAT or shuffled:
        return
    turned = int((before.players[seat].up > after.players[seat].up).sum())
    spent = _held(before, seat) - _held(after, seat)
    if len(spent) + turned != 1:
        yield f"I-20: seat {seat} paid with cards {sorted(spent)} and {turned} counters"
    if spent - set(_pile(after, seat, Zone.DISCARD_PILE)):
        yield f"I-20: card {sorted(spent)} of seat {seat} paid and is not discarded"
