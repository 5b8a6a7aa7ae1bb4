"""One reviewed game of every set-up, replayed and compared line by line.

After a change that is meant to change play, the texts are made anew and read again, each with its number of rounds:
`starbalance play GAME --setup NAME --seed 1972 --set switches.max_rounds=5 > playthroughs/NAME.txt`
"""

import re
from pathlib import Path

from starbalance.analyses.questions.log import play

TESTS = Path(__file__).parent.parent
_ROUND = re.compile(r"^Round (\d+)", re.MULTILINE)


def folder_of(game):
    return TESTS / game.folder.name / "playthroughs"


def test_the_reviewed_game_is_replayed_line_by_line(game, setup):
    """The set-up, turns, their steps, combats and the end, as a reader sees them."""
    text = (folder_of(game) / f"{setup}.txt").read_text(encoding="utf-8")
    rounds = int(_ROUND.findall(text)[-1])
    found = list(play(game.address, setup=setup, seed=1972, strategies="pool", set={"switches.max_rounds": rounds}))
    assert found == text.splitlines()


def test_every_set_up_has_a_reviewed_game_and_no_other(game):
    assert {path.stem for path in folder_of(game).iterdir()} == {setup.name for setup in game.setups}
