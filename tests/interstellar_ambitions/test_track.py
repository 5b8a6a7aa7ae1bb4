"""The action track: tokens, planning levels and ULTIMATE slots.

IAM-10; ADVANCE: IAM-13.10, IAM-13.11, IAM-13.12, IAM-13.16.
"""

from itertools import pairwise

import numpy as np
import pytest

from starbalance.simulator.games.interstellar_ambitions import GAME
from tests.interstellar_ambitions.table import bare_table

ROWS = ["colonise", "develop", "build", "research", "shadow", "fleet"]
LEVELS = ["basic", "moderate", "strong", "ultimate"]


def advancing(*tokens, setup="players3", others=(), known=(), **switches):
    """Seat 0 has these tokens and advances some; `others` contains the tokens of seats 1, 2 and so on."""
    at = bare_table(setup, **switches).put(0, *tokens).teach(0, *known)
    for seat, theirs in enumerate(others, start=1):
        at.put(seat, *theirs)
    return at.turn(0).choose("advance plans")


@pytest.mark.parametrize("row", ROWS)
def test_a_token_enters_at_basic_and_goes_right_level_by_level(row):
    """IAM-10.1: Its row never changes; at ULTIMATE it stays."""
    at = bare_table().turn(0).choose("advance plans", "plan", f"place {row}", "done")
    for level, higher in pairwise(LEVELS):
        assert at.tokens(0) == [f"{row} {level}"]
        at.turn(0).choose("advance plans")
        assert at.options == ["done", f"advance {row} {level}"]
        at.choose(f"advance {row} {level}")
        assert at.tokens(0) == [f"{row} {higher}"]
    at.turn(0).choose("advance plans")
    assert at.prompt == (0, "action")


@pytest.mark.parametrize("level", ["basic", "moderate", "strong"])
def test_any_number_of_tokens_shares_a_cell_below_ultimate(level):
    """IAM-10.2: All tokens of three players are in one cell, and further ones enter it as well."""
    below = LEVELS[LEVELS.index(level) - 1]
    crowd = [f"build {level}"] * 5
    at = bare_table().put(1, *crowd).put(2, *crowd).put(0, *crowd, *([] if level == "basic" else [f"build {below}"]))
    at.turn(0)
    if level == "basic":
        at.choose("advance plans", "done", "plan", "place build")
    else:
        at.choose("advance plans", f"advance build {below}")
    assert at.tokens(0) == [f"build {level}"] * 6


@pytest.mark.parametrize(("setup", "taken", "legal"), [
    ("players3", 1, False), ("players3", 0, True),
    ("players4", 1, True), ("players4", 2, False),
    ("players5", 1, True), ("players5", 2, False),
    ("players6", 1, True), ("players6", 2, False),
])  # fmt: skip
def test_ultimate_holds_one_token_of_a_row_with_three_players_and_two_with_more(setup, taken, legal):
    """With an opponent there, a token at STRONG stays with three players and moves with four.

    IAM-10.3, IAM-13.11; FX-25.
    """
    at = advancing("research strong", "shadow basic", setup=setup, others=[["research ultimate"]] * taken)
    assert ("advance research strong" in at.options) == legal


@pytest.mark.parametrize(("value", "slots"), [("printed", (1, 2)), ("one", (1, 1)), ("two", (2, 2))])
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_a_switch_sets_the_number_of_ultimate_slots(value, slots, taken):
    """IAM-10.3; A42: ultimate_slots = printed, one, two, with three and four players"""
    for setup, most in zip(("players3", "players4"), slots, strict=True):
        opponents = [["fleet ultimate"]] * taken
        at = advancing("fleet strong", "build basic", setup=setup, others=opponents, ultimate_slots=value)
        assert ("advance fleet strong" in at.options) == (taken < most)


def test_a_switch_makes_ultimate_slots_unlimited():
    """IAM-10.3; A42: ultimate_slots = unlimited"""
    opponents = [["fleet ultimate"] * 6] * 2
    at = advancing(*["fleet ultimate"] * 5, "fleet strong", others=opponents, ultimate_slots="unlimited")
    assert at.options == ["done", "advance fleet strong"]
    at.choose("advance fleet strong")
    assert at.tokens(0) == ["fleet ultimate"] * 6


def test_the_limit_holds_for_each_row():
    """IAM-10.3; A42: a full ULTIMATE slot stops only tokens of its row."""
    at = advancing(*(f"{row} strong" for row in ROWS), others=[["colonise ultimate"], ["fleet ultimate"]])
    assert at.options == ["done", *(f"advance {row} strong" for row in ROWS[1:5])]


def test_all_rows_may_have_an_ultimate_token_at_once():
    """IAM-10.3; A42: three of them by one ADVANCE."""
    at = advancing("build strong", "research strong", "shadow strong", others=[["colonise ultimate"]])
    at.choose("advance build strong", "advance research strong", "advance shadow strong")
    assert at.tokens(0) == ["build ultimate", "research ultimate", "shadow ultimate"]


def test_one_player_may_fill_both_ultimate_slots():
    """IAM-10.4: There is no third one."""
    at = advancing(*["develop strong"] * 3, setup="players4")
    at.choose("advance develop strong", "advance develop strong")
    assert at.prompt == (0, "action")
    assert at.tokens(0) == ["develop strong", "develop ultimate", "develop ultimate"]


def test_an_action_returns_the_token_and_frees_its_slot():
    """IAM-10.5: the next player may move up at once."""
    at = advancing(others=[["shadow strong"]]).put(0, "shadow ultimate").turn(0)
    assert at.player(0).pool == 5
    at.choose("advance plans", "act shadow ultimate", "buy cards")
    assert (at.tokens(0), at.player(0).pool) == ([], 6)
    at.choose("done")
    assert at.prompt == (1, "plans")
    at.choose("advance plans", "advance shadow strong")
    assert at.tokens(1) == ["shadow ultimate"]


def test_tokens_are_open():
    """IAM-10.6: A redeal for another player does not move them."""
    at = bare_table().put(1, "build strong", "fleet basic").put(2, "shadow ultimate").turn(0)
    GAME.kernels.redeal(at.state, at.rules, 0, np.uint64(5))
    assert (at.tokens(1), at.tokens(2)) == (["build strong", "fleet basic"], ["shadow ultimate"])
    assert [at.player(seat).pool for seat in range(3)] == [6, 4, 5]


def test_up_to_three_tokens_advance():
    """IAM-13.10; A06: the fourth stays; a player may stop before."""
    at = advancing("colonise basic", "develop basic", "build moderate", "research strong")
    at.choose("advance colonise basic", "advance build moderate", "advance research strong")
    assert at.prompt == (0, "action")
    assert at.tokens(0) == ["colonise moderate", "develop basic", "build strong", "research ultimate"]
    at.turn(0).choose("advance plans", "advance develop basic", "done")
    assert at.prompt == (0, "action")
    assert at.tokens(0) == ["colonise moderate", "develop moderate", "build strong", "research ultimate"]


def test_no_token_needs_to_advance():
    """IAM-13.10; A06"""
    at = advancing("colonise basic", "develop basic", "build moderate").choose("done")
    assert at.prompt == (0, "action")
    assert at.tokens(0) == ["colonise basic", "develop basic", "build moderate"]


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5, 6])
def test_a_switch_sets_the_number_of_tokens_that_advance(number):
    """IAM-13.10: advance_tokens in all its values"""
    at = advancing(*["fleet basic"] * 6, advance_tokens=number).choose(*["advance fleet basic"] * number)
    assert at.prompt == (0, "action")
    assert at.tokens(0) == ["fleet basic"] * (6 - number) + ["fleet moderate"] * number


def test_advance_extra_adds_a_token():
    """IAM-13.10: STRATEGIC COMMAND: a fourth one."""
    at = advancing(*["fleet basic"] * 6, known=["STRATEGIC COMMAND"]).choose(*["advance fleet basic"] * 4)
    assert at.prompt == (0, "action")
    assert at.tokens(0) == ["fleet basic"] * 2 + ["fleet moderate"] * 4


def test_the_same_token_does_not_advance_twice():
    """IAM-13.12: neither a single token, nor one that joins other tokens in its new cell."""
    at = advancing("build basic").choose("advance build basic")
    assert at.prompt == (0, "action")
    assert at.tokens(0) == ["build moderate"]
    at = advancing("build basic", "build moderate").choose("advance build basic")
    assert at.options == ["done", "advance build moderate"]
    at.choose("advance build moderate")
    assert at.prompt == (0, "action")
    assert at.tokens(0) == ["build moderate", "build strong"]


def test_equal_tokens_advance_one_after_the_other():
    """IAM-13.10, IAM-13.12: three of a cell, each by one level."""
    at = advancing(*["shadow moderate"] * 3).choose(*["advance shadow moderate"] * 3)
    assert at.tokens(0) == ["shadow strong"] * 3


def test_tokens_just_placed_do_not_advance_before_the_next_turn():
    """IAM-13.16: After step 3 no token moves; in the next turn they may."""
    at = bare_table().turn(0).choose("advance plans", "plan", "place build", "place build", "done")
    assert at.prompt == (1, "plans")
    assert at.tokens(0) == ["build basic"] * 2
    at.turn(0).choose("advance plans", *["advance build basic"] * 2)
    assert at.tokens(0) == ["build moderate"] * 2
