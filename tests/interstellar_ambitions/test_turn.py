"""The turn of a player, and the ambitions that he claims in it (IAM-9, IAM-13)."""

from collections import Counter

import pytest

from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.state import CHECK_DICE
from starbalance.simulator.games.interstellar_ambitions.word import Medal
from tests.interstellar_ambitions.battle import fight, front
from tests.interstellar_ambitions.table import Table, bare_table

ROWS = ["colonise", "develop", "build", "research", "shadow", "fleet"]
ACTIVE = ["Shadow Master", "Space Dominator", "Iron Fist, Velvet Glove"]
PASSIVE = ["Star Empire", "Development Guru", "Science Haven"]
PLACES = [f"place {row}" for row in ROWS]


def ambitious(*names, setup="players3", **more):
    """A bare table with these six ambitions in play, or the six above."""
    at = bare_table(setup, **more)
    at.state.ambition[:] = [at.ambitions.index(name) for name in names or [*ACTIVE, *PASSIVE]]
    return at


def decorate(at, seat, shadow=0, fleet=0):
    """Set the medals of a player."""
    at.player(seat).medals[Medal.SHADOW], at.player(seat).medals[Medal.FLEET] = shadow, fleet
    return at


def at_end(at, seat=0):
    """Play a player's turn up to step 4, without advances and plans."""
    return at.turn(seat).choose("advance plans", "plan", "done")


def claims(at):
    return [words.removeprefix("claim ") for words in at.options if words.startswith("claim")]


def claim(at, seat, name):
    """Play a player's whole turn, with a claim."""
    return at_end(at, seat).choose(f"claim {name}")


def decisions(at, *choices):
    """Return the decisions at which these choices are made."""
    pending = []
    for words in choices:
        pending.append(at.prompt[1])
        at.choose(words)
    return pending


# IAM-13


def test_a_turn_has_four_steps_in_order():
    """IAM-13.1: shadow card, PRODUCE or ADVANCE, TAKE or PLAN, claim; then the next player's turn begins."""
    at = decorate(ambitious(), 0, shadow=4).deal(0, "Red Tape").put(0, "build basic").put(1, "fleet strong")
    at.turn(0)
    pending = decisions(
        at, "play Red Tape", "opponent 1", "token fleet strong", "advance plans", "advance build basic",
        "act build moderate", "done", "claim Shadow Master",
    )  # fmt: skip
    assert pending == ["shadow activity", "target", "object", "plans", "advancing", "action", "building", "end"]
    assert at.prompt == (1, "plans")


def test_a_turn_without_a_card_a_token_and_a_claim():
    """IAM-13.1: no card, PRODUCE, PLAN, no claim."""
    at = decorate(ambitious(), 0, shadow=4).deal(0, "Red Tape").turn(0)
    steps = decisions(at, "no", "produce", *["take food"] * 4, "plan", "place fleet", "done", "done")
    assert steps == ["shadow activity", "plans", *["home world"] * 4, "action", "planning", "planning", "end"]
    assert at.prompt == (1, "plans")


def test_in_the_first_turn_of_every_player_there_is_peace():
    """peace_rounds = 1: no shadow card, and no FLEET action at BASIC or MODERATE; later both are possible.

    IAM-13.2; A45, FX-40.
    """
    at = bare_table()
    for seat, card in enumerate(("Protection Money", "Informants", "Black Market Deal")):
        at.put(seat, "fleet basic", "fleet moderate", "build basic").muster(seat, "Destroyer")
        at.give(seat, food=2).deal(seat, card)
    for seat in range(3):
        at.turn(seat, rounds=1)
        assert at.prompt == (seat, "plans")
        at.choose("advance plans", "done")
        assert at.options == ["act build basic", "plan"]
    for seat in range(3):
        at.turn(seat, rounds=2)
        assert at.prompt == (seat, "shadow activity")
        at.choose("no", "advance plans", "done")
        assert at.options == ["act build basic", "act fleet basic", "act fleet moderate", "plan"]


def test_fleet_tokens_are_placed_and_advanced_in_the_first_turn():
    """IAM-13.2; FX-40"""
    at = bare_table().put(0, "fleet basic", "fleet moderate").turn(0, rounds=1).choose("advance plans")
    assert at.options == ["done", "advance fleet basic", "advance fleet moderate"]
    at.choose("advance fleet basic", "advance fleet moderate", "plan", "place fleet", "done")
    assert at.tokens(0) == ["fleet basic", "fleet moderate", "fleet strong"]


@pytest.mark.parametrize("number", [0, 1, 2, 5])
def test_a_switch_sets_the_rounds_of_peace(number):
    """IAM-13.2; A45: peace_rounds: in these rounds neither is possible; in the next round both are."""
    at = bare_table(peace_rounds=number).deal(2, "Protection Money").put(2, "fleet basic").muster(2, "Destroyer")
    for lap in range(1, number + 3):
        at.turn(2, rounds=lap)
        peace = lap <= number
        assert at.prompt == (2, "plans" if peace else "shadow activity")
        at.choose(*([] if peace else ["no"]), "advance plans", "done")
        assert ("act fleet basic" in at.options) != peace


def test_a_game_begins_in_peace():
    """IAM-13.2: In the first round no player can play a card, although all have some; in the second round all can."""
    at = Table("players4", at_setup=True)
    first_decisions = {}
    while at.state.rounds < 3:
        if at.state.rounds > 0:
            first_decisions.setdefault((int(at.state.rounds), at.prompt[0]), at.prompt[1])
        at.choose(
            next((words for words in at.options if words in ("no", "done", "advance plans", "plan")), at.options[0])
        )
    assert list(first_decisions.values()) == ["plans"] * 4 + ["shadow activity"] * 4
    assert list(first_decisions) == [(lap, seat) for lap in (1, 2) for seat in range(4)]


def test_shadow_cards_are_optional():
    """A40: it stays in the hand."""
    at = bare_table().deal(0, "Protection Money").turn(0)
    assert at.options == ["no", "play Protection Money"]
    at.choose("no")
    assert (at.prompt, at.hand(0)) == ((0, "plans"), ["Protection Money"])


def test_step_2_is_produce_or_advance():
    """IAM-13.10, IAM-13.18: one of them, once."""
    for step, choices in (("produce", ["take ore"] * 4), ("advance plans", ["done"])):
        at = bare_table().put(0, "build basic").turn(0)
        assert at.options == ["produce", "advance plans"]
        at.choose(step, *choices)
        assert at.prompt == (0, "action")


@pytest.mark.parametrize("level", ["basic", "moderate", "strong", "ultimate"])
@pytest.mark.parametrize("row", ROWS)
def test_an_action_takes_a_token_off_the_track(row, level):
    """IAM-13.13: any of the player's tokens; it is in the pool before the action begins."""
    cell = f"{row} {level}"
    at = bare_table().put(0, cell, "build basic").give(0, ore=2, science=2, coins=2, food=2).muster(0, "Destroyer")
    at.turn(0).choose("advance plans", "done")
    assert set(at.options) == {f"act {cell}", "act build basic", "plan"}
    at.choose(f"act {cell}")
    assert (at.tokens(0), at.player(0).pool) == (["build basic"], 5)
    expected = {
        "colonise": "colonising", "develop": "developing", "build": "building", "research": "researching",
        "shadow": "shadow action", "fleet": "fleet action",
    }[row]  # fmt: skip
    if cell == "shadow basic":
        expected = "buying"
    if cell in ("colonise ultimate", "research ultimate"):
        expected = "replacing"
    assert at.prompt == (0, expected)


def test_an_action_is_carried_out_at_the_level_of_its_token():
    """IAM-13.13: two tokens in a row: DEVELOP reaches level 3 with the one, level 5 with the other."""
    for level, tops in (("basic", [2, 3]), ("strong", [2, 3, 4, 5])):
        at = bare_table().settle(0, "Cornucopia", 1)
        at.give(0, food=8).put(0, "develop basic", "develop strong").turn(0)
        at.choose("advance plans", "done", f"act develop {level}")
        assert [words for words in at.options if "Cornucopia" in words] == [f"develop Cornucopia {top}" for top in tops]


def test_tokens_of_opponents_are_not_taken():
    """IAM-13.13"""
    at = bare_table().put(1, "build strong").put(0, "shadow basic").turn(0).choose("advance plans", "done")
    assert at.options == ["act shadow basic", "plan"]


@pytest.mark.parametrize("number", [0, 1, 3, 6])
def test_a_plan_places_any_number_of_tokens_at_basic(number):
    """IAM-13.14, IAM-13.15; A02: plan_mode = any: in any rows; the remaining tokens stay in the pool."""
    at = bare_table().turn(0).choose("advance plans", "plan")
    for k in range(number):
        assert at.options == ["done", *PLACES]
        at.choose(PLACES[k % 4])
    if number < 6:
        at.choose("done")
    assert at.prompt == (1, "plans")
    expected = Counter(f"{ROWS[k % 4]} basic" for k in range(number))
    assert (Counter(at.tokens(0)), at.player(0).pool) == (expected, 6 - number)


@pytest.mark.parametrize("number", [1, 2, 6])
def test_a_plan_may_have_to_place_all_tokens(number):
    """IAM-13.14; A02: plan_mode = all: the whole pool, in any rows."""
    at = bare_table(plan_mode="all").put(0, *["fleet strong"] * (6 - number)).turn(0)
    at.choose("advance plans", *(["done"] if number < 6 else []), "plan")
    for _ in range(number):
        assert at.options == PLACES
        at.choose("place shadow")
    assert at.prompt == (1, "plans")
    assert at.tokens(0) == ["shadow basic"] * number + ["fleet strong"] * (6 - number)


@pytest.mark.parametrize("mode", ["any", "all"])
def test_a_plan_without_tokens_in_the_pool_is_a_pass(mode):
    """IAM-13.15; A55: it is always offered."""
    at = bare_table(plan_mode=mode).put(0, *["fleet basic"] * 6).turn(0, rounds=1).choose("advance plans", "done")
    assert at.options == ["plan"]
    at.choose("plan")
    assert at.prompt == (1, "plans")
    assert at.player(0).passes == 1


@pytest.mark.parametrize(("cell", "choices"), [
    ("colonise strong", ["no"]), ("develop strong", ["done"]), ("build strong", ["done"]),
    ("research strong", ["done"]), ("shadow strong", ["buy cards", "done"]), ("shadow strong", ["hire mercs", "done"]),
    ("fleet strong", ["no"]),
])  # fmt: skip
def test_an_action_may_have_no_effect(cell, choices):
    """IAM-13.15; A55: without resources and ships, or by choice; the token goes to the pool."""
    for held in (0, 9):
        at = bare_table().put(0, cell).give(0, food=held, ore=held, science=held, coins=held).turn(0)
        before = at.resources(0)
        at.choose("advance plans", "done", f"act {cell}", *choices)
        assert at.prompt == ((0, "end") if held else (1, "plans"))
        assert (at.tokens(0), at.player(0).pool, at.resources(0)) == ([], 6, before)
        assert (at.player(0).planets, at.player(0).ships, at.known(0), at.hand(0)) == (1, 0, [], [])


def test_an_action_and_a_plan_exclude_each_other():
    """IAM-13.18: Step 4 follows either, although tokens are left on the track and in the pool."""
    for choices in (["plan", "place build", "done"], ["act build basic", "done"]):
        at = decorate(ambitious(), 0, shadow=4).put(0, "build basic", "shadow basic").turn(0)
        at.choose("advance plans", "done", *choices)
        assert at.prompt == (0, "end")
        assert at.options == ["done", "claim Shadow Master"]


def test_a_kept_token_goes_back_on_the_track():
    """IAM-13.13: TEMPORAL PLANNING: optionally at BASIC of any row instead of the pool; not after a PLAN."""
    for words, tokens in (("to row fleet", ["fleet basic"]), ("no", [])):
        at = bare_table().teach(0, "TEMPORAL PLANNING").put(0, "build strong").turn(0)
        at.choose("advance plans", "done", "act build strong", "done")
        assert (at.prompt, at.options) == ((0, "returning"), ["no", *(f"to row {row}" for row in ROWS)])
        at.choose(words)
        assert (at.tokens(0), at.player(0).pool, at.prompt) == (tokens, 6 - len(tokens), (1, "plans"))
    at.turn(0).choose("advance plans", "plan", "place build", "done")
    assert at.prompt == (1, "plans")


def test_one_fulfilled_ambition_is_claimed_per_turn():
    """IAM-13.17: Three ambitions are met and one is not. One is claimed, then the turn ends."""
    at = at_end(decorate(ambitious(), 0, shadow=4, fleet=4))
    assert at.options == ["done", *(f"claim {name}" for name in ACTIVE)]
    at.choose("claim Space Dominator")
    assert at.prompt == (1, "plans")
    assert claims(at_end(at)) == ["Shadow Master", "Iron Fist, Velvet Glove"]


# IAM-9


def test_a_claim_is_optional_and_comes_last():
    """IAM-9.1: in step 4 of the player's turn; it may be omitted."""
    at = decorate(ambitious(), 0, shadow=4).turn(0)
    assert claims(at) == []
    at.choose("advance plans")
    assert claims(at) == []
    at.choose("plan", "done")
    assert claims(at) == ["Shadow Master"]
    at.choose("done")
    assert at.prompt == (1, "plans")
    assert (at.player(0).claims, at.player(0).claim_vp) == (0, 0)


def test_an_unfulfilled_ambition_cannot_be_claimed():
    """IAM-9.1: With one medal fewer there is no step 4, also not for other players."""
    at = at_end(decorate(ambitious(), 0, shadow=3))
    assert at.prompt == (1, "plans")
    at = at_end(decorate(ambitious(), 0, shadow=4), seat=1)
    assert at.prompt == (2, "plans")


def test_an_ambition_met_in_another_players_turn_is_claimed_in_the_players_turn():
    """IAM-9.1: a fourth FLEET medal won in defence: the attacker's turn ends without a claim of the defender."""
    at = front(["Strike Craft"], ["Battleship"])
    at.state.ambition[:] = [at.ambitions.index(name) for name in [*ACTIVE, *PASSIVE]]
    decorate(at, 1, fleet=3)
    fight(at, "invade 1", combat=(1, 1, 1, 1))
    assert at.player(1).medals[Medal.FLEET] == 4
    assert at.prompt == (1, "plans")
    assert claims(at_end(at, 1)) == ["Space Dominator"]


def test_an_ambition_met_by_a_card_is_claimed_in_the_same_turn():
    """IAM-9.1: the fourth SHADOW medal is won in step 1."""
    at = decorate(ambitious(), 0, shadow=3).deal(0, "Planetary Plague").turn(0).force(CHECK_DICE, 6)
    at.choose("play Planetary Plague", "opponent 1", f"planet {at.home(1)}", "advance plans", "plan", "done")
    assert claims(at) == ["Shadow Master"]


def test_an_ambition_is_claimed_once_by_a_player():
    """IAM-9.2: In later turns it is not offered to him again, although it is met; other players can claim it."""
    at = decorate(decorate(ambitious(), 0, shadow=4), 1, shadow=4)
    claim(at, 0, "Shadow Master")
    assert at_end(at, 0).prompt == (1, "plans")
    assert claims(at_end(at, 1)) == ["Shadow Master"]


def test_at_most_one_ambition_is_claimed_in_a_turn():
    """IAM-9.2: not even when an exchange keeps the player in step 4."""
    at = at_end(decorate(ambitious(), 0, shadow=4, fleet=4).give(0, ore=3)).choose("claim Shadow Master")
    assert at.prompt == (0, "end")
    assert claims(at) == []
    assert "exchange ore for food" in at.options


def test_a_claim_stays_when_the_condition_lapses():
    """IAM-9.3: The points stay, and the next claimant is second."""
    at = ambitious().settle(0, "Cornucopia", 5).settle(0, "Core Prime", 5).settle(0, "Loam", 1)
    claim(at, 0, "Development Guru")
    for name in ("Cornucopia", "Core Prime"):
        at.leave(0, name).settle(1, name, 5)
    at.settle(1, "Slagfall", 1)
    assert claims(at_end(at, 0)) == []
    claim(at, 1, "Development Guru")
    assert [at.player(seat).claim_vp for seat in range(3)] == [12, 6, 0]
    assert [at.player(seat).claims for seat in range(3)] == [1, 1, 0]


def test_the_first_claim_scores_12_the_second_6_and_later_ones_3():
    """IAM-9.4: for any players; each ambition is counted separately."""
    at = ambitious(setup="players5")
    for seat in range(5):
        decorate(at, seat, shadow=4, fleet=4)
    for seat in (3, 0, 4, 2, 1):
        claim(at, seat, "Space Dominator")
    assert [at.player(seat).claim_vp for seat in range(5)] == [6, 3, 3, 12, 3]
    claim(at, 1, "Shadow Master")
    assert at.player(1).claim_vp == 3 + 12
    assert at.finish().seats[1].vp_ambitions == 15


@pytest.mark.parametrize("points", [(10, 5, 2), (0, 0, 0), (30, 20, 1)])
def test_switches_set_the_points_of_claims(points):
    """IAM-9.4: ambition_vp_first, ambition_vp_second, ambition_vp_others"""
    first, second, later = points
    switches = {"ambition_vp_first": first, "ambition_vp_second": second, "ambition_vp_others": later}
    at = ambitious(setup="players4", **switches)
    for seat in range(4):
        claim(decorate(at, seat, shadow=4), seat, "Shadow Master")
    assert [at.player(seat).claim_vp for seat in range(4)] == [first, second, later, later]


def test_a_claim_may_be_withheld_at_the_risk_of_losing_the_condition():
    """IAM-9.5: also the third one, without which the game continues."""
    at = decorate(ambitious(), 0, shadow=4, fleet=4).settle(0, "Cornucopia", 5).settle(0, "Core Prime", 5)
    at.settle(0, "Loam", 1)
    claim(at, 0, "Shadow Master")
    claim(at, 0, "Space Dominator")
    at_end(at, 0)
    assert claims(at) == ["Iron Fist, Velvet Glove", "Development Guru"]
    at.choose("done")
    assert (at.state.trigger_seat, at.prompt) == (NONE, (1, "plans"))
    assert claims(at_end(at, 0)) == ["Iron Fist, Velvet Glove", "Development Guru"]
    at.leave(0, "Cornucopia")
    assert claims(at_end(at, 0)) == ["Iron Fist, Velvet Glove"]


def test_the_first_third_claim_triggers_the_end():
    """IAM-9.6: not the second one, and not three claims of three players; the first trigger counts."""
    at = ambitious()
    for seat in range(3):
        claim(decorate(at, seat, shadow=4, fleet=4), seat, "Shadow Master")
    claim(at, 1, "Space Dominator")
    assert at.state.trigger_seat == NONE
    claim(at, 1, "Iron Fist, Velvet Glove")
    assert (at.state.trigger_seat, at.state.over) == (1, 0)
    claim(at, 2, "Space Dominator")
    at.turn(2, rounds=3).choose("advance plans", "plan", "done", "claim Iron Fist, Velvet Glove")
    assert at.state.trigger_seat == 1


def test_all_ambitions_in_play_may_be_claimed():
    """IAM-9.1: Passive ones as well as Active ones, each by its name."""
    at = decorate(ambitious(), 0, shadow=4, fleet=4).teach(0, "RESEARCH FORCES")
    for name in ("Axiom Prime", "Athenaeum", "Loam", "Slagfall", "Tollgate"):
        at.settle(0, name, 5 if name in ("Axiom Prime", "Athenaeum") else 1)
    at.turn(0).choose("produce", *["take ore"] * 4, "plan", "done")
    assert claims(at) == [*ACTIVE, *PASSIVE]
