"""Dungeon management: the JSON behind `static/manage.js` and the page `/keep/manage`."""

from __future__ import annotations

from typing import Any

from fastapi import Response
from fastapi.responses import JSONResponse
from nicegui import ui
from starlette.requests import Request

from meikyu.errors import MeikyuError, Text
from meikyu.web import shell
from meikyu.web.i18n import attributes, language_of
from meikyu.web.state import HOUSE
from meikyu.web.units import unit_in

TITLE = Text("Dungeon management", "ダンジョン管理")


def facts(lang: str) -> dict[str, Any]:
    """The whole screen as facts, with the clock and whether the dungeon still runs.

    Raises:
        SaveError: no dungeon is open.
    """
    from meikyu.realm import inspect

    session = HOUSE.require()
    with session.lock:
        told = dict(inspect.management(session.world, lang))
        told["clock"] = inspect.summary(session.world, lang)["clock"]["text"]
    told["house"] = [{**row, "unit": unit_in(row["unit"], lang)} for row in told["house"]]
    return told


def attach(app: Any) -> None:
    """Register the page and its JSON."""

    @ui.page("/keep/manage")
    def page(request: Request) -> None:
        scripts, styles = ("manage_page.js",), ("manage.css",)
        with shell.frame(request, "keep", title=TITLE, bare=True, scripts=scripts, styles=styles):
            attributes(ui.element("div"), id="manage")

    @app.get("/web/keep/manage")
    def management(request: Request) -> Response:
        lang = language_of(request, HOUSE.lang)
        try:
            return JSONResponse(facts(lang))
        except MeikyuError as error:
            return JSONResponse({"error": error.say(lang)}, 409)
