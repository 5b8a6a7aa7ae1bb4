"""Scores for decisions about other players: joint attacks, shared stars, loans, surrender, alliances and answers."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.joint_arrival import force
from starbalance.simulator.games.four_thousand_ad.occupation import defence, is_living
from starbalance.simulator.games.four_thousand_ad.shared_star import gain_from
from starbalance.simulator.games.four_thousand_ad.state import Decision, Kind, Share
from starbalance.simulator.games.star_field.field import NONE
from starbalance.simulator.games.star_field.geometry import count, is_hop
from starbalance.strategies.four_thousand_ad.evaluation.features import (
    can_retake_home,
    enemies_at,
    living_enemies,
    strength,
)


@rule
def score_numbers(options, wanted, scores):
    """Score numbers of ships by how near they are to `wanted`. Of two equally near numbers the larger one wins."""
    for i in range(options.shape[0]):
        scores[i] = -abs(options[i].a - wanted - 0.25)


@rule
def score_joining(state, rules, options, scores):
    """Score 1 for joining while the joined force does not outnumber the defence, afterwards for standing by."""
    seat, partner, star = state.active, state.partner, state.star
    enough = force(state, seat, partner, state.joined) > defence(state, rules, seat, partner, star)
    for i in range(options.shape[0]):
        scores[i] = 1.0 if (options[i].kind == Kind.JOIN) != enough else 0.0


@rule
def score_shares(state, rules, options, scores):
    """Score the ways of assigning a shared star, by the gain of the ally that gets it (A-09).

    A gain counts 2 per pair and 1 per scarce symbol. Alternating scores 0.
    """
    seat, star = state.actor, state.star
    ours, theirs = gain_from(state, rules, seat, star), 0
    for other in range(rules.seats):
        if other != seat and state.players[other].ships[star] > 0:
            theirs = gain_from(state, rules, other, star)
    mine = Share.FIRST if state.first[star] == seat or state.players[seat].home == star else Share.SECOND
    for i in range(options.shape[0]):
        scores[i] = 0.0
        if options[i].a != Share.ALTERNATE:
            scores[i] = ours if options[i].a == mine else theirs


@rule
def wanted_loan(state, rules, seat, mover):
    """Return the number of ships to lend: all but one (two at the home) for a known attack, otherwise 0.

    An attack is known if it is a partner's of the side, or a hop, which is public.
    """
    known = rules.side[seat] == rules.side[mover] or is_hop(state.star, state.destination)
    if not known or enemies_at(state, rules, mover, state.destination) == 0:
        return 0.0
    home = 2.0 if state.star == state.players[seat].home else 1.0
    return max(0.0, state.players[seat].ships[state.star] - home)


@rule
def score_exits(state, rules, options, scores):
    """Score exits of an eliminated player's fleets by the counts from the captor's home, minus 10 at an enemy star."""
    seat = state.actor
    captor = state.players[seat].captor
    for i in range(options.shape[0]):
        star = options[i].b
        away = count(rules, state.players[captor].home, star) if captor >= 0 and star >= 0 else 0
        taken = star >= 0 and enemies_at(state, rules, seat, star) > 0
        scores[i] = away - (10.0 if taken else 0.0)


@rule
def leader(state, rules):
    """FAD-24.1: Return the living player that is at least 1.4 times as strong as the mean of the living players.

    Return `NONE` if there is no such player, if the strongest two tie, or if fewer than three players are left.
    """
    best, most, total, living = NONE, 0.0, 0.0, 0
    for seat in range(rules.seats):
        if is_living(state, seat):
            living += 1
            own = strength(state, rules, seat)
            total += own
            if own >= most:
                best, most = NONE if own == most else seat, own
    return best if living > 2 and most * living >= 1.4 * total else NONE


@rule
def is_weakest_ally(state, rules, seat, other, head):
    """Return whether no third player that could ally against the leader `head` is weaker than the other seat."""
    for third in range(rules.seats):
        if third not in (seat, other, head) and is_living(state, third):
            if strength(state, rules, third) < strength(state, rules, other):
                return False
    return True


@rule
def score_negotiation(state, rules, options, scores):
    """Score proposals and ends of alliances: the two weakest ally against a clear leader, never with it."""
    seat, head = state.active, leader(state, rules)
    for i in range(options.shape[0]):
        other = options[i].a
        scores[i] = 0.0
        if options[i].kind == Kind.PROPOSE:
            weakest = head >= 0 and head not in (seat, other) and is_weakest_ally(state, rules, seat, other, head)
            scores[i] = 1.0 if weakest else -1.0
        elif options[i].kind == Kind.END_ALLIANCE:
            scores[i] = 1.0 if head in (NONE, seat, other) else -1.0


@rule
def agrees(state, rules):
    """FAD-18.2, FAD-22.8, FAD-22.9, FAD-24.1, FAD-19.4: Return whether the acting seat answers yes.

    It accepts a withdrawal unless it can retake its home or a refusal wins. It accepts an alliance against a leader
    that is neither of the two. It never concedes, and answers yes to anything else.
    """
    seat, decision = state.actor, state.decision
    if decision == Decision.ANSWER_WITHDRAWAL:
        wins = rules.refusal_wins == 1 and living_enemies(state, rules, seat) == 1
        return not can_retake_home(state, rules, seat) and not wins
    if decision == Decision.ANSWER_ALLIANCE:
        head = leader(state, rules)
        return head >= 0 and head != seat and head != state.active
    return decision != Decision.CONCESSION


@rule
def score_answers(state, rules, options, scores):
    """Score 1 for the answer that the seat gives, 0 for the other one."""
    yes = agrees(state, rules)
    for i in range(options.shape[0]):
        scores[i] = 1.0 if (options[i].kind == Kind.YES) == yes else 0.0


@rule
def score_agreements(state, rules, options, scores):
    """Score the options of a decision about other players. Higher is better."""
    decision = state.decision
    if decision == Decision.JOIN:
        score_joining(state, rules, options, scores)
    elif decision == Decision.RESOURCES:
        score_shares(state, rules, options, scores)
    elif decision == Decision.LOAN:
        score_numbers(options, wanted_loan(state, rules, state.actor, state.active), scores)
    elif decision == Decision.SURRENDER:
        score_exits(state, rules, options, scores)
    elif decision == Decision.ALLIANCE:
        score_negotiation(state, rules, options, scores)
    else:
        score_answers(state, rules, options, scores)
