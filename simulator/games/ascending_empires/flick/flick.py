"""A flick: a shot with its error, and what comes of it."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import FlickModel
from starbalance.simulator.games.ascending_empires.flick.chain import slide_all, start_sliding
from starbalance.simulator.games.ascending_empires.flick.error import erring
from starbalance.simulator.games.ascending_empires.flick.record import begin, undo
from starbalance.simulator.games.ascending_empires.flick.table import play_by_table

EVEN = 0.5  # of the table's chances: a probe does what is likelier


@rule
def play_flick(board, scene, flick):
    """ASE-5.1, ASE-20: the shot is flicked with its luck; ships move, and some leave the board."""
    begin(flick)
    ux, uy, length = erring(board, flick, flick.z1, flick.z2)
    if flick.edge < board.p_edge and board.flick_model != FlickModel.PERFECT:
        length *= board.edge_len  # ASE-5.9, ASE-20.15: it rolls
    send(board, scene, flick, ux, uy, length)


@rule
def probe_flick(board, scene, flick, z1, z2):
    """ASE-20: what the shot would do with these errors, without draws; every ship stays where it is."""
    begin(flick)
    hit, flick.hit = flick.hit, EVEN
    ux, uy, length = erring(board, flick, z1, z2)
    flick.crossings = board.max_crossings  # seams are smooth: they would take draws
    send(board, scene, flick, ux, uy, length)
    undo(scene, flick)
    flick.hit = hit


@rule
def send(board, scene, flick, ux, uy, length):
    """Slides the flicked ship, by the law or by the table."""
    if board.flick_model == FlickModel.TABLE:
        play_by_table(board, scene, flick, ux, uy, length)
    else:
        start_sliding(scene, flick, flick.ship, ux, uy, length)
        slide_all(board, scene, flick)
