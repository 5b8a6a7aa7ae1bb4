"""Technologies: their Owner, the players who know them, and their points (IAM-6)."""

from itertools import product

import pytest

from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.state import CHECK_DICE
from starbalance.simulator.games.interstellar_ambitions.word import Market
from tests.interstellar_ambitions.battle import fight, front
from tests.interstellar_ambitions.table import Table, bare_table

CARTELS, DRONES = "SHADOW CARTELS", "FIELD REPAIR DRONES"


def researching(token="research strong", shown=(CARTELS, DRONES, "HEAVY WEAPONS"), science=20, **more):
    """Seat 0 with these technologies face up begins a RESEARCH action."""
    at = bare_table(**more).put(0, token).give(0, science=science).show_technologies(*shown)
    return at.turn(0).choose("advance plans", *([] if "ultimate" in token else ["done"]), f"act {token}")


def owner(at, technology):
    """Return the seat of the Owner, or NONE."""
    return int(at.state.technology_owner[at.technologies.index(technology)])


def steal(at, thief, technology):
    """A player acquires a technology of seat 1 by a card."""
    at.deal(thief, "Acquire Secrets").turn(thief).force(CHECK_DICE, 6)
    return at.choose("play Acquire Secrets", "opponent 1", f"technology {technology}")


def points(at, seat):
    """Return the points of a player for technologies."""
    return int(at.finish().seats[seat].vp_technologies)


def test_a_technology_is_gained_by_research():
    """IAM-6.1, IAM-6.2: The first player to research it is its Owner."""
    at = researching().choose(f"research {CARTELS}")
    assert at.known(0) == [CARTELS]
    assert (owner(at, CARTELS), owner(at, DRONES)) == (0, NONE)
    assert points(at, 0) == 2


def test_a_technology_is_gained_by_a_shadow_card():
    """IAM-6.1, IAM-6.4: It is acquired: it has its effect, but only the Owner has its points."""
    at = steal(bare_table().teach(1, CARTELS), 0, CARTELS)
    assert at.known(0) == at.known(1) == [CARTELS]
    assert owner(at, CARTELS) == 1
    assert (points(at, 0), points(at, 1)) == (0, 2)


def test_a_technology_is_gained_as_a_spoil():
    """IAM-6.1, IAM-6.4: of a won INVADE."""
    at = front(["Battleship"], ["Strike Craft"]).teach(1, CARTELS)
    fight(at, "invade 1", combat=(1, 1, 1, 1, 1))
    at.choose("acquire technology", f"technology {CARTELS}")
    assert at.known(0) == at.known(1) == [CARTELS]
    assert (owner(at, CARTELS), points(at, 0), points(at, 1)) == (1, 0, 2)


def test_an_owner_stays_the_owner():
    """IAM-6.2, IAM-6.6: Two other players have acquired it, and none of the three can lose it."""
    at = steal(steal(bare_table().teach(1, CARTELS), 0, CARTELS), 2, CARTELS)
    for seat in (2, 0, 1):
        at.turn(seat)
        assert CARTELS in at.known(seat)
        assert owner(at, CARTELS) == 1
    assert [points(at, seat) for seat in range(3)] == [0, 2, 0]


@pytest.mark.parametrize("technology", ["PLANETARY ECONOMICS", "SHADOW CARTELS", "URBAN PLANNING", "HEAVY WEAPONS"])
def test_only_the_owner_scores_a_technology(technology):
    """IAM-6.3: 1, 2, 4 or 6 points."""
    at = bare_table().teach(1, technology).teach(0, technology)
    worth = {"PLANETARY ECONOMICS": 1, "SHADOW CARTELS": 2, "URBAN PLANNING": 4, "HEAVY WEAPONS": 6}[technology]
    assert (points(at, 0), points(at, 1)) == (0, worth)


def test_acquired_technologies_have_their_effect():
    """IAM-6.4, IAM-6.6: from that moment: SHADOW CARTELS acquired in step 1 shows a third card in step 3."""
    at = bare_table().teach(1, CARTELS).put(0, "shadow basic").give(0, coins=3)
    steal(at, 0, CARTELS).choose("advance plans", "done", "act shadow basic")
    assert at.state.looked_at == 3


def test_without_the_technology_there_is_no_effect():
    """IAM-6.4: two cards."""
    at = bare_table().teach(1, CARTELS).put(0, "shadow basic").give(0, coins=3).turn(0)
    at.choose("advance plans", "done", "act shadow basic")
    assert at.state.looked_at == 2


def test_a_player_knows_a_technology_at_most_once():
    """IAM-6.5: A technology known to both cannot be acquired, by card or as a spoil; it counts once."""
    at = bare_table().teach(1, CARTELS, DRONES).teach(0, CARTELS)
    at.deal(0, "Acquire Secrets").turn(0).choose("play Acquire Secrets", "opponent 1")
    assert at.options == [f"technology {DRONES}"]
    at = front(["Battleship"], ["Strike Craft"]).teach(1, CARTELS, DRONES).teach(0, CARTELS)
    fight(at, "invade 1", combat=(1, 1, 1, 1, 1)).choose("acquire technology")
    assert at.options == [f"technology {DRONES}"]


def test_several_players_may_know_a_technology():
    """IAM-6.5: All three yield 2 coins more by PLANETARY ECONOMICS."""
    at = bare_table().teach(0, "PLANETARY ECONOMICS").teach(1, "PLANETARY ECONOMICS").teach(2, "PLANETARY ECONOMICS")
    for seat in range(3):
        at.turn(seat).choose("produce", *["take food"] * 4)
        assert at.resources(seat) == {"food": 4, "coins": 2}


def test_a_researched_technology_works_at_once():
    """IAM-6.6: UNIFIED SCIENCE makes the second technology of the same action 2 science cheaper."""
    at = researching("research ultimate", ("UNIFIED SCIENCE", "HEAVY WEAPONS")).choose("done")
    at.choose("research UNIFIED SCIENCE")
    assert at.resources(0) == {"science": 20 - 7}
    at.choose("research HEAVY WEAPONS")
    assert at.resources(0) == {"science": 20 - 7 - 5}


def test_knowledge_is_never_lost():
    """IAM-6.6: not even with all planets but the last, all ships, all cards and all resources."""
    at = bare_table().teach(0, CARTELS).settle(0, "Loam", 1)
    at.leave(0, at.home(0)).turn(0).choose("produce", "plan", "done")
    assert at.known(0) == [CARTELS]
    assert (owner(at, CARTELS), points(at, 0)) == (0, 2)


def test_there_is_no_limit_to_technologies():
    """IAM-6.7: A player may know all thirty, and score 102 points."""
    at = bare_table()
    at.teach(0, *at.technologies)
    assert len(at.known(0)) == 30
    assert points(at, 0) == 102


def test_a_researched_technology_leaves_its_slot():
    """The slot is filled again; the technology is in neither deck nor discards, and cannot be researched again.

    IAM-6.8.
    """
    at = researching().choose(f"research {CARTELS}")
    left, gone = int(at.state.technologies_left), int(at.state.technologies_discarded)
    number = at.technologies.index(CARTELS)
    assert CARTELS not in at.market(Market.TECHNOLOGY)
    assert len(at.market(Market.TECHNOLOGY)) == 4
    assert number not in at.state.technology_deck[:left]
    assert number not in at.state.technology_discard[:gone]


@pytest.mark.parametrize("setup", ["players3", "players6"])
def test_every_player_begins_with_one_start_technology(setup):
    """IAM-6.9: He is its Owner, and it has one point."""
    at = Table(setup)
    for seat in range(at.rules.seats):
        (name,) = at.known(seat)
        assert at.document["technologies"][name]["start"]
        assert (owner(at, name), points(at, seat)) == (seat, 1)


def test_prices_follow_from_points():
    """IAM-6.10: cost 4 with 2 points, 6 with 4, 8 with 6, eight of each; six START technologies of one point."""
    numbers = [(each["start"], each["cost"], each["vp"]) for each in bare_table().document["technologies"].values()]
    assert sorted(numbers) == sorted([(False, *pair) for pair in [(4, 2), (6, 4), (8, 6)] * 8] + [(True, 3, 1)] * 6)


@pytest.mark.parametrize(("level", "technology"), list(product(
    ["basic", "moderate", "strong"], ["PLANETARY ECONOMICS", "SHADOW CARTELS", "URBAN PLANNING", "HEAVY WEAPONS"]
)))  # fmt: skip
def test_planning_levels_limit_the_points_of_a_technology(level, technology):
    """IAM-6.10: at most 2 at BASIC, 4 at MODERATE."""
    worth = {"PLANETARY ECONOMICS": 1, "SHADOW CARTELS": 2, "URBAN PLANNING": 4, "HEAVY WEAPONS": 6}[technology]
    at = researching(f"research {level}", (technology,))
    assert (f"research {technology}" in at.options) == (worth <= {"basic": 2, "moderate": 4, "strong": 99}[level])
