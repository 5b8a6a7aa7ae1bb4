"""A page in the browser that shows a game while a person plays it in the terminal."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

from starbalance.analyses.report.explore import HOST

_WATCHED = 3.0  # seconds after which a browser that no longer asks for the version counts as closed
_POLL = 0.05  # seconds between two looks whether the page is closed
_LAST = 2.0  # seconds in which a browser can load the last page
_WAITING = '<!doctype html><meta http-equiv="refresh" content="1"><p>The game begins in a moment.</p>'


class Window:
    """A page that is served to browsers of this machine."""

    def __init__(self) -> None:
        self._page: tuple[int, Callable[[int], str]] = (0, lambda version: _WAITING)
        self._shown = Event()  # whether a browser has the newest page
        self._asked = -_WATCHED  # the time of the last request
        self._server = _Server((HOST, 0), _handler(self))
        Thread(target=self._server.serve_forever, args=(_POLL,), daemon=True).start()

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{HOST}:{self._server.server_port}/"

    def show(self, write: Callable[[int], str]) -> None:
        """Replace the page.

        Args:
            write: Returns the page with the number of its version. Called when a browser loads the page.
        """
        version, _ = self._page
        self._shown.clear()
        self._page = version + 1, write

    def is_asked(self, host: str) -> bool:
        """Return whether a request names this machine, so that no page of another address can read the game.

        Args:
            host: The host that the request names.
        """
        return host in {f"{name}:{self._server.server_port}" for name in (HOST, "localhost")}

    def text(self, path: str) -> tuple[str | None, int]:
        """Return the page at the path `/`, or the number of its version at `/version`, and this number.

        Args:
            path: The path. Another path has the text `None`.
        """
        version, write = self._page
        return {"/": lambda: write(version), "/version": lambda: str(version)}.get(path, lambda: None)(), version

    def note(self, path: str, version: int) -> None:
        """Note that a browser has loaded what is at a path.

        Args:
            path: The path.
            version: The version of the page that was sent.
        """
        self._asked = time.monotonic()
        if path == "/" and version == self._page[0]:
            self._shown.set()

    def close(self) -> None:
        """Stop serving the page, after an open browser has loaded the newest one."""
        if time.monotonic() - self._asked < _WATCHED:
            self._shown.wait(_LAST)
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Print nothing, for example if a browser is closed while it loads the page."""


def _handler(window: Window) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            text, version = window.text(self.path) if window.is_asked(self.headers.get("Host", "")) else (None, 0)
            body = (text or "").encode()
            self.send_response(404 if text is None else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)
            if text is not None:
                window.note(self.path, version)

        def log_message(self, *about: object) -> None:
            """Print nothing: the terminal belongs to the person."""

    return Handler


@contextmanager
def opened() -> Iterator[Window]:
    """Yield a page that is served during the body."""
    window = Window()
    try:
        yield window
    finally:
        window.close()
