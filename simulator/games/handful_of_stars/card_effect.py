"""The effects of cards played outside a combat (HOS-17.1): when they can be played, and what they do."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.board import open_connections
from starbalance.simulator.games.handful_of_stars.building import can_build
from starbalance.simulator.games.handful_of_stars.card import draw, put, put_away, take
from starbalance.simulator.games.handful_of_stars.colonising import has_disc
from starbalance.simulator.games.handful_of_stars.counter import face_down_counters
from starbalance.simulator.games.handful_of_stars.movement import begin_moves, can_move
from starbalance.simulator.games.handful_of_stars.payment import points_of
from starbalance.simulator.games.handful_of_stars.reserve import has_label
from starbalance.simulator.games.handful_of_stars.route import (
    WHOLE_MAP,
    direct_distance,
    hop_distance,
    may_move_bases,
    measure_routes,
)
from starbalance.simulator.games.handful_of_stars.rules import Card, Resource, Timing
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import FAR, NONE, Decision, Marker, PendingStep, Zone
from starbalance.simulator.games.handful_of_stars.system import is_habitable
from starbalance.simulator.games.handful_of_stars.technology import next_technology, put_under


@rule
def is_playable_now(rules, name):
    """HOS-1.11: Return whether a card is played as an Action or as a Free Action."""
    return rules.timing[name] == Timing.ACTION or rules.timing[name] == Timing.FREE


@rule
def can_play(state, rules, seat, card):
    """Return whether the effect of an Action or Free Action card can be carried out now."""
    name = rules.card_name[card]
    if name == Card.ADVANCED_CYBERNETICS:
        return True
    if name == Card.HYPER_SEARCH_ENGINE or name == Card.WAREHOUSE:
        return has_other_card(state, seat, card)
    if name == Card.PRODUCTION_LINE:
        return can_build(state, rules, seat, card)
    if name == Card.RECYCLING_PLANT:
        return face_down_counters(state, seat) > 0
    if name == Card.SCOUTS:
        return has_scouting_target(state, rules, seat)
    return _can_play_action(state, rules, seat, card, name)


@rule
def _can_play_action(state, rules, seat, card, name):
    if name == Card.ARMAMENTS or name == Card.MOBILE_FACTORIES:
        return can_build(state, rules, seat, card)
    if name == Card.BLACK_HOLE_CREATOR:
        return state.spare_discs > 0 and has_connection_to_block(state, rules, seat)
    if name == Card.BLUE_SKY_RESEARCH:
        return state.technologies_left > 0
    if name == Card.DEVELOPMENT:
        return state.players[seat].track_discs > 0 and state.counters_displayed > 0
    if name == Card.OUT_OF_STORAGE:
        return state.players[seat].counters[0] != NONE and state.counters_displayed > 0
    if name == Card.STAR_BASE_MOVEMENT:
        return has_base_to_move(state, rules, seat, card)
    if name == Card.TEMPORARY_WORMHOLE:
        return has_unit_to_jump(state, rules, seat)
    if name == Card.TERRA_FORMING:
        return can_terraform(state, rules, seat, card)
    return state.displayed > 0  # Top-Secret Research


@rule
def has_other_card(state, seat, card):
    """HOS-17.14: Return whether the hand has a card other than this one."""
    hand = state.players[seat].piles[Zone.HAND]
    return hand.count > 1 or (hand.count == 1 and hand.card[0] != card)


@rule
def may_store(rules, zone, card):
    """HOS-17.33, A22: Return whether Warehouse may move a card into a slot.

    The limit of the slot does not matter. Reserve Two takes unlabelled cards only with `warehouse_any`.
    """
    if zone == Zone.RESERVE_ONE or rules.warehouse_any:
        return True
    return has_label(rules, card)


@rule
def may_scout(state, rules, seat, space):
    """HOS-17.24, A35: Return whether a neutral system has an alien and a unit of the seat could reach it."""
    if state.owner[space] != NONE or state.alien[space] == NONE:
        return False
    measure_routes(state, rules, seat, space, WHOLE_MAP)
    for origin in range(rules.spaces):
        if direct_distance(state, origin) < FAR or hop_distance(state, seat, origin) < FAR:
            if state.fleets[seat, origin] > 0:
                return True
            if state.star_bases[seat, origin] > 0 and may_move_bases(state, rules, seat):
                return True
    return False


@rule
def has_scouting_target(state, rules, seat):
    for space in range(rules.spaces):
        if is_habitable(state, rules, space) and may_scout(state, rules, seat, space):
            return True
    return False


@rule
def may_block(state, rules, seat, connection):
    """HOS-17.4, A26: Return whether a connection has no disc and touches a system of the player."""
    if state.blocked[connection]:
        return False
    return state.owner[rules.ends[connection, 0]] == seat or state.owner[rules.ends[connection, 1]] == seat


@rule
def has_connection_to_block(state, rules, seat):
    for connection in range(rules.connections):
        if may_block(state, rules, seat, connection):
            return True
    return False


@rule
def has_base_to_move(state, rules, seat, card):
    """HOS-17.26: Return whether any unit can move after Star Base Movement (`card`) is played as an action."""
    state.bases_move = 1
    movable = can_move(state, rules, seat, card)
    state.bases_move = 0
    return movable


@rule
def has_unit_to_jump(state, rules, seat):
    """HOS-17.30: Return whether the player has a unit that Temporary Wormhole could move."""
    for space in range(rules.spaces):
        if state.fleets[seat, space] > 0:
            return True
        if state.star_bases[seat, space] > 0 and may_move_bases(state, rules, seat):
            return True
    return False


@rule
def may_terraform(state, rules, seat, space):
    """HOS-17.31: Return whether the player has an outpost on this uninhabitable system."""
    return (
        state.owner[space] == seat and state.marker[space] == Marker.OUTPOST and not is_habitable(state, rules, space)
    )


@rule
def can_terraform(state, rules, seat, card):
    points = points_of(state, rules, seat, Resource.POPULATION) - rules.symbols[card, Resource.POPULATION]
    if not has_disc(state, seat) or points < rules.terraform_population:
        return False
    for space in range(rules.spaces):
        if may_terraform(state, rules, seat, space):
            return True
    return False


@rule
def set_card_aside(state, rules, seat, card):
    """A34: Move a card from its pile to `state.card`, where it is held aside until its effect is done."""
    name = rules.card_name[card]
    take(state, rules, seat, card)
    state.card = card
    state.playing = name
    state.is_action = 1 if rules.timing[name] == Timing.ACTION else 0
    state.players[seat].played |= 1 << name


@rule
def put_played_away(state, rules):
    """A34: Put the card that is held aside, if any, onto the discard pile, or into the box if it is One-Use."""
    if state.card != NONE:
        put_away(state, rules, state.active, state.card)
        state.card = NONE


@rule
def begin_effect(state, rules, seat, name):
    """HOS-14.1: Begin the effect of a card: carry out its first step or ask for its first decision."""
    state.pending_step = PendingStep.FINISH_ACTION
    if name == Card.ADVANCED_CYBERNETICS:
        draw(state, rules, seat, rules.draws[name])
    elif name == Card.ARMAMENTS or name == Card.PRODUCTION_LINE or name == Card.MOBILE_FACTORIES:
        state.free_of_charge = 1 if name == Card.ARMAMENTS else 0
        state.factories = 1 if name == Card.MOBILE_FACTORIES else 0
        ask(state, Decision.BUILDING, seat)
    elif name == Card.STAR_BASE_MOVEMENT:
        state.bases_move = 1
        begin_moves(state, rules)
    elif name == Card.DEVELOPMENT:
        set_disc_aside(state, seat)
        ask(state, Decision.COUNTER, seat)
    elif name == Card.BLUE_SKY_RESEARCH:
        look_at_technologies(state, rules, seat)
        ask_for_next_kept(state, rules)
    else:
        ask(state, _decision_of(name), seat)


@rule
def _decision_of(name):
    """Return the decision type that the effect of a card begins with."""
    if name == Card.BLACK_HOLE_CREATOR:
        return Decision.BLACK_HOLE
    if name == Card.HYPER_SEARCH_ENGINE:
        return Decision.SEARCHING
    if name == Card.OUT_OF_STORAGE:
        return Decision.EXCHANGE
    if name == Card.RECYCLING_PLANT:
        return Decision.RECYCLING
    if name == Card.SCOUTS:
        return Decision.SCOUTING
    if name == Card.TEMPORARY_WORMHOLE:
        return Decision.JUMP_FROM
    if name == Card.TERRA_FORMING:
        return Decision.TERRAFORMING
    return Decision.TAKING if name == Card.TOP_SECRET_RESEARCH else Decision.STORING


@rule
def set_disc_aside(state, seat):
    """HOS-17.7: Turn a disc of the Colony track into a spare one."""
    state.players[seat].track_discs -= 1
    state.players[seat].spare_discs += 1


@rule
def look_at_technologies(state, rules, seat):
    """HOS-17.5: Move the top cards of the Technology deck to `state.looked` and mark them as seen by the player.

    A Wormhole card among them is set aside and replaced. There are fewer cards if the deck runs out.
    """
    state.looked_at = 0
    while state.looked_at < rules.draws[Card.BLUE_SKY_RESEARCH]:
        card = next_technology(state, rules, True)
        if card == NONE:
            return
        state.looked[state.looked_at] = card
        state.looked_at += 1
        state.seen_card[card] |= 1 << seat


@rule
def ask_for_next_kept(state, rules):
    """HOS-17.5: Ask which card to keep while the player may keep one more and a card is left.

    Otherwise put the remaining cards under the deck and finish the action.
    """
    if state.number < rules.amount[Card.BLUE_SKY_RESEARCH] and state.looked_at > 0:
        ask(state, Decision.KEEPING, state.active)
        return
    return_technologies(state)
    state.pending_step = PendingStep.FINISH_ACTION


@rule
def keep_technology(state, rules, seat, card):
    """HOS-17.5: Move a card from `state.looked` into the hand and count it as drafted."""
    for k in range(state.looked_at):
        if state.looked[k] == card:
            state.looked_at -= 1
            state.looked[k] = state.looked[state.looked_at]
            break
    put(state, rules, seat, Zone.HAND, card)
    state.players[seat].drafted |= 1 << rules.card_name[card]
    state.number += 1


@rule
def return_technologies(state):
    while state.looked_at > 0:
        state.looked_at -= 1
        put_under(state, state.looked[state.looked_at])


@rule
def block(state, rules, connection):
    """HOS-17.4: Put a spare black-hole disc on a connection and update `state.near`."""
    state.blocked[connection] = 1
    state.spare_discs -= 1
    open_connections(state, rules)


@rule
def scout(state, rules, seat, space):
    """HOS-17.24: Show the alien counter of a system to the player only, then draw the cards that Scouts give."""
    state.alien_seen[space] |= 1 << seat
    draw(state, rules, seat, rules.draws[Card.SCOUTS])


@rule
def store(state, rules, seat, card, zone):
    """HOS-17.33: Move a hand card into a slot, then draw the cards that Warehouse gives."""
    take(state, rules, seat, card)
    put(state, rules, seat, zone, card)
    state.number += 1
    draw(state, rules, seat, rules.draws[Card.WAREHOUSE])
