"""The page of Dungeon 2nd Floor: module and sheet, alone or at two seats."""

from __future__ import annotations

from typing import Any

from nicegui import ui
from starlette.requests import Request

from meikyu.errors import Text
from meikyu.web import shell
from meikyu.web.i18n import attributes

TITLE = Text("Dungeon 2nd Floor", "ダンジョン・2F")


def attach(app: Any) -> None:
    """Register the page."""

    def page(request: Request) -> None:
        styles, scripts = ("floor2.css",), ("floor2.js",)
        with shell.frame(request, "floor2", title=TITLE, styles=styles, scripts=scripts):
            attributes(ui.element("div"), id="floor2")

    ui.page("/floor2")(page)

    @ui.page("/floor2/{link}")
    def room(request: Request, link: str) -> None:
        page(request)
