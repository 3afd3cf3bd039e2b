"""Dungeon jobs: the JSON behind `static/jobs.js`, the page `/keep/jobs`, and the pinned minion cards.

The script asks `GET /web/keep/jobs` while it is open and sends each click as an order to `POST /web/command`;
both are plain HTTP, so the same panel lies over the map and stands alone as a page.
"""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import Response
from fastapi.responses import JSONResponse
from nicegui import ui
from starlette.requests import Request

from meikyu.core.clock import clock_of
from meikyu.core.ruling import rule
from meikyu.errors import InputError, MeikyuError, Text
from meikyu.web import shell
from meikyu.web.i18n import attributes, language_of
from meikyu.web.icons import figure
from meikyu.web.state import HOUSE

TITLE = Text("Dungeon jobs", "ダンジョン職務")
BY_NAME = ("", 0)


def read_sort(text: str) -> tuple[str, int]:
    """The sorting that an address names: job and clicks, such as "dig:1"; anything else is by name."""
    job, _, clicks = text.partition(":")
    return (job, int(clicks)) if job and clicks in ("1", "2") else BY_NAME


def next_sort(sort: tuple[str, int], clicked: str) -> tuple[str, int]:
    """The sorting after a click on a job's name, or on the heading Minions (no job)."""
    if not clicked:
        return BY_NAME
    clicks = sort[1] + 1 if sort[0] == clicked else 1
    return (clicked, clicks) if clicks < 3 else BY_NAME


@rule("KEP-JOB-53", "KEP-JOB-54", "KEP-JOB-55", "KEP-JOB-56", "KEP-JOB-58")
def name_acts(double_ms: int, lang: str) -> dict[str, Any]:
    """What the clicks on a minion's name do; the page's script carries them out in this table's words.

    A first click selects and highlights, on a highlighted name it takes the highlight away; a second one
    within `double_ms` goes there and closes; the right button opens the menu.
    """
    menu = (
        ("select", Text("Select", "選択")),
        ("goto", Text("Go to", "視点移動")),
        ("pin", Text("Pin", "固定")),
    )
    return {
        "double_ms": double_ms,
        "click": ["select", "highlight"],
        "again": ["unhighlight"],
        "double": ["select", "goto", "close"],
        "menu": [{"id": name, "label": label.say(lang)} for name, label in menu],
    }


def table(lang: str, sort: tuple[str, int]) -> dict[str, Any]:
    """The whole screen as facts.

    Raises:
        SaveError: no dungeon is open.
    """
    from meikyu.realm import inspect

    session = HOUSE.require()
    with session.lock:
        told = dict(inspect.jobs(session.world, lang, sort))
        names = name_acts(session.world.params.job.double_click_ms, lang)
    return told | {"names": names, "sort": {"job": sort[0], "clicks": sort[1]}}


def card(actor: int, lang: str) -> dict[str, Any]:
    """The facts of one minion's card, with the rows of its body's picture and its log.

    Raises:
        SaveError: no dungeon is open.
        InputError: there is no such being.
    """
    from meikyu.realm import chronicle, inspect

    session = HOUSE.require()
    with session.lock:
        alive = session.world.state.actors.alive
        if not 0 <= actor < len(alive) or not alive[actor]:
            raise InputError("not_allowed", "actor", actor, Text("a living minion", "生きているミニオン"))
        told = dict(inspect.card(session.world, actor, lang))
        told["log"] = [
            {**line, "when": clock_of(line["tick"], session.world.state.opened).text().say(lang)}
            for line in chronicle.told(session.world, session.chronicle, actor, lang)
        ]
    told["figure"] = figure(told["wounds"]["figure"])
    return told


def attach(app: Any) -> None:
    """Register the page and its JSON."""

    @ui.page("/keep/jobs")
    def page(request: Request) -> None:
        scripts, styles = ("jobs_page.js",), ("jobs.css",)
        with shell.frame(request, "keep", title=TITLE, bare=True, scripts=scripts, styles=styles):
            attributes(ui.element("div"), id="jobs")

    @app.get("/web/keep/jobs")
    def jobs(request: Request, sort: str = "", click: str | None = None) -> Response:
        lang = language_of(request, HOUSE.lang)
        order = read_sort(sort)
        if click is not None:
            order = next_sort(order, click)
        try:
            return Response(msgspec.json.encode(table(lang, order)), media_type="application/json")
        except MeikyuError as error:
            return JSONResponse({"error": error.say(lang)}, 409)

    @app.get("/web/keep/actor/{actor}")
    def one(request: Request, actor: int) -> Response:
        lang = language_of(request, HOUSE.lang)
        try:
            return JSONResponse(card(actor, lang))
        except MeikyuError as error:
            return JSONResponse({"error": error.say(lang)}, 404)
