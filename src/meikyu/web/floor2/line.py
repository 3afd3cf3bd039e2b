"""The line between a room and its pages: a WebSocket at `/floor2/line/<link>`, JSON both ways.

A page sends `{"t": ...}`: `lang v`, `begin seed difficulty`, `start` (the clock), `press b`, `chat line`,
`hint`, `bomb serial bob batteries`, `own serial bob batteries`, `see c`, `correct stage c`, `tick`, `undo`,
`confirm`, `say word`. The server answers with the whole view of the seat, `{"t": "view", ...}`, after every
change, and with `{"t": "hint", ...}` or `{"t": "fault", field, text, faults}` to the one who asked: every
fault found, and the first beside them.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.requests import Request
from starlette.websockets import WebSocket, WebSocketDisconnect

from meikyu.books import floor2
from meikyu.errors import InputError, MeikyuError, Text
from meikyu.web.floor2 import sheet
from meikyu.web.floor2.rooms import INSTANCE, ROOMS, Room
from meikyu.web.i18n import language_of
from meikyu.web.state import HOUSE

WORDS = {
    "R": Text("Red", "赤です"),
    "Y": Text("Yellow", "黄です"),
    "G": Text("Green", "緑です"),
    "B": Text("Blue", "青です"),
    "M": Text("Magenta", "マゼンタです"),
    "!": Text("White: a fight!", "白です、遭遇！"),
    "done": Text("Pressed", "押しました"),
    "again": Text("Say it again", "もう一度"),
    "strike": Text("A strike!", "ミスです！"),
}


USUAL_SERIAL = "AA0AA0"
"""A serial number as good as any, to check the other facts of a bomb beside it."""


class Page:
    """One open page of a room."""

    def __init__(self, socket: WebSocket, room: Room, seat: str, lang: str) -> None:
        self.socket = socket
        self.room = room
        self.seat = seat
        self.lang = lang

    async def send(self, message: dict[str, Any]) -> None:
        """Send one message; a page that is gone is no error."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.send_text(msgspec.json.encode(message).decode())

    async def faults(self, found: Sequence[MeikyuError]) -> None:
        """Tell what is wrong with a message, each fault by its field."""
        told = [{"field": getattr(e, "field", "") or "chat", "text": self._plain(e)} for e in found]
        await self.send({"t": "fault", **told[0], "faults": told})

    def _plain(self, error: MeikyuError) -> str:
        """The fault without the name of its field, at which it stands."""
        field = getattr(error, "field", "")
        return error.say(self.lang).removeprefix(f"{field}: ").removeprefix(f"{field}：")

    async def view(self, said: str = "", flash: str = "") -> None:
        """Send everything this seat may see."""
        room, lang = self.room, self.lang
        told: dict[str, Any] = {
            "t": "view",
            "seat": self.seat,
            "seats": sorted({p.seat for p in room.pages}),
            "seed": room.seed,
            "difficulty": room.difficulty,
            "difficulties": [
                {"id": d.id, "name": d.name.say(lang), "minutes": d.minutes, "strikes": d.strikes}
                for d in floor2.game.difficulties(floor2.BOOK.params().bomb).values()
            ],
            "said": WORDS[said].say(lang) if said else "",
            "flash": flash,
        }
        if self.seat == "both":
            told["links"] = {s: f"/floor2/{link}" for s, link in room.links.items() if s != "both"}
        if self.seat != "expert" and room.module is not None:
            told["module"] = sheet.module_facts(room.module, lang)
            told["words"] = {k: v.say(lang) for k, v in WORDS.items()}
            told["clock"] = {"minutes": room.module.minutes, **_clock(room)}
            told["log"] = floor2.logs.log_lines(room.log(), INSTANCE, lang)
            told["history"] = sheet.past_rows(room.events, lang) if room.module.over else []
        elif room.module is not None:
            told["module"] = None
            told["strikes"] = [room.module.strikes, room.module.limit, room.module.over]
        if self.seat != "defuser":
            told["sheet"] = sheet.facts(room.sheet, lang)
            told["codex"] = sheet.codex_rows(lang)
        await self.send(told)


def _clock(room: Room) -> dict[str, Any]:
    """Seconds left, None before the start, and whether they run; when the bomb is over they stand."""
    if room.deadline is None:
        return {"left": None, "runs": False}
    left = max(0.0, room.deadline - asyncio.get_running_loop().time())
    if room.module.over and room.left is None:
        room.left = left
    return {"left": left if room.left is None else room.left, "runs": not room.module.over}


async def _everybody(room: Room, said: str = "", flash: str = "") -> None:
    for page in list(room.pages):
        await page.view(said, flash)


async def _run_out(room: Room, module_seed: int, seconds: float) -> None:
    await asyncio.sleep(seconds)
    late = room.deadline is not None and asyncio.get_running_loop().time() >= room.deadline - 0.05
    if late and room.module is not None and room.seed == module_seed and not room.module.over:
        room.press(floor2.game.TIMEOUT)
        await _everybody(room, flash="timeout")


def _text(asked: dict[str, Any], name: str) -> str:
    value = asked.get(name)
    if not isinstance(value, str):
        raise InputError("wrong_type", name, value, Text("a text", "文字列"))
    return value[:400]


def _whole(asked: dict[str, Any], name: str) -> int:
    value = asked.get(name)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError("wrong_type", name, value, Text("a whole number", "整数"))
    return value


class _FaultsError(Exception):
    """Several faults of one message, by field, each told."""

    def __init__(self, found: list[InputError]) -> None:
        super().__init__(found)
        self.found = found


def _bomb(asked: dict[str, Any]) -> tuple[str, bool, int]:
    """The three facts of a bomb.

    Raises:
        _FaultsError: one or more of them cannot be; each is named.
    """
    found: list[InputError] = []
    serial, batteries = "", 0
    try:
        serial = floor2.edgework.serial_number(_text(asked, "serial"))
    except InputError as error:
        found.append(error)
    try:
        batteries = _whole(asked, "batteries")
        floor2.ask("next", serial=USUAL_SERIAL, bob=False, batteries=batteries, seen="")
    except InputError as error:
        found.append(error)
    if not isinstance(asked.get("bob"), bool):
        told = Text("Is there a BOB indicator? Choose yes or no", "BOBインジケーターの有無を選んでください")
        found.append(InputError("wrong_type", "bob", asked.get("bob"), [True, False], told))
    if found:
        raise _FaultsError(found)
    return serial, asked["bob"], batteries


_TASKS: set[asyncio.Task[None]] = set()


def _start_clock(room: Room) -> None:
    if room.module is None or not room.module.minutes or room.deadline is not None or room.module.over:
        return
    seconds = room.module.minutes * 60.0
    room.deadline = asyncio.get_running_loop().time() + seconds
    task = asyncio.create_task(_run_out(room, room.seed, seconds))
    _TASKS.add(task)
    task.add_done_callback(_TASKS.discard)


def _write(
    change: Callable[[sheet.Sheet, dict[str, Any]], sheet.Sheet],
) -> Callable[[Room, dict[str, Any]], None]:
    def carry(room: Room, asked: dict[str, Any]) -> None:
        room.sheet = change(room.sheet, asked)

    return carry


EXPERT: dict[str, Callable[[Room, dict[str, Any]], None]] = {
    "bomb": _write(lambda now, asked: sheet.with_bomb(now, *_bomb(asked))),
    "see": _write(lambda now, asked: sheet.saw(now, _text(asked, "c"))),
    "correct": _write(lambda now, asked: sheet.corrected(now, _whole(asked, "stage"), _text(asked, "c"))),
    "tick": _write(lambda now, asked: sheet.ticked(now)),
    "undo": _write(lambda now, asked: sheet.undone(now)),
    "confirm": _write(lambda now, asked: sheet.confirmed(now)),
}


async def _carry_out(page: Page, asked: dict[str, Any]) -> None:
    room, kind = page.room, asked.get("t")
    if kind == "lang":
        page.lang = "ja" if asked.get("v") == "ja" else "en"
        await page.view()
    elif kind == "begin" and page.seat != "expert":
        seed = asked.get("seed")
        chosen = secrets.randbelow(100_000) if seed is None else _whole(asked, "seed")
        room.begin(chosen, _text(asked, "difficulty"))
        await _everybody(room)
    elif kind == "own" and page.seat == "both":
        room.own(*_bomb(asked))
        await _everybody(room)
    elif kind == "start" and page.seat != "expert":
        _start_clock(room)
        await _everybody(room)
    elif kind in ("press", "chat") and page.seat != "expert":
        _start_clock(room)
        events = room.press(_text(asked, "b")) if kind == "press" else room.chat(_text(asked, "line"))
        flash = next((e.kind for e in events if e.kind in ("wrong_move", "wrong_action", "auto_win")), "")
        await _everybody(room, flash=flash)
    elif kind == "say" and page.seat != "expert" and asked.get("word") in WORDS:
        await _everybody(room, said=str(asked["word"]))
    elif kind == "hint" and page.seat == "both" and room.module is not None and not room.module.over:
        await page.send({"t": "hint"} | sheet.hint(room.module, page.lang))
    elif kind in EXPERT and page.seat != "defuser":
        EXPERT[str(kind)](room, asked)
        await _everybody(room)
    else:
        raise InputError("not_allowed", "t", kind, Text("what this seat may do", "この席でできること"))


def attach(app: Any) -> None:
    """Register the line, new rooms and exports."""

    @app.post("/web/floor2/room", include_in_schema=False)
    async def create(request: Request) -> JSONResponse:
        lang = language_of(request, HOUSE.lang)
        try:
            room = ROOMS.create()
        except InputError as error:
            return JSONResponse({"error": error.say(lang)}, 429)
        room.begin(secrets.randbelow(100_000), "normal")
        return JSONResponse({"link": room.links["both"]})

    @app.get("/web/floor2/{link}/log.{form}", include_in_schema=False)
    async def export(request: Request, link: str, form: str) -> Any:
        found = ROOMS.find(link)
        if found is None or found[1] == "expert" or form not in ("txt", "json"):
            return PlainTextResponse("404", 404)
        room = found[0]
        if form == "txt":
            lines = floor2.logs.log_lines(room.log(), INSTANCE, language_of(request, HOUSE.lang))
            return PlainTextResponse("\n".join(lines) + "\n")
        over = floor2.game.outcome(room.module) if room.module is not None else None
        return JSONResponse(
            {
                "seed": room.seed,
                "difficulty": room.difficulty,
                "edgework": floor2.edgework.write_line(room.module.edge) if room.module is not None else None,
                "outcome": over,
                "events": [e._asdict() for e in room.log()],
            }
        )

    @app.websocket("/floor2/line/{link}")
    async def line(socket: WebSocket, link: str) -> None:
        await socket.accept()
        found = ROOMS.find(link)
        if found is None:
            await socket.send_text('{"t":"gone"}')
            await socket.close()
            return
        room, seat = found
        page = Page(socket, room, seat, "en" if socket.query_params.get("lang") == "en" else "ja")
        room.pages.append(page)
        try:
            await _everybody(room)
            while True:
                raw = await socket.receive_text()
                try:
                    asked = msgspec.json.decode(raw)
                    if not isinstance(asked, dict):
                        raise msgspec.DecodeError("object")
                    await _carry_out(page, asked)
                except msgspec.DecodeError:
                    text = "JSON {t: ...}"
                    await page.send({"t": "fault", "field": "", "text": text, "faults": []})
                except _FaultsError as several:
                    await page.faults(several.found)
                except MeikyuError as error:
                    await page.faults([error])
        except WebSocketDisconnect:
            pass
        finally:
            room.pages.remove(page)
            await _everybody(room)
