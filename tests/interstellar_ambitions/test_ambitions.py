"""Ambitions: their conditions and their time of claim (IAM-24)."""

import pytest

from starbalance.simulator.games.interstellar_ambitions.state import CHECK_DICE
from starbalance.simulator.games.interstellar_ambitions.word import Medal
from tests.interstellar_ambitions.battle import fight
from tests.interstellar_ambitions.table import bare_table

SPECIALS = ("Eden Reserve", "Wreckfield Halo", "Precursor Library")
OWN = ("PLANETARY ECONOMICS", "SHADOW CARTELS", "HEAVY WEAPONS", "TERRAFORMING")
ORDINARY = ("Loam", "Terrace", "Slagfall", "Graniteye", "Parallax", "Lens")


def drawn(*names, setup="players3", **more):
    """A bare table whose first ambitions in play are these."""
    at = bare_table(setup, **more)
    return draw(at, *names)


def draw(at, *names):
    """Replace the first ambitions in play by these."""
    codes = [at.ambitions.index(name) for name in names]
    rest = [code for code in at.state.ambition.tolist() if code not in codes]
    at.state.ambition[:] = (codes + rest)[:6]
    return at


def rest(at, seat=0):
    """Play the rest of a turn without actions."""
    steps = ("shadow activity", "plans", "advancing", "action", "planning")
    while at.prompt[0] == seat and at.prompt[1] in steps and not at.state.over:
        step = at.prompt[1]
        at.choose({"shadow activity": "no", "plans": "advance plans", "action": "plan"}.get(step, "done"))
    return at


def claims(at, seat=0):
    """Return the ambitions that the player can claim now."""
    if at.prompt != (seat, "end"):
        return []
    return [words.removeprefix("claim ") for words in at.options if words.startswith("claim ")]


def met(at, name, seat=0):
    """Return whether a player without actions in his turn can claim the ambition at its end."""
    return name in claims(rest(at.turn(seat), seat), seat)


def decorated(at, fleet=0, shadow=0, seat=0):
    """Give a player these medals."""
    at.player(seat).medals[Medal.FLEET], at.player(seat).medals[Medal.SHADOW] = fleet, shadow
    return at


def levels(at, home, *planets):
    """Set the levels of the Home World and of some planets of seat 0."""
    at.state.level[at.planet(at.home(0))] = home
    for name, level in planets:
        at.settle(0, name, level)
    return at


def owners(at, *names):
    """Seat 1 owns these technologies, and seat 0 has acquired them."""
    return at.teach(1, *names).teach(0, *names)


def at_level_3(at, *names):
    for name in names:
        at.settle(0, name, 3)
    return at


STATES = {
    "Shadow Master": (lambda at: decorated(at, 9, 4), lambda at: decorated(at, 9, 3)),
    "Space Dominator": (lambda at: decorated(at, 4, 9), lambda at: decorated(at, 3, 9)),
    "Master of Stolen Secrets": (
        lambda at: owners(at, "SHADOW CARTELS", "HEAVY WEAPONS").teach(0, "TERRAFORMING"),
        lambda at: owners(at, "SHADOW CARTELS").teach(0, "TERRAFORMING"),
    ),
    "Iron Fist, Velvet Glove": (lambda at: decorated(at, 2, 2), lambda at: decorated(at, 1, 9)),
    "Relic Finder": (
        lambda at: at.settle(0, SPECIALS[0], 1).settle(0, SPECIALS[1], 1).settle(0, SPECIALS[2], 1),
        lambda at: at.settle(0, SPECIALS[0], 3).settle(0, SPECIALS[1], 3).settle(0, "Loam", 2),
    ),
    "Development Guru": (
        lambda at: levels(at, 5, ("Athenaeum", 5), ("Anvil", 4), ("Loam", 1)),
        lambda at: levels(at, 4, ("Athenaeum", 5), ("Anvil", 4), ("Loam", 1)),
    ),
    "Pioneers of Science": (
        lambda at: at.teach(0, *OWN, "URBAN PLANNING"),
        lambda at: owners(at, "ADAPTIVE ARMOUR").teach(0, *OWN),
    ),
    "Star Empire": (
        lambda at: levels(at, 4, *((name, 1) for name in ORDINARY[:5])),
        lambda at: levels(at, 4, *((name, 1) for name in ORDINARY[:4])),
    ),
    "Perfect Worlds": (
        lambda at: levels(at, 5, ("Loam", 2), ("Lens", 2), ("Terrace", 2)),
        lambda at: levels(at, 4, ("Loam", 2), ("Lens", 2), ("Terrace", 2)),
    ),
    "Grand Armada": (
        lambda at: at.muster(0, *["Battleship"] * 4, ("Cruiser", 1)),
        lambda at: at.muster(0, *["Battleship"] * 4, ("Cruiser", 2)),
    ),
    "Harmonious Realm": (
        lambda at: at_level_3(at, "Terrace", "Graniteye", "Quillon", "Bazaar Rock"),
        lambda at: at_level_3(at, "Terrace", "Graniteye", "Quillon", "Greenholm").settle(0, "Bazaar Rock", 2),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STATES)
def test_a_state_is_claimed_at_its_threshold_and_not_one_below(name):
    """The threshold of a state is exact.

    The states are medals, technologies acquired or owned, special planets, levels, planets, planets at their highest
    level, damaged fleets and types. The Home World counts for levels and planets, not for types.

    IAM-24.2, IAM-24.3, IAM-24.4, IAM-24.5, IAM-9.1.
    """
    enough, short = STATES[name]
    assert met(enough(drawn(name)), name)
    assert not met(short(drawn(name)), name)


def test_every_ambition_is_tested_at_its_threshold():
    """IAM-24.1: The tested states and events cover all ambitions."""
    events = {"Cosmic Overlord", "Corsair King", "World Breaker", "Fleet Hunter", "Science Haven",
              "Economic Powerhouse", "Hand in Every Court"}  # fmt: skip
    assert {*STATES, *events} == set(bare_table().ambitions)


# events


def invaded(level, *ships, ambition, choices, **more):
    """Seat 0 has won an INVADE of seat 1 at MODERATE, whose planet Great Basin has this level, with these choices."""
    at = drawn(ambition, emergency_rule=False, **more).muster(0, *ships).settle(1, "Great Basin", level)
    return fight(at.give(0, food=3, ore=2).put(0, "fleet moderate"), "invade 1").choose("bombard", *choices)


def test_cosmic_overlord_has_captured_a_planet():
    """IAM-24.1: in this turn; a bombardment without capture is not enough."""
    name = "Cosmic Overlord"
    at = invaded(1, "Battleship", ambition=name, choices=["planet Great Basin", "capture"])
    assert name in claims(at)
    at = invaded(1, "Battleship", ambition=name, choices=["planet Great Basin", "no"])
    assert name not in claims(at)


def test_a_handed_over_planet_is_no_capture():
    """IAM-24.1: not for its recipient, in his next turn."""
    at = drawn("Cosmic Overlord", planet_limit=2).settle(0, "Loam", 1).settle(1, "Lens", 1).give(0, food=9, ore=9)
    at.show_planets("Great Basin").stack_events("Quiet Landing")
    at.act("colonise strong", "colonise Great Basin", "hand over Loam")
    assert "Loam" in at.planets(2)
    assert "Cosmic Overlord" not in claims(at)
    assert not met(at, "Cosmic Overlord", seat=2)


@pytest.mark.parametrize(("loot", "expected"), [(6, True), (5, False)])
def test_a_corsair_king_took_six_resources(loot, expected):
    """IAM-9.1: Corsair King, in one RAID: 2 + 4 against nothing."""
    at = drawn("Corsair King", emergency_rule=False).muster(0, "Destroyer").give(1, food=9).put(0, "fleet strong")
    fight(at, "raid 1").choose(*["loot food"] * loot)
    if at.prompt[1] == "looting":
        at.choose("done")
    assert at.resources(1) == {"food": 9 - loot}
    assert ("Corsair King" in claims(at)) == expected


@pytest.mark.parametrize(("ships", "level", "expected"), [
    (("Devastator", "Devastator", "Destroyer"), 1, True), (("Devastator", "Devastator"), 2, False),
])  # fmt: skip
def test_a_world_breaker_took_three_levels(ships, level, expected):
    """A73, IAM-9.1: World Breaker: 9 points take three levels off a planet at 4, 8 points two."""
    at = invaded(4, *ships, ambition="World Breaker", choices=["planet Great Basin"])
    if at.prompt[1] == "capturing":
        at.choose("no")
    assert at.planets(1)["Great Basin"] == level
    assert ("World Breaker" in claims(at)) == expected


@pytest.mark.parametrize(("number", "expected"), [(3, True), (2, False)])
def test_a_fleet_hunter_destroyed_three_ships(number, expected):
    """A73, IAM-9.1: Fleet Hunter: Dockyard Fire on Strike Craft with one marker each."""
    at = drawn("Fleet Hunter").muster(1, *[("Strike Craft", 1)] * number, "Battleship").deal(0, "Dockyard Fire")
    at.turn(0).force(CHECK_DICE, 6).choose("play Dockyard Fire", "opponent 1")
    while at.prompt[1] == "object":
        at.choose(next((words for words in at.options if "Strike" in words), "done"))
    assert at.fleet(1) == ["Battleship"]
    assert ("Fleet Hunter" in claims(rest(at))) == expected


@pytest.mark.parametrize(("victims", "expected"), [((1, 2), True), ((1, 1), False)])
def test_a_hand_in_every_court_has_two_victims(victims, expected):
    """Hand in Every Court: checks of different turns against different opponents; failed checks do not count.

    IAM-9.1.
    """
    at = drawn("Hand in Every Court").settle(1, "Great Basin", 4).settle(2, "Anvil", 4)
    for turn, victim in enumerate(victims):
        at.deal(0, "Planetary Plague").turn(0, rounds=turn + 2).force(CHECK_DICE, 6)
        at.choose("play Planetary Plague", f"opponent {victim}", aimed(victim))
    assert ("Hand in Every Court" in claims(rest(at))) == expected
    at = drawn("Hand in Every Court").settle(1, "Great Basin", 4).settle(2, "Anvil", 4)
    for victim, face in ((1, 6), (2, 3)):
        at.deal(0, "Planetary Plague").turn(0).force(CHECK_DICE, face)
        at.choose("play Planetary Plague", f"opponent {victim}", aimed(victim))
    assert "Hand in Every Court" not in claims(rest(at))


def aimed(victim):
    """The planet of a victim of the plague."""
    return {1: "planet Great Basin", 2: "planet Anvil"}[victim]


def producing(name, axiom, unit="food", **more):
    """Seat 0 produces 5 science of Athenaeum, the yield of Axiom Prime, 2 of RESEARCH FORCES, and 4 units of its Home
    World."""
    at = drawn(name, **more).teach(0, "RESEARCH FORCES").settle(0, "Athenaeum", 5).settle(0, "Axiom Prime", axiom)
    return at.turn(0).choose("produce", *[f"take {unit}"] * 4)


@pytest.mark.parametrize(("axiom", "expected"), [(5, True), (4, False)])
def test_a_science_haven_produced_twelve_science(axiom, expected):
    """IAM-24.6: 5 + 5 + 2 with the bonus of a technology, or one less."""
    at = producing("Science Haven", axiom)
    assert at.resources(0) == {"food": 4, "science": 7 + axiom}
    assert ("Science Haven" in claims(rest(at))) == expected


def test_science_of_a_home_world_counts_but_exchanged_science_does_not():
    """IAM-24.6"""
    assert "Science Haven" in claims(rest(producing("Science Haven", 1, "science")))
    at = rest(producing("Science Haven", 4)).choose("exchange food for science")
    assert at.resources(0)["science"] == 12
    assert "Science Haven" not in claims(at)


def test_other_resources_do_not_count_as_science():
    """IAM-24.6: 12 of something else."""
    at = drawn("Science Haven").settle(0, "Orchard Prime", 5).settle(0, "Cornucopia", 5).teach(0, "FERTILITY CLINICS")
    at = rest(at.turn(0).choose("produce", *["take food"] * 4))
    assert at.resources(0) == {"food": 16}
    assert "Science Haven" not in claims(at)


@pytest.mark.parametrize(("level", "expected"), [(5, True), (4, False)])
def test_an_economic_powerhouse_produced_eighteen_resources(level, expected):
    """IAM-9.1: Economic Powerhouse: 4 + 5 + 5 or 4 + 2 + 2, of all types; 2 ore from before do not count."""
    at = drawn("Economic Powerhouse").teach(0, "RESEARCH FORCES").settle(0, "Athenaeum", 5)
    at.settle(0, "Cornucopia", level).teach(0, "PLANETARY ECONOMICS").give(0, ore=2)
    at = rest(at.turn(0).choose("produce", *["take ore"] * 4))
    assert sum(at.resources(0).values()) == 15 + level
    assert ("Economic Powerhouse" in claims(at)) == expected


# when


def test_an_event_is_claimed_in_its_turn():
    """IAM-24.6, IAM-9.1; A08: event_ambition_memory = turn: it is lost with the turn."""
    at = rest(producing("Science Haven", 5)).choose("done")
    assert at.prompt[0] == 1
    assert not met(at, "Science Haven")


def test_an_event_may_be_remembered():
    """IAM-9.1; A08: event_ambition_memory = game; but a state is not remembered."""
    at = rest(producing("Science Haven", 5, event_ambition_memory="game")).choose("done")
    assert met(at, "Science Haven")
    at = rest(producing("Science Haven", 4, event_ambition_memory="game")).choose("done")
    assert not met(at, "Science Haven")
    at = drawn("Shadow Master", event_ambition_memory="game")
    assert met(decorated(at, shadow=4), "Shadow Master")
    assert not met(decorated(at, shadow=3), "Shadow Master")


def test_a_switch_counts_captures_of_earlier_turns():
    """IAM-24.1; A08: event_ambition_memory = turn / game"""
    for memory in ("turn", "game"):
        at = invaded(1, "Battleship", ambition="Cosmic Overlord", choices=["planet Great Basin", "capture", "done"],
                     event_ambition_memory=memory)  # fmt: skip
        assert met(at, "Cosmic Overlord") == (memory == "game")


@pytest.mark.parametrize(("timing", "expected"), [("step4", False), ("any_moment", True)])
def test_a_switch_counts_states_that_do_not_last(timing, expected):
    """IAM-24.4, IAM-9.1; A38: state_ambition_timing: 18 less a Battleship in this turn."""
    fleet = [*["Battleship"] * 4, *["Strike Craft"] * 2]
    at = drawn("Grand Armada", state_ambition_timing=timing, ship_limit=6).muster(0, *fleet).give(0, ore=1)
    at.act("build basic", "build Strike Craft", "scrap Battleship")
    assert ("Grand Armada" in claims(at)) == expected
    assert not met(at, "Grand Armada")


def test_a_medal_won_in_defence_waits_for_the_players_turn():
    """IAM-24.7, IAM-24.3: the fourth FLEET medal of a defender; the attacker claims nothing."""
    at = decorated(drawn("Space Dominator"), fleet=3, seat=1).muster(0, "Destroyer").muster(1, "Devastator", "Cruiser")
    fight(at.put(0, "fleet moderate"), "invade 1", (1, 1, 1, 1))
    assert int(at.player(1).medals[Medal.FLEET]) == 4
    assert claims(at) == []
    assert met(at, "Space Dominator", seat=1)


@pytest.mark.parametrize(("counts", "expected"), [(False, False), (True, True)])
def test_a_switch_counts_a_home_world_as_a_relic(counts, expected):
    """IAM-24.4; A12: relic_counts_home, with two special planets."""
    at = drawn("Relic Finder", relic_counts_home=counts).settle(0, SPECIALS[0], 1).settle(0, SPECIALS[1], 1)
    assert met(at, "Relic Finder") == expected


def test_relics_are_counted_now():
    """IAM-24.4: A special planet that was lost does not count any more."""
    at = drawn("Relic Finder")
    for name in SPECIALS:
        at.settle(0, name, 1)
    assert met(at, "Relic Finder")
    assert not met(at.leave(0, SPECIALS[0]), "Relic Finder")


# points


def claimed(at, name, *seats):
    """These seats claim it in sequence, each in a turn of the seat."""
    for seat in seats:
        rest(at.turn(seat), seat).choose(f"claim {name}")
    return [int(at.player(seat).claim_vp) for seat in seats]


@pytest.mark.parametrize(("first", "second", "later"), [(12, 6, 3), (10, 6, 4), (9, 0, 1)])
def test_claims_score_by_their_order(first, second, later):
    """Three seats claim Space Dominator for 12, 6 and 3 points; a fourth claim scores like the third.

    The switches are ambition_vp_first, ambition_vp_second and ambition_vp_others.

    IAM-9.4, IAM-24.3; FX-7.
    """
    at = drawn("Space Dominator", setup="players4", ambition_vp_first=first, ambition_vp_second=second,
               ambition_vp_others=later)  # fmt: skip
    for seat in range(4):
        decorated(at, fleet=4, seat=seat)
    assert claimed(at, "Space Dominator", 2, 0, 3, 1) == [first, second, later, later]


def test_the_next_claim_takes_the_next_place():
    """IAM-9.4, IAM-24.4, IAM-24.5; FX-8: Relic Finder, 12 and then 6; FX-9: Development Guru, 12, 6 and then 3."""
    at = drawn("Relic Finder", relic_counts_home=True)
    for seat, names in ((0, SPECIALS[:2]), (1, (SPECIALS[2], "Seedvault"))):
        for name in names:
            at.settle(seat, name, 1)
    assert claimed(at, "Relic Finder", 1, 0) == [12, 6]
    at = drawn("Development Guru")
    for seat, names in enumerate((("Athenaeum", "Axiom Prime", "Loam"), ("Orchard Prime", "Cornucopia", "Lens"),
                                  ("Titan Quarry", "Core Prime", "Parallax"))):  # fmt: skip
        for name, level in zip(names, (5, 5, 1), strict=True):
            at.settle(seat, name, level)
    assert claimed(at, "Development Guru", 2, 1, 0) == [12, 6, 3]
