"""A real server and a headless Chromium for the browser tests."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


SLOWER = float(os.environ.get("MEIKYU_BROWSER_SLOWER", "1"))
"""How many times slower the pages' processor is made, to find races that only a slow machine has."""

PATIENCE = 120_000
"""Milliseconds for which a page may take to show what a test waits for."""


def chromium() -> str | None:
    """Path of the system's Chromium, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything here as a browser test; skip it where no Chromium is."""
    for item in items:
        if Path(item.path).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)
            if chromium() is None:
                item.add_marker(pytest.mark.skip(reason="no Chromium: install the Debian package chromium"))


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return made.getsockname()[1]


class Server:
    """A running Meikyu.

    Args:
        data: its data folder.
        options: further words for `meikyu play`.
        port: where it answers; any free port when left out.
    """

    def __init__(self, data: Path, *options: str, port: int | None = None) -> None:
        self.port = port or free_port()
        self.data = data
        self.log = data / f"server-{self.port}.log"
        data.mkdir(parents=True, exist_ok=True)
        words = ["play", "--no-browser", "--port", str(self.port), "--data", str(data), *options]
        # NiceGUI serves otherwise when it finds itself inside a test
        env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "NICEGUI"))}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "meikyu.cli", *words], stdout=log, stderr=log, env=env
            )
        self.wait()

    @property
    def url(self) -> str:
        """Address of the first page, without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    def wait(self, seconds: float = 300) -> None:
        """Wait until the first page answers."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.log.read_text()}")
            try:
                with urllib.request.urlopen(self.url, timeout=5) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.1)
        raise AssertionError(f"the server does not answer: {self.log.read_text()}")

    def prepared(self, seconds: float = 900) -> Server:
        """Itself, once all kernels are compiled: until then it does not start the clock."""
        end = time.monotonic() + seconds
        while True:
            with urllib.request.urlopen(f"{self.url}/web/ready", timeout=60) as answer:
                if not json.load(answer)["step"]:
                    return self
            assert time.monotonic() < end, f"it goes on preparing: {self.log.read_text()}"
            time.sleep(0.1)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it politely."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()


def _servers(folder: Path) -> Iterator[Callable[..., Server]]:
    running: list[Server] = []

    def start(*options: str, data: Path | None = None, port: int | None = None) -> Server:
        running.append(Server(data or folder, *options, port=port))
        return running[-1]

    yield start
    for server in running:
        server.stop()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers that end with the test: `serve(*options, data=..., port=...)`."""
    yield from _servers(tmp_path / "dungeons")


@pytest.fixture(scope="module")
def serve_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Start servers that the tests of a module share."""
    yield from _servers(tmp_path_factory.mktemp("dungeons"))


@pytest.fixture(scope="session")
def chrome() -> Iterator[Any]:
    """One headless Chromium for all browser tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield browser
        browser.close()


class Watched:
    """A page, what went wrong on it, and where it went."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.faults: list[str] = []
        self.outside: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)
        page.on("request", self._look)

    def _look(self, request: Any) -> None:
        local = ("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:")
        if not request.url.startswith(local):
            self.outside.append(request.url)


@pytest.fixture
def open_page(chrome: Any) -> Iterator[Callable[..., Any]]:
    """Open pages: `open_page(url, width=1280, height=800, lang="en")`; errors on any fail the test."""
    watched: list[Watched] = []
    contexts: list[Any] = []

    def start(url: str, *, width: int = 1280, height: int = 800, lang: str = "en", **more: Any) -> Any:
        locale = "ja-JP" if lang == "ja" else "en-GB"
        context = chrome.new_context(viewport={"width": width, "height": height}, locale=locale, **more)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        if SLOWER > 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        watched.append(Watched(page))
        page.goto(url)
        return page

    yield start
    for context in contexts:
        context.close()
    assert [w.faults for w in watched if w.faults] == []
    assert [w.outside for w in watched if w.outside] == []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without a dungeon, for all tests of a file."""
    server = Server(tmp_path_factory.mktemp("site"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def keep(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a small dungeon open, for all tests of a file."""
    words = ("--new", "--seed", "7", "--size", "64x64", "--name", "Test")
    server = Server(tmp_path_factory.mktemp("keep"), *words)
    yield server
    server.stop()


@pytest.fixture
def page(open_page: Callable[..., Any]) -> Any:
    """An empty page to go anywhere with."""
    return open_page("about:blank")
