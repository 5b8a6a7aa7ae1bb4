"""Resources: holdings, exchanges with the pool and payments (IAM-3)."""

import itertools

import numpy as np
import pytest

from starbalance.simulator.games.interstellar_ambitions import GAME
from starbalance.simulator.games.interstellar_ambitions.payment import can_afford
from starbalance.simulator.games.interstellar_ambitions.rules import RESOURCES
from starbalance.simulator.games.interstellar_ambitions.state import Decision
from starbalance.simulator.games.interstellar_ambitions.word import Medal
from tests.interstellar_ambitions.battle import fight, front
from tests.interstellar_ambitions.table import Table, bare_table

TYPES = ("food", "ore", "science", "coins")
PAIRS = [f"exchange {given} for {taken}" for given, taken in itertools.permutations(TYPES, 2)]
RANDOMNESS = np.uint64(0x123456789ABCDEF)


def at_end(at):
    """Play the turn of seat 0 up to its last step, without advances and plans."""
    return at.turn(0).choose("advance plans", "plan", "done")


def ending(**resources):
    """Seat 0 with these resources at the end of its turn."""
    return at_end(bare_table().give(0, **resources))


def acting(token, seat=0, **more):
    """A player with one token begins its action; `more` contains edits before the turn."""
    at = more.pop("at", None) or bare_table(**more)
    return at.put(seat, token).turn(seat).choose("advance plans", "done", f"act {token}")


def exchanges(at):
    return [words for words in at.options if words.startswith("exchange")]


def test_there_are_four_resources_and_no_upper_limit():
    """IAM-3.1: a hundred of each may be held, and more produced."""
    assert len(bare_table().player(0).resources) == RESOURCES == len(TYPES)
    at = bare_table().give(0, **dict.fromkeys(TYPES, 100)).turn(0)
    at.choose("produce", *(f"take {kind}" for kind in TYPES))
    assert at.resources(0) == dict.fromkeys(TYPES, 101)


@pytest.mark.parametrize("seed", range(3))
def test_holdings_are_never_negative(seed):
    """IAM-3.1: after every decision of random games, for every payment."""
    at, rng = Table(seed=seed, max_rounds=6), np.random.default_rng(seed)
    while not at.state.over:
        at.choose(at.options[rng.integers(len(at.options))])
        assert (at.state.players["resources"] >= 0).all()


def test_three_of_a_kind_are_exchanged_for_one_other():
    """IAM-3.2; A04: exchange_kind = same_type, exchange_rate = 3; A66: at the end of the turn, in any direction."""
    at = ending(food=3, ore=4, coins=2)
    wanted = [words for words in PAIRS if words.split()[1] in ("food", "ore")]
    assert at.options == ["done", *wanted]
    at.choose("exchange ore for science")
    assert at.resources(0) == {"food": 3, "ore": 1, "science": 1, "coins": 2}
    assert exchanges(at) == [words for words in PAIRS if words.split()[1] == "food"]


def test_any_number_of_exchanges_may_be_made():
    """IAM-3.2: Resources that were taken may be given again; without three of a kind the turn ends."""
    at = ending(food=9).choose(*["exchange food for coins"] * 3)
    assert at.prompt == (0, "end")
    at.choose("exchange coins for ore")
    assert at.resources(0) == {"ore": 1}
    assert at.player(0).exchanges == 4
    assert at.prompt == (1, "plans")


def test_two_of_a_kind_and_one_other_cannot_be_exchanged():
    """A04: exchange_kind = same_type"""
    at = bare_table().give(0, food=2, ore=2, science=2, coins=2).turn(0)
    at.choose("advance plans", "plan", "done")
    assert at.prompt == (1, "plans")


def test_any_three_resources_may_be_exchanged():
    """A04: exchange_kind = any_mix: they are given one by one; the last one names the resource taken, and none stays
    incomplete."""
    at = at_end(bare_table(exchange_kind="any_mix").give(0, food=2, ore=1, coins=1))
    assert at.options == ["done", "exchange food", "exchange ore", "exchange coins"]
    at.choose("exchange food")
    assert at.options == ["exchange food", "exchange ore", "exchange coins"]
    at.choose("exchange ore")
    assert at.options == [words for words in PAIRS if words.split()[1] in ("food", "coins")]
    at.choose("exchange coins for science")
    assert at.resources(0) == {"food": 1, "science": 1}
    assert at.player(0).exchanges == 1
    assert at.prompt == (1, "plans")


def test_two_resources_of_any_mix_cannot_be_exchanged():
    """A04: exchange_kind = any_mix requires three as well."""
    at = at_end(bare_table(exchange_kind="any_mix").give(0, food=1, ore=1))
    assert at.prompt == (1, "plans")
    at.give(0, food=1, ore=1).state.ambition[0] = at.ambitions.index("Shadow Master")
    at.player(0).medals[Medal.SHADOW] = 4
    assert at_end(at).options == ["done", "claim Shadow Master"]


@pytest.mark.parametrize("rate", [2, 3, 4, 6])
@pytest.mark.parametrize("kind", ["same_type", "any_mix"])
def test_a_switch_sets_the_exchange_rate(rate, kind):
    """IAM-3.2: exchange_rate"""
    less, enough = (at_end(bare_table(exchange_rate=rate, exchange_kind=kind).give(0, ore=n)) for n in (rate - 1, rate))
    assert less.prompt == (1, "plans")
    first = ["exchange ore for food"] if kind == "same_type" else ["exchange ore"] * (rate - 1)
    enough.choose(*first, *([] if kind == "same_type" else ["exchange ore for food"]))
    assert enough.resources(0) == {"food": 1}


@pytest.mark.parametrize("source", ["GALACTIC EXCHANGE", "Free Port"])
def test_trade_rate_makes_exchanges_cheaper(source):
    """A04, A70: two of one kind, by a technology or by a planet; only for its owner."""
    at = bare_table()
    at = at.settle(0, source, 1) if source == "Free Port" else at.teach(0, source)
    at.give(0, ore=2, food=1).give(1, ore=2)
    at_end(at)
    assert exchanges(at) == [words for words in PAIRS if words.split()[1] == "ore"]
    at.choose("exchange ore for coins")
    assert at.resources(0) == {"food": 1, "coins": 1}
    at.turn(1).choose("advance plans", "plan", "done")
    assert at.prompt == (2, "plans")


@pytest.mark.parametrize("rate", [2, 3, 5])
@pytest.mark.parametrize("kind", ["same_type", "any_mix"])
def test_a_switch_sets_the_improved_rate(rate, kind):
    """A70: exchange_rate_improved"""
    at = bare_table(exchange_rate_improved=rate, exchange_rate=6, exchange_kind=kind).teach(0, "GALACTIC EXCHANGE")
    at_end(at.give(0, ore=rate))
    at.choose(*["exchange ore"] * (0 if kind == "same_type" else rate - 1), "exchange ore for food")
    assert at.resources(0) == {"food": 1}


def test_an_incomplete_payment_offers_exchanges():
    """IAM-3.2; A66: resources needed for the price are not offered, nor fewer than three of a kind."""
    at = bare_table().give(0, food=3, ore=5, science=2, coins=7).show_planets("Verdance").stack_events("Quiet Landing")
    acting("colonise basic", at=at.give(0, food=1, ore=5, science=2, coins=3)).choose("colonise Verdance")
    assert at.prompt == (0, "exchanging")
    assert at.options == ["give ore", "give coins"]
    at.choose("give coins")
    assert at.resources(0) == {"ore": 4, "science": 2}
    assert at.planets(0)["Verdance"] == 2


def test_a_complete_payment_offers_no_exchange():
    """A66"""
    at = bare_table().give(0, food=9, ore=9, coins=9).show_planets("Verdance").stack_events("Quiet Landing")
    acting("colonise basic", at=at).choose("colonise Verdance")
    assert at.resources(0) == {"food": 7, "ore": 8, "coins": 9}
    assert at.prompt == (0, "end")


@pytest.mark.parametrize(("held", "payable"), [
    ({"food": 2, "ore": 1}, True),
    ({"food": 1, "ore": 4}, True),
    ({"food": 1, "ore": 3}, False),
    ({"coins": 9}, True),
    ({"coins": 8}, False),
    ({"coins": 6, "science": 3}, True),
    ({"coins": 5, "science": 4}, False),
    ({"coins": 7, "science": 2}, False),
])  # fmt: skip
def test_options_that_exchanges_cannot_pay_are_not_offered(held, payable):
    """IAM-3.2; A04: the price is 2 food and 1 ore."""
    at = acting("colonise basic", at=bare_table().give(0, **held).show_planets("Verdance"))
    assert ("colonise Verdance" in at.options) == payable


@pytest.mark.parametrize(("held", "payable"), [
    ({"coins": 5, "science": 4}, True),
    ({"coins": 7, "science": 2}, True),
    ({"food": 1, "ore": 3}, False),
    ({"food": 1, "ore": 3, "science": 1}, True),
    ({"coins": 6, "science": 2}, False),
])  # fmt: skip
def test_a_mix_of_resources_pays_if_the_switch_allows_it(held, payable):
    """A04: exchange_kind = any_mix, for the price of 2 food and 1 ore; every choice of resources to give works."""
    at = bare_table(exchange_kind="any_mix").give(0, **held).show_planets("Verdance").stack_events("Quiet Landing")
    acting("colonise basic", at=at)
    assert ("colonise Verdance" in at.options) == payable
    if payable:
        at.choose("colonise Verdance")
        while at.prompt[1] == "exchanging":
            at.choose(at.options[-1])
        assert at.planets(0)["Verdance"] == 2
        assert sum(at.resources(0).values()) == 0


@pytest.mark.parametrize(("held", "payable"), [
    ({"food": 1, "science": 1, "coins": 1}, True), ({"food": 1, "science": 1}, False),
])  # fmt: skip
def test_a_mix_of_resources_pays_a_price_of_one_type(held, payable):
    """A04: exchange_kind = any_mix, for a ship of 1 ore"""
    at = acting("build basic", at=bare_table(exchange_kind="any_mix").give(0, **held))
    assert ("build Strike Craft" in at.options) == payable
    if payable:
        at.choose("build Strike Craft", "give coins", "give food", "give science")
        assert (at.fleet(0), at.resources(0)) == (["Strike Craft"], {})


def test_single_resources_are_given_towards_a_payment():
    """A04: exchange_kind = any_mix: three single ones for one that the payment lacks."""
    at = bare_table(exchange_kind="any_mix").give(0, food=2, science=2, coins=2).show_planets("Loam")
    acting("colonise basic", at=at.stack_events("Quiet Landing")).choose("colonise Loam")
    assert at.options == ["give food", "give science", "give coins"]
    at.choose("give food", "give coins")
    assert at.options == ["give science", "give coins"]
    at.choose("give science")
    assert at.resources(0) == {"science": 1, "coins": 1}


@pytest.mark.parametrize(("token", "edit", "buy", "price"), [
    ("build basic", lambda at: at, "build Strike Craft", {"ore": 1}),
    ("research basic", lambda at: at.show_technologies("SHADOW CARTELS"), "research SHADOW CARTELS", {"science": 4}),
    ("develop basic", lambda at: at.settle(0, "Tollgate", 1), "develop Tollgate 2", {"coins": 2}),
])  # fmt: skip
def test_every_payment_in_the_players_turn_may_be_raised_by_exchange(token, edit, buy, price):
    """IAM-3.2; A66: with three food for each resource of the price, and not with one food less."""
    (number,) = price.values()
    at = acting(token, at=edit(bare_table().give(0, food=3 * number - 1)))
    assert buy not in at.options
    at = acting(token, at=edit(bare_table().give(0, food=3 * number))).choose(buy)
    for _ in range(number):
        assert (at.prompt, at.options) == ((0, "exchanging"), ["give food"])
        at.choose("give food")
    assert at.resources(0) == {}
    assert at.player(0).exchanges == number


def test_no_exchange_is_offered_outside_the_players_turn():
    """IAM-3.3; A59: a defender with a damaged ship, coins and no ore cannot repair; with one ore he can."""
    for ore, expected in ((0, (0, "end")), (1, (1, "repairing"))):
        at = front(["Strike Craft"], ["Destroyer", ("Cruiser", 1)], level="basic").give(0, coins=3)
        fight(at.give(1, ore=ore, coins=9), combat=(1, 1, 1))
        assert at.prompt == expected
    at.choose("repair Cruiser 1")
    assert at.resources(1) == {"coins": 9}


def test_a_price_is_met_by_exchange_only_in_the_players_turn():
    """IAM-3.3: three food for the missing ore, if it is the turn of the paying player."""
    at = bare_table().give(0, food=3).give(1, food=3)
    assert [can_afford(at.state, at.rules, seat, 0, 1, 0, 0, 0) for seat in (0, 1)] == [True, False]
    assert [can_afford(at.state, at.rules, seat, 3, 0, 0, 0, 0) for seat in (0, 1)] == [True, True]


def test_an_attacker_who_repairs_may_exchange():
    """IAM-3.2, IAM-3.3; A59: it is the attacker's turn."""
    drones = {"technologies.FIELD REPAIR DRONES.effects": [["REPAIR_ATTACKER", 1]]}
    at = front(["Destroyer", ("Cruiser", 1)], ["Strike Craft"], "basic", overrides=drones).give(0, coins=3)
    fight(at.teach(0, "FIELD REPAIR DRONES"), combat=(1, 1, 1))
    assert at.prompt == (0, "repairing")
    at.choose("repair Cruiser 1")
    assert (at.prompt, at.options) == ((0, "exchanging"), ["give coins"])
    at.choose("give coins")
    assert (at.fleet(0), at.resources(0)) == (["Destroyer", "Cruiser"], {})


def test_resources_fleets_and_hand_sizes_are_open():
    """IAM-3.4; A64: a redeal for another player keeps them, but changes the hands."""
    at = bare_table().deal(1, "Red Tape", "Red Tape", "Petty Theft").deal(2, "Informants")
    at.give(1, food=5).give(2, coins=7).muster(1, ("Cruiser", 2), "Destroyer").turn(0)
    open_fields = ("resources", "tokens", "planet", "ship", "damage", "cards", "medals", "known", "owned")
    before = at.state.copy()
    GAME.kernels.redeal(at.state, at.rules, 0, RANDOMNESS)
    for field in open_fields:
        assert (at.state.players[field] == before["players"][field]).all(), field
    assert (at.state.players["hand"] != before["players"]["hand"]).any()


def test_resources_are_not_traded_or_given_away():
    """In random games without FLEET actions and shadow cards no turn changes the resources of other players.

    IAM-3.4.
    """
    for seed in range(3):
        at, rng = Table(seed=seed, max_rounds=5, peace_rounds=5), np.random.default_rng(seed)
        while not at.state.over:
            active, before = int(at.state.active), at.state.players["resources"].copy()
            at.choose(at.options[rng.integers(len(at.options))])
            assert at.state.decision not in (Decision.TARGET, Decision.LOOTING)
            others = [seat for seat in range(3) if seat != active]
            assert (at.state.players["resources"][others] == before[others]).all()
