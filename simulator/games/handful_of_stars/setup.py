"""The setup before the first decision (HOS-2): tiles, deals and races. The choices of the players are options."""

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.handful_of_stars.board import components, open_connections
from starbalance.simulator.games.handful_of_stars.card import put
from starbalance.simulator.games.handful_of_stars.counter import replenish_counters
from starbalance.simulator.games.handful_of_stars.opening import take_race
from starbalance.simulator.games.handful_of_stars.rules import (
    DEALT,
    FIRST_STARTING,
    FIRST_TECHNOLOGY,
    RACES,
    STARTING_CARDS,
    RaceMode,
    WormholeDealt,
)
from starbalance.simulator.games.handful_of_stars.scoring import gain_vp
from starbalance.simulator.games.handful_of_stars.seating import ask, seat_at
from starbalance.simulator.games.handful_of_stars.state import (
    FIRST_PLAYER,
    NONE,
    RACE_CARDS,
    SIG,
    SYSTEM_CARDS,
    TECHNOLOGY_DECK,
    TILES,
    Decision,
    Marker,
    Zone,
)
from starbalance.simulator.games.handful_of_stars.technology import next_technology


@rule
def _lay_tiles(state, rules):
    """HOS-2.2, HOS-2.3, HOS-2.4: Lay the tiles at random and place black holes by letter.

    Discs that are not placed are spare.
    """
    for space in range(rules.systems):
        state.tile[space] = space
    shuffle(state, TILES, state.tile[: rules.systems])
    state.blocked[:] = 0
    state.spare_discs = rules.black_hole_discs
    for space in range(rules.systems):
        state.space_of[state.tile[space]] = space
        letter = rules.black_hole[state.tile[space]]
        if letter != NONE and rules.connection[space, letter] != NONE:
            connection = rules.connection[space, letter]
            state.spare_discs -= 1 - state.blocked[connection]
            state.blocked[connection] = 1
    open_connections(state, rules)


@rule
def _deal_systems(state, rules):
    """Deal habitable and uninhabitable System cards, and put an outpost on each dealt system.

    HOS-2.5, HOS-2.6, HOS-2.7, HOS-2.8. The undealt cards form the pool.
    """
    cards = state.queue  # scratch space
    for tile in range(rules.carded_systems):
        state.in_pool[tile] = 1
        cards[tile] = tile
    habitable = 0
    for tile in range(rules.carded_systems):
        habitable += rules.habitable[tile]
    shuffle(state, SYSTEM_CARDS, cards[:habitable])
    shuffle(state, SYSTEM_CARDS, cards[habitable : rules.carded_systems])
    for seat in range(rules.seats):
        for k in range(rules.habitable_dealt):
            _deal_system(state, rules, seat, cards[seat * rules.habitable_dealt + k])
        for k in range(rules.uninhabitable_dealt):
            _deal_system(state, rules, seat, cards[habitable + seat * rules.uninhabitable_dealt + k])


@rule
def _deal_system(state, rules, seat, tile):
    space = state.space_of[tile]
    state.in_pool[tile] = 0
    put(state, rules, seat, Zone.DRAW_DECK, tile)
    state.owner[space] = seat
    state.marker[space] = Marker.OUTPOST
    state.players[seat].outposts -= 1
    gain_vp(state, seat, rules.vp_outpost)


@rule
def _deal_technologies(state, rules):
    """HOS-2.9, A03: Deal Technology cards to each seat, two by default.

    A Wormhole card among them is set aside and replaced, or stays in the deck as a dead card.
    """
    for n in range(rules.technology_cards):
        state.technologies[n] = FIRST_TECHNOLOGY + n
    state.technologies_left = rules.technology_cards
    shuffle(state, TECHNOLOGY_DECK, state.technologies[: rules.technology_cards])
    for seat in range(rules.seats):
        state.players[seat].dealt[:] = NONE
        for k in range(rules.dealt_technologies):
            card = next_technology(state, rules, rules.wormhole_dealt == WormholeDealt.REPLACE)
            if card != NONE:
                put(state, rules, seat, Zone.DRAW_DECK, card)
                state.seen_card[card] |= 1 << seat
                if k < DEALT:
                    state.players[seat].dealt[k] = rules.card_name[card]


@rule
def _deal_races(state, rules):
    """HOS-2.10, HOS-1.1: Give each seat a different random race with `race_mode = random`, otherwise none yet."""
    races = state.queue
    for race in range(RACES):
        races[race] = race
    shuffle(state, RACE_CARDS, races[:RACES])
    for seat in range(rules.seats):
        if rules.race_mode == RaceMode.RANDOM:
            take_race(state, rules, seat, races[seat])
        else:
            state.players[seat].race = NONE


@rule
def _equip(state, rules, seat):
    """HOS-2.1, HOS-2.21: Give a seat its stock, Colony track and Starting cards."""
    player = state.players[seat]
    player.track_discs = rules.colony_track - 1
    player.spare_discs = rules.colony_discs - player.track_discs - rules.vp_discs
    player.outposts = rules.outposts
    player.fleets = rules.fleets
    player.star_bases = rules.star_bases
    player.counters[:] = NONE
    player.up[:] = 1
    player.home = NONE
    player.colony = NONE
    for k in range(STARTING_CARDS):
        put(state, rules, seat, Zone.DRAW_DECK, FIRST_STARTING + STARTING_CARDS * seat + k)


@kernel(SIG["setup"])
def setup(state, rules):
    """HOS-2: Set up the game and ask for the first choice.

    That is a race with `race_mode = draft`, otherwise a home world.
    """
    state.owner[:] = NONE
    state.alien[:] = NONE
    state.wormhole_card = NONE
    state.card = NONE
    state.playing = NONE
    state.target = NONE
    state.combat.defender = NONE
    for kind in range(rules.counter_kinds):
        state.counters_left[kind] = rules.counter_copies[kind]
    _lay_tiles(state, rules)
    while rules.require_connected and components(state, rules, NONE) > 1:
        _lay_tiles(state, rules)
    for seat in range(rules.seats):
        _equip(state, rules, seat)
    _deal_systems(state, rules)
    _deal_technologies(state, rules)
    _deal_races(state, rules)
    state.first = below(state, FIRST_PLAYER, rules.seats)
    replenish_counters(state, rules)
    state.place = 0
    drafting = rules.race_mode == RaceMode.DRAFT
    if drafting:
        ask(state, Decision.RACE, seat_at(state, rules, 0))
    else:
        ask(state, Decision.HOME, 0)
