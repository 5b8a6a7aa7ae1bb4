"""Independents: capture of a home, the grace turn, surrender, mutual withdrawal, and the last player left."""

import pytest

from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.four_thousand_ad.production import new_ships
from starbalance.simulator.games.four_thousand_ad.state import Asset, Ended, Status
from starbalance.simulator.games.star_field.field import NONE
from tests.four_thousand_ad.table import GAME, position, sector_id

EMPTY = {"Algol": 0, "Mirfak": 2}


def captured(**switches):
    """Regulus has just come out at Algol's empty home; Algol still has 2 ships at Mirfak, next to it."""
    stars = {"Algol": EMPTY, "Regulus": {"Regulus": 12}}
    at = position(stars=stars, warps={"Regulus": [(2, "C-yellow", 3)]}, first="Regulus", **switches)
    return at.choose("arrive Algol")


def status(at, home):
    return Status(int(at.player(home).status))


def test_losing_the_home_gives_one_more_turn():
    """FAD-20.4, FAD-22.1; X-20: The player is in grace until the end of his next turn, then eliminated."""
    at = captured()
    assert at.controller("Algol") == "Regulus"
    at.end_turn()
    assert status(at, "Algol") == Status.GRACE
    at.wait_for("Algol").end_turn()
    assert status(at, "Algol") == Status.ELIMINATED
    assert at.player("Algol").eliminated_round > 0


def test_the_home_regained_on_the_grace_turn_saves_its_owner():
    """FAD-22.1, FAD-22.2: He uses his normal moves, in this case a hop of all ships against the captor's guard."""
    at = captured()
    at.player("Algol").ships[at.star("Mirfak")] = 9
    at.end_turn().wait_for("Algol", "departure").depart("Mirfak", "Algol", 9)
    at.wait_for("Regulus")
    assert (status(at, "Algol"), at.controller("Algol"), at.player("Algol").rescues) == (Status.ALIVE, "Algol", 1)


def test_the_captor_is_the_last_player_to_capture_the_home():
    """FAD-22.1: After a rescue the next capture counts in the column `captor` and in the round of the fall."""
    stars = {"Algol": EMPTY, "Regulus": {"Regulus": 12}, "Pavo": {"Pavo": 12, "Vega": 3}}
    at = position(stars=stars, warps={"Regulus": [(2, "C-yellow", 1)]}, first="Regulus")
    at.choose("arrive Algol").end_turn()
    assert at.homes[at.player("Algol").captor] == "Regulus"
    at.wait_for("Algol", "departure").depart("Mirfak", "Algol", 2).end_turn()
    assert status(at, "Algol") == Status.ALIVE
    fallen = at.player("Algol").fallen_round
    warp = at.player("Pavo").warps[0]
    warp.space, warp.sector, warp.ships, warp.partner = 4, sector_id("J-red"), 9, NONE
    at.next_turn_of("Pavo").wait_for("Pavo", "arrival").choose("arrive Algol").end_turn()
    assert at.homes[at.player("Algol").captor] == "Pavo"
    assert at.player("Algol").fallen_round == fallen + 1
    assert [int(at.player(home).captures) for home in at.homes] == [0, 1, 0, 1]


def test_a_lost_home_produces_nothing_on_the_grace_turn():
    """FAD-22.2, FAD-13.1: in a production round."""
    at = captured(rounds=3).end_turn().wait_for("Algol", "departure")
    assert at.player("Algol").produced == 0


def test_without_the_grace_turn_a_lost_home_eliminates():
    """FAD-22.1: grace_turn = false."""
    at = captured(grace_turn=False).end_turn()
    assert status(at, "Algol") == Status.ELIMINATED


def test_until_his_grace_turn_is_over_a_players_ships_defend():
    """FAD-22.7: Mirfak holds 2 ships, so 2 enemy ships may not come out there."""
    stars = {"Algol": EMPTY, "Antares": {"Antares": 12}}
    warps = {"Regulus": [(2, "C-yellow", 3)], "Antares": [(6, "L-red", 2)]}
    at = position(stars=stars, warps=warps, first="Regulus").choose("arrive Algol").end_turn()
    assert at.prompt == ("Antares", "arrival")
    assert "arrive Mirfak" not in at.options


@pytest.mark.parametrize(("surrender_exit", "anywhere"), [("legal_distance", False), ("any_star", True)])
def test_fleets_in_hyperspace_come_out_at_a_star_of_the_losers_choice(surrender_exit, anywhere):
    """FAD-22.3, A-06, D-4: at the count of the warp, or anywhere; there is no battle."""
    at = captured(surrender_exit=surrender_exit)
    warp = at.player("Algol").warps[0]
    warp.space, warp.sector, warp.ships = 1, 0, 4
    at.end_turn().wait_for("Algol", "arrival").choose("continue", "stay")
    assert at.prompt == ("Algol", "surrender")
    assert ("surrender Pavo" in at.options) == anywhere
    assert "surrender Vega" in at.options
    at.choose("surrender Vega")
    assert at.state.surrendered[at.star("Vega")] == 4


def test_a_warp_that_left_on_the_grace_turn_comes_out_in_its_sector_of_departure():
    """A-06: It is on space 1."""
    at = captured().end_turn().wait_for("Algol", "departure").depart("Mirfak", "Vega", 2)
    assert at.prompt == ("Algol", "surrender")
    assert at.options == ["surrender Algol", "surrender Mirfak"]


def test_fleets_at_stars_are_surrendered_where_they_stand():
    """FAD-22.4: Each fleet is surrendered at its star; the player has no ships left."""
    at = captured().end_turn().wait_for("Algol", "departure").choose("stay")
    assert at.state.surrendered[at.star("Mirfak")] == 2
    assert at.fleets("Algol") == {}


def test_a_fleet_surrendered_at_another_players_star_is_his_at_once():
    """FAD-22.5, A-07: The loser's warp comes out at a star of Pavo and adds to Pavo's ships."""
    at = captured()
    at.player("Pavo").ships[at.star("Vega")] = 1
    warp = at.player("Algol").warps[0]
    warp.space, warp.sector, warp.ships = 1, 0, 4
    at.end_turn().wait_for("Algol", "arrival").choose("continue", "stay", "surrender Vega")
    assert at.ships("Pavo", "Vega") == 5
    assert at.player("Pavo").inherited == 4


def test_a_fleet_that_comes_out_at_an_empty_home_is_its_owners_at_once():
    """A-27: Pavo possesses his home without a ship, so the surrendered fleet is his."""
    at = captured()
    at.player("Pavo").ships[at.star("Pavo")] = 0
    warp = at.player("Algol").warps[0]
    warp.space, warp.sector, warp.ships = 4, 0, 4
    at.end_turn().wait_for("Algol", "arrival").choose("continue", "stay", "surrender Pavo")
    assert at.ships("Pavo", "Pavo") == 4
    assert at.controller("Pavo") == "Pavo"


def test_surrendered_fleets_at_one_star_add_up():
    """A-07: The warp joins the ships at Mirfak."""
    at = captured()
    at.end_turn().wait_for("Algol", "departure").depart("Mirfak", "Vega", 1).choose("surrender Mirfak")
    assert at.state.surrendered[at.star("Mirfak")] == 2


def test_the_first_to_send_a_ship_takes_a_surrendered_fleet():
    """FAD-22.6: There is no battle; the ships join his."""
    at = captured().end_turn().wait_for("Algol", "departure").choose("stay")
    at.wait_for("Regulus", "departure").depart("Algol", "Mirfak", 1)
    assert at.ships("Regulus", "Mirfak") == 3
    assert at.state.surrendered[at.star("Mirfak")] == 0
    assert at.player("Regulus").inherited == 2


def test_the_home_of_an_eliminated_player_is_an_ordinary_star():
    """FAD-22.12: Once left, it has no owner."""
    at = captured().end_turn().wait_for("Algol", "departure").choose("stay")
    at.wait_for("Regulus", "departure").depart("Algol", "Mirfak", 3)
    assert at.state.population[at.star("Algol")] == 1
    at.next_turn_of("Regulus").wait_for("Regulus", "departure").depart("Mirfak", "Algol", 1)
    assert at.ships("Regulus", "Algol") == 1


def exchange(captor="Regulus", beside="Denebola", players=4, warps=None, **switches):
    """Algol, in grace, hops into its captor's home with 9 ships while the captor holds Algol's home with 3."""
    stars = {"Algol": {"Algol": 0, beside: 9}, captor: {captor: 0, "Algol": 3, "Spica": 1}}
    at = position(stars=stars, warps=warps, first="Algol", **switches)
    if players == 2:
        for home in ("Antares", "Pavo"):
            at.player(home).status = Status.ELIMINATED
            at.player(home).ships[:] = 0
    return at.wait_for("Algol", "departure").depart(beside, captor, 9)


def test_a_player_who_takes_his_captors_home_may_propose_mutual_withdrawal():
    """FAD-22.8, D-5; FAD-22.10, D-6: If it is agreed, neither player is eliminated for now."""
    at = exchange()
    assert at.prompt == ("Algol", "withdrawal")
    at.choose("yes")
    assert at.prompt == ("Regulus", "answer_withdrawal")
    at.choose("yes")
    assert (status(at, "Algol"), status(at, "Regulus")) == (Status.ALIVE, Status.ALIVE)
    assert at.state.withdrawals == 1


@pytest.mark.parametrize("reverts", [True, False])
def test_both_players_leave_each_others_home_on_their_next_turn(reverts):
    """FAD-22.10, FAD-22.11, A-04: a forced departure of all ships; the home always belongs to its owner again."""
    at = exchange(vacated_home_reverts=reverts).choose("yes", "yes").wait_for("Regulus", "departure")
    assert at.options == ["depart Algol"]
    at.choose("depart Algol", "head for Vega")
    assert at.options == ["embark 3"]
    at.choose("embark 3")
    assert at.controller("Algol") == "Algol"
    at.wait_for("Algol", "departure")
    assert at.options == ["depart Regulus"]
    at.depart("Regulus", "Vega", 9)
    assert at.controller("Regulus") == "Regulus"
    assert at.player("Algol").truce == at.player("Regulus").truce == -1


def test_the_withdrawing_player_may_use_a_spare_warp():
    """A-16: Both of his warps are on the path."""
    at = exchange().choose("yes", "yes")
    for slot, space in ((0, 1), (1, 2)):
        warp = at.player("Regulus").warps[slot]
        warp.space, warp.sector, warp.ships, warp.partner, warp.target = space, 2, 1, -1, -1
    at.wait_for("Regulus", "departure").depart("Algol", "Vega", 3)
    assert len(at.warps("Regulus")) == 3


@pytest.mark.parametrize(("spaces", "status_of_algol"), [((1, 2), Status.GRACE), ((1, 2, 3), Status.ELIMINATED)])
def test_a_player_whose_spare_warp_is_in_use_cannot_agree_to_withdraw(spaces, status_of_algol):
    """Regulus has two warps; a third one is the spare warp of a recent withdrawal, and there is no fourth.

    A-16, I-3.
    """
    at = exchange(warps={"Regulus": [(space, "C-yellow", 1) for space in spaces]})
    assert (at.prompt[1] == "withdrawal") == (status_of_algol == Status.GRACE)
    assert status(at, "Algol") == status_of_algol


def test_neither_player_brings_ships_to_either_home_during_the_truce():
    """A-17: A warp of Regulus at Algol's count may not come out at Algol, but may at the other star of the sector."""
    at = exchange(warps={"Regulus": [(2, "C-yellow", 7)]}).choose("yes", "yes").wait_for("Regulus", "arrival")
    assert "arrive Algol" not in at.options
    assert "arrive Mirfak" in at.options


def test_no_hop_leads_back_into_a_home_during_the_truce():
    """A-17, FAD-9.3: Regulus has left Algol's home for its companion star and has a second departure."""
    at = exchange(departures_per_turn=2).choose("stay", "yes", "yes").wait_for("Regulus", "departure")
    at.depart("Algol", "Mirfak", 3)
    assert at.player("Regulus").truce == at.seat("Algol")
    at.choose("depart Mirfak")
    assert "head for Vega" in at.options
    assert "head for Algol" not in at.options


@pytest.mark.parametrize(("guard", "allowed"), [(2, True), (3, False), (4, True)])
def test_a_withdrawal_by_a_hop_needs_an_unequal_number_of_enemy_ships(guard, allowed):
    """D-2, FAD-22.10, FAD-14.4: The 3 ships of Regulus leave Algol's home; Antares has ships at the companion star."""
    at = exchange().choose("yes", "yes")
    at.player("Antares").ships[at.star("Mirfak")] = guard
    at.wait_for("Regulus", "departure").choose("depart Algol")
    assert ("head for Mirfak" in at.options) == allowed


def test_a_third_player_who_takes_a_home_ends_the_truce():
    """A-26, I-12: Regulus beats Antares at Algol; Algol and Antares are in grace and need not withdraw any more."""
    at = exchange("Antares", "Shaula", warps={"Regulus": [(2, "C-yellow", 5)]}).choose("yes", "yes")
    at.wait_for("Regulus", "arrival").choose("arrive Algol").end_turn()
    assert at.player("Algol").truce == at.player("Antares").truce == -1
    assert at.player("Algol").duty == at.player("Antares").duty == 0
    assert (status(at, "Algol"), status(at, "Antares")) == (Status.GRACE, Status.GRACE)


def test_a_vacated_home_taken_by_a_third_player_leaves_the_other_withdrawal_due():
    """A-26: Regulus has left Algol, which Antares takes; Algol, in grace, still has to leave Regulus."""
    at = exchange(warps={"Antares": [(6, "L-red", 5)]}).choose("yes", "yes")
    at.wait_for("Regulus", "departure").depart("Algol", "Vega", 3)
    at.wait_for("Antares", "arrival").choose("arrive Algol")
    at.wait_for("Algol", "departure")
    assert status(at, "Algol") == Status.GRACE
    assert at.options == ["depart Regulus"]


def test_a_refused_withdrawal_eliminates_and_puts_the_refuser_in_grace():
    """FAD-22.9, A-15: Algol is out; its 9 ships lie surrendered on Regulus' home, which one ship regains."""
    at = exchange().choose("yes", "no")
    assert (status(at, "Algol"), status(at, "Regulus")) == (Status.ELIMINATED, Status.GRACE)
    assert at.controller("Regulus") is None
    assert at.state.surrendered[at.star("Regulus")] == 9


def test_with_two_players_left_the_refuser_wins_at_once():
    """A-25; FAD-23.1."""
    at = exchange(players=2).choose("yes", "no")
    assert at.state.over
    assert list(at.state.credit[: at.rules.seats]) == [0.0, 1.0, 0.0, 0.0]


def last_refusal():
    """Only Algol and Regulus are left. Algol, at the end of its grace turn on Regulus' home, is refused."""
    at = exchange(players=2, refusal_wins=False)
    at.choose("yes", "no")
    assert status(at, "Algol") == Status.ELIMINATED
    assert not at.state.over
    assert status(at, "Regulus") == Status.GRACE
    return at


def test_the_last_refuser_wins_only_if_he_regains_his_home():
    """A-25, FAD-22.9, FAD-23.1: One ship next to it is enough; the surrendered fleet joins."""
    at = last_refusal()
    at.player("Regulus").ships[at.star("Denebola")] = 1
    at.wait_for("Regulus", "departure").depart("Denebola", "Regulus", 1).end_turn()
    assert at.state.ended == Ended.LAST_ALIVE
    assert list(at.state.credit[:4]) == [0.0, 1.0, 0.0, 0.0]


def test_the_last_refuser_who_does_not_regain_the_home_shares_the_win():
    """A-25: No player is left; the two players that lost their homes to each other share."""
    at = last_refusal().wait_for("Regulus", "departure").end_turn()
    assert at.state.ended == Ended.LAST_ALIVE
    assert list(at.state.credit[:4]) == [0.5, 0.5, 0.0, 0.0]
    assert [status(at, home) for home in ("Algol", "Regulus")] == [Status.ELIMINATED] * 2


def test_a_player_who_does_not_propose_to_withdraw_is_eliminated():
    """FAD-22.1, FAD-22.8: Holding the captor's home is not enough."""
    at = exchange().choose("no")
    assert status(at, "Algol") == Status.ELIMINATED


def test_ships_lent_by_an_eliminated_player_go_to_the_mover():
    """A-30: Three ships of Algol travel in a warp of Pavo."""
    at = captured()
    warp = at.player("Pavo").warps[0]
    warp.space, warp.sector, warp.ships, warp.lent, warp.partner = 1, sector_id("J-red"), 2, 3, at.seat("Algol")
    at.end_turn().wait_for("Algol", "departure").choose("stay")
    assert (warp.ships, warp.lent, warp.partner) == (5, 0, NONE)
    assert at.player("Pavo").inherited == 3


def test_a_shared_load_that_can_come_out_nowhere_is_lost():
    """A-30: A third player holds both stars at count 7; the lender loses his ships too."""
    at = captured()
    at.player("Antares").ships[at.star("Shaula")] = 1
    warp = at.player("Algol").warps[0]
    warp.space, warp.sector, warp.ships, warp.lent, warp.partner = 6, sector_id("A-yellow"), 4, 2, at.seat("Pavo")
    at.end_turn().wait_for("Algol", "arrival").choose("continue", "stay")
    assert at.options == ["surrender nowhere"]
    at.choose("surrender nowhere")
    assert (at.player("Algol").lost, at.player("Pavo").lost) == (4, 2)


def test_without_mutual_withdrawal_there_is_no_second_rescue():
    """FAD-22.8: mutual_withdrawal = false."""
    at = exchange(mutual_withdrawal=False)
    assert status(at, "Algol") == Status.ELIMINATED


def test_the_last_player_left_wins():
    """FAD-23.1."""
    at = captured()
    for home in ("Antares", "Pavo"):
        at.player(home).status = Status.ELIMINATED
        at.player(home).ships[:] = 0
    at.end_turn().wait_for("Algol", "departure").choose("stay")
    assert at.state.over
    assert at.state.ended == Ended.LAST_ALIVE
    assert list(at.state.credit[: at.rules.seats]) == [0.0, 1.0, 0.0, 0.0]


def truncated(setup="independents4", **edits):
    """Return a game at its end in the last round."""
    switches = {key: edits.pop(key) for key in ("empty_home_counts",) if key in edits}
    at = position(setup, max_rounds=1, **edits, **switches)
    while not at.state.over:
        at.end_turn()
    return at


def many(names, ships, **more):
    """Return a fleet with `ships` ships at each star."""
    return {**dict.fromkeys(names, ships), **more}


def test_at_an_early_end_the_player_with_most_stars_wins():
    """FAD-23.2; X-24: 12 stars with few ships win against 11 stars with 90 ships."""
    names = position().stars
    free = [name for name in names if name not in ("Algol", "Regulus", "Antares", "Pavo")]
    stars = {"Algol": many(free[:11], 1, Algol=9), "Regulus": many(free[11:21], 1, Regulus=80)}
    at = truncated(stars=stars)
    assert at.state.ended == Ended.ADJUDICATED
    assert at.state.truncated == 1
    assert list(at.state.credit[: at.rules.seats]) == [1.0, 0.0, 0.0, 0.0]


def test_equal_stars_are_decided_by_ships_and_a_full_tie_is_shared():
    """FAD-23.2, A-21, FAD-23.3: Ships in hyperspace count; only a full tie is a joint win."""
    at = truncated(stars={"Algol": {"Algol": 16}})
    assert list(at.state.credit[: at.rules.seats]) == [1.0, 0.0, 0.0, 0.0]
    at = truncated(stars={"Algol": {"Algol": 14}}, warps={"Algol": [(1, "A-yellow", 2)]})
    assert list(at.state.credit[: at.rules.seats]) == [1.0, 0.0, 0.0, 0.0]
    assert list(truncated().state.credit[:4]) == [0.25, 0.25, 0.25, 0.25]


@pytest.mark.parametrize(("counts", "credit"), [(True, [0.25] * 4), (False, [0, 1 / 3, 1 / 3, 1 / 3])])
def test_an_empty_home_counts_as_a_star(counts, credit):
    """A-08: empty_home_counts; all 15 ships of Algol are in hyperspace."""
    at = truncated(stars={"Algol": {"Algol": 0}}, warps={"Algol": [(1, "A-yellow", 15)]}, empty_home_counts=counts)
    assert list(at.state.credit[: at.rules.seats]) == pytest.approx(credit)


def test_truncated_alliances_are_decided_by_homes_then_stars_then_ships():
    """I-14: This rule is assumed, because the rulebook has none; all four homes share a draw."""
    taken = {"Pavo": {"Pavo": 0, "Atria": 40}, "Algol": {"Pavo": 1}}
    assert list(truncated("alliances4", stars=taken).state.credit[:4]) == [0.5, 0.5, 0.0, 0.0]
    assert list(truncated("alliances4", stars={"Pavo": {"Pavo": 14, "Atria": 1}}).state.credit[:4]) == [
        0.0,
        0.0,
        0.5,
        0.5,
    ]
    assert list(truncated("alliances4", stars={"Pavo": {"Pavo": 14}}).state.credit[:4]) == [0.5, 0.5, 0.0, 0.0]
    assert list(truncated("alliances4").state.credit[:4]) == [0.25] * 4


def test_dominated_players_resign_only_under_the_resign_rule():
    """FAD-19.4: resign_rule, resign_ratio, resign_stars, resign_rounds."""
    names = position().stars
    stars = {"Algol": many(names[6:40], 9, Algol=99)}
    switches = dict(resign_rule=True, resign_rounds=2, resign_stars=30, resign_ratio=3.0)
    at = position(stars=stars, **switches)
    while not at.state.over:
        at.end_turn()
    assert (int(at.state.rounds), int(at.state.ended)) == (2, Ended.CONCEDED)
    assert list(at.state.credit[: at.rules.seats]) == [1.0, 0.0, 0.0, 0.0]
    assert not position(stars=stars).end_turn().next_turn_of("Algol").next_turn_of("Algol").state.over


def test_the_outcome_records_the_winner_and_how_the_game_ended():
    """FAD-23.1: It is one record with an entry for each seat."""
    at = truncated(stars={"Algol": {"Algol": 16}})
    outcome = zeros(1, GAME.kernels.outcome_dt)[0]
    GAME.kernels.finish(at.state, at.rules, outcome)
    assert (int(outcome.ended), int(outcome.truncated), int(outcome.rounds)) == (Ended.ADJUDICATED, 1, 1)
    assert list(outcome.seats["credit"]) == [1.0, 0.0, 0.0, 0.0]
    assert list(outcome.seats["seat"]) == [1, 2, 3, 4]
    assert int(outcome.seats["ships"][0]) == 16


def test_the_outcome_records_the_captor_of_a_home_and_its_count():
    """FAD-22.1, FAD-4.2: the count between the two homes, or NONE for a player whose home was never captured."""
    at = captured().end_turn()
    outcome = zeros(1, GAME.kernels.outcome_dt)[0]
    GAME.kernels.finish(at.state, at.rules, outcome)
    assert list(outcome.seats["captor"]) == [at.seat("Regulus"), NONE, NONE, NONE]
    assert list(outcome.seats["captor_count"]) == [3, NONE, NONE, NONE]


def standing(at, home):
    return GAME.kernels.standing(at.state, at.rules, at.seat(home))


def test_stars_count_more_than_ships_in_the_standing():
    """FAD-23.2: Algol with two stars is ahead of Regulus with more ships, and Regulus is ahead of Pavo with fewer."""
    at = position(stars={"Algol": {"Algol": 1, "Mirfak": 1}, "Regulus": {"Regulus": 90}})
    assert standing(at, "Algol") == pytest.approx(2 + 2e-5)
    assert standing(at, "Algol") > standing(at, "Regulus") > standing(at, "Pavo")


def test_allies_have_a_common_standing():
    """FAD-19.1, FAD-23.2: It includes the stars and ships of both allies, a shared star once."""
    stars = {"Algol": {"Algol": 10, "Vega": 1}, "Regulus": {"Regulus": 10, "Vega": 2}}
    at = position("alliances4", stars=stars)
    assert standing(at, "Algol") == standing(at, "Regulus") == pytest.approx(3 + 23e-5)
    assert standing(at, "Pavo") == standing(at, "Antares") == pytest.approx(2 + 30e-5)


@pytest.mark.parametrize(("setup", "ships", "factor"), [("independents4", 11, 1), ("alliances4", 23, 2)])
def test_the_evaluation_features_count_ships_and_production(setup, ships, factor):
    """The features count ships and the new ships of a turn, for allies together."""
    stars = {"Algol": {"Algol": 10, "Vega": 1}, "Regulus": {"Regulus": 10, "Vega": 2}}
    at = position(setup, stars=stars)
    features = [[GAME.kernels.assets(at.state, at.rules, at.seat(home), asset) for asset in Asset] for home in stars]
    produced = [new_ships(at.state, at.rules, at.seat(home)) for home in stars]
    assert features[0][Asset.SHIPS] == ships
    assert features[0][Asset.PRODUCTION] == (produced[0] if factor == 1 else sum(produced))
    assert sum(asset[Asset.PRODUCTION] for asset in features) == factor * sum(produced) > 0
