"""A flick: a shot with its error, and its result on the board."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import FlickModel
from starbalance.simulator.games.ascending_empires.flick.chain import slide_all, start_sliding
from starbalance.simulator.games.ascending_empires.flick.error import actual_shot
from starbalance.simulator.games.ascending_empires.flick.record import begin, undo
from starbalance.simulator.games.ascending_empires.flick.table import play_by_table

EVEN = 0.5  # under the table model, a probe has the likelier result


@rule
def play_flick(board, scene, flick):
    """ASE-5.1, ASE-20: Flick the shot with its random numbers, and move or remove ships.

    Fill in the result and the events in `flick`.
    """
    begin(flick)
    ux, uy, length = actual_shot(board, flick, flick.z1, flick.z2)
    if flick.edge < board.p_edge and board.flick_model != FlickModel.PERFECT:
        length *= board.edge_len  # ASE-5.9, ASE-20.15: it rolls
    send(board, scene, flick, ux, uy, length)


@rule
def probe_flick(board, scene, flick, z1, z2):
    """ASE-20: Fill in the result of the shot in `flick` for the errors z1 and z2, without random numbers.

    All ships are put back afterwards.
    """
    begin(flick)
    hit, flick.hit = flick.hit, EVEN
    ux, uy, length = actual_shot(board, flick, z1, z2)
    flick.crossings = board.max_crossings  # no seam effects: they would need random numbers
    send(board, scene, flick, ux, uy, length)
    undo(scene, flick)
    flick.hit = hit


@rule
def send(board, scene, flick, ux, uy, length):
    """Move the flicked ship and the ships that it strikes, by physics or by the table model."""
    if board.flick_model == FlickModel.TABLE:
        play_by_table(board, scene, flick, ux, uy, length)
    else:
        start_sliding(scene, flick, flick.ship, ux, uy, length)
        slide_all(board, scene, flick)
