"""The gamemaster's tools: `/gm` opens the encounter builder, `/gm/encounter`, whose JSON is here too."""

from __future__ import annotations

from typing import Any

from fastapi import Response
from fastapi.responses import RedirectResponse
from nicegui import ui
from starlette.requests import Request

from meikyu.web.gm import encounter, encounter_ideas, encounter_sheet, nav, posted
from meikyu.web.gm.encounter_inputs import State
from meikyu.web.i18n import language_of
from meikyu.web.state import HOUSE


def attach(app: Any) -> None:
    """Register the pages and the encounter builder's JSON."""

    @app.get("/gm", include_in_schema=False)
    def first(request: Request) -> RedirectResponse:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/gm/encounter{query}", 307)

    @ui.page("/gm/encounter")
    def page(request: Request) -> None:
        with nav.desk(request, "encounter", scripts=("gm_encounter.js",)):
            pass

    @app.get("/web/gm/creatures")
    def creatures(request: Request) -> dict[str, Any]:
        return encounter.creatures(language_of(request, HOUSE.lang))

    @app.post("/web/gm/encounter")
    async def view(request: Request) -> Response:
        return await posted.told(request, State, encounter.view)

    @app.post("/web/gm/encounter/build")
    async def build(request: Request) -> Response:
        return await posted.told(request, State, encounter_ideas.built)

    @app.post("/web/gm/encounter/sheet")
    async def sheet(request: Request) -> Response:
        def made(state: State, lang: str) -> Any:
            return encounter_sheet.as_json(_document(request, state, lang))

        return await posted.told(request, State, made)

    @app.post("/web/gm/encounter/pieces")
    async def pieces(request: Request) -> Response:
        return await posted.told(request, State, encounter_sheet.pieces)

    @app.post("/web/gm/encounter/export/{ending}")
    async def export(request: Request, ending: str) -> Response:
        def written(state: State, lang: str) -> Response:
            return posted.as_file(ending, list(posted.FILES), lambda: _document(request, state, lang))

        return await posted.told(request, State, written)


def _document(request: Request, state: State, lang: str) -> Any:
    """The sheet with the address that opens it again, as the script sends it along."""
    return encounter_sheet.document(state, request.query_params.get("link", ""), lang)
