"""The values of raising planets, one by one or several in one action with one purse."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.development import develop_price, planets_to_develop
from starbalance.simulator.games.interstellar_ambitions.rules import ANY, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.state import Decision
from starbalance.simulator.games.interstellar_ambitions.technology import number_of
from starbalance.simulator.games.interstellar_ambitions.word import Predicate
from starbalance.strategies.interstellar_ambitions.evaluation.features import (
    charge,
    keep_purse,
    progress,
    purse_total,
    restore_purse,
    swaps_for_one,
)
from starbalance.strategies.interstellar_ambitions.evaluation.valuation import planet_value
from starbalance.strategies.interstellar_ambitions.evaluation.weights import Weight

_WHOLE_SET = 0.7  # share of the set bonus, since some of it would have come later


@rule
def development_value(state, rules, planet, level, price, survey):
    """Return the value of raising a planet to a level, in victory points, less its price."""
    kind = rules.planet_type[planet]
    cost = price * (level - state.level[planet])
    if kind == ANY:
        paid = cost * 0.25 * (survey.price[0] + survey.price[1] + survey.price[2] + survey.price[3])
    else:
        paid = cost * survey.price[kind]
    gain = planet_value(rules, planet, level, survey) - planet_value(rules, planet, state.level[planet], survey)
    return gain + progress(survey, Predicate.TOTAL_LEVELS, float(level - state.level[planet])) - paid


@rule
def _rise_of(state, rules, seat, place, level, price, survey):
    """Return the value of raising an own planet to a level, in victory points, less its price.

    It is computed once per position.
    """
    if (survey.has_rises[place] >> level) & 1 == 0:
        survey.has_rises[place] |= 1 << level
        planet = state.players[seat].planet[place]
        survey.rise[place, level] = development_value(state, rules, planet, level, price, survey)
    return survey.rise[place, level]


@rule
def _best_development(state, rules, seat, place, planning, price, survey):
    """Return (value in victory points, level) of the best level that the purse covers, or (0.0, 0) if no level pays."""
    planet = state.players[seat].planet[place]
    best, chosen, kind = 0.0, 0, rules.planet_type[planet]
    top = min(rules.planet_levels[planet], rules.develop_level[planning])
    for level in range(state.level[planet] + 1, top + 1):
        cost = float(price * (level - state.level[planet]))
        traded = swaps_for_one(survey, kind, cost) if kind != ANY else 0.0
        if traded < 0.0 or (kind == ANY and purse_total(survey) < cost):
            return best, chosen
        value = _rise_of(state, rules, seat, place, level, price, survey) - traded * survey.swap
        if value > best:
            best, chosen = value, level
    return best, chosen


@rule
def developments_value(state, rules, seat, planning, survey):
    """Return the value of the best planets to raise in one action, in victory points.

    Fill in `raised` with their new levels. The planets are chosen singly, or first those that complete a set.
    """
    number, begun = planets_to_develop(state, rules, seat, planning), 0
    if state.decision == Decision.DEVELOPING:
        number, begun = number - state.number, state.touched
    missing, value = RESOURCES - number_of(int(survey.types_scored)), -1.0
    if (1 if begun == 0 else 0) < missing <= number:
        value = _raised_in_turn(state, rules, seat, planning, number, begun, True, survey)
    alone = _raised_in_turn(state, rules, seat, planning, number, begun, False, survey)
    if value > alone:
        return _raised_in_turn(state, rules, seat, planning, number, begun, True, survey)
    return alone


@rule
def _raised_in_turn(state, rules, seat, planning, number, begun, for_set, survey):
    """Return the value, in victory points, of raising up to `number` planets with one purse.

    It includes what they complete together. `begun` holds the bits of planets that were raised before. With `for_set`,
    planets that finish a missing type come first. Fill in `raised` and `bill`.
    """
    price, player, total = develop_price(state, rules, seat), state.players[seat], 0.0
    survey.raised[:] = 0
    charge(survey, 0.0, 0.0, 0.0, 0.0)
    keep_purse(survey)
    for turn in range(number):
        value, place, level = _next_to_raise(state, rules, seat, planning, price, begun, for_set, survey)
        if level == 0:
            break
        survey.raised[place] = level
        planet = player.planet[place]
        _spend(survey, rules.planet_type[planet], float(price * (level - state.level[planet])))
        total += value if turn == 0 else survey.weights[Weight.BUNDLE] * value
    restore_purse(survey)
    return total + _completed(state, rules, seat, survey) if number > 1 or begun != 0 else total


@rule
def _next_to_raise(state, rules, seat, planning, price, begun, for_set, survey):
    """Return (value in victory points, place, level) of the best further planet to raise.

    (0.0, 0, 0) if there is none.
    """
    best, chosen, to, foremost = 0.0, 0, 0, 0.0
    for place in range(state.players[seat].planets):
        if survey.raised[place] == 0 and (begun >> place) & 1 == 0:
            value, level = _best_development(state, rules, seat, place, planning, price, survey)
            rank = value + (_share_of_set(state, rules, seat, place, level, survey) if for_set else 0.0)
            if level > 0 and rank > foremost:
                best, chosen, to, foremost = value, place, level, rank
    return best, chosen, to


@rule
def _share_of_set(state, rules, seat, place, level, survey):
    """Return the set bonus, in victory points, for a planet that finishes a missing type, otherwise 0."""
    planet = state.players[seat].planet[place]
    kind = rules.planet_type[planet]
    if kind == ANY or level < rules.planet_levels[planet] or (int(survey.types_scored) >> kind) & 1 == 1:
        return 0.0
    return float(rules.set_bonus)


@rule
def _spend(survey, kind, due):
    """Take a price off the purse, and add that of a basic planet to `bill`.

    A Home World is paid with the most plentiful resources.
    """
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
    """Return the victory points that planets raised together add to their separate values: the set and ambitions."""
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
    by_level = _ambition_bonus(survey, Predicate.TYPES_AT_LEVEL, kinds)
    bonus = _ambition_bonus(survey, Predicate.MAXED_PLANETS, maxed) + by_level
    return bonus + _set_bonus(rules, survey, scored, doubted)


@rule
def _ambition_bonus(survey, what, number):
    """Return the victory points that closing an ambition's gap at once adds to `number` single steps.

    0 if the number is below 2 or does not close the gap.
    """
    if number < 2 or survey.gap[what] <= 0.0 or number < survey.gap[what]:
        return 0.0
    return max(0.0, survey.close[what] - number * survey.step[what])


@rule
def _set_bonus(rules, survey, scored, doubted):
    """Return the victory points that completing the set adds to the shares counted for its planets.

    0 unless the planets raised complete it.
    """
    if scored == int(survey.types_scored) or scored != (1 << RESOURCES) - 1:
        return 0.0
    return rules.set_bonus * max(0.0, _WHOLE_SET - survey.weights[Weight.SET] * survey.set_share * doubted)
