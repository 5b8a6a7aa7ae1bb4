"""A careful all-rounder that plays for objectives.

It values each star by its symbols and by what the open objectives and its hand objective lack. It sends the ships that
a star needs; against an enemy, more than the enemy has with a usual leader. Idle ships go along, since warps are few.
It keeps a guard against enemy forces nearby. A leader goes with an attack, a strong leader with a large fleet; a weak
leader is spent to bring the discards back. In combat it plays the weakest card that wins and names losses that it can
pay or that an objective needs. It withdraws if it expects to lose the next round. It claims at once, and sends all
fleets for an objective in one turn. It masses its ships by a hop if that fulfils an objective at once. In its last turn
it keeps no guard, and attacks where it has the best chance to fulfil an objective.
"""

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.number import half
from starbalance.simulator.games.four_thousand_ad_leaders.departure import ships_ready
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import distance, furthest_square
from starbalance.simulator.games.four_thousand_ad_leaders.leader import effect_of
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import enemy_at, members
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FIRST_EVENT, FIRST_USE, Effect
from starbalance.simulator.games.four_thousand_ad_leaders.state import SIG, Decision, Kind
from starbalance.simulator.games.four_thousand_ad_leaders.task import amount, extent
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.geometry import companion, sector
from starbalance.strategies.four_thousand_ad_leaders.evaluation.fighting import (
    attack_option,
    defence_option,
    extra_option,
    is_stuck,
    loss_option,
    redraw,
    withdrawal_option,
)
from starbalance.strategies.four_thousand_ad_leaders.evaluation.last_turn import chance_to_win
from starbalance.strategies.four_thousand_ad_leaders.evaluation.survey import (
    bounty,
    is_camp,
    is_held,
    look_ahead_from,
    look_around,
    spare,
    survey_row,
    take_weights,
)
from starbalance.strategies.four_thousand_ad_leaders.evaluation.weights import Weight

NEVER = -100.0
_FAR_GAP = 4  # missing units from which the hand objective is swapped
_USUAL_SHIPS = 4  # ships of a usual attack
_LANDED = 5.0  # ships by which a fleet counts at the camp


@rule
def ships_needed(star, joining, survey):
    """Return the number of own ships that a departure to a star needs, at least 1.

    It is at least the number that an objective wants there. The `joining` own ships that meet it there and a strong
    leader in the hand lower the need against enemy ships.
    """
    against = survey.against[star]
    ships = 1.0
    if against > 0.0:
        weights = survey.weights
        ships = against + weights[Weight.MARGIN] + 1.0 - weights[Weight.TRUST] * survey.power - joining
    return max(1.0, ships, survey.wanted[star])


@rule
def joining_ships(state, rules, seat, source, star, survey):
    """Return the number of own ships that meet a fleet at a star if it leaves `source` now.

    These are fleets from other sectors that can arrive in the same turn.
    """
    if survey.coming[star] == 0.0:
        return 0.0
    away, ships = distance(rules, sector(source), star), 0.0
    for fleet in state.players[seat].fleets:
        if fleet.ships > 0 and fleet.target == star and fleet.sector != sector(source):
            if distance(rules, fleet.sector, star) - fleet.square == away:
                ships += fleet.ships
    return ships


@rule
def has_hopped(state, seat, star, survey):
    """FAL-10.6: Return whether own ships have hopped to a star with enemy ships this turn. The combat comes later."""
    return survey.against[star] > 0.0 and state.players[seat].ships[star] > 0


@rule
def journey(state, rules, seat, source, star, free, survey):
    """Return the value of a departure from `source` to a star with up to `free` ships, minus its costs, at least 0.

    It is 0 if `free` is too small or if enough own ships are already on their way. It is 0 for a held star where no
    objective wants ships, and for a second hop to an enemy star: all ships that it needs go with the first.
    """
    away = distance(rules, sector(source), star)
    if away == 0 and survey.last == 1:
        return last_hop(state, rules, seat, source, star, free, survey)
    if away == 0 and has_hopped(state, seat, star, survey):
        return 0.0
    joining = joining_ships(state, rules, seat, source, star, survey)
    ships, weights, against = ships_needed(star, joining, survey), survey.weights, survey.against[star]
    if free < ships or (is_held(survey, star) and survey.wanted[star] == 0.0):
        return 0.0
    joins = joining > 0.0 and against > 0.0
    covered = survey.coming[star] + state.players[seat].ships[star] >= ships_needed(star, 0.0, survey)
    if covered and not joins:
        return 0.0
    cost = weights[Weight.CREW] * (ships - 1.0)
    if source == rules.home[seat]:
        cost += weights[Weight.LEVY] * ships
    gain = survey.converge if joins else 0.0
    if not covered:
        gain += survey.value[star]
        if against > 0.0:
            gain += bounty(against, survey)
            cost += weights[Weight.SHIP] * (against - 1.0)
    if away == 0:
        return max(0.0, gain - cost)
    drill = survey.drill if free >= survey.crew else 0.0
    return max(0.0, (gain + survey.warp) * survey.discount[away + 1] + drill - cost)


@rule
def fewest_ships_to_win(star, survey):
    """Return the fewest ships that beat the enemy stack at a star under the best leader in the hand.

    Return 0 if they would not be fewer than that stack.
    """
    against = survey.against[star]
    ships = max(1.0, np.ceil(against + survey.weights[Weight.USUAL] + 1.0 - survey.power))
    return ships if ships < against else 0.0


@rule
def last_hop(state, rules, seat, source, star, free, survey):
    """FAL-10.6: Return the value of a hop with all free ships in the last turn of the seat, at least 0."""
    if survey.against[star] == 0.0:
        is_useful = survey.due[star] == 0.0 and (not is_held(survey, star) or survey.wanted[star] > 0.0)
        return survey.value[star] if is_useful and free >= max(1.0, survey.wanted[star]) else 0.0
    if free < 1.0 or has_hopped(state, seat, star, survey):
        return 0.0
    joining, against = joining_ships(state, rules, seat, source, star, survey), survey.against[star]
    gain = survey.value[star] + bounty(against, survey) + (survey.converge if joining > 0.0 else 0.0)
    gain += survey.odds if free + joining < against else 0.0
    return gain * chance_to_win(free + joining + survey.power - against)


@rule
def snipe(state, rules, seat, source, star, free, survey):
    """Return the value of attacking a larger enemy stack with few ships under a strong leader, minus the ships' value.

    Return 0 if the leader is too weak, if `free` is too small, or if own ships are already on their way or there.
    """
    ships = fewest_ships_to_win(star, survey)
    if ships == 0.0 or free < ships or survey.coming[star] > 0.0 or has_hopped(state, seat, star, survey):
        return 0.0
    weights = survey.weights
    gain = survey.odds + weights[Weight.SNIPE] * bounty(survey.against[star], survey)
    away = distance(rules, sector(source), star)
    return gain * survey.discount[away + (1 if away > 0 else 0)] - weights[Weight.SHIP] * ships


@rule
def gathering(rules, source, star, free, survey):
    """Return the value of bringing `free` ships to a camp star, for an objective that counts ships at one star.

    Return 0 without such an objective, at other stars, for fewer than 2 ships, and if ships fight there this turn.
    """
    if survey.gather == 0.0 or not is_camp(survey, star) or star == source or free < 2.0 or survey.against[star] > 0.0:
        return 0.0
    return survey.gather * free * survey.discount[distance(rules, sector(source), star)]


@rule
def ships_to_mass(state, rules, seat, source, star, survey):
    """FAL-10.6, FAL-23.14: Return the number of ships that hop to a star to fulfil an objective of ships this turn.

    It is the smallest of half, all but one and all that suffices. No guard is kept, since the ships can hop back.
    Return 0 if all are too few, if enough are there, or if an enemy is at the star or at the own home.
    """
    home = rules.home[seat]
    if survey.massing == 0.0 or star == home or star != companion(source):
        return 0.0
    if survey.against[star] > 0.0 or survey.against[home] > 0.0:
        return 0.0
    lacking = survey.stack - state.players[seat].ships[star] - survey.due[star]
    ready = ships_ready(state, rules, seat, source)
    if lacking <= 0.0 or lacking > ready:
        return 0.0
    return half(ready) if lacking <= half(ready) else max(lacking, ready - 1.0)


@rule
def massing(state, rules, seat, source, star, survey):
    """Return the value of a hop that fulfils an objective of ships at one star this turn, or 0."""
    return survey.massing if ships_to_mass(state, rules, seat, source, star, survey) > 0.0 else 0.0


@rule
def departure(state, rules, seat, source, star, free, survey):
    """Return the value of a departure, at least 0: the largest of `journey`, `gathering`, `snipe` and `massing`."""
    value = max(journey(state, rules, seat, source, star, free, survey), gathering(rules, source, star, free, survey))
    value = max(value, snipe(state, rules, seat, source, star, free, survey))
    return max(value, massing(state, rules, seat, source, star, survey))


@rule
def best_departure(state, rules, seat, source, survey):
    """Return the value of the best departure from a star, at least 0. Without free ships, only `massing` counts."""
    free = free_ships(state, rules, seat, source, survey)
    best = massing(state, rules, seat, source, companion(source), survey)
    if free < 1.0:
        return best
    for star in range(STARS):
        if survey.top[star] > best and star != source:
            best = max(best, journey(state, rules, seat, source, star, free, survey))
            best = max(best, snipe(state, rules, seat, source, star, free, survey))
        if survey.gather > 0.0 and is_camp(survey, star):
            best = max(best, gathering(rules, source, star, free, survey))
    return best


@rule
def free_ships(state, rules, seat, source, survey):
    """Return the number of own ships that may leave a star now.

    A guard stays, and ships that fulfil an objective together stay until the claim (FAL-19.7).
    """
    ships = state.players[seat].ships[source]
    may = spare(state, rules, seat, source, ships, survey)
    if source != rules.home[seat] and 0.0 < survey.stack <= ships:
        may = min(may, ships - survey.stack)
    return min(np.floor(may), float(ships_ready(state, rules, seat, source)))


@rule
def wanted_ships(state, rules, seat, survey):
    """Return the number of ships that the departure in preparation should take.

    It is at most `survey.free`, unless the ships fulfil an objective at once.
    """
    source, star, free = state.star, state.target, survey.free
    massed = ships_to_mass(state, rules, seat, source, star, survey)
    if massed > 0.0:
        return massed
    value = journey(state, rules, seat, source, star, free, survey)
    if snipe(state, rules, seat, source, star, free, survey) > value:
        return fewest_ships_to_win(star, survey)
    if gathering(rules, source, star, free, survey) > value:
        return free
    ships = ships_needed(star, joining_ships(state, rules, seat, source, star, survey), survey)
    ships = max(ships, survey.crew if survey.warp + survey.drill > 0.0 else 0.0)
    if survey.drill > 0.0 and survey.against[star] == 0.0:
        return min(free, ships)
    share = survey.weights[Weight.RESERVE if survey.against[star] > 0.0 else Weight.COMPANY]
    return min(free, ships + share * max(0.0, free - ships))


@rule
def number_score(option, wanted):
    """Return the score of a number of ships: minus its distance from `wanted`, doubled if it is below `wanted`."""
    short = wanted - option.a
    return -2.0 * short if short > 0.0 else short


@rule
def leader_score(state, rules, card, survey):
    """E-2, E-9: Return the score of sending the leader `card` along, or 0 for NONE.

    It is the value of the leader in the attack plus the value of spending its card for the next redraw.
    """
    if card == NONE:
        return 0.0
    return leader_value(state, rules, card, survey) + redraw(state, state.actor, card, survey)


@rule
def leader_value(state, rules, card, survey):
    """Return the value of a leader for the attack in preparation, higher the stronger it is. Excess strength costs.

    Return -1 if no enemy is at the star or if the leader helps only a defender. A Use card has 0.1 if the hand is stuck
    (`is_stuck`), otherwise -1.
    """
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
    """Return roughly what a leader adds to the total of an attack with `ships` ships."""
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
    """Return roughly what the best leader in the hand adds to the total of an attack, at least 0."""
    best = 0.0
    for card in range(rules.leaders):
        if (state.players[seat].hand >> card) & 1 and effect_of(rules, card) < FIRST_USE:
            best = max(best, power_of(state, rules, card, _USUAL_SHIPS, weights))
    return best


@rule
def is_joined(state, rules, fleet, star):
    """Return whether own fleets from another sector have landed at a star this turn or can still arrive."""
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
    """Return the value of the arrival of a fleet at a star now, with all other own fleets that can arrive.

    At a held star it is 0.1 plus what objectives give. If a defeat is likely, it is minus the value of the ships. In
    the last turn of the seat, ships have no value, and a gain counts by the chance to win.
    """
    weights, ships = survey.weights, float(fleet.ships)
    against = survey.against[star]
    if is_held(survey, star):
        return 0.1 + (survey.value[star] if 0.0 < survey.wanted[star] <= ships else 0.0) + at_camp(star, survey)
    if against == 0.0:
        return survey.value[star]
    lead = 0.0 if fleet.leader == NONE else float(state.strength[fleet.leader])
    force = survey.due[star] + state.players[state.actor].ships[star] + (0.0 if fleet.target == star else ships)
    few_win = survey.odds + weights[Weight.SNIPE] > 0.0 and ships + lead > against + weights[Weight.USUAL]
    if force + lead <= against + 1.0 and not few_win and survey.last == 0:
        return -weights[Weight.SHIP] * ships
    gain = survey.converge if force > ships and is_joined(state, rules, fleet, star) else 0.0
    if force - ships <= against + weights[Weight.USUAL]:
        gain += survey.value[star] + bounty(against, survey)
    gain += survey.odds if ships < against else 0.0
    if survey.last == 1:
        return gain * chance_to_win(force + lead - against)
    return gain - weights[Weight.SHIP] * (against - 1.0)


@rule
def at_camp(star, survey):
    """Return the value of a fleet that arrives at a camp star, or 0 at other stars."""
    return _LANDED * survey.gather if is_camp(survey, star) else 0.0


@rule
def staying(state, rules, fleet, survey):
    """Return the value of staying in warp: the best discounted later arrival, plus what an objective gives.

    The planned star counts most. Without a good star it is minus the value of the ships, or NEVER on the last square.
    """
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
    """E-1: Return the score of new ships at one star, or at two: the mean `frontier` of the stars, less 0.5 for two."""
    value = frontier(rules, option.a, survey)
    return value if option.b == NONE else 0.5 * (value + frontier(rules, option.b, survey)) - 0.5


@rule
def frontier(rules, star, survey):
    """Return how near a star is to valuable stars: the sum of their discounted values (`look_ahead_from`).

    The sum is computed once and kept in `survey.frontier`.
    """
    return survey.frontier[star] if survey.frontier[star] > 0.0 else look_ahead_from(rules, star, survey)


@rule
def claim_score(state, rules, option, survey):
    """E-10: Return the score of a claim: 1 to claim now, -1 to wait, and 0 for NO.

    With CONCEAL, a strategy shows its hand objective only to win, after that round, or if it is an event.
    """
    if option.kind == Kind.NO:
        return 0.0
    seat, weights = state.actor, survey.weights
    if weights[Weight.CONCEAL] == 0.0 or state.decision == Decision.CLAIM_OPEN or rules.task[option.a] >= FIRST_EVENT:
        return 1.0
    ready_now = members((state.fulfilled & state.table) | state.players[seat].claims) + 1
    late = state.rounds > weights[Weight.CONCEAL]
    return 1.0 if ready_now >= rules.claims_to_win or late else -1.0


@rule
def supply_score(state, rules, option, survey):
    """E-11: Return the score of new ships at a star, or 0 for NO.

    In a combat it is 1 at the star of the combat and -1 elsewhere. Otherwise it is 1, and slightly more near valuable
    stars.
    """
    if option.kind == Kind.NO:
        return 0.0
    if state.combat_round > 0:
        return 1.0 if option.a == state.star else -1.0
    return 1.0 + 0.01 * frontier(rules, option.a, survey)


@rule
def shift_score(state, rules, option, survey):
    """E-11: Return the score of a shift of a fleet: 0.5 if it ends at the distance of a valuable target star.

    Otherwise return -1, or 0 for NO.
    """
    if option.kind == Kind.NO:
        return 0.0
    fleet = state.players[state.actor].fleets[option.a]
    if fleet.target == NONE:
        return -1.0
    ahead = distance(rules, fleet.sector, fleet.target) - fleet.square
    return 0.5 if ahead == option.b and survey.value[fleet.target] > 4.0 else -1.0


@rule
def recall_score(state, rules, option):
    """E-11: Return the score of a recall, or 0 for NO.

    It is 1 for a fleet at or past the distance of the star farthest from its sector, otherwise -1.
    """
    if option.kind == Kind.NO:
        return 0.0
    fleet = state.players[state.actor].fleets[option.a]
    return 1.0 if fleet.square >= rules.farthest[fleet.sector] - 1 else -1.0


@rule
def swap_score(state, rules, option, survey):
    """E-11: Return the score of a swap of the hand objective, or 0 for NO.

    It is 1 if the objective lacks at least 4 units, or in the last turn at least 1, otherwise -1.
    """
    if option.kind == Kind.NO:
        return 0.0
    seat = state.actor
    card = state.players[seat].objective
    gap = amount(state, rules, card) - extent(state, rules, seat, card, survey.held)
    return 1.0 if gap >= (1 if survey.last == 1 else _FAR_GAP) else -1.0


@rule
def score_departure(state, rules, option, survey):
    """E-2: Return the score of an option of a departure: source, target, ships or leader. Stopping scores 0.05."""
    seat, decision = state.actor, state.decision
    if decision == Decision.SOURCE:
        if option.kind == Kind.STOP:
            return 0.05
        return best_departure(state, rules, seat, option.a, survey)
    if decision == Decision.TARGET:
        away = distance(rules, sector(state.star), option.a)
        return departure(state, rules, seat, state.star, option.a, survey.free, survey) - 0.001 * away
    if decision == Decision.SHIPS:
        return number_score(option, wanted_ships(state, rules, seat, survey))
    return leader_score(state, rules, option.a, survey)


@rule
def score_arrival(state, rules, option, survey):
    """E-3: Return the score of staying in warp or of an arrival."""
    fleet = state.players[state.actor].fleets[option.a]
    if option.kind == Kind.STAY:
        return staying(state, rules, fleet, survey)
    return arrival(state, rules, fleet, option.b, survey) + (0.05 if option.b == fleet.target else 0.0)


@rule
def score_combat(state, rules, option, survey):
    """E-4, E-5, E-6, E-7, E-8, E-9: Return the score of an option of a combat."""
    decision = state.decision
    if decision == Decision.DEFENCE:
        return defence_option(state, rules, option.a, survey)
    if decision == Decision.ATTACK:
        return attack_option(state, rules, option.a, survey)
    if decision == Decision.EXTRA:
        return extra_option(state, rules, option)
    if decision == Decision.LOSSES:
        return loss_option(state, rules, option.a, survey)
    if decision == Decision.WITHDRAWAL:
        return withdrawal_option(state, rules, option.a, survey)
    if decision == Decision.ESCORT:
        return 0.0 if option.a == NONE else -1.0
    return survey.against[option.a]  # E-4: the most dangerous combat first


@rule
def score_card(state, rules, option, survey):
    """E-1, E-10, E-11, E-12: Return the score of an option of production, of a card or of a claim."""
    decision = state.decision
    if decision == Decision.BUILD:
        return build_score(state, rules, option, survey)
    if decision == Decision.SUPPLY:
        return supply_score(state, rules, option, survey)
    if decision == Decision.SHIFT:
        return shift_score(state, rules, option, survey)
    if decision == Decision.RECALL:
        return recall_score(state, rules, option)
    if decision == Decision.SWAP:
        return swap_score(state, rules, option, survey)
    return claim_score(state, rules, option, survey)


@rule
def score_option(state, rules, option, survey):
    """Return the score of one option of the pending decision."""
    decision = state.decision
    if decision == Decision.ARRIVAL:
        return score_arrival(state, rules, option, survey)
    if decision <= Decision.SHIPS or decision == Decision.LEADER:
        return score_departure(state, rules, option, survey)
    if decision <= Decision.COMBAT:
        return score_combat(state, rules, option, survey)
    return score_card(state, rules, option, survey)


@rule
def needs_only_cards(decision):
    """Return whether a decision needs no features of the board."""
    if (
        decision == Decision.LEADER
        or decision == Decision.ESCORT
        or decision == Decision.DEFENCE
        or decision == Decision.ATTACK
    ):
        return True
    return (
        decision == Decision.EXTRA
        or decision == Decision.WITHDRAWAL
        or decision == Decision.CLAIM
        or decision == Decision.CLAIM_OPEN
    )


@rule
def prepare(state, rules, weights, survey):
    """Fill in the blank record `survey` as far as the pending decision needs it.

    A decision about cards needs only the weights, any other decision all features. The target and the ships of a
    departure also need `survey.free`.
    """
    decision, seat = state.decision, state.actor
    if needs_only_cards(decision):
        take_weights(state, rules, weights, survey)
        return
    survey.power = best_power(state, rules, seat, weights)
    look_around(state, rules, seat, weights, survey)
    if decision == Decision.TARGET or decision == Decision.SHIPS:
        survey.free = free_ships(state, rules, seat, state.star, survey)


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Fill in `scores` with the score of each option of the pending decision."""
    desk = np.zeros(1, survey_row)
    prepare(state, rules, weights, desk[0])
    for i in range(options.shape[0]):
        scores[i] = score_option(state, rules, options[i], desk[0])
