"""The shadow cards: their targets and effects (IAM-8, IAM-27.17, IAM-27.18, IAM-27.19, IAM-27.20, IAM-27.21, IAM-27.22,
IAM-27.27, IAM-27.28; RULES.md, Effect vocabulary).
"""

from enum import IntEnum

from starbalance.simulator.engine.chance import below
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.deck import discard_shadow_card
from starbalance.simulator.games.interstellar_ambitions.fleet import (
    discard_ship,
    is_doomed,
    is_heavy,
    remove_ship,
    sink_doomed,
    sink_ship,
)
from starbalance.simulator.games.interstellar_ambitions.hand import drop_card, give_card, steal_card
from starbalance.simulator.games.interstellar_ambitions.market import filled, replace
from starbalance.simulator.games.interstellar_ambitions.planet import lower_level, marker_yield
from starbalance.simulator.games.interstellar_ambitions.rules import (
    ANY,
    LEVELS,
    MARKETS,
    NONE,
    OBJECTS,
    RESOURCES,
    ROWS,
)
from starbalance.simulator.games.interstellar_ambitions.state import RANDOM_CARDS
from starbalance.simulator.games.interstellar_ambitions.technology import knows, learn
from starbalance.simulator.games.interstellar_ambitions.track import move_token, put_on, take_off
from starbalance.simulator.games.interstellar_ambitions.word import Filter, Level, Origin, ShadowEffect


class Aim(IntEnum):
    """The kind of object at which a card is aimed, apart from an opponent.

    An object is a planet, a place in a fleet, a technology, a cell of the action track (row * LEVELS + level), a market
    or a resource.
    """

    NOTHING = 0
    PLANET = 1
    SHIP = 2
    TECHNOLOGY = 3
    TOKEN = 4
    OWN_TOKEN = 5
    MARKET = 6
    RESOURCE = 7


@rule
def aim_of(rules, kind):
    effect = rules.shadow_effect[kind]
    if effect == ShadowEffect.PLANET_LEVEL or effect == ShadowEffect.SIPHON:
        return Aim.PLANET
    if effect == ShadowEffect.DESTROY_SHIP or effect == ShadowEffect.DAMAGE_SHIPS:
        return Aim.SHIP
    if effect == ShadowEffect.DISCARD_MERC or effect == ShadowEffect.STEAL_SHIP:
        return Aim.SHIP
    if effect == ShadowEffect.ACQUIRE_TECHNOLOGY:
        return Aim.TECHNOLOGY
    if effect == ShadowEffect.TOKEN_BACK or effect == ShadowEffect.TOKEN_TO_POOL or effect == ShadowEffect.USURP_TOKEN:
        return Aim.TOKEN
    if effect == ShadowEffect.TOKEN_FORWARD_OWN or is_paired(rules, kind):
        return Aim.OWN_TOKEN
    if effect == ShadowEffect.REFRESH_MARKET:
        return Aim.MARKET
    return Aim.RESOURCE if effect == ShadowEffect.LOSE_HALF_RES else Aim.NOTHING


@rule
def is_paired(rules, kind):
    """Return whether an own token of a card needs a second choice: an opponent's token, or the row to which it goes."""
    effect = rules.shadow_effect[kind]
    return effect == ShadowEffect.SWAP_TOKEN_SAME_ROW or effect == ShadowEffect.TOKEN_MOVE_ROW_OWN


@rule
def has_opponent(rules, kind):
    """Return whether a card is aimed at one opponent."""
    effect = rules.shadow_effect[kind]
    if effect == ShadowEffect.TAKE_RES:
        return rules.shadow_each[kind] == 0
    if effect == ShadowEffect.REFRESH_MARKET or effect == ShadowEffect.EXCHANGE_1TO1:
        return False
    if effect == ShadowEffect.TOKEN_FORWARD_OWN or effect == ShadowEffect.TOKEN_MOVE_ROW_OWN:
        return False
    return effect != ShadowEffect.DRAW_SHADOW


@rule
def objects_most(rules, kind):
    """Return the maximum number of objects of a card, 0 for a card aimed at none."""
    effect = rules.shadow_effect[kind]
    if effect == ShadowEffect.DAMAGE_SHIPS or effect == ShadowEffect.TOKEN_BACK or effect == ShadowEffect.TOKEN_TO_POOL:
        return rules.shadow_number[kind]
    if effect == ShadowEffect.TOKEN_FORWARD_OWN or effect == ShadowEffect.TOKEN_MOVE_ROW_OWN:
        return rules.shadow_number[kind]
    return 0 if aim_of(rules, kind) == Aim.NOTHING else 1


@rule
def candidates(state, rules, kind, victim):
    """Return the number of candidates for an object of a card. `may_choose` says which of them are allowed."""
    aim = aim_of(rules, kind)
    if aim == Aim.PLANET:
        return state.players[victim].planets
    if aim == Aim.SHIP:
        return state.players[victim].ships
    if aim == Aim.TECHNOLOGY:
        return rules.technologies
    if aim == Aim.TOKEN or aim == Aim.OWN_TOKEN:
        return ROWS * LEVELS
    if aim == Aim.MARKET:
        return MARKETS
    return RESOURCES if aim == Aim.RESOURCE else 0


@rule
def candidate(state, rules, kind, victim, k):
    """Return the k-th candidate as an object: a planet id for a card aimed at planets, otherwise `k` itself."""
    return state.players[victim].planet[k] if aim_of(rules, kind) == Aim.PLANET else k


@rule
def may_choose(state, rules, seat, kind, victim, code):
    """Return whether an object may be announced, in addition to the objects announced so far."""
    aim = aim_of(rules, kind)
    if aim == Aim.SHIP:
        return _may_choose_ship(state, rules, kind, victim, code)
    if aim == Aim.TECHNOLOGY:
        return knows(state, victim, code) and not knows(state, seat, code)
    if aim == Aim.TOKEN:
        return _may_choose_token(state, rules, kind, victim, code)
    if aim == Aim.OWN_TOKEN:
        return _may_choose_own(state, rules, seat, kind, victim, code)
    return aim != Aim.MARKET or filled(state, rules, code) != 0


@rule
def _times_chosen(state, code):
    times = 0
    for k in range(state.chosen):
        times += 1 if state.objects[k, 0] == code else 0
    return times


@rule
def _may_choose_ship(state, rules, kind, victim, place):
    """Return whether a ship of the opponent may be announced. Of identical ships, only the first one not yet announced
    may.
    """
    player, effect = state.players[victim], rules.shadow_effect[kind]
    ship = player.ship[place]
    if effect == ShadowEffect.DISCARD_MERC and rules.ship_origin[ship] != Origin.MERC:
        return False
    if effect == ShadowEffect.STEAL_SHIP and not _may_steal(rules, kind, ship):
        return False
    if _times_chosen(state, place) > 0:
        return False
    for other in range(place):
        if player.ship[other] == ship and player.damage[other] == player.damage[place]:
            if _times_chosen(state, other) == 0:
                return False
    return True


@rule
def _may_steal(rules, kind, ship):
    if rules.shadow_detail[kind] == Filter.MERC:
        return rules.ship_origin[ship] == Origin.MERC
    return rules.ship_origin[ship] == Origin.STANDARD and not is_heavy(rules, ship)


@rule
def _may_choose_token(state, rules, kind, victim, code):
    """Return whether an opponent's token in a cell of the track may be announced."""
    effect, level = rules.shadow_effect[kind], code % LEVELS
    if state.players[victim].tokens[code // LEVELS, level] <= _times_chosen(state, code):
        return False
    if effect == ShadowEffect.TOKEN_BACK:
        return level > Level.BASIC
    return effect == ShadowEffect.USURP_TOKEN or level <= rules.shadow_detail[kind]


@rule
def _may_choose_own(state, rules, seat, kind, victim, code):
    """Return whether an own token in a cell of the track may be announced."""
    effect, row, level = rules.shadow_effect[kind], code // LEVELS, code % LEVELS
    if state.players[seat].tokens[row, level] <= _times_chosen(state, code):
        return False
    if effect == ShadowEffect.SWAP_TOKEN_SAME_ROW:
        return _has_token_in(state, victim, row)
    if effect == ShadowEffect.TOKEN_FORWARD_OWN:
        return level < Level.STRONG or (level == Level.STRONG and _has_free_ultimate(state, rules, row))
    for other in range(ROWS):
        if may_move_to(state, rules, code, other):
            return True
    return False


@rule
def _has_token_in(state, seat, row):
    for level in range(LEVELS):
        if state.players[seat].tokens[row, level] > 0:
            return True
    return False


@rule
def may_move_to(state, rules, code, row):
    """Return whether a token in a cell may go to another row at its level."""
    if row == code // LEVELS:
        return False
    return code % LEVELS != Level.ULTIMATE or _has_free_ultimate(state, rules, row)


@rule
def _has_free_ultimate(state, rules, row):
    """IAM-10.3: Return whether a row will have a free ULTIMATE slot after the announced tokens have moved."""
    free = rules.ultimate_slots
    for seat in range(rules.seats):
        free -= state.players[seat].tokens[row, Level.ULTIMATE]
    for k in range(state.chosen):
        code = state.objects[k, 0]
        if rules.shadow_effect[state.card] == ShadowEffect.TOKEN_FORWARD_OWN:
            free -= 1 if code == row * LEVELS + Level.STRONG else 0
        elif code % LEVELS == Level.ULTIMATE:
            free += 1 if code // LEVELS == row else 0
            free -= 1 if state.objects[k, 1] == row else 0
    return free > 0


@rule
def has_object(state, rules, seat, kind, victim):
    """Return whether one more object may be announced for a card, in addition to the objects announced so far."""
    if aim_of(rules, kind) == Aim.TECHNOLOGY:
        return state.players[victim].known & ~state.players[seat].known != 0
    for k in range(candidates(state, rules, kind, victim)):
        if may_choose(state, rules, seat, kind, victim, candidate(state, rules, kind, victim, k)):
            return True
    return False


@rule
def may_target(state, rules, seat, kind, other):
    """Return whether a card can be aimed at seat `other`: an opponent that has an object for it, if it needs one."""
    if other == seat:
        return False
    return aim_of(rules, kind) == Aim.NOTHING or has_object(state, rules, seat, kind, other)


@rule
def can_play(state, rules, seat, kind):
    """IAM-13.3: Return whether a card can be played, which needs an object or target if it is aimed at one."""
    if not has_opponent(rules, kind):
        return aim_of(rules, kind) == Aim.NOTHING or has_object(state, rules, seat, kind, NONE)
    for other in range(rules.seats):
        if may_target(state, rules, seat, kind, other):
            return True
    return False


@rule
def set_card_aside(state, rules, seat, kind):
    """IAM-13.4: Put a card from the hand aside until it is resolved (A51)."""
    player = state.players[seat]
    give_card(state, rules, seat, kind)
    player.cards_played += 1
    player.played |= 1 << kind
    state.card = kind
    state.victim = NONE
    for k in range(OBJECTS):
        state.objects[k, 0] = NONE
        state.objects[k, 1] = NONE


@rule
def put_card_away(state):
    """IAM-13.4: Discard the resolved card."""
    discard_shadow_card(state, state.card)
    state.card = NONE
    state.victim = NONE
    state.chosen = 0


@rule
def is_half_chosen(state):
    """Return whether the second choice of a pair is due."""
    return state.chosen < OBJECTS and state.objects[state.chosen, 0] != NONE


@rule
def announce(state, rules, code):
    """IAM-13.5: Announce an object, or the first or second half of a pair."""
    if is_half_chosen(state):
        state.objects[state.chosen, 1] = code
        state.chosen += 1
        return
    state.objects[state.chosen, 0] = code
    state.chosen += 0 if is_paired(rules, state.card) else 1


@rule
def apply_card(state, rules, seat):
    """Carry out the immediate effect of the card in play on its objects, then destroy the opponent's doomed ships."""
    for k in range(state.chosen):
        aim = aim_of(rules, state.card)
        if aim == Aim.TOKEN or aim == Aim.OWN_TOKEN:
            _move(state, rules, seat, k)
        else:
            _harm(state, rules, seat, state.objects[k, 0])
    if state.victim != NONE:
        sink_doomed(state, rules, state.victim, seat)


@rule
def _move(state, rules, seat, k):
    """IAM-27.21: Move the k-th announced token as the card in play says. SWAP_TOKEN_SAME_ROW moves a token of each
    player.
    """
    effect, victim = rules.shadow_effect[state.card], state.victim
    row, level, second = state.objects[k, 0] // LEVELS, state.objects[k, 0] % LEVELS, state.objects[k, 1]
    if effect == ShadowEffect.SWAP_TOKEN_SAME_ROW:
        move_token(state, seat, row, level, row, second % LEVELS)
        move_token(state, victim, row, second % LEVELS, row, level)
    elif effect == ShadowEffect.TOKEN_BACK:
        move_token(state, victim, row, level, row, max(0, level - rules.shadow_detail[state.card]))
    elif effect == ShadowEffect.TOKEN_FORWARD_OWN:
        move_token(state, seat, row, level, row, level + 1)
    elif effect == ShadowEffect.TOKEN_MOVE_ROW_OWN:
        move_token(state, seat, row, level, second, level)
    else:
        take_off(state, victim, row, level)


@rule
def _harm(state, rules, seat, code):
    """IAM-27.17, IAM-27.19, IAM-27.20, IAM-27.22, IAM-27.27: Apply the card in play to one object: a planet, ship,
    technology, market or resource. Other effects change nothing.
    """
    effect, victim = rules.shadow_effect[state.card], state.victim
    if effect == ShadowEffect.PLANET_LEVEL:
        state.players[seat].levels_removed += lower_level(state, code, -rules.shadow_number[state.card])
    elif effect == ShadowEffect.DESTROY_SHIP:
        sink_ship(state, rules, victim, code, seat)
    elif effect == ShadowEffect.DAMAGE_SHIPS:
        state.players[victim].damage[code] += 1
    elif effect == ShadowEffect.DISCARD_MERC:
        discard_ship(state, rules, victim, code)
        state.players[victim].ships_lost += 1
    elif effect == ShadowEffect.ACQUIRE_TECHNOLOGY:
        learn(state, rules, seat, code)
    elif effect == ShadowEffect.REFRESH_MARKET:
        replace(state, rules, code, filled(state, rules, code))
    elif effect == ShadowEffect.LOSE_HALF_RES:
        state.players[victim].resources[code] //= 2


@rule
def siphon(state, rules, seat):
    """IAM-27.18: Give the seat the yield of the planet and its marker, without its owner's bonuses (A34). Return the
    units of any type that a Home World yields, otherwise 0.
    """
    planet = state.objects[0, 0]
    resources, kind = state.players[seat].resources, rules.planet_type[planet]
    state.siphoned[planet] = 1
    for resource in range(RESOURCES):
        resources[resource] += marker_yield(state, rules, planet, resource)
    if kind == ANY:
        return state.level[planet]
    resources[kind] += state.level[planet]
    return 0


@rule
def take_resource(state, seat, source, resource, amount):
    """Move an amount of a resource from player `source` to `seat`, or all of it if `source` has less."""
    taken = min(amount, state.players[source].resources[resource])
    state.players[source].resources[resource] -= taken
    state.players[seat].resources[resource] += taken


@rule
def next_source(state, rules, source):
    """Return the seat after `source` for a card that takes from each opponent; the active player ends the circle. For
    any other card, return the active player.
    """
    return (source + 1) % rules.seats if rules.shadow_each[state.card] else state.active


@rule
def random_card(state, rules, seat):
    """Return the kind of a random card from a hand that is not empty."""
    left, drawn = below(state, RANDOM_CARDS, state.players[seat].cards), NONE
    for kind in range(rules.shadow_kinds):
        if 0 <= left < state.players[seat].hand[kind]:
            drawn = kind
        left -= state.players[seat].hand[kind]
    return drawn


@rule
def discard_random(state, rules, seat, number):
    """Discard a number of random cards from a seat's hand, or all of them if there are fewer."""
    for _ in range(min(number, state.players[seat].cards)):
        drop_card(state, rules, seat, random_card(state, rules, seat))


@rule
def steal_random(state, rules, seat, source, number):
    """Move a number of random cards from `source` to `seat`, or all of them if there are fewer."""
    for _ in range(min(number, state.players[source].cards)):
        steal_card(state, rules, seat, source, random_card(state, rules, source))


@rule
def take_stolen_ship(state, rules, seat):
    """IAM-27.28: Remove the stolen ship from its owner. Discard it if it is doomed in the fleet of the thief."""
    victim = state.victim
    remove_ship(state, rules, victim, state.objects[0, 0])
    state.players[victim].ships_lost += 1
    sink_doomed(state, rules, victim, seat)
    last = state.players[seat].ships - 1
    if is_doomed(state, rules, seat, last):
        discard_ship(state, rules, seat, last)


@rule
def usurp(state, seat):
    """Put a token of the seat's pool into the cell where the opponent's token was."""
    put_on(state, seat, state.objects[0, 0] // LEVELS, state.objects[0, 0] % LEVELS)
