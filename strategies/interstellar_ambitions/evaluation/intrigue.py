"""The scores of decisions about Shadow cards: which card to play, its target, and the stake of a check."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.planet import is_maxed
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.state import Decision, Kind
from starbalance.simulator.games.interstellar_ambitions.word import Level, Modifier, Predicate, ShadowEffect
from starbalance.strategies.interstellar_ambitions.evaluation.features import fill_standings
from starbalance.strategies.interstellar_ambitions.evaluation.valuation import (
    card_value,
    effect_value,
    medal_value,
    stolen_value,
)
from starbalance.strategies.interstellar_ambitions.evaluation.weights import Weight

_SIXTH = 1.0 / 6.0


@rule
def _success(rules, modifier):
    """IAM-13.8: Return the chance (0 to 1) that a check with this total modifier succeeds."""
    return min(1.0, max(0.0, (7.0 - rules.check_target + modifier) * _SIXTH))


@rule
def _own_modifier(state, rules, seat, kind):
    """Return the player's modifier for a check of a card's type."""
    modifiers = state.players[seat].modifiers
    return modifiers[Modifier.CHECK_SAB] if rules.shadow_type[kind] == 1 else modifiers[Modifier.CHECK_INF]


@rule
def _resistance(state, rules, other, kind):
    modifiers = state.players[other].modifiers
    return modifiers[Modifier.RESIST_SAB] if rules.shadow_type[kind] == 1 else modifiers[Modifier.RESIST_INF]


@rule
def play_value(state, rules, seat, kind, survey):
    """Return the expected value of playing a card, in victory points, less 30% of the value of keeping it."""
    value = effect_value(rules, kind)
    if rules.shadow_effect[kind] == ShadowEffect.ACQUIRE_TECHNOLOGY:
        value += survey.step[Predicate.STOLEN_TECHNOLOGIES]
    if rules.shadow_type[kind] > 0:
        chance = _success(rules, _own_modifier(state, rules, seat, kind) - 0.5)
        value = chance * (value + medal_value(rules, survey))
    return value - 0.3 * card_value(rules, kind, survey)


@rule
def _score_activity(state, rules, options, survey, scores):
    """D5: Score cards to play, in victory points. Playing no card scores 0.15."""
    for k in range(options.shape[0]):
        scores[k] = 0.15
        if options[k].kind == Kind.PLAY:
            scores[k] = play_value(state, rules, state.actor, options[k].a, survey)


@rule
def _score_targets(state, rules, options, survey, scores):
    """D6: Score opponents to target: high standing, low resistance, and new victims for an ambition."""
    fill_standings(state, rules, state.actor, survey)
    for k in range(options.shape[0]):
        other = options[k].a
        scores[k] = 0.05 * survey.standing[other]
        if rules.shadow_type[state.card] > 0:
            scores[k] -= 1.5 * _resistance(state, rules, other, state.card) + 0.15 * state.players[other].cards
            if (state.players[state.actor].victims >> other) & 1 == 0:
                scores[k] += survey.step[Predicate.CHECK_VICTIMS] + 0.01
        if rules.shadow_effect[state.card] == ShadowEffect.TAKE_RES:
            scores[k] += 0.1 * _goods(state, other)


@rule
def _goods(state, seat):
    total = 0
    for resource in range(RESOURCES):
        total += min(5, state.players[seat].resources[resource])
    return total


@rule
def _score_objects(state, rules, options, survey, scores):
    """D6: Score the objects of a card, such as a planet, ship, technology or token. Ending scores -1."""
    for k in range(options.shape[0]):
        kind, a, b = options[k].kind, options[k].a, options[k].b
        scores[k] = 0.0
        if kind == Kind.PLANET:
            scores[k] = _object_planet(state, rules, a)
        elif kind == Kind.SHIP:
            scores[k] = _object_ship(state, rules, state.players[state.victim].ship[a])
        elif kind == Kind.TECHNOLOGY:
            scores[k] = stolen_value(rules, a, survey) - 0.4 * rules.technology_cost[a]
        elif kind == Kind.TOKEN:
            scores[k] = 1.0 + b
        elif kind == Kind.OWN_TOKEN:
            scores[k] = 1.0 + _own_token(state, rules, a, b, survey)
        elif kind == Kind.TO_ROW:
            scores[k] = survey.weights[Weight.COLONISE + a]
        elif kind == Kind.RESOURCE:
            scores[k] = survey.price[a] + 0.02 * _of_victim(state, a)
        elif kind == Kind.DONE:
            scores[k] = -1.0


@rule
def _of_victim(state, resource):
    return state.players[state.victim].resources[resource] if state.victim != NONE else 0


@rule
def _object_planet(state, rules, planet):
    """Return what the owner of a planet loses: production, or levels plus the victory points of a finished planet."""
    if rules.shadow_effect[state.card] != ShadowEffect.PLANET_LEVEL:
        return float(state.level[planet])
    lost = min(abs(rules.shadow_number[state.card]), state.level[planet] - 1)
    return lost + (float(rules.planet_vp[planet]) if lost > 0 and is_maxed(state, rules, planet) else 0.0)


@rule
def _object_ship(state, rules, ship):
    """Return the combat value of a ship, less the penalty that a strong ship puts on the check."""
    value = float(rules.combat[ship])
    if rules.penalty[state.card] > 0:
        value -= 0.8 * max(0, rules.combat[ship] - 2)
    return value


@rule
def _own_token(state, rules, row, level, survey):
    """Return the score of an own token: for a swap a low level scores high, otherwise a high level.

    A token at the highest level scores -1 unless it is for a swap.
    """
    if rules.shadow_effect[state.card] == ShadowEffect.SWAP_TOKEN_SAME_ROW:
        return 3.0 - level + _highest_of_others(state, rules, row)
    if level == Level.ULTIMATE:
        return -1.0
    return level + survey.weights[Weight.COLONISE + row]


@rule
def _highest_of_others(state, rules, row):
    """Return the highest planning level of another player's token in a row, 0 if there is none."""
    for level in range(Level.ULTIMATE, -1, -1):
        for other in range(rules.seats):
            if other != state.active and state.players[other].tokens[row, level] > 0:
                return float(level)
    return 0.0


@rule
def _score_stakes(state, rules, options, survey, scores):
    """D7, D8: Score discards: a sixth of the stake while the check is open, less the card, in victory points.

    Once the check is decided, a discard scores below 0. Discarding no card scores 0.
    """
    attacking = state.decision == Decision.BOOST
    stake = effect_value(rules, state.card) + rules.medal_vp
    stake += medal_value(rules, survey) if attacking else 0.0
    chance = _success(rules, state.modifier + state.boosts - state.opposes)
    is_open = chance < 1.0 if attacking else chance > 0.0
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.DISCARD:
            gain = _SIXTH * stake if is_open else -1.0
            scores[k] = gain - 0.6 * card_value(rules, options[k].a, survey)


@rule
def _score_taking(options, survey, scores):
    """D6: Score each resource to take by its price, in victory points."""
    for k in range(options.shape[0]):
        scores[k] = survey.price[options[k].a]


@rule
def _score_dealing(options, survey, scores):
    """D6: Score an exchange by the price of the resource received less that of the one given, less 0.05.

    Prices are in victory points. Ending scores 0.
    """
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.EXCHANGE:
            scores[k] = survey.price[options[k].b] - survey.price[options[k].a] - 0.05


@rule
def score_intrigue(state, rules, options, survey, scores):
    """Score the options of a decision in a shadow activity. Higher is better."""
    decision = state.decision
    if decision == Decision.SHADOW_ACTIVITY:
        _score_activity(state, rules, options, survey, scores)
    elif decision == Decision.TARGET:
        _score_targets(state, rules, options, survey, scores)
    elif decision == Decision.OBJECT:
        _score_objects(state, rules, options, survey, scores)
    elif decision == Decision.BOOST or decision == Decision.OPPOSE:
        _score_stakes(state, rules, options, survey, scores)
    elif decision == Decision.TAKING:
        _score_taking(options, survey, scores)
    elif decision == Decision.DEALING:
        _score_dealing(options, survey, scores)
    else:
        for k in range(options.shape[0]):
            scores[k] = 1.0 if options[k].kind == Kind.YES else 0.0
