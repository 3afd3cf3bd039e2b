"""The desks of traps, contagions, poisons, hazards, backgrounds and the session sheet, with their JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import Response
from nicegui import ui
from starlette.requests import Request

from meikyu.web.gm import (
    backgrounds,
    contagions,
    hazards,
    nav,
    party,
    poisons,
    posted,
    session_sheet,
    traps,
)
from meikyu.web.i18n import language_of
from meikyu.web.state import HOUSE

DESKS: dict[str, tuple[type[Any], Callable[[Any, str], Any]]] = {
    "traps": (traps.State, traps.view),
    "contagions": (contagions.State, contagions.view),
    "poisons": (poisons.State, poisons.view),
    "hazards": (hazards.State, hazards.view),
    "backgrounds": (backgrounds.State, backgrounds.view),
}
"""Desks whose script posts the page's inputs and draws what comes back."""


def _page(desk: str) -> None:
    @ui.page(f"/gm/{desk}")
    def page(request: Request) -> None:
        with nav.desk(request, desk, scripts=(f"gm_{desk}.js",), styles=("gm_desks.css",)):
            pass


def _view(app: Any, desk: str) -> None:
    shape, act = DESKS[desk]

    @app.post(f"/web/gm/{desk}", include_in_schema=False)
    async def view(request: Request) -> Response:
        return await posted.told(request, shape, act)


def attach(app: Any) -> None:
    """Register the pages and their JSON."""
    for desk in DESKS:
        _page(desk)
        _view(app, desk)
    _page("session")

    @app.get("/web/gm/party", include_in_schema=False)
    def usual(request: Request) -> list[dict[str, Any]]:
        return party.usual(language_of(request, HOUSE.lang))

    @app.get("/web/gm/choices", include_in_schema=False)
    def choices(request: Request) -> dict[str, Any]:
        return backgrounds.choices(language_of(request, HOUSE.lang))

    @app.post("/web/gm/session/{ending}", include_in_schema=False)
    async def export(request: Request, ending: str) -> Response:
        def written(state: session_sheet.State, lang: str) -> Response:
            return session_sheet.export(state, ending, lang)

        return await posted.told(request, session_sheet.State, written)
