"""RESEARCH: the technologies on offer, and their price (IAM-11.13, IAM-11.14, IAM-11.15, IAM-11.16, IAM-18)."""

import pytest

from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.word import Market
from tests.interstellar_ambitions.table import bare_table

FOUR = ("PLANETARY ECONOMICS", "SHADOW CARTELS", "STRATEGIC COMMAND", "TERRAFORMING")  # 1, 2, 4 and 6 points
PLAIN = ("FRONTIER LOGISTICS", "SABOTEUR TRAINING", "URBAN PLANNING", "HEAVY WEAPONS")  # 4, 4, 6 and 8 science


def academy(*technologies, science=30, overrides=None, **switches):
    """Seat 0 has this much science; only these technologies are face up."""
    return bare_table(overrides=overrides, **switches).give(0, science=science).show_technologies(*technologies)


def offered(at):
    """Return the technologies that can be researched."""
    return [words.removeprefix("research ") for words in at.options if words.startswith("research ")]


def science(at):
    return at.resources(0).get("science", 0)


@pytest.mark.parametrize(("level", "number"), [("basic", 2), ("moderate", 3), ("strong", 4)])
def test_a_cell_limits_the_points_of_a_technology(level, number):
    """IAM-11.13, IAM-11.14, IAM-11.15, IAM-18.1: 2 points at most, 4 at most, any."""
    assert offered(academy(*FOUR).act(f"research {level}")) == list(FOUR[:number])


def test_ultimate_has_no_limit_of_points():
    """IAM-11.16, IAM-18.1"""
    assert offered(academy(*FOUR).act("research ultimate", "done")) == list(FOUR)


@pytest.mark.parametrize("level", ["basic", "moderate", "strong"])
def test_one_technology_is_researched(level):
    """IAM-11.13, IAM-11.14, IAM-11.15: The action ends after it."""
    at = academy(*PLAIN).act(f"research {level}", "research SABOTEUR TRAINING")
    assert (at.known(0), at.prompt[1]) == (["SABOTEUR TRAINING"], "end")


@pytest.mark.parametrize(("name", "cost"), [
    ("PLANETARY ECONOMICS", 3), ("FRONTIER LOGISTICS", 4), ("URBAN PLANNING", 6), ("HEAVY WEAPONS", 8),
])  # fmt: skip
def test_a_technology_costs_its_science(name, cost):
    """IAM-18.1, IAM-6.10; A43 a START technology in the deck costs 3."""
    at = academy(name, science=cost).act("research strong", f"research {name}")
    assert (at.known(0), at.resources(0)) == ([name], {})
    assert offered(academy(name, science=cost - 1).act("research strong")) == []


def test_an_unaffordable_research_has_no_effect():
    """IAM-18.1, IAM-13.15; A55"""
    at = academy(*PLAIN, science=3).act("research strong")
    assert at.options == ["done"]
    at.choose("done")
    assert (at.known(0), at.tokens(0), at.market(Market.TECHNOLOGY)) == ([], [], list(PLAIN))


def test_science_may_be_exchanged_for():
    """IAM-18.1, IAM-3.2"""
    at = academy("SABOTEUR TRAINING").give(0, science=3, food=3)
    at.act("research basic", "research SABOTEUR TRAINING", "give food")
    assert (at.known(0), at.resources(0)) == (["SABOTEUR TRAINING"], {})


def test_the_researcher_becomes_owner_and_the_card_leaves_its_slot():
    """IAM-18.2, IAM-18.4: The slot is filled after the action."""
    at = academy(*PLAIN).act("research strong", "research HEAVY WEAPONS")
    assert at.state.technology_owner[at.technologies.index("HEAVY WEAPONS")] == 0
    assert int(at.player(0).owned).bit_count() == 1
    shown = at.market(Market.TECHNOLOGY)
    assert shown[:3] == list(PLAIN[:3])
    assert len(shown) == 4
    assert shown[3] != "HEAVY WEAPONS"


def test_ultimate_researches_two_and_fills_the_slots_after():
    """IAM-11.16, IAM-18.3, IAM-18.4; FX-27: costs 4 and 8 for 3 and 7 science."""
    at = academy(*PLAIN, science=10).act("research ultimate", "done", "research FRONTIER LOGISTICS")
    assert at.prompt == (0, "researching")
    assert at.market(Market.TECHNOLOGY) == list(PLAIN[1:])
    at.choose("research HEAVY WEAPONS")
    assert at.resources(0) == {}
    assert at.known(0) == ["FRONTIER LOGISTICS", "HEAVY WEAPONS"]
    assert len(at.market(Market.TECHNOLOGY)) == 4


def test_a_second_technology_is_optional():
    """IAM-18.3: up to two."""
    at = academy(*PLAIN).act("research ultimate", "done", "research FRONTIER LOGISTICS", "done")
    assert at.known(0) == ["FRONTIER LOGISTICS"]
    assert at.prompt[1] == "end"


def test_the_first_technology_helps_to_research_the_second():
    """IAM-18.2: UNIFIED SCIENCE for 8 - 1, then HEAVY WEAPONS for 8 - 1 - 2."""
    at = academy("UNIFIED SCIENCE", "HEAVY WEAPONS", science=12).act("research ultimate", "done")
    at.choose("research UNIFIED SCIENCE")
    assert science(at) == 5
    at.choose("research HEAVY WEAPONS")
    assert science(at) == 0


def test_ultimate_replaces_technologies_first():
    """IAM-11.16, IAM-18.3; A32 once, A62 all of them; replaced technologies are discarded."""
    at = academy(*PLAIN).act("research ultimate")
    assert at.options == ["done", "replace 0", "replace 1", "replace 2", "replace 3"]
    at.choose("replace 1", "replace 3", "done")
    shown = at.market(Market.TECHNOLOGY)
    assert (shown[0], shown[2], len(shown)) == ("FRONTIER LOGISTICS", "URBAN PLANNING", 4)
    assert not {"SABOTEUR TRAINING", "HEAVY WEAPONS"} & set(shown)
    discards = at.state.technology_discard[: at.state.technologies_discarded].tolist()
    assert [at.technologies[k] for k in discards] == ["SABOTEUR TRAINING", "HEAVY WEAPONS"]
    assert at.prompt == (0, "researching")
    at = academy(*PLAIN).act("research ultimate", *[f"replace {slot}" for slot in range(4)])
    assert not set(PLAIN) & set(at.market(Market.TECHNOLOGY))
    assert at.prompt == (0, "researching")


@pytest.mark.parametrize(("mode", "decision"), [("once", "researching"), ("twice", "replacing")])
def test_a_switch_allows_a_second_replacement_of_technologies(mode, decision):
    """IAM-18.3; A32: replace_mode"""
    at = academy(*PLAIN, replace_mode=mode).act("research ultimate", "replace 0", "done")
    assert at.prompt == (0, decision)


@pytest.mark.parametrize("level", ["basic", "moderate", "strong"])
def test_only_ultimate_replaces_technologies(level):
    """IAM-11.13, IAM-11.14, IAM-11.15"""
    assert academy(*PLAIN).act(f"research {level}").prompt == (0, "researching")


@pytest.mark.parametrize(("least", "paid"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_every_technology_costs_the_minimum(least, paid):
    """IAM-18.1: minimum_cost; 4 science less 2 (T27) less 1 (Precursor Library) less 1 (ULTIMATE)."""
    at = academy("SABOTEUR TRAINING", minimum_cost=least).teach(0, "UNIFIED SCIENCE").settle(0, "Precursor Library", 1)
    at.act("research ultimate", "done", "research SABOTEUR TRAINING")
    assert science(at) == 30 - paid


@pytest.mark.parametrize(("level", "paid"), [("moderate", 3), ("basic", 3)])
def test_discounts_hold_at_every_level(level, paid):
    """IAM-18.1, IAM-4.4: RESEARCH_DISC of Precursor Library, 1 off 4."""
    at = academy("SABOTEUR TRAINING").settle(0, "Precursor Library", 1)
    at.act(f"research {level}", "research SABOTEUR TRAINING")
    assert science(at) == 30 - paid


def test_an_empty_deck_of_technologies_is_refilled_from_the_discards():
    """IAM-18.5"""
    at = academy(*PLAIN).exhaust("technology", "technologies")
    number = int(at.state.technologies_discarded)
    at.act("research strong", "research HEAVY WEAPONS")
    assert len(at.market(Market.TECHNOLOGY)) == 4
    assert (int(at.state.technologies_left), int(at.state.technologies_discarded)) == (number - 1, 0)


def test_without_deck_and_discards_the_slot_stays_empty():
    """IAM-18.5: only START technologies and four others are in play, and all are known or face up."""
    names = [name for name, each in bare_table().document["technologies"].items() if not each["start"]]
    at = bare_table(overrides={f"technologies.{name}.in_deck": False for name in names if name not in PLAIN})
    at.teach(1, *[name for name, each in at.document["technologies"].items() if each["start"]])
    at.give(0, science=9).show_technologies(*PLAIN).act("research strong", "research HEAVY WEAPONS")
    assert at.state.technology_slot[3] == NONE
    assert at.market(Market.TECHNOLOGY) == list(PLAIN[:3])


def test_there_is_no_limit_of_technologies():
    """IAM-18.1, IAM-6.7: A player who knows all other technologies researches the last one."""
    at = academy("HEAVY WEAPONS")
    at.teach(0, *[name for name in at.technologies if name != "HEAVY WEAPONS"])
    at.act("research strong", "research HEAVY WEAPONS")
    assert at.known(0) == at.technologies
