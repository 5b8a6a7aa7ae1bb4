"""The Use abilities outside the totals of a combat: their conditions and effects."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import furthest_square, recall_fleet
from starbalance.simulator.games.four_thousand_ad_leaders.leader import card_of, draw_again, next_with, use
from starbalance.simulator.games.four_thousand_ad_leaders.objective import swap_objective
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import enemy_at, has_both, occupies
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS, Effect
from starbalance.simulator.games.star_field.field import NONE, PER_SECTOR, STARS


@rule
def has_card(state, rules, seat, effect):
    """FAL-3.4, FAL-9.4: Return whether a seat can use an ability, from the hand or lost in hyperspace."""
    return next_with(state, rules, seat, effect, 0) != NONE


@rule
def may_supply(state, rules, seat, star):
    """FAL-22.12: Return whether a seat may put new ships at a star: an O+ star that it occupies and does not attack."""
    if not has_both(state, star) or not occupies(state, rules, seat, star):
        return False
    return seat != state.active or enemy_at(state, rules, seat, star) == NONE


@rule
def can_supply(state, rules, seat):
    """FAL-22.12: Return whether a seat has a card for new ships and a star for them."""
    if has_card(state, rules, seat, Effect.USE_NEW_SHIPS):
        for star in range(STARS):
            if may_supply(state, rules, seat, star):
                return True
    return False


@rule
def supply(state, rules, seat, star, card):
    """FAL-22.12: Put the new ships of a card at a star. They do not count as production."""
    ships = rules.leader_p1[card_of(rules, card)]
    state.players[seat].ships[star] += ships
    state.players[seat].supplied += ships
    play_use(state, rules, seat, card)


@rule
def may_shift(rules, fleet, squares):
    """FAL-22.13: Return whether a fleet stays on its track, past the entry, if it moves by `squares`."""
    square = fleet.square + squares
    return fleet.ships > 0 and square >= 1 and square <= furthest_square(rules, fleet.sector)


@rule
def can_shift(state, rules, seat):
    """FAL-22.13: Return whether a seat has a card to shift a fleet, and a fleet for it."""
    card = next_with(state, rules, seat, Effect.USE_SHIFT_FLEET, 0)
    while card != NONE:
        squares = rules.leader_p1[card_of(rules, card)]
        for fleet in state.players[seat].fleets:
            if may_shift(rules, fleet, squares) or may_shift(rules, fleet, -squares):
                return True
        card = next_with(state, rules, seat, Effect.USE_SHIFT_FLEET, card + 1)
    return False


@rule
def shift(state, rules, seat, slot, squares, card):
    """FAL-22.13: Move a fleet forward or back by `squares`."""
    state.players[seat].fleets[slot].square += squares
    play_use(state, rules, seat, card)


@rule
def may_recall(state, rules, seat, fleet, star):
    """FAL-22.14: Return whether a fleet may return to a star of its departure sector without enemy ships."""
    return fleet.ships > 0 and fleet.square >= 1 and enemy_at(state, rules, seat, star) == NONE


@rule
def can_recall(state, rules, seat):
    """FAL-22.14: Return whether a seat has a card to recall a fleet, a fleet and a star for it."""
    if has_card(state, rules, seat, Effect.USE_RECALL_FLEET):
        for slot in range(FLEETS):
            fleet = state.players[seat].fleets[slot]
            for k in range(PER_SECTOR):
                if may_recall(state, rules, seat, fleet, PER_SECTOR * fleet.sector + k):
                    return True
    return False


@rule
def recall(state, rules, seat, slot, star, card):
    """FAL-22.14: Move a fleet back to a star of its departure sector, and its leader to the hand."""
    recall_fleet(state, seat, slot, star)
    play_use(state, rules, seat, card)


@rule
def can_swap(state, rules, seat):
    """FAL-22.16: Return whether a seat can swap its hand objective: it needs one, a card and a deck."""
    has_one = state.players[seat].objective != NONE and state.deck_count > 0
    return has_one and has_card(state, rules, seat, Effect.USE_SWAP_OBJECTIVE)


@rule
def swap(state, rules, seat, card):
    """FAL-22.16: Put the hand objective under the deck and draw the top one."""
    swap_objective(state, rules, seat)
    play_use(state, rules, seat, card)


@rule
def play_use(state, rules, seat, card):
    """FAL-3.3, FAL-3.4, A-28: Put a used card on the table, and redraw an empty hand at once."""
    use(state, rules, seat, card)
    draw_again(state, rules, seat)
