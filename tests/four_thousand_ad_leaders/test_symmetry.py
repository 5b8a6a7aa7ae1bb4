"""The mirrored game stays the mirror image (J-14)."""

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games.four_thousand_ad_leaders import GAME
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS
from starbalance.simulator.games.four_thousand_ad_leaders.state import Kind
from starbalance.simulator.games.star_field.field import NONE
from tests.contract.worlds import listed, scores_of, started, weights_of

MIRRORS = {
    "S1": ("four", 0, [1, 0, 3, 2], "reversed"),
    "S2": ("four", 1, [3, 2, 1, 0], "reversed"),
    "S3": ("four", 2, [2, 3, 0, 1], "board_clockwise"),
    "S3 of two": ("two", 2, [1, 0], "board_clockwise"),
}
STEPS = 400
CARDS = ("hand", "aside", "drawn", "objective", "first_objective")


def mirrored(option, star):
    """The image of an option: its stars."""
    image, kind = option.copy(), Kind(int(option.kind))
    if kind in (Kind.DEPART, Kind.HEAD_FOR, Kind.FIGHT, Kind.SUPPLY):
        image.a = star[option.a]
    if kind in (Kind.ARRIVE, Kind.RECALL):
        image.b = star[option.b]
    if kind == Kind.BUILD:
        image.a, image.b = star[option.a], NONE if option.b == NONE else star[option.b]
    return image


def found(image, options):
    """The image among options; two equal halves have no order."""
    for option in options:
        if option.tobytes() == image.tobytes():
            return option.copy()
    for option in options:
        if image.kind == option.kind == Kind.BUILD and (image.a, image.b) == (option.b, option.a):
            return option.copy()
    raise AssertionError(f"no {image}")


def same_but_mirrored(one, two, star, seat):
    """Whether ships, fleets, cards and claims of one state are those of the other's image."""
    for a, b in enumerate(seat):
        mine, image = one.players[a], two.players[b]
        if (mine.ships != image.ships[star]).any() or mine.claims != image.claims or mine.pile != image.pile:
            return False
        fleets = [[(f.square, f.ships, f.leader) for f in each.fleets[:FLEETS]] for each in (mine, image)]
        if fleets[0] != fleets[1] or mine.hand != image.hand or mine.objective != image.objective:
            return False
    return one.over == two.over


def mirrored_games(name, seed):
    """(game, its mirror image, the rules of both, star -> image, seat -> image) with cards of mirrored seats alike."""
    setup, row, seat, seating = MIRRORS[name]
    homes = tables.read(GAME)["setups"][setup]["homes"]
    one_rules, two_rules = (
        tables.load(GAME, setup, set={"switches.first_player": f"fixed:{homes[first]}", "switches.seating": way}).record
        for first, way in ((0, "board_clockwise"), (seat[0], seating))
    )
    one, two = started(GAME, one_rules, seed), started(GAME, two_rules, seed)
    for a, b in enumerate(seat):
        for field in CARDS:
            two.players[b][field] = one.players[a][field]
    if two.then == 0:  # a window may have opened on other cards
        two.phase, two.actor = one.phase, seat[one.actor]
    return one, two, one_rules, two_rules, one_rules.mirror[row].astype(int), seat


@pytest.mark.parametrize("name", MIRRORS)
@pytest.mark.parametrize("seed", range(3))
def test_the_mirrored_game_stays_the_mirror_image(name, seed):
    """FAL-1.1, FAL-6.8, FAL-23.07, FAL-23.08: J-14; cards of mirrored seats alike."""
    one, two, one_rules, two_rules, star, seat = mirrored_games(name, seed)
    choices = np.random.default_rng(seed)
    for _ in range(STEPS):
        assert same_but_mirrored(one, two, star, seat)
        if one.over:
            break
        assert (one.phase, seat[one.actor]) == (two.phase, two.actor)
        options, images = listed(GAME, one, one_rules), listed(GAME, two, two_rules)
        assert len(options) == len(images)
        option = options[choices.integers(len(options))].copy()
        image = found(mirrored(option, star), images)
        carry_out(GAME, one, one_rules, option)
        carry_out(GAME, two, two_rules, image)


def scores_by_option(strategy, state, rules, image=lambda option: option):
    """Option (its image) -> score for the seat that decides."""
    options = listed(GAME, state, rules)
    scores = scores_of(strategy.score(GAME), weights_of(strategy), state, rules, options)
    return {key(image(option)): score for option, score in zip(options, scores, strict=True)}


def key(option):
    """An option as a key; two equal halves have no order."""
    stars = sorted((int(option.a), int(option.b))) if option.kind == Kind.BUILD else (int(option.a), int(option.b))
    return (int(option.kind), *stars, int(option.c))


@pytest.mark.parametrize("name", MIRRORS)
@pytest.mark.parametrize("strategy", ["sensible", "convoy", "denier"])
def test_a_strategy_treats_homes_alike_that_the_board_makes_equal(strategy, name):
    """J-14: in the mirrored game every option has the score of its image: no number of a seat or star counts."""
    found_strategy = find_strategy(GAME, strategy)
    one, two, one_rules, two_rules, star, _ = mirrored_games(name, 5)
    choices = np.random.default_rng(5)
    for _ in range(STEPS):
        if one.over:
            break
        expected = scores_by_option(found_strategy, one, one_rules, lambda option: mirrored(option, star))
        assert scores_by_option(found_strategy, two, two_rules) == pytest.approx(expected, abs=1e-9)
        ranked = list(expected.values())
        best = int(np.argmax(ranked)) if choices.random() < 0.8 else int(choices.integers(len(ranked)))
        option = listed(GAME, one, one_rules)[best % len(listed(GAME, one, one_rules))].copy()
        carry_out(GAME, two, two_rules, found(mirrored(option, star), listed(GAME, two, two_rules)))
        carry_out(GAME, one, one_rules, option)
