"""The components that an option uses: actions, structures, technologies, and activities of ships."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.ascending_empires.board_rules import HOLES
from starbalance.simulator.games.ascending_empires.building import STRUCTURES, may_build
from starbalance.simulator.games.ascending_empires.development import may_develop
from starbalance.simulator.games.ascending_empires.landing import may_land_anything
from starbalance.simulator.games.ascending_empires.launching import may_launch_anything
from starbalance.simulator.games.ascending_empires.navigation import may_navigate_anything
from starbalance.simulator.games.ascending_empires.rules import COLOURS
from starbalance.simulator.games.ascending_empires.state import SIG, Kind, Usage


@rule
def _is_only_way(state, rules, kind, column):
    """Return whether the usage column is the only way to begin the action, False for other actions.

    The column may be a launch or a landing, a structure, or a technology.
    """
    if kind == Kind.MOVE:
        return _begins_with(state, rules, column)
    if kind == Kind.BUILD and Usage.FACILITIES <= column <= Usage.CITIES:
        return not _may_build_other(state, rules, column - Usage.FACILITIES)
    if kind == Kind.DEVELOP and column >= Usage.ORANGE:
        for colour in range(COLOURS):
            if colour != column - Usage.ORANGE and may_develop(state, rules, state.actor, colour):
                return False
        return True
    return False


@rule
def _begins_with(state, rules, column):
    """ASE-4.1, A10: Return whether the first movement point must be spent on the column: launches or landings."""
    if rules.zero_point_move or may_navigate_anything(state, state.actor):
        return False
    if column == Usage.LAUNCHES:
        return not may_land_anything(state, rules, state.actor)
    return column == Usage.LANDINGS and not may_launch_anything(state, rules, state.actor)


@rule
def _may_build_other(state, rules, spared):
    for structure in range(STRUCTURES):
        for hole in range(HOLES):
            if structure != spared and may_build(state, rules, state.actor, hole, structure):
                return True
    return False


@kernel(SIG["uses"])
def uses(state, rules, option, column, number):
    """Return whether an option uses a column.

    An option uses the column of its action type. An action also uses a column that is the only way to begin it.
    """
    kind = option.kind
    if kind <= Kind.DEVELOP:
        return column == kind or _is_only_way(state, rules, kind, column)
    if kind == Kind.LAUNCH:
        return column == Usage.LAUNCHES
    if kind == Kind.LAND:
        return column == Usage.LANDINGS
    if kind == Kind.ATTACK_SHIP:
        return column == Usage.KILLS
    if kind == Kind.ATTACK_PLANET:
        return column == Usage.RAIDS
    if kind == Kind.BUILD_ON:
        return column == Usage.FACILITIES + option.b
    if kind == Kind.RAISE:
        return column == Usage.ORANGE + option.a
    return column == Usage.SCANS and (kind == Kind.SCAN or kind == Kind.SCAN_ALL)
