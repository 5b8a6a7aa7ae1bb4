"""The Technology deck and its display, and drafts from it (HOS-10.1)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import put
from starbalance.simulator.games.handful_of_stars.payment import can_pay, points_of
from starbalance.simulator.games.handful_of_stars.rules import Card, Resource
from starbalance.simulator.games.handful_of_stars.state import EVERYBODY, NONE, PendingStep, Zone


@rule
def next_technology(state, rules, set_aside):
    """HOS-10.6: Take the top card off the Technology deck and return it, or `NONE` if the deck is empty.

    With `set_aside` the Wormhole card is set aside and replaced.
    """
    while state.technologies_left > 0:
        state.technologies_left -= 1
        card = state.technologies[state.technologies_left]
        if rules.card_name[card] != Card.WORMHOLE_TECHNOLOGY or not set_aside:
            return card
        state.wormhole_card = card
        state.seen_card[card] = EVERYBODY
    return NONE


@rule
def fill_display(state, rules):
    """HOS-2.18, HOS-10.2, HOS-10.3: Refill the Technology display from the deck while it lasts."""
    while state.displayed < rules.technology_display:
        card = next_technology(state, rules, True)
        if card == NONE:
            return
        state.display[state.displayed] = card
        state.displayed += 1
        state.seen_card[card] = EVERYBODY


@rule
def take_displayed(state, rules, place):
    """Take a card out of the display, refill the display and return the card."""
    card = state.display[place]
    state.displayed -= 1
    for k in range(place, state.displayed):
        state.display[k] = state.display[k + 1]
    fill_display(state, rules)
    return card


@rule
def put_under(state, card):
    """HOS-17.5b: Put a card under the Technology deck."""
    for k in range(state.technologies_left, 0, -1):
        state.technologies[k] = state.technologies[k - 1]
    state.technologies[0] = card
    state.technologies_left += 1


@rule
def can_draft_wormhole(state, seat):
    """HOS-10.7: Return whether a Wormhole counter is available to the player.

    The Wormhole card must be set aside, and the player must not have a counter yet.
    """
    return state.wormhole_card != NONE and state.players[seat].wormhole == 0


@rule
def may_draft(state, rules, seat, card, research):
    """HOS-10.1, HOS-10.5: Return whether the player can pay for a displayed card with this much research."""
    name = rules.card_name[card]
    population = rules.cost_population[name]
    if population == 0 or rules.cost[name] > research:
        return rules.cost[name] <= research
    return can_pay(state, rules, seat, Resource.POPULATION, population, Resource.RESEARCH, rules.cost[name])


@rule
def may_draft_wormhole(state, rules, seat, research):
    """HOS-10.7: Return whether the player can take a Wormhole counter with this much research."""
    return can_draft_wormhole(state, seat) and research >= rules.cost[Card.WORMHOLE_TECHNOLOGY]


@rule
def can_draft(state, rules, seat):
    research = points_of(state, rules, seat, Resource.RESEARCH)
    if may_draft_wormhole(state, rules, seat, research):
        return True
    for place in range(state.displayed):
        if may_draft(state, rules, seat, state.display[place], research):
            return True
    return False


@rule
def gain_displayed(state, rules, seat, place):
    """HOS-3.10: Put a displayed card onto the player's discard pile."""
    card = take_displayed(state, rules, place)
    state.players[seat].drafted |= 1 << rules.card_name[card]
    put(state, rules, seat, Zone.DISCARD_PILE, card)


@rule
def draft(state, rules):
    """HOS-10.1, HOS-10.2, HOS-10.7: Give the active player the card or Wormhole counter that was paid for.

    Then finish the action.
    """
    player = state.players[state.active]
    if state.target == NONE:
        player.wormhole = 1
        player.drafted |= 1 << Card.WORMHOLE_TECHNOLOGY
    else:
        gain_displayed(state, rules, state.active, state.target)
    state.pending_step = PendingStep.FINISH_ACTION
