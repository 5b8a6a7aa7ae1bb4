"""A run without progress is not silent."""

import threading
import time

from starbalance.simulator.runs import silence


def test_a_line_follows_a_long_time_without_a_finished_game(monkeypatch):
    monkeypatch.setattr(silence, "SILENCE", 0.05)
    lines, is_told = [], threading.Event()

    def tell(line):
        lines.append(line)
        is_told.set()

    with silence.silence_reported(tell):
        assert is_told.wait(10)
    assert "a rule or a strategy does not end. Ctrl-C stops the run" in lines[0]


def test_progress_puts_the_line_off(monkeypatch):
    monkeypatch.setattr(silence, "SILENCE", 2.0)
    lines = []
    with silence.silence_reported(lines.append) as progressed:
        for _ in range(30):
            time.sleep(0.1)
            progressed()
    assert lines == []
