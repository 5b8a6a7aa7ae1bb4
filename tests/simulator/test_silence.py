"""A run without progress prints a message."""

import threading
import time

from starbalance.simulator.runs import silence


def test_a_message_is_printed_after_a_long_time_without_a_finished_game(monkeypatch):
    monkeypatch.setattr(silence, "SILENCE", 0.05)
    lines, has_message = [], threading.Event()

    def notify(line):
        lines.append(line)
        has_message.set()

    with silence.silence_reported(notify):
        assert has_message.wait(10)
    assert "a rule or a strategy does not end. Ctrl-C stops the run" in lines[0]


def test_progress_delays_the_message(monkeypatch):
    monkeypatch.setattr(silence, "SILENCE", 2.0)
    lines = []
    with silence.silence_reported(lines.append) as progressed:
        for _ in range(30):
            time.sleep(0.1)
            progressed()
    assert lines == []


def test_a_later_pause_of_the_same_length_gets_no_further_message(monkeypatch):
    now, lines, has_message = [0.0], [], threading.Event()

    def notify(line):
        lines.append(line)
        has_message.set()

    monkeypatch.setattr(silence, "_STEP", 0.01)
    monkeypatch.setattr(silence.time, "monotonic", lambda: now[0])
    with silence.silence_reported(notify) as progressed:
        now[0] += silence.SILENCE + 10
        assert has_message.wait(10)
        for _ in range(3):
            progressed()
            time.sleep(0.2)
            now[0] += silence.SILENCE + 10
            time.sleep(0.2)
    assert len(lines) == 1
