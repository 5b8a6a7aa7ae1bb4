"""Pig, a dice game: roll as often as you like, but a 1 loses the points of the turn (Scarne, 1945)."""

from enum import IntEnum

from starbalance.simulator.engine.one_file import (
    Number,
    add,
    below,
    end_game,
    one_file_game,
    pass_turn,
    purposes,
    rule,
    start,
)

Kind = IntEnum("Kind", ["ROLL", "HOLD"], start=0)
(DIE,) = purposes(1)
ENOUGH = 0  # the place of this weight

GAME = one_file_game(
    __name__,
    title="Pig",
    players=(2, 3, 4),
    numbers={
        "goal": Number(100, source="published", note="The points that win.", least=10, most=1000),
        "sides": Number(6, source="published", note="Sides of the die.", least=2, most=20),
    },
    state={"turn_points": int},
    player={"points": int, "rolls": int},
    actions=Kind,
    most_options=2,
    strategies={"sensible": {"enough": 20.0}},
)


@rule
def options(state, rules, opts):
    """List the legal actions: rolling, and holding once the turn has brought points."""
    n = add(opts, 0, Kind.ROLL, 0, 0, 0)
    return add(opts, n, Kind.HOLD, 0, 0, 0) if state.turn_points > 0 else n


@rule
def roll(state, rules, pips):
    """Add the pips to the points of the turn. A 1 loses them and ends the turn."""
    state.players[state.actor].rolls += 1
    if pips == 1:
        state.turn_points = 0
        pass_turn(state, rules)
    else:
        state.turn_points += pips


@rule
def hold(state, rules):
    """Keep the points of the turn. The game ends at the goal."""
    player = state.players[state.actor]
    player.points += state.turn_points
    state.turn_points = 0
    if player.points >= rules.goal:
        end_game(state)
    else:
        pass_turn(state, rules)


@rule
def apply(state, rules, option):
    """Carry out an action."""
    if option.kind == Kind.ROLL:
        roll(state, rules, 1 + below(state, DIE, rules.sides))
    else:
        hold(state, rules)


@rule
def result(state, rules, seat):
    """Return the points of a seat."""
    return state.players[seat].points


@rule
def sensible(state, rules, options, weights, scores):
    """Hold once the turn has brought enough points, or enough to win."""
    reached = state.players[state.actor].points + state.turn_points
    is_enough = state.turn_points >= weights[ENOUGH] or reached >= rules.goal
    for i in range(options.shape[0]):
        scores[i] = 1.0 if (options[i].kind == Kind.HOLD) == is_enough else 0.0


def test_a_one_loses_the_points_of_the_turn():
    """Check that the next player acts, without the points."""
    state, rules = start(GAME)
    state.turn_points = 7
    roll(state, rules, 1)
    assert (state.turn_points, state.players[0].points, state.actor) == (0, 0, 1)
