"""One order of a page to the running dungeon: `POST /web/command` answers once it is durable, or says why."""

from __future__ import annotations

from typing import Any

from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from starlette.requests import Request

from meikyu.core.log import Command
from meikyu.errors import MeikyuError
from meikyu.web.i18n import language_of
from meikyu.web.state import HOUSE


def receipt(answer: Any, lang: str) -> dict[str, Any]:
    """What a page learns of an order: whether it holds, and every reason where it does not."""
    reasons = [
        {"text": step.text.say(lang) if step.text else str(step.value), "rule": step.rule}
        for step in getattr(answer, "steps", ())
    ]
    return {"ok": bool(answer.value), "reasons": reasons}


def refusal(error: MeikyuError, lang: str) -> dict[str, Any]:
    """The same for an order that could not even be read."""
    return {"ok": False, "reasons": [{"text": error.say(lang), "rule": ""}]}


def attach(app: Any) -> None:
    """Register the route."""

    @app.post("/web/command")
    async def command(request: Request) -> JSONResponse:
        lang = language_of(request, HOUSE.lang)
        try:
            asked = await request.json()
            kind, args = str(asked["kind"]), dict(asked.get("args", {}))
        except (ValueError, TypeError, KeyError):
            return JSONResponse({"ok": False, "reasons": [{"text": "{kind, args}", "rule": ""}]}, 422)
        try:
            session = HOUSE.require()
            told = await run_in_threadpool(session.submit, Command(kind, args))
        except MeikyuError as error:
            return JSONResponse(refusal(error, lang), 422)
        return JSONResponse(receipt(told, lang))
