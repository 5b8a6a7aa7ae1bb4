"""Kuhn poker: three cards, an ante and a bet of one chip each (Kuhn, 1950).

Both strategies are in equilibrium with their own weights: the second player gains 1/18 chip a game (bluff = 1/3).
"""

import math
from enum import IntEnum

from starbalance.simulator.engine.one_file import (
    Number,
    add,
    end_game,
    one_file_game,
    pass_turn,
    purposes,
    rule,
    shuffle,
    start,
)

Kind = IntEnum("Kind", ["PASS", "BET"], start=0)  # after a bet: fold and call
JACK, QUEEN, KING = range(3)
(DEAL,) = purposes(1)
BLUFF = 0  # the place of this weight
NEVER = 1e-300  # a chance that stands for 0, whose logarithm is finite

GAME = one_file_game(
    __name__,
    title="Kuhn poker",
    players=(2,),
    numbers={
        "ante": Number(1, source="published", note="The chips that each player pays first.", least=1, most=10),
        "bet": Number(1, source="published", note="The chips of a bet.", least=1, most=10),
    },
    state={"deck": (int, 3), "bets": int, "passes": int, "winner": int},
    player={"hand": (int, 1), "paid": int},
    actions=Kind,
    most_options=2,
    strategies={"sensible": {"bluff": 1 / 3}, "passive": {}},
    temperature=1.0,
    deck="deck",
    hands=("hand",),
    has_payoffs=True,
)


@rule
def setup(state, rules):
    """Deal a card to each player. Both pay the ante."""
    for card in range(state.deck.shape[0]):
        state.deck[card] = card
    shuffle(state, DEAL, state.deck)
    for seat in range(rules.seats):
        state.players[seat].hand[0] = state.deck[seat]
        state.players[seat].paid = rules.ante
        state.deck[seat] = -1
    state.winner = -1


@rule
def options(state, rules, opts):
    """List the legal actions: pass and bet."""
    n = add(opts, 0, Kind.PASS, 0, 0, 0)
    return add(opts, n, Kind.BET, 0, 0, 0)


@rule
def show(state):
    """Give the pot to the higher card."""
    state.winner = 0 if state.players[0].hand[0] > state.players[1].hand[0] else 1
    end_game(state)


@rule
def bet(state, rules):
    """Bet, or call, which leads to the showdown."""
    state.players[state.actor].paid += rules.bet
    state.bets += 1
    if state.bets == rules.seats:
        show(state)
    else:
        pass_turn(state, rules)


@rule
def check(state, rules):
    """Pass. After a bet it is a fold, after a pass it leads to the showdown."""
    state.passes += 1
    if state.bets > 0:
        state.winner = 1 - state.actor
        end_game(state)
    elif state.passes == rules.seats:
        show(state)
    else:
        pass_turn(state, rules)


@rule
def apply(state, rules, option):
    """Carry out an action."""
    if option.kind == Kind.BET:
        bet(state, rules)
    else:
        check(state, rules)


@rule
def result(state, rules, seat):
    """Return the chips that a seat has won. Before the end it has lost what it paid."""
    return state.players[1 - seat].paid if seat == state.winner else -state.players[seat].paid


@rule
def chance_of_bet(state, bluff):
    """Return the chance of a bet in equilibrium, or of a call after a bet."""
    card, is_first = state.players[state.actor].hand[0], state.actor == 0
    if card == KING:
        return 3 * bluff if is_first and state.passes == 0 else 1.0
    if state.bets > 0:
        return 0.0 if card == JACK else 1 / 3 + (bluff if is_first else 0.0)
    if card == JACK:
        return bluff if is_first else 1 / 3
    return 0.0


@rule
def sensible(state, rules, options, weights, scores):
    """Play an equilibrium. Its weight is the chance that the first player bluffs with a jack, from 0 to 1/3."""
    chance = chance_of_bet(state, weights[BLUFF])
    for i in range(options.shape[0]):
        wanted = chance if options[i].kind == Kind.BET else 1.0 - chance
        scores[i] = math.log(max(wanted, NEVER))


@rule
def passive(state, rules, options, weights, scores):
    """Never bet and never call."""
    for i in range(options.shape[0]):
        scores[i] = -math.inf if options[i].kind == Kind.BET else 0.0


def test_a_fold_gives_the_pot_to_the_other_player():
    """Check that a bet and a fold bring the ante."""
    state, rules = start(GAME)
    bet(state, rules)
    state.actor = 1
    check(state, rules)
    assert (result(state, rules, 0), result(state, rules, 1)) == (rules.ante, -rules.ante)
