"""The course of a combat, stage by stage (HOS-7.1): its decisions, its responses and its loser."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.aftermath import casualties_due, finish_combat, side_due
from starbalance.simulator.games.handful_of_stars.card import holds, play_and_discard, refill
from starbalance.simulator.games.handful_of_stars.movement import keep_movers
from starbalance.simulator.games.handful_of_stars.retreat import (
    can_leave,
    has_refuge,
    may_return,
    retreating_bases,
    retreating_fleets,
)
from starbalance.simulator.games.handful_of_stars.rules import Card, RetreatCard
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import EVERYBODY, NONE, Decision, PendingStep, Stage, Verdict
from starbalance.simulator.games.handful_of_stars.strength import (
    ATTACKER,
    DEFENDER,
    is_wiped_out,
    seat_of,
    side_behind,
    side_of,
    units_of,
)


@rule
def fight(state, rules):
    """HOS-6.6, HOS-6.7: Begin a combat if the active player does not control the system entered by this action.

    Otherwise finish the action. All movement is done before.
    """
    space = state.target
    if space != NONE and state.owner[space] != state.active:
        begin_combat(state, space, state.active, state.owner[space])
        state.pending_step = PendingStep.COMBAT
    else:
        state.pending_step = PendingStep.FINISH_ACTION


@rule
def begin_combat(state, space, attacker, defender):
    """HOS-7.1, HOS-7.3: Reset `state.combat` to the opening of a combat, and count the attack and the defence.

    The alien counter of a neutral system is turned up (A36, A59).
    """
    combat = state.combat
    combat.attacker = attacker
    combat.defender = defender
    combat.space = space
    combat.added[:] = 0
    combat.missiles[:] = 0
    combat.weapons[:] = 0
    combat.energy_weapons[:] = 0
    combat.armies[:] = 0
    combat.lost[:] = 0
    combat.crossed = 0
    combat.defender_added = 0
    combat.effects = 0
    combat.interrupted = 0
    combat.stage = Stage.OPENING
    if state.alien[space] != NONE and defender == NONE:
        state.alien_seen[space] = EVERYBODY
    kind = 0 if defender == NONE else 1
    state.players[attacker].attacks[kind] += 1
    if defender != NONE:
        state.players[defender].defences += 1


@rule
def proceed_with_combat(state, rules):
    """Ask for the decision of the current stage of a combat, or go to the next stage.

    After the last stage the action is finished.
    """
    state.pending_step = PendingStep.COMBAT
    stage = state.combat.stage
    if stage == Stage.OPENING:
        ask(state, Decision.RETREAT_AT_ONCE, state.combat.attacker)
    elif stage == Stage.STANDING:
        _ask_defender(state, rules)
    elif stage == Stage.RESPONDING:
        _ask_response(state, rules)
    elif stage == Stage.LOSER_SHIELDS or stage == Stage.WINNER_SHIELDS:
        _ask_shields(state, rules)
    elif stage == Stage.LOSER_CASUALTIES or stage == Stage.WINNER_CASUALTIES:
        _ask_casualties(state)
    elif stage == Stage.RETREATING:
        _ask_retreat(state, rules)
    elif stage == Stage.AFTERMATH:
        finish_combat(state, rules)
    elif stage == Stage.REFILL:
        _refill_defender(state, rules)
    else:
        state.pending_step = PendingStep.FINISH_ACTION


@rule
def _ask_defender(state, rules):
    """HOS-7.7, HOS-17.8: Ask the defender whether it stays, in step B.

    Go to the responses if it is neutral, or can neither retreat nor play Diplomacy.
    """
    seat = state.combat.defender
    if seat != NONE and (can_leave(state, rules, seat) or holds(state, rules, seat, Card.DIPLOMACY) != NONE):
        ask(state, Decision.STAND, seat)
    else:
        state.combat.stage = Stage.RESPONDING


@rule
def _ask_response(state, rules):
    """HOS-7.8, HOS-7.13, HOS-7.18: Ask the side behind for a response in step C, or conclude if it is neutral.

    Before a response, ask the side ahead about its Retreat card if it may interrupt.
    """
    behind = side_behind(state, rules)
    seat, other = seat_of(state, behind), seat_of(state, 1 - behind)
    if seat == NONE:
        conclude(state, rules, DEFENDER, Verdict.DEFEAT)
    elif may_interrupt(state, rules, other):
        ask(state, Decision.INTERRUPTION, other)
    else:
        begin_response(state, rules, seat)
        ask(state, Decision.RESPONSE, seat)


@rule
def may_interrupt(state, rules, seat):
    """HOS-17.23, A14: Return whether the side ahead may play Retreat before a response.

    It needs the card and `retreat_card = any_time`. A neutral side may not, nor one that has been asked before this
    response.
    """
    if rules.retreat_card != RetreatCard.ANY_TIME or state.combat.interrupted == 1 or seat == NONE:
        return False
    return holds(state, rules, seat, Card.RETREAT) != NONE


@rule
def begin_response(state, rules, seat):
    """A17, A64: Reset the costs of the response and keep the cards that make its moves possible."""
    state.energy_due = 0
    state.research_due = 0
    state.number = 0
    state.kept = 0
    keep_movers(state, rules)


@rule
def judge_response(state, rules):
    """Conclude the combat if the responding side is still behind or has wiped out the other side.

    HOS-7.13, HOS-7.14, HOS-7.15, HOS-7.16, HOS-7.17. Otherwise record that the marker has crossed.
    """
    state.combat.interrupted = 0
    side = side_of(state, state.actor)
    if is_wiped_out(state, rules, 1 - side):
        conclude(state, rules, 1 - side, Verdict.DEFEAT)
    elif side_behind(state, rules) == side:
        conclude(state, rules, side, Verdict.DEFEAT)
    else:
        state.combat.crossed = 1
    state.pending_step = PendingStep.COMBAT


@rule
def conclude(state, rules, loser, verdict):
    """Record the loser and the casualties due: half of the loser's units rounded up, half of the winner's rounded down.

    HOS-7.14, HOS-7.16, HOS-7.17, HOS-7.18, HOS-7.19, HOS-8.1, HOS-8.2. Both are 0 unless the verdict is `DEFEAT`. The
    winner's are also 0 in a free first round, if the loser is wiped out, or if a neutral loser costs nothing
    (`neutral_crossing_losses`).
    """
    combat = state.combat
    combat.loser = loser
    combat.verdict = verdict
    combat.casualties[:] = 0
    if verdict == Verdict.DEFEAT:
        winner_liable = combat.crossed == 1 or rules.first_round_free == 0
        if seat_of(state, DEFENDER) == NONE and rules.neutral_crossing_losses == 0 and loser == DEFENDER:
            winner_liable = False
        if is_wiped_out(state, rules, loser):
            winner_liable = False
        combat.casualties[0] = (units_of(state, seat_of(state, loser)) + 1) // 2
        combat.casualties[1] = units_of(state, seat_of(state, 1 - loser)) // 2 if winner_liable else 0
    combat.stage = Stage.LOSER_SHIELDS


@rule
def break_off(state, rules, card):
    """HOS-17.8, HOS-17.23: End the combat by a card. Diplomacy beats the attacker, Retreat beats its own player."""
    seat = state.actor
    diplomacy = rules.card_name[card] == Card.DIPLOMACY
    play_and_discard(state, rules, seat, card)
    if diplomacy:
        conclude(state, rules, ATTACKER, Verdict.DIPLOMACY)
    else:
        conclude(state, rules, side_of(state, seat), Verdict.BROKEN_OFF)


@rule
def _ask_shields(state, rules):
    """HOS-8.2, HOS-17.12: Ask the side due in this stage (loser or winner) whether it plays Force Shields.

    Go to the next stage if it loses no units, is neutral or does not hold the card.
    """
    seat = seat_of(state, side_due(state))
    if seat != NONE and casualties_due(state) > 0 and holds(state, rules, seat, Card.FORCE_SHIELDS) != NONE:
        ask(state, Decision.SHIELDS, seat)
    else:
        state.combat.stage += 1


@rule
def _ask_casualties(state):
    """HOS-8.2: Ask the side due in this stage (loser or winner) which units it loses.

    Go to the next stage if it loses none or is neutral.
    """
    seat = seat_of(state, side_due(state))
    if seat != NONE and casualties_due(state) > 0:
        ask(state, Decision.CASUALTIES, seat)
    else:
        state.combat.stage += 1


@rule
def _ask_retreat(state, rules):
    """HOS-8.3, HOS-8.4: Ask the loser for a group to retreat while any unit can.

    Go to the aftermath if none can or the loser is neutral.
    """
    seat = seat_of(state, state.combat.loser)
    if seat != NONE and retreating_fleets(state, rules) + retreating_bases(state, rules) > 0:
        if has_refuge(state, rules, seat) or may_return(state, rules):
            ask(state, Decision.RETREAT, seat)
            return
    state.combat.stage = Stage.AFTERMATH


@rule
def _refill_defender(state, rules):
    """HOS-8.9: Refill the hand of a player defender after any result.

    Ask it for Reserve cards if the hand is still too small, otherwise end the combat.
    """
    seat = state.combat.defender
    if seat != NONE and refill(state, rules, seat):
        ask(state, Decision.SHORTFALL, seat)
    else:
        state.combat.stage = Stage.NO_COMBAT
