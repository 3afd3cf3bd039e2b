"""Outside text read into JSON-like values: files, standard input, key=value pairs."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import msgspec

from meikyu.core.allowed import node_at
from meikyu.errors import InputError, Text

LARGEST = 16 * 1024 * 1024
"""Most bytes read from one file or from standard input as one JSON object."""

_OBJECT = Text("one JSON object", "JSON オブジェクト一つ")


def _open(name: str, field: str) -> Any:
    if name == "-":
        return sys.stdin.buffer
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise InputError(
            "not_readable",
            field,
            name,
            Text("a file, or - for standard input", "ファイル名、または標準入力の -"),
            Text(
                f"{field}: {name} cannot be opened: {error.strerror}",
                f"{field}：{name} を開けません：{error.strerror}",
            ),
        ) from error


def lines_of(name: str, field: str) -> Iterator[bytes]:
    """The lines of a file, or of standard input for "-", as they come.

    Raises:
        InputError: the file cannot be opened.
    """
    with _open(name, field) as file:
        yield from file


def object_of(name: str, field: str) -> dict[str, Any]:
    """The JSON object in a file, or on standard input for "-".

    Raises:
        InputError: it cannot be opened, is too large, or is not one JSON object.
    """
    try:
        with _open(name, field) as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise InputError("not_readable", field, name, _OBJECT) from error
    if len(raw) > LARGEST:
        most = Text(f"at most {LARGEST} bytes", f"{LARGEST}バイト以下")
        raise InputError("out_of_range", field, name, most)
    return decode_object(raw, field)


def decode_object(raw: bytes, field: str) -> dict[str, Any]:
    """The JSON object that these bytes say.

    Args:
        raw: UTF-8 JSON, with or without a byte order mark.
        field: what to call it in a fault.

    Raises:
        InputError: it is not JSON, or not an object.
    """
    try:
        value = msgspec.json.decode(raw.removeprefix(codecs.BOM_UTF8))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        shown = raw[:80].decode("utf-8", "replace").strip()
        raise InputError(
            "not_readable",
            field,
            shown,
            _OBJECT,
            Text(f"{field}: not JSON: {error}", f"{field}：JSON として読めません：{error}"),
        ) from error
    if not isinstance(value, dict):
        raise InputError("wrong_type", field, value, _OBJECT)
    return cast("dict[str, Any]", value)


def pairs_of(shape: type[Any], pairs: Iterable[str]) -> dict[str, Any]:
    """Inputs from `key=value` texts; values are read as JSON where they can be.

    A value that reads as JSON but is no text stays a text where the field takes nothing but texts.

    Args:
        shape: the question's input struct.
        pairs: the texts.

    Raises:
        InputError: a text without "=", or a key given twice.
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        key, sign, text = pair.partition("=")
        if not sign or not key:
            raise InputError("not_readable", pair, pair, Text("key=value", "項目=値"))
        if key in found:
            raise InputError("not_allowed", key, pair, Text("each field once", "一つの項目は一度だけ"))
        try:
            value = msgspec.json.decode(text.encode("utf-8", "surrogateescape"))
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            value = text
        found[key] = text if not isinstance(value, str) and _only_text(shape, key) else value
    return found


def _only_text(shape: type[Any], key: str) -> bool:
    if key not in node_at(shape, "").get("properties", {}):
        return False
    node = node_at(shape, key)
    values = cast("list[Any]", node.get("enum", []))
    return node.get("type") == "string" or (bool(values) and all(isinstance(v, str) for v in values))
