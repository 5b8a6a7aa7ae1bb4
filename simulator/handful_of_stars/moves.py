"""What an option does: one small function per decision, then play goes on to the next decision."""

from starbalance.simulator.contract import DECISION
from starbalance.simulator.handful_of_stars.building import build_unit
from starbalance.simulator.handful_of_stars.cards import discard, draw, is_short, put, remove_from_play, take
from starbalance.simulator.handful_of_stars.combat import (
    ATTACKER,
    DEFENDER,
    add_strength,
    ask,
    conclude,
    is_behind,
    is_wiped_out,
    play_and_discard,
    play_in_combat,
    retreat_to,
    side_behind,
    side_due,
    side_of,
    suffer,
)
from starbalance.simulator.handful_of_stars.effects import (
    face_down_counters,
    hold_aside,
    keep_technology,
    look_at_technologies,
    put_played_away,
    return_technologies,
    scout,
    store,
)
from starbalance.simulator.handful_of_stars.moving import demand_moves, keep_movers, move_units
from starbalance.simulator.handful_of_stars.opening import (
    complete,
    counter_picker,
    open_connections,
    reveal_colonies,
    reveal_homes,
    seat_at,
    take_race,
)
from starbalance.simulator.handful_of_stars.payment import counter_points, demand, flip_counter, owed, spend_card
from starbalance.simulator.handful_of_stars.routes import base_hop, by_hop, directly, price_of, survey
from starbalance.simulator.handful_of_stars.rules import Card
from starbalance.simulator.handful_of_stars.state import (
    FAR,
    NONE,
    SIG,
    Action,
    After,
    Kind,
    Marker,
    Phase,
    Resource,
    Stage,
    Unit,
    Zone,
)
from starbalance.simulator.handful_of_stars.systems import (
    exchange_counter,
    place_colony,
    place_outpost,
    relocate,
    take_counter,
)
from starbalance.simulator.handful_of_stars.technology import take_displayed
from starbalance.simulator.handful_of_stars.turn import (
    begin_round,
    end_turn,
    enter,
    finish_action,
    finish_moves,
    next_seat,
    resume_combat,
)
from starbalance.simulator.kernel import kernel, rule

WHOLE_MAP = FAR - 1


@rule
def _pick_race(state, rules, option):
    """race_mode = draft: in turn order."""
    take_race(state, rules, state.actor, option.a)
    state.place += 1
    if state.place < rules.seats:
        state.actor = seat_at(state, rules, state.place)
    else:
        state.place = 0
        ask(state, Phase.HOME, 0)


@rule
def _settle(state, rules, option):
    """D1, D2; HOS-2.11, 2.12: chosen in secret, revealed together."""
    seat = state.actor
    if state.phase == Phase.HOME:
        state.players[seat].home = state.tile[option.a]
    else:
        state.players[seat].colony = state.tile[option.a]
    if seat + 1 < rules.seats:
        state.actor = seat + 1
    elif state.phase == Phase.HOME:
        reveal_homes(state, rules)
        ask(state, Phase.COLONY, 0)
    else:
        reveal_colonies(state, rules)
        _next_counter_of_setup(state, rules)


@rule
def _next_counter_of_setup(state, rules):
    """HOS-2.16; after the last counter the set-up is completed and the first round begins."""
    seat = counter_picker(state, rules)
    if seat != NONE:
        ask(state, Phase.COUNTER, seat)
        return
    complete(state, rules)
    begin_round(state, rules)


@rule
def _take_counter(state, rules, option):
    """D3, D35."""
    take_counter(state, rules, state.actor, option.a)
    if state.rounds == 0:
        state.place += 1
        _next_counter_of_setup(state, rules)
    else:
        finish_action(state, rules)


@rule
def _turn(state, rules, option):
    """D4, D5."""
    if option.kind == Kind.PLAY:
        _play(state, rules, option.a)
    elif option.kind == Kind.DONE:
        end_turn(state, rules)
    else:
        state.players[state.active].actions[option.a] += 1
        _act(state, rules, option.a)


@rule
def _act(state, rules, action):
    """HOS-3.3: begins an action."""
    seat = state.active
    if action == Action.BUILD:
        ask(state, Phase.BUILDING, seat)
    elif action == Action.MOVE:
        _begin_moves(state)
    elif action == Action.COLONISE:
        ask(state, Phase.COLONISING, seat)
    elif action == Action.DRAFT:
        ask(state, Phase.DRAFTING, seat)
    elif action == Action.RESERVE:
        ask(state, Phase.RESERVING, seat)
    elif action == Action.DISCARD:
        ask(state, Phase.DISCARDING, seat)
    elif action == Action.REMOVE:
        ask(state, Phase.REMOVING, seat)
    else:
        finish_action(state, rules)


@rule
def _begin_moves(state):
    keep_movers(state)
    ask(state, Phase.ORIGIN, state.active)


@rule
def _play(state, rules, card):
    """HOS-14.1: a card for its effect; it lies aside until the effect is done."""
    seat = state.active
    hold_aside(state, rules, seat, card)
    if state.is_action:
        state.players[seat].actions[Action.CARD] += 1
    else:
        state.players[seat].free_actions += 1
        state.free_used += 1
        state.guard_hit |= 1 if state.free_used >= rules.free_actions_most else 0
    _begin_effect(state, rules, seat, state.playing)


@rule
def _begin_effect(state, rules, seat, name):
    if name == Card.ADVANCED_CYBERNETICS:
        draw(state, rules, seat, rules.draws[name])
        finish_action(state, rules)
    elif name == Card.ARMAMENTS or name == Card.PRODUCTION_LINE or name == Card.MOBILE_FACTORIES:
        state.gratis = 1 if name == Card.ARMAMENTS else 0
        state.factories = 1 if name == Card.MOBILE_FACTORIES else 0
        ask(state, Phase.BUILDING, seat)
    elif name == Card.STAR_BASE_MOVEMENT:
        state.bases_move = 1
        _begin_moves(state)
    elif name == Card.DEVELOPMENT:
        state.players[seat].track_discs -= 1
        state.players[seat].spare_discs += 1
        ask(state, Phase.COUNTER, seat)
    elif name == Card.BLUE_SKY_RESEARCH:
        look_at_technologies(state, rules, seat)
        _keep_more(state, rules)
    else:
        ask(state, _phase_of(name), seat)


@rule
def _phase_of(name):
    """The first decision of an effect."""
    if name == Card.BLACK_HOLE_CREATOR:
        return Phase.BLACK_HOLE
    if name == Card.HYPER_SEARCH_ENGINE:
        return Phase.SEARCHING
    if name == Card.OUT_OF_STORAGE:
        return Phase.EXCHANGE
    if name == Card.RECYCLING_PLANT:
        return Phase.RECYCLING
    if name == Card.SCOUTS:
        return Phase.SCOUTING
    if name == Card.TEMPORARY_WORMHOLE:
        return Phase.JUMP_FROM
    if name == Card.TERRA_FORMING:
        return Phase.TERRAFORMING
    return Phase.TAKING if name == Card.TOP_SECRET_RESEARCH else Phase.STORING


@rule
def _keep_more(state, rules):
    """D26: while the card lets him keep one more and there is one."""
    if state.number < rules.amount[Card.BLUE_SKY_RESEARCH] and state.peeked > 0:
        ask(state, Phase.KEEPING, state.active)
        return
    return_technologies(state)
    finish_action(state, rules)


@rule
def _settle_account(state, rules, seat, after):
    """Asks for what is due, or goes on if nothing is."""
    state.after = after
    if owed(state) == NONE:
        _go_on_after_payment(state, rules, seat)
    else:
        ask(state, Phase.PAYMENT, seat)


@rule
def _payment(state, rules, option):
    """D6."""
    seat = state.actor
    if option.kind == Kind.SPEND:
        spend_card(state, rules, seat, option.a, option.b)
    else:
        flip_counter(state, rules, seat, option.a, option.b)
    if owed(state) == NONE:
        _go_on_after_payment(state, rules, seat)


@rule
def _go_on_after_payment(state, rules, seat):
    after = state.after
    if after == After.BUILT:
        finish_action(state, rules)
    elif after == After.MOVED:
        finish_moves(state, rules)
    elif after == After.COLONISED:
        _colonised(state, rules, seat)
    elif after == After.DRAFTED:
        _drafted(state, rules, seat)
    elif after == After.RESPONDED:
        _responded(state, rules, seat)
    else:
        _terraformed(state, rules, seat)


@rule
def _building(state, rules, option):
    """D7, D33: one more unit, or the bill."""
    if option.kind == Kind.BUILD:
        build_unit(state, rules, state.active, option.a, option.b)
    else:
        _settle_account(state, rules, state.active, After.BUILT)


@rule
def _origin(state, rules, option):
    """D8: one more group, or the bill and then the combat."""
    if option.kind == Kind.FROM:
        state.origin = option.a
        ask(state, Phase.GROUP, state.active)
    else:
        demand_moves(state)
        _settle_account(state, rules, state.active, After.MOVED)


@rule
def _group(state, rules, option):
    """D8: the group moves; entering a non-friendly system makes it the target of the action."""
    seat, hop = state.active, option.kind == Kind.HOP
    survey(state, rules, seat, state.origin, WHOLE_MAP)
    energy, research = _price(state, rules, seat, option.a, option.b, option.c, hop)
    enter(state, rules, option.a)
    move_units(state, rules, seat, state.origin, option.a, option.b, option.c, energy, research)
    ask(state, Phase.ORIGIN, seat)


@rule
def _price(state, rules, seat, space, fleets, star_bases, hop):
    """(energy, research) of a group over the surveyed distance of a system."""
    connections = by_hop(state, seat, space) if hop else directly(state, space)
    energy = 0
    if fleets > 0:
        energy += fleets * price_of(state, rules, seat, Unit.FLEET, connections)
    if star_bases > 0:
        energy += star_bases * price_of(state, rules, seat, Unit.STAR_BASE, connections)
    research = fleets * rules.hop_research + star_bases * base_hop(rules) if hop else 0
    return energy, research


@rule
def _colonising(state, rules, option):
    """D18: where and what; then the price."""
    state.target = option.a
    state.piece = Marker.OUTPOST if option.kind == Kind.OUTPOST else Marker.COLONY
    price = rules.outpost_population if option.kind == Kind.OUTPOST else rules.colony_population
    demand(state, Resource.POPULATION, price)
    _settle_account(state, rules, state.active, After.COLONISED)


@rule
def _colonised(state, rules, seat):
    """HOS-9.2 to 9.6."""
    if state.piece == Marker.OUTPOST:
        place_outpost(state, rules, seat, state.target)
        finish_action(state, rules)
    else:
        _place_colony(state, rules, seat)


@rule
def _place_colony(state, rules, seat):
    if place_colony(state, rules, seat, state.target):
        ask(state, Phase.COUNTER, seat)
    else:
        finish_action(state, rules)


@rule
def _drafting(state, rules, option):
    """D19: which card, or a Wormhole counter; then the price."""
    state.target = option.a if option.kind == Kind.DRAFT else NONE
    name = Card.WORMHOLE_TECHNOLOGY
    if option.kind == Kind.DRAFT:
        name = rules.card_name[state.display[option.a]]
        demand(state, Resource.POPULATION, rules.cost_population[name])
    demand(state, Resource.RESEARCH, rules.cost[name])
    _settle_account(state, rules, state.active, After.DRAFTED)


@rule
def _drafted(state, rules, seat):
    """HOS-10.1, 10.2, 10.7."""
    if state.target == NONE:
        state.players[seat].wormhole = 1
        state.players[seat].drafted |= 1 << Card.WORMHOLE_TECHNOLOGY
    else:
        _gain_displayed(state, rules, seat, state.target)
    finish_action(state, rules)


@rule
def _gain_displayed(state, rules, seat, place):
    """HOS-3.10: a displayed card to the discard pile."""
    card = take_displayed(state, rules, place)
    state.players[seat].drafted |= 1 << rules.card_name[card]
    put(state, rules, seat, Zone.DISCARD_PILE, card)


@rule
def _reserving(state, rules, option):
    """D20; HOS-11."""
    seat = state.active
    if option.kind == Kind.DONE:
        state.touched[:] = 0
        finish_action(state, rules)
        return
    if option.kind == Kind.SWAP:
        _reserve(state, rules, seat, option.a, Zone.RESERVE_TWO)
        _reserve(state, rules, seat, option.b, Zone.RESERVE_ONE)
    else:
        state.number += 1 if option.kind == Kind.RESERVE else 0
        _reserve(state, rules, seat, option.a, option.b)


@rule
def _reserve(state, rules, seat, card, zone):
    take(state, rules, seat, card)
    put(state, rules, seat, zone, card)
    state.touched[card] = 1


@rule
def _discarding(state, rules, option):
    """D21."""
    if option.kind == Kind.DONE:
        finish_action(state, rules)
    else:
        discard(state, rules, state.active, option.a)
        state.number += 1


@rule
def _removing(state, rules, option):
    """D22."""
    remove_from_play(state, rules, state.active, option.a)
    finish_action(state, rules)


@rule
def _retreat_at_once(state, rules, option):
    """D9; HOS-7.6."""
    if option.kind == Kind.YES:
        conclude(state, rules, ATTACKER, 1)
    else:
        state.combat.stage = Stage.STANDING
    resume_combat(state, rules)


@rule
def _stand(state, rules, option):
    """D10; HOS-7.7, 17.8."""
    if option.kind == Kind.PLAY:
        _break_off(state, rules, option.a)
    elif option.kind == Kind.YES:
        conclude(state, rules, DEFENDER, 1)
    else:
        state.combat.stage = Stage.RESPONDING
    resume_combat(state, rules)


@rule
def _break_off(state, rules, card):
    """HOS-17.8, 17.23: Diplomacy drives the attacker back (code 2: he may return), Retreat its own player."""
    seat = state.actor
    diplomacy = rules.card_name[card] == Card.DIPLOMACY
    play_and_discard(state, rules, seat, card)
    if diplomacy:
        conclude(state, rules, ATTACKER, 2)
    else:
        conclude(state, rules, side_of(state, seat), 1)


@rule
def _interruption(state, rules, option):
    """retreat_card = any_time (A14)."""
    state.combat.interrupted = 1
    if option.kind == Kind.PLAY:
        _break_off(state, rules, option.a)
    resume_combat(state, rules)


@rule
def _response(state, rules, option):
    """D11 to D14: one more piece of the response, or the bill."""
    seat, kind = state.actor, option.kind
    if kind == Kind.DONE:
        _end_response(state, rules, seat)
        return
    if kind == Kind.PLAY and _breaks_off(rules, option.a):
        _break_off(state, rules, option.a)
        resume_combat(state, rules)
        return
    state.number += 1
    if kind == Kind.REINFORCE or kind == Kind.REINFORCE_BY_HOP:
        _reinforce(state, rules, seat, option)
    elif kind == Kind.WITHDRAW or kind == Kind.WITHDRAW_BY_HOP:
        _withdraw(state, rules, seat, option)
    elif kind == Kind.PLAY:
        play_in_combat(state, rules, seat, option.a, option.b)
        if is_wiped_out(state, rules, 1 - side_of(state, seat)):
            _end_response(state, rules, seat)
    else:
        _commit(state, rules, seat, option)


@rule
def _breaks_off(rules, card):
    return rules.card_name[card] == Card.RETREAT or rules.card_name[card] == Card.DIPLOMACY


@rule
def _end_response(state, rules, seat):
    demand_moves(state)
    _settle_account(state, rules, seat, After.RESPONDED)


@rule
def _reinforce(state, rules, seat, option):
    """HOS-7.9a, 7.10."""
    hop = option.kind == Kind.REINFORCE_BY_HOP
    survey(state, rules, seat, state.combat.space, WHOLE_MAP)
    energy, research = _price(state, rules, seat, option.a, option.b, option.c, hop)
    move_units(state, rules, seat, option.a, state.combat.space, option.b, option.c, energy, research)
    state.combat.defender_added |= side_of(state, seat)


@rule
def _withdraw(state, rules, seat, option):
    """HOS-7.11."""
    hop = option.kind == Kind.WITHDRAW_BY_HOP
    fleets = 1 - option.b
    survey(state, rules, seat, state.combat.space, WHOLE_MAP)
    energy, research = _price(state, rules, seat, option.a, fleets, option.b, hop)
    move_units(state, rules, seat, state.combat.space, option.a, fleets, option.b, energy, research)


@rule
def _commit(state, rules, seat, option):
    """HOS-7.9b, 17.13, 17.15, A17: an item for strength; every point counts."""
    resource = option.b
    if option.kind == Kind.SPEND:
        add_strength(state, seat, rules.symbols[option.a, resource])
        discard(state, rules, seat, option.a)
    else:
        add_strength(state, seat, counter_points(state, rules, seat, option.a, resource))
        state.players[seat].up[option.a] = 0
    if resource == Resource.ENERGY:
        state.combat.weapons[side_of(state, seat)] = 1


@rule
def _responded(state, rules, seat):
    """HOS-7.13 to 7.17: who fails to come to his winning side loses; else the marker has crossed."""
    state.combat.interrupted = 0
    side = side_of(state, seat)
    if is_wiped_out(state, rules, 1 - side):
        conclude(state, rules, 1 - side, 0)
    elif is_behind(state, rules, seat):
        conclude(state, rules, side_behind(state, rules), 0)
    else:
        state.combat.crossed = 1
    resume_combat(state, rules)


@rule
def _shields(state, rules, option):
    """D17."""
    if option.kind == Kind.PLAY:
        play_and_discard(state, rules, state.actor, option.a)
        state.combat.casualties[0 if side_due(state) == state.combat.loser else 1] = 0
    state.combat.stage += 1
    resume_combat(state, rules)


@rule
def _casualties(state, rules, option):
    """D15."""
    suffer(state, rules, side_due(state), option.b, option.a)
    state.combat.stage += 1
    resume_combat(state, rules)


@rule
def _retreat(state, rules, option):
    """D16."""
    retreat_to(state, rules, state.actor, option.a, option.b, option.c)
    resume_combat(state, rules)


@rule
def _take_back(state, rules, option):
    """D23; HOS-3.9."""
    seat = state.actor
    take(state, rules, seat, option.a)
    put(state, rules, seat, Zone.HAND, option.a)
    if state.combat.stage != Stage.NO_COMBAT:
        resume_combat(state, rules)
    elif is_short(state, rules, seat):
        ask(state, Phase.SHORTFALL, seat)
    else:
        next_seat(state, rules)


@rule
def _jump_from(state, rules, option):
    """D24: the units of a Temporary Wormhole leave the map's routes."""
    state.origin = option.a
    state.combat.returning_fleets = option.b
    state.combat.returning_bases = option.c
    ask(state, Phase.JUMP_TO, state.active)


@rule
def _jump_to(state, rules, option):
    """D24; HOS-17.30: the card is discarded after the jump, before a combat (A34)."""
    combat = state.combat
    enter(state, rules, option.a)
    relocate(state, rules, state.active, state.origin, option.a, combat.returning_fleets, combat.returning_bases)
    put_played_away(state, rules)
    finish_moves(state, rules)


@rule
def _block(state, rules, option):
    """D25."""
    state.blocked[option.a] = 1
    state.spare_discs -= 1
    open_connections(state, rules)
    finish_action(state, rules)


@rule
def _keep(state, rules, option):
    """D26."""
    keep_technology(state, rules, state.active, option.a)
    _keep_more(state, rules)


@rule
def _take_technology(state, rules, option):
    """D27."""
    _gain_displayed(state, rules, state.active, option.a)
    finish_action(state, rules)


@rule
def _exchange(state, rules, option):
    """D28."""
    exchange_counter(state, rules, state.active, option.a, option.b)
    finish_action(state, rules)


@rule
def _recycle(state, rules, option):
    """D29: one or two."""
    if option.kind == Kind.RECYCLE:
        state.players[state.active].up[option.a] = 1
        state.number += 1
    if (
        option.kind == Kind.DONE
        or state.number >= rules.amount[Card.RECYCLING_PLANT]
        or face_down_counters(state, state.active) == 0
    ):
        finish_action(state, rules)


@rule
def _scout(state, rules, option):
    """D30."""
    scout(state, rules, state.active, option.a)
    finish_action(state, rules)


@rule
def _store(state, rules, option):
    """D31."""
    store(state, rules, state.active, option.a, option.b)
    finish_action(state, rules)


@rule
def _search(state, rules, option):
    """D32; HOS-17.14: discards first, then as many draws."""
    seat = state.active
    if option.kind == Kind.DISCARD:
        discard(state, rules, seat, option.a)
        state.number += 1
    if option.kind == Kind.DONE or state.players[seat].piles[Zone.HAND].count == 0:
        draw(state, rules, seat, state.number)
        finish_action(state, rules)


@rule
def _terraform(state, rules, option):
    """D34, A20."""
    state.target = option.a
    demand(state, Resource.POPULATION, rules.terraform_population)
    _settle_account(state, rules, state.active, After.TERRAFORMED)


@rule
def _terraformed(state, rules, seat):
    _place_colony(state, rules, seat)


@rule
def _of_setup(state, rules, option):
    if state.phase == Phase.RACE:
        _pick_race(state, rules, option)
    elif state.phase == Phase.COUNTER:
        _take_counter(state, rules, option)
    else:
        _settle(state, rules, option)


@rule
def _of_actions(state, rules, option):
    phase = state.phase
    if phase == Phase.TURN:
        _turn(state, rules, option)
    elif phase == Phase.PAYMENT:
        _payment(state, rules, option)
    elif phase == Phase.BUILDING:
        _building(state, rules, option)
    elif phase == Phase.ORIGIN:
        _origin(state, rules, option)
    elif phase == Phase.GROUP:
        _group(state, rules, option)
    elif phase == Phase.COLONISING:
        _colonising(state, rules, option)
    elif phase == Phase.DRAFTING:
        _drafting(state, rules, option)
    elif phase == Phase.RESERVING:
        _reserving(state, rules, option)
    elif phase == Phase.DISCARDING:
        _discarding(state, rules, option)
    else:
        _removing(state, rules, option)


@rule
def _of_combat(state, rules, option):
    phase = state.phase
    if phase == Phase.RETREAT_AT_ONCE:
        _retreat_at_once(state, rules, option)
    elif phase == Phase.STAND:
        _stand(state, rules, option)
    elif phase == Phase.INTERRUPTION:
        _interruption(state, rules, option)
    elif phase == Phase.RESPONSE:
        _response(state, rules, option)
    elif phase == Phase.SHIELDS:
        _shields(state, rules, option)
    elif phase == Phase.CASUALTIES:
        _casualties(state, rules, option)
    elif phase == Phase.RETREAT:
        _retreat(state, rules, option)
    else:
        _take_back(state, rules, option)


@rule
def _of_effects(state, rules, option):
    phase = state.phase
    if phase == Phase.JUMP_FROM:
        _jump_from(state, rules, option)
    elif phase == Phase.JUMP_TO:
        _jump_to(state, rules, option)
    elif phase == Phase.BLACK_HOLE:
        _block(state, rules, option)
    elif phase == Phase.KEEPING:
        _keep(state, rules, option)
    elif phase == Phase.TAKING:
        _take_technology(state, rules, option)
    elif phase == Phase.EXCHANGE:
        _exchange(state, rules, option)
    elif phase == Phase.RECYCLING:
        _recycle(state, rules, option)
    elif phase == Phase.SCOUTING:
        _scout(state, rules, option)
    elif phase == Phase.STORING:
        _store(state, rules, option)
    elif phase == Phase.SEARCHING:
        _search(state, rules, option)
    else:
        _terraform(state, rules, option)


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Carries out an option of the pending decision and plays on to the next one."""
    if state.phase < Phase.TURN:
        _of_setup(state, rules, option)
    elif state.phase < Phase.RETREAT_AT_ONCE:
        _of_actions(state, rules, option)
    elif state.phase < Phase.JUMP_FROM:
        _of_combat(state, rules, option)
    else:
        _of_effects(state, rules, option)


@kernel(SIG["go_on"])
def go_on(state, rules):
    """Nothing: `apply` plays on to the next decision itself."""
    state.then = DECISION
