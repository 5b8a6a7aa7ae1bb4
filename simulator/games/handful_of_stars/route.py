"""Routes: how far every system lies from one, over open connections, friendly systems and wormholes."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import has_lasting, has_power
from starbalance.simulator.games.handful_of_stars.rules import SPACES, WAYS, Card
from starbalance.simulator.games.handful_of_stars.state import FAR, LAYERS, NONE, QUEUE, Unit
from starbalance.simulator.games.handful_of_stars.system import has_wormhole

STEALTH, HOP = 1, 2  # bits of a layer
LAYER = 1 << SPACES.bit_length()  # a place of the queue is a space and so many times its layer
WHOLE_MAP = FAR - 1  # a reach


@rule
def may_move_bases(state, rules, seat):
    """HOS-6.2, HOS-17.26: with Star Base Movement, in the Reserve or played as an action."""
    played = state.bases_move == 1 and seat == state.active
    return played or has_power(state, rules, seat, Card.STAR_BASE_MOVEMENT)


@rule
def survey(state, rules, seat, space, reach):
    """Fills state.distance with connections between a space and every other, up to a reach, by layer (HOS-6.4,
    HOS-15.4).

    Layers: 0 direct, bit 0 through one non-friendly system by stealth (HOS-17.28), bit 1 with one wormhole hop. Units
    stop in the space surveyed or start there; every other system on the way is friendly.
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
        here, layer = state.queue[head] % LAYER, state.queue[head] // LAYER
        head = (head + 1) % QUEUE
        far = state.distance[layer, here]
        if here != space and state.owner[here] != seat:
            if not stealth or layer & STEALTH:
                continue
            layer |= STEALTH
        if far < reach:
            for letter in range(WAYS):
                there = state.near[here, letter]
                if there != NONE and state.distance[layer, there] > far + 1:
                    state.distance[layer, there] = far + 1
                    if stealth or state.owner[there] == seat:
                        state.queue[tail] = there + LAYER * layer
                        tail = (tail + 1) % QUEUE
        if hops and layer & HOP == 0 and (hopped_again >> layer) & 1 == 0 and has_wormhole(state, rules, here):
            hopped, hopped_again = hopped | 1 << layer, hopped_again | hopped & 1 << layer
            tail = _hop(state, rules, here, layer | HOP, far, tail)
    if layers == 1:
        return
    for k in range(rules.spaces):
        if stealth and state.distance[STEALTH, k] < state.distance[0, k]:
            state.distance[0, k] = state.distance[STEALTH, k]
        if hops and stealth and state.distance[STEALTH | HOP, k] < state.distance[HOP, k]:
            state.distance[HOP, k] = state.distance[STEALTH | HOP, k]


@rule
def _hop(state, rules, here, layer, far, tail):
    """HOS-15.2, HOS-15.5: from one wormhole to any other."""
    for there in range(rules.spaces):
        if there != here and has_wormhole(state, rules, there) and state.distance[layer, there] > far:
            state.distance[layer, there] = far
            state.queue[tail] = there + LAYER * layer
            tail = (tail + 1) % QUEUE
    return tail


@rule
def directly(state, space):
    """Connections of the shortest route without a hop, after a survey; FAR: none."""
    return state.distance[0, space]


@rule
def by_hop(state, seat, space):
    """Connections of the shortest route with a hop, after a survey; FAR: none."""
    return state.distance[HOP, space] if state.players[seat].wormhole else FAR


@rule
def fleet_energy(state, rules, seat, connections):
    """HOS-6.1, HOS-17.10, A28: energy for a fleet over so many connections."""
    fast = rules.amount[Card.FAST_SHIPS] if has_lasting(state, seat, Card.FAST_SHIPS) else 1
    return rules.connection_energy * ((connections + fast - 1) // fast)


@rule
def base_energy(state, rules, seat, connections):
    """HOS-17.10d, HOS-17.26a: energy for a star base over so many connections."""
    return rules.amount[Card.STAR_BASE_MOVEMENT] * fleet_energy(state, rules, seat, connections)


@rule
def base_hop(rules):
    """HOS-15.3, HOS-17.26b: research for a star base by wormhole."""
    return rules.amount[Card.STAR_BASE_MOVEMENT] * rules.hop_research


@rule
def reach_of(state, rules, seat, energy):
    """Connections that so much energy takes one fleet."""
    fast = rules.amount[Card.FAST_SHIPS] if has_lasting(state, seat, Card.FAST_SHIPS) else 1
    return fast * (energy // rules.connection_energy)


@rule
def price_of(state, rules, seat, unit, connections):
    """Energy for a unit over so many connections."""
    if unit == Unit.FLEET:
        return fleet_energy(state, rules, seat, connections)
    return base_energy(state, rules, seat, connections)


@rule
def price_of_group(state, rules, seat, space, fleets, star_bases, hop):
    """(energy, research) of a group over the surveyed distance of a system."""
    connections = by_hop(state, seat, space) if hop else directly(state, space)
    energy = 0
    if fleets > 0:
        energy += fleets * price_of(state, rules, seat, Unit.FLEET, connections)
    if star_bases > 0:
        energy += star_bases * price_of(state, rules, seat, Unit.STAR_BASE, connections)
    research = fleets * rules.hop_research + star_bases * base_hop(rules) if hop else 0
    return energy, research
