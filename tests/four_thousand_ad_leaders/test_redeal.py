"""What a redeal resamples for a seat, and what the seat knows and keeps, position by position."""

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.games.four_thousand_ad_leaders import GAME, hidden
from starbalance.simulator.games.star_field.field import NONE
from tests.contract.worlds import ANOTHER_WORLD, redealt, sees_the_same, walk
from tests.four_thousand_ad_leaders.table import battle, position


def worlds(at, home, number=150):
    """Return positions with the part hidden from a home resampled."""
    positions = []
    for n in range(number):
        world = position()
        world.rules, world.homes = at.rules, at.homes
        world.state = redealt(GAME, at.state, at.rules, at.seat(home), np.uint64(7919 * n + 1))
        positions.append(world)
    return positions


def test_a_hand_is_known_to_its_owner_and_resampled_for_other_players():
    """FAL-3.1, FAL-10.5: J-17; the size stays, and leaders set aside may be in the hand."""
    at = position(hands={"Algol": ["Corsair", "Tactician"], "Regulus": ["Envoy"]})
    assert all(world.hand("Algol") == {"Corsair", "Tactician"} for world in worlds(at, "Algol", 10))
    hands = [world.hand("Algol") for world in worlds(at, "Regulus")]
    assert {len(hand) for hand in hands} == {2}
    assert set().union(*hands) == set(at.leaders)


def test_the_leader_of_a_fleet_is_known_only_to_its_owner():
    """FAL-10.5: All players know whether there is a leader."""
    at = (
        position(hands={"Algol": ["Corsair", "Tactician"]}).send("Algol", "Vega", 2, "Corsair").send("Algol", "Vega", 1)
    )
    for each in worlds(at, "Algol", 10):
        assert [fleet[3] for fleet in each.fleets("Algol")] == ["Corsair", None]
    leaders = [[fleet[3] for fleet in each.fleets("Algol")] for each in worlds(at, "Pavo")]
    assert {second for _, second in leaders} == {None}
    assert {first for first, _ in leaders} == set(at.leaders)


def test_a_redrawn_card_is_in_the_hand_in_every_redeal():
    """FAL-3.3, FAL-10.5: Y-47; it is never with the fleet that left before, nor aside."""
    at = position(hands={"Algol": ["Saboteur"]}, piles={"Algol": ["Corsair", "Underdog"]})
    at.send("Algol", "Vega", 2, "Saboteur")
    assert at.hand("Algol") == {"Corsair"}
    for each in worlds(at, "Pavo"):
        assert each.hand("Algol") == {"Corsair"}
        assert each.fleets("Algol")[0][3] not in ("Corsair", "Underdog")
        assert "Corsair" not in each.cards("Algol", "aside")


def test_the_card_played_last_is_the_leader_of_its_fleet():
    """FAL-3.3, FAL-10.5: A-28; the fleet it went with is public, the card is not."""
    at = position(hands={"Algol": ["Saboteur", "Corsair", "Envoy"]})
    at.send("Algol", "Vega", 2, "Saboteur").send("Algol", "Deneb", 2, "Corsair")
    for each in worlds(at, "Pavo", 40):
        assert each.leaders[each.player("Algol").last_played] == each.fleets("Algol")[1][3]


def test_the_card_played_last_does_not_reveal_a_leader_back_in_the_hand():
    """FAL-11.6, FAL-3.3: A-28"""
    at = position(hands={"Algol": ["Saboteur", "Corsair"]}).send("Algol", "Vega", 2, "Corsair")
    at.next_turn_of("Algol").choose("stop", "arrive Vega")
    assert at.hand("Algol") == {"Saboteur", "Corsair"}
    assert {int(each.player("Algol").last_played) for each in worlds(at, "Pavo", 10)} == {NONE}


def test_a_seen_card_may_lead_a_later_fleet():
    """FAL-10.5: A card seen before the departure is in the hand or with that fleet, never aside."""
    at = position(hands={"Algol": ["Saboteur"]}, piles={"Algol": ["Corsair", "Underdog", "Tactician"]})
    at.send("Algol", "Vega", 2, "Saboteur").send("Algol", "Deneb", 2, "Corsair")
    seconds = [each.fleets("Algol")[1][3] for each in worlds(at, "Pavo")]
    assert {"Corsair", "Underdog"} <= set(seconds)
    assert "Tactician" not in seconds
    for each in worlds(at, "Pavo"):
        assert not {"Corsair", "Underdog"} & each.cards("Algol", "aside")
        assert not {"Corsair", "Underdog"} & {each.fleets("Algol")[0][3]}


def test_a_seen_card_that_fits_only_one_place_lies_there():
    """FAL-10.5: The hand is empty, and the second fleet cannot have the card, so the first fleet has it."""
    fleets = [(0, "A-yellow", 1, "Corsair"), (1, "A-yellow", 1, "Saboteur")]
    at = position(fleets={"Algol": fleets})
    at.player("Algol").seen = at.player("Algol").fleets[1].barred = at.mask(["Corsair"])
    leaders = [[fleet[3] for fleet in each.fleets("Algol")] for each in worlds(at, "Pavo")]
    assert {first for first, _ in leaders} == {"Corsair"}
    assert {second for _, second in leaders} == set(at.leaders) - {"Corsair"}


def test_open_cards_stay():
    """FAL-3.4, FAL-9.3, FAL-17.4: piles, cards on the table, lost leaders."""
    at = position(piles={"Algol": ["Corsair"]}, removed={"Algol": ["Envoy"]}, hands={"Algol": ["Saboteur", "Underdog"]})
    for each in worlds(at, "Pavo", 20):
        assert (each.pile("Algol"), each.cards("Algol", "removed")) == ({"Corsair"}, {"Envoy"})


def test_a_leader_chosen_in_secret_may_be_any_of_the_attackers():
    """FAL-14.4, FAL-14.3: E-6; this holds for the Defender until both have chosen."""
    at = battle([(3, "Grand Admiral"), (3, "Corsair")], 8, hand=["Saboteur"]).choose("lead Corsair")
    assert at.prompt == ("Regulus", "defence")
    assert {int(each.state.sent) for each in worlds(at, "Regulus")} == {1, 2}
    assert {int(each.state.sent) for each in worlds(at, "Algol", 10)} == {2}


def test_leaders_revealed_in_the_round_stay():
    """FAL-14.4"""
    at = battle([(6, "Corsair")], 4, hand=["Saboteur", "Envoy"]).choose("lead Saboteur")
    for each in worlds(at, "Pavo", 20):
        assert each.state.leaders.tolist() == at.state.leaders.tolist()
        assert not {"Saboteur"} & each.hand("Regulus")


def test_objectives_in_hands_and_deck_are_resampled():
    """FAL-4.1, FAL-6.3: The seat's objective and the open ones stay."""
    at = position(objectives={"Algol": "Crown Taken", "Regulus": "Two Fronts"})
    positions = worlds(at, "Algol")
    assert {each.objective("Algol") for each in positions} == {"Crown Taken"}
    assert len({each.objective("Regulus") for each in positions}) == 18
    assert len({each.deck[0] for each in positions}) == 18
    assert {frozenset(each.open) for each in positions} == {frozenset({"Armada"})}


def test_an_objective_put_under_the_deck_by_an_envoy_stays_known():
    """FAL-22.16: Its former owner knows it there and in the hand that draws it; other players know that he knows it."""
    at = position(hands={"Algol": ["Envoy"]}, objectives={"Algol": "Crown Taken"})
    at.choose("stop", "play Envoy")
    assert {each.deck[-1] for each in worlds(at, "Algol", 20)} == {"Crown Taken"}
    for each in worlds(at, "Pavo"):
        bottom = each.objectives.index(each.deck[-1])
        assert each.state.known[bottom] == 1 << at.seat("Algol")
        assert np.count_nonzero(each.state.known) == 1
    at.state.players[1].objective, at.state.deck_count = at.objectives.index("Crown Taken"), at.state.deck_count - 1
    assert {each.objective("Regulus") for each in worlds(at, "Algol", 20)} == {"Crown Taken"}
    assert len({each.objective("Regulus") for each in worlds(at, "Pavo")}) > 10


def test_the_destination_of_a_fleet_is_known_only_to_its_owner():
    """FAL-1.4, FAL-2.2: the plan of a fleet and of a departure in progress; every player sees a hop."""
    at = position().send("Algol", "Vega", 2)
    plans = {int(each.player("Algol").fleets[0].target) for each in worlds(at, "Pavo")}
    assert len(plans) > 40 and not {0, 1} & plans
    assert {int(each.player("Algol").fleets[0].target) for each in worlds(at, "Algol", 10)} == {at.star("Vega")}
    at.choose("depart Algol", "head for Deneb")
    assert len({int(each.state.target) for each in worlds(at, "Pavo")}) > 30
    at = position().choose("depart Algol", "head for Mirfak")
    assert {int(each.state.target) for each in worlds(at, "Pavo", 20)} == {at.star("Mirfak")}


def test_every_hidden_field_changes_over_a_sample():
    """FAL-4.1, FAL-10.5: Only fields declared private or hidden change."""
    changed, rules = set(), tables.load(GAME)
    for seed in range(3):
        for before, _, _, _ in walk(GAME, rules.record, seed, 200):
            before.notes[:] = 5
            other = redealt(GAME, before, rules.record, (before.active + 1) % 4, ANOTHER_WORLD)
            changed |= set(_different(before, other, ""))
    assert changed <= {*hidden.PRIVATE, *hidden.HIDDEN_FIELDS}
    assert changed >= {*hidden.PRIVATE, *hidden.HIDDEN_FIELDS} - {"sent", "known", "landed.leader", "target", "drawn"}


def _different(one, two, prefix):
    for name in one.dtype.names:
        kind = one.dtype[name]
        if kind.base.names and kind.shape:
            for a, b in zip(one[name].ravel(), two[name].ravel(), strict=True):
                yield from _different(a, b, f"{prefix}{name}.")
        elif np.asarray(one[name]).tobytes() != np.asarray(two[name]).tobytes():
            yield prefix + name


def _reads_hands(state, rules, options, weights, scores):
    scores[:] = float(state.players[(state.actor + 1) % rules.seats].hand % 997)


def _reads_leaders(state, rules, options, weights, scores):
    scores[:] = 0.0
    for seat in range(rules.seats):
        for fleet in state.players[seat].fleets:
            scores[:] += fleet.leader * (seat != state.actor)


def _reads_objectives(state, rules, options, weights, scores):
    scores[:] = float(state.players[(state.actor + 1) % rules.seats].objective)


def _reads_the_deck(state, rules, options, weights, scores):
    scores[:] = float(state.deck[state.deck_top])


@pytest.mark.parametrize("cheat", [_reads_hands, _reads_leaders, _reads_objectives, _reads_the_deck])
def test_planted_cheats_are_caught(cheat):
    """Planted strategies read another player's hand, the leader of a fleet, an objective, or the next card."""
    rules, weights = tables.load(GAME), np.zeros(MAX_WEIGHTS)
    caught = [not sees_the_same(GAME, cheat, weights, before, rules.record)
              for before, _, _, _ in walk(GAME, rules.record, 1, 150)]  # fmt: skip
    assert any(caught)
