"""Changes that were tried on an imbalanced level: which help, by how much, and what they cost."""

from types import SimpleNamespace

import pytest

from starbalance.analyses.questions.rates import rates
from starbalance.analyses.report.fix import _present
from starbalance.analyses.report.scenario import Scenario
from starbalance.analyses.report.variants import variant_name
from tests.stories import Moved, changed, race, scenario, story
from tests.stories import tried as section

BOTH = ("short", "sudden_death")


def setups(**levels):
    """Return a scenario of two players in which the Tug won 60% of the games, and further levels."""
    return scenario(ship={"Tug": (0.6, "strong"), "Probe": (0.48, "undecided")} | levels)


def with_changes(base, *others, study=None, variants=("short",)):
    return story(base, sections=[section("two", variants=variants)], others=others, study=study)


def test_a_change_has_the_shares_of_the_level_before_and_after_it():
    base = setups()
    short = changed(base, Tug=(0.61, 0.53, 0.01), Probe=(0.48, 0.49, 0.01))
    (fix,) = tried(with_changes(base, short))
    assert (fix.variant, fix.title, fix.games, fix.run) == ("short", "a race to 30 instead of 50", 60, short)
    assert (fix.before, fix.after, fix.left) == pytest.approx((0.61, 0.53, 0.03))
    assert (fix.low, fix.high, fix.worst) == pytest.approx((-0.09, -0.07, 0.03))
    assert fix.is_nearer


def tried(of):
    """Return the changes that were tried on the level with the largest imbalance."""
    return of.fixes(of.problems[0])


@pytest.mark.parametrize(
    ("after", "width", "is_nearer"),
    [
        (0.53, 0.01, True),
        (0.53, 0.08, False),  # not significant
        (0.65, 0.01, False),  # significant, but farther
        (0.41, 0.02, False),  # significant, but as far on the other side
        (0.42, 0.01, True),
    ],
)
def test_a_change_brings_a_level_nearer_if_both_ends_of_the_interval_are_nearer(after, width, is_nearer):
    base = setups()
    of = with_changes(base, changed(base, Tug=(0.6, after, width), Probe=(0.48, 0.48, 0.01)))
    (fix,) = tried(of)
    assert fix.is_nearer == is_nearer
    assert of.fix == (fix if is_nearer else None)


def test_changes_that_help_come_first_the_nearest_first():
    base = setups()
    of = with_changes(
        base,
        changed(base, Tug=(0.6, 0.55, 0.01)),
        changed(base, "sudden_death", Tug=(0.6, 0.51, 0.2)),  # nearer, but not significantly
        variants=BOTH,
    )
    assert [fix.variant for fix in tried(of)] == ["short", "sudden_death"]
    base = setups()
    of = with_changes(
        base, changed(base, Tug=(0.6, 0.55, 0.01)), changed(base, "sudden_death", Tug=(0.6, 0.51, 0.01)), variants=BOTH
    )
    assert [fix.variant for fix in tried(of)] == ["sudden_death", "short"]


def test_the_best_change_leaves_the_smallest_largest_imbalance():
    """One change brings the level nearest, but another level far from an equal share."""
    base = setups()
    of = with_changes(
        base,
        changed(base, Tug=(0.6, 0.5, 0.01), Probe=(0.48, 0.4, 0.01)),
        changed(base, "sudden_death", Tug=(0.6, 0.54, 0.01), Probe=(0.48, 0.49, 0.01)),
        variants=BOTH,
    )
    assert tried(of)[0].variant == "short"
    assert of.fix.variant == "sudden_death"


def test_the_cost_is_the_level_that_significantly_moves_farthest_away():
    base = setups()
    levels = {
        "Tug": (0.6, 0.7, 0.01),  # the level itself
        "Probe": (0.48, 0.44, 0.01),
        "Clipper": (0.5, 0.42, 0.1),  # not significant
        "Raft": (0.45, 0.48, 0.01),  # nearer
        "Sled": (0.5, 0.51, 0.005),
    }
    (fix,) = tried(with_changes(base, changed(base, **levels)))
    assert (fix.cost[0], fix.cost[1]) == ("Probe", pytest.approx(0.04))
    base = setups()
    (fix,) = tried(with_changes(base, changed(base, Tug=(0.6, 0.5, 0.01), Raft=(0.45, 0.48, 0.01))))
    assert fix.cost == ("", 0.0)


def test_the_cost_of_a_change_for_a_seat_is_a_seat():
    base = scenario(seat={"1": (0.6, "strong"), "2": (0.4, "weak")})
    of = with_changes(base, changed(base, column="seat", _1=(0.6, 0.55, 0.01), _2=(0.4, 0.35, 0.01)))
    assert of.fix.cost[0] == "Seat 2"


@pytest.mark.parametrize("of", ["two", "three"])
def test_a_change_of_assumed_data_is_not_tried(of):
    """This holds in each setup, also where the study does not compare these data."""
    study = {
        "scenario": [{"name": "two"}, {"name": "three"}, {"name": "other", "variant": "short"}],
        "robust": [{"what": "a shorter race", "of": of, "under": ["other"]}],
    }
    base = setups()
    changes = changed(base, Tug=(0.6, 0.5, 0.01)), changed(base, "sudden_death", Tug=(0.6, 0.55, 0.01))
    of_both = with_changes(base, *changes, study=study, variants=BOTH)
    assert [fix.variant for fix in tried(of_both)] == ["sudden_death"]
    assert [fix.variant for fix in tried(with_changes(base, *changes, variants=BOTH))] == [
        "short",
        "sudden_death",
    ]


def test_the_best_change_is_found_in_any_setup():
    """The level is farther away with two players, where nothing helps, than with three."""
    two, three = setups(), scenario("three", setup="players3", ship={"Tug": (0.38, "strong")})
    changes = changed(two, Tug=(0.6, 0.61, 0.005)), changed(three, Tug=(0.38, 0.34, 0.01))
    of = story(two, three, sections=[section("two", "three")], others=changes)
    assert of.problems[0][0].scenario is two
    assert of.fix.finding.scenario is three
    assert [fix.finding.scenario.name for fix in tried(of)] == ["three", "two"]


def test_nothing_is_tried_without_a_section_of_variants():
    assert tried(story(setups())) == []
    assert story(setups()).fix is None


@pytest.mark.parametrize(("before", "after"), [(60, 40), (40, 60)])
def test_the_shares_are_those_of_the_paired_games(before, after):
    """The longer of two runs is cut to the length of the shorter one."""
    base = scenario(result=race(games=60).between(0, before), ship={"Tug": (0.9, "strong")})
    name = variant_name(section("two"), "two", "short")
    of = with_changes(base, Scenario(name, "Short", [], Moved(race(games=60).between(0, after))))
    (fix,) = tried(of)
    games = race(games=60).between(0, 40)
    expected = [share_of_tug(each) for each in (games, Moved(games))]
    assert (fix.games, fix.before, fix.after) == (40, *(pytest.approx(share) for share in expected))
    assert share_of_tug(race(games=60)) != pytest.approx(expected[0])


def share_of_tug(result):
    table = rates(result, ["ship"])
    return table.loc[table["ship"].astype(str) == "Tug", "share"].item()


def test_the_length_of_the_games_changes_only_if_it_is_significant():
    base = setups()
    (short,) = tried(with_changes(base, changed(base, Tug=(0.6, 0.5, 0.01))))
    games = [race(variant=variant).games["rounds"].mean() for variant in ("short", None)]
    assert short.rounds == pytest.approx(games[0] - games[1])
    assert short.rounds < -1
    (sudden,) = tried(with_changes(base, changed(base, "sudden_death", Tug=(0.6, 0.5, 0.01)), variants=BOTH[1:]))
    assert sudden.rounds == 0.0


@pytest.mark.parametrize(
    ("game", "setup", "changes", "variant", "now"),
    [
        ("handful-of-stars", "players4", {}, "hand_5", "6"),
        ("handful-of-stars", "players4", {"switches.hand_size": 7}, "hand_5", "7"),
        ("handful-of-stars", "players4", {}, "no_races", ""),  # a word
        ("handful-of-stars", "players4", {}, "no_black_holes", ""),
        ("comet-chase", "players2", {}, "short", ""),  # "a race to 30 instead of 50"
    ],
)
def test_the_present_value_is_named_for_one_number_whose_title_lacks_it(game, setup, changes, variant, now):
    base = SimpleNamespace(result=SimpleNamespace(settings={"game": game, "setup": setup, "changes": changes}))
    assert _present(base, variant) == now
