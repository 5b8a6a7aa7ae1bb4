"""The stages of a turn in their order, and how a decision interrupts them."""

from enum import IntEnum

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.rules import DepartureOrder
from starbalance.simulator.games.four_thousand_ad.state import Then
from starbalance.simulator.games.star_field.field import NONE


class Stage(IntEnum):
    """A part of a turn; the first and the last ones belong to a whole side."""

    BEGIN = 0
    CONCEDE = 1
    NEGOTIATE = 2
    JOINT = 3
    ARRIVE = 4
    DEPART = 5
    JUDGE = 6
    SETTLE = 7
    ELIMINATE = 8
    NEXT = 9


# FAD-8.1, FAD-8.6, FAD-17.2, FAD-17.3: (stage, member of the side) in order; independents have one member a turn.
_ARRIVALS_FIRST = (
    (Stage.BEGIN, 0),
    (Stage.CONCEDE, 0),
    (Stage.NEGOTIATE, 0),
    (Stage.JOINT, 0),
    (Stage.JOINT, 1),
    (Stage.ARRIVE, 0),
    (Stage.DEPART, 0),
    (Stage.ARRIVE, 1),
    (Stage.DEPART, 1),
    (Stage.JUDGE, 0),
    (Stage.SETTLE, 0),
    (Stage.ELIMINATE, 0),
    (Stage.NEXT, 0),
)
_DEPARTURES_FIRST = (
    (Stage.BEGIN, 0),
    (Stage.CONCEDE, 0),
    (Stage.NEGOTIATE, 0),
    (Stage.DEPART, 0),
    (Stage.DEPART, 1),
    (Stage.JOINT, 0),
    (Stage.JOINT, 1),
    (Stage.ARRIVE, 0),
    (Stage.ARRIVE, 1),
    (Stage.JUDGE, 0),
    (Stage.SETTLE, 0),
    (Stage.ELIMINATE, 0),
    (Stage.NEXT, 0),
)


@rule
def stage_at(rules, step):
    """FAD-5.7, A-02: (stage, member of the side) of a step of the turn."""
    if rules.departure_order == DepartureOrder.AFTER_ARRIVALS:
        return _ARRIVALS_FIRST[step]
    return _DEPARTURES_FIRST[step]


@rule
def is_of_side(stage):
    """Whether a stage takes place once a turn, whoever of the side is still in the game."""
    return stage == Stage.BEGIN or stage == Stage.SETTLE or stage == Stage.ELIMINATE or stage == Stage.NEXT


@rule
def next_stage(state):
    """The stage is over."""
    state.step += 1
    state.departures = NONE
    state.warp = NONE


@rule
def ask(state, phase, seat):
    """Leaves a decision pending; after it the stage goes on."""
    state.phase = phase
    state.actor = seat
    state.then = Then.DECISION
