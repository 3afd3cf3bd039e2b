"""The MCP face: one tool a question, plus rule look-up, over standard input and output.

What is served (`tools`, `call`) is plain Python; only `serve` needs the official SDK, the extra `mcp`.
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import msgspec

from meikyu import __version__
from meikyu.books import by_name
from meikyu.core import asking, catalogue, telling
from meikyu.core.book import Book, Question
from meikyu.errors import InputError, MeikyuError, Text
from meikyu.web.openapi import input_schema, tool_name

MOST_FOUND = 50
"""Most rules that one search tells."""

_MISSING = Text(
    'The MCP server needs an extra (SDK version 2 or later): pip install "meikyu[mcp]", '
    "in a checkout uv run --extra mcp meikyu mcp",
    'MCP サーバーには追加の部品（SDK 2 以降）が要ります：pip install "meikyu[mcp]"、'
    "チェックアウトでは uv run --extra mcp meikyu mcp",
)


class _Look(msgspec.Struct, forbid_unknown_fields=True):
    id: str


class _Find(msgspec.Struct, forbid_unknown_fields=True):
    words: str
    book: str | None = None


def _look(given: _Look) -> dict[str, Any]:
    entry = catalogue.find(given.id, list(by_name()))
    return telling.rule_object(entry, catalogue.case_names(entry))


def _find(given: _Find) -> dict[str, Any]:
    books = list(by_name())
    if given.book is not None and given.book not in books:
        raise InputError("not_allowed", "book", given.book, books)
    loaded = [catalogue.load(b) for b in ([given.book] if given.book else books)]
    found = catalogue.search(loaded, given.words)
    rules = [{"id": e.id, "en": e.text.en, "ja": e.text.ja, "status": e.status} for e in found[:MOST_FOUND]]
    return {"count": len(found), "rules": rules}


class _Help(NamedTuple):
    title: Text
    shape: type[Any]
    answer: Any


_RULES = {
    "rule": _Help(Text("One rule by its id", "規則をひとつ、番号で"), _Look, _look),
    "rules_search": _Help(Text("Rules by words, in either language", "規則を語で探す"), _Find, _find),
}


def _questions() -> dict[str, tuple[Book, Question]]:
    return {tool_name(book, q): (book, q) for book in by_name().values() for q in book.questions.values()}


def tools(lang: str = "en") -> list[dict[str, Any]]:
    """Every tool as MCP lists it: name, title, description, inputSchema."""
    listed = [
        {
            "name": name,
            "title": question.title.say(lang),
            "description": f"{question.title.say(lang)} ({book.name}.{question.name})",
            "inputSchema": input_schema(question, lang),
        }
        for name, (book, question) in _questions().items()
    ]
    for name, tool in _RULES.items():
        title = tool.title.say(lang)
        schema = input_schema(Question(name, tool.title, tool.shape, tool.answer, {}, {}), lang)
        listed.append({"name": name, "title": title, "description": title, "inputSchema": schema})
    return listed


def call(name: str, arguments: dict[str, Any], lang: str = "en") -> tuple[dict[str, Any], bool]:
    """What a tool answers, and whether that is an error object.

    Args:
        name: the tool; a question's dotted name is taken too.
        arguments: JSON-like input.
        lang: language of the texts.
    """
    questions = _questions()
    try:
        if name in _RULES:
            tool = _RULES[name]
            return tool.answer(asking.read_struct(tool.shape, arguments)), False
        wanted = name.replace(".", "_")
        if wanted not in questions:
            raise InputError("unknown_question", "name", name, [*questions, *_RULES])
        book, question = questions[wanted]
        return asking.answer(book, question.name, arguments, lang=lang), False
    except MeikyuError as error:
        return asking.error_object(error, lang), True


def serve(lang: str = "en") -> None:
    """Serve the tools over standard input and output until the client leaves.

    Raises:
        InputError: the extra is not installed, or is too old.
    """
    try:
        from mcp.server.lowlevel import Server  # pyright: ignore[reportMissingImports] an extra
        from mcp.server.stdio import stdio_server  # pyright: ignore[reportMissingImports] likewise
        from mcp.types import CallToolResult, ListToolsResult  # pyright: ignore[reportMissingImports]
    except ImportError as error:
        raise InputError("missing_extra", "mcp", None, "meikyu[mcp]", _MISSING) from error

    async def list_tools(context: Any, params: Any) -> Any:
        return ListToolsResult.model_validate({"tools": tools(lang)})

    async def call_tool(context: Any, params: Any) -> Any:
        told, is_error = await asyncio.to_thread(call, params.name, params.arguments or {}, lang)
        text = telling.as_json(told)
        result = {
            "content": [{"type": "text", "text": text}],
            "structuredContent": msgspec.json.decode(text),
            "isError": is_error,
        }
        return CallToolResult.model_validate(result)

    async def run() -> None:
        try:
            server: Any = Server(
                "meikyu", version=__version__, on_list_tools=list_tools, on_call_tool=call_tool
            )
        except TypeError as error:
            raise InputError("missing_extra", "mcp", None, "mcp>=2", _MISSING) from error
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    asyncio.run(run())
