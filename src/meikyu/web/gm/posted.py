"""Inputs of a desk's page as they are posted, the answer in the reader's language, and sheets as files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from fastapi import Response
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from meikyu.convert import json_file, markdown, spreadsheet
from meikyu.convert.document import Document
from meikyu.core.asking import error_object, read_struct
from meikyu.core.reading import decode_object
from meikyu.errors import InputError, MeikyuError, Text
from meikyu.web.i18n import language_of
from meikyu.web.state import HOUSE

S = TypeVar("S", bound=msgspec.Struct)

LARGEST = 512 * 1024
"""Most bytes of a page's inputs."""

FILES = {
    "md": (markdown.text, "text/markdown"),
    "csv": (spreadsheet.text, "text/csv"),
    "json": (json_file.text, "application/json"),
}
"""Formats of a sheet by the ending of its file: what writes it, and its media type."""


async def read(request: Request, shape: type[S]) -> S:
    """The posted inputs.

    Raises:
        InputError: they are too large, or not of the page's shape.
    """
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            most = Text(f"at most {LARGEST} bytes", f"{LARGEST}バイト以下")
            raise InputError("out_of_range", "body", None, most)
    return read_struct(shape, decode_object(body, "body"))


async def told(request: Request, shape: type[S], act: Callable[[S, str], Any]) -> Response:
    """What `act` makes of the inputs, or the fault of their shape."""
    lang = language_of(request, HOUSE.lang)
    try:
        made = await run_in_threadpool(act, await read(request, shape), lang)
    except MeikyuError as error:
        return JSONResponse(error_object(error, lang), 422)
    return made if isinstance(made, Response) else JSONResponse(made)


def as_file(ending: str, endings: Sequence[str], document: Callable[[], Document]) -> Response:
    """A sheet as a file.

    Raises:
        InputError: no such format, or faults in the inputs.
    """
    if ending not in endings:
        raise InputError("not_allowed", "ending", ending, list(endings))
    write, media = FILES[ending]
    return Response(write(document()), media_type=f"{media}; charset=utf-8")
