"""The page for an address where nothing is: says so in both languages and leads on."""

from __future__ import annotations

from typing import Any

from fastapi.exception_handlers import http_exception_handler
from nicegui import Client, ui
from nicegui.page import page
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from meikyu.errors import Text
from meikyu.web import shell
from meikyu.web.i18n import say

TITLE = Text("Nothing is here", "ここには何もありません")
WORDS = Text("No page has the address {path}.", "{path} というページはありません。")


def attach(app: Any) -> None:
    """Answer unknown addresses: readers get a page, programs the plain error."""

    @app.exception_handler(404)
    async def missing(request: Request, error: Exception) -> Response:
        reads = "text/html" in request.headers.get("accept", "")
        if not reads and isinstance(error, HTTPException):
            return await http_exception_handler(request, error)
        with (
            Client(page(""), request=request) as client,
            shell.frame(request, "", title=TITLE),
            ui.element("section").classes("lost px pad"),
        ):
            shell.icon("ui_maze", 96)
            with ui.element("div"):
                say(TITLE, "h1")
                say(WORDS.fill(path=request.url.path[:120]), "p", "t2")
                with ui.element("div").classes("row"):
                    say(Text("To the start page", "はじめの画面へ"), "a", "btn pri", href="/")
                    say(Text("Search the rules", "仕組み辞典で探す"), "a", "btn", href="/rules")
        return client.build_response(request, 404)
