"""The order of play: turns, actions and rounds (HOS-3), and the end of the game (HOS-16)."""

from starbalance.simulator.chance import next_turn
from starbalance.simulator.handful_of_stars.cards import refill
from starbalance.simulator.handful_of_stars.combat import ask, begin_combat, go_on_with_combat
from starbalance.simulator.handful_of_stars.effects import can_play, put_played_away
from starbalance.simulator.handful_of_stars.opening import seat_at
from starbalance.simulator.handful_of_stars.rules import Timing
from starbalance.simulator.handful_of_stars.state import NONE, Ended, Phase, Zone
from starbalance.simulator.handful_of_stars.systems import is_habitable, systems_of
from starbalance.simulator.kernel import rule


@rule
def begin_round(state, rules):
    state.rounds += 1
    state.place = 0
    begin_turn(state, rules)


@rule
def begin_turn(state, rules):
    """HOS-3.1, 3.2."""
    next_turn(state)
    state.active = seat_at(state, rules, state.place)
    state.actions_left = rules.actions_per_turn
    state.free_used = 0
    clear_step(state)
    ask(state, Phase.TURN, state.active)


@rule
def go_on_with_turn(state, rules):
    """A18: asks for the next action or Free Action; with neither left the turn ends."""
    clear_step(state)
    if state.actions_left > 0 or has_free_action(state, rules):
        ask(state, Phase.TURN, state.active)
    else:
        end_turn(state, rules)


@rule
def clear_step(state):
    """What an action leaves behind counts for it alone."""
    state.target = NONE
    state.kept = 0
    state.number = 0
    state.energy_due = 0
    state.research_due = 0
    state.bases_move = 0
    state.factories = 0
    state.gratis = 0
    state.combat.returning_fleets = 0
    state.combat.returning_bases = 0


@rule
def may_use_free_actions(state, rules):
    """The guard against endless chains of Free Actions."""
    return state.free_used < rules.free_actions_most


@rule
def has_free_action(state, rules):
    """Whether the active player holds a Free Action that he could play now."""
    if not may_use_free_actions(state, rules):
        return False
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[state.active].piles[zone]
            for k in range(pile.count):
                name = rules.card_name[pile.card[k]]
                if name != NONE and rules.timing[name] == Timing.FREE:
                    if can_play(state, rules, state.active, pile.card[k]):
                        return True
    return False


@rule
def finish_action(state, rules):
    """An action, or a card played for its effect, is done (HOS-3.2, A34)."""
    if state.playing == NONE:
        state.actions_left -= 1
    else:
        put_played_away(state, rules)
        state.actions_left -= state.is_action
    state.playing = NONE
    go_on_with_turn(state, rules)


@rule
def finish_moves(state, rules):
    """HOS-6.6, 6.7: after all movement is done, the combat if there is one."""
    space = state.target
    if space != NONE and state.owner[space] != state.active:
        begin_combat(state, space, state.active, state.owner[space])
        resume_combat(state, rules)
    else:
        finish_action(state, rules)


@rule
def resume_combat(state, rules):
    if not go_on_with_combat(state, rules):
        finish_action(state, rules)


@rule
def enter(state, rules, space):
    """HOS-6.5: marks a non-friendly system that the active player enters."""
    if state.owner[space] != state.active:
        state.target = space


@rule
def is_open_ground(state, rules, space):
    """HOS-6.7c: neutral and uninhabitable."""
    return state.owner[space] == NONE and not is_habitable(state, rules, space)


@rule
def end_turn(state, rules):
    """HOS-3.5, 3.9: the hand is filled up; then the next turn."""
    if refill(state, rules, state.active):
        ask(state, Phase.SHORTFALL, state.active)
    else:
        next_seat(state, rules)


@rule
def next_seat(state, rules):
    """HOS-3.1, 16.2: the next turn, the next round, or the end of the game."""
    state.place += 1
    if state.place < rules.seats:
        begin_turn(state, rules)
    elif state.trigger_round > 0 and state.rounds >= state.trigger_round + rules.final_rounds:
        end_game(state, rules, Ended.FINAL_ROUND)
    elif state.rounds >= rules.max_rounds:
        state.capped = 1
        end_game(state, rules, Ended.CAPPED)
    else:
        begin_round(state, rules)


@rule
def standing(state, rules, seat):
    """HOS-16.6: victory points, then systems controlled, as one comparable number."""
    return final_vp(state, rules, seat) * 1000 + systems_of(state, rules, seat)


@rule
def final_vp(state, rules, seat):
    """HOS-16.5: the running total; A02: counters of the set-up count now at the latest."""
    points = state.players[seat].vp
    if not rules.setup_vp_counters:
        for space in range(2):
            kind = state.players[seat].counters[space]
            points += rules.counter_vp[kind] if kind != NONE else 0
    return points


@rule
def end_game(state, rules, ended):
    """HOS-16.6: the highest standing wins; a full tie is shared."""
    state.over = 1
    state.ended = ended
    best, equals = -1, 0
    for seat in range(rules.seats):
        mine = standing(state, rules, seat)
        if mine > best:
            best, equals = mine, 0
        equals += 1 if mine == best else 0
    for seat in range(rules.seats):
        state.credit[seat] = 1.0 / equals if standing(state, rules, seat) == best else 0.0
