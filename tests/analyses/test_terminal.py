"""Tables on a terminal: they fit its width, keep names and numbers whole, and colour verdicts."""

import io
import re

import pytest
from rich.console import Console

from starbalance.analyses.cli.terminal import print_table

ROWS = [
    {"path": "switches.hand_size", "value": 6, "verdict": "strong", "note": "Cards in a hand after drawing " * 4},
    {"path": "switches.goal", "value": 40_000, "verdict": "undecided (90 games)", "note": ""},
]


def printed(width, rows=ROWS, *, is_terminal=False):
    file = io.StringIO()
    print_table(
        rows,
        Console(file=file, width=width, force_terminal=is_terminal, color_system="standard" if is_terminal else None),
    )
    return file.getvalue()


@pytest.mark.parametrize("width", [70, 80, 120])
def test_a_table_is_as_wide_as_the_terminal_and_keeps_names_and_numbers_whole(width):
    lines = printed(width).splitlines()
    assert max(map(len, lines)) <= width
    assert any("switches.hand_size" in line and " 6 " in line for line in lines)
    assert any("switches.goal" in line and "40,000" in line for line in lines)
    assert " ".join(printed(width).split()).count("drawing") == 4


def test_a_terminal_that_is_too_narrow_gets_unwrapped_rows():
    lines = printed(30).splitlines()
    assert len(lines) == 1 + len(ROWS)
    assert lines[1].endswith("drawing")


def test_only_terminals_get_colours():
    assert "\x1b[31mstrong" in printed(80, is_terminal=True)
    assert not re.search("\x1b", printed(80))


def test_a_table_without_rows_prints_nothing():
    assert printed(80, []).strip() == ""
