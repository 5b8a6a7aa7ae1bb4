"""A careful all-rounder that plays for objectives.

Values every star by its symbols and by what the open objectives and its own one lack, and sends as many ships as that
takes: more than the enemy has, leader and all, to a held star. Idle ships go along, since warps are few. Keeps a guard
against what could come. A leader goes with an attack, strong ones with large fleets; a weak one is spent to draw the
discards again. In combat it spends the weakest card that wins, names losses that it can pay or that an objective asks
for, and leaves when the next round would be lost. It claims at once, and sends fleets for an objective all in a turn.
"""

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad_leaders.departure import ready
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import distance, furthest_square
from starbalance.simulator.games.four_thousand_ad_leaders.leader import effect_of
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import enemy_at, members
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FIRST_EVENT, FIRST_USE, Effect
from starbalance.simulator.games.four_thousand_ad_leaders.state import SIG, Kind, Phase
from starbalance.simulator.games.four_thousand_ad_leaders.task import amount, extent
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.geometry import sector
from starbalance.strategies.four_thousand_ad_leaders.judgement.fighting import (
    attack_option,
    defence_option,
    extra_option,
    is_stuck,
    loss_option,
    redraw,
    withdrawal_option,
)
from starbalance.strategies.four_thousand_ad_leaders.judgement.survey import (
    bounty,
    is_camp,
    is_held,
    look_ahead_from,
    look_around,
    spare,
    survey_row,
    take_weights,
)
from starbalance.strategies.four_thousand_ad_leaders.judgement.weights import Weight

NEVER = -100.0
_FAR_GAP = 4  # units that an objective lacks which is given away
_USUAL_SHIPS = 4  # of an attack
_LANDED = 5.0  # ships that a fleet counts for at the camp


@rule
def need(star, meets, survey):
    """The ships that a journey to a star takes beside those that it meets; a strong leader saves some of them."""
    against = survey.against[star]
    ships = 1.0
    if against > 0.0:
        weights = survey.weights
        ships = against + weights[Weight.MARGIN] + 1.0 - weights[Weight.TRUST] * survey.power - meets
    return max(1.0, ships, survey.wanted[star])


@rule
def meeting(state, rules, seat, source, star, survey):
    """The own ships from other sectors that are at a star when a fleet that leaves now gets there."""
    if survey.coming[star] == 0.0 and state.players[seat].ships[star] == 0:
        return 0.0
    away = distance(rules, sector(source), star)
    ships = float(state.players[seat].ships[star]) if away == 0 else 0.0
    for fleet in state.players[seat].fleets:
        if fleet.ships > 0 and fleet.target == star and fleet.sector != sector(source):
            if distance(rules, fleet.sector, star) - fleet.square == away:
                ships += fleet.ships
    return ships


@rule
def journey(state, rules, seat, source, star, free, survey):
    """What a departure with so many free ships to a star gains; 0: nothing."""
    meets = meeting(state, rules, seat, source, star, survey)
    ships, weights, against = need(star, meets, survey), survey.weights, survey.against[star]
    if free < ships or (is_held(survey, star) and survey.wanted[star] == 0.0):
        return 0.0
    joins = meets > 0.0 and against > 0.0
    covered = survey.coming[star] + state.players[seat].ships[star] >= need(star, 0.0, survey)
    if covered and not joins:
        return 0.0
    cost = weights[Weight.CREW] * (ships - 1.0)
    if source == rules.home[seat]:
        cost += weights[Weight.LEVY] * ships
    gain = survey.converge if joins else 0.0
    if not covered:
        gain += survey.worth[star]
        if against > 0.0:
            gain += bounty(against, survey)
            cost += weights[Weight.SHIP] * (against - 1.0)
    away = distance(rules, sector(source), star)
    if away == 0:
        return max(0.0, gain - cost)
    drill = survey.drill if free >= survey.crew else 0.0
    return max(0.0, (gain + survey.warp) * survey.discount[away + 1] + drill - cost)


@rule
def few(star, survey):
    """The fewest ships that win a round against more under the best leader; 0: it is not strong enough."""
    against = survey.against[star]
    ships = max(1.0, np.ceil(against + survey.weights[Weight.USUAL] + 1.0 - survey.power))
    return ships if ships < against else 0.0


@rule
def snipe(rules, source, star, free, survey):
    """What few ships under a strong leader gain against a stack: many for few, and a win against the odds."""
    ships = few(star, survey)
    if ships == 0.0 or free < ships or survey.coming[star] > 0.0:
        return 0.0
    weights = survey.weights
    gain = survey.odds + weights[Weight.SNIPE] * bounty(survey.against[star], survey)
    away = distance(rules, sector(source), star)
    return gain * survey.discount[away + (1 if away > 0 else 0)] - weights[Weight.SHIP] * ships


@rule
def gathering(rules, source, star, free, survey):
    """What bringing ships to the camp gains, for an objective of ships at one star."""
    if survey.gather == 0.0 or not is_camp(survey, star) or star == source or free < 2.0:
        return 0.0
    return survey.gather * free * survey.discount[distance(rules, sector(source), star)]


@rule
def departure(state, rules, seat, source, star, free, survey):
    """The worth of a departure."""
    value = journey(state, rules, seat, source, star, free, survey)
    return max(value, gathering(rules, source, star, free, survey), snipe(rules, source, star, free, survey))


@rule
def best_departure(state, rules, seat, source, survey):
    """The worth of the best departure from a star."""
    free = free_ships(state, rules, seat, source, survey)
    if free < 1.0:
        return 0.0
    best = 0.0
    for star in range(STARS):
        if survey.top[star] > best and star != source:
            best = max(best, journey(state, rules, seat, source, star, free, survey))
            best = max(best, snipe(rules, source, star, free, survey))
        if survey.gather > 0.0 and is_camp(survey, star):
            best = max(best, gathering(rules, source, star, free, survey))
    return best


@rule
def free_ships(state, rules, seat, source, survey):
    """Ships that may depart and need not stay."""
    ships = state.players[seat].ships[source]
    may = spare(state, rules, seat, source, ships, survey)
    return min(np.floor(may), float(ready(state, rules, seat, source)))


@rule
def wanted_ships(state, rules, seat, survey):
    """How many ships the departure in question takes along."""
    source, star, free = state.star, state.target, survey.free
    value = journey(state, rules, seat, source, star, free, survey)
    if snipe(rules, source, star, free, survey) > value:
        return few(star, survey)
    if gathering(rules, source, star, free, survey) > value:
        return free
    ships = need(star, meeting(state, rules, seat, source, star, survey), survey)
    ships = max(ships, survey.crew if survey.warp + survey.drill > 0.0 else 0.0)
    if survey.drill > 0.0 and survey.against[star] == 0.0:
        return min(free, ships)
    share = survey.weights[Weight.RESERVE if survey.against[star] > 0.0 else Weight.COMPANY]
    return min(free, ships + share * max(0.0, free - ships))


@rule
def number_score(option, wanted):
    """A number of ships as near as can be to what is wanted, rather more than less."""
    short = wanted - option.a
    return -2.0 * short if short > 0.0 else short


@rule
def leader_score(state, rules, card, survey):
    """E-2, E-9: who goes along: a leader to an enemy's star, as strong as the attack needs."""
    if card == NONE:
        return 0.0
    return leader_worth(state, rules, card, survey) + redraw(state, state.actor, card, survey)


@rule
def leader_worth(state, rules, card, survey):
    """What a leader is worth to the attack."""
    enemy = enemy_at(state, rules, state.actor, state.target)
    if enemy == NONE:
        return -1.0
    effect = effect_of(rules, card)
    if effect >= FIRST_USE:
        return 0.1 if is_stuck(state, rules, state.actor) else -1.0
    if effect == Effect.BONUS_IF_DEFENDER:
        return -1.0
    weights = survey.weights
    power = power_of(state, rules, card, state.embarked, weights)
    enough = state.players[enemy].ships[state.target] + weights[Weight.USUAL] + 1.0 - state.embarked
    spared = weights[Weight.THRIFT] * max(0.0, power - max(0.0, enough))
    return 0.2 * (power - spared) + 0.1


@rule
def power_of(state, rules, card, ships, weights):
    """What a leader adds in an attack with so many ships, about."""
    effect = effect_of(rules, card)
    if effect == Effect.BONUS_IF_ATTACKER:
        return float(state.strength[card] + rules.leader_p1[card])
    if effect == Effect.BONUS_PER_SHIPS:
        return float(state.strength[card] + min(rules.leader_p2[card], ships // rules.leader_p1[card]))
    if effect == Effect.ZERO_ENEMY_STRENGTH:
        return state.strength[card] + 0.5 + weights[Weight.SABOTAGE]
    return state.strength[card] + 0.5


@rule
def best_power(state, rules, seat, weights):
    """What the best leader in the hand adds in an attack."""
    best = 0.0
    for card in range(rules.leaders):
        if (state.players[seat].hand >> card) & 1 and effect_of(rules, card) < FIRST_USE:
            best = max(best, power_of(state, rules, card, _USUAL_SHIPS, weights))
    return best


@rule
def is_joined(state, rules, fleet, star):
    """Whether ships from another sector are at a star this turn, or can be."""
    for landed in state.landed:
        if landed.star == star and landed.sector != fleet.sector:
            return True
    for other in state.players[state.actor].fleets:
        if other.ships > 0 and other.target == star and other.sector != fleet.sector:
            if distance(rules, other.sector, star) == other.square:
                return True
    return False


@rule
def arrival(state, rules, fleet, star, survey):
    """What it is worth to come out at a star now, with all others that can."""
    weights, ships = survey.weights, float(fleet.ships)
    against = survey.against[star]
    if is_held(survey, star):
        return 0.1 + (survey.worth[star] if 0.0 < survey.wanted[star] <= ships else 0.0) + at_camp(star, survey)
    if against == 0.0:
        return survey.worth[star]
    lead = 0.0 if fleet.leader == NONE else float(state.strength[fleet.leader])
    force = survey.due[star] + state.players[state.actor].ships[star] + (0.0 if fleet.target == star else ships)
    few_win = survey.odds + weights[Weight.SNIPE] > 0.0 and ships + lead > against + weights[Weight.USUAL]
    if force + lead <= against + 1.0 and not few_win:
        return -weights[Weight.SHIP] * ships
    gain = survey.converge if force > ships and is_joined(state, rules, fleet, star) else 0.0
    if force - ships <= against + weights[Weight.USUAL]:
        gain += survey.worth[star] + bounty(against, survey)
    return gain + (survey.odds if ships < against else 0.0) - weights[Weight.SHIP] * (against - 1.0)


@rule
def at_camp(star, survey):
    """What ships more at the camp are worth."""
    return _LANDED * survey.gather if is_camp(survey, star) else 0.0


@rule
def staying(state, rules, fleet, survey):
    """What the best star that a fleet can still reach later is worth now; a plan counts most."""
    best = NEVER
    if fleet.square < furthest_square(rules, fleet.sector):
        best = -survey.weights[Weight.SHIP] * fleet.ships
    for star in range(STARS):
        turns = distance(rules, fleet.sector, star) - fleet.square
        if turns > 0 and (survey.top[star] > best or is_held(survey, star)):
            value = arrival(state, rules, fleet, star, survey)
            factor = 1.0 if star == fleet.target else survey.weights[Weight.DETOUR]
            best = max(best, value * factor * survey.discount[turns] if value > 0.0 else value)
    return best + (survey.linger if fleet.ships >= survey.crew else 0.0)


@rule
def build_score(state, rules, option, survey):
    """E-1: the site nearest to what is worth having, an endangered one rather not."""
    value = frontier(rules, option.a, survey)
    return value if option.b == NONE else 0.5 * (value + frontier(rules, option.b, survey)) - 0.5


@rule
def frontier(rules, star, survey):
    """How near a star is to what is worth having, reckoned once."""
    return survey.frontier[star] if survey.frontier[star] > 0.0 else look_ahead_from(rules, star, survey)


@rule
def claim_score(state, rules, option, survey):
    """E-10: claims at once; one that conceals shows its objective when that wins, or when it would lapse."""
    if option.kind == Kind.NO:
        return 0.0
    seat, weights = state.actor, survey.weights
    if weights[Weight.CONCEAL] == 0.0 or state.phase == Phase.CLAIM_OPEN or rules.task[option.a] >= FIRST_EVENT:
        return 1.0
    ready_now = members((state.fulfilled & state.table) | state.players[seat].claims) + 1
    late = state.rounds > weights[Weight.CONCEAL]
    return 1.0 if ready_now >= rules.claims_to_win or late else -1.0


@rule
def supply_score(state, rules, option, survey):
    """E-11: new ships early; in a combat where it is fought."""
    if option.kind == Kind.NO:
        return 0.0
    if state.combat_round > 0:
        return 1.0 if option.a == state.star else -1.0
    return 1.0 + 0.01 * frontier(rules, option.a, survey)


@rule
def shift_score(state, rules, option, survey):
    """E-11: a fleet that has missed its star goes back, one that is about to reach it goes on."""
    if option.kind == Kind.NO:
        return 0.0
    fleet = state.players[state.actor].fleets[option.a]
    if fleet.target == NONE:
        return -1.0
    ahead = distance(rules, fleet.sector, fleet.target) - fleet.square
    return 0.5 if ahead == option.b and survey.worth[fleet.target] > 4.0 else -1.0


@rule
def recall_score(state, rules, option):
    """E-11: a fleet is called back when it would be lost."""
    if option.kind == Kind.NO:
        return 0.0
    fleet = state.players[state.actor].fleets[option.a]
    return 1.0 if fleet.square >= rules.farthest[fleet.sector] - 1 else -1.0


@rule
def swap_score(state, rules, option, survey):
    """E-11: a hand objective that lacks much is given away."""
    if option.kind == Kind.NO:
        return 0.0
    seat = state.actor
    card = state.players[seat].objective
    gap = amount(state, rules, card) - extent(state, rules, seat, card, survey.held)
    return 1.0 if gap >= _FAR_GAP else -1.0


@rule
def score_departure(state, rules, option, survey):
    """E-2"""
    seat, phase = state.actor, state.phase
    if phase == Phase.SOURCE:
        if option.kind == Kind.STOP:
            return 0.05
        return best_departure(state, rules, seat, option.a, survey)
    if phase == Phase.TARGET:
        away = distance(rules, sector(state.star), option.a)
        return departure(state, rules, seat, state.star, option.a, survey.free, survey) - 0.001 * away
    if phase == Phase.SHIPS:
        return number_score(option, wanted_ships(state, rules, seat, survey))
    return leader_score(state, rules, option.a, survey)


@rule
def score_arrival(state, rules, option, survey):
    """E-3"""
    fleet = state.players[state.actor].fleets[option.a]
    if option.kind == Kind.STAY:
        return staying(state, rules, fleet, survey)
    return arrival(state, rules, fleet, option.b, survey) + (0.05 if option.b == fleet.target else 0.0)


@rule
def score_combat(state, rules, option, survey):
    """E-5, E-6, E-7, E-8, E-9"""
    phase = state.phase
    if phase == Phase.DEFENCE:
        return defence_option(state, rules, option.a, survey)
    if phase == Phase.ATTACK:
        return attack_option(state, rules, option.a, survey)
    if phase == Phase.EXTRA:
        return extra_option(state, rules, option)
    if phase == Phase.LOSSES:
        return loss_option(state, rules, option.a, survey)
    if phase == Phase.WITHDRAWAL:
        return withdrawal_option(state, rules, option.a, survey)
    if phase == Phase.ESCORT:
        return 0.0 if option.a == NONE else -1.0
    return survey.against[option.a]  # E-4: the smallest danger last


@rule
def score_card(state, rules, option, survey):
    """E-1, E-10, E-11, E-12"""
    phase = state.phase
    if phase == Phase.BUILD:
        return build_score(state, rules, option, survey)
    if phase == Phase.SUPPLY:
        return supply_score(state, rules, option, survey)
    if phase == Phase.SHIFT:
        return shift_score(state, rules, option, survey)
    if phase == Phase.RECALL:
        return recall_score(state, rules, option)
    if phase == Phase.SWAP:
        return swap_score(state, rules, option, survey)
    return claim_score(state, rules, option, survey)


@rule
def score_option(state, rules, option, survey):
    """One option of the pending decision."""
    phase = state.phase
    if phase == Phase.ARRIVAL:
        return score_arrival(state, rules, option, survey)
    if phase <= Phase.SHIPS or phase == Phase.LEADER:
        return score_departure(state, rules, option, survey)
    if phase <= Phase.COMBAT:
        return score_combat(state, rules, option, survey)
    return score_card(state, rules, option, survey)


@rule
def is_of_cards(phase):
    """Whether a decision needs no look at the board."""
    if phase == Phase.LEADER or phase == Phase.ESCORT or phase == Phase.DEFENCE or phase == Phase.ATTACK:
        return True
    return phase == Phase.EXTRA or phase == Phase.WITHDRAWAL or phase == Phase.CLAIM or phase == Phase.CLAIM_OPEN


@rule
def prepare(state, rules, weights, survey):
    """Looks as far as the decision needs. survey: blank."""
    phase, seat = state.phase, state.actor
    if is_of_cards(phase):
        take_weights(weights, survey)
        return
    survey.power = best_power(state, rules, seat, weights)
    look_around(state, rules, seat, weights, survey)
    if phase == Phase.TARGET or phase == Phase.SHIPS:
        survey.free = free_ships(state, rules, seat, state.star, survey)


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    desk = np.zeros(1, survey_row)
    prepare(state, rules, weights, desk[0])
    for i in range(options.shape[0]):
        scores[i] = score_option(state, rules, options[i], desk[0])
