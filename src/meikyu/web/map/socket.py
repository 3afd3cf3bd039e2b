"""The map's line to the page: a raw WebSocket at `/map/ws`, binary frames down, JSON both ways.

A page sends `{"t": ...}`:
  cmd n kind args      an order; `{"t": "ack", n, ok, reasons}` comes back once it is durable or refused
  ask n what ...       facts, once: `{"t": "answer", n, facts}`; what: a key of `facts.ANSWERS`
  watch what id        facts of the selection, as they change: `{"t": "watch", what, id, facts}`; "" ends it
  speed v              0 pause, 1, 3, 10 or -1 as fast as possible
  lang v               language of all texts from now on

The server sends `hello` (legend), whole and changed frames (see `frames`), and `state`: clock, summary,
speed, letters, whenever they change. A page that does not keep up is sent a whole frame once it can take one.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import msgspec
from fastapi import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from meikyu.core.log import Command
from meikyu.errors import MeikyuError, Text
from meikyu.realm import content
from meikyu.web.map import facts
from meikyu.web.map.atlas import COLUMNS, atlas
from meikyu.web.map.frames import Frames
from meikyu.web.map.looks import legend, sprite_tiles
from meikyu.web.orders import receipt, refusal
from meikyu.web.state import HOUSE

FRAME = 0.05
"""Seconds between frames."""

NEWS = 5
"""Frames between looks at clock, letters and the selection."""

WAITING = 4
"""Messages a page may be behind before frames to it are dropped."""

BREAK = 1.0
"""Seconds without frames after one that could not be made."""

LOG = logging.getLogger("meikyu.web.map")

MOST_MESSAGE = 1 << 20
"""Longest message taken from a page, in characters."""


class Page:
    """One page that looks at the dungeon.

    Args:
        socket: its open line.
        lang: language of its texts.
    """

    def __init__(self, socket: WebSocket, lang: str) -> None:
        self.socket = socket
        self.lang = lang
        self.watched: dict[str, Any] = {}
        self.told: dict[str, bytes] = {}
        self.behind = True
        self.work: set[asyncio.Task[None]] = set()
        self.queue: asyncio.Queue[bytes | str] = asyncio.Queue()

    def say(self, message: dict[str, Any]) -> None:
        """Queue a JSON message."""
        self.queue.put_nowait(msgspec.json.encode(message).decode())

    def greet(self, session: Any) -> None:
        """Say hello with the legend of the open dungeon's rows, unless it is what was said before."""
        rows = content.load() if session is None else session.world.content
        self.say_new("hello", {"t": "hello", "legend": legend(rows)})

    def say_new(self, key: str, message: dict[str, Any]) -> None:
        """Queue a JSON message unless it equals the last one under this key."""
        told = msgspec.json.encode(message)
        if self.told.get(key) != told:
            self.told[key] = told
            self.queue.put_nowait(told.decode())

    async def write(self) -> None:
        """Send what is queued until the line breaks."""
        while True:
            message = await self.queue.get()
            if isinstance(message, str):
                await self.socket.send_text(message)
            else:
                await self.socket.send_bytes(message)


class Hub:
    """All pages of this process, and the loop that feeds them.

    Attributes:
        turn: number of the last word about the speed from any page, also from one that has left since.
    """

    def __init__(self) -> None:
        self.turn = 0
        self.pages: set[Page] = set()
        self.session: Any = None
        self.frames: Frames | None = None
        self.loop: asyncio.Task[None] | None = None

    def join(self, page: Page) -> None:
        """Take a page in; the loop runs while there is one."""
        self.pages.add(page)
        if self.loop is None or self.loop.done():
            self.loop = asyncio.create_task(self.feed())

    async def feed(self) -> None:
        """Build each frame once and send it to all pages."""
        turn = 0
        clock = asyncio.get_running_loop().time
        due = clock()
        while self.pages:
            due = max(due + FRAME, clock())
            try:
                await self.tell(turn % NEWS == 0)
            except Exception:  # one bad frame must not leave the pages without the next ones
                LOG.exception("A frame could not be made")
                self.frames = None
                await asyncio.sleep(BREAK)
            turn += 1
            await asyncio.sleep(max(due - clock(), 0.001))
        self.frames = None

    async def tell(self, news: bool) -> None:
        """One frame to every page, and what is new in words where `news`."""
        session = HOUSE.session
        if session is None:
            for page in self.pages:
                page.say_new("gone", {"t": "gone"})
            return
        if session is not self.session or self.frames is None:
            self.session, self.frames = session, Frames(facts.SEEN)
            for page in self.pages:
                page.behind = True
                page.told = {"hello": page.told.get("hello", b"")}
                page.greet(session)
        frames = self.frames
        asked = [(page, page.lang, dict(page.watched)) for page in self.pages] if news else []
        change, whole, words = await asyncio.to_thread(
            self._look, session, frames, any(p.behind for p in self.pages), asked
        )
        for page in list(self.pages):
            if page.queue.qsize() > WAITING:
                page.behind = True
            elif page.behind and whole is not None:
                page.behind = False
                page.queue.put_nowait(whole)
            elif change is not None:
                page.queue.put_nowait(change)
        for page, key, message in words:
            page.say_new(key, message)

    @staticmethod
    def _look(session: Any, frames: Frames, need_whole: bool, asked: list[Any]) -> tuple[Any, Any, list[Any]]:
        words: list[tuple[Page, str, dict[str, Any]]] = []
        states: dict[str, dict[str, Any]] = {}
        with session.lock:
            world = session.world
            change = frames.update(world, session.speed)
            whole = frames.whole() if need_whole else None
            for page, lang, watched in asked:
                if lang not in states:
                    failure = session.failure
                    why = failure.say(lang) if isinstance(failure, MeikyuError) else repr(failure or "")[1:-1]
                    step = HOUSE.step.say(lang) if HOUSE.step else ""
                    told = facts.state(world, session.speed, lang)
                    states[lang] = {"t": "state", "failure": why, "step": step, **told}
                words.append((page, "state", states[lang]))
                if watched:
                    what, target = watched["what"], watched.get("id")
                    try:
                        told = facts.answer(world, what, watched, lang)
                    except (MeikyuError, KeyError, TypeError, ValueError, IndexError):
                        told = {"gone": True}  # one page's question must not cost the others their frames
                    words.append((page, "watch", {"t": "watch", "what": what, "id": target, "facts": told}))
        return change, whole, words


HUB = Hub()


async def serve_page(socket: WebSocket) -> None:
    """Speak with one page until it leaves."""
    await socket.accept()
    lang = socket.query_params.get("lang", HOUSE.lang)
    page = Page(socket, "ja" if lang == "ja" else "en")
    await asyncio.to_thread(sprite_tiles)  # the atlas is made before any lock is held
    page.greet(HOUSE.session)
    writer = asyncio.create_task(page.write())
    HUB.join(page)
    try:
        while True:
            text = await socket.receive_text()
            await hear(page, text)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        HUB.pages.discard(page)
        writer.cancel()


async def hear(page: Page, text: str) -> None:
    """Do what a page's message asks; a message that cannot be read is told so, and the line stays open."""
    try:
        if len(text) > MOST_MESSAGE:
            raise ValueError("too long")
        message = msgspec.json.decode(text, type=dict[str, Any])
        kind = message["t"]
    except (msgspec.DecodeError, ValueError, KeyError):
        page.say({"t": "fault", "text": Text("Message not readable", "読めない通信です").say(page.lang)})
        return
    number = message.get("n")
    if kind == "lang":
        page.lang = "ja" if message.get("v") == "ja" else "en"
        page.told.clear()
    elif kind == "watch":
        page.told.pop("watch", None)
        page.watched = message if message.get("what") else {}
    elif kind == "ask":  # an order does not wait for questions asked before it
        page.work.add(task := asyncio.create_task(_told(page, number, message)))
        task.add_done_callback(page.work.discard)
    elif kind == "speed":
        HUB.turn += 1
        page.work.add(task := asyncio.create_task(_sped(page, number, message, HUB.turn)))
        task.add_done_callback(page.work.discard)
    else:
        page.say(await asyncio.to_thread(_do, page.lang, kind, number, message))


async def _told(page: Page, number: Any, message: dict[str, Any]) -> None:
    page.say(await asyncio.to_thread(_do, page.lang, "ask", number, message))


async def _sped(page: Page, number: Any, message: dict[str, Any], turn: int) -> None:
    """Set the speed; one that starts the clock waits while kernels are compiled.

    A tick that had to compile would hold the lock, and the page could show nothing. A later word goes before,
    whichever page has it.
    """
    session = HOUSE.session
    if message.get("v"):
        await asyncio.to_thread(_warmed)
    if turn == HUB.turn and session is HOUSE.session:
        page.say(await asyncio.to_thread(_do, page.lang, "speed", number, message))
    else:
        page.say({"t": "ack", "n": number, "ok": True, "reasons": []})
    page.told.pop("state", None)  # told anew: what it heard meanwhile may be older than its word


def _warmed() -> None:
    with HOUSE.warming:
        return


def _do(lang: str, kind: str, number: Any, message: dict[str, Any]) -> dict[str, Any]:
    try:
        session = HOUSE.require()
        if kind == "cmd":
            asked = Command(str(message["kind"]), dict(message.get("args") or {}))
            return {"t": "ack", "n": number, **receipt(session.submit(asked), lang)}
        if kind == "speed":
            session.speed = facts.speed(message.get("v"))
            return {"t": "ack", "n": number, "ok": True, "reasons": []}
        if kind == "ask":
            with session.lock:
                told = facts.answer(session.world, str(message.get("what")), message, lang)
            return {"t": "answer", "n": number, "facts": told}
        fault = Text("Unknown message", "知らない通信です")
        return {"t": "ack", "n": number, "ok": False, "reasons": [{"text": fault.say(lang), "rule": ""}]}
    except MeikyuError as error:
        return {"t": "ack", "n": number, **refusal(error, lang)}
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        text = Text(f"Message not readable: {error}", f"読めない通信です：{error}").say(lang)
        return {"t": "ack", "n": number, "ok": False, "reasons": [{"text": text, "rule": ""}]}


def attach(app: Any) -> None:
    """Register the atlas, the ES modules below `/map/` and the socket `/map/ws`."""
    app.add_api_websocket_route("/map/ws", serve_page)

    @app.get("/map/atlas.png")
    def picture() -> Response:
        return Response(atlas().png, media_type="image/png", headers={"Cache-Control": "max-age=86400"})

    @app.get("/map/atlas.json")
    def names() -> dict[str, Any]:
        made = atlas()
        return {"names": made.names, "columns": COLUMNS, "key": made.key}

    @app.get("/map/legend.json")
    def rows() -> dict[str, Any]:
        return legend(content.load())

    app.add_static_files("/map", Path(__file__).parent, max_cache_age=0)
