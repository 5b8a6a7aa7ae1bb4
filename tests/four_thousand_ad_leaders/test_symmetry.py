"""The mirrored game remains the mirror image (J-14)."""

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
    """Return the image of an option: its stars are mirrored."""
    image, kind = option.copy(), Kind(int(option.kind))
    if kind in (Kind.DEPART, Kind.HEAD_FOR, Kind.FIGHT, Kind.SUPPLY):
        image.a = star[option.a]
    if kind in (Kind.ARRIVE, Kind.RECALL):
        image.b = star[option.b]
    if kind == Kind.BUILD:
        image.a, image.b = star[option.a], NONE if option.b == NONE else star[option.b]
    return image


def matching(image, options):
    """Return the option that equals the image. The order of two build sites does not matter."""
    for option in options:
        if option.tobytes() == image.tobytes():
            return option.copy()
    for option in options:
        if image.kind == option.kind == Kind.BUILD and (image.a, image.b) == (option.b, option.a):
            return option.copy()
    raise AssertionError(f"no {image}")


def same_but_mirrored(one, two, star, seat):
    """Return whether ships, fleets, cards and claims of one state equal those of the image in the other state."""
    for a, b in enumerate(seat):
        mine, image = one.players[a], two.players[b]
        if (mine.ships != image.ships[star]).any() or mine.claims != image.claims or mine.pile != image.pile:
            return False
        fleets = [[(f.square, f.ships, f.leader) for f in each.fleets[:FLEETS]] for each in (mine, image)]
        if fleets[0] != fleets[1] or mine.hand != image.hand or mine.objective != image.objective:
            return False
    return one.over == two.over


def mirrored_games(name, seed):
    """Return (game, its mirror image, the rules of both, star -> image, seat -> image).

    Mirrored seats have equal cards.
    """
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
    if two.pending_step == 0:  # a window may have opened because of other cards
        two.decision, two.actor = one.decision, seat[one.actor]
    return one, two, one_rules, two_rules, one_rules.mirror[row].astype(int), seat


@pytest.mark.parametrize("name", MIRRORS)
@pytest.mark.parametrize("seed", range(3))
def test_the_mirrored_game_remains_the_mirror_image(name, seed):
    """FAL-1.1, FAL-6.8, FAL-23.07, FAL-23.08: J-14; mirrored seats have equal cards."""
    one, two, one_rules, two_rules, star, seat = mirrored_games(name, seed)
    choices = np.random.default_rng(seed)
    for _ in range(STEPS):
        assert same_but_mirrored(one, two, star, seat)
        if one.over:
            break
        assert (one.decision, seat[one.actor]) == (two.decision, two.actor)
        options, images = listed(GAME, one, one_rules), listed(GAME, two, two_rules)
        assert len(options) == len(images)
        option = options[choices.integers(len(options))].copy()
        image = matching(mirrored(option, star), images)
        carry_out(GAME, one, one_rules, option)
        carry_out(GAME, two, two_rules, image)


def scores_by_option(strategy, state, rules, image=lambda option: option):
    """Return the scores for the acting seat: option (its image) -> score."""
    options = listed(GAME, state, rules)
    scores = scores_of(strategy.score(GAME), weights_of(strategy), state, rules, options)
    return {key(image(option)): score for option, score in zip(options, scores, strict=True)}


def key(option):
    """Return an option as a key. The order of two build sites does not matter."""
    stars = sorted((int(option.a), int(option.b))) if option.kind == Kind.BUILD else (int(option.a), int(option.b))
    return (int(option.kind), *stars, int(option.c))


@pytest.mark.parametrize("name", MIRRORS)
@pytest.mark.parametrize("strategy", ["sensible", "convoy", "denier"])
def test_a_strategy_scores_mirrored_options_equally(strategy, name):
    """J-14: In the mirrored game every option has the score of its image; no number of a seat or star matters."""
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
        carry_out(GAME, two, two_rules, matching(mirrored(option, star), listed(GAME, two, two_rules)))
        carry_out(GAME, one, one_rules, option)
