"""The OpenAPI document: one operation a question, derived from the definitions in the books."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from meikyu import __version__
from meikyu.core.allowed import schema_of
from meikyu.core.book import Book, Question
from meikyu.core.catalogue import STATUSES
from meikyu.errors import Text

Node = dict[str, Any]

_LANG: Node = {
    "name": "lang",
    "in": "query",
    "description": "Language of the texts; else Accept-Language decides.",
    "schema": {"enum": ["en", "ja"]},
}
_SCHEMAS: Node = {
    "Reason": {
        "type": "object",
        "required": ["rule", "what", "value", "text"],
        "properties": {
            "rule": {"type": "string", "description": "Id of the rule, such as KEP-FOOD-20."},
            "what": {"type": "string"},
            "value": {},
            "text": {"type": "string"},
        },
    },
    "House": {
        "type": ["object", "null"],
        "description": "The house rules that changed the answer, or null.",
        "properties": {"name": {"type": "string"}, "changes": {"type": "array"}},
    },
    "Answer": {
        "type": "object",
        "required": ["question", "value", "because", "warnings", "house"],
        "properties": {
            "question": {"type": "string"},
            "value": {"type": "object"},
            "because": {"type": "array", "items": {"$ref": "#/components/schemas/Reason"}},
            "warnings": {"type": "array"},
            "house": {"$ref": "#/components/schemas/House"},
        },
    },
    "Error": {
        "type": "object",
        "required": ["error"],
        "properties": {
            "error": {
                "type": "object",
                "required": ["kind", "field", "got", "allowed", "message"],
                "properties": {
                    "kind": {"type": "string"},
                    "field": {"type": "string"},
                    "got": {},
                    "allowed": {},
                    "message": {"type": "string"},
                },
            }
        },
    },
    "Request": {
        "type": "object",
        "required": ["question"],
        "properties": {"question": {"type": "string"}, "input": {"type": "object"}},
        "additionalProperties": False,
    },
}


def tool_name(book: Book, question: Question) -> str:
    """The question's name where only letters, digits and underscores may stand: `keep_food_choose`."""
    return f"{book.name}.{question.name}".replace(".", "_")


def input_schema(question: Question, lang: str | None = None) -> Node:
    """The JSON schema of a question's input as one object with `$defs`, its notes as descriptions.

    Args:
        question: the question.
        lang: language of the descriptions; both when left out.
    """
    schema = deepcopy(schema_of(question.inputs))
    definitions: Node = schema.pop("$defs", {})
    root: Node = definitions.pop(schema["$ref"].rsplit("/", 1)[1]) if "$ref" in schema else schema
    root.pop("title", None)
    for field, node in root.get("properties", {}).items():
        if field in question.notes:
            node["description"] = _say(question.notes[field], lang)
    if definitions:
        root["$defs"] = definitions
    return root


def _say(text: Text, lang: str | None) -> str:
    return text.say(lang) if lang else f"{text.en} / {text.ja}"


def _moved(node: Any, prefix: str) -> Any:
    """The schema with its references pointing at the document's components."""
    if isinstance(node, dict):
        moved = {k: _moved(v, prefix) for k, v in node.items() if k != "$defs"}  # pyright: ignore
        if isinstance(moved.get("$ref"), str):
            moved["$ref"] = f"#/components/schemas/{prefix}_{moved['$ref'].rsplit('/', 1)[1]}"
        return moved
    return [_moved(n, prefix) for n in node] if isinstance(node, list) else node  # pyright: ignore


def document(books: Iterable[Book], lang: str | None = None) -> Node:
    """The whole OpenAPI 3.1 document.

    Args:
        books: the books whose questions are served.
        lang: language of titles and descriptions; both when left out.
    """
    schemas: Node = deepcopy(_SCHEMAS)
    paths: Node = {}
    tags: list[Node] = []
    for book in books:
        tags.append({"name": book.name, "description": _say(book.label, lang)})
        for question in book.questions.values():
            name = tool_name(book, question)
            whole = input_schema(question, lang)
            for inner, node in whole.get("$defs", {}).items():
                schemas[f"{name}_{inner}"] = _moved(node, name)
            schemas[name] = _moved(whole, name)
            paths[f"/api/ask/{book.name}.{question.name}"] = {"post": _operation(book, question, name, lang)}
    paths |= _others()
    return {
        "openapi": "3.1.0",
        "info": {"title": "Meikyu 迷宮", "version": __version__, "license": {"name": "MIT"}},
        "tags": tags,
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _json(schema: Node) -> Node:
    return {"application/json": {"schema": schema}}


def _ref(name: str) -> Node:
    return {"$ref": f"#/components/schemas/{name}"}


def _fault(words: str) -> Node:
    return {"description": words, "content": _json(_ref("Error"))}


def _operation(book: Book, question: Question, name: str, lang: str | None) -> Node:
    content: Node = _json(_ref(name))
    content["application/json"]["example"] = question.example
    return {
        "operationId": name,
        "tags": [book.name],
        "summary": _say(question.title, lang),
        "parameters": [_LANG],
        "requestBody": {"required": True, "content": content},
        "responses": {
            "200": {"description": "The answer and its reasons.", "content": _json(_ref("Answer"))},
            "413": _fault("The body is larger than 1 MiB."),
            "422": _fault("Bad input: the field, what was got and what is allowed."),
        },
    }


def _query(name: str, schema: Node, words: str) -> Node:
    return {"name": name, "in": "query", "description": words, "schema": schema}


def _others() -> Node:
    """The operations that are not questions."""
    either: Node = {"anyOf": [_ref("Answer"), _ref("Error")]}
    batch: Node = {"type": "array", "items": _ref("Request")}
    found: Node = {"200": {"description": "Found.", "content": _json({"type": "object"})}}
    rule_id: Node = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    filters = [
        _query("search", {"type": "string"}, "Words, in either language."),
        _query("book", {"type": "string"}, "Only this book."),
        _query("status", {"enum": list(STATUSES)}, "Only rules of this status."),
    ]
    answers = {
        "description": "An answer or an error each, in order.",
        "content": _json({"type": "array", "items": either}),
    }
    return {
        "/api/ask": {
            "post": {
                "operationId": "ask_batch",
                "summary": "Many questions at once; an answer or an error object each, in the same order.",
                "parameters": [_LANG],
                "requestBody": {"required": True, "content": _json(batch)},
                "responses": {"200": answers, "413": _fault("Too large."), "422": _fault("Not a list.")},
            }
        },
        "/api/questions": {
            "get": {
                "operationId": "questions",
                "summary": "Every question with its fields and a worked example.",
                "parameters": [_LANG],
                "responses": found,
            }
        },
        "/api/rules": {
            "get": {
                "operationId": "rules",
                "summary": "Rules by words, book and status; without any of them, the coverage.",
                "parameters": filters,
                "responses": found | {"422": _fault("An unknown book or status.")},
            }
        },
        "/api/rules/{id}": {
            "get": {
                "operationId": "rule",
                "summary": "One rule.",
                "parameters": [rule_id],
                "responses": found | {"404": _fault("No such rule.")},
            }
        },
    }
