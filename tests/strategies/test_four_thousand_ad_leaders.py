"""Choices of careful players of 4000 A.D. with leaders in positions with much at stake."""

import pytest

from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games.four_thousand_ad_leaders import GAME
from tests.contract.worlds import listed, scores_of, weights_of
from tests.four_thousand_ad_leaders.table import battle, position

SENSIBLE = find_strategy(GAME, "sensible")


def choice(at, strategy=SENSIBLE):
    """Return the option that a strategy chooses, in words."""
    options = listed(GAME, at.state, at.rules)
    scores = scores_of(strategy.score(GAME), weights_of(strategy), at.state.copy(), at.rules, options)
    return at.options[int(scores.argmax())]


def turn(at, strategy=SENSIBLE):
    """Return the choices of a strategy in the present turn."""
    now, made = int(at.state.turn), []
    while at.state.turn == now and not at.state.over:
        made.append(choice(at, strategy))
        at.choose(made[-1])
    return made


def test_a_fulfilled_objective_is_claimed_at_once():
    at = position(stars={"Algol": {"Algol": 30}}, objectives={"Algol": "Armada"}, table=["Crown Taken"])
    assert "claim Armada" in turn(at)


def test_a_concealer_keeps_a_fulfilled_objective_until_it_wins():
    """FAL-19.2"""
    concealer = find_strategy(GAME, "concealer")
    at = position(stars={"Algol": {"Algol": 30}}, objectives={"Algol": "Armada"}, table=["Crown Taken"])
    assert "claim Armada" not in turn(at, concealer)
    at = position(stars={"Algol": {"Algol": 30}}, objectives={"Algol": "Armada"}, table=["Crown Taken"])
    at.player("Algol").claims = 3
    assert "claim Armada" in turn(at, concealer)


def test_the_last_star_of_an_objective_is_taken_first():
    """FAL-23.08: Two of three stars of the heart are held; the fleet goes to a third one."""
    stars = {"Algol": {"Algol": 9, "Sirius": 2, "Altair": 1}, "Regulus": {"Regulus": 1}}
    made = turn(position(stars=stars, table=["Heart of the Field"]))
    assert made[0] == "depart Sirius" and made[1] in {"head for Adhara", "head for Rigel"}


def test_a_guard_stays_if_a_large_force_is_near():
    """FAL-19.5: Without the home there is no claim."""
    stars = {"Algol": {"Algol": 6, "Sirius": 2, "Altair": 1}, "Regulus": {"Regulus": 15}}
    assert turn(position(stars=stars, table=["Heart of the Field"])) == ["stop"]


def test_the_weakest_leader_that_wins_defends():
    """FAL-14.1: 6 against 4, so the Admiral is not needed."""
    at = battle([(6, None)], 4, hand=["Grand Admiral", "Wing Commander", "Saboteur"])
    assert choice(at) == "lead Wing Commander"


def test_no_leader_is_spent_on_a_round_that_is_already_decided():
    """FAL-14.1"""
    assert choice(battle([(2, None)], 6, hand=["Grand Admiral"])) == "lead nobody"
    assert choice(battle([(20, None)], 2, hand=["Grand Admiral"])) == "lead nobody"


def test_an_adjutant_is_played_when_it_turns_a_round():
    """FAL-22.15: 5 + 3 against 6; it is not played if the round is already won."""
    assert choice(battle([(5, None)], 6, own=["Adjutant", "Envoy"])) == "play Adjutant"
    assert choice(battle([(9, None)], 6, own=["Adjutant", "Envoy"])) == "no"


def test_a_player_about_to_lose_withdraws():
    """FAL-17.1"""
    at = battle([(9, None)], 4).choose("name 1")
    assert choice(at) == "withdraw 3"


def test_use_cards_lead_if_that_causes_a_redraw():
    """Then the hand is empty, and all discards except the last return; without a pile the card does not lead.

    FAL-3.3.
    """
    at = battle([(6, None)], 1, hand=["Signal Officer"])
    assert choice(at) == "lead nobody"
    at.give("Regulus", ["Signal Officer"], ["Grand Admiral", "Corsair"])
    assert choice(at) == "lead Signal Officer"
    at.give("Regulus", ["Signal Officer", "Wing Commander"], ["Corsair"])
    assert choice(at) == "lead nobody"


def test_a_star_is_won_with_a_ship_left():
    """FAL-16.2: Six ships destroy four, lose three and hold the star."""
    assert choice(battle([(6, None)], 4)) == "name 4"


@pytest.mark.parametrize(("square", "words"), [(2, "recall 0 to Algol"), (6, "recall 0 to Algol")])
def test_a_fleet_about_to_be_lost_is_called_back(square, words):
    """FAL-22.14"""
    at = position(fleets={"Algol": [(square - 1, "A-yellow", 4, None)]}, hands={"Algol": ["Signal Officer", "Corsair"]})
    assert (choice(at) == words) == (square == 6)


def test_a_fleet_joins_an_attack_under_way_from_another_sector():
    """FAL-23.20: From B-yellow it comes out on the same turn as the fleet from C-yellow."""
    stars = {"Algol": {"Algol": 3, "Vega": 4}, "Regulus": {"Regulus": 9, "Sirius": 4}}
    at = position(stars=stars, fleets={"Algol": [(0, "C-yellow", 7, None)]}, table=["Converging Fleets"])
    at.player("Algol").fleets[0].target = at.star("Sirius")
    assert turn(at, find_strategy(GAME, "convoy"))[:2] == ["depart Vega", "head for Sirius"]


def test_few_ships_under_a_strong_leader_attack_a_stack():
    """FAL-23.18: At most five ships and the Admiral attack six ships; without him there is no attack."""
    stars = {"Algol": {"Algol": 8}, "Regulus": {"Regulus": 9, "Mirfak": 6}}
    admiral = {"Algol": ["Grand Admiral"]}
    at = position(stars=stars, hands=admiral, table=["Against the Odds"])
    made = turn(at)
    assert "head for Mirfak" in made and "lead Grand Admiral" in made
    assert "head for Mirfak" not in turn(position(stars=stars, table=["Against the Odds"]))


def test_a_swarm_is_led_by_its_best_leader():
    """FAL-22.11: Nine ships give the Swarm Leader 3, more than the 2 of a Corsair."""
    stars = {"Algol": {"Algol": 12}, "Regulus": {"Regulus": 9, "Mirfak": 9}}
    at = position(stars=stars, hands={"Algol": ["Swarm Leader", "Corsair"]}, table=["Two Skies"])
    at.choose("depart Algol", "head for Mirfak", "embark 12")
    assert choice(at) == "lead Swarm Leader"


def test_in_the_last_round_fleets_only_hop():
    """FAL-5.2: Another player has enough claims, so the round is the last one; a hop still takes a star."""
    at = position(stars={"Algol": {"Algol": 9}}, table=["Heart of the Field"])
    at.player("Regulus").claims = 7
    headed = [words for words in turn(at) if words.startswith("head for")]
    assert set(headed) <= {"head for Mirfak"}


def test_a_second_fleet_goes_elsewhere_when_the_first_takes_the_star():
    """FAL-11.3: Ten ships are enough against one."""
    stars = {"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Vega": 1}}
    fleets = {"Algol": [(0, "A-yellow", 10, None), (0, "A-yellow", 4, None)]}
    made = turn(position(stars=stars, fleets=fleets, table=["Two Skies"]))
    assert made.count("arrive Vega") <= 1


def test_fleets_of_an_objective_stay_in_warp():
    """FAL-23.16: Four fleets of two ships are in warp, and the objective is claimed."""
    fleets = {"Algol": [(0, "A-yellow", 2, None)] * 4}
    made = turn(position(stars={"Algol": {"Algol": 7}}, fleets=fleets, table=["Hyperspace Doctrine"]))
    assert made.count("stay") >= 4 and not [words for words in made if words.startswith("arrive")]


def test_stars_that_fleets_will_take_are_counted():
    """FAL-23.08: Three fleets are on their way to the heart, so the next departure need not go there."""
    at = position(
        stars={"Algol": {"Algol": 9}}, fleets={"Algol": [(0, "A-yellow", 1, None)] * 3}, table=["Heart of the Field"]
    )
    for fleet, star in zip(at.player("Algol").fleets, ("Sirius", "Adhara", "Altair"), strict=False):
        fleet.target = at.star(star)
    assert not {f"head for {star}" for star in ("Sirius", "Adhara", "Altair", "Spica")} & set(turn(at))


def test_the_fleets_of_an_objective_leave_at_once():
    """No fleet is in warp, and fifteen ships are at home. Four fleets of two leave, and the objective is claimed.

    FAL-23.16.
    """
    at = position(stars={"Algol": {"Algol": 15}}, table=["Hyperspace Doctrine"])
    turn(at)
    assert at.claims("Algol") == {"Hyperspace Doctrine"}


def test_the_last_card_of_a_hand_is_played_to_bring_the_discards_back():
    """The round is lost in any case, but two of three discards return; without discards no leader is played.

    FAL-3.3.
    """
    at = battle([(20, None)], 2, hand=["Corsair"])
    at.give("Regulus", ["Corsair"], ["Grand Admiral", "Vanguard Captain", "Wing Commander"])
    assert choice(at) == "lead Corsair"
    at.give("Regulus", ["Corsair"])
    assert choice(at) == "lead nobody"


def test_idle_ships_at_home_join_a_fleet():
    """FAL-10.4: Warps are few, so a fleet to an empty star takes more ships than the one that it needs."""
    made = turn(position(stars={"Algol": {"Algol": 15}}, table=["Two Skies"]))
    assert made[2].startswith("embark ") and int(made[2].split()[1]) > 1


def test_the_loss_named_is_that_required_by_an_objective():
    """Four of seven are named, for three ships of the victor; without the objective one is named, at no cost.

    FAL-23.17.
    """
    at = battle([(5, "Grand Admiral")], 7, table=["Decisive Battle"])
    assert choice(at) == "name 4"


def test_a_saboteur_includes_the_strength_that_he_removes():
    """FAL-22.08: Five ships are against five under an unseen leader."""
    assert choice(battle([(5, "Corsair")], 5, hand=["Saboteur"])) == "lead Saboteur"


@pytest.mark.parametrize("table", ["Two Skies", "Converging Fleets"])
def test_ships_hop_to_an_enemy_star_once_a_turn(table):
    """FAL-10.6, FAL-23.20: A second hop from the same star uses a warp, and brings no second departure sector."""
    stars = {"Algol": {"Algol": 15, "Vega": 1, "Procyon": 1, "Sirius": 1}, "Regulus": {"Regulus": 9, "Mirfak": 2}}
    assert turn(position(stars=stars, table=[table])).count("head for Mirfak") == 1


@pytest.mark.parametrize("setup", ["two", "three", "four"])
@pytest.mark.parametrize(("objectives", "table"), [({}, "Grand Fleet"), ({"Antares": "Grand Fleet"}, "Crown Taken")])
def test_the_whole_fleet_hops_in_the_first_turn_to_claim_an_objective(setup, objectives, table):
    """FAL-10.6, FAL-23.14: Fourteen of fifteen ships hop, and the last one stays at home."""
    at = position(setup, objectives=objectives, table=[table], first="Antares")
    assert turn(at).count("embark 14") == 1
    assert at.claims("Antares") == {"Grand Fleet"}


@pytest.mark.parametrize(("enemies", "claimed"), [(0, {"Grand Fleet"}), (12, set())])
def test_a_fleet_is_massed_only_while_the_own_home_is_free(enemies, claimed):
    """FAL-19.5, FAL-23.14: Without the home there is no claim."""
    stars = {"Algol": {"Vega": 8, "Deneb": 7}, "Regulus": {"Regulus": 9, "Algol": enemies}}
    at = position(stars=stars, table=["Grand Fleet"])
    assert ("embark 7" in turn(at)) == bool(claimed)
    assert at.claims("Algol") == claimed


def test_ships_that_fulfil_an_objective_stay_until_the_claim():
    """FAL-19.7, FAL-23.14: Only one of thirteen ships leaves before the claim."""
    at = position(stars={"Algol": {"Algol": 2, "Vega": 13}, "Regulus": {"Regulus": 9}}, table=["Grand Fleet"])
    turn(at)
    assert at.claims("Algol") == {"Grand Fleet"}


def last_turn(stars, **options):
    """Return Algol's last turn: Regulus has three claims and Algol has two. Algol holds two stars of the heart."""
    others = {"Regulus": {"Regulus": 9}, "Antares": {"Antares": 9}, "Pavo": {"Pavo": 9}}
    at = position(stars=others | stars, **{"table": ["Heart of the Field"]} | options)
    regulus, algol = ("Grand Fleet", "Armada", "Plumb Line"), ("Grand Fleet", "Armada")
    for home, claims in (("Regulus", regulus), ("Algol", algol)):
        at.player(home).claims = sum(1 << at.objectives.index(name) for name in claims)
    return at


def test_no_guard_stays_in_the_last_turn():
    """FAL-5.2: A hop from Sirius claims the third objective, although a large force is near."""
    at = last_turn({"Algol": {"Algol": 3, "Sirius": 2, "Altair": 2}, "Regulus": {"Regulus": 12, "Canopus": 15}})
    turn(at)
    assert "Heart of the Field" in at.claims("Algol")


def test_the_weaker_enemy_is_attacked_in_the_last_turn():
    """FAL-5.2, FAL-23.08: Each star would claim the objective; the symbols of Sirius pay too late."""
    stars = {"Algol": {"Algol": 1, "Rigel": 1, "Altair": 1}, "Regulus": {"Regulus": 9, "Sirius": 4}}
    fleets = {"Algol": [(0, "B-yellow", 3, "Grand Admiral")]}
    at = last_turn(stars | {"Antares": {"Antares": 9, "Adhara": 1}}, fleets=fleets)
    assert "arrive Adhara" in turn(at)
    assert "Heart of the Field" in at.claims("Algol")


def test_a_hand_objective_that_is_not_fulfilled_is_swapped_in_the_last_turn():
    """FAL-22.16: It lacks one star, and the new one may be fulfilled."""
    stars = {"Algol": {"Algol": 1, "Rigel": 1, "Altair": 1}}
    hands = {"Algol": ["Envoy", "Corsair"]}
    at = last_turn(stars, hands=hands, objectives={"Algol": "Heart of the Field"}, table=["Crown Taken"])
    assert "play Envoy" in turn(at)


def test_nothing_withdraws_in_the_last_round():
    """FAL-5.2: Ships in warp win no star."""
    at = battle([(9, None)], 4).choose("name 1")
    at.player("Pavo").claims = 7
    assert choice(at) == "withdraw 0"


def test_an_adjutant_turns_a_small_round_only_in_the_last_round():
    """FAL-22.15: Two ships against one with a Wing Commander."""
    for claims, words in ((0, "no"), (7, "play Adjutant")):
        at = battle([(2, None)], 1, own=["Adjutant", "Envoy"], hand=["Wing Commander"])
        at.player("Pavo").claims = claims
        assert choice(at.choose("lead Wing Commander")) == words
