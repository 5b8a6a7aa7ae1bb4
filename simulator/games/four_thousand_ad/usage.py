"""The use of components by an option: the capture and the rescue of a home."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad.movement import has_free_warp
from starbalance.simulator.games.four_thousand_ad.occupation import owner_of_home, possesses_home
from starbalance.simulator.games.four_thousand_ad.state import SIG, Kind, Usage
from starbalance.simulator.games.star_field.field import NONE
from starbalance.simulator.games.star_field.geometry import companion, is_hop


@rule
def _entered(state, rules, option):
    """Return the star that ships enter at once by an option, or NONE.

    A departure without a free warp can only be a hop.
    """
    if option.kind == Kind.ARRIVE or option.kind == Kind.COMBINE:
        return option.b
    if option.kind == Kind.JOIN:
        return state.star
    if option.kind == Kind.HEAD_FOR:
        return option.a if is_hop(state.star, option.a) else NONE
    if option.kind == Kind.DEPART and not has_free_warp(state, rules, state.actor):
        return companion(option.a)
    return NONE


@kernel(SIG["uses"])
def uses(state, rules, option, column, number):
    """Return whether an option brings ships into a home that counts for a column.

    CAPTURES counts the homes of enemies, RESCUES the lost home of the acting seat.
    """
    star = _entered(state, rules, option)
    owner = owner_of_home(state, rules, star) if star != NONE else NONE
    if owner == NONE:
        return False
    if column == Usage.RESCUES:
        return owner == state.actor and not possesses_home(state, owner)
    return column == Usage.CAPTURES and rules.side[owner] != rules.side[state.actor]
