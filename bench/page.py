"""The keep page in a headless Chromium with 500 beings and the dungeon at x10: frames, clicks.

The dungeon is saved to a file as in play, so a command is on the disk when it is counted.

Run it with `python -m bench.page`.
"""

from __future__ import annotations

import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

BEINGS = 500
SEED = 7
SECONDS = 8.0
CLICKS = 40
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def crowd(folder: Path) -> Any:
    """A session on a dungeon with 500 minions, all of whom walk about and work; running at x10."""
    import numpy as np

    from meikyu.core.rng import below
    from meikyu.realm import tables
    from meikyu.realm.content import JOBS
    from meikyu.realm.session import Session
    from meikyu.realm.state import Side

    session = Session.new(folder / "crowd.meikyu", seed=SEED)
    with session.lock:
        world = session.world
        state = world.state
        lord = state.lord
        home = state.cells.region[state.actors.y[lord], state.actors.x[lord]]
        ys, xs = np.nonzero(state.cells.region == home)
        near = np.argsort(np.hypot(ys - state.actors.y[lord], xs - state.actors.x[lord]), kind="stable")
        for n in range(BEINGS - len(state.names)):
            at = near[n % near.size]
            tables.add_actor(
                world,
                Side.MINION,
                below(7, SEED, 0, 0, n, 0),
                int(xs[at]),
                int(ys[at]),
                stats=(3, 4, 3, 2, 2),
                name=f"No. {n}/{n}番",
                needs=(54000, 54000, 54000),
                levels=tuple(2 if job in ("dig", "haul", "gather", "build") else 0 for job in JOBS),
            )
        for y, x in zip(*np.nonzero(state.cells.growth >= 0), strict=True):
            tables.set_mark(world, int(x), int(y), 2)
        state.task_version += 1
    session.speed = 10
    return session


def serve(port: int, folder: Path) -> None:
    """Serve the page of that dungeon until ended."""
    from nicegui import ui

    from meikyu.realm import warming
    from meikyu.web.app import create_app
    from meikyu.web.state import HOUSE

    warming.warm()
    HOUSE.data, HOUSE.session = folder, crowd(folder)
    create_app()
    ui.run(
        host="127.0.0.1",
        port=port,
        show=False,
        reload=False,
        dark=True,
        tailwind=False,
        show_welcome_message=False,
        ws_per_message_deflate=False,
        reconnect_timeout=60,
    )


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("the server does not answer")


def _measure(url: str) -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        chrome = driver.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        page = chrome.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{url}/keep?lang=en")
        page.wait_for_selector("#stage[data-ready=yes]", timeout=60_000)
        page.wait_for_function("keep.world.tick > 200", timeout=300_000)  # all is compiled
        page.evaluate("keep.drawn.length = 0; keep.began = [performance.now(), keep.frames, keep.world.tick]")
        page.wait_for_timeout(SECONDS * 1000)
        drawn, sent, ticks, sprites = page.evaluate(
            """() => {
                const [since, frames, tick] = keep.began, now = performance.now(), d = keep.drawn;
                const seconds = (now - since) / 1000;
                return [d.filter(t => t >= since).length / seconds, (keep.frames - frames) / seconds,
                        (keep.world.tick - tick) / seconds, keep.world.sprites.size];
            }"""
        )
        times = _clicks(page)
        chrome.close()
    return {
        "drawn_fps": drawn,
        "frames_received_per_s": sent,
        "ticks_per_s": ticks,
        "beings": sprites,
        "click_to_ack_ms_p50": statistics.median(times),
        "click_to_ack_ms_p90": sorted(times)[int(len(times) * 0.9)],
    }


def _clicks(page: Any) -> list[float]:
    """Mark rock cells with the mouse, one by one; milliseconds until each order is acknowledged."""
    page.evaluate("keep.stage.focus(); keep.tool.press('dig')")
    cells = page.evaluate(
        """count => {
            const found = [], {camera, world} = keep;
            for (let sy = 150; sy < camera.height - 150 && found.length < count; sy += 40)
                for (let sx = 380; sx < camera.width - 320 && found.length < count; sx += 40) {
                    const [x, y] = camera.cellAt(sx, sy);
                    if (keep.tool.name === 'dig' && keep.tool.fits(x, y)) found.push(camera.screen(x, y));
                }
            return found;
        }""",
        CLICKS,
    )
    page.evaluate("keep.orders.times.length = 0")
    top = page.evaluate("keep.view.getBoundingClientRect().top")
    for x, y in cells:
        page.mouse.move(x + 16, y + top + 16)
        page.mouse.down()
        page.mouse.up()
        page.wait_for_timeout(120)
    page.wait_for_timeout(500)
    return [float(t) for t in page.evaluate("keep.orders.times")]


def run() -> dict[str, Any]:
    """Frames a second and click to acknowledgement, with 500 beings at x10."""
    if shutil.which("chromium") is None:
        return {"name": "page", "what": "skipped: no Chromium (Debian package chromium)"}
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        port = made.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "bench.page", "serve", str(port), folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait(f"http://127.0.0.1:{port}/map/atlas.json", process)
            found = _measure(f"http://127.0.0.1:{port}")
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
    what = "the keep page, dungeon at x10, 1280x800, software rendering"
    return {"name": f"page with {BEINGS} beings", "what": what, **found}


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(int(sys.argv[2]), Path(sys.argv[3]))
    else:
        print(run())
