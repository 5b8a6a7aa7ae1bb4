"""The usage columns: which actions, drafted and played cards and attacks an option uses."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.handful_of_stars.card import is_lasting
from starbalance.simulator.games.handful_of_stars.movement import energy_after, keep_movers
from starbalance.simulator.games.handful_of_stars.payment import points_of
from starbalance.simulator.games.handful_of_stars.reserve import may_reserve
from starbalance.simulator.games.handful_of_stars.route import fleet_energy
from starbalance.simulator.games.handful_of_stars.rules import WAYS, Card, Resource, Timing
from starbalance.simulator.games.handful_of_stars.state import NONE, SIG, Action, Decision, Kind, Usage, Zone
from starbalance.simulator.games.handful_of_stars.technology import may_draft, may_draft_wormhole


@rule
def _plays(state, rules, name, column, number):
    """HOS-14.1: Return whether playing a card for its effect uses a column.

    The column `played` counts the card of this name. In a turn the card also counts as an action or as a Free Action.
    """
    if column == Usage.PLAYED:
        return name == number
    if state.decision != Decision.TURN:
        return False
    return column == (Usage.CARD_ACTIONS if rules.timing[name] == Timing.ACTION else Usage.FREE_ACTIONS)


@rule
def _attacks(state, space, column):
    """HOS-6.6: Return whether entering a system counts in a column as an attack on a neutral system or on a player."""
    owner = state.owner[space]
    if owner == NONE:
        return column == Usage.ATTACKS_NEUTRAL
    return column == Usage.ATTACKS_PLAYER and owner != state.actor


@rule
def _drafts(state, rules, option, name):
    """HOS-10.1, HOS-10.7, HOS-17.5: Return whether an option gives the player a card of this name."""
    if option.kind == Kind.DRAFT:
        return rules.card_name[state.display[option.a]] == name
    if option.kind == Kind.KEEP:
        return rules.card_name[option.a] == name
    return option.kind == Kind.TAKE_WORMHOLE and name == Card.WORMHOLE_TECHNOLOGY


@rule
def _must_use(state, rules, action, column, name):
    if action == Action.DRAFT and column == Usage.DRAFTED:
        return not _may_draft_other(state, rules, name)
    if action == Action.RESERVE and column == Usage.PLAYED and is_lasting(rules, name):
        return _reserves_only(state, rules, name)
    return action == Action.MOVE and column >= Usage.ATTACKS_NEUTRAL and _must_attack(state, rules, column)


@rule
def _can_only_attack(state, rules, origin, column):
    """HOS-6.1, HOS-6.6: Return whether every payable step of a fleet from a system is an attack of the column.

    It is true if no step can be paid for.
    """
    seat = state.actor
    if fleet_energy(state, rules, seat, 1) > energy_after(state, rules, seat, 0, NONE):
        return True
    for way in range(WAYS):
        space = state.near[origin, way]
        if space != NONE and not _attacks(state, space, column):
            return False
    return True


@rule
def _must_attack(state, rules, column):
    """HOS-6.1, A65: Return whether `_can_only_attack` holds for every system of the player with fleets.

    It is evaluated as if the move had begun.
    """
    seat, before, only_attacks = state.actor, state.kept, True
    keep_movers(state, rules)
    for space in range(rules.spaces):
        if state.fleets[seat, space] > 0 and not _can_only_attack(state, rules, space, column):
            only_attacks = False
    state.kept = before
    return only_attacks


@rule
def _may_draft_other(state, rules, name):
    """HOS-10.1, HOS-10.7: Return whether the player can draft a card of another name."""
    research = points_of(state, rules, state.actor, Resource.RESEARCH)
    if name != Card.WORMHOLE_TECHNOLOGY and may_draft_wormhole(state, rules, state.actor, research):
        return True
    for place in range(state.displayed):
        card = state.display[place]
        if rules.card_name[card] != name and may_draft(state, rules, state.actor, card, research):
            return True
    return False


@rule
def _reserves_only(state, rules, name):
    """HOS-11.1, HOS-11.2: Return whether the hand has a card of this name and no other that a slot takes."""
    seat, is_held = state.actor, False
    hand = state.players[seat].piles[Zone.HAND]
    for k in range(hand.count):
        one = may_reserve(state, rules, seat, Zone.RESERVE_ONE, hand.card[k])
        two = may_reserve(state, rules, seat, Zone.RESERVE_TWO, hand.card[k])
        if rules.card_name[hand.card[k]] == name:
            is_held = True
        elif one or two:
            return False
    return is_held


@kernel(SIG["uses"])
def uses(state, rules, option, column, number):
    """Return whether an option uses what a column counts, or begins an action that must end in using it.

    `number` is the name of a card for the columns `drafted` and `played`. Other columns ignore it.
    """
    kind = option.kind
    if kind == Kind.ACT:
        return column == option.a or _must_use(state, rules, option.a, column, number)
    if state.decision == Decision.ORIGIN and column >= Usage.ATTACKS_NEUTRAL:
        return kind == Kind.FROM and _can_only_attack(state, rules, option.a, column)
    if kind == Kind.PLAY:
        return _plays(state, rules, rules.card_name[option.a], column, number)
    if kind == Kind.MOVE or kind == Kind.HOP or kind == Kind.JUMP:
        return _attacks(state, option.a, column)
    if column == Usage.PLAYED and kind == Kind.RESERVE:
        return is_lasting(rules, number) and rules.card_name[option.a] == number
    return column == Usage.DRAFTED and _drafts(state, rules, option, number)
