"""What an option does: one small function per kind of decision."""

from starbalance.simulator.contract import DECISION
from starbalance.simulator.four_thousand_ad.alliance import (
    ally_with,
    bit,
    can_come_out_together,
    lendable,
    next_candidate,
)
from starbalance.simulator.four_thousand_ad.arrival import arrive, arrive_from_warp, arrive_together
from starbalance.simulator.four_thousand_ad.battle import dissolve
from starbalance.simulator.four_thousand_ad.elimination import agree_withdrawal, judge_grace, surrender_warp, withdraw
from starbalance.simulator.four_thousand_ad.movement import is_hop, launch
from starbalance.simulator.four_thousand_ad.occupation import leave, permission_needed_of, update_possession
from starbalance.simulator.four_thousand_ad.state import NONE, SIG, Kind, Phase
from starbalance.simulator.four_thousand_ad.turn import ask, ask_next_candidate, next_stage
from starbalance.simulator.four_thousand_ad.turn import go_on as go_on_with_turn
from starbalance.simulator.four_thousand_ad.victory import concede
from starbalance.simulator.kernel import kernel, rule


@rule
def _arrival(state, rules, option):
    """D-1: continue, come out (an ally's home asks for permission first), or wait for other warps."""
    seat, slot, star = state.active, option.a, option.b
    if option.kind == Kind.COMBINE:
        mine = bit(seat, slot, seat)
        return _muster(state, rules, star, option.c, mine)
    if option.kind == Kind.ARRIVE:
        owner = permission_needed_of(state, rules, seat, star)
        if owner >= 0:
            state.star = star
            return ask(state, Phase.PERMISSION, owner)
        state.warp = NONE
        return arrive_from_warp(state, rules, seat, slot, star)
    state.warp = NONE
    return False


@rule
def _muster(state, rules, star, partner, joined):
    """FAD-8.5, FAD-17.3: begins to ask who comes out together at a star."""
    state.star = star
    state.partner = partner
    state.joined = joined
    state.asked = joined
    return ask_next_candidate(state, rules)


@rule
def _joint_arrival(state, rules, option):
    """D-10: no more proposals, or one."""
    if option.kind == Kind.COMBINE:
        return _muster(state, rules, option.b, option.c, 0)
    next_stage(state)
    return False


@rule
def _join(state, rules, option):
    """D-1, D-10: one warp more or not; after the last answer they fight, or each goes on alone."""
    mine = bit(option.b, option.a, state.active)
    state.asked |= mine
    if option.kind == Kind.JOIN:
        state.joined |= mine
    if next_candidate(state, rules) != NONE:
        return ask_next_candidate(state, rules)
    alone = state.warp >= 0
    if not can_come_out_together(state, rules, state.joined):
        state.warp = NONE
        if not alone:
            next_stage(state)
        return False
    state.warp = NONE
    return arrive_together(state, rules)


@rule
def _permission(state, rules, option):
    """D-7: the arrival or the hop goes on, or has to be decided anew."""
    seat, star, owner = state.active, state.star, state.actor
    slot = state.warp
    if option.kind == Kind.NO:
        state.refused |= 1 << owner
        return False
    if slot == NONE:
        return ask(state, Phase.SHIPS, seat)
    state.warp = NONE
    return arrive_from_warp(state, rules, seat, slot, star)


@rule
def _resources(state, option):
    """D-9: in force from the next round on."""
    state.share[state.star] = option.a
    state.share_round[state.star] = state.rounds
    return False


@rule
def _departure(state, option):
    """D-2: from which star, if any."""
    if option.kind == Kind.STAY:
        state.departures = 0
        return False
    state.star = option.a
    return ask(state, Phase.DESTINATION, state.active)


@rule
def _destination(state, rules, option):
    """D-2, D-3: where to; a hop into an ally's home asks for permission first."""
    seat = state.active
    state.destination = option.a
    if is_hop(state.star, option.a):
        owner = permission_needed_of(state, rules, seat, option.a)
        if owner >= 0:
            return ask(state, Phase.PERMISSION, owner)
    return ask(state, Phase.SHIPS, seat)


@rule
def _ships(state, rules, option):
    """D-2: how many own ships; an ally at the star is asked for his."""
    state.embarked = option.a
    partner, ships = lendable(state, rules, state.active, state.star)
    if ships > 0:
        state.partner = partner
        return ask(state, Phase.LOAN, partner)
    return depart(state, rules, NONE, 0)


@rule
def depart(state, rules, partner, lent):
    """FAD-8.6, 9.1 to 9.3: the fleet leaves its star, by warp or by a hop. Whether a question is open."""
    seat, source, target = state.active, state.star, state.destination
    ships = state.embarked
    leave(state, rules, seat, source, ships)
    if lent > 0:
        leave(state, rules, partner, source, lent)
    update_possession(state, rules, source)
    state.departures -= 1
    player = state.players[seat]
    if player.duty and source == state.players[player.truce].home:
        withdraw(state, rules, seat)
    if is_hop(source, target):
        return arrive(state, rules, seat, partner if lent > 0 else NONE, target, ships, lent)
    launch(state, seat, source, ships, lent, partner, target)
    return False


@rule
def _withdrawal(state, rules, option):
    """D-5: propose a mutual withdrawal to the captor, or be eliminated."""
    seat = state.active
    if option.kind == Kind.YES:
        return ask(state, Phase.ANSWER_WITHDRAWAL, state.players[seat].controller)
    judge_grace(state, rules, seat)
    next_stage(state)
    return False


@rule
def _answer_withdrawal(state, rules, option):
    """D-6."""
    seat = state.active
    if option.kind == Kind.YES:
        agree_withdrawal(state, seat, state.actor)
    else:
        judge_grace(state, rules, seat)
    next_stage(state)
    return False


@rule
def _alliance(state, rules, option):
    """D-13: end an alliance, propose one, or go on with the turn."""
    seat, other = state.active, option.a
    if option.kind == Kind.PROPOSE:
        state.proposed = 1
        return ask(state, Phase.ANSWER_ALLIANCE, other)
    if option.kind == Kind.END_ALLIANCE:
        dissolve(state, seat, other)
        update_possession(state, rules, state.players[seat].home)
        update_possession(state, rules, state.players[other].home)
        return False
    next_stage(state)
    return False


@rule
def _answer_alliance(state, option):
    """D-14."""
    if option.kind == Kind.YES:
        ally_with(state, state.active, state.actor)
    return False


@rule
def _concession(state, rules, option):
    """D-12; FAD-19.4."""
    if option.kind == Kind.YES:
        concede(state, rules, 1 - rules.side[state.active])
    next_stage(state)
    return False


@rule
def _surrender(state, rules, option):
    """D-4."""
    surrender_warp(state, rules, state.actor, option.a, option.b)
    return False


@rule
def _frequent(state, rules, option):
    """Whether another decision is pending after this one."""
    phase = state.phase
    if phase == Phase.ARRIVAL:
        return _arrival(state, rules, option)
    if phase == Phase.DEPARTURE:
        return _departure(state, option)
    if phase == Phase.DESTINATION:
        return _destination(state, rules, option)
    if phase == Phase.SHIPS:
        return _ships(state, rules, option)
    if phase == Phase.LOAN:
        return depart(state, rules, state.partner, option.a)
    return _joining(state, rules, option)


@rule
def _joining(state, rules, option):
    phase = state.phase
    if phase == Phase.JOINT_ARRIVAL:
        return _joint_arrival(state, rules, option)
    if phase == Phase.JOIN:
        return _join(state, rules, option)
    if phase == Phase.RESOURCES:
        return _resources(state, option)
    if phase == Phase.PERMISSION:
        return _permission(state, rules, option)
    return _talking(state, rules, option)


@rule
def _talking(state, rules, option):
    phase = state.phase
    if phase == Phase.WITHDRAWAL:
        return _withdrawal(state, rules, option)
    if phase == Phase.ANSWER_WITHDRAWAL:
        return _answer_withdrawal(state, rules, option)
    if phase == Phase.ALLIANCE:
        return _alliance(state, rules, option)
    if phase == Phase.ANSWER_ALLIANCE:
        return _answer_alliance(state, option)
    if phase == Phase.CONCESSION:
        return _concession(state, rules, option)
    return _surrender(state, rules, option)


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Carries out an option of the pending decision and plays on to the next one."""
    if not _frequent(state, rules, option):
        go_on_with_turn(state, rules)


@kernel(SIG["go_on"])
def go_on(state, rules):
    """Nothing: `apply` plays on to the next decision itself."""
    state.then = DECISION
