"""Position features that the strategies of A Handful of Stars share.

They use public information and the seat's own hand only. Values are in victory points.
"""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.engine.records import record
from starbalance.simulator.games.handful_of_stars.card import hand_size, has_lasting
from starbalance.simulator.games.handful_of_stars.hidden import has_seen
from starbalance.simulator.games.handful_of_stars.payment import counter_points
from starbalance.simulator.games.handful_of_stars.reserve import has_label
from starbalance.simulator.games.handful_of_stars.route import may_move_bases
from starbalance.simulator.games.handful_of_stars.rules import PLAYERS, RESOURCES, SPACES, TRACK, Card, Resource
from starbalance.simulator.games.handful_of_stars.scoring import marker_points
from starbalance.simulator.games.handful_of_stars.state import NONE, Marker, Zone
from starbalance.simulator.games.handful_of_stars.strength import has_presence, modifiers, strength_of_units
from starbalance.simulator.games.handful_of_stars.system import has_wormhole, is_habitable
from starbalance.strategies.handful_of_stars.evaluation.weights import Weight

_HABIT = 8  # rounds of usual pace mixed into the estimate of the pace
_BAND = 4  # largest number of fleets that an enemy sends together
_GROWTH = 0.8  # growth of the strength expected of a card over the game, as a share of the mean
_LEVY = 0.35  # share that Mass Armies add to that strength
_USUAL = 0.9  # usual strength of a card in a deck
_LATE = 3.0  # last turns, in which the lead over the seat itself counts
_CATCH = 16.0  # victory points between a rival that is no danger and one that must be stopped

survey_row = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("points", "f8", (RESOURCES,)),  # resource points that the seat could spend now, by resource
    ("fuel", "f8"),  # energy points on items without matter
    ("turns", "f8"),  # estimated turns that the seat has left
    ("share", "f8"),  # share of the game that is still to come
    ("waiting", "f8"),  # own systems without a marker
    ("battery", "f8"),  # strength that the cards and counters of the seat could add against a player
    ("unit", "f8"),  # value of a unit now, in victory points
    ("backlog", "f8"),  # factor on new ground for own systems that wait for a marker
    ("counter", "f8"),  # value of the best displayed Development counter
    ("spare", "i8", (SPACES,)),  # fleets that may leave each own system
    ("own", "i8", (SPACES,)),  # list of own systems
    ("held", "i8"),  # number of own systems
    ("goal", "i8", (SPACES,)),  # list of other systems to which units could be brought
    ("reach", "i8"),  # bits of the systems next to own ones, and of those that may be reached otherwise
    ("hoppers", "i8"),  # fleets that could leave own systems by wormhole
    ("need", "f8", (SPACES,)),  # how much a building site needs a unit; 0: not yet computed
    ("front", "f8", (SPACES,)),  # how much there is to do next to each own system
    ("committable", "f8", (PLAYERS,)),  # strength that each seat may still commit in a defence, without fleets
    ("rivalry", "f8", (PLAYERS,)),  # value of 1 victory point that another seat loses
    ("appetite", "f8"),  # factor on new ground for the size of the deck
)


@rule
def count_points(state, rules, seat, survey):
    """Fill in `points` and `fuel` from hand, Reserves and front-up counters, without lasting cards in Reserves."""
    player = state.players[seat]
    survey.points[:] = 0.0
    survey.fuel = 0.0
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = player.piles[zone]
            for k in range(pile.count):
                if zone == Zone.HAND or not has_label(rules, pile.card[k]):
                    _count(survey, rules.symbols[pile.card[k]])
    for space in range(TRACK):
        if player.counters[space] != NONE and player.up[space]:
            _count(survey, rules.counter_symbols[player.counters[space]])


@rule
def _count(survey, symbols):
    """Add the symbols of a card or counter to `points` and `fuel`."""
    for resource in range(RESOURCES):
        survey.points[resource] += symbols[resource]
    if symbols[Resource.MATTER] == 0:
        survey.fuel += symbols[Resource.ENERGY]


@rule
def battery(state, rules, seat, survey):
    """Return the strength that the seat's cards and counters could add against a player.

    It counts matter, population with Mass Armies, half the energy with High-Energy Weapons, and combat cards.
    """
    strength = survey.points[Resource.MATTER]
    if has_lasting(state, seat, Card.MASS_ARMIES):
        strength += survey.points[Resource.POPULATION]
    if has_lasting(state, seat, Card.HIGH_ENERGY_WEAPONS):
        strength += 0.5 * survey.points[Resource.ENERGY]
    return strength + card_strength(state, rules, seat, True)


@rule
def card_strength(state, rules, seat, bombs):
    """Return the strength that a seat's Rapid-Reaction Forces, and Star Bombs if `bombs`, would change in a combat."""
    strength = 0
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                if bombs or rules.card_name[pile.card[k]] != Card.STAR_BOMB:
                    strength += strength_of_effect(rules, pile.card[k])
    return strength


@rule
def strength_of_effect(rules, card):
    """Return the strength that a Rapid-Reaction Force or a Star Bomb changes in a combat, 0 for any other card."""
    name = rules.card_name[card]
    if name == Card.RAPID_REACTION_FORCE:
        return rules.amount[name]
    return rules.fleet_strength if name == Card.STAR_BOMB else 0


@rule
def turns_left(state, rules):
    """Return the estimated number of turns that a seat has left after this one."""
    if state.trigger_round > 0:
        return float(state.trigger_round + rules.final_rounds - state.rounds)
    usual = 0.4 * rules.seats - 0.4  # shuffles in a round
    pace = (state.shuffles + _HABIT * usual) / (state.rounds + _HABIT)
    return (rules.trigger - state.shuffles) / pace + rules.final_rounds


@rule
def share_left(state, rules):
    """Return the share of the game that is still to come: 1 at the start, 0 once the end is triggered."""
    return max(0.0, (rules.trigger - state.shuffles) / rules.trigger)


@rule
def rivalry(state, rules, seat, other, survey):
    """Return the value to the seat of 1 victory point that the other seat loses, in victory points.

    It is 1 with two players. With more players it is higher for the leader.
    """
    if rules.seats == 2:
        return 1.0
    ahead = 0
    for third in range(rules.seats):
        ahead += 1 if third != other and state.players[third].vp > state.players[other].vp else 0
    share = survey.weights[Weight.LEADER] if ahead == 0 else survey.weights[Weight.FOLLOWER]
    late = survey.weights[Weight.FINALE] * max(0.0, 1.0 - survey.turns / _LATE)
    if late > 0.0:
        lead = state.players[other].vp - state.players[seat].vp
        share += late * (min(1.0, max(0.0, 0.5 + lead / _CATCH)) - share)
    return share * 3.0 / rules.seats


@rule
def is_held(state, near, seat):
    """Return whether the neighbour exists and the seat owns it, without a branch that would be hard to predict."""
    return (near != NONE) & (state.owner[max(near, 0)] == seat)


@rule
def neighbours_of(state, seat, space):
    """Return the number of own systems next to a system."""
    number = 0
    for near in state.near[space]:
        number += 1 if is_held(state, near, seat) else 0
    return number


@rule
def enemy_fleets_near(state, seat, space):
    """Return the largest number of fleets that one other player has in a single system next to this one."""
    most = 0
    for near in state.near[space]:
        place = max(near, 0)  # without a branch: a place without a neighbour reads another one, times 0
        other = state.owner[place]
        is_enemy = (near != NONE) & (other >= 0) & (other != seat)
        most = max(most, is_enemy * state.fleets[max(other, 0), place])
    return most


@rule
def spare_fleets(state, seat, space, guard):
    """Return the number of the seat's fleets that may leave a system.

    One fleet holds a system without a marker, and a guard of up to 2 fleets stays where an enemy is near.
    """
    fleets = state.fleets[seat, space]
    if fleets == 0:
        return 0
    if state.marker[space] == Marker.EMPTY:
        return max(0, fleets - 1)
    if guard <= 0.0 or enemy_fleets_near(state, seat, space) == 0:
        return fleets
    kept = 1 if state.marker[space] == Marker.OUTPOST and guard < 2.0 else min(2, fleets)
    kept = 0 if state.star_bases[seat, space] > 0 and guard < 2.0 else kept
    return max(0, fleets - kept)


@rule
def spare_bases(state, rules, seat, space):
    """Return the number of star bases that may leave a system with Star Base Movement, 0 without it.

    One stays if an enemy fleet is near or the system has no marker.
    """
    if state.star_bases[seat, space] == 0 or not may_move_bases(state, rules, seat):
        return 0
    kept = 0 if enemy_fleets_near(state, seat, space) == 0 and state.marker[space] != Marker.EMPTY else 1
    return max(0, state.star_bases[seat, space] - kept)


@rule
def rally(state, rules, seat, target, energy, survey):
    """Return the number of units that `energy` points bring to a target from one and two connections away.

    A star base counts as two connections away.
    """
    near_units, counted = 0, 1 << target
    for near in state.near[target]:
        near_units += is_held(state, near, seat) * survey.spare[near]
        counted |= 1 << near if near != NONE else 0
    if near_units >= energy:
        return energy
    far_price = 1 if has_lasting(state, seat, Card.FAST_SHIPS) else 2
    far_units = units_behind(state, rules, seat, target, counted, survey)
    return near_units + min(far_units, (energy - near_units) // far_price)


@rule
def units_behind(state, rules, seat, target, counted, survey):
    """Return the number of spare units two connections away, and of spare star bases next to the target.

    Systems whose bits are in `counted` are left out. The way leads through an own system, or through any system with
    Stealth Technology.
    """
    stealth, units = has_lasting(state, seat, Card.STEALTH_TECHNOLOGY), 0
    for near in state.near[target]:
        if near != NONE and (state.owner[near] == seat or stealth):
            units += spare_bases(state, rules, seat, near) if state.owner[near] == seat else 0
            for far in state.near[near]:
                if far != NONE and state.owner[far] == seat and (counted >> far) & 1 == 0:
                    units += survey.spare[far]
                    counted |= 1 << far
    return units


@rule
def hop_fleets(state, rules, target, research, survey):
    """Return the number of own fleets that `research` points bring to a system by wormhole, 0 if it has none."""
    if survey.hoppers == 0 or not has_wormhole(state, rules, target):
        return 0
    if rules.hop_research == 0:
        return survey.hoppers
    return min(survey.hoppers, research // rules.hop_research)


@rule
def attack_bonus(state, rules, seat):
    """Return the strength that a seat's lasting cards add to an attack with fleets."""
    return modifiers(state, rules, seat, False, 1, False)


@rule
def list_own(state, rules, seat, survey):
    """Fill in `own`, the list of the seat's systems, and `held`, their number.

    The loop writes every space to the next free place, which saves a branch.
    """
    number = 0
    for space in range(rules.spaces):
        survey.own[number] = space
        number += 1 if state.owner[space] == seat else 0
    survey.held = number


@rule
def look_over_systems(state, rules, seat, survey):
    """Fill in `waiting`, `spare`, `hoppers` and `reach` from the own systems, which `list_own` has listed."""
    waiting, hoppers = 0, 0
    reach = -1 if has_lasting(state, seat, Card.STEALTH_TECHNOLOGY) else 0
    hops = state.players[seat].wormhole != 0
    for k in range(survey.held):
        space = survey.own[k]
        waiting += 1 if state.marker[space] == Marker.EMPTY else 0
        survey.spare[space] = spare_fleets(state, seat, space, survey.weights[Weight.GUARD])
        hoppers += spare_fleets(state, seat, space, 0.0) if hops and has_wormhole(state, rules, space) else 0
        for near in state.near[space]:
            reach |= 1 << near if near != NONE else 0
    for space in range(rules.spaces if hoppers > 0 else 0):
        reach |= 1 << space if has_wormhole(state, rules, space) else 0
    survey.waiting, survey.hoppers, survey.reach = waiting, hoppers, reach


@rule
def list_goals(state, rules, seat, survey):
    """Fill in `goal` with the other systems within reach, in the order of the tiles, and return their number."""
    number = 0
    for place in range(rules.systems):
        space = state.space_of[place]
        survey.goal[number] = space
        number += (state.owner[space] != seat) & (survey.reach >> space) & 1
    return number


@rule
def standing_defence(state, rules, other, space):
    """Return the strength that stands in a player's system: units and lasting modifiers."""
    fleets, bases = state.fleets[other, space], state.star_bases[other, space]
    present = has_presence(state, rules, other, space)
    return strength_of_units(rules, fleets, bases) + modifiers(state, rules, other, True, fleets, present)


@rule
def adjacent_fleets(state, other, space):
    """Return the number of fleets that a player has next to one of their systems."""
    fleets = 0
    for near in state.near[space]:
        fleets += is_held(state, near, other) * state.fleets[other, max(near, 0)]
    return fleets


@rule
def expected_defence(state, rules, other, space, survey):
    """Return the expected strength of a defence: the standing defence and what the defender may still commit."""
    committed = survey.committable[other] + relief(state, other, space, survey)
    return standing_defence(state, rules, other, space) + committed


@rule
def expected_commitment(state, rules, other, space, survey):
    """Return the strength that the defender of a system may still commit: cards, counters, Missiles, fleets nearby."""
    return committable(state, rules, other, survey) + relief(state, other, space, survey)


@rule
def committable(state, rules, other, survey):
    """Return the strength that a player may commit in any system: cards, counters and Missiles."""
    weights = survey.weights
    cards = min(state.players[other].piles[Zone.HAND].count, hand_size(state, rules, other))
    per_card = weights[Weight.RESISTANCE] * (1.0 + _GROWTH * (0.5 - survey.share))
    if has_lasting(state, other, Card.MASS_ARMIES):
        per_card *= 1.0 + _LEVY
    if weights[Weight.COUNTING] > 0.0:
        per_card += weights[Weight.COUNTING] * (mean_strength(state, rules, other) - _USUAL)
    strength = max(0.0, per_card) * cards + weights[Weight.SUPPLIES] * open_matter(state, rules, other)
    return strength + weights[Weight.SALVO] * state.players[other].lasting[Card.MISSILES]


@rule
def mean_strength(state, rules, other):
    """Return the mean strength that a card in a player's hand or draw deck adds to a combat.

    A card that the acting seat has not seen counts as `_USUAL`. Discarded cards do not fight before the next shuffle.
    """
    armies = has_lasting(state, other, Card.MASS_ARMIES)
    total, known, unknown = 0, 0, 0
    for zone in range(Zone.HAND + 1):
        pile = state.players[other].piles[zone]
        for k in range(pile.count):
            if has_seen(state, state.actor, pile.card[k]):
                known += 1
                total += strength_of_card(rules, pile.card[k], armies)
            else:
                unknown += 1
    return (total + _USUAL * unknown) / max(1, known + unknown)


@rule
def strength_of_card(rules, card, armies):
    """Return the strength that a hand card adds to a combat.

    It is the largest of its matter, its effect and, with `armies`, its population.
    """
    strength = max(rules.symbols[card, Resource.MATTER], strength_of_effect(rules, card))
    return max(strength, rules.symbols[card, Resource.POPULATION]) if armies else strength


@rule
def relief(state, other, space, survey):
    """Return the strength expected of the defender's fleets in neighbouring systems, of which at most 2 count."""
    return survey.weights[Weight.RELIEF] * min(2, adjacent_fleets(state, other, space))


@rule
def odds(survey, balance):
    """Return the chance (0 to 0.95) that an attack on a player succeeds.

    `balance` is the strength by which the force exceeds the expected defence.
    """
    return min(0.95, max(0.0, survey.weights[Weight.EVEN] + survey.weights[Weight.SLOPE] * balance))


@rule
def units_lost(survey, fleets, outright, chance):
    """Return the expected number of units that an attack on a player costs.

    Half of the units are lost if the marker crosses sides or the attack fails.
    `outright` is the chance of winning without falling behind, `chance` the chance of winning at all.
    """
    won = survey.weights[Weight.TOLL] * max(0.0, chance - outright) * (fleets // 2)
    return won + survey.weights[Weight.DEFEAT] * (1.0 - chance) * ((fleets + 1) // 2)


@rule
def fleets_in_reach(state, other, space):
    """Return the number of fleets that a player has within two connections of a system, through own systems."""
    fleets, counted = 0, 1 << space
    for near in state.near[space]:
        if near != NONE and state.owner[near] == other:
            if (counted >> near) & 1 == 0:
                fleets += state.fleets[other, near]
                counted |= 1 << near
            for far in state.near[near]:
                if far != NONE and state.owner[far] == other and (counted >> far) & 1 == 0:
                    fleets += state.fleets[other, far]
                    counted |= 1 << far
    return fleets


@rule
def saved_by_unit(state, rules, seat, space, survey):
    """Return the victory points that one more fleet in an own system saves from the most dangerous neighbour.

    0 if no other player has a system next to it.
    """
    checked, saved = 1 << seat, 0.0
    for near in state.near[space]:
        if near != NONE and state.owner[near] != NONE and (checked >> state.owner[near]) & 1 == 0:
            checked |= 1 << state.owner[near]
            saved = max(saved, _saved_from(state, rules, seat, state.owner[near], space, survey))
    return saved * marker_points(rules, state.marker[space])


@rule
def _saved_from(state, rules, seat, other, space, survey):
    """Return by how much (0 to 0.95) one more fleet lowers the chance that an enemy's attack succeeds.

    0 if the enemy has no fleet within reach of the system.
    """
    fleets = min(_BAND, fleets_in_reach(state, other, space))
    if fleets == 0:
        return 0.0
    force = rules.fleet_strength * fleets + modifiers(state, rules, other, False, fleets, False)
    lead = force + survey.weights[Weight.ALARM] - expected_defence(state, rules, seat, space, survey)
    return odds(survey, lead) - odds(survey, lead - rules.fleet_strength)


@rule
def open_matter(state, rules, other):
    """Return the matter points in the Reserves and on the front-up counters of a player, which are public."""
    player = state.players[other]
    points = 0
    for zone in range(Zone.RESERVE_ONE, Zone.RESERVE_TWO + 1):
        pile = player.piles[zone]
        for k in range(pile.count):
            points += rules.symbols[pile.card[k], Resource.MATTER]
    for space in range(TRACK):
        points += counter_points(state, rules, other, space, Resource.MATTER)
    return points


@rule
def chance_against_neutral(state, rules, seat, space, force):
    """Return the chance (0 to 1) that a force beats a neutral system.

    An alien that the seat has not seen may be any, in proportion to the copies of each.
    """
    base = rules.strength[state.tile[space]]
    alien = state.alien[space]
    if alien == NONE:
        return 1.0 if force > base else 0.0
    if (state.alien_seen[space] >> seat) & 1:
        return 1.0 if force > base + rules.alien_strength[alien] else 0.0
    won, total = 0.0, 0.0
    for kind in range(rules.alien_kinds):
        total += rules.alien_copies[kind]
        if force > base + rules.alien_strength[kind]:
            won += rules.alien_copies[kind]
    return won / max(1.0, total)


@rule
def card_value(rules, tile):
    """Return the value of a System card in a deck, in victory points: 0.15 for each symbol beyond two.

    It is negative with fewer than two symbols, since the card takes a slot.
    """
    points = 0
    for resource in range(RESOURCES):
        points += rules.symbols[tile, resource]
    return 0.15 * (points - 2.0)


@rule
def counter_value(state, rules, kind, share, weights):
    """Return the value of a Development counter, in victory points, with a share of the game still to come.

    A counter supplies one resource at a time.
    """
    value = rules.counter_vp[kind] + rules.counter_reserve[kind] * weights[Weight.COUNTER_RESERVE]
    most, total = 0.0, 0.0
    for resource in range(RESOURCES):
        points = rules.counter_symbols[kind, resource] * weights[Weight.COUNTER_ENERGY + resource]
        most, total = max(most, points), total + points
    points = most + weights[Weight.EITHER] * (total - most)
    return value + points * share * weights[Weight.COUNTER_POINT]


@rule
def best_counter(state, rules, share, weights):
    """Return the value of the best displayed Development counter, in victory points, 0 if none is displayed."""
    best = 0.0
    for place in range(state.counters_displayed):
        best = max(best, counter_value(state, rules, state.counters[place], share, weights))
    return best


@rule
def site_value(state, rules, seat, space):
    """Return the score of a system as a home world or colony, in points of score.

    Each neighbour counts: 1 if own, 0.5 if neutral and habitable, 0.9 if neutral and uninhabitable.
    """
    value = 0.0
    for near in state.near[space]:
        if near != NONE:
            owner = state.owner[near]
            if owner == seat:
                value += 1.0
            elif owner == NONE:
                value += 0.5 if is_habitable(state, rules, near) else 0.9
    return value
