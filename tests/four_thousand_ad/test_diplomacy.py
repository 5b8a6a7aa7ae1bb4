"""Alliances among independents (`diplomacy`)."""

from starbalance.simulator.games.four_thousand_ad.occupation import are_friends
from starbalance.simulator.games.four_thousand_ad.state import Status
from starbalance.simulator.games.star_field.field import HOMES
from tests.four_thousand_ad.table import position


def table(stars=None, warps=None, pairs=(), **switches):
    """Four independents with diplomacy, Algol to move; the pairs are already allied."""
    at = position(stars=stars, warps=warps, diplomacy=True, **switches)
    for one, two in pairs:
        bind(at, one, two)
    return at


def bind(at, one, two):
    """Make two homes allied."""
    a, b = at.seat(one), at.seat(two)
    at.state.allied |= (1 << (HOMES * a + b)) | (1 << (HOMES * b + a))


def allied(at, one, two):
    return bool(are_friends(at.state, at.rules, at.seat(one), at.seat(two)))


def test_without_the_switch_there_is_no_negotiation():
    """FAD-24.1: diplomacy = false."""
    assert position().prompt == ("Algol", "departure")


def test_a_player_may_propose_an_alliance_and_the_other_answers():
    """FAD-24.1, D-13, D-14: once a turn; the alliance holds if the answer is yes."""
    at = table()
    assert at.prompt == ("Algol", "alliance")
    assert at.options == ["no", "propose Regulus", "propose Antares", "propose Pavo"]
    at.choose("propose Pavo")
    assert at.prompt == ("Pavo", "answer_alliance")
    at.choose("yes")
    assert allied(at, "Algol", "Pavo")
    assert at.options == ["no", "end alliance Pavo"]
    at = table().choose("propose Pavo", "no")
    assert not allied(at, "Algol", "Pavo")
    assert at.options == ["no"]


def test_an_alliance_can_be_ended_without_warning():
    """FAD-24.1."""
    at = table(pairs=[("Algol", "Pavo")]).choose("end alliance Pavo")
    assert not allied(at, "Algol", "Pavo")


def test_an_alliance_stays_secret_until_a_co_operative_action():
    """FAD-24.2: the first shared star reveals it."""
    at = table({"Pavo": {"Vega": 2}}, {"Algol": [(1, "A-yellow", 3)]}, [("Algol", "Pavo")])
    assert at.state.revealed == 0
    at.choose("no").choose("arrive Vega")
    assert at.state.revealed == at.state.allied != 0


def test_allies_share_stars_and_their_resources():
    """FAD-24.3; FAD-18.1, FAD-18.3: There is no battle; the allies decide on drawing the resources."""
    at = table({"Pavo": {"Vega": 2}}, {"Algol": [(1, "A-yellow", 3)]}, [("Algol", "Pavo")]).choose("no", "arrive Vega")
    assert (at.ships("Algol", "Vega"), at.ships("Pavo", "Vega")) == (3, 2)
    assert at.prompt == ("Pavo", "resources")


def test_allies_arrive_together_on_the_turn_of_one_ally():
    """FAD-24.3; FAD-18.12, I-5: the partner's warp is advanced early and leaves the path by arriving."""
    warps = {"Algol": [(1, "A-yellow", 6)], "Pavo": [(5, "J-red", 6)]}
    at = table({"Regulus": {"Vega": 11}}, warps, [("Algol", "Pavo")]).choose("no")
    at.choose("combine Vega with Pavo", "join", "join")
    assert (at.ships("Algol", "Vega"), at.ships("Pavo", "Vega"), at.ships("Regulus", "Vega")) == (6, 6, 0)
    assert at.warps("Pavo") == []


def test_ships_that_fought_on_an_allys_turn_may_depart_on_their_players_turn():
    """FAD-24.3; FAD-10.3."""
    warps = {"Algol": [(1, "A-yellow", 6)], "Pavo": [(5, "J-red", 6)]}
    at = table({"Regulus": {"Vega": 11}}, warps, [("Algol", "Pavo")]).choose("no")
    at.choose("combine Vega with Pavo", "join", "join")
    at.wait_for("Pavo", "departure")
    assert "depart Vega" in at.options


def test_an_attack_on_an_ally_needs_an_end_of_the_alliance_first():
    """FAD-24.4, FAD-24.5: an ally's star is joined, not attacked; after the end it is attacked."""
    warps = {"Algol": [(1, "A-yellow", 3)]}
    at = table({"Pavo": {"Vega": 2}}, warps, [("Algol", "Pavo")]).choose("end alliance Pavo", "no", "arrive Vega")
    assert (at.ships("Algol", "Vega"), at.ships("Pavo", "Vega")) == (3, 0)


def test_an_attack_on_a_star_shared_by_an_ally_ends_the_alliance():
    """FAD-24.4, A-31: Algol attacks Pavo and Regulus at one star; the alliance with Pavo ends."""
    stars = {"Pavo": {"Vega": 2}, "Regulus": {"Vega": 2}}
    pairs = [("Algol", "Pavo"), ("Pavo", "Regulus")]
    at = table(stars, {"Algol": [(1, "A-yellow", 5)]}, pairs).choose("no", "arrive Vega")
    assert (at.ships("Algol", "Vega"), at.ships("Pavo", "Vega"), at.ships("Regulus", "Vega")) == (5, 0, 0)
    assert not allied(at, "Algol", "Pavo")
    assert at.state.treacheries == 1


def test_fleets_at_one_star_keep_the_peace_after_the_alliance():
    """Former allies are at Vega; Algol may bring more ships, but not attack; both defend as one force.

    FAD-24.5, A-34.
    """
    stars = {"Pavo": {"Vega": 2}, "Algol": {"Vega": 1, "Algol": 14}}
    at = table(stars, {"Algol": [(1, "A-yellow", 9)]}, [("Algol", "Pavo")])
    at.choose("end alliance Pavo", "no", "arrive Vega")
    assert (at.ships("Algol", "Vega"), at.ships("Pavo", "Vega")) == (10, 2)


def test_a_third_player_attacks_both_fleets_of_a_shared_star():
    """FAD-24.5, A-31: Regulus, not allied, meets 10 + 2."""
    stars = {"Pavo": {"Vega": 2}, "Algol": {"Vega": 10, "Algol": 5}}
    for ships, may in ((12, False), (13, True)):
        at = table(stars, {"Regulus": [(1, "C-yellow", ships)]}, [("Algol", "Pavo")], first="Regulus").choose("no")
        assert ("arrive Vega" in at.options) == may


def test_a_home_retaken_only_by_an_ally_is_not_saved():
    """FAD-24.6, A-33: Pavo beats Regulus at Algol's home and holds it, until a ship of Algol comes there."""
    stars = {"Algol": {"Algol": 0, "Mirfak": 2}, "Regulus": {"Algol": 3}}
    at = table(stars, {"Pavo": [(4, "J-red", 5)]}, [("Algol", "Pavo")], first="Pavo").choose("no")
    at.wait_for("Pavo", "arrival").choose("arrive Algol")
    assert at.controller("Algol") == "Pavo"
    at.wait_for("Algol", "alliance").choose("no").wait_for("Algol", "departure").choose(
        "depart Mirfak", "head for Algol"
    )
    at.choose("yes") if at.prompt[1] == "permission" else None
    at.choose("embark 1")
    assert at.controller("Algol") == "Algol"


def test_allied_forces_withdraw_together():
    """FAD-24.7, A-35: Pavo's 2 ships at Algol's home leave in Regulus' withdrawal."""
    stars = {
        "Algol": {"Algol": 0, "Denebola": 9},
        "Regulus": {"Regulus": 0, "Algol": 3, "Spica": 1},
        "Pavo": {"Algol": 2},
    }
    at = table(stars, pairs=[("Regulus", "Pavo")]).choose("no").depart("Denebola", "Regulus", 9).choose("yes", "yes")
    at.wait_for("Regulus", "alliance").choose("no", "depart Algol", "head for Vega", "embark 3")
    assert at.options == ["lend 2"]
    at.choose("lend 2")
    assert (at.ships("Regulus", "Algol"), at.ships("Pavo", "Algol")) == (0, 0)
    assert at.controller("Algol") == "Algol"


def test_allies_win_or_lose_separately():
    """FAD-24.8, FAD-23.3: Algol and Pavo are the last two players and allied, and the game continues."""
    at = table(pairs=[("Algol", "Pavo")])
    for home in ("Regulus", "Antares"):
        at.player(home).status = Status.ELIMINATED
        at.player(home).ships[:] = 0
    at.end_turn().end_turn()
    assert not at.state.over


def test_the_lent_ships_of_an_eliminated_player_become_the_movers():
    """A-30: Algol is eliminated while 2 of his ships travel with Pavo."""
    stars = {"Algol": {"Algol": 0, "Mirfak": 2}, "Regulus": {"Algol": 3}}
    at = table(stars, {"Pavo": [(2, "J-red", 4)]}, first="Algol")
    warp = at.player("Pavo").warps[0]
    warp.lent, warp.partner = 2, at.seat("Algol")
    at.choose("no").choose("stay")
    assert (int(warp.ships), int(warp.lent), int(warp.partner)) == (6, 0, -1)


def test_the_fleet_of_an_eliminated_player_goes_to_the_player_at_its_star():
    """FAD-22.5: Algol, eliminated at the end of this turn, shares Vega with Pavo."""
    stars = {"Algol": {"Algol": 0, "Vega": 2}, "Regulus": {"Algol": 3}, "Pavo": {"Vega": 4}}
    at = table(stars, pairs=[("Algol", "Pavo")], first="Algol").choose("no", "stay")
    assert at.player("Algol").status == Status.ELIMINATED
    assert (at.ships("Algol", "Vega"), at.ships("Pavo", "Vega")) == (0, 6)
    assert at.state.surrendered[at.star("Vega")] == 0
    assert at.player("Pavo").inherited == 2
    assert at.homes[at.state.first[at.star("Vega")]] == "Pavo"


def test_a_combined_fleet_may_not_come_to_a_star_that_its_mover_shares():
    """FAD-24.5, A-31: Algol's warp carries ships of Regulus; at Vega Algol has ships together with Pavo."""
    stars = {"Pavo": {"Vega": 2}, "Algol": {"Vega": 1, "Algol": 14}}
    for lent in (0, 1):
        at = table(stars, {"Algol": [(1, "A-yellow", 9)]}, [("Algol", "Pavo"), ("Algol", "Regulus")])
        if lent:
            warp = at.player("Algol").warps[0]
            warp.lent, warp.partner = 1, at.seat("Regulus")
        at.choose("no")
        assert ("arrive Vega" in at.options) == (lent == 0)


def test_an_ally_at_an_empty_home_does_not_take_it():
    """A-29: Pavo comes, with permission, to Algol's empty home; Algol still possesses it."""
    stars = {"Algol": {"Algol": 0, "Mirfak": 2}}
    at = table(stars, {"Pavo": [(4, "J-red", 5)]}, [("Algol", "Pavo")], first="Pavo").choose("no")
    at.wait_for("Pavo", "arrival").choose("arrive Algol", "yes")
    assert at.ships("Pavo", "Algol") == 5
    assert at.controller("Algol") == "Algol"
