"""What raising planets brings: one by one, or several in one action out of one purse."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.development import develop_price, planets_to_develop
from starbalance.simulator.games.interstellar_ambitions.rules import ANY, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.state import Phase
from starbalance.simulator.games.interstellar_ambitions.technology import number_of
from starbalance.simulator.games.interstellar_ambitions.word import Predicate
from starbalance.strategies.interstellar_ambitions.judgement.features import (
    charge,
    keep_purse,
    progress,
    purse_total,
    restore_purse,
    swaps_for_one,
)
from starbalance.strategies.interstellar_ambitions.judgement.valuation import planet_worth
from starbalance.strategies.interstellar_ambitions.judgement.weights import Weight

_WHOLE_SET = 0.7  # of the bonus: some of it would have come later


@rule
def development_worth(state, rules, planet, level, price, survey):
    """Raising a planet to a level, less its price."""
    kind = rules.planet_type[planet]
    cost = price * (level - state.level[planet])
    if kind == ANY:
        paid = cost * 0.25 * (survey.price[0] + survey.price[1] + survey.price[2] + survey.price[3])
    else:
        paid = cost * survey.price[kind]
    gain = planet_worth(rules, planet, level, survey) - planet_worth(rules, planet, state.level[planet], survey)
    return gain + progress(survey, Predicate.TOTAL_LEVELS, float(level - state.level[planet])) - paid


@rule
def _rise_of(state, rules, seat, place, level, price, survey):
    """What raising an own planet to a level is worth; once a survey."""
    if (survey.has_rises[place] >> level) & 1 == 0:
        survey.has_rises[place] |= 1 << level
        planet = state.players[seat].planet[place]
        survey.rise[place, level] = development_worth(state, rules, planet, level, price, survey)
    return survey.rise[place, level]


@rule
def _best_development(state, rules, seat, place, planning, price, survey):
    """(what the best level to raise a planet to brings that the purse covers, that level); (0.0, 0) if none pays."""
    planet = state.players[seat].planet[place]
    best, chosen, kind = 0.0, 0, rules.planet_type[planet]
    top = min(rules.planet_levels[planet], rules.develop_level[planning])
    for level in range(state.level[planet] + 1, top + 1):
        cost = float(price * (level - state.level[planet]))
        traded = swaps_for_one(survey, kind, cost) if kind != ANY else 0.0
        if traded < 0.0 or (kind == ANY and purse_total(survey) < cost):
            return best, chosen
        worth = _rise_of(state, rules, seat, place, level, price, survey) - traded * survey.swap
        if worth > best:
            best, chosen = worth, level
    return best, chosen


@rule
def developments_worth(state, rules, seat, planning, survey):
    """The best planets to raise in one action: each for itself, or those first that complete a set.

    survey.raised is filled in with the levels to which they go.
    """
    number, begun = planets_to_develop(state, rules, seat, planning), 0
    if state.phase == Phase.DEVELOPING:
        number, begun = number - state.number, state.touched
    missing, worth = RESOURCES - number_of(int(survey.types_scored)), -1.0
    if (1 if begun == 0 else 0) < missing <= number:
        worth = _raised_in_turn(state, rules, seat, planning, number, begun, True, survey)
    alone = _raised_in_turn(state, rules, seat, planning, number, begun, False, survey)
    if worth > alone:
        return _raised_in_turn(state, rules, seat, planning, number, begun, True, survey)
    return alone


@rule
def _raised_in_turn(state, rules, seat, planning, number, begun, for_set, survey):
    """So many planets one after the other, out of one purse, and what they complete together; begun: bits of others."""
    price, player, total = develop_price(state, rules, seat), state.players[seat], 0.0
    survey.raised[:] = 0
    charge(survey, 0.0, 0.0, 0.0, 0.0)
    keep_purse(survey)
    for turn in range(number):
        worth, place, level = _next_to_raise(state, rules, seat, planning, price, begun, for_set, survey)
        if level == 0:
            break
        survey.raised[place] = level
        planet = player.planet[place]
        _spend(survey, rules.planet_type[planet], float(price * (level - state.level[planet])))
        total += worth if turn == 0 else survey.weights[Weight.BUNDLE] * worth
    restore_purse(survey)
    return total + _completed(state, rules, seat, survey) if number > 1 or begun != 0 else total


@rule
def _next_to_raise(state, rules, seat, planning, price, begun, for_set, survey):
    """(worth, place, level) of the planet that is best to raise beside those already chosen; no level if none pays."""
    best, chosen, to, foremost = 0.0, 0, 0, 0.0
    for place in range(state.players[seat].planets):
        if survey.raised[place] == 0 and (begun >> place) & 1 == 0:
            worth, level = _best_development(state, rules, seat, place, planning, price, survey)
            rank = worth + (_share_of_set(state, rules, seat, place, level, survey) if for_set else 0.0)
            if level > 0 and rank > foremost:
                best, chosen, to, foremost = worth, place, level, rank
    return best, chosen, to


@rule
def _share_of_set(state, rules, seat, place, level, survey):
    """The set bonus, for a planet that finishes a type that is missing from it."""
    planet = state.players[seat].planet[place]
    kind = rules.planet_type[planet]
    if kind == ANY or level < rules.planet_levels[planet] or (int(survey.types_scored) >> kind) & 1 == 1:
        return 0.0
    return float(rules.set_bonus)


@rule
def _spend(survey, kind, due):
    """Takes a price out of the purse: of a Home World out of what there is most of."""
    if kind != ANY:
        survey.bill[kind] += due
        survey.wild = max(0.0, survey.wild - max(0.0, due - survey.purse[kind]))
        survey.purse[kind] = max(0.0, survey.purse[kind] - due)
        return
    for _ in range(int(due)):
        most = 0
        for resource in range(RESOURCES):
            most = resource if survey.purse[resource] > survey.purse[most] else most
        survey.purse[most] = max(0.0, survey.purse[most] - 1.0)


@rule
def _completed(state, rules, seat, survey):
    """What planets raised together complete beyond the sum of their steps: the set, ambitions."""
    player, maxed, kinds, doubted = state.players[seat], 0, 0, 0.0
    scored, ready = int(survey.types_scored), int(survey.types_ready)
    for place in range(player.planets):
        level = survey.raised[place]
        if level > 0:
            planet = player.planet[place]
            kind, short = rules.planet_type[planet], rules.planet_levels[planet] - level
            maxed += 1 if short == 0 else 0
            if kind != ANY and short == 0 and (scored >> kind) & 1 == 0:
                scored |= 1 << kind
                doubted += 1.0 - survey.finish[rules.planet_levels[planet] - state.level[planet]]
            if kind != ANY and level >= survey.type_level and (ready >> kind) & 1 == 0:
                ready |= 1 << kind
                kinds += 1
    bonus = _beyond(survey, Predicate.MAXED_PLANETS, maxed) + _beyond(survey, Predicate.TYPES_AT_LEVEL, kinds)
    return bonus + _set_beyond(rules, survey, scored, doubted)


@rule
def _beyond(survey, what, number):
    """What closing the gap of an ambition at once brings beyond so many steps."""
    if number < 2 or survey.gap[what] <= 0.0 or number < survey.gap[what]:
        return 0.0
    return max(0.0, survey.close[what] - number * survey.step[what])


@rule
def _set_beyond(rules, survey, scored, doubted):
    """What the set brings beyond the shares of it that its planets count: by how far each was from being finished."""
    if scored == int(survey.types_scored) or scored != (1 << RESOURCES) - 1:
        return 0.0
    return rules.set_bonus * max(0.0, _WHOLE_SET - survey.weights[Weight.SET] * survey.set_share * doubted)
