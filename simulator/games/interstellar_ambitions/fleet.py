"""Fleets: ships, their damage, and where they go (IAM-7)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.deck import discard_emergency, discard_merc
from starbalance.simulator.games.interstellar_ambitions.rules import MODIFIERS
from starbalance.simulator.games.interstellar_ambitions.state import Phase
from starbalance.simulator.games.interstellar_ambitions.word import Class, Modifier, Origin


@rule
def is_heavy(rules, kind):
    return rules.ship_heavy[kind] == Class.HEAVY


@rule
def value_of(state, rules, seat, place):
    """IAM-7.8: the effective combat value of a ship."""
    player = state.players[seat]
    return max(0, rules.combat[player.ship[place]] - player.damage[place])


@rule
def fleet_value(state, rules, seat):
    """Effective combat value of all ships of a player."""
    total = 0
    for place in range(state.players[seat].ships):
        total += value_of(state, rules, seat, place)
    return total


@rule
def endurance(state, rules, seat, kind):
    """IAM-7.9: the damage that a ship of this kind survives in this fleet."""
    return rules.combat[kind] + rules.tough[kind] + state.players[seat].modifiers[Modifier.SHIP_TOUGH]


@rule
def is_doomed(state, rules, seat, place):
    player = state.players[seat]
    return player.damage[place] > endurance(state, rules, seat, player.ship[place])


@rule
def has_room(state, rules, seat):
    """IAM-7.1."""
    return state.players[seat].ships < rules.ship_limit


@rule
def _apply_modifiers(state, rules, seat, kind, sign):
    if rules.ship_modified[kind]:
        for modifier in range(MODIFIERS):
            state.players[seat].modifiers[modifier] += sign * rules.ship_modifiers[kind, modifier]


@rule
def add_ship(state, rules, seat, kind, damage):
    player = state.players[seat]
    player.ship[player.ships] = kind
    player.damage[player.ships] = damage
    player.ships += 1
    _apply_modifiers(state, rules, seat, kind, 1)


@rule
def remove_ship(state, rules, seat, place):
    """Takes a ship out of a fleet and returns its kind; the others close up in order."""
    player = state.players[seat]
    kind = player.ship[place]
    player.ships -= 1
    for k in range(place, player.ships):
        player.ship[k] = player.ship[k + 1]
        player.damage[k] = player.damage[k + 1]
    player.damage[player.ships] = 0
    _apply_modifiers(state, rules, seat, kind, -1)
    return kind


@rule
def put_ship_away(state, rules, kind):
    """IAM-7.10: where the card of a ship goes that leaves play."""
    if rules.ship_origin[kind] == Origin.MERC:
        discard_merc(state, kind)
    elif rules.ship_origin[kind] == Origin.EMERGENCY:
        discard_emergency(state, kind)


@rule
def discard_ship(state, rules, seat, place):
    put_ship_away(state, rules, remove_ship(state, rules, seat, place))


@rule
def sink_ship(state, rules, seat, place, by):
    """A ship is destroyed by another player (by), in battle or by a card."""
    discard_ship(state, rules, seat, place)
    state.players[seat].ships_lost += 1
    state.players[by].ships_destroyed += 1
    state.players[by].ships_sunk += 1


@rule
def sink_doomed(state, rules, seat, by):
    """IAM-7.9, A74: ships with more damage than they survive are destroyed, and those that thereby lose toughness."""
    place = state.players[seat].ships - 1
    while place >= 0:
        if is_doomed(state, rules, seat, place):
            sink_ship(state, rules, seat, place, by)
            place = state.players[seat].ships
        place -= 1


@rule
def is_first_of_its_like(state, seat, place):
    """Whether no ship before it in the fleet is of the same kind with the same damage: equal ships are one option."""
    player = state.players[seat]
    for k in range(place):
        if player.ship[k] == player.ship[place] and player.damage[k] == player.damage[place]:
            return False
    return True


@rule
def damage_of(state, seat):
    """All markers on the ships of a player."""
    total = 0
    for place in range(state.players[seat].ships):
        total += state.players[seat].damage[place]
    return total


@rule
def receive_ship(state, rules, seat, kind, damage, after):
    """IAM-7.2: a ship comes for nothing, with its damage; false if the fleet is full: another makes room, or it stays
    away, and play goes on with `after`."""
    state.wanted = kind
    state.wear = damage
    state.after = after
    if has_room(state, rules, seat):
        add_ship(state, rules, seat, kind, damage)
        return True
    ask(state, Phase.SCRAPPING, seat)
    return False
