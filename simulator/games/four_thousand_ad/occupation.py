"""The occupation of stars, the possession of homes, and allies and enemies."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.state import Share, Status
from starbalance.simulator.games.star_field.field import HOMES, NONE, STARS

OPEN, ATTACK, BARRED = range(3)


@rule
def is_living(state, seat):
    """Return whether a seat is still in the game."""
    return state.players[seat].status <= Status.GRACE


@rule
def are_friends(state, rules, seat, other):
    """FAD-16.1, FAD-24.3: Return whether two seats share a side or are allied as independents."""
    if rules.side[seat] == rules.side[other]:
        return True
    return (state.allied >> (HOMES * seat + other)) & 1 == 1


@rule
def occupants(state, rules, star):
    """FAD-3.7, FAD-11.2: Return the seats with at least one ship at the star, as bits."""
    seats = 0
    for seat in range(rules.seats):
        if state.players[seat].ships[star] > 0:
            seats |= 1 << seat
    return seats


@rule
def members(seats):
    """Return the size of a set of seats, given as bits."""
    number = 0
    for seat in range(HOMES):
        number += (seats >> seat) & 1
    return number


@rule
def lowest(seats):
    """Return the lowest seat of a set, given as bits, or NONE if the set is empty."""
    for seat in range(HOMES):
        if (seats >> seat) & 1:
            return seat
    return NONE


@rule
def set_of(seat, partner):
    """Return the set of a seat and its partner, as bits; a partner of NONE is left out."""
    return (1 << seat) | ((1 << partner) if partner >= 0 else 0)


@rule
def companion_at(state, rules, seat, star):
    """FAD-18.7: Return the seat that shares the star with this seat, or NONE."""
    return lowest(occupants(state, rules, star) & ~(1 << seat))


@rule
def ships_at(state, seats, star):
    """FAD-18.7: Return the ships of a set of seats at a star, which defend as one force."""
    total = 0
    for seat in range(HOMES):
        if (seats >> seat) & 1:
            total += state.players[seat].ships[star]
    return total


@rule
def defence(state, rules, seat, partner, star):
    """Return the ships at a star that belong to neither the seat nor its partner."""
    return ships_at(state, occupants(state, rules, star) & ~set_of(seat, partner), star)


@rule
def is_barred_by_truce(state, seat, star):
    """A-17: Return whether a truce bars a seat from a star: both homes of a mutual withdrawal are barred."""
    other = state.players[seat].truce
    if other == NONE:
        return False
    return star == state.players[seat].home or star == state.players[other].home


@rule
def entry(state, rules, seat, partner, star):
    """FAD-10.1, FAD-11.3, FAD-18.1, FAD-24.5, A-31, A-34: Return the type of an arrival of one or two owners.

    OPEN means no battle, ATTACK a battle against all other ships at the star, BARRED that the arrival is illegal.
    """
    if is_barred_by_truce(state, seat, star) or (partner >= 0 and is_barred_by_truce(state, partner, star)):
        return BARRED
    owners, seats = set_of(seat, partner), occupants(state, rules, star)
    others = seats & ~owners
    if others == 0:
        return OPEN
    if seats & owners:
        return OPEN if members(seats | owners) <= 2 else BARRED
    if partner < 0 and members(others) == 1 and are_friends(state, rules, seat, lowest(others)):
        return OPEN
    return ATTACK


@rule
def owner_of_home(state, rules, star):
    """FAD-22.12: Return the living seat whose home the star is, or NONE."""
    for seat in range(rules.seats):
        if state.players[seat].home == star and is_living(state, seat):
            return seat
    return NONE


@rule
def possesses_home(state, seat):
    """FAD-11.4, FAD-13.4: Return whether a seat possesses its home, with or without ships there."""
    return state.players[seat].controller == seat


@rule
def permission_needed_of(state, rules, seat, star):
    """FAD-18.2, D-7: Return the ally that must permit entry into the home it possesses, or NONE.

    No permission is needed between two seats of one player.
    """
    owner = owner_of_home(state, rules, star)
    if owner in (NONE, seat) or not possesses_home(state, owner):
        return NONE
    if rules.player[owner] == rules.player[seat] or not are_friends(state, rules, seat, owner):
        return NONE
    return owner


@rule
def _captor(state, rules, owner, seats):
    """FAD-13.3, FAD-19.2, A-28, A-29, A-33: Return the possessor of a home where only other seats have ships."""
    player = state.players[owner]
    star = player.home
    first = state.first[star] if (seats >> state.first[star]) & 1 else lowest(seats)
    if rules.side[first] == rules.side[owner]:
        return owner if is_living(state, owner) or rules.revive_by_ally else first
    if player.controller == owner and are_friends(state, rules, owner, first):
        return owner
    return first


@rule
def _possessor(state, rules, owner):
    """Return the seat that possesses the home of `owner`, or NONE."""
    player = state.players[owner]
    seats = occupants(state, rules, player.home)
    if (seats >> owner) & 1:
        return owner
    if seats:
        return _captor(state, rules, owner, seats)
    if state.surrendered[player.home] > 0:
        return NONE
    if not is_living(state, owner) or player.controller == owner:
        return player.controller
    return owner if rules.vacated_home_reverts else NONE


@rule
def update_possession(state, rules, star):
    """FAD-13.1, FAD-13.2, FAD-13.3, FAD-13.4, A-04: Update the possession of a home after ships moved there.

    Under `revive_by_ally` the possession of its home returns an allied player to the game. Other stars are ignored.
    """
    for seat in range(rules.seats):
        player = state.players[seat]
        if player.home == star:
            player.controller = _possessor(state, rules, seat)
            if rules.revive_by_ally and rules.alliances and player.controller == seat:
                player.status = Status.ALIVE


@rule
def occupy(state, rules, seat, star, ships):
    """FAD-10.4, FAD-10.5, FAD-22.6: Add ships of a seat to a star; a surrendered fleet there joins them."""
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
    """Remove ships of a seat from a star.

    If none of its ships is left, an ally that stays becomes the first occupant, and the share of the star is reset.
    """
    player = state.players[seat]
    player.ships[star] -= ships
    player.locked[star] = min(player.locked[star], player.ships[star])
    if player.ships[star] == 0:
        seats = occupants(state, rules, star)
        if seats:
            state.first[star] = lowest(seats)
        state.share[star] = Share.FIRST


@rule
def ships_of(state, rules, seat):
    """Return all ships of a seat: at stars, in its warps, and lent to other seats."""
    total = 0
    for star in range(STARS):
        total += state.players[seat].ships[star]
    return total + ships_in_hyperspace(state, rules, seat)


@rule
def ships_in_hyperspace(state, rules, seat):
    """Return the ships of a seat in its warps and lent to the warps of other seats."""
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
    """FAD-11.1, A-08: Return how many stars a seat occupies; by `empty_home_counts`, an empty possessed home counts."""
    number = 0
    for star in range(STARS):
        if state.players[seat].ships[star] > 0:
            number += 1
    home = state.players[seat].home
    empty = occupants(state, rules, home) == 0
    if rules.empty_home_counts and is_living(state, seat) and possesses_home(state, seat) and empty:
        number += 1
    return number
