"""The HTTP face: every question as POST /api/ask/<question>, the rules, and a page that documents them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from meikyu.books import by_name
from meikyu.core import asking, catalogue, telling
from meikyu.core.reading import decode_object
from meikyu.errors import InputError, MeikyuError, Text
from meikyu.web import api_page
from meikyu.web.i18n import language_of
from meikyu.web.openapi import document

LARGEST = 1024 * 1024
"""Most bytes of a request body."""

MOST = 10_000
"""Most questions of one batch."""

Handler = Callable[[Request, str], Awaitable[Response]]


class TooLargeError(Exception):
    """The body of a request is over the limit."""


def attach(app: Any) -> None:
    """Add the routes to the application."""
    routes: list[tuple[str, str, Handler]] = [
        ("POST", "/api/ask", _batch),
        ("POST", "/api/ask/{question}", _ask),
        ("GET", "/api/questions", _questions),
        ("GET", "/api/rules", _rules),
        ("GET", "/api/rules/{id}", _rule),
        ("GET", "/openapi.json", _openapi),
        ("GET", "/api", _page),
    ]
    for method, path, handler in routes:
        app.add_route(path, _guarded(handler), methods=[method])


def _guarded(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """The handler with the asker's language, its faults made error objects."""

    async def handle(request: Request) -> Response:
        lang = language_of(request, "en")
        try:
            return await handler(request, lang)
        except TooLargeError:
            most = Text(f"at most {LARGEST} bytes", f"{LARGEST}バイト以下")
            return _error(InputError("out_of_range", "body", None, most), lang, 413)
        except InputError as error:
            status = 404 if error.kind in ("unknown_question", "unknown_rule") else 422
            return _error(error, lang, status)
        except MeikyuError as error:
            return _error(error, lang, 422)

    return handle


def _json(value: Any, status: int = 200) -> Response:
    return Response(telling.as_json(value), status, media_type="application/json")


def _error(error: MeikyuError, lang: str, status: int) -> Response:
    return _json(asking.error_object(error, lang), status)


async def _body(request: Request) -> bytes:
    """The body.

    Raises:
        TooLargeError: it is over the limit; the rest is not read.
    """
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > LARGEST:
            raise TooLargeError
        parts.append(part)
    return b"".join(parts)


async def _ask(request: Request, lang: str) -> Response:
    book, inner = asking.split_name(request.path_params["question"], by_name())
    inputs = decode_object(await _body(request) or b"{}", "body")
    return _json(await run_in_threadpool(asking.answer, book, inner, inputs, lang=lang))


async def _batch(request: Request, lang: str) -> Response:
    raw = await _body(request)
    allowed = Text(f"a JSON list of at most {MOST} questions", f"{MOST}個以下の問いの JSON リスト")
    try:
        asked = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise InputError("not_readable", "body", raw[:80].decode("utf-8", "replace"), allowed) from error
    if not isinstance(asked, list):
        raise InputError("wrong_type", "body", type(asked).__name__, allowed)
    if len(asked) > MOST:  # pyright: ignore[reportUnknownArgumentType]
        raise InputError("out_of_range", "body", len(asked), allowed)  # pyright: ignore
    return _json(await run_in_threadpool(_answers, asked, lang))


def _answers(asked: list[Any], lang: str) -> list[dict[str, Any]]:
    books = by_name()
    told: list[dict[str, Any]] = []
    for request in asked:
        try:
            told.append(asking.answer_request(request, books, lang=lang))
        except MeikyuError as error:
            told.append(asking.error_object(error, lang))
    return told


async def _questions(request: Request, lang: str) -> Response:
    return _json({"questions": telling.questions_object(by_name().values(), lang)})


async def _rules(request: Request, lang: str) -> Response:
    query = request.query_params
    books = list(by_name())
    for field, known in (("book", books), ("status", list(catalogue.STATUSES))):
        if query.get(field) not in (None, *known):
            raise InputError("not_allowed", field, query[field], known)
    chosen = [query["book"]] if query.get("book") else books
    return _json(await run_in_threadpool(_found, chosen, query.get("search"), query.get("status")))


def _found(books: list[str], search: str | None, status: str | None) -> dict[str, Any]:
    if search is None and status is None and len(books) > 1:
        counts = catalogue.coverage(books)
        return {"books": counts, "total": telling.total_of(counts)}
    entries = catalogue.search([catalogue.load(b) for b in books], search or "")
    chosen = [e for e in entries if status in (None, e.status)]
    return {
        "rules": [telling.rule_object(e, catalogue.case_names(e)) for e in chosen],
        "count": len(chosen),
    }


async def _rule(request: Request, lang: str) -> Response:
    entry = await run_in_threadpool(catalogue.find, request.path_params["id"], list(by_name()))
    return _json(telling.rule_object(entry, catalogue.case_names(entry)))


async def _openapi(request: Request, lang: str) -> Response:
    asked = lang if "lang" in request.query_params else None
    return _json(document(by_name().values(), asked))


async def _page(request: Request, lang: str) -> Response:
    return HTMLResponse(api_page.html(by_name().values(), lang))
