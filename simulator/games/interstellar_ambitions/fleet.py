"""The fleets: ships, their damage, and their discards (IAM-7)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.deck import discard_emergency, discard_merc
from starbalance.simulator.games.interstellar_ambitions.rules import MODIFIERS
from starbalance.simulator.games.interstellar_ambitions.state import Decision
from starbalance.simulator.games.interstellar_ambitions.word import Class, Modifier, Origin


@rule
def is_heavy(rules, kind):
    return rules.ship_heavy[kind] == Class.HEAVY


@rule
def value_of(state, rules, seat, place):
    """IAM-7.8: Return the effective combat value of a ship: its combat value less its damage, at least 0."""
    player = state.players[seat]
    return max(0, rules.combat[player.ship[place]] - player.damage[place])


@rule
def fleet_value(state, rules, seat):
    """Return the sum of the effective combat values of a seat's ships."""
    total = 0
    for place in range(state.players[seat].ships):
        total += value_of(state, rules, seat, place)
    return total


@rule
def endurance(state, rules, seat, kind):
    """IAM-7.9: Return the damage that a ship of a kind survives in a seat's fleet."""
    return rules.combat[kind] + rules.tough[kind] + state.players[seat].modifiers[Modifier.SHIP_TOUGH]


@rule
def is_doomed(state, rules, seat, place):
    player = state.players[seat]
    return player.damage[place] > endurance(state, rules, seat, player.ship[place])


@rule
def has_room(state, rules, seat):
    """IAM-7.1: Return whether a fleet is below its limit."""
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
    """Remove a ship from a fleet and return its kind. The ships behind it move up in order."""
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
    """IAM-7.10: Discard the card of a ship that leaves play. A standard ship returns to the unlimited supply."""
    if rules.ship_origin[kind] == Origin.MERC:
        discard_merc(state, kind)
    elif rules.ship_origin[kind] == Origin.EMERGENCY:
        discard_emergency(state, kind)


@rule
def discard_ship(state, rules, seat, place):
    put_ship_away(state, rules, remove_ship(state, rules, seat, place))


@rule
def sink_ship(state, rules, seat, place, by):
    """Destroy a ship, in battle or by a card. `by` is the seat that destroys it."""
    discard_ship(state, rules, seat, place)
    state.players[seat].ships_lost += 1
    state.players[by].ships_destroyed += 1
    state.players[by].ships_sunk += 1


@rule
def sink_doomed(state, rules, seat, by):
    """IAM-7.9: Destroy ships with more damage than they survive, and ships that lose toughness this way (A74)."""
    place = state.players[seat].ships - 1
    while place >= 0:
        if is_doomed(state, rules, seat, place):
            sink_ship(state, rules, seat, place, by)
            place = state.players[seat].ships
        place -= 1


@rule
def is_first_of_its_like(state, seat, place):
    """Return whether no earlier ship of the fleet has the same kind and damage. Identical ships are one option."""
    player = state.players[seat]
    for k in range(place):
        if player.ship[k] == player.ship[place] and player.damage[k] == player.damage[place]:
            return False
    return True


@rule
def damage_of(state, seat):
    """Return the number of damage markers on all ships of a seat."""
    total = 0
    for place in range(state.players[seat].ships):
        total += state.players[seat].damage[place]
    return total


@rule
def receive_ship(state, rules, seat, kind, damage, after):
    """IAM-7.2: Add a free ship with its damage and return True. In a full fleet, ask which ship makes room and return
    False. `after` is the After code of the step that follows this decision.
    """
    state.wanted = kind
    state.wear = damage
    state.after = after
    if has_room(state, rules, seat):
        add_ship(state, rules, seat, kind, damage)
        return True
    ask(state, Decision.SCRAPPING, seat)
    return False
