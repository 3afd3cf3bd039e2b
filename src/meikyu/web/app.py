"""The web application: pages, sockets and faces on one NiceGUI app, bound to this machine alone."""

from __future__ import annotations

import importlib
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from nicegui import app, ui

from meikyu.errors import InputError, Text
from meikyu.web.guard import Guard
from meikyu.web.state import HOUSE

STATIC = Path(__file__).parent / "static"
HOST = "127.0.0.1"
PORT = 8080

PATIENCE = 60.0
"""Seconds for which a page that does not answer is kept. NiceGUI loads a page anew that it has given up, and
what was open on it is lost; a busy machine may not answer for a while."""

PARTS = (
    "icons",
    "orders",
    "pages.start",
    "pages.lesson",
    "pages.keep",
    "pages.jobs",
    "pages.management",
    "pages.rules",
    "pages.floor2",
    "floor2.line",
    "map.socket",
    "api",
    "pages.gm",
    "pages.gm_journey",
    "pages.gm_desks",
    "pages.section",
    "pages.missing",
)
"""Modules below `meikyu.web` with an `attach(app)`, in the order in which their routes are tried."""


class NewKeep(NamedTuple):
    """A dungeon to begin at once, as the command line asks for it.

    Args:
        seed, width, height, start, difficulty, name: as in `Session.new`; None takes its default.
    """

    seed: int | None = None
    width: int | None = None
    height: int | None = None
    start: str | None = None
    difficulty: str | None = None
    name: str | None = None


def create_app() -> Any:
    """Register every page, socket and face on the NiceGUI app and return it."""
    app.add_static_files("/static", STATIC, max_cache_age=0)
    for part in PARTS:
        importlib.import_module(f"meikyu.web.{part}").attach(app)
    app.on_shutdown(HOUSE.close)
    return app


def listening_socket(port: int) -> socket.socket:
    """A socket bound to `port` on this machine.

    Raises:
        InputError: another program has the port.
    """
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((HOST, port))
        made.listen(128)
    except (OSError, OverflowError) as error:
        made.close()
        raise InputError(
            "not_allowed",
            "port",
            port,
            Text("a free port, 1024 to 65535", "空いているポート（1024〜65535）"),
            Text(
                f"Port {port} is in use or not allowed. Is Meikyu already running? "
                f"Choose another one: --port {port + 1 if port < 65535 else PORT}",
                f"ポート {port} は使われているか、使えません。迷宮がもう動いていませんか。"
                f"別のポートを指定してください：--port {port + 1 if port < 65535 else PORT}",
            ),
        ) from error
    return made


def warm() -> None:
    """Load and compile what the realm needs, in the background; the page names this step meanwhile."""
    HOUSE.step = Text("Preparing the rules, once", "掟を読み込んでいます（最初だけ）")
    try:
        with HOUSE.warming:
            importlib.import_module("meikyu.realm.warming").warm()
    finally:
        HOUSE.step = None


def serve(
    port: int = PORT,
    data_dir: Path | None = None,
    open_browser: bool = True,
    session_options: NewKeep | None = None,
    *,
    lang: str = "ja",
    announce: Callable[[str], None] | None = None,
) -> None:
    """Serve the pages until interrupted.

    Args:
        port: port on 127.0.0.1.
        data_dir: folder of the saves; None for the platform's own.
        open_browser: open the reader's browser at the first page.
        session_options: begin this dungeon at once.
        lang: language where the browser names none of ours.
        announce: told the address once the port is ours.

    Raises:
        InputError: the port is taken, or the new dungeon's options are not allowed.
        SaveError: the folder of the saves cannot be used.
    """
    own = listening_socket(port)
    importlib.import_module("meikyu.realm.session")  # before any thread runs: see `House.warming`
    from meikyu.realm.save import ready_folder

    real = own.getsockname()[1]
    HOUSE.data, HOUSE.lang = data_dir, lang
    first = "/"
    try:
        ready_folder(data_dir)
        if session_options is not None:
            options = {k: v for k, v in session_options._asdict().items() if v is not None}
            HOUSE.create(None, **options)
            first = "/keep"
        create_app()
        app.add_middleware(Guard, port=real)
        threading.Thread(target=warm, name="warm", daemon=True).start()
        if announce is not None:
            announce(f"http://{HOST}:{real}{first}")
        ui.run(
            host=HOST,
            port=real,
            fd=own.fileno(),
            title="迷宮 Meikyu",
            favicon=STATIC / "favicon.svg",
            dark=True,
            reload=False,
            show=first if open_browser else False,
            tailwind=False,
            show_welcome_message=False,
            message_history_length=100,
            reconnect_timeout=PATIENCE,
            ws_per_message_deflate=False,
        )
    finally:
        HOUSE.close()
        own.close()
