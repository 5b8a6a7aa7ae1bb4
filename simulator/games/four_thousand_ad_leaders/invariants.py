"""The invariants of a game in progress (RULES.md, Invariants), in plain Python."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.games.four_thousand_ad_leaders.ending import has_enough
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import furthest_square
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import occupies
from starbalance.simulator.games.four_thousand_ad_leaders.rules import OBJECTIVES, RedrawTrigger, VictorLoss, WinCheck
from starbalance.simulator.games.four_thousand_ad_leaders.state import ATTACKER, DEFENDER, Phase, Then
from starbalance.simulator.games.star_field.field import NONE, STARS

_OPEN_CLAIMS = (Phase.SWAP, Phase.CLAIM, Phase.CLAIM_OPEN)
_LATE_HANDS = (Phase.DEFENCE, Phase.EXTRA, Phase.LOSSES, Phase.WITHDRAWAL, Phase.ESCORT)


def violations(state: Any, rules: Any) -> list[str]:
    """What is wrong with a state, a sentence each; an empty list if nothing is."""
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
    """J-1: ships there are what was set up, produced and supplied, less what fell, was lost or paid."""
    for seat in range(rules.seats):
        player = state.players[seat]
        there = player.ships.sum() + player.fleets["ships"].sum()
        made = rules.start_ships + player.produced + player.supplied
        gone = player.fallen + player.lost + player.paid
        if there != made - gone or (player.ships < 0).any():
            yield f"J-1: seat {seat} has {there} ships, but {made} made and {gone} gone"
        if player.paid and not rules.claim_costs_ship:
            yield f"J-1: seat {seat} has paid for a claim"


def stars_have_one_owner(state: Any, rules: Any) -> Iterator[str]:
    """J-2: one player's ships at a star; during a turn those of the seat on turn and of one other."""
    claiming = state.phase in _OPEN_CLAIMS or state.then == Then.BEGIN
    for star in range(STARS):
        there = [seat for seat in range(rules.seats) if state.players[seat].ships[star] > 0]
        if len(there) > 2 or (len(there) == 2 and (state.active not in there or claiming)):
            yield f"J-2: seats {there} are at star {star}"


def fleets_are_in_order(state: Any, rules: Any) -> Iterator[str]:
    """J-3, J-13, J-16: so many fleets and hops, each fleet with a ship, on a square, no leader where no ship is."""
    for seat in range(rules.seats):
        fleets = state.players[seat].fleets
        used = [fleet for fleet in fleets if fleet.ships > 0]
        hops = state.hops_used if seat == state.active else 0
        if len(used) + hops > rules.max_fleets:
            yield f"J-3: seat {seat} has {len(used)} fleets and {hops} hops"
        for fleet in used:
            if not 0 <= fleet.square <= furthest_square(rules, fleet.sector):
                yield f"J-3: a fleet of seat {seat} on square {fleet.square}"
        for fleet in fleets:
            if fleet.ships == 0 and (fleet.leader != NONE or fleet.target != NONE or fleet.square or fleet.barred):
                yield f"J-3: something is left of a fleet of seat {seat}"
    landed = [fleet for fleet in state.landed if fleet.star != NONE]
    if state.phase in _OPEN_CLAIMS and landed:
        yield "J-16: a landed fleet is left after the combats"
    if state.combat_round == 0 and state.phase not in (Phase.COMBAT, *_OPEN_CLAIMS):
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
    """J-4, J-5, J-18: every card is in one place; those set aside never return, seen ones are never aside."""
    everything = set(range(rules.leaders))
    for seat in range(rules.seats):
        player = state.players[seat]
        places = (player.hand, player.pile, player.used, player.removed, player.aside, _leading(state, seat))
        found = [card for cards in places for card in _bits(cards)] + _under_fleets(state, seat)
        if sorted(found) != sorted(everything):
            yield f"J-4: the leaders of seat {seat} lie at {found}"
        if len(_bits(player.aside)) != rules.leaders - rules.leaders_drawn:
            yield f"J-4: seat {seat} has {len(_bits(player.aside))} leaders aside"
        if _bits(player.recovered) - _bits(player.removed):
            yield f"J-5: seat {seat} has a card for a leader that is not lost"
        shown = player.pile | player.used | player.removed | _leading(state, seat)
        if _bits(shown) - _bits(player.seen) or _bits(player.seen) & _bits(player.aside):
            yield f"J-18: of seat {seat} {_bits(player.seen)} were seen"
        for fleet in [*player.fleets, *(state.landed if seat == state.active else [])]:
            if fleet.leader != NONE and fleet.leader in _bits(fleet.barred):
                yield f"J-17: a fleet of seat {seat} has a leader that everybody knows it has not"


def hands_are_drawn_again(state: Any, rules: Any) -> Iterator[str]:
    """J-6: outside a round of combat an empty hand means a pile of one card at most."""
    for seat in range(rules.seats):
        player = state.players[seat]
        waits = state.combat_round > 0 and seat in (state.active, state.defender) and state.phase in _LATE_HANDS
        if player.hand == 0 and len(_bits(player.pile)) > 1 and not waits:
            if rules.redraw_trigger == RedrawTrigger.HAND_EMPTY:
                yield f"J-6: seat {seat} has no leader in hand and {_bits(player.pile)} on the pile"


def objectives_are_in_one_place(state: Any, rules: Any) -> Iterator[str]:
    """J-7: in the deck, in one hand or on the table; a hand is empty only when the deck is."""
    deck = [int(state.deck[(state.deck_top + k) % OBJECTIVES]) for k in range(state.deck_count)]
    hands = [int(state.players[seat].objective) for seat in range(rules.seats)]
    held = [card for card in hands if card != NONE]
    found = deck + held + sorted(_bits(state.table))
    if len(set(found)) != len(found) or NONE in found:
        yield f"J-7: objectives lie at {found}"
    if len(held) < rules.seats and deck:
        yield "J-7: a hand without an objective, and the deck is not empty"
    shown = sum(state.players[seat].shown for seat in range(rules.seats))
    if len(_bits(state.table)) != rules.open_objectives_at_start + shown:
        yield f"J-7: {len(_bits(state.table))} open objectives, {shown} of them shown"


def claims_are_of_open_objectives(state: Any, rules: Any) -> Iterator[str]:
    """J-8, J-9: claims are of what lies open; nobody plays a new round with enough of them."""
    for seat in range(rules.seats):
        if _bits(state.players[seat].claims) - _bits(state.table):
            yield f"J-8: seat {seat} has claimed what is not open"
    if state.place == 0 and state.phase == Phase.SOURCE and not state.over:
        if rules.win_check == WinCheck.END_OF_ROUND and any(has_enough(state, rules, s) for s in range(rules.seats)):
            yield "J-9: a round begins with enough claims"


def combats_are_bounded(state: Any, rules: Any) -> Iterator[str]:
    """J-19: a combat has so many rounds and one for each ship that took part."""
    if state.combat_round > 0:
        there = sum(state.players[seat].ships[state.star] for seat in (state.active, state.defender))
        least = sum(state.lost_here)
        if state.combat_round > rules.combat_soft_cap + least + there + 1:
            yield f"J-19: round {state.combat_round} of a combat"


def step_violations(before: Any, after: Any, rules: Any) -> list[str]:
    """What is wrong with a step from one state to the next."""
    found = [f"J-8: seat {seat} has lost a claim" for seat in range(rules.seats)
             if _bits(before.players[seat].claims) - _bits(after.players[seat].claims)]  # fmt: skip
    found += _claims_without_home(before, after, rules)
    found += _cards_that_return(before, after, rules)
    found += _losses_that_cannot_be(before, after, rules)
    if after.over and abs(after.credit.sum() - 1) > 1e-9:
        found.append(f"J-15: the credits sum to {after.credit.sum()}")
    if after.rounds > rules.max_rounds:
        found.append(f"J-15: round {after.rounds} of {rules.max_rounds}")
    return found


def _claims_without_home(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """J-8: claims are made in the own turn, at home."""
    for seat in range(rules.seats):
        if before.players[seat].claims != after.players[seat].claims:
            if seat != before.active:
                yield f"J-8: seat {seat} claims in the turn of seat {before.active}"
            elif rules.claim_needs_home and not occupies(after, rules, seat, rules.home[seat]):
                yield f"J-8: seat {seat} claims without its home"


def _cards_that_return(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """J-5: what is used or removed stays so; J-4: what is aside stays aside."""
    for seat in range(rules.seats):
        was, now = before.players[seat], after.players[seat]
        for name in ("used", "removed", "seen"):
            if _bits(was[name]) - _bits(now[name]):
                yield f"J-5: {name} cards of seat {seat} are back"
        if was.aside != now.aside:
            yield f"J-4: what seat {seat} set aside has changed"


def _losses_that_cannot_be(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """J-11: naming k costs the loser k or more and the victor what the rules say at most."""
    if (
        before.phase != Phase.LOSSES
        or before.combat_round != after.combat_round
        or rules.victor_loss != VictorLoss.K_MINUS_1
    ):
        return
    victor, loser = before.victor, 1 - before.victor
    lost = after.lost_here - before.lost_here
    if lost[victor] > max(0, lost[loser] - 1):
        yield f"J-11: the victor loses {lost[victor]} ships for {lost[loser]}"
