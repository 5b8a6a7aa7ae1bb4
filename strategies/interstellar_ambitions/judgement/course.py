"""The next turns as one course: what comes of producing or advancing in each of them, and of acting with which token.

What an action brings is looked up in a table, for three purses: with a PRODUCE action less than now, as now, and with
one more. Two actions cost about what a PRODUCE action brings, so the purse of a later turn is one of these.
"""

from starbalance.simulator.interstellar_ambitions.rules import LEVELS, NONE, RESOURCES, ROWS
from starbalance.simulator.interstellar_ambitions.state import Kind
from starbalance.simulator.interstellar_ambitions.track import has_free_ultimate
from starbalance.simulator.interstellar_ambitions.turn import is_peace
from starbalance.simulator.interstellar_ambitions.word import Level, Row
from starbalance.simulator.kernel import rule
from starbalance.strategies.interstellar_ambitions.judgement.features import TOKENS, yield_worth
from starbalance.strategies.interstellar_ambitions.judgement.planning import cell_worth, claimable_by_producing
from starbalance.strategies.interstellar_ambitions.judgement.weights import Weight

POORER, AS_NOW, RICHER = range(3)


@rule
def note_tokens(state, rules, seat, survey):
    """Lists the own tokens on the track, and how far each row can be climbed."""
    tokens, number = state.players[seat].tokens, 0
    for row in range(ROWS):
        survey.top[row] = Level.ULTIMATE if has_free_ultimate(state, rules, row) else Level.STRONG
        for level in range(LEVELS):
            for _ in range(min(tokens[row, level], TOKENS - number)):
                survey.token_row[number], survey.token_level[number] = row, level
                number += 1
    survey.tokens = number


@rule
def fill_worths(state, rules, seat, survey):
    """What acting brings in the rows where a token lies, for the three purses; the survey keeps the richest."""
    fill_purse(state, rules, seat, survey, AS_NOW, False)
    food, ore, science, coins = survey.purse[0], survey.purse[1], survey.purse[2], survey.purse[3]
    for resource in range(RESOURCES):
        spent = survey.gain[resource] + 0.25 * survey.gain_any
        survey.purse[resource] = max(0.0, survey.purse[resource] - spent)
    fill_purse(state, rules, seat, survey, POORER, False)
    survey.purse[0], survey.purse[1], survey.purse[2], survey.purse[3] = food, ore, science, coins
    hope(survey, 1.0)
    fill_purse(state, rules, seat, survey, RICHER, False)


@rule
def hope(survey, share):
    """Adds to the purse what the next PRODUCE actions will bring."""
    for resource in range(RESOURCES):
        survey.purse[resource] += share * survey.gain[resource]
    survey.wild += share * survey.gain_any


@rule
def fill_purse(state, rules, seat, survey, purse, every):
    """What acting brings with the purse of the survey. A battle costs nothing: it is looked at once."""
    for row in range(ROWS):
        lowest = 0 if every else _lowest(state.players[seat].tokens, row)
        for level in range(lowest, survey.top[row] + 1 if every else LEVELS):
            if row == Row.FLEET and purse != AS_NOW:
                survey.worth[purse, row, level] = survey.worth[AS_NOW, row, level]
            else:
                survey.worth[purse, row, level] = cell_worth(state, rules, seat, row, level, survey)


@rule
def _lowest(tokens, row):
    """The lowest planning level of a token in a row; LEVELS if none lies there."""
    for level in range(LEVELS):
        if tokens[row, level] > 0:
            return level
    return LEVELS


@rule
def potential(survey, purse, row, level, top):
    """The best that a token can come to, less for each planning level still to go."""
    best, share = 0.0, 1.0
    for higher in range(level, max(level, top) + 1):
        best = max(best, share * survey.worth[purse, row, higher])
        share *= survey.weights[Weight.REACH]
    return best


@rule
def course_worth(survey, first, sequence):
    """What the turns ahead bring: this one with token `first` (NONE: planning), each later one with the best token.

    sequence: a bit for each turn, set if it begins with PRODUCE.
    """
    _set_off(survey)
    total, share = 0.0, 1.0
    for turn in range(survey.turns):
        if (sequence >> turn) & 1:
            survey.produced += 1
        else:
            survey.advanced += 1
        chosen = first if turn == 0 else _best_token(survey)
        if chosen == NONE:
            survey.fresh = 0
        else:
            total += share * _worth_of_token(survey, chosen)
            _spend(survey, chosen)
        share *= survey.weights[Weight.NEXT]
    return total + _left_over(survey)


@rule
def _set_off(survey):
    """At the beginning of a course."""
    survey.produced, survey.advanced, survey.climbed, survey.acted = 0, 0, 0, 0
    survey.taken, survey.rows = 0, 0
    survey.fresh = survey.pool


@rule
def _planning_of(survey, token):
    """The planning level of a token by now."""
    level = survey.token_level[token]
    return max(level, min(level + survey.advanced, survey.top[survey.token_row[token]]))


@rule
def _worth_of_token(survey, token):
    """What acting with a token brings by now; less in a row in which the course has acted before."""
    row = survey.token_row[token]
    purse = min(RICHER, max(POORER, AS_NOW + survey.produced - survey.acted))
    worth = survey.worth[purse, row, _planning_of(survey, token)]
    if (survey.rows >> row) & 1:
        worth *= survey.weights[Weight.AGAIN]
    return worth


@rule
def _best_token(survey):
    """The best token to act with by now; NONE if planning is better."""
    best, chosen = survey.weights[Weight.TOKEN] * survey.fresh, NONE
    for token in range(survey.tokens):
        if (survey.taken >> token) & 1 == 0:
            worth = _worth_of_token(survey, token)
            if worth > best:
                best, chosen = worth, token
    return chosen


@rule
def _spend(survey, token):
    """The token goes back to the pool."""
    survey.climbed += _planning_of(survey, token) - survey.token_level[token]
    survey.taken |= 1 << token
    survey.rows |= 1 << survey.token_row[token]
    survey.acted += 1
    survey.fresh += 1


@rule
def _left_over(survey):
    """What remains after the course: tokens on the track, planning levels not yet used, resources produced."""
    on_track = survey.tokens + survey.pool - survey.fresh
    later = survey.horizon - survey.turns
    short = max(0.0, survey.weights[Weight.TRACK] - on_track)
    worth = survey.weights[Weight.TOKEN] * on_track - survey.weights[Weight.EMPTY] * short
    worth *= min(1.0, max(0.0, 0.5 * later))
    unused = max(0, min(3 * survey.advanced, 3 * on_track) - survey.climbed)
    worth += min(1.0, max(0.0, later)) * survey.weights[Weight.ADVANCE] * unused
    return worth + survey.produced * survey.yields


@rule
def look_ahead(state, rules, seat, survey):
    """Makes the survey ready for courses."""
    note_tokens(state, rules, seat, survey)
    fill_worths(state, rules, seat, survey)
    survey.pool = state.players[seat].pool
    survey.turns = int(max(1.0, min(survey.weights[Weight.TURNS], survey.horizon)))
    survey.yields = survey.weights[Weight.PRODUCE] * yield_worth(survey)


@rule
def _best_course(survey, first, produces):
    """The best course with a token in this turn, which begins with PRODUCE or not."""
    best = -99.0
    for later in range(1 << (survey.turns - 1)):
        best = max(best, course_worth(survey, first, 2 * later + produces))
    return best


@rule
def _best_beginning(state, rules, survey, produces):
    """The best course that begins with PRODUCE, or with ADVANCE."""
    best, peace = _best_course(survey, NONE, produces), is_peace(state, rules)
    for token in range(survey.tokens):
        if not (peace and survey.token_row[token] == Row.FLEET):
            best = max(best, _best_course(survey, token, produces))
    return best


@rule
def score_plans(state, rules, options, survey, scores):
    """D9: the best course that begins so; a claim that PRODUCE makes possible."""
    look_ahead(state, rules, state.actor, survey)
    claim = claimable_by_producing(state, rules, state.actor, survey)
    for k in range(options.shape[0]):
        if options[k].kind == Kind.PRODUCE:
            scores[k] = _best_beginning(state, rules, survey, 1) + claim
        else:
            scores[k] = _best_beginning(state, rules, survey, 0)


@rule
def score_actions(state, rules, options, survey, scores):
    """D13: the best action, less what is missed of all that the token can come to; or new tokens."""
    note_tokens(state, rules, state.actor, survey)
    fill_purse(state, rules, state.actor, survey, AS_NOW, False)
    for k in range(options.shape[0]):
        if options[k].kind == Kind.PLAN:
            scores[k] = _plan_worth(state, survey)
        else:
            scores[k] = _act_worth(survey, options[k].a, options[k].b)


@rule
def _plan_worth(state, survey):
    """New tokens, the more the fewer are on the track."""
    pool = float(state.players[state.actor].pool)
    short = max(0.0, survey.weights[Weight.TRACK] - survey.tokens)
    worth = survey.weights[Weight.PLAN] * pool + survey.weights[Weight.EMPTY] * short * min(1.0, pool)
    return worth * min(1.0, 0.5 * (survey.horizon - 1.0)) - 0.5


@rule
def _act_worth(survey, row, level):
    now = survey.worth[AS_NOW, row, level]
    if now <= 0.0:
        return -1.0
    if survey.horizon <= 2.0:
        return now
    missed = potential(survey, AS_NOW, row, level, survey.top[row]) - now
    return now - survey.weights[Weight.HOLD] * missed


@rule
def score_advances(state, rules, options, survey, scores):
    """D4, D12: the token that gains most by one level, in view of all that it can come to."""
    note_tokens(state, rules, state.actor, survey)
    fill_purse(state, rules, state.actor, survey, AS_NOW, False)
    hope(survey, 1.0)
    fill_purse(state, rules, state.actor, survey, RICHER, False)
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.ADVANCE:
            row, level = options[k].a, options[k].b
            scores[k] = 0.01 + 0.5 * _climb_worth(survey, AS_NOW, row, level)
            scores[k] += 0.5 * _climb_worth(survey, RICHER, row, level)


@rule
def _climb_worth(survey, purse, row, level):
    """What a token gains by one planning level."""
    then = potential(survey, purse, row, level + 1, survey.top[row])
    return then - potential(survey, purse, row, level, survey.top[row]) + 0.02 * then


@rule
def score_rows(state, rules, options, survey, scores):
    """D3, D14, D34: the row with the most to come, less for each own token already there."""
    seat = state.actor
    hope(survey, 1.5)
    note_tokens(state, rules, seat, survey)
    fill_purse(state, rules, seat, survey, AS_NOW, True)
    steps = int(max(0.0, survey.horizon - 1.0))
    for k in range(options.shape[0]):
        scores[k] = 0.05
        if options[k].kind == Kind.PLACE or options[k].kind == Kind.TO_ROW:
            row, there = options[k].a, 0
            for level in range(LEVELS):
                there += state.players[seat].tokens[row, level]
            scores[k] = 0.1 + potential(survey, AS_NOW, row, 0, min(steps, survey.top[row])) / (1.0 + there)
