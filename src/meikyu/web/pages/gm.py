"""The gamemaster's tools: `/gm` opens the encounter builder, `/gm/encounter`."""

from __future__ import annotations

from typing import Any

from fastapi.responses import RedirectResponse
from nicegui import ui
from starlette.requests import Request

from meikyu.web.gm import nav


def attach(app: Any) -> None:
    """Register the pages."""

    @app.get("/gm", include_in_schema=False)
    def first(request: Request) -> RedirectResponse:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/gm/encounter{query}", 307)

    @ui.page("/gm/encounter")
    def encounter(request: Request) -> None:
        with nav.desk(request, "encounter"):
            pass
