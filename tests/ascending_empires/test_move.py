"""Move: points, launches, landings; the effects of a flick outside the board."""

from math import atan2, cos, hypot, radians, sin

import pytest

from tests.ascending_empires.table import position


def ready(**edits):
    """Red has a troop at home and a starship in the supply."""
    return position(**{"ships": {"red": []}, "home": {"red": 1}, "supply": {"red": "6T 1S"}, **edits})


def test_a_move_has_two_points():
    """ASE-4.1, ASE-4.2, W-4.1: launch, then navigate."""
    at = ready(perfect=True).choose("move", "launch", "launch from 0", "stand on 1")
    assert (at.troops("red"), at.fleet("red"), at.orbit("red 1")) == ((7, 7, 0), (7, 0, 1), 0)
    at.choose("navigate", "flick red 1", "aim orbit 3")
    assert (at.orbit("red 1"), at.decision) == (3, "scan")


@pytest.mark.parametrize("points", [1, 3])
def test_move_points(points):
    """ASE-4.1: move_points"""
    at = position(perfect=True, move_points=points).choose("move")
    for number in range(points):
        assert at.decision == "point"
        at.choose("navigate", "flick red 1", f"aim waypoint {4 if number % 2 else 1}")
    assert at.decision != "point"


def test_one_ship_may_use_all_points():
    """ASE-4.2: It navigates and lands; the planet belongs to red at once."""
    at = position(perfect=True, down={3: "grey"}).choose("move", "navigate", "flick red 1", "aim orbit 3")
    at.choose("land", "land red 1 1")
    assert (at.owner(3), at.items(3), at.fleet("red")) == ("red", "1T", (6, 1, 1))


def test_a_point_may_be_declined():
    """ASE-4.1"""
    assert position().choose("move", "stop").active == "blue"


def test_a_launch_may_empty_a_planet():
    """ASE-4.3, ASE-4.7, ASE-2.11, W-4.2"""
    at = ready(planets={3: "red 1T"}, home={}).choose("move", "launch", "launch from 3", "stand on 6")
    assert (at.owner(3), at.is_up(3), at.orbit("red 1"), at.troops("red")[1]) == (None, True, 3, 7)


def test_a_launch_leaves_other_items():
    """ASE-4.3, ASE-2.5"""
    at = ready(planets={3: "red 1T 1F"}, home={}).choose("move", "launch", "launch from 3", "stand on 6")
    assert (at.owner(3), at.items(3)) == ("red", "1F")


def test_nothing_is_launched_from_a_blockaded_planet():
    """ASE-4.5, ASE-12.2, W-4.3; ASE-2.4: from the homeworld it is always possible."""
    at = ready(planets={3: "red 1T 1C"}, ships={"red": [], "blue": ["3/0", "0/6"]}).choose("move", "launch")
    assert at.options == ["launch from 0"]


def test_a_launch_takes_a_troop_and_a_ship():
    """ASE-4.4"""
    assert ready().may("move", "launch")
    assert not ready(supply={"red": "6T 0S"}).may("move", "launch")
    assert not ready(home={"red": 0}).may("move", "launch")
    assert not ready(home={"red": 0}, planets={3: "red 1F"}).may("move", "launch")


def between(number):
    """Return positions on the ring of hole 0 midway between two slots, a sixth of the ring apart."""
    return [(75 + 37 * cos(radians(15 + 60 * k)), 75 + 37 * sin(radians(15 + 60 * k))) for k in range(number)]


def test_a_full_orbit_has_no_slot():
    """Six enemies are each midway between two slots; with five, two slots are free.

    ASE-4.5, ASE-4.6, ASE-22.15, A45, W-4.4.
    """
    assert not ready(ships={"red": [], "blue": between(6)}).may("move", "launch")
    at = ready(ships={"red": [], "blue": between(5)}).choose("move", "launch", "launch from 0")
    assert at.options == ["stand on 10", "stand on 11"]
    at.choose("stand on 10")
    assert at.is_here("red 1")


def test_a_battleship_needs_a_wider_slot():
    """ASE-4.6, ASE-22.15: next to another battleship."""
    ships = {"red": [], "blue": ["B0/0"]}
    at = ready(ships=ships, supply={"red": "6T 1S 1B"}).choose("move", "launch")
    slots = {}
    for words in ("launch from 0", "launch from 0 battleship"):
        other = ready(ships=ships, supply={"red": "6T 1S 1B"}).choose("move", "launch", words)
        slots[words] = {int(each.split()[-1]) for each in other.options}
    assert slots["launch from 0"] - slots["launch from 0 battleship"] == {1, 11}
    assert at.options == ["launch from 0", "launch from 0 battleship"]


def test_a_launch_never_rams():
    """ASE-4.8: a slot next to an enemy ship."""
    at = ready(ships={"red": [], "blue": ["0/3"]}).choose("move", "launch", "launch from 0", "stand on 2")
    assert at.is_here("red 1") and at.is_here("blue 1")


def test_a_launch_may_be_free_at_home():
    """ASE-4.4, A4: homeworld_launch_free"""
    at = ready(home={"red": 0}, homeworld_launch_free=True).choose("move", "launch", "launch from 0", "stand on 0")
    assert (at.troops("red"), at.is_here("red 1")) == ((8, 6, 0), True)


@pytest.mark.parametrize("troops", [1, 2])
def test_a_battleship_stands_for_troops(troops):
    """ASE-8.12, A22: battleship_troops, launched and landed."""
    at = ready(supply={"red": "3T 0S 1B"}, home={"red": 2}, battleship_troops=troops, down={3: "grey"}, perfect=True)
    at.choose("move", "launch", "launch from 0 battleship", "stand on 1")
    assert at.troops("red")[2] == 2 - troops
    at.choose("navigate", "flick red B", "aim orbit 3")
    at.choose("scan all").next_turn_of("red").choose("move", "land", f"land red B {troops}")
    assert at.items(3) == f"{troops}T"
    fewer = ready(supply={"red": "3T 0S 1B"}, home={"red": troops - 1}, battleship_troops=troops)
    assert not fewer.may("move", "launch")


def test_order_of_launch_and_landing_matters():
    """ASE-6.6, ASE-4.4, ASE-6.8, W-4.5"""
    nothing = position(planets={3: "red 1T"}, ships={"red": ["3/0"]}, supply={"red": "0T 0S"}).choose("move")
    assert nothing.options == ["stop", "navigate"]
    at = position(planets={3: "red 1T"}, ships={"red": ["3/0"]}, supply={"red": "0T 1S"}).choose("move")
    at.choose("launch", "launch from 3", "stand on 6")
    assert (at.owner(3), at.troops("red")[1]) == (None, 1)
    at.choose("land")
    assert at.options == ["land red 1 1", "land red 2 1"]
    assert at.choose("land red 1 1").items(3) == "1T"


def test_a_landing_turns_a_planet_up():
    """ASE-6.1, ASE-6.2, W-6.1: All players see it; the landing cannot be cancelled."""
    at = position(down={3: "purple"}, ships={"red": ["3/0"]}, supply={"red": "1T"}).choose(
        "move", "land", "land red 1 1"
    )
    assert (at.is_up(3), at.owner(3), at.items(3)) == (True, "red", "1T")
    assert (at.state.holes[3].kind, at.fleet("red"), at.troops("red")[1]) == (2, (7, 1, 0), 0)


def test_no_landing_on_a_planet_of_another_player():
    """ASE-6.3, W-6.2; it is possible after an attack in a later turn, ASE-7.10"""
    at = position(planets={3: "blue 1F"}, ships={"red": ["3/0"]}, supply={"red": "3T 0S"}).choose("move")
    assert at.options == ["stop", "navigate"]
    at.choose("stop", "attack planet 3", "commit 1")
    assert (at.owner(3), at.active) == (None, "blue")
    at.next_turn_of("red").choose("move", "land", "land red 1 1")
    assert at.owner(3) == "red"


def test_a_landing_under_enemy_ships():
    """ASE-6.5, ASE-12.1, W-6.3: legal, and blockaded at once."""
    at = position(planets={3: "grey"}, ships={"red": ["3/0"], "blue": ["3/6"]}, supply={"red": "3T 0S"})
    at.choose("move", "land", "land red 1 1", "stop").next_turn_of("red")
    assert at.owner(3) == "red" and not at.may("recruit", "place on 3")


def test_a_scanned_asteroid_is_landed_on():
    """ASE-6.2, ASE-2.7, ASE-2.11, W-6.4"""
    at = position(down={3: "asteroid"}, ships={"red": ["3/0"]}, supply={"red": "1T"})
    at.choose("pass", "scan all")
    assert at.known_to("red") == {3}
    at.next_turn_of("red").choose("move", "land", "land red 1 1")
    assert (at.is_up(3), at.items(3), at.state.holes[3].kind) == (True, "1T", 4)


def test_no_reinforcement_of_a_blockaded_planet():
    """ASE-6.4, ASE-12.2, ASE-12.3, ASE-12.6, W-6.5: It is possible after the blockading ship is rammed."""
    at = position(
        planets={3: "red 1T"},
        ships={"red": ["3/0", (185, 300)], "blue": ["3/3"]},
        supply={"red": "2T 0S"},
        perfect=True,
    ).choose("move")
    assert at.options == ["stop", "navigate"]
    at.choose("navigate", "flick red 2", "aim ram blue 1")
    assert not at.is_here("blue 1") and not at.is_here("red 2")
    assert at.choose("land", "land red 1 1").items(3) == "2T"


def test_a_reinforcement_needs_room():
    """ASE-6.4"""
    at = position(planets={3: "red 2T 1F", 4: "red 2T"}, ships={"red": ["3/0", "4/0"]}).choose("move", "land")
    assert at.options == ["land red 2 1"]


def test_a_landing_needs_a_troop():
    """ASE-6.6, A33"""
    assert not position(planets={3: "grey"}, ships={"red": ["3/0"]}, supply={"red": "0T"}).may("move", "land")


@pytest.mark.parametrize("may", [False, True])
def test_landing_on_a_homeworld(may):
    """ASE-6.9, A5: land_on_homeworld; only on the player's homeworld, up to its limit."""
    at = position(land_on_homeworld=may, ships={"red": ["0/0", "7/0"]}, home={"red": 2})
    assert at.may("move", "land") is may
    if may:
        at.choose("move", "land", "land red 1 1")
        assert at.troops("red")[2] == 3
        assert not at.may("land")


def test_the_ship_that_landed_may_be_launched_again():
    """ASE-6.8: It starts from there in the same move, and the planet is empty again."""
    at = position(down={3: "grey"}, ships={"red": ["3/0"]}, supply={"red": "1T 0S"})
    at.choose("move", "land", "land red 1 1", "launch", "launch from 3", "stand on 6")
    assert (at.owner(3), at.is_up(3), at.orbit("red 1")) == (None, True, 3)


def test_no_attack_before_the_last_point():
    """ASE-6.10, ASE-7.1: Two ships are next to an enemy; the check comes once."""
    at = position(ships={"red": [(360, 100), (360, 130)], "blue": [(380, 115)]}).choose("move")
    assert (at.decision, at.is_here("blue 1")) == ("point", True)
    assert at.choose("stop").decision == "attack"


def test_a_move_may_have_to_spend_a_point():
    """ASE-7.9, A10: zero_point_move"""
    at = position(zero_point_move=False).choose("move")
    assert "stop" not in at.options
    assert at.may("navigate", "flick red 1", "aim waypoint 4", "stop")
    assert not position(zero_point_move=False, ships={"red": []}).may("move")
    assert ready(zero_point_move=False).may("move")
    landing = position(zero_point_move=False, planets={3: "grey"}, ships={"red": ["3/0"]}).choose("move")
    assert landing.options == ["navigate", "land"]


def test_only_the_players_ships_on_the_board_are_flicked():
    """ASE-5.1, A9"""
    at = position(ships={"red": [(300, 300), "3/0"]}).choose("move", "navigate")
    assert at.options == ["flick red 1", "flick red 2"]


def test_aims_of_a_ship_are_bounded():
    """The ledger of decisions, D6: four ways at each orbit except its present one, enemies, waypoints.

    ASE-5.1, ASE-2.9.
    """
    at = position(ships={"red": ["3/0"]}).choose("move", "navigate", "flick red 1")
    assert len(at.options) == 27 * 4 + 6 * 2 + 9
    assert "aim orbit 3" not in at.options and "aim ram red 1" not in at.options
    full = [(20 + 24 * k, 340) for k in range(8)]
    rest = {"blue": full, "green": [(x, y + 24) for x, y in full], "yellow": [(x, y + 48) for x, y in full]}
    at = position(ships={"red": [(360, 200)], **rest}).choose("move", "navigate", "flick red 1")
    assert len(at.options) == 28 * 4 + 24 * 2 + 9 <= 175


def test_a_ship_that_leaves_the_board_returns_to_the_supply():
    """ASE-5.8, ASE-5.2, ASE-20.9, W-5.2, W-G8: This gives no VP; the ship is launched again with the other point."""
    at = position(ships={"red": ["2/0"]}, home={"red": 1}, perfect=True)
    at.choose("move", "navigate", "flick red 1", "aim orbit 21")
    assert (at.is_here("red 1"), at.fleet("red"), at.tokens("red"), at.decision) == (False, (7, 1, 0), 0, "point")
    assert at.player("red").off == 1 and at.player("red").ricochets == 1
    at.choose("launch", "launch from 0", "stand on 1")
    assert at.orbit("red 1") == 0


def test_a_struck_ship_that_leaves_the_board_goes_to_its_owner():
    """ASE-5.8, ASE-20.9, A35: No player gains VP."""
    at = position(ships={"red": [(640, 360), (680, 352)], "blue": [(712, 360)]}, perfect=True)
    at.choose("move", "navigate", "flick red 1", "aim ram blue 1")
    assert (at.is_here("red 2"), at.player("red").off, at.pool) == (False, 1, (40, 0))
    assert at.player("red").where[1] == 1


def test_a_ram_destroys_both_ships_without_vp():
    """ASE-5.4, ASE-5.6, ASE-5.13, W-5.1: The ship behind stays."""
    at = position(ships={"red": [(360, 100)], "blue": [(360, 200), (360, 220)]}, perfect=True)
    at.choose("move", "navigate", "flick red 1", "aim ram blue 1")
    assert (at.is_here("red 1"), at.is_here("blue 1"), at.is_here("blue 2")) == (False, False, True)
    assert (at.fleet("red"), at.fleet("blue"), at.tokens("red"), at.pool) == ((7, 1, 0), (6, 1, 1), 0, (40, 0))
    assert at.player("red").rams == at.player("blue").rammed == 1


def test_a_switch_gives_vp_for_a_ram():
    """ASE-5.6: ram_vp"""
    at = position(ships={"red": [(360, 100)], "blue": [(360, 200)]}, perfect=True, ram_vp=1)
    assert at.choose("move", "navigate", "flick red 1", "aim ram blue 1").tokens("red") == 1


@pytest.mark.parametrize("hp", [1, 2])
def test_a_battleship_may_survive_a_ram(hp):
    """ASE-8.12, ASE-5.4, ASE-5.6, A8: battleship_ram_hp, counted from its launch; no VP."""
    at = position(
        ships={"red": [(75, 555)], "blue": []}, supply={"blue": "6T 1B"}, home={"blue": 1}, active="blue",
        perfect=True, battleship_ram_hp=hp, attack_optional=True,
    ).choose("move", "launch", "launch from 7 battleship", "stand on 9")  # fmt: skip
    at.next_turn_of("red").choose("move", "navigate", "flick red 1", "aim ram blue B")
    assert at.is_here("blue B") is (hp == 2) and not at.is_here("red 1")
    assert (at.tokens("red"), at.pool) == (0, (40, 0))


def test_a_ship_at_home_is_rammed_like_any_other():
    """ASE-5.13"""
    at = position(ships={"red": [(150, 645)], "blue": ["7/0"]}, perfect=True)
    assert at.orbit("blue 1") == 7
    at.choose("move", "navigate", "flick red 1", "aim ram blue 1")
    assert not at.is_here("blue 1") and not at.is_here("red 1")


def struck(down):
    """Return W-5.3 on a board without planets, `down` mm further down: red 1 hits red 2, which hits blue 1."""
    target = (100 + (300 - 20) / 1.3, 100 - down)
    ships = [(100, 100 - down), (150, 112 - down)], [(190, 136 - down), (200, 60 - down), target]
    at = position(ships=dict(zip(("red", "blue"), ships, strict=True)), perfect=True)
    at.rules.board.hole_x[:] = -1e6
    return at.choose("move", "navigate", "flick red 1", "aim ram blue 3")


def test_a_struck_friendly_ship_rams():
    """The first two ships to meet are destroyed, the remaining ones bump.

    ASE-5.4, ASE-5.5, ASE-5.6, ASE-20.8, A7, W-5.3, W-F18.
    """
    at = struck(0)
    assert [at.is_here(f"red {k}") for k in (1, 2)] == [True, False]
    assert [at.is_here(f"blue {k}") for k in (1, 2, 3)] == [False, True, True]
    assert at.at("red 1") == pytest.approx((185.2431, 60.4776), abs=1e-4)
    assert (at.fleet("red"), at.fleet("blue"), at.pool) == ((6, 1, 1), (5, 1, 2), (40, 0))


def test_an_enemy_ship_pushed_off_the_board_goes_to_its_owner():
    """ASE-5.8, ASE-20.9, A35: it returns to the supply, without VP."""
    at = struck(40)
    assert not at.is_here("blue 2") and at.player("blue").where[1] == 1
    assert (at.player("blue").off, at.player("red").off, at.pool) == (1, 0, (40, 0))


def test_a_switch_bars_a_ram_through_a_friendly_ship():
    """ASE-5.5, A7: own_hit_blocks_ram"""
    at = position(ships={"red": [(100, 100), (150, 100)], "blue": [(220, 100)]}, perfect=True, own_hit_blocks_ram=True)
    at.rules.board.hole_x[:] = -1e6
    at.choose("move", "navigate", "flick red 1", "aim ram blue 1")
    assert at.is_here("blue 1") and at.is_here("red 2")


def test_entering_an_orbit_reveals_nothing():
    """ASE-5.3, ASE-5.10, ASE-5.11, ASE-5.12, ASE-20.20: Only the ship has changed; discs stay unknown."""
    at = position(perfect=True)
    before = at.state.holes.tobytes()
    at.choose("move", "navigate", "flick red 1", "aim orbit 3", "stop")
    assert at.orbit("red 1") == 3 and at.state.holes.tobytes() == before and not at.is_up(3)
    at = position(perfect=True).choose("move", "navigate", "flick red 1", "aim waypoint 4", "stop")
    assert at.orbit("red 1") is None and at.is_here("red 1") and at.active == "blue"


def test_ships_in_open_space_stay_there():
    """ASE-2.9, ASE-2.8"""
    at = position(ships={"red": [(360, 360)]}).choose("pass").next_turn_of("red")
    assert at.at("red 1") == (360, 360) and at.orbit("red 1") is None
    for away, hole in ((46.0, 0), (46.1, None)):
        assert position(ships={"red": [(75 + away, 75)]}).orbit("red 1") == hole


@pytest.mark.parametrize(("skill", "share"), [({}, 1.0), ({"red": 1.0}, 0.5), ({"blue": 1.0}, 1.0)])
def test_the_error_of_a_flick_depends_on_the_skill_of_its_player(skill, share):
    """With common random numbers each point of skill halves the error; skills of other players do not matter.

    ASE-20.1, ASE-20.2.
    """
    at = position(ships={"red": [(360, 240)]}, flick={"p_edge": 0.0}, skill=skill)
    at.rules.board.hole_x[:] = -1e6
    at.choose("move", "navigate", "flick red 1", "aim waypoint 4")
    x, y = at.at("red 1")
    turned = atan2(x - 360, y - 240) / (radians(5) * at.state.flick.z1)
    assert abs(turned) == pytest.approx(share, rel=1e-6)
    wide = (0.2 * 120) ** 2 + 5**2
    assert hypot(x - 360, y - 240) - 120 == pytest.approx(share * wide**0.5 * at.state.flick.z2)


def test_arrivals_are_counted():
    """ASE-5.10: flicks that reached their aim."""
    at = position(ships={"red": [(360, 100), "0/1"], "blue": [(360, 200)]}, perfect=True)
    at.choose("move", "navigate", "flick red 1", "aim near blue 1", "navigate", "flick red 2", "aim orbit 3")
    assert (at.player("red").flicks, at.player("red").arrivals) == (2, 2)


def test_the_first_turn_of_an_example():
    """W-14.1, W-14.2, ASE-5.1, ASE-6.1, ASE-10.1: flick, land and mine."""
    at = position(flick={"flick_model": "perfect"}).choose("move", "navigate", "flick red 1", "aim orbit 3")
    assert at.at("red 1") == pytest.approx((163.1057, 159.3022), abs=1e-4)
    at.choose("land", "land red 1 1")
    assert (at.active, at.is_up(3), at.items(3), at.troops("red")) == ("blue", True, "1T", (8, 5, 0))
    assert (at.fleet("red"), at.tokens("red"), at.pool) == ((6, 1, 1), 0, (40, 0))
    at.next_turn_of("red").choose("recruit", "place on 3", "place on 3")
    assert (at.items(3), at.troops("red")[1]) == ("3T", 3)
    at.next_turn_of("red").choose("mine", "mine on 3 3")
    assert (at.tokens("red"), at.pool, at.owner(3), at.is_up(3), at.troops("red")[1]) == (2, (38, 0), None, True, 6)
