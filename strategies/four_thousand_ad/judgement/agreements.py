"""What concerns others: joint attacks, shared stars, loans, surrender, alliances, yes or no."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.joint_arrival import force
from starbalance.simulator.games.four_thousand_ad.occupation import defence, is_living
from starbalance.simulator.games.four_thousand_ad.shared_star import gain_from
from starbalance.simulator.games.four_thousand_ad.state import Kind, Phase, Share
from starbalance.simulator.games.star_field.field import NONE
from starbalance.simulator.games.star_field.geometry import count, is_hop
from starbalance.strategies.four_thousand_ad.judgement.features import (
    can_retake_home,
    enemies_at,
    living_enemies,
    strength,
)


@rule
def score_numbers(options, wanted, scores):
    """Highest for the option whose number is nearest to the wanted one, the larger of two."""
    for i in range(options.shape[0]):
        scores[i] = -abs(options[i].a - wanted - 0.25)


@rule
def score_joining(state, rules, options, scores):
    """Joins while the force that has joined is not enough."""
    seat, partner, star = state.active, state.partner, state.star
    enough = force(state, seat, partner, state.joined) > defence(state, rules, seat, partner, star)
    for i in range(options.shape[0]):
        scores[i] = 1.0 if (options[i].kind == Kind.JOIN) != enough else 0.0


@rule
def score_shares(state, rules, options, scores):
    """Gives a shared star to whichever of the two gains more."""
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
    """Lends for an attack that it knows of all but one ship: an ally's, or a hop, which everybody sees."""
    known = rules.side[seat] == rules.side[mover] or is_hop(state.star, state.destination)
    if not known or enemies_at(state, rules, mover, state.destination) == 0:
        return 0.0
    home = 2.0 if state.star == state.players[seat].home else 1.0
    return max(0.0, state.players[seat].ships[state.star] - home)


@rule
def score_exits(state, rules, options, scores):
    """An eliminated player's fleets go far from that player's captor, to nobody if possible."""
    seat = state.actor
    captor = state.players[seat].captor
    for i in range(options.shape[0]):
        star = options[i].b
        away = count(rules, state.players[captor].home, star) if captor >= 0 and star >= 0 else 0
        taken = star >= 0 and enemies_at(state, rules, seat, star) > 0
        scores[i] = away - (10.0 if taken else 0.0)


@rule
def leader(state, rules):
    """Where the weakest two stand together: the living player 1.4 times as strong as the mean, NONE if none is, or two.

    FAD-24.1.
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
    """Whether the other is the weaker of those left to stand with against the leader."""
    for third in range(rules.seats):
        if third not in (seat, other, head) and is_living(state, third):
            if strength(state, rules, third) < strength(state, rules, other):
                return False
    return True


@rule
def score_negotiation(state, rules, options, scores):
    """The two weakest stand together while somebody leads clearly; no bond with the leader."""
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
    """The yes/no questions: FAD-18.2, FAD-22.8, FAD-22.9, FAD-24.1, FAD-19.4."""
    seat, phase = state.actor, state.phase
    if phase == Phase.ANSWER_WITHDRAWAL:
        wins = rules.refusal_wins == 1 and living_enemies(state, rules, seat) == 1
        return not can_retake_home(state, rules, seat) and not wins
    if phase == Phase.ANSWER_ALLIANCE:
        head = leader(state, rules)
        return head >= 0 and head != seat and head != state.active
    return phase != Phase.CONCESSION


@rule
def score_answers(state, rules, options, scores):
    """Yes or no."""
    yes = agrees(state, rules)
    for i in range(options.shape[0]):
        scores[i] = 1.0 if (options[i].kind == Kind.YES) == yes else 0.0


@rule
def score_agreements(state, rules, options, scores):
    """The decisions that concern others: joint attacks, shared stars, loans, surrender, alliances, answers."""
    phase = state.phase
    if phase == Phase.JOIN:
        score_joining(state, rules, options, scores)
    elif phase == Phase.RESOURCES:
        score_shares(state, rules, options, scores)
    elif phase == Phase.LOAN:
        score_numbers(options, wanted_loan(state, rules, state.actor, state.active), scores)
    elif phase == Phase.SURRENDER:
        score_exits(state, rules, options, scores)
    elif phase == Phase.ALLIANCE:
        score_negotiation(state, rules, options, scores)
    else:
        score_answers(state, rules, options, scores)
