"""Invariants after every decision of games that Hypothesis chooses, and the mirror symmetry of the board."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.engine.play import carry_out, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.engine.strategy import find_strategy, strategy_names
from starbalance.simulator.games.four_thousand_ad.rules import WARPS
from starbalance.simulator.games.four_thousand_ad.state import MAX_OPTIONS, Kind
from starbalance.simulator.games.star_field.field import HOMES, NONE
from tests.four_thousand_ad.table import GAME

SETUPS = [each.name for each in GAME.setups]
SLOW = settings(max_examples=10, suppress_health_check=list(HealthCheck))
STEPS = 300


class Table:
    """A game played by numbers: each number, modulo the number of options, selects an option."""

    def __init__(self, setup, seed=0, **switches):
        overrides = {f"switches.{name}": value for name, value in switches.items()}
        self.rules = tables.load(GAME, setup, set=overrides).record
        self.state = zeros(1, GAME.kernels.state_dt)[0]
        self.state.key[0] = np.uint64(seed)
        self.buffer = zeros(MAX_OPTIONS, option_dt)
        set_up(GAME, self.state, self.rules)

    @property
    def options(self):
        return self.buffer[: GAME.kernels.options(self.state, self.rules, self.buffer)]

    def apply(self, option):
        carry_out(GAME, self.state, self.rules, option)


MIRRORS = {
    "S1": (0, {0: 1, 1: 0, 2: 3, 3: 2}),
    "S2": (1, {0: 3, 1: 2, 2: 1, 3: 0}),
    "S3": (2, {0: 2, 1: 3, 2: 0, 3: 1}),
}


def mirrored(option, star, seat):
    """Return the mirror image of an option."""
    image, kind = option.copy(), Kind(int(option.kind))
    if kind in (Kind.ARRIVE, Kind.COMBINE, Kind.SURRENDER) and option.b != NONE:
        image.b = star[option.b]
    if kind in (Kind.DEPART, Kind.HEAD_FOR):
        image.a = star[option.a]
    if kind in (Kind.JOIN, Kind.STAND_BY):
        image.b = seat[option.b]
    if kind == Kind.COMBINE and option.c != NONE:
        image.c = seat[option.c]
    return image


def same_but_mirrored(one, two, star, seat):
    """Return whether every fleet, warp and possession of one state equals that of the image in the other state."""
    for a in range(HOMES):
        mine, image = one.players[a], two.players[seat[a]]
        controller = NONE if mine.controller == NONE else seat[mine.controller]
        if (mine.ships != image.ships[star]).any() or controller != image.controller or mine.status != image.status:
            return False
        for slot in range(WARPS):
            if (mine.warps[slot].space, mine.warps[slot].ships) != (image.warps[slot].space, image.warps[slot].ships):
                return False
    return (one.surrendered == two.surrendered[star]).all() and one.over == two.over


@pytest.mark.parametrize("name", MIRRORS)
@pytest.mark.parametrize("star_table", ["symmetric", "random_symmetric"])
@settings(max_examples=3, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32 - 1))
def test_the_mirrored_game_remains_the_mirror_image(name, star_table, seed):
    """I-13: stars mapped by a symmetry of the homes, the turn order reversed by S1 and S2 and kept by S3."""
    row, seat = MIRRORS[name]
    homes = ["Algol", "Regulus", "Antares", "Pavo"]
    turn = "board_clockwise" if name == "S3" else "reversed"
    one = Table("independents4", seed, first_player="fixed:Algol", star_table=star_table)
    two = Table("independents4", seed, first_player=f"fixed:{homes[seat[0]]}", seating=turn, star_table=star_table)
    star = one.rules.mirror[row].astype(int)
    choices = np.random.default_rng(seed)
    for _ in range(STEPS):
        assert same_but_mirrored(one.state, two.state, star, seat)
        if one.state.over:
            break
        options = one.options
        option = options[choices.integers(len(options))].copy()
        image = mirrored(option, star, seat)
        assert image.tobytes() in {each.tobytes() for each in two.options}
        one.apply(option)
        two.apply(image)


def scores_by_option(strategy, table, notes, image=lambda option: option):
    """Return the strategy's scores for the acting seat, as option (its image) -> score.

    The strategy keeps its notes.
    """
    weights = np.zeros(MAX_WEIGHTS)
    weights[: len(strategy.weights)] = list(strategy.weights.values())
    options = table.options
    scores = np.full(len(options), np.nan)
    table.state.notes[:] = notes
    strategy.score(GAME)(table.state, table.rules, options, weights, scores)
    notes[:] = table.state.notes
    table.state.notes[:] = 0
    return {image(option).tobytes(): score for option, score in zip(options, scores, strict=True)}


@pytest.mark.parametrize("name", ["S1", "S3"])
@pytest.mark.parametrize("strategy", strategy_names(GAME))
def test_a_strategy_scores_mirrored_options_equally(strategy, name):
    """I-13: In the mirrored game every option has the score of its image; no number of a seat or star matters.

    One symmetry reverses the turn order and one keeps it. The third symmetry is the two in sequence.
    """
    row, seat = MIRRORS[name]
    homes, played = ["Algol", "Regulus", "Antares", "Pavo"], find_strategy(GAME, strategy)
    turn = "board_clockwise" if name == "S3" else "reversed"
    one = Table("independents4", 5, first_player="fixed:Algol")
    two = Table("independents4", 5, first_player=f"fixed:{homes[seat[0]]}", seating=turn)
    star = one.rules.mirror[row].astype(int)
    notes = np.zeros_like(one.state.notes), np.zeros_like(two.state.notes)
    choices = np.random.default_rng(row)
    for _ in range(3 * STEPS):
        if one.state.over:
            break
        if len(one.options) > 1:
            expected = scores_by_option(played, one, notes[0], lambda option: mirrored(option, star, seat))
            scores = scores_by_option(played, two, notes[1])
            assert scores == pytest.approx(expected, abs=1e-9)
            ranked = list(expected.values())
            best = int(np.argmax(ranked)) if choices.random() < 0.8 else int(choices.integers(len(ranked)))
        else:
            best = 0
        option = one.options[best].copy()
        two.apply(mirrored(option, star, seat))
        one.apply(option)
