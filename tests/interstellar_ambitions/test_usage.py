"""The components that options use: actions, technologies, ambitions, shadow cards, attacks."""

from tests.interstellar_ambitions.battle import act, front
from tests.interstellar_ambitions.table import Table, bare_table
from tests.interstellar_ambitions.test_ambitions import STATES, drawn, rest
from tests.interstellar_ambitions.test_check import FILLERS, SABOTAGE, against
from tests.interstellar_ambitions.test_research import academy
from tests.interstellar_ambitions.test_spoils import position, won_over


def learning(at, name, column="known"):
    """Return the options that bring a player a technology, or lead only to it."""
    return at.using(column, at.technologies.index(name))


def playing(at, name):
    return at.using("played", at.cards.index(name))


def acting(*tokens):
    """Seat 0 has tokens and chooses its action."""
    at = bare_table().put(0, *tokens).turn(0)
    return until_action(at)


def until_action(at):
    at.choose("advance plans")
    return at.choose("done") if at.prompt[1] == "advancing" else at


def test_actions():
    """IAM-13.13: by row, and by level of planning."""
    at = acting("colonise basic", "fleet ultimate")
    assert (at.using("colonises"), at.using("fleets"), at.using("builds")) == (
        ["act colonise basic"],
        ["act fleet ultimate"],
        [],
    )
    assert at.using("basic_actions") == ["act colonise basic"]
    assert at.using("ultimate_actions") == ["act fleet ultimate"]


def test_plans_and_passes():
    """IAM-13.14, IAM-13.15: with and without a token to plan with."""
    at = acting("colonise basic")
    assert (at.using("plans"), at.using("passes")) == (["plan"], [])
    at.state.players[0].pool = 0
    assert (at.using("plans"), at.using("passes")) == ([], ["plan"])


def test_production_and_advances():
    """IAM-13.10: An advance of the setup does not count."""
    at = bare_table().put(0, "colonise basic").turn(0)
    assert at.using("produces") == ["produce"]
    at.choose("advance plans")
    assert at.using("advances") == ["advance colonise basic"]


def test_a_start_technology_is_owned_and_known():
    """IAM-12.3"""
    at = Table(at_setup=True)
    while at.prompt[1] != "start technology":
        at.choose(at.options[0])
    name = at.options[0].removeprefix("start ")
    assert learning(at, name) == learning(at, name, "owned") == [f"start {name}"]


def test_research():
    """IAM-18.1"""
    at = academy("SHADOW CARTELS", "TERRAFORMING").act("research strong")
    assert learning(at, "TERRAFORMING") == learning(at, "TERRAFORMING", "owned") == ["research TERRAFORMING"]
    assert at.using("claimed", at.technologies.index("TERRAFORMING")) == []


def test_claims():
    """IAM-24.1: The column is that of the ambition, for any place in the draw."""
    name = "Harmonious Realm"
    at = rest(STATES[name][0](drawn(name)).turn(0))
    assert at.using("claimed", at.ambitions.index(name)) == [f"claim {name}"]
    assert at.using("claimed", at.ambitions.index("Star Empire")) == []


def test_attacks():
    """IAM-20.2"""
    at = act(front(["Destroyer"], ["Destroyer"]))
    assert at.using("raids") == ["raid 1", "raid 2"]
    assert at.using("invades") == ["invade 1", "invade 2"]


def test_opposing():
    """IAM-13.7: a discard by the opponent; a discard to boost does not count."""
    at = against(SABOTAGE, hand=FILLERS, others=(FILLERS, ()))
    assert (at.prompt[1], at.using("opposed")) == ("boost", [])
    at.choose("done")
    assert at.prompt == (1, "oppose")
    assert at.using("opposed") == [words for words in at.options if words.startswith("discard")] != []


def test_shadow_cards_and_their_checks():
    """IAM-13.3, IAM-8.1"""
    at = bare_table().deal(0, "Petty Theft", "Planetary Plague").settle(1, "Loam", 2).turn(0)
    assert playing(at, "Planetary Plague") == at.using("checks") == ["play Planetary Plague"]
    assert playing(at, "Red Tape") == []


def test_a_theft_of_only_one_possible_technology():
    """IAM-27.17: by a card, of a player, and by its object."""
    at = bare_table().deal(0, "Acquire Secrets").teach(1, "TERRAFORMING").turn(0)
    assert learning(at, "TERRAFORMING") == ["play Acquire Secrets"]
    assert learning(at, "HEAVY WEAPONS") == []
    at.teach(2, "HEAVY WEAPONS", "SHADOW CARTELS")
    assert learning(at, "TERRAFORMING") == []
    at.choose("play Acquire Secrets")
    assert learning(at, "TERRAFORMING") == ["opponent 1"]
    at.choose("opponent 2")
    assert learning(at, "HEAVY WEAPONS") == ["technology HEAVY WEAPONS"]


def test_another_card_steals_no_technology():
    """IAM-13.5"""
    at = bare_table().deal(0, "Planetary Plague").settle(1, "Loam", 2).teach(1, "TERRAFORMING").turn(0)
    assert learning(at, "TERRAFORMING") == []
    at.choose("play Planetary Plague")
    assert learning(at, "TERRAFORMING") == []


def test_a_technology_of_the_defender():
    """IAM-23.3"""
    at = position().teach(1, "TERRAFORMING")
    won_over(at)
    assert learning(at, "TERRAFORMING") == ["acquire technology"]
