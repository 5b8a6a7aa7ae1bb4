"""The log: who acts, what a decision brings about, and what lies on the table."""

import pytest

from starbalance.simulator.games.four_thousand_ad.state import Status
from tests.four_thousand_ad.table import position
from tests.four_thousand_ad.test_diplomacy import table
from tests.four_thousand_ad.test_elimination import exchange


def told(at, words):
    """The line of the log for an option of the pending decision; the option is then chosen."""
    line = at.narrator.decision(at.state, at._options().copy(), at.options.index(words))
    at.choose(words)
    return line.strip()


def lost_home():
    """Regulus is about to come out at Algol's empty home; Algol has 2 ships at Mirfak, beside it."""
    stars = {"Algol": {"Algol": 0, "Mirfak": 2}, "Regulus": {"Regulus": 12}}
    return position(stars=stars, warps={"Regulus": [(2, "C-yellow", 3)]}, first="Regulus")


def last_turn():
    """Algol, on its grace turn, with two warps on the way."""
    at = lost_home()
    for slot, (space, ships) in enumerate(((2, 4), (3, 1))):
        warp = at.player("Algol").warps[slot]
        warp.space, warp.sector, warp.ships = space, 0, ships
    return at.choose("arrive Algol").end_turn().wait_for("Algol", "arrival")


def test_a_capture_and_the_grace_turn_are_told():
    """FAD-13.1, FAD-22.1: with the arrival, and with the end of the captor's turn."""
    at = lost_home()
    assert told(at, "arrive Algol") == (
        "Regulus comes out of hyperspace with 3 ships at Algol (FAD-5.4); Regulus captures the home of Algol (FAD-13.1)"
    )
    assert told(at, "stay").endswith("; Algol has one turn to regain its home (FAD-22.1)")


def test_a_rescue_is_told():
    """FAD-13.2, FAD-22.1."""
    at = lost_home().choose("arrive Algol", "stay")
    at.player("Algol").ships[at.star("Mirfak")] = 5
    at.wait_for("Algol", "departure").choose("depart Mirfak", "head for Algol")
    assert told(at, "embark 5").endswith(
        "5 against 3: won (FAD-14.2); Algol possesses its home again (FAD-13.2); Algol is saved (FAD-22.1)"
    )


def test_a_withdrawal_that_is_agreed_or_refused_is_told():
    """FAD-22.10, FAD-22.9, A-15: who asked is saved for now, or leaves a surrendered fleet there."""
    at = exchange().choose("yes")
    assert told(at, "yes").endswith("; Algol is saved for now (FAD-22.10)")
    at = exchange().choose("yes")
    line = told(at, "no")
    assert "; nobody possesses the home of Regulus (A-15); Algol is eliminated (FAD-22.1)" in line
    assert "; 9 ships surrendered at Regulus (FAD-22.4)" in line


@pytest.mark.parametrize(("revive", "told_of"), [
    (False, "Antares holds the home of its ally Pavo (A-12)"),
    (True, "Pavo possesses its home again (FAD-13.2); Pavo is back in the game (A-12)"),
])  # fmt: skip
def test_a_home_retaken_by_an_ally_is_told(revive, told_of):
    """A-12: Pavo, without a ship, is out; its home is its ally's, or brings it back."""
    stars = {"Pavo": {"Pavo": 0}, "Algol": {"Pavo": 4}}
    at = position("alliances4", stars=stars, warps={"Antares": [(2, "L-red", 9)]}, revive_by_ally=revive)
    at.end_turn().wait_for("Antares", "arrival")
    assert told_of in told(at, "arrive Pavo")


def test_treachery_is_told():
    """FAD-24.4, A-31: Algol attacks its ally Pavo beside Regulus."""
    stars = {"Pavo": {"Vega": 2}, "Regulus": {"Vega": 2}}
    at = table(stars, {"Algol": [(1, "A-yellow", 5)]}, [("Algol", "Pavo"), ("Pavo", "Regulus")]).choose("no")
    assert "; an alliance is broken (FAD-24.4)" in told(at, "arrive Vega")


def test_an_elimination_and_every_surrender_name_the_player_who_surrenders():
    """FAD-22.3, FAD-22.4: the first warp and the second one, whoever is on turn by then."""
    at = last_turn().choose("continue")
    assert told(at, "continue").endswith("; Algol is eliminated (FAD-22.1)")
    first = told(at, next(words for words in at.options if "surrender" in words))
    second = told(at, next(words for words in at.options if "surrender" in words))
    assert first.startswith("Algol brings ")
    assert second.startswith("Algol brings ")
    assert first.split()[2] != second.split()[2]
    assert "; 3 ships surrendered: 2 at Mirfak, 1 at Spica (FAD-22.4)" in second


def test_surrendered_fleets_lie_on_the_table_and_are_taken_over():
    """FAD-22.4, FAD-22.6."""
    at = lost_home().choose("arrive Algol").end_turn().wait_for("Algol", "departure").choose("stay")
    assert at.player("Algol").status == Status.ELIMINATED
    assert at.narrator.table(at.state)[-1] == "  surrendered: Mirfak 2"
    at.wait_for("Regulus", "departure").choose("depart Algol", "head for Mirfak")
    assert told(at, "embark 1").endswith("; Regulus takes over 2 ships (FAD-22.6)")
    assert not any("surrendered" in line for line in at.narrator.table(at.state))


def test_new_ships_are_told_of_whoever_builds_them():
    """FAD-12.4: at the begin of the next player's turn."""
    at = position(rounds=3)
    assert told(at, "stay").endswith("; Regulus builds 1 ship (FAD-12.4)")


def test_a_warp_lost_in_hyperspace_is_told():
    """FAD-5.5: Regulus' only warp is pushed beyond the farthest sector."""
    at = position(warps={"Regulus": [(7, "C-yellow", 4)]})
    assert told(at, "stay").endswith("; Regulus loses 4 ships in hyperspace (FAD-5.5)")


def attack(defenders, **switches):
    """Two warps of Algol, 6 ships each, due at Mira on one turn, where Antares stands."""
    return position(
        stars={"Antares": {"Mira": defenders}},
        warps={"Algol": [(2, "A-yellow", 6), (2, "A-yellow", 6)]},
        departures_per_turn=2,
        **switches,
    ).choose("combine Mira")


def test_an_attack_of_several_fleets_is_told_with_its_forces():
    """FAD-8.5, FAD-14.2."""
    assert told(attack(10), "join").endswith("; they fight at Mira, 12 against 10: won (FAD-14.2)")


def test_an_attack_that_is_called_off_is_told():
    """FAD-14.9: both together equal the defence, and alone (without A-05) the first may not come out."""
    assert told(attack(12, allow_inferior_arrival=False), "stand by").endswith(
        "; the attack on Mira is called off (FAD-14.9)"
    )


def test_no_joint_attack_is_called_off_while_warps_are_still_asked():
    """FAD-18.12: three warps of two allies; the first answer decides nothing."""
    at = position(
        "alliances4",
        stars={"Antares": {"Mira": 10}},
        warps={"Algol": [(2, "A-yellow", 6), (2, "G-yellow", 6)], "Regulus": [(3, "F-yellow", 6)]},
    )
    line = told(at.choose("combine Mira with Regulus"), "join")
    assert "called off" not in line
    assert "fight" not in line
