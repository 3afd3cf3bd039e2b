"""The gamemaster's tools: `/gm` opens the encounter builder, `/gm/encounter`, whose JSON is here too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import Response
from fastapi.responses import JSONResponse, RedirectResponse
from nicegui import ui
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from meikyu.core.asking import error_object, read_struct
from meikyu.core.reading import decode_object
from meikyu.errors import InputError, MeikyuError, Text
from meikyu.web.gm import encounter, encounter_ideas, encounter_sheet, nav
from meikyu.web.gm.encounter_inputs import State
from meikyu.web.i18n import language_of
from meikyu.web.state import HOUSE

LARGEST = 256 * 1024
"""Most bytes of the page's inputs."""

Act = Callable[[State, str], Any]


async def _state(request: Request) -> State:
    """The page's inputs.

    Raises:
        InputError: they are too large, or not of the page's shape.
    """
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            most = Text(f"at most {LARGEST} bytes", f"{LARGEST}バイト以下")
            raise InputError("out_of_range", "body", None, most)
    return read_struct(State, decode_object(body, "body"))


async def _told(request: Request, act: Act) -> Response:
    """What `act` makes of the inputs, in the reader's language, or the fault of their shape."""
    lang = language_of(request, HOUSE.lang)
    try:
        made = await run_in_threadpool(act, await _state(request), lang)
    except MeikyuError as error:
        return JSONResponse(error_object(error, lang), 422)
    return made if isinstance(made, Response) else JSONResponse(made)


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
        return await _told(request, encounter.view)

    @app.post("/web/gm/encounter/build")
    async def build(request: Request) -> Response:
        return await _told(request, encounter_ideas.built)

    @app.post("/web/gm/encounter/sheet")
    async def sheet(request: Request) -> Response:
        return await _told(
            request, lambda state, lang: encounter_sheet.as_json(_document(request, state, lang))
        )

    @app.post("/web/gm/encounter/pieces")
    async def pieces(request: Request) -> Response:
        return await _told(request, encounter_sheet.pieces)

    @app.post("/web/gm/encounter/export/{ending}")
    async def export(request: Request, ending: str) -> Response:
        def written(state: State, lang: str) -> Response:
            if ending not in encounter_sheet.WRITERS:
                raise InputError("not_allowed", "ending", ending, list(encounter_sheet.WRITERS))
            write, media = encounter_sheet.WRITERS[ending]
            return Response(write(_document(request, state, lang)), media_type=f"{media}; charset=utf-8")

        return await _told(request, written)


def _document(request: Request, state: State, lang: str) -> Any:
    """The sheet with the address that opens it again, as the script sends it along."""
    return encounter_sheet.document(state, request.query_params.get("link", ""), lang)
