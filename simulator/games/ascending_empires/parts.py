"""The parts of the game that `bench` measures separately: a flick, and the evaluation of a shot."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.ascending_empires.board import is_slot_free, launch_ship
from starbalance.simulator.games.ascending_empires.board_rules import (
    HOLES,
    NONE,
    PLAYERS,
    QUADRANT_HOLES,
    SHIPS,
    Aim,
    Hull,
    flick_dt,
    scene_dt,
)
from starbalance.simulator.games.ascending_empires.flick.aim import aim_shot
from starbalance.simulator.games.ascending_empires.flick.many import judge_many, play_many, tally_dt

FLICKS = 2000  # per shot and call
CROWDED = 6  # ships per player on a crowded board
KEY = np.array([1, 1], np.uint64)


def measure(rules: Any, seconds: float) -> list[dict[str, Any]]:
    """Return one row per part: `part`, `per_second` and `contacts` (contacts per flick).

    Each part runs for `seconds` on one core. One ship is flicked at the orbit of every hole, at skill 0, once without
    other ships and once among many.
    """
    return [
        _row("flick, no other ship", play_many, rules.board, 0, seconds),
        _row(f"flick, {PLAYERS * CROWDED} ships", play_many, rules.board, CROWDED, seconds),
        _row(f"judging a shot, {PLAYERS * CROWDED} ships", judge_many, rules.board, CROWDED, seconds),
    ]


def _row(part: str, work: Callable[..., None], board: Any, ships: int, seconds: float) -> dict[str, Any]:
    scene, flick, tally = _scene(board, ships), zeros(1, flick_dt)[0], zeros(1, tally_dt)[0]
    _flick_at_holes(work, board, scene, flick, tally)
    tally = zeros(1, tally_dt)[0]
    start, spent = time.perf_counter(), -1.0
    while spent < seconds:
        _flick_at_holes(work, board, scene, flick, tally)
        spent = time.perf_counter() - start
    return {
        "part": part,
        "per_second": round(tally.flicks / spent),
        "contacts": round(float(tally.contacts / tally.flicks), 2),
    }


def _flick_at_holes(work: Callable[..., None], board: Any, scene: Any, flick: Any, tally: Any) -> None:
    """Call `work` for shots of the first ship at every hole in turn, except its own. The results go to `tally`."""
    for hole in range(1, HOLES):
        aim_shot(board, scene, flick, 0, Aim.ORBIT, hole, board.range_short)
        flick.spread = 1.0
        work(board, scene, flick, KEY, hole * FLICKS, FLICKS, board.range_short, tally)


def _scene(board: Any, ships: int) -> Any:
    """Return a scene with the first ship in orbit of hole 0 and `ships` ships per player in their quadrants."""
    scene = zeros(1, scene_dt)[0]
    scene.orbit[:] = NONE
    launch_ship(board, scene, 0, 0, board.start_slot[0, 0])
    for seat in range(PLAYERS):
        for k in range(ships):
            ship, hole = SHIPS * seat + k, QUADRANT_HOLES * seat + (k + 1) % QUADRANT_HOLES
            slot = board.start_slot[seat, k % 2]
            if ship > 0 and is_slot_free(board, scene, hole, Hull.STARSHIP, slot):
                launch_ship(board, scene, ship, hole, slot)
    return scene
