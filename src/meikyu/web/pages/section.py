"""Sections whose page is not there: their book's rules open in the encyclopaedia, which says so."""

from __future__ import annotations

from typing import Any

from fastapi.responses import RedirectResponse
from starlette.requests import Request

from meikyu.web.shell import SECTIONS, STAND_INS, Section, is_built


def attach(app: Any) -> None:
    """Register a way on for each section that has no page of its own."""
    for section in SECTIONS:
        if not is_built(section.path):
            STAND_INS.add(section.path)
            _way_on(app, section)


def _way_on(app: Any, section: Section) -> None:
    @app.get(section.path, include_in_schema=False)
    def way_on(request: Request) -> RedirectResponse:
        lang = request.query_params.get("lang")
        parts = [f"book={section.book}"] * bool(section.book) + [f"for={section.id}"]
        return RedirectResponse("/rules?" + "&".join(parts + [f"lang={lang}"] * bool(lang)), 307)
