"""One reviewed game per set-up, replayed and compared line by line.

After a change that is meant to change play, the texts are made anew and read again:
`starbalance play 4000-ad --setup NAME --seed 1972 --set switches.max_rounds=12 > playthroughs/NAME.txt`
"""

from pathlib import Path

import pytest

from starbalance.analyses.questions.log import lines
from starbalance.simulator import find_game

FOLDER = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_the_reviewed_game_is_replayed_line_by_line(path):
    """FAD-8.1, FAD-12.2, FAD-17.1, FAD-21.1: the order of rounds, turns and moves as a reader sees it."""
    found = list(lines("4000-ad", setup=path.stem, seed=1972, set={"switches.max_rounds": 12}))
    assert found == path.read_text(encoding="utf-8").splitlines()


def test_every_set_up_has_a_reviewed_game():
    assert {path.stem for path in FOLDER.glob("*.txt")} == {setup.name for setup in find_game("4000-ad").setups}
