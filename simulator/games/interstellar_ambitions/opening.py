"""The setup and the start of the game: decks, boards, seat compensation (IAM-1, IAM-2, IAM-12)."""

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.deck import discard_shadow_card, draw_shadow_card, shuffle_kinds
from starbalance.simulator.games.interstellar_ambitions.fleet import add_ship
from starbalance.simulator.games.interstellar_ambitions.market import refill
from starbalance.simulator.games.interstellar_ambitions.planet import gain_planet
from starbalance.simulator.games.interstellar_ambitions.rules import (
    DRAWN_EACH,
    FIRST_HOME,
    NONE,
    RESOURCES,
    STACK,
    AmbitionSetup,
    PlanetStacks,
    StartTechnologies,
)
from starbalance.simulator.games.interstellar_ambitions.seating import seat_at
from starbalance.simulator.games.interstellar_ambitions.state import (
    AMBITION_DRAW,
    EMERGENCY_DECK,
    EVENT_DECK,
    MERC_DECK,
    PLANET_STACKS,
    SHADOW_DECK,
    TECHNOLOGY_DECK,
    Decision,
)
from starbalance.simulator.games.interstellar_ambitions.technology import learn
from starbalance.simulator.games.interstellar_ambitions.word import Market, Origin


@rule
def draw_ambitions(state, rules):
    """IAM-1.3, IAM-1.4: Fill in `state.ambition` with three random ambitions of each kind, or with four fixed ones and
    one random one of each kind (A01). Each kind is in the order of the data.
    """
    cards = state.technology_deck  # scratch space, filled later
    drawn = 0
    for active in range(1, -1, -1):
        number, count = 0, 0
        fixed = rules.ambition_setup == AmbitionSetup.FIXED_4_RANDOM_2
        for ambition in range(rules.ambitions):
            if rules.ambition_in[ambition] and rules.ambition_active[ambition] == active:
                if fixed and rules.ambition_fixed[ambition]:
                    state.ambition[drawn] = ambition
                    drawn += 1
                    number += 1
                else:
                    cards[count] = ambition
                    count += 1
        shuffle(state, AMBITION_DRAW, cards[:count])
        for k in range(DRAWN_EACH - number):
            state.ambition[drawn] = cards[k]
            drawn += 1
        _sort_kind(state, drawn - DRAWN_EACH)


@rule
def _sort_kind(state, first):
    """Sort the three drawn ambitions of a kind from place `first` on, in the order of the data."""
    for k in range(first + 1, first + DRAWN_EACH):
        place = k
        while place > first and state.ambition[place - 1] > state.ambition[place]:
            one, other = state.ambition[place - 1], state.ambition[place]
            state.ambition[place - 1], state.ambition[place] = other, one
            place -= 1


@rule
def stack_planets(state, rules):
    """IAM-1.7: Build the four planet stacks, shuffled or with the lowest points on top (A03). No planet is face up."""
    for resource in range(RESOURCES):
        number = 0
        for k in range(STACK):
            planet = resource * STACK + k
            if rules.planet_in[planet]:
                state.stack[resource, number] = planet
                number += 1
        state.stacked[resource] = number
        if rules.planet_stacks == PlanetStacks.SHUFFLED:
            shuffle(state, PLANET_STACKS, state.stack[resource, :number])
        else:
            _sort_stack(rules, state.stack[resource], number)
        state.face_up[resource] = NONE


@rule
def _sort_stack(rules, stack, number):
    """Sort a stack by descending victory points. The last planet is on top; ties are drawn in the order of the data."""
    for k in range(1, number):
        planet, place = stack[k], k
        while place > 0 and rules.planet_vp[stack[place - 1]] <= rules.planet_vp[planet]:
            stack[place] = stack[place - 1]
            place -= 1
        stack[place] = planet


@rule
def lay_technologies(state, rules):
    """IAM-1.8, IAM-1.9: Put the START technologies on the tracker and shuffle the remaining ones into a deck."""
    left = 0
    for technology in range(rules.technologies):
        if rules.technology_in[technology]:
            if rules.technology_start[technology]:
                state.on_tracker |= 1 << technology
            else:
                state.technology_deck[left] = technology
                left += 1
    state.technologies_left = left
    shuffle(state, TECHNOLOGY_DECK, state.technology_deck[:left])


@rule
def return_start_technologies(state, rules):
    """IAM-12.3: Shuffle the unclaimed START technologies into the deck."""
    for technology in range(rules.technologies):
        if (state.on_tracker >> technology) & 1:
            state.technology_deck[state.technologies_left] = technology
            state.technologies_left += 1
    state.on_tracker = 0
    shuffle(state, TECHNOLOGY_DECK, state.technology_deck[: state.technologies_left])


@rule
def lay_ships(state, rules):
    """IAM-1.11, IAM-1.12: Fill in and shuffle the decks of mercs and of emergency ships."""
    for kind in range(rules.ships):
        for _ in range(rules.ship_copies[kind]):
            if rules.ship_origin[kind] == Origin.MERC:
                state.merc_deck[state.mercs_left] = kind
                state.mercs_left += 1
            elif rules.ship_origin[kind] == Origin.EMERGENCY:
                state.emergency_deck[state.emergencies_left] = kind
                state.emergencies_left += 1
    shuffle_kinds(state, MERC_DECK, state.merc_deck[: state.mercs_left])
    shuffle_kinds(state, EMERGENCY_DECK, state.emergency_deck[: state.emergencies_left])


@rule
def lay_cards(state, rules):
    """IAM-1.6, IAM-1.13: Fill in and shuffle the decks of shadow cards and of colony events."""
    for kind in range(rules.shadow_kinds):
        for _ in range(rules.shadow_copies[kind]):
            state.shadow_deck[state.shadow_left] = kind
            state.shadow_left += 1
    shuffle_kinds(state, SHADOW_DECK, state.shadow_deck[: state.shadow_left])
    for kind in range(rules.event_kinds):
        for _ in range(rules.event_copies[kind]):
            state.event_deck[state.events_left] = kind
            state.events_left += 1
    shuffle_kinds(state, EVENT_DECK, state.event_deck[: state.events_left])


@rule
def lay_markets(state, rules):
    """IAM-1.7, IAM-1.8, IAM-1.11: Fill the slots of all three markets."""
    state.technology_slot[:] = NONE
    state.merc_slot[:] = NONE
    refill(state, rules, Market.PLANET)
    refill(state, rules, Market.TECHNOLOGY)
    refill(state, rules, Market.MERC)


@rule
def equip(state, rules, seat, colour):
    """IAM-2: Give a player a colour, its Home World, the starting fleet and tokens. Resources follow in hand_out
    (IAM-12.5).
    """
    player = state.players[seat]
    player.colour = colour
    player.start_technology = NONE
    player.pool = rules.tokens_per_player
    home = FIRST_HOME + colour
    gain_planet(state, rules, seat, home)
    state.level[home] = rules.start_level
    for kind in range(rules.ships):
        for _ in range(rules.ship_start[kind]):
            add_ship(state, rules, seat, kind, 0)


@rule
def deal_hand(state, rules, seat):
    """IAM-12.2: Fill in `state.dealt` with the shadow cards of which the seat keeps some."""
    for k in range(rules.start_cards_dealt):
        state.dealt[seat, k] = draw_shadow_card(state)


@rule
def discard_dealt(state, rules):
    """IAM-12.2: Discard the dealt cards that no player kept (A57)."""
    for seat in range(rules.seats):
        for k in range(rules.start_cards_dealt):
            if state.dealt[seat, k] != NONE:
                discard_shadow_card(state, state.dealt[seat, k])
                state.dealt[seat, k] = NONE


@rule
def begin_start_technologies(state, rules):
    """IAM-12.3: Ask the last player for a START technology, or deal one to each player and ask for the first token
    (A76).
    """
    if rules.start_technologies == StartTechnologies.DEALT:
        for seat in range(rules.seats):
            take_start_technology(state, rules, seat, _any_on_tracker(state, rules))
        return_start_technologies(state, rules)
        state.decision = Decision.PLACING
        state.actor = state.first
    else:
        state.decision = Decision.START_TECHNOLOGY
        state.actor = seat_at(state, rules, rules.seats - 1)


@rule
def _any_on_tracker(state, rules):
    """Return a random START technology that no player has."""
    left = 0
    for technology in range(rules.technologies):
        left += (state.on_tracker >> technology) & 1
    skipped, chosen = below(state, TECHNOLOGY_DECK, left), NONE
    for technology in range(rules.technologies):
        if (state.on_tracker >> technology) & 1:
            if skipped == 0:
                chosen = technology
            skipped -= 1
    return chosen


@rule
def take_start_technology(state, rules, seat, technology):
    """IAM-12.3, IAM-6.9: Give a seat a START technology from the tracker."""
    state.on_tracker &= ~(1 << technology)
    state.players[seat].start_technology = technology
    learn(state, rules, seat, technology)


@rule
def hand_out(state, rules):
    """IAM-12.5: Give every player the starting resources."""
    for seat in range(rules.seats):
        for resource in range(RESOURCES):
            state.players[seat].resources[resource] += rules.start_resources


@rule
def extra_resources(rules, place):
    """IAM-12.6, IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10: Return the number of extra resources of a place in the turn
    order, 0 if `seat_compensation` is 0.
    """
    return rules.extra_resources[place] * rules.seat_compensation


@rule
def extra_advances(rules, place):
    """IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10: Return the number of extra advances of a place in the turn order, 0 if
    `seat_compensation` is 0.
    """
    return rules.extra_advances[place] * rules.seat_compensation
