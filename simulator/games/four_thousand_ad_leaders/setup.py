"""The setup of a game: homes, fleets, leaders, objectives, turn order, and the star table."""

import numpy as np

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import clear_fleet, clear_landed
from starbalance.simulator.games.four_thousand_ad_leaders.objective import draw_objective, lay_objective_open
from starbalance.simulator.games.four_thousand_ad_leaders.rules import (
    FIRST_EVENT,
    FLEETS,
    OBJECTIVES,
    OPEN,
    LeaderDeck,
    ObjectiveDeck,
)
from starbalance.simulator.games.four_thousand_ad_leaders.state import (
    JITTER,
    LEADER_DRAW,
    OBJECTIVE_DRAW,
    SIG,
    STRENGTHS,
    PendingStep,
)
from starbalance.simulator.games.star_field.field import HOMES, NONE
from starbalance.simulator.games.star_field.seating import clockwise_order, first_seat, order_from
from starbalance.simulator.games.star_field.star_table import deal_stars


@rule
def set_up_seat(state, rules, seat):
    """FAL-2.1, FAL-6.1: Place the starting ships of a seat at its home, with no fleet in warp and no card."""
    player = state.players[seat]
    player.last_discard = NONE
    player.last_played = NONE
    player.objective = NONE
    player.first_objective = NONE
    for slot in range(FLEETS):
        clear_fleet(state, seat, slot)
    player.home = NONE
    if seat < rules.seats:
        player.home = rules.home[seat]
        player.ships[player.home] = rules.start_ships


@rule
def deal_strengths(state, rules):
    """FAL-3.2, FAL-22.01, FAL-22.03: Set the strengths of leaders, the same for all players.

    With shuffled_strengths they are shuffled over the cards.
    """
    cards = np.arange(rules.leaders)
    if rules.leader_deck == LeaderDeck.SHUFFLED_STRENGTHS:
        shuffle(state, STRENGTHS, cards)
    for card in range(rules.leaders):
        state.strength[card] = rules.strength[cards[card]]


@rule
def deal_leaders(state, rules, seat):
    """FAL-3.1, FAL-6.2: Deal `leaders_drawn` cards from a seat's leader deck; the rest is out of the game."""
    cards = np.arange(rules.leaders)
    shuffle(state, LEADER_DRAW, cards)
    player = state.players[seat]
    for place in range(rules.leaders):
        if place < rules.leaders_drawn:
            player.hand |= 1 << cards[place]
        else:
            player.aside |= 1 << cards[place]
    player.drawn = player.hand


@rule
def set_thresholds(state, rules):
    """FAL-4.1: Set the thresholds of objectives; with jittered each is shifted by -1, 0 or 1 times its jitter."""
    for card in range(rules.objectives):
        state.threshold[card] = rules.task_p1[card]
        if rules.objective_deck == ObjectiveDeck.JITTERED:
            state.threshold[card] += rules.jitter[card] * (below(state, JITTER, 3) - 1)


@rule
def shuffle_objectives(state, rules):
    """FAL-6.3: Shuffle the objective deck; with states_only it has no events."""
    cards = np.arange(rules.objectives)
    shuffle(state, OBJECTIVE_DRAW, cards)
    for place in range(OBJECTIVES):
        state.deck[place] = NONE
        state.shown_by[place] = NONE
    for card in cards:
        if rules.objective_deck != ObjectiveDeck.STATES_ONLY or rules.task[card] < FIRST_EVENT:
            state.deck[state.deck_count] = card
            state.deck_count += 1


@rule
def deal_objectives(state, rules):
    """FAL-6.3: Deal one hidden objective to each player, then put the open objectives face up."""
    shuffle_objectives(state, rules)
    for seat in range(rules.seats):
        player = state.players[seat]
        player.objective = draw_objective(state)
        player.first_objective = player.objective
    for k in range(OPEN):
        state.opened[k] = draw_objective(state) if k < rules.open_objectives_at_start else NONE
        if state.opened[k] != NONE:
            lay_objective_open(state, state.opened[k], NONE)


@kernel(SIG["setup"])
def setup(state, rules):
    """FAL-6.7, FAL-6.8: Set up a game on a blank state, up to the start of the first turn.

    The random key is already set.
    """
    deal_stars(state, rules)
    for seat in range(HOMES):
        set_up_seat(state, rules, seat)
    order_from(state, clockwise_order(state, rules), first_seat(state, rules))
    deal_strengths(state, rules)
    for seat in range(rules.seats):
        deal_leaders(state, rules, seat)
    set_thresholds(state, rules)
    deal_objectives(state, rules)
    for slot in range(FLEETS):
        clear_landed(state, slot)
    state.star = NONE
    state.target = NONE
    state.active = state.order[0]
    state.rounds = 1
    state.pending_step = PendingStep.BEGIN
