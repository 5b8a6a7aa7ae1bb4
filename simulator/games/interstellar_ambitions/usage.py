"""The components that an option uses: actions, technologies, ambitions, shadow cards, attacks."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.interstellar_ambitions.shadow_card import Aim, aim_of, may_target
from starbalance.simulator.games.interstellar_ambitions.shadow_check import needs_check
from starbalance.simulator.games.interstellar_ambitions.state import SIG, Decision, Kind, Usage
from starbalance.simulator.games.interstellar_ambitions.word import Level


@rule
def _acts(option, column):
    """IAM-13.13: Return whether an action counts in a usage column: its row, BASIC_ACTIONS or ULTIMATE_ACTIONS."""
    if column == Usage.BASIC_ACTIONS:
        return option.b == Level.BASIC
    if column == Usage.ULTIMATE_ACTIONS:
        return option.b == Level.ULTIMATE
    return column == Usage.COLONISES + option.a


@rule
def _plays(rules, kind, column, number):
    """IAM-13.3: Return whether playing a shadow card counts in a usage column: PLAYED for card `number`, CHECKS for any
    card with a check.
    """
    return (column == Usage.PLAYED and kind == number) or (column == Usage.CHECKS and needs_check(rules, kind))


@rule
def _learns(state, rules, option, technology):
    """IAM-12.3, IAM-18.1, IAM-23.3, IAM-27.17: Return whether an option takes this technology, or begins a theft that
    can take no other.
    """
    if option.kind == Kind.START or option.kind == Kind.TECHNOLOGY:
        return option.a == technology
    if option.kind == Kind.RESEARCH:
        return state.technology_slot[option.a] == technology
    if option.kind == Kind.ACQUIRE_TECHNOLOGY:
        return _has_only(state, state.battle.defender, technology)
    if option.kind == Kind.OPPONENT and aim_of(rules, state.card) == Aim.TECHNOLOGY:
        return _has_only(state, option.a, technology)
    return option.kind == Kind.PLAY and _can_only_steal(state, rules, option.a, technology)


@rule
def _can_only_steal(state, rules, kind, technology):
    """Return whether a shadow card is aimed at technologies and no opponent offers another one than this."""
    if aim_of(rules, kind) != Aim.TECHNOLOGY:
        return False
    for seat in range(rules.seats):
        if may_target(state, rules, state.actor, kind, seat) and not _has_only(state, seat, technology):
            return False
    return True


@rule
def _has_only(state, seat, technology):
    """Return whether a seat knows no technology that the acting seat lacks, except possibly this one."""
    return state.players[seat].known & ~state.players[state.actor].known & ~(1 << technology) == 0


@kernel(SIG["uses"])
def uses(state, rules, option, column, number):
    """Return whether an option counts in a usage column for component `number`. A theft counts if it can take only this
    technology.
    """
    kind = option.kind
    if kind == Kind.ACT:
        return _acts(option, column)
    if kind == Kind.PLAN:
        return column == (Usage.PLANS if state.players[state.actor].pool > 0 else Usage.PASSES)
    if kind == Kind.PRODUCE:
        return column == Usage.PRODUCES
    if kind == Kind.ADVANCE:
        return column == Usage.ADVANCES and state.decision == Decision.ADVANCING
    if kind == Kind.CLAIM:
        return column == Usage.CLAIMED and state.ambition[option.a] == number
    if kind == Kind.RAID or kind == Kind.INVADE:
        return column == (Usage.RAIDS if kind == Kind.RAID else Usage.INVADES)
    if kind == Kind.DISCARD:
        return column == Usage.OPPOSED and state.decision == Decision.OPPOSE
    if kind == Kind.PLAY and column != Usage.KNOWN:
        return _plays(rules, option.a, column, number)
    return (column == Usage.OWNED or column == Usage.KNOWN) and _learns(state, rules, option, number)
