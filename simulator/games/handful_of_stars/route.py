"""The routes between systems: their lengths over open connections, friendly systems and wormholes, and their prices."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import has_lasting, has_power
from starbalance.simulator.games.handful_of_stars.rules import SPACES, WAYS, Card
from starbalance.simulator.games.handful_of_stars.state import FAR, LAYERS, NONE, QUEUE, Unit
from starbalance.simulator.games.handful_of_stars.system import has_wormhole

STEALTH, HOP = 1, 2  # bits of a layer
LAYER = 1 << SPACES.bit_length()  # an entry of the queue is space + LAYER * layer
WHOLE_MAP = FAR - 1  # a reach that covers the map


@rule
def may_move_bases(state, rules, seat):
    """HOS-6.2, HOS-17.26: Return whether star bases may move.

    That takes Star Base Movement in a Reserve or played as an action.
    """
    played = state.bases_move == 1 and seat == state.active
    return played or has_power(state, rules, seat, Card.STAR_BASE_MOVEMENT)


@rule
def measure_routes(state, rules, seat, space, reach):
    """Fill `state.distance` with the number of connections between a space and every other, by layer.

    HOS-6.4, HOS-15.4. Layer 0 is direct. Bit 0 passes one non-friendly system by stealth (HOS-17.28), bit 1 uses one
    wormhole hop. Units stop or start in the start space; every other system on the way is friendly. Distances above
    `reach` are `FAR`.
    """
    stealth = has_lasting(state, seat, Card.STEALTH_TECHNOLOGY)
    hops = state.players[seat].wormhole == 1
    layers = LAYERS if hops else (2 if stealth else 1)
    for layer in range(LAYERS):
        if layer < layers:
            for k in range(rules.spaces):
                state.distance[layer, k] = FAR
    state.distance[0, space] = 0
    state.queue[0] = space
    head, tail, hopped, hopped_again = 0, 1, 0, 0
    while head != tail:
        current, layer = state.queue[head] % LAYER, state.queue[head] // LAYER
        head = (head + 1) % QUEUE
        far = state.distance[layer, current]
        if current != space and state.owner[current] != seat:
            if not stealth or layer & STEALTH:
                continue
            layer |= STEALTH
        if far < reach:
            for letter in range(WAYS):
                neighbour = state.near[current, letter]
                if neighbour != NONE and state.distance[layer, neighbour] > far + 1:
                    state.distance[layer, neighbour] = far + 1
                    if stealth or state.owner[neighbour] == seat:
                        state.queue[tail] = neighbour + LAYER * layer
                        tail = (tail + 1) % QUEUE
        if hops and layer & HOP == 0 and (hopped_again >> layer) & 1 == 0 and has_wormhole(state, rules, current):
            hopped, hopped_again = hopped | 1 << layer, hopped_again | hopped & 1 << layer
            tail = _hop(state, rules, current, layer | HOP, far, tail)
    if layers == 1:
        return
    for k in range(rules.spaces):
        if stealth and state.distance[STEALTH, k] < state.distance[0, k]:
            state.distance[0, k] = state.distance[STEALTH, k]
        if hops and stealth and state.distance[STEALTH | HOP, k] < state.distance[HOP, k]:
            state.distance[HOP, k] = state.distance[STEALTH | HOP, k]


@rule
def _hop(state, rules, origin, layer, far, tail):
    """HOS-15.2, HOS-15.5: Queue the systems that a wormhole hop reaches and return the new end of the queue."""
    for space in range(rules.spaces):
        if space != origin and has_wormhole(state, rules, space) and state.distance[layer, space] > far:
            state.distance[layer, space] = far
            state.queue[tail] = space + LAYER * layer
            tail = (tail + 1) % QUEUE
    return tail


@rule
def direct_distance(state, space):
    """Return the number of connections of the shortest route without a hop, after `measure_routes`.

    `FAR` means that there is no such route.
    """
    return state.distance[0, space]


@rule
def hop_distance(state, seat, space):
    """Return the number of connections of the shortest route with a hop, after `measure_routes`.

    `FAR` means that there is no such route.
    """
    return state.distance[HOP, space] if state.players[seat].wormhole else FAR


@rule
def fleet_energy(state, rules, seat, connections):
    """HOS-6.1, HOS-17.10, A28: Return the energy that a fleet pays for a number of connections."""
    fast = rules.amount[Card.FAST_SHIPS] if has_lasting(state, seat, Card.FAST_SHIPS) else 1
    return rules.connection_energy * ((connections + fast - 1) // fast)


@rule
def base_energy(state, rules, seat, connections):
    """HOS-17.10d, HOS-17.26a: Return the energy that a star base pays for a number of connections."""
    return rules.amount[Card.STAR_BASE_MOVEMENT] * fleet_energy(state, rules, seat, connections)


@rule
def base_hop(rules):
    """HOS-15.3, HOS-17.26b: Return the research that a star base pays for a wormhole hop."""
    return rules.amount[Card.STAR_BASE_MOVEMENT] * rules.hop_research


@rule
def reach_of(state, rules, seat, energy):
    """Return how many connections a fleet can cross with this much energy."""
    fast = rules.amount[Card.FAST_SHIPS] if has_lasting(state, seat, Card.FAST_SHIPS) else 1
    return fast * (energy // rules.connection_energy)


@rule
def price_of(state, rules, seat, unit, connections):
    """Return the energy that a unit pays for a number of connections."""
    if unit == Unit.FLEET:
        return fleet_energy(state, rules, seat, connections)
    return base_energy(state, rules, seat, connections)


@rule
def price_of_group(state, rules, seat, space, fleets, star_bases, hop):
    """Return the energy and the research that a group pays for the measured distance to a system."""
    connections = hop_distance(state, seat, space) if hop else direct_distance(state, space)
    energy = 0
    if fleets > 0:
        energy += fleets * price_of(state, rules, seat, Unit.FLEET, connections)
    if star_bases > 0:
        energy += star_bases * price_of(state, rules, seat, Unit.STAR_BASE, connections)
    research = fleets * rules.hop_research + star_bases * base_hop(rules) if hop else 0
    return energy, research
