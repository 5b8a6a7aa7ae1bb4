"""Shadow activity and shadow checks (IAM-8).

The effects of the cards are tested in test_shadow_cards.py.

IAM-13.3, IAM-13.4, IAM-13.5, IAM-13.6, IAM-13.7, IAM-13.8, IAM-13.9.
"""

import pytest

from starbalance.simulator.games.interstellar_ambitions.state import CHECK_DICE
from starbalance.simulator.games.interstellar_ambitions.word import Medal
from tests.interstellar_ambitions.table import bare_table

SABOTAGE, INFILTRATE = "Burning Warehouses", "Grand Heist"
FILLERS = ("Red Tape", "Recall Order", "Crash Programme", "Petty Theft")
STANDARD = (
    ("Exchange Plans", "own token colonise basic", "token colonise basic"),
    ("New Opportunities", "market planet"),
    ("Red Tape", "token fleet strong"),
    ("Recall Order", "token colonise basic"),
    ("Crash Programme", "own token colonise basic"),
    ("Change of Plans", "own token colonise basic", "to row build"),
    ("Protection Money",),
    ("Petty Theft", "resource ore"),
    ("Black Market Deal", "done"),
    ("Informants",),
)
SOURCES = (
    ("THE ENEMY WITHIN", 2, 2),
    ("SABOTEUR TRAINING", 1, 0),
    ("INFILTRATION NETWORKS", 0, 1),
    ("Smugglers' Moon", 1, 1),
    ("Whisper Ship", 1, 1),
)
PROTECTIONS = (("EVANESCING MATERIALS", 1, 1), ("COUNTER-INTELLIGENCE", 2, 1), ("Mirror Archive", 1, 1))
CARDS = {SABOTAGE: ("opponent 1", "resource food"), INFILTRATE: ("opponent 1",)}


def holding(*hand, others=((), ()), **more):
    """Seat 0 begins a turn with these shadow cards, seats 1 and 2 hold `others`; all have some resources and tokens."""
    at = bare_table(**more).deal(0, *hand)
    for seat in range(3):
        at.give(seat, food=4, ore=4, science=4, coins=4).put(seat, "colonise basic", "fleet strong")
    for seat, cards in enumerate(others, 1):
        at.deal(seat, *cards)
    return at.turn(0)


def against(card, *, hand=(), others=((), ()), **more):
    """Seat 0 has announced a card against seat 1."""
    return holding(card, *hand, others=others, **more).choose(f"play {card}", *CARDS[card])


def provide(at, seat, source):
    """Give a player a technology, a planet or a merc."""
    if source in at.technologies:
        return at.teach(seat, source)
    return at.muster(seat, source) if source in at.kinds else at.settle(seat, source, 1)


def medals(at, seat=0):
    return int(at.player(seat).medals[Medal.SHADOW])


def succeeds_with(at, face, *last):
    """Return whether the check after the last choices succeeds when the die shows this face."""
    at.force(CHECK_DICE, face).choose(*last)
    return medals(at) == 1


# the shadow activity


def test_a_shadow_card_may_be_left_in_the_hand():
    """IAM-13.3, IAM-8.4: A40 playing one is optional; without it the turn continues with step 2."""
    at = holding("Petty Theft", INFILTRATE)
    assert at.prompt == (0, "shadow activity")
    assert at.options == ["no", "play Petty Theft", f"play {INFILTRATE}"]
    at.choose("no")
    assert at.prompt == (0, "plans")
    assert at.hand(0) == ["Petty Theft", INFILTRATE]


def test_a_card_of_any_type_may_be_played():
    """IAM-13.3."""
    at = holding("Petty Theft", SABOTAGE, INFILTRATE)
    assert at.options == ["no", "play Petty Theft", f"play {SABOTAGE}", f"play {INFILTRATE}"]


def test_one_card_is_played_in_a_turn():
    """IAM-13.3, IAM-8.4: After it step 2 follows."""
    at = holding("Crash Programme", "Crash Programme").choose("play Crash Programme", "own token colonise basic")
    assert at.prompt == (0, "plans")
    assert at.hand(0) == ["Crash Programme"]


def test_cards_are_offered_only_to_the_player_on_turn():
    """IAM-8.4: Other players never get the choice, and he gets it only in step 1."""
    at = holding("Petty Theft", others=(("Petty Theft",), ("Red Tape",))).choose("no")
    while at.state.active == 0:
        assert at.state.actor == 0
        assert not any(words.startswith("play ") for words in at.options)
        at.choose(at.options[-1])


def test_without_cards_the_turn_begins_with_step_two():
    """IAM-13.3."""
    assert holding().prompt == (0, "plans")


def test_a_card_without_an_object_cannot_be_played():
    """IAM-13.3: there is no token above BASIC, no merc, no ship."""
    at = bare_table().deal(0, "Red Tape", "Turncoat Captain", "Dockyard Fire", "Informants")
    at.put(1, "fleet basic").put(2, "fleet basic").turn(0)
    assert at.options == ["no", "play Informants"]


@pytest.mark.parametrize(("rounds", "peace", "allowed"), [
    (1, 1, False), (2, 1, True), (1, 0, True), (2, 2, False), (3, 2, True), (5, 5, False),
])  # fmt: skip
def test_no_card_is_played_in_times_of_peace(rounds, peace, allowed):
    """IAM-13.2: A45 peace_rounds."""
    at = holding("Petty Theft", peace_rounds=peace).turn(0, rounds)
    assert at.prompt == (0, "shadow activity" if allowed else "plans")


# standard cards


@pytest.mark.parametrize("play", STANDARD, ids=lambda play: play[0])
@pytest.mark.parametrize("face", [1, 6])
def test_standard_cards_always_work_and_earn_no_medal(play, face):
    """IAM-8.1: A10 no check is made, with any face of a die; no player can oppose."""
    at = holding(play[0], others=(("Dockyard Fire",), ("Dockyard Fire",))).force(CHECK_DICE, face)
    at.choose(f"play {play[0]}")
    wishes = list(play[1:])
    while at.prompt[1] != "plans":
        assert at.state.actor == 0
        fitting = [words for words in wishes if words in at.options]
        at.choose(fitting[0] if fitting else at.options[0])
    assert (medals(at), int(at.player(0).checks), int(at.state.drawn[CHECK_DICE])) == (0, 0, 0)
    assert int(at.player(0).cards_played) == 1
    assert at.discards()[-1] == play[0]
    assert at.hand(1) == ["Dockyard Fire"]


# the check


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("face", range(1, 7))
def test_a_check_succeeds_with_four_and_earns_a_medal(card, face):
    """IAM-8.2, IAM-8.3, IAM-13.8: without modifiers a 4 succeeds and a 3 does not; a failure does nothing."""
    at = holding(card).choose(f"play {card}").force(CHECK_DICE, face).choose(*CARDS[card])
    while at.prompt[1] == "taking":
        at.choose("resource food" if "resource food" in at.options else "resource ore")
    assert medals(at) == (face >= 4)
    assert (at.resources(1) == dict.fromkeys(("food", "ore", "science", "coins"), 4)) == (face < 4)
    assert at.prompt == (0, "plans")


@pytest.mark.parametrize("target", [2, 3, 5, 6])
@pytest.mark.parametrize("face", range(1, 7))
def test_a_switch_sets_the_number_to_reach(target, face):
    """IAM-13.8: check_target."""
    at = against(SABOTAGE, hand=["Red Tape"], check_target=target)
    assert succeeds_with(at, face, "done") == (face >= target)


@pytest.mark.parametrize("boosts", range(4))
@pytest.mark.parametrize("opposes", range(4))
def test_the_chance_of_a_check_follows_from_its_modifier(boosts, opposes):
    """IAM-13.6, IAM-13.7, IAM-13.8: 3 plus the modifier of six faces succeed; no face decides without the modifier."""
    wins = 0
    for face in range(1, 7):
        at = against(SABOTAGE, hand=FILLERS, others=(FILLERS, ()))
        for _ in range(boosts):
            at.choose(f"discard {FILLERS[len(FILLERS) - at.player(0).cards]}")
        if boosts < 3:
            at.choose("done")
        assert at.prompt == (1, "oppose")
        at.force(CHECK_DICE, face)
        for card in FILLERS[:opposes]:
            at.choose(f"discard {card}")
        if opposes < 3:
            at.choose("done")
        assert at.prompt == (0, "plans")
        wins += medals(at)
    assert wins == min(6, max(0, 3 + boosts - opposes))


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(("source", "sabotage", "infiltrate"), SOURCES)
def test_every_bonus_of_the_player_counts(card, source, sabotage, infiltrate):
    """IAM-13.5, IAM-27.6: bonuses of technologies, special planets and mercs; some only for one type of check."""
    at = holding(card, "Red Tape")
    provide(at, 0, source).choose(f"play {card}", *CARDS[card])
    assert at.prompt == (0, "boost")
    assert int(at.state.modifier) == (sabotage if card == SABOTAGE else infiltrate)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(("source", "sabotage", "infiltrate"), PROTECTIONS)
def test_every_protection_of_the_opponent_counts(card, source, sabotage, infiltrate):
    """IAM-13.5."""
    at = holding(card, "Red Tape")
    provide(at, 1, source).choose(f"play {card}", *CARDS[card])
    assert int(at.state.modifier) == -(sabotage if card == SABOTAGE else infiltrate)


@pytest.mark.parametrize("card", CARDS)
def test_unrelated_modifiers_do_not_count(card):
    """A27 bonuses for checks of the opponent, the player's protections, and all modifiers of a third player.

    IAM-13.5.
    """
    at = holding(card, "Red Tape")
    for seat, source in ((0, "COUNTER-INTELLIGENCE"), (1, "THE ENEMY WITHIN"), (2, "EVANESCING MATERIALS")):
        provide(at, seat, source)
    provide(at, 2, "SABOTEUR TRAINING").choose(f"play {card}", *CARDS[card])
    assert int(at.state.modifier) == 0


@pytest.mark.parametrize("card", CARDS)
def test_modifiers_add_up(card):
    """IAM-13.5: bonuses and protections of several sources."""
    at = holding(card, "Red Tape")
    for source in ("THE ENEMY WITHIN", "Smugglers' Moon", "Whisper Ship"):
        provide(at, 0, source)
    for source in ("EVANESCING MATERIALS", "Mirror Archive"):
        provide(at, 1, source)
    at.choose(f"play {card}", *CARDS[card])
    assert int(at.state.modifier) == 2


@pytest.mark.parametrize(("value", "faces"), [("Destroyer", {4, 5, 6}), ("Cruiser", {5, 6}), ("Battleship", {6})])
def test_a_strong_ship_is_hard_to_blow_up(value, faces):
    """IAM-13.5, IAM-27.20: FX-15."""
    won = set()
    for face in range(1, 7):
        at = bare_table().deal(0, "Ship go BOOM BOOM!").muster(1, value).turn(0)
        at.choose("play Ship go BOOM BOOM!", "opponent 1").force(CHECK_DICE, face).choose(f"ship {value}")
        won |= {face} if medals(at) else set()
        assert at.fleet(1) == ([] if face in faces else [value])
    assert won == faces


@pytest.mark.parametrize("damage", range(4))
def test_the_penalty_depends_on_the_printed_combat_value(damage):
    """IAM-13.5, IAM-27.20: A52 damage does not reduce it."""
    at = bare_table().deal(0, "Ship go BOOM BOOM!", "Red Tape").muster(1, ("Cruiser", damage)).turn(0)
    at.choose("play Ship go BOOM BOOM!", "opponent 1", f"ship Cruiser {damage}" if damage else "ship Cruiser")
    assert int(at.state.modifier) == -1


@pytest.mark.parametrize(("name", "penalty"), [
    ("PLANETARY ECONOMICS", 0), ("SHADOW CARTELS", 0), ("MEGA COLONISERS", -1), ("HEAVY WEAPONS", -2),
])  # fmt: skip
def test_an_expensive_technology_is_hard_to_steal(name, penalty):
    """IAM-13.5, IAM-27.17: -1 for a cost of 6, -2 for 8."""
    at = bare_table().deal(0, "Acquire Secrets", "Red Tape").teach(1, name).turn(0)
    at.choose("play Acquire Secrets", "opponent 1", f"technology {name}")
    assert int(at.state.modifier) == penalty


@pytest.mark.parametrize(("level", "penalty"), [("basic", 0), ("moderate", 0), ("strong", -1), ("ultimate", -2)])
def test_advanced_plans_are_hard_to_usurp(level, penalty):
    """IAM-13.5: BY_LEVEL."""
    at = bare_table().deal(0, "Usurped Plans", "Red Tape").put(1, f"build {level}").turn(0)
    at.choose("play Usurped Plans", "opponent 1", f"token build {level}")
    assert int(at.state.modifier) == penalty


@pytest.mark.parametrize(("face", "success"), [(6, True), (5, False)])
def test_all_modifiers_of_a_check_add_up(face, success):
    """IAM-13.5, IAM-13.6, IAM-13.7, IAM-13.8: FX-18 +2 of a technology, -2 of a price, 1 card for it, 3 against it."""
    at = bare_table().deal(0, "Acquire Secrets", "Red Tape").teach(0, "THE ENEMY WITHIN").teach(1, "HEAVY WEAPONS")
    at.deal(1, *FILLERS).turn(0)
    at.choose("play Acquire Secrets", "opponent 1", "technology HEAVY WEAPONS", "discard Red Tape")
    at.force(CHECK_DICE, face).choose(*(f"discard {card}" for card in FILLERS[:3]))
    assert ("HEAVY WEAPONS" in at.known(0)) == success
    assert medals(at) == success


# boosting and opposing


def test_cards_for_a_check_are_discarded_one_by_one():
    """A68 any cards, up to three; each is +1 and goes to the discards. The opponent knows them and may then oppose.

    IAM-13.6, IAM-13.7.
    """
    at = against(SABOTAGE, hand=FILLERS, others=(["Informants"], ()))
    for number, card in enumerate(FILLERS[:3]):
        assert at.prompt == (0, "boost")
        assert at.options == ["done"] + [f"discard {filler}" for filler in FILLERS[number:]]
        assert int(at.state.boosts) == number
        at.choose(f"discard {card}")
        assert at.discards()[-1] == card
    assert at.prompt == (1, "oppose")
    assert int(at.state.boosts) == 3
    assert at.hand(0) == [FILLERS[3]]


@pytest.mark.parametrize(("most", "decision"), [(0, "plans"), (1, "oppose"), (2, "boost")])
def test_a_switch_limits_the_cards_that_each_side_may_discard(most, decision):
    """IAM-13.6, IAM-13.7: boost_most."""
    at = against(SABOTAGE, hand=FILLERS, others=(FILLERS, ()), boost_most=most)
    if most:
        at.choose(f"discard {FILLERS[0]}")
    assert at.prompt[1] == decision


def test_the_card_played_cannot_boost_its_check():
    """IAM-13.6: A51; another copy of it can."""
    at = against(SABOTAGE, hand=["Red Tape"])
    assert at.options == ["done", "discard Red Tape"]
    at = against(SABOTAGE, hand=[SABOTAGE])
    assert at.options == ["done", f"discard {SABOTAGE}"]
    at.choose(f"discard {SABOTAGE}")
    assert at.hand(0) == []


def test_only_the_target_of_the_card_may_oppose():
    """IAM-13.7, IAM-13.9."""
    at = against(SABOTAGE, others=((), FILLERS))
    assert at.prompt == (0, "plans")
    assert at.hand(2) == sorted(FILLERS, key=at.cards.index)
    at = against(SABOTAGE, others=(["Informants"], FILLERS))
    assert at.prompt == (1, "oppose")
    assert at.options == ["done", "discard Informants"]


def test_the_opponent_need_not_oppose():
    """IAM-13.7."""
    at = against(SABOTAGE, others=(FILLERS, ())).choose("done")
    assert at.prompt == (0, "plans")
    assert len(at.hand(1)) == 4
    assert int(at.player(1).opposed) == 0


def test_the_played_card_is_always_discarded_last():
    """IAM-13.4: after the cards discarded for and against the check."""
    for face in (1, 6):
        at = against(SABOTAGE, hand=["Red Tape"], others=(["Informants"], ()))
        assert SABOTAGE not in at.hand(0)
        assert at.cards[at.state.card] == SABOTAGE
        at.choose("discard Red Tape").force(CHECK_DICE, face).choose("discard Informants")
        assert at.discards()[-3:] == ["Red Tape", "Informants", SABOTAGE]
        assert at.hand(0) == at.hand(1) == []


def test_a_card_that_is_being_played_is_not_shuffled_into_the_deck():
    """IAM-13.4, IAM-19.10: Informants draw from a deck made of the discards; the card itself is not among them."""
    at = bare_table().deal(0, "Informants")
    for seat, card in ((1, "Red Tape"), (2, "Petty Theft")):
        at.deal(seat, card)
    at.state.shadow_left = at.state.shadow_discarded = 1
    at.turn(0).choose("play Informants")
    assert at.discards() == ["Informants"]
    assert (int(at.player(0).cards), int(at.state.shadow_left)) == (2, 0)


def test_checks_are_counted():
    """IAM-13.5, IAM-24.2: checks, successes, oppositions, cards played, and the opponents of successful checks."""
    at = against(SABOTAGE, hand=["Red Tape"], others=(["Informants", "Red Tape"], ()))
    at.choose("done").force(CHECK_DICE, 6).choose("discard Informants", "discard Red Tape")
    player = at.player(0)
    assert (player.checks, player.checks_won, player.cards_played, player.victims) == (1, 1, 1, 0b010)
    assert player.played == 1 << at.cards.index(SABOTAGE)
    assert (at.player(1).opposed, at.player(1).checks) == (1, 0)
    at.deal(0, INFILTRATE).deal(1).turn(0).choose(f"play {INFILTRATE}").force(CHECK_DICE, 1).choose("opponent 2")
    assert (player.checks, player.checks_won, player.cards_played, player.victims) == (2, 1, 2, 0b010)
    assert player.played == 1 << at.cards.index(SABOTAGE) | 1 << at.cards.index(INFILTRATE)


def test_home_worlds_of_the_asymmetric_set_resist():
    """IAM-2.4, IAM-13.5: A39 Purple makes checks against its owner harder by 1."""
    at = holding(SABOTAGE, "Red Tape", home_set="asymmetric")
    owner = next((seat for seat in (1, 2) if at.home(seat) == "Purple"), None)
    if owner is None:
        owner = 1
        at.settle(1, "Purple", 4)
    at.choose(f"play {SABOTAGE}", f"opponent {owner}", "resource food")
    assert int(at.state.modifier) == -1
