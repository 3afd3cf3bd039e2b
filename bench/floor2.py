"""Dungeon 2nd Floor: a whole playthrough in Python, and from key press to shown move in the page.

Run it with `python -m bench.floor2`.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from meikyu.books import floor2
from meikyu.books.floor2 import combat, course
from meikyu.core.asking import answer

ZONES = "RRRRRRRRBRMRGMY"
FIGHTS = frozenset((3, 4, 5, 7, 9, 11, 13, 14))
ROUNDS = 400
PRESSES = 60


def playthrough(params: Any, bomb: combat.Bomb) -> None:
    """Fifteen stages and eight fights."""
    now = course.begin(params)
    for stage, zone in enumerate(ZONES, 1):
        now, _ = course.enter(params, now, bomb.digit, zone)
        if stage in FIGHTS:
            now, _ = course.fight(params, now, bomb)


def _median_us(call: Any) -> float:
    times: list[float] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def _page_ms() -> dict[str, Any]:
    from tests.browser.conftest import FLAGS, Server, chromium

    if chromium() is None:
        return {"key press to shown move": "no Chromium here"}
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = Server(Path(folder))
        try:
            browser = driver.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            page = browser.new_page()
            page.goto(f"{server.url}/floor2?lang=en")
            page.click("#f2copy")
            page.wait_for_selector("#f2see-R")
            page.evaluate(
                """() => { window.shown = []; window.asked = 0;
                addEventListener('keydown', () => { window.asked = performance.now(); }, true);
                new MutationObserver(() => { const n = document.querySelectorAll('.f2 .stg .d').length;
                  if (window.asked && n !== window.count) { window.count = n;
                    window.shown.push(performance.now() - window.asked); window.asked = 0; } })
                .observe(document.getElementById('floor2'), { childList: true, subtree: true }); }"""
            )
            for i in range(PRESSES):
                done = page.evaluate("window.shown.length")
                page.keyboard.press("r" if i % 2 == 0 else "z")
                page.wait_for_function(f"window.shown.length > {done}")
            times = page.evaluate("window.shown")
            browser.close()
        finally:
            server.stop()
    return {"key press to shown move, median ms": statistics.median(times), "slowest ms": max(times)}


def run() -> dict[str, Any]:
    """Figures: microseconds a playthrough and an answer with its reasons, milliseconds in the page."""
    params = floor2.BOOK.params()
    inputs = {
        "serial": "7K4PR2",
        "bob": True,
        "batteries": 0,
        "zones": ZONES,
        "fights_after": sorted(FIGHTS),
    }
    bare = _median_us(lambda: playthrough(params, combat.Bomb(7, True, 0)))
    told = _median_us(lambda: answer(floor2.BOOK, "play", inputs))
    return {
        "name": "floor2",
        "what": "15 stages and 8 fights in Python (budget 100 us); key press to shown move (budget 50 ms)",
        "playthrough, median us": bare,
        "share of the budget": bare / 100,
        "floor2.play with all reasons, median us": told,
        **_page_ms(),
    }


if __name__ == "__main__":
    print(run())
