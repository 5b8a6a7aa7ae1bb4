"""The targets and the effects of each shadow card.

IAM-27.17, IAM-27.18, IAM-27.19, IAM-27.20, IAM-27.21, IAM-27.22, IAM-27.27, IAM-27.28 and the assumed cards.
"""

import pytest

from starbalance.simulator.games.interstellar_ambitions.state import CHECK_DICE, RANDOM_CARDS
from starbalance.simulator.games.interstellar_ambitions.word import Market, Medal
from tests.interstellar_ambitions.table import bare_table

FULL = ["Strike Craft"] * 8
ALL_FOUR = ("food", "ore", "science", "coins")


def holding(*cards, overrides=None, setup="players3", **switches):
    """Seat 0 has these cards; all players have only their Home Worlds apart from that."""
    return bare_table(setup, overrides=overrides, **switches).deal(0, *cards)


def changed(card, *effect, **more):
    """Return overrides for a card with another effect, or with other numbers."""
    return holding(card, overrides={f"shadow_cards.{card}.effects": [list(effect)]}, **more)


def play(at, card, *choices, face=6):
    """Begin seat 0's turn and play a card; its check, if there is one, shows this face."""
    return at.turn(0).force(CHECK_DICE, face).choose(f"play {card}", *choices)


def playable(at, seat=0):
    """Return whether the player has a card that he can play."""
    return any(words.startswith("play ") for words in at.turn(seat).options)


def targets(at, card):
    """Return the opponents that the card can target."""
    return [int(words[-1]) for words in at.turn(0).choose(f"play {card}").options]


def objects(at, card, *choices):
    """Return the objects that the card can target after these choices."""
    return at.turn(0).choose(f"play {card}", *choices).options


def is_over(at):
    """Return whether the card is resolved and step 2 has begun."""
    return at.prompt == (0, "plans") and at.state.card == -1 and at.player(0).cards_played == 1


def medals(at):
    return int(at.player(0).medals[Medal.SHADOW])


# K1 Exchange Plans


def test_exchanged_plans_swap_their_levels():
    """IAM-27.21: FX-30 a BASIC token for the opponent's ULTIMATE one of the row; the slot stays in use."""
    at = holding("Exchange Plans").put(0, "colonise basic").put(1, "colonise ultimate")
    play(at, "Exchange Plans", "opponent 1", "own token colonise basic", "token colonise ultimate")
    assert (at.tokens(0), at.tokens(1)) == (["colonise ultimate"], ["colonise basic"])
    assert is_over(at)


def test_plans_of_different_rows_are_not_exchanged():
    """IAM-27.21: FX-30; with no row in common the card cannot be played."""
    at = holding("Exchange Plans").put(0, "develop basic", "fleet strong").put(1, "colonise ultimate", "fleet basic")
    assert targets(at, "Exchange Plans") == [1]
    assert objects(at.deal(0, "Exchange Plans"), "Exchange Plans", "opponent 1") == ["own token fleet strong"]
    at.choose("own token fleet strong")
    assert at.options == ["token fleet basic"]
    assert not playable(at.deal(0, "Exchange Plans").put(0, "develop basic"))
    assert not playable(at.put(0))


def test_any_token_of_the_opponent_in_the_row_may_be_taken():
    """IAM-27.21: at every level at which he has one."""
    at = holding("Exchange Plans").put(0, "build moderate").put(1, "build basic", "build basic", "build strong")
    at.put(2, "build ultimate")
    objects(at, "Exchange Plans", "opponent 1", "own token build moderate")
    assert at.options == ["token build basic", "token build strong"]


# K2 New Opportunities


@pytest.mark.parametrize("market", list(Market))
def test_new_opportunities_replace_one_market(market):
    """IAM-27.22: A33 all face-up cards of one market are discarded and replaced; other markets stay."""
    at = holding("New Opportunities")
    before = [at.market(each) for each in Market]
    play(at, "New Opportunities", f"market {market.name.lower()}")
    for each in Market:
        same = set(at.market(each)) & set(before[each])
        assert same == (set() if each == market else set(before[each]))
        assert len(at.market(each)) == 4
    piles = (at.state.technologies_discarded, at.state.planets_discarded.sum(), at.state.mercs_discarded)
    assert [int(pile) for pile in piles] == [4 if each == market else 0 for each in Market]
    assert is_over(at)


def test_an_empty_market_cannot_be_replaced():
    """IAM-27.22: there is no card to discard."""
    at = holding("New Opportunities").show_mercs()
    assert objects(at, "New Opportunities") == ["market technology", "market planet"]


def test_empty_slots_are_filled_too():
    """IAM-27.22."""
    at = holding("New Opportunities").show_mercs("Leviathan")
    play(at, "New Opportunities", "market merc")
    assert len(at.market(Market.MERC)) == 4
    assert "Leviathan" not in at.market(Market.MERC)


# K3 Red Tape, K4 Recall Order


def test_red_tape_moves_a_token_back():
    """IAM-13.3: K3 one level left; a slot of ULTIMATE is free at once."""
    at = holding("Red Tape").put(1, "build ultimate", "fleet moderate", "shadow basic")
    assert objects(at, "Red Tape", "opponent 1") == ["token build ultimate", "token fleet moderate"]
    at.choose("token build ultimate")
    assert at.tokens(1) == ["build strong", "shadow basic", "fleet moderate"]
    assert is_over(at)
    at = holding("Red Tape").put(1, "fleet moderate").put(0, "fleet strong")
    play(at, "Red Tape", "opponent 1", "token fleet moderate")
    assert (at.tokens(0), at.tokens(1)) == (["fleet strong"], ["fleet basic"])


def test_red_tape_needs_a_token_above_basic():
    """IAM-13.3: K3."""
    at = holding("Red Tape").put(0, "fleet strong").put(1, "fleet basic").put(2, "fleet moderate")
    assert targets(at, "Red Tape") == [2]
    assert not playable(at.deal(0, "Red Tape").put(2, "fleet basic"))


def test_red_tape_of_other_numbers_stops_at_basic():
    """IAM-13.3: TOKEN_BACK(2, 2): up to two different tokens, two levels each."""
    at = changed("Red Tape", "TOKEN_BACK", 2, 2).put(1, "build moderate", "fleet ultimate", "fleet ultimate")
    play(at, "Red Tape", "opponent 1", "token build moderate")
    assert at.options == ["done", "token fleet ultimate"]
    at.choose("token fleet ultimate")
    assert at.tokens(1) == ["build basic", "fleet moderate", "fleet ultimate"]
    assert is_over(at)


def test_the_same_token_is_not_announced_twice():
    """IAM-13.5: up to four tokens, of which there are two."""
    at = changed("Red Tape", "TOKEN_BACK", 4, 1).put(1, "fleet ultimate", "fleet ultimate")
    play(at, "Red Tape", "opponent 1", "token fleet ultimate", "token fleet ultimate")
    assert at.tokens(1) == ["fleet strong", "fleet strong"]
    assert is_over(at)


def test_fewer_objects_than_allowed_may_be_announced():
    """IAM-13.5: The choice to stop exists from the second object on."""
    at = changed("Red Tape", "TOKEN_BACK", 3, 1).put(1, "fleet strong", "build strong")
    assert "done" not in objects(at, "Red Tape", "opponent 1")
    at.choose("token fleet strong", "done")
    assert at.tokens(1) == ["build strong", "fleet moderate"]
    assert is_over(at)


def test_a_recall_order_sends_a_young_plan_home():
    """IAM-13.3: K4 a token at BASIC or MODERATE goes to its owner's pool."""
    at = holding("Recall Order").put(1, "build basic", "fleet moderate", "shadow strong", "shadow ultimate")
    at.put(2, "develop strong")
    assert targets(at, "Recall Order") == [1]
    at.choose("opponent 1")
    assert at.options == ["token build basic", "token fleet moderate"]
    at.choose("token fleet moderate")
    assert at.tokens(1) == ["build basic", "shadow strong", "shadow ultimate"]
    assert int(at.player(1).pool) == 3
    assert is_over(at)


# K5 Crash Programme, K6 Change of Plans


def test_a_crash_programme_advances_a_token():
    """IAM-13.3, IAM-13.11: K5 one level right, to ULTIMATE if there is a slot."""
    at = holding("Crash Programme").put(0, "build basic", "fleet strong", "shadow ultimate")
    assert objects(at, "Crash Programme") == ["own token build basic", "own token fleet strong"]
    at.choose("own token fleet strong")
    assert at.tokens(0) == ["build basic", "shadow ultimate", "fleet ultimate"]
    assert is_over(at)


@pytest.mark.parametrize(("setup", "taken", "allowed"), [
    ("players3", 1, False), ("players4", 1, True), ("players4", 2, False),
])  # fmt: skip
def test_a_crash_programme_keeps_to_the_ultimate_slots(setup, taken, allowed):
    """IAM-10.3, IAM-13.11: K5."""
    at = holding("Crash Programme", setup=setup).put(0, "fleet strong").put(1, *["fleet ultimate"] * taken)
    assert playable(at) == allowed


def test_two_crash_programmes_need_two_slots():
    """IAM-10.3: TOKEN_FORWARD_OWN(2): the second token counts the first."""
    at = changed("Crash Programme", "TOKEN_FORWARD_OWN", 2).put(0, "fleet strong", "fleet strong", "build basic")
    play(at, "Crash Programme", "own token fleet strong")
    assert at.options == ["done", "own token build basic"]
    at.choose("own token build basic")
    assert at.tokens(0) == ["build moderate", "fleet strong", "fleet ultimate"]
    at = changed("Crash Programme", "TOKEN_FORWARD_OWN", 2, setup="players4").put(0, "fleet strong", "fleet strong")
    play(at, "Crash Programme", "own token fleet strong", "own token fleet strong")
    assert at.tokens(0) == ["fleet ultimate", "fleet ultimate"]


def test_a_token_just_advanced_is_not_advanced_again():
    """IAM-13.12: TOKEN_FORWARD_OWN(2) on different tokens."""
    at = changed("Crash Programme", "TOKEN_FORWARD_OWN", 2).put(0, "fleet basic")
    play(at, "Crash Programme", "own token fleet basic")
    assert at.tokens(0) == ["fleet moderate"]
    assert is_over(at)


def test_a_change_of_plans_keeps_the_level():
    """IAM-13.3: K6 another row, the same level."""
    at = holding("Change of Plans").put(0, "build strong")
    objects(at, "Change of Plans", "own token build strong")
    assert at.options == [f"to row {row}" for row in ("colonise", "develop", "research", "shadow", "fleet")]
    at.choose("to row fleet")
    assert at.tokens(0) == ["fleet strong"]
    assert is_over(at)


def test_a_change_of_plans_keeps_to_the_ultimate_slots():
    """IAM-10.3: K6."""
    at = holding("Change of Plans").put(0, "build ultimate").put(1, "fleet ultimate", "develop ultimate")
    at.put(2, "colonise ultimate", "research ultimate")
    objects(at, "Change of Plans", "own token build ultimate")
    assert at.options == ["to row shadow"]
    at.deal(0, "Change of Plans").put(2, "colonise ultimate", "research ultimate", "shadow ultimate")
    assert not playable(at)


def test_two_changes_of_plans_count_each_other():
    """TOKEN_MOVE_ROW_OWN(2): a slot that was left is free for the second token, a slot that was taken is not.

    IAM-10.3.
    """
    at = changed("Change of Plans", "TOKEN_MOVE_ROW_OWN", 2).put(0, "build ultimate", "fleet ultimate")
    play(at, "Change of Plans", "own token build ultimate", "to row shadow", "own token fleet ultimate")
    assert "to row build" in at.options
    assert "to row shadow" not in at.options
    at.choose("to row build")
    assert at.tokens(0) == ["build ultimate", "shadow ultimate"]
    assert is_over(at)


# K7 Protection Money, K8 Petty Theft, K9 Black Market Deal


@pytest.mark.parametrize(("has", "left"), [(5, 3), (1, 0), (0, 0)])
def test_protection_money_takes_at_most_the_coins_of_the_opponent(has, left):
    """IAM-8.1: K7 two of them; it can be aimed at every opponent."""
    at = holding("Protection Money").give(0, coins=1).give(1, coins=has, food=3)
    assert targets(at, "Protection Money") == [1, 2]
    at.choose("opponent 1")
    assert int(at.player(1).resources[3]) == left
    assert at.resources(0) == {"coins": 1 + has - left}
    assert is_over(at)


def test_a_petty_thief_takes_one_resource_of_each_opponent():
    """K8 of a type of the player's choice, from each opponent in sequence; an opponent without resources loses none.

    IAM-8.1.
    """
    at = holding("Petty Theft", setup="players4").give(0, food=1).give(1, ore=2, coins=1).give(3, science=1, coins=2)
    play(at, "Petty Theft")
    assert at.prompt == (0, "taking")
    assert at.options == ["resource ore", "resource coins"]
    at.choose("resource ore")
    assert at.options == ["resource science", "resource coins"]
    at.choose("resource coins")
    assert [at.resources(seat) for seat in range(4)] == [
        {"food": 1, "ore": 1, "coins": 1}, {"ore": 1, "coins": 1}, {}, {"science": 1, "coins": 1},
    ]  # fmt: skip
    assert is_over(at)


def test_a_petty_theft_from_poor_opponents_has_no_effect():
    """IAM-8.1: K8."""
    at = holding("Petty Theft")
    play(at, "Petty Theft")
    assert is_over(at)
    assert at.resources(0) == {}


def test_a_theft_of_one_type_from_each_needs_no_choice():
    """IAM-8.1: TAKE_RES(2, food, EACH)."""
    at = changed("Petty Theft", "TAKE_RES", 2, "food", "EACH").give(1, food=1, ore=4).give(2, food=5)
    play(at, "Petty Theft")
    assert at.resources(0) == {"food": 3}
    assert (at.resources(1), at.resources(2)) == ({"ore": 4}, {"food": 3})
    assert is_over(at)


def test_a_black_market_deal_turns_resources_into_others():
    """IAM-8.1: K9 up to four, one for one, or fewer."""
    at = holding("Black Market Deal").give(0, food=2, ore=1)
    play(at, "Black Market Deal")
    assert at.prompt == (0, "dealing")
    assert at.options == ["done"] + [
        f"exchange {spent} for {taken}" for spent in ("food", "ore") for taken in ALL_FOUR if taken != spent
    ]
    at.choose("exchange food for coins", "exchange food for coins", "exchange ore for science")
    assert at.prompt == (0, "dealing")
    at.choose("exchange coins for ore")
    assert at.resources(0) == {"ore": 1, "science": 1, "coins": 1}
    assert is_over(at)
    at = holding("Black Market Deal").give(0, food=2)
    play(at, "Black Market Deal", "exchange food for ore", "done")
    assert at.resources(0) == {"food": 1, "ore": 1}
    assert int(at.player(0).exchanges) == 0
    assert is_over(at)


def test_a_black_market_deal_without_a_resource_is_over_at_once():
    """IAM-8.1: K9; there is no resource to give."""
    at = holding("Black Market Deal").give(0)
    play(at, "Black Market Deal")
    assert at.resources(0) == {}
    assert at.discards()[-1] == "Black Market Deal"
    assert is_over(at)


# K10 Informants


def test_informants_bring_two_cards():
    """IAM-8.5: K10."""
    at = holding("Informants").stack_cards("Red Tape", "Grand Heist", "Petty Theft")
    play(at, "Informants")
    assert at.hand(0) == ["Red Tape", "Grand Heist"]
    assert is_over(at)


def test_cards_above_the_hand_limit_are_discarded_by_choice():
    """IAM-8.5: K10 the played card has left the hand; any one of 8 cards is discarded."""
    six = ("Red Tape", "Recall Order", "Crash Programme", "Petty Theft", "Dockyard Fire", "Plans in Ashes")
    at = holding("Informants", *six).stack_cards("Grand Heist", "Hijackers")
    play(at, "Informants")
    assert at.prompt == (0, "dropping")
    assert at.options == [f"discard {card}" for card in (*six[:4], *six[4:], "Grand Heist", "Hijackers")]
    at.choose("discard Hijackers")
    assert at.hand(0) == [*six, "Grand Heist"]
    assert at.discards()[-2:] == ["Hijackers", "Informants"]
    assert is_over(at)


@pytest.mark.parametrize(("limit", "drops"), [(2, 2), (3, 1), (4, 0)])
def test_a_switch_sets_the_hand_limit(limit, drops):
    """IAM-8.5: hand_limit."""
    at = holding("Informants", "Red Tape", "Petty Theft", hand_limit=limit)
    play(at, "Informants")
    for _ in range(drops):
        assert at.prompt == (0, "dropping")
        at.choose(at.options[0])
    assert is_over(at)
    assert int(at.player(0).cards) == min(limit, 4)


# K11 Planetary Plague


@pytest.mark.parametrize(("level", "after"), [(5, 3), (2, 1), (1, 1)])
def test_a_plague_takes_two_levels_but_not_the_last(level, after):
    """IAM-27.19: A53, FX-34; the medal comes each time, and the levels count for an ambition of the turn."""
    at = holding("Planetary Plague").settle(1, "Cornucopia", level)
    play(at, "Planetary Plague", "opponent 1")
    assert sorted(at.options) == sorted(["planet Cornucopia", f"planet {at.home(1)}"])
    at.choose("planet Cornucopia")
    assert at.planets(1)["Cornucopia"] == after
    assert int(at.player(0).levels_removed) == level - after
    assert medals(at) == 1
    assert is_over(at)


def test_a_plague_that_fails_has_no_effect():
    """IAM-27.19, IAM-13.8."""
    at = holding("Planetary Plague").settle(1, "Cornucopia", 5)
    play(at, "Planetary Plague", "opponent 1", "planet Cornucopia", face=3)
    assert at.planets(1)["Cornucopia"] == 5
    assert (medals(at), int(at.player(0).levels_removed)) == (0, 0)
    assert is_over(at)


def test_a_stronger_plague():
    """IAM-27.19: PLANET_LEVEL(-4)."""
    at = changed("Planetary Plague", "PLANET_LEVEL", -4)
    play(at, "Planetary Plague", "opponent 1", f"planet {at.home(1)}")
    assert at.planets(1)[at.home(1)] == 1


# K12 Ship go BOOM BOOM!, K13 Dockyard Fire, K15 Captain's Last Drink


def test_a_ship_is_blown_up_with_any_damage():
    """IAM-27.20, IAM-27.27, IAM-7.10: A merc goes to the merc discards without its damage."""
    at = holding("Ship go BOOM BOOM!").muster(1, "Cruiser", ("Ironclad", 1), "Cruiser", ("Cruiser", 2))
    play(at, "Ship go BOOM BOOM!", "opponent 1")
    assert at.options == ["ship Cruiser", "ship Ironclad 1", "ship Cruiser 2"]
    at.choose("ship Ironclad 1")
    assert at.fleet(1) == ["Cruiser", "Cruiser", ("Cruiser", 2)]
    assert at.kinds[at.state.merc_discard[0]] == "Ironclad"
    assert (at.player(0).ships_destroyed, at.player(0).ships_sunk, at.player(1).ships_lost) == (1, 1, 1)
    assert medals(at) == 1
    assert is_over(at)


def test_tough_ships_are_blown_up_too():
    """IAM-27.27: ADAPTIVE ARMOUR does not help against destruction by a card."""
    at = holding("Ship go BOOM BOOM!").muster(1, "Destroyer").teach(1, "ADAPTIVE ARMOUR")
    play(at, "Ship go BOOM BOOM!", "opponent 1", "ship Destroyer")
    assert at.fleet(1) == []


def test_a_player_without_ships_is_no_target():
    """IAM-13.3: K12, K13."""
    at = holding("Ship go BOOM BOOM!").muster(2, "Destroyer")
    assert targets(at, "Ship go BOOM BOOM!") == [2]
    assert targets(at.deal(0, "Dockyard Fire"), "Dockyard Fire") == [2]


def test_a_fire_damages_up_to_three_ships_of_one_opponent():
    """IAM-7.8, IAM-7.9: K13 one marker each; a ship that has more than its combat value is destroyed at once."""
    at = holding("Dockyard Fire").muster(1, "Cruiser", ("Strike Craft", 1), "Cruiser", "Destroyer")
    play(at, "Dockyard Fire", "opponent 1")
    assert at.options == ["ship Cruiser", "ship Strike Craft 1", "ship Destroyer"]
    at.choose("ship Strike Craft 1", "ship Cruiser")
    assert at.options == ["done", "ship Cruiser", "ship Destroyer"]
    at.choose("ship Cruiser")
    assert at.fleet(1) == [("Cruiser", 1), ("Cruiser", 1), "Destroyer"]
    assert (at.player(0).ships_destroyed, at.player(1).ships_lost) == (1, 1)
    assert is_over(at)


def test_a_fire_may_be_kept_to_one_ship():
    """IAM-13.5: K13 up to three."""
    at = holding("Dockyard Fire").muster(1, "Cruiser", "Destroyer")
    play(at, "Dockyard Fire", "opponent 1", "ship Destroyer", "done")
    assert at.fleet(1) == ["Cruiser", ("Destroyer", 1)]


def test_a_fire_ends_with_the_last_ship():
    """IAM-13.5: K13 two ships are two objects."""
    at = holding("Dockyard Fire").muster(1, "Cruiser", "Cruiser")
    play(at, "Dockyard Fire", "opponent 1", "ship Cruiser", "ship Cruiser")
    assert at.fleet(1) == [("Cruiser", 1), ("Cruiser", 1)]
    assert is_over(at)


def test_tough_ships_survive_a_fire():
    """IAM-7.9: K13 with ADAPTIVE ARMOUR one marker more."""
    at = holding("Dockyard Fire").muster(1, ("Strike Craft", 1), ("Strike Craft", 2)).teach(1, "ADAPTIVE ARMOUR")
    play(at, "Dockyard Fire", "opponent 1", "ship Strike Craft 1", "ship Strike Craft 2")
    assert at.fleet(1) == [("Strike Craft", 2)]


def test_ships_protected_by_a_lost_ship_may_be_lost_with_it():
    """A ship that made other ships tougher is blown up; ships with too much damage are then destroyed.

    IAM-7.9, IAM-27.27.
    """
    overrides = {"ships.Leviathan.effects": [["MOD", "SHIP_TOUGH", 1]]}
    at = holding("Ship go BOOM BOOM!", overrides=overrides | {"shadow_cards.Ship go BOOM BOOM!.penalty": []})
    at.muster(1, ("Destroyer", 3), "Leviathan", ("Destroyer", 2))
    play(at, "Ship go BOOM BOOM!", "opponent 1", "ship Leviathan")
    assert at.fleet(1) == [("Destroyer", 2)]
    at = holding("Dockyard Fire", overrides=overrides).muster(1, ("Leviathan", 7), ("Destroyer", 3), ("Destroyer", 2))
    play(at, "Dockyard Fire", "opponent 1", "ship Leviathan 7", "done")
    assert at.fleet(1) == [("Destroyer", 2)]
    assert int(at.player(0).ships_destroyed) == 2


def test_captains_last_drink_discards_a_merc():
    """IAM-7.10: K15 other ships are no objects, and the merc does not count as destroyed."""
    at = holding("Captain's Last Drink").muster(1, "Cruiser", ("Whisper Ship", 1)).muster(2, "Cruiser")
    assert targets(at, "Captain's Last Drink") == [1]
    at.force(CHECK_DICE, 4).choose("opponent 1")
    assert at.options == ["ship Whisper Ship 1"]
    at.choose("ship Whisper Ship 1")
    assert at.fleet(1) == ["Cruiser"]
    assert at.kinds[at.state.merc_discard[0]] == "Whisper Ship"
    assert not at.player(1).modifiers.any()
    assert (at.player(0).ships_destroyed, at.player(1).ships_lost, medals(at)) == (0, 1, 1)
    assert is_over(at)


@pytest.mark.parametrize(("merc", "penalty"), [("Gentleman Corsair", 0), ("Captain Rogers", -1), ("Leviathan", -2)])
@pytest.mark.parametrize("card", ["Captain's Last Drink", "Turncoat Captain"])
def test_strong_mercs_are_hard_targets(card, merc, penalty):
    """IAM-13.5: K15, K20 by printed combat value (A52)."""
    at = holding(card, "Red Tape").muster(1, (merc, 2))
    objects(at, card, "opponent 1", f"ship {merc} 2")
    assert int(at.state.modifier) == penalty


# K14 Burning Warehouses, K16 Plans in Ashes, K17 Purge the Network


@pytest.mark.parametrize(("has", "left"), [(5, 2), (4, 2), (1, 0), (0, 0)])
def test_half_of_a_stock_burns(has, left):
    """IAM-8.2: K14 half of one type, rounded up, goes to the pool."""
    at = holding("Burning Warehouses").give(1, ore=has, food=7)
    play(at, "Burning Warehouses", "opponent 1")
    assert at.options == [f"resource {resource}" for resource in ALL_FOUR]
    at.choose("resource ore")
    assert at.resources(1) == {"food": 7} | ({"ore": left} if left else {})
    assert at.resources(0) == {}
    assert is_over(at)


def test_plans_turn_to_ashes():
    """IAM-8.2, IAM-10.5: K16 up to two tokens of one opponent at any level go to his pool; slots are free at once."""
    at = holding("Plans in Ashes").put(1, "build ultimate", "fleet basic", "fleet basic")
    play(at, "Plans in Ashes", "opponent 1")
    assert at.options == ["token build ultimate", "token fleet basic"]
    at.choose("token build ultimate", "token fleet basic")
    assert (at.tokens(1), int(at.player(1).pool)) == (["fleet basic"], 5)
    assert is_over(at)
    at = holding("Plans in Ashes").put(1, "build ultimate", "fleet basic")
    play(at, "Plans in Ashes", "opponent 1", "token fleet basic", "done", face=3)
    assert (at.tokens(1), int(at.player(1).pool)) == (["build ultimate", "fleet basic"], 4)


@pytest.mark.parametrize(("cards", "left"), [(5, 2), (3, 0), (1, 0), (0, 0)])
def test_a_network_loses_three_cards_at_random(cards, left):
    """IAM-8.2: K17 at most the cards that the victim has left after opposing."""
    hand = ("Red Tape", "Recall Order", "Petty Theft", "Dockyard Fire", "Hijackers")[:cards]
    at = holding("Purge the Network").deal(1, *hand)
    play(at, "Purge the Network", "opponent 1")
    if cards:
        at.choose("done")
    assert len(at.hand(1)) == left
    gone = at.discards()[-1 - cards + left :]
    assert sorted([*at.hand(1), *gone[:-1]]) == sorted(hand)
    assert gone[-1] == "Purge the Network"
    assert is_over(at)


def test_the_lost_cards_are_random():
    """IAM-8.2: K17 each card of the hand can go, copies count singly."""
    lost = set()
    for draw in range(1, 4):
        at = changed("Purge the Network", "DISCARD_HAND", 1).deal(1, "Red Tape", "Petty Theft", "Petty Theft")
        play(at, "Purge the Network", "opponent 1").state.modifier = 9
        at.force(RANDOM_CARDS, draw, sides=3).choose("done")
        lost.add(tuple(at.hand(1)))
    assert lost == {("Petty Theft", "Petty Theft"), ("Red Tape", "Petty Theft")}


# K18 Acquire Secrets


def test_secrets_are_acquired_with_their_effect():
    """IAM-27.17, IAM-6.4: A48 a technology that the opponent knows and the player does not; the Owner stays."""
    at = holding("Acquire Secrets").teach(1, "SHADOW CARTELS", "FLEET COORDINATION").teach(2, "TERRAFORMING")
    at.teach(1, "TERRAFORMING").teach(0, "FLEET COORDINATION")
    play(at, "Acquire Secrets", "opponent 1")
    assert at.options == ["technology SHADOW CARTELS", "technology TERRAFORMING"]
    at.choose("technology SHADOW CARTELS")
    assert "SHADOW CARTELS" in at.known(0)
    technology = at.technologies.index("SHADOW CARTELS")
    assert (int(at.player(0).owned), int(at.state.technology_owner[technology])) == (0, 1)
    assert at.player(0).modifiers[9] == 1
    assert medals(at) == 1
    assert is_over(at)


def test_a_player_without_a_new_technology_is_no_target():
    """IAM-27.17: A48."""
    at = holding("Acquire Secrets").teach(0, "TERRAFORMING").teach(1, "TERRAFORMING").teach(2, "HEAVY WEAPONS")
    assert targets(at, "Acquire Secrets") == [2]
    assert not playable(at.deal(0, "Acquire Secrets").teach(0, "HEAVY WEAPONS"))


# K19 Siphon Production


def siphoned(*, marker=None, **more):
    """Seat 1 has Loam at level 2 and no Home World; seat 0 has siphoned it."""
    at = holding("Siphon Production", **more)
    at.leave(1, at.home(1)).settle(1, "Loam", 2, marker)
    return play(at, "Siphon Production", "opponent 1", "planet Loam")


def produces(at, seat):
    """Return the gain of a player by PRODUCE in a new turn."""
    at.turn(seat).give(seat).choose("produce")
    return at.resources(seat)


def test_a_siphon_pays_level_and_marker_and_lasts_one_turn():
    """A34, FX-24 the planet yields nothing in its owner's next turn, and its full yield in the turn after.

    IAM-27.18, IAM-14.6.
    """
    at = siphoned(marker="Delicious Aliens")
    assert at.resources(0) == {"food": 4}
    assert (medals(at), is_over(at)) == (1, True)
    at.end_turn()
    assert produces(at, 1) == {}
    at.end_turn()
    assert produces(at, 1) == {"food": 4}


def test_a_siphon_ends_even_if_its_victim_does_not_produce():
    """IAM-27.18: A34 it ends with his next turn, in which he advances plans instead."""
    at = siphoned().end_turn()
    at.turn(1).choose("advance plans")
    at.end_turn()
    assert produces(at, 1) == {"food": 2}


def test_a_siphon_lasts_through_the_turns_of_other_players():
    """IAM-27.18: A34 the turns of the thief and of a third player do not end it."""
    at = holding("Siphon Production").leave(2, bare_table().home(2)).settle(2, "Loam", 2)
    play(at, "Siphon Production", "opponent 2", "planet Loam")
    at.turn(0).end_turn()
    at.turn(1).end_turn()
    assert produces(at, 2) == {}


def test_bonuses_of_the_owner_are_not_siphoned():
    """A34 HYPERPRODUCTION and flat bonuses of technologies do not count, neither the owner's nor the thief's.

    IAM-27.18.
    """
    at = holding("Siphon Production").settle(1, "Cornucopia", 4).teach(1, "HYPERPRODUCTION", "FERTILITY CLINICS")
    at.teach(0, "HYPERPRODUCTION", "FERTILITY CLINICS")
    play(at, "Siphon Production", "opponent 1", "planet Cornucopia")
    assert at.resources(0) == {"food": 4}
    assert int(at.player(0).produced[0]) == 0


def test_a_siphoned_home_world_yields_resources_of_the_thiefs_choice():
    """IAM-27.18, IAM-14.3: A34."""
    at = holding("Siphon Production")
    play(at, "Siphon Production", "opponent 1", f"planet {at.home(1)}")
    for resource in ("food", "coins", "coins", "science"):
        assert at.prompt == (0, "taking")
        assert at.options == [f"resource {each}" for each in ALL_FOUR]
        at.choose(f"resource {resource}")
    assert at.resources(0) == {"food": 1, "science": 1, "coins": 2}
    assert is_over(at)
    at.end_turn()
    assert produces(at, 1) == {}


def test_a_second_siphon_still_pays():
    """IAM-27.18: A34 it binds only the owner."""
    at = siphoned().end_turn().deal(2, "Siphon Production").turn(2)
    at.force(CHECK_DICE, 6).choose("play Siphon Production", "opponent 1", "planet Loam")
    assert at.resources(2) == {"food": 2}


def test_a_siphon_lapses_with_the_owner():
    """IAM-27.18: A34."""
    at = siphoned().settle(2, "Loam", 2).leave(2, bare_table().home(2)).end_turn()
    assert produces(at, 2) == {"food": 2}


def test_a_siphon_that_fails_has_no_effect():
    """IAM-27.18, IAM-13.8."""
    at = holding("Siphon Production").settle(1, "Loam", 2)
    play(at, "Siphon Production", "opponent 1", "planet Loam", face=3)
    assert at.resources(0) == {}
    assert not at.state.siphoned.any()


# K20 Turncoat Captain, K22 Hijackers


def test_a_turncoat_brings_his_ship_with_its_damage():
    """IAM-27.28: K20 a merc and its effect change hands."""
    at = holding("Turncoat Captain").muster(0, "Destroyer").muster(1, "Cruiser", ("Whisper Ship", 1), "Armed Yacht")
    play(at, "Turncoat Captain", "opponent 1")
    assert at.options == ["ship Whisper Ship 1"]
    at.choose("ship Whisper Ship 1")
    assert at.fleet(0) == ["Destroyer", ("Whisper Ship", 1)]
    assert at.fleet(1) == ["Cruiser", "Armed Yacht"]
    assert (at.player(0).modifiers.sum(), at.player(1).modifiers.sum()) == (2, 0)
    assert (at.player(1).ships_lost, at.player(0).ships_destroyed, medals(at)) == (1, 0, 1)
    assert is_over(at)


def test_hijackers_take_light_standard_ships():
    """IAM-27.28: K22."""
    at = holding("Hijackers").muster(1, "Cruiser", "Whisper Ship", "Armed Yacht", ("Destroyer", 2), "Strike Craft")
    at.muster(2, "Cruiser", "Armed Yacht")
    assert targets(at, "Hijackers") == [1]
    at.force(CHECK_DICE, 6).choose("opponent 1")
    assert at.options == ["ship Destroyer 2", "ship Strike Craft"]
    at.choose("ship Destroyer 2")
    assert at.fleet(0) == [("Destroyer", 2)]
    assert "Destroyer" not in str(at.fleet(1))
    assert is_over(at)


def test_a_stolen_ship_needs_room():
    """IAM-7.2, IAM-27.28: with eight ships one is discarded first, or the ship stays; the medal is kept."""
    at = holding("Hijackers").muster(0, "Cruiser", *FULL[1:]).muster(1, ("Destroyer", 1))
    play(at, "Hijackers", "opponent 1", "ship Destroyer 1")
    assert at.prompt == (0, "scrapping")
    assert at.options == ["no", "scrap Cruiser", "scrap Strike Craft"]
    assert at.fleet(1) == [("Destroyer", 1)]
    at.choose("scrap Cruiser")
    assert at.fleet(0) == [*FULL[1:], ("Destroyer", 1)]
    assert (at.fleet(1), medals(at), is_over(at)) == ([], 1, True)
    at = holding("Hijackers").muster(0, *FULL).muster(1, ("Destroyer", 1))
    play(at, "Hijackers", "opponent 1", "ship Destroyer 1", "no")
    assert (at.fleet(0), at.fleet(1)) == (FULL, [("Destroyer", 1)])
    assert (medals(at), at.player(1).ships_lost, is_over(at)) == (1, 0, True)


@pytest.mark.parametrize(("limit", "decision"), [(2, "scrapping"), (3, "plans")])
def test_a_switch_sets_the_ship_limit(limit, decision):
    """IAM-7.1, IAM-7.2: ship_limit."""
    at = holding("Hijackers", ship_limit=limit).muster(0, "Cruiser", "Cruiser").muster(1, "Destroyer")
    play(at, "Hijackers", "opponent 1", "ship Destroyer")
    assert at.prompt == (0, decision)


def test_a_stolen_ship_may_be_destroyed_in_the_new_fleet():
    """IAM-27.28: It survived its damage only by ADAPTIVE ARMOUR; no enemy ship counts as destroyed."""
    at = holding("Turncoat Captain").muster(1, ("Whisper Ship", 2)).teach(1, "ADAPTIVE ARMOUR")
    play(at, "Turncoat Captain", "opponent 1", "ship Whisper Ship 2")
    assert (at.fleet(0), at.fleet(1)) == ([], [])
    assert at.kinds[at.state.merc_discard[0]] == "Whisper Ship"
    assert (at.player(0).ships_destroyed, at.player(0).modifiers.sum()) == (0, 0)
    assert is_over(at)
    at = holding("Turncoat Captain").muster(1, ("Whisper Ship", 2)).teach(1, "ADAPTIVE ARMOUR")
    play(at.teach(0, "ADAPTIVE ARMOUR"), "Turncoat Captain", "opponent 1", "ship Whisper Ship 2")
    assert at.fleet(0) == [("Whisper Ship", 2)]


def test_a_ship_that_is_not_stolen_stays():
    """IAM-13.8: K22 the check fails."""
    at = holding("Hijackers").muster(1, "Destroyer")
    play(at, "Hijackers", "opponent 1", "ship Destroyer", face=3)
    assert (at.fleet(0), at.fleet(1)) == ([], ["Destroyer"])


# K21 Grand Heist, K23 Double Agents


def test_a_grand_heist_takes_five_of_the_players_choice():
    """IAM-8.3: K21 at most the resources of the opponent."""
    at = holding("Grand Heist").give(1, food=1, ore=3, coins=4).give(2, food=2)
    play(at, "Grand Heist", "opponent 1")
    for resource in ("food", "coins", "coins", "coins"):
        at.choose(f"resource {resource}")
    assert at.options == ["resource ore", "resource coins"]
    at.choose("resource ore")
    assert at.resources(0) == {"food": 1, "ore": 1, "coins": 3}
    assert (at.resources(1), at.resources(2)) == ({"ore": 2, "coins": 1}, {"food": 2})
    assert is_over(at)
    at = holding("Grand Heist").give(1, ore=2)
    play(at, "Grand Heist", "opponent 1", "resource ore", "resource ore")
    assert (at.resources(0), is_over(at)) == ({"ore": 2}, True)


def test_a_heist_from_a_poor_opponent_earns_only_the_medal():
    """IAM-8.3, IAM-13.8: K21, K17, K23 need only an opponent as their object."""
    for card in ("Grand Heist", "Purge the Network", "Double Agents"):
        at = holding(card)
        play(at, card, "opponent 1")
        assert (medals(at), at.resources(0), at.hand(0), is_over(at)) == (1, {}, [], True)


def test_double_agents_steal_two_cards():
    """IAM-8.3, IAM-8.5: K23 at random, from the cards left after opposing."""
    at = holding("Double Agents").deal(1, "Red Tape", "Petty Theft", "Hijackers")
    play(at, "Double Agents", "opponent 1", "done")
    assert (len(at.hand(0)), len(at.hand(1))) == (2, 1)
    assert sorted(at.hand(0) + at.hand(1)) == ["Hijackers", "Petty Theft", "Red Tape"]
    assert at.discards()[-1] == "Double Agents"
    assert is_over(at)
    at = holding("Double Agents").deal(1, "Red Tape", "Petty Theft")
    at.turn(0).force(CHECK_DICE, 6).choose("play Double Agents", "opponent 1", "discard Red Tape", "done")
    assert (at.hand(0), at.hand(1)) == (["Petty Theft"], [])


def test_stolen_cards_keep_to_the_hand_limit():
    """IAM-8.5: K23 the excess is discarded by choice."""
    six = ("Recall Order", "Crash Programme", "Petty Theft", "Dockyard Fire", "Plans in Ashes", "Informants")
    at = holding("Double Agents", *six).deal(1, "Hijackers", "Hijackers")
    play(at, "Double Agents", "opponent 1", "done", "done")
    assert at.prompt == (0, "dropping")
    at.choose("discard Recall Order")
    assert at.hand(0) == [*sorted(six[1:], key=at.cards.index), "Hijackers", "Hijackers"]
    assert is_over(at)


def test_the_victim_knows_the_cards_stolen_from_him():
    """IAM-8.5: K23 a third player does not know them."""
    at = holding("Double Agents").deal(1, "Hijackers", "Hijackers")
    play(at, "Double Agents", "opponent 1", "done")
    assert [int(at.player(0).shown[seat].sum()) for seat in range(3)] == [0, 2, 0]


# K24 Usurped Plans


def test_a_token_is_usurped():
    """IAM-8.3, IAM-10.5: K24 it goes to its owner's pool; a token of the player's pool may replace it."""
    at = holding("Usurped Plans").put(0, "fleet basic").put(1, "build ultimate", "shadow basic")
    play(at, "Usurped Plans", "opponent 1")
    assert at.options == ["token build ultimate", "token shadow basic"]
    at.choose("token build ultimate")
    assert at.prompt == (0, "usurping")
    assert at.options == ["no", "yes"]
    assert (at.tokens(1), int(at.player(1).pool)) == (["shadow basic"], 5)
    at.choose("yes")
    assert (at.tokens(0), int(at.player(0).pool)) == (["build ultimate", "fleet basic"], 4)
    assert (medals(at), is_over(at)) == (1, True)


def test_the_place_of_a_usurped_token_may_stay_empty():
    """IAM-8.3: K24."""
    at = holding("Usurped Plans").put(1, "build ultimate")
    play(at, "Usurped Plans", "opponent 1", "token build ultimate", "no")
    assert (at.tokens(0), at.tokens(1)) == ([], [])
    assert is_over(at)


def test_without_a_token_in_the_pool_there_is_no_replacement():
    """IAM-8.3: K24."""
    at = holding("Usurped Plans").put(0, *["fleet basic"] * 6).put(1, "build basic")
    play(at, "Usurped Plans", "opponent 1", "token build basic")
    assert (at.tokens(1), is_over(at)) == ([], True)


# all cards


def test_every_card_can_be_played_on_a_rich_table():
    """Each card is played to its end by first and by last options; cards and tokens are conserved.

    IAM-13.3, IAM-13.4, IAM-13.5.
    """
    for card in bare_table().cards:
        for last in (0, -1):
            at = rich_table(card)
            before = at.rules.shadow_copies.sum()
            at.choose(f"play {card}")
            while at.prompt[1] != "plans":
                assert 0 < len(at.options) == len(set(at.options)) <= 64
                at.choose(at.options[last])
            held = sum(int(at.player(seat).cards) for seat in range(3))
            assert held + at.state.shadow_left + at.state.shadow_discarded == before
            for seat in range(3):
                assert len(at.tokens(seat)) + at.player(seat).pool == 6
                assert (at.player(seat).resources >= 0).all()


def rich_table(card):
    """All players have resources, tokens, planets, ships and cards; the card succeeds."""
    at = holding(card, *[name for name in ("Red Tape", "Hijackers") if name != card], check_target=2)
    for seat, (planet, merc, technology) in enumerate(
        [("Loam", "Leviathan", "HEAVY WEAPONS"), ("Slagfall", "Ironclad", "TERRAFORMING"), ("Lens", "Siege Barge", "")]
    ):
        at.give(seat, food=3, ore=3, science=3, coins=3).put(seat, "fleet basic", "build strong", "shadow moderate")
        at.settle(seat, planet, 2).muster(seat, "Strike Craft", ("Destroyer", 1), merc)
        at.teach(seat, *[technology] if technology else [])
    return at.deal(1, "Informants", "Grand Heist" if card != "Grand Heist" else "Informants").turn(0)


def test_effects_of_a_designer_stay_within_the_bounds():
    """IAM-13.5: the largest numbers, on a table of six with full fleets, tracks and boards."""
    for card, effect in (
        ("Dockyard Fire", ["DAMAGE_SHIPS", 4]),
        ("Plans in Ashes", ["TOKEN_TO_POOL", 4, "ULTIMATE"]),
        ("Red Tape", ["TOKEN_BACK", 4, 3]),
        ("Change of Plans", ["TOKEN_MOVE_ROW_OWN", 4]),
        ("Petty Theft", ["TAKE_RES", 9, "ANY", "EACH"]),
        ("Double Agents", ["STEAL_HAND", 9]),
    ):
        at = changed(card, *effect, setup="players6", check_target=2, tokens_per_player=12, ship_limit=12)
        for seat in range(6):
            at.muster(seat, *["Cruiser", "Destroyer", "Strike Craft"] * 4).give(seat, food=9, ore=9, science=9, coins=9)
            at.put(seat, *[f"{row} moderate" for row in ("build", "fleet", "shadow", "develop")] * 3)
        at.turn(0).force(CHECK_DICE, 6).choose(f"play {card}")
        while at.prompt[1] != "plans":
            assert 0 < len(at.options) == len(set(at.options)) <= 64
            at.choose(at.options[-1])
        assert is_over(at)
