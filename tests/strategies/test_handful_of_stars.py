"""Choices of careful players of A Handful of Stars in positions with much at stake."""

from dataclasses import replace

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games.handful_of_stars.state import Kind
from starbalance.strategies.handful_of_stars.evaluation.cards import shelved_value
from starbalance.strategies.handful_of_stars.evaluation.features import (
    expected_defence,
    hop_fleets,
    rivalry,
    survey_row,
)
from starbalance.strategies.handful_of_stars.evaluation.fighting import is_outbid, own_potential
from starbalance.strategies.handful_of_stars.evaluation.planning import battery_after, plan_move
from starbalance.strategies.handful_of_stars.evaluation.valuation import (
    colonising_value,
    discard_value,
    fill_features,
    reserve_value,
)
from tests.contract.worlds import listed, scores_of, weights_of
from tests.handful_of_stars.battle import battle, frontier
from tests.handful_of_stars.table import GAME, bare_table

SENSIBLE, OF_FOUR = (find_strategy(GAME, "sensible").at(GAME, tables.load(GAME, f"players{n}")) for n in (2, 4))
CARDS = ["Hap", "Ashfall", "Kiln", "Jarrow", "Irongyre", "Embermoor"]  # a hand that the attacker does not see


def choice(at, strategy=SENSIBLE):
    """Return the option that `sensible` chooses, in words."""
    options = listed(GAME, at.state, at.rules)
    scores = scores_of(strategy.score(GAME), weights_of(strategy), at.state.copy(), at.rules, options)
    return at.options[int(scores.argmax())]


def survey_of(at, seat=0, strategy=SENSIBLE):
    """Return the position features that `sensible` computes for a seat."""
    survey = zeros(1, survey_row)[0]
    fill_features(at.state, at.rules, seat, weights_of(strategy), survey)
    return survey


def behind(defender):
    """Two fleets attack two: player 0 lacks one point, has two points of matter, and must respond."""
    at = battle(2, (2, 0), attacker={"hand": ["Shipyard"]}, defender={"hand": defender})
    return at.choose("no")


def test_an_attacker_barely_ahead_of_a_full_hand_is_outbid():
    """A defender with six cards answers, and the spent cards are lost; a defender without cards cannot answer.

    HOS-7.13.
    """
    for hand, outbid in ((CARDS, True), ([], False)):
        at = behind(hand)
        assert is_outbid(at.state, at.rules, 0, 0, survey_of(at)) == outbid


def test_an_attacker_responds_if_the_defender_has_no_cards():
    """HOS-7.14."""
    assert choice(behind([])) == "spend Shipyard for matter"


def test_front_up_counters_add_to_the_potential_of_a_side():
    """HOS-7.20: Both sides also pay with counters."""
    at = behind([])
    before = own_potential(at.state, at.rules, 0)
    assert own_potential(at.give_counters(0, "matter_2").state, at.rules, 0) == before + 2
    assert own_potential(at.give_counters(0, "matter_2", down=["matter_2"]).state, at.rules, 0) == before


def held(**piles):
    """Player 1 holds Lyssa with a fleet, next to two fleets of player 0; it is player 0's turn."""
    at = bare_table().place(0, "Kelmar", 2, marker="colony").place(1, "Lyssa", 1, marker="outpost")
    return at.deal(1, hand=CARDS, **piles).turn(0)


def defence(at, strategy=SENSIBLE):
    """Return the strength that player 0 expects of Lyssa."""
    return expected_defence(at.state, at.rules, 1, at.space("Lyssa"), survey_of(at, strategy=strategy))


def test_mass_armies_make_a_stronger_defence():
    """HOS-17.15: They make population count too."""
    assert defence(held(two=["Mass Armies"])) > defence(held(two=["Culture"]))


def test_a_defence_is_stronger_late_in_the_game():
    """Later decks contain more weapons."""
    early, late = held(), held()
    late.state.shuffles = late.rules.trigger - 1
    assert defence(late) > defence(early)


def test_cards_that_pay_for_the_move_do_not_fight():
    """HOS-4.3: Frostgate gives energy or matter; Star Drive gives only energy."""
    mixed, apart = held(), held()
    mixed.deal(0, hand=["Frostgate", "Shipyard"])
    apart.deal(0, hand=["Star Drive", "Shipyard"])
    mixed, apart = survey_of(mixed), survey_of(apart)
    assert mixed.battery - battery_after(mixed, 2) > apart.battery - battery_after(apart, 2) == 0.0


@pytest.mark.parametrize(("cost", "research", "fleets"), [(1, 1, 1), (2, 5, 2), (2, 9, 3), (0, 0, 3)])
def test_research_limits_the_fleets_that_hop(cost, research, fleets):
    at, survey = bare_table(hop_research=cost).lay(Arkanis=0), zeros(1, survey_row)[0]
    survey.hoppers = 3
    assert hop_fleets(at.state, at.rules, at.space("Arkanis"), research, survey) == fleets


def test_discarded_cards_do_not_count_in_a_defence():
    """HOS-3.7: They return with the next shuffle; all players can count hand and draw deck."""
    weapons, harmless = ["Cinder", "Bleakwater", "Shipyard"], ["Drossen", "Academy", "Helion"]
    armed, spent = held(), held()
    armed.deal(1, hand=CARDS, draw=weapons, discard=harmless)
    spent.deal(1, hand=CARDS, draw=harmless, discard=weapons)
    assert defence(armed, OF_FOUR) > defence(spent, OF_FOUR)


def settled():
    """Player 0 has just founded a colony on Lyssa and picks one of four Development counters."""
    at = bare_table().place(0, "Kelmar", 1, marker="home").place(0, "Lyssa", 1).deal(0, hand=["Settlers", "Pellas"])
    at.show_counters("population_2", "research_2", "energy_matter", "matter_2").turn(0)
    at.choose("act colonise", "colony Lyssa")
    while at.prompt[1] == "payment":
        at.choose(at.options[0])
    return at


def test_a_counter_with_matter_has_the_highest_value():
    """It can wait for a combat; HOS-4.3: a counter with two symbols supplies one of them at a time.

    HOS-18.3, HOS-7.9b.
    """
    assert choice(settled()) == "take counter matter_2"


def test_a_colony_next_to_stronger_enemies_has_less_value():
    """HOS-8.10: The next attack would take it."""
    values = []
    for fleets in (0, 4):
        at = bare_table().place(0, "Lyssa", 1).place(1, "Kelmar", fleets, marker="colony").turn(0)
        values.append(colonising_value(at.state, at.rules, 0, Kind.COLONY, at.space("Lyssa"), survey_of(at)))
    assert values[0] > values[1]


def test_late_in_the_game_players_far_behind_are_not_attacked():
    """HOS-16.6: Only a player ahead can still win."""
    at = bare_table("players3").place(0, "Lyssa", marker="home").place(1, "Kelmar", 1, marker="outpost").turn(0)
    early, late = survey_of(at), survey_of(at)
    early.turns, late.turns = 9.0, 0.0
    at.player(0).vp = at.player(1).vp + 20
    values = [rivalry(at.state, at.rules, 0, 1, features) for features in (early, late)]
    assert values[0] > values[1]


def with_weights(strategy=SENSIBLE, **weights):
    """Return the strategy with these weights replaced."""
    return replace(strategy, weights={**strategy.weights, **weights})


def cultured():
    """Player 0, in the last turn, has Culture and its Festival in the Reserves and builds a fleet."""
    at = bare_table().place(0, "Kelmar", 1, marker="home")
    at.deal(0, hand=["Shipyard", "Diplomacy"], one=["Culture", "Festival of Culture"]).turn(0)
    at.state.rounds, at.state.trigger_round = 9, 9 - at.rules.final_rounds
    at.state.shuffles = at.rules.trigger
    return at.choose("act build", "build fleet Kelmar", "done")


@pytest.mark.parametrize(("trophy", "lost"), [(0.0, 1), (OF_FOUR.weights["trophy"], 0)])
def test_scoring_cards_of_a_reserve_do_not_pay_in_the_last_turn(trophy, lost):
    """HOS-17.6, HOS-17.11: Spending Festival of Culture costs a victory point, spending a hand card costs none."""
    at = cultured()
    before = at.vp(0)
    while at.prompt == (0, "payment"):
        at.choose(choice(at, with_weights(OF_FOUR, trophy=trophy)))
    assert before - at.vp(0) == lost


@pytest.mark.parametrize(("haul", "origin"), [(0.0, "far"), (SENSIBLE.weights["haul"], "Hap")])
def test_reinforcements_come_by_the_shorter_way(haul, origin):
    """HOS-6.1, HOS-7.9a: Each connection costs energy."""
    at = battle(3, (0, 2))
    far = at.system(at.space("Fennar") - 6)
    at.place(0, far, 1, marker="outpost").place(0, "Fennar", marker="outpost").place(0, "Hap", 1, marker="outpost")
    at.deal(0, hand=["Star Drive"]).choose("no")
    assert choice(at, with_weights(haul=haul)) == f"reinforce 1 fleet from {far if origin == 'far' else origin}"


def test_cards_with_only_research_are_discarded_first():
    """HOS-12.1: They neither build, colonise nor fight."""
    values = []
    for hand in (["Academy", "Drossen", "Embermoor"], ["Star Drive", "Hap", "Ashfall"]):
        at = bare_table().place(0, "Kelmar", 1, marker="home").deal(0, hand=hand).turn(0)
        values.append(discard_value(at.state, at.rules, 0, survey_of(at)))
    assert values[0] > values[1] + 2 * SENSIBLE.weights["stale"]


@pytest.mark.parametrize(("converging", "comes"), [(0.0, False), (1.0, True)])
def test_reinforcements_of_several_origins_count_together(converging, comes):
    """HOS-7.9a, HOS-7.10."""
    at = battle(2, (0, 2))
    at.place(0, "Hap", 1, marker="outpost").place(0, "Fennar", 1, marker="outpost").deal(0, hand=["Star Drive", "Husk"])
    at.choose("no")
    assert choice(at, with_weights(converging=converging)).startswith("reinforce") == comes


@pytest.mark.parametrize(("guard", "attacks"), [(1.0, False), (SENSIBLE.weights["guard"], True)])
def test_two_fleets_of_a_colony_need_not_stay_next_to_an_enemy(guard, attacks):
    """HOS-7.9a: The force that holds a system includes its reinforcements; HOS-6.9: fleets that stay take no system."""
    at = frontier(2, (1, 0)).deal(0, hand=["Star Drive", "Cinder", "Shipyard"]).turn(0)
    strategy = with_weights(guard=guard)
    value = plan_move(at.state, at.rules, 0, survey_of(at, strategy=strategy))
    assert (value > 0.0) == attacks


def scholar(hand=("Academy", "Embermoor", "Drossen"), one=()):
    """Player 0 has no fleet to move, a hand of cards that supply only research, and no technology to draft."""
    return bare_table("players4").show().place(0, "Kelmar", marker="home").deal(0, hand=hand, one=one).turn(0)


@pytest.mark.parametrize(("shelve", "shelves"), [(0.0, False), (OF_FOUR.weights["shelve"], True)])
def test_cards_with_only_research_go_to_reserve_one(shelve, shelves):
    """HOS-11.1, HOS-3.5: The next draw replaces them in hand, and they can still pay for a technology."""
    at, strategy = scholar(), with_weights(OF_FOUR, shelve=shelve)
    assert (choice(at, strategy) == "act reserve") == shelves
    at.choose("act reserve", "reserve Academy to reserve one")
    assert (choice(at, strategy) != "done") == shelves


@pytest.mark.parametrize(("hand", "one", "shelved"), [(3, 0, 2), (3, 1, 1), (3, 2, 0), (1, 0, 1)])
def test_the_value_of_a_reserve_action_counts_the_cards_that_reserve_one_takes(hand, one, shelved):
    """HOS-11.3: Two."""
    cards = ["Embermoor", "Academy", "Drossen"][:hand]
    at = scholar(cards, ["Star Drive", "Shipyard"][:one])
    survey = survey_of(at, strategy=OF_FOUR)
    card = at.tile("Embermoor")
    assert reserve_value(at.state, at.rules, 0, survey) == shelved * shelved_value(at.state, at.rules, 0, card, survey)


def test_cards_that_build_move_or_colonise_stay_in_hand():
    at = scholar(["Star Drive", "Shipyard", "Settlers"])
    assert reserve_value(at.state, at.rules, 0, survey_of(at, strategy=OF_FOUR)) == 0.0
