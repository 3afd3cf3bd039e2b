"""The keep page: the map with its panels, drawn by the ES modules of `meikyu.web.map`."""

from __future__ import annotations

from typing import Any

from nicegui import ui
from starlette.requests import Request
from starlette.responses import RedirectResponse

from meikyu.errors import Text
from meikyu.web import shell
from meikyu.web.i18n import attributes, say
from meikyu.web.state import HOUSE


def attach(app: Any) -> None:
    """Register `/keep`."""

    @ui.page("/keep")
    def keep(request: Request) -> RedirectResponse | None:
        if HOUSE.session is None:
            return RedirectResponse("/?open=none")
        with shell.frame(
            request,
            "keep",
            title=Text("Keep", "魔殿"),
            bare=True,
            scripts=("/map/keep.js",),
            styles=("keep.css",),
        ):
            stage = ui.element("div").classes("stage")
            label = Text("Map of the dungeon", "魔殿の地図")
            attributes(stage, id="stage", role="application", tabindex="0", aria_label=label)
            with stage:
                say(Text("Laying out the dungeon", "魔殿を広げています"), "p", "waiting")
        return None
