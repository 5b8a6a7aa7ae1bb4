"""One reviewed game of every setup, replayed and compared line by line.

After an intended change of play, write the texts again and review them. Set the number of rounds of each text:
`starbalance play GAME --setup NAME --strategies pool --seed 1972 --set switches.max_rounds=5 > playthroughs/NAME.txt`
"""

import re
from pathlib import Path

from starbalance.analyses.questions.log import play

TESTS = Path(__file__).parent.parent
_ROUND = re.compile(r"^Round (\d+)", re.MULTILINE)


def folder_of(game):
    return TESTS / game.folder.name / "playthroughs"


def test_the_reviewed_game_is_replayed_line_by_line(game, setup):
    """The log shows the setup, turns, their steps, combats and the end."""
    text = (folder_of(game) / f"{setup}.txt").read_text(encoding="utf-8")
    rounds = int(_ROUND.findall(text)[-1])
    lines = list(play(game.address, setup=setup, seed=1972, strategies="pool", set={"switches.max_rounds": rounds}))
    assert lines == text.splitlines()


def test_every_setup_has_exactly_one_reviewed_game(game):
    assert {path.stem for path in folder_of(game).iterdir()} == {setup.name for setup in game.setups}
