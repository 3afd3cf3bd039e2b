"""The question machinery: input read and checked, the answer object made, faults named for people."""

from __future__ import annotations

import copy
import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar, cast

import msgspec

from meikyu.core.allowed import allowed_of, node_at, schema_of
from meikyu.core.book import Book, Question, find_question
from meikyu.core.catalogue import text_of
from meikyu.core.params import House
from meikyu.core.reading import decode_object
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import (
    BookError,
    InputError,
    MeikyuError,
    NotationError,
    ReplayError,
    SaveError,
    Text,
    several,
)

S = TypeVar("S", bound=msgspec.Struct)

_PATH = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`$")
_FIELD = re.compile(r"field `(?P<name>[^`]*)`")
_TOKEN = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_SHOWN = 1_000
_MOST_FAULTS = 8
_KINDS: dict[type[Exception], str] = {
    NotationError: "not_readable",
    SaveError: "bad_save",
    ReplayError: "bad_replay",
}


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
    params, changes = book.params_and_changes(house)
    try:
        given = decode(asked, inputs)
    except InputError as error:
        raise several([error, *_further(asked, params, inputs, error)]) from error
    ruling = asked.answer(params, given)
    told: dict[str, Any] | None = None
    if house is not None and changes and _differs(asked, book.params(), given, ruling):
        told = {"name": house.name, "changes": [dict(c._asdict()) for c in changes]}
    return {
        "question": f"{book.name}.{question}",
        "value": ruling.value,
        "because": [_because(book, step, lang) for step in ruling.steps],
        "warnings": list(ruling.warnings),
        "house": told,
    }


def _further(asked: Question, params: Any, inputs: Mapping[str, Any], found: InputError) -> list[InputError]:
    """The texts that the question itself refuses, beside numbers that are only out of range.

    A question cannot run on numbers that it does not take, so it runs on the nearest that it does; of what it
    then refuses only texts count: a name that nobody bears is at fault whatever the numbers are.
    """
    mended = copy.deepcopy(dict(inputs))
    for fault in (found, *found.more):
        node = node_at(asked.inputs, fault.field)
        low, high = node.get("minimum"), node.get("maximum")
        if fault.kind != "out_of_range" or low is None or high is None or not isinstance(fault.got, int):
            return []
        *way, last = _path_of(fault.field)
        _walk(mended, way)[last] = min(max(fault.got, low), high)
    try:
        asked.answer(params, decode(asked, mended))
    except InputError as error:
        texts = [e for e in (error, *error.more) if e.field and isinstance(_at(inputs, e.field), str)]
        return [InputError(e.kind, e.field, e.got, e.allowed, e.text) for e in texts]
    except MeikyuError:
        pass
    return []


def _path_of(field: str) -> list[str | int]:
    return [name or int(index) for name, index in _TOKEN.findall(f".{field}")]


def _differs(asked: Question, plain: Any, given: Any, ruling: Ruling[Any]) -> bool:
    """True when the book's own numbers answer otherwise, or refuse what the house allows."""
    try:
        before = asked.answer(plain, given)
    except InputError:
        return True
    return before.value != ruling.value or before.warnings != ruling.warnings


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    question: str
    input: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])


def answer_line(
    line: bytes, books: Mapping[str, Book], *, house: House | None = None, lang: str = "en"
) -> dict[str, Any]:
    """The answer to one line of a batch, `{"question": ..., "input": {...}}`, or its error object."""
    try:
        return answer_request(decode_object(line.strip(), "line"), books, house=house, lang=lang)
    except MeikyuError as error:
        return error_object(error, lang)


def answer_request(
    request: Any, books: Mapping[str, Book], *, house: House | None = None, lang: str = "en"
) -> dict[str, Any]:
    """The answer to `{"question": ..., "input": {...}}`.

    Raises:
        MeikyuError: the request or its input is at fault.
    """
    asked = read_struct(_Line, request)
    book, inner = split_name(asked.question, books)
    return answer(book, inner, asked.input, house=house, lang=lang)


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
    return read_struct(question.inputs, inputs)


def read_struct(shape: type[S], inputs: Mapping[str, Any]) -> S:
    """A struct of that shape, from JSON-like values.

    Raises:
        InputError: naming the field, what was got and what is allowed; further faults are in its `more`.
    """
    if not isinstance(inputs, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance] outside data
        raise InputError("wrong_type", "", _short(inputs), Text("an object", "オブジェクト"))
    fields = {f.encode_name: f for f in msgspec.structs.fields(shape)}
    faults = [
        InputError("unknown_field", str(name), _short(inputs[name]), list(fields))
        for name in inputs
        if name not in fields
    ]
    faults += [
        InputError("missing_field", name, None, allowed_of(shape, name))
        for name, field in fields.items()
        if field.required and name not in inputs
    ]
    try:
        if not faults:
            return _converted(shape, inputs)
    except msgspec.ValidationError as error:
        faults = [_input_error(shape, inputs, str(error))]
    except RecursionError as error:
        raise _too_deep() from error
    except UnicodeEncodeError as error:
        name = next((n for n in inputs if _is_broken(inputs[n])), "")
        allowed = Text("text in UTF-8", "UTF-8 の文字列")
        raise InputError("not_readable", name, _short(inputs.get(name)), allowed) from error
    named = {fault.field for fault in faults}
    for name in inputs:
        if name in fields and len(faults) < _MOST_FAULTS:
            found = _faults_of(shape, name, fields[name].type, inputs[name])
            faults += [fault for fault in found if fault.field not in named]
    raise several(faults[:_MOST_FAULTS])


def _faults_of(shape: type[Any], name: str, kind: Any, value: Any) -> list[InputError]:
    """The faults of one field; of a list, one for each of its items.

    Args:
        shape: the struct.
        name: the field's name.
        kind: its type.
        value: what was given.
    """
    found: list[InputError] = []
    start = 0
    while len(found) < _MOST_FAULTS:
        part = cast("list[Any]", value)[start:] if isinstance(value, list) else value
        try:
            msgspec.convert(_whole(part), kind, strict=True)
        except msgspec.ValidationError as error:
            said = str(error)
            said = said.replace("`$", f"`$.{name}", 1) if _PATH.search(said) else f"{said} - at `$.{name}`"
            fault = _input_error(shape, {name: part}, said)
        except RecursionError:
            return [_too_deep()]
        except UnicodeEncodeError:
            return found
        else:
            return found
        place = re.match(r"\[(\d+)\]", fault.field.removeprefix(name)) if isinstance(value, list) else None
        if place is None:
            return found if start else [fault]
        rest = fault.field.removeprefix(f"{name}{place[0]}")
        start += int(place[1]) + 1
        found.append(InputError(fault.kind, f"{name}[{start - 1}]{rest}", fault.got, fault.allowed))
    return found


def _too_deep() -> InputError:
    return InputError("out_of_range", "", None, Text("less nesting", "もっと浅い入れ子"))


def _converted(shape: type[S], inputs: Mapping[str, Any]) -> S:
    """The struct; a number such as 3.0 is taken where a whole one is asked for: JSON knows no difference."""
    try:
        return msgspec.convert(dict(inputs), shape, strict=True)
    except msgspec.ValidationError:
        return msgspec.convert(_whole(dict(inputs)), shape, strict=True)


EXACT = 2.0**53
"""From here on not every whole number has a float of its own."""


def _whole(node: Any) -> Any:
    """JSON-like values with every float that is a whole number made one."""
    if isinstance(node, float):
        return int(node) if node.is_integer() and abs(node) < EXACT else node
    if isinstance(node, dict):
        return {key: _whole(part) for key, part in cast("dict[Any, Any]", node).items()}
    if isinstance(node, (list, tuple)):
        return [_whole(part) for part in cast("Sequence[Any]", node)]
    return node


def _is_broken(node: Any) -> bool:
    """True when a text in here holds half a surrogate pair, as undecodable bytes of a command line do."""
    try:
        msgspec.json.encode(node)
    except UnicodeEncodeError:
        return True
    return False


def _input_error(shape: type[Any], inputs: Mapping[str, Any], message: str) -> InputError:
    match = _PATH.search(message)
    path = match.group("path") if match else ""
    field = _pin(shape, inputs, path)
    text = _PATH.sub("", message)
    name = _FIELD.search(text)
    if name and "missing" in text:
        inner = f"{field}.{name.group('name')}".lstrip(".")
        return InputError("missing_field", inner, None, allowed_of(shape, inner))
    if name and "unknown" in text:
        inner = f"{field}.{name.group('name')}".lstrip(".")
        keys = list(cast("dict[str, Any]", node_at(shape, field).get("properties", {})))
        return InputError("unknown_field", inner, _short(_at(inputs, inner)), keys)
    if match and match.group("key"):
        return _key_error(shape, inputs, field)
    allowed = allowed_of(shape, field)
    got = _short(_at(inputs, field))
    if text.startswith("Invalid enum value"):
        return InputError("not_allowed", field, got, allowed)
    kind = "wrong_type" if ", got `" in text else "out_of_range"
    return InputError(kind, field, got, allowed)


def _key_error(shape: type[Any], inputs: Mapping[str, Any], field: str) -> InputError:
    names = node_at(shape, field).get("propertyNames", {}).get("enum")
    table = cast("dict[Any, Any]", _at(inputs, field))
    wrong = next((k for k in table if not isinstance(k, str) or (names and k not in names)), "")
    allowed = names or Text("a text", "文字列")
    return InputError("not_allowed", f"{field}.{wrong}".lstrip("."), _short(wrong), allowed)


def _pin(shape: type[Any], inputs: Mapping[str, Any], path: str) -> str:
    """The path with every `[...]` (some value of a map) made the key that is at fault."""
    keys: list[str | int] = []
    for name, index in _TOKEN.findall(path):
        if index == "...":
            table = cast("dict[str, Any]", _walk(inputs, keys))
            keys.append(next((k for k in table if _fails(shape, inputs, keys, k)), next(iter(table))))
        else:
            keys.append(name or int(index))
    return "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in keys).lstrip(".")


def _fails(shape: type[Any], inputs: Mapping[str, Any], keys: list[str | int], key: str) -> bool:
    def only(node: Any, rest: list[str | int]) -> Any:
        if not rest:
            return {key: node[key]}
        if isinstance(rest[0], int):
            return [only(node[rest[0]], rest[1:])]
        return dict(node) | {rest[0]: only(node[rest[0]], rest[1:])}

    try:
        _converted(shape, only(inputs, keys))
    except msgspec.ValidationError as error:
        match = _PATH.search(str(error))
        return bool(match and "[...]" in match.group("path"))
    return False


def _walk(node: Any, keys: list[str | int]) -> Any:
    for key in keys:
        node = node[key]
    return node


def _at(inputs: Any, field: str) -> Any:
    node: Any = inputs
    for key in _path_of(field):
        try:
            node = node[key]
        except (KeyError, IndexError, TypeError):
            return node
    return node


def _short(got: Any) -> Any:
    """What was got, for an error object: itself, or its beginning where it is long."""
    try:
        shown = repr(got)
    except RecursionError:
        return type(got).__name__
    return got if len(shown) <= _SHOWN else shown[:_SHOWN] + "..."


def error_object(error: Exception, lang: str) -> dict[str, Any]:
    """The error object of QUESTIONS for any error that is for people."""
    cells: dict[str, Any] = {"kind": _KINDS.get(type(error), "bad_data"), "field": ""}
    cells |= {"got": None, "allowed": None}
    if isinstance(error, (InputError, BookError)):
        allowed = error.allowed.say(lang) if isinstance(error.allowed, Text) else error.allowed
        cells = {"kind": error.kind, "field": error.field, "got": error.got, "allowed": allowed}
    say = getattr(error, "say_all", None) or getattr(error, "say", None)
    cells["message"] = say(lang) if say else str(error)
    return {"error": cells}


def refuse(
    field: str, got: Any, allowed: Any, kind: str = "not_allowed", text: Text | None = None
) -> InputError:
    """An InputError for a question's own checks, to be raised."""
    return InputError(kind, field, got, allowed, text)


__all__ = [
    "allowed_of",
    "answer",
    "answer_line",
    "answer_request",
    "asker",
    "decode",
    "error_object",
    "read_struct",
    "refuse",
    "schema_of",
    "split_name",
]
