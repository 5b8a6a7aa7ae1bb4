"""The objective cards: the deck, hands, the table, claims."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import occupies_home
from starbalance.simulator.games.four_thousand_ad_leaders.rules import OBJECTIVES
from starbalance.simulator.games.star_field.field import NONE, STARS


@rule
def draw_objective(state):
    """FAL-6.3, FAL-19.2, FAL-19.6: Draw and return the top card of the deck, or NONE if it is empty."""
    if state.deck_count == 0:
        return NONE
    card = state.deck[state.deck_top]
    state.deck[state.deck_top] = NONE
    state.deck_top = (state.deck_top + 1) % OBJECTIVES
    state.deck_count -= 1
    return card


@rule
def swap_objective(state, rules, seat):
    """FAL-22.16: Put the hand objective of a seat under the deck and draw the top one.

    The seat knows the place of the old card from now on, in the deck and in any hand.
    """
    player = state.players[seat]
    card = player.objective
    player.objective = draw_objective(state)
    state.deck[(state.deck_top + state.deck_count) % OBJECTIVES] = card
    state.deck_count += 1
    state.known[card] |= 1 << seat


@rule
def lay_objective_open(state, card, seat):
    """FAL-4.1, FAL-19.3: Put an objective face up for all players, shown by a seat (NONE at the setup)."""
    state.table |= 1 << card
    state.known[card] = 0
    state.shown_by[card] = seat


@rule
def may_claim_any(state, rules, seat):
    """FAL-19.5, FAL-21.1, A-32: Return whether a seat may claim at all.

    By the rules in force it may need its home, or a ship to pay.
    """
    if rules.claim_needs_home and not occupies_home(state, rules, seat):
        return False
    return rules.claim_costs_ship == 0 or paying_star(state, seat) != NONE


@rule
def paying_star(state, seat):
    """A-32: Return the star with most own ships, or NONE without a ship at a star."""
    best, most = NONE, 0
    for star in range(STARS):
        if state.players[seat].ships[star] > most:
            best, most = star, state.players[seat].ships[star]
    return best


@rule
def may_claim(state, rules, seat, card):
    """FAL-4.2, FAL-19.1, FAL-19.7: Return whether a seat may claim an objective.

    The position after the combats must fulfil it, and the seat must not have claimed it.
    """
    if card == NONE or (state.fulfilled >> card) & 1 == 0 or (state.players[seat].claims >> card) & 1:
        return False
    return may_claim_any(state, rules, seat)


@rule
def claim(state, rules, seat, card):
    """FAL-5.4, FAL-19.1: Record a claim for good, and pay its ship if claims cost one."""
    player = state.players[seat]
    player.claims |= 1 << card
    player.claimed_round = state.rounds
    if state.claim_round[card] == 0:
        state.claim_round[card] = state.rounds
    if state.shown_by[card] != NONE and state.shown_by[card] != seat:
        player.followed += 1
    if rules.claim_costs_ship:
        player.ships[paying_star(state, seat)] -= 1
        player.paid += 1


@rule
def show_and_claim(state, rules, seat):
    """FAL-19.2, FAL-19.3, FAL-19.6: Show and claim the hand objective, then draw another objective."""
    player = state.players[seat]
    card = player.objective
    lay_objective_open(state, card, seat)
    player.shown += 1
    claim(state, rules, seat, card)
    player.objective = draw_objective(state)


@rule
def next_open_claim(state, rules, seat):
    """FAL-19.1: Return the first open objective that a seat may claim and was not asked about, or NONE."""
    left = state.table & ~state.asked & state.fulfilled & ~state.players[seat].claims
    if left == 0 or not may_claim_any(state, rules, seat):
        return NONE
    for card in range(rules.objectives):
        if (left >> card) & 1:
            return card
    return NONE
