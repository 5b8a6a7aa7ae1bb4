"""Questions about a position that the strategies of A Handful of Stars share.

Everything asked here is public, or the seat's own hand. Values are in victory points.
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
from starbalance.strategies.handful_of_stars.judgement.weights import Weight

_HABIT = 8  # rounds that what is usual counts for
_BAND = 4  # fleets that an enemy sends together
_GROWTH = 0.8  # from the start of the game to its end, of the strength expected of a card, as a share of the mean
_LEVY = 0.35  # what Mass Armies add to it, as a share
_USUAL = 0.9  # strength of a card in a deck
_LATE = 3.0  # turns before the end from which on it counts who is ahead of the seat itself
_CATCH = 16.0  # victory points from one who need not be feared any more to one who must be brought down

survey_row = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("points", "f8", (RESOURCES,)),  # that the seat could spend now, by resource
    ("fuel", "f8"),  # of its energy, what lies on items without matter
    ("turns", "f8"),  # of the seat still to come, about
    ("share", "f8"),  # of the game that is still to come
    ("waiting", "f8"),  # own systems without a marker
    ("battery", "f8"),  # strength that the cards and counters of the seat could add against a player
    ("unit", "f8"),  # what a unit is worth now
    ("backlog", "f8"),  # factor on new ground for the systems that wait
    ("counter", "f8"),  # the worth of the best displayed Development counter
    ("spare", "i8", (SPACES,)),  # fleets that may leave, of each own system
    ("own", "i8", (SPACES,)),  # systems
    ("held", "i8"),  # how many these are
    ("goal", "i8", (SPACES,)),  # systems of others to which something could be brought
    ("reach", "i8"),  # bits of the systems next to own ones, and of others to which there may be a way
    ("hoppers", "i8"),  # fleets that could leave own systems by wormhole
    ("need", "f8", (SPACES,)),  # how much a unit is wanted at a building site; 0: not yet asked
    ("front", "f8", (SPACES,)),  # what units in each own system look at
    ("means", "f8", (PLAYERS,)),  # strength that each seat may still commit in a defence, but for its fleets
    ("rivalry", "f8", (PLAYERS,)),  # what a loss of each other seat's is worth
    ("appetite", "f8"),  # factor on new ground for the size of the deck
)


@rule
def count_points(state, rules, seat, survey):
    """The symbols in hand and Reserves and on front-up counters, but for those of cards that lie there to last."""
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
    """Adds the symbols of an item."""
    for resource in range(RESOURCES):
        survey.points[resource] += symbols[resource]
    if symbols[Resource.MATTER] == 0:
        survey.fuel += symbols[Resource.ENERGY]


@rule
def battery(state, rules, seat, survey):
    """Strength in hand against a player: matter, population with Mass Armies, cards of combat."""
    strength = survey.points[Resource.MATTER]
    if has_lasting(state, seat, Card.MASS_ARMIES):
        strength += survey.points[Resource.POPULATION]
    if has_lasting(state, seat, Card.HIGH_ENERGY_WEAPONS):
        strength += 0.5 * survey.points[Resource.ENERGY]
    return strength + card_strength(state, rules, seat, True)


@rule
def card_strength(state, rules, seat, bombs):
    """What the Rapid-Reaction Forces that a seat holds, and Star Bombs if they count, would change in a combat."""
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
    """What a Rapid-Reaction Force or a Star Bomb changes in a combat; 0 of any other card."""
    name = rules.card_name[card]
    if name == Card.RAPID_REACTION_FORCE:
        return rules.amount[name]
    return rules.fleet_strength if name == Card.STAR_BOMB else 0


@rule
def turns_left(state, rules):
    """About how many turns a seat has still to come after this one."""
    if state.trigger_round > 0:
        return float(state.trigger_round + rules.final_rounds - state.rounds)
    usual = 0.4 * rules.seats - 0.4  # shuffles in a round
    pace = (state.shuffles + _HABIT * usual) / (state.rounds + _HABIT)
    return (rules.trigger - state.shuffles) / pace + rules.final_rounds


@rule
def share_left(state, rules):
    """The share of the game that is still to come, 1 at the start."""
    return max(0.0, (rules.trigger - state.shuffles) / rules.trigger)


@rule
def rivalry(state, rules, seat, other, survey):
    """What a loss of the other's is worth to the seat: a whole gain between two, more against the leader of several."""
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
    """Whether there is a neighbour and a seat has it. No branch: a processor cannot foresee how a board looks."""
    return (near != NONE) & (state.owner[near] == seat)


@rule
def neighbours_of(state, seat, space):
    """Own systems next to a system."""
    number = 0
    for near in state.near[space]:
        number += 1 if is_held(state, near, seat) else 0
    return number


@rule
def enemy_fleets_near(state, seat, space):
    """The most fleets that one other player has next to a system."""
    most = 0
    for near in state.near[space]:
        other = state.owner[near]
        is_enemy = (near != NONE) & (other >= 0) & (other != seat)
        most = max(most, is_enemy * state.fleets[other, near])
    return most


@rule
def spare_fleets(state, seat, space, guard):
    """Fleets that may leave: not the one that holds a system without a marker, nor a guard where an enemy is near."""
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
    """Star bases that may leave: with Star Base Movement, and no enemy next door."""
    if state.star_bases[seat, space] == 0 or not may_move_bases(state, rules, seat):
        return 0
    kept = 0 if enemy_fleets_near(state, seat, space) == 0 and state.marker[space] != Marker.EMPTY else 1
    return max(0, state.star_bases[seat, space] - kept)


@rule
def rally(state, rules, seat, target, energy, survey):
    """Units that could be brought from one and two connections away for so much energy; a star base counts as far."""
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
    """Those from two connections away, but for the systems whose bits are counted; and star bases next to the target.

    The way leads through an own system, or any by Stealth Technology.
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
    """Fleets that could come to a system of others by wormhole for so much research."""
    if survey.hoppers == 0 or not has_wormhole(state, rules, target):
        return 0
    if rules.hop_research == 0:
        return survey.hoppers
    return min(survey.hoppers, research // rules.hop_research)


@rule
def attack_bonus(state, rules, seat):
    """Lasting strength of an attacker with fleets."""
    return modifiers(state, rules, seat, False, 1, False)


@rule
def list_own(state, rules, seat, survey):
    """Fills in the own systems. The place after the last is written again and again, which saves a branch."""
    number = 0
    for space in range(rules.spaces):
        survey.own[number] = space
        number += 1 if state.owner[space] == seat else 0
    survey.held = number


@rule
def look_over_systems(state, rules, seat, survey):
    """What there is in own systems and next to them: those that wait for a marker, fleets that may leave."""
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
    """Fills in the goals, in the order of the tiles; how many there are."""
    number = 0
    for place in range(rules.systems):
        space = state.space_of[place]
        survey.goal[number] = space
        number += (state.owner[space] != seat) & (survey.reach >> space) & 1
    return number


@rule
def standing_defence(state, rules, other, space):
    """What stands in a player's system: units and lasting modifiers."""
    fleets, bases = state.fleets[other, space], state.star_bases[other, space]
    present = has_presence(state, rules, other, space)
    return strength_of_units(rules, fleets, bases) + modifiers(state, rules, other, True, fleets, present)


@rule
def adjacent_fleets(state, other, space):
    """Fleets of a player next to one of their systems."""
    fleets = 0
    for near in state.near[space]:
        fleets += is_held(state, near, other) * state.fleets[other, near]
    return fleets


@rule
def expected_defence(state, rules, other, space, survey):
    """Standing defence and what the defender may still commit."""
    return standing_defence(state, rules, other, space) + (survey.means[other] + relief(state, other, space, survey))


@rule
def committed(state, rules, other, space, survey):
    """Strength that the defender of a system may still commit."""
    return means(state, rules, other, survey) + relief(state, other, space, survey)


@rule
def means(state, rules, other, survey):
    """Strength that a player may still commit wherever it is: cards, counters and Missiles."""
    weights = survey.weights
    cards = min(state.players[other].piles[Zone.HAND].count, hand_size(state, rules, other))
    each = weights[Weight.RESISTANCE] * (1.0 + _GROWTH * (0.5 - survey.share))
    if has_lasting(state, other, Card.MASS_ARMIES):
        each *= 1.0 + _LEVY
    if weights[Weight.COUNTING] > 0.0:
        each += weights[Weight.COUNTING] * (mean_strength(state, rules, other) - _USUAL)
    strength = max(0.0, each) * cards + weights[Weight.SUPPLIES] * open_matter(state, rules, other)
    return strength + weights[Weight.SALVO] * state.players[other].lasting[Card.MISSILES]


@rule
def mean_strength(state, rules, other):
    """The mean strength of the cards that a player holds or has still to draw, as far as the asking seat knows them.

    What lies in a discard pile does not fight before the next shuffle.
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
    """What a card of a hand adds to a combat, by its symbols or its effect."""
    strength = max(rules.symbols[card, Resource.MATTER], strength_of_effect(rules, card))
    return max(strength, rules.symbols[card, Resource.POPULATION]) if armies else strength


@rule
def relief(state, other, space, survey):
    """Strength expected of the defender's fleets next door."""
    return survey.weights[Weight.RELIEF] * min(2, adjacent_fleets(state, other, space))


@rule
def odds(survey, balance):
    """The chance of an attack on a player, by how far the force exceeds what is expected of the defence."""
    return min(0.95, max(0.0, survey.weights[Weight.EVEN] + survey.weights[Weight.SLOPE] * balance))


@rule
def units_lost(survey, fleets, outright, chance):
    """Units that an attack on a player is expected to cost: half of them where the marker crosses or it fails.

    outright, chance: of winning before the defender comes ahead, and of winning at all.
    """
    won = survey.weights[Weight.TOLL] * max(0.0, chance - outright) * (fleets // 2)
    return won + survey.weights[Weight.DEFEAT] * (1.0 - chance) * ((fleets + 1) // 2)


@rule
def fleets_in_reach(state, other, space):
    """Fleets that a player has one and two of their connections away from a system."""
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
    """Victory points that one more fleet in a system of its player saves, as the enemies next door reckon."""
    asked, saved = 1 << seat, 0.0
    for near in state.near[space]:
        if near != NONE and state.owner[near] != NONE and (asked >> state.owner[near]) & 1 == 0:
            asked |= 1 << state.owner[near]
            saved = max(saved, _saved_from(state, rules, seat, state.owner[near], space, survey))
    return saved * marker_points(rules, state.marker[space])


@rule
def _saved_from(state, rules, seat, other, space, survey):
    """By how much one more fleet lowers the chance of an enemy's attack."""
    fleets = min(_BAND, fleets_in_reach(state, other, space))
    if fleets == 0:
        return 0.0
    force = rules.fleet_strength * fleets + modifiers(state, rules, other, False, fleets, False)
    lead = force + survey.weights[Weight.ALARM] - expected_defence(state, rules, seat, space, survey)
    return odds(survey, lead) - odds(survey, lead - rules.fleet_strength)


@rule
def open_matter(state, rules, other):
    """Matter in the Reserves and on the front-up counters of a player, for all to see."""
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
    """The chance that a force beats a neutral system at once, or with what it adds: its alien may be unknown."""
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
def card_worth(rules, tile):
    """What a System card adds to a deck: its points, less its place in the cycle."""
    points = 0
    for resource in range(RESOURCES):
        points += rules.symbols[tile, resource]
    return 0.15 * (points - 2.0)


@rule
def counter_worth(state, rules, kind, share, weights):
    """What a Development counter is worth with so much of the game to come; it supplies one kind at a time."""
    worth = rules.counter_vp[kind] + rules.counter_reserve[kind] * weights[Weight.COUNTER_RESERVE]
    most, total = 0.0, 0.0
    for resource in range(RESOURCES):
        points = rules.counter_symbols[kind, resource] * weights[Weight.COUNTER_ENERGY + resource]
        most, total = max(most, points), total + points
    points = most + weights[Weight.EITHER] * (total - most)
    return worth + points * share * weights[Weight.COUNTER_POINT]


@rule
def best_counter(state, rules, share, weights):
    """The worth of the best displayed Development counter."""
    best = 0.0
    for place in range(state.counters_displayed):
        best = max(best, counter_worth(state, rules, state.counters[place], share, weights))
    return best


@rule
def site_worth(state, rules, seat, space):
    """How good a system is as a home world or colony: own systems, neutral ground and few enemies next to it."""
    worth = 0.0
    for near in state.near[space]:
        if near != NONE:
            owner = state.owner[near]
            if owner == seat:
                worth += 1.0
            elif owner == NONE:
                worth += 0.5 if is_habitable(state, rules, near) else 0.9
    return worth
