"""Hidden information, and its resampling for one seat (a determinization).

Public: ships, fleets (square, sector, size, presence of a leader), claims, open objectives, leaders that lie open, the
sizes of hands and of the deck.

Private: leaders under fleets, the hand, the leaders set aside, the hand objective, plans, a leader that the Attacker
has chosen and not yet revealed, notes.

Hidden from all seats: the order of the deck, the dice.
"""

from starbalance.simulator.engine.contract import begin_redeal, end_redeal
from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.games.four_thousand_ad_leaders.redeal_card import redeal_leaders, redeal_objectives
from starbalance.simulator.games.four_thousand_ad_leaders.redeal_plan import (
    redeal_choice,
    redeal_departure,
    redeal_plans,
)
from starbalance.simulator.games.four_thousand_ad_leaders.state import SIG
from starbalance.simulator.games.star_field.field import NONE

PRIVATE = (
    "players.hand",
    "players.aside",
    "players.drawn",
    "players.last_played",
    "players.objective",
    "players.first_objective",
    "players.fleets.leader",
    "players.fleets.target",
    "landed.leader",
    "sent",
    "target",
    "notes",
)
HIDDEN_FIELDS = ("key", "drawn", "deck", "known")


@kernel(SIG["redeal"])
def redeal(state, rules, seat, randomness):
    """Resample everything that a seat cannot see; the result depends only on what it knows and on the random seed."""
    begin_redeal(state, randomness)
    for other in range(rules.seats):
        if other != seat:
            redeal_leaders(state, rules, other)
            redeal_plans(state, other)
            state.players[other].first_objective = NONE
    redeal_objectives(state, rules, seat)
    if seat != state.active:
        redeal_departure(state)
        redeal_choice(state, rules)
    end_redeal(state, rules, seat)
