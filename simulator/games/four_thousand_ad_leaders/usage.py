"""The use of components by an option: leaders, objectives, departures, attacks."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad_leaders.leader import card_of
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import enemy_at, owner_of_home
from starbalance.simulator.games.four_thousand_ad_leaders.state import SIG, Kind, Usage
from starbalance.simulator.games.star_field.field import NONE
from starbalance.simulator.games.star_field.geometry import is_hop


@rule
def _uses_card(rules, card, column, number):
    """FAL-3.4, FAL-9.4: Return whether a Use ability counts for a column.

    RECOVERIES counts Lost in Hyperspace cards, USED the leader `number`.
    """
    if column == Usage.RECOVERIES:
        return card >= rules.leaders
    return column == Usage.USED and card_of(rules, card) == number


@rule
def _enters(state, rules, star, column):
    """FAL-12.1, FAL-20.3: Return whether ships that enter a star count for a column.

    ATTACKS counts stars with an opponent's ships, CAPTURES homes of opponents.
    """
    if column == Usage.ATTACKS:
        return enemy_at(state, rules, state.actor, star) != NONE
    owner = owner_of_home(rules, star)
    return column == Usage.CAPTURES and owner != NONE and owner != state.actor


@kernel(SIG["uses"])
def uses(state, rules, option, column, number):
    """Return whether an option counts for a column; in a set-valued column, for its bit `number`.

    Claims of open objectives without a cost need no decision (FAL-19.1).
    """
    kind = option.kind
    if kind == Kind.LEAD:
        return column == Usage.LED and option.a == number
    if kind >= Kind.SUPPLY:
        return _uses_card(rules, option.c, column, number)
    if kind == Kind.CLAIM:
        return column == Usage.CLAIMED and option.a == number
    if kind == Kind.DEPART:
        return column == Usage.DEPARTURES
    if kind == Kind.WITHDRAW:
        return column == Usage.WITHDRAWALS and option.a > 0
    if kind == Kind.ARRIVE:
        return _enters(state, rules, option.b, column)
    if kind == Kind.HEAD_FOR and is_hop(state.star, option.a):
        return column == Usage.HOPS or _enters(state, rules, option.a, column)
    return False
