"""Lines for the user while a run makes no progress for a long time."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SILENCE = 60.0  # seconds without stored games before the first line; the next line needs twice the silence of the last
_STEP = 0.5  # seconds between two checks


@contextmanager
def silence_reported(notify: Callable[[str], None]) -> Iterator[Callable[[], None]]:
    """Print lines while the body makes no progress for a long time.

    A later pause gets a line only if it is longer: if all games take two minutes, two lines are printed.

    Args:
        notify: Prints a line. It is called from another thread.

    Yields:
        A function to call at every progress.
    """
    stop, last = threading.Event(), [time.monotonic()]

    def progressed() -> None:
        last[0] = time.monotonic()

    def watch() -> None:
        due = SILENCE
        while not stop.wait(min(_STEP, SILENCE)):
            quiet = time.monotonic() - last[0]
            if quiet >= due:
                notify(_line(quiet))
                due *= 2

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield progressed
    finally:
        stop.set()
        thread.join()


def _line(seconds: float) -> str:
    return (
        f"No further games were stored for {seconds:.0f} s: the games are long, or a rule or a strategy does not end. "
        "Ctrl-C stops the run and keeps the stored games."
    )
