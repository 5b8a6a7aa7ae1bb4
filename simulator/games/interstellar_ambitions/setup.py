"""The setup up to its first decision (IAM-1, IAM-2, IAM-12). The choices of the players come through `apply`."""

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.games.interstellar_ambitions.opening import (
    begin_start_technologies,
    deal_hand,
    discard_dealt,
    draw_ambitions,
    equip,
    lay_cards,
    lay_markets,
    lay_ships,
    lay_technologies,
    stack_planets,
)
from starbalance.simulator.games.interstellar_ambitions.rules import HOME_WORLDS, NONE
from starbalance.simulator.games.interstellar_ambitions.state import COLOURS, FIRST_PLAYER, SIG, Decision


@kernel(SIG["setup"])
def setup(state, rules):
    """IAM-1, IAM-2, IAM-12.2: Set up the game until the first choice, usually which shadow cards to keep."""
    state.owner[:] = NONE
    state.marker[:] = NONE
    state.technology_owner[:] = NONE
    state.trigger_seat = NONE
    state.leader_at_trigger = NONE
    state.card = NONE
    state.planet = NONE
    state.wanted = NONE
    state.row = NONE
    state.battle.planet = NONE
    draw_ambitions(state, rules)
    stack_planets(state, rules)
    lay_technologies(state, rules)
    lay_ships(state, rules)
    lay_cards(state, rules)
    lay_markets(state, rules)
    colours = state.event_discard  # scratch space, filled later
    for colour in range(HOME_WORLDS):
        colours[colour] = colour
    shuffle(state, COLOURS, colours[:HOME_WORLDS])
    for seat in range(rules.seats):
        equip(state, rules, seat, colours[seat])
        deal_hand(state, rules, seat)
    state.first = below(state, FIRST_PLAYER, rules.seats)
    if rules.start_cards_kept > 0:
        state.decision = Decision.KEEPING
        state.actor = 0
    else:
        discard_dealt(state, rules)
        begin_start_technologies(state, rules)
