"""This turn and the next as one course: what comes of producing or advancing in each, and of acting with which token.

What an action brings is looked up for three purses: with a PRODUCE action less than now, as now, and with one more. An
action costs about what a PRODUCE action brings, so the purse of the next turn is one of these.
"""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.rules import LEVELS, NONE, RESOURCES, ROWS
from starbalance.simulator.games.interstellar_ambitions.state import Kind
from starbalance.simulator.games.interstellar_ambitions.track import has_free_ultimate
from starbalance.simulator.games.interstellar_ambitions.turn import is_peace
from starbalance.simulator.games.interstellar_ambitions.word import Level, Row
from starbalance.strategies.interstellar_ambitions.judgement.features import yield_worth
from starbalance.strategies.interstellar_ambitions.judgement.memory import keep, kept
from starbalance.strategies.interstellar_ambitions.judgement.planning import cell_worth, claimable_by_producing
from starbalance.strategies.interstellar_ambitions.judgement.weights import Weight

POORER, AS_NOW, RICHER = range(3)


@rule
def open_purses(state, rules, seat, survey):
    """Lists the cells with own tokens, how far each row can be climbed, and the three purses; no action is known."""
    tokens, number = state.players[seat].tokens, 0
    survey.on_track = 0
    for row in range(ROWS):
        survey.top[row] = Level.ULTIMATE if has_free_ultimate(state, rules, row) else Level.STRONG
        for level in range(LEVELS):
            if tokens[row, level] > 0:
                survey.token_row[number], survey.token_level[number] = row, level
                survey.token_count[number] = tokens[row, level]
                survey.on_track += tokens[row, level]
                number += 1
    survey.tokens, survey.pool = number, state.players[seat].pool
    for resource in range(RESOURCES):
        spent = survey.gain[resource] + 0.25 * survey.gain_any
        survey.purses[POORER, resource] = max(0.0, survey.purse[resource] - spent)
        survey.purses[AS_NOW, resource] = survey.purse[resource]
        survey.purses[RICHER, resource] = survey.purse[resource] + survey.gain[resource]
    survey.wilds[POORER], survey.wilds[AS_NOW], survey.wilds[RICHER] = 0.0, survey.wild, survey.wild + survey.gain_any
    survey.known[POORER], survey.known[AS_NOW], survey.known[RICHER] = 0, 0, 0


@rule
def hope(survey, share):
    """Adds to the purse what the next PRODUCE actions will bring."""
    for resource in range(RESOURCES):
        survey.purse[resource] += share * survey.gain[resource]
    survey.wild += share * survey.gain_any


@rule
def acting(state, rules, seat, survey, purse, row, level):
    """What an action of a row at a planning level brings with a purse. A battle costs nothing."""
    purse = AS_NOW if row == Row.FLEET else purse
    cell = row * LEVELS + level
    if (survey.known[purse] >> cell) & 1 == 0:
        survey.known[purse] |= 1 << cell
        for resource in range(RESOURCES):
            survey.purse[resource] = survey.purses[purse, resource]
        survey.wild = survey.wilds[purse]
        survey.worth[purse, row, level] = cell_worth(state, rules, seat, row, level, survey)
    return survey.worth[purse, row, level]


@rule
def potential(state, rules, seat, survey, purse, row, level, top):
    """The best that a token can come to, less for each planning level still to go."""
    best, share = 0.0, 1.0
    for higher in range(level, max(level, top) + 1):
        best = max(best, share * acting(state, rules, seat, survey, purse, row, higher))
        share *= survey.weights[Weight.REACH]
    return best


@rule
def _planning_of(survey, token, advanced):
    """The planning level of a token after so many ADVANCE steps."""
    level = survey.token_level[token]
    return max(level, min(level + advanced, survey.top[survey.token_row[token]]))


@rule
def _best_token(state, rules, seat, survey, first, produced, advanced):
    """(the best token of the next turn, what it brings); (NONE, ...) if planning is better.

    first: the token of this turn, NONE if it plans. A second action in its row brings less.
    """
    acted = 1 if first != NONE else 0
    fresh = survey.pool + 1 if acted else 0
    purse = min(RICHER, max(POORER, AS_NOW + produced - acted))
    best, chosen = survey.weights[Weight.TOKEN] * fresh, NONE
    for token in range(survey.tokens):
        if token != first or survey.token_count[token] > 1:
            row = survey.token_row[token]
            worth = acting(state, rules, seat, survey, purse, row, _planning_of(survey, token, advanced))
            if acted and row == survey.token_row[first]:
                worth *= survey.weights[Weight.AGAIN]
            if worth > best:
                best, chosen = worth, token
    return chosen, best


@rule
def _next_turn(state, rules, seat, survey, first, produced, advanced, climbed):
    """What comes of the next turn and is left after it, if it begins with PRODUCE or with ADVANCE as said.

    climbed: planning levels that the token of this turn has used.
    """
    token, worth = _best_token(state, rules, seat, survey, first, produced, advanced)
    fresh = 0
    if token == NONE:
        worth = 0.0
    else:
        fresh = 1 if first == NONE else survey.pool + 2
        climbed += _planning_of(survey, token, advanced) - survey.token_level[token]
    left = _left_over(survey, survey.on_track + survey.pool - fresh, produced, advanced, climbed, 2)
    return survey.weights[Weight.NEXT] * worth + left


@rule
def course_worth(state, rules, seat, survey, first, produced, advanced):
    """What this turn and the next bring, if this one has produced or advanced so often and acts with token `first`.

    first: NONE if it plans.
    """
    worth, climbed = 0.0, 0
    if first != NONE:
        level = _planning_of(survey, first, advanced)
        worth = acting(state, rules, seat, survey, AS_NOW + produced, survey.token_row[first], level)
        climbed = level - survey.token_level[first]
    if survey.horizon < 2.0:
        fresh = survey.pool + 1 if first != NONE else 0
        on_track = survey.on_track + survey.pool - fresh
        return worth + _left_over(survey, on_track, produced, advanced, climbed, 1)
    producing = _next_turn(state, rules, seat, survey, first, produced + 1, advanced, climbed)
    return worth + max(producing, _next_turn(state, rules, seat, survey, first, produced, advanced + 1, climbed))


@rule
def _left_over(survey, on_track, produced, advanced, climbed, turns):
    """What remains after so many turns: tokens on the track, planning levels not yet used, resources produced."""
    later = survey.horizon - turns
    short = max(0.0, survey.weights[Weight.TRACK] - on_track)
    worth = survey.weights[Weight.TOKEN] * on_track - survey.weights[Weight.EMPTY] * short
    worth *= min(1.0, max(0.0, 0.5 * later))
    unused = max(0, min(3 * advanced, 3 * on_track) - climbed)
    worth += min(1.0, max(0.0, later)) * survey.weights[Weight.ADVANCE] * unused
    return worth + produced * survey.yields


@rule
def _best_beginning(state, rules, seat, survey, produced, advanced):
    """The best course that begins with PRODUCE, or with ADVANCE."""
    best = course_worth(state, rules, seat, survey, NONE, produced, advanced)
    peace = is_peace(state, rules)
    for token in range(survey.tokens):
        if not (peace and survey.token_row[token] == Row.FLEET):
            best = max(best, course_worth(state, rules, seat, survey, token, produced, advanced))
    return best


@rule
def score_plans(state, rules, options, survey, scores):
    """D9: the best course that begins so; a claim that PRODUCE makes possible."""
    seat = state.actor
    open_purses(state, rules, seat, survey)
    survey.yields = survey.weights[Weight.PRODUCE] * yield_worth(survey)
    for k in range(options.shape[0]):
        if options[k].kind == Kind.PRODUCE:
            scores[k] = _best_beginning(state, rules, seat, survey, 1, 0)
            scores[k] += claimable_by_producing(state, rules, seat, survey)
        else:
            scores[k] = _best_beginning(state, rules, seat, survey, 0, 1)


@rule
def score_actions(state, rules, options, survey, scores):
    """D13: the best action, less what is missed of all that the token can come to; or new tokens."""
    open_purses(state, rules, state.actor, survey)
    for k in range(options.shape[0]):
        if options[k].kind == Kind.PLAN:
            scores[k] = _plan_worth(survey)
        else:
            scores[k] = _act_worth(state, rules, survey, options[k].a, options[k].b)


@rule
def _plan_worth(survey):
    """New tokens, the more the fewer are on the track."""
    pool = float(survey.pool)
    short = max(0.0, survey.weights[Weight.TRACK] - survey.on_track)
    worth = survey.weights[Weight.PLAN] * pool + survey.weights[Weight.EMPTY] * short * min(1.0, pool)
    return worth * min(1.0, 0.5 * (survey.horizon - 1.0)) - 0.5


@rule
def _act_worth(state, rules, survey, row, level):
    now = acting(state, rules, state.actor, survey, AS_NOW, row, level)
    if now <= 0.0:
        return -1.0
    if survey.horizon <= 2.0:
        return now
    best = potential(state, rules, state.actor, survey, AS_NOW, row, level, survey.top[row])
    best = max(best, survey.weights[Weight.WAIT] * acting(state, rules, state.actor, survey, RICHER, row, level))
    return now - survey.weights[Weight.HOLD] * (best - now)


@rule
def score_advances(state, options, scores):
    """D4, D12: the token that gains most by one level, in view of all that it can come to."""
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.ADVANCE:
            scores[k] = 0.01 + kept(state, state.actor, options[k].a * LEVELS + options[k].b)


@rule
def weigh_climbs(state, rules, seat, survey):
    """What each token gains by one level."""
    open_purses(state, rules, seat, survey)
    for token in range(survey.tokens):
        row, level = survey.token_row[token], survey.token_level[token]
        if level < Level.ULTIMATE:
            gain = _climb_worth(state, rules, seat, survey, AS_NOW, row, level)
            gain += _climb_worth(state, rules, seat, survey, RICHER, row, level)
            keep(state, seat, row * LEVELS + level, 0.5 * gain)


@rule
def _climb_worth(state, rules, seat, survey, purse, row, level):
    """What a token gains by one planning level."""
    then = potential(state, rules, seat, survey, purse, row, level + 1, survey.top[row])
    return then - potential(state, rules, seat, survey, purse, row, level, survey.top[row]) + 0.02 * then


@rule
def score_rows(state, options, scores):
    """D3, D14, D34: the row with the most to come, less for each own token already there."""
    seat = state.actor
    for k in range(options.shape[0]):
        scores[k] = 0.05
        if options[k].kind == Kind.PLACE or options[k].kind == Kind.TO_ROW:
            row, there = options[k].a, 0
            for level in range(LEVELS):
                there += state.players[seat].tokens[row, level]
            scores[k] = 0.1 + kept(state, seat, row) / (1.0 + there)


@rule
def weigh_rows(state, rules, seat, survey):
    """What a new token could come to in each row."""
    hope(survey, 1.5)
    open_purses(state, rules, seat, survey)
    steps = int(max(0.0, survey.horizon - 1.0))
    for row in range(ROWS):
        keep(state, seat, row, potential(state, rules, seat, survey, AS_NOW, row, 0, min(steps, survey.top[row])))
