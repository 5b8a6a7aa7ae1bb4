"""The invariants of every step from one position to the next (see RULES.md), in plain Python.

Each check yields a sentence for every violation.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from starbalance.simulator.games.handful_of_stars.rules import Card
from starbalance.simulator.games.handful_of_stars.state import NONE, Decision, Marker, Stage, Verdict, Zone
from starbalance.simulator.games.handful_of_stars.state_invariants import pile_of
from starbalance.simulator.games.handful_of_stars.strength import ATTACKER, DEFENDER

UNDECIDED = (Stage.OPENING, Stage.STANDING, Stage.RESPONDING)


def held_by(state: Any, seat: int) -> set[int]:
    """Return the ids of the cards in the hand and the Reserves of a seat."""
    return {card for zone in (Zone.HAND, Zone.RESERVE_ONE, Zone.RESERVE_TWO) for card in pile_of(state, seat, zone)}


def _is_finished(before: Any, after: Any) -> bool:
    """Return whether a combat ended in this step, apart from the defender's refill."""
    settled = (Stage.NO_COMBAT, Stage.REFILL)
    return before.combat.stage not in settled and after.combat.stage in settled


def aliens_leave_when_beaten(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-6: Yield a message unless an alien changes only when its system loses a combat."""
    beaten = _is_finished(before, after) and after.combat.loser == DEFENDER
    for space in np.flatnonzero(before.alien != after.alien) if before.rounds > 0 else ():
        if after.alien[space] != NONE or space != after.combat.space or not beaten:
            yield f"I-6: alien {before.alien[space]} of system {space} became {after.alien[space]}"


def only_terra_forming_settles_the_uninhabitable(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-8: Yield a message unless only Terra-forming puts a disc on an uninhabitable tile."""
    for space in np.flatnonzero((after.marker == Marker.COLONY) & (before.marker != Marker.COLONY)):
        if not rules.habitable[after.tile[space]] and before.playing != Card.TERRA_FORMING:
            yield f"I-8: a colony in uninhabitable system {space} without Terra-forming"


def black_holes_stay(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-9: Yield a message unless no black-hole disc leaves the map, and only Black-Hole Creator adds one."""
    if (after.blocked < before.blocked).any():
        yield "I-9: a black hole is gone"
    if (after.blocked > before.blocked).any() and before.playing != Card.BLACK_HOLE_CREATOR:
        yield "I-9: a black hole without Black-Hole Creator"


def reserves_grow_within_their_limit(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-11, A22: Yield a message unless Reserves grow only within their limit and take only what they may.

    Warehouse may exceed the limit of a slot and put unlabelled cards into Reserve Two.
    """
    for seat in range(rules.seats):
        limit = _limit(after, rules, seat)
        for zone in (Zone.RESERVE_ONE, Zone.RESERVE_TWO):
            was, now = _counted(before, rules, seat, zone), _counted(after, rules, seat, zone)
            if now > max(was, limit) and before.decision != Decision.STORING:
                yield f"I-11: cards in a Reserve of seat {seat}: {now}, limit {limit}"
        added = set(pile_of(after, seat, Zone.RESERVE_TWO)).difference(pile_of(before, seat, Zone.RESERVE_TWO))
        if before.decision != Decision.STORING and not all(_is_labelled(rules, card) for card in added):
            yield f"I-11: a card that is not labelled Reserve came into Reserve Two of seat {seat} without Warehouse"


def _is_labelled(rules: Any, card: int) -> bool:
    name = rules.card_name[card]
    return name != NONE and bool(rules.reserve[name])


def _limit(state: Any, rules: Any, seat: int) -> int:
    """Return the maximum number of cards in each Reserve of a seat, with what its counters add."""
    return int(rules.reserve_limit + sum(rules.counter_reserve[k] for k in state.players[seat].counters if k != NONE))


def _counted(state: Any, rules: Any, seat: int, zone: int) -> int:
    """Return how many cards of a Reserve count towards its limit: all but Mass Armies."""
    return sum(rules.card_name[card] != Card.MASS_ARMIES for card in pile_of(state, seat, zone))


def _hand_size(state: Any, rules: Any, seat: int) -> int:
    clever = state.players[seat].lasting[Card.ARTIFICIAL_INTELLIGENCE] > 0
    return int(rules.hand_size + (rules.amount[Card.ARTIFICIAL_INTELLIGENCE] if clever else 0))


def hands_are_filled_up(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-12: Yield a message unless hands are refilled after a turn and after a combat, as far as there are cards.

    No refill may exceed the hand size.
    """
    filled = []
    if before.rounds > 0 and (after.turn != before.turn or after.over):
        filled.append(int(before.active))
    if before.combat.stage != Stage.NO_COMBAT and after.combat.stage == Stage.NO_COMBAT:
        filled += [int(before.combat.defender)] if before.combat.defender != NONE else []
    drawn_by_effect = before.playing != NONE or before.decision in (
        Decision.TURN,
        Decision.SHORTFALL,
        Decision.RESPONSE,
    )
    for seat in filled:
        number, size = len(pile_of(after, seat, Zone.HAND)), _hand_size(after, rules, seat)
        others = sum(len(pile_of(after, seat, zone)) for zone in Zone if zone != Zone.HAND)
        if number < size and others:
            yield f"I-12: {number} of {size} cards in the hand of seat {seat}, and {others} elsewhere"
        if number > max(size, len(pile_of(before, seat, Zone.HAND))) and not drawn_by_effect:
            yield f"I-12: cards in the hand of seat {seat} after drawing: {number}, hand size {size}"


def shuffles_renew(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-13: Yield a message unless after a shuffle a player's counters are front up and their discard pile is empty."""
    resolving = before.playing != NONE or before.decision in (Decision.TURN, Decision.RESPONSE)
    for seat in range(rules.seats):
        if after.players[seat].shuffles > before.players[seat].shuffles:
            if not after.players[seat].up.all():
                yield f"I-13: counters of seat {seat} face down after a shuffle"
            if pile_of(after, seat, Zone.DISCARD_PILE) and not resolving:
                yield f"I-13: seat {seat} has a discard pile after a shuffle"


def _units(state: Any, seat: int, space: int) -> int:
    return int(state.fleets[seat, space] + state.star_bases[seat, space]) if seat != NONE else 0


def _strength(state: Any, rules: Any, side: int) -> int:
    """Return the strength of a side in the combat (HOS-7.2, HOS-7.3)."""
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
    """I-15, I-16: Yield a message unless a combat lost in this step has the right casualties and loser.

    The casualties must be half of each liable side, and the marker must be on the winner's side.
    """
    combat = after.combat
    if before.combat.stage not in UNDECIDED or combat.stage in UNDECIDED:
        return
    if combat.verdict != Verdict.DEFEAT and combat.casualties.any():
        yield f"I-15: casualties {combat.casualties.tolist()} after a free retreat"
    if combat.verdict == Verdict.DEFEAT and after.decision in (Decision.SHIELDS, Decision.CASUALTIES):
        due = _casualties(after, rules)
        if combat.casualties.tolist() != due:
            yield f"I-15: casualties {combat.casualties.tolist()}, not {due}"
        ahead = _strength(after, rules, ATTACKER) - _strength(after, rules, DEFENDER)
        if (ahead >= (1 if rules.ties_to_defender else 0)) != (combat.loser == DEFENDER):
            yield f"I-16: side {combat.loser} lost at marker {ahead}"


def _loser(combat: Any) -> int:
    """Return the seat that lost, or `NONE` for a neutral system."""
    return int(combat.attacker if combat.loser == ATTACKER else combat.defender)


def _casualties(state: Any, rules: Any) -> list[int]:
    """Return the units due from the loser and from the winner, as a list of two (HOS-7.17, HOS-8.2, A39)."""
    combat = state.combat
    winner = combat.defender if combat.loser == ATTACKER else combat.attacker
    liable = bool(combat.crossed) or not rules.first_round_free
    if combat.loser == DEFENDER and combat.defender == NONE:
        liable = liable and bool(rules.neutral_crossing_losses)
    halves = _units(state, _loser(combat), combat.space) + 1, _units(state, winner, combat.space) * liable
    return [half // 2 for half in halves]


def units_leave_for_a_reason(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-15: Yield a message unless units leave the map only as casualties, by a Star Bomb or without a retreat."""
    for seat in range(rules.seats):
        was, now = (int(state.fleets[seat].sum() + state.star_bases[seat].sum()) for state in (before, after))
        least, most = _losses(before, after, seat)
        if now <= was and not least <= was - now <= most:
            yield f"I-15: units lost by seat {seat}: {was - now}, not from {least} to {most}"


def _losses(before: Any, after: Any, seat: int) -> tuple[int, int]:
    """Return the minimum and the maximum number of units that the step from `before` to `after` may cost a seat."""
    combat, least = before.combat, 0
    if before.decision == Decision.CASUALTIES and before.actor == seat:
        least = int(combat.casualties[0 if seat == _loser(combat) else 1])
    bombed = (
        before.decision == Decision.RESPONSE and seat != before.actor and seat in (combat.attacker, combat.defender)
    )
    if _is_finished(before, after) and seat == _loser(after.combat):
        return least, _units(before, seat, combat.space)
    return least, least + bombed


def star_bases_stay(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-17: Yield a message unless star bases move only with Star Base Movement, in the Reserve or played."""
    for seat in range(rules.seats):
        change = after.star_bases[seat] - before.star_bases[seat]
        built = max(0, before.players[seat].star_bases - after.players[seat].star_bases)
        may_move = before.players[seat].lasting[Card.STAR_BASE_MOVEMENT] or before.bases_move
        if change[change > 0].sum() > built and not may_move:
            yield f"I-17: a star base of seat {seat} moved"


def one_item_pays(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-20: Yield a message unless a payment discards exactly one card or turns exactly one counter.

    A payment with a shuffle is not checked, because the shuffle hides the card.
    """
    seat = int(before.actor)
    shuffled = after.players[seat].shuffles > before.players[seat].shuffles
    if before.decision != Decision.PAYMENT or before.combat.stage != Stage.NO_COMBAT or shuffled:
        return
    turned = int((before.players[seat].up > after.players[seat].up).sum())
    spent = held_by(before, seat) - held_by(after, seat)
    if len(spent) + turned != 1:
        yield f"I-20: seat {seat} paid with cards {sorted(spent)}, counters turned: {turned}"
    if spent - set(pile_of(after, seat, Zone.DISCARD_PILE)):
        yield f"I-20: cards {sorted(spent)} of seat {seat} paid and were not discarded"
