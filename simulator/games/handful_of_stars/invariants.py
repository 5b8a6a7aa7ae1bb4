"""The invariants of a game in progress (see RULES.md). Each check reports a violation as a sentence."""

from typing import Any

from starbalance.simulator.engine.records import plain
from starbalance.simulator.games.handful_of_stars.state_invariants import (
    aliens_guard_neutral_systems,
    black_holes_are_conserved,
    combats_come_from_moves,
    counters_are_conserved,
    counters_fill_vacated_spaces,
    every_card_lies_in_one_place,
    home_worlds_are_habitable,
    pieces_are_conserved,
    reserves_hold_what_they_may,
    shuffles_add_up,
    system_cards_follow_markers,
    systems_have_one_owner,
    turns_are_equal,
    victory_points_add_up,
    wormholes_are_open_to_counters,
)
from starbalance.simulator.games.handful_of_stars.step_invariants import (
    aliens_leave_when_beaten,
    black_holes_stay,
    casualties_follow_the_verdict,
    hands_are_filled_up,
    one_item_pays,
    only_terra_forming_settles_the_uninhabitable,
    reserves_grow_within_their_limit,
    shuffles_renew,
    star_bases_stay,
    units_leave_for_a_reason,
)


def violations(state: Any, rules: Any) -> list[str]:
    """Return the violations of a state, a sentence each. An empty list means that all invariants hold."""
    checks = (
        every_card_lies_in_one_place,
        system_cards_follow_markers,
        pieces_are_conserved,
        counters_fill_vacated_spaces,
        counters_are_conserved,
        aliens_guard_neutral_systems,
        systems_have_one_owner,
        home_worlds_are_habitable,
        black_holes_are_conserved,
        victory_points_add_up,
        reserves_hold_what_they_may,
        shuffles_add_up,
        combats_come_from_moves,
        wormholes_are_open_to_counters,
        turns_are_equal,
    )
    plain_state, plain_rules = plain(state), plain(rules)
    return [sentence for check in checks for sentence in check(plain_state, plain_rules)]


def step_violations(before: Any, after: Any, rules: Any) -> list[str]:
    """Return the violations of a step from one state to the next, a sentence each. An empty list means none."""
    checks = (
        aliens_leave_when_beaten,
        only_terra_forming_settles_the_uninhabitable,
        black_holes_stay,
        reserves_grow_within_their_limit,
        hands_are_filled_up,
        shuffles_renew,
        casualties_follow_the_verdict,
        units_leave_for_a_reason,
        star_bases_stay,
        one_item_pays,
    )
    was, now, plain_rules = plain(before), plain(after), plain(rules)
    return [sentence for check in checks for sentence in check(was, now, plain_rules)]
