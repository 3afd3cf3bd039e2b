"""What an input takes: the JSON schema of an input struct, and any part of it as a phrase for people."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

import msgspec

from meikyu.errors import Text

Node = dict[str, Any]

_PART = re.compile(r"[^.\[\]]+|\[[^\]]*\]")

_TYPES = {
    "integer": Text("a whole number", "整数"),
    "number": Text("a number", "数"),
    "string": Text("a text", "文字列"),
    "boolean": Text("true or false", "true か false"),
    "array": Text("a list", "リスト"),
    "object": Text("an object", "オブジェクト"),
    "null": Text("null", "null"),
}
_COUNTED = {
    "string": Text(" characters", "文字"),
    "array": Text(" items", "個"),
    "object": Text(" entries", "組"),
}


@cache
def schema_of(shape: type[Any]) -> Node:
    """The JSON schema of an input struct, its allowed texts in the order in which they were written."""
    schema = msgspec.json.schema(shape)
    _reorder(schema, _literals(shape, set()))
    return schema


def _literals(kind: Any, seen: set[Any]) -> dict[frozenset[Any], list[Any]]:
    if get_origin(kind) is Literal:
        values = list(get_args(kind))
        return {frozenset(values): values}
    found: dict[frozenset[Any], list[Any]] = {}
    parts: Iterable[Any] = get_args(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in seen:
        seen.add(kind)
        parts = get_type_hints(kind, include_extras=True).values()
    for part in parts:
        found |= _literals(part, seen)
    return found


def _reorder(node: Any, orders: dict[frozenset[Any], list[Any]]) -> None:
    if isinstance(node, dict):
        table = cast("Node", node)
        if "enum" in table:
            table["enum"] = orders.get(frozenset(table["enum"]), table["enum"])
        for part in table.values():
            _reorder(part, orders)
    elif isinstance(node, list):
        for part in cast("list[Any]", node):
            _reorder(part, orders)


def follow(node: Node, shape: type[Any]) -> Node:
    """A part of a struct's schema, its reference followed."""
    return _follow(node, schema_of(shape))


def _follow(node: Node, schema: Node) -> Node:
    while "$ref" in node:
        node = schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
    return node


def node_at(shape: type[Any], field: str) -> Node:
    """The part of the schema that rules a field, such as `foods[0].walk`; references followed.

    Args:
        shape: the input struct.
        field: path of the field; empty for the whole input.
    """
    schema = schema_of(shape)
    node = _follow(schema, schema)
    for part in _PART.findall(field):
        options = [_follow(o, schema) for o in node.get("anyOf", [node])]
        inner = next((i for o in options if (i := _inner(o, part)) is not None), None)
        if inner is None:
            return node
        node = _follow(inner, schema)
    return node


def _inner(node: Node, part: str) -> Node | None:
    if part in node.get("properties", {}):
        return node["properties"][part]
    if isinstance(node.get("additionalProperties"), dict):
        return node["additionalProperties"]
    if part.startswith("["):
        if "prefixItems" in node:
            place = int(part[1:-1]) if part[1:-1].isdigit() else 0
            return node["prefixItems"][min(place, len(node["prefixItems"]) - 1)]
        if isinstance(node.get("items"), dict):
            return node["items"]
    return None


def allowed_of(shape: type[Any], field: str) -> Any:
    """What a field of an input struct takes: a list of values, or a phrase in both languages."""
    return phrase(node_at(shape, field), shape)


def phrase(node: Node, shape: type[Any]) -> Any:
    """A part of a struct's schema in words: the list of its values, or a phrase in both languages."""
    node = _follow(node, schema_of(shape))
    if "enum" in node:
        return list(cast("list[Any]", node["enum"]))
    if "anyOf" in node:
        parts = [phrase(o, shape) for o in node["anyOf"]]
        flat = [p if isinstance(p, Text) else Text(*(" / ".join(map(str, p)),) * 2) for p in parts]
        return Text(" / ".join(p.en for p in flat), " / ".join(p.ja for p in flat))
    kind = str(node.get("type"))
    base = _TYPES.get(kind, Text("a value", "値"))
    low = node.get("minimum", node.get("minLength", node.get("minItems", node.get("minProperties"))))
    high = node.get("maximum", node.get("maxLength", node.get("maxItems", node.get("maxProperties"))))
    return _bounded(base, low, high, _COUNTED.get(kind, Text("", "")))


def _bounded(base: Text, low: Any, high: Any, unit: Text) -> Text:
    if low is None and high is None:
        return base
    if low == high:
        return Text(f"{base.en}, exactly {low}{unit.en}", f"{base.ja}（ちょうど{low}{unit.ja}）")
    if high is None:
        return Text(f"{base.en}, {low}{unit.en} or more", f"{base.ja}（{low}{unit.ja}以上）")
    if low is None:
        return Text(f"{base.en}, at most {high}{unit.en}", f"{base.ja}（{high}{unit.ja}以下）")
    return Text(f"{base.en}, {low} to {high}{unit.en}", f"{base.ja}（{low}〜{high}{unit.ja}）")
