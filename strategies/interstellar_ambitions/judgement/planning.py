"""What each cell of the action track would bring: the worth of the best action with what the purse holds."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.ambition import is_met, slot_value
from starbalance.simulator.games.interstellar_ambitions.fleet import damage_of, is_heavy
from starbalance.simulator.games.interstellar_ambitions.purchase import (
    builds_of,
    cards_to_buy,
    hire_price,
    may_build_heavy,
    ship_price,
    technology_price,
)
from starbalance.simulator.games.interstellar_ambitions.rules import DRAWN, HIGHEST_LEVEL, NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.word import Modifier, Origin, Predicate, Resource, Row
from starbalance.strategies.interstellar_ambitions.judgement.conflict import best_attack
from starbalance.strategies.interstellar_ambitions.judgement.developing import developments_worth
from starbalance.strategies.interstellar_ambitions.judgement.features import (
    charge,
    charge_one,
    most_of,
    swaps,
    swaps_for_one,
)
from starbalance.strategies.interstellar_ambitions.judgement.valuation import (
    force_worth,
    medal_worth,
    new_planet_worth,
    planet_price,
    ship_worth,
    technology_worth,
)
from starbalance.strategies.interstellar_ambitions.judgement.weights import Weight


@rule
def colony_worth(state, rules, seat, planet, planning, survey):
    """A planet face up, less its price; it may fail or start low, and the last slots are kept for good ones."""
    player = state.players[seat]
    level = min(rules.planet_levels[planet], _start_level(state, rules, seat, planning))
    worth = 0.92 * new_planet_worth(rules, planet, level, survey) + 0.5
    if player.planets >= rules.planet_limit:
        worth -= 6.0
    return worth - planet_price(rules, planet, survey)


@rule
def _start_level(state, rules, seat, planning):
    """IAM-15.4: of a colony, before its highest level is looked at."""
    return min(HIGHEST_LEVEL, rules.colonise_level[planning] + state.players[seat].modifiers[Modifier.COLONISE_LEVEL])


@rule
def _colony_in(state, rules, seat, slot, planning, survey):
    """What the planet face up in a slot is worth; once a survey for each level at which an action may start it."""
    start = _start_level(state, rules, seat, planning)
    if (survey.has_colonies[start] >> slot) & 1 == 0:
        survey.has_colonies[start] |= 1 << slot
        survey.colony[start, slot] = colony_worth(state, rules, seat, state.face_up[slot], planning, survey)
    return survey.colony[start, slot]


@rule
def _colonise(state, rules, seat, planning, survey):
    best = 0.0
    discount = state.players[seat].modifiers[Modifier.COLONISE_DISC]
    for slot in range(RESOURCES):
        planet = state.face_up[slot]
        if planet != NONE and rules.planet_vp[planet] <= rules.colonise_vp[planning]:
            cost = rules.planet_cost[planet]
            survey.wild += discount
            traded = swaps(survey, cost[0], cost[1], cost[2], cost[3])
            survey.wild -= discount
            if traded >= 0.0:
                worth = _colony_in(state, rules, seat, slot, planning, survey) - traded * survey.swap
                if worth > best:
                    best = worth
                    charge(survey, float(cost[0]), float(cost[1]), float(cost[2]), float(cost[3]))
    return best + 0.5 if best > 0.0 and rules.colonise_replace[planning] else best


@rule
def room_worth(state, rules, seat, survey):
    """What room for one more ship costs: nothing, or with a full fleet the ship worth least, and more."""
    player = state.players[seat]
    if player.ships < rules.ship_limit:
        return 0.0
    least = ship_worth(rules, player.ship[0], survey)
    for place in range(1, player.ships):
        least = min(least, ship_worth(rules, player.ship[place], survey))
    return max(0.0, least) + survey.weights[Weight.RENEW]


@rule
def _fill_hulls(rules, survey):
    """Lists the standard ships and what they are worth; once a survey."""
    if survey.has_hulls:
        return
    survey.has_hulls, survey.hulls = 1, 0
    for kind in range(rules.ships):
        if rules.ship_origin[kind] == Origin.STANDARD:
            survey.hull[survey.hulls] = kind
            survey.hull_worth[survey.hulls] = ship_worth(rules, kind, survey)
            survey.hulls += 1


@rule
def _build(state, rules, seat, planning, survey):
    """As many of the best ship as the purse covers beside repairs."""
    mended, spent = _repairs(state, rules, seat, planning, survey)
    best, heavy = 0.0, may_build_heavy(state, rules, seat, planning)
    room, lost = builds_of(state, rules, seat, planning), room_worth(state, rules, seat, survey)
    if lost == 0.0:
        room = min(room, rules.ship_limit - state.players[seat].ships)
    charge_one(survey, Resource.ORE, spent)
    _fill_hulls(rules, survey)
    ore = most_of(survey, Resource.ORE) - spent
    for k in range(survey.hulls):
        kind = survey.hull[k]
        if heavy or not is_heavy(rules, kind):
            price = ship_price(state, rules, seat, kind, planning)
            number = min(room, int(ore / price))
            worth = number * (survey.hull_worth[k] - lost - price * survey.price[Resource.ORE])
            worth -= max(0.0, number * price + spent - survey.purse[Resource.ORE] - survey.wild) * survey.swap
            if worth > best:
                best = worth
                charge_one(survey, Resource.ORE, spent + number * price)
    return best + mended


@rule
def _repairs(state, rules, seat, planning, survey):
    """(what the repairs of a BUILD bring, the ORE that they cost)."""
    markers, cost = damage_of(state, seat), 0.0
    if markers == 0:
        return 0.0, 0.0
    if not rules.build_repair_free[planning] and state.players[seat].modifiers[Modifier.REPAIR_FREE] == 0:
        markers = min(markers, int(survey.purse[Resource.ORE] + survey.wild) * rules.markers_per_ore)
        cost = float((markers + rules.markers_per_ore - 1) // rules.markers_per_ore)
    worth = survey.weights[Weight.MEND] * force_worth(survey, float(markers)) - cost * survey.price[Resource.ORE]
    return (worth, cost) if worth > 0.0 else (0.0, 0.0)


@rule
def _discovery_in(state, rules, slot, survey):
    """What the technology face up in a slot is worth; once a survey."""
    if (survey.has_discoveries >> slot) & 1 == 0:
        survey.has_discoveries |= 1 << slot
        survey.discovery[slot] = technology_worth(rules, state.technology_slot[slot], survey)
    return survey.discovery[slot]


@rule
def _research(state, rules, seat, planning, survey):
    """The best technologies that the purse covers."""
    first, second, spent = 0.0, 0.0, 0.0
    for slot in range(rules.technology_slots):
        technology = state.technology_slot[slot]
        if technology != NONE and rules.technology_vp[technology] <= rules.research_vp[planning]:
            price = float(technology_price(state, rules, seat, technology, planning))
            traded = swaps_for_one(survey, Resource.SCIENCE, price)
            if traded >= 0.0:
                worth = _discovery_in(state, rules, slot, survey) - price * survey.price[Resource.SCIENCE]
                worth -= traded * survey.swap
                if worth > first:
                    first, second, spent = worth, first, price
                elif worth > second:
                    second = worth
    charge_one(survey, Resource.SCIENCE, spent)
    if rules.research_technologies[planning] > 1 and most_of(survey, Resource.SCIENCE) >= spent + 3.0:
        first += second
    return first


@rule
def buy_worth(state, rules, seat, planning, survey):
    """Shadow cards, while the hand has room."""
    player = state.players[seat]
    number = min(float(cards_to_buy(state, rules, seat, planning)), most_of(survey, Resource.COINS) // rules.card_price)
    number = min(number, float(rules.hand_limit - player.cards))
    usual = survey.weights[Weight.CARD] + 0.5 * medal_worth(rules, survey)
    usual *= min(1.0, (survey.horizon - 1.0) / 4.0) / (1.0 + 0.25 * player.cards)
    charge_one(survey, Resource.COINS, float(number * rules.card_price))
    return max(0.0, number * (0.8 * usual - rules.card_price * survey.price[Resource.COINS]))


@rule
def _crew_in(state, rules, slot, survey):
    """What the merc face up in a slot is worth; once a survey."""
    if (survey.has_crews >> slot) & 1 == 0:
        survey.has_crews |= 1 << slot
        survey.crew[slot] = ship_worth(rules, state.merc_slot[slot], survey)
    return survey.crew[slot]


@rule
def hire_worth(state, rules, seat, planning, survey):
    """The best mercs face up that the purse covers."""
    first, second, due = 0.0, 0.0, 0.0
    if state.players[seat].ships >= rules.ship_limit:
        return 0.0
    for slot in range(rules.merc_slots):
        kind = state.merc_slot[slot]
        if kind != NONE:
            price = float(hire_price(state, rules, seat, kind))
            traded = swaps_for_one(survey, Resource.COINS, price)
            if traded >= 0.0:
                worth = _crew_in(state, rules, slot, survey) - price * survey.price[Resource.COINS]
                worth -= traded * survey.swap
                if worth > first:
                    first, second, due = worth, first, price
                elif worth > second:
                    second = worth
    survey.bill[Resource.COINS] = max(survey.bill[Resource.COINS], due)
    return first if rules.shadow_mercs[planning] < 2 else first + 0.5 * second


@rule
def _shadow(state, rules, seat, planning, survey):
    best = buy_worth(state, rules, seat, planning, survey)
    if rules.shadow_mercs[planning] > 0:
        best = max(best, hire_worth(state, rules, seat, planning, survey))
    return best


@rule
def cell_worth(state, rules, seat, row, planning, survey):
    """What an action of a row at a planning level would bring."""
    if row == Row.COLONISE:
        worth = _colonise(state, rules, seat, planning, survey)
    elif row == Row.DEVELOP:
        worth = developments_worth(state, rules, seat, planning, survey)
    elif row == Row.BUILD:
        worth = _build(state, rules, seat, planning, survey)
    elif row == Row.RESEARCH:
        worth = _research(state, rules, seat, planning, survey)
    elif row == Row.SHADOW:
        worth = _shadow(state, rules, seat, planning, survey)
    else:
        worth = best_attack(state, rules, seat, planning, survey)
    return worth * survey.weights[Weight.COLONISE + row]


@rule
def claimable_by_producing(state, rules, seat, survey):
    """What a claim would score that PRODUCE now makes possible."""
    best, player = 0.0, state.players[seat]
    for k in range(DRAWN):
        ambition = state.ambition[k]
        what = rules.predicate[ambition]
        if what == Predicate.PRODUCED_TURN or what == Predicate.PRODUCED_TOTAL_TURN:
            if (player.claimed >> ambition) & 1 == 0 and not is_met(state, rules, seat, ambition):
                if could_produce(rules, ambition, survey):
                    best = max(best, float(slot_value(state, rules, k)))
    return best


@rule
def could_produce(rules, ambition, survey):
    """Whether a PRODUCE action can meet an ambition that counts production."""
    total = survey.gain_any
    if rules.predicate[ambition] == Predicate.PRODUCED_TURN:
        return total + survey.gain[rules.predicate_resource[ambition]] >= rules.threshold[ambition]
    for resource in range(RESOURCES):
        total += survey.gain[resource]
    return total >= rules.threshold[ambition]
