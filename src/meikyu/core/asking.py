"""The question machinery: input read and checked, the answer object made, faults named for people."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, cast

import msgspec

from meikyu.core.catalogue import text_of
from meikyu.core.book import Book, Question, find_question
from meikyu.core.params import House
from meikyu.core.ruling import Step
from meikyu.errors import InputError, Text

_PATH = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_FIELD = re.compile(r"field `(?P<name>[^`]*)`")


def split_name(name: str, books: Mapping[str, Book]) -> tuple[Book, str]:
    """The book and the inner name of a full question name such as "keep.food.choose".

    Raises:
        InputError: no such question; near names are offered.
    """
    book, _, inner = name.partition(".")
    if book in books and inner in books[book].questions:
        return books[book], inner
    known = [f"{b.name}.{q}" for b in books.values() for q in b.questions]
    near = difflib.get_close_matches(name, known, n=5, cutoff=0.4)
    raise InputError("unknown_question", "question", name, near or known)


def answer(
    book: Book,
    question: str,
    inputs: Mapping[str, Any],
    *,
    house: House | None = None,
    lang: str = "en",
) -> dict[str, Any]:
    """The answer object of QUESTIONS: question, value, because, warnings, house.

    Args:
        book: the book asked.
        question: name inside the book.
        inputs: JSON-like values by field.
        house: a table's own rules.
        lang: language of the texts, "ja" or "en".

    Raises:
        InputError: unknown question or bad input.
        BookError: the house file does not fit the book.
    """
    asked = find_question(book, question)
    given = decode(asked, inputs)
    params, changes = book.params_and_changes(house)
    ruling = asked.answer(params, given)
    told: dict[str, Any] | None = None
    if house is not None and changes:
        plain = asked.answer(book.params(), given)
        if plain.value != ruling.value or plain.warnings != ruling.warnings:
            told = {"name": house.name, "changes": [dict(c._asdict()) for c in changes]}
    return {
        "question": f"{book.name}.{question}",
        "value": ruling.value,
        "because": [_because(book, step, lang) for step in ruling.steps],
        "warnings": list(ruling.warnings),
        "house": told,
    }


def asker(book: Book) -> Callable[..., dict[str, Any]]:
    """The book's `ask(question, /, **inputs)`: the answer object of a question, from Python values."""

    def ask(question: str, /, **inputs: Any) -> dict[str, Any]:
        """The answer object of a question of this book.

        Raises:
            InputError: unknown question or bad input.
        """
        return answer(book, question, inputs)

    return ask


def _because(book: Book, step: Step, lang: str) -> dict[str, Any]:
    text = step.text or text_of(book.name, step.rule)
    value = step.value
    if isinstance(value, Fraction):
        value = int(value) if value.denominator == 1 else float(value)
    return {"rule": step.rule, "what": step.what, "value": value, "text": text.say(lang)}


def decode(question: Question, inputs: Mapping[str, Any]) -> Any:
    """The question's input struct, from JSON-like values.

    Raises:
        InputError: naming the field, what was got and what is allowed.
    """
    names = [f.encode_name for f in msgspec.structs.fields(question.inputs)]
    for name in inputs:
        if name not in names:
            raise InputError("unknown_field", name, inputs[name], names)
    for info in msgspec.structs.fields(question.inputs):
        if info.required and info.encode_name not in inputs:
            raise InputError(
                "missing_field", info.encode_name, None, allowed_of(question.inputs, info.encode_name)
            )
    try:
        return msgspec.convert(dict(inputs), question.inputs, strict=True)
    except msgspec.ValidationError as error:
        raise _input_error(question, inputs, str(error)) from error


def _input_error(question: Question, inputs: Mapping[str, Any], message: str) -> InputError:
    match = _PATH.search(message)
    path = match.group("path") if match else ""
    field = path.removeprefix(".")
    got = _at(inputs, path)
    text = _PATH.sub("", message)
    name = _FIELD.search(text)
    if name and "missing" in text:
        inner = f"{field}.{name.group('name')}".lstrip(".")
        return InputError("missing_field", inner, None, allowed_of(question.inputs, inner))
    if name and "unknown" in text:
        return InputError(
            "unknown_field",
            f"{field}.{name.group('name')}".lstrip("."),
            name.group("name"),
            _keys(question, field),
        )
    allowed = allowed_of(question.inputs, field)
    if text.startswith("Invalid enum value"):
        return InputError("not_allowed", field, got, allowed)
    kind = "wrong_type" if ", got `" in text else "out_of_range"
    return InputError(kind, field, got, allowed)


def _keys(question: Question, field: str) -> list[str]:
    node = _schema_at(question.inputs, field)
    return list(cast("dict[str, Any]", node.get("properties", {})))


def _at(inputs: Any, path: str) -> Any:
    node: Any = inputs
    for part in re.findall(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]", path):
        try:
            node = node[part[0]] if part[0] else node[int(part[1])]
        except (KeyError, IndexError, TypeError, ValueError):
            return node
    return node


def _schema_at(shape: type[Any], field: str) -> dict[str, Any]:
    schema = msgspec.json.schema(shape)
    defs = cast("dict[str, Any]", schema.get("$defs", {}))

    def follow(node: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in node:
            node = defs[node["$ref"].rsplit("/", 1)[1]]
        return node

    node = follow(schema)
    for part in re.findall(r"[^.\[\]]+|\[[^\]]*\]", field):
        options = [follow(o) for o in node.get("anyOf", [node])]
        for option in options:
            if part.startswith("[") and (
                "items" in option or "prefixItems" in option or "additionalProperties" in option
            ):
                inner = option.get("items") or option.get("additionalProperties")
                if not isinstance(inner, dict):
                    inner = option["prefixItems"][0]
                node = follow(cast("dict[str, Any]", inner))
                break
            if part in option.get("properties", {}):
                node = follow(option["properties"][part])
                break
            if isinstance(option.get("additionalProperties"), dict):
                node = follow(option["additionalProperties"])
                break
    return node


def allowed_of(shape: type[Any], field: str) -> Any:
    """What a field of an input struct allows: a list of values, or a phrase in both languages."""
    return _phrase(_schema_at(shape, field), shape)


_TYPES = {
    "integer": Text("a whole number", "整数"),
    "number": Text("a number", "数"),
    "string": Text("a text", "文字列"),
    "boolean": Text("true or false", "true か false"),
    "array": Text("a list", "リスト"),
    "object": Text("an object", "オブジェクト"),
    "null": Text("null", "null"),
}


def _phrase(node: dict[str, Any], shape: type[Any]) -> Any:
    if "enum" in node:
        return list(node["enum"])
    if "anyOf" in node:
        parts = [_phrase(_deref(o, shape), shape) for o in node["anyOf"]]
        flat = [p if isinstance(p, Text) else Text(_comma(p), _comma(p)) for p in parts]
        return Text(" / ".join(p.en for p in flat), " / ".join(p.ja for p in flat))
    base = _TYPES.get(str(node.get("type")), Text("a value", "値"))
    low, high = (
        node.get("minimum", node.get("minLength", node.get("minItems"))),
        node.get("maximum", node.get("maxLength", node.get("maxItems"))),
    )
    if low is not None and high is not None:
        return Text(f"{base.en}, {low} to {high}", f"{base.ja}（{low}〜{high}）")
    if low is not None:
        return Text(f"{base.en}, {low} or more", f"{base.ja}（{low}以上）")
    if high is not None:
        return Text(f"{base.en}, at most {high}", f"{base.ja}（{high}以下）")
    return base


def _comma(values: Any) -> str:
    return ", ".join(str(v) for v in cast("Iterable[Any]", values))


def _deref(node: dict[str, Any], shape: type[Any]) -> dict[str, Any]:
    if "$ref" not in node:
        return node
    defs = cast("dict[str, Any]", msgspec.json.schema(shape).get("$defs", {}))
    return cast("dict[str, Any]", defs[node["$ref"].rsplit("/", 1)[1]])


def error_object(error: Exception, lang: str) -> dict[str, Any]:
    """The error object of QUESTIONS for any error that is for people."""
    if isinstance(error, InputError):
        allowed = error.allowed.say(lang) if isinstance(error.allowed, Text) else error.allowed
        cells: dict[str, Any] = {
            "kind": error.kind,
            "field": error.field,
            "got": error.got,
            "allowed": allowed,
        }
    else:
        cells = {"kind": "bad_data", "field": "", "got": None, "allowed": None}
    say = getattr(error, "say", None)
    cells["message"] = say(lang) if say else str(error)
    return {"error": cells}


def refuse(
    field: str, got: Any, allowed: Any, kind: str = "not_allowed", text: Text | None = None
) -> InputError:
    """An InputError for a question's own checks, to be raised."""
    return InputError(kind, field, got, allowed, text)


__all__ = ["allowed_of", "answer", "asker", "decode", "error_object", "refuse", "split_name"]
