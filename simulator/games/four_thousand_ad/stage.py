"""The stages of a turn in their order, and their interruption by a decision."""

from enum import IntEnum

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.rules import DepartureOrder
from starbalance.simulator.games.four_thousand_ad.state import PendingStep
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


# FAD-8.1, FAD-8.6, FAD-17.2, FAD-17.3: (stage, member of the side) in order; independents have one member per turn.
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
    """FAD-5.7, A-02: Return (stage, member of the side) of a step of the turn."""
    if rules.departure_order == DepartureOrder.AFTER_ARRIVALS:
        return _ARRIVALS_FIRST[step]
    return _DEPARTURES_FIRST[step]


@rule
def is_of_side(stage):
    """Return whether a stage takes place once per turn for the whole side, even if a member is out."""
    return stage == Stage.BEGIN or stage == Stage.SETTLE or stage == Stage.ELIMINATE or stage == Stage.NEXT


@rule
def next_stage(state):
    """Go to the next stage and reset the departures and the warp in question."""
    state.step += 1
    state.departures = NONE
    state.warp = NONE


@rule
def ask(state, decision, seat):
    """Leave a decision pending for a seat. The stage continues after it."""
    state.decision = decision
    state.actor = seat
    state.pending_step = PendingStep.DECISION
