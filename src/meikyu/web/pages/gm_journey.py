"""The journey desk: `/gm/journey` and its JSON."""

from __future__ import annotations

from typing import Any

from fastapi import Response
from nicegui import ui
from starlette.requests import Request

from meikyu.books import toolbox
from meikyu.web.gm import journey, nav, posted
from meikyu.web.i18n import language_of
from meikyu.web.state import HOUSE


def attach(app: Any) -> None:
    """Register the page and its JSON."""

    @ui.page("/gm/journey")
    def page(request: Request) -> None:
        with nav.desk(request, "journey", scripts=("gm_journey.js",), styles=("gm_journey.css",)):
            pass

    @app.get("/web/gm/journey/choices", include_in_schema=False)
    def choices(request: Request) -> dict[str, Any]:
        return toolbox.journeys().choices(language_of(request, HOUSE.lang))

    @app.post("/web/gm/journey", include_in_schema=False)
    async def view(request: Request) -> Response:
        return await posted.told(request, journey.State, journey.view)

    @app.post("/web/gm/journey/sheet", include_in_schema=False)
    async def sheet(request: Request) -> Response:
        return await posted.told(request, journey.State, journey.sheet)

    @app.post("/web/gm/journey/export/{ending}", include_in_schema=False)
    async def export(request: Request, ending: str) -> Response:
        def written(state: journey.State, lang: str) -> Response:
            return journey.export(state, ending, lang)

        return await posted.told(request, journey.State, written)
