"""Shadow cards: which to play, on whom and what, and what to stake on a check."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.planet import is_maxed
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.state import Kind, Phase
from starbalance.simulator.games.interstellar_ambitions.word import Level, Modifier, Predicate, ShadowEffect
from starbalance.strategies.interstellar_ambitions.judgement.features import rank
from starbalance.strategies.interstellar_ambitions.judgement.valuation import (
    card_worth,
    effect_worth,
    medal_worth,
    stolen_worth,
)
from starbalance.strategies.interstellar_ambitions.judgement.weights import Weight

_SIXTH = 1.0 / 6.0


@rule
def _success(rules, modifier):
    """IAM-13.8: the chance of a check."""
    return min(1.0, max(0.0, (7.0 - rules.check_target + modifier) * _SIXTH))


@rule
def _own_modifier(state, rules, seat, kind):
    """What the player adds to a check of a card's type."""
    modifiers = state.players[seat].modifiers
    return modifiers[Modifier.CHECK_SAB] if rules.shadow_type[kind] == 1 else modifiers[Modifier.CHECK_INF]


@rule
def _resistance(state, rules, other, kind):
    modifiers = state.players[other].modifiers
    return modifiers[Modifier.RESIST_SAB] if rules.shadow_type[kind] == 1 else modifiers[Modifier.RESIST_INF]


@rule
def play_worth(state, rules, seat, kind, survey):
    """What playing a card promises, less what it is worth to keep it."""
    worth = effect_worth(rules, kind)
    if rules.shadow_effect[kind] == ShadowEffect.ACQUIRE_TECHNOLOGY:
        worth += survey.step[Predicate.STOLEN_TECHNOLOGIES]
    if rules.shadow_type[kind] > 0:
        chance = _success(rules, _own_modifier(state, rules, seat, kind) - 0.5)
        worth = chance * (worth + medal_worth(rules, survey))
    return worth - 0.3 * card_worth(rules, kind, survey)


@rule
def _score_activity(state, rules, options, survey, scores):
    """D5."""
    for k in range(options.shape[0]):
        scores[k] = 0.15
        if options[k].kind == Kind.PLAY:
            scores[k] = play_worth(state, rules, state.actor, options[k].a, survey)


@rule
def _score_targets(state, rules, options, survey, scores):
    """D6: the best placed opponent, unless they resist; new victims where an ambition counts them."""
    rank(state, rules, state.actor, survey)
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
    """D6."""
    for k in range(options.shape[0]):
        kind, a, b = options[k].kind, options[k].a, options[k].b
        scores[k] = 0.0
        if kind == Kind.PLANET:
            scores[k] = _object_planet(state, rules, a)
        elif kind == Kind.SHIP:
            scores[k] = _object_ship(state, rules, state.players[state.victim].ship[a])
        elif kind == Kind.TECHNOLOGY:
            scores[k] = stolen_worth(rules, a, survey) - 0.4 * rules.technology_cost[a]
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
    """What its owner loses: production, or levels and with them the points of a planet at its highest level."""
    if rules.shadow_effect[state.card] != ShadowEffect.PLANET_LEVEL:
        return float(state.level[planet])
    lost = min(abs(rules.shadow_number[state.card]), state.level[planet] - 1)
    return lost + (float(rules.planet_vp[planet]) if lost > 0 and is_maxed(state, rules, planet) else 0.0)


@rule
def _object_ship(state, rules, ship):
    """A ship that is worth losing a card for: its value, less what that makes a check harder."""
    worth = float(rules.combat[ship])
    if rules.penalty[state.card] > 0:
        worth -= 0.8 * max(0, rules.combat[ship] - 2)
    return worth


@rule
def _own_token(state, rules, row, level, survey):
    """Which own token gains by a swap or a push: a low one for a swap, one about to be strong for a push."""
    if rules.shadow_effect[state.card] == ShadowEffect.SWAP_TOKEN_SAME_ROW:
        return 3.0 - level + _highest_of_others(state, rules, row)
    if level == Level.ULTIMATE:
        return -1.0
    return level + survey.weights[Weight.COLONISE + row]


@rule
def _highest_of_others(state, rules, row):
    """The highest level of a token that another player has in a row."""
    for level in range(Level.ULTIMATE, -1, -1):
        for other in range(rules.seats):
            if other != state.active and state.players[other].tokens[row, level] > 0:
                return float(level)
    return 0.0


@rule
def _score_stakes(state, rules, options, survey, scores):
    """D7, D8: a discard for a sixth of what is at stake, while it still tells."""
    attacking = state.phase == Phase.BOOST
    stake = effect_worth(rules, state.card) + rules.medal_vp
    stake += medal_worth(rules, survey) if attacking else 0.0
    chance = _success(rules, state.modifier + state.boosts - state.opposes)
    tells = chance < 1.0 if attacking else chance > 0.0
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.DISCARD:
            gain = _SIXTH * stake if tells else -1.0
            scores[k] = gain - 0.6 * card_worth(rules, options[k].a, survey)


@rule
def _score_taking(options, survey, scores):
    """D6: types taken."""
    for k in range(options.shape[0]):
        scores[k] = survey.price[options[k].a]


@rule
def _score_dealing(options, survey, scores):
    """D6: own resources for others, while that makes them more even."""
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.EXCHANGE:
            scores[k] = survey.price[options[k].b] - survey.price[options[k].a] - 0.05


@rule
def score_intrigue(state, rules, options, survey, scores):
    """The decisions of a shadow activity."""
    phase = state.phase
    if phase == Phase.SHADOW_ACTIVITY:
        _score_activity(state, rules, options, survey, scores)
    elif phase == Phase.TARGET:
        _score_targets(state, rules, options, survey, scores)
    elif phase == Phase.OBJECT:
        _score_objects(state, rules, options, survey, scores)
    elif phase == Phase.BOOST or phase == Phase.OPPOSE:
        _score_stakes(state, rules, options, survey, scores)
    elif phase == Phase.TAKING:
        _score_taking(options, survey, scores)
    elif phase == Phase.DEALING:
        _score_dealing(options, survey, scores)
    else:
        for k in range(options.shape[0]):
            scores[k] = 1.0 if options[k].kind == Kind.YES else 0.0
