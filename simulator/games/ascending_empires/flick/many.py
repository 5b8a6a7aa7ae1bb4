"""Many flicks of the same shot from the same place, to measure how often it reaches its aim and how fast it runs."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import record
from starbalance.simulator.games.ascending_empires.board_rules import NONE
from starbalance.simulator.games.ascending_empires.flick.aim import has_arrived
from starbalance.simulator.games.ascending_empires.flick.estimate import estimate, look_around
from starbalance.simulator.games.ascending_empires.flick.flick import play_flick
from starbalance.simulator.games.ascending_empires.flick.randomness import draw_randomness
from starbalance.simulator.games.ascending_empires.flick.record import undo
from starbalance.simulator.games.ascending_empires.flick.risk import risk

tally_dt = record(
    ("flicks", "i8"),
    ("hits", "i8"),
    ("other_orbits", "i8"),
    ("off", "i8"),
    ("rams", "i8"),
    ("contacts", "i8"),
)


@rule
def play_many(board, scene, flick, key, first, count, reach, tally):
    """Flick the shot `count` times and add the results to `tally`. Ships are put back after each flick.

    Flick numbers start at `first`. The number of a flick determines its random numbers.
    """
    for number in range(first, first + count):
        draw_randomness(board, flick, key[0], key[1], 0, number)
        play_flick(board, scene, flick)
        count_flick(board, scene, flick, reach, tally)
        undo(scene, flick)


@rule
def judge_many(board, scene, flick, key, first, count, reach, tally):
    """Estimate the shot and probe its risk `count` times, and add the results to `tally`.

    Hits are estimates above 1/2, and ships off the board are risks above 1/2. Contacts count only the last probe of
    each repetition.
    """
    for _ in range(count):
        look_around(board, scene, flick.ship, flick.sight)
        if estimate(board, scene, flick.sight, flick.ship, flick.aim, flick.target, flick.spread, reach, 0.0) > 0.5:
            tally.hits += 1
        if risk(board, scene, flick) > 0.5:
            tally.off += 1
        tally.flicks += 1
        tally.contacts += flick.contacts


@rule
def count_flick(board, scene, flick, reach, tally):
    """Add the result of a flick to the tally: its contacts, rams, ships off the board, and hits or other orbits."""
    orbit = scene.orbit[flick.ship]
    tally.flicks += 1
    tally.contacts += flick.contacts
    tally.rams += 1 if flick.ram_enemy != NONE else 0
    for k in range(flick.off):
        tally.off += 1 if flick.off_ship[k] == flick.ship else 0
    if has_arrived(board, scene, flick, reach):
        tally.hits += 1
    elif orbit != NONE:
        tally.other_orbits += 1
