"""What a careful player of A Handful of Stars does in positions in which much is at stake."""

from dataclasses import replace

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games.handful_of_stars.state import Kind
from starbalance.strategies.handful_of_stars.judgement.features import (
    expected_defence,
    hop_fleets,
    rivalry,
    survey_row,
)
from starbalance.strategies.handful_of_stars.judgement.fighting import is_outbid, own_potential
from starbalance.strategies.handful_of_stars.judgement.planning import battery_after, plan_move
from starbalance.strategies.handful_of_stars.judgement.valuation import colonising_worth, discard_worth, look
from tests.contract.worlds import listed, scores_of, weights_of
from tests.handful_of_stars.battle import battle, frontier
from tests.handful_of_stars.table import GAME, bare_table

SENSIBLE, OF_FOUR = (find_strategy(GAME, "sensible").at(GAME, tables.load(GAME, f"players{n}")) for n in (2, 4))
CARDS = ["Hap", "Ashfall", "Kiln", "Jarrow", "Irongyre", "Embermoor"]  # of a hand that the attacker does not see


def choice(at, strategy=SENSIBLE):
    """The words of what `sensible` chooses."""
    options = listed(GAME, at.state, at.rules)
    scores = scores_of(strategy.score(GAME), weights_of(strategy), at.state.copy(), at.rules, options)
    return at.options[int(scores.argmax())]


def survey_of(at, seat=0, strategy=SENSIBLE):
    """What `sensible` has in mind for a seat."""
    survey = zeros(1, survey_row)[0]
    look(at.state, at.rules, seat, weights_of(strategy), survey)
    return survey


def behind(defender):
    """An attack of two fleets on two: player 0 lacks a point, has two of matter, and must respond."""
    at = battle(2, (2, 0), attacker={"hand": ["Shipyard"]}, defender={"hand": defender})
    return at.choose("no")


def test_an_attacker_who_only_just_comes_ahead_of_a_full_hand_is_outbid():
    """HOS-7.13: a defender with six cards answers, and what was spent is lost; one without any cannot."""
    for hand, outbid in ((CARDS, True), ([], False)):
        at = behind(hand)
        assert is_outbid(at.state, at.rules, 0, 0, survey_of(at)) == outbid


def test_he_does_bid_where_there_is_no_answer():
    """HOS-7.14."""
    assert choice(behind([])) == "spend Shipyard for matter"


def test_front_up_counters_are_part_of_what_a_side_can_add():
    """HOS-7.20: both sides pay with counters too."""
    at = behind([])
    before = own_potential(at.state, at.rules, 0)
    assert own_potential(at.give_counters(0, "matter_2").state, at.rules, 0) == before + 2
    assert own_potential(at.give_counters(0, "matter_2", down=["matter_2"]).state, at.rules, 0) == before


def held(**piles):
    """Player 1 holds Lyssa with a fleet, next to two fleets of player 0, who is on turn."""
    at = bare_table().place(0, "Kelmar", 2, marker="colony").place(1, "Lyssa", 1, marker="outpost")
    return at.deal(1, hand=CARDS, **piles).turn(0)


def defence(at, strategy=SENSIBLE):
    """The strength that player 0 expects of Lyssa."""
    return expected_defence(at.state, at.rules, 1, at.space("Lyssa"), survey_of(at, strategy=strategy))


def test_mass_armies_make_a_stronger_defence():
    """HOS-17.15: population counts too."""
    assert defence(held(two=["Mass Armies"])) > defence(held(two=["Culture"]))


def test_a_defence_is_stronger_late_in_the_game():
    """Decks have more weapons then."""
    early, late = held(), held()
    late.state.shuffles = late.rules.trigger - 1
    assert defence(late) > defence(early)


def test_cards_that_pay_for_the_move_do_not_fight():
    """HOS-4.3: Frostgate gives energy or matter; Star Drive gives energy alone."""
    mixed, apart = held(), held()
    mixed.deal(0, hand=["Frostgate", "Shipyard"])
    apart.deal(0, hand=["Star Drive", "Shipyard"])
    mixed, apart = survey_of(mixed), survey_of(apart)
    assert mixed.battery - battery_after(mixed, 2) > apart.battery - battery_after(apart, 2) == 0.0


@pytest.mark.parametrize(("each", "research", "fleets"), [(1, 1, 1), (2, 5, 2), (2, 9, 3), (0, 0, 3)])
def test_fleets_hop_as_far_as_the_research_goes_and_all_where_it_costs_none(each, research, fleets):
    at, survey = bare_table(hop_research=each).lay(Arkanis=0), zeros(1, survey_row)[0]
    survey.hoppers = 3
    assert hop_fleets(at.state, at.rules, at.space("Arkanis"), research, survey) == fleets


def test_what_a_player_has_thrown_away_does_not_fight():
    """HOS-3.7: it comes back with the next shuffle; hand and draw deck are for all to count."""
    weapons, others = ["Cinder", "Bleakwater", "Shipyard"], ["Drossen", "Academy", "Helion"]
    armed, spent = held(), held()
    armed.deal(1, hand=CARDS, draw=weapons, discard=others)
    spent.deal(1, hand=CARDS, draw=others, discard=weapons)
    assert defence(armed, OF_FOUR) > defence(spent, OF_FOUR)


def settled():
    """Player 0 has just founded a colony on Lyssa and picks one of four Development counters."""
    at = bare_table().place(0, "Kelmar", 1, marker="home").place(0, "Lyssa", 1).deal(0, hand=["Settlers", "Pellas"])
    at.show_counters("population_2", "research_2", "energy_matter", "matter_2").turn(0)
    at.choose("act colonise", "colony Lyssa")
    while at.asked[1] == "payment":
        at.choose(at.options[0])
    return at


def test_a_counter_with_matter_is_worth_most():
    """HOS-18.3, HOS-7.9b: it waits for a combat; HOS-4.3: of two symbols it supplies one at a time."""
    assert choice(settled()) == "take counter matter_2"


def test_a_colony_next_to_stronger_enemies_is_worth_less():
    """HOS-8.10: it is theirs with the next attack."""
    worths = []
    for fleets in (0, 4):
        at = bare_table().place(0, "Lyssa", 1).place(1, "Kelmar", fleets, marker="colony").turn(0)
        worths.append(colonising_worth(at.state, at.rules, 0, Kind.COLONY, at.space("Lyssa"), survey_of(at)))
    assert worths[0] > worths[1]


def test_late_in_the_game_nobody_far_behind_is_worth_an_attack():
    """HOS-16.6: only who is ahead can still win."""
    at = bare_table("players3").place(0, "Lyssa", marker="home").place(1, "Kelmar", 1, marker="outpost").turn(0)
    early, late = survey_of(at), survey_of(at)
    early.turns, late.turns = 9.0, 0.0
    at.player(0).vp = at.player(1).vp + 20
    worths = [rivalry(at.state, at.rules, 0, 1, each) for each in (early, late)]
    assert worths[0] > worths[1]


def with_weights(strategy=SENSIBLE, **weights):
    """The same with other weights."""
    return replace(strategy, weights={**strategy.weights, **weights})


def cultured():
    """Player 0, in the last turn, has Culture and its Festival in the Reserves and builds a fleet."""
    at = bare_table().place(0, "Kelmar", 1, marker="home")
    at.deal(0, hand=["Shipyard", "Diplomacy"], one=["Culture", "Festival of Culture"]).turn(0)
    at.state.rounds, at.state.trigger_round = 9, 9 - at.rules.final_rounds
    at.state.shuffles = at.rules.trigger
    return at.choose("act build", "build fleet Kelmar", "done")


@pytest.mark.parametrize(("trophy", "lost"), [(0.0, 1), (OF_FOUR.weights["trophy"], 0)])
def test_what_scores_in_a_reserve_does_not_pay_in_the_last_turn(trophy, lost):
    """HOS-17.6, HOS-17.11: a victory point goes with Festival of Culture, none with a card of the hand."""
    at = cultured()
    before = at.vp(0)
    while at.asked == (0, "payment"):
        at.choose(choice(at, with_weights(OF_FOUR, trophy=trophy)))
    assert before - at.vp(0) == lost


@pytest.mark.parametrize(("haul", "origin"), [(0.0, "far"), (SENSIBLE.weights["haul"], "Hap")])
def test_reinforcements_come_by_the_shorter_way(haul, origin):
    """HOS-6.1, HOS-7.9a: each connection costs energy."""
    at = battle(3, (0, 2))
    far = at.system(at.space("Fennar") - 6)
    at.place(0, far, 1, marker="outpost").place(0, "Fennar", marker="outpost").place(0, "Hap", 1, marker="outpost")
    at.deal(0, hand=["Star Drive"]).choose("no")
    assert choice(at, with_weights(haul=haul)) == f"reinforce 1 fleet from {far if origin == 'far' else origin}"


def test_cards_of_research_alone_are_the_first_to_go_round():
    """HOS-12.1: they neither build, settle nor fight."""
    worths = []
    for hand in (["Academy", "Drossen", "Embermoor"], ["Star Drive", "Hap", "Ashfall"]):
        at = bare_table().place(0, "Kelmar", 1, marker="home").deal(0, hand=hand).turn(0)
        worths.append(discard_worth(at.state, at.rules, 0, survey_of(at)))
    assert worths[0] > worths[1] + 2 * SENSIBLE.weights["stale"]


@pytest.mark.parametrize(("converging", "comes"), [(0.0, False), (1.0, True)])
def test_reinforcements_of_several_origins_count_together(converging, comes):
    """HOS-7.9a, HOS-7.10."""
    at = battle(2, (0, 2))
    at.place(0, "Hap", 1, marker="outpost").place(0, "Fennar", 1, marker="outpost").deal(0, hand=["Star Drive", "Husk"])
    at.choose("no")
    assert choice(at, with_weights(converging=converging)).startswith("reinforce") == comes


@pytest.mark.parametrize(("guard", "attacks"), [(1.0, False), (SENSIBLE.weights["guard"], True)])
def test_two_fleets_of_a_colony_need_not_stay_next_to_an_enemy(guard, attacks):
    """HOS-7.9a: what holds a system is what comes to its help; HOS-6.9: fleets that stay take nothing."""
    at = frontier(2, (1, 0)).deal(0, hand=["Star Drive", "Cinder", "Shipyard"]).turn(0)
    strategy = with_weights(guard=guard)
    worth = plan_move(at.state, at.rules, 0, survey_of(at, strategy=strategy))
    assert (worth > 0.0) == attacks
