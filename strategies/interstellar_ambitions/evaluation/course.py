"""The values of this turn and the next as one course: PRODUCE or ADVANCE in each, and an action with some token.

The value of an action is computed for three purses: with one PRODUCE action less than now, as now, and with one more.
An action costs about as much as a PRODUCE action yields, so the purse of the next turn is one of these.
"""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.rules import LEVELS, NONE, RESOURCES, ROWS
from starbalance.simulator.games.interstellar_ambitions.state import Kind
from starbalance.simulator.games.interstellar_ambitions.track import has_free_ultimate
from starbalance.simulator.games.interstellar_ambitions.turn import is_peace
from starbalance.simulator.games.interstellar_ambitions.word import Level, Row
from starbalance.strategies.interstellar_ambitions.evaluation.features import yield_value
from starbalance.strategies.interstellar_ambitions.evaluation.memory import recall, remember
from starbalance.strategies.interstellar_ambitions.evaluation.planning import cell_value, claimable_by_producing
from starbalance.strategies.interstellar_ambitions.evaluation.weights import Weight

POORER, AS_NOW, RICHER = range(3)


@rule
def open_purses(state, rules, seat, survey):
    """Fill in the cells with own tokens, the top level of each row, and the three purses. Clear the action values."""
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
def add_expected_yield(survey, share):
    """Add the yield of `share` PRODUCE actions to the purse."""
    for resource in range(RESOURCES):
        survey.purse[resource] += share * survey.gain[resource]
    survey.wild += share * survey.gain_any


@rule
def action_value(state, rules, seat, survey, purse, row, level):
    """Return the value of an action of a row at a planning level with one of the three purses, in victory points.

    A battle costs nothing, so its value does not depend on the purse.
    """
    purse = AS_NOW if row == Row.FLEET else purse
    cell = row * LEVELS + level
    if (survey.known[purse] >> cell) & 1 == 0:
        survey.known[purse] |= 1 << cell
        for resource in range(RESOURCES):
            survey.purse[resource] = survey.purses[purse, resource]
        survey.wild = survey.wilds[purse]
        survey.value[purse, row, level] = cell_value(state, rules, seat, row, level, survey)
    return survey.value[purse, row, level]


@rule
def potential(state, rules, seat, survey, purse, row, level, top):
    """Return the best value, in victory points, that a token can reach from `level` up to `top`, at least 0.

    There is a discount per planning level to climb.
    """
    best, share = 0.0, 1.0
    for higher in range(level, max(level, top) + 1):
        best = max(best, share * action_value(state, rules, seat, survey, purse, row, higher))
        share *= survey.weights[Weight.REACH]
    return best


@rule
def _planning_of(survey, token, advanced):
    """Return the planning level of a token after this many ADVANCE steps."""
    level = survey.token_level[token]
    return max(level, min(level + advanced, survey.top[survey.token_row[token]]))


@rule
def _best_token(state, rules, seat, survey, first, produced, advanced):
    """Return (token, value in victory points) of the best action of the next turn. Token `NONE` means planning.

    `first` is the token of this turn; `NONE` means that it plans. A second action in its row has less value.
    """
    acted = 1 if first != NONE else 0
    fresh = survey.pool + 1 if acted else 0
    purse = min(RICHER, max(POORER, AS_NOW + produced - acted))
    best, chosen = survey.weights[Weight.TOKEN] * fresh, NONE
    for token in range(survey.tokens):
        if token != first or survey.token_count[token] > 1:
            row = survey.token_row[token]
            value = action_value(state, rules, seat, survey, purse, row, _planning_of(survey, token, advanced))
            if acted and row == survey.token_row[first]:
                value *= survey.weights[Weight.AGAIN]
            if value > best:
                best, chosen = value, token
    return chosen, best


@rule
def _next_turn(state, rules, seat, survey, first, produced, advanced, climbed):
    """Return the value of the next turn and of what remains after it, in victory points.

    `produced` and `advanced` count the PRODUCE and ADVANCE steps of both turns. `climbed` counts the planning levels
    that the token of this turn has used.
    """
    token, value = _best_token(state, rules, seat, survey, first, produced, advanced)
    fresh = 0
    if token == NONE:
        value = 0.0
    else:
        fresh = 1 if first == NONE else survey.pool + 2
        climbed += _planning_of(survey, token, advanced) - survey.token_level[token]
    left = _left_over(survey, survey.on_track + survey.pool - fresh, produced, advanced, climbed, 2)
    return survey.weights[Weight.NEXT] * value + left


@rule
def course_value(state, rules, seat, survey, first, produced, advanced):
    """Return the value of this turn and the next, in victory points.

    This turn has `produced` PRODUCE and `advanced` ADVANCE steps and acts with token `first`. `NONE` means planning.
    """
    value, climbed = 0.0, 0
    if first != NONE:
        level = _planning_of(survey, first, advanced)
        value = action_value(state, rules, seat, survey, AS_NOW + produced, survey.token_row[first], level)
        climbed = level - survey.token_level[first]
    if survey.horizon < 2.0:
        fresh = survey.pool + 1 if first != NONE else 0
        on_track = survey.on_track + survey.pool - fresh
        return value + _left_over(survey, on_track, produced, advanced, climbed, 1)
    producing = _next_turn(state, rules, seat, survey, first, produced + 1, advanced, climbed)
    return value + max(producing, _next_turn(state, rules, seat, survey, first, produced, advanced + 1, climbed))


@rule
def _left_over(survey, on_track, produced, advanced, climbed, turns):
    """Return the value, in victory points, of what remains after `turns` turns.

    It counts tokens on the track, unused planning levels and the resources produced.
    """
    later = survey.horizon - turns
    short = max(0.0, survey.weights[Weight.TRACK] - on_track)
    value = survey.weights[Weight.TOKEN] * on_track - survey.weights[Weight.EMPTY] * short
    value *= min(1.0, max(0.0, 0.5 * later))
    unused = max(0, min(3 * advanced, 3 * on_track) - climbed)
    value += min(1.0, max(0.0, later)) * survey.weights[Weight.ADVANCE] * unused
    return value + produced * survey.yields


@rule
def _best_beginning(state, rules, seat, survey, produced, advanced):
    """Return the value of the best course of this turn and the next, in victory points.

    This turn begins with `produced` PRODUCE and `advanced` ADVANCE steps.
    """
    best = course_value(state, rules, seat, survey, NONE, produced, advanced)
    peace = is_peace(state, rules)
    for token in range(survey.tokens):
        if not (peace and survey.token_row[token] == Row.FLEET):
            best = max(best, course_value(state, rules, seat, survey, token, produced, advanced))
    return best


@rule
def score_plans(state, rules, options, survey, scores):
    """D9: Score PRODUCE and ADVANCE, in victory points, by their best course and by claims that PRODUCE allows."""
    seat = state.actor
    open_purses(state, rules, seat, survey)
    survey.yields = survey.weights[Weight.PRODUCE] * yield_value(survey)
    for k in range(options.shape[0]):
        if options[k].kind == Kind.PRODUCE:
            scores[k] = _best_beginning(state, rules, seat, survey, 1, 0)
            scores[k] += claimable_by_producing(state, rules, seat, survey)
        else:
            scores[k] = _best_beginning(state, rules, seat, survey, 0, 1)


@rule
def score_actions(state, rules, options, survey, scores):
    """D13: Score actions, in victory points, less a share of what the token could still gain, and planning.

    An action without value scores -1.
    """
    open_purses(state, rules, state.actor, survey)
    for k in range(options.shape[0]):
        if options[k].kind == Kind.PLAN:
            scores[k] = _plan_value(survey)
        else:
            scores[k] = _act_value(state, rules, survey, options[k].a, options[k].b)


@rule
def _plan_value(survey):
    """Return the value of planning new tokens, in victory points. It is higher with few tokens on the track."""
    pool = float(survey.pool)
    short = max(0.0, survey.weights[Weight.TRACK] - survey.on_track)
    value = survey.weights[Weight.PLAN] * pool + survey.weights[Weight.EMPTY] * short * min(1.0, pool)
    return value * min(1.0, 0.5 * (survey.horizon - 1.0)) - 0.5


@rule
def _act_value(state, rules, survey, row, level):
    now = action_value(state, rules, state.actor, survey, AS_NOW, row, level)
    if now <= 0.0:
        return -1.0
    if survey.horizon <= 2.0:
        return now
    best = potential(state, rules, state.actor, survey, AS_NOW, row, level, survey.top[row])
    best = max(best, survey.weights[Weight.WAIT] * action_value(state, rules, state.actor, survey, RICHER, row, level))
    return now - survey.weights[Weight.HOLD] * (best - now)


@rule
def score_advances(state, options, scores):
    """D4, D12: Score tokens by the stored victory points that one planning level gains. Ending scores 0."""
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.ADVANCE:
            scores[k] = 0.01 + recall(state, state.actor, options[k].a * LEVELS + options[k].b)


@rule
def weigh_climbs(state, rules, seat, survey):
    """Store the victory points that each token gains from one planning level, the mean for two purses."""
    open_purses(state, rules, seat, survey)
    for token in range(survey.tokens):
        row, level = survey.token_row[token], survey.token_level[token]
        if level < Level.ULTIMATE:
            gain = _climb_value(state, rules, seat, survey, AS_NOW, row, level)
            gain += _climb_value(state, rules, seat, survey, RICHER, row, level)
            remember(state, seat, row * LEVELS + level, 0.5 * gain)


@rule
def _climb_value(state, rules, seat, survey, purse, row, level):
    """Return the victory points that a token gains from one planning level, plus 2% of the value it then has."""
    then = potential(state, rules, seat, survey, purse, row, level + 1, survey.top[row])
    return then - potential(state, rules, seat, survey, purse, row, level, survey.top[row]) + 0.02 * then


@rule
def score_rows(state, options, scores):
    """D3, D14, D34: Score rows by the stored potential of a new token.

    It is divided by 1 plus the own tokens in the row. Any other option scores 0.05.
    """
    seat = state.actor
    for k in range(options.shape[0]):
        scores[k] = 0.05
        if options[k].kind == Kind.PLACE or options[k].kind == Kind.TO_ROW:
            row, own_tokens = options[k].a, 0
            for level in range(LEVELS):
                own_tokens += state.players[seat].tokens[row, level]
            scores[k] = 0.1 + recall(state, seat, row) / (1.0 + own_tokens)


@rule
def weigh_rows(state, rules, seat, survey):
    """Store the value that a new token could reach in each row, in victory points."""
    add_expected_yield(survey, 1.5)
    open_purses(state, rules, seat, survey)
    steps = int(max(0.0, survey.horizon - 1.0))
    for row in range(ROWS):
        remember(state, seat, row, potential(state, rules, seat, survey, AS_NOW, row, 0, min(steps, survey.top[row])))
