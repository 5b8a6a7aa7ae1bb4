"""The components that options use: leaders, objectives, departures, attacks."""

from tests.four_thousand_ad_leaders.table import battle, position

BESIDE = {"Algol": {"Algol": 9, "Denebola": 3}, "Regulus": {"Regulus": 2}}


def number_of(at, name):
    return (at.leaders if name in at.leaders else at.objectives).index(name)


def test_a_leader_is_used_for_its_ability():
    """FAL-3.4, FAL-9.4: from the hand, or lost in hyperspace, which is a recovery."""
    at = position(stars=BESIDE, hands={"Algol": ["Quartermaster"]}, removed={"Algol": ["Quartermaster"]})
    assert at.using("used", number_of(at, "Quartermaster")) == ["supply Algol", "supply Algol of the lost"]
    assert at.using("used", number_of(at, "Navigator")) == []
    assert at.using("recoveries") == ["supply Algol of the lost"]


def test_a_leader_is_used_by_a_departure_with_it():
    """FAL-10.5"""
    at = position(stars=BESIDE, hands={"Algol": ["Corsair", "Tactician"]})
    at.choose("depart Denebola", "head for Vega", "embark 2")
    assert at.using("led", number_of(at, "Corsair")) == ["lead Corsair"]


def test_departures_hops_and_attacks():
    """FAL-10.1, FAL-11.5, FAL-12.1, FAL-20.3: A hop arrives at its star at once, a longer journey does not."""
    at = position(stars=BESIDE)
    assert at.using("departures") == ["depart Algol", "depart Denebola"]
    at.choose("depart Denebola")
    assert at.using("hops") == at.using("attacks") == at.using("captures") == ["head for Regulus"]
    at = position(stars=BESIDE).choose("depart Algol")
    assert (at.using("hops"), at.using("attacks")) == (["head for Mirfak"], [])


def test_an_arrival_may_be_an_attack():
    """FAL-12.1: at an enemy star or an enemy home."""
    stars = {"Algol": {"Algol": 9}, "Regulus": {"Regulus": 2, "Vega": 1}}
    at = position(stars=stars, fleets={"Algol": [(0, "A-yellow", 4, None)]}).choose("stop")
    assert at.prompt == ("Algol", "arrival")
    assert at.using("attacks") == ["arrive Vega"]
    assert at.using("captures") == []


def test_ships_are_withdrawn():
    """FAL-17.1: A withdrawal of 0 ships does not count."""
    at = battle([(6, None)], 3)
    while at.prompt[1] != "withdrawal":
        at.choose(at.options[0])
    assert at.using("withdrawals") == [words for words in at.options if words != "withdraw 0"] != []


def test_an_objective_is_claimed():
    """FAL-19.1, A-32"""
    at = position(stars={"Algol": {"Algol": 18, "Vega": 12}}, table=["Grand Fleet"], claim_costs_ship=True)
    at.choose("stop")
    assert at.using("claimed", number_of(at, "Grand Fleet")) == ["claim Grand Fleet"]
    assert at.using("claimed", number_of(at, "Armada")) == []
