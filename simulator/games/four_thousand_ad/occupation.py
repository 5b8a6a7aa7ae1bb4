"""Who stands where: occupation of stars, possession of homes, friend and enemy."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.state import Share, Status
from starbalance.simulator.games.star_field.field import HOMES, NONE, STARS

OPEN, ATTACK, BARRED = range(3)


@rule
def is_living(state, seat):
    return state.players[seat].status <= Status.GRACE


@rule
def are_friends(state, rules, seat, other):
    """FAD-16.1, FAD-24.3: one side, or an alliance among independents."""
    if rules.side[seat] == rules.side[other]:
        return True
    return (state.allied >> (HOMES * seat + other)) & 1 == 1


@rule
def occupants(state, rules, star):
    """FAD-3.7, FAD-11.2: the set of seats with at least one ship at the star, as bits."""
    there = 0
    for seat in range(rules.seats):
        if state.players[seat].ships[star] > 0:
            there |= 1 << seat
    return there


@rule
def members(seats):
    """Size of a set of seats."""
    number = 0
    for seat in range(HOMES):
        number += (seats >> seat) & 1
    return number


@rule
def lowest(seats):
    """The first seat of a set, NONE of the empty one."""
    for seat in range(HOMES):
        if (seats >> seat) & 1:
            return seat
    return NONE


@rule
def set_of(seat, partner):
    return (1 << seat) | ((1 << partner) if partner >= 0 else 0)


@rule
def companion_at(state, rules, seat, star):
    """FAD-18.7: the other seat that shares the star with this one, which is there; NONE if it stands alone."""
    return lowest(occupants(state, rules, star) & ~(1 << seat))


@rule
def ships_at(state, seats, star):
    """FAD-18.7: the ships of a set of seats at a star, one force for defence."""
    total = 0
    for seat in range(HOMES):
        if (seats >> seat) & 1:
            total += state.players[seat].ships[star]
    return total


@rule
def defence(state, rules, seat, partner, star):
    """The ships at a star that are not of the two."""
    return ships_at(state, occupants(state, rules, star) & ~set_of(seat, partner), star)


@rule
def is_barred_by_truce(state, seat, star):
    """A-17: neither party of a mutual withdrawal brings further ships to either home."""
    other = state.players[seat].truce
    if other == NONE:
        return False
    return star == state.players[seat].home or star == state.players[other].home


@rule
def entry(state, rules, seat, partner, star):
    """What an arrival of the ships of one or two owners at a star is.

    FAD-10.1, FAD-11.3, FAD-18.1, FAD-24.5, A-31, A-34.

    OPEN: no battle. ATTACK: on everybody there. BARRED: not possible.
    """
    if is_barred_by_truce(state, seat, star) or (partner >= 0 and is_barred_by_truce(state, partner, star)):
        return BARRED
    owners, there = set_of(seat, partner), occupants(state, rules, star)
    others = there & ~owners
    if others == 0:
        return OPEN
    if there & owners:
        return OPEN if members(there | owners) <= 2 else BARRED
    if partner < 0 and members(others) == 1 and are_friends(state, rules, seat, lowest(others)):
        return OPEN
    return ATTACK


@rule
def owner_of_home(state, rules, star):
    """FAD-22.12: the living seat whose home the star is, NONE otherwise."""
    for seat in range(rules.seats):
        if state.players[seat].home == star and is_living(state, seat):
            return seat
    return NONE


@rule
def possesses_home(state, seat):
    """FAD-11.4, FAD-13.4: held without a ship, as long as no enemy occupies it."""
    return state.players[seat].controller == seat


@rule
def permission_needed_of(state, rules, seat, star):
    """FAD-18.2, D-7: the ally who has to allow an entry into the home they possess, NONE if there is none."""
    owner = owner_of_home(state, rules, star)
    if owner in (NONE, seat) or not possesses_home(state, owner):
        return NONE
    if rules.player[owner] == rules.player[seat] or not are_friends(state, rules, seat, owner):
        return NONE
    return owner


@rule
def _captor(state, rules, owner, there):
    """Who possesses a home with the ships of others alone at it: FAD-13.3, FAD-19.2, A-28, A-29, A-33."""
    player = state.players[owner]
    star = player.home
    first = state.first[star] if (there >> state.first[star]) & 1 else lowest(there)
    if rules.side[first] == rules.side[owner]:
        return owner if is_living(state, owner) or rules.revive_by_ally else first
    if player.controller == owner and are_friends(state, rules, owner, first):
        return owner
    return first


@rule
def _possessor(state, rules, owner):
    player = state.players[owner]
    there = occupants(state, rules, player.home)
    if (there >> owner) & 1:
        return owner
    if there:
        return _captor(state, rules, owner, there)
    if state.surrendered[player.home] > 0:
        return NONE
    if not is_living(state, owner) or player.controller == owner:
        return player.controller
    return owner if rules.vacated_home_reverts else NONE


@rule
def update_possession(state, rules, star):
    """After ships came to or left a star, who possesses the home that it may be.

    FAD-13.1, FAD-13.2, FAD-13.3, FAD-13.4, A-04.
    """
    for seat in range(rules.seats):
        player = state.players[seat]
        if player.home == star:
            player.controller = _possessor(state, rules, seat)
            if rules.revive_by_ally and rules.alliances and player.controller == seat:
                player.status = Status.ALIVE


@rule
def occupy(state, rules, seat, star, ships):
    """FAD-10.4, FAD-10.5, FAD-22.6: adds ships to a star; a surrendered fleet there joins them."""
    player = state.players[seat]
    if state.surrendered[star] > 0:
        player.inherited += state.surrendered[star]
        ships += state.surrendered[star]
        state.surrendered[star] = 0
    if occupants(state, rules, star) == 0:
        state.first[star] = seat
        state.since[star] = state.turn
        state.share[star] = Share.FIRST
    player.ships[star] += ships


@rule
def leave(state, rules, seat, star, ships):
    """Takes ships off a star; who stays behind at a shared star is the first there."""
    player = state.players[seat]
    player.ships[star] -= ships
    player.locked[star] = min(player.locked[star], player.ships[star])
    if player.ships[star] == 0:
        there = occupants(state, rules, star)
        if there:
            state.first[star] = lowest(there)
        state.share[star] = Share.FIRST


@rule
def ships_of(state, rules, seat):
    """All ships of a seat: at stars, in its warps, lent to others."""
    total = 0
    for star in range(STARS):
        total += state.players[seat].ships[star]
    return total + ships_in_hyperspace(state, rules, seat)


@rule
def ships_in_hyperspace(state, rules, seat):
    total = 0
    for owner in range(rules.seats):
        for warp in state.players[owner].warps:
            if warp.space > 0:
                if owner == seat:
                    total += warp.ships
                elif warp.partner == seat:
                    total += warp.lent
    return total


@rule
def stars_of(state, rules, seat):
    """FAD-11.1, A-08: the number of stars a seat occupies; its possessed home counts without ships."""
    number = 0
    for star in range(STARS):
        if state.players[seat].ships[star] > 0:
            number += 1
    home = state.players[seat].home
    empty = occupants(state, rules, home) == 0
    if rules.empty_home_counts and is_living(state, seat) and possesses_home(state, seat) and empty:
        number += 1
    return number
