"""The five-minute lesson: steps that the real map checks; it can be left and taken up again at any time.

`static/lesson.js` shows one step at a time over the map and asks here whether the dungeon already fulfils it.
The step and what the dungeon looked like when it began are kept by the reader's browser, a dungeon each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from fastapi.responses import JSONResponse, RedirectResponse
from nicegui import run
from starlette.requests import Request

from meikyu.errors import MeikyuError, Text
from meikyu.web import dungeons
from meikyu.web.i18n import language_of
from meikyu.web.state import HOUSE

NAME = Text("First lesson", "はじめての魔殿")
SEED = 7


class Step(NamedTuple):
    """One step of the lesson.

    Args:
        id: short name.
        title: what to do, in a few words.
        text: how, and why it matters.
        key: action whose key is shown, or empty.
        done: whether the facts now, against the facts when the step began, fulfil it.
        reads: there may be nothing to do but to read it.
    """

    id: str
    title: Text
    text: Text
    key: str
    done: Callable[[dict[str, Any], dict[str, Any]], bool]
    reads: bool = False


def facts(session: Any) -> dict[str, Any]:
    """What the lesson looks at, as plain numbers, taken under the session's lock."""
    from meikyu.realm.state import Mark, Side

    with session.lock:
        world = session.world
        s = world.state
        minions = (s.actors.side == Side.MINION) & s.actors.alive
        shelf = _kind(world, "shelf")
        return {
            "speed": int(session.speed),
            "dig_marks": int(np.count_nonzero(s.cells.mark & Mark.DIG)),
            "dug": int(np.count_nonzero(s.cells.dug)),
            "shelf_sites": int(np.count_nonzero(s.sites.kind == shelf)),
            "shelves": int(np.count_nonzero(s.structures.kind == shelf)),
            "levels": int(np.sum(s.actors.levels[minions].astype(np.int64) * np.arange(1, 16) ** 2)),
            "unsaved": int(np.count_nonzero(s.actors.levels[minions] != s.actors.saved[minions])),
            "meal_cap": int(s.meal_cap),
            "letters": sum(not letter.dismissed for letter in s.letters),
            "dismissed": sum(letter.dismissed for letter in s.letters),
        }


def _kind(world: Any, name: str) -> int:
    return int(world.content.structure[name])


STEPS = (
    Step(
        "mark",
        Text("Mark rock to be dug", "掘る岩に印をつける"),
        Text(
            "Choose Dig, then drag over the rock beside the hall, 3 x 3 cells or so. "
            "While you drag, the preview warns where the ceiling would not hold.",
            "「採掘」を選び、広間のとなりの岩を3×3ほど囲むようにドラッグします。"
            "囲んでいる間に、天井がもたない所があれば知らせます。",
        ),
        "dig",
        lambda now, was: now["dig_marks"] + now["dug"] > was["dig_marks"] + was["dug"],
    ),
    Step(
        "run",
        Text("Start the clock, and watch", "時計を進めて見守る"),
        Text(
            "Press 1, or 1x beside the clock: one game minute is one second. Whoever has the job Dig "
            "switched on walks over and digs. Hover a marked cell to read who takes it, or why nobody does.",
            "1キーか、時計のそばの1×を押してください。ゲームの1分が1秒です。採掘の職務がオンの者が"
            "歩いていって掘ります。印の上にカーソルを置くと、誰が掘るか、なぜ誰も来ないかが読めます。",
        ),
        "speed1",
        lambda now, was: now["dug"] > was["dug"],
    ),
    Step(
        "pause",
        Text("Stop the clock", "時計を止める"),
        Text(
            "Time is yours. Press Space, or the pause sign beside the clock. "
            "Orders work while it stands still.",
            "時間はあなたのもの。スペースキーか、時計のそばの停止の印を押してください。"
            "止まっていても命令は出せます。",
        ),
        "pause",
        lambda now, was: now["speed"] == 0,
    ),
    Step(
        "shelf",
        Text("Place a shelf", "棚を置く"),
        Text(
            "Open Build, find the shelf, click a free floor cell. R turns it. "
            "A red ghost says why the place will not do.",
            "「建設」を開き、棚を選んで空いた床を押します。Rで向きが変わります。"
            "赤い影のときは、置けない理由が出ます。",
        ),
        "build",
        lambda now, was: now["shelf_sites"] + now["shelves"] > was["shelf_sites"] + was["shelves"],
    ),
    Step(
        "jobs",
        Text("Set a job", "職務を変える"),
        Text(
            "Open Dungeon jobs. Left-click raises a priority, right-click lowers it. "
            "The number in the corner is how good that minion is at it.",
            "ダンジョン職務を開きます。左クリックで上がり、右クリックで下がります。"
            "隅の数が、その者の腕前です。",
        ),
        "jobs",
        lambda now, was: now["levels"] != was["levels"],
    ),
    Step(
        "save",
        Text("Save the jobs", "職務を保存する"),
        Text(
            "Press Save jobs in the same screen. Try anything later: Restore brings this table back.",
            "同じ画面で「職務を保存」を押します。後で何を試しても、「復元」でこの表に戻せます。",
        ),
        "jobs",
        lambda now, was: now["unsaved"] == 0,
    ),
    Step(
        "meals",
        Text("Cap the meals", "飯の大きさを抑える"),
        Text(
            "Open Dungeon management and change the meal cap. "
            "The line below it says what a hungry minion would eat now.",
            "ダンジョン管理を開き、食事の上限を変えます。下の一行が、腹を空かせた者が何を食べるかを答えます。",
        ),
        "manage",
        lambda now, was: now["meal_cap"] != was["meal_cap"],
    ),
    Step(
        "letters",
        Text("Read the letters", "手紙を読む"),
        Text(
            "Letters stand at the right. A click goes to the place; Del puts one away. "
            "When there is none, all is well.",
            "手紙は右に並びます。押せばその場所へ移り、Delで片づきます。一通も無ければ、それでよし。",
        ),
        "letters",
        lambda now, was: now["dismissed"] > was["dismissed"],
        reads=True,
    ),
    Step(
        "built",
        Text("Let time fly until the shelf stands", "時を速めて、棚が建つのを見届ける"),
        Text(
            "Run at 3x, 10x or as fast as it goes; a danger letter stops the clock for you. "
            "Wood is carried over, then somebody builds. If it stalls, hover it: the reasons stand in order.",
            "3×、10×、最速で進めます。危険の手紙が来れば、時計はひとりでに止まります。"
            "木材が運ばれ、それから誰かが建てます。止まっていたら、カーソルを置いて理由を読んでください。",
        ),
        "speed2",
        lambda now, was: now["shelves"] > was["shelves"] or now["shelf_sites"] < was["shelf_sites"],
    ),
)


def lesson(lang: str) -> list[dict[str, Any]]:
    """The steps in words."""
    return [
        {"id": s.id, "title": s.title.say(lang), "text": s.text.say(lang), "key": s.key, "reads": s.reads}
        for s in STEPS
    ]


def check(step: int, was: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether a step is fulfilled; `was` may be empty when it has just begun."""
    return 0 <= step < len(STEPS) and STEPS[step].done(now, now | was)


def begin() -> None:
    """Open the dungeon of the lesson, or dig it."""
    saved = next((s for s in dungeons.listed() if s.name.startswith(tuple(NAME)) and not s.fault), None)
    if saved is not None:
        HOUSE.open(saved.path)
        return
    HOUSE.create(
        dungeons.path_for(dungeons.free_name(NAME)),
        seed=SEED,
        start="old_halls",
        width=96,
        height=96,
        difficulty="gentle",
    )


def attach(app: Any) -> None:
    """Register the way in and the checks."""

    @app.get("/lesson", include_in_schema=False)
    async def way_in(request: Request) -> RedirectResponse:
        try:
            await run.io_bound(begin)
        except MeikyuError as error:
            return RedirectResponse(f"/?fault={error.say(language_of(request, HOUSE.lang))}", 303)
        return RedirectResponse("/keep?lesson=1", 303)

    @app.get("/web/lesson")
    def steps(request: Request) -> JSONResponse:
        lang = language_of(request, HOUSE.lang)
        name = str(HOUSE.session.path) if HOUSE.session is not None else ""
        return JSONResponse({"steps": lesson(lang), "dungeon": name.replace("\\", "/").rsplit("/", 1)[-1]})

    @app.post("/web/lesson/{step}")
    async def look(request: Request, step: int) -> JSONResponse:
        try:
            asked = await request.json()
            was = {k: int(v) for k, v in dict(asked).items()}
        except (ValueError, TypeError):
            was = {}
        if HOUSE.session is None:
            return JSONResponse({"done": False, "now": {}}, 409)
        now = facts(HOUSE.session)
        return JSONResponse({"done": check(step, was, now), "now": now})
