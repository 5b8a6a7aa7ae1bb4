"""The log: the acting player, the effect of a decision, and the pieces on the table."""

import pytest

from starbalance.simulator.games.four_thousand_ad.state import Status
from tests.four_thousand_ad.table import position
from tests.four_thousand_ad.test_diplomacy import table
from tests.four_thousand_ad.test_elimination import exchange


def log_line(at, words):
    """Return the line of the log for an option of the pending decision, and choose the option."""
    line = at.narrator.decision(at.state, at._options().copy(), at.options.index(words))
    at.choose(words)
    return line.strip()


def lost_home():
    """Regulus is about to come out at Algol's empty home; Algol has 2 ships at Mirfak, next to it."""
    stars = {"Algol": {"Algol": 0, "Mirfak": 2}, "Regulus": {"Regulus": 12}}
    return position(stars=stars, warps={"Regulus": [(2, "C-yellow", 3)]}, first="Regulus")


def last_turn():
    """Algol, on its grace turn, with two warps on the way."""
    at = lost_home()
    for slot, (space, ships) in enumerate(((2, 4), (3, 1))):
        warp = at.player("Algol").warps[slot]
        warp.space, warp.sector, warp.ships = space, 0, ships
    return at.choose("arrive Algol").end_turn().wait_for("Algol", "arrival")


def test_the_log_reports_a_capture_and_the_grace_turn():
    """FAD-13.1, FAD-22.1: the capture with the arrival, the grace turn with the end of the captor's turn."""
    at = lost_home()
    assert log_line(at, "arrive Algol") == (
        "Regulus comes out of hyperspace with 3 ships at Algol (FAD-5.4); Regulus captures the home of Algol (FAD-13.1)"
    )
    assert log_line(at, "stay").endswith("; Algol has one turn to regain its home (FAD-22.1)")


def test_the_log_reports_a_rescue():
    """FAD-13.2, FAD-22.1."""
    at = lost_home().choose("arrive Algol", "stay")
    at.player("Algol").ships[at.star("Mirfak")] = 5
    at.wait_for("Algol", "departure").choose("depart Mirfak", "head for Algol")
    assert log_line(at, "embark 5").endswith(
        "5 against 3: won (FAD-14.2); Algol possesses its home again (FAD-13.2); Algol is saved (FAD-22.1)"
    )


def test_the_log_reports_an_agreed_or_refused_withdrawal():
    """FAD-22.10, FAD-22.9, A-15: The proposing player is saved for now, or leaves a surrendered fleet behind."""
    at = exchange().choose("yes")
    assert log_line(at, "yes").endswith("; Algol is saved for now (FAD-22.10)")
    at = exchange().choose("yes")
    line = log_line(at, "no")
    assert "; no player possesses the home of Regulus (A-15); Algol is eliminated (FAD-22.1)" in line
    assert "; 9 ships surrendered at Regulus (FAD-22.4)" in line


@pytest.mark.parametrize(("revive", "told_of"), [
    (False, "Antares holds the home of its ally Pavo (A-12)"),
    (True, "Pavo possesses its home again (FAD-13.2); Pavo is back in the game (A-12)"),
])  # fmt: skip
def test_the_log_reports_a_home_retaken_by_an_ally(revive, told_of):
    """A-12: Pavo, without a ship, is eliminated; its home goes to its ally, or brings it back."""
    stars = {"Pavo": {"Pavo": 0}, "Algol": {"Pavo": 4}}
    at = position("alliances4", stars=stars, warps={"Antares": [(2, "L-red", 9)]}, revive_by_ally=revive)
    at.end_turn().wait_for("Antares", "arrival")
    assert told_of in log_line(at, "arrive Pavo")


def test_the_log_reports_treachery():
    """FAD-24.4, A-31: Algol attacks its ally Pavo, which shares a star with Regulus."""
    stars = {"Pavo": {"Vega": 2}, "Regulus": {"Vega": 2}}
    at = table(stars, {"Algol": [(1, "A-yellow", 5)]}, [("Algol", "Pavo"), ("Pavo", "Regulus")]).choose("no")
    assert "; an alliance is broken (FAD-24.4)" in log_line(at, "arrive Vega")


def test_an_elimination_and_every_surrender_name_the_player_who_surrenders():
    """FAD-22.3, FAD-22.4: for the first and the second warp, although another player may be on turn by then."""
    at = last_turn().choose("continue")
    assert log_line(at, "continue").endswith("; Algol is eliminated (FAD-22.1)")
    first = log_line(at, next(words for words in at.options if "surrender" in words))
    second = log_line(at, next(words for words in at.options if "surrender" in words))
    assert first.startswith("Algol brings ")
    assert second.startswith("Algol brings ")
    assert first.split()[2] != second.split()[2]
    assert "; 3 ships surrendered: 2 at Mirfak, 1 at Spica (FAD-22.4)" in second


def test_the_log_shows_surrendered_fleets_and_their_capture():
    """FAD-22.4, FAD-22.6."""
    at = lost_home().choose("arrive Algol").end_turn().wait_for("Algol", "departure").choose("stay")
    assert at.player("Algol").status == Status.ELIMINATED
    assert at.narrator.table(at.state)[-1] == "  surrendered: Mirfak 2"
    at.wait_for("Regulus", "departure").choose("depart Algol", "head for Mirfak")
    assert log_line(at, "embark 1").endswith("; Regulus takes over 2 ships (FAD-22.6)")
    assert not any("surrendered" in line for line in at.narrator.table(at.state))


def test_the_log_reports_new_ships_of_every_player():
    """FAD-12.4: It reports them at the beginning of the next player's turn."""
    at = position(rounds=3)
    assert log_line(at, "stay").endswith("; Regulus builds 1 ship (FAD-12.4)")


def test_the_log_reports_a_warp_lost_in_hyperspace():
    """FAD-5.5: Regulus' only warp is pushed beyond the farthest sector."""
    at = position(warps={"Regulus": [(7, "C-yellow", 4)]})
    assert log_line(at, "stay").endswith("; Regulus loses 4 ships in hyperspace (FAD-5.5)")


def attack(defenders, **switches):
    """Two warps of Algol, 6 ships each, are due at Mira on one turn; Antares has ships there."""
    return position(
        stars={"Antares": {"Mira": defenders}},
        warps={"Algol": [(2, "A-yellow", 6), (2, "A-yellow", 6)]},
        departures_per_turn=2,
        **switches,
    ).choose("combine Mira")


def test_the_log_reports_an_attack_of_several_fleets_with_its_forces():
    """FAD-8.5, FAD-14.2."""
    assert log_line(attack(10), "join").endswith("; they fight at Mira, 12 against 10: won (FAD-14.2)")


def test_the_log_reports_an_attack_that_is_called_off():
    """Both fleets together equal the defence, and the first fleet may not come out without the second (A-05 is off).

    FAD-14.9.
    """
    assert log_line(attack(12, allow_inferior_arrival=False), "stand by").endswith(
        "; the attack on Mira is called off (FAD-14.9)"
    )


def test_no_joint_attack_is_called_off_while_warps_still_decide():
    """FAD-18.12: There are three warps of two allies; the first answer is not decisive."""
    at = position(
        "alliances4",
        stars={"Antares": {"Mira": 10}},
        warps={"Algol": [(2, "A-yellow", 6), (2, "G-yellow", 6)], "Regulus": [(3, "F-yellow", 6)]},
    )
    line = log_line(at.choose("combine Mira with Regulus"), "join")
    assert "called off" not in line
    assert "fight" not in line
