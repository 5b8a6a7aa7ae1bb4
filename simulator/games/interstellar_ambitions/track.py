"""The action track: tokens by row and planning level (IAM-10, IAM-13)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.rules import LEVELS, ROWS
from starbalance.simulator.games.interstellar_ambitions.word import Level, Modifier


@rule
def has_free_ultimate(state, rules, row):
    """IAM-10.3: Return whether a row has a free ULTIMATE slot."""
    taken = 0
    for seat in range(rules.seats):
        taken += state.players[seat].tokens[row, Level.ULTIMATE]
    return taken < rules.ultimate_slots


@rule
def may_advance(state, rules, row, level):
    """IAM-13.11: Return whether a token below ULTIMATE may move one level right. ULTIMATE needs a free slot."""
    return level + 1 < Level.ULTIMATE or has_free_ultimate(state, rules, row)


@rule
def move_token(state, seat, row, level, to_row, to_level):
    tokens = state.players[seat].tokens
    tokens[row, level] -= 1
    tokens[to_row, to_level] += 1


@rule
def take_off(state, seat, row, level):
    """IAM-10.5: Move a token from the track to its owner's pool."""
    state.players[seat].tokens[row, level] -= 1
    state.players[seat].pool += 1


@rule
def put_on(state, seat, row, level):
    """Move a token from its owner's pool to a cell of the track."""
    state.players[seat].tokens[row, level] += 1
    state.players[seat].pool -= 1


@rule
def ready_tokens(state, seat):
    """IAM-13.12: Fill in `state.ready` with the tokens of a player, which may all still move in this step."""
    for row in range(ROWS):
        for level in range(LEVELS):
            state.ready[row, level] = state.players[seat].tokens[row, level]


@rule
def can_advance(state, rules):
    for row in range(ROWS):
        for level in range(Level.ULTIMATE):
            if state.ready[row, level] > 0 and may_advance(state, rules, row, level):
                return True
    return False


@rule
def advance(state, seat, row, level):
    """IAM-10.1, IAM-13.10: Move a token one level right. It may not move again in this step."""
    state.ready[row, level] -= 1
    move_token(state, seat, row, level, row, level + 1)


@rule
def advances_of(state, rules, seat):
    """IAM-13.10: Return the number of tokens that a seat may advance in one step."""
    return rules.advance_tokens + state.players[seat].modifiers[Modifier.ADVANCE_EXTRA]
