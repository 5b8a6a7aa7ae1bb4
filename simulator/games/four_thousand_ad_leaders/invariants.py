"""The invariants of a game in progress (RULES.md, Invariants), in plain Python."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.games.four_thousand_ad_leaders.ending import has_enough
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import furthest_square
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import occupies
from starbalance.simulator.games.four_thousand_ad_leaders.rules import OBJECTIVES, RedrawTrigger, VictorLoss, WinCheck
from starbalance.simulator.games.four_thousand_ad_leaders.state import ATTACKER, DEFENDER, Decision, PendingStep
from starbalance.simulator.games.star_field.field import NONE, STARS

_OPEN_CLAIMS = (Decision.SWAP, Decision.CLAIM, Decision.CLAIM_OPEN)
_LATE_HANDS = (Decision.DEFENCE, Decision.EXTRA, Decision.LOSSES, Decision.WITHDRAWAL, Decision.ESCORT)


def violations(state: Any, rules: Any) -> list[str]:
    """Return one sentence per violated invariant of a state."""
    checks = (
        ships_are_conserved,
        stars_have_one_owner,
        fleets_are_in_order,
        leaders_are_in_one_place,
        hands_are_drawn_again,
        objectives_are_in_one_place,
        claims_are_of_open_objectives,
        combats_are_bounded,
    )
    return [sentence for check in checks for sentence in check(state, rules)]


def _bits(cards: int) -> set[int]:
    return {card for card in range(64) if (int(cards) >> card) & 1}


def ships_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """J-1: Yield a message unless the ships in play equal those set up, built and supplied minus those destroyed, lost
    or paid.
    """
    for seat in range(rules.seats):
        player = state.players[seat]
        ships = player.ships.sum() + player.fleets["ships"].sum()
        made = rules.start_ships + player.produced + player.supplied
        gone = player.fallen + player.lost + player.paid
        if ships != made - gone or (player.ships < 0).any():
            yield f"J-1: seat {seat} has {ships} ships, but {made} made and {gone} gone"
        if player.paid and not rules.claim_costs_ship:
            yield f"J-1: seat {seat} has paid for a claim"


def stars_have_one_owner(state: Any, rules: Any) -> Iterator[str]:
    """J-2: Yield a message unless one player has ships at a star; during a turn also the seat on turn."""
    claiming = state.decision in _OPEN_CLAIMS or state.pending_step == PendingStep.BEGIN
    for star in range(STARS):
        seats = [seat for seat in range(rules.seats) if state.players[seat].ships[star] > 0]
        if len(seats) > 2 or (len(seats) == 2 and (state.active not in seats or claiming)):
            yield f"J-2: seats {seats} are at star {star}"


def fleets_are_in_order(state: Any, rules: Any) -> Iterator[str]:
    """J-3, J-13, J-16: Yield a message for each wrong number of fleets and hops, and each fleet on a wrong square.

    Empty fleets must have a clear record, and no landed fleet may be left after the combats.
    """
    for seat in range(rules.seats):
        fleets = state.players[seat].fleets
        used = [fleet for fleet in fleets if fleet.ships > 0]
        hops = state.hops_used if seat == state.active else 0
        if len(used) + hops > rules.max_fleets:
            yield f"J-3: fleets and hops of seat {seat}: {len(used)} and {hops}"
        for fleet in used:
            if not 0 <= fleet.square <= furthest_square(rules, fleet.sector):
                yield f"J-3: a fleet of seat {seat} on square {fleet.square}"
        for fleet in fleets:
            if fleet.ships == 0 and (fleet.leader != NONE or fleet.target != NONE or fleet.square or fleet.barred):
                yield f"J-3: something is left of a fleet of seat {seat}"
    landed = [fleet for fleet in state.landed if fleet.star != NONE]
    if state.decision in _OPEN_CLAIMS and landed:
        yield "J-16: a landed fleet is left after the combats"
    if state.combat_round == 0 and state.decision not in (Decision.COMBAT, *_OPEN_CLAIMS):
        if len(landed) + sum(fleet.ships > 0 for fleet in state.players[state.active].fleets) > rules.max_fleets:
            yield "J-16: more fleets landed and in warp than a player may have"


def _under_fleets(state: Any, seat: int) -> list[int]:
    leaders = [int(fleet.leader) for fleet in state.players[seat].fleets if fleet.ships > 0]
    if seat == state.active:
        leaders += [int(fleet.leader) for fleet in state.landed if fleet.star != NONE]
    return [leader for leader in leaders if leader != NONE]


def _leading(state: Any, seat: int) -> int:
    if state.combat_round == 0 or seat not in (state.active, state.defender):
        return 0
    return int(state.leaders[ATTACKER if seat == state.active else DEFENDER])


def leaders_are_in_one_place(state: Any, rules: Any) -> Iterator[str]:
    """J-4, J-5, J-17, J-18: Yield a message unless each leader card of a seat is in one place.

    Cards that were seen are never aside. A fleet never has a leader that is publicly impossible.
    """
    everything = set(range(rules.leaders))
    for seat in range(rules.seats):
        player = state.players[seat]
        places = (player.hand, player.pile, player.used, player.removed, player.aside, _leading(state, seat))
        placed = [card for cards in places for card in _bits(cards)] + _under_fleets(state, seat)
        if sorted(placed) != sorted(everything):
            yield f"J-4: the leaders of seat {seat} lie at {placed}"
        if len(_bits(player.aside)) != rules.leaders - rules.leaders_drawn:
            yield f"J-4: seat {seat} has {len(_bits(player.aside))} leaders aside"
        if _bits(player.recovered) - _bits(player.removed):
            yield f"J-5: seat {seat} has a card for a leader that is not lost"
        shown = player.pile | player.used | player.removed | _leading(state, seat)
        if _bits(shown) - _bits(player.seen) or _bits(player.seen) & _bits(player.aside):
            yield f"J-18: the seen leaders of seat {seat} are {_bits(player.seen)}"
        for fleet in [*player.fleets, *(state.landed if seat == state.active else [])]:
            if fleet.leader != NONE and fleet.leader in _bits(fleet.barred):
                yield f"J-17: a fleet of seat {seat} has a leader that is publicly impossible"


def hands_are_drawn_again(state: Any, rules: Any) -> Iterator[str]:
    """J-6: Yield a message unless an empty hand outside a round of combat has at most 1 card on the pile."""
    for seat in range(rules.seats):
        player = state.players[seat]
        waits = state.combat_round > 0 and seat in (state.active, state.defender) and state.decision in _LATE_HANDS
        if player.hand == 0 and len(_bits(player.pile)) > 1 and not waits:
            if rules.redraw_trigger == RedrawTrigger.HAND_EMPTY:
                yield f"J-6: seat {seat} has no leader in hand and {_bits(player.pile)} on the pile"


def objectives_are_in_one_place(state: Any, rules: Any) -> Iterator[str]:
    """J-7: Yield a message unless each objective is in the deck, in one hand or on the table.

    A hand is empty only if the deck is empty.
    """
    deck = [int(state.deck[(state.deck_top + k) % OBJECTIVES]) for k in range(state.deck_count)]
    hands = [int(state.players[seat].objective) for seat in range(rules.seats)]
    held = [card for card in hands if card != NONE]
    cards = deck + held + sorted(_bits(state.table))
    if len(set(cards)) != len(cards) or NONE in cards:
        yield f"J-7: objectives lie at {cards}"
    if len(held) < rules.seats and deck:
        yield "J-7: a hand without an objective, and the deck is not empty"
    shown = sum(state.players[seat].shown for seat in range(rules.seats))
    if len(_bits(state.table)) != rules.open_objectives_at_start + shown:
        yield f"J-7: {len(_bits(state.table))} open objectives, {shown} of them shown"


def claims_are_of_open_objectives(state: Any, rules: Any) -> Iterator[str]:
    """J-8, J-9: Yield a message unless claimed objectives are open and no seat starts a round with enough claims."""
    for seat in range(rules.seats):
        if _bits(state.players[seat].claims) - _bits(state.table):
            yield f"J-8: seat {seat} has claimed what is not open"
    if state.place == 0 and state.decision == Decision.SOURCE and not state.over:
        if rules.win_check == WinCheck.END_OF_ROUND and any(has_enough(state, rules, s) for s in range(rules.seats)):
            yield "J-9: a round begins with enough claims"


def combats_are_bounded(state: Any, rules: Any) -> Iterator[str]:
    """J-19: Yield a message unless a combat has at most `combat_soft_cap` rounds, plus 1 per ship, plus 1."""
    if state.combat_round > 0:
        left = sum(state.players[seat].ships[state.star] for seat in (state.active, state.defender))
        lost = sum(state.lost_here)
        if state.combat_round > rules.combat_soft_cap + lost + left + 1:
            yield f"J-19: round {state.combat_round} of a combat"


def step_violations(before: Any, after: Any, rules: Any) -> list[str]:
    """Return one sentence per violated invariant of a step from one state to the next."""
    sentences = [f"J-8: seat {seat} has lost a claim" for seat in range(rules.seats)
             if _bits(before.players[seat].claims) - _bits(after.players[seat].claims)]  # fmt: skip
    sentences += _claims_without_home(before, after, rules)
    sentences += _cards_that_return(before, after, rules)
    sentences += _impossible_losses(before, after, rules)
    if after.over and abs(after.credit.sum() - 1) > 1e-9:
        sentences.append(f"J-15: the credits sum to {after.credit.sum()}")
    if after.rounds > rules.max_rounds:
        sentences.append(f"J-15: round {after.rounds} of {rules.max_rounds}")
    return sentences


def _claims_without_home(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """J-8: Yield a message unless a seat claims in its own turn and, if the rules require it, with its home
    occupied.
    """
    for seat in range(rules.seats):
        if before.players[seat].claims != after.players[seat].claims:
            if seat != before.active:
                yield f"J-8: seat {seat} claims in the turn of seat {before.active}"
            elif rules.claim_needs_home and not occupies(after, rules, seat, rules.home[seat]):
                yield f"J-8: seat {seat} claims without its home"


def _cards_that_return(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """J-4, J-5: Yield a message unless used, removed and seen cards stay so and the cards set aside are the same."""
    for seat in range(rules.seats):
        was, now = before.players[seat], after.players[seat]
        for name in ("used", "removed", "seen"):
            if _bits(was[name]) - _bits(now[name]):
                yield f"J-5: {name} cards of seat {seat} are back"
        if was.aside != now.aside:
            yield f"J-4: what seat {seat} set aside has changed"


def _impossible_losses(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """J-11: Yield a message unless the victor loses at most k - 1 ships if the loser loses k (`victor_loss` =
    k_minus_1).
    """
    if (
        before.decision != Decision.LOSSES
        or before.combat_round != after.combat_round
        or rules.victor_loss != VictorLoss.K_MINUS_1
    ):
        return
    victor, loser = before.victor, 1 - before.victor
    lost = after.lost_here - before.lost_here
    if lost[victor] > max(0, lost[loser] - 1):
        yield f"J-11: the victor loses {lost[victor]} ships for {lost[loser]}"
