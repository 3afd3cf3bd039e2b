"""Answers that come late: what a page asks for is kept back until a test lets it go."""

from __future__ import annotations

import json
import time
from typing import Any

from tests.browser.conftest import PATIENCE


def _until(page: Any, there: Any) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while not there():
        assert time.monotonic() < end, "nothing came to be kept back"
        page.wait_for_timeout(10)


class Held:
    """Answers of the server to a page's requests.

    Args:
        page: who asks.
        pattern: of the addresses.
    """

    def __init__(self, page: Any, pattern: str) -> None:
        self.page, self.holding = page, True
        self.kept: list[tuple[Any, Any]] = []
        page.route(pattern, self._take)

    def _take(self, route: Any) -> None:
        if self.holding:
            self.kept.append((route, route.fetch()))
        else:
            route.continue_()

    def wait(self, count: int = 1) -> None:
        """Wait until the server has answered so many requests of which the page knows nothing yet."""
        _until(self.page, lambda: len(self.kept) >= count)

    def stop(self) -> None:
        """Let later answers pass; what is kept back stays so."""
        self.holding = False

    def go(self) -> None:
        """Let all answers go, and later ones pass."""
        self.holding = False
        for route, answer in self.kept:
            route.fulfill(response=answer)
        self.kept.clear()


class Wire:
    """The map's line, of whose messages to the page some kinds can be kept back.

    Args:
        page: the page, before it goes to the map.
        kinds: the kinds that are kept back from the beginning.
    """

    def __init__(self, page: Any, *kinds: str) -> None:
        self.page, self.kinds = page, set(kinds)
        self.kept: list[str | bytes] = []
        page.route_web_socket("**/map/ws*", self._open)

    def _open(self, line: Any) -> None:
        self.line = line
        line.connect_to_server().on_message(self._down)

    def _down(self, message: str | bytes) -> None:
        kind = json.loads(message)["t"] if isinstance(message, str) else "frame"
        if kind in self.kinds:
            self.kept.append(message)
        else:
            self.line.send(message)

    def hold(self, *kinds: str) -> None:
        """Keep messages of these kinds back from now on."""
        self.kinds = set(kinds)

    def wait(self, count: int = 1) -> None:
        """Wait until so many are kept back."""
        _until(self.page, lambda: len(self.kept) >= count)

    def go(self) -> None:
        """Let all messages go, and later ones pass."""
        self.kinds = set()
        for message in self.kept:
            self.line.send(message)
        self.kept.clear()
