"""The rules encyclopaedia: `/rules`, `/rules/<id>`, and the JSON behind the same panel on any page (`?`)."""

from __future__ import annotations

from typing import Any

from fastapi.responses import JSONResponse
from nicegui import ui
from starlette.requests import Request

from meikyu.errors import MeikyuError, Text
from meikyu.web import encyclopaedia, shell
from meikyu.web.i18n import attributes, language_of, say
from meikyu.web.state import HOUSE

TITLE = Text("Rules", "仕組み辞典")


def _fault(error: MeikyuError, lang: str) -> JSONResponse:
    return JSONResponse({"error": error.say(lang)}, 404)


def _instead(section: shell.Section) -> Text:
    """Why the rules are shown where the reader asked for another section."""
    if section.book:
        told = Text(
            "{name} has no page yet. These are its rules.",
            "「{name}」のページはまだありません。掟はここで読めます。",
        )
    else:
        told = Text(
            "{name} has no page yet. These are the rules that it will work with.",
            "「{name}」のページはまだありません。ここは、そこで使う掟です。",
        )
    return told.fill(name=section.label)


def attach(app: Any) -> None:
    """Register the pages and their JSON."""

    def page(request: Request) -> None:
        styles, scripts = ("rules.css",), ("rules_page.js",)
        with shell.frame(request, "rules", title=TITLE, styles=styles, scripts=scripts):
            for section in shell.SECTIONS:
                if section.id == request.query_params.get("for") and not shell.is_built(section.path):
                    say(_instead(section), "p", "st note instead")
            attributes(ui.element("div"), id="rules")

    ui.page("/rules")(page)

    @ui.page("/rules/{rule_id}")
    def one_page(request: Request, rule_id: str) -> None:
        page(request)

    @app.get("/web/rules/head")
    def head(request: Request) -> dict[str, Any]:
        return encyclopaedia.head(language_of(request, HOUSE.lang))

    @app.get("/web/rules/find")
    def find(
        request: Request, q: str = "", book: str = "keep", topic: str = "", status: str = ""
    ) -> JSONResponse:
        lang = language_of(request, HOUSE.lang)
        try:
            return JSONResponse(encyclopaedia.find(q, book, topic, status, lang))
        except MeikyuError as error:
            return _fault(error, lang)

    @app.get("/web/rules/one/{rule_id}")
    def one(request: Request, rule_id: str) -> JSONResponse:
        lang = language_of(request, HOUSE.lang)
        live = HOUSE.session.world.params if HOUSE.session is not None else None
        try:
            return JSONResponse(encyclopaedia.one(rule_id, lang, live))
        except MeikyuError as error:
            return _fault(error, lang)

    @app.get("/web/rules/run/{book}/{number}")
    def run(request: Request, book: str, number: int) -> JSONResponse:
        lang = language_of(request, HOUSE.lang)
        try:
            return JSONResponse(encyclopaedia.run_case(book, number, lang))
        except MeikyuError as error:
            return _fault(error, lang)
