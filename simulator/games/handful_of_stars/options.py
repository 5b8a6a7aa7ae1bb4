"""The legal options: which decision type lists them. RULES.md has the table of decisions."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.handful_of_stars.decisions.building import offer_building
from starbalance.simulator.games.handful_of_stars.decisions.card import (
    offer_discarding,
    offer_removing,
    offer_searching,
)
from starbalance.simulator.games.handful_of_stars.decisions.card_effect import (
    offer_black_hole,
    offer_exchange,
    offer_jump_from,
    offer_jump_to,
    offer_recycling,
    offer_scouting,
    offer_terraforming,
)
from starbalance.simulator.games.handful_of_stars.decisions.colonising import offer_colonising
from starbalance.simulator.games.handful_of_stars.decisions.combat import (
    offer_casualties,
    offer_interruption,
    offer_retreat,
    offer_retreat_at_once,
    offer_shields,
    offer_stand,
)
from starbalance.simulator.games.handful_of_stars.decisions.movement import offer_group, offer_origin
from starbalance.simulator.games.handful_of_stars.decisions.opening import (
    offer_colony,
    offer_counter,
    offer_home,
    offer_race,
)
from starbalance.simulator.games.handful_of_stars.decisions.payment import offer_payment
from starbalance.simulator.games.handful_of_stars.decisions.reserve import (
    offer_reserving,
    offer_shortfall,
    offer_storing,
)
from starbalance.simulator.games.handful_of_stars.decisions.response import offer_response
from starbalance.simulator.games.handful_of_stars.decisions.technology import (
    offer_drafting,
    offer_keeping,
    offer_taking,
)
from starbalance.simulator.games.handful_of_stars.decisions.turn import offer_turn
from starbalance.simulator.games.handful_of_stars.state import SIG, Decision


@rule
def _offer_setup(state, rules, opts):
    decision = state.decision
    if decision == Decision.RACE:
        return offer_race(state, rules, opts)
    if decision == Decision.HOME:
        return offer_home(state, rules, opts)
    if decision == Decision.COLONY:
        return offer_colony(state, rules, opts)
    if decision == Decision.COUNTER:
        return offer_counter(state, rules, opts)
    return 0


@rule
def _offer_actions(state, rules, opts):
    decision = state.decision
    if decision == Decision.TURN:
        return offer_turn(state, rules, opts)
    if decision == Decision.PAYMENT:
        return offer_payment(state, rules, opts)
    if decision == Decision.BUILDING:
        return offer_building(state, rules, opts)
    if decision == Decision.ORIGIN:
        return offer_origin(state, rules, opts)
    if decision == Decision.GROUP:
        return offer_group(state, rules, opts)
    if decision == Decision.COLONISING:
        return offer_colonising(state, rules, opts)
    if decision == Decision.DRAFTING:
        return offer_drafting(state, rules, opts)
    if decision == Decision.RESERVING:
        return offer_reserving(state, rules, opts)
    if decision == Decision.DISCARDING:
        return offer_discarding(state, rules, opts)
    if decision == Decision.REMOVING:
        return offer_removing(state, rules, opts)
    return 0


@rule
def _offer_combat(state, rules, opts):
    decision = state.decision
    if decision == Decision.RETREAT_AT_ONCE:
        return offer_retreat_at_once(state, rules, opts)
    if decision == Decision.STAND:
        return offer_stand(state, rules, opts)
    if decision == Decision.INTERRUPTION:
        return offer_interruption(state, rules, opts)
    if decision == Decision.RESPONSE:
        return offer_response(state, rules, opts)
    if decision == Decision.SHIELDS:
        return offer_shields(state, rules, opts)
    if decision == Decision.CASUALTIES:
        return offer_casualties(state, rules, opts)
    if decision == Decision.RETREAT:
        return offer_retreat(state, rules, opts)
    if decision == Decision.SHORTFALL:
        return offer_shortfall(state, rules, opts)
    return 0


@rule
def _offer_effects(state, rules, opts):
    decision = state.decision
    if decision == Decision.JUMP_FROM:
        return offer_jump_from(state, rules, opts)
    if decision == Decision.JUMP_TO:
        return offer_jump_to(state, rules, opts)
    if decision == Decision.BLACK_HOLE:
        return offer_black_hole(state, rules, opts)
    if decision == Decision.KEEPING:
        return offer_keeping(state, rules, opts)
    if decision == Decision.TAKING:
        return offer_taking(state, rules, opts)
    if decision == Decision.EXCHANGE:
        return offer_exchange(state, rules, opts)
    if decision == Decision.RECYCLING:
        return offer_recycling(state, rules, opts)
    if decision == Decision.SCOUTING:
        return offer_scouting(state, rules, opts)
    if decision == Decision.STORING:
        return offer_storing(state, rules, opts)
    if decision == Decision.SEARCHING:
        return offer_searching(state, rules, opts)
    if decision == Decision.TERRAFORMING:
        return offer_terraforming(state, rules, opts)
    return 0


@kernel(SIG["options"])
def options(state, rules, opts):
    """Write the legal options of the pending decision to `opts` and return their number."""
    decision = state.decision
    if decision <= Decision.COUNTER:
        return _offer_setup(state, rules, opts)
    if decision <= Decision.REMOVING:
        return _offer_actions(state, rules, opts)
    if decision <= Decision.SHORTFALL:
        return _offer_combat(state, rules, opts)
    return _offer_effects(state, rules, opts)
